"""A chain of joints as screws: axes of revolute joints and directions of prismatic ones at q = 0, in the base frame.

T(q) = E_1(q_1) ... E_n(q_n) M. The screws do not depend on the link frames of the description.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.errors import RobotError
from linkwright.expr import value_of
from linkwright.models.framework.frame_options import frame_label, path_from_base
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import GEOMETRY

Array = Any  # of floats
AXES_MEET = 1e-12  # of the lengths of a chain: axes that are no further apart meet


@dataclass(frozen=True)
class JointScrew:
    """A joint at q = 0: whether it is revolute, its direction h (a unit vector) and a point c of its axis."""

    is_revolute: bool
    h: Array
    c: Array

    def motion(self, q: float) -> Array:
        """4 x 4 displacement of the joint at q."""
        T = np.eye(4)
        if not self.is_revolute:
            T[:3, 3] = q * self.h
            return T
        x, y, z = self.h
        K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        T[:3, :3] = np.eye(3) + np.sin(q) * K + (1 - np.cos(q)) * K @ K
        T[:3, 3] = self.c - T[:3, :3] @ self.c
        return T

    def moved(self, T: Array) -> JointScrew:
        """The screw moved by the pose T."""
        return JointScrew(self.is_revolute, T[:3, :3] @ self.h, T[:3, :3] @ self.c + T[:3, 3])

    def foot(self, point: Array) -> Array:
        """The point of the axis that is nearest to `point`."""
        return self.c + self.h * float(self.h @ (point - self.c))


def compose_transforms(*factors: Array) -> Array:
    """Product of numeric 4 x 4 poses."""
    T = np.eye(4)
    for F in factors:
        T = T @ F
    return T


def invert_transform(T: Array) -> Array:
    """Inverse of a numeric 4 x 4 pose."""
    X = np.eye(4)
    X[:3, :3] = T[:3, :3].T
    X[:3, 3] = -T[:3, :3].T @ T[:3, 3]
    return X


@dataclass(frozen=True)
class ScrewChain:
    """The moving joints between the base and a frame: their screws, and the pose M of the frame at q = 0."""

    joints: tuple[int, ...]  # numbers
    screws: tuple[JointScrew, ...]
    M: Array

    @cached_property
    def reach(self) -> float:
        """Unit of length of the chain, m: path from axis to axis by the nearest points, or to the frame."""
        points = [self.screws[0].foot(self.screws[min(1, len(self.screws) - 1)].c)]
        for s in self.screws[1:]:
            points.append(s.foot(points[-1]) if s.is_revolute else points[-1])
        total = float(sum(np.linalg.norm(b - a) for a, b in itertools.pairwise(points)))
        size = max(float(np.linalg.norm(x)) for x in (*points, self.M[:3, 3]))
        if total > AXES_MEET * size:
            return total
        return float(np.linalg.norm(self.M[:3, 3] - points[-1])) or 1.0

    @cached_property
    def center(self) -> Array:
        """Origin of the scaled chain, in the base frame: a point near the joints."""
        return np.mean([s.foot(self.screws[0].c) for s in self.screws], axis=0)

    @cached_property
    def scaled(self) -> tuple[JointScrew, ...]:
        """Screws about `centre`, with `reach` as unit of length."""
        points = [s.foot(self.center) if s.is_revolute else self.center for s in self.screws]
        pairs = zip(self.screws, points, strict=True)
        return tuple(JointScrew(s.is_revolute, s.h, (c - self.center) / self.reach) for s, c in pairs)


def chain_of(robot: Robot, frame: int) -> ScrewChain:
    """The chain from the base to a frame. A RobotError names symbols of the geometry that have no number."""
    path = path_from_base(robot, frame)
    if not path:
        raise RobotError(f"{robot.name}: no joint moves frame {frame_label(robot, frame)}", remedy="another frame")
    T, joints, screws = np.eye(4), [], []
    for j in path:
        joint = robot.joint(j)
        T = T @ _zero_transform(robot, joint)
        if joint.moves:
            joints.append(j)
            screws.append(JointScrew(joint.kind == "revolute", T[:3, 2].copy(), T[:3, 3].copy()))
    if not joints:
        raise RobotError(f"{robot.name}: no joint moves frame {frame_label(robot, frame)}", remedy="another frame")
    return ScrewChain(tuple(joints), tuple(screws), T)


def _zero_transform(robot: Robot, joint: Joint) -> Array:
    """Pose of a joint frame in its parent at q = 0 (Khalil & Kleinfinger 1986)."""
    values = []
    for key in GEOMETRY:
        try:
            values.append(value_of(getattr(joint, key), robot.numbers))
        except KeyError as e:
            raise RobotError(
                f"{robot.name}: {key} of joint {joint.name} has no number for {e.args[0]}",
                remedy=f'numbers = {{"{e.args[0]}": ...}}', cell=("joint", joint.name, key),
            ) from None  # fmt: skip
    gamma, b, alpha, d, theta, r = values
    return (
        _axis_rotation(2, gamma)
        @ _axis_translation(0, b)
        @ _axis_rotation(0, alpha)
        @ _axis_translation(d, 0)
        @ _axis_rotation(2, theta)
        @ _axis_translation(0, r)
    )


def _axis_rotation(axis: int, angle: float) -> Array:
    """Rotation about an axis of the frame. Quarter turns are exact: their zeros cost no operations."""
    T = JointScrew(True, np.eye(3)[axis], np.zeros(3)).motion(angle)
    quarters = round(angle / (np.pi / 2))
    return np.round(T) if abs(angle - quarters * np.pi / 2) <= 1e-15 * abs(angle) else T


def _axis_translation(x: float, z: float) -> Array:
    """Translation along x and z."""
    T = np.eye(4)
    T[0, 3], T[2, 3] = x, z
    return T


__all__ = ["JointScrew", "ScrewChain", "chain_of", "compose_transforms", "invert_transform"]
