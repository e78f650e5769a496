"""Matrices and vectors as lists, of anything with + - *: poses, their rates, and the state of a floating base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr

Matrix = list[list[Any]]
Vector = list[Any]


def multiply_matrices(a: Matrix, b: Matrix) -> Matrix:
    return [
        [sum_terms(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a
    ]


def transpose_matrix(a: Matrix) -> Matrix:
    return [list(row) for row in zip(*a, strict=True)]


def multiply_vector(a: Matrix, x: Sequence[Any]) -> Vector:
    return [sum_terms(c * v for c, v in zip(row, x, strict=True)) for row in a]


def cross_product(a: Sequence[Any], b: Sequence[Any]) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def add_scaled(a: Sequence[Any], b: Sequence[Any], times: Any = 1) -> Vector:
    """a + times b."""
    return [x + times * y for x, y in zip(a, b, strict=True)]


def sum_terms(terms: Any) -> Any:
    """Return the sum of the terms, 0 if there are none."""
    found: Any = 0
    for t in terms:
        found = found + t
    return found


def skew_matrix(w: Sequence[Any]) -> Matrix:
    x, y, z = w
    return [[0, -z, y], [z, 0, -x], [-y, x, 0]]


def skew_part(a: Matrix) -> Vector:
    """Vector n of the matrix f x^T: n = x cross f."""
    return [a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]]


def rotation_part(T: Matrix) -> Matrix:
    """Rotation part of a pose, 3 x 3."""
    return [row[:3] for row in T[:3]]


def position_part(T: Matrix) -> Vector:
    """Position part of a pose."""
    return [row[3] for row in T[:3]]


def rotation_about_axis(axis: int, cos: Any, sin: Any) -> Matrix:
    """Rotation about x, y or z, 4 x 4."""
    i, k = ((1, 2), (2, 0), (0, 1))[axis]
    T: Matrix = [[int(r == c) for c in range(4)] for r in range(4)]
    T[i][i] = T[k][k] = cos
    T[i][k], T[k][i] = -sin, sin
    return T


def translation_along_axis(axis: int, by: Any) -> Matrix:
    """Translation along x, y or z, 4 x 4."""
    T: Matrix = [[int(r == c) for c in range(4)] for r in range(4)]
    T[axis][3] = by
    return T


def frame_rate(v: Sequence[Any], w: Sequence[Any]) -> Matrix:
    """T' of a frame that is at T = 1 and moves with this twist, v and w."""
    return [[*row, x] for row, x in zip(skew_matrix(w), v, strict=True)] + [[0] * 4]


def rotation_by_quaternion(Q: Sequence[Any]) -> Matrix:
    """Rotation of a quaternion w, x, y, z of any length, 4 x 4."""
    w, x, y, z = Q
    square = w * w + x * x + y * y + z * z
    R = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return [[*(e / square for e in row), 0] for row in R] + [[0, 0, 0, 1]]


def rate_of_quaternion(Q: Sequence[Any], angular: Sequence[Any]) -> Vector:
    """Rate of a quaternion, Q (0, w)/2, with w in the frame that Q describes."""
    w, x, y, z = Q
    a, b, c = angular
    turn = [-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a]
    return [e / 2 for e in turn]


UNIT_TWISTS = [[int(i == k) for i in range(6)] for k in range(6)]


@dataclass(frozen=True)
class FreeBase:
    """State of a floating base: x, y, z and a quaternion of any length; twist and acceleration (of the origin, then
    angular) in its own frame."""

    pose: Sequence[Expr]
    twist: Sequence[Expr]
    acceleration: Sequence[Expr]

    @property
    def world(self) -> Matrix:
        """Pose of frame 0 in the world, the quaternion divided by its length."""
        return [[*row[:3], p] for row, p in zip(rotation_by_quaternion(self.pose[3:]), self.pose[:3])] + [[0, 0, 0, 1]]

    def pose_rate(self, twist: Sequence[Any]) -> Vector:
        """Rates of the numbers of the pose: P' = R v, and Q' = Q (0, w)/2."""
        return [*multiply_vector(rotation_part(self.world), twist[:3]), *rate_of_quaternion(self.pose[3:], twist[3:])]

    def twist_rate(self, acceleration: Sequence[Any]) -> Vector:
        """Rates of the components of the twist, in a rotating frame: v' = vd - w x v."""
        return [*add_scaled(acceleration[:3], cross_product(self.twist[3:], self.twist[:3]), -1), *acceleration[3:]]


def trace_of_product(a: Matrix, S: Matrix, b: Matrix) -> Any:
    """tr(a S b^T)."""
    return sum_terms(x * y for r, s in zip(multiply_matrices(a, S), b, strict=True) for x, y in zip(r, s, strict=True))
