"""The specification of a graph sees what is broken."""

import pytest

import linkwright as lw
from linkwright.expr import Function, Graph, Port, make_symbol, spec
from linkwright.expr import ops as o
from linkwright.expr.kernels.solve import solve_with_status


def good() -> Function:
    g = Graph()
    a, b = make_symbol(g, "a", "variable"), make_symbol(g, "b", "variable")
    x, status = solve_with_status([[a + 2]], [b])
    given = Port("p", (2,), (a.id, b.id))
    return Function("f", g, (given,), (Port("y", (2,), ((x * a).id, status.id)),))


def broken(change):
    fn = good()
    change(fn.graph)
    return fn


def test_a_sound_graph_passes_and_so_does_every_model():
    spec.check(good())
    spec.check(lw.model(lw.load("rx90"), "inverse_dynamics", parameters="base"))


def swap_role(g):
    g.varies[-1] = False


def forward_reference(g):
    g.args[g.op.index(o.ADD)] = (len(g) - 1, 0)


def lost_argument(g):
    i = g.op.index(o.CALL)
    g.args[i] = g.args[i][:-1]


def no_such_result(g):
    i = g.op.index(o.ITEM)
    g.value[i] = 7


def use_of_a_call(g):
    i = g.op.index(o.MUL)
    g.args[i] = (g.op.index(o.CALL), g.args[i][1])


def wrong_value(g):
    g.value[g.op.index(o.CONST)] = "2"


def number_type(g):
    g.value[g.op.index(o.CONST)] = 2.0


@pytest.mark.parametrize(
    "change", [swap_role, forward_reference, lost_argument, no_such_result, use_of_a_call, wrong_value, number_type]
)
def test_a_broken_graph_is_seen(change):
    with pytest.raises(AssertionError):
        spec.check(broken(change))


def test_ports_hold_what_they_can():
    fn = good()
    call = fn.graph.op.index(o.CALL)
    with pytest.raises(AssertionError, match="holds a call"):
        spec.check(fn.with_outputs([Port("y", (1,), (call,))]))
    with pytest.raises(AssertionError, match="no variable"):
        spec.check(Function("f", fn.graph, (Port("p", (1,), (fn.outputs[0].elements[0],)),), ()))
