"""The terms of the equations of motion: which of a robot's entries a model leaves out, and what its outputs are called.

    tau = M(q) qdd + C(q, qd) qd + g(q) + friction(qd) + wrenches on the environment + effects of a moving base

`M` includes the rotors. `bias` is all but M qdd.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.expr import Expr
from linkwright.models.inverse_dynamics import FORMULATIONS
from linkwright.models.inverse_dynamics import cheapest as newton_euler
from linkwright.models.model import STATE_DOC, Option, Quantities, State
from linkwright.robot import Robot
from linkwright.robot.robot import WRENCH
from linkwright.spatial import Scalar

if TYPE_CHECKING:
    from linkwright.models.closed_form import ClosedForm

BASE_MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")


def leaving_out(robot: Robot, *groups: str) -> Robot:
    """The robot over the same graph, without "friction", "external", "gravity" or "base" (its motion)."""
    zero = Expr(robot.graph, robot.graph.const(0))
    joints = robot.joints
    fields: dict[str, Any] = {}
    if "friction" in groups:
        joints = tuple(replace(j, viscous=zero, coulomb=zero) for j in joints)
    if "external" in groups:
        joints = tuple(replace(j, body=replace(j.body, **dict.fromkeys(WRENCH, zero))) for j in joints)
    if "gravity" in groups:
        fields["gravity"] = (zero,) * 3
    if "base" in groups:
        rest: dict[str, Any] = dict.fromkeys(BASE_MOTION, (zero,) * 3)
        fields["base"] = replace(robot.base, **rest)
    return robot.over(robot.graph, joints=joints, **fields)


def efforts(
    robot: Robot, q: Sequence[Scalar], qd: Sequence[Scalar] | None, qdd: Sequence[Scalar] | None, quantities: Quantities
) -> list[Scalar]:
    """The inverse dynamics; None is rest."""
    still = [Expr(robot.graph, robot.graph.const(0))] * (len(robot) + 1)
    return newton_euler(robot, State(q=list(q), qd=list(qd or still), qdd=list(qdd or still)), quantities)


def bias(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """tau - M qdd."""
    return efforts(robot, state.q, state.qd, None, quantities)


OWN = "fewest"
FORMULATION = Option(
    OWN, "how the equations are derived; fewest: the model's own way, best: the shortest of all", (OWN, *FORMULATIONS)
)


def by_formulation(robot: Robot, state: State, formulation: str) -> ClosedForm:
    """M, C and g on a base at rest by a formulation of this name."""
    from linkwright.models.formulations import matrices  # they are built on the models of this folder

    return matrices(leaving_out(robot, "friction", "external", "base"), state.q, formulation)


def base_moves(robot: Robot) -> bool:
    return any(not x.is_zero for name in BASE_MOTION for x in getattr(robot.base, name))


def joint_names(robot: Robot, joints: Sequence[int] | None = None) -> list[str]:
    """For errors."""
    return [f"{robot.name}: joint {j} ({robot.joint(j).name})" for j in (robot.moving if joints is None else joints)]


def labels(robot: Robot, name: str, joints: Sequence[int] | None = None) -> tuple[str, ...]:
    return tuple(f"{name}{j}" for j in (robot.moving if joints is None else joints))


def units(robot: Robot, kind: str, joints: Sequence[int] | None = None) -> tuple[str, ...]:
    """Of q, qd, qdd or tau."""
    column = {"revolute": 1, "prismatic": 2}
    return tuple(STATE_DOC[kind][column[robot.joint(j).kind]] for j in (robot.moving if joints is None else joints))


def matrix_labels(robot: Robot, name: str) -> tuple[str, ...]:
    return tuple(f"{name}{i}_{j}" for i in robot.moving for j in robot.moving)


def matrix_units(robot: Robot, table: dict[tuple[str, str], str]) -> tuple[str, ...]:
    """By the kinds of the joints of row and column."""
    kinds = [robot.joint(j).kind for j in robot.moving]
    return tuple(table[a, b] for a in kinds for b in kinds)


_TURN, _SLIDE = "revolute", "prismatic"
INERTIA_UNITS = {(_TURN, _TURN): "kg m^2", (_TURN, _SLIDE): "kg m", (_SLIDE, _TURN): "kg m", (_SLIDE, _SLIDE): "kg"}
RATE_UNITS = {pair: f"{unit}/s" for pair, unit in INERTIA_UNITS.items()}
INVERSE_UNITS = {
    (_TURN, _TURN): "1/(kg m^2)", (_TURN, _SLIDE): "1/(kg m)", (_SLIDE, _TURN): "1/(kg m)", (_SLIDE, _SLIDE): "1/kg"
}  # fmt: skip
