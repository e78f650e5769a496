"""Sines and cosines of four angles at once, without branches, in vector instructions: `program.sincos` in C and Rust.

On a 7-joint arm the sines and cosines of the C library are 40 % of the time of the inverse dynamics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from linkwright.program.sincos import CIRCLE, HALF_PI, LIMIT, REDUCED, ROUND, TURNS, Instruction
from linkwright.targets.target import FORMS, Syntax, decimal_text

_DOUBLE = Syntax(decimal_text, FORMS)  # double, also where the other numbers have another type


def _step_lines(steps: Iterable[Instruction], const: str, note: str = "/* {} */") -> list[str]:
    lines = [f"{const} {s.made.name} = {_DOUBLE.term(s.value)};" for s in steps]
    return [f"{line}  {note.format(s.note)}" if s.note else line for s, line in zip(steps, lines)]


def _join_lines(lines: Iterable[str], depth: int) -> str:
    """Indented lines, except those of the preprocessor."""
    return re.sub(r"(?m)^ +#", "#", ("\n" + "    " * depth).join(lines))


# 1 and 2 are the wide registers of old processors; 16 (half precision in hardware) evaluates double as double
_GUARD = "defined(__FAST_MATH__) || !defined(FLT_EVAL_METHOD) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD < 16)"
# Product and sum with one rounding, of four numbers: saves 5 ns in a call with seven angles. No expression is sure to
# become one: that depends on the compiler's flags.
_FUSED = """#if defined(__FMA__) && defined(__has_builtin)
#if __has_builtin(__builtin_ia32_vfmaddpd256)
#define LW_FMA(a, b, c) __builtin_ia32_vfmaddpd256(a, b, c)
#endif
#endif
"""
_FUSED_STEPS = [
    *(f"const double m{n} = {-piece!r};" for n, piece in enumerate(HALF_PI, 1)),
    *(f"const lw_four p{n} = {{m{n}, m{n}, m{n}, m{n}}};" for n in (1, 2, 3)),
    "const lw_four r = LW_FMA(k, p3, LW_FMA(k, p2, LW_FMA(k, p1, x)));  /* x + k*p1 is exact */",
]
_VECTOR = [
    "const lw_four x = {(double)x0, (double)x1, (double)x2, (double)x3};",
    *_step_lines(TURNS, "const lw_four"),
    "#ifdef LW_FMA",
    *_FUSED_STEPS,
    "#else",
    *_step_lines(REDUCED, "const lw_four"),
    "#endif",
    *_step_lines(CIRCLE, "const lw_four"),
    "const lw_bits n = (lw_bits)t;",
    "const lw_bits odd = -(n & 1);",
    "const lw_four u = (lw_four)(((lw_bits)b & odd) | ((lw_bits)a & ~odd));",
    "const lw_four v = (lw_four)(((lw_bits)a & odd) | ((lw_bits)b & ~odd));",
    "const lw_four sine = (lw_four)((lw_bits)u ^ ((n & 2) << 62));",
    "const lw_four cosine = (lw_four)((lw_bits)v ^ (((n + 1) & 2) << 62));",
    *(f"s[{i}] = (REAL)sine[{i}];" for i in range(4)),
    *(f"c[{i}] = (REAL)cosine[{i}];" for i in range(4)),
]
_SCALAR = [
    "const double x = angles[i];",
    *_step_lines((*TURNS, *REDUCED, *CIRCLE), "const double"),
    f"const double m = k - 4.0*((0.25*k + {ROUND!r}) - {ROUND!r});  /* -2, -1, 0, 1 or 2 */",
    "const double u = fabs(m) == 1.0 ? b : a, v = fabs(m) == 1.0 ? a : b;",
    "s[i] = (REAL)(fabs(m - 0.5) > 1.0 ? -u : u);",
    "c[i] = (REAL)(fabs(m + 0.5) > 1.0 ? -v : v);",
]
_NEAR = " &&\n        ".join(" && ".join(f"fabs((double)x{i}) <= LW_NEAR" for i in pair) for pair in ((0, 1), (2, 3)))
_TYPES = f"""#define LW_NEAR {LIMIT!r}
#if defined(__GNUC__)
typedef double lw_four __attribute__((vector_size(32)));
typedef long long lw_bits __attribute__((vector_size(32)));
#endif
{_FUSED}"""
_FAR = f"""{{
    {_join_lines([f"s[{i}] = lw_sin(x{i});" for i in range(4)] + [f"c[{i}] = lw_cos(x{i});" for i in range(4)], 1)}
}}
"""
_COLD = """#if defined(__GNUC__)
__attribute__((cold, noinline))
#endif
"""
_BODY = f"""{{
    if (LW_POLYNOMIALS && {_NEAR}) {{
#if defined(__GNUC__)
        {_join_lines(_VECTOR, 2)}
#else
        const double angles[4] = {{(double)x0, (double)x1, (double)x2, (double)x3}};
        int i;
        for (i = 0; i < 4; ++i) {{
            {_join_lines(_SCALAR, 3)}
        }}
#endif
        return;
    }}
    lw_far4(x0, x1, x2, x3, s, c);
}}
"""
_ABOUT = """Sines and cosines of several angles at once, without branches, in vector instructions: the angle less k*pi/2
{0} (Cody & Waite), then polynomials. Error below 2 units in the last place for |x| <= 1e6; beyond that the library is
{0} called"""
_WHEN = "with -ffast-math (it breaks the rounding) and where double is not evaluated as double"
C: Final = f"""/*
 * {_ABOUT.format(" *")}, also in single precision,
 * {_WHEN}.
 */
