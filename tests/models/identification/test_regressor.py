"""Identification models: linear in the parameters, equal to the models that they are the columns of, and short."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.errors import InputError, ModelWarning, RobotError, UnknownName
from linkwright.expr import Expr, value_of
from linkwright.expr.derivative import directional_derivatives
from linkwright.formats.urdf import read as read_urdf
from linkwright.models import function
from linkwright.models.identification.regressor_columns import parameter_columns
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.parameter_sets import conversion_function, to_barycentric, with_all_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.robot import Base, Robot
from linkwright.robot.robot import INERTIA
from tests.support import oracle
from tests.support.laws import Laws, arguments
from tests.support.oracle import moving
from tests.support.strategies import chain, numbers_for, state_for, trees

ROBOTS = ("rrp", "rx90", "puma560", "stanford", "scara5", "two_arm", "wam7", "cart_pole")


class Linear(Laws):
    """The models of one robot and its parameters."""

    def state(self, kind: str) -> list[Expr]:
        return [self.into(e) for e in function(self.robot, "inverse_dynamics").input(kind)]

    def times_parameters(self, model: str, output: str) -> list[Expr]:
        """Rows of an output times the parameters."""
        chosen = [c for c in parameter_columns(self.robot) if c.is_inertial or model != "link_wrench_regressor"]
        flat = self.vector_of(model, output)
        return self.product(flat, [self.into(c.value) for c in chosen])

    def product(self, flat: Sequence[Expr], p: Sequence[Expr]) -> list[Expr]:
        zero = self.lift([0])[0]
        rows = [flat[k : k + len(p)] for k in range(0, len(flat), len(p))] if p else []
        return [sum((w * x for w, x in zip(row, p, strict=True)), zero) for row in rows]

    def rates(self, values: Sequence[Expr]) -> list[Expr]:
        q, qd, qdd = (self.state(kind) for kind in ("q", "qd", "qdd"))
        return directional_derivatives(
            self.lift(values), dict(zip(q, qd, strict=True)) | dict(zip(qd, qdd, strict=True))
        )


def assert_regressor(robot: Robot) -> None:
    if not parameter_columns(robot):
        with pytest.raises(RobotError, match="no inertial parameters"):
            function(robot, "regressor")
        return
    laws = Linear(robot)
    tau = laws.vector("inverse_dynamics")
    laws.assert_equal(laws.times_parameters("regressor", "W"), tau)


@pytest.mark.parametrize("name", ROBOTS)
def test_regressor_times_parameters_is_the_effort(name):
    robot = lw.load(name)
    assert_regressor(robot)
    assert_regressor(find_base_parameters(robot).robot)


@settings(max_examples=20)
@given(trees(max_joints=5, base_motion=True))
def test_regressor_times_parameters_is_the_effort_of_trees(robot):
    if robot.coordinates:
        assert_regressor(robot)
        assert_regressor(find_base_parameters(robot).robot)


@settings(max_examples=15)
@given(trees(max_joints=4))
def test_energy_power_and_momentum_form_are_those_of_the_models(robot):
    if robot.coordinates and parameter_columns(robot):
        assert_identification_models(robot)


@pytest.mark.parametrize("name", ["rrp", "rx90", "stanford", "two_arm"])
def test_energy_power_and_momentum_form_of_built_in_robots(name):
    assert_identification_models(lw.load(name))


def assert_identification_models(robot: Robot) -> None:
    laws = Linear(robot)
    T, U = (laws.times_parameters("energy_regressor", name) for name in "TU")
    laws.assert_equal(T, laws.vector_of("kinetic_energy", "T"))
    laws.assert_equal(U, laws.vector_of("potential_energy", "U"))
    tau, qd = laws.vector("inverse_dynamics"), laws.state("qd")
    power = laws.product(tau, qd)
    laws.assert_equal(laws.times_parameters("power_regressor", "P"), power)
    momenta, rest = (laws.times_parameters("filtered_regressor", name) for name in "AB")
    laws.assert_equal([a + b for a, b in zip(laws.rates(momenta), rest, strict=True)], tau)
    laws.assert_equal([laws.product(momenta, qd)[0] / 2], T)  # Euler: T is quadratic in qd


@settings(max_examples=15)
@given(trees(max_joints=4, base_motion=True))
def test_power_of_conservative_trees_is_the_rate_of_energy(robot):
    robot = replace(robot.without("friction"), base=Base())
    if robot.coordinates and parameter_columns(robot):
        laws = Linear(robot)
        rate = [
            a + b for a, b in zip(*(laws.rates(laws.vector_of("energy_regressor", name)) for name in "TU"), strict=True)
        ]
        laws.assert_equal(laws.vector_of("power_regressor", "P"), rate)


@settings(max_examples=15)
@given(trees(max_joints=4, base_motion=True))
def test_link_wrench_regressor_times_parameters_is_the_cut_force(robot):
    laws = Linear(robot)
    for name in "fn" if any(c.is_inertial for c in parameter_columns(robot)) else "":
        found = laws.times_parameters("link_wrench_regressor", name)
        laws.assert_equal(found, laws.vector_of("link_wrenches", name)[3:])  # row 0 is the ground's


@pytest.mark.parametrize("name", ["rrp", "rx90", "puma560", "two_arm", "stanford", "lwr4plus"])
def test_columns_of_the_base_regressor_are_independent(name):
    """Their number is the rank, and that is the exact rank of the standard regressor."""
    robot = lw.load(name).without("friction")
    base = find_base_parameters(robot)
    fn = function(base.robot, "regressor")
    numbers = numbers_for(base.robot, 1)
    rows = [fn(**arguments(fn, base.robot, seed, numbers=numbers)) for seed in range(20)]
    stacked = np.concatenate(rows)
    s = np.linalg.svd(stacked / np.linalg.norm(stacked, axis=0), compute_uv=False)
    assert (s > 1e-8 * s[0]).sum() == stacked.shape[1] == base.count == regressor_rank(robot)


def test_all_columns_are_there_when_asked_for():
    robot = Robot(name="bare", joints=lw.load("rrp").joints[:1])
    labels = [f"{name}1" for name in (*INERTIA, "IA", "FV", "FS")]
    port = function(robot, "regressor", {"columns": "all"}).outputs[0]
    assert port.shape == (1, 13)
    assert list(port.labels) == [f"W1_{label}" for label in labels]
    assert ", ".join(labels) in port.doc


# -- Pinocchio --------------------------------------------------------------------------------------------------------


def pseudo_inertia(pin_parameters: np.ndarray) -> np.ndarray:
    """Pinocchio's m, mc, Ixx Ixy Iyy Ixz Iyz Izz as the matrix of second, first and zeroth moments."""
    m, x, y, z, xx, xy, yy, xz, yz, zz = pin_parameters
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    S = np.zeros((4, 4))
    S[:3, :3] = np.trace(J) / 2 * np.eye(3) - J
    S[:3, 3] = S[3, :3] = x, y, z
    S[3, 3] = m
    return S


