"""Six derivations of the same equations of motion, proven equal in the prime field; their parts against each other."""

import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.expr import Expr, prove_equal
from linkwright.formats import builtin_names
from linkwright.models import function
from linkwright.models.formulations import FORMULATIONS
from linkwright.models.inverse_dynamics import FORMULATIONS as CHOICES
from tests.laws import Laws
from tests.strategies import chain, joint, trees

OTHERS = [name for name in FORMULATIONS if name != "newton_euler"]
TREES = [name for name in builtin_names() if not lw.load(name).loops]


def efforts(robot: lw.Robot, formulation: str) -> list[Expr]:
    return function(robot, "inverse_dynamics", {"formulation": formulation}).output("tau")


def assert_all_equal(robot: lw.Robot, names: list[str]) -> None:
    newton = efforts(robot, "newton_euler")
    for name in names:
        proof = prove_equal(newton, efforts(robot, name))
        assert proof, f"{name} differs in effort {proof.difference} of {robot.tables()['joints']}"
        assert proof.error_bound < 1e-15


def test_the_choices_are_the_formulations():
    assert (*FORMULATIONS, "best") == CHOICES


@pytest.mark.parametrize("name", TREES)
def test_all_formulations_are_newton_euler_on_built_in_robots(name):
    assert_all_equal(lw.load(name), OTHERS)


@given(trees(max_joints=4, wrenches=True))
def test_all_formulations_are_newton_euler_on_random_trees(robot):
    assert_all_equal(robot, OTHERS)


@given(trees(max_joints=3, base_motion=True))
@settings(max_examples=10)
def test_kane_is_newton_euler_on_a_moving_base(robot):
    assert_all_equal(robot, ["kane", "best"])


@pytest.mark.parametrize("formulation", [name for name in OTHERS if name != "kane"])
def test_formulations_for_a_base_at_rest_refuse_another_one(formulation):
    robot = lw.Robot(name="r", joints=(lw.Joint(),), base=lw.Base(acceleration=("A", 0, 0)))
    with pytest.raises(RobotError, match="base at rest"):
        efforts(robot, formulation)


@pytest.mark.parametrize("name", ["rrp", "scara5", "stanford"])
def test_best_is_the_cheapest(name):
    robot = lw.load(name)
    costs = [function(robot, "inverse_dynamics", {"formulation": f}).cost.total for f in FORMULATIONS]
    best = function(robot, "inverse_dynamics", {"formulation": "best"})
    assert best.cost.total == min(costs)


def test_lagrange_wants_velocities_that_are_symbols():
    robot = lw.Robot(name="r", joints=(lw.Joint(velocity="2*W"),))
    with pytest.raises(RobotError, match="formulas"):
        efforts(robot, "lagrange")


def assert_same_matrices(robot: lw.Robot, names: list[str]) -> None:
    def entries(formulation: str) -> list[Expr]:
        fn = function(robot, "closed_form", {"formulation": formulation})
        return [e for port in fn.outputs for e in fn.output(port.name)]

    first = entries("uicker_kahn")
    for name in names:
        proof = prove_equal(first, entries(name))
        assert proof, f"{name} differs in entry {proof.difference} of {robot.tables()['joints']}"


@given(trees(max_joints=3, wrenches=True))
@settings(max_examples=15)
def test_matrices_of_all_formulations_are_those_of_uicker_and_kahn_on_random_trees(robot):
    assert_same_matrices(robot, [name for name in CHOICES if name != "uicker_kahn"])


def test_matrices_of_a_robot_that_does_not_move_are_empty():
    robot = lw.Robot(name="rock", joints=(lw.Joint(kind="fixed"),))
    for name in CHOICES:
        assert all(port.size == 0 for port in function(robot, "closed_form", {"formulation": name}).outputs)


@pytest.mark.parametrize("name", ["rrp", "scara5", "stanford", "two_arm"])
def test_matrices_of_all_formulations_are_those_of_uicker_and_kahn_on_built_in_robots(name):
    assert_same_matrices(lw.load(name), [name for name in CHOICES if name != "uicker_kahn"])


# -- the parts of the closed forms ------------------------------------------------------------------------------------


@given(trees(max_joints=4))
@settings(max_examples=15)
def test_closed_form_is_the_matrices_of_composite_bodies(robot):
    laws, n = Laws(robot), len(robot.moving)
    if not n:
        return
    qd = laws.state("qd")
    laws.assert_equal(laws.vector_of("closed_form", "H"), laws.vector("inertia_matrix"))
    laws.assert_equal(laws.vector_of("closed_form", "g"), laws.vector("gravity_vector"))
    C = laws.matrix("closed_form", "C")
    rows = [sum((C[i * n + k][l] * qd[l] for l in range(n)), qd[0] * 0) for i in range(n) for k in range(n)]
    laws.assert_equal(rows, laws.vector("coriolis_matrix"))  # the Christoffel symbols, so they are the same matrix


@given(trees(max_joints=4, wrenches=True))
@settings(max_examples=15)
def test_bodies_add_up_to_the_closed_form(robot):
    laws, moving = Laws(robot), robot.moving
    n = len(moving)
    if not n:
        return
    for name, whole in (("H", "H"), ("G", "g")):
        shares = laws.matrix("per_body", name)
        rotors = [laws.into(robot.joint(i).rotor) if i == j and name == "H" else 0
                  for i in moving for j in (moving if name == "H" else (0,))]  # fmt: skip
        laws.assert_equal([sum(row, 0) + rotor for row, rotor in zip(shares, rotors, strict=True)],
                          laws.vector_of("closed_form", whole))  # fmt: skip
    beta, zeta, C = (laws.matrix(model, name) for model, name in
                     (("per_body", "beta"), ("per_body", "zeta"), ("closed_form", "C")))  # fmt: skip
    for i in range(n):
        for j in range(n):
            laws.assert_equal([sum(beta[i * n + j], 0)], [C[i * n + j][j]])
            for k in range(j):  # of two branches: nothing
                laws.assert_equal([sum(zeta[(i * n + j) * n + k], 0)], [C[i * n + j][k]])


def test_a_body_contributes_to_the_joints_that_move_it_alone():
    robot = lw.Robot(name="fork", joints=tuple(
        joint(parent=p, alpha="pi/2", d="L", body=lw.Body.symbolic(j)) for j, p in enumerate((0, 1, 1), 1)
    ))  # fmt: skip
    fn = function(robot, "per_body", {"bodies": "2"})
    assert fn.output("G")[2].is_zero
    assert not fn.output("G")[1].is_zero
    names = frozenset().union(*(e.symbols for port in fn.outputs for e in fn.output(port.name)))
    assert {"XX2", "M2"} <= names
    assert not names & {"XX1", "M1", "XX3", "M3"}


def test_bodies_are_those_of_the_robot():
    robot = chain("two", {}, {"d": "L"})
    with pytest.raises(InputError, match="base"):
        function(robot, "per_body", {"bodies": "0"})
    with pytest.raises(UnknownName):
        function(robot, "inverse_dynamics", {"formulation": "hamilton"})


def test_a_body_behind_a_prismatic_joint_turns_with_the_joints_before():
    """The factor 1 - epsilon_k that (25) and (26) of El Baji et al. have in print would lose this term."""
    robot = chain("polar", {}, {"kind": "prismatic", "alpha": "pi/2"}, {"kind": "prismatic", "alpha": "pi/2"})
    H = function(robot, "per_body", {"bodies": "2"}).output("H")
    assert "YY2" in H[0].symbols
