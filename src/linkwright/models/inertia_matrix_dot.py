"""The time derivative of the inertia matrix, by the composite bodies of the Coriolis matrix: Md = C + C^T.

F1 + F3 of joint j (see coriolis_matrix) needs no angular velocity and only the symmetric part of L; the derivative of
the inertia matrix in the graph is the other way.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.expr.derivative import forward
from linkwright.models.chain import cheapest
from linkwright.models.composite import Matrix, Wrench, cheapest_way, unit_wrench
from linkwright.models.coriolis_matrix import Moments, RatePairs, Triple, moments
from linkwright.models.inertia_matrix import inertia_matrix
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.terms import RATE_UNITS, matrix_labels, matrix_units
from linkwright.robot import Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Z


class SymmetricMoments(Moments):
    """L is L + L^T, the rate of S."""

    @staticmethod
    def part(L: Mat3) -> Mat3:
        return L + L.T


class DotPairs(RatePairs):
    """The entries of Md. G = F1 + F3 stands in the place of F3, and F1 is nothing."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state)
        self.sums = moments(SymmetricMoments, robot, self.way.steps, self.qd)
        for j in robot.moving:
            self.note(j, self.sums[j])

    def own(self, j: int) -> Triple:
        m, joint = self.sums[j], self.robot.joint(j)
        S, h = m.S, m.h
        F2 = unit_wrench(joint, Inertia(0, 0, -S[0, 2], 0, -S[1, 2], S[0, 0] + S[1, 1], h.x, h.y, h.z, m.M))
        G = Wrench(Z.cross(m.p), m.N_z) if joint.kind == "revolute" else Wrench(ZERO, m.p.cross(Z))
        return Wrench(ZERO, ZERO), F2, G

    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        _, F2, G = self.wrenches(j, m)
        x = self.way.twist(i, m).dot(G) + self.rate(i, m).dot(F2)
        return x, x


def flat(M: Matrix) -> list[Expr]:
    return [x for row in M for x in row]


def by_derivative(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    M = inertia_matrix(robot, state.q, quantities)
    zero = Expr(robot.graph, robot.graph.const(0))
    n = len(M)
    direction = {state.q[j]: state.qd[j] for j in robot.moving}
    rates = forward([zero + x for x in flat(M)], direction)
    return [rates[n * k : n * k + n] for k in range(n)]


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    recursion = cheapest_way(robot, lambda view: DotPairs(view, state), quantities)
    Md = cheapest([recursion, by_derivative(robot, state, quantities)], flat)
    doc = "time derivative of the inertia matrix"
    return [named("Md", Md, doc, matrix_labels(robot, "Md"), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="inertia_matrix_dot",
    doc="time derivative of the inertia matrix (composite bodies)",
    state=("q", "qd"),
    build=build,
)
