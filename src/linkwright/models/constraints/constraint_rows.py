"""Constraint rows of loops and wheels over all coordinates of the tree, with names, units and an independent subset."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.models.constraints.constraint_system import Row
from linkwright.models.constraints.loop_equations import Loops
from linkwright.models.constraints.mobility_analysis import analysed
from linkwright.models.constraints.wheels import all_rows, need_constraints
from linkwright.models.framework.state import Positions
from linkwright.robot import Robot


@dataclass(frozen=True)
class Held:
    """Named constraint rows without entries that vanish; `kept`: indices of a maximal independent set.

    `units`: times 1/s they are those of a row times rates in rad/s and m/s.
    """

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    kept: tuple[int, ...]
    units: tuple[str, ...]

    @property
    def redundant(self) -> tuple[str, ...]:
        """Names of the rows that follow from the kept ones."""
        return tuple(name for k, name in enumerate(self.names) if k not in self.kept)


def held(robot: Robot, q: Positions) -> Held:
    """Constraint rows of a robot at positions q of all joints, over the freedoms of its tree."""
    need_constraints(robot)
    if not robot.loops:
        found = all_rows(robot, q)
        rows = [{c: x for c, x in row.entries.items() if at.get(c, 0)} for row, at in
                zip(found.found, found.at, strict=True)]  # fmt: skip
        names = tuple(row.name for row in found.found)
        return Held(names, tuple(rows), found.mobility.kept, ("m",) * len(names))
    known = analysed(robot)
    loops = Loops(robot, q)
    made = loops.rows() + ([row.entries for row in all_rows(robot, q).found] if robot.wheels else [])
    kinds = [kind for _, kind in loops.names()] + ["x"] * (len(made) - known.held)
    rows = [{c: x for c, x in row.items() if not known.field.is_zero(at.get(c, 0))} for row, at in
            zip(made, known.at, strict=True)]  # fmt: skip
    return Held(known.names, tuple(rows), known.kept, tuple("m" if kind in ("x", "y", "z") else "" for kind in kinds))


__all__ = ["Held", "held"]
