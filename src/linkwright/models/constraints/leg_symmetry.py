"""Loops that look alike, such as those of equal legs: what is found out for one of them holds for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.models.constraints.loop_equations import Closing, closings, frames_of
from linkwright.robot import Joint, Robot
from linkwright.robot.fields import GEOMETRY


def look(robot: Robot, loop: Closing) -> Any:
    """What the cost of a loop depends on: its kind, and of its joints and frames what is zero, a number or a symbol."""
    ends = (robot.loops[loop.number - 1].joint, robot.loops[loop.number - 1].frame)
    parts = [*(robot.joint(j) for j in loop.cut_side), None, *(robot.joint(j) for j in loop.end_side), None, *ends]

    def seen(part: Joint) -> Any:
        values = (getattr(part, key) for key in GEOMETRY)
        return part.kind, *("symbol" if x.symbols else x for x in values)

    return loop.kind, *(part and seen(part) for part in parts)


def uniform(loops: Sequence[Closing]) -> list[Mapping[int, int]]:
    """Frames for the rows of loops that look alike: the same for all of them."""
    ways = zip(*map(frames_of, loops), strict=True)
    return [{x.number: m for x, m in zip(loops, way, strict=True)} for way in ways]


def frames_of_legs(robot: Robot, most: int) -> list[Mapping[int, int]]:
    """Such frames of all loops of a robot, where these are so many legs at most: that of a link of the leg, the root's,
    the cut joint's if it has other axes."""
    legs = closings(robot)
    if not 1 < len(legs) <= most or len({look(robot, x) for x in legs}) > 1:
        return []
    if not all(x.meets and x.hubs[1] == x.root for x in legs):
        return []
    first, joint = legs[0], robot.loops[0].joint
    turned = not (joint.gamma.is_zero and joint.alpha.is_zero and joint.theta.is_zero)
    wanted = (*first.cut_side, first.root, *([first.cut] if turned else []))
    return [table for table in uniform(legs) if table[first.number] in wanted]


__all__ = ["frames_of_legs", "look", "uniform"]
