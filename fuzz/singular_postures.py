"""Inverse geometry beside singular postures: every class of arms, every singular set, at distances from 1e-14 to 1e-4.

A posture is drawn where the determinant of the Jacobian vanishes (at a wrist, an elbow, a shoulder, or at two at once)
or where joints are at quarter turns, and a little beside it. Its pose is asked for, as it is, rounded to single
precision, and rounded to 8 decimals. Postures that plain Newton steps of NumPy find at that pose, from the posture that
it was made of, must be among the answers; where one is not, the answer must say `singular` or `sought`. What is told as
free is moved, and must stay at the pose.
"""

from __future__ import annotations

import copy
import itertools
import math
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import linkwright as lw
from fuzz.report import Section
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.inverse_geometry.inverse_geometry import problem_of

Array = Any
EPS = 2.0**-52
AT = 1e-9  # of the reach: a posture that is told is at the pose
LEFT = 1e-14  # of the reach: a posture that Newton's steps lead to is at the pose
NEAR = 1e-5  # rad, or of the reach: a posture that is told is the one looked for
FREE = 1e-9  # of the reach: along what is told as free, one stays at the pose
ON = 1e-13  # of the reach: the same, if all joints are moved at first
STEPS = 0.03, 0.2  # along what is told as free
OPEN = 1e-7  # the smallest singular value along what is told as free
SOFT = 1e-4, 1e-6  # how steps back to the pose are damped at first
MOVED = 1e-6  # rad, or of the reach: one at the end of its way moves by the square of a step, or less
BUILT_IN = ("puma560", "rx90", "ur5", "ur10", "stanford", "scara4", "cobra600", "panda", "iiwa14", "lwr4plus")
ROUNDINGS: dict[str, Callable[[Array], Array]] = {
    "exact": lambda T: T,
    "single": lambda T: T.astype(np.float32).astype(float),
    "8 decimals": lambda T: np.round(T, 8),
}
SINGULAR, SOUGHT = 1, 16  # bits of flags
GOLDEN = (math.sqrt(5) - 1) / 2


# -- arms --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arm:
    """A robot, the options of its inverse model, and its lengths, where they are symbols."""

    robot: lw.Robot
    options: dict[str, Any] = field(default_factory=dict)
    lengths: dict[str, float] = field(default_factory=dict)


Cell = float | str


def of_table(name: str, kinds: str, alpha: list[Cell], d: list[Cell], r: list[Cell], theta: list[Cell] | None = None,
             **options: Any) -> Arm:  # fmt: skip
    joints = []
    for j, kind in enumerate(kinds):
        known: Any = {"R": "revolute", "P": "prismatic", "F": "fixed"}[kind]
        rows: dict[str, Any] = {"alpha": alpha[j], "d": d[j], "r": r[j], "theta": theta[j] if theta else 0}
        if kind == "P":
            rows["r"] = 0
        joints.append(lw.Joint(name=f"j{j + 1}", parent=j, kind=known, **rows))
    return Arm(lw.Robot(name=name, joints=tuple(joints)), options)


def length(rng: random.Random, zeros: float = 0.0) -> float:
    return 0.0 if rng.random() < zeros else round(rng.uniform(0.1, 0.6), 3) * rng.choice((1, 1, 1, -1))


def quarter(rng: random.Random) -> str:
    return rng.choice(("pi/2", "-pi/2"))


def wrist(rng: random.Random) -> list[Cell]:
    """The two angles between three axes that meet: right, equal, or any."""
    kind = rng.random()
    if kind < 0.5:
        return [quarter(rng), quarter(rng)]
    one = round(rng.uniform(0.5, 1.3), 2)
    return [one, rng.choice((-one, one))] if kind < 0.75 else [one, round(rng.uniform(-1.4, -0.4), 2)]


def anthropomorphic(rng: random.Random) -> Arm:
    a, b = length(rng), length(rng)
    if rng.random() < 0.3:
        b = a  # it can fold, and then turns freely
    return of_table("anthropomorphic", "RRRRRR", [0, quarter(rng), 0, quarter(rng), *wrist(rng)],
                    [0, length(rng, 0.7), a, length(rng, 0.7), 0, 0],
                    [length(rng), 0, length(rng, 0.6), b, 0, length(rng)])  # fmt: skip


