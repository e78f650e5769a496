"""Random admissible motions of a robot with loops, wheels and couplings, in numbers, and the regressor at them.

The numbers are those of the prime field if there are no loops or the dependent positions have closed forms (with
square roots of the field, `expr.prime`); else reals of 300 bits, at closed configurations that are reached from the
assembled robot (`closed_configurations`). All motions of a source have one geometry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from linkwright.expr import Expr, Graph
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.constraints import wheels
from linkwright.models.constraints.constraint_system import Field, partition_coordinates, reduce_to_echelon
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.loop_rates import LoopRows
from linkwright.models.framework.state import Positions
from linkwright.models.parameters.constrained.numeric_regressor import FieldMotion, regressor_entries
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.models.tree.parameter_names import ParameterPlace
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Mat3, Rotation, Scalar, Spin, Transform, Turn, Vec3, cos, sin

BASE_ANGLE = "q[0]"  # the angle of a mobile base


class NumberSource(Protocol):
    """Source of numbers: a field, and random closed configurations of one geometry."""

    @property
    def field(self) -> Field: ...
    def place(self) -> Mapping[str, Any]:
        """Values of the symbols at a new closed configuration."""
        ...

    def values(self, exprs: Sequence[Expr], at: Mapping[str, Any]) -> list[Any]: ...
    def draw(self) -> Any: ...
    def reduce(self, x: Any) -> Any: ...


# -- equations --------------------------------------------------------------------------------------------------------


class MotionEquations:
    """Constraint rows of a robot, their drift Jd qd, and the transforms of its links, in a graph of their own, with
    symbols for positions q[j] and rates qd[...] of all coordinates of its tree."""

    def __init__(self, robot: Robot, q: Positions) -> None:
        self.robot, self.q, self.graph = robot, q, robot.graph
        self.zero = Expr(self.graph, self.graph.const(0))
        self.qd = {c: state_symbol(self.graph, f"qd[{c.suffix}]") for c in robot.coordinates}
        self.rows: list[dict[Coordinate, Expr]] = []
        self.drift: list[Expr] = []
        self.closing: list[Expr] = []  # residuals of the loop equations
        if robot.loops:
            self._close(LoopEquations(robot, q))
        if robot.wheels:
            self._roll()
        self.transforms = [joint.transform(q[j]) for j, joint in enumerate(robot.joints, 1)]
        self.gravity = self._gravity()
        self.base = [Vec3(*getattr(robot.base, name)) for name in ("angular_velocity", "angular_acceleration",
                                                                   "acceleration")]  # fmt: skip
        self.shares = {c: {a: self.zero + x for a, x in robot.velocity_map_row(c)} for c in tree_freedoms(robot)}

    def _close(self, loops: LoopEquations) -> None:
        self.closing = [self.zero + x for x in loops.equations()]
        self.rows += [{c: self.zero + x for c, x in row.items()} for row in loops.rows()]
        names = tuple((loop.number, kind) for loop, kind in loops.names())
        self.drift += [self.zero + x for x in LoopRows(names, {}).accelerations(self.robot, self.q, self.qd, {})]

    def _roll(self) -> None:
        along = {self.q[c.link]: self.qd[c] for c in self.robot.coordinates if c.link and not c.is_motor}
        for row in wheels.wheel_rows(self.robot, self.q):
            entries = {c: self.zero + x for c, x in row.entries.items()}
            total = self.zero
            for c, slope in zip(entries, directional_derivatives(list(entries.values()), along), strict=True):
                total = total + slope * self.qd[c]
            self.rows.append(entries)
            self.drift.append(total)

    def _gravity(self) -> Vec3:
        """Gravity in the frame of the base; symbols for a floating one."""
        g = Vec3(*self.robot.gravity)
        kind = self.robot.base.kind
        if kind == "fixed" or all(x.is_zero for x in g):
            return g
        if kind == "floating":
            return Vec3(*(state_symbol(self.graph, f"q[0]{axis}") for axis in "xyz"))
        s, c = (f(state_symbol(self.graph, BASE_ANGLE)) for f in (sin, cos))
        return Vec3(c * g.x + s * g.y, c * g.y - s * g.x, g.z)

    @cached_property
    def needed(self) -> list[Expr]:
        """All expressions that do not depend on rates."""
        parts: list[Any] = [x for row in self.rows for x in row.values()]
        parts += [x for of in self.shares.values() for x in of.values()]
        parts += [x for v in (self.gravity, *self.base, *(T.P for T in self.transforms)) for x in v]
        parts += [x for T in self.transforms for turn in T.R.turns for x in _rotation_scalars(turn)]
        return list(dict.fromkeys(x for x in parts if isinstance(x, Expr)))


def state_symbol(graph: Graph, name: str) -> Expr:
    """Variable of the state; its name has brackets, so that it is never a name of the user."""
    return Expr(graph, graph.symbol(name, "variable"))


def _rotation_scalars(turn: Turn | Spin) -> tuple[Scalar, ...]:
    return tuple(x for row in turn.R.rows for x in row) if isinstance(turn, Spin) else (turn.s, turn.c)


# -- motions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MotionSample:
    """A motion: entries of the regressor by independent coordinate and parameter, and the velocity map of all freedoms
    on the independent coordinates."""

    regressor: Mapping[Coordinate, Mapping[ParameterPlace, Any]]
    shares: Mapping[Coordinate, Mapping[Coordinate, Any]]


class RandomMotions:
    """Generator of random motions of a robot; the same coordinates are independent in all of them."""

    def __init__(self, equations: MotionEquations, source: NumberSource) -> None:
        self.equations, self.source = equations, source
        self._independent: tuple[Coordinate, ...] | None = None

    def one(self) -> MotionSample:
        """Return a new random motion."""
        e, source = self.equations, self.source
        at = dict(source.place())
        table = dict(zip((x.id for x in e.needed), source.values(e.needed, at), strict=True))

        def number(x: Scalar) -> Any:
            return table[x.id] if isinstance(x, Expr) else x

        rows = [{c: number(x) for c, x in row.items()} for row in e.rows]
        G = self._map(rows)
        rates = {a: source.draw() for a in G.independent}
        qd = G.times(rates, source)
        now = {x.name or "": qd[c] for c, x in e.qd.items()}
        drift = source.values(e.drift, {**at, **now}) if e.drift else []
        qdd = self._solved(rows, drift, G, {a: source.draw() for a in G.independent})
        return self._seen(number, G, qd, qdd)

    def _map(self, rows: Sequence[Mapping[Coordinate, Any]]) -> NumericVelocityMap:
        columns = self.equations.robot.coordinates
        first = self._independent or columns
        order = [*first, *(c for c in columns if c not in first)]
        split = partition_coordinates(rows, columns, order, self.source.field)
        self._independent = split.independent
        return NumericVelocityMap(split.independent, split.dependent, split.shares)

    def _solved(
        self,
        rows: Sequence[Mapping[Coordinate, Any]],
        drift: Sequence[Any],
        G: NumericVelocityMap,
        free: Mapping[Coordinate, Any],
    ) -> dict[Coordinate, Any]:
        """Accelerations of all coordinates of the tree for those of the independent ones."""
        source, d = self.source, G.dependent
        sides = [
            [row.get(c, 0) for c in d] + [_dot_by_coordinate(row, free) + x] for row, x in zip(rows, drift, strict=True)
        ]
        found = {**free}
        pivots, reduced = reduce_to_echelon([[source.reduce(x) for x in side] for side in sides], source.field)
        for k, row in zip(pivots, reduced, strict=True):
            found[d[k]] = source.reduce(-row[-1])
        return found

    def _seen(
        self, number: Any, G: NumericVelocityMap, qd: Mapping[Coordinate, Any], qdd: Mapping[Coordinate, Any]
    ) -> MotionSample:
        e, source, robot = self.equations, self.source, self.equations.robot
        shares = {c: {a: number(x) for a, x in of.items()} for c, of in e.shares.items()}
        fast, slow = ({c: source.reduce(_dot_by_coordinate(of, x)) for c, of in shares.items()} for x in (qd, qdd))
        whole = {c: G.through(of, source) for c, of in shares.items()}
        found: dict[Coordinate, dict[ParameterPlace, Any]] = {a: {} for a in G.independent}
        transforms = [_evaluate_transform(T, number) for T in e.transforms]

        def reduce(v: Vec3) -> Vec3:
            return Vec3(*map(source.reduce, v))

        for place, c, x in regressor_entries(robot, transforms, self._base(number, fast, slow), fast, slow, reduce):
            for a, factor in whole[c].items():
                row = found[a]
                row[place] = source.reduce(row.get(place, 0) + x * factor)
        return MotionSample(found, whole)

    def _base(self, number: Any, qd: Mapping[Coordinate, Any], qdd: Mapping[Coordinate, Any]) -> FieldMotion:
        """Motion of link 0, whose acceleration is classical: not the rate of the components of its velocity."""
        e = self.equations
        w, wd, vd = (Vec3(*map(number, v)) for v in e.base)
        v = ZERO
        if own := e.robot.freedoms(0):
            w = wd = vd = ZERO
            for c in own:
                w, v = w + c.w * qd[c], v + c.v * qd[c]
                wd, vd = wd + c.w * qdd[c], vd + c.v * qdd[c]
        return FieldMotion(w, wd, vd + w.cross(v) - Vec3(*map(number, e.gravity)))


@dataclass(frozen=True)
class NumericVelocityMap:
    """Velocity map in numbers: rates of dependent coordinates by those of the independent ones."""

    independent: tuple[Coordinate, ...]
    dependent: tuple[Coordinate, ...]
    shares: Mapping[Coordinate, Mapping[Coordinate, Any]]

    def times(self, rates: Mapping[Coordinate, Any], source: NumberSource) -> dict[Coordinate, Any]:
        """Rates of all coordinates from those of the independent ones."""
        return {**rates, **{d: source.reduce(_dot_by_coordinate(of, rates)) for d, of in self.shares.items()}}

    def through(self, of: Mapping[Coordinate, Any], source: NumberSource) -> dict[Coordinate, Any]:
        """Factors on the independent coordinates from factors on coordinates of the tree."""
        total: dict[Coordinate, Any] = {}
        for c, x in of.items():
            for a, y in self.shares.get(c, {c: 1}).items():
                total[a] = source.reduce(total.get(a, 0) + x * y)
        return total


def _dot_by_coordinate(row: Mapping[Coordinate, Any], values: Mapping[Coordinate, Any]) -> Any:
    return sum((x * values[c] for c, x in row.items() if c in values), 0)


def _evaluate_transform(T: Transform, number: Any) -> Transform:
    def turn(t: Turn | Spin) -> Turn | Spin:
        if isinstance(t, Spin):
            a, b, c = (Vec3(*map(number, row)) for row in t.R.rows)
            return Spin(Mat3((a, b, c)))
        return Turn(t.axis, number(t.s), number(t.c))

    return Transform(Rotation(tuple(turn(t) for t in T.R.turns)), Vec3(*map(number, T.P)))


__all__ = ["BASE_ANGLE", "MotionEquations", "MotionSample", "NumberSource", "RandomMotions", "state_symbol"]
