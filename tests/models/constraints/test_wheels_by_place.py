"""Wheels by where they stand: the tree that the reader makes rolls as the rows of Campion, Bastin & d'Andrea-Novel."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright import formats
from linkwright.errors import InputError, ModelWarning
from linkwright.expr import value_of
from linkwright.formats import toml
from linkwright.robot import Robot
from linkwright.robot.checks import physics_warnings

BASE = '[base]\nkind = "mobile"\n'
STEP = 1e-6


def wheel(**keys: Any) -> str:
    return "[[wheel]]\n" + "".join(f"{key} = {toml.literal(value)}\n" for key, value in keys.items())


def read(text: str) -> Robot:
    return toml.read(text.encode(), "robot.toml")


def matrix(gamma: float, b: float, alpha: float, d: float, theta: float, r: float) -> np.ndarray:
    def about(axes: tuple[int, int], angle: float, along: int, shift: float) -> np.ndarray:
        T = np.eye(4)
        T[np.ix_(axes, axes)] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        T[along, 3] = shift
        return T

    product: np.ndarray = about((0, 1), gamma, 2, b) @ about((1, 2), alpha, 0, d) @ about((0, 1), theta, 2, r)
    return product


def frame(robot: Robot, link: int, q: dict[int, float], pose: tuple[float, float, float]) -> np.ndarray:
    """Link j in the world: the chassis is at (x, y) and turned by an angle, the joints are at q."""
    path = []
    while link:
        joint = robot.joint(link)
        values = [value_of(getattr(joint, key)) for key in ("gamma", "b", "alpha", "d", "theta", "r")]
        values[4] += q.get(link, 0.0)
        path.append(matrix(*values))
        link = joint.parent
    T = matrix(0, 0, 0, 0, pose[2], 0)
    T[:2, 3] = pose[:2]
    for step in reversed(path):
        T = T @ step
    return T


def contact_velocity(robot: Robot, twist: np.ndarray, q: dict[int, float], qd: dict[int, float]) -> np.ndarray:
    """The velocity of the point of the wheel that touches the ground, by differences of the tree's geometry; the
    chassis is at the origin of the world."""
    (one,) = robot.wheels
    start = frame(robot, one.spin, q, (0, 0, 0))
    contact = start[:3, 3] - [0, 0, value_of(one.radius)]
    own = np.linalg.solve(start, [*contact, 1])  # in the frame of the wheel
    ends = [frame(robot, one.spin, {j: q[j] + h * qd[j] for j in q}, tuple(h * twist)) @ own for h in (STEP, -STEP)]
    velocity: np.ndarray = (ends[0] - ends[1])[:3] / (2 * STEP)
    return velocity


LENGTH = st.floats(-1, 1).map(lambda x: round(x, 3))
RATES = st.lists(st.floats(-2, 2), min_size=7, max_size=7)


@given(st.sampled_from(["fixed", "steering", "castor", "swedish"]), st.lists(LENGTH, min_size=4, max_size=4), RATES)
def test_the_contact_moves_as_the_rolling_and_lateral_rows_say(kind: str, at: list[float], rates: list[float]):
    x, y, b0, c = at
    c = 0 if kind != "castor" else c or 0.1
    r = 0.3
    keys = {"kind": kind, "x": x, "y": y, "heading": b0, "radius": r} | ({"trail": c} if c else {})
    robot = read(BASE + wheel(**keys))
    (one,) = robot.wheels
    vx, vy, w, beta, betad, phi, phid = rates
    q, qd = {one.spin: phi}, {one.spin: phid}
    if one.steer:
        q[one.steer], qd[one.steer] = beta, betad
    else:
        beta = betad = 0
    b = b0 + beta
    velocity = contact_velocity(robot, np.array([vx, vy, w]), q, qd)
    ahead, left = np.array([math.cos(b), math.sin(b), 0]), np.array([-math.sin(b), math.cos(b), 0])
    rolling = math.cos(b) * vx + math.sin(b) * vy + (x * math.sin(b) - y * math.cos(b)) * w - r * phid
    lateral = -math.sin(b) * vx + math.cos(b) * vy + (x * math.cos(b) + y * math.sin(b) - c) * w - c * betad
    assert [velocity @ ahead, velocity @ left, velocity[2]] == pytest.approx([rolling, lateral, 0], abs=1e-8)


@given(LENGTH)
def test_a_chassis_that_goes_along_the_heading_leaves_the_contact_at_rest(heading: float):
    robot = read(BASE + wheel(kind="castor", x=0.4, y=-0.2, heading=heading, radius=0.1, trail=0.05))
    (one,) = robot.wheels
    speed = 0.7
    twist = np.array([speed * math.cos(heading), speed * math.sin(heading), 0])
    q = {one.steer: 0.0, one.spin: 0.3}
    velocity = contact_velocity(robot, twist, q, {one.steer: 0.0, one.spin: speed / 0.1})
    assert velocity == pytest.approx([0, 0, 0], abs=1e-8)


def test_frames_are_formulas_of_the_symbols_without_roots():
    keys: dict[str, Any] = {"x": "a", "y": "e", "heading": "h", "radius": "R"}
    fixed = read(BASE + wheel(kind="fixed", **keys)).joint(1)
    assert (str(fixed.gamma), str(fixed.b), str(fixed.alpha)) == ("h", "R", "-pi/2")
    assert {str(fixed.d), str(fixed.r)} == {"a*cos(h) + e*sin(h)", "e*cos(h) - a*sin(h)"}
    castor = read(BASE + wheel(kind="castor", name="w", trail="c", **keys))
    assert [j.name for j in castor.joints] == ["w_mount", "w_steer", "w_spin"]
    assert [j.kind for j in castor.joints] == ["fixed", "revolute", "revolute"]
    assert not any("sqrt" in str(e) or "atan" in str(e) for e in castor.scalars())
    straight = read(BASE + wheel(kind="castor", trail="c", **{**keys, "y": 0}))
    assert [j.name for j in straight.joints] == ["wheel1_steer", "wheel1_spin"]


def test_joints_of_wheels_come_after_the_others_and_have_names_bodies_and_flags():
    text = (
        BASE + '[[joint]]\nname = "arm"\n'
        + wheel(kind="castor", name="back", x=-1, trail=0.1, radius=0.2, body="symbolic", steer_body={"M": 2})
        + wheel(kind="steering", name="front", x=1, radius=0.2, actuated=False)
        + '[[coupling]]\njoint = "front_steer"\nto = "arm"\n[[wheel]]\nkind = "ball"\n'
        + '[[loop]]\njoint = { parent = "front_steer", body = "symbolic" }\nframe = { parent = "arm" }\n'
    )  # fmt: skip
    robot = read(text)
    assert [j.name for j in robot.joints] == ["arm", "back_steer", "back_spin", "front_steer", "front_spin"]
    assert [j.actuated for j in robot.joints] == [True, False, False, True, False]
    assert [str(j.body.M) for j in robot.joints] == ["0", "2", "M3", "0", "0"]
    assert [(w.spin, w.steer) for w in robot.wheels] == [(3, 2), (5, 4), (0, 0)]
    assert robot.couplings[0].joint == 4
    assert (robot.loops[0].joint.parent, robot.loops[0].joint.variable) == (4, "q6")
    assert read(toml.write(robot)) == robot


def test_height_is_that_of_the_axle_and_by_default_the_wheel_touches_the_ground():
    low = read(BASE + wheel(kind="fixed", radius=0.2)).joint(1)
    high = read(BASE + wheel(kind="fixed", radius=0.2, z=-0.3)).joint(1)
    assert [j.b.number for j in (low, high)] == [0.2, -0.3]


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_wheels_on_a_base_that_is_not_mobile_are_told(kind: str):
    text = f'[base]\nkind = "{kind}"\n' + wheel(kind="fixed", radius=1)
    with pytest.warns(ModelWarning, match=f"wheels need a mobile base, and this one is {kind}"):
        robot = read(text)
    assert robot.wheels


MOBILE = [n for n in formats.builtin_names() if formats.builtin(n).wheels]


def test_built_in_mobile_robots():
    assert MOBILE == ["four_mecanum", "mobile_manipulator", "three_omni", "tricycle", "unicycle", "unicycle_castor"]


@pytest.mark.parametrize("name", [*MOBILE, "elastic_arm", "floating_arm", "palletizer_coupled"])
def test_built_in_robots_have_numbers_of_bodies_that_can_be(name: str):
    robot = formats.builtin(name)
    assert set(robot.numbers) == set(robot.parameters)
    assert physics_warnings(robot.with_numbers()) == []


def test_wheels_of_the_platform_turn_as_the_usual_formula_says():
    """rw phid = vx -+ vy -+ (lx + ly) w: the velocity of a roller's contact along its axis is that of the ground."""
    robot = formats.builtin("four_mecanum").with_numbers()
    lx, ly, r = 0.235, 0.15, 0.05
    signs = {"front_left": -1, "front_right": 1, "rear_left": 1, "rear_right": -1}
    turns = {"front_left": -1, "front_right": 1, "rear_left": -1, "rear_right": 1}
    twist = np.array([0.3, -0.2, 0.7])
    for one in robot.wheels:
        phid = (twist[0] + signs[one.name] * twist[1] + turns[one.name] * (lx + ly) * twist[2]) / r
        alone = robot.changed(wheels=(one,))
        velocity = contact_velocity(alone, twist, {one.spin: 0.4}, {one.spin: phid})
        angle = value_of(one.roller)
        assert velocity @ [math.cos(angle), math.sin(angle), 0] == pytest.approx(0, abs=1e-8)


