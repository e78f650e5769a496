"""Simulation of floating bases against what mechanics knows without it: momenta, parabolas, the symmetric top."""

import csv
import itertools
import json
import math
import subprocess
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.expr import value_of
from linkwright.simulation.controllers import PD, ComputedTorque, GravityCompensation
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.recording import Recording
from linkwright.simulation.simulate import simulate
from linkwright.simulation.trajectories import ConstantReference, SineReference
from tests.support import command_line

TIGHT = Integrator("dop853", rtol=1e-13, atol=1e-13)
G = np.array([0.4, -0.3, -9.81])
POSE = [0.3, -0.2, 1.1, 0.5, -0.5, 0.1, 0.7]
TWIST = [0.4, -0.7, 0.2, 1.3, -0.8, 0.9]


@pytest.fixture(autouse=True)
def scipy(module):
    return module("scipy.integrate")


def satellite(gravity=(0, 0, 0), **base) -> lw.Robot:
    """A body with an arm that turns and slides, and a wheel: symbols that have numbers."""
    hub = lw.Body(XX="J", YY="J+1", ZZ=3, XY=0.2, MX="-mx", MY=0.1, M="m")
    link = lw.Body(XX=0.1, YY=0.4, ZZ=0.4, MX="mx", M=2)
    joints = (
        lw.Joint(name="turn", d="l", alpha="pi/3", body=link),
        lw.Joint(name="slide", parent=1, kind="prismatic", alpha="pi/2", d=0.5, body=lw.Body(XX=1, YY=1, ZZ=1, M=1)),
        lw.Joint(name="wheel", alpha="pi/2", r=-0.3, body=lw.Body(XX=0.3, YY=0.3, ZZ=0.6, M=4)),
    )
    numbers = {"J": 2.5, "m": 8.0, "mx": 0.6, "l": 0.4}
    held = lw.Base(kind="floating", body=hub, **base)
    return lw.Robot(name="satellite", joints=joints, base=held, gravity=tuple(gravity), numbers=numbers)


def momenta(robot: lw.Robot, r: Recording) -> dict[str, np.ndarray]:
    found = lw.compile(lw.model(robot.with_numbers(), "momenta"))
    made: dict[str, np.ndarray] = found(base_pose=r.base_pose, q=r.q, base_twist=r.base_twist, qd=r.qd)
    return made


def centre_of_mass(robot: lw.Robot, r: Recording) -> np.ndarray:
    """In the world."""
    found = lw.compile(lw.model(robot.with_numbers(), "centre_of_mass", reference="world"))
    return np.asarray(found(base_pose=r.base_pose, q=r.q))


def largest_change(x: np.ndarray) -> float:
    """Relative."""
    return float(np.abs(x - x[0]).max() / np.abs(x[0]).max())


@pytest.fixture(scope="module", params=["satellite", "solo12"])
def free_robot(request) -> lw.Robot:
    if request.param == "satellite":
        return satellite(G)
    folder = request.getfixturevalue("robot_data")
    robot = formats.read(folder / "solo_description" / "robots" / "solo12.urdf", floating=True).without("friction")
    return replace(robot, gravity=tuple(map(float, G)))


def thrown(robot: lw.Robot, **more) -> Recording:
    """Ten seconds of tumbling with all joints in motion and nobody at the controls."""
    n = len(robot.coordinates) - 6
    return simulate(robot, 10, np.linspace(-0.4, 0.6, n), np.linspace(1, -0.5, n), base_pose=POSE, base_twist=TWIST,
                    integrator=TIGHT, sample=0.1, **more)  # fmt: skip


def test_momenta_and_energy_of_a_free_robot_are_conserved(free_robot):
    robot = free_robot.without("gravity")
    made = thrown(robot)
    assert abs(made.qdd).max() > 0.1  # more than straight lines
    kept = momenta(robot, made)
    assert {name: largest_change(x) < 1e-9 for name, x in kept.items()} == dict.fromkeys(("p", "L", "Lc"), True)
    assert largest_change(made.energy) < 1e-9


