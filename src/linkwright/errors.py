"""The exceptions a user can meet.

LinkwrightError
 ├─ InputError            something given to Linkwright is wrong: place, what, remedy (exit code 2)
 │   ├─ ExpressionError   a formula cannot be read or has no value
 │   ├─ FormatError       a robot file breaks its format
 │   ├─ RobotError        the parts do not make a robot
 │   └─ UnknownName       no such robot, model, target, parameter...
 └─ ToolError             an external tool (compiler, interpreter) is missing or failed

Cancelled (see `progress`) is none of them: it is what a caller raises to stop long work.

Warnings: ModelWarning (suspicious physics, angles taken as exact). What is worth knowing but no reason to worry is
logged to `log`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import logging

MAX_ERRORS_SHOWN = 100  # errors of one table that are printed
Cell = tuple[str | int, ...]


def log() -> logging.Logger:
    """Return the logger for what readers and writers assume where a file does not say it."""
    import logging  # takes longer to load than most files to read, and few have something to tell

    return logging.getLogger("linkwright")


class LinkwrightError(Exception):
    """The root of all errors of Linkwright."""


class ErrorPlace(NamedTuple):
    """Where an error is: a line of a file, and the cell of the robot's tables, such as ("joint", 2, "alpha")."""

    file: str = ""
    line: int = 0
    cell: Cell = ()


class InputError(LinkwrightError):
    """An error in the input, with its place, what is wrong, and the remedy.

    `command` is the remedy on the command line, where it differs from the one in Python. `others` are further errors of
    the same table: one error is raised for all of them, and prints them line by line.
    """

    def __init__(
        self, what: str, *, file: str = "", line: int = 0, cell: Cell = (), remedy: str = "", command: str = "",
        others: Iterable[InputError] = (),
    ) -> None:  # fmt: skip
        self.what, self.remedy, self.command = what, remedy, command
        self.place, self.others = ErrorPlace(file, line, cell), tuple(others)
        super().__init__(what)

    @property
    def file(self) -> str:
        return self.place.file

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def all(self) -> tuple[InputError, ...]:
        """This error and the others, each alone."""
        return (self.with_others(()), *self.others)

    def __str__(self) -> str:
        return "\n".join(_limit_lines([problem._text(problem.remedy) for problem in self.all]))

    def on_command_line(self) -> str:
        """Messages line by line, with the remedies for the command line."""
        return "\n".join(_limit_lines([problem._text(problem.command or problem.remedy) for problem in self.all]))

    def _text(self, remedy: str) -> str:
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return place + self.what + (f" ({remedy})" if remedy else "")

    def at(self, file: str, line: int = 0, cell: Cell = ()) -> Self:
        """Return the error with its place filled in where it was not known yet."""
        place = ErrorPlace(self.file or file, self.line or line, self.place.cell or cell)
        return self._but(place, (problem.at(file, line, cell) for problem in self.others))

    def placed(self, file: str, line_of: Callable[[Cell], int]) -> InputError:
        """Return the errors with the lines of their cells in a file, in order."""
        problems = Problems()
        problems.errors += (problem.at(file, line_of(problem.place.cell)) for problem in self.all)
        return problems.as_one_error()

    def with_others(self, others: Iterable[InputError]) -> Self:
        """Return the error with these as its further errors."""
        return self._but(self.place, others)

    def _but(self, place: ErrorPlace, others: Iterable[InputError]) -> Self:
        more: dict[str, Any] = {"remedy": self.remedy, "command": self.command, "others": others}
        return type(self)(self.what, **place._asdict(), **more).with_traceback(self.__traceback__)

    def __reduce__(self) -> tuple[Any, ...]:
        more: dict[str, Any] = {"remedy": self.remedy, "command": self.command, "others": self.others}
        return partial(type(self), self.what, **self.place._asdict(), **more), ()


def _limit_lines(lines: list[str]) -> list[str]:
    """Return the first lines, and how many more there are."""
    rest = len(lines) - MAX_ERRORS_SHOWN
    return lines if rest <= 0 else [*lines[:MAX_ERRORS_SHOWN], f"and {rest} more errors"]


@dataclass(frozen=True)
class ErrorCollector:
    """Context manager that collects input errors instead of raising them."""

    problems: Problems
    place: ErrorPlace

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if isinstance(problem, InputError):
            self.problems.errors += problem.at(*self.place).all
        return isinstance(problem, InputError)


class Problems:
    """The errors of one table: collected while it is read, raised together."""

    def __init__(self) -> None:
        self.errors: list[InputError] = []

    def collecting(self, file: str = "", line: int = 0, cell: Cell = ()) -> ErrorCollector:
        """Return a context manager that collects an error in its block, with this place, instead of raising it."""
        return ErrorCollector(self, ErrorPlace(file, line, cell))

    def as_one_error(self) -> InputError:
        """Return one error for all that were collected, in the order of the file."""
        first, *others = sorted(self.errors, key=lambda problem: problem.line)
        return first.with_others(others)

    def raise_all(self) -> None:
        """Raise the collected errors as one, if there are any."""
        if self.errors:
            raise self.as_one_error()


class ExpressionError(InputError):
    """A formula cannot be read or has no value."""


class FormatError(InputError):
    """A robot file breaks its format."""


class RobotError(InputError):
    """The parts do not make a robot."""


class UnknownName(InputError):
    """A name that Linkwright does not know, with the nearest ones it does."""

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> UnknownName:
        """Return the error for a name of some kind, with the known names that are like it as the remedy."""
        names = sorted(known)
        import difflib  # only mistakes need it

        near = difflib.get_close_matches(name, names, n=3)
        remedy = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
        return cls(f"unknown {kind} {name!r}", remedy=remedy)


class ToolError(LinkwrightError):
    """An external tool is missing or failed."""


class ModelWarning(UserWarning):
    """The input can be used, but something in it is suspicious."""
