"""Three axes that meet, at the end of a chain: first the point where they meet, then the orientation.

With w the point at q = 0 and P where it must go, A B C w = P is solved for the other three joints. With y = C w - c_B,
linear in cos q_C and sin q_C, and v its part across h_B, turned by q_B,

    g1 . v = b1 = h_A.(P - c_A) - h_A.(c_B - c_A) - (h_A.h_B)(h_B.y)                        g1: h_A across h_B
    g2 . v = b2 = (|P - c_A|^2 - |c_B - c_A|^2 - |y|^2) / 2 - ((c_B - c_A).h_B)(h_B.y)      g2: c_B - c_A across h_B

Where g1 and g2 are dependent (A and B are parallel or meet), one combination of the two is an equation of q_C alone,
and q_B follows from the other. Where B and C are so (most arms), the same is done for C^-1 B^-1 A^-1 P = w. Else
v = [g1 g2]^-1 b, and its length gives a quartic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.expr import Expr
from linkwright.models.inverse_geometry.classes.trig_polynomial import Linear, linear_dot, product, roots
from linkwright.models.inverse_geometry.expr_vectors import (
    SMALL,
    Angle,
    Axis,
    Row,
    cross,
    dot,
    minus,
    plus,
    times_number,
    total,
    turned,
)

FREE = 1e-52  # of the fourth power of a length, 1 being the reach: an angle that nothing but rounding determines
BEYOND = 30.0  # times how far off it is: how far beyond the edge what is found may still lead to a posture
EDGE = 1e-5  # how far beyond the edge of what can be reached, of the terms, there may be angles of the arm as it is

ROUNDING = 1e-15  # of the terms: what a difference of squares may be where it should be zero

BLURRED = 3e-9  # how far angles are off where two nearly meet that are not known to be of an exact arm

NOT_TURNED = Angle(1, 0)

Vector = Sequence[Any]
Postures = Iterator[tuple[Angle, Angle, Angle]]


def linear(s: Axis, v: Vector) -> list[Linear]:
    """A vector, turned about the direction of a joint by an angle that is not known."""
    along = times_number(s.h, dot(s.h, v))
    return [Linear(k, c, t) for k, c, t in zip(along, minus(v, along), cross(s.h, v), strict=True)]


def between(s: Axis, x: Vector, y: Vector, free: Angle = NOT_TURNED, off: float = 0.0) -> Angle:
    """The angle about a joint from one vector to another; `free`: what is taken where nothing determines it, or nothing
    but how far axes are off."""
    sine, cosine = dot(s.h, cross(x, y)), dot(x, y) - dot(s.h, x) * dot(s.h, y)
    size = sine * sine + cosine * cosine
    is_known = size - max(FREE, (10 * off) ** 4)
    root = is_known.select(size, 1).sqrt()
    return Angle(is_known.select(cosine / root, free.c), is_known.select(sine / root, free.s), is_known.select(root, 0))


def blur(off: Any) -> float:
    """How far directions are off, at least, if axes are `off`."""
    return BLURRED if isinstance(off, Expr) or off else 0.0


def two_ways(a: Any, b: Any, k: Any, off: Any = 0.0, under: Any = None) -> tuple[Angle, Angle]:
    """a cos q + b sin q = k; 0 where nothing determines it. What is out of reach is not a number.

    `under`: a^2 + b^2 - k^2, where that is known better than as a difference. Next to a double angle the difference is
    rounding alone, and its root would put the two 1e-8 apart: there they are one.

    Little beyond the edge there are two as far inside, which rounding may have put there. `off`: how far k may
    be, because the arm is not exactly of its class. What is beyond the edge by not much more is put there, and postures
    are looked for around it. Angles are off by as much more as they are near to a double one.
    """
    size = a * a + b * b
    if under is None:
        under = size - k * k
        inside = (abs(under) - ROUNDING * size).select(abs(under), 0)
    else:
        inside = abs(under)
    root = (under + EDGE * size).select(inside, -1).sqrt()
    blurred: Any = 0.0
    if isinstance(off, Expr) or off:
        longest = size**0.5
        far = abs(k) - longest  # beyond the edge
        k = k.min(longest).max(-longest)
        root = (BEYOND * off - far).select((size - k * k).max(0), -1).sqrt()
        blurred = off + off / (under.max(off)).sqrt()
    if not isinstance(size, Expr):
        scale = 1 / size
        one = Angle((a * k - b * root) * scale, (b * k + a * root) * scale, under * scale, None, blurred)
        if not b:
            return one, one.mirrored
        return one, Angle((a * k + b * root) * scale, (b * k - a * root) * scale, under * scale, None, blurred)
    is_known = size - max(FREE**0.5, (10 * blur(off)) ** 2)
    return (
        Angle(is_known.select((a * k - b * root) / size, 1), is_known.select((b * k + a * root) / size, 0), under, None,
              blurred),
        Angle(is_known.select((a * k + b * root) / size, 1), is_known.select((b * k - a * root) / size, 0), under, None,
              blurred),
    )  # fmt: skip


def tilted(I: Vector, J: Axis, K: Vector, goal: Vector, off: Any = 0.0) -> tuple[Angle, Angle]:
    """The angles of J that turn the direction K so that it has as much along I as `goal`, a direction, has.

    With a and b the angles from I to J and from J to K, and g the cosine of that from I to the goal,

        under = (sin a sin b)^2 - (g - cos a cos b)^2 = (cos(a - b) - g) (g - cos(a + b))

    where 1 - g and 1 + g are half the squares of |goal - I| and |goal + I|, which are small without a difference.
    """
    part = linear_dot(linear(J, K), I)
    (ca, sa), (cb, sb) = ((dot(x, y), dot(cross(x, y), cross(x, y)) ** 0.5) for x, y in ((I, J.h), (J.h, K)))
    # 1 - cos(a - b), 1 + cos(a + b)
    nearest, furthest = ((x * x + (sa - sb) * (sa - sb)) * 0.5 for x in (ca - cb, ca + cb))
    if not isinstance(nearest + furthest, Expr) and max(nearest, furthest) < SMALL:  # right angles
        under = dot(cross(goal, I), cross(goal, I))
    else:
        short, long = (dot(v, v) * 0.5 for v in (minus(goal, I), plus(goal, I)))
        under = (short - nearest) * (long - furthest)
    return two_ways(part.c, part.s, dot(I, goal) - part.k, off, under)


def of_a_quartic(off: float) -> float:
    """How far its roots may be off: as far as double ones."""
    return 5 * math.sqrt(off)


@dataclass(frozen=True)
class Arm:
    """Three joints that turn, and the point that they move."""

    A: Axis
    B: Axis
    C: Axis
    w: Vector
    off: float = 0.0  # how far the axes are from those of their class

    def sides(self) -> tuple[list[Any], list[Any]]:
        """g1, g2"""
        apart = minus(self.B.c, self.A.c)
        return self._across(self.A.h), self._across(apart)

    def _across(self, v: Vector) -> list[Any]:
        return minus(v, times_number(self.B.h, dot(self.B.h, v)))

    def equations(self, P: Vector) -> tuple[list[Linear], Linear, Linear, list[Any]]:
        """y, b1, b2, and P - c_A."""
        A, B, C = self.A, self.B, self.C
        a, c = minus(self.w, C.c), minus(C.c, B.c)
        turning = linear(C, a)
        y = [x.plus(k) for x, k in zip(turning, c, strict=True)]
        squared = (linear_dot(turning, c) * 2).plus(dot(a, a) + dot(c, c))
        along = linear_dot(y, B.h)
        d, apart = minus(P, A.c), minus(B.c, A.c)
        b1 = (along * -dot(A.h, B.h)).plus(dot(A.h, d) - dot(A.h, apart))
        b2 = (squared * -0.5 - along * dot(apart, B.h)).plus((dot(d, d) - dot(apart, apart)) * 0.5)
        return y, b1, b2, d

    def separated(self, P: Vector, first_leads: bool) -> Postures:
        """Four postures where g1 and g2 are dependent; `first_leads`: g1 is the longer one."""
        y, b1, b2, d = self.equations(P)
        g1, g2 = self.sides()
        g, b, other, rest = (g1, b1, g2, b2) if first_leads else (g2, b2, g1, b1)
        alone = rest - b * (dot(other, g) / dot(g, g))  # = 0, of q_C alone
        for qC in two_ways(alone.c, alone.s, -alone.k, self.off):
            z = [x.at(qC) for x in y]
            across = self._across(z)
            for qB in two_ways(dot(g, across), dot(g, cross(self.B.h, across)), b.at(qC), qC.off):
                yield self._last(z, qB, d), qB, qC

    def joined(self, P: Vector) -> Postures:
        """Four postures where they are not."""
        y, b1, b2, d = self.equations(P)
        g1, g2 = self.sides()
        normal = self.B.h
        area = dot(normal, cross(g1, g2))
        # v with g1 . v = b1, g2 . v = b2, v across h_B
        e1, e2 = (times_number(cross(g, normal), 1 / area) for g in (g2, g1))
        v = [b1 * a - b2 * b for a, b in zip(e1, e2, strict=True)]
        along = linear_dot(y, normal)
        terms = [product(x, x) for x in v] + [product(along, along)]
        length = [product(x, x) for x in y]
        polynomial = [total(t[k] for t in terms) - total(t[k] for t in length) for k in range(5)]
        for qC in roots(polynomial):
            z = [x.at(qC) for x in y]
            qB = between(self.B, self._across(z), [x.at(qC) for x in v])
            yield self._last(z, qB, d), qB, qC

    def _last(self, z: Vector, qB: Angle, d: Vector) -> Angle:
        point = minus(plus(turned(self.B, qB, z), self.B.c), self.A.c)
        return between(self.A, point, d, off=blur(self.off))


@dataclass(frozen=True)
class Wrist:
    """Three joints that turn; m: a unit vector across the last direction; `square`: right angles between them."""

    I: Axis
    J: Axis
    K: Axis
    m: Vector
    square: bool

    def turned_by(self, X: Sequence[Vector], off: Any = 0.0) -> Postures:
        """The two ways to turn by X. Of a square wrist they are half a turn apart in the first and the last joint."""
        I, J, K, m = self.I, self.J, self.K, self.m
        goal = [dot(row, K.h) for row in X]
        side = [dot(row, m) for row in X]
        ends: tuple[Angle, Angle] | None = None
        for qJ in tilted(I.h, J, K.h, goal, off):
            if self.square and ends:
                yield ends[0].opposite, qJ, ends[1].opposite
                return
            qI = replace(between(I, turned(J, qJ, K.h), goal, off=blur(off)), margin=None)  # that of qJ
            back = turned(J, qJ, turned(I, qI, side, -1), -1)
            ends = qI, Angle(dot(m, back), dot(cross(K.h, m), back))
            yield qI, qJ, ends[1]


@dataclass(frozen=True)
class Way:
    """How the arm is solved: whether a joint is found alone, from which end, and whether g1 is the longer one there."""

    alone: bool
    from_behind: bool = False
    first_leads: bool = True
    off: float = 0.0  # how far the axes are from those of their class

    def postures(self, A: Axis, B: Axis, C: Axis, w: Vector, P: Vector) -> Postures:
        if not self.alone:
            yield from Arm(A, B, C, w).joined(P)
        elif not self.from_behind:
            yield from Arm(A, B, C, w, self.off).separated(P, self.first_leads)
        else:
            for qC, qB, qA in Arm(C.undone, B.undone, A.undone, P, self.off).separated(w, self.first_leads):
                yield qA, qB, qC


def spherical(arm: Sequence[Axis], wrist: Wrist, w: Vector, G: Sequence[Vector], way: Way) -> list[Row]:
    """Eight postures of six joints of which the last three meet in w."""
    P = [dot(row[:3], w) + row[3] for row in G[:3]]
    A, B, C = arm
    out = []
    for qA, qB, qC in way.postures(A, B, C, w, P):
        columns = [[G[r][c] for r in range(3)] for c in range(3)]
        for s, q in ((A, qA), (B, qB), (C, qC)):
            columns = [turned(s, q, v, -1) for v in columns]
        X = [[columns[c][r] for c in range(3)] for r in range(3)]
        off = qB.off if way.alone else of_a_quartic(way.off)
        out += [Row((qA, qB, qC, *rest)) for rest in wrist.turned_by(X, off)]
    return out


__all__ = [
    "BLURRED", "EDGE", "FREE", "ROUNDING", "Arm", "Way", "Wrist", "between", "blur", "linear", "of_a_quartic",
    "spherical", "tilted", "two_ways",
]  # fmt: skip