def wrist_first(rng: random.Random) -> Arm:
    return of_table("wrist_first", "RRRRRR", [0, *wrist(rng), quarter(rng), 0, quarter(rng)],
                    [0, 0, 0, length(rng, 0.5), length(rng), length(rng, 0.5)],
                    [length(rng), 0, length(rng), length(rng, 0.5), 0, length(rng)])  # fmt: skip


def wrist_quartic(rng: random.Random) -> Arm:
    any_angle: list[Cell] = [round(rng.uniform(0.4, 1.5), 2) for _ in range(2)]
    return of_table("wrist_quartic", "RRRRRR", [0, *any_angle, quarter(rng), *wrist(rng)],
                    [0, *(length(rng) for _ in range(3)), 0, 0],
                    [0, *(length(rng) for _ in range(3)), 0, length(rng)])  # fmt: skip


def parallel(rng: random.Random) -> Arm:
    a, b = length(rng), length(rng)
    if rng.random() < 0.3:
        b = a
    return of_table("parallel", "RRRRRR", [0, quarter(rng), 0, 0, *wrist(rng)], [0, length(rng, 0.7), a, b, 0, 0],
                    [length(rng), 0, length(rng, 0.6), length(rng, 0.3), length(rng), length(rng)])  # fmt: skip


def parallel_last(rng: random.Random) -> Arm:
    return of_table("parallel_last", "RRRRRR", [0, *wrist(rng), 0, 0, quarter(rng)],
                    [0, 0, length(rng, 0.7), length(rng), length(rng), length(rng, 0.5)],
                    [length(rng), 0, length(rng), 0, length(rng, 0.5), length(rng)])  # fmt: skip


def parallel_quartic(rng: random.Random) -> Arm:
    return of_table("parallel_quartic", "RRRRRR", [0, quarter(rng), 0, 0, quarter(rng), quarter(rng)],
                    [0, length(rng, 0.5), length(rng), length(rng), length(rng, 0.5), length(rng)],
                    [length(rng), 0, 0, length(rng), length(rng), length(rng)])  # fmt: skip


def gantry(rng: random.Random) -> Arm:
    kinds = list(rng.choice(("PPPRRR", "RPPPRR", "RPRPRP", "PRPRPR", "RRPPPR", "PPRRPR")))
    return of_table("gantry", "".join(kinds), [0, *(quarter(rng) for _ in range(5))],
                    [0, *(length(rng, 0.5) for _ in range(5))], [length(rng, 0.5) for _ in kinds])  # fmt: skip


def polar(rng: random.Random) -> Arm:
    """As the Stanford arm."""
    return of_table("polar", "RRPRRR", [0, quarter(rng), quarter(rng), 0, *wrist(rng)], [0] * 6,
                    [0, length(rng, 0.4), 0, 0, 0, length(rng, 0.4)])  # fmt: skip


def few(rng: random.Random) -> Arm:
    """Three, four, or five joints."""
    kind = rng.randrange(5)
    if kind == 0:
        return of_table("position", "RRRF", [0, quarter(rng), 0, 0], [0, length(rng, 0.6), length(rng), length(rng)],
                        [0, 0, length(rng, 0.5), 0])  # fmt: skip
    if kind == 1:
        return of_table("scara", "RRPR", [0, 0, 0, 0], [0, length(rng), length(rng), 0], [0, length(rng, 0.5), 0, 0])
    if kind == 2:
        return of_table("direction", "RRRRR", [0, quarter(rng), 0, 0, quarter(rng)],
                        [0, length(rng, 0.6), length(rng), length(rng), 0],
                        [length(rng), 0, 0, 0, length(rng)])  # fmt: skip
    if kind == 3:
        return of_table("cylinder", "RPP", [0, 0, quarter(rng)], [0, 0, length(rng, 0.5)], [0, 0, 0])
    return of_table("planar", "RRR", [0, 0, 0], [0, length(rng), length(rng)], [0, 0, 0], task="pose")


def general(rng: random.Random) -> Arm:
    """Only elimination serves."""
    alpha: list[Cell] = [0, *(rng.choice((quarter(rng), round(rng.uniform(-1.5, 1.5), 2))) for _ in range(5))]
    return of_table("general", "RRRRRR", alpha, [0, *(length(rng) for _ in range(5))], [length(rng) for _ in range(6)])


