"""The laws between the dynamic models, proven in the prime field: every model has at least two independent routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr, Importer, prove_equal
from linkwright.expr.derivative import directional_derivatives, gradient, jacobian
from linkwright.formats import builtin
from linkwright.models import function
from linkwright.models.dynamics.articulated_bodies import solve_by_articulated_bodies
from linkwright.models.dynamics.formulations.lagrange import LAGRANGE_MODEL
from linkwright.models.dynamics.hybrid_dynamics import solve_by_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.robot import Base, Body, Robot
from tests.support.laws import Laws, apply, cross, evaluate, times, transposed
from tests.support.oracle import moving
from tests.support.strategies import chain, joint, numbers_for, trees

ROBOTS = ("rrp", "rx90", "puma560", "stanford", "scara5", "two_arm", "lwr4plus", "wam7", "cart_pole", "sr400")


class Terms(Laws):
    """The models of one robot, with the symbols of its state by the names that its functions use."""

    def state(self, kind: str) -> list[Expr]:
        model = "forward_dynamics" if kind == "tau" else "inverse_dynamics"
        return [self.into(e) for e in function(self.robot, model).input(kind)]

    def of(self, model: Model, output: str) -> list[Expr]:
        return [self.into(e) for e in function(self.robot, model).output(output)]

    def rates(self, values: Sequence[Any], accelerated: bool = False) -> list[Expr]:
        """Time derivatives along the motion."""
        direction = dict(zip(self.state("q"), self.state("qd"), strict=True))
        if accelerated:
            direction |= dict(zip(self.state("qd"), self.state("qdd"), strict=True))
        return directional_derivatives(self.lift(list(values)), direction)

    def substituted(self, model: str, output: str, values: Mapping[str, Sequence[Any]], **options: Any) -> list[Expr]:
        """An output with expressions in the place of whole inputs."""
        fn = function(self.robot, model, options)
        table: dict[str, Any] = {}
        for port in fn.inputs:
            if port.name in values:
                table |= dict(zip(port.labels, self.lift(list(values[port.name])), strict=True))
        into = Importer(self.graph, table)
        return [into(e) for e in fn.output(output)]


def bare(robot: Robot) -> Robot:
    return robot.without("friction", "external")


def solid(robot: Robot) -> Robot:
    """Every link a general body, so that the inertia matrix can be inverted."""
    return replace(robot, joints=tuple(replace(x, body=Body.symbolic(f"_{j}")) for j, x in enumerate(robot.joints, 1)))


def plus(*vectors: Sequence[Any]) -> list[Any]:
    return [sum(parts[1:], parts[0]) for parts in zip(*vectors, strict=True)]


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    total: Any = 0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


# -- matrices and vectors ----------------------------------------------------------------------------------------------


def assert_equation_of_motion(robot: Robot) -> None:
    """Columns of M are inverse dynamics of unit accelerations; tau = M qdd + C qd + g; Md - 2 C is skew."""
    laws = Terms(bare(robot))
    M, C = laws.matrix("inertia_matrix"), laws.matrix("coriolis_matrix")
    g, c, h, tau = (laws.vector(m) for m in ("gravity_vector", "coriolis_vector", "bias_vector", "inverse_dynamics"))
    qd, qdd = laws.state("qd"), laws.state("qdd")
    laws.assert_equal(transposed(M), M)
    laws.assert_equal(jacobian(laws.lift(tau), qdd), M)
    laws.assert_equal(tau, plus(apply(M, qdd), apply(C, qd), g))
    laws.assert_equal(apply(C, qd), c)
    laws.assert_equal(plus(c, g), h)
    Md = laws.rates([x for row in M for x in row])
    twice = [[a + b for a, b in zip(r, s, strict=True)] for r, s in zip(C, transposed(C), strict=True)]
    laws.assert_equal(Md, twice)  # Md - 2 C = C^T - C
    laws.assert_equal(Md, laws.vector("inertia_matrix_dot"))


@settings(max_examples=15)
@given(trees(max_joints=5))
def test_equation_of_motion_on_random_trees(robot):
    if robot.coordinates:
        assert_equation_of_motion(robot)


@pytest.mark.parametrize("name", ROBOTS)
def test_equation_of_motion_of_built_in_robots(name):
    assert_equation_of_motion(builtin(name).tree().with_symbols())


def assert_christoffel(robot: Robot) -> None:
    """C_ij = sum over k of (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k / 2: no other skew choice will do."""
    laws = Terms(bare(robot))
    M, C = laws.matrix("inertia_matrix"), laws.matrix("coriolis_matrix")
    q, qd = laws.state("q"), laws.state("qd")
    n = len(q)
    flat = jacobian(laws.lift(M), q)
    half = Fraction(1, 2)

    def slope(i: int, j: int, k: int) -> Any:
        return flat[n * i + j][k]

    expected = [[dot([(slope(i, j, k) + slope(i, k, j) - slope(j, k, i)) * half for k in range(n)], qd)
                 for j in range(n)] for i in range(n)]  # fmt: skip
    laws.assert_equal(C, expected)


@settings(max_examples=15)
@given(trees(max_joints=4))
def test_coriolis_matrix_is_that_of_the_christoffel_symbols(robot):
    if robot.coordinates:
        assert_christoffel(robot)


@pytest.mark.parametrize("name", ["rx90", "stanford", "two_arm"])
def test_coriolis_matrix_of_built_in_robots_is_that_of_the_christoffel_symbols(name):
    assert_christoffel(builtin(name))


@settings(max_examples=15)
@given(trees(max_joints=5, wrenches=True, base_motion=True))
def test_bias_is_the_effort_without_acceleration(robot):
    """Friction, wrenches and motion of the base included: tau = M qdd + h."""
    if robot.coordinates:
        laws = Terms(robot)
        M, h, tau = laws.matrix("inertia_matrix"), laws.vector("bias_vector"), laws.vector("inverse_dynamics")
        laws.assert_equal(tau, plus(apply(M, laws.state("qdd")), h))


def test_branches_leave_zeros_in_the_matrices():
    robot = builtin("two_arm")
    laws = Terms(robot)
    for model in ("inertia_matrix", "coriolis_matrix", "inertia_matrix_dot"):
        A = laws.matrix(model)
        zeros = [(a, b) for a, i in enumerate(moving(robot)) for b, j in enumerate(moving(robot))
                 if not related(robot, i, j)]  # fmt: skip
        assert zeros
        assert all(laws.lift([A[a][b]])[0].is_zero for a, b in zeros)


def related(robot: Robot, i: int, j: int) -> bool:
    def up(k: int) -> set[int]:
        return {k} | (up(robot.joint(k).parent) if robot.joint(k).parent else set())

    return i in up(j) or j in up(i)


# -- energies and momenta ----------------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(trees(max_joints=5))
def test_energies_and_their_derivatives(robot):
    """T = qd . M qd / 2, g = dU/dq, and d(T + U)/dt = qd . (tau - friction)."""
    robot = bare(robot)
    if robot.coordinates:
        assert_energies(robot)


def assert_energies(robot: Robot) -> None:
    laws = Terms(robot)
    T, U = energy(laws, "kinetic_energy"), energy(laws, "potential_energy")
    q, qd = laws.state("q"), laws.state("qd")
    M, tau = laws.matrix("inertia_matrix"), laws.vector("inverse_dynamics")
    laws.assert_equal([T * 2], [dot(qd, apply(M, qd))])
    laws.assert_equal(gradient(U, q), laws.vector("gravity_vector"))
    laws.assert_equal(laws.rates([T + U], accelerated=True), [dot(qd, tau)])


def energy(laws: Terms, model: str) -> Expr:
    fn = function(laws.robot, model)
    return laws.into(Expr(fn.graph, fn.outputs[0].elements[0]))


@pytest.mark.parametrize("name", ROBOTS)
def test_energies_of_built_in_robots(name):
    assert_energies(bare(builtin(name).tree().with_symbols()))


@settings(max_examples=15)
@given(trees(max_joints=5, friction=False))
def test_momenta_change_by_the_wrench_of_the_ground(robot):
    """dp/dt = f_0 + M g and dL/dt = n_0 + MS x g: what the ground gives, and gravity."""
    robot = solid(robot)
    laws, masses = Terms(robot), [x.body.M for x in robot.joints]
    p, L, Lc = (laws.matrix("momenta", name)[0] for name in ("p", "L", "Lc"))
    f, n = laws.matrix("link_wrenches", "f")[0], laws.matrix("link_wrenches", "n")[0]
    g = [laws.into(x) for x in robot.gravity]
    M = sum((laws.into(m) for m in masses[1:]), laws.into(masses[0]))
    com = laws.vector("centre_of_mass")
    laws.assert_equal(laws.rates(p, accelerated=True), [a + M * b for a, b in zip(f, g, strict=True)])
    weight = cross(com, [M * x for x in g])
    laws.assert_equal(laws.rates(L, accelerated=True), plus(n, weight))
    laws.assert_equal(L, plus(Lc, cross(com, p)))
    laws.assert_equal(p, [M * x for x in laws.rates(com)])


def test_momenta_include_the_motion_and_the_pose_of_the_base():
    """One body of mass m at (0, 0, r) on a base that slides and turns, placed elsewhere: p = m v, L = P x p."""
    pose: Any = (0, -1, 0, "X", 1, 0, 0, "Y", 0, 0, 1, 0, 0, 0, 0, 1)
    w: Any = ("wx", 0, 0)
    v: Any = (0, 0, "vz")
    robot = Robot(name="ball", joints=(joint(kind="fixed", r="r", M="m"), joint(parent=1, kind="prismatic")),
                  base=Base(pose=pose, angular_velocity=w, velocity=v))  # fmt: skip
    found = evaluate(robot, "momenta", numbers={"m": 2.0, "r": 0.5, "wx": 3.0, "vz": 0.7, "X": 4.0, "Y": 5.0})
    p0 = 2.0 * np.array([0, -3.0 * 0.5, 0.7])  # m (v + w x r z) in frame 0
    p = np.array([-p0[1], p0[0], p0[2]])  # a quarter turn about z
    np.testing.assert_allclose(found["p"], p, atol=1e-15)
    np.testing.assert_allclose(found["L"], np.cross([4.0, 5.0, 0.5], p), atol=1e-14)
    np.testing.assert_allclose(found["Lc"], 0, atol=1e-15)


# -- forward and hybrid dynamics ---------------------------------------------------------------------------------------


def _accelerations(way: Any) -> Model:
    def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
        return [named("qdd", list(way(robot, state, quantities).values()), "")]

    return Model("forward_dynamics", "one of the two ways", ("q", "qd", "tau"), build, DYNAMICS)


ARTICULATED = _accelerations(lambda robot, state, quantities: solve_by_articulated_bodies(robot, state, frozenset())[0])
FACTORED = _accelerations(lambda robot, state, quantities: solve_by_matrix(robot, state, frozenset(), quantities)[0])


def assert_forward_undoes_inverse(robot: Robot) -> None:
    """Both ways, proven: accelerations from the efforts of accelerations."""
    laws = Terms(robot)
    tau, qdd = laws.vector("inverse_dynamics"), laws.state("qdd")
    for model in (ARTICULATED, FACTORED):
        fn = function(robot, model)
        into = Importer(laws.graph, dict(zip(next(p for p in fn.inputs if p.name == "tau").labels, tau, strict=True)))
        laws.assert_equal([into(e) for e in fn.output("qdd")], qdd)


@settings(max_examples=12)
@given(trees(max_joints=4, wrenches=True, base_motion=True))
def test_forward_dynamics_undoes_inverse_dynamics_on_random_trees(robot):
    if robot.coordinates:
        assert_forward_undoes_inverse(solid(robot))


@pytest.mark.parametrize("name", ["rrp", "rx90", "stanford", "two_arm", "cart_pole"])
def test_forward_dynamics_undoes_inverse_dynamics(name):
    assert_forward_undoes_inverse(builtin(name))


@pytest.mark.parametrize("name", ["wam7", "iiwa14", "panda", "ur10", "puma560"])
def test_forward_dynamics_undoes_inverse_dynamics_in_numbers(name):
    """Optimized functions, published numbers, relative to the largest acceleration."""
    robot = builtin(name)
    rng = np.random.default_rng(5)
    inverse, forward_ = lw.model(robot, "inverse_dynamics"), lw.model(robot, "forward_dynamics")
    for _ in range(3):
        q, qd, qdd = rng.uniform(-2, 2, (3, len(robot.coordinates)))
        tau = inverse(q=q, qd=qd, qdd=qdd)
        np.testing.assert_allclose(forward_(q=q, qd=qd, tau=tau), qdd, atol=1e-10)


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_hybrid_dynamics_lies_between_forward_and_inverse(robot, data):
    """The accelerations and efforts that it gives, and those given to it, are a motion of the inverse dynamics."""
    if not robot.coordinates:
        return
    robot = solid(robot)
    chosen = sorted(data.draw(st.sets(st.sampled_from(moving(robot)))))
    given_ = ",".join(map(str, chosen)) or "none"
    laws = Terms(robot)
    tau, qdd = laws.vector("inverse_dynamics"), laws.state("qdd")
    fn = function(robot, "hybrid_dynamics", {"given": given_})
    values = {"tau": tau}
    free = [k for k, j in enumerate(moving(robot)) if j not in chosen]
    held = [k for k, j in enumerate(moving(robot)) if j in chosen]
    assert {p.name for p in fn.outputs} == {name for name, on in (("accelerations", free), ("efforts", held)) if on}
    if free:
        found = laws.substituted("hybrid_dynamics", "accelerations", values, given=given_)
        laws.assert_equal(found, [qdd[k] for k in free])
    if held:
        found = laws.substituted("hybrid_dynamics", "efforts", values, given=given_)
        laws.assert_equal(found, [tau[k] for k in held])


def test_both_ways_of_hybrid_dynamics_are_equal():
    robot = builtin("stanford")
    given_ = frozenset(c for c in robot.coordinates if c.link in {2, 3, 5})

    def model(way: Any) -> Model:
        def build(view: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
            qdd, tau = way(view, state, quantities)
            return [named("x", [*qdd.values(), *(tau[c] for c in robot.coordinates if c in tau)], "")]

        return Model("hybrid_dynamics", "", ("q", "qd", "qdd", "tau"), build, DYNAMICS)

    one = function(robot, model(lambda r, s, _: solve_by_articulated_bodies(r, s, given_))).output("x")
    other = function(robot, model(lambda r, s, noted: solve_by_matrix(r, s, given_, noted))).output("x")
    assert prove_equal(one, other)


def test_inverse_inertia_matrix_is_the_inverse():
    for name in ("rx90", "two_arm", "stanford"):
        laws = Terms(builtin(name))
        M, Minv = laws.matrix("inertia_matrix"), laws.matrix("inverse_inertia_matrix")
        laws.assert_equal(times(M, Minv), [[int(a == b) for b in range(len(M))] for a in range(len(M))])


@pytest.mark.parametrize(("name", "options"), [
    ("rx90", {}), ("rx90", {"projection": "end"}), ("two_arm", {"rows": "linear"}), ("stanford", {"rows": "vx,vz,wy"}),
])  # fmt: skip
def test_operational_space_inertia_undoes_the_mobility(name, options):
    """Lambda (J M^-1 J^T) = 1 on the chosen rows."""
    laws = Terms(builtin(name))
    rows = options.get("rows", "vx,vy,vz,wx,wy,wz").replace("linear", "vx,vy,vz").split(",")
    names = ["vx", "vy", "vz", "wx", "wy", "wz"]
    full = laws.matrix("jacobian", **{k: v for k, v in options.items() if k != "rows"})
    J = [full[names.index(row)] for row in rows]
    mobility = times(times(J, laws.matrix("inverse_inertia_matrix")), transposed(J))
    product = times(laws.matrix("operational_space_inertia", **options), mobility)
    laws.assert_equal(product, [[int(a == b) for b in range(len(rows))] for a in range(len(rows))])


def test_what_has_no_inertia_is_told():
    with pytest.raises(RobotError, match=r"joint 2 .* has no inertia"):
        function(Robot(name="r", joints=(joint(ZZ="Z1"), joint(parent=1))), "forward_dynamics")
    with pytest.raises(InputError, match="rows of frame"):
        function(chain("arm", {}, {"d": "L"}), "operational_space_inertia")
    with pytest.raises(RobotError, match="cannot move so"):
        function(chain("arm", {}, {"d": "L"}), "operational_space_inertia", {"rows": "vz"})


# -- wrenches ----------------------------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(trees(max_joints=5, friction=False, wrenches=True, base_motion=True))
def test_cut_wrench_along_the_axis_is_the_effort(robot):
    robot = robot.without("rotors")
    laws = Terms(robot)
    f, n = laws.matrix("link_wrenches", "f"), laws.matrix("link_wrenches", "n")
    along = [n[j][2] if robot.joint(j).kind == "revolute" else f[j][2] for j in moving(robot)]
    if robot.coordinates:
        laws.assert_equal(laws.vector("inverse_dynamics"), along)


@settings(max_examples=12)
@given(trees(max_joints=5), st.data())
def test_cut_jacobian_gives_the_wrenches_that_hold_a_single_mass(robot, data):
    """Test 10 of Schappler, Job & Ortmaier: one mass, at rest; what it exerts is its weight, -M g on its support."""
    k = data.draw(st.integers(1, len(robot)))
    body = Body(M="m", MX="m*px", MY="m*py", MZ="m*pz")
    robot = replace(robot, joints=tuple(replace(x, body=body if j == k else Body())
                                        for j, x in enumerate(robot.joints, 1)))  # fmt: skip
    laws = Terms(robot)
    J = laws.matrix("cut_jacobian", frame=k, point="px,py,pz")
    m = laws.into(robot.joint(k).body.M)
    weight = [-(m * laws.into(x)) for x in robot.gravity] + [0, 0, 0]
    expected = apply(transposed(J), weight)
    still = {"qd": [0] * len(robot.coordinates), "qdd": [0] * len(robot.coordinates)}
    f, n = (laws.substituted("link_wrenches", name, still) for name in "fn")
    found = [x for j in range(len(robot) + 1) for x in (*f[3 * j : 3 * j + 3], *n[3 * j : 3 * j + 3])]
    laws.assert_equal(found, expected)


@settings(max_examples=12)
@given(trees(max_joints=5), st.data())
def test_external_efforts_are_the_transposed_jacobian(robot, data):
    if not robot.coordinates:
        return
    numbers = st.integers(1, len(robot))
    chosen = sorted(data.draw(st.sets(numbers, min_size=1, max_size=2)))
    projection = data.draw(st.integers(0, len(robot)))
    laws = Terms(robot)
    options = {"frames": ",".join(map(str, chosen)), "point": "px,py,pz", "projection": projection}
    fn = function(robot, "external_efforts", options)
    wrenches = [laws.into(e) for e in fn.input("external")] if any(p.name == "external" for p in fn.inputs) else []
    by_name = {e.name: e for e in wrenches}
    tau: list[Any] = [0] * len(robot.coordinates)
    for j in chosen:
        J = laws.matrix("jacobian", frame=j, point="px,py,pz", projection=projection)
        F = [by_name.get(f"{letter}{j}_{axis}", 0) for letter in "FC" for axis in "xyz"]
        tau = plus(tau, apply(transposed(J), F))
    laws.assert_equal([laws.into(e) for e in fn.output("efforts")], tau)


def test_external_efforts_are_those_of_the_wrenches_in_the_inverse_dynamics():
    """Wrenches in the robot's tables and wrenches as inputs are the same efforts."""
    arm = chain("arm", {"alpha": "a"}, {"d": "L", "alpha": "pi/2"}, {"d": "D", "kind": "prismatic"},
                {"alpha": "b", "d": "E"}, gravity=(0, 0, 0))  # fmt: skip
    pushed = {name: f"{name[0]}4_{name[1].lower()}" for name in ("FX", "FY", "FZ", "CX", "CY", "CZ")}
    last = joint(parent=3, alpha="b", d="E", **pushed)
    pushing = replace(arm, joints=(*(replace(x, body=Body()) for x in arm.joints[:3]), last))
    tau = function(pushing, "inverse_dynamics").output("tau")
    assert prove_equal(function(arm, "external_efforts").output("efforts"), tau)


def test_the_ground_bears_the_weight_of_the_base_and_of_everything_on_it():
    robot = chain("standing", {"alpha": "a"}, {"d": "L"}, base=Base(body=Body(M="M0", MX="MX0")))
    zeros = [0.0, 0.0]
    numbers = numbers_for(robot) | {"M0": 5.0, "MX0": 0.5, "M1": 2.0, "M2": 1.0, "G3": -9.81}
    found = evaluate(robot, "link_wrenches", state=(zeros, zeros, zeros), numbers=numbers)
    np.testing.assert_allclose(found["f"][0], [0, 0, 8.0 * 9.81], atol=1e-12)
    alone = evaluate(replace(robot, base=Base()), "link_wrenches", state=(zeros, zeros, zeros), numbers=numbers)
    np.testing.assert_allclose(found["n"][0] - alone["n"][0], [0, -0.5 * 9.81, 0], atol=1e-12)  # MS x -g
    np.testing.assert_array_equal(found["f"][1:], alone["f"][1:])


def test_the_ground_is_held_by_no_joint():
    with pytest.raises(InputError, match="no joint effort"):
        function(chain("arm", {}), "external_efforts", {"frames": "0"})


# -- base parameters ---------------------------------------------------------------------------------------------------

BASE_MODELS = ("inertia_matrix", "coriolis_vector", "coriolis_matrix", "gravity_vector", "bias_vector",
               "inertia_matrix_dot", "kinetic_energy", "forward_dynamics", "inverse_inertia_matrix")  # fmt: skip


@pytest.mark.parametrize("name", ["rrp", "rx90", "stanford", "two_arm"])
def test_base_parameters_give_the_same_models(name):
    assert_base_is_standard(builtin(name), BASE_MODELS)


@settings(max_examples=12)
@given(trees(max_joints=4, friction=False))
def test_base_parameters_give_the_same_models_on_random_trees(robot):
    if robot.coordinates:
        assert_base_is_standard(robot, BASE_MODELS[:-2])


def assert_base_is_standard(robot: Robot, models: Sequence[str]) -> None:
    """With the grouping relations put in, proven equal to the models in standard parameters."""
    base = find_base_parameters(robot)
    for model in models:
        standard, grouped = function(robot, model), function(base.robot, model)
        back = base.in_standard(standard.graph)
        found = [back(Expr(grouped.graph, i)) for i in grouped.outputs[0].elements]
        assert prove_equal([Expr(standard.graph, i) for i in standard.outputs[0].elements], found), model


def test_base_parameters_keep_the_potential_energy_but_for_a_constant():
    robot = builtin("rx90")
    base = find_base_parameters(robot)
    laws = Terms(robot)
    grouped = function(base.robot, "potential_energy")
    U = base.in_standard(laws.graph)(Expr(grouped.graph, grouped.outputs[0].elements[0]))
    laws.assert_equal(gradient(U, laws.state("q")), laws.vector("gravity_vector"))


@pytest.mark.parametrize("model", ["momenta", "link_wrenches"])
def test_what_base_parameters_do_not_determine_is_refused(model):
    with pytest.raises(InputError, match="base parameters"):
        lw.model(builtin("rx90"), model, parameters="base")


# -- published values --------------------------------------------------------------------------------------------------


def test_puma560_has_the_published_gravity_and_matrices():
    """Robotics Toolbox for Python, tests/test_SerialLink.py, Puma560 at qn: gravload, inertia, coriolis, cinertia."""
    robot, qn = builtin("puma560"), [0, np.pi / 4, np.pi, 0, np.pi / 4, 0]
    gravload = [0, 31.6399, 6.0351, 0, 0.0283, 0]
    inertia = [
        [3.6594, -0.4044, 0.1006, -0.0025, 0, 0], [-0.4044, 4.4137, 0.3509, 0, 0.0024, 0],
        [0.1006, 0.3509, 0.9378, 0, 0.0015, 0], [-0.0025, 0, 0, 0.1925, 0, 0],
        [0, 0.0024, 0.0015, 0, 0.1713, 0], [0, 0, 0, 0, 0, 0.1941],
    ]  # fmt: skip
    coriolis = [
        [-0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001], [0.6274, 1.1572, 1.9287, -0.0015, -0.0003, 0],
        [-0.3608, -0.7734, -0.0018, -0.0009, -0.0064, 0], [0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001],
        [-0.0002, 0.0028, 0.0046, -0.0002, 0, 0], [0.0001, 0, 0, 0, 0, 0],
    ]  # fmt: skip
    cinertia = [
        [17.2954, -2.7542, -9.6233, 0, 0.2795, 0], [-2.7542, 12.1909, 1.2459, -0.3254, -0.0703, -0.9652],
        [-9.6233, 1.2459, 13.3348, 0, 0.2767, 0], [0, -0.3254, 0, 0.1941, 0, 0.1941],
        [0.2795, -0.0703, 0.2767, 0, 0.1713, 0], [0, -0.9652, 0, 0.1941, 0, 0.5791],
    ]  # fmt: skip
    np.testing.assert_allclose(lw.model(robot, "gravity_vector")(q=qn), gravload, atol=6e-5)
    np.testing.assert_allclose(lw.model(robot, "inertia_matrix")(q=qn), inertia, atol=6e-5)
    C = lw.model(robot, "coriolis_matrix")(q=qn, qd=[1, 2, 3, 1, 2, 3])
    np.testing.assert_allclose(C, coriolis, atol=6e-5)
    np.testing.assert_allclose(lw.model(robot, "operational_space_inertia")(q=qn), cinertia, atol=6e-5)


def test_cart_pole_accelerates_as_barto_sutton_and_anderson_print():
    """Their appendix, without friction: angle from the vertical, force on the cart."""
    robot = builtin("cart_pole")
    fn = lw.model(robot, "forward_dynamics")
    g, mc, m, half = 9.8, 1.0, 0.1, 0.5
    for x, angle, speed, rate, force in [(0.1, 0.3, -0.5, 0.7, 10.0), (1.0, -1.2, 0.4, -2.0, -3.0)]:
        s, c, total = np.sin(angle), np.cos(angle), mc + m
        push = (-force - m * half * rate**2 * s) / total
        angular = (g * s + c * push) / (half * (4 / 3 - m * c**2 / total))
        linear = (force + m * half * (rate**2 * s - angular * c)) / total
        found = fn(q=[x, angle], qd=[speed, rate], tau=[force, 0.0])
        np.testing.assert_allclose(found, [linear, angular], rtol=1e-12)


def test_lagrange_agrees_with_the_sum_of_the_terms():
    """A route that shares nothing with the recursions: energies differentiated in the graph."""
    laws = Terms(bare(builtin("stanford")))
    M, C, g = laws.matrix("inertia_matrix"), laws.matrix("coriolis_matrix"), laws.vector("gravity_vector")
    terms = plus(apply(M, laws.state("qdd")), apply(C, laws.state("qd")), g)
    laws.assert_equal(laws.of(LAGRANGE_MODEL, "tau"), terms)
