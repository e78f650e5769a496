"""The terms of the equations of motion: which of a robot's entries a model leaves out, and what its outputs are called.

    tau = M(q) qdd + C(q, qd) qd + g(q) + friction(qd) + wrenches on the environment + effects of a moving base

`M` includes the rotors. `bias` is all but M qdd.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.model import STATE_DOC
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import WRENCH
from linkwright.spatial import Scalar

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


def own_effort(joint: Joint, qd: Scalar, qdd: Scalar, along: Scalar = 0) -> Scalar:
    """What passes along the joint axis, with what rotor and friction of the joint need: Khalil & Dombre (9.93)."""
    dry = 0 if joint.coulomb == 0 else joint.coulomb * qd.sign()
    return along + joint.rotor * qdd + joint.viscous * qd + dry


def need_base_at_rest(robot: Robot, what: str) -> None:
    """For equations that are written for a base that does not move."""
    if any(not x.is_zero for name in BASE_MOTION for x in getattr(robot.base, name)):
        raise RobotError(f"{robot.name} has a moving base; {what} are written for a base at rest", remedy=GENERAL)


GENERAL = "choose the formulation newton_euler or kane"  # the remedy where another formulation cannot do it


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
