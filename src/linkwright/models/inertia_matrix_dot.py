"""The time derivative of the inertia matrix: by composite bodies that move in themselves, or by the graph.

The power of twists on unit wrenches, differentiated (`composite_rates`), or the derivative of the inertia matrix in the
expression graph, whichever is shorter.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.expr.derivative import forward
from linkwright.models.inertia_matrix import inertia_matrix
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.chain import cheapest
from linkwright.models.parts.composite import Matrix, cheapest_way
from linkwright.models.parts.composite_rates import RatePairs, SymmetricMoments
from linkwright.models.parts.terms import RATE_UNITS, matrix_labels, matrix_units
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.spatial import Scalar


class DotPairs(RatePairs):
    """The entries of Md."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state, SymmetricMoments)

    def entry(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        x = self.inertia_rate(i, j, m)
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
    scope=TERM,
)
