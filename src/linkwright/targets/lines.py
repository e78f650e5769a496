"""Breaking of emitted lines that are too long.

A line is broken between tokens only: at a blank, or after an operator if there is no blank, never inside a text or a
comment. A text is cut beforehand (`split_text`), a comment is wrapped (`folded` in target.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

OPERATORS = ("**", "//", "*", "/", "(", ",")  # a line may be broken after these


@dataclass(frozen=True)
class Continuation:
    """Continuation lines of a language."""

    width: int  # columns of a line, the mark included
    mark: str  # what ends an unfinished line
    indent: str  # of the lines that continue, beyond the first one's
    comment: str  # what begins a comment; it reaches to the end of its line
    quotes: str = "'\""  # what begins and ends a text; twice, it is itself
    others: tuple[str, ...] = ()  # tokens with a quote in them that is none

    def fit(self, text: str) -> str:
        """Break a line into lines that fit. Several lines are taken one by one."""
        return "\n".join(piece for line in text.split("\n") for piece in self._lines(line))

    def _lines(self, line: str) -> Iterator[str]:
        margin = line[: _margin(line)] + self.indent
        room = self.width - len(self.mark)
        while len(line) > self.width:
            places = [k for k in self.places(line) if k > _margin(line)]
            inside = [k for k in places if k <= room]
            blanks = [k for k in inside if line[k] == " "]
            if not places:
                break
            at = (blanks or inside or places[:1])[-1]
            yield line[:at] + self.mark
            line = margin + line[at:].lstrip(" ")
        yield line

    def places(self, line: str) -> list[int]:
        """Indices of the characters before which a line may be broken."""
        found = []
        for token in self._tokens.finditer(line):
            text = token.group()
            if text.startswith(self.comment):
                break
            if text == " ":
                found.append(token.start())
            elif text in OPERATORS:
                found.append(token.end())
        return [k for k in found if k < len(line)]

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        texts = [f"{q}(?:[^{q}]|{q}{q})*{q}" for q in self.quotes]
        others, operators = (map(re.escape, words) for words in (self.others, OPERATORS))
        return re.compile("|".join([*others, *texts, f"{re.escape(self.comment)}.*", r"\w+", *operators, "."]))


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def split_text(text: str, size: int) -> list[str]:
    """Cut a text into pieces of at most this size, between words if possible, for languages that join texts."""
    found = []
    while len(text) > size:
        at = text.rfind(" ", 0, size) + 1 or size
        found.append(text[:at])
        text = text[at:]
    return [*found, text]
