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
from linkwright.expr.replay import live
from linkwright.models.algebra.exact_reading import ANGLES, Lift
from linkwright.models.constraints.constraint_system import PRIME, Field
from linkwright.models.parameters.constrained.admissible_motions import Motions
from linkwright.models.parameters.constrained.number_sources import Exact, RealSource
from linkwright.models.parameters.constrained.regressor_null_space import Factors, Seen, Table
from linkwright.models.tree.parameter_names import Place
from linkwright.robot import Robot

SMALL = 400  # largest numerator and denominator of a coefficient


@dataclass(frozen=True)
class Change:
    """Variation of a geometry: one symbol is scaled, or (`turned`) all angles are replaced."""

    scaled: str = ""
    turned: int = 0


NONE = Change()


@dataclass(frozen=True)
class Symbols:
    """Symbols of the geometry of a robot: lengths (and ratios of couplings), and angles."""

    lengths: tuple[str, ...]
    angles: tuple[str, ...]

    @classmethod
    def of(cls, robot: Robot) -> Symbols:
        parts = [*robot.joints, *(part for loop in robot.loops for part in (loop.joint, loop.frame))]
        angles = [s for part in parts for name in ANGLES for s in sorted(getattr(part, name).symbols)]
        angles += [s for wheel in robot.wheels for s in sorted(wheel.roller.symbols)]
        angles += [s for x in robot.couplings for s in sorted(x.offset.symbols)]
        lengths = [s for part in parts for name in ("b", "d", "r") for s in sorted(getattr(part, name).symbols)]
        lengths += [s for wheel in robot.wheels for s in sorted(wheel.radius.symbols)]
        lengths += [s for x in robot.couplings for term in x.terms for s in sorted(term.factor.symbols)]
        unique = dict.fromkeys(angles)
        return cls(tuple(s for s in dict.fromkeys(lengths) if s not in unique), tuple(unique))

    def __bool__(self) -> bool:
        return bool(self.lengths or self.angles)


class Numbers(Protocol):
    """Numbers of a field for expressions of the geometry."""

    @property
    def symbols(self) -> Symbols: ...
    @property
    def field(self) -> Field: ...
    @property
    def scale(self) -> Fraction: ...
    @property
    def can_turn(self) -> bool:
        """Whether angles can be replaced by many others."""
        ...

    def value(self, e: Expr, change: Change = NONE) -> Any: ...
    def number(self, x: Fraction) -> Any: ...
    def rational(self, x: Any) -> Fraction | None:
        """Fraction with a small numerator and denominator that equals x; None if there is none."""
        ...


# -- the prime field --------------------------------------------------------------------------------------------------


class Residues:
    """Values of expressions of the geometry of a robot in the prime field, at a random geometry."""

    scale = Fraction(2)
    can_turn = True

    def __init__(self, robot: Robot, seed: int = 1) -> None:
        self.robot, self.lift, self.symbols, self.seed = robot, Lift(robot), Symbols.of(robot), seed
        self.into, self.orders = self.lift.exact(Graph()), dict[int, list[int]]()
        view = self.lift.robot.changed(self.lift.exact(Graph()))
        parts = [*view.joints, *(part for loop in view.loops for part in (loop.joint, loop.frame))]
        waves = [getattr(part, name).sin() for part in parts for name in ANGLES]
        self.steps = angle_steps(view.graph, live(view.graph, [e.id for e in waves]))

    @property
    def field(self) -> Field:
        return PRIME

    def given(self, change: Change) -> dict[str, int]:
        if change.turned:
            draw = random.Random(f"{self.seed} {change.turned}")
            return {s: draw.randrange(1, P) for s in self.symbols.angles}
        if not change.scaled:
            return {}
        graph = Graph()
        return {change.scaled: self.value(Expr(graph, graph.symbol(change.scaled))) * 2 % P}

    def value(self, e: Expr, change: Change = NONE) -> Any:
        x = self.into(e)
        if x.id not in self.orders:
            self.orders[x.id] = live(x.graph, [x.id])
        point = Point(self.seed, self.steps, roots=True)
        return point.values(x.graph, self.orders[x.id], {**self.lift.residues, **self.given(change)})[x.id]

    def number(self, x: Fraction) -> Any:
        return residue(x)

    def rational(self, x: Any) -> Fraction | None:
        """Rational reconstruction by the algorithm of Euclid: Wang (1981)."""
        before, now = (P, 0), (int(x) % P, 1)
        while now[0] > SMALL:
            n = before[0] // now[0]
            before, now = now, (before[0] - n * now[0], before[1] - n * now[1])
        return Fraction(now[0], now[1]) if 0 < abs(now[1]) <= SMALL else None


