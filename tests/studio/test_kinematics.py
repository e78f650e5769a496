"""Frames on the studio's page against the models: `static/kinematics.js`, run by Node on the messages that it gets."""

import json
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.robot import Robot
from linkwright.studio.drawing import ASSUMED_VALUE, robot_message
from tests.support.paths import PAGE_TESTS

BALLS = b"""
name = "balls"
gravity = [0, 0, -9.81]
[base]
pose = [0, -1, 0, 0.1, 1, 0, 0, 0.2, 0, 0, 1, 0.3, 0, 0, 0, 1]
[[joint]]
kind = "ball"
gamma = 0.3
b = 0.2
alpha = 0.7
d = 0.1
theta = -0.4
r = 0.25
[[joint]]
kind = "fixed"
alpha = "pi/2"
d = 0.3
theta = 0.2
[[joint]]
kind = "prismatic"
gamma = -0.5
alpha = "-pi/2"
r = 0.1
[[joint]]
parent = 1
kind = "ball"
r = 0.4
"""


ROBOTS: dict[str, Robot] = {name: formats.builtin(name) for name in formats.builtin_names()}
ROBOTS |= {name: lw.load(name) for name in ("planar(5)", "spatial(7)")} | {"balls": lw.load(BALLS, name="balls.toml")}
LOOPS = sorted(name for name, robot in ROBOTS.items() if robot.loops)
COUPLED = sorted(name for name, robot in ROBOTS.items() if robot.couplings and not robot.loops)
WHEELED = sorted(name for name, robot in ROBOTS.items() if robot.wheels)
SOLVED = ["four_bar", "slider_crank", "five_bar", "parallelogram", "inverted_slider_crank"]  # in closed form, at once


@pytest.fixture(scope="module")
def page(tool: Callable[[str], str]) -> Mapping[str, Any]:
    """What the page makes of every robot: frames at the start, and with its drives a little away from there."""
    told = json.dumps([[name, robot_message(robot)] for name, robot in ROBOTS.items()])
    command = [tool("node"), str(PAGE_TESTS / "frames.mjs")]
    done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def with_all_numbers(robot: Robot) -> Robot:
    """Numbers for all symbols, the assumed one where the robot has none: what the page draws."""
    assumed = {name: robot.numbers.get(name, ASSUMED_VALUE) for name in robot.parameters}
    return robot.with_numbers(assumed) if assumed else robot


def tree_of(robot: Robot) -> Robot:
    """Its links with all joints on their own: what a posture of the page is a posture of."""
    return with_all_numbers(robot.without("loops", "wheels", "couplings", "flexibility", "floating", "mobile"))


@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_frames_on_the_page_are_those_of_direct_geometry(name, page):
    tree = tree_of(ROBOTS[name])
    model = lw.model(tree, "direct_geometry", frames="all", reference="world")
    for where in ("start", "moved"):
        posture = page[name][where]
        poses = model(q=posture["q"])
        poses = list(poses.values()) if isinstance(poses, Mapping) else [poses]
        assert len(poses) == len(tree)
        np.testing.assert_allclose(np.reshape(posture["frames"], (-1, 4, 4)), poses, atol=1e-12)


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_closed_while_drives_move(name, page):
    robot, answer = ROBOTS[name], page[name]
    at_start = [x for j in robot.joints for x in ([1, 0, 0, 0] if j.kind == "ball" else [j.start] * j.moves)]
    assert answer["start"]["gap"] < 1e-9
    np.testing.assert_allclose(answer["start"]["q"], at_start, atol=2e-6)  # the decimals of a file close it nearly
    assert answer["moved"]["gap"] < 1e-9
    assert answer["moved"]["stopped"] == 0
    assert max(abs(np.subtract(answer["moved"]["q"], answer["start"]["q"]))) > 1e-3


