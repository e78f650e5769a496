"""The inertia matrix by composite bodies: Khalil & Dombre, section 9.6.2.

The wrench that a unit acceleration of joint j needs, on everything that it moves, has the entries of column j as its
power on the unit twists of the joints before.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.composite import Matrix, Pairs, Wrench, cheapest_way, composites, unit_wrench
from linkwright.models.parts.terms import FORMULATION, INERTIA_UNITS, OWN, by_formulation, matrix_labels, matrix_units
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.robot.features import ROTORS
from linkwright.spatial import Scalar


class InertiaPairs(Pairs):
    """The entries of M."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        super().__init__(robot, q)
        self.I = composites(robot, self.way.steps)
        self._wrenches: dict[tuple[int, int], Wrench] = {}
        for j in robot.moving:
            self.quantities.note("Jc", j, self.I[j].J)
            self.quantities.note("MSc", j, self.I[j].MS)

    def wrench(self, j: int, m: int) -> Wrench:
        """Of the unit acceleration of joint j, in frame m."""
        if m == j:
            return unit_wrench(self.robot.joint(j), self.I[j])
        if (j, m) not in self._wrenches:
            k = self.way.after(m, j)
            self._wrenches[j, m] = F = self.wrench(j, k).carried(self.way.step(k))
            self.quantities.note(f"f{j}_", m, F.f)
            self.quantities.note(f"n{j}_", m, F.n)
        return self._wrenches[j, m]

    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        x = self.way.twist(i, m).dot(self.wrench(j, m))
        if i == j:
            x = x + self.robot.joint(j).rotor
        return x, x


def inertia_matrix(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> Matrix:
    """M with the fewest operations."""
    return cheapest_way(robot, lambda view: InertiaPairs(view, q), quantities)


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN:
        M = inertia_matrix(robot, state.q, quantities)
    else:
        M = by_formulation(robot, state, formulation).H
    doc = "inertia matrix, rotor inertias included"
    return [named("M", M, doc, matrix_labels(robot, "M"), matrix_units(robot, INERTIA_UNITS))]


MODEL = Model(
    name="inertia_matrix",
    doc="inertia matrix of the joints (composite bodies)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS),
    options={"formulation": FORMULATION},
)
