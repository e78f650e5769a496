"""Derivatives by replay: forward (one direction) and reverse (one output), both as new nodes of the same graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve
from linkwright.expr.replay import needed_nodes


def _partial_derivatives(graph: Graph, i: int) -> list[Expr]:
    row = o.OPS[graph.op[i]]
    if row.slopes is None:
        raise ExpressionError(f"{row.name} has no derivative")
    args = [Expr(graph, a) for a in graph.args[i]]
    raw = row.slopes(Expr(graph, i), *args)
    return [s if isinstance(s, Expr) else Expr(graph, graph.const(s)) for s in raw]


def directional_derivatives(outputs: Sequence[Expr], direction: Mapping[Expr, Expr]) -> list[Expr]:
    """Return the derivatives of the outputs along a direction, which maps symbols to their rates."""
    if not outputs:
        return []
    graph = outputs[0].graph
    zero = Expr(graph, graph.const(0))
    given = {s.id for s in direction}
    rate = {s.id: r for s, r in direction.items() if not r.is_zero}  # other symbols are constant
    vectors: dict[int, list[Expr]] = {}
    for i in needed_nodes(graph, [e.id for e in outputs]):
        args = graph.args[i]
        if i in given or rate.keys().isdisjoint(args):
            continue
        total = zero
        if graph.op[i] == o.ITEM:
            total = vectors[args[0]][graph.value[i]]
        elif graph.op[i] == o.CALL:
            vectors[i] = _kernel_rates(graph, i, [rate.get(a, zero) for a in args])
            rate[i] = zero  # a call has no value of its own: its items have rates
        else:
            for slope, a in zip(_partial_derivatives(graph, i), args, strict=True):
                total = total + slope * rate[a] if a in rate else total
        if not total.is_zero:
            rate[i] = total
    return [rate.get(e.id, zero) for e in outputs]


# -- kernels: F(p, x) = 0, so F_x dx = -F_p dp ------------------------------------------------------------------------


@dataclass(frozen=True)
class KernelDerivative:
    """Parts of the derivative of a kernel, as functions of its arguments p and unknowns x."""

    matrix: Function  # p, x -> F_x, row by row
    rates: Function  # p, x, dp -> -F_p dp
    adjoints: Function  # p, x, y -> -F_p^T y
    blocks: tuple[tuple[int, ...], ...]  # groups of unknowns that share equations: F_x is block-diagonal


@cache
def kernel_derivative(kernel: Kernel) -> KernelDerivative:
    g = kernel.relation.graph.copy()
    (p, x), (F,) = ([[Expr(g, i) for i in port.elements] for port in ports] for ports in _ports(kernel.relation))
    rate = [Expr(g, g.symbol(f"rate of {k}", "variable")) for k in range(len(p))]
    weight = [Expr(g, g.symbol(f"weight of {k}", "variable")) for k in range(len(F))]
    matrix = jacobian(F, x)
    total = Expr(g, g.const(0))
    for w, f in zip(weight, F, strict=True):
        total = total - w * f
    ports = [*kernel.relation.inputs]

    def function(name: str, more: Sequence[Expr], outputs: Sequence[Expr]) -> Function:
        extra = [Port("along", (len(more),), tuple(e.id for e in more))] if more else []
        out = Port(name, (len(outputs),), tuple(e.id for e in outputs))
        return Function(f"{kernel.name}_{name}", g, (*ports, *extra), (out,))

    return KernelDerivative(
        function("matrix", (), [e for row in matrix for e in row]),
        function("rates", rate, [-e for e in directional_derivatives(F, dict(zip(p, rate, strict=True)))]),
        function("adjoints", weight, gradient(total, p)),
        _blocks(matrix),
    )  # fmt: skip


def _ports(f: Function) -> tuple[tuple[Port, ...], tuple[Port, ...]]:
    return f.inputs, f.outputs


def _blocks(matrix: Sequence[Sequence[Expr]]) -> tuple[tuple[int, ...], ...]:
    """Group the unknowns so that no equation connects two groups; equation k belongs to the group of unknown k."""
    group = list(range(len(matrix)))
    for r, row in enumerate(matrix):
        for c, e in enumerate(row):
            if not e.is_zero and group[r] != group[c]:
                old, new = group[c], group[r]
                group = [new if k == old else k for k in group]
    return tuple(tuple(k for k, h in enumerate(group) if h == g) for g in dict.fromkeys(group))


def _solve_blocks(matrix: Sequence[Expr], blocks: Sequence[Sequence[int]], right: Sequence[Expr]) -> list[Expr]:
    """Solve A x = b, A block-diagonal and given row by row; blocks with a zero right side have x = 0."""
    n, x = len(right), list(right)
    for block in blocks:
        if all(right[k].is_zero for k in block):
            continue
        part = [[matrix[r * n + c] for c in block] for r in block]
        found = solve(part, [right[k] for k in block]) if len(block) > 1 else [right[block[0]] / part[0][0]]
        for k, value in zip(block, found, strict=True):
            x[k] = value
    return x


def _call_parts(graph: Graph, i: int) -> tuple[Kernel, list[Expr], list[Expr]]:
    """Return the kernel of a call, its arguments (without a start) and its unknowns."""
    kernel: Kernel = graph.value[i]
    args = graph.args[i][: len(graph.args[i]) - kernel.start]
    x = [Expr(graph, graph.node(o.ITEM, (i,), k)) for k in range(kernel.unknowns)]
    return kernel, [Expr(graph, a) for a in args], x


def _kernel_rates(graph: Graph, i: int, rates: list[Expr]) -> list[Expr]:
    """Solve F_x dx = -F_p dp for the rates of the results; those of flags are zero."""
    kernel, p, x = _call_parts(graph, i)
    known = kernel_derivative(kernel)
    zero = Expr(graph, graph.const(0))
    if all(r.is_zero for r in rates[: len(p)]):
        return [zero] * kernel.results
    right = known.rates(p=p, x=x, along=rates[: len(p)])
    return [*_solve_blocks(known.matrix(p=p, x=x), known.blocks, right), *[zero] * len(kernel.flags)]


def _kernel_adjoints(graph: Graph, i: int, mine: Mapping[int, Expr], zero: Expr) -> list[Expr]:
    """Solve F_x^T y = x' and return the adjoints p' = -F_p^T y of the arguments."""
    kernel, p, x = _call_parts(graph, i)
    known, n = kernel_derivative(kernel), kernel.unknowns
    right = [mine.get(k, zero) for k in range(n)]
    if all(e.is_zero for e in right):
        return [zero] * len(p)
    matrix = known.matrix(p=p, x=x)
    transposed = [matrix[c * n + r] for r in range(n) for c in range(n)]
    adjoints: list[Expr] = known.adjoints(p=p, x=x, along=_solve_blocks(transposed, known.blocks, right))
    return adjoints


def gradient(output: Expr, wrt: Sequence[Expr]) -> list[Expr]:
    """Return the derivatives of one output with respect to many symbols, by one reverse sweep.

    Expressions that the output contains may stand for symbols.
    """
    graph, ends = output.graph, {e.id for e in wrt}
    zero = Expr(graph, graph.const(0))
    adjoint: dict[int, Expr] = {output.id: Expr(graph, graph.const(1))}
    items: dict[int, dict[int, Expr]] = {}
    for i in reversed(needed_nodes(graph, [output.id])):
        args = graph.args[i]
        if graph.op[i] == o.CALL:
            for a, share in zip(args, _kernel_adjoints(graph, i, items.get(i, {}), zero)):
                adjoint[a] = adjoint.get(a, zero) + share
            continue
        mine = adjoint.get(i, zero)
        if mine.is_zero or not args or i in ends:
            continue
        if graph.op[i] == o.ITEM:
            items.setdefault(args[0], {})[graph.value[i]] = mine
            continue
        for slope, a in zip(_partial_derivatives(graph, i), args, strict=True):
            adjoint[a] = adjoint.get(a, zero) + slope * mine
    return [adjoint.get(s.id, zero) for s in wrt]


def jacobian(outputs: Sequence[Expr], wrt: Sequence[Expr]) -> list[list[Expr]]:
    """Return d outputs / d wrt, one row per output, by forward or reverse sweeps, whichever are fewer."""
    if not outputs or not wrt:
        return [[] for _ in outputs]
    if len(outputs) < len(wrt):
        return [gradient(e, wrt) for e in outputs]
    one = Expr(wrt[0].graph, wrt[0].graph.const(1))
    zero = one - one
    columns = [directional_derivatives(outputs, {t: one if s == t else zero for t in wrt}) for s in wrt]
    return [list(row) for row in zip(*columns, strict=True)]
