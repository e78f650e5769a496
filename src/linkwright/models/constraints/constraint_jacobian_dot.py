"""Time derivative of the constraint rows of loops and wheels: W qdd + Wd qd = 0."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constrained_derivatives import time_derivatives
from linkwright.models.constraints.constraint_jacobian import entry_units
from linkwright.models.constraints.constraint_rows import collect_constraint_rows
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    rows, columns = collect_constraint_rows(robot, state.q), robot.coordinates
    flat, n = time_derivatives(robot, state, [row.get(c, 0) for row in rows.rows for c in columns]), len(columns)
    Wd = [flat[k * n : k * n + n] for k in range(len(rows.rows))]
    labels = [f"Wd_{name}_{c.suffix}" for name in rows.names for c in columns]
    doc = f"time derivative of the rows {', '.join(rows.names)}"
    return [named("Wd", Wd, doc, labels, entry_units(rows, robot, "/s"))]


MODEL = Model(
    name="constraint_jacobian_dot",
    doc="time derivative of the rows W(q) of loops and wheels, at positions and velocities of all joints",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    is_free=True,
)
