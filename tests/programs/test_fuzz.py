"""The look from outside sees what is wrong, and its oracle is right."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fuzz import faults, oracle, par, scales
from fuzz.report import Section, table

from tests.support import oracle as first_principles


@pytest.fixture
def section() -> Section:
    return Section("test", 0, 0.0)


def test_two_oracles_agree():
    """Newton-Euler in link frames and Newton's law for all points at once, in the world."""
    for seed in range(5):
        draw = random.Random(seed)
        plain, angles = scales.drawn(draw)
        q, qd, qdd = ([draw.uniform(-2, 2) for _ in plain.moving] for _ in range(3))
        expected = first_principles.inverse_dynamics(scales.as_robot(plain, angles), {}, q, qd, qdd)
        assert oracle.efforts(plain, q, qd, qdd).astype(float) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_power_of_the_oracles_efforts_is_the_rate_of_its_energy():
    file = par.draw(random.Random(3), short=False, wrenches=False, moving=False)
    plain, n = file.plain.weight(), len(file.plain.moving)
    q, qd, qdd = (np.linspace(a, 1, n).astype(oracle.Real) for a in (-1.0, 0.5, 2.0))

    def energy(t: oracle.Array) -> oracle.Array:
        at, rate = q + t[0] * qd + t[0] ** 2 / 2 * qdd, qd + t[0] * qdd
        first, _ = oracle.moments(plain, oracle.sweep(plain, at, rate, qdd))
        return oracle.kinetic_energy(plain, at, rate) - np.array(plain.gravity) @ first

    power = oracle.efforts(plain, q, qd, qdd) @ qd
    assert float(oracle.slope(energy, [0.0], [1.0])[0]) == pytest.approx(float(power), rel=1e-10)


@pytest.mark.parametrize("wrong", [[1.0, 2.1], [1.0, np.nan], [1.0], [[1.0, 2.0]]])
def test_what_differs_is_found_and_told(section: Section, wrong: list[float]):
    section.compare("kind", "here", [1.0, 2.0], [1.0, 2.0])
    assert not section.findings
    section.compare("kind", "here", wrong, [1.0, 2.0])
    assert section.findings["kind"]
    assert "FOUND 1 x kind" in table([section])


def test_a_reason_is_no_finding_but_a_crash_is(section: Section):
    import linkwright as lw

    with section.guarded("load", "here"):
        lw.load("no such robot")
    assert (section.refused.total(), list(section.findings)) == (1, [])
    with section.guarded("load", "here"):
        int("x")
    assert list(section.findings) == ["load: ValueError"]


def test_a_planted_fault_is_one_and_is_taken_out_again():
    import linkwright as lw

    robot = lw.planar(2)
    good = lw.model(robot, "kinetic_energy")
    with faults.planted("kinetic_energy"):
        bad = lw.model(robot, "kinetic_energy")
    assert not lw.prove_equal(good.output("T"), bad.output("T"))
    assert lw.prove_equal(good.output("T"), lw.model(robot, "kinetic_energy").output("T"))
