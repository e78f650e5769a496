"""The optimizer keeps the function, never raises its cost, and always gives the same nodes."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from fuzz import scales
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
import linkwright.optimize as optimizer
from linkwright.errors import UnknownName
from linkwright.expr import Expr, Function, Graph, Port, Quantity, prove_equal
from linkwright.expr.function import build
from linkwright.expr.kernels.solve import solve
from linkwright.expr.ops import CALL
from linkwright.expr.prime import Point
from linkwright.models import function
from linkwright.optimize import MERGE, PASSES, REGROUP, SCHEDULE, comparable_cost, optimize, regroup, trace_passes
from linkwright.optimize.merge import needed_points
from linkwright.optimize.schedule import max_live
from tests.support.paths import ROOT
from tests.support.strategies import trees

VARIABLES, PARAMETERS = ("x", "y", "z"), ("a", "b", "c")


def symbols(graph: Graph) -> tuple[list[Expr], list[Expr]]:
    return (
        [Expr(graph, graph.symbol(n, "variable")) for n in VARIABLES],
        [Expr(graph, graph.symbol(n, "parameter")) for n in PARAMETERS],
    )


def of(graph: Graph, outputs: list[Expr], names: dict[int, Quantity] | None = None) -> Function:
    """A function of x, y, z and the parameters a, b, c."""
    variables, parameters = symbols(graph)
    inputs = [
        Port("v", (3,), tuple(e.id for e in variables), "variables", VARIABLES, ("m", "s", "kg")),
        Port(
            "p", (3,), tuple(e.id for e in parameters), "constants", PARAMETERS, ("", "", "N"), "parameter", (1, 2, 3)
        ),
    ]
    output = Port("out", (len(outputs),), tuple(e.id for e in outputs), "results")
    return replace(build("f", inputs, [output], graph, "a function"), names=names or {})


@st.composite
def functions(draw: st.DrawFn) -> Function:
    """Programs of random operations on what came before, with several outputs."""
    graph = Graph()
    variables, parameters = symbols(graph)
    known = [*variables, *parameters, Expr(graph, graph.const(draw(st.integers(-3, 3))))]
    for _ in range(draw(st.integers(1, 30))):
        a, b = (known[draw(st.integers(0, len(known) - 1))] for _ in range(2))
        op = draw(st.sampled_from("+++---*****/sc"))
        if op == "+":
            known.append(a + b)
        elif op == "-":
            known.append(a - b)
        elif op == "*":
            known.append(a * b)
        elif op == "/":
            known.append(a / (b * b + 7))
        else:
            angle = variables[0] + variables[1] * draw(st.integers(-2, 2))
            known.append(angle.sin() if op == "s" else angle.cos())
    return of(graph, known[-draw(st.integers(1, 4)) :])


def columns(fn: Function) -> list[object]:
    g = fn.graph
    ports = [(p.name, p.elements) for p in (*fn.inputs, *fn.outputs)]
    return [g.op, g.args, [str(v) for v in g.value], ports, sorted(fn.names.items())]


def assert_same(old: Function, new: Function) -> None:
    """Equal outputs, proven, at no higher cost."""
    for port in old.outputs:
        assert prove_equal(old.output(port.name), new.output(port.name))
    assert comparable_cost(new.cost) <= comparable_cost(old.cost)


@st.composite
def crowded(draw: st.DrawFn) -> Function:
    """Sums or products of few symbols: a pair that several of them have, other pairs, and often a symbol twice."""
    graph = Graph()
    few = symbols(graph)[0] + symbols(graph)[1][:1]
    is_sum = draw(st.booleans())

    def joined(a: Expr, b: Expr) -> Expr:
        return a * b if not is_sum else a + b if draw(st.booleans()) else a - b

    def some() -> Expr:
        return draw(st.sampled_from(few))

    shared = joined(some(), some())
    users = [joined(joined(shared, some()), joined(some(), some())) for _ in range(draw(st.integers(2, 3)))]
    return of(graph, [*users, *(joined(some(), some()) for _ in range(draw(st.integers(1, 5))))])


@st.composite
def retold(draw: st.DrawFn) -> Function:
    """Programs in which the same comes about in several ways: products of sums multiplied out or not, what is added and
    taken away again, zeros of two that are equal."""
    graph = Graph()
    known = [*symbols(graph)[0], *symbols(graph)[1][:2]]

    def some() -> Expr:
        return known[draw(st.integers(0, len(known) - 1))]

    for _ in range(draw(st.integers(1, 6))):
        a, b, c = some(), some(), some()
        ways = draw(st.permutations([a * b + a * c, a * (b + c), (b + c) * (a + b) - b * (b + c)]))
        known += ways[: draw(st.integers(1, 3))]
        known += [known[-1] - ways[0], some() + some()]
        known.append(known[-1] * some() + (ways[0] - ways[-1]))
    return of(graph, draw(st.lists(st.sampled_from(known), min_size=1, max_size=6)))


@settings(max_examples=500)
@given(retold())
def test_merging_keeps_what_comes_about_in_several_ways(fn):
    assert_same(fn, MERGE(fn))


def test_of_equal_values_the_one_stays_that_leaves_fewer_operations():
    graph = Graph()
    (x, y, z), (a, _, _) = symbols(graph)
    fn = of(graph, [a * (x * y + x * z), x * (y + z), y + z])
    new = MERGE(fn)
    assert (fn.cost.total, new.cost.total) == (6, 3)  # y + z, times x, times a
    assert_same(fn, new)


def test_the_first_of_equal_values_stays_if_another_leaves_no_fewer_operations():
    graph = Graph()
    (x, y, z), _ = symbols(graph)
    fn = of(graph, [x * y, x * z, x * y + x * z, x * (y + z)])
    new = MERGE(fn)
    assert new.output("out")[3] == new.output("out")[0] + new.output("out")[1]
    assert_same(fn, new)


def test_a_value_is_not_computed_from_itself():
    graph = Graph()
    (x, y, z), (a, _, _) = symbols(graph)
    first = x * y + x * z
    fn = of(graph, [(first + a) - a + 0 * z, (first + a) * z - a * z, (first + a) * z])
    new = MERGE(fn)
    assert_same(fn, new)
    again = (first / z) * z
    assert_same(of(graph, [again, first / z]), MERGE(of(graph, [again, first / z])))


@settings(max_examples=600)
@given(crowded())
def test_regrouping_keeps_sums_and_products_that_have_much_in_common(fn):
    assert prove_equal(fn.output("out"), regroup.run(fn).output("out"))


@given(functions())
@pytest.mark.parametrize("one", PASSES, ids=lambda p: p.name)
def test_every_pass_keeps_the_function_and_does_not_raise_its_cost(one, fn):
    assert_same(fn, one(fn))


@given(functions())
@pytest.mark.parametrize("effort", ["fast", "normal", "high"])
def test_every_effort_keeps_the_function_and_does_not_raise_its_cost(effort, fn):
    assert_same(fn, optimize(fn, effort))


@given(functions())
def test_optimizing_twice_does_not_cost_more_than_once(fn):
    once = optimize(fn, "high")
    assert comparable_cost(optimize(once, "high").cost) <= comparable_cost(once.cost)
    assert comparable_cost(MERGE(MERGE(fn)).cost) == comparable_cost(MERGE(fn).cost)


@given(trees(max_joints=4, wrenches=True))
def test_optimized_inverse_dynamics_of_random_trees_is_the_same_function(robot):
    fn = function(robot, "inverse_dynamics")
    new = optimize(fn)
    assert_same(fn, new)
    assert [p.labels for p in new.variables] == [p.labels for p in fn.variables]


@given(trees(max_joints=4))
def test_names_stay_on_the_values_that_they_named(robot):
    fn = function(robot, "inverse_dynamics")
    new = optimize(fn)
    before, after = Point(7, 2).values(fn.graph, fn.nodes), Point(7, 2).values(new.graph, new.nodes)
    values = {fn.names[i]: before[i] for i in fn.nodes if i in fn.names}
    assert all(after[i] == values[name] for i, name in new.names.items())


def test_most_quantities_keep_their_names():
    fn = function(lw.base_parameters(lw.load("rx90")).robot, "inverse_dynamics")
    named = [i for i in fn.nodes if i in fn.names]
    assert len(optimize(fn).names) >= 2 / 3 * len(named) > 30


# -- what each pass finds -----------------------------------------------------------------------------------------


def test_addition_theorem_and_binomial_are_found_by_value():
    graph = Graph()
    (x, y, z), (a, b, _) = symbols(graph)
    sine = x.sin() * y.cos() + x.cos() * y.sin()
    fn = of(graph, [sine - (x + y).sin(), (a + b) * (a + b) - a * a - b * b - 2 * a * b, z * sine / sine - z])
    assert [e.number for e in MERGE(fn).output("out")] == [0, 0, 0]


def test_values_of_opposite_sign_are_computed_once():
    graph = Graph()
    (x, y, _), (a, b, _) = symbols(graph)
    fn = of(graph, [a * (x - y) * b, (b * y - b * x) * a])
    assert MERGE(fn).cost.total == 3  # x - y and two products


def test_a_common_factor_is_taken_out():
    graph = Graph()
    (x, y, z), (a, b, _) = symbols(graph)
    fn = of(graph, [a * x + y + b * x + z * x])
    new = REGROUP(fn)
    assert (fn.cost.total, new.cost.total) == (6, 4)  # (a + b + z)*x + y
    assert_same(fn, new)


def test_terms_that_cancel_are_left_out():
    graph = Graph()
    (x, y, z), (a, b, _) = symbols(graph)
    product = a * x
    fn = of(graph, [product - (b * y + (product + z))])
    new = REGROUP(fn)
    assert (fn.cost.total, new.cost.total) == (5, 2)  # -(b*y + z)
    assert_same(fn, new)


def test_weighted_squares_of_sine_and_cosine_are_the_weight():
    graph = Graph()
    (x, _, _), (a, _, _) = symbols(graph)
    fn = of(graph, [a * x.sin() * x.sin() + a * x.cos() * x.cos()])
    assert optimize(fn).output("out")[0].name == "a"


def test_common_parts_of_sums_and_products_are_computed_once():
    graph = Graph()
    (x, y, z), (a, b, c) = symbols(graph)
    fn = of(graph, [x + a + y, x + b + y, c - x - y, x * z * y, y * (x * a)])
    new = optimize(fn)
    assert (fn.cost.total, new.cost.total) == (10, 7)
    assert_same(fn, new)


def test_a_product_goes_where_others_that_are_known_do_its_work():
    """y*z is in two products, and so are x*y and x*z, which are outputs."""
    graph = Graph()
    (x, y, z), (a, b, _) = symbols(graph)
    t = y * z
    fn = of(graph, [x * y, a * z, t * x, t * a])
    best = REGROUP(fn)
    assert (fn.cost.mul, best.cost.mul) == (5, 4)
    assert prove_equal(fn.output("out"), best.output("out"))
    s = y - z
    fn = of(graph, [x - y, z - a, s - x, a + s, b * x])
    best = REGROUP(fn)
    assert (fn.cost.add, best.cost.add) == (5, 4)
    assert prove_equal(fn.output("out"), best.output("out"))


def test_what_is_in_a_product_twice_does_not_go_elsewhere():
    """x*y would go where x*z and y*z are, but of its square only one can."""
    graph = Graph()
    (x, y, z), (a, _, _) = symbols(graph)
    t, s = x * y, x + y
    fn = of(graph, [t * t * z, x * z, a * s * s])
    best = REGROUP(fn)
    assert best.cost.mul <= fn.cost.mul
    assert prove_equal(fn.output("out"), best.output("out"))


def test_a_sum_that_has_a_term_twice_keeps_both():
    """x + z is known, and x + y + z + z has one z more."""
    graph = Graph()
    (x, y, z), (a, b, c) = symbols(graph)
    t = x + y
    fn = of(graph, [c * ((t + z) + (a * b + z)), (t - a) * c * c, x + z, x - a])
    best = REGROUP(fn)
    assert best.cost.add < fn.cost.add
    assert prove_equal(fn.output("out"), best.output("out"))


@pytest.mark.parametrize("number", [Fraction(1, 3), 0.3])
def test_a_pass_that_loses_a_term_is_noticed_and_the_function_stays_as_it_was(number, monkeypatch):
    graph = Graph()
    (x, y, z), _ = symbols(graph)
    fn = of(graph, [x * y + x * z, x * x + y * z * number])
    wrong = optimizer.Pass("wrong", "loses a term", lambda fn: fn.with_outputs([loses_a_term(fn)]))
    monkeypatch.setitem(optimizer._PASSES_BY_LEVEL, "fast", (wrong,))
    with pytest.warns(RuntimeWarning, match="left as it was derived"):
        made = optimize(fn, "fast")
    assert made.cost == fn.cost
    assert prove_equal(made.output("out"), fn.output("out"))


def loses_a_term(fn: Function) -> Port:
    (port,) = fn.outputs
    first, second = port.elements
    return replace(port, elements=(first, fn.graph.args[second][0]))


@pytest.mark.parametrize("number", [Fraction(1, 3), 0.3])
def test_a_pass_that_rounds_is_not_taken_for_wrong(number):
    graph = Graph()
    (x, y, z), _ = symbols(graph)
    fn = of(graph, [(x * number + y * 0.7) * (number + 2), (x * number + y * 0.7) * z])
    assert is_near(optimize(fn), fn)


def test_an_output_that_is_nothing_but_rounding_is_not_taken_for_wrong():
    graph = Graph()
    (x, y, _), _ = symbols(graph)
    fn = of(graph, [(x * 0.1 + y * 0.3) * 3 - (x * 0.3 + y * 0.9), x * y * 0])
    assert max(map(abs, optimize(fn)(v=[0.3, -1.2, 0.7]))) < 1e-15


def is_near(one: Function, other: Function) -> bool:
    return bool(np.allclose(one(v=[0.3, -1.2, 0.7]), other(v=[0.3, -1.2, 0.7]), rtol=1e-14))


def test_numbers_are_multiplied_and_not_computed_with():
    graph = Graph()
    (x, y, z), _ = symbols(graph)
    fn = of(graph, [3 * z * (5 * x - 7 * y), 2 * (x + 4 * y)])
    best = REGROUP(fn)
    assert (fn.cost.mul, best.cost.mul) == (6, 5), "x + 4*y has no number for x"
    assert prove_equal(fn.output("out"), best.output("out"))


def test_parameters_are_combined_in_the_setup():
    graph = Graph()
    (x, y, _), (a, b, c) = symbols(graph)
    new = optimize(of(graph, [a * (b * x), (y + a) + c]))
    assert (new.cost.mul, new.cost.setup_mul, new.cost.add, new.cost.setup_add) == (1, 1, 1, 1)


def test_scheduling_puts_products_beside_their_sum():
    graph = Graph()
    (x, y, _), _ = symbols(graph)
    products = [(x + k) * (y - k) for k in range(1, 21)]
    total = products[-1]
    for p in reversed(products[:-1]):
        total = total + p
    fn = of(graph, [total])
    new = SCHEDULE(fn)
    assert max_live(fn, fn.nodes) >= 20
    assert max_live(new, new.nodes) <= 4
    assert_same(fn, new)


def test_small_solves_are_left_in_one_piece():
    graph = Graph()
    (x, y, z), (a, b, c) = symbols(graph)
    first, second = solve([[a + x, b], [y, c + z]], [x, y])
    fn = of(graph, [first + second, second * (a + x)])
    assert_same(fn, optimize(fn))
    assert sum(g == CALL for g in optimize(fn).graph.op) == 1


def test_a_pole_everywhere_leaves_the_function_as_it_is():
    graph = Graph()
    (x, y, _), _ = symbols(graph)
    zero = (x + y) * (x + y) - x * x - 2 * x * y - y * y
    fn = of(graph, [x / zero + y])
    assert optimize(fn).cost.total <= fn.cost.total


# -- promises -------------------------------------------------------------------------------------------------------


def test_ports_keep_everything_but_unused_parameters():
    graph = Graph()
    (x, _, _), (a, _, c) = symbols(graph)
    new = optimize(of(graph, [x * a + x * c]))
    variables, parameters = new.inputs
    assert (variables.labels, variables.units, variables.doc) == (VARIABLES, ("m", "s", "kg"), "variables")
    assert (parameters.labels, parameters.units, parameters.defaults) == (("a", "c"), ("", "N"), (1, 3))
    assert (new.name, new.doc, new.outputs[0].doc) == ("f", "a function", "results")
    assert new(v=[2, 0, 0], p=[3, 4]) == pytest.approx([14])


def test_the_trace_never_rises():
    stages = trace_passes(function(lw.load("puma560"), "inverse_dynamics"), "high")
    assert {s.name for s in stages} == {"merge", "regroup", "schedule"}
    assert all(comparable_cost(s.after) <= comparable_cost(s.before) for s in stages)
    assert all(a.after == b.before for a, b in pairwise(stages))


def test_an_unknown_effort_is_an_error_with_the_known_ones():
    graph = Graph()
    with pytest.raises(UnknownName, match="fast"):
        optimize(of(graph, [Expr(graph, graph.const(1))]), "fastest")  # type: ignore[arg-type]


def test_false_equalities_are_less_likely_than_one_in_ten_to_the_fifteen():
    for nodes in (10, 10**3, 10**5):
        assert nodes**2 / 2 * (10**6 / 2.3e18) ** needed_points(nodes) < 1e-15


def fingerprint() -> str:
    """Of the optimized RX90, as it is in this process."""
    fn = lw.model(lw.load("rx90"), "inverse_dynamics", parameters="base")
    return hashlib.sha256(repr(columns(fn)).encode()).hexdigest()


@given(functions())
def test_the_same_function_gives_the_same_nodes(fn):
    assert columns(optimize(fn)) == columns(optimize(replace(fn)))


def test_the_nodes_do_not_depend_on_the_hash_seed():
    code = "from tests.optimize.test_optimize import fingerprint; print(fingerprint())"
    root = str(ROOT)
    found = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert found == {fingerprint() + "\n"}


def test_forward_dynamics_in_extreme_units_is_optimized_as_in_common_ones():
    """Length 1e-12, mass 1e12, time 1e-9: for inputs of about 1 rounding alone decides the accelerations."""
    plain, angles = scales.drawn(random.Random(189))
    in_meters = lw.model(scales.as_robot(plain, angles), "forward_dynamics")
    in_others = lw.model(scales.as_robot(scales.scaled(plain, 1e-12, 1e12, 1e-9), angles), "forward_dynamics")
    assert in_others.cost.total == in_meters.cost.total
