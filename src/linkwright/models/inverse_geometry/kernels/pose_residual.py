"""Residual of a posture at a pose, on the chain as described, and numbers by which equal postures are recognized."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.models.inverse_geometry.chain_screws import Screw
from linkwright.models.inverse_geometry.closed_ring import Inside
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    Row,
    cross,
    dot,
    floats,
    minus,
    motion,
    moved,
    posed,
    rows_of,
    straight,
    times,
    total,
)

FULL = 2 * math.pi
BESIDE = 1e-5  # rad: far enough for the elimination to have roots, near enough to return by Newton steps
NEAR = 2.0  # trace of a rotation by 60 degrees: a frame rotated further is not near the pose


def evaluated(screws: Sequence[Screw], point: Sequence[float], locked: Sequence[Inside] = ()) -> Function:
    """Function of the pose G (with positions of locked joints) and the six positions: the residual (position of a point
    (3), rotation (3)), then its 6 x 6 Jacobian."""

    def made(p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
        G = rows_of(p)
        T, lines = _followed(screws, x, locked, p[12:])
        at, to = (moved(M, [0, 0, 0], floats(point))[1] for M in (T, G))
        turned: list[Any] = [0, 0, 0]
        for k in range(3):
            one = cross([G[r][k] for r in range(3)], [T[r][k] for r in range(3)])
            turned = [a + b for a, b in zip(turned, one, strict=True)]
        trace = total(G[r][k] * T[r][k] for r in range(3) for k in range(3))
        turned[0] = (trace - NEAR).select(turned[0], 2)  # at half a turn the sum of cross products vanishes
        columns = [[*cross(h, minus(at, c)), *h] if turns else [*h, 0, 0, 0] for turns, h, c in lines]
        flat = [columns[c][r] for r, c in itertools.product(range(6), range(6))]
        return [*minus(at, to), *(0.5 * t for t in turned), *flat]

    return straight("evaluated", {"p": 12 + len(locked), "x": len(screws)}, made)


def beside(screws: Sequence[Screw], locked: Sequence[Inside] = ()) -> Function:
    """Function of pose, positions of locked joints and posture: the pose of a posture beside it, these positions."""
    off = [BESIDE * (0.3 + (0.6180339887 * (k + 1)) % 1) for k in range(len(screws))]  # a general direction

    def made(p: Sequence[Expr]) -> list[Any]:
        own, x = p[12 : 12 + len(locked)], p[12 + len(locked) :]
        T, _ = _followed(screws, [q + d for q, d in zip(x, off, strict=True)], locked, own)
        return [*(T[r][c] for r in range(3) for c in range(3)), *(T[r][3] for r in range(3)), *own]

    return straight("beside", {"p": 12 + len(locked) + len(screws)}, made)


def _followed(
    screws: Sequence[Screw], x: Sequence[Expr], locked: Sequence[Inside], positions: Sequence[Expr]
) -> tuple[Any, list[tuple[bool, list[Any], list[Any]]]]:
    """Displacement of the last link; for each joint whether it is revolute, its direction and a point of its axis."""
    T: Any = [[1 if r == c else 0 for c in range(4)] for r in range(4)]
    lines = []
    for k, (s, q) in enumerate(zip(screws, x, strict=True)):
        for (other, before), position in zip(locked, positions, strict=True):
            if before == k:
                T = times(T, _moving(other, position))
        lines.append((s.turns, *moved(T, floats(s.h), floats(s.c))))
        T = times(T, _moving(s, q))
    return T, lines


def _moving(s: Screw, q: Expr) -> Any:
    """Displacement of a joint at position q."""
    return motion(s.turns, floats(s.h), floats(s.c), q.cos(), q.sin(), q)


def missed(whole: Function) -> Function:
    """The residual alone, without its Jacobian."""
    (out,) = whole.outputs
    return Function("missed", whole.graph, whole.inputs, (Port("y", (6,), out.elements[:6]),)).pruned()


def left_over(axes: Sequence[Axis], point: Sequence[Any], G: Sequence[Sequence[Any]], row: Row) -> list[Any]:
    """Residual of a posture from its cosines and sines: the pose moved back by the first three joints, less the frame
    moved by the last three. Directions (9), and a point (3)."""
    there, to = [[G[r][c] for r in range(3)] for c in range(3)], [dot(G[r][:3], point) + G[r][3] for r in range(3)]
    for s, q in zip(axes[:3], row.at, strict=False):
        there, to = posed(s, q, there, to, -1)
    here, at = [[1 if r == c else 0 for r in range(3)] for c in range(3)], list(point)
    for s, q in reversed([*zip(axes, row.at, strict=True)][3:]):
        here, at = posed(s, q, here, at)
    return [x for a, b in zip([*there, to], [*here, at], strict=True) for x in minus(a, b)]


def marks(screws: Sequence[Screw], real: int, near: bool = False) -> Function:
    """Function of the positions: positions within a turn; a number to sort postures by; for each joint the position and
    the period by which equal postures are recognized.

    Virtual joints, beyond the first `real` ones, do not distinguish postures. `near`: positions are within a turn
    already, or little beyond, and are sorted.
    """
    weights = [0.3 + (0.6180339887 * (k + 1)) % 1 for k in range(2 * len(screws))]  # general weights

    def within(v: Expr) -> Expr:
        if not near:
            return v.sin().atan2(v.cos())
        v = (v - math.pi).select(v - FULL, v)
        return (v + math.pi).select(v, v + FULL)

    def made(x: Sequence[Expr]) -> list[Any]:
        q = [within(v) if s.turns else v for s, v in zip(screws, x, strict=True)]
        known: list[Any] = []
        for k, (s, v) in enumerate(zip(screws, q, strict=True)):
            known += (0, 0) if k >= real else (v, FULL) if s.turns else (v, 0)
        parts = [(v.cos(), v.sin()) if s.turns else (v, 0) for s, v in zip(screws[:real], x, strict=False)]
        order = 0 if near else total(w * y for w, y in zip(weights, (y for pair in parts for y in pair), strict=False))
        return [*q, order, *known]

    return straight("marks", {"x": len(screws)}, made)


__all__ = ["beside", "evaluated", "left_over", "marks", "missed"]
