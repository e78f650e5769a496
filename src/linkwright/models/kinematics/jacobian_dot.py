"""Time derivative of the geometric Jacobian.

Column k is fixed to link k but for the motion of the tip relative to it: with w_k the angular velocity of link k and
u_k = sum over j > k of J_j qd_j,

    d/dt (a_k x L_k) = w_k x (a_k x L_k) + a_k x u_k,      d/dt a_k = w_k x a_k

(compare Khalil & Dombre, section 5.10; relative to a prescribed base). `derivative="vector"` is seen from the base and
projected, so that J qdd + Jd qd is the acceleration; "entries" is the derivative of the entries of J, which differs by
-w_p x for a frame of projection p that moves.

With loops or wheels, J = J_t G with J_t that of the tree and the velocity map G, and Jd = Jd_t G + J_t Gd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.framework.frame_options import (
    FRAME,
    POINT,
    PROJECTION,
    WORLD,
    frame_label,
    path_from_base,
    supporting_freedoms,
)
from linkwright.models.framework.model import Model, Option, Quantities, Rates, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import (
    Columns,
    FramePoint,
    FrameSearch,
    MovingPoint,
    columns_in_frames,
    columns_of_coordinates,
    derive_cheapest,
    jacobian,
    jacobian_matrix,
    list_entries,
    plain_columns,
    project_columns,
    row_labels,
    working_frames,
)
from linkwright.models.search.graph_trial import OperationCost, count_operations, is_too_costly
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import has_orientation, rate_of
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import VelocityMapRow
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Vec3

DERIVATIVE = Option("vector", "seen from the base and projected, or of the entries of J", ("vector", "entries"))


def frame_angular_velocity(tree: FrameTree, qd: Rates, p: int) -> Vec3:
    """Angular velocity of frame p relative to the base, in frame p, rad/s."""
    w = ZERO
    for c in supporting_freedoms(tree.robot, p) if p != WORLD else ():
        if c.is_rotation:
            w = w + tree.direction(p, c) * rate_of(tree.robot, qd, c)
    return w


def joint_freedoms(robot: Robot, k: int) -> tuple[Coordinate, ...]:
    """Freedoms that move link k relative to the one before it."""
    return tuple(c for c in robot.freedoms(k) if not c.is_motor)


def differentiate_columns(tip: FramePoint, columns: Columns, qd: Rates) -> Columns:
    """Derivatives of columns that are given in some frame, seen from the base, in the same frame."""
    w, u, turning = ZERO, {}, {}
    total = ZERO
    links = [k for k in (0, *path_from_base(tip.robot, tip.frame)) if joint_freedoms(tip.robot, k)]
    for k in reversed(links):
        u[k] = total  # the velocity of the tip that the joints beyond link k give it
        for c in reversed(joint_freedoms(tip.robot, k)):
            total = total + columns[c].v * rate_of(tip.robot, qd, c)
    for k in links:
        before = w
        for c in joint_freedoms(tip.robot, k):
            w = w + columns[c].w * rate_of(tip.robot, qd, c)
        own = w if len(joint_freedoms(tip.robot, k)) > 1 else before  # a single axis is fixed to the link before, too
        for c in joint_freedoms(tip.robot, k):
            a, v = columns[c].w, columns[c].v
            turning[c] = Twist(w.cross(v) + a.cross(u[k]), own.cross(a)) if c.is_rotation else Twist(own.cross(v), ZERO)
    return turning


def convert_to_entry_rates(columns: Columns, rates: Columns, w: Vec3) -> Columns:
    """Convert derivatives of vectors to those of their entries, in a frame that rotates with w."""
    return {k: Twist(r.v - w.cross(columns[k].v), r.w - w.cross(columns[k].w)) for k, r in rates.items()}


def add_velocity_map_rates(
    tip: FramePoint, columns: Columns, rates: Columns, changing: Mapping[Coordinate, VelocityMapRow]
) -> Columns:
    """Derivatives of the columns of the coordinates, where the velocity map changes."""
    total = columns_of_coordinates(tip.robot, rates)
    for c, pairs in changing.items():
        for a, factor in pairs if c in columns else ():
            total[a] = total[a] + columns[c].scaled(factor)
    return total


def differentiate_entries(tip: FramePoint, columns: Columns, state: State) -> Columns:
    """Time derivatives of the entries, by differentiation of the graph."""
    if tip.robot.ties:
        rates = constrained_derivatives.time_derivatives(tip.robot, state, list_entries(columns))
    else:
        direction = {state.q[c.link]: rate for c, rate in state.qd.items() if not c.is_motor}
        flat = [x if isinstance(x, Expr) else direction[next(iter(direction))] * 0 + x for x in list_entries(columns)]
        rates = list(directional_derivatives(flat, direction))
    thirds = [Vec3(*rates[n : n + 3]) for n in range(0, len(rates), 3)]
    return {k: Twist(thirds[2 * n], thirds[2 * n + 1]) for n, k in enumerate(columns)}


def jacobian_dot(
    copied: Callable[[], MovingPoint], projection: int, derivative: str
) -> Iterator[tuple[OperationCost, Columns]]:  # fmt: skip
    """Yield the columns of Jd, derived in several ways, with the cost."""
    if not copied()[0].supporting_freedoms:
        yield count_operations({}), {}
        return
    contest = FrameSearch(copied()[0], projection, working_frames(copied()[0], projection))
    changing = (
        constrained_derivatives.velocity_map_rates(copied()[0].robot, copied()[1]) if copied()[0].robot.ties else {}
    )
    for there, i, columns in columns_in_frames(copied, contest):
        yield from _jacobian_dot_by_columns(*there, i, columns, derivative, changing, contest)
    tip, state = copied()
    if tip.robot.base.kind == "floating" or (has_orientation(tip.robot) and not tip.robot.ties):  # no derivatives
        return
    yield from _jacobian_dot_by_graph(tip, state, derivative, contest)


def _jacobian_dot_by_columns(
    tip: FramePoint,
    state: State,
    i: int,
    columns: Columns,
    derivative: str,
    changing: Mapping[Coordinate, VelocityMapRow],
    contest: FrameSearch,
) -> Iterator[tuple[OperationCost, Columns]]:
    """Yield Jd from columns in frame i, then rotated; nothing if it costs too much before the rotation."""
    p, rates = contest.projection, differentiate_columns(tip, columns, state.qd)
    if not contest.may_be_cheapest(tip, i, rates.values()):
        return
    rates = project_columns(tip, rates, i, p)
    if derivative == "entries":
        rates = convert_to_entry_rates(
            project_columns(tip, columns, i, p), rates, frame_angular_velocity(tip.tree, state.qd, p)
        )
    if tip.robot.ties:
        rates = add_velocity_map_rates(tip, project_columns(tip, columns, i, p), rates, changing)
    yield contest.record_cost(i, count_operations(rates)), rates


def _jacobian_dot_by_graph(
    tip: FramePoint, state: State, derivative: str, contest: FrameSearch
) -> Iterator[tuple[OperationCost, Columns]]:
    """Yield Jd by differentiation of the graph; nothing if it costs far more than the best for plain columns."""
    plain = {} if tip.robot.ties else differentiate_entries(tip, plain_columns(tip, contest), state)
    if is_too_costly(count_operations(plain), contest.best):
        return
    columns = jacobian(tip, contest.projection)
    if tip.robot.ties:
        columns = columns_of_coordinates(tip.robot, columns)
    rates = differentiate_entries(tip, columns, state)
    if derivative != "entries":
        rates = convert_to_entry_rates(columns, rates, -frame_angular_velocity(tip.tree, state.qd, contest.projection))
    yield count_operations(rates), rates


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int, derivative: str
) -> Sequence[Result]:
    tip = FramePoint(FrameTree(robot, state.q), frame, point)
    columns = derive_cheapest(tip, state, lambda copied: jacobian_dot(copied, projection, derivative))
    kind = "of its vectors, seen from the base" if derivative == "vector" else "of its entries"
    doc = (f"time derivative of the Jacobian of frame {frame_label(robot, frame)}, {kind}, "
           f"vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    return [named("Jd", jacobian_matrix(robot, columns), doc, row_labels(robot, "Jd"))]


MODEL = Model(
    name="jacobian_dot",
    doc="time derivative of the geometric Jacobian of a frame",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION, "derivative": DERIVATIVE},
)
