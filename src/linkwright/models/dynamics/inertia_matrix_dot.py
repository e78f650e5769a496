"""Time derivative of the inertia matrix: by composite bodies with moving joints, or by differentiation.

The power of twists on unit wrenches, differentiated (`composite_body_rates`), or the derivative of the inertia matrix
in the expression graph, whichever is cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.expr.derivative import forward
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.dynamics.composite_bodies import Matrix, cheapest_matrix
from linkwright.models.dynamics.composite_body_rates import RateMatrix, SymmetricMoments
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import operations
from linkwright.models.search.plan_cache import Choices
from linkwright.models.tree.generalized_coordinates import RATE_UNITS, has_pose, matrix_units, tensor_labels
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


class InertiaRate(RateMatrix):
    """Entries of Md, the time derivative of the inertia matrix."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state, SymmetricMoments)

    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        x = self.inertia_rate(i, j, m)
        return x, x


def by_derivative(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    M = inertia_matrix(robot, state.q, quantities)
    zero = Expr(robot.graph, robot.graph.const(0))
    n = len(M)
    if robot.ties:
        rates = constrained_derivatives.rates(robot, state, [x for row in M for x in row])
    else:
        direction = {state.q[c.link]: rate for c, rate in state.qd.items() if c.link and not c.is_motor}
        rates = list(forward([zero + x for row in M for x in row], direction))
    return [rates[n * k : n * k + n] for k in range(n)]


def by_composites(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    return cheapest_matrix(robot, state, InertiaRate, quantities)


WAYS = {"composites": by_composites, "derivative": by_derivative}


def _shortest(robot: Robot, state: State) -> str:
    some = [] if robot.ties else ["composites"]
    methods = [*some, "derivative"] if robot.ties or not has_pose(robot) else some
    return min(methods, key=lambda name: operations(WAYS[name](robot, state, Quantities())))


_ways = Choices(_shortest)


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    Md = WAYS[_ways(robot, state)](robot, state, quantities)
    doc = "time derivative of the inertia matrix"
    return [named("Md", Md, doc, tensor_labels(robot, "Md", 2), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="inertia_matrix_dot",
    doc="time derivative of the inertia matrix (composite bodies)",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
)