def nearly(rng: random.Random) -> Arm:
    """An arm that misses its class by little."""
    arm = rng.choice((anthropomorphic, parallel))(rng)
    off = 10.0 ** rng.uniform(-9, -7)
    joints = [lw.Joint(name=j.name, parent=j.parent, kind=j.kind, alpha=j.alpha, d=j.d + rng.uniform(-off, off),
                       theta=j.theta, r=j.r) for j in arm.robot.joints]  # fmt: skip
    return Arm(lw.Robot(name="nearly", joints=tuple(joints)))


def gen3(rng: random.Random) -> Arm:
    """Seven joints without offsets between consecutive axes but along them; the third is locked."""
    return of_table("gen3", "RRRRRRR", [0, *(quarter(rng) for _ in range(6))], [0] * 7,
                    [length(rng), length(rng, 0.6), length(rng), length(rng, 0.6), length(rng), 0, length(rng)],
                    locked=3)  # fmt: skip


def arm_angle(rng: random.Random) -> Arm:
    r: list[Cell] = [length(rng), 0, length(rng), 0, length(rng), 0, length(rng)]
    return of_table("arm_angle", "RRRRRRR", [0, *(quarter(rng) for _ in range(6))], [0] * 7, r, redundancy="arm_angle")


def symbols(rng: random.Random) -> Arm:
    robot = lw.load(rng.choice(("puma560", "rx90", "ur5", "stanford")))
    return Arm(robot.changed(numbers={}), {}, {k: float(v) for k, v in robot.numbers.items()})


def built_in(rng: random.Random) -> Arm:
    return Arm(lw.load(rng.choice(BUILT_IN)))


KINDS = (anthropomorphic, parallel, wrist_first, parallel_last, wrist_quartic, parallel_quartic, gantry, polar, few,
         general, nearly, gen3, arm_angle, symbols, built_in)  # fmt: skip


# -- another direct model ----------------------------------------------------------------------------------------------


