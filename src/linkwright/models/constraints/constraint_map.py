"""Velocity map: rates of base and joints are G(q) times those of the independent coordinates (`constraint_system`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.wheels import label, require_constraints
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    require_constraints(robot)
    every, columns = tree_freedoms(robot), robot.coordinates
    G = [[dict(robot.velocity_map_row(c)).get(a, 0) for a in columns] for c in every]
    labels = [f"G{c.suffix}_{a.suffix}" for c in every for a in columns]
    units = ["" if c.is_rotation == a.is_rotation else "1/m" if c.is_rotation else "m" for c in every for a in columns]
    doc = f"rates of {', '.join(map(label, every))} from those of {', '.join(map(label, columns))}"
    return [named("G", G, doc, labels, units)]


MODEL = Model(
    name="constraint_map",
    doc="rates of base and joints from the independent ones, as a matrix: what wheels and loops allow",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
)
