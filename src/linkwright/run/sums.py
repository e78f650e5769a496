"""Rewriting of sums for batches: fewer products, and terms in the order in which they are ready.

Products are the bottleneck of processors with AVX-512; on AMD's Zen 4 sums have units of their own. A matrix
of numbers in sums, such as an inertia matrix times a vector, is symmetric or antisymmetric:

    p = a x + b y + ...     is     p = k + (b - a) y + ...     with     k = a (x + y)
    q = c x + a y + ...            q = k + (c - a) x + ...

which has a product less and a sum more; numbers are subtracted beforehand. For sines and cosines, of which a
rotation of x and y consists, nothing is gained: differences are further values, and x + y is a further dependency.

A multiply-add takes four cycles, and so does each term of a long sum, but only terms that are ready late delay it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

from linkwright.expr import ops as o
from linkwright.program import CodeBlock

MIN_LONG_SUM = 5  # terms of sums whose order matters
SIGNS = {o.ADD: (1, 1), o.SUB: (1, -1), o.NEG: (-1,)}


@dataclass(frozen=True)
class SumTerm:
    """Term `factor x`, or `factor (x + sign y)`, of a sum. A factor of 1 or -1 is no product."""

    factor: float
    x: int
    y: int | None = None
    sign: int = 1


def rewrite_sums(block: CodeBlock) -> CodeBlock:
    """Return the block with the sums of its last stage rewritten."""
    found = _SumTrees(block)
    sums = {i: list(found.terms(i)) for i in found.nodes if block.graph.op[i] in SIGNS and i not in found.inner}
    paired = _pair_sums(sums)
    return found.written({i: terms for i, terms in sums.items() if i in paired or len(terms) >= MIN_LONG_SUM})


def _pair_sums(sums: dict[int, list[SumTerm]]) -> set[int]:
    """Change pairs of sums to those with fewer products; return which sums changed.

    Only where a is smaller than b and c: then no rounded value is more than twice as large as the terms were.
    """
    rows = {i: {t.x: t for t in terms if abs(t.factor) != 1} for i, terms in sums.items()}
    alike: dict[float, list[tuple[int, SumTerm]]] = {}
    for i, row in rows.items():
        for t in row.values():
            alike.setdefault(abs(t.factor), []).append((i, t))
    paired: set[int] = set()
    for a in sorted(alike):
        for (i, ax), (j, ay) in combinations(alike[a], 2):
            x, y = ax.x, ay.x
            if i == j or x == y or rows[i].get(x) is not ax or rows[j].get(y) is not ay:
                continue
            by, cx = rows[i].get(y), rows[j].get(x)
            if by is None or cx is None or a >= min(abs(by.factor), abs(cx.factor)):
                continue
            k = SumTerm(ax.factor, x, y, 1 if ax.factor == ay.factor else -1)
            for n, gone, old, rest in ((i, ax, by, k.sign * k.factor), (j, ay, cx, k.factor)):
                new = SumTerm(old.factor - rest, old.x)
                sums[n] = [*(t for t in sums[n] if t is not gone and t is not old), k, new]
                del rows[n][gone.x]
                rows[n][new.x] = new
            paired |= {i, j}
    return paired


class _SumTrees:
    """Sums of a block's last stage as trees: inner nodes are sums that are used once."""

    def __init__(self, block: CodeBlock) -> None:
        self.block, self.graph, self.nodes = block, block.graph, block.stages[-1].nodes
        g = self.graph
        uses = Counter(a for i in self.nodes for a in g.args[i])
        uses.update(i for port in block.outputs for i in port)
        within = {a for i in self.nodes if g.op[i] in SIGNS for a in g.args[i]}
        once = {i for i in self.nodes if i in within and uses[i] == 1}  # used by one sum and by nothing else
        self.inner = {i for i in once if g.op[i] in SIGNS}
        self.products = {i for i in once if g.op[i] == o.MUL}

    def terms(self, i: int, sign: int = 1) -> Iterator[SumTerm]:
        g, numbers = self.graph, self.block.numbers
        for a, s in zip(g.args[i], SIGNS[g.op[i]], strict=True):
            factors = [x for x in g.args[a] if x in numbers] if a in self.products else []
            if a in self.inner:
                yield from self.terms(a, sign * s)
            elif factors:
                x = next(x for x in g.args[a] if x not in factors)
                yield SumTerm(sign * s * numbers[factors[0]], x)
            else:
                yield SumTerm(sign * s, a)

    def written(self, sums: dict[int, list[SumTerm]]) -> CodeBlock:
        graph, numbers = self.graph.copy(), dict(self.block.numbers)
        place = {i: k for k, i in enumerate(self.nodes)}
        made: dict[int, int] = {}  # old node -> new one
        order: dict[int, None] = {}

        def node(op: int, *args: int) -> int:
            i = graph.node(op, args)
            order[i] = None
            return i

        def new(i: int) -> int:
            if i in place and i not in made:
                made[i] = total(sums[i]) if i in sums else node(graph.op[i], *map(new, graph.args[i]))
            return made.get(i, i)

        def total(terms: list[SumTerm]) -> int:
            if len(terms) >= MIN_LONG_SUM:
                terms = sorted(terms, key=ready)
            i, sign = reduce(plus, [(product(t), t.factor > 0) for t in terms])
            return i if sign else node(o.NEG, i)

        def ready(term: SumTerm) -> int:
            parts = (term.x,) if term.y is None else (term.x, term.y)
            return max(place.get(a, -1) for i in parts for a in (graph.args[i] if i in self.products else (i,)))

        def product(term: SumTerm) -> int:
            x = new(term.x)
            if term.y is not None:
                x = node(o.ADD if term.sign > 0 else o.SUB, x, new(term.y))
            if abs(term.factor) == 1:
                return x
            number = graph.const(abs(term.factor))
            numbers[number] = abs(term.factor)
            return node(o.MUL, number, x)

        def plus(one: tuple[int, bool], other: tuple[int, bool]) -> tuple[int, bool]:
            (a, positive), (b, same) = one, other
            if positive == same:
                return node(o.ADD, a, b), positive
            return node(o.SUB, *((a, b) if positive else (b, a))), True

        for i in self.nodes:
            if i not in self.inner and i not in self.products:  # others are made with their sum
                new(i)
        outputs = tuple(tuple(map(new, port)) for port in self.block.outputs)
        *stages, last = self.block.stages
        stages.append(replace(last, nodes=tuple(order)))
        return replace(self.block, graph=graph, outputs=outputs, numbers=numbers, stages=tuple(stages))


__all__ = ["rewrite_sums"]
