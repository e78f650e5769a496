"""Tables of a TOML file: their lines, and typed access to their keys, with all errors collected."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from linkwright.errors import Cell, ErrorCollector, ExpressionError, FormatError, Problems, UnknownName
from linkwright.expr import Expr, Graph
from linkwright.formats.format import read_formula
from linkwright.robot import Body
from linkwright.robot.robot import INERTIA, WRENCH
from linkwright.spatial import Inertia, Vec3

Data = dict[str, Any]
LARGEST = 1e300  # largest absolute value of a limit or a known number


class LineIndex:
    """Line numbers of the tables and keys of a file, and the collected errors."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.problems = file, Problems()
        self.elsewhere: dict[Cell, Cell] = {}  # cells of the robot -> their cells in the file, where these differ
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
        """Return the line of a key, else of its table, else of the enclosing table, else the first."""
        places = ((table, index, key), (table, index, ""), ("", 0, table))
        found = next((self._lines[p] for p in places if p in self._lines), 0)
        outer, _, last = table.rpartition(".")
        return found or (self.line(outer, 0, last) if outer else 1)

    def has(self, table: str, index: int) -> bool:
        """Return whether the file has at least `index` tables with this header."""
        return (table, index - 1, "") in self._lines

    def line_of(self, cell: Cell) -> int:
        """Return the line of a cell of the robot's tables."""
        for size in (2, 3):
            cell = (*self.elsewhere.get(cell[:size], cell[:size]), *cell[size:])
        table, *rest = map(str, cell or ("",))
        index, rest = (int(rest[0]), rest[1:]) if rest and rest[0].isdigit() else (1, rest)
        keys = [key for key in rest if not key.isdigit()] or [""]
        found = (self._lines.get((table, index - 1, key)) for key in reversed(keys))
        return next((line for line in found if line), self.line(table, index - 1))


class TomlTable:
    """Table of the file with typed access to its keys. Errors are collected; a wrong value counts as missing.

    `cell` is its position in the robot's tables, such as ("joint", 2).
    """

    def __init__(self, data: Any, places: LineIndex, cell: Cell, known: tuple[str, ...], what: str) -> None:
        self.places, self.cell, self.what = places, cell, what
        self.data: Data = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.fail(f"{what} is {describe_value(data)}", "a table is needed")
        for key in self.data:
            if key not in known:
                with self.noting(key):
                    raise UnknownName.among(f"key in {what}" if what else "key", key, known)

    def noting(self, *key: str | int) -> ErrorCollector:
        cell = (*self.cell, *key)
        return self.places.problems.collecting(self.places.file, self.places.line_of(cell), cell)

    def fail(self, what: str, remedy: str, *key: str | int) -> None:
        with self.noting(*key):
            raise FormatError(what, remedy=remedy)

    def _named(self, key: str) -> str:
        return f"{key} of {self.what}" if self.what else key

    def scalar(self, value: Any, key: str, graph: Graph | None = None, *index: str | int) -> Expr:
        graph = Graph() if graph is None else graph
        with self.noting(key, *index):
            if isinstance(value, str):
                return read_formula(value, "", 0, self._named(key), graph)
            if isinstance(value, bool) or not isinstance(value, int | float):
                remedy = "a number or a formula in quotes is needed"
                raise FormatError(f"{self._named(key)} is {describe_value(value)}", remedy=remedy)
            try:
                return Expr(graph, graph.const(value))
            except ExpressionError as problem:
                raise FormatError(f"{self._named(key)}: {problem.what}") from None
        return Expr(graph, graph.const(0))

    def vector(self, key: str, size: int, graph: Graph | None = None) -> tuple[Expr, ...]:
        value = self.data[key]
        if not isinstance(value, list) or len(value) != size:
            found = f"{len(value)} values" if isinstance(value, list) else describe_value(value)
            self.fail(f"{self._named(key)} is {found}", f"a list of {size} values is needed", key)
            value = [0] * size
        return tuple(self.scalar(v, key, graph, k) for k, v in enumerate(value, 1))

    def plain(self, key: str, kind: type, default: Any) -> Any:
        value = self.data.get(key, default)
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            needed = {str: "text", bool: "true or false", int: "an integer"}[kind]
            self.fail(f"{self._named(key)} is {describe_value(value)}", f"{needed} is needed", key)
            return default
        return value

    def words(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fail(f"{self._named(key)} is {describe_value(value)}", "a list of texts is needed", key)
            return ()
        return tuple(value)

    def number(self, key: str) -> float | None:
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
            self.fail(f"{self._named(key)} is {describe_value(value)}", "a finite number is needed", key)
        elif abs(value) > LARGEST:
            self.fail(f"{self._named(key)} is too large", "a number below 1e300 is needed", key)
        else:
            return float(value)
        return None

    def tables(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.fail(f"{key!r} is {describe_value(value)}", f"write [[{key}]]", key)
            return []
        return value


def describe_value(value: Any) -> str:
    """Format a value of the file for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def joint_number(table: TomlTable, value: Any, names: Sequence[str], *key: str) -> int:
    """Return the number of a joint given by name or number; 0, with a collected error, for other values."""
    if isinstance(value, str):
        if value in names:
            return names.index(value) + 1
        if re.fullmatch(r"\d{1,6}", value, re.ASCII):
            return int(value)
        with table.noting(*key):
            raise UnknownName.among(f"joint in {table.what}:", value, names)
    elif isinstance(value, bool) or not isinstance(value, int):
        table.fail(
            f"{key[0]} of {table.what} is {describe_value(value)}", "the name or the number of a joint is needed", *key
        )
    else:
        return value
    return 0


def read_body(table: TomlTable, j: int | str, key: str = "body") -> Body:
    """Read the body of link j at a key of the table; symbols end in j."""
    data = table.data.get(key, {})
    if data == "symbolic":
        return Body.symbolic(j)
    if not isinstance(data, dict):
        remedy = 'write "symbolic" or a table { XX = ..., M = ... }'
        table.fail(f"{key} of {table.what} is {describe_value(data)}", remedy, key)
        return Body()
    what = f"the {key} of {table.what}"
    centre = [name for name in data if name in ("mass", "com", "inertia")]
    if centre and any(name in INERTIA for name in data):
        table.fail(f"{what} mixes {centre[0]!r} with parameters about the origin", "use one of the two forms", key)
        return Body()
    known = ("mass", "com", "inertia", *WRENCH) if centre else (*INERTIA, *WRENCH)
    inner = TomlTable(data, table.places, (*table.cell, key), known, what)
    plain = {name: inner.scalar(value, name) for name, value in data.items() if name in (*INERTIA, *WRENCH)}
    if not centre:
        return Body(**plain)
    graph = Graph()
    zero = Expr(graph, graph.const(0))
    mass = inner.scalar(data.get("mass", 0), "mass", graph)
    com = inner.vector("com", 3, graph) if "com" in data else (zero, zero, zero)
    moments = inner.vector("inertia", 6, graph) if "inertia" in data else (zero,) * 6
    return Body(**plain).with_inertia(Inertia.at_centre_of_mass(mass, Vec3(*com), moments))


__all__ = ["LARGEST", "Data", "LineIndex", "TomlTable", "describe_value", "joint_number", "read_body"]
