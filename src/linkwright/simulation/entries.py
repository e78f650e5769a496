"""Numbers of the positions of all joints that a port of a model takes, and their rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from linkwright.robot import Coordinate, Robot
from linkwright.simulation.balls import BallJoints
from linkwright.simulation.state import quaternion_rate

if TYPE_CHECKING:
    from linkwright.run.native import Array

QUATERNION_AXES = "wxyz"


def number_names(robot: Robot, own: Sequence[Coordinate]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and variables of the numbers of the positions of these coordinates: four of a ball joint."""
    names: list[str] = []
    variables: list[str] = []
    known = {joint.name for joint in robot.joints}
    for c in own:
        joint = robot.joint(c.link)
        if joint.kind != "ball":
            names.append(c.joint)
            variables.append(f"{joint.variable}_motor" if c.is_motor else joint.variable)
        elif c.component == "wx":
            names += [
                f"{joint.name}_q{x}" if f"{joint.name}_{x}" in known else f"{joint.name}_{x}" for x in QUATERNION_AXES
            ]
            variables += [f"{joint.variable}_{x}" for x in QUATERNION_AXES]
    return tuple(names), tuple(variables)


class PortEntries:
    """Numbers of a port by its names, among those of all joints."""

    def __init__(self, every: Sequence[str], balls: BallJoints, names: Sequence[str]) -> None:
        self.names, self.index = tuple(names), [every.index(name) for name in names]
        rate = dict(zip(*balls.plain, strict=True))
        self.scalars = [(n, rate[k]) for n, k in enumerate(self.index) if k in rate]  # index here, index of its rate
        first = dict(balls.at)
        self.balls = [(n, first[k]) for n, k in enumerate(self.index) if k in first]  # indices where quaternions begin

    def __len__(self) -> int:
        return len(self.names)

    def of(self, q: Array) -> Array:
        """Numbers of the port from the positions of all joints."""
        return q[..., self.index]

    def rate(self, values: Array, qd: Array) -> Array:
        """Rates of the numbers of the port, from the rates of all joints."""
        import numpy as np

        found = np.empty(len(self))
        for n, k in self.scalars:
            found[n] = qd[k]
        for n, k in self.balls:
            found[n : n + 4] = quaternion_rate(values[n : n + 4], qd[k : k + 3])
        return found

    def nearest(self, values: Array, to: Array) -> Array:
        """Positions with the signs of quaternions chosen nearest to those of other positions."""
        found = values.copy()
        for n, _ in self.balls:
            found[n : n + 4] *= math.copysign(1.0, found[n : n + 4] @ to[n : n + 4])
        return found


__all__ = ["PortEntries", "number_names"]
