"""Levenberg-Marquardt iteration from many starts at once: postures at a pose, or those with the least residual."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.postures.arm import TaskChain

Array = Any  # of floats
MAX_LM_STEPS = 200
MAX_SOLVED_ERROR = 1e-10  # largest error of a solution, of the reach, or rad
SAME_POSTURE = 1e-5  # rad, or of the reach: closer postures are one; for double ones the root of the rounding error
MIN_LM_STEP = 1e-14


def random_starts(arm: TaskChain, count: int, near: Array | None = None) -> Array:
    """Random starts within the limits, the same in every run: angles in a turn, prismatic joints within the reach."""
    rng = np.random.default_rng(3)
    widest = np.where(arm.turns, np.pi, arm.reach)
    lower = np.maximum(np.where(np.isfinite(arm.upper), arm.upper - 2 * widest, -widest), arm.lower)
    upper = np.minimum(lower + 2 * widest, arm.upper)
    drawn = rng.uniform(lower, upper, (count, len(arm)))
    return drawn if near is None else np.concatenate([np.atleast_2d(near), drawn])


def fit_postures(arm: TaskChain, T: Array, q: Array) -> tuple[Array, Array]:
    """Iterate from each row of q: the postures reached, and the norms of their errors."""
    q = np.array(q, dtype=float)
    e = arm.errors(q, T)
    left = (e * e).sum(axis=-1)
    damping = np.full(len(q), 1e-2)
    eye = np.eye(len(arm))
    for _ in range(MAX_LM_STEPS):
        J = arm.error_jacobian(q)
        Jt = np.swapaxes(J, -1, -2)
        system = Jt @ J + damping[:, None, None] * eye
        step = -np.linalg.solve(system, Jt @ e[..., None])[..., 0]
        there = q + step * arm.units
        e_there = arm.errors(there, T)
        left_there = (e_there * e_there).sum(axis=-1)
        better = left_there < left
        q[better], e[better], left[better] = there[better], e_there[better], left_there[better]
        damping = np.clip(np.where(better, damping / 5, damping * 3), 1e-15, 1e6)
        if (np.abs(step).max(axis=-1) < MIN_LM_STEP).all() or not (better | (damping < 1e3)).any():
            break
    return q, np.sqrt(left)


def least_error_postures(arm: TaskChain, T: Array, q: Array) -> Array:
    """Postures with the least error reached from the rows of q.

    Where an error remains, convergence is slow; Newton steps to a zero gradient finish the iteration.
    """
    there, left = fit_postures(arm, T, q)
    best = there[left < left.min() * (1 + 1e-3) + MAX_SOLVED_ERROR]
    best = np.array([_settle_gradient(arm, T, x) for x in unique_postures(arm, best)])
    left = np.linalg.norm(arm.errors(best, T), axis=-1)
    return best[left <= left.min() * (1 + 1e-9) + MAX_SOLVED_ERROR]


def _settle_gradient(arm: TaskChain, T: Array, q: Array) -> Array:
    """Newton steps to a zero gradient of the squared error, each of which must reduce the error."""

    def slope(q: Array) -> Array:
        """Gradient of half the squared error."""
        return (np.swapaxes(arm.error_jacobian(q), -1, -2) @ arm.errors(q, T)[..., None])[..., 0]

    h = 1e-5
    shifts = h * np.eye(len(arm))[arm.own]
    for _ in range(20):
        g = slope(q)[arm.own]
        H = (slope(q + shifts * arm.units) - slope(q - shifts * arm.units))[:, arm.own] / (2 * h)
        size, V = np.linalg.eigh((H + H.T) / 2)
        part = np.where(np.abs(size) > 1e-7 * np.abs(size).max(), np.abs(size), np.inf)
        step = np.zeros(len(arm))
        step[arm.own] = -V @ ((V.T @ g) / part)
        there = q + step * arm.units
        if not np.linalg.norm(arm.errors(there, T)) <= np.linalg.norm(arm.errors(q, T)):
            break
        q = there
        if np.abs(step).max() < 1e-12:
            break
    return q


def correct_posture(arm: TaskChain, T: Array, q: Array, steps: int = 12, small: float = 1e-7) -> tuple[Array, float]:
    """Newton steps of least norm from a posture; directions that hardly move the frame are not used."""
    q = np.array(q, dtype=float)
    best, left = q, float(np.linalg.norm(arm.errors(q, T)))
    for _ in range(steps):
        q = q - arm.units * (np.linalg.pinv(arm.error_jacobian(q), rcond=small) @ arm.errors(q, T))
        now = float(np.linalg.norm(arm.errors(q, T)))
        if not now < left:
            break
        best, left = q, now
    return best, left


def unique_postures(arm: TaskChain, q: Array) -> list[Array]:
    """Each posture once, angles from -pi to pi, sorted."""
    found: list[Array] = []
    for x in q:
        if all(arm.distance(x, y) > SAME_POSTURE for y in found):
            found.append(arm.nearest_turn(x, np.zeros(len(arm))))
    return sorted(found, key=lambda x: [round(float(v), 4) for v in x])


__all__ = [
    "MAX_SOLVED_ERROR",
    "SAME_POSTURE",
    "correct_posture",
    "fit_postures",
    "least_error_postures",
    "random_starts",
    "unique_postures",
]
