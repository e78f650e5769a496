"""Bias efforts, those without joint accelerations: Coriolis, gravity, and whatever else the robot has.

The inverse dynamics at qdd = 0, so that tau = M qdd + bias for every robot: friction, wrenches on the environment and
the motion of the base are in it if the robot has them (`Robot.without` takes them away).
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.rnea_optimized import bias_efforts
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.generalized_coordinates import label_by_coordinate
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, ROTORS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    doc = "efforts without joint accelerations: Coriolis, gravity, friction, wrenches, motion of the base"
    return [of_coordinates("h", label_by_coordinate(robot, bias_efforts(robot, state, quantities)), doc, "tau")]


MODEL = Model(
    name="bias_vector",
    doc="efforts without joint accelerations: Coriolis, gravity and, if the robot has them, friction and wrenches",
    state=("q", "qd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS).leaving("rotors need efforts for accelerations alone", ROTORS),
)
