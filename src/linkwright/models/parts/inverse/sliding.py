"""Three joints that slide and three that turn: first the orientation, then three linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.models.parts.inverse.straight import Angle, Axis, carried, cross, dot, minus, row_of, turned
from linkwright.models.parts.inverse.wrist import oriented


def gantry(axes: Sequence[Axis], m: Sequence[Any], G: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Two postures; m: a unit vector across the last direction that is turned about."""
    turning = [s for s in axes if s.turns]
    I, J, K = turning
    out = []
    for angles in oriented(I, J, K, m, [row[:3] for row in G[:3]]):
        q: dict[int, Angle] = {id(s): a for s, a in zip(turning, angles, strict=True)}
        point: list[Any] = [0.0, 0.0, 0.0]
        slides: list[list[Any]] = []
        for s in reversed(axes):
            if s.turns:
                point = carried(s, q[id(s)], point)
                slides = [turned(s, q[id(s)], v) for v in slides]
            else:
                slides = [list(s.h), *slides]
        rest = minus([row[3] for row in G[:3]], point)
        a, b, c = slides
        volume = dot(a, cross(b, c))
        found = (dot(rest, n) / volume for n in (cross(b, c), cross(c, a), cross(a, b)))
        out.append([*(q[id(s)].value if s.turns else next(found) for s in axes), row_of(angles)[-1]])
    return out


__all__ = ["gantry"]
