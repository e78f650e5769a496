"""Common parts of C and C++: routines as functions of pointers, and tests with tables of states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from linkwright.expr.term import Num
from linkwright.targets.inside import store_inside_lanes
from linkwright.targets.program import (
    Array,
    Assign,
    Case,
    CodePackage,
    KernelCode,
    LaneBlock,
    LaneResult,
    LaneValues,
    Program,
    Routine,
    Trig,
)
from linkwright.targets.target import (
    TOLERANCE,
    Syntax,
    comment_lines,
    error_scale,
    fill_lines,
    float_texts,
    given_arrays,
    single_precision_bound,
)
from linkwright.targets.writer import VALUES, Forms, Writer, indented

CLEARED = "[lw_k] = 0;"  # in a loop over numbers


def type_of(array: Array, real: str) -> str:
    return "int" if array.whole else real


@dataclass(frozen=True)
class CLike:
    """Words in which the two languages differ."""

    syntax: Syntax
    real: str  # the type of all numbers
    restrict: str  # what says that arrays do not overlap
    public: str  # in front of a function that the user calls
    private: str  # in front of a function that it calls
    poly: bool  # all sines and cosines by calls of lw_sincos4
    whole: str = "(int)({0})"  # a real as an integer
    given: str = ""  # the type of numbers in the user's arrays, if it is another one

    @cached_property
    def writer(self) -> Writer:
        forms = Forms(
            assign=f"const {self.real} {{0}} = {{1}};",
            set="{0} = {1};",
            section="/* {0} */",
            call=(
                f"const {self.real} {{1}}[{{2}}] = {{{{", VALUES, "}};", f"{self.real} {{3}}[{{4}}];", "{0}({1}, {3});",
            ),
            loop=("for ({0} = {1}; {0} < {2}; ++{0}) {{", "}"),
            branch=("if ({0}) {{", "} else {", "}"),
            leave="break;",
            whole=self.whole,
            long=500,
            clear=f"for (int lw_k = {{1}}; lw_k < {{2}}; ++lw_k) {{0}}{CLEARED}",
        )  # fmt: skip
        return Writer(
            self.syntax, forms, lambda array, k: f"{array.name}[{k}]",
            lambda x: [f"{x.name}({', '.join((*x.given, *x.made))});"], self.vector_trig if self.poly else None,
            self.lanes,
        )  # fmt: skip

    def signature(self, routine: Routine, arrays: Sequence[Array], name: str, real: str) -> str:
        """Head of a function of these arrays, inputs const, in lines of a readable length."""
        inputs, own = ({a.name for a in some} for some in (routine.inputs, (*routine.inputs, *routine.outputs)))
        items = [(a.name, "const " * (a.name in inputs) + type_of(a, real if a.name in own else self.real))
                 for a in arrays]  # fmt: skip
        return self.head(name, items)

    def head(self, name: str, arrays: Sequence[tuple[str, str]]) -> str:
        """Head of a function of these arrays, given by the name and the type of each."""
        head = f"void {name}("
        items = [f"{kind} *{self.restrict} {array}" for array, kind in arrays]
        return head + ("\n" + " " * len(head)).join(fill_lines(items, 96 - len(head)) or ["void"]) + ")"

    def prototype(self, routine: Routine, kind: str = "") -> str:
        """Head of a function that the user calls, or, with `kind`, of an internal one."""
        arrays, real = [*routine.inputs, *routine.outputs], self.real if kind else self.given or self.real
        return (kind or self.public) + self.signature(routine, arrays, routine.name, real)

    def definition(self, routine: Routine, kind: str = "") -> str:
        """Text of a function, preceded by the parts that it calls if it is long."""
        used = frozenset().union(*(p.arrays for p in routine.parts))
        empty = [a for a in routine.outputs if not a.size]
        unused = [f"(void){a.name};" for a in (*routine.inputs, *empty) if a.name not in used]
        whole = [a.name for a in routine.outputs if a.whole]
        if any(part.lanes for part in routine.parts):
            routine = replace(routine, parts=tuple(store_inside_lanes(part, whole) for part in routine.parts))
        if len(routine.parts) == 1:
            lines = [*unused, *self.writer.body(routine, routine.parts[0])]
            return f"{self.prototype(routine, kind)}\n{{\n{indented(lines)}\n}}\n"
        texts, steps = [], []
        for part in routine.parts:
            arrays = [a for a in routine.arrays if a.name in part.arrays]
            real = self.real if kind else self.given or self.real
            head = self.private + self.signature(routine, arrays, part.name, real)
            texts.append(f"{head}\n{{\n{indented(self.writer.body(routine, part))}\n}}\n")
            steps.append(f"{part.name}({', '.join(a.name for a in arrays)});")
        space = [f"{self.real} {routine.workspace.name}[{routine.workspace.size}];"] if routine.workspace.size else []
        texts.append(f"{self.prototype(routine, kind)}\n{{\n{indented([*space, *unused, *steps])}\n}}\n")
        return "\n".join(texts)

    def kernel(self, kernel: KernelCode) -> str:
        """Text of the functions of a kernel: the straight ones that it runs, and the loop."""
        loop = kernel.loop
        texts = [self.definition(r, self.private) for r in kernel.routines]
        lines = [f"{self.real} {name}[{max(size, 1)}];" for name, size in loop.arrays]
        lines += [f"{self.real} {name} = {self.syntax.term(Num(0))};" for name in loop.reals]
        lines += [f"int {name} = 0;" for name in loop.counters]
        head = self.private + self.head(kernel.name, [*((n, f"const {self.real}") for n, _ in loop.inputs),
                                                      *((n, self.real) for n, _ in loop.outputs)])  # fmt: skip
        about = "/*\n" + comment_lines(loop.doc.splitlines(), " *") + "\n */\n"
        return "\n".join([*texts, f"{about}{head}\n{{\n{indented([*lines, '', *self.writer.loop(kernel)])}\n}}\n"])

    def lanes(self, s: LaneBlock) -> list[str]:
        """Statements for limbs side by side: a block that is run once, or lane after lane where there are no vectors
        (LANES)."""
        n, term = s.width, self.syntax.term
        lines = ["", f"/* {s.about} */"]
        lines += [f"lw_row{n} {row.rstrip(',')};" for row in fill_lines([r.name for r in s.made], 90)]
        lines.append(f"LW_EACH{n} {{")
        for x in s.body:
            match x:
                case Assign(name, value):
                    lines.append(f"    const lw_x{n} {name} = {term(value)};")
                case LaneResult(name, value, _, kept):
                    lines.append(f"    LW_LANE{n}({name}) = {term(value)};")
                    lines += [f"    LW_IN{n}({y.lane}) {y.array}[{y.index}] = {'-' * y.negative}{name}[{y.lane}];"
                              for y in kept]  # fmt: skip
                case LaneValues(name, values):
                    rows = fill_lines(map(term, values), 88 - len(name))
                    lines.append(f"    LW_JOIN{n}({name}, " + f"\n    {' ' * len(f'LW_JOIN{n}(')}".join(rows) + ");")
        lines.append("}")
        lines += [f"const {self.real} {name} = {row.name}[{k}];" for row in s.made for k, name in row.items]
        return lines

    def vector_trig(self, trig: Sequence[Trig]) -> list[str]:
        """Statements for all sines and cosines by calls for four angles each."""
        n, real = -(-len(trig) // 4) * 4, self.real
        angles = [self.syntax.term(t.angle) for t in trig] + [self.syntax.term(Num(0))] * (n - len(trig))
        sine, cosine = (f"lw_{word}_{next(x for t in trig for x in (t.sin, t.cos) if x)}" for word in ("sin", "cos"))
        lines = [f"{real} {sine}[{n}], {cosine}[{n}];"]
        for k in range(0, n, 4):
            four = ", ".join(angles[k : k + 4])
            lines.append(f"lw_sincos4({four}, {sine} + {k}, {cosine} + {k});")
        for k, t in enumerate(trig):
            lines += [f"const {real} {t.sin} = {sine}[{k}];"] if t.sin else []
            lines += [f"const {real} {t.cos} = {cosine}[{k}];"] if t.cos else []
        return lines


# The same statements serve both: an operation on vectors of GNU C is written like one on numbers in a loop over lanes.
LANES = """/* Numbers of {0} limbs side by side: vectors of GNU C, or loops (-DLW_NO_VECTORS, other compilers). */
#if defined(__GNUC__) && !defined(LW_NO_VECTORS)
typedef LW_REAL lw_x{0} __attribute__((vector_size({0}*sizeof(LW_REAL))));
typedef lw_x{0} lw_row{0};
#define LW_EACH{0}
#define LW_LANE{0}(row) row
#define LW_IN{0}(lane)
#define LW_JOIN{0}(name, {1}) const lw_x{0} name = {{{1}}}
#else
typedef LW_REAL lw_x{0};
typedef LW_REAL lw_row{0}[{0}];
#define LW_EACH{0} for (int lw_k = 0; lw_k < {0}; ++lw_k)
#define LW_LANE{0}(row) row[lw_k]
#define LW_IN{0}(lane) if (lw_k == lane)
#define LW_JOIN{0}(name, {1}) const LW_REAL lw_##name[{0}] = {{{1}}}; const LW_REAL name = lw_##name[lw_k]
#endif
"""


def lane_macros(width: int) -> str:
    return LANES.format(width, ", ".join("abcd"[:width]))


# -- tests -------------------------------------------------------------------------------------------------------------


def c_table(name: str, rows: Sequence[Sequence[float]]) -> str:
    text = ",\n".join("    {" + "\n     ".join(fill_lines(float_texts(row, "NAN"), 90)) + "}" for row in rows)
    return f"static const double {name}[{len(rows)}][{len(rows[0])}] = {{\n{text}\n}};\n"


def flatten_ports(values: Mapping[str, tuple[float, ...]], arrays: Iterable[Array]) -> list[float]:
    return [x for a in arrays for x in values[a.port]] or [0.0]


def _tests_of(program: Program, cases: Sequence[Case], real: str, scope: str) -> str:
    """Test of one program: tables, and a function that returns the number of failures."""
    main, inputs, name = program.main, given_arrays(program), program.name
    lines = [f"int lw_failed = 0, {'lw_i, ' * bool(inputs)}lw_k;", f"for (lw_k = 0; lw_k < {len(cases)}; ++lw_k) {{"]
    beyond = [f"lw_k == {k}" for k, case in enumerate(cases) if case.single is None]
    told = "/* more digits decide there */"
    inner = [f"if (sizeof({real}) == sizeof(float) && ({' || '.join(beyond)})) continue; {told}"] if beyond else []
    inner += [f"const double *lw_in = {name}_in[lw_k];"] if inputs else []
    inner += [f"const double *lw_out = {name}_out[lw_k];"]
    arrays = {a.name: a for a in (*inputs, *main.inputs, *main.outputs)}
    inner += [f"{type_of(a, real)} {a.name}_[{max(a.size, 1)}];" for a in arrays.values()]
    at = 0
    for a in inputs:
        inner.append(f"for (lw_i = 0; lw_i < {a.size}; ++lw_i) {a.name}_[lw_i] = ({real})lw_in[{at} + lw_i];")
        at += a.size
    for r in program.routines:
        inner.append(f"{scope}{r.name}({', '.join(f'{a.name}_' for a in (*r.inputs, *r.outputs))});")
    at = 0
    for a in main.outputs:
        given = f'"{name}: {a.name}", {a.size}, {a.name}_, lw_out + {at}'
        bounds = f"{error_scale(cases, a)!r}, {single_precision_bound(cases, a):.1e}"
        call = f"lw_check_int({given})" if a.whole else f"lw_check({given}, {bounds})"
        inner.append(f"lw_failed += {call};")
        at += a.size
    lines += ["    " + x for x in inner] + ["}", "return lw_failed;"]
    return "\n".join([
        *([c_table(f"{name}_in", [flatten_ports(c.inputs, inputs) for c in cases])] if inputs else []),
        c_table(f"{name}_out", [flatten_ports(c.outputs, main.outputs) for c in cases]),
        f"static int test_{name}(void)\n{{\n{indented(lines)}\n}}\n",
    ])  # fmt: skip


def c_tests(package: CodePackage, real: str, scope: str) -> str:
    """Tests of all programs and a `main` that runs them."""
    arrays = [a for p in package.programs for a in p.main.outputs]
    out = [CHECK.replace("REAL", real)] if not all(a.whole for a in arrays) else []
    out += [CHECK_INT] if any(a.whole for a in arrays) else []
    for program, cases in zip(package.programs, package.cases, strict=True):
        out.append(_tests_of(program, cases, real, scope))
    runs = [f"lw_failed += test_{p.name}();" for p in package.programs]
    last = ['printf(lw_failed ? "FAILED\\n" : "all tests passed\\n");', "return lw_failed != 0;"]
    out.append(f"int main(void)\n{{\n{indented(['int lw_failed = 0;', *runs, *last])}\n}}\n")
    return "\n".join(out)


CHECK = f"""static int lw_check(const char *what, int n, const REAL *got, const double *expected, double scale,
                    double single)
{{
    const double tolerance = sizeof(REAL) == sizeof(float) ? single : {TOLERANCE!r};
    double worst = 0;
    int i, bad;
    for (i = 0; i < n; ++i) {{
        double error = fabs((double)got[i] - expected[i])/scale;
        if (expected[i] != expected[i]) error = got[i] == got[i]; /* no number */
        if (!(error <= worst)) worst = error;
    }}
    bad = !(worst <= tolerance);
    printf("%s: relative error %.2g%s\\n", what, worst, bad ? " TOO LARGE" : "");
    return bad;
}}
"""


CHECK_INT = """static int lw_check_int(const char *what, int n, const int *got, const double *expected)
{
    int i, wrong = 0;
    for (i = 0; i < n; ++i) wrong += got[i] != (int)expected[i];
    printf("%s: %d wrong\\n", what, wrong);
    return wrong != 0;
}
"""


__all__ = ["CLEARED", "CLike", "c_tests", "flatten_ports", "given_arrays", "indented", "type_of"]
