"""Tables of Denavit-Hartenberg parameters as CSV: one row per joint, a header row with the names of the columns.

Two conventions share the letters, so the file (`# convention: modified`) or the caller must choose one:

- **modified** (proximal; Craig, Khalil): frame j is on the axis of joint j,
  T_j = Rot(x,alpha) Trans(x,a) Rot(z,theta) Trans(z,d). Craig's letters are `alpha, a, theta, d`, Khalil's
  `alpha, d, theta, r`: a column `a` or a column `r` distinguishes them. Trees have `parent`, `gamma` and `b`.
- **standard** (distal; Paul, Robotics Toolbox): A_j = Rot(z,theta) Trans(z,d) Trans(x,a) Rot(x,alpha), about z_(j-1).
  Frames are moved back along their links; link inertias, given in the distal frames, are transformed.

`type` is revolute, prismatic or fixed (R, P, F; 0, 1, 2). theta of a revolute joint (d or r of a prismatic one) holds
the variable (`q2 - pi/2`), or only its constant part, to which `offset` is added; with a column `variable` always the
latter. Inertia is XX ... M about the frame's origin, or mass, com_x, com_y, com_z, Ixx ... Izz about the centre of
mass. A joint that is `flexible` has `stiffness`, `damping` and `rest`, and may be `parallel`; `start` is its position
in the assembly. A column may have a unit for its numbers: `alpha [deg]`, `d [mm]`; otherwise, and for symbols of joint
variables always, they are rad and m. Comments `# name:`, `# gravity:`, `# nonzero: d3`, `# number: d3 = 0.45` hold
facts without a column.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from linkwright.errors import Cell, ErrorCollector, FormatError, InputError, Problems, RobotError, UnknownName, log
from linkwright.expr import Expr, Graph
from linkwright.formats.format import (
    MAX_JOINTS,
    Format,
    FormatOption,
    decode_text,
    join_first,
    name_from_file,
    read_formula,
    split_variable,
    warn_of_physics,
)
from linkwright.formats.toml import literal
from linkwright.formats.toml_table import LARGEST
from linkwright.robot import Body, Joint, Limits, Robot
from linkwright.robot.convert import StandardDhRow, standard_dh
from linkwright.robot.fields import BASE_MOTION, ELASTIC
from linkwright.robot.robot import GEOMETRY, IDENTITY, INERTIA, WRENCH
from linkwright.spatial import Inertia, Vec3

CONVENTIONS = {
    "modified": "modified", "proximal": "modified", "craig": "modified", "khalil": "modified",
    "standard": "standard", "distal": "standard",
}  # fmt: skip
CENTRE = ("mass", "com_x", "com_y", "com_z", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
SCALARS = {"IA": "rotor", "FV": "viscous", "FS": "coulomb", **{name: name for name in ELASTIC}}
RATES = ("velocity", "acceleration", "effort")
LIMITS = {"lower": "lower", "upper": "upper", "max_velocity": "velocity", "max_effort": "effort"}
TABLE = ("name", "type", "parent", "gamma", "b", "alpha", "a", "d", "theta", "r", "offset", "variable")
COLUMNS = (*TABLE, "actuated", "flexible", "parallel", *INERTIA, *CENTRE, *WRENCH, *SCALARS, *RATES, *LIMITS, "start")
_ALIASES = {"sigma": "type", "kind": "type", "ant": "parent", "mu": "actuated", "rotor": "IA", "viscous": "FV",
            "coulomb": "FS", "variable": "variable"}  # fmt: skip
_KINDS = {"r": "revolute", "revolute": "revolute", "0": "revolute", "p": "prismatic", "prismatic": "prismatic",
          "1": "prismatic", "f": "fixed", "fixed": "fixed", "2": "fixed"}  # fmt: skip
_UNITS = {"rad": "1", "m": "1", "deg": "pi/180", "mm": "1/1000"}
_ANGLES = ("gamma", "alpha", "theta")


@dataclass(frozen=True)
class SheetRow:
    """Row of the table: number of the joint, line in the file, cells by column."""

    joint: int
    number: int
    cells: dict[str, str]


class Sheet:
    """Comments, columns and rows of a file."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.problems = file, Problems()
        self.facts: dict[str, tuple[str, int]] = {}
        self.numbers: dict[str, float] = {}
        self.units: dict[str, str] = {}
        self.rows: list[SheetRow] = []
        table = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.lstrip().startswith("#"):
                with self.problems.collecting():
                    self._comment(line.lstrip()[1:].strip(), number)
            elif line.strip(" ,;\t"):
                table.append((number, line))
        if not table:
            self.fail("no table", 1, "a header row with the names of the columns is needed")
        mark = ";" if ";" in table[0][1] else ","
        self.columns = self._header(_cells(table[0][1], mark, self, table[0][0]), table[0][0])
        self.header = table[0][0]
        if len(table) - 1 > MAX_JOINTS:
            self.fail(f"{len(table) - 1} joints", table[-1][0], f"at most {MAX_JOINTS}")
        for j, (number, line) in enumerate(table[1:], 1):
            with self.problems.collecting(cell=("joint", j)):
                cells = _cells(line, mark, self, number)
                if len(cells) != len(self.columns):
                    what = f"{len(cells)} cells, the header has {len(self.columns)}"
                    self.fail(what, number, "quote formulas that contain commas")
                self.rows.append(SheetRow(j, number, dict(zip(self.columns, cells, strict=True))))
        self.problems.raise_all()
        if not self.rows:
            self.fail("no joints", self.header, "one row per joint is needed")

    def fail(self, what: str, line: int, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=self.file, line=line, remedy=remedy)

    def noting(self, row: SheetRow, column: str) -> ErrorCollector:
        return self.problems.collecting(self.file, row.number, ("joint", row.joint, column))

    def line_of(self, cell: Cell) -> int:
        """Return the line of a cell of the robot's tables."""
        match cell:
            case ("joint", int(j), *_) if j <= len(self.rows):
                return self.rows[j - 1].number
            case ("gravity" | "nonzero" as key, *_) if key in self.facts:
                return self.facts[key][1]
        return self.header

    def _comment(self, text: str, line: int) -> None:
        found = re.match(r"(convention|name|description|source|gravity|nonzero|number)\s*:\s*(.*)", text)
        if not found:
            return
        key, value = found.group(1), found.group(2).strip()
        if key == "number":
            pair = re.fullmatch(r"([A-Za-z_]\w*)\s*=\s*(\S+)", value, re.ASCII)
            try:
                number = float(pair.group(2)) if pair else math.nan
            except ValueError:
                number = math.nan
            if pair is None or not abs(number) <= LARGEST:
                self.fail(f"number {value[:40]!r}", line, "write # number: NAME = VALUE")
            if pair.group(1) in self.numbers:
                self.fail(f"the number {pair.group(1)!r} occurs twice", line, "remove one")
            self.numbers[pair.group(1)] = number
            return
        if key in self.facts:
            self.fail(f"# {key} occurs twice, first in line {self.facts[key][1]}", line, "remove one")
        if key != "gravity" and value.startswith('"'):
            try:
                value = str(tomllib.loads(f"x = {value}")["x"])
            except tomllib.TOMLDecodeError:
                self.fail(f"{key} {value[:40]!r} is not a text in quotes", line)
        self.facts[key] = (value, line)

    def _header(self, cells: list[str], line: int) -> list[str]:
        columns: list[str] = []
        for cell in cells:
            with self.problems.collecting(self.file, line):
                self._column(cell, columns, line)
        self.problems.raise_all()
        return columns

    def _column(self, cell: str, columns: list[str], line: int) -> None:
        known = {c.lower(): c for c in COLUMNS} | _ALIASES
        found = re.fullmatch(r"(\w+)\s*(?:[\[(]\s*(\w+)\s*[\])])?", cell)
        key = known.get(found.group(1).lower()) if found else None
        if found is None or key is None:
            raise UnknownName.among("column", cell[:40], COLUMNS).at(self.file, line)
        if key in columns:
            self.fail(f"column {cell!r} occurs twice", line, "remove one")
        unit = found.group(2)
        if unit and (unit not in _UNITS or key not in (*GEOMETRY, "a", "offset")):
            self.fail(f"unit of column {cell!r}", line, "rad, deg, m and mm are known, for geometric parameters")
        self.units[key] = _UNITS.get(unit or "", "1")
        columns.append(key)

    def convention(self, option: str | None) -> str:
        """Return the convention that the file or the caller states; it is never guessed."""
        said = [(option, 0)] if option else []
        if "convention" in self.facts:
            value, line = self.facts["convention"]
            said.append(((re.split(r"\W", value) or [""])[0], line))
        if not said:
            remedy = "add a line '# convention: modified' or '# convention: standard', or give the option convention"
            self.fail("the convention is not stated", 1, remedy)
        for word, line in said:
            if str(word).lower() not in CONVENTIONS:
                raise UnknownName.among("convention", str(word), CONVENTIONS).at(self.file, line)
        kinds = {CONVENTIONS[str(word).lower()] for word, _ in said}
        if len(kinds) > 1:
            self.fail("the file states another convention than the caller", said[-1][1], "correct one of them")
        return kinds.pop()


