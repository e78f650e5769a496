"""Regrouping: common factors, and parts of sums and products that occur more than once.

Greedy, in rounds, on sums of many terms and products of many factors (`terms`), after Breuer, Generation of optimal
code for expressions via factorization (1969), and Hosangadi, Fallah & Kastner, Optimizing polynomial expressions by
algebraic factorization and common subexpression elimination (2006):

    x*y + x*z                  ->  x*(y + z)                 one multiplication less
    a + b + c, a + b + d       ->  t = a + b; t + c, t + d   one addition less per further use
    x*y*u, x*y*v               ->  t = x*y; t*u, t*v         one multiplication less per further use
    t = x*y; t*u, t*v          ->  (x*u)*y, (x*v)*y          one less where x*u and x*v are known; sums likewise
    2*(3*x + 5*y)              ->  6*x + 10*y                one multiplication less

In a round the candidates are taken by their gain, and none that touches what another one has changed. Only what is
used more than once can be part of a pair that several have: of the rest, which is most of it, no pairs are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Generic, TypeVar

from linkwright.expr.function import Function
from linkwright.optimize.terms import Literal, Terms
from linkwright.progress import tick

LONGEST = 60  # sums and products longer than this are not searched for pairs: there are too many
ROUNDS = 20

Pair = tuple[int, int, int]  # two terms and their relative sign
Product = tuple[int, list[int]]  # a sign and the factors
S = TypeVar("S", list[Literal], Product)
T = TypeVar("T")
Uses = Mapping[int, int]  # how often each node is one, of those that are needed
K = TypeVar("K", Pair, tuple[int, int])
Candidate = tuple[int, Callable[..., bool], tuple[Any, ...]]  # gain, change, what is to be changed


def run(fn: Function) -> Function:
    terms, late, uses = Terms(fn), False, dict[int, int]()
    sums, products = _SumPairs(_sum_pairs), _ProductPairs(_product_pairs)
    for _ in range(ROUNDS):
        tick()
        before, uses = uses, terms.uses()
        again = _holding(terms, {i for i, n in uses.items() if n > 1 and before.get(i) == 1})
        sums.update(terms.sums, uses, again)
        products.update(terms.products, uses, again)
        if not _Round(terms, uses, sums, products).run(late):
            if late:
                break
            late = True
    return terms.function()


def _holding(terms: Terms, wanted: set[int]) -> set[int]:
    """The sums and products that have any of these nodes."""
    if not wanted:
        return set()
    sums = {k for k, s in terms.sums.items() if any(t in wanted for t, _ in s)}
    return sums | {k for k, (_, factors) in terms.products.items() if not wanted.isdisjoint(factors)}


def _pair(a: Literal, b: Literal) -> Pair:
    return (a[0], b[0], a[1] * b[1]) if a[0] < b[0] else (b[0], a[0], a[1] * b[1])


def _sum_pairs(sums: list[Literal], uses: Uses) -> Iterable[Pair]:
    if len(sums) > LONGEST:
        return ()
    often = [term for term in sums if uses[term[0]] > 1]
    return [_pair(a, b) for a, b in combinations(often, 2)]


def _product_pairs(product: Product, uses: Uses) -> Iterable[tuple[int, int]]:
    factors = product[1]
    return combinations(sorted([x for x in factors if uses[x] > 1]), 2) if len(factors) <= LONGEST else ()


class _Holders(Generic[S, K]):
    """By pair: the sums, or the products, that have it. Of those that no round has changed it is kept."""

    def __init__(self, pairs: Callable[[S, Uses], Iterable[K]]) -> None:
        self._pairs: Callable[[S, Uses], Iterable[K]] = pairs
        self._known: dict[int, tuple[S, dict[K, int]]] = {}  # each with its pairs, and their places among them
        self._holders: dict[K, set[int]] = {}
        self._several: set[K] = set()
        self._places: dict[int, int] = {}

    def update(self, parts: Mapping[int, S], uses: Uses, again: Container[int]) -> None:
        """To the sums or products of now, as far as they are used; `again`: those with parts that were used once, and
        now are more often."""
        known = self._known
        for k in [k for k in known if k not in parts or k not in uses]:
            self._drop(k)
        for k, one in parts.items():
            if k in known and known[k][0] is one and k not in again:
                continue
            if k in uses:
                if k in known:
                    self._drop(k)
                self._take(k, one, uses)
        self._places = {k: place for place, k in enumerate(parts)}

    def _take(self, k: int, one: S, uses: Uses) -> None:
        pairs = {pair: place for place, pair in enumerate(dict.fromkeys(self._pairs(one, uses)))}
        self._known[k] = one, pairs
        for pair in pairs:
            held = self._holders.get(pair)
            if held is None:
                self._holders[pair] = {k}
            else:
                held.add(k)
                self._several.add(pair)

    def _drop(self, k: int) -> None:
        for pair in self._known.pop(k)[1]:
            held = self._holders[pair]
            held.remove(k)
            if len(held) == 1:
                self._several.remove(pair)
            elif not held:
                del self._holders[pair]

    def __contains__(self, pair: K) -> bool:
        return pair in self._holders

    def shared(self) -> list[tuple[K, list[int]]]:
        """The pairs that several have, with these, in the order in which they are met first."""
        places = self._places
        found = [(pair, sorted(self._holders[pair], key=places.__getitem__)) for pair in self._several]
        return sorted(found, key=lambda x: (places[x[1][0]], self._known[x[1][0]][1][x[0]]))


_SumPairs = _Holders[list[Literal], Pair]
_ProductPairs = _Holders[Product, tuple[int, int]]


class _Round:
    """One search of all candidates, and the changes that do not touch each other."""

    def __init__(self, terms: Terms, uses: Uses, sums: _SumPairs, products: _ProductPairs) -> None:
        self.terms, self.uses, self.sum_pairs, self.product_pairs = terms, uses, sums, products
        self.touched: set[int] = set()

    def run(self, late: bool) -> bool:
        """Whether anything was changed. `late`: with what undoes some of the other changes, when these are done."""
        changed = False
        found = [*self._factorings(), *self._shared()]
        if late:
            found += [*self._spread(), *self._dissolved()]
        for _, change, what in sorted(found, key=lambda c: -c[0]):
            changed |= change(*what)
        return changed

    # -- candidates --------------------------------------------------------------------------------------------------

    def _factorings(self) -> Iterator[Candidate]:
        terms, uses, products = self.terms, self.uses, self.terms.products
        for k, sums in terms.sums.items():
            if k not in uses:
                continue
            own = [t for t, _ in sums if uses[t] == 1 and t in products]
            if len(own) < 2:
                continue
            factors = [x for t in own for x in products[t][1]]
            if len({*factors}) == len(factors):  # as in most
                continue
            holders: dict[int, list[int]] = {}  # factor -> the terms that have it and are used only here
            for t in own:
                for x in dict.fromkeys(products[t][1]):
                    holders.setdefault(x, []).append(t)
            for x, held in holders.items():
                if len(held) > 1:
                    inner = self._inner(k, x, held)
                    known = sum(_pair(a, b) in self.sum_pairs for a, b in combinations(inner, 2))
                    yield 2 * (len(held) - 1) + min(known, 1), self._factor, (k, x, held)

    def _shared(self) -> Iterator[Candidate]:
        for pair, sums in self.sum_pairs.shared():
            yield 2 * (len(sums) - 1), self._share_sum, (pair, sums)
        for factors, products in self.product_pairs.shared():
            yield 2 * (len(products) - 1), self._share_product, (factors, products)

    def _spread(self) -> Iterator[Candidate]:
        terms, uses = self.terms, self.uses
        numbers = terms.all_numbers
        for k, (_, factors) in terms.products.items():
            if k not in uses or numbers.isdisjoint(factors):
                continue
            x = next(filter(terms.is_number, factors), -1)
            inner = next((t for t in factors if t in terms.sums and uses[t] == 1), -1)
            if x >= 0 and inner >= 0 and all(self._number_in(t) >= 0 for t, _ in terms.sums[inner]):
                yield 2, self._multiply, (k, x, inner)

    def _number_in(self, t: int) -> int:
        """The number among the factors of a term that is used once; -1: there is none."""
        if self.uses[t] > 1 or t not in self.terms.products:
            return -1
        return next(filter(self.terms.is_number, self.terms.products[t][1]), -1)

    def _dissolved(self) -> Iterator[Candidate]:
        terms, uses = self.terms, self.uses
        products = {(min(f), max(f)): k for k, (_, f) in terms.products.items() if k in uses and len(f) == 2}
        pairs = {k for k, (_, f) in terms.products.items() if len(f) == 2 and uses.get(k, 0) > 1}
        for p, users in _users(pairs, ((k, f) for k, (_, f) in terms.products.items() if k in uses)).items():
            if len({*users}) == uses[p]:
                ways = [self._other_product(k, p, products) for k in users]
                if all(ways):
                    yield 2, self._dissolve_product, (p, users, ways)
        sums = {_pair(*s): k for k, s in terms.sums.items() if k in uses and len(s) == 2}
        pairs = {k for k, s in terms.sums.items() if len(s) == 2 and uses.get(k, 0) > 1}
        for p, users in _users(pairs, ((k, [t for t, _ in s]) for k, s in terms.sums.items() if k in uses)).items():
            if len({*users}) == uses[p]:
                others = [self._other_sum(k, p, sums) for k in users]
                if all(others):
                    yield 2, self._dissolve_sum, (p, users, others)

    def _other_product(self, k: int, p: int, known: dict[tuple[int, int], int]) -> tuple[int, int, int] | None:
        """A known product of one factor of p and one of k besides it: both, and its node."""
        for u in _without(self.terms.products[k][1], p):
            for x in self.terms.products[p][1]:
                q = known.get((min(x, u), max(x, u)), p)
                if q != p:
                    return x, u, q
        return None

    def _other_sum(self, k: int, p: int, known: dict[Pair, int]) -> tuple[Literal, Literal, int] | None:
        """The same for sums, the terms with their signs in sum k."""
        sums = self.terms.sums[k]
        sign = next(s for t, s in sums if t == p)
        for u in sums:
            for t, s in self.terms.sums[p] if u[0] != p else ():
                q = known.get(_pair((t, s * sign), u), p)
                if q != p and t != u[0]:
                    return (t, s * sign), u, q
        return None

    def _inner(self, k: int, x: int, held: list[int]) -> list[Literal]:
        """What is left of these terms of sum k without the factor x; -1 for what is not a single node."""
        signs = dict(self.terms.sums[k])
        out = []
        for t in held:
            sign, factors = self.terms.products[t]
            rest = _without(factors, x)
            out.append((rest[0] if len(rest) == 1 else -1, signs[t] * sign))
        return out

    # -- changes ----------------------------------------------------------------------------------------------------

    def _claims(self, *nodes: int) -> bool:
        """Whether no other change has touched them; no further one will."""
        is_free = self.touched.isdisjoint(nodes)
        if is_free:
            self.touched.update(nodes)
        return is_free

    def _factor(self, k: int, x: int, held: list[int]) -> bool:
        terms = self.terms
        if not self._claims(k, *held):
            return False
        inner: list[Literal] = []
        for (single, sign), t in zip(self._inner(k, x, held), held):
            inner.append((single if single >= 0 else terms.new_product(_without(terms.products[t][1], x)), sign))
        rest = [term for term in terms.sums[k] if term[0] not in held]
        factors = [x, terms.new_sum(inner)]
        if rest:
            terms.sums[k] = [*rest, (terms.new_product(factors), 1)]
        else:
            del terms.sums[k]
            terms.products[k] = (1, factors)
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
                terms.sums[k] = [(shared, s * first), *rest]
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
                terms.products[k] = (sign * first, [shared, *_without(_without(factors, pair[0]), pair[1])])
        return True

    def _multiply(self, k: int, x: int, inner: int) -> bool:
        terms = self.terms
        held = [t for t, _ in terms.sums.get(inner, ())]  # none: it is no sum any more
        if not self._claims(k, inner, *held):
            return False
        sign, factors = terms.products[k]
        terms.products[k] = sign, _without(factors, x)
        for t in held:
            own, others = terms.products[t]
            c = self._number_in(t)
            terms.products[t] = own, [terms.new_number(x, c), *_without(others, c)]
        return True

    def _dissolve_product(self, p: int, users: list[int], ways: list[tuple[int, int, int]]) -> bool:
        terms = self.terms
        if not self._claims(p, *users, *(q for _, _, q in ways)):
            return False
        own, parts = terms.products[p]
        for k, (x, u, q) in zip(users, ways):
            sign, factors = terms.products[k]
            rest = _without(_without(factors, p), u)
            terms.products[k] = sign * own * terms.products[q][0], [q, *_without(parts, x), *rest]
        return True

    def _dissolve_sum(self, p: int, users: list[int], ways: list[tuple[Literal, Literal, int]]) -> bool:
        terms = self.terms
        if not self._claims(p, *users, *(q for _, _, q in ways)):
            return False
        for k, (x, u, q) in zip(users, ways):
            sign = next(s for t, s in terms.sums[k] if t == p)
            terms.sums[k] = [
                (q, x[1] * dict(terms.sums[q])[x[0]]),
                *_without([(t, s * sign) for t, s in terms.sums[p]], x),
                *_without(_without(terms.sums[k], (p, sign)), u),
            ]
        return True


def _users(wanted: set[int], parts: Iterable[tuple[int, list[int]]]) -> dict[int, list[int]]:
    """By node, of those that are wanted: what it is a part of."""
    users: dict[int, list[int]] = {}
    for k, nodes in parts:
        if not wanted.isdisjoint(nodes):
            for t in nodes:
                if t in wanted:
                    users.setdefault(t, []).append(k)
    return users


def _without(parts: list[T], x: T) -> list[T]:
    """Without one of them."""
    rest = list(parts)
    rest.remove(x)
    return rest
