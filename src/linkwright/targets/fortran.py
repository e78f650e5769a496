"""Fortran 2008: a module of pure subroutines, and a test program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.lines import Continuation, split_text
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import Array, Call, Case, CodePackage, KernelCode, Part, Program, Routine
from linkwright.targets.target import (
    ATOM,
    FORMS,
    POWER,
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
    fold_text,
    given_arrays,
)
from linkwright.targets.usage import used_operations, used_special_numbers
from linkwright.targets.writer import VALUES, Forms, Writer

KEYWORDS = word_set("""
abstract allocatable allocate assign assignment associate asynchronous backspace bind block call case character class
close codimension common complex concurrent contains contiguous continue critical cycle data deallocate default deferred
dimension do double elemental else elseif elsewhere end endif enddo entry enum enumerator equivalence error exit extends
external final flush forall format function generic go goto if images implicit import impure in include inout inquire
integer intent interface intrinsic is kind len lock logical memory module name namelist non_overridable nopass none null
nullify only open operator optional out parameter pass pause pointer precision print private procedure program protected
public pure read real recursive result return rewind rewrite save select selectcase sequence stop submodule subroutine
sync target then to type unlock use value volatile wait where while write
""")
INTRINSICS = word_set("""
abs achar acos acosh adjustl aimag aint all anint any asin asinh atan atan2 atanh bessel_j0 btest ceiling char cmplx
conjg cos cosh count cshift dble digits dim dot_product dprod eoshift epsilon erf erfc exp exponent floor fraction gamma
huge hypot iachar ichar index int kind lbound len log log10 matmul max maxval merge min minval mod modulo nint norm2 not
nint product radix random_number range real repeat reshape scale scan selected_real_kind shape sign sin sinh size
spacing spread sqrt sum tan tanh tiny transfer transpose trim ubound unpack verify wp ieee_value ieee_quiet_nan
ieee_is_finite ieee_is_nan
""")


def fortran_number(value: Number) -> tuple[str, int]:
    text, holds = decimal_text(value)
    return "/".join(f"{x}_wp" for x in text.split("/")), holds


FUNCTIONS = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan2",
    o.SQRT: "sqrt", o.EXP: "exp", o.LOG: "log", o.ABS: "abs", o.SIGN: "lw_sign",
    o.MIN: "lw_min", o.MAX: "lw_max",
}  # fmt: skip
SYNTAX = Syntax(
    fortran_number,
    {
        **FORMS,
        **call_forms(FUNCTIONS),
        o.POW: Form("{0}**{1}", (ATOM, ATOM), POWER),
        o.SELECT: Form("merge({1}, {2}, {0} >= 0.0_wp)"),
    },
    at="{0}({1})",
    specials={"nan": "ieee_value(0.0_wp, ieee_quiet_nan)", "epsilon": "epsilon(0.0_wp)"},
    tests={
        "and": "{0} .and. {1}",
        "or": "{0} .or. {1}",
        "not": ".not. ({0})",
        "!=": "{0} /= {1}",
        "==": "abs({0} - {1}) <= 0.0_wp",  # compilers warn of reals that are compared by ==
        "finite": "ieee_is_finite({0})",
    },
)
CONTINUATION = Continuation(120, " &", "    ", "!")  # the standard allows 132 columns
MAX_VALUES_PER_STATEMENT = (
    100  # values in a statement: at worst one per line, of the 255 lines that the standard allows
)

SIGN = """  !> -1, 0 or 1
  elemental function lw_sign(x) result(y)
    real(wp), intent(in) :: x
    real(wp) :: y
    y = merge(1.0_wp, 0.0_wp, x > 0.0_wp) - merge(1.0_wp, 0.0_wp, x < 0.0_wp)
  end function lw_sign
"""
EXTREME = """  !> what is no number stays so
  elemental function lw_{0}(x, y) result(z)
    real(wp), intent(in) :: x, y
    real(wp) :: z
    z = merge(x, merge(y, x + y, y {1}= x), x {1} y)
  end function lw_{0}
