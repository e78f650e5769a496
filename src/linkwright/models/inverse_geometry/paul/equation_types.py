"""Types of equations that have formulas (W. Khalil, E. Dombre 2002, table 4.1): recognition and solution.

    0   an angle is the sum of others                    one
    1   X r = Y                                          one
    2   X S + Y C = Z                                    two; half a turn apart where Z = 0
    3   X1 S + Y1 C = Z1,  X2 S + Y2 C = Z2              one
    4   X1 r S = Y1,  X2 r C = Y2                        two
    5   X1 S = Y1 + Z1 r,  X2 C = Y2 + Z2 r              two
    7   W1 Cj + W2 Sj = X Ci + Y Si + Z1,  W1 Sj - W2 Cj = X Si - Y Ci + Z2        two
    9   linear equations of several r                    one

C, S: cosine and sine of an unknown angle; r: an unknown position; the rest is known. Types 4, 5 and 7 (of which 6, and
8 of sums of angles, are cases) are elements of one position: the sum of their squares is an equation in one variable,
and the other follows by type 3. Candidates are ranked: equations with one solution at all poses come first, those with
two last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.prime import P
from linkwright.models.inverse_geometry.classes.spherical_wrist import OUT_OF_REACH_MARGIN, ROUNDING_ERROR
from linkwright.models.inverse_geometry.paul.equations import ChainEquation
from linkwright.models.inverse_geometry.paul.known_quantities import ONE_MONOMIAL, SMALL_INTEGERS, KnownQuantity

UNDETERMINED_BELOW = 1e-26  # relative, of squares: below it an angle is undetermined
PREFERENCE = (  # in the order of preference
    "given", "sure slide", "sure angle", "steady angle", "angle", "opposite", "two", "squares", "slide",
    "slides",
)  # fmt: skip


@dataclass(frozen=True)
class SolvedVariable:
    """A solved variable: label of its sum of joints, type; values: for each solution (cosine, sine) or (position,)."""

    label: str
    type: int
    equations: tuple[ChainEquation, ...]
    coefficients: dict[str, Any]  # by the names of the table above
    values: tuple[tuple[Any, ...], ...]
    degenerate: str = ""  # condition under which the variable is undetermined

    @property
    def slides(self) -> bool:
        """Whether the variable is a position of a prismatic joint."""
        return len(self.values[0]) == 1


@dataclass(frozen=True)
class Candidate:
    """An equation that can be solved: its rank (lower is better), its size, and the function that solves it."""

    rank: int
    size: int
    make: Callable[[], SolvedVariable]


@dataclass(frozen=True)
class LengthScale:
    """Scale of lengths for tests against zero: the square of the size of the chain and the pose."""

    square: Expr

    def expr(self, k: KnownQuantity) -> Expr:
        """Expression of a known quantity."""
        made = k.made
        return made if isinstance(made, Expr) else Expr(self.square.graph, self.square.graph.const(made))

    def of(self, part: float, degree: int) -> Any:
        """`part` of the square of a product of `degree` lengths."""
        return part * self.square**degree if degree else part


def rank_of_kind(name: str) -> int:
    """Rank of a kind of equation; lower is solved first."""
    return PREFERENCE.index(name)


# -- one variable ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AngleEquation:
    """Equation X S + Y C = Z of one angle."""

    equation: ChainEquation
    label: str

    @property
    def X(self) -> KnownQuantity:
        return self.equation.poly[((self.label, "s"),)]

    @property
    def Y(self) -> KnownQuantity:
        return self.equation.poly[((self.label, "c"),)]

    @property
    def Z(self) -> KnownQuantity:
        return -self.equation.poly[ONE_MONOMIAL]

    @property
    def upright(self) -> AngleEquation:
        """The equation with the sign that reads better."""
        return AngleEquation(self.equation.upright, self.label)

    @classmethod
    def read(cls, e: ChainEquation) -> AngleEquation | None:
        """Recognize an equation; None if it has another form."""
        (label,) = e.variables
        allowed = {ONE_MONOMIAL, ((label, "s"),), ((label, "c"),)}
        return cls(e, label) if set(e.poly.terms) <= allowed else None


def type_2_candidate(line: AngleEquation, scale: LengthScale) -> Candidate:
    """Type 2 (or 7, from squares): two solutions of one equation."""
    e = line.equation
    name = "opposite" if line.Z.is_zero else "squares" if e.degree == 2 else "two"

    def make() -> SolvedVariable:
        up = line.upright
        X, Y, Z = (scale.expr(k) for k in (up.X, up.Y, up.Z))
        values, free = solve_two_angles(X, Y, None if up.Z.is_zero else Z, scale, e.degree, up.X.still and up.Y.still)
        return SolvedVariable(
            up.label, 7 if e.degree == 2 else 2, (up.equation,), {"X": X, "Y": Y, "Z": Z}, values, free
        )

    return Candidate(rank_of_kind(name), e.poly.size, make)


def solve_two_angles(
    X: Expr, Y: Expr, Z: Expr | None, scale: LengthScale, degree: int, still: bool
) -> tuple[tuple[tuple[Any, Any], ...], str]:
    """Solve X S + Y C = Z: pairs (C, S), and when the angle is undetermined (then 0). Out of reach they are NaN."""
    size = X * X + Y * Y
    is_clear = size - scale.of(UNDETERMINED_BELOW, degree)
    clear = size if still else is_clear.select(size, 1)
    if Z is None:
        root = clear.sqrt()
        pairs = [(X / root, -Y / root), (-X / root, Y / root)]
    else:
        under = size - Z * Z
        root = (under + OUT_OF_REACH_MARGIN * size).select((under - ROUNDING_ERROR * size).select(under, 0), -1).sqrt()
        pairs = [((Y * Z - X * root) / clear, (X * Z + Y * root) / clear),
                 ((Y * Z + X * root) / clear, (X * Z - Y * root) / clear)]  # fmt: skip
    if still:
        return tuple(pairs), ""
    return tuple((is_clear.select(c, 1), is_clear.select(s, 0)) for c, s in pairs), "X = Y = 0"


def type_3_candidate(lines: Sequence[AngleEquation], scale: LengthScale) -> Candidate | None:
    """Type 3: the best pair of the equations of an angle, found by values in the prime field, which is fast.

    If the determinant of a pair is a sum of squares, it vanishes only where the angle is free. That of another pair may
    vanish elsewhere, where its two equations say the same.
    """
    best: tuple[int, bool, int, int, int] | None = None
    read = [(x.X, x.Y, x.equation.poly.size) for x in lines]
    short = [(X.value, Y.value, X.still and Y.still, size, k) for k, (X, Y, size) in enumerate(read)]
    ranks = [rank_of_kind(name) for name in ("sure angle", "steady angle", "angle")]
    for (X, Y, still, size, i), (U, V, too, more, j) in itertools.combinations(short, 2):
        D = (X * V - U * Y) % P
        if D:
            kind = ranks[0 if D in SMALL_INTEGERS else 1 if still and too else 2]
            is_square = (X - V) % P == 0 == (Y + U) % P or (X + V) % P == 0 == (Y - U) % P
            found = (kind, kind == ranks[2] and not is_square, size + more, i, j)
            if best is None or found < best:
                best = found
    if best is None:
        return None
    one, other = lines[best[3]], lines[best[4]]
    return Candidate(best[0], best[2], lambda: solve_two_equations(one.upright, other.upright, scale))


def solve_two_equations(one: AngleEquation, other: AngleEquation, scale: LengthScale) -> SolvedVariable:
    """Solve two equations of one angle by Cramer's rule."""
    D = one.X * other.Y - other.X * one.Y
    S, C = one.Z * other.Y - other.Z * one.Y, one.X * other.Z - other.X * one.Z
    both = (one.equation, other.equation)
    d, s, c = (scale.expr(k) for k in (D, S, C))
    terms = {f"{k}{n}": scale.expr(getattr(x, k)) for n, x in ((1, one), (2, other)) for k in "XYZ"}
    if D.still:
        return SolvedVariable(one.label, 3, both, terms, ((c / d, s / d),))
    degree = one.equation.degree + other.equation.degree
    if (one.X - other.Y).is_zero and (one.Y + other.X).is_zero:  # D is a sum of squares
        pair, free = unit_direction(c, s, scale, degree)
    elif (one.X + other.Y).is_zero and (one.Y - other.X).is_zero:
        pair, free = unit_direction(-c, -s, scale, degree)
    else:
        pair, free = unit_direction(c * d, s * d, scale, 2 * degree)
    return SolvedVariable(one.label, 3, both, terms, (pair,), free)


