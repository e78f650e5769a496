"""Dense solve that also returns the sign of the determinant: on which side of the singular matrices A is.

Up to six equations are solved in halves first, A = [[P, Q], [R, S]] with P of three rows, which is straight-line code:

    T = S - R P^-1 Q,    T y = b - R P^-1 a,    x = P^-1 (a - Q y),    det A = det P det T

and by elimination with row pivoting where P is nearly singular.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, finite, nan, read_kernel_code, zeros

ROWS_OF_FIRST_HALF = 3
MAX_EQUATIONS_IN_HALVES = 2 * ROWS_OF_FIRST_HALF
MIN_RELATIVE_DETERMINANT = (
    1e-6  # det P below this part of the product of its row sums loses digits: then elimination is better
)

Rows = Sequence[Sequence[Expr]]


def eliminate_signed(p: Reals, x: Reals, *, n: int) -> None:
    """x with A x = b by elimination with row pivoting; p holds A row by row, then b.

    After x come the status (0 solved, 1 singular: then x is not a number) and the sign of the determinant of A.
    """
    a = zeros(n * n)
    for k in range(n * n):
        a[k] = p[k]
    for k in range(n):
        x[k] = p[n * n + k]
    status = 0.0
    sign = 1.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if a[best * n + k] == 0.0 or abs(a[i * n + k]) > abs(a[best * n + k]):
                best = i
        if best != k:
            sign = -sign
            for j in range(k, n):
                t = a[k * n + j]
                a[k * n + j] = a[best * n + j]
                a[best * n + j] = t
            t = x[k]
            x[k] = x[best]
            x[best] = t
        if a[k * n + k] < 0.0:
            sign = -sign
        if a[k * n + k] == 0.0 or not finite(a[k * n + k]):
            status = 1.0
            sign = 0.0
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
    x[n + 1] = sign


def halve(p: Reals, x: Reals, *, n: int, direct: Callable[..., None], eliminate: Callable[..., None]) -> None:
    """x with A x = b in halves; by elimination if the first half is nearly singular, or nothing came of it."""
    y = zeros(n + 1)
    z = zeros(n + 2)
    direct(p, y)
    total = y[n]
    for k in range(n):
        x[k] = y[k]
        total = total + y[k]
    x[n] = 0.0
    x[n + 1] = 0.0
    if y[n] > 0.0:
        x[n + 1] = 1.0
    if y[n] < 0.0:
        x[n + 1] = -1.0
    if y[n] == 0.0 or not finite(total):
        eliminate(p, z)
        for k in range(n + 2):
            x[k] = z[k]


@cache
def signed_solve_kernel(n: int) -> Kernel:
    """Return the kernel that solves n equations: arguments A (row by row) and b, results x, status, sign of det A."""
    relation = solve_kernel(n).relation
    flags = ("status", "sign")
    sizes = {"p": n * n + n}, {"x": n + 2}
    whole = Kernel(f"signed_solve_{n}", relation, read_kernel_code(eliminate_signed, *sizes, n=n), flags, rule="solve")
    if n > MAX_EQUATIONS_IN_HALVES:
        return whole
    code = read_kernel_code(halve, *sizes, {"direct": _direct(n), "eliminate": whole}, n=n)
    return Kernel(f"halved_solve_{n}", relation, code, flags, rule="solve")


# -- in halves ---------------------------------------------------------------------------------------------------------


def _direct(n: int) -> Function:
    """Return the function A, b -> x, det A; NaN where the first half is nearly singular."""
    g = Graph()
    entries = [Expr(g, g.symbol(f"p{k}", "variable")) for k in range(n * n + n)]
    A = [entries[r * n : r * n + n] for r in range(n)]
    x, det = _halved(A, entries[n * n :])
    port = Port("p", (len(entries),), tuple(e.id for e in entries), "A row by row, then b")
    return Function(f"direct_{n}", g, (port,), (Port("x", (n + 1,), tuple(e.id for e in (*x, det))),))


def _halved(A: Rows, b: Sequence[Expr]) -> tuple[list[Expr], Expr]:
    if len(A) <= ROWS_OF_FIRST_HALF:
        return _cramer(A, b)
    P, Q = (
        [row[:ROWS_OF_FIRST_HALF] for row in A[:ROWS_OF_FIRST_HALF]],
        [row[ROWS_OF_FIRST_HALF:] for row in A[:ROWS_OF_FIRST_HALF]],
    )
    R, S = (
        [row[:ROWS_OF_FIRST_HALF] for row in A[ROWS_OF_FIRST_HALF:]],
        [row[ROWS_OF_FIRST_HALF:] for row in A[ROWS_OF_FIRST_HALF:]],
    )
    inverse, det = _cofactor_inverse(P)
    U = _times(inverse, Q)
    a = _matrix_times_vector(inverse, b[:ROWS_OF_FIRST_HALF])
    T = [[s - x for s, x in zip(row, more, strict=True)] for row, more in zip(S, _times(R, U), strict=True)]
    y, rest = _cramer(T, [s - x for s, x in zip(b[ROWS_OF_FIRST_HALF:], _matrix_times_vector(R, a), strict=True)])
    x = [s - more for s, more in zip(a, _matrix_times_vector(U, y), strict=True)]
    size = det * 0 + MIN_RELATIVE_DETERMINANT
    for row in P:
        size = size * _sum_exprs([abs(e) for e in row])
    large = abs(det) - size
    return [*x, *y], large.select(det * rest, large.sqrt())


def _cramer(A: Rows, b: Sequence[Expr]) -> tuple[list[Expr], Expr]:
    inverse, det = _cofactor_inverse(A)
    return _matrix_times_vector(inverse, b), det


def _cofactor_inverse(A: Rows) -> tuple[list[list[Expr]], Expr]:
    """Return the inverse by cofactors, and the determinant."""
    n = len(A)
    cofactors = [[_cofactor(A, r, c) for r in range(n)] for c in range(n)]
    det = _sum_exprs([A[0][c] * cofactors[c][0] for c in range(n)])
    one = 1 / det
    return [[x * one for x in row] for row in cofactors], det


def _cofactor(A: Rows, r: int, c: int) -> Expr:
    minor = [[x for k, x in enumerate(row) if k != c] for m, row in enumerate(A) if m != r]
    if not minor:
        return A[0][0] * 0 + 1
    det = minor[0][0] if len(minor) == 1 else minor[0][0] * minor[1][1] - minor[0][1] * minor[1][0]
    return -det if (r + c) % 2 else det


def _times(A: Rows, B: Rows) -> list[list[Expr]]:
    return [
        [_sum_exprs([a * b for a, b in zip(row, column, strict=True)]) for column in zip(*B, strict=True)] for row in A
    ]


def _matrix_times_vector(A: Rows, b: Sequence[Expr]) -> list[Expr]:
    return [_sum_exprs([a * x for a, x in zip(row, b, strict=True)]) for row in A]


def _sum_exprs(values: Sequence[Expr]) -> Expr:
    total = values[0]
    for x in values[1:]:
        total = total + x
    return total


__all__ = ["signed_solve_kernel"]
