"""Chosen outputs: the same elements as those of the whole model, computed and counted alone."""

from __future__ import annotations

import itertools
import json
import subprocess
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, UnknownName
from linkwright.expr import Function, prove_equal
from linkwright.expr.select import select, selectors
from linkwright.models import find, function, models
from tests.support.command_line import run
from tests.support.laws import arguments
from tests.support.strategies import chain

ARM = chain("arm", {"alpha": "a1"}, {"d": "d2"}, {"kind": "prismatic", "alpha": "pi/2"})


def own_options(name: str) -> dict[str, Any]:
    return {"rows": "vx,vy"} if name in ("manipulability", "operational_space_inertia") else (
        {"rows": "vx,vy,wz"} if "rows" in find(name).options else {})  # fmt: skip


def elements(fn: Function) -> dict[tuple[str, str], int]:
    return {(p.name, label): i for p in fn.outputs for label, i in zip(p.labels, p.elements, strict=True)}


@pytest.mark.parametrize("name", [name for name in models() if name != "inverse_geometry"])  # too many roots to prove
def test_chosen_outputs_are_those_of_the_whole_and_never_cost_more(name: str):
    """Proven in the prime field, for elements of every port of every model; and unused inputs are gone."""
    options = own_options(name)
    held: Any = {"constraint": "unicycle_castor", "configuration": "unicycle_castor", "odometry": "unicycle_castor",
            "constraints": "four_bar", "dependent": "four_bar", "joint_positions": "four_bar",
            "platform": "p3rpr"}  # fmt: skip
    held = held.get(name, held.get(name.split("_")[0]))
    robot = lw.load(held) if held else ARM
    plain, whole = function(robot, name, options), lw.model(robot, name, **options)
    for port in plain.outputs:
        first, last = ("1" * len(port.shape), [str(n) for n in port.shape])
        words = [f"{port.name}[{','.join(i)}]" for i in (first, last)] if port.shape else [port.name]
        fn = lw.model(robot, name, outputs=words, **options)
        (part,) = fn.outputs
        places = sorted({0, port.size - 1})
        assert part.labels == tuple(port.labels[k] for k in places if port.labels)
        assert prove_equal(fn.output(port.name), [plain.output(port.name)[k] for k in places])
        assert fn.cost.total <= whole.cost.total
        alone = plain.with_outputs(select(plain, words).outputs)
        used = [p.name for p in plain.variables if set(alone.nodes) & set(p.elements)]
        assert [p.name for p in fn.variables] == used
        assert len(part.units) in (0, part.size)


@pytest.mark.parametrize(
    ("words", "labels", "shape"),
    [
        ("M", ["M1_1", "M1_2", "M1_3", "M2_1", "M2_2", "M2_3", "M3_1", "M3_2", "M3_3"], (3, 3)),
        ("M2_3", ["M2_3"], (1, 1)),
        ("M[2,3]", ["M2_3"], (1, 1)),
        ("M[1:2,3]", ["M1_3", "M2_3"], (2, 1)),
        ("M[2:,:2]", ["M2_1", "M2_2", "M3_1", "M3_2"], (2, 2)),
        ("M[3,:]", ["M3_1", "M3_2", "M3_3"], (1, 3)),
        ("M[3,1],M1_1", ["M1_1", "M3_1"], (2, 1)),
        (["M3_1", "M1_1", "M[1,2]"], ["M1_1", "M1_2", "M3_1"], (3,)),  # no rows by columns: a vector, in order
        (" M[ 1 , 2 ] ", ["M1_2"], (1, 1)),
    ],
)
def test_what_a_selection_means(words, labels, shape):
    (port,) = select(function(ARM, "inertia_matrix"), words).outputs
    assert (list(port.labels), port.shape) == (labels, shape)


@pytest.mark.parametrize("wrong", ["M[0,1]", "M[4,1]", "M[1]", "M[2:1,1]", "M[a,1]", "M[-1,1]", "M[1,1", "", "M[]"])
def test_a_place_that_does_not_exist_is_refused_and_those_that_do_are_named(wrong):
    with pytest.raises(InputError, match=r"M\[1:3,1:3\]"):
        select(function(ARM, "inertia_matrix"), wrong)


