"""Rust: one file, usable as a module or a crate, without dependencies and without `unsafe`; its tests are inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.errors import InputError
from linkwright.expr import ops as o
from linkwright.targets import sincos
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import Array, Case, CodePackage, KernelCode, Part, Program, Routine, Trig
from linkwright.targets.target import (
    FORMS,
    TOLERANCE,
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
from linkwright.targets.usage import has_trig, used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer, indented

KEYWORDS = word_set("""
as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move mut
pub ref return self Self static struct super trait true type unsafe use where while abstract become box do final macro
override priv try typeof unsized virtual yield union raw f32 f64 i32 u32 i64 u64 usize isize bool char str u8 i8 u16 i16
u128 i128 core std alloc main drop Some None Ok Err Option Result Vec String Box tests
""")
FUNCTIONS = {
    o.SIN: "f64::sin", o.COS: "f64::cos", o.TAN: "f64::tan", o.ASIN: "f64::asin", o.ACOS: "f64::acos",
    o.ATAN: "f64::atan", o.ATAN2: "f64::atan2", o.SQRT: "f64::sqrt", o.EXP: "f64::exp", o.LOG: "f64::ln",
    o.ABS: "f64::abs", o.SIGN: "lw_sign", o.POW: "f64::powf", o.SELECT: "lw_select", o.MIN: "lw_min", o.MAX: "lw_max",
}  # fmt: skip
SPECIALS = {"nan": "f64::NAN", "epsilon": "f64::EPSILON"}
TESTS = {"finite": "{0}.is_finite()"}
SYNTAX = Syntax(decimal_text, {**FORMS, **call_forms(FUNCTIONS)}, specials=SPECIALS, tests=TESTS)
ALONE = {  # without std
    o.SIN: "lw_sin", o.COS: "lw_cos", o.ABS: "lw_abs", o.SIGN: "lw_sign", o.SELECT: "lw_select", o.MIN: "lw_min",
    o.MAX: "lw_max",
}  # fmt: skip
ALONE_SYNTAX = Syntax(decimal_text, {**FORMS, **call_forms(ALONE)}, specials=SPECIALS, tests=TESTS)
FORM = Forms(
    assign="let {0} = {1};",
    set="{0} = {1};",
    section="// {0}",
    call=("let {1} = [", VALUES, "];", "let mut {3} = [0.0; {4}];", "{0}(&{1}, &mut {3});"),
    loop=("for {0} in {1}..{2} {{", "}"),
    branch=("if {0} {{", "} else {", "}"),
    leave="break;",
    whole="({0}) as i32",
)


@dataclass(frozen=True)
class RustMode:
    """Choices made by the options."""

    syntax: Syntax
    poly: bool  # all sines and cosines by one call of lw_sincos
    std: bool  # the standard library may be used

    @property
    def writer(self) -> Writer:
        return Writer(
            self.syntax, FORM, rust_element, _rust_step, (lambda trig: _vector_trig(trig, self)) if self.poly else None
        )


ALONE_HELPERS = """/// |x|, which only the standard library has in older versions of Rust.
#[inline]
#[allow(dead_code)]
fn lw_abs(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & 0x7fff_ffff_ffff_ffff)
}

#[inline]
#[allow(dead_code)]
fn lw_sin(x: f64) -> f64 {
    lw_sincos::<1>(&[x]).0[0]
}

#[inline]
#[allow(dead_code)]
fn lw_cos(x: f64) -> f64 {
    lw_sincos::<1>(&[x]).1[0]
}
"""

EXTREME = """/// What is no number stays so.
#[inline]
fn lw_{0}(x: f64, y: f64) -> f64 {{
    if x {1} y {{
        x
    }} else if y {1}= x {{
        y
    }} else {{
        x + y
    }}
}}
"""
HELPERS = {
    "sign": """/// -1, 0 or 1.
#[inline]
fn lw_sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}
""",
    "select": """/// a where c >= 0, else b.
