"""Frames by name: links of random and of installed URDFs against Pinocchio, bodies and sites of MJCFs against MuJoCo.

A file is drawn as a tree of links with names of any kind: spaces, letters of any alphabet, numbers, words that mean
other frames, names of joints. Every frame must be where the other program has it, whatever moves, with and without
`keep_fixed`, and after a round trip through TOML; so must Jacobians, velocities and accelerations be. `end` is the only
leaf, and of several leaves none.
"""

from __future__ import annotations

import importlib.metadata
import random
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

import linkwright as lw
from fuzz.report import Section
from fuzz.urdf import silent
from linkwright.formats import toml
from linkwright.models import function

Array = Any
QUARTERS = (0.0, 0.0, np.pi / 2, -np.pi / 2, np.pi)
ODD = (
    "tool 0", "Werkzeug-Träger", "手先", "*/", "0x1", "1", "2", "7", "base", "world", "end", "a,b", "pi", "q1", "x\ty",
    "joint1", "j1", "j2", "before_j2", "T1", '"', "\\n", "a.b", "a_b", "a-b", "%s{0}", "sin", "<&>",
)  # fmt: skip
PACKAGE = "example-robot-data"


def run(section: Section) -> None:
    warnings.simplefilter("ignore", lw.ModelWarning)
    real = installed()
    random.Random(section.seed).shuffle(real)
    for rng in section.rounds():
        which = section.trials % 3 if real else section.trials % 2
        # what is within 1e-9 of a quarter turn is read as one (docs/formats.md): files have such angles
        section.tolerance = 1e-8 if which == 2 else 1e-10
        with section.guarded(("URDF", "MJCF", "real URDF")[which], f"trial {section.trials}"):
            if which == 2:
                real_urdf(section, rng, real.pop())
            else:
                (drawn_urdf, drawn_mjcf)[which](section, rng)


def installed() -> list[Path]:
    try:
        return [Path(str(f.locate())) for f in importlib.metadata.files(PACKAGE) or [] if f.suffix == ".urdf"]
    except importlib.metadata.PackageNotFoundError:
        return []


# -- what files have in common ----------------------------------------------------------------------------------------


def names_of(rng: random.Random, count: int, prefix: str) -> list[str]:
    """Different names, some of them odd."""
    odd = rng.sample(ODD, len(ODD))
    return [odd.pop() if odd and rng.random() < 0.4 else f"{prefix}{k}" for k in range(count)]


def vector(rng: random.Random) -> list[float]:
    return [0.0 if rng.random() < 0.4 else round(rng.uniform(-0.6, 0.6), 3) for _ in range(3)]


def angles(rng: random.Random) -> list[float]:
    """Roll, pitch and yaw: quarter turns, any, or nearly one of them about which roll and yaw are the same."""
    return [rng.choice((*QUARTERS, rng.uniform(-3, 3), np.pi / 2 + 10 ** rng.uniform(-7, -1))) for _ in range(3)]


def axis(rng: random.Random) -> list[float]:
    unit = [0.0, 0.0, 0.0]
    unit[rng.randrange(3)] = rng.choice((1.0, -1.0))
    tilted = [x + 10 ** rng.uniform(-6, -1) for x in unit]
    return rng.choice((unit, unit, tilted, [rng.uniform(-1, 1) for _ in range(3)]))


def text(values: Sequence[float]) -> str:
    return " ".join(repr(float(x)) for x in values)


Pose = Callable[[str], Array]


def check_poses(section: Section, robot: lw.Robot, given: Mapping[str, Any], expected: Pose, where: str) -> None:
    """All named frames in the world."""
    frames = [frame.name for frame in robot.frames]
    # a text may be the number of a frame, too: these are asked for by their own numbers
    asked = [robot.frame_number(k) if name.isdecimal() or "," in name else name for k, name in enumerate(frames)]
    fn = function(robot, "direct_geometry", {"frames": asked, "reference": -1})
    found = fn(**{p.name: given[p.name] for p in fn.inputs})
    found = found if isinstance(found, Mapping) else {"": found}
    for name, T in zip(frames, found.values(), strict=True):
        section.compare("pose", f"{where}: {name!r}", T, expected(name), 1.0)  # in metres