@pytest.mark.parametrize("name", SOLVED)
def test_dependent_joints_on_the_page_are_those_of_the_model(name, page):
    robot = with_all_numbers(ROBOTS[name])
    model, q = lw.model(robot, "dependent_motion"), page[name]["moved"]["q"]
    names = [joint.name for joint in robot.joints]
    independent = [q[names.index(each)] for each in model.inputs[0].names]
    zeros = [0.0] * len(independent)
    out = model(q=independent, qd=zeros, qdd=zeros)
    assert out.get("status", 0) == 0  # where all joints are sums of others there is none
    np.testing.assert_allclose(np.exp(1j * np.asarray(q)), np.exp(1j * np.asarray(out["positions"])), atol=1e-8)


@pytest.mark.parametrize("name", COUPLED)
def test_coupled_joints_on_the_page_follow_the_others(name, page):
    robot, q = with_all_numbers(ROBOTS[name]), page[name]["moved"]["q"]
    tied = {coupling.joint for coupling in robot.couplings}
    free = [x for j, x in enumerate(q, 1) if j not in tied]
    poses = lw.model(robot, "direct_geometry", frames="all", reference="world")(q=free)
    expected = np.array(list(poses.values()))
    np.testing.assert_allclose(np.reshape(page[name]["moved"]["frames"], (-1, 4, 4)), expected, atol=1e-12)


@pytest.mark.parametrize("name", WHEELED)
def test_base_on_the_page_rolls_as_odometry_tells(name, page):
    """Drives turn evenly while one slider moves: the rate of the base along the way is that of the model."""
    robot = with_all_numbers(ROBOTS[name])
    model = lw.model(robot, "odometry", measured="driven")
    joints = [joint.name for joint in robot.joints]
    for move in page[name]["rolled"]:
        start, end = np.array(move["from"]["q"]), np.array(move["to"]["q"])
        rates = dict(zip(joints, end - start, strict=True))

        def rate(pose, t, start=start, end=end, rates=rates):
            now = dict(zip(joints, start + t * (end - start), strict=True))
            given = {port.name: [{"q": now, "qd": rates}[port.name][c] for c in port.names]
                     for port in model.inputs if port.name in ("q", "qd")}  # fmt: skip
            if any(port.name == "base_pose" for port in model.inputs):
                given["base_pose"] = pose
            out = model(**given)
            return np.asarray(out["base_pose_rate"])

        pose, steps = planar(move["from"]["pose"]), 60
        for k in range(steps):  # Runge and Kutta
            t, h = k / steps, 1 / steps
            a = rate(pose, t)
            b = rate(pose + h / 2 * a, t + h / 2)
            c = rate(pose + h / 2 * b, t + h / 2)
            d = rate(pose + h * c, t + h)
            pose = pose + h / 6 * (a + 2 * b + 2 * c + d)
        assert not move["stopped"]
        assert abs(end - start)[move["j"] - 1] > 0.6  # the slider got where it was moved to
        np.testing.assert_allclose(planar(move["to"]["pose"]), pose, atol=2e-5)
    travelled = planar(page[name]["rolled"][-1]["to"]["pose"]) - planar(page[name]["rolled"][0]["from"]["pose"])
    assert np.abs(travelled).max() > 0.01


def planar(pose):
    return np.array([pose[3], pose[7], np.arctan2(pose[4], pose[0])])


def test_wheels_that_would_slip_turn_with_others(page):
    assert not any(move["alone"] for move in page["four_mecanum"]["rolled"])
    assert all(move["alone"] for name in ("unicycle", "tricycle", "three_omni") for move in page[name]["rolled"])


def test_every_part_of_every_robot_has_a_place(page):
    assert [name for name, answer in page.items() if not answer["drawn"]] == []


@pytest.mark.parametrize("name", ["kinematics", "figure"])
def test_laws_of_the_scene(name, tool):
    command = [tool("node"), "--test", str(PAGE_TESTS / f"{name}.test.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
