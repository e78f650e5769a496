"""Next to singular postures none is lost, what is told as free moves, and what is no pose is told as such.

Sides: the posture that a pose is made of, moved by screws of NumPy; Newton's steps of NumPy (`fuzz.singular_postures`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fuzz import singular_postures as scan

import linkwright as lw
from linkwright.models.framework.model import MODELS
from linkwright.models.inverse_geometry import joint_limits, pose_input
from linkwright.models.inverse_geometry.classes.srs_arm import SrsArm
from linkwright.verification import arms
from linkwright.verification.law import Law
from tests.support.some import some

Array = Any
WRISTS = {  # a posture, the joint that makes a singular set of it, and where that joint is there
    "ur5": ((0.3, -0.9, 1.1, 0.4, 0, 0.5), 4, 0.0),
    "ur10": ((0.3, -0.9, 1.1, 0.4, 0, 0.5), 4, np.pi),
    "puma560": ((0.3, -0.9, 1.1, 0.4, 0, 0.5), 4, 0.0),
    "rx90": ((0.3, 0.7, 1.1, 0.4, 0, 0.5), 4, 0.0),
    "stanford": ((0.3, 0.7, 0.4, 0.4, 0, 0.5), 4, 0.0),
    "panda": ((0.3, -0.9, 0.2, -1.1, 0.4, 0.8, 0.5), 5, 0.0),
    "iiwa14": ((0.3, -0.9, 0.2, -1.1, 0.4, 0.0, 0.5), 5, 0.0),
}
FAR = 10.0 ** np.arange(-14, -3)
GEN3 = scan.of_table("gen3", "R" * 7, [0, "pi/2", "-pi/2", "pi/2", "-pi/2", "pi/2", "-pi/2"], [0] * 7,
                     [0.2848, -0.0118, 0.4208, -0.0128, 0.3143, 0, 0.1674], locked=3)  # fmt: skip


def asked(arm: scan.Arm) -> tuple[scan.Numeric, Any]:
    chain = scan.Numeric(arm)
    fn = lw.compile(lw.model(arm.robot, "inverse_geometry", **arm.options))

    def ask(q: Array, T: Array | None = None) -> tuple[list[Array], Array, Array]:
        """Whole postures, their flags, and what of each is free, at the pose of one."""
        given = {"q_locked": q[chain.locks]} if chain.locks else {"psi": [chain.angle(q)]} if chain.psi else {}
        found = fn(T=chain.pose(q) if T is None else T, **given)
        rows = []
        for x in np.asarray(found["q"])[: int(found["count"])]:
            rows.append(q.copy())
            rows[-1][chain.own] = x
        return rows, found["flags"][: len(rows)], found["free"][: len(rows)]

    return chain, ask


def is_among(chain: scan.Numeric, q: Array, rows: list[Array], free: Array) -> bool:
    """But for joints that are free, and for what rounding of the pose moves."""
    near = scan.NEAR + 20 * scan.EPS / max(float(chain.sizes(q)[-1]), scan.EPS)
    return any(scan.same(chain, q, x, int(bits), near) for x, bits in zip(rows, free, strict=True))


@pytest.mark.parametrize("name", some(WRISTS, "ur5", "puma560", "panda", "stanford"))
def test_a_posture_beside_a_straight_wrist_is_among_those_of_its_pose(name: str):
    posture, joint, there = WRISTS[name]
    chain, ask = asked(scan.Arm(lw.load(name)))
    for far in FAR:
        q = np.array(posture, dtype=float)
        q[joint] = there + far
        rows, _, free = ask(q)
        assert is_among(chain, q, rows, free), far
        for rounded in (scan.ROUNDINGS["single"], scan.ROUNDINGS["8 decimals"]):
            T = rounded(chain.pose(q))
            U, _, V = np.linalg.svd(T[:3, :3])
            T[:3, :3] = U @ V
            for x in scan.newton(chain, q, T, random.Random(1)):
                assert is_among(chain, x, *ask(x, T)[::2]), far


def test_the_nearest_posture_does_not_jump_beside_a_straight_wrist():
    robot = lw.load("ur5")
    inverse = lw.compile(lw.model(robot, "inverse_geometry", nearest="yes"))
    chain = scan.Numeric(scan.Arm(robot))
    q = np.array((0.3, -0.9, 1.1, 0.4, 1e-8, 0.5))
    assert np.abs(inverse(T=chain.pose(q), q_near=q)["q"][0] - q).max() < 1e-6


@pytest.mark.parametrize("joint", [1, 5])
def test_an_arm_angle_beside_a_straight_wrist_or_shoulder_is_in_reach(joint: int):
    chain, ask = asked(scan.Arm(lw.load("iiwa14"), {"redundancy": "arm_angle"}))
    for far in FAR:
        q = np.array((0.3, -0.9, 0.2, -1.1, 0.4, 0.8, 0.5))
        q[joint] = far
        rows, _, free = ask(q)
        assert is_among(chain, q, rows, free), far


def test_where_curves_cross_one_row_stands_for_both():
    """The Stanford arm with its slide at 0: q2 moves with q5, and q4 with q6."""
    chain, ask = asked(scan.Arm(lw.load("stanford")))
    q = np.array((0.3, 0.4, 0, 0.5, 0, 0.6))
    rows, flags, free = ask(q)
    assert is_among(chain, q, rows, free)
    for x, bits in zip(rows, free, strict=True):
        joints = [k for k in range(6) if int(bits) >> k & 1]
        assert chain.moves_freely(x, joints, chain.pose(q))
    assert all(int(f) & 2 for f in flags)


def test_a_stretched_arm_with_a_straight_wrist_tells_the_wrist_as_free():
    """Three motions leave the frame at first order, and one of them goes on."""
    chain, ask = asked(GEN3)
    _, flags, free = ask(np.zeros(7))
    assert (flags.tolist(), free.tolist()) == ([3], [0b101000])
    rng = np.random.default_rng(5)
    for q in rng.integers(-2, 3, (60, 7)) * np.pi / 2:
        rows, _, free = ask(q)
        assert is_among(chain, q, rows, free), q


UPRIGHT = {  # arms whose wrist, or whose end, can be on the first axis
    "bent wrist": scan.of_table("upright", "R" * 6, [0, "pi/2", 0, "pi/2", 0.97, -0.97], [0, 0, 0.124, 0, 0, 0],
                                [0.197, 0, 0, 0.379, 0, -0.117]),
    "square wrist": scan.of_table("upright", "R" * 6, [0, "-pi/2", 0, "pi/2", "-pi/2", "pi/2"], [0, 0, 0.4, 0, 0, 0],
                                  [0.3, 0, 0, 0.35, 0, 0.1]),
    "no wrist": scan.of_table("upright", "RRRF", [0, "-pi/2", 0, 0], [0, 0, 0.3, 0.5], [0, 0, 0, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", some(UPRIGHT, "square wrist", "no wrist"))
def test_a_wrist_beside_the_first_axis_is_reached(name: str):
    """The first joint turns as far as it takes, and all others with it, though it hardly moves the wrist."""
    chain, ask = asked(UPRIGHT[name])
    rng = np.random.default_rng(7)
    for far in FAR[1:]:
        for _ in range(2):
            q = rng.uniform(0.4, 2, len(chain.own)) * rng.choice((-1, 1), len(chain.own))
            q[1] = (scan._root(chain, q, 1, 0) or 0.0) + far
            rows, flags, free = ask(q)
            assert rows, (far, q)
            twin = any(int(f) & scan.SINGULAR for f in flags)  # half a turn of the first joint away
            assert is_among(chain, q, rows, free) or twin, (far, q)


OBLIQUE = {  # arms whose wrist does not reach all directions, and a joint at whose root (or at 0) another one is free
    "slide": (scan.of_table("polar", "RRPRRR", [0, "pi/2", "pi/2", 0, 0.85, -0.86], [0] * 6, [0, 0.4, 0, 0, 0, 0]), 2),
    "shoulder": (scan.of_table("upright", "R" * 6, [0, "pi/2", 0, "pi/2", 0.5, -0.45], [0, 0, 0.4, 0, 0, 0],
                               [0.2, 0, 0, 0.4, 0, 0.1]), 1),
}  # fmt: skip


@pytest.mark.parametrize("name", OBLIQUE)
def test_a_position_that_is_free_puts_no_pose_out_of_reach(name: str):
    """Where any value of a joint does for the arm, not any does for the wrist."""
    arm, joint = OBLIQUE[name]
    chain, ask = asked(arm)
    rng = np.random.default_rng(3)
    for _ in range(8):
        q = rng.uniform(0.4, 2, 6) * rng.choice((-1, 1), 6)
        q[joint] = 0.0 if joint == 2 else scan._root(chain, q, joint, 0) or 0.0
        rows, _, free = ask(q)
        assert rows, q
        assert any(free), q


KINDS = [scan.anthropomorphic, scan.parallel, scan.wrist_first, scan.wrist_quartic, scan.polar]


@pytest.mark.parametrize("kind", some(KINDS, scan.wrist_first, scan.polar))
def test_no_posture_of_a_drawn_arm_is_lost_without_a_flag(kind: Any):
    rng = random.Random(4)
    chain, ask = asked(kind(rng))
    for _ in range(8):
        q, joints = scan.singular(chain, rng)
        q[joints] += 10.0 ** rng.uniform(-14, -4) * chain.units[joints]
        rows, flags, free = ask(q)
        assert is_among(chain, q, rows, free) or any(int(f) & (scan.SINGULAR | scan.SOUGHT) for f in flags)


def test_a_joint_at_the_end_of_its_way_is_told_as_free_with_those_that_move_with_it():
    """One way along the curve it comes back to where it was: the other way it does not."""
    chain, ask = asked(scan.of_table("polar", "RRPRRR", [0, "-pi/2", "pi/2", 0, 0.66, -0.66], [0] * 6,
                                     [0, 0.205, 0, 0, 0, -0.364]))  # fmt: skip
    q = np.array(
        [
            -2.015123993623862,
            1.5707963267912763,
            5.131955099257787e-13,
            0.1193144369287551,
            -0.11772576747303765,
            0.8062672189321352,
        ]
    )
    rows, _, free = ask(q)
    sets = [[k for k in range(6) if int(bits) >> k & 1] for bits in free]
    assert any(sets)
    for x, joints in zip(rows, sets, strict=True):
        assert not joints or chain.moves_freely(x, joints, chain.pose(q))


FOLD = scan.of_table("wrist_quartic", "RRRRRR", [0, 0.82, 0.45, "-pi/2", "pi/2", "pi/2"],
                     [0, -0.59, 0.38, 0.153, 0, 0], [0, 0.463, -0.33, 0.294, 0, -0.282])  # fmt: skip
AT_THE_FOLD = np.array([-1.7402386745731762, -0.3127740377424407, -0.08454140699565516, -1.919655735336681,
                        2.2067903699127447, 0.18211173651188428])  # fmt: skip


def test_another_posture_on_the_way_on_from_a_fold_makes_no_curve():
    """A long step of the motion that is open at the fold ends at one of its own, 0.2 rad away: nothing is free."""
    chain, ask = asked(FOLD)
    rows, flags, free = ask(AT_THE_FOLD)
    assert is_among(chain, AT_THE_FOLD, rows, np.zeros(len(rows)))
    assert not any(free)
    assert any(int(f) == scan.SINGULAR for f in flags)
    assert not chain.moves_freely(rows[0], list(range(6)), chain.pose(AT_THE_FOLD))


SLOW = {  # polar arms, and postures of a curve along which a joint hardly moves at first
    "at the edge of what the wrist reaches": (
        scan.of_table("polar", "RRPRRR", [0, "pi/2", "-pi/2", 0, 0.78, -0.77], [0] * 6, [0, 0.229, 0, 0, 0, 0]),
        [-1.570796325912243, np.pi / 2, 1.0202127648613716e-8, 0.32199949896770963, 3.141226164947113,
         -1.5705385679448296]),
    "beside a curve": (
        scan.of_table("polar", "RRPRRR", [0, "pi/2", "pi/2", 0, 1.14, -0.59], [0] * 6, [0, 0.555, 0, 0, 0, 0]),
        [1.570796116115231, 1.570796116115231, 1.1692721436892513e-07, 0.013440790869555741, 2.106796655295948e-07,
         1.6615279934780691]),
    "beside a straight wrist": (
        scan.of_table("polar", "RRPRRR", [0, "pi/2", "-pi/2", 0, "pi/2", "pi/2"], [0] * 6, [0, 0.483, 0, 0, 0, 0.401]),
        [-1.212989855690426e-5, np.pi, 9.80074808130571e-6, -0.7854083087899795, 2.8696087446609498e-5,
         -2.356164052982948]),
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_a_joint_that_hardly_moves_along_a_curve_is_seen_to_move(name: str):
    arm, posture = SLOW[name]
    chain, ask = asked(arm)
    q = np.array(posture)
    rows, _, free = ask(q)
    sets = [[k for k in range(6) if int(bits) >> k & 1] for bits in free]
    assert [1, 3, 4, 5] in sets
    for x, joints in zip(rows, sets, strict=True):
        assert not joints or chain.moves_freely(x, joints, chain.pose(q))
        assert not chain.moves_freely(x, [0, 1, 3, 4, 5], chain.pose(q))


@pytest.mark.parametrize(("kinds", "alpha", "free"), [
    ("RPP", [0, 0, "-pi/2"], 0b001), ("RRP", [0, "pi/2", "-pi/2"], 0b011),
])  # fmt: skip
def test_an_arm_without_lengths_reaches_the_origin(kinds: str, alpha: list[Any], free: int):
    """Neither the chain nor the pose has a size there that lengths could be compared with."""
    arm = scan.of_table("no lengths", kinds, alpha, [0] * 3, [0] * 3)
    fn = lw.compile(lw.model(arm.robot, "inverse_geometry"))
    found = fn(T=scan.Numeric(arm).pose(np.array([0.7, 0.0, 0.0])))
    assert (int(found["status"]), int(found["count"])) == (0, 1)
    assert (int(found["flags"][0]), int(found["free"][0])) == (3, free)


FEWER = {  # arms with fewer than six joints
    "SCARA": scan.of_table("scara", "RRPR", [0] * 4, [0, -0.265, 0.107, 0], [0, 0.458, 0, 0]),
    "five joints": scan.of_table("five", "RRRRR", [0, 0.7, -1.1, 1.3, 0.4], [0, 0.3, 0.2, -0.4, 0.15],
                                 [0, 0.1, 0.3, -0.2, 0.25], task="pose"),
}  # fmt: skip


@pytest.mark.parametrize("name", FEWER)
def test_the_residual_of_an_arm_with_fewer_joints_is_that_of_its_own_joints(name: str):
    """Little beside what it reaches, joints that it does not have would reach the pose."""
    arm = FEWER[name]
    chain = scan.Numeric(arm)
    fn = lw.compile(lw.model(arm.robot, "inverse_geometry", **arm.options))
    count = 0
    for far in (0.0, *FAR[:7]):
        for q in ([0.4, 0.0, 0.3, -0.7, 0.5], [0.4, 0.9, 0.3, -0.7, 0.5]):
            T = chain.pose(np.array(q[: len(chain.own)]))
            T[:3, 3] += far * np.array([0.6, 0.8, 0.5])
            found = fn(T=T)
            count += int(found["count"])
            for x, residual in zip(found["q"][: int(found["count"])], found["residual"], strict=False):
                missed = np.abs(chain.missed(np.asarray(x), T)).max()
                assert missed < 1e-9, far
                assert missed * chain.reach < 1.01 * residual + 1e-14, far
    assert count > 4


def test_axes_that_meet_but_for_rounding_have_the_tool_for_a_reach():
    arm = scan.of_table("polar", "RRPRRR", [0, "-pi/2", "-pi/2", 0, 1.05, -0.69], [0] * 6, [0, 0, 0, 0, 0, 0.515])
    assert scan.Numeric(arm).reach == pytest.approx(0.515)


def test_a_position_that_is_free_and_taken_for_0_puts_no_pose_out_of_reach():
    """All axes meet where the slide is at 0: candidates have numbers for all joints, and none is at the pose."""
    arm = scan.of_table("polar", "RRPRRR", [0, "pi/2", "pi/2", 0, "pi/2", "pi/2"], [0] * 6, [0, 0, 0, 0, 0, 0.428])
    chain, ask = asked(arm)
    for far in (0.0, 2e-14, 1e-13, 1e-12):
        q = np.array([-0.119, -0.834, far, 1.976, 0.312, 1.581])
        rows, _, free = ask(q)
        assert rows, far
        assert any(free), far
        assert all(np.abs(chain.missed(x, chain.pose(q))).max() < 1e-9 for x in rows)


def test_postures_that_are_close_are_not_one_because_the_way_between_them_leads_to_either():
    arm = scan.of_table("parallel_last", "RRRRRR", [0, 1.13, 1.13, 0, 0, "pi/2"], [0, 0, 0.458, -0.534, -0.172, 0],
                        [-0.302, 0, 0.236, 0, 0, 0.528])  # fmt: skip
    chain, ask = asked(arm)
    q = np.array([-2.231739690624902, 4.264286264917152e-05, -0.00011310264239595349, 0.0003942983558796464,
                  -0.000329967858860059, 3.1415923818731417])  # fmt: skip
    rows, flags, free = ask(q)
    assert is_among(chain, q, rows, free) or any(int(f) & (scan.SINGULAR | scan.SOUGHT) for f in flags)


def test_a_nearly_special_arm_tells_postures_beside_two_motions_as_singular():
    """Stretched, and the wrist above the first axis: what else is beside such a posture may not be found."""
    off = (-1.25e-8, -6.2e-9, 2.1e-9, -1.12e-8, -7.1e-9, -9.7e-9)
    arm = scan.of_table("nearly", "RRRRRR", [0, "-pi/2", 0, "pi/2", "pi/2", "pi/2"],
                        [x + 0.185 * (k == 2) for k, x in enumerate(off)], [-0.4, 0, 0, 0.185, 0, 0.276])  # fmt: skip
    chain, ask = asked(arm)
    for far in (0.0, 1e-8, 1e-6, 7e-6):
        q = np.array([0.859, np.pi / 2 - 0.2 * far, np.pi / 2 - far, -0.607, 0.382, -2.268])
        rows, flags, free = ask(q)
        assert is_among(chain, q, rows, free) or (len(rows) and all(int(f) & scan.SINGULAR for f in flags)), far


@pytest.mark.parametrize("rounding", ["exact", "single"])
def test_what_an_arm_without_lengths_reaches_does_not_depend_on_the_unit(rounding: str):
    """Rounded, the frame is turned by 1e-8 rad more than the wrist can: joints 1 and 2 could give it that only if its
    place, 1e-8 m from where all axes meet, counted for nothing. For these arms the law measures by that distance."""
    arm = scan.of_table("polar", "RRPRRR", [0, "-pi/2", "pi/2", 0, 1.17, -0.9], [0] * 6, [0] * 6)
    chain = scan.Numeric(arm)
    fn = lw.compile(lw.model(arm.robot, "inverse_geometry"))
    q = np.array([-2.437424840247304e-08, 2.022775801179024, -3.5340400765092124e-08, -0.33019706827192286,
                  3.1303843161764076e-08, -1.5707963621352974])  # fmt: skip
    T = scan.ROUNDINGS[rounding](chain.pose(q))
    U, _, V = np.linalg.svd(T[:3, :3])
    T[:3, :3] = U @ V
    far = T.copy()
    far[:3, 3] /= np.linalg.norm(T[:3, 3])
    assert int(fn(T=T)["count"]) == int(fn(T=far)["count"])
    assert bool(scan.newton(chain.at(T), q, T, random.Random(1))) == (rounding == "exact") == bool(fn(T=T)["count"])


def test_where_two_motions_are_open_a_joint_that_moves_with_both_is_free():
    """The RX90 folded: the wrist turns back whatever joints 1 and 2 do; joint 4 moves only if both do."""
    chain, ask = asked(scan.Arm(lw.load("rx90")))
    q = np.array([0, 0, np.pi / 2, np.pi / 2, -np.pi / 2, 0])
    rows, flags, free = ask(q, np.round(chain.pose(q), 8))
    assert (flags.tolist(), free.tolist()) == ([3], [0b111011])
    assert chain.moves_freely(rows[0], [0, 1, 3, 4, 5], chain.pose(q))
    assert chain.moves_freely(rows[0], [0, 4], chain.pose(q))
    assert not chain.moves_freely(rows[0], [0, 1, 2, 3, 4, 5], chain.pose(q))


# -- what is no pose ---------------------------------------------------------------------------------------------------


def wrong(T: Array) -> Iterator[Array]:
    for value in (np.nan, np.inf, -np.inf):
        for k in range(16):
            yield np.where(np.arange(16).reshape(4, 4) == k, value, T)
    for k in range(3):
        yield T * np.where(np.arange(4) == k, -1.0, 1.0)  # mirrored
    yield T.T
    yield -T
    yield np.zeros((4, 4))
    yield T * [[1.0], [1.0], [1.0], [0.0]]
    yield T * np.where(np.arange(4) < 3, 1.01, 1.0)


@pytest.mark.parametrize(("name", "options"), [
    ("ur5", {}), ("puma560", {"limits": "flag"}), ("stanford", {}), ("scara4", {}), ("panda", {}),
    ("iiwa14", {"redundancy": "arm_angle"}),
])  # fmt: skip
def test_what_is_no_pose_has_the_status_of_none(name: str, options: dict[str, Any]):
    fn = lw.compile(lw.model(lw.load(name), "inverse_geometry", **options))
    T = np.eye(4)
    T[:3, :3] = [[0.0, -1.0, 0.0], [0.6, 0.0, 0.8], [-0.8, 0.0, 0.6]]
    T[:3, 3] = 0.2, 0.3, 0.4
    given: dict[str, Any] = {p.name: [0.4] * p.size for p in fn.function.inputs if p.name != "T"}
    assert int(fn(T=T, **given)["status"]) in (0, 3)
    for X in wrong(T):
        found = fn(T=X, **given)
        assert (int(found["status"]), int(found["count"])) == (5, 0), X
        assert np.isnan(found["q"]).all()


# -- faults that the laws of `verify` notice ---------------------------------------------------------------------------


def law(text: str) -> Law:
    return next(x for x in arms.LAWS if text in x.name)


def outcome(text: str, name: str) -> str:
    one = law(text)
    return one.check(lambda: one.fixture(lw.load(name))).outcome


def test_verify_sees_other_joints_told_as_free(monkeypatch: pytest.MonkeyPatch):
    assert outcome("reported as free", "rx90") == "passed"
    good = MODELS["inverse_geometry"]

    def build(*arguments: Any, **options: Any) -> Any:
        return [replace(x, values=[2 * v for v in x.values]) if x.name == "free" else x
                for x in good.build(*arguments, **options)]  # fmt: skip

    monkeypatch.setitem(MODELS.loaded, "inverse_geometry", replace(good, build=build))
    assert outcome("reported as free", "rx90") == "failed"


def test_verify_sees_limits_that_are_wider_by_a_little(monkeypatch: pytest.MonkeyPatch):
    assert outcome("beyond a limit", "rx90") == "passed"
    monkeypatch.setattr(joint_limits, "LIMIT_SLACK", 2e-6)
    assert outcome("beyond a limit", "rx90") == "failed"


@pytest.mark.parametrize(("joint", "side"), [(0, 0), (5, 0), (5, 1)])
def test_verify_sees_that_a_limit_of_one_joint_is_not_kept(joint: int, side: int, monkeypatch: pytest.MonkeyPatch):
    kept = joint_limits.PostureFilter.bounds

    def forgotten(self: joint_limits.PostureFilter) -> list[tuple[float, float, float]]:
        found = [list(row) for row in kept(self)]
        found[joint][side] += (0.5 if side else -0.5) * (found[joint][2] > 0)
        return [(low, high, whole) for low, high, whole in found]

    monkeypatch.setattr(joint_limits.PostureFilter, "bounds", forgotten)
    assert outcome("beyond a limit", "rx90") == "failed"


def test_verify_sees_an_arm_angle_that_is_counted_the_other_way(monkeypatch: pytest.MonkeyPatch):
    assert outcome("arm angle", "iiwa14") == "passed"
    shoulder = SrsArm._shoulder
    monkeypatch.setattr(SrsArm, "_shoulder", lambda self, q4, d, c, s: shoulder(self, q4, d, c, -s))
    assert outcome("arm angle", "iiwa14") == "failed"


def test_verify_sees_poses_that_are_none_and_pass_for_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pose_input, "_last_row", lambda pose: 0)
    assert outcome("includes it, and all lead back", "rx90") == "failed"
