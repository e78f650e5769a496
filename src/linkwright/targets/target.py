"""Definition of a language, and the search for its file.

To add a language, write one file in this folder with a `TARGET` in it. It is mostly data:

    RULES = Rules(reserved=KEYWORDS | BUILT_INS)     # naming.py; our names begin with lw_, names of users never do
    SYNTAX = Syntax(number=..., forms=FORMS | {o.SIN: Form("sin({0})"), ...})             # notation of terms
    def emit(package: Package, options: Mapping[str, str]) -> dict[str, str]: ...        # file name -> text
    TARGET = Target("octave", "MATLAB and Octave functions", ".m", Style(RULES), SYNTAX, emit)

`emit` prints for every `program.routines` its parts (loads, statements, stores) with `SYNTAX.term`, a header from
`describe(program)` and `argument_table(array)` in the language's comments, the helpers in `package.helpers`, and a test
that runs `package.cases` (`error_scale`, `TOLERANCE`). See c.py and python.py. The list of expressions that every
language must print is in tests/targets/test_languages.py, which finds a new language by itself.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.expr.term import Apply, ArrayElement, CodeTerm, Int, Num, Ref, Special, Test
from linkwright.registry import Registry
from linkwright.targets.lower import Style
from linkwright.targets.program import SETUP, Array, Case, CodePackage, Program

# Precedence of a text: a sum inside a product needs brackets.
ANY, SUM, PRODUCT, POWER, ATOM = range(5)


@dataclass(frozen=True)
class Form:
    """Text of an operation: a template, the precedence that each argument needs, and the precedence of the whole."""

    template: str
    args: tuple[int, ...] = (ANY, ANY, ANY)
    holds: int = ATOM

    @cached_property
    def infix(self) -> str:
        """Text between the two arguments, if the template has no other text."""
        sign = self.template[3:-3]
        return sign if self.template == f"{{0}}{sign}{{1}}" else ""


# Sums and products keep the order of the graph, so that rounding is the same everywhere. A sign has the precedence of a
# sum: a*-b is not Fortran.
FORMS: Mapping[int, Form] = {
    o.NEG: Form("-{0}", (PRODUCT,), SUM),
    o.ADD: Form("{0} + {1}", (SUM, PRODUCT), SUM),
    o.SUB: Form("{0} - {1}", (SUM, PRODUCT), SUM),
    o.MUL: Form("{0}*{1}", (PRODUCT, POWER), PRODUCT),
    o.DIV: Form("{0}/{1}", (PRODUCT, POWER), PRODUCT),
}


def call_forms(names: Mapping[int, str]) -> dict[int, Form]:
    """Return forms of operations that are function calls, by the function's name."""
    return {
        code: Form(f"{name}({', '.join(f'{{{k}}}' for k in range(o.OPS[code].arity))})") for code, name in names.items()
    }


@dataclass(frozen=True)
class Syntax:
    """Notation of terms. `number` returns the text of a number >= 0 and its precedence."""

    number: Callable[[Number], tuple[str, int]]
    forms: Mapping[int, Form]
    at: str = "{0}[{1}]"  # an element of a local array
    first: int = 0  # the index of the first one
    specials: Mapping[str, str] = field(default_factory=dict)  # "nan", "epsilon"
    tests: Mapping[str, str] = field(default_factory=dict)  # relations written differently from C

    def term(self, t: CodeTerm) -> str:
        return t.name if isinstance(t, Ref) else self._text(t)[0]

    def element(self, array: str, index: CodeTerm) -> str:
        return self.at.format(array, self.term(shift_index(index, self.first)))

    def test(self, t: CodeTerm | Test) -> str:
        """Text of a condition; the conditions that it combines stand in brackets."""
        if not isinstance(t, Test):
            return self.term(t)
        inner = t.relation in ("and", "or", "not")
        texts = [f"({self.test(a)})" if inner and len(t.args) > 1 else self.test(a) for a in t.args]
        form = {**TESTS, **self.tests}[t.relation]
        text = texts[0]
        for other in texts[1:]:
            text = form.format(text, other)
        return form.format(text) if len(t.args) == 1 else text

    def _text(self, t: CodeTerm) -> tuple[str, int]:
        if isinstance(t, Apply):
            form = self.forms[t.op]
            if form.infix:  # the most of them
                (a, b), tight = t.args, form.args
                left = a.name if isinstance(a, Ref) else self._inside(a, tight[0])
                right = b.name if isinstance(b, Ref) else self._inside(b, tight[1])
                return left + form.infix + right, form.holds
            return form.template.format(*map(self._inside, t.args, form.args)), form.holds
        match t:
            case Ref(name):
                return name, ATOM
            case Int(value):
                return str(value), ATOM if value >= 0 else SUM
            case Special(name):
                return self.specials[name], ATOM
            case ArrayElement(array, index):
                return self.element(array, index), ATOM
            case Num(value) if value < 0:
                text, holds = self.number(-value)
                return f"-{text if holds >= PRODUCT else f'({text})'}", SUM
            case Num(value):
                return self.number(value)

    def _inside(self, t: CodeTerm, tight: int) -> str:
        """Text of a term in brackets, unless its precedence is high enough."""
        text, holds = self._text(t)
        return text if holds >= tight else f"({text})"


