"""Parallel robots in TOML: `[parallel]` describes a platform and its legs, read as ordinary joints and loops.

    [parallel]
    platform = { motion = "translation", body = "symbolic", start = [0, 0, -0.6] }

    [parallel.leg]                  # one leg for every placement; or several kinds: [[parallel.leg]]
    coupling = { kind = "ball", d = "L2" }           # on the last link of the leg, and on the platform
    placements = [                  # place of the leg on the base, and of its coupling on the platform
        { base = { azimuth = "b1", x = "rb" }, platform = { azimuth = "b1", x = "rp" }, start = { arm = 0.4 } },
        { base = { azimuth = "b2", x = "rb" }, platform = { azimuth = "b2", x = "rp" }, start = { arm = 0.4 } },
    ]

    [[parallel.leg.joint]]          # as [[joint]]; parents are joints of the leg, 0 is its base
    name = "arm"
    actuated = true                 # default false
    body = "symbolic"               # XX_arm ... M_arm, one set for all legs; shared = false: XX_leg1_arm ...

motion      spatial: along x, y, z, then a ball joint, or with orientation = "xyz" turns about its x, y, z
            planar: along x, y, then a turn about z;  translation: along x, y, z
placement   Rot(z, azimuth) Trans(x, y, z), then turned by `angle` about z or by `rpy` = [roll, pitch, yaw]
coupling    any kind that a loop is cut at, and gamma b alpha d theta r on a link of the leg, the last if none is named

Joints are `platform_x` ... `platform` and then `leg1_arm` ..., cut joints `leg1_coupling`. Frames that a placement
needs beyond that of its joint are fixed joints without mass, `leg1_arm_mount`. `[[parallel.leg.loop]]` closes loops
within a leg. `parent` is the joint that carries legs and platform, if not the base. `[[parallel.joint]]` are further
joints: an arm on the platform, or on a leg that is named as its parent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linkwright.errors import Cell
from linkwright.expr import Expr, Graph
from linkwright.formats.format import MAX_JOINTS
from linkwright.formats.toml_joint import JOINT, LOOP, RATES, parent_of, read_joint, read_loop
from linkwright.formats.toml_table import Data, LineIndex, TomlTable, describe_value, read_body
from linkwright.robot import Body, Joint, Loop
from linkwright.robot.fields import CUTS, GEOMETRY
from linkwright.robot.parallel import MOTIONS, SPATIAL_XYZ_MOTION, Leg, platform_joints
from linkwright.robot.placement import Placement

PARALLEL = ("parent", "platform", "leg", "joint")
PLATFORM = ("name", "motion", "orientation", "body", "start")
LEG = ("joint", "loop", "coupling", "placements", "shared")
LEG_JOINT = tuple(key for key in JOINT if key not in (*RATES, "behind"))
COUPLING = ("parent", "kind", *GEOMETRY)
PLACEMENT = ("name", "base", "platform", "start")
PLACE = ("azimuth", "x", "y", "z", "angle", "rpy")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def read_parallel(data: Any, places: LineIndex, names: Sequence[str], loops: int) -> tuple[list[Joint], list[Loop]]:
    """Read the joints and loops that are added to a robot with joints of these names and so many loops."""
    table = TomlTable(data, places, ("parallel",), PARALLEL, "the parallel robot")
    carrier = parent_of(table, names, 0)
    joints = _platform(table, carrier, len(names))
    platform = len(names) + len(joints)
    places.elsewhere |= {("joint", j): ("parallel.platform",) for j in range(len(names) + 1, platform + 1)}
    closed: list[Loop] = []
    for leg, cells in _Legs(table).read():
        before = len(names) + len(joints)
        made, holding, number = leg.build(before, carrier, platform)
        places.elsewhere |= {("joint", j): cells[0] for j in range(before + 1, before + len(made) + 1)}
        places.elsewhere |= {("joint", number[k]): cell for k, cell in enumerate(cells[1:], 1)}
        first = loops + len(closed)
        places.elsewhere |= {("loop", k): cells[0] for k in range(first + 1, first + len(holding) + 1)}
        joints += made
        closed += holding
    for k, item in enumerate(table.tables("joint"), 1):
        known = [*names, *(joint.name for joint in joints)]
        j, part = (
            len(known) + 1,
            TomlTable(item, places, ("parallel.joint", k), JOINT, f"joint {k} beyond the platform"),
        )
        joint = read_joint(part, j, known, platform if k == 1 else len(known))
        places.elsewhere[("joint", j)] = ("parallel.joint", k)
        joints.append(replace(joint, name=joint.name or f"joint{j}"))
    return joints, closed


def _platform(table: TomlTable, parent: int, before: int) -> list[Joint]:
    if "platform" not in table.data:
        table.fail("the parallel robot has no platform", 'platform = { motion = "spatial", body = "symbolic" }')
    part = TomlTable(table.data.get("platform", {}), table.places, ("parallel.platform",), PLATFORM, "the platform")
    motion = part.plain("motion", str, "spatial")
    if motion not in MOTIONS:
        part.fail(f"motion of the platform is {motion!r}", f"{', '.join(MOTIONS)} are known", "motion")
        motion = "spatial"
    axes = MOTIONS[motion]
    if "orientation" in part.data:
        orientation = part.plain("orientation", str, "ball")
        if orientation not in ("ball", "xyz") or motion != "spatial":
            remedy = '"ball" or "xyz", of a platform whose motion is spatial'
            part.fail(f"orientation of the platform is {orientation!r}", remedy, "orientation")
        axes = SPATIAL_XYZ_MOTION if orientation == "xyz" else axes
    name = part.plain("name", str, "platform")
    if not _NAME.fullmatch(name):
        part.fail(f"name of the platform is {describe_value(name)}", "letters, digits and _ are needed", "name")
        name = "platform"
    size = sum(kind != "ball" for _, kind in axes)
    return platform_joints(name, axes, parent, before, read_body(part, f"_{name}"), _start(part, size))


def _start(part: TomlTable, size: int) -> list[float]:
    """Read the platform's position in the assembly, one number per joint; a ball joint starts without rotation."""
    given = part.data.get("start", [0] * size)
    if not isinstance(given, list) or len(given) != size:
        found = f"{len(given)} values" if isinstance(given, list) else describe_value(given)
        more = "" if size != 3 else '; to start rotated in space, use orientation = "xyz"'
        part.fail(f"start of the platform is {found}", f"a list of {size} numbers is needed{more}", "start")
        return [0.0] * size
    inner = TomlTable({str(k): v for k, v in enumerate(given, 1)}, part.places, (*part.cell, "start"),
                  tuple(str(k) for k in range(1, size + 1)), "the start of the platform")  # fmt: skip
    return [inner.number(str(k)) or 0.0 for k in range(1, size + 1)]


