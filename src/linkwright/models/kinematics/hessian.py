"""The Hessian of the forward kinematics: the derivatives of the Jacobian's entries with respect to the joints.

With columns J_k = (v_k, a_k), seen from the base (Hourtash, The kinematic Hessian and higher derivatives, 2005):

    dv_k/dq_j = a_j x v_k  for j <= k,   a_k x v_j  for j > k         (a = 0 for a prismatic joint)
    da_k/dq_j = a_j x a_k  for j < k,    0          for j >= k

and for a frame of projection that joint j moves, -a_j x (v_k, a_k) besides. With loops, q are the independent joints
and J = J_t G with J_t that of the tree and the velocity map G: dJ = dJ_t G + J_t dG. On wheels derivatives are those
along the independent coordinates (`constrained_derivatives`): a base moves with them, and the velocity map changes.

The freedoms of a ball joint, and those of a floating base, are components in a frame that each of them moves: among
them the rules of j <= k and j < k hold for all j. To differentiate by one is to move along its unit twist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.constraints.constrained_derivatives import partial_derivatives as slopes_along
from linkwright.models.constraints.constrained_derivatives import velocity_map_derivatives
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, WORLD, frame_label, supporting_freedoms
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import (
    Columns,
    FramePoint,
    FrameSearch,
    MovingPoint,
    columns_in_frames,
    derive_cheapest,
    jacobian,
    jacobian_matrix,
    list_entries,
    plain_columns,
    project_columns,
    working_frames,
)
from linkwright.models.search.graph_trial import PRUNING_RATIO, IncrementalCost, OperationCost, count_operations
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import has_orientation
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Scalar, Vec3

TwistTable = dict[tuple[Coordinate, Coordinate], Twist]  # (k, j): dJ_k / dq_j


def differentiate_columns_by_joints(tip: FramePoint, columns: Columns) -> TwistTable:
    """Derivatives of the columns, seen from the base, in the frame of the columns."""
    table = {}
    for n, (k, c) in enumerate(columns.items()):
        for m, (j, o) in enumerate(columns.items()):
            inward = m <= n or j.link == k.link
            table[k, j] = Twist(o.w.cross(c.v), o.w.cross(c.w)) if inward else Twist(c.w.cross(o.v), ZERO)
    return table


def hessian(copied: Callable[[], MovingPoint], projection: int) -> Iterator[tuple[OperationCost, TwistTable]]:
    """Yield dJ_k/dq_j of the entries, derived in several ways, with the cost."""
    if not copied()[0].supporting_freedoms:
        yield count_operations({}), {}
        return
    contest = FrameSearch(copied()[0], projection, working_frames(copied()[0], projection))
    for there, i, columns in columns_in_frames(copied, contest):
        yield from _hessian_by_columns(there[0], i, columns, contest)
    tip, state = copied()
    if not has_orientation(tip.robot) and not tip.robot.ties:
        yield from _hessian_by_graph(tip, state, projection, contest)


def _hessian_by_columns(
    tip: FramePoint, i: int, columns: Columns, contest: FrameSearch
) -> Iterator[tuple[OperationCost, TwistTable]]:  # fmt: skip
    """Yield the table from columns in frame i, then rotated; nothing if it costs too much before the rotation."""
    projection, table = contest.projection, differentiate_columns_by_joints(tip, columns)
    if not contest.may_be_cheapest(tip, i, table.values()):
        return
    turn = cache(tip.tree.rotation(projection, i))  # most vectors are zero, or repeated
    table = {key: t.rotated_by(turn) for key, t in table.items()}
    if moved := supporting_freedoms(tip.robot, projection) if projection != WORLD else ():
        here = project_columns(tip, columns, i, projection)
        for key in ((k, j) for k in here for j in moved):
            table[key] = _subtract_frame_rotation(tip.tree, table.get(key), here[key[0]], projection, key[1])
    yield contest.record_cost(i, count_operations(table)), table


def _subtract_frame_rotation(tree: FrameTree, slope: Twist | None, column: Twist, p: int, j: Coordinate) -> Twist:
    """Derivative of a column relative to the frame of projection p, which joint j rotates."""
    a = tree.direction(p, j) if j.is_rotation else ZERO
    slope = slope or NO_TWIST
    return Twist(slope.v - a.cross(column.v), slope.w - a.cross(column.w))


def _hessian_by_graph(
    tip: FramePoint, state: State, projection: int, contest: FrameSearch
) -> Iterator[tuple[OperationCost, TwistTable]]:
    """Yield the table by differentiation of the graph; nothing if it costs as much as the best, or far more for plain
    columns."""
    best, plain = contest.best, plain_columns(tip, contest)
    if best is not None and _differentiate_by_joints(tip, state, plain, (best[0] * PRUNING_RATIO, *best[1:])) is None:
        return
    table = _differentiate_by_joints(tip, state, jacobian(tip, projection), best)
    if table is not None:
        yield count_operations(table), table


def _differentiate_by_joints(
    tip: FramePoint, state: State, columns: Columns, most: tuple[float, ...] | None
) -> TwistTable | None:
    """Derivatives joint by joint; None if the first of them cost as much as the most."""
    of = [c for c in tip.robot.coordinates if not c.is_motor]
    q = [state.q[c.link] for c in of]
    flat = [x if isinstance(x, Expr) else q[0] * 0 + x for x in list_entries(columns)]
    counted, one = IncrementalCost(), q[0] * 0 + 1
    table: TwistTable = {}
    for j, x in zip(of, q, strict=True):
        rates = directional_derivatives(flat, {x: one})
        for n, k in enumerate(columns):
            own = rates[6 * n : 6 * n + 6]
            table[k, j] = Twist(Vec3(*own[:3]), Vec3(*own[3:]))
        if most is not None and counted(table) >= most:
            return None
    return {(k, j): table[k, j] for k in columns for j in of}


def _project_table(robot: Robot, table: TwistTable) -> dict[tuple[Coordinate, Coordinate], list[Scalar]]:
    """Project the derivatives of the columns of all freedoms by all freedoms on the coordinates."""
    sums: dict[tuple[Coordinate, Coordinate], list[Scalar]] = {
        (k, j): [0] * 6 for k in robot.coordinates for j in robot.coordinates
    }
    for (k, j), slope in table.items():
        for a, s in robot.velocity_map_row(k):
            for b, t in robot.velocity_map_row(j):
                sums[a, b] = [x + y * s * t for x, y in zip(sums[a, b], slope, strict=True)]
    return sums


def changing_map_derivatives(tip: FramePoint, state: State, projection: int) -> TwistTable:
    """Derivatives J_t dG by the coordinates, as the velocity map G changes."""
    slopes_of, columns, of = (
        velocity_map_derivatives(tip.robot, state),
        jacobian(tip, projection),
        tip.robot.coordinates,
    )
    found: TwistTable = {}
    for c, column in columns.items():
        for a, row in slopes_of.get(c, ()):
            for j, slope in zip(of, row, strict=True):
                found[a, j] = found.get((a, j), NO_TWIST) + column.scaled(slope)
    return found


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int
) -> Sequence[Result]:
    tip = FramePoint(FrameTree(robot, state.q), frame, point)
    of = robot.coordinates
    if robot.ties and robot.wheels:
        J = jacobian_matrix(robot, jacobian(tip, projection))
        rows = slopes_along(robot, state, [x for row in J for x in row])
    else:
        sums = _project_table(robot, derive_cheapest(tip, state, lambda copied: hessian(copied, projection)))
        for key, more in (changing_map_derivatives(tip, state, projection) if robot.ties else {}).items():
            sums[key] = [x + y for x, y in zip(sums[key], more, strict=True)]
        rows = [[sums[k, j][r] for j in of] for r in range(6) for k in of]
    n = len(of)
    doc = (f"Hessian of frame {frame_label(robot, frame)}, vectors in frame {frame_label(robot, projection)}: row "
           f"{n} r + k, column j is the derivative of J(r, k) with respect to joint j (counted from 0)")  # fmt: skip
    labels = tuple(f"H_{row}_{k.suffix}_{j.suffix}" for row in TWIST for k in of for j in of)
    return [named("H", rows, doc, labels)]


MODEL = Model(
    name="hessian",
    doc="forward kinematics Hessian: derivatives of the geometric Jacobian with respect to the joint positions",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION},
)
