"""The geometric Jacobian of a frame: (v, w) = J qd, v of any point of it, projected in any frame.

Khalil & Dombre, section 5.3: column k is (a_k x L_k, a_k) for a revolute joint and (a_k, 0) for a prismatic one, L_k
from the origin of frame k to the point. By Renaud's method (section 5.4) the columns are computed in a frame
i for a point O_j between, and then carried over to the point and turned into the projection frame:

    J = [R 0; 0 R] [1 -L^; 0 1] iJ_j

Frame, point and the form of the first three rows are those that need the fewest operations in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.framework.frame_options import (
    FRAME,
    POINT,
    PROJECTION,
    WORLD,
    frame_label,
    path_from_base,
    read_joints,
    read_link_frame,
    supporting_freedoms,
)
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.search.graph_trial import (
    OperationCost,
    Trial,
    count_operations,
    is_too_costly,
    on_graph,
    select_coarse_to_fine,
)
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.frame_chains import FrameChain, FrameTree
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist
from linkwright.progress import tick
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Scalar, Vec3

T = TypeVar("T")


@dataclass(frozen=True)
class FramePoint:
    """A point of a frame, and the coordinates that move it."""

    tree: FrameTree
    frame: int
    point: Vec3 = ZERO
    only: tuple[Coordinate, ...] = ()  # coordinates with columns; (): all that move the point

    @property
    def robot(self) -> Robot:
        return self.tree.robot

    @cached_property
    def supporting_freedoms(self) -> tuple[Coordinate, ...]:
        """Freedoms that move the point."""
        return supporting_freedoms(self.robot, self.frame)

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Independent coordinates that move the point, or those of them in `only`."""
        return self.only or tuple(
            dict.fromkeys(a for c in self.supporting_freedoms for a, _ in self.robot.velocity_map_row(c))
        )

    @cached_property
    def path(self) -> tuple[int, ...]:
        """Frames from 0 to that of the point."""
        return (0, *path_from_base(self.robot, self.frame))

    def position(self, i: int) -> Vec3:
        return self.tree.pose(i, self.frame).apply(self.point)

    def local_arms(self) -> dict[int, Vec3]:
        """Lever arms from the origins of the branch to the point, each in its own frame, summed from the point on."""
        tree, path = self.tree, self.path
        L = {self.frame: self.point}
        for at in range(len(path) - 1, 0, -1):
            k, j, following = path[at - 1], path[at], path[at + 1 : at + 2]
            if following and _can_merge_rotations(tree.chain(k, j), tree.chain(j, *following)):
                L[k] = tree.chain(k, self.frame).apply(self.point)
            else:
                L[k] = tree.chain(k, j).apply(L[j])
        return L

    def arms(self, i: int) -> dict[int, Vec3]:
        """Lever arms from the origins of the branch to the point, in frame i, summed from the point on."""
        tree, path = self.tree, self.path
        L = {self.frame: tree.pose(i, self.frame).R.along(self.point)}
        for k, j in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            if self.robot.joint(j).kind == "ball":
                L[k] = L[j] + tree.pose(i, j).P - tree.pose(i, k).P
            else:
                L[k] = sum(tree.shifts(i, j), L[j])
        return L


def _can_merge_rotations(step: FrameChain, following: FrameChain) -> bool:
    """Whether rotations of two steps between frames may be added up: not if the first ends with one about z, the second
    begins with one about x that stays in between, and no shift of the first is added to one of the second."""
    if not step.blocks or not following.blocks:
        return True
    last, first = step.blocks[-1], following.blocks[0]
    apart = last.axis == "z" and first.axis == "x" and first.t == ZERO and len(following.blocks) > 1
    return not apart or last.is_half_turn or first.is_half_turn


# -- the forms of the columns -------------------------------------------------------------------------------------


Columns = dict[Coordinate, Twist]


def columns_by_arms(tip: FramePoint, i: int) -> Columns:
    """Columns a_k x L_k with L_k summed up in frame i."""
    L = tip.arms(i)
    return {c: unit_rate_twist(tip.tree, i, c, L[c.link]) for c in tip.supporting_freedoms}


