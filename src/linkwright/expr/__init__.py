"""Scalar expressions: the graph, and its services (evaluation, derivatives, proofs, texts). No robotics here."""

from linkwright.expr.expr import Expr, make_number, make_symbol
from linkwright.expr.function import Cost, Function, Port, Quantity
from linkwright.expr.graph import Graph, Number, Role, Symbol
from linkwright.expr.prime import Proof, prove_equal
from linkwright.expr.replay import Importer, value_of
from linkwright.expr.text import parse_formula

__all__ = [
    "Cost",
    "Expr",
    "Function",
    "Graph",
    "Importer",
    "Number",
    "Port",
    "Proof",
    "Quantity",
    "Role",
    "Symbol",
    "make_number",
    "make_symbol",
    "parse_formula",
    "prove_equal",
    "value_of",
]  # fmt: skip
