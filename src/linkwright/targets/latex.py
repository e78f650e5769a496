r"""LaTeX: the equations of a package as a document to read, with its tables of arguments and its counts.

Standard packages only (amsmath, longtable). Names are typeset by one rule: letters, digits, pieces behind underscores,
with the symbols of mechanics for the quantities of the models:

    w3_y      \omega_{3,y}            wd3_y   \dot{\omega}_{3,y}     vd3_x  \dot{v}_{3,x}
    f4_x      f_{4,x}                 n4_z    n_{4,z}                U3_xy  U_{3,xy}
    q2        q_{2}                   qd2     \dot{q}_{2}            qdd2   \ddot{q}_{2}
    s2, c23   \sin q_{2} is written   s_{2}, c_{23}                  tau1   \tau_{1}
    alpha3    \alpha_{3}              XX2R    \mathit{XX}_{2R}       name_a name^{(a)} is the first part of name

A variable name_neg is the negative of name. Two names that would look alike differ by a prime. A document cannot be
run: this language has no test.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.expr.term import Apply, CodeTerm, Num, Ref
from linkwright.targets.lower import Style, lower
from linkwright.targets.naming import Rules, word_set
from linkwright.targets.program import (
    SETUP,
    Array,
    Assign,
    Call,
    CodePackage,
    KernelCode,
    Part,
    Program,
    Routine,
    Section,
    Statement,
    Trig,
)
from linkwright.targets.target import ANY, ATOM, POWER, PRODUCT, SUM, Form, Syntax, Target

GREEK = word_set("""
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi
omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
""")
QUANTITIES = {
    "w": r"\omega", "wd": r"\dot{\omega}", "vd": r"\dot{v}", "qd": r"\dot{q}", "qdd": r"\ddot{q}",
}  # fmt: skip
EQUATIONS_PER_DISPLAY = 30  # equations per display: TeX sets a display as a whole
MAX_FORMULA_WIDTH = 74  # estimated characters of a line of mathematics

# -- names -------------------------------------------------------------------------------------------------------------


def typeset(name: str, accent: str = "") -> str:
    """Name in mathematics: see the table above. `accent`: over its symbol, such as that of a derivative."""
    whole = re.fullmatch(r"([A-Za-z]+?)(\d\w*)?", name.rstrip("_").split("_")[0])
    pieces = name.rstrip("_").split("_")[1:]
    if not whole:
        return rf"\mathit{{{name.replace('_', chr(92) + '_')}}}"
    letters, index = whole.group(1), whole.group(2) or ""
    symbol = QUANTITIES.get(letters, rf"\{letters}" if letters in GREEK else "")
    symbol = symbol or (letters if len(letters) == 1 else rf"\mathit{{{letters}}}")
    symbol = rf"{accent}{{{symbol}}}" if accent else symbol
    if not index and pieces and pieces[0].isdecimal():  # theta_1
        index, *pieces = pieces
    known = [p for p in pieces if re.fullmatch(r"[xyz]{1,2}", p)]
    upper = [p for p in pieces if p not in known]
    lower = ",".join([index, *known]) if index else ",".join(known)
    text = symbol + (f"_{{{lower}}}" if lower else "")
    return text + (rf"^{{({','.join(upper)})}}" if upper else "")


class TypesetNames:
    """Typeset names of one program, all different, and the kernels that it may call."""

    def __init__(self, kernels: Mapping[str, KernelCode], program: Program | None = None) -> None:
        self.kernels = kernels
        self._texts = joint_rates(program) if program else {}
        self._taken: set[str] = set(self._texts.values())

    def __getitem__(self, name: str) -> str:
        if name not in self._texts:
            text = typeset(name)
            while text in self._taken:
                text = rf"{{{text}}}'"
            self._texts[name] = text
            self._taken.add(text)
        return self._texts[name]


ACCENTS = {"qd": r"\dot", "qdd": r"\ddot"}


def joint_rates(program: Program) -> dict[str, str]:
    """Names of rates and accelerations of joints as derivatives of the joint variables, whatever these are called.

    Ports that do not say which joint an element belongs to keep their own names.
    """
    inputs = {a.port: a for a in program.main.inputs if a.joints}
    if "q" not in inputs:
        return {}
    loaded = {(x.array, x.index): x.name for x in program.main.parts[0].loads}
    variables = dict(zip(inputs["q"].joints, inputs["q"].labels, strict=True))  # by joint
    found = {}
    for port, accent in ACCENTS.items():
        if port in inputs:
            a = inputs[port]
            for k, (joint, label) in enumerate(zip(a.joints, a.labels, strict=True)):
                if joint in variables and label.startswith(port):  # not a name of the user
                    found[loaded.get((a.name, k), label)] = typeset(variables[joint], accent)
    return found


# -- terms -------------------------------------------------------------------------------------------------------------


def latex_number(value: Number) -> tuple[str, int]:
    if isinstance(value, Fraction):
        return rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}", ATOM
    digits, _, exponent = repr(value).partition("e")
    return (rf"{digits} \cdot 10^{{{int(exponent)}}}", PRODUCT) if exponent else (digits, ATOM)


def function_form(name: str) -> Form:
    return Form(rf"{name}\left({{0}}\right)")


SYNTAX = Syntax(
    latex_number,
    {
        o.NEG: Form("-{0}", (PRODUCT,), SUM),
        o.ADD: Form("{0} + {1}", (SUM, PRODUCT), SUM),
        o.SUB: Form("{0} - {1}", (SUM, PRODUCT), SUM),
        o.MUL: Form(r"{0} \, {1}", (PRODUCT, POWER), PRODUCT),
        o.DIV: Form(r"\frac{{{0}}}{{{1}}}", (ANY, ANY), ATOM),
        o.PI: Form(r"\pi"),
        o.POW: Form("{{{0}}}^{{{1}}}", (ATOM, ANY), POWER),
        o.SQRT: Form(r"\sqrt{{{0}}}"),
        o.ABS: Form(r"\left|{0}\right|"),
        o.EXP: Form("e^{{{0}}}", (ANY,), POWER),
        o.SIN: function_form(r"\sin"),
        o.COS: function_form(r"\cos"),
        o.TAN: function_form(r"\tan"),
        o.ASIN: function_form(r"\arcsin"),
        o.ACOS: function_form(r"\arccos"),
        o.ATAN: function_form(r"\arctan"),
        o.LOG: function_form(r"\ln"),
        o.SIGN: function_form(r"\operatorname{{sgn}}"),
        o.MIN: Form(r"\min\left({0}, {1}\right)"),
        o.MAX: Form(r"\max\left({0}, {1}\right)"),
        o.ATAN2: Form(r"\operatorname{{atan2}}\left({0}, {1}\right)"),
        o.SELECT: Form(r"\begin{{cases}} {1} & {0} \ge 0 \\ {2} & \text{{otherwise}} \end{{cases}}"),
    },
)


def typeset_term(t: CodeTerm, symbols: TypesetNames) -> CodeTerm:
    """Term with typeset names; x x is a square."""
    if isinstance(t, Ref):
        return Ref(symbols[t.name])
    if not isinstance(t, Apply):
        return t
    args = tuple(typeset_term(a, symbols) for a in t.args)
    if t.op == o.MUL and args[0] == args[1]:
        args = (args[0], Num(2))
    elif t.op != o.POW:
        return Apply(t.op, args)
    base = args[0]
    if isinstance(base, Ref) and re.search("[\\^']", base.name):
        base = Ref(rf"\left({base.name}\right)")
    return Apply(o.POW, (base, args[1]))


def summands(t: CodeTerm, sign: str = "+") -> Iterator[tuple[str, CodeTerm]]:
    """Yield the signed terms of a sum, from left to right."""
    if isinstance(t, Apply) and t.op in (o.ADD, o.SUB):
        yield from summands(t.args[0], sign)
        right = t.args[1]
        if isinstance(right, Num) and right.value < 0:
            yield ("-" if t.op == o.ADD else "+"), Num(-right.value)
        else:
            yield ("+" if t.op == o.ADD else "-"), right
    elif isinstance(t, Apply) and t.op == o.NEG and not _is_sum(t.args[0]):
        yield "-", t.args[0]
    else:
        yield sign, t


def _is_sum(t: CodeTerm) -> bool:
    return isinstance(t, Apply) and t.op in (o.ADD, o.SUB)


def formula_width(text: str) -> int:
    """Estimated width of a formula, in letters."""
    plain = re.sub(r"\\(left|right|mathit|dot|ddot|operatorname|text|tfrac|frac)|[{}_^,]|\\,", "", text)
    return len(re.sub(r"\\[A-Za-z]+", "x", plain).replace(" ", ""))


def equation(left: str, value: CodeTerm, symbols: TypesetNames) -> str:
    """Text of left &= right, broken before + and - where it gets long."""
    lines, line = [], ""
    for k, (sign, term) in enumerate(summands(typeset_term(value, symbols))):
        text = SYNTAX.term(term)
        if _is_sum(term) and (k or sign == "-"):
            text = rf"\left({text}\right)"
        piece = (f"{sign} " if k or sign == "-" else "") + text
        if line and formula_width(line + piece) > MAX_FORMULA_WIDTH:
            lines.append(line)
            line = r"{}" + piece
        else:
            line = f"{line} {piece}" if line else piece
    return left + " &= " + " \\\\\n&\\quad ".join([*lines, line])


# -- the document ------------------------------------------------------------------------------------------------------


def display_equations(part: Part, symbols: TypesetNames) -> Iterator[str]:
    """Statements as displays, with their sections as headings."""
    rows: list[str] = []
    for s in part.statements:
        if isinstance(s, Section):
            yield from display(rows)
            rows = []
            yield rf"\paragraph{{{escaped(s.text).capitalize()}}}"
        else:
            rows += statement_equations(s, symbols)
    yield from display(rows)


def equations_with_headings(program: Program, codes: Sequence[KernelCode]) -> Iterator[tuple[str, str]]:
    """Yield (heading, equation) of a program, equation by equation: for pages that typeset each alone."""
    symbols = TypesetNames({code.name: code for code in codes}, program)
    parts = [("once per set of parameters", program.setup.parts[0])] if program.setup else []
    for first, part in (*parts, ("for every state", program.main.parts[0])):
        heading = first
        for s in part.statements:
            if isinstance(s, Section):
                heading = s.text
            for text in statement_equations(s, symbols):
                yield heading.capitalize(), text
    for text in result_equations(program.main, program.main.parts[0], symbols):
        yield "Results", text
    for code in codes:
        if code.kernel.rule != "solve":
            own = TypesetNames({})
            (part,) = lower(code.kernel.relation, STYLE).main.parts
            rows = [text for s in part.statements for text in statement_equations(s, own)]
            for text in (*rows, *(equation("0", x.value, own) for x in part.stores)):
                yield f"{code.kernel.name}: {code.kernel.code.doc}", text


def display(rows: Sequence[str]) -> Iterator[str]:
    for k in range(0, len(rows), EQUATIONS_PER_DISPLAY):
        yield "\\begin{align*}\n" + " \\\\\n".join(rows[k : k + EQUATIONS_PER_DISPLAY]) + "\n\\end{align*}"


def statement_equations(s: Statement, symbols: TypesetNames) -> list[str]:
    match s:
        case Assign(name, value):
            return [equation(symbols[name], value, symbols)]
        case Trig(angle, sin, cos, _):
            pairs = ((sin, o.SIN), (cos, o.COS))
            return [equation(symbols[n], Apply(op, (angle,)), symbols) for n, op in pairs if n]
        case Call():
            return [kernel_equation(s, symbols)]
        case _:
            return []


def kernel_equation(s: Call, symbols: TypesetNames) -> str:
    """Equation of the results of a kernel; unused ones are dots. A linear system is written out."""
    kernel = symbols.kernels[s.kernel].kernel
    texts = [SYNTAX.term(typeset_term(v, symbols)) for v in s.values]
    names = {k: symbols[name] for k, name in s.items}
    n = kernel.unknowns
    x = latex_matrix([names.get(k, r"\cdot") for k in range(n if n > max(names) else s.size)])
    if kernel.rule == "solve" and n > max(names):
        rows = [" & ".join(texts[r * n : (r + 1) * n]) for r in range(n)]
        return f"{x} &= {latex_matrix(rows)}^{{-1}} {latex_matrix(texts[n * n : n * n + n])}"
    return rf"{x} &= \operatorname{{{escaped(kernel.name)}}}\left({', '.join(texts)}\right)"


STYLE = Style(Rules(frozenset()), fold=False, part=0)


def kernel_section(code: KernelCode) -> list[str]:
    """Section on a kernel: its equations in the arguments p and the unknowns x."""
    kernel = code.kernel
    out = [rf"\section{{{escaped(kernel.name)}}}", escaped(kernel.code.doc), ""]
    symbols = TypesetNames({})
    (part,) = lower(kernel.relation, STYLE).main.parts
    out += [r"\paragraph{Equations}", *display_equations(part, symbols)]
    rows = [equation("0", x.value, symbols) for x in part.stores]
    return [*out, *display(rows)]


def latex_matrix(rows: Sequence[str]) -> str:
    columns = "c" * (rows[0].count("&") + 1)
    return rf"\left[\begin{{array}}{{{columns}}} " + r" \\ ".join(rows) + r" \end{array}\right]"


def escaped(raw: str) -> str:
    """Text with TeX's special characters made harmless."""
    raw = unicodedata.normalize("NFKD", raw).encode("ascii", "ignore").decode()
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(c, f"\\{c}" if c in "#$%&_{}" else c) for c in " ".join(raw.split()))


