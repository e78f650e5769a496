"""Simulated robots on wheels: they roll without slip, keep their books of energy, and go where mechanics says."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import InputError, RobotError
from linkwright.expr import parse_formula
from linkwright.formats import toml
from linkwright.robot import Coupling, Robot, Term
from linkwright.simulation.controllers import ComputedTorque, GravityCompensation
from linkwright.simulation.simulate import Integrator, Mechanism, Recording, mechanism
from linkwright.simulation.simulate import simulate as simulate_any
from linkwright.simulation.trajectories import SineReference
from tests.support.command_line import run

EXACT = Integrator(rtol=1e-11, atol=1e-11)
DRIVES: dict[str, list[float]] = {
    "unicycle": [0.3, 0.2], "unicycle_castor": [0.3, 0.2, 0, 0], "tricycle": [0.05, 1.0, 0, 0],
    "three_omni": [0.1, 0.2, -0.1], "four_mecanum": [0.5, 0.2, 0.1, 0.3],
    "mobile_manipulator": [0.1, 9.0, 1.5, 0.5, 0.2, 0.1, 0.3],
}  # fmt: skip


def simulate(*args: Any, **options: Any) -> Any:
    """With the pose of the base, which recordings of other robots do not have."""
    recording = simulate_any(*args, **options)
    assert recording.base_pose is not None
    return recording


def slip(robot: lw.Robot, recording: Recording) -> float:
    """The largest velocity of a contact along a row."""
    W = lw.compile(lw.model(robot.with_numbers(), "constraint_jacobian"))
    assert recording.base_twist is not None
    states = zip(recording.q, recording.base_twist, recording.qd, strict=True)
    return max(float(np.abs(W(q=q)["W"] @ np.concatenate([twist, qd])).max()) for q, twist, qd in states)


@pytest.mark.parametrize("name", DRIVES)
def test_wheels_do_not_slip_and_energy_is_kept(name: str):
    robot = formats.builtin(name)
    motion = simulate(robot, 1, base_pose=[1, 2, 0.3], integrator=EXACT,
                      controller=lambda t, q, qd: np.array(DRIVES[name]) * math.cos(3 * t))  # fmt: skip
    assert slip(robot, motion) < 1e-12
    assert motion.relative_drift < 1e-8
    ends = np.array([motion.base_pose[0], motion.base_pose[-1]])
    assert np.abs(ends[1] - ends[0]).max() > 1e-3, "it moved"
    rates = np.gradient(motion.base_pose[:, 2], motion.t)
    assert rates[1:-1] == pytest.approx(motion.base_twist[1:-1, 2], abs=0.02)


def test_equal_torques_drive_a_unicycle_straight_ahead_with_the_mass_that_the_book_says():
    """(M + 2 J/r^2) a = 2 tau/r."""
    robot = formats.builtin("unicycle")
    p = robot.numbers
    motion = simulate(robot, 2, integrator=EXACT, base_pose=[0, 0, 0.5], controller=lambda t, q, qd: q * 0 + 0.1)
    mass = p["M0"] + 2 * p["Mw"] + 2 * p["ZZw"] / p["rw"] ** 2
    way = 0.5 * (2 * 0.1 / p["rw"]) / mass * 2**2
    expected = [way * math.cos(0.5), way * math.sin(0.5), 0.5]
    assert motion.base_pose[-1] == pytest.approx(expected, rel=1e-9)


def test_positions_of_wheels_do_not_drift_from_the_heading():
    """theta = r (phi_right - phi_left)/(2 L), whatever the steps."""
    robot = formats.builtin("unicycle")
    p = robot.numbers
    motion = simulate(robot, 5, qd=[3.0, 5.0], integrator=Integrator("rk4", 0.01),
                      controller=lambda t, q, qd: np.array([math.sin(t), -0.3 * math.cos(2 * t)]))  # fmt: skip
    angle = p["rw"] / (2 * p["L"]) * (motion.q[:, 1] - motion.q[:, 0])
    assert np.abs(angle - motion.base_pose[:, 2]).max() < 1e-11


def test_a_castor_swings_behind_its_axis():
    motion = simulate(formats.builtin("unicycle_castor"), 4, q=[0, 0, 2.0, 0], qd=[8.0, 8.0],
                      controller=lambda t, q, qd: 5 * (8 - qd))  # fmt: skip
    assert motion.q[1, 2] > 1.5
    assert abs(motion.q[-1, 2]) < 1e-3


def test_a_robot_left_alone_rolls_down_the_slope():
    robot = formats.builtin("tricycle").changed(gravity=tuple(parse_formula(x) for x in ("1.5", "0", "-9.7")))
    motion = simulate(robot, 3, integrator=EXACT)
    assert motion.base_pose[-1, 0] > 1
    assert motion.relative_drift < 1e-8
    assert np.abs(motion.tau).max() == 0


def test_friction_of_wheels_that_turn_along_takes_energy():
    robot = formats.builtin("tricycle")
    slow = robot.changed(joints=tuple(replace(j, viscous="FV", coulomb="FS") if j.name == "left_spin" else j
                                      for j in robot.joints))  # fmt: skip
    motion = simulate(slow, 2, qd=[0, 10.0], numbers={"FV": 0.3, "FS": 0.2}, integrator=EXACT)
    assert motion.kinetic[-1] < 0.9 * motion.kinetic[0]
    assert motion.relative_drift < 1e-8
    free = simulate(robot, 2, qd=[0, 10.0], integrator=EXACT)
    assert free.kinetic[-1] == pytest.approx(free.kinetic[0], rel=1e-9)


def synchro(**friction: Any) -> Robot:
    """Three steered wheels whose steering and rolling are coupled; friction at one that moves along."""
    body: dict[str, Any] = {"XX": 0.01, "YY": 0.01, "ZZ": 0.02, "M": 1}
    text = '[base]\nkind = "mobile"\nbody = { XX = 0.4, YY = 0.4, ZZ = 0.4, M = 5 }\n'
    for x, y in ((0, 0.3), (0.2, 0), (-0.2, -0.3)):
        keys = {"kind": "steering", "radius": 0.1, "x": x, "y": y, "body": body, "steer_body": body}
        text += "[[wheel]]\n" + "".join(f"{key} = {toml.literal(value)}\n" for key, value in keys.items())
    robot = toml.read(("gravity = [0, 0, -9.81]\n" + text).encode(), "synchro.toml")
    steers, spins = [w.steer for w in robot.wheels], [w.spin for w in robot.wheels]
    tied = tuple(Coupling(j, (Term(of[0]),)) for of in (steers, spins) for j in of[1:])
    joints = [replace(j, **friction) if k == spins[2] else j for k, j in enumerate(robot.joints, 1)]
    return robot.changed(couplings=tied, joints=tuple(joints))


def test_friction_of_coupled_wheels_is_that_of_the_wheel_that_moves_them():
    """Straight ahead: m v' = -FV v/r^2, with m of bodies and rolling wheels."""
    motion = simulate(synchro(viscous=0.05), 2, qd=[0, 8.0], integrator=EXACT)
    mass = 5 + 6 * 1 + 3 * 0.02 / 0.1**2
    expected = 8 * np.exp(-0.05 / 0.1**2 / mass * motion.t)
    assert motion.qd[:, 1] == pytest.approx(expected, rel=1e-8)
    assert motion.base_twist[:, 2] == pytest.approx(0, abs=1e-12)
    assert motion.relative_drift < 1e-8
    free = simulate(synchro(), 2, qd=[0.5, 8.0], integrator=EXACT)
    assert free.kinetic[-1] == pytest.approx(free.kinetic[0], rel=1e-9)


