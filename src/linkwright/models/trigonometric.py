"""Polynomials in sines and cosines: exact, reduced modulo s^2 + c^2 = 1, and factored completely.

The ring of polynomials in sin and cos does not factor uniquely (s^2 = (1 - c)(1 + c)). With half angles it does: with
u = sin(x/2) and v = cos(x/2), sin x = 2 u v, cos x = v^2 - u^2 and 1 = u^2 + v^2, a polynomial becomes one that is
homogeneous in every pair (u, v), and those factor uniquely over the integers. Factors of odd degree in a pair are put
together again until sines and cosines of whole angles come out: u v is sin x, (v - u)(v + u) is cos x.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from linkwright.expr import Expr, Graph
from linkwright.expr import ops as o

Angle = tuple[tuple[str, int], ...]  # a sum of atoms with whole factors: (("q2", 1), ("q3", 1))
MOST_TERMS = 1_500


class TooLarge(Exception):
    """The polynomial has too many terms to be factored in reasonable time."""


@dataclass
class Ring:
    """Z[s_a, c_a for every angle a, and the other symbols] over the nodes of a graph."""

    graph: Graph
    angles: list[str]  # the atoms of the angles
    symbols: list[str]
    sums: set[Angle] = field(default_factory=set)  # the angles that occur
    atoms: dict[str, int] = field(default_factory=dict)  # name -> node

    @classmethod
    def over(cls, exprs: Sequence[Expr]) -> Ring:
        ring = cls(exprs[0].graph, [], [])
        graph = ring.graph
        angles: dict[str, int] = {}
        opaque: dict[str, int] = {}
        for i in _outside_angles(graph, [e.id for e in exprs]):
            if graph.op[i] in _TRIG:
                angle, found = ring.angle(graph.args[i][0])
                ring.sums.add(angle)
                angles |= found
            elif graph.op[i] not in _ARITHMETIC:
                opaque[_name(graph, i)] = i
        ring.atoms = {**opaque, **angles}
        ring.angles = sorted(angles, key=lambda a: angles[a])
        ring.symbols = sorted(opaque, key=lambda s: opaque[s])
        return ring

    def angle(self, i: int) -> tuple[Angle, dict[str, int]]:
        """Node i as a sum of atoms; pi, plain numbers and fractions of symbols are atoms of their own."""
        terms, number = self.graph.linear(i)
        atoms, found = [], {}
        for k, c in terms.items():
            whole = isinstance(c, int) and self.graph.op[k] != o.PI
            node = k if whole else self.graph.mul(self.graph.const(c), k)
            name = _name(self.graph, node)
            atoms.append((name, int(c) if whole else 1))
            found[name] = node
        if number:
            node = self.graph.const(number)
            atoms.append((_name(self.graph, node), 1))
            found[_name(self.graph, node)] = node
        return tuple(sorted(atoms)), found

    @cached_property
    def context(self) -> Any:
        from flint import Ordering, fmpq_mpoly_ctx

        names = [f"{kind}{k}" for k in range(len(self.angles)) for kind in "sc"]
        return fmpq_mpoly_ctx.get((*names, *(f"p{k}" for k in range(len(self.symbols))), "unused"), Ordering.lex)

    @cached_property
    def half(self) -> Any:
        """The ring of the half angles, over the integers."""
        from flint import Ordering, fmpz_mpoly_ctx

        names = [f"{kind}{k}" for k in range(len(self.angles)) for kind in "uv"]
        return fmpz_mpoly_ctx.get((*names, *(f"p{k}" for k in range(len(self.symbols))), "unused"), Ordering.lex)

    # -- into the ring --------------------------------------------------------------------------------------------

    def polynomial(self, e: Expr, done: dict[int, Any]) -> Any:
        """The expression as a reduced polynomial."""
        g, gens = self.graph, self.context.gens()
        place = {self.atoms[s]: gens[2 * len(self.angles) + k] for k, s in enumerate(self.symbols)}
        for i in _outside_angles(g, [e.id]):
            op, args = g.op[i], g.args[i]
            if i in done:
                continue
            if op == o.CONST:
                done[i] = self.context.constant(_rational(g.value[i]))
            elif i in place:
                done[i] = place[i]
            elif op in _TRIG:
                s, c = self._circular(self.angle(args[0])[0])
                done[i] = s if op == o.SIN else c
            else:
                done[i] = self._combined(op, [done[a] for a in args])
        return done[e.id]

    def _combined(self, op: int, x: list[Any]) -> Any:
        match op:
            case o.ADD:
                return x[0] + x[1]
            case o.SUB:
                return x[0] - x[1]
            case o.NEG:
                return -x[0]
        return self.times(x[0], x[1])

    def times(self, a: Any, b: Any) -> Any:
        """The reduced product."""
        if len(a) * len(b) > 20 * MOST_TERMS:
            raise TooLarge
        return self.reduced(a * b)

    def _circular(self, angle: Angle) -> tuple[Any, Any]:
        """sin and cos of a sum by the addition theorems."""
        gens = self.context.gens()
        S, C = self.context.constant(0), self.context.constant(1)
        for name, count in angle:
            k = self.angles.index(name)
            s, c = gens[2 * k] * (1 if count > 0 else -1), gens[2 * k + 1]
            for _ in range(abs(count)):
                S, C = self.reduced(S * c + C * s), self.reduced(C * c - S * s)
        return S, C

    def reduced(self, p: Any) -> Any:
        """s^2 -> 1 - c^2."""
        if len(p) > MOST_TERMS:
            raise TooLarge
        gens = self.context.gens()
        for k in range(len(self.angles)):
            s, c = gens[2 * k], gens[2 * k + 1]
            if p.degrees()[2 * k] < 2:
                continue
            rule = 1 - c * c
            parts: dict[int, dict[tuple[int, ...], Any]] = {}
            for exponents, value in p.to_dict().items():
                power, rest = divmod(exponents[2 * k], 2)
                key = (*exponents[: 2 * k], rest, *exponents[2 * k + 1 :])
                parts.setdefault(power, {})[key] = value
            p = sum((self.context.from_dict(terms) * rule**power for power, terms in parts.items()), 0 * s)
        return p

    # -- factors --------------------------------------------------------------------------------------------------

    def factors(self, p: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
        """A number and irreducible polynomials with their powers, whose product is p."""
        number, halves = self._half_factors(p)
        even: list[tuple[Any, int]] = []
        odd: list[Any] = []
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
        for f, power in even:  # whole numbers without a common factor
            scale = _content(f)
            number *= scale**power
            found.append((f / scale.numerator * scale.denominator, power))
        return number, [(f, power) for f, power in found if not f.is_constant()]

    def _half_factors(self, p: Any) -> tuple[Fraction, list[tuple[Any, int]]]:
        n = len(self.angles)
        gens = self.half.gens()
        content = _content(p)
        p = p / content.numerator * content.denominator
        degree = [0] * n
        table = {e: int(value.p) for e, value in p.to_dict().items()}
        for e in table:
            degree = [max(d, e[2 * k] + e[2 * k + 1]) for k, d in enumerate(degree)]
        powers = [[gens[2 * k] ** 2 + gens[2 * k + 1] ** 2, 2 * gens[2 * k] * gens[2 * k + 1],
                   gens[2 * k + 1] ** 2 - gens[2 * k] ** 2] for k in range(n)]  # fmt: skip
        total = self.half.constant(0)
        groups: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for e, value in table.items():
            rest = (*([0] * (2 * n)), *e[2 * n :])
            groups.setdefault(e[: 2 * n], {})[rest] = value
        for e, terms in groups.items():
            product = self.half.from_dict(terms)
            for k in range(n):
                one, s, c = powers[k]
                product = product * s ** e[2 * k] * c ** e[2 * k + 1] * one ** (degree[k] - e[2 * k] - e[2 * k + 1])
                if len(product) > MOST_TERMS:
                    raise TooLarge
            total = total + product
        number, found = total.factor()
        ones = [row[0] for row in powers]
        return Fraction(int(number)) * content, [(f, int(m)) for f, m in found if f not in ones]

    def _parity(self, f: Any) -> frozenset[int]:
        """The angles in whose half the factor is odd."""
        e = next(iter(f.to_dict()))
        return frozenset(k for k in range(len(self.angles)) if (e[2 * k] + e[2 * k + 1]) % 2)

    def _grouped(self, odd: list[Any]) -> list[Any]:
        """Products of the factors that are even in every half angle, the shortest first."""
        groups = []
        for size in range(2, len(odd) + 1):
            while True:
                fits = []
                for chosen in combinations(range(len(odd)), size):
                    parity: frozenset[int] = frozenset()
                    product = self.half.constant(1)
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
        """A polynomial of even degree in every half angle in sines and cosines: uv = s/2, v^2 = (1+c)/2."""
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

    def shortest(self, p: Any) -> tuple[Any, dict[str, Angle]]:
        """p in angles where it is short, with what each angle then stands for: q3 may stand for q2 + q3."""
        inside = {name: {name: 1} for name in self.angles}  # every atom in the angles that stand now
        depth = 3 if len(p) <= 40 else 1
        return self._shorter(p, {}, inside, depth)

    def _shorter(
        self, p: Any, meaning: dict[str, Angle], inside: Mapping[str, Mapping[str, int]], depth: int
    ) -> tuple[Any, dict[str, Angle]]:
        best = (p, meaning)
        for angle in (a for a in self._partial_sums if a not in meaning.values()) if depth else ():
            total = _sum_of(angle, inside)
            for name, count in total.items():
                if len(total) == 1 or abs(count) != 1 or name in meaning:
                    continue
                old = _solved_for(total, name)
                now = {atom: _sum_of(tuple(row.items()), {**_ones(row), name: old}) for atom, row in inside.items()}
                found = self._shorter(self._exchanged(p, total, name), {**meaning, name: angle}, now, depth - 1)
                best = min(best, found, key=lambda way: (len(way[0]), len(way[1])))
        return best

    @cached_property
    def _partial_sums(self) -> list[Angle]:
        """Sums of two or more of the angles that occur together."""
        return sorted({part for a in self.sums for k in range(2, len(a) + 1) for part in combinations(a, k)})

    def _exchanged(self, p: Any, total: Mapping[str, int], name: str) -> Any:
        """p with `name` standing for a sum of angles: the old angle is the sum minus the others."""
        S, C = self._circular(tuple(_solved_for(total, name).items()))
        k = self.angles.index(name)
        gens = list(self.context.gens())
        gens[2 * k], gens[2 * k + 1] = S, C
        return self.reduced(p.compose(*gens, ctx=self.context))

    def expr(self, p: Any, meaning: Mapping[str, Angle], graph: Graph, atoms: Mapping[str, Expr]) -> Expr:
        """The polynomial in a graph where the atoms are these expressions."""
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


def _sum_of(angle: Angle, inside: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """A sum of atoms, each of which is such a sum itself."""
    total: dict[str, int] = {}
    for atom, count in angle:
        for name, c in inside[atom].items():
            total[name] = total.get(name, 0) + count * c
    return {name: c for name, c in total.items() if c}


def _solved_for(total: Mapping[str, int], name: str) -> dict[str, int]:
    """The angle that `name` was, when `name` stands for the sum from now on."""
    return {a: total[name] * (1 if a == name else -c) for a, c in total.items()}


def _ones(names: Mapping[str, int]) -> dict[str, dict[str, int]]:
    return {name: {name: 1} for name in names}


_TRIG = (o.SIN, o.COS)
_ARITHMETIC = (o.CONST, o.NEG, o.ADD, o.SUB, o.MUL)


def _outside_angles(graph: Graph, wanted: Sequence[int]) -> list[int]:
    """The nodes that the wanted ones need as numbers; sines, cosines and what is not arithmetic are leaves."""
    seen, todo = set(wanted), list(wanted)
    while todo:
        i = todo.pop()
        if graph.op[i] in _ARITHMETIC:
            todo += [a for a in graph.args[i] if a not in seen]
            seen.update(graph.args[i])
    return sorted(seen)


def _name(graph: Graph, i: int) -> str:
    return graph.value[i].name if graph.op[i] == o.SYMBOL else str(Expr(graph, i))


def _rational(value: Any) -> Any:
    from flint import fmpq

    f = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return fmpq(f.numerator, f.denominator)


def _content(p: Any) -> Fraction:
    """The number without which the coefficients are whole and have no common factor; the first one positive."""
    import math

    values = [Fraction(int(v.p), int(v.q)) for v in p.to_dict().values()]
    top = math.gcd(*(v.numerator for v in values))
    bottom = math.lcm(*(v.denominator for v in values))
    return Fraction(top, bottom) * (-1 if values[0] < 0 else 1)
