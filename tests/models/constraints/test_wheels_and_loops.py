"""Robots that roll and have closed loops: linkages on a chassis, steering by a tie rod; against NumPy (`rolling`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import RobotError
from linkwright.formats import toml
from tests.support.rolling import PLANE, Rolling
from tests.support.some import some

TIE_ROD = """
name = "TieRod"
gravity = [0.5, -0.3, -9.81]

[base]
kind = "mobile"
body = { XX = 1, YY = 1, ZZ = 1, MX = 0.4, M = 10 }

[[joint]]
name = "left_steer"
parent = 0
gamma = "atan2(0.2, 0.5)"
d = "sqrt(0.29)"
theta = "-atan2(0.2, 0.5)"
r = 0.1
start = 0.3
body = { XX = 0.01, YY = 0.01, ZZ = 0.02, M = 0.3 }

[[joint]]
name = "left_spin"
parent = 1
alpha = "-pi/2"
body = { XX = 0.005, YY = 0.005, ZZ = 0.01, M = 1 }

[[joint]]
name = "right_steer"
parent = 0
gamma = "atan2(-0.2, 0.5)"
d = "sqrt(0.29)"
theta = "atan2(0.2, 0.5)"
r = 0.1
start = 0.3
actuated = false
body = { XX = 0.01, YY = 0.01, ZZ = 0.02, M = 0.3 }

[[joint]]
name = "right_spin"
parent = 3
alpha = "-pi/2"
actuated = false
body = { XX = 0.005, YY = 0.005, ZZ = 0.01, M = 1 }

[[joint]]
name = "rod"
parent = 1
gamma = "atan2(-0.02, -0.1)"
d = "sqrt(0.0104)"
theta = "-pi/2 - atan2(-0.02, -0.1)"
start = -0.3
actuated = false
body = { YY = 0.03, ZZ = 0.03, MX = 0.08, M = 0.4 }

[[loop]]
joint = { parent = "rod", kind = "revolute", d = 0.36, actuated = false }
frame = { parent = "right_steer", gamma = "atan2(0.02, -0.1)", d = "sqrt(0.0104)" }

[[wheel]]
kind = "steering"
name = "left"
spin = "left_spin"
steer = "left_steer"
radius = 0.1

