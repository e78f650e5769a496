"""Derivatives along the independent coordinates of a robot with loops, in the graph.

Where independent joint a moves with the unit rate, every joint j moves with its share: the positions of all joints are
given their rates, so that no derivative goes through the iterations that found them (implicit function theorem).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr.derivative import forward
from linkwright.models.parts.terms import of_every_freedom, rate_of
from linkwright.models.state import Positions, Rates
from linkwright.robot import Robot
from linkwright.spatial import Scalar, Spin


def exprs(robot: Robot, values: Sequence[Scalar]) -> list[Expr]:
    """Values as nodes of the robot's graph."""
    zero = Expr(robot.graph, robot.graph.const(0))
    return [zero + x for x in values]


def rates_along(robot: Robot, q: Positions, rates: Rates) -> Mapping[Expr, Expr]:
    """Of the positions of all joints, by the rates of the independent ones."""
    if any(isinstance(x, Spin) for x in q):
        raise RobotError(f"{robot.name} has ball joints, whose positions are no numbers to differentiate by",
                         remedy="use three revolute joints for each")  # fmt: skip
    zero = Expr(robot.graph, robot.graph.const(0))
    every = [c for c in of_every_freedom(robot) if c.link and not c.is_motor and q[c.link].number is None]
    return {q[c.link]: zero + rate_of(robot, rates, c) for c in every}


def rates(robot: Robot, q: Positions, qd: Rates, values: Sequence[Scalar]) -> list[Scalar]:
    """Time derivatives of functions of the positions."""
    own = {c: x for c, x in qd.items() if c.given != "closure"}
    return list(forward(exprs(robot, values), rates_along(robot, q, own)))


def slopes(robot: Robot, q: Positions, values: Sequence[Scalar]) -> list[list[Scalar]]:
    """For each value, its derivatives with respect to the positions of the independent coordinates."""
    columns = [forward(exprs(robot, values), rates_along(robot, q, {a: 1})) for a in robot.coordinates]
    return [list(row) for row in zip(*columns, strict=True)]


__all__ = ["exprs", "rates", "rates_along", "slopes"]
