"""The operations of the expression graph, one row each. The meaning of an operation is defined here and only here.

A row gives the name, the number of arguments, the cost class, the value on floats and the slopes (partial derivatives,
written with the operators of the scalars that they get).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

# Cost classes, the convention of Lemoine & Khalil (Symbolic Dynamics, Figure 6): binary + and - are additions,
# x, / and squares are multiplications, a sign flip is free, sin and cos are counted apart.
FREE, ADDITION, MULTIPLICATION, TRIG, OTHER = "free", "add", "mul", "trig", "call"


@dataclass(frozen=True, slots=True)
class Op:
    """Operation of the graph; `slopes(y, *x)` are the partial derivatives at value y = op(*x)."""

    code: int
    name: str
    arity: int  # -1: any number of arguments
    cost: str
    value: Callable[..., float] | None = None
    slopes: Callable[..., tuple[Any, ...]] | None = None


CONST, SYMBOL, PI, NEG, ADD, SUB, MUL, DIV = range(8)
SIN, COS, TAN, ASIN, ACOS, ATAN, ATAN2, SQRT, EXP, LOG, ABS, SIGN, POW, SELECT, MIN, MAX, CALL, ITEM = range(8, 26)


def sign(x: float) -> float:
    """Return -1, 0 or 1; NaN for NaN."""
    return float(x > 0) - float(x < 0) if x == x else x


def select(c: float, a: float, b: float) -> float:
    """Return a where c >= 0, else b."""
    return a if c >= 0 else b


def smaller(a: float, b: float) -> float:
    """Return the smaller number; NaN if one is NaN, unlike the minimum of many languages."""
    return a if a < b else b if b <= a else a + b


def larger(a: float, b: float) -> float:
    return a if a > b else b if b >= a else a + b


def _sqrt(x: Any) -> Any:
    return x**0.5 if isinstance(x, int | float) else x.sqrt()


OPS: Final[tuple[Op, ...]] = (
    Op(CONST, "const", 0, FREE),
    Op(SYMBOL, "symbol", 0, FREE),
    Op(PI, "pi", 0, FREE, lambda: math.pi),
    Op(NEG, "neg", 1, FREE, operator.neg, lambda y, x: (-1,)),
    Op(ADD, "add", 2, ADDITION, operator.add, lambda y, a, b: (1, 1)),
    Op(SUB, "sub", 2, ADDITION, operator.sub, lambda y, a, b: (1, -1)),
    Op(MUL, "mul", 2, MULTIPLICATION, operator.mul, lambda y, a, b: (b, a)),
    Op(DIV, "div", 2, MULTIPLICATION, operator.truediv, lambda y, a, b: (1 / b, -y / b)),
    Op(SIN, "sin", 1, TRIG, math.sin, lambda y, x: (x.cos(),)),
    Op(COS, "cos", 1, TRIG, math.cos, lambda y, x: (-x.sin(),)),
    Op(TAN, "tan", 1, TRIG, math.tan, lambda y, x: (1 + y * y,)),
    Op(ASIN, "asin", 1, OTHER, math.asin, lambda y, x: (1 / _sqrt(1 - x * x),)),
    Op(ACOS, "acos", 1, OTHER, math.acos, lambda y, x: (-1 / _sqrt(1 - x * x),)),
    Op(ATAN, "atan", 1, OTHER, math.atan, lambda y, x: (1 / (1 + x * x),)),
    Op(ATAN2, "atan2", 2, OTHER, math.atan2, lambda y, a, b: (b / (a * a + b * b), -a / (a * a + b * b))),
    Op(SQRT, "sqrt", 1, OTHER, math.sqrt, lambda y, x: (1 / (2 * y),)),
    Op(EXP, "exp", 1, OTHER, math.exp, lambda y, x: (y,)),
    Op(LOG, "log", 1, OTHER, math.log, lambda y, x: (1 / x,)),
    Op(ABS, "abs", 1, OTHER, abs, lambda y, x: (x.sign(),)),
    Op(SIGN, "sign", 1, OTHER, sign, lambda y, x: (0,)),
    Op(POW, "pow", 2, OTHER, math.pow, lambda y, a, b: (b * a ** (b - 1), y * a.log())),
    Op(SELECT, "select", 3, OTHER, select, lambda y, c, a, b: (0, c.select(1, 0), c.select(0, 1))),
    Op(MIN, "min", 2, OTHER, smaller, lambda y, a, b: ((b - a).select(1, 0), (b - a).select(0, 1))),
    Op(MAX, "max", 2, OTHER, larger, lambda y, a, b: ((a - b).select(1, 0), (a - b).select(0, 1))),
    Op(CALL, "call", -1, FREE),  # call of a kernel, which has its own cost; ITEM selects a result
    Op(ITEM, "item", 1, FREE),
)
CODE: Final[dict[str, int]] = {op.name: op.code for op in OPS}
FUNCTIONS: Final[tuple[str, ...]] = (  # functions that formulas may call
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "abs", "sign",
)  # fmt: skip
