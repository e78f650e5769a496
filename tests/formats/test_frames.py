"""Frames by name: links of URDFs, bodies and sites of MJCFs, frames of native files are where the file puts them."""

from __future__ import annotations

import math
import random
import re
import shutil
import subprocess
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, ModelWarning, RobotError, UnknownName
from linkwright.formats import csv, mjcf, par, toml, urdf
from linkwright.formats.toml_table import LineIndex
from linkwright.models.derive.function import function
from linkwright.robot.fields import GEOMETRY, PLACE
from linkwright.targets import emit, targets
from linkwright.verification.laws import laws

Array = Any


# -- URDF by hand: forward kinematics in NumPy -------------------------------------------------------------------------


def rotation(rpy: Sequence[float]) -> Array:
    """Rot(z, yaw) Rot(y, pitch) Rot(x, roll)."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return z @ y @ x


def about(axis: Array, angle: float) -> Array:
    x, y, z = axis / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


def transform(R: Array, P: Sequence[float]) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, P
    return T


class Drawn:
    """A tree of links with random joints: as a URDF, and its forward kinematics."""

    def __init__(self, seed: int, count: int = 6, branches: bool = True, names: Sequence[str] = ()) -> None:
        rng = random.Random(seed)
        self.links = [*names, *(f"link{k}" for k in range(len(names), count))]
        self.parents = [max(k - 1, 0) for k in range(count)]
        if branches:
            self.parents = [0, *(rng.choice((k - 1, k - 1, rng.randrange(k))) for k in range(1, count))]
        self.kinds = ["", *rng.choices(("revolute", "prismatic", "fixed"), (4, 2, 2), k=count - 1)]
        self.kinds[1] = "revolute"
        quarter = math.pi / 2
        self.rpy = [[rng.choice((0.0, quarter, -quarter, rng.uniform(-3, 3))) for _ in range(3)] for _ in range(count)]
        self.xyz = [[rng.choice((0.0, rng.uniform(-1, 1))) for _ in range(3)] for _ in range(count)]
        axes = ([1, 0, 0], [0, -1, 0], [0, 0, 1], [0.3, -0.5, 0.8])
        self.axes = [np.array(rng.choice(axes), float) for _ in range(count)]

    @property
    def text(self) -> str:
        rows = [
            f"<link name={quoteattr(name)}><inertial><origin xyz='.1 -.2 .3'/><mass value='{k + 1}'/>"
            "<inertia ixx='1' iyy='2' izz='2.5' ixy='.1' ixz='0' iyz='.2'/></inertial></link>"
            for k, name in enumerate(self.links)
        ]
        for k in range(1, len(self.links)):
            xyz, rpy, axis = (" ".join(map(repr, map(float, v))) for v in (self.xyz[k], self.rpy[k], self.axes[k]))
            rows.append(
                f"<joint name='joint{k}' type='{self.kinds[k]}'><parent link={quoteattr(self.links[self.parents[k]])}/>"
                f"<child link={quoteattr(self.links[k])}/><origin xyz='{xyz}' rpy='{rpy}'/><axis xyz='{axis}'/>"
                "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"
            )
        return f"<robot name='drawn'>{''.join(rows)}</robot>"

    def robot(self, **options: bool) -> lw.Robot:
        return urdf.read(self.text.encode(), "drawn.urdf", **options)

    def poses(self, robot: lw.Robot, q: Array) -> dict[str, Array]:
        """Of all links in the root link; q in the order of the robot's joints."""
        at = {robot.joint(c.link).name: x for c, x in zip(robot.coordinates, q, strict=True)}
        T = [np.eye(4)]
        for k in range(1, len(self.links)):
            x, move = at.get(f"joint{k}", 0.0), np.eye(4)
            if self.kinds[k] == "revolute":
                move = transform(about(self.axes[k], x), [0, 0, 0])
            elif self.kinds[k] == "prismatic":
                move = transform(np.eye(3), x * self.axes[k] / np.linalg.norm(self.axes[k]))
            T.append(T[self.parents[k]] @ transform(rotation(self.rpy[k]), self.xyz[k]) @ move)
        return dict(zip(self.links, T, strict=True))

    def jacobian(self, robot: lw.Robot, q: Array, link: str) -> Array:
        """By central differences of the pose: (v, w), in the root link."""
        columns, h = [], 1e-6
        here = self.poses(robot, q)[link]
        for k in range(len(q)):
            step = h * np.eye(len(q))[k]
            dT = (self.poses(robot, q + step)[link] - self.poses(robot, q - step)[link]) / (2 * h)
            W = dT[:3, :3] @ here[:3, :3].T
            columns.append([*dT[:3, 3], W[2, 1], W[0, 2], W[1, 0]])
        return np.array(columns).T


