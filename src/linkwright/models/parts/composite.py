"""Composite bodies, and unit twists and wrenches on their way from joint to joint: what the matrices are made of.

The matrices of a robot have an entry (twist of joint i) . (wrench of joint j) for every pair of joints, i on the way
from the base to j. The wrench is carried inward and the twist outward to any link where they meet; which link is
cheapest depends on the robot and is found by counting. Khalil & Dombre, section 9.6.2, is the special
case where every wrench is carried all the way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwright.models.model import Quantities
from linkwright.models.parts.chain import Tree, operations
from linkwright.models.parts.frames import Step, moved, other_frames
from linkwright.models.parts.places import branch
from linkwright.robot import Joint, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Turn, Vec3, Z


@dataclass(frozen=True, slots=True)
class Wrench:
    """Force and moment about the origin of a frame."""

    f: Vec3
    n: Vec3

    def __add__(self, o: Wrench) -> Wrench:
        return Wrench(self.f + o.f, self.n + o.n)

    def carried(self, step: Step) -> Wrench:
        """From the frame of link j to that of its parent."""
        arm, r = step.arms
        f, n = step.R.apply(self.f), step.R.apply(self.n + Z.cross(self.f) * r)
        return Wrench(f, n + arm.cross(f))

    def across_z(self) -> Wrench:
        """z x of both."""
        return Wrench(Z.cross(self.f), Z.cross(self.n))

    def scaled(self, k: Scalar) -> Wrench:
        return Wrench(self.f * k, self.n * k)


@dataclass(frozen=True, slots=True)
class Twist:
    """Velocity of the origin of a frame and angular velocity."""

    v: Vec3
    w: Vec3

    def dot(self, F: Wrench) -> Scalar:
        """Power."""
        return self.w.dot(F.n) + self.v.dot(F.f)


def unit_twist(joint: Joint) -> Twist:
    """Of link j in frame j, for the unit velocity of joint j."""
    return {"revolute": Twist(ZERO, Z), "prismatic": Twist(Z, ZERO), "fixed": Twist(ZERO, ZERO)}[joint.kind]


def unit_wrench(joint: Joint, I: Inertia) -> Wrench:
    """What the unit acceleration of joint j needs, for all that it moves: Khalil & Dombre, section 9.6.2."""
    if joint.kind == "revolute":
        return Wrench(Vec3(-I.MY, I.MX, 0), Vec3(I.XZ, I.YZ, I.ZZ))
    return Wrench(Vec3(0, 0, I.M), Vec3(I.MY, -I.MX, 0))


# -- composite inertia ------------------------------------------------------------------------------------------------


def turned(I: Inertia, turn: Turn) -> Inertia:
    """R J R^T, R MS for a turn about x or z: XX + YY (or YY + ZZ) does not change."""
    s, c = turn.s, turn.c
    ms = turn.apply(I.MS)
    if turn.axis == "z":
        rise, h = in_plane(I.XX - I.YY, I.XY, s, c)
        side = turn.apply(Vec3(I.XZ, I.YZ, 0))
        return Inertia(I.XX - rise, h, side.x, I.YY + rise, side.y, I.ZZ, ms.x, ms.y, ms.z, I.M)
    rise, h = in_plane(I.YY - I.ZZ, I.YZ, s, c)
    side = turn.apply(Vec3(0, I.XY, I.XZ))
    return Inertia(I.XX, side.y, side.z, I.YY - rise, h, I.ZZ + rise, ms.x, ms.y, ms.z, I.M)


def in_plane(D: Scalar, h: Scalar, s: Scalar, c: Scalar) -> tuple[Scalar, Scalar]:
    """The tensor [[a, h], [h, b]] with D = a - b, turned: a falls and b rises by s p, h becomes c p - h."""
    p = s * D + c * (2 * h)
    return s * p, c * p - h


def shifted(I: Inertia, P: Vec3) -> Inertia:
    """The body moved by P: generalised Huygens-Steiner, with the moments before and after the shift."""
    h, k = I.MS, I.MS + P * I.M
    x, y, z = (p * a + p * b for p, a, b in zip(P, h, k, strict=True))
    return Inertia(
        I.XX + y + z, I.XY - P.x * h.y - P.y * k.x, I.XZ - P.x * h.z - P.z * k.x, I.YY + x + z,
        I.YZ - P.y * h.z - P.z * k.y, I.ZZ + x + y, k.x, k.y, k.z, I.M,
    )  # fmt: skip


def carried(I: Inertia, step: Step) -> Inertia:
    """A body of frame j seen from the parent's frame."""
    arm, r = step.arms
    I = shifted(I, Z * r)
    for turn in reversed(step.R.turns):
        I = turned(I, turn)
    return shifted(I, arm)


