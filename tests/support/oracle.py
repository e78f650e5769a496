"""Numeric rigid-body dynamics from first principles: what the models of the package are checked against.

Nothing of the package's algorithms is used, and another way is taken: no angular velocity, no link frames. The pose of
each body is a Taylor series T(t) of 4x4 matrices along the motion q + qd t + qdd t^2/2, multiplied out along the tree.
A point x of the body is at T(t) x, so Newton's law for all points together is the matrix

    integral of (T'' x - g) (T x)^T dm = (T'' - g e4^T) S T^T,    S = integral of x x^T dm,

whose last column is the force and whose skew part is the moment about the origin of the world (here: frame 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linkwright.expr import value_of
from linkwright.robot import Joint, Robot

Array: TypeAlias = NDArray[np.float64]
Series: TypeAlias = tuple[Array, Array, Array]  # value, first and second derivative in time


def moving(robot: Robot) -> list[int]:
    """The numbers of the joints that move: one for every coordinate."""
    return [c.link for c in robot.coordinates]


def inverse_dynamics(
    robot: Robot, numbers: Mapping[str, float], q: Sequence[float], qd: Sequence[float], qdd: Sequence[float],
    external: Mapping[str, float] | None = None,
) -> Array:  # fmt: skip
    """The efforts of the joints that move. `numbers` (and `external`) hold a value for every symbol of the robot."""
    known = {**numbers, **(external or {})}

    poses = [_base(robot, known)]
    wrenches = []  # per body: moment about the world's origin, force
    row = {j: k for k, j in enumerate(moving(robot))}
    for j, joint in enumerate(robot.joints, 1):
        state = (q[row[j]], qd[row[j]], qdd[row[j]]) if j in row else (0.0, 0.0, 0.0)
        poses.append(_product(poses[joint.parent], _step(joint, state, known)))
        wrenches.append(_wrench(robot, joint, poses[j], known))
    tau = np.zeros(len(row))
    for j in row:
        joint, T = robot.joint(j), poses[j][0]
        moment, force = np.sum([wrenches[k - 1] for k in _subtree(robot, j)], axis=0)
        z, p = T[:3, 2], T[:3, 3]
        along = z @ (moment - np.cross(p, force)) if joint.kind == "revolute" else z @ force
        speed, acceleration = qd[row[j]], qdd[row[j]]
        rotor, viscous, coulomb = (value_of(e, known) for e in (joint.rotor, joint.viscous, joint.coulomb))
        tau[row[j]] = along + rotor * acceleration + viscous * speed + coulomb * np.sign(speed)
    return tau


def _subtree(robot: Robot, j: int) -> list[int]:
    inside = [j]
    for k, joint in enumerate(robot.joints, 1):
        if joint.parent in inside:
            inside.append(k)
    return inside


def _product(a: Series, b: Series) -> Series:
    """Leibniz' rule."""
    return a[0] @ b[0], a[1] @ b[0] + a[0] @ b[1], a[2] @ b[0] + 2 * a[1] @ b[1] + a[0] @ b[2]


def _skew(v: Sequence[float]) -> Array:
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=float)


def _base(robot: Robot, known: Mapping[str, float]) -> Series:
    """Frame 0, which turns and moves as the robot's base does, at its present place."""
    base = robot.base
    parts = (base.angular_velocity, base.angular_acceleration, base.velocity, base.acceleration)
    w, wd, v, a = ([value_of(e, known) for e in part] for part in parts)
    T, T1, T2 = np.eye(4), np.zeros((4, 4)), np.zeros((4, 4))
    T1[:3, :3], T1[:3, 3] = _skew(w), v
    T2[:3, :3], T2[:3, 3] = _skew(wd) + _skew(w) @ _skew(w), a
    return T, T1, T2


def _shift(axis: int, by: float) -> Array:
    T = np.eye(4)
    T[axis, 3] = by
    return T


def _turn(axis: int, by: float) -> Array:
    T, (i, k) = np.eye(4), [(1, 2), (2, 0), (0, 1)][axis]
    T[i, i] = T[k, k] = np.cos(by)
    T[i, k], T[k, i] = -np.sin(by), np.sin(by)
    return T


def _step(joint: Joint, state: tuple[float, float, float], known: Mapping[str, float]) -> Series:
    """Rot(z,gamma) Trans(z,b) Rot(x,alpha) Trans(x,d) Rot(z,theta) Trans(z,r), along the motion of the joint."""
    gamma, b, alpha, d, theta, r = (
        value_of(e, known) for e in (joint.gamma, joint.b, joint.alpha, joint.d, joint.theta, joint.r)
    )
    q, qd, qdd = state
    generator = np.zeros((4, 4))  # of the screw: d/dq exp(generator q)
    if joint.kind == "revolute":
        generator[0, 1], generator[1, 0] = -1, 1
        moved = _turn(2, theta + q) @ _shift(2, r)
    elif joint.kind == "prismatic":
        generator[2, 3] = 1
        moved = _turn(2, theta) @ _shift(2, r + q)
    else:
        moved = _turn(2, theta) @ _shift(2, r)
    before = _turn(2, gamma) @ _shift(2, b) @ _turn(0, alpha) @ _shift(0, d)
    first = generator * qd
    second = generator * qdd + first @ first
    return before @ moved, before @ first @ moved, before @ second @ moved


def _wrench(robot: Robot, joint: Joint, pose: Series, known: Mapping[str, float]) -> Array:
    """What link j needs for its motion against gravity, and what it exerts on the environment: moment, force."""
    body, (T, _, T2) = joint.body, pose
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (value_of(e, known) for e in body.inertia)
    J = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
    S = np.zeros((4, 4))
    S[:3, :3] = np.trace(J) / 2 * np.eye(3) - J
    S[:3, 3] = S[3, :3] = MX, MY, MZ
    S[3, 3] = M
    A = T2.copy()
    A[:3, 3] -= [value_of(g, known) for g in robot.gravity]
    law = A @ S @ T.T
    moment = np.array([law[2, 1] - law[1, 2], law[0, 2] - law[2, 0], law[1, 0] - law[0, 1]])
    force = law[:3, 3]
    F = T[:3, :3] @ [value_of(e, known) for e in body.force]
    C = T[:3, :3] @ [value_of(e, known) for e in body.moment]
    return np.array([moment + C + np.cross(T[:3, 3], F), force + F])
