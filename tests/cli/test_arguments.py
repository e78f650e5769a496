"""The words of a command line become the arguments of a function, or an error that says which word is wrong."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from linkwright.arguments import App, Argument, Command, Exit, Option
from linkwright.errors import InputError


def call(
    robot: Annotated[str, Argument("ROBOT", "a robot")],
    model: Annotated[list[str], Argument("MODEL...", "its models")],
    start: Annotated[str, Option(help="where")] = "",
    step: Annotated[float, Option("--step", "-s")] = 0.5,
    folder: Annotated[Path | None, Option("--folder", "-o")] = None,
    without: Annotated[list[str], Option("--without")] = [],  # noqa: B006
    as_json: Annotated[bool, Option("--json")] = False,
) -> None:
    """Does nothing."""


COMMAND = Command("program", "call", call)
PLAIN: dict[str, Any] = {"robot": "r", "model": ["m"], "start": "", "step": 0.5, "folder": None, "without": [],
                         "as_json": False}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("r m", {}),
        ("r m n", {"model": ["m", "n"]}),
        ("r --json m", {"as_json": True}),
        ("r m --json n", {"model": ["m", "n"], "as_json": True}),
        ("--start -1,0.5 r m", {"start": "-1,0.5"}),
        ("r m --start=-1", {"start": "-1"}),
        ("r m --start --json", {"start": "--json"}),
        ("r m -s 2", {"step": 2.0}),
        ("r m -s2e-3", {"step": 2e-3}),
        ("r m --step=1", {"step": 1.0}),
        ("r m -o out", {"folder": Path("out")}),
        ("r m --without a --without b=c", {"without": ["a", "b=c"]}),
        ("r -- m --json", {"model": ["m", "--json"]}),
    ],
)
def test_words_become_arguments_in_any_order(words: str, told: dict[str, Any]):
    assert COMMAND.values(words.split()) == PLAIN | told


def test_a_list_that_is_not_given_is_a_new_one_each_time():
    first, second = (COMMAND.values(["r", "m"])["without"] for _ in range(2))
    assert first == second == []
    assert first is not second


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "needs ROBOT"),
        ("r", "needs MODEL..."),
        ("r m --step x", r"--step is 'x' \(number needed\)"),
        ("r m --stp 1", "'--stp'.*did you mean --step"),
        ("r m -x", "'-x'"),
        ("r m --step", "--step has no value"),
        ("r m --json=yes", "--json takes no value"),
        ("r m --step 1 -s 2", "given twice"),
    ],
)
def test_wrong_words_are_errors_that_name_them(words: str, message: str):
    with pytest.raises(InputError, match=message):
        COMMAND.values(words.split())


def test_help_tells_every_word_with_its_default_and_whether_it_is_needed():
    page = COMMAND.page()
    for word in ("ROBOT", "MODEL...", *COMMAND.options, "--help"):
        assert word in page
    assert page.count("[required]") == 2
    assert "[default: 0.5]" in page


def test_no_words_at_all_are_answered_with_the_page_and_a_failure(capsys):
    app = App("program", "What it does.", "", "1.2")
    app.command()(call)
    with pytest.raises(Exit) as end:
        app([])
    assert end.value.code == 2
    assert "call" in capsys.readouterr().out
