"""Algebra of closed forms: pairs (cos, sin), signed square roots, and the equation that solves most cycles.

    a cos t + b sin t = k:   N = a^2 + b^2, r = +-sqrt(N - k^2), (cos t, sin t) = ((a k - b r)/N, (b k + a r)/N)

Directions stay pairs until an angle is an output, so that sine and cosine of the angle are the pair itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from linkwright.expr import Expr, Graph, make_symbol
from linkwright.spatial import Scalar, Vec3


@dataclass(frozen=True, slots=True)
class Pair:
    """Vector of the plane as a complex number."""

    x: Scalar
    y: Scalar

    def __add__(self, o: Pair) -> Pair:
        return Pair(self.x + o.x, self.y + o.y)

    def __neg__(self) -> Pair:
        return Pair(-self.x, -self.y)

    def __mul__(self, o: Pair) -> Pair:
        return Pair(self.x * o.x - self.y * o.y, self.x * o.y + self.y * o.x)

    def times(self, k: Scalar) -> Pair:
        return Pair(self.x * k, self.y * k)

    def over(self, k: Scalar) -> Pair:
        return Pair(self.x / k, self.y / k)

    @property
    def conjugate(self) -> Pair:
        return Pair(self.x, -self.y)

    @property
    def square(self) -> Scalar:
        return self.x * self.x + self.y * self.y

    def divided(self, o: Pair) -> Pair:
        """Return self/o; if o is on a coordinate axis, without its square."""
        if o.y == 0:
            return self.over(o.x)
        if o.x == 0:
            return Pair(self.y, -self.x).over(o.y)
        return (self * o.conjugate).over(o.square)


def project_along_z(v: Vec3) -> Pair:
    """Project a vector along z."""
    return Pair(v.x, v.y)


def varies(x: Scalar) -> bool:
    """Return whether a value depends on variables, not on parameters only."""
    return isinstance(x, Expr) and x.graph.varies[x.id]


def collect_like_terms(x: Scalar) -> Scalar:
    """Collect like terms of a sum."""
    if not isinstance(x, Expr):
        return x
    terms, number = x.graph.linear(x.id)
    total = Expr(x.graph, x.graph.const(number))
    for atom in sorted(terms):
        total = total + Expr(x.graph, atom) * terms[atom]
    return total


def symbol_of_sign(k: int) -> str:
    return f"[sign {k}]"  # no user can write a name with brackets


@dataclass
class RootSigns:
    """Signs of the square roots of closed forms, and other choices between two solutions, in order.

    Signs are 1 or -1, and 1 if fewer are given than needed; None: symbols for both (`symbol_of_sign`).
    `reach`: radicands, which are not negative within reach.
    """

    graph: Graph
    signs: Sequence[int] | None = ()
    names: list[str] = field(default_factory=list)
    reach: list[Expr] = field(default_factory=list)

    def expr(self, x: Scalar) -> Expr:
        return x if isinstance(x, Expr) else Expr(self.graph, self.graph.const(x))

    def copy(self) -> RootSigns:
        """Copy, for an attempt that may fail."""
        return RootSigns(self.graph, self.signs, self.names.copy(), self.reach.copy())

    def sign(self, name: str) -> int | Expr:
        """Sign of the next choice, which gets this name."""
        k = len(self.names)
        self.names.append(name)
        if self.signs is None:
            return make_symbol(self.graph, symbol_of_sign(k))
        return self.signs[k] if k < len(self.signs) else 1

    def root(self, radicand: Scalar, name: str) -> Scalar:
        """Signed square root; where the radicand is negative, the loop cannot close."""
        x = self.expr(radicand)
        self.reach.append(x)
        return x.sqrt() * self.sign(name)

    def either(self, first: Sequence[Scalar], second: Sequence[Scalar], name: str) -> list[Scalar]:
        """Select one of two solutions by the next sign."""
        sign = self.sign(name)
        if isinstance(sign, Expr):
            return [sign.select(self.expr(a), self.expr(b)) for a, b in zip(first, second, strict=True)]
        return list(first if sign > 0 else second)

    def turn(self, a: Scalar, b: Scalar, k: Scalar, name: str) -> Pair:
        """Solve a cos t + b sin t = k for (cos t, sin t)."""
        if b == 0:
            return Pair(k, self.root(a * a - k * k, name)).over(a)
        if a == 0:
            return Pair(-self.root(b * b - k * k, name), k).over(b)
        N = a * a + b * b
        r = self.root(N - k * k, name)
        return Pair(a * k - b * r, b * k + a * r).over(N)

    def angle(self, unit: Pair) -> Expr:
        """Angle of a unit pair, rad."""
        y, x = self.expr(unit.y), self.expr(unit.x)
        return Expr(self.graph, self.graph.direction(y.id, x.id))

    def between(self, start: Pair, end: Pair) -> Expr:
        """Angle from one vector to another one of the same length, rad."""
        return self.angle(end.divided(start))


__all__ = ["Pair", "RootSigns", "collect_like_terms", "project_along_z", "symbol_of_sign", "varies"]
