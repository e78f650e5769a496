"""C99: a header, a source and a test. No allocation, no library but math.h, re-entrant, `float` or `double`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets import sincos
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, words
from linkwright.targets.program import (
    Array,
    Assign,
    Package,
    Part,
    Program,
    Routine,
    Section,
    Solve,
    Statement,
    Trig,
)  # fmt: skip
from linkwright.targets.target import (
    ATOM,
    FORMS,
    TOLERANCE,
    Syntax,
    Target,
    calls,
    comment,
    documentation,
    fill,
    scale_of,
)  # fmt: skip
from linkwright.targets.usage import operations

KEYWORDS = words("""
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex
_Imaginary asm typeof alignas alignof bool constexpr false nullptr static_assert thread_local true main
class namespace template this new delete operator private public protected virtual friend using try catch throw typename
""")
LIBRARY = words("""
acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2
logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint llrint round
lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma isnan isinf isfinite
isnormal signbit fpclassify gamma drem finite j0 j1 jn y0 y1 yn significand scalb signgam exp10 pow10 sincos abs labs
NULL NAN INFINITY HUGE_VAL M_PI EOF errno stdin stdout stderr unix linux i386 check failures
""")
HELPERS = words("""
LW_REAL LW_C LW_RESTRICT lw_sin lw_cos lw_tan lw_asin lw_acos lw_atan lw_atan2 lw_sqrt lw_exp lw_log lw_abs lw_sign
lw_pow lw_select lw_solve lw_sincos lw_angle lw_sine lw_cosine LW_POLYNOMIALS
""")


def number(value: Number) -> tuple[str, int]:
    """Whole numbers as they are: C converts them. Others in LW_C, which gives them the type of LW_REAL."""
    if isinstance(value, int) and value < 2**31:
        return str(value), ATOM
    if isinstance(value, Fraction) and value.denominator & (value.denominator - 1):
        return f"LW_C({float(value.numerator)!r}/{float(value.denominator)!r})", ATOM
    return f"LW_C({float(value)!r})", ATOM


FUNCTIONS = {
    o.SIN: "lw_sin", o.COS: "lw_cos", o.TAN: "lw_tan", o.ASIN: "lw_asin", o.ACOS: "lw_acos", o.ATAN: "lw_atan",
    o.ATAN2: "lw_atan2", o.SQRT: "lw_sqrt", o.EXP: "lw_exp", o.LOG: "lw_log", o.ABS: "lw_abs", o.SIGN: "lw_sign",
    o.POW: "lw_pow", o.SELECT: "lw_select",
}  # fmt: skip
SYNTAX = Syntax(number, {**FORMS, **calls(FUNCTIONS)})

# -- helpers ----------------------------------------------------------------------------------------------------


def _libm(code: int) -> str:
    """A function of math.h in the precision of LW_REAL."""
    name = o.OPS[code].name
    libm = {"abs": "fabs"}.get(name, name)
    if o.OPS[code].arity == 1:
        return f"""static inline LW_REAL lw_{name}(LW_REAL x)
{{
    return sizeof(LW_REAL) == sizeof(float) ? (LW_REAL){libm}f((float)x) : (LW_REAL){libm}((double)x);
}}
"""
    return f"""static inline LW_REAL lw_{name}(LW_REAL x, LW_REAL y)
{{
    if (sizeof(LW_REAL) == sizeof(float)) return (LW_REAL){libm}f((float)x, (float)y);
    return (LW_REAL){libm}((double)x, (double)y);
}}
"""


SIGN = """static inline LW_REAL lw_sign(LW_REAL x)  /* -1, 0 or 1 */
{
    return (LW_REAL)((x > 0) - (x < 0));
}
"""
SELECT = """static inline LW_REAL lw_select(LW_REAL c, LW_REAL a, LW_REAL b)  /* a where c >= 0, else b */
{
    return c >= 0 ? a : b;
}
"""
SOLVE = """/* x with A x = b by elimination with row pivoting; a holds A row by row, then b, and is overwritten */
static void lw_solve(int n, LW_REAL *a, LW_REAL *x)
{
    LW_REAL *b = a + n*n;
    int i, j, k;
    for (k = 0; k < n; ++k) {
        int p = k;
        for (i = k + 1; i < n; ++i)
            if (lw_abs(a[i*n + k]) > lw_abs(a[p*n + k])) p = i;
        if (p != k) {
            LW_REAL t = b[k];
            b[k] = b[p];
            b[p] = t;
            for (j = k; j < n; ++j) {
                t = a[k*n + j];
                a[k*n + j] = a[p*n + j];
                a[p*n + j] = t;
            }
        }
        for (i = k + 1; i < n; ++i) {
            const LW_REAL f = a[i*n + k]/a[k*n + k];
            for (j = k + 1; j < n; ++j) a[i*n + j] -= f*a[k*n + j];
            b[i] -= f*b[k];
        }
    }
    for (i = n - 1; i >= 0; --i) {
        LW_REAL sum = b[i];
        for (j = i + 1; j < n; ++j) sum -= a[i*n + j]*x[j];
        x[i] = sum/a[i*n + i];
    }
}
"""


def helpers(package: Package, poly: bool) -> str:
    """The static functions that the statements of this package use."""
    used = operations(package)
    if "solve" in package.helpers:
        used |= {o.ABS}
    if "sincos" in package.helpers:
        used |= {o.SIN, o.COS}
    texts = [_libm(code) for code in FUNCTIONS if code in used and code not in (o.SIGN, o.SELECT)]
    texts += [SIGN] if o.SIGN in used else []
    texts += [SELECT] if o.SELECT in used else []
    texts += [SOLVE] if "solve" in package.helpers else []
    texts += [sincos.C] if poly and "sincos" in package.helpers else []
    return "\n".join(texts) + "\n" if texts else ""


# -- routines ----------------------------------------------------------------------------------------------------


def parameter(array: Array, const: bool) -> str:
    return f"{'const ' if const else ''}LW_REAL *LW_RESTRICT {array.name}"


def signature(routine: Routine, arrays: Sequence[Array], name: str) -> str:
    """The head of a function of these arrays, inputs const, in lines of a readable length."""
    inputs = {a.name for a in routine.inputs}
    head = f"void {name}("
    lines = fill([parameter(a, a.name in inputs) for a in arrays], 96 - len(head))
    return head + ("\n" + " " * len(head)).join(lines or ["void"]) + ")"


def prototype(routine: Routine) -> str:
    return signature(routine, [*routine.inputs, *routine.outputs], routine.name)


def body(part: Part, poly: bool) -> list[str]:
    lines = [f"const LW_REAL {x.name} = {x.array}[{x.index}];" for x in part.loads]
    if poly and part.trig:
        early = [s for s in part.statements[: _last_trig(part.statements) + 1] if isinstance(s, Assign)]
        lines += [statement(s) for s in early]
        lines += ["", *vector_trig(part.trig)]
        rest: Iterable[Statement] = part.statements[_last_trig(part.statements) + 1 :]
    else:
        rest = part.statements
    for s in rest:
        lines += ["", statement(s)] if isinstance(s, Section) else [statement(s)]
    stores = [f"{x.array}[{x.index}] = {SYNTAX.term(x.value)};" for x in part.stores]
    return [*lines, "", *stores] if lines else stores


def _last_trig(statements: Sequence[Statement]) -> int:
    return max(k for k, s in enumerate(statements) if isinstance(s, Trig))


def vector_trig(trig: Sequence[Trig]) -> list[str]:
    """All sines and cosines by one call; the arrays are padded so that vector registers are full."""
    n = len(trig)
    size = n if n < 3 else -(-n // 4) * 4
    angles = [SYNTAX.term(t.angle) for t in trig] + ["0"] * (size - n)
    lines = ["/* sines and cosines */"]
    rows = fill(angles, 84)
    lines += [f"const LW_REAL lw_angle[{size}] = {{", *("    " + row for row in rows), "};"]
    lines += [f"LW_REAL lw_sine[{size}], lw_cosine[{size}];", f"lw_sincos({size}, lw_angle, lw_sine, lw_cosine);"]
    for k, t in enumerate(trig):
        lines += [f"const LW_REAL {t.sin} = lw_sine[{k}];"] if t.sin else []
        lines += [f"const LW_REAL {t.cos} = lw_cosine[{k}];"] if t.cos else []
    return lines


def statement(s: Statement) -> str:
    match s:
        case Assign(name, value):
            return f"const LW_REAL {name} = {SYNTAX.term(value)};"
        case Trig(angle, sin, cos):
            text = SYNTAX.term(angle)
            both = [f"const LW_REAL {n} = {f}({text});" for n, f in ((sin, "lw_sin"), (cos, "lw_cos")) if n]
            return "\n".join(both)
        case Section(text):
            return f"/* {text} */"
        case Solve():
            values = "\n".join("    " + row for row in fill(map(SYNTAX.term, s.values), 88))
            lines = [f"LW_REAL {s.matrix}[{s.n * s.n + s.n}] = {{", values, "};", f"LW_REAL {s.vector}[{s.n}];"]
            lines.append(f"lw_solve({s.n}, {s.matrix}, {s.vector});")
            return "\n".join([*lines, *(f"const LW_REAL {name} = {s.vector}[{k}];" for k, name in s.items)])


def indented(lines: Iterable[str]) -> str:
    flat = "\n".join(lines).split("\n")
    return "\n".join("    " + x if x else "" for x in flat)


def definition(routine: Routine, poly: bool) -> str:
    """The function, and the parts that it calls if it is long."""
    if len(routine.parts) == 1:
        (part,) = routine.parts
        unused = [f"(void){a.name};" for a in routine.inputs if a.name not in part.arrays]
        return f"{prototype(routine)}\n{{\n{indented([*unused, *body(part, poly)])}\n}}\n"
    texts, steps = [], []
    for part in routine.parts:
        arrays = [a for a in routine.arrays if a.name in part.arrays]
        texts.append(f"static {signature(routine, arrays, part.name)}\n{{\n{indented(body(part, poly))}\n}}\n")
        steps.append(f"{part.name}({', '.join(a.name for a in arrays)});")
    used = frozenset().union(*(p.arrays for p in routine.parts))
    unused = [f"(void){a.name};" for a in routine.inputs if a.name not in used]
    space = [f"LW_REAL {routine.workspace.name}[{routine.workspace.size}];"] if routine.workspace.size else []
    texts.append(f"{prototype(routine)}\n{{\n{indented([*space, *unused, *steps])}\n}}\n")
    return "\n".join(texts)


# -- files ----------------------------------------------------------------------------------------------------


def block(lines: Iterable[str]) -> str:
    return "/*\n" + comment(lines, " *") + "\n */\n"


def header(package: Package) -> str:
    guard = f"LW_{package.name.upper()}_H"
    texts = [block([*documentation(p, package.version), "", *usage(p, package)]) for p in package.programs]
    out = ["\n".join(texts), f"#ifndef {guard}\n#define {guard}\n"]
    out.append("""/* The type of all numbers: compile everything with -DLW_REAL=float for single precision. */
