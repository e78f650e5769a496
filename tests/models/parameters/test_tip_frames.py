"""Tips turned so that an entry of their bodies is zero: another frame, and the same efforts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.models import function
from linkwright.models.derive import numeric_specialization
from linkwright.models.parameters import tip_frames
from linkwright.models.parameters.tip_frames import zero_tip_entries, zeroable_entries
from linkwright.robot import Body
from linkwright.robot.robot import INERTIA
from linkwright.verification.bench import ModelFixture
from linkwright.verification.numbers import numeric_efforts
from tests.support.strategies import chain, joint

WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")


def with_bodies(robot: lw.Robot, seed: int) -> lw.Robot:
    """With numbers for bodies, and for wrenches on the environment."""
    draw = np.random.default_rng(seed)
    bodies = [Body(**{name: float(x) for name, x in zip((*INERTIA, *WRENCH), draw.normal(size=16), strict=True)})
              for _ in robot.joints]  # fmt: skip
    return robot.changed(joints=tuple(replace(x, body=b) for x, b in zip(robot.joints, bodies, strict=True)))


BRANCHED = lw.Robot(
    name="branched", gravity=(1, -2, 9),
    joints=(
        joint(parent=0), joint(parent=1, alpha=0.4, d=0.3, r=0.2), joint(parent=1, alpha="pi/2", d=0.7, theta=0.3),
        joint(parent=3, alpha=0, d=0.1, r=0.4), joint(parent=3, kind="prismatic", alpha=1.1),
    ),
)  # fmt: skip


def efforts(robot: lw.Robot, formulation: str, seed: int) -> np.ndarray:
    made = lw.compile(function(robot, "inverse_dynamics", {"formulation": formulation}))
    state = np.random.default_rng(seed).normal(size=(3, len(robot.coordinates)))
    return np.asarray(made(q=state[0], qd=state[1], qdd=state[2]))


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_every_aim_leaves_out_its_entry_and_needs_the_efforts_of_the_book(seed):
    robot = with_bodies(BRANCHED, seed)
    book = efforts(robot, "newton_euler_plain", seed)
    found = zeroable_entries(robot)
    assert {j for j, _ in found} == {2, 4}  # the tips of joints that turn
    for j, entry in found:
        view = zero_tip_entries(robot.in_graph(robot.graph.copy()), ((j, entry),))
        assert getattr(view.joint(j).body, entry).is_zero
        assert np.abs(efforts(view, "newton_euler", seed) - book).max() <= 1e-13 * np.abs(book).max()


def test_two_tips_are_turned_at_once():
    robot = with_bodies(BRANCHED, 5)
    view = zero_tip_entries(robot.in_graph(robot.graph.copy()), ((2, "MY"), (4, "YZ")))
    assert view.joint(2).body.MY.is_zero
    assert view.joint(4).body.YZ.is_zero
    book = efforts(robot, "newton_euler_plain", 5)
    assert np.abs(efforts(view, "newton_euler", 5) - book).max() <= 1e-13 * np.abs(book).max()


def test_there_is_nothing_to_aim_at_where_one_of_two_entries_is_zero_or_bodies_are_symbols():
    robot = with_bodies(chain("arm", {}, {"alpha": "pi/2", "d": 1}), 1)
    tip = replace(robot.joint(2).body, MX=0, YZ=0)
    assert zeroable_entries(robot.changed(joints=(robot.joints[0], replace(robot.joint(2), body=tip)))) == [(2, "XY")]
    assert zeroable_entries(lw.load("rx90")) == []


@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_an_arm_with_numbers_costs_less_by_an_aim_and_a_wrong_one_is_noticed(monkeypatch):
    """A frame that is turned too far has an entry that is not zero, and `verify` notices that it was left out."""
    robot = lw.load("panda").without("friction", "rotors").with_numbers()
    with monkeypatch.context() as without:
        without.setattr("linkwright.models.derive.tuned_parameters.zeroable_entries", lambda robot: [])
        plain = fresh_cost(robot)
    assert fresh_cost(robot) < plain
    assert numeric_efforts(ModelFixture(robot))[0] == "passed"
    monkeypatch.setattr(tip_frames, "_FRAME_ANGLES", {entry: lambda body: 0.1 for entry in tip_frames._FRAME_ANGLES})
    numeric_specialization._cheapest_set.cache_clear()
    assert numeric_efforts(ModelFixture(robot))[0] == "failed"
    numeric_specialization._cheapest_set.cache_clear()


def fresh_cost(robot: lw.Robot) -> int:
    numeric_specialization._cheapest_set.cache_clear()
    return lw.model(robot, "inverse_dynamics").cost.total
