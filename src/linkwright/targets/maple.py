"""Maple: procedures in one file, and a test. Giac reads them too, in its Maple mode: the test runs in both.

Numbers stay exact where they are exact, and arguments may be symbols: then the result is a formula. Lists and Vectors
are accepted, results are lists. Maple computes with `Digits` decimals, 10 unless the user sets it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.clike import given_arrays
from linkwright.targets.giac import WORDS as GIAC
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, plain_name, word_set
from linkwright.targets.program import SETUP, Array, Call, Case, CodePackage, KernelCode, Part, Program, Routine
from linkwright.targets.target import (
    ANY,
    ATOM,
    FORMS,
    POWER,
    PRODUCT,
    TOLERANCE,
    Form,
    RunCommands,
    Syntax,
    Target,
    call_forms,
    comment_lines,
    describe_states,
    documentation,
    error_scale,
    fill_lines,
)
from linkwright.targets.usage import used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer, indented

KEYWORDS = word_set("""
and assuming assume break by catch description do done elif else end error export fi finally for from global if implies
in intersect local minus mod module next not od of option options or proc quit read repeat return save stop subset then
to try union until use while xor uses package static overload RETURN ERROR nargs args procname
""")
PROTECTED = word_set("""
I D O Pi gamma Catalan FAIL true false infinity undefined Digits Order NULL E W Beta Chi Ci Ei GAMMA Im Int Li
LambertW Limit Product Psi Re Shi Si Ssi Sum Zeta abs add and anything arccos arcsin arctan arg argument array
assigned assume cat ceil coeff collect combine conjugate content convert cos cosh cot coth csc csch csgn degree denom
diff dilog divide erf erfc eval evalb evalc evalf evalhf evalm exp expand factor factorial floor frac fsolve gcd
genpoly has hastype icontent ifactor igcd ilcm indets index indices infnorm int integer iquo irem iroot is iscont
isolve isprime isqrt latex lcm lcoeff ldegree length lhs limit list ln log log10 lprint map matrix max maximize min
minimize modp mods mul name nops norm normal not numer op order parse piecewise plot posint print printf product quo
radical rand randomize range rem rhs root roots round rsolve sec sech select seq series set shift sign signum simplify
sin sinh solve sort sqrt string subs subsop substring sum surd symbol table tan tanh taylor time trace traperror trunc
type unapply unassign value vector whattype zip Matrix Vector Array real complex float numeric positive negative
""")


def legal(name: str) -> str:
    """Legal name. Giac reads certain letters after an underscore (m_d, m_i) as a type: md, mi."""
    return re.sub(r"_([a-wA-Z])$", r"\1", plain_name(name))


def maple_number(value: Number) -> tuple[str, int]:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}", PRODUCT
    return str(value) if isinstance(value, int) else repr(value), ATOM


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "arcsin", o.ACOS: "arccos", o.ATAN: "arctan", o.ATAN2: "lw_atan2",
    o.SQRT: "lw_sqrt", o.EXP: "exp", o.LOG: "ln", o.ABS: "abs", o.SIGN: "lw_sign", o.SELECT: "lw_select",
    o.MIN: "min", o.MAX: "max",
}  # fmt: skip
SYNTAX = Syntax(
    maple_number,
    {**FORMS, **call_forms(FUNCTIONS), o.PI: Form("Pi"), o.POW: Form("{0}^{1}", (ATOM, ATOM, ANY), POWER)},
    first=1,
    specials={"nan": "(0.0/0.0)", "epsilon": "max(10.0^(1 - Digits), 2.0^(-52))"},
    tests={
        "and": "{0} and {1}",
        "or": "{0} or {1}",
        "not": "not ({0})",
        "==": "evalb({0} = {1})",
        "=": "evalb({0} = {1})",
        "!=": "{0} <> {1}",
        "finite": "evalb({0} - {0} = 0.0)",
    },
)

LIST = """# The argument as a list of n elements.
lw_list := proc(x, n, what)
    local v;
    v := convert(x, list);
    if nops(v) <> n then error "%1 has %2 elements, %3 are needed", what, nops(v), n end if;
    v;
