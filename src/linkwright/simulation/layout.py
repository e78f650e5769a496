"""What is integrated for which kind of robot: the only place where a simulation tells one kind from another.

| Robot                             | models           | layout of the vector |
|-----------------------------------|------------------|----------------------|
| joints on a fixed or floating base| Mechanism        | StateVector          |
| wheels under a mobile base        | RollingMechanism | RollingState         |
| closed loops                      | LoopMechanism    | LoopState            |
| wheels and closed loops           | RollingLoopMechanism | RollingLoopState |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from linkwright.errors import InputError, RobotError
from linkwright.robot import Robot
from linkwright.simulation.loop_state import LoopState
from linkwright.simulation.loops import LoopMechanism
from linkwright.simulation.mechanism import SMOOTHING, Mechanism
from linkwright.simulation.rolling import RollingMechanism, RollingState
from linkwright.simulation.rolling_loops import RollingLoopMechanism, RollingLoopState
from linkwright.simulation.state import Motion, StateVector

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None


class Layout(Protocol):
    """What of the integrated vector is what, for one mechanism. Its last entry is the work W of all efforts but
    gravity's, with which the energy is balanced."""

    pairs: int
    """So many positions come first, and then their rates: for methods that integrate twice."""

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        """The first vector, W = 0, from what a user gives; what makes no sense is refused."""
        ...

    def motion(self, y: Array) -> Motion:
        """In the terms of `Mechanism`: positions and rates of all joints, and of a base that moves pose and twist."""
        ...

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """d/dt of the vector under these efforts."""
        ...

    def ended(self, problem: InputError | None = None) -> InputError | None:
        """Why the motion could not go on, where the layout knows more than this."""
        ...


def mechanism(
    robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING, independent: str = "driven"
) -> Mechanism:
    """The compiled models of a robot, on wheels, with loops, or neither. `independent`: of loops, as in models."""
    if robot.loops and not robot.wheels:
        return LoopMechanism(robot, numbers, smoothing, independent)
    if independent != "driven":
        what = "wheels: drives are independent" if robot.loops else "no loops: all joints are independent"
        raise RobotError(f"{robot.name} has {what}", remedy="independent=driven")
    if robot.loops:
        return RollingLoopMechanism(robot, numbers, smoothing)
    return (RollingMechanism if robot.wheels else Mechanism)(robot, numbers, smoothing)


def layout_of(plant: Mechanism) -> Layout:
    if isinstance(plant, LoopMechanism):
        return LoopState(plant)
    if isinstance(plant, RollingLoopMechanism):
        return RollingLoopState(plant)
    return RollingState(plant) if isinstance(plant, RollingMechanism) else StateVector(plant)


__all__ = ["Layout", "layout_of", "mechanism"]