class InPrimes(Residues):
    """Dependent columns of the regressor in the prime field."""

    decided = "exact: in a prime field"

    def __init__(self, robot: Robot, places: Sequence[Place]) -> None:
        super().__init__(robot)
        self.exact, self.places = Exact(robot), places
        self.steps = self.exact.steps
        self._seen: dict[Change, Seen] = {}
        self.table: Table = self.seen().table(places)  # NoPoints, if there are none

    def another(self) -> Seen:
        """Samples at the other geometry, that of `elsewhere`."""
        return Seen(Motions(self.exact.equations, self.exact.source(self.seed + 1)))

    @cached_property
    def elsewhere(self) -> Residues:
        found = Residues(self.robot, self.seed + 1)
        found.steps = self.steps
        return found

    def seen(self, change: Change = NONE) -> Seen:
        if change not in self._seen:
            source = self.exact.source(self.seed, self.given(change))
            self._seen[change] = Seen(Motions(self.exact.equations, source))
        return self._seen[change]

    def factors(self, gone: Place, change: Change) -> Factors:
        return self.seen(change).factors(gone, list(self.table[gone])) or {}


# -- reals ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InReals:
    """Dependent columns of the regressor in reals of 300 bits, at the geometry of the robot or near it."""

    robot: Robot
    places: Sequence[Place]
    symbols: Symbols
    changes: dict[str, Fraction] = field(default_factory=dict)  # factors of symbols
    sources: dict[Change, RealSource] = field(default_factory=dict)
    scale = Fraction(33, 32)
    can_turn = False
    decided = "with 300 bits"

    @classmethod
    def of(cls, robot: Robot, places: Sequence[Place]) -> InReals:
        return cls(robot, places, Symbols.of(robot))

    @property
    def field(self) -> Field:
        return self.source().field

    @cached_property
    def elsewhere(self) -> InReals:
        draw, every = random.Random("near"), (*self.symbols.lengths, *self.symbols.angles)
        changes = {s: Fraction(1000 + draw.randrange(-20, 20), 1000) for s in every}
        return replace(self, changes=changes, sources={})

    def another(self) -> Seen:
        return self.elsewhere.seen()

    def source(self, change: Change = NONE) -> RealSource:
        if change not in self.sources:
            factors = dict(self.changes)
            if change.scaled:
                factors[change.scaled] = factors.get(change.scaled, Fraction(1)) * self.scale
            if change.turned:
                more = Fraction(1000 + change.turned, 1000)
                factors |= {s: factors.get(s, Fraction(1)) * more for s in self.symbols.angles}
            self.sources[change] = RealSource(self.robot, factors)
        return self.sources[change]

    def seen(self, change: Change = NONE) -> Seen:
        source = self.source(change)
        return Seen(Motions(source.equations, source))

    @cached_property
    def table(self) -> Table:
        return self.seen().table(self.places)

    def factors(self, gone: Place, change: Change) -> Factors:
        """Coefficients of a dependent column at a varied geometry; empty if its loops cannot be closed."""
        try:
            return self.seen(change).factors(gone, list(self.table[gone])) or {}
        except RobotError:
            return {}

    def value(self, e: Expr, change: Change = NONE) -> Any:
        return self.source(change).value(e)

    def number(self, x: Fraction) -> Any:
        from linkwright.models.constraints.mobility_analysis import real

        return real(x)

    def rational(self, x: Any) -> Fraction | None:
        found = Fraction(float(x)).limit_denominator(SMALL)
        return found if abs(found.numerator) <= SMALL and self.field.is_zero(x - self.number(found)) else None


__all__ = ["NONE", "Change", "InPrimes", "InReals", "Numbers", "Residues", "Symbols"]
