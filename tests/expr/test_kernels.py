"""Kernels: what they return satisfies their equation, or is not a number; one rule gives the derivative of all."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import ExpressionError
from linkwright.expr import Expr, Function, Graph, Importer, Port, make_symbol, prove_equal
from linkwright.expr.derivative import directional_derivatives, gradient, jacobian
from linkwright.expr.function import build
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.map import map_kernel
from linkwright.expr.kernels.newton import newton_kernel
from linkwright.expr.kernels.roots import roots_kernel
from linkwright.expr.kernels.solve import solve, solve_kernel, solve_with_status
from linkwright.expr.loop import Reals, read_kernel_code
from linkwright.expr.rounding import residual_with_magnitudes
from linkwright.optimize import optimize
from linkwright.targets import emit, targets


def variables(*names: str) -> list[Expr]:
    g = Graph()
    return [make_symbol(g, name, "variable") for name in names]


def function(
    inputs: dict[str, list[Expr]], outputs: dict[str, list[Expr]], name: str = "f", integers: tuple[str, ...] = ()
) -> Function:  # fmt: skip
    def ports(table):
        made = [Port(n, (len(e),), tuple(x.id for x in e)) for n, e in table.items()]
        return [replace(port, kind="integer") if port.name in integers else port for port in made]

    return build(name, ports(inputs), ports(outputs), next(iter(outputs.values()))[0].graph)


def calling(kernel: Kernel, name: str = "f") -> Function:
    """p -> all results of a kernel."""
    p = variables(*(f"p{k}" for k in range(kernel.arguments)))
    g = p[0].graph
    return function({"p": p}, {"x": [Expr(g, i) for i in g.invoke(kernel, [e.id for e in p])]}, name)


def two_bars(scale: float = 1.0) -> Kernel:
    """The closure of a two-bar linkage with its end at (a, b)."""
    a, b, x, y = variables("a", "b", "x", "y")
    F = [scale * (x.cos() + (x + y).cos()) - a, scale * (x.sin() + (x + y).sin()) - b]
    return newton_kernel("two_bars", function({"p": [a, b], "x": [x, y]}, {"residual": F}))


def body() -> Function:
    u, v = variables("u", "v")
    return function({"a": [u, v]}, {"b": [u * v.sin(), u / v, u - v]})


def residual(kernel: Kernel, p, x):
    """relation(p, x) relative to the size of its terms."""
    values, size = residual_with_magnitudes(kernel).floats(p[: len(p) - kernel.start], x)
    return max((abs(f) / s for f, s in zip(values, size, strict=True) if s), default=0.0)


# -- solve ------------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.integers(0, 10**6), st.integers(-150, 150))
def test_a_solution_satisfies_its_equations_in_every_unit(n, seed, exponent):
    draw = np.random.default_rng(seed)
    p = [*(draw.standard_normal(n * n) * 10.0**exponent), *draw.standard_normal(n)]
    *x, status = solve_kernel(n).code(p)
    assert status == 0
    assert residual(solve_kernel(n), p, x) < 1e-9


def test_a_singular_system_has_a_status_and_no_numbers():
    for p in ([1, 2, 2, 4, 1, 1], [0, 0, 0, 0, 1, 1], [math.nan, 1, 1, 1, 1, 1], [1, 0, 0, 1, math.inf, 1]):
        *x, status = solve_kernel(2).code([float(v) for v in p])
        assert status == 1
        assert all(math.isnan(v) for v in x)


@given(st.integers(1, 8), st.integers(1, 3), st.integers(0, 10**6))
def test_solve_is_that_of_lapack_and_tells_what_is_no_matrix(n, m, seed):
    draw = np.random.default_rng(seed)
    A = draw.integers(-2, 3, (n, n)) if seed % 2 else draw.standard_normal((n, n))  # ties and zeros, or none
    B = draw.standard_normal((n, m))
    kernel = solve_kernel(n, m)
    for code in (kernel.code, kernel.code_for_compilers):
        solves(code, A, B, draw)


def solves(code, A, B, draw):
    n, m = B.shape
    A = A.copy()
    *x, status = code([*A.astype(float).ravel().tolist(), *B.ravel().tolist()])
    if abs(np.linalg.det(A)) > 1e-9:
        assert status == 0
        np.testing.assert_allclose(np.reshape(x, (n, m)), np.linalg.solve(A, B), rtol=1e-9, atol=1e-9)
    for wrong in (math.nan, math.inf, -math.inf):
        p = [*A.astype(float).ravel().tolist(), *B.ravel().tolist()]
        p[draw.integers(len(p))] = wrong
        *x, status = code(p)
        assert status == 1
        assert all(math.isnan(v) for v in x)
    A[:, draw.integers(n)] = 0
    assert code([*A.astype(float).ravel().tolist(), *B.ravel().tolist()])[-1] == 1


def test_the_solve_counts_what_elimination_costs():
    """(n^3 - n)/3 + n^2 multiplications and divisions, (2 n^3 - 3 n^2 + n)/6 + n^2 - n additions."""
    for n in (1, 2, 3, 6, 8):
        once, turn = solve_kernel(n).code.count
        assert not any(turn.values())
        assert once.get("mul", 0) == (n**3 - n) // 3 + n**2
        assert once.get("add", 0) == (2 * n**3 - 3 * n**2 + n) // 6 + n**2 - n
    assert calling(solve_kernel(3)).cost.mul == 17


def test_solve_in_the_prime_field_is_cramer():
    a, b, c, d, e, f = variables(*"abcdef")
    det = a * d - b * c
    assert prove_equal(solve([[a, b], [c, d]], [e, f]), [(e * d - b * f) / det, (a * f - e * c) / det])


def test_a_status_is_never_folded_away():
    """In the prime field a flag is random, so that the optimizer cannot take it for the number that it mostly is."""
    a, b = variables("a", "b")
    *_, status = solve_with_status([[a]], [b])
    fn = optimize(function({"x": [a, b]}, {"status": [status]}))
    assert fn(x=[1.0, 2.0]).tolist() == [0.0]
    assert fn(x=[0.0, 2.0]).tolist() == [1.0]


def test_a_matrix_that_is_not_square_is_refused():
    a, b = variables("a", "b")
    with pytest.raises(ExpressionError, match="square"):
        solve([[a, b]], [a])


# -- Newton -----------------------------------------------------------------------------------------------------------


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3), st.sampled_from([1e-12, 1.0, 1e12]))
def test_newton_solves_or_says_so_in_every_unit(a, b, x, y, scale):
    kernel = two_bars(scale)
    p = [a * scale, b * scale, x, y]
    *found, status, steps = kernel.code(p)
    assert status in (0, 1, 2, 4)
    if status == 0:
        assert residual(kernel, p, found) < 1e-11
    else:
        assert all(math.isnan(v) for v in found)
    if math.hypot(a, b) > 2.01:
        assert status != 0
    assert 0 <= steps <= 50


def test_newton_stays_where_it_starts_at_a_solution():
    *x, status, steps = two_bars().code([1.0, 1.0, 0.0, math.pi / 2])
    assert (status, steps) == (0, 0)
    assert x == [0.0, math.pi / 2]


def test_newton_without_a_value_is_not_converged():
    *x, status, _ = two_bars().code([math.nan, 0.0, 0.1, 0.2])
    assert status == 2
    assert all(map(math.isnan, x))


def turned(Q, v):
    """v, turned by a unit quaternion."""
    w, u = Q[0], np.array(Q[1:])
    return v + 2 * np.cross(u, np.cross(u, v) + w * np.asarray(v))


def turning(outer: bool) -> Kernel:
    """The turn that brings the first axis to p, and the second one into a plane."""
    made = variables(*"abcdefwxyz")
    p, x = made[:6], made[6:]
    w, u = x[0], x[1:]
    columns = [
        [1 - 2 * (u[1] * u[1] + u[2] * u[2]), 2 * (u[0] * u[1] + w * u[2]), 2 * (u[0] * u[2] - w * u[1])],
        [2 * (u[0] * u[1] - w * u[2]), 1 - 2 * (u[0] * u[0] + u[2] * u[2]), 2 * (u[1] * u[2] + w * u[0])],
    ]
    F = [columns[0][0] - p[0], columns[0][1] - p[1], sum((a * b for a, b in zip(columns[1], p[3:])), p[2] * 0)]
    F.append(sum((e * e for e in x), p[0] * 0) - 1)
    relation = function({"p": p, "x": x}, {"residual": F})
    return newton_kernel("turning", relation, quaternions=[0], outer=outer)


@pytest.mark.parametrize("outer", [False, True])
def test_steps_of_quaternions_converge_quadratically_in_either_frame(outer):
    """To the turn that the arguments were made of; steps with wrong slopes would be many, or lead nowhere."""
    kernel = turning(outer)
    draw = np.random.default_rng(5)
    for _ in range(20):
        Q = draw.standard_normal(4)
        Q /= np.linalg.norm(Q)
        first, second = turned(Q, [1, 0, 0]), turned(Q, [0, 1, 0])
        if abs(first[2]) < 0.2:
            continue  # the third number of the first axis is nearly free
        normal = np.cross(second, draw.standard_normal(3))
        start = Q + 1e-3 * draw.standard_normal(4)
        *x, status, steps = kernel.code([*first, *normal, *start])
        assert status == 0
        assert steps <= 4
        np.testing.assert_allclose(turned(x, [1, 0, 0]), first, atol=1e-12)
        assert abs(turned(x, [0, 1, 0]) @ normal) < 1e-12


# -- roots ------------------------------------------------------------------------------------------------------------


def with_roots(real, pairs=()):
    """Coefficients, the constant one first, exactly: roots are fractions, pairs are (centre, distance)."""
    c = [Fraction(1)]
    one = Fraction(1)
    factors = [[-Fraction(r), one] for r in real]
    factors += [[Fraction(a) ** 2 + Fraction(b) ** 2, -2 * Fraction(a), one] for a, b in pairs]
    for factor in factors:
        out = [Fraction(0)] * (len(c) + len(factor) - 1)
        for i, u in enumerate(c):
            for j, v in enumerate(factor):
                out[i + j] += u * v
        c = out
    return [float(v) for v in c]


small = st.integers(-40, 40).map(lambda k: k / 8)


@given(st.lists(small, min_size=1, max_size=7, unique=True), st.lists(st.tuples(small, st.just(0.5)), max_size=2))
def test_all_real_roots_are_found_and_no_others(real, pairs):
    c = with_roots(real, pairs)
    d = len(c) - 1
    *x, status, count = roots_kernel(d).code(c)
    assert (status, count) == (0, len(real))
    assert x[: len(real)] == pytest.approx(sorted(real), rel=1e-6, abs=1e-6)
    assert all(map(math.isnan, x[len(real) :]))


def test_vanishing_leading_coefficients_lower_the_degree():
    c = with_roots([-2, 0.5, 3])
    *x, status, count = roots_kernel(16).code([*c, *[0.0] * 13])
    assert (status, count) == (0, 3)
    assert x[:3] == pytest.approx([-2, 0.5, 3], rel=1e-12)
    *x, _, count = roots_kernel(4).code([*c, 1e-30])
    assert count == 4
    assert sorted(x)[0] == pytest.approx(-1e30, rel=1e-6)


def test_a_cluster_is_found():
    for real in ([1, 1], [0.5, 0.5, 0.5, -2], [1] * 5, [0, 0, 3]):
        c = with_roots(real)
        *x, status, count = roots_kernel(len(real)).code(c)
        assert status == 0
        assert 1 <= count <= len(real)
        for r in set(real):
            assert min(abs(v - r) for v in x if not math.isnan(v)) < 2e-3


def test_chebyshev_polynomials_have_their_roots():
    """T_16: coefficients from 1 to 131072 with alternating signs."""
    c = np.polynomial.chebyshev.cheb2poly([0] * 16 + [1])
    *x, status, count = roots_kernel(16).code(c.tolist())
    assert (status, count) == (0, 16)
    assert x == pytest.approx(sorted(math.cos((2 * k + 1) * math.pi / 32) for k in range(16)), abs=1e-9)


def test_the_zero_polynomial_has_no_list_of_roots():
    for c in ([0.0, 0.0, 0.0], [1.0, math.nan, 2.0]):
        *x, status, count = roots_kernel(2).code(c)
        assert (status, count) == (2, 0)
        assert all(map(math.isnan, x))


# -- one rule for all -------------------------------------------------------------------------------------------------

KERNELS = {
    "solve_3": (solve_kernel(3), [2, 1, 0, 1, 3, 1, 0, 1, 4, 1, 2, 3]),
    "two_bars": (two_bars(), [1.2, 0.5, 0.1, 0.3]),
    "roots_4": (roots_kernel(4), with_roots([-2, 0.5, 1, 3])),
    "map": (map_kernel("each", body(), 3), [1, 2, 3, 4, 5, 6]),
}


@pytest.mark.parametrize("name", KERNELS)
def test_the_derivative_is_the_slope_of_the_results(name):
    """Forward and reverse, against differences."""
    kernel, at = KERNELS[name]
    fn = calling(kernel)
    p, x = fn.input("p"), fn.output("x")
    rows = jacobian(x, p)
    reverse = [gradient(e, p) for e in x]
    for matrix in (rows, reverse):
        slopes = np.reshape(fn.with_outputs([Port("J", (len(x) * len(p),), tuple(e.id for r in matrix for e in r))])(
            p=np.array(at, float)), (len(x), len(p)))  # fmt: skip
        for k in range(len(p)):
            h = 1e-6 * max(1.0, abs(at[k]))
            ends = [kernel.code([v + s * h * (j == k) for j, v in enumerate(at)]) for s in (1, -1)]
            difference = (np.array(ends[0]) - np.array(ends[1])) / (2 * h)
            assert slopes[: kernel.unknowns, k] == pytest.approx(difference[: kernel.unknowns], rel=1e-6, abs=1e-6)
            assert (slopes[kernel.unknowns :, k] == 0).all()  # flags do not change


def test_the_start_of_an_iteration_has_no_slope():
    fn = calling(two_bars())
    rates = directional_derivatives(fn.output("x"), {e: e * 0 + (k > 1) for k, e in enumerate(fn.input("p"))})
    assert all(r.is_zero for r in rates)


@pytest.mark.parametrize("name", KERNELS)
def test_compiled_kernels_satisfy_their_equation(name):
    """LLVM for one state and for many, plain Python, and the interpreter of the graph."""
    kernel, at = KERNELS[name]
    fn = calling(kernel)
    states = np.array(at) * (1 + 0.01 * np.random.default_rng(0).standard_normal((11, len(at))))
    for run in (lw.compile(fn), lw.compile(fn, backend="python"), fn):
        batch = np.asarray(run(p=states))
        for p, x in zip(states, batch, strict=True):
            assert np.asarray(run(p=p)) == pytest.approx(x, rel=1e-9, abs=1e-12)
            assert residual(kernel, p, x[: kernel.unknowns]) < 1e-11


@pytest.mark.parametrize("backend", ["llvm", "c", "python", None])
def test_flags_are_integers_state_by_state(backend):
    """Of one state and of many; `None` is the interpreter of the graph."""
    a, b = variables("a", "b")
    *_, status = solve_with_status([[a]], [b])
    g = a.graph
    outputs = [
        Port("status", (1,), (status.id,), kind="integer"),
        Port("twice", (), ((status * 2).id,), kind="integer"),
    ]
    fn = optimize(build("f", [Port("x", (2,), (a.id, b.id))], outputs, g))
    run = lw.compile(fn, backend=backend) if backend else fn
    for singular in (0, 1):
        found = run(x=np.array([1.0 - singular, 2.0]))
        assert (found["status"].tolist(), int(found["twice"])) == ([singular], 2 * singular)
        assert found["status"].dtype == np.int64
        assert not isinstance(found["twice"], float)
    some = np.random.default_rng(0).integers(0, 2, (3, 7))
    found = run(x=np.stack([1.0 - some, some + 1.0], axis=-1))
    assert found["status"].dtype == found["twice"].dtype == np.int64
    assert (found["status"][..., 0] == some).all()
    assert (found["twice"] == 2 * some).all()


def test_a_port_of_integers_holds_whole_numbers():
    a, b = variables("a", "b")
    x, status = solve_with_status([[a]], [b])
    whole = [status, status * 2 - 1, a.select(status, status + 3), -abs(status)]
    for e, fine in [*((e, True) for e in whole), (x, False), (a, False), (status / 2, False), (status + a, False)]:
        ports = [Port("x", (2,), (a.id, b.id))], [Port("n", (), (e.id,), kind="integer")]
        if fine:
            build("f", *ports, a.graph)
        else:
            with pytest.raises(ValueError, match="n is of kind integer, and an element may be no whole number"):
                build("f", *ports, a.graph)


def test_kernels_survive_the_optimizer_and_other_graphs():
    fn = calling(two_bars())
    x, y, *_ = fn.output("x")
    wide = fn.with_outputs([Port("y", (2,), ((x + y * 2).id, (x.sin() * y + x.sin() * x).id))])
    into = Importer(Graph())
    moved = [into(e) for e in wide.output("y")]
    at = [1.2, 0.5, 0.1, 0.3]
    assert optimize(wide)(p=at) == pytest.approx(wide(p=at), rel=1e-14)
    assert prove_equal(moved, optimize(wide).output("y"))


def test_a_kernel_of_numbers_alone_is_a_number():
    """Nothing is left to be run, in no language."""
    (x,) = variables("x")
    y, status = solve_with_status([[x * 0 + 2]], [x * 0 + 3])
    fn = function({"x": [x]}, {"y": [x * y, y], "status": [status]})
    for backend in ("llvm", "c", "python"):
        assert lw.compile(fn, backend=backend)(x=np.array([2.0]))["y"].tolist() == [3.0, 1.5]
    for language in targets():
        assert not any("solve" in text for text in emit(fn, language).values())


def test_equal_kernels_are_one_operation():
    a, b = variables("a", "b")
    g = a.graph
    first, second = (g.invoke(two_bars(), [a.id, b.id, a.id, b.id]) for _ in range(2))
    assert first == second
    assert g.invoke(two_bars(2.0), [a.id, b.id, a.id, b.id]) != first


# -- the language ------------------------------------------------------------------------------------------------------


def test_what_is_no_statement_of_a_loop_is_refused():
    def endless(p: Reals, x: Reals) -> None:
        while True:
            x[0] = p[0]

    def mixed(p: Reals, x: Reals) -> None:
        x[0] = p[0] + 1

    def turned(p: Reals, x: Reals) -> None:
        k = 0
        k = 0.5  # type: ignore[assignment]
        x[k] = p[0]

    for wrong in (endless, mixed, turned):
        with pytest.raises(SyntaxError, match=f"kernel {wrong.__name__}"):
            read_kernel_code(wrong, {"p": 1}, {"x": 1})
