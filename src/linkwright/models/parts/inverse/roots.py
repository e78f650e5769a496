"""The determinant of the eliminant's equations, its roots, and from a root the other two of the three joints."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.parts.inverse.eliminant import ZERO, Formulation, mixed
from linkwright.models.parts.inverse.straight import SMALL, cross, dot, straight, total


def pencil(keep: tuple[Sequence[int], Sequence[int]]) -> Function:
    """Equations and (cos, sin) of the hidden joint -> the matrix of the linear equations, and its slope."""

    def made(n: Sequence[Expr], d: Sequence[Expr]) -> list[Any]:
        values, slopes = {}, {}
        for r, i, j in itertools.product(range(6), range(3), range(3)):
            k, c, s = (n[27 * r + 9 * h + 3 * i + j] for h in range(3))
            for up in (0, 1):
                values[6 * up + r, 3 * (i + up) + j] = k + c * d[0] + s * d[1]
                slopes[6 * up + r, 3 * (i + up) + j] = s * d[0] - c * d[1]
        places = [(r, c) for r in keep[0] for c in keep[1]]
        return [table.get(place, 0) for table in (values, slopes) for place in places]

    return straight("pencil", {"n": 162, "d": 2}, made)


@cache
def resultant() -> Function:
    """Six equations at a position of the hidden joint, 6 x 9 -> 7 coefficients of a polynomial that u is a root of."""
    mix = mixed(3, 6)

    def made(n: Sequence[Expr], d: Sequence[Expr]) -> list[Any]:
        at = [n[27 * r + k] + n[27 * r + 9 + k] * d[0] + n[27 * r + 18 + k] * d[1] for r in range(6) for k in range(9)]
        three = [[total(float(mix[i, r]) * at[9 * r + k] for r in range(6)) for k in range(9)] for i in range(3)]
        Q = [[[three[i][3 * k + j] for k in range(3)] for j in range(3)] for i in range(3)]  # row, v power: u powers

        det: list[Any] = [0] * 7
        for a, b, c in itertools.permutations(range(3)):
            sign = 1 if (a + 1) % 3 == b else -1
            whole = product_of(product_of(Q[0][a], Q[1][b]), Q[2][c])
            det = [t + sign * w for t, w in zip(det, whole, strict=True)]
        out = [v for t in det for v in (t, 0)]
        starts = [0.9 * np.exp(1j * (2 * np.pi * k / 6 + 0.4)) for k in range(6)]
        return [*out, *(float(v) for z in starts for v in (z.real, z.imag)), *at]

    return straight("resultant", {"n": 162, "d": 2}, made)


def second(f: Formulation) -> Function:
    """(6 x 9 equations, cos, sin of the hidden joint, u) -> positions of a, b, c; what is left of the equations."""
    mix = mixed(3, 6)
    turns = [f.screws[k].turns for k in f.three]

    def made(e: Sequence[Expr], d: Sequence[Expr], t: Sequence[Expr]) -> list[Any]:
        u = t[0]
        lines = [[e[9 * r + j] + u * (e[9 * r + 3 + j] + u * e[9 * r + 6 + j]) for j in range(3)] for r in range(6)]
        three = [[total(float(mix[i, r]) * lines[r][j] for r in range(6)) for j in range(3)] for i in range(3)]
        best: Any = cross(three[0], three[1])
        for i, k in ((0, 2), (1, 2)):
            other = cross(three[i], three[k])
            larger = dot(other, other) - dot(best, best)
            best = [larger.select(o, b) for o, b in zip(other, best, strict=True)]
        forward = abs(best[0]) - abs(best[2])
        top, below = forward.select(best[1], best[2]), forward.select(best[0], best[1])
        left = total(abs(dot(r, best)) for r in lines)
        size = total(abs(x * y) for r in lines for x, y in zip(r, best, strict=True)) + SMALL
        q: list[Any] = [0, 0, 0]
        i, k = f.others
        q[f.hidden] = d[1].atan2(d[0]) + ZERO
        q[i] = 2 * u.atan() + ZERO if turns[i] else u
        q[k] = 2 * top.atan2(below) + ZERO if turns[k] else best[1] / best[0]
        return [*q, left / size]

    return straight("second", {"e": 54, "d": 2, "t": 1}, made)


def spectrum(d: int) -> Function:
    """2 d + 1 values around the circle -> the polynomial of z = e^iq that has them, and starts for its roots."""
    n = 2 * d + 1

    def made(y: Sequence[Expr]) -> list[Any]:
        out = []
        for m in range(-d, d + 1):
            w = [np.exp(-2j * np.pi * m * k / n) / n for k in range(n)]
            out += [total(float(getattr(w[k], part)) * y[k] for k in range(n)) for part in ("real", "imag")]
        starts = [(0.97 + 0.06 * (k % 2)) * np.exp(1j * (2 * np.pi * k / (2 * d) + 0.4)) for k in range(2 * d)]
        return [*out, *(float(v) for z in starts for v in (z.real, z.imag))]

    return straight("spectrum", {"f": n}, made)


def product_of(a: list[Any], b: list[Any]) -> list[Any]:
    out: list[Any] = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] = out[i + j] + x * y
    return out


def circle(d: int) -> Function:
    """Where the determinant is sampled: 2 d + 1 points of the unit circle."""
    angles = [2 * np.pi * k / (2 * d + 1) for k in range(2 * d + 1)]
    return straight("circle", {"x": 1}, lambda _: [float(f(a)) for a in angles for f in (np.cos, np.sin)])


__all__ = ["circle", "pencil", "resultant", "second", "spectrum"]
