"""The Coriolis matrix of the Christoffel symbols, by composite bodies (`coriolis_composite`) or by another formulation.

With loops, C = G^T C_t G + G^T M_t Gd with the velocity map G, and M_t and C_t of the tree: accelerations within the
loops are those of the tree, and the constraint forces do no work. Or C follows from derivatives of the inertia matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linkwright.errors import RobotError
from linkwright.models.constraints.constrained_derivatives import partial_derivatives, velocity_map_rates
from linkwright.models.constraints.constraint_system import without_constraints
from linkwright.models.dynamics.composite_bodies import Matrix
from linkwright.models.dynamics.constrained.coriolis_quasi_velocities import coriolis_by_partial_velocities
from linkwright.models.dynamics.coriolis_composite import coriolis_matrix
from linkwright.models.dynamics.formulations.formulation_table import (
    FORMULATION_OPTION,
    OWN_FORMULATION,
    terms_by_formulation,
)
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.generalized_coordinates import (
    RATE_UNITS,
    has_orientation,
    matrix_units,
    rate_of,
    tensor_labels,
)
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def coriolis_by_christoffel_symbols(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    """Coriolis matrix with loops, in the graph: C_ij = sum of (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k / 2."""
    M = inertia_matrix(robot, state.q, quantities)
    n = range(len(M))
    flat = partial_derivatives(robot, state, [M[i][j] for i in n for j in n])
    qd = [state.qd[c] for c in robot.coordinates]

    def entry(i: int, j: int) -> Scalar:
        total: Scalar = 0
        for k in n:
            row = flat[i * len(n) + j][k] + flat[i * len(n) + k][j] - flat[j * len(n) + k][i]
            total = total + row * qd[k]
        return total / 2

    return [[entry(i, j) for j in n] for i in n]


def coriolis_by_projection(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    """Coriolis matrix of a robot with loops, projected from the matrices of its tree."""
    free, own = without_constraints(robot)
    place = {c: k for k, c in enumerate(free.coordinates)}
    moving = State(state.q, {own[c]: rate_of(robot, state.qd, c) for c in own if own[c] in place})
    C_t, M_t = coriolis_matrix(free, moving, quantities), inertia_matrix(free, state.q, quantities)
    changes = velocity_map_rates(robot, state)
    of = [{place[own[c]]: factor for c in own if own[c] in place for x, factor in robot.velocity_map_row(c) if x == a}
          for a in robot.coordinates]  # fmt: skip
    fast = [{place[own[c]]: rate for c in own if own[c] in place for x, rate in changes.get(c, ()) if x == a}
            for a in robot.coordinates]  # fmt: skip

    def entry(a: Mapping[int, Scalar], b: Mapping[int, Scalar], A: Matrix) -> Scalar:
        total: Scalar = 0
        for i, x in a.items():
            for j, y in b.items():
                total = total + x * A[i][j] * y
        return total

    return [[entry(a, b, C_t) + entry(a, d, M_t) for b, d in zip(of, fast, strict=True)] for a in of]


def cheapest_coriolis_of_loops(robot: Robot, state: State, quantities: Quantities) -> Matrix:
    """Coriolis matrix of a robot with loops by the cheaper method; rates of ball joints have no Christoffel symbols."""

    def candidates(subject: tuple[Robot, State]) -> Iterator[tuple[Matrix, Quantities]]:
        methods = (
            (coriolis_by_projection,)
            if has_orientation(robot)
            else (coriolis_by_christoffel_symbols, coriolis_by_projection)
        )
        for method in methods:
            noted = Quantities()
            yield method(*subject, noted), noted

    C, noted = cheapest_of(robot.graph, (robot, state), candidates)
    quantities.names.update(noted.names)
    return C


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN_FORMULATION and robot.ties and robot.wheels:
        C = coriolis_by_partial_velocities(robot, state)
    elif formulation == OWN_FORMULATION and robot.ties:
        C = cheapest_coriolis_of_loops(robot, state, quantities)
    elif formulation == OWN_FORMULATION:
        C = coriolis_matrix(robot, state, quantities)
    else:
        if has_orientation(robot):
            raise RobotError(f"{robot.name} has orientations, whose rates have no Christoffel symbols",
                             remedy=f"formulation={OWN_FORMULATION}")  # fmt: skip
        C = terms_by_formulation(robot, state, formulation).coriolis(robot, state)
    doc = "Coriolis matrix of the Christoffel symbols (Md - 2 C is skew-symmetric), on a base at rest"
    if has_orientation(robot):
        doc = "Coriolis matrix, sum of J' dJ/dt dm (Md - 2 C is skew-symmetric): C v beside M dv/dt of the components v"
    return [named("C", C, doc, tensor_labels(robot, "C", 2), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="coriolis_matrix",
    doc="Coriolis matrix of the Christoffel symbols: Md - 2 C is skew-symmetric (composite bodies)",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
    options={"formulation": FORMULATION_OPTION},
)
