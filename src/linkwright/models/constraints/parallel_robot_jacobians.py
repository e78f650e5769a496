"""Jacobians of parallel robots: h(x, q) = 0 between the coordinates x of a platform and all other joints q.

    h_x xd + h_q qd = 0                 independent constraint rows of the loops
    qd = Jinv xd,  h_q Jinv = -h_x      full inverse Jacobian; its rows of drives are the inverse Jacobian of the robot
    h_q Jinvd = -(h_xd + h_qd Jinv)     its time derivative

x are joints of the robot, by default those of its platform, as many as can be independent. Schappler, Job & Ortmaier
(2021), properties 12 and 13; Gosselin & Angeles (1990) for the singular positions of both matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.derivative import directional_derivatives
from linkwright.models.algebra.block_triangular import Matrix, solve_by_blocks
from linkwright.models.constraints.constraint_system import (
    ConstraintRow,
    ConstraintSystem,
    ConstraintVelocityMap,
    RegularityMargins,
    independent_rows,
    without_constraints,
)
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.models.framework.frame_options import read_joints
from linkwright.models.framework.option import Option, option_text
from linkwright.models.framework.state import Positions, Rates, fill_coupled_positions
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Mat3, Scalar, Spin

PLATFORM = "platform"


def platform_coordinates(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Coordinates x that an option names, of the robot without its velocity map."""
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: it is no parallel robot", remedy="inverse_jacobian is for arms")
    free, _ = without_constraints(robot)
    if option_text(value) != PLATFORM:
        return read_joints(free, value)
    found = tuple(c for c in free.coordinates if c.link and free.joint(c.link).name.split("_")[0] == PLATFORM)
    if not found:
        raise RobotError(f"{robot.name} has no joints of a platform", remedy="list the joints by name: of=...")
    return found


PLATFORM_OPTION = Option(PLATFORM, "the joints x whose rates are given: platform (those called platform...), or a list",
            read=platform_coordinates)  # fmt: skip


@dataclass(frozen=True)
class ImplicitJacobians:
    """Matrices h_x and h_q of a robot with loops at positions q of all joints."""

    robot: Robot
    system: ConstraintSystem
    names: tuple[str, ...]
    units: tuple[str, ...]
    status: RegularityMargins | None  # collects margins of the matrices that are solved with

    @classmethod
    def of(cls, robot: Robot, q: Positions, wanted: Sequence[Coordinate]) -> ImplicitJacobians:
        """Set up h_x and h_q; `wanted`: the joints x; of more joints than can be independent, the first ones."""
        free, _ = without_constraints(robot)
        found = analyze_mobility(free, wanted)
        loops = LoopEquations(free, q)
        kept = independent_rows(found.at[: found.loop_row_count], found.split.dependent, found.field)
        made = loops.rows()
        rows, at = [made[k] for k in kept], [found.at[k] for k in kept]
        kinds = [loops.names()[k][1] for k in kept]
        points = [loops.points()[k] for k in kept]
        units = tuple("m" if kind in ("x", "y", "z") else "" for kind in kinds)
        status = robot.ties.status if isinstance(robot.ties, ConstraintVelocityMap) else None
        system = ConstraintSystem.of(rows, at, found.split, found.field, has_status=status is not None, points=points)
        return cls(free, system, tuple(found.names[k] for k in kept), units, status)

    @property
    def x(self) -> tuple[Coordinate, ...]:
        """Coordinates x of the platform."""
        return self.system.split.independent

    @property
    def joints(self) -> tuple[Coordinate, ...]:
        """All joints that are not x."""
        return self.system.split.dependent

    @property
    def drives(self) -> tuple[Coordinate, ...]:
        """Joints with a motor that are not x."""
        return tuple(c for c in self.joints if self.robot.joint(c.link).actuated)

    def over(self, columns: Sequence[Coordinate], rows: Sequence[ConstraintRow] | None = None) -> Matrix:
        """Rows (by default those of h) as a matrix over these columns."""
        return [[row.get(c, 0) for c in columns] for row in (self.system.rows if rows is None else rows)]

    def inverse(self) -> dict[Coordinate, list[Scalar]]:
        """Full inverse Jacobian Jinv: for each joint its row over x."""
        if self.status:
            self.status.note(self.system.matrix, self.system.sizes)
        ties = self.system.ties(self.robot)
        return {d: [dict(ties[d]).get(a, 0) for a in self.x] for d in self.joints}

    def inverse_rate(self, rates: Sequence[ConstraintRow]) -> dict[Coordinate, list[Scalar]]:
        """Time derivative of the full inverse Jacobian, from that of the rows."""
        Jinv = self.inverse()
        right = []
        for row in rates:
            line = []
            for k, a in enumerate(self.x):
                total = row.get(a, 0)
                for d in self.joints:
                    if d in row:
                        total = total + row[d] * Jinv[d][k]
                line.append(-total)
            right.append(line)
        found = solve_by_blocks(self.over(self.joints), right, sizes=self.system.sizes if self.status else None)
        if found is None:
            raise ArithmeticError("the rows of the constraints depend on each other")
        return dict(zip(self.joints, found, strict=True))

    def unit(self, row: Coordinate, column: Coordinate) -> str:
        """Unit of an entry of Jinv."""
        return "" if row.is_rotation == column.is_rotation else "1/m" if row.is_rotation else "m"

    def row_units(self, columns: Sequence[Coordinate]) -> list[str]:
        """Units of the entries of h over these columns."""
        return [unit if c.is_rotation else {"m": "", "": "1/m"}[unit] for unit in self.units for c in columns]


