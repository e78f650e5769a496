"""Closed forms of planar loops, and where they end: they satisfy the loop equations and are right in numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Expr, parse_formula, prove_equal
from linkwright.models.constraints.closed_forms import select_signs
from linkwright.robot import Coupling, Joint, Loop, Robot, Term
from tests.support.closing import LENGTHS, Case, check, four_bar, gap, numbers_of, numeric, positions, put

# -- planar loops ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", ["crank", "coupler", "rocker"])
@pytest.mark.parametrize("cut", ["elbow", "ground", "knee", "motor"])
def test_four_bar_however_it_is_cut(cut, known):
    robot = four_bar(cut)
    unknown = [j for j, joint in enumerate(robot.joints, 1) if joint.name != known]
    found = check(Case(robot, unknown), LENGTHS | {"crank": 0.7, "coupler": 2.2, "rocker": 1.8}, 1)
    assert found.method == "RRR dyad"


def test_four_bar_satisfies_freudensteins_equation():
    """F. Freudenstein 1955: L4/L3 cos t - L4/L1 cos p + (L1^2 - L2^2 + L3^2 + L4^2)/(2 L1 L3) = cos(t - p)."""
    case = Case(four_bar(), [2, 3])
    for t in np.linspace(0, 2 * np.pi, 17):
        for sign in (1, -1):
            p = positions(case, LENGTHS | {"crank": float(t)}, [sign])[3]
            a, b, c, d = 0.3, 0.7, 0.5, 0.6
            left = d / a * math.cos(p) - d / c * math.cos(t) + (a * a - b * b + c * c + d * d) / (2 * a * c)
            assert left == pytest.approx(math.cos(t - p), abs=1e-12)


@pytest.mark.parametrize("kind", ["ball", "cylindrical", "universal"])
def test_other_joints_are_pivots_in_the_plane(kind):
    robot = four_bar(kind="ball" if kind == "universal" else kind)
    if kind == "universal":  # its two axes, one along the plane's normal and one across it
        loop = robot.loops[0]
        joint = replace(loop.joint, kind="universal")
        frame = replace(loop.frame, alpha="pi/2", theta="1/3")
        robot = replace(robot, loops=(Loop(joint, frame),))
    check(Case(robot, [2, 3]), LENGTHS | {"crank": 0.7}, 1)
    turned = replace(robot.loops[0].frame, theta="1/2", alpha="1/4" if kind == "ball" else robot.loops[0].frame.alpha)
    Case(replace(robot, loops=(Loop(robot.loops[0].joint, turned),)), [2, 3]).proven(1)


def far_four_bar(height: str = "-h") -> Robot:
    """The four-bar on an arm, with fixed frames on the way, heights, and its rocker seen from below."""
    return Robot(
        name="arm",
        joints=(
            Joint(), Joint(parent=1, alpha="a2", d="d2", r="r2", gamma="g2"),
            Joint(parent=2, kind="prismatic", alpha="pi/3", b="b3"),
            Joint(parent=3, kind="fixed", alpha="1/2", d="d4", theta="t4"), Joint(parent=4, gamma="g5", alpha="a5"),
            Joint(parent=5, kind="fixed", d="d6", theta="t6"), Joint(parent=6, d="d7", r="h"),
            Joint(parent=4, gamma="g5", alpha="a5 + pi", d="L4"),
        ),
        loops=(Loop(Joint(parent=7, d="L2", b=height), Joint(parent=8, alpha="pi", d="L3", theta="t9", kind="fixed")),),
    )  # fmt: skip


def test_antiparallel_axes_fixed_frames_and_a_loop_far_out():
    values = {"a2": 0.3, "d2": 0.2, "r2": 0.1, "g2": 0.5, "b3": 0.4, "d4": 0.2, "t4": 0.3, "g5": 0.1, "a5": 0.7,
              "d6": 0.2, "t6": 0.5, "d7": 0.12, "h": 0.03, "L2": 0.7, "L3": 0.5, "L4": 0.6, "t9": 0.2}  # fmt: skip
    case = Case(far_four_bar(), [7, 8])
    check(case, values | {"q1": 0.1, "q2": 0.2, "q3": 0.3, "q5": 0.7}, 1)
    found = case.solved()
    assert found is not None
    used = {s for e in found.positions.values() for s in e.symbols}
    assert used == {"d6", "t6", "d7", "L2", "L3", "L4", "q5"}  # nothing before the links where the sides part
    assert Case(far_four_bar("h"), [7, 8]).solved() is None  # not in one plane: it never closes


LENGTHS_SLIDER = {"a": 0.3, "c": 0.8, "h": 0.1, "k": 0.05, "g": 0.4}


def slider(inverted: bool = False) -> Robot:
    """A crank a, a rod c, and a slide along the direction g with offsets; inverted: the rod slides in a collar."""
    if inverted:
        return Robot(
            name="collar", joints=(Joint(), Joint(d="h"), Joint(parent=2, kind="prismatic", alpha="pi/2", d="k")),
            loops=(Loop(Joint(parent=3, alpha="-pi/2"), Joint(parent=1, d="a", kind="fixed")),),
        )  # fmt: skip
    return Robot(
        name="slider",
        joints=(Joint(), Joint(parent=1, d="a"), Joint(kind="prismatic", gamma="g", alpha="pi/2", d="h")),
        loops=(Loop(Joint(parent=2, d="c"), Joint(parent=3, alpha="-pi/2", d="k", kind="fixed")),),
    )


def test_slider_crank_from_either_end():
    assert check(Case(slider(), [2, 3]), LENGTHS_SLIDER | {"q1": 0.7}, 1).method == "RRP dyad"
    assert check(Case(slider(), [1, 2]), LENGTHS_SLIDER | {"q3": -0.7}, 1).method == "RRR dyad"
    values = {"a": 0.3, "c": 0.8, "h": 0.0, "k": 0.0, "g": 0.0, "q1": 0.7}
    both = sorted(positions(Case(slider(), [2, 3]), values, [sign])[3] for sign in (1, -1))
    root = math.sqrt(0.8**2 - (0.3 * math.cos(0.7)) ** 2)  # the slide is along -y
    assert both == pytest.approx([-0.3 * math.sin(0.7) - root, -0.3 * math.sin(0.7) + root], abs=1e-14)


def test_rod_in_a_collar():
    values = {"h": 0.9, "k": 0.1, "a": 0.3, "q1": 0.7}
    found = check(Case(slider(inverted=True), [2, 3]), values, 1)
    assert found.method == "RRP dyad"
    at = positions(Case(slider(inverted=True), [2, 3]), values)
    D = np.array([0.3 * math.cos(0.7) - 0.9, 0.3 * math.sin(0.7)])
    assert abs(at[3]) == pytest.approx(math.sqrt(D @ D - 0.01), abs=1e-12)  # Pythagoras


def test_pin_in_a_slot():
    """Whitworth's quick return: the slot points to the pin, whichever way round."""
    robot = Robot(
        name="shaper", joints=(Joint(), Joint(gamma="g", d="h")),
        loops=(Loop(Joint(parent=2, gamma="pi/2", alpha="pi/2", kind="line"), Joint(parent=1, d="a", kind="fixed")),),
    )  # fmt: skip
    values = {"g": 0.4, "h": 0.7, "a": 0.3, "q1": 0.9}
    case = Case(robot, [2])
    check(case, values, 1)
    pin = np.array([0.3 * math.cos(0.9) - 0.7 * math.cos(0.4), 0.3 * math.sin(0.9) - 0.7 * math.sin(0.4)])
    slot = math.atan2(pin[1], pin[0]) - 0.4
    assert math.sin(positions(case, values)[2] - slot) == pytest.approx(0, abs=1e-13)


