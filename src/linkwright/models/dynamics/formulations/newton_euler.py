"""Inverse dynamics by the recursive Newton-Euler method, as it stands in the book: the readable form.

Luh, Walker & Paul (1980); Lemoine & Khalil, Symbolic Dynamics, equations (7)-(14), after Khalil & Dombre (2002),
section 9.5. In link frames: z is the axis of joint j, P leads from O_i to O_j, i is the link before j. `rnea_optimized`
gives the same with fewer operations; that both are equal is proven for every robot that is verified.
"""

from __future__ import annotations

from linkwright.models.framework.model import State
from linkwright.models.tree.generalized_coordinates import joint_effort, project_efforts
from linkwright.models.tree.twists_wrenches import (
    Wrench,
    effort_along,
    environment_wrench,
    relative_accelerations,
    relative_velocities,
)
from linkwright.robot import Body, Robot
from linkwright.spatial import Scalar, Vec3


def body_wrenches(robot: Robot, state: State) -> list[Wrench]:
    """Outward: wrenches of the bodies of links 0..n for their motion and on the environment, each in its own frame."""
    qd, qdd = relative_velocities(robot, state), relative_accelerations(robot, state)  # of base and joints
    w, wd, vd = [qd[0].w], [qdd[0].w], [qdd[0].v - Vec3(*robot.gravity)]  # gravity is an acceleration of the base
    for j, joint in enumerate(robot.joints, 1):
        i, T = joint.parent, joint.transform(state.q[j])
        R, P = T.R, T.P
        w_j, wd_j = R.undo(w[i]), R.undo(wd[i])
        vd_j = R.undo(vd[i] + wd[i].cross(P) + w[i].cross(w[i].cross(P)))  # (8), upper half
        vd_j = vd_j + w_j.cross(qd[j].v * 2) + qdd[j].v
        wd_j = wd_j + w_j.cross(qd[j].w) + qdd[j].w  # (8), lower half
        w_j = w_j + qd[j].w  # (7)
        w, wd, vd = [*w, w_j], [*wd, wd_j], [*vd, vd_j]
    bodies = [robot.base.body, *(joint.body for joint in robot.joints)]
    return [inertia_wrench(*x) + environment_wrench(x[0]) for x in zip(bodies, w, wd, vd, strict=True)]


def inertia_wrench(body: Body, w: Vec3, wd: Vec3, vd: Vec3) -> Wrench:
    """Wrench for this motion of a body, at the origin of its frame and in it: Newton and Euler."""
    I = body.inertia
    f = vd * I.M + wd.cross(I.MS) + w.cross(w.cross(I.MS))  # (9), upper half: Newton
    n = (I.J @ wd) + w.cross(I.J @ w) + I.MS.cross(vd)  # (9), lower half: Euler
    return Wrench(f, n)


def newton_euler(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the coordinates. Inward: the wrenches are gathered from the tips to the base."""
    F, tau = body_wrenches(robot, state), {}
    for j in range(len(robot), -1, -1):
        for c in robot.freedoms(j):
            tau[c] = joint_effort(robot, state, c, effort_along(c, F[j]))  # (13)
        if not j:
            break
        joint = robot.joint(j)
        T = joint.transform(state.q[j])
        f = T.R.apply(F[j].f)
        F[joint.parent] = F[joint.parent] + Wrench(f, T.R.apply(F[j].n) + T.P.cross(f))  # (12), (14)
    return project_efforts(robot, tau)
