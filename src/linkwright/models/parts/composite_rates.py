"""Composite bodies that move in themselves: what the Coriolis matrix and the rate of the inertia matrix are made of.

Echeandia & Wensing, Numerical methods to compute the Coriolis matrix and Christoffel symbols for rigid-body systems
(2021), give a recursion over 6 x 6 matrices. Here the same is written for the points x of the links, which needs 12
numbers per link instead of 36, and no products of matrices. With r from the origin of frame j to the points beyond
joint j, and rd their velocities relative to link j, these sums over the points are all that is needed:

    M, MS = sum r dm,  S = sum r r^T dm,      p = sum rd dm,  L = sum rd r^T dm,  N = tr(L) 1 - L

p and L of a tip are zero; crossing revolute joint j inward adds qd z x r to rd. The unit wrench F2 of the inertia
matrix then has the rate G, seen from link j:

    revolute:   F2 = (z x MS, (tr(S) 1 - S) z),  G = (z x p, (N + N^T) z)
    prismatic:  F2 = (M z, MS x z),              G = (0, p x z)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from linkwright.models.model import State
from linkwright.models.parts.composite import JointMatrix, outer, turned_matrix
from linkwright.models.parts.frames import Step
from linkwright.models.parts.screws import NO_TWIST, Twist, Wrench, unit_wrench
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
    def twice_N_z(self) -> Vec3:
        """(N + N^T) z."""
        return self.N_z + Vec3(-self.L[2, 0], -self.L[2, 1], self.L[0, 0] + self.L[1, 1])


class SymmetricMoments(Moments):
    """L is L + L^T here, the rate of S, which is enough for G."""

    @staticmethod
    def part(L: Mat3) -> Mat3:
        return L + L.T

    @property
    def twice_N_z(self) -> Vec3:
        return self.N_z


Sums = TypeVar("Sums", bound=Moments)


def moments(kind: type[Sums], robot: Robot, steps: Sequence[Step], qd: Sequence[Scalar]) -> list[Sums]:
    """Of all links from j outward, for j = 0..n."""
    found = [kind.of(Inertia(*(0,) * 10)), *(kind.of(step.body.inertia) for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        found[i] = found[i] + found[j].crossing(robot.joint(j), qd[j]).carried(steps[j - 1])
    return found


class RateMatrix(JointMatrix):
    """With the rates of twists and unit wrenches: Md_ij = S_i . G_j + Sd_i . F2_j at any link."""

    def __init__(self, robot: Robot, state: State, sums: type[Moments]) -> None:
        super().__init__(robot, state.q)
        self.qd = state.qd
        self.sums = moments(sums, robot, self.paths.steps, state.qd)
        self._rates: dict[tuple[int, int], Twist] = {}
        self._wrenches: dict[tuple[int, int], tuple[Wrench, Wrench]] = {}
        for j in robot.moving:
            m = self.sums[j]
            for symbol, value in (("MSc", m.h), ("Sc", m.S), ("pc", m.p), ("Lc", m.L)):
                self.quantities.note(symbol, j, value)

    def rate(self, i: int, m: int) -> Twist:
        """Sd: the rate of the components of the twist of joint i in frame m."""
        if i == m:
            return NO_TWIST
        if (i, m) not in self._rates:
            step, qd = self.paths.step(m), self.qd[m]
            before, now = self.rate(i, step.joint.parent), self.paths.twist(i, m)
            rate = before.carried(step)
            if step.joint.kind == "revolute":
                rate = rate + Twist(now.v.cross(Z), now.w.cross(Z)).scaled(qd)
            elif step.joint.kind == "prismatic":
                rate = rate + Twist(now.w.cross(Z) * qd, ZERO)
            self._rates[i, m] = rate
        return self._rates[i, m]

    def wrenches(self, j: int, m: int) -> tuple[Wrench, Wrench]:
        """F2 and G of joint j, in frame m."""
        if (j, m) not in self._wrenches:
            if m == j:
                self._wrenches[j, m] = self._own(j)
            else:
                k = self.paths.after(m, j)
                F2, G = self.wrenches(j, k)
                step = self.paths.step(k)
                self._wrenches[j, m] = F2.carried(step), crossed(F2, G, step.joint, self.qd[k]).carried(step)
        return self._wrenches[j, m]

    def _own(self, j: int) -> tuple[Wrench, Wrench]:
        joint, m = self.robot.joint(j), self.sums[j]
        S, h = m.S, m.h
        F2 = unit_wrench(joint, Inertia(0, 0, -S[0, 2], 0, -S[1, 2], S[0, 0] + S[1, 1], h.x, h.y, h.z, m.M))
        if joint.kind == "revolute":
            return F2, Wrench(Z.cross(m.p), m.twice_N_z)
        return F2, Wrench(ZERO, m.p.cross(Z))

    def inertia_rate(self, i: int, j: int, m: int) -> Scalar:
        """Md_ij, computed in frame m."""
        F2, G = self.wrenches(j, m)
        return self.paths.twist(i, m).dot(G) + self.rate(i, m).dot(F2)


def crossed(F2: Wrench, G: Wrench, joint: Joint, qd: Scalar) -> Wrench:
    """G seen from the link before joint j, against which F2 turns or slides as well."""
    if joint.kind == "revolute":
        return G + F2.across_z().scaled(qd)
    if joint.kind == "prismatic":
        return Wrench(G.f, G.n + Z.cross(F2.f) * qd)
    return G
