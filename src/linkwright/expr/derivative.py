"""Derivatives by replay: forward (one direction) and reverse (one output), both new nodes of the same graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.expr import Expr, solve
from linkwright.expr.graph import Graph
from linkwright.expr.replay import live


def _slopes(graph: Graph, i: int) -> list[Expr]:
    row = o.OPS[graph.op[i]]
    if row.slopes is None:
        raise ExpressionError(f"{row.name} has no derivative")
    args = [Expr(graph, a) for a in graph.args[i]]
    raw = row.slopes(Expr(graph, i), *args)
    return [s if isinstance(s, Expr) else Expr(graph, graph.const(s)) for s in raw]


def forward(outputs: Sequence[Expr], direction: Mapping[Expr, Expr]) -> list[Expr]:
    """The derivatives of the outputs along a direction: symbol -> its rate."""
    if not outputs:
        return []
    graph = outputs[0].graph
    zero = Expr(graph, graph.const(0))
    rate: dict[int, Expr] = {s.id: r for s, r in direction.items()}
    vectors: dict[int, list[Expr]] = {}
    for i in live(graph, [e.id for e in outputs]):
        if i in rate:
            continue
        args = graph.args[i]
        if graph.op[i] == o.ITEM:
            rate[i] = vectors[args[0]][graph.value[i]]
        elif graph.op[i] == o.SOLVE:
            vectors[i] = _solve_rates(graph, i, [rate[a] for a in args])
            rate[i] = zero
        elif any(not rate[a].is_zero for a in args):
            total = zero
            for slope, a in zip(_slopes(graph, i), args, strict=True):
                total = total + slope * rate[a]
            rate[i] = total
        else:
            rate[i] = zero
    return [rate[e.id] for e in outputs]


def _solve_rates(graph: Graph, i: int, rates: list[Expr]) -> list[Expr]:
    """A x = b: A dx = db - dA x."""
    n, args = graph.value[i], graph.args[i]
    x = [Expr(graph, graph.node(o.ITEM, (i,), k)) for k in range(n)]
    right = []
    for r in range(n):
        total = rates[n * n + r]
        for c in range(n):
            total = total - rates[r * n + c] * x[c]
        right.append(total)
    if all(e.is_zero for e in right):
        return right
    matrix = [[Expr(graph, a) for a in args[r * n : (r + 1) * n]] for r in range(n)]
    return solve(matrix, right)


def gradient(output: Expr, wrt: Sequence[Expr]) -> list[Expr]:
    """The derivatives of one output with respect to many symbols, by one reverse sweep."""
    graph = output.graph
    zero = Expr(graph, graph.const(0))
    adjoint: dict[int, Expr] = {output.id: Expr(graph, graph.const(1))}
    items: dict[int, dict[int, Expr]] = {}
    for i in reversed(live(graph, [output.id])):
        args = graph.args[i]
        if graph.op[i] == o.SOLVE:
            for a, share in zip(args, _solve_adjoint(graph, i, items.get(i, {}), zero), strict=True):
                adjoint[a] = adjoint.get(a, zero) + share
            continue
        mine = adjoint.get(i, zero)
        if mine.is_zero or not args:
            continue
        if graph.op[i] == o.ITEM:
            items.setdefault(args[0], {})[graph.value[i]] = mine
            continue
        for slope, a in zip(_slopes(graph, i), args, strict=True):
            adjoint[a] = adjoint.get(a, zero) + slope * mine
    return [adjoint.get(s.id, zero) for s in wrt]


def _solve_adjoint(graph: Graph, i: int, mine: Mapping[int, Expr], zero: Expr) -> list[Expr]:
    """A x = b with adjoint x': A^T b' = x', A' = -b' x^T."""
    n, args = graph.value[i], graph.args[i]
    if not mine:
        return [zero] * len(args)
    transposed = [[Expr(graph, args[c * n + r]) for c in range(n)] for r in range(n)]
    b = solve(transposed, [mine.get(k, zero) for k in range(n)])
    x = [Expr(graph, graph.node(o.ITEM, (i,), k)) for k in range(n)]
    return [-(b[r] * x[c]) for r in range(n) for c in range(n)] + b


def jacobian(outputs: Sequence[Expr], wrt: Sequence[Expr]) -> list[list[Expr]]:
    """d outputs / d wrt, row by output: forward sweeps or reverse sweeps, whichever are fewer."""
    if not outputs or not wrt:
        return [[] for _ in outputs]
    if len(outputs) < len(wrt):
        return [gradient(e, wrt) for e in outputs]
    one = Expr(wrt[0].graph, wrt[0].graph.const(1))
    zero = one - one
    columns = [forward(outputs, {t: one if s == t else zero for t in wrt}) for s in wrt]
    return [list(row) for row in zip(*columns, strict=True)]
