"""What is given between the joints of a ring: six joints, the pose, and joints that are locked.

E_1 X_1 E_2 X_2 ... E_6 X_6 = 1: X_6 is the pose, undone; any other one is the motion of the locked joints that are
there, or nothing. A ring has no first joint and no direction: one set of equations serves every cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import Screw
from linkwright.models.inverse_geometry.expr_vectors import floats, motion, moved, rows_of, times, undone

Inside = tuple[Screw, int]  # a joint that is locked, and how many of the six are before it
Gap = tuple[Any, Any]  # a motion that is given, and the same undone
Line = tuple[Any, Any]


def gaps(p: Sequence[Any], locked: Sequence[Inside]) -> list[Gap | None]:
    """What is behind each joint. p: the pose, 12 numbers, and the positions of the locked joints."""
    G = rows_of(p)
    found: list[Gap | None] = [None, None, None, None, None, (undone(G), G)]
    for (s, before), x in zip(locked, p[12:], strict=True):
        one, known = both(s, x), found[before - 1]
        found[before - 1] = (times(known[0], one[0]), times(one[1], known[1])) if known else one
    return found


def both(s: Screw, x: Any) -> Gap:
    """A joint there, and undone."""
    c, sine = (x.cos(), x.sin()) if isinstance(x, Expr) else (np.cos(x), np.sin(x))
    h, point = floats(s.h), floats(s.c)
    return motion(s.turns, h, point, c, sine, x), motion(s.turns, h, point, c, -sine, -x)


def passed(gap: Gap | None, line: Line) -> Line:
    return moved(gap[0], *line) if gap else line


def returned(gap: Gap | None, line: Line) -> Line:
    return moved(gap[1], *line) if gap else line


__all__ = ["Gap", "Inside", "both", "gaps", "passed", "returned"]
