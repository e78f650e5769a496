"""Accelerations of the base and all joints of a robot on wheels or with loops, from those of the independent ones."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.wheels import require_constraints
from linkwright.models.framework.model import Model, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    require_constraints(robot)
    found = {c: rate_of(robot, state.qdd, c) for c in tree_freedoms(robot)}
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
