"""File formats, and tools of all readers: text from bytes, formulas from text, one warning per subject.

A reader takes bytes and returns a `Robot` or raises an `InputError` with file and line. No code from files is executed:
every formula is parsed by `expr.parse_formula`.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from linkwright.errors import ExpressionError, FormatError, InputError, ModelWarning, UnknownName, log
from linkwright.expr import Expr, Graph, parse_formula
from linkwright.expr.ops import SYMBOL
from linkwright.expr.replay import needed_nodes
from linkwright.registry import Registry
from linkwright.robot import Robot
from linkwright.robot.checks import physics_warnings

MAX_DEPTH = 200  # operations nested in one another in a formula: printing it is recursive
MAX_JOINTS = 1_000  # the largest robots have a tenth of that
MAX_SIZE = 20_000  # operations of a formula when shared parts are written out
_NOT_NUMBERS = {"nan", "inf", "infinity", "zoo"}  # results of failed computations in files


_SWITCH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


@dataclass(frozen=True)
class FormatOption:
    """Option of a reader or writer, given as text or value: yes or no, or one of `choices`."""

    doc: str
    default: str = "no"
    choices: tuple[str, ...] = ()

    def value(self, name: str, given: object) -> object:
        """Return the value for the reader: True or False, or one of the choices."""
        word = str(given).strip().lower()
        if self.choices:
            if word not in self.choices:
                raise UnknownName.among(f"value of option {name}", str(given), self.choices)
            return word
        if word not in _SWITCH:
            raise UnknownName(f"unknown value of option {name} {str(given)!r}", remedy="yes or no")
        return _SWITCH[word]


@dataclass(frozen=True)
class Format:
    """File format, defined in the module of its name. `write` is None for formats that are only read.

    The root element distinguishes formats in XML that share a suffix. `read` of a format whose files include others
    also gets their folder, if the file is in one.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[..., Robot]  # (data: bytes, file: str, [folder: Path | None,] **options)
    write: Callable[..., str] | None  # (robot, **options)
    doc: str
    max_bytes: int = 2_000_000
    root: str = ""  # the root element of XML
    includes: bool = False
    options: Mapping[str, FormatOption] = field(default_factory=dict)  # options of `read`
    write_options: Mapping[str, FormatOption] = field(default_factory=dict)

    def chosen(self, given: Mapping[str, object], writing: bool = False) -> dict[str, object]:
        """Return the options for `read` or `write`, checked."""
        known = self.write_options if writing else self.options
        for name in given:
            if not known:
                raise UnknownName(f"unknown option {name!r}", remedy=f"{self.name} files have none")
            if name not in known:
                raise UnknownName.among(f"option of {self.name} files", name, known)
        return {name: known[name].value(name, value) for name, value in given.items()}


FORMATS = Registry("linkwright.formats", "FORMAT", Format)


def formats() -> Mapping[str, Format]:
    """Return all formats by name."""
    return FORMATS


