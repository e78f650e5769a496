"""Constraint rows over sums of joint rates along parallel axes: relative link rates instead of joint rates.

With y_j = qd_j + y_i for a joint j whose axis is parallel to that of joint i before it, the column of y_i contains
only the vector from axis to axis, not the one to the end of the loop: the rows of planar legs become triangular.

    rates     J_y y = right,  qd_j = y_j - y_i
    efforts   those of y_i are Gamma_i - Gamma_j

Only dependent coordinates are summed, so nothing changes for the independent ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from linkwright.expr import Expr
from linkwright.expr.ops import ADD, NEG, SUB
from linkwright.models.constraints.constraint_system import (
    ConstraintKinematics,
    ConstraintSystem,
    CoordinateMotion,
    Field,
    Partition,
    Residues,
)
from linkwright.models.constraints.loop_equations import KinematicLoop, SummedRates
from linkwright.models.framework.state import Positions, Rates
from linkwright.robot import Coordinate, Joint, Robot
from linkwright.robot.coordinates import DependentRows
from linkwright.spatial import Scalar


def find_summable_joints(
    robot: Robot, loops: Sequence[KinematicLoop], dependent: Sequence[Coordinate]
) -> dict[int, int]:
    """Joints whose axis is parallel to that of the joint before, both dependent and in the same loops."""
    links = [c.link for c in dependent]
    found = {}
    for k in links:
        joint = robot.joint(k)
        i = joint.parent
        together = all(i in loop.joints for loop in loops if k in loop.joints)
        if i in links and together and _are_parallel(robot.joint(i), joint) and _are_single_coordinates(robot, (i, k)):
            found[k] = i
    return found


def _are_parallel(before: Joint, joint: Joint) -> bool:
    """Return whether both joints are revolute with parallel axes."""
    return before.kind == joint.kind == "revolute" and joint.alpha.is_zero


def _are_single_coordinates(robot: Robot, joints: Sequence[int]) -> bool:
    """Return whether each joint has one coordinate, which moves no other joint."""
    moved = [a for j in range(1, len(robot) + 1) for c in robot.freedoms(j) for a, _ in robot.velocity_map_row(c)]
    return all(len(robot.freedoms(j)) == 1 and moved.count(robot.freedoms(j)[0]) == 1 for j in joints)


def sum_row_entries(row: Residues, sums: SummedRates, field: Field) -> Residues:
    """Rewrite a row over rates as a row over summed rates, in a field."""
    by_link = {c.link: x for c, x in row.items()}
    found = dict(row)
    for c in row:
        for k in (k for k, i in sums.items() if i == c.link and k in by_link):
            found[c] = field.less(found[c], 1, by_link[k])
    return found


@dataclass(frozen=True)
class SummedRateConstraints:
    """Constraints over joint rates, solved by an inner `ConstraintSystem` over sums of some of these rates."""

    inner: ConstraintSystem
    sums: Mapping[Coordinate, Coordinate]

    @classmethod
    def of(cls, inner: ConstraintSystem, sums: SummedRates) -> SummedRateConstraints:
        at = {c.link: c for c in inner.split.dependent}
        return cls(inner, {at[k]: at[i] for k, i in sums.items()})

    @property
    def split(self) -> Partition:
        return self.inner.split

    @property
    def before(self) -> DependentRows:
        return self.inner.before

    @property
    def kinematics(self) -> ConstraintKinematics | None:
        return self.inner.kinematics

    @property
    def inner_coordinates(self) -> tuple[Coordinate, ...]:
        return self.inner.inner_coordinates

    def solve_dependent(self, right: Sequence[Scalar]) -> dict[Coordinate, Scalar]:
        y = self.inner.solve_dependent(right)
        return {c: x - y[self.sums[c]] if c in self.sums else x for c, x in y.items()}

    def multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> list[Scalar]:
        return self.inner.multipliers(self._summed(efforts), once)

    def inner_multipliers(self, efforts: Mapping[Coordinate, Scalar], once: bool) -> list[Scalar]:
        return self.multipliers(efforts, once)

    def project_efforts(self, efforts: Mapping[Coordinate, Scalar], once: bool = False) -> dict[Coordinate, Scalar]:
        return self.inner.project_efforts(self._summed(efforts), once)

    def finish_projection(self, efforts: Mapping[Coordinate, Scalar]) -> dict[Coordinate, Scalar]:
        return dict(efforts)

    def _summed(self, efforts: Mapping[Coordinate, Scalar]) -> dict[Coordinate, Scalar]:
        found = dict(efforts)
        for k, i in self.sums.items():
            found[i] = subtract_term(found[i], efforts[k])
        return found

    def recursive_motion(self, robot: Robot, q: Positions, qd: Rates, qdd: Rates) -> Iterator[CoordinateMotion]:
        kinematics = self.inner.kinematics
        if kinematics is None:
            return
        fast = {**qd, **self.solve_dependent([-x for x in kinematics.rates(robot, q, qd)])}
        yield fast, {**qdd, **self.solve_dependent([-x for x in kinematics.accelerations(robot, q, fast, qdd)])}


def subtract_term(a: Scalar, b: Scalar) -> Scalar:
    """Return a - b; if b is a term of the sum a, the sum without it."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        left = _remove_term(a, b)
        if left is not None:
            return left
    return a - b


def _remove_term(a: Expr, term: Expr) -> Scalar | None:
    """Return a sum without one of its terms; None: it has no such term."""
    graph = a.graph
    op, args = graph.op[a.id], graph.args[a.id]
    if a.id == term.id:
        return 0
    if op == NEG:
        left = _remove_term(Expr(graph, args[0]), -term)
        return None if left is None else -left
    if op not in (ADD, SUB):
        return None
    x, y = (Expr(graph, i) for i in args)
    left = _remove_term(x, term)
    if left is not None:
        return left + y if op == ADD else left - y
    right = _remove_term(y, term if op == ADD else -term)
    if right is None:
        return None
    return x + right if op == ADD else x - right


__all__ = ["SummedRateConstraints", "find_summable_joints", "subtract_term", "sum_row_entries"]