"""
OWN = {o.SIGN: SIGN, o.MIN: EXTREME.format("min", "<"), o.MAX: EXTREME.format("max", ">")}


def _continued_lines(lines: Iterable[str], indent: str) -> str:
    """Indented text with long lines continued."""
    return "\n".join(CONTINUATION.fit(indent + x) if x else "" for x in lines)


def fortran_text(words: str) -> str:
    """Text in quotes; a long one is joined of several."""
    return " // ".join('"' + x.replace('"', '""') + '"' for x in split_text(words, 80))


def fortran_element(array: Array, k: int) -> str:
    """Element k, counted row by row from 0: indices in Fortran start at 1."""
    if not array.shape:
        return array.name
    if len(array.shape) == 1:
        return f"{array.name}({k + 1})"
    row, column = divmod(k, array.shape[1])
    return f"{array.name}({row + 1}, {column + 1})"


def _declaration(array: Array, intent: str) -> str:
    shape = f"({', '.join(map(str, array.shape))})" if array.shape else ""
    return f"{'integer' if array.whole else 'real(wp)'}, intent({intent}) :: {array.name}{shape}"


FORM = Forms(
    assign="{0} = {1}",
    set="{0} = {1}",
    section="! {0}",
    call=("{1} = [real(wp) :: &", VALUES, "]", "call {0}({1}, {3})"),
    loop=("do {0} = {1}, {2}", "end do"),
    branch=("if ({0}) then", "else", "end if"),
    leave="exit",
    last=True,
    indent="  ",
    row="{0} &",
    whole="nint({0})",
)
WRITER = Writer(SYNTAX, FORM, fortran_element, lambda x: [f"call {x.name}({', '.join((*x.given, *x.made))})"])


def _subroutine(routine: Routine, part: Part, arrays: Sequence[Array], calls_: Sequence[str] = ()) -> str:
    """Subroutine of these arrays: the statements of a part, or the calls of all parts."""
    inputs = {a.name for a in routine.inputs}
    name = routine.name if calls_ else part.name
    workspace = routine.workspace.name
    intents = {a.name: "in" if a.name in inputs else "inout" if a.name == workspace else "out" for a in arrays}
    if len(routine.parts) > 1 and not calls_:
        intents = {n: "inout" if i == "out" else i for n, i in intents.items()}
    head = f"pure subroutine {name}({', '.join(a.name for a in arrays)})"
    lines = [_declaration(a, intents[a.name]) for a in arrays]
    if calls_:
        lines += [f"real(wp) :: {workspace}({routine.workspace.size})"] if routine.workspace.size else []
        lines += ["", *calls_]
    else:
        lines += [f"real(wp) :: {row}" for row in fill_lines(part.locals, 96)]
        for s in part.statements:
            if isinstance(s, Call):
                lines.append(f"real(wp) :: {s.given}(0:{len(s.values) - 1}), {s.made}(0:{s.size - 1})")
        lines = [x.rstrip(",") for x in lines] + [""]
        lines += WRITER.body(routine, part)
    unused = [a.name for a in arrays if a.name in inputs and not any(a.name in p.arrays for p in routine.parts)]
    for n in unused:
        lines += [f"associate (lw_unused => {n})", "end associate"]
    return f"{_continued_lines([head], '  ')}\n{_continued_lines(lines, '    ')}\n  end subroutine {name}\n"


def _fortran_routine(routine: Routine) -> str:
    public = [*routine.inputs, *routine.outputs]
    if len(routine.parts) == 1:
        return _subroutine(routine, routine.parts[0], public)
    texts, steps = [], []
    for part in routine.parts:
        arrays = [a for a in routine.arrays if a.name in part.arrays]
        texts.append(_subroutine(routine, part, arrays))
        steps.append(f"call {part.name}({', '.join(a.name for a in arrays)})")
    return "\n".join([*texts, _subroutine(routine, routine.parts[0], public, steps)])


def _fortran_kernel(kernel: KernelCode) -> str:
    """Subroutines of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    names = [name for name, _ in (*loop.inputs, *loop.outputs)]
    lines = [f"real(wp), intent(in) :: {name}(0:{size - 1})" for name, size in loop.inputs]
    lines += [f"real(wp), intent(out) :: {name}(0:{size - 1})" for name, size in loop.outputs]
    lines += [f"real(wp) :: {name}(0:{max(size, 1) - 1})" for name, size in loop.arrays]
    lines += [f"real(wp) :: {', '.join(loop.reals)}"] if loop.reals else []
    lines += [f"integer :: {', '.join(loop.counters)}"] if loop.counters else []
    head = _continued_lines([f"pure subroutine {kernel.name}({', '.join(names)})"], "  ")
    about = comment_lines(loop.doc.splitlines(), "  !>")
    body = _continued_lines([*lines, "", *WRITER.loop(kernel)], "    ")
    texts = [_fortran_routine(r) for r in kernel.routines]
    return "\n".join([*texts, f"{about}\n{head}\n{body}\n  end subroutine {kernel.name}\n"])