def test_centre_of_mass_of_a_falling_robot_moves_on_a_parabola(free_robot):
    """c + cd t + g t^2/2, p + m g t, and the angular momentum about the centre of mass stays."""
    made = thrown(free_robot)
    kept, com = momenta(free_robot, made), centre_of_mass(free_robot, made)
    numeric = free_robot.with_numbers()
    t, m = made.t[:, None], sum(value_of(b.M) for b in (numeric.base.body, *(j.body for j in numeric.joints)))
    parabola = com[0] + kept["p"][0] / m * t + G * t * t / 2
    assert com == pytest.approx(parabola, abs=1e-9 * np.abs(parabola).max())
    assert kept["p"] - kept["p"][0] == pytest.approx(m * G * t, abs=1e-9 * np.abs(kept["p"]).max())
    assert largest_change(kept["Lc"]) < 1e-9
    assert made.relative_drift < 1e-9


def rotation(Q) -> np.ndarray:
    w, x, y, z = Q
    u = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + 2 * w * u + 2 * u @ u)


def turn(v: np.ndarray) -> np.ndarray:
    """exp of the cross product with v: Rodrigues' formula."""
    a = float(np.linalg.norm(v))
    u = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]) / a
    return np.eye(3) + math.sin(a) * u + (1 - math.cos(a)) * u @ u


def top() -> lw.Robot:
    """A symmetric body whose origin is its centre of mass, without joints that move."""
    body = lw.Body(XX=2, YY=2, ZZ=3, M=5)
    return lw.Robot(name="top", joints=(lw.Joint(kind="fixed"),), base=lw.Base(kind="floating", body=body),
                    gravity=(0, 0, 0))  # fmt: skip


def test_symmetric_top_precesses_as_euler_says():
    """R = exp(L t/A) R(0) exp(e_z (1 - C/A) w_z t), and the origin goes straight on."""
    made = simulate(top(), 10, base_pose=POSE, base_twist=TWIST, integrator=TIGHT, sample=0.5)
    w, R0 = np.array(TWIST[3:]), rotation(np.array(POSE[3:]))
    L = R0 @ (np.diag([2, 2, 3]) @ w)
    assert made.base_pose is not None
    assert made.base_twist is not None
    for t, pose, twist in zip(made.t[1:], made.base_pose[1:], made.base_twist[1:]):
        R = turn(L * t / 2) @ R0 @ turn(np.array([0, 0, (1 - 3 / 2) * w[2] * t]))
        assert rotation(pose[3:]) == pytest.approx(R, abs=1e-10)
        assert R @ np.diag([2, 2, 3]) @ twist[3:] == pytest.approx(L, abs=1e-10)
        assert pose[:3] == pytest.approx(np.array(POSE[:3]) + R0 @ TWIST[:3] * t, abs=1e-10)
        assert R @ twist[:3] == pytest.approx(R0 @ TWIST[:3], abs=1e-10)


def test_accelerations_are_those_of_the_origin_in_the_frame_of_the_base():
    """Classical: R vd is the rate of R v. Angular: wd is that of the components."""
    r = simulate(satellite(G), 0.02, [0.1, 0.2, 0.3], [1, -1, 2], base_pose=POSE, base_twist=TWIST, integrator=TIGHT,
                 sample=1e-4)  # fmt: skip
    assert r.base_pose is not None
    assert r.base_twist is not None
    assert r.base_acceleration is not None
    R = np.array([rotation(Q) for Q in r.base_pose[:, 3:]])
    V = np.einsum("tij,tj->ti", R, r.base_twist[:, :3])
    slopes = [(x[2:] - x[:-2]) / 2e-4 for x in (r.base_pose[:, :3], V, r.base_twist[:, 3:])]
    classical = np.einsum("tij,tj->ti", R, r.base_acceleration[:, :3])
    for slope, rate in zip(slopes, (V, classical, r.base_acceleration[:, 3:])):
        assert slope == pytest.approx(rate[1:-1], abs=1e-6)


