"""Null space of the regressor: columns that depend on others in all admissible motions, in numbers of a field.

Columns are ordered by preference: one that depends on those before it is grouped with these. First come the links at
which several loops meet (platforms), then the others in the order of the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.expr.prime import P
from linkwright.models.constraints.constraint_system import PRIME_FIELD, Field, reduce_to_echelon
from linkwright.models.parameters.constrained.admissible_motions import MotionSample, RandomMotions
from linkwright.models.tree.parameter_names import COULOMB, ROTOR, VISCOUS, ParameterPlace
from linkwright.robot import Coordinate, Robot
from linkwright.robot.robot import INERTIA

ColumnFactors = dict[ParameterPlace, Any]  # coefficients of other columns
DependencyTable = dict[ParameterPlace, ColumnFactors]  # coefficients of each dependent column
EXTRA_MOTIONS = 4  # further motions, or rows, with which a dependency is checked

_ORDER = (*INERTIA, ROTOR, VISCOUS, COULOMB)


def has_constraints(robot: Robot) -> bool:
    """Whether constraints (loops, wheels, couplings) make freedoms of the tree dependent."""
    return bool(robot.loops or robot.wheels or robot.couplings)


def sort_by_preference(robot: Robot, places: Sequence[ParameterPlace]) -> list[ParameterPlace]:
    """Parameters in the order in which they are kept before others."""
    met = Counter(part.parent for loop in robot.loops for part in (loop.joint, loop.frame))
    hubs = {link: count for link, count in met.items() if link and count > 1}
    return sorted(places, key=lambda at: (-hubs.get(at[0], 0), at[0], _ORDER.index(at[1])))


class RegressorSamples:
    """Rows of the regressor at random motions of one geometry."""

    def __init__(self, motions: RandomMotions) -> None:
        self.motions = motions
        self.seen: list[MotionSample] = []

    @property
    def field(self) -> Field:
        return self.motions.source.field

    def table(self, places: Sequence[ParameterPlace]) -> DependencyTable:
        """Dependent columns, separately for inertias and rotors, viscous friction and dry friction."""
        inertial, viscous, dry = ([p for p in places if _friction_kind(p) == kind] for kind in ("", VISCOUS, COULOMB))
        return self._linear(inertial) | self._linear(viscous) | self._proportional(dry)

    def factors(self, gone: ParameterPlace, of: Sequence[ParameterPlace]) -> ColumnFactors | None:
        """Coefficients with which the columns `of` add up to the column `gone`; None if there are none or several."""
        pivots, reduced = reduced_rows(self._rows([*of, gone], len(of) + 1 + EXTRA_MOTIONS), self.field)
        if pivots != [*range(len(of))]:
            return None
        return {p: row[-1] for p, row in zip(of, reduced, strict=True)}

    def holds(self, gone: ParameterPlace, factors: Mapping[ParameterPlace, Any]) -> bool:
        """Whether a column is this sum of others at all samples."""
        for *row, total in self._rows([*factors, gone], EXTRA_MOTIONS):
            size = total
            for x, factor in zip(row, factors.values(), strict=True):
                total = self.field.less(total, factor, x)
            if not self.field.is_zero(total / (1 + abs(size)) if self.field is not PRIME_FIELD else total):
                return False
        return True

    def _rows(self, places: Sequence[ParameterPlace], count: int) -> list[list[Any]]:
        while sum(len(m.regressor) for m in self.seen) < count:
            self.seen.append(self.motions.one())
        n = -(-count // len(self.seen[0].regressor))
        return [[self._entry(m, a, p) for p in places] for m in self.seen[:n] for a in m.regressor]

    def _entry(self, m: MotionSample, a: Coordinate, place: ParameterPlace) -> Any:
        """Entry of a column; for dry friction that of the rate of its joint, whose sign it follows."""
        if place[1] != COULOMB:
            return m.regressor[a].get(place, 0)
        (c, *_) = self.motions.equations.robot.freedoms(place[0])
        return m.shares[c].get(a, 0)

    def _linear(self, places: Sequence[ParameterPlace]) -> DependencyTable:
        if not places:
            return {}
        count = len(places)
        while True:
            pivots, reduced = reduced_rows(self._rows(places, count), self.field)
            found = {places[e]: {places[k]: row[e] for k, row in zip(pivots, reduced, strict=True)
                                 if not self.field.is_zero(row[e])}
                     for e in range(len(places)) if e not in pivots}  # fmt: skip
            rest = self._rows(places, count + EXTRA_MOTIONS * len(self.seen[0].regressor))[count:]
            if all(self._is_sum(row, places, found) for row in rest):
                return found
            count += EXTRA_MOTIONS * len(self.seen[0].regressor)

    def _is_sum(self, row: Sequence[Any], places: Sequence[ParameterPlace], table: DependencyTable) -> bool:
        at = dict(zip(places, row, strict=True))
        scale = 1 if self.field is PRIME_FIELD else 1 + max(map(abs, row))
        for gone, factors in table.items():
            total = at[gone]
            for kept, factor in factors.items():
                total = self.field.less(total, factor, at[kept])
            if not self.field.is_zero(total if self.field is PRIME_FIELD else total / scale):
                return False
        return True

    def _proportional(self, places: Sequence[ParameterPlace]) -> DependencyTable:
        """Dependent columns of dry friction: only those of joints whose rates have a constant ratio."""
        found: DependencyTable = {}
        for n, gone in enumerate(places):
            for kept in (p for p in places[:n] if p not in found):
                if factors := self.factors(gone, [kept]):
                    found[gone] = factors
                    break
        return found


def _friction_kind(place: ParameterPlace) -> str:
    return place[1] if place[1] in (VISCOUS, COULOMB) else ""


def reduced_rows(rows: Sequence[Sequence[Any]], field: Field) -> tuple[list[int], list[list[Any]]]:
    """Reduced row echelon form: pivots and rows, by FLINT in the prime field; rows of reals are scaled to 1 before,
    and those that are zero relative to others are dropped."""
    if field is not PRIME_FIELD:
        sizes = [max((abs(x) for x in row), default=0) for row in rows]
        largest = max(sizes, default=0) or 1
        kept = [(row, s) for row, s in zip(rows, sizes, strict=True) if not field.is_zero(s / largest)]
        return reduce_to_echelon([[x / s for x in row] for row, s in kept], field)
    from flint import nmod_mat

    n = len(rows[0])
    reduced, rank = nmod_mat(len(rows), n, [int(x) for row in rows for x in row], P).rref()
    found = [[int(reduced[i, k]) for k in range(n)] for i in range(rank)]
    return [next(k for k, x in enumerate(row) if x) for row in found], found


__all__ = [
    "ColumnFactors",
    "DependencyTable",
    "RegressorSamples",
    "has_constraints",
    "reduced_rows",
    "sort_by_preference",
]
