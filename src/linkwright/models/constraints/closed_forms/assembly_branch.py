"""Assembly branch: the signs of closed forms that belong to a given configuration."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, make_symbol
from linkwright.expr.ops import SYMBOL
from linkwright.expr.replay import FLOAT, evaluate, needed_nodes
from linkwright.models.constraints.closed_forms.angle_pairs import symbol_of_sign
from linkwright.models.constraints.closed_forms.cycle_solver import CycleSolver, solve_cycles
from linkwright.robot import Robot
from linkwright.spatial import Mat3, Spin

Start = float | Sequence[float]  # a ball joint: its quaternion w, x, y, z


def select_signs(
    robot: Robot, loops: Sequence[int], start: Mapping[int, Start], unknown: Collection[int]
) -> tuple[int, ...] | None:
    """Signs for `solved` with which the unknown joints are nearest to their positions in `start`.

    `start` has all joints of the loops; symbols of the geometry have the numbers of the robot. None: no closed form.
    """
    hash(robot)  # once for all of its views
    view = robot.in_graph(robot.graph.copy())
    q: dict[int, Any] = {}
    values = dict(robot.numbers)
    for j, joint in enumerate(view.joints, 1):
        names = [f"{joint.variable}_{axis}" for axis in "wxyz"] if joint.kind == "ball" else [joint.variable]
        if not joint.moves or j not in start:
            continue
        symbols = [make_symbol(view.graph, name, "variable") for name in names]
        q[j] = _rotation_of_quaternion(symbols) if joint.kind == "ball" else symbols[0]
        of = start[j]
        values |= zip(names, of if isinstance(of, Sequence) else [of], strict=True)
    found = solve_cycles(view, loops, q, unknown, None)
    return None if found is None else _select_nearest_signs(found, start, values | found.reading.lift.numbers)


def _rotation_of_quaternion(Q: Sequence[Expr]) -> Spin:
    """Rotation of a quaternion w + x i + y j + z k of any length."""
    w, x, y, z = Q
    n = w * w + x * x + y * y + z * z
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return Spin(Mat3.of([[entry / n for entry in row] for row in rows]), (w, x, y, z))


def _select_nearest_signs(
    found: CycleSolver, start: Mapping[int, Start], values: Mapping[str, float]
) -> tuple[int, ...]:
    """Select signs step by step: the joints of a step depend on no later choice."""
    chosen: list[int] = []
    robot = found.reading.robot
    for _, joints, count in found.steps:
        best, least = (1,) * (count - len(chosen)), math.inf
        own = [j for j in joints if j in start]
        for signs in product((1, -1), repeat=count - len(chosen)):
            table = dict(values) | {symbol_of_sign(k): x for k, x in enumerate([*chosen, *signs])}
            at = _evaluate_positions([found.choices.expr(found.positions[j]) for j in own], table, robot.name)
            apart = sum(_position_distance(robot.joint(j).kind, x, start[j]) for j, x in zip(own, at, strict=True))
            if apart < least:
                best, least = signs, apart
        chosen += best
    return tuple(chosen)


def _evaluate_positions(exprs: Sequence[Expr], table: Mapping[str, float], name: str) -> list[float]:
    if not exprs:
        return []
    graph: Graph = exprs[0].graph
    order = needed_nodes(graph, [e.id for e in exprs])
    names = {i: graph.value[i].name for i in order if graph.op[i] == SYMBOL}
    missing = sorted(set(names.values()) - table.keys())
    if missing:
        what = f"{name}: which branch of its loops is meant depends on {', '.join(missing)}"
        raise RobotError(what, cell=("numbers",), remedy="give their numbers")
    found = evaluate(graph, order, FLOAT, {i: table[s] for i, s in names.items()})
    return [float(found[e.id]) for e in exprs]


def _position_distance(kind: str, x: float, y: Start) -> float:
    """Dimensionless distance of two positions of a joint; infinite if one is not a number."""
    if not isinstance(y, float | int) or math.isnan(x):
        return math.inf
    if kind == "revolute":
        return abs(math.sin((x - y) / 2))
    return abs(x - y) / (abs(x) + abs(y)) if x != y else 0.0


__all__ = ["select_signs"]