def test_a_base_that_is_very_heavy_is_a_fixed_one():
    arm = replace(satellite(G), base=lw.Base(kind="floating", body=lw.Body(XX=1e13, YY=1e13, ZZ=1e13, M=1e13)))
    start = [0.1, 0.2, 0.3], [1, -1, 2]
    fixed = simulate(arm.without("floating", "gravity"), 2, *start, integrator=TIGHT)
    free = simulate(arm.without("gravity"), 2, *start, integrator=TIGHT)
    assert free.q == pytest.approx(fixed.q, abs=1e-9)
    assert abs(free.q - free.q[0]).max() > 1


def test_motors_change_no_momentum_and_their_work_is_energy():
    robot, start = satellite(), np.array([0.1, 0.2, 0.3])
    reference = SineReference(start, np.full(3, 0.4), np.array([0.3, 0.5, 0.8]), np.zeros(3))
    controller = PD(reference, np.full(3, 30.0), np.full(3, 3.0))
    given: dict[str, Any] = {"base_pose": POSE, "base_twist": TWIST, "controller": controller, "reference": reference}
    for hold in (None, 0.01):
        made = simulate(robot, 2, start, integrator=Integrator(rtol=1e-11, atol=1e-12), hold=hold, **given)
        assert abs(made.work).max() > 0.1
        assert made.relative_drift < 1e-9
        assert {largest_change(x) < 1e-10 for x in momenta(robot, made).values()} == {True}


def test_error_under_computed_torque_is_the_critically_damped_oscillator():
    """The joints follow as if the base were held; it moves as it must, also in the field of gravity."""
    plant = Mechanism(satellite(G))
    reference = SineReference(np.zeros(3), np.full(3, 0.2), np.full(3, 0.5), np.zeros(3))
    control = ComputedTorque(reference, np.full(3, 25.0), np.full(3, 10.0), plant)
    q, qd, _ = reference(0.0)
    made = simulate(plant, 2, q - 0.1, qd, base_pose=POSE, base_twist=TWIST, controller=control, reference=reference,
                    integrator=TIGHT)  # fmt: skip
    expected = 0.1 * (1 + 5 * made.t) * np.exp(-5 * made.t)
    assert made.error == pytest.approx(np.tile(expected, (3, 1)).T, abs=1e-10)
    assert made.base_twist is not None
    assert abs(made.base_twist - TWIST).max() > 0.1


def test_a_controller_may_see_the_base():
    """A thruster would be a wrench; a wheel can only brake the turn: it takes the angular momentum about its axis."""
    body = lw.Body(XX=1, YY=1, ZZ=2, M=5)
    wheel = lw.Joint(name="wheel", body=lw.Body(XX=0.1, YY=0.1, ZZ=0.2, M=1))
    robot = lw.Robot(name="gyro", joints=(wheel,), base=lw.Base(kind="floating", body=body), gravity=(0, 0, 0))

    def brake(t, q, qd, pose, twist):
        return 5 * twist[5:]

    made = simulate(robot, 20, base_twist=[0, 0, 0, 0, 0, 1.5], controller=brake, integrator=TIGHT)
    assert made.base_twist is not None
    assert made.base_twist[-1] == pytest.approx(np.zeros(6), abs=1e-9)
    assert made.qd[-1, 0] == pytest.approx(2.2 * 1.5 / 0.2, abs=1e-8)


