"""C++17: one header, templated on the scalar, and a test. Works for float, double and types of automatic
differentiation (functions are found by argument-dependent lookup)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.expr.kernel import NeedsDouble
from linkwright.targets import c as c99
from linkwright.targets import sincos
from linkwright.targets.clike import CLike, c_tests, type_of
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import Array, CodePackage, Program, Routine
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
from linkwright.targets.usage import double_requirement, has_trig, used_operations

KEYWORDS = word_set("""
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await
co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq std linkwright T restrict
""")


def cpp_number(value: Number) -> tuple[str, int]:
    """Text of a number: T(2), T(0.5), T(1.0/3.0), constants of the scalar type."""
    if isinstance(value, int) and value < 2**31:
        return f"T({value})", ATOM
    if isinstance(value, Fraction) and value.denominator & (value.denominator - 1):
        return f"T({float(value.numerator)!r}/{float(value.denominator)!r})", ATOM
    return f"T({float(value)!r})", ATOM


SPECIALS = {"nan": "std::numeric_limits<T>::quiet_NaN()", "epsilon": "std::numeric_limits<T>::epsilon()"}
SYNTAX = Syntax(cpp_number, {**FORMS, **call_forms(c99.FUNCTIONS)}, specials=SPECIALS)

SIGN = """template <typename T>
inline T lw_sign(const T &x)  // -1, 0 or 1
{
    return x > T(0) ? T(1) : x < T(0) ? T(-1) : x*T(0);  // NaN stays NaN
}
"""
SELECT = """template <typename T>
inline T lw_select(const T &c, const T &a, const T &b)  // a where c >= 0, else b
{
    return c >= T(0) ? a : b;
}
"""


def _std_function(code: int) -> str:
    name = o.OPS[code].name
    arguments = ["x", "y"][: o.OPS[code].arity]
    return f"""template <typename T>
inline T lw_{name}({", ".join(f"const T &{a}" for a in arguments)})
{{
    using std::{name};
    return {name}({", ".join(arguments)});
}}
"""


EXTREME = """template <typename T>
inline T lw_{0}(const T &x, const T &y)  // what is no number stays so
{{
    return ((x {1} y) | (x != x)) ? x : y;
}}
"""
OWN = {o.SIGN: SIGN, o.SELECT: SELECT, o.MIN: EXTREME.format("min", "<"), o.MAX: EXTREME.format("max", ">")}


def _helpers(package: CodePackage, poly: bool) -> str:
    """Functions that the statements use, in a namespace of this package."""
    used = used_operations(package) | ({o.SIN, o.COS} if has_trig(package) else set())
    texts = [OWN.get(code) or _std_function(code) for code in c99.FUNCTIONS if code in used]
    texts += [sincos.CPP] if poly and has_trig(package) else []
    return "\n".join(texts)


def _array_overload(routine: Routine) -> str:
    """Overload of a function for std::array: sizes are checked by the compiler."""

    def parameter(a: Array, const: bool) -> str:
        return f"{'const ' if const else ''}std::array<{type_of(a, 'T')}, {a.size}> &{a.name}"

    items = [parameter(a, True) for a in routine.inputs] + [parameter(a, False) for a in routine.outputs]
    head = f"inline void {routine.name}("
    names = ", ".join(f"{a.name}.data()" for a in (*routine.inputs, *routine.outputs))
    lines = ("\n" + " " * len(head)).join(fill_lines(items, 100 - len(head)))
    return f"template <typename T>\n{head}{lines})\n{{\n    {routine.name}({names});\n}}\n"


INSIDE = "what is calculated is double: call it without <float>, with arrays of float"
ONLY_DOUBLE = "fewer than six joints reach a pose only if it has all digits: give arrays of double"
REFUSALS = {"inside": INSIDE, "given": ONLY_DOUBLE}
TYPES = {"": "double, float, ...", "inside": "double, or float: what is calculated is double", "given": "double"}


def _float_overload(routine: Routine) -> str:
    """Overload of a function for floats, computed in double."""
    given, made = (tuple(a for a in some if not a.whole) for some in (routine.inputs, routine.outputs))
    items = [f"{'const ' * (a in routine.inputs)}{type_of(a, 'float')} *LW_RESTRICT {a.name}"
             for a in (*routine.inputs, *routine.outputs)]  # fmt: skip
    names = ", ".join(a.name if a.whole else f"lw_{a.name}" for a in (*routine.inputs, *routine.outputs))
    lines = [f"double {', '.join(f'lw_{a.name}[{max(a.size, 1)}]' for a in (*given, *made))};"]
    loop = "for (int lw_k = 0; lw_k < {0}; ++lw_k)"
    lines += [f"{loop.format(a.size)} lw_{a.name}[lw_k] = double({a.name}[lw_k]);" for a in given]
    lines += [f"{routine.name}({names});"]
    lines += [f"{loop.format(a.size)} {a.name}[lw_k] = static_cast<float>(lw_{a.name}[lw_k]);" for a in made]
    head = f"inline void {routine.name}("
    arrays = ("\n" + " " * len(head)).join(fill_lines(items, 100 - len(head)))
    body = "\n".join(f"    {line}" for line in lines)
    return f"// For float: what is calculated is double.\n{head}{arrays})\n{{\n{body}\n}}\n"


def _cpp_usage(program: Program, needs: NeedsDouble) -> list[str]:
    lines = [f"Call (T is {TYPES[needs]}):"]
    if program.setup and program.parameters:
        lines += [
            f"  std::array<T, {program.parameters.size}> {program.parameters.name} = ...;",
            f"  std::array<T, {program.setup.outputs[0].size}> setup;",
            f"  linkwright::{program.setup.name}({program.parameters.name}, setup);",
        ]
    lines += [f"  std::array<{type_of(a, 'T')}, {a.size}> {a.name};" for a in program.main.outputs]
    names = ", ".join(a.name for a in (*program.main.inputs, *program.main.outputs))
    lines += [f"  linkwright::{program.main.name}({names});"]
    return [*lines, "Every function also takes plain pointers. Matrices are stored row by row, arrays do not overlap."]


def _cpp_defaults(program: Program) -> str:
    array = program.parameters
    if not array or not array.defaults:
        return ""
    rows = "\n".join("    " + row for row in fill_lines([f"T({x!r})" for x in array.defaults], 92))
    head = f"template <typename T>\ninline std::array<T, {array.size}> {program.name}_defaults()"
    return f"// The known values of the parameters.\n{head}\n{{\n    return {{\n{rows}\n    }};\n}}\n"


def _insert_first_statement(definition: str, statement: str) -> str:
    """Text of functions, the last one with a statement before all others."""
    before, _, body = definition.rpartition("\n{\n")
    return f"{before}\n{{\n    {statement}\n{body}"


def _header(package: CodePackage, cpp: CLike) -> str:
    guard = f"LW_{package.name.upper()}_HPP"
    needs = double_requirement(package)
    told = [[*documentation(p, package.version), "", *_cpp_usage(p, needs)] for p in package.programs]
    texts = [comment_lines(lines, "//") + "\n" for lines in told]
    more = "#include <type_traits>\n" if needs else ""
    out = [
        "\n".join(texts),
        f"#ifndef {guard}\n#define {guard}\n",
        f"#include <array>\n#include <cfloat>\n#include <cmath>\n#include <limits>\n{more}",
    ]
    out.append("""#ifndef LW_RESTRICT
