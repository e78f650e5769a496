"""The inverse dynamics against Newton's law for all points of all bodies (tests/support/oracle.py)."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.errors import ModelWarning
from linkwright.formats.toml import read
from linkwright.formats.urdf import read as read_urdf
from linkwright.models.derive.function import function
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.robot.fields import scalar
from tests.support import oracle
from tests.support.oracle import moving
from tests.support.strategies import chain, joint, numbers_for, rigid_tree, state_for, trees

NONE: Any = (0, 0, 0)
DOWN: Any = (0, -9.81, 0)


def efforts(robot: Robot, numbers: Mapping[str, float], state: tuple[list[float], ...]) -> np.ndarray:
    """The package's inverse dynamics at one state."""
    fn = function(robot, "inverse_dynamics")
    q, qd, qdd = state
    arguments: dict[str, object] = {"q": q, "qd": qd, "qdd": qdd}
    for port in fn.inputs:
        if port.name == "external":
            arguments["external"] = [numbers[label] for label in port.labels]
        elif port.name == "parameters":
            arguments["parameters"] = {label: numbers[label] for label in port.labels}
    return np.asarray(fn(**arguments), dtype=float)


def assert_newton(robot: Robot, seed: int = 0) -> None:
    numbers = {**numbers_for(robot, seed), **robot.numbers}
    state = state_for(robot, seed)
    expected = oracle.inverse_dynamics(robot, numbers, *state)
    np.testing.assert_allclose(
        efforts(robot, numbers, state), expected, rtol=1e-9, atol=1e-9 * (1 + abs(expected).max(initial=0))
    )


@settings(max_examples=60)
@given(trees(max_joints=6, exact=False, wrenches=True, base_motion=True), st.integers(0, 99))
def test_inverse_dynamics_is_newtons_law_for_all_points(robot, seed):
    if robot.coordinates:
        assert_newton(robot, seed)


@pytest.mark.parametrize("name", sorted(p.name for p in files("linkwright.robot").joinpath("data").iterdir()))
def test_inverse_dynamics_is_newtons_law_for_built_in_robots(name):
    data = files("linkwright.robot").joinpath("data", name).read_bytes()
    assert_newton(rigid_tree(read(data, name)))


def test_a_fixed_joint_is_a_frame_of_the_link_before_it():
    """A body given through a fixed joint is the same body given at its parent by the parallel-axis theorem."""
    split = chain(
        "split", {"alpha": "pi/2", "d": "L1"}, {"kind": "fixed", "alpha": "a", "d": "D", "theta": "t", "r": "R"}
    )
    T = split.joint(2).transform()
    merged = Robot(name="merged", joints=(joint(alpha="pi/2", d="L1", body=Body().with_inertia(
        split.joint(1).body.inertia + split.joint(2).body.inertia.to_parent(T))),))  # fmt: skip
    numbers, state = numbers_for(split, 3), state_for(split, 3)
    expected = oracle.inverse_dynamics(split, numbers, *state)
    np.testing.assert_allclose(efforts(merged, numbers, state), expected, rtol=1e-12)
    np.testing.assert_allclose(efforts(split, numbers, state), expected, rtol=1e-12)


def test_a_held_load_needs_its_weight():
    """Statics by hand: a mass m at distance L on a horizontal axis, gravity down, arm horizontal: tau = m g L."""
    pendulum = Robot(name="pendulum", gravity=DOWN, joints=(joint(MX="m*L", M="m", ZZ="m*L^2"),))
    tau = efforts(pendulum, {"m": 2.0, "L": 0.5}, ([0.0], [0.0], [0.0]))
    assert tau == pytest.approx([2.0 * 9.81 * 0.5])


def test_wrench_on_the_environment_is_carried_to_the_joints():
    """The virtual work of the wrench: tau = J^T (F, C), here for a planar 2R arm that pushes at its last frame."""
    hand = joint(parent=2, kind="fixed", d="L2", FX="FX", FY="FY", CZ="CZ")
    arm = Robot(name="arm", gravity=NONE, joints=(joint(), joint(parent=1, d="L1"), hand))
    numbers = {"L1": 0.7, "L2": 0.4, "FX": 3.0, "FY": -2.0, "CZ": 0.5}
    q1, q2 = 0.3, -1.1
    tau = efforts(arm, numbers, ([q1, q2], [0.0, 0.0], [0.0, 0.0]))
    fx, fy = 3.0, -2.0
    second = 0.4 * fy + 0.5
    first = second + 0.7 * (np.sin(q2) * fx + np.cos(q2) * fy)
    assert tau == pytest.approx([first, second])


def test_an_accelerated_base_is_gravity_the_other_way():
    tables: tuple[dict[str, Any], ...] = ({"alpha": "pi/2"}, {"d": "L"})
    up: Any = (0, 0, "a")
    lifted = chain("lifted", *tables, gravity=NONE, base=Base(acceleration=up))
    heavy = chain("heavy", *tables, gravity=(0, 0, "-a"))
    numbers, state = numbers_for(heavy), state_for(heavy)
    np.testing.assert_allclose(efforts(lifted, numbers, state), efforts(heavy, numbers, state), rtol=1e-12)


@pytest.mark.parametrize("path", ["ur_description/urdf/ur5_robot.urdf", "talos_data/robots/talos_reduced.urdf"])
def test_inverse_dynamics_is_that_of_pinocchio(path, robot_data, module):
    """A third opinion, on real robots: recursive Newton-Euler with 6-D spatial vectors."""
    pin = module("pinocchio")
    model = pin.buildModelFromUrdf(str(robot_data / path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        robot = read_urdf((robot_data / path).read_bytes(), path, mimic=False)
    row = {robot.joint(j).name: k for k, j in enumerate(moving(robot))}
    order = [row[name] for name in list(model.names)[1:]]
    q, qd, qdd = (np.array(x) for x in state_for(robot, 7))
    expected = pin.rnea(model, model.createData(), q[order], qd[order], qdd[order])
    bare = replace(robot, joints=tuple(_frictionless(robot)))  # Pinocchio's rnea leaves friction out
    numbers = {**numbers_for(robot), **robot.numbers}
    found = efforts(bare, numbers, ([*q], [*qd], [*qdd]))
    np.testing.assert_allclose(found[order], expected, rtol=1e-10, atol=1e-10 * abs(expected).max())
    np.testing.assert_allclose(oracle.inverse_dynamics(bare, numbers, [*q], [*qd], [*qdd])[order], expected, atol=1e-9)


def _frictionless(robot: Robot) -> list[Joint]:
    return [replace(part, viscous=scalar(0), coulomb=scalar(0), rotor=scalar(0)) for part in robot.joints]
