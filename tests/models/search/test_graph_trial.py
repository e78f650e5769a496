"""The choice among derivations: what it compares, and that it leaves nothing of what it did not choose."""

from fractions import Fraction
from itertools import count

import pytest

import linkwright as lw
from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Graph, Quantity, make_symbol, prove_equal
from linkwright.expr.ops import CONST, NEG, SYMBOL
from linkwright.models import function
from linkwright.models.framework.model import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import (
    IncrementalCost,
    Trial,
    cheapest_of,
    count_merged_operations,
    count_operations,
    hill_climb,
)
from linkwright.models.search.plan_cache import PlanCache
from linkwright.spatial import Vec3

# whose outputs are all of one choice: what is chosen comes back from a copy, or a choice is made and then derived
BROUGHT = (
    "centre_of_mass", "centre_of_mass_jacobian", "direct_geometry", "external_efforts", "hessian", "jacobian",
    "jacobian_dot", "jdot_qdot", "kinetic_energy", "manipulability", "potential_energy",
)  # fmt: skip
CHOSEN = (
    "bias_vector", "coriolis_matrix", "coriolis_vector", "forward_dynamics", "forward_dynamics_derivatives",
    "gravity_vector", "hybrid_dynamics", "inertia_matrix", "inertia_matrix_dot", "inverse_dynamics",
    "inverse_dynamics_derivatives",
)  # fmt: skip


def unneeded_operations(robot: lw.Robot, model: str, options: dict[str, str] | None = None) -> list[int]:
    """What a model adds to the robot's graph and no output needs; numbers, symbols and signs are no operations."""
    fn = function(robot, model, options)
    graph, needed = fn.graph, set(fn.nodes)
    added = range(len(robot.graph), len(graph))
    return [i for i in added if i not in needed and graph.op[i] not in (CONST, SYMBOL, NEG)]


@pytest.mark.parametrize("name", ["rx90", "two_arm", "rrp"])
@pytest.mark.parametrize("model", BROUGHT)
def test_derivations_that_lost_are_not_in_the_graph(model, name):
    assert unneeded_operations(lw.load(name), model) == []


def columns(fn: lw.Function) -> tuple[object, ...]:
    graph = fn.graph
    return graph.op, graph.args, graph.value, fn.outputs


@pytest.mark.parametrize("name", ["rx90", "two_arm", "floating_arm"])
@pytest.mark.parametrize("model", CHOSEN)
def test_a_model_is_the_same_whether_its_choices_are_looked_for_or_known(model, name):
    robot = lw.load(name).changed(name=f"{name} of {model}")
    looked_for, known = function(robot, model), function(robot, model)
    assert columns(looked_for) == columns(known)


@pytest.mark.parametrize("order", [("bias_vector", "forward_dynamics", "inertia_matrix"),
                                   ("inertia_matrix", "bias_vector", "forward_dynamics")])  # fmt: skip
def test_a_model_does_not_depend_on_which_model_has_made_the_choices(order):
    robot = lw.load("puma560").changed(name="-".join(order))
    found = {name: function(robot, name) for name in order}
    other = robot.changed(name="alone")
    assert columns(found["forward_dynamics"]) == columns(function(other, "forward_dynamics"))


def test_formulations_that_lost_are_not_in_the_graph():
    assert unneeded_operations(lw.load("rrp"), "inverse_dynamics", {"formulation": "best"}) == []


def variables(*names: str) -> list[Expr]:
    graph = Graph()
    return [make_symbol(graph, name, "variable") for name in names]


def test_the_cheapest_comes_back_as_it_was_derived():
    x, y, z = variables("x", "y", "z")
    before = len(x.graph)

    def candidates(subject: tuple[Vec3, Expr]) -> list[dict[str, Expr]]:
        v, k = subject
        return [{"sum": v.x * k + v.y * k}, {"sum": (v.x + v.y) * k}]

    found = cheapest_of(x.graph, (Vec3(x, y, 0), z), candidates)
    assert found == {"sum": (x + y) * z}
    assert len(x.graph) == before + 2
    assert prove_equal([found["sum"]], [x * z + y * z])


def test_names_come_back_with_what_they_name():
    x, y = variables("x", "y")

    def candidates(subject: tuple[Expr, Expr]) -> list[tuple[Expr, Quantities]]:
        a, b = subject
        noted = Quantities()
        noted.note("lost", 1, a - b)
        noted.note("w", 2, a * b)
        return [(a * b + 1, noted)]

    found, noted = cheapest_of(x.graph, (x, y), candidates)
    assert noted.names == {(x * y).id: Quantity("w", 2)}
    assert found == x * y + 1