end proc:
"""
ATAN2 = """# The angle of the point (x, y).
lw_atan2 := proc(y, x) arctan(y, x) end proc:
"""
SIGN = """# -1, 0 or 1
lw_sign := proc(x) piecewise(x > 0, 1, x < 0, -1, 0) end proc:
"""
SELECT = """# a where c >= 0, else b
lw_select := proc(c, a, b) piecewise(c >= 0, a, b) end proc:
"""
SQRT = """# No complex number: where there is no real one, the result is undefined.
lw_sqrt := proc(x) piecewise(x < 0, 0.0/0.0, sqrt(x)) end proc:
"""
OWN = ((o.ATAN2, ATAN2), (o.SIGN, SIGN), (o.SELECT, SELECT), (o.SQRT, SQRT))
# -- procedures --------------------------------------------------------------------------------------------------------


def maple_element(array: Array, k: int) -> str:
    if not array.shape:
        return array.name
    if len(array.shape) == 1:
        return f"{array.name}[{k + 1}]"
    return f"{array.name}[{k // array.shape[1] + 1}, {k % array.shape[1] + 1}]"


def run(x: StepCall) -> list[str]:
    """Call of a step: arrays are tables; procedures take and return lists."""
    lists = ", ".join(f"[seq({a}[lw_k], lw_k = 1 .. {x.sizes[a]})]" for a in x.given)
    lines = [f"lw_given := [{lists}];"]  # Giac would pass a sequence on before it is evaluated
    call = f"{x.name}({', '.join(f'lw_given[{k}]' for k in range(1, len(x.given) + 1))})"
    if len(x.made) == 1:
        return [*lines, f"{x.made[0]} := {call};"]
    return [*lines, f"lw_made := {call};", *(f"{a} := lw_made[{k}];" for k, a in enumerate(x.made, 1))]


FORM = Forms(
    assign="{0} := {1};",
    set="{0} := {1};",
    section="# {0}",
    call=("{1} := [", VALUES, "];", "{3} := {0}({1});"),
    loop=("for {0} from {1} to {2} do", "end do;"),
    branch=("if {0} then", "else", "end if;"),
    leave="break;",
    last=True,
    width=88,
    whole="round({0})",
)
WRITER = Writer(SYNTAX, FORM, maple_element, run)


def kernel_definition(kernel: KernelCode) -> str:
    """Procedures of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    ((made, count),), ((given, _),) = loop.outputs, loop.inputs
    arrays = [made, *(name for name, _ in loop.arrays)]
    lines = [f"local {', '.join([*arrays, *loop.reals, *loop.counters, 'lw_k', 'lw_given', 'lw_made'])};"]
    lines += [f"{name} := table();" for name in arrays]
    result = f"[seq({made}[lw_k], lw_k = 1 .. {count})];"
    body = indented([*lines, *WRITER.loop(kernel), result])
    about = comment_lines(loop.doc.splitlines(), "#")
    texts = [definition(r) for r in kernel.routines]
    return "\n".join([*texts, f"{about}\n{kernel.name} := proc({given})\n{body}\nend proc:\n"])


def local_names(part: Part) -> list[str]:
    more = [n for s in part.statements if isinstance(s, Call) for n in (s.given, s.made)]
    return [*part.locals, *more]


def maple_list(texts: Sequence[str], shape: tuple[int, ...]) -> str:
    """Value as a list, row by row for a matrix, in lines of a readable length."""
    if not shape:
        return texts[0]
    if len(shape) == 1:
        return "[" + "\n    ".join(fill_lines(texts, 90)) + "]"
    step = len(texts) // shape[0] if shape[0] else 0
    return "[" + ",\n    ".join(maple_list(texts[r * step : (r + 1) * step], shape[1:]) for r in range(shape[0])) + "]"


