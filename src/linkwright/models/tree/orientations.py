"""Representations of an orientation, and their rates for a given angular velocity.

Khalil & Dombre, section 3.6 (direction cosines, Euler angles, roll-pitch-yaw, quaternions) and 5.11 (their rates).
An Euler sequence like "zyx" is R = Rot(z, a) Rot(y, b) Rot(x, c) about the moving axes (the same turns about fixed
axes in the opposite order) and gives (a, b, c); "rpy" is "zyx" given as (roll, pitch, yaw) = (c, b, a).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph
from linkwright.models.framework.state import Positions, euler_matrix
from linkwright.models.tree.frame_chains import FramePose
from linkwright.robot import Robot
from linkwright.spatial import Mat3, Scalar, Spin, Vec3, cos, number_of, sin

EULER = ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz")
REPRESENTATIONS = ("matrix", "quaternion", "rpy", *EULER)
_NAMES = ("first", "second", "third")


def orientation_labels(representation: str) -> tuple[str, ...]:
    """Labels of the numbers of an orientation."""
    match representation:
        case "matrix":
            return tuple(f"{column}{axis}" for column in "sna" for axis in "xyz")
        case "quaternion":
            return ("w", "x", "y", "z")
        case "rpy":
            return ("roll", "pitch", "yaw")
        case _:
            return tuple(f"{name}_{axis}" for name, axis in zip(_NAMES, representation, strict=True))


def _sequence_axes(sequence: str) -> tuple[int, int, int, int]:
    """Axes i, j of an Euler sequence, the third axis k, and the sign of the permutation (i, j, k)."""
    i, j = ("xyz".index(axis) for axis in sequence[:2])
    return i, j, 3 - i - j, 1 if (j - i) % 3 == 1 else -1


def lift_matrix(graph: Graph, R: Mat3) -> Mat3:
    """Return R with expressions for plain numbers, whose angles and roots are exact."""
    zero = Expr(graph, graph.const(0))
    return Mat3.of([[zero + x for x in row] for row in R.rows])


def euler_angles(R: Mat3, sequence: str) -> list[Scalar]:
    """Euler angles (a, b, c) of R, rad. The last one is that of Rot(i, -a) R, so it is right at singularities, too."""
    if sequence == "rpy":
        return euler_angles(R, "zyx")[::-1]
    i, j, k, e = _sequence_axes(sequence)
    if sequence[0] == sequence[2]:  # R_ji = sin a sin b, R_ki = -e cos a sin b, R_ii = cos b
        a = _atan2(R[j, i], -e * R[k, i])
        b = _atan2(_sqrt(R[i, j] * R[i, j] + R[i, k] * R[i, k]), R[i, i])
    else:  # R_jk = -e sin a cos b, R_kk = cos a cos b, R_ik = e sin b
        a = _atan2(-e * R[j, k], R[k, k])
        b = _atan2(e * R[i, k], _sqrt(R[i, i] * R[i, i] + R[i, j] * R[i, j]))
    s, c = sin(a), cos(a)
    turned = [c * R[j, m] + e * (s * R[k, m]) for m in range(3)]  # row j of Rot(i, -a) R, which is Rot(j, b) Rot(., c)
    if sequence[0] == sequence[2]:
        return [a, b, _atan2(-e * turned[k], turned[j])]
    return [a, b, _atan2(e * turned[i], turned[j])]


def euler_rates(R: Mat3, w: Vec3, sequence: str, shown: str = "") -> list[Scalar]:
    """Rates (a', b', c') of Euler angles, rad/s, for the angular velocity w, given in the reference frame of R.

    They are infinite at singularities. `shown`: the name of the sequence in messages, if it is another.
    """
    if sequence == "rpy":
        return euler_rates(R, w, "zyx", sequence)[::-1]
    i, j, k, e = _sequence_axes(sequence)
    turn = (w.x, w.y, w.z)
    twice = sequence[0] == sequence[2]  # sin b (sin a, cos a), cos b; else cos b (sin a, cos a), e sin b
    y, x, along = (R[j, i], -e * R[k, i], R[i, i]) if twice else (-e * R[j, k], R[k, k], R[i, k])
    square = y * y + x * x
    if square == 0:
        what = f"angles {shown or sequence} are singular at all joint positions: their rates are not determined"
        raise RobotError(what, remedy="pose=quaternion, or another sequence of axes")
    last = (y * turn[j] - e * (x * turn[k]) if twice else x * turn[k] - e * (y * turn[j])) / square
    middle = (x * turn[j] + e * (y * turn[k])) / _sqrt(square)
    return [turn[i] - along * last, middle, last]


def quaternion_rates(Q: Sequence[Scalar], w: Vec3) -> list[Scalar]:
    """Rates Q' = 1/2 (0, w) Q of a quaternion, w in the reference frame."""
    q, x, y, z = Q
    h = w * Fraction(1, 2)
    return [
        -(h.x * x + h.y * y + h.z * z), h.x * q + h.y * z - h.z * y, h.y * q + h.z * x - h.x * z,
        h.z * q + h.x * y - h.y * x,
    ]  # fmt: skip


def quaternion_of(R: Mat3) -> list[Scalar]:
    """Quaternion (w, x, y, z) of a rotation matrix, from the largest of the four (Shepperd 1978)."""
    xx, yy, zz = R[0, 0], R[1, 1], R[2, 2]
    differences = (R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    sums = (R[2, 1] + R[1, 2], R[0, 2] + R[2, 0], R[1, 0] + R[0, 1])
    d, s = differences, sums
    cases = [  # 4 q_m q for m = w, x, y, z, whose entry m is 4 q_m^2
        [1 + xx + yy + zz, d[0], d[1], d[2]],
        [d[0], 1 + xx - yy - zz, s[2], s[1]],
        [d[1], s[2], 1 - xx + yy - zz, s[0]],
        [d[2], s[1], s[0], 1 - xx - yy + zz],
    ]
    best, square = cases[0], cases[0][0]
    for m in (1, 2, 3):
        better = square - cases[m][m]
        best = [_select(better, a, b) for a, b in zip(best, cases[m], strict=True)]
        square = _select(better, square, cases[m][m])
    scale = 2 * _sqrt(square)
    return [x / scale for x in best]


def cosine_rates(pose: FramePose, w: Vec3) -> list[Scalar]:
    """Rates s', n', a' = w x s, w x n, w x a of the direction cosines, w in the reference frame."""
    return [x for column in pose.columns for x in w.cross(column)]


def with_ball_angles(robot: Robot, q: Positions) -> list[Any]:
    """Positions with three Euler angles instead of a quaternion for each ball joint, for trigonometric formulas.

    The three Jacobian columns of a ball joint span all rotations at any position: most determinants are the same.
    """
    found = list(q)
    for j, joint in enumerate(robot.joints, 1):
        if joint.kind == "ball":  # names with brackets are never names of the user
            names = (f"{joint.variable}[{k}]" for k in range(3))
            angles = [Expr(robot.graph, robot.graph.symbol(name, "variable")) for name in names]
            found[j] = Spin(euler_matrix(angles, "zxz"))
    return found


def _first_expr(*values: Scalar) -> Expr | None:
    return next((v for v in values if isinstance(v, Expr)), None)


def _lift(value: Scalar, like: Expr) -> Expr:
    return value if isinstance(value, Expr) else like * 0 + value


def _atan2(y: Scalar, x: Scalar) -> Scalar:
    like = _first_expr(y, x)
    return math.atan2(y, x) if like is None else _lift(y, like).atan2(x)


def _sqrt(x: Scalar) -> Scalar:
    return x.sqrt() if isinstance(x, Expr) else x**0.5


def _select(c: Scalar, a: Scalar, b: Scalar) -> Scalar:
    known = number_of(c)
    return c.select(a, b) if known is None else a if known >= 0 else b
