"""The words of a command line become options, or an error that names the wrong one; help pages say what is true."""

import inspect
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import click
import pytest

from linkwright import cli
from linkwright.cli.framework import ExampleCommand, NameChoice
from linkwright.cli.shared_options import ModelInput, RobotInput
from linkwright.errors import InputError
from linkwright.simulation.task import Task
from tests.support.command_line import run

COMMANDS = cli.app.commands


def context(line: str) -> click.Context:
    """A command line that is parsed and not carried out."""
    name, *words = shlex.split(line)
    program = click.Context(cli.app, info_name="linkwright")
    return COMMANDS[name].make_context(name, words, parent=program)


def options(command: click.Command) -> Iterator[click.Option]:
    return (p for p in command.params if isinstance(p, click.Option))


def page(name: str) -> str:
    return run(name, "--help").stdout


COST: dict[str, Any] = {
    "source": "rrp", "models": ("jacobian",), "numbers": False, "symbols": False, "nonzero": (), "without": (),
    "reader_option": (), "parameters": "standard", "settings": (), "outputs": (), "as_json": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cost rrp jacobian", {}),
        ("cost rrp jacobian momenta", {"models": ("jacobian", "momenta")}),
        ("cost rrp --json jacobian", {"as_json": True}),
        ("cost rrp jacobian --json momenta", {"models": ("jacobian", "momenta"), "as_json": True}),
        ("cost --outputs -1,0.5 rrp jacobian", {"outputs": ("-1,0.5",)}),
        ("cost rrp jacobian --outputs=-1", {"outputs": ("-1",)}),
        ("cost rrp jacobian --outputs --json", {"outputs": ("--json",)}),
        ("cost rrp jacobian --parameters=base", {"parameters": "base"}),
        ("cost rrp jacobian --without friction --without rotors", {"without": ("friction", "rotors")}),
        ("cost rrp jacobian --set a=b --set c=d=e", {"settings": ("a=b", "c=d=e")}),
        ("cost --json -- rrp jacobian", {"as_json": True}),
    ],
)
def test_words_become_options_in_any_order(line: str, told: dict[str, Any]):
    assert context(line).params == COST | told


def test_short_options_take_their_value_in_the_same_word_or_in_the_next():
    for words in ("-s2e-3", "-s 2e-3", "--seconds=2e-3", "--seconds 2e-3"):
        assert context(f"simulate rrp {words}").params["seconds"] == 2e-3
    assert context("generate rrp jacobian -t c -tpython -o out").params["targets"] == ("c", "python")
    assert context("generate rrp jacobian -t c -o out").params["output"] == Path("out")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cost", "cost needs ROBOT: built-in name"),
        ("cost rrp", r"cost needs MODEL\.\.\.: see `linkwright models` \(see `linkwright cost --help`\)"),
        ("generate rrp jacobian -t c", "generate needs --output/-o"),
        ("simulate rrp --step x", "--step: 'x' is not a valid float"),
        ("simulate rrp --stp 1", "unknown option of simulate '--stp' .did you mean --step"),
        ("cost rrp jacobian -x", "unknown option of cost '-x'"),
        ("cost rrp jacobian --effort high", "unknown option of cost '--effort'"),
        ("cost rrp jacobian --read snap", "unknown option of cost '--read'"),
        ("simulate rrp --step", "option '--step' requires an argument"),
        ("cost rrp jacobian --json=yes", "option '--json' does not take a value"),
        ("simulate rrp --seconds 1 -s 2", "--seconds is given twice"),
        ("show rrp extra", r"show: unexpected argument 'extra' \(see `linkwright show --help`\)"),
        ("cost rrp jacobian --parameters bse", r"unknown parameters 'bse' \(did you mean base"),
        ("cost rrp jacobain", "unknown model 'jacobain' .did you mean jacobian"),
        ("cost rrp jacobian --without fricton", "unknown group 'fricton' .did you mean friction"),
        ("generate rrp jacobian -t fortan -o out", "unknown target 'fortan' .did you mean fortran"),
        ("verify rrp -t cobol", "unknown target 'cobol' .*known: c, cpp"),
        ("explain ur5 --task pos", "unknown task 'pos'.*pose"),
        ("simulate rrp --control pid", "unknown control 'pid'.*pd"),
        ("simulate rrp --method rk5", "unknown method of integration 'rk5'.*rk4"),
        ("simulate rrp --trajectory cubicc", "unknown trajectory 'cubicc'.*cubic"),
        ("models jacobain", "unknown model 'jacobain'"),
        ("help generat", "unknown command 'generat' .did you mean generate"),
        ("completion tcsh", "unknown shell 'tcsh'"),
        ("generat", "unknown command 'generat' .did you mean generate"),
        ("--versio", "unknown option '--versio' .did you mean --version"),
    ],
)  # fmt: skip
def test_wrong_words_are_errors_that_name_them(line: str, message: str):
    with pytest.raises(InputError, match="(?s)" + message) as caught:
        cli.call(shlex.split(line))
    assert re.search(message, caught.value.on_command_line().replace("\n", " "))


def test_a_trajectory_may_be_a_file():
    assert context("simulate rrp --trajectory motion.csv").params["trajectory"] == "motion.csv"


def test_no_words_at_all_are_answered_with_the_page_and_a_failure():
    done = run()
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout == run("--help").stdout
    assert run("--help").returncode == 0


def test_an_unknown_robot_is_answered_with_robots_like_it_and_not_with_all():
    for name, near in {"rx9": "rx90", "pumma": "puma560", "qqqqqqq": ""}.items():
        with pytest.raises(InputError) as caught:
            cli.call(["show", name])
        text = caught.value.on_command_line()
        assert near in text
        assert len(text) < 160
        assert near or "linkwright robots" in text


