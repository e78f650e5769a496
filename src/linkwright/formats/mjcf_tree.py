"""Content of an MJCF: its bodies with their joints and inertia, its gravity, and the joints that its actuators drive.

Elements that change the equations of motion and that a `Robot` cannot express are rejected here; those for drawing,
collisions, sensors or the start of a simulation are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NoReturn

from linkwright.errors import FormatError, UnknownName
from linkwright.expr import Number
from linkwright.formats.format import MAX_JOINTS
from linkwright.formats.mjcf_inertia import InertiaElements, pose_between_ends, read_mass_properties, scale_masses
from linkwright.formats.mjcf_text import ACTUATORS, Item, MjcfReader
from linkwright.formats.xml import Element
from linkwright.robot import Limits
from linkwright.robot.convert import (
    IDENTITY_POSE,
    ORIGIN,
    ExactAngle,
    MassProperties,
    NumericPose,
    remove_noise,
    unit_vector,
)
from linkwright.spatial import Vec3, Z

GRAVITY = Vec3(0, 0, -9.81)
TYPES = ("hinge", "slide", "ball", "free")
SECTIONS = (
    "compiler", "default", "option", "worldbody", "equality", "tendon", "actuator", "deformable", "size", "statistic",
    "visual", "asset", "contact", "sensor", "keyframe", "custom", "extension",
)  # fmt: skip
CONTENT = ("body", "frame", "inertial", "joint", "freejoint", "geom", "site", "camera", "light")
SPRINGS_REMEDY = "option springs=no leaves springs out"
UNSUPPORTED_ELEMENTS = {  # element of bodies -> remedy
    "composite": "write out its bodies",
    "flexcomp": "a robot is made of rigid bodies: remove it",
    "attach": "save the model with MuJoCo (mj_saveLastXML): attached bodies are then written out",
    "replicate": "save the model with MuJoCo (mj_saveLastXML): the copies are then written out",
    "plugin": "models do not include forces of plugins: remove it",
}


@dataclass
class MjJoint:
    """Joint of the file. The body has its pose of the file when the joint is at `ref`."""

    name: str
    type: str  # of TYPES
    pos: Vec3
    axis: Vec3
    ref: ExactAngle | Number
    limits: Limits
    armature: Number
    damping: Number
    friction: Number
    stiffness: Number
    rest: float
    item: Item
    driven: bool = False
    has_actuator: bool = False  # its own; without actuators in the file, all joints are driven

    @property
    def start(self) -> float:
        """Position `ref` as a number, rad or m."""
        if isinstance(self.ref, ExactAngle):
            return math.atan2(self.ref.s, self.ref.c) if isinstance(self.ref.value, str) else self.ref.value
        return float(self.ref)


@dataclass
class MjBody:
    """Body of the file."""

    name: str
    parent: int  # index of an earlier body; 0: the world
    pose: NumericPose  # in its parent's frame, as in the file
    element: Element
    joints: list[MjJoint] = field(default_factory=list)
    inertial: list[tuple[Item, NumericPose]] = field(default_factory=list)
    geoms: list[tuple[Item, NumericPose]] = field(default_factory=list)
    lumps: list[MassProperties] = field(default_factory=list)
    moves: bool = False  # by its joints, or those of bodies that carry it
    leaf: bool = True
    world: NumericPose = IDENTITY_POSE  # in the world, with all joints at `ref`

    @property
    def free(self) -> bool:
        return any(joint.type == "free" for joint in self.joints)


class MjcfModel:
    """Content of a file: bodies, joints, sites, gravity and actuators."""

    def __init__(self, reader: MjcfReader, root: Element, *, springs: bool, friction: bool) -> None:
        self.reader, self.root, self.springs, self.friction = reader, root, springs, friction
        self.gravity, self.disabled = GRAVITY, set[str]()
        self.bodies: list[MjBody] = []
        self.joints: dict[str, MjJoint] = {}
        self.sites: dict[str, tuple[int, NumericPose]] = {}
        reader.check_names(root, "mujoco")
        for section in root.children:
            self._read_section(section)
        self._read_bodies()
        self._weigh()
        self._tidy()
        fixed = {name: joints for e in root.all("tendon") for name, joints in self._tendons(e)}
        self._actuators([e for section in root.all("actuator") for e in section.children], fixed)

    def fail(self, what: str, e: Element, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=e.file, line=e.line, remedy=remedy)

    def _read_section(self, e: Element) -> None:
        if e.tag not in SECTIONS:
            raise UnknownName.among("element of <mujoco>:", e.tag, SECTIONS).at(e.file, e.line)
        if e.tag == "compiler":
            self.reader.read_compiler(e)
        elif e.tag == "default":
            self.reader.read_defaults(e)
        elif e.tag == "option":
            self._read_option(e)
        for flex in e.all("flex") if e.tag == "deformable" else ():
            self.fail("<flex> is not rigid", flex, "a robot is made of rigid bodies: remove it")

    def _read_option(self, e: Element) -> None:
        item = self.reader.item(e)
        self.gravity = self.reader.vector(item, "gravity", self.gravity)
        for name in ("density", "viscosity"):
            if self.reader.number(item, name):
                self.fail(f"the {name} of the medium is not 0", e, "models do not include forces of fluids: remove it")
        for flag in e.all("flag"):
            for name, word in flag.attributes.items():
                (self.disabled.add if word.strip() == "disable" else self.disabled.discard)(name)
        if "gravity" in self.disabled:
            self.gravity = ORIGIN

    # -- bodies --------------------------------------------------------------------------------------------------

    def _read_bodies(self) -> None:
        """Read the bodies depth first, as in the file."""
        content = [child for e in self.root.all("worldbody") for child in e.children]
        world = Element("worldbody", {}, self.root.line, content, self.root.file)
        self.bodies = [MjBody("world", 0, IDENTITY_POSE, world)]
        todo = self._read_content(0, "")
        names = {"world"}
        while todo:
            e, frame, klass, parent = todo.pop()
            self.bodies.append(self._body(e, frame, parent))
            if self.bodies[-1].name in names:
                self.fail(f"{e.tag} {self.bodies[-1].name!r} occurs twice", e, "names of bodies must differ")
            names.add(self.bodies[-1].name)
            if len(self.bodies) > 10 * MAX_JOINTS:
                self.fail(f"more than {10 * MAX_JOINTS} bodies", e, "this is no robot")
            todo += self._read_content(len(self.bodies) - 1, e.attributes.get("childclass", klass))

    def _body(self, e: Element, frame: NumericPose, parent: int) -> MjBody:
        name = e.attributes.get("name", "").strip() or f"body{len(self.bodies)}"
        item = self.reader.item(e, what=f"body {name!r}")
        if self.reader.flag(item, "mocap"):
            self.fail(f"{item.what} is a mocap body", e, "only data moves it, no joint: remove it")
        if self.reader.number(item, "gravcomp"):
            self.fail(f"{item.what} has gravcomp", e, "remove it: gravity then acts on the body")
        carrier = self.bodies[parent]
        carrier.leaf = False
        pose = frame.then(self.reader.pose(item))
        return MjBody(name, parent, pose, e, moves=carrier.moves)

    def _read_content(self, number: int, klass: str) -> list[tuple[Element, NumericPose, str, int]]:
        """Read joints, inertia, shapes and sites of a body, and return the bodies in it, the last one first."""
        body = self.bodies[number]
        inner = []
        for e, frame, own in self._contents(body, klass):
            if e.tag == "body":
                inner.append((e, frame, own, number))
            elif e.tag == "inertial":
                body.inertial.append((self.reader.item(e, what=f"<inertial> of body {body.name!r}"), frame))
            elif e.tag in ("joint", "freejoint"):
                body.joints.append(self._joint(body, e, frame, own))
            elif e.tag == "geom":
                body.geoms.append((self.reader.item(e, own), frame))
                self._refuse_inside(e)
            elif e.tag == "site":
                self._read_site(self.reader.item(e, own), frame, number)
        self._check(number)
        return inner[::-1]

    def _contents(self, body: MjBody, klass: str) -> Iterator[tuple[Element, NumericPose, str]]:
        """Yield the elements of a body, those of <frame> elements included, with the frame's pose and their class."""
        todo = [(e, IDENTITY_POSE, klass) for e in reversed(body.element.children)]
        while todo:
            e, T, own = todo.pop()
            if e.tag in UNSUPPORTED_ELEMENTS:
                self.fail(f"<{e.tag}> in body {body.name!r}", e, UNSUPPORTED_ELEMENTS[e.tag])
            if e.tag not in CONTENT:
                raise UnknownName.among("element of a body:", e.tag, CONTENT).at(e.file, e.line)
            if e.tag != "frame":
                yield e, T, own
                continue
            item = self.reader.item(e)
            for name in ("scale", "massscale"):
                if name in item:
                    self.fail(f"{item.what} has {name}", e, "save the model with MuJoCo: it is then resolved")
            inside, own = T.then(self.reader.pose(item)), e.attributes.get("childclass", own)
            todo += [(child, inside, own) for child in reversed(e.children)]

    def _refuse_inside(self, geom: Element) -> None:
        for e in geom.children:
            if e.tag != "plugin":  # shapes of plugins: their mass is read only where it is needed
                raise UnknownName.among("element of a geom:", e.tag, ["plugin"]).at(e.file, e.line)

    def _check(self, number: int) -> None:
        body = self.bodies[number]
        if len(body.inertial) > 1:
            e = body.inertial[1][0].element
            self.fail(f"body {body.name!r} has {len(body.inertial)} <inertial>", e, "one is allowed")
        if number == 0 and (body.joints or body.inertial):
            item = body.joints[0].item if body.joints else body.inertial[0][0]
            self.fail(f"the world has <{item.tag}>", item.element, "put it into a <body>")
        if body.free and (body.parent or len(body.joints) > 1):
            e = next(joint.item.element for joint in body.joints if joint.type == "free")
            if body.parent:
                self.fail(f"body {body.name!r} is free, and on body {self.bodies[body.parent].name!r}", e,
                          "free bodies are children of the world")  # fmt: skip
            self.fail(f"body {body.name!r} is free, and has other joints", e, "remove them")
        body.moves |= bool(body.joints)

    def _read_site(self, item: Item, frame: NumericPose, number: int) -> None:
        name = item.text("name").strip()
        if name:
            pose = pose_between_ends(self.reader, item)[0] if "fromto" in item else self.reader.pose(item)
            self.sites[name] = (number, frame.then(pose))

    # -- joints --------------------------------------------------------------------------------------------------

    def _joint(self, body: MjBody, e: Element, frame: NumericPose, klass: str) -> MjJoint:
        item = self.reader.item(e, klass)
        name = e.attributes.get("name", "").strip()
        if not name:
            item = replace(item, what=f"<{e.tag}> of body {body.name!r}")
        elif name in self.joints:
            self.fail(f"joint {name!r} occurs twice", e, "names of joints must differ")
        type = "free" if e.tag == "freejoint" else self.reader.word(item, "type", TYPES)
        axis = Z
        if type in ("hinge", "slide"):
            axis = self.reader.direction(self.reader.vector(item, "axis", Z), item, "axis")
        joint = MjJoint(
            name, type, frame.then(NumericPose.at(self.reader.vector(item, "pos"))).P, unit_vector(frame.R @ axis),
            self.reader.angle(item, "ref") if type == "hinge" else self.reader.number(item, "ref"),
            self._limits(item, type), self.reader.number(item, "armature"), self._polynomial(item, "damping"),
            0 if self.disabled & {"frictionloss", "constraint"} else self.reader.number(item, "frictionloss"),
            self._polynomial(item, "stiffness"),
            self._length(item, "springref", type), item,
        )  # fmt: skip
        self._check_joint(joint)
        if name:
            self.joints[name] = joint
        return joint

    def _length(self, item: Item, name: str, type: str) -> float:
        """Return a position of a joint, rad or m."""
        value = self.reader.number(item, name)
        return float(value) if type == "slide" else self.reader.radians(value)

    def _polynomial(self, item: Item, name: str) -> Number:
        """Return the linear coefficient of a force; others are rejected if the force is part of the model."""
        off = {"stiffness": "spring", "damping": "damper"}[name]
        wanted = (self.springs and "stiffness" in item) or (self.friction and name == "damping")
        coefficients = self.reader.numbers(item, name, 1, 3)
        if off in self.disabled or not coefficients:
            return 0
        if coefficients[0] < 0:
            self.fail(f"{name} of {item.what} is negative", item.place(name), "springs and dampers have positive ones")
        if wanted and any(coefficients[1:]):
            self.fail(f"{name} of {item.what} is not linear", item.place(name), "give one coefficient")
        return coefficients[0]

    def _limits(self, item: Item, type: str) -> Limits:
        if type == "free":
            return Limits()
        bounds = self._range(item, "range", "limited")
        if type == "ball":
            if bounds:
                self.reader.note("limits of ball joints are left out", item.what)
            return Limits()
        lower, upper = (x if type == "slide" else self.reader.radians(x) for x in bounds) if bounds else (None, None)
        effort = self._range(item, "actuatorfrcrange", "actuatorfrclimited")
        most = max(abs(float(x)) for x in effort) if effort else None
        return Limits(None if lower is None else float(lower), None if upper is None else float(upper), None, most)

    def _range(self, item: Item, name: str, switch: str) -> list[Number]:
        bounds = self.reader.numbers(item, name, 2)
        limited = self.reader.word(item, switch, ("auto", "false", "true"))
        empty = not bounds or bounds == [0, 0]
        if limited == "auto" and not self.reader.settings.autolimits and not empty:
            self.fail(f"{item.what} has {name} but not {switch}", item.place(name),
                      f'write {switch}="true", or autolimits="true" in <compiler>')  # fmt: skip
        if limited == "false" or (limited == "auto" and empty):
            return []
        if empty or bounds[0] >= bounds[1]:
            self.fail(f"{name} of {item.what} is {item.text(name)[:40]!r}", item.place(name), "lower and upper limit")
        return bounds

    def _check_joint(self, joint: MjJoint) -> None:
        item = joint.item
        if not self.springs:
            joint.stiffness = 0
        elif all(x > 0 for x in self.reader.numbers(item, "springdamper", 2) or [0]):
            self.fail(f"{item.what} has springdamper", item.place("springdamper"), "give its stiffness and damping")
        if joint.stiffness and self.reader.number(item, "springyield"):
            self.fail(f"{item.what} has springyield", item.place("springyield"), "springs are elastic: remove it")
        if joint.stiffness and joint.type in ("ball", "free"):
            self.fail(f"{item.what} is a {joint.type} joint with stiffness", item.place("stiffness"), SPRINGS_REMEDY)
        taken = ["armature", "damping", "frictionloss"] if self.friction else ["armature"]
        for name in taken if joint.type == "free" else ():
            if any(self.reader.numbers(item, name, 1, 3)):
                self.fail(f"{item.what} is free and has {name}", item.place(name), "write <freejoint/>")

    # -- inertia -------------------------------------------------------------------------------------------------

    def _weigh(self) -> None:
        """Read the inertia of bodies. That of bodies fixed to the world, which has no effect, may be missing."""
        total = self.reader.settings.settotalmass
        for body in self.bodies[1:]:
            self._check_alignment(body)
            try:
                matter = InertiaElements(body.inertial[0] if body.inertial else None, body.geoms)
                body.lumps = read_mass_properties(self.reader, matter, f"body {body.name!r}")
            except FormatError:
                if body.moves or total > 0:
                    raise
        carried = [sum(lump.mass for lump in body.lumps) for body in self.bodies]
        for body, mass in reversed(list(zip(self.bodies, carried, strict=True))):
            if not body.joints:  # it is part of the body that carries it
                carried[body.parent] += mass
        for body, mass in zip(self.bodies, carried, strict=True):
            if body.joints and not mass:
                self.fail(f"body {body.name!r} has no mass", body.element, "give it an <inertial> or a heavy <geom>")
        whole = float(sum(lump.mass for body in self.bodies for lump in body.lumps))
        for body in self.bodies if total > 0 and whole else ():
            body.lumps = scale_masses(body.lumps, float(total) / whole)

    def _check_alignment(self, body: MjBody) -> None:
        """Reject alignment: MuJoCo may move the frame of a single free body to its centre of mass."""
        for joint in body.joints if body.free and body.leaf else ():
            align = self.reader.word(joint.item, "align", ("auto", "false", "true"))
            if align == "true" or (align == "auto" and self.reader.settings.alignfree):
                e = joint.item.element
                self.fail(f"the frame of body {body.name!r} is aligned with its inertia", e, 'write align="false"')

    def _tidy(self) -> None:
        """Set lengths below 1e-12 of the largest one to zero, independent of the unit of the file."""
        points = [body.pose.P for body in self.bodies] + [lump.centre.P for body in self.bodies for lump in body.lumps]
        points += [joint.pos for body in self.bodies for joint in body.joints]
        reach = max(abs(float(x)) for point in points for x in point)
        for body in self.bodies:
            body.pose = replace(body.pose, P=remove_noise(body.pose.P, reach))
            body.world = self.bodies[body.parent].world.then(body.pose)
            for joint in body.joints:
                joint.pos = remove_noise(joint.pos, reach)
            body.lumps = [replace(x, centre=replace(x.centre, P=remove_noise(x.centre.P, reach))) for x in body.lumps]
        for name, (number, pose) in self.sites.items():
            self.sites[name] = (number, replace(pose, P=remove_noise(pose.P, reach)))

    # -- tendons and actuators -----------------------------------------------------------------------------------

    def _tendons(self, section: Element) -> Iterator[tuple[str, list[str]]]:
        """Yield the joints of fixed tendons by name. Tendons that only measure or transmit change no equation."""
        for e in section.children:
            item = self.reader.item(e)
            for name in ("stiffness", "damping", "frictionloss", "armature"):
                if any(self.reader.numbers(item, name, 1, 3)):
                    self.fail(f"tendon {item.text('name')!r} has {name}", item.place(name),
                              "models do not include forces of tendons: remove it")  # fmt: skip
            if e.tag == "fixed":
                yield item.text("name"), [joint.attributes.get("joint", "") for joint in e.all("joint")]

    def _actuators(self, elements: list[Element], fixed: dict[str, list[str]]) -> None:
        """Find the joints that are driven, directly or by a fixed tendon; all, if an actuator acts on anything else."""
        targets: list[str] = []
        everything = not elements
        for e in elements:
            if e.tag not in ACTUATORS:
                raise UnknownName.among("actuator", e.tag, ACTUATORS).at(e.file, e.line)
            item = self.reader.item(e)
            if e.tag == "muscle" or "muscle" in {item.text(k) for k in ("dyntype", "gaintype", "biastype")}:
                self.fail(f"{item.what} is a muscle", e, "models do not include forces of muscles: remove it")
            joint = item.text("joint") or item.text("jointinparent")
            found = [joint] if joint else fixed.get(item.text("tendon"), [])
            everything |= not found
            for name in found:
                if name not in self.joints:
                    raise UnknownName.among("joint", name, self.joints).at(e.file, e.line)
            self._load(item, joint)
            targets += found
        for body in self.bodies:
            for moved in body.joints:
                moved.has_actuator = moved.name in targets or (everything and bool(elements))
                moved.driven = everything or moved.has_actuator

    def _load(self, item: Item, name: str) -> None:
        """Add the rotor and the damper of an actuator, reflected through its gear, to the joint."""
        gear = (self.reader.numbers(item, "gear", 1, 6) or [1])[0]
        armature, damping = self.reader.number(item, "armature"), self._polynomial(item, "damping")
        if not armature and not damping:
            return
        joint = self.joints.get(name)
        if joint is None or joint.type in ("ball", "free"):
            self.fail(f"{item.what} has armature or damping, and drives no hinge or slide", item.element,
                      "give them to joints")  # fmt: skip
        joint.armature += armature * gear * gear
        joint.damping += damping * gear * gear


__all__ = ["SPRINGS_REMEDY", "MjBody", "MjJoint", "MjcfModel"]
