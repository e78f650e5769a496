"""Closed forms: the outputs of a function as expanded, collected polynomials over one dictionary of monomials.

Every output is a sum of coefficient * monomial: monomials in variables (sines and cosines of joint angles and of their
sums, rates), coefficients polynomials in the parameters. The representation of Bansevicius, Cepulkauskas,
Kulvietiene & Kulvietis (2004): a dictionary of monomials in ascending order of multi-indices, which all outputs share.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph, Number
from linkwright.expr.polynomial import TrigPolynomialRing, coefficients_by_exponents
from linkwright.expr.recombine import AngleVector, Powers, TermTable
from linkwright.expr.replay import Importer
from linkwright.progress import report, report_each, tick

MAX_TERMS = 50_000
MAX_FACTOR_LENGTH = 4000  # characters: longer factors are not written out where their short names are explained
_MAX_TERMS_FOR_ANGLE_SEARCH = 3_000  # terms, above which other angles are not tried


@dataclass(frozen=True)
class MonomialFactor:
    """Factor of a monomial: a symbol (or an expression that is no polynomial), the sine or the cosine of an angle."""

    kind: Literal["", "sin", "cos"]
    angle: AngleVector  # a symbol is stored as itself with the factor 1
    varies: bool

    @property
    def text(self) -> str:
        if self.kind:
            return f"{self.kind}({_angle_sum_text(self.angle)})"
        name = self.angle[0][0]
        return name if re.fullmatch(r"\w+|\w+\([^()]*\)", name) else f"({name})"

    def latex(self, typeset: Callable[[str], str], power: int) -> str:
        raised = f"^{{{power}}}" if power > 1 else ""
        if not self.kind:
            name = typeset(self.angle[0][0])
            return f"{{{name}}}{raised}" if raised else name
        inner = _angle_sum_text(self.angle, typeset, "")
        return rf"\{self.kind}{raised}" + (f" {inner}" if len(self.angle) == 1 else rf"\left({inner}\right)")


Writer = Callable[[Expr, Callable[[str], str]], str]  # LaTeX of an expression; the second argument typesets symbols
Monomial = tuple[tuple[int, int], ...]  # (index of the factor, power), ascending
Polynomial = Mapping[Monomial, Fraction]  # in the parameters
CollectedPolynomial = Mapping[Monomial, Polynomial]  # monomial in variables -> coefficient


@dataclass(frozen=True)
class Expansion:
    """Outputs of a function as collected polynomials. `outputs` has one list per output port, row by row."""

    source: Function
    factors: tuple[MonomialFactor, ...]
    outputs: tuple[tuple[CollectedPolynomial, ...], ...]
    atoms: Mapping[str, Expr]  # expressions that the names in the factors stand for, in the source's graph
    exact: bool  # no decimals among its numbers

    @cached_property
    def monomials(self) -> tuple[Monomial, ...]:
        """The dictionary: every monomial in variables, ascending."""
        return tuple(sorted({m for port in self.outputs for p in port for m in p}))

    @property
    def terms(self) -> int:
        """Number of terms when the coefficients are multiplied out, too."""
        return sum(len(coefficient) for port in self.outputs for p in port for coefficient in p.values())

    # -- as a function --------------------------------------------------------------------------------------------

    def function(self) -> Function:
        """Return the closed form as a function that computes the dictionary first, each monomial from earlier ones."""
        graph = Graph()
        into = Importer(graph)
        inputs = [replace(p, elements=tuple(into(e).id for e in self.source.input(p.name))) for p in self.source.inputs]
        values = [self._value(f, into) for f in self.factors]
        one = Expr(graph, graph.const(1))
        table: dict[Monomial, Expr] = {m: _multiply_factors(values, m, one) for m in self.monomials}
        outputs = []
        for port, polynomials in zip(self.source.outputs, self.outputs, strict=True):
            ids = tuple(self._written(p, values, table, one).id for p in polynomials)
            outputs.append(replace(port, elements=ids))
        doc = f"{self.source.doc}; closed form".lstrip("; ")
        return Function(f"{self.source.name}_expanded", graph, tuple(inputs), tuple(outputs), doc,
                        {**self.source.provenance, "form": "expanded"}).pruned()  # fmt: skip

    def _value(self, factor: MonomialFactor, into: Importer) -> Expr:
        graph = into.target
        if not factor.kind:
            return into(self.atoms[factor.angle[0][0]])
        total = Expr(graph, graph.const(0))
        for name, count in factor.angle:
            total = total + into(self.atoms[name]) * count
        return total.sin() if factor.kind == "sin" else total.cos()

    def _written(self, p: CollectedPolynomial, values: list[Expr], table: Mapping[Monomial, Expr], one: Expr) -> Expr:
        total = one * 0
        for m, coefficient in p.items():
            inner, common = one * 0, self._common(coefficient)
            for k, number in coefficient.items():
                inner = inner + _multiply_factors(values, k, one) * self._number(number / common)
            total = total + inner * self._number(common) * table[m]
        return total

    def _common(self, p: Polynomial) -> Fraction:
        """Greatest common factor of the coefficients, negative if all of them are; 1 if there are decimals."""
        sign = -1 if all(x < 0 for x in p.values()) else 1
        if len(p) == 1:
            return next(iter(p.values()))
        if not self.exact:
            return Fraction(sign)
        bottom = math.lcm(*(x.denominator for x in p.values()))
        return sign * Fraction(math.gcd(*(int(x * bottom) for x in p.values())), bottom)

    def _number(self, x: Fraction) -> Number:
        return x if self.exact or x.denominator == 1 else float(x)

    # -- for readers ----------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return one line per element, label = sum, as formulas that `parse` reads."""
        lines = [f"{label} = {self.formula(p)}" for label, p in self._elements()]
        return "\n".join(lines) + "\n"

    def formula(self, p: CollectedPolynomial) -> str:
        """Return a polynomial as text."""

        def factor(f: MonomialFactor, power: int) -> str:
            return f.text + (f"^{power}" if power > 1 else "")

        return self._sum(p, factor, "*", lambda x: str(self._number(x)), "({})")

    def latex(self, typeset: Callable[[str], str] | None = None) -> str:
        """Return an align* environment (amsmath), one equation per element, in lines of about a page's width."""
        rows = [text for _, text in self.equations(typeset)]
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}\n"

    def equations(
        self, typeset: Callable[[str], str] | None = None, write: Writer | None = None
    ) -> Iterator[tuple[str, str]]:
        """Yield (heading, LaTeX) for every element, the heading being its output.

        With `write`, factors that are no symbols, such as quotients and roots, have short names; their definitions
        follow, as write(expression, typeset) gives them.
        """
        plain = typeset or _typeset
        short: dict[str, str] = {}
        letter = next(x for x in "abcfghkuvwxyz" if not any(re.fullmatch(rf"{x}_?\d*", name) for name in self.atoms))

        def names(name: str) -> str:
            if write is None or name not in self.atoms or self.atoms[name].name:
                return plain(name)
            return short.setdefault(name, f"{letter}_{{{len(short) + 1}}}")

        def factor(f: MonomialFactor, power: int) -> str:
            return f.latex(names, power)

        headings = (p.doc or p.name for p, port in zip(self.source.outputs, self.outputs, strict=True) for _ in port)
        for heading, (label, p) in zip(headings, self._elements(), strict=True):
            right = self._sum(p, factor, r" \, ", lambda x: _latex_number(self._number(x)), r"\left({}\right)", 80)
            yield heading, f"{plain(label)} &= {right}"
        if write is None:
            return
        for name, text in short.items():
            whole = len(name) <= MAX_FACTOR_LENGTH
            meaning = write(self.atoms[name], plain) if whole else rf"\text{{an expression of {len(name)} characters}}"
            yield "where", f"{text} &= {meaning}"

    def dictionary(self) -> tuple[str, ...]:
        """Return the monomials as text, in their order."""
        return tuple(_join_factors(self.factors, m, lambda f, k: f.text + (f"^{k}" if k > 1 else ""), "*") or "1"
                     for m in self.monomials)  # fmt: skip

    def _elements(self) -> Iterator[tuple[str, CollectedPolynomial]]:
        for port, polynomials in zip(self.source.outputs, self.outputs, strict=True):
            for k, p in enumerate(polynomials):
                number = f"{port.name}_{k + 1}" if len(polynomials) > 1 else port.name
                yield port.labels[k] if port.labels else number, p

    def _sum(
        self,
        p: CollectedPolynomial,
        factor: Callable[[MonomialFactor, int], str],
        times: str,
        number: Callable[[Fraction], str],
        group: str,
        width: int = 0,
    ) -> str:
        def text(m: Monomial, x: Fraction, inner: str = "") -> tuple[bool, str]:
            right = times.join(t for t in (inner, _join_factors(self.factors, m, factor, times)) if t)
            left = "" if abs(x) == 1 and right else number(abs(x))
            return x < 0, times.join(t for t in (left, right) if t)

        parts: list[tuple[bool, str]] = []
        for m, coefficient in p.items():
            if m and len(coefficient) > 1:
                common = self._common(coefficient)
                terms = [text(k, x / common) for k, x in coefficient.items()]
                parts.append(text(m, common, group.format(_join_signed_texts(terms))))
            else:
                parts += [text((*k, *m), x) for k, x in coefficient.items()]
        return _join_signed_texts(parts, width) or number(Fraction(0))


