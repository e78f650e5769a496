"""Inertia matrix by composite bodies: Khalil & Dombre, section 9.6.2.

The entries of column j are the power, on the unit twists of the joints before, of the wrench that all links behind
joint j need for a unit acceleration of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.composite_bodies import (
    JointSpaceMatrix,
    Matrix,
    derive_cheapest_matrix,
    sum_composite_bodies,
)
from linkwright.models.framework.result import Quantities
from linkwright.models.tree.generalized_coordinates import rotor_inertia_of
from linkwright.models.tree.twists_wrenches import Wrench, unit_wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar


class InertiaMatrix(JointSpaceMatrix):
    """Entries of the inertia matrix M."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        super().__init__(robot, q)
        self.I = sum_composite_bodies(robot, self.paths.steps)
        self._wrenches: dict[tuple[Coordinate, int], Wrench] = {}
        for c in robot.coordinates:
            self.quantities.note("Jc", c.link, self.I[c.link].J)
            self.quantities.note("MSc", c.link, self.I[c.link].MS)

    def wrench(self, j: Coordinate, m: int) -> Wrench:
        """Wrench for the unit acceleration of coordinate j, in frame m."""
        if m == j.link:
            return unit_wrench(j, self.I[m])
        if (j, m) not in self._wrenches:
            k = self.paths.after(m, j.link)
            self._wrenches[j, m] = F = self.wrench(j, k).to_parent(self.paths.step(k))
            self.quantities.note(f"f{j.suffix}_", m, F.f)
            self.quantities.note(f"n{j.suffix}_", m, F.n)
        return self._wrenches[j, m]

    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        x = self.paths.twist(i, m).dot(self.wrench(j, m))
        if i == j:
            x = x + rotor_inertia_of(self.robot, j)
        return x, x


def inertia_matrix(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> Matrix:
    """Inertia matrix M with the fewest operations."""
    M = derive_cheapest_matrix(robot, q, InertiaMatrix, quantities)
    return symmetrize_by_lower_half(M) if robot.ties else M


def symmetrize_by_lower_half(M: Matrix) -> Matrix:
    """Symmetric matrix from the lower half of M."""
    return [[M[max(r, c)][min(r, c)] for c in range(len(M))] for r in range(len(M))]
