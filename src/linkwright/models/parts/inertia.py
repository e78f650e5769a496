"""The inertia matrix by composite bodies: Khalil & Dombre, section 9.6.2.

The wrench that a unit acceleration of joint j needs, on everything that it moves, has the entries of column j as its
power on the unit twists of the joints before.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Quantities
from linkwright.models.parts.composite import JointMatrix, Matrix, cheapest_matrix, composites
from linkwright.models.parts.screws import Wrench, unit_wrench
from linkwright.robot import Robot
from linkwright.spatial import Scalar


class InertiaMatrix(JointMatrix):
    """The entries of M."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        super().__init__(robot, q)
        self.I = composites(robot, self.paths.steps)
        self._wrenches: dict[tuple[int, int], Wrench] = {}
        for j in robot.moving:
            self.quantities.note("Jc", j, self.I[j].J)
            self.quantities.note("MSc", j, self.I[j].MS)

    def wrench(self, j: int, m: int) -> Wrench:
        """Of the unit acceleration of joint j, in frame m."""
        if m == j:
            return unit_wrench(self.robot.joint(j), self.I[j])
        if (j, m) not in self._wrenches:
            k = self.paths.after(m, j)
            self._wrenches[j, m] = F = self.wrench(j, k).carried(self.paths.step(k))
            self.quantities.note(f"f{j}_", m, F.f)
            self.quantities.note(f"n{j}_", m, F.n)
        return self._wrenches[j, m]

    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        x = self.paths.twist(i, m).dot(self.wrench(j, m))
        if i == j:
            x = x + self.robot.joint(j).rotor
        return x, x


def inertia_matrix(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> Matrix:
    """M with the fewest operations."""
    return cheapest_matrix(robot, q, InertiaMatrix, quantities)