def test_a_name_comes_back_with_the_negative_of_what_it_names():
    """Emitted code calls it w2_neg."""
    x, y = variables("x", "y")

    def candidates(subject: tuple[Expr, Expr]) -> list[tuple[Expr, Quantities]]:
        a, b = subject
        noted = Quantities()
        noted.note("w", 2, -(a * b))
        return [(a * b + 1, noted)]

    _, noted = cheapest_of(x.graph, (x, y), candidates)
    assert noted.names == {(-(x * y)).id: Quantity("w", 2)}


def test_an_expression_of_a_trial_does_not_enter_the_graph():
    (x,) = variables("x")
    copy = Trial(x.graph).to_trial(x)
    assert copy == copy
    with pytest.raises(ExpressionError, match="different graphs"):
        x + copy


def test_of_equals_the_first_is_chosen():
    x, y = variables("x", "y")
    assert cheapest_of(x.graph, (x, y), lambda s: [s[0] + 2 * s[1], s[0] * 2 + s[1]]) == x + 2 * y


def test_operations_are_those_of_the_count_then_those_of_a_call_then_sines():
    x, y = variables("x", "y")
    p = make_symbol(x.graph, "p")
    assert count_operations([x * y, x * y + 1]) == (2, 2, 0)  # shared: once
    assert count_operations([x.sin() * 2]) < count_operations([x * y + y])
    assert count_operations([(p * p) * x]) == (2, 1, 0)
    assert count_operations([(p * p) * x]) < count_operations(
        [x * y + y]
    )  # as many, but one of them once for the parameters
    assert count_operations([x + y]) < count_operations([x.sin() + y])
    assert count_operations([x * y + x + y]) < count_operations([x.exp()])


def test_a_tally_counts_what_operations_are():
    x, y, z = variables("x", "y", "z")
    (other,) = variables("x")
    sums = [x * y + z, (x * y).sin() * z]
    counted = IncrementalCost()
    for some in (
        sums[:1],
        sums,
        [x * y],
        [],
        sums[1:],
        [other + 1],
        sums,
        [*sums, y / z, make_symbol(x.graph, "p") * 3],
    ):
        assert counted(some) == count_operations(some)


def test_merged_operations_are_those_of_different_values():
    x, y, z = variables("x", "y", "z")
    again = [x * (y + z), y * x + z * x, -(x * y) - x * z]
    assert count_operations(again) > count_merged_operations(again) == (2, 2, 0)
    assert count_merged_operations([x.sin() * y]) == count_operations([x.sin() * y])
    assert count_merged_operations([]) == (0, 0, 0)


def test_a_search_ends_where_no_change_pays():
    (x,) = variables("x")
    tried: list[int] = []

    def derived(n: int) -> Expr:
        tried.append(n)
        result: Expr = x ** (2 ** abs(n - 3))  # |n - 3| products
        return result

    step = [lambda n: n + 1, lambda n: n - 1]
    assert hill_climb(0, step, derived, again=True) == 3
    assert hill_climb(0, step, derived, again=False) == 1
    assert hill_climb(8, step, derived, again=True) == 3
    assert set(tried) <= set(range(-1, 10))


def test_choices_of_different_motions_are_apart():
    """As many symbols, once as rates and once as accelerations; and once with a number among them."""
    numbers = count(1)
    choices = PlanCache(lambda robot, state: next(numbers))
    robot = lw.load("rrp")
    graph = robot.graph.copy()
    view, zero = robot.in_graph(graph), Expr(graph, graph.const(0))
    some = {c: make_symbol(graph, f"x{c.suffix}", "variable") for c in robot.coordinates}
    still = dict.fromkeys(robot.coordinates, zero)
    q = [zero, *(make_symbol(graph, f"q{k}", "variable") for k in range(len(robot)))]
    states = [State(q, some), State(q, {}, some), State(q, some, still), State(q, {**some, robot.coordinates[0]: zero})]
    found = [choices(view, state) for state in states]
    assert found == [1, 2, 3, 4]
    assert [choices(view, state) for state in states] == found
    assert choices(view.changed(gravity=(0, 0, 1)), q) == 5


def test_choices_of_exact_numbers_and_of_floats_are_apart():
    """They have the same digest, and sums of floats may be apart by rounding alone."""
    choices = PlanCache(lambda robot, q: [type(x.number) for x in robot.scalars() if x.number])
    half = lw.load("rrp").changed(gravity=(0.5, 0, 0)), lw.load("rrp").changed(gravity=(Fraction(1, 2), 0, 0))
    assert half[0].digest == half[1].digest
    found = [choices(robot, [Expr(robot.graph, robot.graph.const(0))] * (len(robot) + 1)) for robot in half]
    assert [float in found[0], Fraction in found[1]] == [True, True]