def states(robot: lw.Robot, seed: int, count: int = 1) -> Array:
    return np.random.default_rng(seed).uniform(-2, 2, (count, len(robot.coordinates)))


def value(robot: lw.Robot, model: str, given: Mapping[str, Any], **options: Any) -> Any:
    fn = function(robot, model, options)
    return fn(**{p.name: given[p.name] for p in fn.inputs})


@pytest.mark.parametrize("keep_fixed", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_link_of_a_urdf_is_a_frame_where_the_file_puts_it(seed: int, keep_fixed: bool):
    drawn = Drawn(seed)
    robot = drawn.robot(keep_fixed=keep_fixed)
    assert [frame.name for frame in robot.frames] == drawn.links
    (q,) = states(robot, seed)
    for link, T in drawn.poses(robot, q).items():
        assert value(robot, "transform", {"q": q}, frame=link) == pytest.approx(T, abs=1e-13)
        J = np.reshape(value(robot, "jacobian", {"q": q}, frame=link), (6, -1))
        assert pytest.approx(drawn.jacobian(robot, q, link), abs=1e-8) == J


@pytest.mark.parametrize("seed", range(4))
def test_models_of_a_named_frame_are_those_of_its_pose(seed: int):
    """Every model with the option: against differences of the pose, the inertia matrix and the Jacobian in NumPy."""
    drawn = Drawn(seed, count=5, branches=False)
    robot = drawn.robot()
    link = drawn.links[-1]
    q, qd, qdd = states(robot, seed, 3)
    n, h = len(q), 1e-6
    T, J = drawn.poses(robot, q)[link], drawn.jacobian(robot, q, link)
    fine = np.reshape(value(robot, "jacobian", {"q": q}, frame=link), (6, n))
    assert fine == pytest.approx(J, abs=1e-8)

    def jacobian(at: Array) -> Array:
        return np.reshape(value(robot, "jacobian", {"q": at}, frame=link), (6, n))

    rate = (jacobian(q + h * qd) - jacobian(q - h * qd)) / (2 * h)
    given = {"q": q, "qd": qd, "qdd": qdd}
    assert np.reshape(value(robot, "jacobian_dot", given, frame=link), (6, n)) == pytest.approx(rate, abs=1e-7)
    assert value(robot, "jdot_qdot", given, frame=link) == pytest.approx(rate @ qd, abs=1e-7)
    slopes = np.array([(jacobian(q + h * e) - jacobian(q - h * e)) / (2 * h) for e in np.eye(n)])  # j, r, k
    H = np.reshape(value(robot, "hessian", given, frame=link), (6, n, n))
    assert pytest.approx(np.transpose(slopes, (1, 2, 0)), abs=1e-7) == H
    speed = value(robot, "velocities", given, frames=link, projection=0)
    assert np.ravel([speed["v"], speed["w"]]) == pytest.approx(fine @ qd, abs=1e-12)
    own = value(robot, "velocities", given, frames=link)
    assert np.ravel(own["v"]) == pytest.approx(T[:3, :3].T @ (fine @ qd)[:3], abs=1e-12)
    change = value(robot, "accelerations", given, frames=link, projection=0)
    assert np.ravel([change["vd"], change["wd"]]) == pytest.approx(fine @ qdd + rate @ qd, abs=1e-7)
    assert value(robot, "transform", given, frame=0, reference=link) == pytest.approx(np.linalg.inv(T), abs=1e-13)
    place = value(robot, "direct_geometry", given, frames=link, pose="quaternion")
    w, x, y, z = place[f"Q_{link}"]
    R = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]  # fmt: skip
    assert pytest.approx(T[:3, :3], abs=1e-12) == np.array(R)
    M = np.reshape(value(robot, "inertia_matrix", given), (n, n))
    rows = value(robot, "operational_space_inertia", given, frame=link, rows="wx")
    mobility = fine[3:4] @ np.linalg.inv(M) @ fine[3:4].T
    assert np.ravel(rows)[0] * mobility[0, 0] == pytest.approx(1, abs=1e-10)
    force = np.arange(1.0, 7.0)
    tag = re.sub(r"\W", "_", link)
    effort = function(robot, "external_efforts", {"frames": link, "projection": 0})
    table = {f"{letter}_{tag}_{axis}": x for (letter, axis), x in zip([(a, b) for a in "FC" for b in "xyz"], force)}
    labels = {p.name: p.labels for p in effort.inputs}
    found = effort(**{name: q if name == "q" else [table[s] for s in labels[name]] for name in labels})
    assert np.ravel(found) == pytest.approx(fine.T @ force, abs=1e-12)
    local = np.concatenate([T[:3, :3].T @ force[:3], T[:3, :3].T @ force[3:]])  # contacts act in the frame itself
    bare = np.array(value(robot, "inverse_dynamics", given))
    touched = np.array(value(robot, "inverse_dynamics", given | {"contacts": local}, contacts=link))
    assert bare - touched == pytest.approx(fine.T @ force, abs=1e-10)