TESTS = {r: f"{{0}} {r} {{1}}" for r in ("<", "<=", ">", ">=", "==", "!=")}
TESTS |= {"=": "{0} == {1}", "and": "{0} && {1}", "or": "{0} || {1}", "not": "!({0})", "finite": "{0} - {0} == 0"}


def shift_index(t: CodeTerm, by: int) -> CodeTerm:
    """Return an index term plus a number."""
    match t:
        case _ if by == 0:
            return t
        case Int(value):
            return Int(value + by)
        case Apply(o.ADD | o.SUB as op, (x, Int(value))):
            total = by + (value if op == o.ADD else -value)
            return x if total == 0 else Apply(o.ADD, (x, Int(total))) if total > 0 else Apply(o.SUB, (x, Int(-total)))
    return Apply(o.ADD, (t, Int(by))) if by > 0 else Apply(o.SUB, (t, Int(-by)))


def decimal_text(value: Number) -> tuple[str, int]:
    """Text of a number as most languages write floats: 2.0, 0.1, 1.5e-07, 1.0/3.0. The shortest one that reads back as
    the same float."""
    if isinstance(value, Fraction):
        if value.denominator & (value.denominator - 1) == 0 and value.denominator < 2**20:
            return repr(float(value)), ATOM
        return f"{float(value.numerator)!r}/{float(value.denominator)!r}", PRODUCT
    return repr(float(value)), ATOM


@dataclass(frozen=True)
class RunCommands:
    """Commands that build and run the test of a package in its folder, in which {name} is the package's name.

    The first word of a command is a tool on the path (or ./program, built by the command before). All must end with
    exit code 0, and the last must print the text `says`: not every interpreter reports errors by its exit code.
    """

    commands: tuple[tuple[str, ...], ...]
    says: str = "all tests passed"

    def with_option(self, option: str) -> RunCommands:
        """Return the commands with one more option of the compiler."""
        (first, *words), *others = self.commands
        return RunCommands(((first, option, *words), *others), self.says)

    def line(self, name: str) -> str:
        """The commands as a user types them."""
        return " && ".join(" ".join(command).format(name=name) for command in self.commands)


@dataclass(frozen=True)
class Target:
    """Output language."""

    name: str
    doc: str
    suffix: str
    style: Style
    syntax: Syntax
    emit: Callable[[CodePackage, Mapping[str, str]], dict[str, str]]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # option -> values, the default first
    check: RunCommands | None = None  # None: a text to read, which cannot be run
    single: str = ""  # compiler option for single precision, if there is one; tests have bounds for it


TARGETS = Registry("linkwright.targets", "TARGET", Target)


def targets() -> Mapping[str, Target]:
    """Return every language by name."""
    return TARGETS


# -- texts that every language puts into its comments -----------------------------------------------------------------

MAX_COLUMN_WIDTH = 40  # largest width of a column in a table of arguments; wider texts shift the columns after them
TOLERANCE = 1e-12  # tolerance of a test, relative to the largest expected value of an output
ROUNDING_FACTOR = 100  # tolerance in units of the change by one random rounding
EXACT_ZERO_SCALE = 1e-30  # the scale of an output that is exactly zero; any other number of single precision would do


def describe_program(program: Program, version: str) -> list[str]:
    """Return the header of a program: its name and documentation, facts and counts."""
    facts = [(k.replace("_", " "), v) for k, v in program.facts]
    facts.append(("operations", str(program.cost)))
    width = max(len(k) for k, _ in facts)
    lines = [*fold_text(f"{program.name}: {one_line(program.doc)}" if program.doc else program.name), ""]
    for k, v in facts:
        lines += fold_text(f"{k:<{width}}  {one_line(v)}", " " * (width + 2))
    return [*lines, "", f"Generated by Linkwright {version}. This code belongs to its user."]


def argument_table(array: Array, first: int = 0) -> list[str]:
    """Return the documentation of an array: a line for the whole, a line per labelled element. `first` is the first
    index."""
    shape = " x ".join(map(str, array.shape)) if array.shape else "scalar"
    shape += ", integer" if array.whole else ""
    head = f"{array.name} ({shape}): {one_line(array.doc)}" if array.doc else f"{array.name} ({shape})"
    lines = [*fold_text(head, "  "), *([f"  {array.meaning}"] if array.meaning else [])]
    if not array.labels or len(array.shape) > 1:
        return lines
    columns = [[str(k + first) for k in range(array.size)], [*map(one_line, array.labels)]]
    columns.append([*map(one_line, array.units or ("",) * array.size)])
    columns += [[*map(one_line, array.notes)]] if array.notes else []
    columns += [[f"default {x!r}" for x in array.defaults]] if array.defaults else []
    widths = [min(max(map(len, column)), MAX_COLUMN_WIDTH) for column in columns]
    padded = [[x.ljust(w) for x in column] for column, w in zip(columns, widths, strict=True)]
    for row in zip(*padded, strict=True):
        lines += fold_text(f"  {'  '.join(row)}".rstrip(), " " * (widths[0] + 4))
    return lines


