"""Simulation against what mechanics knows without it: conserved energy, closed forms, published equations."""

import csv
import itertools
import json
import math
import subprocess

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.controllers import PD, ComputedTorque, GravityCompensation
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.simulate import simulate
from linkwright.simulation.trajectories import PointToPoint, SineReference, TableTrajectory, read_table
from tests.support import command_line
from tests.support.some import some

TIGHT = Integrator("dop853", rtol=1e-13, atol=1e-13)
G = 9.81


@pytest.fixture(autouse=True)
def scipy(module):
    return module("scipy.integrate")


def pendulum(**joint) -> lw.Robot:
    """A uniform rod of 1 m and 1 kg; q = 0 hangs."""
    body = lw.Body(ZZ=1 / 3, YY=1 / 3, MX=0.5, M=1)
    return lw.Robot(name="pendulum", joints=(lw.Joint(body=body, **joint),), gravity=(G, 0, 0))


@pytest.mark.parametrize("name", some(["cart_pole", "ur5", "panda", "planar"], "cart_pole", "ur5"))
def test_energy_of_a_free_robot_is_conserved(name):
    robot = (whip() if name == "planar" else lw.load(name)).without("friction")
    q = np.linspace(0.3, 1.1, len(robot.coordinates))
    made = simulate(robot, 10, q, integrator=TIGHT, sample=0.1)
    assert abs(made.qd).max() > 1  # it does move
    assert abs(made.drift).max() / made.scale < 1e-9


def whip() -> lw.Robot:
    """Four uniform rods of 0.5 m and 1 kg in a vertical plane."""
    body = lw.Body(ZZ=1 / 12, YY=1 / 12, MX=0.25, M=1)
    joints = tuple(lw.Joint(parent=j, d=0.5 if j else 0, body=body) for j in range(4))
    return lw.Robot(name="whip", joints=joints, gravity=(G, 0, 0))


def test_energy_is_that_at_the_start_and_work_under_control_and_friction():
    robot = lw.load("puma560")
    start = np.array([0.1, -0.5, 0.4, 0.2, 0.3, 0.1])
    reference = SineReference(start, np.full(6, 0.4), np.linspace(0.3, 0.8, 6), np.zeros(6))
    controller = PD(reference, np.full(6, 300.0), np.full(6, 30.0))
    made = simulate(robot, 1, start, controller=controller, integrator=Integrator("dop853", rtol=1e-10, atol=1e-11))
    assert abs(made.work).max() > 1
    assert made.relative_drift < 1e-8


@pytest.mark.parametrize("amplitude", [0.1, 1.0, 2.5])
def test_period_of_a_pendulum_is_the_elliptic_integral(amplitude):
    """4 sqrt(J/(m g l)) K(sin(a/2)): back at its start after a whole period, on the other side after half of one."""
    from scipy.special import ellipk

    period = 4 * math.sqrt((1 / 3) / (0.5 * G)) * float(ellipk(math.sin(amplitude / 2) ** 2))
    made = simulate(pendulum(), period, [amplitude], integrator=TIGHT, sample=period / 4)
    assert made.q[:, 0] == pytest.approx([amplitude, 0, -amplitude, 0, amplitude], abs=1e-10)
    assert abs(made.qd[[0, 2, 4], 0]).max() < 1e-9


def test_damped_pendulum_decays_as_the_linear_oscillator():
    """Small swings: q = a exp(-d t) (cos w t + d/w sin w t)."""
    J, c, k, a = 1 / 3, 0.2, 0.5 * G, 1e-4
    d = c / (2 * J)
    w = math.sqrt(k / J - d * d)
    made = simulate(pendulum(viscous=c), 3, [a], integrator=TIGHT)
    expected = a * np.exp(-d * made.t) * (np.cos(w * made.t) + d / w * np.sin(w * made.t))
    assert made.q[:, 0] == pytest.approx(expected, abs=2e-9 * a * 100)


