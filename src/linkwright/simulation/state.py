"""The integrated vector of joints on a fixed or floating base: its entries, and its rate.

A fixed base:    (q | qd | B | W)
A floating base: (q, P | qd, V | Q, w, B | W)

P and V are position and velocity of the base's origin in the world, Q its orientation (w, x, y, z) and w its angular
velocity in its own frame, W the work of all efforts but gravity's. Positions and their rates come first, in pairs. B
are quaternion and angular velocity of one ball joint after the other, which are in neither q nor qd here.

The length of Q has no influence on a motion: Qd = Q (0, w)/2 is linear, and models divide by it. Q is integrated
like every other component, and normalized in results. (Runge-Kutta-Munthe-Kaas steps, which stay on
the group, were measured to be no more accurate.) With V in the world instead of in frame 0, free flight is a
straight line, and the rates of the components are the acceleration of the origin, without w x v.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.simulation.mechanism import Mechanism, checked_vector

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None

Motion = tuple["Array", ...]  # (q, qd), and of a base that moves its pose and twist


class StateVector:
    """Layout of the integrated vector for joints on a fixed or floating base."""

    def __init__(self, plant: Mechanism) -> None:
        self.plant, self.floats = plant, plant.floats
        self.balls, (self.in_q, self.in_qd) = plant.balls, plant.balls.plain
        self.joints = len(self.in_qd)
        self.pairs = self.joints + 3 * self.floats  # positions that have their rate in the vector
        self.first_ball = 2 * self.pairs + 7 * self.floats

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        import numpy as np

        plant = self.plant
        q, qd = plant.positions("q", q), joint_vector(plant, "qd", qd)
        rest = [x for k, m in self.balls.at for x in (*q[k : k + 4], *qd[m : m + 3])] + [0.0]
        q, qd = q[self.in_q], qd[self.in_qd]
        if self.floats:
            pose, twist = start_pose(plant, base_pose), start_twist(plant, base_twist)
            return np.concatenate(
                [q, pose[:3], qd, matrix_of_quaternion(pose[3:]) @ twist[:3], pose[3:], twist[3:], rest]
            )
        if base_pose is not None or base_twist is not None:
            raise InputError(f"the base of {plant.robot.name} is fixed: it has neither pose nor twist to start with",
                             remedy="a base of kind floating; of a URDF file: formats.read(path, floating=True)",
                             command="a base of kind floating; of a URDF file: --reader-option floating")  # fmt: skip
        return np.concatenate([q, qd, rest])

    def motion(self, y: Array) -> Motion:
        """Positions and rates of the joints, pose and twist of a floating base, as the models take them."""
        import numpy as np

        n, m = self.joints, self.pairs
        q, qd = y[:n], y[m : m + n]
        if self.balls:
            q, qd = self._with_balls(y, q, qd)
        if not self.floats:
            return q, qd
        Q = y[2 * m : 2 * m + 4]
        Q = Q / math.sqrt(Q @ Q)
        v = y[m + n : 2 * m] @ matrix_of_quaternion(Q)
        return q, qd, np.concatenate([y[n:m], Q]), np.concatenate([v, y[2 * m + 4 : 2 * m + 7]])

    def _with_balls(self, y: Array, q: Array, qd: Array) -> tuple[Array, Array]:
        """Positions and rates of all joints, ball joints included."""
        import numpy as np

        whole, rates = np.empty(self.balls.rates + len(self.balls.at)), np.empty(self.balls.rates)
        whole[self.in_q], rates[self.in_qd] = q, qd
        for at, (k, m) in enumerate(self.balls.at):
            Q, w = self._ball(y, at)
            whole[k : k + 4], rates[m : m + 3] = Q / math.sqrt(Q @ Q), w
        return whole, rates

    def _ball(self, y: Array, at: int) -> tuple[Array, Array]:
        k = self.first_ball + 7 * at
        return y[k : k + 4], y[k + 4 : k + 7]

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """d/dt of the vector under these efforts."""
        import numpy as np

        plant, n, m, moving = self.plant, self.joints, self.pairs, len(self.plant)

        def rate(t: float, y: Array) -> Array:
            q, qd, *base = motion = self.motion(y)
            tau = efforts(t, motion)
            a = plant.forward(q, qd, tau, *base)
            out = np.empty(len(y))
            out[:m] = y[m : 2 * m]
            qdd = a[len(a) - moving :]
            out[m : m + n] = qdd[self.in_qd] if self.balls else qdd
            for at, (_, k) in enumerate(self.balls.at):
                Q, w = self._ball(out, at)
                Q[:], w[:] = quaternion_rate(*self._ball(y, at)), qdd[k : k + 3]
            if base:
                Q, w = y[2 * m : 2 * m + 4], y[2 * m + 4 : 2 * m + 7]
                out[m + n : 2 * m] = matrix_of_quaternion(Q) @ a[:3]
                out[2 * m : 2 * m + 4] = quaternion_rate(Q, w)
                out[2 * m + 4 : 2 * m + 7] = a[3:6]
            out[-1] = plant.power(q, qd, tau, *base)
            return out

        return rate

    def ended(self, problem: InputError | None = None) -> None:
        """No reason beyond the problem itself."""


# -- orientations -----------------------------------------------------------------------------------------------------


def matrix_of_quaternion(Q: Array) -> Array:
    """Rotation matrix R of a quaternion (w, x, y, z) of any length but 0: R v is a vector of the base in the world."""
    import numpy as np

    w, x, y, z = Q.tolist()
    s = 2 / (w * w + x * x + y * y + z * z)
    return np.array([
        [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
    ])  # fmt: skip


def quaternion_rate(Q: Array, w: Array) -> list[float]:
    """Rate of a quaternion, Q (0, w)/2, for an angular velocity w in the turned frame."""
    a, x, y, z = Q.tolist()
    p, q, r = (w / 2).tolist()
    return [-x * p - y * q - z * r, a * p + y * r - z * q, a * q + z * p - x * r, a * r + x * q - y * p]


def quaternion_of_matrix(R: Sequence[Sequence[float]]) -> list[float]:
    """The unit quaternion of a rotation matrix, its largest component positive (Shepperd 1978)."""
    (a, b, c), (d, e, f), (g, h, i) = R
    squares = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i]
    rows = [
        [squares[0], h - f, c - g, d - b],
        [h - f, squares[1], b + d, c + g],
        [c - g, b + d, squares[2], f + h],
        [d - b, c + g, f + h, squares[3]],
    ]
    row = rows[squares.index(max(squares))]
    length = math.sqrt(sum(x * x for x in row))
    return [x / length for x in row]


# -- values of the user -----------------------------------------------------------------------------------------------


def joint_vector(plant: Mechanism, what: str, values: Given) -> Array:
    """Return one finite number per moving joint; None is zero; a single one is that of every joint."""
    return checked_vector(what, values, plant.names, f"{plant.robot.name} moves {len(plant)} joints")


def start_pose(plant: Mechanism, values: Given) -> Array:
    """Start pose of the base: x, y, z and a quaternion w, x, y, z. With three numbers the orientation is the robot's
    own, with none the pose."""
    import numpy as np

    given = np.array([] if values is None else values, dtype=float).reshape(-1)
    if len(given) not in (0, 3, 7):
        raise InputError(f"base_pose has {len(given)} values", remedy="x, y, z, or x, y, z and a quaternion w, x, y, z")
    if len(given) < 7:
        T = plant.base_pose
        if T is None:
            raise InputError(f"the pose of the base of {plant.robot.name} has no numbers",
                             remedy="base_pose=(0, 0, 0, 1, 0, 0, 0)", command="--base-pose 0,0,0,1,0,0,0")  # fmt: skip
        own = [*T[:3, 3], *quaternion_of_matrix(T[:3, :3].tolist())]
        given = np.array([*given, *own[len(given) :]])
    length = float(np.linalg.norm(given[3:]))
    if not (np.isfinite(given).all() and length > 0):
        raise InputError("base_pose is not finite or has a quaternion of length 0", remedy="no turn is 1, 0, 0, 0")
    given[3:] /= length
    return given


def start_twist(plant: Mechanism, values: Given) -> Array:
    """Start twist vx, vy, vz, wx, wy, wz in the frame of the base; without numbers the robot's own."""
    import numpy as np

    given = plant.base_twist if values is None else np.array(values, dtype=float).reshape(-1)
    if len(given) != 6:
        raise InputError(f"base_twist has {len(given)} values", remedy="vx, vy, vz, wx, wy, wz in the base's frame")
    if not np.isfinite(given).all():
        raise InputError("base_twist is not finite")
    return given


__all__ = ["Motion", "StateVector", "checked_vector", "joint_vector", "matrix_of_quaternion"]
