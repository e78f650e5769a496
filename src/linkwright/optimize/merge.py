"""Semantic merging: nodes of equal value become one node, even if their expressions differ.

Every node has a value at random points of a prime field (`expr.prime`); nodes with the same values are the same
function of the inputs, and nodes with opposite values differ by a sign, which is free. Nodes that equal a small number
become that number. Among nodes of equal value, the one that leaves the fewest operations is kept (`equals`).

Two functions of degree D that differ agree at a random point with probability at most D/P, P = 2.3e18. The number of
points is chosen so that among all pairs of nodes a false equality has probability below 1e-15, by the degree of the
nodes where the bound for it is useful (`MAX_USEFUL_DEGREE` at most; it doubles with every sum of fractions, real
degrees do not).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph
from linkwright.expr.prime import P, residue
from linkwright.optimize.equals import choose_representatives
from linkwright.optimize.rebuild import make_node, rebuild_on, sample_points

MAX_ERROR_PROBABILITY = 1e-15
MAX_USEFUL_DEGREE = 10**6
_NUMBERS = (0, 1, 2, 3, 4, Fraction(1, 2))


def needed_points(nodes: int, degree: int = MAX_USEFUL_DEGREE) -> int:
    """Number of points that make a false equality among so many nodes less likely than ERROR."""
    return math.ceil(math.log(MAX_ERROR_PROBABILITY / max(nodes, 2) ** 2) / math.log(degree / P))


def run(fn: Function) -> Function:
    g, order, points = fn.graph, fn.nodes, sample_points(fn)
    once = points.at(1)
    alike = _nodes_of_shared_value(g, order, once[0]) if once else ()
    values = points.at(needed_points(len(order))) if alike else []
    if not values:
        return fn
    op, args = g.op, g.args
    keys = {i: _key([v[i] for v in values]) for i in alike}
    out = Graph()
    # values of a node, up to sign -> its new node, and the sign of that
    known = {key: (out.const(n), sign) for n in _NUMBERS for key, sign in (_key([residue(n)] * len(values)),)}
    given = {}  # inputs and constants are not computed
    for i, (key, sign) in keys.items():
        if op[i] == o.SYMBOL or op[i] == o.CONST:
            given[key] = i, sign
    free, classes = {*known, *given}, {i: key for i, (key, _) in keys.items()}
    kept = choose_representatives(fn, classes, free)
    others = {i: args[kept[key]] for i, key in classes.items() if kept[key] != i and key not in free}
    if others:
        order = _order_by_dependencies(order, args, others | {i: () for i, key in classes.items() if key in free})
    kept |= {key: i for key, (i, _) in given.items()}
    new = [-1] * len(g)
    two = {o.ADD: out.add, o.SUB: out.sub, o.MUL: out.mul}  # most operations
    for i in order:
        if i not in keys and op[i] in two:
            a, b = args[i]
            new[i] = two[op[i]](new[a], new[b])
            continue
        if i not in keys:
            new[i] = make_node(out, g, i, tuple([new[a] for a in args[i]]))
            continue
        key, sign = keys[i]
        if key not in known:
            one = kept[key]
            known[key] = make_node(out, g, one, tuple([new[a] for a in args[one]])), keys[one][1]
        node, turned = known[key]
        new[i] = node if sign == turned else out.neg(node)
    return rebuild_on(fn, out, new)


def _order_by_dependencies(
    order: Sequence[int], args: Sequence[tuple[int, ...]], others: Mapping[int, tuple[int, ...]]
) -> list[int]:  # fmt: skip
    """Reorder the nodes so that each follows the nodes it is computed from: its arguments, or `others` for some."""
    done, arranged = bytearray(len(args)), []
    for i in order:
        todo = [i] if i in others else []
        while todo:
            k = todo[-1]
            if missing := [a for a in others.get(k, args[k]) if not done[a]]:
                todo += missing
                continue
            todo.pop()
            if not done[k]:
                done[k] = 1
                arranged.append(k)
        if not done[i]:
            done[i] = 1
            arranged.append(i)
    return arranged


def _nodes_of_shared_value(g: Graph, order: Sequence[int], values: Sequence[int]) -> list[int]:
    """Return the nodes that share their value, up to sign, with another node or with a small number at one point.

    Nodes that differ at one point differ, so that further points are evaluated only for these.
    """
    op, apart = g.op, (o.NEG, o.CALL)  # a sign is free, and a vector has no value
    own = [i for i in order if op[i] not in apart]
    half, whole = P // 2, P
    sizes = [v if v <= half else whole - v for v in [values[i] for i in own]]
    found = {*sizes}
    numbers = {_key([residue(number)])[0] for number in _NUMBERS}
    if len(found) == len(own) and numbers & found <= {s for i, s in zip(own, sizes) if op[i] == o.CONST}:
        return []
    often = Counter(sizes)
    return [i for i, s in zip(own, sizes) if often[s] > 1 or s in numbers]


def _key(values: Sequence[int]) -> tuple[int, int]:
    """Return the values up to a common sign, as one number, and the sign."""
    sign = 1 if values[0] <= P // 2 else -1
    key = 0
    for v in values:
        key = key * P + v if sign > 0 else key * P + (P - v if v else 0)
    return key, sign
