"""Polynomials in sines, cosines and symbols: exact, expanded, reduced modulo s^2 + c^2 = 1.

A ring has two generators for every angle atom (a joint variable, a symbolic constant angle) and one for every other
symbol; an operation that is not arithmetic (a quotient, a sign) is a symbol of its own. Sums of angles are expanded by
the addition theorems, so the reduced polynomial of an expression is unique. The arithmetic is FLINT's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.graph import Graph

AngleSum = tuple[tuple[str, int], ...]  # a sum of atoms with whole factors: (("q2", 1), ("q3", 1))


class TooLarge(ExpressionError):
    """A polynomial has more terms than were allowed."""

    def __init__(self, what: str = "a polynomial has too many terms", **place: Any) -> None:
        super().__init__(what, **place)


@dataclass
class TrigPolynomialRing:
    """Q[s_a, c_a for every angle a, and the other symbols] over the nodes of a graph."""

    graph: Graph
    angles: list[str]  # the atoms of the angles
    symbols: list[str]
    sums: set[AngleSum] = field(default_factory=set)  # the angles that occur
    atoms: dict[str, int] = field(default_factory=dict)  # name -> node
    limit: int = 1_500  # largest number of terms of a polynomial

    @classmethod
    def from_exprs(cls, exprs: Sequence[Expr], limit: int = 1_500) -> Self:
        """Return the ring in which these expressions are polynomials."""
        ring = cls(exprs[0].graph, [], [], limit=limit)
        graph = ring.graph
        angles: dict[str, int] = {}
        opaque: dict[str, int] = {}
        for i in outside_angles(graph, [e.id for e in exprs]):
            if graph.op[i] in _TRIG:
                angle, found = ring.angle(graph.args[i][0])
                ring.sums.add(angle)
                angles |= found
            elif graph.op[i] not in _ARITHMETIC:
                opaque[_node_name(graph, i)] = i
        ring.atoms = {**opaque, **angles}
        ring.angles = sorted(angles, key=lambda a: angles[a])
        ring.symbols = sorted(opaque, key=lambda s: opaque[s])
        return ring

    def angle(self, i: int) -> tuple[AngleSum, dict[str, int]]:
        """Return node i as a sum of atoms; pi, plain numbers and fractions of symbols are atoms of their own."""
        terms, number = self.graph.linear(i)
        atoms, found = [], {}
        for k, c in terms.items():
            whole = isinstance(c, int) and self.graph.op[k] != o.PI
            node = k if whole else self.graph.mul(self.graph.const(c), k)
            name = _node_name(self.graph, node)
            atoms.append((name, int(c) if whole else 1))
            found[name] = node
        if number:
            node = self.graph.const(number)
            atoms.append((_node_name(self.graph, node), 1))
            found[_node_name(self.graph, node)] = node
        return tuple(sorted(atoms)), found

    @cached_property
    def context(self) -> Any:
        from flint import Ordering, fmpq_mpoly_ctx

        names = [f"{kind}{k}" for k in range(len(self.angles)) for kind in "sc"]
        return fmpq_mpoly_ctx.get((*names, *(f"p{k}" for k in range(len(self.symbols))), "unused"), Ordering.lex)

    @cached_property
    def _circles(self) -> list[Any]:
        """Polynomials s^2 + c^2 - 1 of the angles; s^2 leads in the order of the ring, so dividing by them reduces."""
        gens = self.context.gens()
        return [gens[2 * k] ** 2 + gens[2 * k + 1] ** 2 - 1 for k in range(len(self.angles))]

    # -- into the ring --------------------------------------------------------------------------------------------

    def polynomial(self, e: Expr, done: dict[int, Any]) -> Any:
        """Return the expression as a reduced polynomial; `done` caches those of its nodes."""
        g, gens = self.graph, self.context.gens()
        place = {self.atoms[s]: gens[2 * len(self.angles) + k] for k, s in enumerate(self.symbols)}
        for i in outside_angles(g, [e.id]):
            op, args = g.op[i], g.args[i]
            if i in done:
                continue
            if op == o.CONST:
                done[i] = self.context.constant(to_flint_rational(g.value[i]))
            elif i in place:
                done[i] = place[i]
            elif op in _TRIG:
                s, c = self.circular(self.angle(args[0])[0])
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
        """Return the reduced product."""
        if len(a) * len(b) > 20 * self.limit:
            raise TooLarge(remedy=f"at most {self.limit}")
        return self.reduced(a * b)

    def circular(self, angle: AngleSum) -> tuple[Any, Any]:
        """Return sin and cos of a sum of atoms, by the addition theorems."""
        gens = self.context.gens()
        S, C = self.context.constant(0), self.context.constant(1)
        for name, count in angle:
            k = self.angles.index(name)
            s, c = gens[2 * k] * (1 if count > 0 else -1), gens[2 * k + 1]
            for _ in range(abs(count)):
                S, C = self.reduced(S * c + C * s), self.reduced(C * c - S * s)
        return S, C

    def reduced(self, p: Any) -> Any:
        """Replace s^2 by 1 - c^2."""
        for k, power in enumerate(p.degrees()[: 2 * len(self.angles) : 2]):
            if power >= 2:
                p = divmod(p, self._circles[k])[1]
        if len(p) > self.limit:
            raise TooLarge(remedy=f"at most {self.limit}")
        return p

    # -- other angles ---------------------------------------------------------------------------------------------

    def substitute_angle(self, p: Any, total: Mapping[str, int], name: str) -> Any:
        """Return p with `name` standing for a sum of angles: the old angle is the sum minus the others."""
        k = self.angles.index(name)
        if not any(p.degrees()[2 * k : 2 * k + 2]):
            return p
        S, C = self.circular(tuple(solve_for_angle(total, name).items()))
        gens = list(self.context.gens())
        gens[2 * k], gens[2 * k + 1] = S, C
        return self.reduced(p.compose(*gens, ctx=self.context))


def solve_for_angle(total: Mapping[str, int], name: str) -> dict[str, int]:
    """Return the old angle `name` in terms of the new ones, where `name` stands for the sum."""
    return {a: total[name] * (1 if a == name else -c) for a, c in total.items()}


def coefficients_by_exponents(p: Any) -> dict[tuple[int, ...], Fraction]:
    """Coefficients of a polynomial by exponents."""
    return {e: Fraction(int(value.p), int(value.q)) for e, value in p.to_dict().items()}


_TRIG = (o.SIN, o.COS)
_ARITHMETIC = (o.CONST, o.NEG, o.ADD, o.SUB, o.MUL)


def outside_angles(graph: Graph, wanted: Sequence[int]) -> list[int]:
    """Nodes of the polynomials of the wanted ones; sines, cosines and operations beyond arithmetic are leaves."""
    seen, todo = set(wanted), list(wanted)
    while todo:
        i = todo.pop()
        if graph.op[i] in _ARITHMETIC:
            todo += [a for a in graph.args[i] if a not in seen]
            seen.update(graph.args[i])
    return sorted(seen)


def _node_name(graph: Graph, i: int) -> str:
    return str(graph.value[i].name) if graph.op[i] == o.SYMBOL else str(Expr(graph, i))


def to_flint_rational(value: Any) -> Any:
    """Convert a number to FLINT's rationals; a float counts as the decimals that it is written with."""
    from flint import fmpq

    f = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return fmpq(f.numerator, f.denominator)
