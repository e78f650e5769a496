"""What an input format is, and what all readers share: text from bytes, formulas from text, one warning per matter.

A reader takes bytes and gives a `Robot` or raises an `InputError` with file and line. It never evaluates anything:
every formula goes through `expr.parse`.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

from linkwright.errors import ExpressionError, FormatError, InputError, ModelWarning
from linkwright.expr import Expr, Graph, parse
from linkwright.expr.replay import live
from linkwright.robot import Robot
from linkwright.robot.checks import physics_warnings

MAX_DEPTH = 200  # operations nested in one another in a formula: printing it is recursive
MAX_SIZE = 20_000  # operations of a formula when shared parts are written out
_NOT_NUMBERS = {"nan", "inf", "infinity", "zoo"}  # what a failed computation leaves in a file


@dataclass(frozen=True)
class Format:
    """A file format: one per module of this folder, found by import. `write` is None where we only read."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[..., Robot]  # (data: bytes, file: str, **options)
    write: Callable[..., str] | None  # (robot, **options)
    doc: str
    max_bytes: int = 2_000_000


@cache
def formats() -> Mapping[str, Format]:
    """Every format by name."""
    found = {}
    package = importlib.import_module("linkwright.formats")
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"linkwright.formats.{info.name}")
        format = getattr(module, "FORMAT", None)
        if isinstance(format, Format):
            found[format.name] = format
    return dict(sorted(found.items()))


def text_of(data: bytes, file: str, *, latin: bool = False) -> str:
    """The bytes as text with line feeds. UTF-8, or Latin-1 where the format's old files are Latin-1."""
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


def stem(file: str) -> str:
    """The name that a file gives to a robot that has none."""
    return PurePath(file.replace("\\", "/")).stem or "robot"


def formula(text: str, file: str, line: int, what: str = "", graph: Graph | None = None) -> Expr:
    """The formula in the text, in a graph of its own if none is given; not what is no number or cannot be printed."""
    try:
        value = parse(text, Graph() if graph is None else graph)
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
    for i in live(value.graph, [value.id]):
        args = value.graph.args[i]
        depth[i] = 1 + max((depth[a] for a in args), default=0)
        size[i] = 1 + sum(size[a] for a in args)
    if depth[value.id] > MAX_DEPTH or size[value.id] > MAX_SIZE:
        raise ExpressionError(f"formula {text[:30]!r}... is too large", remedy="use symbols for its parts")


def warn(message: str, file: str) -> None:
    """A `ModelWarning` about a file."""
    warnings.warn(f"{file}: {message}" if file else message, ModelWarning, stacklevel=2)


def warn_of_physics(robot: Robot, file: str) -> None:
    """One warning for everything that no real body can have."""
    problems = physics_warnings(robot)
    if problems:
        warn(listed(problems), file)


def listed(items: Sequence[str], most: int = 5, separator: str = "; ") -> str:
    """The first few of many, and how many more."""
    rest = len(items) - most
    return separator.join(items[:most]) + (f"{separator}and {rest} more" if rest > 0 else "")


__all__ = ["Format", "formats", "formula", "listed", "stem", "text_of", "warn", "warn_of_physics"]
