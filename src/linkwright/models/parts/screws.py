"""Twists and wrenches, at the origin of a frame and in it, and how they are passed on from link to link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwright.models.parts.frames import Step
from linkwright.robot import Joint
from linkwright.spatial import ZERO, Inertia, Scalar, Vec3, Z


@dataclass(frozen=True, slots=True)
class Wrench:
    """Force and moment about the origin of a frame."""

    f: Vec3
    n: Vec3

    def __add__(self, o: Wrench) -> Wrench:
        return Wrench(self.f + o.f, self.n + o.n)

    def carried(self, step: Step) -> Wrench:
        """From the frame of link j to that of its parent."""
        arm, r = step.arms
        f, n = step.R.apply(self.f), step.R.apply(self.n + Z.cross(self.f) * r)
        return Wrench(f, n + arm.cross(f))

    def across_z(self) -> Wrench:
        """z x of both."""
        return Wrench(Z.cross(self.f), Z.cross(self.n))

    def scaled(self, k: Scalar) -> Wrench:
        return Wrench(self.f * k, self.n * k)


@dataclass(frozen=True, slots=True)
class Twist:
    """Velocity of the origin of a frame (or of another point) and angular velocity; or their rates, or a column of a
    Jacobian."""

    v: Vec3
    w: Vec3

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.v, *self.w))

    def __add__(self, o: Twist) -> Twist:
        return Twist(self.v + o.v, self.w + o.w)

    def dot(self, F: Wrench) -> Scalar:
        """Power."""
        return self.w.dot(F.n) + self.v.dot(F.f)

    def scaled(self, k: Scalar) -> Twist:
        return Twist(self.v * k, self.w * k)

    def turned(self, turn: Callable[[Vec3], Vec3]) -> Twist:
        return Twist(turn(self.v), turn(self.w))

    def at(self, L: Vec3) -> Twist:
        """For the point L further: v + w x L."""
        return Twist(self.v + self.w.cross(L), self.w)

    def carried(self, step: Step) -> Twist:
        """From the frame of link i to that of its child, as if both were one body."""
        arm, r = step.arms
        w = step.R.undo(self.w)
        return Twist(step.R.undo(self.v + self.w.cross(arm)) + w.cross(Z) * r, w)


NO_TWIST, NO_WRENCH = Twist(ZERO, ZERO), Wrench(ZERO, ZERO)


def unit_twist(joint: Joint) -> Twist:
    """Of link j in frame j, for the unit velocity of joint j."""
    return {"revolute": Twist(ZERO, Z), "prismatic": Twist(Z, ZERO), "fixed": NO_TWIST}[joint.kind]


def unit_wrench(joint: Joint, I: Inertia) -> Wrench:
    """What the unit acceleration of joint j needs, for all that it moves: Khalil & Dombre, section 9.6.2."""
    if joint.kind == "revolute":
        return Wrench(Vec3(-I.MY, I.MX, 0), Vec3(I.XZ, I.YZ, I.ZZ))
    return Wrench(Vec3(0, 0, I.M), Vec3(I.MY, -I.MX, 0))
