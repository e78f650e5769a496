"""Compiled models of a robot with all its numbers, for simulations and model-based controllers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.expr import Function, value_of
from linkwright.models import function
from linkwright.optimize import optimize
from linkwright.robot import Coordinate, Joint, Robot
from linkwright.robot.coordinates import has_motor, is_sprung
from linkwright.robot.features import BALLS
from linkwright.robot.robot import WRENCH
from linkwright.run.compiled import Compiled, compile
from linkwright.simulation.balls import BallJoints, QuaternionReference

if TYPE_CHECKING:
    from linkwright.run.native import Array
    from linkwright.simulation.trajectories import Reference

SMOOTHING = 1e-2  # rad/s or m/s


def checked_vector(what: str, values: Sequence[float] | Array | None, names: Sequence[str], needed: str) -> Array:
    """Return one finite number per name; None is zero; a single one is repeated. `needed` says in messages how many
    there must be."""
    import numpy as np

    n = len(names)
    x = np.zeros(n) if values is None else np.array(values, dtype=float).reshape(-1)
    x = np.full(n, x[0]) if len(x) == 1 else x
    if len(x) != n:
        raise InputError(f"{what} has {len(x)} values, {needed}", remedy=f"in this order: {', '.join(names)}")
    if not np.isfinite(x).all():
        raise InputError(f"{what} is not finite")
    return x


@dataclass(frozen=True)
class Friction:
    """Friction viscous v + coulomb sign(v) of every joint, the sign smoothed: tanh(v/speed).

    A sign makes every integrator chatter where a joint comes to rest. Below `speed` static friction is replaced by
    slow creep. speed = 0 keeps the sign. `moves` maps the rates of the coordinates to the rates v of the
    joints: 1 where nothing is coupled.
    """

    viscous: Array
    coulomb: Array
    moves: Array
    speed: float = SMOOTHING

    @property
    def absent(self) -> bool:
        return not (self.viscous.any() or self.coulomb.any())

    def __call__(self, qd: Array) -> Array:
        import numpy as np

        v = qd @ self.moves.T
        sign = np.tanh(v / self.speed) if self.speed > 0 else np.sign(v)
        result: Array = (self.viscous * v + self.coulomb * sign) @ self.moves
        return result


class Mechanism:
    """The models of one robot. Vectors have one entry per coordinate: of joints that are not coupled to others, and of
    rotors behind springs. Efforts of flexible joints come from their springs: given ones are not used. Positions of a
    ball joint are four, its quaternion.

    Where the base floats, methods take its pose (x, y, z, quaternion) and its twist in its own frame as well.
    numbers: values of symbols in addition to, or instead of, those in the robot's description.
    """

    models: tuple[str, ...] = ("forward_dynamics", "kinetic_energy", "potential_energy", "inertia_matrix")
    inverse_model = "inverse_dynamics"  # what `inverse` needs beside those of every simulation
    rolls = False
    closes = False  # loops

    def __init__(self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> None:
        import numpy as np

        values = {**robot.numbers, **(numbers or {})}
        for name in values:
            if name not in robot.numbers and name not in robot.graph.symbols():
                raise UnknownName.among("parameter", name, robot.parameters)
        numeric = robot.with_numbers(values)
        if numeric.loops and not self.closes:
            raise RobotError(f"{robot.name} has closed loops: its joints do not move independently",
                             remedy="mechanism(robot) makes a LoopMechanism")  # fmt: skip
        if numeric.wheels and not self.rolls:
            raise RobotError(f"{robot.name} has wheels: its joints do not move independently",
                             remedy="mechanism(robot) makes a RollingMechanism")  # fmt: skip
        if BALLS.has(numeric) and numeric.wheels:
            raise RobotError(f"{robot.name} has ball joints beside wheels, which simulation does not support",
                             remedy='robot.without("balls") locks them', command="--without balls")  # fmt: skip
        self.floats = numeric.base.kind == "floating"
        self.base_pose, self.base_twist = _described_base(numeric)
        if self.floats:
            numeric = numeric.without("base_motion")
        elif any(not v.is_zero for motion in _base_motion(numeric) for v in motion):
            raise RobotError(f"{robot.name} has a base with prescribed motion; simulation needs one at rest",
                             remedy='robot.without("base_motion")', command="--without base_motion")  # fmt: skip
        self.robot, self.numbers = numeric, values
        self._free = numeric.without("friction")
        made = {name: self._derived(self._free, name) for name in self.models}
        _require_numbers(robot, numeric, made)
        self._models = {name: compile(optimize(fn)) for name, fn in made.items()}
        own = [c for c in numeric.coordinates if c.link]
        joints = [numeric.joint(c.link) for c in own]
        self.independent = numeric.coordinates  # independent coordinates, the base first
        self.friction = _joint_friction(numeric, own, smoothing)
        self.driven = np.array([c.given == "acceleration" for c in own], dtype=bool)
        self.actuated = np.array([j.actuated for j in joints], dtype=bool) & self.driven
        self.names = tuple(c.joint for c in own)
        self.variables = tuple(_column_name(c, j) for c, j in zip(own, joints))
        self.balls = BallJoints.of(numeric)
        self.q_names, self.q_variables = self.names, self.variables  # of positions; a ball joint has four
        if self.balls:
            ports = {port.name: port for port in made["forward_dynamics"].inputs}
            self.q_names, self.q_variables = ports["q"].names, ports["q"].labels
        self.kinds = tuple(j.kind for j in joints)
        self._dampers = _damper_rows(numeric, own)
        limits = [j.limits.effort for j in joints]
        self.effort_limits = np.array([np.inf if limit is None else limit for limit in limits])
        bodies = [*(j.body for j in numeric.joints), *([] if numeric.base.kind == "fixed" else [numeric.base.body])]
        self.loaded = any(not getattr(body, w).is_zero for body in bodies for w in WRENCH)

    def __len__(self) -> int:
        return len(self.names)

    def _derived(self, robot: Robot, name: str) -> Function:
        return function(robot, name)

    def model(self, name: str) -> Compiled:
        """Compiled model of the robot without its friction."""
        if name not in self._models:
            self._models[name] = compile(optimize(self._derived(self._free, name)))
        return self._models[name]

    @property
    def undriven(self) -> tuple[str, ...]:
        """Independent joints without a motor; a floating base is not counted."""
        return tuple(name for name, on in zip(self.names, self.actuated, strict=True) if not on)

    @property
    def reference_joints(self) -> tuple[int, ...]:
        """Indices of the joints whose positions determine those of all: a reference consists of them."""
        return tuple(range(len(self)))

    @property
    def columns(self) -> tuple[Sequence[str], Sequence[str]]:
        """Variables and names of the positions that a reference gives."""
        if self.balls:
            return self.q_variables, self.q_names
        return [self.variables[k] for k in self.reference_joints], [self.names[k] for k in self.reference_joints]

    def complete_reference(self, reference: Reference) -> Reference:
        """Reference of all joints, from one of the `guided` joints; of ball joints, from their quaternions."""
        return QuaternionReference(reference, self.balls) if self.balls else reference

    def positions(self, what: str, values: Sequence[float] | Array | None) -> Array:
        """Positions of the `guided` joints, as a user gives them; None is where the robot starts."""
        if not self.balls:
            return checked_vector(what, values, self.names, f"{self.robot.name} moves {len(self)} joints")
        if values is None:
            return self.balls.rest()
        given = checked_vector(
            what, values, self.q_names, f"{self.robot.name} has {len(self.q_names)} numbers for its joints"
        )
        return self.balls.unit(what, given)

    def sizes(self, what: str, values: Sequence[float] | None) -> Array:
        """A number for every position of a reference that is not a position itself, such as an amplitude."""
        if not self.balls:
            return self.positions(what, values)
        return checked_vector(
            what, values, self.q_names, f"{self.robot.name} has {len(self.q_names)} numbers for its joints"
        )

    def independent_rates(self, qd: Array) -> Array:
        """Rates with which `simulate` starts, from the rates of all joints."""
        return qd

    def rates(self, qd: Array, *base: Array) -> Array:
        """Rates of the `independent` coordinates, from those of joints and base."""
        import numpy as np

        return np.concatenate([*base[1:], qd], axis=-1)

    def _value(self, name: str, q: Array, base: Sequence[Array], **more: Array) -> Any:
        """Output of a model, called with those of these inputs that it has."""
        model = self.model(name)
        given = {"q": q, **more, **dict(zip(("base_pose", "base_twist"), base))}
        return model(*(given[port.name] for port in model.function.variables))

    def forward(self, q: Array, qd: Array, tau: Array, *base: Array) -> Array:
        """Accelerations under these efforts, friction included; first those of a base that moves (classical)."""
        import numpy as np

        effort = tau if self.friction.absent else tau - self.friction(qd)
        found = self._value("forward_dynamics", q, base, qd=qd, tau=effort[..., self.driven])
        result: Array = np.concatenate([found["base_acceleration"], found["qdd"]], axis=-1) if self.floats else found
        return result

    def inverse(self, q: Array, qd: Array, qdd: Array, *base: Array) -> Array:
        """Efforts for this motion of the joints, friction included; a floating base accelerates freely."""
        import numpy as np

        found = self._value("inverse_dynamics", q, base, qd=qd, qdd=qdd[..., self.driven])
        tau: Array = np.zeros_like(qdd)
        tau[..., self.driven] = found["tau"] if isinstance(found, dict) else found
        return tau if self.friction.absent else tau + self.friction(qd)

    def gravity(self, q: Array, *base: Array) -> Array:
        """Efforts that hold the robot against gravity, for a fixed base."""
        tau: Array = self._value("gravity_vector", q, ())
        return tau

    def power(self, q: Array, qd: Array, tau: Array, *base: Array) -> float:
        """Power of the efforts, less the power of friction and of wrenches on the environment, W."""
        import numpy as np

        effort = tau if self.friction.absent else tau - self.friction(qd)
        power = float(qd @ np.where(self.driven, effort, 0) - ((self._dampers @ qd) ** 2).sum())
        if self.loaded:
            rates = self.rates(qd, *base)
            power -= float(rates @ self._load(q, rates, *base[:1]))
        return power

    def _load(self, q: Array, rates: Array, *pose: Array) -> Array:
        """Generalized efforts of the wrenches on the environment at these rates, of the base too."""
        import numpy as np

        still = self._free.without("gravity")
        for name, robot in ((_LOADED, still), (_UNLOADED, still.without("external"))):
            if name not in self._models:
                self._models[name] = compile(optimize(self._derived(robot, "bias_vector")))
        k = sum(not c.link for c in self.independent)
        moving = {"base_twist": rates[:k], "qd": rates[k:]}
        loaded, unloaded = (np.asarray(self._value(name, q, pose, **moving)) for name in (_LOADED, _UNLOADED))
        load: Array = loaded - unloaded  # velocities and springs are in both
        return load

    def energies(self, q: Array, qd: Array, *base: Array) -> tuple[Array, Array]:
        """Kinetic and potential energy, of one state or of many."""
        import numpy as np

        kinetic, potential = self._value("kinetic_energy", q, base, qd=qd), self._value("potential_energy", q, base)
        return np.asarray(kinetic), np.asarray(potential)

    def check_inertia(self, q: Array) -> None:
        """Refuse joints that move no inertia, before anything is divided by zero."""
        import numpy as np

        M = np.asarray(self._value("inertia_matrix", q, ()))
        moved = [c.joint for c in self.independent]
        weightless = dict.fromkeys(name for name, m in zip(moved, M.diagonal()) if not m > 0)
        if weightless:
            raise RobotError(f"{self.robot.name}: no inertia is moved by {', '.join(weightless)}",
                             remedy="give its link a mass or an inertia, or its joint a rotor")  # fmt: skip
        scale = 1 / np.sqrt(M.diagonal())
        if np.linalg.eigvalsh(M * np.outer(scale, scale))[0] < 1e-13:
            raise RobotError(f"{self.robot.name}: the inertia matrix is not positive definite at the start",
                             remedy="check the inertial parameters: they are not physically consistent")  # fmt: skip


_STATE = {"q", "q_start", "qd", "qdd", "tau", "base_pose", "base_twist", "base_acceleration"}
_LOADED, _UNLOADED = "loaded", "unloaded"


def _column_name(c: Coordinate, joint: Joint) -> str:
    """Name of a coordinate in the columns of a recording."""
    if c.is_motor:
        return f"{joint.variable}_motor"
    return f"{joint.variable}_{c.component}" if joint.kind == "ball" else joint.variable


def _joint_friction(robot: Robot, own: Sequence[Coordinate], smoothing: float) -> Friction:
    """Friction of every joint, on the coordinates that move it; that of a flexible joint acts on the rotor behind its
    spring."""
    import numpy as np

    links = range(1, len(robot) + 1)
    freedoms = [c for j in links for c in robot.freedoms(j) if c.is_motor or not has_motor(robot.joint(j))]
    place = {c: k for k, c in enumerate(own)}
    moves = np.zeros((len(freedoms), len(own)))
    for row, c in zip(moves, freedoms, strict=True):
        for a, factor in robot.velocity_map_row(c):
            row[place[a]] += factor if isinstance(factor, int) else value_of(factor)
    for joint in robot.joints:
        rubs = not (joint.viscous.is_zero and joint.coulomb.is_zero)
        if rubs and is_sprung(joint) and not has_motor(joint):
            raise RobotError(f"{robot.name}: {joint.name} is flexible and has friction, but no motor that it acts on",
                             remedy="describe it as damping of the spring")  # fmt: skip
    joints = [robot.joint(c.link) for c in freedoms]
    viscous, coulomb = (np.array([value_of(getattr(j, name)) for j in joints]) for name in ("viscous", "coulomb"))
    return Friction(viscous, coulomb, moves, smoothing)


def _damper_rows(robot: Robot, own: Sequence[Coordinate]) -> Array:
    """A row for every damper: the square of row . qd is the power that it takes."""
    import numpy as np

    rows = []
    for j, joint in enumerate(robot.joints, 1):
        if joint.flexible:
            weight = value_of(joint.damping) ** 0.5
            rows.append([0.0 if c.link != j else -weight if c.is_motor else weight for c in own])
    return np.array(rows).reshape(len(rows), len(own))


def _described_base(robot: Robot) -> tuple[Array | None, Array]:
    """Pose (4 x 4; None without numbers) and twist of the base in the description; symbols only name a twist."""
    import numpy as np

    base = robot.base
    pose = None if any(x.symbols for x in base.pose) else np.array([value_of(x) for x in base.pose]).reshape(4, 4)
    twist = [*base.velocity, *base.angular_velocity]
    return pose, np.array([0.0 if x.symbols else value_of(x) for x in twist])


def _base_motion(robot: Robot) -> list[tuple[Any, ...]]:
    base = robot.base
    return [base.angular_velocity, base.angular_acceleration, base.velocity, base.acceleration]


def _require_numbers(robot: Robot, numeric: Robot, models: Mapping[str, Function]) -> None:
    """Refuse a robot with symbols left in its models or its friction, all named at once."""
    missing: dict[str, None] = {}
    for fn in models.values():
        missing |= dict.fromkeys(s for port in fn.inputs if port.name not in _STATE for s in port.labels)
    for joint in numeric.joints:
        missing |= dict.fromkeys(sorted(joint.viscous.symbols | joint.coulomb.symbols))
    if missing:
        names = list(missing)
        shown = ", ".join(names[:40]) + (f" and {len(names) - 40} more" if len(names) > 40 else "")
        raise InputError(f"{robot.name} has no number for {shown}",
                         remedy="give them: numbers={NAME: value, ...}",
                         command="give them in a file (--parameters FILE): NAME = value, line by line")  # fmt: skip


def read_numbers(path: str) -> dict[str, float]:
    """Read the numbers of a TOML file: NAME = value, at the top or in a table [numbers] (as in a robot's own file)."""
    import tomllib

    try:
        with open(path, "rb") as stream:
            data = tomllib.load(stream)
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InputError(f"is not valid TOML: {problem}", file=path) from problem
    table = data.get("numbers", data)
    if not isinstance(table, dict):
        raise InputError("`numbers` is not a table", file=path, remedy="NAME = value, line by line")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{name} is not a number", file=path, remedy="NAME = value, line by line")
    return {name: float(value) for name, value in table.items()}