class Numeric:
    """A chain by NumPy: poses, slopes, and Newton steps, for the task that its inverse model takes."""

    def __init__(self, arm: Arm) -> None:
        robot = arm.robot.changed(numbers=arm.lengths) if arm.lengths else arm.robot
        frame = end_frame(robot)
        self.problem = problem_of(robot, frame, arm.options.get("task", "auto"),
                                  [arm.options["locked"]] if "locked" in arm.options else None)  # fmt: skip
        self.psi = "redundancy" in arm.options
        self.screws, self.M = self.problem.chain.screws, self.problem.chain.M
        self.reach = self.problem.chain.reach
        self.has_lengths = any(not x.is_zero for j in robot.joints for x in (j.b, j.d, j.r))
        self.locks = [] if self.psi else [*self.problem.locks]
        self.own = [k for k in range(len(self.screws)) if k not in self.locks]
        self.units = np.array([1.0 if s.is_revolute else self.reach for s in self.screws])
        self.cross = [np.cross(np.eye(3), s.h) for s in self.screws]
        self.squares = [K @ K for K in self.cross]
        self.axes = {"pose": 3, "direction": 1, "position": 0}["pose" if self.psi else self.problem.task]

    def pose(self, q: Array) -> Array:
        return self._lines(q)[0]

    def at(self, T: Array) -> Numeric:
        """With the unit of length for a pose: an arm without lengths has none but how far the frame is, and a frame
        1e-14 m from where all axes meet is as far from there as one at 1 m."""
        if self.has_lengths or not T[:3, 3].any():
            return self
        sized = copy.copy(self)
        sized.reach = float(np.linalg.norm(T[:3, 3]))
        sized.units = np.array([1.0 if s.is_revolute else sized.reach for s in self.screws])
        return sized

    def _lines(self, q: Array) -> tuple[Array, list[tuple[Array, Array]]]:
        """The pose, and the direction and a point of each axis."""
        T, lines = np.eye(4), []
        for s, K, square, x in zip(self.screws, self.cross, self.squares, q, strict=True):
            h, c = T[:3, :3] @ s.h, T[:3, :3] @ s.c + T[:3, 3]
            lines.append((h, c))
            E = np.eye(4)
            if s.is_revolute:
                E[:3, :3] += math.sin(x) * K + (1 - math.cos(x)) * square
                E[:3, 3] = s.c - E[:3, :3] @ s.c
            else:
                E[:3, 3] = x * s.h
            T = T @ E
        return T @ self.M, lines

    def missed(self, q: Array, T: Array) -> Array:
        """Of the reach, and of the axes that the task gives."""
        here = self.pose(q)
        parts = [(here[:3, 3] - T[:3, 3]) / self.reach]
        parts += [here[:3, 2 - k] - T[:3, 2 - k] for k in range(self.axes)]
        return np.concatenate(parts)

    def slopes(self, q: Array) -> Array:
        """By the joints that are looked for, in their units."""
        T, lines = self._lines(q)
        h, c = (np.array([lines[k][side] for k in self.own]) for side in range(2))
        turns = np.array([self.screws[k].is_revolute for k in self.own])[:, None]
        place = np.where(turns, _across(h, T[:3, 3] - c) / self.reach, h)
        axes = [np.where(turns, _across(h, T[:3, 2 - k]), 0.0) for k in range(self.axes)]
        return np.concatenate([place, *axes], axis=1).T

    def sizes(self, q: Array) -> Array:
        """Singular values, from the largest to the smallest."""
        return np.linalg.svd(self.slopes(q), compute_uv=False)

    def settle(self, q: Array, T: Array, enough: float = 1e-15, soft: float = 1e-6) -> tuple[Array, float]:
        """Where Levenberg and Marquardt's steps from q end, and what is left there; `enough`: of that."""
        q = q.copy()
        e = self.missed(q, T)
        for _ in range(40):
            if np.abs(e).max() < enough:
                break
            J = self.slopes(q)
            step = np.zeros(len(q))
            system = np.concatenate([J, soft * np.eye(len(self.own))])
            step[self.own] = -np.linalg.lstsq(system, np.concatenate([e, np.zeros(len(self.own))]), rcond=0)[0]
            there = q + step * self.units
            new = self.missed(there, T)
            if new @ new < e @ e:
                q, e, soft = there, new, max(soft / 10, 1e-16)  # at a double posture, many steps halve what is left
            else:
                soft *= 4
            if not soft < 1e3:
                break
        return q, float(np.abs(e).max())

    def moves_freely(self, q: Array, joints: list[int], T: Array) -> bool:
        """Whether these joints can move while the frame stays, each of them, and the others next to nothing: a step
        along what slopes leave open leads to other postures at the pose, by short ways or by long ones (`soft`), where
        slopes leave a motion open again: they do all along a curve, and not at a posture of its own. The long step is
        for a joint that hardly moves: beside a wrist one may do so by 1e-5 of what others turn."""
        columns = [self.own.index(k) for k in joints]
        J = self.slopes(q)
        ways = []
        for some, enough in ((columns, FREE), (range(len(self.own)), ON)):  # beside a curve, the others lead to it
            _, size, V = np.linalg.svd(J[:, some])
            open_ways = [*V[int((size > 1e-3).sum()) :]]  # the others help by next to nothing
            both = [(v + sign * w) / 2 for v, w in itertools.combinations(open_ways, 2) for sign in (1, -1)]
            for v in (*open_ways, *both):  # of two ways, neither may move a joint that both do
                way = np.zeros(len(q))
                way[[self.own[k] for k in some]] = v
                ways += [(way, enough), (-way, enough)]  # one way, it may be back
        moved = np.zeros(len(joints))
        for step, soft, (way, enough) in itertools.product(STEPS, SOFT, ways):
            there, left = self.settle(q + step * way * self.units, T, soft=soft)
            apart = self.apart(there, q)
            on_a_curve = left < enough and self.sizes(there)[-1] < OPEN
            if on_a_curve and all(apart[k] < 0.1 * step for k in self.own if k not in joints):
                moved = np.maximum(moved, apart[joints])
            if (moved > MOVED).all():
                return True
        return False

    def apart(self, x: Array, y: Array) -> Array:
        """Of each joint: chords, or parts of the reach."""
        d = (np.asarray(x) - y) / self.units
        return np.array(
            [abs(2 * np.sin(v / 2)) if s.is_revolute else abs(v) for s, v in zip(self.screws, d, strict=True)]
        )

    def _elbow(self, q: Array) -> tuple[Array, Array, Array]:
        """The direction from shoulder to wrist, the elbow from the shoulder, and the first axis."""
        _, lines = self._lines(q)
        shoulder, wrist = (_meet(lines[k : k + 3]) for k in (0, 4))
        h, c = lines[3]
        elbow = c + h * (h @ (shoulder - c)) - shoulder
        return (wrist - shoulder) / np.linalg.norm(wrist - shoulder), elbow, lines[0][0]

    def is_straight(self, q: Array) -> bool:
        """Whether there is no arm angle: the elbow, or the first axis, is on the line from shoulder to wrist."""
        u, elbow, first = self._elbow(q)
        return bool(min(np.linalg.norm(np.cross(u, v)) for v in (elbow / self.reach, first)) < 1e-6)

    def angle(self, q: Array) -> float:
        """The arm angle: about the line from shoulder to wrist, from the first axis to the elbow."""
        u, elbow, first = self._elbow(q)
        return math.atan2(u @ np.cross(first, elbow), first @ elbow - (u @ first) * (u @ elbow))