def _cells(line: str, mark: str, sheet: Sheet, number: int) -> list[str]:
    try:
        rows = list(csv.reader([line], delimiter=mark, skipinitialspace=True, strict=True))
    except csv.Error as problem:
        sheet.fail(f"not CSV: {problem}", number)
    return [cell.strip() for cell in rows[0]]


# -- rows to joints --------------------------------------------------------------------------------------------------


def read(data: bytes, file: str, *, convention: str | None = None) -> Robot:
    """Read a robot from a table of Denavit-Hartenberg parameters, or raise all errors of the table."""
    sheet = Sheet(decode_text(data, file), file)
    kind = sheet.convention(convention)
    reader = _SheetReader(sheet, _length_columns(sheet, kind))
    joints = [reader.joint(row) for row in sheet.rows]
    gravity: Sequence[Expr | str | int] = (0, 0, "G3")
    if "gravity" in sheet.facts:
        text, line = sheet.facts["gravity"]
        with sheet.problems.collecting(file, line, ("gravity",)):
            gravity = [read_formula(word, file, line, "gravity") for word in _cells(text, ",", sheet, line)]
    sheet.problems.raise_all()
    if kind == "standard":
        rows = [StandardDhRow(j.theta, j.r, j.d, j.alpha, j) for j in joints]
        joints = list(standard_dh(rows))
    facts = {key: sheet.facts[key][0] for key in ("description", "source") if key in sheet.facts}
    name = sheet.facts.get("name", ("", 0))[0] or name_from_file(file)
    try:
        robot = Robot(name=name, joints=tuple(joints), gravity=tuple(gravity), numbers=sheet.numbers, **facts)  # type: ignore[arg-type]
        if "nonzero" in sheet.facts:
            robot = robot.with_nonzero(*re.findall(r"[^\s,]+", sheet.facts["nonzero"][0]))
    except InputError as problem:
        raise problem.placed(file, sheet.line_of) from None
    warn_of_physics(robot, file)
    return robot


