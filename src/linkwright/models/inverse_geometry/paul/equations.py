"""Paul's equations of a chain, as polynomials in the unknown joint variables.

With A_j the matrix of joint j and U_0 = A_1 ... A_n the pose, for all a <= b

    (A_1 ... A_a)^-1  U_0  (A_b+1 ... A_n)^-1  =  A_a+1 ... A_b

element by element (R. P. Paul 1981), and the inverse equations, whose position columns differ. The squares of positions
are used, too, which rotations do not change (D. Pieper 1968). Where three axes meet, the frames that they move have the
same position: the equations of the arm separate from those of the wrist by themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from linkwright.expr import Expr
from linkwright.expr.prime import P
from linkwright.models.inverse_geometry.paul.chain_moves import (
    KnownJoints,
    Matrix,
    MotionChain,
    PartialPose,
    compose_matrices,
    signs_of,
)
from linkwright.models.inverse_geometry.paul.known_quantities import (
    ONE_MONOMIAL,
    KnownQuantity,
    Poly,
    constant_poly,
    sum_polys,
)

Sides = tuple[Matrix, Matrix, str, Sequence[int]]  # two equal matrices, their place, the columns to compare
Element = tuple[Poly, Poly, int, str, str]  # both sides; degree in lengths; place of the matrices, entry in them
ENTRIES = [[f"{r}{c}" for c in range(1, 5)] for r in range(1, 4)]
ALL_COLUMNS, POSITION_COLUMN = (-4, -3, -2, -1), (-1,)  # columns
MAX_SQUARED_TERMS = 20  # most terms of both position columns that are squared


@dataclass(frozen=True)
class ChainEquation:
    """The equation poly = 0; `degree`: its degree in lengths."""

    poly: Poly
    degree: int
    place: str  # matrices and entry it comes from

    @property
    def variables(self) -> frozenset[str]:
        """Labels of the unknowns."""
        return self.poly.variables

    @property
    def upright(self) -> ChainEquation:
        """The equation with the sign that reads better: its first unknown term is positive."""
        first = next(k.made for m, k in self.poly.terms.items() if m != ONE_MONOMIAL)
        negative = str(first).startswith("-")
        return ChainEquation(-self.poly, self.degree, self.place) if negative else self

    @property
    def key(self) -> tuple[object, ...]:
        """Identity of the equation, the same for both signs."""
        terms = sorted((m, k.value) for m, k in self.poly.terms.items())
        sign = 1 if 2 * terms[0][1] < P else -1
        return tuple((m, v * sign % P) for m, v in terms)


@dataclass
class PaulEquations:
    """All equations of a chain for a task."""

    arm: MotionChain
    pose: Sequence[Sequence[Expr]]  # 3 x 4: symbols
    task: str = "pose"
    _pose: Matrix = field(default_factory=list)
    _inverse: Matrix = field(default_factory=list)
    _made: dict[object, Matrix] = field(default_factory=dict)
    _composed: dict[tuple[int, int, bool], tuple[Matrix, Matrix, Matrix]] = field(default_factory=dict)  # by identity
    _shorter: tuple[int, dict[object, PartialPose]] = (-1, {})  # number of known variables, and products for them
    _sides: tuple[object, list[Sides]] = (None, [])  # known variables, and both sides for them

    def __post_init__(self) -> None:
        everything = KnownJoints(self.arm)
        for j in range(1, len(self.arm.segments)):
            if j in self.arm.slides:
                everything.slides[j] = KnownQuantity(self.arm.posture[j])
            else:
                c, s = self.arm.posture[j]
                everything.angles[str(j)] = (KnownQuantity(c), KnownQuantity(s))
        there = everything.product(self.arm.moves(0, len(self.arm.segments)))
        T = [[KnownQuantity(there[r][c][()].value, self.pose[r][c], still=False) for c in range(4)] for r in range(3)]
        self._pose = [[constant_poly(k) for k in row] for row in T]
        back = [[T[c][r] for c in range(3)] for r in range(3)]
        point = [row[0] * T[0][3] + row[1] * T[1][3] + row[2] * T[2][3] for row in back]
        self._inverse = [[*map(constant_poly, row), constant_poly(-p)] for row, p in zip(back, point, strict=True)]

    def found(self, of: KnownJoints, most: int, squares: bool = False) -> list[ChainEquation]:
        """Equations of at most `most` unknowns, each once, the shortest first; with or without squares of positions."""
        made: dict[object, ChainEquation] = {}
        for left, right, degree, place, entry in self._all(of, squares):
            if 1 <= _count_variables(left, right, most) <= most:
                e = ChainEquation(left - right, degree, f"{place}:{entry}")
                key = e.key
                if key not in made or made[key].poly.size > e.poly.size:
                    made[key] = e
        return sorted(made.values(), key=lambda e: e.poly.size)

    def _all(self, of: KnownJoints, squares: bool) -> Iterator[Element]:
        """Both sides of every equation, their degree, and their place."""
        before = (*of.angles, *of.slides)
        if self._sides[0] != before:
            sides = [*self._matrices(of)]
            self._sides = (before if before == (*of.angles, *of.slides) else None), sides
        for side in self._sides[1]:
            yield from _element_equations(*side, squares)

    def _compose(self, A: Matrix, B: Matrix, is_position: bool = False) -> Matrix:
        """Product of two matrices, computed once; or its position column alone."""
        key = id(A), id(B), is_position
        if key not in self._composed:
            self._composed[key] = A, B, compose_matrices(A, [row[-1:] for row in B] if is_position else B)
        return self._composed[key][2]

    def _matrices(self, of: KnownJoints) -> Iterator[Sides]:
        """Pairs of equal matrices: all cuts of the chain."""
        last = len(self.arm.segments)
        pairs = [*itertools.combinations_with_replacement(range(last + 1), 2)]
        there = {(a, b): self._product(of, a, b, is_back=False) for a, b in pairs}
        back = {(a, b): self._product(of, a, b, is_back=True) for a, b in pairs}
        left = {(0, last): self._pose}
        for a in range(1, last + 1):
            g = self.arm.before(a)
            left[a, last] = self._compose(back[g, a], left[g, last])
        if self.task == "position":
            for a in range(last):
                yield left[a, last], there[a, last], f"{a},{last}", POSITION_COLUMN
            return
        undone = {(last, 0): self._inverse}
        for a in range(1, last + 1):
            g = self.arm.before(a)
            undone[last, a] = self._compose(undone[last, g], there[g, a])
        for a in range(last + 1):
            for b in range(last, a - 1, -1):
                if b < last:
                    g = self.arm.behind(b)
                    left[a, b] = self._compose(left[a, g], back[b, g])
                    undone[b, a] = self._compose(there[b, g], undone[g, a], is_position=True)
                yield left[a, b], there[a, b], f"{a},{b}", ALL_COLUMNS
                yield undone[b, a], back[a, b], f"{b},{a}", POSITION_COLUMN

    def _product(self, of: KnownJoints, a: int, b: int, is_back: bool) -> Matrix:
        """Matrix of joints a + 1 to b (or its inverse), computed again only if more of these joints are known."""
        known = [x for x in (*of.angles, *map(str, of.slides)) if all(a < j <= b for j, _ in signs_of(x))]
        key = (a, b, is_back, frozenset(known))
        if key not in self._made:
            self._made[key] = self._turned(of, a, b, is_back).matrix()
        return self._made[key]

    def _turned(self, of: KnownJoints, a: int, b: int, is_back: bool) -> PartialPose:
        """Pose of joints a + 1 to b, from the one shorter by a joint, unless more is known than when that was built."""
        if a == b:
            return PartialPose(of)
        if self._shorter[0] != (count := len(of.angles) + len(of.slides)):
            self._shorter = count, {}
        made = self._shorter[1]
        if (a, b, is_back) not in made:
            if is_back:
                turned = self._turned(of, a + 1, b, is_back).then(self.arm.back(a, a + 1))
            else:
                turned = self._turned(of, a, b - 1, is_back).then(self.arm.moves(b - 1, b))
            made[a, b, is_back] = turned  # for the variables known before: dropped as soon as more are known
        return made[a, b, is_back]


def _element_equations(
    left: Matrix, right: Matrix, place: str, columns: Sequence[int], squares: bool
) -> Iterator[Element]:
    """Equations of two equal matrices, entry by entry, and the squares of their positions."""
    for c in columns:
        for r in range(3):
            yield left[r][c], right[r][c], int(c == -1), place, ENTRIES[r][c]
    if squares:
        sides = [[row[-1] for row in side] for side in (left, right)]
        square = cache(lambda side, r: sides[side][r] * sides[side][r])
        for some in ((0, 1, 2), (0, 1), (0, 2), (1, 2)):
            if sum(len(side[r].terms) for side in sides for r in some) <= MAX_SQUARED_TERMS:
                a, b = (sum_polys(square(side, r) for r in some) for side in (0, 1))
                yield a, b, 2, place, f"|{''.join('xyz'[r] for r in some)}|"


def _count_variables(a: Poly, b: Poly, most: int) -> int:
    """Number of unknowns of both sides, which have no joint in common; counting stops beyond `most`."""
    found: set[str] = set()
    for m in itertools.chain(a.terms, b.terms):
        found.update([label for label, _ in m])
        if len(found) > most:
            break
    return len(found)


__all__ = ["ChainEquation", "PaulEquations"]