def test_the_pose_of_a_frame_has_the_postures_of_its_link_before_it():
    """A tool behind the last joint: the postures at T are those of the link at T X^-1."""
    robot = lw.load("rx90")
    tool = lw.Frame(name="tool", link=6, x=0.1, y=-0.2, z=0.3, roll=0.4, pitch=-0.5, yaw=0.6, end=True)
    armed = robot.with_numbers().changed(frames=(tool,))
    X = transform(rotation([0.4, -0.5, 0.6]), [0.1, -0.2, 0.3])
    q = np.array([0.3, -0.8, 0.5, 0.2, 0.9, -0.4])
    T = np.array(value(armed, "direct_geometry", {"q": q}, frames=6))
    ours = lw.inverse_geometry(armed).solve(T @ X)
    theirs = lw.inverse_geometry(armed, frame=6).solve(T)
    assert len(ours) == len(theirs) == 8
    for x in theirs:
        assert min(np.abs(np.sin((np.array(x.q) - y.q) / 2)).max() for y in ours) < 1e-9
    assert lw.explain(armed).name == lw.explain(armed, frame=6).name


# -- which frame is meant ----------------------------------------------------------------------------------------------


def test_end_is_the_only_leaf_link():
    for seed in range(5):
        drawn = Drawn(seed, branches=False)
        robot = drawn.robot()
        (q,) = states(robot, seed)
        expected = drawn.poses(robot, q)[drawn.links[-1]]
        assert value(robot, "transform", {"q": q}) == pytest.approx(expected, abs=1e-13)
        (name,) = [p.name for p in function(robot, "direct_geometry").outputs]
        assert name == f"T_{drawn.links[-1]}"


def test_of_several_leaves_the_end_must_be_named():
    robot = Drawn(2).robot()
    leaves = [frame.name for frame in robot.frames if frame.end]
    assert len(leaves) > 1
    for model in ("jacobian", "direct_geometry", "inverse_geometry", "external_efforts"):
        with pytest.raises(InputError, match="leaf links: which one is the end") as problem:
            function(robot, model)
        assert all(name in problem.value.remedy for name in leaves)
    with pytest.raises(InputError, match="which one is the end"):
        lw.inverse_geometry(robot)


