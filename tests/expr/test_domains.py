"""What a function can be called on: every kind that is known works, every other is refused with what is taken."""

from __future__ import annotations

import decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.expr import Function, Graph, Port, make_symbol, value_of
from linkwright.expr import ops as o
from linkwright.expr.domains import KINDS, NUMBERS
from linkwright.expr.replay import Domain
from linkwright.run import compile


def example() -> Function:
    """a sin(x) + y^2/a"""
    g = Graph()
    x, y, a = make_symbol(g, "x", "variable"), make_symbol(g, "y", "variable"), make_symbol(g, "a")
    z = a * x.sin() + y * y / a
    inputs = (
        Port("v", (2,), (x.id, y.id), labels=("x", "y")),
        Port("parameters", (1,), (a.id,), labels=("a",), role="parameter"),
    )
    return Function("example", g, inputs, (Port("z", (), (z.id,)),))


X, Y, A = 0.5, 3.0, 2.0
EXPECTED = A * np.sin(X) + Y * Y / A


class Unknown:
    """As a symbol of another package is: it can be a float, but that is not what it means."""

    def __float__(self) -> float:
        return float("nan")

    def __add__(self, other: Any) -> Any:
        return self

    __radd__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __add__


@pytest.mark.parametrize(
    "number",
    [float, Fraction, np.float64, np.float32, np.longdouble, lambda x: np.array(x), lambda x: np.array([x])[0]],
    ids=["float", "Fraction", "float64", "float32", "longdouble", "0-d array", "element"],
)
def test_every_real_number_is_a_number(number):
    """The result is a float, whatever kinds stand side by side."""
    fn = example()
    for found in (fn(v=[number(X), 3], a=np.int32(2)), fn(v=[number(X), number(Y)], a=number(A))):
        assert found == pytest.approx(EXPECTED, rel=1e-15)
        assert np.ndim(found) == 0


def test_arrays_of_every_real_type_are_taken():
    fn = example()
    for dtype in (np.float64, np.float32, ">f8"):
        v = np.array([[X, Y]] * 3, dtype=dtype)
        np.testing.assert_allclose(fn(v=v, a=A), [EXPECTED] * 3, rtol=1e-6)
    whole = np.array([[2, 3], [0, -1]])
    np.testing.assert_allclose(fn(v=whole, a=2), [fn(v=row.tolist(), a=2) for row in whole])


def test_results_have_the_leading_axes_of_all_arguments():
    """Also those of outputs that do not depend on the argument that has them: as compiled functions do."""
    g = Graph()
    x, y = make_symbol(g, "x", "variable"), make_symbol(g, "y", "variable")
    inputs = (Port("x", (1,), (x.id,)), Port("y", (1,), (y.id,)))
    outputs = (Port("one", (2,), (x.id, g.const(7))), Port("both", (), ((x * y).id,)))
    fn = Function("f", g, inputs, outputs)
    state = {"x": np.array([[2.0], [3.0]])[:, None], "y": np.arange(3.0)[:, None]}
    found, compiled = fn(**state), compile(fn)(**state)
    for name in ("one", "both"):
        np.testing.assert_array_equal(found[name], compiled[name])
    with pytest.raises(InputError, match="leading axes do not fit together"):
        fn(x=np.zeros((2, 1)), y=np.zeros((3, 1)))


def test_an_array_of_expressions_is_a_list_of_them():
    g = Graph()
    v = np.array([make_symbol(g, "x"), make_symbol(g, "y")], dtype=object)
    found = example()(v=v, a=np.float64(A))
    assert value_of(found, {"x": X, "y": Y}) == pytest.approx(EXPECTED)


def test_numbers_beside_sympy_stay_exact():
    import sympy as sp

    found = example()(v=[sp.Symbol("x"), 1], a=3)
    assert sp.simplify(found - 3 * sp.sin(sp.Symbol("x")) - sp.Rational(1, 3)) == 0


