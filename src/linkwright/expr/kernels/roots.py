"""All real roots of a polynomial.

Between two neighbouring roots of its derivative a polynomial is monotone and has one root or none. So the roots of
all derivatives are found in turn, from the last to the polynomial itself, each in its own bracket, which no cluster
disturbs. Roots beyond 1 are those of the reversed polynomial within 1, so that a leading coefficient may vanish: roots
at infinity do not count. Values within rounding of the terms at the point count as zero.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, Subprogram, epsilon, finite, nan, read_kernel_code, zeros

MAX_DEGREE = 16  # degree


Runs = Callable[..., None]


def between(p: Reals, x: Reals, *, d: int) -> None:
    """The root of p[0] + p[1] t + ... between two ends with values of different signs.

    Newton's steps, halved where they leave the bracket or are slow. p holds the coefficients, then the ends and the
    values there.
    """
    left = p[d + 1]
    right = p[d + 2]
    low = p[d + 3]
    high = p[d + 4]
    degree = d
    for k in range(d):
        if p[degree] == 0.0:
            degree = degree - 1
    t = left - low * ((right - left) / (high - low))
    width = right - left
    for turn in range(2200):  # halving alone reaches the smallest number
        value = p[degree]
        slope = 0.0
        for k in range(degree):
            slope = slope * t + value
            value = value * t + p[degree - 1 - k]
        if not abs(value) > 0.0:
            break
        if value * low > 0.0:
            left = t
        else:
            right = t
        before = t
        if abs(slope) > 0.0:
            t = t - value / slope
        if not (t > left and t < right and abs(t - before) < 0.5 * width):
            t = left + 0.5 * (right - left)
        width = abs(t - before)
        if width <= epsilon * abs(t) or t <= left or t >= right:
            break
    x[0] = t


def within(p: Reals, x: Reals, *, d: int, evaluate: Runs, solve: Runs) -> None:
    """The roots of p[0] + p[1] t + ... from -1 to 1 in ascending order; what is left of x is not a number.

    A polynomial is monotone between the roots of its derivative: from the last derivative to the polynomial itself,
    the roots of each end the pieces of the next.
    """
    c = zeros(d + 5)  # one of the derivatives, then a bracket: ends and values
    end = zeros(d + 2)
    point = zeros(1)
    y = zeros(2)  # value, size of the terms
    root = zeros(1)
    pieces = 1
    end[0] = -1.0
    end[1] = 1.0
    roots = 0
    for level in range(d):
        for k in range(d + 1):
            c[k] = p[k]
        for order in range(d - 1 - level):
            weight = 1.0
            for k in range(d):
                c[k] = weight * c[k + 1]
                weight = weight + 1.0
            c[d] = 0.0
        roots = 0
        point[0] = end[0]
        evaluate(c, point, y)
        low = y[0]
        if abs(low) <= 4.0 * epsilon * y[1]:
            low = 0.0
            x[0] = end[0]
            roots = 1
        for piece in range(d):
            if piece < pieces:
                point[0] = end[piece + 1]
                evaluate(c, point, y)
                high = y[0]
                if abs(high) <= 4.0 * epsilon * y[1]:
                    high = 0.0
                if low * high < 0.0 and roots < d:
                    c[d + 1] = end[piece]
                    c[d + 2] = end[piece + 1]
                    c[d + 3] = low
                    c[d + 4] = high
                    solve(c, root)
                    x[roots] = root[0]
                    roots = roots + 1
                if not abs(high) > 0.0 and roots < d:
                    x[roots] = end[piece + 1]
                    roots = roots + 1
                low = high
        pieces = 1
        for k in range(d):
            if k < roots and x[k] > end[pieces - 1] and x[k] < 1.0:
                end[pieces] = x[k]
                pieces = pieces + 1
        end[pieces] = 1.0
    for k in range(d):
        if k >= roots:
            x[k] = nan


def everywhere(p: Reals, x: Reals, *, d: int, solve: Runs) -> None:
    """The real roots of p[0] + p[1] t + ... in ascending order, a multiple one once; what is left of x is not a number.

    After them come the status (0 solved, 2 every number is a root, or a coefficient is not a number) and their number.
    """
    a = zeros(d + 1)  # the polynomial, or the reversed one
    found = zeros(d)
    size = 0.0
    status = 0.0
    for k in range(d + 1):
        if abs(p[k]) > size:
            size = abs(p[k])
        if not finite(p[k]):
            status = 2.0
    if not size > 0.0:
        status = 2.0
        size = 1.0
    for k in range(d):
        x[k] = nan
    number = 0
    count = 0.0
    for half in range(2):
        for k in range(d + 1):
            a[k] = p[k] / size
            if half == 1:
                a[k] = p[d - k] / size
        solve(a, found)
        for k in range(d):
            t = found[k]
            inside = 0
            if finite(t) and status <= 0.0 and number < d:
                inside = 1
                if half == 1:
                    inside = 0
                    if abs(t) > 0.0 and abs(t) < 1.0:
                        inside = 1
                        t = 1.0 / t
            if inside == 1:
                # keep the order: larger ones move up
                place = number
                for step in range(d):
                    if place > 0:
                        if x[place - 1] > t:
                            x[place] = x[place - 1]
                            place = place - 1
                x[place] = t
                number = number + 1
                count = count + 1.0
    x[d] = status
    x[d + 1] = count


@cache
def roots_kernel(d: int) -> Kernel:
    """Return the kernel of all real roots of a polynomial of degree <= d: d + 1 coefficients, the constant first."""
    if not 1 <= d <= MAX_DEGREE:
        raise ValueError(f"degree {d}: 1 to {MAX_DEGREE}")
    one = Kernel(
        f"root_between_{d}", _polynomial_relation(d, 1), read_kernel_code(between, {"p": d + 5}, {"x": 1}, d=d), start=4
    )
    runs: dict[str, Subprogram] = {"evaluate": _evaluation(d), "solve": one}
    half = Kernel(
        f"roots_within_{d}", _polynomial_relation(d, d), read_kernel_code(within, {"p": d + 1}, {"x": d}, runs, d=d)
    )
    code = read_kernel_code(everywhere, {"p": d + 1}, {"x": d + 2}, {"solve": half}, d=d)
    return Kernel(f"roots_{d}", _polynomial_relation(d, d), code, ("status", "count"))


def _polynomial_relation(d: int, count: int) -> Function:
    """Return the function coefficients, points -> values of the polynomial there."""
    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", d + 1), ("x", count)))
    residual = []
    for t in x:
        value = p[d]
        for k in reversed(range(d)):
            value = value * t + p[k]
        residual.append(value)
    given = Port("p", (d + 1,), tuple(e.id for e in p), "coefficients")
    unknown = Port("x", (count,), tuple(e.id for e in x), "roots")
    zero = Port("residual", (count,), tuple(e.id for e in residual), "the polynomial at its roots")
    return Function(f"roots_{d}", g, (given, unknown), (zero,))


def _evaluation(d: int) -> Function:
    """Return the function coefficients, point -> value and size of the terms."""
    g = Graph()
    c = [Expr(g, g.symbol(f"c{k}", "variable")) for k in range(d + 5)]  # the last four are not read
    t = Expr(g, g.symbol("t", "variable"))
    value, size = c[d], abs(c[d])
    for k in reversed(range(d)):
        value = value * t + c[k]
        size = size * abs(t) + abs(c[k])
    given = (Port("c", (d + 5,), tuple(e.id for e in c)), Port("t", (1,), (t.id,)))
    return Function(f"polynomial_{d}", g, given, (Port("y", (2,), (value.id, size.id)),))


__all__ = ["roots_kernel"]
