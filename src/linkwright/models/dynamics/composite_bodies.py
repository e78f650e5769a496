"""Composite bodies, and the joint-space matrices that are made of them.

The matrices of a robot have an entry (twist of joint i) . (wrench of joint j) for every pair of joints, i between the
base and j. The wrench is carried inward and the twist outward to any link where they are contracted; which link is
cheapest depends on the robot and is found by counting. Khalil & Dombre, section 9.6.2, is the special
case where every wrench is carried all the way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar

from linkwright.models.framework.frame_options import branch, until
from linkwright.models.framework.result import Quantities
from linkwright.models.search.graph_trial import improved, improved_along
from linkwright.models.search.plan_cache import Choices, Motion
from linkwright.models.tree.frame_chains import Tree
from linkwright.models.tree.generalized_coordinates import of_every_freedom, places
from linkwright.models.tree.link_steps import Step, in_frames, in_plane, other_frames, steps_of
from linkwright.models.tree.twists_wrenches import Twist, base_inertia, unit_twist
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Spin, Turn, Vec3, Z

P = TypeVar("P")  # a link, or a group of quantities and a link


# -- composite inertia ------------------------------------------------------------------------------------------------


def turned(I: Inertia, turn: Turn | Spin) -> Inertia:
    """Rotate a body: R J R^T, R MS; a turn about z (or x) does not change XX + YY (or YY + ZZ)."""
    if isinstance(turn, Spin):
        return Inertia.of(turned_matrix(I.J, turn), turn.apply(I.MS), I.M)
    s, c = turn.s, turn.c
    ms = turn.apply(I.MS)
    if turn.axis == "z":
        rise, h = in_plane(I.XX - I.YY, I.XY, s, c)
        side = turn.apply(Vec3(I.XZ, I.YZ, 0))
        return Inertia(I.XX - rise, h, side.x, I.YY + rise, side.y, I.ZZ, ms.x, ms.y, ms.z, I.M)
    rise, h = in_plane(I.YY - I.ZZ, I.YZ, s, c)
    side = turn.apply(Vec3(0, I.XY, I.XZ))
    return Inertia(I.XX, side.y, side.z, I.YY - rise, h, I.ZZ + rise, ms.x, ms.y, ms.z, I.M)


def shifted(I: Inertia, P: Vec3) -> Inertia:
    """Move a body by P: generalized Huygens-Steiner, with the moments before and after the shift."""
    h, k = I.MS, I.MS + P * I.M
    x, y, z = (p * a + p * b for p, a, b in zip(P, h, k, strict=True))
    return Inertia(
        I.XX + y + z, I.XY - P.x * h.y - P.y * k.x, I.XZ - P.x * h.z - P.z * k.x, I.YY + x + z,
        I.YZ - P.y * h.z - P.z * k.y, I.ZZ + x + y, k.x, k.y, k.z, I.M,
    )  # fmt: skip


def carried(I: Inertia, step: Step) -> Inertia:
    """Transform the inertia of a body from frame j to the parent's frame."""
    arm, r = step.arms
    I = shifted(I, Z * r)
    for turn in reversed(step.R.turns):
        I = turned(I, turn)
    return shifted(I, arm)