def _across(a: Array, b: Array) -> Array:
    """Cross products, row by row: those of NumPy take ten times as long."""
    return a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]


def _meet(lines: list[tuple[Array, Array]]) -> Array:
    across = [np.eye(3) - np.outer(h, h) for h, _ in lines]
    return np.linalg.lstsq(np.concatenate(across), np.concatenate([A @ c for A, (_, c) in zip(across, lines)]))[0]


# -- singular postures -------------------------------------------------------------------------------------------------


def singular(chain: Numeric, rng: random.Random) -> tuple[Array, list[int]]:
    """A posture at which one or two sets of joints are singular, and the joints that lead there."""
    n = len(chain.screws)
    q = np.array([rng.uniform(-2.5, 2.5) for _ in range(n)]) * chain.units
    kind = rng.random()
    if kind < 0.3:
        some = rng.sample(range(n), rng.randint(1, n))
        for k in some:
            q[k] = rng.choice((0.0, 0.0, math.pi, math.pi / 2, -math.pi / 2)) if chain.screws[k].is_revolute else 0.0
        return q, some
    moved: list[int] = []
    free = [k for k in chain.own if k > 0]
    rng.shuffle(free)
    for k in free:
        root = _root(chain, q, k, len(moved))
        if root is not None:
            q[k] = root
            moved.append(k)
        if len(moved) > (kind > 0.7):
            break
    return q, moved or free[:1]


def _root(chain: Numeric, q: Array, k: int, before: int) -> float | None:
    """Where, along a joint, one more singular value vanishes than do already."""

    def least(x: float) -> float:
        there = q.copy()
        there[k] = x
        sizes = chain.sizes(there)
        return float(sizes[len(sizes) - 1 - before])

    xs = np.linspace(-math.pi, math.pi, 41) * chain.units[k]
    ys = [least(x) for x in xs]
    low = [i for i in range(1, 40) if ys[i] <= min(ys[i - 1], ys[i + 1])]
    for i in sorted(low, key=lambda i: ys[i])[:3]:
        a, b = xs[i - 1], xs[i + 1]
        c, d = (b - (b - a) * w for w in (GOLDEN, 1 - GOLDEN))
        yc, yd = least(c), least(d)
        for _ in range(60):
            if yc < yd:
                b, d, yd = d, c, yc
                c = b - (b - a) * GOLDEN
                yc = least(c)
            else:
                a, c, yc = c, d, yd
                d = a + (b - a) * GOLDEN
                yd = least(d)
        x = (a + b) / 2
        for exact in (0.0, math.pi / 2, -math.pi / 2, math.pi, -math.pi):
            if abs(x / chain.units[k] - exact) < 1e-6:
                x = exact * chain.units[k]
        if least(x) < 1e-7:
            return float(x)
    return None


# -- the law -----------------------------------------------------------------------------------------------------------


