"""Derivatives along the independent coordinates of a robot with loops or wheels, in the graph.

Where independent coordinate a moves at unit rate, every joint j moves at the rate of column a of the velocity map G.
Positions of all joints get these rates as derivatives, so that none goes through the iterations that found the
positions (implicit function theorem). The position of a ball joint is a quaternion Q of any length, with
Qd = Q (0, w)/2. A mobile base moves likewise, in the directions of its own frame. Rolling constraints that are not
holonomic define no function of which these are partial derivatives: second derivatives depend on the order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.expr import Expr
from linkwright.expr import ops as o
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.framework.state import Rates, State
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import VelocityMapRow
from linkwright.spatial import Scalar, Spin


def as_expressions(robot: Robot, values: Sequence[Scalar]) -> list[Expr]:
    """Values as nodes of the robot's graph."""
    zero = Expr(robot.graph, robot.graph.const(0))
    return [zero + x for x in values]


def position_rates(robot: Robot, state: State, rates: Rates) -> Mapping[Expr, Expr]:
    """Rates of the positions of all joints, and of rotors behind springs, for rates of the independent coordinates."""
    moved = {c: rate_of(robot, rates, c) for c in tree_freedoms(robot) if c.link}
    found: list[tuple[Scalar, Scalar]] = []
    for c, rate in moved.items():
        if c.is_motor:
            found += [(state.motors[c.link], rate)] if c.link in state.motors else []
        elif not isinstance(state.q[c.link], Spin):
            found.append((state.q[c.link], rate))
    for j, joint in enumerate(robot.joints, 1):
        if joint.kind == "ball":
            Q = state.q[j].of
            found += zip(Q, _quaternion_rate(Q, [moved[c] for c in robot.freedoms(j)]), strict=True)
    pairs = [as_expressions(robot, pair) for pair in found]
    return {x: rate for x, rate in pairs if x.number is None} | _pose_rates(robot, rates)


def _pose_rates(robot: Robot, rates: Rates) -> dict[Expr, Expr]:
    """Rates of position and angle of a mobile base in the world, if the state has them."""
    pose = robot.base.pose
    if robot.base.kind != "mobile" or robot.graph.op[pose[0].id] != o.COS:
        return {}
    zero, angle = Expr(robot.graph, robot.graph.const(0)), Expr(robot.graph, robot.graph.args[pose[0].id][0])
    vx, vy, wz = (zero + rate_of(robot, rates, c) for c in robot.freedoms(0))
    return {pose[3]: pose[0] * vx + pose[1] * vy, pose[7]: pose[4] * vx + pose[5] * vy, angle: wz}


def _quaternion_rate(Q: Sequence[Scalar], w: Sequence[Scalar]) -> list[Scalar]:
    """Return Q (0, w)/2."""
    (a, x, y, z), (p, q, r) = Q, w
    double = [-x * p - y * q - z * r, a * p + y * r - z * q, a * q + z * p - x * r, a * r + x * q - y * p]
    return [e / 2 for e in double]


def time_derivatives(robot: Robot, state: State, values: Sequence[Scalar]) -> list[Scalar]:
    """Return time derivatives of functions of the positions."""
    own = {c: x for c, x in state.qd.items() if c.given != "closure"}
    return list(directional_derivatives(as_expressions(robot, values), position_rates(robot, state, own)))


def partial_derivatives(robot: Robot, state: State, values: Sequence[Scalar]) -> list[list[Scalar]]:
    """Return for each value its derivatives along the independent coordinates."""
    columns = [
        directional_derivatives(as_expressions(robot, values), position_rates(robot, state, {a: 1}))
        for a in robot.coordinates
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def matrix_partial_derivatives(
    robot: Robot, state: State, rows: Sequence[Sequence[Scalar]]
) -> list[list[list[Scalar]]]:
    """Return for each entry of a matrix its derivatives along the independent coordinates."""
    return [partial_derivatives(robot, state, row) for row in rows]


# -- velocity map G ----------------------------------------------------------------------------------------------------


def _varying_map_entries(robot: Robot) -> list[tuple[Coordinate, Coordinate, Expr]]:
    """Entries of G that are not constant, each with its row (a dependent freedom) and column (a coordinate)."""
    every = ((c, a, x) for c in tree_freedoms(robot) for a, x in robot.velocity_map_row(c))
    return [(c, a, x) for c, a, x in every if isinstance(x, Expr) and x.number is None]


def velocity_map_rates(robot: Robot, state: State) -> dict[Coordinate, VelocityMapRow]:
    """Return Gd: for every dependent freedom the time derivatives of its row of G."""
    entries = _varying_map_entries(robot)
    found: dict[Coordinate, VelocityMapRow] = {}
    for (c, a, _), rate in zip(entries, time_derivatives(robot, state, [x for *_, x in entries]), strict=True):
        found[c] = (*found.get(c, ()), (a, rate))
    return found


def velocity_map_derivatives(robot: Robot, state: State) -> dict[Coordinate, list[tuple[Coordinate, list[Scalar]]]]:
    """Return dG: for every dependent freedom the derivatives of its row of G along the coordinates."""
    entries = _varying_map_entries(robot)
    found: dict[Coordinate, list[tuple[Coordinate, list[Scalar]]]] = {}
    for (c, a, _), row in zip(entries, partial_derivatives(robot, state, [x for *_, x in entries]), strict=True):
        found.setdefault(c, []).append((a, row))
    return found


__all__ = [
    "as_expressions",
    "matrix_partial_derivatives",
    "partial_derivatives",
    "position_rates",
    "time_derivatives",
    "velocity_map_derivatives",
    "velocity_map_rates",
]
