"""The operations of the expression graph: one row each. Nothing else knows what an operation means.

A row gives the name, the number of arguments, what it costs, its value on floats and its slopes (partial derivatives,
written with the operators of whatever scalar comes in).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

# Cost classes, the convention of Lemoine & Khalil (Symbolic Dynamics, Figure 6): binary + and - are additions,
# x, / and squares are multiplications, a sign flip is free, sin and cos are counted apart.
FREE, ADDITION, MULTIPLICATION, TRIG, CALL = "free", "add", "mul", "trig", "call"


@dataclass(frozen=True, slots=True)
class Op:
    """One operation: `slopes(y, *x)` are the partial derivatives at value y = op(*x)."""

    code: int
    name: str
    arity: int  # -1: any number of arguments
    cost: str
    value: Callable[..., float] | None = None
    slopes: Callable[..., tuple[Any, ...]] | None = None


CONST, SYMBOL, PI, NEG, ADD, SUB, MUL, DIV = range(8)
SIN, COS, TAN, ASIN, ACOS, ATAN, ATAN2, SQRT, EXP, LOG, ABS, SIGN, POW, SELECT, SOLVE, ITEM = range(8, 24)


def sign(x: float) -> float:
    """-1, 0 or 1; what is no number has no sign."""
    return float(x > 0) - float(x < 0) if x == x else x


def select(c: float, a: float, b: float) -> float:
    """a where c >= 0, else b."""
    return a if c >= 0 else b


def solve(n: int, values: Sequence[float]) -> list[float]:
    """x with A x = b by Gaussian elimination with row pivoting; values are A (row-major), then b.

    ZeroDivisionError: a pivot is zero or not finite, there is no x.
    """
    rows = [[*values[i * n : (i + 1) * n], values[n * n + i]] for i in range(n)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        if rows[k][k] == 0 or not math.isfinite(rows[k][k]):
            raise ZeroDivisionError("a linear system has no unique solution")
        for i in range(k + 1, n):
            f = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= f * rows[k][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def _sqrt(x: Any) -> Any:
    return x**0.5 if isinstance(x, int | float) else x.sqrt()


OPS: Final[tuple[Op, ...]] = (
    Op(CONST, "const", 0, FREE),
    Op(SYMBOL, "symbol", 0, FREE),
    Op(PI, "pi", 0, FREE, lambda: math.pi),
    Op(NEG, "neg", 1, FREE, lambda x: -x, lambda y, x: (-1,)),
    Op(ADD, "add", 2, ADDITION, lambda a, b: a + b, lambda y, a, b: (1, 1)),
    Op(SUB, "sub", 2, ADDITION, lambda a, b: a - b, lambda y, a, b: (1, -1)),
    Op(MUL, "mul", 2, MULTIPLICATION, lambda a, b: a * b, lambda y, a, b: (b, a)),
    Op(DIV, "div", 2, MULTIPLICATION, lambda a, b: a / b, lambda y, a, b: (1 / b, -y / b)),
    Op(SIN, "sin", 1, TRIG, math.sin, lambda y, x: (x.cos(),)),
    Op(COS, "cos", 1, TRIG, math.cos, lambda y, x: (-x.sin(),)),
    Op(TAN, "tan", 1, TRIG, math.tan, lambda y, x: (1 + y * y,)),
    Op(ASIN, "asin", 1, CALL, math.asin, lambda y, x: (1 / _sqrt(1 - x * x),)),
    Op(ACOS, "acos", 1, CALL, math.acos, lambda y, x: (-1 / _sqrt(1 - x * x),)),
    Op(ATAN, "atan", 1, CALL, math.atan, lambda y, x: (1 / (1 + x * x),)),
    Op(ATAN2, "atan2", 2, CALL, math.atan2, lambda y, a, b: (b / (a * a + b * b), -a / (a * a + b * b))),
    Op(SQRT, "sqrt", 1, CALL, math.sqrt, lambda y, x: (1 / (2 * y),)),
    Op(EXP, "exp", 1, CALL, math.exp, lambda y, x: (y,)),
    Op(LOG, "log", 1, CALL, math.log, lambda y, x: (1 / x,)),
    Op(ABS, "abs", 1, CALL, abs, lambda y, x: (x.sign(),)),
    Op(SIGN, "sign", 1, CALL, sign, lambda y, x: (0,)),
    Op(POW, "pow", 2, CALL, math.pow, lambda y, a, b: (b * a ** (b - 1), y * a.log())),
    Op(SELECT, "select", 3, CALL, select, lambda y, c, a, b: (0, c.select(1, 0), c.select(0, 1))),
    Op(SOLVE, "solve", -1, CALL),  # a vector; ITEM takes its entries. Derivative: see derivative.py
    Op(ITEM, "item", 1, FREE),
)
CODE: Final[dict[str, int]] = {op.name: op.code for op in OPS}
FUNCTIONS: Final[tuple[str, ...]] = (  # what a formula's text may call
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "abs", "sign",
)  # fmt: skip
