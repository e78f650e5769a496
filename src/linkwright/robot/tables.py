"""Tables of a robot for printing: titles, columns, rows of text."""

from __future__ import annotations

import re

from linkwright.expr import Expr, make_symbol
from linkwright.robot.fields import ELASTIC
from linkwright.robot.parts import Coupling
from linkwright.robot.robot import GEOMETRY, IDENTITY, INERTIA, PLACE, WRENCH, Joint, Robot

DIGITS = 5
_DECIMAL = re.compile(r"(?<![\w.])(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?")
PrintedTable = tuple[str, list[str], list[list[str]]]


def robot_tables(robot: Robot) -> list[PrintedTable]:
    """Return geometry, inertia, actuators, wrenches, loops, frames, base and numbers; empty tables are left out."""
    joints = list(enumerate(robot.joints, 1))
    tables: list[PrintedTable] = [
        ("geometry", ["j", "name", "parent", "kind", *GEOMETRY], [_geometry(str(j), x) for j, x in joints]),
        (
            "inertia",
            ["j", *INERTIA],
            [[str(j), *(format_value(getattr(x.body, f)) for f in INERTIA)] for j, x in joints],
        ),
    ]
    actuators = ("rotor", "viscous", "coulomb", *ELASTIC)
    limits = ("lower", "upper", "velocity", "effort")
    if any(not x.actuated or x.flexible or not getattr(x, f).is_zero for _, x in joints for f in actuators):
        flags = ("actuated", "flexible", *(("parallel",) if any(x.parallel for _, x in joints) else ()))
        rows = [
            [
                str(j),
                *("yes" if getattr(x, f) else "no" for f in flags),
                *(format_value(getattr(x, f)) for f in actuators),
            ]
            for j, x in joints
        ]
        tables.append(("joints", ["j", *flags, *actuators], rows))
    if any(getattr(x.limits, f) is not None for _, x in joints for f in limits):
        rows = [[str(j), *(_format_optional(getattr(x.limits, f)) for f in limits)] for j, x in joints]
        tables.append(("limits", ["j", "lower", "upper", "velocity", "effort"], rows))
    if any(x.start for _, x in joints):
        tables.append(
            ("assembled at", ["j", "name", "start"], [[str(j), x.name, format_value(x.start)] for j, x in joints])
        )
    if any(not getattr(x.body, f).is_zero for _, x in joints for f in WRENCH):
        rows = [[str(j), *(format_value(getattr(x.body, f)) for f in WRENCH)] for j, x in joints]
        tables.append(("wrenches on the environment", ["j", *WRENCH], rows))
    for k, loop in enumerate(robot.loops, 1):
        rows = [_geometry("cut", loop.joint), _geometry("closes on", loop.frame)]
        tables.append((f"loop {k}", ["", "name", "parent", "kind", *GEOMETRY], rows))
    if robot.couplings:
        tables.append(("couplings", ["joint", "is"], [_coupling(robot, x) for x in robot.couplings]))
    if robot.wheels:
        rows = [[x.name, x.kind, *(robot.joint(j).name if j else "" for j in (x.spin, x.steer)), format_value(x.radius),
                 format_value(x.roller)] for x in robot.wheels]  # fmt: skip
        tables.append(("wheels", ["name", "kind", "spin", "steer", "radius", "roller"], rows))
    if robot.frames:
        rows = [[x.name, _link(robot, x.link), *(format_value(getattr(x, f)) for f in PLACE), "yes" if x.end else ""]
                for x in robot.frames]  # fmt: skip
        tables.append(("frames by name", ["name", "on link", *PLACE, "end"], rows))
    base = [["gravity", *map(format_value, robot.gravity)]]
    for name in ("angular_velocity", "angular_acceleration", "velocity", "acceleration"):
        values: tuple[Expr, ...] = getattr(robot.base, name)
        if any(not v.is_zero for v in values):
            base.append([name.replace("_", " "), *map(format_value, values)])
    tables.append((f"base ({robot.base.kind})", ["", "x", "y", "z"], base))
    pose = [format_value(v) for v in robot.base.pose]
    if [v.number for v in robot.base.pose] != list(IDENTITY):
        tables.append(("base in the world", ["s", "n", "a", "P"], [pose[k : k + 4] for k in (0, 4, 8)]))
    body = [(f, format_value(v)) for f in (*INERTIA, *WRENCH) if not (v := getattr(robot.base.body, f)).is_zero]
    if body:
        tables.append(("body of the base", ["parameter", "value"], [list(pair) for pair in body]))
    if robot.numbers:
        tables.append(("numbers", ["symbol", "value"], [[k, format_value(v)] for k, v in robot.numbers.items()]))
    return tables


def format_value(value: object) -> str:
    """Format a number or formula: decimals with five significant digits; integers, fractions and names stay."""
    return _DECIMAL.sub(lambda found: f"{float(found.group()):.{DIGITS}g}", str(value))


def _geometry(label: str, joint: Joint) -> list[str]:
    cells = {f: format_value(getattr(joint, f)) for f in GEOMETRY}
    place = {"revolute": "theta", "prismatic": "r"}.get(joint.kind)
    if place:
        value: Expr = getattr(joint, place)
        offset = (
            "" if value.is_zero else format_value(value) if str(value).startswith("-") else f"+{format_value(value)}"
        )
        cells[place] = f"{joint.variable}{offset}"
    return [label, joint.name, str(joint.parent), joint.kind, *cells.values()]


def _link(robot: Robot, j: int) -> str:
    return {0: "0 (base)", -1: "world"}.get(j) or f"{j} ({robot.joint(j).name})"


def _coupling(robot: Robot, coupling: Coupling) -> list[str]:
    """Return the variable of a coupled joint, and the formula of its position."""
    total = coupling.offset
    for term in coupling.terms:
        total = total + term.factor * make_symbol(total.graph, robot.joint(term.joint).variable, "variable")
    return [robot.joint(coupling.joint).variable, format_value(total)]


def _format_optional(value: float | None) -> str:
    return "" if value is None else format_value(value)
