"""MJCF, the format of MuJoCo: nested bodies, converted to Khalil-Kleinfinger frames exactly, as URDF is.

It reads bodies with their inertia, given or from primitive shapes, joints, equalities, `compiler`, `default`,
`include`, `frame` and gravity. Elements for drawing, collisions, sensors or the start of a simulation are ignored;
those that change the equations of motion and that a `Robot` cannot express are rejected.

- q is MuJoCo's qpos: a joint at its `ref` has its pose of the file, a ball joint's quaternion is MuJoCo's.
- Every named body and site is a frame of this name (`Robot.frames`), with its pose of the file; the names of the joints
  of a body also denote its frame. A body that carries no other is an end. A site with the name of a body is
  `<name>_site`.
- Bodies without a joint become part of the body that carries them; `keep_fixed=True` keeps them as separate bodies,
  each fixed to the moving one that carries it, numbered after all others.
- A free body is the floating base if it is the only moving body on the world and not connected to it. Other free bodies
  have three prismatic joints and a ball joint.
- A joint with stiffness is flexible, and its damping is that of the spring, which is parallel to an actuator and to an
  armature: both act on the link. `springs=False` leaves springs out.
- If there are actuators, joints that none of them drives have no motor. Rotors of actuators are added to the joints.
- Equalities: joint is a coupling; connect and weld are closed loops, cut at body1, with a ball joint or a fixed one.
- Quarter turns and noise are as in URDF; the quaternion of a quarter turn may be rounded to six digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from linkwright.errors import FormatError, InputError, UnknownName
from linkwright.formats.format import MAX_JOINTS, Format, FormatOption, name_from_file, without_losses
from linkwright.formats.mjcf_text import MAX_BYTES, Item, MjcfReader, read_document
from linkwright.formats.mjcf_tree import MjBody, MjcfModel, MjJoint
from linkwright.formats.xml import Element
from linkwright.robot import Base, Body, Coupling, Frame, Joint, Loop, Robot, Term
from linkwright.robot.convert import (
    IDENTITY_POSE,
    ORIGIN,
    ExactAngle,
    MassProperties,
    NumericPose,
    PlacedJoint,
    assign_frames,
    coincident_frames,
    combine_bodies,
    free_name,
    named_frame,
)
from linkwright.spatial import Vec3, Z

KINDS: dict[str, Any] = {"hinge": "revolute", "slide": "prismatic", "ball": "ball"}
AXES = {"x": Vec3(1, 0, 0), "y": Vec3(0, 1, 0), "z": Z}
_OTHER_ROOTS = {
    "robot": "this is URDF: call the file .urdf or .xml",
    "sdf": "SDF files are not read: convert the model to MJCF or URDF",
}

BodyFrame = tuple[int, NumericPose]  # a body, and a frame in its frame


def read(
    data: bytes,
    file: str,
    folder: Path | None = None,
    *,
    keep_fixed: bool = False,
    snap: bool = True,
    springs: bool = True,
    friction: bool = False,
) -> Robot:
    """Read a robot from MJCF; files are included from `folder`.

    Damping and friction of joints are left out unless `friction`, as in URDF: efforts are then those of rigid bodies.
    """
    root = read_document(data, file, folder)
    if root.tag != "mujoco":
        remedy = _OTHER_ROOTS.get(root.tag, "an MJCF file begins with <mujoco>, a URDF file with <robot name=...>")
        raise FormatError(f"the root element is <{root.tag[:40]}>", file=file, line=root.line, remedy=remedy)
    reader = MjcfReader(file, snap)
    model = MjcfModel(reader, root, springs=springs, friction=friction)
    name = root.attributes.get("model", "").strip() or name_from_file(file)
    try:
        robot = MjcfBuilder(model, keep_fixed).robot(name)
    except InputError as problem:
        raise (problem if problem.file else problem.at(file, root.line)) from None
    reader.warn()
    return without_losses(robot, file, friction)


class MjcfBuilder:
    """Builder of the tree: joints in order, each on the link of an earlier one, and the bodies on their links."""

    def __init__(self, model: MjcfModel, keep_fixed: bool) -> None:
        self.model, self.reader, self.keep_fixed = model, model.reader, keep_fixed
        self.names = set(model.joints)
        self.placed: list[PlacedJoint] = []
        self.joints: list[Joint] = []
        self.number: dict[int, int] = {}  # id of an MjJoint -> its position in `placed`, from 1
        self.lumps: list[list[tuple[MassProperties, NumericPose]]] = [[]]
        self.carrier: dict[int, tuple[int, NumericPose]] = {
            0: (0, IDENTITY_POSE)
        }  # body -> link that carries it, pose there
        self.fixed: list[int] = []  # bodies without a joint that are kept
        self.behind: dict[int, tuple[str, ...]] = {0: ()}  # body -> the bodies between it and its link
        self.ties = list(self._ties())
        self.root = self._floating_root()

    def fail(self, what: str, e: Element, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=e.file, line=e.line, remedy=remedy)

    def robot(self, name: str) -> Robot:
        for number, body in enumerate(self.model.bodies[1:], 1):
            if self.root and not body.moves:
                continue  # the environment is no part of a floating robot
            self._add(number, body)
        if not self.placed:
            self.fail("no joint moves", self.model.root, "a model needs at least one joint that moves")
        for number in self.fixed:  # after all that move, whose numbers stay
            at, T = self.carrier[number]
            joint = Joint(name=free_name(self.model.bodies[number].name, self.names), behind=self.behind[number][:-1])
            at = self._join(PlacedJoint(at, "fixed", T), joint)
            self.carrier[number] = (at, IDENTITY_POSE)
            self.lumps[at] += [(lump, IDENTITY_POSE) for lump in self.model.bodies[number].lumps]
        joints, self.links = assign_frames(self.placed, self.joints, self.lumps[1:])
        loops = tuple(self._loop(*tie) for tie in self.ties)
        couplings = tuple(self._couplings())
        base = Base(body=combine_bodies(self.lumps[0]) if self.lumps[0] else Body())
        if self.root:
            base = replace(base, kind="floating", pose=_flatten_pose(self.model.bodies[self.root].pose))
        gravity = tuple(float(x) for x in self.model.gravity)
        frames = tuple(self._frames())
        return Robot(name=name, joints=joints, gravity=gravity, base=base, loops=loops, couplings=couplings,
                     frames=frames)  # fmt: skip

    def _frames(self) -> Iterator[Frame]:
        """Yield the bodies and sites of the file as frames of the robot."""
        names = {body.name for body in self.model.bodies}
        for number in self.carrier:
            if number:
                body = self.model.bodies[number]
                joints = tuple(joint.name for joint in body.joints if joint.name)
                yield named_frame(body.name, *self._on_link((number, IDENTITY_POSE)), joints, body.leaf)
        for name, site in self.model.sites.items():
            if site[0] in self.carrier and not (self.root and site[0] == 0):
                free = free_name(name if name not in names else f"{name}_site", names)
                yield named_frame(free, *self._on_link(site))

    def _floating_root(self) -> int:
        """Return the body that is the floating base; 0 if there is none."""
        bodies = self.model.bodies
        top = [k for k, body in enumerate(bodies) if body.moves and not bodies[body.parent].moves]
        alone = len(top) == 1 and bodies[top[0]].free and sum(len(body.joints) for body in bodies) > 1
        tied = any(not bodies[end].moves for _, *ends in self.ties for end, _ in ends)
        return top[0] if alone and not tied else 0

    # -- bodies and joints ---------------------------------------------------------------------------------------

    def _add(self, number: int, body: MjBody) -> None:
        """Add a body with its joints, one after the other, to the link of its parent."""
        at, T = self.carrier[body.parent]
        T = T.then(body.pose)
        behind = self.behind[body.parent]
        if number == self.root:
            at, T = 0, IDENTITY_POSE
        elif body.free:
            at = self._add_free(body)
            T, behind = IDENTITY_POSE, ()
        elif not body.joints:
            behind = (*behind, body.name)
            if self.keep_fixed:
                self.fixed.append(number)
        else:
            for k, joint in enumerate(body.joints, 1):
                name = joint.name or free_name(f"{body.name}_joint{k if len(body.joints) > 1 else ''}", self.names)
                placed, T = _place_joint(joint, at, T)
                at = self.number[id(joint)] = self._join(placed, self._described(joint, name, behind))
                behind = ()
        self.carrier[number], self.behind[number] = (at, T), behind
        if number not in self.fixed[-1:]:
            self.lumps[at] += [(lump, T) for lump in body.lumps]

    def _join(self, placed: PlacedJoint, joint: Joint) -> int:
        """Add a joint and return its number, from 1."""
        self.placed.append(placed)
        self.joints.append(joint)
        self.lumps.append([])
        if len(self.placed) > MAX_JOINTS:
            self.fail(f"more than {MAX_JOINTS} joints", self.model.root, f"at most {MAX_JOINTS} are read")
        return len(self.placed)

    def _add_free(self, body: MjBody) -> int:
        """Add a free body with its position and orientation in the world: MuJoCo's qpos and qvel."""
        (joint,) = body.joints
        name = joint.name or free_name(body.name, self.names)
        at = 0
        for letter, axis in AXES.items():
            part = Joint(name=free_name(f"{name}_{letter}", self.names), actuated=joint.driven)
            at = self._join(PlacedJoint(at, "prismatic", IDENTITY_POSE, axis), part)
        return self._join(PlacedJoint(at, "ball", IDENTITY_POSE), Joint(name=name, actuated=joint.driven))

    def _described(self, joint: MjJoint, name: str, behind: tuple[str, ...]) -> Joint:
        """Return a joint with everything but its pose."""
        common = Joint(
            name=name, behind=behind, limits=joint.limits, actuated=joint.driven, rotor=float(joint.armature),
            viscous=float(joint.damping), coulomb=float(joint.friction),
        )  # fmt: skip
        if not joint.stiffness:
            return common
        beside = joint.has_actuator or bool(joint.armature)
        return replace(
            common, flexible=True, stiffness=float(joint.stiffness), damping=float(joint.damping), rest=joint.rest,
            viscous=0, parallel=beside, actuated=joint.has_actuator if beside else joint.driven,
        )  # fmt: skip

    # -- equalities ----------------------------------------------------------------------------------------------

    def _equalities(self, *tags: str) -> Iterator[Item]:
        """Yield the active equalities of the file."""
        off = self.model.disabled & {"equality", "constraint"}
        for e in (child for section in self.model.root.all("equality") for child in section.children):
            if e.tag not in ("joint", "connect", "weld"):
                self.fail(f"equality <{e.tag}>", e, "joint, connect and weld are read: remove it")
            if e.tag not in tags:
                continue
            item = self.reader.item(e, tag="equality_joint" if e.tag == "joint" else "")
            item = replace(item, what=f"equality {item.what}")
            if off or not self.reader.flag(item, "active", True):
                self.reader.note("equalities that are not active are left out", f"{item.what} (line {e.line})")
            else:
                yield item

    def _couplings(self) -> Iterator[Coupling]:
        """Yield the couplings q1 - ref1 = c0 + c1 (q2 - ref2)."""
        tied: set[int] = set()
        for item in self._equalities("joint"):
            first, second = (self._named(item, name) for name in ("joint1", "joint2"))
            if first is None:
                self.fail(f"{item.what} has no joint1", item.element, 'write <joint joint1="..." joint2="..."/>')
            c = [*self.reader.numbers(item, "polycoef", 1, 5), *[0, 1, 0, 0, 0][len(item.text("polycoef").split()) :]]
            if any(c[2:]) and second:
                self.fail(f"polycoef of {item.what} is not linear", item.element, "give two coefficients")
            j = self._scalar(first, item)
            if j in tied:
                self.fail(f"joint {first.name!r} is coupled twice", item.element, "one equality for each joint1")
            tied.add(j)
            if second is None:
                yield Coupling(j, (), first.start + float(c[0]))
            else:
                offset = first.start + float(c[0]) - float(c[1]) * second.start
                yield Coupling(j, (Term(self._scalar(second, item), float(c[1])),), offset)

    def _named(self, item: Item, name: str) -> MjJoint | None:
        word = item.text(name)
        if word and word not in self.model.joints:
            raise UnknownName.among("joint", word, self.model.joints).at(item.element.file, item.element.line)
        return self.model.joints[word] if word else None

    def _scalar(self, joint: MjJoint, item: Item) -> int:
        """Return the number in the robot of a hinge or slide."""
        if joint.type not in ("hinge", "slide"):
            what = f"{item.what} couples {joint.item.what}, which is {joint.type}"
            self.fail(what, item.element, "couple hinges and slides")
        return self.links[self.number[id(joint)]][0]

    def _ties(self) -> Iterator[tuple[Item, BodyFrame, BodyFrame]]:
        """Yield the pairs of points or frames of two bodies that coincide."""
        for item in self._equalities("connect", "weld"):
            if "site1" in item or "site2" in item:
                yield item, self._site(item, "site1"), self._site(item, "site2")
                continue
            one, two = self._body(item, "body1"), self._body(item, "body2")
            if item.text("body1") == "":
                self.fail(f"{item.what} has no body1", item.element, "name two bodies, or two sites")
            bodies = self.model.bodies
            between = bodies[one].world.inverse().then(bodies[two].world)  # body 2 in body 1, as in the file
            anchor = NumericPose.at(self.reader.vector(item, "anchor"))
            if item.tag == "connect":
                if "anchor" not in item:
                    self.fail(f"{item.what} has no anchor", item.element, 'write anchor="x y z", in the frame of body1')
                yield item, (one, anchor), (two, between.inverse().then(anchor))
            else:
                yield item, (one, self._weld(item, between.then(anchor))), (two, anchor)

    def _weld(self, item: Item, found: NumericPose) -> NumericPose:
        """Return the welded frame in body 1: as given, or as in the reference configuration."""
        given = self.reader.numbers(item, "relpose", 7)
        if not any(given[3:]):
            return found
        return NumericPose(self.reader.quaternion(given[3:], item, "relpose"), Vec3(*given[:3]))

    def _body(self, item: Item, name: str) -> int:
        numbers = {body.name: k for k, body in enumerate(self.model.bodies)}
        word = item.text(name, "world")
        if word not in numbers:
            raise UnknownName.among("body", word, numbers).at(item.element.file, item.element.line)
        return numbers[word]

    def _site(self, item: Item, name: str) -> BodyFrame:
        word = item.text(name)
        if word not in self.model.sites:
            raise UnknownName.among("site", word, self.model.sites).at(item.element.file, item.element.line)
        return self.model.sites[word]

    def _loop(self, item: Item, one: BodyFrame, two: BodyFrame) -> Loop:
        """Return the loop, cut at the first body.

        Frames at a point are parallel to those of the links; a weld is transformed into the frame of the first link.
        """
        (i, A), (j, B) = (self._on_link(end) for end in (one, two))
        if i == j:
            self.fail(f"{item.what} connects a link to itself", item.element, "remove it")
        ball = item.tag == "connect" or self.reader.numbers(item, "torquescale", 1) == [0]
        if ball:
            cut, end = coincident_frames(NumericPose.at(A.P), NumericPose.at(B.P))
        else:
            cut, end = coincident_frames(IDENTITY_POSE, B.then(A.inverse()))
        name = free_name(item.text("name") or item.tag, self.names)
        kind: Any = "ball" if ball else "fixed"
        joint = Joint(name=name, parent=i, kind=kind, actuated=False, **cut.geometry())  # type: ignore[arg-type]
        return Loop(joint, Joint(parent=j, kind="fixed", **end.geometry()))  # type: ignore[arg-type]

    def _on_link(self, end: BodyFrame) -> BodyFrame:
        """Return a frame of a body in the frame of the robot's link that the body is part of."""
        at, T = self.carrier[end[0]]
        number, link = self.links[at]
        return number, link.then(T).then(end[1])


