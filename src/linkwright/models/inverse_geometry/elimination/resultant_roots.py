"""The determinant of the eliminated equations, its roots, and from a root the other two of the three joints."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.inverse_geometry.elimination.raghavan_roth import ANGLE_ORIGIN, Formulation, random_combinations
from linkwright.models.inverse_geometry.expr_vectors import DIVISION_GUARD, array_function, cross_product, dot, total


def pencil_function(keep: tuple[Sequence[int], Sequence[int]]) -> Function:
    """Function of the six equations: the matrix pencil, coefficients of 1, cos and sin of the hidden joint."""

    def made(n: Sequence[Expr]) -> list[Any]:
        places: dict[tuple[int, int, int], Any] = {}
        for h, r, i, j in itertools.product(range(3), range(6), range(3), range(3)):
            for up in (0, 1):
                places[h, 6 * up + r, 3 * (i + up) + j] = n[27 * r + 9 * h + 3 * i + j]
        return [places.get((h, r, c), 0) for h in range(3) for r in keep[0] for c in keep[1]]

    return array_function("pencil", {"n": 162}, made)


def reflection_function(count: int) -> Function:
    """Function of squares and first elements of `count` vectors: the first elements after Householder reflections, and
    the inverses of the divisors of the reflections."""

    def made(square: Sequence[Expr], head: Sequence[Expr]) -> list[Any]:
        length = [x.sqrt() for x in square]
        first = [h.select(-x, x) for h, x in zip(head, length, strict=True)]
        below = [1 / (s + abs(h) * x + DIVISION_GUARD) for s, h, x in zip(square, head, length, strict=True)]
        return [*first, *below]

    return array_function("reflect", {"s": count, "h": count}, made)


@cache
def resultant_function() -> Function:
    """Function of six equations and the hidden joint: 7 coefficients of a polynomial in u, starts, 6 x 9 equations."""
    mix = random_combinations(3, 6)

    def made(n: Sequence[Expr], d: Sequence[Expr]) -> list[Any]:
        at = [n[27 * r + k] + n[27 * r + 9 + k] * d[0] + n[27 * r + 18 + k] * d[1] for r in range(6) for k in range(9)]
        three = [[total(float(mix[i, r]) * at[9 * r + k] for r in range(6)) for k in range(9)] for i in range(3)]
        Q = [[[three[i][3 * k + j] for k in range(3)] for j in range(3)] for i in range(3)]  # row, v power: u powers

        det: list[Any] = [0] * 7
        for a, b, c in itertools.permutations(range(3)):
            sign = 1 if (a + 1) % 3 == b else -1
            whole = multiply_polynomials(multiply_polynomials(Q[0][a], Q[1][b]), Q[2][c])
            det = [t + sign * w for t, w in zip(det, whole, strict=True)]
        out = [v for t in det for v in (t, 0)]
        starts = [0.9 * np.exp(1j * (2 * np.pi * k / 6 + 0.4)) for k in range(6)]
        return [*out, *(float(v) for z in starts for v in (z.real, z.imag)), *at]

    return array_function("resultant", {"n": 162, "d": 2}, made)


def second_joint_function(f: Formulation) -> Function:
    """Function of 6 x 9 equations, cos, sin of the hidden joint and u: positions of a, b, c; relative residual."""
    mix = random_combinations(3, 6)
    turns = [f.screws[k].is_revolute for k in f.three]

    def made(e: Sequence[Expr], d: Sequence[Expr], t: Sequence[Expr]) -> list[Any]:
        u = t[0]
        lines = [[e[9 * r + j] + u * (e[9 * r + 3 + j] + u * e[9 * r + 6 + j]) for j in range(3)] for r in range(6)]
        three = [[total(float(mix[i, r]) * lines[r][j] for r in range(6)) for j in range(3)] for i in range(3)]
        best = _longest_vector([cross_product(three[i], three[k]) for i, k in ((0, 1), (0, 2), (1, 2))])
        left = total(abs(dot(r, best)) for r in lines)
        size = total(abs(x * y) for r in lines for x, y in zip(r, best, strict=True)) + DIVISION_GUARD
        return [*_three_positions(f, turns, d, (u, 1), _power_ratio(best)), left / size]

    return array_function("second", {"e": 54, "d": 2, "t": 1}, made)


def single_solution_function(f: Formulation) -> Function:
    """Function of C and D, 6 x 9 equations, cos, sin of the hidden joint: positions of a, b, c; relative residual.

    With x_k = u^k (1, v, v^2) the equations, and u times them, solved for all but x_1 and x_2, say

        x_0 + C x_1 = 0     x_2 + D x_1 = 0     x_1 + C x_2 = 0     x_3 + D x_2 = 0

    hence (1 - C D) x_1 = 0, which determines x_1, and u x_1 = -D x_1. Where there are several u, this mixes them.
    """
    turns = [f.screws[k].is_revolute for k in f.three]

    def made(x: Sequence[Expr], e: Sequence[Expr], d: Sequence[Expr]) -> list[Any]:
        C, D = ([x[3 * k : 3 * k + 3] for k in rows] for rows in (range(3), range(3, 6)))
        W = [[(r == c) - dot(C[r], [row[c] for row in D]) for c in range(3)] for r in range(3)]
        best = _longest_vector([cross_product(W[i], W[k]) for i, k in ((0, 1), (0, 2), (1, 2))])
        before, after = ([-dot(row, best) for row in rows] for rows in (C, D))
        size = dot(best, best)
        small = dot(before, before) - dot(after, after)  # |u| < 1
        u = small.select(dot(after, best), size), small.select(size, dot(before, best))
        v = _power_ratio(best)
        powers = [[y * y, x * y, x * x] for x, y in (u, v)]
        terms = [[e[9 * r + 3 * i + j] * (powers[0][i] * powers[1][j]) for i in range(3) for j in range(3)]
                 for r in range(6)]  # fmt: skip
        left = total(abs(total(row)) for row in terms)
        size = total(abs(t) for row in terms for t in row) + DIVISION_GUARD
        return [*_three_positions(f, turns, d, u, v), left / size]

    return array_function("alone", {"x": 19, "e": 54, "d": 2}, made)


def _longest_vector(vectors: Sequence[list[Any]]) -> list[Any]:
    """The longest of some vectors."""
    best = vectors[0]
    for other in vectors[1:]:
        larger = dot(other, other) - dot(best, best)
        best = [larger.select(o, b) for o, b in zip(other, best, strict=True)]
    return best


def _power_ratio(x: Sequence[Any]) -> tuple[Any, Any]:
    """v from a multiple of (1, v, v^2), as numerator and denominator, from its larger end."""
    forward = abs(x[0]) - abs(x[2])
    return forward.select(x[1], x[2]), forward.select(x[0], x[1])


def _three_positions(f: Formulation, turns: Sequence[bool], d: Sequence[Any], *fractions: tuple[Any, Any]) -> list[Any]:
    """Positions of a, b, c: the hidden one from its cosine and sine, the others from u and v."""
    q: list[Any] = [0, 0, 0]
    q[f.hidden] = d[1].atan2(d[0]) + ANGLE_ORIGIN
    for k, (above, below) in zip(f.others, fractions, strict=True):
        q[k] = 2 * above.atan2(below) + ANGLE_ORIGIN if turns[k] else above / (below + DIVISION_GUARD)
    return q


def sample_count(d: int) -> int:
    """Number of samples of a trigonometric polynomial of degree d: 2 d + 1 determine it, one more shows the noise. It
    is a multiple of four, for vector instructions."""
    return 4 * ((2 * d + 2 + 3) // 4)


def spectrum_function(d: int) -> Function:
    """Function of samples around the circle: the polynomial in z = e^iq, starts for its roots, and the sum of the
    higher coefficients, which is noise."""
    n = sample_count(d)

    def made(y: Sequence[Expr]) -> list[Any]:
        even = [y[k] + y[n - k] if k else y[k] for k in range(n // 2)] + [y[n // 2]]
        odd = [y[k] - y[n - k] if k else y[k] * 0 for k in range(n // 2)]
        half = []
        for m in range(n // 2 + 1):
            w = [np.exp(-2j * np.pi * m * k / n) / n for k in range(n // 2 + 1)]
            half.append((total(_drop_rounding(w[k].real) * x for k, x in enumerate(even)),
                         total(_drop_rounding(w[k].imag) * x for k, x in enumerate(odd))))  # fmt: skip
        out = [v for m in range(d, 0, -1) for v in (half[m][0], -half[m][1])] + [v for h in half[: d + 1] for v in h]
        starts = [(0.97 + 0.06 * (k % 2)) * np.exp(1j * (2 * np.pi * k / (2 * d) + 0.4)) for k in range(2 * d)]
        noise = total(abs(v) for h in half[d + 1 :] for v in h)
        return [*out, *(float(v) for z in starts for v in (z.real, z.imag)), noise]

    return array_function("spectrum", {"f": n}, made)


def _drop_rounding(x: float) -> float:
    """The number, with rounding errors of zero cosines removed: products with zero cost no operations."""
    return 0.0 if abs(x) < 1e-15 else float(x)


def multiply_polynomials(a: list[Any], b: list[Any]) -> list[Any]:
    """Product of two polynomials, coefficients from the constant one on."""
    out: list[Any] = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] = out[i + j] + x * y
    return out


def circle_points_function(d: int) -> Function:
    """Function without use of its input: sample points of the unit circle, the cosines, then the sines."""
    angles = [2 * np.pi * k / sample_count(d) for k in range(sample_count(d))]
    return array_function("circle", {"x": 1}, lambda _: [float(f(a)) for f in (np.cos, np.sin) for a in angles])


__all__ = [
    "circle_points_function",
    "pencil_function",
    "reflection_function",
    "resultant_function",
    "sample_count",
    "second_joint_function",
    "single_solution_function",
    "spectrum_function",
]
