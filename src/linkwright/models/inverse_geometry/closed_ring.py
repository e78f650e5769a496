"""The closed loop of six joints, the pose and locked joints: given displacements between its joints.

E_1 X_1 E_2 X_2 ... E_6 X_6 = 1: X_6 is the inverse of the pose; any other X_k is the displacement of the joints locked
there, or 1. The loop has no first joint and no direction: one set of equations serves every cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import Screw
from linkwright.models.inverse_geometry.expr_vectors import floats, motion, moved, rows_of, times, undone

Inside = tuple[Screw, int]  # a locked joint, and the number of the six joints before it
Gap = tuple[Any, Any]  # a given displacement and its inverse
Line = tuple[Any, Any]


def gaps(p: Sequence[Any], locked: Sequence[Inside]) -> list[Gap | None]:
    """Given displacement behind each of the six joints. p: the pose, 12 numbers, and positions of locked joints."""
    G = rows_of(p)
    found: list[Gap | None] = [None, None, None, None, None, (undone(G), G)]
    for (s, before), x in zip(locked, p[12:], strict=True):
        one, known = both(s, x), found[before - 1]
        found[before - 1] = (times(known[0], one[0]), times(one[1], known[1])) if known else one
    return found


def both(s: Screw, x: Any) -> Gap:
    """Displacement of a joint at position x, and its inverse."""
    c, sine = (x.cos(), x.sin()) if isinstance(x, Expr) else (np.cos(x), np.sin(x))
    h, point = floats(s.h), floats(s.c)
    return motion(s.turns, h, point, c, sine, x), motion(s.turns, h, point, c, -sine, -x)


def passed(gap: Gap | None, line: Line) -> Line:
    """A line moved by a given displacement."""
    return moved(gap[0], *line) if gap else line


def returned(gap: Gap | None, line: Line) -> Line:
    """A line moved by the inverse of a given displacement."""
    return moved(gap[1], *line) if gap else line


__all__ = ["Gap", "Inside", "both", "gaps", "passed", "returned"]