def expand_function(function: Function, limit: int = MAX_TERMS) -> Expansion:
    """Return the closed form of a function whose outputs are polynomials in symbols, sines and cosines.

    No intermediate polynomial may have more terms than the limit (`TooLarge`).
    """
    exprs = [Expr(function.graph, i) for port in function.outputs for i in port.elements]
    ring = TrigPolynomialRing.from_exprs(exprs, limit)
    done: dict[int, Any] = {}
    polynomials = [ring.polynomial(e, done) for e in report_each(exprs, lambda _: f"expanding {function.name}")]
    report(f"collecting the terms of {function.name}")
    table = _build_term_table(ring, polynomials, {name: ((name, 1),) for name in ring.angles}).recombine()
    others, meaning = _search_angle_sums(ring, polynomials)
    if others is not polynomials:
        table = min(table, _build_term_table(ring, others, meaning).recombine(), key=lambda t: len(t.terms))
    g = ring.graph
    atoms = {name: Expr(g, i) for name, i in ring.atoms.items()}
    factors, index = _list_factors(ring, table)
    exact = not any(g.op[i] == o.CONST and isinstance(g.value[i], float) for i in function.nodes)
    return Expansion(function, factors, _collect_by_monomial(function.outputs, factors, index, table), atoms, exact)


