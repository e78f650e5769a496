"""Sine and cosine without branches, as sequences of instructions, for emitted code and for machine code.

The angle x is reduced to |r| <= pi/4 by subtracting k pi/2 in pieces (Cody & Waite 1980), so arranged that r is rounded
once: a second rounding would cost 1 ulp where the sine is just below 1/2 and r above. Sine and cosine of r are
polynomials of degree 13 and 14, interpolated at Chebyshev points. Errors stay below 2 ulp for |x| <= LIMIT
(tests/run/test_sincos.py measures them); beyond, and for NaN and infinity, the library must be called.

Each language implements the quarter turns, which swap a and b and change their signs, by operations on bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.expr.term import CodeTerm, Num, Ref

LIMIT = 1e6  # k stays below 2^20
TWO_OVER_PI = 0.6366197723675814
ROUND = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer, kept in the low bits
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)  # 53 bits each
HALF_PI_SHORT = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21)  # 33, 33, 53 bits
SIN = (
    -0.16666666666666666, 0.008333333333330936, -0.00019841269836740527, 2.7557316093196066e-06,
    -2.5051129895962807e-08, 1.5917988944318716e-10,
)  # fmt: skip
COS = (
    0.041666666666666664, -0.0013888888888887389, 2.48015872987544e-05, -2.7557317265876615e-07, 2.087614504910828e-09,
    -1.1382544623404291e-11,
)  # fmt: skip


@dataclass(frozen=True)
class Instruction:
    """Instruction made = value. A sum with a product as its second term is rounded once where the processor can."""

    made: Ref
    value: CodeTerm
    note: str = ""


def _polynomial(high: Ref, whole: Ref, c: tuple[float, ...]) -> tuple[Instruction, Instruction]:
    """Evaluate a polynomial of degree 5 in z by pairs of coefficients (Estrin): half as deep as Horner's form."""
    pairs = [Num(c[n]) + z * c[n + 1] for n in (0, 2, 4)]
    return Instruction(high, pairs[1] + y * pairs[2]), Instruction(whole, pairs[0] + y * high)


def _horner(c: tuple[float, ...], made: Ref) -> list[Instruction]:
    """Evaluate it by Horner's form: fewer live values, for processors that compute several angles in parallel."""
    high = Instruction(made, Num(c[-2]) + z * c[-1])
    return [high, *(Instruction(made, Num(x) + z * made) for x in c[-3::-1])]


x, t, k, d, p, e, r, z, y, a, b = map(Ref, "xtkdperzyab")
a0, a1, b0, b1 = map(Ref, ("a0", "a1", "b0", "b1"))

TURNS = (
    Instruction(t, Num(ROUND) + x * TWO_OVER_PI, "its last bits are those of k"),
    Instruction(k, t - ROUND, "quarter turns"),
)
# r = x - k pi/2. Where product and sum are rounded once, subtract the three of HALF_PI one after the other: the first
# difference is exact (a multiple of 2^-53 below 1), the second rounds, the third counts only where r is tiny. Else:
REDUCED = (
    Instruction(d, x - k * HALF_PI_SHORT[0], "exact: the pieces of pi/2 have 33 bits, k has 20"),
    Instruction(p, k * HALF_PI_SHORT[1]),
    Instruction(e, d - p),
    Instruction(r, e + (d - e - p - k * HALF_PI_SHORT[2]), "rounded once: e, its error (Dekker), the rest"),
)
_ENDS = (
    Instruction(a, r + r * z * a0, "sin r"),
    Instruction(b, Num(1.0) + z * (Num(-0.5) + z * b0), "cos r"),
)
CIRCLE = (
    Instruction(z, r * r),
    Instruction(y, z * z),
    *_polynomial(a1, a0, SIN),
    *_polynomial(b1, b0, COS),
    *_ENDS,
)
HORNER = (
    Instruction(z, r * r),
    *(step for pair in zip(_horner(SIN, a0), _horner(COS, b0), strict=True) for step in pair),
    *_ENDS,
)
SINE = (Instruction(z, r * r), *_horner(SIN, a0), _ENDS[0])  # sine alone
COSINE = (*_horner(COS, b0), _ENDS[1])  # cosine after SINE

__all__ = ["CIRCLE", "COSINE", "HALF_PI", "HORNER", "LIMIT", "REDUCED", "ROUND", "SINE", "TURNS", "Instruction"]
