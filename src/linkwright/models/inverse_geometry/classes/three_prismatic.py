"""Closed form for three prismatic and three revolute joints: first the orientation, then three linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.models.inverse_geometry.classes.spherical_wrist import Wrist
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    CandidatePosture,
    JointAngle,
    cross_product,
    dot,
    minus,
    move_point,
    rotate_vector,
)


def solve_three_prismatic(axes: Sequence[Axis], wrist: Wrist, G: Sequence[Sequence[Any]]) -> list[CandidatePosture]:
    """Two candidate postures; the wrist consists of the revolute joints."""
    turning = [s for s in axes if s.is_revolute]
    out = []
    for angles in wrist.solve_rotation([row[:3] for row in G[:3]]):
        q: dict[int, JointAngle] = {id(s): a for s, a in zip(turning, angles, strict=True)}
        point: list[Any] = [0.0, 0.0, 0.0]
        slides: list[list[Any]] = []
        for s in reversed(axes):
            if s.is_revolute:
                point = move_point(s, q[id(s)], point)
                slides = [rotate_vector(s, q[id(s)], v) for v in slides]
            else:
                slides = [list(s.h), *slides]
        rest = minus([row[3] for row in G[:3]], point)
        a, b, c = slides
        volume = dot(a, cross_product(b, c))
        found = (dot(rest, n) / volume for n in (cross_product(b, c), cross_product(c, a), cross_product(a, b)))
        out.append(
            CandidatePosture(tuple(q[id(s)] if s.is_revolute else next(found) for s in axes), (volume * volume,))
        )
    return out


__all__ = ["solve_three_prismatic"]