def _length_columns(sheet: Sheet, kind: str) -> dict[str, str]:
    """Return the columns of the lengths along x and along z."""
    columns = set(sheet.columns)
    if kind == "standard":
        for column in ("r", "gamma", "b", "parent"):
            if column in columns:
                remedy = "standard tables have theta, d, a, alpha"
                sheet.fail(f"column {column!r} in a standard table", sheet.header, remedy)
        return {"x": "a", "z": "d"}
    if {"a", "r"} <= columns:
        sheet.fail("columns 'a' and 'r'", sheet.header, "alpha, a, theta, d (Craig) or alpha, d, theta, r (Khalil)")
    if "d" in columns and not {"a", "r"} & columns:
        remedy = "add a column 'a' (then d is along z) or 'r' (then d is along x)"
        sheet.fail("column 'd' is ambiguous", sheet.header, remedy)
    return {"x": "a", "z": "d"} if "a" in columns else {"x": "d", "z": "r"}


class _SheetReader:
    """Reader of joints from rows. All scalars are in one graph, so that conversions can compute with them.

    Errors of cells are collected; a wrong cell then counts as missing.
    """

    def __init__(self, sheet: Sheet, letters: dict[str, str]) -> None:
        self.sheet, self.letters, self.graph = sheet, letters, Graph()
        self.uses: Counter[str] = Counter()
        for row in sheet.rows:
            self._check_blanks(row)
        formulas = (*GEOMETRY, "a", "offset", *INERTIA, *CENTRE, *WRENCH, *SCALARS)
        self.values: list[dict[str, Expr]] = []
        for row in sheet.rows:
            self.values.append({})
            for c in sheet.columns:
                if c in formulas and row.cells[c]:
                    with sheet.noting(row, c):
                        self.values[-1][c] = self.scalar(row, c)
        for given in self.values:
            for value in given.values():
                self.uses.update(value.symbols)
        self.names: list[str] = []

    def _check_blanks(self, row: SheetRow) -> None:
        """Check blank cells, which do not mean 0.

        Blank may be names, unknown rates and limits, actuators of a fixed joint, and inertia in the form that the row
        does not use.
        """
        needed = ["type", *GEOMETRY, "a", "offset", *WRENCH]
        if _KINDS.get(row.cells.get("type", "").lower()) != "fixed":
            needed += SCALARS
        forms = [[c for c in form if c in row.cells] for form in (INERTIA, CENTRE)]
        given = [form for form in forms if any(row.cells[c] for c in form)] or forms
        needed += [c for form in given for c in form]
        for blank in (c for c in self.sheet.columns if c in needed and not row.cells[c]):
            with self.sheet.noting(row, blank):
                if blank == "type":
                    what, remedy = f"the type of joint {row.joint} is blank", "revolute, prismatic or fixed"
                    self.sheet.fail(what, row.number, remedy)
                self.sheet.fail(f"cell {blank!r} of joint {row.joint} is blank", row.number, "write 0 if it is zero")

    def scalar(self, row: SheetRow, column: str) -> Expr:
        """Return the formula of a cell, in the unit of its column."""
        value = read_formula(row.cells[column], self.sheet.file, row.number, column, self.graph)
        plain = self.sheet.units.get(column, "1") == "1"
        if plain and column in _ANGLES and abs(float(value.number or 0)) > 4 * math.pi:
            what = f"{column} is {row.cells[column]} rad"
            self.sheet.fail(what, row.number, f"angles are in radians; for degrees call the column '{column} [deg]'")
        return value

    def si(self, value: Expr, column: str) -> Expr:
        """Convert a value of a column to rad or m."""
        factor = self.sheet.units.get(column, "1")
        return value if factor == "1" else value * read_formula(factor, "", 0, graph=self.graph)

    def joint(self, row: SheetRow) -> Joint:
        sheet, cells, values = self.sheet, row.cells, self.values[row.joint - 1]
        zero = Expr(self.graph, self.graph.const(0))
        kind = self._kind(row)
        columns = {k: k for k in ("gamma", "b", "alpha", "theta")} | {"d": self.letters["x"], "r": self.letters["z"]}
        place = {"revolute": "theta", "prismatic": "r"}.get(kind, "")
        variable = ""
        fields: dict[str, Any] = {}
        for key, column in columns.items():
            value = values.get(column, zero)
            if key == place:
                with sheet.noting(row, column):
                    variable, value = self._variable(value, column, row)
            fields[key] = self.si(value, column)
        if place:
            fields[place] = fields[place] + self.si(values.get("offset", zero), "offset")
        fields |= {field: values[c] for c, field in SCALARS.items() if c in values}
        for key in RATES:
            if cells.get(key):
                with sheet.noting(row, key):
                    fields[key] = read_formula(cells[key], sheet.file, row.number, key, self.graph)
        parent = self._parent(row)
        self.names.append(cells.get("name", "") or f"joint{row.joint}")
        return Joint(
            name=cells.get("name", ""), parent=parent, kind=kind, variable=variable,  # type: ignore[arg-type]
            actuated=self._flag(row, "actuated", True), flexible=self._flag(row, "flexible", False),
            parallel=self._flag(row, "parallel", False),
            body=self._body(values, row, zero), limits=Limits(**{f: self._number(row, c) for c, f in LIMITS.items()}),
            start=self._number(row, "start") or 0.0, **fields,
        )  # fmt: skip

    def _kind(self, row: SheetRow) -> str:
        word = row.cells.get("type", "")
        with self.sheet.noting(row, "type"):
            if word.lower() not in ("", *_KINDS):
                remedy = "revolute, prismatic or fixed (R, P, F; 0, 1, 2)"
                self.sheet.fail(f"type of joint {row.joint} is {word[:40]!r}", row.number, remedy)
        return _KINDS.get(word.lower(), "revolute" if not word else "fixed")  # a fixed joint needs no variable

    def _variable(self, value: Expr, place: str, row: SheetRow) -> tuple[str, Expr]:
        given = row.cells.get("variable", "")
        if given and given not in value.symbols:
            return given, value
        return split_variable(value, f"{place} of joint {row.joint}", row.joint, self.uses, given)

    def _parent(self, row: SheetRow) -> int:
        word = row.cells.get("parent", "")
        if re.fullmatch(r"\d{1,6}", word, re.ASCII):
            return int(word)
        if word in self.names:
            return self.names.index(word) + 1
        with self.sheet.noting(row, "parent"):
            if word:
                remedy = "the number or the name of an earlier joint"
                self.sheet.fail(f"parent of joint {row.joint} is {word[:40]!r}", row.number, remedy)
        return row.joint - 1

    def _flag(self, row: SheetRow, column: str, default: bool) -> bool:
        word = row.cells.get(column, "").lower()
        with self.sheet.noting(row, column):
            if word not in ("", "0", "1", "true", "false"):
                self.sheet.fail(f"{column} is {word[:40]!r}", row.number, "true or false is needed")
        return default if not word else word in ("1", "true")

    def _number(self, row: SheetRow, column: str) -> float | None:
        word = row.cells.get(column, "")
        if not word:
            return None
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        with self.sheet.noting(row, column):
            if not abs(value) <= LARGEST:
                self.sheet.fail(f"{column} is {word[:40]!r}", row.number, "a finite number below 1e300 is needed")
        return value

    def _body(self, values: dict[str, Expr], row: SheetRow, zero: Expr) -> Body:
        body = Body(**{c: values[c] for c in WRENCH if c in values})
        centre = [c for c in CENTRE if c in values]
        if centre and any(c in values for c in INERTIA):
            with self.sheet.noting(row, centre[0]):
                what = f"{centre[0]!r} beside parameters about the origin"
                self.sheet.fail(what, row.number, "use one of the two forms")
        elif centre:
            mass, x, y, z, *moments = (values.get(c, zero) for c in CENTRE)
            return body.with_inertia(Inertia.at_centre_of_mass(mass, Vec3(x, y, z), moments))
        return replace(body, **{c: values[c] for c in INERTIA if c in values})


