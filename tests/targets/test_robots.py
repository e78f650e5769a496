"""Emitted code of robots that are out of the ordinary (target_robots.py): several models in one package, run by the
real tools, and laws of the text: lines that fit the language, joints by the names of the robot's file."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from linkwright.expr import Function
from linkwright.models import function
from linkwright.optimize import optimize
from linkwright.targets import emit_package, targets
from linkwright.targets.lines import Continuation, split_text
from tests.support.some import some
from tests.support.target_robots import ROBOTS
from tests.targets.test_languages import RUNNERS, write

Tool = Callable[[str], str]
MODELS = {
    "long_names": (
        "inverse_dynamics", "forward_dynamics", "inertia_matrix", "forward_dynamics_derivatives", "jacobian",
        "velocities", "link_wrenches", "direct_geometry", "regressor", "manipulability",
    ),
    "seven": ("inverse_dynamics", "forward_dynamics_derivatives"),
    "moving_tree": ("inverse_dynamics", "hybrid_dynamics", "accelerations", "momenta", "link_wrenches"),
}  # fmt: skip
FEWER = {  # where all of them take minutes
    ("long_names", "mathematica"): ("inverse_dynamics", "direct_geometry"),
    ("moving_tree", "mathematica"): ("inverse_dynamics",),
    ("seven", "mathematica"): ("velocities",),
    ("seven", "maple"): ("inverse_dynamics",),
}


@cache
def derived(robot: str, model: str) -> tuple[Function, Function]:
    made = function(ROBOTS[robot](), model, parameters="standard")
    return optimize(made), made


@cache
def package(robot: str, language: str) -> dict[str, str]:
    pairs = [derived(robot, model) for model in FEWER.get((robot, language), MODELS[robot])]
    return emit_package([f for f, _ in pairs], language, references=[f for _, f in pairs], name="unusual")


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("language", some(RUNNERS, *(x for x in RUNNERS if x != "mathematica")))
def test_own_test_passes_for_odd_robots(language: str, robot: str, tool: Tool, tmp_path: Path) -> None:
    done = RUNNERS[language](write(package(robot, language), tmp_path), "unusual", tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.parametrize("robot", ROBOTS)
def test_julia_parses_for_odd_robots(robot: str, module: Callable[[str], Any]) -> None:
    tree_sitter, julia = module("tree_sitter"), module("tree_sitter_julia")
    parser = tree_sitter.Parser(tree_sitter.Language(julia.language()))
    for name, text in package(robot, "julia").items():
        assert not parser.parse(text.encode()).root_node.has_error, name


def test_latex_compiles_for_odd_robots(tool: Tool, tmp_path: Path) -> None:
    from tests.targets.test_languages import run

    latex = tool("pdflatex")
    for robot in ("long_names", "moving_tree"):
        write(package(robot, "latex"), tmp_path)
        done = run(latex, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "unusual.tex", cwd=tmp_path)
        assert done.returncode == 0, done.stdout[-2000:]


# -- lines -------------------------------------------------------------------------------------------------------------

LONGEST = {"fortran": 132, "c": 4095, "cpp": 4095}  # columns that the standards promise; elsewhere: what tools can show
CONTINUED = 255  # lines that continue a statement of Fortran 2008


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("language", targets())
def test_no_line_is_longer_than_the_language_allows(language: str, robot: str) -> None:
    for name, text in package(robot, language).items():
        widest = max(text.split("\n"), key=len)
        assert len(widest) <= LONGEST.get(language, 4095), (name, widest[:200])


@pytest.mark.parametrize("robot", ROBOTS)
def test_fortran_statements_are_continued_as_often_as_the_standard_allows(robot: str) -> None:
    for name, text in package(robot, "fortran").items():
        runs = re.findall(r"(?:^[^!\n]*&\n)+", text, re.M)
        assert max((run.count("\n") for run in runs), default=0) <= CONTINUED, name


TEXTS = ("'a long text, with blanks'", "'it''s % no comment'", '"another * / ( , one"', "% a comment, 'of * words'")


@pytest.mark.parametrize("width", [20, 40, 200])
def test_lines_are_broken_between_tokens_and_never_inside_a_text(width: int) -> None:
    """The tokens of the broken line are those of the whole one; what stays too long has no place to be broken."""
    lines = Continuation(width, " ...", "    ", "%", others=(".'",))
    for text in TEXTS:
        line = f"    call(alpha, {'b' * 30}.'*c.', [d - 1.5e-7*e/f, g]) + h ; {text}"
        broken = lines.fit(line).split("\n")
        assert "".join("".join(x.removesuffix(" ...").split()) for x in broken) == "".join(line.split())
        assert sum(text in x for x in broken) == 1
        for piece in broken:
            whole = lines.places(piece.strip().removesuffix(" ..."))
            assert len(piece) <= width or not whole or text in piece or "b" * 30 in piece, piece


def test_pieces_of_a_text_are_the_text() -> None:
    text = "some words, and " + "x" * 50 + " without a blank"
    assert "".join(split_text(text, 20)) == text
    assert max(map(len, split_text(text, 20))) <= 20


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", targets())
def test_headers_name_the_joints_of_the_file(language: str) -> None:
    """Beside the index of every element that belongs to a joint, in and out: tau of the elbow as well as its q."""
    text = "\n".join(package("moving_tree", language).values())
    first = 0 if language in ("c", "cpp", "rust", "python", "javascript") else 1
    for place, (number, joint) in enumerate([(1, "rail"), (2, "left/shoulder"), (4, "lift"), (5, "left/elbow")], first):
        for label in (f"q{number}", f"qdd{number}", f"tau{number}"):
            if language == "latex":
                assert re.search(rf"^{place} & .*{joint}", text, re.M), joint
            else:
                assert re.search(rf"\b{place} +{label} +\S.* {joint}$", text, re.M), (label, joint)


def test_long_names_keep_what_tells_them_apart() -> None:
    """The index at the end of a parameter, the model at the end of a routine."""
    text = package("long_names", "fortran")["unusual.f90"]
    for j in (1, 2, 3):
        assert re.search(rf"\bposition_\w+_{j} = q\({j}\)", text)
    for model in MODELS["long_names"]:
        assert re.search(rf"\bpublic :: \w+{model}\b", text), model
