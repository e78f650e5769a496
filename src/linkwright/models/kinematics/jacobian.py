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
    branch,
    frame_label,
    joints,
    link_frame,
    movers,
)
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.search.graph_trial import Trial, Weight, is_far, operations, over, promising
from linkwright.models.search.plan_cache import Choices
from linkwright.models.tree.frame_chains import Chain, Tree
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist
from linkwright.progress import tick
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Scalar, Vec3

T = TypeVar("T")


@dataclass(frozen=True)
class Tip:
    """A point of a frame, and the coordinates that move it."""

    tree: Tree
    frame: int
    point: Vec3 = ZERO
    only: tuple[Coordinate, ...] = ()  # coordinates with columns; (): all that move the point

    @property
    def robot(self) -> Robot:
        return self.tree.robot

    @cached_property
    def movers(self) -> tuple[Coordinate, ...]:
        """Freedoms that move the point."""
        return movers(self.robot, self.frame)

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Independent coordinates that move the point, or those of them in `only`."""
        return self.only or tuple(dict.fromkeys(a for c in self.movers for a, _ in self.robot.shares(c)))

    @cached_property
    def path(self) -> tuple[int, ...]:
        """Frames from 0 to that of the point."""
        return (0, *branch(self.robot, self.frame))

    def position(self, i: int) -> Vec3:
        return self.tree.pose(i, self.frame).apply(self.point)

    def local_arms(self) -> dict[int, Vec3]:
        """Lever arms from the origins of the branch to the point, each in its own frame, summed from the point on."""
        tree, path = self.tree, self.path
        L = {self.frame: self.point}
        for at in range(len(path) - 1, 0, -1):
            k, j, following = path[at - 1], path[at], path[at + 1 : at + 2]
            if following and _meet(tree.chain(k, j), tree.chain(j, *following)):
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


def _meet(step: Chain, following: Chain) -> bool:
    """Whether rotations of two steps between frames may be added up: not if the first ends with one about z, the second
    begins with one about x that stays in between, and no shift of the first is added to one of the second."""
    if not step.blocks or not following.blocks:
        return True
    last, first = step.blocks[-1], following.blocks[0]
    apart = last.axis == "z" and first.axis == "x" and first.t == ZERO and len(following.blocks) > 1
    return not apart or last.is_half_turn or first.is_half_turn


# -- the forms of the columns -------------------------------------------------------------------------------------


Columns = dict[Coordinate, Twist]


def by_arms(tip: Tip, i: int) -> Columns:
    """Columns a_k x L_k with L_k summed up in frame i."""
    L = tip.arms(i)
    return {c: column(tip.tree, i, c, L[c.link]) for c in tip.movers}


def by_positions(tip: Tip, i: int) -> Columns:
    """Columns a_k x (P - P_k), positions in frame i."""
    P = tip.position(i)
    return {c: column(tip.tree, i, c, P - tip.tree.pose(i, c.link).P) for c in tip.movers}


def by_frames(tip: Tip, i: int) -> Columns:
    """Columns -L_ky s_k + L_kx n_k with L_k in frame k and the columns of iR_k: the form of section 5.3."""
    out, L = {}, tip.local_arms()
    for c in tip.movers:
        R = tip.tree.pose(i, c.link).R
        out[c] = Twist(R @ c.w.cross(L[c.link]), R.along(c.w)) if c.turns else Twist(R.along(c.v), ZERO)
    return out


def column(tree: Tree, i: int, c: Coordinate, arm: Vec3) -> Twist:
    """Unit-rate twist of a point at `arm` from the origin of the coordinate's link, all in frame i."""
    a = tree.direction(i, c)
    return Twist(a.cross(arm), a) if c.turns else Twist(a, ZERO)


FORMS = (by_arms, by_positions, by_frames)


def carried(tip: Tip, i: int, j: int, onward: bool = True) -> Columns:
    """Columns in frame i by way of the origin O_j as a point of the tip's body; for O_j itself if not `onward`."""
    O_j = tip.tree.pose(i, j).P
    L, near = tip.position(i) - O_j if onward else ZERO, Tip(tip.tree, j).arms(i)
    out = {}
    for c in tip.movers:
        arm = near[c.link] if c.link in near else O_j - tip.tree.pose(i, c.link).P
        there = column(tip.tree, i, c, arm)
        out[c] = there.at(L) if onward else there
    return out


def projected(tip: Tip, columns: Columns, i: int, p: int) -> Columns:
    """Rotate columns from frame i to frame p."""
    if i == p:
        return columns
    turn = tip.tree.rotation(p, i)
    return {k: c.turned(turn) for k, c in columns.items()}


