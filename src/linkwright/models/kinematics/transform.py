"""The transformation matrix between any two frames: Khalil & Dombre, sections 2.3 and 3.2."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import REFERENCE, frame_label, read_frame
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS

TRANSFORM_UNITS = ("", "", "", "m", "", "", "", "m", "", "", "", "m", "", "", "", "")


def build(robot: Robot, state: State, quantities: Quantities, frame: int, reference: int) -> Sequence[Result]:
    pose = FrameTree(robot, state.q).cheapest_pose(reference, frame)
    doc = f"frame {frame_label(robot, frame)} in frame {frame_label(robot, reference)}: 4 x 4 matrix [R P; 0 1]"
    return [named("T", pose.matrix(), doc, units=TRANSFORM_UNITS)]


MODEL = Model(
    name="transform",
    doc="transformation matrix between two frames",
    state=("q",),
    build=build,
    is_still=True,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": Option("end", "the frame: name, or number of a joint, 0 (base), end, world", read=read_frame),
             "reference": REFERENCE},
)  # fmt: skip