def test_flexible_drives_roll_with_springs_dampers_and_friction_in_the_books():
    robot = formats.builtin("tricycle")
    soft: dict[str, Any] = {"flexible": True, "stiffness": 40.0, "damping": 0.1, "rotor": 0.05, "viscous": 0.02}
    robot = robot.changed(joints=tuple(replace(j, **soft) if j.name == "front_spin" else
                                       replace(j, viscous=0.1) if j.name == "left_spin" else j
                                       for j in robot.joints))  # fmt: skip
    plant = mechanism(robot)
    motor, link = plant.names.index("front_spin_motor"), plant.names.index("front_spin")
    drive = np.eye(len(plant))[motor]
    motion = simulate(plant, 2, integrator=EXACT, controller=lambda t, q, qd: 3 * math.cos(2 * t) * drive)
    assert np.ptp(motion.q[:, motor] - motion.q[:, link]) > 1e-2, "the spring works"
    assert np.ptp(motion.base_pose[:, 0]) > 1e-2
    assert motion.relative_drift < 1e-8


def test_wrenches_on_the_environment_are_in_the_books():
    robot = formats.builtin("unicycle")
    pulling = robot.changed(
        base=replace(robot.base, body=replace(robot.base.body, FX=parse_formula("3"), CZ=parse_formula("0.2")))
    )
    motion = simulate(pulling, 2, integrator=EXACT)
    assert motion.base_pose[-1, 0] < -0.1
    assert motion.work[-1] > 0.1
    assert motion.relative_drift < 1e-8


