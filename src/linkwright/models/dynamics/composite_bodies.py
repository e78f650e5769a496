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

from linkwright.models.framework.frame_options import freedoms_up_to, path_from_base
from linkwright.models.framework.result import Quantities
from linkwright.models.search.graph_trial import hill_climb, hill_climb_sequences
from linkwright.models.search.plan_cache import PlanCache, StateOrPositions
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import coordinate_rows, tree_freedoms
from linkwright.models.tree.link_steps import (
    LinkStep,
    make_link_steps,
    movable_frames,
    turn_tensor_in_plane,
    with_moved_frames,
)
from linkwright.models.tree.twists_wrenches import Twist, base_inertia, unit_twist
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Spin, Turn, Vec3, Z

P = TypeVar("P")  # a link, or a group of quantities and a link


# -- composite inertia ------------------------------------------------------------------------------------------------


def rotate_inertia(I: Inertia, turn: Turn | Spin) -> Inertia:
    """Rotate a body: R J R^T, R MS; a turn about z (or x) does not change XX + YY (or YY + ZZ)."""
    if isinstance(turn, Spin):
        return Inertia.of(rotate_matrix(I.J, turn), turn.apply(I.MS), I.M)
    s, c = turn.s, turn.c
    ms = turn.apply(I.MS)
    if turn.axis == "z":
        rise, h = turn_tensor_in_plane(I.XX - I.YY, I.XY, s, c)
        side = turn.apply(Vec3(I.XZ, I.YZ, 0))
        return Inertia(I.XX - rise, h, side.x, I.YY + rise, side.y, I.ZZ, ms.x, ms.y, ms.z, I.M)
    rise, h = turn_tensor_in_plane(I.YY - I.ZZ, I.YZ, s, c)
    side = turn.apply(Vec3(0, I.XY, I.XZ))
    return Inertia(I.XX, side.y, side.z, I.YY - rise, h, I.ZZ + rise, ms.x, ms.y, ms.z, I.M)


def shift_body_inertia(I: Inertia, P: Vec3) -> Inertia:
    """Move a body by P: generalized Huygens-Steiner, with the moments before and after the shift."""
    h, k = I.MS, I.MS + P * I.M
    x, y, z = (p * a + p * b for p, a, b in zip(P, h, k, strict=True))
    return Inertia(
        I.XX + y + z, I.XY - P.x * h.y - P.y * k.x, I.XZ - P.x * h.z - P.z * k.x, I.YY + x + z,
        I.YZ - P.y * h.z - P.z * k.y, I.ZZ + x + y, k.x, k.y, k.z, I.M,
    )  # fmt: skip


def move_inertia_to_parent(I: Inertia, step: LinkStep) -> Inertia:
    """Transform the inertia of a body from frame j to the parent's frame."""
    arm, r = step.arms
    I = shift_body_inertia(I, Z * r)
    for turn in reversed(step.R.turns):
        I = rotate_inertia(I, turn)
    return shift_body_inertia(I, arm)


