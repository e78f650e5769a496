"""Rates of posture, base and all joints of a robot on wheels or with loops, from those of the independent ones.

For wheels, after Campion, Bastin & d'Andrea-Novel (1996): the posture model is the first output, the configuration
model all of them. Loops constrain positions, too: those of all joints are another output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.models.constraints.dependent_motion import position_result
from linkwright.models.constraints.wheels import require_constraints
from linkwright.models.framework.model import Model, Quantities, Result, State, named, of_coordinates
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.frame_chains import world_pose
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3

POSTURE = ("x0_d", "y0_d", "theta0_d")
TWIST_UNITS = ("m/s", "m/s", "rad/s")


def posture_results(robot: Robot, vx: Scalar, vy: Scalar, w: Scalar) -> list[Result]:
    """Twist of a mobile base in its own frame and rate of its pose in the world, m/s and rad/s, as results."""
    moved = world_pose(robot).R @ Vec3(vx, vy, 0)
    doc = "rate of the pose of the base in the world: x, y and the angle about z"
    return [
        named("base_pose_rate", [moved.x, moved.y, w], doc, POSTURE, TWIST_UNITS),
        named("base_twist", [vx, vy, w], "vx, vy and wz of the base in its own frame", ("v0x", "v0y", "w0z"),
              TWIST_UNITS),
    ]  # fmt: skip


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    require_constraints(robot)
    rates = {c: rate_of(robot, state.qd, c) for c in tree_freedoms(robot)}
    base = [x for c, x in rates.items() if not c.link]
    joints = {c: x for c, x in rates.items() if c.link}
    return [
        *(posture_results(robot, *base) if len(base) == len(POSTURE) else []),  # a floating base is independent
        of_coordinates("joint_rates", joints, "rates of all joints", "qd", "rate"),
        *([closed_position_result(robot, state)] if robot.loops else []),
    ]


def closed_position_result(robot: Robot, state: State) -> Result:
    """Positions of all joints as a result; unit quaternions of ball joints."""
    found = position_result(robot, state)
    labels = tuple(f"{label}_closed" for label in found.labels)
    return replace(found, name="joint_positions", doc="positions of all joints, with the loops closed", labels=labels)


MODEL = Model(
    name="configuration_kinematics",
    doc="posture in the world, base and joints of a robot on wheels or with loops: rates, and with loops positions",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
)
