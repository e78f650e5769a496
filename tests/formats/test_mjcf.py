"""MJCF: inertia matrix, efforts, springs and closures are MuJoCo's; what a robot cannot hold is refused."""

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright import formats
from linkwright.errors import FormatError, InputError, ModelWarning, UnknownName
from linkwright.expr import value_of
from linkwright.formats import mjcf
from linkwright.formats.mjcf_text import MjcfReader, read_document
from linkwright.formats.mjcf_tree import MjcfModel
from linkwright.robot import Joint, Robot
from linkwright.robot.convert import IDENTITY_POSE, combine_bodies
from tests.conftest import absent


def mujoco() -> Any:
    try:
        import mujoco
    except ImportError as problem:
        absent(f"Python package mujoco is not installed ({problem})")
    return mujoco


def parsed(text: str, **options: Any) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return mjcf.read(text.encode(), "test.xml", None, **options)


def world(content: str, *, head: str = "", tail: str = "") -> str:
    return f"<mujoco>{head}<worldbody>{content}</worldbody>{tail}</mujoco>"


def simulated(text: str) -> tuple[Any, Any]:
    model = mujoco().MjModel.from_xml_string(text)
    return model, mujoco().MjData(model)


def random_state(model: Any, data: Any, rng: Any) -> None:
    """Any configuration: quaternions are unit ones."""
    data.qpos[:], data.qvel[:] = rng.uniform(-2, 2, model.nq), rng.uniform(-2, 2, model.nv)
    mujoco().mj_normalizeQuat(model, data.qpos)
    mujoco().mj_forward(model, data)


def mass_matrix(model: Any, data: Any) -> Any:
    M = np.zeros((model.nv, model.nv))
    mujoco().mj_fullM(model, data, M)
    return M


def assert_close(ours: Any, theirs: Any, tolerance: float = 1e-10) -> None:
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    assert np.abs(ours - theirs).max() <= tolerance * max(np.abs(theirs).max(), 1e-3)


def assert_dynamics_are_mujocos(text: str, robot: Robot, states: int = 2, tolerance: float = 1e-10) -> None:
    """Inertia matrix and efforts without acceleration, for trees of hinges and slides."""
    model, data = simulated(text)
    inertia = lw.compile(lw.model(robot, "inertia_matrix"))
    inverse = lw.compile(lw.model(robot, "inverse_dynamics"))
    rng = np.random.default_rng(0)
    for _ in range(states):
        random_state(model, data, rng)
        q, qd = data.qpos.copy(), data.qvel.copy()
        assert_close(np.reshape(inertia(q=q), (model.nv, model.nv)), mass_matrix(model, data), tolerance)
        assert_close(inverse(q=q, qd=qd, qdd=0 * q), data.qfrc_bias, tolerance)


# -- trees of hinges and slides --------------------------------------------------------------------------------------

ODD = """<mujoco model="odd"><compiler angle="degree" eulerseq="zYx"/><option gravity="1 2 -9"/>
<default>
  <geom size=".1 .2 .3" density="500"/><joint armature=".1"/>
  <default class="s"><joint type="slide" axis="1 1 0"/><geom type="box" euler="10 20 30"/></default>
</default>
<worldbody><geom type="plane" size="1 1 1"/>
<body pos="1 2 3" axisangle="1 2 3 40">
  <body name="a" pos=".1 .2 .3" euler="90 30 10">
    <joint name="h1" pos=".1 0 .2" axis="1 2 3" ref="30"/><joint name="s1" class="s" ref=".3"/>
    <joint name="h2" axis="0 1 0" pos="0 .5 0"/>
    <geom type="capsule" fromto="0 0 0 .3 .2 .1" size=".05"/><geom type="cylinder" size=".1 .3" zaxis="1 1 1"/>
    <geom type="ellipsoid" mass="3" xyaxes="1 1 0 0 1 1"/>
    <frame pos="1 0 0" euler="20 0 90" childclass="s">
      <body name="b"><joint name="s2"/><geom/><geom class="main"/>
        <body name="w" pos="0 0 1" quat=".5 .5 .5 .5">
          <inertial pos=".1 .2 .3" mass="2" fullinertia="1 1.1 1.2 .1 .2 .3"/></body>
        <body><joint name="h3" class="main" axis="0 0 1"/>
          <inertial pos=".1 .2 .3" mass="2" diaginertia="1 1.1 1.2" euler="10 20 30"/></body>
      </body>
    </frame>
  </body>
</body></worldbody></mujoco>"""


@pytest.mark.parametrize("keep_fixed", [False, True])
def test_odd_features_together(keep_fixed: bool):
    """Several joints on a body, away from its origin, at references; classes, frames, every orientation and inertia."""
    assert_dynamics_are_mujocos(ODD, parsed(ODD, keep_fixed=keep_fixed))


_NUMBERS = ("0", "0", "0.1", "-0.25", "0.3333", "1")
_ANGLES = ("0", "90", "-90", "180", "30", "-57", "45")
_AXES = ("1 0 0", "0 1 0", "0 0 1", "0 0 -1", "0.6 0 0.8", "1 2 3", "0 -2 0")
_TURNS = st.one_of(
    st.lists(st.sampled_from(_ANGLES), min_size=3, max_size=3).map(lambda a: f'euler="{" ".join(a)}"'),
    st.tuples(st.sampled_from(_AXES), st.sampled_from(_ANGLES)).map(lambda a: f'axisangle="{a[0]} {a[1]}"'),
    st.sampled_from(_AXES).map(lambda a: f'zaxis="{a}"'),
    st.sampled_from(('quat="0.5 0.5 -0.5 0.5"', 'quat="1 2 3 4"', 'quat="0 1 0 0"', 'quat="0.707107 0 0 0.707107"')),
    st.sampled_from(('xyaxes="0 1 0 -1 0 0"', 'xyaxes="1 1 0 0 1 1"', 'xyaxes="0 0 1 1 0 0.3"')),
    st.just(""),
)
_SHAPES = (
    'type="box" size=".1 .2 .3"', 'type="sphere" size=".2"', 'type="cylinder" size=".1 .3" mass="2"',
    'type="capsule" size=".1 .25"', 'type="ellipsoid" size=".1 .2 .3" density="300"',
)  # fmt: skip
_ENDS = (
    'type="capsule" size=".1"', 'type="box" size=".1"', 'type="cylinder" size=".05" mass="1"',
    'type="ellipsoid" size=".2"',
)  # fmt: skip