def latex_table(array: Array, symbols: TypesetNames, names: Mapping[tuple[str, int], str]) -> list[str]:
    """Table of an argument: its name, its documentation, and its elements with units and known values.

    `names` are the variables that the equations use for elements of arrays.
    """
    shape = r" \times ".join(map(str, array.shape)) or "1"
    about = f": {escaped(array.doc)}." if array.doc else "."
    about += f" {escaped(array.meaning)}." if array.meaning else ""
    text = rf"\paragraph{{{escaped(array.name)}}} ${shape}${about}"
    lines = textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    if not array.labels or len(array.shape) > 1:
        return lines
    last = "joint" if array.notes else "known value"
    lines += [r"\begin{longtable}{rlll}", r"\hline", rf"& element & unit & {last} \\", r"\hline", r"\endhead"]
    units = array.units or ("",) * array.size
    for k, (label, unit) in enumerate(zip(array.labels, units, strict=True)):
        value = f"${latex_number(abs(array.defaults[k]))[0]}$" if array.defaults else ""
        value = value.replace("$", "$-", 1) if array.defaults and array.defaults[k] < 0 else value
        value = rf"\parbox[t]{{0.5\textwidth}}{{\raggedright {escaped(array.notes[k])}}}" if array.notes else value
        lines.append(rf"{k + 1} & ${symbols[names.get((array.name, k), label)]}$ & {escaped(unit)} & {value} \\")
    return [*lines, r"\hline", r"\end{longtable}"]


