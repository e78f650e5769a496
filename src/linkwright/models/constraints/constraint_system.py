"""Constraint rows J(q) qd = 0 over the coordinates of a tree: velocity map, drift, multipliers, projected efforts.

Split qd = (a, d), a independent, d dependent, as many d as there are independent rows:

    velocities       qd_d = G qd_a,                  J_d G = -J_a
    accelerations    qdd_d = G qdd_a + Gd qd_a       `derive_drift` is the second term
    efforts          tau_a = Gamma_a + G^T Gamma_d   Gamma are those of the tree
    multipliers      J_d^T lam = Gamma_d - tau_d     the forces that enforce the rows

G is put into a view of the robot (`Robot.shares`), so that every recursion over the tree uses it. Which rows and
coordinates are chosen, and which entries vanish, is decided in a prime field, with floats read exactly
(`exact_reading`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import needed_nodes
from linkwright.models.algebra.block_triangular import (
    MAX_COFACTOR_ROWS,
    SINGULARITY_TOLERANCE,
    DiagonalBlock,
    EntryScales,
    diagonal_blocks,
    laplace_determinant,
    solve_by_blocks,
    submatrix,
)
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.framework.state import Positions, Rates, State
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import DependentRows, VelocityMapRow
from linkwright.spatial import Scalar, Spin

ConstraintRow = Mapping[Coordinate, Scalar]
Residues = Mapping[Coordinate, Any]  # numbers of a field
CoordinateMotion = tuple[
    dict[Coordinate, Scalar], dict[Coordinate, Scalar]
]  # rates and accelerations of all coordinates
_MAX_POINT_DRAWS = 20  # random points that are tried; at a pole the next one is drawn


# -- fields -----------------------------------------------------------------------------------------------------------


class Field(Protocol):
    """Number field in which entries of constraint rows are evaluated and compared with zero."""

    def is_zero(self, x: Any) -> bool: ...
    def pivot(self, column: Sequence[Any]) -> int | None:
        """Return the index of the best pivot of a column; None: all entries are zero."""
        ...

    def quotient(self, x: Any, y: Any) -> Any: ...
    def less(self, x: Any, factor: Any, y: Any) -> Any:
        """Return x - factor * y."""
        ...

    def plain(self, x: Any) -> int | None:
        """Return 0, 1 or -1 if x is one of them, else None."""
        ...


class PrimeField:
    """Residues modulo the prime P: what is zero at a random point is zero everywhere, with high probability."""

    def is_zero(self, x: Any) -> bool:
        return bool(x % P == 0)

    def pivot(self, column: Sequence[Any]) -> int | None:
        return next((k for k, x in enumerate(column) if x % P), None)

    def quotient(self, x: Any, y: Any) -> Any:
        return x * pow(y, -1, P) % P

    def less(self, x: Any, factor: Any, y: Any) -> Any:
        return (x - factor * y) % P

    def plain(self, x: Any) -> int | None:
        return {0: 0, 1: 1, P - 1: -1}.get(x)


PRIME_FIELD = PrimeField()


@dataclass(frozen=True)
class RealField:
    """Multiple-precision reals; numbers of a scaled matrix that are not above `tolerance` count as zero."""

    tolerance: float

    def is_zero(self, x: Any) -> bool:
        return bool(abs(x) <= self.tolerance)

    def pivot(self, column: Sequence[Any]) -> int | None:
        k = max(range(len(column)), key=lambda k: abs(column[k]), default=None)
        return None if k is None or self.is_zero(column[k]) else k

    def quotient(self, x: Any, y: Any) -> Any:
        return x / y

    def less(self, x: Any, factor: Any, y: Any) -> Any:
        return x - factor * y

    def plain(self, x: Any) -> int | None:
        return next((k for k in (0, 1, -1) if self.is_zero(x - k)), None)


# -- in the prime field -----------------------------------------------------------------------------------------------


def evaluate_residues(lift: ExactReading, rows: Sequence[ConstraintRow]) -> list[Residues]:
    """Entries of the rows of a lifted robot at a random point of the prime field (zero there: zero everywhere)."""
    exprs = [x for row in rows for x in row.values() if isinstance(x, Expr)]
    at: Sequence[int] = ()
    if exprs:
        graph = exprs[0].graph
        order = needed_nodes(graph, {e.id for e in exprs})
        steps = angle_steps(graph, order)
        for seed in range(_MAX_POINT_DRAWS):
            try:
                at = Point(seed, steps).values(graph, order, lift.residues)
                break
            except ZeroDivisionError:  # a pole
                continue
        else:
            raise ArithmeticError("no point found at which the constraint rows can be evaluated")
    return [{c: at[x.id] if isinstance(x, Expr) else x % P for c, x in row.items()} for row in rows]


def reduce_to_echelon(matrix: Sequence[Sequence[Any]], field: Field = PRIME_FIELD) -> tuple[list[int], list[list[Any]]]:
    """Reduced row echelon form of a matrix: its pivot columns and its nonzero rows."""
    rows = [list(row) for row in matrix]
    pivots: list[int] = []
    for c in range(len(rows[0]) if rows else 0):
        k = len(pivots)
        p = field.pivot([row[c] for row in rows[k:]])
        if p is None:
            continue
        rows[k], rows[k + p] = rows[k + p], rows[k]
        first = rows[k][c]
        rows[k] = [field.quotient(x, first) for x in rows[k]]
        for r, row in enumerate(rows):
            if r != k and not field.is_zero(row[c]):
                rows[r] = [field.less(x, row[c], y) for x, y in zip(row, rows[k], strict=True)]
        pivots.append(c)
    return pivots, rows[: len(pivots)]


def dense_matrix(rows: Sequence[Residues], columns: Sequence[Coordinate]) -> list[list[Any]]:
    """Rows as a matrix with these columns."""
    return [[row.get(c, 0) for c in columns] for row in rows]


def rank_of_rows(rows: Sequence[Residues], columns: Sequence[Coordinate], field: Field = PRIME_FIELD) -> int:
    """Rank of the rows in these columns."""
    return len(reduce_to_echelon(dense_matrix(rows, columns), field)[0])


def independent_rows(
    rows: Sequence[Residues], columns: Sequence[Coordinate], field: Field = PRIME_FIELD
) -> tuple[int, ...]:
    """Indices of a maximal independent set of rows; earlier rows are preferred."""
    return (
        tuple(reduce_to_echelon([list(x) for x in zip(*dense_matrix(rows, columns), strict=True)], field)[0])
        if rows
        else ()
    )


@dataclass(frozen=True)
class Partition:
    """Independent and dependent coordinates; `shares` are the rows of G of the dependent ones, in the field."""

    independent: tuple[Coordinate, ...]
    dependent: tuple[Coordinate, ...]
    shares: Mapping[Coordinate, Residues]


def partition_coordinates(
    rows: Sequence[Residues], columns: Sequence[Coordinate], wanted: Sequence[Coordinate], field: Field = PRIME_FIELD
) -> Partition:
    """Split columns into independent and dependent coordinates; those that come first in `wanted` are independent
    if they can be."""
    order = list(reversed(wanted))
    pivots, reduced = reduce_to_echelon(dense_matrix(rows, order), field)
    dependent = {order[k]: row for k, row in zip(pivots, reduced, strict=True)}
    independent = tuple(c for c in columns if c not in dependent)
    place = {c: k for k, c in enumerate(order)}
    shares = {d: {a: field.less(0, 1, row[place[a]]) for a in independent} for d, row in dependent.items()}
    return Partition(independent, tuple(c for c in columns if c in dependent), shares)


def least_pivot(matrix: Sequence[Sequence[float]], rank: int) -> float:
    """Size of pivot number `rank_of_rows` of a matrix of floats, by elimination with full pivoting, after its columns
    and rows are scaled to a largest entry of 1. The result does not depend on units."""
    columns = [max(map(abs, column)) or 1.0 for column in zip(*matrix, strict=True)]
    rows = [[x / size for x, size in zip(row, columns, strict=True)] for row in matrix]
    rows = [[x / (max(map(abs, row)) or 1.0) for x in row] for row in rows]
    sizes = [1.0]
    for _ in range(rank):
        size, k, c = max((abs(x), k, c) for k, row in enumerate(rows) for c, x in enumerate(row))
        sizes.append(size)
        if not size:
            break
        pivot = rows.pop(k)
        rows = [[x - row[c] / pivot[c] * y for x, y in zip(row, pivot, strict=True)] for row in rows]
    return sizes[-1]


# -- in the graph -----------------------------------------------------------------------------------------------------


class ConstraintKinematics(Protocol):
    """Constraint rows, times rates or multipliers, by recursion over the links of a tree."""

    def apply_multipliers(self, robot: Robot, q: Positions, lam: Sequence[Scalar]) -> Robot: ...
    def rates(self, robot: Robot, q: Positions, qd: Rates) -> list[Scalar]: ...
    def accelerations(self, robot: Robot, q: Positions, qd: Rates, qdd: Rates) -> list[Scalar]: ...


@dataclass(frozen=True)
class ConstraintSystem:
    """Independent constraint rows over the coordinates of a tree, without entries that vanish, and their partition.

    `before` expresses some freedoms by others with constant factors: the tree has no coordinates for these.
    """

    rows: tuple[ConstraintRow, ...]
    split: Partition
    field: Field
    before: DependentRows
    kinematics: ConstraintKinematics | None = None  # the same rows by recursion over the links, where there is one
    has_status: bool = False  # whether nearly singular rows are reported by a status
    points: tuple[int, ...] = ()  # by row: number of the loop if it is x, y or z of its closing point, else 0

    @classmethod
    def of(
        cls,
        rows: Sequence[ConstraintRow],
        at: Sequence[Residues],
        split: Partition,
        field: Field = PRIME_FIELD,
        before: DependentRows = MappingProxyType({}),
        kinematics: ConstraintKinematics | None = None,
        has_status: bool = False,
        points: Sequence[int] = (),
    ) -> ConstraintSystem:
        pairs = zip(rows, at, strict=True)
        kept = tuple({c: x for c, x in row.items() if not field.is_zero(here.get(c, 0))} for row, here in pairs)
        return cls(kept, split, field, before, kinematics, has_status, tuple(points))

    @property
    def matrix(self) -> list[list[Scalar]]:
        """J_d."""
        return [[row.get(d, 0) for d in self.split.dependent] for row in self.rows]

    def sizes(self, block: DiagonalBlock) -> EntryScales:
        """Typical magnitudes of rows and columns of a block of J_d, for scaling: averages over whole rows, with J_a.

        Prismatic coordinates move along a unit vector. If a block has revolute and prismatic coordinates, the scale
        between them is a length, taken from the entries of rows that have both. Rows x, y and z of one point have
        one size: in a frame whose direction is rounding, as that of a leg without length, the entries of one of them
        may be small by chance.
        """
        rows, columns = [self.rows[r] for r in block.rows], [self.split.dependent[c] for c in block.columns]
        turning = [self._turning_size(r) for r in block.rows]
        slides = [any(not c.is_rotation for c in row) for row in rows]
        kinds = {c.is_rotation for c in columns}
        if len(kinds) == 1:
            return EntryScales(turning if True in kinds else [1] * len(rows), [1] * len(columns))
        length = _sum_magnitudes(x for x, has in zip(turning, slides, strict=True) if has) * Fraction(1, sum(slides))
        sizes = [x if any(c.is_rotation for c in row) else length for x, row in zip(turning, rows, strict=True)]
        return EntryScales(sizes, [1 if c.is_rotation else 1 / length for c in columns])

    def _turning_size(self, r: int) -> Scalar:
        """Average magnitude of the entries of row r over revolute coordinates and over the rows of its point."""
        point = self.points[r] if self.points else 0
        together = [k for k, other in enumerate(self.points) if other == point] if point else [r]
        entries = [abs(x) for k in together for c, x in self.rows[k].items() if c.is_rotation]
        return _sum_magnitudes(entries) * Fraction(1, len(entries)) if entries else 0

    def ties(self, robot: Robot) -> dict[Coordinate, VelocityMapRow]:
        """Velocity map G, block by block; entries that are 0, 1 or -1 everywhere become these constants."""
        field, split, zero = self.field, self.split, Expr(robot.graph, robot.graph.const(0))
        right = [[-row.get(a, 0) for a in split.independent] for row in self.rows]
        found = solve_by_blocks(self.matrix, right, sizes=self.sizes if self.has_status else None)
        if found is None:
            raise ArithmeticError("the rows of the constraints depend on each other")
        made = {}
        for d, row in zip(split.dependent, found, strict=True):
            plain = {a: field.plain(split.shares[d][a]) for a in split.independent}
            pairs = [(a, x if (y := plain[a]) is None else y) for a, x in zip(split.independent, row, strict=True)]
            made[d] = tuple((a, zero + x) for a, x in pairs if x != 0)
        return made

    def apply_to_independent(self, rates: Rates) -> list[Scalar]:
        """Return J_a times the rates of the independent coordinates."""
        return [_apply_row({c: x for c, x in row.items() if c in rates}, rates) for row in self.rows]

    def solve_dependent(self, right: Sequence[Scalar]) -> dict[Coordinate, Scalar]:
        """Solve J_d x_d = right."""
        found = solve_by_blocks(self.matrix, [[x] for x in right], sizes=self.sizes if self.has_status else None)
        return dict(zip(self.split.dependent, _first_column(found), strict=True))

    def multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> list[Scalar]:
        """Solve J_d^T lam = efforts of the dependent coordinates; `once`: J_d is not used for other solutions."""
        J = [list(column) for column in zip(*self.matrix, strict=True)]
        sizes = (lambda block: self.sizes(block.transposed).transposed) if self.has_status else None
        return _first_column(solve_by_blocks(J, [[efforts[d]] for d in self.split.dependent], once, sizes=sizes))

    def inner_multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool) -> list[Scalar]:
        """Multipliers where the inner coordinates have efforts of their own: here there is only one stage."""
        return self.multipliers(efforts, once)

    @property
    def inner_coordinates(self) -> tuple[Coordinate, ...]:
        """Independent coordinates of the first stage."""
        return self.split.independent

    def finish_projection(self, efforts: Mapping[Coordinate, Scalar]) -> dict[Coordinate, Scalar]:
        """Return the efforts unchanged: there is no second stage (`two_stage_constraints`)."""
        return dict(efforts)

    def project_efforts(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> dict[Coordinate, Scalar]:
        """Efforts of the independent coordinates with the same power: Gamma_a - J_a^T lam."""
        found = {a: efforts[a] for a in self.split.independent}
        for lam, row in zip(self.multipliers(efforts, once), self.rows, strict=True):
            for c, x in row.items():
                if c in found:
                    found[c] = found[c] - x * lam
        return found

    def recursive_motion(self, robot: Robot, q: Positions, qd: Rates, qdd: Rates) -> Iterator[CoordinateMotion]:
        """Yield the result of `motion`, derived by recursion over the links, if there is a recursion."""
        if self.kinematics is None:
            return
        fast = {**qd, **self.solve_dependent([-x for x in self.kinematics.rates(robot, q, qd)])}
        yield fast, {**qdd, **self.solve_dependent([-x for x in self.kinematics.accelerations(robot, q, fast, qdd)])}

    def motion(self, q: Positions, qd: Rates, qdd: Rates) -> CoordinateMotion:
        """Rates and accelerations of all coordinates, from those of the independent ones."""
        fast = {**qd, **self.solve_dependent([-x for x in self.apply_to_independent(qd)])}
        has_base = any(not c.link for row in self.rows for c in row)
        more = cross_base_velocity({c: x for c, x in fast.items() if not c.link}) if has_base else {}
        slopes = {a: x - more[a] if a in more else x for a, x in qdd.items()}  # of a base: rates of its components
        slow = self.solve_dependent(
            [-x - y for x, y in zip(self.apply_to_independent(slopes), self.drift(q, fast), strict=True)]
        )
        return fast, {**qdd, **{d: x + more[d] if d in more else x for d, x in slow.items()}}

    def drift(self, q: Positions, rates: Rates) -> list[Scalar]:
        """Return Jd qd, the second derivative of the constraints at qdd = 0."""
        entries = [(k, c, x) for k, row in enumerate(self.rows) for c, x in row.items() if isinstance(x, Expr)]
        sums = {d: _apply_row(dict(of), rates) for d, of in self.before.items() if q[d.link].name}  # inputs
        moving = {c.link: x for c, x in (*sums.items(), *rates.items()) if c.link and isinstance(q[c.link], Expr)}
        along = {q[j]: q[j] * 0 + x for j, x in moving.items()}
        found: list[Scalar] = [0] * len(self.rows)
        for (k, c, _), slope in zip(entries, directional_derivatives([x for *_, x in entries], along), strict=True):
            found[k] = found[k] + slope * rates[c]
        return found


def _sum_magnitudes(values: Iterable[Scalar]) -> Scalar:
    total: Scalar = 0
    for x in values:
        total = total + x
    return total


def _apply_row(row: ConstraintRow, values: Mapping[Coordinate, Scalar]) -> Scalar:
    total: Scalar = 0
    for c, x in row.items():
        total = total + x * values[c]
    return total


def _first_column(found: list[list[Scalar]] | None) -> list[Scalar]:
    if found is None:
        raise ArithmeticError("the rows of the constraints depend on each other")
    return [x for (x,) in found]


class RegularityMargins:
    """Margins of the matrices that a model solves with: if one is negative, the constraints are (nearly) singular.

    Large blocks report singularity by the status of the kernel that solves them.
    """

    def __init__(self) -> None:
        self.margins: list[Expr] = []

    def note(self, matrix: Sequence[Sequence[Scalar]], sizes: Callable[[DiagonalBlock], EntryScales]) -> None:
        """Add |det| minus a fraction of its typical size for each small block of a matrix.

        The blocks of the matrix and of its transpose are taken as they are solved, so that determinants are shared.
        """
        for transposed in (False, True):
            A = [list(x) for x in zip(*matrix, strict=True)] if transposed else matrix
            for block in diagonal_blocks(A) or ():
                det = laplace_determinant(submatrix(A, block)) if len(block.rows) <= MAX_COFACTOR_ROWS else 0
                if isinstance(det, Expr) and det.number is None:
                    of = sizes(block.transposed if transposed else block)
                    size = det * 0 + SINGULARITY_TOLERANCE
                    for x in (*of.rows, *of.columns):
                        size = size * x
                    self.margins.append(abs(det) - size)

    def note_gram(self, matrix: Sequence[Sequence[Scalar]], reciprocals: Sequence[Scalar]) -> None:
        """Add margins for a Gram matrix B B^T, from the reciprocals of its pivots and its diagonal entries."""
        pairs = [x * row[k] for k, (x, row) in enumerate(zip(reciprocals, matrix, strict=True))]
        self.margins += [SINGULARITY_TOLERANCE**-2 - abs(x) for x in pairs if isinstance(x, Expr) and x.number is None]


class Constraints(Protocol):
    """Interface of `ConstraintSystem` and `Staged`: constraints that models solve with."""

    @property
    def split(self) -> Partition: ...
    @property
    def before(self) -> DependentRows: ...
    @property
    def kinematics(self) -> ConstraintKinematics | None: ...
    @property
    def inner_coordinates(self) -> tuple[Coordinate, ...]: ...
    def motion(self, q: Positions, qd: Rates, qdd: Rates) -> CoordinateMotion: ...
    def recursive_motion(self, robot: Robot, q: Positions, qd: Rates, qdd: Rates) -> Iterator[CoordinateMotion]: ...
    def solve_dependent(self, right: Sequence[Scalar]) -> dict[Coordinate, Scalar]: ...
    def multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> list[Scalar]: ...
    def inner_multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool) -> list[Scalar]: ...
    def finish_projection(self, efforts: Mapping[Coordinate, Scalar]) -> dict[Coordinate, Scalar]: ...
    def project_efforts(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> dict[Coordinate, Scalar]: ...
    def ties(self, robot: Robot) -> dict[Coordinate, VelocityMapRow]: ...


class ConstraintVelocityMap(dict[Coordinate, VelocityMapRow]):
    """Rows of the velocity map with the constraints from which they are derived.

    `status` collects margins of matrices that models solve with, for the status output.
    """

    system: Constraints | None = None
    alternative_constraints: Callable[[Robot, Positions], Sequence[Any]] | None = (
        None  # equivalent constraints with other rows
    )
    status: RegularityMargins | None = None  # None: there is no status


def cross_base_velocity(base: Rates) -> dict[Coordinate, Scalar]:
    """Return w x v of a base by its freedoms: classical acceleration minus the rates of the velocity components."""
    rate = {c.component: x for c, x in base.items()}

    def get(name: str) -> Scalar:
        return rate.get(name, 0)

    across = {
        "vx": get("wy") * get("vz") - get("wz") * get("vy"), "vy": get("wz") * get("vx") - get("wx") * get("vz"),
        "vz": get("wx") * get("vy") - get("wy") * get("vx"),
    }  # fmt: skip
    return {c: across.get(c.component, 0) for c in base}


def derive_drift(robot: Robot, q: Positions, qd: Rates) -> dict[Coordinate, Scalar]:
    """Accelerations Gd qd_a of the dependent freedoms where those of the independent coordinates are zero."""
    if isinstance(robot.ties, ConstraintVelocityMap) and robot.ties.system and robot.ties.system.kinematics:
        return _derive_drift_by_recursion(robot, q, qd, robot.ties.system)
    if any(isinstance(x, Spin) for x in q):  # rotations of ball joints have no derivative in the graph
        raise RobotError(f"{robot.name} has ball joints, and constraints other than loops",
                         remedy="use three revolute joints for each")  # fmt: skip
    tied = [c for c in tree_freedoms(robot) if c.given == "closure"]
    zero = Expr(robot.graph, robot.graph.const(0))
    rates = {c: zero + rate_of(robot, qd, c) for c in tree_freedoms(robot) if not c.is_motor}
    along = {q[c.link]: x for c, x in rates.items() if c.link and isinstance(q[c.link], Expr) and not q[c.link].is_zero}
    slopes = directional_derivatives([rates[c] for c in tied], along)
    more = cross_base_velocity({c: x for c, x in rates.items() if not c.link})
    found = {}
    for c, slope in zip(tied, slopes, strict=True):
        total: Scalar = slope + more.get(c, 0)
        for a, factor in robot.velocity_map_row(c):
            total = total - factor * more.get(a, 0)
        found[c] = total
    return found


def _derive_drift_by_recursion(robot: Robot, q: Positions, qd: Rates, system: Constraints) -> dict[Coordinate, Scalar]:
    """Drift of freedoms that loops determine; those that are sums of others accelerate with these only."""
    free, own = without_constraints(robot, system.before)
    rates = {own[c]: rate_of(robot, qd, c) for c in own if own[c] in free.coordinates}
    assert system.kinematics is not None
    found = system.solve_dependent([-x for x in system.kinematics.accelerations(free, q, rates, {})])
    total: dict[Coordinate, Scalar] = {}
    for c, tree in own.items():
        if c.given == "closure":
            total[c] = _apply_row(
                dict(free.velocity_map_row(tree)), {a: found.get(a, 0) for a, _ in free.velocity_map_row(tree)}
            )
    return total


def complete_state(robot: Robot, state: State) -> State:
    """Add to a state what constraints imply: drift accelerations, and efforts of dependent drives, projected."""
    if not robot.ties:
        return state
    tau = dict(state.tau)
    tied = {x: tau.pop(x) for x in robot.dependent_drives if x in tau}
    for x, effort in tied.items():
        tau |= {a: tau[a] + factor * effort for a, factor in robot.velocity_map_row(x)}
    qdd = {**state.qdd, **derive_drift(robot, state.q, state.qd)} if state.qd else state.qdd
    return replace(state, qdd=qdd, tau=tau, dependent_efforts=tied)


def without_constraints(robot: Robot, ties: DependentRows | None = None) -> tuple[Robot, dict[Coordinate, Coordinate]]:
    """Return the robot without its velocity map (or with `ties` only), and its freedoms there by those of `robot`."""
    free = robot.in_graph(robot.graph, ties=ties or {})
    return free, dict(zip(tree_freedoms(robot), tree_freedoms(free), strict=True))


def select_drift(qdd: Rates) -> dict[Coordinate, Scalar]:
    """Drift accelerations, those of the dependent freedoms, of a state."""
    return {c: x for c, x in qdd.items() if c.given == "closure"}


def constraints_of(robot: Robot) -> Constraints | None:
    """Constraints from which the velocity map of a robot view is derived; None: there are none of loops."""
    return robot.ties.system if isinstance(robot.ties, ConstraintVelocityMap) else None


__all__ = [
    "PRIME_FIELD",
    "ConstraintRow",
    "ConstraintSystem",
    "ConstraintVelocityMap",
    "Field",
    "Partition",
    "RealField",
    "RegularityMargins",
    "Residues",
    "complete_state",
    "constraints_of",
    "derive_drift",
    "evaluate_residues",
    "independent_rows",
    "least_pivot",
    "partition_coordinates",
    "rank_of_rows",
    "reduce_to_echelon",
    "select_drift",
    "without_constraints",
]  # fmt: skip