# -- joints to rows --------------------------------------------------------------------------------------------------


def write(robot: Robot) -> str:
    """Return the robot as a table of modified parameters with Khalil's letters."""
    if unsaid := _unsupported_parts(robot):
        remedy = "write .toml" if "ball joints" in unsaid else "write .toml or .par"
        raise RobotError(f"a table cannot hold {', '.join(unsaid)}", remedy=remedy)
    if any(j.behind for j in robot.joints):
        log().warning("%s: the names of fixed joints that were merged have no column", robot.name)
    if robot.frames:
        names = join_first([frame.name for frame in robot.frames], separator=", ")
        log().warning("%s: frames have no column, and are left out: %s; write .toml", robot.name, names)
    plain = re.compile(r"[^\s#]([^\r\n]*\S)?")
    odd = next((j.name for j in robot.joints if not plain.fullmatch(j.name)), "")
    if odd:
        raise RobotError(f"a table cannot hold the name {odd!r}", remedy="rename the joint, or write .toml")
    lines = ["# convention: modified (Khalil: d along x, r along z)"]
    facts = {key: getattr(robot, key) for key in ("name", "description", "source")}
    lines += [f"# {key}: {literal(value)}" for key, value in facts.items() if value]
    lines.append(f"# gravity: {_csv_line([str(v) for v in robot.gravity])}")
    if robot.nonzero:
        lines.append(f"# nonzero: {', '.join(robot.nonzero)}")
    lines += [f"# number: {name} = {value!r}" for name, value in robot.numbers.items()]
    rows = [_cells_of(j, joint) for j, joint in enumerate(robot.joints, 1)]
    always = ("name", "type", "alpha", "d", "theta", "r", "variable")
    columns = [c for c in COLUMNS if c in always or any(row.get(c, "") not in _default_cells(c) for row in rows)]
    if "actuated" in columns and all(j.actuated for j in robot.joints):
        columns.remove("actuated")
    lines.append(_csv_line(columns))
    lines += [_csv_line([row.get(c, "") for c in columns]) for row in rows]
    return "\n".join([*lines, ""])