def test_coulomb_friction_stops_a_slide_after_the_distance_of_the_textbook():
    """m v^2/2 = F s, up to what the smoothing of the sign at the end leaves."""
    joint = lw.Joint(kind="prismatic", body=lw.Body(M=2), coulomb=3)
    slide = lw.Robot(name="slide", joints=(joint,), gravity=(0, 0, 0))
    plant = Mechanism(slide, smoothing=1e-4)
    made = simulate(plant, 2, qd=[1.5], integrator=Integrator("radau", rtol=1e-8, atol=1e-10))
    assert made.q[-1, 0] == pytest.approx(2 * 1.5**2 / 2 / 3, rel=1e-6)
    assert abs(made.qd[-1, 0]) < 1e-6


def barto(t: float, y: np.ndarray, force: float) -> list[float]:
    """Barto, Sutton & Anderson (1983), appendix, without friction: x, xd, angle, rate."""
    m, M, l, g = 0.1, 1.0, 0.5, 9.8
    _, xd, th, w = y
    c, s = math.cos(th), math.sin(th)
    wd = (g * s + c * (-force - m * l * w * w * s) / (M + m)) / (l * (4 / 3 - m * c * c / (M + m)))
    return [xd, (force + m * l * (w * w * s - wd * c)) / (M + m), w, wd]


@pytest.mark.parametrize("force", [0.0, 10.0])
def test_cart_pole_falls_as_barto_sutton_and_anderson_say(scipy, force):
    made = simulate(lw.load("cart_pole"), 2, [0, 0.05], controller=lambda t, q, qd: np.array([force, 99.0]),
                    integrator=TIGHT)  # fmt: skip
    expected = scipy.solve_ivp(barto, (0, 2), [0, 0, 0.05, 0], method="Radau", rtol=1e-11, atol=1e-12,
                               t_eval=made.t, args=(force,)).y  # fmt: skip
    assert made.q[:, 0] == pytest.approx(expected[0], abs=1e-7)
    assert made.q[:, 1] == pytest.approx(expected[2], abs=1e-7)
    assert (made.tau[:, 1] == 0).all()  # nothing drives the pole


def test_computed_torque_with_the_perfect_model_follows_the_reference():
    """e'' + Kd e' + Kp e = 0 with e(0) = e'(0) = 0."""
    plant = Mechanism(lw.load("puma560"))
    start, goal = np.zeros(6), np.array([1.0, -0.7, 0.5, 0.8, -0.4, 0.3])
    reference = PointToPoint(start, goal, 1.0)
    control = ComputedTorque(reference, np.full(6, 100.0), np.full(6, 20.0), plant)
    made = simulate(plant, 1, start, controller=control, reference=reference,
                    integrator=Integrator(rtol=1e-11, atol=1e-12))  # fmt: skip
    assert made.error is not None
    assert abs(made.error).max() < 1e-9
    assert made.q[-1] == pytest.approx(goal, abs=1e-9)


def test_error_under_computed_torque_is_the_critically_damped_oscillator():
    plant = Mechanism(lw.load("scara5"))
    reference = SineReference(np.zeros(5), np.full(5, 0.2), np.full(5, 0.5), np.zeros(5))
    control = ComputedTorque(reference, np.full(5, 25.0), np.full(5, 10.0), plant)
    q, qd, _ = reference(0.0)
    made = simulate(plant, 2, q - 0.1, qd, controller=control, reference=reference, integrator=TIGHT)
    expected = 0.1 * (1 + 5 * made.t) * np.exp(-5 * made.t)
    assert made.error == pytest.approx(np.tile(expected, (5, 1)).T, abs=1e-10)


def test_gravity_compensation_holds_a_robot_still():
    plant = Mechanism(lw.load("ur5"))
    q = np.array([0.3, -1.0, 0.8, 0.1, 0.5, 0])
    made = simulate(plant, 2, q, controller=GravityCompensation(plant))
    assert made.q == pytest.approx(np.tile(q, (len(made.t), 1)), abs=1e-9)


@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("taylor", 1)])
def test_fixed_steps_have_their_order(method, order):
    exact = simulate(pendulum(), 1, [2.0], integrator=TIGHT).q[-1, 0]
    errors = [abs(simulate(pendulum(), 1, [2.0], integrator=Integrator(method, step=h), sample=1).q[-1, 0] - exact)
              for h in (1 / 100, 1 / 200, 1 / 400)]  # fmt: skip
    for coarse, fine in itertools.pairwise(errors):
        assert math.log2(coarse / fine) == pytest.approx(order, abs=0.2)