class _Legs:
    """Reader of the legs. Lists are numbered through the whole file, as the index of lines is."""

    def __init__(self, table: TomlTable) -> None:
        self.table, self.places = table, table.places
        given = table.data.get("leg", [])
        self.kinds: list[Any] = given if isinstance(given, list) else [given]
        self.count = dict.fromkeys(("joint", "loop", "placements"), 0)
        self.legs = 0

    def read(self) -> list[tuple[Leg, list[Cell]]]:
        """Return the legs, each with the cell of its placement and those of its joints."""
        if not self.kinds:
            self.table.fail("the parallel robot has no leg", "write [parallel.leg] and its [[parallel.leg.joint]]")
        tables = [
            TomlTable(item, self.places, ("parallel.leg", k), LEG, "the leg" if len(self.kinds) == 1 else f"leg {k}")
            for k, item in enumerate(self.kinds, 1)
        ]
        size = sum(len(part.tables("joint")) * len(part.tables("placements")) for part in tables)
        if size > MAX_JOINTS:
            self.table.fail(f"the legs have {size} joints", f"at most {MAX_JOINTS} are read", "leg")
            return []
        legs = [leg for k, part in enumerate(tables, 1) for leg in self._kind(part, k)]
        if legs and not any(joint.actuated for leg, _ in legs for joint in leg.joints):
            self.table.fail("no joint of the legs is driven", "write actuated = true for those with motors", "leg")
        return legs

    def _kind(self, table: TomlTable, k: int) -> list[tuple[Leg, list[Cell]]]:
        """Read the legs of one kind: one for each of its placements."""
        shared = table.plain("shared", bool, True)
        first = f"leg{self.legs + 1}_" if len(self.kinds) > 1 else ""
        rows = {key: self._rows(table, k, key) for key in ("joint", "loop", "placements")}
        if table.data and not rows["joint"]:
            table.fail(f"{table.what} has no joints", "write one [[parallel.leg.joint]] table per joint", "joint")
        if table.data and not rows["placements"]:
            remedy = "placements = [ { base = { x = ... }, platform = { x = ... } }, ... ]"
            table.fail(f"{table.what} has no placements", remedy, "placements")
        joints: list[Joint] = []
        for cell, item in rows["joint"]:
            joints.append(
                self._joint(TomlTable(item, self.places, cell, LEG_JOINT, _describe_cell(cell, table)), joints, first)
            )
        names = [joint.name for joint in joints]
        loops = tuple(self._loop(TomlTable(item, self.places, cell, LOOP, _describe_cell(cell, table)), names)
                      for cell, item in rows["loop"])  # fmt: skip
        cut = self._coupling(table, k, names)
        symbolic = [isinstance(item, dict) and item.get("body") == "symbolic" for _, item in rows["joint"]]
        out = []
        for cell, item in rows["placements"]:
            self.legs += 1
            place = TomlTable(item, self.places, cell, PLACEMENT, f"placement {self.legs}")
            name = _read_name(place, f"leg{self.legs}")
            own = tuple(
                replace(joint, body=Body.symbolic(f"_{name}_{joint.name}")) if apart and not shared else joint
                for joint, apart in zip(_set_starts(place, joints), symbolic, strict=True)
            )
            base, end = _read_placement(place, "base"), _read_placement(place, "platform")
            leg = Leg(name=name, joints=own, cut=cut, loops=loops, base=base, end=end)
            out.append((leg, [cell, *(at for at, _ in rows["joint"])]))
        return out if joints else []

    def _rows(self, table: TomlTable, k: int, key: str) -> list[tuple[Cell, Any]]:
        """Return the tables of a list, each with its cell: by its own header in the file, or within the leg's."""
        rows: list[tuple[Cell, Any]] = []
        for m, item in enumerate(table.tables(key), 1):
            self.count[key] += 1
            own = (f"parallel.leg.{key}", self.count[key])
            rows.append((own if self.places.has(*own) else ("parallel.leg", k, key, m), item))
        return rows

    def _joint(self, table: TomlTable, earlier: Sequence[Joint], first: str) -> Joint:
        names = [joint.name for joint in earlier]
        name = _read_name(table, f"joint{len(names) + 1}")
        if name in names:
            table.fail(f"name of {table.what} is {name!r} again", "names must differ", "name")
        joint = read_joint(table, f"_{first}{name}", names, len(names), actuated=False)
        return replace(joint, name=name, parent=_check_leg_parent(table, joint.parent, len(names)))

    def _loop(self, table: TomlTable, names: Sequence[str]) -> Loop:
        loop = read_loop(table, 0, names)
        parts = (loop.joint, loop.frame)
        return Loop(*(replace(part, parent=_check_leg_parent(table, part.parent, len(names))) for part in parts))

    def _coupling(self, table: TomlTable, k: int, names: Sequence[str]) -> Joint:
        if table.data and "coupling" not in table.data:
            table.fail(f"{table.what} has no coupling", 'coupling = { kind = "ball" }: its joint at the platform')
        own = ("parallel.leg.coupling", k)
        cell: Cell = own if self.places.has(*own) else ("parallel.leg", k, "coupling")
        part = TomlTable(table.data.get("coupling", {}), self.places, cell, COUPLING, f"the coupling of {table.what}")
        if part.data and "kind" not in part.data:
            part.fail(f"{part.what} has no kind", f"one of {', '.join(CUTS)}")
        cut = read_joint(part, 0, names, len(names), kinds=CUTS, actuated=False)
        return replace(cut, parent=_check_leg_parent(part, cut.parent, len(names)))


