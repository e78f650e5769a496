"""All six joint positions from the three that the elimination gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.inverse_geometry.closed_ring import GivenDisplacement, apply_displacement, undo_displacement
from linkwright.models.inverse_geometry.elimination.raghavan_roth import INTERPOLATION_NODES, Formulation
from linkwright.models.inverse_geometry.expr_vectors import (
    DIVISION_GUARD,
    array_function,
    cross_product,
    dot,
    floats,
    invert_pose,
    joint_displacement,
    minus,
    move_line,
    multiply_poses,
    total,
)


@dataclass(frozen=True)
class PairJoint:
    """A joint of the pair in A B Z = K, moved with the pose if need be; `sign` of its position in the loop."""

    number: int
    turns: bool
    h: Sequence[Any]
    c: Sequence[Any]
    sign: int

    def at(self, cosine: Any, sine: Any, slide: Any = 0) -> Any:
        """Displacement at a position with this cosine and sine."""
        return joint_displacement(self.turns, self.h, self.c, cosine, self.sign * sine, self.sign * slide)


def arrange_pair(
    f: Formulation, between: Sequence[GivenDisplacement | None], found: Any
) -> tuple[PairJoint, PairJoint, Any, Any]:
    """A, B, Z, K of A B Z = K for lines Z, K; `found`: the axis of e moved by a, b, c, which g and f move back."""
    B, A = (
        PairJoint(k, f.screws[k].is_revolute, floats(f.screws[k].h), floats(f.screws[k].c), -f.sign) for k in f.pair
    )
    if between[4]:
        B = PairJoint(B.number, B.turns, *move_line(between[4][1], B.h, B.c), B.sign)
    return (
        A,
        B,
        undo_displacement(between[4], undo_displacement(between[3], f.line)),
        apply_displacement(between[5], found),
    )


def line_invariants(A: PairJoint, l: Any, p: Any) -> list[Any]:
    """Invariants of the line (l, p) under the joint A."""
    if not A.turns:
        return [*l, *cross_product(p, A.h)]
    d = minus(p, A.c)
    return [dot(A.h, l), dot(A.h, d), dot(d, d), dot(l, d), dot(A.h, cross_product(d, l))]


def solve_pair(A: PairJoint, B: PairJoint, Z: Any, K: Any) -> dict[int, Any]:
    """Positions of A and B by joint number, for a unique solution: least squares of the invariants."""
    if not B.turns and A.turns:
        A, B, Z, K = (
            PairJoint(B.number, B.turns, B.h, B.c, -B.sign), PairJoint(A.number, A.turns, A.h, A.c, -A.sign), K, Z,
        )  # fmt: skip
    if not B.turns:  # both prismatic
        d, ha, hb = minus(K[1], Z[1]), A.h, B.h
        a, b = least_squares([(x, y) for x, y in zip(ha, hb, strict=True)], d)
        return {A.number: a * A.sign, B.number: b * B.sign}
    values = [
        line_invariants(A, *move_line(B.at(float(np.cos(q)), float(np.sin(q))), *Z)) for q in INTERPOLATION_NODES[True]
    ]
    want = line_invariants(A, *K)
    rows, right = [], []
    for f0, f1, f2, k in zip(*values, want, strict=True):
        mean = (f0 + f1 + f2) * (1 / 3)
        rows.append((f0 - mean, (f1 - f2) * 3**-0.5))
        right.append(k - mean)
    c, s = least_squares(rows, right)
    length = (c * c + s * s + DIVISION_GUARD).sqrt()
    c, s = c / length, s / length
    line = move_line(B.at(c, s), *Z)
    if not A.turns:
        return {A.number: dot(A.h, minus(K[1], line[1])) * A.sign, B.number: s.atan2(c)}
    sine: Any = 0
    cosine: Any = 0
    for x, y in ((line[0], K[0]), (minus(line[1], A.c), minus(K[1], A.c))):
        sine = sine + dot(A.h, cross_product(x, y))
        cosine = cosine + dot(x, y) - dot(A.h, x) * dot(A.h, y)
    return {A.number: (sine * A.sign).atan2(cosine), B.number: s.atan2(c)}


def least_squares(rows: Sequence[tuple[Any, Any]], right: Sequence[Any]) -> tuple[Any, Any]:
    """Least-squares solution of linear equations in two unknowns."""
    aa, ab, bb = (total(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    ay, by = (total(r[i] * y for r, y in zip(rows, right, strict=True)) for i in (0, 1))
    det = aa * bb - ab * ab + DIVISION_GUARD
    return (bb * ay - ab * by) / det, (aa * by - ab * ay) / det


def completion_function(f: Formulation) -> Function:
    """Function of the pose and the positions of the three joints: positions of all six."""

    def made(p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
        between = f.gaps(p)
        q: dict[int, Any] = dict(zip(f.three, x, strict=True))

        def moving(place: int) -> list[Any]:
            """Displacement of a joint and the given one behind it."""
            k, gap = f.order[place], between[place]
            s = f.screws[k]
            cosine, sine = (q[k].cos(), f.sign * q[k].sin()) if s.is_revolute else (1, 0)
            T = joint_displacement(s.is_revolute, floats(s.h), floats(s.c), cosine, sine, f.sign * q[k])
            return [T, gap[0]] if gap else [T]

        T = multiply_poses(*moving(0), *moving(1), *moving(2))
        q |= solve_pair(*arrange_pair(f, between, move_line(T, *f.line)))
        rest = multiply_poses(*moving(4), *moving(5), T)  # the inverse of E_e and the displacement behind it
        H = invert_pose(multiply_poses(between[3][0], rest) if between[3] else rest)
        axis = [H[2][1] - H[1][2], H[0][2] - H[2][0], H[1][0] - H[0][1]]
        q[f.last] = (f.sign * dot(f.line[0], axis)).atan2(H[0][0] + H[1][1] + H[2][2] - 1)
        return [q[k] for k in range(6)]

    return array_function("completed", {"p": f.given, "x": 3}, made)


__all__ = ["completion_function"]
