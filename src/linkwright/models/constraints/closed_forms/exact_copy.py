"""Exact copy of a robot over a graph of its own, in which closed forms are derived, and the import of results back.

Every float is a symbol there (`exact_reading`), an angle of whole half degrees a multiple of pi. Whether axes are
parallel, lengths equal or loops closed is decided in the prime field with roots, for all units and signs of roots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Graph, Importer, prove_equal
from linkwright.models.algebra.exact_reading import ANGLE_UNIT, ExactReading
from linkwright.models.constraints.closed_forms.angle_pairs import RootSigns
from linkwright.models.constraints.closed_forms.cycles import Cycle, CycleUnknown
from linkwright.robot import Robot
from linkwright.spatial import Mat3, Scalar, Spin

MAX_ERROR_PROBABILITY = 1e-9  # of accepting a closed form that holds for some signs of its roots only


class ExactRobot:
    """Exact copy of a robot and of positions of its joints, over a graph of their own."""

    def __init__(self, robot: Robot, q: Mapping[int, Any]) -> None:
        self.lift, blank = _lift_robot(robot)
        self.exact = self.lift.exact(Graph())
        self.graph = blank.graph.copy()
        self.robot = blank.in_graph(self.graph)
        into = Importer(self.graph)
        self.q = {j: _import_position(into, x) for j, x in q.items()}
        self._home = Importer(robot.graph, self.lift.numbers)

    def home(self, e: Expr) -> Expr:
        """Import an expression into the graph of the robot, with its floats."""
        return self._home(e)

    def zero(self, *xs: Scalar) -> bool:
        """Return whether all of these vanish identically."""
        if any(not isinstance(x, Expr) and x != 0 for x in xs):
            return False
        try:
            found = [self.exact(x) for x in xs if isinstance(x, Expr) and not x.is_zero]
            none = [Expr(self.exact.target, self.exact.target.const(0))] * len(found)
            return bool(prove_equal(found, none, MAX_ERROR_PROBABILITY, given=self.lift.residues, roots=True))
        except (ZeroDivisionError, ExpressionError):  # no point was found at which they have values
            return False

    def sign(self, x: Scalar) -> int:
        """Return 1 or -1 if x equals it identically, else 0."""
        return 1 if self.zero(x - 1) else -1 if self.zero(x + 1) else 0


@lru_cache(maxsize=4)
def _lift_robot(robot: Robot) -> tuple[ExactReading, Robot]:
    """Robot with numbers as symbols and angles of whole half degrees as multiples of pi; shared by several copies."""
    lift = ExactReading(robot)
    plain = Importer(Graph())
    halves = {name: plain(e) for name, e in lift.exact(Graph()).replace.items() if ANGLE_UNIT not in e.symbols}
    return lift, lift.robot.changed(Importer(plain.target, halves))


def _import_position(into: Importer, q: Any) -> Any:
    """Import a position, scalar or rotation."""
    if isinstance(q, Spin):
        rows = [[_import_position(into, x) for x in row] for row in q.R.rows]
        w, x, y, z = (_import_position(into, x) for x in q.quaternion)
        return Spin(Mat3.of(rows), (w, x, y, z))
    return into(q) if isinstance(q, Expr) else q


@dataclass(frozen=True)
class CycleSolution:
    """Solution of a cycle: rotations and translations of its unknowns, in the direction of the cycle."""

    method: str
    moves: Sequence[tuple[CycleUnknown, Scalar]]


@dataclass(frozen=True)
class CycleProblem:
    """Cycle to be solved, with the exact robot and the signs of roots."""

    cycle: Cycle
    reading: ExactRobot
    choices: RootSigns


__all__ = ["CycleProblem", "CycleSolution", "ExactRobot"]
