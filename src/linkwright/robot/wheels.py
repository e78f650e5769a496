"""Wheels given by their place on the chassis: the joints that carry them, in frames that are exact formulas.

The chassis frame 0 has z upwards. A wheel heads along (cos heading, sin heading), and its axle points to the left of
that: with a positive speed the wheel rolls forward. A steering axis is vertical, through (x, y); the wheel's centre
is at height z, and `trail` behind the axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr, parse_formula
from linkwright.robot.parts import Joint

STEERED = ("steering", "castor")


@dataclass(frozen=True, kw_only=True)
class WheelPlace:
    """Place of a wheel, as scalars of one graph. (x, y) is the steering axis or, without one, the wheel's centre."""

    x: Expr
    y: Expr
    z: Expr
    heading: Expr
    trail: Expr

    def axle(self) -> dict[str, Any]:
        """Return the geometry from frame 0 to an unsteered axle: turned to the heading, then along it and the axle."""
        c, s = self.heading.cos(), self.heading.sin()
        along, across = c * self.x + s * self.y, c * self.y - s * self.x
        return {"gamma": self.heading, "b": self.z, "alpha": "-pi/2", "d": along, "r": across}

    def axis(self) -> dict[str, Any] | None:
        """Return the geometry from frame 0 to the steering axis; None if an intermediate frame is needed.

        One frame to an axis off both coordinate axes would need roots and arctangents.
        """
        if self.y.is_zero:
            return {"d": self.x, "theta": self.heading, "r": self.z}
        if self.x.is_zero:
            turned = self.heading - parse_formula("pi/2", self.heading.graph)
            return {"gamma": "pi/2", "d": self.y, "theta": turned, "r": self.z}
        return None


def wheel_joints(name: str, steered: bool, stand: WheelPlace, before: int) -> list[Joint]:
    """Return the joints of a wheel after `before` others: <name>_steer if it is steered, and <name>_spin, the last one.

    Where the steering axis is off both axes of the chassis, a fixed frame <name>_mount stands before it.
    """
    if not steered:
        return [Joint(name=f"{name}_spin", **stand.axle())]
    joints = []
    axis = stand.axis()
    if axis is None:
        place: dict[str, Any] = {"b": stand.z, "alpha": "-pi/2", "d": stand.x, "r": stand.y}
        joints.append(Joint(name=f"{name}_mount", kind="fixed", **place))
        axis = {"parent": before + 1, "alpha": "pi/2", "theta": stand.heading}
    joints.append(Joint(name=f"{name}_steer", **axis))
    trail: dict[str, Any] = {"alpha": "-pi/2", "d": -stand.trail}
    return [*joints, Joint(name=f"{name}_spin", parent=before + len(joints), **trail)]


__all__ = ["STEERED", "WheelPlace", "wheel_joints"]
