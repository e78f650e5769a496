"""What is told of loops: mobility as books have it, equations, blocks and formulas, and what is wrong with drives."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from typing import Any

import pytest

import linkwright as lw
from linkwright.expr import value_of
from linkwright.models.constraints.loop_equations import ANGULAR, LINEAR
from linkwright.models.constraints.loop_report import LoopAnalysis, analyze_loops
from tests.support.command_line import run

# Freedoms: Gruebler's count in the plane (3 (links - 1) - 2 pivots), and of the paradoxical ones their authors'
MOBILITY = {
    "four_bar": 3 * 3 - 2 * 4, "five_bar": 3 * 4 - 2 * 5, "slider_crank": 3 * 3 - 2 * 4, "watt_six_bar": 3 * 5 - 2 * 7,
    "p3rrr": 3 * 7 - 2 * 9, "andrews": 3 * 7 - 2 * 10, "bennett": 1, "sarrus": 1, "spherical_four_bar": 1, "delta": 3,
    "sr400": 6,
}  # fmt: skip


@pytest.mark.parametrize("name", MOBILITY)
def test_mobility_is_that_of_the_books(name: str):
    robot = lw.load(name)
    found = lw.mobility(robot)
    assert isinstance(found, LoopAnalysis)
    assert found.mobility == MOBILITY[name]
    assert sorted(found.independent) == sorted(j.name for j in robot.joints if j.actuated and j.moves)
    assert len(found.equations) == sum(len(LINEAR[x.joint.kind]) + len(ANGULAR[x.joint.kind]) for x in robot.loops)
    assert {*found.kept} | {*found.redundant} == {*found.equations}
    assert len(found.kept) == len(found.dependent)
    solved = [name for block in found.solved for name in block.joints]
    assert sorted(solved) == sorted(found.dependent)
    assert found.warnings == ()


def test_the_parallelogram_of_the_sr400_is_told_as_formulas():
    """Khalil & Dombre, chapter 7: theta3 = pi/2 - theta2 + theta7, theta8 = theta2 - theta7."""
    found = analyze_loops(lw.load("sr400"))
    assert [x.formula for x in found.solved] == ["q3 = pi/2 - q2 + q7", "q8 = q2 - q7"]
    assert {x.method for x in found.solved} == {"linear"}


def test_loops_are_told_with_their_sides():
    (loop,) = analyze_loops(lw.load("five_bar")).loops
    assert (loop.kind, loop.links, loop.equations) == ("revolute", ("left_forearm", "right_forearm"), 5)
    assert loop.sides == (("left_crank", "left_forearm"), ("right_crank", "right_forearm"))


def test_a_freedom_without_a_motor_is_named():
    robot = lw.load("five_bar")
    joints = tuple(replace(j, actuated=j.name == "left_crank") for j in robot.joints)
    found = analyze_loops(robot.changed(joints=joints))
    assert found.independent[0] == "left_crank"
    assert len(found.undriven) == 1
    assert found.undriven[0] in found.warnings[0]


def test_drives_that_depend_on_others_are_named():
    robot = lw.load("four_bar")
    joints = tuple(replace(j, actuated=j.name != "coupler") for j in robot.joints)
    found = analyze_loops(robot.changed(joints=joints))
    assert found.redundant_drives == ("follower",)
    assert "follower" in found.warnings[0]


def test_numbers_with_few_digits_are_told():
    """A Bennett linkage moves only if sin(alpha)/a is the same of both links: nine digits leave it open."""
    robot = lw.load("bennett").with_numbers()
    exact = analyze_loops(robot)
    assert exact.gap < 1e-12
    assert "exactly" in exact.closing

    def rounded(part: lw.Joint) -> lw.Joint:
        fields = ("gamma", "b", "alpha", "d", "theta", "r")
        digits: dict[str, Any] = {f: round(value_of(getattr(part, f)), 9) for f in fields}
        return replace(part, **digits)

    loops = tuple(replace(x, joint=rounded(x.joint), frame=rounded(x.frame)) for x in robot.loops)
    rough = analyze_loops(robot.changed(joints=tuple(map(rounded, robot.joints)), loops=loops))
    assert rough.mobility == 1
    assert 1e-12 < rough.gap < 1e-7
    assert rough.closing == f"closes to {rough.gap:.0e} of its size only"
    assert any("closes to" in text for text in rough.warnings)


def show(*words: str) -> subprocess.CompletedProcess[str]:
    return run("show", *words)


def test_the_command_line_shows_loops_and_gives_them_as_data():
    done = show("sr400")
    assert done.returncode == 0, done.stderr
    for text in ("q3 = pi/2 - q2 + q7", "joint7, joint8", "a prime field", "joint9_z"):
        assert text in done.stdout
    data = json.loads(show("four_bar", "--json").stdout)["mobility"]
    assert data == lw.mobility(lw.load("four_bar")).data()
    assert set(data) == {
        "mobility", "independent", "dependent", "undriven", "redundant_drives", "loops", "equations", "kept_equations",
        "redundant_equations", "solved", "gap", "tolerance", "rank_by", "error", "decided",
        "warnings",
    }  # fmt: skip


def test_loops_that_cannot_be_closed_are_shown_as_that(tmp_path):
    file = tmp_path / "open.toml"
    file.write_text('[[joint]]\nd = 1\n[[joint]]\nparent = 0\nd = 9\n[[loop]]\njoint = { parent = 1, d = 1 }\n'
                    'frame = { parent = 2, d = 1 }\n')  # fmt: skip
    done = show(str(file))
    assert done.returncode == 0
    assert "cannot be closed" in done.stdout
    assert "problem" in json.loads(show(str(file), "--json").stdout)["mobility"]
