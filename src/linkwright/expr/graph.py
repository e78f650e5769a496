"""The expression graph: append-only columns, hash-consed, so that equal means identical.

Node i uses only nodes < i: the columns are in topological order, every pass is one `for`. The constructors do
what is always right (x+0, x*1, x-x, signs pulled out, sin^2+cos^2, odd and even functions, exact angles);
simplifications that depend on the number of uses belong to `optimize`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.ops import (
    ABS,
    ADD,
    ATAN2,
    CONST,
    COS,
    DIV,
    ITEM,
    MUL,
    NEG,
    PI,
    SELECT,
    SIGN,
    SIN,
    SQRT,
    SUB,
    SYMBOL,
)

Number = int | Fraction | float
Role = Literal["variable", "parameter"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """Name with a role: a variable changes at every call, a parameter does not."""

    name: str
    role: Role


_MAX_INTEGER = 2**1023  # exact numbers beyond the range of floats are refused: ((9^64)^64)^64 would fill the memory


def exact_number(value: Any) -> Number:
    """Return the number in its simplest type: integers as int, fractions as Fraction, else a finite float."""
    if isinstance(value, int) and not isinstance(value, bool):
        if not -_MAX_INTEGER < value < _MAX_INTEGER:
            raise ExpressionError("an integer is too large", remedy="at most 2^1023")
        return int(value)
    if isinstance(value, Fraction):
        if not (-_MAX_INTEGER < value.numerator < _MAX_INTEGER and value.denominator < _MAX_INTEGER):
            raise ExpressionError("a fraction of too large integers", remedy="at most 2^1023")
        return value.numerator if value.denominator == 1 else value
    x = float(value)
    if not math.isfinite(x):
        raise ExpressionError(f"{x} is not a finite number")
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


class Graph:
    """Columns `op, args, value, varies`. The methods take and return node numbers; `Expr` wraps them for users."""

    __slots__ = (
        "_angles", "_index", "_integers", "_named", "_sums", "args", "is_trial", "op", "units", "value", "varies",
    )  # fmt: skip

    def __init__(self, is_trial: bool = False) -> None:
        self.is_trial = is_trial  # a temporary graph, on which alternatives are tried
        self.op: list[int] = []
        self.args: list[tuple[int, ...]] = []
        self.value: list[Any] = []  # the number of a CONST, the Symbol of a SYMBOL, the Kernel of a CALL, k of an ITEM
        self.varies: list[bool] = []  # depends on a variable (False: on parameters and numbers alone)
        self.units: set[int] = set()  # nodes atan2(y, x) of points (x, y) that are known to be on the unit circle
        self._index: list[dict[tuple[Any, ...], int]] = [{} for _ in o.OPS]  # per operation: arguments -> node
        self._integers: dict[int, int] = {}  # integer -> its node, cache of `const`
        self._named: dict[str, int] = {}  # symbols by name
        self._angles: dict[int, tuple[int, int, int]] = {}  # cache of `_angle`
        self._sums: dict[int, tuple[Mapping[int, Number], Number]] = {}  # cache of `linear`

    def __len__(self) -> int:
        return len(self.op)

    def copy(self, is_trial: bool = False) -> Graph:
        """Return an independent graph with the same nodes under the same numbers."""
        g = Graph(is_trial)
        g.op, g.args, g.value, g.varies = self.op.copy(), self.args.copy(), self.value.copy(), self.varies.copy()
        g._index = [table.copy() for table in self._index]
        g._integers, g._named, g.units = self._integers.copy(), self._named.copy(), self.units.copy()
        g._angles, g._sums = self._angles.copy(), self._sums.copy()
        return g

    @classmethod
    def of_columns(cls, op: list[int], args: list[tuple[int, ...]], value: list[Any], varies: list[bool]) -> Graph:
        """Return a graph of these nodes, which must be valid and all different."""
        g = cls()
        g.op, g.args, g.value, g.varies = op, args, value, varies
        index = g._index
        for i, (code, key) in enumerate(zip(op, args, strict=True)):
            v = value[i]
            index[code][key if v is None else (key, v, type(v))] = i
        g._named = {value[i].name: i for i in index[SYMBOL].values()}
        return g

    def node(self, op: int, args: tuple[int, ...], value: Any = None) -> int:
        """Return the node with these columns, made if new, without simplification (see the constructors below)."""
        # the type belongs to the key: 0.5 == Fraction(1, 2), but pi/2 must not become 0.5*pi because a length is 0.5
        key = args if value is None else (args, value, type(value))
        new = len(self.op)
        i = self._index[op].setdefault(key, new)
        if i == new:
            varies = self.varies
            self.op.append(op)
            self.args.append(args)
            self.value.append(value)
            if len(args) == 2:  # most nodes: no loop
                a, b = args
                varies.append(varies[a] or varies[b])
            elif len(args) == 1:
                varies.append(varies[args[0]])
            elif op == SYMBOL:
                varies.append(value.role == "variable")
                self._named[value.name] = i
            else:
                varies.append(any(varies[a] for a in args))
        return i

    def _pair(self, op: int, args: tuple[int, int]) -> int:
        """Return the node of two arguments without a value: a fast path of `node`."""
        ops = self.op
        new = len(ops)
        i = self._index[op].setdefault(args, new)
        if i == new:
            varies = self.varies
            ops.append(op)
            self.args.append(args)
            self.value.append(None)
            varies.append(varies[args[0]] or varies[args[1]])
        return i

    def has(self, op: int) -> bool:
        """Return whether any node has this operation."""
        return bool(self._index[op])

    # -- leaves ---------------------------------------------------------------------------------------------------

    def const(self, value: Any) -> int:
        if type(value) is not int:
            return self.node(CONST, (), exact_number(value))
        i = self._integers.get(value)  # mostly 0 and 1, and mostly known
        if i is None:
            i = self._integers[value] = self.node(CONST, (), exact_number(value))
        return i

    def symbol(self, name: str, role: Role = "parameter") -> int:
        i = self._named.get(name)
        if i is None:
            i = self.node(SYMBOL, (), Symbol(name, role))
        elif self.value[i].role != role:
            raise ExpressionError(f"{name!r} is used as a {self.value[i].role} and as a {role}", remedy="rename one")
        return i

    def pi(self) -> int:
        return self.node(PI, ())

    def symbols(self) -> dict[str, int]:
        """Return the nodes of all symbols by name."""
        return self._named.copy()

    # -- sums -----------------------------------------------------------------------------------------------------

    def neg(self, a: int) -> int:
        op = self.op[a]
        if op == NEG:
            return self.args[a][0]
        if op == CONST:
            return self.const(-self.value[a])
        known = self._index[NEG].get((a,))
        return self.node(NEG, (a,)) if known is None else known

    def add(self, a: int, b: int) -> int:
        op = self.op
        if op[a] == CONST:
            a, b = b, a
        if op[b] == CONST:
            vb = self.value[b]
            if vb == 0:
                return a
            if op[a] == CONST:
                return self.const(self.value[a] + vb)
            if op[a] == NEG:  # c - x, kept as -(x - c) so that it is shared with x - c
                return self.neg(self.add(self.args[a][0], self.const(-vb)))
            known = self._index[ADD].get((a, b))
        elif op[a] == NEG:
            if op[b] == NEG:
                return self.neg(self.add(self.args[a][0], self.args[b][0]))
            return self.sub(b, self.args[a][0])
        elif op[b] == NEG:
            return self.sub(a, self.args[b][0])
        else:
            known = self._index[ADD].get((a, b) if a < b else (b, a))
        return self._combine(a, b, 1) if known is None else known

    def sub(self, a: int, b: int) -> int:
        if a == b:
            return self.const(0)
        op = self.op
        if op[b] == CONST or op[b] == NEG:
            return a if self.value[b] == 0 else self.add(a, self.neg(b))
        if op[a] == CONST or op[a] == NEG:
            return self.neg(b if self.value[a] == 0 else self.add(b, self.neg(a)))
        known = self._index[SUB].get((a, b) if a < b else (b, a))
        if known is None:
            return self._combine(a, b, -1)
        return known if a < b else self.neg(known)

    def _scaled(self, i: int) -> tuple[Number, int]:
        """Return i as number * node."""
        if self.op[i] == MUL and self.op[self.args[i][0]] == CONST:
            return self.value[self.args[i][0]], self.args[i][1]
        return 1, i

    def _combine(self, a: int, b: int, sign: int) -> int:
        """Return a + sign*b, neither a NEG: like terms, squares of sine and cosine, one order for x-y and y-x."""
        op = self.op
        if a == b or op[a] == MUL or op[b] == MUL:
            ca, xa = self._scaled(a) if op[a] == MUL else (1, a)
            cb, xb = self._scaled(b) if op[b] == MUL else (1, b)
            if xa == xb:
                return self.mul(self.const(ca + sign * cb), xa)
            if sign > 0 and ca == cb and self._is_circle(xa, xb):
                return self.const(ca)
        if op[a] == ADD or op[a] == SUB or op[b] == ADD or op[b] == SUB:
            left = self._cancelled(a, b, sign)
            if left is not None:
                return left
        if sign > 0:
            return self._pair(ADD, (a, b) if a < b or op[b] == CONST else (b, a))
        return self._pair(SUB, (a, b)) if a < b else self.neg(self._pair(SUB, (b, a)))

    def _cancelled(self, a: int, b: int, sign: int) -> int | None:
        """Return a + sign*b if one is a sum or difference with the other: x + (y - x), (x + y) - x; else None."""
        op, args = self.op, self.args
        if op[b] == SUB and a in args[b]:
            x, y = args[b]
            if sign > 0 and y == a:
                return x
            if sign < 0 and x == a:
                return y
        if op[a] == SUB and b in args[a]:
            x, y = args[a]
            if sign > 0 and y == b:
                return x
            if sign < 0 and x == b:
                return self.neg(y)
        if sign < 0:
            if op[a] == ADD and b in args[a]:
                return args[a][args[a][0] == b]
            if op[b] == ADD and a in args[b]:
                return self.neg(args[b][args[b][0] == a])
        return None

    def _is_circle(self, a: int, b: int) -> bool:
        """Return whether a and b are sin(x)^2 and cos(x)^2, in either order."""
        if self.op[a] != MUL or self.op[b] != MUL:
            return False
        (s, s2), (c, c2) = self.args[a], self.args[b]
        if s != s2 or c != c2 or {self.op[s], self.op[c]} != {SIN, COS}:
            return False
        return self.args[s] == self.args[c]

    # -- products -------------------------------------------------------------------------------------------------

    def mul(self, a: int, b: int) -> int:
        op = self.op
        if op[b] == CONST:
            a, b = b, a
        if op[a] == CONST:
            va = self.value[a]
            if va == 0:
                return a
            if va == 1:
                return b
            if op[b] == CONST:
                return self.const(va * self.value[b])
            if va == -1:
                return self.neg(b)
            if va < 0:
                return self.neg(self.mul(self.const(-va), b))
            if op[b] == NEG:
                return self.neg(self.mul(a, self.args[b][0]))
            c, x = self._scaled(b)
            return self._pair(MUL, (a, b)) if x == b else self.mul(self.const(va * c), x)
        if op[a] == NEG:
            x = self.args[a][0]
            return self.mul(x, self.args[b][0]) if op[b] == NEG else self.neg(self.mul(x, b))
        if op[b] == NEG:
            return self.neg(self.mul(a, self.args[b][0]))
        if a == b and op[a] == SQRT:
            return self.args[a][0]
        return self._pair(MUL, (a, b) if a <= b else (b, a))

    def div(self, a: int, b: int) -> int:
        op = self.op
        if op[b] == CONST:
            vb = self.value[b]
            if vb == 0:
                raise ExpressionError("division by zero")
            return self.mul(self.const(Fraction(1, vb) if isinstance(vb, int | Fraction) else 1 / vb), a)
        if a == b:
            return self.const(1)
        if op[a] == CONST and self.value[a] == 0:
            return a
        if op[a] == NEG:
            return self.neg(self.div(self.args[a][0], b))
        if op[b] == NEG:
            return self.neg(self.div(a, self.args[b][0]))
        if op[a] == CONST and self.value[a] < 0:
            return self.neg(self.div(self.neg(a), b))
        return self.node(DIV, (a, b))

    def pow(self, a: int, b: int) -> int:
        exponent = self.value[b] if self.op[b] == CONST else None
        if isinstance(exponent, int):
            if abs(exponent) > 64:
                raise ExpressionError(f"exponent {exponent} is too large", remedy="at most 64")
            if exponent < 0:
                return self.div(self.const(1), self.pow(a, self.const(-exponent)))
            result, square = self.const(1), a
            while exponent:
                if exponent & 1:
                    result = self.mul(result, square)
                exponent >>= 1
                if exponent:
                    square = self.mul(square, square)
            return result
        if exponent is not None and exponent == Fraction(1, 2):
            return self.sqrt(a)
        if exponent is not None and self.op[a] == CONST and self.value[a] > 0:
            try:
                return self.const(float(self.value[a]) ** float(exponent))
            except OverflowError as problem:
                raise ExpressionError(f"{self.value[a]}^{exponent} is too large") from problem
        return self.node(o.POW, (a, b))

    def sqrt(self, a: int) -> int:
        v = self.value[a] if self.op[a] == CONST else None
        if isinstance(v, int | Fraction) and v >= 0:
            num, den = (v, 1) if isinstance(v, int) else (v.numerator, v.denominator)
            rn, rd = math.isqrt(num), math.isqrt(den)
            if rn * rn == num and rd * rd == den:
                return self.const(Fraction(rn, rd))
        elif isinstance(v, float) and v >= 0:
            return self.const(math.sqrt(v))
        if v is not None and v < 0:
            raise ExpressionError(f"the square root of {v} is not real")
        return self.node(SQRT, (a,))

    # -- angles ---------------------------------------------------------------------------------------------------

    def linear(self, i: int) -> tuple[Mapping[int, Number], Number]:
        """Return i as a sum of number * node, with nodes that are no sums, and the plain number in the sum."""
        if i not in self._sums:
            self._sums[i] = self._linear(i)
        return self._sums[i]

    def _linear(self, i: int) -> tuple[Mapping[int, Number], Number]:
        """Compute `linear` from the last node to the first, so that shared nodes are visited once."""
        terms: dict[int, Number] = {}
        number: Number = 0
        weight: dict[int, Number] = {i: 1}
        heap = [-i]
        while heap:
            i = -heapq.heappop(heap)
            c = weight.pop(i)
            op, args = self.op[i], self.args[i]
            if op == CONST:
                number += c * self.value[i]
                continue
            if op in (ADD, SUB):
                parts = [(args[0], c), (args[1], c if op == ADD else -c)]
            elif op == NEG:
                parts = [(args[0], -c)]
            elif op == MUL and self.op[args[0]] == CONST:
                parts = [(args[1], c * self.value[args[0]])]
            else:
                terms[i] = c
                continue
            for k, share in parts:
                if k not in weight:
                    heapq.heappush(heap, -k)
                weight[k] = weight.get(k, 0) + share
        return {k: exact_number(v) for k, v in reversed(terms.items()) if v != 0}, number

    def _angle(self, i: int) -> tuple[int, int, int]:
        """Return the angle as (quarters mod 4, sign, rest): i = quarters*pi/2 + sign*rest, rest in a standard form."""
        if self.op[i] == SYMBOL:
            return 0, 1, i
        if self.op[i] == NEG and self.op[self.args[i][0]] == SYMBOL:
            return 0, -1, self.args[i][0]
        if i not in self._angles:
            self._angles[i] = self._standard(i)
        return self._angles[i]

    def _standard(self, i: int) -> tuple[int, int, int]:
        of, number = self.linear(i)
        terms = dict(of)
        turns = terms.pop(self.pi(), 0)
        if isinstance(turns, float):
            turns = Fraction(turns) if Fraction(turns).denominator <= 1024 else turns
        quarters = 0
        if not isinstance(turns, float):
            quarters = math.ceil(2 * turns - Fraction(1, 2))  # the rest is in (-pi/4, pi/4]
            turns = exact_number(Fraction(turns) - Fraction(quarters, 2))
        lead = next((terms[k] for k in sorted(terms)), turns or number)
        sign = -1 if lead < 0 else 1
        rest = self.const(sign * number)
        for k in sorted(terms):
            rest = self.add(rest, self.mul(self.const(sign * terms[k]), k))
        if turns:
            rest = self.add(rest, self.mul(self.const(sign * turns), self.pi()))
        return quarters % 4, sign, rest

    def _circular(self, quarters: int, rest: int) -> int:
        """Return sin(rest + quarters*pi/2), rest in standard form."""
        if quarters >= 2:
            return self.neg(self._circular(quarters - 2, rest))
        if self.op[rest] == CONST and (self.value[rest] == 0 or isinstance(self.value[rest], float)):
            x = float(self.value[rest])
            return self.const((math.sin, math.cos)[quarters](x))
        c, x = self._scaled(rest)
        if quarters == 0 and self.op[x] == PI and c == Fraction(1, 6):
            return self.const(Fraction(1, 2))  # sin(pi/6); the only rational value left besides 0 and 1
        directed = self._directed(rest)
        return directed[quarters] if directed else self.node((SIN, COS)[quarters], (rest,))

    def _directed(self, angle: int) -> tuple[int, int] | None:
        """Return sine and cosine of an angle with a term atan2(y, x) of a unit vector, by the addition theorems.

        None for other angles: atan2(0, 0) is an angle, but (0, 0) has no direction.
        """
        if angle in self.units:
            y, x = self.args[angle]
            return y, x
        terms = self.linear(angle)[0] if self.units else {}
        atom = next((k for k, c in terms.items() if k in self.units and c in (1, -1)), None)
        if atom is None:
            return None
        y, x = self.args[atom]
        y = y if terms[atom] == 1 else self.neg(y)
        rest = self.sub(angle, atom) if terms[atom] == 1 else self.add(angle, atom)
        s, c = self.sin(rest), self.cos(rest)
        return (self.add(self.mul(s, x), self.mul(c, y)), self.sub(self.mul(c, x), self.mul(s, y)))

    def sin(self, i: int) -> int:
        quarters, sign, rest = self._angle(i)
        value = self._circular(quarters, rest)
        # sin(k pi/2 + s x): odd in x for even k, even for odd k
        return value if sign > 0 or quarters % 2 else self.neg(value)

    def cos(self, i: int) -> int:
        quarters, sign, rest = self._angle(i)
        quarters = (quarters + 1) % 4
        value = self._circular(quarters, rest)
        return value if sign > 0 or quarters % 2 else self.neg(value)

    def direction(self, y: int, x: int) -> int:
        """Return the angle of a point (x, y) that is known to be on the unit circle."""
        i = self.call(ATAN2, (y, x))
        if self.op[i] == ATAN2:
            self.units.add(i)
        return i

    # -- other functions ------------------------------------------------------------------------------------------

    def call(self, op: int, args: tuple[int, ...]) -> int:
        """Return the node of an operation by its code, with the simplifications of its constructor."""
        match op, len(args):
            case (o.NEG, 1):
                return self.neg(args[0])
            case (o.ADD, 2):
                return self.add(*args)
            case (o.SUB, 2):
                return self.sub(*args)
            case (o.MUL, 2):
                return self.mul(*args)
            case (o.DIV, 2):
                return self.div(*args)
            case (o.POW, 2):
                return self.pow(*args)
            case (o.SIN, 1):
                return self.sin(args[0])
            case (o.COS, 1):
                return self.cos(args[0])
            case (o.SQRT, 1):
                return self.sqrt(args[0])
            case (o.PI, 0):
                return self.pi()
            case (o.TAN | o.ASIN | o.ATAN | o.SIGN | o.ABS, 1) if self.op[args[0]] == NEG:
                inner = self.call(op, self.args[args[0]])
                return inner if op == ABS else self.neg(inner)
            case (o.SIGN, 1) if (rest := self._without_size(args[0])) is not None:
                return self.call(op, (rest,))
            case (o.SELECT, 3) if args[1] == args[2]:
                return args[1]
            case (o.MIN | o.MAX, 2) if args[0] == args[1]:
                return args[0]
            case (o.MIN | o.MAX, 2) if args[0] > args[1]:
                args = args[::-1]
        if o.OPS[op].arity != len(args):
            raise ExpressionError(f"{o.OPS[op].name} takes {o.OPS[op].arity} argument(s), {len(args)} given")
        return self._fold(op, args)

    def _without_size(self, i: int) -> int | None:
        """Return the factor with the sign of a product or quotient whose other factor is a number; else None."""
        if self.op[i] not in (o.MUL, o.DIV):
            return None
        a, b = self.args[i]
        for number, rest in ((a, b), (b, a)) if self.op[i] == o.MUL else ((b, a),):
            if self.op[number] == CONST and self.value[number]:
                return rest if self.value[number] > 0 else self.neg(rest)
        return None

    def _fold(self, op: int, args: tuple[int, ...]) -> int:
        """Evaluate an operation on floats, zeros, and signs of numbers; on other exact numbers it stays symbolic."""
        values = [self.value[a] for a in args if self.op[a] == CONST]
        value = o.OPS[op].value
        if len(values) == len(args) and value is not None:
            known = op in (ABS, SIGN, SELECT, o.MIN, o.MAX) or any(isinstance(v, float) for v in values)
            if known or all(v == 0 for v in values):
                try:
                    return self.const(abs(values[0]) if op == ABS else value(*values))
                except (ValueError, OverflowError, ZeroDivisionError) as problem:
                    name = o.OPS[op].name
                    raise ExpressionError(f"{name}({', '.join(map(str, values))}) has no value") from problem
        return self.node(op, args)

    def invoke(self, kernel: Any, args: Iterable[int]) -> list[int]:
        """Return the results of a kernel on these arguments: its unknowns, then its flags."""
        given = tuple(args)
        if len(given) != kernel.arguments:
            raise ExpressionError(f"{kernel.name} takes {kernel.arguments} arguments, {len(given)} given")
        call = self.node(o.CALL, given, kernel)
        return [self.node(ITEM, (call,), k) for k in range(kernel.results)]
