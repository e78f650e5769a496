"""Operational space inertia of a frame at one of its points: Khatib (1987), Lambda = (J M^-1 J^T)^-1.

With M = L^T D L the matrix in brackets is Y^T D^-1 Y, Y = L^-T J^T: no inverse of M is needed, and Y keeps the zeros of
J. Rows choose the directions that count; there cannot be more of them than joints that move the frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import InputError
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.dynamics.free_base import need_base_inertia
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, ROWS, frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.kinematics.jacobian import FramePoint, jacobian, jacobian_matrix
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import joint_names
from linkwright.robot import Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import BASE_POSE, FLOATING, LOOPS, ROTORS, WHEELS
from linkwright.spatial import Scalar, Vec3

Matrix = list[list[Scalar]]


def inverse_operational_inertia(robot: Robot, q: Sequence[Scalar], J: Matrix, quantities: Quantities) -> Matrix:
    """Inverse of the operational space inertia: J M^-1 J^T, symmetric."""
    need_base_inertia(robot)
    M = factorize_ltdl(inertia_matrix(robot, q, quantities), joint_names(robot))
    Y = [M.solve_transposed_factor(row) for row in J]
    W = [[y * d for y, d in zip(row, M.reciprocals, strict=True)] for row in Y]
    A: Matrix = [[0] * len(J) for _ in J]
    for r in range(len(J)):
        for c in range(r + 1):
            total: Scalar = 0
            for x, y in zip(W[r], Y[c], strict=True):
                total = total + x * y
            A[r][c] = A[c][r] = total
    return A


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int, rows: tuple[int, ...]
) -> Sequence[Result]:
    tip = FramePoint(FrameTree(robot, state.q), frame, point)
    if len(rows) > len(tip.coordinates):
        raise InputError(
            f"{len(rows)} rows of frame {frame_label(robot, frame)}, which {len(tip.coordinates)} joint(s) move",
            remedy="choose rows: linear, angular, or a list of vx vy vz wx wy wz",
        )
    A = inverse_operational_inertia(robot, state.q, jacobian_matrix(robot, jacobian(tip, projection), rows), quantities)
    names = [TWIST[r] for r in rows]
    what = [f"{name} of frame {frame_label(robot, frame)}, which cannot move so," for name in names]
    Lambda = factorize_ltdl(A, what).inverse()
    labels = tuple(f"Lambda_{a}_{b}" for a in names for b in names)
    table = {2: "kg", 1: "kg m", 0: "kg m^2"}
    units = tuple(table[(a < 3) + (b < 3)] for a in rows for b in rows)
    doc = (f"inertia at frame {frame_label(robot, frame)}: force and moment for unit accelerations "
           f"({', '.join(names)}), in frame {frame_label(robot, projection)}; infinite where J loses rank")  # fmt: skip
    return [named("Lambda", Lambda, doc, labels, units)]


MODEL = Model(
    name="operational_space_inertia",
    doc="inertia of a frame in its own directions: (J M^-1 J^T)^-1",
    state=("q",),
    build=build,
    scope=TERM.handling(FLOATING, ROTORS, BASE_POSE, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION, "rows": ROWS},
)