def entries(columns: Columns) -> list[Scalar]:
    return [x for c in columns.values() for x in c]


# -- the cheapest columns ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """Derivation of columns: in frame i, by one of the forms or by way of the origin of frame j."""

    i: int
    form: int = 0
    j: int | None = None

    def columns(self, tip: Tip) -> Columns:
        return FORMS[self.form](tip, self.i) if self.j is None else carried(tip, self.i, self.j)


def jacobian(tip: Tip, projection: int, intermediate: int | None = None) -> Columns:
    """Columns by coordinate, projected; by the intermediate frame with the fewest operations if none is given."""
    best, trial = cheapest_route(tip, projection, intermediate), Trial(tip.robot.graph)
    there = trial.take(tip)
    return trial.back(projected(there, best.columns(there), best.i, projection))


def cheapest_route(tip: Tip, projection: int, intermediate: int | None = None) -> Route:
    """The cheapest derivation of the columns; cached for origins of frames, which several models of a robot need."""
    if any(x != 0 for x in tip.point):
        return _found_route(tip, projection, intermediate)
    return _routes(tip.robot, tip.tree.q, tip.frame, tip.only, projection, intermediate)


def _found_route(tip: Tip, projection: int, intermediate: int | None) -> Route:
    frames = working_frames(tip, projection) if intermediate is None else (intermediate,)
    return _Routes(tip, projection).cheapest(frames)


_routes = Choices(lambda robot, q, frame, only, *more: _found_route(Tip(Tree(robot, q), frame, ZERO, only), *more))


ROOM = 330  # nodes of a trial copy by coordinate: beyond, further routes are derived on another copy


