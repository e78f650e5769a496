"""Specification of a valid graph, checked by the tests between passes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph, Symbol, exact_number
from linkwright.expr.kernel import Kernel

_VALUES: dict[int, tuple[type, ...]] = {
    o.CONST: (int, float, Fraction), o.SYMBOL: (Symbol,), o.CALL: (Kernel,), o.ITEM: (int,),
}  # fmt: skip


def graph_violations(graph: Graph) -> Iterable[str]:
    """Yield every violation of the specification in the columns of a graph."""
    if not len(graph.op) == len(graph.args) == len(graph.value) == len(graph.varies):
        yield "the columns have different lengths"
        return
    for i, (code, args, value) in enumerate(zip(graph.op, graph.args, graph.value, strict=True)):
        row = o.OPS[code]
        if not all(0 <= a < i for a in args):
            yield f"node {i} ({row.name}) needs {args}, which do not all come before it"
            continue
        arity = value.arguments if code == o.CALL and isinstance(value, Kernel) else row.arity
        if len(args) != arity:
            yield f"node {i} ({row.name}) has {len(args)} arguments, not {arity}"
        if not isinstance(value, _VALUES.get(code, (type(None),))):
            yield f"node {i} ({row.name}) has the value {value!r}"
        elif code == o.CONST and type(exact_number(value)) is not type(value):
            yield f"node {i} is the number {value!r} in a type that is not its simplest"
        elif code == o.ITEM and not (graph.op[args[0]] == o.CALL and value in range(graph.value[args[0]].results)):
            yield f"node {i} takes result {value} of node {args[0]}, which does not exist"
        elif any(graph.op[a] == o.CALL for a in args) and code != o.ITEM:
            yield f"node {i} ({row.name}) has a call as its argument instead of a result of the call"
        varies = value.role == "variable" if code == o.SYMBOL else any(graph.varies[a] for a in args)
        if graph.varies[i] != varies:
            yield f"node {i} ({row.name}) {'does not vary' if varies else 'varies'}"


def check(function: Function) -> None:
    """Raise AssertionError if the graph is invalid or a port holds a node of the wrong kind."""
    graph = function.graph
    found = list(graph_violations(graph))
    for port in function.inputs:
        wrong = [i for i in port.elements if graph.op[i] != o.SYMBOL or graph.value[i].role != port.role]
        found += [f"input {port.name} holds node {i}, no {port.role}" for i in wrong]
    for port in function.outputs:
        found += [f"output {port.name} holds a call, node {i}" for i in port.elements if graph.op[i] == o.CALL]
    assert not found, f"{function.name}: " + "; ".join(found[:5])


__all__ = ["check", "graph_violations"]
