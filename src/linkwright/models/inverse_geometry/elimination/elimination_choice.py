"""Choice of elimination formulations: ranks, minors and degrees at random poses, and the errors of roots."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.errors import RobotError
from linkwright.expr.function import Function
from linkwright.expr.replay import array_domain, replay
from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew, compose_transforms
from linkwright.models.inverse_geometry.closed_ring import LockedScrew
from linkwright.models.inverse_geometry.elimination.back_substitution import completion_function
from linkwright.models.inverse_geometry.elimination.raghavan_roth import (
    ANGLE_ORIGIN,
    HALF_ANGLE_BASIS,
    Formulation,
    random_combinations,
)
from linkwright.models.inverse_geometry.elimination.resultant_roots import resultant_function, second_joint_function

TRIAL_POSES = 60
MAX_SOUND_ERROR = 1e-4
MAX_ROUGH_ERROR = 1e-2  # error of double roots where postures share angles: Newton steps still converge to the posture
COLUMN_EVALUATION = array_domain()
RANK_TOLERANCE = 1e-9  # of the largest: structural zeros at general poses


@dataclass(frozen=True)
class RatedElimination:
    """A formulation with the rank of the products of the pair, a regular minor, its degree, and its errors."""

    formulation: Formulation
    rank: int
    minor: tuple[list[int], list[int]]
    degree: int
    roots: Array  # at each random pose: distance of the known root from the nearest root found
    back: Callable[[], Array]  # at each pose: error of the back substitution from the known root

    @cached_property
    def errors(self) -> Array:
        """The larger error of root and back substitution at each pose."""
        return np.maximum(self.roots, self.back())

    @cached_property
    def error(self) -> float:
        """Error of the worst root, or the 90 % quantile of all errors: near singular postures they are large."""
        return max(self.root, float(np.quantile(self.errors, 0.9))) if self.root <= MAX_ROUGH_ERROR else self.root

    @property
    def root(self) -> float:
        """Error of the worst root."""
        return float(self.roots.max())

    def missed_with(self, other: RatedElimination) -> int:
        """Number of random poses at which neither formulation finds the posture."""
        return int(np.sum((self.errors > MAX_ROUGH_ERROR) & (other.errors > MAX_ROUGH_ERROR)))

    @property
    def price(self) -> float:
        """Sort key: exact before inexact, low degree before high, a side of constants before none."""
        return self.root * 10 ** (self.degree / 2) * (1 if self.formulation.has_constant_side else 100)


def random_poses(
    screws: Sequence[JointScrew], count: int, seed: int, locked: Sequence[LockedScrew] = ()
) -> tuple[Array, Array]:
    """Random postures, and their inputs: G = T M^-1 as 12 numbers, R row by row, then P; positions of locked joints."""
    rng = np.random.default_rng(seed)
    q, at = (
        rng.uniform(-1, 1, (count, len(some))) * [np.pi if s.is_revolute else 1.0 for s in some]
        for some in (screws, [s for s, _ in locked])
    )
    found = []
    for row, x in zip(q, at, strict=True):
        ways = [s.motion(v) for s, v in zip(screws, row, strict=True)]
        for (s, before), v in zip(locked, x, strict=True):
            ways[before - 1] = ways[before - 1] @ s.motion(v)
        found.append(compose_transforms(*ways))
    T = np.array(found)
    return q, np.concatenate([T[:, :3, :3].reshape(count, 9), T[:, :3, 3], at], axis=1)


def list_formulations(screws: tuple[JointScrew, ...], locked: tuple[LockedScrew, ...] = ()) -> list[Formulation]:
    """All formulations of a chain: e and the hidden joint must be revolute."""
    choices = itertools.product(range(6), (False, True), range(3))
    every = (Formulation(screws, a, b, h, locked) for a, b, h in choices)
    return [f for f in every if screws[f.last].is_revolute and screws[f.three[f.hidden]].is_revolute]


def rate_formulation(f: Formulation, q: Array, poses: Array) -> RatedElimination | None:
    """Rate a formulation at postures q and their poses; None if its equations vanish."""
    count = len(poses)
    between = f.gaps(list(poses.T))
    A, L = (_stack_matrices(side, count) for side in (f.right(between), f.left(between)))
    U, size, _ = np.linalg.svd(A[:, :, 1:])
    rank = int((size > RANK_TOLERANCE * size[:, :1]).sum(axis=1).max())
    L[:, :, 0] -= A[:, :, 0]
    N = U[:, :, rank:].transpose(0, 2, 1) @ L
    m = 14 - rank
    u, v = f.others
    cube = np.moveaxis(N.reshape(count, m, 3, 3, 3), 2 + f.hidden, 2)
    bases = [HALF_ANGLE_BASIS[f.screws[f.three[k]].is_revolute] for k in (u, v)]
    cube = np.einsum("nmhab,ai,bj->nmhij", cube, *bases)
    if m > 6:
        cube = np.einsum("rm,nmhij->nrhij", random_combinations(6, m), cube)
    M: Array = np.zeros((count, 3, 2, 6, 4, 3))
    for up in (0, 1):
        M[:, :, up, :, up : up + 3] = cube.transpose(0, 2, 1, 3, 4)
    M = M.reshape(count, 3, 12, 12)
    keep = regular_minor(M[0, 0] + M[0, 1] * np.cos(0.3) + M[0, 2] * np.sin(0.3))
    part = M[:, :, keep[0]][:, :, :, keep[1]]
    if not keep[0]:
        return None
    degree, errors = measure_roots(part, q[:, f.three[f.hidden]] - ANGLE_ORIGIN)
    return RatedElimination(f, rank, keep, degree, errors, lambda: back_substitution_errors(f, cube, q, poses))


def _stack_matrices(rows: Sequence[Sequence[Any]], count: int) -> Array:
    """A numeric matrix for each pose."""
    return np.array([[x + np.zeros(count) for x in row] for row in rows]).transpose(2, 0, 1)


def back_substitution_errors(f: Formulation, cube: Array, q: Array, poses: Array) -> Array:
    """Largest error of the back substitution at each known posture: u from its polynomial, then v, then the rest."""
    three = [q[:, k] for k in f.three]
    hidden = three[f.hidden] - ANGLE_ORIGIN
    d = [np.cos(hidden), np.sin(hidden)]
    n = list(cube.reshape(len(q), 162).T)
    made = evaluate_columns(resultant_function(), n, d)
    i, k = f.others
    u = np.tan((three[i] - ANGLE_ORIGIN) / 2) if f.screws[f.three[i]].is_revolute else three[i]
    terms = np.array([made[2 * p] * u**p for p in range(7)])
    near = np.abs(terms.sum(axis=0)) / np.abs(terms).sum(axis=0)
    slope = np.abs(sum(p * terms[p] for p in range(7))) / np.abs(terms).sum(axis=0)
    back = evaluate_columns(second_joint_function(f), made[26:], d, [u])
    found = evaluate_columns(completion_function(f), list(poses.T), three)
    worst = np.max(
        [
            near / np.maximum(slope, 1e-300),
            position_distance(f.screws[f.three[k]], back[k], three[k]),
            *(position_distance(s, x, y) for s, x, y in zip(f.screws, found, q.T, strict=True)),
        ],
        axis=0,
    )
    return np.where(np.isfinite(worst), worst, np.inf)


def position_distance(s: JointScrew, x: Array, y: Array) -> Array:
    """Distance of two positions of a joint, modulo a turn."""
    return np.abs(np.exp(1j * x) - np.exp(1j * y)) if s.is_revolute else np.abs(x - y)


def evaluate_columns(function: Function, *given: Sequence[Array]) -> list[Array]:
    """Evaluate a function for columns of numbers, one entry for each sample."""
    leaves: dict[int, Array] = {}
    for port, values in zip(function.inputs, given, strict=True):
        leaves.update(zip(port.elements, values, strict=True))
    wanted = function.outputs[0].elements
    with np.errstate(all="ignore"):
        found = replay(function.graph, wanted, COLUMN_EVALUATION, lambda i, _: leaves[i])
    return [found[i] + np.zeros(len(given[0][0])) for i in wanted]


def regular_minor(A: Array) -> tuple[list[int], list[int]]:
    """Rows and columns of a regular square submatrix of full rank, by complete pivoting."""
    A, rows, columns = A.copy(), [], []
    first = 0.0
    for _ in range(len(A)):
        r, c = np.unravel_index(np.argmax(np.abs(A)), A.shape)
        first = first or abs(A[r, c])
        if abs(A[r, c]) <= RANK_TOLERANCE * first:
            break
        rows.append(int(r))
        columns.append(int(c))
        A -= np.outer(A[:, c], A[r]) / A[r, c]
        A[r] = 0
        A[:, c] = 0
    return sorted(rows), sorted(columns)


def measure_roots(M: Array, known: Array) -> tuple[int, Array]:
    """Degree of the determinant, and the distance of each known root from the nearest of its roots."""
    d, n = 12, 32
    angles = 2 * np.pi * np.arange(n) / n
    c, s = np.cos(angles)[None, :, None, None], np.sin(angles)[None, :, None, None]
    values = np.linalg.det(M[:, None, 0] + M[:, None, 1] * c + M[:, None, 2] * s)
    spectra = np.fft.fft(values, axis=1) / n
    size = np.abs(spectra[:, : d + 1]) / np.abs(spectra).max(axis=1, keepdims=True)
    noise = np.abs(spectra[:, d + 1 : -d]).max(axis=1) / np.abs(spectra).max(axis=1)
    # a coefficient that is small at every pose, but not by rounding, splits roots that would be double without it
    there = (size.max(axis=0) > RANK_TOLERANCE) | (np.median(size, axis=0) > 100 * np.median(noise))
    degree = int(np.max(np.nonzero(there)[0]))
    if degree == 0:
        return 0, np.full(len(M), np.inf)
    n = 2 * degree + 1
    angles = 2 * np.pi * np.arange(n) / n
    c, s = np.cos(angles)[None, :, None, None], np.sin(angles)[None, :, None, None]
    values = np.linalg.det(M[:, None, 0] + M[:, None, 1] * c + M[:, None, 2] * s)
    errors = []
    for row, x in zip(np.fft.fft(values, axis=1), known, strict=True):
        z = np.roots([row[k % n] for k in range(degree, -degree - 1, -1)])
        errors.append(float(np.abs(z - np.exp(1j * x)).min(initial=np.inf)))
    return degree, np.array(errors)


def select_two_eliminations(
    screws: tuple[JointScrew, ...], locked: tuple[LockedScrew, ...] = ()
) -> tuple[RatedElimination, RatedElimination]:
    """Return the most exact formulation of six joints (few roots before many) and the one that complements it best.

    Formulations with a side of constants come first; the others are rated only where these do not suffice.
    """
    q, poses = random_poses(screws, TRIAL_POSES, 5, locked)
    every = list_formulations(screws, locked)
    found: list[RatedElimination] = []
    pairs: list[tuple[RatedElimination, RatedElimination]] = []
    first = None
    for cheap in (True, False):
        found += [made for f in every if f.has_constant_side is cheap and (made := rate_formulation(f, q, poses))]
        found.sort(key=lambda x: x.price)
        if sound := [x for x in found if x.error <= MAX_SOUND_ERROR]:
            one, other = _select_pair(first, sound)
            pairs = [(one, other)]
            if _pair_weaknesses(one, other) == (0, 0):
                return one, other
            if not one.missed_with(other) and one.formulation.last != other.formulation.last:
                first = one  # good, except that both hide the same joint
    rough = [x for x in found if x.error <= MAX_ROUGH_ERROR]
    if not rough:
        raise RobotError("no elimination finds all postures", remedy="another frame, or another task")
    pairs.append(_select_pair(pairs[0][0] if pairs else None, rough))
    return min(pairs, key=lambda two: _pair_weaknesses(*two))


def _select_pair(
    first: RatedElimination | None, found: Sequence[RatedElimination]
) -> tuple[RatedElimination, RatedElimination]:
    """Return `first`, or else the best, and the other formulation that complements it best."""
    one = first or found[0]
    others = [x for x in found if x is not one] or [one]
    return one, min(others, key=lambda x: _pair_weaknesses(one, x))


def _pair_weaknesses(one: RatedElimination, other: RatedElimination) -> tuple[int, int]:
    """Weaknesses of a pair: postures that neither finds, and the number of joints (e, hidden) that both share: where
    that joint is free, or where spurious roots are next to a true one, both fail.
    """
    f, g = one.formulation, other.formulation
    return one.missed_with(other), (f.last == g.last) + (f.three[f.hidden] == g.three[g.hidden])


__all__ = ["RatedElimination", "select_two_eliminations"]
