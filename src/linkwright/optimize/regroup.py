"""Regrouping: common factors, and parts of sums and products that occur more than once.

Greedy, in rounds, on sums of many terms and products of many factors (`terms`), after Breuer, Generation of optimal
code for expressions via factorization (1969), and Hosangadi, Fallah & Kastner, Optimizing polynomial expressions by
algebraic factorization and common subexpression elimination (2006):

    x*y + x*z                  ->  x*(y + z)                 one multiplication less
    a + b + c, a + b + d       ->  t = a + b; t + c, t + d   one addition less per further use
    x*y*u, x*y*v               ->  t = x*y; t*u, t*v         one multiplication less per further use

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
    terms = Terms(fn)
    for _ in range(ROUNDS):
        tick()
        if not _Round(terms).run():
            break
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

    def run(self) -> bool:
        """Whether anything was changed."""
        changed = False
        found = [*self._factorings(), *self._shared()]
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


def _without(factors: list[int], x: int) -> list[int]:
    rest = list(factors)
    rest.remove(x)
    return rest
