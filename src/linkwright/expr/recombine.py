"""Shorter forms of trigonometric polynomials: products recombined to sines and cosines of sums of angles.

A table holds the terms of many polynomials at once: (rest, trig) -> coefficient, where `trig` has the powers of sine
and cosine of each angle and `rest` the polynomial and the powers of symbols. Each rule replaces two terms by one:

    k c_a c_b -+ k s_a s_b = k cos(a +- b)        k s_a c_b +- k c_a s_b = k sin(a +- b)
    k - k c_a^2 = k s_a^2                         2 k c_a^2 - k = k cos(2 a)

The rule (for one pair of angles) that saves the most terms is applied first; new angles are candidates in the next
round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

AngleVector = tuple[tuple[str, int], ...]  # an angle: atoms with whole factors, sorted, the first factor positive
Powers = tuple[int, int]  # powers of sine and cosine
Trig = tuple[tuple[int, Powers], ...]  # (index of the angle, powers), in order; no powers (0, 0)
Rest = tuple[int, tuple[int, ...]]  # number of the polynomial, exponents of the symbols
Key = tuple[Rest, Trig]
Rule = tuple[str, int, int]  # "+", "-" for two angles, "square", "double" for one


@dataclass
class TermTable:
    """Terms of polynomials, and the angles that their indices stand for."""

    angles: list[AngleVector]
    terms: dict[Key, Fraction] = field(default_factory=dict)

    def recombine(self) -> TermTable:
        """Return the polynomials with the rules applied while they save terms."""
        table = TermTable(list(self.angles), dict(self.terms))
        while rule := table._best_rule():
            table._apply(rule)
        return table

    def _best_rule(self) -> Rule | None:
        saved: dict[Rule, int] = {}
        for key in self.terms:
            for rule, _, _ in self._matches(key):
                saved[rule] = saved.get(rule, 0) + 1
        return max(saved, key=lambda rule: (saved[rule], rule), default=None)

    def _apply(self, rule: Rule) -> None:
        for key in list(self.terms):
            if key not in self.terms:
                continue
            for found, partner, (new, value) in self._matches(key):
                if found == rule and partner in self.terms:
                    del self.terms[key], self.terms[partner]
                    total = self.terms.get(new, Fraction(0)) + value
                    if total:
                        self.terms[new] = total
                    else:
                        del self.terms[new]
                    break

    def _matches(self, key: Key) -> Iterator[tuple[Rule, Key, tuple[Key, Fraction]]]:
        """Yield the rules that merge this term with another: rule, key of the other, new term."""
        rest, trig = key
        k, powers = self.terms[key], dict(trig)
        for a, (s, c) in trig:
            if s == 0 and c >= 2:
                yield from self._squares(key, k, a, powers)
        for x, (a, pa) in enumerate(trig):
            for b, pb in trig[x + 1 :]:
                if pa[0] == 0 and pb[0] == 0:  # c_a c_b with s_a s_b
                    other = (rest, _change_powers(powers, {a: (1, pa[1] - 1), b: (1, pb[1] - 1)}))
                    yield from self._pair(key, other, k, a, b, 1, {a: (0, pa[1] - 1), b: (0, pb[1] - 1)})
                elif pa[0] == 1 and pb[0] == 0:  # s_a c_b with c_a s_b
                    other = (rest, _change_powers(powers, {a: (0, pa[1] + 1), b: (1, pb[1] - 1)}))
                    yield from self._pair(key, other, k, a, b, 0, {a: (0, pa[1]), b: (0, pb[1] - 1)})

    def _pair(
        self, key: Key, other: Key, k: Fraction, a: int, b: int, cosine: int, left: dict[int, Powers]
    ) -> Iterator[tuple[Rule, Key, tuple[Key, Fraction]]]:
        l = self.terms.get(other)
        if l is None or abs(l) != abs(k):
            return
        sign = 1 if (l == k) != bool(cosine) else -1  # sign of b in the new angle
        angle, flip = _add_angles(self.angles[a], self.angles[b], sign)
        if not angle:
            return
        new, powers = self._number(angle), dict(key[1]) | left
        s, c = powers.get(new, (0, 0))
        powers[new] = (s, c + 1) if cosine else (s + 1, c)
        value = k if cosine else k * flip
        yield ("+" if sign > 0 else "-", a, b), other, ((key[0], _change_powers(powers, {})), value)

    def _squares(
        self, key: Key, k: Fraction, a: int, powers: dict[int, Powers]
    ) -> Iterator[tuple[Rule, Key, tuple[Key, Fraction]]]:
        rest, c = key[0], powers[a][1]
        other = (rest, _change_powers(powers, {a: (0, c - 2)}))
        l = self.terms.get(other)
        if l is None:
            return
        if l == -k:
            yield ("square", a, a), other, ((rest, _change_powers(powers, {a: (2, c - 2)})), l)
        elif k == -2 * l:
            twice: AngleVector = tuple((name, 2 * count) for name, count in self.angles[a])
            new = self._number(twice)
            s, t = powers.get(new, (0, 0))
            yield ("double", a, a), other, ((rest, _change_powers(powers, {a: (0, c - 2), new: (s, t + 1)})), -l)

    def _number(self, angle: AngleVector) -> int:
        if angle not in self.angles:
            self.angles.append(angle)
        return self.angles.index(angle)


def _change_powers(powers: dict[int, Powers], changes: dict[int, Powers]) -> Trig:
    return tuple(sorted((a, p) for a, p in {**powers, **changes}.items() if p != (0, 0)))


def _add_angles(a: AngleVector, b: AngleVector, sign: int) -> tuple[AngleVector, int]:
    """Return a + sign b in its standard form, and the sign that its sine gets."""
    total = dict(a)
    for name, count in b:
        total[name] = total.get(name, 0) + sign * count
    angle = tuple(sorted((name, count) for name, count in total.items() if count))
    if angle and angle[0][1] < 0:
        return tuple((name, -count) for name, count in angle), -1
    return angle, 1
