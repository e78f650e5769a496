"""Simulated robots with flexible and coupled joints: energy is kept but for what friction and dampers take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import parse_formula
from linkwright.robot import Body, Coupling, Joint, Robot, Term


def test_energy_of_an_elastic_arm_is_kept_without_losses():
    arm = lw.load("elastic_arm").without("friction")
    arm = arm.with_numbers({**arm.numbers, "c2": 0.0})
    record = lw.simulate(arm, 2.0, q=[0.4, 0.2, 0.2], qd=[0.0, 0.5, 0.0])
    energy = record.kinetic + record.potential
    assert np.ptp(record.q[:, 1] - record.q[:, 2]) > 1e-3  # the spring works
    np.testing.assert_allclose(energy, energy[0], atol=1e-6 * np.ptp(record.kinetic))


def test_energy_is_lost_at_the_rate_of_dampers_and_friction():
    arm = lw.load("elastic_arm")
    record = lw.simulate(arm, 1.0, q=[0.4, 0.2, 0.3])
    assert record.work[-1] < 0
    assert abs(record.drift).max() < 1e-6 * abs(record.work[-1])


def test_a_coupled_joint_moves_with_friction_and_inertia_of_its_own():
    """Two joints with a gear between them are one joint with the inertia and friction that it shows."""

    def wheel(parent: int, inertia: float) -> Joint:
        return Joint(parent=parent, d=0.0, body=Body(ZZ=inertia), viscous=0.3)

    pair = Robot(name="gear", joints=(wheel(0, 2.0), wheel(0, 0.5)), gravity=(0, 0, 0),
                 couplings=(Coupling(2, (Term(1, -3),)),))  # fmt: skip
    one = Robot(name="one", joints=(Joint(body=Body(ZZ=2.0 + 9 * 0.5), viscous=0.3 + 9 * 0.3),), gravity=(0, 0, 0))
    a, b = (lw.simulate(robot, 1.0, q=[0.1], qd=[2.0]) for robot in (pair, one))
    np.testing.assert_allclose(a.q, b.q, rtol=1e-9)


def test_wrenches_on_the_environment_are_told_from_springs():
    arm = lw.load("elastic_arm")
    loaded = replace(arm.joint(2), body=replace(arm.joint(2).body, FX=parse_formula("2"), CZ=parse_formula("0.5")))
    record = lw.simulate(arm.changed(joints=(arm.joint(1), loaded)), 1.0, q=[0.4, 0.2, 0.3])
    assert abs(record.drift).max() < 1e-6 * abs(record.work[-1])


def test_what_cannot_be_simulated_is_refused():
    arm = lw.load("elastic_arm")
    joints = (arm.joint(1), replace(arm.joint(2), rotor=0))
    with pytest.raises(RobotError, match="describe it as damping"):
        lw.simulate(arm.changed(joints=joints), 0.1)
