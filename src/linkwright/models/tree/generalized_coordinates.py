"""Generalized coordinates: rates and efforts of freedoms and coordinates, and labels and units of model outputs.

    tau = M(q) qdd + C(q, qd) qd + g(q) + friction(qd) + wrenches on the environment + effects of a moving base

`M` includes the rotors; the bias is all but M qdd.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.framework.state import Rates, State
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import has_motor
from linkwright.robot.robot import WRENCH
from linkwright.spatial import Scalar

BASE_MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")


def without_terms(robot: Robot, *groups: str) -> Robot:
    """Robot over the same graph without "friction", "external", "gravity" or "base" (motion of the base)."""
    zero = Expr(robot.graph, robot.graph.const(0))
    joints = robot.joints
    fields: dict[str, Any] = {}
    if "friction" in groups:
        joints = tuple(replace(j, viscous=zero, coulomb=zero) for j in joints)
    base, none = robot.base, dict.fromkeys(WRENCH, zero)
    if "external" in groups:
        joints = tuple(replace(j, body=replace(j.body, **none)) for j in joints)
        base = replace(base, body=replace(base.body, **none))
    if "gravity" in groups:
        fields["gravity"] = (zero,) * 3
    if "base" in groups:
        rest: dict[str, Any] = dict.fromkeys(BASE_MOTION, (zero,) * 3)
        base = replace(base, **rest)
    return robot.in_graph(robot.graph, joints=joints, base=base, **fields)


def rate_of(robot: Robot, rates: Rates, c: Coordinate) -> Scalar:
    """Rate (or acceleration) of a freedom, zero if it has none; for a dependent one by the velocity map.

    For a dependent freedom, `rates` may have its acceleration at zero accelerations of the independent ones.
    """
    if c.given != "closure":
        return rates.get(c, 0)
    total: Scalar = rates.get(c, 0)
    for a, factor in robot.velocity_map_row(c):
        total = total + rates.get(a, 0) * factor
    return total


def project_efforts(robot: Robot, values: Mapping[Coordinate, Scalar]) -> list[Scalar]:
    """Project efforts of freedoms on the independent coordinates, by equal power: G^T tau."""
    if len(values) == len(robot.coordinates):  # no dependent freedoms
        return [values[c] for c in robot.coordinates]
    total: dict[Coordinate, Scalar] = dict.fromkeys(robot.coordinates, 0)
    for c, x in values.items():
        for a, factor in robot.velocity_map_row(c):
            total[a] = total[a] + x * factor
    return list(total.values())


def tree_freedoms(robot: Robot) -> tuple[Coordinate, ...]:
    """Freedoms of the base and of all joints of the tree, independent and dependent."""
    return tuple(c for j in range(len(robot) + 1) for c in robot.freedoms(j))


def is_motor_side(robot: Robot, c: Coordinate) -> bool:
    """Whether rotor and friction of its joint act on a freedom: with a spring, those of the motor side."""
    return bool(c.link) and (c.is_motor or not has_motor(robot.joint(c.link)))


def rotor_inertia_of(robot: Robot, c: Coordinate) -> Scalar:
    """Inertia of the rotor that moves with a freedom, kg m^2 or kg; 0 if there is none."""
    return robot.joint(c.link).rotor if is_motor_side(robot, c) else 0


def joint_effort(robot: Robot, state: State, c: Coordinate, along: Scalar = 0) -> Scalar:
    """Joint effort: the wrench component `along` the freedom, rotor, friction and spring; Khalil & Dombre (9.93)."""
    along = along + state.springs.get(c, 0)
    if not is_motor_side(robot, c):
        return along
    joint, qd = robot.joint(c.link), rate_of(robot, state.qd, c)
    dry = 0 if joint.coulomb == 0 or not isinstance(qd, Expr) else joint.coulomb * qd.sign()  # a number: at rest
    return along + joint.rotor * rate_of(robot, state.qdd, c) + joint.viscous * qd + dry


def has_prescribed_base_motion(robot: Robot) -> bool:
    """Whether the tables of the robot prescribe the motion of its base."""
    return any(not x.is_zero for name in BASE_MOTION for x in getattr(robot.base, name))


def require_base_at_rest(robot: Robot, what: str) -> None:
    """Raise an error if the base moves, for formulations (`what`) that assume a fixed base."""
    if has_prescribed_base_motion(robot):
        raise RobotError(
            f"{robot.name} has a moving base; {what} assume a base at rest", remedy=GENERAL_FORMULATION_REMEDY
        )


def has_orientation(robot: Robot) -> bool:
    """Whether part of the position is an orientation (floating base, ball joints), whose rates are no derivatives."""
    return bool(robot.freedoms(0)) or any(joint.kind == "ball" for joint in robot.joints)


def require_single_axis_joints(robot: Robot, what: str, balls: bool = False) -> None:
    """Raise an error for coupled, flexible or (unless `balls`) ball joints, which a formulation does not support."""
    if robot.couplings or any(joint.flexible or (joint.kind == "ball" and not balls) for joint in robot.joints):
        what = f"{robot.name} has coupled, flexible or ball joints; {what} do not support them"
        raise RobotError(what, remedy=GENERAL_FORMULATION_REMEDY)


GENERAL_FORMULATION_REMEDY = (
    "choose the formulation newton_euler or kane"  # the remedy where another formulation is not applicable
)


def coordinate_rows(robot: Robot) -> dict[Coordinate, int]:
    """Row of each independent coordinate in vectors and matrices."""
    return {c: k for k, c in enumerate(robot.coordinates)}


def label_by_coordinate(robot: Robot, values: Sequence[Scalar]) -> dict[Coordinate, Scalar]:
    """Dictionary of values that are given in the order of the coordinates."""
    return dict(zip(robot.coordinates, values, strict=True))


def joint_names(robot: Robot, coordinates: Sequence[Coordinate] | None = None) -> list[str]:
    """Names of coordinates and their joints for error messages."""
    of = robot.coordinates if coordinates is None else coordinates
    return [f"{robot.name}: joint {c.suffix} ({c.joint})" for c in of]


def tensor_labels(robot: Robot, name: str, rank: int) -> tuple[str, ...]:
    """Labels of the entries of a tensor with a coordinate for each index."""
    return index_labels(name, *[robot.coordinates] * rank)


def index_labels(name: str, *of: Sequence[Coordinate]) -> tuple[str, ...]:
    """Labels of the entries of a tensor with a coordinate of `of[k]` for index k."""
    return tuple(name + "_".join(c.suffix for c in index) for index in product(*of))


_POWERS = {2: "kg m^2", 1: "kg m", 0: "kg", -1: "kg/m"}


def tensor_unit(*index: Coordinate) -> str:
    """Unit of the coefficient of an acceleration, or of a product of rates, in the effort of the first coordinate."""
    return _POWERS[2 - sum(not c.is_rotation for c in index)]


def tensor_units(robot: Robot, rank: int) -> tuple[str, ...]:
    """Units of the entries of a tensor with a coordinate for each index (`tensor_unit`)."""
    return tuple(tensor_unit(*index) for index in product(robot.coordinates, repeat=rank))


def matrix_units(robot: Robot, table: Mapping[tuple[bool, bool], str]) -> tuple[str, ...]:
    """Units of the entries of a matrix, from a table by whether the coordinates of row and column turn."""
    return tuple(table[a.is_rotation, b.is_rotation] for a, b in product(robot.coordinates, repeat=2))


_TURN, _SLIDE = True, False
INERTIA_UNITS = {(_TURN, _TURN): "kg m^2", (_TURN, _SLIDE): "kg m", (_SLIDE, _TURN): "kg m", (_SLIDE, _SLIDE): "kg"}
RATE_UNITS = {pair: f"{unit}/s" for pair, unit in INERTIA_UNITS.items()}
INVERSE_UNITS = {pair: "1/kg" if unit == "kg" else f"1/({unit})" for pair, unit in INERTIA_UNITS.items()}