# -- rates of rows -----------------------------------------------------------------------------------------------------


def row_rates(robot: Robot, q: Positions, qd: Rates, wanted: Sequence[Coordinate]) -> list[ConstraintRow]:
    """Time derivatives of the rows of `ImplicitJacobians` for joint rates that satisfy the loops.

    They are derived over a graph of their own, whose symbols are positions and entries of ball joints' matrices.
    """
    free, own = without_constraints(robot)
    bare = free.changed(Importer(Graph()))
    symbols = _MotionSymbols(bare)
    found = ImplicitJacobians.of(bare, fill_coupled_positions(bare, symbols.q), _coordinates_of_copy(bare, wanted))
    entries = [(k, c, symbols.zero + x) for k, row in enumerate(found.system.rows) for c, x in row.items()]
    rates = {bare_c: rate_of(robot, qd, c) for c, bare_c in zip(own, tree_freedoms(bare), strict=True)}
    back = Importer(robot.graph, symbols.values(q, rates, robot.graph))
    slopes = [back(e) for e in directional_derivatives([e for *_, e in entries], symbols.along)]
    of = dict(zip(tree_freedoms(bare), tree_freedoms(free), strict=True))
    made: list[dict[Coordinate, Scalar]] = [{} for _ in found.system.rows]
    for (k, c, _), slope in zip(entries, slopes, strict=True):
        made[k][of[c]] = slope
    return [*made]


def _coordinates_of_copy(robot: Robot, wanted: Sequence[Coordinate]) -> tuple[Coordinate, ...]:
    """Coordinates of a copy of a robot that correspond to those of the original."""
    places = {(c.link, c.component) for c in wanted}
    return tuple(c for c in robot.coordinates if (c.link, c.component) in places)


class _MotionSymbols:
    """Positions of a robot and their rates, as symbols of its graph."""

    def __init__(self, robot: Robot) -> None:
        graph = robot.graph
        self.zero = Expr(graph, graph.const(0))
        self.q: list[Any] = [self.zero] * (len(robot) + 1)
        self.along: dict[Expr, Expr] = {}
        self.rates: dict[str, Coordinate] = {}
        for j, joint in enumerate(robot.joints, 1):
            if not robot.freedoms(j):
                continue
            speeds = []
            for c in robot.freedoms(j):
                speeds.append(Expr(graph, graph.symbol(f"[rate {c.suffix}]", "variable")))
                self.rates[f"[rate {c.suffix}]"] = c
            if joint.kind == "ball":
                R = [[Expr(graph, graph.symbol(f"[turn {j} {r} {c}]", "variable")) for c in range(3)] for r in range(3)]
                self.q[j] = Spin(Mat3.of(R))
                x, y, z = speeds
                for one, two, three in R:  # a row of R w^
                    self.along |= {one: z * two - y * three, two: x * three - z * one, three: y * one - x * two}
            else:
                self.q[j] = Expr(graph, graph.symbol(f"[at {j}]", "variable"))
                self.along[self.q[j]] = speeds[0]

    def values(self, q: Positions, rates: Rates, graph: Graph) -> dict[str, Expr]:
        """Values of the symbols, by name, over another graph."""
        zero = Expr(graph, graph.const(0))
        found = {name: zero + rates[c] for name, c in self.rates.items()}
        for j, own in enumerate(self.q):
            if isinstance(own, Spin):
                found |= {str(own.R[r, c].name): zero + q[j].R[r, c] for r in range(3) for c in range(3)}
            elif own.name:
                found[str(own.name)] = zero + q[j]
        return found


__all__ = ["PLATFORM_OPTION", "ImplicitJacobians", "platform_coordinates", "row_rates"]
