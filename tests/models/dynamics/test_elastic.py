"""Flexible joints: springs with dampers instead of motors, and rotors behind them (Lemoine & Khalil, section IV-C)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, make_symbol, prove_equal
from linkwright.expr.derivative import directional_derivatives as along
from linkwright.models import function
from linkwright.robot import Base, Body, Joint, Robot

SPRING: Any = {"flexible": True, "stiffness": "k", "damping": "c", "rest": "s"}


def arm(springs: dict[int, bool], **more: Any) -> Robot:
    """Four joints, of which some have springs, with a rotor behind them or not; rigid ones have rotors."""
    joints = []
    kinds: Any = ("revolute", "revolute", "prismatic", "revolute")
    for k, kind in enumerate(kinds, 1):
        own: Any = {f: f"{v}{k}" if isinstance(v, str) else v for f, v in SPRING.items()} if k in springs else {}
        rotor = f"IA{k}" if springs.get(k, True) else 0
        joints.append(Joint(parent=k - 1, kind=kind, alpha=f"a{k}", d=f"d{k}", r=f"r{k}", theta=f"t{k}",
                            body=Body.symbolic(k), rotor=rotor, **own))  # fmt: skip
    return Robot(name="arm", joints=tuple(joints), gravity=("G1", "G2", "G3"), **more)


CASES = [{2: False}, {2: True}, {1: False, 3: True}, {2: True, 3: False, 4: True}]


def rigid(robot: Robot) -> Robot:
    """The same links without springs, and without the rotors behind them."""
    held = robot.without("flexibility")
    tied = [replace(j, rotor=0) if was.flexible else j for j, was in zip(held.joints, robot.joints, strict=True)]
    return replace(held, joints=tuple(tied))


class Motion:
    """The rigid robot's efforts at the accelerations of all links, and what springs and rotors need."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.graph = robot, Graph()
        self.plain = Importer(self.graph)

    def variable(self, name: str) -> Expr:
        return make_symbol(self.graph, name, "variable")

    def rigid_efforts(self, qdd: dict[int, Expr]) -> list[Expr]:
        put = Importer(self.graph, {f"qdd{j}": x for j, x in qdd.items()})
        return [put(e) for e in function(rigid(self.robot), "inverse_dynamics").output("tau")]

    def spring(self, j: int) -> Expr:
        """What pulls link j: -k (q - rotor - rest) - c (qd - its rate)."""
        joint = self.robot.joint(j)
        stretch, rate = self.variable(f"q{j}") - self.plain(joint.rest), self.variable(f"qd{j}")
        if not joint.rotor.is_zero:
            stretch, rate = stretch - self.variable(f"q{j}_motor"), rate - self.variable(f"qd{j}m")
        return -self.plain(joint.stiffness) * stretch - self.plain(joint.damping) * rate


@pytest.mark.parametrize("springs", CASES, ids=str)
def test_inverse_dynamics_solves_the_equations_of_rigid_links_with_springs(springs):
    """(12)-(15): the accelerations that come out make the efforts of the springs."""
    robot = arm(springs)
    m = Motion(robot)
    fn = function(robot, "inverse_dynamics")
    found = dict(zip(fn.outputs[0].labels, map(m.plain, fn.output("accelerations")), strict=True))
    tau = dict(zip(fn.outputs[1].labels, map(m.plain, fn.output("tau")), strict=True))
    rigid_tau = m.rigid_efforts({j: found[f"qdd{j}"] for j in springs})
    for j, effort in enumerate(rigid_tau, 1):
        if j not in springs:
            assert prove_equal([tau[f"tau{j}"]], [effort])
            continue
        assert prove_equal([effort], [m.spring(j)])
        if springs[j]:
            motor = m.plain(robot.joint(j).rotor) * m.variable(f"qdd{j}m") + m.spring(j)
            assert prove_equal([tau[f"tau{j}m"]], [motor])


@pytest.mark.parametrize("springs", CASES, ids=str)
@pytest.mark.parametrize("floating", [False, True])
def test_forward_dynamics_undoes_inverse_dynamics(springs, floating):
    robot = arm(springs, base=Base(kind="floating", body=Body.symbolic(0)) if floating else Base())
    graph = Graph()
    plain = Importer(graph)
    inverse, forward = function(robot, "inverse_dynamics"), function(robot, "forward_dynamics")
    tau = next(p for p in inverse.outputs if p.name == "tau")
    put = Importer(graph, dict(zip(tau.labels, map(plain, inverse.output("tau")), strict=True)))
    labels = next(p for p in forward.outputs if p.name == "qdd").labels
    qdd = dict(zip(labels, map(put, forward.output("qdd")), strict=True))
    out = dict(zip(inverse.outputs[-2].labels, map(plain, inverse.output("accelerations")), strict=True))
    expected = [out[name] if name in out else make_symbol(graph, name, "variable") for name in labels]
    assert prove_equal(list(qdd.values()), expected)
    if floating:
        ours, theirs = inverse.output("base_acceleration"), forward.output("base_acceleration")
        assert prove_equal(list(map(plain, ours)), list(map(put, theirs)))