REFUSED: dict[str, Any] = {
    "a symbol of somebody else's": Unknown(), "text": "0.5", "bytes": b"1", "None": None, "complex": 1j, "bool": True,
    "list": [1.0], "Decimal": decimal.Decimal("0.5"), "NumPy bool": np.True_, "NumPy complex": np.complex128(1),
    "complex array": np.zeros(3, dtype=complex), "bool array": np.zeros(3, dtype=bool),
    "object array": np.array([1.0, None], dtype=object), "array of text": np.array(["1"]),
    "dates": np.zeros(2, "M8[s]"), "masked": np.ma.masked, "masked array": np.ma.array([1.0, 2.0], mask=[True, False]),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_other_scalars_are_refused_with_what_is_taken(what):
    fn = example()
    for arguments in ({"v": [REFUSED[what], Y], "a": A}, {"v": [X, Y], "a": REFUSED[what]}):
        if what == "None" and arguments["a"] is None:
            continue  # a parameter that is not given
        with pytest.raises(InputError, match=r"'(v|parameters)' .*\((numbers, |its mask)"):
            fn(**arguments)


@pytest.mark.parametrize("what", [w for w in REFUSED if w not in ("None", "list")])
@pytest.mark.parametrize("backend", ["llvm", "python"])
def test_compiled_functions_refuse_them_too(what, backend):
    f = compile(example(), backend)
    with pytest.raises(InputError):
        f(v=[X, REFUSED[what]], a=A)
    with pytest.raises(InputError):
        f(v=[X, Y], a=REFUSED[what])
    with pytest.raises(InputError):
        f.bind(a=REFUSED[what])


MASKED = {
    "array": np.ma.array([X, Y], mask=[False, True]),
    "nothing masked": np.ma.array([X, Y]),
    "rows": [np.ma.array([X, Y], mask=[False, True])] * 2,
    "element": [X, np.ma.masked],
    "in tuples": ([(X, np.ma.masked)],),
}


@pytest.mark.parametrize("how", MASKED)
def test_masked_arrays_are_refused(how):
    """NumPy would compute with what is behind the mask."""
    fn = example()
    for f in (fn, compile(fn)):
        with pytest.raises(InputError, match="'v'"):
            f(v=MASKED[how], a=A)


def test_not_a_number_goes_through():
    """NaN is what an absent measurement is: it is a number to compute with, and it stays visible."""
    fn = example()
    for f in (fn, compile(fn), compile(fn, "python")):
        assert np.isnan(f(v=np.array([np.nan, Y]), a=A))
        np.testing.assert_array_equal(np.isnan(f(v=np.array([[np.nan, Y], [X, Y]]), a=A)), [True, False])


@pytest.mark.parametrize(
    ("v", "message"),
    [
        (np.zeros(3), "'v' has 3 values, 2 needed"), ([1.0], "'v' has 1 values"), (3.0, "'v' is no sequence but float"),
        (np.float64(1), "no sequence"), (np.array(1.0), "has 1 values"), (None, "no sequence"),
    ],
)  # fmt: skip
def test_arguments_of_the_wrong_shape_are_named(v, message):
    with pytest.raises(InputError, match=message):
        example()(v=v, a=A)


def test_a_matrix_is_not_taken_for_its_transpose():
    g = Graph()
    m = [make_symbol(g, f"m{k}", "variable") for k in range(6)]
    fn = Function("f", g, (Port("m", (2, 3), tuple(e.id for e in m)),), (Port("y", (), (m[1].id,)),))
    M = np.arange(6.0).reshape(2, 3)
    assert fn(m=M) == fn(m=M.tolist()) == 1
    for wrong in (M.T, M.T.tolist(), M.ravel(), M.ravel().tolist()):
        with pytest.raises(InputError, match="'m'"):
            fn(m=wrong)


def test_the_remedy_names_every_kind():
    with pytest.raises(InputError) as problem:
        example()(v=[Unknown(), 1], a=1)
    assert all(kind.name in str(problem.value) for kind in (NUMBERS, *KINDS))


# -- somebody else's scalars -----------------------------------------------------------------------------------------


def test_a_domain_makes_other_scalars_possible():
    """Pairs (value, slope): the second is the derivative by x, cos(x) a, though the graph knows nothing of pairs."""
    pair = tuple[float, float]

    def product(p: pair, q: pair) -> pair:
        return p[0] * q[0], p[0] * q[1] + p[1] * q[0]

    operations: dict[int, Any] = {
        o.ADD: lambda p, q: (p[0] + q[0], p[1] + q[1]),
        o.MUL: product,
        o.DIV: lambda p, q: (p[0] / q[0], p[1] / q[0] - p[0] * q[1] / q[0] ** 2),
        o.SIN: lambda p: (np.sin(p[0]), np.cos(p[0]) * p[1]),
    }
    pairs = Domain(lambda x: (float(x), 0.0), operations, lambda n, values: [])
    found = example().evaluate(pairs, {"v": [(X, 1.0), (Y, 0.0)], "a": (A, 0.0)})
    assert found == pytest.approx((EXPECTED, A * np.cos(X)))
