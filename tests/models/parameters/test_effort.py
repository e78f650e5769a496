"""High effort: the same efforts as ever, with never more operations, and the same code every time."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.compiler import Effort, Parameters, package, tuned_parameters
from linkwright.errors import InputError
from linkwright.expr import Graph, Importer, prove_equal
from linkwright.models import function
from linkwright.models.derive import climbing
from linkwright.models.dynamics.formulations.newton_euler import newton_euler
from linkwright.models.dynamics.rnea_optimized import planned
from linkwright.models.dynamics.rnea_plan import Plan, single_changes
from linkwright.models.framework.model import Model
from linkwright.models.framework.result import Quantities
from linkwright.models.parameters.base_parameters import base_parameters
from linkwright.models.parameters.equivalent_base_sets import TunedParameters
from linkwright.models.tree.link_steps import steps_of
from tests.models.dynamics.test_plans import NUMBERS, over_symbols
from tests.models.parameters.test_tuned import bare, declared
from tests.support.command_line import run
from tests.support.some import some
from tests.support.strategies import chain, trees

SETS: tuple[Parameters, ...] = ("standard", "base", "tuned")
COUNTS = {("rrp", "standard"): 129, ("rrp", "base"): 119, ("rrp", "tuned"): 109, ("scara4", "tuned"): 65}
SLIDING = chain("sliding", {}, {"alpha": "pi/2", "d": "d2", "r": "r2"}, {"kind": "prismatic", "alpha": "a3", "d": "d3"})
ROBOTS = {"rrp": declared(bare("rrp")), "sliding": declared(SLIDING), "one": chain("one", {"alpha": "pi/2"})}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few trials are enough for the laws; what is kept was found with others."""
    monkeypatch.setattr(climbing, "BUDGET", 3_000)
    climbing._climbed.cache_clear()


def high(robot: lw.Robot, parameters: Parameters = "standard", **options: Any) -> lw.Function:
    return lw.model(robot, "inverse_dynamics", parameters, effort="high", **options)


def in_standard(robot: lw.Robot, parameters: Parameters, graph: Graph) -> Importer:
    """What the parameters of a model stand for."""
    if parameters == "tuned":
        return tuned_parameters(robot, "high").in_standard(graph)
    plain = Importer(graph)
    grouped = base_parameters(robot).relations if parameters == "base" else ()
    return Importer(graph, {r.name: plain(r.formula) for r in grouped})


def assert_same(robot: lw.Robot, parameters: Parameters) -> None:
    """Its efforts are those of the standard robot by the book, whatever the numbers."""
    made = high(robot, parameters)
    plain = function(robot, "inverse_dynamics", {"formulation": "newton_euler_plain"})
    graph = Graph()
    back, own = in_standard(robot, parameters, graph), Importer(graph)
    assert prove_equal([back(x) for x in made.output("tau")], [own(x) for x in plain.output("tau")])


# -- the same efforts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", SETS)
@pytest.mark.parametrize("name", ROBOTS)
def test_the_efforts_are_those_of_the_standard_parameters(name, parameters):
    assert_same(ROBOTS[name], parameters)


@given(trees(max_joints=4, wrenches=True, base_motion=True))
@settings(max_examples=10)
def test_the_efforts_of_a_random_tree(robot):
    for parameters in SETS:
        assert_same(declared(robot), parameters)


def test_every_single_change_of_a_plan_gives_the_efforts_of_the_book():
    for robot in (SLIDING, NUMBERS, lw.load("two_arm")):
        view, state = over_symbols(robot)
        zero = state.q[0]
        expected = [zero + x for x in newton_euler(view, state)]
        for change in single_changes(view, steps_of(view, state.q)):
            found = planned(view, state, Quantities(), change(Plan()))
            assert prove_equal([zero + x for x in found], expected), change(Plan())


@pytest.mark.parametrize(("name", "size"), some(
    product(("ur5", "panda", "iiwa14"), (1e-6, 1.0, 1e3)), ("ur5", 1e-6), ("panda", 1.0), ("iiwa14", 1e3)
))  # fmt: skip
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_with_numbers_the_efforts_are_those_of_the_book(name, size):
    from tests.models.dynamics.test_plans import scaled

    robot = scaled(lw.load(name).with_numbers(), size)
    ours = lw.compile(high(robot))
    book = lw.compile(function(robot, "inverse_dynamics", {"formulation": "newton_euler_plain"}))
    for state in np.random.default_rng(1).normal(size=(20, 3, len(robot.coordinates))):
        tau, expected = (np.asarray(f(**dict(zip(("q", "qd", "qdd"), state, strict=True)))) for f in (ours, book))
        assert np.abs(tau - expected).max() < 1e-12 * np.abs(expected).max()


# -- fewer operations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", SETS)
@pytest.mark.parametrize("name", ["rrp", "scara4", "puma560", "two_arm"])
def test_it_never_costs_more_than_the_usual_effort(name, parameters):
    robot = declared(lw.load(name))
    usual, found = lw.model(robot, "inverse_dynamics", parameters).cost.total, high(robot, parameters).cost.total
    assert found <= usual
    assert lw.model(robot, "inverse_dynamics", parameters, effort="high", outputs="tau1").cost.total <= lw.model(
        robot, "inverse_dynamics", parameters, outputs="tau1").cost.total  # fmt: skip


@pytest.mark.parametrize(("name", "parameters"), COUNTS)
def test_the_count_does_not_rise(name, parameters, monkeypatch):
    monkeypatch.setattr(climbing, "BUDGET", 10_000)
    assert high(declared(bare(name)), parameters).cost.total <= COUNTS[name, parameters]


