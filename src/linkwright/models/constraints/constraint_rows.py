"""Constraint rows of loops and wheels over all coordinates of the tree, with names, units and an independent subset."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.models.constraints.constraint_system import ConstraintRow
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.models.constraints.wheels import exact_wheel_rows, require_constraints
from linkwright.models.framework.state import Positions
from linkwright.robot import Robot


@dataclass(frozen=True)
class NamedConstraintRows:
    """Named constraint rows without entries that vanish; `kept`: indices of a maximal independent set.

    `units`: times 1/s they are those of a row times rates in rad/s and m/s.
    """

    names: tuple[str, ...]
    rows: tuple[ConstraintRow, ...]
    kept: tuple[int, ...]
    units: tuple[str, ...]

    @property
    def redundant(self) -> tuple[str, ...]:
        """Names of the rows that follow from the kept ones."""
        return tuple(name for k, name in enumerate(self.names) if k not in self.kept)


def collect_constraint_rows(robot: Robot, q: Positions) -> NamedConstraintRows:
    """Constraint rows of a robot at positions q of all joints, over the freedoms of its tree."""
    require_constraints(robot)
    if not robot.loops:
        found = exact_wheel_rows(robot, q)
        rows = [{c: x for c, x in row.entries.items() if at.get(c, 0)} for row, at in
                zip(found.found, found.at, strict=True)]  # fmt: skip
        names = tuple(row.name for row in found.found)
        return NamedConstraintRows(names, tuple(rows), found.mobility.kept, ("m",) * len(names))
    known = analyze_mobility(robot)
    loops = LoopEquations(robot, q)
    made = loops.rows() + ([row.entries for row in exact_wheel_rows(robot, q).found] if robot.wheels else [])
    kinds = [kind for _, kind in loops.names()] + ["x"] * (len(made) - known.loop_row_count)
    rows = [{c: x for c, x in row.items() if not known.field.is_zero(at.get(c, 0))} for row, at in
            zip(made, known.at, strict=True)]  # fmt: skip
    return NamedConstraintRows(
        known.names, tuple(rows), known.kept, tuple("m" if kind in ("x", "y", "z") else "" for kind in kinds)
    )


__all__ = ["NamedConstraintRows", "collect_constraint_rows"]
