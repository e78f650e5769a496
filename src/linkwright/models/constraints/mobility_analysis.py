"""Mobility of a robot with loops: rank of the rows at general closed configurations, independent and dependent joints.

A joint is linear in the independent ones (as in parallelograms) if its row of G is the same at two general points, and
so is its position minus that linear combination.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import numpy as np

from linkwright.expr import Expr
from linkwright.models.constraints import wheels
from linkwright.models.constraints.closed_configurations import (
    RANK_TOLERANCE,
    ClosedConfiguration,
    ConstraintManifold,
    ManifoldPoint,
)
from linkwright.models.constraints.constraint_system import (
    ConstraintRow,
    Field,
    Partition,
    RealField,
    Residues,
    independent_rows,
    least_pivot,
    partition_coordinates,
    rank_of_rows,
)
from linkwright.models.constraints.loop_equations import KinematicLoop
from linkwright.robot import Coordinate, Robot

ZERO_TOLERANCE = 2.0**-150  # zero, in numbers of 300 bits
MAX_DENOMINATOR = 12  # of the factors of linear joints; numerators are ten times that at most
MAX_ASSEMBLIES = 10  # assembly modes that are compared where the robot has no start
MAX_UNKNOWNS_OF_ASSEMBLY_SEARCH = 16  # of robots for which all of them are compared
MIN_REGULAR_PIVOT = 1e-6  # least pivot of scaled rows that are not singular
MIN_RELATIVE_MOTION = 0.1, 0.01  # relative to the fastest coordinate, requested or other: moves at the start
MIN_MOTION = 1e-6  # of unit rates of all coordinates: slower ones do not move at the start


@dataclass(frozen=True)
class LinearDependency:
    """Dependent joint whose position is a linear function of independent ones."""

    factors: tuple[tuple[Coordinate, Fraction], ...]
    offset: Fraction | float  # multiple of pi, or a number
    of_pi: bool


@dataclass(frozen=True)
class MobilityAnalysis:
    """Mobility of a robot with loops, from its rows (those of wheels included) at general closed configurations."""

    variety: ConstraintManifold
    start: ClosedConfiguration  # assembled configuration
    point: ManifoldPoint
    names: tuple[str, ...]
    at: tuple[Residues, ...]
    kept: tuple[int, ...]
    joints: tuple[frozenset[int], ...]  # by equation of a loop: joints whose positions it contains
    loop_row_count: int  # number of rows of loops; those of wheels follow
    split: Partition
    solved: tuple[Coordinate, ...]  # positions are determined by loops
    linear: Mapping[Coordinate, LinearDependency]
    field: Field
    gap: float
    seen: dict[tuple[int, int], list[Residues]] = dataclasses.field(default_factory=dict)
    frames: dict[Hashable, Mapping[int, int]] = dataclasses.field(default_factory=dict)  # chosen by `Closure`

    def in_frames(self, frames: Mapping[int, int]) -> list[Residues]:
        """Values of all rows at the point, with those of some loops written in link frames."""
        if not frames:
            return list(self.at)
        loops = self.variety.loops
        moved = [row for x in loops.closings for row in self.rows_of(x, frames.get(x.number, x.cut))]
        return [*moved, *self.at[self.loop_row_count :]]

    def rows_of(self, loop: KinematicLoop, m: int) -> list[Residues]:
        """Values of the rows of one loop at the point, in frame m."""
        if (loop.number, m) not in self.seen:
            self.seen[loop.number, m] = _evaluate_rows(
                self.variety, self.variety.loops.rows_of(loop, m), self.point.values
            )
        return self.seen[loop.number, m]

    @property
    def is_regular_at_start(self) -> bool:
        """Return whether J_d is regular at the assembled configuration, too.

        The points at which the coordinates were chosen may be in another mode of motion, in which other joints move.
        """
        rows = _evaluate_rows(self.variety, self.variety.loops.rows(), _start_values(self.start))
        d = [c for c in self.split.dependent if any(c in row for row in rows)]
        return least_pivot([[float(row.get(c, 0)) for c in d] for row in rows], len(d)) > MIN_REGULAR_PIVOT

    @property
    def redundant(self) -> tuple[str, ...]:
        """Names of the rows that follow from the kept ones."""
        return tuple(name for k, name in enumerate(self.names) if k not in self.kept)


def analyze_mobility(robot: Robot, wanted: Sequence[Coordinate] = ()) -> MobilityAnalysis:
    """Analyze a robot with loops whose cut joints are passive; `wanted` coordinates are to be independent.

    A RobotError if the loops cannot be closed or leave no motion.
    """
    return _analyze_mobility_cached(robot, tuple(wanted))


@lru_cache(maxsize=32)
def _analyze_mobility_cached(robot: Robot, wanted: tuple[Coordinate, ...]) -> MobilityAnalysis:
    if robot.wheels:
        wheels.analyze_wheel_mobility(robot)  # raises an error if they do not stand on the ground or leave no motion
    variety = ConstraintManifold(robot)
    written = ConstraintManifold(robot, as_written=True) if variety.lift.numbers else variety
    told = any(robot.joint(j).start for x in variety.loops.closings for j in x.joints) or variety.is_assembled
    if told or wanted:  # the assembly does not depend on `wanted`
        return _analyze_at_points(
            variety, written.at_start() if told else _analyze_mobility_cached(robot, ()).start, wanted
        )
    driven = {c for c in robot.coordinates if wheels.is_driven(robot, c)}
    found: MobilityAnalysis | None = None
    most = -1, -1
    for seed in range(MAX_ASSEMBLIES):
        one = _analyze_at_points(variety, written.rounded(written.assembled(seed + 1)), wanted)
        moving = len(driven & {*one.split.independent})  # drives of folded legs may stand still
        if (moving, len(one.linear)) > most:
            found, most = one, (moving, len(one.linear))
        if moving == min(len(driven), len(one.split.independent)) and (
            len(variety.unknown) > MAX_UNKNOWNS_OF_ASSEMBLY_SEARCH or len(one.linear) == len(one.solved)
        ):
            break
    assert found is not None
    return found


def _analyze_at_points(
    variety: ConstraintManifold, start: ClosedConfiguration, wanted: Sequence[Coordinate]
) -> MobilityAnalysis:
    points = [variety.refined(variety.move_at_random(start, seed)) for seed in range(2)]
    robot = variety.robot
    rows: list[ConstraintRow] = variety.loops.rows()
    names = [f"{loop.name}_{kind}" for loop, kind in variety.loops.names()]
    held = len(rows)
    if robot.wheels:
        more = list(wheels.wheel_rows(robot, variety.q))
        rows, names = [*rows, *(x.entries for x in more)], [*names, *(x.name for x in more)]
    gap = max(point.gap for point in points)
    field = RealField(max(ZERO_TOLERANCE, 1e4 * gap))
    at = [_evaluate_rows(variety, rows, point.values) for point in points]
    columns = robot.coordinates
    order = _order_by_motion_at_start(
        variety, _evaluate_rows(variety, rows, _start_values(start)), _order_of_preference(robot, wanted)
    )
    solved = partition_coordinates(at[0][:held], columns, order, field).dependent
    order = [*(c for c in order if c not in solved), *(c for c in order if c in solved)]
    split = partition_coordinates(at[0], columns, order, field)
    if not split.independent:
        raise variety.rigid_error(_first_rigid_loop(variety, at[0][:held], columns, field))
    joints = [c for c in columns if c.link]
    if robot.wheels and len(split.independent) == len(joints) - rank_of_rows(at[0], joints, field):
        raise wheels.immobile_error(robot)
    other = partition_coordinates(at[1], columns, order, field)
    linear = {} if robot.wheels or {*other.dependent} != {*split.dependent} else _find_linear_dependencies(
        variety, start, points, split, other, solved, field)  # fmt: skip
    kept = independent_rows(at[0], columns, field)
    moved = {f"q[{j}]{axis}": j for j in range(len(robot) + 1) for axis in ("", *"wxyz")}
    moving = tuple(frozenset(moved[s] for s in e.symbols if s in moved) for e in variety.equations)
    about = (tuple(names), tuple(at[0]), kept, moving, held)
    return MobilityAnalysis(variety, start, points[0], *about, split, solved, linear, field, gap)


def _first_rigid_loop(
    variety: ConstraintManifold, at: Sequence[Residues], columns: Sequence[Coordinate], field: Field
) -> int:
    """Number of the first loop with which all joints of the loops up to it are immobile; 0: there is none."""
    loops = [loop for loop, _ in variety.loops.names()]
    for closing in variety.loops.closings:
        until = [row for row, loop in zip(at, loops, strict=True) if loop.number <= closing.number]
        moved = [c for c in columns if any(c in row for row in until)]
        if len(independent_rows(until, moved, field)) == len(moved):
            return closing.number
    return 0


def _order_of_preference(robot: Robot, wanted: Sequence[Coordinate]) -> list[list[Coordinate]]:
    """Lists of coordinates in the order in which they are to be independent; within a list all are equal."""
    columns = robot.coordinates
    simple = [c for c in columns if not c.link or robot.joint(c.link).kind != "ball"]
    driven = [c for c in columns if wheels.is_driven(robot, c)]
    lists = [wanted, driven, [c for c in columns if not c.link], simple, columns]
    seen: set[Coordinate] = set()
    found = []
    for some in lists:
        found.append([c for c in some if c not in seen])
        seen.update(some)
    return found


def _order_by_motion_at_start(
    variety: ConstraintManifold, at: Sequence[Residues], lists: Sequence[Sequence[Coordinate]]
) -> list[Coordinate]:
    """Order the coordinates list by list, within a list by independent motion at the assembled configuration.

    `at`: the rows there. Coordinates that stand still in that configuration come last in their list.
    """
    every = [c for some in lists for c in some]
    units = [1.0 if c.is_rotation else variety.length for c in every]
    J = np.array([[float(row.get(c, 0)) * unit for c, unit in zip(every, units, strict=True)] for row in at])
    _, values, V = np.linalg.svd(J.reshape(len(at), len(every)))
    rank = int(np.sum(values > RANK_TOLERANCE * max(values, default=0.0)))
    moving = dict(zip(every, V[rank:].T, strict=True))  # by coordinate: its rates in a basis of the null space
    order: list[Coordinate] = []
    for k, some in enumerate(lists):
        left, least = list(some), MIN_RELATIVE_MOTION[min(k, 1)]
        while left:
            sizes = [float(np.linalg.norm(moving[c])) for c in left]
            if max(sizes) < MIN_MOTION:
                break
            c = left.pop(next(n for n, x in enumerate(sizes) if x >= least * max(sizes)))
            direction = moving[c] / np.linalg.norm(moving[c])
            moving = {d: x - (x @ direction) * direction for d, x in moving.items()}
            order.append(c)
        order += left
    return order


def _start_values(start: ClosedConfiguration) -> dict[str, flint.arb]:
    """Values of the assembled configuration, as numbers of flint."""
    return {name: flint.arb(x) for name, x in start.values.items()}


def _evaluate_rows(
    variety: ConstraintManifold, rows: Sequence[ConstraintRow], values: Mapping[str, Any]
) -> list[Residues]:
    """Values of rows, each scaled to a largest entry of 1."""
    zero = Expr(variety.graph, variety.graph.const(0))
    flat = variety.reals([zero + x for row in rows for x in row.values()], values)
    found: list[Residues] = []
    k = 0
    for row in rows:
        entries = [x.mid() for x in flat[k : k + len(row)]]
        k += len(row)
        size = max((abs(x) for x in entries), default=flint.arb(1))
        scale = size if size > ZERO_TOLERANCE else flint.arb(1)
        found.append({c: x / scale for c, x in zip(row, entries, strict=True)})
    return found


def _find_linear_dependencies(
    variety: ConstraintManifold,
    start: ClosedConfiguration,
    points: Sequence[ManifoldPoint],
    one: Partition,
    two: Partition,
    solved: Sequence[Coordinate],
    field: Field,
) -> dict[Coordinate, LinearDependency]:
    """Linear dependencies of joints: rows of G and offsets are the same at both points.

    The offset is that of the assembled configuration (multiples of 2 pi).
    """
    robot, found = variety.robot, {}
    for d in solved:
        factors = {a: _nearest_rational(one.shares[d][a], field) for a in one.independent}
        if any(x is None or not field.is_zero(fraction_to_arb(x) - two.shares[d][a]) for a, x in factors.items()):
            continue
        terms = tuple((a, x) for a, x in factors.items() if x)
        scalar = all(a.link and robot.joint(a.link).kind != "ball" for a, _ in terms)
        if robot.joint(d.link).kind == "ball" or not scalar:
            continue
        rest = [_linear_remainder(point.values, d, terms) for point in points]
        offset = _constant_offset(rest, d.is_rotation, field, _linear_remainder(start.values, d, terms))
        if offset is not None:
            found[d] = LinearDependency(terms, *offset)
    return found


def _linear_remainder(values: Mapping[str, Any], d: Coordinate, terms: Sequence[tuple[Coordinate, Fraction]]) -> Any:
    """Position of a joint minus its linear combination of others."""
    total = flint.arb(values[f"q[{d.link}]"])
    for a, x in terms:
        total = total - fraction_to_arb(x) * values.get(f"q[{a.link}]", 0)
    return total


def _constant_offset(
    rest: Sequence[Any], turns: bool, field: Field, at_start: Any
) -> tuple[Fraction | float, bool] | None:
    """Constant offset (value, whether in units of pi) from those at two points; None if these differ."""
    first = rest[0].mid()
    if turns:
        pi = flint.arb.pi()
        apart = ((rest[1] - rest[0]) / (2 * pi)).mid()
        if not field.is_zero(apart - round(float(apart))):
            return None
        of_pi = _nearest_rational((first / pi).mid(), field, 360)
        if of_pi is not None:
            return of_pi + 2 * round(float((at_start / pi - fraction_to_arb(of_pi)) / 2)), True
        return float(at_start.mid()), False
    if not field.is_zero(rest[1] - rest[0]):
        return None
    return (Fraction(0), False) if field.is_zero(first) else (float(at_start.mid()), False)


def fraction_to_arb(x: Fraction) -> Any:
    """A fraction as a number of flint."""
    return flint.arb(x.numerator) / flint.arb(x.denominator)


def _nearest_rational(x: Any, field: Field, largest: int = MAX_DENOMINATOR) -> Fraction | None:
    """Fraction with a small denominator that equals x in the field; None: there is none."""
    found = Fraction(float(x)).limit_denominator(largest)
    return found if abs(found.numerator) <= largest * 10 and field.is_zero(x - fraction_to_arb(found)) else None


__all__ = ["LinearDependency", "MobilityAnalysis", "analyze_mobility", "fraction_to_arb"]
