"""XML as a small tree with line numbers, read by expat. Documents with a DTD or entities are rejected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from xml.parsers import expat

from linkwright.errors import FormatError
from linkwright.expr import Number

MAX_DEPTH = 100
XACRO = "expand it first: xacro robot.xacro > robot.urdf"
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Element:
    """Element with its attributes, its line and its file."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    file: str = ""

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)


def decimal(text: str) -> Number | None:
    """Return the exact number that a text denotes; None if it denotes none, or none that a robot can have."""
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    if math.isinf(value) or abs(value) > 1e100:
        return None
    if value == 0:  # also numbers below the range of floats, whose exact fraction could fill the memory
        return 0
    return Fraction(text) if len(text) < 60 else value


class _RootFound(Exception):
    """Signal that the root element is known, or cannot be found."""


def root_of(data: bytes) -> str:
    """Return the name of the root element; "" if it cannot be found."""
    parser = expat.ParserCreate()
    found = [""]

    def start(tag: str, attributes: dict[str, str]) -> None:
        found.append(tag)
        raise _RootFound

    def doctype(*_: object) -> None:
        raise _RootFound

    parser.StartElementHandler, parser.StartDoctypeDeclHandler = start, doctype
    with suppress(_RootFound, expat.ExpatError, LookupError, ValueError):  # the reader reports the error
        parser.Parse(data, True)
    return found[-1]


def parse_xml(data: bytes, file: str, max_depth: int = MAX_DEPTH) -> Element:
    """Parse a document and return its root element."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    roots: list[Element] = []
    stack: list[Element] = []

    def fail(what: str, remedy: str) -> None:
        raise FormatError(what, file=file, line=parser.CurrentLineNumber, remedy=remedy)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) >= max_depth:
            fail("elements are nested too deep", f"at most {max_depth}")
        if tag.startswith("xacro:") and len(stack) < 3:
            fail(f"<{tag}> is xacro, not XML of a robot", XACRO)
        element = Element(tag, attributes, parser.CurrentLineNumber, file=file)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def refuse(*_: object) -> None:
        fail("document type definitions and entities are not read", "remove <!DOCTYPE ...>")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as problem:
        raise FormatError(f"not XML: {expat.ErrorString(problem.code)}", file=file, line=problem.lineno) from None
    except (LookupError, ValueError) as problem:  # an encoding that Python does not know, or not byte by byte
        raise FormatError(f"not XML: {problem}", file=file, line=1, remedy="save the file as UTF-8") from None
    return roots[0]
