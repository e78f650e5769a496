"""The closed form of the equations of motion: H (n x n), C (n x n x n) and g, by Uicker and Kahn or otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import NAMES, matrices
from linkwright.models.model import Model, Option, Quantities, Result, State, named, of_coordinates
from linkwright.models.parts.terms import by_coordinate, tensor_labels, tensor_units
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.robot.features import BALLS, COUPLINGS, FLEXIBILITY, MOVING_BASE, ROTORS


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    form = matrices(robot, state.q, formulation)
    planes = [row for plane in form.C for row in plane]
    doc = "Coriolis and centrifugal coefficients C_ikl of qd_k qd_l in effort i; rows: (i, k), columns: l"
    return [
        named("H", form.H, "inertia matrix, with rotors", tensor_labels(robot, "H", 2), tensor_units(robot, 2)),
        named("C", planes, doc, tensor_labels(robot, "C", 3), tensor_units(robot, 3)),
        of_coordinates("g", by_coordinate(robot, form.g), "gravity efforts", "tau"),
    ]


MODEL = Model(
    name="closed_form",
    doc="matrices of the equations of motion H(q) qdd + qd' C(q) qd + g(q) (Uicker-Kahn, or another formulation)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS).refusing(BALLS, MOVING_BASE, COUPLINGS, FLEXIBILITY),
    options={"formulation": Option("uicker_kahn", "how the equations are derived; best: the shortest", NAMES)},
)