def check_end(section: Section, robot: lw.Robot, leaves: Sequence[str], given: Mapping[str, Any], expected: Pose,
              where: str) -> None:  # fmt: skip
    """The only leaf, or a refusal that names the leaves; unless a link is called so."""
    if "end" in (frame.name for frame in robot.frames):
        return
    try:
        fn = function(robot, "direct_geometry", {})
    except lw.InputError as problem:
        if len(leaves) < 2 or not all(name in str(problem) for name in leaves[:3]):
            section.found("end", f"{where}: {problem}, with the leaves {leaves}")
        return
    if len(leaves) > 1:
        section.found("end", f"{where}: {len(leaves)} leaves, and it is {fn.outputs[0].doc}")
        return
    found = fn(**{p.name: given[p.name] for p in fn.inputs})
    if "base_pose" not in given:
        section.compare("end", where, found, expected(leaves[0]), 1.0)


def check_kept(section: Section, robot: lw.Robot, kept: lw.Robot, where: str) -> None:
    """Links on fixed joints are added behind all others, and written files are read back as they were."""
    for a, b in zip(robot.joints, kept.joints):
        fields = ("name", "parent", "kind", "variable", "gamma", "b", "alpha", "d", "theta", "r")
        if any(str(getattr(a, f)) != str(getattr(b, f)) for f in fields):
            section.found("keep_fixed", f"{where}: joint {a.name} is another one")
    if any(joint.kind != "fixed" for joint in kept.joints[len(robot) :]):
        section.found("keep_fixed", f"{where}: a joint behind the others moves")
    for x in (robot, kept):
        if toml.read(toml.write(x).encode(), "a.toml") != x:
            section.found("round trip", where)


# -- URDF -------------------------------------------------------------------------------------------------------------


