"""Julia: a module without dependencies, for any kind of real number, and its test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import Array, Case, CodePackage, KernelCode, Part, Program, Routine, Trig
from linkwright.targets.target import (
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
    decimal_text,
    describe_states,
    documentation,
    error_scale,
    fill_lines,
    float_texts,
    given_arrays,
    one_line,
)
from linkwright.targets.usage import used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer, indented

KEYWORDS = word_set("""
abstract baremodule begin break catch const continue do else elseif end export false finally for function global if
import in isa let local macro module mutable new outer primitive public quote return struct true try type using where
while abs acos asin atan cos sin tan sincos exp log sqrt sign ifelse pi im e nothing missing eltype promote_type zeros
length size similar throw max min sum div rem mod one zero inv float T Base Core Main Inf NaN Int Float64 Real Vector
Matrix Array AbstractArray eval include println print error string map filter reduce eps isfinite round
""")


def julia_number(value: Number) -> tuple[str, int]:
    """Text of a number: integers and quotients of them stay exact and take the type of the other operand."""
    if isinstance(value, int):
        return str(value), ATOM
    text, holds = decimal_text(value)
    if isinstance(value, Fraction) and holds == PRODUCT and max(value.numerator, value.denominator) < 2**53:
        return f"{value.numerator}/{value.denominator}", PRODUCT
    return text, holds


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan",
    o.SQRT: "lw_sqrt", o.EXP: "exp", o.LOG: "log", o.ABS: "abs", o.SIGN: "sign", o.MIN: "min",
    o.MAX: "max",
}  # fmt: skip
SYNTAX = Syntax(
    julia_number,
    {
        **FORMS,
        **call_forms(FUNCTIONS),
        o.POW: Form("{0}^{1}", (ATOM, ATOM), POWER),
        o.SELECT: Form("ifelse({0} >= 0, {1}, {2})"),
    },
    first=1,
    specials={"nan": "T(NaN)", "epsilon": "eps(T)"},
    tests={"finite": "isfinite({0})"},
)

SQRT = """# Where there is no real root, the result is not a number: nothing is thrown.
lw_sqrt(x) = x < 0 ? oftype(float(x), NaN) : sqrt(x)
"""


def module_name(package: CodePackage) -> str:
    """Name of the module: rx90_inverse_dynamics -> Rx90InverseDynamics; it cannot be that of a function in it."""
    name = "".join(word[:1].upper() + word[1:] for word in package.name.split("_"))
    taken = {r.name for p in package.programs for r in p.routines}
    return f"{name}Module" if name in taken or name in KEYWORDS else name


def julia_element(array: Array, k: int) -> str:
    if not array.shape:
        return f"{array.name}[]"
    if len(array.shape) == 1:
        return f"{array.name}[{k + 1}]"
    return f"{array.name}[{k // array.shape[1] + 1}, {k % array.shape[1] + 1}]"


def _julia_step(x: StepCall) -> list[str]:
    """Call of a step: a straight routine has its results first, as Julia's functions that modify arguments have."""
    arrays = (*x.made, *x.given) if x.straight else (*x.given, *x.made)
    return [f"{x.name}!({', '.join(arrays)})"]


def _julia_trig(trig: Sequence[Trig]) -> list[str]:
    lines = []
    for t in trig:
        angle = SYNTAX.term(t.angle)
        both = t.sin and t.cos
        lines += [f"{t.sin}, {t.cos} = sincos({angle})"] if both else []
        lines += [f"{n} = {f}({angle})" for n, f in ((t.sin, "sin"), (t.cos, "cos")) if n and not both]
    return lines


FORM = Forms(
    assign="{0} = {1}",
    set="{0} = {1}",
    section="# {0}",
    call=("{1} = [", VALUES, "]", "{3} = zeros(float(eltype({1})), {4})", "{0}!({1}, {3})"),
    loop=("for {0} in {1}:{2}", "end"),
    branch=("if {0}", "else", "end"),
    leave="break",
    last=True,
    whole="round(Int, {0})",
)
WRITER = Writer(SYNTAX, FORM, julia_element, _julia_step, _julia_trig)


