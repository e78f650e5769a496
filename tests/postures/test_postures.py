"""Postures as records. Sides: the product of elementary motions, known geometry of planar arms, published arms."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Limits, Robot
from linkwright.errors import InputError, RobotError
from linkwright.models.inverse_geometry.chain_screws import compose_transforms
from linkwright.postures import InverseGeometry

Q = (0.3, -0.5, 0.9, 0.7, -0.8, 0.4)


@cache
def puma() -> InverseGeometry:
    return lw.inverse_geometry(lw.load("puma560").changed(joints=unlimited("puma560")))


@cache
def ur5() -> InverseGeometry:
    return lw.inverse_geometry(lw.load("ur5"))


def unlimited(name: str) -> tuple[Joint, ...]:
    return tuple(replace(j, limits=Limits()) for j in lw.load(name).joints)


@cache
def three(**limits: float) -> InverseGeometry:
    """A turntable, and two links of length 1 in the plane that it turns."""
    own = Limits(**{key: math.radians(x) for key, x in limits.items()})
    joints = (Joint(name="a"), Joint(name="b", parent=1, alpha="pi/2", limits=own),
              Joint(name="c", parent=2, d=1, limits=own), Joint(name="tip", kind="fixed", parent=3, d=1))  # fmt: skip
    return lw.inverse_geometry(Robot(name="three", joints=joints))


def degrees(found: Any) -> list[tuple[int, ...]]:
    """Of those whose turntable is at 0."""
    return sorted(tuple(round(math.degrees(v)) for v in x.q[1:]) for x in found if abs(x.q[0]) < 1e-6)


def pose_of(solver: InverseGeometry, q: Any) -> Any:
    """By screws alone, which the compiled direct geometry is not made of."""
    c = solver.chain
    return compose_transforms(*(s.motion(x) for s, x in zip(c.screws, q, strict=True)), c.M)


def at(x: float, y: float, z: float = 0.0) -> Any:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


# -- all postures ------------------------------------------------------------------------------------------------------


def test_every_posture_is_at_the_pose_and_has_a_name_of_its_own():
    T = pose_of(puma(), Q)
    found = puma().solve(T)
    assert len(found) == 8
    assert found.notes == ()
    assert len({x.branch for x in found}) == 8
    for x in found:
        assert x.ok
        assert x.residual < 1e-12
        np.testing.assert_allclose(pose_of(puma(), x.q), T, atol=1e-12)


def test_a_wrist_whose_axes_miss_each_other_has_four_postures_where_it_is_straight():
    """Two more than the axes that meet: no candidate leads to them, and which way they go is not known."""
    joints = list(unlimited("puma560"))
    joints[4] = replace(joints[4], d=2e-7)
    arm = lw.inverse_geometry(lw.load("puma560").changed(joints=tuple(joints)))
    assert {x.branch for x in arm.solve(pose_of(arm, Q))} == {x.branch for x in puma().solve(pose_of(puma(), Q))}
    q = (*Q[:4], 1e-7, Q[5])
    T = pose_of(arm, q)
    straight = [x for x in arm.solve(T) if abs(x.q[4]) < 1e-5]
    assert len(straight) == 4
    assert sorted(x.branch for x in straight)[2:] == ["unknown", "unknown"]
    assert min(float(np.abs(np.array(x.q) - q).max()) for x in straight) < 1e-6
    for x in straight:
        np.testing.assert_allclose(pose_of(arm, x.q), T, atol=1e-12)


def test_two_links_have_the_postures_of_trigonometry():
    """Elbow up and down, from the front and from behind."""
    found = three().solve(at(1.0, 0.0, 1.0))
    assert len(found) == 4
    assert degrees(found) == [(0, 90), (90, -90)]
    assert sorted(round(math.degrees(x.q[1])) % 360 for x in found if abs(x.q[0]) > 3) == [90, 180]


def test_limits_leave_all_turns_within_them():
    """Between -100 and 500 degrees: 0 and 360, 90 and 450, -90 and 270."""
    found = three(lower=-100, upper=500).solve(at(1.0, 0.0, 1.0), limits=True)
    expected = [(0, 90), (0, 450), (360, 90), (360, 450), (90, -90), (90, 270), (450, -90), (450, 270)]
    assert degrees(found) == sorted(expected)
    assert all(not x.flags for x in found)


def test_what_no_turn_brings_within_the_limits_is_flagged_and_left_out_on_request():
    arm = three(lower=-10, upper=100)
    flags = {round(math.degrees(x.q[2])): x.flags for x in arm.solve(at(1.0, 0.0, 1.0)) if abs(x.q[0]) < 1e-6}
    assert flags == {90: frozenset(), -90: {"outside_limits"}}
    assert degrees(arm.solve(at(1.0, 0.0, 1.0), limits=True)) == [(0, 90)]


def test_a_joint_that_is_limited_on_one_side_is_turned_there_but_not_beyond():
    assert degrees(three(lower=60).solve(at(1.0, 0.0, 1.0), limits=True)) == [(90, 270), (360, 90)]


def test_the_nearest_posture_is_that_of_least_distance_by_whole_turns():
    q = np.array(Q) + np.array([2 * math.pi, 0, 0, -4 * math.pi, 0, 0])
    found = puma().nearest(pose_of(puma(), Q), q + 0.05)
    assert found is not None
    np.testing.assert_allclose(found.q, q, atol=1e-12)
    assert puma().nearest(at(50, 0), q) is None


# -- singular postures -------------------------------------------------------------------------------------------------


def test_a_straight_wrist_leaves_a_difference_free():
    """Axes 4 and 6 are one line there: what one turns the other turns back."""
    T = pose_of(puma(), (*Q[:4], 0.0, Q[5]))
    (x,) = [x for x in puma().solve(T) if x.flags]
    assert x.flags == {"singular", "free"}
    assert x.free == ("q4 - q6",)
    assert x.q[3] + x.q[5] == pytest.approx(Q[3] + Q[5], abs=1e-9)
    np.testing.assert_allclose(pose_of(puma(), x.q), T, atol=1e-10)


def test_a_folded_wrist_leaves_a_sum_free():
    """Half a turn of joint 5 lays axes 4 and 6 on each other again, the other way."""
    T = pose_of(puma(), (*Q[:4], math.pi, Q[5]))
    assert {x.free for x in puma().solve(T) if "free" in x.flags} == {("q4 + q6",)}


def test_axis_6_parallel_to_2_3_4_leaves_four_joints_free_together():
    """UR: joints 2, 3, 4 and 6 are a planar chain there, with one joint too many."""
    found = ur5().solve(pose_of(ur5(), (0.3, -0.5, 0.9, 0.7, 0.0, 0.4)))
    free = [x for x in found if "free" in x.flags]
    assert free
    assert {x.free for x in free} == {("q2 with q3, q4, q6",)}


def test_axis_6_turns_to_where_the_others_reach_if_nothing_else_determines_it():
    """UR with axis 6 parallel to 2, 3, 4 and the elbow nearly straight: with joint 6 at 0 the pose is out of reach."""
    q = (0.87194857, 0.92102606, -0.1808782, -1.3905572, math.pi, -1.96455252)
    found = ur5().solve(pose_of(ur5(), q))
    assert any(x.free == ("q2 with q3, q4, q6",) and abs(x.q[0] - q[0]) < 1e-6 for x in found)


def test_a_wrist_on_the_first_axis_leaves_joint_1_free():
    """Axis 2 is 0.25 from axis 1; an upper arm of 0.5 goes back by as much, and the forearm stands upright."""
    table = (("0", 0, 0), ("-pi/2", 0.25, 0), ("0", 0.5, 0), ("-pi/2", 0, 0.5), ("pi/2", 0, 0), ("-pi/2", 0, 0.1))
    joints = tuple(Joint(parent=k, alpha=a, d=d, r=r) for k, (a, d, r) in enumerate(table))
    arm = lw.inverse_geometry(Robot(name="offset", joints=joints))
    for beside in (0.0, 1e-5, -1e-5):
        q = np.array((0.4, 2 * math.pi / 3 + beside, -2 * math.pi / 3, 0.7, -0.8, 0.4))
        own = [x for x in arm.solve(pose_of(arm, q)) if np.abs(np.array(x.q[1:3]) - q[1:3]).max() < 1e-6]
        assert own
        if beside:
            assert min(np.abs(np.array(x.q) - q).max() for x in own) < 1e-6
        else:
            assert {x.free for x in own} == {("q1 + q4",)}  # axis 4 is on axis 1


def test_a_straight_elbow_is_singular_and_nothing_is_free():
    """Two postures meet at the edge of the reach; 1e-5 inside they are two again, beyond it there is none."""
    found = three().solve(at(2.0, 0.0))
    assert {x.flags for x in found} == {frozenset({"singular"})}
    assert {x.free for x in found} == {()}
    assert [x.flags for x in three().solve(at(2.0 - 1e-5, 0.0))] == [frozenset()] * 4
    assert all("least_squares" in x.flags for x in three().solve(at(2.0 + 1e-5, 0.0)))


# -- out of reach ------------------------------------------------------------------------------------------------------


def test_out_of_reach_fewer_joints_come_as_near_as_they_can():
    """The arm points to the place, and what is left is the distance to its end, here in units of its reach."""
    found = three().solve(at(0.0, 3.0, 4.0))
    assert found.method == "least squares"
    (x,) = [x for x in found if x.q[0] > 0]
    np.testing.assert_allclose(x.q, (math.pi / 2, math.atan2(4, 3), 0), atol=1e-6)
    assert x.residual * three().arm.reach == pytest.approx(3.0, rel=1e-9)
    assert "least_squares" in x.flags
    assert len(three().solve(at(3.0, 4.0), closest=False)) == 0


def test_out_of_reach_six_joints_come_near_on_request():
    """Wrist centre at the end: a PUMA whose place is far away in the direction of its own reach is stretched."""
    T = pose_of(puma(), Q)
    T[:3, 3] = 40.0, 0.0, 0.0
    assert len(puma().solve(T)) == 0
    best = puma().solve(T, closest=True)
    assert {frozenset(x.flags) >= {"least_squares"} for x in best} == {True}
    rng = np.random.default_rng(4)
    drawn = puma().arm.errors(rng.uniform(-math.pi, math.pi, (20000, 6)), T)
    assert best[0].residual <= np.linalg.norm(drawn, axis=-1).min() + 1e-12


def test_a_scara_gives_the_least_residual_at_a_pose_that_it_cannot_have():
    """Tilted by an angle about x, a vertical arm misses at least that: the chord 2 sin(angle / 2)."""
    arm = lw.inverse_geometry(lw.load("scara4").with_numbers(), task="pose", iterate=True)
    T = pose_of(arm, (0.4, 0.7, 0.1, 0.2))
    assert all("least_squares" not in x.flags for x in arm.solve(T))
    tilted = T.copy()
    c, s = math.cos(0.2), math.sin(0.2)
    tilted[:3, :3] = T[:3, :3] @ [[1, 0, 0], [0, c, -s], [0, s, c]]
    found = arm.solve(tilted)
    assert all("least_squares" in x.flags for x in found)
    assert found[0].residual == pytest.approx(2 * math.sin(0.1), rel=1e-6)


# -- by iteration ------------------------------------------------------------------------------------------------------


def test_iteration_finds_what_the_closed_form_finds_and_says_that_it_may_not():
    T = pose_of(puma(), Q)
    found = lw.inverse_geometry(puma().robot, iterate=True).solve(T)
    assert found.method == "numeric"
    assert "there may be others" in found.notes[0]
    ours, theirs = (sorted(tuple(np.round(x.q, 6)) for x in some) for some in (puma().solve(T), found))
    np.testing.assert_allclose(theirs, ours, atol=2e-6)


def test_eight_joints_are_solved_by_iteration_and_something_is_free():
    joints = tuple(Joint(parent=k, alpha=(0.9 if k % 2 else -1.1) * (k > 0), d=0.2 * (k > 0), r=0.3) for k in range(8))
    arm = lw.inverse_geometry(Robot(name="eight", joints=joints))
    q = np.linspace(-1, 1, 8)
    found = arm.solve(pose_of(arm, q))
    assert found.method == "numeric"
    (x,) = found
    assert x.flags == {"free"}
    np.testing.assert_allclose(pose_of(arm, x.q), pose_of(arm, q), atol=1e-9)
    near = arm.nearest(pose_of(arm, q), q + 0.01)
    assert near is not None
    assert np.abs(np.array(near.q) - q).max() < 0.1


# -- seven joints ------------------------------------------------------------------------------------------------------


def test_of_seven_joints_the_locked_one_is_given():
    arm = lw.inverse_geometry(lw.load("iiwa14"))
    q = np.array([0.2, 0.5, 0.3, -0.9, 0.4, 0.6, 0.1])
    T = pose_of(arm, q)
    found = arm.solve(T, locked=0.3)
    assert len(found) == 8
    assert {x.q[2] for x in found} == {0.3}
    near = arm.nearest(T, q)
    assert near is not None
    np.testing.assert_allclose(near.q, q, atol=1e-9)
    with pytest.raises(InputError, match="no positions for the locked joints"):
        arm.solve(T)


# -- following ---------------------------------------------------------------------------------------------------------


def test_a_posture_is_followed_along_its_own_motion():
    """Poses of a motion far apart: what is followed at them is that motion."""
    rows = [np.array(Q) + 0.25 * k * np.array([1, -0.5, 0.3, 0.7, 0.2, -1]) for k in range(4)]
    found = puma().follow([pose_of(puma(), q) for q in rows], rows[0])
    assert found.complete
    assert found.meetings == ()
    np.testing.assert_allclose(found.q, rows, atol=1e-9)


def test_following_says_where_a_path_leaves_the_reach():
    """Straight out from 1 to 3: two links of length 1 are stretched at 2, halfway."""
    start = three().nearest(at(1.0, 0.0), (0.0, 1.0, -2.0))
    assert start is not None
    found = three().follow([at(1.0, 0.0), at(3.0, 0.0)], start.q)
    assert found.end == "the path leaves the reach"
    assert found.place == pytest.approx(0.5, abs=1e-5)
    (meeting,) = found.meetings
    ((_, _, c),) = meeting.others
    assert c == pytest.approx(-meeting.q[2], abs=0.05)  # the other elbow


def test_postures_that_meet_on_a_path_are_told_and_passed_on_request():
    """A wrist that turns through straight: another posture of the wrist is there, too."""
    rows = [(*Q[:4], x, Q[5]) for x in (-0.4, 0.5)]
    poses = [pose_of(puma(), q) for q in rows]
    found = puma().follow(poses, rows[0])
    assert found.end == "postures meet"
    assert found.place == pytest.approx(4 / 9, abs=1e-6)
    (meeting,) = found.meetings
    assert meeting.free == ("q4 - q6",)
    ((*_, q4, _, _),) = meeting.others
    assert abs(q4 - Q[3]) == pytest.approx(math.pi, abs=1e-3)
    gone = puma().follow(poses, rows[0], through=True)
    assert gone.complete
    assert [x.went_on for x in gone.meetings] == [True]
    np.testing.assert_allclose(gone.q[-1], rows[-1], atol=1e-6)


# -- bad input ---------------------------------------------------------------------------------------------------------


def skewed(by: float) -> Any:
    T = pose_of(puma(), Q)
    T[0, 1] += by
    return T


BAD: list[tuple[Any, str]] = [
    (np.eye(3), r"shape \(3, 3\)"),
    (np.full((4, 4), np.nan), "not a finite number"),
    ("pose", "not made of numbers"),
    (np.diag([1.0, 1, -1, 1]), "determinant is -1"),
    (np.diag([1.0, 1, 1, 2]), "ends with the row"),
]


@pytest.mark.parametrize(("T", "said"), BAD)
def test_what_is_no_pose_is_refused_with_its_defect(T: Any, said: str):
    with pytest.raises(InputError, match=said) as problem:
        puma().solve(T)
    assert problem.value.remedy


def test_what_is_nearly_a_rotation_is_put_right_and_told():
    with pytest.raises(InputError, match=r"misses 1 by \d\.\de-0[34]"):
        puma().solve(skewed(1e-3))
    found = puma().solve(skewed(1e-7))
    assert len(found) == 8
    assert "nearest rotation" in found.notes[0]


def test_a_robot_that_branches_must_be_told_which_frame():
    joints = (Joint(name="a"), Joint(name="b", parent=1, d=1), Joint(name="c", parent=1, d=2))
    with pytest.raises(InputError, match="several ends: which frame") as problem:
        lw.inverse_geometry(Robot(name="fork", joints=joints))
    assert "(b)" in problem.value.remedy
    with pytest.raises(RobotError, match="closed loops"):
        lw.inverse_geometry(lw.load("four_bar"))


def test_joints_that_depend_on_each_other_are_refused_by_name():
    joints = tuple(Joint(name=f"j{k}", parent=k, r=0.1) for k in range(6))
    with pytest.raises(RobotError, match="idle"):
        lw.inverse_geometry(Robot(name="screws", joints=joints))


def test_an_elimination_is_explained_by_its_joints():
    """Six axes of which no three meet: degree 16 (Raghavan and Roth 1990), of four joints in a row one is hidden."""
    turns = [(0.9, 0.2), (-1.1, 0.3), (0.7, 0.1), (1.3, 0.25), (-0.8, 0.15)]
    joints = (Joint(r=0.1), *(Joint(parent=k, alpha=a, d=d, r=0.1 * k) for k, (a, d) in enumerate(turns, 1)))
    found = lw.explain(Robot(name="general", joints=joints))
    assert (found.name, found.count, found.degree) == ("elimination", 16, 16)
    for f in found.formulations:
        steps = {(b - a) % 6 for a, b in itertools.pairwise(f["joints"])}
        assert steps in ({1}, {5})  # in a row, around the ring of the joints and the pose
        assert sorted(f["joints"] + f["eliminated"]) == [1, 2, 3, 4, 5, 6]
        assert {f["hidden"], f["axis"]} <= set(f["joints"])
    assert "12 x 12 determinant" in found.text()
