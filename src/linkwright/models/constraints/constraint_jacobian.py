"""Constraint rows of loops and wheels: W(q) qd = 0 over the rates of base and joints (`constraint_rows`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constraint_rows import NamedConstraintRows, collect_constraint_rows
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def entry_units(rows: NamedConstraintRows, robot: Robot, rate: str = "") -> list[str]:
    """Units of the entries: unit of the row divided by that of the coordinate; `rate` is appended."""
    found = []
    for unit in rows.units:
        for c in robot.coordinates:
            own = unit if c.is_rotation else {"m": "", "": "1/m"}[unit]
            found.append(own + rate if own or not rate else f"1{rate}")
    return found


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    rows, columns = collect_constraint_rows(robot, state.q), robot.coordinates
    W = [[row.get(c, 0) for c in columns] for row in rows.rows]
    kept = [int(k in rows.kept) for k in range(len(W))]
    order = ", ".join(f"{c.component} of the base" if not c.link else c.joint for c in columns)
    labels = [f"W_{name}_{c.suffix}" for name in rows.names for c in columns]
    return [
        named("W", W, f"rows that vanish with the rates of {order}: {', '.join(rows.names)}", labels,
              entry_units(rows, robot)),
        named("kept", kept, "1: a row of a largest independent set; 0: it follows from those", rows.names),
    ]  # fmt: skip


MODEL = Model(
    name="constraint_jacobian",
    doc="rows W(q) of loops and wheels, W qd = 0, at positions of all joints",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    is_free=True,
)
