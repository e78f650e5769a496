"""C99: a header, a source and a test. No allocation, no library but math.h, re-entrant, `float` or `double`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets import arctangent, sincos
from linkwright.targets.clike import CLEARED, CLike, c_tests, lane_macros, type_of
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import CodePackage, Program
from linkwright.targets.target import (
    ATOM,
    FORMS,
    RunCommands,
    Syntax,
    Target,
    call_forms,
    comment_lines,
    describe_states,
    documentation,
    fill_lines,
)
from linkwright.targets.usage import double_requirement, has_trig, lane_widths, used_operations, used_special_numbers

KEYWORDS = word_set("""
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex
_Imaginary asm typeof alignas alignof bool constexpr false nullptr static_assert thread_local true main
class namespace template this new delete operator private public protected virtual friend using try catch throw typename
""")
LIBRARY = word_set("""
acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2
logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint llrint round
lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma isnan isinf isfinite
isnormal signbit fpclassify gamma drem finite j0 j1 jn y0 y1 yn significand scalb signgam exp10 pow10 sincos abs labs
NULL NAN INFINITY HUGE_VAL M_PI EOF errno stdin stdout stderr unix linux i386
""")
# Macros of math.h, float.h and stdio.h: variables with these names would be replaced by the preprocessor.
_CONSTANTS = word_set("M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2")
_LIMITS = word_set("""
DECIMAL_DIG DIG EPSILON HAS_SUBNORM MANT_DIG MAX MAX_10_EXP MAX_EXP MIN MIN_10_EXP MIN_EXP TRUE_MIN
""")
MACROS = word_set("""
BIG_ENDIAN BUFSIZ BYTE_ORDER DECIMAL_DIG EXIT_FAILURE EXIT_SUCCESS FD_CLR FD_ISSET FD_SET FD_SETSIZE FD_ZERO
FILENAME_MAX FLT_EVAL_METHOD FLT_RADIX FLT_ROUNDS FOPEN_MAX FP_ILOGB0 FP_ILOGBNAN FP_INFINITE FP_INT_DOWNWARD
FP_INT_TONEAREST FP_INT_TONEARESTFROMZERO FP_INT_TOWARDZERO FP_INT_UPWARD FP_LLOGB0 FP_LLOGBNAN FP_NAN FP_NORMAL
FP_SUBNORMAL FP_ZERO FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL HUGE HUGE_VALF HUGE_VALL HUGE_VAL_F128 HUGE_VAL_F32
HUGE_VAL_F32X HUGE_VAL_F64 HUGE_VAL_F64X LITTLE_ENDIAN L_ctermid L_cuserid L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT
MB_CUR_MAX NFDBITS PDP_ENDIAN P_tmpdir RAND_MAX RENAME_EXCHANGE RENAME_NOREPLACE RENAME_WHITEOUT SEEK_CUR SEEK_DATA
SEEK_END SEEK_HOLE SEEK_SET SNAN SNANF SNANF128 SNANF32 SNANF32X SNANF64 SNANF64X SNANL TMP_MAX WCONTINUED WEXITED
WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED alloca
be16toh be32toh be64toh htobe16 htobe32 htobe64 htole16 htole32 htole64 le16toh le32toh le64toh isgreater
isgreaterequal isless islessequal islessgreater issubnormal isunordered math_errhandling DOMAIN SING OVERFLOW UNDERFLOW
PLOSS TLOSS X_TLOSS near far small
""")
MACROS |= {f"{x}{kind}" for x in _CONSTANTS for kind in ("", "f", "l", "f32", "f64", "f128", "f32x", "f64x")}
MACROS |= {f"{kind}_{x}" for x in _LIMITS for kind in ("FLT", "DBL", "LDBL")}


def c_number(value: Number) -> tuple[str, int]:
    """Text of a number: integers as they are, C converts them; others in LW_C, which gives them the type of LW_REAL."""
    if isinstance(value, int) and value < 2**31:
        return str(value), ATOM
    if isinstance(value, Fraction) and value.denominator & (value.denominator - 1):
        return f"LW_C({float(value.numerator)!r}/{float(value.denominator)!r})", ATOM
    return f"LW_C({float(value)!r})", ATOM


FUNCTIONS = {
    o.SIN: "lw_sin", o.COS: "lw_cos", o.TAN: "lw_tan", o.ASIN: "lw_asin", o.ACOS: "lw_acos", o.ATAN: "lw_atan",
    o.ATAN2: "lw_atan2", o.SQRT: "lw_sqrt", o.EXP: "lw_exp", o.LOG: "lw_log", o.ABS: "lw_abs", o.SIGN: "lw_sign",
    o.POW: "lw_pow", o.SELECT: "lw_select", o.MIN: "lw_min", o.MAX: "lw_max",
}  # fmt: skip
SYNTAX = Syntax(c_number, {**FORMS, **call_forms(FUNCTIONS)}, specials={"nan": "(LW_REAL)NAN", "epsilon": "LW_EPSILON"})

# -- helpers ----------------------------------------------------------------------------------------------------


def _math_function(code: int) -> str:
    """Text of a function of math.h in the precision of LW_REAL."""
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
    return x > 0 ? 1 : x < 0 ? -1 : x*0;  /* NaN stays NaN */
}
"""
SELECT = """static inline LW_REAL lw_select(LW_REAL c, LW_REAL a, LW_REAL b)  /* a where c >= 0, else b */
{
    return c >= 0 ? a : b;
}
"""
EXTREME = """static inline LW_REAL lw_{0}(LW_REAL x, LW_REAL y)  /* what is no number stays so */
{{
    return ((x {1} y) | (x != x)) ? x : y;
}}
"""
MIN, MAX = EXTREME.format("min", "<"), EXTREME.format("max", ">")
EPSILON = """/* The distance from 1 to the next number. */
#define LW_EPSILON ((LW_REAL)(sizeof(LW_REAL) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON))
"""
OWN = {o.SIGN: SIGN, o.SELECT: SELECT, o.MIN: MIN, o.MAX: MAX}


