"""Accelerations of links, and the inertial forces and moments, for the models of dynamics.

Khalil & Dombre, Modeling, Identification and Control of Robots (2002), section 9.5; Lemoine & Khalil, Symbolic
Dynamics, equations (7)-(9). The matrix U_j = wd^ + w^ w^ is computed once per link and serves the acceleration of the
next origins, the force and, through its entries, the moment.

Two things make the outward recursion cheaper than the book's (`newton_euler` is the book's):

- A point on the axis of joint j belongs to both its links, so the column U_j z is that of the parent, rotated. Rotating
  it instead of wd gives wd for the price of the products that U needs anyway; where the axes are at right angles it is
  a column of the parent's U, and its last entry gives w_x^2 + w_y^2 without further operations.
- Vectors are rotated over parallel axes at once, by the sum of the angles, if they have a zero before the rotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.models.framework.state import State
from linkwright.models.tree.link_steps import LinkStep, count_components
from linkwright.models.tree.twists_wrenches import Twist, relative_accelerations, relative_velocities
from linkwright.robot import Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Rotation, Scalar, Turn, Vec3, Z


@dataclass(frozen=True)
class VelocityProducts:
    """Products of the components of w and differences of their squares, for the moment (Khalil's DV)."""

    xy: Scalar
    xz: Scalar
    yz: Scalar
    yy_zz: Scalar
    zz_xx: Scalar
    xx_yy: Scalar


@dataclass(frozen=True)
class LinkAcceleration:
    """Acceleration of a link, in its own frame: w, wd, acceleration of the origin minus g, and U = wd^ + w^ w^."""

    w: Vec3
    wd: Vec3
    vd: Vec3
    U: Mat3
    products: VelocityProducts

    @classmethod
    def of(cls, w: Vec3, wd: Vec3, vd: Vec3) -> LinkAcceleration:
        """Make it from w, wd and vd."""
        xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
        xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
        U = Mat3.of([
            [-(yy + zz), xy - wd.z, xz + wd.y],
            [xy + wd.z, -(xx + zz), yz - wd.x],
            [xz - wd.y, yz + wd.x, -(xx + yy)],
        ])  # fmt: skip
        return cls(w, wd, vd, U, VelocityProducts(xy, xz, yz, yy - zz, zz - xx, xx - yy))

    @classmethod
    def with_column(cls, w: Vec3, wd_z: Scalar, u: Vec3, only_U: bool, row: Vec3 | None = None) -> LinkAcceleration:
        """Make it from w, the z component of wd and the column u = U z: no rotated wd and no w_y^2 are needed.

        only_U: U is computed without xz, yz and wd, which nothing else needs. row: the sum of the last row and the last
        column, 2 w_z w, if it is known already. vd is set to zero.
        """
        xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
        xx, zz = w.x * w.x, w.z * w.z
        wd = Vec3(yz - u.y, u.x - xz, wd_z)
        U_xx, U_yy = u.z - (zz - xx), -(xx + zz)
        if row is None and only_U:
            row = w * (w.z * 2)
        U_zx, U_zy = (xz - wd.y, yz + wd.x) if row is None else (row.x - u.x, row.y - u.y)
        U = Mat3.of([
            [U_xx, xy - wd.z, u.x],
            [xy + wd.z, U_yy, u.y],
            [U_zx, U_zy, u.z],
        ])  # fmt: skip
        return cls(w, wd, ZERO, U, VelocityProducts(xy, xz, yz, U_yy - u.z, zz - xx, U_xx - U_yy))

    @property
    def U_z(self) -> Vec3:
        """Column U z."""
        return Vec3(self.U[0, 2], self.U[1, 2], self.U[2, 2])


# -- inertial force and moment ----------------------------------------------------------------------------------------


def inertial_force(I: Inertia, a: LinkAcceleration) -> Vec3:
    """Inertial force M vd + U MS of a link, in its frame: Lemoine & Khalil (9), upper half."""
    f: Vec3 = a.vd * I.M + a.U @ I.MS
    return f


def inertial_moment(I: Inertia, a: LinkAcceleration) -> Vec3:
    """Inertial moment J wd + w x (J w) + MS x vd about the origin: Lemoine & Khalil (9), by entries of U."""
    U, p, wd = a.U, a.products, a.wd
    turning = Vec3(
        I.XX * wd.x + (I.ZZ - I.YY) * p.yz - I.XY * U[2, 0] + I.XZ * U[1, 0] + I.YZ * p.yy_zz,
        I.YY * wd.y + (I.XX - I.ZZ) * p.xz + I.XY * U[2, 1] - I.YZ * U[0, 1] + I.XZ * p.zz_xx,
        I.ZZ * wd.z + (I.YY - I.XX) * p.xy - I.XZ * U[1, 2] + I.YZ * U[0, 2] + I.XY * p.xx_yy,
    )
    return turning + I.MS.cross(a.vd)


def planar_body_moment(I: Inertia, a: LinkAcceleration) -> Vec3:
    """Inertial moment of a planar body (ZZ = XX + YY): the products with J need only entries of U."""
    U, p = a.U, a.products
    turning = Vec3(
        I.XX * U[2, 1] - I.XY * U[2, 0] + I.XZ * U[1, 0] + I.YZ * p.yy_zz,
        I.XY * U[2, 1] - I.YY * U[2, 0] - I.YZ * U[0, 1] + I.XZ * p.zz_xx,
        I.YY * U[1, 0] - I.XX * U[0, 1] - I.XZ * U[1, 2] + I.YZ * U[0, 2] + I.XY * p.xx_yy,
    )
    return turning + I.MS.cross(a.vd)


def axial_body_moment(k: Scalar, a: LinkAcceleration) -> Vec3:
    """Inertial moment of a body that has only the second moment k along z."""
    return Vec3(-(k * a.U[1, 2]), k * a.U[0, 2], 0)


# -- from link to link ------------------------------------------------------------------------------------------------


def base_acceleration(robot: Robot, V: Twist, A: Twist) -> LinkAcceleration:
    """Acceleration of link 0, which moves with V and A: gravity is an acceleration of the base, vd0 - g."""
    return LinkAcceleration.of(V.w, A.w, A.v - Vec3.plain(robot.gravity))


def link_accelerations(robot: Robot, state: State, steps: Sequence[LinkStep]) -> list[LinkAcceleration]:
    """Accelerations of links 0..n, each in its frame."""
    V, A = relative_velocities(robot, state), relative_accelerations(robot, state)
    found = [base_acceleration(robot, V[0], A[0])]
    for j in range(1, len(robot) + 1):
        found.append(link_acceleration(found, steps, j, V[j], A[j]))
    return found


def link_acceleration(
    done: Sequence[LinkAcceleration], steps: Sequence[LinkStep], j: int, qd: Twist, qdd: Twist, only_U: bool = False,
    foot: Vec3 | None = None, by_row: bool = False,
) -> LinkAcceleration:  # fmt: skip
    """Acceleration of link j from those of the links before it: Lemoine & Khalil (7), (8), with wd from U_j z.

    qd, qdd: relative velocity and acceleration of link j. foot: acceleration, in frame j, of the point of link i at the
    end of the first of `Step.arms`, if it is known already. by_row: the last row of U comes from products taken before
    the rotation, if w is along x or y there.
    """
    step = steps[j - 1]
    i = done[step.joint.parent]
    if step.joint.kind == "ball":
        before = step.R.undo(i.w)
        wd = step.R.undo(i.wd) + before.cross(qd.w) + qdd.w
        return LinkAcceleration.of(before + qd.w, wd, step.R.undo(i.vd + i.U @ step.T.P))
    first, R = before_parallel_axes(done, steps, j)
    w = step.R.undo(i.w)
    across = turn_if_cheap(first.w, R, w)
    w = Vec3(across.x, across.y, w.z)
    wd_z = step.R.undo(i.wd).z
    slide = w.cross(qd.v * 2) + qdd.v
    w, wd_z = w + qd.w, wd_z + qdd.w.z
    row = turn_last_row(first.w, R, w.z) if by_row else None
    a = LinkAcceleration.with_column(w, wd_z, last_column_of_U(i, step, first, R, w), only_U, row)
    arm, r = step.arms
    foot = step.R.undo(i.vd + i.U @ arm) if foot is None else foot
    return replace(a, vd=foot + a.U_z * r + slide)


def before_parallel_axes(
    done: Sequence[LinkAcceleration], steps: Sequence[LinkStep], j: int
) -> tuple[LinkAcceleration, Rotation]:
    """Last link before joint j and all axes parallel to its own that precede it, and the rotation of link j in it."""
    turns, step = steps[j - 1].turns, steps[j - 1]
    if not step.is_parallel:
        return done[step.joint.parent], step.R
    while step.is_parallel and step.joint.parent:
        step = steps[step.joint.parent - 1]
        turns = (*step.turns, *turns)
    return done[step.joint.parent], Rotation.about(*turns)


def turn_if_cheap(v: Vec3, R: Rotation, otherwise: Vec3) -> Vec3:
    """R^T v if x or y of v is zero before the last rotation, which is cheap then; else `otherwise`, an equal vector."""
    before = Rotation(R.turns[:-1]).undo(v)
    return R.undo(v) if before.x == 0 or before.y == 0 else otherwise


def turn_last_row(v: Vec3, R: Rotation, w_z: Scalar) -> Vec3 | None:
    """x and y of 2 w_z R^T v, the product taken before the rotation about z; None if v has both x and y there."""
    before = Rotation(R.turns[:-1]).undo(v)
    turn = R.turns[-1] if R.turns else None
    if not isinstance(turn, Turn) or turn.axis != "z" or (before.x != 0 and before.y != 0):
        return None
    return turn.undo(Vec3(before.x * w_z * 2, before.y * w_z * 2, 0))


def last_column_of_U(i: LinkAcceleration, step: LinkStep, first: LinkAcceleration, R: Rotation, w: Vec3) -> Vec3:
    """Column U_j z = R^T U_i R z of link j, which contains wd; i: the link before joint j."""
    z = step.tilt.apply(Z)
    if count_components(z) == 1:  # a column of U_i
        own = step.R.undo(i.U @ z)
        u = turn_if_cheap(first.U @ R.apply(Z), R, own)
        return Vec3(u.x, u.y, own.z)
    x = step.tilt.apply(Vec3(1, 0, 0))
    a, e = step.tilt.undo(i.w), step.tilt.undo(i.wd)
    before = Vec3(x.dot(i.U @ z) if count_components(x) == 1 else a.x * a.z + e.y, a.y * a.z - e.x, 0)
    u = Rotation.about(step.turns[2]).undo(before)
    across = a if a.x == 0 or a.y == 0 else w  # its length is the same before and after the rotation
    return Vec3(u.x, u.y, -(across.x * across.x + across.y * across.y))
