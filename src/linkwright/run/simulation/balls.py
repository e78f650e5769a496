"""Ball joints in a simulation: three numbers each, as they have three rates.

Motions, as controllers and recordings see them, have the rotation vector of a ball joint (its axis times its angle);
models and what is integrated have its quaternion w, x, y, z, which has no angle at which it jumps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linkwright.robot import Coordinate, Robot
from linkwright.run.simulation.state import quaternion_rate

if TYPE_CHECKING:
    from linkwright.run.native import Array

AXES = "wxyz"


def quaternion_of(v: Array) -> Array:
    """The unit quaternion of a rotation vector, or of many."""
    import numpy as np

    half = np.sqrt((v * v).sum(axis=-1, keepdims=True)) / 2
    return np.concatenate([np.cos(half), np.sinc(half / np.pi) / 2 * v], axis=-1)


def rotation_vector(Q: Array) -> Array:
    """Of a quaternion of any length but 0, or of many: angles up to pi."""
    import numpy as np

    Q = np.where(Q[..., :1] < 0, -Q, Q)
    w, u = Q[..., :1], Q[..., 1:]
    s = np.sqrt((u * u).sum(axis=-1, keepdims=True))
    angle = 2 * np.arctan2(s, w)
    found: Array = np.where(s > 0, angle / np.where(s > 0, s, 1.0), 2 / w) * u
    return found


class Entries:
    """The numbers of a port of positions, by its names: of a joint its coordinate, of a ball joint its quaternion."""

    def __init__(self, robot: Robot, own: Sequence[Coordinate], names: Sequence[str]) -> None:
        place = {c.joint: k for k, c in enumerate(own)}
        first: Mapping[str, int] = {
            f"{robot.joint(c.link).name}_{more}{axis}": k for k, c in enumerate(own)
            if robot.joint(c.link).kind == "ball" and c.component == "wx" for axis in AXES for more in ("", "q")
        }  # fmt: skip
        self.names = tuple(names)
        self.scalars = [(n, place[name]) for n, name in enumerate(names) if name in place]
        others = [(n, first[name]) for n, name in enumerate(names) if name not in place]
        self.balls = others[:: len(AXES)]  # where quaternions begin, and the coordinates of the joint

    def __len__(self) -> int:
        return len(self.names)

    def of(self, q: Array) -> Array:
        """From positions of all coordinates."""
        import numpy as np

        found = np.empty((*q.shape[:-1], len(self)))
        for n, k in self.scalars:
            found[..., n] = q[..., k]
        for n, k in self.balls:
            found[..., n : n + 4] = quaternion_of(q[..., k : k + 3])
        return found

    def rate(self, values: Array, qd: Array) -> Array:
        """Of these numbers, by the rates of all coordinates."""
        import numpy as np

        found = np.empty(len(self))
        for n, k in self.scalars:
            found[n] = qd[k]
        for n, k in self.balls:
            found[n : n + 4] = quaternion_rate(values[n : n + 4], qd[k : k + 3])
        return found

    def nearest(self, values: Array, to: Array) -> Array:
        """The same positions with the signs of quaternions that are nearer to others."""
        found = values.copy()
        for n, _ in self.balls:
            found[n : n + 4] *= math.copysign(1.0, found[n : n + 4] @ to[n : n + 4])
        return found


class Outputs:
    """Positions of all coordinates from those of all joints that a model gives; rotors behind springs are not there."""

    def __init__(self, robot: Robot, own: Sequence[Coordinate]) -> None:
        begins, at = {}, 0
        for j, joint in enumerate(robot.joints, 1):
            if joint.moves:
                begins[j] = at
                at += 4 if joint.kind == "ball" else 1
        balls = {j for j, joint in enumerate(robot.joints, 1) if joint.kind == "ball"}
        self.scalars = [(k, begins[c.link]) for k, c in enumerate(own) if not c.is_motor and c.link not in balls]
        self.balls = [(k, begins[c.link]) for k, c in enumerate(own) if c.link in balls and c.component == "wx"]
        self.size = len(own)

    def of(self, values: Array) -> Array:
        """Rotors are at 0."""
        import numpy as np

        found = np.zeros((*values.shape[:-1], self.size))
        for k, n in self.scalars:
            found[..., k] = values[..., n]
        for k, n in self.balls:
            found[..., k : k + 3] = rotation_vector(values[..., n : n + 4])
        return found


__all__ = ["Entries", "Outputs", "quaternion_of", "rotation_vector"]
