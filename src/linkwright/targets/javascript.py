"""JavaScript: an ES module for browsers and Node, and its test.

Arguments are arrays or typed arrays, checked at every call. Results are Float64Arrays, integers Int32Arrays; if they
are given as the last arguments, nothing is allocated. A long function is split, because engines do not optimize
very long ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.clike import flatten_ports, given_arrays
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import SETUP, Array, Case, CodePackage, KernelCode, Program, Routine
from linkwright.targets.target import (
    ATOM,
    FORMS,
    TOLERANCE,
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
from linkwright.targets.usage import used_operations
from linkwright.targets.writer import VALUES, Forms, Writer, indented

KEYWORDS = word_set("""
await break case catch class const continue debugger default delete do else enum export extends false finally for
function if implements import in instanceof interface let new null package private protected public return static
super switch this throw true try typeof var void while with yield arguments eval async of get set undefined NaN
Infinity Math Number Array ArrayBuffer Float64Array Int32Array Object TypeError RangeError Error globalThis lwArray
lwNumber lwSelect
""")


def javascript_number(value: Number) -> tuple[str, int]:
    return (str(value), ATOM) if isinstance(value, int) and value < 2**53 else decimal_text(value)


FUNCTIONS = {
    o.SIN: "Math.sin", o.COS: "Math.cos", o.TAN: "Math.tan", o.ASIN: "Math.asin", o.ACOS: "Math.acos",
    o.ATAN: "Math.atan", o.ATAN2: "Math.atan2", o.SQRT: "Math.sqrt", o.EXP: "Math.exp", o.LOG: "Math.log",
    o.ABS: "Math.abs", o.SIGN: "Math.sign", o.POW: "Math.pow", o.SELECT: "lwSelect",
    o.MIN: "Math.min", o.MAX: "Math.max",
}  # fmt: skip
SYNTAX = Syntax(
    javascript_number, {**FORMS, **call_forms(FUNCTIONS)}, specials={"nan": "NaN", "epsilon": "Number.EPSILON"},
    tests={"==": "{0} === {1}", "=": "{0} === {1}", "!=": "{0} !== {1}", "finite": "Number.isFinite({0})"},
)  # fmt: skip

CHECK = """// An argument must be an array (or typed array) of n numbers.
function lwArray(x, n, name) {
    if (!Array.isArray(x) && !(ArrayBuffer.isView(x) && x.length !== undefined)) {
        throw new TypeError(`${name} must be an array of ${n} numbers`);
    }
    if (x.length !== n) {
        throw new RangeError(`${name} has ${x.length} elements, ${n} are needed`);
    }
    for (let k = 0; k < n; ++k) {
        if (typeof x[k] !== 'number') {
            throw new TypeError(`${name}[${k}] is not a number`);
        }
    }
}
"""
CHECK_NUMBER = """function lwNumber(x, name) {
    if (typeof x !== 'number') {
        throw new TypeError(`${name} must be a number`);
    }
}
"""
SELECT = """// a where c >= 0, else b
function lwSelect(c, a, b) {
    return c >= 0 ? a : b;
}
"""
# -- routines ----------------------------------------------------------------------------------------------------------


FORM = Forms(
    assign="const {0} = {1};",
    set="{0} = {1};",
    section="// {0}",
    call=("const {1} = [", VALUES, "];", "const {3} = new Float64Array({4});", "{0}({1}, {3});"),
    loop=("for ({0} = {1}; {0} < {2}; ++{0}) {{", "}"),
    branch=("if ({0}) {{", "} else {", "}"),
    leave="break;",
)


def javascript_writer(scalars: frozenset[str] = frozenset()) -> Writer:
    """Writer of statements; `scalars` are the inputs that are numbers, not arrays."""

    def element(array: Array, k: int) -> str:
        return array.name if array.name in scalars else f"{array.name}[{k}]"

    return Writer(SYNTAX, FORM, element, lambda x: [f"{x.name}({', '.join((*x.given, *x.made))});"])


def kernel_functions(kernel: KernelCode) -> str:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    lines = [f"const {name} = new Float64Array({size});" for name, size in loop.arrays]
    lines += [f"let {name} = 0;" for name in (*loop.reals, *loop.counters)]
    names = ", ".join(name for name, _ in (*loop.inputs, *loop.outputs))
    head = "\n".join(["/**", comment_lines(loop.doc.splitlines(), " *"), " */", f"function {kernel.name}({names}) {{"])
    texts = [javascript_function(r, [f"What {kernel.name} runs."], "") for r in kernel.routines]
    return "\n".join([*texts, head, indented([*lines, *javascript_writer().loop(kernel)]), "}", ""])


def kind(array: Array) -> str:
    """Type of the array of a result."""
    return "Int32Array" if array.whole else "Float64Array"


def javascript_checks(routine: Routine) -> list[str]:
    lines = [f"lwArray({a.name}, {a.size}, '{a.name}');" if a.shape else f"lwNumber({a.name}, '{a.name}');"
             for a in routine.inputs]  # fmt: skip
    return lines + [f"lwArray({a.name}, {a.size}, '{a.name}');" for a in routine.outputs]


def javascript_function(routine: Routine, doc: Iterable[str], public: str = "export ") -> str:
    """Text of a function with its documentation, preceded by its parts if it is long."""
    scalars = frozenset(a.name for a in routine.inputs if not a.shape)
    returned = [a.name for a in routine.outputs]
    last = f"return {returned[0]};" if len(returned) == 1 else f"return {{{', '.join(returned)}}};"
    texts, steps, space = [], [], routine.workspace
    if len(routine.parts) == 1:
        steps = javascript_writer(scalars).body(routine, routine.parts[0])
    else:
        for part in routine.parts:
            names = [a.name for a in routine.arrays if a.name in part.arrays]
            lines = indented(javascript_writer(scalars).body(routine, part))
            texts.append(f"function {part.name}({', '.join(names)}) {{\n{lines}\n}}\n")
            own = [f"{routine.name}_{n}" if n == space.name else n for n in names]
            steps.append(f"{part.name}({', '.join(own)});")
    made = [f"{a.name} = new {kind(a)}({a.size})" for a in routine.outputs]
    items = fill_lines([*(a.name for a in routine.inputs), *made], 90 - len(routine.name))
    head = f"{public}function {routine.name}("
    head += ("\n" + " " * len(head)).join(items)
    lines = indented([*(javascript_checks(routine) if public else ()), *steps, last])
    texts.append("\n".join(["/**", comment_lines(doc, " *"), " */", f"{head}) {{", lines, "}", ""]))
    held = [f"const {routine.name}_{space.name} = new Float64Array({space.size});"] if len(routine.parts) > 1 else []
    return "\n".join([*held, *texts])


def jsdoc(program: Program, routine: Routine, version: str) -> list[str]:
    if routine.kind == "setup":
        lines = [f"What {program.main.name} needs of the parameters: call it once per set of them.", ""]
        lines += [x for a in (*routine.inputs, *routine.outputs) for x in argument_table(a)]
    else:
        lines = documentation(program, version)
    lines.append("")
    for a in routine.inputs:
        given, count = ("ArrayLike<number>", f"{a.size} numbers") if a.shape else ("number", "a number")
        lines += fold_text(f"@param {{{given}}} {a.name} - {count}, {one_line(a.doc)}".rstrip(", "), "  ")
    for a in routine.outputs:
        what = f"where to put the {a.size} results, {one_line(a.doc)}"
        lines += fold_text(f"@param {{{kind(a)}}} [{a.name}] - {what}", "  ")
    names = [a.name for a in routine.outputs]
    kinds = [kind(a) for a in routine.outputs]
    whole = kinds[0] if len(names) == 1 else "{" + ", ".join(f"{n}: {k}" for n, k in zip(names, kinds)) + "}"
    return [*lines, f"@returns {{{whole}}} {', '.join(names)}; matrices row by row, a scalar as one element"]


def javascript_source(package: CodePackage) -> str:
    used = used_operations(package)
    out = [
        f"// {package.name}.mjs: see the documentation of each function. Generated by Linkwright {package.version}.",
        "",
    ]
    arrays = [a for p in package.programs for r in p.routines for a in (*r.inputs, *r.outputs)]
    out += [CHECK] if arrays else []
    out += [CHECK_NUMBER] if any(not a.shape for p in package.programs for r in p.routines for a in r.inputs) else []
    out += [SELECT] if o.SELECT in used else []
    out += [kernel_functions(k) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill_lines(map(repr, p.parameters.defaults), 92))
            out += [f"/** The known values of the parameters of {p.name}. */"]
            out += [f"export const {p.name}_defaults = Object.freeze([\n{rows}\n]);\n"]
        out += [javascript_function(r, jsdoc(p, r, package.version)) for r in p.routines]
    return "\n".join(out)


# -- test --------------------------------------------------------------------------------------------------------------


def javascript_table(name: str, rows: Sequence[Sequence[float]]) -> str:
    text = ",\n".join("    [" + "\n     ".join(fill_lines(float_texts(row, "NaN"), 90)) + "]" for row in rows)
    return f"const {name} = [\n{text}\n];\n"


def javascript_program_test(program: Program, cases: Sequence[Case]) -> str:
    given, main, name = given_arrays(program), program.main, program.name
    texts = [javascript_table(f"{name}_in", [flatten_ports(c.inputs, given) for c in cases])]
    texts.append(javascript_table(f"{name}_out", [flatten_ports(c.outputs, main.outputs) for c in cases]))
    names, lines, at = {a.port: f"in{k}" for k, a in enumerate(given)}, [], 0
    for a in given:
        slice_ = f"given.slice({at}, {at + a.size})" if a.shape else f"given[{at}]"
        lines.append(f"const {names[a.port]} = {slice_};")
        at += a.size
    if program.setup and program.parameters:
        names[SETUP] = "setup"
        lines.append(f"const setup = code.{program.setup.name}({names[program.parameters.port]});")
    arguments = [names[a.port] for a in main.inputs]
    outputs = [f"new {kind(a)}({a.size})" for a in main.outputs]
    for what in (arguments, [*arguments, *outputs]):
        lines.append(f"result = code.{main.name}({', '.join(what)});")
        at = 0
        for a in main.outputs:
            got = "result" if len(main.outputs) == 1 else f"result.{a.name}"
            wanted = f"expected.slice({at}, {at + a.size})"
            lines.append(f"check('{name}: {a.name}', {got}, {wanted}, {error_scale(cases, a)!r});")
            at += a.size
    if main.inputs and main.inputs[0].shape:
        rest = "".join(f", {x}" for x in arguments[1:])
        lines.append(
            f"assert.throws(() => code.{main.name}(new Array({main.inputs[0].size + 1}).fill(0){rest}), RangeError);"
        )
        lines.append(f"assert.throws(() => code.{main.name}('no array'{rest}), TypeError);")
    head = f"{name}_in.forEach((given, k) => {{\n    const expected = {name}_out[k];\n    let result;\n"
    return "\n".join([*texts, head + indented(lines) + "\n});\n"])


def javascript_test(package: CodePackage) -> str:
    out = [
        f"// The test of {package.name}.mjs: node test_{package.name}.mjs",
        *(f"// {x}" for x in describe_states(package)),
        "import assert from 'node:assert/strict';",
    ]
    out += [f"import * as code from './{package.name}.mjs';", "", TEST_CHECK]
    out += [javascript_program_test(p, cases) for p, cases in zip(package.programs, package.cases, strict=True)]
    return "\n".join([*out, TEST_END])


TEST_CHECK = f"""let failed = 0;

function check(what, got, expected, scale) {{
    assert.equal(got.length, expected.length, what);
    const error = (x, y) => (Number.isNaN(x) ? Number(!Number.isNaN(y)) : Math.abs(y - x)/scale);
    const worst = Math.max(0, ...expected.map((x, i) => error(x, got[i])));
    const bad = !(worst <= {TOLERANCE!r});
    failed += bad;
    console.log(`${{what}}: relative error ${{worst.toPrecision(2)}}${{bad ? ' TOO LARGE' : ''}}`);
}}
"""
TEST_END = """console.log(failed ? 'FAILED' : 'all tests passed');
process.exitCode = failed ? 1 : 0;
"""


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.mjs": javascript_source(package), f"test_{package.name}.mjs": javascript_test(package)}


RULES = Rules(KEYWORDS)
TARGET = Target(
    "javascript", "JavaScript: ES module for Node and browsers", ".mjs", Style(RULES, part=500), SYNTAX, emit,
    check=RunCommands((("node", "test_{name}.mjs"),)),
)  # fmt: skip
