"""Joint limits: the turns of a posture that are within them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from linkwright.postures.arm import TURN, Arm

Array = Any  # of floats
EDGE = 1e-9  # beyond a limit that is still at it, rad or of the reach
MOST = 50  # turns of one joint that are counted: one with more has no limits to speak of


def within(arm: Arm, q: Array) -> list[Array]:
    """Every posture that differs from this one by whole turns and is within the limits of all joints."""
    choices = [_positions(arm, k, float(x)) for k, x in enumerate(q)]
    return [np.array(row) for row in itertools.product(*choices)]


def _positions(arm: Arm, k: int, x: float) -> list[float]:
    """Of one joint. A side without a limit is open: no turn is added there."""
    lower, upper = arm.lower[k] - EDGE * arm.units[k], arm.upper[k] + EDGE * arm.units[k]
    if not arm.turns[k]:
        return [x] if lower <= x <= upper else []
    first = math.ceil((lower - x) / TURN) if math.isfinite(lower) else None
    last = math.floor((upper - x) / TURN) if math.isfinite(upper) else None
    if first is None or last is None or last - first >= MOST:
        start = max(0, first) if first is not None else 0
        first = last = min(start, last) if last is not None else start
    return [x + n * TURN for n in range(first, last + 1)]


__all__ = ["within"]
