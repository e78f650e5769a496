"""Expressions as formulas that `parse` reads back to the same expression."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from linkwright.expr import ops as o
from linkwright.expr.graph import Graph, Number

_SUM, _PRODUCT, _UNARY, _ATOM = range(4)


def to_text(graph: Graph, i: int) -> str:
    """Return the expression as a formula, for small expressions: shared parts are written out each time."""
    done: dict[int, tuple[str, int]] = {}
    todo = [i]
    while todo:  # from the leaves up, without recursion: expressions may be deep
        missing = [a for a in graph.args[todo[-1]] if a not in done]
        if missing:
            todo += missing
        else:
            k = todo.pop()
            done[k] = _print(graph, k, done)
    return done[i][0]


def number_text(value: Number) -> str:
    """Return the shortest text that reads back to the same number."""
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else repr(value)


def _print(g: Graph, i: int, done: Mapping[int, tuple[str, int]]) -> tuple[str, int]:
    """Return the text of node i, given those of its arguments, and its precedence."""
    op, args = g.op[i], g.args[i]

    def part(k: int, level: int) -> str:
        text, own = done[k]
        return text if own >= level else f"({text})"

    if op == o.CONST:
        value = g.value[i]
        level = _UNARY if value < 0 else _PRODUCT if isinstance(value, Fraction) else _ATOM
        return number_text(value), level
    if op == o.SYMBOL:
        return g.value[i].name, _ATOM
    if op == o.PI:
        return "pi", _ATOM
    if op == o.NEG:
        inner = args[0]
        if g.op[inner] == o.SUB:
            a, b = g.args[inner]
            return f"{part(b, _SUM)} - {part(a, _PRODUCT)}", _SUM
        if g.op[inner] == o.ADD and g.op[g.args[inner][1]] == o.CONST:
            a, b = g.args[inner]
            return f"{number_text(-g.value[b])} - {part(a, _PRODUCT)}", _SUM
        return f"-{part(inner, _PRODUCT)}", _UNARY
    if op == o.ADD:
        a, b = args
        if g.op[b] == o.CONST and g.value[b] < 0:
            return f"{part(a, _SUM)} - {number_text(-g.value[b])}", _SUM
        return f"{part(a, _SUM)} + {part(b, _SUM)}", _SUM
    if op == o.SUB:
        return f"{part(args[0], _SUM)} - {part(args[1], _PRODUCT)}", _SUM
    if op == o.MUL:
        a, b = args
        factor = g.value[a] if g.op[a] == o.CONST else None
        if isinstance(factor, Fraction):
            top = part(b, _ATOM) if factor.numerator == 1 else f"{factor.numerator}*{part(b, _ATOM)}"
            return f"{top}/{factor.denominator}", _PRODUCT
        if a == b:
            return f"{part(a, _ATOM)}^2", _PRODUCT
        return f"{part(a, _PRODUCT)}*{part(b, _UNARY)}", _PRODUCT
    if op == o.DIV:
        return f"{part(args[0], _PRODUCT)}/{part(args[1], _ATOM)}", _PRODUCT
    if op == o.POW:
        return f"{part(args[0], _ATOM)}^{part(args[1], _ATOM)}", _PRODUCT
    inside = ", ".join(done[a][0] for a in args)
    suffix = f"[{g.value[i]}]" if op == o.ITEM else ""
    return f"{o.OPS[op].name}({inside}){suffix}", _ATOM
