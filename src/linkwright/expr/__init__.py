"""Scalars: the expression graph and what can be done with it. Knows nothing of robots."""

from linkwright.expr.expr import Expr, number, symbol
from linkwright.expr.function import Cost, Function, Port, Quantity
from linkwright.expr.graph import Graph, Number, Role, Symbol
from linkwright.expr.prime import Proof, prove_equal
from linkwright.expr.replay import Importer, value_of
from linkwright.expr.text import parse

__all__ = [
    "Cost", "Expr", "Function", "Graph", "Importer", "Number", "Port", "Proof", "Quantity", "Role", "Symbol", "number",
    "parse", "prove_equal", "symbol", "value_of",
]  # fmt: skip
