"""The native format: TOML, read with the standard library and written without loss.

    name = "RX90"
    gravity = [0, 0, "G3"]

    [[joint]]                  # one table per joint, outward from the base
    kind = "revolute"          # revolute | prismatic | fixed
    alpha = "pi/2"             # numbers, or formulas as text
    body = "symbolic"          # XX1 ... M1; or { XX = ..., M = ... } about the frame's origin;
                               # or { mass =, com = [x, y, z], inertia = [Ixx, Ixy, Ixz, Iyy, Iyz, Izz] }

    [numbers]                  # values of the symbols
    d3 = 0.45

Every key that is left out has the default of `robot.Joint`; `parent` is the previous joint. Unknown keys are errors.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from linkwright.errors import Cell, ExpressionError, FormatError, InputError, Noting, Problems, UnknownName
from linkwright.expr import Expr, Graph
from linkwright.expr.printer import number_text
from linkwright.formats.format import MAX_JOINTS, Format, formula, stem, text_of, warn_of_physics
from linkwright.robot import Base, Body, Joint, Limits, Loop, Robot
from linkwright.robot.robot import GEOMETRY, IDENTITY, INERTIA, KINDS, WRENCH
from linkwright.spatial import Inertia, Vec3

Data = dict[str, Any]
_DEEP = re.compile(r"[\[{](?:\s*(?:[\w.\"'-]+\s*=\s*)?[\[{]){20}")
LARGEST = 1e300  # of a limit or a known number
LIMITS = {"lower": "lower", "upper": "upper", "max_velocity": "velocity", "max_effort": "effort"}
SCALARS = (*GEOMETRY, "rotor", "viscous", "coulomb", "stiffness", "velocity", "acceleration", "effort")
MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")
JOINT = ("name", "parent", "kind", *SCALARS, "variable", "actuated", "flexible", "behind", *LIMITS, "body")
TOP = ("name", "description", "source", "gravity", "base", "joint", "loop", "numbers")


def read(data: bytes, file: str) -> Robot:
    """A robot from TOML."""
    text = text_of(data, file)
    places = Places(text, file)
    for number, row in enumerate(text.split("\n"), 1):  # how deep tomllib goes differs from Python to Python
        if _DEEP.search(row):
            raise FormatError("values are nested too deep", file=file, line=number)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        at = re.search(r"\(at line (\d+)", str(problem))
        line = int(at.group(1)) if at else text.count("\n") + 1
        what = re.sub(r" \(at .*\)$", "", str(problem))
        raise FormatError(f"not TOML: {what}", file=file, line=line) from None
    except RecursionError:
        deepest = max(range(len(lines := text.split("\n"))), key=lambda k: lines[k].count("[") + lines[k].count("{"))
        raise FormatError("values are nested too deep", file=file, line=deepest + 1) from None
    except ValueError as problem:  # a date or number that Python cannot hold
        raise FormatError(f"not TOML: {problem}", file=file, line=1) from None
    robot = build(table, places)
    warn_of_physics(robot, file)
    return robot


class Places:
    """Where the tables and keys of a file are, found by scanning its lines, and the errors that were noted there."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.problems = file, Problems()
        self._lines: dict[tuple[str, int, str], int] = {}
        count: dict[str, int] = {}
        table, index, inside = "", 0, ""
        for number, line in enumerate(text.split("\n"), 1):
            quotes = re.findall(r'"""|\'\'\'', line)
            if inside or (header := re.match(r"\s*\[\[?\s*([\w.-]+)\s*\]", line)) is None:
                key = None if inside else re.match(r"\s*\"?([\w-]+)\"?\s*[.=]", line)
                if key:
                    self._lines.setdefault((table, index, key.group(1)), number)
            else:
                table = header.group(1)
                index = count.get(table, 0)
                count[table] = index + 1
                self._lines[(table, index, "")] = number
            for quote in quotes:
                inside = "" if inside == quote else inside or quote

    def line(self, table: str = "", index: int = 0, key: str = "") -> int:
        """The line of a key, else of its table, else the first."""
        places = ((table, index, key), (table, index, ""), ("", 0, table))
        return next((self._lines[p] for p in places if p in self._lines), 1)

    def line_of(self, cell: Cell) -> int:
        """The line of a cell of the robot's tables."""
        table, *rest = map(str, cell or ("",))
        index, rest = (int(rest[0]), rest[1:]) if rest and rest[0].isdigit() else (1, rest)
        keys = [key for key in rest if not key.isdigit()] or [""]
        found = (self._lines.get((table, index - 1, key)) for key in reversed(keys))
        return next((line for line in found if line), self.line(table, index - 1))


