"""Scanner of `.par` files: statements with names, values and their lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from linkwright.errors import FormatError


@dataclass(frozen=True)
class Statement:
    """Statement `name = value` or `name = {values}`, each value with its line."""

    name: str
    line: int
    values: tuple[tuple[str, int], ...]
    is_list: bool


class Scanner:
    """Scanner of the statements of a file; comments are collected apart."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self.comments: list[str] = []
        self.text = self._without_comments(text)

    def line(self, at: int) -> int:
        return bisect_right(self._starts, at)

    def fail(self, what: str, at: int, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=self.file, line=self.line(at), remedy=remedy)

    def _without_comments(self, text: str) -> str:
        """Return the text with comments blanked, so that positions stay."""
        parts, at = [], 0
        while (start := text.find("(*", at)) >= 0:
            end = text.find("*)", start + 2)
            if end < 0:
                self.fail("comment is not closed", start, "close it with *)")
            self.comments.append(text[start + 2 : end])
            parts += [text[at:start], re.sub(r"[^\n]", " ", text[start : end + 2])]
            at = end + 2
        return "".join([*parts, text[at:]])

    def statements(self) -> Iterator[Statement]:
        text, at = self.text, 0
        while match := re.compile(r"[\s;]*").match(text, at):
            at = match.end()
            if at == len(text):
                return
            head = re.compile(r"([A-Za-z_]\w*)[^\S\n]*=", re.ASCII).match(text, at)
            if not head:
                shown = text[at:].split("\n", 1)[0].strip()[:40]
                self.fail(f"unexpected {shown!r}", at, "statements are KEY = value or KEY = {v1, v2, ...}")
            value = re.compile(r"\s*\\?\{").match(text, head.end())
            if value:
                statement, at = self._list(head.group(1), at, value.end())
            else:
                end = re.compile(r"[^\n;]*").match(text, head.end()).end()  # type: ignore[union-attr]
                word = text[head.end() : end].strip()
                if not word or "=" in word:
                    self.fail(f"{head.group(1)!r} has no value", at)
                statement = Statement(head.group(1), self.line(at), ((word, self.line(at)),), False)
                at = end
            yield statement

    def _list(self, name: str, start: int, at: int) -> tuple[Statement, int]:
        end = self.text.find("}", at)
        inside = self.text[at : end if end >= 0 else len(self.text)]
        if end < 0 or "=" in inside or "{" in inside:
            self.fail(f"list {name!r} is not closed", start, "close it with }")
        inside = inside.removesuffix("\\")
        values, depth, first = [], 0, at
        for k, c in enumerate(inside + ","):
            depth += (c == "(") - (c == ")")
            if c == "," and (depth <= 0 or k == len(inside)):  # the comma of atan2(a, b) separates no values
                word = self.text[first : at + k].removesuffix("\\")
                place = first + len(word) - len(word.lstrip())
                values.append((word.strip(), self.line(min(place, at + k))))
                first = at + k + 1
        if len(values) == 1 and not values[0][0]:
            values = []
        for k, (word, line) in enumerate(values, 1):
            if not word:
                raise FormatError(f"value {k} of list {name!r} is empty", file=self.file, line=line)
        return Statement(name, self.line(start), tuple(values), True), end + 1


__all__ = ["Scanner", "Statement"]