def yoke() -> Robot:
    """A pin on a crank slides in a slot at an angle e on a slider at an angle g."""
    return Robot(
        name="yoke",
        joints=(Joint(), Joint(kind="prismatic", alpha="pi/2", gamma="g", d="h"),
                Joint(parent=2, kind="fixed", alpha="-pi/2", d="k"),
                Joint(parent=3, kind="prismatic", gamma="e", alpha="pi/2")),
        loops=(Loop(Joint(parent=1, d="a"), Joint(parent=4, alpha="-pi/2", kind="fixed")),),
    )  # fmt: skip


def test_two_slides_are_linear():
    found = check(Case(yoke(), [2, 4]), {"g": 0.4, "h": 0.2, "k": 0.1, "e": 0.9, "a": 0.3, "q1": 0.7}, 0)
    assert found.method == "RPP dyad"
    assert not found.reach
    check(Case(yoke(), [1, 2]), {"g": 0.4, "h": 0.1, "k": 0.1, "e": 0.9, "a": 0.3, "q4": 0.1}, 1)
    assert Case(put(yoke(), e=0), [2, 4]).solved() is None  # both slide along the same line


def test_slides_alone():
    """A tripod of slides that carries a point: oblique coordinates."""
    robot = Robot(
        name="slides",
        joints=(Joint(kind="prismatic"), Joint(parent=1, kind="prismatic", alpha="a2", gamma="g2"),
                Joint(parent=2, kind="prismatic", alpha="a3", gamma="g3"),
                Joint(), Joint(parent=4, alpha="pi/2", d="d5")),
        loops=(Loop(Joint(parent=5, d="d6", kind="ball"), Joint(parent=3, kind="fixed", d="d7")),),
    )  # fmt: skip
    values = {"a2": 0.7, "g2": 0.3, "a3": 0.8, "g3": 0.9, "d5": 0.2, "d6": 0.3, "d7": 0.1, "q4": 0.4, "q5": 0.5}
    assert check(Case(robot, [1, 2, 3]), values, 0).method == "linear"


