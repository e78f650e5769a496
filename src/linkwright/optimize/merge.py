"""Semantic merging: nodes of equal value become one node, however differently they are written.

Every node has a value at random points of a prime field (`expr.prime`); nodes with the same values are the same
function of the inputs, and nodes with opposite values differ by a sign, which is free. What equals a small number
becomes that number. The first node of a value stays, since it needs nothing that comes after it.

Two functions of degree D that differ agree at a random point with probability at most D/P, P = 2.3e18. The number of
points is chosen so that among all pairs of nodes a false equality has probability below 1e-15, by the degree of the
nodes where the bound for it is useful (`DEGREE` at most; it doubles with every sum of fractions, real degrees do not).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph
from linkwright.expr.prime import P, residue
from linkwright.optimize.rebuild import Residues, make, over, points_of

Key = tuple[int, int]  # the values of a node up to their sign, and the sign

ERROR = 1e-15
DEGREE = 10**6
_NUMBERS = (0, 1, 2, 3, 4, Fraction(1, 2))


def points_for(nodes: int, degree: int = DEGREE) -> int:
    """How many points make a false equality among so many nodes less likely than ERROR."""
    return math.ceil(math.log(ERROR / max(nodes, 2) ** 2) / math.log(degree / P))


def run(fn: Function) -> Function:
    g, order, points = fn.graph, fn.nodes, points_of(fn)
    once = points.at(1)
    if not once or _are_apart(g, order, once[0]):
        return fn
    values = points.at(points_for(len(order)))
    if not values:
        return fn
    op, args = g.op, g.args
    keys = dict(zip(order, _keys(order, values), strict=True))
    numbers = {_key([residue(number)] * len(values)): number for number in _NUMBERS}
    out = Graph()
    given = {}  # nothing is computed that is given
    for i in order:
        if op[i] == o.SYMBOL or op[i] == o.CONST:
            key, sign = keys[i]
            given[key] = i, sign
    known: dict[int, tuple[int, int]] = {}  # values of a node, up to sign -> its new node, and the sign of that
    for (key, sign), number in numbers.items():
        known[key] = out.const(number), sign
    new = [-1] * len(g)
    for i in order:
        if op[i] == o.CALL:  # a vector, which has no value of its own
            new[i] = make(out, g, i, tuple([new[a] for a in args[i]]))
            continue
        key, sign = keys[i]
        if key not in known:
            first, turned = given.get(key, (i, sign))
            known[key] = make(out, g, first, tuple([new[a] for a in args[first]])), turned
        node, turned = known[key]
        new[i] = node if sign == turned else out.neg(node)
    return over(fn, out, new)


def _are_apart(g: Graph, order: Sequence[int], values: Sequence[int]) -> bool:
    """Whether no two nodes that are computed or given have the same value, and none is a number that has no need.

    What differs at one point differs, so that one is enough where there is nothing to merge.
    """
    op = g.op
    own = [i for i in order if op[i] != o.NEG and op[i] != o.CALL]  # a sign is free
    seen = {v if v <= P // 2 else P - v for v in [values[i] for i in own]}
    if len(seen) < len(own):
        return False
    numbers = {_key([residue(number)])[0] for number in _NUMBERS}
    numbers -= {_key([values[i]])[0] for i in own if op[i] == o.CONST}
    return numbers.isdisjoint(seen)


def _keys(order: Sequence[int], values: Residues) -> Iterator[Key]:
    rows = [[v[i] for i in order] for v in values]
    return map(_key, zip(*rows, strict=True))


def _key(values: Sequence[int]) -> Key:
    """The values up to a common sign, as one number, and the sign."""
    sign = 1 if values[0] <= P // 2 else -1
    key = 0
    for v in values:
        key = key * P + v if sign > 0 else key * P + (P - v if v else 0)
    return key, sign
