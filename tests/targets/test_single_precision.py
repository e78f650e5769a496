"""Emitted C and C++ in single precision. Sides: the derived model in double, postures that made poses, compilers."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from fuzz.free_angles import as_robot, pose

import linkwright as lw
from linkwright import Function
from linkwright.errors import LinkwrightError
from linkwright.models import models
from linkwright.targets import emit_package, find_target
from linkwright.targets.cases import cases_with_bounds
from linkwright.verification.languages import check_language, in_single_precision
from tests.models.inverse_geometry.test_inverse_angles import ARMS
from tests.support.some import some

Tool = Callable[[str], str]
LANGUAGES = {"c": "cc", "cpp": "c++"}
SOME = {
    "four_bar": ("inverse_dynamics", "forward_dynamics", "jacobian", "velocities"),
    "floating_arm": ("inverse_dynamics", "forward_dynamics", "centroidal_momentum"),
    "three_omni": ("inverse_dynamics", "forward_dynamics", "configuration_kinematics"),
    "p3rrr": ("inverse_dynamics", "forward_dynamics"),
    "ur5": ("inverse_geometry", "jacobian"),
    "stanford": ("inverse_geometry",),
}


def some_models(robot: lw.Robot, names: Sequence[str]) -> list[Function]:
    found = []
    for name in names:
        try:
            found.append(lw.model(robot, name))
        except LinkwrightError:  # it does not apply to this robot
            continue
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", some(SOME, "stanford", "four_bar", "floating_arm", "three_omni"))
def test_packages_pass_their_own_test_in_single_precision(name: str, language: str, tool: Tool):
    tool(LANGUAGES[language])
    functions = some_models(lw.load(name), SOME[name])
    assert len(functions) == len(SOME[name])
    done = check_language(name, in_single_precision(find_target(language)), functions, functions)
    assert done.outcome == "passed", done.detail


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_passes_its_own_test_in_single_precision(language: str, tool: Tool):
    """All of one arm, but for inverse geometry, which its three joints would need in double."""
    tool(LANGUAGES[language])
    functions = some_models(lw.load("rrp"), sorted({*models()} - {"inverse_geometry"}))
    assert len(functions) > 30
    done = check_language("rrp", in_single_precision(find_target(language)), functions, functions)
    assert done.outcome == "passed", done.detail


def test_bounds_of_single_precision_are_small_where_nothing_is_lost():
    """A test that tolerates everything is none: a few parts in a thousand, where states are well conditioned."""
    for name in ("rx90", "three_omni", "ur5"):
        model = "inverse_geometry" if name == "ur5" else "inverse_dynamics"
        function = lw.model(lw.load(name), model)
        for case in cases_with_bounds(function):
            assert case.single is not None
            for port, bound in case.single.items():
                numbers = [abs(x) for x in case.outputs[port] if x == x]
                assert port == "residual" or bound <= 2e-3 * max(numbers, default=1.0)


def test_bounds_of_single_precision_are_those_of_rounded_inputs():
    """Accelerations at inputs as NumPy rounds them are within what is tolerated."""
    robot = lw.load("rrp")
    function = lw.model(robot, "forward_dynamics")
    for case in cases_with_bounds(function):
        assert case.single is not None
        rounded = {p: np.array(case.inputs[p.name], np.float32).astype(float) for p in function.inputs}
        found = np.ravel(function(**{p.name: x.reshape(p.shape) for p, x in rounded.items()}))
        assert np.abs(found - case.outputs["qdd"]).max() <= case.single["qdd"]


def build(folder: Path, files: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("standard", ["c99", "c11"])
def test_a_pose_of_fewer_joints_than_six_is_refused_in_single_precision_by_c(standard: str, tmp_path: Path, tool: Tool):
    files = emit_package([lw.model(lw.load("scara4"), "inverse_geometry")], "c", name="model")
    done = build(tmp_path, files, tool("cc"), f"-std={standard}", "-DLW_REAL=float", "-c", "model.c")
    assert done.returncode != 0
    assert "compile_without_LW_REAL_float" in done.stderr or "compile without -DLW_REAL=float" in done.stderr
    done = build(tmp_path, files, tool("cc"), f"-std={standard}", "-Wall", "-Werror", "-c", "model.c")
    assert done.returncode == 0, done.stderr


USE = """#include "model.hpp"
#include <cstdio>
int main()
{
    std::array<float, 16> T = {%s};
    std::array<float, %d> q;
    std::array<float, %d> residual;
    std::array<int, 1> status, count;
    std::array<int, %d> flags, free, branch;
    linkwright::%s(T, q, status, count, residual, flags, free, branch);
    for (int k = 0; k < %d*count[0]; ++k) std::printf("%%.9g\\n", double(q[k]));
    return status[0];
}
"""


def test_arrays_of_float_have_the_postures_that_made_their_pose(tmp_path: Path, tool: Tool):
    """C++ with a general arm of six joints: elimination in double."""
    arm, _, _ = ARMS["a slide before a wrist"]
    function = lw.model(as_robot(arm), "inverse_geometry")
    q = np.array([0.4, -0.7, 0.9, 0.3, 0.8, -0.5])
    rows = next(p for p in function.outputs if p.name == "q").shape[0]
    T = ", ".join(f"{float(np.float32(x))!r}f" for x in np.ravel(pose(arm, q)))
    files = emit_package([function], "cpp", name="model")
    files["use.cpp"] = USE % (T, 6 * rows, rows, rows, function.name, 6)
    done = build(tmp_path, files, tool("c++"), "-std=c++17", "-Wall", "-Werror", "use.cpp", "-o", "use")
    assert done.returncode == 0, done.stderr
    said = subprocess.run([tmp_path / "use"], capture_output=True, text=True, check=True).stdout
    found = np.array([float(x) for x in said.split()]).reshape(-1, 6)
    assert np.abs(np.exp(1j * found) - np.exp(1j * q)).max(axis=1).min() < 1e-5


def test_a_template_of_float_is_refused_where_postures_need_double(tmp_path: Path, tool: Tool):
    files = emit_package([lw.model(lw.load("scara4"), "inverse_geometry")], "cpp", name="model")
    done = build(tmp_path, files, tool("c++"), "-std=c++17", "-DLW_REAL=float", "-c", "test_model.cpp")
    assert done.returncode != 0
    assert "give arrays of double" in done.stderr