def test_recorded_accelerations_are_rates_of_the_motion():
    """Of the base: in the world, where the acceleration is that of the point."""
    motion = simulate(formats.builtin("tricycle"), 0.02, q=[0.4, 0, 0, 0], qd=[1.0, 10.0], integrator=EXACT,
                      sample=1e-4, base_pose=[0, 0, 0.3])  # fmt: skip
    c, s = np.cos(motion.base_pose[:, 2]), np.sin(motion.base_pose[:, 2])

    def turned(v: Any) -> Any:
        return np.stack([c * v[:, 0] - s * v[:, 1], s * v[:, 0] + c * v[:, 1], v[:, 2]], 1)

    for x, rate in ((motion.q, motion.qd), (motion.qd, motion.qdd), (motion.base_pose, turned(motion.base_twist)),
                    (turned(motion.base_twist), turned(motion.base_acceleration))):  # fmt: skip
        assert (x[2:] - x[:-2]) / 2e-4 == pytest.approx(rate[1:-1], abs=1e-4)


def test_a_platform_on_balls_keeps_its_momentum_while_its_arm_swings():
    """Nothing drives the base: its own coordinates are independent, and no force acts in the plane."""
    text = (
        'gravity = [0, 0, -9.81]\n[base]\nkind = "mobile"\nbody = { XX = 0.4, YY = 0.4, ZZ = 0.4, MX = 0.3, M = 5 }\n'
        '[[joint]]\nname = "arm"\nd = 0.2\nbody = { XX = 0.1, YY = 0.3, ZZ = 0.3, MX = 0.4, M = 1 }\n'
        '[[wheel]]\nkind = "ball"\n'
    )
    robot = toml.read(text.encode(), "platform.toml")
    motion = simulate(robot, 3, qd=[0.2, -0.1, 0.4, 2.0], base_pose=[1, 1, 1], integrator=EXACT,
                      controller=lambda t, q, qd: np.array([0.5 * math.sin(4 * t)]))  # fmt: skip
    momenta = lw.compile(lw.model(robot, "momenta"))
    found = momenta(base_pose=motion.base_pose, q=motion.q, base_twist=motion.base_twist, qd=motion.qd)
    for name, kept in (("p", 2), ("L", 3)):
        values = np.asarray(found[name])[:, -kept:] if name == "L" else np.asarray(found[name])[:, :kept]
        assert np.abs(values - values[0]).max() < 1e-8, name
    assert motion.relative_drift < 1e-8
    assert np.ptp(motion.base_twist[:, 2]) > 0.1, "the arm turns the platform"


def test_computed_torque_lets_drives_follow_a_reference():
    robot = formats.builtin("four_mecanum")
    plant = mechanism(robot)
    rates = np.array([1.0, -0.5, 0.7])
    G = lw.compile(lw.model(robot.with_numbers(), "constraint_map"))(q=[0] * 4)[3:]
    reference = SineReference(np.zeros(4), G @ rates, np.full(4, 0.5), np.zeros(4))
    gains = np.full(4, 100.0), np.full(4, 20.0)
    motion = simulate(plant, 2, qd=math.pi * rates, reference=reference, integrator=EXACT,
                      controller=ComputedTorque(reference, *gains, plant))  # fmt: skip
    assert motion.error is not None
    assert np.abs(motion.error).max() < 1e-7


def test_gravity_compensation_holds_the_arm_of_a_mobile_manipulator():
    plant = mechanism(formats.builtin("mobile_manipulator"))
    motion = simulate(plant, 1, q=[0, 0.4, 0.3, 0, 0, 0, 0], controller=GravityCompensation(plant))
    assert motion.q[-1] == pytest.approx(motion.q[0], abs=1e-9)
    assert np.abs(motion.base_pose[-1]).max() < 1e-9


@pytest.mark.parametrize("heading", [0.0, 0.7])
def test_gravity_compensation_holds_a_unicycle_on_a_slope(heading: float):
    """With 2 tau/r against the part of the weight along the heading."""
    robot = formats.builtin("unicycle").changed(gravity=tuple(parse_formula(x) for x in ("1", "0", "-9.8")))
    plant, p = mechanism(robot), robot.numbers
    motion = simulate(plant, 1, base_pose=[0, 0, heading], controller=GravityCompensation(plant))
    assert motion.base_pose[-1] == pytest.approx([0, 0, heading], abs=1e-9)
    assert motion.tau[0].sum() / p["rw"] == pytest.approx(-(p["M0"] + 2 * p["Mw"]) * math.cos(heading), rel=1e-9)