#[inline]
fn lw_select(c: f64, a: f64, b: f64) -> f64 {
    if c >= 0.0 {
        a
    } else {
        b
    }
}
""",
    "min": EXTREME.format("min", "<"),
    "max": EXTREME.format("max", ">"),
}


def _scalar(array: Array) -> str:
    return "i32" if array.whole else "f64"


def _rust_type(array: Array) -> str:
    text = _scalar(array)
    for extent in reversed(array.shape):
        text = f"[{text}; {extent}]"
    return text


def _zero(array: Array) -> str:
    return _rust_type(array).replace("i32", "0") if array.whole else _rust_type(array).replace("f64", "0.0")


def rust_element(array: Array, k: int) -> str:
    if len(array.shape) < 2:
        return f"{array.name}[{k}]" if array.shape else array.name
    return f"{array.name}[{k // array.shape[1]}][{k % array.shape[1]}]"


def _rust_step(x: StepCall) -> list[str]:
    """Call of a step: input arrays are borrowed; outputs are set or, by a straight routine, returned."""
    given = [f"&{a}" for a in x.given]
    if not x.straight:
        return [f"{x.name}({', '.join([*given, *(f'&mut {a}' for a in x.made)])});"]
    names = [f"*{a}" if a in x.results else a for a in x.made]
    made = names[0] if len(names) == 1 else f"({', '.join(names)})"
    return [f"{made} = {x.name}({', '.join(given)});"]


def _rust_kernel(kernel: KernelCode, mode: RustMode) -> str:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    texts = [_rust_routine(r, mode, f"What {kernel.name} runs.").replace("pub fn", "fn", 1) for r in kernel.routines]
    lines = [f"let mut {name} = [0.0; {size}];" for name, size in loop.arrays]
    lines += [f"let mut {name} = 0.0;" for name in loop.reals]
    lines += [f"let mut {name} = 0usize;" for name in loop.counters if name in loop.changing]
    arguments = [f"{name}: &[f64; {size}]" for name, size in loop.inputs]
    arguments += [f"{name}: &mut [f64; {size}]" for name, size in loop.outputs]
    about = comment_lines(loop.doc.splitlines(), "///")
    head = "#[allow(unused_variables, unused_assignments, unused_mut)]"
    body = indented([*lines, *mode.writer.loop(kernel)])
    return "\n".join([*texts, f"{about}\n{head}\nfn {kernel.name}({', '.join(arguments)}) {{\n{body}\n}}\n"])


def padded_size(n: int) -> int:
    """Size of the arrays of n angles: whole vector registers of four, unless there are only one or two."""
    return n if n < 3 else -(-n // 4) * 4


def _vector_trig(trig: Sequence[Trig], mode: RustMode) -> list[str]:
    n = padded_size(len(trig))
    angles = [mode.syntax.term(t.angle) for t in trig] + ["0.0"] * (n - len(trig))
    own = next(x for t in trig for x in (t.sin, t.cos) if x)
    sine, cosine = f"lw_sin_{own}", f"lw_cos_{own}"
    shown = [name if any(ends) else "_" for name, ends in (
        (sine, [t.sin for t in trig]), (cosine, [t.cos for t in trig]))]  # fmt: skip
    lines = [f"let ({', '.join(shown)}) = lw_sincos::<{n}>(&["]
    lines += [*("    " + row for row in fill_lines(angles, 84)), "]);"]
    for k, t in enumerate(trig):
        lines += [f"let {t.sin} = {sine}[{k}];"] if t.sin else []
        lines += [f"let {t.cos} = {cosine}[{k}];"] if t.cos else []
    return lines


def _body(routine: Routine, part: Part, mode: RustMode, stars: bool) -> list[str]:
    """Statements of a part; `stars`: a scalar result is behind a reference."""
    scalars = {a.name for a in routine.outputs if not a.shape} if stars else set()
    lines = mode.writer.body(routine, part)
    first = len(lines) - len(part.stores)
    return [*lines[:first], *("*" * (x.array in scalars) + y for x, y in zip(part.stores, lines[first:], strict=True))]


def _argument(array: Array, change: bool) -> str:
    if change:
        return f"{array.name}: &mut {_rust_type(array)}"
    return f"{array.name}: {'&' if array.shape else ''}{_rust_type(array)}"


def _rust_routine(routine: Routine, mode: RustMode, doc: str) -> str:
    inputs = {a.name for a in routine.inputs}
    texts, steps = [], []
    used = frozenset().union(*(p.arrays for p in routine.parts))
    lines = [f"let _ = {a.name};" for a in routine.inputs if a.name not in used]
    one = len(routine.parts) == 1
    lines += [
        f"let mut {a.name} = {_zero(a)};" if a.shape or not one else f"let {a.name}: {_scalar(a)};"
        for a in routine.outputs
    ]
    if one:
        body = _body(routine, routine.parts[0], mode, stars=False)
    else:
        if routine.workspace.size:
            lines.append(f"let mut {routine.workspace.name} = {_zero(routine.workspace)};")
        for part in routine.parts:
            arrays = [a for a in routine.arrays if a.name in part.arrays]
            arguments = ", ".join(_argument(a, a.name not in inputs) for a in arrays)
            texts.append(f"fn {part.name}({arguments}) {{\n{indented(_body(routine, part, mode, stars=True))}\n}}\n")
            given = ", ".join(a.name if a.name in inputs else f"&mut {a.name}" for a in arrays)
            steps.append(f"{part.name}({given});")
        body = steps
    names, types = [a.name for a in routine.outputs], [_rust_type(a) for a in routine.outputs]
    result, kind = (names[0], types[0]) if len(names) == 1 else (f"({', '.join(names)})", f"({', '.join(types)})")
    head = f"pub fn {routine.name}({', '.join(_argument(a, False) for a in routine.inputs)}) -> {kind} {{"
    texts.append(f"/// {doc}\n{head}\n{indented([*lines, *body, result])}\n}}\n")
    return "\n".join(texts)


def _rust_usage(program: Program) -> list[str]:
    lines = ["Call:"]
    if program.setup and program.parameters:
        lines.append(f"  let setup = {program.setup.name}(&{program.parameters.name});")
    names = ", ".join(f"{'&' if a.shape else ''}{a.name}" for a in program.main.inputs)
    outputs = [a.name for a in program.main.outputs]
    result = outputs[0] if len(outputs) == 1 else f"({', '.join(outputs)})"
    return [*lines, f"  let {result} = {program.main.name}({names});"]


def _rust_source(package: CodePackage, mode: RustMode) -> str:
    doc: list[str] = []
    for p in package.programs:
        doc += [*documentation(p, package.version), "", *_rust_usage(p), ""]
    out = [comment_lines(["```text", *doc[:-1], "```"], "//!"), ""]
    out += ["#![allow(non_snake_case, unused_parens, clippy::all)]", ""]
    needed = [HELPERS[o.OPS[code].name] for code in sorted(used_operations(package)) if o.OPS[code].name in HELPERS]
    used = used_operations(package)
    alone = not mode.std and bool(used & {o.SIN, o.COS, o.ABS})
    out += [ALONE_HELPERS, *needed] if alone else needed
    out += [sincos.rust_text(mode.std)] if (mode.poly and has_trig(package)) or alone else []
    out += [_rust_kernel(k, mode) for k in package.kernels]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill_lines(map(repr, p.parameters.defaults), 92))
            head = f"pub const {p.name.upper()}_DEFAULTS: [f64; {p.parameters.size}] = ["
            out.append(f"/// The known values of the parameters.\n{head}\n{rows}\n];\n")
        for r in p.routines:
            once = "What does not change from state to state: call it once per set of parameters."
            out.append(_rust_routine(r, mode, once if r.kind == "setup" else one_line(p.doc) or p.name))
    return "\n".join([*out, _tests(package)])


def _literal(values: Sequence[float], shape: tuple[int, ...]) -> str:
    if not shape:
        return float_texts(values, "f64::NAN")[0]
    if len(shape) == 1:
        rows = fill_lines(float_texts(values, "f64::NAN"), 84)
        return "[\n" + "\n".join("    " + r for r in rows) + "\n]" if len(rows) > 1 else f"[{''.join(rows)}]"
    step = shape[1]
    rows = [_literal(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]
    return "[\n" + indented([x + "," for x in rows]) + "\n]"


def _tests(package: CodePackage) -> str:
    reals = any(not a.whole for p in package.programs for a in p.main.outputs)
    lines = ["use super::*;", *(["", CHECK] if reals else [])]
    for program, cases in zip(package.programs, package.cases, strict=True):
        lines += ["", "#[test]", f"fn test_{program.name}() {{"]
        for case in cases:
            lines.append(indented(["{", indented(_rust_case(program, case, cases)), "}"]))
        lines.append("}")
    told = "".join(f"// {x}\n" for x in describe_states(package))
    return f"{told}// {RUN.line(package.name)}\n#[cfg(test)]\nmod tests {{\n{indented(lines)}\n}}\n"


CHECK = f"""fn lw_check(what: &str, got: f64, expected: f64, scale: f64) {{
    let same = expected.is_nan() && got.is_nan();
    let error = if same {{ 0.0 }} else {{ f64::abs(got - expected)/scale }};
    assert!(error <= {TOLERANCE!r}, "{{}}: {{}} is not {{}}", what, got, expected);
}}"""


def _rust_case(program: Program, case: Case, cases: Sequence[Case]) -> list[str]:
    main = program.main
    lines = [f"let {a.name} = {_literal(case.inputs[a.port], a.shape)};" for a in given_arrays(program)]
    for r in program.routines:
        names = ", ".join(f"{'&' if a.shape else ''}{a.name}" for a in r.inputs)
        outputs = [a.name for a in r.outputs]
        result = outputs[0] if len(outputs) == 1 else f"({', '.join(outputs)})"
        lines.append(f"let {result} = {r.name}({names});")
    for a in main.outputs:
        wanted = [int(x) for x in case.outputs[a.port]] if a.whole else case.outputs[a.port]
        lines.append(f"let lw_expected: {_rust_type(a)} = {_literal(wanted, a.shape)};")
        if a.whole:
            lines.append(f'assert_eq!({a.name}, lw_expected, "{program.name}: {a.name}");')
            continue
        scale = error_scale(cases, a)
        index = "".join(f"[lw_i{d}]" for d in range(len(a.shape)))
        call = f'lw_check("{program.name}: {a.name}", {a.name}{index}, lw_expected{index}, {scale!r});'
        for d in reversed(range(len(a.shape))):
            call = f"for lw_i{d} in 0..{a.shape[d]} {{\n{indented([call])}\n}}"
        lines.append(call)
    return lines


def _require_no_std(package: CodePackage) -> None:
    """Refuse operations that only the standard library has."""
    missing = sorted(used_operations(package) & set(FUNCTIONS) - set(ALONE))
    if missing:
        name = o.OPS[missing[0]].name
        raise InputError(f"{package.name} needs {name}, which core does not have", remedy="emit it with std='yes'")


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    std = options["std"] == "yes"
    if not std:
        _require_no_std(package)
    mode = RustMode(SYNTAX if std else ALONE_SYNTAX, options["sincos"] == "poly" or not std, std)
    return {f"{package.name}.rs": _rust_source(package, mode)}


RUN = RunCommands((("rustc", "--edition", "2021", "--test", "{name}.rs", "-o", "test"), ("./test",)), "test result: ok")
TARGET = Target(
    "rust", "Rust: one file, no dependencies, no unsafe; with or without std", ".rs",
    Style(Rules(KEYWORDS, max_length=200)), SYNTAX, emit, {"sincos": ("poly", "libm"), "std": ("yes", "no")},
    RUN,
)  # fmt: skip
