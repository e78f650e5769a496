"""Robots from files and to files. One module per format; the suffix of a path chooses it."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from linkwright.errors import InputError, UnknownName
from linkwright.files import write_all
from linkwright.formats.format import Format, formats
from linkwright.robot import Robot


def _format(path: Path) -> Format:
    by_suffix = {suffix: format for format in formats().values() for suffix in format.suffixes}
    suffix = path.suffix.lower()
    if suffix not in by_suffix:
        raise UnknownName.among("file format", suffix or path.name, by_suffix).at(str(path))
    return by_suffix[suffix]


def read(path: str | Path, **options: object) -> Robot:
    """The robot in a file: .par, .urdf, .xml, .toml or .csv. Options are those of the format's reader."""
    path = Path(path)
    format = _format(path)
    known = [p.name for p in inspect.signature(format.read).parameters.values() if p.kind is p.KEYWORD_ONLY]
    for option in options:
        if option not in known:
            raise UnknownName.among(f"option of {format.name} files", option, known).at(str(path))
    try:
        size = path.stat().st_size
        if size > format.max_bytes:
            remedy = f"{format.name} files may have {format.max_bytes}"
            raise InputError(f"the file has {size} bytes", file=str(path), remedy=remedy)
        data = path.read_bytes()
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=str(path)) from problem
    robot = format.read(data, str(path), **options)
    return robot if robot.source else replace(robot, source=f"{format.name} file {path.name}")


def write(robot: Robot, path: str | Path, **options: object) -> None:
    """Write a robot to a file, whole or not at all; the suffix chooses the format."""
    path = Path(path)
    format = _format(path)
    if format.write is None:
        writable = ", ".join(s for f in formats().values() if f.write for s in f.suffixes)
        raise InputError(f"{format.name} files are only read", file=str(path), remedy=f"written are {writable}")
    write_all(path.parent, {path.name: format.write(robot, **options)})


@cache
def builtin_names() -> tuple[str, ...]:
    """The names of the built-in robots."""
    folder = resources.files("linkwright.robot") / "data"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def builtin(name: str) -> Robot:
    """A built-in robot, in capitals or not."""
    from linkwright.formats import toml

    found = {n.lower(): n for n in builtin_names()}.get(name.lower())
    if found is None:
        raise UnknownName.among("robot", name, builtin_names())
    file = resources.files("linkwright.robot") / "data" / f"{found}.toml"
    return toml.read(file.read_bytes(), file.name)


def as_data(robot: Robot) -> dict[str, object]:
    """The robot as nested plain tables, as the native format holds it."""
    from linkwright.formats import toml

    return toml.as_data(robot)


__all__ = ["Format", "as_data", "builtin", "builtin_names", "formats", "read", "write"]
