"""Whatever plan the cheap recursion goes by, its efforts are those of the page of the book: proven in a prime field."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.expr import Expr, make_symbol, prove_equal
from linkwright.models import function
from linkwright.models.derive import numeric_specialization
from linkwright.models.dynamics.formulations.newton_euler import newton_euler
from linkwright.models.dynamics.rnea_optimized import rnea_by_plan
from linkwright.models.dynamics.rnea_plan import (
    EquivalentRobot,
    RneaPlan,
    links_before_rotation,
    list_late_changes,
    list_links_of_runs,
)
from linkwright.models.equivalent_bodies import length_scaling, regrouping
from linkwright.models.equivalent_bodies.length_scaling import can_scale_lengths, scale_lengths
from linkwright.models.equivalent_bodies.planar_bodies import planar_body_candidates
from linkwright.models.equivalent_bodies.regrouping import joints_for_point_masses
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import Quaternion, State
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.models.tree.link_steps import make_link_steps, movable_frames, with_moved_frames
from linkwright.models.tree.twists_wrenches import relative_velocities
from linkwright.robot import Body
from linkwright.robot.fields import INERTIA, WRENCH
from linkwright.verification.bench import ModelFixture
from linkwright.verification.numbers import numeric_efforts
from tests.support.some import some
from tests.support.strategies import built_in_trees, chain, joint, trees

PARALLEL = chain(
    "parallel", {}, {"alpha": "a2", "d": "d2", "r": "r2"}, {"d": "d3", "r": "r3", "gamma": "g3"},
    {"kind": "prismatic", "d": "d4", "theta": "t4"}, {"d": "d5", "r": "r5", "b": "b5"},
)  # fmt: skip

BALLS = chain(
    "balls", {}, {"alpha": "pi/2", "d": "d2"}, {"d": "d3", "r": "r3"}, {"kind": "ball", "alpha": "a4", "d": "d4"},
    {"d": "d5", "r": "r5"},
)  # fmt: skip
PUSHED = lw.Robot(  # wrenches on all links; the last frame has nothing else
    name="pushed",
    joints=tuple(
        joint(parent=j - 1, alpha=alpha, d=f"d{j}", r=f"r{j}", kind=kind,
              **{name: f"{name}{j}" for name in (WRENCH if kind == "fixed" else (*INERTIA, *WRENCH))})
        for j, (kind, alpha) in enumerate((
            ("revolute", "0"), ("revolute", "pi/2"), ("revolute", "0"), ("prismatic", "0"), ("fixed", "a5"),
        ), 1)
    ),
)  # fmt: skip
NUMBERS = lw.Robot(  # exact ones, so that equality can be proven
    name="numbers", gravity=("1/7", "2/3", -9),
    joints=tuple(
        joint(parent=max(j - 1, 0), alpha=alpha, d=d, r=r, kind=kind,
              body=Body(**{name: f"{(k * j) % 7 - 2}/{k + 3}" for k, name in enumerate(INERTIA, 1)}))
        for j, (kind, alpha, d, r) in enumerate((
            ("revolute", "0", "0", "1/2"), ("revolute", "pi/2", "1/3", "0"), ("revolute", "0", "2/3", "1/5"),
            ("revolute", "-pi/2", "1/3", "4/3"), ("revolute", "pi/2", "1/1000", "0"), ("fixed", "pi/2", "1/3", "1/4"),
        ), 1)
    ),
)  # fmt: skip


def over_symbols(robot: lw.Robot) -> tuple[lw.Robot, State]:
    """A robot over a graph of its own, with a symbol for each position, rate and acceleration."""
    graph = robot.graph.copy()
    view = robot.in_graph(graph)
    zero = Expr(graph, graph.const(0))
    q: list[Any] = [zero, *(make_symbol(graph, f"q[{j}]", "variable") if x.moves else zero
                            for j, x in enumerate(view.joints, 1))]  # fmt: skip
    for j, x in enumerate(view.joints, 1):
        if x.kind == "ball":
            q[j] = Quaternion.of([make_symbol(graph, f"q{axis}[{j}]", "variable") for axis in "wxyz"], False).spin
    qd, qdd = (
        {c: make_symbol(graph, f"{kind}[{c.suffix}]", "variable") for c in tree_freedoms(view)}
        for kind in ("qd", "qdd")
    )
    return view, State(q, qd, qdd)


def every_choice(robot: lw.Robot, state: State) -> dict[str, list[int]]:
    """What a plan may say of which links. A ball joint has no axis, and no run of parallel ones."""
    steps, joints = make_link_steps(robot, state.q), range(1, len(robot) + 1)
    balls = {j for j in joints if robot.joint(j).kind == "ball"}
    return {
        "frames": movable_frames(robot, everywhere=True),
        "masses": joints_for_point_masses(robot),
        "unturned": links_before_rotation(steps),
        "flat": planar_body_candidates(robot, steps),
        "tensors": [j for j in joints if j not in balls],
        "rows": [*joints],
        "feet": [j for j in joints if robot.joint(j).parent and robot.joint(j).parent not in balls],
    }


def plan_of(choices: Mapping[str, Collection[int]]) -> RneaPlan:
    chosen = {name: frozenset(links) for name, links in choices.items()}
    view = EquivalentRobot(chosen.pop("frames", frozenset()), chosen.pop("masses", frozenset()))
    return RneaPlan(
        view, **{**chosen, "tensors": chosen.get("tensors", frozenset()) - chosen.get("unturned", frozenset())}
    )


def assert_same(robot: lw.Robot, state: State, plan: RneaPlan) -> None:
    view = plan.view.of(robot)
    found = rnea_by_plan(view, make_link_steps(view, state.q), state, plan, Quantities())
    zero = Expr(robot.graph, robot.graph.const(0))
    assert prove_equal([zero + x for x in found], [zero + x for x in newton_euler(robot, state)]), plan


regrouping_mass = regrouping._point_mass  # the right one, where a test puts a wrong one in its place
CHAINS = (PARALLEL, BALLS, PUSHED, NUMBERS)


@pytest.mark.parametrize("robot", [*CHAINS, *map(lw.load, built_in_trees())], ids=lambda robot: robot.name)
def test_every_single_choice_changes_nothing(robot):
    view, state = over_symbols(robot)
    choices = every_choice(view, state)
    for name, links in choices.items():
        for chosen in {frozenset(links), *(frozenset([j]) for j in links)}:
            assert_same(view, state, plan_of({name: chosen}))
    assert_same(view, state, plan_of(choices))


@pytest.mark.parametrize("robot", [*CHAINS, lw.load("two_arm")], ids=lambda robot: robot.name)
def test_every_change_that_the_search_tries_gives_the_efforts_of_the_book(robot):
    view, state = over_symbols(robot)
    steps = make_link_steps(view, state.q)
    start = RneaPlan.default(steps, relative_velocities(view, state))
    for change in (*start.list_changes(view, steps), *list_late_changes(steps)):
        for plan in change(start).with_rows():
            assert_same(view, state, plan)


@given(st.data(), trees(max_joints=5, wrenches=True, base_motion=True))
@settings(max_examples=30)
def test_every_plan_of_a_random_tree_gives_its_efforts(data, robot):
    view, state = over_symbols(robot)
    drawn = {name: frozenset(data.draw(st.sets(st.sampled_from(links)) if links else st.just(set()), name))
             for name, links in every_choice(view, state).items()}  # fmt: skip
    assert_same(view, state, plan_of(drawn))


def test_second_moments_are_taken_where_the_turning_has_two_components():
    """Joint 2, across the first axis, and those parallel to it."""
    robot, state = over_symbols(lw.load("ur5").without("friction", "rotors"))
    assert RneaPlan.default(make_link_steps(robot, state.q), relative_velocities(robot, state)).tensors == {2, 3, 4}


def test_a_run_of_parallel_axes_turns_once_at_its_end_or_not_at_all():
    robot, state = over_symbols(PARALLEL)
    assert list_links_of_runs(make_link_steps(robot, state.q)) == [{2, 3, 4}, {2, 3, 4, 5}]
    many = [x for k in range(10) for x in ({"alpha": f"a{k}"}, {"d": f"d{k}"})]
    robot, state = over_symbols(chain("many", *many))
    assert list_links_of_runs(make_link_steps(robot, state.q)) == [{*range(1, 21, 2)}, {*range(1, 21)}]


def test_a_frame_on_the_last_link_costs_nothing():
    """The last link with a body is taken as the tip."""
    arm = lw.load("rx90")
    held = lw.Robot(name="held", joints=(*arm.joints, joint(parent=6, kind="fixed", r="L7")), gravity=(0, 0, "G3"))
    counts = [lw.model(x, "inverse_dynamics", parameters="base").cost.total for x in (arm, held)]
    assert counts[0] == counts[1]


def test_origins_of_parallel_joints_at_a_tip_lie_in_one_plane():
    robot = chain("arm", {}, {"alpha": "pi/2", "r": "r2"}, {"d": "d3", "r": "r3", "b": "b3"}, {"d": "d4", "r": "r4"})
    view = with_moved_frames(robot, movable_frames(robot, everywhere=True))
    assert all(x.transform(0).P.z == 0 for x in view.joints[1:])


# -- numbers -----------------------------------------------------------------------------------------------------------


def scaled(robot: lw.Robot, size: float) -> lw.Robot:
    """The same robot, larger."""
    joints = []
    for x in robot.joints:
        powers = {name: 2 if len(name) == 2 and "M" not in name else len(name) - 1 for name in INERTIA}
        body = replace(x.body, **{name: getattr(x.body, name) * size**k for name, k in powers.items()})
        joints.append(replace(x, d=x.d * size, r=x.r * size, b=x.b * size, body=body))
    return replace(robot, joints=tuple(joints))


@pytest.mark.parametrize("joints", range(2, 8))
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_the_first_joints_of_an_arm_of_which_other_frames_may_leave_no_length(joints):
    arm = lw.load("iiwa14").with_numbers()
    robot = arm.changed(joints=arm.joints[:joints])
    ours = lw.compile(lw.model(robot, "inverse_dynamics", "base"))
    book = lw.compile(function(robot, "inverse_dynamics", {"formulation": "newton_euler_plain"}))
    state = dict(zip(("q", "qd", "qdd"), np.random.default_rng(joints).normal(size=(3, joints)), strict=True))
    found, expected = (np.asarray(f(**state)) for f in (ours, book))
    assert np.abs(found - expected).max() <= 1e-13 * np.abs(expected).max()


@pytest.mark.parametrize("parameters", ["standard", "base"])
@pytest.mark.parametrize(("name", "size"), some(
    product(("ur5", "panda", "iiwa14"), (1e-6, 1, 1e3)), ("ur5", 1e-6), ("panda", 1), ("iiwa14", 1e3)
))  # fmt: skip
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_other_bodies_of_a_robot_with_numbers_need_its_efforts(name, size, parameters):
    robot = scaled(lw.load(name).with_numbers(), size)
    ours = lw.compile(lw.model(robot, "inverse_dynamics", parameters))
    book = lw.compile(function(robot, "inverse_dynamics", {"formulation": "newton_euler_plain"}))
    for state in np.random.default_rng(1).normal(size=(20, 3, len(robot.coordinates))):
        tau, expected = (np.asarray(f(**dict(zip(("q", "qd", "qdd"), state, strict=True)))) for f in (ours, book))
        assert np.abs(tau - expected).max() < 1e-13 * np.abs(expected).max()


def test_a_unit_of_length_changes_no_torque():
    view, state = over_symbols(NUMBERS)
    assert can_scale_lengths(view)
    assert_same(view, state, RneaPlan(EquivalentRobot(in_unit=True)))
    assert scale_lengths(view).joint(2).d.number == 1  # 1/3, which occurs most


def test_forces_have_no_other_unit():
    assert not can_scale_lengths(replace(NUMBERS, joints=(*NUMBERS.joints[:5], joint(parent=5, kind="prismatic"))))


def test_nothing_is_divided_by_a_length_that_is_tiny_or_a_symbol():
    assert 5 not in joints_for_point_masses(NUMBERS)
    assert 4 in joints_for_point_masses(NUMBERS)
    assert joints_for_point_masses(lw.load("rx90")) == []


@pytest.mark.parametrize("name", ["ur5", "panda"])
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_with_numbers_it_does_not_matter_in_which_parameters_they_are_told(name):
    robot = lw.load(name).with_numbers()
    counts = [lw.model(robot, "inverse_dynamics", parameters).cost.total for parameters in ("standard", "base")]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("module", "right", "wrong"), [
    (regrouping, regrouping._point_mass, lambda *x: (regrouping_mass(*x)[0] * 2, regrouping_mass(*x)[1])),
    (length_scaling, length_scaling._scale_body, lambda body, L: body),
])  # fmt: skip
def test_what_is_done_to_numbers_alone_is_verified(module, right, wrong, monkeypatch):
    """A wrong mass at a joint, and bodies that are not scaled to the new unit: `verify` proves models of symbols, which
    have neither, and this law is of the numbers."""
    robot = lw.load("ur5").with_numbers()
    assert numeric_efforts(ModelFixture(robot))[0] == "passed"
    numeric_specialization._cheapest_set.cache_clear()
    monkeypatch.setattr(module, right.__name__, wrong)
    assert numeric_efforts(ModelFixture(robot))[0] == "failed"
    numeric_specialization._cheapest_set.cache_clear()