def result_displays(routine: Routine, part: Part, symbols: TypesetNames) -> Iterator[str]:
    """Results of a routine, in displays."""
    for a in routine.outputs:
        yield from display(list(equations_of_result(a, part, symbols)))


def result_equations(routine: Routine, part: Part, symbols: TypesetNames) -> Iterator[str]:
    """Equations of all results of a routine."""
    for a in routine.outputs:
        yield from equations_of_result(a, part, symbols)


def equations_of_result(a: Array, part: Part, symbols: TypesetNames) -> Iterator[str]:
    """Equations of a result, where its variable has another name."""
    for x in (x for x in part.stores if x.array == a.name):
        name = a.labels[x.index] if a.labels else f"{a.name}_{x.index + 1}"
        place = typeset(name) if a.labels else rf"\mathit{{{escaped(a.name)}}}_{{{element_index(a, x.index)}}}"
        if not (isinstance(x.value, Ref) and symbols[x.value.name] == place):
            yield equation(place, x.value, symbols)


def element_index(array: Array, k: int) -> str:
    return str(k + 1) if len(array.shape) < 2 else f"{k // array.shape[1] + 1},{k % array.shape[1] + 1}"


def program_section(program: Program, kernels: Mapping[str, KernelCode]) -> list[str]:
    symbols = TypesetNames(kernels, program)
    main, setup = program.main, program.setup
    given = [*([program.parameters] if setup and program.parameters else []), *main.inputs]
    given = [a for a in given if not (setup and a.port == SETUP)]
    names = {(x.array, x.index): x.name for r in program.routines for x in r.parts[0].loads}
    names |= {(x.array, x.index): x.value.name for x in main.parts[0].stores if isinstance(x.value, Ref)}
    out = [rf"\section{{{escaped(program.doc or program.name)}}}", r"\begin{tabular}{ll}"]
    facts = [("function", program.name), *program.facts, ("operations", str(program.cost))]
    for k, v in facts:
        value = rf"\parbox[t]{{0.75\textwidth}}{{\raggedright {escaped(v)}}}"
        out.append(rf"{escaped(k.replace('_', ' '))} & {value} \\")
    out += [r"\end{tabular}", r"\subsection*{Arguments}"]
    for a in given:
        out += latex_table(a, symbols, names)
    if setup:
        out += [r"\subsection*{Once per set of parameters}", *display_equations(setup.parts[0], symbols)]
    out += [r"\subsection*{For every state}", *display_equations(main.parts[0], symbols)]
    out += [r"\subsection*{Results}", *result_displays(main, main.parts[0], symbols)]
    for a in main.outputs:
        out += latex_table(a, symbols, names)
    return out


START = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=20mm]{geometry}
\usepackage{amsmath}
\usepackage{longtable}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
"""


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    out = [START, rf"\title{{{escaped(package.name)}}}"]
    made = f"Generated by Linkwright {escaped(package.version)}. This text belongs to its user."
    out += [rf"\author{{{made}}}", r"\date{}", r"\begin{document}", r"\maketitle"]
    kernels = {code.name: code for code in package.kernels}
    for program in package.programs:
        out += program_section(program, kernels)
    for code in package.kernels:
        out += kernel_section(code) if code.kernel.rule != "solve" else []
    return {f"{package.name}.tex": "\n".join([*out, r"\end{document}", ""])}


TARGET = Target("latex", "LaTeX: the equations as a document to read (no test)", ".tex", STYLE, SYNTAX, emit)
