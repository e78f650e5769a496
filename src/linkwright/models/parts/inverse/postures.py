"""All postures of a chain at a pose, as one operation of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.loop import Step, loop
from linkwright.models.parts.inverse.locking import locked_at, placed, unlocked, without_ends
from linkwright.models.parts.inverse.polish import evaluated, marks, missed
from linkwright.models.parts.inverse.problem import Problem
from linkwright.models.parts.inverse.screws import Chain, inverse
from linkwright.models.parts.inverse.search import MOST, collect, merge, polish_program, search_program
from linkwright.models.parts.inverse.straight import (
    floats,
    times,
    total,
)

DEFECT = 1e-6  # how far R^T R may be from 1: less is put right, more is no pose
NO_POSE = STATUS.index("no pose")


def solved(
    problem: Problem, pose: Sequence[Expr], positions: Sequence[Expr] = ()
) -> tuple[list[list[Expr]], Expr, Expr]:
    """Rows of positions of the robot's joints, the status, the number of postures.

    `pose`: 16 numbers, row by row; `positions`: of the joints that are locked.
    """
    chain, graph = problem.chain, pose[0].graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    G = _centred(chain, R, [pose[4 * r + 3] for r in range(3)])
    locked = locked_at(problem, positions)
    G, inside = without_ends(G, locked), [x for x in locked if x.is_inside]
    given = [*_numbers(G), *(x.position for x in inside)]
    if problem.form:
        rows = problem.form.postures(unlocked(G, inside), placed(inside))
        given += [x for row in rows for x in row]
    kernel = _collecting(problem, problem.form.count) if problem.form else _eliminating(problem)
    items = [Expr(graph, i) for i in graph.invoke(kernel, [_expr(graph, e).id for e in given])]
    scale = [1.0 if s.turns else chain.reach for s in problem.screws[: problem.real]]
    found = [items[k : k + problem.real] for k in range(0, len(items) - 2, 6)]
    is_pose = DEFECT**2 - _defect(R)
    status, count = is_pose.select(items[-2], NO_POSE), is_pose.select(items[-1], 0)
    nothing = (-status).sqrt()  # no number where it is taken
    rows = [[is_pose.select(x * k, nothing) for x, k in zip(row, scale, strict=True)] for row in found]
    return rows, status, count


def _expr(graph: Graph, x: Any) -> Expr:
    return x if isinstance(x, Expr) else Expr(graph, graph.const(x))


def _numbers(G: Sequence[Sequence[Any]]) -> list[Any]:
    return [*(G[r][c] for r in range(3) for c in range(3)), *(G[r][3] for r in range(3))]


def _defect(R: Sequence[Sequence[Expr]]) -> Expr:
    """How far R^T R is from 1: the sum of squares."""
    found: Expr = R[0][0] * 0
    for i in range(3):
        for j in range(i, 3):
            d = total(R[k][i] * R[k][j] for k in range(3)) - (1 if i == j else 0)
            found = found + d * d
    return found


def _centred(chain: Chain, R: list[list[Expr]], P: Sequence[Expr]) -> list[list[Any]]:
    """G = T M^-1, of points about the centre of the chain, in units of its reach."""
    R = orthonormal(R)
    T = [[*R[r], P[r]] for r in range(3)] + [[0, 0, 0, 1]]
    shift = np.eye(4)
    shift[:3, 3] = chain.centre
    G = times(T, (inverse(chain.M) @ shift).tolist())
    return [[*G[r][:3], (G[r][3] - float(chain.centre[r])) * (1 / chain.reach)] for r in range(3)] + [[0, 0, 0, 1]]


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


def orthonormal(R: list[list[Expr]]) -> list[list[Expr]]:
    """One Newton step towards the nearest rotation: R (3 - R^T R) / 2."""
    A = [[total(R[k][i] * R[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    B = [[((3 if i == j else 0) - A[i][j]) * 0.5 for j in range(3)] for i in range(3)]
    return [[total(R[r][k] * B[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


__all__ = ["solved"]
