"""Points on the constraint manifold of a robot with loops: joint positions at which loops are closed, with 300 bits.

Ranks are those of a general point. It is found by Gauss-Newton steps in floats from the assembled position
(`Joint.start`) or from random positions, moved at random on the manifold, and refined to 300 bits by Newton steps of a
square part of the equations. A pivot that is not zero there is nonzero nearby; what is zero there to 1e-60 of its size
is taken to be zero, and the report says so. Symbols of the geometry are unknowns like positions, near their numbers.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint
import numpy as np

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph
from linkwright.expr import ops as o
from linkwright.expr.derivative import jacobian
from linkwright.expr.replay import FLOAT, Domain, Importer, needed_nodes, replay
from linkwright.expr.straight import StraightEvaluator
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.constraints.loop_equations import AXES, KinematicLoop, LoopEquations
from linkwright.models.framework.state import Quaternion, fill_coupled_positions
from linkwright.robot import Robot
from linkwright.spatial import Spin, Vec3

BITS = 300
MAX_STARTS = 60  # random starts
MAX_GAUSS_NEWTON_STEPS = 60  # of Gauss-Newton
CLOSED_TOLERANCE = 1e-11  # relative to the terms: loops are closed to the accuracy of floats
FILE_TOLERANCE = 1e-6  # relative: closed to the precision of the numbers in a file
ROUNDING_TOLERANCE = 8 * 2.0**-52  # relative: closed to the rounding of floats
MAX_START_CORRECTION = 0.05  # rad, loop lengths: a start this near to a closed position is a rounded one
RANK_TOLERANCE = 1e-10  # relative to the largest singular value of the Jacobian: smaller ones are zero
MAX_GUESSES = 12  # of positions without a start
RANDOM_MOVES = 4  # random steps to a general position
STEP_LENGTHS = tuple(0.3 / 2**k for k in range(24))  # of random steps: rad, loop lengths; a tenth for symbols
MAX_CORRECTION_SHARE = 0.25  # of a step: largest correction that closes the loops in the same assembly mode
NEWTON_TOLERANCE = 2.0**-280  # residual at which Newton steps with 300 bits end


def _to_arb(x: Any) -> Any:
    if isinstance(x, Fraction):
        return flint.arb(x.numerator) / flint.arb(x.denominator)
    return flint.arb(x)


_REALS = Domain(
    _to_arb,
    {
        o.ADD: lambda a, b: a + b, o.SUB: lambda a, b: a - b, o.MUL: lambda a, b: a * b, o.DIV: lambda a, b: a / b,
        o.NEG: lambda a: -a, o.SIN: lambda a: a.sin(), o.COS: lambda a: a.cos(), o.TAN: lambda a: a.tan(),
        o.SQRT: lambda a: a.sqrt(), o.PI: lambda: flint.arb.pi(), o.POW: lambda a, b: a**b,
    },
    lambda kernel, args: (_ for _ in ()).throw(ArithmeticError("no kernels in loops")),
)  # fmt: skip


@dataclass(frozen=True)
class ClosedConfiguration:
    """Closed configuration in floats; `gap`: largest residual relative to the terms of its equation."""

    values: Mapping[str, float]
    gap: float


@dataclass(frozen=True)
class ManifoldPoint:
    """Point of the constraint manifold: values of the unknowns, and the largest relative residual there."""

    values: Mapping[str, Any]  # 300 bits
    gap: float


class ConstraintManifold:
    """Constraint manifold: loop equations of a robot over a graph of its own.

    Its numbers are read exactly (`exact_reading`), to decide ranks, or `as_written`, to find positions.
    """

    def __init__(self, robot: Robot, as_written: bool = False) -> None:
        self.lift = ExactReading(robot)
        exact = self.lift.robot.changed(self.lift.exact(Graph()))
        self.robot = robot.changed(Importer(Graph())) if as_written else exact
        self.graph = self.robot.graph
        self.numbers = {} if as_written else self.lift.rationals
        self.unknown: dict[str, float] = {}  # by symbol: start of the search
        self.unit_lengths: list[Expr] = []  # |Q|^2 - 1 of the quaternions
        self.q = self._positions()
        self.loops = LoopEquations(self.robot, self.q)
        zero = Expr(self.graph, self.graph.const(0))
        self.equations = [zero + x for x in self.loops.equations()]
        self.sides = [zero + x for x in self.loops.orientation_tests()]
        self._draw = random.Random(f"{robot.name} {len(robot)}")
        used = {s for e in self.equations for s in e.symbols} - set(self.numbers)
        table = dict(robot.numbers)
        self._numberless = {*used} - {*self.unknown} - {*table}
        self.parameters = sorted(used - set(self.unknown))
        self.unit_lengths = [e for e in self.unit_lengths if e.symbols & used]
        self.unknown = {s: x for s, x in self.unknown.items() if s in used}
        self.unknown |= {s: float(table.get(s, self._draw.uniform(0.5, 1.5))) for s in self.parameters}

    def _positions(self) -> list[Any]:
        q: list[Any] = [Expr(self.graph, self.graph.const(0))] * (len(self.robot) + 1)
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.kind == "ball":
                names = [f"q[{j}]{axis}" for axis in "wxyz"]
                Q = [self._symbol(s, x) for s, x in zip(names, (1.0, 0.0, 0.0, 0.0), strict=True)]
                self.unit_lengths.append(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3] - 1)
                q[j] = Spin(Quaternion(Q[0], Vec3(*Q[1:]), Expr(self.graph, self.graph.const(2))).R)
            elif joint.moves:
                q[j] = self._symbol(f"q[{j}]", joint.start)
        return fill_coupled_positions(self.robot, q)

    def _symbol(self, name: str, start: float) -> Expr:
        self.unknown[name] = start
        return Expr(self.graph, self.graph.symbol(name, "variable"))

    @cached_property
    def _system(self) -> tuple[list[Expr], list[list[Expr]]]:
        """All equations, with those of unit quaternions, and their Jacobian by the unknowns."""
        F = [*self.equations, *self.unit_lengths]
        return F, jacobian(F, [Expr(self.graph, self.graph.symbols()[s]) for s in self.unknown])

    # -- floats -------------------------------------------------------------------------------------------------------

    def _evaluated(self, values: Mapping[str, float]) -> tuple[Any, Any]:
        straight, names, rows, columns = self._straight
        table = {**{s: float(x) for s, x in self.numbers.items()}, **values}
        f, slopes = straight([table[s] for s in names])
        A = np.zeros((len(f), len(self.unknown)))
        A[rows, columns] = slopes
        return np.array(f), A

    @cached_property
    def _straight(self) -> tuple[StraightEvaluator, list[str], list[int], list[int]]:
        """The system as a numeric function of symbols, their names, and rows and columns of the nonzero derivatives."""
        F, slopes = self._system
        places = [(r, c, x.id) for r, row in enumerate(slopes) for c, x in enumerate(row) if not x.is_zero]
        rows, columns, ids = ([p[k] for p in places] for k in range(3))
        f = [e.id for e in F]
        order = needed_nodes(self.graph, [*f, *ids])
        leaves = {i: self.graph.value[i].name for i in order if self.graph.op[i] == o.SYMBOL}
        return StraightEvaluator(self.graph, order, [list(leaves)], [f, ids]), list(leaves.values()), rows, columns

    @cached_property
    def length(self) -> float:
        """Characteristic length of the loops: their largest geometric parameter, or prismatic position at the start."""
        table: dict[str, Any] = {**self.numbers, **self.unknown}
        inside = {j for loop in self.loops.closings for j in loop.joints}
        frames = [*map(self.robot.joint, inside), *(f for x in self.robot.loops for f in (x.joint, x.frame))]
        lengths = [x for f in frames for x in (f.b, f.d, f.r)]
        found = replay(self.graph, [x.id for x in lengths], FLOAT, lambda _, s: float(_value_of_symbol(table, s.name)))
        slides = [abs(f.start) for f in frames if f.kind == "prismatic"]
        return max([*(abs(float(found[x.id])) for x in lengths), *slides], default=0.0) or 1.0

    @cached_property
    def _units(self) -> dict[str, float]:
        """Units of the unknowns, to which changes are compared: loop length, value of a symbol, or 1 rad."""
        slides = {f"q[{j}]" for j, f in enumerate(self.robot.joints, 1) if f.kind == "prismatic"}
        return {s: self.length if s in slides else (abs(x) or 1.0) if s in self.parameters else 1.0
                for s, x in self.unknown.items()}  # fmt: skip

    def _sizes(self, A: Any, x: Any) -> Any:
        """Magnitudes of the terms of the equations, where a position or symbol that is zero counts as a unit.

        Equations of a point have the largest along any axis, or the loop length; those of directions at least 1.
        """
        units = np.array(list(self._units.values()))
        size = np.abs(A) @ np.maximum(np.abs(x), units)
        for rows in self._points:
            size[rows] = size[rows].max() or self.length
        size[self._directions] = np.maximum(size[self._directions], 1.0)
        return size

    @cached_property
    def _points(self) -> list[list[int]]:
        """Indices of the equations x, y and z of the closing point, loop by loop."""
        names = list(enumerate(self.loops.names()))
        return [[k for k, (one, kind) in names if one is loop and kind in AXES] for loop in self.loops.closings]

    @cached_property
    def _directions(self) -> list[int]:
        """Indices of all other equations."""
        points = {k for rows in self._points for k in rows}
        return [k for k in range(len(self.equations) + len(self.unit_lengths)) if k not in points]

    def _closed(
        self, start: Mapping[str, float], still: Collection[str] | None = None
    ) -> tuple[dict[str, float], float]:
        """Gauss-Newton steps from a start: the position with the smallest relative residual, and that residual.

        `still`: unknowns that are not changed, by default the symbols of the geometry.
        """
        x = np.array([start[s] for s in self.unknown])
        free = np.array([s not in (self.parameters if still is None else still) for s in self.unknown], dtype=bool)
        best, least = x, np.inf
        units = np.array(list(self._units.values()))
        part = 1.0
        for _ in range(MAX_GAUSS_NEWTON_STEPS):
            f, A = self._evaluated(dict(zip(self.unknown, x, strict=True)))
            size = self._sizes(A, x)
            now = float(np.max(np.abs(f) / size, initial=0.0))
            if now < least:
                best, least, part = x, now, min(1.0, part * 2)
                step = np.zeros(len(x))
                step[free] = np.linalg.lstsq((A * units / size[:, None])[:, free], f / size, rcond=RANK_TOLERANCE)[0]
                biggest = float(np.max(np.abs(step), initial=0.0))
                part = min(part, 0.5 / biggest) if biggest > 0.5 else part
            else:
                part /= 2
            if least < 1e-15 or part < 1e-4:
                break
            x = best - part * units * step
        return dict(zip(self.unknown, map(float, best), strict=True)), least

    def _is_right_way_round(self, values: Mapping[str, float]) -> bool:
        table = {**{s: float(x) for s, x in self.numbers.items()}, **values}
        found = replay(self.graph, [e.id for e in self.sides], FLOAT, lambda _, s: table[s.name])
        return all(float(found[e.id]) > 0 for e in self.sides)

    def assembled(self, seed: int = 0) -> ClosedConfiguration:
        """Closed configuration nearest to the start of the robot, or (seed > 0) to a random position.

        A RobotError if the loops cannot be closed.
        """
        draw = random.Random(f"{self.robot.name} {seed}")
        best: ClosedConfiguration | None = None
        for k in range(MAX_STARTS):
            spread = 3.0 if seed else min(3.0, 0.1 * 2 ** (k / 4)) if k else 0.0
            loose = k >= MAX_STARTS // 2  # values of symbols may change, too
            start = {
                s: (x if k < 2 else x * draw.uniform(0.7, 1.4)) if s in self.parameters else
                x + draw.uniform(-spread, spread) * self._units[s]
                for s, x in self.unknown.items()
            }  # fmt: skip
            found, gap = self._closed(start, () if loose else None)
            if (best is None or gap < best.gap) and self._is_right_way_round(found):
                best = ClosedConfiguration(found, gap)
            if best and best.gap < CLOSED_TOLERANCE:
                return best
        if best is None or best.gap > FILE_TOLERANCE:
            raise self._open(best)
        return best

    def at_start(self) -> ClosedConfiguration:
        """Closed configuration at the start of the robot, with its rounding removed.

        If lengths are symbols, whose numbers may have changed since, the one to which Newton's steps lead. Symbols
        without numbers get values with which the loops close. A RobotError if there is none.
        """
        if self._numberless:
            return self.assembled()
        told = [s for s in self.unknown if s not in self._without_start]
        draw = random.Random("untold")
        guesses = [
            {s: draw.uniform(-3, 3) for s in self._without_start if s in self.unknown} for _ in range(MAX_GUESSES)
        ]
        ways = [
            ({}, self.unknown, ROUNDING_TOLERANCE),
            ({}, told, FILE_TOLERANCE),
            *((x, told, FILE_TOLERANCE) for x in guesses if x),
        ]
        for guess, still, limit in [*ways, ({}, None, FILE_TOLERANCE)]:
            found, gap = self._closed({**self.unknown, **guess}, still)
            is_beside = all(abs(found[s] - self.unknown[s]) <= MAX_START_CORRECTION * self._units[s] for s in told)
            if gap < limit and (is_beside or self.parameters) and self._is_right_way_round(found):
                return self.rounded(ClosedConfiguration(found, gap))
        raise self._not_closed(self.assembled())

    @cached_property
    def _without_start(self) -> set[str]:
        """Positions without a start, which follow from the others: of ball joints, and of joints before a weld (former
        cut joints) whose start is 0."""
        joints = list(enumerate(self.robot.joints, 1))
        balls = {f"q[{j}]{axis}" for j, joint in joints if joint.kind == "ball" for axis in "wxyz"}
        welds = {x.joint.parent for x in self.robot.loops if x.joint.kind == "fixed"}
        return balls | {f"q[{j}]" for j, joint in joints if j in welds and not joint.start}

    def rounded(self, point: ClosedConfiguration) -> ClosedConfiguration:
        """Refine a configuration to the rounding of floats, if it is less accurate."""
        if point.gap <= ROUNDING_TOLERANCE:
            return point
        found = self.refined(point)
        values = {s: float(x) for s, x in found.values.items()}
        f, A = self._evaluated(values)
        gap = float(np.max(np.abs(f) / self._sizes(A, np.array(list(values.values()))), initial=0.0))
        return ClosedConfiguration(values, gap) if gap < point.gap else point

    def _not_closed(self, nearest: ClosedConfiguration) -> RobotError:
        """Error for a start at which loops are open, with the nearest closed configuration."""
        f, A = self._evaluated(self.unknown)
        loop, part, apart = self._worst(f, A, self.unknown)
        scalar = {f"q[{j}]": joint.name for j, joint in enumerate(self.robot.joints, 1) if joint.kind != "ball"}
        other = [f"{scalar[s]} = {x:.15g}" for s, x in nearest.values.items()
                 if s in scalar and abs(x - self.unknown[s]) > ROUNDING_TOLERANCE * self._units[s]]  # fmt: skip
        return RobotError(
            f"{self.robot.name}: its loops are not closed at its start, which leaves loop {loop.number} ({loop.name}) "
            f"{part:.2g} of its size open{apart}", cell=("loop", loop.number),
            remedy=f"start of the nearest closed position: {', '.join(other)}",
        )  # fmt: skip

    def _worst(self, f: Any, A: Any, values: Mapping[str, float]) -> tuple[KinematicLoop, float, str]:
        """Loop with the largest relative residual, that residual, and the distance of its ends in words."""
        names = self.loops.names()
        part = np.abs(f)[: len(names)] / self._sizes(A, np.array(list(values.values())))[: len(names)]
        loop = names[int(np.argmax(part))][0]
        own = [abs(x) for x, (one, kind) in zip(f, names, strict=False) if one is loop and kind in AXES]
        return loop, float(part.max()), f", its ends {np.linalg.norm(own):.3g} apart" if any(own) else ""

    @property
    def is_assembled(self) -> bool:
        """Return whether the loops are closed at the start, with the same rank nearby (no bifurcation of modes)."""
        f, A = self._evaluated(self.unknown)
        gap = float(np.max(np.abs(f) / self._sizes(A, np.array([*self.unknown.values()])), initial=0.0))
        if gap > FILE_TOLERANCE or not self._is_right_way_round(self.unknown):
            return False
        start, _ = self._closed(self.unknown)
        try:
            nearby = self.move_at_random(ClosedConfiguration(start, gap), 0)
        except RobotError:
            return False
        return self._rank(start) == self._rank(nearby.values)

    def _rank(self, values: Mapping[str, float]) -> int:
        """Rank of the equations, decided in floats."""
        _, A = self._evaluated(values)
        return len(_select_pivots(A * np.array([*self._units.values()]))[0])

    def _open(self, best: ClosedConfiguration | None) -> RobotError:
        """Error for loops that cannot be closed, with the residual of the worst one at the best position found."""
        remedy = "correct lengths and placements, or give positions at which the robot is assembled: start = ..."
        what = f"{self.robot.name}: its loops cannot be closed"
        if best is None:
            return RobotError(f"{what} with axes in the same direction", cell=("loop", 1), remedy=remedy)
        loop, _, apart = self._worst(*self._evaluated(best.values), best.values)
        return RobotError(
            f"{what}; the nearest positions that were found leave loop {loop.number} ({loop.name}) {best.gap:.2g} of "
            f"its size open{apart}", cell=("loop", loop.number), remedy=remedy,
        )  # fmt: skip

    def move_at_random(self, point: ClosedConfiguration, seed: int) -> ClosedConfiguration:
        """Another closed configuration of the same assembly mode, some random steps away; symbols change, too."""
        draw = random.Random(f"move {seed}")
        way = np.array([draw.uniform(-1, 1) * (0.1 if s in self.parameters else 1.0) for s in self.unknown])
        for _ in range(RANDOM_MOVES):
            found = self._stepped(point, way)
            if found is None:
                raise (
                    RobotError(
                        f"{self.robot.name}: its loops close only for certain values of {', '.join(self.parameters)}",
                        cell=("loop", self._first_with(self.parameters)),
                        remedy="write what must be equal as the same formula, or fold the numbers in",
                        command="write what must be equal as the same formula, or give --numbers",
                    )
                    if self.parameters
                    else self.rigid_error()
                )
            point = found
        return point

    def near(self, point: ClosedConfiguration, draw: random.Random) -> ClosedConfiguration:
        """Another closed configuration of the same assembly mode, a random step away; symbols do not change."""
        way = [0.0 if s in self.parameters else draw.uniform(-1, 1) for s in self.unknown]
        found = self._stepped(point, np.array(way))
        if found is None:
            raise self.rigid_error()
        return found

    def _stepped(self, point: ClosedConfiguration, way: Any) -> ClosedConfiguration | None:
        """Closed configuration after a step in the direction `way`, projected on the tangent space of the manifold.

        The step is short enough for the correction that closes the loops to be a small part of it: a long one may end
        in another assembly mode. At a bifurcation of modes no step is, and the first one is taken.
        """
        limit = max(CLOSED_TOLERANCE, 2 * point.gap)
        point = ClosedConfiguration(
            *self._closed({**self.unknown, **point.values})
        )  # closed for the current values of symbols
        for largest in (MAX_CORRECTION_SHARE, np.inf):
            for amount in STEP_LENGTHS:
                start, length = self._along_tangents(point, way * amount, amount)
                found, gap = self._closed(start)
                if gap < limit and self._is_right_way_round(found):
                    closing = max((abs(x - start[s]) / self._units[s] for s, x in found.items()), default=0.0)
                    if closing <= largest * length:
                        return ClosedConfiguration(found, gap)
        return None

    def _along_tangents(self, point: ClosedConfiguration, change: Any, amount: float) -> tuple[dict[str, float], float]:
        """Unknowns after a change (in their units) that satisfies all equations to first order, and the step length.

        Positions change by `amount` at most.
        """
        x, units = np.array([point.values[s] for s in self.unknown]), np.array(list(self._units.values()))
        _, A = self._evaluated(point.values)
        A = A * units / self._sizes(A, x)[:, None]
        free = np.array([s not in self.parameters for s in self.unknown], dtype=bool)
        forced = np.linalg.lstsq(A[:, free], A[:, ~free] @ change[~free], rcond=RANK_TOLERANCE)[0]
        moving = change[free] - np.linalg.lstsq(A[:, free], A[:, free] @ change[free], rcond=RANK_TOLERANCE)[0]
        longest = float(np.max(np.abs(moving), initial=0.0))
        step = np.array(change)
        step[free] = moving * (amount / longest if longest > RANK_TOLERANCE * amount else 0.0) - forced
        return dict(zip(self.unknown, map(float, x + units * step), strict=True)), float(np.max(np.abs(step)))

    def _first_with(self, symbols: Collection[str]) -> int:
        """Number of the first loop whose equations contain one of these symbols."""
        pairs = zip(self.loops.names(), self.equations, strict=True)
        return next((loop.number for (loop, _), e in pairs if {*symbols} & {*e.symbols}), 1)

    def rigid_error(self, loop: int = 0) -> RobotError:
        """Error for loops that leave no motion; `loop`: number of the first with which nothing moves, 0: the last."""
        what = f"{self.robot.name} is rigid: its loops allow no motion"
        return RobotError(what, cell=("loop", loop or len(self.loops.closings)),
                          remedy="give its loops more freedoms, or write equal lengths as the same symbol")  # fmt: skip

    # -- 300 bits -----------------------------------------------------------------------------------------------------

    def refined(self, point: ClosedConfiguration) -> ManifoldPoint:
        """Refine a configuration to 300 bits by Newton steps of a well conditioned square part of the equations.

        The residuals of all equations give the gap.
        """
        flint.ctx.prec = BITS
        values = point.values
        _, A = self._evaluated(values)
        units = [0.0 if s in self.parameters else unit for s, unit in self._units.items()]
        rows, columns = _select_pivots(A * np.array(units))
        names = list(self.unknown)
        exact = {s: _to_arb(x) for s, x in values.items()}
        F, slopes = self._system
        part = [slopes[r][c] for r in rows for c in columns]
        for _ in range(8):
            found = self.reals([F[r] for r in rows] + part, exact)
            if not rows or all(abs(x.mid()) < NEWTON_TOLERANCE for x in found[: len(rows)]):
                break
            n = len(rows)
            M = flint.arb_mat(n, n, [x.mid() for x in found[n:]])
            step = M.solve(flint.arb_mat(n, 1, [x.mid() for x in found[:n]]), algorithm="approx")
            for k, c in enumerate(columns):
                exact[names[c]] = (exact[names[c]] - step[k, 0]).mid()
        size = self._sizes(A, np.array([values[s] for s in names]))
        rest = self.reals(F, exact)
        gaps = [abs(float(x.mid())) / s for x, s in zip(rest, size, strict=True)]
        return ManifoldPoint(exact, max(gaps, default=0.0))

    def reals(self, exprs: Sequence[Expr], values: Mapping[str, Any]) -> list[Any]:
        """Evaluate expressions with 300 bits."""
        flint.ctx.prec = BITS
        table = {**{s: _to_arb(x) for s, x in self.numbers.items()}, **values}
        found = replay(self.graph, [e.id for e in exprs], _REALS, lambda _, s: _value_of_symbol(table, s.name))
        return [found[e.id] for e in exprs]


def _value_of_symbol(table: dict[str, Any], name: str) -> Any:
    """Value of a symbol; one that no equation contains gets a random value."""
    if name not in table:
        table[name] = _to_arb(Fraction(random.Random(name).randrange(1, 10**9), 10**9))
    return table[name]


def _replace_zeros(sizes: Any) -> Any:
    return np.where(sizes > 0, sizes, 1.0)


def _select_pivots(A: Any) -> tuple[list[int], list[int]]:
    """Rows and columns of a well conditioned square part of full rank, by elimination with full pivoting."""
    if not A.size:
        return [], []
    B = A / _replace_zeros(np.abs(A).max(axis=1))[:, None]
    rows: list[int] = []
    columns: list[int] = []
    for _ in range(min(B.shape)):
        r, c = np.unravel_index(np.argmax(np.abs(B)), B.shape)
        if abs(B[r, c]) < 1e-7:
            break
        rows.append(int(r))
        columns.append(int(c))
        B = B - np.outer(B[:, c], B[r]) / B[r, c]
        B[r, :] = 0
        B[:, c] = 0
    return rows, columns


__all__ = ["ClosedConfiguration", "ConstraintManifold", "ManifoldPoint"]
