"""Simulation of ball joints against what mechanics knows without it: tops, momenta, energy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.simulation.controllers import PD, ComputedTorque
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.plots import save_plots
from linkwright.simulation.simulate import simulate
from linkwright.simulation.task import Task
from linkwright.simulation.trajectories import ConstantReference, PointToPoint

TIGHT = Integrator("dop853", rtol=1e-12, atol=1e-12)
Q = np.array([0.5, -0.5, 0.1, 0.7])
W = [1.3, -0.8, 0.9]


@pytest.fixture(autouse=True)
def scipy(module):
    return module("scipy.integrate")


def top(gravity: float = 0.0, height: float = 0.0) -> Robot:
    """A symmetric body on a ball joint."""
    body = Body(XX=2, YY=2, ZZ=3, MZ=5 * height, M=5)
    return Robot(name="top", joints=(Joint(kind="ball", body=body),), gravity=(0, 0, gravity))


def tree(**more: Any) -> Robot:
    """A hinge, a ball joint, a slide and another ball joint behind it."""
    joints = (
        Joint(name="hinge", alpha="pi/2", d=0.2, body=Body(XX=0.3, YY=0.2, ZZ=0.4, MX=0.3, M=2)),
        Joint(name="ball", parent=1, kind="ball", d=0.4, r=0.1, body=Body(XX=0.2, YY=0.2, ZZ=0.1, MY=0.3, M=1.5)),
        Joint(name="slide", parent=2, kind="prismatic", alpha=0.7, body=Body(XX=0.1, YY=0.1, ZZ=0.1, MZ=0.1, M=1)),
        Joint(name="wrist", parent=3, kind="ball", d=0.3, body=Body(XX=0.05, YY=0.06, ZZ=0.07, MX=0.1, M=0.5)),
    )
    return Robot(name="tree", joints=joints, gravity=(0, 0, -9.81), **more)


START = [0.3, *Q, 0.2, 0.9, 0.1, -0.3, 0.2]
RATES = [0.5, *W, 0.1, -0.4, 0.7, 1.1]


def rotation(Q: Any) -> Any:
    w, x, y, z = Q / np.linalg.norm(Q)
    u = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * u + 2 * u @ u


def turn(v: Any) -> Any:
    """exp of the cross product with v: Rodrigues' formula."""
    a = float(np.linalg.norm(v))
    u = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]) / a
    return np.eye(3) + math.sin(a) * u + (1 - math.cos(a)) * u @ u


def kept(x: Any) -> float:
    """The largest relative change."""
    return float(np.abs(x - x[0]).max() / np.abs(x[0]).max())


def test_a_free_symmetric_top_precesses_as_euler_says():
    """R = exp(L t/A) R(0) exp(e_z (1 - C/A) w_z t)."""
    made = simulate(top(), 10, Q, W, integrator=TIGHT, sample=0.5)
    R0 = rotation(Q)
    L = R0 @ (np.diag([2, 2, 3]) @ W)
    for t, q in zip(made.t[1:], made.q[1:], strict=True):
        R = turn(L * t / 2) @ R0 @ turn(np.array([0, 0, (1 - 3 / 2) * W[2] * t]))
        assert rotation(q) == pytest.approx(R, abs=1e-10)
        assert np.linalg.norm(q) == pytest.approx(1, abs=1e-14)


def test_a_heavy_top_keeps_energy_spin_and_vertical_momentum():
    made = simulate(top(-9.81, 0.3), 10, Q, [0.3, 0.2, 9.0], integrator=TIGHT, sample=0.1)
    upward = [(rotation(q) @ (np.diag([2, 2, 3]) @ w))[2] for q, w in zip(made.q, made.qd, strict=True)]
    assert kept(np.array(upward)) < 1e-9
    assert kept(made.qd[:, 2:]) < 1e-9
    assert made.relative_drift < 1e-9
    assert abs(made.q - made.q[0]).max() > 0.5


