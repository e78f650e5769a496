"""Turns of a posture that are within the joint limits."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from linkwright.postures.arm import FULL_TURN, TaskChain

Array = Any  # of floats
LIMIT_SLACK = 1e-9  # rad or of the reach: a position beyond a limit by no more is within it
MAX_TURNS = 50  # most turns of one joint that are listed: with more it counts as unlimited


def turns_within_limits(arm: TaskChain, q: Array) -> list[Array]:
    """All postures within the limits of all joints that differ from q by whole turns."""
    choices = [_joint_turns(arm, k, float(x)) for k, x in enumerate(q)]
    return [np.array(row) for row in itertools.product(*choices)]


def _joint_turns(arm: TaskChain, k: int, x: float) -> list[float]:
    """Positions of joint k within its limits that differ from x by whole turns; without a limit no turns are added."""
    lower, upper = arm.lower[k] - LIMIT_SLACK * arm.units[k], arm.upper[k] + LIMIT_SLACK * arm.units[k]
    if not arm.turns[k]:
        return [x] if lower <= x <= upper else []
    first = math.ceil((lower - x) / FULL_TURN) if math.isfinite(lower) else None
    last = math.floor((upper - x) / FULL_TURN) if math.isfinite(upper) else None
    if first is None or last is None or last - first >= MAX_TURNS:
        start = max(0, first) if first is not None else 0
        first = last = min(start, last) if last is not None else start
    return [x + n * FULL_TURN for n in range(first, last + 1)]


__all__ = ["turns_within_limits"]
