"""Robots on which OpenSYMORO gives wrong base parameters, too many of them, or none.

The letters are those of a list of its failures: W a wrong result, X an exception. The list names the kind of robot,
not its file, so the robots here are ours, of the same kind. Counts are reasoned from the rules beside each test; three
are also the ranks that the list gives for its robot of that name (PRR 9, PPP 4, SCARA 11). Every robot is checked by
the two laws, and against Newton's law.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwright.expr import Graph, prove_equal, value_of
from linkwright.formats.par import read
from linkwright.models.derive.function import function
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.robot import Robot
from tests.support import oracle
from tests.support.strategies import chain, numbers_for, state_for

SLIDE = {"kind": "prismatic"}


def rotors(*tables: dict[str, Any]) -> list[dict[str, Any]]:
    """Every joint with a rotor, as in a .par file that says nothing about IA."""
    return [{**table, "rotor": f"IA{j}"} for j, table in enumerate(tables, 1)]


def assert_sufficient_and_minimal(robot: Robot, rank: int | None = None) -> None:
    """`rank` is not given for robots with zeros among their inertias, which may need fewer parameters than that."""
    base = find_base_parameters(robot)
    put = base.in_standard(Graph())
    after = [put(e) for e in function(base.robot, "inverse_dynamics").output("tau")]
    assert prove_equal(function(robot, "inverse_dynamics").output("tau"), after)
    numbers, state = numbers_for(robot), state_for(robot)  # and not only between our own two models
    grouped = {r.name: value_of(r.formula, numbers) for r in base.relations}
    expected = oracle.inverse_dynamics(robot, numbers, *state)
    found = oracle.inverse_dynamics(base.robot, {**numbers, **grouped}, *state)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * abs(expected).max())
    assert base.count <= regressor_rank(robot)
    if rank is not None:
        assert base.count == regressor_rank(robot) == rank


@pytest.mark.parametrize("alpha1", ["pi/2", "-pi/2", "pi", "a1"])
def test_w3_first_axis_need_not_be_that_of_frame_0(alpha1):
    """The second axis is compared with the first one, not with z of frame 0."""
    first = {"alpha": alpha1}
    heavy = 0 if alpha1 == "pi" else 2  # MX1 and MY1, unless gravity is along the axis
    assert_sufficient_and_minimal(chain("parallel", first, {"d": "L1"}), 4 + heavy)
    assert_sufficient_and_minimal(chain("perpendicular", first, {"alpha": "pi/2"}), 8 + heavy)


def test_w3_a_slide_may_come_first():
    assert_sufficient_and_minimal(chain("PRR", SLIDE, {"alpha": "pi/2"}, {"d": "L1"}), 7)
    assert_sufficient_and_minimal(chain("PRR", SLIDE, {}, {"alpha": "pi/2"}), 9)


@pytest.mark.parametrize("name", ["UG_T1_5_highspeed", "UG_T1_6_planar_mobile", "Tree_Y", "Tree_2x2R_base"])
def test_w3_robots_of_the_users_guide(name: str, shared: Path):
    path = shared / "robots" / f"{name}.par"
    assert_sufficient_and_minimal(read(path.read_bytes(), path.name).tree())


def test_w9_three_slides_are_three_masses_and_one_rotor():
    """Gravity tells mass from rotor inertia in one of three orthogonal directions: rank 4, where 6 were kept."""
    across = {**SLIDE, "alpha": "pi/2", "theta": "pi/2"}
    assert_sufficient_and_minimal(chain("PPP", *rotors(SLIDE, across, across)), 4)


def test_w9_antiparallel_axes_are_parallel():
    """A SCARA whose last axis points down: rank 11, where 17 were kept."""
    scara: tuple[dict[str, Any], ...] = ({}, {"d": "L1"}, {**SLIDE, "d": "L2"}, {"alpha": "pi"})
    assert_sufficient_and_minimal(chain("SCARA", *rotors(*scara)), 11)


def test_w9_wrist_of_an_arm_on_the_wall():
    arm = (
        {"alpha": "pi/2"}, {"alpha": "pi/2"}, {"d": "D3"}, {"alpha": "-pi/2", "r": "RL4"}, {"alpha": "pi/2"},
        {"alpha": "-pi/2"},
    )  # fmt: skip
    assert_sufficient_and_minimal(chain("wall", *arm), 38)  # the 36 on the floor, MX1 and MY1


def test_x1_slides_parallel_to_the_first_axis():
    """What SCARA and cylindrical robots have; it was an exception."""
    assert_sufficient_and_minimal(chain("RP", {}, {**SLIDE, "d": "L"}), 2)
    assert_sufficient_and_minimal(chain("RPP", {}, SLIDE, {**SLIDE, "alpha": "pi/2", "d": "L3"}))


QUARTERS = ("0", "pi/2", "-pi/2", "pi")


@pytest.mark.parametrize("alphas", list(itertools.product(QUARTERS, repeat=3)))
def test_x1_all_twists_of_an_rrp_arm(alphas):
    first, second, third = alphas
    tables = ({"alpha": first}, {"alpha": second, "d": "D2", "r": "R2"}, {**SLIDE, "alpha": third, "d": "D3"})
    robot = chain("RRP", *rotors(*tables))
    assert_sufficient_and_minimal(robot, regressor_rank(robot))


def test_w4_names_of_quantities_are_the_users_to_take():
    """L22, A21, F1, N1 are lengths here, w2_x and ZZ2R inertias."""
    robot = chain("clash", {"alpha": "A21"}, {"alpha": "C2", "d": "L22", "r": "F1"}, {"d": "ZZ2R", "r": "N1"})
    assert_sufficient_and_minimal(robot, 7 * 3 - 4)
