"""Ball joints in a simulation: four numbers of a position, three of a rate.

The quaternion of a ball joint rotates from the frame before it to its own, its rate is the angular velocity in its own
frame: Q' = Q (0, w)/2. The length of the quaternion has no influence; returned positions have length 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.run.native import Array
    from linkwright.simulation.trajectories import Reference


@dataclass(frozen=True)
class BallJoints:
    """Indices of ball joints: for each that of its quaternion in q and that of its angular velocity in qd."""

    at: tuple[tuple[int, int], ...] = ()
    rates: int = 0  # number of rates of all joints

    @classmethod
    def of(cls, robot: Robot) -> BallJoints:
        found: list[tuple[int, int]] = []
        own = [c for c in robot.coordinates if c.link]
        for k, c in enumerate(own):
            if robot.joint(c.link).kind == "ball" and c.component == "wx":
                found.append((k + len(found), k))
        return cls(tuple(found), len(own))

    def __bool__(self) -> bool:
        return bool(self.at)

    @property
    def plain(self) -> tuple[list[int], list[int]]:
        """Indices of all other joints, in q and in qd."""
        taken_q = {k + i for k, _ in self.at for i in range(4)}
        taken = {k + i for _, k in self.at for i in range(3)}
        return (
            [k for k in range(self.rates + len(self.at)) if k not in taken_q],
            [k for k in range(self.rates) if k not in taken],
        )

    def rest(self) -> Array:
        """Positions in which no joint is turned."""
        import numpy as np

        q = np.zeros(self.rates + len(self.at))
        q[[k for k, _ in self.at]] = 1.0
        return q

    def unit(self, what: str, q: Array) -> Array:
        """Positions with quaternions of length 1."""
        import numpy as np

        q = q.copy()
        for k, _ in self.at:
            length = float(np.linalg.norm(q[k : k + 4]))
            if not length > 0:
                raise InputError(f"{what} has a quaternion of length 0", remedy="no turn is 1, 0, 0, 0")
            q[k : k + 4] /= length
        return q

    def error(self, goal: Array, q: Array) -> Array:
        """Remaining motion to the goal as rates: for a ball joint the rotation vector in its own frame. Takes one
        position, or many."""
        import numpy as np

        in_q, in_qd = self.plain
        found = np.zeros((*q.shape[:-1], self.rates))
        found[..., in_qd] = goal[..., in_q] - q[..., in_q]
        for k, m in self.at:
            found[..., m : m + 3] = rotation_vector_between(q[..., k : k + 4], goal[..., k : k + 4])
        return found


def multiply_quaternions(a: Array, b: Array) -> Array:
    """Hamilton product of quaternions w, x, y, z in the last axis."""
    import numpy as np

    u, v = a[..., 1:], b[..., 1:]
    w = a[..., :1] * b[..., :1] - (u * v).sum(axis=-1, keepdims=True)
    return np.concatenate([w, a[..., :1] * v + b[..., :1] * u + np.cross(u, v)], axis=-1)


def invert_quaternions(Q: Array) -> Array:
    """Inverse of quaternions w, x, y, z in the last axis."""
    import numpy as np

    found: Array = Q * np.array([1.0, -1, -1, -1]) / (Q * Q).sum(axis=-1, keepdims=True)
    return found


def rotation_vector_between(start: Array, goal: Array) -> Array:
    """Shorter rotation from one quaternion to another, as axis times angle in the turned frame."""
    import numpy as np

    Q = multiply_quaternions(invert_quaternions(start), goal)
    w, u = Q[..., :1], Q[..., 1:]
    sine = np.linalg.norm(u, axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, abs(w)) * np.where(w < 0, -1, 1)
    small = sine < 1e-300
    found: Array = np.where(small, 2 * u, u * (angle / np.where(small, 1, sine)))
    return found


@dataclass(frozen=True)
class QuaternionReference:
    """Reference for robots with ball joints: from a reference of the numbers of q, rates and accelerations of the
    joints.

    The numbers of a quaternion are interpolated without regard to its length: w = 2 Im(Q^-1 Q') for any length.
    """

    numbers: Reference
    balls: BallJoints

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        import numpy as np

        q, rate, second = self.numbers(t)
        in_q, in_qd = self.balls.plain
        place, qd, qdd = q.copy(), np.zeros(self.balls.rates), np.zeros(self.balls.rates)
        qd[in_qd], qdd[in_qd] = rate[in_q], second[in_q]
        for k, m in self.balls.at:
            Q = q[k : k + 4]
            back = invert_quaternions(Q)
            turn = multiply_quaternions(back, rate[k : k + 4])
            qd[m : m + 3] = 2 * turn[1:]
            qdd[m : m + 3] = 2 * (multiply_quaternions(back, second[k : k + 4]) - multiply_quaternions(turn, turn))[1:]
            place[k : k + 4] = Q / math.sqrt(Q @ Q)
        return place, qd, qdd

    def error(self, goal: Array, q: Array) -> Array:
        """See `Balls.error`."""
        return self.balls.error(goal, q)


__all__ = ["BallJoints", "QuaternionReference", "invert_quaternions", "multiply_quaternions", "rotation_vector_between"]
