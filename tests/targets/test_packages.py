"""Packages on disk: what they are called, and that several of them live in one folder."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.models.dynamics.formulations import formulation_table
from linkwright.targets import find_target, targets
from tests.support import command_line
from tests.support.paths import ROOT
from tests.support.some import some

Tool = Callable[[str], str]
README = ROOT / "README.md"


def generate(*words: str, out: Path) -> subprocess.CompletedProcess[str]:
    return command_line.run("generate", *words, "-o", str(out))


def run(command: str, cwd: Path) -> str:
    done = subprocess.run(command, shell=True, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs into one folder: one model, two, and the first again in base parameters under another name."""
    out = tmp_path_factory.mktemp("out")
    languages = [word for t in targets() for word in ("-t", t)]
    base = ["inverse_dynamics", "--parameters", "base", "--name", "light"]
    for words in (["inverse_dynamics"], ["inertia_matrix", "jacobian"], base):
        done = generate("rrp", *words, *languages, out=out)
        assert done.returncode == 0, done.stderr
    return out


@pytest.mark.parametrize("language", some(
    [t.name for t in targets().values() if t.check and t.name != "julia"],
    *(t.name for t in targets().values() if t.check and t.name not in ("julia", "mathematica"))
))  # fmt: skip
def test_every_package_of_a_folder_passes_its_own_test(language: str, twice: Path, tool: Tool) -> None:
    check = find_target(language).check
    assert check
    folders = sorted((twice / language).iterdir())
    assert [f.name for f in folders] == ["RRP", "RRP_inverse_dynamics", "light"]
    for folder in folders:
        stem = find_target(language).style.rules.legal(folder.name)
        for k, command in enumerate(check.commands):
            words = [word.format(name=stem) for word in command]
            words[0] = words[0] if words[0].startswith("./") else tool(words[0])
            said = run(" ".join(words), folder)
            assert k + 1 < len(check.commands) or check.says in said


@pytest.mark.parametrize("model", ["inverse_geometry", "jacobian", "velocities"])
def test_a_model_without_masses_has_the_same_test_in_all_sets_of_parameters(model: str) -> None:
    """Among them the states that a model brings with it: postures for the inverse geometry of a robot with symbols."""
    files = [lw.generate(lw.load("rrp"), [model], ["python"], parameters=p)["python"] for p in ("standard", "base")]
    tests = [next(text for name, text in some.items() if name.startswith("test_")) for some in files]
    standard, base = ([line for line in text.splitlines() if "parameters" not in line] for text in tests)
    assert set(standard) <= set(base)


def test_the_line_of_the_readme_works_in_every_package(twice: Path, tool: Tool) -> None:
    tool("cc")
    (line,) = re.findall(r"^cd out/c/\w+ && (cc .*?) +#", README.read_text(encoding="utf-8"), re.M)
    for folder in (twice / "c").iterdir():
        assert "all tests passed" in run(line, folder)


@pytest.mark.parametrize("language", ["c", "cpp", "fortran", "rust"])
def test_a_test_tells_how_it_is_run(language: str, twice: Path, tool: Tool) -> None:
    """The line in the comment, as it stands there."""
    check = find_target(language).check
    assert check
    tool(check.commands[0][0])
    folder = twice / language / "light"
    line = check.line("light")
    assert any(line.encode() in path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert check.says in run(line, folder)


def test_a_package_is_called_after_its_model_or_after_the_robot() -> None:
    robot = lw.load("rrp")
    one, two = ["inertia_matrix"], ["inertia_matrix", "jacobian"]
    assert set(lw.generate(robot, one, ["rust"])["rust"]) == {"RRP_inertia_matrix.rs"}
    assert set(lw.generate(robot, one, ["rust"], parameters="base")["rust"]) == {"RRP_inertia_matrix.rs"}
    assert set(lw.generate(robot, two, ["rust"])["rust"]) == {"RRP.rs"}
    assert set(lw.generate(robot, two, ["rust"], name="mine")["rust"]) == {"mine.rs"}
    functions = [lw.model(robot, name) for name in two]
    assert set(lw.emit(functions, "rust")) == {"RRP.rs"}
    assert set(lw.emit(functions[0], "rust")) == {"RRP_inertia_matrix.rs"}
    assert set(lw.emit(functions, "rust", name="mine")) == {"mine.rs"}
    others = [*functions, lw.model(lw.load("planar(2)"), "jacobian")]
    assert set(lw.emit(others, "rust")) == {"RRP_inertia_matrix.rs"}  # of two robots: after the first function


def test_names_of_packages_are_checked(tmp_path: Path) -> None:
    done = generate("rrp", "jacobian", "-t", "c", "--name", "../up", out=tmp_path / "out")
    assert done.returncode == 2
    assert (
        done.stderr.strip()
        == "linkwright: '../up' is not a legal name of a package (letters, digits and _, a letter first)"
    )
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="no model was asked for"):
        lw.generate(lw.load("rrp"), [], ["c"])


def test_a_package_in_standard_parameters_expects_what_another_formulation_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A derivation that is wrong does not pass the test of its own package."""

    def wrong(robot: lw.Robot, state: Any, quantities: Any) -> list[Any]:
        first, *others = right(robot, state, quantities)
        return [first + state.qd[robot.coordinates[0]], *others]

    for name, plant in (("right", False), ("wrong", True)):
        right = formulation_table.FORMULATIONS["newton_euler"]
        if plant:
            monkeypatch.setitem(formulation_table.FORMULATIONS, "newton_euler", wrong)
        files = lw.generate(lw.load("rrp"), ["inverse_dynamics"], ["python"], name=name)["python"]
        for file, text in files.items():
            (tmp_path / file).write_text(text)
        done = subprocess.run([sys.executable, f"test_{name}.py"], cwd=tmp_path, capture_output=True, check=False)
        assert (done.returncode != 0) is plant
