"""Inverse dynamics: the joint efforts of a motion, by one of the formulations (`formulations`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import NAMES, efforts
from linkwright.models.model import Model, Option, Quantities, Result, State, named
from linkwright.models.parts.terms import labels, units
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    tau = efforts(robot, state, quantities, formulation)
    return [named("tau", tau, "joint efforts (torques of revolute, forces of prismatic joints)",
                  labels=labels(robot, "tau"), units=units(robot, "tau"), joints=robot.moving)]  # fmt: skip


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS,
    options={"formulation": Option("newton_euler", "how the equations are derived; best: the shortest", NAMES)},
)
