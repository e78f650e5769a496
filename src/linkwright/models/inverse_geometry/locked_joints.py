"""Joints whose positions are given: what they do to the pose, and to the axes behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import Array, Screw, product
from linkwright.models.inverse_geometry.classes.classify import Place
from linkwright.models.inverse_geometry.closed_ring import both
from linkwright.models.inverse_geometry.expr_vectors import (
    Angle,
    Axis,
    carried,
    floats,
    plus,
    times,
    times_number,
    turned,
)
from linkwright.models.inverse_geometry.problem import Problem


@dataclass(frozen=True)
class Locked:
    """A locked joint: how many of the six are before it, where it is, and where it was when they were looked at."""

    screw: Screw
    before: int
    position: Expr
    seen: float

    @property
    def is_inside(self) -> bool:
        """Between two of the six: what is locked before or behind all of them is a matter of the pose."""
        return 0 < self.before < 6

    @property
    def undone(self) -> Any:
        return both(self.screw, self.position)[1]


def locked_at(problem: Problem, positions: Sequence[Expr]) -> list[Locked]:
    """The locked joints of a problem, at positions in the robot's units."""
    unit = 1 / problem.chain.reach
    return [
        Locked(s, before, x if s.turns else x * unit, seen)
        for (s, before), x, seen in zip(problem.locked, positions, problem.seen, strict=True)
    ]


def without_ends(G: Any, locked: Sequence[Locked]) -> Any:
    """The pose without what is locked before all joints and behind them."""
    before, behind = ([x.undone for x in reversed(locked) if x.before == place] for place in (0, 6))
    return times(*before, G, *behind)


def unlocked(G: Any, inside: Sequence[Locked]) -> Any:
    """The pose that the six joints must reach where those behind a locked joint are moved by it."""
    return times(G, *(x.undone for x in reversed(inside)))


def placed(inside: Sequence[Locked]) -> Place:
    """How directions and points that were seen at some positions of the locked joints are at any."""

    def place(k: int, v: Array, is_point: bool) -> list[Any]:
        some = [x for x in reversed(inside) if x.before <= k]
        back = product(*(x.screw.motion(-x.seen) for x in some))
        found = floats(back[:3, :3] @ v + (back[:3, 3] if is_point else 0.0))
        for x in some:
            s = x.screw
            found = _carried(Axis(s.turns, floats(s.h), floats(s.c)), x.position, found, is_point)
        return found

    return place


def _carried(axis: Axis, x: Expr, v: list[Any], is_point: bool) -> list[Any]:
    """A direction or a point, moved by a joint."""
    if not axis.turns:
        return plus(v, times_number(axis.h, x)) if is_point else v
    q = Angle(x.cos(), x.sin())
    return carried(axis, q, v) if is_point else turned(axis, q, v)


__all__ = ["Locked", "locked_at", "placed", "unlocked", "without_ends"]
