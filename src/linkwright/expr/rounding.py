"""Effects of rounding: on an expression, from the size of its terms; on the unknowns of a kernel, from its relation."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import cache

from linkwright.expr import ops as o
from linkwright.expr.derivative import kernel_derivative
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.replay import needed_nodes


def term_magnitudes(exprs: Sequence[Expr], parts_of_one: Sequence[Expr] = ()) -> list[Expr]:
    """Magnitudes of the terms of expressions: differences become sums, leaves become their absolute values.

    The rounding error of an expression is about epsilon times its size. `parts_of_one` are elements of unit vectors,
    which count as 1, like a sine, even where they are zero.
    """
    g: Graph = exprs[0].graph
    size: dict[int, Expr] = {e.id: Expr(g, g.const(1)) for e in parts_of_one}
    for i in needed_nodes(g, [e.id for e in exprs]):
        if i in size:
            continue
        a = [size[k] for k in g.args[i]] if g.op[i] != o.ITEM else []
        match g.op[i]:
            case o.ADD | o.SUB:
                size[i] = a[0] + a[1]
            case o.MUL:
                size[i] = a[0] * a[1]
            case o.NEG:
                size[i] = a[0]
            case o.DIV:
                size[i] = a[0] / abs(Expr(g, g.args[i][1]))
            case o.SIN | o.COS:
                size[i] = Expr(g, g.const(1))
            case _:
                size[i] = abs(Expr(g, i))
    return [size[e.id] for e in exprs]


@cache
def residual_with_magnitudes(kernel: Kernel) -> Function:
    """Return the relation with the size of its terms: p, x -> F, |F|."""
    relation: Function = kernel.relation
    g = relation.graph.copy()
    (residual,) = relation.outputs
    made = term_magnitudes([Expr(g, i) for i in residual.elements])
    size = Port("size", (len(made),), tuple(e.id for e in made))
    return Function(f"{relation.name}_size", g, relation.inputs, (residual, size))


def rounding_displacements(kernel: Kernel, p: Sequence[float], x: Sequence[float]) -> list[float]:
    """Displacements of the unknowns by rounding of the relation: |F_x^-1| times epsilon times the size of F at p, x.

    Two computations of x that both satisfy F differ by a few times as much. Infinite where F_x is singular; 0 where
    there is no result.
    """
    import numpy as np

    given, unknown = list(p[: len(p) - kernel.start]), list(x[: kernel.unknowns])
    known = kernel_derivative(kernel)
    (matrix,), (_, size) = known.matrix.floats(given, unknown), residual_with_magnitudes(kernel).floats(given, unknown)
    slopes = np.reshape(matrix, (kernel.unknowns, kernel.unknowns))
    moved = [0.0] * kernel.unknowns
    for block in known.blocks:
        if not all(math.isfinite(unknown[k]) for k in block):
            continue
        try:
            inverse = np.linalg.inv(slopes[np.ix_(block, block)])
        except np.linalg.LinAlgError:
            inverse = np.full((len(block), len(block)), np.inf)
        found = np.abs(inverse) @ [sys.float_info.epsilon * size[k] for k in block]
        for k, d in zip(block, found.tolist(), strict=True):
            moved[k] = d if math.isfinite(d) else math.inf
    return moved


__all__ = ["residual_with_magnitudes", "rounding_displacements", "term_magnitudes"]
