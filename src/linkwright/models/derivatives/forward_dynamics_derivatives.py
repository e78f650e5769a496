"""Derivatives of the forward dynamics with respect to q, qd and tau.

Carpentier & Mansard (2018): tau(q, qd, qdd(q, qd, tau)) = tau, so that dqdd/dtau is the inverse of the inertia matrix
and dqdd/dx = -M^-1 dtau/dx, from the derivatives of the inverse dynamics at the accelerations of the forward dynamics.
Second derivatives are automatic derivatives of the first ones in the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product as product_of

from linkwright.expr import Expr
from linkwright.expr.derivative import jacobian
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.derivatives.inverse_dynamics_derivatives import (
    ORDER,
    derivative_result,
    gravity_pairs,
    has_formulas,
    named_variables,
    second_derivative_results,
    variables_option,
)
from linkwright.models.derivatives.rnea_derivatives import (
    DerivativeRecursion,
    StateDerivatives,
    cheapest_derivative_plan,
    make_recursion,
    note_quantities,
    transpose_matrix,
)
from linkwright.models.dynamics.composite_bodies import ContractionPlan, Matrix
from linkwright.models.dynamics.free_base import need_base_inertia
from linkwright.models.dynamics.gravity_vector import gravity_vector
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.dynamics.rnea_optimized import bias_efforts
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.framework.state import drives
from linkwright.models.search.graph_trial import IncrementalCost, OperationCost, Trial, count_operations
from linkwright.models.tree.generalized_coordinates import (
    BASE_MOTION,
    INVERSE_UNITS,
    coordinate_rows,
    joint_names,
    label_by_coordinate,
)
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.robot.robot import WRENCH
from linkwright.spatial import Scalar, Vec3

MAX_EXHAUSTIVE_JOINTS = 4  # joints: for smaller robots all methods are tried
MAX_BIAS_SAVING = 1 / 3  # of the bias by wrenches: the largest saving by the separate bias, which takes a long search


def multiply_vector(A: Matrix, x: Sequence[Scalar]) -> list[Scalar]:
    """Product A x of a matrix and a vector."""
    total: list[Scalar] = []
    for row in A:
        y: Scalar = 0
        for a, b in zip(row, x, strict=True):
            y = y + a * b
        total.append(y)
    return total


def accelerations_by_inverse(
    robot: Robot, state: State, inverse: Matrix, bias: Sequence[Scalar]
) -> dict[Coordinate, Scalar]:
    """Accelerations qdd = M^-1 (tau - bias) from the inverse of the inertia matrix, which is an output anyway."""
    zero = Expr(robot.graph, robot.graph.const(0))
    left = [state.tau[c] - b for c, b in zip(robot.coordinates, bias, strict=True)]
    return label_by_coordinate(robot, [zero + x for x in multiply_vector(inverse, left)])


def is_homogeneous(robot: Robot) -> bool:
    """Whether the bias is the sum of gravity, friction and a quadratic form of the velocities."""
    motion = (x for name in BASE_MOTION for x in getattr(robot.base, name))
    bodies = (robot.base.body, *(joint.body for joint in robot.joints))
    wrenches = (getattr(body, name) for body in bodies for name in WRENCH)
    dampers = (joint.damping for joint in robot.joints)  # linear in the velocities
    return all(x == 0 for x in (*motion, *wrenches, *dampers))


def bias_by_derivatives(robot: Robot, state: State, qd_slopes: Matrix, quantities: Quantities) -> list[Scalar]:
    """Bias without friction by Euler's theorem: a quadratic form of qd is half the product of its gradient with qd."""
    half_qd = [state.qd[c] / 2 for c in robot.coordinates]
    square = multiply_vector(qd_slopes, half_qd)
    return [x + y for x, y in zip(square, gravity_vector(robot, state.q, quantities), strict=True)]


