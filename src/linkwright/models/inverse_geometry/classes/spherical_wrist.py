"""Closed form of a spherical wrist (the last three axes meet): first the wrist centre, then the orientation.

With w the wrist centre at q = 0 and P its position at the pose, A B C w = P is solved for the other three joints. With
y = C w - c_B, linear in cos q_C and sin q_C, and v its component orthogonal to h_B, rotated by q_B,

    g1 . v = b1 = h_A.(P - c_A) - h_A.(c_B - c_A) - (h_A.h_B)(h_B.y)                        g1: h_A orthogonal to h_B
    g2 . v = b2 = (|P - c_A|^2 - |c_B - c_A|^2 - |y|^2) / 2 - ((c_B - c_A).h_B)(h_B.y)      g2: c_B - c_A likewise

Where g1 and g2 are dependent (A and B are parallel or meet), one combination of the two is an equation in q_C alone,
and q_B follows from the other. Where this holds for B and C (most arms), C^-1 B^-1 A^-1 P = w is solved instead. Else
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

FREE = 1e-52  # fourth power of a length, 1 being the reach: below it an angle is undetermined, up to rounding
BEYOND = 30.0  # times the deviation: a candidate out of reach by no more may still lead to a posture
EDGE = 1e-5  # relative to the terms: a candidate out of reach by no more may lead to a posture of the exact arm

ROUNDING = 1e-15  # relative to the terms: rounding error of a difference of squares that should be zero

BLURRED = 3e-9  # rad, error of nearly double angles of an arm that is not exactly of its class

NOT_TURNED = Angle(1, 0)

Vector = Sequence[Any]
Postures = Iterator[tuple[Angle, Angle, Angle]]


def linear(s: Axis, v: Vector) -> list[Linear]:
    """A vector rotated about the direction of a joint by the unknown angle q."""
    along = times_number(s.h, dot(s.h, v))
    return [Linear(k, c, t) for k, c, t in zip(along, minus(v, along), cross(s.h, v), strict=True)]


def between(s: Axis, x: Vector, y: Vector, free: Angle = NOT_TURNED, off: float = 0.0) -> Angle:
    """The angle about a joint from one vector to another; `free`: the value where it is undetermined, or determined by
    the deviation of the axes alone."""
    sine, cosine = dot(s.h, cross(x, y)), dot(x, y) - dot(s.h, x) * dot(s.h, y)
    size = sine * sine + cosine * cosine
    is_known = size - max(FREE, (10 * off) ** 4)
    root = is_known.select(size, 1).sqrt()
    return Angle(is_known.select(cosine / root, free.c), is_known.select(sine / root, free.s), is_known.select(root, 0))


def blur(off: Any) -> float:
    """Least error of directions if axes deviate by `off`."""
    return BLURRED if isinstance(off, Expr) or off else 0.0


def two_ways(a: Any, b: Any, k: Any, off: Any = 0.0, under: Any = None) -> tuple[Angle, Angle]:
    """Solve a cos q + b sin q = k: two angles; 0 where q is undetermined, NaN out of reach.

    `under`: a^2 + b^2 - k^2, where it is known more exactly than as a difference. Near a double angle the difference is
    rounding alone, and its root would separate the two by 1e-8: there they are made equal.

    Just out of reach the two angles are as far inside, as rounding may have moved them. `off`: error of k where the arm
    is not exactly of its class. A value out of reach by little more is moved to the limit, and postures are sought
    around it. The error of angles grows towards double ones.
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
        far = abs(k) - longest  # distance out of reach
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
    """The two angles of J that rotate the direction K so that its component along I is that of the direction `goal`.

    With a and b the angles from I to J and from J to K, and g the cosine of that from I to the goal,

        under = (sin a sin b)^2 - (g - cos a cos b)^2 = (cos(a - b) - g) (g - cos(a + b))

    where 1 - g and 1 + g are half the squares of |goal - I| and |goal + I|, which lose no digits where they are small.
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
    """Error of the roots of a quartic for a deviation `off`: that of double roots."""
    return 5 * math.sqrt(off)


@dataclass(frozen=True)
class Arm:
    """The first three joints, revolute, and the wrist centre that they move."""

    A: Axis
    B: Axis
    C: Axis
    w: Vector
    off: float = 0.0  # deviation of the axes from their class

    def sides(self) -> tuple[list[Any], list[Any]]:
        """Vectors g1, g2 of the module."""
        apart = minus(self.B.c, self.A.c)
        return self._across(self.A.h), self._across(apart)

    def _across(self, v: Vector) -> list[Any]:
        """Component of a vector orthogonal to axis B."""
        return minus(v, times_number(self.B.h, dot(self.B.h, v)))

    def equations(self, P: Vector) -> tuple[list[Linear], Linear, Linear, list[Any]]:
        """Return y, b1, b2 of the module, linear in cos q_C and sin q_C, and P - c_A."""
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
        """Four solutions where g1 and g2 are dependent; `first_leads`: g1 is the longer one."""
        y, b1, b2, d = self.equations(P)
        g1, g2 = self.sides()
        g, b, other, rest = (g1, b1, g2, b2) if first_leads else (g2, b2, g1, b1)
        alone = rest - b * (dot(other, g) / dot(g, g))  # = 0, in q_C alone
        for qC in two_ways(alone.c, alone.s, -alone.k, self.off):
            z = [x.at(qC) for x in y]
            across = self._across(z)
            for qB in two_ways(dot(g, across), dot(g, cross(self.B.h, across)), b.at(qC), qC.off):
                yield self._last(z, qB, d), qB, qC

    def joined(self, P: Vector) -> Postures:
        """Four solutions where g1 and g2 are independent."""
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
        """Angle of joint A."""
        point = minus(plus(turned(self.B, qB, z), self.B.c), self.A.c)
        return between(self.A, point, d, off=blur(self.off))


@dataclass(frozen=True)
class Wrist:
    """Three revolute joints that meet; m: a unit vector orthogonal to the last axis; `square`: with right angles."""

    I: Axis
    J: Axis
    K: Axis
    m: Vector
    square: bool

    def turned_by(self, X: Sequence[Vector], off: Any = 0.0) -> Postures:
        """The two solutions for the rotation X. In a square wrist the first and last joints differ by half a turn."""
        I, J, K, m = self.I, self.J, self.K, self.m
        goal = [dot(row, K.h) for row in X]
        side = [dot(row, m) for row in X]
        ends: tuple[Angle, Angle] | None = None
        for qJ in tilted(I.h, J, K.h, goal, off):
            if self.square and ends:
                yield ends[0].opposite, qJ, ends[1].opposite
                return
            qI = replace(between(I, turned(J, qJ, K.h), goal, off=blur(off)), margin=None)  # the margin is that of qJ
            back = turned(J, qJ, turned(I, qI, side, -1), -1)
            ends = qI, Angle(dot(m, back), dot(cross(K.h, m), back))
            yield qI, qJ, ends[1]


@dataclass(frozen=True)
class Way:
    """Order of solution of the arm: whether a joint separates, from which end, whether g1 is the longer one there."""

    alone: bool
    from_behind: bool = False
    first_leads: bool = True
    off: float = 0.0  # deviation of the axes from their class

    def postures(self, A: Axis, B: Axis, C: Axis, w: Vector, P: Vector) -> Postures:
        """Angles of A, B, C for which A B C w = P."""
        if not self.alone:
            yield from Arm(A, B, C, w).joined(P)
        elif not self.from_behind:
            yield from Arm(A, B, C, w, self.off).separated(P, self.first_leads)
        else:
            for qC, qB, qA in Arm(C.undone, B.undone, A.undone, P, self.off).separated(w, self.first_leads):
                yield qA, qB, qC


def spherical(arm: Sequence[Axis], wrist: Wrist, w: Vector, G: Sequence[Vector], way: Way) -> list[Row]:
    """Eight candidate postures of six joints of which the last three meet in w."""
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
