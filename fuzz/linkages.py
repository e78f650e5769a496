"""Random mechanisms with loops: trusses of any shape and size, linkages, symmetric parallel robots at home and away.

A mechanism is a tree of numbers (`oracle.Plain`) and the joints that close its loops; it is drawn closed. Positions are
found by Newton's steps from there, rates and accelerations from those of the frames that must meet, efforts from the
recursion of the tree, projected: in NumPy, without anything of the package.
"""

from __future__ import annotations

import json
import random
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from bench.reference import SHARED

import linkwright as lw
from fuzz import oracle
from fuzz.oracle import FIXED, PRISMATIC, REVOLUTE, Array, Link, Plain, Real
from fuzz.report import Section
from fuzz.scales import KINDS, scaled
from linkwright.robot import Term

PUBLISHED = SHARED / "anchors" / "hybrid_parallel_robots.json"  # robots of published counts
LINEAR = {"revolute": "xyz", "ball": "xyz", "universal": "xyz", "cylindrical": "xy", "planar": "z", "line": "xy"}
ANGULAR = {"revolute": "xy", "cylindrical": "xy", "planar": "xy", "universal": "u", "ball": "", "line": ""}
REGULAR, SINGULAR = 1e-3, 1e-12  # of the largest singular value of what is solved with: surely solved, surely refused
INERTIA = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
FIELDS = ("gamma", "b", "alpha", "d", "theta", "r")
Frame = tuple[float, ...]
Options = dict[str, str]
PLATFORM: Options = {"independent": "platform", "of": "coordinates"}


@dataclass(frozen=True)
class Cut:
    """A joint of a kind between frames on two links: C, along and about whose axes E moves."""

    kind: str
    links: tuple[int, int]  # 0: the base
    frames: tuple[Frame, Frame]


