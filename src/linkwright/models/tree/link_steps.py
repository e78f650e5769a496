"""Transforms from link to link, and working frames of a recursion.

The frame of a link may be rotated about its joint axis and moved along it: the joint angle and offset change by a
constant, the children's gamma and b by its negative, and the link's inertia is transformed to the new frame. Nothing
else changes, but constants of two parallel axes can be added up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from linkwright.expr import Expr
from linkwright.models.tree.inertia_transform import shift_inertia, turn_inertia
from linkwright.robot import Body, Joint, Robot
from linkwright.spatial import Axis, Inertia, Rotation, Scalar, Transform, Vec3, unit_as_int


@dataclass(frozen=True)
class LinkStep:
    """Transform from the frame of a link i to that of its child j: Khalil & Kleinfinger's six elementary motions."""

    joint: Joint
    T: Transform
    turns: tuple[tuple[Axis, Scalar], ...]
    r: Scalar
    body: Body  # link j in the frame that the step leads to
    is_parallel: bool = False  # the axis of the joint is parallel to that of its parent

    @classmethod
    def of(cls, joint: Joint, q: Scalar, before: Joint | None = None) -> LinkStep:
        theta, r = joint.variables(q)
        turns: tuple[tuple[Axis, Scalar], ...] = (("z", joint.gamma), ("x", joint.alpha), ("z", theta))
        ball = joint.kind == "ball" or (before is not None and before.kind == "ball")
        return cls(joint, joint.transform(q), turns, r, joint.body, joint.alpha.is_zero and not ball)

    def tilted(self) -> LinkStep:
        """Step to the frame before the rotation about the joint axis."""
        return self._as_far_as(self.turns[:2])

    def without_turn(self, is_flat: bool = False) -> LinkStep:
        """Step to the frame before the rotation by `angle`; the inertia of the body varies in it."""
        step = self._as_far_as((("z", 0), ("x", 0)) if self.is_parallel else self.turns[:2])
        return replace(step, body=turn_body(self.body, Rotation.about(("z", self.angle)), is_flat))

    def _as_far_as(self, turns: tuple[tuple[Axis, Scalar], ...]) -> LinkStep:
        return replace(self, T=Transform(Rotation.about(*turns), self.T.P), turns=(*turns, ("z", 0)))

    @property
    def angle(self) -> Scalar:
        """Angle of rotation about the joint axis; with gamma if the axis is parallel to that of the parent."""
        (_, gamma), _, (_, theta) = self.turns
        return gamma + theta if self.is_parallel else theta

    def from_unrotated_parent(self, angle: Scalar) -> LinkStep:
        """Step from the frame of the parent before its own rotation by `angle`."""
        (_, gamma), *others = self.turns
        turns: tuple[tuple[Axis, Scalar], ...] = (("z", gamma + angle), *others)
        T = Transform(Rotation.about(*turns), Rotation.about(("z", angle)).apply(self.T.P))
        return replace(self, joint=replace(self.joint, gamma=gamma + angle), T=T, turns=turns)

    @property
    def R(self) -> Rotation:
        return self.T.R

    @cached_property
    def tilt(self) -> Rotation:
        """Part of R before the rotation about the joint axis."""
        return Rotation.about(*self.turns[:2])

    @cached_property
    def arms(self) -> tuple[Vec3, Scalar]:
        """Lever arm from O_i to O_j: a vector in frame i, used before the rotation, and a length along z_j, used after.

        The length is 0, unless R_x(alpha) (d, 0, r) has more components than d and r.
        """
        if self.joint.kind == "ball":  # after its rotation, z_j is another axis
            return self.T.P, 0
        if count_components(self.common_normal_foot) + (self.r != 0) < count_components(self.T.P):
            return self.common_normal_foot, self.r
        return self.T.P, 0

    @cached_property
    def common_normal_foot(self) -> Vec3:
        """Foot of the common normal on the joint axis, in frame i."""
        d, b = unit_as_int(self.joint.d), unit_as_int(self.joint.b)
        return Rotation.about(("z", self.joint.gamma)).apply(Vec3(d, 0, 0)) + Vec3(0, 0, b)

    def with_inertia(self, inertia: Inertia) -> LinkStep:
        return replace(self, body=self.body.with_inertia(inertia))


def make_link_steps(robot: Robot, q: Sequence[Scalar]) -> list[LinkStep]:
    """Steps to links 1..n."""
    return [
        LinkStep.of(joint, q[j], robot.joint(joint.parent) if joint.parent else None)
        for j, joint in enumerate(robot.joints, 1)
    ]


