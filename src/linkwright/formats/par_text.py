"""Text of `.par` files, and comments for facts that the format cannot express."""

from __future__ import annotations

import re
from typing import Any

from linkwright.errors import FormatError, RobotError
from linkwright.expr import Expr, Importer
from linkwright.expr.graph import Graph
from linkwright.formats.toml import literal
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import INERTIA, WRENCH

DIALECTS = ("opensymoro", "symoro+")
_SIGMA = {"revolute": 0, "prismatic": 1, "fixed": 2}
_CAPITALS = {key: key.capitalize() for key in ("ant", "sigma", "b", "r", "alpha", "mu", "theta")}
_FACTS_NOTE = "(* Facts without a place in this format, for readers that know them *)"


def plain_name(name: str) -> str:
    """Return the name in characters that a `.par` file can hold."""
    return re.sub(r"[^A-Za-z0-9_ -]", "_", name)


def par_statements(robot: Robot, dialect: str) -> str:
    """Return all statements of the file."""
    old = dialect == "symoro+"
    ball = next((j.name for j in robot.joints if j.kind == "ball"), "")
    if ball:
        raise RobotError(f"{ball!r} is a ball joint, which .par files do not have",
                         remedy="use three revolute joints, or write .toml")  # fmt: skip
    for k, loop in enumerate(robot.loops, 1):
        if loop.joint.kind not in _SIGMA:
            what = f"loop {k} is cut at a {loop.joint.kind} joint, which .par files do not have"
            raise RobotError(what, remedy="cut it at a revolute or prismatic joint, or write .toml")
    if old and robot.base.kind != "fixed":
        raise RobotError(f"SYMORO+ files have no {robot.base.kind} base", remedy="write the OpenSYMORO dialect")
    if beside := [j.name for j in robot.joints if j.parallel]:
        raise RobotError(f"{', '.join(beside)}: a spring parallel to motor or rotor, which .par files do not have",
                         remedy="write .toml")  # fmt: skip
    if old and any(j.flexible for j in robot.joints):
        raise RobotError("SYMORO+ files have no flexible joints", remedy="write the OpenSYMORO dialect")
    table = _lists(robot)
    counts = {"NF": len(table["ant"]), "NL": len(robot), "NJ": len(robot) + len(robot.loops)}
    kind = 2 if robot.loops else 0 if robot.is_serial else 1
    lines = [f"(* Robotname = '{plain_name(robot.name)}' *)"]
    lines += [f"{key} = {counts[key]}" for key in (("NF", "NL", "NJ") if old else ("NL", "NJ", "NF"))]
    lines.append(f"Type = {kind} (* {('Simple', 'Tree', 'Closed')[kind]} *)" if old else f"Type = {kind}")
    if not old:
        lines += [f"is_floating = {robot.base.kind == 'floating'}", f"is_mobile = {robot.base.kind == 'mobile'}"]
    geometry = ("ant", "sigma", "b", "d", "r", "gamma", "alpha", "mu", "theta")
    last = ("Velocity and acceleration of the base", ("W0", "WP0", "V0", "VP0"))
    sections = [
        ("Geometric parameters", geometry),
        ("Dynamic parameters and external forces", (*INERTIA, "IA", "FV", "FS", *WRENCH)),
        ("Joint parameters", ("QP", "QDP") if old else ("eta", "k", "QP", "QDP", "GAM")),
        last,
        *([("Matrix Z", ("Z",)), ("Acceleration of gravity", ("G",))] if old else
          [("Acceleration of gravity", ("G",)), ("Transformation of 0 frame position fT0", ("Z",))]),
    ]  # fmt: skip
    for title, keys in sections:
        lines += ["", f"(* {title} *)"]
        lines += [f"{_CAPITALS.get(key, key) if old else key} = {{{_join_values(table[key], old)}}}" for key in keys]
    return "\n".join([*lines, "", "(* End of definition *)", ""])


def _join_values(values: list[str], old: bool) -> str:
    joined = ",".join(values)
    return re.sub(r"\bpi\b", "Pi", joined) if old else joined.replace("^", "**")


