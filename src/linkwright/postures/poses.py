"""Poses: validation, correction of small errors, and interpolation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwright.errors import InputError

Array = Any  # of floats
ROUNDING_DEFECT = 1e-12  # error of R^T R - 1 that is rounding
MAX_DEFECT = 1e-6
LAST_ROW = (0.0, 0.0, 0.0, 1.0)


def check_pose(T: Any, what: str = "the pose") -> tuple[Array, str]:
    """Check a pose: 4 x 4 numbers, and a note if it was corrected; an InputError if it is invalid."""
    try:
        given = np.array(T, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} is not made of numbers", remedy="4 x 4 numbers") from None
    if given.shape != (4, 4):
        raise InputError(f"{what} has the shape {given.shape}", remedy="4 x 4 numbers: [R P; 0 0 0 1]")
    if not np.isfinite(given).all():
        r, c = (int(k[0]) + 1 for k in np.nonzero(~np.isfinite(given)))
        raise InputError(f"{what}: entry ({r}, {c}) is not a finite number", remedy="give a number")
    if not np.array_equal(given[3], LAST_ROW):
        raise InputError(f"{what} ends with the row {given[3].tolist()}", remedy="0, 0, 0, 1")
    R = given[:3, :3]
    defect = float(np.abs(R.T @ R - np.eye(3)).max())
    if defect > MAX_DEFECT:
        raise InputError(
            f"{what}: R^T R misses 1 by {defect:.1e}", remedy=f"give a rotation, exact to {MAX_DEFECT:.0e}"
        )
    if np.linalg.det(R) < 0:
        raise InputError(f"{what}: R mirrors, its determinant is -1", remedy="give a right-handed frame")
    if defect <= ROUNDING_DEFECT:
        return given, ""
    U, _, V = np.linalg.svd(R)
    given[:3, :3] = U @ V
    return given, f"R^T R missed 1 by {defect:.1e}: the nearest rotation was taken"


def interpolate_poses(A: Array, B: Array, s: float) -> Array:
    """Interpolate poses, A at s = 0, B at s = 1: along a straight line, with a rotation about one axis."""
    T = np.eye(4)
    T[:3, 3] = (1 - s) * A[:3, 3] + s * B[:3, 3]
    T[:3, :3] = A[:3, :3] @ _partial_rotation(A[:3, :3].T @ B[:3, :3], s)
    return T


def _partial_rotation(R: Array, s: float) -> Array:
    """Rotation about the axis of R by s times its angle."""
    sine = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    angle = math.atan2(float(np.linalg.norm(sine)), (float(np.trace(R)) - 1) / 2)
    axis = _rotation_axis(R)
    if axis @ sine < 0:
        axis = -axis
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(s * angle) * K + (1 - math.cos(s * angle)) * K @ K


def _rotation_axis(R: Array) -> Array:
    """Axis of R: eigenvector of the largest eigenvalue of its symmetric part, which exists at half a turn, too."""
    return np.linalg.eigh(R + R.T)[1][:, -1]


__all__ = ["check_pose", "interpolate_poses"]
