"""Packages of robots with loops test themselves where nothing is solved, too: out of reach, and at a dead centre."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.expr import Function
from linkwright.models.derive.function import function
from linkwright.targets import emit_package, find_target, targets
from linkwright.targets.cases import cases
from linkwright.targets.program import Case
from tests.support.some import some

Tool = Callable[[str], str]
IN_LINE = 5e-3  # rad: links are in line where rates of dependent joints are hundreds of times as large as elsewhere
LANGUAGES = [t.name for t in targets().values() if t.check and t.name != "julia"]


@lru_cache
def of_robot(name: str, model: str = "inverse_dynamics", numbers: bool = False, **options: str) -> Function:
    robot = lw.load(name)
    return function(robot.with_numbers() if numbers else robot, model, options)


def unsolved(fn: Function) -> dict[str, Case]:
    return {case.about: case for case in cases(fn) if case.about}


def length_of(fn: Function, case: Case, *labels: str) -> list[float]:
    assert fn.parameters
    table = dict(zip(fn.parameters.labels, case.inputs[fn.parameters.name], strict=True))
    return [table[label] for label in labels]


# -- the states -------------------------------------------------------------------------------------------------------


def gap(fn: Function, case: Case) -> tuple[float, float, float]:
    """Of the five-bar linkage: the distance of its elbows, and what its forearms can reach at least and at most."""
    left, right = case.inputs["q"]
    l0, l1, l2, l3, l4 = length_of(fn, case, "l0", "l1", "l2", "l3", "l4")
    one = np.array([l1 * math.cos(left), l1 * math.sin(left)])
    two = np.array([l0 + l3 * math.cos(right), l3 * math.sin(right)])
    return float(np.linalg.norm(two - one)), abs(l2 - l4), l2 + l4


def test_the_elbows_of_a_five_bar_linkage_are_too_far_apart_or_as_far_as_can_be():
    fn = of_robot("five_bar")
    found = unsolved(fn)
    assert {*found} == {"out of reach", "singular"}
    apart, least, most = gap(fn, found["out of reach"])
    assert apart > most * 1.0001 or apart < least * 0.9999
    apart, _, _ = gap(fn, found["singular"])
    l2, l4 = length_of(fn, found["singular"], "l2", "l4")
    between = math.acos(np.clip((l2**2 + l4**2 - apart**2) / (2 * l2 * l4), -1, 1))  # the angle of the forearms
    assert min(between, math.pi - between) < IN_LINE


def test_the_rod_of_a_slider_crank_is_too_short_or_square_to_the_slide():
    """Its dead centre: the dependent slide has no rate then."""
    fn = of_robot("slider_crank")
    found = unsolved(fn)
    assert {*found} == {"out of reach", "singular"}
    for about, case in found.items():
        (q,) = case.inputs["q"]
        l1, l2, e = length_of(fn, case, "l1", "l2", "e")
        sine = abs(l1 * math.sin(q) - e) / l2  # of the angle of rod and slide
        assert sine > 1.001 if about == "out of reach" else math.pi / 2 - math.asin(min(sine, 1.0)) < IN_LINE


@pytest.mark.parametrize("name", ["five_bar", "palletizer_loops", "p3rrr"])
def test_they_have_a_status_and_nothing_else(name: str):
    fn = of_robot(name, numbers=name != "five_bar")
    found = unsolved(fn)
    assert found
    for about, case in found.items():
        assert case.outputs["status"] != (0.0,)
        assert (case.outputs["status"] == (1.0,)) == (about == "singular")
        assert all(math.isnan(x) for port, values in case.outputs.items() for x in values if port != "status")
    assert repr(found) == repr(unsolved(fn))  # in every run


def test_a_crank_that_goes_round_has_no_such_state_and_the_package_says_so():
    """Grashof: the shortest and the longest link are together shorter than the other two."""
    numbers = lw.load("four_bar").numbers
    lengths = sorted(numbers[f"l{k}"] for k in range(1, 5))
    assert lengths[0] + lengths[3] < lengths[1] + lengths[2]
    fn = of_robot("four_bar", numbers=True)
    assert unsolved(fn) == {}
    for name in LANGUAGES:
        text = "".join(emit_package([fn], name).values())
        assert "no state was found that is out of reach" in text.replace("\n", " ")
    both = "".join(emit_package([of_robot("five_bar")], "c").values())
    assert "5 states are solved, one is out of reach" in both
    assert "was found" not in both


def test_functions_without_a_status_have_solved_states_alone():
    assert unsolved(of_robot("sr400")) == {}
    assert "states are solved" not in "".join(emit_package([of_robot("sr400")], "c").values())


# -- the tools --------------------------------------------------------------------------------------------------------


def ran(files: dict[str, str], language: str, folder: Path, tool: Tool) -> tuple[bool, str]:
    """Whether the test of a package passes, and what it says."""
    check = find_target(language).check
    assert check
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    stem = find_target(language).style.rules.legal("model")
    said = ""
    for command in check.commands:
        words = [word.format(name=stem) for word in command]
        words[0] = words[0] if words[0].startswith("./") else tool(words[0])
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode:
            return False, said
    return check.says in said, said


SLOW = {"mathematica"}  # Mathics takes a second for what others do in a millisecond: the smallest mechanisms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_status_and_no_number(language: str, tmp_path: Path, tool: Tool):
    functions = [of_robot("five_bar"), *([] if language in SLOW else [of_robot("palletizer_loops", numbers=True)])]
    passed, said = ran(emit_package(functions, language, name="model"), language, tmp_path, tool)
    assert passed, said


@pytest.mark.parametrize("language", some(
    [x for x in LANGUAGES if x != "maple"], *(x for x in LANGUAGES if x not in ("maple", "mathematica"))
))  # fmt: skip
def test_every_language_has_the_status_of_an_iteration(language: str, tmp_path: Path, tool: Tool):
    """Giac's long floats take other steps."""
    fn = of_robot("four_bar", numbers=True, branch="follow") if language in SLOW else of_robot("p3rrr", numbers=True)
    assert unsolved(fn)
    passed, said = ran(emit_package([fn], language, name="model"), language, tmp_path, tool)
    assert passed, said


