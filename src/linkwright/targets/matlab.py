"""MATLAB and Octave: a documented function file per routine, with argument checks, and a test.

What MATLAB Coder can translate: no eval, no cells, arrays of fixed size, allocated before they are filled. Indices
start at 1. A long routine is split into local functions of its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.clike import flat, given_arrays, indented
from linkwright.targets.lines import Continuation, pieces
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, words
from linkwright.targets.program import (
    SETUP,
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
    ANY,
    ATOM,
    FORMS,
    POWER,
    TOLERANCE,
    Form,
    Run,
    Syntax,
    Target,
    argument_table,
    calls,
    comment,
    decimal,
    documentation,
    fill,
    folded,
    one_line,
    scale_of,
)
from linkwright.targets.usage import operations

KEYWORDS = words("""
break case catch classdef continue else elseif end for function global if otherwise parfor persistent return spmd
switch try while arguments enumeration events methods properties import do until endif endwhile endfor endfunction
endswitch end_try_catch end_unwind_protect unwind_protect unwind_protect_cleanup endparfor endclassdef endmethods
endproperties endenumeration endevents __FILE__ __LINE__ static
""")
BUILTIN = words("""
sin cos tan asin acos atan atan2 sqrt exp log abs sign zeros numel size isfloat isreal error nargin nargout reshape
max fprintf ans Inf NaN eps pi true false isfinite isequal isnan any int32
""")
LINES = Continuation(110, " ...", "    ", "%", others=(".'",))


def number(value: Number) -> tuple[str, int]:
    return (str(value), ATOM) if isinstance(value, int) and value < 2**53 else decimal(value)


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan2",
    o.SQRT: "sqrt", o.EXP: "exp", o.LOG: "log", o.ABS: "abs", o.SIGN: "sign", o.SELECT: "lw_select",
}  # fmt: skip
SYNTAX = Syntax(number, {**FORMS, **calls(FUNCTIONS), o.POW: Form("{0}^{1}", (ATOM, ATOM, ANY), POWER)})

CHECK = """function lw_check(x, rows, columns, name)
% An argument must be real numbers of this size; of a vector (columns == 1) rows are as good as columns.
if ~isfloat(x) || ~isreal(x)
    error('Linkwright:type', '%s must be real floating-point numbers', name);
end
if columns == 1
    if numel(x) ~= rows
        error('Linkwright:size', '%s has %d elements, %d are needed', name, int32(numel(x)), int32(rows));
    end
elseif size(x, 1) ~= rows || size(x, 2) ~= columns
    error('Linkwright:size', '%s is %d by %d, %d by %d is needed', ...
        name, int32(size(x, 1)), int32(size(x, 2)), int32(rows), int32(columns));
end
end
"""
SELECT = """function x = lw_select(c, a, b)
% a where c >= 0, else b
if c >= 0
    x = a;
else
    x = b;
end
end
"""
SOLVE = """function b = lw_solve(A, b)
% x with A x = b by Gaussian elimination with row pivoting
% If a pivot is exactly zero, or no finite number, A is singular and all of x is NaN.
n = numel(b);
for k = 1:n
    p = k;
    for i = k+1:n
        if abs(A(i, k)) > abs(A(p, k))
            p = i;
        end
    end
    for j = k:n
        t = A(k, j);
        A(k, j) = A(p, j);
        A(p, j) = t;
    end
    t = b(k);
    b(k) = b(p);
    b(p) = t;
    if A(k, k) == 0 || ~isfinite(A(k, k))
        b = NaN(n, 1);
        return
    end
    for i = k+1:n
        f = A(i, k)/A(k, k);
        for j = k+1:n
            A(i, j) = A(i, j) - f*A(k, j);
        end
        b(i) = b(i) - f*b(k);
    end
end
for i = n:-1:1
    t = b(i);
    for j = i+1:n
        t = t - A(i, j)*b(j);
    end
    b(i) = t/A(i, i);
end
end
"""

# -- statements --------------------------------------------------------------------------------------------------------


def element(array: Array, k: int) -> str:
    """The k-th element, counted from 0 row by row, in MATLAB's indices."""
    if not array.shape:
        return array.name
    if len(array.shape) == 1:
        return f"{array.name}({k + 1})"
    return f"{array.name}({k // array.shape[1] + 1}, {k % array.shape[1] + 1})"


def line(text: str) -> str:
    return LINES.fit(text)


def text(words: str) -> str:
    """A text in quotes; a long one is made of several."""
    quoted = ["'" + x.replace("'", "''") + "'" for x in pieces(words, 80)]
    return quoted[0] if len(quoted) == 1 else f"[{' '.join(quoted)}]"


