"""The Coriolis matrix of the Christoffel symbols by composite bodies: C qd is the Coriolis vector, Md - 2 C is skew.

Rates may be those of a ball joint, or of a floating base: components of angular velocities and of the velocity of
O_0 in the frame that moves, which no coordinates have as their derivatives. C is then that of the same sum over points
below (Echeandia & Wensing 2021; Pinocchio's is the same), and C v are the efforts beside M v' and gravity where v' are
the derivatives of the components: with the classical acceleration of O_0 instead, M (w x v, 0, 0) less.

The Christoffel symbols are Gamma_ijk = sum of d_i x . d_j d_k x dm over the points x of the links, and so

    C_ij = sum of d_i x . d/dt(d_j x) dm,        C_ij + C_ji = Md_ij

For i between the base and j, C_ij is the power of the unit twist of joint i on the wrench F1 of all beyond joint
j, and C_ji the rest of Md_ij (see `composite_body_rates` for the sums M, MS, S, p, N and for F2):

    revolute:  F1 = (w x f2 + z x p, S w x z + N z)        prismatic:  F1 = (M w x z, MS x (w x z))
"""

from __future__ import annotations

from linkwright.models.dynamics.composite_bodies import Matrix, derive_cheapest_matrix
from linkwright.models.dynamics.composite_body_rates import CompositeMoments, JointSpaceRateMatrix, trace_minus
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar


class CoriolisMatrix(JointSpaceRateMatrix):
    """Entries of the Coriolis matrix C."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state, CompositeMoments)
        self.w = [self.qd[0].w]
        for j, step in enumerate(self.paths.steps, 1):
            self.w.append(step.R.undo(self.w[step.joint.parent]) + self.qd[j].w)
            self.quantities.note("w", j, self.w[j])
        self._first: dict[tuple[Coordinate, int], Wrench] = {}

    def first(self, j: Coordinate, m: int) -> Wrench:
        """F1 of coordinate j, in frame m."""
        if (j, m) not in self._first:
            if m == j.link:
                self._first[j, m] = self._own_first(j)
            else:
                k = self.paths.after(m, j.link)
                self._first[j, m] = self.first(j, k).to_parent(self.paths.step(k))
        return self._first[j, m]

    def _own_first(self, j: Coordinate) -> Wrench:
        m, w = self.sums[j.link], self.w[j.link]
        if j.is_rotation:
            return Wrench(w.cross(j.w.cross(m.h)) + j.w.cross(m.p), (m.S @ w).cross(j.w) + trace_minus(m.L) @ j.w)
        rate = w.cross(j.v)
        return Wrench(rate * m.M, m.h.cross(rate))

    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        upper = self.paths.twist(i, m).dot(self.first(j, m))
        return upper, upper if i == j else self.inertia_rate(i, j, m) - upper


def coriolis_matrix(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    """Coriolis matrix C with the fewest operations."""
    return derive_cheapest_matrix(robot, state, CoriolisMatrix, quantities)
