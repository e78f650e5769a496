"""The closed form of the equations of motion: H (n x n), C (n x n x n) and g, by Uicker and Kahn or otherwise.

Uicker and Kahn derive by the positions of joints that each move on their own, about or along one axis: for robots with
other joints, or a floating base, Kane's equations are used. For orientations C has the coefficients of products of
rates, the same for both orders, beside the classical acceleration of a base.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.formulations.formulation_table import FORMULATION_NAMES, closed_form_by_formulation
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named, of_coordinates
from linkwright.models.framework.scope import TERM
from linkwright.models.tree.generalized_coordinates import (
    has_orientation,
    label_by_coordinate,
    tensor_labels,
    tensor_units,
    without_terms,
)
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, ROTORS

DEFAULT_FORMULATION = "uicker_kahn"


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == DEFAULT_FORMULATION and (
        has_orientation(robot) or robot.couplings or any(j.flexible for j in robot.joints)
    ):
        formulation = "kane"
    form = closed_form_by_formulation(without_terms(robot, "base"), state.q, formulation)
    planes = [row for plane in form.C for row in plane]
    doc = "Coriolis and centrifugal coefficients C_ikl of qd_k qd_l in effort i; rows: (i, k), columns: l"
    return [
        named("H", form.H, "inertia matrix, with rotors", tensor_labels(robot, "H", 2), tensor_units(robot, 2)),
        named("C", planes, doc, tensor_labels(robot, "C", 3), tensor_units(robot, 3)),
        of_coordinates("g", label_by_coordinate(robot, form.g), "gravity efforts", "tau"),
    ]


MODEL = Model(
    name="closed_form",
    doc="matrices of the equations of motion H(q) qdd + qd' C(q) qd + g(q) (Uicker-Kahn, or another formulation)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS, FLOATING),
    options={
        "formulation": Option(
            DEFAULT_FORMULATION,
            "how the equations are derived; best: the shortest; where uicker_kahn is not written for a robot, kane",
            FORMULATION_NAMES,
        )
    },
)
