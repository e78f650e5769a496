"""Straight-line functions of floats as generated Python code, for repeated evaluation.

Interpreting the columns of a graph (`replay`) costs ten times the operations; generating code costs about twenty
interpreted evaluations. So the first evaluations are interpreted, and later ones, as in iterations, run generated code.
The operations, and so all digits, are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from linkwright.expr import ops as o
from linkwright.expr.graph import Graph
from linkwright.expr.replay import FLOAT, evaluate

EVALUATIONS_BEFORE_CODEGEN = 20  # evaluations after which code is generated
INFIX = {o.ADD: "+", o.SUB: "-", o.MUL: "*", o.DIV: "/"}

Rows = Sequence[Sequence[int]]
Code = Callable[..., tuple[tuple[float, ...], ...]]


class StraightEvaluator:
    """Nodes of a graph, in order, as a function from arrays of floats to arrays of floats."""

    def __init__(self, graph: Graph, order: list[int], inputs: Rows, outputs: Rows) -> None:
        self.graph, self.order, self.inputs, self.outputs = graph, order, inputs, outputs
        self._left, self._code = EVALUATIONS_BEFORE_CODEGEN, None

    _code: Code | None

    def __call__(self, *arrays: Sequence[float]) -> list[list[float]]:
        """Return the outputs; undefined values are infinity or NaN as in IEEE 754."""
        if self._code is None and self._left == 0:
            self._code = _code(self.graph, self.order, self.inputs, self.outputs)
        if self._code is not None:
            try:
                return [list(map(float, row)) for row in self._code(*arrays)]
            except (ArithmeticError, ValueError):
                pass
        else:
            self._left -= 1
        leaves = {i: v for row, array in zip(self.inputs, arrays, strict=True) for i, v in zip(row, array)}
        values = evaluate(self.graph, self.order, FLOAT, leaves)
        return [[float(values[i]) for i in row] for row in self.outputs]


def _root(x: float) -> float:
    """Return the square root, NaN below 0: kernels use NaN for missing results, so this is no reason to re-evaluate."""
    return math.sqrt(x) if x >= 0 else math.nan


def _code(graph: Graph, order: Sequence[int], inputs: Rows, outputs: Rows) -> Code:
    """Compile a function of one array per input. All names in its text are made here."""
    names: dict[str, Any] = {o.OPS[op].name: f for op, f in FLOAT.operations.items()}
    names |= {"call": FLOAT.kernel, "sqrt": _root}
    lines = [f"def run({', '.join(f'p{k}' for k in range(len(inputs)))}):"]
    lines += [f"    {''.join(f'v{i}, ' for i in row)} = p{k}" for k, row in enumerate(inputs) if row]
    known = {i for row in inputs for i in row}
    lines += [f"    v{i} = {_operation(graph, i, names)}" for i in order if i not in known]
    rows = (f"({''.join(f'v{i}, ' for i in row)})" for row in outputs)
    lines.append(f"    return ({''.join(f'{row}, ' for row in rows)})")
    exec(compile("\n".join(lines), "<straight>", "exec"), names)
    made: Code = names["run"]
    return made


def _operation(graph: Graph, i: int, names: dict[str, Any]) -> str:
    op, value, x = graph.op[i], graph.value[i], [f"v{a}" for a in graph.args[i]]
    if op in INFIX:
        return f"{x[0]} {INFIX[op]} {x[1]}"
    if op == o.CONST:
        return repr(float(value))
    if op == o.NEG:
        return f"-{x[0]}"
    if op == o.SELECT:
        return f"{x[1]} if {x[0]} >= 0 else {x[2]}"
    if op == o.CALL:
        names[f"k{i}"] = value
        return f"call(k{i}, ({''.join(f'{a}, ' for a in x)}))"
    if op == o.ITEM:
        return f"{x[0]}[{value}]"
    return f"{o.OPS[op].name}({', '.join(x)})"


__all__ = ["StraightEvaluator"]
