"""Scalars: the expression graph and what can be done with it. Knows nothing of robots."""

from linkwright.expr.expr import Expr, number, symbol
from linkwright.expr.function import Cost, Function, Port, Quantity
from linkwright.expr.graph import Graph, Number, Role, Symbol
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.kernels.solve import solve
from linkwright.expr.prime import Proof, prove_equal
from linkwright.expr.replay import Importer, value_of
from linkwright.expr.text import parse

__all__ = [
    "STATUS",
    "Cost",
    "Expr",
    "Function",
    "Graph",
    "Importer",
    "Kernel",
    "Number",
    "Port",
    "Proof",
    "Quantity",
    "Role",
    "Symbol",
    "number",
    "parse",
    "prove_equal",
    "solve",
    "symbol",
    "value_of",
]  # fmt: skip
