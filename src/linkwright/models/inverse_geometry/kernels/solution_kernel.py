"""All postures of a chain at a pose, as one kernel call in the graph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import STATUS, Kernel, NeedsDouble
from linkwright.expr.loop import LoopCode, Subprogram, read_kernel_code
from linkwright.models.inverse_geometry.elimination.elimination_kernel import MAX_FOUND, polish_program, search_program
from linkwright.models.inverse_geometry.expr_vectors import Axis, floats
from linkwright.models.inverse_geometry.kernels.collect_solutions import (
    alike,
    arrange,
    distinct,
    gather,
    given,
    improve,
    join,
    look_beside,
    recover,
    seek,
    settle,
    widen,
)
from linkwright.models.inverse_geometry.kernels.numeric_kernels import make_kernel
from linkwright.models.inverse_geometry.kernels.pose_residual import (
    candidate_residual,
    comparison_function,
    nearby_pose_function,
    residual_function,
    residual_without_jacobian,
)
from linkwright.models.inverse_geometry.kernels.singular_curve import MAX_MORE_POSTURES, explore_program
from linkwright.models.inverse_geometry.kernels.singularity_flags import (
    SINGULAR_DIGITS,
    approach_program,
    cross_program,
    draw_near_program,
    examine_program,
    judge_all_program,
    judge_program,
    leave_open_program,
    slide_program,
)
from linkwright.models.inverse_geometry.locked_joints import (
    LockedJoint,
    make_locked_joints,
    make_placement,
    remove_end_locks,
    remove_inner_locks,
)
from linkwright.models.inverse_geometry.pose_input import center_pose, is_pose, pose_numbers
from linkwright.models.inverse_geometry.problem import Problem

MAX_POSTURES = 16  # largest number of isolated postures of six joints
ELIMINATION_ERROR = 1e-8  # of the reach: error of the postures that elimination finds, before they are polished
NEAR_SINGULAR_FACTOR = (
    3.0  # times the root of the error of a candidate: a smaller singular value means postures may be close by
)
MIN_SINGULAR_DIGITS = 4  # least number of digits to which a singular value must vanish, for any error of candidates
CURVE_RESIDUAL_FACTOR = (
    1000.0  # times the error of a candidate: the largest residual along a curve that leads to postures
)
QUARTIC_CURVE_LIMITS = (
    1e-5,
    1e-4,
)  # singular value and residual for roots of a quartic: rounding separates double ones by 1e-8
STATUS_NO_POSE = STATUS.index("no pose")


@dataclass(frozen=True)
class PostureOutputs:
    """Outputs of the kernel: for each posture a row, its residual, flags and branch. Unused rows are NaN."""

    q: list[list[Expr]]  # positions of the joints of the robot, rad or m
    residual: list[Expr]
    flags: list[Expr]
    free: list[Expr]  # 1 for the first joint, 2 for the second, 4 for the third ...
    branch: list[Expr]
    status: Expr
    count: Expr


def solve_postures(problem: Problem, pose: Sequence[Expr], positions: Sequence[Expr] = ()) -> PostureOutputs:
    """All postures at a pose, 16 numbers row by row; `positions`: those of the locked joints."""
    chain, graph = problem.chain, pose[0].graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    G = center_pose(chain, R, [pose[4 * r + 3] for r in range(3)])
    locked = make_locked_joints(problem, positions)
    G, inside = remove_end_locks(G, locked), [x for x in locked if x.is_inside]
    at, posed = [*pose_numbers(G), *(x.position for x in inside)], is_pose(pose)
    programs = _PostureKernels(problem)
    candidates, left = _closed_form_candidates(problem, G, inside)
    if programs.settling:
        items = invoke_kernel(graph, programs.settling, [*at, *candidates, *left, posed])
        return _posture_outputs(problem, items, programs.rows)
    items = invoke_kernel(graph, programs.gathering, [*at, *candidates])
    n = programs.rows
    known = invoke_kernel(graph, programs.judging, [*at, *items[: 6 * n], *items[8 * n + 2 :]])
    status = posed.select(items[7 * n], STATUS_NO_POSE)
    nothing = (-status).sqrt()  # NaN where it is selected
    values = [posed.select(x, nothing) for x in items[: 7 * n]]
    told = [posed.select(x, 0) for x in (items[7 * n + 1], *items[7 * n + 2 : 8 * n + 2], *known)]
    return _posture_outputs(problem, [*values, status, *told], n)


def _closed_form_candidates(problem: Problem, G: Any, inside: Sequence[LockedJoint]) -> tuple[list[Any], list[Any]]:
    """Candidates of the closed form: six positions and the margin, row by row; and the residual of each row."""
    if not problem.form:
        return [], []
    G, place = remove_inner_locks(G, inside), make_placement(inside)
    rows = problem.form.postures(G, place)
    axes = [
        Axis(s.is_revolute, place(k, s.h, False), place(k, s.c, True))
        for k, s in enumerate(problem.screws_at(problem.classifying_positions))
    ]
    tool = place(5, problem.classifying_tool, True)
    return (
        [x for row in rows for x in (*row.positions, row.margin)],
        [largest_residual(candidate_residual(axes, tool, G, row)) for row in rows],
    )


def _posture_outputs(problem: Problem, items: Sequence[Expr], n: int) -> PostureOutputs:
    """Split the outputs of the kernel: positions, residuals, status, count, branches, flags and free joints."""
    graph, reach = items[0].graph, problem.chain.reach
    scale = [1.0 if s.is_revolute else reach for s in problem.screws[: problem.real]]
    places, flags, free = (items[k * n + 2 : (k + 1) * n + 2] for k in (7, 8, 9))
    named = problem.form is not None and problem.form.branch_names
    return PostureOutputs(
        [[x * k for x, k in zip(items[6 * r :], scale, strict=False)] for r in range(n)],
        [x * reach for x in items[6 * n : 7 * n]],
        list(flags), list(free), list(places) if named else [_as_expr(graph, r) for r in range(n)],
        items[7 * n], items[7 * n + 1],
    )  # fmt: skip


def invoke_kernel(graph: Graph, kernel: Kernel, arguments: Sequence[Any]) -> list[Expr]:
    """Call a kernel with numbers or expressions; return its results."""
    return [Expr(graph, i) for i in graph.invoke(kernel, [_as_expr(graph, e).id for e in arguments])]


def _as_expr(graph: Graph, x: Any) -> Expr:
    """A number or an expression as an expression."""
    return x if isinstance(x, Expr) else Expr(graph, graph.const(x))


class _PostureKernels:
    """The kernels of a problem: those that find postures, and the one that finds singular and free joints."""

    def __init__(self, problem: Problem) -> None:
        form = problem.form
        off = form.deviation if form else ELIMINATION_ERROR
        is_exact = form is not None and form.is_exact
        self.rows = form.count if form and is_exact else MAX_POSTURES
        self.needs_double = needs_double(problem.virtual_at_zero)
        self.evaluate = residual_function(problem.screws, floats(problem.tool), problem.inner_locked)
        self.m = self.evaluate.inputs[0].size
        self.polish, self.judge = polish_program(self.evaluate), judge_program(self.evaluate)
        self.cross = cross_program(self.evaluate, self.judge, problem.virtual_at_zero)
        self.mark = comparison_function(problem.screws, problem.real, near=form is not None)
        self.judging = judge_all_program(self.judge, self.rows)
        if form and not is_exact:
            # A posture with several free motions may be missed: all that are nearly singular for this form are flagged.
            digits = min(
                SINGULAR_DIGITS, max(MIN_SINGULAR_DIGITS, math.floor(-math.log10(NEAR_SINGULAR_FACTOR * off**0.5)))
            )
            self.judging = judge_all_program(judge_program(self.evaluate, digits), self.rows, every=True)
        ways: tuple[Kernel, ...]
        if form:
            ways = (
                make_kernel("given", given, self.m + 7 * form.count, 7 * form.count + 1, m=self.m, rows=form.count),
            )
        else:
            ways = tuple(search_program(rated, self.polish, f"postures_{name}")
                         for rated, name in zip(problem.eliminations, ("first", "second"), strict=True))  # fmt: skip
        most = form.count if form else MAX_FOUND
        self.gathering = self._gathering(ways, most, problem.virtual_at_zero)
        self.gathering = self._recovery(problem, form.count if form else 0, ways[0])
        if not is_exact:
            self.gathering = self._widening(
                problem, form.count if form else 0, NEAR_SINGULAR_FACTOR * off**0.5, CURVE_RESIDUAL_FACTOR * off
            )
        elif form and not form.branch_names:
            self.gathering = self._widening(problem, form.count, *QUARTIC_CURVE_LIMITS)
        # Rows that differ by virtual joints may be one posture, and the margins of a quartic do not show double roots.
        self.settling = self._settling() if form and is_exact and form.branch_names and problem.real == 6 else None

    def _settling(self) -> Kernel:
        """Kernel of the pose, candidates, their residuals and the pose test: postures with flags and free joints."""
        m, rows = self.m, self.rows
        runs: dict[str, Subprogram] = {"gather": self.gathering, "judge": self.judging}
        flags = "status", "count", *(f"{name}{k}" for name in ("place", "flags", "free") for k in range(rows))
        code = read_kernel_code(settle, {"p": m + 8 * rows + 1}, {"x": 7 * rows + len(flags)}, runs, m=m, rows=rows)
        return Kernel(
            "postures",
            _postures_relation(self.evaluate, rows),
            code,
            flags,
            start=8 * rows + 1,
            needs_double=self.needs_double,
        )

    def _improve(self, most: int, held: int) -> Kernel:
        """Kernel that polishes `most` candidates."""
        runs: dict[str, Subprogram] = {
            "check": residual_without_jacobian(self.evaluate),
            "polish": self.polish,
            "draw_near": draw_near_program(self.evaluate),
        }
        return make_kernel("improve", improve, self.m + 7 * most, 8 * most, runs, m=self.m, rows=most, held=held)

    def _gathering(self, ways: tuple[Kernel, ...], most: int, held: int) -> Kernel:
        """Kernel of the pose (and candidates): postures, status, their number, and the candidate of each."""
        m, rows = self.m, self.rows
        runs: dict[str, Subprogram] = {
            "first": ways[0], "second": ways[-1], "improve": self._improve(most, held),
            "distinct": self._distinct(most * len(ways), len(ways) - 1),
        }  # fmt: skip
        code = read_kernel_code(gather, {"p": ways[0].arguments}, {"x": 9 * rows + 2}, runs, m=m, rows=rows, most=most,
                    ways=len(ways))  # fmt: skip
        return self._found("gather", code)

    def _recovery(self, problem: Problem, given: int, first: Kernel) -> Kernel:
        """`_gathering` with multistart for poses where the equations degenerate or no candidate converges."""
        m, rows = self.m, self.rows
        starts: dict[str, Subprogram] = {"approach": approach_program(self.evaluate)}
        joining: dict[str, Subprogram] = {
            "improve": self._improve(MAX_FOUND, problem.virtual_at_zero),
            "distinct": self._distinct(rows + MAX_FOUND, int(given == 0)),
        }
        joined = make_kernel(
            "join",
            join,
            m + rows * 9 + 2 + MAX_FOUND * 7,
            9 * rows + 2,
            joining,
            m=m,
            rows=rows,
            most=MAX_FOUND,
            places=given,
        )
        runs: dict[str, Subprogram] = {
            "gather": self.gathering,
            "seek": make_kernel("seek", seek, m, 7 * MAX_FOUND + 1, starts, m=m, starts=MAX_FOUND),
            "join": joined,
            "leave_open": leave_open_program(self.evaluate),
        }
        code = read_kernel_code(
            recover,
            {"p": self.gathering.arguments},
            {"x": 9 * rows + 2},
            runs,
            m=m,
            rows=rows,
            most=MAX_FOUND,
            given=given,
        )
        found = self._found("recover", code)
        if given:
            return found
        runs = {
            "recover": found,
            "beside": nearby_pose_function(problem.screws, problem.inner_locked),
            "first": first,
            "join": joined,
        }
        return self._found(
            "look_beside",
            read_kernel_code(look_beside, {"p": m}, {"x": 9 * rows + 2}, runs, m=m, rows=rows, most=MAX_FOUND),
        )

    def _widening(self, problem: Problem, given: int, below: float, most: float) -> Kernel:
        """`_gathering` with further postures on the nearly singular curves through those found."""
        m, rows = self.m, self.rows
        runs: dict[str, Subprogram] = {
            "gather": self.gathering,
            "distinct": self._distinct(rows + MAX_MORE_POSTURES, int(given == 0)),
            "explore": explore_program(
                self.evaluate, self.polish, problem.screws, rows, problem.virtual_at_zero, below, most
            ),
        }
        code = read_kernel_code(widen, {"p": self.gathering.arguments}, {"x": 9 * rows + 2}, runs, m=m, rows=rows,
                    given=given, more=MAX_MORE_POSTURES, held=problem.virtual_at_zero)  # fmt: skip
        return self._found("widen", code)

    def _found(self, name: str, code: LoopCode) -> Kernel:
        """A kernel of the pose (and candidates) that returns postures, status, count, candidates and singular flags."""
        flags = "status", "count", *(f"{what}{k}" for what in ("place", "singular") for k in range(self.rows))
        ((_, given),) = code.inputs
        relation = _postures_relation(self.evaluate, self.rows)
        return Kernel(name, relation, code, flags, start=given - self.m, needs_double=self.needs_double)

    def _distinct(self, many: int, ordered: int) -> Kernel:
        """Kernel of the pose and `many` postures: each posture once."""
        m, rows = self.m, self.rows
        told: dict[str, Subprogram] = {
            "mark": self.mark, "examine": examine_program(self.judge), "cross": self.cross,
            "alike": make_kernel("alike", alike, m + 56, 1, {"slide": slide_program(self.evaluate)}, m=m),
            "arrange": make_kernel("arrange", arrange, 28 * rows, 9 * rows + 2, rows=rows, ordered=ordered),
        }  # fmt: skip
        return make_kernel("distinct", distinct, m + 8 * many, 9 * rows + 2, told, m=m, rows_in=many, rows=rows)


def needs_double(held: int) -> NeedsDouble:
    """Return where double precision is needed. Close roots and close postures need more digits than single precision
    has; virtual joints stay at 0 only if the input pose has these digits, too."""
    return "given" if held else "inside"


def largest_residual(missed: Sequence[Expr]) -> Expr:
    """Largest absolute value of a residual."""
    far = abs(missed[0])
    for e in missed[1:]:
        far = far.max(abs(e))
    return far


def _postures_relation(evaluate: Function, rows: int) -> Function:
    """Relation that defines the outputs: every posture is at the pose, and the residual is its distance from it."""
    m = evaluate.inputs[0].size
    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", m), ("x", rows * 7)))
    out: list[Expr] = []
    most: list[Expr] = []
    for row in range(rows):
        missed = evaluate(p=p, x=x[6 * row : 6 * row + 6])[:6]
        out += missed
        most.append(x[6 * rows + row] - largest_residual(missed))
    out += most
    ports = [Port(s, (len(some),), tuple(e.id for e in some)) for s, some in (("p", p), ("x", x), ("residual", out))]
    return Function("postures", g, (ports[0], ports[1]), (ports[2],))


__all__ = ["needs_double", "solve_postures"]
