"""Parallel robots: a platform that is free in the tree, legs from the base, and a loop that closes each leg.

The platform moves along x, y and z of the base's frame and then turns: its links but the last have no mass. A leg is a
small tree, with a placement of its frame on the base and one of its coupling on the platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.robot.parts import Body, Joint, Kind, Loop
from linkwright.robot.placement import Geometry, Placement, frame_at, frames_to

MOTIONS: dict[str, tuple[tuple[str, Kind], ...]] = {  # ending of the joint's name after the platform's, and its kind
    "spatial": (("_x", "prismatic"), ("_y", "prismatic"), ("_z", "prismatic"), ("", "ball")),
    "planar": (("_x", "prismatic"), ("_y", "prismatic"), ("", "revolute")),
    "translation": (("_x", "prismatic"), ("_y", "prismatic"), ("", "prismatic")),
}
SPATIAL_XYZ_MOTION: tuple[tuple[str, Kind], ...] = (
    *MOTIONS["spatial"][:3], ("_rx", "revolute"), ("_ry", "revolute"), ("", "revolute"),
)  # fmt: skip
POINT_CUTS = ("ball", "line")  # cut joints for which the closing frame is a point


def platform_joints(
    name: str, axes: Sequence[tuple[str, Kind]], parent: int, before: int, body: Body, start: Sequence[float]
) -> list[Joint]:
    """Return the joints of a platform, after `before` others: along and about x, y, z, x, ... of one another.

    The frame of each has its z axis along the x axis of the one before, so that after three of them without rotation
    the axes are again those of the parent.
    """
    joints = []
    for k, (ending, kind) in enumerate(axes):
        turn = "0" if kind == "ball" else "pi/2"
        at = start[k] if k < len(start) else 0.0
        joints.append(Joint(name=name + ending, parent=before + k if k else parent, kind=kind, gamma=turn, alpha=turn,
                            actuated=False, start=at))  # fmt: skip
    joints[-1] = replace(joints[-1], body=body)
    return joints


@dataclass(frozen=True, kw_only=True)
class Leg:
    """Leg with joints numbered from 1 on its own base 0, and its placements on the base and on the platform."""

    name: str
    joints: tuple[Joint, ...]
    cut: Joint
    loops: tuple[Loop, ...]
    base: Placement
    end: Placement

    def build(self, before: int, parent: int, platform: int) -> tuple[list[Joint], list[Loop], dict[int, int]]:
        """Return the leg's joints and loops from the link `parent` to the platform, in a robot with `before` joints.

        Third: the numbers in the robot of its joints, by their numbers in the leg.
        """
        built = _LegBuilder(self, before, parent)
        for k, joint in enumerate(self.joints, 1):
            placed = built.placed(joint, joint.name)
            built.number[k] = built.add(placed)
        loops = [Loop(*(built.placed(part, f"loop{k}") for part in (loop.joint, loop.frame)))
                 for k, loop in enumerate(self.loops, 1)]  # fmt: skip
        cut = replace(self.cut, name=f"{self.name}_coupling", parent=built.number[self.cut.parent])
        point = self.cut.kind in POINT_CUTS and not self.end.is_turned
        *steps, last = [frame_at(self.end)] if point else frames_to(self.end)
        on = built.mount(steps, platform, "coupling")
        loops.append(Loop(cut, Joint(kind="fixed", parent=on, **last)))
        return built.joints, loops, built.number


class _LegBuilder:
    """Builder that adds the joints of a leg to a robot."""

    def __init__(self, leg: Leg, before: int, parent: int) -> None:
        self.leg, self.before = leg, before
        self.number = {0: parent}
        self.joints: list[Joint] = []

    def add(self, joint: Joint) -> int:
        self.joints.append(joint)
        return self.before + len(self.joints)

    def mount(self, steps: Sequence[Geometry], parent: int, name: str) -> int:
        """Add fixed frames without mass to a link, and return the number of the last one."""
        for k, step in enumerate(steps, 1):
            ending = f"{k}" if len(steps) > 1 else ""
            full = f"{self.leg.name}_{name}_mount{ending}"
            parent = self.add(Joint(name=full, parent=parent, kind="fixed", **step))
        return parent

    def placed(self, part: Joint, name: str) -> Joint:
        """Return a joint or frame of the leg with its parent in the robot; on the leg's base, with its placement."""
        called: dict[str, Any] = {"variable": part.variable and f"{part.variable}_{self.leg.name}",
                                  "name": part.name and f"{self.leg.name}_{part.name}"}  # fmt: skip
        if part.parent:
            return replace(part, parent=self.number[part.parent], **called)
        *steps, last = frames_to(self.leg.base, part)
        return replace(part, parent=self.mount(steps, self.number[0], name), **called, **last)


__all__ = ["MOTIONS", "SPATIAL_XYZ_MOTION", "Leg", "platform_joints"]
