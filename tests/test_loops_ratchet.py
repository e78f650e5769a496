"""Operation counts of the inverse dynamics of published hybrid and parallel robots that may only go down.

Additions and multiplications with standard parameters, those of parameters alone included, for the inputs of the
published function (`bench/structures.py`). A change that needs fewer may lower a number here; none may raise one.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
from functools import cache
from types import ModuleType

import pytest

import linkwright as lw
from tests.conftest import ROOT

COUNTS = {
    "fourbar1": 60, "fivebar1": 96, "fourbarpris": 57, "fourbar1turn": 264, "fourbar2": 19, "palh1m1": 1030,
    "palh2m1": 310, "palh2m2": 353, "palh3m1": 809, "picker2Dm1": 323,
    "P3RRR1G1A0": 363, "P3RPR1G1A0": 308, "P3PRR1G1A0": 262, "P3RRPRR12V1G1A0": 715, "P3RRRRR2G1A0": 547,
    "P3RRRRR10V1G1A0": 1247, "P6RRPRRR14V3G1A0": 1761, "P6PRRRRR6V2G1A0": 2396, "P6RRRRRR10V3G1A0": 3855,
}  # fmt: skip
BALL = {"P6RRPRRR14V3G1A0": 1744, "P6PRRRRR6V2G1A0": 2379, "P6RRRRRR10V3G1A0": 3838}  # the platform as a ball joint
ABOVE = ("P3RRR1G1A0", "P6RRPRRR14V3G1A0")  # the bar: a simple implementation by legs needs fewer
MEDIAN = 0.586  # of the peer's counts


@cache
def structures() -> ModuleType:
    """The program that makes robots of the published tables."""
    spec = importlib.util.spec_from_file_location("bench_structures", ROOT / "bench" / "structures.py")
    assert spec
    assert spec.loader
    module = sys.modules["bench_structures"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def table(shared, monkeypatch) -> dict[str, dict[str, str]]:
    monkeypatch.setattr(structures(), "SHARED", shared)
    found: dict[str, dict[str, str]] = structures().published()
    if not found:
        pytest.skip("no table of hybrid and parallel robots in the reference data")
    return found


@cache
def operations(name: str, turning: str, interface: str) -> int:
    robot = structures().robot(name, turning)
    return lw.model(robot, "inverse_dynamics", **structures().options(robot, interface)).cost.total


@pytest.mark.parametrize(("name", "turning", "most"), [
    *((name, "angles", most) for name, most in COUNTS.items()), *((name, "ball", most) for name, most in BALL.items()),
])  # fmt: skip
def test_the_count_does_not_rise_nor_above_the_bar(name: str, turning: str, most: int, table):
    count = operations(name, turning, table[name]["interface"])
    assert count <= most
    assert name in ABOVE or count <= int(table[name]["spike_total"])


def test_every_published_robot_has_a_count(table):
    assert set(table) == set(COUNTS)


def test_half_of_the_robots_need_little_more_than_half_of_the_published_operations(table):
    shares = [operations(name, "angles", row["interface"]) / int(row["maple_total"]) for name, row in table.items()]
    assert statistics.median(shares) <= MEDIAN
    assert max(shares) <= 1
