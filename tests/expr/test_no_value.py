"""Where mathematics has no value, every back end has the infinity or NaN of IEEE arithmetic: none raises or guesses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Function, Graph, Port, make_number, make_symbol
from linkwright.expr.kernels.solve import solve
from linkwright.program.plan import constant_values
from linkwright.run import compile
from tests.support.run_cases import joint, robot

BACKENDS = ["llvm", "c", "python"]
INF, NAN = math.inf, math.nan


@pytest.fixture(params=[*BACKENDS, "replay"])
def evaluate(request, tool) -> Callable[[Function], Callable[..., Any]]:
    """How a function of states is evaluated: compiled, or by replay of its graph."""
    if request.param == "c":
        tool("cc")
    return lambda fn: fn if request.param == "replay" else compile(fn, request.param)


def of_two(*outputs: Callable[[Expr, Expr], Expr]) -> Function:
    g = Graph()
    x, y = make_symbol(g, "x", "variable"), make_symbol(g, "y", "variable")
    values = tuple(f(x, y).id for f in outputs)
    return Function("f", g, (Port("v", (2,), (x.id, y.id)),), (Port("z", (len(values),), values),))


OPERATIONS = {  # a function, its argument, and the value that IEEE 754 and the C standard (annex F) give it
    "1/0": (lambda x, y: x / y, (1, 0), INF), "-1/0": (lambda x, y: x / y, (-1, 0), -INF),
    "0/0": (lambda x, y: x / y, (0, 0), NAN), "sqrt(-1)": (lambda x, y: x.sqrt(), (-1, 0), NAN),
    "asin(2)": (lambda x, y: x.asin(), (2, 0), NAN), "acos(-2)": (lambda x, y: x.acos(), (-2, 0), NAN),
    "log(0)": (lambda x, y: x.log(), (0, 0), -INF), "log(-1)": (lambda x, y: x.log(), (-1, 0), NAN),
    "exp(1000)": (lambda x, y: x.exp(), (1000, 0), INF), "sin(inf)": (lambda x, y: x.sin(), (INF, 0), NAN),
    "cos(-inf)": (lambda x, y: x.cos(), (-INF, 0), NAN), "tan(inf)": (lambda x, y: x.tan(), (INF, 0), NAN),
    "(-8)^(1/3)": (lambda x, y: x**y, (-8, 1 / 3), NAN), "0^(-1)": (lambda x, y: x**y, (0, -1), INF),
    "10^400": (lambda x, y: x**y, (10, 400), INF), "sign(nan)": (lambda x, y: x.sign(), (NAN, 0), NAN),
    "abs(-inf)": (lambda x, y: abs(x), (-INF, 0), INF), "atan2(0, 0)": (lambda x, y: x.atan2(y), (0, 0), 0),
    "inf-inf": (lambda x, y: x - y, (INF, INF), NAN), "0*inf": (lambda x, y: x * y, (0, INF), NAN),
}  # fmt: skip


@pytest.mark.parametrize("case", OPERATIONS)
def test_an_operation_has_the_value_of_ieee_arithmetic(evaluate, case):
    """For one state and in a batch, where the states beside it keep their values."""
    operation, arguments, expected = OPERATIONS[case]
    f = evaluate(of_two(operation, lambda x, y: x + y))
    v = np.array(arguments, dtype=float)
    np.testing.assert_array_equal(f(v=v)[0], expected)
    batch = np.array([[0.5, 0.25], v, v, [0.5, 0.25], v])
    found = f(v=batch)[:, 0]
    np.testing.assert_array_equal(found[[1, 2, 4]], [expected] * 3)
    assert np.isfinite(found[[0, 3]]).all()


# -- systems of equations --------------------------------------------------------------------------------------------


def system(n: int) -> Function:
    """x with A x = b, and beside it the sum of b, which always has a value."""
    g = Graph()
    a = [make_symbol(g, f"a{k}", "variable") for k in range(n * n)]
    b = [make_symbol(g, f"b{k}", "variable") for k in range(n)]
    x = solve([a[n * k : n * k + n] for k in range(n)], b)
    ids = lambda es: tuple(e.id for e in es)  # noqa: E731
    outputs = (Port("x", (n,), ids(x)), Port("s", (), (sum(b[1:], b[0]).id,)))
    return Function("system", g, (Port("A", (n, n), ids(a)), Port("b", (n,), ids(b))), outputs)


SINGULAR = {
    "zero": np.zeros((3, 3)),
    "one by one": np.zeros((1, 1)),
    "a zero row": np.array([[1.0, 2], [0, 0]]),
    "a zero column": np.array([[0.0, 2, 1], [0, 4, 1], [0, 5, 2]]),
    "equal rows": np.array([[1.0, 2, 3], [4, 8, 1], [1, 2, 3]]),
    "the last pivot": np.array([[2.0, 0, 0, 0], [0, 4, 0, 0], [0, 0, 8, 1], [0, 0, 16, 2]]),
    "the first of several": np.array([[1.0, 1, 1], [1, 1, 1], [1, 1, 2]]),
    "infinite": np.array([[1.0, 2], [3, math.inf]]),
    "infinite above": np.array([[4.0, 0, math.inf], [0, 2, 0], [0, 1, 2]]),
    "not a number": np.array([[1.0, 2, 0], [0, 3, 1], [math.nan, 0, 1]]),
}


@pytest.mark.parametrize("case", SINGULAR)
def test_a_system_without_a_solution_is_nan_in_every_element(evaluate, case):
    """A zero or infinite pivot: no element of x is a number, and nothing else is touched."""
    A = SINGULAR[case]
    n = len(A)
    f, b = evaluate(system(n)), np.arange(1.0, n + 1)
    found = f(A=A, b=b)
    assert np.isnan(found["x"]).all()
    assert found["s"] == b.sum()


@pytest.mark.parametrize("n", [1, 2, 5])
def test_in_a_batch_only_the_singular_systems_are_nan(evaluate, n):
    rng = np.random.default_rng(n)
    A, b = rng.uniform(-1, 1, (11, n, n)), rng.uniform(-1, 1, (11, n))
    A[:, 0, 0] = 0 if n > 1 else A[:, 0, 0]  # needs pivoting
    lost = [0, 3, 4, 10]
    A[lost, -1] = 0
    kept = [k for k in range(11) if k not in lost]
    found = evaluate(system(n))(A=A, b=b)["x"]
    assert np.isnan(found[lost]).all()
    np.testing.assert_allclose((A[kept] @ found[kept][..., None])[..., 0], b[kept], atol=1e-12)


@given(st.integers(1, 4), st.integers(-300, 300), st.integers(0, 10**6))
def test_no_scale_makes_a_regular_system_singular(n, power, seed):
    """No tolerance decides: a matrix of tiny or huge entries is solved as that of entries near 1 is."""
    A = np.random.default_rng(seed).uniform(-1, 1, (n, n)) + 3 * np.eye(n)
    fn, b, scale = system(n), np.ones(n), 2.0**power
    expected = np.linalg.solve(A, b)
    for f in (fn, compile(fn, "python")):
        np.testing.assert_allclose(f(A=A * scale, b=b * scale)["x"], expected, rtol=1e-10, atol=1e-10)


def test_a_singular_system_of_numbers_alone_is_an_error_when_compiled():
    """Nobody could ever call it."""
    g = Graph()
    one, two = make_number(g, 1), make_number(g, 2)
    x = solve([[one, two], [one, two]], [one, one])
    with pytest.raises(ExpressionError, match="no value"):
        constant_values(g, Function("f", g, (), (Port("x", (2,), tuple(e.id for e in x)),)).nodes)


# -- models ----------------------------------------------------------------------------------------------------------


def planar() -> lw.Robot:
    """Two links in a plane; the second has no inertia of its own until somebody gives it one."""
    bodies = [lw.Body(ZZ=1.0, M=1.0), lw.Body(ZZ="ZZ2", M="M2")]
    joints = [joint(parent=k, d=k, body=body) for k, body in enumerate(bodies)]
    return robot(name="planar", gravity=(0, -9.81, 0), joints=joints)


def test_forward_dynamics_of_a_link_without_inertia_is_no_number(evaluate):
    f = evaluate(lw.model(planar(), "forward_dynamics"))
    state = {"q": np.array([0.5, 0.25]), "qd": np.array([1.0, 2.0]), "tau": np.array([1.0, 0.5])}
    assert not np.isfinite(np.asarray(f(**state, ZZ2=0.0, M2=0.0))[1])
    assert np.isfinite(np.asarray(f(**state, ZZ2=1.0, M2=0.0))).all()


def test_the_inverse_jacobian_at_a_singularity_is_no_number(evaluate):
    """RX90 with its wrist straight: q5 = 0. Every back end says so in the same elements."""
    fn = lw.model(lw.load("rx90"), "inverse_jacobian")
    values = dict.fromkeys(fn.parameters.labels if fn.parameters else (), 0.5)
    q = np.array([0.1, 0.2, 0.3, 0.4, 0.0, 0.6])
    found = np.asarray(evaluate(fn)(q=q, **values))
    assert not np.isfinite(found).all()
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(fn(q=q.tolist(), **values)))
    q[4] = 1.0
    assert np.isfinite(np.asarray(evaluate(fn)(q=q, **values))).all()
