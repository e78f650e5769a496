"""The inverse Jacobian of arms that are not redundant: qd = Jinv (v, w). Khalil & Dombre, section 6.3.

J = [R 0; 0 R] [1 -L^; 0 1] iJ_j is inverted factor by factor; iJ_j in the frame i and for the point j where its block
triangular form (`block_triangular`) costs least. For a spherical wrist these are the book's two 3 x 3 blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.algebra.block_triangular import Matrix, clear_zeros, clear_zeros_together, invert_by_blocks
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, ROWS, frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import (
    FORMS,
    JOINTS_OPTION,
    Columns,
    FramePoint,
    columns_through_origin,
    jacobian,
    list_entries,
    make_frame_point,
    min_rotation_operations,
    promising_frames,
    select_columns,
)
from linkwright.models.search.graph_trial import OperationCost, cheapest_of, count_operations
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Scalar, Vec3


def _select_rows(columns: Columns, rows: Sequence[int]) -> Matrix:
    return [[list(c)[r] for c in columns.values()] for r in rows]


def _move_covectors(tip: FramePoint, X: Matrix, i: int, L: Vec3, p: int) -> Matrix:
    """Move the rows of the inverse, covectors (g, h) of (v, w), to the point, h + g x L, and rotate them to p."""
    turn = tip.tree.rotation(p, i) if p != i else lambda x: x
    out = []
    for row in X:
        g, h = Vec3(*row[:3]), Vec3(*row[3:])
        out.append([*turn(g), *turn(h + g.cross(L))])
    return out


def list_inverses(tip: FramePoint, projection: int) -> list[Matrix]:
    """Inverses of the whole Jacobian, by all frames and origins of the branch: none if it is singular."""
    out: list[Matrix] = []
    best: OperationCost | None = None
    for i in promising_frames(tip, projection):
        every = [(form(tip, i), ZERO) for form in FORMS]
        for j in tip.path[2:]:
            shift = tip.position(i) - tip.tree.pose(i, j).P
            every.append((jacobian_at_origin(tip, i, j), shift))
        found: dict[tuple[Scalar, ...], tuple[Columns, Vec3]] = {}
        for columns, L in every:
            found.setdefault((*list_entries(columns), *L), (columns, L))  # where axes meet, several are the same
        made = clear_zeros_together(
            [_select_rows(select_columns(tip, columns), range(6)) for columns, _ in found.values()]
        )
        for J, (_, L) in zip(made, found.values(), strict=True):
            X = invert_by_blocks(J, is_regular=bool(out))  # if one is regular, all are
            if X is None:
                return []
            if best is not None and _least_cost(tip, X, i, projection) > best:
                continue
            out.append(_move_covectors(tip, X, i, L, projection))
            best = min(best or count_operations(out[-1]), count_operations(out[-1]))
    return out


def _least_cost(tip: FramePoint, X: Matrix, i: int, p: int) -> OperationCost:
    """Lower bound of the cost of the inverse in frame p, from its rows in frame i."""
    covectors = [Twist(Vec3(*row[:3]), Vec3(*row[3:])) for row in X]
    least = count_operations(X)
    return least[0] + min_rotation_operations(tip, covectors, i, p), *least[1:]


def jacobian_at_origin(tip: FramePoint, i: int, j: int) -> Columns:
    """Jacobian iJ_j of the tip's body at the origin of frame j, in frame i."""
    return columns_through_origin(tip, i, j, onward=False)


def inverse_jacobian(tip: FramePoint, rows: Sequence[int], projection: int) -> list[Matrix]:
    """Candidates of the inverse Jacobian: rows by joint."""
    n = len(tip.coordinates)
    if n != len(rows):
        few = "more joints than rows: redundant" if n > len(rows) else "fewer joints than rows"
        raise RobotError(
            f"{tip.robot.name}: the Jacobian has {len(rows)} rows and {n} columns ({few})",
            remedy="choose as many rows as joints move the frame (rows=vx,vy,wz), or joints (joints=1,2,3)",
        )
    if len(rows) == 6:
        candidates = list_inverses(tip, projection)
    else:
        X = invert_by_blocks(clear_zeros(_select_rows(select_columns(tip, jacobian(tip, projection)), rows)))
        candidates = [X] if X is not None else []
    if not candidates:
        raise RobotError(f"{tip.robot.name}: the Jacobian is singular in every position", remedy="choose other rows")
    return candidates


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, rows: tuple[int, ...],
    joints: tuple[Coordinate, ...], projection: int,
) -> Sequence[Result]:  # fmt: skip
    tip = make_frame_point(FrameTree(robot, state.q), frame, point, joints)
    X = cheapest_of(robot.graph, tip, lambda tip: inverse_jacobian(tip, rows, projection))
    names = [TWIST[r] for r in rows]
    moved = ", ".join(c.suffix for c in tip.coordinates)
    doc = (f"inverse Jacobian of frame {frame_label(robot, frame)}: qd of joints {moved} = "
           f"Jinv ({', '.join(names)}), vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    if joints:
        doc += ", where nothing else moves"
    return [named("Jinv", X, doc, tuple(f"Jinv_{c.suffix}_{name}" for c in tip.coordinates for name in names))]


MODEL = Model(
    name="inverse_jacobian",
    doc="inverse of the geometric Jacobian of a frame of an arm (parallel robots: platform_inverse_jacobian)",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "rows": ROWS, "joints": JOINTS_OPTION, "projection": PROJECTION},
)
