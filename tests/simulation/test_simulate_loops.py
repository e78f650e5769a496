"""Simulated robots with loops: they stay closed, keep their energy, and move as an independent integration says."""

from __future__ import annotations

import json
import math
import subprocess
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.simulation.controllers import PD, ComputedTorque, GravityCompensation
from linkwright.simulation.loops import LoopMechanism
from linkwright.simulation.simulate import Integrator, Mechanism, mechanism, simulate
from linkwright.simulation.state import matrix_of_quaternion
from linkwright.simulation.trajectories import ConstantReference, SineReference
from tests.support import command_line
from tests.support.closed import Closed, points, slope
from tests.support.some import some

EXACT = Integrator(rtol=8e-12, atol=4e-13)
HANGING = [-1.275, 0.21, -1.572, -0.21]  # the five-bar below its base, where it swings about its equilibrium
SWINGING: dict[str, Any] = {
    "four_bar": None, "five_bar": HANGING, "slider_crank": None, "bennett": None, "watt_six_bar": None,
    "parallelogram": None,
}  # fmt: skip
UPSIDE_DOWN = {"bennett"}  # folded flat, with its crank at zero or half a turn, is a dead centre: it swings between


def numeric(name: str) -> lw.Robot:
    """With a number for every symbol; lengths of the SR400, which has none, that close its parallelogram for all."""
    robot = lw.load(name)
    rng = np.random.default_rng(1)
    drawn = {s: float(rng.uniform(0.1, 0.3)) for s in robot.parameters if s not in robot.numbers}
    large = {"XX": 1.0, "YY": 1.0, "ZZ": 1.0, "M": 2.0, "G": -9.81}
    own = {s: large.get(s.rstrip("0123456789"), x) for s, x in drawn.items()}
    return replace(robot, numbers={**own, **robot.numbers}).with_numbers().without("friction")


def opening(robot: lw.Robot, q: np.ndarray) -> float:
    """The largest error of the equations of its loops, by the kinematics of `tests.support.closed`."""
    closed = Closed(robot)
    return max(float(np.abs(closed.open(row)).max()) for row in q)


@pytest.mark.parametrize("name", some(SWINGING, "slider_crank", "bennett", "parallelogram"))
def test_loops_stay_closed_and_energy_is_kept_over_ten_seconds(name: str, module):
    module("scipy")
    robot = numeric(name)
    if name in UPSIDE_DOWN:
        robot = robot.changed(gravity=tuple(-g for g in robot.gravity))
    motion = simulate(robot, 10, q=SWINGING[name], integrator=EXACT, sample=0.1)
    assert opening(robot, motion.q) < 1e-10
    assert motion.relative_drift < 1e-8
    assert np.abs(motion.q - motion.q[0]).max() > 0.1, "it moved"
    assert np.abs(motion.tau).max() == 0
    assert motion.names == tuple(j.name for j in robot.joints if j.moves)