# -- parallelograms ----------------------------------------------------------------------------------------------------


def test_sr400_is_that_of_the_book():
    """W. Khalil, E. Dombre 2002, chapter 7: q3 = pi/2 - q2 + q7, q8 = q2 - q7."""
    case = Case(lw.load("sr400"), [3, 8])
    found = case.proven(1)
    assert found.method == "linear"
    assert prove_equal(
        [found.positions[3], found.positions[8]], [parse_formula("pi/2 - q2 + q7"), parse_formula("q2 - q7")]
    )
    crossed = case.solved([-1])
    assert crossed is not None
    assert crossed.method == "crossed parallelogram"


@pytest.mark.parametrize(("short", "long"), [("L1", "L2"), (0.1 + 0.2, 0.7), ("2*L1", "L2/3")])
def test_parallelogram(short, long):
    again = 0.3 if isinstance(short, float) else short  # 0.1 + 0.2 is 0.3, as it is written
    robot = put(four_bar(), L1=short, L2=long, L3=again, L4=long)
    case = Case(robot, [2, 3])
    found = case.solved()
    assert found is not None
    assert found.method == "linear"
    assert prove_equal([*found.positions.values()], [parse_formula("-crank"), parse_formula("crank")])
    values = {"L1": 0.3, "L2": 0.7, "crank": 0.4}
    assert gap(case, values) < 1e-15
    assert gap(case, values, [-1]) < 1e-12
    assert abs(positions(case, values)[2] - positions(case, values, [-1])[2]) > 0.1


def test_bars_of_other_lengths_are_no_parallelogram():
    other = check(Case(put(four_bar(), L3="L2", L4="L1"), [2, 3]), {"L1": 0.3, "L2": 0.7, "crank": 0.7}, 1)
    assert other.method == "RRR dyad"


def test_kite_unfolded_and_folded():
    """Crank and coupler are equal, and so are rocker and ground: they can lie on each other, and only then is it
    linear."""
    case = Case(put(four_bar(), L2="L1", L4="L3"), [2, 3])
    values = {"L1": 0.3, "L3": 0.5, "crank": 0.7}
    assert check(case, values, 1).method == "kite"
    folded = case.solved([-1])
    assert folded is not None
    assert folded.method == "linear"
    at = positions(case, values, [-1])
    assert [math.cos(x) for x in at.values()] == pytest.approx([-1, -1])


def test_rhombus_is_linear_both_ways():
    case = Case(put(four_bar(), L2="L1", L3="L1", L4="L1"), [2, 3])
    found = check(case, {"L1": 0.3, "crank": 0.7}, 1)
    assert found.method == "linear"
    assert prove_equal([*found.positions.values()], [parse_formula("-crank"), parse_formula("crank")])
    folded = case.solved([-1])
    assert folded is not None
    assert folded.method == "linear"


