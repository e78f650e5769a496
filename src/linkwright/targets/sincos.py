"""Sines and cosines of all joints at once, without branches, so that compilers turn the loop into vector instructions.

On a 7-joint arm the sines and cosines of the C library are 40 % of the time of the inverse dynamics. Here the angle is
reduced to [-pi/4, pi/4] by subtracting k*pi/2 in four pieces of 33 bits (Cody & Waite 1980), so that the products are
exact for |x| <= 1e5; sine and cosine are polynomials of degree 13 and 14, interpolated at Chebyshev points. Measured
error below 1.5 units in the last place for |x| <= 1e5 (tests/test_targets_sincos.py); beyond, and for nan and infinity,
the library is called.
"""

from __future__ import annotations

import re
from typing import Final

LIMIT: Final = 1e5
TWO_OVER_PI: Final = 0.6366197723675814
ROUND: Final = 6755399441055744.0  # 1.5 * 2^52: adding and subtracting it rounds to the nearest integer
HALF_PI: Final = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32)
# sin(r) = r + r z S(z), cos(r) = 1 - z/2 + z^2 C(z), z = r^2 <= (pi/4)^2; lowest power first
SIN: Final = (
    -0.16666666666666666, 0.008333333333330936, -0.00019841269836740527, 2.7557316093196066e-06,
    -2.5051129895962807e-08, 1.5917988944318716e-10,
)  # fmt: skip
COS: Final = (
    0.041666666666666664, -0.0013888888888887389, 2.48015872987544e-05, -2.7557317265876615e-07, 2.087614504910828e-09,
    -1.1382544623404291e-11,
)  # fmt: skip


def horner(name: str, c: tuple[float, ...], declare: str) -> list[str]:
    """Statements for the value of a polynomial in z."""
    lines = [f"{declare} {name} = {c[-1]!r};"]
    return lines + [f"{name} = {x!r} + z*{name};" for x in reversed(c[:-1])]


def _steps(x: str, const: str, variable: str) -> list[str]:
    """Statements from the angle x to a = sin r, b = cos r and m quarter turns, in the words of the language."""
    p1, p2, p3, p4 = HALF_PI
    return [
        f"{const} k = ({x}*{TWO_OVER_PI!r} + {ROUND!r}) - {ROUND!r};  // quarter turns",
        f"{const} d = {x} - k*{p1!r};  // exact, as k has at most 16 bits and the pieces of pi/2 have 33",
        f"{const} l = k*{p2!r};",
        f"{const} e = d - l;",
        f"{const} r = e + (((d - e) - l) - k*{p3!r} - k*{p4!r});  // rounded once",
        f"{const} m = k - 4.0*((0.25*k + {ROUND!r}) - {ROUND!r});  // -2, -1, 0, 1 or 2",
        f"{const} z = r*r;",
        f"{const} h = 0.5*z;",
        f"{const} w = 1.0 - h;",
        *horner("a", SIN, variable),
        *horner("b", COS, variable),
        "a = r + r*z*a;  // sin r",
        "b = w + (((1.0 - w) - h) + z*z*b);  // cos r",
    ]


_ABOUT = """Sines and cosines of n angles at once, without branches, for vector instructions: the angle less k*pi/2
{0} (Cody & Waite), then polynomials. Error below 2 units in the last place for |x| <= 1e5; beyond that the library is
{0} called"""
_C_STEPS = [re.sub(r"// (.*)$", r"/* \1 */", line) for line in _steps("t", "const double", "double")]
_C_RESULT = [
    "const double u = fabs(m) == 1.0 ? b : a, v = fabs(m) == 1.0 ? a : b;",
    "s[i] = (REAL)(fabs(m - 0.5) > 1.0 ? -u : u);",
    "c[i] = (REAL)(fabs(m + 0.5) > 1.0 ? -v : v);",
]
_C_LOOP = "\n        ".join(["const double t = (double)x[i];", *_C_STEPS, *_C_RESULT])
_C_GUARD = "defined(__FAST_MATH__) || !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0"
C: Final = f"""/*
 * {_ABOUT.format(" *")}, also in single precision, with -ffast-math (it breaks the rounding) and where double is
 * not evaluated as double.
 */
#if {_C_GUARD}
#define LW_POLYNOMIALS 0
#else
#define LW_POLYNOMIALS (sizeof(LW_REAL) == sizeof(double))
#endif

static inline void lw_sincos(int n, const LW_REAL *LW_RESTRICT x, LW_REAL *LW_RESTRICT s, LW_REAL *LW_RESTRICT c)
{{
    int i, far = !LW_POLYNOMIALS;
    for (i = 0; i < n; ++i) far |= !(fabs((double)x[i]) <= {LIMIT!r});
    if (far) {{
        for (i = 0; i < n; ++i) {{
            s[i] = lw_sin(x[i]);
            c[i] = lw_cos(x[i]);
        }}
        return;
    }}
    for (i = 0; i < n; ++i) {{
        {_C_LOOP.replace("REAL", "LW_REAL")}
    }}
}}
"""
CPP: Final = f"""template <typename T>
inline void lw_sincos(int n, const T *x, T *s, T *c)
{{
    for (int i = 0; i < n; ++i) {{
        s[i] = lw_sin(x[i]);
        c[i] = lw_cos(x[i]);
    }}
}}

#if !({_C_GUARD})
// {_ABOUT.format("//")}, also with -ffast-math (it breaks the rounding) and where double is not evaluated as double.
inline void lw_sincos(int n, const double *x, double *s, double *c)
{{
    using std::fabs;
    bool far = false;
    for (int i = 0; i < n; ++i) far |= !(fabs(x[i]) <= {LIMIT!r});
    if (far) {{
        lw_sincos<double>(n, x, s, c);
        return;
    }}
    for (int i = 0; i < n; ++i) {{
        {_C_LOOP.replace("(REAL)(", "(").replace("(double)x", "x")}
    }}
}}
#endif
"""

_RUST_LOOP = "\n        ".join([
    *_steps("x[i]", "let", "let mut"),
    "let odd = m == 1.0 || m == -1.0;",
    "let u = if odd { b } else { a };",
    "let v = if odd { a } else { b };",
    "s[i] = if m < 0.0 || m > 1.0 { -u } else { u };",
    "c[i] = if m > 0.0 || m < -1.0 { -v } else { v };",
])  # fmt: skip
RUST: Final = f"""/// {_ABOUT.format("///")}.
#[inline]
fn lw_sincos<const N: usize>(x: &[f64; N]) -> ([f64; N], [f64; N]) {{
    let (mut s, mut c) = ([0.0; N], [0.0; N]);
    let mut far = false;
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
    for i in 0..N {{
        {_RUST_LOOP}
    }}
    (s, c)
}}
"""
