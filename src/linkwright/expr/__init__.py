"""Scalar expressions: the graph, and its services (evaluation, derivatives, proofs, texts). No robotics here."""

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