def columns_by_positions(tip: FramePoint, i: int) -> Columns:
    """Columns a_k x (P - P_k), positions in frame i."""
    P = tip.position(i)
    return {c: unit_rate_twist(tip.tree, i, c, P - tip.tree.pose(i, c.link).P) for c in tip.supporting_freedoms}


def columns_by_frames(tip: FramePoint, i: int) -> Columns:
    """Columns -L_ky s_k + L_kx n_k with L_k in frame k and the columns of iR_k: the form of section 5.3."""
    out, L = {}, tip.local_arms()
    for c in tip.supporting_freedoms:
        R = tip.tree.pose(i, c.link).R
        out[c] = Twist(R @ c.w.cross(L[c.link]), R.along(c.w)) if c.is_rotation else Twist(R.along(c.v), ZERO)
    return out


def unit_rate_twist(tree: FrameTree, i: int, c: Coordinate, arm: Vec3) -> Twist:
    """Unit-rate twist of a point at `arm` from the origin of the coordinate's link, all in frame i."""
    a = tree.direction(i, c)
    return Twist(a.cross(arm), a) if c.is_rotation else Twist(a, ZERO)


FORMS = (columns_by_arms, columns_by_positions, columns_by_frames)


def columns_through_origin(tip: FramePoint, i: int, j: int, onward: bool = True) -> Columns:
    """Columns in frame i by way of the origin O_j as a point of the tip's body; for O_j itself if not `onward`."""
    O_j = tip.tree.pose(i, j).P
    L, near = tip.position(i) - O_j if onward else ZERO, FramePoint(tip.tree, j).arms(i)
    out = {}
    for c in tip.supporting_freedoms:
        arm = near[c.link] if c.link in near else O_j - tip.tree.pose(i, c.link).P
        there = unit_rate_twist(tip.tree, i, c, arm)
        out[c] = there.at(L) if onward else there
    return out


def project_columns(tip: FramePoint, columns: Columns, i: int, p: int) -> Columns:
    """Rotate columns from frame i to frame p."""
    if i == p:
        return columns
    turn = tip.tree.rotation(p, i)
    return {k: c.rotated_by(turn) for k, c in columns.items()}


def list_entries(columns: Columns) -> list[Scalar]:
    return [x for c in columns.values() for x in c]


# -- the cheapest columns ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnRoute:
    """Derivation of columns: in frame i, by one of the forms or by way of the origin of frame j."""

    i: int
    form: int = 0
    j: int | None = None

    def columns(self, tip: FramePoint) -> Columns:
        return FORMS[self.form](tip, self.i) if self.j is None else columns_through_origin(tip, self.i, self.j)


def jacobian(tip: FramePoint, projection: int, intermediate: int | None = None) -> Columns:
    """Columns by coordinate, projected; by the intermediate frame with the fewest operations if none is given."""
    best, trial = find_cheapest_route(tip, projection, intermediate), Trial(tip.robot.graph)
    there = trial.to_trial(tip)
    return trial.from_trial(project_columns(there, best.columns(there), best.i, projection))


def find_cheapest_route(tip: FramePoint, projection: int, intermediate: int | None = None) -> ColumnRoute:
    """The cheapest derivation of the columns; cached for origins of frames, which several models of a robot need."""
    if any(x != 0 for x in tip.point):
        return _search_route(tip, projection, intermediate)
    return _cached_routes(tip.robot, tip.tree.q, tip.frame, tip.only, projection, intermediate)


def _search_route(tip: FramePoint, projection: int, intermediate: int | None) -> ColumnRoute:
    frames = working_frames(tip, projection) if intermediate is None else (intermediate,)
    return _RouteSearch(tip, projection).cheapest(frames)


_cached_routes = PlanCache(
    lambda robot, q, frame, only, *more: _search_route(FramePoint(FrameTree(robot, q), frame, ZERO, only), *more)
)


MAX_NODES_PER_COORDINATE = (
    330  # nodes of a trial copy by coordinate: beyond, further routes are derived on another copy
)


