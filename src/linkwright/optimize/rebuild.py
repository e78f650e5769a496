"""Shared tools of the passes: copying nodes into a fresh graph, and keeping the names of quantities by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.function import Function, Port, Quantity
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.prime import Point, angle_steps

Residues = list[list[int]]  # per point and node: its value in the prime field
POINTS_KEY = "points"  # key in the cache of a function


def make_node(out: Graph, source: Graph, i: int, args: tuple[int, ...]) -> int:
    """Make node i of the source in another graph, on these arguments, with the simplifications of the constructors."""
    code = source.op[i]
    if code == o.ADD:
        return out.add(*args)
    if code == o.MUL:
        return out.mul(*args)
    if code == o.SUB:
        return out.sub(*args)
    if code == o.NEG:
        return out.neg(*args)
    if code == o.SYMBOL:
        return out.symbol(source.value[i].name, source.value[i].role)
    if code in (o.CONST, o.CALL, o.ITEM):
        return out.node(code, args, source.value[i])
    return out.call(code, args)


def copy_nodes(fn: Function, order: Sequence[int], kernels: Mapping[int, Kernel] | None = None) -> Function:
    """Copy the function into a fresh graph, its nodes in this order (arguments first), without simplification.

    `kernels` replaces the kernels of calls, by node. The constructors are not used: in another order they might turn
    a - b into -(b - a), and a name would be lost.
    """
    g = fn.graph
    new = [-1] * len(g)
    for k, i in enumerate(order):
        new[i] = k
    out = Graph.of_columns(
        [g.op[i] for i in order],
        [tuple([new[a] for a in g.args[i]]) for i in order],
        [kernels.get(i, g.value[i]) for i in order] if kernels else [g.value[i] for i in order],
        [g.varies[i] for i in order],
    )
    made = rebuild_on(fn, out, new)
    vars(made)["nodes"] = [*range(len(order))]  # all nodes but those that `rebuild_on` adds
    return made


def round_fractions(fn: Function) -> Function:
    """Replace fractions by floats: the numbers are no longer exact."""
    g, out = fn.graph, Graph()
    new = [-1] * len(g)
    for i in fn.nodes:
        value = g.value[i]
        if g.op[i] == o.SYMBOL:
            new[i] = out.symbol(value.name, value.role)
        elif isinstance(value, Fraction):
            new[i] = out.const(float(value))
        else:
            new[i] = out.node(g.op[i], tuple([new[a] for a in g.args[i]]), value)
    return rebuild_on(fn, out, new).with_fields(names={new[i]: name for i, name in fn.names.items() if new[i] >= 0})


def rebuild_on(fn: Function, graph: Graph, new: Mapping[int, int] | Sequence[int]) -> Function:
    """Return the function with the elements of its ports replaced by nodes of another graph; without names."""
    g = fn.graph

    def port(p: Port, output: bool) -> Port:
        nodes = [new[i] if output else graph.symbol(g.value[i].name, g.value[i].role) for i in p.elements]
        return p.with_elements(tuple(nodes))

    inputs, outputs = [port(p, False) for p in fn.inputs], [port(p, True) for p in fn.outputs]
    return Function(fn.name, graph, tuple(inputs), tuple(outputs), fn.doc, fn.provenance)


class SamplePoints:
    """Values of nodes (in order) at random points, each evaluated at the first request."""

    def __init__(self, graph: Graph, order: Sequence[int], steps: int) -> None:
        self.graph, self.order, self.steps = graph, order, steps
        self._found: Residues = []
        self._tried = 0

    def at(self, points: int) -> Residues:
        """Return the values at so many points. Empty if every tried point is a pole of some node."""
        while len(self._found) < points:
            if self._tried >= 20 + points:
                return []
            point = Point(1000 + self._tried, self.steps)
            self._tried += 1
            with suppress(ZeroDivisionError):
                self._found.append(point.values(self.graph, self.order))
        return self._found[:points]


def sample_points(fn: Function) -> SamplePoints:
    """Return the random points of a function, cached until `values_at_point` removes them."""
    if POINTS_KEY not in fn.known:
        fn.known[POINTS_KEY] = SamplePoints(fn.graph, fn.nodes, angle_steps(fn.graph, fn.nodes))
    points: SamplePoints = fn.known[POINTS_KEY]
    return points


def values_at_point(old: Function, new: Function) -> tuple[Residues, Residues]:
    """Return the values of the nodes of both functions at one random point."""
    before, after = sample_points(old), sample_points(new)
    del old.known[POINTS_KEY], new.known[POINTS_KEY]
    if after.steps != before.steps:
        after = SamplePoints(new.graph, new.nodes, before.steps)
    return before.at(1), after.at(1)


def names_by_value(old: Function, new: Function, before: Residues, after: Residues) -> dict[int, Quantity]:
    """Return the names of quantities for those nodes of the new function that have the same values."""
    named = [i for i in old.nodes if i in old.names]
    if not named or not before or not after:
        return {}
    table: dict[int, Quantity] = {}
    for i in named:
        table.setdefault(before[0][i], old.names[i])
    names: dict[int, Quantity] = {}
    at = after[0]
    for i in new.nodes:
        if at[i] in table and new.graph.args[i] and new.graph.op[i] != o.CALL:
            names[i] = table.pop(at[i])
    return names
