"""Models of robots with loops against plain NumPy (`closed`): motion of all joints, rows, forces, derivatives, drives.

And Andrews' squeezing mechanism against the digits of the Test Set for IVP Solvers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Base, Body
from tests.support.closed import Closed, slope
from tests.support.some import some

ROBOTS = ("four_bar", "five_bar", "bennett", "sarrus", "sr400", "p3rrr")
SMALL = ("FourBar", "Bennett")  # for differences of the oracle, which takes its time


@cache
def numeric(name: str) -> lw.Robot:
    rng = np.random.default_rng(len(name))
    robot = lw.load(name)
    numbers = {s: float(rng.uniform(0.3, 1)) for s in robot.parameters}
    return replace(robot, numbers={**numbers, **robot.numbers}).with_numbers()


@cache
def compiled(robot: lw.Robot, model: str, **options: Any):
    return lw.compile(lw.model(robot, model, **options))


class Motion:
    """A closed position and a motion of all joints, by the oracle; what models take and give of it."""

    def __init__(self, robot: lw.Robot, seed: int = 0, **options: Any) -> None:
        self.robot, self.options, self.oracle = robot, options, Closed(robot)
        rng = np.random.default_rng(seed)
        first = lw.model(robot, "inertia_matrix", **options)
        self.a = self.oracle.places(list(first.inputs[0].names))
        q = self.oracle.closed(self.oracle.start)
        q[self.a] += rng.uniform(-0.05, 0.05, len(self.a)) * (1 + 0 * q[self.a])
        self.q = self.oracle.closed(q, self.a)
        self.rates = rng.uniform(-1, 1, (2, len(self.a)))
        self.qd, self.qdd = self.oracle.motion(self.q, self.a, *self.rates)
        self.start = {
            p.name: self.q[self.oracle.places(list(p.names))] for p in first.inputs if p.name == "q_start"
        }  # fmt: skip

    @property
    def state(self) -> dict:
        return {"q": self.q[self.a], "qd": self.rates[0], "qdd": self.rates[1], **self.start}

    def call(self, model: str, *kinds: str, options: dict | None = None, **more):
        """All outputs by name."""
        f = compiled(self.robot, model, **{**self.options, **(options or {})})
        given = {k: v for k, v in self.state.items() if k in kinds or k == "q_start"} | more
        found = f(**given)
        return found if isinstance(found, dict) else {f.function.outputs[0].name: np.asarray(found)}


def relative(found, expected) -> float:
    return float(np.abs(np.asarray(found) - expected).max() / max(np.abs(expected).max(), 1e-300))


@pytest.fixture(scope="module", params=some(ROBOTS, "four_bar", "five_bar", "bennett", "sarrus"))
def motion(request) -> Motion:
    return Motion(numeric(request.param))


def test_the_motion_of_all_joints_is_that_of_the_loops(motion: Motion):
    found = motion.call("dependent_motion", "q", "qd", "qdd")
    assert relative(np.cos(found["positions"] - motion.q), 1.0) < 1e-12
    assert relative(found["velocities"], motion.qd) < 1e-10
    assert relative(found["accelerations"], motion.qdd) < 1e-8


def test_equations_vanish_and_rows_hold_rates_and_accelerations(motion: Motion):
    tree = {"q": motion.q, "qd": motion.qd}
    F = np.asarray(lw.model(motion.robot, "constraints")(q=motion.q))
    W = lw.model(motion.robot, "constraint_jacobian")(q=motion.q)
    Wd = np.asarray(lw.model(motion.robot, "constraint_jacobian_dot")(**tree))
    assert np.abs(F).max() < 1e-12
    assert np.linalg.matrix_rank(W["W"], 1e-9) == int(np.sum(W["kept"])) == len(motion.q) - len(motion.a)
    assert np.abs(W["W"] @ motion.qd).max() < 1e-10
    assert np.abs(W["W"] @ motion.qdd + Wd @ motion.qd).max() < 1e-8


def test_the_map_is_that_of_the_rows(motion: Motion):
    assert relative(motion.call("constraint_map", "q")["G"], motion.oracle.map(motion.q, motion.a)) < 1e-9


def test_what_is_given_may_be_more_than_the_independent_joints(motion: Motion):
    tau = motion.call("inverse_dynamics", "q", "qd", "qdd")["tau"]
    given = lw.model(motion.robot, "inverse_dynamics", closure="given")
    whole = {"q": motion.q, "qd": motion.qd, "qdd": motion.qdd}
    found = given(**whole)
    assert relative(found["tau"] if isinstance(found, dict) else found, tau) < 1e-8
    positions = lw.model(motion.robot, "inverse_dynamics", closure="positions")
    found = positions(q=motion.q, qd=motion.rates[0], qdd=motion.rates[1])
    assert relative(found["tau"] if isinstance(found, dict) else found, tau) < 1e-11


def test_forces_of_loops_and_drives_hold_the_tree(motion: Motion):
    """Gamma = tau + W^T lam: the part of Gamma that no drive takes is that of the rows, whatever frames they are in."""
    Gamma = np.asarray(motion.oracle.tree("inverse_dynamics", q=motion.q, qd=motion.qd, qdd=motion.qdd))
    tau = motion.call("inverse_dynamics", "q", "qd", "qdd", options={"of": "coordinates"})["tau"]
    lam = motion.call("constraint_forces", "q", "qd", "qdd")["lam"]
    left = Gamma.copy()
    left[motion.a] -= tau
    rows = motion.oracle.rows(motion.q)
    found = np.linalg.lstsq(rows.T, left, rcond=1e-9)[0]
    assert relative(rows.T @ found, left) < 1e-8
    if len(motion.robot.loops) == 1 and motion.robot.name in ("FourBar", "FiveBar"):  # two forces in a plane
        assert np.linalg.norm(lam) == pytest.approx(np.linalg.norm(found), rel=1e-8)


def test_derivatives_are_slopes_of_the_projected_efforts_of_the_tree(motion: Motion):
    if motion.robot.name not in SMALL:
        pytest.skip("compared with forward dynamics below")
    D = motion.call("inverse_dynamics_derivatives", "q", "qd", "qdd")

    def tau(q_a, qd, qdd):
        q = motion.q.copy()
        q[motion.a] = q_a
        q = motion.oracle.closed(q, motion.a)
        fast, slow = motion.oracle.motion(q, motion.a, qd, qdd)
        efforts = np.asarray(motion.oracle.tree("inverse_dynamics", q=q, qd=fast, qdd=slow))
        return motion.oracle.map(q, motion.a).T @ efforts

    at = [motion.q[motion.a], *motion.rates]
    for k, name in enumerate(("dtau_dq", "dtau_dqd", "dtau_dqdd")):
        columns = []
        for e in np.eye(len(motion.a)):
            parts = [[x + s * 1e-3 * e if i == k else x for i, x in enumerate(at)] for s in (1, -1, 2, -2)]
            f = [tau(*p) for p in parts]
            columns.append((8 * (f[0] - f[1]) - (f[2] - f[3])) / 12e-3)
        assert relative(D[name], np.array(columns).T) < 1e-5, name


def test_derivatives_of_forward_and_inverse_dynamics_belong_together(motion: Motion):
    tau = motion.call("inverse_dynamics", "q", "qd", "qdd", options={"of": "coordinates"})["tau"]
    D = motion.call("inverse_dynamics_derivatives", "q", "qd", "qdd")
    E = motion.call("forward_dynamics_derivatives", "q", "qd", tau=tau)
    M = motion.call("inertia_matrix", "q")["M"]
    assert relative(E["dqdd_dtau"] @ M, np.eye(len(M))) < 1e-9
    for x in ("q", "qd"):
        assert relative(-M @ E[f"dqdd_d{x}"], D[f"dtau_d{x}"]) < 1e-8


def test_the_coriolis_matrix_belongs_to_the_inertia_matrix(motion: Motion):
    C = motion.call("coriolis_matrix", "q", "qd")["C"]
    Md = motion.call("inertia_matrix_dot", "q", "qd")["Md"]
    c = motion.call("coriolis_vector", "q", "qd")["c"]
    scale = max(np.abs(C).max(), 1e-12)
    assert np.abs(C @ motion.rates[0] - c).max() < 1e-10 * scale
    assert np.abs((Md - 2 * C) + (Md - 2 * C).T).max() < 1e-10 * scale

    if motion.robot.name not in SMALL:
        return

    def M(t):
        q = motion.q + t * motion.qd
        q = motion.oracle.closed(q, motion.a)
        G = motion.oracle.map(q, motion.a)
        return G.T @ np.asarray(motion.oracle.tree("inertia_matrix", q=q)) @ G

    assert relative(Md, slope(M)) < 1e-6


# -- drives -----------------------------------------------------------------------------------------------------------


def test_drives_too_many_have_efforts_of_least_norm():
    robot = numeric("five_bar")
    every = robot.changed(joints=tuple(replace(j, actuated=True) for j in robot.joints))
    motion = Motion(every)
    needed = motion.call("inverse_dynamics", "q", "qd", "qdd", options={"of": "coordinates"})["tau"]
    tau = motion.call("inverse_dynamics", "q", "qd", "qdd")["tau"]
    G = motion.oracle.map(motion.q, motion.a)
    assert tau.size == 4
    assert relative(tau, np.linalg.lstsq(G.T, needed, rcond=None)[0]) < 1e-9


@pytest.mark.parametrize("name", some(["p3rpr", "p3prr", "delta"], "p3rpr"))
def test_a_parallel_robot_has_the_same_efforts_from_its_platform_and_from_its_drives(name: str):
    robot = numeric(name)
    driven, platform = Motion(robot), Motion(robot, independent="platform")
    assert driven.a != platform.a
    tau = driven.call("inverse_dynamics", "q", "qd", "qdd")["tau"]
    f = lw.model(robot, "inverse_dynamics", independent="platform", closure="positions")
    found = f(q=driven.q, qd=driven.qd[platform.a], qdd=driven.qdd[platform.a])
    assert relative(found["tau"] if isinstance(found, dict) else found, tau) < 1e-7


def test_too_few_drives_are_named():
    robot = numeric("five_bar")
    joints = tuple(replace(j, actuated=j.name == "left_crank") for j in robot.joints)
    with pytest.raises(lw.RobotError, match=r"drives leave 1 freedom of \w+"):
        lw.model(robot.changed(joints=joints), "inverse_dynamics")


def test_friction_and_springs_of_passive_joints_are_in_the_efforts():
    robot = numeric("four_bar")
    joints = list(robot.joints)
    joints[1] = replace(joints[1], viscous=0.3)
    joints[2] = replace(joints[2], flexible=True, stiffness=5.0, rest=0.2, damping=0.1)
    plain = Motion(robot)
    q, qd = plain.q, plain.qd
    more = np.array([0, 0.3 * qd[1], 5 * (q[2] - 0.2) + 0.1 * qd[2]])
    expected = plain.call("inverse_dynamics", "q", "qd", "qdd")["tau"] + plain.oracle.map(q, plain.a).T @ more
    found = lw.model(robot.changed(joints=tuple(joints)), "inverse_dynamics")(**plain.state)
    assert relative(found["tau"], expected) < 1e-10


def test_loops_on_a_base_that_floats():
    """Forward undoes inverse dynamics, and without external forces momentum changes by the weight alone."""
    robot = numeric("four_bar").changed(base=Base(kind="floating", body=Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1)))
    rng = np.random.default_rng(1)
    v, w = rng.uniform(-1, 1, (2, 3))
    base = {"base_pose": [0, 0, 0, 1, 0, 0, 0], "base_twist": [*v, *w]}
    q, qd, qdd = [robot.joint(1).start], [0.3], [0.7]
    there = lw.model(robot, "inverse_dynamics")(**base, q=q, qd=qd, qdd=qdd)
    back = lw.model(robot, "forward_dynamics")(**base, q=q, qd=qd, tau=there["tau"])
    assert relative(back["base_acceleration"], there["base_acceleration"]) < 1e-10
    assert relative(back["qdd"], qdd) < 1e-10
    momenta = lw.model(robot, "momenta")

    def p(t: float) -> np.ndarray:
        """The momentum in the axes of the base, along the motion to first order."""
        a = there["base_acceleration"]
        vd = a[:3] - np.cross(w, v)  # of the components
        pose = [*(t * v), 1, *(t / 2 * w)]
        twist = np.concatenate([v + t * vd, w + t * a[3:]])
        out = momenta(base_pose=pose, q=[q[0] + t * qd[0]], base_twist=twist, qd=[qd[0] + t * qdd[0]])
        return np.asarray(out["p"])

    mass = 2 + sum(lw.expr.value_of(j.body.M) for j in robot.joints)
    weight = mass * np.array([lw.expr.value_of(g) for g in robot.gravity])
    assert relative((p(1e-6) - p(-1e-6)) / 2e-6, weight) < 1e-6


# -- Andrews' squeezing mechanism -------------------------------------------------------------------------------------

NAMES = ("K1", "K2", "K3", "K4", "K5", "K6", "K7")  # beta, theta, gamma, phi, delta, omega, epsilon
AT_END = dict(zip(NAMES, (  # t = 0.03 s: Test Set for IVP Solvers, release 2.4, Andrews' squeezing mechanism
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
    0.5347301163226948, 1.048080741042263), strict=True))  # fmt: skip


def spring(gamma: float, n: dict[str, float]) -> list[float]:
    """What K3 exerts on its environment: c0 (L - l0) along C - D, from D = (sd, -sc) in its frame."""
    D = np.array([n["xb"], n["yb"]]) + turn(gamma) @ [0.02, -0.018]
    apart = np.array([0.014, 0.072]) - D
    L = np.hypot(*apart)
    f = turn(gamma).T @ (-4530 * (L - 0.07785) / L * apart)
    return [f[0], f[1], 0.02 * f[1] + 0.018 * f[0]]


def turn(a: float) -> np.ndarray:
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


class Squeezer:
    def __init__(self) -> None:
        robot = lw.load("andrews")
        self.numbers = dict(robot.numbers)
        robot = robot.with_numbers()
        self.motion, self.forward = (lw.compile(lw.model(robot, m)) for m in ("dependent_motion", "forward_dynamics"))
        self.wrenches = next(p.labels for p in self.forward.function.inputs if p.name == "external")
        self.starts = {p.name: [robot.joint(robot_number(robot, n)).start for n in p.names]
                       for p in self.motion.function.inputs if p.name == "q_start"}  # fmt: skip
        self.order = [j.name for j in robot.joints if j.moves]
        self.crank = robot.joint(robot_number(robot, "K1")).start

    def joints(self, b: float, bd: float, bdd: float):
        out = self.motion(q=[b], qd=[bd], qdd=[bdd], **self.starts)
        return (dict(zip(self.order, out[k], strict=True)) for k in ("positions", "velocities", "accelerations"))

    def acceleration(self, b: float, bd: float) -> float:
        q, *_ = self.joints(b, bd, 0.0)
        wrench = dict(zip(("FX3", "FY3", "CZ3"), spring(q["K3"], self.numbers), strict=True))
        external = [wrench[label] for label in self.wrenches]  # its pivot rests: what acts there does no work
        out = self.forward(q=[b], qd=[bd], tau=[0.033], external=external, **self.starts)
        return float((out["qdd"] if isinstance(out, dict) else out)[0])


def robot_number(robot: lw.Robot, name: str) -> int:
    return next(j for j, joint in enumerate(robot.joints, 1) if joint.name == name)


def test_the_squeezer_starts_as_published():
    """Accelerations of beta and theta at t = 0 to the digits of the Test Set."""
    s = Squeezer()
    bdd = s.acceleration(s.crank, 0.0)
    *_, qdd = s.joints(s.crank, 0.0, bdd)
    assert bdd == pytest.approx(14222.4439199541, rel=1e-12)
    assert qdd["K2"] == pytest.approx(-10666.8329399656, rel=1e-12)


def test_the_squeezer_ends_as_published():
    """Integrated to t = 0.03 s by Runge and Kutta's method in the angle of its crank: all seven joints."""
    s, h = Squeezer(), 5e-6
    b, bd = s.crank, 0.0
    for _ in range(6000):
        k1 = s.acceleration(b, bd)
        k2 = s.acceleration(b + h / 2 * bd, bd + h / 2 * k1)
        k3 = s.acceleration(b + h / 2 * bd + h * h / 4 * k1, bd + h / 2 * k2)
        k4 = s.acceleration(b + h * bd + h * h / 2 * k2, bd + h * k3)
        b, bd = b + h * bd + h * h / 6 * (k1 + k2 + k3), bd + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    q, *_ = s.joints(b, bd, 0.0)
    assert b == pytest.approx(AT_END["K1"], rel=1e-7)
    for name in NAMES[2:]:
        assert np.cos(q[name] - AT_END[name]) == pytest.approx(1, abs=1e-13), name
