"""Functions as sums of many terms and products of many factors: the form that regrouping works on.

An inner sum that only one other sum uses is part of that sum, and likewise for products; signs are stored with the
terms. The conversion to binary operations combines parameters first, so that their part is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph, Number
from linkwright.optimize.rebuild import make_node, rebuild_on

SignedNode = tuple[int, int]  # a node and a sign
Product = tuple[int, list[int]]  # a sign and the factors
Users = Mapping[int, list[int]]  # needed node -> sums, products and other nodes that use it, or OUTPUT
OUTPUT = -1


@dataclass(frozen=True)
class Changes:
    """Changes among the nodes that an output needs."""

    changed: set[int]  # new, or with other parts
    shared: set[int]  # used several times now, once before
    single: set[int]  # used once now, several times before
    gone: set[int]


class SumProductForm:
    """Sums and products by node number; numbers beyond the graph are new nodes. Other operations stay nodes."""

    def __init__(self, fn: Function) -> None:
        g = fn.graph
        self.fn, self.graph = fn, g
        self.varies = list(g.varies)
        self.sums: dict[int, list[SignedNode]] = {}
        self.products: dict[int, Product] = {}
        self.numbers: dict[int, Number] = {}  # values of new constants
        self.all_numbers = {i for i in fn.nodes if g.op[i] == o.CONST}
        op, args = g.op, g.args
        order = [i for i in fn.nodes if op[i] != o.NEG]
        self._node, self._sign = list(range(len(g))), [1] * len(g)
        for i in fn.nodes:
            if op[i] == o.NEG:
                self._node[i], self._sign[i] = args[i][0], -1
        node, uses = self._node, [0] * len(g)
        for i in order:
            for a in args[i]:
                uses[node[a]] += 1
        for i in self.roots():
            uses[i] += 2  # an output is never only part of another sum
        for i in order:
            code = op[i]
            if code == o.MUL:
                self.products[i] = self._flat_product(args[i], uses)
            elif code == o.ADD or code == o.SUB:
                self.sums[i] = self._flat_sum(args[i], -1 if code == o.SUB else 1, uses)
        self.users = self._link()
        self._before: dict[int, Sequence[int]] = {}  # changed nodes -> their arguments before the changes
        self._changed: set[int] = set()  # changed in any round

    def literal(self, a: int) -> SignedNode:
        return self._node[a], self._sign[a]

    def _flat_sum(self, args: Sequence[int], second: int, uses: list[int]) -> list[SignedNode]:
        node, sign, sums = self._node, self._sign, self.sums
        a, b = args
        t, u, s, v = node[a], node[b], sign[a], sign[b] * second
        left = sums.pop(t) if uses[t] == 1 and t in sums else None
        right = sums.pop(u) if uses[u] == 1 and u in sums else None
        if left is None and right is None and t != u:  # the usual case
            return [(t, s), (u, v)]
        terms = [(t, s)] if left is None else left if s > 0 else [(x, -y) for x, y in left]
        terms += [(u, v)] if right is None else right if v > 0 else [(x, -y) for x, y in right]
        return _cancel_opposites(terms)

    def _flat_product(self, args: Sequence[int], uses: list[int]) -> Product:
        node, products = self._node, self.products
        a, b = args
        t, u, sign = node[a], node[b], self._sign[a] * self._sign[b]
        factors = [t]
        if uses[t] == 1 and t in products:
            s, factors = products.pop(t)
            sign *= s
        if uses[u] == 1 and u in products:
            s, others = products.pop(u)
            return sign * s, factors + others
        factors.append(u)
        return sign, factors

    def new_sum(self, terms: list[SignedNode]) -> int:
        self.varies.append(any(self.varies[t] for t, _ in terms))
        self.sums[len(self.varies) - 1] = terms
        return len(self.varies) - 1

    def new_product(self, factors: list[int]) -> int:
        self.varies.append(any(self.varies[t] for t in factors))
        self.products[len(self.varies) - 1] = (1, factors)
        return len(self.varies) - 1

    def change_sum(self, k: int, terms: list[SignedNode]) -> None:
        self._before.setdefault(k, self.arguments(k))
        self.sums[k] = terms

    def change_product(self, k: int, sign: int, factors: list[int]) -> None:
        """Make node k this product, also if it was a sum."""
        self._before.setdefault(k, self.arguments(k))
        self.sums.pop(k, None)
        self.products[k] = sign, factors

    def is_number(self, i: int) -> bool:
        return i in self.all_numbers

    def new_number(self, a: int, b: int) -> int:
        """Return a new constant, the product of two constants."""
        x, y = (self.numbers[i] if i in self.numbers else self.graph.value[i] for i in (a, b))
        self.varies.append(False)
        self.numbers[len(self.varies) - 1] = x * y
        self.all_numbers.add(len(self.varies) - 1)
        return len(self.varies) - 1

    def arguments(self, i: int) -> Sequence[int]:
        if i in self.sums:
            return [t for t, _ in self.sums[i]]
        if i in self.products:
            return self.products[i][1]
        if i in self.numbers:
            return []
        return [self._node[a] for a in self.graph.args[i]]

    def roots(self) -> list[int]:
        return [self._node[a] for port in self.fn.outputs for a in port.elements]

    def _link(self) -> dict[int, list[int]]:
        """Return the users of each node that an output needs; an output counts twice."""
        users = {i: [OUTPUT, OUTPUT] for i in self.roots()}
        todo, products = list(users), self.products
        for i in todo:  # grows while it is walked
            for t in products[i][1] if i in products else self.arguments(i):
                if t in users:
                    users[t].append(i)
                else:
                    users[t] = [i]
                    todo.append(t)
        return users

    def update_users(self) -> Changes:
        """Update the users after changes, and return the changes."""
        users, before = self.users, self._before
        shared, single, gone = set(), set(), set()
        changed = list(before)
        for k in changed:  # grows while it is walked
            for t in self.arguments(k):
                if t not in users:
                    users[t] = []
                    changed.append(t)
                elif len(users[t]) == 1:
                    shared.add(t)
                users[t].append(k)
        lost = [(t, k) for k, parts in before.items() for t in parts]
        for t, k in lost:  # grows, too
            users[t].remove(k)
            if len(users[t]) == 1:
                single.add(t)
                shared.discard(t)
            elif not users[t]:
                del users[t]
                gone.add(t)
                lost += [(a, t) for a in self.arguments(t)]
        self._before = {}
        self._changed.update(changed)
        return Changes({*changed} - gone, shared - gone, single - gone, gone)

    # -- back to binary operations --------------------------------------------------------------------------------

    def function(self) -> Function:
        fn, out = self.fn, Graph()
        made: dict[int, int] = {}
        for i in sorted(self.users):  # old nodes keep their order, new ones come before their first use
            if i in self._changed:
                self._make_with_parts(i, out, made)
            elif i not in made:
                made[i] = self._make(i, out, made)
        for port in fn.outputs:
            for a in port.elements:
                t, s = self.literal(a)
                made[a] = made[t] if s > 0 else out.neg(made[t])
        return rebuild_on(fn, out, made)

    def _make_with_parts(self, root: int, out: Graph, made: dict[int, int]) -> None:
        """Make a node whose parts may be new, or have larger numbers."""
        todo = [root]
        while todo:
            i = todo[-1]
            missing = [] if i in made else [t for t in self.arguments(i) if t not in made]
            if missing:
                todo += reversed(missing)
                continue
            todo.pop()
            if i not in made:
                made[i] = self._make(i, out, made)

    def _make(self, i: int, out: Graph, made: Mapping[int, int]) -> int:
        if i in self.products:
            return self._make_product(*self.products[i], out, made)
        if i in self.sums:
            return self._make_sum(self.sums[i], out, made)
        if i in self.numbers:
            return out.const(self.numbers[i])
        lits = [self.literal(a) for a in self.graph.args[i]]
        return make_node(out, self.graph, i, tuple([made[t] if s > 0 else out.neg(made[t]) for t, s in lits]))

    def _make_sum(self, terms: list[SignedNode], out: Graph, made: Mapping[int, int]) -> int:
        total, varies = -1, self.varies
        if len(terms) == 2:  # the usual case
            (a, s), (b, r) = reversed(terms) if varies[terms[0][0]] > varies[terms[1][0]] else terms
            first = made[a] if s > 0 else out.neg(made[a])
            return out.add(first, made[b] if r > 0 else out.neg(made[b]))
        fixed = [term for term in terms if not varies[term[0]]]
        if fixed:
            terms = fixed + [term for term in terms if varies[term[0]]]
        for t, s in terms:
            term = made[t] if s > 0 else out.neg(made[t])
            total = term if total < 0 else out.add(total, term)
        return total

    def _make_product(self, sign: int, factors: list[int], out: Graph, made: Mapping[int, int]) -> int:
        if len(factors) == 2:  # the usual case
            total = out.mul(made[factors[0]], made[factors[1]])
            return total if sign > 0 else out.neg(total)
        total = -1
        for t in sorted(factors, key=self.varies.__getitem__):
            total = made[t] if total < 0 else out.mul(total, made[t])
        return total if sign > 0 else out.neg(total)


def _cancel_opposites(terms: list[SignedNode]) -> list[SignedNode]:
    """Remove pairs of opposite terms, unless no term would be left."""
    if len({t for t, _ in terms}) == len(terms):  # the usual case
        return terms
    left: list[SignedNode] = []
    for t, s in terms:
        if (t, -s) in left:
            left.remove((t, -s))
        else:
            left.append((t, s))
    return left or terms
