"""The types of equations that have formulas (W. Khalil, E. Dombre 2002, table 4.1), recognised and solved.

    0   an angle is the sum of others                    one
    1   X r = Y                                          one
    2   X S + Y C = Z                                    two; two that are half a turn apart where Z = 0
    3   X1 S + Y1 C = Z1,  X2 S + Y2 C = Z2              one
    4   X r^2 = Y, from r S and r C                      two
    5   X r^2 + Y r = Z, from S and C with r             two
    6   W Sj = X Ci + Y Si + Z1,  W Cj = X Si - Y Ci + Z2,  7 the same turned, 8 of Ci and C(i+j): two, then type 3
    9   linear equations of several r                    one

C, S: cosine and sine of an unknown angle; r: an unknown position; the rest is known. A candidate says how good it is
to solve it now: what has one solution wherever the chain is comes first, what has two last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.prime import P
from linkwright.models.parts.inverse.circular import EDGE
from linkwright.models.parts.inverse.paul.equations import Equation
from linkwright.models.parts.inverse.paul.known import ONE, UNIT, WHOLE, Known

FREE = 1e-26  # of squares: an angle that nothing determines
RANKS = (  # what is solved first
    "given", "sure slide", "sure angle", "steady angle", "angle", "opposite", "two", "squares", "system", "slide",
    "slides",
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """A variable solved: its label (of joints that add up), by a type; values: (cosine, sine) or (position,) each."""

    label: str
    type: int
    equations: tuple[Equation, ...]
    coefficients: dict[str, Any]  # as the table above calls them
    values: tuple[tuple[Any, ...], ...]
    degenerate: str = ""  # what vanishes where the variable is free

    @property
    def slides(self) -> bool:
        return len(self.values[0]) == 1


@dataclass(frozen=True)
class Candidate:
    rank: int
    size: int
    make: Callable[[], Step]


@dataclass(frozen=True)
class Scale:
    """What is nothing: lengths are measured by the square of the size of the chain and of the pose."""

    square: Expr

    def expr(self, k: Known) -> Expr:
        made = k.made
        return made if isinstance(made, Expr) else Expr(self.square.graph, self.square.graph.const(made))

    def of(self, part: float, degree: int) -> Any:
        """A part of a square of so many lengths."""
        return part * self.square**degree if degree else part


def rank(name: str) -> int:
    return RANKS.index(name)


# -- one variable ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """X S + Y C = Z"""

    equation: Equation
    label: str

    @property
    def X(self) -> Known:
        return self.equation.poly[((self.label, "s"),)]

    @property
    def Y(self) -> Known:
        return self.equation.poly[((self.label, "c"),)]

    @property
    def Z(self) -> Known:
        return -self.equation.poly[ONE]

    @property
    def upright(self) -> Line:
        return Line(self.equation.upright, self.label)

    @classmethod
    def read(cls, e: Equation) -> Line | None:
        (label,) = e.variables
        allowed = {ONE, ((label, "s"),), ((label, "c"),)}
        return cls(e, label) if set(e.poly.terms) <= allowed else None


def type_2(line: Line, scale: Scale) -> Candidate:
    e = line.equation
    name = "opposite" if line.Z.is_zero else "squares" if e.degree == 2 else "two"

    def make() -> Step:
        up = line.upright
        X, Y, Z = (scale.expr(k) for k in (up.X, up.Y, up.Z))
        values, free = two_angles(X, Y, None if up.Z.is_zero else Z, scale, e.degree, up.X.still and up.Y.still)
        return Step(up.label, 2, (up.equation,), {"X": X, "Y": Y, "Z": Z}, values, free)

    return Candidate(rank(name), e.poly.size, make)


def two_angles(
    X: Expr, Y: Expr, Z: Expr | None, scale: Scale, degree: int, still: bool
) -> tuple[tuple[tuple[Any, Any], ...], str]:
    """X S + Y C = Z: pairs (C, S). Out of reach they are no numbers; where nothing determines it, the angle is 0."""
    size = X * X + Y * Y
    is_clear = size - scale.of(FREE, degree)
    clear = size if still else is_clear.select(size, 1)
    if Z is None:
        root = clear.sqrt()
        pairs = [(X / root, -Y / root), (-X / root, Y / root)]
    else:
        under = size - Z * Z
        root = (under + EDGE * size).select(under.max(0), -1).sqrt()
        pairs = [((Y * Z - X * root) / clear, (X * Z + Y * root) / clear),
                 ((Y * Z + X * root) / clear, (X * Z - Y * root) / clear)]  # fmt: skip
    if still:
        return tuple(pairs), ""
    return tuple((is_clear.select(c, 1), is_clear.select(s, 0)) for c, s in pairs), "X = Y = 0"


def type_3(lines: Sequence[Line], scale: Scale) -> Candidate | None:
    """The best pair of the equations of an angle: looked at by their values, which is quick."""
    best: tuple[int, int, int, int] | None = None
    for i, j in itertools.combinations(range(len(lines)), 2):
        one, other = lines[i], lines[j]
        D = (one.X.value * other.Y.value - other.X.value * one.Y.value) % P
        if D:
            still = one.X.still and one.Y.still and other.X.still and other.Y.still
            name = "sure angle" if D in WHOLE else "steady angle" if still else "angle"
            found = (rank(name), one.equation.poly.size + other.equation.poly.size, i, j)
            best = min(best or found, found)
    if best is None:
        return None
    one, other = lines[best[2]], lines[best[3]]
    return Candidate(best[0], best[1], lambda: two_lines(one.upright, other.upright, scale))


def two_lines(one: Line, other: Line, scale: Scale) -> Step:
    D = one.X * other.Y - other.X * one.Y
    S, C = one.Z * other.Y - other.Z * one.Y, one.X * other.Z - other.X * one.Z
    both = (one.equation, other.equation)
    d, s, c = (scale.expr(k) for k in (D, S, C))
    terms = {f"{k}{n}": scale.expr(getattr(x, k)) for n, x in ((1, one), (2, other)) for k in "XYZ"}
    if D.still:
        return Step(one.label, 3, both, terms, ((c / d, s / d),))
    degree = one.equation.degree + other.equation.degree
    if (one.X - other.Y).is_zero and (one.Y + other.X).is_zero:  # D is a sum of squares
        pair, free = direction(c, s, scale, degree)
    elif (one.X + other.Y).is_zero and (one.Y - other.X).is_zero:
        pair, free = direction(-c, -s, scale, degree)
    else:
        pair, free = direction(c * d, s * d, scale, 2 * degree)
    return Step(one.label, 3, both, terms, (pair,), free)


def direction(x: Expr, y: Expr, scale: Scale, degree: int) -> tuple[tuple[Any, Any], str]:
    """The unit vector along (x, y); (1, 0) where that is nothing."""
    size = x * x + y * y
    is_clear = size - scale.of(FREE, degree)
    root = is_clear.select(size, 1).sqrt()
    return (is_clear.select(x / root, 1), is_clear.select(y / root, 0)), "X1 Y2 = X2 Y1"


def slide(e: Equation, scale: Scale) -> Candidate | None:
    """Types 1, 4 and 5: at most quadratic in a position."""
    (label,) = e.variables
    r = (label, "r")
    if not set(e.poly.terms) <= {ONE, (r,), (r, r)}:
        return None
    A, B, K = e.poly[(r, r)], e.poly[(r,)], e.poly[ONE]
    if A.is_zero:
        name = "given" if B.value in WHOLE else "sure slide" if B.still else "slide"
        return Candidate(rank(name), e.poly.size, lambda: linear_slide(e.upright, scale))
    return Candidate(rank("squares"), e.poly.size,
                     lambda: Step(label, 4 if B.is_zero else 5, (e,), {"X": scale.expr(A), "Y": scale.expr(B),
                                  "Z": scale.expr(-K)}, two_slides(A, B, K, scale)))  # fmt: skip


def linear_slide(e: Equation, scale: Scale) -> Step:
    (label,) = e.variables
    X, Y = e.poly[((label, "r"),)], -e.poly[ONE]
    x, y = scale.expr(X), scale.expr(Y)
    if X.still:
        return Step(label, 1, (e,), {"X": x, "Y": y}, ((y / x,),))
    is_clear = x * x - scale.of(FREE, e.degree - 1)
    return Step(label, 1, (e,), {"X": x, "Y": y}, ((is_clear.select(y / is_clear.select(x, 1), 0),),), "X = 0")


def two_slides(A: Known, B: Known, K: Known, scale: Scale) -> tuple[tuple[Any], ...]:
    """A r^2 + B r + K = 0"""
    a, b, k = (scale.expr(x) for x in (A, B, K))
    middle = -b / (2 * a)
    under = middle * middle - k / a
    root = (under + EDGE * scale.square).select(under.max(0), -1).sqrt()
    return (middle + root,), (middle - root,)


# -- two variables -----------------------------------------------------------------------------------------------------


def systems(equations: Sequence[Equation], scale: Scale) -> Iterator[Candidate]:
    """Types 5 to 8: two equations of an angle, which goes, and of another variable."""
    by_variables: dict[frozenset[str], list[Equation]] = {}
    for e in equations:
        by_variables.setdefault(e.variables, []).append(e)
    for variables, some in by_variables.items():
        for gone, kept in itertools.permutations(sorted(variables)):
            lines = [e for e in some if _is_apart(e, gone, kept)]
            for one, other in itertools.combinations(lines, 2):
                if found := system(one, other, gone, kept, scale):
                    yield found


def _is_apart(e: Equation, gone: str, kept: str) -> bool:
    """Linear in both, without their products; what goes is an angle."""
    angle = {((gone, "c"),), ((gone, "s"),)}
    rest = [m for m in e.poly.terms if m not in angle]
    return any(m in e.poly.terms for m in angle) and all(len(m) <= 1 and m in (ONE, *_atoms(kept)) for m in rest)


def _atoms(label: str) -> tuple[tuple[tuple[str, str]], ...]:
    return ((label, "c"),), ((label, "s"),), ((label, "r"),)


def system(one: Equation, other: Equation, gone: str, kept: str, scale: Scale) -> Candidate | None:
    """W1 C + W2 S = a, W3 C + W4 S = b: with a and b of the other variable, C^2 + S^2 = 1 is an equation of it."""
    W1, W2 = (-one.poly[((gone, f),)] for f in "cs")
    W3, W4 = (-other.poly[((gone, f),)] for f in "cs")
    D = W1 * W4 - W2 * W3
    if D.is_zero:
        return None
    rows = [[e.poly[m] for m in (*_atoms(kept), ONE)] for e in (one, other)]
    degree = one.degree
    if any((W1 - k * W4).is_zero and (W2 + k * W3).is_zero for k in (UNIT, -UNIT)):
        whole = W1 * W1 + W2 * W2  # to which the squares of both right sides add up
    else:
        pairs = [*zip(*rows, strict=True)]
        rows = [[a * W4 - b * W2 for a, b in pairs], [b * W1 - a * W3 for a, b in pairs]]
        whole, degree = D * D, one.degree + other.degree
    c, s, r, k = zip(*rows, strict=True)

    def dot(a: Sequence[Known], b: Sequence[Known]) -> Known:
        return a[0] * b[0] + a[1] * b[1]

    sum_type = 8 if set(gone) <= set(kept) or set(kept) <= set(gone) else 6 if W1.is_zero or W2.is_zero else 7
    size = 10 * degree + one.poly.size + other.poly.size
    both = (one, other)
    if any(not x.is_zero for x in r):
        A, B, K = dot(r, r), dot(r, k), dot(k, k) - whole
        B = B + B
        if A.is_zero:
            return None
        made = {"X": A, "Y": B, "Z": -K}
        return Candidate(rank("system"), size, lambda: Step(kept, 5, both, {n: scale.expr(x) for n, x in made.items()},
                                                            two_slides(A, B, K, scale)))  # fmt: skip
    if not (dot(c, c) - dot(s, s)).is_zero or not dot(c, s).is_zero:
        return None
    X, Y, Z = dot(s, k), dot(c, k), whole - dot(c, c) - dot(k, k)
    X, Y = X + X, Y + Y
    if X.is_zero and Y.is_zero:
        return None

    def make() -> Step:
        x, y, z = (scale.expr(k) for k in (X, Y, Z))
        values, free = two_angles(x, y, z, scale, 2 * degree, X.still and Y.still)
        return Step(kept, sum_type, both, {"X": x, "Y": y, "Z": z}, values, free)

    return Candidate(rank("system"), size, make)


# -- several slides ----------------------------------------------------------------------------------------------------


def several_slides(equations: Sequence[Equation], scale: Scale) -> Iterator[Candidate]:
    """Type 9: as many linear equations as positions; the first one of them is solved."""
    by_variables: dict[frozenset[str], list[Equation]] = {}
    for e in equations:
        if all(len(m) <= 1 and all(kind == "r" for _, kind in m) for m in e.poly.terms):
            by_variables.setdefault(e.variables, []).append(e)
    for variables, some in by_variables.items():
        labels = sorted(variables)
        within = [e for names, group in by_variables.items() if names <= variables for e in group] or some
        for chosen in itertools.combinations(within, len(labels)):
            columns = [[e.poly[((label, "r"),)] for e in chosen] for label in labels]
            D = determinant(columns)
            if not D.is_zero:
                right = [-e.poly[ONE] for e in chosen]
                yield _first_slide(labels[0], chosen, D, determinant([right, *columns[1:]]), scale)
                break


def _first_slide(label: str, chosen: tuple[Equation, ...], D: Known, N: Known, scale: Scale) -> Candidate:
    return Candidate(rank("slides"), D.size + N.size, lambda: Step(
        label, 9, chosen, {"X": scale.expr(D), "Y": scale.expr(N)}, ((scale.expr(N) / scale.expr(D),),)))  # fmt: skip


def determinant(rows: Sequence[Sequence[Known]]) -> Known:
    if len(rows) == 1:
        return rows[0][0]
    total = Known(0)
    for k, x in enumerate(rows[0]):
        minor = determinant([[*row[:k], *row[k + 1 :]] for row in rows[1:]])
        total = total + x * minor if k % 2 == 0 else total - x * minor
    return total


def candidates(equations: Sequence[Equation], scale: Scale) -> list[Candidate]:
    """All that can be solved now."""
    found: list[Candidate] = []
    lines: dict[str, list[Line]] = {}
    for e in equations:
        if len(e.variables) == 1:
            if line := Line.read(e):
                lines.setdefault(line.label, []).append(line)
                found.append(type_2(line, scale))
            elif one := slide(e, scale):
                found.append(one)
    found += [x for some in lines.values() if (x := type_3(some, scale))]
    return found or [*systems([e for e in equations if len(e.variables) == 2], scale)]


__all__ = ["Candidate", "Scale", "Step", "candidates", "several_slides"]
