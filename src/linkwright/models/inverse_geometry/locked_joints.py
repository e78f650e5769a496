"""Locked joints, whose positions are given: their effect on the pose and on the axes behind them."""

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
    """A locked joint: number of the six joints before it, its position, and that at which the class was found."""

    screw: Screw
    before: int
    position: Expr
    seen: float

    @property
    def is_inside(self) -> bool:
        """Tell whether it lies between two of the six joints; otherwise it only changes the pose."""
        return 0 < self.before < 6

    @property
    def undone(self) -> Any:
        """Inverse of its displacement."""
        return both(self.screw, self.position)[1]


def locked_at(problem: Problem, positions: Sequence[Expr]) -> list[Locked]:
    """The locked joints of a problem at `positions`, in the units of the robot: rad or m."""
    unit = 1 / problem.chain.reach
    return [
        Locked(s, before, x if s.turns else x * unit, seen)
        for (s, before), x, seen in zip(problem.locked, positions, problem.seen, strict=True)
    ]


def without_ends(G: Any, locked: Sequence[Locked]) -> Any:
    """The pose without the displacements of joints locked before or behind all six."""
    before, behind = ([x.undone for x in reversed(locked) if x.before == place] for place in (0, 6))
    return times(*before, G, *behind)


def unlocked(G: Any, inside: Sequence[Locked]) -> Any:
    """Pose that the six joints must reach when locked joints inside the chain move those behind them."""
    return times(G, *(x.undone for x in reversed(inside)))


def placed(inside: Sequence[Locked]) -> Place:
    """Return the function that moves directions and points from the `seen` positions of locked joints to the given."""

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
    """Move a direction or a point by a joint at position x."""
    if not axis.turns:
        return plus(v, times_number(axis.h, x)) if is_point else v
    q = Angle(x.cos(), x.sin())
    return carried(axis, q, v) if is_point else turned(axis, q, v)


__all__ = ["Locked", "locked_at", "placed", "unlocked", "without_ends"]
