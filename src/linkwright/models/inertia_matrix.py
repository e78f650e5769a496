"""The inertia matrix of the joints, by composite bodies (`parts.inertia`) or by another formulation."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import FORMULATION, OWN, by_formulation
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.inertia import inertia_matrix
from linkwright.models.parts.terms import INERTIA_UNITS, matrix_units, tensor_labels
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, ROTORS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN:
        M = inertia_matrix(robot, state.q, quantities)
    else:
        M = by_formulation(robot, state, formulation).H
    doc = "inertia matrix, rotor inertias included"
    return [named("M", M, doc, tensor_labels(robot, "M", 2), matrix_units(robot, INERTIA_UNITS))]


MODEL = Model(
    name="inertia_matrix",
    doc="inertia matrix of the joints (composite bodies)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS, FLOATING, WHEELS),
    options={"formulation": FORMULATION},
)
