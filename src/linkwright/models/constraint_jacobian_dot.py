"""The time derivative of the rows that loops and wheels hold: W qdd + Wd qd = 0."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr.derivative import forward
from linkwright.models.constraint_jacobian import row_units
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.held import held
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import BALLS, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    rows, columns = held(robot, state.q), robot.coordinates
    if any(c.is_motor for c in columns):
        raise RobotError(f"{robot.name} has rotors behind springs", remedy='robot.without("flexibility")')
    zero = Expr(robot.graph, robot.graph.const(0))
    along = {state.q[c.link]: zero + state.qd[c] for c in columns if c.link}
    flat = forward([zero + row.get(c, 0) for row in rows.rows for c in columns], along)
    n = len(columns)
    Wd = [list(flat[k * n : k * n + n]) for k in range(len(rows.rows))]
    labels = [f"Wd_{name}_{c.suffix}" for name in rows.names for c in columns]
    doc = f"time derivative of the rows {', '.join(rows.names)}"
    return [named("Wd", Wd, doc, labels, row_units(rows, robot, "/s"))]


MODEL = Model(
    name="constraint_jacobian_dot",
    doc="time derivative of the rows W(q) of loops and wheels, at positions and velocities of all joints",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(LOOPS, WHEELS).refusing(BALLS),
    is_free=True,
)
