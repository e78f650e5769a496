"""Scaling by a unit of length: one of the lengths of a robot becomes 1, and products with it cost nothing.

Torques do not change if lengths and gravity are divided by a length L, first moments and forces multiplied by L, and
masses by L^2. For robots with revolute joints on a fixed base, with lengths and gravity that are numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linkwright.expr import Number
from linkwright.models.equivalent_bodies.regrouping import NEGLIGIBLE_RATIO, largest_length
from linkwright.robot import Body, Robot
from linkwright.spatial import Scalar

LENGTH_FIELDS = ("d", "r", "b")


def can_scale_lengths(robot: Robot) -> bool:
    """Whether the robot can be scaled at no cost: revolute joints, a fixed base, and numbers in its tables."""
    turning = all(joint.kind in ("revolute", "fixed", "ball") for joint in robot.joints)
    numbers = (*(getattr(joint, name) for joint in robot.joints for name in LENGTH_FIELDS), *robot.gravity)
    bodies = (x for joint in robot.joints for x in joint.body.inertia)
    known = all(x.number is not None for x in (*numbers, *bodies))
    return (
        turning and known and not robot.freedoms(0) and robot.base.kind == "fixed" and most_frequent_length(robot) > 0
    )


def scale_lengths(robot: Robot, L: Scalar | None = None) -> Robot:
    """View of the robot with length L as the unit: by default the most frequent one; unchanged if there is none."""
    L = most_frequent_length(robot) or 1 if L is None else L
    joints = tuple(
        replace(joint, body=_scale_body(joint.body, L), **{name: getattr(joint, name) / L for name in LENGTH_FIELDS})
        for joint in robot.joints
    )
    motion: dict[str, Any] = {name: _divide_all(L, getattr(robot.base, name)) for name in ("velocity", "acceleration")}
    return robot.in_graph(
        robot.graph, joints=joints, base=replace(robot.base, **motion), gravity=_divide_all(L, robot.gravity)
    )


def _divide_all(L: Scalar, lengths: Sequence[Scalar]) -> tuple[Scalar, ...]:
    return tuple(x / L for x in lengths)


def _scale_body(body: Body, L: Scalar) -> Body:
    first = {name: getattr(body, name) * L for name in ("MX", "MY", "MZ", "FX", "FY", "FZ")}
    return replace(body, M=body.M * L * L, **first)


def most_frequent_length(robot: Robot) -> Number:
    """Most frequent length that is not tiny, m, without those of the first joints, on which no effort depends; or 0."""
    sizes = (getattr(joint, name).number for joint in robot.joints if joint.parent for name in LENGTH_FIELDS)
    found = Counter(abs(x) for x in sizes if x)
    least = NEGLIGIBLE_RATIO * largest_length(robot)
    return max((x for x in found if x > least), key=lambda x: found[x], default=0)


__all__ = ["can_scale_lengths", "most_frequent_length", "scale_lengths"]
