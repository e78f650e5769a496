"""Bodies that may belong to either link of a cut joint: their inertia does not depend on its position."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.expr import Expr
from linkwright.models.tree.inertia_transform import transform_inertia
from linkwright.robot import Robot
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Inertia

_ROUND = {"XX": 1, "YY": 1}  # about z
_EVERY = [{name: 1} for name in INERTIA]
MOVABLE_BODIES = {
    "revolute": [_ROUND, {"MZ": 1}, {"M": 1}], "cylindrical": [_ROUND], "planar": [_ROUND], "prismatic": _EVERY[:6],
    "fixed": _EVERY, "ball": [{"M": 1}], "universal": [{"M": 1}], "line": [],
}  # fmt: skip


def bodies_across_cut_joints(robot: Robot) -> Iterator[list[Inertia]]:
    """Inertias of links 0..n with such a body added on one side of a cut joint and subtracted on the other."""
    zero = Expr(robot.graph, robot.graph.const(0))
    for loop in robot.loops:
        for entries in MOVABLE_BODIES[loop.joint.kind]:
            body = Inertia(*(zero + entries.get(name, 0) for name in INERTIA))
            found = [Inertia(*(zero,) * 10)] * (len(robot) + 1)
            for part, sign in ((loop.joint, 1), (loop.frame, -1)):
                here = Inertia(*(x * sign for x in transform_inertia(body, part, part.theta, part.r)))
                found[part.parent] = found[part.parent] + here
            yield found


__all__ = ["MOVABLE_BODIES", "bodies_across_cut_joints"]