@dataclass(frozen=True)
class Mechanism:
    """A tree, what closes its loops, where all joints are when they are closed, and which are driven."""

    name: str
    plain: Plain
    cuts: tuple[Cut, ...]
    start: tuple[float, ...]  # of all links; those that are fixed have 0
    driven: tuple[int, ...]  # places of links
    names: tuple[str, ...]
    size: float = 1.0
    ball: int = -1  # the first of three revolute joints that are one ball joint of the robot; -1: there is none
    couplings: tuple[dict[int, int], ...] = ()  # factors by link, of the dependent one first; sums stay as in `start`

    @property
    def moving(self) -> list[int]:
        return self.plain.moving

    @property
    def home(self) -> Array:
        return np.array([self.start[j] for j in self.moving], dtype=Real)

    @property
    def units(self) -> Array:
        """Of the joints: radians, or the size of the mechanism."""
        return np.array([self.size if self.plain.links[j].sigma == PRISMATIC else 1.0 for j in self.moving])

    def grown(self, size: float) -> Mechanism:
        cuts = tuple(replace(x, frames=(_grown(x.frames[0], size), _grown(x.frames[1], size))) for x in self.cuts)
        start = tuple(x * size if link.sigma == PRISMATIC else x for x, link in zip(self.start, self.plain.links))
        return replace(self, plain=scaled(self.plain, size, 1.0, 1.0), cuts=cuts, start=start, size=self.size * size)

    # -- loops ---------------------------------------------------------------------------------------------------------

    def opening(self, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
        """What must vanish, divided by the size where it is a length; its rate, and the rate of that."""
        s = oracle.sweep(self.plain, q, qd, qdd)
        found: list[Array] = []
        for cut in self.cuts:
            (RC, PC, wC, wdC, vC, aC), (RE, PE, wE, wdE, vE, aE) = (
                _carried(s, j, f) for j, f in zip(cut.links, cut.frames)
            )
            p, v = PE - PC, vE - vC - np.cross(wC, PE - PC)
            a = aE - aC - np.cross(wdC, p) - np.cross(wC, np.cross(wC, p)) - 2 * np.cross(wC, v)
            z, turning = RE[:, 2], wE - wC
            zd = np.cross(turning, z)
            zdd = np.cross(wdE - wdC, z) + np.cross(turning, np.cross(wE, z)) - np.cross(wC, zd)
            point, axis = (np.array([RC.T @ x for x in xs]) for xs in ((p, v, a), (z, zd, zdd)))
            found += [point[:, "xyz".index(k)] / self.size for k in LINEAR[cut.kind]]
            found += [axis[:, "xyu".index(k)] for k in ANGULAR[cut.kind]]
        for factors in self.couplings:
            at = {self.moving.index(j - 1): factor for j, factor in factors.items()}
            found.append(np.array([sum(f * x[k] for k, f in at.items()) for x in (q - self.home, qd, qdd)], dtype=Real))
        return tuple(np.array(found).T.reshape(3, -1))  # type: ignore[return-value]

    def rows(self, q: Array) -> Array:
        """Rates of what must vanish by those of the joints, in their units: by the axes of the joints below."""
        s, found = oracle.sweep(self.plain, q, 0 * q, 0 * q), list[Array]()
        for cut in self.cuts:
            (RC, *_), (RE, PE, *_) = (_carried(s, j, f) for j, f in zip(cut.links, cut.frames))
            (wC, vC), (wE, vE) = (self._twists(s, j, PE) for j in cut.links)  # of points at the origin of E
            point, axis = RC.T @ (vE - vC), RC.T @ np.cross((wE - wC).T, RE[:, 2]).T
            found += [point["xyz".index(k)] / self.size for k in LINEAR[cut.kind]]
            found += [axis["xyu".index(k)] for k in ANGULAR[cut.kind]]
        for factors in self.couplings:
            found.append(np.array([factors.get(j + 1, 0) for j in self.moving], dtype=Real))
        return (np.array(found) * self.units).astype(float)

    def _twists(self, s: oracle.Sweep, link: int, point: Array) -> tuple[Array, Array]:
        """Angular velocity of a link, and velocity of a point that it carries, by every rate: in the base."""
        w, v = np.zeros((2, 3, len(self.moving)), dtype=Real)
        while link:
            of = self.plain.links[link - 1]
            if of.sigma != FIXED:
                z, k = s.R[link][:, 2], self.moving.index(link - 1)
                w[:, k], v[:, k] = (z, np.cross(z, point - s.P[link])) if of.sigma == REVOLUTE else (0, z)
            link = of.parent
        return w, v

    def closed(self, q: Array, keep: Sequence[int] = ()) -> Array | None:
        """The closed position that Newton's steps lead to; joints (by place) that stay where they are."""
        free = [k for k in range(len(q)) if k not in keep]
        q, before = np.array(q, dtype=Real), np.inf
        for _ in range(40):
            f = self.opening(q, 0 * q, 0 * q)[0].astype(float)
            now = float(np.abs(f).max(initial=0.0))
            if now < 1e-13 and now >= before / 2:
                return q
            before = now
            step = np.linalg.lstsq(self.rows(q)[:, free], f, rcond=1e-11)[0]
            q[free] -= step * self.units[free] * min(1.0, 0.5 / max(1e-300, float(np.abs(step).max(initial=0.0))))
        return q if before < 1e-13 else None

    def regular(self, q: Array, own: Sequence[int]) -> float:
        """How far from singular the other joints are: the ratio of singular values of their rows; 0 if joints have
        another mobility there."""
        rest = [k for k in range(len(q)) if k not in own]
        if not rest:
            return 1.0
        values = np.linalg.svd(self.rows(q)[:, rest])[1]
        return float(values[len(rest) - 1] / values[0]) if len(values) >= len(rest) else 0.0

    def efforts(self, q: Array, own: Sequence[int], u: Array, ud: Array) -> Array:
        """Of the independent joints: those of the tree, projected."""
        rest = [k for k in range(len(q)) if k not in own]
        J, units = self.rows(q), self.units.astype(Real)
        G = np.zeros((len(q), len(own)), dtype=Real)
        G[list(own)] = np.eye(len(own))
        scale = units[rest, None] / units[None, list(own)]
        G[rest] = _solved(J[:, rest], -J[:, list(own)]) * scale
        qd, qdd = G @ u, np.zeros(len(q), dtype=Real)
        qdd[list(own)] = ud
        drift = self.opening(q, qd, qdd)[2]
        qdd[rest] = _solved(J[:, rest], -drift[:, None])[:, 0] * units[rest]
        return G.T @ oracle.efforts(self.plain, q, qd, qdd)

    # -- the same robot ------------------------------------------------------------------------------------------------

    def robot(self) -> lw.Robot:
        joints: list[lw.Joint] = []
        at = {0: 0}  # the links' numbers in the robot
        for k, (link, name, start) in enumerate(zip(self.plain.links, self.names, self.start)):
            body = lw.Body(**dict(zip(INERTIA, link.inertia)))
            if self.ball >= 0 and self.ball <= k < self.ball + 3:
                if k == self.ball + 2:
                    joints.append(lw.Joint(name=name, parent=at[self.ball], kind="ball", actuated=False, body=body))
                    at[k + 1] = len(joints)
                continue
            kind: Any = KINDS[link.sigma]
            fields: dict[str, Any] = dict(zip(FIELDS, map(_plainly, link.frame)))
            joints.append(lw.Joint(name=name, parent=at[link.parent], kind=kind, body=body, start=start,
                                   actuated=k in self.driven, **fields))  # fmt: skip
            at[k + 1] = len(joints)
        loops = []
        for cut in self.cuts:
            one, two = (dict(zip(FIELDS, map(_plainly, f))) for f in cut.frames)
            loops.append(lw.Loop(
                lw.Joint(parent=at[cut.links[0]], kind=cut.kind, actuated=False, **one),  # type: ignore[arg-type]
                lw.Joint(parent=at[cut.links[1]], kind="fixed", **two),  # type: ignore[arg-type]
            ))  # fmt: skip
        gravity: Any = self.plain.gravity
        ties = [_coupling(factors, [0.0, *self.start]) for factors in self.couplings]
        return lw.Robot(
            name=self.name, joints=tuple(joints), loops=tuple(loops), couplings=tuple(ties), gravity=gravity
        )

    def position(self, q: Array, name: str) -> float:
        """By the name of an entry of an input."""
        if name in self.names and not (self.ball >= 0 and name == self.names[self.ball + 2]):
            return float(q[self.moving.index(self.names.index(name))])
        s = oracle.sweep(self.plain, q, 0 * q, 0 * q)
        R = (s.R[self.ball].T @ s.R[self.ball + 3]).astype(float)
        return float(dict(zip(("w", "qx", "qy", "qz"), _quaternion(R)))[name.rsplit("_", 1)[1]])


def _plainly(x: float) -> float | str:
    """Quarter turns as a file has them."""
    turns = {np.pi / 2: "pi/2", -np.pi / 2: "-pi/2", np.pi: "pi", -np.pi: "-pi", 3 * np.pi / 2: "3*pi/2"}
    return turns.get(x, x)


def _coupling(factors: dict[int, int], start: Sequence[float]) -> lw.Coupling:
    """The sum of factors times positions is that of the start; factors are 1 or -1."""
    (joint, own), *others = factors.items()
    terms = tuple(Term(j, -own * factor) for j, factor in others)
    offset: Any = own * sum(factor * start[j] for j, factor in factors.items())
    return lw.Coupling(joint, terms, offset)


def _quaternion(R: Array) -> Array:
    """Of the symmetric matrix whose eigenvector it is (Bar-Itzhack): no case is special."""
    (a, b, c), (d, e, f), (g, h, i) = R
    K = np.array([[a - e - i, b + d, c + g, h - f], [b + d, e - a - i, f + h, c - g],
                  [c + g, f + h, i - a - e, d - b], [h - f, c - g, d - b, a + e + i]])  # fmt: skip
    x, y, z, w = np.linalg.eigh(K)[1][:, -1]
    return np.array([w, x, y, z]) * (1 if w >= 0 else -1)


def _solved(J: Array, right: Array) -> Array:
    """The solution of consistent equations, once refined: to the digits of extended precision."""
    right = np.asarray(right, dtype=Real)
    x = np.linalg.lstsq(J, right.astype(float), rcond=1e-11)[0].astype(Real)
    left = (right - J.astype(Real) @ x).astype(float)
    return x + np.linalg.lstsq(J, left, rcond=1e-11)[0]


def _grown(f: Frame, size: float) -> Frame:
    return (f[0], f[1] * size, f[2], f[3] * size, f[4], f[5] * size)


def _matrix(f: Frame) -> tuple[Array, Array]:
    gamma, b, alpha, d, theta, r = map(Real, f)
    z, before = np.array([0, 0, 1], dtype=Real), oracle.turn(2, gamma) @ oracle.turn(0, alpha)
    p = b * z + oracle.turn(2, gamma) @ np.array([d, 0, 0], dtype=Real) + before @ z * r
    return before @ oracle.turn(2, theta), p


def _carried(s: oracle.Sweep, link: int, f: Frame) -> tuple[Array, ...]:
    """Of a frame on a link, in the base: orientation, origin, angular velocity and acceleration, linear ones:
    w, wd, v, a."""
    A, p = _matrix(f)
    R = s.R[link]
    w, wd, arm = R @ s.w[link], R @ s.wd[link], R @ p
    v, a = R @ s.v[link] + np.cross(w, arm), R @ s.a[link] + np.cross(wd, arm) + np.cross(w, np.cross(w, arm))
    return R @ A, s.P[link] + arm, w, wd, v, a


def _frame_of(R: Array, p: Array) -> Frame:
    """gamma b alpha d theta r of a frame: z x z angles, then b, d, r; quarter turns are ones."""
    alpha = np.arctan2(np.hypot(R[0, 2], R[1, 2]), R[2, 2])
    if np.sin(alpha) < 1e-9:
        gamma, alpha = np.arctan2(p[1], p[0]), 0.0 if R[2, 2] > 0 else np.pi
        d, b, r = np.hypot(p[0], p[1]), p[2], 0.0
    else:
        gamma = np.arctan2(R[0, 2], -R[1, 2])
        x = np.array([np.cos(gamma), np.sin(gamma), 0.0])
        b, d, r = np.linalg.solve(np.array([[0, 0, 1], x, R[:, 2]], dtype=float).T, p.astype(float))
    S = (oracle.turn(2, gamma) @ oracle.turn(0, alpha)).T @ R
    theta = np.arctan2(S[1, 0], S[0, 0])
    turns = [k * np.pi / 2 if abs(x - k * np.pi / 2) < 1e-12 else float(x)
             for x in (gamma, alpha, theta) for k in [round(float(x) / (np.pi / 2))]]  # fmt: skip
    return (turns[0], float(b), turns[1], float(d), turns[2], float(r))


# -- drawing -----------------------------------------------------------------------------------------------------------


def body(rng: random.Random, mass: float = 1.0) -> tuple[float, ...]:
    """Three point masses and a ball."""
    x = np.array([[rng.uniform(-0.4, 0.4) for _ in range(3)] for _ in range(3)])
    m = np.array([rng.uniform(0.2, 1.0) for _ in range(3)]) * mass
    J = sum(k * (p @ p * np.eye(3) - np.outer(p, p)) for k, p in zip(m, x)) + 0.03 * mass * np.eye(3)
    values = (J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *(m @ x), m.sum())
    return tuple(float(v) for v in values)


class Drawn:
    """A mechanism while it is drawn."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name, self.rng = name, rng
        self.links: list[Link] = []
        self.start: list[float] = []
        self.names: list[str] = []
        self.driven: list[int] = []
        self.cuts: list[Cut] = []
        self.couplings: list[dict[int, int]] = []
        self.gravity = tuple(rng.choice((0.0, -9.81, 3.0)) for _ in range(3))

    def add(self, parent: int, sigma: int, frame: Frame, start: float, name: str = "", driven: bool = False,
            bare: bool = False) -> int:  # fmt: skip
        """The number of the new link."""
        self.links.append(Link(parent, sigma, frame, (0.0,) * 10 if bare else body(self.rng)))
        self.start.append(start)
        self.names.append(name or f"j{len(self.links)}")
        self.driven += [len(self.links) - 1] if driven else []
        return len(self.links)

    def placed(self, link: int, frame: Frame = (0.0,) * 6) -> tuple[Array, Array]:
        """Where a frame on a link is."""
        plain = Plain(tuple(self.links), (0.0, 0.0, 0.0))
        q = np.array([self.start[j] for j in plain.moving], dtype=Real)
        R, p, *_ = _carried(oracle.sweep(plain, q, 0 * q, 0 * q), link, frame)
        return R, p

    def close(self, kind: str, links: tuple[int, int], frame: Frame, left: tuple[Array, Array]) -> Frame:
        """A cut with E where it is closed; `left`: orientation and origin of E in C that the joint allows."""
        (RC, PC), (RL, PL) = self.placed(links[0], frame), self.placed(links[1])
        end = _frame_of(RL.T @ RC @ left[0], RL.T @ (PC + RC @ left[1] - PL))
        self.cuts.append(Cut(kind, links, (frame, end)))
        return end

    def made(self, ball: int = -1) -> Mechanism:
        plain = Plain(tuple(self.links), self.gravity)
        return Mechanism(self.name, plain, tuple(self.cuts), tuple(self.start), tuple(self.driven), tuple(self.names),
                         ball=ball, couplings=tuple(self.couplings))  # fmt: skip


def allowed(kind: str, rng: random.Random) -> tuple[Array, Array]:
    """A pose of E in C that a cut joint lets it have."""
    a, b, c, x, z = (rng.uniform(-1, 1) for _ in range(5))
    about, still = oracle.turn(2, a), np.zeros(3)
    anyhow = about @ oracle.turn(0, b) @ oracle.turn(2, c)
    found: dict[str, tuple[Array, Array]] = {
        "revolute": (about, still), "ball": (anyhow, still), "cylindrical": (about, np.array([0, 0, z / 3])),
        "universal": (about @ oracle.turn(0, np.pi / 2) @ oracle.turn(2, c), still),
        "planar": (about, np.array([x / 3, z / 3, 0])), "line": (anyhow, np.array([0, 0, z / 3])),
    }  # fmt: skip
    return found[kind]


def _at(p: Array) -> tuple[float, float]:
    """gamma and d of a point in the plane of x and y."""
    return float(np.arctan2(p[1], p[0])), float(np.hypot(p[0], p[1]))


def add_truss(made: Drawn, on: int, apex: float) -> None:
    """A strut and a stay on a link, whose ends are pinned together under an angle: they hold each other."""
    rng = made.rng
    lengths, g, origin = (rng.uniform(0.3, 1.2), rng.uniform(0.3, 1.2)), rng.uniform(-3, 3), np.array(
        [rng.uniform(-1, 1), rng.uniform(-1, 1)])  # fmt: skip
    feet = [origin + n * np.array([np.cos(a), np.sin(a)]) for n, a in zip(lengths, (g, g + apex))]
    tilt = rng.choice((0.0, np.pi / 2, rng.uniform(-1, 1)))
    plane = made.add(on, FIXED, (0.0, rng.uniform(-0.2, 0.2), tilt, 0.0, 0.0, 0.0), 0.0)
    bars = []
    for foot in feet:
        gamma, d = _at(foot)
        angle = float(np.arctan2(*(origin - foot)[::-1])) - gamma
        bars.append(made.add(plane, REVOLUTE, (gamma, 0.0, 0.0, d, 0.0, 0.0), (angle + np.pi) % (2 * np.pi) - np.pi))
    kind = rng.choice(("revolute", "ball"))
    left = (oracle.turn(2, rng.choice((0.0, 0.3))), np.zeros(3))
    made.close(kind, (bars[0], bars[1]), (0.0, 0.0, 0.0, lengths[0], 0.0, 0.0), left)


def truss(rng: random.Random) -> Mechanism:
    """An arm with a truss or two on it, tiny or flat ones among them."""
    made = Drawn("truss", rng)
    link = 0
    for k in range(rng.randint(1, 2)):
        frame = (0.0, 0.0, rng.choice((0.0, np.pi / 2, 0.4)), 0.0 if k == 0 else 0.7, 0.0, 0.1)
        link = made.add(link, rng.choice((REVOLUTE, REVOLUTE, PRISMATIC)), frame, rng.uniform(-1, 1), driven=True)
        if k == 0 or rng.random() < 0.5:
            add_truss(made, link, 10 ** rng.uniform(-4, 0.4) * rng.choice((-1, 1)))
    return made.made()


def bars(rng: random.Random) -> Mechanism:
    """A planar loop of four to six bars, maybe with a truss on one of them."""
    made = Drawn("bars", rng)
    n = rng.randint(4, 6)
    behind = rng.randint(1, 2)
    links, link = [0], 0
    for k in range(n - 1 - behind):
        d = rng.uniform(0.4, 1.0) if k else 0.0
        frame = (0.0, 0.0, 0.0, d, 0.0, rng.uniform(0, 0.1))
        link = made.add(link, REVOLUTE, frame, rng.uniform(-3, 3), driven=k < n - 3)
        links.append(link)
    other, gamma = 0, rng.uniform(-3, 3)
    for k in range(behind):
        frame = (gamma if k == 0 else 0.0, 0.0, 0.0, rng.uniform(0.4, 1.0), 0.0, rng.uniform(0, 0.1))
        other = made.add(other, REVOLUTE, frame, rng.uniform(-3, 3))
        links.append(other)
    made.close(rng.choice(("revolute", "revolute", "ball")), (link, other), (0.0, 0.0, 0.0, 0.8, 0.0, 0.0),
               (np.eye(3), np.zeros(3)))  # fmt: skip
    if rng.random() < 0.5:
        add_truss(made, rng.choice(links[1:]), 10 ** rng.uniform(-3, 0.4) * rng.choice((-1, 1)))
    return made.made()


def chain(rng: random.Random) -> Mechanism:
    """A loop in space with joints in general directions."""
    made = Drawn("chain", rng)
    kind = rng.choice(("revolute", "ball", "universal", "cylindrical", "planar", "line"))
    held = len(LINEAR[kind]) + len(ANGULAR[kind])
    mobility = rng.randint(1, 2)
    other = rng.randint(0, (held + mobility) // 2)
    link, ends = 0, []
    for k in range(held + mobility):
        if k == held + mobility - other:
            ends.append(link)
            link = 0
        sigma = rng.choices((REVOLUTE, PRISMATIC), (5, 1))[0]
        frame = (rng.uniform(-1, 1), rng.uniform(0.2, 0.8), rng.uniform(0.4, 1.3), rng.uniform(0.2, 0.8), 0.0, 0.3)
        link = made.add(link, sigma, frame, rng.uniform(-1, 1), driven=k < mobility)
    ends = [*ends, link] if other else [link, 0]
    made.close(kind, (ends[0], ends[1]), (0.0, 0.0, 0.4, 0.3, 0.0, 0.2), allowed(kind, rng))
    return made.made()


# -- symmetric parallel robots -----------------------------------------------------------------------------------------

Q = np.pi / 2
UPRIGHT: Frame = (0.0,) * 6
Joint = tuple[int, Frame, float, bool, bool]  # sigma, frame, start, driven, bare


def _up(rng: random.Random) -> float:
    return rng.uniform(1.7, 2.4)


def legs(kind: str, rng: random.Random) -> tuple[int, list[Joint], str, Frame, Array]:
    """Of robots of a kind: the number of legs, the joints of one (z upwards, x outwards), the cut joint, C on the last
    link, and the orientation of E in the base."""
    r, a, b, c = rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.6), rng.uniform(0.05, 0.2)
    upright, across = np.eye(3), oracle.turn(0, Q)
    t, f = True, False
    tang, radial, same = (0.0, 0.0, Q, r, 0.0, 0.0), (0.0, 0.0, 0.0, r, 0.0, 0.0), (0.0, 0.0, 0.0, a, 0.0, 0.0)
    slide, end, rod = (Q, 0.0, Q, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, b, 0.0, 0.0), (0.0, 0.0, Q, 0.0, 0.0, 0.0)
    up, knee = _up(rng), rng.uniform(-1.2, -0.4)
    table: dict[str, tuple[int, list[Joint], str, Frame, Array]] = {
        "3PRS": (3, [(PRISMATIC, radial, c, t, f), (REVOLUTE, (0.0, 0.0, Q, 0.0, 0.0, 0.0), up, f, f)], "ball", end,
                 upright),
        "3RPS": (3, [(REVOLUTE, tang, up, f, f), (PRISMATIC, slide, a + b, t, f)], "ball", UPRIGHT, upright),
        "3RRS": (3, [(REVOLUTE, tang, up + 0.3, t, f), (REVOLUTE, same, knee, f, f)], "ball", end, upright),
        "3UPU": (3, [(REVOLUTE, tang, up, f, t), (REVOLUTE, (0.0, 0.0, Q, 0.0, Q, 0.0), 0.0, f, f),
                     (PRISMATIC, (0.0, 0.0, Q, 0.0, 0.0, 0.0), a + b, t, f)], "universal",
                 (0.0, 0.0, -Q, 0.0, 0.0, 0.0), across),
        "3RUU": (3, [(REVOLUTE, tang, -0.3, t, f), (REVOLUTE, same, -1.6, f, t), (REVOLUTE, rod, 0.0, f, f)],
                 "universal", (0.0, 0.0, 0.0, a + b, 0.0, 0.0), across),
        "4RUU": (4, [(REVOLUTE, radial, 2.2, t, f), (REVOLUTE, same, -1.4 + knee, f, t), (REVOLUTE, rod, 0.5, f, f)],
                 "universal", end, upright),
        "6RUS": (6, [(REVOLUTE, tang, -0.3, t, f), (REVOLUTE, same, -1.6, f, t),
                     (REVOLUTE, rod, rng.uniform(0.2, 0.5), f, f)], "ball", (0.0, 0.0, 0.0, a + b, 0.0, 0.0), upright),
        "6UPS": (6, [(REVOLUTE, tang, up, f, t), (REVOLUTE, (0.0, 0.0, Q, 0.0, Q, 0.0), rng.uniform(0.2, 0.5), f, f),
                     (PRISMATIC, (0.0, 0.0, Q, 0.0, 0.0, 0.0), a + b, t, f)], "ball", UPRIGHT, upright),
        "6PUS": (6, [(PRISMATIC, radial, c, t, f), (REVOLUTE, (0.0, 0.0, Q, 0.0, 0.0, 0.0), up, f, t),
                     (REVOLUTE, rod, rng.uniform(0.2, 0.5), f, f)], "ball", end, upright),
        "3RRR planar": (3, [(REVOLUTE, radial, 2.4, t, f), (REVOLUTE, same, knee, f, f)], "revolute", end, upright),
        "3RPR planar": (3, [(REVOLUTE, radial, 2.8, f, f), (PRISMATIC, slide, a, t, f)], "revolute",
                        (0.0, 0.0, -Q, 0.0, 0.0, 0.0), upright),
        "3PRRR": (3, [(PRISMATIC, UPRIGHT, c, t, f), (REVOLUTE, UPRIGHT, up, f, f), (REVOLUTE, same, knee - 0.4, f, f)],
                  "revolute", (0.0, 0.0, 0.0, a, 0.0, 0.0), upright),
    }  # fmt: skip
    return table[kind]


KINDS_OF_ROBOTS = ("3PRS", "3RPS", "3RRS", "3UPU", "3RUU", "4RUU", "6RUS", "6UPS", "6PUS", "3RRR planar",
                   "3RPR planar", "3PRRR")  # fmt: skip


MIRRORED = {"4RUU": (0, 1), "6RUS": (2,), "6UPS": (1,), "6PUS": (2,)}  # joints that turn the other way there


def symmetric(kind: str, rng: random.Random, turns: str) -> Mechanism:
    """A parallel robot at home. turns: "ball", or "xyz" for three revolute joints of a platform in space."""
    count, joints, cut, end, axes = legs(kind, rng)
    made = Drawn("p" + kind.replace(" planar", ""), rng)
    planar = "planar" in kind
    height = rng.uniform(0.3, 0.6)
    sigmas = [PRISMATIC] * (2 if planar else 3) + [REVOLUTE] * (1 if planar else 3)
    names = ["platform_x", "platform_y", "platform"] if planar else [
        "platform_x", "platform_y", "platform_z", "platform_rx", "platform_ry", "platform"]  # fmt: skip
    top = 0
    for k, (sigma, name) in enumerate(zip(sigmas, names)):
        high = height if name == "platform_z" else 0.0
        top = made.add(top, sigma, (Q, 0.0, Q, 0.0, 0.0, 0.0), high, name, bare=k < len(names) - 1)
    ends: dict[int, tuple[float, Frame]] = {}
    for leg in range(count):
        azimuth, side = 2 * np.pi * leg / count, (-1) ** leg if count > 3 else 1  # every other one is a mirror image
        link = 0
        for k, (sigma, f, start, driven, bare) in enumerate(joints):
            mirrored = side < 0 and k in MIRRORED[kind]
            at = _turned(kind, leg, f, azimuth) if k == 0 else f
            link = made.add(link, sigma, at, -start if mirrored else start, f"leg{leg + 1}_{k + 1}", driven, bare)
        RC, _ = made.placed(link, end)
        wanted = _cyclic(leg) if kind == "3PRRR" else oracle.turn(2, azimuth) @ axes
        if cut == "revolute" and kind != "3PRRR":
            wanted = RC
        E = made.close(cut, (link, top), end, (RC.T @ wanted, np.zeros(3)))
        if kind != "3PRRR" and not planar:  # alike to the last digit
            first, frame = ends.setdefault(side, (azimuth, E))
            made.cuts[-1] = replace(made.cuts[-1], frames=(end, (frame[0] + azimuth - first, *frame[1:])))
    return made.made(ball=3 if turns == "ball" and not planar else -1)


def _cyclic(leg: int) -> Array:
    """z along x, y or z of the base."""
    R = np.eye(3)
    for _ in range(leg + 1):
        R = R @ oracle.turn(2, Q) @ oracle.turn(0, Q)
    return R


def _turned(kind: str, leg: int, f: Frame, azimuth: float) -> Frame:
    if kind == "3PRRR":
        return _frame_of(_cyclic(leg), np.zeros(3))
    return (f[0] + azimuth, *f[1:])


# -- robots of published counts ----------------------------------------------------------------------------------------


def published(name: str, rng: random.Random) -> Mechanism:
    """A hybrid or parallel robot with loops of the table of published counts, with numbers."""
    facts = json.loads(PUBLISHED.read_text())
    if name in facts["hybrid"]:
        return _hybrid(name, facts["hybrid"][name], rng)
    return _parallel(name, facts["parallel"][name], rng)


def published_names() -> list[str]:
    """Of the robots with loops; none where the table is missing."""
    if not PUBLISHED.exists():
        return []
    facts = json.loads(PUBLISHED.read_text())
    return [*(name for name, x in facts["hybrid"].items() if x["loops"]), *facts["parallel"]]


class Numbers:
    """A number for every symbol of formulas, drawn when it is met first."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.known: dict[str, Any] = {"pi": np.pi, "sin": np.sin, "cos": np.cos}

    def value(self, formula: str) -> float:
        for name in re.findall(r"[A-Za-z_]\w*", formula):
            if name not in self.known:
                angle = name.startswith(("alpha", "theta", "phi"))
                self.known[name] = self.rng.uniform(0.4, 1.3) if angle else self.rng.uniform(0.3, 1.0)
        return float(eval(formula, {}, self.known))

    def frame(self, facts: dict[str, Any]) -> Frame:
        return tuple(self.value(str(facts.get(name, 0))) for name in FIELDS)

    def point(self, facts: list[str]) -> Frame:
        """A frame with the axes of its link."""
        return _frame_of(np.eye(3), np.array([self.value(x) for x in facts]))


SIGMAS = {"revolute": REVOLUTE, "prismatic": PRISMATIC}


def _hybrid(name: str, facts: dict[str, Any], rng: random.Random) -> Mechanism:
    """Lengths are drawn until Newton's steps close the loops at a position that is not singular."""
    for _ in range(200):
        numbers, made = Numbers(rng), Drawn(name, rng)
        for j, x in enumerate(facts["joints"], 1):
            made.add(x["parent"], SIGMAS[x["kind"]], numbers.frame(x), rng.uniform(-1.5, 1.5),
                     driven=j in facts["driven"])  # fmt: skip
        for x in facts["loops"]:
            ends = numbers.point(x["point_a"]), numbers.point(x["point_b"])
            made.cuts.append(Cut("ball", (x["link_a"], x["link_b"]), ends))
        for x in facts["couplings"]:
            factors = {int(j): factor for j, factor in x["coefficients"].items()}
            made.couplings.append({x["dependent"]: factors.pop(x["dependent"]), **factors})
        m = made.made()
        q = m.closed(m.home)
        if q is not None and m.regular(q, m.driven) > 0.02:
            return replace(m, start=tuple(map(float, q)))
    raise AssertionError(f"{name} was not closed")


def _parallel(name: str, facts: dict[str, Any], rng: random.Random) -> Mechanism:
    """Legs around the base, alike or each anywhere; the points of the platform are where they end."""
    numbers, made = Numbers(rng), Drawn(name, rng)
    moves = facts["platform"].split(":")[0].split(" ")[0]
    sigmas = {"planar": (1, 1, 0), "translation": (1, 1, 1)}.get(moves, (1, 1, 1, 0, 0, 0))
    top = 0
    for k, sigma in enumerate(sigmas):
        last, start = k == len(sigmas) - 1, 0.5 if k == 2 and sigma == PRISMATIC else 0.0
        top = made.add(top, sigma, (Q, 0.0, Q, 0.0, 0.0, 0.0), start, "platform" if last else f"platform_{k + 1}",
                       bare=not last)  # fmt: skip
    end, kinds = numbers.point(facts["coupling_point_in_last_frame"]), [x["kind"] for x in facts["leg"]]
    drive = kinds.index("prismatic") if "prismatic" in kinds else 0
    alike = facts["legs"] == 3 and rng.random() < 0.5
    first, radius = [rng.uniform(0.3, 1.2) for _ in kinds], rng.uniform(0.5, 1.0)
    for leg in range(facts["legs"]):
        link, azimuth = 0, 2 * np.pi * leg / facts["legs"] + (0.0 if alike else rng.uniform(-0.3, 0.3))
        for k, x in enumerate(facts["leg"]):
            frame = numbers.frame(x)
            if k == 0:
                frame = (frame[0] + azimuth, *frame[1:3], frame[3] + radius, *frame[4:])
            start = first[k] if alike else first[k] + rng.uniform(-0.3, 0.3)
            link = made.add(link, SIGMAS[x["kind"]], frame, start, f"leg{leg + 1}_{k + 1}", k == drive)
        RC, _ = made.placed(link, end)
        made.close("ball", (link, top), end, (RC.T @ made.placed(top)[0], np.zeros(3)))
    return made.made()


# -- what is looked at -------------------------------------------------------------------------------------------------


def run(section: Section) -> None:
    """Every kind in turn, in an order of the seed."""
    names = published_names()
    if not names:
        section.notes.append(f"robots of published counts are left out: {PUBLISHED.name} is not there")
    drawn: dict[str, Callable[[random.Random], Mechanism]] = {"truss": truss, "bars": bars, "chain": chain}
    kinds = [*drawn, *KINDS_OF_ROBOTS, *names]
    random.Random(section.seed).shuffle(kinds)
    for rng in section.rounds(least=4):
        kind, options = kinds[(section.trials - 1) % len(kinds)], Options()
        where = f"trial {section.trials}, seed {section.seed}: {kind}"
        with warnings.catch_warnings(), section.guarded(kind, where):
            warnings.simplefilter("ignore", lw.ModelWarning)
            if kind in drawn:
                made = drawn[kind](rng).grown(10.0 ** rng.randint(-3, 3))
            elif kind in names:
                made = published(kind, rng)
            else:
                made = symmetric(kind, rng, rng.choice(("ball", "xyz")))
            platform = sum(name.startswith("platform") for name in made.names)
            if platform == len(made.driven) and made.ball < 0:
                options = rng.choice((options, PLATFORM))
            where += f" of size {made.size:g}" + "".join(f", {x}" for x in options.values())
            _look(section, made, rng, where + (", ball" if made.ball >= 0 else ""), options)
    section.notes.append(f"{min(section.trials, len(kinds))} of {len(kinds)} kinds were drawn")


def places(m: Mechanism, rng: random.Random, own: Sequence[int]) -> Iterator[tuple[str, Array]]:
    """Closed positions: home, beside it, and far from it, with all joints, of which none jumps into another branch.
    Where a way ends, as legs are stretched or singular, it goes on into another direction."""
    yield "home", m.home
    for what, amount, steps in (("1e-8 beside home", 1e-8, 1), ("1e-6 beside home", 1e-6, 1), ("near home", 1e-3, 1),
                                ("far", 0.05, 8)):  # fmt: skip
        q, went = m.home, 0
        direction = _direction(m, rng, own)
        for _ in range(3 * steps):
            moved = q.copy()
            moved[list(own)] += amount * direction
            there = m.closed(moved, own)
            if there is not None and m.regular(there, own) > REGULAR and _is_near(m, there, q, min(20 * amount, 0.2)):
                q, went = there, went + 1
            else:
                direction = _direction(m, rng, own)
            if went == steps:
                break
        if went:
            yield what, q


def _direction(m: Mechanism, rng: random.Random, own: Sequence[int]) -> Array:
    return np.array([rng.uniform(-1, 1) for _ in own]) * m.units[list(own)]


def _is_near(m: Mechanism, q: Array, other: Array, most: float) -> bool:
    return bool(np.abs((q - other) / m.units).max() < most)


def _look(section: Section, m: Mechanism, rng: random.Random, where: str, options: Options | None = None) -> None:
    start = m.closed(m.home)
    if start is None or float(np.abs(m.opening(m.home, 0 * m.home, 0 * m.home)[0]).max()) > 1e-13:
        return section.found("drawn open", where)
    robot, options = m.robot(), options or {}
    try:
        fn = lw.model(robot, "inverse_dynamics", **dict[str, Any](options))
    except lw.LinkwrightError as refusal:
        if m.regular(m.home, [m.moving.index(k) for k in m.driven]) > REGULAR:
            section.found("a regular mechanism is refused", f"{where}: {refusal}")
        return None
    ports = {p.name: p for p in fn.inputs}
    own = [m.moving.index(m.names.index(name)) for name in ports["q"].names]
    positions = _positions(robot, options)
    _look_at_constants(section, m, positions, where)
    for f in (fn, lw.compile(fn)):
        for what, q in places(m, random.Random(f"{where}"), own):
            regular = m.regular(q, own)
            if SINGULAR < regular < REGULAR:
                continue
            seen = f"{where}, {what}" + ("" if f is fn else ", compiled")
            u, ud = (np.array([rng.uniform(-1, 1) for _ in own]) * m.units[own] for _ in range(2))
            state = {"q": q[own].astype(float), "qd": u, "qdd": ud}
            near = q + np.array([rng.uniform(-1e-3, 1e-3) for _ in q]) * m.units
            if "q_start" in ports:
                state["q_start"] = np.array([m.position(near, name) for name in ports["q_start"].names])
            out = f(**{name: state[name] for name in ports})
            tau, status = (out["tau"], int(out["status"])) if isinstance(out, dict) else (out, 0)
            if regular <= SINGULAR:
                section.comparisons += 1
                if status == 0:
                    section.found("singular, and not said so", seen)
            elif status and what == "far":  # maybe a leg was stretched on the way, and is in its other branch
                section.refused["another branch"] += 1
                _compare_positions(section, m, _positions(robot, options, "follow"), q, near, f"{seen}: {status}")
            elif status:
                section.found(f"regular ({regular:.1e}), and status {status}", seen)
            else:
                _compare_efforts(section, m, fn, (q, own, u, ud), tau, seen)
                _compare_positions(section, m, positions, q, near, f"{seen} ({regular:.0e})", regular)
    return None


def _positions(robot: lw.Robot, options: Options, branch: str = "") -> lw.Function:
    """branch: "follow" for that of the start of the iteration."""
    more: dict[str, Any] = {"branch": branch} if branch else {}
    return lw.model(robot, "joint_positions", independent=options.get("independent", "driven"), **more)


def positions_at(m: Mechanism, fn: Any, q: Array, near: Array) -> tuple[int, dict[str, float]]:
    """Status and positions by name that a function tells, its iteration begun at others."""
    given = {p.name: np.array([m.position({"q": q, "q_start": near}[p.name], x) for x in p.names]) for p in fn.inputs}
    out = fn(**given)
    found = out if isinstance(out, dict) else {"positions": out}
    return int(found.get("status", 0)), dict(zip(fn.outputs[0].names, np.ravel(found["positions"])))


def _compare_positions(
    section: Section, m: Mechanism, fn: Any, q: Array, near: Array, where: str, regular: float = 1.0
) -> None:
    """With those of NumPy, but for whole turns, and for the sign of a quaternion. An iteration leaves 1e-12 of its
    equations, so that positions are known as far as these are regular."""
    status, found = positions_at(m, fn, q, near)
    if status:
        return section.found(f"positions, status {status}", where)
    expected = {name: m.position(q, name) for name in found}
    turning = [name for name in found if name in m.names and m.plain.links[m.names.index(name)].sigma == REVOLUTE]
    ball = [name for name in found if name not in m.names]
    sign = np.sign(sum(found[name] * expected[name] for name in ball))
    for name in found:
        if name in ball:
            found[name] *= sign
        elif name in turning:
            found[name] -= 2 * np.pi * np.round((found[name] - expected[name]) / (2 * np.pi))
    sizes = [m.size if name not in turning and name not in ball else 1.0 for name in found]
    ours, theirs = (np.array([x[name] for name in found]) / sizes for x in (found, expected))
    section.compare("positions", where, ours, theirs, scale=1.0, tolerance=max(1e-10, 1e-11 / regular))
    return None


def _compare_efforts(section: Section, m: Mechanism, fn: Any, state: tuple[Array, Sequence[int], Array, Array],
                     tau: Array, where: str) -> None:  # fmt: skip
    """Where the drives are the independent joints."""
    own = state[1]
    names = [m.names[m.moving[k]] for k in own]
    outputs = list(next(p.names for p in fn.outputs if p.name == "tau"))
    if sorted(outputs) != sorted(names):
        return
    forces = m.size / m.units[list(own)]  # efforts as those of joints that turn
    expected = np.asarray(m.efforts(*state) / forces, float)
    ours = np.asarray(tau, float)[[outputs.index(name) for name in names]] / forces
    section.compare("efforts", where, ours, expected, tolerance=1e-10 + 1e-13 / m.regular(state[0], own) ** 2)


def _look_at_constants(section: Section, m: Mechanism, fn: Any, where: str) -> None:
    """Joints that the loops hold stay where they were drawn, to the last digit."""
    J = m.rows(m.home)
    _, values, V = np.linalg.svd(J)
    free = V[int(np.sum(values > 1e-9 * values[0])) :]
    held = [k for k in range(len(m.home)) if not free.size or np.abs(free[:, k]).max() < 1e-12]
    found = positions_at(m, fn, m.home, m.home)[1]
    for k in held:
        name = m.names[m.moving[k]]
        if name in found and "truss" in where:
            section.compare("constants", f"{where}, {name}", found[name], m.home[k], scale=m.units[k], tolerance=1e-15)


__all__ = ["run"]
