"""Equality in a prime field: comparison of two derivations with a bound on the probability of error.

Every expression of mechanics is a rational function of its symbols and of the sines and cosines of its angles. Two
such functions that agree at random points of a large prime field are equal up to a probability that the degrees
bound (Schwartz-Zippel). An angle t is a random w in the field with cos t = (w + 1/w)/2 and sin t = (w - 1/w)/(2i), so
that adding angles is multiplying w: the addition theorems hold exactly. pi/360 is a root of unity of order 720, so
every angle of whole degrees has its exact cosine.

The prime is the largest below 2^61 with 720 | P - 1: i, sqrt(2), sqrt(3) and all the roots of unity above lie in the
field, which they do not for 2^61 - 1. Functions that are not algebraic (atan2, sqrt, exp...) are random functions of
their arguments' values: equal arguments give equal values, different arguments different ones.

With `roots`, square roots are roots of the field, and atan2(y, x) has the direction (x + i y)/sqrt(x^2 + y^2). Half
of all numbers have no root there: such a point is drawn again. Both signs of a few roots are tried at one point. If
there are many, the sign taken is in effect random (1 has the root 1): an identity that holds for one sign of a root
alone fails at half of the points.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from linkwright.expr import ops as o
from linkwright.expr.expr import Expr
from linkwright.expr.graph import Graph
from linkwright.expr.replay import Importer, needed_nodes

if TYPE_CHECKING:
    from linkwright.expr.kernel import Kernel

P = 2305843009213690801  # prime, P % 720 == 1 (a test proves both)
_HALF_TURN = 360  # pi is this many steps of the root of unity


def _root_of_unity(order: int) -> int:
    """Return an element of exactly this order (which divides P - 1)."""
    primes = [q for q in (2, 3, 5, 7) if order % q == 0]
    for g in range(2, 1000):
        z = pow(g, (P - 1) // order, P)
        if all(pow(z, order // q, P) != 1 for q in primes):
            return z
    raise ArithmeticError("no root of unity found")


_ZETA = _root_of_unity(2 * _HALF_TURN)
_I = pow(_ZETA, _HALF_TURN // 2, P)  # i = the quarter turn
_HALF = pow(2, -1, P)
_HALF_OVER_I = pow(2 * _I, -1, P)
_TWOS = ((P - 1) & (1 - P)).bit_length() - 1  # P - 1 = odd * 2^_TWOS
_ODD = (P - 1) >> _TWOS
_CIRCULAR = {o.SIN, o.COS, o.TAN}
MAX_BRANCHED_ROOTS, MAX_BRANCH_POINTS = 5, 64  # both signs are tried of at most so many roots; so many points are tried
_NO_SQUARE = next(pow(g, _ODD, P) for g in range(2, 1000) if pow(g, (P - 1) // 2, P) == P - 1)


class NoRoot(ZeroDivisionError):
    """A number without a square root in the field: take another point, as at a pole."""


def square_root(x: int) -> int:
    """Return the smaller root of x in the field, by the algorithm of Tonelli and Shanks (Cohen 1993, 1.5.1)."""
    x %= P
    if x == 0:
        return 0
    if pow(x, (P - 1) // 2, P) != 1:
        raise NoRoot
    y, root, rest, order = _NO_SQUARE, pow(x, (_ODD + 1) // 2, P), pow(x, _ODD, P), _TWOS
    while rest != 1:  # root^2 = x rest, and rest has the order 2^k
        k, square = 0, rest
        while square != 1:
            k, square = k + 1, square * square % P
        y = pow(y, 1 << (order - k - 1), P)
        root, order = root * y % P, k
        y = y * y % P
        rest = rest * y % P
    return min(root, P - root)


def _draw(*words: object) -> int:
    """Return a pseudo-random number of the field, determined by the words."""
    digest = hashlib.blake2b(repr(words).encode(), digest_size=16).digest()
    return 2 + int.from_bytes(digest, "big") % (P - 4)


@lru_cache(maxsize=1024)
def _draw_cached(seed: int, *words: object) -> int:
    """Return `_draw`, cached: symbols and their angles are the same in all models of a robot."""
    return _draw(seed, *words)


def residue(value: int | Fraction | float) -> int:
    """Convert an exact number (a float is one, too) to an element of the field."""
    if type(value) is int:
        return value % P
    f = Fraction(value)
    return f.numerator * pow(f.denominator, -1, P) % P


@dataclass(frozen=True)
class Point:
    """A random point: a value for every symbol, and a finest angle step for every angle."""

    seed: int
    steps: int = 1  # every angle occurs as a multiple of symbol/steps
    roots: bool = False  # True: square roots of the field; False: random functions
    branch: int = 0  # bit k: take the other root of the k-th number under a root

    def values(
        self, graph: Graph, order: Sequence[int], given: Mapping[str, int] | None = None,
        rooted: dict[int, int] | None = None,
    ) -> list[int]:  # fmt: skip
        """Return the residues of these nodes (closed under arguments, in order) at this point, by node; 0 for others.

        `given` fixes symbols by name. Division by zero and a root that the field does not have raise ZeroDivisionError:
        take another point. `rooted` collects the numbers under roots, each with its index.
        """
        rooted = {} if rooted is None else rooted
        out = [0] * len(graph)
        vectors: dict[int, list[int]] = {}
        circles: dict[int, tuple[int, int]] = {}
        op, args, value = graph.op, graph.args, graph.value
        for i in order:
            code, a = op[i], args[i]
            if code == o.MUL:
                out[i] = out[a[0]] * out[a[1]] % P
            elif code == o.ADD:
                out[i] = (out[a[0]] + out[a[1]]) % P
            elif code == o.SUB:
                out[i] = (out[a[0]] - out[a[1]]) % P
            elif code == o.NEG:
                out[i] = -out[a[0]] % P
            elif code == o.CONST:
                out[i] = residue(value[i])
            elif code == o.SYMBOL:
                name = value[i].name
                out[i] = given[name] if given and name in given else _draw_cached(self.seed, name)
            elif code in _CIRCULAR:
                if a[0] not in circles:
                    circles[a[0]] = self._circle(graph, a[0], out, rooted)
                cos, sin = circles[a[0]]
                out[i] = cos if code == o.COS else sin if code == o.SIN else sin * _field_inverse(cos) % P
            elif code == o.DIV:
                out[i] = out[a[0]] * _field_inverse(out[a[1]]) % P
            elif code == o.CALL:
                vectors[i] = self._kernel(value[i], [out[k] for k in a])
                out[i] = 0
            elif code == o.ITEM:
                out[i] = vectors[a[0]][value[i]]
            elif code == o.SQRT and self.roots and op[a[0]] != o.CONST:
                out[i] = self._root(out[a[0]], rooted)
            else:
                out[i] = self._opaque(code, [out[k] for k in a])
        return out

    def _root(self, x: int, rooted: dict[int, int]) -> int:
        """Return a square root of x, chosen by the branch; the root of 1 is 1."""
        root = square_root(x)
        if x == 1:
            return root
        return P - root if self.branch >> rooted.setdefault(x, len(rooted)) & 1 else root

    def _circle(
        self, graph: Graph, arg: int, out: Sequence[int], rooted: dict[int, int]
    ) -> tuple[int, int]:  # fmt: skip
        """Return cos and sin of a sum of multiples of atoms and of pi, by the addition theorems."""
        terms, number = graph.linear(arg)
        w = 1
        for atom, c in terms.items():
            count = Fraction(c) * (_HALF_TURN if graph.op[atom] == o.PI else self.steps)
            if count.denominator != 1:  # finer than the steps of this point: an independent random angle
                w = w * _draw(self.seed, "angle", out[atom], str(c)) % P
            elif graph.op[atom] == o.PI:
                w = w * pow(_ZETA, int(count), P) % P
            elif self.roots and graph.op[atom] == o.ATAN2 and Fraction(c).denominator == 1:
                y, x = (out[k] for k in graph.args[atom])
                w = (
                    w
                    * pow((x + _I * y) * _field_inverse(self._root((x * x + y * y) % P, rooted)), int(Fraction(c)), P)
                    % P
                )
            else:  # the angle belongs to the atom's value, so equal atoms have equal angles
                w = w * pow(_draw_cached(self.seed, "angle", out[atom]), int(count), P) % P
        if number:  # radians: multiples of one random angle
            count = Fraction(number) * self.steps
            if count.denominator == 1:
                w = w * pow(_draw(self.seed, "radian"), int(count), P) % P
            else:
                w = w * _draw(self.seed, "angle", residue(number)) % P
        v = _field_inverse(w)
        return (w + v) * _HALF % P, (w - v) * _HALF_OVER_I % P

    def _opaque(self, code: int, args: list[int]) -> int:
        sign = 1
        if code in (o.ABS, o.SIGN, o.ASIN, o.ATAN) and args[0] > P // 2:  # even and odd functions keep their symmetry
            args, sign = [P - args[0]], 1 if code == o.ABS else -1
        return sign * _draw(self.seed, "function", code, *args) % P

    def _kernel(self, kernel: Kernel, args: list[int]) -> list[int]:
        """Return a kernel's results: rational ones exactly, others and flags as random functions of the arguments."""
        known = _field_solve(kernel.unknowns, args) if kernel.rule == "solve" else []
        call = _draw(self.seed, "kernel", kernel.key, *args)
        return [*known, *(_draw(call, k) for k in range(len(known), kernel.results))]