def _constructor(values: Iterable[str], indent: str = "      ") -> str:
    return f"[real(wp) :: &\n{indent}" + f" &\n{indent}".join(fill_lines(values, 100)) + "]"


def _assign_values(name: str, values: Sequence[str], indent: str = "      ") -> list[str]:
    """Assignments of all values, some at a time: the standard limits continuation lines."""
    parts = [(k, values[k : k + MAX_VALUES_PER_STATEMENT]) for k in range(0, len(values), MAX_VALUES_PER_STATEMENT)]
    return [f"{name}({k + 1}:{k + len(part)}) = {_constructor(part, indent)}" for k, part in parts]


def _fortran_defaults(program: Program, parameters: Array) -> list[str]:
    """Known values of the parameters, in pieces if they are many: a constant is one statement."""
    name = f"{program.name}_defaults"
    values = [f"{x!r}_wp" for x in parameters.defaults]
    parts = [values[k : k + MAX_VALUES_PER_STATEMENT] for k in range(0, len(values), MAX_VALUES_PER_STATEMENT)]
    names = [f"lw_{program.name}_{k + 1}" for k in range(len(parts))] if len(parts) > 1 else []
    lines = [f"real(wp), parameter :: {n}({len(part)}) = {_constructor(part)}" for n, part in zip(names, parts)]
    whole = f"[{', '.join(names)}]" if names else _constructor(values)
    return [*lines, "!> the known values of the parameters",
            f"real(wp), parameter, public :: {name}({len(values)}) = {whole}"]  # fmt: skip


def _fortran_usage(program: Program, package: CodePackage) -> list[str]:
    lines = ["Call:", f"  use {package.name}_module"]
    if program.setup and program.parameters:
        lines += [f"  real(wp) :: setup({program.setup.outputs[0].size})"]
        lines += [f"  call {program.setup.name}({program.parameters.name}, setup)"]
    names = ", ".join(a.name for a in (*program.main.inputs, *program.main.outputs))
    return [*lines, f"  call {program.main.name}({names})", "wp is real64. Indices start at 1."]


def _module(package: CodePackage) -> str:
    lines: list[str] = []
    for p in package.programs:
        lines += [*documentation(p, package.version, first=1), "", *_fortran_usage(p, package), ""]
    out = [comment_lines(lines[:-1], "!>"), f"module {package.name}_module"]
    out += ["  use, intrinsic :: iso_fortran_env, only: wp => real64"]
    if "nan" in used_special_numbers(package):
        out += ["  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite, ieee_quiet_nan, ieee_value"]
    out += ["  implicit none", "  private", "  public :: wp"]
    for p in package.programs:
        out += [f"  public :: {r.name}" for r in p.routines]
        if p.parameters and p.parameters.defaults:
            out.append(_continued_lines(_fortran_defaults(p, p.parameters), "  "))
    out += ["contains", ""]
    out += [text for code, text in OWN.items() if code in used_operations(package)]
    out += [_fortran_kernel(k) for k in package.kernels]
    out += [_fortran_routine(r) for p in package.programs for r in p.routines]
    return "\n".join([*out, f"end module {package.name}_module", ""])


def _array_slice(array: Array, name: str, at: int) -> str:
    """Slice of a flat vector with the shape of the array that a routine takes."""
    if not array.shape:
        return f"{name}({at + 1})"
    part = f"{name}({at + 1}:{at + array.size})"
    if len(array.shape) == 1:
        return part
    rows, columns = array.shape
    return f"transpose(reshape({part}, [{columns}, {rows}]))"


