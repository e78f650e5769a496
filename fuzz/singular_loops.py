"""Robots with loops driven exactly into singular positions, 1e-9 and 1e-6 beside them, and beyond their reach.

Positions are found with NumPy alone: a path on the closed positions of a robot is followed along the null space N of
the rows of its loops, until the determinant of the rows of N that belong to some joints changes its sign. There these
joints do not determine the others. The status must say so, and no number may leave.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwright as lw
from fuzz.report import Section
from linkwright import LinkwrightError, formats
from linkwright.expr import value_of
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree

Array = NDArray[Any]
BESIDE = (0.0, 1e-9, 1e-6)
BEYOND = (1e-10, 1e-8, 1e-6, 1e-4, 1e-3)
STEPS, STEP = 60, 0.04
REGULAR = 0.02  # the least singular value of rows of N, of 1: joints that determine the others well
CURVED = 1e-2  # how a boundary of reach turns back, in radians and units of length: less is no boundary
ROBOTS = ("gough_stewart", "hybrid_leg", "p3rrr", "p3rpr", "p3prr", "p6pus", "p6rus", "p3upu", "p3ruu", "delta",
          "five_bar", "four_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar", "stephenson_six_bar",
          "andrews", "spherical_four_bar", "picker", "bennett", "sarrus", "palletizer_loops")  # fmt: skip


# -- robots in NumPy ---------------------------------------------------------------------------------------------------


def turn(axis: int, a: float) -> Array:
    T, (i, k) = np.eye(4), [(1, 2), (2, 0), (0, 1)][axis]
    T[i, i] = T[k, k] = np.cos(a)
    T[k, i] = np.sin(a)
    T[i, k] = -T[k, i]
    return T


def shift(axis: int, x: float) -> Array:
    T = np.eye(4)
    T[axis, 3] = x
    return T


def placed(joint: lw.Joint, q: float = 0.0) -> Array:
    """Khalil & Kleinfinger (1986)."""
    gamma, b, alpha, d, theta, r = (value_of(getattr(joint, k)) for k in ("gamma", "b", "alpha", "d", "theta", "r"))
    theta, r = theta + q * (joint.kind == "revolute"), r + q * (joint.kind == "prismatic")
    before = turn(2, gamma) @ shift(2, b) @ turn(0, alpha) @ shift(0, d)
    return np.asarray(before @ turn(2, theta) @ shift(2, r))


def rotation(Q: Array) -> Array:
    T, (w, x, y, z) = np.eye(4), Q
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T[:3, :3] += 2 * w * K + 2 * K @ K
    return T


@dataclass(frozen=True)
class Mechanism:
    """A robot of numbers; its position is one array per joint: empty, a number, or a quaternion."""

    robot: lw.Robot

    @cached_property
    def tree(self) -> lw.Robot:
        return with_cut_joints_in_tree(self.robot)

    @cached_property
    def freedoms(self) -> list[int]:
        """The joint of each rate."""
        return [j for j, x in enumerate(self.tree.joints, 1) for _ in range(3 if x.kind == "ball" else int(x.moves))]

    @cached_property
    def unit(self) -> float:
        """A length: what slides is measured by it."""
        sizes = [abs(value_of(getattr(x, k))) for x in self.tree.joints for k in ("b", "d", "r")]
        return max([*sizes, *(abs(float(x.start)) for x in self.tree.joints if x.kind == "prismatic")]) or 1.0

    @cached_property
    def scale(self) -> Array:
        slides = np.array([self.tree.joint(j).kind == "prismatic" for j in self.freedoms])
        return np.where(slides, self.unit, 1.0)

    @property
    def start(self) -> list[Array]:
        return [np.array([1.0, 0, 0, 0]) if x.kind == "ball" else np.array([float(x.start)] if x.moves else [])
                for x in self.tree.joints]  # fmt: skip

    def frames(self, q: list[Array]) -> list[Array]:
        T = [np.eye(4)]
        for joint, x in zip(self.tree.joints, q, strict=True):
            own = placed(joint) @ rotation(x) if joint.kind == "ball" else placed(joint, float(x[0]) if len(x) else 0.0)
            T.append(T[joint.parent] @ own)
        return T

    def moved(self, q: list[Array], step: Array) -> list[Array]:
        """By rates, those of ball joints in their own frames."""
        found, k = [], 0
        for joint, x in zip(self.tree.joints, q, strict=True):
            if joint.kind == "ball":
                w = step[k : k + 3]
                half = np.linalg.norm(w) / 2
                u = np.array([np.cos(half), *(np.sinc(half / np.pi) / 2 * w)])
                a, v = x[0], x[1:]
                x = np.array([a * u[0] - v @ u[1:], *(a * u[1:] + u[0] * v + np.cross(v, u[1:]))])
                found.append(x / np.linalg.norm(x))
                k += 3
            else:
                found.append(x + step[k : k + len(x)])
                k += len(x)
        return found

    def system(self, q: list[Array]) -> tuple[Array, Array]:
        """What must vanish, and its slopes by the rates."""
        T = self.frames(q)
        gaps: list[float] = []
        rows: list[Array] = []
        for loop in self.tree.loops:
            C = T[loop.joint.parent] @ placed(replace(loop.joint, kind="fixed"))
            E = T[loop.frame.parent] @ placed(loop.frame)
            twist = self._twists(T, loop.frame.parent, E[:3, 3]) - self._twists(T, loop.joint.parent, E[:3, 3])
            v, w = C[:3, :3].T @ twist[:3], C[:3, :3].T @ twist[3:]
            R = np.linalg.inv(C) @ E
            p, z = R[:3, 3] / self.unit, R[:3, 2]
            v = v / self.unit
            angle = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
            spin = (np.trace(R[:3, :3]) * np.eye(3) - R[:3, :3]) / 2  # of `angle`, by the turns in C
            if loop.joint.kind in ("revolute", "cylindrical", "planar"):
                angle = np.array([-z[1], z[0]])
                spin = np.array([[z[2], 0, -z[0]], [0, z[2], -z[1]]])
            linear = {"prismatic": (0, 1), "cylindrical": (0, 1), "line": (0, 1), "planar": (2,)}
            chosen = list(linear.get(loop.joint.kind, (0, 1, 2)))
            gaps += [*p[chosen]]
            rows += [*v[chosen]]
            if loop.joint.kind in ("revolute", "cylindrical", "planar", "fixed", "prismatic"):
                gaps += [*angle]
                rows += [*(spin @ w)]
            elif loop.joint.kind == "universal":
                gaps.append(z[2])
                rows.append(np.array([z[1], -z[0], 0]) @ w)
        places = {j: k for k, j in enumerate(self.freedoms)}
        for coupling in self.tree.couplings:
            row = np.zeros(len(self.freedoms))
            row[places[coupling.joint]] = 1
            gap = float(q[coupling.joint - 1][0]) - value_of(coupling.offset)
            for term in coupling.terms:
                row[places[term.joint]] -= value_of(term.factor)
                gap -= value_of(term.factor) * float(q[term.joint - 1][0])
            gaps.append(gap)
            rows.append(row)
        return np.array(gaps), np.array(rows) * self.scale

    def _twists(self, T: list[Array], link: int, point: Array) -> Array:
        """The twist of a point of a link by every rate, in the base."""
        found = np.zeros((6, len(self.freedoms)))
        branch, j = [], link
        while j:
            branch.append(j)
            j = self.tree.joint(j).parent
        for j in branch:
            kind = self.tree.joint(j).kind
            for c, k in enumerate(k for k, x in enumerate(self.freedoms) if x == j):
                axis = T[j][:3, c if kind == "ball" else 2]
                arm = point - T[j][:3, 3]
                found[:, k] = [*axis, 0, 0, 0] if kind == "prismatic" else [*np.cross(axis, arm), *axis]
        return found

    def closed(self, q: list[Array], keep: list[int] | None = None) -> list[Array] | None:
        """The closed position nearby; freedoms that stay where they are."""
        for _ in range(30):
            gap, J = self.system(q)
            if np.abs(gap).max() < 3e-16:
                break
            J[:, keep or []] = 0
            step = np.linalg.lstsq(J, gap, rcond=1e-9)[0]
            if not np.isfinite(step).all() or np.abs(step).max() > 1:
                return None
            q = self.moved(q, -step * self.scale)
        return q if np.abs(self.system(q)[0]).max() < 1e-14 else None

    def null(self, q: list[Array], mobility: int, like: Array | None = None) -> Array:
        """A basis of the rates that the loops allow, turned as another one is."""
        N = np.linalg.svd(self.system(q)[1])[2][-mobility:].T
        if like is not None:
            u, _, v = np.linalg.svd(N.T @ like)
            N = N @ u @ v
        return np.asarray(N)

    @cached_property
    def elements(self) -> dict[str, tuple[int, int]]:
        """The joint, and which number of its position, of a label of a port: a ball joint has four."""
        found: dict[str, tuple[int, int]] = {}
        for j, x in enumerate(self.tree.joints, 1):
            for k, axis in enumerate([f"_{a}" for a in "wxyz"] if x.kind == "ball" else [""] if x.moves else []):
                found |= dict.fromkeys((f"{x.variable}{axis}", f"{x.variable}{axis}_start"), (j, k))
        return found

    def links(self, labels: tuple[str, ...]) -> list[int]:
        return list(dict.fromkeys(self.elements[label][0] for label in labels))

    def places(self, links: list[int]) -> list[int]:
        return [k for j in links for k, x in enumerate(self.freedoms) if x == j]

    def values(self, q: list[Array], labels: tuple[str, ...]) -> Array:
        return np.array([q[j - 1][k] for j, k in map(self.elements.__getitem__, labels)])


# -- singular positions ------------------------------------------------------------------------------------------------


@dataclass
class Path:
    """A way over closed positions of a robot."""

    mechanism: Mechanism
    mobility: int
    q: list[Array]
    direction: Array

    def at(self, length: float) -> list[Array] | None:
        return self.mechanism.closed(self.mechanism.moved(self.q, length * self.direction * self.mechanism.scale))

    def next(self) -> Path | None:
        q = self.at(STEP)
        if q is None:
            return None
        N = self.mechanism.null(q, self.mobility)
        direction = N @ (N.T @ self.direction)
        size = np.linalg.norm(direction)
        return Path(self.mechanism, self.mobility, q, direction / size) if size > 0.5 else None

    def root(self, joints: list[int]) -> float | None:
        """How far from here the determinant of the rows of N of these joints vanishes, within a step."""
        like = self.mechanism.null(self.q, self.mobility)

        def det(length: float) -> float:
            q = self.at(length)
            return np.nan if q is None else float(np.linalg.det(self.mechanism.null(q, self.mobility, like)[joints]))

        low, high = 0.0, STEP
        first, last = det(low), det(high)
        if not first * last < 0:
            return None
        for _ in range(60):
            middle = (low + high) / 2
            value = det(middle)
            low, high = (middle, high) if value * first > 0 else (low, middle)
        return high


# -- robots by chance --------------------------------------------------------------------------------------------------

GENERIC = ROBOTS[:7] + ROBOTS[10:17]  # which move as they do with any lengths
INERTIAL = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M", "IA", "FV", "FS", "G")


def drawn(rng: random.Random) -> lw.Robot | None:
    """A built-in robot with loops, or one with other lengths and angles, assembled anew; in any unit of length."""
    name = rng.choice(ROBOTS)
    robot = formats.builtin(name).without("external")
    if name in GENERIC and rng.random() < 0.7:
        numbers = {k: x if k.startswith(INERTIAL) else x * rng.uniform(0.9, 1.1) for k, x in robot.numbers.items()}
        made = with_cut_joints_in_tree(replace(robot, numbers=numbers).with_numbers())
        mechanism = Mechanism(made)
        still = [k for k, j in enumerate(mechanism.freedoms) if made.joint(j).kind == "ball"]
        q = mechanism.closed(mechanism.start, still)
        if q is None:
            return None
        starts = [float(v[0]) if len(v) == 1 else x.start for x, v in zip(made.joints, q, strict=True)]
        robot = replace(made, joints=tuple(replace(x, start=v) for x, v in zip(made.joints, starts, strict=True)))
    return in_units(robot.with_numbers(), 10.0 ** rng.choice((-3, 0, 0, 0, 3)))


def in_units(robot: lw.Robot, L: float) -> lw.Robot:
    """With lengths in other units."""

    def longer(x: lw.Joint) -> lw.Joint:
        start = float(x.start) * (L if x.kind == "prismatic" else 1.0)
        lengths: dict[str, Any] = {k: value_of(getattr(x, k)) * L for k in ("b", "d", "r")}
        return replace(x, start=start, **lengths)

    if L == 1:
        return robot
    tree = with_cut_joints_in_tree(robot)
    loops = tuple(replace(x, joint=longer(x.joint), frame=longer(x.frame)) for x in tree.loops)
    return replace(tree, joints=tuple(map(longer, tree.joints)), loops=loops)


# -- what is looked at -------------------------------------------------------------------------------------------------


@dataclass
class Subject:
    """A robot as a function of some of its joints."""

    section: Section
    mechanism: Mechanism
    independent: str
    where: str

    @cached_property
    def models(self) -> dict[str, tuple[lw.Function, Any]]:
        return {}

    def model(self, name: str) -> tuple[lw.Function, Any]:
        if name not in self.models:
            made = lw.model(self.mechanism.robot, name, independent=self.independent)
            self.models[name] = made, lw.compile(made)
        return self.models[name]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return next(tuple(p.labels) for p in self.model("inverse_dynamics")[0].inputs if p.name == "q")

    @cached_property
    def places(self) -> list[int]:
        return self.mechanism.places(self.mechanism.links(self.labels))

    def result(self, name: str, q: list[Array]) -> tuple[int, dict[str, Array]]:
        """The status of a model at a position, and what it gives."""
        made, fn = self.model(name)
        given: dict[str, Any] = {}
        for p in made.inputs:
            at = p.name in ("q", "q_start")
            given[p.name] = self.mechanism.values(q, tuple(p.labels)) if at else np.linspace(0.3, 0.7, p.size)
        found = fn(**given)
        return int(found["status"]), {k: np.asarray(x, float) for k, x in found.items() if k != "status"}

    def position(self, q: list[Array]) -> list[Array] | None:
        """Where the model finds all joints, those of loops closed by motors that are no joints left out."""
        status, found = self.result("joint_positions", q)
        if status:
            return None
        port = next(p for p in self.model("joint_positions")[0].outputs if p.name == "positions")
        there = [x.copy() for x in q]
        for label, x in zip(port.labels, found["positions"], strict=True):
            j, k = self.mechanism.elements[label]
            there[j - 1][k] = x
        return there

    def is_there(self, q: list[Array]) -> bool:
        """Whether the closed forms are in the branch of this position, or the iteration finds it."""
        there = self.position(q)
        return there is not None and _apart(there, q) < 1e-6

    def must_tell(self, kind: str, name: str, q: list[Array], place: str) -> None:
        """A status that is not 0, and no number."""
        self.section.comparisons += 1
        status, found = self.result(name, q)
        if status == 0:
            largest = max(np.abs(x).max(initial=0) for x in found.values())
            self.section.found(kind, f"{self.where}, {name} by {self.independent}, {place}: up to {largest:.1e}")
        elif any(np.isfinite(x).any() for x in found.values()):
            self.section.found("a number leaves", f"{self.where}, {name} by {self.independent}, {place}")

    def must_solve(self, name: str, q: list[Array]) -> None:
        self.section.comparisons += 1
        status, found = self.result(name, q)
        if status or not all(np.isfinite(x).all() for x in found.values()):
            self.section.found("regular, and refused", f"{self.where}, {name} by {self.independent}: status {status}")


def run(section: Section) -> None:
    for rng in section.rounds(least=3):
        robot = drawn(rng)
        where = f"trial {section.trials}, seed {section.seed}: {robot.name if robot else ''}"
        with section.guarded("robot", where), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if robot:
                _one(section, Mechanism(robot), rng, where)


def _one(section: Section, mechanism: Mechanism, rng: random.Random, where: str) -> None:
    mobility = lw.mobility(mechanism.robot).data()["mobility"]
    q = mechanism.closed(mechanism.start)
    if q is None:
        return section.found("start that NumPy cannot close", where)
    N = mechanism.null(q, mobility)
    subjects = list(_subjects(section, mechanism, mobility, N, rng, where))
    drives = [k for k, j in enumerate(mechanism.freedoms) if mechanism.tree.joint(j).actuated]
    watched = [(x, x.places) for x in subjects]
    if len(drives) == mobility:
        watched += [(x, drives) for x in subjects if {*x.places} != {*drives}]
    direction = N @ np.array([rng.gauss(0, 1) for _ in range(mobility)])
    path: Path | None = Path(mechanism, mobility, q, direction / np.linalg.norm(direction))
    for k in range(STEPS):
        if path is None or not watched:
            break
        roots = [(x, places, path.root(places)) for x, places in watched]
        if k % 10 == 0:
            _regular(path, watched)
        for subject, places, length in roots:
            if length is not None and (subject, places) in watched:
                _singular(subject, places, path, length)
                watched = [(x, p) for x, p in watched if x is not subject]
        path = path.next()
    return None


def _subjects(section: Section, mechanism: Mechanism, mobility: int, N: Array, rng: random.Random, where: str) -> Any:
    joints = [x.name for x in mechanism.tree.joints]
    other = [j for j in range(1, len(joints) + 1) if len(mechanism.places([j])) == 1]
    wanted = ["driven", *(["platform"] if any(n.split("_")[0] == "platform" for n in joints) else [])]
    for _ in range(20):
        chosen = rng.sample(other, mobility) if len(other) >= mobility else []
        if chosen and np.linalg.svd(N[mechanism.places(chosen)])[1][-1] > 0.1:
            wanted.append(",".join(joints[j - 1] for j in chosen))
            break
    for independent in wanted:
        subject = Subject(section, mechanism, independent, where)
        try:
            if len(subject.places) == mobility and np.linalg.svd(N[subject.places])[1][-1] > REGULAR:
                subject.model("inverse_dynamics")
                yield subject
        except LinkwrightError as reason:
            section.refused[f"{independent.split(',')[0][:8]}: {type(reason).__name__}"] += 1


def _regular(path: Path, watched: list[tuple[Subject, list[int]]]) -> None:
    N = path.mechanism.null(path.q, path.mobility)
    for subject in {id(x): x for x, _ in watched}.values():
        least = min(np.linalg.svd(N[p])[1][-1] for x, p in watched if x is subject)
        if least > REGULAR and subject.is_there(path.q):
            subject.must_solve("inverse_dynamics", path.q)
            subject.must_solve("forward_dynamics", path.q)


def _singular(subject: Subject, places: list[int], path: Path, length: float) -> None:
    before = path.at(max(0.0, length - 1e-3))
    if before is None or not subject.is_there(before):
        return
    own = places == subject.places
    names = ("inverse_dynamics", *(("dependent_motion", "inertia_matrix", "link_wrenches") if own else ()))
    for beside in BESIDE:
        for sign in (-1, 1):
            q = path.at(length + sign * beside)
            for name in names:
                if q is None:
                    break
                try:
                    subject.must_tell(f"{beside:g} beside a singular position", name, q,
                                      f"{'own' if own else 'drives'} {places}")  # fmt: skip
                except LinkwrightError as reason:
                    subject.section.refused[f"{name}: {type(reason).__name__}"] += 1
    at = path.at(length)
    if own and at is not None:
        _beyond(subject, path, at)


def _beyond(subject: Subject, path: Path, q: list[Array]) -> None:
    """Where the joints turn back: a step over the boundary."""
    mechanism, places = path.mechanism, subject.places
    if any(mechanism.tree.joint(mechanism.freedoms[k]).kind == "ball" for k in places):
        return
    N = mechanism.null(q, path.mobility)
    normal, _, standing = np.linalg.svd(N[places])
    g, still = normal[:, -1], N @ standing[-1]
    h = 1e-3
    sides = [mechanism.closed(mechanism.moved(q, sign * h * still * mechanism.scale)) for sign in (-1, 1)]
    if any(x is None for x in sides):
        return
    at, *ends = (mechanism.values(x, subject.labels) / mechanism.scale[places] for x in (q, *sides) if x is not None)
    turning = float(g @ ((ends[0] + ends[1]) / 2 - at)) / h**2
    if abs(turning) < CURVED:
        return
    for far in BEYOND:
        step = np.zeros(len(mechanism.freedoms))
        step[places] = -np.sign(turning) * far * g
        beyond = mechanism.moved(q, step * mechanism.scale)
        there = subject.position(beyond)
        if there is not None and np.abs(mechanism.system(there)[0]).max() < 1e-12 and _apart(there, q) > 0.01:
            continue  # closed in another assembly, which is far
        for name in ("inverse_dynamics", "joint_positions"):
            subject.must_tell(f"{far:g} beyond reach", name, beyond, "")


def _apart(a: list[Array], b: list[Array]) -> float:
    return max(float(np.abs(np.exp(1j * (x - y)) - 1).max(initial=0)) for x, y in zip(a, b, strict=True))
