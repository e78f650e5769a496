"""Expressions in LaTeX, for derivations: products and sums of symbols, and the functions of solutions."""

from __future__ import annotations

import re
from collections.abc import Callable

from linkwright.expr import Expr
from linkwright.expr import ops as o
from linkwright.expr.graph import Graph

SUM, PRODUCT, ATOM = range(3)
GREEK = ("alpha", "beta", "gamma", "delta", "theta", "phi", "psi")
FUNCTIONS = {o.SIN: r"\sin", o.COS: r"\cos", o.TAN: r"\tan"}


def to_latex(e: Expr, name: Callable[[str], str] | None = None) -> str:
    """LaTeX of a small expression, symbols as `name` writes them. Shared subexpressions are written out."""
    return _node_to_latex(e.graph, e.id, name or symbol_to_latex)[0]


def symbol_to_latex(name: str) -> str:
    """LaTeX of a symbol: d3 -> d_{3}, C2m3 -> C_{2-3}, RL4 -> \\mathit{RL}_{4}"""
    found = re.fullmatch(r"([A-Za-z]+)(\d[\dm]*)?(_*)", name)
    if not found:
        return rf"\mathit{{{name.replace('_', chr(92) + '_')}}}"
    letters, index, prime = found.group(1), (found.group(2) or "").replace("m", "-"), found.group(3)
    word = rf"\{letters}" if letters in GREEK else letters if len(letters) == 1 else rf"\mathit{{{letters}}}"
    return word + (f"_{{{index}}}" if index else "") + "'" * len(prime)


def _node_to_latex(g: Graph, i: int, name: Callable[[str], str]) -> tuple[str, int]:
    """LaTeX of a node, and its level: sum, product or atom."""
    op, args = g.op[i], g.args[i]

    def part(k: int, level: int) -> str:
        text, own = _node_to_latex(g, k, name)
        return text if own >= level else rf"\left({text}\right)"

    if op == o.CONST:
        value = Expr(g, i).number
        assert value is not None
        top, bottom = (value.numerator, value.denominator) if not isinstance(value, float) else (value, 1)
        return (rf"\tfrac{{{top}}}{{{bottom}}}" if bottom != 1 else str(top)), ATOM if value >= 0 else SUM
    if op == o.SYMBOL:
        return name(g.value[i].name), ATOM
    if op == o.PI:
        return r"\pi", ATOM
    if op == o.NEG:
        inner = args[0]
        if g.op[inner] == o.SUB:
            a, b = g.args[inner]
            return f"{part(b, SUM)} - {part(a, PRODUCT)}", SUM
        return f"-{part(inner, PRODUCT)}", SUM
    if op in (o.ADD, o.SUB):
        right = part(args[1], SUM if op == o.ADD else PRODUCT)
        if op == o.ADD and right.startswith("-"):
            return f"{part(args[0], SUM)} - {right[1:]}", SUM
        return f"{part(args[0], SUM)} {'+' if op == o.ADD else '-'} {right}", SUM
    if op == o.MUL:
        if args[0] == args[1]:
            return f"{part(args[0], ATOM)}^{{2}}", PRODUCT
        return rf"{part(args[0], PRODUCT)} \, {part(args[1], PRODUCT)}", PRODUCT
    if op == o.DIV:
        return rf"\frac{{{part(args[0], SUM)}}}{{{part(args[1], SUM)}}}", ATOM
    if op == o.SQRT:
        return rf"\sqrt{{{part(args[0], SUM)}}}", ATOM
    if op in FUNCTIONS:
        return rf"{FUNCTIONS[op]}\left({part(args[0], SUM)}\right)", ATOM
    inside = ", ".join(part(a, SUM) for a in args)
    return rf"\operatorname{{{o.OPS[op].name}}}\left({inside}\right)", ATOM


__all__ = ["symbol_to_latex", "to_latex"]
