"""The sign of a determinant: on which side of a singular matrix another one is."""

from __future__ import annotations

from functools import cache

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, loop, zeros


def orient(p: Reals, s: Reals, *, n: int) -> None:
    """The sign of the determinant of a matrix, row by row in p, by elimination with row pivoting: -1, 0 or 1."""
    a = zeros(n * n)
    for k in range(n * n):
        a[k] = p[k]
    sign = 1.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(a[i * n + k]) > abs(a[best * n + k]):
                best = i
        if best != k:
            sign = -sign
            for j in range(k, n):
                t = a[k * n + j]
                a[k * n + j] = a[best * n + j]
                a[best * n + j] = t
        if a[k * n + k] < 0.0:
            sign = -sign
        if a[k * n + k] == 0.0:
            sign = 0.0
            a[k * n + k] = 1.0
        for i in range(k + 1, n):
            f = a[i * n + k] / a[k * n + k]
            for j in range(k + 1, n):
                a[i * n + j] = a[i * n + j] - f * a[k * n + j]
    s[0] = sign


@cache
def orientation_kernel(n: int) -> Kernel:
    """The sign of a determinant of n rows: known to be one of the three that are their own cubes."""
    g = Graph()
    a = [Expr(g, g.symbol(f"a{r + 1}_{c + 1}", "variable")) for r in range(n) for c in range(n)]
    s = Expr(g, g.symbol("s", "variable"))
    out = s * s * s - s
    relation = Function(
        f"orientation_{n}", g,
        (Port("p", (n * n,), tuple(e.id for e in a), "the matrix row by row"), Port("x", (1,), (s.id,), "the sign")),
        (Port("residual", (1,), (out.id,), "s^3 - s"),),
    )  # fmt: skip
    return Kernel(f"orientation_{n}", relation, loop(orient, {"p": n * n}, {"s": 1}, n=n))


__all__ = ["orientation_kernel"]