def test_turned_and_antiparallel_parallelogram_is_linear():
    """The follower's axis points down, and the links' x axes are not along the links."""
    robot = Robot(
        name="turned",
        joints=(Joint(theta="t1"), Joint(parent=1, gamma="g2", d="a", theta="t2"),
                Joint(gamma="g3", alpha="pi", d="b", theta="t3")),
        loops=(Loop(Joint(parent=2, gamma="g4", d="b"), Joint(parent=3, gamma="g5", alpha="pi", d="a", kind="fixed")),),
    )  # fmt: skip
    values = {"t1": 0.1, "g2": 0.3, "a": 0.3, "t2": 0.2, "g3": 0.4, "b": 0.8, "t3": 0.5, "g4": 0.6, "g5": 0.7}
    found = check(Case(robot, [2, 3]), values | {"q1": 0.9}, 1)
    assert found.method == "linear"
    # q1 + t1 + g2 is the direction of the crank; the follower, seen from below, turns the other way
    slopes = [[numbers_of([e], values | {"q1": q})[0] for q in (0.0, 1.0)] for e in found.positions.values()]
    assert [b - a for a, b in slopes] == pytest.approx([-1, -1])


def test_three_cranks_of_one_coupler():
    """Redundant: the second loop has nothing more to say."""
    robot = Robot(
        name="wheels",
        joints=(Joint(), Joint(parent=1, d="a"), Joint(d="b"), Joint(gamma="g", d="c")),
        loops=(Loop(Joint(parent=2, d="b"), Joint(parent=3, d="a", kind="fixed")),
               Loop(Joint(parent=2, gamma="g", d="c"), Joint(parent=4, theta="-g", d="a", gamma="-g", kind="fixed"))),
    )  # fmt: skip
    case = Case(robot, [2, 3, 4])
    found = case.solved()
    assert found is not None
    assert found.method == "linear"
    assert gap(case, {"a": 0.3, "b": 0.7, "g": 0.5, "c": 0.4, "q1": 0.6}) < 1e-14
    residual = case.closed(found)
    assert prove_equal([found.positions[3] * 0 + x for x in residual], [found.positions[3] * 0] * len(residual))


def test_palletizer_keeps_its_gripper_level():
    """Arm, forearm, and two parallelograms with a triangle at the elbow: the gripper turns as the base does, not at
    all."""
    robot = Robot(
        name="palletizer",
        joints=(
            Joint(), Joint(parent=1, d="arm"), Joint(parent=1, d="arm"), Joint(parent=2, d="forearm"),
            Joint(gamma="g", d="e"), Joint(parent=3, gamma="h", d="f"),
        ),
        loops=(Loop(Joint(parent=5, d="arm"), Joint(parent=3, gamma="g", d="e", kind="fixed")),
               Loop(Joint(parent=6, d="forearm"), Joint(parent=4, gamma="h", d="f", kind="fixed"))),
    )  # fmt: skip
    values = {"arm": 0.8, "forearm": 0.9, "g": 2.0, "e": 0.2, "h": 1.0, "f": 0.15, "q1": 0.7, "q2": -0.9}
    found = check(Case(robot, [3, 4, 5, 6]), values, 2)
    assert found.method == "linear"
    level = ["-q1", "-q1 - q2", "q1 - g", "q1 + q2 - h"]
    right = [parse_formula(text) for text in level]
    for function in (Expr.sin, Expr.cos):
        assert prove_equal([function(e) for e in found.positions.values()], [function(e) for e in right])


def test_couplings_are_put_in():
    """A gear on the crank turns a joint inside the loop: a four-bar whose coupler has a driven elbow."""
    robot = Robot(
        name="geared",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(parent=2, d="e"), Joint(d="L4")),
        loops=(Loop(Joint(parent=3, d="L2"), Joint(parent=4, d="L3", kind="fixed")),),
        couplings=(Coupling(3, (Term(1, 2),), "o"),),
    )  # fmt: skip
    Case(robot, [2, 4]).proven(1)
    tied = replace(robot, couplings=(Coupling(3, (Term(2, 2),), "o"),))
    assert Case(tied, [2, 4]).solved() is None  # two unknown turns in one
    assert Case(tied, [3, 4]).solved() is None


