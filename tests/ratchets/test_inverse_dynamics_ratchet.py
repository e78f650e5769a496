"""Operation counts of the inverse dynamics that may only go down.

Additions and multiplications with base parameters, those of parameters alone included, no friction and no rotors.
A change that needs fewer may lower a number here; none may raise one. Where a published count exists, ours is below it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import chains

import linkwright as lw
from linkwright.compiler import Parameters

COUNTS = {
    "rrp": 119, "rx90": 416, "puma560": 437, "spatial(6)": 705, "stanford": 394, "scara4": 65, "scara5": 68,
    "ur5": 410, "panda": 552, "iiwa14": 517, "wam7": 545, "two_arm": 491, "piezo6": 317,
}  # fmt: skip

STANDARD = {  # with standard parameters
    "rrp": 128, "rx90": 448, "puma560": 482, "stanford": 422, "spatial(6)": 809, "ur5": 462, "panda": 613,
}  # fmt: skip

# with the numbers that the robots come with
NUMERIC = {"ur5": 207, "panda": 505, "iiwa14": 345, "puma560": 251, "wam7": 497}

PUBLISHED = {  # the smallest count that we know of, and where it is from
    "rrp": (66 + 77, "Lemoine & Khalil, Symbolic Dynamics, Figure 6"),
    "rx90": (233 + 249, "SYMORO+ with U and DV, base parameters"),
    "puma560": (259 + 330, "SymPyBotics, dependent parameters set to zero"),
    "spatial(6)": (368 + 430, "SYMORO+ with U and DV, base parameters"),
    "stanford": (215 + 265, "SymPyBotics, dependent parameters set to zero"),
    "ur5": (338 + 444, "SymPyBotics, standard Denavit-Hartenberg frames, dependent parameters set to zero"),
    "lwr4plus": (273 + 350, "SymPyBotics, dependent parameters set to zero"),
    "wam7": (387 + 501, "SymPyBotics, standard Denavit-Hartenberg frames, dependent parameters set to zero"),
}

CHAINS = {  # of bench/chains.py: gravity in any direction
    "S3PPP1": 14, "S3PPR1": 25, "S3RPR1": 71, "S3RRR1": 71,
    "S4PRPR4": 100, "S4RRRR1": 136, "S4RPRR2": 126, "S4PPRR3": 96,
    "S5RRRRR1": 337, "S5RPRPR1": 251, "S5PRRPR1": 143, "S5RPRRR4": 161,
    "S6RRRRRR5": 567, "S6RRRRRR7": 567, "S6RPRPRR2": 406, "S6RRPPRR7": 467, "S6PRRRRP6": 458, "S6RPPPRR1": 274,
}  # fmt: skip
SIX = {(10, False): 13195, (20, True): 6235}  # every so manyth chain of six joints, in base or in tuned parameters


def operations(robot: lw.Robot, parameters: Parameters = "base") -> int:
    joints = tuple(replace(j, rotor=0, viscous=0, coulomb=0) for j in robot.joints)
    return lw.model(replace(robot, joints=joints), "inverse_dynamics", parameters).cost.total


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_of_a_robot_does_not_rise(name):
    assert operations(lw.load(name)) <= COUNTS[name]


@pytest.mark.parametrize("name", STANDARD)
def test_the_count_of_a_robot_with_standard_parameters_does_not_rise(name):
    assert operations(lw.load(name), "standard") <= STANDARD[name]


@pytest.mark.parametrize("name", NUMERIC)
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_the_count_of_a_robot_with_numbers_does_not_rise(name):
    assert operations(lw.load(name).with_numbers()) <= NUMERIC[name]


@pytest.mark.parametrize("name", PUBLISHED)
def test_fewer_operations_than_published(name):
    count, source = PUBLISHED[name]
    assert operations(lw.load(name)) < count, source


@pytest.mark.parametrize("n", [3, 6, 9])
def test_fewer_operations_than_the_formula_for_the_general_robot(n):
    """Khalil & Kleinfinger (1987), base parameters: 92n - 127 multiplications and 81n - 117 additions."""
    assert operations(lw.spatial(n)) < (92 * n - 127) + (81 * n - 117)


@pytest.mark.parametrize(("step", "tuned"), SIX)
def test_the_operations_of_chains_of_six_joints_do_not_rise(shared: Path, step, tuned):
    six = [task for task in chains.read(shared / "anchors") if task[0]["n"] == "6"]
    assert sum(chains.measure(task, tuned).total for task in six[::step]) <= SIX[step, tuned]


def test_the_counts_of_chains_do_not_rise_and_are_at_most_the_published_ones(shared: Path):
    tasks = {row["name"]: (row, best) for row, best in chains.read(shared / "anchors")}
    found = {name: chains.measure(tasks[name]) for name in CHAINS}
    assert {name: row.total for name, row in found.items() if row.total > CHAINS[name]} == {}
    assert all(row.total < row.best + (row.n < 4) for row in found.values())
