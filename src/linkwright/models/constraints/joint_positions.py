"""Positions of all joints of a robot with loops, from those of the independent ones.

For a parallel robot this is the forward geometry, from its drives to its platform, and with independent=platform the
inverse geometry, from the platform to the drives.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.constraints.dependent_motion import position_result
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import LOOPS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: all joints are independent", remedy="write [[loop]] tables")
    every = position_result(robot, state)
    driven = [j for j, joint in enumerate(robot.joints, 1) if joint.moves and joint.actuated and joint.kind != "ball"]
    drives = [robot.joint(j) for j in driven]
    found = [every]
    if drives:
        names = tuple(joint.name for joint in drives)
        at = [every.labels.index(joint.variable) for joint in drives]
        doc = f"of the joints that are driven: {', '.join(names)}"
        labels, units = tuple(f"{every.labels[k]}_drive" for k in at), tuple(every.units[k] for k in at)
        found.append(Result("drives", [every.values[k] for k in at], (len(at),), doc, labels, units, names=names))
    return found


MODEL = Model(
    name="joint_positions",
    doc="positions of all joints of a robot with loops: forward geometry of parallel robots, and inverse geometry",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(LOOPS),
    is_still=True,
)
