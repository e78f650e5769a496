"""Kernel that applies a straight-line function to each of several rows."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, read_kernel_code, zeros


def each_row(p: Reals, x: Reals, *, rows: int, m: int, n: int, body: Callable[..., None]) -> None:
    """A function of m numbers that gives n, for each of several rows."""
    a = zeros(m)
    b = zeros(n)
    for r in range(rows):
        for k in range(m):
            a[k] = p[r * m + k]
        body(a, b)
        for k in range(n):
            x[r * n + k] = b[k]


def map_kernel(name: str, body: Function, rows: int) -> Kernel:
    """Return the kernel x_r = body(p_r) for rows r = 1, 2, ...; the body has one input and one output."""
    (given,), (made,) = body.inputs, body.outputs
    m, n = given.size, made.size
    g = Graph()
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(rows * size)] for s, size in (("p", m), ("x", n)))
    residual = []
    for r in range(rows):
        values = Function("", body.graph, (_flatten_port(given),), (_flatten_port(made),))(
            **{given.name: p[r * m : (r + 1) * m]}
        )
        residual += [x[r * n + k] - value for k, value in enumerate(values)]
    relation = Function(
        name, g,
        (Port("p", (rows * m,), tuple(e.id for e in p)), Port("x", (rows * n,), tuple(e.id for e in x))),
        (Port("residual", (rows * n,), tuple(e.id for e in residual)),),
    )  # fmt: skip
    code = read_kernel_code(each_row, {"p": rows * m}, {"x": rows * n}, {"body": body}, rows=rows, m=m, n=n)
    return Kernel(name, relation, code)


def _flatten_port(port: Port) -> Port:
    return Port(port.name, (port.size,), port.elements)


__all__ = ["map_kernel"]