def helpers(package: CodePackage, poly: bool) -> str:
    """Static functions that the statements of this package use."""
    used = used_operations(package) | ({o.SIN, o.COS} if has_trig(package) else set())
    texts = [EPSILON] if "epsilon" in used_special_numbers(package) else []
    own = {**OWN, o.ATAN2: arctangent.C} if poly else OWN
    texts += [own.get(code) or _math_function(code) for code in FUNCTIONS if code in used]
    texts += [sincos.C] if poly and has_trig(package) else []
    texts += map(lane_macros, lane_widths(package))
    return "\n".join(texts) + "\n" if texts else ""


# -- single precision -------------------------------------------------------------------------------------------------

TYPE = """/* The type of all numbers: compile everything with -DLW_REAL=float for single precision. */
#ifndef LW_REAL
#define LW_REAL double
#endif
"""
OUTER_TYPE = """/* The type of numbers that are given and returned: compile everything with -DLW_REAL=float for single
   precision. What is calculated is double all the same: it takes more digits to tell postures apart. */
#ifndef LW_REAL
#define LW_REAL double
#endif
"""
ONLY_DOUBLE = "fewer than six joints reach a pose only if it has all digits: compile without -DLW_REAL=float"
DOUBLE_TYPE = f"""/* The type of all numbers. It cannot be float: {ONLY_DOUBLE}. */
#ifndef LW_REAL
#define LW_REAL double
#endif
#if defined(__cplusplus) && __cplusplus >= 201103L
static_assert(sizeof(LW_REAL) >= sizeof(double), "{ONLY_DOUBLE}");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(LW_REAL) >= sizeof(double), "{ONLY_DOUBLE}");
#else
typedef char lw_pose_needs_all_digits_compile_without_LW_REAL_float[sizeof(LW_REAL) >= sizeof(double) ? 1 : -1];
#endif
"""
TYPES = {"": TYPE, "inside": OUTER_TYPE, "given": DOUBLE_TYPE}
INNER_TYPE = """/* All that is calculated is double, whatever the numbers of the caller are. */
typedef LW_REAL LW_GIVEN;
#undef LW_REAL
#define LW_REAL double
"""


# -- files ----------------------------------------------------------------------------------------------------


def block_comment(lines: Iterable[str]) -> str:
    return "/*\n" + comment_lines(lines, " *") + "\n */\n"


def header(package: CodePackage, c: CLike) -> str:
    c = replace(c, given="")
    guard = f"LW_{package.name.upper()}_H"
    texts = [block_comment([*documentation(p, package.version), "", *c_usage(p, package)]) for p in package.programs]
    out = ["\n".join(texts), f"#ifndef {guard}\n#define {guard}\n"]
    out.append(f"""{TYPES[double_requirement(package)]}
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
extern "C" {{
#endif
""")
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            out.append("/* The known values of the parameters. */")
            out.append(f"extern const LW_REAL {p.name}_defaults[{p.parameters.size}];\n")
        for r in p.routines:
            out.append(f"{c.prototype(r)};\n")
    out.append(f"#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */\n")
    return "\n".join(out)


