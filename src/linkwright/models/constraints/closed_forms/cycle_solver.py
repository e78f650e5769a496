"""Positions of dependent joints in closed loops as formulas of the others, solved cycle by cycle.

Unknowns of a cycle that a method solves are known in the following ones. Only formulas that satisfy the equations of
all loops identically, for both signs of every root, are returned; Newton's iteration solves the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Importer
from linkwright.models.constraints.closed_forms.angle_pairs import RootSigns, collect_like_terms
from linkwright.models.constraints.closed_forms.coupled_parallelogram import (
    parametrize_parallelogram,
    solve_parallelogram_turn,
    symbol_of_turn,
)
from linkwright.models.constraints.closed_forms.cycles import Edge, find_cycles, form_cycle
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, CycleSolution, ExactRobot
from linkwright.models.constraints.closed_forms.loop_residuals import closure_residuals
from linkwright.models.constraints.closed_forms.planar_cycles import solve_planar_cycle
from linkwright.models.constraints.closed_forms.spherical_cycles import (
    solve_spherical_cycle,
    solve_symmetric_cycle,
    solve_universal_joint,
)
from linkwright.models.constraints.closed_forms.spherical_joint_cycles import solve_slides, solve_spherical_joint_cycle
from linkwright.robot import Robot
from linkwright.spatial import Scalar

METHODS: tuple[Callable[[CycleProblem], CycleSolution | None], ...] = (
    solve_planar_cycle,
    solve_symmetric_cycle,
    solve_spherical_cycle,
    solve_universal_joint,
    solve_spherical_joint_cycle,
    solve_slides,
)


@dataclass(frozen=True)
class ClosedFormSolution:
    """Closed form of joints that loops determine.

    `reach`: expressions that are not negative where the loops close (elsewhere the formulas have no value). `signs`:
    names of the choices between two solutions: of square roots, and between a parallelogram and its crossed form.
    """

    positions: Mapping[int, Expr]
    reach: tuple[Expr, ...]
    signs: tuple[str, ...]
    method: str


@dataclass
class CycleSolver:
    """Solver of cycles, one after the other: known positions of joints (and of cut joints, n + k)."""

    reading: ExactRobot
    unknown: frozenset[int]
    choices: RootSigns
    positions: dict[int, Scalar] = field(default_factory=dict)
    steps: list[tuple[str, tuple[int, ...], int]] = field(default_factory=list)  # method, joints, choices until then
    parametrized: list[int] = field(default_factory=list)  # joints whose positions are symbols so far

    def position(self, j: int) -> Scalar | None:
        """Position of a joint; None: it is not known yet."""
        robot = self.reading.robot
        if j in self.positions:
            return self.positions[j]
        if j in self.unknown or j > len(robot):
            return None
        tie = next((x for x in robot.couplings if x.joint == j), None)
        if tie is None:
            return self.reading.q.get(j)
        total: Scalar = tie.offset
        for term in tie.terms:
            q = self.position(term.joint)
            if q is None:
                return None
            total = total + q * term.factor
        return total

    def run(self, loops: Sequence[int]) -> bool:
        """Solve cycles until all unknowns are known; return whether that succeeded."""
        every = list(find_cycles(self.reading.robot, loops))
        while self.parametrized or not self.unknown <= self.positions.keys():
            if not any(
                way(edges) for way in (self._eliminate_parameter, self._solve, self._parametrize) for edges in every
            ):
                return False
        return True

    def _solve(self, edges: Sequence[Edge]) -> bool:
        """Solve a cycle by the first method that applies; return whether there was one."""
        cycle = form_cycle(self.reading.robot, edges, self.position)
        if cycle is None or not any(u.number for u in cycle.unknowns):
            return False
        for method in METHODS:
            choices = self.choices.copy()
            try:
                found = method(CycleProblem(cycle, self.reading, choices))
            except ExpressionError:  # a division by zero: a length is zero
                continue
            if found and any(u.number for u, _ in found.moves):
                self.choices = choices
                moves = {u.number: choices.expr(collect_like_terms(u.position(t))) for u, t in found.moves if u.number}
                self.positions |= moves
                self.steps.append((found.method, tuple(moves), len(choices.names)))
                return True
        return False

    def _parametrize(self, edges: Sequence[Edge]) -> bool:
        """Solve a parallelogram in terms of one of its joints, which becomes a symbol."""
        cycle = form_cycle(self.reading.robot, edges, self.position)
        found = (
            parametrize_parallelogram(CycleProblem(cycle, self.reading, self.choices))
            if cycle and not self.parametrized
            else None
        )
        if found is None:
            return False
        self.parametrized.append(found[0])
        self.positions |= {
            u.number: self.choices.expr(collect_like_terms(u.position(t))) for u, t in found[1].moves if u.number
        }
        return True

    def _eliminate_parameter(self, edges: Sequence[Edge]) -> bool:
        """Solve for a joint that is a symbol so far, and substitute it in those that depend on it."""
        cycle = form_cycle(self.reading.robot, edges, self.position) if self.parametrized else None
        if cycle is None:
            return False
        choices = self.choices.copy()
        turn = solve_parallelogram_turn(CycleProblem(cycle, self.reading, choices), self.parametrized[-1])
        if turn is None:
            return False
        self.choices = choices
        name = symbol_of_turn(self.parametrized.pop())
        put = Importer(self.reading.graph, {name: turn})
        changed = {j: put(e) for j, e in self.positions.items() if isinstance(e, Expr) and name in e.symbols}
        self.positions |= changed
        self.steps.append(("parallelogram", tuple(changed), len(choices.names)))
        return True

    def closes(self, loops: Sequence[int]) -> bool:
        """Return whether the equations of all loops hold identically."""
        robot = self.reading.robot
        first = {edges[0][0]: edges for edges in reversed(list(find_cycles(robot, loops)))}
        return all(self.reading.zero(*closure_residuals(robot, first[len(robot) + k], self.position)) for k in loops)


def solve_cycles(
    robot: Robot, loops: Sequence[int], q: Mapping[int, Any], unknown: Collection[int], signs: Sequence[int] | None
) -> CycleSolver | None:
    """Solve for all unknowns, without proof; None if no method does. For `signs` see `RootSigns`."""
    tied = {coupling.joint for coupling in robot.couplings}
    if tied & {*unknown} or any(robot.joint(j).kind not in ("revolute", "prismatic") for j in unknown):
        return None
    reading = ExactRobot(robot, {j: x for j, x in q.items() if j not in unknown})
    found = CycleSolver(reading, frozenset(unknown), RootSigns(reading.graph, signs))
    return found if found.run(loops) else None


def solve_closed_form(
    robot: Robot, loops: Sequence[int], q: Sequence[Any], unknown: Collection[int], signs: Sequence[int] = ()
) -> ClosedFormSolution | None:
    """Closed forms of the unknown joints, which the loops determine from the others; None if no method finds them.

    `robot` is a view over the graph of the positions q (q[0] is not used, nor are those of unknown joints). `loops` are
    the numbers of loops, from 1 on. `signs` choose among the solutions, 1 or -1 for each of `Solved.signs`; 1 if there
    are fewer.
    """
    positions = {j: x for j, x in enumerate(q) if j}
    found = solve_cycles(robot, loops, positions, unknown, signs)
    if found is None or not found.closes(loops):
        return None
    home, choices = found.reading.home, found.choices
    try:
        formulas = {j: home(choices.expr(found.positions[j])) for j in sorted(unknown)}
        reach = tuple(home(x) for x in choices.reach)
    except ExpressionError:  # a root of a negative number: these loops never close
        return None
    return ClosedFormSolution(
        formulas, reach, tuple(choices.names), ", ".join(dict.fromkeys(m for m, _, _ in found.steps))
    )


__all__ = ["METHODS", "ClosedFormSolution", "CycleSolver", "solve_closed_form", "solve_cycles"]
