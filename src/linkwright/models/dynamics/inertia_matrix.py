"""Inertia matrix of the joints, by composite bodies (`joint_space_inertia`) or by another formulation."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.formulations.formulation_table import (
    FORMULATION_OPTION,
    OWN_FORMULATION,
    terms_by_formulation,
)
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import TERM
from linkwright.models.tree.generalized_coordinates import INERTIA_UNITS, matrix_units, tensor_labels
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, ROTORS, WHEELS
from linkwright.spatial import Scalar


def build(robot: Robot, state: State, quantities: Quantities, formulation: str, form: str) -> Sequence[Result]:
    if formulation == OWN_FORMULATION:
        M = inertia_matrix(robot, state.q, quantities)
    else:
        M = terms_by_formulation(robot, state, formulation).H
    labels, units = tensor_labels(robot, "M", 2), matrix_units(robot, INERTIA_UNITS)
    if form == "blocks":
        return split_base_blocks(robot, M, labels, units)
    return [named("M", M, "inertia matrix, rotor inertias included", labels, units)]


def split_base_blocks(
    robot: Robot, M: list[list[Scalar]], labels: Sequence[str], units: Sequence[str]
) -> Sequence[Result]:
    """Blocks of base, base and joints, and joints (this one only, unless the base floats): Lemoine & Khalil (30)."""
    n, base = len(M), len(robot.freedoms(0))
    parts = []
    for name, rows, columns, doc in (
        ("A11", range(base), range(base), "inertia of the whole robot at the base"),
        ("A12", range(base), range(base, n), "inertia that couples base (rows) and joints (columns)"),
        ("A22", range(base, n), range(base, n), "inertia matrix of the joints on a fixed base"),
    ):
        cells = [(r, c) for r in rows for c in columns]
        if not rows:
            continue
        at = [n * r + c for r, c in cells]
        parts.append(Result(name, [M[r][c] for r, c in cells], (len(rows), len(columns)), doc,
                            tuple(labels[k] for k in at), tuple(units[k] for k in at)))  # fmt: skip
    return parts


FORM = Option("whole", "of a floating base: the whole matrix, or its blocks A11, A12, A22", ("whole", "blocks"))


MODEL = Model(
    name="inertia_matrix",
    doc="inertia matrix of the joints (composite bodies)",
    state=("q",),
    build=build,
    scope=TERM.handling(ROTORS, FLOATING, LOOPS, WHEELS),
    options={"formulation": FORMULATION_OPTION, "form": FORM},
)