def _lists(robot: Robot) -> dict[str, list[str]]:
    cut = [loop.joint for loop in robot.loops]
    frames = [*robot.joints, *cut, *(loop.frame for loop in robot.loops)]
    joints = [*robot.joints, *cut]
    bodies = [robot.base.body] if robot.base.kind != "fixed" else []
    bodies += [j.body for j in robot.joints]
    still = ["0"] * (len(bodies) - len(robot))
    table = {
        "ant": [str(f.parent) for f in frames], "sigma": [str(_SIGMA[f.kind]) for f in frames],
        "mu": [str(int(f.actuated)) for f in frames], "eta": [str(int(j.flexible)) for j in joints],
    }  # fmt: skip
    table |= {key: [_geometry_text(f, key) for f in frames] for key in ("b", "d", "r", "gamma", "alpha", "theta")}
    table |= {key: [str(getattr(body, key)) for body in bodies] for key in (*INERTIA, *WRENCH)}
    for key, field in (("IA", "rotor"), ("FV", "viscous"), ("FS", "coulomb")):
        table[key] = [*still, *(str(getattr(j, field)) for j in robot.joints)]
    table["k"] = [str(j.stiffness) for j in joints]
    for key, field in (("QP", "velocity"), ("QDP", "acceleration"), ("GAM", "effort")):
        table[key] = [_rate_text(j, field, f"{key}{k}") for k, j in enumerate(joints, 1)]
    base = robot.base
    for key, values in (("W0", base.angular_velocity), ("WP0", base.angular_acceleration), ("V0", base.velocity),
                        ("VP0", base.acceleration), ("Z", base.pose), ("G", robot.gravity)):  # fmt: skip
        table[key] = [str(v) for v in values]
    return table


def _geometry_text(joint: Joint, key: str) -> str:
    """Return a geometric parameter, with the joint variable in theta or r."""
    value: Expr = getattr(joint, key)
    if (joint.kind, key) not in (("revolute", "theta"), ("prismatic", "r")):
        return str(value)
    graph = Graph()
    variable = Expr(graph, graph.symbol(joint.variable))
    return str(variable + Importer(graph, role=lambda s: "parameter")(value))


def _rate_text(joint: Joint, field: str, usual: str) -> str:
    value = getattr(joint, field)
    return str(value) if value is not None else usual if joint.moves else "0"


def parts_in_comments(robot: Robot) -> list[str]:
    """Return the parts of a robot's mechanics that only comments hold: other programs ignore them."""
    joints = [*robot.joints, *(loop.joint for loop in robot.loops)]
    elastic = [name for name in ("damping", "rest") if any(not getattr(j, name).is_zero for j in joints)]
    parts = [name for name in ("couplings", "wheels", "frames") if getattr(robot, name)]
    return [*parts, *(f"{x} of springs" for x in elastic)]


# -- facts without a place -------------------------------------------------------------------------------------------


def variables(robot: Robot) -> dict[str, Any]:
    """Return the names of joint variables next to other symbols, where a reader could choose the wrong one."""
    joints = [*robot.joints, *(loop.joint for loop in robot.loops)]
    table = {}
    for j, joint in enumerate(joints, 1):
        offset = joint.theta if joint.kind == "revolute" else joint.r
        if joint.moves and offset.symbols:
            table[str(j)] = {"variable": joint.variable}
    return {"joint": table} if table else {}


def differing_facts(have: dict[str, Any], want: dict[str, Any]) -> dict[str, Any]:
    """Return the facts that turn `have` into `want`: tables by key, lists of tables by number."""
    facts: dict[str, Any] = {}
    for key, value in want.items():
        if key in ("joint", "loop"):
            pairs = zip(have[key], value, strict=True)
            rows = {str(k): d for k, (a, b) in enumerate(pairs, 1) if (d := difference_of_table(a, b))}
            if rows:
                facts[key] = rows
        elif key != "name" and have.get(key) != value:
            facts[key] = value
    return facts


def difference_of_table(have: dict[str, Any], want: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in want.items() if have.get(key) != value}


def merge_facts(data: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """Merge the facts into the tables. Wrong facts are left to the checks of the native format."""
    out = dict(data)
    for key, value in facts.items():
        if key in ("joint", "loop") and isinstance(value, dict):
            rows = [dict(row) for row in data.get(key, [])]
            for number, more in value.items():
                if _is_index(number, len(rows)) and isinstance(more, dict):
                    rows[int(number) - 1].update(more)
                else:
                    raise FormatError(f"a comment (*# ... *) refers to {key} {number}, which does not exist")
            out[key] = rows
        else:
            out[key] = value
    return out


def _is_index(number: str, n: int) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 9 and 1 <= int(number) <= n


def append_facts(text: str, facts: dict[str, Any]) -> str:
    """Append the facts to the file's text as comments, in ASCII."""
    if not facts:
        return text
    lines = [_FACTS_NOTE]
    for key, value in facts.items():
        rows = value.items() if key in ("joint", "loop", "numbers") else [("", value)]
        for number, row in rows:
            name = f"{key}.{number}" if number else key
            lines.append(f"(*# {name} = {_ascii(literal(row))} *)")
    return text + "\n".join([*lines, ""])


def _ascii(text: str) -> str:
    closed = text.replace("*)", "*\\u0029")  # inside a string: nothing else in TOML holds these characters
    return "".join(c if c.isascii() else f"\\U{ord(c):08x}" for c in closed)


__all__ = [
    "DIALECTS",
    "append_facts",
    "differing_facts",
    "merge_facts",
    "par_statements",
    "parts_in_comments",
    "plain_name",
    "variables",
]