def c_usage(program: Program, package: CodePackage) -> list[str]:
    """Lines of the header that show how to call a function."""
    lines = ["Call:"]
    if program.setup and program.parameters:
        size = program.setup.outputs[0].size
        values = f"{program.name}_defaults" if program.parameters.defaults else program.parameters.name
        lines += [f"  LW_REAL setup[{size}];", f"  {program.setup.name}({values}, setup);"]
    declared = []
    for kind in ("LW_REAL", "int"):
        outputs = ", ".join(f"{a.name}[{a.size}]" for a in program.main.outputs if type_of(a, "LW_REAL") == kind)
        declared += [f"  {kind} {outputs};"] if outputs else []
    names = ", ".join(a.name for a in (*program.main.inputs, *program.main.outputs))
    lines += [*declared, f"  {program.main.name}({names});"]
    build = f"Compile {package.name}.c with -O3 -march=native -ffp-contract=fast, link with -lm."
    return [*lines, "Matrices are stored row by row.", "", build]


# gcc 12 gathers eight results for one store: an inertia matrix takes 104 ns so, and 60 ns with narrower vectors.
NARROW_VECTORS = (
    "#if defined(__AVX512F__) && defined(__GNUC__) && __GNUC__ >= 8 && !defined(__clang__)",
    '#pragma GCC target("prefer-vector-width=256")  /* to gather eight results for one store takes longer */',
    "#endif",
)

# gcc 12 turns loops that clear a dozen numbers into calls of memset: the inertia matrix of a robot with 38 freedoms
# takes 731 ns with them, and 616 ns without.
NO_MEMSET_CALLS = (
    "#if defined(__GNUC__) && !defined(__clang__)",
    '#pragma GCC optimize("no-tree-loop-distribute-patterns")  /* to clear a few numbers by calls takes longer */',
    "#endif",
)

# gcc 12 leaves the statements about a solve or an iteration in an order that spills registers: the forward dynamics of
# a platform on six legs take 1395 ns so, and 1326 ns scheduled before; ten models of other loops 0.94 to 1.02 of it.
SCHEDULE_BEFORE_ALLOCATION = (
    "#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)",
    '#pragma GCC optimize("schedule-insns", "sched-pressure")  /* fewer registers are spilled */',
    "#endif",
)


def c_source(package: CodePackage, c: CLike) -> str:
    code = [c.kernel(k) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill_lines([f"LW_C({x!r})" for x in p.parameters.defaults], 92))
            code.append(f"const {c.given or c.real} {p.name}_defaults[{p.parameters.size}] = {{\n{rows}\n}};\n")
        code += [c.definition(r) for r in p.routines]
    out = [f"/* See {package.name}.h for what this is and how it is called. */", f'#include "{package.name}.h"', ""]
    out += (
        ["#include <float.h>"] if (c.poly and has_trig(package)) or "epsilon" in used_special_numbers(package) else []
    )
    out += ["#include <math.h>", "", *NARROW_VECTORS, *(NO_MEMSET_CALLS if any(CLEARED in x for x in code) else ())]
    out += [*(SCHEDULE_BEFORE_ALLOCATION if package.kernels else ()), "", *([INNER_TYPE] if c.given else ())]
    out += ["/* A constant in the precision of LW_REAL. */", "#define LW_C(x) ((LW_REAL)(x))", ""]
    return "\n".join([*out, helpers(package, c.poly), *code])


def test_file(package: CodePackage) -> str:
    out = [f"/* The test of {package.name}.c: prints the errors, exit code 0 if all are small."]
    out += [*(f"   {x}" for x in describe_states(package)), f"   {RUN.line(package.name)} */"]
    out += [f'#include "{package.name}.h"', "", "#include <math.h>", "#include <stdio.h>", ""]
    return "\n".join(out) + c_tests(package, "LW_REAL", "")


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    given = "LW_GIVEN" if double_requirement(package) == "inside" else ""
    c = CLike(SYNTAX, "LW_REAL", "LW_RESTRICT", "", "static ", options["sincos"] == "poly", given=given)
    name = package.name
    return {f"{name}.h": header(package, c), f"{name}.c": c_source(package, c), f"test_{name}.c": test_file(package)}


RULES = Rules(KEYWORDS | LIBRARY | MACROS | {f"{x}f" for x in LIBRARY}, max_length=200)
RUN = RunCommands((("cc", "-std=c99", "-O1", "{name}.c", "test_{name}.c", "-o", "test", "-lm"), ("./test",)))
TARGET = Target(
    "c", "C99: header, source and test; double or float", ".c", Style(RULES, lanes=True, swift=True), SYNTAX, emit,
    {"sincos": ("poly", "libm")},
    RUN,
    single="-DLW_REAL=float",
)  # fmt: skip
