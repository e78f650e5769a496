"""Derivatives along the independent coordinates of a robot with loops or wheels, in the graph.

Where independent coordinate a moves with the unit rate, every joint j moves with its share: the positions of all joints
are given their rates, so that no derivative goes through the iterations that found them (implicit function theorem). A
mobile base moves likewise, in the directions of its own frame. Wheels leave no function of which these are the partial
derivatives, where they are not holonomic: second derivatives depend on the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr import ops as o
from linkwright.expr.derivative import forward
from linkwright.models.parts.terms import of_every_freedom, rate_of
from linkwright.models.state import Positions, Rates
from linkwright.robot import Coordinate, Robot
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
    return {q[c.link]: zero + rate_of(robot, rates, c) for c in every} | _pose_rates(robot, rates)


def _pose_rates(robot: Robot, rates: Rates) -> dict[Expr, Expr]:
    """Of the place and the angle of a mobile base in the world, where the state has them."""
    pose = robot.base.pose
    if robot.base.kind != "mobile" or robot.graph.op[pose[0].id] != o.COS:
        return {}
    zero, angle = Expr(robot.graph, robot.graph.const(0)), Expr(robot.graph, robot.graph.args[pose[0].id][0])
    vx, vy, wz = (zero + rate_of(robot, rates, c) for c in robot.freedoms(0))
    return {pose[3]: pose[0] * vx + pose[1] * vy, pose[7]: pose[4] * vx + pose[5] * vy, angle: wz}


def rates(robot: Robot, q: Positions, qd: Rates, values: Sequence[Scalar]) -> list[Scalar]:
    """Time derivatives of functions of the positions."""
    own = {c: x for c, x in qd.items() if c.given != "closure"}
    return list(forward(exprs(robot, values), rates_along(robot, q, own)))


def slopes(robot: Robot, q: Positions, values: Sequence[Scalar]) -> list[list[Scalar]]:
    """For each value, its derivatives with respect to the positions of the independent coordinates."""
    columns = [forward(exprs(robot, values), rates_along(robot, q, {a: 1})) for a in robot.coordinates]
    return [list(row) for row in zip(*columns, strict=True)]


def second_slopes(robot: Robot, q: Positions, rows: Sequence[Sequence[Scalar]]) -> list[list[list[Scalar]]]:
    """For each entry of a matrix, its derivatives along the independent coordinates."""
    return [slopes(robot, q, row) for row in rows]


def share_rates(robot: Robot, q: Positions, qd: Rates) -> dict[Coordinate, list[tuple[Coordinate, Scalar]]]:
    """Of the factors by which freedoms move with independent coordinates: those that change, by freedom."""
    table = {c: [(a, x) for a, x in robot.shares(c) if isinstance(x, Expr) and x.number is None]
             for c in of_every_freedom(robot)}  # fmt: skip
    found = iter(rates(robot, q, qd, [x for pairs in table.values() for _, x in pairs]))
    return {c: [(a, next(found)) for a, _ in pairs] for c, pairs in table.items() if pairs}


__all__ = ["exprs", "rates", "rates_along", "second_slopes", "share_rates", "slopes"]
