"""A chain for Paul's method: elementary motions, sums of angles of parallel joints, and which of them are known.

Rotations about consecutive parallel axes add up: the matrices of joints 2 and 3 contain the angle of 2 and the sum of
both. Each such sum is a variable of its own ("23"; "2-3" where the axes are opposite). A sum is known as soon as known
angles and sums add up to it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from linkwright.expr import Expr, Graph, Number
from linkwright.expr.prime import P, Point, residue
from linkwright.expr.replay import needed_nodes
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.inverse_geometry.paul.known_quantities import (
    KNOWN_ONE,
    KNOWN_ZERO,
    ZERO_POLY,
    KnownQuantity,
    Poly,
    atom_poly,
    constant_poly,
    sum_of_products,
    sum_polys,
)
from linkwright.robot import Robot

Signs = tuple[tuple[int, int], ...]  # joints with their signs: the first one is positive
Pair = tuple[Any, Any]  # cosine and sine
Matrix = list[list[Poly]]  # 3 x 4
HALF_DEGREE_TOLERANCE = 1e-15  # relative distance of a number from the multiple of half a degree that it stands for


@dataclass(frozen=True)
class ElementaryMotion:
    """Rotation (R) or translation (T) about or along x or z: by a constant or by the position of a joint; or back."""

    what: str  # Rz, Tz, Rx, Tx
    amount: Expr | None = None
    joint: int = 0
    sign: int = 1

    @property
    def undone(self) -> ElementaryMotion:
        """The inverse motion."""
        return ElementaryMotion(self.what, self.amount, self.joint, -self.sign)


def label_of(signs: Signs) -> str:
    """Label of a sum of angles."""
    return "".join(("" if s > 0 else "-") + str(j) for j, s in signs)


@dataclass
class MotionChain:
    """The motions of a chain, joint by joint, then those of the frame; and a random posture in the prime field."""

    graph: Graph
    segments: list[list[ElementaryMotion]]
    joints: tuple[int, ...]  # numbers in the robot; elsewhere a joint is given by its place in the chain: 1, 2, ...
    slides: frozenset[int]
    seed: int = 0
    posture: dict[int, Any] = field(default_factory=dict)
    _constants: dict[tuple[int, str], KnownQuantity] = field(default_factory=dict)

    def __post_init__(self) -> None:
        draw = random.Random(f"posture {self.seed}")
        for j in range(1, len(self.segments)):
            t = draw.randrange(2, P)
            scale = pow(1 + t * t, -1, P)
            self.posture[j] = t if j in self.slides else ((1 - t * t) * scale % P, 2 * t * scale % P)

    @classmethod
    def of(cls, robot: Robot, frame: int, task: str = "pose") -> MotionChain:
        """Chain of a frame by Khalil and Kleinfinger (1986): Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r).

        For the task `direction` the frame may rotate about it: a virtual last joint does that.
        """
        segments: list[list[ElementaryMotion]] = [[]]
        joints: list[int] = []
        slides: set[int] = set()
        for j in path_from_base(robot, frame):
            joint = robot.joint(j)
            place = [
                ElementaryMotion("Rz", joint.gamma),
                ElementaryMotion("Tz", joint.b),
                ElementaryMotion("Rx", joint.alpha),
                ElementaryMotion("Tx", joint.d),
            ]
            turns, moves = joint.kind == "revolute", joint.kind == "prismatic"
            k = len(joints) + 1
            place.append(ElementaryMotion("Rz", None, k) if turns else ElementaryMotion("Rz", joint.theta))
            place.append(ElementaryMotion("Tz", None, k) if moves else ElementaryMotion("Tz", joint.r))
            segments[-1] += place
            if turns or moves:
                segments.append([])
                joints.append(j)
                slides |= {k} if moves else set()
        if task == "direction":
            segments[-1].append(ElementaryMotion("Rz", None, len(joints) + 1))
            segments.append([])
        return cls(robot.graph, segments, tuple(joints), frozenset(slides))

    @property
    def places(self) -> range:
        """Places of the joints of the robot in the chain, from 1."""
        return range(1, len(self.joints) + 1)

    def moves(self, a: int, b: int) -> list[ElementaryMotion]:
        """Motions from behind joint a of the chain up to and including joint b."""
        return [m for segment in self.segments[a:b] for m in segment]

    def back(self, a: int, b: int) -> list[ElementaryMotion]:
        """Inverse of `moves`."""
        return [m.undone for m in reversed(self.moves(a, b))]

    def before(self, a: int) -> int:
        """The joint before the run of parallel joints that ends with joint a."""
        a -= 1
        while a > 0 and self._is_parallel(a):
            a -= 1
        return a

    def behind(self, b: int) -> int:
        """The last joint of the run of parallel joints that begins behind joint b."""
        b += 1
        while b < len(self.segments) and self._is_parallel(b):
            b += 1
        return b

    def parallel_to(self, a: int) -> range:
        """The run of parallel joints that contains joint a."""
        first = last = a
        while first > 1 and self._is_parallel(first - 1):
            first -= 1
        while self._is_parallel(last):
            last += 1
        return range(first, last + 1)

    def _is_parallel(self, a: int) -> bool:
        """Tell whether the axes of joints a and a + 1 are parallel; False for the last joint."""
        tilts = [m.amount for m in self.segments[a] if m.what == "Rx" and m.amount is not None]
        return a < len(self.segments) - 1 and all(self.constant(x, "sin").is_zero for x in tilts)

    def constant(self, e: Expr, function: str = "") -> KnownQuantity:
        """A length, or cosine or sine of a constant angle, as a known quantity.

        The graph evaluates cosine and sine of a number, and their residues would not satisfy c^2 + s^2 = 1: in the
        prime field the angle is a multiple of half a degree, or of an unspecified radian.
        """
        if (e.id, function) not in self._constants:
            if function:
                made, there = getattr(e, function)(), getattr(self._in_field(e), function)()
            else:
                made = there = e
            order = needed_nodes(self.graph, [there.id])
            number = there.number
            value = (Point(self.seed, self._steps).values(self.graph, order)[there.id]
                     if number is None else residue(decimal_fraction(number)))  # fmt: skip
            self._constants[e.id, function] = KnownQuantity(value, made)
        return self._constants[e.id, function]

    def _in_field(self, angle: Expr) -> Expr:
        """The angle with its number replaced by a multiple of pi or of a symbol for a radian."""
        number = self.graph.linear(angle.id)[1]
        if not number:
            return angle
        half_degrees = float(number) * 360 / math.pi
        if abs(half_degrees - round(half_degrees)) <= HALF_DEGREE_TOLERANCE * abs(half_degrees):
            turn = Expr(self.graph, self.graph.pi()) * Fraction(round(half_degrees), 360)
        else:
            turn = Expr(self.graph, self.graph.symbol("radian ")) * decimal_fraction(number)
        return angle - number + turn

    @cached_property
    def _steps(self) -> int:
        """Common denominator of the multiples in all constant angles."""
        found = 1
        for e in (m.amount for some in self.segments for m in some if m.what[0] == "R" and m.amount is not None):
            for c in self.graph.linear(self._in_field(e).id)[0].values():
                found = math.lcm(found, Fraction(c).denominator)
        return found

    def at(self, signs: Signs) -> tuple[int, int]:
        """Cosine and sine, in the prime field, of a sum of angles at the random posture."""
        c, s = 1, 0
        for j, sign in signs:
            x, y = self.posture[j][0], sign * self.posture[j][1]
            c, s = (c * x - s * y) % P, (s * x + c * y) % P
        return c, s

    def value(self, label: str, kind: str) -> int:
        """Value of an atom at the random posture, in the prime field."""
        if kind == "r":
            return int(self.posture[int(label)])
        return self.at(signs_of(label))["cs".index(kind)]


def decimal_fraction(number: Number) -> Fraction:
    """The decimal fraction that a float was read from: 0.1 + 0.2 is then exactly 0.3."""
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def signs_of(label: str) -> Signs:
    """Read a label: joints (single digits) with their signs."""
    found, sign = [], 1
    for letter in label:
        if letter == "-":
            sign = -1
        else:
            found.append((int(letter), sign))
            sign = 1
    return tuple(found)


@dataclass
class KnownJoints:
    """Known joint variables: cosine and sine of angles and of sums of angles, positions of prismatic joints."""

    arm: MotionChain
    angles: dict[str, tuple[KnownQuantity, KnownQuantity]] = field(default_factory=dict)
    slides: dict[int, KnownQuantity] = field(default_factory=dict)
    derived: Callable[[str, tuple[KnownQuantity, KnownQuantity]], tuple[KnownQuantity, KnownQuantity]] = (
        lambda label, pair: pair
    )

    def direction(self, signs: Mapping[int, int]) -> tuple[Poly, Poly]:
        """Cosine and sine of a sum of angles, known or as atoms."""
        pairs = tuple(sorted((j, s) for j, s in signs.items() if s))
        if not pairs:
            return constant_poly(KNOWN_ONE), ZERO_POLY
        lead = pairs[0][1]
        pairs = tuple((j, s * lead) for j, s in pairs)
        if found := self.pair(pairs):
            return constant_poly(found[0]), constant_poly(found[1] if lead > 0 else -found[1])
        label = label_of(pairs)
        sine = atom_poly(label, "s")
        return atom_poly(label, "c"), sine if lead > 0 else -sine

    def pair(self, signs: Signs) -> tuple[KnownQuantity, KnownQuantity] | None:
        """Cosine and sine of a sum of angles if it is known. `derived` is called for a sum that follows from others."""
        label = label_of(signs)
        if label not in self.angles and (way := self.way(signs)):
            c, s = KNOWN_ONE, KNOWN_ZERO
            for part, sign in way:
                x, y = self.angles[part]
                y = y if sign > 0 else -y
                c, s = c * x - s * y, s * x + c * y
            self.angles[label] = self.derived(label, (c, s))
        return self.angles.get(label)

    def way(self, signs: Signs) -> list[tuple[str, int]] | None:
        """Known sums, with signs, that add up to this one; None if there are none."""
        wanted, beside = dict(signs), self.arm.parallel_to(signs[0][0])
        labels = [x for x in self.angles if signs_of(x)[0][0] in beside]
        for count in range(1, len(labels) + 1):
            for some in itertools.combinations(labels, count):
                for factors in itertools.product((1, -1), repeat=count):
                    total: dict[int, int] = {}
                    for label, f in zip(some, factors, strict=True):
                        for j, s in signs_of(label):
                            total[j] = total.get(j, 0) + f * s
                    if {j: s for j, s in total.items() if s} == wanted:
                        return sorted(zip(some, factors, strict=True), key=lambda x: -x[1])
        return None

    def position(self, j: int) -> Poly:
        """Position of a prismatic joint, known or as an atom."""
        return constant_poly(self.slides[j]) if j in self.slides else atom_poly(str(j), "r")

    def has(self, j: int) -> bool:
        """Tell whether the position of a joint is known."""
        return j in self.slides if j in self.arm.slides else self.pair(((j, 1),)) is not None

    @property
    def complete(self) -> bool:
        """Whether the positions of all joints are known."""
        return all(self.has(j) for j in self.arm.places)

    # -- matrices -----------------------------------------------------------------------------------------------------

    def product(self, moves: Iterable[ElementaryMotion]) -> Matrix:
        """Matrix of a sequence of motions."""
        return PartialPose(self).then(moves).matrix()


class PartialPose:
    """Pose R Rz(a) and a position, under construction: a is a sum of angles that grows as long as axes are parallel.

    Rotations about parallel axes are one rotation by the sum; `flip` is -1 behind half a turn about x.
    """

    def __init__(self, of: KnownJoints) -> None:
        self.of = of
        self.R = [[constant_poly(KNOWN_ONE) if r == c else ZERO_POLY for c in range(3)] for r in range(3)]
        self.P = [ZERO_POLY, ZERO_POLY, ZERO_POLY]
        self.restart()

    def then(self, moves: Iterable[ElementaryMotion]) -> PartialPose:
        """Return this pose followed by more motions; this one does not change."""
        made = copy(self)
        made.signs = dict(self.signs)
        for m in moves:
            if m.what == "Rx":
                made.tilt(m)
            elif m.what == "Rz":
                made.turn(m)
            else:
                made.slide(m)
        return made

    def matrix(self) -> Matrix:
        """The 3 x 4 matrix [R P]."""
        return [[*row, p] for row, p in zip(self.rotation(), self.P, strict=True)]

    def restart(self) -> None:
        """Begin a new sum of angles."""
        self.signs: dict[int, int] = {}
        self.offset: tuple[KnownQuantity, KnownQuantity] = (KNOWN_ONE, KNOWN_ZERO)
        self.flip = 1

    def direction(self) -> tuple[Poly, Poly]:
        """Cosine and sine of the angle a."""
        c, s = self.of.direction(self.signs)
        x, y = (constant_poly(k) for k in self.offset)
        return c * x - s * y, s * x + c * y

    def turn(self, m: ElementaryMotion) -> None:
        """Append a rotation about z."""
        sign = self.flip * m.sign
        if m.joint:
            self.signs[m.joint] = self.signs.get(m.joint, 0) + sign
        elif m.amount is not None and not m.amount.is_zero:
            c, s = self.offset
            x, y = (self.of.arm.constant(m.amount, f) for f in ("cos", "sin"))
            y = y if sign > 0 else -y
            self.offset = c * x - s * y, s * x + c * y

    def slide(self, m: ElementaryMotion) -> None:
        """Append a translation along x or z."""
        if m.amount is not None:
            by = constant_poly(self.of.arm.constant(m.amount))
        else:
            by = self.of.position(m.joint)
        if not by.terms:
            return
        by = by if m.sign > 0 else -by
        if m.what == "Tz":
            way = [ZERO_POLY, ZERO_POLY, by if self.flip > 0 else -by]
        else:
            way = [by * x for x in self.direction()] + [ZERO_POLY]
        self.P = [p + sum_polys([x * y for x, y in zip(row, way, strict=True) if x.terms and y.terms])
                  for p, row in zip(self.P, self.R, strict=True)]  # fmt: skip

    def rotation(self) -> list[list[Poly]]:
        """The rotation matrix R Rz(a)."""
        c, s = self.direction()
        flip = constant_poly(KNOWN_ONE if self.flip > 0 else -KNOWN_ONE)
        Z = [[c, -s * flip, ZERO_POLY], [s, c * flip, ZERO_POLY], [ZERO_POLY, ZERO_POLY, flip]]
        return multiply_matrices(self.R, Z)

    def tilt(self, m: ElementaryMotion) -> None:
        """Append a rotation about x."""
        assert m.amount is not None
        c, s = (self.of.arm.constant(m.amount, f) for f in ("cos", "sin"))
        if s.is_zero:
            self.flip = self.flip if c.value == 1 else -self.flip
            return
        s = s if m.sign > 0 else -s
        X = [
            [constant_poly(KNOWN_ONE), ZERO_POLY, ZERO_POLY],
            [ZERO_POLY, constant_poly(c), constant_poly(-s)],
            [ZERO_POLY, constant_poly(s), constant_poly(c)],
        ]
        self.R = multiply_matrices(self.rotation(), X)
        self.restart()


def multiply_matrices(A: Sequence[Sequence[Poly]], B: Sequence[Sequence[Poly]]) -> list[list[Poly]]:
    """Product of matrices of polynomials."""
    columns = [*zip(*B, strict=True)]
    made = []
    for row in A:
        there = [(k, x) for k, x in enumerate(row) if x.terms]
        made.append([sum_of_products([(x, column[k]) for k, x in there if column[k].terms]) for column in columns])
    return made


def compose_matrices(A: Matrix, B: Matrix) -> Matrix:
    """Product of 3 x 4 matrices [R P]; B may be the position column alone."""
    made = multiply_matrices([row[:3] for row in A], B)
    return [[*row[:-1], row[-1] + a[3]] for row, a in zip(made, A, strict=True)]


__all__ = [
    "ElementaryMotion",
    "KnownJoints",
    "Matrix",
    "MotionChain",
    "PartialPose",
    "Signs",
    "compose_matrices",
    "label_of",
    "signs_of",
]