@st.composite
def matters(draw: st.DrawFn) -> str:
    """The inertia of a body, given or from one or two shapes."""

    def numbers(n: int = 3) -> str:
        return " ".join(draw(st.sampled_from(_NUMBERS)) for _ in range(n))

    way = draw(st.sampled_from(("diaginertia", "fullinertia", "shapes")))
    if way == "diaginertia":
        return f'<inertial pos="{numbers()}" {draw(_TURNS)} mass="1.5" diaginertia=".2 .3 .25"/>'
    if way == "fullinertia":
        return f'<inertial pos="{numbers()}" mass="1.5" fullinertia=".2 .3 .25 .01 -.02 .03"/>'
    solid = f'<geom {draw(st.sampled_from(_SHAPES))} pos="{numbers()}" {draw(_TURNS)}/>'
    long = f'<geom {draw(st.sampled_from(_ENDS))} fromto="{numbers()} {draw(st.sampled_from(_AXES))}"/>'
    return draw(st.sampled_from((solid, solid + long.replace("1 2 3", "2 3 4"), solid + solid)))


@st.composite
def trees(draw: st.DrawFn) -> str:
    """Bodies in one another, with one or two joints or none, any axes, references and orientations."""

    def numbers() -> str:
        return " ".join(draw(st.sampled_from(_NUMBERS)) for _ in range(3))

    def joint() -> str:
        kind = draw(st.sampled_from(("hinge", "hinge", "slide")))
        ref = draw(st.sampled_from(("0", "90", "-20") if kind == "hinge" else ("0", "0.3")))
        armature = draw(st.sampled_from(("0", "0.2")))
        axis = draw(st.sampled_from(_AXES))
        return f'<joint type="{kind}" pos="{numbers()}" axis="{axis}" ref="{ref}" armature="{armature}"/>'

    def body(depth: int) -> str:
        joints = "".join(joint() for _ in range(draw(st.integers(1 if depth == 1 else 0, 2))))
        inner = "".join(body(depth + 1) for _ in range(draw(st.integers(0, 2)))) if depth < 3 else ""
        framed = f'<frame pos="{numbers()}" {draw(_TURNS)}>{inner}</frame>' if draw(st.booleans()) else inner
        return f'<body pos="{numbers()}" {draw(_TURNS)}>{joints}{draw(matters())}{framed}</body>'

    sequence = draw(st.sampled_from(("xyz", "XYZ", "zyx", "zXz", "xYz")))
    return world(body(1), head=f'<compiler eulerseq="{sequence}"/><option gravity="{draw(st.sampled_from(_AXES))}"/>')


@settings(max_examples=20)
@given(trees(), st.booleans())
def test_any_tree_has_the_dynamics_of_mujoco(text: str, keep_fixed: bool):
    assert_dynamics_are_mujocos(text, parsed(text, keep_fixed=keep_fixed), states=1)


@given(matters())
def test_bodies_are_those_of_mujoco(matter: str):
    assert_bodies_are_mujocos(world(f"<body><joint/>{matter}</body>"))


def assert_bodies_are_mujocos(text: str) -> None:
    """Ten parameters of every body against mass, ipos, iquat and principal moments."""
    theirs, _ = simulated(text)
    model = MjcfModel(
        MjcfReader("test.xml"), read_document(text.encode(), "test.xml", None), springs=True, friction=False
    )
    for k, body in enumerate(model.bodies[1:], 1):
        ours = [value_of(x) for x in combine_bodies([(lump, IDENTITY_POSE) for lump in body.lumps]).inertia]
        R, c, m = rotation(theirs.body_iquat[k])[:3, :3], theirs.body_ipos[k], theirs.body_mass[k]
        J = R @ np.diag(theirs.body_inertia[k]) @ R.T + m * (c @ c * np.eye(3) - np.outer(c, c))
        assert_close(ours, [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *(m * c), m], 1e-9)


BALL = '<body><joint/><inertial pos="0 0 0" mass="0.1" diaginertia="0.01 0.02 0.025"/></body>'
TWO = '<body pos="1 0 0"><joint/><geom size=".1" pos=".2 0 0"/><geom type="box" size=".1 .2 .3" group="3"/></body>'


@pytest.mark.parametrize(
    "compiler",
    [
        'boundmass="0.5"', 'boundinertia="0.015"', 'boundmass="0.2" boundinertia="0.001"', 'settotalmass="7"',
        'inertiagrouprange="0 2"', 'inertiafromgeom="true" inertiagrouprange="3 3"', 'balanceinertia="true"',
    ],
)  # fmt: skip
def test_what_the_compiler_does_to_bodies(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes its warnings to a file where it runs
    content = TWO if "true" in compiler and "geom" in compiler else BALL + TWO
    assert_bodies_are_mujocos(world(content, head=f"<compiler {compiler}/>"))


def test_inertia_that_breaks_the_triangle_inequality_is_balanced_or_told():
    content = BALL.replace("0.01 0.02 0.025", "0.01 0.01 0.09")
    assert_bodies_are_mujocos(world(content, head='<compiler balanceinertia="true"/>'))
    with pytest.warns(ModelWarning, match="impossible inertia: body 'body1': .* triangle inequality"):
        mjcf.read(world(content).encode(), "a.xml")


def test_defaults_fill_what_elements_leave_open():
    """Short lists are ended by the class, an orientation replaces another one, a class is what its parent is."""
    text = world(
        '<body childclass="b"><joint/><geom size=".3"/><geom class="c" quat="0 1 0 0" pos="1 0 0"/>'
        '<frame childclass="c"><body><joint/><geom/></body></frame></body>',
        head='<default><default class="b"><geom type="box" euler="10 0 0"/><default class="c"><joint axis="1 0 0"/>'
        '</default></default><geom size=".1 .2 .4" density="10"/><joint type="slide"/></default>',
    )
    assert_dynamics_are_mujocos(text, parsed(text))


@pytest.mark.parametrize("file", ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf",
                                  "talos_data/robots/talos_reduced.urdf"])  # fmt: skip
