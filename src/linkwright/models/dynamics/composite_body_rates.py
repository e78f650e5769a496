"""Composite bodies with moving joints: sums for the Coriolis matrix and the derivative of the inertia matrix.

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

from linkwright.models.dynamics.composite_bodies import JointSpaceMatrix, outer_product, rotate_matrix
from linkwright.models.framework.state import State
from linkwright.models.tree.link_steps import LinkStep
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist, Wrench, base_inertia, joint_twists, unit_wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Spin, Turn, Vec3, Z


@dataclass(frozen=True)
class CompositeMoments:
    """Sums over the points beyond a joint, in the frame of its link."""

    M: Scalar
    h: Vec3  # MS
    S: Mat3  # symmetric
    p: Vec3
    L: Mat3

    @classmethod
    def of(cls, I: Inertia) -> Self:
        """Sums of one body: S = tr(J)/2 1 - J."""
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

    def across_joint(self, qd: Twist) -> Self:
        """Sums with velocities relative to the link before the joint, which moves with qd: rd is v + w x r more."""
        x, y, z = self.S.rows
        turned = Mat3((z * qd.w.y - y * qd.w.z, x * qd.w.z - z * qd.w.x, y * qd.w.x - x * qd.w.y))
        p = qd.w.cross(self.h) + qd.v * self.M
        return replace(self, p=self.p + p, L=self.L + self.part(turned + outer_product(qd.v, self.h)))

    def turned(self, turn: Turn | Spin) -> Self:
        S, L = rotate_matrix(self.S, turn), rotate_matrix(self.L, turn)
        return replace(self, h=turn.apply(self.h), S=S, p=turn.apply(self.p), L=L)

    def shifted(self, P: Vec3) -> Self:
        """Sums about a point from which the old one is at P."""
        h = self.h + P * self.M
        S = self.S + outer_product(P, self.h) + outer_product(h, P)
        return replace(self, h=h, S=S, L=self.L + self.part(outer_product(self.p, P)))

    def carried(self, step: LinkStep) -> Self:
        arm, r = step.arms
        moments = self.shifted(Z * r)
        for turn in reversed(step.R.turns):
            moments = moments.turned(turn)
        return moments.shifted(arm)

    @property
    def inertia(self) -> Inertia:
        """Inertia of the points as one rigid body: J = tr(S) 1 - S."""
        return Inertia.of(trace_minus(self.S), self.h, self.M)

    @property
    def N_z(self) -> Vec3:
        """Product N z."""
        return trace_minus(self.L) @ Z

    def twice_N(self, axis: Vec3) -> Vec3:
        """Product of N + N^T and an axis."""
        return trace_minus(self.L) @ axis + trace_minus(self.L.T) @ axis


class SymmetricCompositeMoments(CompositeMoments):
    """Sums with L + L^T, the rate of S, in place of L, which is enough for G."""

    @staticmethod
    def part(L: Mat3) -> Mat3:
        return L + L.T

    def twice_N(self, axis: Vec3) -> Vec3:
        return trace_minus(self.L) @ axis


def trace_minus(S: Mat3) -> Mat3:
    """Matrix tr(S) 1 - S, without a trace where only two of its terms stay."""
    a, b, c = S[0, 0], S[1, 1], S[2, 2]
    return Mat3.of([[b + c, -S[0, 1], -S[0, 2]], [-S[1, 0], a + c, -S[1, 2]], [-S[2, 0], -S[2, 1], a + b]])


Sums = TypeVar("Sums", bound=CompositeMoments)


def sum_composite_moments(kind: type[Sums], robot: Robot, steps: Sequence[LinkStep], qd: Sequence[Twist]) -> list[Sums]:
    """Sums of all links from j outward, in frame j, for j = 0..n."""
    found = [kind.of(base_inertia(robot)), *(kind.of(step.body.inertia) for step in steps)]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        found[i] = found[i] + found[j].across_joint(qd[j]).carried(steps[j - 1])
    return found


class JointSpaceRateMatrix(JointSpaceMatrix):
    """Joint-space matrix of the rates of twists and unit wrenches: Md_ij = S_i . G_j + Sd_i . F2_j at any link."""

    def __init__(self, robot: Robot, state: State, sums: type[CompositeMoments]) -> None:
        super().__init__(robot, state.q)
        self.qd = joint_twists(robot, state.qd)
        self.sums = sum_composite_moments(sums, robot, self.paths.steps, self.qd)
        self._rates: dict[tuple[Coordinate, int], Twist] = {}
        self._wrenches: dict[tuple[Coordinate, int], tuple[Wrench, Wrench]] = {}
        for c in robot.coordinates:
            m = self.sums[c.link]
            for symbol, value in (("MSc", m.h), ("Sc", m.S), ("pc", m.p), ("Lc", m.L)):
                self.quantities.note(symbol, c.link, value)

    def rate(self, i: Coordinate, m: int) -> Twist:
        """Sd: the rate of the components of the twist of coordinate i in frame m."""
        if i.link == m:
            return NO_TWIST
        if (i, m) not in self._rates:
            step = self.paths.step(m)
            before = self.rate(i, step.joint.parent).to_child(step)
            self._rates[i, m] = before + self.paths.twist(i, m).across(self.qd[m])
        return self._rates[i, m]

    def wrenches(self, j: Coordinate, m: int) -> tuple[Wrench, Wrench]:
        """F2 and G of coordinate j, in frame m."""
        if (j, m) not in self._wrenches:
            if m == j.link:
                self._wrenches[j, m] = self._own(j)
            else:
                k = self.paths.after(m, j.link)
                F2, G = self.wrenches(j, k)
                step = self.paths.step(k)  # relative to the link before, F2 moves, too
                self._wrenches[j, m] = F2.to_parent(step), (G + F2.across(self.qd[k])).to_parent(step)
        return self._wrenches[j, m]

    def _own(self, j: Coordinate) -> tuple[Wrench, Wrench]:
        m = self.sums[j.link]
        F2 = unit_wrench(j, m.inertia)
        if j.is_rotation:
            return F2, Wrench(j.w.cross(m.p), m.twice_N(j.w))
        return F2, Wrench(ZERO, m.p.cross(j.v))

    def inertia_rate(self, i: Coordinate, j: Coordinate, m: int) -> Scalar:
        """Md_ij, computed in frame m."""
        F2, G = self.wrenches(j, m)
        return self.paths.twist(i, m).dot(G) + self.rate(i, m).dot(F2)
