"""Six joints, turning and sliding in any order: one polynomial of one joint, of degree 16 at most.

Raghavan and Roth's elimination without their frames. Point p and direction l of a line move so that the 14 numbers

    Y = (l, p, p.p, p.l, p x l, (p.p) l - 2 (p.l) p)

with 1 move linearly: each is linear in (1, cos q, sin q) of a joint that turns, of degree 2 in one that slides. Four
joints in a row, a b c e, of which e turns, and the other two, f and g: e does not move its own axis, so

    Y[E_a E_b E_c (l, p)_e] = Y[the rest of the loop (l, p)_e]        a b c | f g and the pose

The eight products of f and g are eliminated; six equations in a, b, c stay. One of the three is hidden in their
coefficients, the others are written as tangents u, v of half angles: the equations and u times them are 12 linear
equations in 12 monomials, and their determinant vanishes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.models.parts.inverse.screws import Array, Screw, product
from linkwright.models.parts.inverse.straight import moved, rows_of, straight, times, total, undone

NODES = {True: (0.0, 2 * np.pi / 3, -2 * np.pi / 3), False: (0.0, 1.0, -1.0)}
# values at the nodes -> coefficients of (1, cos, sin) or of (1, r, r^2)
FITS = {
    True: np.array([[1, 1, 1], [2, -1, -1], [0, 3**0.5, -(3**0.5)]]) / 3,
    False: np.array([[1, 0, 0], [0, 0.5, -0.5], [-1, 0.5, 0.5]]),
}
# (1, cos, sin) -> (1, t, t^2), times 1 + t^2
HALVES = {True: np.array([[1, 0, 1], [1, 0, -1], [0, 2, 0]]), False: np.eye(3)}
ZERO = 0.61803  # from where angles a, b, c are counted: tan(q/2) is large elsewhere than at usual positions


def line_numbers(l: Any, p: Any) -> list[Any]:
    """Y of a line, of floats or expressions."""
    pp, pl = sum(x * x for x in p), sum(x * y for x, y in zip(p, l, strict=True))
    cross = [p[1] * l[2] - p[2] * l[1], p[2] * l[0] - p[0] * l[2], p[0] * l[1] - p[1] * l[0]]
    return [*l, *p, pp, pl, *cross, *(pp * x - 2 * pl * y for x, y in zip(l, p, strict=True))]


@dataclass(frozen=True)
class Formulation:
    """The equations of six screws: the first of the four joints in a row, in which direction, and which is hidden."""

    screws: tuple[Screw, ...]
    first: int
    back: bool
    hidden: int  # 0, 1, 2: a, b or c

    @property
    def three(self) -> tuple[int, int, int]:
        a = self.first
        return (a + 3, a + 2, a + 1) if self.back else (a, a + 1, a + 2)

    @property
    def last(self) -> int:
        """e"""
        return self.first if self.back else self.first + 3

    @property
    def pair(self) -> tuple[int, int]:
        f, g = (k for k in range(6) if not self.first <= k <= self.first + 3)
        return f, g

    @property
    def sign(self) -> int:
        return -1 if self.back else 1

    @property
    def line(self) -> tuple[Array, Array]:
        e = self.screws[self.last]
        return e.h, e.c

    @property
    def others(self) -> tuple[int, int]:
        """The two of the three that are not hidden: u, v."""
        u, v = (k for k in range(3) if k != self.hidden)
        return u, v

    @cached_property
    def left(self) -> Array:
        """14 x 27 numbers: Y in the bases of a, b, c."""
        turns = [self.screws[k].turns for k in self.three]
        L: Array = np.zeros((14, 3, 3, 3))
        for at in itertools.product(range(3), repeat=3):
            motions = [
                self.screws[k].motion(self.sign * (NODES[t][n] + ZERO * t))
                for k, t, n in zip(self.three, turns, at, strict=True)
            ]
            T = product(*motions)
            L[(slice(None), *at)] = line_numbers(*moved(T, *self.line))
        for axis, t in enumerate(turns, 1):
            L = np.moveaxis(np.tensordot(FITS[t], L, (1, axis)), 0, axis)
        return L.reshape(14, 27)

    def outer(self, pose: Any, motion: Callable[[int, int], Any]) -> Any:
        """The rest of the loop. motion(k, sign): of a joint of the pair."""
        before, after = range(self.first), range(self.first + 4, 6)
        if self.back:
            return times(*(motion(k, 1) for k in after), undone(pose), *(motion(k, 1) for k in before))
        return times(*(motion(k, -1) for k in reversed(before)), pose, *(motion(k, -1) for k in reversed(after)))

    def right(self, pose: Any) -> list[list[Any]]:
        """14 x 9: Y in the bases of the pair, for a pose of numbers or expressions."""
        turns = [self.screws[k].turns for k in self.pair]
        samples = []
        for at in itertools.product(*(NODES[t] for t in turns)):
            q = dict(zip(self.pair, at, strict=True))
            T = self.outer(pose, lambda k, sign, q=q: self.screws[k].motion(sign * q[k]))  # type: ignore[misc]
            samples.append(line_numbers(*moved(T, *self.line)))
        fit = np.kron(FITS[turns[0]], FITS[turns[1]])
        return [[_weighted(weights, [y[row] for y in samples]) for weights in fit] for row in range(14)]

    # -- straight functions ------------------------------------------------------------------------------------------

    def equations(self) -> Function:
        """Pose -> 14 x 35: the products of the pair, and those of a, b, c."""

        def made(p: Sequence[Expr]) -> list[Any]:
            A, L = self.right(rows_of(p)), self.left
            out: list[Any] = []
            for row in range(14):
                out += [-x for x in A[row][1:]]
                out += [float(L[row, 0]) - A[row][0], *map(float, L[row, 1:])]
            return out

        return straight("equations", {"p": 12}, made)

    def combined(self, count: int) -> Function:
        """count x 27 -> six equations in (1, cos, sin) of the hidden joint, u^0..2, v^0..2."""
        mix = np.eye(6) if count == 6 else mixed(6, count)
        u, v = self.others
        bases = [np.eye(3)] * 3
        for k in (u, v):
            bases[k] = HALVES[self.screws[self.three[k]].turns]
        change = np.kron(np.kron(bases[0], bases[1]), bases[2])  # products of a, b, c -> those of powers
        order = [[*at] for at in itertools.product(range(3), repeat=3)]
        places = [9 * x[0] + 3 * x[1] + x[2] for x in (_inserted(at, self.hidden) for at in order)]

        def made(n: Sequence[Expr]) -> list[Any]:
            out: list[Any] = []
            for weights in mix:
                row = [_weighted(weights, n[c::27]) for c in range(27)]
                out += [_weighted(change[:, place], row) for place in places]
            return out

        return straight("combined", {"n": count * 27}, made)


def mixed(rows: int, of: int) -> Array:
    """Fixed combinations that are as good as any: orthogonal, and nothing is special to them."""
    return np.linalg.qr(np.random.default_rng(7).standard_normal((of, of)))[0][:rows]


def _weighted(weights: Array, terms: Sequence[Any]) -> Any:
    return total(float(w) * t for w, t in zip(weights, terms, strict=True) if w)


def _inserted(at: Sequence[int], hidden: int) -> list[int]:
    """(h, u, v) -> (a, b, c)"""
    rest = list(at[1:])
    rest.insert(hidden, at[0])
    return rest


__all__ = ["HALVES", "NODES", "ZERO", "Formulation", "mixed"]