def composites(robot: Robot, steps: Sequence[Step]) -> list[Inertia]:
    """Inertias of the composite bodies of links j = 0..n, each in frame j (the base itself only if it floats)."""
    I = [base_inertia(robot), *(step.body.inertia for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        I[i] = I[i] + carried(I[j], steps[j - 1])
    return I


# -- general matrices -------------------------------------------------------------------------------------------------


def outer(a: Vec3, b: Vec3) -> Mat3:
    """Outer product a b^T."""
    return Mat3((b * a.x, b * a.y, b * a.z))


def turned_matrix(L: Mat3, turn: Turn | Spin) -> Mat3:
    """Rotate a matrix: R L R^T, the part in the plane of the turn by its difference and sum, the rest as vectors."""
    if isinstance(turn, Spin):
        return turn.R.times(L).times(turn.R.T)
    a, b, o = (0, 1, 2) if turn.axis == "z" else (1, 2, 0)
    s, c = turn.s, turn.c
    p = s * (L[a, a] - L[b, b]) + c * (L[a, b] + L[b, a])
    cells: dict[tuple[int, int], Scalar] = {
        (a, a): L[a, a] - s * p, (a, b): c * p - L[b, a], (a, o): c * L[a, o] - s * L[b, o],
        (b, a): c * p - L[a, b], (b, b): L[b, b] + s * p, (b, o): s * L[a, o] + c * L[b, o],
        (o, a): c * L[o, a] - s * L[o, b], (o, b): s * L[o, a] + c * L[o, b], (o, o): L[o, o],
    }  # fmt: skip
    return Mat3.of([[cells[row, column] for column in range(3)] for row in range(3)])


# -- joint-space matrices ---------------------------------------------------------------------------------------------


class Paths:
    """Twists of unit joint rates in the frames of all links further outward, and the steps between links."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.tree, self.steps = robot, Tree(robot, q), steps_of(robot, q)
        self._twists: dict[tuple[Coordinate, int], Twist] = {}
        self._turned: dict[Coordinate, dict[int, Vec3]] = {}  # axes after the rotations of their chains

    def step(self, j: int) -> Step:
        return self.steps[j - 1]

    def after(self, m: int, j: int) -> int:
        """The link after m on the path from link m outward to link j."""
        while self.robot.joint(j).parent != m:
            j = self.robot.joint(j).parent
        return j

    def twist(self, i: Coordinate, m: int) -> Twist:
        """Unit twist of coordinate i in frame m; rotations about parallel axes are added up on the path."""
        if i.link == m:
            return unit_twist(i)
        if (i, m) not in self._twists:
            step = self.step(m)
            before = self.twist(i, self.robot.joint(m).parent)
            chain = self.tree.chain(i.link, m)
            if i.turns:
                (arm, r), a = step.arms, chain.unrotate(i.w, self._turned.setdefault(i, {}))
                self._twists[i, m] = Twist(step.R.undo(before.v + before.w.cross(arm)) + a.cross(Z) * r, a)
            else:
                self._twists[i, m] = Twist(chain.unrotate(i.v, self._turned.setdefault(i, {})), ZERO)
        return self._twists[i, m]


Matrix = list[list[Scalar]]
LONG = 16  # joints of a chain: in longer ones, contraction links are sought as one run of links at the base
NEAR = 5  # links at the base of a long chain that are then toggled one by one


Meeting = tuple[Coordinate, Coordinate, int]


def contractions(robot: Robot, links: Container[int]) -> Iterator[Meeting]:
    """Yield freedoms i, j on one branch, i before j, and the link where twist i and wrench j are contracted.

    It is the outermost of `links` between them, or else the link of i.
    """
    for j in of_every_freedom(robot):
        place = {m: k for k, m in enumerate((0, *branch(robot, j.link)))}
        outermost = max((m for m in place if m in links), key=place.__getitem__, default=-1)
        for i in until(robot, j):
            yield i, j, outermost if place.get(outermost, -1) >= place[i.link] else i.link


def links_between(robot: Robot, i: Coordinate, end: int) -> tuple[int, ...]:
    """Links from `end` inward to that of coordinate i."""
    path = (0, *branch(robot, end))
    return path[path.index(i.link) :][::-1]


def square(robot: Robot, entries: Mapping[tuple[Coordinate, Coordinate], Scalar]) -> Matrix:
    """Project a matrix of all freedoms on the coordinates: G^T A G with the velocity map G."""
    if robot.ties:
        return projected(robot, entries)
    row = places(robot)
    A: Matrix = [[0] * len(row) for _ in row]
    for (i, j), x in entries.items():
        r, c = row.get(i), row.get(j)
        if r is not None and c is not None:
            A[r][c] = x if A[r][c] == 0 else A[r][c] + x
            continue
        for a, s in robot.shares(i):
            for b, t in robot.shares(j):
                A[row[a]][row[b]] = A[row[a]][row[b]] + x * s * t
    return A


def projected(robot: Robot, entries: Mapping[tuple[Coordinate, Coordinate], Scalar]) -> Matrix:
    """Project a matrix of all freedoms on the coordinates in two steps, A G and G^T A G, for formulas in G."""
    row = places(robot)
    half: dict[tuple[Coordinate, int], Scalar] = {}
    for (i, j), x in entries.items():
        for b, t in robot.shares(j):
            half[i, row[b]] = half.get((i, row[b]), 0) + x * t
    A: Matrix = [[0] * len(row) for _ in row]
    for (i, k), x in half.items():
        for a, s in robot.shares(i):
            A[row[a]][k] = A[row[a]][k] + x * s
    return A


class JointMatrix(ABC):
    """A joint-space matrix whose entries may be contracted from twists and wrenches at any link between two joints."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.paths, self.quantities = robot, Paths(robot, q), Quantities()
        self._made: dict[Meeting, tuple[Scalar, Scalar]] = {}

    @abstractmethod
    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        """Row i of column j and row j of column i, computed in frame m; i <= m <= j on one branch."""

    def matrix(self, links: Collection[int]) -> Matrix:
        """The matrix with contractions at these links."""
        entries: dict[tuple[Coordinate, Coordinate], Scalar] = {}
        for i, j, m in contractions(self.robot, links):
            if (i, j, m) not in self._made:
                self._made[i, j, m] = self.entry(i, j, m)
            entries[j, i], entries[i, j] = self._made[i, j, m][::-1]
        return square(self.robot, entries)


@dataclass(frozen=True)
class Plan(Generic[P]):
    """Links at which twists and wrenches are contracted, and links with another working frame (`other_frames`)."""

    links: frozenset[P] = frozenset()
    frames: frozenset[int] = frozenset()

    def toggled(self, link: P) -> Plan[P]:
        return replace(self, links=self.links ^ {link})

    def moved(self, j: int) -> Plan[P]:
        return replace(self, frames=self.frames | {j})


def cheapest_plan(robot: Robot, rows: Sequence[Sequence[P]], derived: Callable[[Plan[P]], Any]) -> Plan[P]:
    """The plan with the fewest operations, found link by link while it reduces the cost, then frame by frame.

    `rows`: links, in the order in which they are tried, for each of several groups of entries, which take turns.
    """

    def toggle(m: P) -> Callable[[Plan[P]], Plan[P]]:
        return lambda plan: plan.toggled(m)

    toggles = [[toggle(m) for m in links] for links in rows]
    start = Plan[P]()
    if len(branch(robot, len(robot))) == len(robot) > LONG:
        start = improved_along(start, toggles, derived)
        toggles = [row[:NEAR] for row in toggles]
    plan = improved(start, [change for some in zip(*toggles, strict=True) for change in some], derived, again=True)
    frames = [lambda plan, j=j: plan.moved(j) for j in other_frames(robot)]
    return improved(plan, frames, derived, again=False)


def cheapest_matrix(
    robot: Robot, motion: Motion, make: Callable[[Robot, Any], JointMatrix], quantities: Quantities
) -> Matrix:  # fmt: skip
    """The matrix with the fewest operations over contraction links and working frames."""
    plan = _plans(robot, motion, make)
    best = make(in_frames(robot, plan.frames), motion)
    A = best.matrix(plan.links)
    quantities.names.update(best.quantities.names)
    return A


def _found_plan(robot: Robot, motion: Motion, make: Callable[[Robot, Any], JointMatrix]) -> Plan[int]:
    @cache
    def made(frames: frozenset[int]) -> JointMatrix:
        return make(in_frames(robot, frames), motion)

    links = [range(2, len(robot) + 1)]
    return cheapest_plan(robot, links, lambda plan: made(plan.frames).matrix(plan.links))


_plans = Choices(_found_plan)
