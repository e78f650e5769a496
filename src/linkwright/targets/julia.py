"""Julia: a module without dependencies, for any kind of real number, and its test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, words
from linkwright.targets.program import (
    Array,
    Assign,
    Case,
    Package,
    Part,
    Program,
    Routine,
    Section,
    Solve,
    Statement,
    Trig,
)
from linkwright.targets.target import (
    ATOM,
    FORMS,
    POWER,
    PRODUCT,
    TOLERANCE,
    Form,
    Run,
    Syntax,
    Target,
    calls,
    decimal,
    documentation,
    fill,
    given_arrays,
    one_line,
    scale_of,
)

KEYWORDS = words("""
abstract baremodule begin break catch const continue do else elseif end export false finally for function global if
import in isa let local macro module mutable new outer primitive public quote return struct true try type using where
while abs acos asin atan cos sin tan sincos exp log sqrt sign ifelse pi im e nothing missing eltype promote_type zeros
length size similar throw max min sum div rem mod one zero inv float T Base Core Main Inf NaN Int Float64 Real Vector
Matrix Array AbstractArray eval include println print error string map filter reduce
""")


def number(value: Number) -> tuple[str, int]:
    """Whole numbers and quotients of them as they are: they take the type of what they meet."""
    if isinstance(value, int):
        return str(value), ATOM
    text, holds = decimal(value)
    if isinstance(value, Fraction) and holds == PRODUCT and max(value.numerator, value.denominator) < 2**53:
        return f"{value.numerator}/{value.denominator}", PRODUCT
    return text, holds


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan",
    o.SQRT: "sqrt", o.EXP: "exp", o.LOG: "log", o.ABS: "abs", o.SIGN: "sign",
}  # fmt: skip
SYNTAX = Syntax(
    number,
    {
        **FORMS,
        **calls(FUNCTIONS),
        o.POW: Form("{0}^{1}", (ATOM, ATOM), POWER),
        o.SELECT: Form("ifelse({0} >= 0, {1}, {2})"),
    },
)

SOLVE = """# x with A x = b by elimination with row pivoting; values are A row by row, then b.
# If a pivot is exactly zero, or no finite number, A is singular and all of x is NaN.
function lw_solve(n, values)
    a = float(permutedims(reshape(values[1:n*n], n, n)))
    x = float(values[n*n+1:end])
    for k in 1:n
        p = k
        for i in k+1:n
            if abs(a[i, k]) > abs(a[p, k])
                p = i
            end
        end
        if p != k
            for j in 1:n
                a[k, j], a[p, j] = a[p, j], a[k, j]
            end
            x[k], x[p] = x[p], x[k]
        end
        if iszero(a[k, k]) || !isfinite(a[k, k])
            return fill!(x, NaN)
        end
        for i in k+1:n
            f = a[i, k]/a[k, k]
            for j in k:n
                a[i, j] -= f*a[k, j]
            end
            x[i] -= f*x[k]
        end
    end
    for i in n:-1:1
        for j in i+1:n
            x[i] -= a[i, j]*x[j]
        end
        x[i] /= a[i, i]
    end
    return x
