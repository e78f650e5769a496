"""Rigid-body dynamics from the page of the book, for numbers: what every model is compared with.

A recursion of Newton and Euler in link frames, in extended precision, on a table of its own (`Plain`), which the look
draws itself: neither the package's robot nor its algorithms are used. Everything else follows from the recursion: the
inertia matrix column by column, Jacobians by unit rates, derivatives by differences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

Real = np.longdouble
Array: TypeAlias = Any  # numbers in a row, of extended precision where they are results
REVOLUTE, PRISMATIC, FIXED = 0, 1, 2  # sigma
STILL: tuple[tuple[float, ...], ...] = ((0.0, 0.0, 0.0),) * 4


@dataclass(frozen=True)
class Link:
    """Joint j and its link: the six numbers of the frame (gamma b alpha d theta r), XX XY XZ YY YZ ZZ MX MY MZ M."""

    parent: int
    sigma: int
    frame: tuple[float, ...]
    inertia: tuple[float, ...]
    rotor: float = 0.0
    viscous: float = 0.0
    coulomb: float = 0.0
    wrench: tuple[float, ...] = (0.0,) * 6  # on the environment: force, moment


@dataclass(frozen=True)
class Plain:
    """A tree of numbers. `base`: angular velocity and acceleration, velocity, acceleration of frame 0, in frame 0."""

    links: tuple[Link, ...]
    gravity: tuple[float, ...]
    base: tuple[tuple[float, ...], ...] = STILL

    @property
    def moving(self) -> list[int]:
        return [j for j, link in enumerate(self.links) if link.sigma != FIXED]

    def bare(self) -> Plain:
        """Inertia (with rotors) alone: no gravity, friction, wrenches or motion of the base."""
        links = (replace(x, viscous=0.0, coulomb=0.0, wrench=(0.0,) * 6) for x in self.links)
        return Plain(tuple(links), (0.0, 0.0, 0.0))

    def weight(self) -> Plain:
        return replace(self.bare(), gravity=self.gravity)


def turn(axis: int, angle: Array) -> Array:
    R, (i, k), (s, c) = np.eye(3, dtype=Real), [(1, 2), (2, 0), (0, 1)][axis], (np.sin(angle), np.cos(angle))
    R[i, i], R[k, k], R[i, k], R[k, i] = c, c, -s, s
    return R


@dataclass(frozen=True)
class Sweep:
    """All of one motion, per link: pose in frame 0, velocities, accelerations, and the wrench from its parent, all in
    the link's frame."""

    R: list[Array]
    P: list[Array]
    w: list[Array]
    wd: list[Array]
    v: list[Array]
    a: list[Array]
    f: list[Array]
    n: list[Array]
    tau: Array


def sweep(robot: Plain, q: Array, qd: Array, qdd: Array) -> Sweep:
    """Luh, Walker & Paul (1980), for a tree: velocities outward, forces and moments about the origins inward."""
    z, place = np.array([0, 0, 1], dtype=Real), {j: k for k, j in enumerate(robot.moving)}
    w0, wd0, v0, a0 = (np.array(x, dtype=Real) for x in robot.base)
    g = np.array(robot.gravity, dtype=Real)
    R, P, w, wd, v, a = [np.eye(3, dtype=Real)], [0 * z], [w0], [wd0], [v0], [a0]  # index 0: the base
    steps = []
    for j, link in enumerate(robot.links):
        i = link.parent
        x, xd, xdd = (Real(s[place[j]]) if j in place else Real(0) for s in (q, qd, qdd))
        gamma, b, alpha, d, theta, r = (Real(x) for x in link.frame)
        theta, r = (
            (theta + x, r) if link.sigma == REVOLUTE else (theta, r + x) if link.sigma == PRISMATIC else (theta, r)
        )
        before = turn(2, gamma) @ turn(0, alpha)
        A = before @ turn(2, theta)
        p = b * z + turn(2, gamma) @ np.array([d, 0, 0], dtype=Real) + before @ z * r
        steps.append((A, p))
        turning, sliding = (xd, 0) if link.sigma == REVOLUTE else (0, xd)
        spin, speed = (xdd, 0) if link.sigma == REVOLUTE else (0, xdd)
        wi, wdi = A.T @ w[i], A.T @ wd[i]
        w.append(wi + turning * z)
        wd.append(wdi + np.cross(wi, turning * z) + spin * z)
        v.append(A.T @ (v[i] + np.cross(w[i], p)) + sliding * z)
        carried = a[i] + np.cross(wd[i], p) + np.cross(w[i], np.cross(w[i], p))
        a.append(A.T @ carried + 2 * np.cross(wi, sliding * z) + speed * z)
        R.append(R[i] @ A)
        P.append(P[i] + R[i] @ p)
    f, n = [0 * z for _ in R], [0 * z for _ in R]
    tau = np.zeros(len(place), dtype=Real)
    for j in reversed(range(len(robot.links))):
        link, k = robot.links[j], j + 1
        J, MS, M = tensor(link), np.array(link.inertia[6:9], dtype=Real), Real(link.inertia[9])
        out = np.array(link.wrench, dtype=Real)
        fall = a[k] - R[k].T @ g
        f[k] = f[k] + M * fall + np.cross(wd[k], MS) + np.cross(w[k], np.cross(w[k], MS)) + out[:3]
        n[k] = n[k] + J @ wd[k] + np.cross(w[k], J @ w[k]) + np.cross(MS, fall) + out[3:]
        if j in place:
            xd, xdd = Real(qd[place[j]]), Real(qdd[place[j]])
            along = n[k][2] if link.sigma == REVOLUTE else f[k][2]
            tau[place[j]] = along + link.rotor * xdd + link.viscous * xd + link.coulomb * np.sign(xd)
        A, p = steps[j]
        f[link.parent] = f[link.parent] + A @ f[k]
        n[link.parent] = n[link.parent] + A @ n[k] + np.cross(p, A @ f[k])
    return Sweep(R, P, w, wd, v, a, f, n, tau)


