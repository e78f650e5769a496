"""The vector sine and cosine of the LLVM back end against mpmath, in units of the last place."""

import math
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from linkwright.expr import Expr, Function, Graph, Port, make_symbol
from linkwright.program import plan
from linkwright.program.sincos import LIMIT
from linkwright.run import compile, jit
from linkwright.run.ir import BlockWriter, Host, declaration_text
from linkwright.run.jit import Module
from linkwright.run.native import Native


@pytest.fixture(scope="module")
def mpmath(module):
    return module("mpmath")


def sines(n: int) -> Function:
    """x -> sin x and cos x, n angles at once."""
    g = Graph()
    x = [g.symbol(f"x{k}", "variable") for k in range(n)]
    outputs = (Port("s", (n,), tuple(map(g.sin, x))), Port("c", (n,), tuple(map(g.cos, x))))
    return Function("sines", g, (Port("x", (n,), tuple(x)),), outputs)


def errors(mpmath: ModuleType, x: np.ndarray, y: np.ndarray, name: str) -> np.ndarray:
    """|y - f(x)| in units of the last place of f(x)."""
    with mpmath.workprec(160):
        exact = [getattr(mpmath, name)(mpmath.mpf(float(v))) for v in x]
        return np.array([float(abs(mpmath.mpf(float(a)) - e)) / math.ulp(float(e)) for a, e in zip(y, exact)])


def angles() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(20)
    k = rng.integers(1, int(LIMIT / math.pi * 2), 1500)
    near = k * (math.pi / 2)  # rounded: within a few units of the last place of a zero of sine or cosine
    return {
        "one turn": rng.uniform(-math.pi, math.pi, 10_000),
        "joint range": rng.uniform(-10, 10, 1000),
        "whole range": rng.uniform(-LIMIT, LIMIT, 20_000),
        "sines below 1/2": rng.integers(-300_000, 300_000, 10_000) * math.pi + rng.uniform(0.5, math.pi / 6, 10_000),
        "tiny": 10.0 ** rng.uniform(-300, -1, 500),
        "zeros": np.concatenate([near, np.nextafter(near, 0), np.nextafter(near, np.inf)]),
        "first zeros": np.array([j * math.pi / 2 for j in range(-20, 21) if j]),
        "quadrant borders": (rng.integers(-1000, 1000, 500) + 0.5) * (math.pi / 2),
        "beyond": rng.uniform(-1, 1, 500) * 10.0 ** rng.integers(6, 300, 500),
        "limit": np.array([LIMIT, -LIMIT, np.nextafter(LIMIT, 0), np.nextafter(LIMIT, np.inf)]),
    }


@pytest.mark.parametrize("kind", list(angles()))
def test_batch_is_within_two_ulp(mpmath, kind):
    x = angles()[kind]
    y = compile(sines(1))(x=x[:, None])
    for name, values in (("sin", y["s"]), ("cos", y["c"])):
        assert errors(mpmath, x, values[:, 0], name).max() <= 2, f"{name}, {kind}"


@pytest.mark.parametrize("kind", list(angles()))
def test_cosines_that_are_roots_are_within_two_ulp(mpmath, monkeypatch, kind):
    """Of several angles, where the processor works on roots beside products."""
    host = replace(jit.host(), roots=True)
    monkeypatch.setattr(jit, "host", lambda: host)
    x = angles()[kind][:4000]
    y = compile(sines(4))(x=np.repeat(x[:, None], 4, axis=1))
    for name, values in (("sin", y["s"]), ("cos", y["c"])):
        assert errors(mpmath, x, values[:, 3], name).max() <= 2, f"{name}, {kind}"


@pytest.mark.parametrize("power", [6.001, 6.5, 7, 9, 308])
def test_beyond_the_limit_it_is_the_libm(power):
    """Also if none of the states that go side by side is far beyond it."""
    x = 10.0 ** np.random.default_rng(3).uniform(math.log10(np.nextafter(LIMIT, np.inf)), power, 300)
    x = np.append(x, 6381956970095103.0 * 2.0**797) if power == 308 else x
    y = compile(sines(1))(x=x[:, None])
    assert y["s"][:, 0].tolist() == [math.sin(v) for v in x]
    assert y["c"][:, 0].tolist() == [math.cos(v) for v in x]


