"""The Coriolis matrix of the Christoffel symbols, by composite bodies (`parts.coriolis`) or by another formulation."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import FORMULATION, OWN, by_formulation
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.along import slopes
from linkwright.models.parts.coriolis import coriolis_matrix
from linkwright.models.parts.inertia import inertia_matrix
from linkwright.models.parts.terms import RATE_UNITS, matrix_units, tensor_labels
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.robot.features import LOOPS
from linkwright.spatial import Scalar


def christoffel(robot: Robot, state: State, quantities: Quantities) -> list[list[Scalar]]:
    """Of a robot with loops: C_ij = sum of (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k / 2, in the graph."""
    M = inertia_matrix(robot, state.q, quantities)
    n = range(len(M))
    flat = slopes(robot, state, [M[i][j] for i in n for j in n])
    qd = [state.qd[c] for c in robot.coordinates]

    def entry(i: int, j: int) -> Scalar:
        total: Scalar = 0
        for k in n:
            row = flat[i * len(n) + j][k] + flat[i * len(n) + k][j] - flat[j * len(n) + k][i]
            total = total + row * qd[k]
        return total / 2

    return [[entry(i, j) for j in n] for i in n]


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN and robot.ties:
        C = christoffel(robot, state, quantities)
    elif formulation == OWN:
        C = coriolis_matrix(robot, state, quantities)
    else:
        C = by_formulation(robot, state, formulation).coriolis(robot, state)
    doc = "Coriolis matrix of the Christoffel symbols (Md - 2 C is skew-symmetric), on a base at rest"
    return [named("C", C, doc, tensor_labels(robot, "C", 2), matrix_units(robot, RATE_UNITS))]


MODEL = Model(
    name="coriolis_matrix",
    doc="Coriolis matrix of the Christoffel symbols: Md - 2 C is skew-symmetric (composite bodies)",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(LOOPS),
    options={"formulation": FORMULATION},
)
