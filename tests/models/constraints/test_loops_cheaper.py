"""What makes the dynamics of robots with loops cheap changes nothing: sums of rates, frames of rows, lighter bodies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from bench import structures

import linkwright as lw
from linkwright.expr import Expr, make_symbol, prove_equal
from linkwright.models.constraints.loop_closure import LoopClosure
from linkwright.models.constraints.loop_equations import KinematicLoop, LoopEquations
from linkwright.models.constraints.loop_rates import LoopRates
from linkwright.models.constraints.summed_rates import find_summable_joints, subtract_term
from linkwright.models.dynamics.constrained.projection import regroup_where_cheaper
from linkwright.models.dynamics.formulations.newton_euler import newton_euler
from linkwright.models.dynamics.rnea_optimized import DefaultPlanEfforts
from linkwright.models.equivalent_bodies.lighter_bodies import REGROUPING_RULES, regroup_by_rules
from linkwright.models.framework.state import State
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Coordinate
from linkwright.spatial import Vec3
from tests.support.closed import Closed
from tests.support.some import some

PUBLISHED = ("fivebar1", "palh3m1", "P3RRR1G1A0", "P3RPR1G1A0", "P3PRR1G1A0", "P3RRPRR12V1G1A0", "P3RRRRR2G1A0",
             "P6RRPRRR14V3G1A0")  # fmt: skip
LEGS = ("p3rrr", "p3rpr", "p3ruu", "p6rus", "five_bar")


def over_symbols(robot: lw.Robot) -> tuple[lw.Robot, State]:
    """A robot over a graph of its own, with a symbol for each position, rate and acceleration."""
    graph = robot.graph.copy()
    view = robot.in_graph(graph)

    def new(kind: str, name: object) -> Expr:
        return make_symbol(graph, f"{kind}[{name}]", "variable")

    zero = Expr(graph, graph.const(0))
    q: list[Any] = [zero, *(new("q", j) if joint.moves else zero for j, joint in enumerate(view.joints, 1))]
    qd, qdd = ({c: new(kind, c.suffix) for c in tree_freedoms(view)} for kind in ("qd", "qdd"))
    return view, State(q, qd, qdd)


def are_equal(left: Sequence[Any], right: Sequence[Any], like: Expr) -> bool:
    return bool(prove_equal([like * 0 + x for x in left], [like * 0 + x for x in right]))


# -- bodies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [x for n in (1, 2, 4) for x in combinations(REGROUPING_RULES, n)], ids="+".join)
@pytest.mark.parametrize("name", ["rrp", "stanford", "rx90"])
def test_lighter_bodies_need_the_same_efforts(name, rules):
    robot, state = over_symbols(lw.load(name))
    other = regroup_by_rules(robot, rules)
    assert are_equal(newton_euler(other, state), newton_euler(robot, state), state.q[1])


def test_a_body_that_gives_all_it_can_has_nothing_left_of_it():
    robot, _ = over_symbols(lw.load("rrp"))
    *arms, sliding = (joint.body.inertia for joint in regroup_by_rules(robot, REGROUPING_RULES).joints)
    assert all(x == 0 for arm in arms for x in (arm.YY, arm.MZ, arm.M))
    assert all(x == 0 for x in (sliding.XX, sliding.XY, sliding.XZ, sliding.YY, sliding.YZ, sliding.ZZ))


def test_bodies_stay_where_nothing_is_won_by_moving_them():
    robot, state = over_symbols(lw.load("planar(1)"))
    assert regroup_where_cheaper(robot, state, DefaultPlanEfforts()) is robot


# -- rows --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEGS)
def test_rows_over_sums_of_rates_are_the_rows(name):
    """J_y y = J qd, with y_j = qd_j + y_i."""
    robot, state = over_symbols(lw.load(name))
    loops = LoopEquations(robot, state.q)
    sums = find_summable_joints(robot, loops.closings, robot.coordinates)
    y: dict[Coordinate, Any] = {}
    for c in robot.coordinates:  # parents come first
        before = robot.freedoms(sums[c.link])[0] if c.link in sums else None
        y[c] = state.qd[c] + (y[before] if before else 0)
    plain, summed = loops.rows(), loops.rows(None, sums)
    left = [sum(x * state.qd[c] for c, x in row.items()) for row in plain]
    right = [sum(x * y[c] for c, x in row.items()) for row in summed]
    assert are_equal(right, left, state.q[1])


@pytest.mark.parametrize(("name", "count"), [("p3rrr", 3), ("five_bar", 2), ("p3upu", 0), ("gough_stewart", 0)])
def test_joints_behind_parallel_axes_are_summed(name, count):
    robot, _ = over_symbols(lw.load(name))
    loops = LoopEquations(robot, [0] * (len(robot) + 1)).closings
    legs = [c for c in robot.coordinates if not robot.joint(c.link).name.startswith("platform")]
    assert len(find_summable_joints(robot, loops, legs)) == count


@pytest.mark.parametrize("name", LEGS)
def test_a_loop_opens_alike_in_every_frame_of_a_link(name):
    """Velocities and accelerations in the frame of a link are those in the frame of the cut joint, turned."""
    robot, state = over_symbols(lw.load(name))
    loops = LoopEquations(robot, state.q)
    loop: KinematicLoop = loops.closings[0]
    there = LoopRates(loops, state.q, state.qd, state.qdd, {})
    for m in loop.joints:
        here = LoopRates(loops, state.q, state.qd, state.qdd, {loop.number: m})
        for of in (LoopRates.rates, LoopRates.accelerations):
            own, turned = of(here, loop)[:3], of(there, loop)[:3]
            turn = loops.tree.chain(m, loop.cut).rotate
            assert are_equal(own, [*turn(Vec3(*turned))], state.q[1])


def test_a_term_is_taken_out_of_a_sum():
    robot, state = over_symbols(lw.load("planar(2)"))
    x, y, z = state.q[1], state.q[2], state.qd[robot.coordinates[0]]
    assert subtract_term(x + (y - z), -z) == x + y
    assert subtract_term((x - (z + y)), -y) == x - z
    assert subtract_term(x + y, z) == x + y - z


# -- published robots --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(PUBLISHED, "palh3m1", "P3RRR1G1A0", "P3RRPRR12V1G1A0"))
def test_published_robots_need_the_projected_efforts_of_the_tree(name, table):
    """tau = G^T Gamma, with G by differences of the loops' equations and Gamma of the tree alone."""
    robot = structures.robot(name)
    options = structures.options(robot, table[name]["interface"])
    fn, rng = lw.model(robot, "inverse_dynamics", **options), np.random.default_rng(3)
    ports = {p.name: p for p in fn.inputs}
    known = LoopClosure(robot).samples()
    numbers = {s: known.get(s, float(rng.uniform(0.3, 1))) for s in robot.parameters}
    made = robot.with_numbers(numbers)
    oracle = Closed(made)
    q = oracle.closed(np.array([known.get(made.joint(j).variable, 0.3) for j in oracle.moving]))
    a = [oracle.moving.index(c.link) for c in independent(robot, options)]
    qd, qdd = oracle.motion(q, a, *rng.uniform(-1, 1, (2, len(a))))
    Gamma = np.asarray(oracle.tree("inverse_dynamics", q=q, qd=qd, qdd=qdd))
    expected = oracle.map(q, a).T @ Gamma
    some = a if len(ports["qd"].labels) == len(a) else list(range(len(q)))
    values = [numbers[s] for s in ports["parameters"].labels]
    found = np.asarray(fn(q=q, qd=qd[some], qdd=qdd[some], parameters=np.array(values)))
    assert np.abs(found - expected).max() < 1e-8 * np.abs(expected).max()


def independent(robot: lw.Robot, options: dict[str, str]) -> list[Coordinate]:
    """Those of the platform, or the drives."""
    platform = [c for c in robot.coordinates if robot.joint(c.link).name.startswith("platform")]
    return platform if "independent" in options else [c for c in robot.coordinates if robot.joint(c.link).actuated]