def unit_direction(x: Expr, y: Expr, scale: LengthScale, degree: int) -> tuple[tuple[Any, Any], str]:
    """The unit vector along (x, y), or (1, 0) where that is zero; and when it is zero."""
    size = x * x + y * y
    is_clear = size - scale.of(UNDETERMINED_BELOW, degree)
    root = is_clear.select(size, 1).sqrt()
    return (is_clear.select(x / root, 1), is_clear.select(y / root, 0)), "X1 Y2 = X2 Y1"


def slide_candidate(e: ChainEquation, scale: LengthScale) -> Candidate | None:
    """Types 1, 4 and 5: an equation at most quadratic in a position; None for another form."""
    (label,) = e.variables
    r = (label, "r")
    if not set(e.poly.terms) <= {ONE_MONOMIAL, (r,), (r, r)}:
        return None
    A, B, K = e.poly[(r, r)], e.poly[(r,)], e.poly[ONE_MONOMIAL]
    if A.is_zero:
        name = "given" if B.value in SMALL_INTEGERS else "sure slide" if B.still else "slide"
        return Candidate(rank_of_kind(name), e.poly.size, lambda: solve_linear_slide(e.upright, scale))
    return Candidate(rank_of_kind("squares"), e.poly.size,
                     lambda: SolvedVariable(label, 4 if B.is_zero else 5, (e,), {"X": scale.expr(A), "Y": scale.expr(B),
                                  "Z": scale.expr(-K)}, solve_quadratic_slide(A, B, K, scale)))  # fmt: skip


