"""The sines and cosines of emitted C against extended precision, in units of the last place, as those of LLVM."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from linkwright.expr import Expr, Graph, Port
from linkwright.expr.function import build
from linkwright.targets import arctangent, emit
from tests.run.test_sincos import angles

N = 8
FLAGS = {"plain": ["-O2"], "vector": ["-O3", "-march=native"], "fused": ["-O3", "-march=native", "-ffp-contract=fast"]}


@pytest.fixture(scope="module", params=FLAGS)
def sincos(request: pytest.FixtureRequest, tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory):
    """(x) -> (sin x, cos x) by the emitted code, eight angles per call."""
    g = Graph()
    x = Port("x", (N,), tuple(g.symbol(f"x{k}", "variable") for k in range(N)))
    angles = [Expr(g, i) for i in x.elements]
    ports = [Port(n, (N,), tuple(f(e).id for e in angles)) for n, f in (("s", Expr.sin), ("c", Expr.cos))]
    folder: Path = tmp_path_factory.mktemp("sincos")
    for name, text in emit(build("trig", [x], ports, g), "c").items():
        (folder / name).write_text(text)
    command = [tool("gcc"), "-std=c99", *FLAGS[request.param], "-shared", "-fPIC", "trig.c", "-o", "trig.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    call = ctypes.CDLL(str(folder / "trig.so")).trig

    def evaluate(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = np.ascontiguousarray(np.resize(values, -(-len(values) // N) * N), dtype=float)
        s, c = np.empty_like(x), np.empty_like(x)
        for k in range(0, len(x), N):
            call(*(ctypes.c_void_p(a.ctypes.data + 8 * k) for a in (x, s, c)))
        return s[: len(values)], c[: len(values)]

    return evaluate


def ulps(got: np.ndarray, exact: np.ndarray) -> float:
    return float(np.max(np.abs(got - exact) / np.spacing(np.abs(exact.astype(float)))))


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="no extended precision here")
@pytest.mark.parametrize("name", angles())
def test_sincos_within_two_units(name: str, sincos: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]) -> None:
    x = angles()[name]
    s, c = sincos(x)
    assert ulps(s, np.sin(x.astype(np.longdouble))) <= 2
    assert ulps(c, np.cos(x.astype(np.longdouble))) <= 2


def test_sincos_of_what_is_not_a_number(sincos: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]) -> None:
    """nan stays nan, infinity has no sine; the other angles of the same call are not disturbed."""
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, 2.0, 1e300])
    s, c = sincos(x)
    assert np.isnan(s[:3]).all()
    assert np.isnan(c[:3]).all()
    np.testing.assert_allclose(s[3:], np.sin(x[3:]), rtol=1e-15)
    np.testing.assert_allclose(c[3:], np.cos(x[3:]), rtol=1e-15)


@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
def test_directions_have_the_angles_of_the_c_library(
    flags: list[str], tool: Callable[[str], str], tmp_path: Path
) -> None:  # fmt: skip
    """All around, at every size, on the axes, and where there is no direction or it is not finite."""
    loop = "for (long k = 0; k < n; ++k) a[k] = lw_atan2(y[k], x[k]);"
    whole = "void angles(long n, const double *y, const double *x, double *a)"
    text = arctangent.C.replace("LW_REAL", "double")
    (tmp_path / "angles.c").write_text(f"#include <math.h>\n{text}\n{whole} {{ {loop} }}\n")
    command = [tool("gcc"), "-std=c99", *flags, "-shared", "-fPIC", "angles.c", "-o", "angles.so", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    rng = np.random.default_rng(1)
    angle, size = rng.uniform(-np.pi, np.pi, 100_000), np.exp(rng.uniform(-300, 300, 100_000))
    sides = np.array([0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 1e308, np.inf, -np.inf, np.nan])
    odd = np.array([(a, b) for a in sides for b in sides])
    y, x = (np.concatenate(parts) for parts in ((size * np.sin(angle), odd[:, 0]), (size * np.cos(angle), odd[:, 1])))
    found = np.zeros(len(y))
    run = ctypes.CDLL(str(tmp_path / "angles.so")).angles
    run(ctypes.c_long(len(y)), *(ctypes.c_void_p(v.ctypes.data) for v in (y, x, found)))
    np.testing.assert_allclose(found, np.arctan2(y, x), rtol=4.5e-16, atol=1e-320)