WRONG = {  # a number where there must be none, and another status
    "c": (("lw_sqrt(-status_)", "0"), ("(int)(status_)", "(int)(status_) != 0")),
    "python": (("sqrt(-status_)", "0.0"), ("status[0] = status_", "status[0] = status_ > 0")),
    "javascript": (("Math.sqrt(-status_)", "0"), ("status[0] = status_", "status[0] = status_ > 0 ? 1 : 0")),
}


@pytest.mark.parametrize("language", WRONG)
@pytest.mark.parametrize("which", [0, 1])
def test_a_number_or_another_status_fails_the_test(language: str, which: int, tmp_path: Path, tool: Tool):
    files = emit_package([of_robot("five_bar")], language, name="model")
    right, wrong = WRONG[language][which]
    source = next(file for file, text in files.items() if right in text and "test" not in file)
    files[source] = files[source].replace(right, wrong)
    assert not ran(files, language, tmp_path, tool)[0]


def test_python_states_of_no_value_do_not_raise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not even where something is divided by zero: both forearms stretched, with exact numbers."""
    robot = lw.load("slider_crank")
    start = {"crank": 0.5, "rod": -1.0, "slider": 2 * math.cos(0.5)}  # closed, with equal links and no offset
    joints = tuple(replace(joint, start=start[joint.name]) for joint in robot.joints)
    robot = robot.changed(numbers={**robot.numbers, "e": 0.0, "l1": 1.0, "l2": 1.0}, joints=joints)
    fn = lw.model(robot.with_numbers(), "inverse_dynamics")
    for file, text in lw.emit(fn, "python", name="stretched").items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    stretched = __import__("stretched")
    (routine,) = [getattr(stretched, name) for name in stretched.__all__ if name.endswith("inverse_dynamics")]
    tau, status = routine([math.pi / 2], [1.0], [0.0])
    assert status in (1, 3)
    assert np.isnan(tau).all()