def _body(routine: Routine, part: Part) -> list[str]:
    return ["@inbounds begin", indented(WRITER.body(routine, part)), "end"]


def _julia_kernel(kernel: KernelCode) -> str:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    names = [name for name, _ in (*loop.inputs, *loop.outputs)]
    lines = [f"T = eltype({names[-1]})", *(f"{name} = zeros(T, {size})" for name, size in loop.arrays)]
    lines += [f"{name} = zero(T)" for name in loop.reals]
    lines += [f"{name} = 0" for name in loop.counters if name in loop.changing]
    about = comment_lines(loop.doc.splitlines(), "#")
    body = indented([*lines, *WRITER.loop(kernel), "return nothing"])
    texts = [_julia_routine(r, f"What {kernel.name} runs.") for r in kernel.routines]
    return "\n".join([*texts, f"{about}\nfunction {kernel.name}!({', '.join(names)})\n{body}\nend\n"])


def _checks(routine: Routine) -> list[str]:
    lines = []
    arrays = [a for a in (*routine.outputs, *routine.inputs) if a.shape]
    if arrays:
        lines.append(f"Base.require_one_based_indexing({', '.join(a.name for a in arrays)})")
    for a in arrays:
        shape = f"({', '.join(map(str, a.shape))}{',' if len(a.shape) == 1 else ''})"
        lines.append(
            f'size({a.name}) == {shape} || throw(DimensionMismatch("{a.name} has size $(size({a.name})), not {shape}"))'
        )
    return lines


def _julia_routine(routine: Routine, doc: str) -> str:
    """Text of the function in place, and of the one that allocates its results."""
    names = ", ".join(a.name for a in (*routine.outputs, *routine.inputs))
    results = ", ".join(a.name for a in routine.outputs)
    texts, steps = [], _checks(routine)
    inputs = [a.name for a in routine.inputs]
    types = ", ".join(f"eltype({n})" for n in inputs)
    kind = f"T = float(promote_type({types}))" if inputs else "T = Float64"
    if len(routine.parts) == 1:
        steps += _body(routine, routine.parts[0])
    else:
        steps += [kind, f"{routine.workspace.name} = Vector{{T}}(undef, {routine.workspace.size})"]
        for part in routine.parts:
            arguments = ", ".join(a.name for a in routine.arrays if a.name in part.arrays)
            texts.append(
                f"function {part.name}!({arguments})\n{indented([*_body(routine, part), 'return nothing'])}\nend\n"
            )
            steps.append(f"{part.name}!({arguments})")
    head = f'"""\n    {routine.name}!({names})\n\n{doc} The results are written into {results}.\n"""'
    texts.append(f"{head}\nfunction {routine.name}!({names})\n{indented([*steps, 'return nothing'])}\nend\n")
    lines = [kind]
    for a in routine.outputs:
        scalar = "Int" if a.whole else "T"
        lines.append(
            f"{a.name} = Array{{{scalar}}}(undef{''.join(f', {n}' for n in a.shape)})"
            if a.shape
            else f"{a.name} = Ref(zero({scalar}))"
        )
    returned = ", ".join(a.name if a.shape else f"{a.name}[]" for a in routine.outputs)
    lines += [f"{routine.name}!({names})", f"return {returned}"]
    texts.append(f'"""\n    {routine.name}({", ".join(inputs)}) -> {results}\n\n{doc}\n"""\n'
                 f"function {routine.name}({', '.join(inputs)})\n{indented(lines)}\nend\n")  # fmt: skip
    return "\n".join(texts)