def tensor(link: Link) -> Array:
    XX, XY, XZ, YY, YZ, ZZ = link.inertia[:6]
    return np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=Real)


def efforts(robot: Plain, q: Array, qd: Array, qdd: Array) -> Array:
    return sweep(robot, q, qd, qdd).tau


def inertia_matrix(robot: Plain, q: Array) -> Array:
    n, bare = len(robot.moving), robot.bare()
    return np.array([efforts(bare, q, [0] * n, unit) for unit in np.eye(n, dtype=Real)]).T.reshape(n, n)


def jacobian(robot: Plain, q: Array, k: int) -> Array:
    """Of the origin of link k (1..n), in frame 0: linear, angular."""
    n, bare = len(robot.moving), robot.bare()
    moves = [sweep(bare, q, unit, [0] * n) for unit in np.eye(n, dtype=Real)]
    return np.array([np.concatenate([s.R[k] @ s.v[k], s.R[k] @ s.w[k]]) for s in moves]).T.reshape(6, n)


def slope(f: Any, x: Any, steps: Any) -> Array:
    """The columns df/dx_k by central differences; `steps` is the size of x in its unit."""
    x, columns = np.array(x, dtype=Real), []
    for k in range(len(x)):
        h = np.zeros(len(x), dtype=Real)
        h[k] = Real(steps[k]) * Real(1e-5)
        near, far = (f(x + h) - f(x - h)) / (2 * h[k]), (f(x + 2 * h) - f(x - 2 * h)) / (4 * h[k])
        columns.append((4 * near - far) / 3)  # Richardson: the error is of order h^4
    return np.array(columns).T


def kinetic_energy(robot: Plain, q: Array, qd: Array) -> Array:
    s, total = sweep(robot, q, qd, [0] * len(qd)), Real(0)
    for k, link in enumerate(robot.links, 1):
        MS, M = np.array(link.inertia[6:9], dtype=Real), Real(link.inertia[9])
        w, v = s.w[k], s.v[k]
        total += (w @ tensor(link) @ w + M * v @ v) / 2 + v @ np.cross(w, MS)
    return total + sum(Real(robot.links[j].rotor) * Real(qd[i]) ** 2 / 2 for i, j in enumerate(robot.moving))


def moments(robot: Plain, s: Sweep) -> tuple[Array, Array]:
    """First moments of all links in frame 0, and the mass."""
    first = sum(s.R[k] @ np.array(x.inertia[6:9], dtype=Real) + Real(x.inertia[9]) * s.P[k]
                for k, x in enumerate(robot.links, 1))  # fmt: skip
    return first, sum(Real(x.inertia[9]) for x in robot.links)


def momenta(robot: Plain, s: Sweep) -> tuple[Array, Array]:
    """Linear momentum, and angular momentum about the origin of frame 0, in frame 0."""
    p, L = np.zeros(3, dtype=Real), np.zeros(3, dtype=Real)
    for k, link in enumerate(robot.links, 1):
        MS = np.array(link.inertia[6:9], dtype=Real)
        own = s.R[k] @ (Real(link.inertia[9]) * s.v[k] + np.cross(s.w[k], MS))
        p, L = p + own, L + s.R[k] @ (tensor(link) @ s.w[k] + np.cross(MS, s.v[k])) + np.cross(s.P[k], own)
    return p, L