def test_computed_torque_follows_a_reference_on_a_slope():
    robot = formats.builtin("unicycle").changed(gravity=tuple(parse_formula(x) for x in ("1", "0.5", "-9.8")))
    plant = mechanism(robot)
    reference = SineReference(np.zeros(2), np.array([1.0, -2.0]), np.full(2, 0.5), np.zeros(2))
    motion = simulate(plant, 2, qd=reference(0.0)[1], reference=reference, integrator=EXACT,
                      controller=ComputedTorque(reference, np.full(2, 100.0), np.full(2, 20.0), plant))  # fmt: skip
    assert motion.error is not None
    assert np.abs(motion.error).max() < 1e-7


def test_controllers_may_see_pose_and_twist_of_the_base():
    """Steered to a heading that only the pose tells."""

    def control(t: float, q: Any, qd: Any, pose: Any, twist: Any) -> Any:
        turn = 2 * (0.5 - pose[2]) - 2 * twist[2]
        return np.array([-turn, turn])

    motion = simulate(formats.builtin("unicycle"), 20, controller=control)
    assert motion.base_pose[-1, 2] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize(("given", "what"), [
    ({"qd": [1, 2, 3]}, "qd has 3 values, Unicycle has 2 independent rates (in this order: left_spin, right_spin)"),
    ({"qd": [1, math.nan]}, "qd is not finite"), ({"base_pose": [1, 2]}, "base_pose of Unicycle has 2 values"),
    ({"q": [1, 2, 3]}, "q has 3 values"), ({"base_pose": [1, 2, math.inf]}, "base_pose is not finite"),
    ({"base_twist": [1, 0, 0]}, "give these: qd, in this order: left_spin, right_spin"),
])  # fmt: skip
def test_wrong_starts_are_told(given: dict[str, Any], what: str):
    with pytest.raises(InputError) as caught:
        simulate(formats.builtin("unicycle"), 1, **given)
    assert what in str(caught.value)


def test_a_base_that_does_not_move_has_no_pose():
    with pytest.raises(InputError, match="is fixed"):
        simulate(formats.builtin("cart_pole"), 1, base_pose=[0, 0, 0])


def test_the_robot_starts_where_its_description_says():
    robot = formats.builtin("unicycle")

    def placed(c: Any, s: Any) -> lw.Robot:
        pose: Any = (c, f"-({s})", 0, 1, s, c, 0, 2, 0, 0, 1, robot.base.pose[11], 0, 0, 0, 1)
        return robot.changed(base=lw.Base(kind="mobile", body=robot.base.body, pose=pose))

    motion = simulate(placed(math.cos(0.3), math.sin(0.3)), 0.01)
    assert motion.base_pose[0] == pytest.approx([1, 2, 0.3], abs=1e-15)
    with pytest.raises(InputError, match="has no numbers"):
        simulate(placed("cos(u)", "sin(u)"), 0.01)


def test_models_of_joints_alone_are_refused():
    with pytest.raises(RobotError, match=r"has wheels.*mechanism\(robot\)"):
        Mechanism(formats.builtin("unicycle"))


def test_sampled_controllers_and_files(tmp_path: Path):
    path = tmp_path / "drive.csv"
    words = ["simulate", "unicycle", "--control", "pd", "--kp", "5", "--kd", "1", "--goal", "10,12", "-s", "1",
             "--hold", "0.01", "-o", str(path), "--json", "--plots", str(tmp_path)]  # fmt: skip
    done = run(*words)
    assert done.returncode == 0, done.stderr
    head, *rows = path.read_text().splitlines()
    assert {"base_x", "base_y", "base_theta", "base_vx", "base_wz"} <= set(head.split(","))
    pose = dict(zip(head.split(","), map(float, rows[-1].split(",")), strict=True))
    found = json.loads(done.stdout)["base_pose"]
    assert found == [pose[f"base_{name}"] for name in ("x", "y", "theta")]
    assert found[0] > 0.1
    assert (tmp_path / "Unicycle_base.png").stat().st_size > 1000


@pytest.mark.parametrize(("words", "told"), [
    (("--velocity", "1,2,3,4"), "UnicycleCastor has 2 independent rates"),
    (("--base-twist", "1,0,0"), "give these: --velocity, in this order: left_spin, right_spin"),
    (("--base-pose", "1,2,3,1,0,0,0"), "has 7 values (x, y and the angle about z)"),
])  # fmt: skip
def test_the_command_line_refuses_what_makes_no_sense_on_wheels(words: tuple[str, ...], told: str):
    done = run("simulate", "unicycle_castor", "-s", "0.1", *words)
    assert done.returncode == 2
    assert told in done.stderr