def _search_angle_sums(ring: TrigPolynomialRing, polynomials: list[Any]) -> tuple[list[Any], dict[str, AngleVector]]:
    """Rewrite the polynomials in sums or differences of joint angles, greedily while terms are saved."""
    meaning: dict[str, AngleVector] = {name: ((name, 1),) for name in ring.angles}
    moving = [name for name in ring.angles if ring.graph.varies[ring.atoms[name]]]
    size = sum(map(len, polynomials))
    while size <= _MAX_TERMS_FOR_ANGLE_SEARCH:
        ways = [(a, b, sign) for a in moving for b in moving if a != b for sign in (1, -1)]
        tried = []
        for a, b, sign in ways:
            tick()
            tried.append(([ring.substitute_angle(p, {a: 1, b: sign}, a) for p in polynomials], a, b, sign))
        best = min(tried, key=lambda way: sum(map(len, way[0])), default=None)
        if best is None or sum(map(len, best[0])) >= size:
            break
        polynomials, a, b, sign = best
        total = dict(meaning[a])
        for name, count in meaning[b]:
            total[name] = total.get(name, 0) + sign * count
        meaning[a] = tuple(sorted((name, count) for name, count in total.items() if count))
        size = sum(map(len, polynomials))
    return polynomials, meaning


def _build_term_table(
    ring: TrigPolynomialRing, polynomials: Sequence[Any], meaning: Mapping[str, AngleVector]
) -> TermTable:
    """Return all terms; the rest of each is the number of its polynomial and the exponents of its symbols."""
    n = len(ring.angles)
    signs = [-1 if meaning[name][0][1] < 0 else 1 for name in ring.angles]
    table = TermTable([tuple((atom, sign * count) for atom, count in meaning[name])
                   for name, sign in zip(ring.angles, signs, strict=True)])  # fmt: skip
    for number, p in enumerate(polynomials):
        for e, value in coefficients_by_exponents(p).items():
            powers = [(k, (e[2 * k], e[2 * k + 1])) for k in range(n)]
            trig: tuple[tuple[int, Powers], ...] = tuple((k, x) for k, x in powers if x != (0, 0))
            flip = math.prod(signs[k] for k, (s, _) in trig if s)
            table.terms[(number, e[2 * n : -1]), trig] = value * flip
    return table


Index = dict[tuple[str, int], int]  # ("sin", angle), ("cos", angle) or ("", symbol) -> index of the factor


