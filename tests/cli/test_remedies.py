"""Every remedy names something that exists where it is printed: options of that command, commands, no Python."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import click
import pytest

from linkwright import cli
from linkwright.errors import InputError
from linkwright.robot.robot import GROUPS
from tests.formats.test_bad_input import EXPECTED
from tests.support.paths import BROKEN, ROOT


def context(command: click.Command) -> click.Context:
    return command.context_class(command, **command.context_settings)


COMMANDS = {
    name: {word for p in command.get_params(context(command)) if isinstance(p, click.Option) for word in p.opts}
    for name, command in cli.app.commands.items()
}  # with their options
PYTHON = re.compile(r"\.\w+\(|\blw\.|\w\(\w+=|\w=[\"'{\[]|\{\w+:")  # calls, keyword arguments, dictionaries
FLEXIBLE = "sigma = {0,0}\np = {0,1}\nd = {0,L2}\ntheta = {th1,th2}\neta = {0,1}\nk = {0,k2}\n"
MOVING = 'name = "m"\n[base]\nvelocity = [0, 0, "V"]\nangular_velocity = ["W", 0, 0]\n[[joint]]\nbody = "symbolic"\n'
FLOATING = 'name = "f"\n[base]\nkind = "floating"\n[[joint]]\nbody = "symbolic"\n'


def words_for(command: str, robot: str) -> list[str]:
    """A command about a robot."""
    more = {
        "generate": ["inverse_dynamics", "-t", "c", "-o", "out"], "cost": ["inverse_dynamics"],
        "expand": ["inverse_dynamics"], "convert": ["out.csv"], "verify": ["-t", "c"], "simulate": ["-s", "0.01"],
    }  # fmt: skip
    return [command, robot, *more.get(command, [])]


def problem_of(words: list[str]) -> InputError | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            cli.call(words)
        except InputError as problem:
            return problem
    return None


def check(words: list[str], problem: InputError) -> None:
    remedy = problem.command or problem.remedy
    options = COMMANDS[words[0]]
    for option in re.findall(r"(?<![\w-])--[\w-]+", remedy):
        assert option in options, f"{words}: {remedy}"
    for command in re.findall(r"`?linkwright ([a-z][\w-]*)", remedy):
        assert command in COMMANDS, f"{words}: {remedy}"
    for group in re.findall(r"--without (\w+)", remedy):
        assert group in GROUPS
    assert not PYTHON.search(re.sub(r"<[^>]*>?", "", remedy)), f"{words}: {remedy}"


ROBOT_COMMANDS = ("show", "generate", "cost", "base-parameters", "verify", "expand", "convert", "simulate")


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_remedies_for_broken_files(name: str):
    for command in ("show", "simulate"):
        words = words_for(command, str(BROKEN / name))
        problem = problem_of(words)
        assert problem is not None
        check(words, problem)


@pytest.mark.parametrize("command", ROBOT_COMMANDS)
def test_remedies_for_robots_that_a_command_cannot_do_and_they_work(command: str, tmp_path: Path, monkeypatch):
    """A robot that is refused is not refused when the remedy is followed."""
    monkeypatch.chdir(tmp_path)
    sliding = FLOATING.replace("floating", "mobile")  # without wheels
    texts = {"flexible.par": FLEXIBLE, "moving.toml": MOVING, "floating.toml": FLOATING, "sliding.toml": sliding}
    for name, text in texts.items():
        Path(name).write_text(text)
    seen = 0
    for robot in ("sr400", *texts, "palletizer_coupled", "unicycle"):
        words = words_for(command, robot)
        if command == "verify":
            continue  # what it cannot do is skipped, not refused
        problem = problem_of(words)
        if problem is None:
            continue
        check(words, problem)
        without = re.search(r"--without (\w+)", problem.on_command_line())
        if without:
            seen += 1
            again = problem_of([*words, "--without", without.group(1)])
            assert again is None or again.what != problem.what
    assert seen or command in ("show", "verify", "convert")


@pytest.mark.parametrize(
    "words",
    [
        ["cost", "rx9", "inverse_dynamics"],
        ["cost", "rx90", "inverse_dynamic"],
        ["cost", "rx90", "inverse_dynamics", "--parameters", "bse"],
        ["cost", "rx90", "momenta", "--parameters", "base"],
        ["cost", "rx90", "jacobian", "--set", "projection"],
        ["cost", "rx90", "jacobian", "--set", "frme=3"],
        ["cost", "rx90", "jacobian", "--set", "frame=9"],
        ["cost", "rx90", "inverse_dynamics", "--outputs", "tau7"],
        ["cost", "rx90", "inverse_dynamics", "--outputs", "tau[0]"],
        ["cost", "rx90", "inverse_dynamics", "gravity_vector", "--outputs", "tau1"],
        ["cost", "rx90", "inverse_dynamics", "--reader-option", "snap=no"],
        ["cost", "rx90", "inverse_dynamics", "--without", "fricton"],
        ["cost", "cart_pole", "inverse_jacobian"],
        ["cost", "two_arm", "jacobian_determinant"],
        ["cost", "planar(9999)", "inverse_dynamics"],
        ["cost", "robot.sdf", "inverse_dynamics"],
        ["cost", "robot.urdf.xacro", "inverse_dynamics"],
        ["convert", "rx90", "out.urdf"],
        ["convert", "sr400", "out.csv"],
        ["show", "no/such/robot.par"],
        ["simulate", "rx90"],
        ["simulate", "planar(2)", "--sample", "1e-12"],
        ["simulate", "cart_pole", "--control", "computed-torque"],
        ["simulate", "cart_pole", "--trajectory", "cubic", "--control", "pd"],
        ["simulate", "cart_pole", "--start", "one"],
        ["models", "jacobain"],
    ],
)
def test_remedies_for_wrong_words(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    problem = problem_of(words)
    assert problem is not None
    check(words, problem)


def test_commands_that_take_a_robot_read_it_the_same_way():
    for command in ROBOT_COMMANDS:
        assert {"--reader-option", "--without", "-h", "--help"} <= COMMANDS[command], command


def test_help_lists_the_groups_that_can_be_left_out():
    text = cli.app.commands["cost"].get_help(context(cli.app.commands["cost"]))
    listed = re.search(r"leave out \(repeatable\): (.*?)\s+--reader", text, re.DOTALL)
    assert listed is not None
    assert re.findall(r"[a-z_]+", listed[1]) == list(GROUPS)


def test_what_follows_linkwright_in_the_documentation_is_a_command():
    root = ROOT
    for page in (root / "README.md", *(root / "docs").glob("*.md")):
        for line in re.findall(r"^linkwright (.*?)(?:\s{2,}#.*)?$", page.read_text(), re.M):
            command, *rest = line.split()
            assert command in COMMANDS, f"{page.name}: {line}"
            assert {w for w in rest if re.fullmatch(r"--?[a-z][\w-]*", w)} <= COMMANDS[command], f"{page.name}: {line}"