end
"""


def _indented(lines: Iterable[str], depth: int = 1) -> str:
    flat = "\n".join(lines).split("\n")
    return "\n".join("    " * depth + x if x else "" for x in flat)


def module_name(package: Package) -> str:
    """rx90_inverse_dynamics -> Rx90InverseDynamics: a module cannot have the name of a function in it."""
    name = "".join(word[:1].upper() + word[1:] for word in package.name.split("_"))
    taken = {r.name for p in package.programs for r in p.routines}
    return f"{name}Module" if name in taken or name in KEYWORDS else name


def element(array: Array, k: int) -> str:
    if not array.shape:
        return f"{array.name}[]"
    if len(array.shape) == 1:
        return f"{array.name}[{k + 1}]"
    return f"{array.name}[{k // array.shape[1] + 1}, {k % array.shape[1] + 1}]"


def _statement(s: Statement) -> list[str]:
    term = SYNTAX.term
    match s:
        case Assign(name, value):
            return [f"{name} = {term(value)}"]
        case Trig(angle, sin, cos):
            if sin and cos:
                return [f"{sin}, {cos} = sincos({term(angle)})"]
            return [f"{n} = {f}({term(angle)})" for n, f in ((sin, "sin"), (cos, "cos")) if n]
        case Section(text):
            return ["", f"# {text}"]
        case Solve():
            rows = ["    " + row for row in fill(map(term, s.values), 90)]
            items = [f"{name} = {s.vector}[{k + 1}]" for k, name in s.items]
            return [f"{s.matrix} = [", *rows, "]", f"{s.vector} = lw_solve({s.n}, {s.matrix})", *items]


def _body(routine: Routine, part: Part) -> list[str]:
    arrays = {a.name: a for a in routine.arrays}
    lines = ["@inbounds begin"]
    inner = [f"{x.name} = {element(arrays[x.array], x.index)}" for x in part.loads]
    for s in part.statements:
        inner += _statement(s)
    inner += ["", *(f"{element(arrays[x.array], x.index)} = {SYNTAX.term(x.value)}" for x in part.stores)]
    return [*lines, _indented(inner), "end"]


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


def _routine(routine: Routine, doc: str) -> str:
    """The function in place, and the one that makes its results."""
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
                f"function {part.name}!({arguments})\n{_indented([*_body(routine, part), 'return nothing'])}\nend\n"
            )
            steps.append(f"{part.name}!({arguments})")
    head = f'"""\n    {routine.name}!({names})\n\n{doc} The results are written into {results}.\n"""'
    texts.append(f"{head}\nfunction {routine.name}!({names})\n{_indented([*steps, 'return nothing'])}\nend\n")
    lines = [kind]
    for a in routine.outputs:
        lines.append(
            f"{a.name} = Array{{T}}(undef{''.join(f', {n}' for n in a.shape)})"
            if a.shape
            else f"{a.name} = Ref(zero(T))"
        )
    returned = ", ".join(a.name if a.shape else f"{a.name}[]" for a in routine.outputs)
    lines += [f"{routine.name}!({names})", f"return {returned}"]
    texts.append(f'"""\n    {routine.name}({", ".join(inputs)}) -> {results}\n\n{doc}\n"""\n'
                 f"function {routine.name}({', '.join(inputs)})\n{_indented(lines)}\nend\n")  # fmt: skip
    return "\n".join(texts)


def _usage(program: Program, package: Package) -> list[str]:
    lines = ["Call:", f'  include("{package.name}.jl"); using .{module_name(package)}']
    if program.setup and program.parameters:
        lines.append(f"  setup = {program.setup.name}({program.parameters.name})")
    names = ", ".join(a.name for a in program.main.inputs)
    return [*lines, f"  {', '.join(a.name for a in program.main.outputs)} = {program.main.name}({names})"]


def _source(package: Package) -> str:
    doc: list[str] = []
    for p in package.programs:
        doc += [*documentation(p, package.version, first=1), "", *_usage(p, package), ""]
    out = ["#=", *(line.rstrip() for line in doc[:-1]), "=#", f"module {module_name(package)}", ""]
    public = [n for p in package.programs for r in p.routines for n in (r.name, f"{r.name}!")]
    public += [f"{p.name}_defaults" for p in package.programs if p.parameters and p.parameters.defaults]
    out += ["export " + "\n    ".join(fill(public)), ""]
    out += [SOLVE] if "solve" in package.helpers else []
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill(map(repr, p.parameters.defaults), 92))
            out.append(f'"The known values of the parameters."\nconst {p.name}_defaults = [\n{rows}\n]\n')
        for r in p.routines:
            text = p.doc or p.name
            about = "What does not change from state to state: once per set of parameters."
            out.append(_routine(r, _sentence(text) if r.kind == "main" else about))
    return "\n".join([*out, f"end # module {module_name(package)}", ""])


def _sentence(text: str) -> str:
    plain = one_line(text).replace('"', "'").replace("$", "")
    return f"{plain[:1].upper()}{plain[1:]}."


def _literal(values: Sequence[float], array: Array) -> str:
    if not array.shape:
        return repr(values[0])
    rows = fill(map(repr, values), 84)
    text = "[\n" + "\n".join("    " + r for r in rows) + "\n]" if len(rows) > 1 else f"[{''.join(rows)}]"
    if len(array.shape) == 1:
        return text if values else "Float64[]"
    return f"permutedims(reshape({text}, {array.shape[1]}, {array.shape[0]}))"


def _case(program: Program, case: Case, cases: Sequence[Case]) -> list[str]:
    lines = [f"{a.name} = {_literal(case.inputs[a.port], a)}" for a in given_arrays(program)]
    for r in program.routines:
        outputs, inputs = (", ".join(a.name for a in arrays) for arrays in (r.outputs, r.inputs))
        lines.append(f"{outputs} = {r.name}({inputs})")
    for a in program.main.outputs:
        lines.append(f"expected = {_literal(case.outputs[a.port], a)}")
        lines.append(f"@test maximum(abs.({a.name} .- expected)) <= {TOLERANCE!r}*{scale_of(cases, a.port)!r}")
    return lines


def _test(package: Package) -> str:
    out = [f"# The test of {package.name}.jl: run it with julia.", "using Test"]
    out += [f'include("{package.name}.jl")', f"using .{module_name(package)}", ""]
    for program, cases in zip(package.programs, package.cases, strict=True):
        blocks = [f"let\n{_indented(_case(program, case, cases))}\nend" for case in cases]
        out += [f'@testset "{program.name}" begin', _indented(blocks), "end", ""]
    return "\n".join(out)


def emit(package: Package, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.jl": _source(package), f"test_{package.name}.jl": _test(package)}


TARGET = Target(
    "julia", "Julia: a module for any kind of real number", ".jl", Style(Rules(KEYWORDS, max_length=200)), SYNTAX, emit,
    check=Run((("julia", "--startup-file=no", "test_{name}.jl"),), "Pass"),
)  # fmt: skip
