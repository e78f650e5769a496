"""Tables, JSON and progress, as the command line prints them.

In a pipe or a file a table has one line per row, whatever its length. On a terminal tables, colours and progress are
rich's, which is imported only there: columns are wrapped between words, numbers and names are not broken, and a table
that is still too wide is printed as several, each with the first column.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TextIO

from linkwright.progress import Step, listening

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

GAP = "  "
MIN_WRAPPED_WIDTH = 24  # a cell is not wrapped below this number of characters
SECONDS_BEFORE_PROGRESS = 0.3  # quicker commands show none
SECONDS_BETWEEN_STEPS = 0.1


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2))


def colored(text: str, color: str, stream: TextIO | None = None) -> str:
    """Return the text in bold and in a colour, if the stream (by default stdout) is a terminal that shows colours."""
    if not (stream or sys.stdout).isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    import click

    return click.style(text, fg=color or None, bold=True)


def print_title(text: str) -> None:
    print(colored(text, ""))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if sys.stdout.isatty():
        _print_on_terminal(columns, rows)
    else:
        print(plain_table(columns, rows))
    print()


def plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the table as text with one line per row."""
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    lines = [columns, ["-" * width for width in widths], *rows]
    return "\n".join(GAP.join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _print_on_terminal(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    cells = [[_spaced(cell, console.width // 2) for cell in column] for column in zip(columns, *rows, strict=True)]
    for number, group in enumerate(_groups(cells, console.width)):
        if number:
            console.print()
        table = Table(box=None, pad_edge=False, padding=(0, len(GAP) // 2), header_style="bold")
        for k, width in zip(group, _widths([cells[k] for k in group], console.width), strict=True):
            table.add_column(Text(cells[k][0]), width=width, style="cyan" if k == 0 else "", overflow="fold")
        for row in list(zip(*(cells[k] for k in group), strict=True))[1:]:
            table.add_row(*map(Text, row))
        console.print(table)


def _spaced(cell: str, width: int) -> str:
    """Return a cell whose long products can be wrapped: with spaces around their signs of multiplication."""
    return " ".join(re.sub(r"\*+", r" \g<0> ", word) if len(word) > width else word for word in cell.split(" "))


def _least_width(cell: str) -> int:
    """Return the width below which a cell is not wrapped: that of its longest word, or of the whole if it is short."""
    return min(len(cell), max(MIN_WRAPPED_WIDTH, *map(len, cell.split(" "))))


def _groups(cells: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Return the columns of the tables that are printed, each as wide as the terminal at most and with column 0."""
    least = [max(map(_least_width, column)) for column in cells]
    groups = [[0]]
    for k in range(1, len(cells)):
        if len(groups[-1]) > 1 and sum(least[i] + len(GAP) for i in groups[-1]) + least[k] > width:
            groups.append([0])
        groups[-1].append(k)
    return groups


def _widths(cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the widths of columns: as wide as their cells are, the widest ones narrower until all fit."""
    widths = [max(map(len, column)) for column in cells]
    least = [max(map(_least_width, column)) for column in cells]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        wide = [k for k in range(len(widths)) if widths[k] > least[k]]
        if not wide:
            break
        widths[max(wide, key=lambda k: widths[k])] -= 1
    return widths


class Progress:
    """A block whose steps are shown while they last, on a terminal only: what is done, how much of it, how long."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._next = time.perf_counter() + SECONDS_BEFORE_PROGRESS
        self._bar: Bar | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._stack.enter_context(listening(self.show))
        return self

    def __exit__(self, *problem: Any) -> None:
        self._stack.close()
        self.clear()

    def clear(self) -> None:
        """Remove the bar from the terminal, for a text that stays; the next step brings it back."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def show(self, step: Step) -> None:
        """Show a step, unless another one was shown a moment ago."""
        now = time.perf_counter()
        if now < self._next:
            return
        self._next = now + SECONDS_BETWEEN_STEPS
        if self._bar is None:
            self._bar = _new_bar(self.what)
        total = step.total if step.total > 1 else None
        self._bar.update(self._bar.task_ids[0], description=f"{self.what}: {step}", completed=step.done, total=total)


def _new_bar(what: str) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    text = TextColumn("{task.description}", markup=False)
    columns = (SpinnerColumn("line"), BarColumn(bar_width=20), TimeElapsedColumn(), text)
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    bar.add_task(what, total=None)
    bar.start()
    return bar


__all__ = ["Progress", "colored", "plain_table", "print_json", "print_table", "print_title"]