def test_wrenches_on_the_environment_push_the_base_and_their_work_is_counted():
    """A force of 3 N of the hub on something else along its x: it leaves backwards."""
    hub = lw.Body(XX=1, YY=1, ZZ=1, M=5, FX=3)
    rocket = lw.Robot(name="rocket", joints=(lw.Joint(kind="fixed"),), base=lw.Base(kind="floating", body=hub),
                      gravity=(0, 0, 0))  # fmt: skip
    made = simulate(rocket, 2, integrator=TIGHT)
    assert made.base_pose is not None
    assert made.base_pose[:, 0] == pytest.approx(-0.3 * made.t**2, abs=1e-12)
    assert made.work == pytest.approx(0.9 * made.t**2, abs=1e-11)
    loaded = satellite(G)
    joints = tuple(replace(j, body=replace(j.body, FX=0.7, FY=-0.4, CZ=0.5)) for j in loaded.joints)
    base = replace(loaded.base, body=replace(loaded.base.body, FZ=1.5, CX=-0.3))
    made = simulate(replace(loaded, joints=joints, base=base), 2, base_twist=TWIST, integrator=TIGHT)
    assert abs(made.work).max() > 1
    assert made.relative_drift < 1e-9


@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("taylor", 1)])
def test_fixed_steps_have_their_order(method, order):
    given: dict[str, Any] = {"qd": [1, -1, 2], "base_pose": POSE, "base_twist": TWIST, "sample": 1.0}
    plant = Mechanism(satellite(G))
    exact = simulate(plant, 1, integrator=TIGHT, **given).base_pose
    steps = (1 / 50, 1 / 100, 1 / 200) if order == 4 else (1 / 500, 1 / 1000, 1 / 2000)
    made = [simulate(plant, 1, integrator=Integrator(method, step=h), **given).base_pose for h in steps]
    assert exact is not None
    for part in (slice(0, 3), slice(3, 7)):
        errors = [np.linalg.norm(x[-1, part] - exact[-1, part]) for x in made if x is not None]
        for coarse, fine in itertools.pairwise(errors):
            assert math.log2(coarse / fine) == pytest.approx(order, abs=0.25)


def test_the_length_of_the_quaternion_does_not_matter():
    given: dict[str, Any] = {"seconds": 1, "qd": [1, -1, 2], "base_twist": TWIST}
    plant = Mechanism(satellite(G))
    one = simulate(plant, base_pose=POSE, **given)
    other = simulate(plant, base_pose=[*POSE[:3], *(3 * x for x in POSE[3:])], **given)
    assert one.base_pose is not None
    assert other.base_pose == pytest.approx(one.base_pose, abs=1e-12)
    assert np.linalg.norm(one.base_pose[:, 3:], axis=1) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("Q", [[1, 0, 0, 0], [0.1, 1, 0.2, 0.3], [-0.1, 0.2, 1, 0.3], [0, 0.2, -0.3, 1]])
def test_a_robot_starts_where_its_description_says(Q):
    R = rotation(np.array(Q) / np.linalg.norm(Q))
    T = np.block([[R, np.array([[1], [2], [3]])], [np.zeros((1, 3)), np.ones((1, 1))]])
    base = replace(top().base, pose=tuple(T.ravel().tolist()), velocity=(4, 5, 6), angular_velocity=("wx", 0, 0.5))
    made = simulate(replace(top(), base=base), 0.01)
    assert made.base_pose is not None
    assert made.base_twist is not None
    assert made.base_pose[0, :3].tolist() == [1, 2, 3]
    assert rotation(made.base_pose[0, 3:]) == pytest.approx(R, abs=1e-14)
    assert made.base_twist[0] == pytest.approx([4, 5, 6, 0, 0, 0.5], abs=1e-14)
    moved = simulate(replace(top(), base=base), 0.01, base_pose=[7, 8, 9]).base_pose
    assert moved is not None
    assert moved[0] == pytest.approx([7, 8, 9, *made.base_pose[0, 3:]], abs=1e-15)


