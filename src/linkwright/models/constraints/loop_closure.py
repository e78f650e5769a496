"""Robots with closed loops: independent joints, positions of the dependent ones, and the velocity map between rates.

    analysis    rows at general closed positions (`closed_configurations`), their rank, the independent coordinates
    positions   dependent joints that are linear in independent ones; then, block by block, a closed form where there
                is one, else Newton's iteration from a start that the user gives
    rates       G, the velocity map of a view of the robot (`constraint_system`)

Requested joints are preferred as independent ones, then drives, then other joints. Wheels add their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr.kernel import STATUS
from linkwright.models.algebra.block_triangular import diagonal_blocks
from linkwright.models.constraints import wheels
from linkwright.models.constraints.closed_forms import ClosedFormSolution, select_signs, solve_closed_form
from linkwright.models.constraints.constraint_system import (
    Constraints,
    ConstraintSystem,
    ConstraintVelocityMap,
    Partition,
    RegularityMargins,
    Residues,
    independent_rows,
)
from linkwright.models.constraints.leg_symmetry import frames_of_legs, loop_signature, uniform_frames
from linkwright.models.constraints.loop_equations import (
    NO_SUMMED_RATES,
    KinematicLoop,
    LoopEquations,
    SummedRates,
    candidate_frames,
    kinematic_loops,
)
from linkwright.models.constraints.loop_rates import LoopRates, LoopRows
from linkwright.models.constraints.mobility_analysis import (
    LinearDependency,
    MobilityAnalysis,
    analyze_mobility,
    fraction_to_arb,
)
from linkwright.models.constraints.newton_closure import NewtonUnknowns, equations_of_rows, solve_by_newton
from linkwright.models.constraints.summed_rates import SummedRateConstraints, find_summable_joints, sum_row_entries
from linkwright.models.constraints.tearing import Tearing
from linkwright.models.constraints.two_stage_constraints import TwoStageConstraints
from linkwright.models.framework.state import Positions, Rates, StateBuilder, fill_coupled_positions
from linkwright.models.search.graph_trial import Trial, count_operations, hill_climb
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import DependentRows

SINGULAR, OUT_OF_REACH, OTHER_MODE = (STATUS.index(x) for x in ("singular", "out of reach", "other assembly mode"))
REDUNDANCY_TOLERANCE = 1e-11  # largest residual of redundant equations, relative to their terms
FOLLOW = "follow"  # a value of `branch`: no closed forms, but the solution nearest to `q_start`
INNER = "inner"  # a value of `how`: the first stage, over platform coordinates
MAX_LOOPS_SEARCHED_TOGETHER = 3  # up to so many loops, frames are searched jointly
LoopMotions = dict[
    tuple[Coordinate, ...], tuple[LoopRates, LoopRates]
]  # by moving coordinates: for rates, accelerations


class LoopClosure:
    """Dependent positions, velocity map and status of a robot with loops (and wheels)."""

    def __init__(
        self, robot: Robot, wanted: Sequence[Coordinate] = (), how: str = "solved", branch: str = ""
    ) -> None:  # fmt: skip
        """Analyze the loops of a robot; `wanted` coordinates are to be independent.

        how: "solved", dependent positions are solved for; "given", the state is that of all joints of the tree and
        satisfies the loops; "positions", only positions are given so. branch: + or - for every choice of the closed
        forms; "": the branch in which the robot is assembled.
        """
        self.robot, self.found, self.how = robot, analyze_mobility(robot, wanted), how
        self.solved = frozenset(self.found.solved if how == "solved" else ())
        lost = [c for c in wanted if c not in self.found.split.independent]
        if lost and how != INNER:
            what = f"{robot.name}: {', '.join(c.joint for c in lost)} cannot be independent together with the others"
            count = len(self.found.split.independent)
            raise RobotError(what, cell=("joint", lost[0].link), remedy=f"{count} joints can be: name fewer, or others")
        self._statuses: list[Expr] = []  # statuses of the blocks of positions
        self._regular = RegularityMargins()  # margins of the matrices that are solved with
        self.branch, self.choices = branch, list[str]()
        self.methods: list[tuple[PositionBlock, str]] = []  # how the blocks of positions were solved
        self._asked, self._form = tuple[Any, ...](), cast("ClosedFormSolution | None", None)
        self.inner = None if how in ("given", INNER) else self._stage(robot)

    def _stage(self, robot: Robot) -> LoopClosure | None:
        """First stage over coordinates of links at which loops meet, if that makes the largest block smaller."""
        if self.found.linear or _largest_block(self.found) <= 3:
            return None
        inner = self._platform_stage(robot)
        return inner if inner and _largest_block(inner.found) < _largest_block(self.found) else None

    def _platform_stage(self, robot: Robot) -> LoopClosure | None:
        """Closure with the coordinates of links at which several loops meet (the platform) as independent ones."""
        met = {j for x in kinematic_loops(robot) if x.reference_frames[1] != x.links[1] for j in x.end_side}
        hub = [c for c in self.found.split.dependent if c.link in met]
        inner = LoopClosure(robot, hub, INNER) if hub else None
        return inner if inner and inner.found.is_regular_at_start else None

    # -- positions ----------------------------------------------------------------------------------------------------

    def solve_positions(self, maker: StateBuilder, q: list[Any]) -> None:
        """Fill in the positions of the dependent joints in q, which has those of the independent ones."""
        robot, graph = maker.robot, maker.graph
        if self.how != "solved":
            return
        for c, sum_of in self.found.linear.items():
            total = Expr(graph, graph.const(sum_of.offset))
            if sum_of.of_pi:
                total = total * Expr(graph, graph.pi())
            for a, factor in sum_of.factors:
                total = total + q[a.link] * factor
            q[c.link] = total
        todo = [c for c in self.found.solved if c not in self.found.linear]
        if todo:
            q[:] = fill_coupled_positions(robot, q)
        for block in self._merge_blocks(list(self._blocks(todo)), robot, q):
            form = self._closed_form(robot, q, block)
            if form is None:
                self._iterate(maker, q, block)
                continue
            self.methods.append((block, form.method))
            for j, position in form.positions.items():
                q[j] = position
            self._statuses += [x.select(0, OUT_OF_REACH) for x in form.reach]
        if self.branch not in ("", FOLLOW) and len(self.branch) != len(self.choices):
            said = ", ".join(self.choices) or "there is nothing to choose"
            raise RobotError(f"{robot.name}: branch {self.branch!r} has {len(self.branch)} signs, {len(self.choices)} "
                             f"are needed", remedy=f"one + or - for each: {said}")  # fmt: skip
        q[:] = fill_coupled_positions(robot, q)
        if any(method.startswith("newton") for _, method in self.methods):
            self._check_others(maker, q)

    def _iterate(self, maker: StateBuilder, q: list[Any], block: PositionBlock) -> None:
        """Solve a block by Newton's method: for few joints, if all others are formulas of these; else for all."""
        torn = self._tearing(maker.robot, block)
        self.methods.append((block, torn.method if torn else "newton"))
        if torn:
            self._statuses += torn.iterated(maker, q)
            return
        self._statuses.append(
            solve_by_newton(maker, q, NewtonUnknowns.of(maker.robot, block.links), equations_of_rows(block.rows))
        )

    def _tearing(self, robot: Robot, block: PositionBlock) -> Tearing | None:
        """Tearing of a block: unknown joints of the platform, and formulas of all others by these; None: impossible."""
        inner = None if self.branch == FOLLOW else self.inner or self._platform_stage(self.robot)
        if inner is None:
            return None
        outer, own = self.found.split.independent, inner.found.split.independent
        torn, drives = [c for c in own if c not in outer], [c for c in outer if c not in own]
        if not {*torn} <= {*block.unknowns}:
            return None
        unknown = NewtonUnknowns.of(robot, list(dict.fromkeys(c.link for c in torn)))
        inner.branch, inner.choices = self.branch, list(self.choices)
        wanted = {c.link for c in (*block.unknowns, *drives)} - {*unknown.links}
        forms = inner._formulas(unknown.robot, list(unknown.q), wanted)
        if forms is None:
            return None
        self.choices = inner.choices
        return Tearing(unknown, drives, forms)

    def _formulas(self, robot: Robot, q: list[Any], wanted: Set[int]) -> list[ClosedFormSolution] | None:
        """Closed forms of the wanted joints in terms of the independent ones; None: there are none."""
        if self._ball_held_in_part(self.found.solved):
            return None
        forms: list[ClosedFormSolution] = []
        for block in self._merge_blocks(list(self._blocks(self.found.solved)), robot, q):
            if not {*block.links} & wanted:
                continue
            form = self._closed_form(robot, q, block) if {*block.links} <= wanted else None
            if form is None:
                return None
            for j, position in form.positions.items():
                q[j] = position
            forms.append(form)
        return forms

    def _check_others(self, maker: StateBuilder, q: Positions) -> None:
        """Add a status for redundant equations: they follow from the others near the assembled robot only."""
        zero, found = maker.zero, self.found
        loops = LoopEquations(maker.robot, q)
        limit = max(REDUNDANCY_TOLERANCE, 1e3 * found.gap)
        checks = []
        # equations without joints do not depend on the configuration
        left = [k for k in range(found.loop_row_count) if k not in found.kept and found.joints[k]]
        equations, rows = (loops.equations(), loops.rows()) if left else ([], [])
        for k in left:
            size = _add_values(abs(zero + (y if c.is_rotation else q[c.link])) for c, y in rows[k].items())
            checks.append(size * limit - abs(zero + equations[k]))
        checks += [x for x in (zero + side for side in loops.orientation_tests()) if x.number is None]
        self._statuses += [x.select(0, OTHER_MODE) for x in checks]

    def _merge_blocks(self, parts: list[PositionBlock], robot: Robot, q: list[Any]) -> Iterator[PositionBlock]:
        """Yield blocks in their order; those of the same loops merged, where one closed form solves all of them."""
        while parts:
            first = parts[0]
            loops = self._loops(first)
            same = [x for x in parts if self._loops(x) == loops]
            whole = PositionBlock(tuple(k for x in same for k in x.rows), tuple(c for x in same for c in x.unknowns))
            if len(same) > 1 and self._is_solved(robot, q, loops, whole.links):
                parts = [x for x in parts if x not in same]
                yield whole
            else:
                parts = parts[1:]
                yield first

    def _loops(self, block: PositionBlock) -> list[int]:
        names = self.found.variety.loops.names()
        return sorted({names[k][0].number for k in block.rows})

    def _is_solved(self, robot: Robot, q: Positions, loops: Sequence[int], links: Sequence[int]) -> bool:
        return self._first_form(robot, q, loops, links) is not None

    def _first_form(
        self, robot: Robot, q: Positions, loops: Sequence[int], links: Sequence[int]
    ) -> ClosedFormSolution | None:
        """Closed form with all signs positive; the last result is kept, as it is asked for twice."""
        if self.branch == FOLLOW or any(robot.joint(j).kind == "ball" for j in links):
            return None
        asked = (robot, *q, *links)
        if len(asked) != len(self._asked) or any(x is not y for x, y in zip(asked, self._asked, strict=True)):
            self._asked, self._form = asked, solve_closed_form(robot, loops, q, links)
        return self._form

    def _closed_form(self, robot: Robot, q: Positions, block: PositionBlock) -> ClosedFormSolution | None:
        """Closed form of a block, in the requested branch or in that in which the robot is assembled."""
        loops, links = self._loops(block), block.links
        form = self._first_form(robot, q, loops, links)
        if form is None or not form.signs:
            return form
        signs = self._signs(loops, links, len(form.signs))
        self.choices += form.signs
        return form if all(s > 0 for s in signs) else solve_closed_form(robot, loops, q, links, signs)

    def _signs(self, loops: Sequence[int], links: Sequence[int], count: int) -> Sequence[int]:
        if self.branch:
            before = len(self.choices)
            return [1 if x == "+" else -1 for x in self.branch[before : before + count].ljust(count, "+")]
        start = self.found.start.values
        at: dict[int, Any] = {j: start[f"q[{j}]"] for j in range(1, len(self.robot) + 1) if f"q[{j}]" in start}
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.kind == "ball":
                at[j] = [start.get(f"q[{j}]{axis}", float(axis == "w")) for axis in "wxyz"]
        return select_signs(self._numbered, loops, at, links) or (1,) * count

    @cached_property
    def _numbered(self) -> Robot:
        """The robot with the parameter values of the assembled configuration."""
        numbers = {s: self.found.start.values[s] for s in self.found.variety.parameters}
        return self.robot.changed(numbers={**self.robot.numbers, **numbers})

    def _blocks(self, todo: Sequence[Coordinate]) -> Iterator[PositionBlock]:
        """Yield blocks of equations and of the coordinates for which they are solved, in order."""
        if not todo:
            return
        found = self.found
        self._need_whole_balls(todo)
        rows = [k for k in range(found.loop_row_count) if k in found.kept]
        at, field = [found.at[k] for k in rows], found.field
        own = independent_rows(at, todo, field)
        pattern = [[int(c.link in found.joints[rows[k]]) for c in todo] for k in own]
        parts = diagonal_blocks(pattern)
        if parts is None:
            raise ArithmeticError("the rows of the loops depend on each other")
        for one in parts:
            yield PositionBlock(tuple(rows[own[r]] for r in one.rows), tuple(todo[c] for c in one.columns))

    def _need_whole_balls(self, todo: Sequence[Coordinate]) -> None:
        link = self._ball_held_in_part(todo)
        if link:
            robot = self.found.variety.robot
            raise RobotError(
                f"{robot.name}: loops determine ball joint {robot.joint(link).name} only in part",
                cell=("joint", link), remedy="use three revolute joints, or let drives be independent",
            )  # fmt: skip

    def _ball_held_in_part(self, todo: Sequence[Coordinate]) -> int:
        """Number of a ball joint of which some, but not all, freedoms are among these coordinates; or 0."""
        robot = self.found.variety.robot
        balls = (c.link for c in todo if robot.joint(c.link).kind == "ball")
        return next((j for j in balls if any(x not in todo for x in robot.freedoms(j))), 0)

    def samples(self) -> dict[str, float]:
        """Positions and parameter values of the assembled robot, by symbol."""
        start, found = self.found.start.values, {s: self.found.start.values[s] for s in self.found.variety.parameters}
        for j, joint in enumerate(self.robot.joints, 1):
            for axis in ("", *(f"_{x}" for x in "wxyz")):
                key = f"q[{j}]{axis[1:]}"
                if key in start:
                    found |= dict.fromkeys((f"{joint.variable}{axis}", f"{joint.variable}{axis}_start"), start[key])
        return found

    def status(self, moves: bool, solves: Sequence[Expr]) -> Expr | None:
        """Worst status of all position blocks, linear systems and margins; None if positions are given by the user."""
        if self.how != "solved":
            return None
        found = [*self._statuses, *solves]
        if moves:
            found += [margin.select(0, SINGULAR) for margin in self._regular.margins]
        if not found:
            return None
        worst = found[0]
        for more in found[1:]:
            worst = worst.max(more)
        return worst

    # -- rates --------------------------------------------------------------------------------------------------------

    def constrained_view(self, robot: Robot, q: Positions) -> Robot:
        """Return a view of the robot with the velocity map of loops and wheels."""
        found = self.found
        sums = {} if self.how == "given" else _linear_velocity_map(robot, found.linear)
        view = robot.in_graph(robot.graph, ties=sums)
        system = self._constraints(view, q)
        made = ConstraintVelocityMap(sums)
        if self.how != "given":
            made.update(system.ties(view))
        made.system, made.status = system, self._regular if self.how == "solved" else None
        if isinstance(system, ConstraintSystem):
            made.alternative_constraints = self._alternative_constraints
        return robot.in_graph(robot.graph, ties=made)

    def _alternative_constraints(self, robot: Robot, q: Positions) -> list[SummedRateConstraints]:
        """Equivalent constraints with other rows: over summed rates, and in other frames for equal legs."""
        view = robot.in_graph(
            robot.graph, ties={} if self.how == "given" else _linear_velocity_map(robot, self.found.linear)
        )
        dependent = [d for d in self.found.split.dependent if d not in view.ties]
        sums = {} if view.wheels else find_summable_joints(view, kinematic_loops(view), dependent)
        tables = frames_of_legs(view, MAX_LOOPS_SEARCHED_TOGETHER)
        if sums and not tables:
            tables = [self._frames(view, q, sums)]
        return [SummedRateConstraints.of(self._system(view, q, frames, sums), sums) for frames in tables]

    def _constraints(self, view: Robot, q: Positions) -> Constraints:
        """Constraints of a view; in two stages, if platform coordinates decouple the rows."""
        if self.inner is None:
            own = self._system(view, q, self._frames(view, q))
            self._regular.note(own.matrix, own.sizes)
            return own
        inner = self.inner._system(view, q, self.inner._frames(view, q), has_status=self.how == "solved")
        self._regular.note(inner.matrix, inner.sizes)
        made = TwoStageConstraints.of(inner, view, replace(self.found.split, dependent=tuple(
            d for d in self.found.split.dependent if d not in view.ties)))  # fmt: skip
        self._regular.note(made.matrix, made.sizes)
        return made

    def _system(
        self,
        view: Robot,
        q: Positions,
        frames: Mapping[int, int],
        rates: SummedRates = NO_SUMMED_RATES,
        has_status: bool = False,
    ) -> ConstraintSystem:
        """Constraint system over the coordinates of a view; `rates`: joints whose rates are summed."""
        found, sums = self.found, view.ties
        split = replace(found.split, dependent=tuple(d for d in found.split.dependent if d not in sums))
        at = [_substitute_linear(row, found.linear if sums else {}) for row in found.in_frames(frames)]
        at = [sum_row_entries(row, rates, found.field) for row in at]
        kept = independent_rows(at, split.dependent, found.field)
        more = [x.entries for x in wheels.wheel_rows(view, q)] if view.wheels else []
        loops = LoopEquations(view, q)
        rows = [*loops.rows(frames, rates), *more]
        names = [(loop.number, kind) for loop, kind in loops.names()]
        kinematics = None if more else LoopRows(tuple(names[k] for k in kept), frames)
        exact = [rows[k] for k in kept], [at[k] for k in kept]
        points = [*loops.points(), *([0] * len(more))]
        return ConstraintSystem.of(
            *exact, split, found.field, sums, kinematics, has_status or self.how == "solved", [points[k] for k in kept]
        )

    def _frames(self, view: Robot, q: Positions, sums: SummedRates = NO_SUMMED_RATES) -> Mapping[int, int]:
        """Frames in which the rows of the loops take the fewest operations, chosen once for all models of a robot."""
        formed = tuple(x.graph.op[x.id] if isinstance(x, Expr) else None for x in q)
        asked = (self.how, self.branch, tuple(sums), tuple(view.ties), formed)
        known = self.found.frames
        if asked not in known:
            known[asked] = self._cheapest_frames(view, q, sums)
        return known[asked]

    def _cheapest_frames(self, view: Robot, q: Positions, sums: SummedRates) -> Mapping[int, int]:
        """Choose the frame of each loop by itself, then, if there are few loops, those of all of them jointly."""
        trial = Trial(view.graph)
        copy, at = trial.to_trial((view, list(q)))
        graph = trial.copy
        rates = {
            kind: {c: Expr(graph, graph.symbol(f"[{kind} {c.suffix}]", "variable")) for c in copy.coordinates}
            for kind in ("qd", "qdd", "effort")
        }
        chosen = {}
        known: dict[Any, int] = {}  # by signature: equal legs have equal loops
        tree = LoopEquations(copy, at)
        for loop in tree.closings:
            frames, seen = candidate_frames(loop), loop_signature(copy, loop)
            if seen not in known:
                moving: LoopMotions = {}
                cost = [count_operations(self._loop_cost(tree, at, loop, m, rates, sums, moving)) for m in frames]
                known[seen] = cost.index(min(cost))
            chosen[loop.number] = frames[known[seen]]
        if len(chosen) > MAX_LOOPS_SEARCHED_TOGETHER:
            return chosen
        loops = kinematic_loops(copy)
        single = [{x.number: m} for x in loops for m in candidate_frames(x)]
        changes = [_update_frames(table) for table in (uniform_frames(loops) if len(known) == 1 else single)]

        def derived(frames: Mapping[int, int]) -> Any:
            system = _over_summed_rates(self._system(copy, at, frames, sums), sums)
            own = ({a: rates[kind][a] for a in system.split.independent} for kind in ("qd", "qdd"))
            moving = [] if self.how == "given" else list(system.recursive_motion(copy, at, *own))
            return moving, system.project_efforts(rates["effort"])

        return hill_climb(chosen, changes, derived, again=False)

    def _loop_cost(
        self,
        loops: LoopEquations,
        q: Positions,
        loop: KinematicLoop,
        m: int,
        rates: Mapping[str, Rates],
        sums: SummedRates,
        moving: LoopMotions,
    ) -> Any:
        """Expressions for rates, accelerations and efforts of one loop with its rows in frame m, to count operations.

        `moving`: cache of the motion of the links, which does not depend on the frame.
        """
        robot, found = loops.robot, self.found
        linear = found.linear if robot.ties else {}
        at = [sum_row_entries(_substitute_linear(row, linear), sums, found.field) for row in found.rows_of(loop, m)]
        dependent = tuple(d for d in found.split.dependent if d not in linear and any(d in row for row in at))
        kept = independent_rows(at, dependent, found.field)
        rows = loops.rows_of(loop, m, sums)
        kinematics = LoopRows(tuple((loop.number, loop.kinds[k]) for k in kept), {loop.number: m})
        independent = tuple(a for a in found.split.independent if any(a in row for row in at))
        split = Partition(independent, dependent, {})
        plain = ConstraintSystem.of([rows[k] for k in kept], [at[k] for k in kept], split, found.field, {}, kinematics)
        system = _over_summed_rates(plain, {k: i for k, i in sums.items() if k in loop.joints})
        if self.how != "given" and independent not in moving:
            own, faster = ({a: rates[kind][a] for a in independent} for kind in ("qd", "qdd"))
            moving[independent] = LoopRates(loops, q, own, {}, {}), LoopRates(loops, q, rates["qd"], faster, {})
        ways = zip(moving.get(independent, ()), (LoopRates.rates, LoopRates.accelerations), strict=False)
        right = [kinematics.chosen(opening.in_frames(kinematics.frames), of) for opening, of in ways]
        if len(kept) != len(dependent):  # another loop determines some of them
            return [*right, [list(row.values()) for row in plain.rows]]
        lam = system.multipliers(rates["effort"], once=self.how == "given")
        pushed = loops.apply_multipliers(dict(zip(kinematics.names, lam, strict=True)), kinematics.frames)
        wrenches = [pushed.joint(link).body for link in loop.links if link]
        return [*(system.solve_dependent(side) for side in right), lam, wrenches]