def _julia_usage(program: Program, package: CodePackage) -> list[str]:
    lines = ["Call:", f'  include("{package.name}.jl"); using .{module_name(package)}']
    if program.setup and program.parameters:
        lines.append(f"  setup = {program.setup.name}({program.parameters.name})")
    names = ", ".join(a.name for a in program.main.inputs)
    return [*lines, f"  {', '.join(a.name for a in program.main.outputs)} = {program.main.name}({names})"]


def _julia_source(package: CodePackage) -> str:
    doc: list[str] = []
    for p in package.programs:
        doc += [*documentation(p, package.version, first=1), "", *_julia_usage(p, package), ""]
    out = ["#=", *(line.rstrip() for line in doc[:-1]), "=#", f"module {module_name(package)}", ""]
    public = [n for p in package.programs for r in p.routines for n in (r.name, f"{r.name}!")]
    public += [f"{p.name}_defaults" for p in package.programs if p.parameters and p.parameters.defaults]
    out += ["export " + "\n    ".join(fill_lines(public)), ""]
    out += [SQRT] if o.SQRT in used_operations(package) else []
    out += [_julia_kernel(k) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill_lines(map(repr, p.parameters.defaults), 92))
            out.append(f'"The known values of the parameters."\nconst {p.name}_defaults = [\n{rows}\n]\n')
        for r in p.routines:
            text = p.doc or p.name
            about = "What does not change from state to state: once per set of parameters."
            out.append(_julia_routine(r, _sentence(text) if r.kind == "main" else about))
    return "\n".join([*out, f"end # module {module_name(package)}", ""])


def _sentence(text: str) -> str:
    plain = one_line(text).replace('"', "'").replace("$", "")
    return f"{plain[:1].upper()}{plain[1:]}."


def _literal(values: Sequence[float], array: Array) -> str:
    if not array.shape:
        return float_texts(values, "NaN")[0]
    rows = fill_lines(float_texts(values, "NaN"), 84)
    text = "[\n" + "\n".join("    " + r for r in rows) + "\n]" if len(rows) > 1 else f"[{''.join(rows)}]"
    if len(array.shape) == 1:
        return text if values else "Float64[]"
    return f"permutedims(reshape({text}, {array.shape[1]}, {array.shape[0]}))"


def _julia_case(program: Program, case: Case, cases: Sequence[Case]) -> list[str]:
    lines = [f"{a.name} = {_literal(case.inputs[a.port], a)}" for a in given_arrays(program)]
    for r in program.routines:
        outputs, inputs = (", ".join(a.name for a in arrays) for arrays in (r.outputs, r.inputs))
        lines.append(f"{outputs} = {r.name}({inputs})")
    for a in program.main.outputs:
        lines.append(f"expected = {_literal(case.outputs[a.port], a)}")
        if case.about and not a.whole:
            lines.append(f"@test all(isnan, {a.name})")
            continue
        lines.append(f"@test maximum(abs.({a.name} .- expected)) <= {TOLERANCE!r}*{error_scale(cases, a)!r}")
    return lines


def _julia_test(package: CodePackage) -> str:
    out = [f"# The test of {package.name}.jl: run it with julia."]
    out += [*(f"# {x}" for x in describe_states(package)), "using Test"]
    out += [f'include("{package.name}.jl")', f"using .{module_name(package)}", ""]
    for program, cases in zip(package.programs, package.cases, strict=True):
        blocks = [f"let\n{indented(_julia_case(program, case, cases))}\nend" for case in cases]
        out += [f'@testset "{program.name}" begin', indented(blocks), "end", ""]
    return "\n".join(out)


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.jl": _julia_source(package), f"test_{package.name}.jl": _julia_test(package)}


TARGET = Target(
    "julia", "Julia: a module for any kind of real number", ".jl", Style(Rules(KEYWORDS, max_length=200)), SYNTAX, emit,
    check=RunCommands((("julia", "--startup-file=no", "test_{name}.jl"),), "Pass"),
)  # fmt: skip
