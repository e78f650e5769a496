"""Formulas from text: a safe parser for what users write in files; `printer` writes what it reads back.

The grammar is arithmetic: integers, decimals, names, + - * / ^ **, parentheses and the functions of `ops.FUNCTIONS`.
`pi` (also `Pi`, `PI`) is the exact number; every other name is a symbol, even if it has a meaning in Python. Only
numbers are evaluated.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from fractions import Fraction

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.graph import Graph, Number, Role

MAX_DEPTH = 60  # of nested parentheses, signs and powers
MAX_LENGTH = 10_000  # of a formula's text

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<op>\*\*|[-+*/^(),]))", re.ASCII
)
_PI = {"pi", "Pi", "PI"}


def parse_formula(
    text: str, graph: Graph | None = None, role: Callable[[str], Role] = lambda name: "parameter"
) -> Expr:
    """Return the formula in `text` as an expression of `graph` (a new one if none is given)."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"formula of {len(text)} characters", remedy=f"at most {MAX_LENGTH}")
    return _Parser(text, Graph() if graph is None else graph, role).whole()


class _Parser:
    """Recursive descent parser, one method per level of precedence."""

    def __init__(self, text: str, graph: Graph, role: Callable[[str], Role]) -> None:
        self.text, self.graph, self.role = text, graph, role
        self.tokens = list(self._scan())
        self.at = 0
        self.depth = 0

    def _scan(self) -> list[tuple[str, str]]:
        tokens, pos = [], 0
        end = len(self.text.rstrip())
        while pos < end:
            match = _TOKEN.match(self.text, pos)
            if not match:
                raise self._error(f"unexpected {self.text[pos:].strip()[:1]!r}")
            tokens.append((match.lastgroup or "", match.group(match.lastgroup or 0)))
            pos = match.end()
        return tokens

    def _error(self, what: str) -> ExpressionError:
        shown = self.text.strip() if len(self.text) < 60 else self.text.strip()[:57] + "..."
        return ExpressionError(f"{what} in formula {shown!r}")

    def _peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def _take(self, expected: str = "") -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise self._error(f"expected {expected!r}, found the end" if expected else "unexpected end")
        token = self.tokens[self.at]
        if expected and token[1] != expected:
            raise self._error(f"expected {expected!r}, found {token[1]!r}")
        self.at += 1
        return token

    def whole(self) -> Expr:
        value = self.sum()
        if self.at < len(self.tokens):
            raise self._error(f"unexpected {self._peek()!r}")
        return value

    def sum(self) -> Expr:
        value = self.product()
        while self._peek() in ("+", "-"):
            _, op = self._take()
            right = self.product()
            value = value + right if op == "+" else value - right
        return value

    def product(self) -> Expr:
        value = self.signed()
        while self._peek() in ("*", "/"):
            _, op = self._take()
            right = self.signed()
            value = value * right if op == "*" else value / right
        return value

    def signed(self) -> Expr:
        sign = 1
        while self._peek() in ("+", "-"):
            sign = -sign if self._take()[1] == "-" else sign
        value = self.power()
        return value if sign > 0 else -value

    def power(self) -> Expr:
        base = self.atom()
        if self._peek() not in ("^", "**"):
            return base
        self._take()
        with_depth = self._deeper()
        value = base ** self.signed()  # right associative, and the sign of an exponent binds to it: a^-2
        self.depth = with_depth
        return value

    def _deeper(self) -> int:
        before = self.depth
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"nested more than {MAX_DEPTH} deep")
        return before

    def atom(self) -> Expr:
        kind, word = self._take()
        if kind == "number":
            return Expr(self.graph, self.graph.const(_parse_number(word, self._error)))
        if kind == "name" and self._peek() == "(":
            return self._call(word)
        if kind == "name":
            i = self.graph.pi() if word in _PI else self.graph.symbol(word, self.role(word))
            return Expr(self.graph, i)
        if word == "(":
            before = self._deeper()
            value = self.sum()
            self._take(")")
            self.depth = before
            return value
        raise self._error(f"unexpected {word!r}")

    def _call(self, name: str) -> Expr:
        if name.lower() not in o.FUNCTIONS:
            raise self._error(f"{name}(...) is not a function that a formula may call")
        before = self._deeper()
        self._take("(")
        args = [self.sum()]
        while self._peek() == ",":
            self._take()
            args.append(self.sum())
        self._take(")")
        self.depth = before
        return Expr(self.graph, self.graph.call(o.CODE[name.lower()], tuple(a.id for a in args)))


def _parse_number(word: str, error: Callable[[str], ExpressionError]) -> Number:
    if word.isdigit():
        if len(word) > 300:
            raise error(f"number of {len(word)} digits")
        return int(word)
    value = float(word)
    if value in (float("inf"), float("-inf")):
        raise error(f"{word} is too large")
    return value


# -- identity: equal for equal formulas, independent of the order in which the graph was built ----------------------


def formula_key(expr: Expr, done: dict[int, str]) -> str:
    """Return a text that equal formulas share, also when their graphs order the terms differently (b - a, -a + b).

    Numbers are equal by value: 0.5 is 1/2. Compound parts are digests, so that shared parts do not blow up. `done`
    caches the keys of this graph's nodes.
    """
    g, todo = expr.graph, [expr.id]
    while todo:
        i = todo[-1]
        parts, form = _flatten_operands(g, i)
        missing = [k for k, _ in parts if k not in done]
        if missing:
            todo += missing
            continue
        todo.pop()
        texts = [f"{Fraction(c)}*{done[k]}" for k, c in parts]
        if g.op[i] in _COMMUTES:
            texts.sort()
        whole = f"{form}({','.join(texts)})"
        done[i] = whole if not parts else hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()
    return done[expr.id]


_COMMUTES = {o.ADD, o.SUB, o.NEG, o.MUL}


def _flatten_operands(g: Graph, i: int) -> tuple[list[tuple[int, Number]], str]:
    """Return the operands of node i, sums and products flattened, as (part, coefficient), and the operation's name."""
    op, args = g.op[i], g.args[i]
    if op in (o.CONST, o.SYMBOL, o.PI):
        return [], "pi" if op == o.PI else g.value[i].name if op == o.SYMBOL else str(Fraction(g.value[i]))
    if op in (o.ADD, o.SUB, o.NEG) or (op == o.MUL and g.op[args[0]] == o.CONST):
        terms, number = g.linear(i)
        return list(terms.items()), f"sum {Fraction(number)}"
    if op == o.MUL:
        factors: list[tuple[int, Number]] = []
        todo = [i]
        while todo:
            k = todo.pop()
            if g.op[k] == o.MUL:
                todo += g.args[k]
            else:
                factors.append((k, 1))
        return factors, "product"
    return [(a, 1) for a in args], f"{o.OPS[op].name} {g.value[i]}"