[[wheel]]
kind = "steering"
name = "right"
spin = "right_spin"
steer = "right_steer"
radius = 0.1
"""
REAR = '[[wheel]]\nkind = "fixed"\nname = "rear"\nradius = 0.1\nactuated = false\n'


def carrying(chassis: str, linkage: str) -> lw.Robot:
    """A built-in linkage in a vertical plane on a built-in robot on wheels, on a slope."""
    below, above = (formats.builtin(name).with_numbers() for name in (chassis, linkage))
    n = len(below) + 1
    mount = lw.Joint(name="mount", kind="fixed", alpha="pi/2", theta=0.3, d=0.1, r=0.2)
    joints = [replace(j, parent=j.parent + n, variable=f"u{k}") for k, j in enumerate(above.joints)]
    loops = [lw.Loop(replace(x.joint, parent=x.joint.parent + n, variable=f"c{k}", name=f"cut{k}"),
                     replace(x.frame, parent=x.frame.parent + n)) for k, x in enumerate(above.loops)]  # fmt: skip
    return lw.Robot(
        name=f"{below.name}{above.name}", joints=(*below.joints, mount, *joints), loops=tuple(loops), base=below.base,
        wheels=below.wheels, gravity=(0.8, -0.5, -9.81),
    )  # fmt: skip


ROBOTS: dict[str, Any] = {
    f"{chassis} {linkage}": lambda chassis=chassis, linkage=linkage: carrying(chassis, linkage)
    for chassis, linkage in (("unicycle", "parallelogram"), ("unicycle_castor", "four_bar"), ("three_omni", "five_bar"),
                             ("tricycle", "slider_crank"), ("four_mecanum", "four_bar"))
}  # fmt: skip
ROBOTS["tie rod"] = lambda: toml.read(TIE_ROD.encode(), "rod.toml")


class Case:
    """A robot in motion, as the oracle has it, and as inputs of its models."""

    def __init__(self, robot: lw.Robot) -> None:
        self.robot, self.oracle = robot, Rolling(robot)
        self.made: dict[str, Any] = {}
        oracle, draw = self.oracle, np.random.default_rng(5)
        ports = {p.name: list(p.names) for p in lw.model(robot, "inverse_dynamics").inputs}
        self.names = [oracle.robot.joint(j).name for j in oracle.moving]
        self.a = oracle.places(ports["qd"])
        q = oracle.start.copy()
        told = oracle.places(ports["q"])
        q[:PLANE] = draw.uniform(-1, 1, PLANE)
        q[told] += draw.uniform(-0.2, 0.2, len(told))
        self.q = oracle.closed(q, [*range(PLANE), *told])
        self.u, self.ud = draw.uniform(-2, 2, (2, len(self.a)))
        self.qd, self.qdd = oracle.motion(self.q, self.a, self.u, self.ud)
        self.G = oracle.map(self.q, self.a)

    def at(self, names: list[str]) -> list[float]:
        return [self.q[self.names.index(name)] for name in names]

    def value(self, model: str, **more: Any) -> Any:
        """Outputs by name."""
        if model not in self.made:
            self.made[model] = lw.compile(lw.model(self.robot, model))
        fn = self.made[model]
        given = {"base_pose": self.q[:PLANE], "qd": self.u, "qdd": self.ud, **more}
        names = {p.name: list(p.names) for p in fn.function.inputs}
        given |= {key: self.at(names[key]) for key in ("q", "q_start") if key in names}
        found = fn(**{name: given[name] for name in names if name in given})
        found = found if isinstance(found, dict) else {fn.function.outputs[0].name: found}
        assert int(found.pop("status", 0)) == 0
        return found

    def efforts(self) -> np.ndarray:
        """Of the independent coordinates, by virtual work."""
        return np.asarray(self.G.T @ self.oracle.efforts(self.q, self.qd, self.qdd))


@pytest.fixture(scope="module", params=some(ROBOTS, "tie rod", "unicycle parallelogram", "four_mecanum four_bar"))
def case(request: pytest.FixtureRequest) -> Case:
    return Case(ROBOTS[request.param]())


def close(a: Any, b: Any, size: float = 1.0) -> bool:
    """Beside the largest of them."""
    return bool(np.allclose(a, b, rtol=1e-9, atol=1e-9 * max(size, float(np.abs(b).max()))))


def in_frame_0(case: Case, v: np.ndarray) -> np.ndarray:
    """A vector of the plane, of the world before."""
    c, s = np.cos(case.q[2]), np.sin(case.q[2])
    return np.array([c * v[0] + s * v[1], c * v[1] - s * v[0], v[2]])


def test_motion_of_base_and_joints(case: Case):
    found = case.value("configuration_kinematics")
    assert close(found["base_twist"], in_frame_0(case, case.qd))
    assert close(found["joint_rates"], case.qd[PLANE:])
    assert close(np.exp(1j * found["joint_positions"]), np.exp(1j * case.q[PLANE:]))  # but for whole turns
    slow = case.value("configuration_accelerations")
    assert close(slow["base_acceleration"], in_frame_0(case, case.qdd), 10)
    assert close(slow["joint_accelerations"], case.qdd[PLANE:], 10)
    every = case.value("dependent_motion")
    assert close(every["velocities"], case.qd[PLANE:])
    assert close(every["accelerations"], case.qdd[PLANE:], 10)


def test_inverse_and_forward_dynamics(case: Case):
    found = case.value("inverse_dynamics")["tau"]
    names = list(lw.model(case.robot, "inverse_dynamics").outputs[0].names)
    drives = case.oracle.map(case.q, case.a)[case.oracle.places(names)]
    assert close(drives.T @ found, case.efforts(), 10)
    assert close(found, np.linalg.pinv(drives.T) @ case.efforts(), 10)  # of least norm
    assert close(case.value("forward_dynamics", tau=found)["qdd"], case.ud, 100)


def test_terms_of_the_equation_of_motion(case: Case):
    M, h = case.value("inertia_matrix")["M"], case.value("bias_vector")["h"]
    assert close(M @ case.ud + h, case.efforts(), 10)
    tree = np.asarray(case.oracle.tree("inertia_matrix", q=case.q))
    assert close(M, case.G.T @ tree @ case.G, 10)
    assert close(case.value("kinetic_energy")["T"], case.qd @ tree @ case.qd / 2, 10)
    assert close(case.value("inverse_dynamics_derivatives")["dtau_dqdd"], M, 10)


def test_slopes_of_the_efforts_by_differences(case: Case):
    """Along the motion of each coordinate: a step of the Runge-Kutta method along a column of G, there and back."""
    found = case.value("inverse_dynamics_derivatives")["dtau_dq"]
    q = case.q

    def column(at: np.ndarray, k: int) -> np.ndarray:
        case.q = at
        G = case.value("constraint_map")["G"][:, k]
        c, s = np.cos(at[2]), np.sin(at[2])
        return np.array([c * G[0] - s * G[1], s * G[0] + c * G[1], *G[2:]])

    def efforts(k: int, h: float) -> np.ndarray:
        k1 = column(q, k)
        k2 = column(q + h / 2 * k1, k)
        k3 = column(q + h / 2 * k2, k)
        case.q = q + h / 6 * (k1 + 2 * k2 + 2 * k3 + column(q + h * k3, k))
        return np.asarray(case.value("inertia_matrix")["M"] @ case.ud + case.value("bias_vector")["h"])

    h = 1e-4
    for k in range(len(case.a)):
        difference = (efforts(k, h) - efforts(k, -h)) / (2 * h)
        assert np.allclose(found[:, k], difference, rtol=1e-5, atol=1e-5 * max(1, np.abs(difference).max()))
    case.q = q


def kept_rows(case: Case) -> np.ndarray:
    """The kept rows, over vx, vy, wz of the base and the joints; they span what the oracle's rows span."""
    found = case.value("constraint_jacobian")
    W = np.asarray(found["W"])[np.asarray(found["kept"]) == 1]
    c, s = np.cos(case.q[2]), np.sin(case.q[2])
    world = W.copy()
    world[:, 0], world[:, 1] = c * W[:, 0] - s * W[:, 1], s * W[:, 0] + c * W[:, 1]
    assert np.abs(world @ case.G).max() < 1e-9
    assert np.linalg.matrix_rank(W, tol=1e-9) == len(W) == len(case.q) - len(case.a)
    return np.asarray(W)