def test_robots_that_mujoco_converts_are_read(file: str, robot_data: Path, tmp_path: Path):
    """URDF, written as MJCF by MuJoCo and read here: the dynamics that MuJoCo has of it."""
    import xml.etree.ElementTree as ET

    tree = ET.parse(robot_data / file).getroot()
    for link in tree.iter("link"):
        for part in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(part)
    for joint in tree.iter("joint"):
        for part in joint.findall("mimic"):
            joint.remove(part)
    mujoco().MjModel.from_xml_string(ET.tostring(tree, encoding="unicode"))
    path = tmp_path / "robot.xml"
    mujoco().mj_saveLastXML(str(path), mujoco().MjModel.from_xml_string(ET.tostring(tree, encoding="unicode")))
    assert_dynamics_are_mujocos(path.read_text(), formats.read(path, snap=False), states=1, tolerance=1e-9)


# -- free bodies, ball joints, loops: the tables themselves ------------------------------------------------------------


def turn(axis: int, angle: float) -> Any:
    T = np.eye(4)
    i, j = ((1, 2), (2, 0), (0, 1))[axis]
    T[i, i] = T[j, j] = math.cos(angle)
    T[j, i], T[i, j] = math.sin(angle), -math.sin(angle)
    return T


def shift(axis: int, length: float) -> Any:
    T = np.eye(4)
    T[axis, 3] = length
    return T


def khalil(joint: Joint, q: float = 0.0) -> Any:
    """Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r)."""
    gamma, b, alpha, d, theta, r = (value_of(getattr(joint, k)) for k in ("gamma", "b", "alpha", "d", "theta", "r"))
    theta, r = theta + q * (joint.kind == "revolute"), r + q * (joint.kind == "prismatic")
    return turn(2, gamma) @ shift(2, b) @ turn(0, alpha) @ shift(0, d) @ turn(2, theta) @ shift(2, r)


def rotation(quaternion: Any) -> Any:
    R = np.zeros(9)
    mujoco().mju_quat2Mat(R, np.asarray(quaternion, float))
    T = np.eye(4)
    T[:3, :3] = R.reshape(3, 3)
    return T


def placed_at(position: Any, quaternion: Any) -> Any:
    T = rotation(quaternion)
    T[:3, 3] = position
    return T


def poses(robot: Robot, base: Any, q: Any) -> list[Any]:
    """The base and every link in the world at MuJoCo's qpos of the joints."""
    out, at = [base], 0
    for joint in robot.joints:
        size = {"revolute": 1, "prismatic": 1, "ball": 4, "fixed": 0}[joint.kind]
        T = out[joint.parent] @ khalil(joint, q[at] if size == 1 else 0.0)
        out.append(T @ rotation(q[at : at + 4]) if size == 4 else T)
        at += size
    return out


def inertia_matrix(robot: Robot, T: list[Any]) -> Any:
    """From the links in the world and the unit twists of the coordinates."""
    twists = []
    for one in robot.coordinates:
        R = T[one.link][:3, :3]
        twists.append((one.link, R @ list(one.v), R @ list(one.w)))
    above = [{0}]
    for j, joint in enumerate(robot.joints, 1):
        above.append(above[joint.parent] | {j})
    M = np.zeros((len(twists),) * 2)
    for k, body in enumerate([robot.base.body, *(joint.body for joint in robot.joints)]):
        xx, xy, xz, yy, yz, zz, x, y, z, m = (value_of(p) for p in body.inertia)
        if not m:
            continue
        c, R = np.array([x, y, z]) / m, T[k][:3, :3]
        J = R @ (np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))) @ R.T
        moved = [(v + np.cross(w, R @ c + T[k][:3, 3] - T[i][:3, 3]), w) if i in above[k] else (0 * v, 0 * w)
                 for i, v, w in twists]  # fmt: skip
        M += [[m * v @ v2 + w @ J @ w2 for v2, w2 in moved] for v, w in moved]
    return M + np.diag([value_of(robot.joint(c.link).rotor) if c.link else 0.0 for c in robot.coordinates])


LEGS = """<body name="hip" pos="0 .1 0"><joint name="ball" type="ball" pos="0 .02 .01" armature=".3"/>
    <geom type="box" size=".05 .1 .15" pos="0 0 -.2"/>
    <body name="knee" pos="0 0 -.4" euler="0 90 0"><joint name="slide" type="slide" axis="1 0 1"/>
      <joint name="knee" pos="0 0 .03" axis="0 1 0" ref="20"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 .1"/>
    </body></body>"""
TORSO = f"""<body name="torso" pos="0 0 1" euler="0 0 90">JOINT
  <geom type="box" size=".2 .1 .3" pos="0 0 .1"/>{LEGS}</body>"""


def test_a_free_body_is_the_floating_base():
    """Its twist is in its own frame; MuJoCo has its velocity in the world."""
    text = world("<geom type='plane' size='1 1 1'/>" + TORSO.replace("JOINT", "<freejoint name='root'/>"))
    robot = parsed(text)
    assert (robot.base.kind, [j.name for j in robot.joints]) == ("floating", ["ball", "slide", "knee"])
    model, data = simulated(text)
    placed = np.array([value_of(x) for x in robot.base.pose]).reshape(4, 4)
    assert placed == pytest.approx(placed_at(model.body_pos[1], model.body_quat[1]))
    rng = np.random.default_rng(1)
    for _ in range(3):
        random_state(model, data, rng)
        base = placed_at(data.qpos[:3], data.qpos[3:7])
        to_world = np.eye(model.nv)
        to_world[:3, :3] = base[:3, :3]
        ours = inertia_matrix(robot, poses(robot, base, data.qpos[7:]))
        assert_close(ours, to_world.T @ mass_matrix(model, data) @ to_world)


