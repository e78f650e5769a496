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
from linkwright.expr.derivative import forward
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, WORLD, branch, frame_label, movers
from linkwright.models.framework.model import Model, Option, Quantities, Rates, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import (
    Columns,
    Contest,
    Moving,
    Tip,
    cheapest,
    columns_in_frames,
    entries,
    jacobian,
    matrix,
    of_coordinates,
    plain_columns,
    projected,
    row_labels,
    working_frames,
)
from linkwright.models.search.graph_trial import Weight, is_far, operations
from linkwright.models.tree.frame_chains import Tree
from linkwright.models.tree.generalized_coordinates import has_pose, rate_of
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import Shares
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Vec3

DERIVATIVE = Option("vector", "seen from the base and projected, or of the entries of J", ("vector", "entries"))


def frame_velocity(tree: Tree, qd: Rates, p: int) -> Vec3:
    """Angular velocity of frame p relative to the base, in frame p, rad/s."""
    w = ZERO
    for c in movers(tree.robot, p) if p != WORLD else ():
        if c.turns:
            w = w + tree.direction(p, c) * rate_of(tree.robot, qd, c)
    return w


def own_of(robot: Robot, k: int) -> tuple[Coordinate, ...]:
    """Freedoms that move link k relative to the one before it."""
    return tuple(c for c in robot.freedoms(k) if not c.is_motor)


def derived(tip: Tip, columns: Columns, qd: Rates) -> Columns:
    """Derivatives of columns that are given in some frame, seen from the base, in the same frame."""
    w, u, turning = ZERO, {}, {}
    total = ZERO
    links = [k for k in (0, *branch(tip.robot, tip.frame)) if own_of(tip.robot, k)]
    for k in reversed(links):
        u[k] = total  # the velocity of the tip that the joints beyond link k give it
        for c in reversed(own_of(tip.robot, k)):
            total = total + columns[c].v * rate_of(tip.robot, qd, c)
    for k in links:
        before = w
        for c in own_of(tip.robot, k):
            w = w + columns[c].w * rate_of(tip.robot, qd, c)
        own = w if len(own_of(tip.robot, k)) > 1 else before  # a single axis is fixed to the link before, too
        for c in own_of(tip.robot, k):
            a, v = columns[c].w, columns[c].v
            turning[c] = Twist(w.cross(v) + a.cross(u[k]), own.cross(a)) if c.turns else Twist(own.cross(v), ZERO)
    return turning


def without_frame(columns: Columns, rates: Columns, w: Vec3) -> Columns:
    """Convert derivatives of vectors to those of their entries, in a frame that rotates with w."""
    return {k: Twist(r.v - w.cross(columns[k].v), r.w - w.cross(columns[k].w)) for k, r in rates.items()}


def with_shares(tip: Tip, columns: Columns, rates: Columns, changing: Mapping[Coordinate, Shares]) -> Columns:
    """Derivatives of the columns of the coordinates, where the velocity map changes."""
    total = of_coordinates(tip.robot, rates)
    for c, pairs in changing.items():
        for a, factor in pairs if c in columns else ():
            total[a] = total[a] + columns[c].scaled(factor)
    return total


def differentiated(tip: Tip, columns: Columns, state: State) -> Columns:
    """Time derivatives of the entries, by differentiation of the graph."""
    if tip.robot.ties:
        rates = constrained_derivatives.rates(tip.robot, state, entries(columns))
    else:
        direction = {state.q[c.link]: rate for c, rate in state.qd.items() if not c.is_motor}
        flat = [x if isinstance(x, Expr) else direction[next(iter(direction))] * 0 + x for x in entries(columns)]
        rates = list(forward(flat, direction))
    thirds = [Vec3(*rates[n : n + 3]) for n in range(0, len(rates), 3)]
    return {k: Twist(thirds[2 * n], thirds[2 * n + 1]) for n, k in enumerate(columns)}


def jacobian_dot(
    copied: Callable[[], Moving], projection: int, derivative: str
) -> Iterator[tuple[Weight, Columns]]:  # fmt: skip
    """Yield the columns of Jd, derived in several ways, with the cost."""
    if not copied()[0].movers:
        yield operations({}), {}
        return
    contest = Contest(copied()[0], projection, working_frames(copied()[0], projection))
    changing = constrained_derivatives.share_rates(copied()[0].robot, copied()[1]) if copied()[0].robot.ties else {}
    for there, i, columns in columns_in_frames(copied, contest):
        yield from _by_columns(*there, i, columns, derivative, changing, contest)
    tip, state = copied()
    if tip.robot.base.kind == "floating" or (has_pose(tip.robot) and not tip.robot.ties):  # no derivatives
        return
    yield from _differentiated(tip, state, derivative, contest)


def _by_columns(
    tip: Tip, state: State, i: int, columns: Columns, derivative: str, changing: Mapping[Coordinate, Shares],
    contest: Contest,
) -> Iterator[tuple[Weight, Columns]]:  # fmt: skip
    """Yield Jd from columns in frame i, then rotated; nothing if it costs too much before the rotation."""
    p, rates = contest.projection, derived(tip, columns, state.qd)
    if not contest.may_win(tip, i, rates.values()):
        return
    rates = projected(tip, rates, i, p)
    if derivative == "entries":
        rates = without_frame(projected(tip, columns, i, p), rates, frame_velocity(tip.tree, state.qd, p))
    if tip.robot.ties:
        rates = with_shares(tip, projected(tip, columns, i, p), rates, changing)
    yield contest.note(i, operations(rates)), rates


def _differentiated(tip: Tip, state: State, derivative: str, contest: Contest) -> Iterator[tuple[Weight, Columns]]:
    """Yield Jd by differentiation of the graph; nothing if it costs far more than the best for plain columns."""
    plain = {} if tip.robot.ties else differentiated(tip, plain_columns(tip, contest), state)
    if is_far(operations(plain), contest.best):
        return
    columns = jacobian(tip, contest.projection)
    if tip.robot.ties:
        columns = of_coordinates(tip.robot, columns)
    rates = differentiated(tip, columns, state)
    if derivative != "entries":
        rates = without_frame(columns, rates, -frame_velocity(tip.tree, state.qd, contest.projection))
    yield operations(rates), rates


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int, derivative: str
) -> Sequence[Result]:
    tip = Tip(Tree(robot, state.q), frame, point)
    columns = cheapest(tip, state, lambda copied: jacobian_dot(copied, projection, derivative))
    kind = "of its vectors, seen from the base" if derivative == "vector" else "of its entries"
    doc = (f"time derivative of the Jacobian of frame {frame_label(robot, frame)}, {kind}, "
           f"vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    return [named("Jd", matrix(robot, columns), doc, row_labels(robot, "Jd"))]


MODEL = Model(
    name="jacobian_dot",
    doc="time derivative of the geometric Jacobian of a frame",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION, "derivative": DERIVATIVE},
)