@pytest.mark.parametrize("seed", range(8))
def test_keep_fixed_renumbers_nothing(seed: int):
    robot, kept = Drawn(seed).robot(), Drawn(seed).robot(keep_fixed=True)
    for ours, theirs in zip(robot.joints, kept.joints):
        assert (ours.name, ours.parent, ours.kind, ours.variable) == (
            theirs.name, theirs.parent, theirs.kind, theirs.variable)  # fmt: skip
        assert [str(getattr(ours, f)) for f in GEOMETRY] == [str(getattr(theirs, f)) for f in GEOMETRY]
    assert {joint.kind for joint in kept.joints[len(robot) :]} <= {"fixed"}
    q, qd, qdd = states(robot, seed, 3)
    given = {"q": q, "qd": qd, "qdd": qdd}
    assert value(kept, "inverse_dynamics", given) == pytest.approx(value(robot, "inverse_dynamics", given))


def test_khalils_frames_are_reached_by_number():
    drawn = Drawn(3)
    robot = drawn.robot()
    plain = robot.changed(frames=())
    (q,) = states(robot, 3)
    for j in range(len(robot) + 1):
        assert np.array_equal(*(value(x, "transform", {"q": q}, frame=j) for x in (robot, plain)))
    assert [p.name for p in function(robot, "direct_geometry", {"frames": "all"}).outputs] == [
        f"T{j}" for j in range(1, len(robot) + 1)
    ]
    with pytest.raises(InputError, match="has no frame 99"):
        function(robot, "transform", {"frame": 99})


def test_a_joint_of_the_file_stands_for_the_link_that_it_carries():
    drawn = Drawn(2)
    robot = drawn.robot()
    (q,) = states(robot, 2)
    for k in range(1, len(drawn.links)):
        expected = drawn.poses(robot, q)[drawn.links[k]]
        assert value(robot, "transform", {"q": q}, frame=f"joint{k}") == pytest.approx(expected, abs=1e-13)


def test_names_of_links_come_before_words_and_names_of_joints():
    names = ["base", "world", "end", "joint1", "q1", "0x"]
    drawn = Drawn(4, names=names)
    robot = drawn.robot()
    (q,) = states(robot, 4)
    for link, T in drawn.poses(robot, q).items():
        assert value(robot, "transform", {"q": q}, frame=link) == pytest.approx(T, abs=1e-13)
    # options that ask for joints know their names alone
    fixed = next(k for k in range(1, len(names)) if drawn.kinds[k] == "fixed")
    with pytest.raises((InputError, UnknownName)):
        function(robot, "manipulability", {"frame": "0x", "rows": "wx", "joints": drawn.links[fixed]})


def test_a_text_that_is_a_number_and_another_link_is_refused():
    robot = Drawn(5, names=["root", "2"]).robot()
    with pytest.raises(InputError, match=r"'2' is frame 2 .*, and the frame called 2"):
        function(robot, "transform", {"frame": "2"})
    for number, name in ((0, "0"), (-1, "-1")):  # always the base and the world: defaults are given so
        called = Drawn(5, names=["root", name]).robot()
        assert np.array_equal(value(called, "transform", {"q": states(called, 5)[0]}, frame=name), np.eye(4)), number
    with pytest.raises(UnknownName, match="unknown frame 'lin1'"):
        function(robot, "transform", {"frame": "lin1"})


# -- files and records -------------------------------------------------------------------------------------------------

NATIVE = """name = "arm"
[[joint]]
name = "shoulder"
[[joint]]
name = "elbow"
d = "L1"
[[frame]]
name = "tool"
link = "elbow"
x = "L2"
yaw = "pi/2"
end = true
[[frame]]
name = "camera 1"
link = 0
z = "h"
pitch = "tilt"
[numbers]
L1 = 0.4
L2 = 0.3
h = 1.2
tilt = 0.5
"""


def test_a_native_file_may_name_frames_with_symbols():
    robot = toml.read(NATIVE.encode(), "arm.toml")
    q = [0.3, 0.4]
    tool = transform(rotation([0, 0, 0.3]), [0, 0, 0]) @ transform(rotation([0, 0, 0.4]), [0.4, 0, 0])
    tool = tool @ transform(rotation([0, 0, math.pi / 2]), [0.3, 0, 0])
    fn = function(robot, "transform")
    known = [[robot.numbers[s] for s in p.labels] for p in fn.inputs if p.name == "parameters"]
    assert fn(q=q, parameters=known[0]) == pytest.approx(tool, abs=1e-13)
    camera = transform(rotation([0, 0.5, 0]), [0, 0, 1.2])
    assert value(robot.with_numbers(), "transform", {"q": q}, frame="camera 1") == pytest.approx(camera, abs=1e-13)


