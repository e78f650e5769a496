"""Sine and cosine of several angles at once, as LLVM IR: one range reduction, two polynomials, no branch.

Reduction after Cody & Waite: r = x - n pi/2 with pi/2 in three parts, so arranged that r is rounded once. (A second
rounding would cost up to 1 ulp where the sine is just below 1/2 and r above.) The polynomials are the minimax
approximations of fdlibm (Sun Microsystems 1993, k_sin.c and k_cos.c) on [-pi/4, pi/4], errors below 2^-58. Beyond
`LIMIT` the caller has the libm do it. Errors stay below 2 ulp; tests/test_sincos.py measures them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

LIMIT = 1e6  # n = 2 x / pi stays below 2^20
MAGIC = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer, kept in the low bits
PI_2 = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)  # 53 bits each
PI_2_SHORT = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)  # 33, 33, 53 bits
SIN = (  # sin r = r + r z P(z), z = r^2
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
COS = (  # cos r = 1 - z/2 + z^2 Q(z)
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip


def literal(x: float) -> str:
    """A double in IR, exact to the bit."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}"


@dataclass
class Code:
    """Lines of IR over one scalar type: `lanes` doubles side by side. Without `fma` products are rounded apart."""

    lanes: int
    fma: bool
    lines: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def type(self) -> str:
        return "double" if self.lanes == 1 else f"<{self.lanes} x double>"

    @property
    def integer(self) -> str:
        return "i64" if self.lanes == 1 else f"<{self.lanes} x i64>"

    @property
    def bit(self) -> str:
        return "i1" if self.lanes == 1 else f"<{self.lanes} x i1>"

    @property
    def mark(self) -> str:
        """How the type is spelled in the names of intrinsics."""
        return "f64" if self.lanes == 1 else f"v{self.lanes}f64"

    def number(self, x: float) -> str:
        text = literal(x)
        return text if self.lanes == 1 else f"<{', '.join([f'double {text}'] * self.lanes)}>"

    def whole(self, x: int) -> str:
        return str(x) if self.lanes == 1 else f"<{', '.join([f'i64 {x}'] * self.lanes)}>"

    def let(self, text: str) -> str:
        """A new value."""
        self.count += 1
        name = f"%t{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def muladd(self, a: str, b: str, c: str) -> str:
        """a b + c."""
        t = self.type
        if self.fma:
            return self.let(f"call {t} @llvm.fma.{self.mark}({t} {a}, {t} {b}, {t} {c})")
        return self.let(f"fadd {t} {self.let(f'fmul {t} {a}, {b}')}, {c}")


def sincos(code: Code, x: str) -> tuple[str, str]:
    """The sine and cosine of x, |x| <= LIMIT."""
    t, n, let, k, muladd = code.type, code.integer, code.let, code.number, code.muladd
    shifted = muladd(x, k(0.6366197723675814), k(MAGIC))
    turns = let(f"fsub {t} {shifted}, {k(MAGIC)}")
    quadrant = let(f"bitcast {t} {shifted} to {n}")
    r = _reduced(code, x, turns)
    z = let(f"fmul {t} {r}, {r}")
    z2 = let(f"fmul {t} {z}, {z}")
    rz = let(f"fmul {t} {r}, {z}")
    s = muladd(rz, polynomial(code, SIN, z, z2), r)
    c = muladd(z, muladd(z, polynomial(code, COS, z, z2), k(-0.5)), k(1.0))
    odd = let(f"icmp slt {n} {let(f'shl {n} {quadrant}, {code.whole(63)}')}, {code.whole(0)}")
    return _turned(code, quadrant, odd, s, c), _turned(code, let(f"add {n} {quadrant}, {code.whole(1)}"), odd, c, s)