def decode_text(data: bytes, file: str, *, latin: bool = False) -> str:
    """Decode bytes to text with line feeds: UTF-8, or Latin-1 for formats whose old files use it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        if not latin:
            raise FormatError(
                f"byte {data[problem.start]:#04x} is not UTF-8", file=file, line=line, remedy="save the file as UTF-8"
            ) from None
        text = data.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = re.search(r"[\x00-\x08\x0e-\x1f]", text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise FormatError(
            f"control character {ord(control.group()):#04x}", file=file, line=line, remedy="this is not a text file"
        )
    return text


def name_from_file(file: str) -> str:
    """Return the name for a robot without one: that of its file."""
    return PurePath(file.replace("\\", "/")).stem or "robot"


def read_formula(text: str, file: str, line: int, what: str = "", graph: Graph | None = None) -> Expr:
    """Parse a formula, in a graph of its own if none is given; reject infinite numbers and too large formulas."""
    try:
        value = parse_formula(text, Graph() if graph is None else graph)
        _check_formula(value, text)
    except InputError as problem:
        problem = type(problem)(f"{what}: {problem.what}" if what else problem.what, remedy=problem.remedy)
        raise problem.at(file, line) from None
    return value


def _check_formula(value: Expr, text: str) -> None:
    bad = next((s for s in value.symbols if s.lower() in _NOT_NUMBERS), None)
    if bad:
        raise ExpressionError(f"{bad!r} is not a finite number")
    if len(text) < 40:
        return
    depth: dict[int, int] = {}
    size: dict[int, int] = {}
    for i in needed_nodes(value.graph, [value.id]):
        args = value.graph.args[i]
        depth[i] = 1 + max((depth[a] for a in args), default=0)
        size[i] = 1 + sum(size[a] for a in args)
    if depth[value.id] > MAX_DEPTH or size[value.id] > MAX_SIZE:
        raise ExpressionError(f"formula {text[:30]!r}... is too large", remedy="use symbols for its parts")


def split_variable(value: Expr, what: str, j: int, uses: Counter[str], given: str = "") -> tuple[str, Expr]:
    """Split a formula (theta or r of joint j) into its joint variable and the constant added to it.

    A formula without symbols is an offset to a variable of the usual name. Among several symbols the variable is the
    one that is given, else the one that occurs nowhere else in the file (`uses`) and looks like a variable.
    """
    g = value.graph
    if not value.symbols:
        name = f"q{j}"
        while uses[name]:
            name += "_"
        return given or name, value
    terms, number = g.linear(value.id)
    linear = {g.value[i].name: c for i, c in terms.items() if g.op[i] == SYMBOL}
    inner = {s for i in terms if g.op[i] != SYMBOL for s in Expr(g, i).symbols}
    name = given or _choose(value, what, j, [s for s in linear if s not in inner], uses)
    if linear.get(name) != 1 or name in inner:
        raise FormatError(
            f"{what} is {str(value)[:60]!r}: its variable {name!r} must be added with the factor 1",
            remedy="for -1 reverse the axis (add pi to alpha); else rescale the variable",
        )
    offset = Expr(g, g.const(number))
    for i, c in terms.items():
        if i != g.symbol(name):
            offset = offset + Expr(g, i) * c
    return name, offset


def _choose(value: Expr, what: str, j: int, linear: list[str], uses: Counter[str]) -> str:
    """Choose the joint variable among the symbols: one that occurs nowhere else, and looks like one."""
    if len(value.symbols) == 1:
        return next(iter(value.symbols))
    alone = [s for s in linear if uses[s] == 1]
    usual = [s for s in alone if re.fullmatch(r"(q|t|th|theta|r|rho)_?\d*", s)]
    own = [s for s in usual if re.sub(r"\D", "", s) == str(j)]
    choice = next((c[0] for c in (alone, usual, own) if len(c) == 1), None)
    if choice is None:
        raise FormatError(
            f"{what} is {str(value)[:60]!r}: which symbol is the joint variable?",
            remedy=f"call it q{j}, and use that name nowhere else",
        )
    return choice


def without_losses(robot: Robot, file: str, friction: bool) -> Robot:
    """Remove damping and friction, with a note, unless `friction`: files contain them for simulators."""
    lossy = [j.name for j in robot.joints if not (j.viscous.is_zero and j.coulomb.is_zero)]
    if friction or not lossy:
        return robot
    log().warning("%s: damping and friction of %d joints are left out; option friction keeps them", file, len(lossy))
    return robot.without("friction")


def warn(message: str, file: str) -> None:
    """Issue a `ModelWarning` about a file."""
    warnings.warn(f"{file}: {message}" if file else message, ModelWarning, stacklevel=2)


def warn_of_physics(robot: Robot, file: str) -> None:
    """Issue one warning of all physically impossible bodies."""
    problems = physics_warnings(robot)
    if problems:
        warn(join_first(problems), file)


def join_first(items: Sequence[str], most: int = 5, separator: str = "; ") -> str:
    """Join the first few items, and the number of the rest."""
    rest = len(items) - most
    return separator.join(items[:most]) + (f"{separator}and {rest} more" if rest > 0 else "")


__all__ = [
    "MAX_JOINTS",
    "Format",
    "FormatOption",
    "decode_text",
    "formats",
    "join_first",
    "name_from_file",
    "read_formula",
    "split_variable",
    "warn",
    "warn_of_physics",
]  # fmt: skip
