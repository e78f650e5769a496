"""Reading and writing of robots, one module per format, chosen by the suffix of a path and the root of XML."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePath
from typing import IO

from linkwright import robot
from linkwright.errors import InputError, UnknownName
from linkwright.files import write_all
from linkwright.formats.format import Format, formats
from linkwright.formats.xml import root_of
from linkwright.robot import Robot

BUILT_IN = Path(robot.__file__).with_name("data")

# Other formats of robots, and how to convert them. No suffix is a misspelling of another.
CONVERSION_REMEDIES = {
    ".xacro": "expand it first: xacro FILE.xacro > FILE.urdf",
    **dict.fromkeys((".sdf", ".world"), "SDF is not read: convert the model to URDF or MJCF"),
    **dict.fromkeys((".usd", ".usda", ".usdc", ".usdz"), "USD is not read: export the model as URDF"),
    **dict.fromkeys((".yaml", ".yml", ".json"), "write the same tables as TOML"),
    **dict.fromkeys((".m", ".mat", ".slx"), "save its table of Denavit-Hartenberg parameters as CSV"),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "save the table as CSV"),
}


def _formats(path: PurePath) -> list[Format]:
    """Return the formats that a file with this name may have."""
    suffix = path.suffix.lower()
    namesake = formats().get(suffix.removeprefix("."))
    if namesake is not None and suffix in namesake.suffixes:
        return [namesake]
    found = [format for format in formats().values() if suffix in format.suffixes]
    if not found:
        known = f"known: {', '.join(sorted({s for format in formats().values() for s in format.suffixes}))}"
        remedy = f"{CONVERSION_REMEDIES[suffix]}; {known}" if suffix in CONVERSION_REMEDIES else known
        raise UnknownName(f"unknown file format {suffix or path.name!r}", file=str(path), remedy=remedy)
    return found


def _format(path: PurePath, data: bytes = b"") -> Format:
    """Return the format of a file with this name and content; the root of XML decides among several."""
    found = _formats(path)
    root = root_of(data) if len(found) > 1 else ""
    return next((format for format in found if root and format.root == root), found[0])


Source = str | Path | bytes | IO[bytes] | IO[str]


def read(source: Source, *, name: str = "", **options: object) -> Robot:
    """Read a robot from a .par, .urdf, .mjcf, .xml, .toml or .csv file.

    A source is a path, the bytes of a file or an open file; `name` is the file's name, for the choice of the format and
    for messages; bytes need it. Options are those of the format, as text (snap="no") or as values (snap=False).
    """
    if not isinstance(source, str | Path | bytes) and not hasattr(source, "read"):
        raise TypeError(f"a path, bytes or an open file is needed, not {type(source).__name__}")
    called = name or _name_of_source(source)
    if not called:
        raise InputError("these bytes have no name", remedy="give them one that tells the format, such as robot.urdf")
    data = _content(source, called, _format(PurePath(called)))
    format = _format(PurePath(called), data)
    try:
        chosen = format.chosen(options)
    except UnknownName as problem:
        raise problem.at(called) from None
    folder = Path(source).parent if isinstance(source, str | Path) else None
    robot = format.read(data, called, *([folder] if format.includes else []), **chosen)
    return robot if robot.source else robot.changed(source=f"{format.name} file {PurePath(called).name}")


def _name_of_source(source: Source) -> str:
    if isinstance(source, str | Path):
        return str(source)
    own = getattr(source, "name", "")
    return own if isinstance(own, str) else ""  # the name of a pipe is a number


def _content(source: Source, called: str, format: Format) -> bytes:
    """Return the bytes of a source; InputError, without reading a path, if they are too many."""
    try:
        if isinstance(source, str | Path):
            size = Path(source).stat().st_size
            data = Path(source).read_bytes() if size <= format.max_bytes else b""
        else:
            given = source if isinstance(source, bytes) else source.read(format.max_bytes + 1)
            data = given.encode() if isinstance(given, str) else bytes(given)
            size = len(data)
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=called) from problem
    if size > format.max_bytes:
        raise InputError(f"the file has {size} bytes", file=called, remedy=f"{format.name} files may have "
                         f"{format.max_bytes}")  # fmt: skip
    return data


def write(robot: Robot, path: str | Path, **options: object) -> None:
    """Write a robot to a file, whole or not at all; the suffix chooses the format."""
    path = Path(path)
    format = _format(path)
    if format.write is None:
        writable = ", ".join(s for f in formats().values() if f.write for s in f.suffixes)
        raise InputError(f"{format.name} files can be read, not written", file=str(path), remedy=f"write {writable}")
    chosen = format.chosen(options, writing=True)
    write_all(path.parent, {path.name: format.write(robot, **chosen)})


@cache
def builtin_names() -> tuple[str, ...]:
    """Return the names of the built-in robots."""
    return tuple(sorted(f.stem for f in BUILT_IN.iterdir() if f.suffix == ".toml"))


@cache
def builtin(name: str) -> Robot:
    """Return a built-in robot by name, in upper or lower case."""
    from linkwright.formats import toml

    found = {n.lower(): n for n in builtin_names()}.get(name.lower())
    if found is None:
        raise UnknownName.among("robot", name, builtin_names())
    return toml.read(builtin_file(found), f"{found}.toml")


def builtin_file(name: str) -> bytes:
    """Return the file of a built-in robot."""
    return (BUILT_IN / f"{name}.toml").read_bytes()


def as_data(robot: Robot) -> dict[str, object]:
    """Return the robot as nested plain tables, as in the native format."""
    from linkwright.formats import toml

    return toml.as_data(robot)


__all__ = ["Format", "Source", "as_data", "builtin", "builtin_file", "builtin_names", "formats", "read", "write"]
