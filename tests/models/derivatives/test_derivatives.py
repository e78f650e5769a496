"""Derivatives of inverse and forward dynamics: proven equal to those of the graph, and measured against Pinocchio."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.errors import ModelWarning, RobotError, UnknownName
from linkwright.expr import Expr, Graph, Importer, prove_equal
from linkwright.expr.derivative import jacobian
from linkwright.formats.urdf import read as read_urdf
from linkwright.models import function
from linkwright.models.derivatives.inverse_dynamics_derivatives import (
    MAX_GRAPH_JOINTS,
    SECOND_DERIVATIVES,
    cube_results,
    has_recursion,
    second_derivatives,
)
from linkwright.models.derivatives.rnea_derivatives import planned_derivatives, recursive_derivatives
from linkwright.models.derivatives.rnea_second_derivatives import CONTRACTION_WAYS, SecondRecursion, contraction_ways
from linkwright.models.framework.model import Model, Quantities, State, named
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from tests.support.oracle import moving
from tests.support.strategies import chain, numbers_for, state_for, trees

INVERSE = ("inverse_dynamics", "inverse_dynamics_derivatives", "tau", ("q", "qd", "qdd"))
FORWARD = ("forward_dynamics", "forward_dynamics_derivatives", "qdd", ("q", "qd", "tau"))


def assert_slopes(robot: Robot, law: tuple[str, str, str, tuple[str, ...]], order: int = 1) -> None:
    """Every output is the derivative in the graph."""
    model, derivatives, what, state = law
    fn, slopes = function(robot, model), function(robot, derivatives, {"order": str(order)})
    into = Importer(Graph())
    y = [into(e) for e in fn.output(what)]
    x = {kind: [into(e) for e in fn.input(kind)] for kind in state}
    for kind in state:
        first = [e for row in jacobian(y, x[kind]) for e in row]
        assert prove_equal([into(e) for e in slopes.output(f"d{what}_d{kind}")], first), kind
        if order == 2 and kind != "q":
            assert_second(slopes, into, f"d2{what}_d{kind}_dq", first, x["q"])
        if order == 2 and kind in ("q", "qd"):
            assert_second(slopes, into, f"d2{what}_d{kind}_d{kind}", first, x[kind])


def assert_second(slopes: lw.Function, into: Importer, name: str, first: list[Expr], x: list[Expr]) -> None:
    again = [e for row in jacobian(first, x) for e in row]
    assert prove_equal([into(e) for e in slopes.output(name)], again), name


@pytest.mark.parametrize("name", ["rrp", "rx90", "puma560", "stanford", "two_arm", "cart_pole", "scara5", "wam7"])
def test_slopes_of_inverse_dynamics_are_those_of_the_graph(name):
    assert_slopes(lw.load(name), INVERSE)
    assert_slopes(find_base_parameters(lw.load(name)).robot, INVERSE)


@settings(max_examples=20)
@given(trees(max_joints=5, wrenches=True, base_motion=True))
def test_slopes_of_inverse_dynamics_of_trees(robot):
    if robot.coordinates:
        assert_slopes(robot, INVERSE)
        assert_recursion(robot)


def assert_recursion(robot: Robot) -> None:
    """The recursion itself, also where the graph is shorter."""

    def build(view: Robot, state: State, quantities: Quantities) -> list[Any]:
        s = recursive_derivatives(view, state, quantities)
        return [named("q", s.q, ""), named("qd", s.qd, ""), named("qdd", s.M, "")]

    recursion = function(robot, Model("recursion", "", ("q", "qd", "qdd"), build, DYNAMICS))
    model = function(robot, "inverse_dynamics_derivatives")
    into = Importer(Graph())
    for kind in ("q", "qd", "qdd"):
        assert prove_equal([into(e) for e in recursion.output(kind)], [into(e) for e in model.output(f"dtau_d{kind}")])


def test_the_graph_is_the_way_for_a_cart_with_a_pole():
    """Both ways are in use: few joints are cheaper in the graph, many by composite bodies."""
    robot = lw.load("cart_pole")
    assert len(robot.coordinates) <= MAX_GRAPH_JOINTS
    fn = function(robot, "inverse_dynamics_derivatives")
    assert fn.cost.total < 14  # what the recursion needs


def test_slopes_with_respect_to_the_parameters_are_the_regressor():
    robot = lw.load("rrp")
    fn = function(robot, "inverse_dynamics_derivatives", {"wrt": "qd,parameters"})
    assert [p.name for p in fn.outputs] == ["dtau_dqd", "dtau_dp"]
    W, into = function(robot, "regressor"), Importer(Graph())
    assert prove_equal([into(e) for e in fn.output("dtau_dp")], [into(e) for e in W.output("W")])
    with pytest.raises(UnknownName, match="variable"):
        function(robot, "inverse_dynamics_derivatives", {"wrt": "q,speed"})


@pytest.mark.parametrize("name", ["rrp", "cart_pole", "scara4"])
def test_slopes_of_forward_dynamics_are_those_of_the_graph(name):
    assert_slopes(lw.load(name), FORWARD)


@settings(max_examples=10)
@given(trees(max_joints=3, wrenches=True, base_motion=True))
def test_slopes_of_forward_dynamics_of_trees(robot):
    if robot.coordinates:
        try:
            assert_slopes(with_all_parameters(robot), FORWARD)
        except RobotError as error:
            assert "no inertia" in str(error)  # noqa: PT017


def test_second_derivatives_are_those_of_the_graph():
    three = chain("three", {}, {"alpha": "pi/2", "kind": "prismatic"}, {"alpha": "pi/2", "d": "L2"})
    assert_slopes(three, INVERSE, order=2)
    assert_slopes(lw.load("rrp"), INVERSE, order=2)
    two = chain("two", {}, {"d": "L1"})
    assert_slopes(two, FORWARD, order=2)


def assert_second_recursion(robot: Robot) -> None:
    """The recursion, in every way, has the derivatives of the first ones in the graph; also where these are shorter."""

    def in_graph(view: Robot, state: State, quantities: Quantities) -> list[Any]:
        assert has_recursion(view, state)
        return cube_results(
            view, second_derivatives(view, state, recursive_derivatives(view, state, quantities)), SECOND_DERIVATIVES
        )

    def recursive(way: str) -> Any:
        def build(view: Robot, state: State, quantities: Quantities) -> list[Any]:
            _, first = planned_derivatives(view, state, quantities)
            return cube_results(view, SecondRecursion(first).cubes(way), SECOND_DERIVATIVES)

        return build

    def derived(build: Any) -> lw.Function:
        return function(robot, Model("second", "", ("q", "qd", "qdd"), build, DYNAMICS))

    into, expected = Importer(Graph()), derived(in_graph)
    for way in contraction_ways(robot):
        found = derived(recursive(way))
        for name, _ in SECOND_DERIVATIVES.values():
            assert prove_equal([into(e) for e in found.output(name)], [into(e) for e in expected.output(name)]), name


@settings(max_examples=20)
@given(trees(max_joints=5, wrenches=True, base_motion=True))
def test_second_derivatives_by_recursion_are_those_of_the_graph_for_trees(robot):
    if robot.coordinates:
        assert_second_recursion(robot)


@pytest.mark.parametrize("name", ["rrp", "stanford", "two_arm", "cart_pole", "scara5", "ur5", "spatial(3)"])
def test_second_derivatives_by_recursion_are_those_of_the_graph(name):
    assert_second_recursion(find_base_parameters(lw.load(name)).robot)


def test_all_ways_are_tried_where_axes_are_parallel():
    assert contraction_ways(lw.load("ur5")) == CONTRACTION_WAYS
    assert contraction_ways(lw.load("iiwa14")) == ("own",)


@pytest.mark.parametrize("name", ["floating_arm", "elastic_arm", "four_bar"])
def test_second_derivatives_of_other_robots_are_those_of_the_graph(name):
    """The recursion is for trees of rigid joints on a held base."""

    def build(view: Robot, state: State, quantities: Quantities) -> list[Any]:
        assert not has_recursion(view, state)
        return [named("one", [[1]], "")]

    scope = DYNAMICS.handling(FLOATING, LOOPS, WHEELS)
    assert function(lw.load(name), Model("which", "", ("q", "qd", "qdd"), build, scope)).outputs


def test_second_derivatives_need_variables():
    """A rate that the robot gives as a number is no variable; the first derivatives are there all the same."""
    still: Any = "0"
    held = chain("held", {}, {"d": "L1", "velocity": still})
    assert function(held, "inverse_dynamics_derivatives").outputs
    with pytest.raises(RobotError, match="formulas"):
        function(held, "inverse_dynamics_derivatives", {"order": "2"})


# -- numbers ----------------------------------------------------------------------------------------------------------


def central(f: Any, x: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """Columns: df/dx_k by differences of fourth order."""
    columns = []
    for e in np.eye(len(x)):
        a, b, c, d = (np.asarray(f(x + k * step * e)) for k in (-2, -1, 1, 2))
        columns.append((8 * (c - b) - (d - a)) / (12 * step))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("name", ["rx90", "stanford"])
@pytest.mark.parametrize("law", [INVERSE, FORWARD], ids=["inverse", "forward"])
def test_slopes_are_central_differences(name, law):
    """Away from sign(qd) = 0, where friction has no slope."""
    model, derivatives, what, kinds = law
    robot = lw.load(name)
    fn, slopes = function(robot, model), function(robot, derivatives)
    numbers = {k: abs(v) for k, v in numbers_for(robot, 1).items()}
    numbers |= {f"{p}{j}": 2.0 + j for p in ("XX", "YY", "ZZ") for j in range(1, 7)}  # bodies that can be
    state = {kind: np.array(x) for kind, x in zip(kinds, state_for(robot, 2), strict=True)}
    given = {"parameters": {k: numbers[k] for k in fn.parameters.labels}} if fn.parameters else {}
    found = slopes(**state, parameters={k: numbers[k] for k in slopes.parameters.labels})  # type: ignore[union-attr]
    for kind in kinds:

        def along(x: np.ndarray, kind: str = kind) -> Any:
            return fn(**{**state, kind: x}, **given)

        expected = central(along, state[kind], 1e-4)
        np.testing.assert_allclose(found[f"d{what}_d{kind}"], expected, atol=2e-7 * (1 + abs(expected).max()))


@pytest.mark.parametrize("path", ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf"])
def test_slopes_are_those_of_pinocchio(path, robot_data, module):
    pin = module("pinocchio")
    model = pin.buildModelFromUrdf(str(robot_data / path))
    data = model.createData()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        robot = read_urdf((robot_data / path).read_bytes(), path).without("friction", "rotors", "couplings")
    row = {robot.joint(j).name: k for k, j in enumerate(moving(robot))}
    order = np.array([row[name] for name in list(model.names)[1:]])
    q, qd, last = (np.array(x) for x in state_for(robot, 5))
    pin.computeRNEADerivatives(model, data, q[order], qd[order], last[order])
    M = np.triu(data.M) + np.triu(data.M, 1).T
    expected = {"dtau_dq": data.dtau_dq, "dtau_dqd": data.dtau_dv, "dtau_dqdd": M}
    compare(robot, "inverse_dynamics_derivatives", {"q": q, "qd": qd, "qdd": last}, order, expected)
    pin.computeABADerivatives(model, data, q[order], qd[order], last[order])
    Minv = np.triu(data.Minv) + np.triu(data.Minv, 1).T
    expected = {"dqdd_dq": data.ddq_dq, "dqdd_dqd": data.ddq_dv, "dqdd_dtau": Minv}
    compare(robot, "forward_dynamics_derivatives", {"q": q, "qd": qd, "tau": last}, order, expected)


def compare(robot: Robot, model: str, state: Any, order: np.ndarray, expected: dict[str, np.ndarray]) -> None:
    fn = function(robot, model)
    found = fn(**state)
    for name, matrix in expected.items():
        ours = np.asarray(found[name])[np.ix_(order, order)]
        np.testing.assert_allclose(ours, matrix, rtol=1e-9, atol=1e-9 * abs(matrix).max(), err_msg=name)


# -- counts -----------------------------------------------------------------------------------------------------------

COUNTS = {  # with base parameters; may only go down. The graph's own derivatives need 1.15 to 2.2 times as many
    "rrp": 236, "rx90": 1852, "puma560": 1987, "stanford": 1567, "panda": 2675,
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_of_the_slopes_does_not_rise(name):
    fn = lw.model(lw.load(name), "inverse_dynamics_derivatives", parameters="base")
    assert fn.cost.total <= COUNTS[name]


SECOND_COUNTS = {  # first and second, with base parameters; may only go down. The graph needs up to 1.24 times as many
    "planar(2)": 60, "planar(3)": 224, "scara4": 220, "rrp": 390, "planar(5)": 916,
    "spatial(4)": 3409, "stanford": 3923, "rx90": 4691, "iiwa14": 8325,
}  # fmt: skip


@pytest.mark.parametrize("name", SECOND_COUNTS)
def test_the_count_of_the_second_derivatives_does_not_rise(name):
    fn = lw.model(lw.load(name), "inverse_dynamics_derivatives", parameters="base", order="2")
    assert fn.cost.total <= SECOND_COUNTS[name]