def composites(robot: Robot, steps: Sequence[Step]) -> list[Inertia]:
    """The inertia of all links from j outward, in frame j, for j = 0..n (link 0 without the base itself)."""
    I = [Inertia(*(0,) * 10), *(step.body.inertia for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        I[i] = I[i] + carried(I[j], steps[j - 1])
    return I


# -- general matrices -------------------------------------------------------------------------------------------------


def outer(a: Vec3, b: Vec3) -> Mat3:
    """a b^T."""
    return Mat3((b * a.x, b * a.y, b * a.z))


def turned_matrix(L: Mat3, turn: Turn) -> Mat3:
    """R L R^T: the part in the plane of the turn by its difference and sum, the rest as vectors."""
    a, b, o = (0, 1, 2) if turn.axis == "z" else (1, 2, 0)
    s, c = turn.s, turn.c
    p = s * (L[a, a] - L[b, b]) + c * (L[a, b] + L[b, a])
    cells: dict[tuple[int, int], Scalar] = {
        (a, a): L[a, a] - s * p, (a, b): c * p - L[b, a], (a, o): c * L[a, o] - s * L[b, o],
        (b, a): c * p - L[a, b], (b, b): L[b, b] + s * p, (b, o): s * L[a, o] + c * L[b, o],
        (o, a): c * L[o, a] - s * L[o, b], (o, b): s * L[o, a] + c * L[o, b], (o, o): L[o, o],
    }  # fmt: skip
    return Mat3.of([[cells[row, column] for column in range(3)] for row in range(3)])


# -- twists and wrenches on their way ---------------------------------------------------------------------------------


class Way:
    """Twists of unit joint velocities in any frame further outward, and the ways of wrenches inward."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.tree = robot, Tree(robot, q)
        self.steps = [Step.of(joint, q[j]) for j, joint in enumerate(robot.joints, 1)]
        self._twists: dict[tuple[int, int], Twist] = {}

    def step(self, j: int) -> Step:
        return self.steps[j - 1]

    def after(self, m: int, j: int) -> int:
        """The link after m on the way from m out to j."""
        while self.robot.joint(j).parent != m:
            j = self.robot.joint(j).parent
        return j

    def twist(self, i: int, m: int) -> Twist:
        """Of joint i in frame m; turns about parallel axes are added up on the way."""
        if i == m:
            return unit_twist(self.robot.joint(i))
        if (i, m) not in self._twists:
            step = self.step(m)
            before = self.twist(i, self.robot.joint(m).parent)
            a = self.tree.chain(i, m).unrotate(Z)
            if self.robot.joint(i).kind == "prismatic":
                self._twists[i, m] = Twist(a, ZERO)
            else:
                arm, r = step.arms
                self._twists[i, m] = Twist(step.R.undo(before.v + before.w.cross(arm)) + a.cross(Z) * r, a)
        return self._twists[i, m]


class Pairs(ABC):
    """The entries of a matrix of joints, for every link at which twist and wrench may meet."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.way, self.quantities = robot, Way(robot, q), Quantities()
        self._made: dict[tuple[int, int, int], tuple[Scalar, Scalar]] = {}

    @abstractmethod
    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        """Row i of column j and row j of column i, computed in frame m; i <= m <= j on one branch."""

    def matrix(self, meeting: frozenset[int]) -> Matrix:
        """Twist and wrench meet at the outermost link of `meeting` between their joints, or else at joint i."""
        robot = self.robot
        row = {j: k for k, j in enumerate(robot.moving)}
        A: Matrix = [[0] * len(row) for _ in row]
        for j in robot.moving:
            way = branch(robot, j)
            for k, i in enumerate(way):
                if i not in row:
                    continue
                at = (i, j, next((m for m in reversed(way[k:]) if m in meeting), i))
                if at not in self._made:
                    self._made[at] = self.entry(*at)
                A[row[j]][row[i]], A[row[i]][row[j]] = self._made[at][::-1]
        return A


Matrix = list[list[Scalar]]


def price(A: Matrix) -> int:
    return operations(x for row in A for x in row)


def cheapest_way(robot: Robot, pairs: Callable[[Robot], Pairs], quantities: Quantities) -> Matrix:
    """The matrix with the fewest operations over meeting links and working frames: link by link, while it pays."""
    meeting: frozenset[int] = frozenset()
    best = pairs(robot)
    A = best.matrix(meeting)
    cost, improved = price(A), True
    while improved:
        improved = False
        for m in range(2, len(robot) + 1):
            other = best.matrix(meeting ^ {m})
            if price(other) < cost:
                meeting, A, cost, improved = meeting ^ {m}, other, price(other), True
    for j, angle, length in other_frames(robot):
        elsewhere = pairs(moved(best.robot, j, angle, length))
        other = elsewhere.matrix(meeting)
        if price(other) < cost:
            best, A, cost = elsewhere, other, price(other)
    quantities.names.update(best.quantities.names)
    return A
