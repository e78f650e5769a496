"""How a robot on wheels moves: the rates of its posture in the world, of its base and of all joints.

Campion, Bastin & d'Andrea-Novel (1996): the posture model is the first output, the configuration model all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Model, Quantities, Result, State, named, of_coordinates
from linkwright.models.parts.chain import world_pose
from linkwright.models.parts.rolling import need_wheels
from linkwright.models.parts.terms import of_every_freedom, rate_of
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import WHEELS
from linkwright.spatial import Scalar, Vec3

POSTURE = ("x0_d", "y0_d", "theta0_d")
TWIST_UNITS = ("m/s", "m/s", "rad/s")


def posture_results(robot: Robot, vx: Scalar, vy: Scalar, w: Scalar) -> list[Result]:
    """The twist of a mobile base in its own frame, and the rate of its pose in the world."""
    moved = world_pose(robot).R @ Vec3(vx, vy, 0)
    doc = "rate of the pose of the base in the world: x, y and the angle about z"
    return [
        named("base_pose_rate", [moved.x, moved.y, w], doc, POSTURE, TWIST_UNITS),
        named("base_twist", [vx, vy, w], "vx, vy and wz of the base in its own frame", ("v0x", "v0y", "w0z"),
              TWIST_UNITS),
    ]  # fmt: skip


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    need_wheels(robot)
    rates = {c: rate_of(robot, state.qd, c) for c in of_every_freedom(robot)}
    base = [x for c, x in rates.items() if not c.link]
    joints = {c: x for c, x in rates.items() if c.link}
    doc = "rates of all joints"
    return [*posture_results(robot, *base), of_coordinates("joint_rates", joints, doc, "qd", "rate")]


MODEL = Model(
    name="configuration_kinematics",
    doc="rates of the posture in the world, of base and joints of a robot on wheels",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(WHEELS),
)
