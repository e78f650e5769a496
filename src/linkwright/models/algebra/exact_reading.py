"""Exact reading of a robot whose tables have floats, for zero tests that do not depend on rounding or units.

Every float is a symbol while formulas are made, so that nothing rounds and no formula depends on units. Then each
formula is evaluated in two ways. Zero tests are done in the prime field (`expr.prime`), where a float is its decimal: a
mass of 1e-13 is not zero, 0.1 + 0.2 - 0.3 is. Numerical values use the floats themselves.

- A float is the shortest decimal of at most 15 digits (a double always holds 15): 0.30000000000000004 is 0.3.
- Angles are rounded to multiples of 1e-12 rad; within that of a multiple of half a degree they are that multiple
  (1.5707963267948966 is pi/2). All others are multiples of one angle, about which nothing is assumed: 0.3 and 0.6 - 0.3
  are the same angle, but 0.3 has no algebraic sine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.ops import CONST
from linkwright.expr.prime import Point, prove_equal, residue
from linkwright.expr.replay import Domain, needed_nodes, node_domain, replay
from linkwright.robot import Joint, Loop, Robot, Wheel

ANGLE_FIELDS = ("gamma", "alpha", "theta")
STEPS_PER_RADIAN = 10**12  # steps per radian to which angles are rounded
HALF_DEGREES_PER_PI = 360  # half degrees in half a turn
T = TypeVar("T", Joint, Wheel)
ANGLE_UNIT = "[rad]"  # names with brackets are never names of the user


class ExactReading:
    """A robot with a symbol for every float of its tables, and the values of these symbols, exact and as floats."""

    def __init__(self, robot: Robot) -> None:
        self.numbers: dict[str, float] = {}
        self.unit = Fraction(0)  # common divisor of the angles, rad, set by `exact`
        self._angles: list[str] = []
        self.robot = self._lifted(robot) if _has_floats(robot) else robot

    # -- the readings -----------------------------------------------------------------------------------------------

    @cached_property
    def residues(self) -> dict[str, int]:
        """Values of the floats that are no angles, in the prime field, by symbol."""
        return {name: residue(x) for name, x in self.rationals.items() if name != ANGLE_UNIT}

    @property
    def rationals(self) -> dict[str, Fraction]:
        """Exact values of the symbols, by name."""
        found = {name: Fraction(f"{x:.15g}") for name, x in self.numbers.items() if name not in self._angles}
        return found | {ANGLE_UNIT: self.unit}

    def exact(self, graph: Graph) -> Importer:
        """Importer that replaces the symbols of angles by exact ones; other floats stay symbols (`residues`)."""
        halves = {name: round(self.numbers[name] * HALF_DEGREES_PER_PI / math.pi) for name in self._angles}
        special = {
            name: k
            for name, k in halves.items()
            if abs(self.numbers[name] - k * math.pi / HALF_DEGREES_PER_PI) * STEPS_PER_RADIAN < 1
        }
        steps = {name: round(self.numbers[name] * STEPS_PER_RADIAN) for name in self._angles if name not in special}
        step = math.gcd(*steps.values())
        self.unit = Fraction(step, STEPS_PER_RADIAN)
        pi, unit = Expr(graph, graph.pi()), Expr(graph, graph.symbol(ANGLE_UNIT))
        table = {name: pi * Fraction(k, HALF_DEGREES_PER_PI) for name, k in special.items()}
        return Importer(graph, table | {name: unit * (k // step) for name, k in steps.items()})

    def floats(self, graph: Graph) -> Importer:
        """Importer that replaces the symbols by the floats."""
        return Importer(graph, self.numbers)

    def zeros(self, exprs: Sequence[Expr]) -> set[int]:
        """Nodes among these (of one graph) that are zero for all values of the robot's own symbols."""
        into = self.exact(Graph())
        zero = Expr(into.target, into.target.const(0))
        read = {e.id: into(e) for e in exprs}
        try:
            order = needed_nodes(into.target, (e.id for e in read.values()))
            at = Point(1).values(into.target, order, self.residues)
        except ZeroDivisionError:  # a pole: each is to be tried by itself
            at = []
        maybe = {i: e for i, e in read.items() if not at or at[e.id] == 0}
        return {i for i, e in maybe.items() if prove_equal([e], [zero], given=self.residues)}

    def is_zero(self, e: Expr) -> bool:
        return bool(self.zeros([e]))

    # -- floats to symbols ------------------------------------------------------------------------------------------

    def _lifted(self, robot: Robot) -> Robot:
        view = robot.in_graph(robot.graph.copy())
        wheels = tuple(self._without_angles(wheel, ("roller",)) for wheel in view.wheels)
        joints = tuple(self._without_angles(joint) for joint in view.joints)
        loops = tuple(Loop(self._without_angles(x.joint), self._without_angles(x.frame)) for x in view.loops)
        bare = view.changed(joints=joints, loops=loops, wheels=wheels)
        graph = Graph()
        table = node_domain(graph)
        domain = Domain(lambda value: self._symbol(graph, value), table.operations, table.kernel)

        def lift(e: Expr) -> Expr:
            values = replay(e.graph, [e.id], domain, lambda _, s: graph.symbol(s.name, s.role))
            return Expr(graph, values[e.id])

        return bare.changed(lift)

    def _without_angles(self, part: T, names: Sequence[str] = ANGLE_FIELDS) -> T:
        changes: dict[str, Any] = {}
        for name in names:
            e: Expr = getattr(part, name)
            terms, number = e.graph.linear(e.id)
            if isinstance(number, float):
                total = Expr(e.graph, self._symbol(e.graph, number, " rad"))
                for atom, factor in terms.items():
                    total = total + Expr(e.graph, atom) * factor
                changes[name] = total
        return replace(part, **changes)

    def _symbol(self, graph: Graph, value: int | Fraction | float, unit: str = "") -> int:
        """Symbol (with its sign) for a float; equal magnitudes have one symbol."""
        if not isinstance(value, float):
            return graph.const(value)
        name = f"[{abs(value)!r}{unit}]"
        if name not in self.numbers:
            self.numbers[name] = abs(value)
            if unit:
                self._angles.append(name)
        i = graph.symbol(name)
        return graph.neg(i) if value < 0 else i


def _has_floats(robot: Robot) -> bool:
    graph = robot.graph
    return any(
        isinstance(graph.value[i], float)
        for i in needed_nodes(graph, (e.id for e in robot.scalars()))
        if graph.op[i] == CONST
    )