def test_an_unknown_output_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match=r"unknown output 'tau7' of inverse_dynamics .*did you mean tau"):
        lw.model(ARM, "inverse_dynamics", outputs="tau7")
    with pytest.raises(UnknownName, match=r"known: tau\[1:3\]"):
        lw.model(ARM, "inverse_dynamics", outputs="velocity")


def test_commas_in_brackets_do_not_part_a_selection():
    assert selectors("tau2, M[1,2],M[1:3,:]") == ["tau2", "M[1,2]", "M[1:3,:]"]
    assert selectors(["tau2,tau3", "M[1,2]"]) == ["tau2", "tau3", "M[1,2]"]


def test_the_last_joint_of_the_rx90_costs_a_fraction_of_all_and_parameters_of_others_are_gone():
    robot = lw.load("rx90")
    whole = lw.model(robot, "inverse_dynamics", parameters="base")
    last = lw.model(robot, "inverse_dynamics", parameters="base", outputs=["tau[6]"])
    assert last.cost.total < whole.cost.total / 2
    assert last.name == "RX90_inverse_dynamics_tau_6"
    assert last.provenance["outputs"] == "tau[6]"
    assert "only tau6" in last.outputs[0].doc
    assert whole.parameters is not None
    assert last.parameters is not None
    assert set(last.parameters.labels) < set(whole.parameters.labels)
    given = arguments(whole, robot, 1, numbers={s: 0.1 * k for k, s in enumerate(whole.parameters.labels, 1)})
    mine = {**given, "parameters": {s: given["parameters"][s] for s in last.parameters.labels}}
    np.testing.assert_allclose(lw.compile(last)(**mine), whole(**given)[5:], rtol=1e-9)


def test_emitted_packages_hold_the_chosen_outputs_alone_and_pass_their_own_test(tool, tmp_path):
    """Two models in base parameters; the grouping gives those base parameters that are needed, and no others."""
    robot = lw.load("rx90")
    words = "inverse_dynamics.tau[5],gravity_vector.g2"
    files = lw.generate(robot, ["inverse_dynamics", "gravity_vector"], ["c"], "base", outputs=words)["c"]
    text = "".join(files.values())
    assert "only tau5" in text
    assert "only g2" in text
    assert "ZZ1R" not in text  # joint 1 has no part in these
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    sources = sorted(map(str, tmp_path.glob("*.c")))
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([tool("gcc"), *flags, *sources, "-o", str(tmp_path / "t"), "-lm"], check=True)
    subprocess.run([tmp_path / "t"], check=True, capture_output=True)


@pytest.mark.parametrize("target", ["c", "cpp", "fortran", "rust", "julia", "python", "matlab", "javascript",
                                    "mathematica", "maple", "latex"])  # fmt: skip
def test_every_language_prints_functions_that_have_lost_inputs(target):
    """tau3 of a planar arm needs no q; an entry of M may need no input at all."""
    robot = lw.load("planar(2)")
    assert lw.generate(robot, ["inertia_matrix"], [target], outputs="M2_2")[target]
    assert lw.generate(robot.without("gravity"), ["gravity_vector"], [target], outputs="g[1]")[target]


def test_the_command_line_chooses_outputs():
    (row,) = json.loads(run("cost", "rrp", "inverse_dynamics", "--outputs", "tau2,tau3", "--json").stdout)
    expected = lw.model(lw.load("rrp"), "inverse_dynamics", outputs=["tau[2]", "tau[3]"]).cost
    assert (row["add"], row["mul"], row["trig"]) == (expected.add, expected.mul, expected.trig)
    text = run("expand", "rrp", "inverse_dynamics", "--outputs", "tau3").stdout
    assert "tau3 = " in text
    assert "tau1 = " not in text
    several = run("cost", "rrp", "inverse_dynamics", "gravity_vector", "--outputs", "tau2")
    assert several.returncode == 2
    assert "inverse_dynamics.tau2" in several.stderr
    wrong = run("cost", "rrp", "inverse_dynamics", "--outputs", "gravity_vector.g1")
    assert wrong.returncode == 2
    assert "inverse_dynamics" in wrong.stderr


def test_every_subset_of_the_efforts_is_itself():
    whole = function(ARM, "inverse_dynamics")
    for size in (1, 2):
        for joints in itertools.combinations((1, 2, 3), size):
            fn = lw.model(ARM, "inverse_dynamics", outputs=[f"tau{j}" for j in joints])
            assert prove_equal(fn.output("tau"), [whole.output("tau")[j - 1] for j in joints])
