"""Trigonometric polynomials of one angle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from linkwright.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Subprogram, read_kernel_code
from linkwright.models.inverse_geometry.expr_vectors import JointAngle, array_function, total
from linkwright.models.inverse_geometry.kernels.numeric_kernels import aberth, make_kernel, on_the_circle


@dataclass(frozen=True)
class LinearTrig:
    """The polynomial k + c cos q + s sin q."""

    k: Any
    c: Any
    s: Any

    def at(self, q: JointAngle) -> Any:
        """Value at an angle."""
        return self.k + self.c * q.c + self.s * q.s

    def __add__(self, o: LinearTrig) -> LinearTrig:
        return LinearTrig(self.k + o.k, self.c + o.c, self.s + o.s)

    def __sub__(self, o: LinearTrig) -> LinearTrig:
        return LinearTrig(self.k - o.k, self.c - o.c, self.s - o.s)

    def __mul__(self, x: Any) -> LinearTrig:
        return LinearTrig(self.k * x, self.c * x, self.s * x)

    def plus(self, x: Any) -> LinearTrig:
        """The sum with a constant."""
        return LinearTrig(self.k + x, self.c, self.s)


def linear_dot(v: Sequence[LinearTrig], h: Sequence[Any]) -> LinearTrig:
    """Scalar product of a vector of polynomials with a constant vector."""
    return LinearTrig(*(total(getattr(x, part) * y for x, y in zip(v, h, strict=True)) for part in ("k", "c", "s")))


def multiply_linear(a: LinearTrig, b: LinearTrig) -> tuple[Any, Any, Any, Any, Any]:
    """Product of two polynomials: coefficients of (1, cos q, sin q, cos 2q, sin 2q)."""
    cc, ss, cs = a.c * b.c, a.s * b.s, a.c * b.s + a.s * b.c
    return (a.k * b.k + (cc + ss) * 0.5, a.k * b.c + a.c * b.k, a.k * b.s + a.s * b.k, (cc - ss) * 0.5, cs * 0.5)


def find_trig_roots(polynomial: Sequence[Expr]) -> Iterator[JointAngle]:
    """The four angles, some of them NaN, where k + c1 cos q + s1 sin q + c2 cos 2q + s2 sin 2q vanishes."""
    graph = next(x.graph for x in polynomial if isinstance(x, Expr))
    zero = Expr(graph, graph.const(0))
    items = [Expr(graph, i) for i in graph.invoke(trig_roots_kernel(), [(zero + x).id for x in polynomial])]
    for k in range(4):
        yield JointAngle(items[2 * k], items[2 * k + 1], zero)


@cache
def trig_roots_kernel() -> Kernel:
    """Kernel from coefficients of (1, cos q, sin q, cos 2q, sin 2q) to the cosines and sines of the four roots."""
    starts = [float(v) for k in range(4) for z in (np.exp(1j * (np.pi * k / 2 + 0.4)) * (0.9 + 0.2 * (k % 2)),)
              for v in (z.real, z.imag)]  # fmt: skip

    def complex_ones(p: Sequence[Expr]) -> list[Any]:
        """Coefficients of z^2 times the polynomial, from the constant one on, real and imaginary parts; then starts."""
        k, c1, s1, c2, s2 = p
        halves = [(c2, s2), (c1, s1), (2 * k, 0), (c1, -s1), (c2, -s2)]
        return [v * 0.5 if isinstance(v, Expr) else v for pair in halves for v in pair] + starts

    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", 5), ("x", 8)))
    out = []
    for k in range(4):
        c, s = x[2 * k], x[2 * k + 1]
        out += [p[0] + p[1] * c + p[2] * s + p[3] * (c * c - s * s) + p[4] * (2 * c * s), c * c + s * s - 1]
    named = (("p", p), ("x", x), ("residual", out))
    ports = [Port(name, (len(some),), tuple(e.id for e in some)) for name, some in named]
    runs: dict[str, Subprogram] = {
        "prepare": array_function("quartic", {"p": 5}, complex_ones),
        "solve": make_kernel("all_roots_4", aberth, 10 + 8, 8, n=4, turns=60),
        "onto": array_function("onto", {"z": 2}, lambda z: project_on_circle(z)),
    }
    code = read_kernel_code(on_the_circle, {"p": 5}, {"x": 8}, runs, d=2)
    return Kernel("angles_4", Function("angles_4", g, (ports[0], ports[1]), (ports[2],)), code)


def project_on_circle(z: Sequence[Any]) -> list[Any]:
    """Project a point on the unit circle: the projection, and the distance of the point from the centre."""
    r = (z[0] * z[0] + z[1] * z[1]).sqrt()
    return [z[0] / r, z[1] / r, r]


__all__ = ["LinearTrig", "find_trig_roots", "linear_dot", "multiply_linear", "project_on_circle"]