@given(trees(max_joints=4))
@settings(max_examples=10)
def test_there_are_as_many_parameters_as_base_parameters(robot):
    assert tuned_parameters(declared(robot), "high").count == base_parameters(robot).count


def test_the_same_call_gives_the_same_code():
    def text() -> str:
        climbing._climbed.cache_clear()
        return "".join(lw.emit(high(declared(lw.load("rrp")), "tuned"), "c").values())

    assert text() == text()


def test_it_ends_when_the_budget_is_used():
    heard: list[lw.Step] = []
    with lw.listening(heard.append):
        high(lw.load("rx90"), "base")
    steps = [*dict.fromkeys(x for x in heard if x.what.startswith("high effort for RX90"))]
    assert climbing.BUDGET / 600 < len(steps) < climbing.BUDGET / 200
    assert [x.done for x in steps] == sorted(x.done for x in steps)
    assert steps[-1].done <= steps[-1].total == 100
    assert "operations by now" in steps[-1].what


# -- who is told -----------------------------------------------------------------------------------------------------


def test_what_was_done_is_told():
    robot = lw.load("rrp")
    assert high(robot, "tuned").provenance["effort"] == "high"
    assert "effort" not in lw.model(robot, "inverse_dynamics").provenance
    assert re.search(r"effort +high", "".join(lw.emit(high(robot), "c").values()))


@pytest.mark.parametrize(("name", "model", "options"), [
    ("rrp", "inertia_matrix", {}), ("four_bar", "inverse_dynamics", {}), ("floating_arm", "inverse_dynamics", {}),
    ("rrp", "inverse_dynamics", {"formulation": "lagrange"}),
])  # fmt: skip
def test_what_has_no_such_choices_is_as_ever(name, model, options):
    usual, found = (lw.model(lw.load(name), model, effort=x, **options) for x in _efforts())
    assert found.provenance == usual.provenance
    assert found.cost == usual.cost


def _efforts() -> tuple[Effort, Effort]:
    return "usual", "high"


def test_contacts_keep_their_frames():
    made, plain = (lw.model(lw.load("rrp"), "inverse_dynamics", effort=x, contacts="end") for x in _efforts())
    assert [p.labels for p in made.inputs] == [p.labels for p in plain.inputs]
    assert prove_equal([Importer(plain.graph)(x) for x in made.output("tau")], plain.output("tau"))


def test_a_package_has_what_makes_its_parameters_and_passes_its_own_test(tmp_path: Path):
    robot = declared(lw.load("rrp"))
    models = ["inverse_dynamics", "gravity_vector"]
    for parameters in SETS:
        files = lw.generate(robot, models, ["python"], parameters, effort="high")["python"]
        for name, text in files.items():
            (tmp_path / name).write_text(text, "utf-8")
        code = "".join(files.values())
        assert code.count("def RRP_base_parameters(") == (parameters != "standard")
        assert code.count("def RRP_tuned_parameters(") == (parameters == "tuned")
        (test,) = (name for name in files if name.startswith("test_"))
        assert subprocess.run([sys.executable, test], cwd=tmp_path, timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("parameters", ["standard", "base"])
@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_with_numbers_a_tuned_set_is_taken_and_the_test_of_a_package_does_not_go_by_it(parameters, monkeypatch):
    """A set that is wrong by a thousandth is noticed: what the test expects is derived without it."""
    robot = bare("puma560").with_numbers()
    made = package(robot, ["inverse_dynamics"], parameters)
    state = dict(zip(("q", "qd", "qdd"), np.random.default_rng(3).uniform(-2, 2, (3, 6)), strict=True))
    for wrong in (False, True):
        if wrong:
            monkeypatch.setattr(climbing, "of_tuned", _wrong(climbing.of_tuned))
            climbing._begun.cache_clear()
            made = package(robot, ["inverse_dynamics"], parameters)
            climbing._begun.cache_clear()
        expected, found = (lw.compile(fn)(**state) for fn in (made.references[0], made.functions[0]))
        assert np.allclose(found, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max()) is not wrong
    assert made.functions[0].cost.total < made.references[0].cost.total


def _wrong(of_tuned: Callable[..., Model]) -> Callable[..., Model]:
    def other(tuned: TunedParameters, plan: Plan, parameters: str) -> Model:
        first, *others = tuned.relations
        relations = (first._replace(formula=first.formula * 1.001), *others)
        return of_tuned(replace(tuned, relations=relations), plan, parameters)

    return other


def test_grouping_is_that_of_the_effort():
    robot = declared(bare("rrp"))
    group, made = lw.grouping(robot, parameters="tuned", effort="high"), high(robot, "tuned")
    assert made.parameters
    known = {*group.outputs[0].labels, *robot.parameters}
    assert known.issuperset(made.parameters.labels)


# -- wrong values ----------------------------------------------------------------------------------------------------


def test_an_unknown_effort_is_an_error_of_the_input():
    with pytest.raises(InputError, match=r"unknown effort 'hihg' \(did you mean high"):
        lw.model(lw.load("rrp"), "jacobian", effort="hihg")  # type: ignore[arg-type]


def test_the_command_line():
    words = ("cost", "rrp", "inverse_dynamics", "--parameters", "tuned", "--nonzero", "M3")
    usual, found = run(*words, "--json"), run(*words, "--json", "--effort", "high")
    assert '"effort": "high"' in found.stdout
    assert "effort" not in usual.stdout
    wrong = run(*words, "--effort", "most")
    assert wrong.returncode == 2
    assert "unknown effort 'most'" in wrong.stderr