@pytest.mark.parametrize(
    "content",
    [
        TORSO.replace("JOINT", ""),  # a ball joint on what stands
        TORSO.replace("JOINT", "<freejoint/>") + '<body name="box" pos="1 0 0"><freejoint/><geom size=".1"/></body>',
        TORSO.replace("JOINT", '<joint type="slide" name="lift"/>') + '<body><freejoint/><geom size=".1"/></body>',
        '<body pos="1 2 3" euler="10 20 30"><freejoint name="f"/><geom type="box" size=".1 .2 .3" pos="1 0 0"/></body>',
    ],
)
def test_ball_joints_and_free_bodies_move_as_those_of_mujoco(content: str):
    """Free bodies that are no base are three prismatic joints and a ball joint: position and velocity are MuJoCo's."""
    text = world(content)
    robot = parsed(text)
    assert robot.base.kind == "fixed"
    model, data = simulated(text)
    rng = np.random.default_rng(2)
    for _ in range(3):
        random_state(model, data, rng)
        assert_close(inertia_matrix(robot, poses(robot, np.eye(4), data.qpos)), mass_matrix(model, data))


def test_a_free_body_that_is_tied_to_the_world_is_no_base():
    tail = '<equality><connect body1="torso" anchor="0 0 1"/></equality>'
    robot = parsed(world(TORSO.replace("JOINT", "<freejoint/>"), tail=tail))
    assert (robot.base.kind, len(robot), robot.loops[0].frame.parent) == ("fixed", 7, 0)


CLOSED = """<body name="a" pos=".1 .2 0" euler="10 20 30"><joint name="ja" axis="1 0 0" ref="20"/>
  <geom size=".1" pos="0 0 .2"/>
  <body name="b" pos="0 0 .5" euler="0 30 0"><joint name="jb" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/>
    <body name="plate" pos=".1 0 0" euler="0 0 40"><geom size=".02"/><site name="sb" pos="0 .1 0" euler="5 6 7"/></body>
  </body></body>
<body name="c" pos="1 0 0" euler="0 0 50"><joint name="jc" type="slide" axis="1 1 0" ref=".2"/><geom size=".1"/>
  <site name="sc" pos=".3 .2 .1" zaxis="1 2 3"/></body>"""


@pytest.mark.parametrize("keep_fixed", [False, True])
@pytest.mark.parametrize(
    "tie",
    [
        '<connect body1="plate" body2="c" anchor=".1 .2 .3"/>', '<connect body1="b" anchor="0 0 .3"/>',
        '<connect site1="sb" site2="sc"/>', '<weld body1="plate" body2="c"/>',
        '<weld body1="c" body2="b" anchor="1 2 3"/>',
        '<weld body1="b" body2="c" relpose=".1 .2 .3 1 2 3 4" anchor=".3 .1 0"/>', '<weld site1="sb" site2="sc"/>',
        '<weld body1="b" body2="c" torquescale="0" anchor=".1 0 0"/>',
    ],
)  # fmt: skip
def test_loops_are_open_as_far_as_those_of_mujoco(tie: str, keep_fixed: bool):
    """The distance of the two frames, and whether they are parallel, against the violation of the constraint."""
    text = world(CLOSED, tail=f"<equality>{tie}</equality>")
    robot = parsed(text, keep_fixed=keep_fixed)
    (loop,) = robot.loops
    ball = "connect" in tie or "torquescale" in tie
    assert (loop.joint.kind, loop.frame.kind, loop.joint.actuated) == ("ball" if ball else "fixed", "fixed", False)
    model, data = simulated(text)
    for q in ([0.1, 0.2, 0.3], [math.radians(20), 0, 0.2], [-1, 2, 0.5]):
        data.qpos[:] = q
        mujoco().mj_forward(model, data)
        T = poses(robot, np.eye(4), q)
        cut, end = T[loop.joint.parent] @ khalil(loop.joint), T[loop.frame.parent] @ khalil(loop.frame)
        if ball:
            assert_close(cut[:3, 3] - end[:3, 3], data.efc_pos[:3])
        else:  # the welded point of body 1, carried along by the other frame, is that of body 2
            one = np.append(welded_point(model, data), 1)
            assert_close((one - end @ np.linalg.inv(cut) @ one)[:3], data.efc_pos[:3])
            angle = math.acos(max(-1.0, min(1.0, (np.trace(cut[:3, :3].T @ end[:3, :3]) - 1) / 2)))
            assert np.linalg.norm(data.efc_pos[3:6]) == pytest.approx(math.sin(angle / 2), abs=1e-9)


def welded_point(model: Any, data: Any) -> Any:
    """Of body 1, in the world."""
    one = model.eq_obj1id[0]
    if model.eq_objtype[0] == mujoco().mjtObj.mjOBJ_SITE:
        return data.site_xpos[one]
    return data.xpos[one] + data.xmat[one].reshape(3, 3) @ model.eq_data[0, 3:6]


def test_couplings_are_violated_as_those_of_mujoco():
    tail = '<equality><joint joint1="ja" joint2="jc" polycoef=".3 -2"/><joint joint1="jb" polycoef=".7"/></equality>'
    text = world(CLOSED, tail=tail)
    robot = parsed(text)
    model, data = simulated(text)
    q = data.qpos[:] = [0.1, 0.2, 0.3]
    mujoco().mj_forward(model, data)
    ours = [
        q[c.joint - 1] - sum(value_of(t.factor) * q[t.joint - 1] for t in c.terms) - value_of(c.offset)
        for c in robot.couplings
    ]
    assert_close(ours, data.efc_pos[:2])


# -- what joints have --------------------------------------------------------------------------------------------------

