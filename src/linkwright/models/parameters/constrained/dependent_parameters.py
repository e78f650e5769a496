"""Parameters that constraints make dependent, with formulas for their grouping.

Dependent columns of the regressor and their coefficients are found from motions in a field (`regressor_null_space`).
Formulas for the coefficients come from three sources, and are all checked against the numbers at another geometry:

    numbers      if the geometry is given by numbers, the coefficients are numbers
    fits         one term in the lengths and angles of the geometry (`coefficient_fitting`)
    cut joints   a body whose inertia does not depend on a cut joint may belong to either of its links

A dependent parameter without such a formula stays (`left`): the set is valid, but not minimal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from linkwright.expr import Expr
from linkwright.models.algebra.block_triangular import solve_by_blocks
from linkwright.models.constraints.constraint_system import reduce_to_echelon
from linkwright.models.parameters.constrained.coefficient_fitting import FormulaFitter
from linkwright.models.parameters.constrained.geometry_variation import (
    NO_CHANGE,
    GeometryChange,
    GeometrySymbols,
    HighPrecisionRegressor,
    PrimeFieldGeometry,
    PrimeFieldRegressor,
)
from linkwright.models.parameters.constrained.number_sources import NoPrimePoints
from linkwright.models.parameters.constrained.regressor_null_space import ColumnFactors, sort_by_preference
from linkwright.models.tree.parameter_names import COULOMB, ParameterPlace
from linkwright.robot import Robot

Formulas = dict[ParameterPlace, dict[ParameterPlace, Expr]]
ColumnRelation = Mapping[ParameterPlace, Expr]  # factors with which columns add up to zero
DependentColumns = PrimeFieldRegressor | HighPrecisionRegressor
FIT_DEGREES = ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (2, 2), (3, 3))  # degrees of fits in sines and cosines
SHORT_FIT_DEGREES = ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (2, 2))
MAX_FIT_ANGLES = 2


@dataclass(frozen=True)
class DependentParameters:
    """Formulas of parameters to be grouped with others; dependent parameters without a formula (`left`); and the
    numbers by which that was decided."""

    formulas: Formulas
    left: tuple[ParameterPlace, ...]
    decided: str


def find_dependent_parameters(
    robot: Robot, places: Sequence[ParameterPlace], relations: Sequence[ColumnRelation], one: Expr
) -> DependentParameters:
    """Find the dependent ones of these parameters of a constrained robot; `one` is in the graph of the formulas."""
    of = dependent_columns(robot, sort_by_preference(robot, places))
    made = _find_formulas(of, relations, one) if of.symbols else _numeric_formulas(of, one)
    for gone in [p for p in made if p[1] == COULOMB]:
        made[gone] = {kept: abs(x) for kept, x in made[gone].items()}
    return DependentParameters(made, tuple(p for p in of.table if p not in made), of.decided)


def dependent_columns(robot: Robot, places: Sequence[ParameterPlace]) -> DependentColumns:
    """Dependent columns in the prime field if possible, else in reals (needed if the geometry has only numbers)."""
    if GeometrySymbols.of(robot):
        try:
            return PrimeFieldRegressor(robot, places)
        except NoPrimePoints:
            pass
    return HighPrecisionRegressor.of(robot, places)


def _numeric_formulas(of: DependentColumns, one: Expr) -> Formulas:
    def number(x: Any) -> Expr:
        small = of.rational(x)
        return one * (float(x) if small is None else small)

    return {gone: {kept: number(x) for kept, x in factors.items()} for gone, factors in of.table.items()}


def _find_formulas(of: DependentColumns, relations: Sequence[ColumnRelation], one: Expr) -> Formulas:
    """Formulas by relations alone if they give all of them; else by fits, relations, and fits with angles."""
    found: Formulas = {}
    other = of.check_samples()

    def take(some: Formulas) -> None:
        right = {gone: x for gone, x in some.items()
                 if other.holds(gone, {kept: of.other_geometry.value(e) for kept, e in x.items()})}  # fmt: skip
        found.update(right)

    def fit(fits: FormulaFitter) -> None:
        take({gone: x for gone in of.table if gone not in found and (x := _fit_column(of, gone, fits)) is not None})

    whole = _solve_relations(of, relations, {}, one)
    if len(whole) == len(of.table):
        take(whole)
    if len(found) < len(of.table):
        found.clear()
        fit(FormulaFitter(of, one, (), 0))
        take(_solve_relations(of, relations, found, one))
        fit(FormulaFitter(of, one, FIT_DEGREES, MAX_FIT_ANGLES))
    short = FormulaShortener(of.robot, one)
    return {gone: {kept: short(x) for kept, x in factors.items()} for gone, factors in _compose_formulas(found).items()}


def _compose_formulas(found: Formulas) -> Formulas:
    """Formulas in which no parameter is grouped with one that is itself grouped with others."""
    done: Formulas = {}

    def of(gone: ParameterPlace) -> dict[ParameterPlace, Expr]:
        if gone not in done:
            total: dict[ParameterPlace, Expr] = {}
            for kept, x in found[gone].items():
                more = {k: x * y for k, y in of(kept).items()} if kept in found else {kept: x}
                total |= {k: total[k] + y if k in total else y for k, y in more.items()}
            done[gone] = total
        return done[gone]

    return {gone: of(gone) for gone in found}


def _fit_column(of: DependentColumns, gone: ParameterPlace, fits: FormulaFitter) -> dict[ParameterPlace, Expr] | None:
    """Formulas of all coefficients of a dependent column; None if one was not found."""
    found: dict[ParameterPlace, Expr] = {}
    seen: dict[GeometryChange, ColumnFactors] = {NO_CHANGE: of.table[gone]}

    def number(kept: ParameterPlace, change: GeometryChange) -> Any:
        if change not in seen:
            seen[change] = of.factors(gone, change)
        return seen[change].get(kept, 0)

    for kept in of.table[gone]:
        formula = fits.formula(partial(number, kept))
        if formula is None:
            return None
        found[kept] = formula
    return found


class FormulaShortener:
    """Shortening of formulas: the fit with one term, if there is one and it is shorter."""

    def __init__(self, robot: Robot, one: Expr) -> None:
        self.numbers = PrimeFieldGeometry(robot)
        self.fits = FormulaFitter(self.numbers, one, SHORT_FIT_DEGREES, MAX_FIT_ANGLES)

    def __call__(self, e: Expr) -> Expr:
        found = self.fits.formula(lambda change: self.numbers.value(e, change)) if e.symbols else None
        return e if found is None or len(str(found)) > len(str(e)) else found


# -- bodies on either side of a cut joint -----------------------------------------------------------------------------


def _solve_relations(of: DependentColumns, relations: Sequence[ColumnRelation], known: Formulas, one: Expr) -> Formulas:
    """Solve relations for parameters that have no formula yet, the last ones in the order of preference."""
    columns = [p for p in of.places if p not in known]
    rows = [row for x in relations if (row := _reduce_relation(x, known, of, one)) is not None]
    order = list(reversed(columns))
    at = [[of.value(row[p]) if p in row else 0 for p in order] for row in rows]
    pivots, _ = reduce_to_echelon(at, of.field)
    chosen = [order[k] for k in pivots]
    if not chosen or any(p not in of.table for p in chosen):
        return {}
    own, _ = reduce_to_echelon([list(x) for x in zip(*at, strict=True)], of.field)  # rows that are independent
    zero = one * 0
    kept = [p for p in columns if p not in chosen and any(p in rows[k] for k in own)]
    A = [[rows[k].get(p, zero) for p in chosen] for k in own]
    found = solve_by_blocks(A, [[-rows[k].get(p, zero) for p in kept] for k in own])
    if found is None:
        return {}
    made: Formulas = {}
    for p, solved in zip(chosen, found, strict=True):
        factors = {k: zero + x for k, x in zip(kept, solved, strict=True)}
        made[p] = {k: x for k, x in factors.items() if not of.field.is_zero(of.value(x))}
    return made


def _reduce_relation(
    relation: ColumnRelation, known: Formulas, of: DependentColumns, one: Expr
) -> dict[ParameterPlace, Expr] | None:
    """Relation without the parameters that have formulas; None if it contains other parameters than `of.places`."""
    total: dict[ParameterPlace, Expr] = {}
    for place, x in relation.items():
        if of.field.is_zero(of.value(x)):
            continue
        if place not in of.places:
            return None
        for kept, factor in known.get(place, {place: one}).items():
            total[kept] = total[kept] + x * factor if kept in total else x * factor
    return {p: x for p, x in total.items() if not of.field.is_zero(of.value(x))}


__all__ = ["ColumnRelation", "DependentParameters", "Formulas", "dependent_columns", "find_dependent_parameters"]
