"""Wheels of a TOML file: those that name their joints, and those given by place, whose joints the reader makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linkwright.errors import UnknownName
from linkwright.expr import Expr, Graph
from linkwright.formats.toml_table import LineIndex, TomlTable, joint_number, read_body
from linkwright.robot import Joint, Wheel
from linkwright.robot.fields import WHEELS
from linkwright.robot.wheels import STEERED, WheelPlace, wheel_joints

COMMON_KEYS = ("kind", "name", "radius", "roller")
JOINT_KEYS = ("spin", "steer")
PLACE_KEYS = ("x", "y", "z", "heading", "trail", "actuated", "steered", "body", "steer_body")
KINDS_OF_KEY = {"trail": ("castor",), "steered": STEERED, "steer_body": STEERED}  # keys for some kinds only


def read_wheel(item: Any, places: LineIndex, k: int, names: Sequence[str]) -> tuple[Wheel, list[Joint]]:
    """Read wheel k of a robot with joints of these names; return it with the joints that are added."""
    table = TomlTable(item, places, ("wheel", k), (*COMMON_KEYS, *JOINT_KEYS, *PLACE_KEYS), f"wheel {k}")
    kind = table.plain("kind", str, "")
    if kind not in WHEELS:
        if isinstance(item, dict):
            _refuse_kind(table)
        return Wheel(kind="ball"), []
    named = kind == "ball" or any(key in table.data for key in JOINT_KEYS)
    _refuse_keys(table, kind, named)
    common = {key: table.scalar(table.data.get(key, 0), key) for key in ("radius", "roller")}
    name = table.plain("name", str, "")
    if named:
        spin, steer = (joint_number(table, table.data.get(key, 0), names, key) for key in JOINT_KEYS)
        return Wheel(kind=kind, spin=spin, steer=steer, name=name, **common), []
    name = name or f"wheel{k}"
    joints = _joints(table, kind, name, len(names))
    spin = len(names) + len(joints)
    places.elsewhere |= {("joint", j): ("wheel", k) for j in range(len(names) + 1, spin + 1)}
    return Wheel(kind=kind, spin=spin, steer=spin - 1 if kind in STEERED else 0, name=name, **common), joints


def _refuse_kind(table: TomlTable) -> None:
    kind = table.data.get("kind")
    if kind is None:
        table.fail(f"{table.what} has no kind", f"one of {', '.join(WHEELS)}")
    elif isinstance(kind, str):
        with table.noting("kind"):
            raise UnknownName.among(f"kind of {table.what}:", kind, WHEELS)


def _refuse_keys(table: TomlTable, kind: str, named: bool) -> None:
    """Collect errors of keys that are valid for other wheels only."""
    for key in table.data:
        what = f"{key!r} in {table.what}"
        if kind == "ball" and key in (*JOINT_KEYS, *PLACE_KEYS):
            table.fail(what, "a ball constrains nothing, wherever it is: leave it out", key)
        elif named and key in PLACE_KEYS:
            table.fail(f"{what} beside its joints", "the joints already place the wheel: leave it or them out", key)
        elif kind not in KINDS_OF_KEY.get(key, (kind,)):
            table.fail(
                f"{what}, which is {kind}", f"it is for {' and '.join(KINDS_OF_KEY[key])} wheels: leave it out", key
            )


def _joints(table: TomlTable, kind: str, name: str, before: int) -> list[Joint]:
    stand = _read_place(table)
    if kind == "castor" and "trail" not in table.data:
        remedy = "give its trail (0 for none), or make it a steering wheel"
        table.fail(f"{table.what} is a castor without trail", remedy)
    joints = wheel_joints(name, kind in STEERED, stand, before)
    wheel = before + len(joints)
    actuated = table.plain("actuated", bool, kind != "castor")
    joints[-1] = replace(joints[-1], actuated=actuated, body=read_body(table, wheel))
    if kind in STEERED:
        steered = table.plain("steered", bool, kind == "steering")
        joints[-2] = replace(joints[-2], actuated=steered, body=read_body(table, wheel - 1, "steer_body"))
    return joints


def _read_place(table: TomlTable) -> WheelPlace:
    """Read the place of a wheel; by default its centre is a radius above frame 0."""
    graph = Graph()

    def given(key: str, default: Any = 0) -> Expr:
        return table.scalar(table.data.get(key, default), key, graph)

    z = given("z", table.data.get("radius", 0))
    return WheelPlace(x=given("x"), y=given("y"), z=z, heading=given("heading"), trail=given("trail"))


__all__ = ["read_wheel"]
