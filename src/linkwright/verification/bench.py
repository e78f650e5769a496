"""Fixture of the laws: one robot's models in one graph, each derived once, beside its mechanics from first
principles."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Function, Graph, Importer, make_symbol
from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.function import find_port
from linkwright.models import find, function
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import Scope
from linkwright.robot import Frame, Joint, Robot
from linkwright.robot.features import FEATURES
from linkwright.robot.robot import INERTIA, PLACE
from linkwright.verification.mechanics import (
    BASE_MOTION,
    MOTOR,
    FreeBase,
    Matrix,
    Mechanics,
    add_scaled,
    cross_product,
    freedom_of,
    multiply_vector,
)

KINDS = ("q", "qd", "qdd", "tau")
PORTS = {"base_pose": "pose", "base_twist": "qd", "base_acceleration": "qdd", **{kind: kind for kind in KINDS}}
MAX_FEW_COORDINATES = 4  # coordinates


def _state(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    """Rates of all coordinates, and efforts of driven joints alone: a base has none, and springs have their own."""
    values = {kind: [getattr(state, kind)[c] for c in robot.coordinates] for kind in ("qd", "qdd")}
    values["tau"] = [state.tau[c] for c in robot.coordinates if c.given == "acceleration"]
    return [named("pose", list(robot.base.pose), ""), *(named(kind, x, "") for kind, x in values.items())]


STATE = Model(
    "state", "the state itself: its symbols, or the formulas that the robot gives instead of them", KINDS, _state,
    scope=Scope(frozenset(FEATURES)),
)  # fmt: skip


def require_tree(robot: Robot) -> None:
    """Refuse robots that these laws do not cover: trees on fixed or floating bases are."""
    if robot.loops:
        raise RobotError(f"{robot.name} has closed loops, and these laws cover trees")
    if robot.base.kind not in ("fixed", "floating"):
        raise RobotError(f"{robot.name} has a {robot.base.kind} base, and these laws cover fixed or floating ones")
    if not any(joint.moves for joint in robot.joints):
        raise RobotError(f"{robot.name} has no joint that moves: there is nothing to verify")


def _robot_with_symbols(robot: Robot) -> Robot:
    """The robot with symbols for its numbers, those of a prescribed motion of the base included."""
    found = robot.with_symbols()
    if robot.base.kind != "fixed":
        return found
    taken = {*found.graph.symbols(), *found.numbers, *(joint.variable for joint in found.joints)}
    motion: dict[str, Any] = {}
    for field in BASE_MOTION:
        names = [fresh_name(f"base_{field}_{axis}", taken) for axis in "xyz"]
        values = zip(getattr(found.base, field), names, strict=True)
        motion[field] = tuple(x if x.is_zero or x.symbols else name for x, name in values)
    return found.changed(base=replace(found.base, **motion))


def fresh_name(name: str, taken: Container[str]) -> str:
    """The name, with underscores until nothing else has it."""
    while name in taken:
        name += "_"
    return name


class ModelFixture:
    """One robot for the laws: `output` and `matrix` are its models, `mechanics` is the reference. Everything is in one
    graph.

    `origin` is the robot that was given, `robot` the same with symbols for its numbers: a law that is proven for all
    numbers is proven for its own, without rounding.
    """

    def __init__(self, origin: Robot, robot: Robot | None = None) -> None:
        require_tree(origin)
        self.origin = origin
        self.robot = _robot_with_symbols(origin) if robot is None else robot
        self.graph = Graph()
        self._into = Importer(self.graph)
        self.derived: dict[tuple[str, tuple[tuple[str, str], ...]], Function] = {}  # by model and options
        state = function(self.robot, STATE)
        self._symbols: dict[str, list[Expr]] = {kind: [] for kind in ("pose", *KINDS)}
        self.ports: dict[str, list[Expr]] = {}  # the symbols of the motion, by the ports that give them
        for port in state.variables:
            kind = PORTS.get(port.name)
            if kind:
                self.ports[port.name] = [make_symbol(self.graph, x, "variable") for x in port.labels]
                self._symbols[kind] += self.ports[port.name]
        self._given: dict[str, Expr] = {}  # rates that the robot gives as formulas
        for kind in KINDS[1:]:
            for x, value in zip(self._symbols[kind], state.output(kind), strict=True):
                if self._into(value) != x:
                    self._given[str(x.name)] = self._into(value)
        self._into = Importer(self.graph)

    # -- the state ------------------------------------------------------------------------------------------------

    @property
    def floats(self) -> bool:
        """True if the base has coordinates: they are the first six."""
        return bool(self._symbols["pose"])

    @property
    def q(self) -> list[Expr]:
        """Symbols of the joint positions; a ball joint has four."""
        return self._symbols["q"]

    @property
    def turns(self) -> bool:
        """True if part of the position is an orientation, whose rates are no derivatives of coordinates."""
        return self.floats or any(joint.kind == "ball" for joint in self.robot.joints)

    @property
    def qd(self) -> list[Expr]:
        """Symbols of the rates of the coordinates."""
        return self._symbols["qd"]

    @property
    def qdd(self) -> list[Expr]:
        """Symbols of the accelerations of the coordinates."""
        return self._symbols["qdd"]

    @property
    def tau(self) -> list[Expr]:
        """Efforts of the coordinates: zero for a floating base and for springs, which have their own."""
        given, zero = iter(self._symbols["tau"]), self.mechanics.lift([0])[0]
        return [next(given) if c.given == "acceleration" else zero for c in self.robot.coordinates]

    @property
    def tau_inputs(self) -> list[Expr]:
        """Efforts that are inputs: those of the driven joints."""
        return self._symbols["tau"]

    def direction(self, name: str = "u", size: int | None = None) -> list[Expr]:
        """Symbols of a direction: an equation that is true along it is true for every entry. No user can write a name
        with brackets."""
        count = len(self.qd) if size is None else size
        return [make_symbol(self.graph, f"{name}[{k}]", "variable") for k in range(1, count + 1)]

    def insert_given_rates(self, values: Iterable[Any]) -> list[Expr]:
        """Expressions in which the formulas that the robot gives for rates are inserted."""
        lifted = self.mechanics.lift(list(values))
        return self.substitute(lifted, self._given) if self._given else lifted

    def substitute(self, values: Iterable[Expr], instead: Mapping[str, Any]) -> list[Expr]:
        """Expressions in which these symbols are replaced."""
        into = Importer(self.graph, instead)
        return [into(x) for x in values]

    def at(self, values: Iterable[Expr], **kinds: Sequence[Any]) -> list[Expr]:
        """Expressions in which q, qd, qdd or tau are replaced: at(tau, qdd=[0] * n)."""
        table: dict[str, Any] = {}
        for kind, new in kinds.items():
            table |= {str(x.name): y for x, y in zip(self._symbols[kind], new, strict=True)}
        return self.substitute(values, table)

    def at_rest(self, values: Iterable[Expr], *kinds: str) -> list[Expr]:
        """Expressions in which all qd, qdd are zero, those of a floating base included."""
        return self.at(values, **{kind: [0] * len(self._symbols[kind]) for kind in kinds})

    def along(self, values: Sequence[Any], **kinds: Sequence[Any]) -> list[Expr]:
        """Derivatives along directions: along(tau, q=u). The pose of a base moves along a twist."""
        return directional_derivatives(self.mechanics.lift(values), self._direction(kinds))

    def _direction(self, kinds: Mapping[str, Sequence[Any]]) -> dict[Expr, Expr]:
        table: dict[Expr, Expr] = {}
        for kind, rates in kinds.items():
            lifted = self.mechanics.lift(rates)
            if kind == "q" and self.mechanics.free:
                pose = self.mechanics.lift(self.mechanics.free.pose_rate(lifted[:6]))
                table |= dict(zip(self._symbols["pose"], pose, strict=True))
                lifted = lifted[6:]
            if kind == "q":
                table |= self.mechanics.direction(dict(zip(self.mechanics.qd, lifted, strict=True)))
            else:
                table |= dict(zip(self._symbols[kind], lifted, strict=True))
        return table

    def slopes(self, values: Sequence[Any]) -> Matrix:
        """Derivatives of values by the coordinates: a row for each value."""
        n = len(self.qd)
        columns = [self.along(values, q=[int(i == k) for i in range(n)]) for k in range(n)]
        return [list(row) for row in zip(*columns, strict=True)]

    def rates_of_qd(self, qdd: Sequence[Any]) -> list[Any]:
        """Time derivatives of the components of qd: of a floating base they are not its acceleration."""
        return [*self.mechanics.free.twist_rate(qdd[:6]), *qdd[6:]] if self.mechanics.free else list(qdd)

    def rate(self, values: Sequence[Any]) -> list[Expr]:
        """Derivatives in time; those of a prescribed base motion are given as symbols (`led`)."""
        motion = self._direction({"q": self.qd, "qd": self.rates_of_qd(self.qdd)})
        return directional_derivatives(self.mechanics.lift(values), motion | self._led_rates())

    def _led_rates(self) -> dict[Expr, Any]:
        """Rates of the velocities of a base with prescribed motion, in its own, rotating frame: v' = vd - w x v."""
        v, w, vd, wd = ([self.mechanics.entry(x) for x in getattr(self.robot.base, name)] for name in BASE_MOTION)
        rates = zip([*v, *w], [*add_scaled(vd, cross_product(w, v), -1), *wd], strict=True)
        return {x: rate for x, rate in rates if x.name} if self.robot.base.kind == "fixed" else {}

    # -- the two sides --------------------------------------------------------------------------------------------

    def function(self, model: str, **options: Any) -> Function:
        """A model, derived once."""
        defaults = {key: option.default for key, option in find(model).options.items()}
        options = {key: value for key, value in options.items() if str(value) != defaults.get(key)}
        key = (model, tuple(sorted((k, str(v)) for k, v in options.items())))
        if key not in self.derived:
            self.derived[key] = function(self.robot, model, options)
        return self.derived[key]

    def take(self, values: Iterable[Expr]) -> list[Expr]:
        """Expressions of another graph copied to this one, symbols by name."""
        return [self._into(x) for x in values]

    def output(self, model: str, port: str = "", **options: Any) -> list[Expr]:
        """An output of a model (the first one if it is not named), row by row."""
        fn = self.function(model, **options)
        found = find_port(fn.outputs, port) if port else fn.outputs[0]
        return self.take(Expr(fn.graph, i) for i in found.elements)

    def accelerations(self, model: str, port: str, **options: Any) -> list[Expr]:
        """Accelerations of all coordinates: that of a floating base is an output of its own."""
        base = self.output(model, "base_acceleration", **options) if self.floats else []
        return base + self.output(model, port, **options)

    def inverse(self, **options: Any) -> tuple[list[Any], list[Expr]]:
        """Efforts of the inverse dynamics, zero where there is no motor, and the accelerations that need them: the
        given ones, and those that result, of the base and of flexible joints."""
        tau = iter(self.output("inverse_dynamics", "tau", **options))
        ports = [p.name for p in self.function("inverse_dynamics", **options).outputs if p.name != "tau"]
        found = iter([x for port in ports for x in self.output("inverse_dynamics", port, **options)])
        driven = [c.given == "acceleration" for c in self.robot.coordinates]
        qdd = [x if on else next(found) for x, on in zip(self.qdd, driven, strict=True)]
        return [next(tau) if on else 0 for on in driven], qdd

    def matrix(self, model: str, port: str = "", **options: Any) -> Matrix:
        """An output of a model as rows."""
        fn = self.function(model, **options)
        found = find_port(fn.outputs, port) if port else fn.outputs[0]
        width = found.shape[-1] if found.shape else 1
        flat = self.output(model, port, **options)
        return [flat[k : k + width] for k in range(0, len(flat), width)]

    @cached_property
    def mechanics(self) -> Mechanics:
        """The mechanics of the robot from first principles, in this graph."""
        table, free = self._symbols, None
        if self.floats:
            free = FreeBase(table["pose"], table["qd"][:6], table["qdd"][:6])
        own = [freedom_of(self.robot, c) for c in self.robot.coordinates if c.link]
        qd, qdd = (dict(zip(own, table[kind][-len(own) :], strict=True)) for kind in ("qd", "qdd"))
        symbols, q, quaternions = iter(table["q"]), {}, {}
        for f in own:
            if isinstance(f, int) or f[1] == MOTOR:
                q[f] = next(symbols)
            elif f[0] not in quaternions:
                quaternions[f[0]] = [next(symbols) for _ in range(4)]
        return Mechanics(self.robot, self.graph, q, qd, qdd, free, quaternions)

    @cached_property
    def efforts(self) -> list[Expr]:
        return self.mechanics.efforts()

    @cached_property
    def bare_efforts(self) -> list[Expr]:
        return self.mechanics.bare_efforts()

    def inertia(self, u: Sequence[Expr]) -> list[Expr]:
        """M u."""
        return self.along(self.bare_efforts, qdd=u)

    # -- other robots of the same tables --------------------------------------------------------------------------

    @cached_property
    def still(self) -> ModelFixture:
        """The robot with its base at rest: some models leave the motion of the base out."""
        base = self.robot.base
        if self.floats or all(x.is_zero for name in BASE_MOTION for x in getattr(base, name)):
            return self
        zero: dict[str, Any] = dict.fromkeys(BASE_MOTION, (0, 0, 0))
        at_rest = replace(base, **zero)
        return ModelFixture(self.origin, self.robot.changed(base=at_rest))

    @cached_property
    def with_symbolic_base_motion(self) -> ModelFixture:
        """The robot with a symbol for everything that is given of its base motion: zeros may change in time."""
        if self.still is self:
            return self
        taken = {*self.robot.graph.symbols(), *self.robot.numbers, *(joint.variable for joint in self.robot.joints)}
        motion: dict[str, Any] = {
            field: tuple(fresh_name(f"led_{field}_{axis}", taken) for axis in "xyz") for field in BASE_MOTION
        }
        return ModelFixture(self.origin, self.robot.changed(base=replace(self.robot.base, **motion)))

    @cached_property
    def with_wrench_formulas(self) -> ModelFixture:
        """The robot with wrenches on its last link that are formulas of joint positions and rates."""
        names = [str(x.name) for x in (*self.ports["q"], *self.ports["qd"])]
        body = self.robot.joint(self.end).body
        factors = [fresh_name(f"load_{k}", {*self.robot.graph.symbols(), *names}) for k in range(len(names))]
        f = "+".join(f"{a}*{x}" for a, x in zip(factors, names, strict=True))
        a, b = names[0], names[-1]
        more: dict[str, Any] = {"FX": f"{a}*({f})", "FY": f, "FZ": f"{b}*{b}", "CX": f"{b}*({f})", "CY": f"{a}*{b}",
                                "CZ": f}  # fmt: skip
        joints = list(self.robot.joints)
        joints[self.end - 1] = replace(joints[self.end - 1], body=replace(body, **more))
        return ModelFixture(self.origin, self.free.robot.changed(joints=tuple(joints)))

    @cached_property
    def free(self) -> ModelFixture:
        """The robot with a symbol for every rate, also where it gives a formula: for derivatives by rates."""
        if not self._given:
            return self
        joints = (replace(j, velocity=None, acceleration=None, effort=None) for j in self.robot.joints)
        return ModelFixture(self.origin, self.robot.changed(joints=tuple(joints)))

    # -- options that suit the robot -------------------------------------------------------------------------------

    @property
    def has_few_coordinates(self) -> bool:
        """True if it has few coordinates: then every value of every option is tried, else a selection."""
        return len(self.qd) <= MAX_FEW_COORDINATES

    @cached_property
    def end(self) -> int:
        """The last frame of the longest branch."""
        depth = [0]
        for joint in self.robot.joints:
            depth.append(depth[joint.parent] + 1)
        return depth.index(max(depth))

    def moving_coordinates(self, j: int, base: bool = True) -> list[int]:
        """Indices of the coordinates that move frame j, with or without those of a floating base."""
        way = {0} if base else set()
        while j:
            way.add(j)
            j = self.robot.joint(j).parent
        moving = {
            a for k in way for c in self.robot.freedoms(k) if not c.is_motor for a, _ in self.robot.velocity_map_row(c)
        }
        return [k for k, c in enumerate(self.robot.coordinates) if c in moving]

    @cached_property
    def middle(self) -> int:
        """A frame between the base and the end, if there is one."""
        way, j = [], self.end
        while j:
            way.append(j)
            j = self.robot.joint(j).parent
        return way[len(way) // 2]

    @cached_property
    def numbers(self) -> dict[str, float]:
        """A number for every parameter: the robot's own, or a random one."""
        draw = random.Random("parameters")
        drawn = {name: draw.uniform(0.3, 1.3) for name in self.robot.parameters}
        return {**drawn, **self.robot.numbers}

    @property
    def first_link(self) -> int:
        """Number of the first link with inertia: 0 if the base floats."""
        return self.mechanics.links.start

    def columns(self, which: str = "present", joints: bool = True) -> dict[tuple[int, str], Expr]:
        """A symbol for every parameter of which a regressor has a column, in the order of the tables."""
        found = {}
        for j in range(self.first_link, len(self.robot) + 1):
            joint = self.robot.joint(j) if j else self.robot.base
            values = {name: getattr(joint.body, name) for name in INERTIA}
            if joints and isinstance(joint, Joint) and joint.moves:
                values |= {"IA": joint.rotor, "FV": joint.viscous, "FS": joint.coulomb}
            for name, value in values.items():
                if which == "all" or not value.is_zero:
                    found[j, name] = make_symbol(self.graph, f"{name}[{j}]")
        return found

    def times(self, matrix: Matrix, x: Sequence[Any]) -> list[Expr]:
        return self.mechanics.lift(multiply_vector(matrix, x))


class NamedFrameFixture(ModelFixture):
    """A robot with named frames, with symbols for the numbers of their positions: the end frames and a few others.

    A robot that has none is given one, anywhere on its last link.
    """

    def __init__(self, origin: Robot) -> None:
        require_tree(origin)
        lifted = _robot_with_symbols(origin)
        taken = {*lifted.graph.symbols(), *lifted.numbers, *(joint.variable for joint in lifted.joints)}
        ranked = sorted((x for x in origin.frames if x.link >= 0), key=lambda x: not x.end)
        if not ranked:
            anywhere: dict[str, Any] = dict.fromkeys(PLACE, 1)
            ranked = [Frame(name="frame", link=len(origin), **anywhere)]
        frames = []
        for k, frame in enumerate(ranked[:MAX_FEW_COORDINATES], 1):
            values = {name: getattr(frame, name) for name in PLACE}
            numbers = {name: fresh_name(f"{name}_of_frame{k}", taken) for name, x in values.items() if x.number}
            frames.append(replace(frame, **numbers))  # type: ignore[arg-type]
        super().__init__(origin, lifted.changed(frames=tuple(frames)))
