"""The states that emitted packages are tested at: finite, reproducible, and not decided by rounding."""

from fractions import Fraction

from linkwright.expr import Graph, Port, symbol
from linkwright.expr.function import Function, build
from linkwright.targets.cases import cases


def quotient(offset: int) -> Function:
    """x / ((x + offset) - (z + offset)): the larger the offset, the more digits cancel."""
    g = Graph()
    x, z, big = symbol(g, "x", "variable"), symbol(g, "z", "variable"), symbol(g, "c", "variable")
    y = x / ((x + big * offset) - (z + big * offset))
    inputs = [Port("v", (3,), (x.id, z.id, big.id), labels=("x", "z", "c"))]
    return build(f"quotient{offset}", inputs, [Port("y", (), (y.id,))], g)


def test_states_are_kept_away_from_where_rounding_decides():
    """Exact arithmetic on the same decimals is the other side."""
    found = cases(quotient(3000), count=60)
    assert len(found) == 60
    for case in found:
        x, z, _ = (Fraction(v) for v in case.inputs["v"])
        exact = x / (x - z)
        error = abs(Fraction(case.outputs["y"][0]) - exact) / max(abs(exact), Fraction(1, 1000))
        assert error < Fraction(1, 10**12)


def test_a_function_that_is_sensitive_everywhere_is_tested_all_the_same():
    assert len(cases(quotient(10**9))) == 5


def test_states_are_the_same_in_every_run():
    assert cases(quotient(30)) == cases(quotient(30))
