"""Factorization of polynomials in sines and cosines: exact, reduced modulo s^2 + c^2 = 1, complete.

The ring of polynomials in sin and cos does not factor uniquely (s^2 = (1 - c)(1 + c)). With half angles it does: with
u = sin(x/2) and v = cos(x/2), sin x = 2 u v, cos x = v^2 - u^2 and 1 = u^2 + v^2, a polynomial becomes one that is
homogeneous in every pair (u, v), and those factor uniquely over the integers. Factors of odd degree in a pair are put
together again until sines and cosines of whole angles come out: u v is sin x, (v - u)(v + u) is cos x.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from linkwright.expr import Expr, Graph, polynomial
from linkwright.expr.polynomial import AngleSum, TooLarge, solve_for_angle


@dataclass
class TrigRing(polynomial.TrigPolynomialRing):
    """The polynomial ring of some expressions, with factorization of its elements."""

    @cached_property
    def half_angles(self) -> Any:
        """The ring of the half angles, over the integers."""
        from flint import Ordering, fmpz_mpoly_ctx

        names = [f"{kind}{k}" for k in range(len(self.angles)) for kind in "uv"]
        return fmpz_mpoly_ctx.get((*names, *(f"p{k}" for k in range(len(self.symbols))), "unused"), Ordering.lex)

    # -- factors --------------------------------------------------------------------------------------------------

    def factors(self, p: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
        """Factorize p: a number, and irreducible polynomials with their powers, whose product is p."""
        number, halves = self._half_factors(p)
        even: list[tuple[Any, int]] = []
        odd: list[Any] = []
        if [power for _, power in halves] == [1]:  # irreducible: p itself, which may be too long to convert back
            even, halves = [(p / number.numerator * number.denominator, 1)], []
        for f, power in halves:
            if self._parity(f):
                odd += [f] * power
            else:
                even.append((self.whole(f), power))
        for group in self._grouped(odd):
            f = self.whole(group)
            match = next((k for k, (g, _) in enumerate(even) if g == f), None)
            if match is None:
                even.append((f, 1))
            else:
                even[match] = (f, even[match][1] + 1)
        found = []
        for f, power in even:  # make coefficients integers without a common factor
            scale = _content(f)
            number *= scale**power
            found.append((f / scale.numerator * scale.denominator, power))
        return number, [(f, power) for f, power in found if not f.is_constant()]

    def _half_factors(self, p: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
        n = len(self.angles)
        gens = self.half_angles.gens()
        content = _content(p)
        p = p / content.numerator * content.denominator
        degree = [0] * n
        table = {e: int(value.p) for e, value in p.to_dict().items()}
        for e in table:
            degree = [max(d, e[2 * k] + e[2 * k + 1]) for k, d in enumerate(degree)]
        powers = [[gens[2 * k] ** 2 + gens[2 * k + 1] ** 2, 2 * gens[2 * k] * gens[2 * k + 1],
                   gens[2 * k + 1] ** 2 - gens[2 * k] ** 2] for k in range(n)]  # fmt: skip
        total = self.half_angles.constant(0)
        groups: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for e, value in table.items():
            rest = (*([0] * (2 * n)), *e[2 * n :])
            groups.setdefault(e[: 2 * n], {})[rest] = value
        for e, terms in groups.items():
            product = self.half_angles.from_dict(terms)
            for k in range(n):
                one, s, c = powers[k]
                product = product * s ** e[2 * k] * c ** e[2 * k + 1] * one ** (degree[k] - e[2 * k] - e[2 * k + 1])
                if len(product) > self.limit:
                    raise TooLarge(remedy=f"at most {self.limit}")
            total = total + product
        number, found = total.factor()
        ones = [row[0] for row in powers]
        return Fraction(int(number)) * content, [(f, int(m)) for f, m in found if f not in ones]

    def _parity(self, f: Any) -> frozenset[int]:
        """Angles in whose half-angle pair (u, v) the factor has odd degree."""
        e = next(iter(f.to_dict()))
        return frozenset(k for k in range(len(self.angles)) if (e[2 * k] + e[2 * k + 1]) % 2)

    def _grouped(self, odd: list[Any]) -> list[Any]:
        """Products of odd factors that have even degree in every half angle, the shortest first."""
        groups = []
        for size in range(2, len(odd) + 1):
            while True:
                fits = []
                for chosen in combinations(range(len(odd)), size):
                    parity: frozenset[int] = frozenset()
                    product = self.half_angles.constant(1)
                    for k in chosen:
                        parity ^= self._parity(odd[k])
                    if not parity:
                        for k in chosen:
                            product = product * odd[k]
                        fits.append((len(self.whole(product)), chosen, product))
                if not fits:
                    break
                _, chosen, product = min(fits, key=lambda fit: fit[:2])
                groups.append(product)
                odd = [f for k, f in enumerate(odd) if k not in chosen]
        return groups

    def whole(self, f: Any) -> Any:
        """Convert a polynomial of even degree in every half angle to sines and cosines: uv = s/2, v^2 = (1+c)/2."""
        n, gens = len(self.angles), self.context.gens()
        total = self.context.constant(0)
        for e, value in f.to_dict().items():
            term = self.context.from_dict({(*([0] * (2 * n)), *e[2 * n :]): int(value)})
            for k in range(n):
                a, b = e[2 * k], e[2 * k + 1]
                s, c = gens[2 * k], gens[2 * k + 1]
                term = term * (s / 2 if a % 2 else 1) * ((1 - c) / 2) ** (a // 2) * ((1 + c) / 2) ** (b // 2)
            total = total + term
        return total

    # -- out of the ring ------------------------------------------------------------------------------------------

    def shortest(self, p: Any) -> tuple[Any, dict[str, AngleSum]]:
        """p rewritten in angles in which it is short, and the meaning of each angle: q3 may stand for q2 + q3."""
        inside = {name: {name: 1} for name in self.angles}  # every atom in the angles that stand now
        depth = 3 if len(p) <= 40 else 1
        return self._shorter(p, {}, inside, depth)

    def _shorter(
        self, p: Any, meaning: dict[str, AngleSum], inside: Mapping[str, Mapping[str, int]], depth: int
    ) -> tuple[Any, dict[str, AngleSum]]:
        best = (p, meaning)
        for angle in (a for a in self._partial_sums if a not in meaning.values()) if depth else ():
            total = _expand_sum(angle, inside)
            for name, count in total.items():
                if len(total) == 1 or abs(count) != 1 or name in meaning:
                    continue
                old = solve_for_angle(total, name)
                now = {
                    atom: _expand_sum(tuple(row.items()), {**_unit_sums(row), name: old})
                    for atom, row in inside.items()
                }
                found = self._shorter(self.substitute_angle(p, total, name), {**meaning, name: angle}, now, depth - 1)
                best = min(best, found, key=lambda pair: (len(pair[0]), len(pair[1])))
        return best

    @cached_property
    def _partial_sums(self) -> list[AngleSum]:
        """Sums of two or more angles that occur together."""
        return sorted({part for a in self.sums for k in range(2, len(a) + 1) for part in combinations(a, k)})

    def expr(self, p: Any, meaning: Mapping[str, AngleSum], graph: Graph, atoms: Mapping[str, Expr]) -> Expr:
        """Expression of the polynomial in a graph, with these expressions for its atoms."""
        values: list[Expr] = []
        for name in self.angles:
            total = Expr(graph, graph.const(0))
            for atom, count in meaning.get(name, ((name, 1),)):
                total = total + atoms[atom] * count
            values += [total.sin(), total.cos()]
        values += [atoms[name] for name in self.symbols]
        result = Expr(graph, graph.const(0))
        for e, value in p.to_dict().items():
            term = Expr(graph, graph.const(Fraction(int(value.p), int(value.q))))
            for x, power in zip(values, e, strict=False):
                for _ in range(power):
                    term = term * x
            result = result + term
        return result


def _expand_sum(angle: AngleSum, inside: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Expand a sum of atoms, each of which is such a sum itself."""
    total: dict[str, int] = {}
    for atom, count in angle:
        for name, c in inside[atom].items():
            total[name] = total.get(name, 0) + count * c
    return {name: c for name, c in total.items() if c}


def _unit_sums(names: Mapping[str, int]) -> dict[str, dict[str, int]]:
    return {name: {name: 1} for name in names}


def _content(p: Any) -> Fraction:
    """Content: the rational number by which p is divided to have coprime integer coefficients, the first positive."""
    import math

    values = [Fraction(int(v.p), int(v.q)) for v in p.to_dict().values()]
    top = math.gcd(*(v.numerator for v in values))
    bottom = math.lcm(*(v.denominator for v in values))
    return Fraction(top, bottom) * (-1 if values[0] < 0 else 1)
