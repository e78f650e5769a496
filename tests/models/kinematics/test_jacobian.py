"""The Jacobian is the derivative of the geometry; so are its own derivatives, in every frame and at every point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.expr import Expr, Port, make_symbol, parse_formula
from linkwright.expr.derivative import directional_derivatives, jacobian
from linkwright.formats import builtin
from linkwright.models import function
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.kinematics.jacobian import FORMS, FramePoint, min_rotation_operations, project_columns
from linkwright.models.kinematics.jacobian import jacobian as best_columns
from linkwright.models.search.graph_trial import count_operations
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.orientations import REPRESENTATIONS
from linkwright.robot import Base
from tests.support.laws import Laws, apply, arguments, evaluate, times, transposed
from tests.support.strategies import chain, trees

POINT = "px,py,pz"
ROBOTS = ("rx90", "stanford", "two_arm")


def rotations(R: Any) -> Any:
    """[R 0; 0 R]."""
    zero = [[0] * 3 for _ in range(3)]
    return [[*a, *b] for a, b in zip([*R, *zero], [*zero, *R], strict=True)]


def assert_derivative_of_geometry(robot: Any, frame: int, point: str) -> None:
    """dP/dq = J_v and dR/dq_k R^T = (J_w)_k^, by differentiating the transformation in the graph."""
    laws = Laws(robot)
    T, q = laws.matrix("transform", frame=frame), laws.state("q")
    J = laws.matrix("jacobian", frame=frame, point=point)
    px, py, pz = (laws.into(parse_formula(x)) for x in point.split(","))
    P = [row[0] * px + row[1] * py + row[2] * pz + row[3] for row in T[:3]]
    laws.assert_equal(jacobian(laws.lift(P), q), J[:3])
    R = [row[:3] for row in T[:3]]
    for k, s in enumerate(q):
        rates = directional_derivatives(laws.lift(R), {t: laws.lift([1 if t == s else 0])[0] for t in q})
        skew = times([rates[3 * r : 3 * r + 3] for r in range(3)], transposed(R))
        x, y, z = (J[r][k] for r in (3, 4, 5))
        laws.assert_equal(skew, [[0, -z, y], [z, 0, -x], [-y, x, 0]])


@settings(max_examples=20)
@given(trees(max_joints=5), st.data())
def test_jacobian_is_the_derivative_of_the_geometry(robot, data):
    if robot.coordinates:
        frame = data.draw(st.integers(0, len(robot)))
        assert_derivative_of_geometry(robot, frame, data.draw(st.sampled_from(("0,0,0", POINT))))


@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "ur5", "lwr4plus", "scara5", "rrp", "sr400"])
def test_jacobian_of_built_in_robots_is_the_derivative_of_the_geometry(name):
    robot = builtin(name).tree().with_symbols("geometry")
    assert_derivative_of_geometry(robot, end_frame(robot), "0,0,0")


@pytest.mark.parametrize("projection", [0, 3])
@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "ur5", "panda", "scara5", "sr400"])
def test_no_form_in_any_frame_costs_less_than_the_route_that_is_taken(name, projection):
    """And what turning costs at least, which keeps most of them from being tried, is no more than it costs."""
    robot = builtin(name).tree()
    graph = robot.graph.copy(is_trial=True)
    q = [Expr(graph, graph.const(0)), *(make_symbol(graph, f"q{j}", "variable") for j in range(1, len(robot) + 1))]
    tip = FramePoint(FrameTree(robot.in_graph(graph), q), end_frame(robot))
    costs = []
    for i in tip.path:
        for form in FORMS:
            columns = form(tip, i)
            costs.append(count_operations(project_columns(tip, columns, i, projection)))
            least = min_rotation_operations(tip, columns.values(), i, projection)
            assert count_operations(columns)[0] + least <= costs[-1][0]
    assert count_operations(best_columns(tip, projection)) <= min(costs)


@settings(max_examples=20)
@given(trees(max_joints=4), st.data())
def test_projection_turns_the_jacobian(robot, data):
    if robot.coordinates:
        p, frame = (data.draw(st.integers(0, len(robot))) for _ in range(2))
        laws = Laws(robot)
        R = [row[:3] for row in laws.matrix("transform", frame=0, reference=p)[:3]]
        J = laws.matrix("jacobian", frame=frame, point=POINT)
        laws.assert_equal(times(rotations(R), J), laws.matrix("jacobian", frame=frame, point=POINT, projection=p))


@pytest.mark.parametrize("name", ROBOTS)
def test_every_intermediate_frame_gives_the_same_jacobian(name):
    laws = Laws(builtin(name))
    best = laws.matrix("jacobian")
    costs = []
    for i in range(len(builtin(name)) + 1):
        laws.assert_equal(best, laws.matrix("jacobian", intermediate=i))
        costs.append(function(builtin(name), "jacobian", {"intermediate": i}).cost.total)
    assert function(builtin(name), "jacobian").cost.total <= min(costs) + 4  # sines weigh in the choice, too


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_jacobian_dot_is_the_derivative_of_the_jacobian(robot, data):
    if robot.coordinates:
        p, frame = (data.draw(st.integers(0, len(robot))) for _ in range(2))
        laws = Laws(robot)
        options = {"frame": frame, "point": POINT}
        direction = dict(zip(laws.state("q"), laws.state("qd"), strict=True))
        J = laws.matrix("jacobian", **options, projection=p)
        entries = laws.matrix("jacobian_dot", **options, projection=p, derivative="entries")
        laws.assert_equal(directional_derivatives(laws.lift(J), direction), entries)
        R = [row[:3] for row in laws.matrix("transform", frame=0, reference=p)[:3]]
        fixed = directional_derivatives(laws.lift(laws.matrix("jacobian", **options)), direction)
        n = len(robot.coordinates)
        Jd = [fixed[n * r : n * r + n] for r in range(6)]
        laws.assert_equal(times(rotations(R), Jd), laws.matrix("jacobian_dot", **options, projection=p))


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_jacobian_dot_times_velocities_is_jdot_qdot(robot, data):
    if robot.coordinates:
        options = {
            "frame": data.draw(st.integers(0, len(robot))), "point": data.draw(st.sampled_from(("0,0,0", POINT))),
            "projection": data.draw(st.integers(0, len(robot))),
            "derivative": data.draw(st.sampled_from(("vector", "entries"))),
        }  # fmt: skip
        laws = Laws(robot)
        laws.assert_equal(
            apply(laws.matrix("jacobian_dot", **options), laws.state("qd")), laws.vector("jdot_qdot", **options)
        )


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_hessian_is_the_derivative_of_the_jacobian(robot, data):
    if robot.coordinates:
        options = {"frame": data.draw(st.integers(0, len(robot))), "point": POINT,
                   "projection": data.draw(st.integers(0, len(robot)))}  # fmt: skip
        laws = Laws(robot)
        J = laws.lift(laws.matrix("jacobian", **options))
        laws.assert_equal(jacobian(J, laws.state("q")), laws.matrix("hessian", **options))


WRIST = chain("wrist", {"alpha": "a"}, {"alpha": "pi/2", "r": "R"}, {"alpha": "-pi/2", "kind": "prismatic"},
              {"alpha": "b", "d": "L"}, {"alpha": "pi/2"})  # fmt: skip


@pytest.mark.parametrize("reference", [0, 2])
@pytest.mark.parametrize("pose", REPRESENTATIONS)
def test_analytic_jacobian_is_the_derivative_of_the_pose(pose, reference):
    """The numbers of the direct geometry, differentiated in the graph (atan2 and all), at several states."""
    fn = function(WRIST, "direct_geometry", {"pose": pose, "reference": reference})
    numbers = [x for port in fn.outputs for x in fn.output(port.name)]
    if pose == "matrix":
        T = [numbers[4 * r : 4 * r + 4] for r in range(3)]
        numbers = [row[3] for row in T] + [T[r][c] for c in range(3) for r in range(3)]
    slopes = jacobian(numbers, fn.input("q"))
    port = Port("X", (len(slopes), 5), tuple(e.id for row in slopes for e in row))
    derived = fn.with_outputs([port])
    for seed in range(3):
        expected = np.asarray(derived(**arguments(derived, WRIST, seed)))
        found = evaluate(WRIST, "analytic_jacobian", seed, pose=pose, reference=reference)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_analytic_jacobian_is_relative_to_the_other_arm():
    """Position of one hand in the other hand's frame, differentiated."""
    robot = builtin("two_arm")
    hands = [j for j in range(1, len(robot) + 1) if not robot.children(j)][:2]
    laws = Laws(robot)
    T = laws.matrix("transform", frame=hands[0], reference=hands[1])
    Ja = laws.matrix("analytic_jacobian", frame=hands[0], reference=hands[1], pose="quaternion")
    laws.assert_equal(jacobian([row[3] for row in T[:3]], laws.state("q")), Ja[:3])
    options = {"frames": hands[0], "reference": hands[1], "pose": "quaternion"}
    laws.assert_equal(jacobian(laws.vector("direct_geometry", f"Q{hands[0]}", **options), laws.state("q")), Ja[3:])


def test_a_point_may_have_parameters_of_its_own():
    arm = chain("arm", {}, {"d": "L"})
    fn = function(arm, "jacobian", {"point": "L, tool + 1/2, 0"})
    assert fn.parameters is not None
    assert fn.parameters.labels == ("L", "tool")
    assert fn.name == "arm_jacobian_point_L_tool_1_2_0"


def test_projection_in_the_world_is_a_turn_of_the_base():
    pose: Any = (0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, "h", 0, 0, 0, 1)
    placed = chain("placed", {"alpha": "a"}, {"d": "L"}, {"d": "D"}, base=Base(pose=pose))
    laws = Laws(placed)
    J = laws.matrix("jacobian")
    world = laws.matrix("jacobian", projection="world")
    laws.assert_equal(world[:3], [[-x for x in J[1]], J[0], J[2]])
    laws.assert_equal(laws.matrix("jacobian_dot", projection="world")[1], laws.matrix("jacobian_dot")[0])