# -- several loops -----------------------------------------------------------------------------------------------------


def watt() -> Robot:
    """Six bars: a second dyad on the coupler and the rocker of a four-bar (the second loop closes by the first)."""
    return Robot(
        name="watt",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(d="L4"), Joint(parent=2, gamma="g", d="e"),
                Joint(parent=3, gamma="f", d="h")),
        loops=(Loop(Joint(parent=2, d="L2"), Joint(parent=3, d="L3", kind="fixed")),
               Loop(Joint(parent=4, d="m"), Joint(parent=5, d="n", kind="fixed"))),
    )  # fmt: skip


WATT = LENGTHS | {"g": 0.6, "e": 0.4, "f": 0.5, "h": 0.3, "m": 0.5, "n": 0.6, "q1": 0.7}


def test_dyad_after_dyad():
    assert check(Case(watt(), [2, 3, 4, 5]), WATT, 2).signs[0].startswith("elbow")


def test_loops_that_make_a_cycle_together():
    """The same six bars cut elsewhere: each loop has four unknown joints or more, both together have three."""
    robot = Robot(
        name="watt2",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(d="L4"), Joint(parent=2, gamma="g", d="e"),
                Joint(parent=4, d="m")),
        loops=(Loop(Joint(parent=5, d="n"), Joint(parent=3, gamma="f", d="h", kind="fixed")),
               Loop(Joint(parent=2, d="L2"), Joint(parent=3, d="L3", kind="fixed"))),
    )  # fmt: skip
    for loops in (robot.loops, robot.loops[::-1]):
        check(Case(replace(robot, loops=loops), [2, 3, 4, 5]), WATT, 2)


def three_rrr() -> Robot:
    """A platform on three legs of two links, in the plane; two slides and a turn carry the platform."""
    joints = [Joint(kind="fixed", alpha="pi/2"), Joint(parent=1, kind="prismatic"),
              Joint(parent=2, kind="prismatic", gamma="pi/2", alpha="pi/2"),
              Joint(parent=3, gamma="pi/2", alpha="pi/2", theta="0")]  # fmt: skip
    loops = []
    for k in (1, 2, 3):
        joints += [Joint(gamma=f"g{k}", d=f"b{k}"), Joint(parent=2 * k + 3, d=f"a{k}")]
        loops.append(Loop(Joint(parent=2 * k + 4, d=f"c{k}"), Joint(parent=4, gamma=f"f{k}", d=f"p{k}", kind="fixed")))
    return Robot(name="three_rrr", joints=tuple(joints), loops=tuple(loops))


RRR = {"g1": 0.1, "g2": 2.2, "g3": 4.3, "b1": 0.8, "b2": 0.8, "b3": 0.75, "a1": 0.6, "a2": 0.6, "a3": 0.5, "c1": 0.5,
       "c2": 0.5, "c3": 0.6, "f1": 0.1, "f2": 2.2, "f3": 4.3, "p1": 0.2, "p2": 0.2, "p3": 0.25}  # fmt: skip


def test_legs_of_a_planar_platform():
    platform = three_rrr()
    pose = {"q2": 0.1, "q3": 0.1, "q4": 0.2}
    found = check(Case(platform, [5, 6], [1]), RRR | pose | {f"q{j}": 0.0 for j in range(7, 11)}, 1)
    assert found.method == "RRR dyad"
    every = Case(platform, range(5, 11)).proven(3)
    assert every.signs == ("elbow of joint6", "elbow of joint8", "elbow of joint10")


def test_platform_from_its_drives_has_no_closed_form():
    """A group of class III: the forward geometry of 3-RRR has up to six solutions."""
    assert Case(three_rrr(), [2, 3, 4, 6, 8, 10]).solved() is None


