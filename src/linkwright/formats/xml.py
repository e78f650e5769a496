"""XML as a small tree with line numbers, read by expat. Documents with a DTD or entities are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from linkwright.errors import FormatError

MAX_DEPTH = 100
XACRO = "expand it first: xacro robot.xacro > robot.urdf"


@dataclass(frozen=True)
class Element:
    """An element, its attributes and its line."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag == tag)


def parse(data: bytes, file: str) -> Element:
    """The root element of a document."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    roots: list[Element] = []
    stack: list[Element] = []

    def fail(what: str, remedy: str) -> None:
        raise FormatError(what, file=file, line=parser.CurrentLineNumber, remedy=remedy)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) >= MAX_DEPTH:
            fail("elements are nested too deep", f"at most {MAX_DEPTH}")
        if tag.startswith("xacro:") and len(stack) < 3:
            fail(f"<{tag}> is xacro, not XML of a robot", XACRO)
        element = Element(tag, attributes, parser.CurrentLineNumber)
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