def _check_subroutine(program: Program, cases: Sequence[Case]) -> str:
    """Subroutine that runs one state: `given` and `expected` are flat, row by row."""
    main, inputs = program.main, given_arrays(program)
    sizes = sum(a.size for a in inputs), sum(a.size for a in main.outputs)
    arrays = {a.name: a for a in (*inputs, *main.inputs, *main.outputs)}
    lines = [f"real(wp), intent(in) :: lw_given({sizes[0]}), lw_expected({sizes[1]})"]
    lines += [_declaration(a, "in").replace(", intent(in)", "") for a in arrays.values()]
    at = 0
    lines += ["associate (lw_unused => lw_given)", "end associate"] if not inputs else []
    for a in inputs:
        lines.append(f"{a.name} = {_array_slice(a, 'lw_given', at)}")
        at += a.size
    lines += [f"call {r.name}({', '.join(a.name for a in (*r.inputs, *r.outputs))})" for r in program.routines]
    at = 0
    for a in main.outputs:
        expected, scale = _array_slice(a, "lw_expected", at), error_scale(cases, a)
        error = f"lw_error({f'real({a.name}, wp)' if a.whole else a.name}, {expected})"
        worst = f"maxval({error})" if a.shape else error
        lines.append(f"call lw_report({fortran_text(f'{program.name}: {a.name}')}, {worst}/{scale!r}_wp)")
        at += a.size
    body = _continued_lines(lines, "    ")
    return f"  subroutine check_{program.name}(lw_given, lw_expected)\n{body}\n  end subroutine check_{program.name}\n"


REPORT = f"""  subroutine lw_report(what, error)
    character(*), intent(in) :: what
    real(wp), intent(in) :: error
    print '(a, es9.1)', what // ": relative error", error
    if (.not. error <= {TOLERANCE!r}_wp) lw_failed = lw_failed + 1
  end subroutine lw_report

  elemental function lw_error(got, expected) result(error)
    real(wp), intent(in) :: got, expected
    real(wp) :: error
    error = abs(got - expected)
    if (ieee_is_nan(expected)) error = merge(0.0_wp, huge(error), ieee_is_nan(got))
  end function lw_error
"""


def _fortran_test(package: CodePackage) -> str:
    runs: list[str] = []
    sizes = [1, 1]
    for program, cases in zip(package.programs, package.cases, strict=True):
        for case in cases:
            given = [x for a in given_arrays(program) for x in case.inputs[a.port]]
            expected = [x for a in program.main.outputs for x in case.outputs[a.port]]
            sizes = [max(sizes[0], len(given)), max(sizes[1], len(expected))]
            for name, values in (("lw_given", given), ("lw_expected", expected)):
                runs += _assign_values(name, [f"{x!r}_wp" if x == x else "lw_nan" for x in values])
            runs.append(f"call check_{program.name}(lw_given(1:{len(given)}), lw_expected(1:{len(expected)}))")
    name = package.name
    out = [f"! The test of {name}.f90: prints the errors, stops with an error if one is large."]
    out += [comment_lines(fold_text(RUN.line(name)), "!")]
    out += [comment_lines(x, "!") for x in [describe_states(package)] if x]
    no_number = any("lw_nan" in x for x in runs)
    out += [f"program test_{name}_program", f"  use {name}_module"]
    names = "ieee_is_nan, ieee_quiet_nan, ieee_value" if no_number else "ieee_is_nan"
    out += [f"  use, intrinsic :: ieee_arithmetic, only: {names}"]
    out += ["  implicit none", "  integer :: lw_failed = 0"]
    out += [f"  real(wp) :: lw_given({sizes[0]}), lw_expected({sizes[1]})"]
    out += ["  real(wp) :: lw_nan", "  lw_nan = ieee_value(lw_nan, ieee_quiet_nan)"] if no_number else []
    out.append("")
    out.append(_continued_lines(runs, "  "))
    out += ['  if (lw_failed > 0) error stop "FAILED"', '  print "(a)", "all tests passed"', "contains", "", REPORT]
    out += [_check_subroutine(p, c) for p, c in zip(package.programs, package.cases, strict=True)]
    return "\n".join([*out, f"end program test_{name}_program", ""])


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.f90": _module(package), f"test_{package.name}.f90": _fortran_test(package)}


RULES = Rules(KEYWORDS | INTRINSICS, case_sensitive=False)
RUN = RunCommands((("gfortran", "-std=f2008", "-O1", "{name}.f90", "test_{name}.f90", "-o", "test"), ("./test",)))
TARGET = Target(
    "fortran", "Fortran 2008: a module of pure subroutines", ".f90", Style(RULES), SYNTAX, emit,
    check=RUN,
)  # fmt: skip
