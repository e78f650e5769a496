"""Linear and angular velocities of the links: Khalil & Dombre, section 5.5, from the base outward."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import FRAMES
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.link_motion import OWN_PROJECTION, motions_of_frames, vector_result
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, MOVING_BASE, WHEELS


def build(
    robot: Robot, state: State, quantities: Quantities, frames: tuple[int, ...], projection: int
) -> Sequence[Result]:
    found = motions_of_frames(FrameTree(robot, state.q), state, frames, projection, ("w", "v"))
    for j, m in found.items():
        quantities.note("w", j, m.w)
        quantities.note("v", j, m.v)
    return [
        vector_result(robot, "v", found, "v", "velocities of the origins", "m/s", projection),
        vector_result(robot, "w", found, "w", "angular velocities", "rad/s", projection),
    ]


MODEL = Model(
    name="velocities",
    doc="linear and angular velocities of links",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, MOVING_BASE, LOOPS, WHEELS),
    options={"frames": FRAMES, "projection": OWN_PROJECTION},
)
