"""Regrouping: common factors, and parts of sums and products that occur more than once.

Greedy, in rounds, on sums of many terms and products of many factors (`terms`), after Breuer, Generation of optimal
code for expressions via factorization (1969), and Hosangadi, Fallah & Kastner, Optimizing polynomial expressions by
algebraic factorization and common subexpression elimination (2006):

    x*y + x*z                  ->  x*(y + z)                 one multiplication less
    a + b + c, a + b + d       ->  t = a + b; t + c, t + d   one addition less per further use
    x*y*u, x*y*v               ->  t = x*y; t*u, t*v         one multiplication less per further use
    t = x*y; t*u, t*v          ->  (x*u)*y, (x*v)*y          one less where x*u and x*v are known; sums likewise
    2*(3*x + 5*y)              ->  6*x + 10*y                one multiplication less

In a round the candidates are taken by their gain, and none that touches what another one has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from linkwright.expr.function import Function
from linkwright.optimize.terms import Literal, Terms
from linkwright.progress import tick

LONGEST = 60  # sums and products longer than this are not searched for pairs: there are too many
ROUNDS = 20

Pair = tuple[int, int, int]  # two terms and their relative sign
Candidate = tuple[int, Callable[..., bool], tuple[Any, ...]]  # gain, change, what is to be changed


def run(fn: Function) -> Function:
    terms, late = Terms(fn), False
    for _ in range(ROUNDS):
        tick()
        if not _Round(terms).run(late):
            if late:
                break
            late = True
    return terms.function()


def _pair(a: Literal, b: Literal) -> Pair:
    return (a[0], b[0], a[1] * b[1]) if a[0] < b[0] else (b[0], a[0], a[1] * b[1])


def _pairs(sums: list[Literal]) -> Iterable[Pair]:
    """Each once; the most are alone."""
    if len(sums) == 2:
        return (_pair(*sums),)
    return dict.fromkeys([_pair(a, b) for a, b in combinations(sums, 2)])


class _Round:
    """One search of all candidates, and the changes that do not touch each other."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.uses = terms.uses()
        self.touched: set[int] = set()
        self.sum_pairs: dict[Pair, list[int]] = {}
        self.product_pairs: dict[tuple[int, int], list[int]] = {}
        for k, sums in terms.sums.items():
            if k in self.uses and len(sums) <= LONGEST:
                for pair in _pairs(sums):
                    self.sum_pairs.setdefault(pair, []).append(k)
        for k, (_, factors) in terms.products.items():
            if k in self.uses and len(factors) <= LONGEST:
                ordered = sorted(factors)
                for a, b in (ordered,) if len(ordered) == 2 else dict.fromkeys(combinations(ordered, 2)):
                    self.product_pairs.setdefault((a, b), []).append(k)

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
        terms, uses = self.terms, self.uses
        for k, sums in terms.sums.items():
            if k not in uses:
                continue
            holders: dict[int, list[int]] = {}  # factor -> the terms that have it and are used only here
            for t, _ in sums:
                if uses[t] == 1 and t in terms.products:
                    for x in dict.fromkeys(terms.products[t][1]):
                        holders.setdefault(x, []).append(t)
            for x, held in holders.items():
                if len(held) > 1:
                    inner = self._inner(k, x, held)
                    known = sum(_pair(a, b) in self.sum_pairs for a, b in combinations(inner, 2))
                    yield 2 * (len(held) - 1) + min(known, 1), self._factor, (k, x, held)

    def _shared(self) -> Iterator[Candidate]:
        for pair, sums in self.sum_pairs.items():
            if len(sums) > 1:
                yield 2 * (len(sums) - 1), self._share_sum, (pair, sums)
        for factors, products in self.product_pairs.items():
            if len(products) > 1:
                yield 2 * (len(products) - 1), self._share_product, (factors, products)

    def _spread(self) -> Iterator[Candidate]:
        terms, uses = self.terms, self.uses
        for k, (_, factors) in terms.products.items():
            if k not in uses:
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
        for p, users in _users({k: f for k, (_, f) in terms.products.items() if k in uses}).items():
            if len({*users}) == uses[p] > 1 and p in terms.products and len(terms.products[p][1]) == 2:
                ways = [self._other_product(k, p, products) for k in users]
                if all(ways):
                    yield 2, self._dissolve_product, (p, users, ways)
        sums = {_pair(*s): k for k, s in terms.sums.items() if k in uses and len(s) == 2}
        for p, users in _users({k: [t for t, _ in s] for k, s in terms.sums.items() if k in uses}).items():
            if len({*users}) == uses[p] > 1 and p in terms.sums and len(terms.sums[p]) == 2:
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

    def _factor(self, k: int, x: int, held: list[int]) -> bool:
        terms = self.terms
        if not self.touched.isdisjoint((k, *held)):
            return False
        self.touched.update((k, *held))
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
        if not self.touched.isdisjoint((k, inner)):
            return False
        held = [t for t, _ in terms.sums[inner]]
        if not self.touched.isdisjoint(held):
            return False
        self.touched.update((k, inner, *held))
        sign, factors = terms.products[k]
        terms.products[k] = sign, _without(factors, x)
        for t in held:
            own, others = terms.products[t]
            c = self._number_in(t)
            terms.products[t] = own, [terms.new_number(x, c), *_without(others, c)]
        return True

    def _dissolve_product(self, p: int, users: list[int], ways: list[tuple[int, int, int]]) -> bool:
        terms = self.terms
        if not self.touched.isdisjoint((p, *users, *(q for _, _, q in ways))):
            return False
        self.touched.update((p, *users, *(q for _, _, q in ways)))
        own, parts = terms.products[p]
        for k, (x, u, q) in zip(users, ways):
            sign, factors = terms.products[k]
            rest = _without(_without(factors, p), u)
            terms.products[k] = sign * own * terms.products[q][0], [q, *_without(parts, x), *rest]
        return True

    def _dissolve_sum(self, p: int, users: list[int], ways: list[tuple[Literal, Literal, int]]) -> bool:
        terms = self.terms
        if not self.touched.isdisjoint((p, *users, *(q for _, _, q in ways))):
            return False
        self.touched.update((p, *users, *(q for _, _, q in ways)))
        for k, (x, u, q) in zip(users, ways):
            sign = next(s for t, s in terms.sums[k] if t == p)
            left = [(t, s * sign) for t, s in terms.sums[p] if t != x[0]]
            rest = [term for term in terms.sums[k] if term[0] not in (p, u[0])]
            terms.sums[k] = [(q, x[1] * dict(terms.sums[q])[x[0]]), *left, *rest]
        return True


def _users(parts: dict[int, list[int]]) -> dict[int, list[int]]:
    """By node: what it is a part of."""
    users: dict[int, list[int]] = {}
    for k, nodes in parts.items():
        for t in nodes:
            users.setdefault(t, []).append(k)
    return users


def _without(factors: list[int], x: int) -> list[int]:
    rest = list(factors)
    rest.remove(x)
    return rest