def fall(robot: lw.Robot, q: np.ndarray, seconds: float, h: float) -> tuple[np.ndarray, np.ndarray]:
    """All joints of the tree, by steps of Runge-Kutta: (M J^T; J 0) (qdd, lam) = (-bias, -Jd qd), J by differences."""
    closed = Closed(robot)
    tree = closed.robot.without("loops")
    M, bias = (lw.compile(lw.model(tree, name)) for name in ("inertia_matrix", "bias_vector"))
    n = len(q)

    def rate(y: np.ndarray) -> np.ndarray:
        q, qd = y[:n], y[n:]
        J = closed.rows(q)
        J = J[independent(J)]
        e = 1e-4
        drift = ((closed.rows(q + e * qd) - closed.rows(q - e * qd)) @ qd / (2 * e))[independent(closed.rows(q))]
        K = np.block([[np.asarray(M(q=q)), J.T], [J, np.zeros((len(J), len(J)))]])
        return np.concatenate([qd, np.linalg.solve(K, -np.concatenate([bias(q=q, qd=qd), drift]))[:n]])

    y = np.concatenate([q, 0 * q])
    for _ in range(round(seconds / h)):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        k4 = rate(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y[:n], y[n:]


def independent(J: np.ndarray) -> list[int]:
    """A largest set of rows, the first ones."""
    kept: list[int] = []
    for k in range(len(J)):
        if np.linalg.matrix_rank(J[[*kept, k]], tol=1e-7) > len(kept):
            kept.append(k)
    return kept


@pytest.mark.parametrize("name", some(
    ["four_bar", "five_bar", "inverted_slider_crank", "bennett", "watt_six_bar", "parallelogram", "sr400"],
    "five_bar", "bennett", "parallelogram",
))  # fmt: skip
def test_free_motion_is_that_of_all_joints_with_multipliers(name: str, module):
    module("scipy")
    robot = numeric(name)
    motion = simulate(robot, 0.05, integrator=EXACT, sample=0.05)
    q, qd = fall(robot, motion.q[0], 0.05, 5e-3)
    assert np.abs(qd).max() > 1e-2, "it moved"
    assert motion.q[-1] == pytest.approx(q, abs=1e-6)
    assert motion.qd[-1] == pytest.approx(qd, abs=1e-5 * np.abs(qd).max())


def test_drives_friction_and_the_books_of_energy(module):
    """Friction of all joints, dependent ones too, and a cut joint that has a motor."""
    module("scipy")
    robot = lw.load("five_bar").with_numbers()
    joints = tuple(replace(j, viscous=0.05, coulomb=0.02) for j in robot.joints)
    motion = simulate(robot.changed(joints=joints), 1, q=HANGING, integrator=EXACT,
                      controller=lambda t, q, qd: np.cos(3 * t) * np.array([1.0, 5.0, -0.5, 5.0]))  # fmt: skip
    assert motion.relative_drift < 1e-7
    assert motion.work.min() < 0
    assert np.abs(motion.tau[:, [1, 3]]).max() == 0, "forearms have no motor"
    (loop,) = robot.loops
    driven = robot.changed(loops=(replace(loop, joint=replace(loop.joint, actuated=True, name="knee")),))
    moved = simulate(driven, 0.2, integrator=EXACT, controller=lambda t, q, qd: 0.3 * (q * 0 + 1))
    assert moved.names == ("left_crank", "left_forearm", "right_crank", "right_forearm", "knee")
    assert moved.relative_drift < 1e-8
    assert opening(driven, moved.q) < 1e-10


def test_a_wrench_on_a_dependent_link_is_in_the_books(module):
    module("scipy")
    robot = lw.load("four_bar").with_numbers()
    crank, coupler, follower = robot.joints
    loaded = replace(coupler, body=replace(coupler.body, FX=1.0, FY=-0.5))
    pulled = robot.changed(joints=(crank, loaded, follower))
    motion = simulate(pulled, 1, integrator=EXACT)
    assert motion.relative_drift < 1e-8
    assert np.abs(motion.work).max() > 0.01


@pytest.mark.parametrize("method", ["rk4", "taylor"])
def test_fixed_steps_keep_loops_closed_too(method: str):
    robot = lw.load("four_bar").with_numbers()
    motion = simulate(robot, 0.5, integrator=Integrator(method, 1e-3))
    assert opening(robot, motion.q) < 1e-10
    assert motion.relative_drift < (1e-6 if method == "rk4" else 1e-1)


# -- controllers ------------------------------------------------------------------------------------------------------


def test_computed_torque_follows_a_reference_of_the_drives(module):
    module("scipy")
    plant = mechanism(lw.load("p3rrr").with_numbers())
    assert isinstance(plant, LoopMechanism)
    own = plant.positions("q", None)
    one = np.ones(3)
    reference = plant.complete_reference(SineReference(own, 0.1 * one, 0.5 * one, 0 * one))
    q, qd, _ = reference(0.0)
    motion = simulate(plant, 1, q=q, qd=plant.independent_rates(qd), reference=reference, integrator=EXACT,
                      controller=ComputedTorque(reference, 100 * np.ones(9), 20 * np.ones(9), plant))  # fmt: skip
    assert motion.error is not None
    assert np.abs(motion.error).max() < 1e-7


def test_gravity_compensation_holds_the_robot_where_it_is(module):
    module("scipy")
    for name in ("four_bar", "palletizer_loops", "sr400"):
        plant = mechanism(numeric(name))
        motion = simulate(plant, 0.5, controller=GravityCompensation(plant))
        assert motion.q[-1] == pytest.approx(motion.q[0], abs=1e-8), name


def test_controllers_see_all_joints(module):
    module("scipy")
    plant = mechanism(lw.load("four_bar").with_numbers())
    goal = plant.complete_reference(SineReference(np.array([1.0]), np.zeros(1), np.ones(1), np.zeros(1)))
    motion = simulate(plant, 3, controller=PD(goal, 200 * np.ones(3), 20 * np.ones(3), plant), reference=goal)
    assert motion.error is not None
    assert np.abs(motion.error[-1]).max() < 1e-3


# -- where it ends ----------------------------------------------------------------------------------------------------


def rocker() -> lw.Robot:
    """A four-bar whose crank cannot turn round: 0.2 + 0.5 > 0.25 + 0.3."""
    robot = lw.load("four_bar")
    numbers = {**robot.numbers, "l1": 0.5, "l2": 0.3, "l3": 0.25, "l4": 0.2}
    start = {"crank": 0.479392238353549, "coupler": -0.231060880775932, "follower": 1.52821546790317}
    return replace(robot, numbers=numbers, joints=tuple(replace(j, start=start[j.name]) for j in robot.joints))


def test_a_dead_centre_ends_the_motion_with_its_name(module):
    """Without gravity a crank that turns comes to where coupler and follower are in one line."""
    module("scipy")
    robot = rocker().without("gravity")
    plant = LoopMechanism(robot)
    reach = math.acos((0.5**2 + 0.3**2 - 0.45**2) / (2 * 0.5 * 0.3))  # coupler and follower in line: law of cosines
    for method in ("dop853", "rk4"):
        with pytest.raises(lw.InputError, match=r"FourBar: .* t = 0\.\d+ s.*independent joints are crank") as caught:
            simulate(plant, 5, q=[0.7], qd=[1.0], integrator=Integrator(method))
        assert "dead centre" in str(caught.value)
    times: list[float] = []

    def watch(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        times.append(float(q[0]))
        return q * 0

    with pytest.raises(lw.InputError):
        simulate(plant, 5, q=[0.7], qd=[1.0], controller=watch)
    assert max(times) == pytest.approx(reach, abs=1e-6)


def test_other_independent_joints_pass_the_dead_centre(module):
    module("scipy")
    robot = rocker().without("gravity")
    motion = simulate(robot, 1.3, q=[2.0], qd=[2.0], independent="follower", integrator=EXACT)
    assert opening(robot.with_numbers(), motion.q) < 1e-10
    assert motion.relative_drift < 1e-8
    crank = motion.qd[:, 0]
    assert crank.max() > 0.1
    assert crank.min() < -0.1


@pytest.mark.parametrize(("words", "told"), [
    (("--start", "1,2"), "start has 2 values, FourBar has 1 independent joints of 3 (in this order: crank)"),
    (("--independent", "elbow"), "elbow"),
    (("--base-pose", "0,0,0"), "the base of FourBar is fixed"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(words, told):
    done = run("four_bar", *words)
    assert done.returncode == 2
    assert told in done.stderr


def test_positions_that_cannot_be_closed_are_refused():
    with pytest.raises(lw.InputError, match=r"its loops are not closed \(status \d"):
        simulate(rocker(), 1, q=[3.0])


# -- what stands beside loops -----------------------------------------------------------------------------------------


def on_springs(robot: lw.Robot, damping: float, **rotors: float) -> lw.Robot:
    """At rest where the five-bar hangs, or where their rotors are."""
    at = dict(zip((j.name for j in robot.joints), HANGING, strict=True))
    joints = (
        replace(j, flexible=True, stiffness=4.0, damping=damping, rest=0.0 if rotors[j.name] else at[j.name],
                rotor=rotors[j.name]) if j.name in rotors else j for j in robot.joints
    )  # fmt: skip
    return replace(robot, joints=tuple(joints))


BOTH = {"left_crank": 0.02, "right_forearm": 0.0}


@pytest.mark.parametrize("rotors", some([{"left_forearm": 0.0}, BOTH], BOTH))
def test_springs_of_joints_of_loops_keep_the_books_of_energy(rotors, module):
    module("scipy")
    robot = on_springs(numeric("five_bar"), 0.0, **rotors)
    at = dict(zip((j.name for j in robot.joints), HANGING, strict=True))
    start = [at[c.joint.removesuffix("_motor")] + 0.1 * c.is_motor for c in robot.coordinates]
    motion = simulate(robot, 10, q=start, integrator=EXACT, sample=0.1)
    joints = [k for k, c in enumerate(robot.coordinates) if not c.is_motor]
    assert opening(robot, motion.q[:, joints]) < 1e-10
    assert motion.relative_drift < 1e-8
    assert np.abs(motion.q - motion.q[0]).max() > 0.05, "it moved"
    assert np.abs(motion.work).max() == 0
    damped = simulate(on_springs(robot, 0.05, **rotors), 2, q=start, integrator=EXACT, sample=0.1)
    assert damped.relative_drift < 1e-8
    assert damped.energy[-1] < damped.energy[0]


def momenta(robot: lw.Robot, q, qd, pose, twist) -> np.ndarray:
    """Linear, and angular about the origin of the world: the sum of v x^T over the points of the links."""
    oracle = Closed(robot)
    B = np.eye(4)
    B[:3, :3], B[:3, 3] = matrix_of_quaternion(pose[3:]), pose[:3]
    v, w = twist[:3], twist[3:]
    Bd = B @ np.array([[0, -w[2], w[1], v[0]], [w[2], 0, -w[0], v[1]], [-w[1], w[0], 0, v[2]], [0, 0, 0, 0]])
    rates = slope(lambda t: np.array(oracle.frames(q + t * qd)))
    bodies = [robot.base.body, *(j.body for j in oracle.robot.joints)]
    flow = sum((Bd @ T + B @ Td) @ points(body) @ (B @ T).T
               for T, Td, body in zip(oracle.frames(q), rates, bodies, strict=True))  # fmt: skip
    skew = [flow[2, 1] - flow[1, 2], flow[0, 2] - flow[2, 0], flow[1, 0] - flow[0, 1]]
    return np.array([*flow[:3, 3], *skew])


@pytest.mark.parametrize("name", ["four_bar", "slider_crank"])
def test_a_linkage_on_a_base_that_floats_keeps_its_momenta(name: str, module):
    module("scipy")
    body = lw.Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1)
    robot = replace(numeric(name), base=lw.Base(kind="floating", body=body), gravity=(0, 0, 0))
    twist = [0.1, -0.2, 0.15, 0.3, -0.4, 0.5]
    motion = simulate(robot, 10, qd=[1.5], base_pose=[0, 0, 0], base_twist=twist, integrator=EXACT, sample=0.5)
    assert opening(robot, motion.q) < 1e-10
    assert motion.relative_drift < 1e-8
    assert motion.base_pose is not None
    assert motion.base_twist is not None
    found = [momenta(robot, *row) for row in zip(motion.q, motion.qd, motion.base_pose, motion.base_twist, strict=True)]
    assert np.abs(np.array(found) - found[0]).max() < 1e-8 * np.abs(found[0]).max()
    assert np.abs(motion.q - motion.q[0]).max() > 0.1, "it moved"


def test_drives_of_a_linkage_on_a_base_that_floats_follow_a_reference(module):
    module("scipy")
    body = lw.Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1)
    plant = LoopMechanism(replace(numeric("four_bar"), base=lw.Base(kind="floating", body=body)))
    centre = plant.independent_rates(plant.posture(None))
    reference = plant.complete_reference(SineReference(centre, np.array([0.2]), np.array([1.0]), np.array([0.0])))
    q, qd, _ = reference(0.0)
    control = ComputedTorque(reference, np.full(3, 100.0), np.full(3, 20.0), plant)
    motion = simulate(
        plant, 1, q, plant.independent_rates(qd), controller=control, reference=reference, integrator=EXACT
    )
    assert motion.error is not None
    assert np.abs(motion.error).max() < 1e-8
    assert motion.relative_drift < 1e-8


def with_wrist(ball: bool) -> lw.Robot:
    """A four-bar that carries a link on a ball joint, or on three revolute joints through one point."""
    robot, body = numeric("four_bar"), lw.Body(M=0.5, XX=0.02, YY=0.03, ZZ=0.04, MX=0.03, MY=0.02)
    place: dict[str, Any] = {"parent": 2, "d": 0.1, "alpha": 0.4}
    n, half = len(robot.joints), math.pi / 2
    last = lw.Joint(name="w", variable="w", kind="ball", actuated=False, body=body, **place)
    three = (
        lw.Joint(name="a", variable="a", actuated=False, **place),
        lw.Joint(name="b", variable="b", actuated=False, parent=n + 1, alpha=half, theta=half),
        lw.Joint(name="c", variable="c", actuated=False, parent=n + 2, alpha=half),
        lw.Joint(name="e", kind="fixed", actuated=False, parent=n + 3, gamma=half, alpha=half, theta=half, body=body),
    )  # fmt: skip
    return replace(robot, joints=(*robot.joints, *((last,) if ball else three)))


def test_a_ball_joint_beside_a_loop_swings_as_three_joints_do(module):
    """At q = 0 both are not turned; and over ten seconds energy is kept."""
    module("scipy")
    one, three = (simulate(with_wrist(ball), 0.4, integrator=EXACT, sample=0.1) for ball in (True, False))
    assert np.abs(one.q[:, :3] - three.q[:, :3]).max() < 1e-8
    assert np.abs(one.q - one.q[0]).max() > 0.1, "it moved"
    assert one.q_variables[3:] == ("w_w", "w_x", "w_y", "w_z")
    long = simulate(with_wrist(True), 10, integrator=EXACT, sample=0.5)
    assert long.relative_drift < 1e-8
    assert opening(with_wrist(True), long.q) < 1e-10


def test_a_gough_platform_hangs_in_its_legs(module):
    """Its platform turns as a ball joint does."""
    module("scipy")
    robot = numeric("gough_stewart")
    plant = LoopMechanism(robot)
    at = plant.posture(None)
    hold = PD(
        plant.complete_reference(ConstantReference(plant.own_entries.of(at))),
        np.full(len(plant), 3000.0),
        np.full(len(plant), 60.0),
    )
    motion = simulate(plant, 0.15, controller=hold, integrator=EXACT, sample=0.1)
    assert opening(robot, motion.q) < 1e-10
    assert motion.relative_drift < 1e-8
    assert np.abs(motion.q - motion.q[0]).max() > 1e-3, "it moved"


def test_what_loops_cannot_have_beside_them_is_refused():
    robot = lw.load("four_bar")
    with pytest.raises(lw.RobotError, match="LoopMechanism"):
        Mechanism(robot)
    with pytest.raises(lw.RobotError, match="has no loops"):
        mechanism(lw.load("scara5"), independent="joint1")


# -- on the command line ----------------------------------------------------------------------------------------------


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.run("simulate", *words)


def test_the_command_line_simulates_and_records_all_joints(tmp_path, module):
    module("scipy")
    file = tmp_path / "run.csv"
    done = run("four_bar", "-s", "0.5", "--start", "1.2", "-o", str(file), "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["joints"] == ["crank", "coupler", "follower"]
    head, first, *_ = file.read_text().splitlines()
    assert head.split(",")[:4] == ["t", "q1 (crank)", "q2 (coupler)", "q3 (follower)"]
    robot = lw.load("four_bar").with_numbers()
    assert float(first.split(",")[1]) == 1.2
    assert opening(robot, np.array([[float(x) for x in first.split(",")[1:4]]])) < 1e-10
    again = run("four_bar", "-s", "0.4", "--control", "computed-torque", "--trajectory", str(file), "--json")
    assert again.returncode == 0, again.stderr
    assert max(json.loads(again.stdout)["largest_error"]) < 1e-4


FEW_JOINTS = [name for name in formats.builtin_names() if formats.builtin(name).loops and len(lw.load(name)) < 9]


@pytest.mark.parametrize("name", some(FEW_JOINTS, "inverted_slider_crank", "spherical_four_bar", "sr400"))
def test_every_robot_with_loops_that_has_numbers_can_be_simulated(name: str, module):
    """From where it is assembled, for a moment."""
    module("scipy")
    motion = simulate(numeric(name), 0.02)
    assert motion.relative_drift < 1e-6 or motion.scale < 1e-9
