"""Text of grouping relations: sums of inertial parameters, collected by their geometric factors."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from linkwright.expr import Expr, Function, Graph, Importer, Port
from linkwright.expr.expansion import CollectedPolynomial, Expansion, Monomial, Polynomial, expand_function
from linkwright.expr.polynomial import TooLarge

MAX_EXPANDED_TERMS = 200  # terms: longer relations are not expanded
MAX_LENGTH_RATIO = (
    1.5  # an expanded relation may be so many times longer than the formula: products of many sines stay nested
)
MAX_CACHED_TEXTS = 5000  # formulas in the cache

_cached_texts: dict[tuple[str, frozenset[str]], str] = {}  # a robot that is edited keeps most of its relations


def collect_relations(formulas: Sequence[Expr], geometry: Collection[str]) -> list[str]:
    """Texts of formulas like ZZ3 + 2*r4*MZ4 + r4^2*(M4 + M5), for `parse`; `geometry`: symbols of the factors.

    A formula that would become much longer stays as it is.
    """
    return [_cached_relation_text(e, geometry) for e in formulas]


def _cached_relation_text(formula: Expr, geometry: Collection[str]) -> str:
    plain = str(formula)
    key = plain, formula.symbols.intersection(geometry)
    text = _cached_texts.get(key)
    if text is None:
        if len(_cached_texts) >= MAX_CACHED_TEXTS:
            _cached_texts.clear()
        text = _cached_texts[key] = _expand_relation(formula, plain, geometry)
    return text


def _expand_relation(formula: Expr, plain: str, geometry: Collection[str]) -> str:
    into = Importer(Graph(), role=lambda s: "variable" if s.name in geometry else "parameter")
    e = into(formula)
    port = Port("formula", (), (e.id,))
    try:
        found = expand_function(Function("relation", e.graph, (), (port,)), MAX_EXPANDED_TERMS)
    except TooLarge:
        return plain
    text = _Text(found).sum(found.outputs[0][0])
    return text if len(text) <= MAX_LENGTH_RATIO * len(plain) else plain


@dataclass(frozen=True)
class _Text:
    found: Expansion

    def sum(self, p: CollectedPolynomial) -> str:
        """Text of a sum: single parameters first, then the others in the order of their geometric factors."""
        terms: list[tuple[Fraction, str]] = []
        for factor, parameters in sorted(p.items(), key=lambda item: (bool(item[0]), item[0])):
            if not factor or len(parameters) == 1:
                terms += [(x, self._product((*factor, *m))) for m, x in parameters.items()]
                continue
            number = _common_factor(parameters)
            inner = self._signed([(x / number, self._product(m)) for m, x in parameters.items()])
            terms.append((number, f"{self._product(factor)}*({inner})"))
        return self._signed(terms)

    def _product(self, m: Monomial) -> str:
        return "*".join(self.found.factors[f].text + (f"^{power}" if power > 1 else "") for f, power in m)

    def _signed(self, terms: Sequence[tuple[Fraction, str]]) -> str:
        text = ""
        for x, product in terms:
            size = abs(x)
            number = "" if size == 1 and product else self._number(size)
            sign = (" - " if x < 0 else " + ") if text else "-" if x < 0 else ""
            text += sign + "*".join(part for part in (number, product) if part)
        return text or "0"

    def _number(self, x: Fraction) -> str:
        return str(x) if self.found.exact or x.denominator == 1 else repr(float(x))


def _common_factor(parameters: Polynomial) -> Fraction:
    """Common numerical factor of all parameters: 2 in 2*d*(MX3 + MX4)."""
    sizes = {abs(x) for x in parameters.values()}
    size = sizes.pop() if len(sizes) == 1 else Fraction(1)
    return -size if all(x < 0 for x in parameters.values()) else size