def test_a_recording_comes_back_from_its_files(tmp_path):
    made = simulate(satellite(G), 0.1, base_pose=POSE, base_twist=TWIST)
    assert made.base_pose is not None
    assert made.base_acceleration is not None
    made.save(tmp_path / "s.csv")
    made.save(tmp_path / "s.npz")
    with np.load(tmp_path / "s.npz") as data:
        for name in ("base_pose", "base_twist", "base_acceleration"):
            assert (data[name] == getattr(made, name)).all()
    with open(tmp_path / "s.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    axes = [f"{what}{axis}" for what in ("", "q", "v", "w", "vd", "wd") for axis in "xyz"]
    names = [*axes[:3], "qw", *axes[3:]]
    assert list(rows[0])[-len(names) - 4 : -4] == [f"base_{name}" for name in names]
    assert [float(r["base_qz"]) for r in rows] == made.base_pose[:, 6].tolist()
    assert [float(r["base_vdz"]) for r in rows] == made.base_acceleration[:, 2].tolist()


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.run("simulate", *words)


def test_command_line_starts_records_and_draws_a_floating_base(tmp_path, module):
    module("matplotlib")
    formats.write(satellite(G), tmp_path / "satellite.toml")
    done = run(str(tmp_path / "satellite.toml"), "-s", "0.5", "--base-pose", "1,2,3", "--base-twist=-1,0,0,0,0,2",
               "--control", "computed-torque", "-o", str(tmp_path / "run.csv"), "--plots", str(tmp_path),
               "--json")  # fmt: skip
    assert done.returncode == 0, done.stderr
    plant = Mechanism(satellite(G))
    hold = ComputedTorque(ConstantReference(np.zeros(3)), np.full(3, 100.0), np.full(3, 20.0), plant)
    expected = simulate(plant, 0.5, base_pose=[1, 2, 3], base_twist=[-1, 0, 0, 0, 0, 2], controller=hold)
    result = json.loads(done.stdout)
    assert expected.base_pose is not None
    assert result["base_pose"] == pytest.approx(expected.base_pose[-1].tolist(), abs=1e-8)
    assert len(result["base_twist"]) == 6
    assert {p.name for p in tmp_path.glob("*.png")} == {
        f"satellite_{what}.png" for what in ("joints", "efforts", "energy", "errors", "base")
    }


@pytest.mark.parametrize(("words", "told"), [
    (("satellite.toml", "--control", "gravity"), "has a floating base: no joint efforts hold it against gravity"),
    (("satellite.toml", "--control", "pd-gravity"), "--without floating"),
    (("satellite.toml", "--base-pose", "1,2"), "base_pose has 2 values"),
    (("satellite.toml", "--base-pose", "1,2,three"), "could not convert"),
    (("satellite.toml", "--base-pose", "0,0,0,0,0,0,0"), "quaternion of length 0"),
    (("satellite.toml", "--base-twist", "1,2,3"), "base_twist has 3 values"),
    (("satellite.toml", "--base-twist", "0,0,0,0,0,nan"), "base_twist is not finite"),
    (("symbolic.toml",), "the pose of the base of satellite has no numbers"),
    (("scara5", "--base-twist", "0,0,0,0,0,1"), "the base of SCARA5 is fixed"),
])  # fmt: skip
def test_what_cannot_be_simulated_is_refused_in_one_line(tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    pose = ("c", "-s", 0, 0, "s", "c", 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    formats.write(satellite(G), "satellite.toml")
    formats.write(satellite(pose=pose), "symbolic.toml")
    done = run(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_base_that_weighs_nothing_is_named():
    ghost = lw.Robot(name="ghost", joints=(lw.Joint(kind="fixed"),), base=lw.Base(kind="floating"), gravity=(0, 0, 0))
    with pytest.raises(lw.RobotError, match="base"):
        simulate(ghost, 1)


def test_gravity_is_not_compensated_where_nothing_holds_the_base():
    plant = Mechanism(satellite(G))
    with pytest.raises(lw.RobotError, match="satellite has a floating base"):
        GravityCompensation(plant)
    with pytest.raises(lw.RobotError, match="satellite has a floating base"):
        PD(SineReference(*np.zeros((4, 3))), np.ones(3), np.ones(3), plant)