@dataclass(frozen=True)
class BiasMethod:
    """Method for inertia matrix and bias: separately, each as cheap as possible, or from terms of the derivatives.

    The bias: "apart" (separately), by the "wrenches" through the joints, or by the "slopes" (derivatives by qd).
    """

    plan: ContractionPlan[tuple[str, int]]
    matrix_apart: bool
    bias: str

    def matrix(self, robot: Robot, state: State, at_rest: DerivativeRecursion, quantities: Quantities) -> Matrix:
        """Inertia matrix by this method."""
        apart = self.matrix_apart
        return inertia_matrix(robot, state.q, quantities) if apart else at_rest.inertia_matrix(self.plan.links)

    def rest(self, robot: Robot, state: State, at_rest: DerivativeRecursion, quantities: Quantities) -> list[Scalar]:
        """Bias by this method."""
        if self.bias == "apart":
            return bias_efforts(robot, state, quantities)
        if self.bias == "wrenches":
            rest = at_rest.efforts()
        else:
            by_qd = [qd for _, qd in at_rest.columns(self.plan.links, friction=False)][::-1]
            rest = bias_by_derivatives(robot, state, transpose_matrix(by_qd), quantities)
        return [x + own for x, own in zip(rest, at_rest.own_efforts(), strict=True)]

    def slopes(self, robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
        """Matrices dqdd/dq, dqdd/dqd and M^-1; each column is multiplied by M^-1 as soon as it is computed."""
        at_rest = make_recursion(robot, replace(state, qdd={}), self.plan)
        M, rest = (part(robot, state, at_rest, quantities) for part in (self.matrix, self.rest))
        inverse = factorize_ltdl(M, joint_names(robot)).inverse()
        qdd = accelerations_by_inverse(robot, state, inverse, rest)
        for c, value in qdd.items():
            quantities.note("qdd", c.link, value)
        moving = make_recursion(robot, replace(state, qdd=qdd), self.plan)
        against = [[-x for x in row] for row in inverse]
        columns = [
            (multiply_vector(against, q), multiply_vector(against, qd)) for q, qd in moving.columns(self.plan.links)
        ][::-1]
        note_quantities(moving, robot, quantities)
        return StateDerivatives(
            transpose_matrix([q for q, _ in columns]), transpose_matrix([qd for _, qd in columns]), inverse
        )


def constrained_acceleration_derivatives(robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
    """Derivatives of the accelerations in the graph along the independent coordinates, for loops and wheels.

    A floating base accelerates with gravity: when it turns, gravity g in its frame changes by g x w.
    """
    inverse = factorize_ltdl(inertia_matrix(robot, state.q, quantities), joint_names(robot)).inverse()
    qdd = list(accelerations_by_inverse(robot, state, inverse, bias_efforts(robot, state, quantities)).values())
    q, g, row = (
        constrained_derivatives.partial_derivatives(robot, state, qdd),
        Vec3(*robot.gravity),
        coordinate_rows(robot),
    )
    for c, v in gravity_pairs(robot):
        q[row[v]][row[c]] = q[row[v]][row[c]] + g.cross(c.w).dot(v.v)
    return StateDerivatives(q, jacobian(qdd, named_variables(robot, state, "qd")), inverse)


def acceleration_derivatives(robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
    """Derivatives by the cheapest method, derived again so that nodes are in the order of their use.

    Methods differ in the terms that matrix and bias share with the derivatives of the efforts; the products with M^-1
    are the same in all methods and are not counted.
    """
    if not robot.ties:
        need_base_inertia(robot)
    if robot.ties or has_formulas(robot, state):
        return constrained_acceleration_derivatives(robot, state, quantities)
    view, copy = Trial(robot.graph).to_trial((robot, state))
    # symbols for accelerations whose formulas are not known yet; names with brackets are never names of the user
    some = {c: Expr(view.graph, view.graph.symbol(f"qdd[{c.suffix}]", "variable")) for c in robot.coordinates}
    plan = cheapest_derivative_plan(view, replace(copy, qdd=some))
    moving = [*make_recursion(view, replace(copy, qdd=some), plan).columns(plan.links)]
    given = view, copy, make_recursion(view, replace(copy, qdd={}), plan), Quantities()
    matrices = {apart: BiasMethod(plan, apart, "wrenches").matrix(*given) for apart in (False, True)}
    counted = IncrementalCost()
    rests: dict[str, list[Scalar]] = {}

    def cost(method: BiasMethod) -> OperationCost:
        if method.bias not in rests:
            rests[method.bias] = method.rest(*given)
        return counted((matrices[method.matrix_apart], rests[method.bias], moving))

    by_wrenches, biases = cost(BiasMethod(plan, False, "wrenches")), ["wrenches", "apart"]
    if is_homogeneous(robot):
        most_saved = MAX_BIAS_SAVING * count_operations(rests["wrenches"])[0]
        by_slopes = cost(BiasMethod(plan, False, "slopes"))
        may_win = len(robot) <= MAX_EXHAUSTIVE_JOINTS or by_slopes[0] > by_wrenches[0] - most_saved
        biases = ["wrenches", "apart", "slopes"] if may_win else ["wrenches", "slopes"]
    best = min((BiasMethod(plan, *chosen) for chosen in product_of((False, True), biases)), key=cost)
    return best.slopes(robot, state, quantities)


def acceleration_derivatives_by_drive(robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
    """Matrices dqdd/dq, dqdd/dqd and dqdd/dtau, the last with a column for each of `drives`.

    Its columns are those of M^-1; for the drive of a dependent joint, their sum with the factors of the velocity map.
    """
    s, row, of = acceleration_derivatives(robot, state, quantities), coordinate_rows(robot), drives(robot)
    return StateDerivatives(
        s.q,
        s.qd,
        [[_combine_entries(line, [(row[a], x) for a, x in robot.velocity_map_row(c)]) for c in of] for line in s.M],
    )


def _combine_entries(line: Sequence[Scalar], shares: Sequence[tuple[int, Scalar]]) -> Scalar:
    """Sum of entries of a row times their factors."""
    total: Scalar = 0
    for k, factor in shares:
        total = total + line[k] * factor
    return total


SECOND_DERIVATIVES = {
    ("q", "q"): ("d2qdd_dq_dq", "of qdd_i with respect to q_j and q_k"),
    ("qd", "q"): ("d2qdd_dqd_dq", "of qdd_i with respect to qd_j and q_k"),
    ("qd", "qd"): ("d2qdd_dqd_dqd", "of qdd_i with respect to qd_j and qd_k"),
    ("M", "q"): ("d2qdd_dtau_dq", "of qdd_i with respect to tau_j and q_k"),
}


_TURN, _SLIDE = True, False
UNITS = {
    "q": {(_TURN, _TURN): "1/s^2", (_TURN, _SLIDE): "rad/(m s^2)", (_SLIDE, _TURN): "m/(rad s^2)",
          (_SLIDE, _SLIDE): "1/s^2"},
    "qd": {(_TURN, _TURN): "1/s", (_TURN, _SLIDE): "rad/(m s)", (_SLIDE, _TURN): "m/(rad s)", (_SLIDE, _SLIDE): "1/s"},
    "tau": INVERSE_UNITS,
}  # fmt: skip


def build(robot: Robot, state: State, quantities: Quantities, wrt: tuple[str, ...], order: str) -> Sequence[Result]:
    s, motors = acceleration_derivatives_by_drive(robot, state, quantities), drives(robot)
    by_tau = "efforts: the inverse inertia matrix" if motors == list(robot.coordinates) else "the efforts of all drives"
    table = {"q": (s.q, "positions"), "qd": (s.qd, "velocities"), "tau": (s.M, by_tau)}
    doc = "derivatives of the accelerations with respect to"
    results = [
        derivative_result(robot, f"dqdd_d{x}", table[x][0], f"{doc} {table[x][1]}", UNITS[x],
                     motors if x == "tau" else robot.coordinates)
        for x in wrt
    ]  # fmt: skip
    if order == "2":
        results += second_derivative_results(
            robot,
            state,
            s,
            lambda view: acceleration_derivatives_by_drive(view, state, Quantities()),
            SECOND_DERIVATIVES,
            motors,
        )
    return results


MODEL = Model(
    name="forward_dynamics_derivatives",
    doc="derivatives of the joint accelerations with respect to positions, velocities, efforts",
    state=("q", "qd", "tau"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    options={"wrt": variables_option(("q", "qd", "tau")), "order": ORDER},
)
