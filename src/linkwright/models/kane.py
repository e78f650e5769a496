"""Inverse dynamics by Kane's equations: inertia forces of the links, projected on the partial velocities.

Kane & Levinson, Dynamics: Theory and Applications (1985), section 6.1; Angeles, Ma & Rojas, An algorithm for the
inverse dynamics of n-axis general manipulators using Kane's equations (1989). The joints' reactions do not appear:

    tau_j = sum over the links k that joint j moves of  v_jk . F_k + w_jk . N_k
"""

from __future__ import annotations

from linkwright.models.model import State
from linkwright.models.parts.partial import Effort, Partials, own_effort
from linkwright.robot import Robot
from linkwright.spatial import Inertia, Scalar, Vec3, Z


def inertia_efforts(robot: Robot, state: State, partials: Partials) -> list[Effort]:
    """F_k and N_k of the links 0..n (0: nothing), with the wrenches that they exert on the environment.

    Velocities and accelerations by composition of motions; gravity is an acceleration of the base.
    """
    base = robot.base
    w, wd = [Vec3(*base.angular_velocity)], [Vec3(*base.angular_acceleration)]
    vd = [Vec3(*base.acceleration) - Vec3(*robot.gravity)]
    found = [Effort(Vec3(0, 0, 0), Vec3(0, 0, 0))]
    for k, joint in enumerate(robot.joints, 1):
        i, T, qd, qdd = joint.parent, partials.step(k), state.qd[k], state.qdd[k]
        carried = T.R.undo(w[i])
        turning = T.R.undo(wd[i])
        a = T.R.undo(vd[i] + wd[i].cross(T.P) + w[i].cross(w[i].cross(T.P)))
        if joint.kind == "revolute":
            turning = turning + carried.cross(Z * qd) + Z * qdd
            carried = carried + Z * qd
        elif joint.kind == "prismatic":
            a = a + carried.cross(Z * (2 * qd)) + Z * qdd
        w.append(carried)
        wd.append(turning)
        vd.append(a)
        found.append(euler(joint.body.inertia, carried, turning, a) + Effort(joint.body.force, joint.body.moment))
    return found


def euler(I: Inertia, w: Vec3, wd: Vec3, vd: Vec3) -> Effort:
    """What a body needs to move so: the equations of Newton and Euler about the origin of its frame."""
    f = vd * I.M + wd.cross(I.MS) + w.cross(w.cross(I.MS))
    n = (I.J @ wd) + w.cross(I.J @ w) + I.MS.cross(vd)
    return Effort(f, n)


def kane(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the joints that move."""
    partials = Partials(robot, state.q)
    F = inertia_efforts(robot, state, partials)
    tau: dict[int, Scalar] = {j: own_effort(robot.joint(j), state.qd[j], state.qdd[j]) for j in robot.moving}
    for k in range(1, len(robot) + 1):
        for j in partials.movers(k):
            tau[j] = tau[j] + partials.of(j, k).power(F[k])
    return list(tau.values())
