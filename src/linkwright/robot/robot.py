"""`Robot`: the tables of a robot as frozen values, checked once, at construction.

Frames are those of Khalil & Kleinfinger (1986): frame j is fixed to link j, z_j is the axis of joint j, and

    parent T j = Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r)

where the joint variable is added to theta (revolute) or to r (prismatic). Links and joints are numbered 1..n outward
from the base 0, a parent before its children. Every scalar is an `Expr` of the robot's own graph.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar

from linkwright.errors import RobotError, UnknownName
from linkwright.expr import Expr, Graph, Importer, Number, Role, Symbol
from linkwright.expr.text import formula_key
from linkwright.robot.coordinates import (
    Coordinate,
    DependentRows,
    VelocityMapRow,
    freedoms_with_dependent,
    velocity_map_rows,
)
from linkwright.robot.features import features
from linkwright.robot.fields import (
    BASE_MOTION,
    ELASTIC,
    GEOMETRY,
    IDENTITY,
    INERTIA,
    JOINT_SCALARS,
    JOINT_STATE,
    KINDS,
    PLACE,
    WRENCH,
    Formulas,
    scalar,
)
from linkwright.robot.parts import Base, BaseKind, Body, Coupling, Frame, Joint, Kind, Limits, Loop, Wheel
from linkwright.robot.placement import Placement, frames_to
from linkwright.robot.structure import check_names, check_structure

BODY_SCALARS = INERTIA + WRENCH
GROUPS = (
    "friction", "rotors", "external", "gravity", "flexibility", "loops", "couplings", "wheels", "balls", "floating",
    "mobile", "base_motion",
)  # fmt: skip
MAX_FRAMES_OF_PLACEMENT = 4  # largest number of fixed Khalil-Kleinfinger frames of a placement
_SHARED_BY_VIEWS: list[str] = []  # cached properties without expressions, which all views of a robot share
_PARTS = ("joints", "loops", "couplings", "wheels", "frames")
T = TypeVar("T")


def _shared_by_views(find: Callable[[Robot], T]) -> cached_property[T]:
    """Make a cached property that views of a robot take from their original."""
    _SHARED_BY_VIEWS.append(find.__name__)

    def found(robot: Robot) -> T:
        origin = vars(robot).get("_origin")
        return find(robot) if origin is None else getattr(origin, find.__name__)

    found.__doc__ = find.__doc__
    return cached_property(found)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Robot:
    """Tree of joints and links on a base, with the loops that close it.

    A robot is a value: robots with equal tables are equal, hash and pickle. `changed` gives another one.
    """

    name: str
    joints: tuple[Joint, ...]
    gravity: Formulas = Formulas(0, 0, "G3")
    base: Base = field(default_factory=Base)
    loops: tuple[Loop, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    frames: tuple[Frame, ...] = ()
    description: str = ""
    source: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)  # known values of the symbols
    grouped: frozenset[tuple[int, str]] = frozenset()  # (link, parameter): entries that are grouped base parameters
    nonzero: tuple[str, ...] = ()  # parameters that are never zero, and angles that are never a quarter turn
    graph: Graph = field(default_factory=Graph, init=False, repr=False)
    ties: DependentRows = field(default_factory=dict, init=False, repr=False)  # of a view: velocity map of constraints

    def __post_init__(self) -> None:
        vars(self).update({name: tuple(getattr(self, name)) for name in _PARTS})
        check_structure(self)
        joints = []
        for j, joint in enumerate(self.joints, 1):
            default = f"q{j}" if joint.moves else ""
            joints.append(replace(joint, name=joint.name or f"joint{j}", variable=joint.variable or default))
        loops = []
        for k, loop in enumerate(self.loops, len(self.joints) + 1):
            cut = replace(loop.joint, name=loop.joint.name or f"joint{k}")
            if cut.moves and not cut.variable:
                cut = replace(cut, variable=f"q{k}")
            loops.append(Loop(cut, replace(loop.frame, name=loop.frame.name or f"frame{k + len(self.loops)}")))
        couplings = [replace(x, terms=tuple(sorted(x.terms, key=attrgetter("joint")))) for x in self.couplings]
        numbers = MappingProxyType({k: float(v) for k, v in self.numbers.items()})
        vars(self).update(joints=tuple(joints), loops=tuple(loops), couplings=tuple(couplings), numbers=numbers)
        check_names(self)
        vars(self).update(_map_scalars(self, Importer(self.graph, role=_role_of_symbols(self))))

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"numbers": dict(self.numbers)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state, numbers=MappingProxyType(state["numbers"]))

    def __repr__(self) -> str:
        kinds = "".join(joint.kind[0].upper() for joint in self.joints)
        shown = kinds if len(kinds) <= 20 else f"{kinds[:20]}..."
        has = "".join(f", {feature.what}" for feature in features(self))
        known = sum(name in self.numbers for name in self.parameters)
        form = "serial" if self.is_serial else "tree"
        return (f"<Robot {self.name!r}: {len(self)} joints {shown}, {form}{has}; {len(self.parameters)} parameters, "
                f"{known} with numbers>")  # fmt: skip

    # -- shape ----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.joints)

    def joint(self, j: int) -> Joint:
        """Return joint j, 1..n. Beyond n are the fixed joints from links to the named frames (`frame_number`)."""
        return self.joints[j - 1] if j <= len(self.joints) else self._step(j)

    # The named frames are numbered after the links, so that functions of link frames apply to them, too.
    # A placement takes up to STEPS fixed joints, of which the last one is the frame itself.

    def frame_number(self, k: int) -> int:
        """Return the number of the named frame `frames[k]`."""
        return len(self.joints) + MAX_FRAMES_OF_PLACEMENT * (k + 1)

    def frame_at(self, j: int) -> Frame:
        """Return the named frame of a number beyond n, which may also denote an intermediate frame."""
        return self.frames[(j - len(self.joints) - 1) // MAX_FRAMES_OF_PLACEMENT]

    def _step(self, j: int) -> Joint:
        k, place = divmod(j - len(self.joints) - 1, MAX_FRAMES_OF_PLACEMENT)
        if k not in self._steps:
            self._steps[k] = self._steps_to(k)
        return self._steps[k][place]

    @cached_property
    def _steps(self) -> dict[int, dict[int, Joint]]:
        """Cache of the fixed joints to named frames, by index of the frame and index of the joint."""
        return {}

    def _steps_to(self, k: int) -> dict[int, Joint]:
        frame, seen, graph = self.frames[k], Importer(self.graph), Graph()
        x, y, z, roll, pitch, yaw = map(Importer(graph), (getattr(frame, name) for name in PLACE))
        place = Placement(Expr(graph, graph.const(0)), x, y, z, roll, pitch, yaw)
        found: dict[int, Joint] = {}
        geometries, last = frames_to(place), self.frame_number(k)
        for at, geometry in enumerate(geometries, MAX_FRAMES_OF_PLACEMENT - len(geometries)):
            parent = last - MAX_FRAMES_OF_PLACEMENT + at if found else frame.link
            values: dict[str, Any] = {name: seen(value) for name, value in geometry.items()}
            found[at] = Joint(name=frame.name, parent=parent, kind="fixed", actuated=False, **values)
        return found

    @_shared_by_views
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Independent freedoms of the robot: the rows of qd, qdd and tau."""
        return tuple(c for c in freedoms_with_dependent(self, self.ties) if c.given != "closure")

    @_shared_by_views
    def _freedoms_by_link(self) -> tuple[tuple[Coordinate, ...], ...]:
        every = tuple(freedoms_with_dependent(self, self.ties))
        return tuple(tuple(c for c in every if c.link == j) for j in range(len(self) + 1))

    def freedoms(self, j: int) -> tuple[Coordinate, ...]:
        """Return the freedoms of link j, dependent ones included."""
        return self._freedoms_by_link[j] if j < len(self._freedoms_by_link) else ()

    @cached_property
    def _shares(self) -> dict[Coordinate, VelocityMapRow]:
        return velocity_map_rows(self, [c for of in self._freedoms_by_link for c in of], self.ties)

    def velocity_map_row(self, c: Coordinate) -> VelocityMapRow:
        """Return the row of the velocity map of a freedom: coordinates with their factors; itself, if independent."""
        return self._shares[c]

    @property
    def dependent_drives(self) -> tuple[Coordinate, ...]:
        """Actuated freedoms that constraints make dependent: redundant actuation."""
        every = (c for of in self._freedoms_by_link for c in of)
        tied = {replace(c, given="closure") for c in self.ties if c.given == "acceleration"}
        return tuple(c for c in every if c in tied and c.link and self.joint(c.link).actuated)

    def children(self, j: int) -> tuple[int, ...]:
        return tuple(k for k, joint in enumerate(self.joints, 1) if joint.parent == j)

    def path(self, j: int) -> tuple[str, ...]:
        """Return the names of the joints from the base to joint j, with the merged fixed joints of the file."""
        path: list[str] = []
        while j:
            joint = self.joint(j)
            path[:0] = (*joint.behind, joint.name)
            j = joint.parent
        return tuple(path)

    @property
    def is_serial(self) -> bool:
        return all(joint.parent == j for j, joint in enumerate(self.joints))

    @_shared_by_views
    def symbols(self) -> tuple[str, ...]:
        """Names of the symbols in the tables, in their order."""
        return tuple(dict.fromkeys(s for e in self.scalars() for s in sorted(e.symbols)))

    @_shared_by_views
    def parameters(self) -> tuple[str, ...]:
        """Names of the symbols that are parameters."""
        table = self.graph.symbols()
        return tuple(s for s in self.symbols if self.graph.value[table[s]].role == "parameter")

    def scalars(self) -> Iterator[Expr]:
        """Yield every scalar of the tables."""
        for name in ("pose", *BASE_MOTION):
            yield from getattr(self.base, name)
        for joint in (*self.joints, *(x for loop in self.loops for x in (loop.joint, loop.frame))):
            own = vars(joint)
            yield from [own[name] for name in JOINT_SCALARS]
            yield from [own[name] for name in JOINT_STATE if own[name] is not None]
            own = vars(joint.body)
            yield from [own[name] for name in BODY_SCALARS]
        for coupling in self.couplings:
            yield from (term.factor for term in coupling.terms)
            yield coupling.offset
        for wheel in self.wheels:
            yield from (wheel.radius, wheel.roller)
        for frame in self.frames:
            yield from [getattr(frame, name) for name in PLACE]
        yield from [getattr(self.base.body, name) for name in BODY_SCALARS]
        yield from self.gravity

    def tree(self) -> Robot:
        """Return the tree that is left when every loop is cut."""
        return self.without("loops")

    # -- changes --------------------------------------------------------------------------------------------------

    def changed(self, each: Callable[[Expr], Expr] | None = None, /, **fields: Any) -> Robot:
        """Return another, checked robot: every scalar replaced by each(scalar), then these fields by others."""
        return replace(self, **{**(_map_scalars(self, each) if each else {}), **fields})

    def in_graph(self, graph: Graph, **fields: Any) -> Robot:
        """Return an unchecked view for algorithms, with scalars in a graph that extends the robot's graph.

        Nodes of the robot's graph have the same numbers there. `fields` are replaced, with scalars of that graph.
        """
        walked: dict[str, Any] = {}
        if graph is not self.graph:
            walked = _map_scalars(self, self._seen_in(graph), ("frames",))  # frames are converted on demand
            walked["ties"] = {c: tuple((a, Expr(graph, x.id)) for a, x in of) for c, of in self.ties.items()}
        view: Robot = _replace_unchecked(self, **{**walked, **fields}, graph=graph)
        if not fields:
            vars(view)["_origin"] = vars(self).get("_origin", self)
        return view

    def _seen_in(self, graph: Graph) -> Callable[[Expr], Expr]:
        """Return a conversion of scalars to a graph that extends the robot's; replaced fields may have other graphs."""
        own, into = self.graph, Importer(graph)
        return lambda e: Expr(graph, e.id) if e.graph is own else into(e)

    def copy_into(self, into: Importer) -> Robot:
        """Return an unchecked view for algorithms, with its scalars copied into another graph."""
        view: Robot = _replace_unchecked(self, **_map_scalars(self, into), graph=into.target)
        return view

    def without(self, *groups: str) -> Robot:
        """Return the robot without "friction", "rotors", "external" wrenches or "gravity": these entries are zero.

        "flexibility": joints are rigid; "loops": all loops are cut; "couplings": coupled joints are independent;
        "wheels": they are removed, and a mobile base is fixed; "balls": ball joints are locked; "floating", "mobile":
        the base is fixed; "base_motion": the base is at rest.
        """
        zero = scalar(0)
        joints = self.joints
        changes: dict[str, Any] = {}
        for group in groups:
            base = changes.get("base", self.base)
            match group:
                case "friction":
                    joints = tuple(replace(j, viscous=zero, coulomb=zero) for j in joints)
                case "rotors":
                    joints = tuple(replace(j, rotor=zero) for j in joints)
                case "external":
                    none = dict.fromkeys(WRENCH, zero)
                    joints = tuple(replace(j, body=replace(j.body, **none)) for j in joints)
                    changes["base"] = replace(base, body=replace(base.body, **none))
                case "flexibility":
                    rigid: dict[str, Any] = {"flexible": False, "parallel": False, **dict.fromkeys(ELASTIC, zero)}
                    joints = tuple(replace(j, **rigid) for j in joints)
                case "gravity":
                    changes["gravity"] = (zero, zero, zero)
                case "loops" | "couplings" | "wheels":
                    changes[group] = ()
                    if group == "wheels" and base.kind == "mobile":
                        changes["base"] = replace(base, kind="fixed")
                case "balls":
                    joints = tuple(replace(j, kind="fixed", variable="") if j.kind == "ball" else j for j in joints)
                case "floating" | "mobile":
                    changes["base"] = replace(base, kind="fixed")
                case "base_motion":
                    changes["base"] = replace(base, **dict.fromkeys(BASE_MOTION, (zero, zero, zero)))
                case _:
                    raise UnknownName.among("group", group, GROUPS)
        return self.changed(joints=joints, **changes)

    def with_nonzero(self, *names: str) -> Robot:
        """Return the robot with more parameters declared as never zero, so that divisions by them are allowed.

        Angles among them are never a multiple of a quarter turn.
        """
        cell = ("nonzero",)
        for name in names:
            if name not in self.parameters:
                raise UnknownName.among("parameter (declared as never zero)", name, self.parameters).at("", 0, cell)
            if self.numbers.get(name) == 0:
                raise RobotError(f"{self.name}: {name} is declared as never zero, and its number is 0",
                                 cell=cell, remedy=f"leave {name} out")  # fmt: skip
        return self.changed(nonzero=tuple(dict.fromkeys((*self.nonzero, *names))))

    def with_numbers(self, values: Mapping[str, float] | None = None, **more: float) -> Robot:
        """Replace symbols by numbers: by these, or by all known numbers of the robot."""
        table: dict[str, float] = dict(self.numbers if values is None and not more else values or {})
        table.update(more)
        for name in table:
            if name not in self.graph.symbols() and name not in self.numbers:
                raise UnknownName.among("parameter", name, self.parameters)
        convert = Importer(Graph(), table)
        rest = {k: v for k, v in self.numbers.items() if k not in table}
        return self.changed(convert, numbers=rest)

    def with_symbols(self, *groups: str) -> Robot:
        """Replace numbers by symbols, with their values in `numbers`. Zeros and quarter turns stay: they are structure.

        Groups: "geometry", "inertia", "friction" (friction and rotors), "gravity"; none given means all.
        """
        known = ("geometry", "inertia", "friction", "gravity")
        for group in groups:
            if group not in known:
                raise UnknownName.among("group of parameters", group, known)
        chosen = groups or known
        numbers = dict(self.numbers)
        taken = {*self.graph.symbols(), *numbers, *(j.variable for j in self.joints)}

        def lift(value: Expr, name: str) -> Expr:
            if value.is_zero or value.symbols or (value.number is None and _is_quarter(value)):
                return value
            from linkwright.expr import value_of

            while name in taken:
                name += "_"
            taken.add(name)
            numbers[name] = value_of(value)
            return scalar(name)

        joints = []
        for j, joint in enumerate(self.joints, 1):
            changes: dict[str, Any] = {}
            if "geometry" in chosen:
                changes |= {f: lift(getattr(joint, f), f"{f}{j}") for f in GEOMETRY}
            if "friction" in chosen:
                for f, letter in (("rotor", "IA"), ("viscous", "FV"), ("coulomb", "FS")):
                    changes[f] = lift(getattr(joint, f), f"{letter}{j}")
            if "inertia" in chosen:
                body = {f: lift(getattr(joint.body, f), f"{f}{j}") for f in INERTIA}
                changes["body"] = replace(joint.body, **body)
            joints.append(replace(joint, **changes))
        gravity, base, couplings = self.gravity, self.base, self.couplings
        if "geometry" in chosen:  # factors stay numbers: angles need rational factors
            couplings = tuple(replace(x, offset=lift(x.offset, f"offset{x.joint}")) for x in couplings)
        if "inertia" in chosen and base.kind != "fixed":  # the body of a fixed base has no effect
            body = {f: lift(getattr(base.body, f), f"{f}0") for f in INERTIA}
            base = replace(base, body=replace(base.body, **body))
        if "gravity" in chosen:
            gravity = tuple(lift(v, f"G{k}") for k, v in enumerate(self.gravity, 1))
        return self.changed(joints=tuple(joints), gravity=gravity, base=base, couplings=couplings, numbers=numbers)

    # -- comparison -----------------------------------------------------------------------------------------------

    def tables(self) -> dict[str, Any]:
        """Return the complete robot as plain data: texts and numbers."""
        data = _map_scalars(self, _plain_scalar) | {"name": self.name, "numbers": dict(self.numbers)}
        data |= {"description": self.description, "source": self.source}
        data |= {"nonzero": self.nonzero} if self.nonzero else {}
        return data

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Robot) and self.digest == other.digest)

    def __hash__(self) -> int:
        return int(self.digest[:15], 16)

    @_shared_by_views
    def digest(self) -> str:
        """Digest of the robot, 64 hexadecimal digits, independent of machine and session.

        Formulas enter by their keys, because their texts depend on the order in which the graph was built.
        """
        done: dict[int, str] = {}
        content = _map_scalars(
            self, lambda e: (done.get(e.id) or formula_key(e, done)) if e.graph is self.graph else formula_key(e, {})
        )
        content |= {"numbers": dict(self.numbers), "grouped": sorted(self.grouped)}
        content |= {name: getattr(self, name) for name in ("name", "description", "source")}
        content |= {"nonzero": sorted(self.nonzero)} if self.nonzero else {}
        return hashlib.sha256(json.dumps(_canonical_data(content)).encode()).hexdigest()