@pytest.mark.parametrize("n", [1, 3, 4, 6, 7, 9])
def test_packed_angles_equal_the_batch(n):
    """Scalars side by side and states side by side sum their polynomials in another order: both within 2 ulp."""
    x = np.random.default_rng(n).uniform(-50, 50, n)
    x[0] *= 1e20  # one of them beyond the polynomial's range: the others must not notice
    f = compile(sines(n))
    one, many = f(x=x), f(x=np.tile(x, (9, 1)))
    for port in "sc":
        assert (many[port] == many[port][0]).all()
        assert (np.abs(many[port][0] - one[port]) <= 2 * np.spacing(np.abs(one[port]))).all()


def test_sums_of_angles():
    """In batches by the addition theorems; as near to the truth as the rounded sum is, also far out."""
    g = Graph()
    x, y, z = (make_symbol(g, n, "variable") for n in "xyz")
    sums = [x, y, z, x + y, x - y, x + y + z, (x - y) - z]
    ports = [Port(n, (7,), tuple(f(e).id for e in sums)) for n, f in (("s", Expr.sin), ("c", Expr.cos))]
    f = compile(Function("sums", g, (Port("q", (3,), (x.id, y.id, z.id)),), tuple(ports)))
    q = np.random.default_rng(8).uniform(-4, 4, (50, 3))
    q[::7, 0] += 1e8
    q[::7, 1] -= 1e8
    q[3, 2] = math.nan
    x1, y1, z1 = q.T
    angle = np.stack([x1, y1, z1, x1 + y1, x1 - y1, x1 + y1 + z1, x1 - y1 - z1], axis=-1)
    result = f(q)
    np.testing.assert_allclose(result["s"], np.sin(angle), rtol=0, atol=2e-15)
    np.testing.assert_allclose(result["c"], np.cos(angle), rtol=0, atol=2e-15)


def test_without_fused_multiply_add(mpmath):
    """A processor without it rounds products apart; the reduction is made for that, too."""
    call = plan(sines(1)).main
    assert not plan(sines(1)).setup.size
    host = Host(lanes=2, fma=False)

    class Old(Native):
        module = Module(BlockWriter(call, 1, host).text() + declaration_text(), ("kernel",))

        def kernel_address(self) -> int:
            return self.module["kernel"]

    old = Old(sines(1), 0)
    f = old.fast(old.setup(np.zeros(0)))
    assert f is not None
    for kind in ("one turn", "zeros", "whole range", "sines below 1/2"):
        x = angles()[kind][:5000]
        y = [f(np.array([v])) for v in x]
        for name, port in (("sin", "s"), ("cos", "c")):
            assert errors(mpmath, x, np.array([v[port][0] for v in y]), name).max() <= 2


def test_nan_and_infinity_propagate():
    x = np.array([math.nan, math.inf, -math.inf, 0.0])
    for y in (compile(sines(4))(x=x), {k: v[:, 0] for k, v in compile(sines(1))(x=x[:, None]).items()}):
        assert np.isnan(y["s"][:3]).all()
        assert np.isnan(y["c"][:3]).all()
        assert (y["s"][3], y["c"][3]) == (0, 1)


@pytest.mark.parametrize("lost", [math.nan, math.inf])
def test_an_angle_without_a_value_leaves_the_others_alone(lost):
    """What notices that one of them is beyond the range meets bits of no number then."""
    x = np.array([lost, 1e20, 0.5])
    for y in (compile(sines(3))(x=x), {k: v[4] for k, v in compile(sines(3))(x=np.tile(x, (9, 1))).items()}):
        np.testing.assert_allclose(y["s"][1:], np.sin(x[1:]), rtol=1e-15)
        np.testing.assert_allclose(y["c"][1:], np.cos(x[1:]), rtol=1e-15)
