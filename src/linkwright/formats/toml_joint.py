"""Joints and loops of a TOML file: the keys of `[[joint]]`, and of the two parts of a `[[loop]]`."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import UnknownName
from linkwright.formats.toml_table import Data, TomlTable, describe_value, read_body
from linkwright.robot import Joint, Limits, Loop
from linkwright.robot.fields import CUTS, ELASTIC
from linkwright.robot.robot import GEOMETRY, KINDS

LIMITS = {"lower": "lower", "upper": "upper", "max_velocity": "velocity", "max_effort": "effort"}
RATES = ("velocity", "acceleration", "effort")
FLAGS = ("flexible", "parallel")
SCALARS = (*GEOMETRY, "rotor", "viscous", "coulomb", *ELASTIC, *RATES)
JOINT = ("name", "parent", "kind", *SCALARS, "variable", "actuated", *FLAGS, "behind", *LIMITS, "start", "body")
LOOP = ("joint", "frame")


def read_joint(
    table: TomlTable, j: int | str, names: Sequence[str], previous: int, kind: str = "revolute",
    kinds: Sequence[str] = KINDS, actuated: bool = True,
) -> Joint:  # fmt: skip
    """Read a joint, whose body's symbols end in j; `previous` is the parent if the table names none."""
    data = table.data
    values: Data = {key: table.scalar(data[key], key) for key in SCALARS if key in data}
    said = table.plain("kind", str, kind)
    if said not in kinds:
        table.fail(f"kind of {table.what} is {said!r}", f"{', '.join(kinds)} are known", "kind")
        said = kind
    return Joint(
        name=table.plain("name", str, ""), parent=parent_of(table, names, previous), kind=said,
        variable=table.plain("variable", str, ""), actuated=table.plain("actuated", bool, actuated),
        **{key: table.plain(key, bool, False) for key in FLAGS}, behind=table.words("behind"), body=read_body(table, j),
        start=table.number("start") or 0.0,
        limits=Limits(**{field: table.number(key) for key, field in LIMITS.items()}), **values,
    )  # fmt: skip


def parent_of(table: TomlTable, names: Sequence[str], previous: int) -> int:
    """Return the number of the joint that a table names as its parent."""
    parent = table.data.get("parent", previous)
    if isinstance(parent, str):
        if parent in names:
            return names.index(parent) + 1
        with table.noting("parent"):
            raise UnknownName.among("joint", parent, names) if names else UnknownName(f"unknown joint {parent!r}")
    elif isinstance(parent, bool) or not isinstance(parent, int):
        remedy = "the number or the name of an earlier joint"
        table.fail(f"parent of {table.what} is {describe_value(parent)}", remedy, "parent")
    else:
        return parent
    return previous


def read_loop(pair: TomlTable, j: int, names: Sequence[str]) -> Loop:
    """Read a loop from a table of a cut joint, which has the number j, and a closing frame."""
    parts = []
    for key in LOOP:
        what = f"the {key} of {pair.what}"
        if key not in pair.data:
            pair.fail(f"{pair.what} has no {key}", "a loop is a cut joint and a closing frame")
        part = TomlTable(pair.data.get(key, {}), pair.places, (*pair.cell, key), JOINT, what)
        if key in pair.data and "parent" not in part.data:
            part.fail(f"{what} has no parent", "name the link that it is attached to")
        kind, kinds = ("fixed", KINDS) if key == "frame" else ("revolute", CUTS)
        parts.append(read_joint(part, j, names, 0, kind, kinds))
    return Loop(*parts)


__all__ = ["JOINT", "LIMITS", "LOOP", "RATES", "SCALARS", "parent_of", "read_joint", "read_loop"]
