"""What is known of each posture: how far it misses the pose, what is singular, what is free, its branch, its limits.

Against the direct geometric model and its differences, and against lists made by hand.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.robot.parts import Limits
from linkwright.targets import find_target
from linkwright.verification.languages import check_language

SINGULAR, FREE, OUTSIDE = 1, 2, 4
TURN = 2 * np.pi


@lru_cache
def both(name: str, **options: Any) -> tuple[Any, Any]:
    robot = lw.load(name)
    return lw.compile(lw.model(robot, "direct_geometry")), lw.compile(lw.model(robot, "inverse_geometry", **options))


def rows(found: Any) -> Any:
    return found["q"][: int(found["count"])]


def still(direct: Any, q: Any, step: float = 1e-5) -> Any:
    """How the joints can move without moving the frame, from differences: a basis, row by row."""
    n = len(q)
    columns = [(direct(q=q + step * e) - direct(q=q - step * e)).ravel() / (2 * step) for e in np.eye(n)]
    _, size, V = np.linalg.svd(np.array(columns).T)
    return V[size < 1e-4 * size[0]]


STRAIGHT = {  # a posture with a straight wrist, and what can be turned then
    "rx90": ([0.3, -0.5, 0.9, 0.7, 0.0, 0.4], {3, 5}),
    "puma560": ([0.3, -0.5, 0.9, 0.7, 0.0, 0.4], {3, 5}),
    "ur5": ([0.3, -0.9, 1.1, 0.7, 0.0, 0.4], {1, 2, 3, 5}),
    "stanford": ([0.3, -0.5, 0.6, 0.7, 0.0, 0.4], {3, 5}),
}


@pytest.mark.parametrize("name", STRAIGHT)
def test_with_a_straight_wrist_one_posture_stands_for_a_curve_and_says_what_is_free(name: str):
    direct, inverse = both(name)
    q, moving = STRAIGHT[name]
    T = direct(q=q)
    found = inverse(T=T)
    others = [k for k in range(6) if k not in moving]
    same = []
    for x, flags, free in zip(rows(found), found["flags"], found["free"], strict=False):
        np.testing.assert_allclose(direct(q=x), T, atol=1e-9)
        kernel = still(direct, x)
        assert bool(flags & SINGULAR) == bool(len(kernel)), (x, flags)
        if flags & FREE:
            assert {k for k in range(6) if free >> k & 1} == {k for k in range(6) if np.abs(kernel[:, k]).max() > 1e-3}
        if np.abs(np.exp(1j * x[others]) - np.exp(1j * np.array(q)[others])).max() < 1e-6:
            same.append((int(flags), int(free)))
    assert same == [(SINGULAR | FREE, sum(1 << k for k in moving))]


def test_with_a_straight_elbow_a_posture_is_singular_and_nothing_is_free():
    direct, inverse = both("ur5")
    q = np.array([0.3, -0.9, 0.0, 0.7, 0.8, 0.4])
    found = inverse(T=direct(q=q))
    (k,) = [k for k, x in enumerate(rows(found)) if np.abs(np.exp(1j * x) - np.exp(1j * q)).max() < 1e-6]
    assert found["flags"][k] == SINGULAR
    assert found["free"][k] == 0


DOUBLY = {  # straight wrists, where the elbow is straight, too, or the shoulder above its axis: what is free there
    "rx90": ([0.3, -0.5, -np.pi / 2, 0.7, 0.0, 0.4], {3, 5}),
    "stanford": ([0.3, 0.0, 0.5, 0.7, 0.0, 0.4], {3, 5}),
}


@pytest.mark.parametrize("name", DOUBLY)
def test_where_two_singularities_meet_the_motion_that_goes_on_is_told(name: str):
    """Of the motions that leave the frame where it is at first order, those that go on leaving it there."""
    direct, inverse = both(name)
    q, moving = DOUBLY[name]
    T = direct(q=q)
    found = inverse(T=T)
    others = [k for k in range(6) if k not in moving]
    away = np.abs(np.exp(1j * rows(found)[:, others]) - np.exp(1j * np.array(q)[others])).max(axis=1)
    (k,) = np.nonzero(away < 1e-6)[0]
    assert len(still(direct, rows(found)[k])) == 2
    assert found["flags"][k] == SINGULAR | FREE
    assert {j for j in range(6) if int(found["free"][k]) >> j & 1} == moving


def test_where_the_wrist_is_on_the_first_axis_a_posture_is_given_and_the_first_joint_is_free():
    direct, inverse = both("rx90")
    # the forearm folds the wrist onto axis 1: d3 cos q2 = RL4 sin(q2 + q3), with the lengths of the built-in robot
    numbers = lw.load("rx90").numbers
    d, r = (float(numbers[k]) for k in ("d3", "RL4"))
    q2 = 0.4
    q3 = np.arcsin(d * np.cos(q2) / r) - q2
    wrist = lw.compile(lw.model(lw.load("rx90"), "direct_geometry", frames="4"))(q=[0.9, q2, q3, 0.7, 0.8, 0.4])
    assert np.abs(wrist[:2, 3]).max() < 1e-12
    T = direct(q=[0.9, q2, q3, 0.7, 0.8, 0.4])
    found = inverse(T=T)
    assert found["count"] > 0
    for x, flags, free in zip(rows(found), found["flags"], found["free"], strict=False):
        np.testing.assert_allclose(direct(q=x), T, atol=1e-9)
        assert flags == SINGULAR | FREE
        assert free & 1


@pytest.mark.parametrize("name", ["rx90", "ur5", "stanford"])
@pytest.mark.parametrize("off", [-1e-5, 1e-5])
def test_beside_a_singular_posture_none_is_singular_and_none_is_lost(name: str, off: float):
    direct, inverse = both(name)
    q = np.array(STRAIGHT[name][0])
    q[4] += off
    found = inverse(T=direct(q=q))
    assert min(np.abs(np.exp(1j * x) - np.exp(1j * q)).max() for x in rows(found)) < 1e-6
    assert not np.any(found["flags"])


def test_a_residual_is_how_far_the_direct_model_is_from_the_pose():
    direct, inverse = both("puma560")
    T = direct(q=[0.3, -0.5, 0.9, 0.7, -0.8, 0.4])
    found = inverse(T=T)
    n = int(found["count"])
    missed = [np.abs(direct(q=x) - T).max() for x in rows(found)]
    assert np.all(found["residual"][:n] < 1e-13)
    assert max(missed) < 1e-13
    assert np.all(np.isnan(found["residual"][n:]))


@pytest.mark.parametrize("name", ["rx90", "ur5", "iiwa14"])
def test_a_branch_keeps_its_number_along_a_path(name: str):
    """Eight branches, eight numbers: whoever follows a posture finds it under the same one."""
    direct, inverse = both(name)
    rng = np.random.default_rng(4)
    n = 7 if name == "iiwa14" else 6
    q, rate = np.full(n, 0.7), rng.uniform(-0.3, 0.3, n)

    def at(t: float) -> dict[int, Any]:
        x = q + t * rate
        found = inverse(T=direct(q=x), **({"q_locked": x[[2]]} if n == 7 else {}))
        assert sorted(found["branch"][: found["count"]]) == list(range(8))
        return dict(zip(map(int, found["branch"]), rows(found), strict=False))

    before = at(0.0)
    for t in np.linspace(0.02, 1, 50):
        now = at(t)
        for k, x in now.items():
            assert np.abs(np.exp(1j * x) - np.exp(1j * before[k])).max() < 0.3, (t, k)
        before = now


def turns(joints: Any, x: Any) -> list[tuple[float, ...]]:
    """All turns within the limits, by hand."""
    lists = []
    for joint, v in zip(joints, x, strict=True):
        low, high = joint.limits.lower, joint.limits.upper
        lists.append([v + TURN * t for t in range(-4, 5) if low <= v + TURN * t <= high])
    return list(itertools.product(*lists))


WIDE = [(-TURN, TURN), (-4.0, 1.0), (-np.pi, np.pi), (0.5, 8.0), (-TURN, 0.1), (-1.0, 3.0)]


def test_within_the_limits_there_are_all_turns_of_all_postures_and_no_other():
    robot = lw.load("ur5")
    joints = [replace(j, limits=Limits(*pair)) for j, pair in zip(robot.joints, WIDE, strict=False)]
    within = lw.compile(lw.model(replace(robot, joints=tuple(joints)), "inverse_geometry", limits="within"))
    direct, inverse = both("ur5")
    T = direct(q=[0.5, 0.4, -0.3, 1.2, 0.9, -0.5])
    want = [x for row in rows(inverse(T=T)) for x in turns(joints, row)]
    got = rows(within(T=T))
    assert len(got) == len(want) > 8
    for x in want:
        assert np.abs(got - np.array(x)).max(axis=1).min() < 1e-9


def test_what_no_turn_brings_within_the_limits_is_flagged_or_left_out():
    robot = lw.load("iiwa14")
    direct, inverse = both("iiwa14")
    _, flagged = both("iiwa14", limits="flag")
    _, within = both("iiwa14", limits="within")
    q = np.array([0.2, 1.9, 0.3, -1.9, 0.4, 1.9, 0.1])
    given = {"T": direct(q=q), "q_locked": q[[2]]}
    every, marked, inside = inverse(**given), flagged(**given), within(**given)
    limits = [(j.limits.lower, j.limits.upper) for k, j in enumerate(robot.joints) if k != 2 and j.moves]
    out = [any(not low <= v <= high for v, (low, high) in zip(x, limits, strict=True)) for x in rows(every)]
    assert any(out)
    assert not all(out)
    assert [bool(f & OUTSIDE) for f in marked["flags"][: every["count"]]] == out
    assert inside["count"] == out.count(False)


def test_a_pose_whose_postures_are_all_outside_the_limits_says_so():
    direct, _ = both("iiwa14")
    _, within = both("iiwa14", limits="within")
    q = np.array([0.2, 0.5, 3.1, -0.9, 0.4, 0.6, 0.1])  # joint 3 is locked, the others fold too far
    folded = np.array([0.0, 2.6, 0.0, 2.6, 0.0, 2.6, 0.0])
    for x in (folded, q + folded):
        found = within(T=direct(q=x), q_locked=x[[2]])
        if not found["count"]:
            assert found["status"] == 6
            return
    pytest.fail("no such pose was found")


def test_the_nearest_posture_comes_first_in_its_nearest_turn():
    direct, inverse = both("ur5")
    _, nearest = both("ur5", nearest="yes")
    q = np.array([0.5, -1.1, 1.3, 0.2, 0.9, -0.5])
    near = q + np.array([TURN, -0.1, 0.1, -2 * TURN, 0.05, 0.02])
    found = nearest(T=direct(q=q), q_near=near)
    far = np.linalg.norm(rows(found) - near, axis=1)
    assert np.all(np.diff(far) >= 0)
    np.testing.assert_allclose(rows(found)[0], q + np.array([TURN, 0, 0, -2 * TURN, 0, 0]), atol=1e-9)
    assert np.all(np.abs(rows(found) - near) <= np.pi + 1e-9)
    assert found["count"] == inverse(T=direct(q=q))["count"]


def test_limits_that_no_joint_has_are_told():
    with pytest.raises(RobotError, match="no joint has limits"):
        lw.model(lw.load("rx90"), "inverse_geometry", limits="flag")


@pytest.mark.parametrize("language", ["c", "python"])
def test_the_package_with_limits_and_a_near_posture_passes_its_test(language: str, tool: Any):
    target = find_target(language)
    for command in target.check.commands if target.check else ():
        if not command[0].startswith("./") and command[0] != "python":
            tool(command[0])
    model = lw.model(lw.load("ur5"), "inverse_geometry", limits="flag", nearest="yes")
    outcome = check_language(language, target, [model], [model])
    assert outcome.outcome == "passed", outcome
