"""Symmetry of legs: loops of equal structure share the choice of frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.models.constraints.loop_equations import KinematicLoop, candidate_frames, kinematic_loops
from linkwright.robot import Joint, Robot
from linkwright.robot.fields import GEOMETRY


def loop_signature(robot: Robot, loop: KinematicLoop) -> Any:
    """Signature on which the cost of a loop depends: kinds, and geometry as numbers or "symbol"."""
    ends = (robot.loops[loop.number - 1].joint, robot.loops[loop.number - 1].frame)
    parts = [*(robot.joint(j) for j in loop.cut_side), None, *(robot.joint(j) for j in loop.end_side), None, *ends]

    def seen(part: Joint) -> Any:
        values = (getattr(part, key) for key in GEOMETRY)
        return part.kind, *("symbol" if x.symbols else x for x in values)

    return loop.kind, *(part and seen(part) for part in parts)


def uniform_frames(loops: Sequence[KinematicLoop]) -> list[Mapping[int, int]]:
    """Choices of frames for the rows of loops with equal signatures: the corresponding frame in every loop."""
    ways = zip(*map(candidate_frames, loops), strict=True)
    return [{x.number: m for x, m in zip(loops, way, strict=True)} for way in ways]


def frames_of_legs(robot: Robot, most: int) -> list[Mapping[int, int]]:
    """Choices of corresponding frames if all loops of a robot are equal legs, `most` at most; else none.

    Frames are those of the links of a leg, of the root, and of the cut joint if its axes differ.
    """
    legs = kinematic_loops(robot)
    if not 1 < len(legs) <= most or len({loop_signature(robot, x) for x in legs}) > 1:
        return []
    if not all(x.closes_point and x.reference_frames[1] == x.root for x in legs):
        return []
    first, joint = legs[0], robot.loops[0].joint
    turned = not (joint.gamma.is_zero and joint.alpha.is_zero and joint.theta.is_zero)
    wanted = (*first.cut_side, first.root, *([first.cut] if turned else []))
    return [table for table in uniform_frames(legs) if table[first.number] in wanted]


__all__ = ["frames_of_legs", "loop_signature", "uniform_frames"]
