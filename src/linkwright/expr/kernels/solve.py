"""The dense solve: x with A x = b, by elimination with row pivoting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from linkwright.errors import ExpressionError
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, finite, loop, nan, zeros


def eliminate(p: Reals, x: Reals, *, n: int) -> None:
    """x with A x = b by elimination with row pivoting; p holds A row by row, then b.

    The last result is the status: 0 solved, 1 singular (then x is not a number).
    """
    a = zeros(n * n)
    for k in range(n * n):
        a[k] = p[k]
    for k in range(n):
        x[k] = p[n * n + k]
    status = 0.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if a[best * n + k] == 0.0 or abs(a[i * n + k]) > abs(a[best * n + k]):
                best = i
        if best != k:
            for j in range(k, n):
                t = a[k * n + j]
                a[k * n + j] = a[best * n + j]
                a[best * n + j] = t
            t = x[k]
            x[k] = x[best]
            x[best] = t
        # no test of a size: there is none that suits all units
        if a[k * n + k] == 0.0 or not finite(a[k * n + k]):
            status = 1.0
            a[k * n + k] = 1.0
        for i in range(k + 1, n):
            f = a[i * n + k] / a[k * n + k]
            for j in range(k + 1, n):
                a[i * n + j] = a[i * n + j] - f * a[k * n + j]
            x[i] = x[i] - f * x[k]
    for back in range(n):
        i = n - 1 - back
        for j in range(i + 1, n):
            x[i] = x[i] - a[i * n + j] * x[j]
        x[i] = x[i] / a[i * n + i]
        if not finite(x[i]):
            status = 1.0
    if status > 0.0:
        for k in range(n):
            x[k] = nan
    x[n] = status


@cache
def solve_kernel(n: int) -> Kernel:
    """The solve of n equations: arguments A (row by row) and b, results x and the status."""
    g = Graph()
    A = [[Expr(g, g.symbol(f"a{r + 1}_{c + 1}", "variable")) for c in range(n)] for r in range(n)]
    b, x = ([Expr(g, g.symbol(f"{name}{r + 1}", "variable")) for r in range(n)] for name in "bx")
    residual = []
    for row, right in zip(A, b):
        total = -right
        for a, unknown in zip(row, x):
            total = total + a * unknown
        residual.append(total)
    given = tuple(e.id for e in (*(a for row in A for a in row), *b))
    relation = Function(
        f"solve_{n}", g,
        (Port("p", (n * n + n,), given, "A row by row, then b"), Port("x", (n,), tuple(e.id for e in x), "unknowns")),
        (Port("residual", (n,), tuple(e.id for e in residual), "A x - b"),),
    )  # fmt: skip
    code = loop(eliminate, {"p": n * n + n}, {"x": n + 1}, n=n)
    return Kernel(f"solve_{n}", relation, code, ("status",), rule="solve")


def solve(matrix: Sequence[Sequence[Expr]], right: Sequence[Expr]) -> list[Expr]:
    """x with A x = b, as one operation of the graph; not a number where A is singular."""
    return solve_with_status(matrix, right)[: len(right)]


def solve_with_status(matrix: Sequence[Sequence[Expr]], right: Sequence[Expr]) -> list[Expr]:
    """x with A x = b, then the status: 0 solved, 1 singular."""
    n, graph = len(right), right[0].graph
    if len(matrix) != n or any(len(row) != n for row in matrix):
        raise ExpressionError(f"solve needs a square matrix and as many right sides, got {len(matrix)} and {n}")
    items = graph.invoke(solve_kernel(n), [*(e.id for row in matrix for e in row), *(e.id for e in right)])
    return [Expr(graph, i) for i in items]


__all__ = ["solve", "solve_kernel", "solve_with_status"]