ARM = """<mujoco model="arm"><compiler angle="radian"/>
<worldbody><body name="base"><geom type="mesh" mesh="m"/>
<body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0" range="-1.5 2" damping=".5" frictionloss=".25"
    actuatorfrcrange="-30 30" armature=".1"/>
  <inertial pos="0 0 .1" mass="2" diaginertia=".1 .1 .1"/>
  <body name="tool" pos="0 0 .5"><inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>
    <body name="pointer"><joint name="spring" stiffness="3" damping=".2" springref=".4"/>
      <inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/></body></body></body></body>
</worldbody></mujoco>"""


def test_joints_have_names_limits_rotors_and_springs():
    robot = parsed(ARM, friction=True)
    shoulder, spring = robot.joints
    assert (robot.name, shoulder.name, spring.name) == ("arm", "shoulder", "spring")
    assert (shoulder.behind, spring.behind) == (("base",), ("tool",))
    limits = shoulder.limits
    assert (limits.lower, limits.upper, limits.effort, limits.velocity) == (-1.5, 2, 30, None)
    assert [str(x) for x in (shoulder.rotor, shoulder.viscous, shoulder.coulomb)] == ["0.1", "0.5", "0.25"]
    assert spring.flexible
    assert [str(x) for x in (spring.stiffness, spring.damping, spring.rest, spring.viscous)] == ["3", "0.2", "0.4", "0"]
    assert [g.number for g in robot.gravity] == [0, 0, -9.81]


def test_springs_pull_as_those_of_mujoco():
    text = ARM.replace('<geom type="mesh" mesh="m"/>', "")
    robot = parsed(text, friction=True)
    model, data = simulated(text)
    random_state(model, data, np.random.default_rng(3))
    q, qd = data.qpos, data.qvel
    efforts = [
        value_of(-(j.stiffness * (float(x) - j.rest)) - (j.damping + j.viscous) * float(v))
        for j, x, v in zip(robot.joints, q, qd, strict=True)
    ]
    assert_close(efforts, data.qfrc_passive)


def test_friction_and_springs_are_left_out_on_demand(caplog):
    rigid = parsed(ARM, springs=False)
    assert not any(j.flexible for j in rigid.joints)
    assert all(j.viscous.is_zero and j.coulomb.is_zero for j in rigid.joints)
    assert "damping and friction of 2 joints are left out" in caplog.text
    assert str(parsed(ARM, springs=False, friction=True).joint(2).viscous) == "0.2"


def test_flags_switch_forces_off():
    off = '<option><flag gravity="disable" spring="disable" damper="disable"/></option>'
    robot = parsed(ARM.replace("<worldbody>", f"{off}<worldbody>"), friction=True)
    assert [g.number for g in robot.gravity] == [0, 0, 0]
    assert not any(j.flexible or not j.viscous.is_zero for j in robot.joints)


def test_joints_that_no_actuator_drives_have_no_motor():
    def motors(actuators: str, tendons: str = "") -> list[bool]:
        tail = f"{tendons}<actuator>{actuators}</actuator></mujoco>"
        return [j.actuated for j in parsed(ARM.replace("</mujoco>", tail)).joints]

    fixed = '<tendon><fixed name="t"><joint joint="spring" coef="1"/></fixed></tendon>'
    assert [j.actuated for j in parsed(ARM).joints] == [True, True]
    assert motors('<motor joint="shoulder"/>') == [True, False]
    assert motors('<position tendon="t" kp="3"/>', fixed) == [False, True]
    assert motors('<motor joint="shoulder"/><general site="s" gear="0 0 1 0 0 0"/>') == [True, True]


def test_rotors_of_actuators_are_seen_through_their_gears():
    tail = '<actuator><motor joint="a" class="g"/><position joint="b" armature=".2" gear="2"/></actuator>'
    head = '<default><default class="g"><general gear="3" armature=".5"/></default></default>'
    joints = '<joint name="a" axis="1 0 0" armature=".1"/><joint name="b" axis="0 1 0"/>'
    text = world(f'<body>{joints}<geom type="box" size=".1 .2 .3"/></body>', head=head, tail=tail)
    robot = parsed(text)
    assert [value_of(j.rotor) for j in robot.joints] == pytest.approx([4.6, 0.8])
    assert_dynamics_are_mujocos(text, robot)


def test_dampers_of_actuators_are_seen_through_their_gears():
    """The square of the gear: what MuJoCo's passive forces are at random rates."""
    tail = '<actuator><motor joint="a" gear="3" damping=".2"/><position joint="b" damping=".5" gear="-.4"/></actuator>'
    joints = '<joint name="a" axis="1 0 0" damping=".1"/><joint name="b" axis="0 1 0"/>'
    text = world(f'<body>{joints}<geom type="box" size=".1 .2 .3"/></body>', tail=tail)
    model, data = simulated(text)
    data.qvel[:] = rates = np.array([0.7, -1.3])
    mujoco().mj_forward(model, data)
    viscous = [value_of(j.viscous) for j in parsed(text, friction=True).joints]
    np.testing.assert_allclose(-np.array(viscous) * rates, data.qfrc_passive, rtol=1e-12)


def test_what_has_no_name_gets_one():
    inner = PART.format("x")
    robot = parsed(world(f'<body><joint/><joint axis="1 0 0"/><geom size=".1"/>{inner}</body>'))
    assert [j.name for j in robot.joints] == ["body1_joint1", "body1_joint2", "x_joint"]


def test_fixed_bodies_are_kept_by_name():
    robot = parsed(ARM, keep_fixed=True)
    assert [(j.name, j.kind) for j in robot.joints] == [
        ("shoulder", "revolute"), ("spring", "revolute"), ("base", "fixed"), ("tool", "fixed"),
    ]  # fmt: skip