class _Routes:
    """Costs of routes, which are derived on trial copies of the graph that are discarded with them."""

    def __init__(self, tip: Tip, projection: int) -> None:
        self.tip, self.projection = tip, projection
        self.costs: dict[Route, Weight] = {}
        self._there: Tip | None = None  # the tip on the copy that is in use

    def cheapest(self, frames: Sequence[int]) -> Route:
        """The best of the forms, or a route by way of another point in the frames of the best two."""
        contest = Contest(self._copy(), self.projection, frames)
        tried = []
        for i in contest.frames():
            tried.append(i)
            for route in forms(i):
                contest.note(i, self._cost(route, 2))
        if contest.is_open:
            tried = promising(frames, lambda i: min(self._cost(route, 2) for route in forms(i)))
        ranked = sorted((route for i in tried for route in forms(i)), key=lambda route: self._cost(route, 2))
        best = ranked[:1]
        for i in dict.fromkeys(route.i for route in ranked[:2]):
            ways = [Route(i, j=j) for j in self.tip.path[len(self.tip.path) // 3 : -1]]
            some = ways[:: len(ways) // 2 or 1]
            if all(is_far(self._cost(way, 1), self.costs[best[0]]) for way in some):
                best += some
            else:
                best += promising(ways, lambda way: self._cost(way, 1))
        return min(best, key=lambda route: self._cost(route, 1))

    def _cost(self, route: Route, wanted: int) -> Weight:
        """Cost of a route; a lower bound if the route is not among the cheapest, as many as are wanted."""
        if route not in self.costs:
            tick()
            best = sorted(self.costs.values())[:wanted]
            self.costs[route] = self._counted(route, best[-1] if len(best) == wanted else None)
        return self.costs[route]

    def _counted(self, route: Route, most: Weight | None) -> Weight:
        first = self.costs.get(Route(route.i))
        if first and route.j is None and is_far(first, most):  # forms in the same frame differ by less
            return first
        tip = self._copy()
        columns = route.columns(tip)
        least = operations(columns)
        if route.i == self.projection:
            return least
        least = least[0] + least_turning(tip, columns.values(), route.i, self.projection), *least[1:]
        if most and least > most:
            return least
        return operations(projected(tip, columns, route.i, self.projection))

    def _copy(self) -> Tip:
        """The tip on the trial copy where routes are derived: they have many nodes in common."""
        there = self._there
        if there is None or len(there.robot.graph) > ROOM * len(there.movers):
            home, ties = self.tip.robot.graph, self.tip.robot.ties  # the velocity map is copied only once
            self._there = Trial(home).take(self.tip) if ties else over(self.tip, home.copy(is_trial=True))
        assert self._there
        return self._there


def forms(i: int) -> list[Route]:
    return [Route(i, form) for form in range(len(FORMS))]


def least_turning(tip: Tip, twists: Iterable[Twist], i: int, p: int) -> int:
    """Least operations that rotate twists from frame i to p by a matrix; 0 for a few turns about axes."""
    if not _is_turned_by_matrix(tip, i, p):
        return 0
    filled = tip.tree.chain(p, i).filled()
    total = 0
    for v in dict.fromkeys(v for there in twists for v in (there.v, there.w)):
        kept = [k for k, x in enumerate(v) if isinstance(x, Expr) and x.number is None]
        for row in filled:
            terms = sum(row[k] for k in kept)
            total += max(2 * terms - 1, 0) if sum(row) > 1 else 0
    return total


def _is_turned_by_matrix(tip: Tip, i: int, p: int) -> bool:
    return i != p and WORLD not in (i, p) and tip.tree.turns_by_matrix(p, i)


class Contest:
    """Search for the frame in which a quantity made of the columns, then rotated to the projection frame, is cheapest.

    Of the frames from which the rotation takes a matrix, the middle and the last one are tried first; if the cost is
    far from the best in both, even before the rotation, the others are not tried.
    """

    def __init__(self, tip: Tip, projection: int, frames: Sequence[int]) -> None:
        self.projection = projection
        far = [i for i in frames if _is_turned_by_matrix(tip, i, projection)]
        self.near = [i for i in frames if i not in far]
        self.probes = [*dict.fromkeys((far[len(far) // 2], far[-1]))] if far else []
        self.best: Weight | None = None
        self.least: dict[int, Weight] = {}  # by frame
        self.turned: dict[int, Weight] = {}  # by frame, with the rotation

    def frames(self) -> Iterator[int]:
        """Frames that are tried in any case."""
        yield from self.near
        yield from self.probes

    @property
    def is_open(self) -> bool:
        """Whether the other frames are to be tried."""
        return any(not is_far(self.least[i], self.best) for i in self.probes)

    def note(self, i: int, cost: Weight) -> Weight:
        """Record the cost of a candidate in frame i, and return it."""
        self.best = cost if self.best is None else min(self.best, cost)
        self.least[i] = min(cost, self.least.get(i, cost))
        self.turned[i] = min(cost, self.turned.get(i, cost))
        return cost

    def is_lost(self, i: int) -> bool:
        """Whether candidates in frame i are far from the best: other forms in the same frame differ by less."""
        made = self.turned.get(i) or self.least.get(i)
        return made is not None and is_far(made, self.best)

    def may_win(self, tip: Tip, i: int, twists: Iterable[Twist]) -> bool:
        """Whether twists in frame i may still be the cheapest with their rotation to the projection frame."""
        made = [*twists]
        least = operations(made)
        least = least[0] + least_turning(tip, made, i, self.projection), *least[1:]
        self.least[i] = min(least, self.least.get(i, least))
        return self.best is None or least <= self.best


Moving = tuple[Tip, State]
MANY = 5000  # new nodes of a trial copy: beyond, another copy is used, and candidates that have lost are freed


def cheapest(
    tip: Tip, state: State, candidates: Callable[[Callable[[], Moving]], Iterable[tuple[Weight, T]]]
) -> T:  # fmt: skip
    """The first of the cheapest candidates, which come with their costs; each is derived from the tip and the state on
    a trial copy of the graph, which `candidates` calls for."""
    trial = Trial(tip.robot.graph)
    there = trial.take((tip, state))

    def copied() -> Moving:
        nonlocal trial, there
        if len(trial.copy) > trial.start + MANY and not tip.robot.ties:  # the velocity map is copied once
            trial = Trial(tip.robot.graph)
            there = trial.take((tip, state))
        return there

    best: tuple[Weight, T, Trial] | None = None
    for cost, made in candidates(copied):
        tick()
        if best is None or cost < best[0]:
            best = cost, made, trial
        del made  # its copy is forgotten before there is another one
    assert best
    return best[2].back(best[1])


def columns_in_frames(copied: Callable[[], Moving], contest: Contest) -> Iterator[tuple[Moving, int, Columns]]:
    """Yield columns by all forms in the frames of the search; by one form alone where it is far from the best."""

    def some(frames: Iterable[int]) -> Iterator[tuple[Moving, int, Columns]]:
        for i in frames:
            there = copied()
            for form in FORMS:
                if not contest.is_lost(i):
                    yield there, i, form(there[0], i)

    yield from some(contest.frames())
    if contest.is_open:
        tried = tried_frames(copied()[0], contest.projection)
        yield from some(i for i in tried if i not in contest.least)


def plain_columns(tip: Tip, contest: Contest) -> Columns:
    """The cheapest columns by one of the forms in frames from which the projection takes no matrix."""
    p = contest.projection
    return min((projected(tip, form(tip, i), i, p) for i in contest.near for form in FORMS), key=operations)


def working_frames(tip: Tip, projection: int) -> tuple[int, ...]:
    """Frames in which columns may be computed before they are projected."""
    return tuple(dict.fromkeys((0 if projection == WORLD else projection, *tip.path)))


def tried_frames(tip: Tip, projection: int) -> list[int]:
    """Working frames in which a quantity made of the columns may be cheapest: of many, those with cheap columns."""

    def cost(i: int) -> Any:
        return min(operations(projected(tip, form(tip, i), i, projection)) for form in FORMS)

    return promising(working_frames(tip, projection), cost)


def relative_jacobian(tip: Tip, reference: int) -> Columns:
    """Columns of the motion relative to the reference frame, in this frame: joints that move both cancel out."""
    moved = movers(tip.robot, reference) if reference != WORLD else ()
    own = {c: there for c, there in jacobian(tip, reference).items() if c not in moved}
    for c in moved:
        if c not in tip.movers:  # the reference frame moves away from the tip
            arm = tip.position(reference) - tip.tree.pose(reference, c.link).P
            away = column(tip.tree, reference, c, arm)
            own[c] = Twist(-away.v, -away.w)
    return own


def matrix(robot: Robot, columns: Columns, rows: Sequence[int] = range(6)) -> list[list[Scalar]]:
    """The rows of J, a column for every coordinate: zero for those of other branches."""
    full = [list(c) for c in of_coordinates(robot, columns).values()]
    return [[c[r] for c in full] for r in rows]


def of_coordinates(robot: Robot, columns: Columns) -> Columns:
    """Project the columns of all freedoms on the coordinates."""
    total = dict.fromkeys(robot.coordinates, NO_TWIST)
    for c, column in columns.items():
        for a, factor in robot.shares(c):
            share = column if type(factor) is int and factor == 1 else column.scaled(factor)
            total[a] = share if total[a] is NO_TWIST else total[a] + share
    return total


def reduced(tip: Tip, columns: Columns) -> Columns:
    """The columns of the independent coordinates that move the tip."""
    whole = of_coordinates(tip.robot, columns)
    return {c: whole[c] for c in tip.coordinates}


def chosen_tip(tree: Tree, frame: int, point: Vec3, columns: Sequence[Coordinate]) -> Tip:
    """A point of a frame with the columns of some coordinates, which must move it."""
    whole, columns = Tip(tree, frame, point), tuple(c for c in columns if not c.is_motor)
    for c in columns:
        if c not in whole.coordinates:
            those = ", ".join(dict.fromkeys(str(k.link) for k in whole.coordinates))
            what = f"{tree.robot.name}: joint {c.suffix} does not move frame {frame_label(tree.robot, frame)}"
            raise RobotError(what, remedy=f"choose joints among {those}")
    return Tip(tree, frame, point, columns)


JOINTS = Option("branch", "columns: branch (all that move the frame), or a list of joints, 0 for a base that floats",
                read=joints)  # fmt: skip


def row_labels(robot: Robot, prefix: str = "J") -> tuple[str, ...]:
    return tuple(f"{prefix}_{row}_{c.suffix}" for row in TWIST for c in robot.coordinates)


def row_units(robot: Robot) -> tuple[str, ...]:
    """Units of the entries: velocities by joint velocities."""
    linear, angular = {True: "m", False: ""}, {True: "", False: "1/m"}
    return tuple((linear if r < 3 else angular)[c.turns] for r in range(6) for c in robot.coordinates)


def intermediate_frame(robot: Robot, value: object) -> int | None:
    return None if str(value).strip() == "best" else link_frame(robot, value)


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int,
    intermediate: int | None,
) -> Sequence[Result]:  # fmt: skip
    columns = jacobian(Tip(Tree(robot, state.q), frame, point), projection, intermediate)
    for c, there in columns.items():
        quantities.note("a", c.link, there.w)
        quantities.note("v", c.link, there.v)
    doc = (f"Jacobian of frame {frame_label(robot, frame)}: (v, w) = J qd, "
           f"vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    return [named("J", matrix(robot, columns), doc, row_labels(robot), row_units(robot))]


MODEL = Model(
    name="jacobian",
    doc="geometric Jacobian of a frame: linear and angular velocity from joint velocities",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": FRAME, "point": POINT, "projection": PROJECTION,
        "intermediate": Option("best", "the frame of the computation: best, or name, or number of a joint",
                               read=intermediate_frame),
    },
)  # fmt: skip