class _RouteSearch:
    """Costs of routes, which are derived on trial copies of the graph that are discarded with them."""

    def __init__(self, tip: FramePoint, projection: int) -> None:
        self.tip, self.projection = tip, projection
        self.costs: dict[ColumnRoute, OperationCost] = {}
        self._there: FramePoint | None = None  # the tip on the copy that is in use

    def cheapest(self, frames: Sequence[int]) -> ColumnRoute:
        """The best of the forms, or a route by way of another point in the frames of the best two."""
        contest = FrameSearch(self._copy(), self.projection, frames)
        tried = []
        for i in contest.frames():
            tried.append(i)
            for route in list_routes_in_frame(i):
                contest.record_cost(i, self._cost(route, 2))
        if contest.has_open_frames:
            tried = select_coarse_to_fine(
                frames, lambda i: min(self._cost(route, 2) for route in list_routes_in_frame(i))
            )
        ranked = sorted(
            (route for i in tried for route in list_routes_in_frame(i)), key=lambda route: self._cost(route, 2)
        )
        best = ranked[:1]
        for i in dict.fromkeys(route.i for route in ranked[:2]):
            ways = [ColumnRoute(i, j=j) for j in self.tip.path[len(self.tip.path) // 3 : -1]]
            some = ways[:: len(ways) // 2 or 1]
            if all(is_too_costly(self._cost(way, 1), self.costs[best[0]]) for way in some):
                best += some
            else:
                best += select_coarse_to_fine(ways, lambda way: self._cost(way, 1))
        return min(best, key=lambda route: self._cost(route, 1))

    def _cost(self, route: ColumnRoute, wanted: int) -> OperationCost:
        """Cost of a route; a lower bound if the route is not among the cheapest, as many as are wanted."""
        if route not in self.costs:
            tick()
            best = sorted(self.costs.values())[:wanted]
            self.costs[route] = self._counted(route, best[-1] if len(best) == wanted else None)
        return self.costs[route]

    def _counted(self, route: ColumnRoute, most: OperationCost | None) -> OperationCost:
        first = self.costs.get(ColumnRoute(route.i))
        if first and route.j is None and is_too_costly(first, most):  # forms in the same frame differ by less
            return first
        tip = self._copy()
        columns = route.columns(tip)
        least = count_operations(columns)
        if route.i == self.projection:
            return least
        least = least[0] + min_rotation_operations(tip, columns.values(), route.i, self.projection), *least[1:]
        if most and least > most:
            return least
        return count_operations(project_columns(tip, columns, route.i, self.projection))

    def _copy(self) -> FramePoint:
        """The tip on the trial copy where routes are derived: they have many nodes in common."""
        there = self._there
        if there is None or len(there.robot.graph) > MAX_NODES_PER_COORDINATE * len(there.supporting_freedoms):
            home, ties = self.tip.robot.graph, self.tip.robot.ties  # the velocity map is copied only once
            self._there = Trial(home).to_trial(self.tip) if ties else on_graph(self.tip, home.copy(is_trial=True))
        assert self._there
        return self._there


def list_routes_in_frame(i: int) -> list[ColumnRoute]:
    return [ColumnRoute(i, form) for form in range(len(FORMS))]


def min_rotation_operations(tip: FramePoint, twists: Iterable[Twist], i: int, p: int) -> int:
    """Least operations that rotate twists from frame i to p by a matrix; 0 for a few turns about axes."""
    if not _is_rotated_by_matrix(tip, i, p):
        return 0
    filled = tip.tree.chain(p, i).filled()
    total = 0
    for v in dict.fromkeys(v for there in twists for v in (there.v, there.w)):
        kept = [k for k, x in enumerate(v) if isinstance(x, Expr) and x.number is None]
        for row in filled:
            terms = sum(row[k] for k in kept)
            total += max(2 * terms - 1, 0) if sum(row) > 1 else 0
    return total


def _is_rotated_by_matrix(tip: FramePoint, i: int, p: int) -> bool:
    return i != p and WORLD not in (i, p) and tip.tree.turns_by_matrix(p, i)


class FrameSearch:
    """Search for the frame in which a quantity made of the columns, then rotated to the projection frame, is cheapest.

    Of the frames from which the rotation takes a matrix, the middle and the last one are tried first; if the cost is
    far from the best in both, even before the rotation, the others are not tried.
    """

    def __init__(self, tip: FramePoint, projection: int, frames: Sequence[int]) -> None:
        self.projection = projection
        far = [i for i in frames if _is_rotated_by_matrix(tip, i, projection)]
        self.near = [i for i in frames if i not in far]
        self.probes = [*dict.fromkeys((far[len(far) // 2], far[-1]))] if far else []
        self.best: OperationCost | None = None
        self.least: dict[int, OperationCost] = {}  # by frame
        self.turned: dict[int, OperationCost] = {}  # by frame, with the rotation

    def frames(self) -> Iterator[int]:
        """Frames that are tried in any case."""
        yield from self.near
        yield from self.probes

    @property
    def has_open_frames(self) -> bool:
        """Whether the other frames are to be tried."""
        return any(not is_too_costly(self.least[i], self.best) for i in self.probes)

    def record_cost(self, i: int, cost: OperationCost) -> OperationCost:
        """Record the cost of a candidate in frame i, and return it."""
        self.best = cost if self.best is None else min(self.best, cost)
        self.least[i] = min(cost, self.least.get(i, cost))
        self.turned[i] = min(cost, self.turned.get(i, cost))
        return cost

    def is_far_from_best(self, i: int) -> bool:
        """Whether candidates in frame i are far from the best: other forms in the same frame differ by less."""
        made = self.turned.get(i) or self.least.get(i)
        return made is not None and is_too_costly(made, self.best)

    def may_be_cheapest(self, tip: FramePoint, i: int, twists: Iterable[Twist]) -> bool:
        """Whether twists in frame i may still be the cheapest with their rotation to the projection frame."""
        made = [*twists]
        least = count_operations(made)
        least = least[0] + min_rotation_operations(tip, made, i, self.projection), *least[1:]
        self.least[i] = min(least, self.least.get(i, least))
        return self.best is None or least <= self.best


MovingPoint = tuple[FramePoint, State]
MAX_NODES_OF_TRIAL = (
    5000  # new nodes of a trial copy: beyond, another copy is used, and candidates that have lost are freed
)


def derive_cheapest(
    tip: FramePoint, state: State, candidates: Callable[[Callable[[], MovingPoint]], Iterable[tuple[OperationCost, T]]]
) -> T:  # fmt: skip
    """The first of the cheapest candidates, which come with their costs; each is derived from the tip and the state on
    a trial copy of the graph, which `candidates` calls for."""
    trial = Trial(tip.robot.graph)
    there = trial.to_trial((tip, state))

    def copied() -> MovingPoint:
        nonlocal trial, there
        if len(trial.copy) > trial.start + MAX_NODES_OF_TRIAL and not tip.robot.ties:  # the velocity map is copied once
            trial = Trial(tip.robot.graph)
            there = trial.to_trial((tip, state))
        return there

    best: tuple[OperationCost, T, Trial] | None = None
    for cost, made in candidates(copied):
        tick()
        if best is None or cost < best[0]:
            best = cost, made, trial
        del made  # its copy is forgotten before there is another one
    assert best
    return best[2].from_trial(best[1])


def columns_in_frames(
    copied: Callable[[], MovingPoint], contest: FrameSearch
) -> Iterator[tuple[MovingPoint, int, Columns]]:
    """Yield columns by all forms in the frames of the search; by one form alone where it is far from the best."""

    def some(frames: Iterable[int]) -> Iterator[tuple[MovingPoint, int, Columns]]:
        for i in frames:
            there = copied()
            for form in FORMS:
                if not contest.is_far_from_best(i):
                    yield there, i, form(there[0], i)

    yield from some(contest.frames())
    if contest.has_open_frames:
        tried = promising_frames(copied()[0], contest.projection)
        yield from some(i for i in tried if i not in contest.least)


def plain_columns(tip: FramePoint, contest: FrameSearch) -> Columns:
    """The cheapest columns by one of the forms in frames from which the projection takes no matrix."""
    p = contest.projection
    return min((project_columns(tip, form(tip, i), i, p) for i in contest.near for form in FORMS), key=count_operations)


def working_frames(tip: FramePoint, projection: int) -> tuple[int, ...]:
    """Frames in which columns may be computed before they are projected."""
    return tuple(dict.fromkeys((0 if projection == WORLD else projection, *tip.path)))


def promising_frames(tip: FramePoint, projection: int) -> list[int]:
    """Working frames in which a quantity made of the columns may be cheapest: of many, those with cheap columns."""

    def cost(i: int) -> Any:
        return min(count_operations(project_columns(tip, form(tip, i), i, projection)) for form in FORMS)

    return select_coarse_to_fine(working_frames(tip, projection), cost)


def relative_jacobian(tip: FramePoint, reference: int) -> Columns:
    """Columns of the motion relative to the reference frame, in this frame: joints that move both cancel out."""
    moved = supporting_freedoms(tip.robot, reference) if reference != WORLD else ()
    own = {c: there for c, there in jacobian(tip, reference).items() if c not in moved}
    for c in moved:
        if c not in tip.supporting_freedoms:  # the reference frame moves away from the tip
            arm = tip.position(reference) - tip.tree.pose(reference, c.link).P
            away = unit_rate_twist(tip.tree, reference, c, arm)
            own[c] = Twist(-away.v, -away.w)
    return own


def jacobian_matrix(robot: Robot, columns: Columns, rows: Sequence[int] = range(6)) -> list[list[Scalar]]:
    """The rows of J, a column for every coordinate: zero for those of other branches."""
    full = [list(c) for c in columns_of_coordinates(robot, columns).values()]
    return [[c[r] for c in full] for r in rows]


def columns_of_coordinates(robot: Robot, columns: Columns) -> Columns:
    """Project the columns of all freedoms on the coordinates."""
    total = dict.fromkeys(robot.coordinates, NO_TWIST)
    for c, column in columns.items():
        for a, factor in robot.velocity_map_row(c):
            share = column if type(factor) is int and factor == 1 else column.scaled(factor)
            total[a] = share if total[a] is NO_TWIST else total[a] + share
    return total


def select_columns(tip: FramePoint, columns: Columns) -> Columns:
    """The columns of the independent coordinates that move the tip."""
    whole = columns_of_coordinates(tip.robot, columns)
    return {c: whole[c] for c in tip.coordinates}


def make_frame_point(tree: FrameTree, frame: int, point: Vec3, columns: Sequence[Coordinate]) -> FramePoint:
    """A point of a frame with the columns of some coordinates, which must move it."""
    whole, columns = FramePoint(tree, frame, point), tuple(c for c in columns if not c.is_motor)
    for c in columns:
        if c not in whole.coordinates:
            those = ", ".join(dict.fromkeys(str(k.link) for k in whole.coordinates))
            what = f"{tree.robot.name}: joint {c.suffix} does not move frame {frame_label(tree.robot, frame)}"
            raise RobotError(what, remedy=f"choose joints among {those}")
    return FramePoint(tree, frame, point, columns)


JOINTS_OPTION = Option(
    "branch",
    "columns: branch (all that move the frame), or a list of joints, 0 for a base that floats",
    read=read_joints,
)


def row_labels(robot: Robot, prefix: str = "J") -> tuple[str, ...]:
    return tuple(f"{prefix}_{row}_{c.suffix}" for row in TWIST for c in robot.coordinates)


def row_units(robot: Robot) -> tuple[str, ...]:
    """Units of the entries: velocities by joint velocities."""
    linear, angular = {True: "m", False: ""}, {True: "", False: "1/m"}
    return tuple((linear if r < 3 else angular)[c.is_rotation] for r in range(6) for c in robot.coordinates)


def read_intermediate_frame(robot: Robot, value: object) -> int | None:
    return None if str(value).strip() == "best" else read_link_frame(robot, value)


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int,
    intermediate: int | None,
) -> Sequence[Result]:  # fmt: skip
    columns = jacobian(FramePoint(FrameTree(robot, state.q), frame, point), projection, intermediate)
    for c, there in columns.items():
        quantities.note("a", c.link, there.w)
        quantities.note("v", c.link, there.v)
    doc = (f"Jacobian of frame {frame_label(robot, frame)}: (v, w) = J qd, "
           f"vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    return [named("J", jacobian_matrix(robot, columns), doc, row_labels(robot), row_units(robot))]


MODEL = Model(
    name="jacobian",
    doc="geometric Jacobian of a frame: linear and angular velocity from joint velocities",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": FRAME, "point": POINT, "projection": PROJECTION,
        "intermediate": Option("best", "the frame of the computation: best, or name, or number of a joint",
                               read=read_intermediate_frame),
    },
)  # fmt: skip
