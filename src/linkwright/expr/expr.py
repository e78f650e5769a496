"""`Expr`: a node of a graph with Python's operators, for users and for the algorithms."""

from __future__ import annotations

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.graph import Graph, Number, Role
from linkwright.expr.printer import to_text

Scalar = "Expr | int | float | Fraction"


class Expr:
    """A handle on one node. Equal handles are the same node: the graph shares by construction."""

    __slots__ = ("graph", "id")

    def __init__(self, graph: Graph, id: int) -> None:
        self.graph, self.id = graph, id

    def _id(self, other: Expr | Number) -> int:
        if type(other) is Expr:
            if other.graph is not self.graph:
                raise ExpressionError("the two expressions belong to different graphs", remedy="use adopt()")
            return other.id
        return self.graph.const(other)

    # sums and products are most operations, and half of them return an operand unchanged: its handle is used again

    def __add__(self, other: Expr | Number) -> Expr:
        g, a = self.graph, self.id
        if type(other) is Expr and other.graph is g:
            i = g.add(a, other.id)
            return self if i == a else other if i == other.id else Expr(g, i)
        if type(other) is int and other == 0:
            return self
        return Expr(g, g.add(a, self._id(other)))

    __radd__ = __add__

    def __sub__(self, other: Expr | Number) -> Expr:
        g, a = self.graph, self.id
        if type(other) is Expr and other.graph is g:
            i = g.sub(a, other.id)
            return self if i == a else Expr(g, i)
        if type(other) is int and other == 0:
            return self
        return Expr(g, g.sub(a, self._id(other)))

    def __rsub__(self, other: Expr | Number) -> Expr:
        return Expr(self.graph, self.graph.sub(self._id(other), self.id))

    def __mul__(self, other: Expr | Number) -> Expr:
        g, a = self.graph, self.id
        if type(other) is Expr and other.graph is g:
            i = g.mul(a, other.id)
            return self if i == a else other if i == other.id else Expr(g, i)
        if type(other) is int:
            if other == 1:
                return self
            if other == -1:
                return -self
            if other == 0:
                return Expr(g, g.const(0))
        return Expr(g, g.mul(a, self._id(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Expr | Number) -> Expr:
        return Expr(self.graph, self.graph.div(self.id, self._id(other)))

    def __rtruediv__(self, other: Expr | Number) -> Expr:
        return Expr(self.graph, self.graph.div(self._id(other), self.id))

    def __pow__(self, other: Expr | Number) -> Expr:
        return Expr(self.graph, self.graph.pow(self.id, self._id(other)))

    def __neg__(self) -> Expr:
        return Expr(self.graph, self.graph.neg(self.id))

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return self._call(o.ABS)

    def _call(self, op: int, *others: Expr | Number) -> Expr:
        return Expr(self.graph, self.graph.call(op, (self.id, *map(self._id, others))))

    def sin(self) -> Expr:
        return Expr(self.graph, self.graph.sin(self.id))

    def cos(self) -> Expr:
        return Expr(self.graph, self.graph.cos(self.id))

    def tan(self) -> Expr:
        return self._call(o.TAN)

    def sqrt(self) -> Expr:
        return self._call(o.SQRT)

    def asin(self) -> Expr:
        return self._call(o.ASIN)

    def acos(self) -> Expr:
        return self._call(o.ACOS)

    def atan(self) -> Expr:
        return self._call(o.ATAN)

    def atan2(self, x: Expr | Number) -> Expr:
        """Angle of the point (x, self), rad."""
        return self._call(o.ATAN2, x)

    def exp(self) -> Expr:
        return self._call(o.EXP)

    def log(self) -> Expr:
        return self._call(o.LOG)

    def sign(self) -> Expr:
        return self._call(o.SIGN)

    def select(self, a: Expr | Number, b: Expr | Number) -> Expr:
        """Return a where self >= 0, else b."""
        return self._call(o.SELECT, a, b)

    def min(self, other: Expr | Number) -> Expr:
        return self._call(o.MIN, other)

    def max(self, other: Expr | Number) -> Expr:
        return self._call(o.MAX, other)

    # Arguments that rounding alone can push out of a function's domain are replaced by the nearest value inside it.

    def clamped_sqrt(self) -> Expr:
        return self.max(0).sqrt()

    def clamped_asin(self) -> Expr:
        return self.max(-1).min(1).asin()

    def clamped_acos(self) -> Expr:
        return self.max(-1).min(1).acos()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Expr):
            return self.graph is other.graph and self.id == other.id
        return self.number is not None and self.number == other

    def __hash__(self) -> int:
        return hash((id(self.graph), self.id))

    @property
    def number(self) -> Number | None:
        """The value of a plain number; None for other expressions."""
        return self.graph.value[self.id] if self.graph.op[self.id] == o.CONST else None

    @property
    def is_zero(self) -> bool:
        return self.graph.op[self.id] == o.CONST and self.graph.value[self.id] == 0

    @property
    def name(self) -> str | None:
        """The name of a plain symbol; None for other expressions."""
        return self.graph.value[self.id].name if self.graph.op[self.id] == o.SYMBOL else None

    @property
    def symbols(self) -> frozenset[str]:
        """Names of the symbols that the expression depends on."""
        if not self.graph.args[self.id]:  # most scalars of a robot are numbers or plain symbols
            return frozenset(() if self.name is None else (self.name,))
        seen, todo, names = {self.id}, [self.id], []
        while todo:
            i = todo.pop()
            if self.graph.op[i] == o.SYMBOL:
                names.append(self.graph.value[i].name)
            for a in self.graph.args[i]:
                if a not in seen:
                    seen.add(a)
                    todo.append(a)
        return frozenset(names)

    def __str__(self) -> str:
        return to_text(self.graph, self.id)

    def __repr__(self) -> str:
        return f"Expr({self})"


def make_symbol(graph: Graph, name: str, role: Role = "parameter") -> Expr:
    return Expr(graph, graph.symbol(name, role))


def make_number(graph: Graph, value: Number) -> Expr:
    return Expr(graph, graph.const(value))
