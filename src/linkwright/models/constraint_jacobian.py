"""The rows that wheels hold: W(q) qd = 0 over the rates of base and joints (`parts.rolling`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.rolling import all_rows
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    rows, columns = all_rows(robot, state.q), robot.coordinates
    names = [row.name for row in rows.found]
    W = [[rows.entry(k, c) for c in columns] for k in range(len(names))]
    kept = [int(k in rows.mobility.kept) for k in range(len(names))]
    order = ", ".join(f"{c.component} of the base" if not c.link else c.joint for c in columns)
    labels = [f"W_{name}_{c.suffix}" for name in names for c in columns]
    units = ["m" if c.turns else "" for _ in names for c in columns]
    return [
        named("W", W, f"rows that vanish with the rates of {order}: {', '.join(names)}", labels, units),
        named("kept", kept, "1: a row of a largest independent set; 0: it follows from those", names),
    ]


MODEL = Model(
    name="constraint_jacobian",
    doc="rows W(q) of the wheels, W qd = 0: rolling and lateral, or along the rollers",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(WHEELS),
    is_free=True,
)
