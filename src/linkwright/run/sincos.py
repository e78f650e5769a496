"""Sine and cosine of several angles at once, as LLVM IR: the steps of `program.sincos`, then quarter turns by bits."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from linkwright.expr import ops as o
from linkwright.expr.term import Apply, CodeTerm, Num, Ref
from linkwright.program.sincos import CIRCLE, COSINE, HALF_PI, REDUCED, ROUND, SINE, TURNS, Instruction

ZERO_TURNS_BITS = struct.unpack(">q", struct.pack(">d", ROUND))[0]  # the bits of `turns` for zero turns
MAX_TURNS = 2**19  # within LIMIT; a power of two, so that single bits can be tested
SIGN_BIT = -(2**63)  # the sign bit
MASKED_LANES = 8  # lanes of AVX-512, which tests any bit in one instruction
INFIX = {o.ADD: "fadd", o.SUB: "fsub", o.MUL: "fmul", o.DIV: "fdiv"}


def ir_double(x: float) -> str:
    """Text of a double in IR, exact to the bit."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}"


@dataclass
class ConstantPool:
    """Constants in memory, in all lanes, so that instructions read them as operands.

    Each is stored as often as one block of code uses it: LLVM keeps a constant that is read twice in a register.
    """

    name: str
    places: dict[tuple[str, int], int] = field(default_factory=dict)
    uses: Counter[str] = field(default_factory=Counter)  # in this block of code

    def place(self, number: str) -> int:
        """Index of a constant for its next use."""
        self.uses[number] += 1
        return self.places.setdefault((number, self.uses[number]), len(self.places))

    def text(self, lanes: int) -> str:
        rows = (f"[{lanes} x double] [{', '.join([f'double {x}'] * lanes)}]" for x, _ in self.places)
        kind = f"[{len(self.places)} x [{lanes} x double]]"
        return f"@{self.name} = private unnamed_addr constant {kind} [{', '.join(rows)}], align {8 * lanes}\n"


@dataclass
class IRCode:
    """Lines of IR over one type: `lanes` doubles side by side. Without `fma` products are rounded separately."""

    lanes: int
    fma: bool
    lines: list[str] = field(default_factory=list)
    count: int = 0
    numbers: ConstantPool | None = None  # constants in memory, else in the code

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
        """Spelling of the type in the names of intrinsics."""
        return "f64" if self.lanes == 1 else f"v{self.lanes}f64"

    def number(self, x: float) -> str:
        text = ir_double(x)
        if self.numbers is not None:
            at = f"getelementptr (i8, ptr @{self.numbers.name}, i64 {8 * self.lanes * self.numbers.place(text)})"
            return self.let(f"load {self.type}, ptr {at}, align {8 * self.lanes}, !invariant.load !1")
        return text if self.lanes == 1 else f"<{', '.join([f'double {text}'] * self.lanes)}>"

    def whole(self, x: int) -> str:
        return str(x) if self.lanes == 1 else f"<{', '.join([f'i64 {x}'] * self.lanes)}>"

    def let(self, text: str) -> str:
        """Write a new value and return its name."""
        self.count += 1
        name = f"%t{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def barrier(self, value: str) -> None:
        """Write a barrier: LLVM keeps the code before it, and the value, before the code that follows; it becomes no
        instruction."""
        self.lines.append(f"  call void (...) @llvm.fake.use({self.type} {value})")

    def muladd(self, a: str, b: str, c: str) -> str:
        """Write a b + c."""
        t = self.type
        if self.fma:
            return self.let(f"call {t} @llvm.fma.{self.mark}({t} {a}, {t} {b}, {t} {c})")
        return self.let(f"fadd {t} {self.let(f'fmul {t} {a}, {b}')}, {c}")


@dataclass(frozen=True)
class ReducedAngle:
    """Angle as quarter turns, whose number is in the last bits of `turns`, and the rest, rad."""

    turns: str
    rest: str


def reduce_angles(code: IRCode, angles: Iterable[str]) -> list[ReducedAngle]:
    """Write the reduction of angles x, |x| <= LIMIT, every step for all of them before the next one: see
    `write_sincos`."""
    angle_values = [{"x": x, "r": x} for x in angles]
    pieces = tuple(Instruction(Ref("r"), Ref("r") + Ref("k") * -piece) for piece in HALF_PI)
    for step in (*TURNS, *(pieces if code.fma else REDUCED)):
        for known in angle_values:
            _write_steps(code, (step,), known)
    return [ReducedAngle(known["t"], known["r"]) for known in angle_values]


def write_sincos(
    code: IRCode, angles: Sequence[ReducedAngle], circle: Iterable[Instruction] = CIRCLE
) -> list[tuple[str, str]]:
    """Write the sines and cosines of reduced angles."""
    values = [{"t": x.turns, "r": x.rest} for x in angles]
    _interleave_steps(code, circle, values)
    return [_apply_quarter_turns(code, known, len(angles) > 1) for known in values]


