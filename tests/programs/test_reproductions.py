"""The experiments of papers: what is printed there, and what comes out here."""

import numpy as np
import pytest
from reproductions import bansevicius, el_baji, lemoine_khalil

import linkwright as lw
from linkwright.simulation.controllers import ComputedTorque
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.simulate import simulate


@pytest.fixture(autouse=True)
def needed(module):
    module("scipy")
    module("matplotlib")


def test_input_files_of_the_rrp_are_figures_3_and_5_of_lemoine_and_khalil():
    robot = lw.load("rrp")
    assert lemoine_khalil.differing(robot, lemoine_khalil.FIGURE_3) == []
    assert lemoine_khalil.differing(lw.base_parameters(robot).robot, lemoine_khalil.FIGURE_5) == []


def test_groupings_of_the_rrp_are_figure_4_of_lemoine_and_khalil():
    assert lemoine_khalil.relations_agree()


def test_operations_of_the_general_robot_are_a_line_below_that_of_lemoine_and_khalil():
    costs = {n: lw.model(lw.spatial(n), "inverse_dynamics", parameters="base").cost for n in (3, 4, 5, 6)}
    for n, c in costs.items():
        assert c.add + c.setup_add <= 81 * n - 117
        assert c.mul + c.setup_mul <= 92 * n - 127
    assert lemoine_khalil.line({n: c.add for n, c in costs.items()}) != "no line"
    assert lemoine_khalil.line({n: c.mul for n, c in costs.items()}) != "no line"


def test_equations_of_the_scara_are_figure_3_of_el_baji():
    assert el_baji.agreement() < 1e-13


def test_equations_of_the_scara_are_those_of_sympys_lagrange(module):
    sp = module("sympy")
    me = module("sympy.physics.mechanics")
    from reproductions.scara_lagrange import equations

    M, f = equations()
    robot = lw.load("scara5")
    q = me.dynamicsymbols("q1:6")
    qd = [x.diff(me.dynamicsymbols._t) for x in q]
    table = {sp.Symbol(name): value for name, value in robot.numbers.items()} | {sp.Symbol("g"): -robot.numbers["G3"]}
    both = sp.lambdify([qd, q], [M.xreplace(table), f.xreplace(table)])
    x, v, a = np.random.default_rng(3).uniform(-1, 1, (3, 5))
    mass, forcing = both(v, x)
    ours = lw.compile(lw.model(robot, "inverse_dynamics"))(x, v, a)
    assert ours == pytest.approx(mass @ a - forcing[:, 0], rel=1e-11, abs=1e-11)


def test_path_of_el_baji_in_the_joints_leads_the_tip_along_equation_40():
    path, h = el_baji.Path(), 1e-5
    for t in (0.0, 1.3, 4.0, 6.5, 11.0):
        q, qd, qdd = path(t)
        assert path.forward(q[1:4])[0] == pytest.approx(path.tip(t)[0], abs=1e-12)
        assert q[1:4].sum() == pytest.approx(np.pi / 3)
        assert (path(t + h)[0] - path(t - h)[0]) / (2 * h) == pytest.approx(qd, abs=1e-6)
        assert (path(t + h)[1] - path(t - h)[1]) / (2 * h) == pytest.approx(qdd, abs=1e-5)
    assert path(0.0)[0][4] == pytest.approx(el_baji.START[4])  # the printed start, by the printed geometry


def test_error_of_the_scara_under_computed_torque_is_that_of_the_linear_oscillator():
    """e'' + 10 e' + 200 e = 0 from the printed start."""
    plant, path = Mechanism(lw.load("scara5")), el_baji.Path()
    control = ComputedTorque(path, np.full(5, el_baji.KP), np.full(5, el_baji.KD), plant)
    made = simulate(plant, 1, el_baji.START, el_baji.SPEED, controller=control, reference=path,
                    integrator=Integrator(rtol=1e-11, atol=1e-12))  # fmt: skip
    q, qd, _ = path(0.0)
    e, ed, w = q - el_baji.START, qd - el_baji.SPEED, np.sqrt(200 - 25)
    t = made.t[:, None]
    expected = np.exp(-5 * t) * (e * np.cos(w * t) + (ed + 5 * e) / w * np.sin(w * t))
    assert made.error == pytest.approx(expected, abs=1e-9)


