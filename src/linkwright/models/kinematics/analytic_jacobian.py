"""The analytic Jacobian: rates of position and of the numbers that give the orientation. Khalil & Dombre, 5.11.

Xd = [1 0; 0 Omega] J qd with Omega from the angular velocity to the rates of the representation, all seen from the
reference frame, which may itself move.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import FRAME, POINT, REFERENCE, frame_label
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.direct_geometry import orientation_quaternion
from linkwright.models.kinematics.jacobian import FramePoint, columns_of_coordinates, relative_jacobian
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.orientations import (
    REPRESENTATIONS,
    cosine_rates,
    euler_rates,
    lift_matrix,
    orientation_labels,
    quaternion_rates,
)
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3


def representation_rates(
    tree: FrameTree, reference: int, frame: int, pose: str, w: Sequence[Vec3]
) -> list[list[Scalar]]:
    """The rates of the representation for each of these angular velocities (in the reference frame)."""
    if pose == "quaternion":
        Q = orientation_quaternion(tree, reference, frame)
        return [quaternion_rates(Q, x) for x in w]
    T = tree.cheapest_pose(reference, frame)
    if pose == "matrix":
        return [cosine_rates(T, x) for x in w]
    R = lift_matrix(tree.robot.graph, T.R)
    return [euler_rates(R, x, pose) for x in w]


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, reference: int, pose: str
) -> Sequence[Result]:
    tree = FrameTree(robot, state.q)
    found = relative_jacobian(FramePoint(tree, frame, point), reference)
    columns = list(columns_of_coordinates(robot, found).values())
    rates = representation_rates(tree, reference, frame, pose, [c.w for c in columns])
    full = [[*c.v, *rate] for c, rate in zip(columns, rates, strict=True)]
    names = ("x", "y", "z", *orientation_labels(pose))
    doc = (f"analytic Jacobian of frame {frame_label(robot, frame)} in frame {frame_label(robot, reference)}: rates "
           f"of x, y, z and of {', '.join(names[3:])} ({pose})")  # fmt: skip
    rows = [list(row) for row in zip(*full, strict=True)]
    return [named("Ja", rows, doc, tuple(f"Ja_{n}_{c.suffix}" for n in names for c in robot.coordinates))]


MODEL = Model(
    name="analytic_jacobian",
    doc="analytic Jacobian of a frame: rates of position and orientation from joint velocities",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": FRAME, "point": POINT, "reference": REFERENCE,
        "pose": Option("rpy", "how the orientation is given (matrix: direction cosines)", REPRESENTATIONS),
    },
)  # fmt: skip