@pytest.mark.parametrize("seed", range(4))
def test_what_was_read_is_written_without_loss(seed: int):
    robot = Drawn(seed, names=['a "b"', "手先", "x*)y", "5"]).robot()
    assert toml.read(toml.write(robot).encode(), "a.toml") == robot
    back = par.read(par.write(robot).encode(), "a.par")
    assert toml.as_data(back)["frame"] == toml.as_data(robot)["frame"]
    assert toml.build(toml.as_data(robot), LineIndex("", "")) == robot


def test_formats_without_a_place_for_frames_say_so(caplog: pytest.LogCaptureFixture):
    robot = Drawn(0, branches=False).robot().changed(base=lw.Base())
    par.write(robot)
    assert "frames are written as comments" in caplog.text
    caplog.clear()
    csv.write(robot)
    assert "frames have no column" in caplog.text
    assert "link1" in caplog.text


def test_robots_that_differ_in_a_frame_differ():
    robot = toml.read(NATIVE.encode(), "arm.toml")
    assert robot != toml.read(NATIVE.replace('x = "L2"', 'y = "L2"').encode(), "arm.toml")
    assert robot != toml.read(NATIVE.replace("end = true", "end = false").encode(), "arm.toml")


WRONG = [
    ('link = "elbow"', 'link = "knee"', 7, "unknown joint in frame 1"),
    ('link = "elbow"', "link = 3", 7, "is on link 3, which does not exist"),
    ('name = "camera 1"', 'name = "tool"', 13, "occurs twice"),
    ('name = "camera 1"', "roll = 0", 13, "has no name"),
    ('x = "L2"', 'x = "q1"', 9, "depends on the joint variable"),
    ('x = "L2"', "u = 1", 9, "unknown key"),
    ('z = "h"', "link = -1", 0, "Cannot overwrite"),
    ("link = 0", "link = -1", 14, "has a position or orientation in the world"),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), WRONG)
def test_wrong_frames_are_refused(old: str, new: str, line: int, what: str):
    with pytest.raises(InputError, match=what) as problem:
        toml.read(NATIVE.replace(old, new).encode(), "arm.toml")
    assert problem.value.line > 0


def test_show_lists_frames():
    from linkwright.robot.tables import robot_tables

    (table,) = [t for t in robot_tables(toml.read(NATIVE.encode(), "arm.toml")) if t[0] == "frames by name"]
    assert table[2][0] == ["tool", "2 (elbow)", "L2", "0", "0", "0", "0", "pi/2", "yes"]


# -- MJCF -------------------------------------------------------------------------------------------------------------

SCENE = """<mujoco><compiler angle="radian"/><worldbody><site name="ground" pos="1 2 3" euler=".1 .2 .3"/>
<body name="arm" pos=".1 .2 .3" euler=".3 1.5707963267948966 .2">
  <joint name="turn" axis="1 2 3" pos=".1 0 .2" ref=".3"/><joint name="slide" type="slide" axis="0 1 1" ref=".1"/>
  <inertial pos=".1 .2 .3" mass="1" diaginertia="1 1 1"/><site name="arm" pos="0 .1 0" euler="1 1 1"/>
  <body name="fixed one" pos="0 0 .5" euler=".2 0 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
    <body name="hand" pos=".2 0 0"><joint name="ball" type="ball" pos="0 .1 .2"/>
      <inertial pos="0 0 .1" mass="1" diaginertia="1 1 1"/><site name="tip" pos=".1 .2 .3" xyaxes="1 1 0 -1 1 0"/>
</body></body></body></worldbody></mujoco>"""


