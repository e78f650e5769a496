"""The states that emitted packages are tested at: finite, reproducible, and not decided by rounding."""

import math
from fractions import Fraction

import pytest

from linkwright.expr import Graph, Port, make_symbol
from linkwright.expr.function import Function, build
from linkwright.expr.kernels.solve import solve, solve_with_status
from linkwright.targets.cases import cases
from tests.expr.test_kernels import function, variables


def quotient(offset: int) -> Function:
    """x / ((x + offset) - (z + offset)): the larger the offset, the more digits cancel."""
    g = Graph()
    x, z, big = make_symbol(g, "x", "variable"), make_symbol(g, "z", "variable"), make_symbol(g, "c", "variable")
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


def nearly_singular(small: float) -> Function:
    """x with A x = b, where A is singular but for a small number."""
    b = variables("b1", "b2", "c")
    one = b[0] * 0 + 1
    x = solve([[one, one], [one, one + small * (b[2] * b[2] + 1)]], b[:2])
    return function({"b": b}, {"x": x}, f"nearly{-round(math.log10(small))}")


@pytest.mark.parametrize("small", [1e-3, 1e-6, 1e-9])
def test_what_a_test_tolerates_is_what_the_condition_of_a_system_leaves(small):
    """Exact arithmetic on the same decimals is the other side: it may differ by the noise, which is not much more."""
    fn = nearly_singular(small)
    for case in cases(fn):
        b1, b2, c = (Fraction(v) for v in case.inputs["b"])
        second = (b2 - b1) / (Fraction(float(1 + small * float(c * c + 1))) - 1)
        error = max(abs(Fraction(u) - v) for u, v in zip(case.outputs["x"], (b1 - second, second), strict=True))
        largest = max(map(abs, case.outputs["x"]))
        assert error <= 10 * case.noise["x"]
        assert 1e-16 / small < case.noise["x"] / largest < 1e-14 / small


def test_no_state_is_taken_where_rounding_decides_a_flag():
    """A matrix that is 1 where x >= 0, else zero by sqrt(s^2) = |s|, which any other rounding breaks."""
    (x,) = variables("x")
    edge = x * 0
    for k in range(1, 6):
        s = x * k - 7
        edge = edge + abs((s * s).sqrt() - abs(s))
    *_, status = solve_with_status([[x.select(1, edge)]], [x])
    fn = function({"x": [x]}, {"status": [status]}, "on_edge", integers=("status",))
    assert fn(x=[-1.0]).tolist() == [1]
    assert all(case.inputs["x"][0] >= 0 for case in cases(fn))


def test_states_are_the_same_in_every_run():
    assert cases(quotient(30)) == cases(quotient(30))
