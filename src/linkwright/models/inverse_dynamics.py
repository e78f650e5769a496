"""Inverse dynamics: the joint efforts of a motion, by one of the formulations (`formulations`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.formulations import NAMES, efforts
from linkwright.models.model import Model, Option, Quantities, Result, State, of_coordinates
from linkwright.models.parts.terms import by_coordinate
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    tau = efforts(robot, state, quantities, formulation)
    doc = "joint efforts (torques of revolute, forces of prismatic joints)"
    return [of_coordinates("tau", by_coordinate(robot, tau), doc, "tau")]


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS,
    options={"formulation": Option("newton_euler", "how the equations are derived; best: the shortest", NAMES)},
)
