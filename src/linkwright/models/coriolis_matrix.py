"""The Coriolis matrix of the Christoffel symbols, by composite bodies (`parts.coriolis`) or by another formulation."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import FORMULATION, OWN, by_formulation
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.coriolis import coriolis_matrix
from linkwright.models.parts.terms import RATE_UNITS, matrix_units, tensor_labels
from linkwright.models.scope import TERM
from linkwright.robot import Robot


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN:
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
    scope=TERM,
    options={"formulation": FORMULATION},
)