# -- groups of options ------------------------------------------------------------------------------------------------


def test_an_option_that_commands_share_is_declared_once():
    shared = {field.name for kind in (RobotInput, ModelInput) for field in fields(kind)} | {"as_json"}
    for name in shared - {"source", "models"}:
        declared = [p for c in COMMANDS.values() if c.name != "simulate" or name != "parameters"
                    for p in c.params if p.name == name]  # fmt: skip
        assert declared, name
        assert len({str(p.to_info_dict()) for p in declared}) == 1, name


def test_options_of_simulate_are_the_fields_of_a_task_with_the_same_defaults():
    task = {field.name: field.default for field in fields(Task) if field.default is not MISSING}
    own = {p.name: p for p in options(COMMANDS["simulate"]) if p.name in task}
    assert set(task) == set(own)
    given = context("simulate rrp").params
    assert {name: given[name] for name in task} == task
    assert {type(given[name]) for name in task if task[name] is not None} <= {str, float, bool}


def test_there_are_no_defaults_that_calls_share():
    for command in COMMANDS.values():
        assert command.callback is not None
        assert [p for p in inspect.signature(command.callback).parameters.values() if p.default is not p.empty] == []


# -- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_has_every_option_with_its_default_and_choices_and_an_example(name: str):
    text, command = page(name), COMMANDS[name]
    words = set(re.findall(r"[\w.]+", text))
    assert text.isascii()
    for option in options(command):
        assert all(re.search(rf"(?m)^ .*{word}\b", text) for word in option.opts)
        assert option.help
        assert option.multiple == ("(repeatable)" in option.help)
        if isinstance(option.type, NameChoice):
            assert set(re.findall(r"[\w.]+", " ".join(option.type.names()))) <= words
        if option.default and isinstance(option.default, str | float) and not option.is_flag:
            assert f"default: {option.default}]" in " ".join(text.split())
    assert text.count("[required]") == sum(option.required for option in options(command))
    for argument in (p for p in command.params if isinstance(p, click.Argument)):
        assert re.search(rf"(?m)^  {re.escape(argument.make_metavar(click.Context(command)))} ", text)
    (example,) = re.findall(r"^Example:\n  (.*)$", text, re.M)
    assert f"linkwright {name}" in example


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_is_a_command_line(name: str):
    command = COMMANDS[name]
    assert isinstance(command, ExampleCommand)
    line = re.search(rf"linkwright ({name}[^|)]*)", command.example)
    assert line is not None
    context(line[1])


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_a_command_too(name: str):
    assert run("help", name).stdout == page(name) == run(name, "-h").stdout
    assert name in run("help").stdout


def test_the_options_of_a_long_page_stand_under_headings():
    headings = ["Arguments", "Robot", "Start", "Control", "Trajectory", "Integration", "Output", "Help", "Example"]
    assert re.findall(r"^(\w.*):$", page("simulate"), re.M) == headings
    longest = max(len(part.split("\n  -")) for name in COMMANDS for part in page(name).split("\n\n"))
    assert longest <= 8


def test_headings_are_bold_on_a_terminal_only():
    assert "\x1b[1mRobot" in run("cost", "--help", columns=80).stdout
    assert "\x1b" not in page("cost")


# -- completion -------------------------------------------------------------------------------------------------------

COMPLETIONS = {
    "gen": ["generate"],
    "cost rx9": ["rx90"],
    "cost rx90 inverse_dyn": ["inverse_dynamics", "inverse_dynamics_derivatives"],
    "cost rx90 jacobian --par": ["--parameters"],
    "cost rx90 jacobian --parameters ": ["standard", "base", "tuned"],
    "cost rx90 jacobian --without fl": ["flexibility", "floating"],
    "generate rx90 jacobian -t ma": ["maple", "mathematica", "matlab"],
    "simulate rx90 --control pd": ["pd", "pd-gravity"],
    "completion ": ["bash", "zsh", "fish"],
}


def completions(line: str) -> list[str]:
    """What bash is answered when the last word of this line is completed."""
    words = ["linkwright", *line.split(" ")]
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1), "_LINKWRIGHT_COMPLETE": "bash_complete"}
    return run(environment=asked).stdout.splitlines()


@pytest.mark.parametrize("line", COMPLETIONS)
def test_a_shell_completes_commands_options_and_names(line: str):
    assert completions(line) == [f"plain,{name}" for name in COMPLETIONS[line]]


@pytest.mark.parametrize("line", ["show my_robots/ar", "simulate rrp --trajectory motion", "convert rrp out"])
def test_a_shell_completes_files_itself(line: str):
    assert completions(line) == [f"file,{line.split(' ')[-1]}"]


@pytest.mark.parametrize(
    ("shell", "registers"),
    [("bash", "complete -o nosort -F _linkwright_completion linkwright"), ("zsh", "#compdef linkwright"),
     ("fish", "--command linkwright")],
)  # fmt: skip
def test_the_completion_script_of_a_shell(shell: str, registers: str):
    script = run("completion", shell).stdout
    assert registers in script
    assert f"_LINKWRIGHT_COMPLETE={shell}_complete" in script
    assert run(environment={"_LINKWRIGHT_COMPLETE": f"{shell}_source"}).stdout.strip() == script.strip()


def test_bash_completes_with_the_script(tool, tmp_path: Path):
    bash = tool("bash")
    program = tmp_path / "linkwright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m linkwright "$@"\n')
    program.chmod(0o755)
    (tmp_path / "script").write_text(run("completion", "bash").stdout)
    line = "COMP_WORDS=(linkwright conv); COMP_CWORD=1"
    ask = f'source ./script; {line}; _linkwright_completion ./linkwright; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run([bash, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["convert"]