#if {_GUARD}
#define LW_POLYNOMIALS 0
#else
#define LW_POLYNOMIALS (sizeof(LW_REAL) == sizeof(double))
#endif
{_TYPES}
{_COLD}static void lw_far4(LW_REAL x0, LW_REAL x1, LW_REAL x2, LW_REAL x3, LW_REAL *s, LW_REAL *c)
{_FAR}
static inline void lw_sincos4(LW_REAL x0, LW_REAL x1, LW_REAL x2, LW_REAL x3, LW_REAL *s, LW_REAL *c)
{_BODY.replace("REAL", "LW_REAL")}"""
CPP: Final = f"""// {_ABOUT.format("//")}, also for other scalars,
// {_WHEN}.
#if {_GUARD}
#define LW_POLYNOMIALS 0
#else
#define LW_POLYNOMIALS 1
#endif
{_TYPES}
template <typename T>
{_COLD}void lw_far4(const T &x0, const T &x1, const T &x2, const T &x3, T *s, T *c)
{_FAR}
template <typename T>
inline void lw_sincos4(const T &x0, const T &x1, const T &x2, const T &x3, T *s, T *c)
{{
    lw_far4(x0, x1, x2, x3, s, c);
}}

inline void lw_sincos4(double x0, double x1, double x2, double x3, double *s, double *c)
{_BODY.replace("(REAL)", "").replace("(double)", "").replace("fabs(", "std::fabs(")}"""

_RUST_LOOP = "\n        ".join([
    "let x = x[i];",
    *_step_lines((*TURNS, *REDUCED, *CIRCLE), "let", "// {}"),
    "let n = t.to_bits();",
    "let odd = (n & 1).wrapping_neg();",
    "let u = (b.to_bits() & odd) | (a.to_bits() & !odd);",
    "let v = (a.to_bits() & odd) | (b.to_bits() & !odd);",
    "s[i] = f64::from_bits(u ^ ((n & 2) << 62));",
    "c[i] = f64::from_bits(v ^ ((n.wrapping_add(1) & 2) << 62));",
])  # fmt: skip
_RUST_FAR = f"""    let mut far = false;
    for &t in x {{
        far |= !(-{LIMIT!r}..={LIMIT!r}).contains(&t);
    }}
    if far {{
        for i in 0..N {{
            s[i] = f64::sin(x[i]);
            c[i] = f64::cos(x[i]);
        }}
        return (s, c);
    }}
"""
_RUST_ALONE = """. Error below 2 units in the last place
/// for |x| <= 1e6; beyond that it is as if the angle had been rounded by a few units in its last place."""


def rust_text(std: bool) -> str:
    """Text of the function in Rust. Without the standard library there is nothing to call for large angles."""
    about = _ABOUT.format("///") + "." if std else _ABOUT.format("///").split(". Error")[0] + _RUST_ALONE
    return f"""/// {about}
#[inline]
fn lw_sincos<const N: usize>(x: &[f64; N]) -> ([f64; N], [f64; N]) {{
    let (mut s, mut c) = ([0.0; N], [0.0; N]);
{_RUST_FAR if std else ""}    for i in 0..N {{
        {_RUST_LOOP}
    }}
    (s, c)
}}
"""
