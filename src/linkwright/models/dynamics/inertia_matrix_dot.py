"""Time derivative of the inertia matrix: by composite bodies with moving joints, or by differentiation.

The power of twists on unit wrenches, differentiated (`composite_body_rates`), or the derivative of the inertia matrix
in the expression graph, whichever is cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.dynamics.composite_bodies import Matrix, derive_cheapest_matrix
from linkwright.models.dynamics.composite_body_rates import JointSpaceRateMatrix, SymmetricCompositeMoments
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import count_operations
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.generalized_coordinates import RATE_UNITS, has_orientation, matrix_units, tensor_labels
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


class InertiaMatrixRate(JointSpaceRateMatrix):
    """Entries of Md, the time derivative of the inertia matrix."""

    def __init__(self, robot: Robot, state: State) -> None:
        super().__init__(robot, state, SymmetricCompositeMoments)

    def entry(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        x = self.inertia_rate(i, j, m)
        return x, x


def inertia_rate_by_derivative(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    M = inertia_matrix(robot, state.q, quantities)
    zero = Expr(robot.graph, robot.graph.const(0))
    n = len(M)
    if robot.ties:
        rates = constrained_derivatives.time_derivatives(robot, state, [x for row in M for x in row])
    else:
        direction = {state.q[c.link]: rate for c, rate in state.qd.items() if c.link and not c.is_motor}
        rates = list(directional_derivatives([zero + x for row in M for x in row], direction))
    return [rates[n * k : n * k + n] for k in range(n)]


def inertia_rate_by_composites(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    return derive_cheapest_matrix(robot, state, InertiaMatrixRate, quantities)


METHODS = {"composites": inertia_rate_by_composites, "derivative": inertia_rate_by_derivative}


def _cheapest_rate_method(robot: Robot, state: State) -> str:
    some = [] if robot.ties else ["composites"]
    methods = [*some, "derivative"] if robot.ties or not has_orientation(robot) else some
    return min(methods, key=lambda name: count_operations(METHODS[name](robot, state, Quantities())))


_rate_methods = PlanCache(_cheapest_rate_method)


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    Md = METHODS[_rate_methods(robot, state)](robot, state, quantities)
    doc = "time derivative of the inertia matrix"
    return [named("Md", Md, doc, tensor_labels(robot, "Md", 2), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="inertia_matrix_dot",
    doc="time derivative of the inertia matrix (composite bodies)",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
)