def _plain_scalar(e: Expr) -> str | Number:
    return e.number if e.number is not None else str(e)


def _canonical_data(value: Any) -> Any:
    """Return any value of the tables as nested lists of texts; equal numbers have equal texts."""
    if isinstance(value, dict):
        return [[k, _canonical_data(v)] for k, v in sorted(value.items())]
    if isinstance(value, tuple | list):
        return [_canonical_data(v) for v in value]
    if hasattr(value, "__dataclass_fields__"):
        return [[f.name, _canonical_data(getattr(value, f.name))] for f in fields(value)]
    return value if value is None or isinstance(value, str) else [(float(value) + 0.0).hex()]  # + 0: no -0


def _is_quarter(e: Expr) -> bool:
    """Return whether the angle is a multiple of pi/2."""
    return (e.sin() * e.cos()).is_zero


def _replace_unchecked(part: Any, **changes: Any) -> Any:
    """Copy a part with other fields, without the checks of construction: the values are known to be valid."""
    copy = object.__new__(type(part))
    own = vars(copy)
    own.update(vars(part), **changes)
    if type(part) is Robot:
        for made in (*_SHARED_BY_VIEWS, "_shares", "_steps", "_origin"):
            own.pop(made, None)
    return copy


def _map_scalars(robot: Robot, f: Callable[[Expr], Any], but: Sequence[str] = ()) -> dict[str, Any]:
    """Apply f to every scalar of the robot and return the changed fields, except those in `but`."""

    def body(part: Body) -> Body:
        own = vars(part)
        return _replace_unchecked(part, **{n: f(own[n]) for n in BODY_SCALARS})  # type: ignore[no-any-return]

    def joint(part: Joint) -> Joint:
        own = vars(part)
        changes: dict[str, Any] = {n: f(own[n]) for n in JOINT_SCALARS}
        for n in JOINT_STATE:
            changes[n] = None if own[n] is None else f(own[n])
        return _replace_unchecked(part, body=body(part.body), **changes)  # type: ignore[no-any-return]

    def coupling(part: Coupling) -> Coupling:
        terms = tuple(_replace_unchecked(term, factor=f(term.factor)) for term in part.terms)
        return _replace_unchecked(part, terms=terms, offset=f(part.offset))  # type: ignore[no-any-return]

    def frame(part: Frame) -> Frame:
        own = vars(part)
        return _replace_unchecked(part, **{n: f(own[n]) for n in PLACE})  # type: ignore[no-any-return]

    base = {n: tuple(f(v) for v in getattr(robot.base, n)) for n in ("pose", *BASE_MOTION)}
    walked = {} if "frames" in but else {"frames": tuple(frame(x) for x in robot.frames)}
    return walked | {
        "joints": tuple(joint(j) for j in robot.joints),
        "loops": tuple(Loop(joint(x.joint), joint(x.frame)) for x in robot.loops),
        "couplings": tuple(coupling(x) for x in robot.couplings),
        "wheels": tuple(_replace_unchecked(x, radius=f(x.radius), roller=f(x.roller)) for x in robot.wheels),
        "base": _replace_unchecked(robot.base, body=body(robot.base.body), **base),
        "gravity": tuple(f(v) for v in robot.gravity),
    }


