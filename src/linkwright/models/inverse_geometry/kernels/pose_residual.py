"""Residual of a posture at a pose, on the chain as described, and numbers by which equal postures are recognized."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.models.inverse_geometry.chain_screws import JointScrew
from linkwright.models.inverse_geometry.closed_ring import LockedScrew
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    CandidatePosture,
    array_function,
    cross_product,
    dot,
    floats,
    joint_displacement,
    minus,
    move_frame,
    move_line,
    multiply_poses,
    pose_matrix,
    total,
)

FULL_TURN = 2 * math.pi
NEARBY_OFFSET = 1e-5  # rad: far enough for the elimination to have roots, near enough to return by Newton steps
MIN_ROTATION_TRACE = 2.0  # trace of a rotation by 60 degrees: a frame rotated further is not near the pose


def residual_function(
    screws: Sequence[JointScrew], point: Sequence[float], locked: Sequence[LockedScrew] = ()
) -> Function:
    """Function of the pose G (with positions of locked joints) and the six positions: the residual (position of a point
    (3), rotation (3)), then its 6 x 6 Jacobian."""

    def made(p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
        G = pose_matrix(p)
        T, lines = _forward_displacement(screws, x, locked, p[12:])
        at, to = (move_line(M, [0, 0, 0], floats(point))[1] for M in (T, G))
        turned: list[Any] = [0, 0, 0]
        for k in range(3):
            one = cross_product([G[r][k] for r in range(3)], [T[r][k] for r in range(3)])
            turned = [a + b for a, b in zip(turned, one, strict=True)]
        trace = total(G[r][k] * T[r][k] for r in range(3) for k in range(3))
        turned[0] = (trace - MIN_ROTATION_TRACE).select(
            turned[0], 2
        )  # at half a turn the sum of cross products vanishes
        columns = [[*cross_product(h, minus(at, c)), *h] if turns else [*h, 0, 0, 0] for turns, h, c in lines]
        flat = [columns[c][r] for r, c in itertools.product(range(6), range(6))]
        return [*minus(at, to), *(0.5 * t for t in turned), *flat]

    return array_function("evaluated", {"p": 12 + len(locked), "x": len(screws)}, made)


def nearby_pose_function(screws: Sequence[JointScrew], locked: Sequence[LockedScrew] = ()) -> Function:
    """Function of pose, positions of locked joints and posture: the pose of a posture beside it, these positions."""
    off = [NEARBY_OFFSET * (0.3 + (0.6180339887 * (k + 1)) % 1) for k in range(len(screws))]  # a general direction

    def made(p: Sequence[Expr]) -> list[Any]:
        own, x = p[12 : 12 + len(locked)], p[12 + len(locked) :]
        T, _ = _forward_displacement(screws, [q + d for q, d in zip(x, off, strict=True)], locked, own)
        return [*(T[r][c] for r in range(3) for c in range(3)), *(T[r][3] for r in range(3)), *own]

    return array_function("beside", {"p": 12 + len(locked) + len(screws)}, made)


def _forward_displacement(
    screws: Sequence[JointScrew], x: Sequence[Expr], locked: Sequence[LockedScrew], positions: Sequence[Expr]
) -> tuple[Any, list[tuple[bool, list[Any], list[Any]]]]:
    """Displacement of the last link; for each joint whether it is revolute, its direction and a point of its axis."""
    T: Any = [[1 if r == c else 0 for c in range(4)] for r in range(4)]
    lines = []
    for k, (s, q) in enumerate(zip(screws, x, strict=True)):
        for (other, before), position in zip(locked, positions, strict=True):
            if before == k:
                T = multiply_poses(T, _displace_joint(other, position))
        lines.append((s.is_revolute, *move_line(T, floats(s.h), floats(s.c))))
        T = multiply_poses(T, _displace_joint(s, q))
    return T, lines


def _displace_joint(s: JointScrew, q: Expr) -> Any:
    """Displacement of a joint at position q."""
    return joint_displacement(s.is_revolute, floats(s.h), floats(s.c), q.cos(), q.sin(), q)


def residual_without_jacobian(whole: Function) -> Function:
    """The residual alone, without its Jacobian."""
    (out,) = whole.outputs
    return Function("missed", whole.graph, whole.inputs, (Port("y", (6,), out.elements[:6]),)).pruned()


def candidate_residual(
    axes: Sequence[Axis], point: Sequence[Any], G: Sequence[Sequence[Any]], row: CandidatePosture
) -> list[Any]:
    """Residual of a posture from its cosines and sines: the pose moved back by the first three joints, less the frame
    moved by the last three. Directions (9), and a point (3)."""
    there, to = [[G[r][c] for r in range(3)] for c in range(3)], [dot(G[r][:3], point) + G[r][3] for r in range(3)]
    for s, q in zip(axes[:3], row.joint_values, strict=False):
        there, to = move_frame(s, q, there, to, -1)
    here, at = [[1 if r == c else 0 for r in range(3)] for c in range(3)], list(point)
    for s, q in reversed([*zip(axes, row.joint_values, strict=True)][3:]):
        here, at = move_frame(s, q, here, at)
    return [x for a, b in zip([*there, to], [*here, at], strict=True) for x in minus(a, b)]


def comparison_function(screws: Sequence[JointScrew], real: int, near: bool = False) -> Function:
    """Function of the positions: positions within a turn; a number to sort postures by; for each joint the position and
    the period by which equal postures are recognized.

    Virtual joints, beyond the first `real` ones, do not distinguish postures. `near`: positions are within a turn
    already, or little beyond, and are sorted.
    """
    weights = [0.3 + (0.6180339887 * (k + 1)) % 1 for k in range(2 * len(screws))]  # general weights

    def within(v: Expr) -> Expr:
        if not near:
            return v.sin().atan2(v.cos())
        v = (v - math.pi).select(v - FULL_TURN, v)
        return (v + math.pi).select(v, v + FULL_TURN)

    def made(x: Sequence[Expr]) -> list[Any]:
        q = [within(v) if s.is_revolute else v for s, v in zip(screws, x, strict=True)]
        known: list[Any] = []
        for k, (s, v) in enumerate(zip(screws, q, strict=True)):
            known += (0, 0) if k >= real else (v, FULL_TURN) if s.is_revolute else (v, 0)
        parts = [(v.cos(), v.sin()) if s.is_revolute else (v, 0) for s, v in zip(screws[:real], x, strict=False)]
        order = 0 if near else total(w * y for w, y in zip(weights, (y for pair in parts for y in pair), strict=False))
        return [*q, order, *known]

    return array_function("marks", {"x": len(screws)}, made)


__all__ = [
    "candidate_residual",
    "comparison_function",
    "nearby_pose_function",
    "residual_function",
    "residual_without_jacobian",
]
