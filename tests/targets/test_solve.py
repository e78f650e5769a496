"""A singular system has no solution: every language says so with NaN, and says nothing else with it.

Both sides: A x = b with a pivot that is exactly zero gives NaN in every element of x; a system beside it, regular, is
solved as always, and a zero in the corner that row pivoting avoids is no zero pivot.
"""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.function import build
from linkwright.expr.kernels.solve import solve
from linkwright.targets import emit, targets

Tool = Callable[[str], str]

MATRICES = {  # 3 x 3, row by row, and whether x exists; b is (1, 2, 3)
    "regular": ((0, 2, 1, 1, 1, 1, 2, 0, 3), True),
    "zero column": ((1, 0, 2, 3, 0, 4, 5, 0, 7), False),
    "last pivot": ((2, 1, 0, 4, 2, 0, 0, 0, 1), False),
    "consistent": ((1, 1, 1, 1, 1, 1, 1, 1, 1), False),
    "nothing": ((0, 0, 0, 0, 0, 0, 0, 0, 0), False),
    "not a number": ((1, 0, 0, 0, math.nan, 0, 0, 0, 1), False),
    "infinite": ((1, 0, 0, 0, math.inf, 0, 0, 0, 1), False),
}
FINITE = {name: case for name, case in MATRICES.items() if all(map(math.isfinite, case[0]))}


def system() -> Function:
    g = Graph()
    A = Port("A", (9,), tuple(g.symbol(f"a{k}", "variable") for k in range(9)), labels=tuple(f"a{k}" for k in range(9)))
    e = [Expr(g, i) for i in A.elements]
    x = solve([e[0:3], e[3:6], e[6:9]], [Expr(g, g.const(k)) for k in (1, 2, 3)])
    return build("linear", [A], [Port("x", (3,), tuple(v.id for v in x))], g)


def expected(matrix: tuple[float, ...], regular: bool) -> list[float]:
    return np.linalg.solve(np.reshape(matrix, (3, 3)), [1.0, 2.0, 3.0]).tolist() if regular else [math.nan] * 3


def agree(got: list[list[float]], cases: dict[str, Any]) -> None:
    assert len(got) == len(cases)
    for values, (name, case) in zip(got, cases.items(), strict=True):
        np.testing.assert_allclose(values, expected(*case), rtol=1e-12, atol=1e-12, err_msg=name)


def folder(language: str, path: Path) -> Path:
    for name, text in emit(system(), language).items():
        (path / name).write_text(text)
    return path


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(text: str) -> list[list[float]]:
    return [[float(x) for x in line.split()] for line in text.splitlines() if line.strip()]


def literals(cases: dict[str, Any], number: Callable[[float], str], opening: str = "{", closing: str = "}") -> str:
    lists = (opening + ", ".join(number(float(x)) for x in matrix) + closing for matrix, _ in cases.values())
    return opening + ", ".join(lists) + closing


def c_number(x: float) -> str:
    return "NAN" if math.isnan(x) else "INFINITY" if math.isinf(x) else repr(x)


C_MAIN = """#include <math.h>
#include <stdio.h>
int main(void)
{
    static const double cases[COUNT][9] = CASES;
    double x[3];
    int k;
    for (k = 0; k < COUNT; ++k) {
        SCOPElinear_(cases[k], x);
        printf("%.17g %.17g %.17g\\n", x[0], x[1], x[2]);
    }
    return 0;
}
"""


def c_main(header: str, scope: str, name: str) -> str:
    table = literals(MATRICES, c_number)
    text = C_MAIN.replace("COUNT", str(len(MATRICES))).replace("CASES", table).replace("SCOPElinear_", scope + name)
    return f'#include "{header}"\n{text}'


def test_c(tool: Tool, tmp_path: Path) -> None:
    folder("c", tmp_path)
    (tmp_path / "main.c").write_text(c_main("linear.h", "", "linear"))
    run(tool("gcc"), "-std=c99", "-O2", "linear.c", "main.c", "-o", "t", "-lm", cwd=tmp_path)
    agree(rows(run("./t", cwd=tmp_path)), MATRICES)


def test_cpp(tool: Tool, tmp_path: Path) -> None:
    folder("cpp", tmp_path)
    (tmp_path / "main.cpp").write_text(c_main("linear.hpp", "linkwright::", "linear"))
    run(tool("g++"), "-std=c++17", "-O2", "main.cpp", "-o", "t", cwd=tmp_path)
    agree(rows(run("./t", cwd=tmp_path)), MATRICES)


def test_fortran(tool: Tool, tmp_path: Path) -> None:
    folder("fortran", tmp_path)
    lines = ["program main", "use linear_module", "use, intrinsic :: ieee_arithmetic", "real(wp) :: a(9), x(3), n, i"]
    lines += ["n = ieee_value(n, ieee_quiet_nan)", "i = ieee_value(i, ieee_positive_inf)"]
    for matrix, _ in MATRICES.values():
        texts = ["n" if math.isnan(v) else "i" if math.isinf(v) else f"{float(v)!r}_wp" for v in matrix]
        lines += [f"a = [{', '.join(texts)}]", "call linear(a, x)", "print '(3es26.17)', x"]
    (tmp_path / "main.f90").write_text("\n".join([*lines, "end program", ""]))
    run(tool("gfortran"), "-std=f2008", "-O2", "linear.f90", "main.f90", "-o", "t", cwd=tmp_path)
    agree(rows(run("./t", cwd=tmp_path)), MATRICES)