def test_forces_of_loops_and_of_the_ground_hold_the_tree(case: Case):
    """W^T lam + tau = efforts of the tree, with the rows of the model, which are those of the oracle."""
    W = kept_rows(case)
    names = list(lw.model(case.robot, "inverse_dynamics").outputs[0].names)
    tau = np.zeros(len(case.q))
    tau[case.oracle.places(names)] = case.value("inverse_dynamics")["tau"]
    Gamma = case.oracle.efforts(case.q, case.qd, case.qdd)
    lam = case.value("constraint_forces")["lam"]
    left = W.T @ lam + tau
    assert close(left, np.concatenate([in_frame_0(case, Gamma), Gamma[PLANE:]]), 100)


def test_a_simulation_rolls_with_its_loops_closed():
    robot = carrying("unicycle_castor", "four_bar")
    motion = lw.simulate(robot, 0.5, qd=[1, -2, 0.5], base_pose=[0, 0, 0.3])
    assert motion.relative_drift < 1e-6
    oracle = Rolling(robot)
    for q, qd, pose, twist in zip(*(getattr(motion, x) for x in ("q", "qd", "base_pose", "base_twist")), strict=True):
        c, s = np.cos(pose[2]), np.sin(pose[2])
        at = np.concatenate([pose, q])
        rates = np.concatenate([[c * twist[0] - s * twist[1], s * twist[0] + c * twist[1], twist[2]], qd])
        assert np.abs(oracle.open(at)).max() < 1e-9
        assert np.abs(oracle.rows(at) @ rates).max() < 1e-8


def test_a_simulation_of_a_tie_rod_starts_where_it_is_told():
    robot = toml.read(TIE_ROD.encode(), "rod.toml")
    motion = lw.simulate(robot, 0.2, qd=[0.1, 3], base_pose=[0, 0, 0])
    assert motion.relative_drift < 1e-6
    assert abs(motion.q[0][0] - 0.3) < 1e-12


# -- what is refused --------------------------------------------------------------------------------------------------


def test_a_tie_rod_before_a_fixed_axle_is_rigid():
    """Its axles meet in one point at some angles alone."""
    with pytest.raises(RobotError, match="its wheels leave the base no motion"):
        lw.mobility(toml.read((TIE_ROD + REAR).encode(), "rod.toml"))


def test_a_wheel_that_a_linkage_lifts_is_refused():
    robot = carrying("unicycle", "four_bar")
    follower = next(j for j, joint in enumerate(robot.joints, 1) if joint.name == "follower")
    spin = lw.Joint(name="lifted", parent=follower)
    wheels = (*robot.wheels, lw.Wheel(kind="fixed", spin=len(robot) + 1, radius=0.1, name="lifted"))
    with pytest.raises(RobotError, match=r"lifted.*does not touch the ground"):
        lw.mobility(replace(robot, joints=(*robot.joints, spin), wheels=wheels))


def test_wheels_and_loops_need_a_base_that_rolls():
    robot = carrying("unicycle", "four_bar")
    with pytest.raises(RobotError, match="wheels roll under a mobile base, and this one is fixed"):
        lw.mobility(replace(robot, base=lw.Base(body=robot.base.body)))
