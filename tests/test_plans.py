"""Whatever plan the cheap recursion goes by, its efforts are those of the page of the book: proven in a prime field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.expr import Expr, prove_equal, symbol
from linkwright.models.newton_euler import newton_euler
from linkwright.models.parts.efforts import Plan, by_plan, idle_links, tips_of
from linkwright.models.parts.flat import may_be_flat
from linkwright.models.parts.frames import in_frames, other_frames, steps_of
from linkwright.models.parts.screws import velocities
from linkwright.models.parts.terms import of_every_freedom
from linkwright.models.result import Quantities
from linkwright.models.state import State
from tests.strategies import built_in_trees, chain, joint, trees

PARALLEL = chain(
    "parallel", {}, {"alpha": "a2", "d": "d2", "r": "r2"}, {"d": "d3", "r": "r3", "gamma": "g3"},
    {"kind": "prismatic", "d": "d4", "theta": "t4"}, {"d": "d5", "r": "r5", "b": "b5"},
)  # fmt: skip


def over_symbols(robot: lw.Robot) -> tuple[lw.Robot, State]:
    """A robot over a graph of its own, with a symbol for each position, rate and acceleration."""
    graph = robot.graph.copy()
    view = robot.over(graph)
    zero = Expr(graph, graph.const(0))
    q: list[Any] = [zero, *(symbol(graph, f"q[{j}]", "variable") if x.moves else zero
                            for j, x in enumerate(view.joints, 1))]  # fmt: skip
    qd, qdd = (
        {c: symbol(graph, f"{kind}[{c.suffix}]", "variable") for c in of_every_freedom(view)} for kind in ("qd", "qdd")
    )
    return view, State(q, qd, qdd)


def every_choice(robot: lw.Robot, state: State) -> dict[str, list[int]]:
    """What a plan may say of which links."""
    steps = steps_of(robot, state.q)
    return {
        "frames": other_frames(robot, everywhere=True),
        "unturned": tips_of(steps, idle_links(steps)),
        "flat": may_be_flat(robot, steps),
        "tensors": [*range(1, len(robot) + 1)],
        "feet": [j for j in range(1, len(robot) + 1) if robot.joint(j).parent],
    }


def assert_same(robot: lw.Robot, state: State, plan: Plan) -> None:
    view = in_frames(robot, plan.frames)
    found = by_plan(view, steps_of(view, state.q), state, plan, Quantities())
    zero = Expr(robot.graph, robot.graph.const(0))
    assert prove_equal([zero + x for x in found], [zero + x for x in newton_euler(robot, state)]), plan


@pytest.mark.parametrize("robot", [PARALLEL, *map(lw.load, built_in_trees())], ids=lambda robot: robot.name)
def test_every_single_choice_changes_nothing(robot):
    view, state = over_symbols(robot)
    choices = every_choice(view, state)
    for name, links in choices.items():
        for some in {frozenset(links), *(frozenset([j]) for j in links)}:
            assert_same(view, state, Plan(**{name: some}))
    tips, rest = frozenset(choices["unturned"]), frozenset(choices["tensors"])
    assert_same(view, state, Plan(frozenset(choices["frames"]), tips, frozenset(choices["flat"]), rest - tips,
                                  frozenset(choices["feet"])))  # fmt: skip


@given(st.data(), trees(max_joints=5, wrenches=True, base_motion=True))
@settings(max_examples=30)
def test_every_plan_of_a_random_tree_gives_its_efforts(data, robot):
    view, state = over_symbols(robot)
    drawn = {name: frozenset(data.draw(st.sets(st.sampled_from(links)) if links else st.just(set()), name))
             for name, links in every_choice(view, state).items()}  # fmt: skip
    assert_same(view, state, Plan(**{**drawn, "tensors": drawn["tensors"] - drawn["unturned"]}))


def test_second_moments_are_taken_where_the_turning_has_two_components():
    """Joint 2, across the first axis, and those parallel to it."""
    robot, state = over_symbols(lw.load("ur5").without("friction", "rotors"))
    assert Plan.usual(steps_of(robot, state.q), velocities(robot, state)).tensors == {2, 3, 4}


def test_a_frame_on_the_last_link_costs_nothing():
    """The last link with a body is taken as the tip."""
    arm = lw.load("rx90")
    held = lw.Robot(name="held", joints=(*arm.joints, joint(parent=6, kind="fixed", r="L7")), gravity=(0, 0, "G3"))
    counts = [lw.model(x, "inverse_dynamics", parameters="base").cost.total for x in (arm, held)]
    assert counts[0] == counts[1]


def test_origins_of_parallel_joints_at_a_tip_lie_in_one_plane():
    robot = chain("arm", {}, {"alpha": "pi/2", "r": "r2"}, {"d": "d3", "r": "r3", "b": "b3"}, {"d": "d4", "r": "r4"})
    view = in_frames(robot, other_frames(robot, everywhere=True))
    assert all(x.transform(0).P.z == 0 for x in view.joints[1:])
