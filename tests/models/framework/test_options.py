"""Options of models, from Python and from the command line, and kinematic models in compiled and emitted code."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import UnknownName
from linkwright.models import function, models
from linkwright.models.framework.model import Model, Option, Result
from tests.support.command_line import run
from tests.support.laws import Laws, arguments, evaluate
from tests.support.strategies import chain

KINEMATIC = (
    "transform", "direct_geometry", "jacobian", "analytic_jacobian", "jacobian_dot", "jdot_qdot", "velocities",
    "accelerations", "centre_of_mass", "centre_of_mass_jacobian", "manipulability", "inverse_jacobian",
    "jacobian_determinant", "hessian",
)  # fmt: skip


def test_build_gets_options_read_and_checked():
    seen: dict[str, Any] = {}

    def build(robot: Any, state: Any, quantities: Any, **options: Any) -> list[Result]:
        seen.update(options)
        return [Result("x", [0], (), "nothing")]

    def double(robot: Any, value: Any) -> int:
        return 2 * int(value)

    model = Model("m", "doc", ("q",), build, options={
        "size": Option("1", "a number", read=double), "kind": Option("a", "a choice", ("a", "b")),
    })  # fmt: skip
    arm = chain("arm", {})
    assert function(arm, model).name == "arm_m"
    assert seen == {"size": 2, "kind": "a"}
    fn = function(arm, model, {"kind": "b", "size": 1})
    assert (fn.name, seen["kind"], fn.provenance["kind"]) == ("arm_m_kind_b", "b", "b")
    assert "size" not in fn.provenance
    with pytest.raises(UnknownName, match="kind"):
        function(arm, model, {"kind": "c"})


def test_no_option_is_called_like_an_argument_of_the_compiler():
    for model in models().values():
        assert not {"robot", "name", "parameters", "optimize", "model", "source", "outputs"} & set(model.options)
        for key, option in model.options.items():
            assert option.doc, f"{model.name}: {key} is not documented"
            assert not option.choices or option.default in option.choices


def test_the_python_interface_takes_options():
    robot = lw.load("rx90")
    fn = lw.model(robot, "jacobian", projection=3)
    assert fn.name == "RX90_jacobian_projection_3"
    assert fn.cost.total < lw.model(robot, "jacobian").cost.total
    files = lw.generate(robot, ["jacobian", "transform"], ["python"], settings={"projection": 3, "transform.frame": 4})
    text = "".join(files["python"].values())
    assert "RX90_jacobian_projection_3" in text
    assert "RX90_transform_frame_4" in text


def test_the_command_line_sets_options():
    words = ("cost", "rx90", "jacobian", "transform", "--set", "projection=3", "--set", "transform.frame=4", "--json")
    rows = json.loads(run(*words).stdout)
    expected = lw.model(lw.load("rx90"), "jacobian", projection=3).cost
    assert (rows[0]["add"], rows[0]["mul"]) == (expected.add, expected.mul)
    wrong = run("cost", "rx90", "jacobian", "--set", "projecton=3")
    assert wrong.returncode == 2
    assert "did you mean projection" in wrong.stderr
    assert run("cost", "rx90", "jacobian", "--set", "projection").returncode == 2


def test_the_command_line_lists_options():
    table = {row["name"]: row for row in json.loads(run("models", "--json").stdout)}
    names = {option["name"] for option in table["jacobian"]["options"]}
    assert names == {"frame", "point", "projection", "intermediate", "orientation", "independent", "branch"}
    assert "contacts" in {option["name"] for option in table["forward_dynamics"]["options"]}


@pytest.mark.parametrize("name", KINEMATIC)
def test_compiled_models_are_the_algorithm(name):
    """The optimized model at native speed against the graph straight from the algorithm."""
    robot = lw.load("rx90")
    plain, fast = function(robot, name), lw.compile(lw.model(robot, name))
    for seed in range(2):
        given = arguments(plain, robot, seed)
        expected, result = plain(**given), fast(**given)
        for key in expected if isinstance(expected, dict) else [None]:
            a, b = (np.asarray(x if key is None else x[key]) for x in (expected, result))
            assert a.shape == b.shape
            np.testing.assert_allclose(b, a, rtol=1e-9, atol=1e-10)


def test_emitted_c_passes_its_own_test(tool, tmp_path):
    """All kinematic models of the RX90, and of a tree with a prismatic joint, as one package each."""
    for name, wanted in (("rx90", KINEMATIC), ("two_arm", ("direct_geometry", "jacobian", "centre_of_mass"))):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in lw.generate(lw.load(name), list(wanted), ["c"])["c"].items():
            (folder / file).write_text(text)
        sources = sorted(str(path) for path in folder.glob("*.c"))
        flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"]
        subprocess.run([tool("gcc"), *flags, *sources, "-o", str(folder / "t"), "-lm"], check=True, timeout=120)
        subprocess.run([str(folder / "t")], check=True, timeout=60, capture_output=True)


def test_the_world_is_no_link():
    arm = chain("arm", {"alpha": "a"}, {"d": "L"})
    for model, options in (("velocities", {"frames": "1,world"}), ("jacobian", {"intermediate": "world"})):
        with pytest.raises(lw.InputError, match="does not move"):
            function(arm, model, options)


def test_velocities_in_the_world_are_turned_with_the_base():
    pose: Any = (0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, "h", 0, 0, 0, 1)
    placed = chain("placed", {"alpha": "a"}, {"d": "L"}, {"d": "D"}, base=lw.Base(pose=pose))
    laws = Laws(placed)
    for name in ("v", "w"):
        here = laws.matrix("velocities", name, projection=0)
        laws.assert_equal(laws.matrix("velocities", name, projection="world"), [[-y, x, z] for x, y, z in here])
    com = evaluate(placed, "centre_of_mass", 1)
    there = evaluate(placed, "centre_of_mass", 1, reference="world")
    assert there[:2] == pytest.approx([-com[1], com[0]])
