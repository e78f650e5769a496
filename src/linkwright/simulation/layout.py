"""Integrated vector for each kind of robot: the only module of the simulation that distinguishes the kinds.

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
    """Layout of the integrated vector of one mechanism. Its last entry is the work W of all efforts but gravity's, for
    the balance of energy."""

    pairs: int
    """Number of positions that come first, followed by their rates: for methods that integrate twice."""

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        """First vector, W = 0, from what a user gives; invalid values are rejected."""
        ...

    def motion(self, y: Array) -> Motion:
        """Positions and rates of all joints, and of a moving base pose and twist, as `Mechanism` takes them."""
        ...

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """Time derivative of the vector under these efforts."""
        ...

    def ended(self, problem: InputError | None = None) -> InputError | None:
        """Reason why the motion could not continue, if the layout knows more than the problem says."""
        ...


def mechanism(
    robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING, independent: str = "driven"
) -> Mechanism:
    """Compile the models of a robot, on wheels, with loops, or neither. `independent`: of loops, as in models."""
    if not robot.coordinates:
        raise RobotError(
            f"{robot.name} has nothing that moves: no joint, and its base is fixed",
            remedy="give it a joint that is not fixed, or a floating base",
        )
    if robot.loops and not robot.wheels:
        return LoopMechanism(robot, numbers, smoothing, independent)
    if independent != "driven":
        what = "wheels: drives are independent" if robot.loops else "no loops: all joints are independent"
        raise RobotError(f"{robot.name} has {what}", remedy="independent=driven")
    if robot.loops:
        return RollingLoopMechanism(robot, numbers, smoothing)
    return (RollingMechanism if robot.wheels else Mechanism)(robot, numbers, smoothing)


def layout_of(plant: Mechanism) -> Layout:
    """Return the layout of the integrated vector of a mechanism."""
    if isinstance(plant, LoopMechanism):
        return LoopState(plant)
    if isinstance(plant, RollingLoopMechanism):
        return RollingLoopState(plant)
    return RollingState(plant) if isinstance(plant, RollingMechanism) else StateVector(plant)


__all__ = ["Layout", "layout_of", "mechanism"]