def standard_parameters(S: np.ndarray) -> list[float]:
    J = np.trace(S[:3, :3]) * np.eye(3) - S[:3, :3]
    return [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *S[:3, 3], S[3, 3]]


@pytest.mark.parametrize("path", ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf"])
def test_regressor_is_that_of_pinocchio(path, robot_data, module):
    pin = module("pinocchio")
    model = pin.buildModelFromUrdf(str(robot_data / path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        robot = read_urdf((robot_data / path).read_bytes(), path, mimic=False)
    row = {robot.joint(j).name: k for k, j in enumerate(moving(robot))}
    order = [row[name] for name in list(model.names)[1:]]
    q, qd, qdd = (np.array(x) for x in state_for(robot, 7))
    data = model.createData()
    expected = pin.computeJointTorqueRegressor(model, data, q[order], qd[order], qdd[order])
    pin.forwardKinematics(model, data, q[order])
    fn = function(robot, "regressor", {"columns": "all"})
    W = np.asarray(fn(**arguments(fn, robot, state=(list(q), list(qd), list(qdd)))))[order]
    labels = [c.label for c in parameter_columns(robot, "all")]
    pose = [np.reshape([value_of(x) for x in robot.base.pose], (4, 4))]
    for j, joint in enumerate(robot.joints, 1):
        at = (q[moving(robot).index(j)], 0.0, 0.0) if joint.moves else (0.0, 0.0, 0.0)
        pose.append(pose[joint.parent] @ oracle._step(joint, at, robot.numbers)[0])
    for k, name in enumerate(list(model.names)[1:]):
        j = moving(robot)[row[name]]
        T = np.linalg.inv(pose[j]) @ data.oMi[k + 1].homogeneous  # Pinocchio's frame of the joint in ours
        X = np.array([standard_parameters(T @ pseudo_inertia(e) @ T.T) for e in np.eye(10)]).T
        first = labels.index(f"XX{j}")
        found = W[:, first : first + 10] @ X
        block = expected[:, 10 * k : 10 * k + 10]
        np.testing.assert_allclose(found, block, rtol=1e-10, atol=1e-10 * max(1, abs(block).max()))


# -- counts ----------------------------------------------------------------------------------------------------------

PEERS = {  # additions + multiplications, standard and base parameters: the smaller of SymPyBotics and OpenSYMORO
    "rx90": (1141, 887), "puma560": (1399, 1009), "stanford": (902, 656), "lwr4plus": (1617, 1188),
    "wam7": (2301, 1598), "2R": (31, 29), "3R": (194, 161),
}  # fmt: skip
COUNTS = {  # ours, which may only go down
    "rx90": (665, 592), "puma560": (732, 643), "stanford": (587, 556), "lwr4plus": (1171, 1046),
    "wam7": (1319, 1115), "2R": (29, 26), "3R": (114, 98),
}  # fmt: skip


def reference(name: str) -> Robot:
    down: Any = (0, "G2", 0)
    made = {
        "2R": lambda: chain("planar", {}, {"d": "L1"}, gravity=down),
        "3R": lambda: chain("articulated", {}, {"alpha": "pi/2"}, {"d": "L2"}),
    }
    robot = made[name]() if name in made else lw.load(name)
    return robot.without("friction", "rotors")


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_of_a_regressor_does_not_rise_and_is_below_the_peers(name):
    robot = reference(name)
    for parameters, most, peer in zip(("standard", "base"), COUNTS[name], PEERS[name], strict=True):
        total = lw.model(robot, "regressor", parameters=parameters).cost.total  # type: ignore[arg-type]
        assert total <= most < peer, parameters


# -- parameter sets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["inertial", "barycentric"])
@settings(max_examples=10)
@given(robot=trees(max_joints=4))
def test_parameter_sets_there_and_back(between, robot):
    there, back = conversion_function(robot, "standard", between), conversion_function(robot, between, "standard")
    values = np.random.default_rng(0).uniform(0.5, 1.5, (len(robot), 10))
    numbers = numbers_for(robot)
    middle = there(standard=values, **lengths(there, numbers))
    np.testing.assert_allclose(back(**{between: middle}, **lengths(back, numbers)), values, atol=1e-11)


def lengths(fn: lw.Function, numbers: dict[str, float]) -> dict[str, Any]:
    port = fn.parameters
    return {"parameters": {label: numbers[label] for label in port.labels}} if port else {}


def test_inertial_parameters_of_a_rod():
    """By hand: mass m at its middle x = L/2, m L^2/12 about it, m L^2/3 about its end."""
    rod = Robot(name="rod", joints=(lw.load("rrp").joints[0],))
    fn = conversion_function(rod, "standard", "inertial")
    m, L = 3.0, 0.8
    row = [0, 0, 0, m * L**2 / 3, 0, m * L**2 / 3, m * L / 2, 0, 0, m]
    np.testing.assert_allclose(
        fn(standard=[row]), [[m, L / 2, 0, 0, 0, 0, 0, m * L**2 / 12, 0, m * L**2 / 12]], atol=1e-15
    )


@settings(max_examples=10)
@given(trees(max_joints=4))
def test_barycentric_bodies_without_masses_need_the_same_efforts(robot):
    """With revolute joints, the masses beyond can stand at the joints, and the last ones on the ground."""
    robot = replace(
        robot, joints=tuple(replace(j, kind="revolute", variable=f"v{k}") for k, j in enumerate(robot.joints))
    )

    augmented = to_barycentric(robot, [j.body.inertia for j in robot.joints])
    bodies = [replace(I, M=robot.gravity[0] * 0) for I in augmented]
    other = replace(robot, joints=tuple(
        replace(j, body=j.body.with_inertia(I)) for j, I in zip(robot.joints, bodies, strict=True)))  # fmt: skip
    laws = Laws(robot)
    laws.assert_equal([laws.into(e) for e in function(other, "inverse_dynamics").output("tau")],
                      laws.vector("inverse_dynamics"))  # fmt: skip


@pytest.mark.parametrize("name", ["rrp", "rx90", "ur5"])
def test_minimal_parameters_times_the_base_regressor_are_the_efforts(name):
    """Also for a robot whose tables hold numbers and zeros: all ten parameters of every link, given as an array."""
    robot = lw.load(name).without("friction", "rotors")
    full = with_all_parameters(robot)
    fn, W, tau = (
        conversion_function(robot, "standard", "minimal"),
        lw.model(full, "regressor", parameters="base"),
        function(full, "inverse_dynamics"),
    )
    values = np.random.default_rng(1).uniform(0.5, 1.5, (len(robot), 10))
    numbers = {**numbers_for(full), **robot.numbers}
    numbers |= {f"{p}{j}": values[j - 1, k] for j in range(1, len(robot) + 1) for k, p in enumerate(INERTIA)}
    minimal = fn(standard=values, **lengths(fn, numbers))
    base = find_base_parameters(full).robot
    found = W(**arguments(W, base, numbers=numbers)) @ minimal
    np.testing.assert_allclose(found, tau(**arguments(tau, full, numbers=numbers)), rtol=1e-10)
    assert W.outputs[0].shape[1] == minimal.shape[0]


def test_unknown_sets_are_refused():
    robot = lw.load("rrp")
    with pytest.raises(UnknownName, match="set of parameters"):
        conversion_function(robot, "standard", "baricentric")
    with pytest.raises(InputError, match="cannot be converted to those of single links"):
        conversion_function(robot, "minimal", "standard")