def test_slopes_are_those_of_the_efforts():
    """Springs have slopes, between links and the rotors behind them."""
    robot = arm({1: True, 2: False})
    robot = robot.with_numbers({name: 0.3 + 0.07 * k for k, name in enumerate(robot.parameters)})
    slopes = lw.compile(lw.model(robot, "inverse_dynamics_derivatives"))
    bias = lw.compile(lw.model(robot, "bias_vector"))
    q, qd = np.linspace(0.2, 0.9, 5), np.linspace(-1, 0.5, 5)
    found = slopes(q=q, qd=qd, qdd=np.zeros(5))
    for name, at in (("dtau_dq", 0), ("dtau_dqd", 1)):
        for k in range(5):
            step = np.eye(5)[k] * 1e-6
            ends = [bias(q=q + s * (1 - at), qd=qd + s * at) for s in (step, -step)]
            np.testing.assert_allclose(found[name][:, k], (ends[0] - ends[1]) / 2e-6, atol=1e-7)


@pytest.mark.parametrize("stiffness", [1e2, 1e5, 1e8])
def test_a_stiff_spring_is_a_rigid_joint_but_for_its_stretch(stiffness):
    """Where the rotor is ahead by effort / stiffness, the motion is that of the rigid robot, with its efforts."""
    soft = arm({2: True})
    names = {name: 0.3 + 0.05 * k for k, name in enumerate(soft.parameters)}
    soft = soft.with_numbers({**names, "k2": stiffness, "s2": 0.0, "c2": 0.2})
    q, qd, qdd = [0.1, 0.2, 0.3, 0.4], [0.3, -0.2, 0.1, 0.5], [0.5, 0.7, 0.2, 0.1]
    tau = lw.model(soft.without("flexibility"), "inverse_dynamics")(q=q, qd=qd, qdd=qdd)
    pull = lw.model(rigid(soft), "inverse_dynamics")(q=q, qd=qd, qdd=qdd)[1]
    ahead = pull / stiffness
    out = lw.model(soft, "inverse_dynamics")(q=[*q[:2], q[1] + ahead, *q[2:]], qd=[*qd[:2], qd[1], *qd[2:]], qdd=qdd)
    assert out["accelerations"] == pytest.approx([qdd[1]], rel=1e-6)
    assert out["tau"] == pytest.approx(tau, rel=1e-6)


@pytest.mark.parametrize("springs", CASES, ids=str)
def test_energy_decays_by_what_dampers_take(springs):
    """d/dt (T + U) = tau . qd - damping (rate of stretch)^2, without friction."""
    robot = arm(springs)
    graph = Graph()
    plain = Importer(graph)
    forward = function(robot, "forward_dynamics")
    labels = {p.name: p.labels for p in forward.inputs}
    q, qd = ([make_symbol(graph, name, "variable") for name in labels[kind]] for kind in ("q", "qd"))
    qdd = [plain(e) for e in forward.output("qdd")]
    T, U = (plain(function(robot, name).output(output)[0])
            for name, output in (("kinetic_energy", "T"), ("potential_energy", "U")))  # fmt: skip
    rate = along([T + U], dict(zip(q, qd, strict=True)) | dict(zip(qd, qdd, strict=True)))[0]
    power = sum((make_symbol(graph, name, "variable") * make_symbol(graph, name.replace("tau", "qd"), "variable")
                 for name in labels["tau"]), q[0] * 0)  # fmt: skip
    for j, motor in springs.items():
        stretch = make_symbol(graph, f"qd{j}", "variable")
        stretch = stretch - make_symbol(graph, f"qd{j}m", "variable") if motor else stretch
        power = power - plain(robot.joint(j).damping) * stretch * stretch
    assert prove_equal([rate], [power])


def test_springs_of_rigid_joints_and_negative_ones_are_errors():
    with pytest.raises(RobotError, match="is not flexible"):
        Robot(name="r", joints=(Joint(stiffness=3),))
    with pytest.raises(RobotError, match="negative"):
        Robot(name="r", joints=(Joint(flexible=True, stiffness=-3),))
    with pytest.raises(RobotError, match="negative"):
        Robot(name="r", joints=(Joint(flexible=True, stiffness=3, damping=-1),))
    with pytest.raises(RobotError, match="fixed and flexible"):
        Robot(name="r", joints=(Joint(), Joint(parent=1, kind="fixed", flexible=True)))