def _unsupported_parts(robot: Robot) -> list[str]:
    """Return the parts of a robot that a table of joints cannot express."""
    base = robot.base
    moves = any(not v.is_zero for name in BASE_MOTION for v in getattr(base, name))
    placed = [v.number for v in base.pose] != list(IDENTITY)
    heavy = any(not getattr(base.body, c).is_zero for c in (*INERTIA, *WRENCH))
    found = {
        "closed loops": robot.loops, "couplings": robot.couplings, "wheels": robot.wheels,
        "ball joints": any(j.kind == "ball" for j in robot.joints), f"a {base.kind} base": base.kind != "fixed",
        "a base with a body, pose or motion": moves or placed or heavy,
    }  # fmt: skip
    return [what for what, has in found.items() if has]


def _default_cells(column: str) -> tuple[str, ...]:
    """Return the cells that an absent column stands for: 0 of a scalar, but not parent 0 or velocity 0."""
    return ("",) if column in ("parent", *RATES, *LIMITS) else ("", "0")


def _cells_of(j: int, joint: Joint) -> dict[str, str]:
    cells = {"name": joint.name, "type": joint.kind, "variable": joint.variable}
    cells["parent"] = "" if joint.parent == j - 1 else str(joint.parent)
    cells |= {c: str(getattr(joint, c)) for c in GEOMETRY}
    cells |= {c: str(getattr(joint.body, c)) for c in (*INERTIA, *WRENCH)}
    cells |= {c: str(getattr(joint, field)) for c, field in SCALARS.items()}
    cells |= {c: "" if getattr(joint, c) is None else str(getattr(joint, c)) for c in RATES}
    for column, field in LIMITS.items():
        limit = getattr(joint.limits, field)
        cells[column] = "" if limit is None else repr(limit)
    cells["start"] = repr(joint.start) if joint.start else ""
    cells["actuated"] = str(joint.actuated).lower()
    cells["flexible"] = "true" if joint.flexible else ""
    cells["parallel"] = "true" if joint.parallel else ""
    return cells


def _csv_line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


FORMAT = Format(
    "csv",
    (".csv",),
    read,
    write,
    "tables of Denavit-Hartenberg parameters, modified or standard",
    options={
        "convention": FormatOption("convention of parameters, if the file does not state it", "", tuple(CONVENTIONS))
    },
)

__all__ = ["FORMAT", "read", "write"]
