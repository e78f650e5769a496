"""Report of how the wheels or the loops of a robot let it move: one entry for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.constraints.loop_report import LoopAnalysis
    from linkwright.models.constraints.wheels import WheelMobility

MobilityReport: TypeAlias = "WheelMobility | LoopAnalysis"


def report_mobility(robot: Robot) -> MobilityReport:
    """Return the analysis of the loops of a robot, or of its wheels if it has no loops."""
    if robot.loops:
        from linkwright.models.constraints.loop_report import analyze_loops

        return analyze_loops(robot)
    from linkwright.models.constraints.wheels import analyze_wheel_mobility

    return analyze_wheel_mobility(robot)


__all__ = ["MobilityReport", "report_mobility"]
