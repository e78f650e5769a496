"""Closure equations of the loops, F(q) = 0 (`loop_equations`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: nothing must be closed", remedy="write [[loop]] tables")
    loops = LoopEquations(robot, state.q)
    names = [f"{loop.name}_{kind}" for loop, kind in loops.names()]
    units = ["m" if kind in ("x", "y", "z") else "" for _, kind in loops.names()]
    doc = f"residuals of the loops: {', '.join(names)} (lengths and components of axes, in the frames of the cuts)"
    return [named("F", loops.equations(), doc, [f"F_{name}" for name in names], units)]


MODEL = Model(
    name="constraints",
    doc="equations of the closed loops, which vanish where they are closed, at positions of all joints",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS).leaving("they constrain rates, not positions", WHEELS),
    is_free=True,
)