def count_components(v: Vec3) -> int:
    """Number of components of a vector that are not zero."""
    return sum(x != 0 for x in v)


def is_quarter_turn(angle: Expr) -> bool:
    """Whether an angle is a multiple of pi/2, so that the rotation costs nothing."""
    return (angle.sin() * angle.cos()).is_zero


def turn_body(body: Body, turn: Rotation, is_flat: bool = False) -> Body:
    """Body rotated about z, with its inertia and wrench. ZZ and XX + YY do not change; for a planar body (`is_flat`)
    they are equal, so that XX = ZZ - YY."""
    I, ms, f, n = body.inertia, turn.apply(body.inertia.MS), turn.apply(body.force), turn.apply(body.moment)
    seen = replace(turn_tensor(I, turn), MX=ms.x, MY=ms.y, MZ=ms.z, M=I.M)
    if is_flat and isinstance(I.ZZ, Expr) and I.ZZ.name:
        seen = replace(seen, XX=I.ZZ - seen.YY)
    return replace(body.with_inertia(seen), FX=f.x, FY=f.y, FZ=f.z, CX=n.x, CY=n.y, CZ=n.z)


def turn_tensor(I: Inertia, turn: Rotation) -> Inertia:
    """Inertia tensor rotated about z, as an inertia without first moments and mass."""
    x, side = turn.apply(Vec3(1, 0, 0)), turn.apply(Vec3(I.XZ, I.YZ, 0))
    rise, h = turn_tensor_in_plane(I.XX - I.YY, I.XY, x.y, x.x)
    return Inertia(I.XX - rise, h, side.x, I.YY + rise, side.y, I.ZZ, 0, 0, 0, 0)


def turn_tensor_in_plane(D: Scalar, h: Scalar, s: Scalar, c: Scalar) -> tuple[Scalar, Scalar]:
    """Rotate [[a, h], [h, b]], D = a - b, in its plane: return s p, by which a falls and b rises, and the new h."""
    p = s * D + c * (2 * h)
    return s * p, c * p - h


# -- working frames --------------------------------------------------------------------------------------------------


def move_link_frame(robot: Robot, j: int, angle: Scalar, length: Scalar) -> Robot:
    """Robot, over the same graph, with the frame of link j rotated about z_j by an angle and moved along it."""
    joints = list(robot.joints)
    old = joints[j - 1]
    back = Transform(Rotation.about(("z", -angle)), Vec3(0, 0, -length))
    body = old.body.with_inertia(turn_inertia(shift_inertia(old.body.inertia, "z", -length), "z", -angle))
    wrench = back.R.apply(old.body.force), back.R.apply(old.body.moment)
    force, moment = wrench[0], wrench[1] + back.P.cross(wrench[0])
    body = replace(body, FX=force.x, FY=force.y, FZ=force.z, CX=moment.x, CY=moment.y, CZ=moment.z)
    joints[j - 1] = replace(old, theta=old.theta + angle, r=old.r + length, body=body)
    for k in robot.children(j):
        child = joints[k - 1]
        joints[k - 1] = replace(child, gamma=child.gamma - angle, b=child.b - length)
    return robot.in_graph(robot.graph, joints=tuple(joints))


def movable_frames(robot: Robot, everywhere: bool = False) -> list[int]:
    """Links whose frame may be cheaper elsewhere: those before joints with parallel axes, or (`everywhere`) all.

    For a joint that does not turn, its constant theta is added to the angle of the next joint. For a revolute joint,
    the offset r of its origin is added to the r of a parallel next joint, or to the b of another; at a tip it is gone.
    """
    found: list[int] = []
    for j in range(1, len(robot) + 1):
        joint, children = robot.joint(j), [robot.joint(k) for k in robot.children(j)]
        parallel = bool(children) and all(child.alpha.is_zero for child in children)
        if joint.kind == "revolute":
            off = not joint.r.is_zero or (joint.alpha.is_zero and joint.parent in found)
            meets = parallel and any(child.kind == "prismatic" or not child.r.is_zero for child in children)
            if off and joint.parent and (meets or everywhere):
                found.append(j)
        elif joint.kind != "ball" and parallel and not is_quarter_turn(joint.theta):
            found.append(j)
    return found


def with_moved_frames(robot: Robot, links: Collection[int]) -> Robot:
    """Robot with the frames of these links moved as `movable_frames` proposes."""
    for j in sorted(links):
        joint = robot.joint(j)
        if joint.kind == "revolute":
            robot = move_link_frame(robot, j, 0, -(joint.b + joint.r) if joint.alpha.is_zero else -joint.r)
        else:
            robot = move_link_frame(robot, j, -joint.theta, 0)
    return robot