@pytest.mark.parametrize("std", ["yes", "no"])
def test_rust(std: str, tool: Tool, tmp_path: Path) -> None:
    for name, text in emit(system(), "rust", std=std).items():
        (tmp_path / name).write_text(text)

    def number(x: float) -> str:
        return "f64::NAN" if math.isnan(x) else "f64::INFINITY" if math.isinf(x) else repr(x)

    table = literals(MATRICES, number, "[", "]")
    body = f'for a in {table} {{ let x = linear::linear(&a); println!("{{}} {{}} {{}}", x[0], x[1], x[2]); }}'
    (tmp_path / "main.rs").write_text(f"mod linear;\nfn main() {{ {body} }}\n")
    run(tool("rustc"), "--edition", "2021", "-A", "dead_code", "main.rs", "-o", "t", cwd=tmp_path)
    agree(rows(run("./t", cwd=tmp_path)), MATRICES)


def test_javascript(tool: Tool, tmp_path: Path) -> None:
    folder("javascript", tmp_path)
    table = literals(MATRICES, lambda x: "NaN" if math.isnan(x) else "Infinity" if math.isinf(x) else repr(x), "[", "]")
    text = f"import {{linear}} from './linear.mjs';\nfor (const a of {table}) console.log(linear(a).join(' '));\n"
    (tmp_path / "main.mjs").write_text(text)
    agree(rows(run(tool("node"), "main.mjs", cwd=tmp_path)), MATRICES)


def test_octave(tool: Tool, tmp_path: Path) -> None:
    folder("matlab", tmp_path)
    (name,) = (p.stem for p in tmp_path.glob("*.m") if not p.stem.startswith("test_"))
    matrices = [" ".join(repr(float(x)) for x in matrix) for matrix, _ in MATRICES.values()]
    calls = [f"printf('%.17g ', {name}([{text}])); printf('\\n');" for text in matrices]
    (tmp_path / "main.m").write_text("\n".join([*calls, ""]).replace("nan", "NaN").replace("inf", "Inf"))
    agree(rows(run(tool("octave-cli"), "--norc", "--quiet", "main.m", cwd=tmp_path)), MATRICES)


def test_python_one_by_one_and_in_a_batch(tmp_path: Path) -> None:
    scope: dict[str, Any] = {}
    exec(compile(emit(system(), "python")["linear.py"], "linear.py", "exec"), scope)
    agree([scope["linear"](matrix).tolist() for matrix, _ in MATRICES.values()], MATRICES)
    agree(scope["linear"]([matrix for matrix, _ in MATRICES.values()]).tolist(), MATRICES)


def test_mathics(module: Callable[[str], Any], tmp_path: Path) -> None:
    """Indeterminate is what is no number there; symbols stay symbols, and a system of them is solved."""
    module("mathics.core.load_builtin").import_and_load_builtins()
    session = module("mathics.session").MathicsSession(add_builtin=True, catch_interrupt=False)
    session.evaluate(f'Get["{folder("mathematica", tmp_path) / "linear"}.wl"]')
    for name, (matrix, regular) in FINITE.items():
        result = session.evaluate(f"linear[{{{', '.join(map(repr, map(float, matrix)))}}}]").to_python()
        got = [x if isinstance(x, float | int) else math.nan for x in result]
        np.testing.assert_allclose(got, expected(matrix, regular), rtol=1e-12, err_msg=name)
    difference = "Simplify[{{a, b, 0}, {c, d, 0}, {0, 0, 1}} . linear[{a, b, 0, c, d, 0, 0, 0, 1}]]"
    assert str(session.evaluate(difference)) == str(session.evaluate("{1, 2, 3}"))


def test_giac(tool: Tool, tmp_path: Path) -> None:
    folder("maple", tmp_path)
    lines = ["maple_mode(1):", 'read("linear.mpl"):']
    for k, (matrix, _) in enumerate(FINITE.values()):
        lines.append(f'print("case", {k}, linear([{", ".join(map(repr, map(float, matrix)))}])):')
    (tmp_path / "main.mpl").write_text("\n".join([*lines, ""]))
    done = subprocess.run([tool("giac"), "main.mpl"], cwd=tmp_path, capture_output=True, text=True, check=False)
    found = re.findall(r"case,\d+,\[(.*?)\]", done.stdout + done.stderr)
    got = [[math.nan if "undef" in x else float(x) for x in values.split(",")] for values in found]
    agree(got, FINITE)


@pytest.mark.parametrize("language", [t.name for t in targets().values() if t.check])
def test_the_helper_says_what_it_does(language: str) -> None:
    assert re.search("singular \\(then x is not a number\\)", "\n".join(emit(system(), language).values()))
