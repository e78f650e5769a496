"""Controllers: the efforts of the joints from a reference and the measured state.

The vectors Kp, Kd hold a gain per joint. A joint without a motor gets no effort (`simulate` masks it). Where the base
floats or rolls, a controller may take its pose and twist as well; the model-based controllers of this module do.
References of robots with ball joints are made by `Mechanism.followed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from linkwright.errors import RobotError
from linkwright.simulation.balls import QuaternionReference
from linkwright.simulation.loops import LoopReference
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.trajectories import Reference

if TYPE_CHECKING:
    from linkwright.run.native import Array


class Controller(Protocol):
    """Function tau(t, q, qd), or tau(t, q, qd, pose, twist) where the base moves."""

    def __call__(self, *args: Any, **kwargs: Any) -> Array: ...


@dataclass(frozen=True)
class NoEfforts:
    """No efforts."""

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        return qd * 0


@dataclass(frozen=True)
class GravityCompensation:
    """tau = g(q)."""

    model: Mechanism

    def __post_init__(self) -> None:
        _require_no_floating_base(self.model)

    def __call__(self, t: float, q: Array, qd: Array, *base: Array) -> Array:
        return self.model.gravity(q, *base)


@dataclass(frozen=True)
class PD:
    """tau = Kp e + Kd ed, and g(q) if a model is given (Takegaki & Arimoto 1981)."""

    reference: Reference
    Kp: Array
    Kd: Array
    model: Mechanism | None = None

    def __post_init__(self) -> None:
        if self.model is not None:
            _require_no_floating_base(self.model)

    def __call__(self, t: float, q: Array, qd: Array, *base: Array) -> Array:
        goal, rate, _ = self.reference(t)
        tau: Array = self.Kp * position_error(self.reference, goal, q) + self.Kd * (rate - qd)
        return tau if self.model is None else tau + self.model.gravity(q, *base)


@dataclass(frozen=True)
class ComputedTorque:
    """tau = M(q) (qdd_d + Kp e + Kd ed) + C(q, qd) qd + g(q) + friction: inverse dynamics of a corrected acceleration.

    Khalil & Dombre, section 14.4.2. velocities=False leaves out C qd and friction, as a controller would that neglects
    them. A floating base accelerates freely under these efforts.
    """

    reference: Reference
    Kp: Array
    Kd: Array
    model: Mechanism
    velocities: bool = True

    def __post_init__(self) -> None:
        if self.model.undriven:
            raise RobotError(f"{self.model.robot.name}: no motor drives {', '.join(self.model.undriven)}",
                             remedy="computed torque needs one at every joint; use pd or gravity")  # fmt: skip
        self.model.model(self.model.inverse_model)  # compiled before anything moves

    def __call__(self, t: float, q: Array, qd: Array, *base: Array) -> Array:
        goal, rate, acceleration = self.reference(t)
        wanted = acceleration + self.Kp * position_error(self.reference, goal, q) + self.Kd * (rate - qd)
        if not self.velocities:
            qd, base = qd * 0, (*base[:1], *(twist * 0 for twist in base[1:]))
        return self.model.inverse(q, qd, wanted, *base)


def position_error(reference: Reference, goal: Array, q: Array) -> Array:
    """Position error from q to the goal: the difference, or that of the reference of a robot with ball joints."""
    error: Array = reference.error(goal, q) if isinstance(reference, QuaternionReference | LoopReference) else goal - q
    return error


def _require_no_floating_base(model: Mechanism) -> None:
    if model.floats:
        raise RobotError(f"{model.robot.name} has a floating base: no joint efforts hold it against gravity",
                         remedy='pd or computed torque; or fix its base: robot.without("floating")',
                         command="--control pd or computed-torque; or fix its base: --without floating")  # fmt: skip
