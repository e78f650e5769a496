"""The inverse of the inertia matrix: the accelerations that unit efforts give."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.dynamics.free_base import need_base_inertia
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.tree.generalized_coordinates import INVERSE_UNITS, joint_names, matrix_units, tensor_labels
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, ROTORS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    need_base_inertia(robot)
    inverse = factorize_ltdl(inertia_matrix(robot, state.q, quantities), joint_names(robot)).inverse()
    doc = "inverse of the inertia matrix"
    return [named("Minv", inverse, doc, tensor_labels(robot, "Minv", 2), matrix_units(robot, INVERSE_UNITS))]


MODEL = Model(
    name="inverse_inertia_matrix",
    doc="inverse of the inertia matrix (unrolled factors)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS, FLOATING, LOOPS, WHEELS),
)