def definition(routine: Routine) -> str:
    (part,) = routine.parts
    arrays = {a.name: a for a in routine.arrays}
    lines = []
    for a in routine.inputs:
        loads = [x for x in part.loads if x.array == a.name]
        if len(a.shape) == 1:
            lines += [f'{routine.workspace.name} := lw_list({a.name}, {a.size}, "{a.name}");']
            lines += [f"{x.name} := {routine.workspace.name}[{x.index + 1}];" for x in loads]
        else:
            lines += [f"{x.name} := {maple_element(arrays[x.array], x.index)};" for x in loads]
    lines += WRITER.statements(part.statements)
    values = {(x.array, x.index): WRITER.stored(arrays[x.array], x.value) for x in part.stores}
    results = [maple_list([values[a.name, k] for k in range(a.size)], a.shape) for a in routine.outputs]
    result = results[0] if len(results) == 1 else "[" + ",\n".join(results) + "]"
    names = [*([routine.workspace.name] if any(len(a.shape) == 1 for a in routine.inputs) else []), *local_names(part)]
    head = f"{routine.name} := proc({', '.join(a.name for a in routine.inputs)})"
    if not names:  # Giac takes a list behind proc() for an index of it
        names, lines, result = ["lw_result"], [f"lw_result := {result};"], "lw_result"
    declared = "local " + "\n    ".join(fill_lines(names, 88)) + ";"
    return f"{head}\n{indented([declared, *lines, '', f'{result};'])}\nend proc:\n"


def setup_lines(program: Program) -> list[str]:
    return [f"{program.setup.name}: what {program.main.name} needs of the parameters."] if program.setup else []