def _field_inverse(x: int) -> int:
    if x == 0:
        raise ZeroDivisionError
    return pow(x, -1, P)


def _field_solve(unknowns: int, values: Sequence[int]) -> list[int]:
    """Solve A X = B in the field; the values are A and then B, row by row."""
    n = math.isqrt(len(values) - unknowns)
    m = unknowns // n
    rows = [[*values[i * n : (i + 1) * n], *values[n * n + i * m : n * n + (i + 1) * m]] for i in range(n)]
    for k in range(n):
        p = next((i for i in range(k, n) if rows[i][k]), None)
        if p is None:
            raise ZeroDivisionError
        rows[k], rows[p] = rows[p], rows[k]
        inv = _field_inverse(rows[k][k])
        rows[k] = [x * inv % P for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                f = rows[i][k]
                rows[i] = [(x - f * y) % P for x, y in zip(rows[i], rows[k], strict=True)]
    return [x for row in rows for x in row[n:]]


def angle_steps(graph: Graph, order: Iterable[int]) -> int:
    """Common denominator of the multiples of atoms and of radians (not of pi) in the angles of these nodes."""
    steps, op = 1, graph.op
    for angle in {graph.args[i][0] for i in order if op[i] in _CIRCULAR}:
        terms, number = graph.linear(angle)
        factors = [c for atom, c in terms.items() if op[atom] != o.PI]
        for c in (*factors, number):
            if type(c) is not int and (d := Fraction(c).denominator) <= 1000:
                steps = math.lcm(steps, d)
    return steps


def _count_roots(graph: Graph, order: Iterable[int]) -> int:
    """Number of square roots that the values of these nodes need."""
    angles = {atom for i in order if graph.op[i] in _CIRCULAR for atom in graph.linear(graph.args[i][0])[0]}
    return sum(graph.op[i] == o.SQRT or (graph.op[i] == o.ATAN2 and i in angles) for i in order)


def degree_bounds(graph: Graph, order: Sequence[int], steps: int = 1, roots: bool = False) -> dict[int, int]:
    """Bound the degree of numerator plus denominator of each node in the random draws."""
    num: dict[int, int] = {}
    den: dict[int, int] = {}

    def weight(atom: int) -> int:
        direction = roots and graph.op[atom] == o.ATAN2
        return 2 * sum(num[k] + den[k] for k in graph.args[atom]) + 1 if direction else 1

    for i in order:
        code, a = graph.op[i], graph.args[i]
        if code in (o.ADD, o.SUB):
            x, y = a
            num[i] = max(num[x] + den[y], num[y] + den[x])
            den[i] = den[x] + den[y]
        elif code == o.MUL:
            num[i], den[i] = num[a[0]] + num[a[1]], den[a[0]] + den[a[1]]
        elif code == o.DIV:
            num[i], den[i] = num[a[0]] + den[a[1]], den[a[0]] + num[a[1]]
        elif code in (o.NEG, o.ITEM):
            num[i], den[i] = num[a[0]], den[a[0]]
        elif code in _CIRCULAR:
            terms = graph.linear(a[0])[0]
            turn = sum(abs(Fraction(c)) * steps * weight(k) for k, c in terms.items() if graph.op[k] != o.PI)
            num[i] = 2 * math.ceil(turn) or 1
            den[i] = num[i] if code == o.TAN else math.ceil(turn)
        elif code == o.CALL:
            num[i] = den[i] = sum(num[k] + den[k] for k in a)
        elif code == o.SQRT and roots:
            num[i], den[i] = num[a[0]] + den[a[0]], den[a[0]]
        else:
            num[i], den[i] = 0 if code in (o.CONST, o.PI) else 1, 0
    return {i: num[i] + den[i] for i in order}


@dataclass(frozen=True)
class Proof:
    """Outcome of a comparison: equal, with a bound for the probability of error, or the first difference."""

    equal: bool
    points: int
    error_bound: float
    difference: int | None = None  # the index of the first pair that differs

    def __bool__(self) -> bool:
        return self.equal


Side = tuple[Graph, Sequence[int], Sequence[int]]  # graph, nodes in order of evaluation, nodes that are compared


def _compared_residues(
    point: Point, side: Side, given: Mapping[str, int] | None, rooted: dict[int, int] | None = None
) -> list[int]:  # fmt: skip
    graph, order, wanted = side
    values = point.values(graph, order, given, rooted)
    return [values[i] for i in wanted]


def _compare_on_all_branches(
    sides: Sequence[Side], steps: int, degree: int, error: float, seed: int, given: Mapping[str, int] | None
) -> Proof | None:  # fmt: skip
    """Compare two sides at one point for all signs of their roots, where a false "equal" is improbable.

    None: there are too many roots, or no point with all of them was found.
    """
    for draw in range(MAX_BRANCH_POINTS):
        branch, last, size = 0, 1, len(sides[0][2])
        try:
            while branch < last:
                point, rooted = Point(seed + draw, steps, True, branch), dict[int, int]()
                a, b = (_compared_residues(point, side, given, rooted) for side in sides)
                if a != b:
                    return Proof(False, 1, 0.0, next(k for k in range(size) if a[k] != b[k]))
                last, branch = max(last, 2 ** len(rooted)), branch + 1
                once = size * last * last * max(degree, 1) / (P - 4)  # 1/last of all points have all these roots
                if last > 2**MAX_BRANCHED_ROOTS or once > error:
                    return None
        except ZeroDivisionError:  # a pole, or no root
            continue
        return Proof(True, 1, once)
    return None


def prove_equal(
    left: Sequence[Expr], right: Sequence[Expr], error: float = 1e-15, seed: int = 0,
    given: Mapping[str, int] | None = None, roots: bool = False,
) -> Proof:  # fmt: skip
    """Prove or disprove that two lists of expressions are equal as functions of their symbols (matched by name).

    The number of points is chosen so that the probability of a false "equal" is below `error`. `given` are residues
    of symbols that stand for numbers. With `roots`, square roots are those of the field, for either of their signs;
    ZeroDivisionError, if there is no point at which all of them exist.
    """
    if len(left) != len(right):
        raise ValueError(f"{len(left)} expressions against {len(right)}")
    sides: list[Side] = []
    for exprs in (left, right):
        if not exprs:
            return Proof(True, 0, 0.0)
        if any(e.graph is not exprs[0].graph for e in exprs):
            into = Importer(Graph())
            exprs = [into(e) for e in exprs]
        order = needed_nodes(exprs[0].graph, [e.id for e in exprs])
        sides.append((exprs[0].graph, order, [e.id for e in exprs]))
    steps = math.lcm(*(angle_steps(g, order) for g, order, _ in sides))
    bounds = [degree_bounds(g, order, steps, roots) for g, order, _ in sides]
    degree = max(bounds[0][a] + bounds[1][b] for a, b in zip(sides[0][2], sides[1][2], strict=True))
    count = sum(_count_roots(g, order) for g, order, _ in sides) if roots else 0
    if count and (found := _compare_on_all_branches(sides, steps, degree, error, seed, given)):
        return found
    # the only false "equal" that is not rare, an identity for one sign of a root alone, holds at half of the points
    once = 0.5 if count else min(max(degree, 1) / (P - 4), 0.5)
    points = max(1, math.ceil(math.log(error / len(left)) / math.log(once)))
    most = (20 + points) * 2 ** min(count + 1, 12) if count else 20 + points
    done = draw = 0
    while done < points:
        point = Point(seed + draw, steps, roots)
        draw += 1
        try:
            a, b = (_compared_residues(point, side, given) for side in sides)
        except ZeroDivisionError:  # a pole, or no root: not a point of the domain
            if draw > most:
                raise
            continue
        for k, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:
                return Proof(False, done + 1, 0.0, k)
        done += 1
    return Proof(True, points, len(left) * once**points)
