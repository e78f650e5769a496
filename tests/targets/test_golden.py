"""Emitted code as text, one small package per language: a change of the text is seen in review.

pytest tests/targets/test_golden.py --update-golden      writes the files anew
"""

import pytest

import linkwright as lw
from linkwright.expr import Expr, Graph, Port
from linkwright.expr.function import build
from linkwright.expr.kernels.solve import solve
from linkwright.targets import emit_package, targets
from tests.support.paths import GOLDEN


def functions():
    """The inverse dynamics of a planar arm, and a solve of two equations."""
    g = Graph()
    A = Port("A", (2, 2), tuple(g.symbol(f"a{k}", "variable") for k in range(4)), "a matrix")
    b = Port("b", (2,), tuple(g.symbol(f"b{k}", "variable") for k in range(2)), "right sides")
    rows = [[Expr(g, i) for i in A.elements[:2]], [Expr(g, i) for i in A.elements[2:]]]
    x = solve(rows, [Expr(g, i) for i in b.elements])
    return [
        lw.model(lw.load("planar(2)"), "inverse_dynamics", parameters="base"),
        build("two_equations", [A, b], [Port("x", (2,), tuple(e.id for e in x), "solution")], g, "x with A x = b"),
    ]


@pytest.mark.parametrize("language", targets())
def test_emitted_text_is_what_was_reviewed(language, request):
    files = emit_package(functions(), language, name="golden")
    text = "".join(
        f"==== {name} ====\n{body}".replace(lw.__version__, "VERSION")
        for name, body in files.items() if "test" not in name
    )  # fmt: skip
    path = GOLDEN / f"{language}.txt"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), "no golden file: run with --update-golden, and look at what it wrote"
    assert text == path.read_text(encoding="utf-8"), "the text has changed: if it should, run with --update-golden"
