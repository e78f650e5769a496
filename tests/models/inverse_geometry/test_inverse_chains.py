"""Inverse geometry of every chain: around the pose, with joints locked anywhere, with an arm angle.

Sides: the direct model, drawn postures, sampling of all arm angles, the published chains.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Robot
from linkwright.errors import InputError, RobotError
from linkwright.models.inverse_geometry.chain_screws import JointScrew, chain_of
from linkwright.models.inverse_geometry.classes.srs_arm import recognize_srs_arm
from linkwright.models.inverse_geometry.elimination.elimination_choice import (
    list_formulations,
    random_poses,
    rate_formulation,
)
from linkwright.models.inverse_geometry.elimination.raghavan_roth import Formulation
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from tests.support.paths import SHARED

ANCHORS = SHARED / "anchors"
LIMITS = [(-1.5, 2.5), (-2.0, 1.2), (-2.5, 2.5), (-2.0, 2.0), (None, None), (-1.0, 2.2), (-2.5, 1.5)]


def compiled(function: Any) -> Any:
    """For few poses, Python is sooner there than machine code."""
    return lw.compile(function, backend="python")


def near(x: Any, q: Any) -> float:
    return float(np.abs(np.exp(1j * np.asarray(x)) - np.exp(1j * np.asarray(q))).max())


# -- the ring ----------------------------------------------------------------------------------------------------------


def some_screws(kinds: str, seed: int) -> tuple[JointScrew, ...]:
    rng = np.random.default_rng(seed)
    h = rng.standard_normal((len(kinds), 3))
    points = rng.uniform(-0.5, 0.5, (len(kinds), 3))
    return tuple(JointScrew(k == "R", v / np.linalg.norm(v), c) for k, v, c in zip(kinds, h, points, strict=True))


COUNTS = {"RRRRRR": 36, "RPRRPR": 16}  # e and the hidden joint turn


@pytest.mark.parametrize("kinds", COUNTS)
def test_every_cut_of_the_ring_knows_the_postures(kinds: str):
    """One in five of all, about four joints in a row, either way: the drawn posture is a root, and is completed."""
    screws = some_screws(kinds, 1)
    q, poses = random_poses(screws, 8, 2)
    every = list_formulations(screws)
    assert len(every) == COUNTS[kinds]
    for f in every[::5]:
        found = rate_formulation(f, q, poses)
        assert found is not None
        assert found.error < 1e-4


@pytest.mark.parametrize("before", [1, 3, 5])
def test_a_locked_joint_anywhere_is_part_of_the_ring(before: int):
    screws = some_screws("RRRRRRR", 3)
    six = (*screws[:before], *screws[before + 1 :])
    inside = ((screws[before], before),)
    q, given = random_poses(six, 8, 4, inside)
    for f in (Formulation(six, first, back, 0, inside) for first in range(0, 6, 2) for back in (False, True)):
        found = rate_formulation(f, q, given)
        assert found is not None
        assert found.error < 1e-4


def test_a_chain_with_two_slides_has_two_exact_formulations():
    """R P R P R R with orthogonal axes: two formulations are exact."""
    joints = (
        Joint(), Joint(parent=1, kind="prismatic", alpha=math.pi / 2, d=0.5, theta=math.pi / 2),
        Joint(parent=2, alpha=math.pi / 2, d=0.4),
        Joint(parent=3, kind="prismatic", alpha=-math.pi / 2, d=0.3, theta=0.2),
        Joint(parent=4, alpha=math.pi / 2, d=0.6), Joint(parent=5, alpha=math.pi / 2, d=0.25),
    )  # fmt: skip
    problem = problem_of(Robot(name="slides", joints=joints), 6, "auto", None)
    first, second = problem.eliminations
    assert first.error < 1e-4
    assert second.error < 1e-4


# -- seven joints and more ---------------------------------------------------------------------------------------------


def test_any_joint_of_seven_can_be_locked():
    """Panda without its third joint has no closed form. Against the direct model."""
    robot = lw.load("panda")
    problem = problem_of(robot, 7, "auto", (3,))
    assert problem.form is None
    go = compiled(lw.model(robot, "inverse_geometry", locked=3))
    direct = compiled(lw.model(robot, "direct_geometry"))
    rng = np.random.default_rng(5)
    own = problem.own
    for _ in range(8):
        q = rng.uniform(-2, 2, 7)
        T = np.asarray(direct(q=q))
        found = go(T=T, q_locked=[q[2]])
        count = int(found["count"])
        assert min(near(x, q[own]) for x in found["q"][:count]) < 1e-6
        for x in found["q"][:count]:
            whole = q.copy()
            whole[own] = x
            np.testing.assert_allclose(direct(q=whole), T, atol=1e-9)


def test_of_more_joints_several_are_locked():
    """Eight joints: a wrist behind five. With the right number locked, against the direct model."""
    lengths = [0.2] * 6 + [0.0] * 2
    joints = tuple(Joint(parent=k, alpha=(-1) ** k * 1.3, d=d, r=d / 2) for k, d in enumerate(lengths))
    robot = Robot(name="eight", joints=joints)
    with pytest.raises(RobotError, match=r"8 joints move .* 2 must be locked, not 0"):
        lw.model(robot, "inverse_geometry")
    with pytest.raises(RobotError, match="2 must be locked, not 1"):
        lw.model(robot, "inverse_geometry", locked=3)
    go = compiled(lw.model(robot, "inverse_geometry", locked="2,4"))
    direct = compiled(lw.model(robot, "direct_geometry"))
    rng = np.random.default_rng(6)
    own = [0, 2, 4, 5, 6, 7]
    for _ in range(8):
        q = rng.uniform(-2, 2, 8)
        found = go(T=direct(q=q), q_locked=q[[1, 3]])
        assert min(near(x, q[own]) for x in found["q"][: int(found["count"])]) < 1e-6


def test_locking_every_joint_is_refused():
    with pytest.raises(InputError, match="every joint"):
        lw.model(lw.load("scara4"), "inverse_geometry", locked="1,2,3,4")


def test_joints_that_are_held_may_have_turned():
    """A cart and a pendulum: four joints that they do not have must be at 0, or a turn from it."""
    robot = lw.load("cart_pole").with_numbers()
    go, direct = (compiled(lw.model(robot, m)) for m in ("inverse_geometry", "direct_geometry"))
    for q in ([3.0, 1.0], [2.0, 0.5], [-0.8, 2.5]):
        found = go(T=direct(q=q))
        assert int(found["count"]) == 1
        np.testing.assert_allclose(found["q"][0], q, atol=1e-9)


# -- arm angle ---------------------------------------------------------------------------------------------------------


@cache
def iiwa() -> tuple[Robot, Any, Any]:
    robot = lw.load("iiwa14")
    go = lw.compile(lw.model(robot, "inverse_geometry", redundancy="arm_angle"))
    return robot, go, compiled(lw.model(robot, "direct_geometry"))


def measured_angle(robot: Robot, q: Any) -> float:
    """From the first axis to the elbow, about the line from shoulder to wrist: of the frames of the direct model."""
    frames = [compiled(lw.model(robot, "direct_geometry", frames=k))(q=q) for k in (2, 4, 6)]
    s, e, w = (np.asarray(T)[:3, 3] for T in frames)
    u = (w - s) / np.linalg.norm(w - s)
    up, out = (v - u * (u @ v) for v in (np.array([0.0, 0.0, 1.0]), e - s))
    return math.atan2(u @ np.cross(up, out), up @ out)


def test_the_arm_angle_is_that_of_the_elbow_and_all_eight_postures_are_found():
    robot, go, direct = iiwa()
    rng = np.random.default_rng(7)
    for k in range(5):
        q = rng.uniform(-2, 2, 7)
        T = np.asarray(direct(q=q))
        psi = measured_angle(robot, q) if k < 2 else rng.uniform(-3, 3)
        found = go(T=T, psi=[psi])
        assert int(found["count"]) == 8
        if k < 2:
            assert min(near(x, q) for x in found["q"]) < 1e-9
            assert measured_angle(robot, found["q"][5]) == pytest.approx(psi, abs=1e-9)
        for x in found["q"]:
            np.testing.assert_allclose(direct(q=x), T, atol=1e-12)


def test_intervals_of_the_arm_angle_are_those_of_sampling():
    robot, go, direct = iiwa()
    rng = np.random.default_rng(8)
    psi = np.linspace(-np.pi, np.pi, 1000, endpoint=False) + 1e-3
    some = 0
    for _ in range(6):
        T = np.asarray(direct(q=rng.uniform(-1.2, 1.2, 7)))
        q = np.asarray(go(T=np.repeat(T[None], len(psi), axis=0), psi=psi[:, None])["q"])
        inside = np.ones((len(psi), 8), bool)
        for k, (lower, upper) in enumerate(LIMITS):
            if lower is not None and upper is not None:
                turns = [(q[:, :, k] + t >= lower) & (q[:, :, k] + t <= upper) for t in (-2 * np.pi, 0, 2 * np.pi)]
                inside &= np.any(turns, axis=0)
        told = lw.arm_angle_intervals(robot, T, limits=LIMITS)
        for row in range(8):
            pieces = told.get((row // 4, row // 2 % 2, row % 2), [])
            known = np.any([(psi > a) & (psi < b) for a, b in pieces], axis=0) if pieces else np.zeros(len(psi), bool)
            np.testing.assert_array_equal(known, inside[:, row])
            some += len(pieces)
    assert some > 3


def test_arms_without_a_shoulder_have_no_arm_angle():
    with pytest.raises(RobotError, match="an arm angle needs seven"):
        lw.model(lw.load("panda"), "inverse_geometry", redundancy="arm_angle")
    with pytest.raises(InputError, match="no joint is locked"):
        lw.model(lw.load("iiwa14"), "inverse_geometry", redundancy="arm_angle", locked=3)
    with pytest.raises(InputError, match="6 pairs of limits"):
        lw.arm_angle_intervals(lw.load("iiwa14"), np.eye(4), limits=LIMITS[:6])
    far = np.eye(4)
    far[:3, 3] = 10
    assert lw.arm_angle_intervals(lw.load("iiwa14"), far) == {}


def test_a_chain_has_a_shoulder_by_its_axes_however_it_is_written():
    """An elbow with offsets (WAM), and an iiwa whose frames are turned about its axes: arms with an angle."""
    robot = lw.load("iiwa14")
    turned = tuple(replace(j, theta=0.1 * k) for k, j in enumerate(robot.joints))
    for arm in (lw.load("wam7"), robot.changed(joints=turned)):
        found = recognize_srs_arm(chain_of(arm, 7), 1e-6)
        assert found is not None
        assert found.deviation < 1e-12


def test_an_elbow_with_offsets_has_eight_postures():
    robot = lw.load("wam7").with_numbers()
    go = compiled(lw.model(robot, "inverse_geometry", redundancy="arm_angle"))
    direct = compiled(lw.model(robot, "direct_geometry"))
    rng = np.random.default_rng(9)
    for _ in range(10):
        T = np.asarray(direct(q=rng.uniform(-2, 2, 7)))
        found = go(T=T, psi=[rng.uniform(-3, 3)])
        assert int(found["count"]) == 8
        for x in found["q"]:
            np.testing.assert_allclose(direct(q=x), T, atol=1e-11)


# -- published chains --------------------------------------------------------------------------------------------------

# Refused or missed before (slides parallel at q = 0, parts of equations, a joint too many), and a planar arm.
HARD = ("S6RPRPRR12", "S6PRPRPR2", "S5RRRPP7V1", "S4RRPR2", "S3RRR1")


@pytest.mark.skipif(not ANCHORS.is_dir(), reason="the published geometries are not here")
@pytest.mark.parametrize("name", HARD)
def test_published_chains_miss_no_posture(name: str):
    """With drawn lengths: the drawn posture is among those of its pose, and all of them are there."""
    from bench import inverse_coverage as coverage

    (case,) = (c for c in coverage.cases(ANCHORS, ["six", "few"], 6) if c.name == name)
    found = coverage.run(case)
    assert (found.error, found.missed, found.wrong) == ("", 0, 0)


@pytest.mark.skipif(not ANCHORS.is_dir(), reason="the published geometries are not here")
def test_coverage_has_every_published_chain():
    from bench import inverse_coverage as coverage

    counts = {group: len(coverage.cases(ANCHORS, [group], 1)) for group in ("six", "few", "industrial", "drawn")}
    assert counts == {"six": 701, "few": 526, "industrial": 78, "drawn": 11}
