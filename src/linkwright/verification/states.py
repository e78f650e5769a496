"""Random states, the same ones in every run, in the units of the robot's own size.

In a robot of micrometres, gravity and inertia are in balance at other speeds than in one of metres: in a state drawn
without its scale one would hide the other. Lengths are drawn relative to the robot's longest one, times relative to the
time of falling that far.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwright.expr import Expr, Function, value_of
from linkwright.expr.graph import Symbol
from linkwright.expr.replay import array_domain, replay
from linkwright.robot import Coordinate, Robot

if TYPE_CHECKING:
    from linkwright.verification.bench import ModelFixture


class RobotScale(NamedTuple):
    """Unit of length of a robot, m, and of frequency, 1/s."""

    length: float = 1.0
    rate: float = 1.0


METRES = RobotScale()


def robot_scale(robot: Robot, numbers: dict[str, float]) -> RobotScale:
    """Return the longest distance between joints or to a centre of mass, and sqrt(g / length)."""
    lengths = [abs(value_of(getattr(j, name), numbers)) for j in robot.joints for name in ("b", "d", "r")]
    for joint in robot.joints:
        mass = value_of(joint.body.M, numbers)
        if mass:
            lengths += [abs(value_of(getattr(joint.body, name), numbers) / mass) for name in ("MX", "MY", "MZ")]
    length = max(lengths) or 1.0
    gravity = math.hypot(*(value_of(g, numbers) for g in robot.gravity))
    return RobotScale(length, math.sqrt(gravity / length) if gravity else 1.0)


def _joint_coordinates(robot: Robot) -> list[Coordinate]:
    return [c for c in robot.coordinates if c.link]


def _position_scales(robot: Robot, scale: RobotScale) -> list[float]:
    """Scales of the numbers that describe positions: four of a ball joint, a quaternion."""
    found: list[float] = []
    for c in _joint_coordinates(robot):
        if c.is_rotation and robot.joint(c.link).kind == "ball":
            found += [1.0] * (1 + (c.component == "wx"))
        else:
            found.append(1.0 if c.is_rotation else scale.length)
    return found


def random_state(robot: Robot, seed: int, scale: RobotScale = METRES, whole: bool = False) -> dict[str, list[float]]:
    """Draw q, qd and qdd of the moving joints, and pose, twist and acceleration of a base; angles between -3 and 3.

    whole: accelerations of flexible joints as well, which are results of the inverse dynamics.
    """
    draw = random.Random(f"state {seed}")
    joints = [1.0 if c.is_rotation else scale.length for c in _joint_coordinates(robot)]
    base = [1.0 if c.is_rotation else scale.length for c in robot.freedoms(0)]
    rates = {"q": 1.0, "qd": scale.rate, "qdd": scale.rate**2}
    sizes = {kind: [size * rate for size in joints] for kind, rate in rates.items()}
    sizes["q"] = _position_scales(robot, scale)
    sizes["qdd"] = [
        x for x, c in zip(sizes["qdd"], _joint_coordinates(robot), strict=True) if whole or c.given != "effort"
    ]
    if base:
        sizes["base_pose"] = [*base[:3], *[1.0] * 4]
        sizes["base_twist"] = [size * rates["qd"] for size in base]
        sizes["base_acceleration"] = [size * rates["qdd"] for size in base]
    return {kind: [draw.uniform(-3, 3) * size for size in own] for kind, own in sizes.items()}


def random_arguments(fn: Function, seed: int, robot: Robot | None = None, scale: RobotScale = METRES) -> dict[str, Any]:
    """Draw values for every input: states between -3 and 3, parameters their known numbers or positive ones."""
    draw = random.Random(seed)
    state = random_state(robot, seed, scale) if robot else {}
    arguments: dict[str, Any] = {}
    for port in fn.inputs:
        if port.role == "parameter":
            defaults = port.defaults or (None,) * port.size
            values = [draw.uniform(0.1, 1.5) if d is None else d for d in defaults]
        else:
            values = state.get(port.name) or [draw.uniform(-3, 3) for _ in port.elements]
        arguments[port.name] = values
    return arguments


def evaluate_at_states(bench: ModelFixture, values: Sequence[Expr], states: int) -> Any:
    """Evaluate expressions of a fixture at random states: an array with a row for each, a column per state."""
    import numpy as np

    numbers = bench.numbers
    scale = robot_scale(bench.robot, numbers)
    table: dict[str, Any] = dict(numbers)
    drawn = [random_state(bench.robot, seed, scale, whole=True) for seed in range(states)]
    for port, symbols in bench.ports.items():
        for k, x in enumerate(symbols if port in drawn[0] else ()):
            table[str(x.name)] = np.array([state[port][k] for state in drawn])
    others = random.Random("others")

    def leaf(_: int, symbol: Symbol) -> Any:
        if symbol.name not in table:  # efforts, wrenches, motion of the base, directions, points
            table[symbol.name] = np.array([others.uniform(-3, 3) for _ in drawn])
        return table[symbol.name]

    with np.errstate(all="ignore"):
        found = replay(bench.graph, [x.id for x in values], array_domain(), leaf)
        return np.array([np.broadcast_to(found[x.id], len(drawn)) for x in values], dtype=float)
