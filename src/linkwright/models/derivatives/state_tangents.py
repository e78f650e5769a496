"""Tangent directions of the state for differentiation in the graph: rates of its numbers per unit rate of a coordinate.

For most joints, and for a rotor behind a spring, this is 1 for its own position. A ball joint turns about an axis e of
its own frame, by which its quaternion changes by Q (0, e)/2. A floating base moves along the unit twists of frame 0.
Its position does not affect efforts, and its orientation only through gravity in frame 0, which a rotation e changes by
g x e: so nothing is differentiated by the numbers of its pose, and singular Euler angles do no harm.

Rotations about two axes of one frame do not commute: the second derivative along e and then f is not that along f, e.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.errors import RobotError
from linkwright.expr import Expr, Importer
from linkwright.models.framework.state import State
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar, Vec3

Direction = Mapping[Expr, Expr]


def tangent_directions(robot: Robot, state: State, kind: str) -> list[Direction]:
    """Directions of every coordinate, along its position (q) or its rate (qd)."""
    if kind == "q":
        return [_position_tangent(robot, state, c) for c in robot.coordinates]
    rates = [state.qd[c] for c in robot.coordinates]
    if not all(isinstance(x, Expr) and x.name for x in rates):
        raise RobotError(f"{robot.name} gives rates of joints as formulas: no second derivatives with respect to them",
                         remedy="give them names, or order=1")  # fmt: skip
    one = Expr(robot.graph, robot.graph.const(1))
    return [{x: one} for x in rates]


def _position_tangent(robot: Robot, state: State, c: Coordinate) -> Direction:
    zero = Expr(robot.graph, robot.graph.const(0))
    if not c.link:
        g = Vec3(*robot.gravity)
        return {x: zero + rate for x, rate in zip(g, g.cross(c.w), strict=True) if x.name}
    if c.is_motor:
        return {state.motors[c.link]: zero + 1}
    if robot.joint(c.link).kind == "ball":
        return dict(zip(state.quaternions[c.link], quaternion_tangent(state.quaternions[c.link], c.w), strict=True))
    return {state.q[c.link]: zero + 1}


def quaternion_tangent(Q: Sequence[Expr], e: Vec3) -> list[Expr]:
    """Rate Q (0, e)/2 of a quaternion (w, x, y, z) for unit angular velocity e in its own frame."""
    w, u = Q[0], Vec3(*Q[1:])
    return [u.dot(e) / -2, *(x / 2 for x in e * w + u.cross(e))]


def directions_commute(robot: Robot, a: Coordinate, b: Coordinate) -> bool:
    """Whether second derivatives along two coordinates are symmetric: not if both are of the base or one ball joint."""
    return a.link != b.link or (bool(a.link) and robot.joint(a.link).kind != "ball")


def with_symbolic_gravity(robot: Robot) -> tuple[Robot, Callable[[Scalar], Scalar]]:
    """Robot with symbols for gravity in the frame of its floating base, and the function that puts back the values."""
    if not robot.freedoms(0):
        return robot, lambda x: x
    graph = robot.graph
    # names with brackets are never names of the user
    names = {f"gravity[{axis}]": g for axis, g in zip("xyz", robot.gravity, strict=True)}
    symbols = tuple(Expr(graph, graph.symbol(name, "variable")) for name in names)
    back = Importer(graph, names)
    return robot.in_graph(graph, gravity=symbols), lambda x: back(x) if isinstance(x, Expr) else x


__all__ = ["Direction", "directions_commute", "quaternion_tangent", "tangent_directions", "with_symbolic_gravity"]