def test_energy_of_a_tree_with_ball_joints_is_kept_and_quaternions_have_length_1():
    made = simulate(tree(), 10, START, RATES, integrator=TIGHT, sample=0.1)
    assert made.relative_drift < 1e-9
    for k in (1, 6):
        assert np.linalg.norm(made.q[:, k : k + 4], axis=1) == pytest.approx(1, abs=1e-14)


def test_momenta_of_a_floating_tree_with_ball_joints_are_kept():
    robot = tree(base=Base(kind="floating", body=Body(XX=1, YY=2, ZZ=1.5, M=3))).without("gravity")
    made = simulate(robot, 10, START, RATES, base_pose=[0.1, 0.2, 0.3, *Q], base_twist=[0.4, -0.7, 0.2, *W],
                    integrator=TIGHT, sample=0.1)  # fmt: skip
    fn = lw.compile(lw.model(robot, "momenta"))
    found = fn(base_pose=made.base_pose, q=made.q, base_twist=made.base_twist, qd=made.qd)
    assert {name: kept(x) < 1e-9 for name, x in found.items()} == dict.fromkeys(("p", "L", "Lc"), True)
    assert made.relative_drift < 1e-9


def test_accelerations_are_the_rates_of_rates_and_positions_move_with_them():
    made = simulate(tree(), 0.02, START, RATES, integrator=TIGHT, sample=1e-4)
    assert (made.qd[2:] - made.qd[:-2]) / 2e-4 == pytest.approx(made.qdd[1:-1], abs=1e-5)
    moved = Mechanism(tree()).balls.error(made.q[2:], made.q[:-2]) / 2e-4
    assert moved == pytest.approx(made.qd[1:-1], abs=1e-5)


def test_a_ball_joint_follows_a_reference_of_quaternions():
    plant = Mechanism(tree())
    start, goal = plant.positions("q", None), plant.positions("goal", START)
    reference = plant.complete_reference(PointToPoint(start, goal, 1.0))
    gains = np.full(len(plant), 100.0), np.full(len(plant), 20.0)
    control = ComputedTorque(reference, *gains, plant)
    made = simulate(plant, 1.5, start, controller=control, reference=reference, integrator=TIGHT)
    assert made.error is not None
    assert abs(made.error).max() < 1e-8
    assert made.q[-1] == pytest.approx(goal, abs=1e-8)
    held = plant.complete_reference(ConstantReference(goal))
    there = simulate(plant, 8, goal + 0.05, controller=PD(held, *gains, plant), reference=held)
    assert there.error is not None
    assert abs(there.error[-1]).max() < 1e-6 < 0.01 < abs(there.error[0]).max()


def test_a_recording_of_ball_joints_is_a_table_and_a_trajectory(tmp_path, module):
    made = simulate(tree(), 0.2, START, RATES, sample=0.01)
    columns = list(made.columns())
    assert columns[1:6] == ["q1 (hinge)", "q2_w (ball_w)", "q2_x (ball_x)", "q2_y (ball_y)", "q2_z (ball_z)"]
    assert columns[11:14] == ["q1_d (hinge)", "q2_wx_d (ball_wx)", "q2_wy_d (ball_wy)"]
    made.save(tmp_path / "made.csv")
    made.save(tmp_path / "made.npz")
    task = Task(seconds=0.2, control="computed-torque", trajectory=str(tmp_path / "made.csv"), method="rk4", step=0.002)
    outcome = task.run(tree())
    assert max(outcome["largest_error"]) < 1e-3
    module("matplotlib")
    assert len(save_plots(made, tmp_path)) == 3


def test_what_a_ball_joint_cannot_start_with_is_told():
    with pytest.raises(InputError, match="quaternion of length 0"):
        simulate(top(), 0.1, [0, 0, 0, 0])
    with pytest.raises(InputError, match="q has 3 values, top has 4 numbers"):
        simulate(top(), 0.1, [1, 0, 0])
    assert simulate(top(), 0.1).q[-1].tolist() == [1, 0, 0, 0]