def _over_summed_rates(system: ConstraintSystem, sums: SummedRates) -> ConstraintSystem | SummedRateConstraints:
    return SummedRateConstraints.of(system, sums) if sums else system


def _add_values(values: Iterable[Any]) -> Any:
    total: Any = 0
    for x in values:
        total = total + x
    return total


def _largest_block(found: MobilityAnalysis) -> int:
    """Size of the largest block of dependent coordinates."""
    at, d = found.at, found.split.dependent
    rows = independent_rows(at, d, found.field)
    parts = diagonal_blocks([[0 if found.field.is_zero(at[k].get(c, 0)) else 1 for c in d] for k in rows])
    return max((len(part.rows) for part in parts or ()), default=0)


def _update_frames(more: Mapping[int, int]) -> Callable[[Mapping[int, int]], Mapping[int, int]]:
    return lambda frames: {**frames, **more}


def _linear_velocity_map(robot: Robot, linear: Mapping[Coordinate, LinearDependency]) -> DependentRows:
    """Rows of the velocity map of the linear dependent joints."""
    graph = robot.graph
    return {d: tuple((a, Expr(graph, graph.const(x))) for a, x in of.factors) for d, of in linear.items()}


def _substitute_linear(row: Residues, linear: Mapping[Coordinate, LinearDependency]) -> Residues:
    """Eliminate linear dependent coordinates from a row."""
    found = {c: x for c, x in row.items() if c not in linear}
    for d, of in linear.items():
        for a, factor in of.factors if d in row else ():
            found[a] = found.get(a, 0) + row[d] * fraction_to_arb(factor)
    return found


@dataclass(frozen=True)
class PositionBlock:
    """Numbers of equations, and the coordinates whose positions they determine."""

    rows: tuple[int, ...]
    unknowns: tuple[Coordinate, ...]

    @property
    def links(self) -> list[int]:
        return list(dict.fromkeys(c.link for c in self.unknowns))


__all__ = ["LoopClosure", "PositionBlock"]