#ifndef LW_REAL
#define LW_REAL double
#endif

/* Arrays do not overlap. */
#ifndef LW_RESTRICT
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define LW_RESTRICT restrict
#elif defined(__GNUC__) || defined(_MSC_VER)
#define LW_RESTRICT __restrict
#else
#define LW_RESTRICT
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif
""")
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            out.append("/* The known values of the parameters. */")
            out.append(f"extern const LW_REAL {p.name}_defaults[{p.parameters.size}];\n")
        for r in p.routines:
            out.append(f"{prototype(r)};\n")
    out.append(f"#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
    return "\n".join(out)


def usage(program: Program, package: Package) -> list[str]:
    """How to call it."""
    lines = ["Call:"]
    if program.setup and program.parameters:
        size = program.setup.outputs[0].size
        values = f"{program.name}_defaults" if program.parameters.defaults else program.parameters.name
        lines += [f"  LW_REAL setup[{size}];", f"  {program.setup.name}({values}, setup);"]
    outputs = ", ".join(f"{a.name}[{a.size}]" for a in program.main.outputs)
    names = ", ".join(a.name for a in (*program.main.inputs, *program.main.outputs))
    lines += [f"  LW_REAL {outputs};", f"  {program.main.name}({names});"]
    return [*lines, f"Matrices are stored row by row. Compile {package.name}.c with -O3 -march=native and link -lm."]


def source(package: Package, poly: bool) -> str:
    out = [f"/* See {package.name}.h for what this is and how it is called. */", f'#include "{package.name}.h"', ""]
    trig = poly and "sincos" in package.helpers
    out += ["#include <float.h>"] if trig else []
    out += ["#include <math.h>", ""]
    out += ["/* A constant in the precision of LW_REAL. */", "#define LW_C(x) ((LW_REAL)(x))", ""]
    out.append(helpers(package, poly))
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill([f"LW_C({x!r})" for x in p.parameters.defaults], 92))
            out.append(f"const LW_REAL {p.name}_defaults[{p.parameters.size}] = {{\n{rows}\n}};\n")
        out += [definition(r, poly) for r in p.routines]
    return "\n".join(out)


def table(name: str, rows: Sequence[Sequence[float]]) -> str:
    text = ",\n".join("    {" + "\n     ".join(fill(map(repr, row), 90)) + "}" for row in rows)
    return f"static const double {name}[{len(rows)}][{len(rows[0])}] = {{\n{text}\n}};\n"


def flat(values: Mapping[str, tuple[float, ...]], arrays: Iterable[Array]) -> list[float]:
    return [x for a in arrays for x in values[a.port]] or [0.0]


def test(package: Package) -> str:
    out = [f"/* The test of {package.name}.c: prints the errors, exit code 0 if all are small. */"]
    out += [f'#include "{package.name}.h"', ""]
    out += ["#include <math.h>", "#include <stdio.h>", "", CHECK]
    runs = []
    for program, cases in zip(package.programs, package.cases, strict=True):
        main = program.main
        given = [program.parameters] if program.setup and program.parameters else []
        inputs = [*given, *(a for a in main.inputs if a.port != "setup")]
        out.append(table(f"{program.name}_in", [flat(c.inputs, inputs) for c in cases]))
        out.append(table(f"{program.name}_out", [flat(c.outputs, main.outputs) for c in cases]))
        lines = ["int failed = 0, i, k;", f"for (k = 0; k < {len(cases)}; ++k) {{"]
        inner = [f"const double *in = {program.name}_in[k], *out = {program.name}_out[k];"]
        arrays = {a.name: a for a in (*inputs, *main.inputs, *main.outputs)}
        inner += [f"LW_REAL {a.name}_[{max(a.size, 1)}];" for a in arrays.values()]
        at = 0
        for a in inputs:
            inner.append(f"for (i = 0; i < {a.size}; ++i) {a.name}_[i] = (LW_REAL)in[{at} + i];")
            at += a.size
        for r in program.routines:
            inner.append(f"{r.name}({', '.join(f'{a.name}_' for a in (*r.inputs, *r.outputs))});")
        at = 0
        for a in main.outputs:
            what, scale = f"{program.name}: {a.name}", scale_of(cases, a.port)
            inner.append(f'failed += check("{what}", {a.size}, {a.name}_, out + {at}, {scale!r});')
            at += a.size
        lines += ["    " + x for x in inner] + ["}", "return failed;"]
        out.append(f"static int test_{program.name}(void)\n{{\n{indented(lines)}\n}}\n")
        runs.append(f"failed += test_{program.name}();")
    last = ['printf(failed ? "FAILED\\n" : "all tests passed\\n");', "return failed != 0;"]
    out.append(f"int main(void)\n{{\n{indented(['int failed = 0;', *runs, *last])}\n}}\n")
    return "\n".join(out)


CHECK = f"""static int check(const char *what, int n, const LW_REAL *got, const double *expected, double scale)
{{
    const double tolerance = sizeof(LW_REAL) == sizeof(float) ? 1e-3 : {TOLERANCE!r};
    double worst = 0;
    int i, bad;
    for (i = 0; i < n; ++i) {{
        const double error = fabs((double)got[i] - expected[i])/scale;
        if (!(error <= worst)) worst = error;
    }}
    bad = !(worst <= tolerance);
    printf("%s: relative error %.2g%s\\n", what, worst, bad ? " TOO LARGE" : "");
    return bad;
}}
"""


def emit(package: Package, options: Mapping[str, str]) -> dict[str, str]:
    poly = options["sincos"] == "poly"
    name = package.name
    return {f"{name}.h": header(package), f"{name}.c": source(package, poly), f"test_{name}.c": test(package)}


RULES = Rules(KEYWORDS | LIBRARY | HELPERS | {f"{x}f" for x in LIBRARY})
TARGET = Target(
    "c", "C99: header, source and test; double or float", ".c", Style(RULES), SYNTAX, emit, {"sincos": ("poly", "libm")}
)
