"""A robot with all its numbers as compiled models: what a simulation and a model-based controller call."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.expr import Function, value_of
from linkwright.models import function
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.robot.robot import WRENCH
from linkwright.run.compiled import Compiled, compile

if TYPE_CHECKING:
    from linkwright.run.native import Array

SMOOTHING = 1e-2  # rad/s or m/s


@dataclass(frozen=True)
class Friction:
    """viscous qd + coulomb sign(qd), the sign smoothed: tanh(qd/speed).

    A sign makes every integrator chatter where a joint comes to rest. Below `speed` the friction of rest is replaced by
    a creep that is as slow. speed = 0 keeps the sign.
    """

    viscous: Array
    coulomb: Array
    speed: float = SMOOTHING

    @property
    def absent(self) -> bool:
        return not (self.viscous.any() or self.coulomb.any())

    def __call__(self, qd: Array) -> Array:
        import numpy as np

        sign = np.tanh(qd / self.speed) if self.speed > 0 else np.sign(qd)
        result: Array = self.viscous * qd + self.coulomb * sign
        return result


_MODELS = (
    "forward_dynamics", "inverse_dynamics", "gravity_vector", "kinetic_energy", "potential_energy", "inertia_matrix",
)  # fmt: skip


class Mechanism:
    """The models of one robot. Vectors have one entry per moving joint.

    numbers: values of symbols beside or instead of those that the robot knows.
    """

    models = _MODELS  # those that a simulation needs
    inputs: tuple[str, ...] = ("q", "qd", "qdd", "tau")  # what they get of a state

    def __init__(self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> None:
        import numpy as np

        values = {**robot.numbers, **(numbers or {})}
        for name in values:
            if name not in robot.numbers and name not in robot.graph.symbols():
                raise UnknownName.among("parameter", name, robot.parameters)
        numeric = robot.with_numbers(values)
        if any(not v.is_zero for motion in _motion(numeric) for v in motion):
            raise RobotError(f"{robot.name} has a moving base; simulation needs one at rest",
                             remedy='robot.without("base_motion")', command="--without base_motion")  # fmt: skip
        free = numeric.without("friction")
        made = {name: function(free, name) for name in self.models}
        _need_numbers(robot, numeric, made, self.inputs)
        self.robot, self.numbers, self._free = numeric, values, free
        self._models = {name: compile(optimize(fn)) for name, fn in made.items()}
        joints = [numeric.joint(c.link) for c in numeric.coordinates if c.link]
        self.friction = Friction(
            np.array([value_of(j.viscous) for j in joints]), np.array([value_of(j.coulomb) for j in joints]), smoothing
        )
        self.actuated = np.array([j.actuated for j in joints])
        self.names = tuple(j.name for j in joints)
        self.variables = tuple(j.variable for j in joints)
        self.kinds = tuple(j.kind for j in joints)
        limits = [j.limits.effort for j in joints]
        self.effort_limits = np.array([np.inf if limit is None else limit for limit in limits])
        self.loaded = any(not getattr(j.body, w).is_zero for j in numeric.joints for w in WRENCH)

    def __len__(self) -> int:
        return len(self.names)

    def model(self, name: str) -> Compiled:
        """A compiled model of the robot without its friction."""
        if name not in self._models:
            self._models[name] = compile(optimize(function(self._free, name)))
        return self._models[name]

    @property
    def undriven(self) -> tuple[str, ...]:
        """What moves on its own and has no motor."""
        return tuple(name for name, on in zip(self.names, self.actuated, strict=True) if not on)

    def chosen(self, qd: Array) -> Array:
        """Of rates of all joints those that move on their own."""
        return qd

    def forward(self, q: Array, qd: Array, tau: Array) -> Array:
        """Accelerations under these efforts, friction included."""
        effort = tau if self.friction.absent else tau - self.friction(qd)
        result: Array = self._models["forward_dynamics"](q, qd, effort)
        return result

    def inverse(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Efforts of this motion, friction included."""
        tau: Array = self._models["inverse_dynamics"](q, qd, qdd)
        return tau if self.friction.absent else tau + self.friction(qd)

    def gravity(self, q: Array) -> Array:
        """Efforts that hold the robot against gravity."""
        tau: Array = self._models["gravity_vector"](q)
        return tau

    def power(self, q: Array, qd: Array, tau: Array) -> float:
        """What the efforts put into the robot, less what friction and wrenches on the environment take."""
        import numpy as np

        effort = tau - self.friction(qd)
        if self.loaded:
            still = np.zeros(len(self))
            effort = effort - (self._models["inverse_dynamics"](q, still, still) - self.gravity(q))
        return float(qd @ effort)

    def energies(self, q: Array, qd: Array) -> tuple[Array, Array]:
        """Kinetic and potential energy, of one state or of many."""
        import numpy as np

        return np.asarray(self._models["kinetic_energy"](q, qd)), np.asarray(self._models["potential_energy"](q))

    def check_inertia(self, q: Array) -> None:
        """A joint that moves nothing has no acceleration: say which, before anything is divided by zero."""
        import numpy as np

        M = np.asarray(self._models["inertia_matrix"](q))
        weightless = [name for name, m in zip(self.names, M.diagonal()) if not m > 0]
        if weightless:
            raise RobotError(f"{self.robot.name}: nothing with inertia moves with {', '.join(weightless)}",
                             remedy="give its link a mass or an inertia, or its joint a rotor")  # fmt: skip
        scale = 1 / np.sqrt(M.diagonal())
        if np.linalg.eigvalsh(M * np.outer(scale, scale))[0] < 1e-13:
            raise RobotError(f"{self.robot.name}: the inertia matrix is not positive definite at the start",
                             remedy="check the inertial parameters: no bodies have these")  # fmt: skip


def _motion(robot: Robot) -> list[tuple[Any, ...]]:
    base = robot.base
    return [base.angular_velocity, base.angular_acceleration, base.velocity, base.acceleration]


def _need_numbers(robot: Robot, numeric: Robot, models: Mapping[str, Function], state: Collection[str]) -> None:
    """Every symbol that a model or the friction still asks for, named at once."""
    missing: dict[str, None] = {}
    for fn in models.values():
        missing |= dict.fromkeys(s for port in fn.inputs if port.name not in state for s in port.labels)
    for joint in numeric.joints:
        missing |= dict.fromkeys(sorted(joint.viscous.symbols | joint.coulomb.symbols))
    if missing:
        names = list(missing)
        shown = ", ".join(names[:40]) + (f" and {len(names) - 40} more" if len(names) > 40 else "")
        raise InputError(f"{robot.name} has no number for {shown}",
                         remedy="give them: numbers={NAME: value, ...}",
                         command="give them in a file (--parameters FILE): NAME = value, line by line")  # fmt: skip


def read_numbers(path: str) -> dict[str, float]:
    """The numbers of a TOML file: NAME = value, at the top or in a table [numbers] (as in a robot's own file)."""
    import tomllib

    try:
        with open(path, "rb") as stream:
            data = tomllib.load(stream)
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InputError(f"is no TOML: {problem}", file=path) from problem
    table = data.get("numbers", data)
    if not isinstance(table, dict):
        raise InputError("`numbers` is no table", file=path, remedy="NAME = value, line by line")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{name} is no number", file=path, remedy="NAME = value, line by line")
    return {name: float(value) for name, value in table.items()}