def _role_of_symbols(robot: Robot) -> Callable[[Symbol], Role]:
    """Return the role of symbols: those of wrenches, base motion and rates are variables, unless in parameters."""
    fixed: set[str] = set()
    moving: set[str] = set()
    bodies = [robot.base.body, *(j.body for j in robot.joints)]
    for b in bodies:
        moving |= {s for n in WRENCH for s in getattr(b, n).symbols}
        fixed |= {s for n in INERTIA for s in getattr(b, n).symbols}
    for name in BASE_MOTION:
        moving |= {s for v in getattr(robot.base, name) for s in v.symbols}
    for j in [*robot.joints, *(x for loop in robot.loops for x in (loop.joint, loop.frame))]:
        fixed |= {s for n in JOINT_SCALARS for s in getattr(j, n).symbols}
        moving |= {s for n in JOINT_STATE if (v := getattr(j, n)) is not None for s in v.symbols}
    fixed |= {s for v in (*robot.gravity, *robot.base.pose) for s in v.symbols}
    fixed |= {s for x in robot.couplings for v in (x.offset, *(t.factor for t in x.terms)) for s in v.symbols}
    fixed |= {s for x in robot.wheels for v in (x.radius, x.roller) for s in v.symbols}
    fixed |= {s for x in robot.frames for n in PLACE for s in getattr(x, n).symbols}
    names = moving - fixed
    return lambda s: "variable" if s.name in names else "parameter"


__all__ = [
    "BASE_MOTION", "GEOMETRY", "GROUPS", "IDENTITY", "INERTIA", "KINDS", "PLACE", "WRENCH", "Base", "BaseKind", "Body",
    "Frame", "Joint", "Kind", "Limits", "Loop", "Robot",
]  # fmt: skip
