"""Sines and cosines of four angles at once, without branches, in vector instructions.

On a 7-joint arm the sines and cosines of the C library are 40 % of the time of the inverse dynamics. Here the angle is
reduced to [-pi/4, pi/4] by subtracting k*pi/2 in four pieces of 33 bits (Cody & Waite 1980), so that the products are
exact for |x| <= 1e5, or in three of 53 bits where the processor multiplies and adds with one rounding; sine and cosine
are polynomials of degree 13 and 14, interpolated at Chebyshev points. Measured error below 2 units in the last place
for |x| <= 1e5 (tests/test_targets_sincos.py); beyond, and for nan and infinity, the library is called.
"""

from __future__ import annotations

import re
from typing import Final

LIMIT: Final = 1e5
TWO_OVER_PI: Final = 0.6366197723675814
ROUND: Final = 6755399441055744.0  # 1.5 * 2^52: adding and subtracting it rounds to the nearest integer
HALF_PI: Final = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32)
NEGATIVE_HALF_PI: Final = (-1.5707963267948966, -6.123233995736766e-17, 1.4973849048591698e-33)  # 53 bits each
# sin(r) = r + r z S(z), cos(r) = 1 - z/2 + z^2 C(z), z = r^2 <= (pi/4)^2; lowest power first
SIN: Final = (
    -0.16666666666666666, 0.008333333333330936, -0.00019841269836740527, 2.7557316093196066e-06,
    -2.5051129895962807e-08, 1.5917988944318716e-10,
)  # fmt: skip
COS: Final = (
    0.041666666666666664, -0.0013888888888887389, 2.48015872987544e-05, -2.7557317265876615e-07, 2.087614504910828e-09,
    -1.1382544623404291e-11,
)  # fmt: skip


def polynomial(name: str, c: tuple[float, ...], const: str) -> list[str]:
    """A polynomial of degree 5 in z, two coefficients at a time (Estrin): half as deep as Horner's form."""
    low, middle, high = (f"{c[k]!r} + z*{c[k + 1]!r}" for k in (0, 2, 4))
    return [f"{const} {name}1 = ({middle}) + y*({high});", f"{const} {name}0 = ({low}) + y*{name}1;"]


def steps(x: str, const: str, r: list[str]) -> list[str]:
    """Statements from the angle x to a = sin r and b = cos r, where x = r + k pi/2, in the words of a language.

    `r` are those that reduce the angle."""
    return [
        f"{const} t = {x}*{TWO_OVER_PI!r} + {ROUND!r};",
        f"{const} k = t - {ROUND!r};  // quarter turns",
        *r,
        f"{const} z = r*r;",
        f"{const} y = z*z;",
        f"{const} h = 0.5*z;",
        f"{const} w = 1.0 - h;",
        *polynomial("a", SIN, const),
        *polynomial("b", COS, const),
        f"{const} a = r + r*z*a0;  // sin r",
        f"{const} b = w + (((1.0 - w) - h) + y*b0);  // cos r",
    ]


def in_pieces(x: str, const: str) -> list[str]:
    """r = x - k pi/2, rounded once, whether or not a product is rounded before it is subtracted."""
    p1, p2, p3, p4 = HALF_PI
    return [
        f"{const} d = {x} - k*{p1!r};  // exact: the pieces of pi/2 have 33 bits, k has 16",
        f"{const} l = k*{p2!r};",
        f"{const} e = d - l;",
        f"{const} r = e + (((d - e) - l) - k*{p3!r} - k*{p4!r});  // rounded once",
    ]


def _c(lines: list[str], depth: int) -> str:
    text = ("\n" + "    " * depth).join(re.sub(r"// (.*)$", r"/* \1 */", line) for line in lines)
    return re.sub(r"(?m)^ +#", "#", text)


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
    *(f"const double m{n} = {p!r};" for n, p in enumerate(NEGATIVE_HALF_PI, 1)),
    *(f"const lw_four p{n} = {{m{n}, m{n}, m{n}, m{n}}};" for n in (1, 2, 3)),
    "const lw_four r = LW_FMA(k, p3, LW_FMA(k, p2, LW_FMA(k, p1, x)));  // x + k*p1 is exact",
]
_VECTOR = [
    "const lw_four x = {(double)x0, (double)x1, (double)x2, (double)x3};",
    *steps("x", "const lw_four", ["#ifdef LW_FMA", *_FUSED_STEPS, "#else", *in_pieces("x", "const lw_four"), "#endif"]),
    "const lw_bits n = (lw_bits)t;  // its last bits are those of k",
    "const lw_bits odd = -(n & 1);",
    "const lw_four u = (lw_four)(((lw_bits)b & odd) | ((lw_bits)a & ~odd));",
    "const lw_four v = (lw_four)(((lw_bits)a & odd) | ((lw_bits)b & ~odd));",
    "const lw_four sine = (lw_four)((lw_bits)u ^ ((n & 2) << 62));",
    "const lw_four cosine = (lw_four)((lw_bits)v ^ (((n + 1) & 2) << 62));",
    *(f"s[{i}] = (REAL)sine[{i}];" for i in range(4)),
    *(f"c[{i}] = (REAL)cosine[{i}];" for i in range(4)),
]
_SCALAR = [
    *steps("x[i]", "const double", in_pieces("x[i]", "const double")),
    f"const double m = k - 4.0*((0.25*k + {ROUND!r}) - {ROUND!r});  // -2, -1, 0, 1 or 2",
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
    {_c([f"s[{i}] = lw_sin(x{i});" for i in range(4)] + [f"c[{i}] = lw_cos(x{i});" for i in range(4)], 1)}
}}
"""
_COLD = """#if defined(__GNUC__)
__attribute__((cold, noinline))
#endif
"""
_BODY = f"""{{
    if (LW_POLYNOMIALS && {_NEAR}) {{
#if defined(__GNUC__)
        {_c(_VECTOR, 2)}
#else
        const double x[4] = {{(double)x0, (double)x1, (double)x2, (double)x3}};
        int i;
        for (i = 0; i < 4; ++i) {{
            {_c(_SCALAR, 3)}
        }}
#endif
        return;
    }}
    lw_far4(x0, x1, x2, x3, s, c);
}}
"""
_ABOUT = """Sines and cosines of several angles at once, without branches, in vector instructions: the angle less k*pi/2
{0} (Cody & Waite), then polynomials. Error below 2 units in the last place for |x| <= 1e5; beyond that the library is
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
    *steps("x[i]", "let", in_pieces("x[i]", "let")),
    "let n = t.to_bits(); // its last bits are those of k",
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
/// for |x| <= 1e5; beyond that it is as if the angle had been rounded by a few units in its last place."""


def rust(std: bool) -> str:
    """The function in Rust. Without the standard library there is nothing to call for large angles."""
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
