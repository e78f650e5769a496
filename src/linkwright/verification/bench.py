"""One robot on the bench: its models in one graph, each derived once, beside its mechanics from first principles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Function, Graph, Importer, symbol
from linkwright.expr.derivative import forward
from linkwright.expr.function import find_port
from linkwright.models import find, function
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.scope import Scope
from linkwright.robot import Robot
from linkwright.robot.features import FEATURES
from linkwright.robot.robot import INERTIA
from linkwright.verification.mechanics import Matrix, Mechanics, apply

KINDS = ("q", "qd", "qdd", "tau")
FEW = 4  # joints
BASE_MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")


def _state(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    q = [state.q[c.link] for c in robot.coordinates]
    return [named("q", q, ""), *(named(kind, list(getattr(state, kind).values()), "") for kind in KINDS[1:])]


STATE = Model(
    "state", "the state itself: its symbols, or what the robot gives instead of them", KINDS, _state,
    scope=Scope(frozenset(FEATURES)),
)  # fmt: skip


def need_tree(robot: Robot) -> None:
    """The laws are those of trees on a fixed base."""
    if robot.loops:
        raise RobotError(f"{robot.name} has closed loops, and the laws are those of trees")
    if robot.base.kind != "fixed":
        raise RobotError(f"{robot.name} has a {robot.base.kind} base, and the laws are those of trees on a fixed one")
    if not robot.coordinates:
        raise RobotError(f"{robot.name} has no joint that moves: there is nothing to verify")


class Bench:
    """`output` and `matrix` are models, `mechanics` is what they must be. Everything is of one graph.

    `origin` is the robot that was given, `robot` the same with its numbers lifted to symbols: what is proven for all
    numbers is proven for these, and rounding does not disturb it.
    """

    def __init__(self, origin: Robot, robot: Robot | None = None) -> None:
        need_tree(origin)
        self.origin = origin
        self.robot = origin.with_symbols() if robot is None else robot
        self.graph = Graph()
        self._into = Importer(self.graph)
        self.derived: dict[tuple[str, tuple[tuple[str, str], ...]], Function] = {}  # by model and options
        state = function(self.robot, STATE)
        labels = {kind: find_port(state.inputs, kind).labels for kind in KINDS}
        self._symbols = {kind: [symbol(self.graph, x, "variable") for x in labels[kind]] for kind in KINDS}
        self._given: dict[str, Expr] = {}  # rates that the robot gives as formulas
        for kind in KINDS:
            for x, value in zip(self._symbols[kind], state.output(kind), strict=True):
                if self._into(value) != x:
                    self._given[str(x.name)] = self._into(value)
        self._into = Importer(self.graph)

    # -- the state ------------------------------------------------------------------------------------------------

    @property
    def q(self) -> list[Expr]:
        return self._symbols["q"]

    @property
    def qd(self) -> list[Expr]:
        return self._symbols["qd"]

    @property
    def qdd(self) -> list[Expr]:
        return self._symbols["qdd"]

    @property
    def tau(self) -> list[Expr]:
        return self._symbols["tau"]

    def direction(self, name: str = "u", size: int | None = None) -> list[Expr]:
        """Symbols of a direction: what holds along it holds for every entry. No user can write a name with brackets."""
        count = len(self.q) if size is None else size
        return [symbol(self.graph, f"{name}[{k}]", "variable") for k in range(1, count + 1)]

    def given(self, values: Iterable[Any]) -> list[Expr]:
        """With the rates that the robot gives as formulas."""
        lifted = self.mechanics.lift(list(values))
        return self.put(lifted, self._given) if self._given else lifted

    def put(self, values: Iterable[Expr], instead: Mapping[str, Any]) -> list[Expr]:
        """With these symbols replaced."""
        into = Importer(self.graph, instead)
        return [into(x) for x in values]

    def at(self, values: Iterable[Expr], **kinds: Sequence[Any]) -> list[Expr]:
        """With q, qd, qdd or tau replaced: at(tau, qdd=[0] * n)."""
        table: dict[str, Any] = {}
        for kind, new in kinds.items():
            table |= {str(x.name): y for x, y in zip(self._symbols[kind], new, strict=True)}
        return self.put(values, table)

    def along(self, values: Sequence[Any], **kinds: Sequence[Expr]) -> list[Expr]:
        """The derivatives along directions: along(tau, q=u)."""
        table: dict[Expr, Expr] = {}
        for kind, rates in kinds.items():
            table |= dict(zip(self._symbols[kind], rates, strict=True))
        return forward(self.mechanics.lift(values), table)

    def rate(self, values: Sequence[Any]) -> list[Expr]:
        """The derivatives in time."""
        return self.along(values, q=self.qd, qd=self.qdd)

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
        """Expressions of another graph in this one, symbols by name."""
        return [self._into(x) for x in values]

    def output(self, model: str, port: str = "", **options: Any) -> list[Expr]:
        """An output of a model (the first one if it is not named), row by row."""
        fn = self.function(model, **options)
        found = find_port(fn.outputs, port) if port else fn.outputs[0]
        return self.take(Expr(fn.graph, i) for i in found.elements)

    def matrix(self, model: str, port: str = "", **options: Any) -> Matrix:
        """An output of a model as rows."""
        fn = self.function(model, **options)
        found = find_port(fn.outputs, port) if port else fn.outputs[0]
        width = found.shape[-1] if found.shape else 1
        flat = self.output(model, port, **options)
        return [flat[k : k + width] for k in range(0, len(flat), width)]

    @cached_property
    def mechanics(self) -> Mechanics:
        joints = [c.link for c in self.robot.coordinates]
        q, qd, qdd = (dict(zip(joints, self._symbols[kind], strict=True)) for kind in KINDS[:3])
        return Mechanics(self.robot, self.graph, q, qd, qdd)

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
    def still(self) -> Bench:
        """The robot with its base at rest: some models are those of the links alone."""
        base = self.robot.base
        if all(x.is_zero for name in BASE_MOTION for x in getattr(base, name)):
            return self
        zero: dict[str, Any] = dict.fromkeys(BASE_MOTION, (0, 0, 0))
        at_rest = replace(base, **zero)
        return Bench(self.origin, self.robot.changed(base=at_rest))

    @cached_property
    def free(self) -> Bench:
        """The robot with a symbol for every rate, also where it gives a formula: what is differentiated by rates."""
        if not self._given:
            return self
        joints = (replace(j, velocity=None, acceleration=None, effort=None) for j in self.robot.joints)
        return Bench(self.origin, self.robot.changed(joints=tuple(joints)))

    # -- choices that suit the robot ------------------------------------------------------------------------------

    @property
    def few(self) -> bool:
        """Whether it has few joints: then every choice of every option is tried, else some that stand for the rest."""
        return len(self.q) <= FEW

    @cached_property
    def end(self) -> int:
        """The last frame of the longest branch."""
        depth = [0]
        for joint in self.robot.joints:
            depth.append(depth[joint.parent] + 1)
        return depth.index(max(depth))

    def movers(self, j: int) -> list[int]:
        """The joints that move frame j, from the base outward."""
        found = []
        while j:
            found += [j] if self.robot.joint(j).moves else []
            j = self.robot.joint(j).parent
        return found[::-1]

    @cached_property
    def middle(self) -> int:
        """A frame on the way to the end, if there is one."""
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

    def columns(self, which: str = "present", joints: bool = True) -> dict[tuple[int, str], Expr]:
        """A symbol for every parameter of which a regressor has a column, in the order of the tables."""
        found = {}
        for j, joint in enumerate(self.robot.joints, 1):
            values = {name: getattr(joint.body, name) for name in INERTIA}
            if joints and joint.moves:
                values |= {"IA": joint.rotor, "FV": joint.viscous, "FS": joint.coulomb}
            for name, value in values.items():
                if which == "all" or not value.is_zero:
                    found[j, name] = symbol(self.graph, f"{name}[{j}]")
        return found

    def times(self, matrix: Matrix, x: Sequence[Any]) -> list[Expr]:
        return self.mechanics.lift(apply(matrix, x))
