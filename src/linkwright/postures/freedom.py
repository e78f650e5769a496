"""Self-motions of postures that are not isolated: joints, or sums of joints, that may move while the frame stays.

A singular posture is not always free: two postures may meet there. It is free if Newton steps, started from a small
step along the null space of the Jacobian, return to the pose elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.postures.arm import TaskChain
from linkwright.postures.fitting import MAX_SOLVED_ERROR, correct_posture

Array = Any  # of floats
SINGULAR_TOLERANCE = 1e-6  # of the largest singular value
PROBE_STEP = 1e-3
BEND_STEP = 0.05  # step that distinguishes a curve from a straight line
MIN_DIRECTION_ENTRY = 1e-6  # of the largest entry of a direction


def null_space(arm: TaskChain, q: Array, small: float = SINGULAR_TOLERANCE) -> tuple[bool, Array]:
    """Tell whether the posture is singular; and the null space of its Jacobian, as rows."""
    _, size, V = np.linalg.svd(arm.error_jacobian(q)[:, arm.own])
    rank = int((size > small * size[0]).sum()) if size[0] > 0 else 0
    directions = np.zeros((len(arm.own) - rank, len(arm)))
    directions[:, arm.own] = _sparse_basis(V[rank:])
    return rank < min(len(arm.own), arm.freedoms), directions


def _sparse_basis(rows: Array) -> Array:
    """Basis of the row space with few joints in each row: reduced row echelon form, from the last joint on."""
    A = np.array(rows)[:, ::-1]
    done = 0
    for c in range(A.shape[1]):
        if done == len(A):
            break
        best = done + int(np.argmax(np.abs(A[done:, c])))
        if abs(A[best, c]) < 1e-4:
            continue
        A[[done, best]] = A[[best, done]]
        A[done] /= A[done, c]
        for r in range(len(A)):
            if r != done:
                A[r] -= A[r, c] * A[done]
        done += 1
    A = A[:, ::-1]
    return A / np.linalg.norm(A, axis=1, keepdims=True)


def free_joint_names(arm: TaskChain, T: Array, q: Array, directions: Array) -> tuple[str, ...]:
    """Names of the joints, or sums of joints, that may move along the given null vectors."""
    names = []
    for d in directions:
        there, left = correct_posture(arm, T, q + PROBE_STEP * d * arm.units, small=1e-5)
        moved = (there - q) / arm.units
        if left < MAX_SOLVED_ERROR and float(moved @ d) > PROBE_STEP / 2:
            far, left = correct_posture(arm, T, q + BEND_STEP * d * arm.units, small=1e-5)
            if left < MAX_SOLVED_ERROR:
                moved = (far - q) / arm.units
            names.append(_motion_name(arm, d, moved / np.linalg.norm(moved)))
    return tuple(names)


def _motion_name(arm: TaskChain, d: Array, moved: Array) -> str:
    """Name of a self-motion: one joint; a sum of joints for a straight motion; else the joints that move together."""
    d = d / np.abs(d).max()
    d = d * np.sign(d[np.nonzero(np.abs(d) > MIN_DIRECTION_ENTRY)[0][0]])
    own = [(float(x), name) for x, name in zip(d, arm.variables, strict=True) if abs(x) > 1e-4]
    straight = np.abs(moved / np.abs(moved).max() * np.sign(moved @ d) - d).max() < 1e-4
    if len(own) == 1:
        return own[0][1]
    if not straight:
        return f"{own[0][1]} with {', '.join(name for _, name in own[1:])}"
    text = ""
    for x, name in own:
        factor = "" if abs(abs(x) - 1) < 1e-4 else f"{abs(x):.4g} "
        text += (" - " if x < 0 else " + ") + factor + name if text else factor + name
    return text


__all__ = ["free_joint_names", "null_space"]
