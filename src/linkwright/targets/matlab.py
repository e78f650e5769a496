"""MATLAB and Octave: a documented function file per routine, with argument checks, and a test.

MATLAB Coder can translate the code: no eval, no cells, arrays of fixed size, allocated before they are filled. Indices
start at 1. A long routine is split into local functions of its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.clike import flatten_ports, given_arrays, indented
from linkwright.targets.lines import Continuation, split_text
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import SETUP, Array, Case, CodePackage, KernelCode, Part, Program, Routine
from linkwright.targets.target import (
    ANY,
    ATOM,
    FORMS,
    POWER,
    TOLERANCE,
    Form,
    RunCommands,
    Syntax,
    Target,
    argument_table,
    call_forms,
    comment_lines,
    decimal_text,
    describe_states,
    documentation,
    error_scale,
    fill_lines,
    float_texts,
    fold_text,
    one_line,
)
from linkwright.targets.usage import called_kernels, used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer

KEYWORDS = word_set("""
break case catch classdef continue else elseif end for function global if otherwise parfor persistent return spmd
switch try while arguments enumeration events methods properties import do until endif endwhile endfor endfunction
endswitch end_try_catch end_unwind_protect unwind_protect unwind_protect_cleanup endparfor endclassdef endmethods
endproperties endenumeration endevents __FILE__ __LINE__ static
""")
BUILTIN = word_set("""
sin cos tan asin acos atan atan2 sqrt exp log abs sign zeros numel size isfloat isreal error nargin nargout reshape
max fprintf ans Inf NaN eps pi true false isfinite isequal isnan any int32
""")
CONTINUATION = Continuation(110, " ...", "    ", "%", others=(".'",))


def matlab_number(value: Number) -> tuple[str, int]:
    return (str(value), ATOM) if isinstance(value, int) and value < 2**53 else decimal_text(value)


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan2",
    o.SQRT: "lw_sqrt", o.EXP: "exp", o.LOG: "log", o.ABS: "abs", o.SIGN: "sign", o.SELECT: "lw_select",
    o.MIN: "lw_min", o.MAX: "lw_max",
}  # fmt: skip
SYNTAX = Syntax(
    matlab_number,
    {**FORMS, **call_forms(FUNCTIONS), o.POW: Form("{0}^{1}", (ATOM, ATOM, ANY), POWER)},
    at="{0}({1})",
    first=1,
    specials={"nan": "NaN", "epsilon": "eps"},
    tests={"not": "~({0})", "!=": "{0} ~= {1}", "finite": "isfinite({0})"},
)
FORM = Forms(
    assign="{0} = {1};",
    set="{0} = {1};",
    section="% {0}",
    call=("{1} = [ ...", VALUES, "];", "{3} = {0}({1});"),
    loop=("for {0} = {1}:{2}", "end"),
    branch=("if {0}", "else", "end"),
    leave="break",
    last=True,
    width=88,
    row="{0} ...",
    whole="int32({0})",
)

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
EXTREME = """function z = lw_{0}(x, y)
% What is no number stays so.
if x {1} y
    z = x;
elseif y {1}= x
    z = y;
else
    z = x + y;
end
end
"""
SQRT = """function y = lw_sqrt(x)
% No complex number: where there is no real one, there is none.
if x >= 0
    y = sqrt(x);
else
    y = NaN;
end
end
"""
OWN = {o.SQRT: SQRT, o.SELECT: SELECT, o.MIN: EXTREME.format("min", "<"), o.MAX: EXTREME.format("max", ">")}

# -- statements --------------------------------------------------------------------------------------------------------


def matlab_element(array: Array, k: int) -> str:
    """Element k, counted from 0 row by row, in MATLAB's indices."""
    if not array.shape:
        return array.name
    if len(array.shape) == 1:
        return f"{array.name}({k + 1})"
    return f"{array.name}({k // array.shape[1] + 1}, {k % array.shape[1] + 1})"


def continued_line(text: str) -> str:
    return CONTINUATION.fit(text)


def matlab_text(words: str) -> str:
    """Text in quotes; a long one is joined of several."""
    quoted = ["'" + x.replace("'", "''") + "'" for x in split_text(words, 80)]
    return quoted[0] if len(quoted) == 1 else f"[{' '.join(quoted)}]"


def run(x: StepCall) -> list[str]:
    made = x.made[0] if len(x.made) == 1 else f"[{', '.join(x.made)}]"
    return [f"{made} = {x.name}({', '.join(x.given)});"]


WRITER = Writer(SYNTAX, FORM, matlab_element, run)


def part_lines(routine: Routine, part: Part) -> list[str]:
    return [continued_line(x) for x in WRITER.body(routine, part)]


