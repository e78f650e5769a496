"""Replay: run the columns of a graph on any scalars.

A `Domain` defines numbers and operations for a kind of scalar. Evaluating, substituting, specialising, translating to
SymPy and copying into another graph are all this one loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.graph import Graph, Number, Role, Symbol

if TYPE_CHECKING:
    from linkwright.expr.kernel import Kernel


@dataclass(frozen=True)
class Domain:
    """Numbers and operations of one kind of scalar.

    `take` converts an argument to a scalar of the domain and `give` a result back; the operations run inside `context`;
    `without_value` is the domain for a second evaluation if an operation raises because it has no value here.
    """

    number: Callable[[Number], Any]
    operations: Mapping[int, Callable[..., Any]]
    kernel: Callable[[Kernel, Sequence[Any]], Sequence[Any]]  # the results of a call
    take: Callable[[Any], Any] = lambda x: x
    give: Callable[[Any], Any] = lambda x: x
    context: Callable[[], AbstractContextManager[Any]] = nullcontext
    without_value: Callable[[], Domain] | None = None


def needed_nodes(graph: Graph, wanted: Iterable[int], known: Container[int] = ()) -> list[int]:
    """Nodes that the wanted ones need, in order of evaluation; known nodes and their own arguments are left out."""
    ends, found, args = list(wanted), [], graph.args
    needed = bytearray(max(ends, default=-1) + 1)
    for i in ends:
        needed[i] = 1
    i = len(needed)
    while (i := needed.rfind(1, 0, i)) >= 0:  # from the last to the first: arguments have smaller numbers
        if i not in known:
            found.append(i)
            for a in args[i]:
                needed[a] = 1
    found.reverse()
    return found


def replay(
    graph: Graph,
    wanted: Iterable[int],
    domain: Domain,
    leaf: Callable[[int, Symbol], Any],
    order: list[int] | None = None,
) -> dict[int, Any]:
    """Return the values of all nodes that the wanted ones need; `leaf(node, symbol)` gives the scalar of a symbol."""
    values: dict[int, Any] = {}
    op, args, value, operations, call = graph.op, graph.args, graph.value, domain.operations, o.CALL
    for i in needed_nodes(graph, wanted) if order is None else order:
        code, below = op[i], args[i]
        if len(below) == 2 and code != call:  # most nodes
            a, b = below
            values[i] = operations[code](values[a], values[b])
        elif code == o.CONST:
            values[i] = domain.number(value[i])
        elif code == o.SYMBOL:
            values[i] = leaf(i, value[i])
        elif code == call:
            values[i] = domain.kernel(value[i], [values[a] for a in below])
        elif code == o.ITEM:
            values[i] = values[below[0]][value[i]]
        else:
            values[i] = operations[code](*[values[a] for a in below])
    return values


def evaluate(graph: Graph, order: list[int], domain: Domain, leaves: Mapping[int, Any]) -> dict[int, Any]:
    """Return the values of these nodes for arguments by node; undefined values are infinity or NaN as in IEEE 754."""
    scalars = {i: domain.take(x) for i, x in leaves.items()}
    try:
        with domain.context():
            return replay(graph, (), domain, lambda i, _: scalars[i], order)
    except (ArithmeticError, ValueError):
        if domain.without_value is None:
            raise
        return evaluate(graph, order, domain.without_value(), leaves)


def array_domain() -> Domain:
    """Domain of NumPy arrays, element by element, with broadcasting. Undefined values are infinity or NaN, silently."""
    import numpy as np

    def kernel(kernel: Kernel, values: Sequence[Any]) -> Sequence[Any]:
        rows = np.stack(np.broadcast_arrays(*values), axis=-1)
        results = [kernel.code(row.tolist()) for row in rows.reshape(-1, rows.shape[-1])]
        return list(np.moveaxis(np.reshape(results, (*rows.shape[:-1], kernel.results)), -1, 0))

    table: dict[int, Callable[..., Any]] = {op.code: op.value for op in o.OPS if op.value}
    table |= {
        o.SIN: np.sin, o.COS: np.cos, o.TAN: np.tan, o.ASIN: np.arcsin, o.ACOS: np.arccos, o.ATAN: np.arctan,
        o.ATAN2: np.arctan2, o.SQRT: np.sqrt, o.EXP: np.exp, o.LOG: np.log, o.ABS: np.abs, o.SIGN: np.sign,
        o.POW: np.power, o.SELECT: lambda c, a, b: np.where(np.asarray(c) >= 0, a, b),
        o.MIN: np.minimum, o.MAX: np.maximum,
    }  # fmt: skip
    return Domain(float, table, kernel, context=lambda: np.errstate(all="ignore"))


def run_kernel(kernel: Kernel, values: Sequence[float]) -> list[float]:
    return kernel.code(values)


def _numpy_floats() -> Domain:
    """Domain of NumPy's floats: slower than Python's, but with the infinities of IEEE 754."""
    import numpy as np

    domain = array_domain()
    operations = {**domain.operations, o.PI: lambda: np.float64(np.pi)}
    return replace(domain, number=np.float64, operations=operations, take=np.float64, give=float)


# operations raise where they are undefined; then `_numpy_floats` evaluates
FLOAT = Domain(
    float, {op.code: op.value for op in o.OPS if op.value}, run_kernel, float, float, without_value=_numpy_floats
)


def node_domain(graph: Graph) -> Domain:
    """Domain of node numbers of another graph, for substitution, specialisation and inlining."""
    table: dict[int, Callable[..., Any]] = {
        op.code: (lambda code: lambda *args: graph.call(code, args))(op.code) for op in o.OPS if op.arity >= 0
    }
    table |= {o.ADD: graph.add, o.SUB: graph.sub, o.MUL: graph.mul, o.DIV: graph.div, o.NEG: graph.neg,
              o.SIN: graph.sin, o.COS: graph.cos, o.POW: graph.pow}  # fmt: skip

    return Domain(graph.const, table, graph.invoke)


def sympy_domain() -> Domain:
    """Domain of SymPy expressions, for interchange. Needs SymPy."""
    import sympy as sp

    def number(value: Number) -> Any:
        return sp.Rational(value.numerator, value.denominator) if isinstance(value, int | Fraction) else sp.Float(value)

    def kernel(kernel: Kernel, values: Sequence[Any]) -> Sequence[Any]:
        n = math.isqrt(len(values) - kernel.unknowns)
        if kernel.rule != "solve":
            raise ExpressionError(f"SymPy has no {kernel.name}: it is a program", remedy="evaluate it with numbers")
        right = sp.Matrix(n, kernel.unknowns // n, values[n * n : n * n + kernel.unknowns])
        return [*sp.Matrix(n, n, values[: n * n]).LUsolve(right), sp.Integer(0)]

    table: dict[int, Callable[..., Any]] = {op.code: op.value for op in o.OPS if op.value}
    table |= {
        o.PI: lambda: sp.pi, o.SIN: sp.sin, o.COS: sp.cos, o.TAN: sp.tan, o.ASIN: sp.asin, o.ACOS: sp.acos,
        o.ATAN: sp.atan, o.ATAN2: sp.atan2, o.SQRT: sp.sqrt, o.EXP: sp.exp, o.LOG: sp.log, o.ABS: sp.Abs,
        o.SIGN: sp.sign, o.POW: sp.Pow, o.SELECT: lambda c, a, b: sp.Piecewise((a, c >= 0), (b, True)),
        o.MIN: sp.Min, o.MAX: sp.Max,
    }  # fmt: skip
    return Domain(number, table, kernel, take=lambda x: x if isinstance(x, sp.Basic) else number(to_python_number(x)))


def to_python_number(x: Any) -> Number:
    """Convert a real number of NumPy to one of Python."""
    number: Number = x.item() if hasattr(x, "item") else x
    return number


class Importer:
    """Copies expressions into another graph, symbols by name or replaced. Copied nodes are remembered."""

    def __init__(
        self, target: Graph, replace: Mapping[str, Any] | None = None, role: Callable[[Symbol], Role] = lambda s: s.role
    ) -> None:
        self.target, self.replace, self.role = target, dict(replace or {}), role
        self._done: dict[int, dict[int, int]] = {}
        self._sources: list[Graph] = []  # kept alive, so that their id() is not used again
        self._domain = node_domain(target)

    def _leaf(self, _: int, symbol: Symbol) -> int:
        if symbol.name not in self.replace:
            return self.target.symbol(symbol.name, self.role(symbol))
        new = self.replace[symbol.name]
        return new.id if isinstance(new, Expr) else self.target.const(new)

    def take(self, expr: Expr, value: Expr) -> None:
        """Copy `expr` as `value` from now on."""
        self._copied(expr.graph)[expr.id] = value.id

    def _copied(self, source: Graph) -> dict[int, int]:
        if id(source) not in self._done:
            self._sources.append(source)
        return self._done.setdefault(id(source), {})

    def __call__(self, expr: Expr) -> Expr:
        source = expr.graph
        done = self._copied(source)
        if expr.id not in done:
            op, args, value = source.op, source.args, source.value
            for i in [expr.id] if not args[expr.id] else needed_nodes(source, [expr.id], done):
                if op[i] == o.CONST:
                    done[i] = self.target.const(value[i])
                elif op[i] == o.SYMBOL:
                    done[i] = self._leaf(i, value[i])
                elif op[i] in (o.CALL, o.ITEM):
                    done[i] = self.target.node(op[i], tuple([done[a] for a in args[i]]), value[i])
                else:
                    done[i] = self._domain.operations[op[i]](*[done[a] for a in args[i]])
                    if i in source.units and self.target.op[done[i]] == o.ATAN2:
                        self.target.units.add(done[i])
        return Expr(self.target, done[expr.id])


def value_of(expr: Expr, numbers: Mapping[str, float] | None = None) -> float:
    """Evaluate an expression for numbers of its symbols. KeyError names a symbol without one."""
    table = numbers or {}
    plain = expr.number
    if plain is not None:
        return float(plain)
    return float(replay(expr.graph, [expr.id], FLOAT, lambda _, s: float(table[s.name]))[expr.id])


__all__ = [
    "FLOAT",
    "Domain",
    "Importer",
    "array_domain",
    "evaluate",
    "needed_nodes",
    "node_domain",
    "replay",
    "sympy_domain",
    "to_python_number",
    "value_of",
]  # fmt: skip
