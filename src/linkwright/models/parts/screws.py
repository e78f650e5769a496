"""Twists and wrenches, at the origin of a frame and in it, and how they are passed on from link to link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwright.models.model import Rates
from linkwright.models.parts.frames import Step
from linkwright.robot import Coordinate, Robot
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

    def across(self, V: Twist) -> Wrench:
        """V x F: how it changes, seen from a frame against which it moves with V."""
        return Wrench(V.w.cross(self.f), V.w.cross(self.n) + V.v.cross(self.f))

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

    def across(self, V: Twist) -> Twist:
        """S x V: how it changes, seen from a frame that moves away with V."""
        return Twist(self.v.cross(V.w) + self.w.cross(V.v), self.w.cross(V.w))

    def at(self, L: Vec3) -> Twist:
        """For the point L further: v + w x L."""
        return Twist(self.v + self.w.cross(L), self.w)

    def carried(self, step: Step) -> Twist:
        """From the frame of link i to that of its child, as if both were one body."""
        arm, r = step.arms
        w = step.R.undo(self.w)
        return Twist(step.R.undo(self.v + self.w.cross(arm)) + w.cross(Z) * r, w)


NO_TWIST, NO_WRENCH = Twist(ZERO, ZERO), Wrench(ZERO, ZERO)


def unit_twist(c: Coordinate) -> Twist:
    """Of a link against the one before it, in its frame, for the unit rate of one of its coordinates."""
    return Twist(c.v, c.w)


def unit_wrench(c: Coordinate, I: Inertia) -> Wrench:
    """What the unit acceleration of a coordinate needs, for all that it moves: Khalil & Dombre, section 9.6.2."""
    return Wrench(c.v * I.M + c.w.cross(I.MS), I.J @ c.w + I.MS.cross(c.v))


def joint_twists(robot: Robot, rates: Rates) -> list[Twist]:
    """Of links 0..n against the link before, each in its frame: unit twists times rates or accelerations, which are
    zero where there are none."""
    found = []
    for j in range(len(robot) + 1):
        total = NO_TWIST
        for c in robot.freedoms(j):
            total = total + unit_twist(c).scaled(rates.get(c, 0))
        found.append(total)
    return found
