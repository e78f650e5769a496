"""Tuned parameters: as many as base parameters, and the same efforts, with fewer operations."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import InputError
from linkwright.expr import Expr, Graph, Importer, Port, prove_equal
from linkwright.expr.ops import DIV
from linkwright.formats import csv, par, toml
from linkwright.models import function
from linkwright.models.derive.tuned_parameters import TunedSetSearch, tuned_parameters
from linkwright.models.equivalent_bodies.axis_split import split_along_axis
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import (
    BOTH,
    Choice,
    TunedParameters,
    Tuning,
    tuned_parameters_function,
)
from linkwright.models.tree.link_steps import movable_frames
from linkwright.robot import Body
from linkwright.robot.fields import INERTIA, WRENCH
from linkwright.verification.bench import ModelFixture
from linkwright.verification.identification import tuned_is_minimal, tuned_is_standard
from linkwright.verification.law import prove_statement
from tests.support.command_line import run
from tests.support.some import some
from tests.support.strategies import built_in_trees, chain, trees

COUNTS = {  # all lengths and masses declared as never zero; no friction and no rotors
    "rrp": 110, "rx90": 400, "puma560": 418, "spatial(6)": 643, "stanford": 381, "ur5": 400, "panda": 515, "wam7": 507,
}  # fmt: skip
UNDECLARED = {"rx90": 407, "puma560": 427, "stanford": 381, "spatial(6)": 683, "ur5": 400, "panda": 533, "wam7": 522}
JOINTS: tuple[dict[str, Any], ...] = (  # prismatic links between and behind links from which masses are taken
    {}, {"alpha": "pi/2", "d": "d2", "r": "r2"}, {"kind": "prismatic", "alpha": "a3", "d": "d3"},
    {"alpha": "-pi/2", "d": "d4", "r": "r4"}, {"kind": "prismatic", "d": "d5", "theta": "t5"},
    {"alpha": "a6", "d": "d6", "r": "r6", "gamma": "pi/2"},
)  # fmt: skip
SLIDING = chain("sliding", *JOINTS)
PUSHED = chain("pushed", *({**x, "body": Body(**{name: f"{name}{j}" for name in (*INERTIA, *WRENCH)})}
                           for j, x in enumerate(JOINTS, 1)))  # fmt: skip


def declared(robot: lw.Robot) -> lw.Robot:
    """With every division allowed."""
    return robot.changed(nonzero=robot.parameters)


def bare(name: str) -> lw.Robot:
    return lw.load(name).without("friction", "rotors")


def needs(fn: lw.Function) -> Port:
    """The parameters it asks for."""
    assert fn.parameters is not None
    return fn.parameters


def assert_same(tuned: TunedParameters) -> None:
    """Its efforts are those of the standard robot, whatever the numbers."""
    made, plain = (function(robot, "inverse_dynamics") for robot in (tuned.robot, tuned.standard))
    graph = Graph()
    back, own = tuned.in_standard(graph), Importer(graph)
    assert prove_equal([back(x) for x in made.output("tau")], [own(x) for x in plain.output("tau")]), tuned.choice


def single_choices(robot: lw.Robot) -> Iterator[Choice]:
    n = range(1, len(robot) + 1)
    yield from (Choice(frames=frozenset([j])) for j in movable_frames(robot, everywhere=True))
    yield from (Choice(flat=frozenset([j])) for j in n if robot.joint(j).kind == "revolute")
    yield from (Choice(masses=((j, what),)) for j in n for what in (BOTH, "MX", "MY") if robot.joint(j).parent)
    yield from (Choice(rods=frozenset([j])) for j in n if robot.joint(j).parent)
    own = Tuning(find_base_parameters(robot), Choice())
    yield from (Choice(centres=(x,)) for x in own.can_be_centred())
    yield from (Choice(unit=x) for x in own.units())


# -- the same efforts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", [SLIDING, *map(lw.load, ("rrp", "puma560", "stanford", "two_arm", "spatial(4)"))],
                         ids=lambda robot: robot.name)  # fmt: skip
def test_every_single_choice_has_the_efforts_of_the_standard_parameters(robot):
    robot = declared(robot)
    for choice in single_choices(robot):
        assert_same(Tuning(find_base_parameters(robot), choice).tuned())


def test_wrenches_act_where_they_did_when_origins_have_moved():
    robot = declared(PUSHED)
    search = TunedSetSearch(find_base_parameters(robot))
    found = [tuned for choice in single_choices(robot) if (tuned := search.tuned(choice))]
    assert {axis for tuned in found for _, axis in tuned.choice.centres} == {"x", "z"}
    for tuned in found:
        assert_same(tuned)


@pytest.mark.parametrize("name", some(built_in_trees(), "rrp", "scara4", "stanford", "puma560", "two_arm", "panda"))
def test_tuned_parameters_have_the_efforts_of_the_standard_ones_and_are_as_many_as_base_parameters(name):
    for robot in (lw.load(name), declared(lw.load(name))):
        tuned = tuned_parameters(robot)
        assert tuned.count == find_base_parameters(robot).count
        assert_same(tuned)


@given(trees(max_joints=5, wrenches=True, base_motion=True))
@settings(max_examples=25)
def test_tuned_parameters_of_a_random_tree(robot):
    tuned = tuned_parameters(declared(robot))
    assert tuned.count == find_base_parameters(robot).count
    assert_same(tuned)


@given(st.data(), trees(max_joints=4, base_motion=True))
@settings(max_examples=25)
def test_every_choice_for_a_random_tree(data, robot):
    robot = declared(robot)
    singles = list(single_choices(robot))
    assume(singles)
    drawn = data.draw(st.lists(st.sampled_from(singles), max_size=6))
    choice = Choice(
        frames=frozenset().union(*(c.frames for c in drawn)), flat=frozenset().union(*(c.flat for c in drawn)),
        masses=tuple(dict(m for c in drawn for m in c.masses).items()),
        rods=frozenset().union(*(c.rods for c in drawn)), unit=max((c.unit for c in drawn), default=""),
    )  # fmt: skip
    assert_same(Tuning(find_base_parameters(robot), choice).tuned())


def test_a_prismatic_link_has_no_more_parameters_after_masses_have_moved():
    robot = declared(SLIDING)
    start = TunedSetSearch(find_base_parameters(robot)).choose_by_rules()
    assert start.masses
    tuned = tuned_parameters(robot)
    assert tuned.count == find_base_parameters(robot).count
    assert_same(tuned)


@pytest.mark.parametrize("robot", [
    chain("one", {"alpha": "pi/2"}), chain("one", {"kind": "prismatic"}),
    chain("massless", {}, {"alpha": "pi/2", "d": "d2", "r": "r2", "body": Body()}, {"alpha": "pi/3", "d": "d3"}),
    chain("light", {}, {"alpha": "pi/2", "d": "d2"}, {"alpha": "pi/2", "d": "d3", "r": "r3", "body": Body()}),
], ids=lambda robot: f"{robot.name}{len(robot)}{robot.joint(1).kind}")  # fmt: skip
def test_small_and_massless_robots(robot):
    tuned = tuned_parameters(declared(robot))
    assert tuned.count == find_base_parameters(robot).count
    assert_same(tuned)


@pytest.mark.parametrize("robot", [
    chain("counted", {"kind": "prismatic", "theta": "t1", "r": "L1"}, {"kind": "prismatic", "d": "1/4", "r": "L2"},
          base=lw.Base(angular_velocity=(0, "w0y", 0), angular_acceleration=("wd0x", "wd0y", "wd0z"))),
    chain("rate", {"alpha": "a1"}, {"kind": "prismatic", "alpha": "pi/3", "d": "qd1", "r": "L2"}),
    chain("wrench", {}, {"alpha": "pi/3", "d": "d2", "r": "r2"},
          {"alpha": "pi/2", "r": "L3", "body": replace(Body.symbolic(3), FX="FX3", FY="FY3")}),
], ids=lambda robot: robot.name)  # fmt: skip
def test_lengths_that_leave_the_tables(robot):
    """Counted from where another centre of mass is; with the name of a rate; left in a wrench alone."""
    tuned = tuned_parameters(declared(robot))
    assert tuned.count == find_base_parameters(robot).count
    assert_same(tuned)


# -- divisions -------------------------------------------------------------------------------------------------------


def divisors(tuned: TunedParameters) -> set[str]:
    """The symbols that its formulas divide by."""
    found: set[str] = set()
    for relation in tuned.relations:
        graph, todo = relation.formula.graph, [relation.formula.id]
        while todo:
            i = todo.pop()
            todo += graph.args[i]
            if graph.op[i] == DIV:
                found |= Expr(graph, graph.args[i][1]).symbols
    return found


def test_only_what_is_declared_is_divided_by():
    assert divisors(tuned_parameters(lw.load("puma560"))) == set()
    assert divisors(tuned_parameters(lw.load("puma560").with_nonzero("d4"))) <= {"d4"}
    assert divisors(tuned_parameters(lw.load("rx90").with_nonzero("RL4"))) == {"RL4"}
    robot = lw.load("puma560")
    lengths = ("d3", "d4", "rl3", "rl4")
    made = lw.grouping(robot, parameters="tuned")
    zeros = {s: 0.0 if s in lengths else 1.0 for s in needs(made).labels}
    assert np.isfinite(made(parameters=[zeros[s] for s in needs(made).labels])).all()


def with_lengths(sizes: dict[str, float]) -> lw.Robot:
    """The PUMA with numbers for its lengths, and symbols for its inertias."""
    return bare("puma560").with_numbers(sizes)


@pytest.mark.parametrize("wrong", [{"d3": 4e-10}, {"a3": math.pi / 2}, {"a3": math.pi}])
def test_what_is_declared_is_not_divided_by_if_its_own_number_is_tiny(wrong):
    numbers = {"a2": 0.4, "a3": 0.7, "d2": 0.5, "d3": 0.4, "r2": 0.4, "r3": 0.3}
    arm = chain("told", {}, {"alpha": "a2", "d": "d2", "r": "r2"}, {"alpha": "a3", "d": "d3", "r": "r3"})
    (name,) = wrong
    assert name in divisors(tuned_parameters(declared(arm.changed(numbers=numbers))))
    assert name not in divisors(tuned_parameters(declared(arm.changed(numbers=numbers | wrong))))


@pytest.mark.parametrize(("mass", "divides"), [(2.0, True), (1e-6, False), (None, True)])
def test_a_mass_is_not_divided_by_if_its_own_number_is_tiny(mass, divides):
    robot = bare("rrp").with_nonzero("M3")
    numbers = {"M1": 3.0, "M2": 2.0} | ({"M3": mass} if mass else {})
    assert ("M3" in divisors(tuned_parameters(robot.changed(numbers=numbers)))) is divides


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e3])
def test_lengths_of_every_scale_are_told_from_tiny_ones(size):
    usual, tiny = (with_lengths({"d3": 0.43 * size, "rl3": 0.15 * size, "d4": d4 * size, "rl4": 0.43 * size})
                   for d4 in (0.2, 1e-4))  # fmt: skip
    counts = [lw.model(robot, "inverse_dynamics", "tuned").cost.total for robot in (usual, tiny)]
    assert counts[0] < counts[1] <= lw.model(tiny, "inverse_dynamics", "base").cost.total


def efforts(fn: lw.Function, inputs: dict[str, float], state: Any) -> np.ndarray:
    given = dict(zip(("q", "qd", "qdd"), state, strict=True))
    return np.asarray(lw.compile(fn)(**given, parameters=[inputs[s] for s in needs(fn).labels]))


@pytest.mark.parametrize(("name", "size"), some(
    product(("rx90", "puma560", "stanford", "spatial(6)"), (1e-6, 1.0, 1e3)), ("rx90", 1e-6), ("puma560", 1.0),
    ("stanford", 1e3), ("spatial(6)", 1e-6),
))  # fmt: skip
def test_rounding_is_below_a_tenth_of_a_trillionth_of_the_largest_torque(name, size):
    robot = declared(bare(name))
    random = np.random.default_rng(3)
    table = {s: random.uniform(0.3, 1.3) for s in robot.parameters}
    lengths = {s for x in robot.joints for f in ("d", "r", "b") for s in getattr(x, f).symbols}
    powers = {name: 2 if len(name) == 2 and "M" not in name else len(name) - 1 for name in INERTIA}
    for j in range(1, len(robot) + 1):  # bodies of this size
        table |= {f"{name}{j}": table[f"{name}{j}"] * size**k for name, k in powers.items() if f"{name}{j}" in table}
    table |= {s: table[s] * size for s in lengths}
    table |= {s: table[s] * size for s in table if s.startswith("G")}
    made = lw.model(robot, "inverse_dynamics", "tuned")
    group = lw.grouping(robot, parameters="tuned")
    values = np.asarray(group(parameters=[table[s] for s in needs(group).labels]))
    inputs = table | dict(zip(group.outputs[0].labels, values, strict=True))
    book = function(robot, "inverse_dynamics", {"formulation": "newton_euler_plain"})
    slides = np.array([size if x.kind == "prismatic" else 1.0 for x in robot.joints])
    for state in random.normal(size=(5, 3, len(robot.coordinates))):
        tau, expected = efforts(made, inputs, state * slides), efforts(book, table, state * slides)
        turning = slides == 1.0
        for kind in (turning, ~turning):
            if kind.any():
                assert np.abs(tau - expected)[kind].max() < 1e-13 * np.abs(expected)[kind].max()


# -- who keeps the base parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sr400", "four_bar", "floating_arm", "elastic_arm", "panda"])
def test_robots_that_are_not_tuned_keep_their_base_parameters(name):
    robot = lw.load(name) if name != "panda" else lw.load(name).with_numbers()
    tuned, base = (lw.model(robot, "inverse_dynamics", x, optimize=False) for x in ("tuned", "base"))
    assert tuned.cost == base.cost
    assert [p.labels for p in tuned.inputs] == [p.labels for p in base.inputs]


def test_options_that_tell_of_frames_keep_the_base_parameters():
    robot = declared(lw.load("rx90"))
    tuned, base = (lw.model(robot, "inverse_dynamics", x, contacts="end") for x in ("tuned", "base"))
    assert [p.labels for p in tuned.inputs] == [p.labels for p in base.inputs]
    assert tuned.provenance["parameters"] == "base"
    assert lw.model(robot, "inverse_dynamics", "tuned", outputs="tau2").provenance["parameters"] == "tuned"


def test_models_that_know_no_grouped_parameters_say_so():
    with pytest.raises(InputError, match="not a function of the tuned parameters"):
        lw.model(lw.load("rx90"), "centre_of_mass", "tuned")


# -- declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [toml, par, csv], ids=lambda form: form.__name__.split(".")[-1])
def test_declarations_are_kept_by_every_format_that_is_written(form, tmp_path: Path):
    robot = lw.load("rx90").with_nonzero("d3", "RL4")
    file = tmp_path / f"arm.{form.__name__.split('.')[-1]}"
    file.write_text(form.write(robot), "utf-8")
    assert lw.load(file).nonzero == ("d3", "RL4")


def test_a_wrong_declaration_of_a_table_is_told_with_its_line(tmp_path: Path):
    file = tmp_path / "arm.csv"
    file.write_text("# convention: modified\n# nonzero: d3\nalpha, d, r, theta\n0, L, 0, q1\n", "utf-8")
    with pytest.raises(InputError, match=r"arm.csv:2: unknown parameter .*'d3'"):
        lw.load(file)


@pytest.mark.parametrize(("nonzero", "message"), [
    ('["d9"]', r"2: unknown parameter .*'d9'"), ("3", "a list of texts"), ('["L"]', "L is declared as never zero, and"),
])  # fmt: skip
def test_wrong_declarations_are_told_with_their_line(nonzero, message, tmp_path):
    text = f'name = "a"\nnonzero = {nonzero}\n[[joint]]\nd = "L"\nbody = "symbolic"\n[numbers]\nL = 0.0\n'
    file = tmp_path / "a.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        lw.load(file)


def test_declarations_on_the_command_line():
    words = (
        "cost",
        "rx90",
        "inverse_dynamics",
        "--parameters",
        "tuned",
        "--without",
        "friction",
        "--without",
        "rotors",
    )
    found = run(*words, "--nonzero", "d3,RL4")
    assert " 400 " in found.stdout
    wrong = run(*words, "--nonzero", "d3,RL5")
    assert wrong.returncode == 2
    assert "did you mean RL4?" in wrong.stderr


# -- what comes with it ----------------------------------------------------------------------------------------------


def test_tuned_from_standard_is_tuned_from_base_of_base_from_standard():
    robot = declared(lw.load("puma560"))
    tuned = tuned_parameters(robot)
    whole, part = (tuned_parameters_function(tuned, source) for source in ("standard", "base"))
    base = lw.grouping(robot, optimize=False)
    random = np.random.default_rng(1)
    table = {s: random.uniform(0.3, 1.3) for s in robot.parameters}
    found = np.asarray(base(parameters=[table[s] for s in needs(base).labels]))
    grouped = table | dict(zip(base.outputs[0].labels, found, strict=True))
    one = whole(parameters=[table[s] for s in needs(whole).labels])
    two = part(parameters=[grouped[s] for s in needs(part).labels])
    assert np.asarray(one) == pytest.approx(np.asarray(two), rel=1e-12)


@pytest.mark.parametrize("robot", [bare("rx90"), SLIDING], ids=lambda robot: robot.name)
def test_units_of_tuned_parameters_are_those_of_their_formulas(robot):
    """In decimetres lengths are ten times as much, and so whatever has the unit m^p is 10^p times as much."""
    robot, powers = declared(robot), {"kg": 0, "rad": 0, "m": 1, "kg m": 1, "kg m^2": 2}
    for choice in single_choices(robot):
        fn = tuned_parameters_function(Tuning(find_base_parameters(robot), choice).tuned())
        metres = np.random.default_rng(1).uniform(0.3, 1.3, len(needs(fn).labels))
        inner, outer = (np.array([10.0 ** powers[unit] for unit in port.units]) for port in (needs(fn), fn.outputs[0]))
        one, other = (np.asarray(fn(parameters=x)) for x in (metres, inner * metres))
        assert other == pytest.approx(outer * one, rel=1e-9), choice


def test_a_package_has_what_makes_its_parameters_and_passes_its_own_test(tmp_path: Path):
    robot = lw.load("puma560").with_nonzero("d4", "rl4")
    files = lw.generate(robot, ["inverse_dynamics", "gravity_vector"], ["python"], "tuned")["python"]
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    code = "".join(files.values())
    for name in ("PUMA560_tuned_parameters", "PUMA560_tuned_from_base", "PUMA560_base_parameters"):
        assert f"def {name}(" in code
    (test,) = (name for name in files if name.startswith("test_"))
    assert subprocess.run([sys.executable, test], cwd=tmp_path, timeout=60, check=False).returncode == 0


def test_defaults_are_those_of_the_robot_s_numbers():
    robot = lw.load("puma560").with_nonzero("d4", "rl4")
    made, plain = (lw.model(robot, "inverse_dynamics", x) for x in ("tuned", "standard"))
    assert None not in needs(made).defaults
    state = np.random.default_rng(1).normal(size=(3, 6))
    tau, expected = (np.asarray(lw.compile(f)(*state, parameters=needs(f).defaults)) for f in (made, plain))
    assert tau == pytest.approx(expected, rel=1e-11)


# -- verify ----------------------------------------------------------------------------------------------------------


def double_mass(right):
    def wrong(self, j, *rest):
        I = right(self, j, *rest)
        self.inertias[j] = replace(self.inertias[j], M=self.inertias[j].M * 2)
        return I

    return wrong


def test_verify_notices_a_wrong_mass(monkeypatch):
    robot = lw.load("rx90").with_nonzero("RL4")
    law = prove_statement(tuned_is_standard)
    tuned_parameters.cache_clear()
    assert law(ModelFixture(robot))[0] == "proven"
    tuned_parameters.cache_clear()
    monkeypatch.setattr(Tuning, "_without_first_moments", double_mass(Tuning._without_first_moments))
    assert law(ModelFixture(robot))[0] == "failed"
    tuned_parameters.cache_clear()


def test_verify_notices_a_parameter_too_many(monkeypatch):
    """A set with more is refused by the search; if that is broken, too, the law counts them."""
    robot = declared(SLIDING)
    assert tuned_is_minimal(ModelFixture(robot))[0] == "passed"
    monkeypatch.setattr(TunedParameters, "count", property(lambda self: len(self.kept) + 1))
    assert tuned_is_minimal(ModelFixture(robot))[0] == "failed"


# -- how a body is told from its entries -----------------------------------------------------------------------------


def test_masses_and_rods_are_told_from_the_entries_of_a_body():
    r, A, B, k, m, M = "r2", "A", "B", "k", "m", "M"
    robot = chain("wires", {}, {"alpha": "pi/3", "d": "d2", "r": r, "body": Body(
        XX=f"{A} + {k} + {r}*{r}*{m}", YY=f"{B} + {k} + {r}*{r}*{m}", ZZ=f"{A} + {B}", MZ=f"-{r}*{m}", M=f"{M} + {m}",
    )})  # fmt: skip
    wire = split_along_axis(robot.joint(2), robot.joint(2).body.inertia)
    assert (wire.foot_mass.name, wire.axial_second_moment.name) == (m, k)
    assert (wire.remainder.XX.name, wire.remainder.YY.name, wire.remainder.M.name) == (A, B, M)
    assert wire.is_planar
    plain = split_along_axis(lw.load("rx90").joint(4), lw.load("rx90").joint(4).body.inertia)
    assert plain.is_bare
    assert not plain.is_planar


# -- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_of_a_robot_with_declared_lengths_does_not_rise(name):
    assert lw.model(declared(bare(name)), "inverse_dynamics", "tuned").cost.total <= COUNTS[name]


@pytest.mark.parametrize("name", UNDECLARED)
def test_the_count_of_a_robot_whose_lengths_may_be_zero_does_not_rise(name):
    assert lw.model(bare(name), "inverse_dynamics", "tuned").cost.total <= UNDECLARED[name]


@pytest.mark.parametrize("name", built_in_trees())
def test_tuned_parameters_never_cost_more_than_base_parameters(name):
    counts = [lw.model(bare(name), "inverse_dynamics", x).cost.total for x in ("tuned", "base")]
    assert counts[0] <= counts[1]
