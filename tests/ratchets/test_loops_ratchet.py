"""Operation counts of the inverse dynamics of published hybrid and parallel robots that may only go down.

Additions and multiplications with standard parameters, those of parameters alone included, for the inputs of the
published function (`bench/structures.py`). A change that needs fewer may lower a number here; none may raise one.
"""

from __future__ import annotations

import statistics
from functools import cache

import pytest
from bench import structures

import linkwright as lw

COUNTS = {
    "fourbar1": 60, "fivebar1": 96, "fourbarpris": 57, "fourbar1turn": 224, "fourbar2": 19, "palh1m1": 911,
    "palh2m1": 269, "palh2m2": 300, "palh3m1": 721, "picker2Dm1": 322,
    "P3RRR1G1A0": 312, "P3RPR1G1A0": 299, "P3PRR1G1A0": 253, "P3RRPRR12V1G1A0": 653, "P3RRRRR2G1A0": 481,
    "P3RRRRR10V1G1A0": 1201, "P6RRPRRR14V3G1A0": 1640, "P6PRRRRR6V2G1A0": 2179, "P6RRRRRR10V3G1A0": 3508,
}  # fmt: skip
BALL = {"P6RRPRRR14V3G1A0": 1622, "P6PRRRRR6V2G1A0": 2161, "P6RRRRRR10V3G1A0": 3484}  # the platform as a ball joint
MEDIAN = 0.5345  # of the peer's counts
MEDIAN_GOAL = 0.57  # that of a simple implementation by legs, over the same robots, is 0.60


@cache
def operations(name: str, turning: structures.Turning, interface: str) -> int:
    robot = structures.robot(name, turning)
    return lw.model(robot, "inverse_dynamics", **structures.options(robot, interface)).cost.total


ROWS: list[tuple[str, structures.Turning]] = [(name, "angles") for name in COUNTS] + [(name, "ball") for name in BALL]


@pytest.mark.parametrize(("name", "turning"), ROWS)
def test_the_count_does_not_rise(name: str, turning: str, table):
    most = (COUNTS if turning == "angles" else BALL)[name]
    assert operations(name, turning, table[name]["interface"]) <= most


@pytest.mark.parametrize(("name", "turning"), ROWS)
def test_a_simple_implementation_needs_no_fewer(name: str, turning: str, table):
    """`spike_total` of the table: the tree, one transposed solve for each loop, legs one by one, nothing by hand."""
    assert operations(name, turning, table[name]["interface"]) <= int(table[name]["spike_total"])


def test_every_published_robot_has_a_count(table):
    assert set(table) == set(COUNTS)


def test_half_of_the_robots_need_little_more_than_half_of_the_published_operations(table):
    shares = [operations(name, "angles", row["interface"]) / int(row["maple_total"]) for name, row in table.items()]
    assert statistics.median(shares) <= min(MEDIAN, MEDIAN_GOAL)
    assert max(shares) <= 1
