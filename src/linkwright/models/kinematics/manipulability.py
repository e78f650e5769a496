"""Manipulability (Yoshikawa 1985; Khalil & Dombre, 5.8): product of the singular values of a Jacobian.

J are the chosen rows of the geometric Jacobian of the frame at the point, in the frame of projection, with a column for
every joint that moves the frame (no others). With m rows and n columns the result is

    n > m    sqrt(det(J J^T))      the volume of the velocity ellipsoid, but for the volume of the unit ball
    n = m    |det J|               the same
    n < m    sqrt(det(J^T J))      the volume that the unit ball of joint velocities is spread over, in n dimensions

Metres and radians are mixed where rows or joints are. No division: zero, and not an error, at singularities. Where the
result does not depend on it, the frame of the computation is the cheapest one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.errors import RobotError
from linkwright.models.algebra.block_triangular import Matrix, block_determinant, clear_zeros_together, gram_determinant
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, ROWS, frame_label
from linkwright.models.framework.model import Model, Option, Quantities, Result, State
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import (
    FORMS,
    JOINTS_OPTION,
    FramePoint,
    columns_through_origin,
    jacobian,
    make_frame_point,
    select_columns,
)
from linkwright.models.search.graph_trial import OperationCost, cheapest_of, count_operations
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3, number_of

PROJECTION_INVARIANT_ROWS = (
    (0, 1, 2, 3, 4, 5),
    (0, 1, 2),
    (3, 4, 5),
)  # rows whose ellipsoid does not depend on the projection


def list_jacobians(tip: FramePoint, rows: Sequence[int], projection: int) -> list[list[list[Scalar]]]:
    """Jacobians (columns of the joints that move the tip) with the same manipulability, in several frames."""
    if tuple(rows) not in PROJECTION_INVARIANT_ROWS:
        found = [jacobian(tip, projection)]
    else:
        found = [form(tip, i) for i in tip.path for form in FORMS]
        if len(rows) == len(tip.coordinates) == 6:  # det J is the same for every point of the body
            found += [columns_through_origin(tip, i, j, onward=False) for i in tip.path for j in tip.path[2:]]
    tables = [[list(c) for c in select_columns(tip, columns).values()] for columns in found]
    return select_cheapest_by_pattern(clear_zeros_together([[[c[r] for c in table] for r in rows] for table in tables]))


def select_cheapest_by_pattern(matrices: Sequence[Matrix]) -> list[Matrix]:
    """The cheapest of the matrices that have the same numbers at the same places, as these are multiplied out alike."""
    best: dict[tuple[Any, ...], tuple[OperationCost, Matrix]] = {}
    for A in matrices:
        pattern = tuple(number_of(x) for row in A for x in row)
        cost = count_operations(A)
        if pattern not in best or cost < best[pattern][0]:
            best[pattern] = cost, A
    return [A for _, A in best.values()]


def manipulability(tip: FramePoint, rows: Sequence[int], projection: int) -> list[Scalar]:
    """Candidates of the manipulability."""
    candidates: list[Scalar] = []
    for J in list_jacobians(tip, rows, projection):
        if len(J) == len(J[0]):
            candidates.append(abs(block_determinant(J)))
        else:
            candidates += [_square_root(square) for square in gram_determinant(J)]
    return candidates


def _square_root(square: Scalar) -> Scalar:
    return square**0.5 if isinstance(square, int | float) else square.sqrt()


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, rows: tuple[int, ...],
    joints: tuple[Coordinate, ...], projection: int,
) -> Sequence[Result]:  # fmt: skip
    tip = make_frame_point(FrameTree(robot, state.q), frame, point, joints)
    if not tip.coordinates:
        what = f"{robot.name}: no joint moves frame {frame_label(robot, frame)}"
        raise RobotError(what, remedy="choose another frame")
    value = cheapest_of(robot.graph, tip, lambda tip: manipulability(tip, rows, projection))
    m, n = len(rows), len(tip.coordinates)
    formula = "|det J|" if m == n else "sqrt(det(J J^T))" if n > m else "sqrt(det(J^T J))"
    names, moving = ", ".join(TWIST[r] for r in rows), ", ".join(c.suffix for c in tip.coordinates)
    where = f"in frame {frame_label(robot, projection)}"
    doc = (f"manipulability {formula}, J: rows {names} of the Jacobian of frame {frame_label(robot, frame)} {where}, "
           f"columns of joints {moving}")  # fmt: skip
    return [Result("w", [value], (), doc, ("w",))]


MODEL = Model(
    name="manipulability",
    doc="manipulability of a frame: the product of the singular values of its Jacobian (sqrt(det(J J^T)), |det J|, or "
    "sqrt(det(J^T J)) with fewer joints than rows); zero at singularities",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": FRAME, "point": POINT, "rows": ROWS, "joints": JOINTS_OPTION,
        "projection": Option("0", "the frame that single rows belong to", read=PROJECTION.read),
    },
)  # fmt: skip