def sum_composite_bodies(robot: Robot, steps: Sequence[LinkStep]) -> list[Inertia]:
    """Inertias of the composite bodies of links j = 0..n, each in frame j (the base itself only if it floats)."""
    I = [base_inertia(robot), *(step.body.inertia for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        I[i] = I[i] + move_inertia_to_parent(I[j], steps[j - 1])
    return I


# -- general matrices -------------------------------------------------------------------------------------------------


def outer_product(a: Vec3, b: Vec3) -> Mat3:
    """Outer product a b^T."""
    return Mat3((b * a.x, b * a.y, b * a.z))


def rotate_matrix(L: Mat3, turn: Turn | Spin) -> Mat3:
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


class JointTwists:
    """Twists of unit joint rates in the frames of all links further outward, and the steps between links."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.tree, self.steps = robot, FrameTree(robot, q), make_link_steps(robot, q)
        self._twists: dict[tuple[Coordinate, int], Twist] = {}
        self._turned: dict[Coordinate, dict[int, Vec3]] = {}  # axes after the rotations of their chains

    def step(self, j: int) -> LinkStep:
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
            if i.is_rotation:
                (arm, r), a = step.arms, chain.unrotate(i.w, self._turned.setdefault(i, {}))
                self._twists[i, m] = Twist(step.R.undo(before.v + before.w.cross(arm)) + a.cross(Z) * r, a)
            else:
                self._twists[i, m] = Twist(chain.unrotate(i.v, self._turned.setdefault(i, {})), ZERO)
        return self._twists[i, m]


Matrix = list[list[Scalar]]
MIN_JOINTS_FOR_RUN_OF_LINKS = (
    16  # joints of a chain: in longer ones, contraction links are sought as one run of links at the base
)
MAX_LINKS_OF_LONG_CHAIN = 5  # links at the base of a long chain that are then toggled one by one


Contraction = tuple[Coordinate, Coordinate, int]


def contraction_links(robot: Robot, links: Container[int]) -> Iterator[Contraction]:
    """Yield freedoms i, j on one branch, i before j, and the link where twist i and wrench j are contracted.

    It is the outermost of `links` between them, or else the link of i.
    """
    for j in tree_freedoms(robot):
        place = {m: k for k, m in enumerate((0, *path_from_base(robot, j.link)))}
        outermost = max((m for m in place if m in links), key=place.__getitem__, default=-1)
        for i in freedoms_up_to(robot, j):
            yield i, j, outermost if place.get(outermost, -1) >= place[i.link] else i.link


def list_links_inward(robot: Robot, i: Coordinate, end: int) -> tuple[int, ...]:
    """Links from `end` inward to that of coordinate i."""
    path = (0, *path_from_base(robot, end))
    return path[path.index(i.link) :][::-1]


def project_matrix(robot: Robot, entries: Mapping[tuple[Coordinate, Coordinate], Scalar]) -> Matrix:
    """Project a matrix of all freedoms on the coordinates: G^T A G with the velocity map G."""
    if robot.ties:
        return project_matrix_in_two_steps(robot, entries)
    row = coordinate_rows(robot)
    A: Matrix = [[0] * len(row) for _ in row]
    for (i, j), x in entries.items():
        r, c = row.get(i), row.get(j)
        if r is not None and c is not None:
            A[r][c] = x if A[r][c] == 0 else A[r][c] + x
            continue
        for a, s in robot.velocity_map_row(i):
            for b, t in robot.velocity_map_row(j):
                A[row[a]][row[b]] = A[row[a]][row[b]] + x * s * t
    return A


def project_matrix_in_two_steps(robot: Robot, entries: Mapping[tuple[Coordinate, Coordinate], Scalar]) -> Matrix:
    """Project a matrix of all freedoms on the coordinates in two steps, A G and G^T A G, for formulas in G."""
    row = coordinate_rows(robot)
    half: dict[tuple[Coordinate, int], Scalar] = {}
    for (i, j), x in entries.items():
        for b, t in robot.velocity_map_row(j):
            half[i, row[b]] = half.get((i, row[b]), 0) + x * t
    A: Matrix = [[0] * len(row) for _ in row]
    for (i, k), x in half.items():
        for a, s in robot.velocity_map_row(i):
            A[row[a]][k] = A[row[a]][k] + x * s
    return A


class JointSpaceMatrix(ABC):
    """A joint-space matrix whose entries may be contracted from twists and wrenches at any link between two joints."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.paths, self.quantities = robot, JointTwists(robot, q), Quantities()
        self._made: dict[Contraction, tuple[Scalar, Scalar]] = {}

    @abstractmethod
    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        """Row i of column j and row j of column i, computed in frame m; i <= m <= j on one branch."""

    def matrix(self, links: Collection[int]) -> Matrix:
        """The matrix with contractions at these links."""
        entries: dict[tuple[Coordinate, Coordinate], Scalar] = {}
        for i, j, m in contraction_links(self.robot, links):
            if (i, j, m) not in self._made:
                self._made[i, j, m] = self.entry(i, j, m)
            entries[j, i], entries[i, j] = self._made[i, j, m][::-1]
        return project_matrix(self.robot, entries)


@dataclass(frozen=True)
class ContractionPlan(Generic[P]):
    """Links at which twists and wrenches are contracted, and links with another working frame (`movable_frames`)."""

    links: frozenset[P] = frozenset()
    frames: frozenset[int] = frozenset()

    def toggled(self, link: P) -> ContractionPlan[P]:
        return replace(self, links=self.links ^ {link})

    def moved(self, j: int) -> ContractionPlan[P]:
        return replace(self, frames=self.frames | {j})


def find_contraction_plan(
    robot: Robot, rows: Sequence[Sequence[P]], derived: Callable[[ContractionPlan[P]], Any]
) -> ContractionPlan[P]:
    """The plan with the fewest operations, found link by link while it reduces the cost, then frame by frame.

    `rows`: links, in the order in which they are tried, for each of several groups of entries, which take turns.
    """

    def toggle(m: P) -> Callable[[ContractionPlan[P]], ContractionPlan[P]]:
        return lambda plan: plan.toggled(m)

    toggles = [[toggle(m) for m in links] for links in rows]
    start = ContractionPlan[P]()
    if len(path_from_base(robot, len(robot))) == len(robot) > MIN_JOINTS_FOR_RUN_OF_LINKS:
        start = hill_climb_sequences(start, toggles, derived)
        toggles = [row[:MAX_LINKS_OF_LONG_CHAIN] for row in toggles]
    plan = hill_climb(start, [change for some in zip(*toggles, strict=True) for change in some], derived, again=True)
    frames = [lambda plan, j=j: plan.moved(j) for j in movable_frames(robot)]
    return hill_climb(plan, frames, derived, again=False)


def derive_cheapest_matrix(
    robot: Robot, motion: StateOrPositions, make: Callable[[Robot, Any], JointSpaceMatrix], quantities: Quantities
) -> Matrix:  # fmt: skip
    """The matrix with the fewest operations over contraction links and working frames."""
    plan = _contraction_plans(robot, motion, make)
    best = make(with_moved_frames(robot, plan.frames), motion)
    A = best.matrix(plan.links)
    quantities.names.update(best.quantities.names)
    return A


def _search_contraction_plan(
    robot: Robot, motion: StateOrPositions, make: Callable[[Robot, Any], JointSpaceMatrix]
) -> ContractionPlan[int]:
    @cache
    def made(frames: frozenset[int]) -> JointSpaceMatrix:
        return make(with_moved_frames(robot, frames), motion)

    links = [range(2, len(robot) + 1)]
    return find_contraction_plan(robot, links, lambda plan: made(plan.frames).matrix(plan.links))


_contraction_plans = PlanCache(_search_contraction_plan)