def statement(s: Statement) -> list[str]:
    match s:
        case Assign(name, value):
            return [line(f"{name} = {SYNTAX.term(value)};")]
        case Trig(angle, sin, cos):
            return [line(f"{n} = {f}({SYNTAX.term(angle)});") for n, f in ((sin, "sin"), (cos, "cos")) if n]
        case Section(text):
            return ["", f"% {text}"]
        case Solve():
            n, texts = s.n, [SYNTAX.term(v) for v in s.values]
            rows = [", ".join(texts[r * n : (r + 1) * n]) for r in range(n)]
            matrix = [f"{s.matrix} = [ ...", *(line(f"    {row}; ...") for row in rows), "];"]
            solve = line(f"{s.vector} = lw_solve({s.matrix}, [{'; '.join(texts[n * n :])}]);")
            return [*matrix, solve, *(f"{name} = {s.vector}({k + 1});" for k, name in s.items)]


def body(part: Part, arrays: Mapping[str, Array]) -> list[str]:
    lines = [f"{x.name} = {element(arrays[x.array], x.index)};" for x in part.loads]
    for s in part.statements:
        lines += statement(s)
    stores = [line(f"{element(arrays[x.array], x.index)} = {SYNTAX.term(x.value)};") for x in part.stores]
    return [*lines, "", *stores] if lines else stores


# -- files -------------------------------------------------------------------------------------------------------------


def size(array: Array) -> tuple[int, int]:
    rows, columns = (*array.shape, 1, 1)[:2]
    return rows, columns


def results(arrays: Sequence[Array]) -> str:
    names = ", ".join(a.name for a in arrays)
    return names if len(arrays) == 1 else f"[{names}]"


def checks(routine: Routine) -> list[str]:
    names = ", ".join(a.name for a in routine.inputs)
    count = len(routine.inputs)
    message = f"{routine.name} needs {count} argument{'s' * (count != 1)}: {names}"
    refuse = line(f"    error('Linkwright:nargin', {text(message)});")
    lines = [f"if nargin ~= {count}", refuse, "end"] if count else []
    return lines + [line(f"lw_check({a.name}, {size(a)[0]}, {size(a)[1]}, '{a.name}');") for a in routine.inputs]


def routine_file(routine: Routine, doc: Iterable[str]) -> str:
    """The function, the parts of a long one, and the helpers that they use."""
    arrays = {a.name: a for a in routine.arrays}
    inputs = ", ".join(a.name for a in routine.inputs)
    out = [line(f"function {results(routine.outputs)} = {routine.name}({inputs}) %#codegen"), comment(doc, "%"), ""]
    out += checks(routine)
    made = [a for a in routine.arrays if a not in routine.inputs]
    out += [f"{a.name} = zeros({size(a)[0]}, {size(a)[1]});" for a in made if a.shape]
    locals_: list[str] = []
    if len(routine.parts) == 1:
        out += body(routine.parts[0], arrays)
    else:
        out += [f"{a.name} = 0;" for a in made if not a.shape]
        for part in routine.parts:
            changed = [a for a in routine.arrays if a.name in {x.array for x in part.stores}]
            names = ", ".join(a.name for a in routine.arrays if a.name in part.arrays)
            call = f"{results(changed)} = {part.name}({names})"
            out.append(line(f"{call};"))
            locals_.append("\n".join([line(f"function {call}"), *body(part, arrays), "end", ""]))
    used = operations(routine)
    locals_ += [CHECK] if routine.inputs else []
    locals_ += [SELECT] if o.SELECT in used else []
    locals_ += [SOLVE] if "solve" in routine.helpers else []
    return "\n".join([*out, "end", "", *locals_])


def defaults_file(program: Program, parameters: Array) -> str:
    """The known values of the parameters, as a function, so that no path is needed to find them."""
    name = f"{program.name}_defaults"
    labels = parameters.labels or ("",) * parameters.size
    rows = [f"    {x!r}; ... % {one_line(label)}" for x, label in zip(parameters.defaults, labels, strict=True)]
    head = [
        f"function p = {name}() %#codegen",
        f"% {name.upper()} the known values of the parameters of {program.name}",
    ]
    return "\n".join([*head, "p = [ ...", *rows, "];", "end", ""])


def setup_doc(program: Program, setup: Routine) -> list[str]:
    head = f"{setup.name.upper()} what {program.main.name} needs of the parameters: call it once per set of them."
    lines = [*folded(head), ""]
    for title, arrays in (("Inputs", setup.inputs), ("Outputs", setup.outputs)):
        lines += [f"{title}:", *("  " + x for a in arrays for x in argument_table(a, 1)), ""]
    return lines[:-1]