def test_control_cycle_in_one_function_is_the_controller_on_its_path():
    from reproductions.el_baji_cycle import control_cycle

    robot, path = lw.load("scara5"), el_baji.Path()
    whole = lw.compile(control_cycle(robot, el_baji.KP, el_baji.KD, el_baji.SLIDE))
    parts = ComputedTorque(path, np.full(5, el_baji.KP), np.full(5, el_baji.KD), Mechanism(robot))
    for t in (0.0, 2.0, 6.5, 12.0):
        expected = parts(t, el_baji.START, el_baji.SPEED)
        assert whole(t, el_baji.START, el_baji.SPEED) == pytest.approx(expected, rel=1e-10, abs=1e-11)


def test_step_of_el_baji_comes_near_the_exact_motion():
    plant, path = Mechanism(lw.load("scara5")), el_baji.Path()
    control = ComputedTorque(path, np.full(5, el_baji.KP), np.full(5, el_baji.KD), plant)
    coarse, fine = (simulate(plant, 0.5, el_baji.START, el_baji.SPEED, controller=control, integrator=i).q[-1]
                    for i in (Integrator("taylor", step=el_baji.STEP), Integrator()))  # fmt: skip
    assert coarse == pytest.approx(fine, abs=2e-3)


def test_formulas_of_the_table_of_bansevicius_give_its_numbers():
    for formula, number in bansevicius.PRINTED.values():
        assert formula is None or formula(6) == number


def test_snake_of_six_joints_is_the_built_in_robot():
    ours, built = bansevicius.snake(6), lw.load("piezo6")
    numbers = {s: 0.1 + 0.01 * k for k, s in enumerate(built.parameters)} | {"d4": 0.04, "r6": 0.04, "G3": -9.80621}
    states = np.random.default_rng(2).uniform(-2, 2, (3, 6))
    efforts = []
    for robot in (ours, built):
        numeric = robot.with_numbers({**robot.numbers, **{s: v for s, v in numbers.items() if s in robot.parameters}})
        efforts.append(lw.compile(lw.model(numeric, "inverse_dynamics"))(*states))
    assert efforts[0] == pytest.approx(efforts[1], rel=1e-12)


def test_closed_form_of_bansevicius_has_153_elements():
    count, zeros = bansevicius.elements(lw.load("piezo6"))
    assert count == bansevicius.ELEMENTS
    assert 0 < zeros < count / 4


def test_expanded_closed_form_has_fewer_products_than_bansevicius():
    c = bansevicius.expanded(bansevicius.snake(6, bansevicius.principal))
    assert c.mul + c.setup_mul < 371


def test_gravity_torque_6_has_the_terms_of_figure_3_of_bansevicius():
    """G6 = k (s3 s4 c6 - c3 c4 c6 - s3 c4 c5 s6 - c3 s4 c5 s6), up to the gravity that the paper's frame 0 has."""
    robot = bansevicius.snake(6, bansevicius.principal)
    q = np.random.default_rng(5).uniform(-2, 2, (20, 6))
    numbers = {name: 0.3 + 0.1 * k for k, name in enumerate(robot.parameters)} | {"l": 0.04, "G3": -9.80621}
    G6 = np.asarray(lw.compile(lw.model(robot.with_numbers(numbers), "gravity_vector"))(q))[:, 5]
    s, c = np.sin(q).T, np.cos(q).T
    printed = (s[2] * s[3] - c[2] * c[3]) * c[5] - (s[2] * c[3] + c[2] * s[3]) * c[4] * s[5]
    assert abs(np.corrcoef(G6, printed)[0, 1]) == pytest.approx(1, abs=1e-12)


def test_torques_of_a_rotating_unbalance_are_those_of_equations_4_and_5():
    F = bansevicius.force(np.linspace(0, 0.02, 7))
    expected = [bansevicius.recursion(bansevicius.POSE, f) for f in F]
    assert bansevicius.generalized(F) == pytest.approx(np.array(expected), abs=1e-15)
