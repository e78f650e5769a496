"""All real roots of a polynomial.

Between two neighbouring roots of its derivative a polynomial is monotone and has one root or none. So the roots of
all derivatives are found in turn, from the last to the polynomial itself, each in its own bracket, which no cluster
disturbs. Roots beyond 1 are those of the reversed polynomial within 1, so that a leading coefficient may vanish: a
root at infinity is none. What is zero is what rounding can make of the terms at the point.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, epsilon, finite, loop, nan, zeros

LARGEST = 16  # degree


def bracketed(p: Reals, x: Reals, *, d: int, evaluate: Callable[..., None]) -> None:
    """The real roots of p[0] + p[1] t + ... in ascending order, a multiple one once; what is left of x is not a number.

    After them come the status (0 solved, 2 every number is a root, or a coefficient is not a number) and their number.
    """
    a = zeros(d + 1)  # the polynomial, or the reversed one
    c = zeros(d + 1)  # one of its derivatives
    end = zeros(d + 2)  # where a monotone piece ends
    found = zeros(d)
    point = zeros(1)
    y = zeros(3)  # value, slope, size of the terms
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
        pieces = 1
        end[0] = -1.0
        end[1] = 1.0
        roots = 0
        for level in range(d):
            # the derivative of order d - 1 - level: its roots end the monotone pieces of the next one
            for k in range(d + 1):
                c[k] = a[k]
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
            if abs(low) <= 4.0 * epsilon * y[2]:
                low = 0.0
                found[0] = end[0]
                roots = 1
            for piece in range(d):
                if piece < pieces:
                    left = end[piece]
                    right = end[piece + 1]
                    point[0] = right
                    evaluate(c, point, y)
                    high = y[0]
                    if abs(high) <= 4.0 * epsilon * y[2]:
                        high = 0.0
                    if low * high < 0.0:
                        # Newton inside the bracket, halved where that leaves it or is slow
                        t = left - low * ((right - left) / (high - low))
                        width = right - left
                        for turn in range(2200):  # halving alone reaches the smallest number
                            point[0] = t
                            evaluate(c, point, y)
                            if not abs(y[0]) > 0.0:
                                break
                            if y[0] * low > 0.0:
                                left = t
                            else:
                                right = t
                            before = t
                            if abs(y[1]) > 0.0:
                                t = t - y[0] / y[1]
                            if not (t > left and t < right and abs(t - before) < 0.5 * width):
                                t = left + 0.5 * (right - left)
                            width = abs(t - before)
                            if width <= epsilon * abs(t) or t <= left or t >= right:
                                break
                        if roots < d:
                            found[roots] = t
                            roots = roots + 1
                    if not abs(high) > 0.0 and roots < d:
                        found[roots] = end[piece + 1]
                        roots = roots + 1
                    low = high
            pieces = 1
            for k in range(d):
                if k < roots and found[k] > end[pieces - 1] and found[k] < 1.0:
                    end[pieces] = found[k]
                    pieces = pieces + 1
            end[pieces] = 1.0
        for k in range(d):
            if k < roots and number < d:
                t = found[k]
                inside = 1
                if half == 1:
                    inside = 0
                    if abs(t) > 0.0 and abs(t) < 1.0:
                        inside = 1
                        t = 1.0 / t
                if inside == 1 and status <= 0.0:
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
    """All real roots of a polynomial of degree d at most: d + 1 coefficients, the constant one first."""
    if not 1 <= d <= LARGEST:
        raise ValueError(f"degree {d}: 1 to {LARGEST}")
    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", d + 1), ("x", d)))
    residual = []
    for t in x:
        value = p[d]
        for k in reversed(range(d)):
            value = value * t + p[k]
        residual.append(value)
    relation = Function(
        f"roots_{d}", g,
        (Port("p", (d + 1,), tuple(e.id for e in p), "coefficients"), Port("x", (d,), tuple(e.id for e in x), "roots")),
        (Port("residual", (d,), tuple(e.id for e in residual), "the polynomial at its roots"),),
    )  # fmt: skip
    code = loop(bracketed, {"p": d + 1}, {"x": d + 2}, {"evaluate": _evaluation(d)}, d=d)
    return Kernel(f"roots_{d}", relation, code, ("status", "count"))


def _evaluation(d: int) -> Function:
    """Coefficients and a point -> value, slope and the size of the terms."""
    g = Graph()
    c = [Expr(g, g.symbol(f"c{k}", "variable")) for k in range(d + 1)]
    t = Expr(g, g.symbol("t", "variable"))
    value, slope, size = c[d], Expr(g, g.const(0)), abs(c[d])
    for k in reversed(range(d)):
        slope = slope * t + value
        value = value * t + c[k]
        size = size * abs(t) + abs(c[k])
    outputs = tuple(e.id for e in (value, slope, size))
    given = (Port("c", (d + 1,), tuple(e.id for e in c)), Port("t", (1,), (t.id,)))
    return Function(f"polynomial_{d}", g, given, (Port("y", (3,), outputs),))


__all__ = ["roots_kernel"]
