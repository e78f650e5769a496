"""Robots on wheels with closed loops have their certificate, and no fault of a model gets one."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache

import pytest

from linkwright.formats import toml
from linkwright.models.constraints import wheels
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.mobility_analysis import _analyze_mobility_cached
from linkwright.robot import Robot
from linkwright.verification.law import Law
from linkwright.verification.laws import laws
from linkwright.verification.rolling_loops import LAWS, RollingLoopFixture
from tests.models.constraints.test_wheels_and_loops import TIE_ROD, carrying
from tests.support.planted import negated, plant


@cache
def tie_rod() -> Robot:
    """Two wheels that a rod steers, with friction, a rotor and a wrench."""
    robot = toml.read(TIE_ROD.encode(), "rod.toml")
    steer, spin, *others = robot.joints
    steer = replace(steer, rotor=0.02, viscous=0.1)
    spin = replace(spin, coulomb=0.2, body=replace(spin.body, FX=0.3, CZ=-0.2))
    return robot.changed(joints=(steer, spin, *others))


@cache
def bench() -> RollingLoopFixture:
    return RollingLoopFixture(tie_rod())


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_holds_for_a_tie_rod(law: Law):
    check = law.check(bench)
    assert check.outcome == "passed", check.detail
    used = {model for model, _ in bench().derived}
    assert set(law.models) <= used | {"inverse_dynamics"}


def test_robots_on_wheels_with_loops_get_these_laws():
    """A base that is free to move along the plane, too: three Swedish wheels of which nothing drives one."""
    robot = carrying("three_omni", "four_bar")
    loose = tuple(replace(j, actuated=False) if j.name == robot.joints[0].name else j for j in robot.joints)
    robot = robot.changed(joints=loose)
    names = [law.name for law in LAWS]
    assert [name for name, _ in laws(robot)] == names
    found = {name: check() for name, check in laws(robot) if name.startswith(("motion", "forces", "rows", "positions"))}
    assert {c.outcome for c in found.values()} == {"passed"}, found


FAULTS = [
    ("configuration_kinematics", "base_twist", "motion of a base"),
    ("configuration_accelerations", "joint_accelerations", "motion of joints"),
    ("constraint_jacobian", "W", "rows"), ("constraint_jacobian_dot", "Wd", "rows"),
    ("inverse_dynamics", "tau", "efforts"), ("constraint_forces", "lam", "forces"), ("inertia_matrix", "M", "M, C"),
    ("forward_dynamics", "qdd", "forward"), ("kinetic_energy", "T", "energies"), ("momenta", "L", "energies"),
    ("jacobian_dot", "Jd", "rates and slopes"), ("dependent_motion", "accelerations", "motion of all"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "port", "law"), FAULTS)
def test_a_fault_of_a_model_is_seen(model: str, port: str, law: str, monkeypatch: pytest.MonkeyPatch):
    (chosen,) = [x for x in LAWS if x.name.startswith(law)]
    again = copy(bench())
    again.derived = {}
    wrong = plant(monkeypatch, model, port, negated)
    assert chosen.check(lambda: again).outcome == "failed"
    assert any(wrong)


def test_faults_of_what_wheels_and_loops_are_made_of_are_seen(monkeypatch: pytest.MonkeyPatch):
    """Rows of wheels and of loops are not what they are compared with."""
    rows, columns = wheels.wheel_rows, LoopEquations._columns

    def wrong_rows(*given):
        return [replace(x, entries={c: y if c.link else y * 2 for c, y in x.entries.items()}) for x in rows(*given)]

    def wrong_columns(self, loop, m, n):
        v, w = columns(self, loop, m, n)
        return {c: x * 2 if c.link == 5 else x for c, x in v.items()}, w

    (chosen,) = [x for x in LAWS if x.name.startswith("motion of joints")]
    for owner, attribute, wrong in ((wheels, "wheel_rows", wrong_rows), (LoopEquations, "_columns", wrong_columns)):
        with monkeypatch.context() as planted:
            _analyze_mobility_cached.cache_clear()
            planted.setattr(owner, attribute, wrong)
            outcomes = [run().outcome for _, run in laws(tie_rod(), [chosen])]
        assert outcomes == ["failed"], attribute
    _analyze_mobility_cached.cache_clear()
