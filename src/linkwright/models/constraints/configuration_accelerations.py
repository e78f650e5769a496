"""Accelerations of the base and all joints of a robot on wheels or with loops, from those of the independent ones."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.wheels import need_constraints
from linkwright.models.framework.model import Model, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.generalized_coordinates import of_every_freedom, rate_of
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    need_constraints(robot)
    found = {c: rate_of(robot, state.qdd, c) for c in of_every_freedom(robot)}
    base, joints = ({c: x for c, x in found.items() if bool(c.link) == moved} for moved in (False, True))
    return [
        *([of_base("base_acceleration", base, "qdd")] if robot.wheels else []),  # a floating base is independent
        of_coordinates("joint_accelerations", joints, "accelerations of all joints", "qdd", "acceleration"),
    ]


MODEL = Model(
    name="configuration_accelerations",
    doc="accelerations of base and joints of a robot on wheels or with loops",
    state=("q", "qd", "qdd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
)