def solve_linear_slide(e: ChainEquation, scale: LengthScale) -> SolvedVariable:
    """Type 1: X r = Y."""
    (label,) = e.variables
    X, Y = e.poly[((label, "r"),)], -e.poly[ONE_MONOMIAL]
    value, free = safe_quotient(X, Y, scale, e.degree - 1)
    return SolvedVariable(label, 1, (e,), {"X": scale.expr(X), "Y": scale.expr(Y)}, ((value,),), free)


def safe_quotient(X: KnownQuantity, Y: KnownQuantity, scale: LengthScale, degree: int) -> tuple[Any, str]:
    """Y/X, or 0 where X is zero; and when it is zero."""
    x, y = scale.expr(X), scale.expr(Y)
    if X.still:
        return y / x, ""
    is_clear = x * x - scale.of(UNDETERMINED_BELOW, degree)
    return is_clear.select(y / is_clear.select(x, 1), 0), "X = 0"


def solve_quadratic_slide(
    A: KnownQuantity, B: KnownQuantity, K: KnownQuantity, scale: LengthScale
) -> tuple[tuple[Any], ...]:
    """Solve A r^2 + B r + K = 0."""
    a, b, k = (scale.expr(x) for x in (A, B, K))
    middle = -b / (2 * a)
    under = middle * middle - k / a
    rounding = ROUNDING_ERROR * (middle * middle + abs(k / a))
    root = (under + OUT_OF_REACH_MARGIN * scale.square).select((under - rounding).select(under, 0), -1).sqrt()
    return (middle + root,), (middle - root,)


# -- several slides ----------------------------------------------------------------------------------------------------


def slide_system_candidates(equations: Sequence[ChainEquation], scale: LengthScale) -> Iterator[Candidate]:
    """Type 9: as many linear equations as positions; the first position is solved."""
    by_variables: dict[frozenset[str], list[ChainEquation]] = {}
    for e in equations:
        if all(len(m) <= 1 and all(kind == "r" for _, kind in m) for m in e.poly.terms):
            by_variables.setdefault(e.variables, []).append(e)
    for variables, some in by_variables.items():
        labels = sorted(variables)
        within = [e for names, group in by_variables.items() if names <= variables for e in group] or some
        for chosen in itertools.combinations(within, len(labels)):
            columns = [[e.poly[((label, "r"),)] for e in chosen] for label in labels]
            D = expand_determinant(columns)
            if not D.is_zero:
                right = [-e.poly[ONE_MONOMIAL] for e in chosen]
                yield _first_slide_candidate(labels[0], chosen, D, expand_determinant([right, *columns[1:]]), scale)
                break


def _first_slide_candidate(
    label: str, chosen: tuple[ChainEquation, ...], D: KnownQuantity, N: KnownQuantity, scale: LengthScale
) -> Candidate:
    """Cramer's rule for the first position: N / D."""

    def make() -> SolvedVariable:
        value, free = safe_quotient(D, N, scale, 0)
        return SolvedVariable(label, 9, chosen, {"X": scale.expr(D), "Y": scale.expr(N)}, ((value,),), free)

    return Candidate(rank_of_kind("slides"), D.size + N.size, make)


def expand_determinant(rows: Sequence[Sequence[KnownQuantity]]) -> KnownQuantity:
    """Determinant by expansion along the first row."""
    if len(rows) == 1:
        return rows[0][0]
    total = KnownQuantity(0)
    for k, x in enumerate(rows[0]):
        minor = expand_determinant([[*row[:k], *row[k + 1 :]] for row in rows[1:]])
        total = total + x * minor if k % 2 == 0 else total - x * minor
    return total


def list_candidates(equations: Sequence[ChainEquation], scale: LengthScale) -> list[Candidate]:
    """All equations of one variable that can be solved next."""
    found: list[Candidate] = []
    lines: dict[str, list[AngleEquation]] = {}
    for e in equations:
        if len(e.variables) == 1:
            if line := AngleEquation.read(e):
                lines.setdefault(line.label, []).append(line)
                found.append(type_2_candidate(line, scale))
            elif one := slide_candidate(e, scale):
                found.append(one)
    found += [x for some in lines.values() if (x := type_3_candidate(some, scale))]
    return found


__all__ = ["Candidate", "LengthScale", "SolvedVariable", "list_candidates", "slide_system_candidates"]
