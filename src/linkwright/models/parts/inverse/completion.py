"""From the three joints that the eliminant gives to all six."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.parts.inverse.eliminant import NODES, Formulation
from linkwright.models.parts.inverse.straight import (
    SMALL,
    cross,
    dot,
    floats,
    minus,
    motion,
    moved,
    rows_of,
    straight,
    times,
    total,
    undone,
)


@dataclass(frozen=True)
class Joint:
    """One of the pair, as it stands in A B Z = K: it may be moved with the pose; `sign` of its position."""

    number: int
    turns: bool
    h: Sequence[Any]
    c: Sequence[Any]
    sign: int

    def at(self, cosine: Any, sine: Any, slide: Any = 0) -> Any:
        """Of a position with this cosine and sine."""
        return motion(self.turns, self.h, self.c, cosine, self.sign * sine, self.sign * slide)


def arranged(f: Formulation, G: Any, found: Any) -> tuple[Joint, Joint, Any, Any]:
    """A B Z = K: of lines; `found` is the line that a, b, c move e's to."""
    i, j = f.pair
    S, X, back = f.screws, tuple(map(floats, f.line)), undone(G)

    def still(k: int, sign: int) -> Joint:
        return Joint(k, S[k].turns, floats(S[k].h), floats(S[k].c), sign)

    def with_pose(k: int, sign: int, T: Any) -> Joint:
        return Joint(k, S[k].turns, *moved(T, floats(S[k].h), floats(S[k].c)), sign)

    if f.back:
        if f.first == 0:
            return still(i, 1), still(j, 1), moved(back, *X), found
        if f.first == 1:
            return still(j, 1), with_pose(i, 1, back), moved(back, *X), found
        return still(i, 1), still(j, 1), X, moved(G, *found)
    if f.first == 2:
        return still(i, 1), still(j, 1), found, moved(G, *X)
    if f.first == 1:
        return still(i, -1), with_pose(j, -1, G), moved(G, *X), found
    return still(j, -1), still(i, -1), X, moved(back, *found)


def kept(A: Joint, l: Any, p: Any) -> list[Any]:
    """What A leaves of a line."""
    if not A.turns:
        return [*l, *cross(p, A.h)]
    d = minus(p, A.c)
    return [dot(A.h, l), dot(A.h, d), dot(d, d), dot(l, d), dot(A.h, cross(d, l))]


def solved_pair(A: Joint, B: Joint, Z: Any, K: Any) -> dict[int, Any]:
    """The positions of A and B, where there is one solution: least squares."""
    if not B.turns and A.turns:
        A, B, Z, K = (
            Joint(B.number, B.turns, B.h, B.c, -B.sign), Joint(A.number, A.turns, A.h, A.c, -A.sign), K, Z,
        )  # fmt: skip
    if not B.turns:  # both slide
        d, ha, hb = minus(K[1], Z[1]), A.h, B.h
        a, b = least_squares([(x, y) for x, y in zip(ha, hb, strict=True)], d)
        return {A.number: a * A.sign, B.number: b * B.sign}
    values = [kept(A, *moved(B.at(float(np.cos(q)), float(np.sin(q))), *Z)) for q in NODES[True]]
    want = kept(A, *K)
    rows, right = [], []
    for f0, f1, f2, k in zip(*values, want, strict=True):
        mean = (f0 + f1 + f2) * (1 / 3)
        rows.append((f0 - mean, (f1 - f2) * 3**-0.5))
        right.append(k - mean)
    c, s = least_squares(rows, right)
    length = (c * c + s * s + SMALL).sqrt()
    c, s = c / length, s / length
    line = moved(B.at(c, s), *Z)
    if not A.turns:
        return {A.number: dot(A.h, minus(K[1], line[1])) * A.sign, B.number: s.atan2(c)}
    sine: Any = 0
    cosine: Any = 0
    for x, y in ((line[0], K[0]), (minus(line[1], A.c), minus(K[1], A.c))):
        sine = sine + dot(A.h, cross(x, y))
        cosine = cosine + dot(x, y) - dot(A.h, x) * dot(A.h, y)
    return {A.number: (sine * A.sign).atan2(cosine), B.number: s.atan2(c)}


def least_squares(rows: Sequence[tuple[Any, Any]], right: Sequence[Any]) -> tuple[Any, Any]:
    aa, ab, bb = (total(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    ay, by = (total(r[i] * y for r, y in zip(rows, right, strict=True)) for i in (0, 1))
    det = aa * bb - ab * ab + SMALL
    return (bb * ay - ab * by) / det, (aa * by - ab * ay) / det


def completed(f: Formulation) -> Function:
    """Pose, and the three joints -> all six."""

    def made(p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
        G = rows_of(p)
        q: dict[int, Any] = dict(zip(f.three, x, strict=True))

        def moving(k: int, sign: int) -> Any:
            s = f.screws[k]
            cosine, sine = (q[k].cos(), sign * q[k].sin()) if s.turns else (1, 0)
            return motion(s.turns, floats(s.h), floats(s.c), cosine, sine, sign * q[k])

        T = times(*(moving(k, f.sign) for k in f.three))
        q |= solved_pair(*arranged(f, G, moved(T, *map(floats, f.line))))
        e = f.last
        H = times(*(moving(k, -1) for k in reversed(range(e))), G, *(moving(k, -1) for k in reversed(range(e + 1, 6))))
        axis = [H[2][1] - H[1][2], H[0][2] - H[2][0], H[1][0] - H[0][1]]
        q[e] = dot(floats(f.screws[e].h), axis).atan2(H[0][0] + H[1][1] + H[2][2] - 1)
        return [q[k] for k in range(6)]

    return straight("completed", {"p": 12, "x": 3}, made)


__all__ = ["completed"]