def test_held_efforts_are_those_of_the_last_sample():
    """A double integrator under efforts held for h is a discrete system: q + h v + h^2/2 u, v + h u."""
    slide = lw.Robot(name="slide", joints=(lw.Joint(kind="prismatic", body=lw.Body(M=1)),), gravity=(0, 0, 0))
    h, q, v = 0.1, 1.0, 0.0
    made = simulate(slide, 1, [1.0], controller=lambda t, q, qd: -4 * q - 2 * qd, hold=h, sample=h,
                    integrator=Integrator("rk4", step=0.03))  # fmt: skip
    for k in range(11):
        assert made.q[k, 0] == pytest.approx(q, abs=1e-12)
        u = -4 * q - 2 * v
        q, v = q + h * v + h * h / 2 * u, v + h * u


@pytest.mark.parametrize("degree", [3, 5])
def test_polynomials_rest_at_both_ends_and_their_rates_are_derivatives(degree):
    path = PointToPoint(np.array([1.0, 0]), np.array([2.0, -3]), 2.0, degree)
    for t, q in ((0, [1, 0]), (2, [2, -3]), (5, [2, -3])):
        assert path(t)[0] == pytest.approx(q)
        assert path(t)[1] == pytest.approx([0, 0])
    if degree == 5:
        assert path(0)[2] == pytest.approx([0, 0])
        assert path(2)[2] == pytest.approx([0, 0], abs=1e-12)
    check_rates(path, [0.3, 1.0, 1.7])


def test_rates_of_sines_and_tables_are_derivatives(tmp_path):
    one = np.ones(2)
    check_rates(SineReference(one, 2 * one, 0.7 * one, 0.2 * one), [0, 0.4, 3])
    t = np.linspace(0, 2, 21)
    q, qd, qdd = np.stack([np.sin(t), t**2], 1), np.stack([np.cos(t), 2 * t], 1), np.stack([-np.sin(t), 2 + 0 * t], 1)
    for rows, precision in (((q,), 1e-3), ((q, qd), 1e-5), ((q, qd, qdd), 1e-8)):
        table = TableTrajectory(t, *rows)
        check_rates(table, [0.33, 1.21])
        assert table(1.234)[0] == pytest.approx([math.sin(1.234), 1.234**2], abs=precision)
    assert table(3)[0] == pytest.approx(q[-1])
    assert table(3)[1] == pytest.approx([0, 0])


def check_rates(path, times) -> None:
    h = 1e-5
    for t in times:
        ahead, behind, here = path(t + h), path(t - h), path(t)
        assert (ahead[0] - behind[0]) / (2 * h) == pytest.approx(here[1], abs=1e-7)
        assert (ahead[1] - behind[1]) / (2 * h) == pytest.approx(here[2], abs=1e-6)


