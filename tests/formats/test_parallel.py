"""`[parallel]`: what its few lines become, and what is wrong with them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import InputError
from linkwright.expr import Expr, Graph, parse_formula
from linkwright.formats import toml
from linkwright.robot import Joint, Robot
from linkwright.robot.fields import GEOMETRY
from linkwright.robot.placement import Placement, frame_at, frames_to
from tests.models.constraints.test_loop_robots import frame, screw, tree_frames


def read(text: str) -> Robot:
    return toml.read(text.encode(), "robot.toml")


JOINT = '[[parallel.leg.joint]]\nname = "arm"\nactuated = true\nbody = "symbolic"\n'
HEAD = '[parallel]\nplatform = { motion = "planar", body = "symbolic" }\n[parallel.leg]\n'
TWO = """coupling = { kind = "revolute", d = "L" }
placements = [
    { base = { x = 1 }, platform = { x = 2 } },
    { base = { azimuth = "b", x = 1 }, platform = { azimuth = "b", x = 2 }, start = { arm = 0.5 } },
]
"""


# -- placements ------------------------------------------------------------------------------------------------------


def turn(axis: int, angle: float) -> np.ndarray:
    return screw(axis, angle, 0)


def pose(azimuth: float, x: float, y: float, z: float, roll: float, pitch: float, yaw: float) -> np.ndarray:
    shift = np.eye(4)
    shift[:3, 3] = x, y, z
    T: np.ndarray = turn(2, azimuth) @ shift @ turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)
    return T


def product_of(frames: list[dict[str, Any]]) -> np.ndarray:
    T = np.eye(4)
    for values in frames:
        T = T @ frame(Joint(kind="fixed", **values), {})
    return T


NUMBERS = {"0": 0.0, "pi/2": math.pi / 2, "-pi/2": -math.pi / 2, "pi": math.pi, "2*pi/3": 2 * math.pi / 3, "0.3": 0.3,
           "-1.2": -1.2, "1/3": 1 / 3}  # fmt: skip
ANGLES = st.sampled_from(["0", "pi/2", "-pi/2", "pi", "0.3", "-1.2", "2*pi/3"])
LENGTHS = st.sampled_from(["0", "0", "0.3", "-1.2", "1/3"])


def scalars(texts: list[str]) -> tuple[list[Expr], list[float]]:
    graph = Graph()
    return [parse_formula(text, graph) for text in texts], [NUMBERS[text] for text in texts]


@given(st.tuples(ANGLES, LENGTHS, LENGTHS, LENGTHS, ANGLES, ANGLES, ANGLES))
def test_frames_to_a_placement_are_its_pose(texts: tuple[str, ...]):
    values, numbers = scalars(list(texts))
    frames = frames_to(Placement(*values))
    np.testing.assert_allclose(product_of(frames), pose(*numbers), atol=1e-14)
    assert len(frames) <= 4
    np.testing.assert_allclose(product_of([frame_at(Placement(*values))])[:3, 3], pose(*numbers)[:3, 3], atol=1e-14)


@given(st.tuples(ANGLES, LENGTHS, LENGTHS, LENGTHS, ANGLES, ANGLES, ANGLES),
       st.tuples(ANGLES, LENGTHS, ANGLES, LENGTHS, ANGLES, LENGTHS))  # fmt: skip
def test_frames_to_a_joint_in_a_placement_are_both_poses(place: tuple[str, ...], own: tuple[str, ...]):
    values, numbers = scalars(list(place))
    joint = Joint(kind="fixed", **dict(zip(GEOMETRY, own)))  # type: ignore[arg-type]
    frames = frames_to(Placement(*values), joint)
    np.testing.assert_allclose(product_of(frames), pose(*numbers) @ frame(joint, {}), atol=1e-14)


def test_a_leg_around_the_base_has_no_frames_of_its_own():
    """Azimuth and radius are gamma and d of the first joint, also where its axis is across; and so are x, y and z."""
    robot = read(HEAD.replace("planar", "translation") + TWO.replace('"revolute"', '"ball"')
                 + JOINT + 'alpha = "pi/2"\n')  # fmt: skip
    arms = [joint for joint in robot.joints if joint.name.endswith("arm")]
    assert [joint.kind for joint in robot.joints].count("fixed") == 0
    assert [[str(getattr(joint, key)) for key in GEOMETRY] for joint in arms] == [
        ["0", "0", "pi/2", "1", "0", "0"], ["b", "0", "pi/2", "1", "0", "0"]]  # fmt: skip
    placed = 'base = { x = "x", y = "y", z = "z" }'
    robot = read(HEAD + TWO.replace("base = { x = 1 }", placed) + JOINT + 'alpha = "pi/2"\n')
    assert [str(getattr(robot.joint(4), key)) for key in GEOMETRY] == ["0", "z", "pi/2", "x", "0", "-y"]


# -- the platform ----------------------------------------------------------------------------------------------------


def rows(**angles: float) -> np.ndarray:
    T = np.eye(4)
    for axis, angle in angles.items():
        T = T @ turn("xyz".index(axis), angle)
    return T


@pytest.mark.parametrize(
    ("motion", "kinds", "start", "expected"),
    [
        ('"spatial"', "PPPB", [1, 2, 3], rows()),
        ('"spatial", orientation = "ball"', "PPPB", [1, 2, 3], rows()),
        ('"spatial", orientation = "xyz"', "PPPRRR", [1, 2, 3, 0.4, 0.5, 0.6], rows(x=0.4, y=0.5, z=0.6)),
        ('"planar"', "PPR", [1, 2, 0.7], rows(z=0.7)),
        ('"translation"', "PPP", [1, 2, 3], rows()),
    ],
)
def test_the_platform_is_where_its_start_says(motion: str, kinds: str, start: list[float], expected: np.ndarray):
    text = HEAD.replace('"planar"', motion).replace("body =", f"start = {start}, body =")
    robot = read(text + TWO.replace('"revolute"', '"ball"') + JOINT)
    joints = [joint for joint in robot.joints if joint.name.startswith("platform")]
    assert "".join(joint.kind[0].upper() for joint in joints) == kinds
    assert not any(joint.actuated for joint in joints)
    assert [not joint.body.M.is_zero for joint in joints] == [False] * (len(kinds) - 1) + [True]
    T = tree_frames(robot, {"b": 1.0})[len(kinds)]
    expected = expected.copy()
    expected[:3, 3] = [1, 2, 0] if motion == '"planar"' else [1, 2, 3]
    np.testing.assert_allclose(T, expected, atol=1e-15)


# -- legs ------------------------------------------------------------------------------------------------------------


def test_names_starts_and_drives():
    robot = read(HEAD + TWO + JOINT + '[[parallel.leg.joint]]\nd = "L1"\nvariable = "a"\nstart = 2\n')
    names = ["platform_x", "platform_y", "platform", "leg1_arm", "leg1_joint2", "leg2_arm", "leg2_joint2"]
    assert [joint.name for joint in robot.joints] == names
    assert [joint.start for joint in robot.joints] == [0, 0, 0, 0, 2, 0.5, 2]
    assert [joint.actuated for joint in robot.joints] == [False, False, False, True, False, True, False]
    assert [joint.variable for joint in robot.joints] == ["q1", "q2", "q3", "q4", "a_leg1", "q6", "a_leg2"]
    assert [joint.parent for joint in robot.joints] == [0, 1, 2, 0, 4, 0, 6]
    assert [loop.joint.name for loop in robot.loops] == ["leg1_coupling", "leg2_coupling"]
    assert [(loop.joint.parent, loop.frame.parent) for loop in robot.loops] == [(5, 3), (7, 3)]
    named = TWO.replace("{ base = { x", '{ name = "left", base = { x')
    assert read(HEAD + named + JOINT).joint(4).name == "left_arm"


def test_legs_share_symbols_or_have_their_own():
    shared, apart = (read(f"{HEAD}shared = {word}\n{TWO}{JOINT}") for word in ("true", "false"))
    assert [str(joint.body.M) for joint in shared.joints[2:]] == ["M_platform", "M_arm", "M_arm"]
    assert [str(joint.body.M) for joint in apart.joints[2:]] == ["M_platform", "M_leg1_arm", "M_leg2_arm"]
    kinds = [f"[[parallel.leg]]\n{TWO}{JOINT}" for _ in range(2)]
    two = read(HEAD.replace("[parallel.leg]\n", "") + "".join(kinds))
    assert [str(joint.body.M) for joint in two.joints[3:]] == ["M_leg1_arm"] * 2 + ["M_leg3_arm"] * 2


def test_loops_within_a_leg_are_in_every_leg():
    inner = ('[[parallel.leg.joint]]\nname = "crank"\nparent = 0\nd = "h"\n[[parallel.leg.joint]]\nname = "rod"\n'
             '[[parallel.leg.loop]]\njoint = { name = "pin", parent = "rod", d = "k" }\n'
             'frame = { parent = "arm", d = "m" }\n')  # fmt: skip
    robot = read(HEAD + TWO.replace('kind = "rev', 'parent = "arm", kind = "rev') + JOINT + inner)
    assert [loop.joint.name for loop in robot.loops] == ["leg1_pin", "leg1_coupling", "leg2_pin", "leg2_coupling"]
    ends = [(robot.joint(x.joint.parent).name, robot.joint(x.frame.parent).name) for x in robot.loops]
    assert ends == [
        ("leg1_rod", "leg1_arm"),
        ("leg1_arm", "platform"),
        ("leg2_rod", "leg2_arm"),
        ("leg2_arm", "platform"),
    ]
    crank = robot.joint(8)
    assert (crank.name, crank.parent, str(crank.gamma), str(crank.d)) == ("leg2_crank", 0, "b", "h + 1")


def test_on_a_joint_and_beside_others():
    """It stands on a joint of the file, whose loops may name its joints."""
    text = ('[[joint]]\nname = "lift"\nkind = "prismatic"\n[[joint]]\nname = "rope"\n[[loop]]\n'
            'joint = { parent = "rope", kind = "line" }\nframe = { parent = "leg1_arm" }\n')  # fmt: skip
    robot = read(text + HEAD.replace("[parallel]\n", '[parallel]\nparent = "lift"\n') + TWO + JOINT)
    assert [robot.joint(j).parent for j in (3, 4, 5, 6, 7)] == [1, 3, 4, 1, 1]
    assert [loop.frame.parent for loop in robot.loops] == [6, 5, 5]
    assert read(toml.write(robot)) == robot


def test_joints_beyond_are_on_the_platform_or_where_they_say():
    beyond = ('[[parallel.joint]]\nname = "wrist"\nd = 0.2\n[[parallel.joint]]\nname = "tool"\nkind = "prismatic"\n'
              '[[parallel.joint]]\nname = "cable"\nparent = "leg2_arm"\n')  # fmt: skip
    plain, robot = read(HEAD + TWO + JOINT), read(HEAD + TWO + JOINT + beyond)
    assert list(robot.tables()["joints"])[: len(plain)] == list(plain.tables()["joints"])
    names = ["", *(joint.name for joint in robot.joints)]
    ends = [(joint.name, names[joint.parent]) for joint in robot.joints[len(plain) :]]
    assert ends == [("wrist", "platform"), ("tool", "wrist"), ("cable", "leg2_arm")]
    with pytest.raises(InputError, match=r":\d+: unknown joint 'leg9'"):
        read(HEAD + TWO + JOINT + beyond.replace("leg2_arm", "leg9"))


@pytest.mark.parametrize(
    "kind", ["revolute", "prismatic", "cylindrical", "universal", "planar", "line", "fixed", "ball"]
)
def test_any_coupling(kind: str):
    turned = TWO.replace("platform = { x = 2 }", 'platform = { x = 2, y = "y", z = 3, rpy = ["pi/2", 0, "g"] }')
    robot = read(HEAD + turned.replace("revolute", kind) + JOINT)
    assert {loop.joint.kind for loop in robot.loops} == {kind}
    numbers = {"b": 0.7, "y": -0.3, "g": 0.4}
    frames = tree_frames(robot, numbers)
    E = frames[robot.loops[0].frame.parent] @ frame(robot.loops[0].frame, numbers)
    np.testing.assert_allclose(E, pose(0, 2, -0.3, 3, math.pi / 2, 0, 0.4), atol=1e-15)
    assert read(toml.write(robot)) == robot


# -- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (HEAD + TWO, 3, "the leg has no joints (write one [[parallel.leg.joint]] table per joint)"),
        (HEAD + 'coupling = { kind = "ball" }\n' + JOINT, 3, "the leg has no placements (placements = [ {"),
        (HEAD + "placements = [{ base = {}, platform = {} }]\n" + JOINT, 3, "the leg has no coupling (coupling = {"),
        (HEAD + TWO.replace(", platform = { x = 2 } }", " }") + JOINT, 5, "placement 1 has no platform (platform = {"),
        (HEAD + TWO.replace("{ base = { x = 1 },", "{") + JOINT, 5, "placement 1 has no base (base = { x"),
        (HEAD.replace("planar", "flat") + TWO + JOINT, 2, "motion of the platform is 'flat' (spatial, planar,"),
        (HEAD + TWO.replace("revolute", "hinge") + JOINT, 4, "kind of the coupling of the leg is 'hinge' (revolute,"),
        (HEAD + TWO.replace('kind = "revolute", ', "") + JOINT, 4, "the coupling of the leg has no kind (one of"),
        (HEAD + TWO + JOINT.replace("true", "false"), 1, "no joint of the legs is driven (write actuated = true"),
        (HEAD + TWO + JOINT.replace('"symbolic"', "{ mas = 1 }"), 12, "in the body of joint 1 of the legs 'mas'"),
        (HEAD + TWO + JOINT + 'kind = "wheel"\n', 13, "kind of joint 1 of the legs is 'wheel'"),
        (HEAD + TWO + JOINT + "parent = 2\n", 13, "parent of joint 1 of the legs is 2 (a joint of the leg, or 0"),
        (HEAD + TWO + JOINT + 'parent = "elbow"\n', 13, "unknown joint 'elbow'"),
        (HEAD + TWO + JOINT + 'velocity = "v"\n', 13, "unknown key in joint 1 of the legs 'velocity'"),
        (HEAD + TWO + JOINT + '[[parallel.leg.joint]]\nname = "arm"\n', 14, "joint 2 of the legs is 'arm' again"),
        (HEAD + TWO + JOINT.replace('"arm"', '"a b"'), 10, "joint 1 of the legs is 'a b' (letters, digits"),
        (HEAD + TWO.replace("arm =", "elbow =") + JOINT, 5, "unknown key in the start of placement 2 'elbow'"),
        (HEAD + TWO.replace("0.5", '"a"') + JOINT, 5, "arm of the start of placement 2 is 'a' (a finite number"),
        (HEAD + TWO.replace("x = 1", 'x = "1+"', 1) + JOINT, 5, "x of the base of placement 1"),
        (HEAD + TWO.replace("x = 1", "w = 1", 1) + JOINT, 5, "unknown key in the base of placement 1 'w'"),
        (HEAD + TWO.replace("x = 1", "angle = 1, rpy = [0, 0, 1]", 1) + JOINT, 5, "has both 'angle' and 'rpy'"),
        (HEAD + TWO.replace("x = 1", "rpy = 1", 1) + JOINT, 5, "rpy of the base of placement 1 is 1 (a list of 3"),
        (HEAD.replace("body", "start = [0, 0], body") + TWO + JOINT, 2, "start of the platform is 2 values (a list"),
        (HEAD.replace("body", 'orientation = "xyz", body') + TWO + JOINT, 2, "orientation of the platform is 'xyz'"),
        (HEAD.replace('"symbolic"', "3") + TWO + JOINT, 2, "body of the platform is 3"),
        ('[parallel]\n[parallel.leg]\n' + TWO + JOINT, 1, "the parallel robot has no platform (platform = {"),
        ("[parallel]\nplatform = { motion = \"planar\" }\n", 1, "the parallel robot has no leg (write [parallel.leg]"),
        ("parallel = 3\n", 1, "the parallel robot is 3 (a table is needed)"),
        (HEAD.replace("[parallel.leg]", "leg = 7"), 3, "the leg is 7 (a table is needed)"),
        (HEAD + TWO + JOINT + "flexible = true\nrest = \"q4\"\n", 14, "depends on the joint variable 'q4'"),
    ],
)  # fmt: skip
def test_errors_have_a_line_and_a_remedy(text: str, line: int, what: str):
    with pytest.raises(InputError) as caught:
        read(text)
    found = [(problem.place.line, str(problem)) for problem in (caught.value, *caught.value.others)]
    assert any(what in told for _, told in found), found
    assert line in [at for at, told in found if what in told]


def test_lines_of_placements_with_headers_of_their_own():
    placed = "[[parallel.leg.placements]]\nbase = { x = 1 }\nplatform = { x = 2 }\n"
    wrong = '[[parallel.leg.placements]]\nbase = { x = 1 }\nplatform = { x = "(" }\n'
    with pytest.raises(InputError) as caught:
        read(HEAD + 'coupling = { kind = "ball" }\n' + placed + wrong + JOINT)
    assert caught.value.line == 10
    assert read(HEAD + 'coupling = { kind = "ball" }\n' + placed * 2 + JOINT).loops[1].joint.name == "leg2_coupling"