def _describe_cell(cell: Cell, leg: TomlTable) -> str:
    if cell[0] == "parallel.leg":
        return f"{cell[2]} {cell[3]} of {leg.what}"
    return f"{str(cell[0]).rpartition('.')[2]} {cell[1]} of the legs"


def _read_name(table: TomlTable, default: str) -> str:
    name = table.plain("name", str, default)
    if _NAME.fullmatch(name):
        return str(name)
    table.fail(f"name of {table.what} is {describe_value(name)}", "letters, digits and _ are needed", "name")
    return default


def _check_leg_parent(table: TomlTable, parent: int, n: int) -> int:
    if 0 <= parent <= n:
        return parent
    table.fail(f"parent of {table.what} is {parent}", "a joint of the leg, or 0 for its base", "parent")
    return 0


def _set_starts(place: TomlTable, joints: Sequence[Joint]) -> list[Joint]:
    """Return the joints with the start positions of a placement."""
    names = tuple(joint.name for joint in joints)
    cell, what = (*place.cell, "start"), f"the start of {place.what}"
    start = TomlTable(place.data.get("start", {}), place.places, cell, names, what)
    return [replace(joint, start=start.number(joint.name) or 0.0) if joint.name in start.data else joint
            for joint in joints]  # fmt: skip


def _read_placement(placement: TomlTable, key: str) -> Placement:
    if placement.data and key not in placement.data:
        where = {"base": "the place of the leg", "platform": "its coupling point"}[key]
        placement.fail(f"{placement.what} has no {key}", f"{key} = {{ x = ..., y = ..., z = ... }}: {where}", key)
    cell, what = (*placement.cell, key), f"the {key} of {placement.what}"
    table = TomlTable(placement.data.get(key, {}), placement.places, cell, PLACE, what)
    graph = Graph()
    values: Data = {name: table.scalar(table.data.get(name, 0), name, graph) for name in PLACE[:4]}
    turn: tuple[Expr, ...] = (Expr(graph, graph.const(0)),) * 3
    if "rpy" in table.data:
        turn = table.vector("rpy", 3, graph)
    if "angle" in table.data:
        if "rpy" in table.data:
            table.fail(f"{what} has both 'angle' and 'rpy'", "angle is the turn about z alone: use one of them", "rpy")
        turn = (*turn[:2], table.scalar(table.data["angle"], "angle", graph))
    return Placement(**values, roll=turn[0], pitch=turn[1], yaw=turn[2])


__all__ = ["read_parallel"]