# -- exact structure -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ('euler="90 0 0"', False), ('quat="0.707107 0.707107 0 0"', False), ('quat="0.5 0.5 0.5 0.5"', False),
        ('axisangle="1 0 0 -90"', False), ('zaxis="0 -2 0"', False), ('xyaxes="0 1 0 0 0 3"', False),
        ('quat="0.707105 0.707108 0 0"', True), ('quat="1.32679e-06 1 0 0"', True),
    ],
)  # fmt: skip
def test_quarter_turns_are_exact(turn: str, told: bool):
    text = world(f'<body><joint/><geom size=".1"/><body pos="0 0 1" {turn}><joint/><geom size=".1"/></body></body>')
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        robot = mjcf.read(text.encode(), "a.xml")
    assert bool(seen) == told
    assert all("." not in str(getattr(j, k)) for j in robot.joints for k in ("gamma", "alpha", "theta"))
    if told:
        assert "exact quarter turns" in str(seen[0].message)
        kept = mjcf.read(text.encode(), "a.xml", snap=False)
        assert any("." in str(getattr(j, k)) for j in kept.joints for k in ("gamma", "alpha", "theta"))


def test_decimals_of_radians_are_quarter_turns():
    text = world('<body euler="1.5708 0 0"><joint/><geom size=".1"/></body>', head='<compiler angle="radian"/>')
    with pytest.warns(ModelWarning, match=r"exact quarter turns .*1\.5708 \(line 1\)"):
        robot = mjcf.read(text.encode(), "a.xml")
    assert str(robot.joint(1).alpha) == "pi/2"


def test_lengths_are_the_decimals_of_the_file():
    inner = '<body pos=".3 0 .2"><joint axis="1 0 0"/><geom size=".1"/></body>'
    text = world(f'<body pos="0 0 .1"><joint/><geom size=".1"/>{inner}</body>')
    assert [str(getattr(parsed(text).joint(1), k)) for k in ("b", "d", "r")] == ["0", "0", "0.3"]


# -- files -------------------------------------------------------------------------------------------------------------


def test_the_root_element_tells_mjcf_from_urdf(tmp_path: Path):
    urdf = ('<robot name="u"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/>'
            '<child link="b"/></joint></robot>')  # fmt: skip
    for text, format in ((ARM, "mjcf"), (urdf, "urdf"), ("<?xml version='1.0'?><!-- <robot> -->" + ARM, "mjcf")):
        (tmp_path / "r.xml").write_text(text)
        assert lw.load(tmp_path / "r.xml").source.startswith(f"{format} file")
        assert lw.load(text.encode("utf-16"), name="r.xml").source.startswith(f"{format} file")
    assert lw.load(ARM.encode(), name="r.mjcf").name == "arm"
    with pytest.raises(FormatError, match=r"root element is <robot> \(this is URDF"):
        lw.load(urdf.encode(), name="r.mjcf")
    with pytest.raises(FormatError, match=r"root element is <mujoco> \(this is MJCF"):
        lw.load(ARM.encode(), name="r.urdf")
    with pytest.raises(FormatError, match="begins with <mujoco>, a URDF file with <robot"):
        lw.load(b"<html/>", name="r.xml")
    with pytest.raises(UnknownName, match="option of mjcf files 'floating'"):
        lw.load(ARM.encode(), name="r.xml", floating=True)


def included(folder: Path, *names: str) -> Path:
    lines = "".join(f'<include file="{name}"/>\n' for name in names)
    (folder / "main.xml").write_text(f"<mujoco>\n{lines}</mujoco>")
    return folder / "main.xml"


PART = '<body name="{}"><joint/><geom size=".1"/></body>'


def test_files_include_others(tmp_path: Path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "arm.xml").write_text(f"<mujocoinclude>{PART.format('arm')}</mujocoinclude>")
    (tmp_path / "tree.xml").write_text('<mujoco><worldbody><include file="parts/arm.xml"/></worldbody></mujoco>')
    (tmp_path / "defaults.xml").write_text('<m><default><joint axis="1 0 0"/></default><compiler angle="radian"/></m>')
    path = included(tmp_path, "tree.xml", "defaults.xml")
    robot = formats.read(path)
    assert [j.name for j in robot.joints] == ["arm_joint"]
    mujoco().MjModel.from_xml_path(str(path))
    (tmp_path / "parts" / "arm.xml").write_text("<m>\n\n<body><joint axis='0 0 0'/></body></m>")
    with pytest.raises(FormatError, match="axis of <joint> of body 'body1' is zero") as caught:
        formats.read(path)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "parts" / "arm.xml"), 3)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("../secret.xml", "outside of its folder"), ("/etc/passwd", "outside of its folder"),
        ("parts/../../secret.xml", "outside of its folder"), ("..\\secret.xml", "outside of its folder"),
        ("C:\\secret.xml", "outside of its folder"), ("link.xml", "a link out of its folder"),
        ("none.xml", "cannot be read"), ("", "has no file"), ("main.xml", "included twice, or in itself"),
        ("again.xml", "included twice, or in itself"), (".", "cannot be read"),
    ],
)  # fmt: skip
def test_includes_stay_in_their_folder_and_end(tmp_path: Path, name: str, what: str):
    (tmp_path / "secret.xml").write_text("<m/>")
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "link.xml").symlink_to(tmp_path / "secret.xml")
    (folder / "again.xml").write_text('<m><include file="again.xml"/></m>')
    path = included(folder, name)
    with pytest.raises(InputError, match=what) as caught:
        formats.read(path)
    assert caught.value.line in (1, 2)


def test_bytes_include_nothing(tmp_path: Path):
    (tmp_path / "part.xml").write_text("<m/>")
    path = included(tmp_path, "part.xml")
    with pytest.raises(FormatError, match="bytes have no folder"):
        formats.read(path.read_bytes(), name=str(path))


def test_chains_may_be_long():
    text = world(PART.format("x").replace(' name="x"', "").replace("</body>", "") * 400 + "</body>" * 400)
    assert len(parsed(text)) == 400


# -- what is refused ---------------------------------------------------------------------------------------------------