def test_a_recording_comes_back_from_its_files(tmp_path):
    made = simulate(pendulum(), 1, [0.5])
    made.save(tmp_path / "p.csv")
    made.save(tmp_path / "p.npz")
    with np.load(tmp_path / "p.npz") as data:
        assert (data["q"] == made.q).all()
        assert str(data["robot"]) == "pendulum"
    with open(tmp_path / "p.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [float(r["q1"]) for r in rows] == made.q[:, 0].tolist()
    assert [float(r["drift"]) for r in rows] == made.drift.tolist()
    again = read_table(tmp_path / "p.csv", ("q1",))
    assert again(0.503)[0] == pytest.approx(simulate(pendulum(), 0.503, [0.5]).q[-1], abs=1e-9)


def named_arm() -> lw.Robot:
    """A slider that carries a pendulum, called as no variable is."""
    joints = (
        lw.Joint(name="rail, left", kind="prismatic", alpha="pi/2", body=lw.Body(M=2)),
        lw.Joint(name="$hip$", parent=1, body=lw.Body(ZZ=1, MX=1, M=1)),
    )
    return lw.Robot(name="slider", joints=joints, gravity=(0, 0, -G))


def test_the_names_of_joints_stand_beside_the_variables_in_files(tmp_path):
    """One line of columns, as every reader of CSV expects it, and what was written is read again."""
    made = simulate(named_arm(), 1, [0.1, 0.5])
    made.save(tmp_path / "p.csv")
    with open(tmp_path / "p.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = {"q1": "rail, left", "q2": "$hip$"}
    heads = [f"{q}{suffix} ({names[q]})" for suffix in ("", "_d", "_dd", "_tau") for q in names]
    assert list(rows[0]) == ["t", *heads, "kinetic", "potential", "work", "drift"]
    assert [float(r["q2_d ($hip$)"]) for r in rows] == made.qd[:, 1].tolist()
    again = read_table(tmp_path / "p.csv", made.variables, made.names)
    np.testing.assert_allclose(again(made.t[50])[1], made.qd[50], rtol=1e-12)


def test_joints_that_nobody_named_are_their_variables():
    assert list(simulate(pendulum(), 0.1, [0.5]).columns())[1:5] == ["q1", "q1_d", "q1_dd", "q1_tau"]


def test_a_trajectory_may_name_the_joints(tmp_path):
    """By variables, by names, or by both, in any order of columns."""
    files = (
        "t,q1,q2\n0,0,1\n1,2,3\n", "t,elbow,shoulder\n0,1,0\n1,3,2\n", "q2 (elbow),t,q1 (shoulder)\n1,0,0\n3,1,2\n",
    )  # fmt: skip
    found = []
    for text in files:
        (tmp_path / "path.csv").write_text(text)
        found.append(read_table(tmp_path / "path.csv", ("q1", "q2"), ("shoulder", "elbow"))(0.5)[0])
    np.testing.assert_allclose(found, [[1, 2]] * 3)
    (tmp_path / "path.csv").write_text("t,q1,q2,elbow\n0,0,1,1\n1,2,3,3\n")
    with pytest.raises(lw.InputError, match="several columns q2"):
        read_table(tmp_path / "path.csv", ("q1", "q2"), ("shoulder", "elbow"))


def test_pictures_show_the_names_of_joints(module):
    module("matplotlib")
    from linkwright.simulation import plots

    figure = plots.plot_joints(simulate(named_arm(), 0.1, [0.1, 0.5]))
    texts = {text.get_text() for ax in figure.axes for text in ax.get_legend().get_texts()}
    assert texts == {"q1 (rail, left)", r"q2 (\$hip\$)"}
    plots.png_bytes(figure)  # no name is taken for a formula


def test_energy_is_balanced_with_wrenches_on_the_environment():
    body = lw.Body(ZZ=1 / 3, YY=1 / 3, MX=0.5, M=1, FX=0.7, FY=-1.3, CZ=0.4)
    link = lw.Joint(body=body)
    arm = lw.Robot(name="arm", joints=(link, lw.Joint(parent=1, d=1, alpha="pi/3", body=body)), gravity=(G, 0, 0))
    made = simulate(arm, 3, [0.4, 1.0], integrator=TIGHT)
    assert abs(made.work).max() > 0.1
    assert made.relative_drift < 1e-9


def test_efforts_stay_within_the_limits_of_the_joints():
    joint = lw.Joint(body=lw.Body(ZZ=1), limits=lw.Limits(effort=2.0))
    robot = lw.Robot(name="wheel", joints=(joint,), gravity=(0, 0, 0))
    made = simulate(robot, 1, controller=lambda t, q, qd: 50 * (1 - q), saturate=True, integrator=Integrator("rk4"))
    assert abs(made.tau).max() == 2.0
    early = made.t < 0.9
    assert made.q[early, 0] == pytest.approx(made.t[early] ** 2, abs=1e-9)  # half of 2 N m / 1 kg m^2


def test_a_controller_that_believes_in_wrong_numbers_errs_and_progress_is_told():
    robot = lw.load("scara5")
    told: list[lw.Step] = []
    plant, wrong = Mechanism(robot), Mechanism(robot, {"M5": 2.0})
    reference = PointToPoint(np.zeros(5), np.full(5, 0.3), 0.5)
    largest = []
    for model in (plant, wrong):
        control = ComputedTorque(reference, np.full(5, 100.0), np.full(5, 20.0), model)
        with lw.listening(told.append):
            made = simulate(plant, 0.5, controller=control, reference=reference)
        assert made.error is not None
        largest.append(abs(made.error).max())
    assert largest[0] < 1e-8 < 1e-3 < largest[1]
    steps = [step for step in dict.fromkeys(told) if step.total]
    assert [(step.done, step.total) for step in steps] == [(k, 50) for k in range(1, 51)]
    assert steps[4].what.endswith("0.05 of 0.5 s")


def test_numbers_of_unknown_parameters_are_refused():
    with pytest.raises(lw.UnknownName, match="M9"):
        Mechanism(lw.load("scara5"), {"M9": 1.0})


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.run("simulate", *words)


def test_command_line_simulates_records_and_draws(tmp_path, module):
    module("matplotlib")
    done = run("scara5", "-s", "1", "--control", "computed-torque", "--trajectory", "quintic",
               "--goal", "0.1,1,-1,0.5,0.1", "-o", str(tmp_path / "run.csv"), "--plots", str(tmp_path),
               "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert max(result["largest_error"]) < 1e-8
    assert {p.name for p in tmp_path.iterdir()} == {
        "run.csv", "SCARA5_joints.png", "SCARA5_efforts.png", "SCARA5_energy.png", "SCARA5_errors.png"
    }  # fmt: skip
    assert all(p.read_bytes().startswith(b"\x89PNG") for p in tmp_path.glob("*.png"))


def test_parameters_come_from_a_file(tmp_path):
    file = tmp_path / "heavy.toml"
    file.write_text("M2 = 0.2\nMX2 = 0.1\nZZ2 = 0.06666666666666667\nYY2 = 0.06666666666666667\n")
    done = run("cart_pole", "-s", "0.5", "--start", "0,0.1", "--parameters", str(file), "--json")
    assert done.returncode == 0, done.stderr
    other = run("cart_pole", "-s", "0.5", "--start", "0,0.1", "--json")
    assert json.loads(done.stdout)["q"] != pytest.approx(json.loads(other.stdout)["q"], rel=1e-3)


@pytest.mark.parametrize(("words", "told"), [
    (("rrp",), "RRP has no number for a1, ZZ1"),
    (("scara5", "--control", "fuzzy"), "unknown control 'fuzzy'"),
    (("scara5", "--start", "1,2"), "start has 2 values, SCARA5 moves 5 joints"),
    (("scara5", "--start", "1,two"), "could not convert"),
    (("scara5", "-s", "-1"), "a simulation of -1.0 s"),
    (("scara5", "--method", "euler"), "unknown method of integration 'euler'"),
    (("scara5", "--trajectory", "quintic"), "needs a goal"),
    (("scara5", "--trajectory", "none.csv"), "none.csv: cannot be read"),
    (("scara5", "--parameters", "none.toml"), "none.toml: cannot be read"),
    (("scara5", "-o", "run.xls"), "a recording is a .csv or an .npz file"),
    (("cart_pole", "--control", "computed-torque"), "no motor drives pole"),
    (("sr400",), "SR400 has no number for"),
])  # fmt: skip
def test_what_cannot_be_simulated_is_refused_in_one_line(words, told):
    done = run(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_joint_that_moves_nothing_is_named():
    for body in (lw.Body(M=1), lw.Body(ZZ=-1)):
        robot = lw.Robot(name="ghost", joints=(lw.Joint(name="wrist", body=body),), gravity=(0, 0, 0))
        with pytest.raises(lw.RobotError, match="wrist"):
            simulate(robot, 1)


@pytest.mark.parametrize(("text", "told"), [
    ("t,q1\n0,0\n1,x\n", "path.csv:3: could not convert"),
    ("t,q2\n0,0\n", "no column q1"),
    ("t,q1\n0,0\n0,1\n", "times of a trajectory must grow"),
    ("t,q1\n0,0\n1\n", "path.csv:3: 1 values, 2 columns"),
])  # fmt: skip
def test_wrong_tables_are_refused_with_their_place(tmp_path, text, told):
    file = tmp_path / "path.csv"
    file.write_text(text)
    with pytest.raises(lw.InputError, match=told):
        read_table(file, ("q1",))


def test_a_robot_that_cannot_move_is_refused():
    still = lw.Robot(name="still", joints=(lw.Joint(name="mast", kind="fixed", r=0.4, body=lw.Body(M=2)),))
    with pytest.raises(lw.RobotError, match="still has nothing that moves"):
        lw.simulate(still, 0.1)
