"""Text of MJCF: included files, classes of defaults, units, and attributes as numbers.

Attributes that an element does not have are those of its class, then those of the enclosing class. Attributes that
MuJoCo does not know are rejected: a misspelt one would be ignored silently.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NoReturn

from linkwright.errors import FormatError, InputError, UnknownName
from linkwright.expr import Number
from linkwright.formats.format import join_first, warn
from linkwright.formats.urdf import quarter_turns
from linkwright.formats.xml import XACRO, Element, decimal, parse_xml
from linkwright.robot.convert import IDENTITY_POSE, ZERO, ExactAngle, NumericPose, clean_rotation, unit_vector
from linkwright.spatial import Mat3, Vec3

MAX_BYTES = 20_000_000  # of a file with all included ones
MAX_DEPTH = 1_500  # nesting of elements: the bodies of a chain are nested
INCLUDE_REMEDY = "put the file beside the one that includes it"
ROUNDED = 1e-5  # error of the quaternion of a rounded quarter turn (1.5708, six digits)

_TURN = "quat axisangle xyaxes zaxis euler"
_SOLVER = "solreflimit solimplimit solreffriction solimpfriction margin"
_ATTRIBUTES = {
    "body": f"name childclass mocap pos {_TURN} gravcomp sleep simple fuse user",
    "frame": f"name childclass pos {_TURN} scale scaling massscale",
    "inertial": f"pos {_TURN} mass diaginertia fullinertia",
    "joint": "name class type group pos axis springdamper stiffness range limited actuatorfrcrange actuatorfrclimited "
    f"actuatorgravcomp ref springref springyield armature damping frictionloss user {_SOLVER}",
    "freejoint": "name group align",
    "geom": f"name class type contype conaffinity condim group priority size material rgba castshadow friction mass "
    f"density shellinertia solmix solref solimp margin gap surfacevel adhesion fromto pos {_TURN} hfield mesh fitscale "
    "fluidshape fluidcoef user",
    "site": f"name class type group material mesh rgba size fromto pos {_TURN} user",
    "connect": "name class active solref solimp body1 body2 anchor site1 site2",
    "weld": "name class active solref solimp body1 body2 relpose anchor site1 site2 torquescale",
    "equality_joint": "name class active solref solimp joint1 joint2 polycoef",
    "mujoco": "model",
    "option": "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind "
    "magnetic density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations "
    "ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints actuatorgroupdisable apirate "
    "collision mpr_tolerance mpr_iterations",
    "compiler": "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb "
    "eulerseq meshdir texturedir assetdir discardvisual usethread fusestatic inertiafromgeom alignfree "
    "inertiagrouprange saveinertial savecompiled savecanonical conflict passthrough exactmeshinertia convexhull",
}
ATTRIBUTES = {tag: frozenset(names.split()) for tag, names in _ATTRIBUTES.items()}
ORIENTATION_ATTRIBUTES = tuple(_TURN.split())
COMPLETED_LISTS = ("size", "stiffness", "damping")  # lists that those of the class complete, if they are shorter
ACTUATORS = (
    "general", "motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper", "cylinder", "muscle",
    "adhesion", "dcmotor", "plugin",
)  # fmt: skip
KINDS = {**dict.fromkeys(ACTUATORS, "actuator"), **dict.fromkeys(("spatial", "fixed"), "tendon"),
         **dict.fromkeys(("connect", "weld", "equality_joint"), "equality")}  # fmt: skip

AttributeTexts = Mapping[str, tuple[str, Element]]  # attribute: its text, and the element that has it


# -- files -----------------------------------------------------------------------------------------------------------


def read_document(data: bytes, file: str, folder: Path | None) -> Element:
    """Return the root element, with <include> replaced by the content of the files."""
    root = parse_xml(data, file, MAX_DEPTH)
    seen = {Path(file).name} if folder else set()
    size = len(data)
    todo = [(root, 0)]
    while todo:
        parent, depth = todo.pop()
        if depth > MAX_DEPTH:
            raise FormatError("elements are nested too deep", file=parent.file, line=parent.line)
        children: list[Element] = []
        waiting = parent.children[::-1]
        while waiting:
            child = waiting.pop()
            if child.tag != "include":
                children.append(child)
                continue
            content = _included(child, folder, seen)
            size += len(content)
            if size > MAX_BYTES:
                _fail(child, f"more than {MAX_BYTES} bytes with all included files", "this is no robot")
            waiting += parse_xml(content, str(_path(child, folder)), MAX_DEPTH).children[::-1]
        parent.children[:] = children
        todo += ((child, depth + 1) for child in children)
    return root


def _fail(e: Element, what: str, remedy: str) -> NoReturn:
    raise FormatError(what, file=e.file, line=e.line, remedy=remedy)


def _path(e: Element, folder: Path | None) -> Path:
    return (folder or Path()) / e.attributes.get("file", "").strip()


def _included(e: Element, folder: Path | None, seen: set[str]) -> bytes:
    """Return the bytes of an included file, which must be in the folder of the main one or below it."""
    name = e.attributes.get("file", "").strip()
    if not name:
        _fail(e, "<include> has no file", 'write <include file="..."/>')
    if folder is None:
        _fail(e, f"includes {name[:60]!r}, and bytes have no folder", "read the model from its file, or put it in one")
    parts = PureWindowsPath(name)  # knows both kinds of slashes, and drives
    if parts.anchor or PurePosixPath(name).is_absolute() or ".." in parts.parts:
        _fail(e, f"includes {name[:60]!r}, which is outside of its folder", INCLUDE_REMEDY)
    path = _path(e, folder)
    if not path.resolve().is_relative_to(folder.resolve()):
        _fail(e, f"includes {name[:60]!r}, a link out of its folder", INCLUDE_REMEDY)
    key = path.relative_to(folder).as_posix()
    if key in seen:
        _fail(e, f"{name[:60]!r} is included twice, or in itself", "a file can be included once")
    seen.add(key)
    try:
        if path.stat().st_size > MAX_BYTES:
            _fail(e, f"{name[:60]!r} is too large", f"at most {MAX_BYTES} bytes")
        return path.read_bytes()
    except OSError as problem:
        raise InputError(f"{name[:60]!r} cannot be read: {problem.strerror}", file=e.file, line=e.line) from None


# -- elements with their classes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """Element with the attributes of its class, and its name in messages."""

    element: Element
    values: AttributeTexts
    what: str

    @property
    def tag(self) -> str:
        return self.element.tag

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str, default: str = "") -> str:
        return self.values[name][0].strip() if name in self.values else default

    def place(self, name: str) -> Element:
        """Return the element that has an attribute: the item's own, or its class."""
        return self.values[name][1] if name in self.values else self.element


