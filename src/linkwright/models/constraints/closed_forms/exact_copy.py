"""A robot read exactly, over a graph of its own, in which closed forms are tried; and the way back.

Every float is a symbol there (`parts.exact`), an angle of whole half degrees a multiple of pi. Whether axes are
parallel, lengths equal or loops closed is decided in the prime field with roots, whatever units and signs of roots are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Graph, Importer, prove_equal
from linkwright.models.algebra.exact_reading import UNIT, Lift
from linkwright.models.constraints.closed_forms.angle_pairs import Choices
from linkwright.models.constraints.closed_forms.cycles import Cycle, Unknown
from linkwright.robot import Robot
from linkwright.spatial import Mat3, Scalar, Spin

ERROR = 1e-9  # probability that a closed form is taken for right which holds for some signs of its roots alone


class Reading:
    """A robot and positions of its joints over a graph of their own."""

    def __init__(self, robot: Robot, q: Mapping[int, Any]) -> None:
        self.lift, blank = _lifted(robot)
        self.exact = self.lift.exact(Graph())
        self.graph = blank.graph.copy()
        self.robot = blank.over(self.graph)
        into = Importer(self.graph)
        self.q = {j: _carried(into, x) for j, x in q.items()}
        self._home = Importer(robot.graph, self.lift.numbers)

    def home(self, e: Expr) -> Expr:
        """Over the graph of the robot, with its floats."""
        return self._home(e)

    def zero(self, *xs: Scalar) -> bool:
        """Whether all of these vanish identically."""
        if any(not isinstance(x, Expr) and x != 0 for x in xs):
            return False
        try:
            found = [self.exact(x) for x in xs if isinstance(x, Expr) and not x.is_zero]
            none = [Expr(self.exact.target, self.exact.target.const(0))] * len(found)
            return bool(prove_equal(found, none, ERROR, given=self.lift.residues, roots=True))
        except (ZeroDivisionError, ExpressionError):  # no value anywhere, or none was found
            return False

    def sign(self, x: Scalar) -> int:
        """1 or -1 if it is that, else 0."""
        return 1 if self.zero(x - 1) else -1 if self.zero(x + 1) else 0


@lru_cache(maxsize=4)
def _lifted(robot: Robot) -> tuple[Lift, Robot]:
    """A robot with its angles of whole half degrees: several readings of it start there."""
    lift = Lift(robot)
    plain = Importer(Graph())
    halves = {name: plain(e) for name, e in lift.exact(Graph()).replace.items() if UNIT not in e.symbols}
    return lift, lift.robot.changed(Importer(plain.target, halves))


def _carried(into: Importer, q: Any) -> Any:
    if isinstance(q, Spin):
        rows = [[_carried(into, x) for x in row] for row in q.R.rows]
        w, x, y, z = (_carried(into, x) for x in q.quaternion)
        return Spin(Mat3.of(rows), (w, x, y, z))
    return into(q) if isinstance(q, Expr) else q


@dataclass(frozen=True)
class Found:
    """What a method makes of a cycle: turns and shifts of unknowns in the direction in which they are passed."""

    method: str
    moves: Sequence[tuple[Unknown, Scalar]]


@dataclass(frozen=True)
class Attempt:
    """A cycle that is to be solved."""

    cycle: Cycle
    reading: Reading
    choices: Choices


__all__ = ["Attempt", "Found", "Reading"]