def kernel_functions(kernel: KernelCode) -> list[str]:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    ((made, count),), ((given, _),) = loop.outputs, loop.inputs
    lines = [f"{name} = zeros({size}, 1);" for name, size in ((made, count), *loop.arrays)]
    head = [f"function {made} = {kernel.name}({given})", comment_lines(loop.doc.splitlines(), "%")]
    texts = [text for r in kernel.routines for text in function_texts(r, [], [])]
    return [*texts, "\n".join([*head, *lines, *map(continued_line, WRITER.loop(kernel)), "end", ""])]


# -- files -------------------------------------------------------------------------------------------------------------


def rows_and_columns(array: Array) -> tuple[int, int]:
    rows, columns = (*array.shape, 1, 1)[:2]
    return rows, columns


def class_argument(array: Array) -> str:
    """Class argument of an array that is allocated, if it holds no doubles."""
    return ", 'int32'" if array.whole else ""


def output_list(arrays: Sequence[Array]) -> str:
    names = ", ".join(a.name for a in arrays)
    return names if len(arrays) == 1 else f"[{names}]"


def matlab_checks(routine: Routine) -> list[str]:
    names = ", ".join(a.name for a in routine.inputs)
    count = len(routine.inputs)
    message = f"{routine.name} needs {count} argument{'s' * (count != 1)}: {names}"
    refuse = continued_line(f"    error('Linkwright:nargin', {matlab_text(message)});")
    lines = [f"if nargin ~= {count}", refuse, "end"] if count else []
    return lines + [
        continued_line(f"lw_check({a.name}, {rows_and_columns(a)[0]}, {rows_and_columns(a)[1]}, '{a.name}');")
        for a in routine.inputs
    ]


def function_texts(routine: Routine, doc: Iterable[str], first: Sequence[str]) -> list[str]:
    """Text of a function, and of the parts of a long one. `first` are lines before its own."""
    inputs = ", ".join(a.name for a in routine.inputs)
    out = [
        continued_line(f"function {output_list(routine.outputs)} = {routine.name}({inputs}) %#codegen"),
        *doc,
        *first,
    ]
    made = [a for a in routine.arrays if a not in routine.inputs]
    out += [
        f"{a.name} = zeros({rows_and_columns(a)[0]}, {rows_and_columns(a)[1]}{class_argument(a)});"
        for a in made
        if a.shape
    ]
    parts: list[str] = []
    if len(routine.parts) == 1:
        out += part_lines(routine, routine.parts[0])
    else:
        out += [
            f"{a.name} = zeros(1, 1{class_argument(a)});" if a.whole else f"{a.name} = 0;" for a in made if not a.shape
        ]
        for part in routine.parts:
            changed = [a for a in routine.arrays if a.name in {x.array for x in part.stores}]
            names = ", ".join(a.name for a in routine.arrays if a.name in part.arrays)
            call = f"{output_list(changed)} = {part.name}({names})"
            out.append(continued_line(f"{call};"))
            parts.append("\n".join([continued_line(f"function {call}"), *part_lines(routine, part), "end", ""]))
    return ["\n".join([*out, "end", ""]), *parts]


def routine_file(routine: Routine, doc: Iterable[str], package: CodePackage) -> str:
    """File of a function: the parts of a long one, the kernels that it calls, and the helpers that all of them use."""
    kernels = called_kernels(routine, package)
    used = used_operations(routine).union(
        *map(used_operations, kernels), *(used_operations(r) for k in kernels for r in k.routines)
    )
    texts = function_texts(routine, [comment_lines(doc, "%"), ""], matlab_checks(routine))
    texts += [text for k in kernels for text in kernel_functions(k)]
    texts += [CHECK] if routine.inputs else []
    return "\n".join([*texts, *(text for code, text in OWN.items() if code in used)])


def defaults_file(program: Program, parameters: Array) -> str:
    """File of the known values of the parameters, as a function, so that no path is needed to find them."""
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
    lines = [*fold_text(head), ""]
    for title, arrays in (("Inputs", setup.inputs), ("Outputs", setup.outputs)):
        lines += [f"{title}:", *("  " + x for a in arrays for x in argument_table(a, 1)), ""]
    return lines[:-1]


def main_doc(program: Program, version: str) -> list[str]:
    lines = documentation(program, version, 1)
    head = f"{program.name.upper()} {one_line(program.doc)}"
    call = (
        f"{output_list(program.main.outputs)} = {program.main.name}({', '.join(a.name for a in program.main.inputs)})"
    )
    return [*fold_text(head.rstrip()), "", *fold_text(f"  {call}", "    "), *lines[lines.index("") :]]