def test_five_bar():
    robot = Robot(
        name="five_bar", joints=(Joint(), Joint(parent=1, d="a"), Joint(d="e"), Joint(parent=3, d="b")),
        loops=(Loop(Joint(parent=2, d="c"), Joint(parent=4, d="f", kind="fixed")),),
    )  # fmt: skip
    values = {"a": 0.3, "b": 0.35, "c": 0.6, "e": 0.4, "f": 0.55, "q1": 1.9, "q3": 1.1}
    check(Case(robot, [2, 4]), values, 1)
    assert Case(robot, [2, 3, 4]).solved() is None  # not enough is known


# -- where it ends -----------------------------------------------------------------------------------------------------


def test_out_of_reach_has_no_value():
    case = Case(four_bar(), [2, 3])
    found = case.solved()
    assert found is not None
    for crank, closes in ((0.7, True), (3.0, False)):
        values = {"L1": 0.9, "L2": 0.5, "L3": 0.5, "L4": 0.6, "crank": crank}
        distance = math.hypot(0.9 * math.cos(crank) - 0.6, 0.9 * math.sin(crank))
        assert (distance < 1.0) is closes  # the triangle's inequality
        assert (numbers_of(list(found.reach), values)[0] >= 0) is closes
        assert all(math.isnan(x) is not closes for x in positions(case, values).values())


def test_signs_of_a_configuration():
    robot = replace(four_bar(), numbers=LENGTHS)
    case = Case(robot, [2, 3])
    for sign in (1, -1):
        at = positions(case, LENGTHS | {"crank": 0.7}, [sign])
        near = {1: 0.7, 2: at[2] + 0.1, 3: at[3] - 0.1 + 2 * math.pi}
        assert select_signs(robot, [1], near, [2, 3]) == (sign,)
    with pytest.raises(RobotError, match="L1"):
        select_signs(four_bar(), [1], {1: 0.7, 2: 0.1, 3: 0.2}, [2, 3])
    start = dict.fromkeys(range(1, 11), 0.1)
    assert select_signs(replace(three_rrr(), numbers=RRR), [1, 2, 3], start, [2, 3, 4, 6, 8, 10]) is None


def test_crossed_configuration_of_a_parallelogram():
    robot = replace(lw.load("parallelogram"), numbers={"L1": 0.3, "L2": 0.7})
    assert select_signs(robot, [1], {1: 0.4, 2: -0.4, 3: 0.4}, [2, 3]) == (1,)
    crossed = positions(Case(robot, [2, 3]), {"L1": 0.3, "L2": 0.7, "q1": 0.4}, [-1])
    assert select_signs(robot, [1], {1: 0.4, **crossed}, [2, 3]) == (-1,)


def test_known_positions_may_be_formulas():
    case = Case(four_bar(), [2, 3], q={1: "2*s + pi/3"})
    assert case.solved() is not None
    residual = case.closed(case.proven(1))
    assert {s for x in residual if isinstance(x, Expr) for s in x.symbols} >= {"s"}


def test_angles_as_floats_are_read_exactly():
    robot, quarter = slider(), 1.5707963267948966
    joints = [replace(j, alpha=quarter) if j.kind == "prismatic" else j for j in robot.joints]
    loop = robot.loops[0]
    frame = replace(loop.frame, alpha=-quarter)
    decimal = replace(robot, joints=tuple(joints), loops=(Loop(loop.joint, frame),))
    case = Case(decimal, [2, 3])
    assert case.solved() is not None
    assert gap(case, LENGTHS_SLIDER | {"q1": 0.7}) < 1e-12


def test_units_do_not_matter():
    for scale in (1e-9, 1.0, 1e9):
        case = Case(numeric(four_bar(), {k: x * scale for k, x in LENGTHS.items()}), [2, 3])
        found = case.solved()
        assert found is not None
        assert found.method == "RRR dyad"
        assert gap(case, {"crank": 0.7}) < 1e-12 * scale


def test_unknown_ball_joints_are_left_to_others():
    robot = Robot(
        name="RSSR", joints=(Joint(), Joint(parent=1, kind="ball", d="a"), Joint(alpha="be", d="e")),
        loops=(Loop(Joint(parent=2, d="c", kind="ball"), Joint(parent=3, d="f", kind="fixed")),),
    )  # fmt: skip
    assert Case(robot, [2, 3]).solved() is None
