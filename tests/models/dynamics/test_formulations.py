"""Derivations of the same equations of motion, proven equal in the prime field; their parts against each other."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.expr import Expr, prove_equal, value_of
from linkwright.models import function
from linkwright.models.dynamics.formulations.formulation_table import FORMULATION_NAMES as CHOICES
from linkwright.models.dynamics.formulations.formulation_table import FORMULATIONS
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.robot.robot import INERTIA, Kind
from linkwright.spatial import Inertia, Vec3
from tests.support.laws import Laws
from tests.support.oracle import moving
from tests.support.some import some
from tests.support.strategies import built_in_trees, chain, joint, trees

OTHERS = [name for name in FORMULATIONS if name != "newton_euler"]
ON_ANY_BASE = ["newton_euler_plain", "kane"]
TREES = built_in_trees()


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
def test_formulations_for_any_base_are_newton_euler_on_a_moving_base(robot):
    assert_all_equal(robot, [*ON_ANY_BASE, "best"])


@given(trees(max_joints=5, wrenches=True, base_motion=True))
@settings(max_examples=30)
def test_the_cheap_recursion_is_the_page_of_the_book(robot):
    """With fixed joints, branches, friction, rotors, wrenches and a base that moves, and in base parameters, too."""
    assert_all_equal(robot, ["newton_euler_plain"])
    assert_all_equal(find_base_parameters(robot).robot, ["newton_euler_plain"])


@pytest.mark.parametrize("formulation", [name for name in OTHERS if name not in ON_ANY_BASE])
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


@pytest.mark.parametrize("name", some(["rrp", "scara5", "stanford", "two_arm", "piezo6"], "rrp", "scara5", "two_arm"))
def test_matrices_of_all_formulations_are_those_of_uicker_and_kahn_on_built_in_robots(name):
    assert_same_matrices(lw.load(name), [name for name in CHOICES if name != "uicker_kahn"])


# -- the parts of the closed forms ------------------------------------------------------------------------------------


@given(trees(max_joints=4))
@settings(max_examples=15)
def test_closed_form_is_the_matrices_of_composite_bodies(robot):
    laws, n = Laws(robot), len(robot.coordinates)
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
    laws, joints = Laws(robot), moving(robot)
    n = len(joints)
    if not n:
        return
    for name, whole in (("H", "H"), ("G", "g")):
        shares = laws.matrix("per_body", name)
        rotors = [laws.into(robot.joint(i).rotor) if i == j and name == "H" else 0
                  for i in joints for j in (joints if name == "H" else (0,))]  # fmt: skip
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


# -- the printed coefficients -----------------------------------------------------------------------------------------


def number(x: Any) -> float:
    return value_of(x) if isinstance(x, Expr) else float(x)


class Printed:
    """Equations (24)-(28) of El Baji, Ben Said Amrani & Sarsri (2022) in the base frame, for numbers.

    Without the factor 1 - epsilon_k of (25) and (26), see `per_body`.
    """

    def __init__(self, robot: lw.Robot, q: list[float], bodies: list[tuple[float, np.ndarray, np.ndarray]]) -> None:
        self.slides = [robot.joint(j).kind == "prismatic" for j in moving(robot)]
        self.u, self.o, self.c, self.I, self.R = [], [], [], [], []
        self.m = [m for m, _, _ in bodies]
        R, P = np.eye(3), np.zeros(3)
        for j, (_, com, I) in enumerate(bodies, 1):
            T = robot.joint(j).transform(q[j - 1])
            step = [[number(x) for x in row] for row in T.R.matrix().rows]
            P = P + R @ np.array([number(x) for x in T.P])
            R = R @ np.array(step)
            self.u.append(R[:, 2])
            self.o.append(P)
            self.c.append(P + R @ com)
            self.I.append(R @ I @ R.T)
            self.R.append(R)

    def arm(self, i: int, k: int) -> Any:
        return self.c[k] - self.o[i]

    def through(self, i: int, k: int, force: np.ndarray, moment: np.ndarray) -> float:
        """[(1 - eps_i) (moment + c_ik^ force) + eps_i force] . u_i."""
        return float((force if self.slides[i] else moment + np.cross(self.arm(i, k), force)) @ self.u[i])

    def H(self, i: int, j: int, k: int) -> float:
        if self.slides[j]:
            return self.through(i, k, self.m[k] * self.u[j], np.zeros(3))
        return self.through(i, k, -self.m[k] * np.cross(self.arm(j, k), self.u[j]), self.I[k] @ self.u[j])

    def beta(self, i: int, j: int, k: int) -> float:
        u = self.u[j]
        force = -self.m[k] * np.cross(u, np.cross(self.arm(j, k), u))
        return 0.0 if self.slides[j] else self.through(i, k, force, np.cross(u, self.I[k] @ u))

    def zeta(self, i: int, j: int, n: int, k: int) -> float:
        if self.slides[n]:
            return 0.0
        if self.slides[j]:
            return self.through(i, k, self.m[k] * np.cross(self.u[n], self.u[j]), np.zeros(3))
        J = np.trace(self.I[k]) / 2 * np.eye(3) - self.I[k]
        force = -self.m[k] * np.cross(self.u[n], np.cross(self.arm(j, k), self.u[j]))
        return self.through(i, k, force, np.cross(J @ self.u[n], self.u[j]))

    def G(self, i: int, k: int, gravity: np.ndarray) -> float:
        return self.through(i, k, -self.m[k] * gravity, np.zeros(3))


def _random_chain(seed: int) -> tuple[lw.Robot, list[float], list[tuple[float, np.ndarray, np.ndarray]]]:
    source = np.random.default_rng(seed)
    bodies, joints = [], []
    kinds: list[Kind] = ["revolute", "revolute", "prismatic", "prismatic", "revolute"]
    for j, place in enumerate(source.permutation(5), 1):
        A = source.normal(size=(3, 3))
        m, com, I = source.uniform(1, 2), source.normal(size=3), A @ A.T
        values = Inertia.at_centre_of_mass(m, Vec3(*com), (*I[0], *I[1, 1:], I[2, 2]))
        body = lw.Body(**dict(zip(INERTIA, map(float, values), strict=True)))
        bodies.append((m, com, I))
        alpha, d, r = (float(x) for x in source.normal(size=3))
        joints.append(lw.Joint(parent=j - 1, kind=kinds[place], alpha=alpha, d=d, r=r, body=body))
    gravity = tuple(float(x) for x in source.normal(size=3))
    return lw.Robot(name="chain", joints=tuple(joints), gravity=gravity), list(source.normal(size=5)), bodies


@pytest.mark.parametrize("seed", range(3))
def test_coefficients_by_body_are_those_that_were_printed(seed):
    robot, q, bodies = _random_chain(seed)
    n = len(q)
    found = function(robot, "per_body")(q=q)
    printed = Printed(robot, q, bodies)
    gravity = np.array([number(x) for x in robot.gravity])
    size = (n,) * 3
    beyond = [(i, j, k) for i, j, k in np.ndindex(size) if k >= max(i, j)]
    for name, value in (("H", printed.H), ("beta", printed.beta)):
        expected = np.zeros(size)
        for index in beyond:
            expected[index] = value(*index)
        np.testing.assert_allclose(found[name].reshape(size), expected, rtol=1e-12, atol=1e-12)
    zeta = np.zeros((*size, n))
    for i, j, k in beyond:
        zeta[i, j, :j, k] = [printed.zeta(i, j, m, k) for m in range(j)]
    np.testing.assert_allclose(found["zeta"].reshape(zeta.shape), zeta, rtol=1e-12, atol=1e-12)
    G = [[printed.G(i, k, gravity) if k >= i else 0.0 for k in range(n)] for i in range(n)]
    np.testing.assert_allclose(found["G"], G, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", some(["rrp", "scara5", "stanford", "two_arm"], "rrp", "scara5", "two_arm"))
@pytest.mark.parametrize("model", ["inertia_matrix", "coriolis_matrix", "coriolis_vector", "gravity_vector"])
def test_the_terms_are_the_same_by_every_formulation(name, model):
    robot = lw.load(name)
    own = function(robot, model)
    for formulation in FORMULATIONS:
        other = function(robot, model, options={"formulation": formulation})
        port = own.outputs[0].name
        assert prove_equal(own.output(port), other.output(port)), formulation
