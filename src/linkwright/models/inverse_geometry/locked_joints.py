"""Locked joints, whose positions are given: their effect on the pose and on the axes behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew, compose_transforms
from linkwright.models.inverse_geometry.classes.classify import VectorPlacement
from linkwright.models.inverse_geometry.closed_ring import displacement_pair
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    JointAngle,
    floats,
    move_point,
    multiply_poses,
    plus,
    rotate_vector,
    scale_vector,
)
from linkwright.models.inverse_geometry.problem import Problem


@dataclass(frozen=True)
class LockedJoint:
    """A locked joint: number of the six joints before it, its position, and that at which the class was found."""

    screw: JointScrew
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
        return displacement_pair(self.screw, self.position)[1]


def make_locked_joints(problem: Problem, positions: Sequence[Expr]) -> list[LockedJoint]:
    """The locked joints of a problem at `positions`, in the units of the robot: rad or m."""
    unit = 1 / problem.chain.reach
    return [
        LockedJoint(s, before, x if s.is_revolute else x * unit, seen)
        for (s, before), x, seen in zip(problem.locked, positions, problem.classifying_positions, strict=True)
    ]


def remove_end_locks(G: Any, locked: Sequence[LockedJoint]) -> Any:
    """The pose without the displacements of joints locked before or behind all six."""
    before, behind = ([x.undone for x in reversed(locked) if x.before == place] for place in (0, 6))
    return multiply_poses(*before, G, *behind)


def remove_inner_locks(G: Any, inside: Sequence[LockedJoint]) -> Any:
    """Pose that the six joints must reach when locked joints inside the chain move those behind them."""
    return multiply_poses(G, *(x.undone for x in reversed(inside)))


def make_placement(inside: Sequence[LockedJoint]) -> VectorPlacement:
    """Return the function that moves directions and points from the `seen` positions of locked joints to the given."""

    def place(k: int, v: Array, is_point: bool) -> list[Any]:
        some = [x for x in reversed(inside) if x.before <= k]
        back = compose_transforms(*(x.screw.motion(-x.seen) for x in some))
        found = floats(back[:3, :3] @ v + (back[:3, 3] if is_point else 0.0))
        for x in some:
            s = x.screw
            found = _move_by_joint(Axis(s.is_revolute, floats(s.h), floats(s.c)), x.position, found, is_point)
        return found

    return place


def _move_by_joint(axis: Axis, x: Expr, v: list[Any], is_point: bool) -> list[Any]:
    """Move a direction or a point by a joint at position x."""
    if not axis.is_revolute:
        return plus(v, scale_vector(axis.h, x)) if is_point else v
    q = JointAngle(x.cos(), x.sin())
    return move_point(axis, q, v) if is_point else rotate_vector(axis, q, v)


__all__ = ["LockedJoint", "make_locked_joints", "make_placement", "remove_end_locks", "remove_inner_locks"]
