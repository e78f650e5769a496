"""URDF: links and joints with any axes and origins, converted to Khalil-Kleinfinger frames exactly.

It reads `<link><inertial>`, `<joint>` with origin, axis, limit, mimic and, with option friction, dynamics (damping is
viscous, friction is Coulomb friction). Shapes, materials, transmissions and extensions of simulators are ignored. Joint
positions, the base frame (that of the root link) and the order of joints (depth first, as in the file) stay; gravity is
(0, 0, -9.81).

- Every link is a frame of its name (`Robot.frames`), with its pose of the file; the name of the joint that carries it
  also denotes it. A leaf is an end; the root link is the base.
- Links on fixed joints become part of the link that carries them; `keep_fixed=True` keeps them as separate bodies, each
  fixed to the moving link that carries it, numbered after all others.
- Angles within 1e-9 of a quarter turn are quarter turns, axes within 1e-9 of a coordinate axis along it; so are
  decimals of a quarter turn (1.5708, 3.14), with a warning; `snap=False` reads the latter as written.
- Lengths below 1e-12 of the largest one are zero: CAD programs write 1.4e-17 where they mean 0.
- Between nearly parallel axes whose common normal is far away there is a fixed frame "before_<joint>" without a body.
- A mimic joint is coupled: `q = multiplier q_mimicked + offset`, also of a joint that mimics another one;
  `mimic=False` makes them independent.
- A floating joint that is the only one on the root makes its child the floating base; `floating=True` frees the root.
- A planar joint is two prismatic joints along its plane and a revolute one about the normal, its axis: `<joint>_x`,
  `<joint>_y`, `<joint>_turn`. The first goes along the next coordinate axis after the one that the normal is nearest
  to, so a normal z has x and y. Any other floating joint is three prismatic joints `<joint>_x`, `<joint>_y`,
  `<joint>_z` along the axes of its frame and a ball joint `<joint>_turn`. The links between have no mass.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NoReturn

from linkwright.errors import Cell, FormatError, InputError, UnknownName
from linkwright.expr import Number
from linkwright.formats.format import MAX_JOINTS, Format, FormatOption, join_first, name_from_file, warn, without_losses
from linkwright.formats.xml import XACRO, Element, decimal, parse_xml
from linkwright.robot import Base, Body, Coupling, Frame, Joint, Limits, Robot, Term, scalar
from linkwright.robot.checks import body_problems
from linkwright.robot.convert import (
    IDENTITY_POSE,
    ExactAngle,
    MassProperties,
    NumericPose,
    PlacedJoint,
    assign_frames,
    combine_bodies,
    free_name,
    named_frame,
    remove_noise,
    unit_vector,
)
from linkwright.spatial import Vec3

GRAVITY = (0, 0, -9.81)
TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_OTHER_ROOTS = {
    "mujoco": "this is MJCF: call the file .xml or .mjcf",
    "sdf": "SDF files are not read: convert the model to URDF",
}


@dataclass(frozen=True)
class Mimic:
    """Coupling of a joint: `multiplier` times the position of another one + `offset`."""

    joint: str
    multiplier: Number
    offset: Number
    line: int


@dataclass(frozen=True)
class UrdfJoint:
    """Joint of the file, or one of the simple joints that replace a planar or floating joint."""

    name: str
    type: str
    parent: str
    child: str
    origin: NumericPose
    axis: Vec3
    limits: Limits
    damping: Number
    friction: Number
    mimic: Mimic | None
    line: int


@dataclass
class UrdfNotes:
    """Notes on a file for the user: one warning for each kind."""

    angles: dict[str, int] = field(default_factory=dict)
    bodies: list[str] = field(default_factory=list)

    def warn(self, file: str) -> None:
        if self.angles:
            shown = [f"{text} (line {line})" for text, line in self.angles.items()]
            angles = join_first(shown, separator=", ")
            warn(f"angles taken as exact quarter turns: {angles}; option snap=no keeps them", file)
        if self.bodies:
            warn(join_first(self.bodies), file)


def read(
    data: bytes,
    file: str,
    *,
    keep_fixed: bool = False,
    floating: bool = False,
    snap: bool = True,
    friction: bool = False,
    mimic: bool = True,
) -> Robot:
    """Read a robot from URDF.

    Damping and friction of joints, meant for simulators, are left out unless `friction`: the efforts are then those of
    other rigid-body libraries.
    """
    root = parse_xml(data, file)
    if root.tag != "robot":
        remedy = _OTHER_ROOTS.get(root.tag, "a URDF file begins with <robot name=...>")
        raise FormatError(f"the root element is <{root.tag[:40]}>", file=file, line=root.line, remedy=remedy)
    reader = UrdfReader(file, snap)
    links = reader.links(root)
    joints = reader.joints(root, links)
    joints = check_mimics(joints, file) if mimic else [replace(joint, mimic=None) for joint in joints]
    named = dict.fromkeys(links, "") | {joint.child: joint.name for joint in joints}
    tree = UrdfTree(file, *split_joints(links, joints), named, keep_fixed)
    name = root.attributes.get("name", "").strip() or name_from_file(file)
    try:
        robot = tree.robot(name, floating)
    except InputError as problem:
        raise problem.placed(file, lambda cell: tree.line_of(cell) or root.line) from None
    reader.notes.warn(file)
    return without_losses(robot, file, friction)


# -- elements to values ----------------------------------------------------------------------------------------------


class UrdfReader:
    """Reader of the values of elements; errors have their line."""

    def __init__(self, file: str, snap: bool) -> None:
        self.file, self.snap, self.notes = file, snap, UrdfNotes()

    def fail(self, what: str, line: int, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=self.file, line=line, remedy=remedy)

    def attribute(self, e: Element, name: str, what: str) -> str:
        value = e.attributes.get(name, "").strip()
        if not value:
            self.fail(f"{what} has no {name}", e.line, f'write <{e.tag} {name}="..."')
        if "${" in value or "$(" in value:
            self.fail(f"{name}={value!r} is xacro", e.line, XACRO)
        return value

    def child(self, e: Element, tag: str) -> Element | None:
        found = list(e.all(tag))
        if len(found) > 1:
            self.fail(f"<{e.tag}> has {len(found)} <{tag}>", found[1].line, "one is allowed")
        return found[0] if found else None

    def number(self, text: str, e: Element, what: str) -> Number:
        """Return a decimal, exactly."""
        value = decimal(text)
        if value is None:
            remedy = XACRO if "$" in text else "a finite number is needed"
            self.fail(f"{what} is {text[:40]!r}", e.line, remedy)
        return value

    def words(self, e: Element | None, name: str, default: str, what: str) -> list[str]:
        words = (e.attributes.get(name, default) if e else default).split()
        if e and len(words) != 3:
            remedy = XACRO if "$" in "".join(words) else "three are needed"
            self.fail(f"{name} of {what} has {len(words)} numbers", e.line, remedy)
        return words

    def vector(self, e: Element | None, name: str, default: str, what: str) -> Vec3:
        words = self.words(e, name, default, what)
        return Vec3(*(self.number(w, e, f"{name} of {what}") if e else Fraction(w) for w in words))

    def angle(self, text: str, e: Element, what: str) -> ExactAngle:
        value = float(self.number(text, e, what))
        k = quarter_turns(text, value)
        if k is None or not self.snap:
            return ExactAngle.of(value)
        self.notes.angles.setdefault(text, e.line)
        return ExactAngle.quarters(k)

    def origin(self, e: Element | None, what: str) -> NumericPose:
        if e is None:
            return IDENTITY_POSE
        P = self.vector(e, "xyz", "0 0 0", what)
        words = self.words(e, "rpy", "0 0 0", what)
        return NumericPose.rpy(P, *(self.angle(w, e, f"rpy of {what}") for w in words))

    def value(self, e: Element | None, name: str, what: str) -> Number:
        """Return a number, 0 if it is missing."""
        if e is None or name not in e.attributes:
            return 0
        return self.number(e.attributes[name].strip(), e, f"{name} of {what}")

    def limit(self, e: Element | None, name: str, what: str) -> float | None:
        if e is None or name not in e.attributes:
            return None
        text = e.attributes[name].strip()
        infinite = text.lower().lstrip("+-") in ("inf", "infinity")
        return None if infinite else float(self.number(text, e, f"{name} of {what}"))

    def links(self, root: Element) -> dict[str, MassProperties | None]:
        links: dict[str, MassProperties | None] = {}
        for e in root.all("link"):
            name = self.attribute(e, "name", "a link")
            if name in links:
                self.fail(f"link {name!r} occurs twice", e.line, "names of links must differ")
            inertial = self.child(e, "inertial")
            links[name] = self._lump(inertial, f"link {name!r}") if inertial else None
        if not links:
            self.fail("no <link>", root.line, "a robot has links and joints")
        return links

    def _lump(self, e: Element, what: str) -> MassProperties:
        tensor = self.child(e, "inertia")
        mass = self.value(self.child(e, "mass"), "value", f"the mass of {what}")
        moments = [self.value(tensor, f"i{k}", f"the inertia of {what}") for k in ("xx", "xy", "xz", "yy", "yz", "zz")]
        lump = MassProperties(mass, self.origin(self.child(e, "origin"), f"the inertial of {what}"), moments)
        numbers = [*map(float, moments), 0.0, 0.0, 0.0, float(mass)]
        self.notes.bodies += [f"{what}: {problem}" for problem in body_problems(numbers)]
        return lump

    def joints(self, root: Element, links: dict[str, MassProperties | None]) -> list[UrdfJoint]:
        joints: dict[str, UrdfJoint] = {}
        for e in root.all("joint"):
            name = self.attribute(e, "name", "a joint")
            if name in joints:
                self.fail(f"joint {name!r} occurs twice", e.line, "names of joints must differ")
            joints[name] = self._joint(e, name, links)
            if len(joints) > 10 * MAX_JOINTS:
                self.fail(f"more than {10 * MAX_JOINTS} joints", e.line, "this is no robot")
        return list(joints.values())

    def _joint(self, e: Element, name: str, links: dict[str, MassProperties | None]) -> UrdfJoint:
        what = f"joint {name!r}"
        kind = self.attribute(e, "type", what)
        if kind not in TYPES:
            raise UnknownName.among(f"type of {what}:", kind, TYPES).at(self.file, e.line)
        ends = []
        for tag in ("parent", "child"):
            end = self.child(e, tag)
            if end is None:
                self.fail(f"{what} has no <{tag}>", e.line, f'write <{tag} link="..."/>')
            ends.append(self.attribute(end, "link", f"<{tag}> of {what}"))
            if ends[-1] not in links:
                raise UnknownName.among(f"link in {what}:", ends[-1], links).at(self.file, end.line)
        axis = Vec3(0, 0, 1)
        if kind in ("revolute", "continuous", "prismatic", "planar"):
            axis_element = self.child(e, "axis")
            try:
                axis = unit_vector(self.vector(axis_element, "xyz", "1 0 0", f"the axis of {what}"))
            except ValueError:
                line = axis_element.line if axis_element else e.line
                self.fail(f"the axis of {what} is zero", line, "give it a direction")
        limit, dynamics, mimic = (self.child(e, tag) for tag in ("limit", "dynamics", "mimic"))
        limits = Limits(*(self.limit(limit, key, what) for key in ("lower", "upper", "velocity", "effort")))
        if kind == "continuous":
            limits = replace(limits, lower=None, upper=None)
        return UrdfJoint(
            name, kind, ends[0], ends[1], self.origin(self.child(e, "origin"), what), axis, limits,
            self.value(dynamics, "damping", what), self.value(dynamics, "friction", what),
            self._mimic(mimic, what) if mimic and kind != "fixed" else None, e.line,
        )  # fmt: skip

    def _mimic(self, e: Element, what: str) -> Mimic:
        part = f"<mimic> of {what}"
        multiplier = self.value(e, "multiplier", part) if "multiplier" in e.attributes else 1
        return Mimic(self.attribute(e, "joint", part), multiplier, self.value(e, "offset", part), e.line)


def quarter_turns(text: str, value: float) -> int | None:
    """Return the number of quarter turns that a decimal such as 1.5708 or 3.14 rounds; None if not, or within 1e-9."""
    k = round(value / (math.pi / 2))
    exact = abs(k) * math.pi / 2
    if k == 0 or abs(k) > 4 or abs(abs(value) - exact) < 1e-9:
        return None
    if abs(abs(value) - exact) < 1e-8:
        return k
    decimals = re.fullmatch(r"[+-]?\d+\.(\d{2,15})", text.rstrip("0"), re.ASCII)
    if not decimals:
        return None
    scale = 10 ** len(decimals.group(1))
    return k if round(abs(value) * scale) in (math.floor(exact * scale), round(exact * scale)) else None


# -- mimic, planar and floating joints ---------------------------------------------------------------------------------

MIMIC_REMEDY = "option mimic=no leaves mimics out"
SINGLE_FREEDOM_TYPES = ("revolute", "continuous", "prismatic")  # the types of joints with one freedom


def check_mimics(joints: list[UrdfJoint], file: str) -> list[UrdfJoint]:
    """Return the joints after a check that both joints of every mimic have one freedom."""
    types = {joint.name: joint.type for joint in joints}
    for joint in joints:
        if joint.mimic is None:
            continue
        other, line = joint.mimic.joint, joint.mimic.line
        if other not in types:
            near = UnknownName.among(f"joint that {joint.name!r} mimics:", other, types)
            raise UnknownName(near.what, file=file, line=line, remedy=f"{near.remedy}; {MIMIC_REMEDY}")
        for kind, what in ((types[other], f"{other!r}, which is"), (joint.type, f"{other!r} and is")):
            if kind not in SINGLE_FREEDOM_TYPES:
                remedy = f"revolute, continuous and prismatic joints mimic one another; {MIMIC_REMEDY}"
                raise FormatError(f"joint {joint.name!r} mimics {what} {kind}", file=file, line=line, remedy=remedy)
    return joints


def split_joints(
    links: Mapping[str, MassProperties | None], joints: Sequence[UrdfJoint]
) -> tuple[dict[str, MassProperties | None], list[UrdfJoint]]:
    """Replace planar and floating joints by chains of simple ones, except the joint of a floating base."""
    children, siblings = {joint.child for joint in joints}, Counter(joint.parent for joint in joints)
    names, taken = {joint.name for joint in joints}, set(links)
    made: list[UrdfJoint] = []
    for joint in joints:
        holds_base = joint.parent not in children and siblings[joint.parent] == 1
        if joint.type == "planar":
            made += _split_joint(joint, _planar_steps(joint.axis), names, taken)
        elif joint.type == "floating" and not holds_base:
            made += _split_joint(joint, _floating_steps(), names, taken)
        else:
            made.append(joint)
    return {name: links.get(name) for name in (*links, *sorted(taken - set(links)))}, made


Steps = list[tuple[str, str, Vec3]]  # suffix of the name, type, axis


def _split_joint(joint: UrdfJoint, steps: Steps, names: set[str], links: set[str]) -> Iterator[UrdfJoint]:
    """Yield the joint as a chain of others at its origin, with massless links; the last one carries its child."""
    parent, origin = joint.parent, joint.origin
    for k, (suffix, kind, axis) in enumerate(steps, 1):
        name = free_name(f"{joint.name}_{suffix}", names)
        child = joint.child if k == len(steps) else free_name(f"{joint.name}_{suffix}", links)
        part = replace(joint, name=name, type=kind, parent=parent, child=child, origin=origin, axis=axis)
        yield replace(part, limits=Limits(), damping=0, friction=0)
        parent, origin = child, IDENTITY_POSE


def _planar_steps(normal: Vec3) -> Steps:
    """Return shifts along the plane and a rotation about its normal; the three axes are a right-handed frame."""
    sizes = [abs(float(n)) for n in normal]
    nearest = sizes.index(max(sizes))
    a = Vec3(*(int(k == (nearest + 1) % 3) for k in range(3)))
    x = unit_vector(a - normal * a.dot(normal))
    return [("x", "prismatic", x), ("y", "prismatic", unit_vector(normal.cross(x))), ("turn", "revolute", normal)]


def _floating_steps() -> Steps:
    axes = {"x": Vec3(1, 0, 0), "y": Vec3(0, 1, 0), "z": Vec3(0, 0, 1)}
    return [*((name, "prismatic", axis) for name, axis in axes.items()), ("turn", "ball", axes["z"])]


# -- the tree --------------------------------------------------------------------------------------------------------


def _without_noise(
    links: Mapping[str, MassProperties | None], joints: Sequence[UrdfJoint]
) -> tuple[dict[str, MassProperties | None], list[UrdfJoint]]:
    """Set lengths below 1e-12 of the largest one to zero, independent of the unit of the file."""
    poses = [j.origin for j in joints] + [lump.centre for lump in links.values() if lump]
    reach = max((abs(float(x)) for pose in poses for x in pose.P), default=0.0)

    def tidy(pose: NumericPose) -> NumericPose:
        return replace(pose, P=remove_noise(pose.P, reach))

    tidied = {name: lump and replace(lump, centre=tidy(lump.centre)) for name, lump in links.items()}
    return tidied, [replace(j, origin=tidy(j.origin)) for j in joints]


class UrdfTree:
    """Links and joints as a tree; `named` maps the links of the file to the joints that carry them."""

    def __init__(
        self,
        file: str,
        links: dict[str, MassProperties | None],
        joints: list[UrdfJoint],
        named: Mapping[str, str],
        keep_fixed: bool,
    ) -> None:
        self.file, self.keep_fixed = file, keep_fixed
        self.named = named
        self.links, joints = _without_noise(links, joints)
        self.kept: list[UrdfJoint] = []  # joints of the robot
        above: dict[str, UrdfJoint] = {}
        self.below: dict[str, list[UrdfJoint]] = {name: [] for name in links}
        for joint in joints:
            if joint.child in above:
                first = above[joint.child].name
                what = f"link {joint.child!r} is the child of joints {first!r} and {joint.name!r}"
                self.fail(what, joint.line, "URDF describes trees: cut closed loops")
            above[joint.child] = joint
            self.below[joint.parent].append(joint)
        roots = [name for name in links if name not in above]
        if not roots:
            self.fail("every link has a parent: the joints form a cycle", joints[0].line, "one link must be the root")
        if len(roots) > 1:
            what = f"{len(roots)} links without a parent: {join_first(roots, separator=', ')}"
            self.fail(what, 1, "connect them: one link must be the root")
        self.root = roots[0]
        reached = sum(1 for _ in self._walk(self.root)) + 1
        if reached < len(links):
            what = f"a cycle of joints is not connected to the root {self.root!r}"
            self.fail(what, joints[0].line, "URDF describes trees: cut closed loops")

    def fail(self, what: str, line: int, remedy: str) -> NoReturn:
        raise FormatError(what, file=self.file, line=line, remedy=remedy)

    def _walk(self, link: str) -> Iterator[UrdfJoint]:
        """Yield the joints below a link, depth first, in the order of the file."""
        todo = self.below[link][::-1]
        while todo:
            joint = todo.pop()
            yield joint
            todo += self.below[joint.child][::-1]

    def robot(self, name: str, floating: bool) -> Robot:
        root, pose = self.root, IDENTITY_POSE
        first = self.below[root]
        if len(first) == 1 and first[0].type == "floating":
            root, pose, floating = first[0].child, first[0].origin, True
        carrier: dict[str, tuple[int, NumericPose]] = {
            root: (0, IDENTITY_POSE)
        }  # link -> index of its joint, and its pose there
        fixed: list[UrdfJoint] = []
        behind: dict[str, tuple[str, ...]] = {root: ()}  # link -> the fixed joints between it and its carrier
        lumps: list[list[tuple[MassProperties, NumericPose]]] = [[]]
        self._load(root, lumps, 0, IDENTITY_POSE)
        placed: list[PlacedJoint] = []
        for joint in self._walk(root):
            at, T = carrier[joint.parent]
            T = T.then(joint.origin)
            if joint.type == "fixed":
                carrier[joint.child] = (at, T)
                behind[joint.child] = (*behind[joint.parent], joint.name)
                if self.keep_fixed:
                    fixed.append(joint)
                else:
                    self._load(joint.child, lumps, at, T)
                continue
            kind: Any = "revolute" if joint.type == "continuous" else joint.type
            placed.append(PlacedJoint(at, kind, T, joint.axis))
            self.kept.append(joint)
            lumps.append([])
            carrier[joint.child] = (len(placed), IDENTITY_POSE)
            behind[joint.child] = ()
            self._load(joint.child, lumps, len(placed), IDENTITY_POSE)
        if not placed:
            self.fail("no joint moves", 1, "a model needs at least one revolute or prismatic joint")
        if len(placed) > MAX_JOINTS:
            self.fail(f"{len(placed)} joints move", self.kept[-1].line, f"at most {MAX_JOINTS} are read")
        for joint in fixed:  # after all that move, whose numbers stay
            at, T = carrier[joint.child]
            placed.append(PlacedJoint(at, "fixed", T))
            self.kept.append(joint)
            lumps.append([])
            carrier[joint.child] = (len(placed), IDENTITY_POSE)
            self._load(joint.child, lumps, len(placed), IDENTITY_POSE)
        return self._assemble(name, floating, pose, placed, lumps, behind, carrier)

    def _load(self, link: str, lumps: list[list[tuple[MassProperties, NumericPose]]], at: int, T: NumericPose) -> None:
        lump = self.links[link]
        if lump is not None:
            lumps[at].append((lump, T))

    def _assemble(
        self,
        name: str,
        floating: bool,
        pose: NumericPose,
        placed: list[PlacedJoint],
        lumps: list[list[tuple[MassProperties, NumericPose]]],
        behind: Mapping[str, tuple[str, ...]],
        carrier: Mapping[str, tuple[int, NumericPose]],
    ) -> Robot:
        named = [
            Joint(
                name=joint.name,
                limits=joint.limits,
                behind=behind[joint.parent],
                viscous=scalar(float(joint.damping)),
                coulomb=scalar(float(joint.friction)),
            )
            for joint in self.kept
        ]
        joints, number = assign_frames(placed, named, lumps[1:])
        body = combine_bodies(lumps[0]) if lumps[0] else Body()
        rows = [(*row, p) for row, p in zip(pose.R.rows, pose.P, strict=True)]
        flat = [float(v) for row in rows for v in row] + [0, 0, 0, 1]
        base = Base(kind="floating" if floating else "fixed", body=body, pose=tuple(flat))
        couplings = self._couplings([n for n, _ in number])
        frames = tuple(self._frames(carrier, number))
        return Robot(name=name, joints=joints, gravity=GRAVITY, base=base, couplings=couplings, frames=frames)

    def _frames(
        self, carrier: Mapping[str, tuple[int, NumericPose]], number: Sequence[tuple[int, NumericPose]]
    ) -> Iterator[Frame]:
        """Yield the links of the file as frames of the robot; `number` comes from `assign_frames`."""
        for link, joint in self.named.items():
            joints = (joint,) if joint else ()
            end = not self.below[link]
            if link in carrier:
                at, T = carrier[link]
                n, pose = number[at]
                yield named_frame(link, n, pose.then(T), joints, end)
            else:  # the world of a floating base
                yield named_frame(link, -1, IDENTITY_POSE, joints, end)

    def _couplings(self, number: Sequence[int]) -> tuple[Coupling, ...]:
        """Return the couplings of mimic joints; `number` has the numbers of the kept joints in the robot, from 1."""
        at = {joint.name: number[k] for k, joint in enumerate(self.kept, 1)}
        return tuple(
            Coupling(at[joint.name], (Term(at[m.joint], float(m.multiplier)),), float(m.offset))
            for joint in self.kept if (m := joint.mimic)
        )  # fmt: skip

    def line_of(self, cell: Cell) -> int:
        """Return the line of a cell of the robot's tables; 0 if it is unknown."""
        match cell:
            case ("coupling", int(k), *_):
                return [joint.mimic.line for joint in self.kept if joint.mimic][k - 1]
        return 0


DOC = "Unified Robot Description Format; xacro must be expanded"
FORMAT = Format(
    "urdf", (".urdf", ".xml"), read, None, DOC, max_bytes=20_000_000, root="robot",
    options={
        "keep_fixed": FormatOption("keep links on fixed joints as bodies; else they are merged with their carriers"),
        "floating": FormatOption("make the root link a floating base"),
        "snap": FormatOption("take decimals of quarter turns (1.5708, 3.14) as exact, with a warning", "yes"),
        "friction": FormatOption("keep damping and friction of the joints"),
        "mimic": FormatOption("couple mimic joints; else they are independent", "yes"),
    },
)  # fmt: skip

__all__ = ["FORMAT", "quarter_turns", "read"]
