"""Rank of the constraint rows over a prime field, at random points at which the loops are closed exactly.

Such a point is found in one of two ways:

    lengths     where lengths are symbols: angles are drawn, and the equations, which are linear in lengths and slides,
                are solved for these; every point has another geometry
    formulas    where joints have closed forms: independent positions are drawn, or those of a platform, and the
                formulas give the others; square roots are taken in the field, and where one does not exist, the point
                is drawn again

It is checked that the equations vanish at a point. A minor that is not zero there is not zero on the manifold. One that
is zero there is zero on it, unless the point is a zero of a polynomial (Schwartz 1980): with d a bound for its degree,
and 2^k combinations of the signs of k roots, the probability is at most 2^k d / P for each point.

The solution set may have several components, with different ranks. Points are taken to be on the component of the
assembled configuration if all ranks are the same there and in the reals; otherwise the reals decide.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr, Importer
from linkwright.expr import ops as o
from linkwright.expr.derivative import jacobian
from linkwright.expr.prime import P, Point, angle_steps, degree_bounds
from linkwright.expr.replay import needed_nodes
from linkwright.models.constraints import wheels
from linkwright.models.constraints.closed_configurations import ConstraintManifold
from linkwright.models.constraints.closed_forms.cycle_solver import CycleSolver, solve_cycles
from linkwright.models.constraints.constraint_system import ConstraintRow, Residues, rank_of_rows, reduce_to_echelon
from linkwright.models.constraints.loop_equations import LoopEquations, kinematic_loops
from linkwright.models.constraints.mobility_analysis import MobilityAnalysis
from linkwright.models.framework.state import fill_coupled_positions
from linkwright.robot import Robot

RANDOM_POINTS = 2
MAX_NODE_EVALUATIONS = 400_000  # until points are found: a fifth of a second
QUATERNION_AXES = "wxyz"  # of a quaternion
NodeResidues = Sequence[int]  # residues by node


@dataclass(frozen=True)
class FieldRank:
    """Proven rank: how points were found, how many, and a bound on the probability of a wrong rank."""

    way: str  # "lengths" or "formulas"
    points: int
    error: float


def field_rank(found: MobilityAnalysis, robot: Robot) -> FieldRank | None:
    """Confirm in a prime field the rank of all rows, and that of the kept ones in the dependent columns.

    None: a rank differs, or no points were found. `robot` is the analyzed one (`analysed`).
    """
    for sample in _samples(found, robot):
        points = [point for _, point in zip(range(RANDOM_POINTS), sample.points(), strict=False)]
        if len(points) == RANDOM_POINTS and all(_has_same_rank(found, sample.rows_at(point)) for point in points):
            return FieldRank(sample.way, RANDOM_POINTS, sample.error(len(found.kept)) ** RANDOM_POINTS)
    return None


def _has_same_rank(found: MobilityAnalysis, at: Sequence[Residues]) -> bool:
    columns = [*found.split.independent, *found.split.dependent]
    return (
        rank_of_rows(at, columns) == len(found.kept) == rank_of_rows([at[k] for k in found.kept], found.split.dependent)
    )


def _samples(found: MobilityAnalysis, robot: Robot) -> Iterator[_FieldSample]:
    """Yield ways to find points, the cheapest first."""
    yield _LengthSample(found)
    independent = {c.link for c in found.split.independent}
    platform = {j for x in kinematic_loops(robot) if x.reference_frames[1] != x.links[1] for j in x.end_side}
    for joints in (independent, platform):
        if joints and (formulas := _closed_form_sample(robot, joints)):
            yield formulas


class _FieldSample:
    """Equations and rows over one graph, evaluated at points of the field at which the equations vanish."""

    way = ""

    def __init__(self, robot: Robot, q: Sequence[Any], given: Mapping[str, int]) -> None:
        self.robot, self.given = robot, given
        loops, zero = LoopEquations(robot, list(q)), Expr(robot.graph, robot.graph.const(0))
        self.equations = [zero + x for x in loops.equations()]
        rows: list[ConstraintRow] = [*loops.rows(), *(x.entries for x in wheels.wheel_rows(robot, list(q)))]
        self.rows = [{c: zero + x for c, x in row.items()} for row in rows]
        self.see()

    def see(self, *more: Expr) -> None:
        """Determine the nodes to evaluate: those of equations, rows and `more`."""
        graph = self.robot.graph
        entries = (x for row in self.rows for x in row.values())
        self.order = needed_nodes(graph, [e.id for e in (*self.equations, *entries, *more)])
        self.steps = angle_steps(graph, self.order)
        self.roots = sum(graph.op[i] == o.SQRT for i in self.order)

    def points(self) -> Iterator[NodeResidues]:
        """Yield points at which the equations vanish, as residues of all nodes."""
        raise NotImplementedError

    def values(self, seed: int, given: Mapping[str, int]) -> NodeResidues:
        point = Point(seed, self.steps, roots=True)
        return point.values(self.robot.graph, self.order, {**self.given, **given})

    def closes(self, at: NodeResidues) -> bool:
        return not any(at[e.id] for e in self.equations)

    def rows_at(self, at: NodeResidues) -> list[Residues]:
        return [{c: at[x.id] for c, x in row.items()} for row in self.rows]

    def error(self, size: int) -> float:
        """Bound on the probability that a nonzero minor of this size is zero at a random point (Schwartz-Zippel)."""
        degree = degree_bounds(self.robot.graph, self.order, self.steps)
        largest = sorted(max((degree[x.id] for x in row.values()), default=0) for row in self.rows)
        return 2.0**self.roots * sum(largest[-size:]) / (P - 4)


# -- lengths ----------------------------------------------------------------------------------------------------------


class _LengthSample(_FieldSample):
    way = "lengths"

    def __init__(self, found: MobilityAnalysis) -> None:
        variety = found.variety
        super().__init__(variety.robot, variety.q, variety.lift.residues)
        self.found = found
        self.lengths = _length_symbols(variety)
        symbols = variety.graph.symbols()
        self.slopes = jacobian(self.equations, [Expr(variety.graph, symbols[s]) for s in self.lengths])
        self.see(*(x for row in self.slopes for x in row))

    def points(self) -> Iterator[NodeResidues]:
        full = self._real_rank()
        for seed in range(RANDOM_POINTS):
            try:
                point = self._closed(seed, full)
            except ZeroDivisionError:  # a pole
                return
            if point is None:
                return
            yield point

    def _closed(self, seed: int, full: int) -> NodeResidues | None:
        """Solve the equations for lengths in one step; None if they are not linear, or if there are too few lengths.

        The derivatives by lengths must have the rank that they have at the assembled configuration; else the point is
        on another component: a parallelogram with random angles closes if its lengths are zero.
        """
        draw = random.Random(seed)
        given = {s: draw.randrange(1, P) for s in self.lengths} | _random_quaternions(self.found.variety, draw)
        at = self.values(seed, given)
        n = len(self.lengths)
        system = [[*(at[x.id] for x in row), at[e.id]] for row, e in zip(self.slopes, self.equations, strict=True)]
        pivots, reduced = reduce_to_echelon(system)
        if n in pivots or len(pivots) != full:
            return None
        for k, row in zip(pivots, reduced, strict=True):
            given[self.lengths[k]] = (given[self.lengths[k]] - row[n]) % P
        at = self.values(seed, given)
        return at if self.closes(at) else None

    def _real_rank(self) -> int:
        """Rank of the derivatives by lengths at the general point of the analysis, in the reals."""
        found = self.found
        flat = found.variety.reals([x for row in self.slopes for x in row], found.point.values)
        n = len(self.lengths)
        rows = [[x.mid() for x in flat[k : k + n]] for k in range(0, len(flat), n)] if n else []
        sizes = [max(map(abs, row)) for row in rows]
        return len(
            reduce_to_echelon([[x / s for x in row] for row, s in zip(rows, sizes, strict=True) if s > 0], found.field)[
                0
            ]
        )


def _length_symbols(variety: ConstraintManifold) -> list[str]:
    """Symbols of the equations that are neither in an angle nor in a quaternion."""
    graph = variety.graph
    turned = {s for e in variety.unit_lengths for s in e.symbols}
    for i in needed_nodes(graph, [e.id for e in variety.equations]):
        if graph.op[i] in (o.SIN, o.COS, o.TAN):
            turned |= set(Expr(graph, graph.args[i][0]).symbols)
    return [s for s in variety.unknown if s not in turned]


def _random_quaternions(variety: ConstraintManifold, draw: random.Random) -> dict[str, int]:
    """Random unit quaternions of ball joints: p^2/|p|^2 of random quaternions p."""
    given: dict[str, int] = {}
    for j, joint in enumerate(variety.robot.joints, 1):
        if joint.kind == "ball":
            w, x, y, z = (draw.randrange(1, P) for _ in QUATERNION_AXES)
            inner = x * x + y * y + z * z
            over = pow(w * w + inner, -1, P)
            square = (w * w - inner, 2 * w * x, 2 * w * y, 2 * w * z)
            given |= {f"q[{j}]{axis}": value * over % P for axis, value in zip(QUATERNION_AXES, square, strict=True)}
    return given


# -- formulas ---------------------------------------------------------------------------------------------------------


class _FormulaSample(_FieldSample):
    way = "formulas"

    def points(self) -> Iterator[NodeResidues]:
        """Yield random points at which all square roots exist, one of 2^k; none if that takes too many draws."""
        draws = MAX_NODE_EVALUATIONS // len(self.order)
        for seed in range(draws if RANDOM_POINTS * 2**self.roots < draws else 0):
            try:
                at = self.values(seed, {})
            except ZeroDivisionError:
                continue
            if not self.closes(at):
                return
            yield at


def _closed_form_sample(robot: Robot, known: Collection[int]) -> _FormulaSample | None:
    """Sample with the positions of all joints by closed forms of the known ones, numbers exact; None: no form."""
    if any(joint.kind == "ball" for joint in robot.joints):
        return None
    graph, loops = robot.graph.copy(), kinematic_loops(robot)
    moving = [j for j, joint in enumerate(robot.joints, 1) if joint.moves]
    q = dict.fromkeys(range(1, len(robot) + 1), Expr(graph, graph.const(0)))
    q |= {j: Expr(graph, graph.symbol(f"q[{j}]", "variable")) for j in moving}
    given = {*known} | {x.joint for x in robot.couplings}
    unknown = {j for x in loops for j in x.joints if j in moving and j not in given}
    made = solve_cycles(robot.in_graph(graph), [x.number for x in loops], q, unknown, ())
    return None if made is None else _exact_closed_forms(made, robot, unknown)


def _exact_closed_forms(made: CycleSolver, robot: Robot, unknown: Collection[int]) -> _FormulaSample:
    reading, own = made.reading, made.reading.robot
    zero = Expr(own.graph, own.graph.const(0))
    q = [zero] + [zero + (made.positions[j] if j in unknown else reading.q[j]) for j in range(1, len(robot) + 1)]
    exact = own.changed(reading.exact)
    into = Importer(exact.graph)
    return _FormulaSample(
        exact, fill_coupled_positions(exact, [into(reading.exact(x)) for x in q]), reading.lift.residues
    )


__all__ = ["FieldRank", "field_rank"]