def maple_source(package: CodePackage) -> str:
    out = []
    for p in package.programs:
        note = "Set Digits := 16 or more: Maple computes with 10 decimals otherwise. Results are lists."
        out += [comment_lines([*documentation(p, package.version, 1), "", note], "#"), ""]
    used = used_operations(package)
    inputs = [a for p in package.programs for r in p.routines for a in r.inputs]
    out += [LIST] if any(len(a.shape) == 1 for a in inputs) else []
    out += [text for code, text in OWN if code in used]
    out += [kernel_definition(k) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            values = maple_list([repr(x) for x in p.parameters.defaults], p.parameters.shape)
            out += [f"# The known values of the parameters of {p.name}.", f"{p.name}_defaults := {values}:", ""]
        for r in p.routines:
            about = setup_lines(p) if r.kind == "setup" else [f"{p.name}: see the top of this file."]
            out += [comment_lines(about, "#"), definition(r)]
    return "\n".join(out)


# -- test --------------------------------------------------------------------------------------------------------------

START = """maple_mode(1):
# The test of {name}.mpl: maple -q test_{name}.mpl, or giac test_{name}.mpl
# (Giac reads Maple after the first line, which to Maple itself is a call without a meaning.)
Digits := 20:
read("{name}.mpl"):
"""
GIAC_ATAN2 = """# Giac has no arctan of two arguments.
if nops([arctan(1.0, -2.0)]) <> 1 then lw_atan2 := proc(y, x) arg(x + I*y) end proc end if:
"""
GIAC_SELECT = """# To Giac, what is undefined is not less than zero.
if evalb(0.0/0.0 >= 0) then
    lw_select := proc(c, a, b) if evalb(evalf(c - c) = 0.0) then piecewise(c >= 0, a, b) else b end if end proc
end if:
"""
TEST_CHECK = f"""lw_check := proc(what, got, expected, unit_)
    local k, worst, error_;
    worst := 0;
    if nops(got) <> nops(expected) then worst := 1 end if;
    for k from 1 to nops(expected) do
        error_ := abs(evalf(got[k] - expected[k]))/unit_;
        if error_ <= worst then worst := worst else worst := error_ end if;
    end do;
    print(what, evalf(worst));
    if worst <= {TOLERANCE!r} then 1 else 0 end if;
end proc:
lw_missing := proc(x) if evalb(evalf(x - x) = 0.0) then 1.0e300 else 0.0 end if end proc: # 0 if x is no number
lw_passed := 0:
"""
NO_NUMBERS = """lw_numbers := 0: # there must be none
for lw_k from 1 to {size} do
    if evalb(evalf(lw_result[lw_k] - lw_result[lw_k]) = 0.0) then lw_numbers := lw_numbers + 1 end if
end do:
if lw_numbers = 0 then lw_passed := lw_passed + 1 end if:"""
END = """if lw_passed = {count} then print("all tests passed") else print("FAILED") end if:
"""


def long_decimal(x: float) -> str:
    """Decimal with twenty digits after the point: Giac computes in doubles with shorter ones."""
    digits, _, exponent = repr(x).partition("e")
    whole, _, part = digits.partition(".")
    return f"{whole}.{part:0<20}" + (f"e{exponent}" if exponent else "")


def maple_program_test(program: Program, cases: Sequence[Case]) -> list[str]:
    given, main = given_arrays(program), program.main
    lines = [f"# {program.name}"]
    for case in cases:
        texts = {a.port: maple_list([long_decimal(x) for x in case.inputs[a.port]], a.shape) for a in given}
        if program.setup and program.parameters:
            texts[SETUP] = f"{program.setup.name}({texts[program.parameters.port]})"
        arguments = ",\n    ".join(texts[a.port] for a in main.inputs)
        lines.append(f"lw_value := {main.name}({arguments}):")
        for k, a in enumerate(main.outputs):
            whole = "lw_value" if len(main.outputs) == 1 else f"lw_value[{k + 1}]"
            each = [whole + "".join(f"[{k}]" for k in place) for place in product(*(range(1, n + 1) for n in a.shape))]
            got = whole if len(a.shape) == 1 else maple_list(each, (a.size,))
            if case.about and not a.whole:
                lines += [f"lw_result := {got}:", NO_NUMBERS.format(size=a.size)]
                continue
            values = case.outputs[a.port]
            if any(map(math.isnan, values)):  # rows of an inverse kinematics beyond the last solution
                each = [f"lw_missing({x})" if math.isnan(v) else x for x, v in zip(each, values, strict=True)]
                got, values = maple_list(each, (a.size,)), tuple(0.0 if math.isnan(v) else v for v in values)
            wanted = maple_list([long_decimal(x) for x in values], (a.size,))
            scale = error_scale(cases, a)
            check = f'lw_check("{program.name}: {a.name}", {got},\n    {wanted}, {scale!r})'
            lines.append(f"lw_passed := lw_passed + {check}:")
    return [*lines, ""]


def maple_test(package: CodePackage) -> str:
    out = [START.format(name=package.name)]
    out += [comment_lines(x, "#") + "\n" for x in [describe_states(package)] if x]
    out += [GIAC_ATAN2] if o.ATAN2 in used_operations(package) else []
    out += [GIAC_SELECT] if o.SELECT in used_operations(package) else []
    out += [TEST_CHECK]
    for p, cases in zip(package.programs, package.cases, strict=True):
        out += maple_program_test(p, cases)
    count = sum(len(p.main.outputs) * len(c) for p, c in zip(package.programs, package.cases, strict=True))
    return "\n".join([*out, END.format(count=count)])


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.mpl": maple_source(package), f"test_{package.name}.mpl": maple_test(package)}


RULES = Rules(KEYWORDS | PROTECTED | GIAC, legal=legal)
TARGET = Target(
    "maple", "Maple procedures", ".mpl", Style(RULES, fold=False, part=0), SYNTAX, emit,
    check=RunCommands((("giac", "test_{name}.mpl"),)),
)  # fmt: skip
