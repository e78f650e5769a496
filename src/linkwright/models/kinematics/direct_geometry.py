"""Direct geometric model: poses of frames. Khalil & Dombre, sections 3.3 and 3.6.

`method="fast"` multiplies out each frame alone with the fewest operations (the fast geometric model of SYMORO+),
"recursive" goes from frame to frame, and "best" takes the cheaper of the two.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import REFERENCE, WORLD, frame_label, frame_tag, read_frames
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.transform import TRANSFORM_UNITS
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.frame_chains import FramePose, FrameTree, multiply_quaternions, world_pose
from linkwright.models.tree.orientations import (
    REPRESENTATIONS,
    euler_angles,
    lift_matrix,
    orientation_labels,
    quaternion_of,
)
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def orientation_quaternion(tree: FrameTree, start: int, end: int) -> list[Scalar]:
    """The orientation of `end` in `start` as a quaternion (w, x, y, z)."""
    if start == end:
        return [1, 0, 0, 0]
    if WORLD not in (start, end):
        return list(tree.chain(start, end).quaternion())
    w, x, y, z = quaternion_of(world_pose(tree.robot).R)
    world = w, x, y, z
    if start == WORLD:
        return list(multiply_quaternions(world, tree.chain(0, end).quaternion()))
    return list(multiply_quaternions(tree.chain(start, 0).quaternion(), (world[0], -world[1], -world[2], -world[3])))


METHODS = ("best", "fast", "recursive")


def cheapest_poses(tree: FrameTree, reference: int, chosen: Sequence[int], method: str) -> list[FramePose]:
    """Poses of the chosen frames in the reference frame, with the fewest operations."""
    methods = [
        {"fast": FrameTree.cheapest_pose, "recursive": FrameTree.pose}[name]
        for name in METHODS[1:]
        if method in (name, "best")
    ]
    return cheapest_of(tree.robot.graph, tree, lambda t: [[pose(t, reference, j) for j in chosen] for pose in methods])


def build(
    robot: Robot, state: State, quantities: Quantities, frames: tuple[int, ...], reference: int, pose: str, method: str
) -> Sequence[Result]:
    tree, results = FrameTree(robot, state.q), []
    for j, T in zip(frames, cheapest_poses(tree, reference, frames, method), strict=True):
        name = frame_tag(robot, j)
        where = f"of frame {frame_label(robot, j)} in frame {frame_label(robot, reference)}"
        if pose == "matrix":
            results.append(
                named(f"T{name}", T.matrix(), f"pose {where}: 4 x 4 matrix [R P; 0 1]", units=TRANSFORM_UNITS)
            )
            continue
        without_matrix = pose == "quaternion" and WORLD not in (j, reference)
        P = tree.chain(reference, j).apply() if without_matrix else T.P
        results.append(named(f"P{name}", list(P), f"position {where}", ("x", "y", "z"), ("m",) * 3))
        if pose == "quaternion":
            Q = orientation_quaternion(tree, reference, j)
            results.append(
                named(f"Q{name}", Q, f"orientation {where}: quaternion (w, x, y, z)", orientation_labels(pose))
            )
        else:
            angles = euler_angles(lift_matrix(robot.graph, T.R), pose)
            kind = "roll, pitch, yaw" if pose == "rpy" else f"Euler angles {pose} about moving axes"
            results.append(
                named(f"angles{name}", angles, f"orientation {where}: {kind}", orientation_labels(pose), ("rad",) * 3)
            )
    return results


MODEL = Model(
    name="direct_geometry",
    doc="poses of frames from joint positions",
    state=("q",),
    build=build,
    is_still=True,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frames": Option(
            "end", "the frames: all links, end, or a list of names and numbers of joints", read=read_frames
        ),
        "reference": REFERENCE,
        "pose": Option("matrix", "how a pose is given", REPRESENTATIONS),
        "method": Option("best", "frames alone, one from the other, or the cheaper", METHODS),
    },
)