@dataclass
class Settings:
    """Settings of <compiler>."""

    degrees: bool = True
    eulerseq: str = "xyz"
    autolimits: bool = True
    inertiafromgeom: str = "auto"
    groups: tuple[int, int] = (0, 5)
    boundmass: Number = 0
    boundinertia: Number = 0
    balanceinertia: bool = False
    settotalmass: Number = -1
    alignfree: bool = False


@dataclass
class MjcfReader:
    """Reader of the values of items; errors have their file and line."""

    file: str
    snap: bool = True
    settings: Settings = field(default_factory=Settings)
    classes: dict[str, dict[str, AttributeTexts]] = field(default_factory=lambda: {"main": {}})
    notes: dict[str, list[str]] = field(default_factory=dict)

    def fail(self, what: str, e: Element, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=e.file, line=e.line, remedy=remedy)

    def note(self, kind: str, text: str) -> None:
        """Collect texts for one warning of each kind."""
        found = self.notes.setdefault(kind, [])
        if text not in found:
            found.append(text)

    def warn(self) -> None:
        for kind, texts in self.notes.items():
            warn(f"{kind}: {join_first(texts)}", self.file)

    # -- items ---------------------------------------------------------------------------------------------------

    def item(self, e: Element, klass: str = "", tag: str = "", what: str = "") -> Item:
        """Return the element with the attributes of its class: its own, or that of the enclosing bodies."""
        tag = tag or e.tag
        self.check_names(e, tag)
        own = {name: (text, e) for name, text in e.attributes.items()}
        named = e.attributes.get("class", "").strip() or klass
        if named and named not in self.classes:
            raise UnknownName.among("class of defaults", named, self.classes).at(e.file, e.line)
        inherited = self.classes[named or "main"].get(KINDS.get(tag, tag), {}) if tag != "freejoint" else {}
        name = e.attributes.get("name", "").strip()
        return Item(e, _merge_attributes(inherited, own), what or (f"{e.tag} {name!r}" if name else f"<{e.tag}>"))

    def check_names(self, e: Element, tag: str) -> None:
        for name in e.attributes:
            if tag in ATTRIBUTES and name not in ATTRIBUTES[tag]:
                raise UnknownName.among(f"attribute of <{e.tag}>:", name, ATTRIBUTES[tag]).at(e.file, e.line)

    def read_defaults(self, e: Element) -> None:
        """Read a top-level <default>: the class "main", which older files may name otherwise, and the classes in it."""
        name = e.attributes.get("class", "main").strip()
        self.classes[name] = self.classes["main"]
        todo = [(e, self.classes["main"])]
        while todo:
            section, values = todo.pop()
            inner = []
            for child in section.children:
                if child.tag == "default":
                    inner.append(child)
                    continue
                self.check_names(child, child.tag)
                kind = KINDS.get(child.tag, child.tag)
                values[kind] = _merge_attributes(
                    values.get(kind, {}), {k: (v, child) for k, v in child.attributes.items()}
                )
            todo += [(child, self._new_class(child, values)) for child in inner]

    def _new_class(self, e: Element, above: Mapping[str, AttributeTexts]) -> dict[str, AttributeTexts]:
        name = e.attributes.get("class", "").strip()
        if not name:
            self.fail("a <default> in another one has no class", e, 'write <default class="...">')
        if name in self.classes:
            self.fail(f"class {name!r} occurs twice", e, "names of classes must differ")
        self.classes[name] = dict(above)
        return self.classes[name]

    # -- words and numbers ---------------------------------------------------------------------------------------

    def word(self, item: Item, name: str, choices: Sequence[str], default: str = "") -> str:
        """Return one of the choices; the default is the first one unless given."""
        text = item.text(name)
        if not text and name not in item:
            return default or choices[0]
        if text not in choices:
            e = item.place(name)
            raise UnknownName.among(f"{name} of {item.what}:", text, choices).at(e.file, e.line)
        return text

    def flag(self, item: Item, name: str, default: bool = False) -> bool:
        return self.word(item, name, ("false", "true"), "true" if default else "false") == "true"

    def numbers(self, item: Item, name: str, least: int, most: int = 0) -> list[Number]:
        """Return the `least` to `most` numbers of an attribute; none if it is not given."""
        e = item.place(name)
        words = item.text(name).split()
        if name not in item:
            return []
        if not least <= len(words) <= (most or least):
            remedy = XACRO if "$" in item.text(name) else f"{least if not most else f'{least} to {most}'} needed"
            self.fail(f"{name} of {item.what} has {len(words)} numbers", e, remedy)
        return [self._number(word, e, f"{name} of {item.what}") for word in words]

    def _number(self, text: str, e: Element, what: str) -> Number:
        value = decimal(text)
        if value is None:
            self.fail(f"{what} is {text[:40]!r}", e, XACRO if "$" in text else "a finite number is needed")
        return value

    def number(self, item: Item, name: str, default: Number = 0) -> Number:
        return next(iter(self.numbers(item, name, 1)), default)

    def vector(self, item: Item, name: str, default: Vec3 = IDENTITY_POSE.P) -> Vec3:
        found = self.numbers(item, name, 3)
        return Vec3(*found) if found else default

    def direction(self, v: Iterable[Number], item: Item, name: str) -> Vec3:
        try:
            return unit_vector(Vec3(*v))
        except ValueError:
            self.fail(f"{name} of {item.what} is zero", item.place(name), "give it a direction")

    # -- angles and poses ----------------------------------------------------------------------------------------

    def radians(self, value: Number) -> float:
        return math.radians(value) if self.settings.degrees else float(value)

    def angle(self, item: Item, name: str, k: int = 0) -> ExactAngle:
        """Return the k-th number of an attribute as an angle; 0 if it is not given."""
        words = item.text(name).split()
        if not words:
            return ZERO
        e = item.place(name)
        value = self.radians(self._number(words[k], e, f"{name} of {item.what}"))
        quarters = None if self.settings.degrees or not self.snap else quarter_turns(words[k], value)
        if quarters is None:
            return ExactAngle.of(value)
        self._snapped(words[k], e)
        return ExactAngle.quarters(quarters)

    def _snapped(self, text: str, e: Element) -> None:
        self.note("taken as exact quarter turns (option snap=no keeps them)", f"{text} (line {e.line})")

    def pose(self, item: Item) -> NumericPose:
        """Return the pose given by pos and an orientation."""
        return NumericPose(self.orientation(item), self.vector(item, "pos"))

    def orientation(self, item: Item) -> Mat3:
        """Return the rotation given in one of the five ways; the identity if none is given."""
        given = [name for name in ORIENTATION_ATTRIBUTES if name in item]
        if len(given) > 1:
            self.fail(f"{item.what} has {given[0]} and {given[1]}", item.place(given[1]), "one orientation is allowed")
        ways = {"quat": self._quat, "axisangle": self._axisangle, "xyaxes": self._xyaxes, "zaxis": self._zaxis,
                "euler": self._euler}  # fmt: skip
        return ways[given[0]](item) if given else IDENTITY_POSE.R

    def _quat(self, item: Item) -> Mat3:
        return self.quaternion(self.numbers(item, "quat", 4), item, "quat")

    def quaternion(self, q: Sequence[Number], item: Item, name: str) -> Mat3:
        w, x, y, z = q
        if not any((w, x, y, z)):
            self.fail(f"{name} of {item.what} is zero", item.place(name), "a quaternion is cos, sin times the axis")
        if not any((x, y, z)):
            return IDENTITY_POSE.R
        R = ExactAngle.of(2 * math.atan2(math.hypot(x, y, z), w)).rotation_about_vector(unit_vector(Vec3(x, y, z)))
        return self._rounded(R, item.text(name), item.place(name))

    def _rounded(self, R: Mat3, text: str, e: Element) -> Mat3:
        """Return R, or the quarter turns that it represents within the decimals of the file."""
        rows = [[round(float(x)) for x in row] for row in R.rows]
        off = max(abs(x - k) for row, near in zip(R.rows, rows, strict=True) for x, k in zip(row, near, strict=True))
        if off == 0 or off > (ROUNDED if self.snap else 1e-9):
            return R
        if off > 1e-9:
            self._snapped(text, e)
        return Mat3.of(rows)

    def _axisangle(self, item: Item) -> Mat3:
        axis = self.numbers(item, "axisangle", 4)[:3]
        return self.angle(item, "axisangle", 3).rotation_about_vector(self.direction(axis, item, "axisangle"))

    def _euler(self, item: Item) -> Mat3:
        """Return the rotation in the order of eulerseq, about moving axes (small letters) or fixed ones (capitals)."""
        self.numbers(item, "euler", 3)
        R = IDENTITY_POSE.R
        for k, letter in enumerate(self.settings.eulerseq):
            turn = self.angle(item, "euler", k).about(letter.lower())
            R = R.times(turn) if letter.islower() else turn.times(R)
        return clean_rotation(R)

    def _xyaxes(self, item: Item) -> Mat3:
        """Return the rotation of the axes x and y; y is made perpendicular to x."""
        given = self.numbers(item, "xyaxes", 6)
        x, y = self.direction(given[:3], item, "xyaxes"), Vec3(*given[3:])
        y = self.direction(y - x * x.dot(y), item, "xyaxes")
        return Mat3.of([list(x), list(y), list(x.cross(y))]).T

    def _zaxis(self, item: Item) -> Mat3:
        return rotation_of_z_to(self.direction(self.numbers(item, "zaxis", 3), item, "zaxis"))

    # -- the whole file ------------------------------------------------------------------------------------------

    def read_compiler(self, e: Element) -> None:
        item, to = self.item(e), self.settings
        if self.word(item, "coordinate", ("local", "global")) == "global":
            self.fail("coordinate is global", e, "save the model with MuJoCo 2.3.3 or older: it writes local ones")
        to.degrees = self.word(item, "angle", ("degree", "radian"), "degree" if to.degrees else "radian") == "degree"
        to.eulerseq = item.text("eulerseq", to.eulerseq)
        if len(to.eulerseq) != 3 or not set(to.eulerseq.lower()) <= set("xyz"):
            self.fail(f"eulerseq is {to.eulerseq[:20]!r}", e, "three letters of xyzXYZ")
        to.inertiafromgeom = self.word(item, "inertiafromgeom", ("auto", "true", "false"), to.inertiafromgeom)
        for name in ("autolimits", "balanceinertia", "alignfree"):
            setattr(to, name, self.flag(item, name, getattr(to, name)))
        for name in ("boundmass", "boundinertia", "settotalmass"):
            setattr(to, name, self.number(item, name, getattr(to, name)))
        groups = self.numbers(item, "inertiagrouprange", 2)
        to.groups = (int(groups[0]), int(groups[1])) if groups else to.groups


def _merge_attributes(inherited: AttributeTexts, own: AttributeTexts) -> AttributeTexts:
    """Merge own attributes over inherited ones; an orientation replaces any other one."""
    turned = any(name in own for name in ORIENTATION_ATTRIBUTES)
    out = {name: value for name, value in inherited.items() if not (turned and name in ORIENTATION_ATTRIBUTES)} | dict(
        own
    )
    for name in COMPLETED_LISTS:
        if name in own and name in inherited:
            words, e = own[name][0].split(), own[name][1]
            out[name] = (" ".join([*words, *inherited[name][0].split()[len(words) :]]), e)
    return out


def rotation_of_z_to(z: Vec3) -> Mat3:
    """Return the smallest rotation of the z axis to a direction; to -z it is half a turn about x."""
    across = math.hypot(z.x, z.y)
    if across < 1e-10:
        return IDENTITY_POSE.R if z.z > 0 else ExactAngle.quarters(2).about("x")
    return ExactAngle.of_point(z.z, across).rotation_about_vector(unit_vector(Vec3(-z.y, z.x, 0)))


__all__ = ["ACTUATORS", "MAX_BYTES", "Item", "MjcfReader", "Settings", "read_document", "rotation_of_z_to"]
