"""Closure residuals of a loop: they must vanish identically before a closed form is used."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.closed_forms.cycles import Edge, Position, invert_chain
from linkwright.models.tree.frame_chains import FrameChain
from linkwright.robot import Robot
from linkwright.spatial import Scalar

_LINEAR = {"prismatic": "xy", "cylindrical": "xy", "line": "xy", "planar": "z"}


def closure_residuals(robot: Robot, edges: Sequence[Edge], position: Position) -> list[Scalar]:
    """Residuals of a loop whose edges begin with its cut joint: origin and axes of E in C (`robot.Loop`)."""
    loop = robot.loops[edges[0][0] - len(robot) - 1]
    chain = FrameChain().to_parent(loop.frame, 0)
    for j, way in edges[1:]:
        joint, q = robot.joint(j), position(j) if robot.joint(j).moves else 0
        chain = chain.to_child(joint, q) if way > 0 else chain.to_parent(joint, q)
    pose = invert_chain(chain.to_child(loop.joint, 0)).pose_by_products()
    kind = loop.joint.kind
    found: list[Scalar] = [getattr(pose.P, axis) for axis in _LINEAR.get(kind, "xyz")]
    x, y, z = pose.columns
    if kind in ("revolute", "cylindrical", "planar"):
        found += [z.x, z.y, z.z - 1]
    elif kind in ("prismatic", "fixed"):
        found += [x.x - 1, x.y, x.z, y.y - 1, y.z, z.z - 1]
    elif kind == "universal":
        found.append(z.z)
    return found


__all__ = ["closure_residuals"]
