"""Closed forms of spatial loops: spherical and skew linkages, legs of parallel robots."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from linkwright.models.constraints.closed_forms import select_signs
from linkwright.robot import Joint, Loop, Robot
from tests.support.closing import Case, check, gap, loop_equations, numbers_of, positions, put, spin

# -- orientations ------------------------------------------------------------------------------------------------------


def spherical_four_bar() -> Robot:
    return Robot(
        name="spherical", joints=(Joint(), Joint(parent=1, alpha="a1"), Joint(alpha="a4")),
        loops=(Loop(Joint(parent=2, alpha="a2"), Joint(parent=3, alpha="a3", kind="fixed")),),
    )  # fmt: skip


def test_spherical_four_bar():
    values = {"a1": 0.5, "a2": 1.1, "a3": 0.9, "a4": 1.2, "q1": 0.7, "q3": 1.6}
    assert check(Case(spherical_four_bar(), [2, 3]), values, 1).method == "spherical four-bar"
    assert check(Case(spherical_four_bar(), [1, 2]), values, 1).method == "spherical four-bar"


def cardan() -> Robot:
    """Two shafts whose axes meet at an angle, and a universal joint between them."""
    return Robot(
        name="cardan", joints=(Joint(), Joint(alpha="a4")),
        loops=(Loop(Joint(parent=1, alpha="pi/2", kind="universal"), Joint(parent=2, alpha="pi/2", kind="fixed")),),
    )  # fmt: skip


@pytest.mark.parametrize("with_cross", [True, False])
def test_universal_joint_is_that_of_the_textbook(with_cross):
    """Hooke's: three right angles, tan(out) = tan(in)/cos(bend) up to a quarter turn."""
    robot = put(spherical_four_bar(), a1="pi/2", a2="pi/2", a3="pi/2") if with_cross else cardan()
    case = Case(robot, [2, 3] if with_cross else [2])
    assert case.proven(1).method == ("spherical four-bar" if with_cross else "universal joint")
    bend, turns = 0.6, (0.3, 1.2, -0.8)
    out = [positions(case, {"a4": bend, "q1": q1})[len(robot)] for q1 in turns]

    def differences(shift: float, sign: int, ratio: float) -> list[float]:
        return [math.tan(y) - sign * ratio * math.tan(x + shift) for x, y in zip(turns, out, strict=True)]

    ways = product((0, math.pi / 2), (1, -1), (math.cos(bend), 1 / math.cos(bend)))
    assert min(np.max(np.abs(differences(*way))) for way in ways) < 1e-12


def test_spherical_parallelogram_has_no_root():
    robot = put(spherical_four_bar(), a3="a1", a4="a2")
    found = check(Case(robot, [2, 3]), {"a1": 0.5, "a2": 1.1, "q1": 0.7}, 1)
    assert found.method == "spherical parallelogram"
    assert not found.reach


def bennett(al: str, be: str) -> Robot:
    """Sides A sin(al), A sin(be) with twists al, be, opposite ones equal: G. T. Bennett 1903."""
    one, two = f"A*sin({al})", f"A*sin({be})"
    return Robot(
        name="bennett",
        joints=(Joint(), Joint(parent=1, d=one, alpha=al), Joint(d=f"-{two}", alpha=f"-({be})")),
        loops=(Loop(Joint(parent=2, d=two, alpha=be), Joint(parent=3, d=f"-{one}", alpha=f"-({al})", kind="fixed")),),
    )  # fmt: skip


@pytest.mark.parametrize("known", [1, 2, 3])
def test_bennett(known):
    values = {"al": 0.7, "be": 1.2, "A": 0.5, f"q{known}": 0.8}
    unknown = [j for j in (1, 2, 3) if j != known]
    case = Case(bennett("al", "be"), unknown)
    assert case.proven(0).method == "Bennett"
    assert gap(case, values) < 1e-12


def test_bennetts_equation():
    """tan(t1/2) tan(t2/2) = sin((be + al)/2)/sin((be - al)/2) (Bennett 1903), for turns that both begin at 0 or pi."""
    case = Case(bennett("al", "be"), [2, 3])
    products = []
    for q1 in (0.3, 0.8, 2.0):
        at = positions(case, {"al": 0.7, "be": 1.2, "A": 0.5, "q1": q1})
        products.append((math.tan(q1 / 2) * math.tan(at[2] / 2), math.tan(q1 / 2) / math.tan(at[2] / 2)))
    k = math.sin(0.95) / math.sin(0.25)
    first, second = (np.array(column) for column in zip(*products, strict=True))
    assert min(np.max(np.abs(np.abs(x) - y)) for x in (first, second) for y in (k, 1 / k)) < 1e-12


def test_bennett_with_numbers():
    robot = bennett("pi/6", "pi/2").with_numbers({"A": 0.8})
    case = Case(robot, [2, 3])
    assert case.proven(0).method == "Bennett"
    assert gap(case, {"q1": 0.8}) < 1e-12


