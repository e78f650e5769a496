"""The native format: TOML, read with the standard library and written without loss.

    name = "RX90"
    gravity = [0, 0, "G3"]

    [[joint]]                  # one table per joint, outward from the base
    kind = "revolute"          # revolute | prismatic | ball | fixed
    alpha = "pi/2"             # numbers, or formulas as text
    body = "symbolic"          # XX1 ... M1; or { XX = ..., M = ... } about the frame's origin;
                               # or { mass =, com = [x, y, z], inertia = [Ixx, Ixy, Ixz, Iyy, Iyz, Izz] }

    [[loop]]                   # cut joint on one link, and closing frame on another (`robot.Loop`)
    joint = { parent = "coupler", kind = "revolute", d = "L2" }    # and prismatic, cylindrical, universal, ball,
    frame = { parent = "follower", d = "L1" }                      # planar, line, fixed

    [[coupling]]               # a dependent joint: q4 = -q2 - q3 + offset
    joint = "wrist"            # joints by name or number
    terms = { shoulder = -1, elbow = -1 }    # or, for one joint: to = "shoulder", factor = -1

    [[wheel]]                  # under a base of kind "mobile"
    kind = "castor"            # fixed | steering | castor | swedish | ball
    radius = "rc"
    spin = "castor_spin"       # the joints that spin and steer it; or, without joints, its place: x, y, z,
    steer = "castor_steer"     # heading, trail, actuated, steered, body, steer_body (`robot.wheels`)

    [[frame]]                  # a frame by name, fixed to a link (`robot.Frame`): a tool, the links of a URDF
    name = "tool0"
    link = "wrist"             # the joint of the link, by name or number; 0: the base
    z = "L6"                   # x, y, z in the frame of the link, and roll, pitch, yaw
    end = true                 # the option `end` of models means this frame

    [parallel]                 # a platform and its legs, which become joints and loops (`formats.toml_parallel`)

    [numbers]                  # values of the symbols
    d3 = 0.45

Every key that is left out has the default of `robot.Joint`; `parent` is the previous joint. Unknown keys are errors.
Wheels and parallel robots are written with their joints: those that the reader made are then ordinary joints.
A joint's `start` is its position in the assembly of a robot with loops.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from linkwright.errors import FormatError, InputError
from linkwright.expr import Expr
from linkwright.expr.printer import number_text
from linkwright.formats.format import MAX_JOINTS, Format, decode_text, name_from_file, warn_of_physics
from linkwright.formats.toml_joint import JOINT, LIMITS, LOOP, SCALARS, read_joint, read_loop
from linkwright.formats.toml_parallel import read_parallel
from linkwright.formats.toml_table import Data, LineIndex, TomlTable, describe_value, joint_number, read_body
from linkwright.formats.toml_wheels import read_wheel
from linkwright.robot import Base, Body, Coupling, Frame, Joint, Robot, Term, Wheel
from linkwright.robot.robot import IDENTITY, INERTIA, PLACE, WRENCH

_DEEP = re.compile(r"[\[{](?:\s*(?:[\w.\"'-]+\s*=\s*)?[\[{]){20}")
MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")
TOP = ("name", "description", "source", "gravity", "base", "joint", "loop", "coupling", "wheel", "frame", "parallel",
       "numbers", "nonzero")  # fmt: skip
FRAME = ("name", "link", *PLACE, "joints", "end")
LARGEST_EXACT = 2**53  # beyond it doubles, the only numbers of JSON readers, skip integers
COUPLING = ("joint", "terms", "to", "factor", "offset")


def read(data: bytes, file: str) -> Robot:
    """Read a robot from TOML."""
    text = decode_text(data, file)
    places = LineIndex(text, file)
    for number, row in enumerate(text.split("\n"), 1):  # the depth limit of tomllib depends on the version of Python
        if _DEEP.search(row):
            raise FormatError("values are nested too deep", file=file, line=number)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        at = re.search(r"\(at line (\d+)", str(problem))
        line = int(at.group(1)) if at else text.count("\n") + 1
        what = re.sub(r" \(at .*\)$", "", str(problem))
        remedy = next((text for word, text in _REMEDIES.items() if word in what), "")
        raise FormatError(f"not TOML: {what}", file=file, line=line, remedy=remedy) from None
    except RecursionError:
        deepest = max(range(len(lines := text.split("\n"))), key=lambda k: lines[k].count("[") + lines[k].count("{"))
        raise FormatError("values are nested too deep", file=file, line=deepest + 1) from None
    except ValueError as problem:  # a date or number that Python cannot hold
        raise FormatError(f"not TOML: {problem}", file=file, line=1) from None
    robot = build(table, places)
    warn_of_physics(robot, file)
    return robot


_REMEDIES = {  # by messages of tomllib
    "Invalid value": "numbers begin with a digit, 0.5, and formulas are in quotes",
    "Cannot declare": "write the table once; several of a kind are [[joint]], [[loop]], ...",
    "Cannot overwrite": "give every key once",
}


# -- from tables to the robot ----------------------------------------------------------------------------------------


def build(data: Mapping[str, Any], places: LineIndex) -> Robot:
    """Build the robot from nested tables, or raise all their errors."""
    top = TomlTable(dict(data), places, (), TOP, "")
    rows = {key: top.tables(key) for key in ("joint", "loop", "coupling", "wheel", "frame")}
    _check_counts(top, rows)
    joints: list[Joint] = []
    names: list[str] = []
    for j, item in enumerate(rows["joint"], 1):
        joints.append(read_joint(TomlTable(item, places, ("joint", j), JOINT, f"joint {j}"), j, names, j - 1))
        names.append(joints[-1].name or f"joint{j}")
    wheels: list[Wheel] = []
    for k, item in enumerate(rows["wheel"], 1):
        wheel, made = read_wheel(item, places, k, names)
        wheels.append(wheel)
        joints += made
        names += [joint.name for joint in made]
    made, closed = read_parallel(data["parallel"], places, names, len(rows["loop"])) if "parallel" in data else ([], [])
    joints += made
    names += [joint.name for joint in made]
    loops = []
    for k, item in enumerate(rows["loop"], 1):
        loops.append(read_loop(TomlTable(item, places, ("loop", k), LOOP, f"loop {k}"), len(joints) + k, names))
    couplings = [_coupling(item, places, k, names) for k, item in enumerate(rows["coupling"], 1)]
    frames = [_read_frame(item, places, k, names) for k, item in enumerate(rows["frame"], 1)]
    given = data.get("numbers", {})
    numbers = TomlTable(given, places, ("numbers",), tuple(given) if isinstance(given, dict) else (), "the numbers")
    parts: Data = {
        "name": top.plain("name", str, "") or name_from_file(places.file),
        "joints": tuple(joints),
        "loops": (*loops, *closed),
        "couplings": tuple(couplings),
        "wheels": tuple(wheels),
        "frames": tuple(frames),
        "gravity": top.vector("gravity", 3) if "gravity" in data else (0, 0, "G3"),
        "base": _base(data, places),
        "description": top.plain("description", str, ""),
        "source": top.plain("source", str, ""),
        "numbers": {k: numbers.number(k) or 0.0 for k in numbers.data},
    }
    nonzero = top.words("nonzero")
    places.problems.raise_all()
    try:
        return Robot(**parts).with_nonzero(*nonzero) if nonzero else Robot(**parts)
    except InputError as problem:
        raise problem.placed(places.file, places.line_of) from None


def _check_counts(top: TomlTable, rows: Mapping[str, list[Any]]) -> None:
    if not (rows["joint"] or rows["wheel"] or "parallel" in top.data or top.places.problems.errors):
        top.fail("no joints", "write one [[joint]] table per joint")
    counts = {"joint": "joints", "loop": "loops", "coupling": "couplings", "wheel": "wheels"}
    if len(rows["frame"]) > 10 * MAX_JOINTS:
        top.fail(f"{len(rows['frame'])} frames", f"at most {10 * MAX_JOINTS} are read")
        top.places.problems.raise_all()
    if sum(len(rows[key]) for key in counts) > MAX_JOINTS:
        many = ", ".join(f"{len(rows[key])} {name}" for key, name in counts.items() if rows[key])
        top.fail(many, f"at most {MAX_JOINTS} are read")
        top.places.problems.raise_all()


def _coupling(item: Any, places: LineIndex, k: int, names: list[str]) -> Coupling:
    table = TomlTable(item, places, ("coupling", k), COUPLING, f"coupling {k}")
    data = table.data
    if not isinstance(item, dict):
        return Coupling(0)
    if "joint" not in data:
        table.fail(f"coupling {k} has no joint", "name the dependent joint", "joint")
    if ("terms" in data) == ("to" in data):
        found = "has both 'terms' and 'to'" if "to" in data else "names no other joint"
        table.fail(f"coupling {k} {found}", 'write terms = { NAME = FACTOR } or to = "NAME"', "terms")
    if "factor" in data and "to" not in data:
        table.fail(f"factor of coupling {k} without 'to'", "factors of several joints are in the terms", "factor")
    joint = joint_number(table, data.get("joint", 0), names, "joint")
    return Coupling(joint, _terms(table, names), table.scalar(data.get("offset", 0), "offset"))


def _terms(table: TomlTable, names: list[str]) -> tuple[Term, ...]:
    """Read the terms of a coupling: one joint in the short form, or a table of factors by joint."""
    data = table.data
    if "to" in data:
        table.places.elsewhere[(*table.cell, "terms")] = (*table.cell, "to")
        return (Term(joint_number(table, data["to"], names, "to"), table.scalar(data.get("factor", 1), "factor")),)
    terms = data.get("terms", {})
    if not isinstance(terms, dict):
        table.fail(f"terms of {table.what} is {describe_value(terms)}", "a table { NAME = FACTOR } is needed", "terms")
        return ()
    return tuple(
        Term(joint_number(table, name, names, "terms", name), table.scalar(value, "terms", None, name))
        for name, value in terms.items()
    )


def _read_frame(item: Any, places: LineIndex, k: int, names: list[str]) -> Frame:
    table = TomlTable(item, places, ("frame", k), FRAME, f"frame {k}")
    values = {key: table.scalar(table.data[key], key) for key in PLACE if key in table.data}
    return Frame(
        name=table.plain("name", str, ""), link=joint_number(table, table.data.get("link", 0), names, "link"),
        joints=table.words("joints"), end=table.plain("end", bool, False), **values,
    )  # fmt: skip


def _base(data: Mapping[str, Any], places: LineIndex) -> Base:
    table = TomlTable(data.get("base", {}), places, ("base",), ("kind", "pose", "body", *MOTION), "the base")
    values: Data = {key: table.vector(key, 3) for key in MOTION if key in table.data}
    if "pose" in table.data:
        values["pose"] = table.vector("pose", 16)
    kind = table.plain("kind", str, "fixed")
    if kind not in ("fixed", "floating", "mobile"):
        table.fail(f"kind of the base is {kind!r}", "fixed, floating and mobile are known", "kind")
        kind = "fixed"
    return Base(kind=kind, body=read_body(table, 0), **values)


# -- from the robot to tables ----------------------------------------------------------------------------------------


def as_data(robot: Robot) -> Data:
    """Return the robot as nested plain tables, without defaults: the content of a file, which `build` reads."""
    n, loops = len(robot), len(robot.loops)
    data: Data = {"name": robot.name}
    data |= {key: getattr(robot, key) for key in ("description", "source") if getattr(robot, key)}
    data["gravity"] = [_value(v) for v in robot.gravity]
    base = _base_data(robot.base)
    if base:
        data["base"] = base
    data["joint"] = [_joint_data(joint, j, f"joint{j}") for j, joint in enumerate(robot.joints, 1)]
    if loops:
        data["loop"] = [
            {
                "joint": _joint_data(loop.joint, n + k, f"joint{n + k}", loop=True),
                "frame": _joint_data(loop.frame, n + k, f"frame{n + loops + k}", loop=True),
            }
            for k, loop in enumerate(robot.loops, 1)
        ]
    if robot.couplings:
        data["coupling"] = [_coupling_data(robot, coupling) for coupling in robot.couplings]
    if robot.wheels:
        data["wheel"] = [_wheel_data(robot, wheel) for wheel in robot.wheels]
    if robot.frames:
        data["frame"] = [_frame_data(robot, frame) for frame in robot.frames]
    if robot.nonzero:
        data["nonzero"] = list(robot.nonzero)
    if robot.numbers:
        data["numbers"] = dict(robot.numbers)
    return data


def _value(e: Expr) -> int | float | str:
    number = e.number
    if number is None:
        return str(e)
    if isinstance(number, float) or (isinstance(number, int) and abs(number) <= LARGEST_EXACT):
        return number
    return number_text(number)


def _joint_data(joint: Joint, j: int, name: str, loop: bool = False) -> Data:
    data: Data = {}
    if joint.name != name:
        data["name"] = joint.name
    if loop or joint.parent != j - 1:
        data["parent"] = joint.parent
    data["kind"] = joint.kind
    if joint.variable != (f"q{j}" if joint.moves else ""):
        data["variable"] = joint.variable
    plain = Joint()
    for key in SCALARS:
        value = getattr(joint, key)
        if value is not None and (key in ("velocity", "acceleration", "effort") or not value.is_zero):
            data[key] = _value(value)
    for key in ("actuated", "flexible", "parallel"):
        if getattr(joint, key) != getattr(plain, key):
            data[key] = getattr(joint, key)
    if joint.start:
        data["start"] = joint.start
    if joint.behind:
        data["behind"] = list(joint.behind)
    for key, field in LIMITS.items():
        if getattr(joint.limits, field) is not None:
            data[key] = getattr(joint.limits, field)
    body = _body_data(joint.body, j)
    if body:
        data["body"] = body
    return data


def _coupling_data(robot: Robot, coupling: Coupling) -> Data:
    data: Data = {"joint": robot.joint(coupling.joint).name}
    data["terms"] = {robot.joint(term.joint).name: _value(term.factor) for term in coupling.terms}
    return data if coupling.offset.is_zero else data | {"offset": _value(coupling.offset)}


def _wheel_data(robot: Robot, wheel: Wheel) -> Data:
    data: Data = {"kind": wheel.kind}
    if wheel.name:
        data["name"] = wheel.name
    data |= {key: robot.joint(j).name for key in ("spin", "steer") if (j := getattr(wheel, key))}
    return data | {key: _value(v) for key in ("radius", "roller") if not (v := getattr(wheel, key)).is_zero}


def _frame_data(robot: Robot, frame: Frame) -> Data:
    data: Data = {"name": frame.name, "link": robot.joint(frame.link).name if frame.link > 0 else frame.link}
    data |= {key: _value(v) for key in PLACE if not (v := getattr(frame, key)).is_zero}
    data |= {"joints": list(frame.joints)} if frame.joints else {}
    return data | ({"end": True} if frame.end else {})


def _body_data(body: Body, j: int) -> Data | str:
    data = {key: _value(value) for key in (*INERTIA, *WRENCH) if not (value := getattr(body, key)).is_zero}
    return "symbolic" if data == {key: f"{key}{j}" for key in INERTIA} else data


def _base_data(base: Base) -> Data:
    data: Data = {"kind": base.kind} if base.kind != "fixed" else {}
    if [v.number for v in base.pose] != list(IDENTITY):
        data["pose"] = [_value(v) for v in base.pose]
    for key in MOTION:
        values = getattr(base, key)
        if not all(v.is_zero for v in values):
            data[key] = [_value(v) for v in values]
    body = _body_data(base.body, 0)
    return data | {"body": body} if body else data


def write(robot: Robot) -> str:
    """Return the robot as TOML."""
    data = as_data(robot)
    parts = [
        _write_keys({k: v for k, v in data.items() if k in ("name", "description", "source", "gravity", "nonzero")})
    ]
    if "base" in data:
        parts.append("[base]\n" + _write_keys(data["base"]))
    for key in ("joint", "loop", "coupling", "wheel", "frame"):
        parts += [f"[[{key}]]\n" + _write_keys(table) for table in data.get(key, [])]
    if "numbers" in data:
        parts.append("[numbers]\n" + _write_keys(data["numbers"]))
    return "\n".join(parts)


def _write_keys(data: Data) -> str:
    return "".join(f"{key} = {literal(value)}\n" for key, value in data.items())


def literal(value: Any) -> str:
    """Return a value in TOML's notation."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else _escape(c)) for c in value) + '"'
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {literal(v)}" for k, v in value.items()) + " }"
    return repr(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else literal(name)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escape(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


FORMAT = Format("toml", (".toml",), read, write, "the native format: everything that a robot has, numbers and symbols")

__all__ = ["FORMAT", "as_data", "build", "literal", "read", "write"]