def _reduced(code: Code, x: str, turns: str) -> str:
    """x - turns pi/2, |turns| < 2^20, rounded once.

    With a fused multiply-add the first step is exact: the difference is below 1 and a multiple of 2^-53. The second
    rounds; the third changes the result only where it is tiny. Without it, products with the parts of 33 bits are
    exact, and the rounding error of the second difference is found (Dekker's fast two-sum) and added to the third.
    """
    t, let, k = code.type, code.let, code.number
    if code.fma:
        r = x
        for part in PI_2:
            r = code.muladd(turns, k(-part), r)
        return r
    first, second, third = (let(f"fmul {t} {turns}, {k(part)}") for part in PI_2_SHORT)
    exact = let(f"fsub {t} {x}, {first}")
    rounded = let(f"fsub {t} {exact}, {second}")
    error = let(f"fsub {t} {let(f'fsub {t} {exact}, {rounded}')}, {second}")
    return let(f"fadd {t} {rounded}, {let(f'fsub {t} {error}, {third}')}")


def sincos_of_sum(code: Code, sign: int, x: tuple[str, str], y: tuple[str, str]) -> tuple[str, str]:
    """The sine and cosine of x + sign y from those of x and y: a tenth of the work."""
    t, let, muladd = code.type, code.let, code.muladd
    sine = let(f"fneg {t} {y[0]}") if sign < 0 else y[0]
    minus = let(f"fneg {t} {sine}")
    s = muladd(x[0], y[1], let(f"fmul {t} {x[1]}, {sine}"))
    c = muladd(x[1], y[1], let(f"fmul {t} {x[0]}, {minus}"))
    return s, c


def polynomial(code: Code, coefficients: tuple[float, ...], z: str, z2: str) -> str:
    """Pairs of terms first (Estrin's scheme): half the waiting of Horner's for the same operations."""
    k, muladd = code.number, code.muladd
    pairs = [muladd(z, k(b), k(a)) for a, b in zip(coefficients[::2], coefficients[1::2], strict=True)]
    result = pairs[-1]
    for pair in reversed(pairs[:-1]):
        result = muladd(result, z2, pair)
    return result


def _turned(code: Code, quadrant: str, odd: str, even: str, other: str) -> str:
    """`even` or, in odd quadrants, `other`, with the sign of the quadrant."""
    t, n, let = code.type, code.integer, code.let
    value = let(f"bitcast {t} {let(f'select {code.bit} {odd}, {t} {other}, {t} {even}')} to {n}")
    sign = let(f"and {n} {let(f'shl {n} {quadrant}, {code.whole(62)}')}, {code.whole(-(2**63))}")
    return let(f"bitcast {n} {let(f'xor {n} {value}, {sign}')} to {t}")


def outside(code: Code, x: str) -> str:
    """Which lanes of x are beyond LIMIT."""
    t = code.type
    size = code.let(f"call {t} @llvm.fabs.{code.mark}({t} {x})")
    return code.let(f"fcmp ogt {t} {size}, {code.number(LIMIT)}")


def any_lane(code: Code, mask: str) -> str:
    """Whether one of the lanes is set: an i1."""
    if code.lanes == 1:
        return mask
    bits = code.let(f"bitcast {code.bit} {mask} to i{code.lanes}")
    return code.let(f"icmp ne i{code.lanes} {bits}, 0")


SLOW = """
define internal void @sincos_slow(ptr %x, ptr %s, ptr %c, i64 %n, double %limit) noinline cold {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %a = call double @llvm.fabs.f64(double %v)
  %far = fcmp ogt double %a, %limit
  br i1 %far, label %do, label %next
do:
  %sv = call double @sin(double %v)
  %cv = call double @cos(double %v)
  %sp = getelementptr double, ptr %s, i64 %i
  %cp = getelementptr double, ptr %c, i64 %i
  store double %sv, ptr %sp
  store double %cv, ptr %cp
  br label %next
next:
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
"""

__all__ = ["COS", "LIMIT", "SIN", "SLOW", "Code", "any_lane", "literal", "outside", "sincos", "sincos_of_sum"]
