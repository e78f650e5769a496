"""What C and C++ have in common: routines as functions of pointers, and tests with tables of states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.targets.program import (
    Array,
    Assign,
    Case,
    Num,
    Package,
    Part,
    Program,
    Routine,
    Section,
    Solve,
    Statement,
    Trig,
)
from linkwright.targets.target import TOLERANCE, Syntax, fill, given_arrays, scale_of


def indented(lines: Iterable[str]) -> str:
    flat = "\n".join(lines).split("\n")
    return "\n".join("    " + x if x else "" for x in flat)


@dataclass(frozen=True)
class CLike:
    """The words in which the two languages differ."""

    syntax: Syntax
    real: str  # the type of all numbers
    restrict: str  # what says that arrays do not overlap
    public: str  # in front of a function that the user calls
    private: str  # in front of a part of it
    poly: bool  # all sines and cosines by calls of lw_sincos4

    def signature(self, routine: Routine, arrays: Sequence[Array], name: str) -> str:
        """The head of a function of these arrays, inputs const, in lines of a readable length."""
        inputs = {a.name for a in routine.inputs}
        head = f"void {name}("
        items = [f"{'const ' if a.name in inputs else ''}{self.real} *{self.restrict} {a.name}" for a in arrays]
        return head + ("\n" + " " * len(head)).join(fill(items, 96 - len(head)) or ["void"]) + ")"

    def prototype(self, routine: Routine) -> str:
        return self.public + self.signature(routine, [*routine.inputs, *routine.outputs], routine.name)

    def definition(self, routine: Routine) -> str:
        """The function, and before it the parts that it calls if it is long."""
        used = frozenset().union(*(p.arrays for p in routine.parts))
        unused = [f"(void){a.name};" for a in routine.inputs if a.name not in used]
        if len(routine.parts) == 1:
            lines = [*unused, *self.body(routine.parts[0])]
            return f"{self.prototype(routine)}\n{{\n{indented(lines)}\n}}\n"
        texts, steps = [], []
        for part in routine.parts:
            arrays = [a for a in routine.arrays if a.name in part.arrays]
            head = self.private + self.signature(routine, arrays, part.name)
            texts.append(f"{head}\n{{\n{indented(self.body(part))}\n}}\n")
            steps.append(f"{part.name}({', '.join(a.name for a in arrays)});")
        space = [f"{self.real} {routine.workspace.name}[{routine.workspace.size}];"] if routine.workspace.size else []
        texts.append(f"{self.prototype(routine)}\n{{\n{indented([*space, *unused, *steps])}\n}}\n")
        return "\n".join(texts)

    def body(self, part: Part) -> list[str]:
        lines = [f"const {self.real} {x.name} = {x.array}[{x.index}];" for x in part.loads]
        rest: Sequence[Statement] = part.statements
        if self.poly and part.trig:
            last = max(k for k, s in enumerate(rest) if isinstance(s, Trig))
            lines += [self.statement(s) for s in rest[: last + 1] if isinstance(s, Assign)]
            lines += ["", *self.vector_trig(part.trig)]
            rest = rest[last + 1 :]
        for s in rest:
            lines += ["", self.statement(s)] if isinstance(s, Section) else [self.statement(s)]
        stores = [f"{x.array}[{x.index}] = {self.syntax.term(x.value)};" for x in part.stores]
        return [*lines, "", *stores] if lines else stores

    def vector_trig(self, trig: Sequence[Trig]) -> list[str]:
        """All sines and cosines by calls for four angles each."""
        n, real = -(-len(trig) // 4) * 4, self.real
        angles = [self.syntax.term(t.angle) for t in trig] + [self.syntax.term(Num(0))] * (n - len(trig))
        lines = ["/* sines and cosines */", f"{real} lw_sine[{n}], lw_cosine[{n}];"]
        for k in range(0, n, 4):
            four = ", ".join(angles[k : k + 4])
            lines.append(f"lw_sincos4({four}, lw_sine + {k}, lw_cosine + {k});")
        for k, t in enumerate(trig):
            lines += [f"const {real} {t.sin} = lw_sine[{k}];"] if t.sin else []
            lines += [f"const {real} {t.cos} = lw_cosine[{k}];"] if t.cos else []
        return lines

    def statement(self, s: Statement) -> str:
        real, term = self.real, self.syntax.term
        match s:
            case Assign(name, value):
                return f"const {real} {name} = {term(value)};"
            case Trig(angle, sin, cos):
                pairs = ((sin, "lw_sin"), (cos, "lw_cos"))
                return "\n".join(f"const {real} {n} = {f}({term(angle)});" for n, f in pairs if n)
            case Section(text):
                return f"/* {text} */"
            case Solve():
                values = "\n".join("    " + row for row in fill(map(term, s.values), 88))
                lines = [f"{real} {s.matrix}[{s.n * s.n + s.n}] = {{", values, "};", f"{real} {s.vector}[{s.n}];"]
                lines.append(f"lw_solve({s.n}, {s.matrix}, {s.vector});")
                return "\n".join([*lines, *(f"const {real} {name} = {s.vector}[{k}];" for k, name in s.items)])


# -- tests -------------------------------------------------------------------------------------------------------------


def table(name: str, rows: Sequence[Sequence[float]]) -> str:
    text = ",\n".join("    {" + "\n     ".join(fill(map(repr, row), 90)) + "}" for row in rows)
    return f"static const double {name}[{len(rows)}][{len(rows[0])}] = {{\n{text}\n}};\n"


def flat(values: Mapping[str, tuple[float, ...]], arrays: Iterable[Array]) -> list[float]:
    return [x for a in arrays for x in values[a.port]] or [0.0]


def _tests_of(program: Program, cases: Sequence[Case], real: str, scope: str) -> str:
    """The test of one program: tables, and a function that returns the number of failures."""
    main, inputs, name = program.main, given_arrays(program), program.name
    lines = ["int lw_failed = 0, lw_i, lw_k;", f"for (lw_k = 0; lw_k < {len(cases)}; ++lw_k) {{"]
    inner = [f"const double *lw_in = {name}_in[lw_k], *lw_out = {name}_out[lw_k];"]
    arrays = {a.name: a for a in (*inputs, *main.inputs, *main.outputs)}
    inner += [f"{real} {a.name}_[{max(a.size, 1)}];" for a in arrays.values()]
    at = 0
    for a in inputs:
        inner.append(f"for (lw_i = 0; lw_i < {a.size}; ++lw_i) {a.name}_[lw_i] = ({real})lw_in[{at} + lw_i];")
        at += a.size
    for r in program.routines:
        inner.append(f"{scope}{r.name}({', '.join(f'{a.name}_' for a in (*r.inputs, *r.outputs))});")
    at = 0
    for a in main.outputs:
        scale = scale_of(cases, a.port)
        inner.append(f'lw_failed += lw_check("{name}: {a.name}", {a.size}, {a.name}_, lw_out + {at}, {scale!r});')
        at += a.size
    lines += ["    " + x for x in inner] + ["}", "return lw_failed;"]
    return "\n".join([
        table(f"{name}_in", [flat(c.inputs, inputs) for c in cases]),
        table(f"{name}_out", [flat(c.outputs, main.outputs) for c in cases]),
        f"static int test_{name}(void)\n{{\n{indented(lines)}\n}}\n",
    ])  # fmt: skip


def tests(package: Package, real: str, scope: str) -> str:
    """The tests of all programs and a `main` that runs them."""
    out = [CHECK.replace("REAL", real)]
    for program, cases in zip(package.programs, package.cases, strict=True):
        out.append(_tests_of(program, cases, real, scope))
    runs = [f"lw_failed += test_{p.name}();" for p in package.programs]
    last = ['printf(lw_failed ? "FAILED\\n" : "all tests passed\\n");', "return lw_failed != 0;"]
    out.append(f"int main(void)\n{{\n{indented(['int lw_failed = 0;', *runs, *last])}\n}}\n")
    return "\n".join(out)


CHECK = f"""static int lw_check(const char *what, int n, const REAL *got, const double *expected, double scale)
{{
    const double tolerance = sizeof(REAL) == sizeof(float) ? 1e-3 : {TOLERANCE!r};
    double worst = 0;
    int i, bad;
    for (i = 0; i < n; ++i) {{
        const double error = fabs((double)got[i] - expected[i])/scale;
        if (!(error <= worst)) worst = error;
    }}
    bad = !(worst <= tolerance);
    printf("%s: relative error %.2g%s\\n", what, worst, bad ? " TOO LARGE" : "");
    return bad;
}}
"""


__all__ = ["CLike", "flat", "given_arrays", "indented", "tests"]
