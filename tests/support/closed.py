"""Robots with loops in plain NumPy: closed positions, rows by differences, and the tree's dynamics projected.

Nothing of the models of loops is used: frames come from the table, slopes from central differences, and M, h of the
tree from models that other tests compare with Pinocchio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import linkwright as lw
from linkwright.expr import value_of
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree

H = 1e-2  # of differences: their error is H^8 / 630, beside the rounding 1e-16 / H


def turn(axis: str, a: float) -> np.ndarray:
    c, s = np.cos(a), np.sin(a)
    R = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
    T = np.eye(4)
    T[:3, :3] = R
    return T


def shift(x: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[0, 3], T[2, 3] = x, z
    return T


def frame(joint: lw.Joint, q: float = 0.0) -> np.ndarray:
    """Khalil & Kleinfinger (1986)."""
    gamma, b, alpha, d, theta, r = (value_of(getattr(joint, k)) for k in ("gamma", "b", "alpha", "d", "theta", "r"))
    theta, r = theta + q * (joint.kind == "revolute"), r + q * (joint.kind == "prismatic")
    before = turn("z", gamma) @ shift(0, b) @ turn("x", alpha) @ shift(d, 0)
    return np.asarray(before @ turn("z", theta) @ shift(0, r))


def freedoms(joint: lw.Joint) -> int:
    """How many numbers its position is."""
    return 4 if joint.kind == "ball" else int(joint.moves)


def turned(Q: np.ndarray) -> np.ndarray:
    """Rodrigues: the rotation of a quaternion w, x, y, z of unit length."""
    T, (w, *v) = np.eye(4), Q
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    T[:3, :3] += 2 * w * K + 2 * K @ K
    return T


class Closed:
    """A robot of numbers, whose joints are revolute, prismatic and fixed; poses also with ball joints, whose positions
    are quaternions."""

    def __init__(self, robot: lw.Robot) -> None:
        self.robot = with_cut_joints_in_tree(robot)
        self.moving = [j for j, joint in enumerate(self.robot.joints, 1) for _ in range(freedoms(joint))]
        self.start = np.array([self.robot.joint(j).start for j in self.moving])

    def frames(self, q: np.ndarray) -> list[np.ndarray]:
        T, k = [np.eye(4)], 0
        for joint in self.robot.joints:
            n = freedoms(joint)
            own = frame(joint, q[k]) if n == 1 else frame(joint) @ turned(q[k : k + n]) if n else frame(joint)
            T.append(T[joint.parent] @ own)
            k += n
        assert k == len(q)
        return T

    def open(self, q: np.ndarray) -> np.ndarray:
        """What must vanish."""
        T, found = self.frames(q), []
        for loop in self.robot.loops:
            cut = T[loop.joint.parent] @ frame(replace(loop.joint, kind="fixed"))
            R = np.linalg.inv(cut) @ T[loop.frame.parent] @ frame(loop.frame)
            p, z = R[:3, 3], R[:3, 2]
            found += {
                "revolute": [*p, z[0], z[1]], "ball": [*p], "fixed": [*p, R[0, 1], R[1, 2], R[2, 0]],
                "prismatic": [p[0], p[1], R[0, 1], R[1, 2], R[2, 0]], "cylindrical": [p[0], p[1], z[0], z[1]],
                "universal": [*p, z[2]], "planar": [p[2], z[0], z[1]], "line": [p[0], p[1]],
            }[loop.joint.kind]  # fmt: skip
        return np.array([*found, *self.uncoupled(q)])

    def uncoupled(self, q: np.ndarray) -> list[float]:
        """How far coupled joints are from the sums that they are tied to."""
        at, found = dict(zip(self.moving, q, strict=True)), []
        for coupling in self.robot.couplings:
            total = sum(value_of(term.factor) * at[term.joint] for term in coupling.terms)
            found.append(float(at[coupling.joint] - total - value_of(coupling.offset)))
        return found

    def rows(self, q: np.ndarray) -> np.ndarray:
        return np.array([slope(lambda x, e=e: self.open(q + x * e)) for e in np.eye(len(q))]).T

    def closed(self, q: np.ndarray, keep: Sequence[int] = ()) -> np.ndarray:
        """The nearest closed positions; joints (by place) that stay where they are."""
        free = [k for k in range(len(q)) if k not in keep]
        q = q.copy()
        for _ in range(50):
            f = self.open(q)
            if np.abs(f).max() < 1e-15:
                break
            q[free] -= np.linalg.lstsq(self.rows(q)[:, free], f, rcond=1e-9)[0]
        assert np.abs(self.open(q)).max() < 1e-11
        return q

    def places(self, names: list[str]) -> list[int]:
        return [next(k for k, j in enumerate(self.moving) if self.robot.joint(j).name == name) for name in names]

    def motion(self, q, a: list[int], qd_a, qdd_a):
        """Rates and accelerations of all joints, from those of the independent ones."""
        d = [k for k in range(len(q)) if k not in a]
        J = self.rows(q)
        qd, qdd = np.zeros(len(q)), np.zeros(len(q))
        qd[a] = qd_a
        qd[d] = np.linalg.lstsq(J[:, d], -J[:, a] @ qd_a, rcond=1e-9)[0]
        fast = np.abs(qd).max()
        drift = slope(lambda t: self.rows(q + t * qd / fast) @ qd) * fast
        qdd[a] = qdd_a
        qdd[d] = np.linalg.lstsq(J[:, d], -J[:, a] @ qdd_a - drift, rcond=1e-9)[0]
        return qd, qdd

    def map(self, q, a: list[int]) -> np.ndarray:
        """All rates from those of the independent joints."""
        d = [k for k in range(len(q)) if k not in a]
        J, G = self.rows(q), np.zeros((len(q), len(a)))
        G[a] = np.eye(len(a))
        G[d] = np.linalg.lstsq(J[:, d], -J[:, a], rcond=1e-9)[0]
        return G

    def along(self, q, a: list[int], qd, qdd=None):
        """Closed positions at times t near 0 of a motion that has these rates and accelerations at t = 0."""
        more = np.zeros(len(q)) if qdd is None else qdd / 2
        return lambda t: self.closed(q + t * qd + t * t * more, keep=a)

    def jacobian(self, q, a: list[int], j: int) -> np.ndarray:
        """Of the origin of frame j, in the base, by the independent joints: from axes and points of the frames."""
        T, J = self.frames(q), np.zeros((6, len(q)))
        branch, k = [], j
        while k:
            branch.append(k)
            k = self.robot.joint(k).parent
        for c, k in enumerate(self.moving):
            if k in branch:
                z, arm = T[k][:3, 2], T[j][:3, 3] - T[k][:3, 3]
                J[:, c] = [*np.cross(z, arm), *z] if self.robot.joint(k).kind == "revolute" else [*z, 0, 0, 0]
        return np.asarray(J @ self.map(q, a))

    def inertial(self, q, a: list[int], qd, qdd) -> list[np.ndarray]:
        """Of links 0..n: what keeps them moving against their weight, force and moment about the base's origin, in the
        base, from the second derivatives of their poses."""
        path = self.along(q, a, qd, qdd)
        fast = max(1.0, np.abs(qd).max(), np.abs(qdd).max() ** 0.5)
        frames = [np.array(x) for x in zip(*(self.frames(path(k * H / fast)) for k in range(-4, 5)), strict=True)]
        weights = np.array([-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560])
        g, found = np.array([value_of(x) for x in self.robot.gravity]), [np.zeros(6)]
        for joint, T in zip(self.robot.joints, frames[1:], strict=True):
            acceleration = np.tensordot(weights, T, 1) * (fast / H) ** 2
            S = points(joint.body)
            A = acceleration @ S @ T[4].T
            A[:3] -= np.outer(g, S[3] @ T[4].T)
            found.append(np.array([*A[:3, 3], A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]))
        return found

    def tree(self, model: str, **state):
        return lw.compile(lw.model(self.robot.without("loops", "couplings"), model))(**state)


def points(body: lw.Body) -> np.ndarray:
    """The sum of x x^T dm over the points (x, y, z, 1) of a body."""
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (value_of(x) for x in body.inertia)
    J = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
    S = np.zeros((4, 4))
    S[:3, :3] = np.trace(J) / 2 * np.eye(3) - J
    S[:3, 3] = S[3, :3] = MX, MY, MZ
    S[3, 3] = M
    return S


def slope(f) -> np.ndarray:
    """f'(0), by the central difference of eighth order."""
    weights = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
    return np.asarray(sum(w * (f(k * H) - f(-k * H)) for k, w in weights) / H)