def write_sincos_with_roots(code: IRCode, angles: Sequence[ReducedAngle]) -> list[tuple[str, str]]:
    """Write sines and cosines as `write_sincos`, the last cosines as roots of 1 - sin^2, which run beside products.

    These are ready when the first ones are, which take polynomials alone. Errors stay below 2 ulp,
    since the sine of |r| <= pi/4 is no larger than the cosine.
    """
    values, t = [{"t": x.turns, "r": x.rest} for x in angles], code.type
    first = len(angles) - len(angles) // 2
    _interleave_steps(code, SINE, values[first:])
    for known in values[first:]:
        square = code.muladd(code.let(f"fneg {t} {known['a']}"), known["a"], code.number(1.0))
        known["b"] = code.let(f"call {t} @llvm.sqrt.{code.mark}({t} {square})")
    _interleave_steps(code, (*SINE, *COSINE), values[:first])
    return [_apply_quarter_turns(code, known, len(angles) > 1) for known in values]


def _interleave_steps(code: IRCode, steps: Iterable[Instruction], values: Sequence[dict[str, str]]) -> None:
    """Write every step for all angles before the next one.

    A processor waits for the end of a step; meanwhile it looks some dozens of operations ahead, which for one angle
    would depend on each other.
    """
    for step in steps:
        for known in values:
            _write_steps(code, (step,), known)
        if len(values) > 1:
            code.barrier(values[-1][step.made.name])


def _apply_quarter_turns(code: IRCode, known: Mapping[str, str], several: bool) -> tuple[str, str]:
    """Write sine and cosine of the whole angle: half a turn changes their signs, a quarter turn makes them cosine and
    -sine."""
    t, n, let = code.type, code.integer, code.let
    q = let(f"bitcast {t} {known['t']} to {n}")
    if code.lanes == MASKED_LANES:
        odd = let(f"icmp ne {n} {let(f'and {n} {q}, {code.whole(1)}')}, {code.whole(0)}")
    else:  # signs choose
        odd = let(f"icmp slt {n} {let(f'shl {n} {q}, {code.whole(63)}')}, {code.whole(0)}")
    sign = let(f"and {n} {let(f'shl {n} {q}, {code.whole(62)}')}, {code.whole(SIGN_BIT)}")
    values = (let(f"bitcast {t} {known[x]} to {n}") for x in "ab")
    s, c = (let(f"xor {n} {x}, {sign}") for x in values)
    minus = let(f"xor {n} {s}, {code.whole(SIGN_BIT)}")
    pair = (let(f"select {code.bit} {odd}, {n} {x}, {n} {y}") for x, y in ((c, s), (minus, c)))
    sine, cosine = (let(f"bitcast {n} {x} to {t}") for x in pair)
    if several:
        code.barrier(cosine)
    return sine, cosine


def _write_steps(code: IRCode, steps: Iterable[Instruction], known: dict[str, str]) -> None:
    """Write steps and add their results to the known values."""

    def value(term: CodeTerm) -> str:
        match term:
            case Ref(name):
                return known[name]
            case Num(number):
                return code.number(float(number))
            case Apply(o.ADD, (c, Apply(o.MUL, (a, b)))):
                return code.muladd(value(a), value(b), value(c))
            case Apply(op, (a, b)):
                return code.let(f"{INFIX[op]} {code.type} {value(a)}, {value(b)}")
        raise TypeError(f"{term} in a sine")

    for step in steps:
        known[step.made.name] = value(step.value)


def write_sincos_of_sum(code: IRCode, sign: int, x: tuple[str, str], y: tuple[str, str]) -> tuple[str, str]:
    """Write the sine and cosine of x + sign y from those of x and y: a tenth of the work."""
    t, let, muladd = code.type, code.let, code.muladd
    sine = let(f"fneg {t} {y[0]}") if sign < 0 else y[0]
    minus = let(f"fneg {t} {sine}")
    s = muladd(x[0], y[1], let(f"fmul {t} {x[1]}, {sine}"))
    c = muladd(x[1], y[1], let(f"fmul {t} {x[0]}, {minus}"))
    return s, c


def write_out_of_range(code: IRCode, angles: Iterable[ReducedAngle]) -> str:
    """Write a mask of the lanes in which an angle may be beyond LIMIT, or no number: by bits, as products are the
    bottleneck."""
    n, let, total = code.integer, code.let, ""
    for x in angles:
        turns = let(
            f"add {n} {let(f'bitcast {code.type} {x.turns} to {n}')}, {code.whole(MAX_TURNS - ZERO_TURNS_BITS)}"
        )
        total = let(f"or {n} {total}, {turns}") if total else turns
    return let(f"icmp ne {n} {let(f'and {n} {total}, {code.whole(-2 * MAX_TURNS)}')}, {code.whole(0)}")


def write_any_lane(code: IRCode, mask: str) -> str:
    """Write whether one of the lanes is set: an i1."""
    if code.lanes == 1:
        return mask
    bits = code.let(f"bitcast {code.bit} {mask} to i{code.lanes}")
    return code.let(f"icmp ne i{code.lanes} {bits}, 0")


SLOW_SINCOS = """
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

__all__ = [
    "INFIX",
    "SLOW_SINCOS",
    "ConstantPool",
    "IRCode",
    "ReducedAngle",
    "ir_double",
    "reduce_angles",
    "write_any_lane",
    "write_out_of_range",
    "write_sincos",
    "write_sincos_of_sum",
    "write_sincos_with_roots",
]  # fmt: skip
