"""Odometry: twist of the base, from measured joint rates.

The rows of the wheels are equations for the twist of the base and the rates that are not measured. If there are more
equations than unknowns, the sum of the squared slip velocities is minimized.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.errors import RobotError
from linkwright.models.algebra.block_triangular import solve_by_blocks
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.constraints.configuration_kinematics import posture_results
from linkwright.models.constraints.constraint_system import independent_rows, rank_of_rows
from linkwright.models.constraints.wheels import ExactWheelRows, exact_wheel_rows, is_driven, label
from linkwright.models.framework.frame_options import read_joints
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, option_text
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import WHEELS
from linkwright.spatial import Scalar

DRIVEN, ALL = "driven", "all"


def measured_joints(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Coordinates with measured rates: driven ones, all, or a list."""
    text = option_text(value)
    if text in (DRIVEN, ALL):
        return tuple(c for c in robot.coordinates if c.link and (text == ALL or is_driven(robot, c)))
    return read_joints(robot, value)


def select_equations(rows: ExactWheelRows, unknown: list[Coordinate]) -> list[int]:
    """Select rows to solve; a row that is the only one with some unmeasured rate is dropped, as is that unknown."""
    left = list(range(len(rows.found)))
    for c in [c for c in unknown if c.link]:
        telling = [k for k in left if rows.at[k].get(c, 0)]
        if len(telling) <= 1:
            unknown.remove(c)
            left = [k for k in left if k not in telling]
    return left


def least_squares(A: list[list[Scalar]], b: list[Scalar], what: Sequence[str]) -> list[Scalar]:
    """Return x with the least |A x - b|, by the normal equations."""
    n = len(A[0])
    N = [[_dot_columns([row[i] for row in A], [row[k] for row in A]) for k in range(n)] for i in range(n)]
    return factorize_ltdl(N, what).solve([_dot_columns([row[i] for row in A], b) for i in range(n)])


def _dot_columns(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def build(robot: Robot, state: State, quantities: Quantities, measured: tuple[Coordinate, ...]) -> Sequence[Result]:
    rows = exact_wheel_rows(robot, state.q)
    unknown = [c for c in robot.coordinates if c not in measured]
    left = select_equations(rows, unknown)
    at = [rows.at[k] for k in left]
    if rank_of_rows(at, unknown) < len(unknown):
        names = ", ".join(c.joint for c in measured) or "nothing"
        raise RobotError(f"{robot.name}: the rates of {names} do not determine the motion of the base",
                         remedy="measure more joints: measured=all, or a list")  # fmt: skip
    alone = independent_rows(at, [*unknown, *measured])
    if len(alone) == len(unknown):  # the rows are consistent
        left = [left[k] for k in alone]
    A = [[rows.entry(k, c) for c in unknown] for k in left]
    b: list[Scalar] = [
        -_dot_columns([rows.entry(k, c) for c in measured], [state.qd[c] for c in measured]) for k in left
    ]
    if len(left) == len(unknown):
        found = [x for (x,) in solve_by_blocks(A, [[x] for x in b]) or []]
    else:
        found = least_squares(A, b, [f"{robot.name}: {label(c)}" for c in unknown])
    return posture_results(robot, *found[:3])


MODEL = Model(
    name="odometry",
    doc="how the base moves, from measured joint rates; least squares where they are more than needed",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(WHEELS),
    options={"measured": Option(DRIVEN, "joints with known rates: driven, all, or a list of names and numbers",
                                read=measured_joints)},
    is_free=True,
)  # fmt: skip
