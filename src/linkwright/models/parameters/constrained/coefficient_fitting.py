"""Formulas for the coefficients of dependent columns, fitted to their numbers at several geometries.

A coefficient has a dimension, and mostly one term: a number, powers of lengths, and sines and cosines of the angles of
the geometry. The power of a length follows from scaling it; a trigonometric part is fitted. All fits are checked
afterwards against the columns at another geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from linkwright.expr import Expr
from linkwright.models.parameters.constrained.geometry_variation import NO_CHANGE, GeometryChange, GeometryNumbers
from linkwright.models.parameters.constrained.regressor_null_space import reduced_rows

CoefficientOf = Callable[[GeometryChange], Any]  # a coefficient: its number at a geometry
LENGTH_EXPONENTS = sorted(range(-4, 5), key=abs)
PI_FRACTIONS = (Fraction(1, 6), Fraction(1, 4))  # multiples of pi whose cosines may occur as constants
EXTRA_GEOMETRIES = 4  # geometries more than a fit needs, to check it
FitTerms = tuple[list[Expr], list[Expr]]  # terms of a numerator and of a denominator


class FormulaFitter:
    """Fits of coefficients as formulas of symbols, in the graph of `one`."""

    def __init__(self, of: GeometryNumbers, one: Expr, degrees: Sequence[tuple[int, int]], angles: int) -> None:
        """`degrees`: degrees of numerators and denominators in sines and cosines to be tried; `angles`: at most."""
        self.of, self.one, self.degrees, self.angles = of, one, degrees, angles

    def formula(self, factor: CoefficientOf) -> Expr | None:
        """Formula for a coefficient; None if none was found."""
        x = factor(NO_CHANGE)
        product = self.one
        for s in self.of.symbols.lengths:
            power = self._power(x, factor(GeometryChange(s)))
            if power is None:
                return None
            product = product * self._symbol(s) ** power if power else product
        size = self.of.value(product)
        if self.of.symbols.angles and not self._is_equal(x, factor(GeometryChange(turned=1))):
            part = self._trigonometric(factor, size)
        else:
            part = self._constant(self.of.field.quotient(x, size))
        return None if part is None else part * product

    def _symbol(self, name: str) -> Expr:
        return Expr(self.one.graph, self.one.graph.symbol(name))

    def _is_equal(self, x: Any, y: Any) -> bool:
        return self.of.field.is_zero(self.of.field.less(x, 1, y))

    def _power(self, x: Any, y: Any) -> int | None:
        """Exponent n if y = scale^n x after a length was scaled; None if there is none."""
        return next((n for n in LENGTH_EXPONENTS if self._is_equal(x * self.of.number(self.of.scale**n), y)), None)

    def _constant(self, x: Any) -> Expr | None:
        if (number := self.of.rational(x)) is not None:
            return self.one * number
        for part in PI_FRACTIONS:
            cos = (Expr(self.one.graph, self.one.graph.pi()) * part).cos()
            number = self.of.rational(self.of.field.quotient(x, self.of.value(cos)))
            if number is not None:
                return cos * number
        return None

    # -- angles -------------------------------------------------------------------------------------------------------

    def _trigonometric(self, factor: CoefficientOf, size: Any) -> Expr | None:
        """Fit factor / size as a sum of products of sines and cosines, or as a quotient of two such sums."""
        if not self.of.can_turn or not self.degrees:
            return None
        x = factor(NO_CHANGE)
        moving = [s for s in self.of.symbols.angles if not self._is_equal(x, factor(GeometryChange(s)))]
        if len(moving) > self.angles:
            return None
        for shape in self._shapes(moving):
            if (found := self._fit(factor, size, *shape)) is not None:
                return found
        return None

    def _shapes(self, angles: Sequence[str]) -> list[FitTerms]:
        waves = [f for s in angles for f in (self._symbol(s).cos(), self._symbol(s).sin())]
        twice = {*waves[1::2]}  # sin^2 is 1 - cos^2
        sums = [[self.one]]
        for degree in range(1, max(map(max, self.degrees)) + 1):
            more = [x for x in combinations_with_replacement(waves, degree) if all(x.count(f) < 2 for f in twice)]
            sums.append([*sums[-1], *(_multiply_all(self.one, x) for x in more)])
        return [(sums[above], sums[below]) for above, below in self.degrees]

    def _fit(self, factor: CoefficientOf, size: Any, above: list[Expr], below: list[Expr]) -> Expr | None:
        """Fit sum a_i above_i = x sum b_k below_k at several geometries, with small rational numbers a, b."""
        of, terms, rows = self.of, [*above, *below], []
        for turned in range(1, len(terms) + EXTRA_GEOMETRIES):
            change = GeometryChange(turned=turned)
            x = of.field.quotient(factor(change), size)
            values = [of.value(e, change) for e in terms]
            rows.append([*values[: len(above)], *(of.field.less(0, x, v) for v in values[len(above) :])])
        pivots, reduced = reduced_rows(rows, of.field)
        free = [k for k in range(len(terms)) if k not in pivots]
        if len(free) != 1 or free[0] < len(above):
            return None
        weights: dict[int, Fraction | None] = {free[0]: Fraction(1)}
        weights |= {k: of.rational(of.field.less(0, 1, row[free[0]])) for k, row in zip(pivots, reduced, strict=True)}
        top, bottom = self.one * 0, self.one * 0
        for k, weight in sorted(weights.items()):
            if weight is None:
                return None
            top, bottom = (top + terms[k] * weight, bottom) if k < len(above) else (top, bottom + terms[k] * weight)
        return top / bottom


def _multiply_all(one: Expr, factors: Sequence[Expr]) -> Expr:
    for x in factors:
        one = one * x
    return one


__all__ = ["CoefficientOf", "FormulaFitter"]
