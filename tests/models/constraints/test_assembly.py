"""Robots with loops are analysed, solved and loaded in the assembly of their start, and at home as anywhere else.

Mechanisms are drawn closed, as trees of numbers with an oracle of their own (`fuzz.linkages`), which shares nothing
with the package: closed positions by Newton's steps, efforts by a recursion over the tree, projected.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from fuzz import linkages
from fuzz.linkages import Drawn, Mechanism, Q, add_truss, symmetric
from fuzz.oracle import PRISMATIC, REVOLUTE
from fuzz.report import Section
from fuzz.singular_loops import Mechanism as NumericMechanism

import linkwright as lw
from linkwright import formats
from linkwright.errors import RobotError
from linkwright.expr.kernels import newton
from linkwright.models.constraints import mobility_analysis
from linkwright.models.constraints.closed_forms import assembly_branch
from linkwright.models.constraints.loop_report import LoopAnalysis
from linkwright.verification.laws import LOOP_LAWS, laws
from tests.support.mechanisms import builtin
from tests.support.some import some


def arm_with_truss(apex: float, size: float, seed: int) -> Mechanism:
    """A driven link with a strut and a stay on it, which meet under an angle."""
    made = Drawn("truss", random.Random(seed))
    link = made.add(0, REVOLUTE, (0.0, 0.0, 0.3, 0.0, 0.0, 0.0), 0.4, driven=True)
    add_truss(made, link, apex)
    return made.made().grown(size)


def own(m: Mechanism, names: tuple[str, ...]) -> list[int]:
    return [m.moving.index(m.names.index(name)) for name in names]


def state(m: Mechanism, fn: lw.Function, q: Any, near: Any) -> dict[str, Any]:
    """Inputs of a function at closed positions q, its iteration begun at others."""
    found = {}
    for port in fn.inputs:
        at = {"q": q, "q_start": near}.get(port.name)
        found[port.name] = np.array([m.position(at, x) for x in port.names]) if at is not None else np.ones(port.size)
    return found


# -- rigid parts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("apex", [1e-4, 3e-3, -0.05, 0.3, -2.0])
def test_joints_that_a_loop_holds_are_where_start_has_them(apex: float, size: float):
    for seed in range(3):
        m = arm_with_truss(apex, size, seed)
        found = np.ravel(lw.model(m.robot(), "joint_positions", outputs="positions")(q=[1.1]))
        np.testing.assert_allclose(found, [1.1, *m.home[1:].astype(float)], rtol=0, atol=4e-16)


@pytest.mark.parametrize(("apex", "size"), [(0.02, 1.0), (-0.3, 1e3), (1.2, 1e-3)])
def test_efforts_of_an_arm_with_a_truss_are_those_of_the_tree_projected(apex: float, size: float):
    m = arm_with_truss(apex, size, 5)
    tau = np.ravel(lw.model(m.robot(), "inverse_dynamics")(q=[0.4], qd=[1.3], qdd=[-0.7]))
    expected = m.efforts(m.home, [0], np.array([1.3]), np.array([-0.7]))
    np.testing.assert_allclose(tau, expected.astype(float), rtol=1e-9)


def test_base_parameters_of_an_arm_with_a_truss_are_those_of_one_link():
    """ZZ, MX and MY of all that turns together; gravity is not along the axis."""
    m = arm_with_truss(0.05, 1.0, 2)
    robot = replace(m.robot(), gravity=(9.81, 0.3, 0.2))
    assert lw.base_parameters(robot).count == 3


def test_whole_turns_of_start_stay():
    m = arm_with_truss(0.3, 1.0, 1)
    robot = m.robot()
    wound = replace(robot.joint(3), start=robot.joint(3).start + 2 * np.pi)
    robot = replace(robot, joints=tuple(wound if j is robot.joint(3) else j for j in robot.joints))
    found = np.ravel(lw.model(robot, "joint_positions", outputs="positions")(q=[0.2]))
    assert found[1] == pytest.approx(wound.start, abs=2e-15)


# -- a start that is not closed ----------------------------------------------------------------------------------------


def moved(robot: lw.Robot, name: str, by: float) -> lw.Robot:
    return replace(robot, joints=tuple(
        replace(j, start=j.start + by) if j.name == name else j for j in robot.joints))  # fmt: skip


@pytest.mark.parametrize(("name", "joint"), [("four_bar", "coupler"), ("delta", "leg1_arm"), ("p3rrr", "leg2_elbow")])
def test_a_start_that_is_not_closed_is_refused_with_one_that_is(name: str, joint: str):
    robot = moved(lw.load(name).with_numbers(), joint, 0.2)
    with pytest.raises(RobotError, match=r"not closed at its start.*of its size open") as refusal:
        lw.mobility(robot)
    said = dict(part.strip().split(" = ") for part in str(refusal.value.remedy).split(": ")[1].split(","))
    assert said
    mended = replace(robot, joints=tuple(
        replace(j, start=float(said[j.name])) if j.name in said else j for j in robot.joints))  # fmt: skip
    found = lw.mobility(mended)
    assert isinstance(found, LoopAnalysis)
    assert found.gap < 1e-12


def test_a_start_with_two_digits_is_the_closed_position_that_it_means():
    robot = lw.load("four_bar").with_numbers()
    rough = replace(robot, joints=tuple(replace(j, start=round(j.start, 2)) for j in robot.joints))
    q = [robot.joints[0].start + 0.1]
    fine, found = (np.ravel(lw.model(x, "joint_positions", outputs="positions")(q=q)) for x in (robot, rough))
    np.testing.assert_allclose(found, fine, atol=1e-12)


# -- parallel robots at home -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "turns"), some(
    product(("3PRS", "3RPS", "3RRS"), ("ball", "xyz")), ("3PRS", "xyz"), ("3RPS", "ball"), ("3RRS", "ball")
))  # fmt: skip
def test_symmetric_robots_move_at_home_and_beside_it(kind: str, turns: str):
    """Efforts are those of the tree, projected; Newton's iteration comes home from 1e-3 beside, wherever it starts."""
    m = symmetric(kind, random.Random(f"{kind} 4"), turns)
    fn = lw.model(m.robot(), "inverse_dynamics", optimize=False)
    a = own(m, fn.inputs[0].names)
    assert m.regular(m.home, a) > 0.01
    draw = random.Random(1)
    ones = np.ones(len(a))
    expected = m.efforts(m.home, a, ones, ones).astype(float)
    for _ in range(8):
        near = m.home + np.array([draw.uniform(-1e-3, 1e-3) for _ in m.home]) * m.units
        out = fn(**state(m, fn, m.home, near))
        assert out["status"] == 0
        np.testing.assert_allclose(out["tau"], expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


def drawn(kind: str) -> Mechanism:
    """A symmetric robot, or one of those of published counts."""
    rng = random.Random(kind)
    if kind in linkages.KINDS_OF_ROBOTS:
        return symmetric(kind, rng, "ball")
    if not linkages.PUBLISHED.exists():
        pytest.skip(f"{linkages.PUBLISHED.name} is not there")
    return linkages.published(kind, rng)


@pytest.mark.parametrize("kind", some(
    ["3UPU", "3RUU", "4RUU", "3PRRR", "6RUS", "6UPS", "6PUS", "3RRR planar", "3RPR planar", "fourbar1", "fivebar1",
     "fourbarpris", "fourbar1turn", "palh1m1", "palh3m1", "picker2Dm1", "P3RPR1G1A0", "P3PRR1G1A0", "P3RRR1G1A0",
     "P3RRPRR12V1G1A0", "P6PRRRRR6V2G1A0"],
    "4RUU", "3PRRR", "6RUS", "3RPR planar", "fivebar1", "fourbarpris", "palh1m1", "P3RRR1G1A0",
))  # fmt: skip
def test_positions_of_robots_with_loops_are_those_of_newtons_steps_in_numpy(kind: str):
    """At home, 1e-8 and 1e-3 beside it; the iteration starts 1e-3 beside."""
    m, section = drawn(kind), Section("test", 0, 0.0)
    fn = lw.model(m.robot(), "joint_positions", optimize=False)
    a, draw = own(m, fn.inputs[0].names), random.Random(2)
    assert m.regular(m.home, a) > linkages.REGULAR
    for beside in (0.0, 1e-8, 1e-3):
        q = m.home.copy()
        q[a] += beside * np.array([draw.uniform(-1, 1) for _ in a]) * m.units[a]
        q = m.closed(q, a)
        assert q is not None
        near = q + np.array([draw.uniform(-1e-3, 1e-3) for _ in q]) * m.units
        linkages._compare_positions(section, m, fn, q, near, f"{beside:g} beside home")
    assert section.comparisons == 3
    assert not section.findings


@pytest.mark.parametrize(("kind", "mobility"), [("4RUU", 4), ("3UPU", 3), ("3PRRR", 3)])
def test_robots_whose_legs_hold_the_orientation_of_a_ball_platform_are_analysed(kind: str, mobility: int):
    m = symmetric(kind, random.Random(kind), "ball")
    found = lw.mobility(m.robot())
    assert isinstance(found, LoopAnalysis)
    assert found.mobility == mobility
    assert not found.undriven


def test_a_robot_of_equal_links_without_start_is_not_analysed_folded():
    """Folded, the two links of a leg turn together and its drive stands still: another mode, with as many freedoms."""
    m = symmetric("3PRRR", random.Random(3), "ball")
    robot = m.robot()
    bare = replace(robot, joints=tuple(replace(j, start=0.0) for j in robot.joints))
    found = lw.mobility(bare)
    assert isinstance(found, LoopAnalysis)
    assert not found.undriven


@pytest.mark.parametrize("name", some(
    [x for x in formats.builtin_names() if builtin(x).loops and not builtin(x).wheels],
    "four_bar", "bennett", "sarrus", "picker", "andrews", "p3rpr", "hybrid_leg", "delta"
))  # fmt: skip
def test_loops_of_every_built_in_robot_are_closed_where_positions_are_told(name: str):
    """By transforms in NumPy, at states beside the start of the robot, all joints moved."""
    mechanism = NumericMechanism(builtin(name))
    fn = lw.model(builtin(name), "joint_positions", optimize=False)
    rng = np.random.default_rng(4)
    for _ in range(3):
        step = rng.uniform(-0.05, 0.05, len(mechanism.freedoms)) * mechanism.scale
        q = mechanism.closed(mechanism.moved(mechanism.start, step))
        assert q is not None
        near = mechanism.moved(q, rng.uniform(-1e-3, 1e-3, len(step)) * mechanism.scale)
        given = {p.name: mechanism.values({"q": q, "q_start": near}[p.name], p.labels) for p in fn.inputs}
        out: Any = fn(**given)
        out = out if isinstance(out, dict) else {"positions": out}
        assert not out.get("status", 0)
        values = dict(zip(fn.outputs[0].labels, np.ravel(out["positions"]), strict=True))
        found = [x.copy() for x in q]
        for label, (j, k) in mechanism.elements.items():
            if label in values:
                found[j - 1][k] = values[label]
        assert np.abs(mechanism.system(found)[0]).max() < 1e-9


# -- planted faults ----------------------------------------------------------------------------------------------------


def outcome(robot: lw.Robot, law: str) -> str:
    (chosen,) = [x for x in LOOP_LAWS if x.name.startswith(law)]
    ((_, run),) = laws(robot, [chosen])
    return run().outcome


ASSEMBLED = "assembled position = closed position nearest to start"


def leg_that_stands_the_other_way_round() -> Mechanism:
    """A carriage that slides along x, y and z, and a leg to it from a universal joint, whose second angle is pi: with
    another first angle it would be 0."""
    made, link, top = Drawn("other way round", random.Random(1)), 0, 0
    for start in (0.3, 0.1, 0.5):
        top = made.add(top, PRISMATIC, (Q, 0.0, Q, 0.0, 0.0, 0.0), start, driven=True)
    for sigma, frame, start in ((REVOLUTE, (0.0, 0.0, Q, 0.2, 0.0, 0.0), 1.1),
                                (REVOLUTE, (0.0, 0.0, Q, 0.0, Q, 0.0), np.pi),
                                (PRISMATIC, (0.0, 0.0, Q, 0.0, 0.0, 0.0), 0.7)):  # fmt: skip
        link = made.add(link, sigma, frame, start)
    made.close("ball", (link, top), (0.0,) * 6, (np.eye(3), np.zeros(3)))
    return made.made()


def test_solutions_that_are_taken_half_a_turn_from_start_are_seen(monkeypatch: pytest.MonkeyPatch):
    robot = leg_that_stands_the_other_way_round().robot()
    assert outcome(robot, ASSEMBLED) == "passed"
    right = assembly_branch._position_distance
    monkeypatch.setattr(assembly_branch, "_position_distance", lambda kind, x, y: (
        abs(math.sin(x - y)) if kind == "revolute" and isinstance(y, float) else right(kind, x, y)))  # fmt: skip
    assert outcome(robot, ASSEMBLED) == "failed"


def test_constants_of_another_assembly_than_that_of_start_are_seen(wrong_constants: Callable[[], None]):
    robot = arm_with_truss(0.2, 1.0, 3).robot()
    assert outcome(robot, ASSEMBLED) == "passed"
    wrong_constants()
    assert outcome(robot, ASSEMBLED) == "failed"


@pytest.mark.parametrize("name", ["p3prr", "hybrid_leg", "p3rrr"])
def test_laws_of_robots_with_symbols_are_not_skipped(name: str):
    """States are closed with the lengths with which the robot is assembled."""
    assert outcome(formats.builtin(name), "positions of dependent joints") == "passed"
    assert outcome(formats.builtin(name), ASSEMBLED) == "passed"


@pytest.mark.parametrize("times", [1e5, 1e9])
def test_a_loose_tolerance_of_newtons_iteration_is_seen(monkeypatch: pytest.MonkeyPatch, times: float):
    assert outcome(builtin("p3rrr"), "loops are closed from any start") == "passed"
    monkeypatch.setattr(newton, "epsilon", sys.float_info.epsilon * times)
    assert outcome(builtin("p3rrr"), "loops are closed from any start") == "failed"


@pytest.fixture
def wrong_constants(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """What was wrong once, planted again when it is called: constants from a position that was found elsewhere. No
    analysis of a robot outlives the fault."""
    right = mobility_analysis._linear_remainder

    def plant() -> None:
        def wrong(values: Any, d: Any, terms: Any) -> Any:
            return right(values, d, terms) + (0.1 if not terms else 0)

        monkeypatch.setattr(mobility_analysis, "_linear_remainder", wrong)
        mobility_analysis._analyze_mobility_cached.cache_clear()

    yield plant
    mobility_analysis._analyze_mobility_cached.cache_clear()


def test_the_look_at_linkages_finds_a_robot_in_another_assembly(wrong_constants: Callable[[], None]):
    m = arm_with_truss(0.2, 1.0, 3)
    wrong_constants()
    section = Section("test", 0, 0.0)
    linkages._look(section, m, random.Random(0), "truss")
    assert section.findings