JOINT = '<joint name="j"/>'
GEOM = '<geom size=".1"/>'
GOOD = f'<body name="b">{JOINT}{GEOM}</body>'
# model (on three lines: head, worldbody, tail), line, what the error says
WRONG: list[tuple[str, str, str, int, str]] = [
    ("", GOOD.replace(JOINT, "<joint type='screw'/>"), "", 2, "'screw' (known: ball, free, hinge, slide)"),
    ("", GOOD.replace(JOINT, "<joint axis='0 0 0'/>"), "", 2, "axis of <joint> of body 'b' is zero"),
    ("", GOOD.replace(JOINT, "<joint axis='0 1'/>"), "", 2, "axis of <joint> of body 'b' has 2 numbers (3 needed)"),
    ("", GOOD.replace(JOINT, "<joint pos='0 nan 0'/>"), "", 2, "is 'nan' (a finite number is needed)"),
    ("", GOOD.replace(JOINT, "<joint dampnig='1'/>"), "", 2, "'dampnig' (did you mean damping?)"),
    ("", GOOD.replace(JOINT, "<joint class='none'/>"), "", 2, "unknown class of defaults 'none'"),
    ("", GOOD.replace(JOINT, "<joint limited='true'/>"), "", 2, "lower and upper limit"),
    ("", GOOD.replace(JOINT, "<joint range='2 1'/>"), "", 2, "range of <joint> of body 'b' is '2 1'"),
    ("<compiler autolimits='false'/>", GOOD.replace(JOINT, "<joint range='1 2'/>"), "", 2, "has range but not limited"),
    ("", GOOD.replace(JOINT, "<joint stiffness='1 2'/>"), "", 2, "is not linear"),
    ("", GOOD.replace(JOINT, "<joint stiffness='-1'/>"), "", 2, "is negative"),
    ("", GOOD.replace(JOINT, "<joint stiffness='1' springyield='1'/>"), "", 2, "has springyield"),
    ("", GOOD.replace(JOINT, "<joint springdamper='1 1'/>"), "", 2, "has springdamper (give its stiffness"),
    ("", GOOD.replace(JOINT, "<joint type='ball' stiffness='1'/>"), "", 2, "is a ball joint with stiffness"),
    ("", GOOD.replace(JOINT, "<joint type='free' armature='1'/>"), "", 2, "has armature (write <freejoint/>)"),
    ("", GOOD.replace(JOINT, "<freejoint/><joint/>"), "", 2, "is free, and has other joints"),
    ("", GOOD.replace("</body>", f"<body name='c'><freejoint/>{GEOM}</body></body>"), "", 2, "free, and on body 'b'"),
    ("", GOOD.replace(JOINT, "<freejoint align='true'/>"), "", 2, "is aligned with its inertia (write align="),
    ("<compiler alignfree='true'/>", GOOD.replace(JOINT, "<freejoint/>"), "", 2, "is aligned with its inertia"),
    ("", GOOD + GOOD, "", 2, "body 'b' occurs twice"),
    ("", GOOD + GOOD.replace('"b"', '"c"'), "", 2, "joint 'j' occurs twice"),
    ("", GOOD.replace("<body", "<body mocap='true'"), "", 2, "mocap"),
    ("", GOOD.replace("<body", "<body gravcomp='1'"), "", 2, "has gravcomp (remove it"),
    ("", GOOD.replace("<body", "<body quat='1 0 0 0' euler='0 0 0'"), "", 2, "has quat and euler"),
    ("", GOOD.replace("<body", "<body quat='0 0 0 0'"), "", 2, "quat of body 'b' is zero"),
    ("", GOOD.replace(GEOM, ""), "", 2, "body 'b' has no mass (give it an <inertial>"),
    ("<compiler inertiafromgeom='false'/>", GOOD, "", 2, "body 'b' has no mass"),
    ("", GOOD.replace(GEOM, "<geom type='mesh' mesh='m'/>"), "", 2, "is that of a mesh (give the body an <inertial>"),
    ("", GOOD.replace(GEOM, "<geom type='sdf' mesh='m'/>"), "", 2, "is that of a sdf"),
    ("", GOOD.replace(GEOM, "<geom type='box' mesh='m'/>"), "", 2, "is that of a mesh"),
    ("", GOOD.replace(GEOM, "<geom size='.1' shellinertia='true'/>"), "", 2, "has shellinertia"),
    ("", GOOD.replace(GEOM, "<geom type='box' size='.1 .2'/>"), "", 2, "a box needs 3 positive sizes"),
    ("", GOOD.replace(GEOM, "<geom size='.1' fromto='0 0 0 1 0 0'/>"), "", 2, "is a sphere with fromto"),
    ("", GOOD.replace(GEOM, "<inertial pos='0 0 0' mass='1'/>"), "", 2, "<inertial> of body 'b' has no inertia"),
    ("", GOOD.replace(GEOM, "<inertial mass='1' diaginertia='1 1 1'/>"), "", 2, "has no pos"),
    ("", GOOD.replace(GEOM, "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"), "", 2,
     "has diaginertia and fullinertia"),
    ("<compiler boundinertia='9'/>", GOOD.replace(GEOM, "<inertial pos='0 0 0' mass='1' fullinertia='1 2 2 .1 0 0'/>"),
     "", 2, "boundinertia changes the inertia of body 'b'"),
    ("<compiler settotalmass='9'/>", GOOD + "<body><geom type='mesh' mesh='m'/></body>", "", 2, "is that of a mesh"),
    ("", GOOD.replace(GEOM, "<geom size='.1' mass='-1'/>"), "", 2, "mass of <geom> is negative"),
    ("", GOOD.replace(GEOM, "<inertial pos='0 0 0' mass='-1' diaginertia='1 1 1'/>"), "", 2, "is negative"),
    ("<option gravty='0 0 0'/>", GOOD, "", 1, "'gravty' (did you mean gravity?)"),
    ("<compiler coordinate='global'/>", GOOD, "", 1, "coordinate is global"),
    ("<compiler eulerseq='xy'/>", GOOD, "", 1, "eulerseq is 'xy' (three letters"),
    ("<compiler angel='radian'/>", GOOD, "", 1, "'angel' (did you mean angle?)"),
    ("<option density='1.2'/>", GOOD, "", 1, "the density of the medium is not 0"),
    ("<option viscosity='1.2'/>", GOOD, "", 1, "the viscosity of the medium is not 0"),
    ("<default><default/></default>", GOOD, "", 1, "has no class"),
    ("<default><default class='a'/><default class='a'/></default>", GOOD, "", 1, "class 'a' occurs twice"),
    ("<default><joint damping='x'/></default>", GOOD, "", 1, "damping of joint 'j' is 'x'"),
    ("<wordlbody/>", GOOD, "", 1, "'wordlbody' (did you mean worldbody?)"),
    ("<deformable><flex/></deformable>", GOOD, "", 1, "<flex> is not rigid"),
    ("", GOOD + "<composite/>", "", 2, "<composite> in body 'world' (write out its bodies)"),
    ("", GOOD + "<flexcomp/>", "", 2, "<flexcomp> in body 'world'"),
    ("", GOOD + "<attach/>", "", 2, "<attach> in body 'world' (save the model with MuJoCo"),
    ("", GOOD + "<replicate/>", "", 2, "<replicate> in body 'world'"),
    ("", GOOD.replace(GEOM, GEOM + "<plugin/>"), "", 2, "<plugin> in body 'b'"),
    ("", GOOD + "<frame scale='2'/>", "", 2, "has scale"),
    ("", GOOD.replace(GEOM, GEOM + "<gemo/>"), "", 2, "'gemo' (did you mean geom?)"),
    ("", GOOD + JOINT.replace("j", "k", 1).replace("k", "j", 1), "", 2, "the world has <joint> (put it into a <body>)"),
    ("", "<body/>", "", 1, "no joint moves"),
    ("", GOOD, "<tendon><fixed name='t' stiffness='1'/></tendon>", 3, "tendon 't' has stiffness"),
    ("", GOOD, "<tendon><spatial name='t' armature='1'/></tendon>", 3, "tendon 't' has armature"),
    ("", GOOD, "<actuator><muscle joint='j'/></actuator>", 3, "is a muscle"),
    ("", GOOD, "<actuator><general joint='j' gaintype='muscle'/></actuator>", 3, "is a muscle"),
    ("", GOOD, "<actuator><motor joint='k'/></actuator>", 3, "unknown joint 'k'"),
    ("", GOOD, "<actuator><motor site='s' armature='1'/></actuator>", 3, "drives no hinge or slide"),
    ("", GOOD, "<actuator><engine/></actuator>", 3, "unknown actuator 'engine'"),
    ("", GOOD, "<equality><tendon/></equality>", 3, "equality <tendon>"),
    ("", GOOD, "<equality><flex/></equality>", 3, "equality <flex>"),
    ("", GOOD, "<equality><joint joint1='j' joint2='k'/></equality>", 3, "unknown joint 'k'"),
    ("", GOOD, "<equality><joint joint2='j'/></equality>", 3, "has no joint1"),
    ("", GOOD, "<equality><joint joint1='j' joint2='j' polycoef='0 1 2'/></equality>", 3, "is not linear"),
    ("", GOOD, "<equality><joint joint1='j'/><joint joint1='j'/></equality>", 3, "joint 'j' is coupled twice"),
    ("", GOOD, "<equality><connect body1='c' anchor='0 0 0'/></equality>", 3, "unknown body 'c'"),
    ("", GOOD, "<equality><connect body1='b'/></equality>", 3, "has no anchor"),
    ("", GOOD, "<equality><connect site1='s' site2='t'/></equality>", 3, "unknown site 's'"),
    ("", GOOD, "<equality><weld body1='b' body2='b'/></equality>", 3, "connects a link to itself"),
    ("", GOOD, "<equality><weld body2='b'/></equality>", 3, "has no body1"),
    ("", GOOD, "<equality><wled body2='b'/></equality>", 3, "equality <wled>"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "content", "tail", "line", "what"), WRONG)
