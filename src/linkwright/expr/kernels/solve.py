"""The dense solve: x with A x = b, by elimination with row pivoting.

Compilers get small systems in straight-line code: a row that has the larger entry changes places with the row of the
pivot by selection, so nothing is guessed by the processor's branches (six equations take half of the time). All others
get loops, which have fewer lines and eliminate symbols, too.

Whether a matrix of numbers is nearly singular depends on units. A caller that knows the magnitude of its entries gives
a size for every row and one for every column: A is then singular where a pivot is no larger than the product of its
two sizes. Pivots need not be small where a matrix is nearly singular, but then solutions are large: in units of the
sizes, a solution larger than the right side divided by what pivots are compared with is refused, too. No regular
matrix has such a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from linkwright.errors import ExpressionError
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import LoopCode, Reals, finite, nan, read_kernel_code, zeros

MAX_EXCHANGES = 90  # largest number of conditional exchanges in straight-line code: six equations have 85


def eliminate(p: Reals, x: Reals, *, n: int, m: int, sized: int) -> None:
    """x with A x = b by elimination with row pivoting; p holds A, then b (or several, side by side), row by row.

    The last result is the status: 0 solved, 1 singular (then x is not a number).
    """
    a = zeros(n * n)
    if sized == 1:
        w = zeros(n)
        for k in range(n):
            w[k] = p[n * n + n * m + k]
    for k in range(n * n):
        a[k] = p[k]
    for k in range(n * m):
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
            for j in range(m):
                t = x[k * m + j]
                x[k * m + j] = x[best * m + j]
                x[best * m + j] = t
            if sized == 1:
                t = w[k]
                w[k] = w[best]
                w[best] = t
        if sized == 1:
            if not abs(a[k * n + k]) > w[k] * p[n * n + n * m + n + k]:
                status = 1.0
        # no test of another size: there is none that suits all units
        if a[k * n + k] == 0.0 or not finite(a[k * n + k]):
            status = 1.0
            a[k * n + k] = 1.0
        for i in range(k + 1, n):
            f = a[i * n + k] / a[k * n + k]
            for j in range(k + 1, n):
                a[i * n + j] = a[i * n + j] - f * a[k * n + j]
            for j in range(m):
                x[i * m + j] = x[i * m + j] - f * x[k * m + j]
    for back in range(n):
        i = n - 1 - back
        for c in range(m):
            for j in range(i + 1, n):
                x[i * m + c] = x[i * m + c] - a[i * n + j] * x[j * m + c]
            x[i * m + c] = x[i * m + c] / a[i * n + i]
            if not finite(x[i * m + c]):
                status = 1.0
    if sized == 1:
        for c in range(m):
            given = 0.0
            found = 0.0
            for i in range(n):
                t = abs(p[n * n + i * m + c]) / p[n * n + n * m + i]
                if t > given:
                    given = t
                t = abs(x[i * m + c]) * p[n * n + n * m + n + i]
                if t > found:
                    found = t
            if found > given:
                status = 1.0
    if status > 0.0:
        for k in range(n * m):
            x[k] = nan
    x[n * m] = status


def judge(p: Reals, x: Reals, *, n: int, m: int, direct: Callable[..., None]) -> None:
    """x with A x = b by elimination with row pivoting; p holds A, then b (or several, side by side), row by row.

    The last result is the status: 0 solved, 1 singular (then x is not a number).
    """
    direct(p, x)
    status = 0.0
    for k in range(n * m + 1):
        if not finite(x[k]):
            status = 1.0
    if x[n * m] == 0.0:
        status = 1.0
    if status > 0.0:
        for k in range(n * m):
            x[k] = nan
    x[n * m] = status


@cache
def solve_kernel(n: int, m: int = 1, sized: bool = False) -> Kernel:
    """Return the kernel of n equations with m right sides: arguments A and b by rows, results x by rows and the status.

    `sized`: after them come the sizes of n rows and of n columns; pivots must be larger than their products.
    """
    g = Graph()
    A, B, X = (
        [[Expr(g, g.symbol(f"{name}{r + 1}_{c + 1}", "variable")) for c in range(size)] for r in range(n)]
        for name, size in (("a", n), ("b", m), ("x", m))
    )
    residual = []
    for r in range(n):
        for c in range(m):
            total = -B[r][c]
            for k in range(n):
                total = total + A[r][k] * X[k][c]
            residual.append(total)
    given, right, unknown = (tuple(e.id for row in rows for e in row) for rows in (A, B, X))
    name = f"{'regular_' if sized else ''}solve_{n}" + (f"_{m}" if m > 1 else "")
    sizes = tuple(g.symbol(f"{kind}{k + 1}", "variable") for kind in "rc" for k in range(n)) if sized else ()
    count, doc = n * n + n * m + len(sizes), "A row by row, then b" + (", sizes of rows, of columns" if sized else "")
    relation = Function(
        name, g,
        (Port("p", (count,), given + right + sizes, doc), Port("x", (n * m,), unknown, "unknowns")),
        (Port("residual", (n * m,), tuple(e.id for e in residual), "A x - b"),),
    )  # fmt: skip
    code = read_kernel_code(eliminate, {"p": count}, {"x": n * m + 1}, n=n, m=m, sized=int(sized))
    return Kernel(name, relation, code, ("status",), rule="solve", branch_free_code=_branch_free_code(n, m, sized))


def _branch_free_code(n: int, m: int, sized: bool) -> LoopCode | None:
    if sum((n - 1 - k) * (n - k + m) for k in range(n)) > MAX_EXCHANGES:
        return None
    direct = _direct(n, m, sized)
    return read_kernel_code(judge, {"p": direct.inputs[0].size}, {"x": n * m + 1}, {"direct": direct}, n=n, m=m)


def _direct(n: int, m: int, sized: bool) -> Function:
    """Return the function A, b -> x, then a number that is finite and not zero if A is regular."""
    g = Graph()
    p = [Expr(g, g.symbol(f"p{k}", "variable")) for k in range(n * n + n * m + (2 * n if sized else 0))]
    weights, columns = p[n * n + n * m :][:n], p[n * n + n * m + n :]
    rows = [[*p[r * n : r * n + n], *p[n * n + r * m : n * n + r * m + m], *weights[r : r + 1]] for r in range(n)]
    pivots = [_eliminate_column(rows, k, n + m) for k in range(n)]
    if sized:
        pivots = [size - row[-1] * c for size, row, c in zip(pivots, rows, columns, strict=True)]
    least = _reduce_pairwise(Expr.min, pivots)
    most = _reduce_pairwise(Expr.max, [abs(rows[k][k]) for k in range(n)])
    for i in reversed(range(n)):
        for c in range(n, n + m):
            total = rows[i][c]
            for j in range(i + 1, n):
                total = total - rows[i][j] * rows[j][c]
            rows[i][c] = total / rows[i][i]
    x = [row[c] for row in rows for c in range(n, n + m)]
    # no test of a size: there is none that suits all units
    sound = (-least).select(0, most)
    if sized:
        given = [[abs(p[n * n + r * m + c]) / weights[r] for r in range(n)] for c in range(m)]
        found = [[abs(row[n + c]) * size for row, size in zip(rows, columns, strict=True)] for c in range(m)]
        sides = zip(given, found, strict=True)
        sound = _reduce_pairwise(
            Expr.min,
            [(_reduce_pairwise(Expr.max, b) - _reduce_pairwise(Expr.max, x)).select(sound, 0) for b, x in sides],
        )
    port = Port("p", (len(p),), tuple(e.id for e in p), "A row by row, then b")
    return Function(f"direct_{n}_{m}", g, (port,), (Port("x", (n * m + 1,), tuple(e.id for e in (*x, sound))),))


def _reduce_pairwise(join: Callable[[Expr, Expr], Expr], values: Sequence[Expr]) -> Expr:
    half = len(values) // 2
    return join(_reduce_pairwise(join, values[:half]), _reduce_pairwise(join, values[half:])) if half else values[0]


def _eliminate_column(rows: list[list[Expr]], k: int, width: int) -> Expr:
    """Clear column k below the diagonal, with its largest entry as the pivot, and return the pivot's size.

    Entries of rows behind `width` are exchanged with the rows, but not eliminated.
    """
    for i in range(k + 1, len(rows)):
        larger = abs(rows[i][k]) - abs(rows[k][k])
        pairs = list(zip(rows[i][k:], rows[k][k:], strict=True))
        rows[k][k:] = [larger.select(a, b) for a, b in pairs]
        rows[i][k:] = [larger.select(b, a) for a, b in pairs]
    size = abs(rows[k][k])
    rows[k][k] = (-size).select(1, rows[k][k])  # nothing is divided by zero
    for i in range(k + 1, len(rows)):
        f = rows[i][k] / rows[k][k]
        rest = slice(k + 1, width)
        rows[i][rest] = [a - f * b for a, b in zip(rows[i][rest], rows[k][rest], strict=True)]
    return size


def solve(matrix: Sequence[Sequence[Expr]], right: Sequence[Expr]) -> list[Expr]:
    """Solve A x = b as one operation of the graph; x is NaN where A is singular."""
    return solve_with_status(matrix, right)[: len(right)]


def solve_with_status(matrix: Sequence[Sequence[Expr]], right: Sequence[Expr]) -> list[Expr]:
    """Solve A x = b; return x, then the status: 0 solved, 1 singular."""
    n, graph = len(right), right[0].graph
    if len(matrix) != n or any(len(row) != n for row in matrix):
        raise ExpressionError(f"solve needs a square matrix and as many right sides, got {len(matrix)} and {n}")
    items = graph.invoke(solve_kernel(n), [*(e.id for row in matrix for e in row), *(e.id for e in right)])
    return [Expr(graph, i) for i in items]


def solve_many(
    matrix: Sequence[Sequence[Expr]], right: Sequence[Sequence[Expr]], sizes: Sequence[Expr] = ()
) -> list[list[Expr]]:
    """Solve A X = B as one operation of the graph; X is NaN where A is singular.

    `sizes` of the rows, then of the columns: A is singular where a pivot is no larger than the product of its two.
    """
    n, m, graph = len(right), len(right[0]), right[0][0].graph
    given = [*(e.id for row in matrix for e in row), *(e.id for row in right for e in row), *(e.id for e in sizes)]
    items = [Expr(graph, i) for i in graph.invoke(solve_kernel(n, m, bool(sizes)), given)]
    return [items[r * m : (r + 1) * m] for r in range(n)]


__all__ = ["solve", "solve_kernel", "solve_many", "solve_with_status"]
