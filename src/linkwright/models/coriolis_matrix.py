"""The Coriolis matrix of the Christoffel symbols by composite bodies: C qd is the Coriolis vector, Md - 2 C is skew.

Echeandia & Wensing, Numerical methods to compute the Coriolis matrix and Christoffel symbols for rigid-body systems
(2021), find C by a recursion over 6 x 6 matrices. Here the same is written for points x of the links, which needs 12
numbers per link instead of 36 and no products of matrices. Because Gamma_ijk = sum of d_i x . d_j d_k x dm,

    C_ij = sum of d_i x . d/dt(d_j x) dm

With r from the origin of frame j to the points beyond joint j and rd their velocities relative to link j (w.r.t. the
directions of frame j), these sums over the points are all that is needed:

    M, MS = sum r dm,  S = sum r r^T dm,      p = sum rd dm,  L = sum rd r^T dm,  N = tr(L) 1 - L

p and L of a tip are zero; crossing revolute joint j adds qd z x r to rd. For i on the way from the base to j, C_ij is
the power of the twist of joint i on the wrench F1, and C_ji that on F3, of joint j (z its axis, F2 the unit wrench of
the inertia matrix, by which F3 is turned on its way):

    revolute:   F1 = (w x f2 + z x p,  S w x z + N z)        prismatic:  F1 = (M w x z,  MS x (w x z))
                F3 = (   - w x f2,   - S w x z + N^T z)                  F3 = -w x F2 + (0, (w x MS + p) x z)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from linkwright.models.composite import Matrix, Pairs, Twist, Wrench, cheapest_way, outer, turned_matrix
from linkwright.models.frames import Step
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.terms import RATE_UNITS, matrix_labels, matrix_units
from linkwright.robot import Joint, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Turn, Vec3, Z


@dataclass(frozen=True)
class Moments:
    """The sums over the points beyond a joint."""

    M: Scalar
    h: Vec3  # MS
    S: Mat3  # symmetric
    p: Vec3
    L: Mat3

    @classmethod
    def of(cls, I: Inertia) -> Self:
        """Of one body: S = tr(J)/2 1 - J."""
        x, z = (I.YY + I.ZZ - I.XX) / 2, (I.XX + I.YY - I.ZZ) / 2
        y = I.ZZ - x if I.YY == 0 else (I.XX + I.ZZ - I.YY) / 2
        S = Mat3.of([[x, -I.XY, -I.XZ], [-I.XY, y, -I.YZ], [-I.XZ, -I.YZ, z]])
        return cls(I.M, I.MS, S, ZERO, Mat3((ZERO, ZERO, ZERO)))

    @staticmethod
    def part(L: Mat3) -> Mat3:
        """The part of L that is wanted: all of it."""
        return L

    def __add__(self, o: Self) -> Self:
        return type(self)(self.M + o.M, self.h + o.h, self.S + o.S, self.p + o.p, self.L + o.L)

    def crossing(self, joint: Joint, qd: Scalar) -> Self:
        """With velocities relative to the link before joint j."""
        if joint.kind == "revolute":
            x, y, _ = self.S.rows
            p, L = Z.cross(self.h) * qd, Mat3((-(y * qd), x * qd, ZERO))
        elif joint.kind == "prismatic":
            p, L = Z * (self.M * qd), Mat3((ZERO, ZERO, self.h * qd))
        else:
            return self
        return replace(self, p=self.p + p, L=self.L + self.part(L))

    def turned(self, turn: Turn) -> Self:
        S, L = turned_matrix(self.S, turn), turned_matrix(self.L, turn)
        return replace(self, h=turn.apply(self.h), S=S, p=turn.apply(self.p), L=L)

    def shifted(self, P: Vec3) -> Self:
        """About a point from which the old one is at P."""
        h = self.h + P * self.M
        S = self.S + outer(P, self.h) + outer(h, P)
        return replace(self, h=h, S=S, L=self.L + self.part(outer(self.p, P)))

    def carried(self, step: Step) -> Self:
        arm, r = step.arms
        moments = self.shifted(Z * r)
        for turn in reversed(step.R.turns):
            moments = moments.turned(turn)
        return moments.shifted(arm)

    @property
    def N_z(self) -> Vec3:
        """N z."""
        return Vec3(-self.L[0, 2], -self.L[1, 2], self.L[0, 0] + self.L[1, 1])

    @property
    def z_N(self) -> Vec3:
        """N^T z."""
        return Vec3(-self.L[2, 0], -self.L[2, 1], self.L[0, 0] + self.L[1, 1])


Triple = tuple[Wrench, Wrench, Wrench]
Sums = TypeVar("Sums", bound=Moments)


def moments(kind: type[Sums], robot: Robot, steps: Sequence[Step], qd: Sequence[Scalar]) -> list[Sums]:
    """Of all links from j outward, for j = 0..n."""
    found = [kind.of(Inertia(*(0,) * 10)), *(kind.of(step.body.inertia) for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        found[i] = found[i] + found[j].crossing(robot.joint(j), qd[j]).carried(steps[j - 1])
    return found


def wrenches(joint: Joint, m: Moments, w: Vec3) -> Triple:
    """F1, F2, F3 of joint j, in frame j."""
    if joint.kind == "revolute":
        f2, turning = Z.cross(m.h), (m.S @ w).cross(Z)
        n2 = Vec3(-m.S[0, 2], -m.S[1, 2], m.S[0, 0] + m.S[1, 1])
        swing = w.cross(f2)
        return (Wrench(swing + Z.cross(m.p), turning + m.N_z), Wrench(f2, n2), Wrench(-swing, m.z_N - turning))
    rate, f2, n2 = w.cross(Z), Z * m.M, m.h.cross(Z)
    n3 = (w.cross(m.h) + m.p).cross(Z) - w.cross(n2)
    return Wrench(rate * m.M, m.h.cross(rate)), Wrench(f2, n2), Wrench(-(rate * m.M), n3)


def turned_on(F2: Wrench, F3: Wrench, joint: Joint, qd: Scalar) -> Wrench:
    """F3 seen from the link before joint j, which turns or slides otherwise."""
    if joint.kind == "revolute":
        return F3 + F2.across_z().scaled(qd)
    if joint.kind == "prismatic":
        return Wrench(F3.f, F3.n + Z.cross(F2.f) * qd)
    return F3


class RatePairs(Pairs):
    """Pairs with velocities: of the links, and rates of unit twists in frames further outward."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state.q)
        self.qd = state.qd
        self.w = [ZERO]
        for step, rate in zip(self.way.steps, state.qd[1:], strict=True):
            w = step.R.undo(self.w[step.joint.parent])
            self.w.append(w + Z * rate if step.joint.kind == "revolute" else w)
        self._rates: dict[tuple[int, int], Twist] = {}
        self._wrenches: dict[tuple[int, int], Triple] = {}

    def rate(self, i: int, m: int) -> Twist:
        """The rate of the components of the twist of joint i in frame m."""
        if i == m:
            return Twist(ZERO, ZERO)
        if (i, m) not in self._rates:
            step, qd = self.way.step(m), self.qd[m]
            before, now = self.rate(i, step.joint.parent), self.way.twist(i, m)
            arm, r = step.arms
            w = step.R.undo(before.w)
            v = step.R.undo(before.v + before.w.cross(arm)) + w.cross(Z) * r
            if step.joint.kind == "revolute":
                w, v = w + now.w.cross(Z) * qd, v + now.v.cross(Z) * qd
            elif step.joint.kind == "prismatic":
                v = v + now.w.cross(Z) * qd
            self._rates[i, m] = Twist(v, w)
        return self._rates[i, m]

    @abstractmethod
    def own(self, j: int) -> Triple:
        """F1, F2, F3 of joint j, in frame j."""

    def wrenches(self, j: int, m: int) -> Triple:
        """The same in frame m."""
        if (j, m) not in self._wrenches:
            if m == j:
                self._wrenches[j, m] = self.own(j)
            else:
                k = self.way.after(m, j)
                F1, F2, F3 = self.wrenches(j, k)
                step = self.way.step(k)
                F3 = turned_on(F2, F3, step.joint, self.qd[k])
                self._wrenches[j, m] = F1.carried(step), F2.carried(step), F3.carried(step)
        return self._wrenches[j, m]

    def note(self, j: int, m: Moments) -> None:
        """What the sums of link j and all beyond it are called."""
        for symbol, value in (("w", self.w[j]), ("MSc", m.h), ("Sc", m.S), ("pc", m.p), ("Lc", m.L)):
            self.quantities.note(symbol, j, value)


class CoriolisPairs(RatePairs):
    """The entries of C."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state)
        self.sums = moments(Moments, robot, self.way.steps, self.qd)
        for j in robot.moving:
            self.note(j, self.sums[j])

    def own(self, j: int) -> Triple:
        return wrenches(self.robot.joint(j), self.sums[j], self.w[j])

    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        F1, F2, F3 = self.wrenches(j, m)
        S = self.way.twist(i, m)
        upper = S.dot(F1)
        return upper, upper if i == j else S.dot(F3) + self.rate(i, m).dot(F2)


def coriolis_matrix(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    """C with the fewest operations."""
    return cheapest_way(robot, lambda view: CoriolisPairs(view, state), quantities)


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    C = coriolis_matrix(robot, state, quantities)
    doc = "Coriolis matrix of the Christoffel symbols (Md - 2 C is skew-symmetric), on a base at rest"
    return [named("C", C, doc, matrix_labels(robot, "C"), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="coriolis_matrix",
    doc="Coriolis matrix of the Christoffel symbols: Md - 2 C is skew-symmetric (composite bodies)",
    state=("q", "qd"),
    build=build,
)
