"""Coriolis and centrifugal efforts: the inverse dynamics without accelerations, gravity, friction and wrenches."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.terms import bias, labels, leaving_out, units
from linkwright.robot import Robot


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    c = bias(leaving_out(robot, "friction", "external", "gravity", "base"), state, quantities)
    doc = "Coriolis and centrifugal efforts C qd, on a base at rest"
    return [named("c", c, doc, labels(robot, "c"), units(robot, "tau"))]


MODEL = Model(
    name="coriolis_vector",
    doc="Coriolis and centrifugal efforts (recursive Newton-Euler)",
    state=("q", "qd"),
    build=build,
)