def documentation(program: Program, version: str, first: int = 0) -> list[str]:
    """Return the whole header comment: facts, then the calls, then every argument."""
    lines = describe_program(program, version)
    if program.setup:
        how = f"Call {program.setup.name} once per set of parameters, then {program.main.name} for every state."
        lines += ["", *fold_text(how)]
    shown = [*([program.parameters] if program.setup and program.parameters else []), *program.main.inputs]
    for title, arrays in (("Inputs", shown), ("Outputs", program.main.outputs)):
        lines += ["", f"{title}:"]
        for array in arrays:
            lines += ["  " + x for x in argument_table(array, first)]
    return lines


def safe_line(text: str) -> str:
    """Return a line for a comment: nothing in it ends the line or the comment of any language."""
    for ending, other in _ENDINGS:
        text = text.replace(ending, other)
    return " ".join(text.splitlines())


_ENDINGS = (
    ("*/", "* /"),
    ("/*", "/ *"),
    ("*)", "* )"),
    ("(*", "( *"),
    ("=#", "= #"),
    ("#=", "# ="),
    ("\\", "/"),
    ("`", "'"),
)


def fold_text(text: str, indent: str = "") -> list[str]:
    """Wrap text into lines that fit a page; the second and later ones are indented."""
    return [text] if len(text) <= 100 else [*_wrap_text(text, indent)]


@lru_cache(maxsize=200)
def _wrap_text(text: str, indent: str) -> tuple[str, ...]:
    """Wrap text, cached: the files of a robot repeat the same texts."""
    return tuple(textwrap.wrap(text, 100, subsequent_indent=indent, break_on_hyphens=False))


@lru_cache(maxsize=1000)
def one_line(text: str) -> str:
    """Text of a user in one line, safe in a comment."""
    return text if text.isidentifier() else safe_line(" ".join(text.split()))


def comment_lines(lines: Iterable[str], mark: str) -> str:
    """Lines behind a comment mark."""
    return "\n".join(f"{mark} {line}".rstrip() for line in lines)


def error_scale(cases: Sequence[Case], array: Array) -> float:
    """Return the scale of errors of an output: the largest value that the cases expect in it, or its rounding noise.

    So a test is as strict for a robot of micrometres as for one of metres, and outputs that are zero up to rounding may
    be rounded differently. Outputs that are zero without rounding must be zero, and integers must be the same.
    """
    if array.whole:
        return 1.0
    port = array.port
    largest = max([abs(x) for case in cases for x in case.outputs[port] if x == x], default=0.0)  # what is a number
    noise = max((case.noise.get(port, 0.0) for case in cases), default=0.0)
    return max(largest, ROUNDING_FACTOR * noise / TOLERANCE) or EXACT_ZERO_SCALE


def single_precision_bound(cases: Sequence[Case], array: Array) -> float:
    """Return the bound of the error of an output in single precision, relative to `error_scale`."""
    bounds = [case.single[array.port] for case in cases if case.single is not None and array.port in case.single]
    return max(bounds, default=0.0) / error_scale(cases, array)


def describe_states(package: CodePackage) -> list[str]:
    """Return comments on the states of a test, for each program that has a status: those without results, and kinds
    that are missing."""
    lines = []
    for program, cases in zip(package.programs, package.cases, strict=True):
        if not any(a.port == "status" and a.whole for a in program.main.outputs):
            continue
        solved = sum(not case.about for case in cases)
        others = [case.about for case in cases if case.about]
        told = [f"{solved} states are solved", *(f"one is {about}: its status, and no number" for about in others)]
        kinds = {about == "singular": about for about in others}
        told += ["no state was found that is out of reach"] if False not in kinds else []
        told += ["none was found that is singular"] if True not in kinds else []
        lines += fold_text(f"{program.name}: {', '.join(told)}.", "  ")
    return lines


def float_texts(values: Iterable[float], nan: str) -> list[str]:
    """Return the texts of floats, with a language's word for NaN."""
    texts = [*map(repr, values)]
    return [nan if text == "nan" else text for text in texts] if "nan" in texts else texts


def given_arrays(program: Program) -> list[Array]:
    """Return the arrays of a case: the parameters if they go through a setup, then the inputs."""
    first = [program.parameters] if program.setup and program.parameters else []
    return [*first, *(a for a in program.main.inputs if not (program.setup and a.port == SETUP))]


def fill_lines(items: Iterable[str], width: int = 96, separator: str = ", ") -> list[str]:
    """Join items in lines of at most this width, each line but the last ending in the separator."""
    words = [*items]
    starts, room, step = [], 0, len(separator)
    for k, size in enumerate(map(len, words)):
        room -= step + size
        if room < 0:
            starts.append(k)
            room = width - size
    texts = [separator.join(words[start:end]) for start, end in pairwise([*starts, len(words)])]
    return [*(text + separator.rstrip() for text in texts[:-1]), *texts[-1:]]
