"""Twists and wrenches at the origin of a frame, in that frame, and their transforms from link to link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwright.models.framework.state import Rates, State
from linkwright.models.tree.generalized_coordinates import rate_of
from linkwright.models.tree.link_steps import LinkStep
from linkwright.robot import Body, Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Scalar, Vec3, Z, unit_as_int


@dataclass(frozen=True, slots=True)
class Wrench:
    """Force and moment about the origin of a frame, in that frame."""

    f: Vec3
    n: Vec3

    def __add__(self, o: Wrench) -> Wrench:
        return Wrench(self.f + o.f, self.n + o.n)

    def to_parent(self, step: LinkStep) -> Wrench:
        """The wrench in the frame of the parent, given in that of link j."""
        arm, r = step.arms
        f, n = step.R.apply(self.f), step.R.apply(self.n + Z.cross(self.f) * r)
        return Wrench(f, n + arm.cross(f))

    def across(self, V: Twist) -> Wrench:
        """V x F: rate of the wrench, seen from a frame relative to which it moves with twist V."""
        return Wrench(V.w.cross(self.f), V.w.cross(self.n) + V.v.cross(self.f))

    def scaled(self, k: Scalar) -> Wrench:
        return Wrench(self.f * k, self.n * k)


@dataclass(frozen=True, slots=True)
class Twist:
    """Velocity of the origin of a frame (or of another point) and angular velocity; also their rates, or a column of
    a Jacobian."""

    v: Vec3
    w: Vec3

    def __iter__(self) -> Iterator[Scalar]:
        return iter((*self.v, *self.w))

    def __add__(self, o: Twist) -> Twist:
        return Twist(self.v + o.v, self.w + o.w)

    def dot(self, F: Wrench) -> Scalar:
        """Power of a wrench on the twist."""
        return self.w.dot(F.n) + self.v.dot(F.f)

    def scaled(self, k: Scalar) -> Twist:
        return Twist(self.v * k, self.w * k)

    def rotated_by(self, turn: Callable[[Vec3], Vec3]) -> Twist:
        return Twist(turn(self.v), turn(self.w))

    def across(self, V: Twist) -> Twist:
        """S x V: rate of the twist S, seen from a frame that moves with twist V."""
        return Twist(self.v.cross(V.w) + self.w.cross(V.v), self.w.cross(V.w))

    def at(self, L: Vec3) -> Twist:
        """Twist of the point at L from the present one: v + w x L."""
        return Twist(self.v + self.w.cross(L), self.w)

    def to_child(self, step: LinkStep) -> Twist:
        """The twist in the frame of the child, given in that of link i, as if both were one body."""
        arm, r = step.arms
        w = step.R.undo(self.w)
        return Twist(step.R.undo(self.v + self.w.cross(arm)) + w.cross(Z) * r, w)


NO_TWIST, NO_WRENCH = Twist(ZERO, ZERO), Wrench(ZERO, ZERO)


def unit_twist(c: Coordinate) -> Twist:
    """Twist of a link relative to the one before it, in its frame, for the unit rate of a coordinate."""
    return Twist(c.v, c.w)


def unit_wrench(c: Coordinate, I: Inertia) -> Wrench:
    """Wrench for the unit acceleration of a coordinate that moves the inertia I: Khalil & Dombre, section 9.6.2."""
    if c.is_motor:
        return NO_WRENCH
    across = {"x": Vec3(0, -I.MZ, I.MY), "y": Vec3(I.MZ, 0, -I.MX), "z": Vec3(-I.MY, I.MX, 0)}[c.component[1]]
    if c.is_rotation:
        return Wrench(across, I.J.T.rows["xyz".index(c.component[1])])
    return Wrench(c.v * I.M, -across)


def effort_along(c: Coordinate, F: Wrench) -> Scalar:
    """Power of a wrench on the link of a coordinate for its unit rate: the component of F along or about its axis."""
    return 0 if c.is_motor else getattr(F.n if c.is_rotation else F.f, c.component[1])


def relative_velocities(robot: Robot, state: State) -> list[Twist]:
    """Velocities of links 0..n relative to the link before, each in its frame; of the base relative to the world."""
    return [_base_twist(robot, state.qd, "velocity", "angular_velocity"), *joint_twists(robot, state.qd)[1:]]


def relative_accelerations(robot: Robot, state: State) -> list[Twist]:
    """Accelerations of links 0..n relative to the link before, each in its frame; of the base relative to the world."""
    return [_base_twist(robot, state.qdd, "acceleration", "angular_acceleration"), *joint_twists(robot, state.qdd)[1:]]


def _base_twist(robot: Robot, rates: Rates, linear: str, angular: str) -> Twist:
    if robot.freedoms(0):
        return _joint_twist(robot, rates, 0)
    return Twist(Vec3.plain(getattr(robot.base, linear)), Vec3.plain(getattr(robot.base, angular)))


def joint_twists(robot: Robot, rates: Rates) -> list[Twist]:
    """Unit twists times rates (or accelerations) of joints 0..n, each in its frame; missing rates are zero."""
    return [_joint_twist(robot, rates, j) for j in range(len(robot) + 1)]


def _joint_twist(robot: Robot, rates: Rates, j: int) -> Twist:
    total = NO_TWIST
    for c in robot.freedoms(j):
        if not c.is_motor:
            total = total + _scaled_unit_twist(c, unit_as_int(rate_of(robot, rates, c)))
    return total


def _scaled_unit_twist(c: Coordinate, rate: Scalar) -> Twist:
    """Unit twist of a coordinate times a rate."""
    e = Vec3(*(rate if axis == c.component[1] else 0 for axis in "xyz"))
    return Twist(ZERO, e) if c.is_rotation else Twist(e, ZERO)


def base_inertia(robot: Robot) -> Inertia:
    """Inertia of link 0; zero for a fixed base, which the ground carries."""
    return robot.base.body.inertia if robot.freedoms(0) else Inertia(*(0,) * 10)


def environment_wrench(body: Body) -> Wrench:
    """Wrench that a link exerts on the environment, in its frame."""
    return Wrench(body.force, body.moment)