def _list_factors(ring: TrigPolynomialRing, table: TermTable) -> tuple[tuple[MonomialFactor, ...], Index]:
    """Factors that occur: sines and cosines by angle, then symbols in the order of the ring."""
    g, index = ring.graph, Index()
    used = sorted({a for _, trig in table.terms for a, _ in trig}, key=lambda a: (len(table.angles[a]), a))
    found: list[MonomialFactor] = []
    for a in used:
        angle = table.angles[a]
        varies = any(g.varies[ring.atoms[name]] for name, _ in angle)
        index["sin", a], index["cos", a] = len(found), len(found) + 1
        found += [MonomialFactor("sin", angle, varies), MonomialFactor("cos", angle, varies)]
    for k, name in enumerate(ring.symbols):
        index["", k] = len(found)
        found.append(MonomialFactor("", ((name, 1),), g.varies[ring.atoms[name]]))
    return tuple(found), index


def _collect_by_monomial(
    ports: Sequence[Port], factors: Sequence[MonomialFactor], index: Index, table: TermTable
) -> tuple[tuple[CollectedPolynomial, ...], ...]:
    """Collect terms with the same monomial in variables, in the order of the dictionary."""
    found: list[dict[Monomial, dict[Monomial, Fraction]]] = [{} for port in ports for _ in port.elements]
    for (rest, trig), value in table.terms.items():
        number, exponents = rest
        powers = [(index["sin", a], s) for a, (s, _) in trig] + [(index["cos", a], c) for a, (_, c) in trig]
        powers += [(index["", k], e) for k, e in enumerate(exponents)]
        each = sorted((f, p) for f, p in powers if p)
        moving = tuple((f, p) for f, p in each if factors[f].varies)
        fixed = tuple((f, p) for f, p in each if not factors[f].varies)
        found[number].setdefault(moving, {})[fixed] = value
    ordered = [{m: dict(sorted(p[m].items())) for m in sorted(p)} for p in found]
    rows = iter(ordered)
    return tuple(tuple(next(rows) for _ in port.elements) for port in ports)


# -- texts -------------------------------------------------------------------------------------------------------------


def _multiply_factors(values: Sequence[Expr], m: Monomial, one: Expr) -> Expr:
    result = one
    for f, power in m:
        for _ in range(power):
            result = result * values[f]
    return result


def _join_factors(
    factors: Sequence[MonomialFactor], m: Monomial, text: Callable[[MonomialFactor, int], str], times: str
) -> str:
    return times.join(text(factors[f], power) for f, power in m)


def _join_signed_texts(parts: Sequence[tuple[bool, str]], width: int = 0) -> str:
    """Join (is negative, text) pairs to a sum; in LaTeX, in lines of about `width` characters."""
    words, filled = [], 0
    for k, (negative, text) in enumerate(parts):
        seen = len(re.sub(r"\\[a-z]+|[{}_^\\, ]", "", text)) + 2
        if width and k and filled + seen > width:
            words.append("\\\\\n  &\\quad")
            filled = 0
        filled += seen
        words.append(("-" if negative else "") + text if k == 0 else f"{'-' if negative else '+'} {text}")
    return " ".join(words)


def _angle_sum_text(angle: AngleVector, name: Callable[[str], str] = str, times: str = "*") -> str:
    return _join_signed_texts([(c < 0, (f"{abs(c)}{times}" if abs(c) != 1 else "") + name(a)) for a, c in angle])


def _typeset(name: str) -> str:
    """Return a name in LaTeX: q2 is q_{2}, qd2 its rate, Greek letters are such, other words are upright."""
    match = re.fullmatch(r"([A-Za-z]+)_?(\w*)", name)
    if not match:
        return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
    word, index = match.groups()
    greek = ("alpha", "beta", "gamma", "delta", "theta", "tau", "omega", "zeta", "phi", "psi", "lambda", "mu", "rho")
    head = {"qd": r"\dot{q}", "qdd": r"\ddot{q}"}.get(word) or (
        rf"\{word}" if word in greek else word if len(word) == 1 else rf"\mathit{{{word}}}"
    )
    return head + (f"_{{{index.replace('_', ',')}}}" if index else "")


def _latex_number(x: Number) -> str:
    if isinstance(x, Fraction) and x.denominator != 1:
        return rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"
    text = str(x)
    if "e" in text:
        digits, exponent = text.split("e")
        return rf"{digits} \cdot 10^{{{int(exponent)}}}"
    return text
