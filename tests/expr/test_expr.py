"""Laws of the expression graph. The other side is Python's own arithmetic, SymPy, or an identity of trigonometry."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from linkwright.errors import ExpressionError, InputError
from linkwright.expr import (
    Expr,
    Function,
    Graph,
    Importer,
    Port,
    make_number,
    make_symbol,
    parse_formula,
    prove_equal,
    value_of,
)
from linkwright.expr import ops as o
from linkwright.expr.derivative import directional_derivatives, gradient, jacobian
from linkwright.expr.kernels.solve import solve
from linkwright.expr.prime import P
from linkwright.expr.replay import FLOAT, needed_nodes, replay, sympy_domain
from linkwright.expr.text import formula_key

NAMES = ["x", "y", "L1", "I", "E", "S", "N", "Q", "O", "C", "beta", "gamma", "zeta", "lambda", "alpha3"]
VALUES = {name: 0.3 + 0.137 * k for k, name in enumerate(NAMES)}


def formulas() -> st.SearchStrategy[str]:
    """Formulas that both Python and our parser read, bounded so that nothing overflows."""
    leaf = st.one_of(
        st.sampled_from(NAMES), st.integers(0, 9).map(str), st.floats(0.125, 9, width=32).map(repr), st.just("pi"),
        st.sampled_from(["pi/2", "pi/3", "3*pi/4", "-pi/6"]),
    )  # fmt: skip

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]}){t[1]}({t[2]})"),
            st.tuples(inner, inner).map(lambda t: f"{t[0]} - {t[1]}"),
            st.tuples(st.sampled_from(["sin", "cos"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
            inner.map(lambda t: f"-({t})"),
            inner.map(lambda t: f"({t})**2"),
            st.tuples(inner, st.sampled_from(["2", "5", "L1"])).map(lambda t: f"({t[0]})/{t[1]}"),
        )

    return st.recursive(leaf, grow, max_leaves=12)


def by_python(text: str) -> float:
    table = {("lambda_" if k == "lambda" else k): v for k, v in VALUES.items()}
    return float(eval(text.replace("lambda", "lambda_"), {"sin": math.sin, "cos": math.cos, "pi": math.pi}, table))


@given(formulas())
def test_a_formula_has_the_value_that_python_gives_it(text):
    expected = by_python(text)
    assume(abs(expected) < 1e9)
    assert value_of(parse_formula(text), VALUES) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(formulas())
def test_printing_then_parsing_gives_the_same_formula(text):
    e = parse_formula(text)
    assert formula_key(parse_formula(str(e)), {}) == formula_key(e, {})


@given(formulas(), formulas())
def test_prime_field_agrees_with_numbers_about_equality(a, b):
    proof = prove_equal([parse_formula(a)], [parse_formula(b)])
    close = abs(by_python(a) - by_python(b)) < 1e-9 * max(1, abs(by_python(a)))
    if proof:
        assert close
        assert proof.error_bound < 1e-15
    else:
        # different functions differ at an arbitrary point, unless floats were rounded on the way
        assert not close or "." in a + b


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sin(a+b)", "sin(a)*cos(b)+cos(a)*sin(b)"),
        ("cos(q2+q3+pi/4)", "(cos(q2+q3)-sin(q2+q3))*sin(pi/4)"),
        ("2*sin(x/2)^2", "1-cos(x)"),
        ("cos(3*x)", "4*cos(x)^3-3*cos(x)"),
        ("tan(x)", "sin(x)/cos(x)"),
        ("(a^2-b^2)/(a-b)", "a+b"),
        ("4*cos(pi/6)^2", "3"),
        ("4*cos(pi/5)^2-2*cos(pi/5)-1", "0"),
        ("sin(x)^2*m+m*cos(x)^2", "m"),
        ("atan2(a+b, c)", "atan2(b+a, c)"),
        ("sign(a-b)", "-sign(b-a)"),
        ("sign((a-b)/3)", "sign(a-b)"),
        ("sign(-2*a)", "-sign(a)"),
    ],
)
def test_identities_are_proven(left, right):
    assert prove_equal([parse_formula(left)], [parse_formula(right)])


@pytest.mark.parametrize(("left", "right"), [("sin(a+b)", "sin(a)*cos(b)"), ("x", "x+1"), ("cos(x)", "cos(2*x)"),
                                             ("sqrt(x^2)", "x"), ("abs(x)", "x"), ("x/y", "y/x")])  # fmt: skip
def test_different_functions_are_told_apart(left, right):
    proof = prove_equal([parse_formula("q"), parse_formula(left)], [parse_formula("q"), parse_formula(right)])
    assert not proof
    assert proof.difference == 1


def test_the_field_is_a_prime_field_with_roots_of_unity_of_order_720():
    import flint

    assert flint.fmpz(P).is_prime()
    assert P % 720 == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [("cos(pi/2)", 0), ("sin(pi)", 0), ("cos(-pi)", -1), ("sin(5*pi/6)", 0.5), ("cos(2*pi/3)", -0.5),
     ("sin(0.5*pi)", 1), ("sqrt(4/9)*3", 2), ("x-x", 0), ("x/x", 1), ("sin(x)^2+cos(x)^2", 1), ("2^-2", 0.25),
     ("-2^2", -4), ("0*x", 0)],
)  # fmt: skip
def test_exact_values_are_plain_numbers(text, value):
    assert parse_formula(text).number == value


@pytest.mark.parametrize(
    ("a", "b"),
    [("cos(-x)", "cos(x)"), ("a*b", "b*a"), ("-(a-b)", "b-a"), ("sin(x+pi/2)", "cos(x)"), ("(-a)*(-b)", "a*b"),
     ("x+x", "2*x"), ("a-(-b)", "a+b"), ("Pi", "pi"), ("x^2", "x**2"), ("a+(b-a)", "b"), ("a-(a-b)", "b"),
     ("(a+b)-a", "b"), ("a-(b+a)", "-b"), ("(a-b)-a", "-b"), ("(b-a)+a", "b")],
)  # fmt: skip
def test_equal_by_construction_is_the_same_node(a, b):
    graph = Graph()
    assert parse_formula(a, graph) == parse_formula(b, graph)


@pytest.mark.parametrize(
    "text",
    ["", "1+", "(1", "1)", "a b", "2a", "__import__('os')", "f(x)", "x.y", "[1]", "a;b", "1/0", "9^999999999", "1e999",
     "sin()", "atan2(1)", "sqrt(-1)", "'a'", "a==b", "lambda: 0", "\x00", "é", "(" * 10_000, "9" * 5000, "-" * 99_999,
     "sin(1,2)", "a if b else c", "10^10^10"],
)  # fmt: skip
def test_what_is_not_a_formula_is_refused(text):
    with pytest.raises(ExpressionError):
        parse_formula(text)


def test_every_name_is_a_symbol_whatever_it_means_elsewhere():
    for name in NAMES:
        assert parse_formula(name).name == name


def sample() -> tuple[Graph, list[Expr], list[Expr]]:
    """Every differentiable operation, and a solve, in a few outputs."""
    g = Graph()
    x, y, z = (make_symbol(g, s, "variable") for s in "xyz")
    a, b = solve([[2 + x, y], [z, 3 + x * y]], [x.sin(), z * z])
    outputs = [
        x * y - z / (1 + x * x) + (x * y).sin() * z.cos(), (x + y).sqrt() * (1 + x).log() + (y * z).exp(),
        x.atan2(1 + y) + (x * Expr(g, g.const(0.5))).asin() + (y / 3).acos() + z.atan() + x.tan(),
        (1 + x) ** y + abs(-z) * x + (x - 5).select(y, z * z) + z.sign(), a * b, a - 2 * b,
    ]  # fmt: skip
    return g, [x, y, z], outputs


POINT = {"x": 0.31, "y": 0.72, "z": 0.57}


def test_forward_and_reverse_derivatives_are_the_same_function():
    _, wrt, outputs = sample()
    rows = jacobian(outputs, wrt)
    for output, row in zip(outputs, rows, strict=True):
        for back, ahead in zip(gradient(output, wrt), row, strict=True):
            assert value_of(back, POINT) == pytest.approx(value_of(ahead, POINT), rel=1e-12, abs=1e-12)


def test_derivatives_agree_with_sympy():
    import sympy as sp

    g, wrt, outputs = sample()
    symbols = {s.name: sp.Symbol(s.name, real=True) for s in wrt}
    values = replay(g, [e.id for e in outputs], sympy_domain(), lambda _, s: symbols[s.name])
    rows = jacobian(outputs, wrt)
    at = {symbols[k]: v for k, v in POINT.items()}
    for e, row in zip(outputs, rows, strict=True):
        for s, slope in zip(wrt, row, strict=True):
            theirs = sp.diff(values[e.id], symbols[s.name]).doit().subs(at)
            theirs = theirs.replace(sp.DiracDelta, lambda *_: sp.Integer(0))
            assert value_of(slope, POINT) == pytest.approx(float(theirs), rel=1e-9, abs=1e-12)


def test_forward_derivative_along_a_direction_is_the_sum_of_partials():
    g, wrt, outputs = sample()
    rates = [make_number(g, r) for r in (2, -3, 5)]
    along = directional_derivatives(outputs, dict(zip(wrt, rates, strict=True)))
    for value, row in zip(along, jacobian(outputs, wrt), strict=True):
        total = sum(value_of(p, POINT) * r for p, r in zip(row, (2, -3, 5), strict=True))
        assert value_of(value, POINT) == pytest.approx(total, rel=1e-12)


def example() -> Function:
    g, wrt, outputs = sample()
    k = make_symbol(g, "k")
    outputs = [e * k for e in outputs]
    inputs = (Port("v", (3,), tuple(e.id for e in wrt), labels=("x", "y", "z")),
              Port("parameters", (1,), (k.id,), labels=("k",), role="parameter", defaults=(2.0,)))  # fmt: skip
    return Function("example", g, inputs, (Port("out", (3, 2), tuple(e.id for e in outputs)),))


def test_a_function_is_the_same_on_floats_arrays_expressions_and_sympy():
    import sympy as sp

    f = example()
    v = [POINT[s] for s in "xyz"]
    expected = f(v=v, k=1.5)
    assert expected.shape == (3, 2)
    batch = f(v=np.array([v, v]), k=np.array([1.5, 3.0]))
    assert batch[0] == pytest.approx(expected, rel=1e-13)
    assert batch[1] == pytest.approx(2 * expected, rel=1e-13)
    g = Graph()
    inlined = f(v=[make_symbol(g, s) for s in "xyz"], k=make_number(g, 1.5))
    assert np.array([[value_of(e, POINT) for e in row] for row in inlined]) == pytest.approx(expected, rel=1e-13)
    theirs = f(v=[sp.Float(c, 20) for c in v], k=sp.Rational(3, 2))
    assert np.array([[float(e) for e in row] for row in theirs]) == pytest.approx(expected, rel=1e-12)
    assert f(v=v) == pytest.approx(expected / 1.5 * 2)


def test_arguments_that_do_not_fit_are_named():
    f = example()
    for arguments, word in (({}, "'v'"), ({"v": [1]}, "1 values"), ({"v": [1, 2, 3], "w": 0}, "'w'"),
                            ({"v": [1, 2, 3], "parameters": {"kk": 1}}, "did you mean k")):  # fmt: skip
        with pytest.raises(InputError, match=word):
            f(**arguments)
    with pytest.raises(InputError, match="different graphs"):
        f(v=[make_symbol(Graph(), s) for s in "xyz"])


def test_importing_with_replacements_is_substitution():
    g = Graph()
    e = parse_formula("a*sin(b)+a/b", g)
    copy = Importer(Graph(), {"a": 3, "b": 0.5})(e)
    assert copy.number is not None or not copy.symbols
    assert value_of(copy) == pytest.approx(value_of(e, {"a": 3, "b": 0.5}))


def test_columns_are_topologically_ordered_and_unique():
    g, _, _ = sample()
    rows = list(zip(g.op, g.args, map(repr, g.value), strict=True))
    assert len(set(rows)) == len(rows)
    assert all(a < i for i, args in enumerate(g.args) for a in args)


def test_solve_agrees_with_numpy_and_holds_in_the_prime_field():
    g = Graph()
    names = "abcdefghi"
    matrix = [[make_symbol(g, names[3 * r + c]) for c in range(3)] for r in range(3)]
    right = [make_symbol(g, s) for s in "uvw"]
    x = solve(matrix, right)
    back = [sum((matrix[r][c] * x[c] for c in range(1, 3)), matrix[r][0] * x[0]) for r in range(3)]
    assert prove_equal(back, right)
    values = dict(zip(names + "uvw", np.random.default_rng(1).normal(size=12), strict=True))
    values["a"] = 0.0  # needs pivoting
    A = np.array([[values[names[3 * r + c]] for c in range(3)] for r in range(3)])
    expected = np.linalg.solve(A, [values[s] for s in "uvw"])
    got = replay(g, [e.id for e in x], FLOAT, lambda _, s: values[s.name])
    assert [got[e.id] for e in x] == pytest.approx(list(expected), rel=1e-12)


def test_roles_cannot_be_mixed():
    g = Graph()
    g.symbol("m", "parameter")
    with pytest.raises(ExpressionError, match="'m'"):
        g.symbol("m", "variable")


def test_what_depends_on_parameters_alone_is_setup():
    g = Graph()
    q, a, b = make_symbol(g, "q", "variable"), make_symbol(g, "a"), make_symbol(g, "b")
    e = (a * b + 1).sin() * q + a
    f = Function("f", g, (), (Port("e", (), (e.id,)),))
    assert (f.cost.add, f.cost.mul, f.cost.setup_add, f.cost.setup_mul, f.cost.setup_trig) == (1, 1, 1, 1, 1)
    assert [g.op[i] for i in f.setup] == [o.SIN]
    assert len(needed_nodes(g, [e.id])) == len(f.nodes)


def test_the_cosine_of_a_deep_sum_takes_each_shared_part_once():
    g = Graph()
    x, y = make_symbol(g, "x"), make_symbol(g, "y")
    a, b = x, y
    for _ in range(60):  # Fibonacci: written out, more terms than there are atoms in a room
        a, b = a + b, a
    terms, _ = g.linear(a.id)
    fibonacci = [0, 1]
    for _ in range(60):
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert sorted(terms.values()) == fibonacci[60:62]
    assert a.cos().graph is g


def test_a_sum_of_thousands_of_terms_has_a_text():
    g = Graph()
    total = make_symbol(g, "x0")
    for k in range(1, 3000):
        total = total + make_symbol(g, f"x{k}")
    assert str(total).split(" + ") == [f"x{k}" for k in range(3000)]
