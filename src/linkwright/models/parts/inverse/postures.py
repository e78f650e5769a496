"""All postures of a chain at a pose, as one operation of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.loop import Step, loop
from linkwright.models.parts.inverse.locking import locked_at, placed, unlocked, without_ends
from linkwright.models.parts.inverse.polish import evaluated, marks, missed
from linkwright.models.parts.inverse.posed import DEFECT, centred, defect, numbers
from linkwright.models.parts.inverse.problem import Problem
from linkwright.models.parts.inverse.search import MOST, collect, merge, polish_program, search_program
from linkwright.models.parts.inverse.straight import floats

NO_POSE = STATUS.index("no pose")


def solved(
    problem: Problem, pose: Sequence[Expr], positions: Sequence[Expr] = ()
) -> tuple[list[list[Expr]], Expr, Expr]:
    """Rows of positions of the robot's joints, the status, the number of postures.

    `pose`: 16 numbers, row by row; `positions`: of the joints that are locked.
    """
    chain, graph = problem.chain, pose[0].graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    G = centred(chain, R, [pose[4 * r + 3] for r in range(3)])
    locked = locked_at(problem, positions)
    G, inside = without_ends(G, locked), [x for x in locked if x.is_inside]
    given = [*numbers(G), *(x.position for x in inside)]
    if problem.form:
        rows = problem.form.postures(unlocked(G, inside), placed(inside))
        given += [x for row in rows for x in row]
    kernel = _collecting(problem, problem.form.count) if problem.form else _eliminating(problem)
    items = [Expr(graph, i) for i in graph.invoke(kernel, [_expr(graph, e).id for e in given])]
    scale = [1.0 if s.turns else chain.reach for s in problem.screws[: problem.real]]
    found = [items[k : k + problem.real] for k in range(0, len(items) - 2, 6)]
    is_pose = DEFECT**2 - defect(R)
    status, count = is_pose.select(items[-2], NO_POSE), is_pose.select(items[-1], 0)
    nothing = (-status).sqrt()  # no number where it is taken
    rows = [[is_pose.select(x * k, nothing) for x, k in zip(row, scale, strict=True)] for row in found]
    return rows, status, count


def _expr(graph: Graph, x: Any) -> Expr:
    return x if isinstance(x, Expr) else Expr(graph, graph.const(x))


def _collecting(problem: Problem, rows: int) -> Kernel:
    """Pose and candidates -> postures."""
    evaluate = evaluated(problem.screws, floats(problem.tool), problem.inside)
    m = evaluate.inputs[0].size
    runs: dict[str, Step] = {
        "check": missed(evaluate), "polish": polish_program(evaluate), "mark": marks(problem.screws, problem.real),
    }  # fmt: skip
    code = loop(collect, {"p": m + 6 * rows}, {"x": 6 * rows + 2}, runs, m=m, rows=rows, held=problem.held)
    return Kernel("postures", _relation(evaluate, rows), code, ("status", "count"), start=6 * rows)


def _eliminating(problem: Problem) -> Kernel:
    """Pose -> postures."""
    evaluate = evaluated(problem.screws, floats(problem.tool), problem.inside)
    polished = polish_program(evaluate)
    first, second = problem.eliminations
    runs: dict[str, Step] = {
        "first": search_program(first, polished, "postures_first"),
        "second": search_program(second, polished, "postures_second"),
        "check": missed(evaluate),
        "mark": marks(problem.screws, problem.real),
    }
    code = loop(merge, {"p": evaluate.inputs[0].size}, {"x": MOST * 6 + 2}, runs, held=problem.held)
    return Kernel("postures", _relation(evaluate, MOST), code, ("status", "count"))


def _relation(evaluate: Function, rows: int) -> Function:
    """Every posture is at the pose."""
    m = evaluate.inputs[0].size
    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", m), ("x", rows * 6)))
    out: list[Expr] = []
    for row in range(rows):
        out += [*evaluate(p=p, x=x[6 * row : 6 * row + 6])[:6]]
    ports = [Port(s, (len(some),), tuple(e.id for e in some)) for s, some in (("p", p), ("x", x), ("residual", out))]
    return Function("postures", g, (ports[0], ports[1]), (ports[2],))


__all__ = ["solved"]
