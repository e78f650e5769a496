"""What the command line prints with: tables that fit the terminal, JSON, progress.

A number or a name is never broken over two lines. Prose and long formulas are wrapped between words and after
operators; a table that is still too wide is printed as several, each with the first column.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Sequence
from typing import Any

from linkwright.progress import Step, listening

GAP = "  "
NARROW = 24  # characters below which a cell is not wrapped
_PIECES = re.compile(r"(?:[\w.]+(?:(?<=[\d.][eE])[+-]\d+)?|[^\w.\s])[^\w.\s(]*\s*|\s+|\S")


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table in the width of the terminal."""
    width = shutil.get_terminal_size((80, 24)).columns
    print("\n\n".join(table_texts(columns, rows, width)))
    print()


def table_texts(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The table as one text, or as several that each have some of the columns."""
    cells = [[columns[k], *(row[k] for row in rows)] for k in range(len(columns))]
    least = [max(_least(cell) for cell in column) for column in cells]
    groups: list[list[int]] = [[0]]
    for k in range(1, len(columns)):
        used = sum(least[i] + len(GAP) for i in groups[-1])
        if len(groups[-1]) > 1 and used + least[k] > width:
            groups.append([0])
        groups[-1].append(k)
    return [_text([cells[k] for k in group], _widths([cells[k] for k in group], width)) for group in groups]


def _least(cell: str) -> int:
    """The width below which a cell cannot go: short ones stay whole, long ones are broken between their pieces."""
    longest = max((len(piece.rstrip()) for piece in _PIECES.findall(cell)), default=0)
    return min(len(cell), max(longest, NARROW))


def _widths(cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """As wide as the cells are, the widest columns narrower until all fit."""
    widths = [max(map(len, column)) for column in cells]
    least = [max(map(_least, column)) for column in cells]
    excess = sum(widths) + len(GAP) * (len(widths) - 1) - width
    while excess > 0 and (wide := [k for k in range(len(widths)) if widths[k] > least[k]]):
        k = max(wide, key=lambda k: widths[k])
        widths[k] -= 1
        excess -= 1
    return widths


def _text(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    lines = []
    for number, row in enumerate(zip(*cells, strict=True)):
        parts = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for k in range(max(map(len, parts))):
            line = [part[k] if k < len(part) else "" for part in parts]
            lines.append(GAP.join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip())
        if number == 0:
            lines.append(GAP.join("-" * w for w in widths))
    return "\n".join(lines)


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most this width, broken between words and operators; a longer word stays whole."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return lines


class Progress:
    """Shows the steps of what is done in its block: on a terminal as a line that changes; elsewhere as lines, every ten
    seconds."""

    def __init__(self, what: str) -> None:
        self.what, self.terminal = what, sys.stderr.isatty()
        self.pause = 0.1 if self.terminal else 10.0  # seconds between two texts
        self.last, self.shown = time.perf_counter(), what
        self.listening = listening(self.note)

    def __enter__(self) -> Progress:
        self._show(self.what)
        self.listening.__enter__()
        return self

    def clear(self) -> None:
        """Empty the line of the terminal, for a text that stays."""
        self._show("")

    def note(self, step: Step) -> None:
        text, now = f"{self.what}: {step}", time.perf_counter()
        if text == self.shown or now - self.last < self.pause:
            return
        self.last, self.shown = now, text
        if self.terminal:
            self._show(text)
        else:
            print(text, file=sys.stderr)

    def __exit__(self, *problem: Any) -> None:
        self.listening.__exit__(*problem)
        self._show("")

    def _show(self, text: str) -> None:
        """The text in place of what the line of the terminal holds."""
        if self.terminal:
            width = shutil.get_terminal_size((80, 24)).columns - 1
            print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)


__all__ = ["Progress", "print_json", "print_table", "table_texts", "wrapped"]