#if defined(__GNUC__) || defined(_MSC_VER)
#define LW_RESTRICT __restrict
#else
#define LW_RESTRICT
#endif
#endif
""")
    space = f"lw_{package.name}"
    out.append(f"namespace linkwright {{\nnamespace {space} {{\n")
    out.append(_helpers(package, cpp.poly))
    out += [cpp.kernel(k) for k in package.kernels]
    if needs:
        guarded = f'static_assert(!std::is_same<T, float>::value, "{REFUSALS[needs]}");'
    for p in package.programs:
        for r in p.routines:
            text = cpp.definition(r)
            out.append(_insert_first_statement(text, guarded) if needs else text)
            out += [_float_overload(r)] if needs == "inside" else []
    out.append(f"}}  // namespace {space}\n")
    for p in package.programs:
        out += [x for x in [_cpp_defaults(p)] if x]
        for r in p.routines:
            out += [f"using {space}::{r.name};\n", _array_overload(r)]
    out.append(f"}}  // namespace linkwright\n\n#endif  // {guard}\n")
    return "\n".join(out)


def _cpp_test(package: CodePackage) -> str:
    out = [f"// The test of {package.name}.hpp: prints the errors, exit code 0 if all are small."]
    out += [*(f"// {x}" for x in describe_states(package)), f"// {RUN.line(package.name)}"]
    out += [f'#include "{package.name}.hpp"', "", "#include <cmath>", "#include <cstdio>", ""]
    out += ["using std::fabs;", "using std::printf;", ""]
    out += ["#ifndef LW_REAL  // the type of all numbers, double or float", "#define LW_REAL double", "#endif", ""]
    return "\n".join(out) + c_tests(package, "LW_REAL", "linkwright::")


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    head = "template <typename T>\ninline "
    cpp = CLike(SYNTAX, "T", "LW_RESTRICT", head, head, options["sincos"] == "poly", "static_cast<int>({0})")
    return {f"{package.name}.hpp": _header(package, cpp), f"test_{package.name}.cpp": _cpp_test(package)}


RULES = Rules(KEYWORDS | c99.RULES.reserved, max_length=200)
RUN = RunCommands((("c++", "-std=c++17", "-O1", "test_{name}.cpp", "-o", "test"), ("./test",)))
TARGET = Target(
    "cpp",
    "C++17: one header, templated on the scalar",
    ".hpp",
    Style(RULES, swift=True),
    SYNTAX,
    emit,
    {"sincos": ("poly", "libm")},
    RUN,
    single="-DLW_REAL=float",
)
