"""Coriolis and centrifugal efforts: the inverse dynamics without accelerations, gravity, friction and wrenches."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constraint_system import select_drift
from linkwright.models.dynamics.formulations.formulation_table import (
    FORMULATION_OPTION,
    OWN_FORMULATION,
    terms_by_formulation,
)
from linkwright.models.dynamics.rnea_optimized import bias_efforts
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import TERM
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, without_terms
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN_FORMULATION:
        still = State(state.q, state.qd, select_drift(state.qdd))
        c = bias_efforts(without_terms(robot, "friction", "external", "gravity", "base"), still, quantities)
    else:
        c = terms_by_formulation(robot, state, formulation).centrifugal(robot, state)
    doc = "Coriolis and centrifugal efforts C qd, on a base at rest"
    return [of_coordinates("c", label_by_coordinate(robot, c), doc, "tau")]


MODEL = Model(
    name="coriolis_vector",
    doc="Coriolis and centrifugal efforts (recursive Newton-Euler)",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
    options={"formulation": FORMULATION_OPTION},
)
