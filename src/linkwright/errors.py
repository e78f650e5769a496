"""The exceptions a user can meet.

LinkwrightError
 ├─ InputError            something given to Linkwright is wrong: file, line, what, remedy (exit code 2)
 │   ├─ ExpressionError   a formula cannot be read or has no value
 │   ├─ FormatError       a robot file breaks its format
 │   ├─ RobotError        the parts do not make a robot
 │   └─ UnknownName       no such robot, model, target, parameter...
 └─ ToolError             an external tool (compiler, interpreter) is missing or failed

Warnings: ModelWarning (suspicious physics, angles taken as exact). What is worth knowing but no reason to worry is
logged to `log`.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Iterable

log = logging.getLogger("linkwright")


class LinkwrightError(Exception):
    """The root of all errors of Linkwright."""


class InputError(LinkwrightError):
    """Something given to Linkwright is wrong. Says where, what and the remedy.

    `command` is the remedy on the command line, where it is another one than in Python.
    """

    def __init__(self, what: str, *, file: str = "", line: int = 0, remedy: str = "", command: str = "") -> None:
        self.what, self.file, self.line, self.remedy, self.command = what, file, line, remedy, command
        super().__init__(what)

    def __str__(self) -> str:
        return self._text(self.remedy)

    def on_command_line(self) -> str:
        """The message with the remedy that a user of the command line has."""
        return self._text(self.command or self.remedy)

    def _text(self, remedy: str) -> str:
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return place + self.what + (f" ({remedy})" if remedy else "")

    def at(self, file: str, line: int = 0) -> InputError:
        """The same error with its place filled in where it was not known yet."""
        place = {"file": self.file or file, "line": self.line or line}
        return type(self)(self.what, **place, remedy=self.remedy, command=self.command)  # type: ignore[arg-type]


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
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=3)
        remedy = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
        return cls(f"unknown {kind} {name!r}", remedy=remedy)


class ToolError(LinkwrightError):
    """An external tool is missing or failed."""


class ModelWarning(UserWarning):
    """The input can be used, but something in it is suspicious."""
