"""Dependent columns of a robot at its own geometry and at others, in the prime field or in reals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph
from linkwright.expr.prime import P, Point, angle_steps, residue
from linkwright.expr.replay import needed_nodes
from linkwright.models.algebra.exact_reading import ANGLE_FIELDS, ExactReading
from linkwright.models.constraints.constraint_system import PRIME_FIELD, Field
from linkwright.models.parameters.constrained.admissible_motions import RandomMotions
from linkwright.models.parameters.constrained.number_sources import ExactEquations, RealSource
from linkwright.models.parameters.constrained.regressor_null_space import (
    ColumnFactors,
    DependencyTable,
    RegressorSamples,
)
from linkwright.models.tree.parameter_names import ParameterPlace
from linkwright.robot import Robot

MAX_FRACTION_PART = 400  # largest numerator and denominator of a coefficient


@dataclass(frozen=True)
class GeometryChange:
    """Variation of a geometry: one symbol is scaled, or (`turned`) all angles are replaced."""

    scaled: str = ""
    turned: int = 0


NO_CHANGE = GeometryChange()


@dataclass(frozen=True)
class GeometrySymbols:
    """Symbols of the geometry of a robot: lengths (and ratios of couplings), and angles."""

    lengths: tuple[str, ...]
    angles: tuple[str, ...]

    @classmethod
    def of(cls, robot: Robot) -> GeometrySymbols:
        parts = [*robot.joints, *(part for loop in robot.loops for part in (loop.joint, loop.frame))]
        angles = [s for part in parts for name in ANGLE_FIELDS for s in sorted(getattr(part, name).symbols)]
        angles += [s for wheel in robot.wheels for s in sorted(wheel.roller.symbols)]
        angles += [s for x in robot.couplings for s in sorted(x.offset.symbols)]
        lengths = [s for part in parts for name in ("b", "d", "r") for s in sorted(getattr(part, name).symbols)]
        lengths += [s for wheel in robot.wheels for s in sorted(wheel.radius.symbols)]
        lengths += [s for x in robot.couplings for term in x.terms for s in sorted(term.factor.symbols)]
        unique = dict.fromkeys(angles)
        return cls(tuple(s for s in dict.fromkeys(lengths) if s not in unique), tuple(unique))

    def __bool__(self) -> bool:
        return bool(self.lengths or self.angles)


class GeometryNumbers(Protocol):
    """Numbers of a field for expressions of the geometry."""

    @property
    def symbols(self) -> GeometrySymbols: ...
    @property
    def field(self) -> Field: ...
    @property
    def scale(self) -> Fraction: ...
    @property
    def can_turn(self) -> bool:
        """Whether angles can be replaced by many others."""
        ...

    def value(self, e: Expr, change: GeometryChange = NO_CHANGE) -> Any: ...
    def number(self, x: Fraction) -> Any: ...
    def rational(self, x: Any) -> Fraction | None:
        """Fraction with a small numerator and denominator that equals x; None if there is none."""
        ...


# -- the prime field --------------------------------------------------------------------------------------------------


class PrimeFieldGeometry:
    """Values of expressions of the geometry of a robot in the prime field, at a random geometry."""

    scale = Fraction(2)
    can_turn = True

    def __init__(self, robot: Robot, seed: int = 1) -> None:
        self.robot, self.lift, self.symbols, self.seed = robot, ExactReading(robot), GeometrySymbols.of(robot), seed
        self.into, self.orders = self.lift.exact(Graph()), dict[int, list[int]]()
        view = self.lift.robot.changed(self.lift.exact(Graph()))
        parts = [*view.joints, *(part for loop in view.loops for part in (loop.joint, loop.frame))]
        waves = [getattr(part, name).sin() for part in parts for name in ANGLE_FIELDS]
        self.steps = angle_steps(view.graph, needed_nodes(view.graph, [e.id for e in waves]))

    @property
    def field(self) -> Field:
        return PRIME_FIELD

    def given(self, change: GeometryChange) -> dict[str, int]:
        if change.turned:
            draw = random.Random(f"{self.seed} {change.turned}")
            return {s: draw.randrange(1, P) for s in self.symbols.angles}
        if not change.scaled:
            return {}
        graph = Graph()
        return {change.scaled: self.value(Expr(graph, graph.symbol(change.scaled))) * 2 % P}

    def value(self, e: Expr, change: GeometryChange = NO_CHANGE) -> Any:
        x = self.into(e)
        if x.id not in self.orders:
            self.orders[x.id] = needed_nodes(x.graph, [x.id])
        point = Point(self.seed, self.steps, roots=True)
        return point.values(x.graph, self.orders[x.id], {**self.lift.residues, **self.given(change)})[x.id]

    def number(self, x: Fraction) -> Any:
        return residue(x)

    def rational(self, x: Any) -> Fraction | None:
        """Rational reconstruction by the algorithm of Euclid: Wang (1981)."""
        before, now = (P, 0), (int(x) % P, 1)
        while now[0] > MAX_FRACTION_PART:
            n = before[0] // now[0]
            before, now = now, (before[0] - n * now[0], before[1] - n * now[1])
        return Fraction(now[0], now[1]) if 0 < abs(now[1]) <= MAX_FRACTION_PART else None


class PrimeFieldRegressor(PrimeFieldGeometry):
    """Dependent columns of the regressor in the prime field."""

    decided = "exact: in a prime field"

    def __init__(self, robot: Robot, places: Sequence[ParameterPlace]) -> None:
        super().__init__(robot)
        self.exact, self.places = ExactEquations(robot), places
        self.steps = self.exact.steps
        self._seen: dict[GeometryChange, RegressorSamples] = {}
        self.table: DependencyTable = self.samples().table(places)  # NoPoints, if there are none

    def check_samples(self) -> RegressorSamples:
        """Samples at the other geometry, that of `elsewhere`."""
        return RegressorSamples(RandomMotions(self.exact.equations, self.exact.source(self.seed + 1)))

    @cached_property
    def other_geometry(self) -> PrimeFieldGeometry:
        found = PrimeFieldGeometry(self.robot, self.seed + 1)
        found.steps = self.steps
        return found

    def samples(self, change: GeometryChange = NO_CHANGE) -> RegressorSamples:
        if change not in self._seen:
            source = self.exact.source(self.seed, self.given(change))
            self._seen[change] = RegressorSamples(RandomMotions(self.exact.equations, source))
        return self._seen[change]

    def factors(self, gone: ParameterPlace, change: GeometryChange) -> ColumnFactors:
        return self.samples(change).factors(gone, list(self.table[gone])) or {}


# -- reals ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HighPrecisionRegressor:
    """Dependent columns of the regressor in reals of 300 bits, at the geometry of the robot or near it."""

    robot: Robot
    places: Sequence[ParameterPlace]
    symbols: GeometrySymbols
    changes: dict[str, Fraction] = field(default_factory=dict)  # factors of symbols
    sources: dict[GeometryChange, RealSource] = field(default_factory=dict)
    scale = Fraction(33, 32)
    can_turn = False
    decided = "with 300 bits"

    @classmethod
    def of(cls, robot: Robot, places: Sequence[ParameterPlace]) -> HighPrecisionRegressor:
        return cls(robot, places, GeometrySymbols.of(robot))

    @property
    def field(self) -> Field:
        return self.source().field

    @cached_property
    def other_geometry(self) -> HighPrecisionRegressor:
        draw, every = random.Random("near"), (*self.symbols.lengths, *self.symbols.angles)
        changes = {s: Fraction(1000 + draw.randrange(-20, 20), 1000) for s in every}
        return replace(self, changes=changes, sources={})

    def check_samples(self) -> RegressorSamples:
        return self.other_geometry.samples()

    def source(self, change: GeometryChange = NO_CHANGE) -> RealSource:
        if change not in self.sources:
            factors = dict(self.changes)
            if change.scaled:
                factors[change.scaled] = factors.get(change.scaled, Fraction(1)) * self.scale
            if change.turned:
                more = Fraction(1000 + change.turned, 1000)
                factors |= {s: factors.get(s, Fraction(1)) * more for s in self.symbols.angles}
            self.sources[change] = RealSource(self.robot, factors)
        return self.sources[change]

    def samples(self, change: GeometryChange = NO_CHANGE) -> RegressorSamples:
        source = self.source(change)
        return RegressorSamples(RandomMotions(source.equations, source))

    @cached_property
    def table(self) -> DependencyTable:
        return self.samples().table(self.places)

    def factors(self, gone: ParameterPlace, change: GeometryChange) -> ColumnFactors:
        """Coefficients of a dependent column at a varied geometry; empty if its loops cannot be closed."""
        try:
            return self.samples(change).factors(gone, list(self.table[gone])) or {}
        except RobotError:
            return {}

    def value(self, e: Expr, change: GeometryChange = NO_CHANGE) -> Any:
        return self.source(change).value(e)

    def number(self, x: Fraction) -> Any:
        from linkwright.models.constraints.mobility_analysis import fraction_to_arb

        return fraction_to_arb(x)

    def rational(self, x: Any) -> Fraction | None:
        found = Fraction(float(x)).limit_denominator(MAX_FRACTION_PART)
        return (
            found if abs(found.numerator) <= MAX_FRACTION_PART and self.field.is_zero(x - self.number(found)) else None
        )


__all__ = [
    "NO_CHANGE",
    "GeometryChange",
    "GeometryNumbers",
    "GeometrySymbols",
    "HighPrecisionRegressor",
    "PrimeFieldGeometry",
    "PrimeFieldRegressor",
]