def test_wheels_of_the_three_wheeled_robot_turn_it_to_the_left():
    robot = formats.builtin("three_omni").with_numbers()
    for one in robot.wheels:
        velocity = contact_velocity(robot.changed(wheels=(one,)), np.array([0, 0, 1.0]), {one.spin: 0.0},
                                    {one.spin: 0.2 / 0.05})  # fmt: skip
        assert velocity == pytest.approx([0, 0, 0], abs=1e-8)


@pytest.mark.parametrize(
    ("keys", "line", "what"),
    [
        ({"kind": "fixed", "radius": 0}, 5, "wheel 1 has the radius 0 (a positive length)"),
        ({"kind": "fixed", "radius": -1}, 5, "wheel 1 has the radius -1 (a positive length)"),
        ({"kind": "fixed"}, 3, "wheel 1 has the radius 0"),
        ({"kind": "fixde", "radius": 1}, 4, "unknown kind of wheel 1: 'fixde' (did you mean fixed?)"),
        ({"radius": 1}, 3, "wheel 1 has no kind (one of fixed, steering"),
        ({"kind": "swedish", "radius": 1, "roller": "pi/2"}, 6, "it exerts no force (0 for omni"),
        ({"kind": "swedish", "radius": 1, "roller": "-3*pi/2"}, 6, "it exerts no force"),
        ({"kind": "swedish", "radius": 1, "roller": math.pi / 2}, 6, "it exerts no force"),
        ({}, 3, "wheel 1 has no kind"),
        ({"kind": 3, "radius": 1}, 4, "kind of wheel 1 is 3 (text is needed)"),
        ({"kind": "fixed", "radius": "q1", "spin": "arm"}, 5, "radius of wheel 1 depends on the joint variable 'q1'"),
        ({"kind": "fixed", "radius": 1, "roller": 0.5}, 6, "wheel 1 is fixed and has rollers (make it swedish"),
        ({"kind": "castor", "radius": 1}, 3, "a castor without trail (give its trail (0 for none"),
        ({"kind": "fixed", "radius": 1, "trail": 1}, 6, "'trail' in wheel 1, which is fixed (it is for castor wheels"),
        ({"kind": "swedish", "radius": 1, "steered": True}, 6, "it is for steering and castor wheels"),
        ({"kind": "ball", "x": 1}, 5, "'x' in wheel 1 (a ball constrains nothing"),
        ({"kind": "fixed", "radius": 1, "spin": "hub"}, 6, "unknown joint in wheel 1: 'hub'"),
        ({"kind": "fixed", "radius": 1, "spin": 7}, 6, "turns with joint 7, which does not exist"),
        ({"kind": "fixed", "radius": 1, "spin": True}, 6, "spin of wheel 1 is True (the name or the number"),
        ({"kind": "fixed", "radius": 1, "spin": "arm", "x": 1}, 7, "'x' in wheel 1 beside its joints"),
        ({"kind": "fixed", "radius": 1, "spin": "arm", "steer": "arm"}, 7, "is fixed and has a steer joint"),
        ({"kind": "castor", "radius": 1, "spin": "arm"}, 3, "is castor and has no steer joint (name it)"),
        ({"kind": "fixed", "radius": 1, "spin": "slide"}, 6, "turns with joint 2, which is prismatic"),
        ({"kind": "fixed", "raduis": 1}, 5, "unknown key in wheel 1 'raduis' (did you mean radius?)"),
        ({"kind": "fixed", "radius": 1, "body": 3}, 6, 'body of wheel 1 is 3 (write "symbolic" or'),
        ({"kind": "fixed", "radius": 1, "heading": "2*"}, 6, "heading of wheel 1"),
        ({"kind": "fixed", "radius": 1, "name": "arm", "x": "q3"}, 3, "depends on the joint variable 'q3'"),
    ],
)
def test_wheels_that_cannot_be_are_told_with_their_place(keys: dict[str, Any], line: int, what: str):
    rest = '[[joint]]\nname = "arm"\n[[joint]]\nname = "slide"\nkind = "prismatic"\n'
    with pytest.raises(InputError) as caught:
        read(BASE + wheel(**keys) + rest)
    first = caught.value.all[0]
    assert what in str(first)
    assert (first.file, first.line) == ("robot.toml", line)
    assert first.place.cell[0] in ("wheel", "joint")