def run(section: Section) -> None:
    for rng in section.rounds(least=len(KINDS)):
        kind = KINDS[(section.trials - 1) % len(KINDS)]
        where = f"trial {section.trials}, seed {section.seed}: {kind.__name__}"
        with section.guarded(kind.__name__, where), warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            arm = kind(rng)
            fn = lw.compile(lw.model(arm.robot, "inverse_geometry", **arm.options))
            chain = Numeric(arm)
            for k in range(25):
                q, joints = singular(chain, rng)
                far = 10.0 ** rng.uniform(-14, -4)
                some = joints if rng.random() < 0.7 else range(len(q))
                for j in some:
                    q[j] += far * rng.choice((1.0, -1.0, rng.uniform(-1, 1))) * chain.units[j]
                for rounding, rounded in ROUNDINGS.items():
                    _one(section, arm, chain, fn, q, rounding, rounded, rng, f"{where}, {k}: {far:.0e} {rounding}")


def _one(section: Section, arm: Arm, chain: Numeric, fn: Any, q: Array, rounding: str,
         rounded: Callable[[Array], Array], rng: random.Random, where: str) -> None:  # fmt: skip
    T = rounded(chain.pose(q))
    chain = chain.at(T)
    given: dict[str, Any] = {"T": T}
    if chain.locks:
        given["q_locked"] = q[chain.locks]
    if chain.psi:
        given["psi"] = [chain.angle(q)]
    if arm.lengths:
        given["parameters"] = {k: v for k, v in arm.lengths.items() if k in _parameters(fn)}
    found = fn(**given)
    count = int(found["count"])
    rows = []
    for x in np.asarray(found["q"])[:count]:
        whole = q.copy()
        whole[chain.own] = x
        rows.append(whole)
    flags, free = (np.asarray(found[name])[:count].astype(int) for name in ("flags", "free"))
    U, _, V = np.linalg.svd(T[:3, :3])
    goal = T.copy()
    goal[:3, :3] = U @ V
    kind = f"{arm.robot.name}, {rounding}"
    for x, bits, flag in zip(rows, free, flags):
        section.comparisons += 1
        if not np.abs(chain.missed(x, goal)).max() < AT:
            section.found(f"{kind}: told, and not at the pose", f"{where} q={q.tolist()} {x.tolist()}")
        joints = [k for place, k in enumerate(chain.own) if bits >> place & 1]
        if bool(joints) != (flag & 2 > 0):
            section.found(f"{kind}: free, and its flag is not", f"{where} q={q.tolist()}")
        if joints and not chain.moves_freely(x, joints, goal):
            section.found(f"{kind}: told as free, and not", f"{where} q={q.tolist()} {x.tolist()} joints {joints}")
    known = [q] if rounding == "exact" else newton(chain, q, goal, rng)
    if chain.psi and (rounding != "exact" or chain.is_straight(q)):
        return  # the angle is not known
    for x in known:
        section.comparisons += 1
        least = float(chain.sizes(x)[-1])
        near = NEAR + LEFT / max(least, EPS)  # so far may steps of Newton's method end from where they lead
        if any(same(chain, x, y, int(bits), near) for y, bits in zip(rows, free)):
            continue
        place = f"{where}: smallest slope {least:.0e}, count {count}, flags {flags.tolist()}, q={x.tolist()}"
        if any(f & (SINGULAR | SOUGHT) for f in flags):
            section.notes.append(f"{kind}: lost, and told as singular: {place}")
        else:
            section.found(f"{kind}: lost", place)


def _parameters(fn: Any) -> list[str]:
    return next((list(p.labels) for p in fn.function.inputs if p.name == "parameters"), [])


def newton(chain: Numeric, q: Array, T: Array, rng: random.Random) -> list[Array]:
    """Postures at the pose that Newton's steps from q, or from beside it, lead to."""
    found = []
    for far in (0.0, 1e-3, 0.1):
        start = q.copy()
        for k in chain.own:
            start[k] += far * rng.uniform(-1, 1) * chain.units[k]
        x, left = chain.settle(start, T)
        if left < LEFT:
            found.append(x)
    return found


def same(chain: Numeric, x: Array, y: Array, bits: int, near: float) -> bool:
    """But for joints that are free."""
    apart = chain.apart(x, y)
    return all(a < near or bits >> k & 1 for k, a in enumerate(apart[chain.own]))