def drawn_urdf(section: Section, rng: random.Random) -> None:
    import pinocchio as pin

    seen = len(section.findings)
    count = rng.randint(3, 9)
    parents = [-1, *(rng.choice((k - 1, k - 1, k - 1, rng.randrange(k))) for k in range(1, count))]
    links, joints = names_of(rng, count, "link_"), names_of(rng, count, "joint_")
    kinds = ["", *(rng.choice(("revolute", "continuous", "prismatic", "fixed")) for _ in range(1, count))]
    kinds[rng.randrange(1, count)] = "revolute"
    floating = rng.random() < 0.2 and parents.count(0) == 1
    if floating:
        kinds[1] = "floating"
    places = [(vector(rng), angles(rng), axis(rng)) for _ in range(count)]

    def written(links: Sequence[str], joints: Sequence[str]) -> str:
        rows = [f"<link name={quoteattr(name)}><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
                "ixz='0' iyz='0'/></inertial></link>" for name in links]  # fmt: skip
        for k in range(1, count):
            xyz, rpy, along = places[k]
            origin = "" if kinds[k] == "floating" else f"<origin xyz='{text(xyz)}' rpy='{text(rpy)}'/>"
            rows.append(f"<joint name={quoteattr(joints[k])} type='{kinds[k]}'>"
                        f"<parent link={quoteattr(links[parents[k]])}/>"
                        f"<child link={quoteattr(links[k])}/>{origin}<axis xyz='{text(along)}'/>"
                        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>")  # fmt: skip
        return "<robot name='drawn'>" + "".join(rows) + "</robot>"

    data = written(links, joints).encode()
    plain = [f"l{k}" for k in range(count)], [f"j{k}" for k in range(count)]
    with silent():
        model = pin.buildModelFromXML(written(*plain))
    where = f"trial {section.trials}"
    robot, kept = (lw.load(data, name="a.urdf", snap=False, keep_fixed=keep) for keep in (False, True))
    _against_pinocchio(section, rng, robot, kept, model, where, dict(zip(links, plain[0], strict=True)),
                       dict(zip(joints, plain[1], strict=True)))  # fmt: skip
    section.keep(data, ".urdf", seen)


def real_urdf(section: Section, rng: random.Random, path: Path) -> None:
    import pinocchio as pin

    section.tell(path.name)
    robot, kept = (lw.load(path, snap=False, keep_fixed=keep) for keep in (False, True))
    with silent():
        model = pin.buildModelFromUrdf(str(path))
    _against_pinocchio(section, rng, robot, kept, model, path.name)


def _against_pinocchio(
    section: Section, rng: random.Random, robot: lw.Robot, kept: lw.Robot, model: Any, where: str,
    links: Mapping[str, str] | None = None, joints: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    import pinocchio as pin

    data = model.createData()
    place = np.array([rng.uniform(-1, 1) for _ in range(7)])
    place[3:] /= np.linalg.norm(place[3:])
    x, qd, qdd = (np.array([rng.uniform(-2, 2) for c in robot.coordinates if c.link]) for _ in range(3))
    q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    columns = []
    at = {c.link: k for k, c in enumerate(c for c in robot.coordinates if c.link)}
    for j, joint in enumerate(robot.joints, 1):
        name = joint.name if joints is None else joints.get(joint.name, "")
        if not joint.moves or not model.existJointName(name):
            continue
        tied = next((t for t in robot.couplings if t.joint == j), None)
        if tied is not None and any(t.joint not in at for t in tied.terms):
            return  # a mimic of a mimic
        value = x[at[j]] if tied is None else float(tied.offset.number or 0)
        value += sum(float(t.factor.number or 0) * x[at[t.joint]] for t in (tied.terms if tied else ()))
        theirs = model.joints[model.getJointId(name)]
        q[theirs.idx_q : theirs.idx_q + theirs.nq] = (np.cos(value), np.sin(value)) if theirs.nq == 2 else value
        if tied is None:
            v[theirs.idx_v], a[theirs.idx_v] = qd[at[j]], qdd[at[j]]
            columns.append((at[j], theirs.idx_v))
    if robot.base.kind == "floating":
        free = next(j for j in model.joints if j.nq == 7)
        q[free.idx_q : free.idx_q + 7] = [*place[:3], *place[4:], place[3]]
    pin.forwardKinematics(model, data, q, v, a)
    pin.updateFramePlacements(model, data)
    bodies = {frame.name: k for k, frame in enumerate(model.frames) if frame.type == pin.FrameType.BODY}

    def number(name: str) -> int:
        return bodies[name if links is None else links[name]]

    def expected(name: str) -> Array:
        return data.oMf[number(name)].homogeneous

    given = {"q": x, "qd": qd, "qdd": qdd} | ({"base_pose": place} if robot.base.kind == "floating" else {})
    for one in (robot, kept):
        check_poses(section, one, given, expected, where)
    parents = {model.frames[frame.parentFrame].name for frame in model.frames if frame.type != pin.FrameType.BODY}
    leaves = [x.name for x in robot.frames if (x.name if links is None else links[x.name]) not in parents]
    check_end(section, robot, leaves, given, expected, where)
    check_kept(section, robot, kept, where)
    if robot.base.kind == "floating" or robot.couplings or len(columns) != len(x):
        return
    for k in rng.sample(range(len(robot.frames)), min(2, len(robot.frames))):
        one = rng.choice((robot, kept))
        f, theirs = number(one.frames[k].name), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        J = pin.computeFrameJacobian(model, model.createData(), q, f, theirs)
        ordered = np.zeros((6, len(x)))
        for ours, column in columns:
            ordered[:, ours] = J.reshape(6, -1)[:, column]
        chosen = {"frame": one.frame_number(k)}
        here = f"{where}: {one.frames[k].name!r}"
        found = function(one, "jacobian", chosen)
        section.compare("Jacobian", here, np.reshape(found(q=x), (6, -1)), ordered, 1.0)
        speed = pin.getFrameVelocity(model, data, f, theirs)
        fn = function(one, "velocities", {"frames": chosen["frame"], "projection": 0})
        found = fn(**{p.name: given[p.name] for p in fn.inputs})
        section.compare("velocity", here, np.ravel([found["v"], found["w"]]), speed.vector, 1.0)
        rate = pin.getFrameClassicalAcceleration(model, data, f, theirs).vector
        fn = function(one, "accelerations", {"frames": chosen["frame"], "projection": 0})
        found = fn(**{p.name: given[p.name] for p in fn.inputs})
        section.compare("acceleration", here, np.ravel([found["vd"], found["wd"]]), rate, 1.0)
        fn = function(one, "jdot_qdot", chosen)
        found = fn(**{p.name: given[p.name] for p in fn.inputs})
        section.compare("Jd qd", here, np.ravel(found) + ordered @ qdd, rate, 1.0)


# -- MJCF -------------------------------------------------------------------------------------------------------------


def drawn_mjcf(section: Section, rng: random.Random) -> None:
    import mujoco

    seen = len(section.findings)
    count = rng.randint(2, 7)
    names, sites = names_of(rng, count, "body_"), names_of(rng, 4, "site_")
    names = [name if name != "world" else "welt" for name in names]
    free = rng.random() < 0.2
    joints = iter(names_of(rng, 30, "joint_"))

    def placed(rng: random.Random) -> str:
        return f"pos='{text(vector(rng))}' euler='{text(angles(rng))}'"

    children: dict[int, list[int]] = {-1: [0]}
    for k in range(1, count):
        parent = rng.choice((k - 1, k - 1, rng.randrange(k)))
        children.setdefault(parent if free or rng.random() < 0.9 else -1, []).append(k)
    hinged: list[str] = []

    def moving(k: int) -> Iterator[str]:
        if k == 0 and free:
            yield "<freejoint/>"
            return
        kinds = rng.choices(("hinge", "slide"), (5, 3), k=rng.choice((0, 1, 1, 1, 2, 3)))
        for kind in kinds or rng.choice(([], [], ["ball"])):
            ref = f"ref='{rng.uniform(-1, 1):.3f}'" if kind != "ball" and rng.random() < 0.4 else ""
            hinged.append(kind)
            yield (f"<joint name={quoteattr(next(joints))} type='{kind}' pos='{text(vector(rng))}' "
                   f"axis='{text(axis(rng))}' {ref}/>")  # fmt: skip

    def body(k: int) -> str:
        inner = "".join(moving(k)) or ("<joint axis='0 1 1'/>" if k == count - 1 and not hinged else "")
        inner += "<inertial pos='.1 .2 .3' mass='1' diaginertia='1 1 1'/>"
        inner += "".join(body(child) for child in children.get(k, ()))
        if sites and rng.random() < 0.6:
            inner += f"<site name={quoteattr(sites.pop())} {placed(rng)}/>"
        return f"<body name={quoteattr(names[k])} {'' if k == 0 and free else placed(rng)}>{inner}</body>"

    data = ("<mujoco><compiler angle='radian'/><worldbody>" + "".join(map(body, children[-1]))
            + f"<site name='ground' {placed(rng)}/></worldbody></mujoco>").encode()  # fmt: skip
    where = f"trial {section.trials}"
    model = mujoco.MjModel.from_xml_string(data.decode())
    robot, kept = (lw.load(data, name="a.mjcf", snap=False, keep_fixed=keep) for keep in (False, True))
    state = mujoco.MjData(model)
    state.qpos[:] = [rng.uniform(-1, 1) for _ in range(model.nq)]
    state.qvel[:] = [rng.uniform(-1, 1) for _ in range(model.nv)]
    mujoco.mj_normalizeQuat(model, state.qpos)
    mujoco.mj_kinematics(model, state)
    mujoco.mj_comPos(model, state)
    is_floating = robot.base.kind == "floating"
    given = {"q": state.qpos[7:] if is_floating else state.qpos, "qd": state.qvel, "base_pose": state.qpos[:7]}
    given |= {} if is_floating else {"base_pose": None}
    bodies = {model.body(k).name: k for k in range(model.nbody)}
    places = {model.site(k).name: k for k in range(model.nsite)}

    def found(name: str) -> tuple[bool, int]:
        return (True, bodies[name]) if name in bodies else (False, places[name if name in places else name[:-5]])

    def expected(name: str) -> Array:
        is_body, k = found(name)
        T = np.eye(4)
        T[:3, :3] = (state.xmat if is_body else state.site_xmat)[k].reshape(3, 3)
        T[:3, 3] = (state.xpos if is_body else state.site_xpos)[k]
        return T

    for one in (robot, kept):
        check_poses(section, one, given, expected, where)
    if not is_floating:
        leaves = [names[k] for k in range(count) if k not in children]
        check_end(section, robot, leaves, {"q": given["q"]}, expected, where)
    check_kept(section, robot, kept, where)
    if {found(f.name) for f in robot.frames} != (
        {(True, k) for k in range(1, model.nbody)} | {(False, k) for k in range(model.nsite)}
    ) and not is_floating:
        section.found("names", f"{where}: {[f.name for f in robot.frames]}")
    section.keep(data, ".mjcf", seen)
    if is_floating:
        return
    for k in rng.sample(range(len(robot.frames)), min(2, len(robot.frames))):
        is_body, number = found(robot.frames[k].name)
        J, w = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        if is_body:
            mujoco.mj_jacBody(model, state, J, w, number)
        else:
            mujoco.mj_jacSite(model, state, J, w, number)
        fn = function(robot, "jacobian", {"frame": robot.frame_number(k)})
        ours = np.reshape(fn(**{p.name: given[p.name] for p in fn.inputs}), (6, -1))
        section.compare("Jacobian", f"{where}: {robot.frames[k].name!r}", ours, np.vstack([J, w]), 1.0)
    section.keep(data, ".mjcf", seen)


__all__ = ["run"]
