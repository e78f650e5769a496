"""Kernels in every language that runs here: the package's own test is built and run.

What is drawn at random reaches both sides: two bars whose end is in reach and out of it, regular and singular systems;
the status tells them apart in every language alike. How many steps an iteration takes is nobody's promise.
"""

import subprocess

import numpy as np
import pytest

import linkwright as lw
from linkwright.expr import Expr, Function
from linkwright.expr.kernels.map import map_kernel
from linkwright.expr.kernels.roots import roots_kernel
from linkwright.expr.kernels.solve import solve, solve_kernel, solve_with_status
from linkwright.targets import emit, find_target, targets
from linkwright.targets.cases import cases
from linkwright.verification.languages import check_language, find_tool
from tests.conftest import absent
from tests.expr.test_kernels import body, calling, function, two_bars, variables


def solved() -> Function:
    """Newton from a start near a point that is in reach: the unknowns."""
    x, y, u, v = variables("x", "y", "u", "v")
    g = x.graph
    ends = [x.cos() + (x + y + 2).cos(), x.sin() + (x + y + 2).sin()]
    items = g.invoke(two_bars(), [*(e.id for e in ends), (x + u / 50).id, (y + 2 + v / 50).id])
    return function({"x": [x, y, u, v]}, {"found": [Expr(g, i) for i in items[:2]]}, "solved")


def statuses() -> Function:
    """Newton towards any point, and a system that is singular where x is 0: the statuses alone."""
    p = variables("a", "b", "x", "y")
    g = p[0].graph
    *_, reached, _ = g.invoke(two_bars(), [e.id for e in (p[0] * 2, p[1] * 2, *p[2:])])
    step = (p[2].sign() + 1) * p[2]  # 0 for a negative x
    *_, regular = solve_with_status([[step, step], [p[3], p[3] + 1]], [p[0], p[1]])
    return function({"p": p}, {"status": [Expr(g, reached), regular]}, "statuses", integers=("status",))


def quartic() -> Function:
    """The roots of a polynomial that has four: the roots are what it was made of, in order."""
    r = variables("r1", "r2", "r3", "r4")
    g = r[0].graph
    c = [r[0] * 0 + 1]
    for root in r:
        low = [-root * e for e in c]
        c = [a + b for a, b in zip([*low, r[0] * 0], [r[0] * 0, *c], strict=True)]
    items = g.invoke(roots_kernel(4), [e.id for e in c])
    outputs = {"roots": [Expr(g, i) for i in items[:4]], "count": [Expr(g, items[5])]}
    return function({"r": r}, outputs, "quartic", integers=("count",))


FUNCTIONS = [calling(solve_kernel(3), "three_equations"), calling(map_kernel("rows", body(), 3), "three_rows"),
             solved(), statuses(), quartic()]  # fmt: skip
SLOW = {"mathematica": FUNCTIONS[:3]}  # Mathics needs seconds for a thousand steps


@pytest.mark.parametrize("language", [t.name for t in targets().values() if t.check and t.name != "julia"])
def test_kernels_do_the_same_in_every_language(language, warm_tools):
    target = find_target(language)
    assert target.check
    missing = [c[0] for c in target.check.commands if not c[0].startswith("./") and not find_tool(c[0])]
    if missing:
        absent(f"{missing[0]} is not installed")
    chosen = SLOW.get(language, FUNCTIONS)
    outcome = check_language(language, target, chosen, chosen)
    assert outcome.outcome == "passed", outcome.detail


def hilbert(n: int = 8) -> Function:
    """A x = b with a matrix whose condition is 1e10."""
    b = variables(*(f"b{k}" for k in range(n)))
    one = b[0] * b[0] / 100 + 1
    return function({"b": b}, {"x": solve([[one / (r + c + 1) for c in range(n)] for r in range(n)], b)}, "hilbert")


def test_an_ill_conditioned_system_may_have_other_digits_but_no_other_equation(tool, tmp_path):
    """C with fused multiplications: 1e-12 of the solution is missed, what rounding of the equations leaves is not."""
    fn = hilbert()
    (case, *_) = cases(fn)
    got = lw.compile(fn, backend="c")(b=np.array(case.inputs["b"]))
    error = np.abs(got - case.outputs["x"]).max()
    assert 1e-12 * np.abs(got).max() < error < 10 * case.noise["x"]
    for name, text in emit(fn, "c").items():
        (tmp_path / name).write_text(text)
    files = ["hilbert.c", "test_hilbert.c", "-o", "t", "-lm"]
    subprocess.run([tool("gcc"), "-O3", "-march=native", "-ffp-contract=fast", *files], cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "t"], check=True)


def test_what_is_drawn_reaches_both_sides():
    fn = statuses()
    found = [case.outputs["status"] for case in cases(fn, count=40)]
    assert {0.0, 2.0} <= {reached for reached, _ in found}
    assert {regular for _, regular in found} == {0.0, 1.0}
