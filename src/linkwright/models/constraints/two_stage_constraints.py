"""Constraints in two stages: first over platform coordinates, which decouple the legs, then over the requested ones.

The legs of a parallel robot are small blocks for given motion of the platform. With platform coordinates a', the
velocity map G' over them, and as many requested independent coordinates a, qd_a = G'_a qd_a', so

    rates            G'_a x = qd_a,            qd = G' x
    accelerations    G'_a y = qdd_a - drift_a  qdd = G' y + drift
    efforts          G'_a^T tau = Gamma'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from linkwright.expr import Expr
from linkwright.models.algebra.block_triangular import DiagonalBlock, EntryScales, average_entry_scales, solve_by_blocks
from linkwright.models.constraints.constraint_system import ConstraintKinematics, ConstraintSystem, Partition
from linkwright.models.framework.state import Positions, Rates
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import DependentRows, VelocityMapRow
from linkwright.spatial import Scalar

CoordinateValues = dict[Coordinate, Scalar]


@dataclass(frozen=True)
class TwoStageConstraints:
    """Constraints whose independent coordinates differ from those over which the inner `ConstraintSystem` is solved."""

    inner: ConstraintSystem
    shares: Mapping[Coordinate, Mapping[Coordinate, Scalar]]  # G', row by row
    split: Partition

    @classmethod
    def of(cls, inner: ConstraintSystem, robot: Robot, split: Partition) -> TwoStageConstraints:
        G = {d: dict(of) for d, of in inner.ties(robot).items()}
        return cls(inner, G | {a: {a: 1} for a in inner.split.independent}, split)

    @property
    def before(self) -> DependentRows:
        return self.inner.before

    @property
    def kinematics(self) -> ConstraintKinematics | None:
        return self.inner.kinematics

    @property
    def matrix(self) -> list[list[Scalar]]:
        """Matrix G'_a."""
        columns = self.inner.split.independent
        return [[self.shares[a].get(c, 0) for c in columns] for a in self.split.independent]

    def sizes(self, block: DiagonalBlock) -> EntryScales:
        """Typical magnitudes of the rows and columns of a block of G'_a, from all entries of the same unit."""
        rows, columns = self.split.independent, self.inner.split.independent
        if len(rows) == 1:  # compare with the rates of all other joints
            rows = tuple(c for c in self.shares if c.is_rotation == rows[0].is_rotation)
        found = average_entry_scales([[self.shares[a].get(c, 0) for c in columns] for a in rows],
                              [a.is_rotation for a in rows], [c.is_rotation for c in columns])  # fmt: skip
        return EntryScales([found.rows[r] for r in block.rows], [found.columns[c] for c in block.columns])

    def _solved(self, right: Sequence[Scalar], transposed: bool = False) -> list[Scalar]:
        """Solve G'_a x = right, or the transposed system."""
        A, sizes = self.matrix, self.sizes
        if transposed:
            A = [list(row) for row in zip(*A, strict=True)]
            sizes = lambda block: self.sizes(block.transposed).transposed  # noqa: E731
        found = solve_by_blocks(A, [[x] for x in right], sizes=sizes if self.inner.has_status else None)
        if found is None:
            raise ArithmeticError("the rows of the constraints depend on each other")
        return [x for (x,) in found]

    def _rates(self, right: Sequence[Scalar]) -> CoordinateValues:
        return dict(zip(self.inner.split.independent, self._solved(right), strict=True))

    def inner_rates(self, rates: Rates) -> CoordinateValues:
        """Rates of the inner coordinates, from those of the independent ones."""
        return self._rates([rates[c] for c in self.split.independent])

    def inner_efforts(self, efforts: Mapping[Coordinate, Scalar]) -> CoordinateValues:
        """Efforts of the inner coordinates with the same power: G'_a^T tau."""
        found: CoordinateValues = dict.fromkeys(self.inner.split.independent, 0)
        for a in self.split.independent:
            for c, factor in self.shares[a].items():
                found[c] = found[c] + factor * efforts[a]
        return found

    def outward(self, c: Coordinate, values: Mapping[Coordinate, Scalar]) -> Scalar:
        """Rate of a coordinate, from those of the inner ones."""
        return _apply_map_row(self.shares[c], values)

    def motion(self, q: Positions, qd: Rates, qdd: Rates) -> tuple[CoordinateValues, CoordinateValues]:
        """Rates and accelerations of all coordinates, from those of the independent ones."""
        a = self.split.independent
        fast, drift = self.inner.motion(q, self._rates([qd[c] for c in a]), {})
        y = self._rates([qdd[c] - drift.get(c, 0) for c in a])
        return fast, self.inner.motion(q, {c: fast[c] for c in y}, y)[1]

    def recursive_motion(
        self, robot: Robot, q: Positions, qd: Rates, qdd: Rates
    ) -> Iterator[tuple[CoordinateValues, CoordinateValues]]:
        """Yield the result of `motion`, derived by recursion over the links, if there is a recursion."""
        a = self.split.independent
        x = self._rates([qd[c] for c in a])
        for fast, drift in self.inner.recursive_motion(robot, q, x, {}):
            y = self._rates([qdd[c] - drift.get(c, 0) for c in a])
            for again in self.inner.recursive_motion(robot, q, x, y):
                yield fast, again[1]

    def solve_dependent(self, right: Sequence[Scalar]) -> CoordinateValues:
        """Values of the dependent coordinates for right sides of the rows, with zero independent ones."""
        own = self.inner.solve_dependent(right)
        y = self._rates([-own.get(c, 0) for c in self.split.independent])
        return {d: own.get(d, 0) + _apply_map_row(self.shares[d], y) for d in self.split.dependent}

    def multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> list[Scalar]:
        """Multipliers of the rows, where only the independent coordinates have efforts of their own."""
        tau = self.project_efforts(efforts)
        return self.inner.multipliers({c: x - tau.get(c, 0) for c, x in efforts.items()}, once)

    def inner_multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool) -> list[Scalar]:
        """Multipliers where the inner coordinates have efforts of their own (`finished`)."""
        return self.inner.multipliers(efforts, once)

    @property
    def inner_coordinates(self) -> tuple[Coordinate, ...]:
        """Independent coordinates of the first stage."""
        return self.inner.split.independent

    def project_efforts(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> CoordinateValues:
        """Efforts of the independent coordinates with the same power."""
        return self.finish_projection(self.inner.project_efforts(efforts, once))

    def finish_projection(self, efforts: Mapping[Coordinate, Scalar]) -> CoordinateValues:
        """Efforts of the independent coordinates, from those of the inner ones: solve G'_a^T tau = Gamma'."""
        right = [efforts[c] for c in self.inner.split.independent]
        return dict(zip(self.split.independent, self._solved(right, transposed=True), strict=True))

    def ties(self, robot: Robot) -> dict[Coordinate, VelocityMapRow]:
        """Velocity map G = G' G'_a^-1."""
        a, zero = self.split.independent, Expr(robot.graph, robot.graph.const(0))
        one = [[int(r == c) for c in range(len(a))] for r in range(len(a))]
        found = solve_by_blocks(self.matrix, one, sizes=self.sizes if self.inner.has_status else None)
        if found is None:
            raise ArithmeticError("the rows of the constraints depend on each other")
        inverse = dict(zip(self.inner.split.independent, found, strict=True))
        made = {}
        for d in self.split.dependent:
            total: list[Scalar] = [0] * len(a)
            for c, factor in self.shares[d].items():
                total = [x + factor * y for x, y in zip(total, inverse[c], strict=True)]
            made[d] = tuple((c, zero + x) for c, x in zip(a, total, strict=True) if x != 0)
        return made


def _apply_map_row(a: Mapping[Coordinate, Scalar], b: Mapping[Coordinate, Scalar]) -> Scalar:
    total: Scalar = 0
    for c, x in a.items():
        total = total + x * b[c]
    return total


__all__ = ["TwoStageConstraints"]
