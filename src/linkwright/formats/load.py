"""Robots by name or from files: the built-in ones, members of families, and files of every format."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import InputError, UnknownName
from linkwright.formats import Source, builtin, builtin_names, read
from linkwright.robot import Robot
from linkwright.robot.families import FAMILIES, family_member


def named_robot(text: str) -> Robot | None:
    """Return the built-in robot of this name, or the member of a family; None if there is none."""
    return builtin(text) if text in builtin_names() else family_member(text)


def unknown_robot(text: str) -> UnknownName:
    """Return the error for a name that no robot has."""
    return UnknownName.among("robot", text, [*builtin_names(), *(f"{family}(n)" for family in FAMILIES)])


def load_robot(what: Source, name: str = "", **options: object) -> Robot:
    """Return a robot by name, or read from a path, bytes or an open file; `options` are those of its format."""
    if not isinstance(what, str | Path):
        return read(what, name=name, **options)
    text = str(what)
    if (robot := named_robot(text)) is not None:
        given = {**options, "name": name} if name else options
        if given:
            raise InputError(f"{text} is a built-in robot, not a file: option {min(given)!r} has no meaning",
                             remedy="leave it out")  # fmt: skip
        return robot
    if name or Path(text).suffix or Path(text).exists():
        return read(Path(text), name=name, **options)
    raise unknown_robot(text)


__all__ = ["load_robot", "named_robot", "unknown_robot"]