def matlab_program_test(program: Program, cases: Sequence[Case]) -> str:
    """Function that runs the cases of one program and returns the number of failures."""
    given, main = given_arrays(program), program.main
    names = {a.port: f"lw_in{k + 1}" for k, a in enumerate(given)}
    lines = ["lw_failed = 0;", *matlab_matrix("lw_given", [flatten_ports(c.inputs, given) for c in cases])]
    lines += matlab_matrix("lw_expected", [flatten_ports(c.outputs, main.outputs) for c in cases])
    inner, at = [], 0
    for a in given:
        inner.append(f"{names[a.port]} = {slice_of_row(a, f'lw_given(lw_k, {at + 1}:{at + a.size})')};")
        at += a.size
    if program.setup and program.parameters:
        names[SETUP] = "lw_setup"
        inner.append(f"lw_setup = {program.setup.name}({names[program.parameters.port]});")
    out = ", ".join(f"lw_out{k + 1}" for k in range(len(main.outputs)))
    inner.append(f"[{out}] = {main.name}({', '.join(names[a.port] for a in main.inputs)});")
    at = 0
    for k, a in enumerate(main.outputs):
        wanted = slice_of_row(a, f"lw_expected(lw_k, {at + 1}:{at + a.size})")
        scale = error_scale(cases, a)
        what = matlab_text(f"{program.name}: {a.name}")
        got = f"double(lw_out{k + 1})" if a.whole else f"lw_out{k + 1}"
        inner.append(f"lw_failed = lw_failed + lw_compare({what}, {got}, {wanted}, {scale!r});")
        at += a.size
    lines += [f"for lw_k = 1:{len(cases)}", *(continued_line("    " + x) for x in inner), "end"]
    return f"function lw_failed = check_{program.name}()\n{indented(lines)}\nend\n"


def matlab_matrix(name: str, rows: Sequence[Sequence[float]]) -> list[str]:
    lines = [f"{name} = [ ..."]
    for row in rows:
        pieces = fill_lines(float_texts(row, "NaN"), 90)
        lines += ["    " + piece + " ..." for piece in pieces[:-1]] + [f"    {pieces[-1]}; ..."]
    return [*lines, "];"]


def slice_of_row(array: Array, text: str) -> str:
    if len(array.shape) < 2:
        return f"{text}.'" if array.shape else text
    rows, columns = rows_and_columns(array)
    return f"reshape({text}, {columns}, {rows}).'"


TEST_CHECK = f"""function bad = lw_compare(what, got, expected, scale)
if ~isequal(size(got), size(expected))
    error('Linkwright:size', '%s has another size than expected', what);
end
some = ~isnan(expected(:));
gaps = abs(got(some) - expected(some))/scale;
worst = max([0; gaps(:)]);
bad = ~(worst <= {TOLERANCE!r}) || any(isnan(got(:)) == some);
if bad
    note = ' TOO LARGE';
else
    note = '';
end
fprintf('%s: relative error %.2g%s\\n', what, worst, note);
end
"""


def matlab_test(package: CodePackage) -> str:
    name = f"test_{package.name}"
    out = [
        f"function {name}()",
        f"% {name.upper()} runs the code of this folder at known states, error if a result is wrong.",
    ]
    out += [f"% {x}" for x in describe_states(package)]
    out += ["% octave-cli --eval " + name + ", or matlab -batch " + name, "lw_failed = 0;"]
    out += [f"lw_failed = lw_failed + check_{p.name}();" for p in package.programs]
    out += ["if lw_failed > 0", "    error('Linkwright:test', '%d results are wrong', lw_failed);", "end"]
    out += ["fprintf('all tests passed\\n');", "end", ""]
    out += [matlab_program_test(p, cases) for p, cases in zip(package.programs, package.cases, strict=True)]
    return "\n".join([*out, TEST_CHECK])


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    files = {}
    for p in package.programs:
        files[f"{p.main.name}.m"] = routine_file(p.main, main_doc(p, package.version), package)
        if p.setup:
            files[f"{p.setup.name}.m"] = routine_file(p.setup, setup_doc(p, p.setup), package)
        if p.parameters and p.parameters.defaults:
            files[f"{p.name}_defaults.m"] = defaults_file(p, p.parameters)
    files[f"test_{package.name}.m"] = matlab_test(package)
    return files


RULES = Rules(KEYWORDS | BUILTIN)
TARGET = Target(
    "matlab", "MATLAB and Octave: function files with argument checks", ".m", Style(RULES), SYNTAX, emit,
    check=RunCommands((("octave-cli", "--norc", "--quiet", "--eval", "test_{name}"),)),
)  # fmt: skip
