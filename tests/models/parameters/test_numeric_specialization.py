"""Models of robots with numbers go by the bodies that cost least, and give what those by its own bodies give."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.expr import Function, Symbol
from linkwright.models import Model, function
from linkwright.models.derive import numeric_specialization
from linkwright.models.derive.derivation_request import DerivationRequest
from linkwright.models.derive.equivalent_model import model_by_equivalent
from linkwright.models.derive.numeric_specialization import SPECIALIZED_MODELS, specialize_model
from linkwright.optimize import optimize
from linkwright.package import ModelPackage, package
from linkwright.robot import Body
from linkwright.verification.bench import ModelFixture
from linkwright.verification.numbers import specialized_is_plain
from tests.models.dynamics.test_plans import scaled
from tests.support.some import some
from tests.support.strategies import joint

pytestmark = pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")

COUNTS = {  # operations with numbers, no friction and no rotors: by the robot's bodies, and by those that cost least
    "panda": {"inertia_matrix": (361, 301), "coriolis_matrix": (1222, 1071), "forward_dynamics": (1069, 1003),
              "inverse_dynamics_derivatives": (2783, 2472), "forward_dynamics_derivatives": (4543, 4132)},
    "ur5": {"inertia_matrix": (160, 100), "coriolis_matrix": (556, 413), "forward_dynamics": (432, 345),
            "inverse_dynamics_derivatives": (1365, 940), "forward_dynamics_derivatives": (2345, 1775)},
}  # fmt: skip


def bare(name: str) -> lw.Robot:
    return lw.load(name).without("friction", "rotors").with_numbers()


def values(fn: Function, seed: int, length: float = 1.0) -> np.ndarray:
    """All outputs at a random state; positions of sliding joints are of the size of the robot."""
    draw = np.random.default_rng(seed)
    arguments: dict[str, Any] = {
        p.name: draw.normal(size=p.shape) * [length if "m" in unit.split() else 1.0 for unit in p.units]
        for p in fn.inputs
    }
    found = lw.compile(fn)(**arguments)
    parts = found.values() if isinstance(found, dict) else [found]
    return np.concatenate([np.ravel(x) for x in parts])


def assert_same(one: Function, other: Function, tolerance: float, length: float = 1.0) -> None:
    for seed in range(3):
        ours, theirs = values(one, seed, length), values(other, seed, length)
        assert np.abs(ours - theirs).max() <= tolerance * np.abs(theirs).max(), one.name


@pytest.mark.parametrize("model", SPECIALIZED_MODELS)
@pytest.mark.parametrize(("name", "size"), some([("panda", 1.0), ("ur5", 1e-6), ("ur5", 1e3)], ("ur5", 1e-6)))
def test_models_by_other_bodies_are_those_of_the_robot_at_every_scale(name, size, model):
    robot = scaled(bare(name), size)
    tolerance = 1e-11 if "forward" in model or "hybrid" in model or "inverse_inertia" in model else 1e-13
    assert_same(lw.model(robot, model), function(robot, model), tolerance)


def tree(seed: int) -> lw.Robot:
    """A tree of joints that turn and slide, with bodies that are heavy enough for every joint."""
    draw = np.random.default_rng(seed)
    joints = []
    for j in range(1, int(draw.integers(1, 6)) + 1):
        A, c, m = draw.normal(size=(3, 3)), draw.normal(size=3), float(draw.uniform(0.5, 2))
        J = A @ A.T + m * (c @ c * np.eye(3) - np.outer(c, c)) + np.eye(3)
        body = dict(zip(("XX", "XY", "XZ", "YY", "YZ", "ZZ"), map(float, J[np.triu_indices(3)]), strict=True))
        body |= dict(zip(("MX", "MY", "MZ"), map(float, m * c), strict=True)) | {"M": m}
        kind = str(draw.choice(["revolute", "revolute", "revolute", "prismatic", "fixed"]))
        place = {"alpha": float(draw.choice([0, 0.7, np.pi / 2])), "d": float(draw.choice([0, 0.4])), "r": 0.3}
        place |= {"theta": 0.5} if kind != "revolute" else {}
        place |= {"r": 0} if kind == "prismatic" else {}
        joints.append(joint(parent=int(draw.integers(0, j)), kind=kind, body=Body(**body), **place))
    return lw.Robot(name="tree", joints=tuple(joints), gravity=(1.0, -2.0, 9.0))


@given(st.integers(0, 10**6))
@settings(max_examples=2)
def test_models_of_a_random_tree(seed):
    robot = tree(seed)
    if not robot.coordinates:
        return
    for model in SPECIALIZED_MODELS:
        assert_same(lw.model(robot, model), function(robot, model), 1e-11)


@pytest.mark.parametrize("name", ["panda", "ur5"])
def test_operations(name):
    robot = bare(name)
    counts = {m: (optimize(function(robot, m)).cost.total, lw.model(robot, m).cost.total) for m in COUNTS[name]}
    assert counts == COUNTS[name]


@pytest.mark.parametrize("model", SPECIALIZED_MODELS)
def test_a_model_never_costs_more_and_has_the_same_ports(model):
    robot = bare("stanford")
    ours, plain = lw.model(robot, model), optimize(function(robot, model))
    assert ours.cost.total <= plain.cost.total
    for one, other in zip((*ours.inputs, *ours.outputs), (*plain.inputs, *plain.outputs), strict=True):
        assert (one.name, one.shape, one.labels, one.units) == (other.name, other.shape, other.labels, other.units)
        assert (one.names, one.role, one.doc) == (other.names, other.role, other.doc)


@pytest.mark.parametrize("optimize", [True, False])
def test_numbers_are_exact_while_they_are_put_together_and_floats_in_the_end(optimize):
    fn = lw.model(bare("ur5"), "inertia_matrix", optimize=optimize)
    numbers = [value for value in fn.graph.value if not isinstance(value, Symbol | None)]
    assert any(type(x) is float for x in numbers)
    assert all(type(x) in (int, float) for x in numbers)


def test_the_energy_of_a_robot_whose_base_is_led_is_that_of_all_its_bodies():
    base = replace(bare("ur5").base, angular_velocity=(0.1, 0.2, 0.3), velocity=(1, 2, 3))
    robot = bare("ur5").changed(base=base)
    for model in SPECIALIZED_MODELS:
        assert_same(lw.model(robot, model), function(robot, model), 1e-11)
    for parameters in ("base", "tuned"):
        with pytest.raises(lw.InputError, match="use the standard ones"):
            lw.model(robot, "kinetic_energy", parameters)


def test_chosen_outputs_are_those_of_the_whole():
    robot = bare("ur5")
    part = lw.model(robot, "inertia_matrix", outputs="M[2:3,2]")
    whole = function(robot, "inertia_matrix")
    found = values(part, 1)
    expected = values(whole, 1).reshape(6, 6)[1:3, 1]
    assert np.abs(found - expected).max() <= 1e-14 * np.abs(expected).max()


def optimized(asked: DerivationRequest, options: Any) -> Function:
    return optimize(asked.derived(options))


def test_other_robots_and_options_keep_their_bodies():
    arm = bare("ur5")
    assert specialize_model(arm, "inertia_matrix", "standard", {}, optimized)
    assert specialize_model(arm, "link_wrenches", "standard", {}, optimized) is None
    assert specialize_model(arm, "forward_dynamics", "standard", {"contacts": "tool0"}, optimized) is None
    for other in (lw.load("rx90"), bare("floating_arm"), bare("four_bar")):
        assert specialize_model(other, "inertia_matrix", "standard", {}, optimized) is None


def heavier(robot: lw.Robot) -> lw.Robot:
    """The robot with a second moment of its second link that is wrong by a thousandth."""
    second = robot.joint(2)
    wrong = replace(second, body=replace(second.body, ZZ=second.body.ZZ * 1.001))
    return robot.in_graph(robot.graph, joints=tuple(wrong if x is second else x for x in robot.joints))


def test_wrong_bodies_are_noticed_by_verify(monkeypatch):
    robot = bare("ur5")
    assert specialized_is_plain(ModelFixture(robot))[0] == "passed"
    right = numeric_specialization.in_numbers
    monkeypatch.setattr(numeric_specialization, "in_numbers", lambda tuned: heavier(right(tuned)))
    numeric_specialization._cheapest_set.cache_clear()
    assert specialized_is_plain(ModelFixture(robot))[0] == "failed"
    numeric_specialization._cheapest_set.cache_clear()


@pytest.mark.parametrize("parameters", ["standard", "base"])
@pytest.mark.parametrize(("name", "model"), [("ur5", "inertia_matrix"), ("puma560", "inverse_dynamics")])
def test_the_test_of_a_package_is_not_derived_with_the_bodies_that_it_tests(name, model, parameters, monkeypatch):
    """Bodies that are wrong by a thousandth are noticed: what the test expects is derived without them."""
    robot = bare(name)
    made = package(robot, [model], parameters)
    assert made.functions[0].cost.total < made.references[0].cost.total
    assert difference(made) <= 1e-12

    def wrong(model: Model, other: lw.Robot, *rest: Any) -> Model:
        return model_by_equivalent(model, heavier(other), *rest)

    monkeypatch.setattr(numeric_specialization, "model_by_equivalent", wrong)
    numeric_specialization._cheapest_set.cache_clear()
    made = package(robot, [model], parameters)
    numeric_specialization._cheapest_set.cache_clear()
    assert difference(made) > 1e-6


def difference(made: ModelPackage) -> float:
    """The largest difference of the function from its reference, relative to the largest output."""
    ours, expected = (values(fn, 1) for fn in (made.functions[0], made.references[0]))
    return float(np.abs(ours - expected).max() / np.abs(expected).max())