def test_what_a_robot_cannot_hold_is_refused_where_it_stands(head: str, content: str, tail: str, line: int, what: str):
    text = f"<mujoco>{head}\n<worldbody>{content}</worldbody>\n{tail}</mujoco>"
    with pytest.raises(InputError) as caught:
        mjcf.read(text.encode(), "wrong.xml")
    problem = caught.value
    assert (problem.file, problem.line) == ("wrong.xml", line)
    assert what in str(problem)
    assert problem.remedy


def test_what_does_not_move_bodies_is_passed_over():
    text = f"""<mujoco><size memory="1M"/><statistic extent="1"/><visual><map znear="1"/></visual>
    <asset><mesh name="m" file="m.stl"/><skin/></asset>
    <option timestep="0.1" wind="1 0 0"><flag contact="disable"/></option><worldbody><light/><camera/><site/>
    {GOOD.replace(GEOM, GEOM + "<geom type='mesh' mesh='m' mass='0'/><light/><camera/>")}
    </worldbody><contact><exclude body1="a" body2="b"/></contact><sensor><jointpos joint="j"/></sensor>
    <tendon><spatial name="t"><site site="s"/></spatial></tendon>
    <keyframe><key qpos="1"/></keyframe><custom/><extension/><deformable><skin/></deformable></mujoco>"""
    assert parsed(text) == parsed(world(GOOD)).changed(name="test")


def test_what_is_left_out_is_told():
    tail = '<equality><weld name="w" body1="b" active="false"/></equality>'
    with pytest.warns(ModelWarning, match=r"not active are left out: equality weld 'w' \(line 1\)"):
        robot = mjcf.read(world(GOOD, tail=tail).encode(), "a.xml")
    assert robot.loops == ()
    with pytest.warns(ModelWarning, match="limits of ball joints are left out: joint 'j'"):
        mjcf.read(world(GOOD.replace("/>", " type='ball' range='0 30'/>", 1)).encode(), "a.xml")