def test_bennett_with_decimals():
    """A sixth and a quarter of a turn as floats; the sides are as 1 to 2."""
    sixth, quarter = 0.5235987755982988, 1.5707963267948966
    robot = Robot(
        name="bennett",
        joints=(Joint(), Joint(parent=1, d=0.4, alpha=sixth), Joint(d=-0.8, alpha=-quarter)),
        loops=(Loop(Joint(parent=2, d=0.8, alpha=quarter), Joint(parent=3, d=-0.4, alpha=-sixth, kind="fixed")),),
    )  # fmt: skip
    case = Case(robot, [2, 3])
    found = case.solved()
    assert found is not None
    assert found.method == "Bennett"
    assert gap(case, {"q1": 0.8}) < 1e-12


def test_skew_four_bar_that_is_not_bennetts():
    robot = bennett("al", "be")
    longer = replace(robot.joints[1], d="2*A*sin(al)")
    assert Case(replace(robot, joints=(robot.joints[0], longer, robot.joints[2])), [2, 3]).solved() is None


# -- legs --------------------------------------------------------------------------------------------------------------

PLATFORM = (Joint(kind="prismatic", variable="x"), Joint(parent=1, kind="prismatic", alpha="pi/2", variable="y"),
            Joint(parent=2, kind="prismatic", gamma="pi/2", alpha="pi/2", variable="z"),
            Joint(parent=3, kind="ball", variable="Q"))  # fmt: skip
END = {"e": 0.3, "f": 0.4, "h": 0.15}


def leg(*joints: Joint, d: Any = 0, r: Any = 0) -> Robot:
    """Links on the base, numbered from 5 on, whose last one carries the cut joint, at a point of the platform."""
    end = Joint(parent=4, gamma="e", d="f", b="h", kind="fixed")
    cut = Joint(parent=4 + len(joints), d=d, r=r, kind="ball")
    return Robot(name="leg", joints=(*PLATFORM, *joints), loops=(Loop(cut, end),))


LEGS = {
    "UPS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, alpha="pi/2"),
                Joint(parent=6, kind="prismatic", alpha="pi/2")), 2),
    "UPS offset": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, alpha="t"),
                       Joint(parent=6, kind="prismatic", alpha="pi/2", d="c"), d="k"), 2),
    "RUS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c"), Joint(parent=6, alpha="pi/2"),
                d="m", r="k"), 2),
    "PUS": (leg(Joint(gamma="g", d="b", alpha="a", kind="prismatic"), Joint(parent=5, d="l", alpha="c"),
                Joint(parent=6, alpha="pi/2", r="s"), d="m"), 2),
    "RRRS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c", r="k"), Joint(parent=6, d="m"),
                 d="s"), 2),
    "RRRS planar first": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", r="k"),
                              Joint(parent=6, d="m", alpha="c"), d="s"), 2),
    "RRPS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c"),
                 Joint(parent=6, d="m", alpha="pi/2", kind="prismatic"), d="s"), 2),
    "PRRS": (leg(Joint(gamma="g", d="b", alpha="a", kind="prismatic"), Joint(parent=5, d="l", alpha="c"),
                 Joint(parent=6, d="m"), d="s"), 1),
}  # fmt: skip
LEG = {"g": 0.2, "b": 0.25, "a": 0.3, "t": 1.2, "c": 0.8, "k": 0.1, "l": 0.6, "m": 0.7, "s": 0.3}


@pytest.mark.parametrize("name", LEGS)
def test_leg_of_a_platform(name):
    robot, count = LEGS[name]
    unknown = [5, 6, 7]
    case = Case(robot, unknown)
    assert "leg" in case.proven(count).method
    for angles in ((0.4, -0.7, 0.9), (-0.3, 0.8, 1.1), (2.0, -1.5, 0.6)):
        leg_at = dict(zip(unknown, angles, strict=True))
        values = END | LEG | {"Q_w": 1.0, "Q_x": 0.1, "Q_y": -0.2, "Q_z": 0.05} | meeting_platform(robot, leg_at)
        pose: dict[int, Any] = {1: values["x"], 2: values["y"], 3: values["z"], 4: [1.0, 0.1, -0.2, 0.05]}
        signs = select_signs(replace(robot, numbers=END | LEG), [1], pose | leg_at, unknown)
        assert signs is not None
        for j, x in positions(case, values, signs).items():
            assert math.sin((x - leg_at[j]) / 2) == pytest.approx(0, abs=1e-12)
        assert gap(case, values, signs) < 1e-12
        others = (positions(case, values, way) for way in product((1, -1), repeat=count) if way != signs)
        assert all(any(not abs(way[j] - leg_at[j]) < 1e-3 for j in unknown) for way in others)  # or is no number


def meeting_platform(robot: Robot, leg_at: dict[int, float]) -> dict[str, float]:
    """Where the platform is, if the leg is here: its position is linear in its slides."""
    turn = spin([1.0, 0.1, -0.2, 0.05])

    def apart(*slides: float) -> Any:
        q = [0, *slides, turn, *leg_at.values()]
        values = loop_equations(robot, 1, q, lambda e: numbers_of([e], END | LEG)[0])
        return np.array(values, dtype=float)

    zero = apart(0, 0, 0)
    slopes = np.array([apart(*row) - zero for row in np.eye(3)]).T
    return dict(zip("xyz", map(float, np.linalg.solve(slopes, -zero)), strict=True))


