"""Known quantities, and polynomials in the unknown joint variables.

A known quantity is an expression of lengths, the pose and solved joints, with its value in a prime field at a random
posture of the chain and the pose there: a quantity that is zero there is zero for all lengths and at all poses that the
chain can reach. The expression is built on demand.

A polynomial has known coefficients; its atoms are cosine and sine of an unknown angle, or an unknown position along an
axis. The square of a cosine is replaced by 1 less that of the sine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.prime import P

Atom = tuple[str, str]  # the label of a variable; c, s or r
Monomial = tuple[Atom, ...]
ONE_MONOMIAL: Monomial = ()
SMALL_INTEGERS = {0: 0, 1: 1, P - 1: -1}  # residues that are replaced by these numbers


class KnownQuantity:
    """A known quantity: `value` in the field, `size`: approximate operation count; `still`: independent of the pose."""

    __slots__ = ("_made", "_parts", "size", "still", "value")

    def __init__(self, value: int, made: Any = None, parts: tuple[Any, ...] = (), size: int = 0, still: bool = True):
        value %= P
        if value in SMALL_INTEGERS:
            made, size, still = SMALL_INTEGERS[value], 0, True
        self.value, self._made, self._parts, self.size, self.still = value, made, parts, size, still

    @property
    def is_zero(self) -> bool:
        return self.value == 0

    @property
    def number(self) -> Any:
        """The number, if the quantity is a plain number."""
        made = self.made
        return made.number if isinstance(made, Expr) else made

    @property
    def made(self) -> Any:
        """The expression, or a plain number, built on demand."""
        if self._made is None:
            op, a, b = self._parts
            x, y = a.made, b.made if b is not None else None
            self._made = -x if op == "-1" else x + y if op == "+" else x - y if op == "-" else x * y
        return self._made

    def _with(self, op: str, other: KnownQuantity, value: int) -> KnownQuantity:
        return KnownQuantity(value, None, (op, self, other), self.size + other.size + 1, self.still and other.still)

    def __add__(self, other: KnownQuantity) -> KnownQuantity:
        if not self.value or not other.value:
            return self if self.value else other
        return self._with("+", other, self.value + other.value)

    def __sub__(self, other: KnownQuantity) -> KnownQuantity:
        if self.is_zero or other.is_zero:
            return -other if self.is_zero else self
        return self._with("-", other, self.value - other.value)

    def __mul__(self, other: KnownQuantity) -> KnownQuantity:
        if self.value in SMALL_INTEGERS or other.value in SMALL_INTEGERS:
            a, b = (self, other) if self.value in SMALL_INTEGERS else (other, self)
            return b if a.value == 1 else -b if a.value else KNOWN_ZERO
        return self._with("*", other, self.value * other.value)

    def __neg__(self) -> KnownQuantity:
        if self.is_zero:
            return self
        if self._parts and self._parts[0] == "-1":
            inner: KnownQuantity = self._parts[1]
            return inner
        return KnownQuantity(-self.value, None, ("-1", self, None), self.size, self.still)

    def __repr__(self) -> str:
        return f"Known({self.made})"


KNOWN_ZERO, KNOWN_ONE = KnownQuantity(0), KnownQuantity(1)


@dataclass(frozen=True, slots=True)
class Poly:
    """A sum of known coefficients times products of atoms."""

    terms: Mapping[Monomial, KnownQuantity]

    @classmethod
    def of(cls, *pairs: tuple[Monomial, KnownQuantity]) -> Poly:
        return cls({m: k for m, k in pairs if not k.is_zero})

    @property
    def variables(self) -> frozenset[str]:
        """Labels of the unknowns."""
        return frozenset(label for m in self.terms for label, _ in m)

    @property
    def size(self) -> int:
        """Approximate operation count."""
        return sum(k.size + len(m) + 1 for m, k in self.terms.items())

    def __getitem__(self, m: Monomial) -> KnownQuantity:
        return self.terms.get(m, KNOWN_ZERO)

    def __add__(self, other: Poly) -> Poly:
        if not self.terms or not other.terms:
            return self if self.terms else other
        return _collect_terms([*self.terms.items(), *other.terms.items()])

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __neg__(self) -> Poly:
        return Poly({m: -k for m, k in self.terms.items()})

    def __mul__(self, other: Poly) -> Poly:
        if not self.terms or not other.terms:
            return ZERO_POLY
        if len(other.terms) == 1 and ONE_MONOMIAL in other.terms:
            x = other.terms[ONE_MONOMIAL]
            return self if x.value == 1 else Poly({m: k * x for m, k in self.terms.items()})
        if len(self.terms) == 1 and ONE_MONOMIAL in self.terms:
            x = self.terms[ONE_MONOMIAL]
            return other if x.value == 1 else Poly({m: x * k for m, k in other.terms.items()})
        return _collect_terms([pair for m, k in self.terms.items() for n, x in other.terms.items()
                           for pair in _multiply_monomials(m, n, k * x)])  # fmt: skip


def _collect_terms(pairs: Iterable[tuple[Monomial, KnownQuantity]]) -> Poly:
    """Collect terms with equal monomials."""
    terms: dict[Monomial, KnownQuantity] = {}
    is_less = False  # a sum vanished
    for m, k in pairs:
        if m in terms:
            k = terms[m] + k
            is_less = is_less or not k.value
        terms[m] = k
    return Poly({m: k for m, k in terms.items() if k.value} if is_less else terms)


def _multiply_monomials(m: Monomial, n: Monomial, k: KnownQuantity) -> list[tuple[Monomial, KnownQuantity]]:
    """Terms of the product k m n, with c^2 = 1 - s^2."""
    return _reduce_cosines(sorted([*m, *n]), k) if m and n else [(m or n, k)]


def _reduce_cosines(atoms: list[Atom], k: KnownQuantity) -> list[tuple[Monomial, KnownQuantity]]:
    """Terms of k times the atoms, with c^2 = 1 - s^2."""
    for i, (one, other) in enumerate(pairwise(atoms)):
        if one == other and one[1] == "c":
            rest, sine = [*atoms[:i], *atoms[i + 2 :]], (one[0], "s")
            return [*_reduce_cosines(rest, k), *_reduce_cosines(sorted([*rest, sine, sine]), -k)]
    return [(tuple(atoms), k)]


ZERO_POLY = Poly({})


def constant_poly(k: KnownQuantity) -> Poly:
    """The constant polynomial k."""
    return Poly({ONE_MONOMIAL: k}) if k.value else ZERO_POLY


def atom_poly(label: str, kind: str) -> Poly:
    """The polynomial of one atom."""
    return Poly({((label, kind),): KNOWN_ONE})


def sum_polys(polys: Iterable[Poly]) -> Poly:
    """Sum of polynomials."""
    polys = [p for p in polys if p.terms]
    if not polys:
        return ZERO_POLY
    return polys[0] if len(polys) == 1 else _collect_terms([pair for p in polys for pair in p.terms.items()])


def sum_of_products(pairs: Sequence[tuple[Poly, Poly]]) -> Poly:
    """Sum of products of nonzero polynomials; a product with a constant is not built separately."""
    if len(pairs) == 1:
        return pairs[0][0] * pairs[0][1]
    terms: list[tuple[Monomial, KnownQuantity]] = []
    for a, b in pairs:
        if len(b.terms) == 1 and ONE_MONOMIAL in b.terms:
            x = b.terms[ONE_MONOMIAL]
            terms += a.terms.items() if x.value == 1 else [(m, k * x) for m, k in a.terms.items()]
        elif len(a.terms) == 1 and ONE_MONOMIAL in a.terms:
            x = a.terms[ONE_MONOMIAL]
            terms += b.terms.items() if x.value == 1 else [(m, x * k) for m, k in b.terms.items()]
        else:
            terms += (a * b).terms.items()
    return _collect_terms(terms) if terms else ZERO_POLY


__all__ = [
    "KNOWN_ONE",
    "KNOWN_ZERO",
    "ONE_MONOMIAL",
    "SMALL_INTEGERS",
    "ZERO_POLY",
    "Atom",
    "KnownQuantity",
    "Monomial",
    "Poly",
    "atom_poly",
    "constant_poly",
    "sum_of_products",
    "sum_polys",
]  # fmt: skip
