"""Inverse dynamics: the joint efforts of a motion, by the recursive Newton-Euler method in Khalil's form.

Khalil & Dombre, Modeling, Identification and Control of Robots (2002), section 9.5; Lemoine & Khalil, Symbolic
Dynamics, equations (7)-(14). The matrix U_j = wd^ + w^ w^ is computed once per link and serves the acceleration of the
next origins, the force and, through its entries, the moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.robot import Joint, Robot
from linkwright.spatial import Inertia, Mat3, Scalar, Transform, Vec3, Z


@dataclass(frozen=True)
class Motion:
    """How a link moves, in its own frame: angular velocity and acceleration, acceleration of the origin minus gravity."""

    w: Vec3
    wd: Vec3
    vd: Vec3
    U: Mat3
    products: Products


@dataclass(frozen=True)
class Products:
    """The products of the components of w, from which U and the moment are made (Khalil's DV)."""

    xx: Scalar
    yy: Scalar
    zz: Scalar
    xy: Scalar
    xz: Scalar
    yz: Scalar


def motion(w: Vec3, wd: Vec3, vd: Vec3) -> Motion:
    p = Products(w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.x * w.z, w.y * w.z)
    U = Mat3.of([
        [-(p.yy + p.zz), p.xy - wd.z, p.xz + wd.y],
        [p.xy + wd.z, -(p.xx + p.zz), p.yz - wd.x],
        [p.xz - wd.y, p.yz + wd.x, -(p.xx + p.yy)],
    ])  # fmt: skip
    return Motion(w, wd, vd, U, p)


def base_motion(robot: Robot) -> Motion:
    """Link 0: gravity is an acceleration of the base, vd0 - g."""
    base = robot.base
    vd = Vec3(*base.acceleration) - Vec3(*robot.gravity)
    return motion(Vec3(*base.angular_velocity), Vec3(*base.angular_acceleration), vd)


def next_motion(i: Motion, T: Transform, joint: Joint, qd: Scalar, qdd: Scalar) -> Motion:
    """The motion of link j from that of its parent i: Lemoine & Khalil (7), (8)."""
    w, wd = T.R.undo(i.w), T.R.undo(i.wd)
    vd = T.R.undo(i.vd + i.U @ T.P)
    if joint.kind == "revolute":
        wd = Vec3(wd.x + w.y * qd, wd.y - w.x * qd, wd.z + qdd)  # w x qd z + qdd z
        w = w + Z * qd
    elif joint.kind == "prismatic":
        vd = vd + Vec3(w.y * qd * 2, -(w.x * qd * 2), qdd)  # 2 w x qd z + qdd z
    return motion(w, wd, vd)


def force(I: Inertia, m: Motion) -> Vec3:  # noqa: E741
    """M vd + U MS: Lemoine & Khalil (9), upper half."""
    return m.vd * I.M + m.U @ I.MS


def moment(I: Inertia, m: Motion) -> Vec3:  # noqa: E741
    """J wd + w x (J w) + MS x vd: Lemoine & Khalil (9), lower half, written with the entries of U."""
    U, p, wd = m.U, m.products, m.wd
    turning = Vec3(
        I.XX * wd.x + (I.ZZ - I.YY) * p.yz - I.XY * U[2, 0] + I.XZ * U[1, 0] + I.YZ * (p.yy - p.zz),
        I.YY * wd.y + (I.XX - I.ZZ) * p.xz + I.XY * U[2, 1] - I.YZ * U[0, 1] + I.XZ * (p.zz - p.xx),
        I.ZZ * wd.z + (I.YY - I.XX) * p.xy - I.XZ * U[1, 2] + I.YZ * U[0, 2] + I.XY * (p.xx - p.yy),
    )
    return turning + I.MS.cross(m.vd)


def inverse_dynamics(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """tau_j for every joint that moves. Fixed joints are joints without a variable."""
    motions = [base_motion(robot)]
    transforms: list[Transform | None] = [None]
    for j, joint in enumerate(robot.joints, 1):
        T = joint.transform(state.q[j])
        m = next_motion(motions[joint.parent], T, joint, state.qd[j], state.qdd[j])
        motions.append(m)
        transforms.append(T)
        quantities.note("w", j, m.w), quantities.note("wd", j, m.wd), quantities.note("vd", j, m.vd)
        quantities.note("U", j, m.U)

    f = [Vec3(0, 0, 0), *(force(j.body.inertia, m) + j.body.force for j, m in zip(robot.joints, motions[1:], strict=True))]
    n = [Vec3(0, 0, 0), *(moment(j.body.inertia, m) + j.body.moment for j, m in zip(robot.joints, motions[1:], strict=True))]
    tau: list[Scalar] = []
    for j in range(len(robot), 0, -1):
        joint, T = robot.joint(j), transforms[j]
        assert T is not None
        quantities.note("f", j, f[j]), quantities.note("n", j, n[j])
        if joint.moves:
            tau.append(joint_effort(joint, f[j], n[j], state.qd[j], state.qdd[j]))
        i = joint.parent
        if i:  # Lemoine & Khalil (14)
            carried = T.R.apply(f[j])
            f[i] = f[i] + carried
            n[i] = n[i] + T.R.apply(n[j]) + T.P.cross(carried)
    return tau[::-1]


def joint_effort(joint: Joint, f: Vec3, n: Vec3, qd: Scalar, qdd: Scalar) -> Scalar:
    """The effort along the joint axis, with rotor inertia and friction (Khalil & Dombre (9.93))."""
    along = n.z if joint.kind == "revolute" else f.z
    return along + joint.rotor * qdd + joint.viscous * qd + friction(joint.coulomb, qd)


def friction(coulomb: Scalar, qd: Scalar) -> Scalar:
    return 0 if coulomb == 0 else coulomb * qd.sign()


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    tau = inverse_dynamics(robot, state, quantities)
    return [named("tau", tau, "joint efforts (torques of revolute, forces of prismatic joints)",
                  labels=robot_labels(robot, "tau"), units=effort_units(robot))]  # fmt: skip


def robot_labels(robot: Robot, name: str) -> tuple[str, ...]:
    return tuple(f"{name}{j}" for j in robot.moving)


def effort_units(robot: Robot) -> tuple[str, ...]:
    return tuple("N m" if robot.joint(j).kind == "revolute" else "N" for j in robot.moving)


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations (recursive Newton-Euler)",
    state=("q", "qd", "qdd"),
    build=build,
)