class Table:
    """One table of the file: typed access to its keys. Each wrong value is noted with its cell, and read as nothing.

    `cell` is its place in the robot's tables, such as ("joint", 2).
    """

    def __init__(self, data: Any, places: Places, cell: Cell, known: tuple[str, ...], what: str) -> None:
        self.places, self.cell, self.what = places, cell, what
        self.data: Data = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.fail(f"{what} is {_shown(data)}", "a table is needed")
        for key in self.data:
            if key not in known:
                with self.noting(key):
                    raise UnknownName.among(f"key in {what}" if what else "key", key, known)

    def noting(self, *key: str | int) -> Noting:
        cell = (*self.cell, *key)
        return self.places.problems.noting(self.places.file, self.places.line_of(cell), cell)

    def fail(self, what: str, remedy: str, *key: str | int) -> None:
        with self.noting(*key):
            raise FormatError(what, remedy=remedy)

    def _named(self, key: str) -> str:
        return f"{key} of {self.what}" if self.what else key

    def scalar(self, value: Any, key: str, graph: Graph | None = None, *index: int) -> Expr:
        graph = Graph() if graph is None else graph
        with self.noting(key, *index):
            if isinstance(value, str):
                return formula(value, "", 0, self._named(key), graph)
            if isinstance(value, bool) or not isinstance(value, int | float):
                remedy = "a number or a formula in quotes is needed"
                raise FormatError(f"{self._named(key)} is {_shown(value)}", remedy=remedy)
            try:
                return Expr(graph, graph.const(value))
            except ExpressionError as problem:
                raise FormatError(f"{self._named(key)}: {problem.what}") from None
        return Expr(graph, graph.const(0))

    def vector(self, key: str, size: int, graph: Graph | None = None) -> tuple[Expr, ...]:
        value = self.data[key]
        if not isinstance(value, list) or len(value) != size:
            found = f"{len(value)} values" if isinstance(value, list) else _shown(value)
            self.fail(f"{self._named(key)} is {found}", f"a list of {size} values is needed", key)
            value = [0] * size
        return tuple(self.scalar(v, key, graph, k) for k, v in enumerate(value, 1))

    def plain(self, key: str, kind: type, default: Any) -> Any:
        value = self.data.get(key, default)
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            needed = {str: "text", bool: "true or false", int: "an integer"}[kind]
            self.fail(f"{self._named(key)} is {_shown(value)}", f"{needed} is needed", key)
            return default
        return value

    def words(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fail(f"{self._named(key)} is {_shown(value)}", "a list of texts is needed", key)
            return ()
        return tuple(value)

    def number(self, key: str) -> float | None:
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
            self.fail(f"{self._named(key)} is {_shown(value)}", "a finite number is needed", key)
        elif abs(value) > LARGEST:
            self.fail(f"{self._named(key)} is too large", "a number below 1e300 is needed", key)
        else:
            return float(value)
        return None

    def tables(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.fail(f"{key!r} is {_shown(value)}", f"write [[{key}]]", key)
            return []
        return value


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


# -- from tables to the robot ----------------------------------------------------------------------------------------


def build(data: Mapping[str, Any], places: Places) -> Robot:
    """The robot that nested tables describe, or all their errors."""
    top = Table(dict(data), places, (), TOP, "")
    tables, cuts = top.tables("joint"), top.tables("loop")
    if not tables and not places.problems.found:
        top.fail("no joints", "write one [[joint]] table per joint")
    if len(tables) + len(cuts) > MAX_JOINTS:
        top.fail(f"{len(tables)} joints and {len(cuts)} loops", f"at most {MAX_JOINTS} are read")
        places.problems.raise_all()
    joints: list[Joint] = []
    names: list[str] = []
    for j, item in enumerate(tables, 1):
        joints.append(_joint(Table(item, places, ("joint", j), JOINT, f"joint {j}"), j, names, j - 1))
        names.append(joints[-1].name or f"joint{j}")
    loops = [_loop(item, places, k, len(tables), names) for k, item in enumerate(cuts, 1)]
    given = data.get("numbers", {})
    numbers = Table(given, places, ("numbers",), tuple(given) if isinstance(given, dict) else (), "the numbers")
    parts: Data = {
        "name": top.plain("name", str, "") or stem(places.file), "joints": tuple(joints), "loops": tuple(loops),
        "gravity": top.vector("gravity", 3) if "gravity" in data else (0, 0, "G3"), "base": _base(data, places),
        "description": top.plain("description", str, ""), "source": top.plain("source", str, ""),
        "numbers": {k: numbers.number(k) or 0.0 for k in numbers.data},
    }  # fmt: skip
    places.problems.raise_all()
    try:
        return Robot(**parts)
    except InputError as problem:
        raise problem.placed(places.file, places.line_of) from None


def _loop(item: Any, places: Places, k: int, n: int, names: list[str]) -> Loop:
    pair = Table(item, places, ("loop", k), ("joint", "frame"), f"loop {k}")
    parts = []
    for key in ("joint", "frame"):
        if key not in pair.data:
            pair.fail(f"loop {k} has no {key}", "a loop is a cut joint and a closing frame")
        part = Table(pair.data.get(key, {}), places, ("loop", k, key), ("parent", *JOINT), f"the {key} of loop {k}")
        if key in pair.data and "parent" not in part.data:
            part.fail(f"the {key} of loop {k} has no parent", "name the link that it is attached to")
        parts.append(_joint(part, n + k, names, 0, "fixed" if key == "frame" else "revolute"))
    return Loop(*parts)


def _joint(table: Table, j: int, names: list[str], previous: int, kind: str = "revolute") -> Joint:
    data = table.data
    values: Data = {key: table.scalar(data[key], key) for key in SCALARS if key in data}
    said = table.plain("kind", str, kind)
    if said not in KINDS:
        table.fail(f"kind of {table.what} is {said!r}", f"{', '.join(KINDS)} are known", "kind")
        said = kind
    return Joint(
        name=table.plain("name", str, ""), parent=_parent(table, names, previous), kind=said,
        variable=table.plain("variable", str, ""), actuated=table.plain("actuated", bool, True),
        flexible=table.plain("flexible", bool, False), behind=table.words("behind"), body=_body(table, j),
        limits=Limits(**{field: table.number(key) for key, field in LIMITS.items()}), **values,
    )  # fmt: skip


def _parent(table: Table, names: list[str], previous: int) -> int:
    parent = table.data.get("parent", previous)
    if isinstance(parent, str):
        if parent in names:
            return names.index(parent) + 1
        with table.noting("parent"):
            raise UnknownName.among("joint", parent, names) if names else UnknownName(f"unknown joint {parent!r}")
    elif isinstance(parent, bool) or not isinstance(parent, int):
        remedy = "the number or the name of an earlier joint"
        table.fail(f"parent of {table.what} is {_shown(parent)}", remedy, "parent")
    else:
        return parent
    return previous


def _body(table: Table, j: int) -> Body:
    data = table.data.get("body", {})
    if data == "symbolic":
        return Body.symbolic(j)
    if not isinstance(data, dict):
        remedy = 'write "symbolic" or a table { XX = ..., M = ... }'
        table.fail(f"body of {table.what} is {_shown(data)}", remedy, "body")
        return Body()
    what = f"the body of {table.what}"
    centre = [key for key in data if key in ("mass", "com", "inertia")]
    if centre and any(key in INERTIA for key in data):
        table.fail(f"{what} mixes {centre[0]!r} with parameters about the origin", "use one of the two forms", "body")
        return Body()
    known = ("mass", "com", "inertia", *WRENCH) if centre else (*INERTIA, *WRENCH)
    inner = Table(data, table.places, (*table.cell, "body"), known, what)
    plain = {key: inner.scalar(value, key) for key, value in data.items() if key in (*INERTIA, *WRENCH)}
    if not centre:
        return Body(**plain)
    graph = Graph()
    zero = Expr(graph, graph.const(0))
    mass = inner.scalar(data.get("mass", 0), "mass", graph)
    com = inner.vector("com", 3, graph) if "com" in data else (zero, zero, zero)
    moments = inner.vector("inertia", 6, graph) if "inertia" in data else (zero,) * 6
    return Body(**plain).with_inertia(Inertia.at_centre_of_mass(mass, Vec3(*com), moments))


def _base(data: Mapping[str, Any], places: Places) -> Base:
    table = Table(data.get("base", {}), places, ("base",), ("kind", "pose", "body", *MOTION), "the base")
    values: Data = {key: table.vector(key, 3) for key in MOTION if key in table.data}
    if "pose" in table.data:
        values["pose"] = table.vector("pose", 16)
    kind = table.plain("kind", str, "fixed")
    if kind not in ("fixed", "floating", "mobile"):
        table.fail(f"kind of the base is {kind!r}", "fixed, floating and mobile are known", "kind")
        kind = "fixed"
    return Base(kind=kind, body=_body(table, 0), **values)


# -- from the robot to tables ----------------------------------------------------------------------------------------


def as_data(robot: Robot) -> Data:
    """The robot as nested plain tables, defaults left out: what the file holds, and what `build` reads."""
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
    if robot.numbers:
        data["numbers"] = dict(robot.numbers)
    return data


def _value(e: Expr) -> int | float | str:
    number = e.number
    if number is None:
        return str(e)
    return number if isinstance(number, int | float) and abs(number) < 2**63 else number_text(number)


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
    for key in ("actuated", "flexible"):
        if getattr(joint, key) != getattr(plain, key):
            data[key] = getattr(joint, key)
    if joint.behind:
        data["behind"] = list(joint.behind)
    for key, field in LIMITS.items():
        if getattr(joint.limits, field) is not None:
            data[key] = getattr(joint.limits, field)
    body = _body_data(joint.body, j)
    if body:
        data["body"] = body
    return data


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
    """The robot as TOML."""
    data = as_data(robot)
    parts = [_lines({k: v for k, v in data.items() if k in ("name", "description", "source", "gravity")})]
    if "base" in data:
        parts.append("[base]\n" + _lines(data["base"]))
    for key in ("joint", "loop"):
        parts += [f"[[{key}]]\n" + _lines(table) for table in data.get(key, [])]
    if "numbers" in data:
        parts.append("[numbers]\n" + _lines(data["numbers"]))
    return "\n".join(parts)


def _lines(data: Data) -> str:
    return "".join(f"{key} = {literal(value)}\n" for key, value in data.items())


def literal(value: Any) -> str:
    """A value in TOML's notation."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else _escape(c)) for c in value) + '"'
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {literal(v)}" for k, v in value.items()) + " }"
    return repr(value)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escape(c: str) -> str:
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


FORMAT = Format("toml", (".toml",), read, write, "the native format: everything that a robot has, numbers and symbols")

__all__ = ["FORMAT", "as_data", "build", "literal", "read", "write"]
