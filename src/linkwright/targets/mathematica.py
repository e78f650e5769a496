"""The Wolfram Language: a package with usage messages, and its test. Runs in Mathematica and in Mathics.

Numbers stay exact where they are exact, and arguments may be symbols: then the result is a formula. Names have no
underscores there (`w3_y` is `w3y`, `rx90_inverse_dynamics` is `rx90InverseDynamics`), and words that begin with a
capital may be the system's (`Gamma`, `I`, `N`), so that user names like these change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.clike import given_arrays
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
    describe_states,
    documentation,
    error_scale,
    fill_lines,
    one_line,
)
from linkwright.targets.usage import used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer, indented

# -- names -------------------------------------------------------------------------------------------------------------

# System symbols in capitals, or with digits. Other words with a capital and no digit lose the capital.
RESERVED = word_set("""
C D E I K N O CDF PDF URL LCM GCD Log2 Log10 True False Null
lwVector lwMatrix lwScalar lwSolve lwResult lwFailed lwCheck lwSelect lwMin lwMax lwReal
""")


def legal(name: str) -> str:
    """Legal name without underscores: short pieces join (w3_y: w3y), words begin with a capital (inverse_dynamics:
    inverseDynamics)."""
    first, *rest = [p for p in plain_name(name).split("_") if p]
    text = first + "".join(p if len(p) < 3 else p[0].upper() + p[1:] for p in rest)
    word = re.search(r"[a-z]", text) and not re.search(r"\d", text)
    if word or re.search(r"\d[A-Z]$", text):
        run = re.match(r"[A-Z]+(?![a-z])|[A-Z]", text)
        text = run.group().lower() + text[run.end() :] if run else text
    return text


def variant(name: str, k: int) -> str:
    return f"{name}v" if k == 1 else f"{name}v{k}"


# -- terms -------------------------------------------------------------------------------------------------------------


def wolfram_number(value: Number) -> tuple[str, int]:
    """Text of a number: exact ones as they are; floats as machine numbers (without the mark, 17 digits would mean
    another precision)."""
    if isinstance(value, int):
        return str(value), ATOM
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}", PRODUCT
    if math.isnan(value):
        return "Indeterminate", ATOM
    digits, _, exponent = repr(value).partition("e")
    mark = "`" if len(digits.replace(".", "").lstrip("0")) > 15 else ""
    return digits + ("" if "." in digits else ".") + mark + (f"*^{int(exponent)}" if exponent else ""), ATOM


FUNCTIONS = {
    o.SIN: "Sin", o.COS: "Cos", o.TAN: "Tan", o.ASIN: "ArcSin", o.ACOS: "ArcCos", o.ATAN: "ArcTan", o.SQRT: "Sqrt",
    o.EXP: "Exp", o.LOG: "Log", o.ABS: "Abs", o.SIGN: "Sign",
}  # fmt: skip
SYNTAX = Syntax(wolfram_number, {
    **FORMS, **{code: Form(f"{name}[{{0}}]") for code, name in FUNCTIONS.items()},
    o.PI: Form("Pi"), o.POW: Form("{0}^{1}", (ATOM, ATOM, ANY), POWER), o.ATAN2: Form("ArcTan[{1}, {0}]"),
    o.SELECT: Form("lwSelect[{0}, {1}, {2}]"), o.MIN: Form("lwMin[{0}, {1}]"), o.MAX: Form("lwMax[{0}, {1}]"),
}, at="{0}[[{1}]]", first=1, specials={"nan": "Indeterminate", "epsilon": "$MachineEpsilon"},
    # a comparison with Indeterminate is neither true nor false
    tests={"not": "!TrueQ[{0}]", "finite": "FreeQ[{0}, Indeterminate | DirectedInfinity | _Complex]"},
)  # fmt: skip


def signed_wolfram_number(value: float) -> str:
    return f"-{wolfram_number(-value)[0]}" if value < 0 else wolfram_number(value)[0]


# -- routines ----------------------------------------------------------------------------------------------------------

CHECKS = """lwScalar[x_] := !ListQ[x];
lwVector[x_, n_] := VectorQ[x] && Length[x] == n;
lwMatrix[x_, n_] := MatrixQ[x] && Dimensions[x] == n;
"""
EXTREME = """(* What is no real number gives none. *)
lw{0}[a_, b_] := If[FreeQ[{{a, b}}, Indeterminate | _Complex], {0}[a, b], Indeterminate];
"""
OWN = {
    o.SELECT: """(* a where c >= 0, else b. *)