def _place_joint(joint: MjJoint, at: int, T: NumericPose) -> tuple[PlacedJoint, NumericPose]:
    """Return a joint of a body with pose T at the joint's reference, and the body's frame on its link."""
    if joint.type == "slide":
        back = joint.axis * -joint.ref  # type: ignore[operator]
        return PlacedJoint(at, "prismatic", T.then(NumericPose.at(back)), joint.axis), IDENTITY_POSE
    frame = T.then(NumericPose.at(joint.pos))
    if isinstance(joint.ref, ExactAngle):
        back_turn = replace(joint.ref, s=-joint.ref.s).rotation_about_vector(joint.axis)
        frame = frame.then(NumericPose(back_turn, ORIGIN))
    return PlacedJoint(at, KINDS[joint.type], frame, joint.axis), NumericPose.at(-joint.pos)


def _flatten_pose(pose: NumericPose) -> tuple[float, ...]:
    rows = [(*row, p) for row, p in zip(pose.R.rows, pose.P, strict=True)]
    return (*(float(x) for row in rows for x in row), 0, 0, 0, 1)


DOC = "MuJoCo's XML: trees of bodies, given or inferred inertia, couplings and loops"
FORMAT = Format(
    "mjcf",
    (".mjcf", ".xml"),
    read,
    None,
    DOC,
    max_bytes=MAX_BYTES,
    root="mujoco",
    includes=True,
    options={
        "keep_fixed": FormatOption("keep bodies without a joint as bodies; else they are merged with their carriers"),
        "snap": FormatOption(
            "take decimals of quarter turns (1.5708, .707105 .707108 0 0) as exact, with a warning", "yes"
        ),
        "springs": FormatOption("joints with stiffness are flexible; else springs are left out", "yes"),
        "friction": FormatOption("keep damping and friction of the joints"),
    },
)

__all__ = ["FORMAT", "read"]
