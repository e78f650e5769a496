"""Robots on wheels, with loops or not, in plain NumPy: rows of wheels by hand, those of loops by differences.

The robot stands on three joints of its own: slides along x and y, a turn about z (`closed` has the loops, the frames
and the projection). Of each wheel, the point that touches the ground has no velocity, along heading and axle or along
the axes of the rollers. Nothing of the models of wheels or loops is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.expr import value_of
from tests.support.closed import Closed, slope

PLANE = 3
QUARTER: Any = {"gamma": "pi/2", "alpha": "pi/2"}


def standing(robot: lw.Robot) -> lw.Robot:
    """On joints x, y and theta; frame 3 is frame 0 of the robot."""
    plane = [
        lw.Joint(name="base_x", kind="prismatic", **QUARTER),
        lw.Joint(name="base_y", parent=1, kind="prismatic", **QUARTER),
        lw.Joint(name="base_angle", parent=2, body=robot.base.body, **QUARTER),
    ]
    joints = [replace(j, parent=j.parent + PLANE, variable=f"p{k}") for k, j in enumerate(robot.joints)]
    loops = [lw.Loop(replace(x.joint, parent=x.joint.parent + PLANE, variable=f"c{k}"),
                     replace(x.frame, parent=x.frame.parent + PLANE)) for k, x in enumerate(robot.loops)]  # fmt: skip
    return lw.Robot(name=robot.name, joints=(*plane, *joints), loops=tuple(loops), gravity=robot.gravity)


class Rolling(Closed):
    """Coordinates: x, y, theta of the base in the world, then the joints that move."""

    def __init__(self, robot: lw.Robot) -> None:
        super().__init__(standing(robot))
        self.wheels = robot.wheels

    def open(self, q: np.ndarray) -> np.ndarray:
        """Of the loops; wheels may stand anywhere."""
        rolling = sum(1 if w.kind == "swedish" else 2 for w in self.wheels if w.kind != "ball")
        return np.concatenate([super().open(q), np.zeros(rolling)])

    def rows(self, q: np.ndarray) -> np.ndarray:
        rates = [slope(lambda x, e=e: np.array(self.frames(q + x * e))) for e in np.eye(len(q))]
        wheels = np.vstack([self.contact(self.frames(q), rates, w) for w in self.wheels if w.kind != "ball"])
        rows = super().rows(q)
        rows[len(rows) - len(wheels) :] = wheels
        return rows

    def contact(self, T: list[np.ndarray], rates: list[np.ndarray], wheel: lw.Wheel) -> np.ndarray:
        """Rows of one wheel: velocity of its centre, and its angular velocity times the arm to the ground."""
        R = T[wheel.spin + PLANE][:3, :3]
        axle = R[:, 2]
        heading = np.cross(axle, [0, 0, 1])
        columns = []
        for each in rates:
            rate = each[wheel.spin + PLANE]
            W = rate[:3, :3] @ R.T
            w = np.array([W[2, 1], W[0, 2], W[1, 0]])
            columns.append(rate[:3, 3] + np.cross(w, [0, 0, -value_of(wheel.radius)]))
        lines = [heading, axle]
        if wheel.kind == "swedish":
            u = value_of(wheel.roller)
            lines = [np.cos(u) * heading + np.sin(u) * axle]
        return np.asarray(np.array(lines) @ np.array(columns).T)

    def efforts(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """Of the tree, as if it rolled nowhere."""
        return np.asarray(self.inverse(q=q, qd=qd, qdd=qdd))

    @cached_property
    def inverse(self) -> Callable[..., Any]:
        return lw.compile(lw.model(self.robot.without("loops"), "inverse_dynamics"))


__all__ = ["PLANE", "Rolling", "standing"]