lwSelect[c_, a_, b_] := If[FreeQ[c, Indeterminate | DirectedInfinity[] | _Complex], If[c >= 0, a, b], b];
""",
    o.MIN: EXTREME.format("Min"),
    o.MAX: EXTREME.format("Max"),
}
LEAVES_THE_REALS = {o.SQRT, o.POW, o.LOG, o.ASIN, o.ACOS}
REAL = """(* No complex number leaves: where there is no real one, there is none. *)
lwReal[x_] := x /. _Complex -> Indeterminate;
"""


def condition(array: Array) -> str:
    if not array.shape:
        return f"lwScalar[{array.name}]"
    if not array.size:  # no vector for Mathics
        return f"{array.name} === {{}}"
    if len(array.shape) == 1:
        return f"lwVector[{array.name}, {array.size}]"
    return f"lwMatrix[{array.name}, {{{', '.join(map(str, array.shape))}}}]"


def wolfram_element(array: Array, k: int) -> str:
    if not array.shape:
        return array.name
    at = [k + 1] if len(array.shape) == 1 else [k // array.shape[1] + 1, k % array.shape[1] + 1]
    return f"{array.name}[[{', '.join(map(str, at))}]]"


def run(x: StepCall) -> list[str]:
    made = x.made[0] if len(x.made) == 1 else f"{{{', '.join(x.made)}}}"
    return [f"{made} = {x.name}[{', '.join(x.given)}];"]


FORM = Forms(
    assign="{0} = {1};",
    set="{0} = {1};",
    section="(* {0} *)",
    call=("{1} = {{", VALUES, "}};", "{3} = {0}[{1}];"),
    loop=("For[{0} = {1}, {0} < {2}, {0}++,", "];"),
    branch=("If[TrueQ[{0}],", ",", "];"),
    leave="Break[];",
    indent="  ",
    width=88,
    whole="Round[{0}]",
)
WRITER = Writer(SYNTAX, FORM, wolfram_element, run)


def kernel_definition(kernel: KernelCode) -> str:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    ((made, count),), ((given, _),) = loop.outputs, loop.inputs
    lines = [f"{name} = ConstantArray[0., {size}];" for name, size in ((made, count), *loop.arrays)]
    names = ", ".join(n for n in (made, *(n for n, _ in loop.arrays), *loop.reals, *loop.counters))
    about = "\n".join(f"   {x}" for x in safe_in_comment(loop.doc).splitlines()).strip()
    inner = indented([*lines, *WRITER.loop(kernel), made], "  ")
    texts = [definition(r, is_public=False) for r in kernel.routines]
    head = f"{kernel.name}[{given}_] := Module[\n  {{{names}}},"
    return "\n".join([*texts, f"(* {about} *)\n{head}\n{inner}\n];\n"])


def local_names(part: Part) -> list[str]:
    more = [n for s in part.statements if isinstance(s, Call) for n in (s.given, s.made)]
    return [*part.locals, *more]


def wolfram_list(texts: Sequence[str], shape: tuple[int, ...]) -> list[str]:
    """Value as a list in lines: row by row for a matrix."""
    if not shape:
        return [texts[0]]
    if len(shape) == 1:
        return ["{" + "\n    ".join(fill_lines(texts, 90)) + "}"]
    step = len(texts) // shape[0] if shape[0] else 0
    rows = [wolfram_list(texts[r * step : (r + 1) * step], shape[1:])[0] for r in range(shape[0])]
    return ["{" + ",\n    ".join(rows) + "}"]


def definition(routine: Routine, is_public: bool = True) -> str:
    (part,) = routine.parts
    arrays = {a.name: a for a in routine.arrays}
    lines = [f"{x.name} = {wolfram_element(arrays[x.array], x.index)};" for x in part.loads]
    lines += WRITER.statements(part.statements)
    values = {(x.array, x.index): WRITER.stored(arrays[x.array], x.value) for x in part.stores}
    results = ["".join(wolfram_list([values[a.name, k] for k in range(a.size)], a.shape)) for a in routine.outputs]
    result = results[0] if len(results) == 1 else "{" + ",\n  ".join(results) + "}"
    if is_public and (used_operations(routine) & LEAVES_THE_REALS or any(isinstance(s, Call) for s in part.statements)):
        result = f"lwReal[{result}]"
    names = "\n    ".join(fill_lines(local_names(part), 92))
    head = f"{routine.name}[{', '.join(f'{a.name}_' for a in routine.inputs)}]"
    tests = " && ".join(condition(a) for a in routine.inputs)
    head += f" /;\n  {tests} :=" if tests else " :="
    inner = "\n".join("  " + x if x else "" for x in [*lines, "", result])
    others = "___" if routine.inputs else "__"  # without arguments, any at all are too many
    fallback = f"{routine.name}[{others}] := (Message[{routine.name}::args]; $Failed);"
    return f"{head} Module[\n  {{{names}}},\n{inner}\n];\n{fallback}\n"


# -- files -------------------------------------------------------------------------------------------------------------


def wolfram_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def usage_message(routine: Routine, doc: str) -> list[str]:
    call = f"{routine.name}[{', '.join(a.name for a in routine.inputs)}]"
    shapes = ", ".join(f"{a.name} {' x '.join(map(str, a.shape)) or 'a number'}" for a in routine.inputs)
    results = ", ".join(a.name for a in routine.outputs)
    text = f"{call} gives {results}: {doc}. Sizes: {shapes}."
    return [
        f"{routine.name}::usage = {wolfram_string(one_line(text))};",
        f"{routine.name}::args = {wolfram_string(f'Wrong number or size of arguments. {shapes} are needed.')};",
    ]


def wolfram_source(package: CodePackage) -> str:
    out = []
    for p in package.programs:
        out += [
            "(*",
            *(f"  {x}".rstrip() for x in map(safe_in_comment, documentation(p, package.version, 1))),
            "*)",
            "",
        ]
    out += [f'BeginPackage["{package.name}`"];', ""]
    for p in package.programs:
        if p.setup:
            out += usage_message(p.setup, f"what {p.main.name} needs of the parameters, once per set of them")
        out += usage_message(p.main, p.doc or p.name)
        if p.parameters and p.parameters.defaults:
            name = legal(f"{p.name}_defaults")
            out += [f"{name}::usage = {wolfram_string(f'The known values of the parameters of {p.name}.')};"]
    out += ["", 'Begin["`Private`"];', "", CHECKS]
    out += [text for code, text in OWN.items() if code in used_operations(package)]
    out += [REAL] if used_operations(package) & LEAVES_THE_REALS or package.kernels else []
    out += [kernel_definition(k) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            values = wolfram_list([signed_wolfram_number(x) for x in p.parameters.defaults], p.parameters.shape)
            out += [f"{legal(f'{p.name}_defaults')} = {values[0]};", ""]
        out += [definition(r) for r in p.routines]
    return "\n".join([*out, "End[];", "EndPackage[];", ""])


def safe_in_comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )")


def wolfram_program_test(program: Program, cases: Sequence[Case]) -> list[str]:
    given, main = given_arrays(program), program.main
    lines = [f"(* {program.name} *)"]
    for case in cases:
        texts = {
            a.port: wolfram_list([signed_wolfram_number(x) for x in case.inputs[a.port]], a.shape)[0] for a in given
        }
        if program.setup and program.parameters:
            texts[SETUP] = f"{program.setup.name}[{texts[program.parameters.port]}]"
        arguments = ",\n  ".join(texts[a.port] for a in main.inputs)
        lines.append(f"lwResult = {main.name}[{arguments}];")
        for k, a in enumerate(main.outputs):
            got = "lwResult" if len(main.outputs) == 1 else f"lwResult[[{k + 1}]]"
            if not a.size:
                lines.append(f"lwFailed += If[Flatten[{{{got}}}] === {{}}, 0, 1];")
                continue
            wanted = wolfram_list([signed_wolfram_number(x) for x in case.outputs[a.port]], (a.size,))[0]
            scale = signed_wolfram_number(error_scale(cases, a))
            lines.append(f'lwFailed += lwCheck["{program.name}: {a.name}", {got},\n  {wanted}, {scale}];')
    return [*lines, ""]


TEST_CHECK = f"""lwCheck[what_, got_, expected_, scale_] := Module[{{values, worst}},
  values = Flatten[{{got}}];
  worst = Which[
    Length[values] != Length[expected], Infinity,
    VectorQ[expected, NumberQ] && VectorQ[values, NumberQ], Max[0, Abs[values - expected]/scale],
    Union[expected] === {{Indeterminate}} && FreeQ[values, _Real | _Complex], 0,
    True, Infinity];
  Print[what, ": relative error ", worst];
  If[TrueQ[worst <= {signed_wolfram_number(TOLERANCE)}], 0, 1]
];
"""


MATHICS = """(* Mathics keeps sums with Indeterminate. *)
If[1. + Indeterminate =!= Indeterminate, Unprotect[Plus]; Plus[Indeterminate, __] = Indeterminate; Protect[Plus]];
"""


def wolfram_test(package: CodePackage) -> str:
    name = f"test_{package.name}.wl"
    out = [f"(* The test of {package.name}.wl: wolframscript -file {name}, or mathics -q -f {name} *)"]
    out += [f"(* {x} *)" for x in describe_states(package)]
    folder = 'If[$InputFileName === "", Directory[], DirectoryName[$InputFileName]]'
    out += [f'Get[FileNameJoin[{{{folder}, "{package.name}.wl"}}]];', "", TEST_CHECK, "lwFailed = 0;", ""]
    out += [MATHICS] if any(case.about for cases in package.cases for case in cases) else []
    for p, cases in zip(package.programs, package.cases, strict=True):
        out += wolfram_program_test(p, cases)
    return "\n".join([*out, 'If[lwFailed > 0, Print["FAILED"]; Exit[1]];', 'Print["all tests passed"];', ""])


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.wl": wolfram_source(package), f"test_{package.name}.wl": wolfram_test(package)}


RULES = Rules(RESERVED, legal=legal, variant=variant)
STYLE = Style(RULES, fold=False, part=0)
TARGET = Target(
    "mathematica", "Wolfram Language: package for Mathematica and Mathics", ".wl", STYLE, SYNTAX, emit,
    check=RunCommands((("mathics", "-q", "-f", "test_{name}.wl"),)),
)  # fmt: skip