def test_rsur_linkage_from_either_end():
    robot = Robot(
        name="RSUR",
        joints=(Joint(), Joint(parent=1, d="a", alpha="al"), Joint(parent=2, alpha="pi/2"),
                Joint(b="b", alpha="be", d="e")),
        loops=(Loop(Joint(parent=3, d="c", r="s", kind="ball"), Joint(parent=4, d="f", kind="fixed")),),
    )  # fmt: skip
    values = {"a": 0.2, "al": 0.4, "b": 0.3, "be": 1.2, "e": 0.6, "c": 0.7, "s": 0.1, "f": 0.5}
    check(Case(robot, [2, 3, 4]), values | {"q1": 0.7}, 2)
    check(Case(robot, [1, 2, 3]), values | {"q4": positions(Case(robot, [2, 3, 4]), values | {"q1": 0.7})[4]}, 2)


def delta_leg(kind: str = "RUU") -> Robot:
    """A platform that only slides, and a leg that keeps its direction."""
    slides = tuple(replace(joint, kind="prismatic") for joint in PLATFORM[:3])
    back = Joint(parent=3, kind="fixed", gamma="pi/2", alpha="pi/2", theta="pi/2")  # the axes of the base
    first = Joint(gamma="g", d="b", alpha="pi/2")
    if kind == "RUU":
        joints = (first, Joint(parent=5, d="l"), Joint(parent=6, alpha="pi/2"))
        cut = Joint(parent=7, d="m", kind="universal")
    else:  # UPU
        joints = (first, Joint(parent=5, alpha="pi/2"), Joint(parent=6, alpha="pi/2", kind="prismatic"))
        cut = Joint(parent=7, alpha="pi/2", kind="universal")
    end = Joint(parent=4, gamma="g", d="p", alpha="pi/2", kind="fixed")
    return Robot(name=kind, joints=(*slides, back, *joints), loops=(Loop(cut, end),))


@pytest.mark.parametrize("kind", ["RUU", "UPU"])
def test_leg_with_universal_joints_at_both_ends(kind):
    robot = delta_leg(kind)
    case = Case(robot, [5, 6, 7])
    case.proven(2)
    values = {"g": 0.5, "b": 0.3, "l": 0.4, "m": 0.9, "p": 0.1, "x": 0.7, "y": 0.2, "z": 0.1}
    for signs in product((1, -1), repeat=2):
        assert gap(case, values, signs) < 1e-12


def clavel_leg(first: int = 1) -> Robot:
    """R. Clavel 1988: an arm, and a forearm of two rods between bars that turn about axes parallel to the arm's."""
    slides = PLATFORM[:3]
    back = Joint(parent=3, kind="fixed", gamma="pi/2", alpha="pi/2", theta="pi/2")
    joints = (
        Joint(gamma="g", d="b", alpha="pi/2"),
        Joint(parent=5, d="l"),  # arm and upper bar
        Joint(parent=6, b="w", alpha="pi/2"),
        Joint(parent=6, b="-w", alpha="pi/2"),  # rods
        Joint(parent=7, d="m"),  # lower bar
    )
    rod = Loop(Joint(parent=8, d="m"), Joint(parent=9, gamma="-pi/2", d="2*w", kind="fixed"))
    bar = Loop(Joint(parent=9, alpha="-pi/2", r="-w"), Joint(parent=4, gamma="g", d="p", alpha="pi/2", kind="fixed"))
    loops = (rod, bar) if first == 1 else (bar, rod)
    return Robot(name="clavel", joints=(*slides, back, *joints), loops=loops)


@pytest.mark.parametrize("first", [1, 2])
def test_leg_with_a_parallelogram(first):
    robot = clavel_leg(first)
    values = {"g": 0.5, "b": 0.3, "l": 0.4, "m": 0.9, "p": 0.1, "w": 0.05, "x": 0.7, "y": 0.2, "z": 0.1}
    case = Case(robot, [5, 6, 7, 8, 9])
    found = case.proven(2)
    assert "parallelogram" in found.method
    for signs in product((1, -1), repeat=2):
        assert gap(case, values, signs) < 1e-12
        at = positions(case, values, signs)
        assert select_signs(replace(robot, numbers=values), [1, 2], {1: 0.7, 2: 0.2, 3: 0.1, **at}, at) == signs
    # the arm is that of the leg with universal joints
    legs = (case, Case(delta_leg(), [5, 6, 7]))
    arms = [{round(math.sin(positions(c, values, s)[5]), 9) for s in product((1, -1), repeat=2)} for c in legs]
    assert arms[0] == arms[1]


def test_universal_joint_that_a_turning_platform_breaks():
    """Six unknown directions would be needed: with a ball joint for the platform the axes are not normal."""
    robot = delta_leg()
    free = replace(robot, joints=(*robot.joints[:3], Joint(parent=3, kind="ball", variable="Q"), *robot.joints[4:]))
    assert Case(free, [5, 6, 7]).solved() is None