def main_doc(program: Program, version: str) -> list[str]:
    lines = documentation(program, version, 1)
    head = f"{program.name.upper()} {one_line(program.doc)}"
    call = f"{results(program.main.outputs)} = {program.main.name}({', '.join(a.name for a in program.main.inputs)})"
    return [*folded(head.rstrip()), "", *folded(f"  {call}", "    "), *lines[lines.index("") :]]


def test_of(program: Program, cases: Sequence[Case]) -> str:
    """A function that runs the cases of one program and returns the number of failures."""
    given, main = given_arrays(program), program.main
    names = {a.port: f"lw_in{k + 1}" for k, a in enumerate(given)}
    lines = ["lw_failed = 0;", *matrix("lw_given", [flat(c.inputs, given) for c in cases])]
    lines += matrix("lw_expected", [flat(c.outputs, main.outputs) for c in cases])
    inner, at = [], 0
    for a in given:
        inner.append(f"{names[a.port]} = {shaped(a, f'lw_given(lw_k, {at + 1}:{at + a.size})')};")
        at += a.size
    if program.setup and program.parameters:
        names[SETUP] = "lw_setup"
        inner.append(f"lw_setup = {program.setup.name}({names[program.parameters.port]});")
    out = ", ".join(f"lw_out{k + 1}" for k in range(len(main.outputs)))
    inner.append(f"[{out}] = {main.name}({', '.join(names[a.port] for a in main.inputs)});")
    at = 0
    for k, a in enumerate(main.outputs):
        wanted = shaped(a, f"lw_expected(lw_k, {at + 1}:{at + a.size})")
        scale = scale_of(cases, a.port)
        what = text(f"{program.name}: {a.name}")
        inner.append(f"lw_failed = lw_failed + lw_compare({what}, lw_out{k + 1}, {wanted}, {scale!r});")
        at += a.size
    lines += [f"for lw_k = 1:{len(cases)}", *(line("    " + x) for x in inner), "end"]
    return f"function lw_failed = check_{program.name}()\n{indented(lines)}\nend\n"


def matrix(name: str, rows: Sequence[Sequence[float]]) -> list[str]:
    lines = [f"{name} = [ ..."]
    for row in rows:
        pieces = fill(map(repr, row), 90)
        lines += ["    " + piece + " ..." for piece in pieces[:-1]] + [f"    {pieces[-1]}; ..."]
    return [*lines, "];"]


def shaped(array: Array, text: str) -> str:
    if len(array.shape) < 2:
        return f"{text}.'" if array.shape else text
    rows, columns = size(array)
    return f"reshape({text}, {columns}, {rows}).'"


TEST_CHECK = f"""function bad = lw_compare(what, got, expected, scale)
if ~isequal(size(got), size(expected))
    error('Linkwright:size', '%s has another size than expected', what);
end
worst = max([0; abs(got(:) - expected(:))/scale]);
bad = ~(worst <= {TOLERANCE!r}) || any(isnan(got(:)));
if bad
    note = ' TOO LARGE';
else
    note = '';
end
fprintf('%s: relative error %.2g%s\\n', what, worst, note);
end
"""


def test(package: Package) -> str:
    name = f"test_{package.name}"
    out = [
        f"function {name}()",
        f"% {name.upper()} runs the code of this folder at known states, error if a result is wrong.",
    ]
    out += ["% octave-cli --eval " + name + ", or matlab -batch " + name, "lw_failed = 0;"]
    out += [f"lw_failed = lw_failed + check_{p.name}();" for p in package.programs]
    out += ["if lw_failed > 0", "    error('Linkwright:test', '%d results are wrong', lw_failed);", "end"]
    out += ["fprintf('all tests passed\\n');", "end", ""]
    out += [test_of(p, cases) for p, cases in zip(package.programs, package.cases, strict=True)]
    return "\n".join([*out, TEST_CHECK])


def emit(package: Package, options: Mapping[str, str]) -> dict[str, str]:
    files = {}
    for p in package.programs:
        files[f"{p.main.name}.m"] = routine_file(p.main, main_doc(p, package.version))
        if p.setup:
            files[f"{p.setup.name}.m"] = routine_file(p.setup, setup_doc(p, p.setup))
        if p.parameters and p.parameters.defaults:
            files[f"{p.name}_defaults.m"] = defaults_file(p, p.parameters)
    files[f"test_{package.name}.m"] = test(package)
    return files


RULES = Rules(KEYWORDS | BUILTIN)
TARGET = Target(
    "matlab", "MATLAB and Octave: function files with argument checks", ".m", Style(RULES), SYNTAX, emit,
    check=Run((("octave-cli", "--norc", "--quiet", "--eval", "test_{name}"),)),
)  # fmt: skip