@pytest.mark.parametrize("keep_fixed", [False, True])
def test_bodies_and_sites_of_an_mjcf_are_where_mujoco_has_them(keep_fixed: bool, module: Any):
    mujoco = module("mujoco")
    robot = mjcf.read(SCENE.encode(), "a.mjcf", keep_fixed=keep_fixed)
    assert {frame.name for frame in robot.frames} == {"arm", "fixed one", "hand", "ground", "arm_site", "tip"}
    model = mujoco.MjModel.from_xml_string(SCENE)
    data = mujoco.MjData(model)
    data.qpos[:] = np.random.default_rng(1).uniform(-1, 1, model.nq)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    for frame in robot.frames:
        J, w = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        if frame.name in ("arm", "fixed one", "hand"):
            k = model.body(frame.name).id
            R, P = data.xmat[k].reshape(3, 3), data.xpos[k]
            mujoco.mj_jacBody(model, data, J, w, k)
        else:
            k = model.site(frame.name.removesuffix("_site")).id
            R, P = data.site_xmat[k].reshape(3, 3), data.site_xpos[k]
            mujoco.mj_jacSite(model, data, J, w, k)
        found = value(robot, "transform", {"q": data.qpos}, frame=frame.name)
        assert found == pytest.approx(transform(R, P), abs=1e-12)
        ours = value(robot, "jacobian", {"q": data.qpos}, frame=frame.name)
        assert ours == pytest.approx(np.vstack([J, w]), abs=1e-12)
    assert [frame.name for frame in robot.frames if frame.end] == ["hand"]


# -- real files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file",
    ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf",
     "tiago_description/robots/tiago_no_hand.urdf", "anymal_c_simple_description/urdf/anymal.urdf",
     "solo_description/robots/solo12.urdf"],
)  # fmt: skip
def test_all_frames_of_a_file_are_those_of_pinocchio(file: str, robot_data: Path, module: Any):
    pin = module("pinocchio")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        robot = lw.load(robot_data / file, snap=False, mimic=False)
    model = pin.buildModelFromUrdf(str(robot_data / file))
    data = model.createData()
    q, (x,) = pin.neutral(model), states(robot, 7)
    for c, angle in zip(robot.coordinates, x, strict=True):
        theirs = model.joints[model.getJointId(robot.joint(c.link).name)]
        q[theirs.idx_q : theirs.idx_q + theirs.nq] = (np.cos(angle), np.sin(angle)) if theirs.nq == 2 else angle
    pin.framesForwardKinematics(model, data, q)
    names = [frame.name for frame in robot.frames]
    bodies = {frame.name: k for k, frame in enumerate(model.frames) if frame.type == pin.FrameType.BODY}
    assert set(names) == set(bodies) - {"universe"}
    found = value(robot, "direct_geometry", {"q": x}, frames=names)
    for name, T in zip(names, found.values(), strict=True):
        assert pytest.approx(data.oMf[bodies[name]].homogeneous, abs=1e-8) == T
    for frame in model.frames:  # joints, fixed ones too, stand for the links that they carry
        if frame.type in (pin.FrameType.JOINT, pin.FrameType.FIXED_JOINT) and frame.name not in (*names, "universe"):
            expected = data.oMf[model.getFrameId(frame.name, frame.type)].homogeneous
            assert pytest.approx(expected, abs=1e-8) == value(robot, "transform", {"q": x}, frame=frame.name)


# -- names of any kind in emitted code --------------------------------------------------------------------------------

ODD = ["*/ end", "手先", 'a"b\\', "line\nbreak", "a b", "a_b", "*)", "--]]", "end"]


def test_names_of_frames_may_be_any_text_and_emitted_code_is_legal(tmp_path: Path):
    frames = tuple(lw.Frame(name=name, link=2, x=0.1 * k) for k, name in enumerate(ODD))
    robot = toml.read(NATIVE.encode(), "arm.toml").with_numbers().changed(frames=frames)
    fn = lw.model(robot, "direct_geometry", frames=ODD)
    assert len({p.name for p in fn.outputs}) == len(ODD)
    for p in fn.outputs:
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", p.name)
    for language in targets():
        for text in emit(fn, language).values():
            assert language == "latex" or "*/ end" not in text  # the end of a comment in C and its kin
            assert "line\nbreak" not in text
    if shutil.which("cc"):
        for name, text in emit(fn, "c").items():
            (tmp_path / name).write_text(text)
        sources = [str(path) for path in tmp_path.glob("*.c")]
        subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-c", *sources], cwd=tmp_path, check=True)


