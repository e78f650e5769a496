"""Tuned parameters of other models than the inverse dynamics: the same values, with never more operations than in base
parameters."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.compiler import tuned_parameters
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, prove_equal
from linkwright.models import function
from linkwright.models.derive import tuned_models
from linkwright.models.derive.tuned_models import REGRESSOR_CHANGES, RULES, ModelSetSearch, tuned_for
from linkwright.models.identification.regressor_columns import parameter_columns
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import BOTH, Choice, TunedParameters, Tuning
from linkwright.optimize import optimize
from linkwright.verification import identification
from linkwright.verification.bench import ModelFixture
from linkwright.verification.identification import other_sets_are_minimal, other_sets_are_standard
from linkwright.verification.law import prove_statement
from tests.models.parameters.test_tuned import SLIDING, bare, declared, double_mass, needs
from tests.support.some import some
from tests.support.strategies import chain, trees

OTHERS = [name for name in RULES if name != "inverse_dynamics"]
LINEAR = [name for name in OTHERS if RULES[name].tried == REGRESSOR_CHANGES]
VALUES = [name for name in OTHERS if name not in LINEAR]
SHORT = chain(
    "short", {}, {"alpha": "pi/2", "d": "d2", "r": "r2"}, {"kind": "prismatic", "alpha": "a3", "d": "d3"},
    {"alpha": "a4", "d": "d4", "r": "r4"},
)  # fmt: skip
COUNTS = {  # all lengths and masses declared as never zero; no friction and no rotors
    "inertia_matrix": {"rrp": 19, "rx90": 198, "puma560": 234, "stanford": 175, "spatial(6)": 555, "panda": 307},
    "gravity_vector": {"rrp": 26, "rx90": 54, "puma560": 54, "stanford": 53, "spatial(6)": 113, "panda": 82},
    "kinetic_energy": {"rrp": 36, "rx90": 169, "puma560": 178, "stanford": 159, "spatial(6)": 266, "panda": 205},
    "coriolis_matrix": {"rrp": 52, "rx90": 734, "puma560": 812, "stanford": 630, "spatial(6)": 1593, "panda": 1102},
    "bias_vector": {"rrp": 84, "rx90": 354, "puma560": 368, "stanford": 344, "spatial(6)": 622, "panda": 487},
    "forward_dynamics": {"rrp": 133, "rx90": 699, "puma560": 749, "stanford": 662, "spatial(6)": 1354, "panda": 1024},
    "regressor": {"rrp": 74, "rx90": 572, "puma560": 619, "stanford": 551, "spatial(6)": 1256},
}  # fmt: skip


def command(*words: str) -> str:
    words = (sys.executable, "-m", "linkwright.cli", *words)
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout


def own_set(robot: lw.Robot, model: str) -> TunedParameters:
    return tuned_parameters(robot, model=model)


def is_same(tuned: TunedParameters, model: str) -> bool:
    """Whether a model gives with these parameters what it gives with the standard ones, whatever the numbers."""
    graph = Graph()
    back, own = tuned.in_standard(graph), Importer(graph)
    made, plain = (function(robot, model) for robot in (tuned.robot, tuned.standard))
    found, expected = ([x for port in fn.outputs for x in fn.output(port.name)] for fn in (made, plain))
    return bool(prove_equal([back(x) for x in found], [own(x) for x in expected]))


def applies(robot: lw.Robot, model: str) -> bool:
    """Not where joints have nothing to move, nor where a regressor has no column."""
    try:
        for x in (robot, find_base_parameters(robot).robot):
            function(x, model)
    except RobotError:
        return False
    return True


def assert_same(robot: lw.Robot, model: str) -> None:
    tuned = own_set(robot, model)
    assert tuned.count == find_base_parameters(robot).count
    assert is_same(tuned, model), tuned.choice


# -- the same values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", VALUES)
@pytest.mark.parametrize("robot", [SHORT, *map(lw.load, ("rrp", "puma560", "two_arm"))], ids=lambda robot: robot.name)
def test_models_in_their_own_parameters_are_those_in_standard_ones(robot, model):
    assert_same(declared(robot), model)


@given(st.sampled_from(VALUES), trees(max_joints=4, wrenches=True))
@settings(max_examples=25)
def test_models_of_a_random_tree(model, robot):
    assume(applies(robot, model))
    assert_same(declared(robot), model)


@pytest.mark.parametrize("choice", [
    Choice(frames=frozenset([2, 4])), Choice(flat=frozenset([2, 4]), masses=((2, BOTH), (4, BOTH))),
    Choice(centres=((3, "z"),), flat=frozenset([2])), Choice(masses=((4, "MX"),), rods=frozenset([2, 4])),
], ids=str)  # fmt: skip
@pytest.mark.parametrize("model", VALUES)
def test_every_model_is_the_same_in_every_set(model, choice):
    """Also in those that its rules do not try."""
    robot = declared(SHORT)
    tuned = Tuning(find_base_parameters(robot), choice).tuned()
    assert is_same(tuned, model)


@pytest.mark.parametrize("robot", [SLIDING, *map(lw.load, ("rrp", "rx90", "stanford", "spatial(4)"))],
                         ids=lambda robot: robot.name)  # fmt: skip
def test_the_regressor_times_its_own_parameters_is_the_inverse_dynamics(robot):
    robot = declared(robot)
    tuned = own_set(robot, "regressor")
    entries = parameter_columns(tuned.robot)
    inertial = [c.label for c in entries if c.parameter not in ("FV", "FS")]
    assert inertial == [k.name for k in tuned.kept]
    W, graph = function(tuned.robot, "regressor"), Graph()
    back, own = tuned.in_standard(graph), Importer(graph)
    p = [back(Expr(tuned.robot.graph, c.value.id)) for c in entries]
    rows = W.output("W")
    found = [sum((back(x) * y for x, y in zip(rows[k : k + len(p)], p, strict=True)), start=p[0] * 0)
             for k in range(0, len(rows), len(p))]  # fmt: skip
    same = bool(prove_equal(found, [own(x) for x in function(robot, "inverse_dynamics").output("tau")]))
    assert same


@pytest.mark.parametrize("model", LINEAR)
def test_a_regressor_has_one_column_for_each_of_its_parameters(model):
    """Not those of a flat body, whose ZZ is a sum, and no centre of mass, in which efforts are not linear."""
    for name in ("rrp", "stanford", "puma560"):
        tuned = own_set(declared(bare(name)), model)
        free = Choice(frames=tuned.choice.frames, unit=tuned.choice.unit)
        assert tuned.choice == free
        assert [c.label for c in parameter_columns(tuned.robot)] == [k.name for k in tuned.kept]


# -- fewer operations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", some(COUNTS, "inertia_matrix", "regressor", "kinetic_energy", "bias_vector"))
def test_the_count_does_not_rise(model):
    for name, count in COUNTS[model].items():
        assert lw.model(declared(bare(name)), model, "tuned").cost.total <= count, name


@given(st.sampled_from(OTHERS), trees(max_joints=4))
@settings(max_examples=25)
def test_it_never_costs_more_than_base_parameters(model, robot):
    assume(applies(robot, model))
    counts = [lw.model(declared(robot), model, x).cost.total for x in ("tuned", "base")]
    assert counts[0] <= counts[1]


@pytest.mark.parametrize("model", OTHERS)
def test_it_never_costs_more_than_base_parameters_if_hardly_anything_is_tried(model, monkeypatch):
    monkeypatch.setattr(tuned_models, "BUDGET", 1)
    tuned_models._tuned_for.cache_clear()
    assert own_set(lw.load("rrp"), model).choice == Choice()
    tuned_models._tuned_for.cache_clear()


def test_the_search_ends_when_its_operations_are_used(monkeypatch):
    seen: list[int] = []

    def counting(fn: lw.Function) -> lw.Function:
        made = optimize(fn)
        seen.append(len(made.nodes))
        return made

    tuned_for(declared(lw.load("puma560")), "inverse_dynamics_derivatives", counting)
    assert sum(seen[:-1]) < tuned_models.BUDGET <= sum(seen)


# -- who is told -----------------------------------------------------------------------------------------------------


def test_names_tell_the_sets_of_two_models_apart():
    robot = declared(bare("rx90"))
    labels = {name: set(needs(lw.model(robot, name, "tuned")).labels) for name in ("inverse_dynamics", "inertia_matrix",
                                                                                    "coriolis_matrix")}  # fmt: skip
    known = {*robot.parameters, *(k.name for k in find_base_parameters(robot).kept)}
    own = [found - known for found in labels.values()]
    assert all(own)
    assert not own[0] & own[1] | own[0] & own[2] | own[1] & own[2]
    marks = [rule.mark for rule in RULES.values()]
    assert len(set(marks)) == len(marks)


def test_a_model_tells_what_makes_its_parameters():
    robot = declared(bare("rx90"))
    made = lw.model(robot, "inertia_matrix", "tuned")
    group = lw.grouping(robot, parameters="tuned", model="inertia_matrix")
    assert made.provenance["parameters"] == "tuned"
    assert made.provenance["made by"] == group.name == "RX90_inertia_matrix_tuned_parameters"
    assert {*group.outputs[0].labels, *robot.parameters}.issuperset(needs(made).labels)
    assert "made by" not in lw.model(robot, "inverse_dynamics", "tuned").provenance
    kept = lw.model(robot, "gravity_vector", "tuned")
    assert kept.provenance["parameters"] == "base"
    assert "made by" not in kept.provenance


def test_counts_name_the_set_that_was_taken():
    words = ["cost", "rrp", "inertia_matrix", "gravity_vector", "--parameters", "tuned", "--nonzero", "M3"]
    expected = [["inertia_matrix", "tuned"], ["gravity_vector", "base"]]
    assert [[row["model"], row["parameters"]] for row in json.loads(command(*words, "--json"))] == expected
    title, *table = command(*words).splitlines()
    assert title.startswith("RRP, base and tuned parameters:")
    assert [line.split()[:2] for line in table if "_" in line] == expected
    assert command("cost", "rrp", "gravity_vector", "--parameters", "tuned").startswith("RRP, base parameters:")


def test_a_package_has_what_makes_the_parameters_of_each_model_and_passes_its_own_test(tmp_path: Path):
    robot = declared(lw.load("rrp"))
    models = ["inverse_dynamics", "gravity_vector", "inertia_matrix", "coriolis_matrix", "regressor"]
    files = lw.generate(robot, models, ["python"], "tuned")["python"]
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    code = "".join(files.values())
    for name in ("tuned_parameters", "tuned_from_base", "inertia_matrix_tuned_parameters", "base_parameters",
                 "inertia_matrix_tuned_from_base", "coriolis_matrix_tuned_from_base"):  # fmt: skip
        assert code.count(f"def RRP_{name}(") == 1
    assert "def RRP_gravity_vector_tuned_parameters(" not in code
    (test,) = (name for name in files if name.startswith("test_"))
    assert subprocess.run([sys.executable, test], cwd=tmp_path, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("model", ["inertia_matrix", "forward_dynamics", "inverse_dynamics_derivatives"])
def test_what_makes_the_parameters_gives_the_values_of_the_model(model):
    """From the standard parameters, and from the base parameters, through numbers."""
    robot = declared(lw.load("rx90"))
    random = np.random.default_rng(5)
    table = {s: random.uniform(0.3, 1.3) for s in robot.parameters}
    made, plain = lw.model(robot, model, "tuned"), function(robot, model)
    state = {port.name: random.normal(size=port.shape) for port in plain.variables}

    def given_by(group: lw.Function, known: dict[str, float]) -> dict[str, float]:
        values = np.asarray(group(parameters=[known[s] for s in needs(group).labels]))
        return known | dict(zip(group.outputs[0].labels, values, strict=True))

    def values(fn: lw.Function, known: dict[str, float]) -> np.ndarray:
        found: Any = lw.compile(fn)(**state, parameters=[known[s] for s in needs(fn).labels])
        return np.concatenate([np.ravel(x) for x in (found.values() if isinstance(found, dict) else (found,))])

    grouped = given_by(lw.grouping(robot), table)
    expected = values(plain, table)
    sources: dict[Literal["standard", "base"], dict[str, float]] = {"standard": table, "base": grouped}
    for source, known in sources.items():
        group = lw.grouping(robot, parameters="tuned", model=model, source=source)
        found = values(made, given_by(group, known))
        assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()


def test_what_is_told_of_frames_or_bodies_keeps_the_base_parameters():
    robot = declared(lw.load("rx90"))
    asked: list[tuple[str, dict[str, Any]]] = [
        ("operational_space_inertia", {}), ("per_body", {}), ("potential_energy", {}),
        ("inverse_dynamics", {"contacts": "end"}), ("inertia_matrix", {"formulation": "lagrange"}),
    ]  # fmt: skip
    for name, options in asked:
        tuned, base = (lw.model(robot, name, x, optimize=False, **options) for x in ("tuned", "base"))
        assert [p.labels for p in tuned.inputs] == [p.labels for p in base.inputs]
        assert tuned.provenance["parameters"] == "base"
    assert lw.model(robot, "inertia_matrix", "tuned", outputs="M[1,:]").provenance["parameters"] == "tuned"


# -- planted faults --------------------------------------------------------------------------------------------------


def test_a_wrong_mass_is_noticed(monkeypatch):
    robot = declared(lw.load("spatial(3)"))
    assert_same(robot, "bias_vector")
    tuned_models._tuned_for.cache_clear()
    monkeypatch.setattr(Tuning, "_without_first_moments", double_mass(Tuning._without_first_moments))
    assert own_set(robot, "bias_vector").choice.masses
    with pytest.raises(AssertionError):
        assert_same(robot, "bias_vector")
    tuned_models._tuned_for.cache_clear()


def test_a_frame_that_slides_without_its_body_is_noticed(monkeypatch):
    from linkwright.models.tree import link_steps

    robot = declared(lw.load("puma560"))
    tuned_models._tuned_for.cache_clear()
    monkeypatch.setattr(link_steps, "shift_inertia", lambda I, *rest: I)
    found = ModelSetSearch(find_base_parameters(robot), "inertia_matrix", optimize).best()
    assert found.choice.frames
    assert not is_same(found, "inertia_matrix")


def test_verify_notices_a_wrong_set(monkeypatch):
    robot = declared(lw.load("puma560"))
    law = prove_statement(other_sets_are_standard)
    assert law(ModelFixture(robot))[0] == "proven"
    assert other_sets_are_minimal(ModelFixture(robot))[0] == "passed"
    found = own_set(robot, "inertia_matrix")
    wrong = replace(found, relations=(found.relations[0]._replace(formula=found.relations[0].formula * 2),
                                      *found.relations[1:]))  # fmt: skip
    monkeypatch.setattr(identification, "tuned_for", lambda *_: wrong)
    assert law(ModelFixture(robot))[0] == "failed"
    monkeypatch.setattr(TunedParameters, "count", property(lambda self: len(self.kept) + 1))
    assert other_sets_are_minimal(ModelFixture(robot))[0] == "failed"
