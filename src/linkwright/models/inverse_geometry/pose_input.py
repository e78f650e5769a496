"""The input pose: test for a valid pose, and conversion to the coordinates of the solvers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import ScrewChain, invert_transform
from linkwright.models.inverse_geometry.expr_vectors import cross_product, dot, multiply_poses, total

MAX_ROTATION_ERROR = 1e-6  # largest error of R^T R - 1 or of the last row: less is corrected, more is not a pose
MAX_COORDINATE_SUM = 1e300  # largest sum of coordinates of the position: beyond it computations overflow


def pose_numbers(G: Sequence[Sequence[Any]]) -> list[Any]:
    """The 12 numbers of a pose: R row by row, then P."""
    return [*(G[r][c] for r in range(3) for c in range(3)), *(G[r][3] for r in range(3))]


def is_pose(pose: Sequence[Expr]) -> Expr:
    """Test of 16 numbers, row by row: above 0 if they are a pose. Then R is a rotation and no reflection, the last row
    is 0 0 0 1, and the position is finite; NaN gives NaN or a negative value."""
    R, P = [pose[4 * r : 4 * r + 3] for r in range(3)], [pose[4 * r + 3] for r in range(3)]
    off: Expr = MAX_ROTATION_ERROR**2 - (_defect(R) + _last_row(pose))
    far: Expr = MAX_COORDINATE_SUM - total(abs(x) for x in P)
    turns: Expr = dot(R[0], cross_product(R[1], R[2]))
    return turns.select(far.select(off, -1), -1)


def _last_row(pose: Sequence[Expr]) -> Expr:
    """Squared error of the last row, which is 0 0 0 1."""
    found: Expr = total((x - (1 if k == 3 else 0)) ** 2 for k, x in enumerate(pose[12:16]))
    return found


def _defect(R: Sequence[Sequence[Expr]]) -> Expr:
    """Squared error of R^T R = 1, over the upper triangle."""
    found: Expr = R[0][0] * 0
    for i in range(3):
        for j in range(i, 3):
            d = total(R[k][i] * R[k][j] for k in range(3)) - (1 if i == j else 0)
            found = found + d * d
    return found


def center_pose(chain: ScrewChain, R: list[list[Expr]], P: Sequence[Expr]) -> list[list[Any]]:
    """G = T M^-1 for points relative to the centre of the chain, in units of its reach."""
    R = orthonormalize(R)
    T = [[*R[r], P[r]] for r in range(3)] + [[0, 0, 0, 1]]
    shift = np.eye(4)
    shift[:3, 3] = chain.center
    G = multiply_poses(T, (invert_transform(chain.M) @ shift).tolist())
    return [[*G[r][:3], (G[r][3] - float(chain.center[r])) * (1 / chain.reach)] for r in range(3)] + [[0, 0, 0, 1]]


def orthonormalize(R: list[list[Expr]]) -> list[list[Expr]]:
    """Correct R by one Newton step towards the nearest rotation: R (3 - R^T R) / 2."""
    A = [[total(R[k][i] * R[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    B = [[((3 if i == j else 0) - A[i][j]) * 0.5 for j in range(3)] for i in range(3)]
    return [[total(R[r][k] * B[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


__all__ = ["center_pose", "is_pose", "orthonormalize", "pose_numbers"]