def test_verify_has_a_law_of_named_frames():
    for robot in (Drawn(1, count=4).robot(), toml.read(NATIVE.encode(), "arm.toml"), lw.load("rx90")):
        outcomes = {name: check().outcome for name, check in laws(robot) if "by name" in name or "transform" in name}
        assert set(outcomes.values()) == {"proven"}


def test_frames_cost_nothing_where_they_are_not_asked_for():
    drawn = Drawn(6)
    robot = drawn.robot()
    for model in ("inverse_dynamics", "inertia_matrix", "forward_dynamics"):
        assert function(robot, model).cost == function(robot.changed(frames=()), model).cost


def test_a_world_link_that_the_base_floats_in_is_the_world():
    text = """<robot name="f"><link name="odom"/><link name="trunk"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="leg"><inertial>
    <mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="free" type="floating"><parent link="odom"/><child link="trunk"/></joint>
    <joint name="hip" type="continuous"><parent link="trunk"/><child link="leg"/><axis xyz="0 1 0"/></joint></robot>"""
    robot = urdf.read(text.encode(), "f.urdf")
    given = {"q": [0.3], "base_pose": [1, 2, 3, 1, 0, 0, 0]}
    T = value(robot, "transform", given, frame="leg", reference="odom")
    assert pytest.approx(transform(rotation([0, 0.3, 0]), [1, 2, 3]), abs=1e-13) == T
    with pytest.raises(RobotError, match="has a position or orientation in the world"):
        robot.changed(frames=(lw.Frame(name="odom", link=-1, x=1),))


# -- robots of other kinds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["four_bar", "tricycle", "floating_arm", "elastic_arm"])
def test_a_named_frame_moves_as_a_point_of_its_link(name: str):
    """Of loops, wheels, a floating base and springs: in the models that also take a point of the link."""
    robot = lw.load(name).with_numbers()
    link = len(robot)
    x, rpy = [0.1, -0.2, 0.3], [0.4, -0.5, 0.6]
    frame = lw.Frame(name="tip", link=link, **dict(zip(PLACE, (*x, *rpy), strict=True)))  # type: ignore[arg-type]
    robot = robot.changed(frames=(frame,))
    point = ",".join(map(repr, x))
    for model in ("jacobian", "jacobian_dot", "jdot_qdot", "hessian", "cut_jacobian"):
        ours = function(robot, model, {"frame": "tip"})
        theirs = function(robot, model, {"frame": link, "point": point})
        given = random_inputs(ours)
        for a, b in zip(outputs(ours, given), outputs(theirs, given), strict=True):
            assert a == pytest.approx(b, abs=1e-9 * max(1.0, np.abs(b).max(initial=0)))
    ours, theirs = (function(robot, "transform", {"frame": f}) for f in ("tip", link))
    given = random_inputs(ours)
    T = outputs(theirs, given)[0].reshape(4, 4) @ transform(rotation(rpy), x)
    assert outputs(ours, given)[0] == pytest.approx(T.ravel(), abs=1e-12)
    ours, theirs = (function(robot, "velocities", {"frames": f, "projection": 0}) for f in ("tip", link))
    given = random_inputs(ours)
    (v, w), (u, wu) = outputs(ours, given)[:2], outputs(theirs, given)[:2]
    arm = outputs(function(robot, "transform", {"frame": link}), given)[0].reshape(4, 4)[:3, :3] @ x
    assert w == pytest.approx(wu, abs=1e-12)
    assert v == pytest.approx(u + np.cross(wu, arm), abs=1e-12)


def random_inputs(fn: lw.Function) -> dict[str, Array]:
    return {p.name: np.random.default_rng(5).uniform(0.1, 0.4, len(p.elements)) for p in fn.inputs}


def outputs(fn: lw.Function, given: Mapping[str, Array]) -> list[Array]:
    found = fn(**{p.name: given[p.name] for p in fn.inputs})
    return [np.ravel(x) for x in (found.values() if isinstance(found, Mapping) else [found])]
