"""Controllers: the efforts of the joints from a reference and the state that is measured.

The vectors Kp, Kd hold a gain per joint. A joint that no motor drives gets no effort (`simulate` sees to that).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from linkwright.errors import RobotError
from linkwright.run.simulation.mechanism import Mechanism
from linkwright.run.simulation.trajectories import Reference

if TYPE_CHECKING:
    from linkwright.run.native import Array


class Controller(Protocol):
    """tau(t, q, qd)."""

    def __call__(self, t: float, q: Array, qd: Array, /) -> Array: ...


@dataclass(frozen=True)
class Free:
    """No efforts."""

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        return q * 0


@dataclass(frozen=True)
class GravityCompensation:
    """tau = g(q)."""

    model: Mechanism

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        return self.model.gravity(q)


@dataclass(frozen=True)
class PD:
    """tau = Kp e + Kd ed, and g(q) if a model is given (Takegaki & Arimoto 1981)."""

    reference: Reference
    Kp: Array
    Kd: Array
    model: Mechanism | None = None

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        goal, rate, _ = self.reference(t)
        tau: Array = self.Kp * (goal - q) + self.Kd * (rate - qd)
        return tau if self.model is None else tau + self.model.gravity(q)


@dataclass(frozen=True)
class ComputedTorque:
    """tau = M(q) (qdd_d + Kp e + Kd ed) + C(q, qd) qd + g(q) + friction: inverse dynamics of a corrected acceleration.

    Khalil & Dombre, section 14.4.2. velocities=False leaves out C qd and friction, as a controller would that thinks
    them small.
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

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        goal, rate, acceleration = self.reference(t)
        wanted = acceleration + self.Kp * (goal - q) + self.Kd * (rate - qd)
        return self.model.inverse(q, qd if self.velocities else qd * 0, wanted)
