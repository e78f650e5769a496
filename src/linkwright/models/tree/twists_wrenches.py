"""Twists and wrenches, at the origin of a frame and in it, and how they are passed on from link to link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwright.models.framework.state import Rates, State
from linkwright.models.tree.generalized_coordinates import rate_of
from linkwright.models.tree.link_steps import Step
from linkwright.robot import Body, Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Scalar, Vec3, Z, plain


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
    if c.is_motor:
        return NO_WRENCH
    across = {"x": Vec3(0, -I.MZ, I.MY), "y": Vec3(I.MZ, 0, -I.MX), "z": Vec3(-I.MY, I.MX, 0)}[c.component[1]]
    if c.turns:
        return Wrench(across, I.J.T.rows["xyz".index(c.component[1])])
    return Wrench(c.v * I.M, -across)


def power(c: Coordinate, F: Wrench) -> Scalar:
    """Of a wrench on the link of a coordinate, for the unit rate."""
    return 0 if c.is_motor else getattr(F.n if c.turns else F.f, c.component[1])


def velocities(robot: Robot, state: State) -> list[Twist]:
    """Of links 0..n against the link before, each in its frame; of the base against the world."""
    return [_of_base(robot, state.qd, "velocity", "angular_velocity"), *joint_twists(robot, state.qd)[1:]]


def accelerations(robot: Robot, state: State) -> list[Twist]:
    """The same for accelerations."""
    return [_of_base(robot, state.qdd, "acceleration", "angular_acceleration"), *joint_twists(robot, state.qdd)[1:]]


def _of_base(robot: Robot, rates: Rates, linear: str, angular: str) -> Twist:
    if robot.freedoms(0):
        return _sum(robot, rates, 0)
    return Twist(Vec3.plain(getattr(robot.base, linear)), Vec3.plain(getattr(robot.base, angular)))


def joint_twists(robot: Robot, rates: Rates) -> list[Twist]:
    """Of links 0..n against the link before, each in its frame: unit twists times rates or accelerations, which are
    zero where there are none."""
    return [_sum(robot, rates, j) for j in range(len(robot) + 1)]


def _sum(robot: Robot, rates: Rates, j: int) -> Twist:
    total = NO_TWIST
    for c in robot.freedoms(j):
        if not c.is_motor:
            total = total + _along(c, plain(rate_of(robot, rates, c)))
    return total


def _along(c: Coordinate, rate: Scalar) -> Twist:
    """unit_twist(c) times a rate."""
    e = Vec3(*(rate if axis == c.component[1] else 0 for axis in "xyz"))
    return Twist(ZERO, e) if c.turns else Twist(e, ZERO)


def base_inertia(robot: Robot) -> Inertia:
    """Of link 0 where it moves freely; the ground bears it elsewhere."""
    return robot.base.body.inertia if robot.freedoms(0) else Inertia(*(0,) * 10)


def body_wrench(body: Body) -> Wrench:
    """What a link exerts on the environment."""
    return Wrench(body.force, body.moment)
