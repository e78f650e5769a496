"""What passes share: copying nodes into a fresh graph, and keeping the names of quantities by value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.function import Function, Port, Quantity
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.prime import Point, angle_steps

Residues = list[list[int]]  # per point: by node, its value in the prime field


def make(out: Graph, source: Graph, i: int, args: tuple[int, ...]) -> int:
    """Node i of the source in another graph, on these arguments, with everything that the constructors know."""
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


def copied(fn: Function, order: Iterable[int], kernels: Mapping[int, Kernel] | None = None) -> Function:
    """The function in a fresh graph, its nodes in this order (arguments first), each as it is; calls of other kernels,
    by node, if these are given.

    The constructors are not asked: in another order they might turn a - b into -(b - a), and a name would be lost.
    """
    g, out = fn.graph, Graph()
    op, args, value, node = g.op, g.args, g.value, out.node
    new = [-1] * len(g)
    for i in order:
        if op[i] == o.SYMBOL:
            new[i] = out.symbol(value[i].name, value[i].role)
        else:
            there = tuple([new[a] for a in args[i]])
            new[i] = node(op[i], there, kernels.get(i, value[i]) if kernels else value[i])
    return over(fn, out, new)


def rounded(fn: Function) -> Function:
    """With a float for every fraction: numbers are exact no longer."""
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
    return over(fn, out, new).relabelled(names={new[i]: name for i, name in fn.names.items() if new[i] >= 0})


def over(fn: Function, graph: Graph, new: Mapping[int, int] | Sequence[int]) -> Function:
    """The function with the elements of its ports replaced by nodes of another graph; without names."""
    g = fn.graph

    def port(p: Port, output: bool) -> Port:
        nodes = [new[i] if output else graph.symbol(g.value[i].name, g.value[i].role) for i in p.elements]
        return replace(p, elements=tuple(nodes))

    inputs, outputs = [port(p, False) for p in fn.inputs], [port(p, True) for p in fn.outputs]
    return Function(fn.name, graph, tuple(inputs), tuple(outputs), fn.doc, fn.provenance)


def residues(graph: Graph, order: Sequence[int], points: int, steps: int) -> Residues:
    """The values of these nodes at so many random points. Empty if every point tried is a pole of some node."""
    found: Residues = []
    for seed in range(20 + points):
        try:
            found.append(Point(1000 + seed, steps).values(graph, order))
        except ZeroDivisionError:
            continue
        if len(found) == points:
            return found
    return []


def at_a_point(old: Function, new: Function) -> tuple[Residues, Residues]:
    """The values of the nodes of both at one random point."""
    steps = angle_steps(old.graph, old.nodes)
    before, after = (residues(fn.graph, fn.nodes, 1, steps) for fn in (old, new))
    return before, after


def names_of(old: Function, new: Function, before: Residues, after: Residues) -> dict[int, Quantity]:
    """The names of quantities on the nodes of the new function that have their values."""
    named = [i for i in old.nodes if i in old.names]
    if not named or not before or not after:
        return {}
    table: dict[int, Quantity] = {}
    for i in named:
        table.setdefault(before[0][i], old.names[i])
    names: dict[int, Quantity] = {}
    for i in new.nodes:
        if new.graph.args[i] and new.graph.op[i] != o.CALL and after[0][i] in table:
            names[i] = table.pop(after[0][i])
    return names
