"""Linear and angular accelerations of the links: Khalil & Dombre, section 5.10, from the base outward.

They are true accelerations of the origins, gravity not included.
"""

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
    found = motions_of_frames(FrameTree(robot, state.q), state, frames, projection, ("wd", "vd"))
    for j, m in found.items():
        for symbol in ("w", "wd", "vd"):
            quantities.note(symbol, j, getattr(m, symbol))
    return [
        vector_result(robot, "vd", found, "vd", "accelerations of the origins", "m/s^2", projection),
        vector_result(robot, "wd", found, "wd", "angular accelerations", "rad/s^2", projection),
    ]


MODEL = Model(
    name="accelerations",
    doc="linear and angular accelerations of links",
    state=("q", "qd", "qdd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, MOVING_BASE, LOOPS, WHEELS),
    options={"frames": FRAMES, "projection": OWN_PROJECTION},
)
