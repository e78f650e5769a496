"""Between any two formats a robot is the same again, or what it has and the other format has not is named."""

from __future__ import annotations

import logging
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from linkwright import formats
from linkwright.errors import ModelWarning, RobotError
from linkwright.robot import Joint, Loop, Robot, Wheel
from linkwright.robot.parts import Kind
from tests.support.command_line import run
from tests.support.strategies import mechanisms

WRITTEN = [name for name, format in formats.formats().items() if format.write]
PAR_KINDS = {"revolute", "prismatic", "fixed"}
REFUSED = {  # what a format cannot say: the words of the refusal, and whether a robot has it
    "csv": {
        "closed loops": lambda r: r.loops, "couplings": lambda r: r.couplings, "wheels": lambda r: r.wheels,
        "ball joints": lambda r: any(j.kind == "ball" for j in r.joints),
        "floating base": lambda r: r.base.kind == "floating", "mobile base": lambda r: r.base.kind == "mobile",
        "body, pose or motion": lambda r: not r.base.body.M.is_zero,
    },
    "par": {"joint, which .par files do not have": lambda r: not {
        *(j.kind for j in r.joints), *(loop.joint.kind for loop in r.loops)} <= PAR_KINDS},
    "toml": {},
}  # fmt: skip


def through(robot: Robot, name: str) -> Robot:
    """The robot, written and read again."""
    format = formats.formats()[name]
    assert format.write is not None
    text = format.write(robot)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # of bodies that cannot be
        return format.read(text.encode(), f"robot.{name}")


@pytest.mark.parametrize(("first", "second"), list(product(WRITTEN, repeat=2)))
@given(mechanisms())
def test_a_robot_is_the_same_again_or_what_is_lost_is_named(first: str, second: str, robot: Robot):
    for name in (first, second):
        lost = [words for words, has in REFUSED[name].items() if has(robot)]
        if lost:
            with pytest.raises(RobotError) as caught:
                through(robot, name)
            assert all(words in str(caught.value) for words in lost)
            assert "toml" in caught.value.remedy
            return
        robot, before = through(robot, name), robot
        assert robot == before


@pytest.mark.parametrize("name", formats.builtin_names())
@pytest.mark.parametrize("format", WRITTEN)
def test_built_in_robots_are_the_same_again_or_what_is_lost_is_named(name: str, format: str):
    robot = formats.builtin(name)
    lost = [words for words, has in REFUSED[format].items() if has(robot)]
    if not lost:
        assert through(robot, format) == robot
        return
    with pytest.raises(RobotError) as caught:
        through(robot, format)
    assert all(words in str(caught.value) for words in lost)


def test_what_only_comments_hold_is_noted(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        through(formats.builtin("rx90"), "par")
        assert caplog.text == ""
        through(formats.builtin("palletizer_coupled"), "par")
        assert "Palletizer: couplings are written as comments, which other programs skip" in caplog.text
        elastic = formats.builtin("elastic_arm")
        turned = replace(elastic.joint(2), rest="pi/6")
        wheeled = elastic.changed(joints=(elastic.joint(1), turned), wheels=(Wheel(kind="ball"),))
        through(wheeled, "par")
    assert "ElasticArm: wheels, damping of springs, rest of springs are written as comments" in caplog.text


@pytest.mark.parametrize("kind", ["ball", "universal", "cylindrical", "planar", "line"])
def test_par_files_name_the_loop_that_they_cannot_hold(kind: Kind):
    loops = (Loop(Joint(parent=2), Joint(kind="fixed")), Loop(Joint(parent=2, kind=kind), Joint(kind="fixed", d="L")))
    robot = Robot(name="r", joints=(Joint(), Joint(parent=1)), loops=loops)
    with pytest.raises(RobotError, match=f"loop 2 is cut at a {kind} joint, which .par files do not have") as caught:
        through(robot, "par")
    assert "write .toml" in caught.value.remedy
    assert through(robot, "toml") == robot


@pytest.mark.parametrize("format", WRITTEN)
def test_where_joints_are_assembled_is_kept(format: str):
    robot = Robot(name="r", joints=(Joint(start=0.1), Joint(parent=1, kind="prismatic", start=-1e-17), Joint(parent=2)))
    assert [joint.start for joint in through(robot, format).joints] == [0.1, -1e-17, 0.0]
    assert through(robot, format) == robot


def test_names_that_a_table_drops_are_noted(caplog: pytest.LogCaptureFixture):
    robot = Robot(name="r", joints=(Joint(name="a", behind=("mount",)),))
    with caplog.at_level(logging.WARNING):
        again = through(robot, "csv")
    assert "the names of fixed joints that were merged have no column" in caplog.text
    assert again == robot.changed(joints=(replace(robot.joint(1), behind=()),))


def test_the_command_names_what_is_lost_and_writes_nothing(tmp_path: Path):
    out = tmp_path / "robot.csv"
    done = run("convert", "mobile_manipulator", str(out))
    assert done.returncode == 2
    assert "a table cannot hold wheels, a mobile base, a base with a body, pose or motion (write .toml" in done.stderr
    assert not out.exists()
    done = run("convert", "palletizer_coupled", str(tmp_path / "robot.par"))
    assert (done.returncode, "couplings are written as comments" in done.stderr) == (0, True)
    done = run("convert", str(tmp_path / "robot.par"), str(tmp_path / "again.toml"))
    assert done.returncode == 0
    assert formats.read(tmp_path / "again.toml") == formats.builtin("palletizer_coupled")


def test_tables_show_couplings_wheels_springs_and_the_base():
    shown = run("show", "palletizer_coupled").stdout
    assert "couplings\njoint  is\n-----  ----------\nq4     -(q2 + q3)\n" in shown
    shown = run("show", "unicycle_castor").stdout
    assert "castor  castor  castor_spin  castor_steer  rc      0" in shown
    assert "base (mobile)" in shown
    assert "stiffness  damping  rest" in run("show", "elastic_arm").stdout
