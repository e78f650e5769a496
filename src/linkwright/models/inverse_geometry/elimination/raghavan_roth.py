"""Elimination for six joints, revolute or prismatic in any order: one polynomial in one joint, of degree at most 16.

Raghavan and Roth's elimination without their frames. Point p and direction l of a line move so that the 14 numbers

    Y = (l, p, p.p, p.l, p x l, (p.p) l - 2 (p.l) p)

with 1 transform linearly: each is linear in (1, cos q, sin q) of a revolute joint, of degree 2 in a prismatic one. Take
four joints in a row, a b c e, of which e is revolute, and the other two, f and g: e does not move its own axis, so

    Y[E_a E_b E_c (l, p)_e] = Y[the rest of the loop (l, p)_e]        a b c | f g and the pose

The eight products of f and g are eliminated; six equations in a, b, c stay. One of the three is hidden in their
coefficients, the others are written as tangents u, v of half angles: the equations and u times them are 12 linear
equations in 12 monomials, and their determinant vanishes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew
from linkwright.models.inverse_geometry.closed_ring import (
    GivenDisplacement,
    LockedScrew,
    apply_displacement,
    given_displacements,
    undo_displacement,
)
from linkwright.models.inverse_geometry.expr_vectors import array_function, floats, move_line, total

INTERPOLATION_NODES = {True: (0.0, 2 * np.pi / 3, -2 * np.pi / 3), False: (0.0, 1.0, -1.0)}
# (1, cos, sin) -> (1, t, t^2), times 1 + t^2
HALF_ANGLE_BASIS = {True: np.array([[1, 0, 1], [1, 0, -1], [0, 2, 0]]), False: np.eye(3)}
ANGLE_ORIGIN = 0.61803  # rad, origin of angles a, b, c: tan(q/2) is then infinite at an unusual position


def line_numbers(l: Any, p: Any) -> list[Any]:
    """The 14 numbers Y of a line, of floats or expressions."""
    pp, pl = sum(x * x for x in p), sum(x * y for x, y in zip(p, l, strict=True))
    cross = [p[1] * l[2] - p[2] * l[1], p[2] * l[0] - p[0] * l[2], p[0] * l[1] - p[1] * l[0]]
    return [*l, *p, pp, pl, *cross, *(pp * x - 2 * pl * y for x, y in zip(l, p, strict=True))]


@dataclass(frozen=True)
class Formulation:
    """One formulation of the elimination: the first of the four joints in a row, the direction, and the hidden joint.

    The six joints and the inverse of the pose form a closed loop: joint 1 follows joint 6. Between two joints there may
    be given displacements (`GivenDisplacement`): the pose, and locked joints.
    """

    screws: tuple[JointScrew, ...]
    first: int
    back: bool
    hidden: int  # 0, 1, 2: a, b or c
    locked: tuple[LockedScrew, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """Joints a b c e f g, around the loop, forwards or backwards."""
        return tuple((self.first + (3 - i if self.back else i)) % 6 for i in range(6))

    @property
    def three(self) -> tuple[int, int, int]:
        """Joints a, b, c."""
        a, b, c = self.order[:3]
        return a, b, c

    @property
    def last(self) -> int:
        """Joint e."""
        return self.order[3]

    @property
    def pair(self) -> tuple[int, int]:
        """Joints f, g, which are eliminated."""
        f, g = self.order[4:]
        return f, g

    @property
    def sign(self) -> int:
        """Sign of positions in the loop: -1 if it is followed backwards."""
        return -1 if self.back else 1

    @property
    def line(self) -> tuple[list[float], list[float]]:
        """Direction and point of the axis of e."""
        e = self.screws[self.last]
        return floats(e.h), floats(e.c)

    @property
    def others(self) -> tuple[int, int]:
        """Places among a, b, c of the two joints that are not hidden: u, v."""
        u, v = (k for k in range(3) if k != self.hidden)
        return u, v

    @property
    def given(self) -> int:
        """Number of inputs: the pose and the positions of locked joints."""
        return 12 + len(self.locked)

    @property
    def has_constant_side(self) -> bool:
        """Tell whether no given displacement lies among a, b, c: their side of the equations is then constant."""
        given = {5, *(k - 1 for _, k in self.locked)}
        return not any((k - self.back) % 6 in given for k in self.order[:3])

    def gaps(self, p: Sequence[Any]) -> list[GivenDisplacement | None]:
        """Given displacements between a and b, b and c, ..., g and a."""
        found = given_displacements(p, self.locked)
        if self.back:
            return [gap and (gap[1], gap[0]) for gap in (found[(k - 1) % 6] for k in self.order)]
        return [found[k] for k in self.order]

    def left(self, between: Sequence[GivenDisplacement | None]) -> list[list[Any]]:
        """Left side, 14 x 27: Y in the products of the bases of a, b, c."""
        lines = [self.line]
        for i in (2, 1, 0):
            lines = [apply_displacement(between[i], line) for line in lines]
            lines = [move_line(T, *line) for T in self._samples(i, self.sign, ANGLE_ORIGIN) for line in lines]
        return self._fitted(lines, (0, 1, 2))

    def right(self, between: Sequence[GivenDisplacement | None]) -> list[list[Any]]:
        """Right side, 14 x 9: Y in the products of the bases of the pair."""
        lines = [self.line]
        for i in (4, 5):
            lines = [undo_displacement(between[i - 1], line) for line in lines]
            lines = [move_line(T, *line) for T in self._samples(i, -self.sign, 0.0) for line in lines]
        return self._fitted([undo_displacement(between[5], line) for line in lines], (5, 4))

    def _samples(self, place: int, sign: int, zero: float) -> list[Any]:
        """Displacements of a joint at the interpolation nodes."""
        s = self.screws[self.order[place]]
        return [s.motion(sign * (x + zero * s.is_revolute)).tolist() for x in INTERPOLATION_NODES[s.is_revolute]]

    def _fitted(self, lines: Sequence[Any], places: Sequence[int]) -> list[list[Any]]:
        """Coefficients of Y from lines at all nodes of some joints, the first of which varies slowest."""
        turns = [self.screws[self.order[i]].is_revolute for i in places]
        samples = [line_numbers(*line) for line in lines]
        return [interpolate_products([y[row] for y in samples], turns) for row in range(14)]

    # -- functions of arrays -----------------------------------------------------------------------------------------

    def equations(self) -> Function:
        """Function of the inputs: 14 x 35 coefficients of the products of the pair, then of those of a, b, c."""

        def made(p: Sequence[Expr]) -> list[Any]:
            between = self.gaps(p)
            out: list[Any] = []
            for A, L in zip(self.right(between), self.left(between), strict=True):
                out += [*(-x for x in A[1:]), L[0] - A[0], *L[1:]]
            return out

        return array_function("equations", {"p": self.given}, made)

    def combined(self, count: int, is_whole: bool) -> Function:
        """Function from count x 27 coefficients to six equations in (1, cos, sin) of the hidden joint, u^0..2, v^0..2.

        `is_whole`: all rows of the pencil are used. For a minor the equations are mixed, so that no choice of rows is
        bad.
        """
        mix = np.eye(6) if count == 6 and is_whole else random_combinations(6, count)
        u, v = self.others
        bases = [np.eye(3)] * 3
        for k in (u, v):
            bases[k] = HALF_ANGLE_BASIS[self.screws[self.three[k]].is_revolute]
        change = np.kron(np.kron(bases[0], bases[1]), bases[2])  # products of a, b, c -> those of powers
        order = [[*at] for at in itertools.product(range(3), repeat=3)]
        places = [9 * x[0] + 3 * x[1] + x[2] for x in (_reorder_powers(at, self.hidden) for at in order)]

        def made(n: Sequence[Expr]) -> list[Any]:
            out: list[Any] = []
            for weights in mix:
                row = [_weighted_sum(weights, n[c::27]) for c in range(27)]
                out += [_weighted_sum(change[:, place], row) for place in places]
            return out

        return array_function("combined", {"n": count * 27}, made)


def interpolate_products(values: Sequence[Any], turns: Sequence[bool]) -> list[Any]:
    """Interpolate: values at the nodes of some joints to coefficients of products of (1, cos, sin) or (1, r, r^2)."""
    if not turns:
        return list(values)
    size = len(values) // 3
    parts = []
    for at in zip(*(values[k : k + size] for k in range(0, len(values), size)), strict=True):
        parts.append(_interpolate_revolute(*at) if turns[0] else _interpolate_prismatic(*at))
    return [x for some in zip(*parts, strict=True) for x in interpolate_products(some, turns[1:])]


def _interpolate_revolute(x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """Coefficients of (1, cos, sin) from values at the nodes of a revolute joint."""
    mean = (x + y + z) * (1 / 3)
    return mean, x - mean, (y - z) * 3**-0.5


def _interpolate_prismatic(x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
    """Coefficients of (1, r, r^2) from values at the nodes of a prismatic joint."""
    return x, (y - z) * 0.5, (y + z) * 0.5 - x


def random_combinations(rows: int, of: int) -> Array:
    """The first rows of a fixed random orthogonal matrix, for general combinations of equations."""
    return np.linalg.qr(np.random.default_rng(7).standard_normal((of, of)))[0][:rows]


def _weighted_sum(weights: Array, terms: Sequence[Any]) -> Any:
    """Weighted sum of terms, without zero weights."""
    return total(float(w) * t for w, t in zip(weights, terms, strict=True) if w)


def _reorder_powers(at: Sequence[int], hidden: int) -> list[int]:
    """Reorder powers of (hidden, u, v) to powers of (a, b, c)."""
    rest = list(at[1:])
    rest.insert(hidden, at[0])
    return rest


__all__ = ["ANGLE_ORIGIN", "HALF_ANGLE_BASIS", "INTERPOLATION_NODES", "Formulation", "random_combinations"]
