"""Regrouping: common factors, and parts of sums and products that occur more than once.

Greedy, in rounds, on sums of many terms and products of many factors (`terms`), after Breuer, Generation of optimal
code for expressions via factorization (1969), and Hosangadi, Fallah & Kastner, Optimizing polynomial expressions by
algebraic factorization and common subexpression elimination (2006):

    x*y + x*z                  ->  x*(y + z)                 one multiplication less
    a + b + c, a + b + d       ->  t = a + b; t + c, t + d   one addition less per further use
    x*y*u, x*y*v               ->  t = x*y; t*u, t*v         one multiplication less per further use
    t = x*y; t*u, t*v          ->  (x*u)*y, (x*v)*y          one less where x*u and x*v are known; sums likewise
    2*(3*x + 5*y)              ->  6*x + 10*y                one multiplication less

In a round the candidates are taken by their gain, except those that touch nodes changed by another one. Only nodes that
are used more than once can be in a pair that several sums or products share; pairs of other nodes, which are most, are
not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, takewhile
from typing import Any, Generic, TypeVar

from linkwright.expr.function import Function
from linkwright.optimize.terms import Changes, Product, SignedNode, SumProductForm, Users
from linkwright.progress import tick

MAX_PARTS_FOR_PAIRS = 60  # longer sums and products are not searched for pairs: there are too many
MAX_ROUNDS = 20

Pair = tuple[int, int, int]  # two terms and their relative sign
S = TypeVar("S", list[SignedNode], Product)
T = TypeVar("T")
K = TypeVar("K", Pair, tuple[int, int])
Candidate = tuple[int, Callable[..., bool], tuple[Any, ...]]  # gain, change, arguments of the change


def run(fn: Function) -> Function:
    terms, late = SumProductForm(fn), False
    search = _RegroupSearch(terms)
    for _ in range(MAX_ROUNDS):
        tick()
        if not search.round(late):
            if late:
                break
            late = True
    return terms.function()


def _signed_pair(a: SignedNode, b: SignedNode) -> Pair:
    return (a[0], b[0], a[1] * b[1]) if a[0] < b[0] else (b[0], a[0], a[1] * b[1])


def _sum_pairs(sums: list[SignedNode], users: Users) -> Sequence[Pair]:
    if len(sums) == 2:  # the usual case
        a, b = sums
        return (_signed_pair(a, b),) if len(users[a[0]]) > 1 and len(users[b[0]]) > 1 else ()
    if len(sums) > MAX_PARTS_FOR_PAIRS:
        return ()
    often = [term for term in sums if len(users[term[0]]) > 1]
    return [_signed_pair(a, b) for a, b in combinations(often, 2)] if len(often) > 1 else ()


def _product_pairs(product: Product, users: Users) -> Sequence[tuple[int, int]]:
    factors = product[1]
    if len(factors) == 2:  # the usual case
        x, y = factors
        return ((x, y) if x < y else (y, x),) if len(users[x]) > 1 and len(users[y]) > 1 else ()
    if len(factors) > MAX_PARTS_FOR_PAIRS:
        return ()
    often = [x for x in factors if len(users[x]) > 1]
    return [*combinations(sorted(often), 2)] if len(often) > 1 else ()


class _PairIndex(Generic[S, K]):
    """Index of pairs: the sums, or the products, that contain each. Updated for changed ones only."""

    def __init__(self, parts: dict[int, S], users: Users, pairs: Callable[[S, Users], Sequence[K]]) -> None:
        self._parts: dict[int, S] = parts
        self._users = users
        self._pairs: Callable[[S, Users], Sequence[K]] = pairs
        self._known: dict[int, dict[K, int]] = {}  # sum or product -> its pairs with their positions
        self._holders: dict[K, set[int]] = {}
        self._several: set[K] = set()
        self._places = {k: place for place, k in enumerate(parts)}
        for k in parts:
            if k in users:
                self._take(k)

    def update(self, changed: Iterable[int], gone: Iterable[int]) -> None:
        """Update the index after changes of sums or products."""
        for k in chain(changed, gone):
            if k in self._known:
                self._drop(k)
        for k in changed:
            if k in self._parts and k in self._users:
                self._take(k)
        new = [*takewhile(lambda k: k not in self._places, reversed(self._parts))]
        for k in reversed(new):  # new ones come last, and removed ones never come back
            self._places[k] = len(self._places)

    def _take(self, k: int) -> None:
        found = self._pairs(self._parts[k], self._users)
        if not found:  # the usual case
            return
        pairs = {found[0]: 0} if len(found) == 1 else {x: place for place, x in enumerate(dict.fromkeys(found))}
        self._known[k] = pairs
        for pair in pairs:
            held = self._holders.get(pair)
            if held is None:
                self._holders[pair] = {k}
            else:
                held.add(k)
                self._several.add(pair)

    def _drop(self, k: int) -> None:
        for pair in self._known.pop(k):
            held = self._holders[pair]
            held.remove(k)
            if len(held) == 1:
                self._several.remove(pair)
            elif not held:
                del self._holders[pair]

    def __contains__(self, pair: K) -> bool:
        return pair in self._holders

    def whole(self, pair: K, is_pair: Callable[[int], bool]) -> int:
        """Return the last sum or product that consists of this pair only; -1 if there is none."""
        held = self._holders.get(pair)
        return max(filter(is_pair, held), key=self.place, default=-1) if held else -1

    def place(self, k: int) -> int:
        return self._places[k]

    def in_order(self, nodes: Iterable[int]) -> list[int]:
        """Return these sums or products in their order."""
        return sorted(nodes, key=self._places.__getitem__)

    def shared(self) -> list[tuple[K, list[int]]]:
        """Return the pairs that several sums or products contain, with these, in the order of first occurrence."""
        places = self._places
        found = [(pair, self.in_order(self._holders[pair])) for pair in self._several]
        return sorted(found, key=lambda x: (places[x[1][0]], self._known[x[1][0]][x[0]]))


class _RegroupSearch:
    """Search in rounds: find all candidates, and apply those that do not touch each other.

    From one round to the next, only changed nodes are examined again.
    """

    def __init__(self, terms: SumProductForm) -> None:
        self.terms, self.users = terms, terms.users
        self.sum_pairs: _PairIndex[list[SignedNode], Pair] = _PairIndex(terms.sums, terms.users, _sum_pairs)
        self.product_pairs: _PairIndex[Product, tuple[int, int]] = _PairIndex(
            terms.products, terms.users, _product_pairs
        )
        self.hopeful = set(terms.sums)  # sums that may have a common factor
        self.touched: set[int] = set()

    def round(self, late: bool) -> bool:
        """Run one round and return whether anything changed. `late`: include the changes that undo others."""
        found = [*self._factorings(), *self._shared()]
        if late:
            found += [*self._spread(), *self._dissolved()]
        self.touched = set()
        changed = False
        for _, change, what in sorted(found, key=lambda c: -c[0]):
            changed |= change(*what)
        if changed:
            self._update(self.terms.update_users())
        return changed

    def _update(self, changes: Changes) -> None:
        changed = changes.changed | self._holding(changes.shared)
        self.sum_pairs.update(changed, changes.gone)
        self.product_pairs.update(changed, changes.gone)
        self.hopeful |= changes.changed | self._holding(changes.changed | changes.single)

    def _holding(self, nodes: Iterable[int]) -> set[int]:
        return {k for i in nodes for k in self.users[i]}

    # -- candidates --------------------------------------------------------------------------------------------------

    def _factorings(self) -> Iterator[Candidate]:
        users, sums, products = self.users, self.terms.sums, self.terms.products
        hopeful, self.hopeful = self.hopeful, set()
        for k in self.sum_pairs.in_order(k for k in hopeful if k in sums and k in users):
            own = [t for t, _ in sums[k] if len(users[t]) == 1 and t in products]
            if len(own) < 2:
                continue
            factors = [x for t in own for x in products[t][1]]
            if len({*factors}) == len(factors):  # the usual case
                continue
            self.hopeful.add(k)
            holders: dict[int, list[int]] = {}  # factor -> the terms that have it and are used only here
            for t in own:
                for x in dict.fromkeys(products[t][1]):
                    holders.setdefault(x, []).append(t)
            for x, held in holders.items():
                if len(held) > 1:
                    inner = self._inner(k, x, held)
                    known = any(_signed_pair(a, b) in self.sum_pairs for a, b in combinations(inner, 2))
                    yield 2 * (len(held) - 1) + known, self._factor, (k, x, held)

    def _shared(self) -> Iterator[Candidate]:
        for pair, sums in self.sum_pairs.shared():
            yield 2 * (len(sums) - 1), self._share_sum, (pair, sums)
        for factors, products in self.product_pairs.shared():
            yield 2 * (len(products) - 1), self._share_product, (factors, products)

    def _spread(self) -> Iterator[Candidate]:
        terms, users = self.terms, self.users
        scaled = self._holding(i for i in terms.all_numbers if i in users)
        for k in self.product_pairs.in_order(k for k in scaled if k in terms.products):
            factors = terms.products[k][1]
            x = next(filter(terms.is_number, factors))
            inner = next((t for t in factors if t in terms.sums and len(users[t]) == 1), -1)
            if inner >= 0 and all(self._number_in(t) >= 0 for t, _ in terms.sums[inner]):
                yield 2, self._multiply, (k, x, inner)

    def _number_in(self, t: int) -> int:
        """Return the constant among the factors of a term that is used once; -1 if there is none."""
        if len(self.users[t]) > 1 or t not in self.terms.products:
            return -1
        return next(filter(self.terms.is_number, self.terms.products[t][1]), -1)

    def _dissolved(self) -> list[Candidate]:
        terms, users = self.terms, self.users
        products = [k for k, (_, f) in terms.products.items() if len(f) == 2 and k in users and len(users[k]) > 1]
        sums = [k for k, s in terms.sums.items() if len(s) == 2 and k in users and len(users[k]) > 1]
        return [
            *self._undone(terms.products, products, self.product_pairs, self._other_product, self._dissolve_product),
            *self._undone(terms.sums, sums, self.sum_pairs, self._other_sum, self._dissolve_sum),
        ]

    def _undone(
        self, parts: Container[int], pairs: Iterable[int], holders: _PairIndex[Any, Any],
        other: Callable[[int, int], Any], change: Callable[..., bool],
    ) -> list[Candidate]:  # fmt: skip
        """Return the shared pairs that all users, of one kind, can replace by known ones, in order of occurrence."""
        found = []
        for p in pairs:
            held = self.users[p]
            if held[0] not in parts:  # the usual case
                continue
            if all(k in parts and other(k, p) for k in held) and len({*held}) == len(held):
                held = holders.in_order(held)
                found.append((p, held, [other(k, p) for k in held]))
        found.sort(key=lambda x: (holders.place(x[1][0]), self.terms.arguments(x[1][0]).index(x[0])))
        return [(2, change, what) for what in found]

    def _other_product(self, k: int, p: int) -> tuple[int, int, int] | None:
        """Find a known product of one factor of p and another one of k; return both factors and its node."""
        products = self.terms.products
        for u in _remove_one(products[k][1], p):
            for x in products[p][1]:
                q = self.product_pairs.whole((x, u) if x < u else (u, x), lambda i: len(products[i][1]) == 2)
                if q not in (-1, p):
                    return x, u, q
        return None

    def _other_sum(self, k: int, p: int) -> tuple[SignedNode, SignedNode, int] | None:
        """Find a known sum of one term of p and another one of k; return both, with signs as in sum k, and its node."""
        sums = self.terms.sums
        sign = next(s for t, s in sums[k] if t == p)
        for u in sums[k]:
            for t, s in sums[p] if u[0] != p else ():
                q = self.sum_pairs.whole(_signed_pair((t, s * sign), u), lambda i: len(sums[i]) == 2)
                if q not in (-1, p) and t != u[0]:
                    return (t, s * sign), u, q
        return None

    def _inner(self, k: int, x: int, held: list[int]) -> list[SignedNode]:
        """Return the terms of sum k without their common factor x; -1 where the rest is not a single node."""
        signs = dict(self.terms.sums[k])
        out = []
        for t in held:
            sign, factors = self.terms.products[t]
            rest = _remove_one(factors, x)
            out.append((rest[0] if len(rest) == 1 else -1, signs[t] * sign))
        return out

    # -- changes ----------------------------------------------------------------------------------------------------

    def _claims(self, *nodes: int) -> bool:
        """Return whether no other change has touched these nodes, and reserve them if so."""
        is_free = self.touched.isdisjoint(nodes)
        if is_free:
            self.touched.update(nodes)
        return is_free

    def _factor(self, k: int, x: int, held: list[int]) -> bool:
        terms = self.terms
        if not self._claims(k, *held):
            return False
        inner: list[SignedNode] = []
        for (single, sign), t in zip(self._inner(k, x, held), held):
            inner.append((single if single >= 0 else terms.new_product(_remove_one(terms.products[t][1], x)), sign))
        rest = [term for term in terms.sums[k] if term[0] not in held]
        factors = [x, terms.new_sum(inner)]
        if rest:
            terms.change_sum(k, [*rest, (terms.new_product(factors), 1)])
        else:
            terms.change_product(k, 1, factors)
        return True

    def _share_sum(self, pair: Pair, sums: list[int]) -> bool:
        terms = self.terms
        a, b, sign = pair
        free = [k for k in sums if k not in self.touched]
        if len(free) < 2:
            return False
        self.touched.update(free)
        whole = next((k for k in free if len(terms.sums[k]) == 2), -1)
        first = dict(terms.sums[whole])[a] if whole >= 0 else 1
        shared = whole if whole >= 0 else terms.new_sum([(a, 1), (b, sign)])
        for k in free:
            if k != shared:
                s = next(s for t, s in terms.sums[k] if t == a and (b, s * sign) in terms.sums[k])
                rest = list(terms.sums[k])
                rest.remove((a, s))
                rest.remove((b, s * sign))
                terms.change_sum(k, [(shared, s * first), *rest])
        return True

    def _share_product(self, pair: tuple[int, int], products: list[int]) -> bool:
        terms = self.terms
        free = [k for k in products if k not in self.touched]
        if len(free) < 2:
            return False
        self.touched.update(free)
        whole = next((k for k in free if len(terms.products[k][1]) == 2), -1)
        first = terms.products[whole][0] if whole >= 0 else 1
        shared = whole if whole >= 0 else terms.new_product(list(pair))
        for k in free:
            if k != shared:
                sign, factors = terms.products[k]
                terms.change_product(k, sign * first, [shared, *_remove_one(_remove_one(factors, pair[0]), pair[1])])
        return True

    def _multiply(self, k: int, x: int, inner: int) -> bool:
        terms = self.terms
        held = [t for t, _ in terms.sums.get(inner, ())]  # none if it is no longer a sum
        if not self._claims(k, inner, *held):
            return False
        sign, factors = terms.products[k]
        terms.change_product(k, sign, _remove_one(factors, x))
        for t in held:
            own, others = terms.products[t]
            c = self._number_in(t)
            terms.change_product(t, own, [terms.new_number(x, c), *_remove_one(others, c)])
        return True

    def _dissolve_product(self, p: int, users: list[int], ways: list[tuple[int, int, int]]) -> bool:
        terms = self.terms
        if not self._claims(p, *users, *(q for _, _, q in ways)):
            return False
        own, parts = terms.products[p]
        for k, (x, u, q) in zip(users, ways):
            sign, factors = terms.products[k]
            rest = _remove_one(_remove_one(factors, p), u)
            terms.change_product(k, sign * own * terms.products[q][0], [q, *_remove_one(parts, x), *rest])
        return True

    def _dissolve_sum(self, p: int, users: list[int], ways: list[tuple[SignedNode, SignedNode, int]]) -> bool:
        terms = self.terms
        if not self._claims(p, *users, *(q for _, _, q in ways)):
            return False
        for k, (x, u, q) in zip(users, ways):
            sign = next(s for t, s in terms.sums[k] if t == p)
            terms.change_sum(k, [
                (q, x[1] * dict(terms.sums[q])[x[0]]),
                *_remove_one([(t, s * sign) for t, s in terms.sums[p]], x),
                *_remove_one(_remove_one(terms.sums[k], (p, sign)), u),
            ])  # fmt: skip
        return True


def _remove_one(parts: list[T], x: T) -> list[T]:
    """Return the list without one occurrence of x."""
    rest = list(parts)
    rest.remove(x)
    return rest
