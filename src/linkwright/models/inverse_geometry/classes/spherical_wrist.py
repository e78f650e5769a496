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
from linkwright.models.inverse_geometry.classes.trig_polynomial import (
    LinearTrig,
    find_trig_roots,
    linear_dot,
    multiply_linear,
)
from linkwright.models.inverse_geometry.expr_vectors import (
    DIVISION_GUARD,
    Axis,
    CandidatePosture,
    JointAngle,
    cross_product,
    dot,
    minus,
    plus,
    rotate_vector,
    scale_vector,
    total,
)

UNDETERMINED_BELOW = (
    1e-52  # fourth power of a length, 1 being the reach: below it an angle is undetermined, up to rounding
)
OUT_OF_REACH_FACTOR = 30.0  # times the deviation: a candidate out of reach by no more may still lead to a posture
OUT_OF_REACH_MARGIN = (
    1e-5  # relative to the terms: a candidate out of reach by no more may lead to a posture of the exact arm
)

ROUNDING_ERROR = 1e-15  # relative to the terms: rounding error of a difference of squares that should be zero

DOUBLE_ANGLE_ERROR = 3e-9  # rad, error of nearly double angles of an arm that is not exactly of its class

ZERO_ANGLE = JointAngle(1, 0)

Vector = Sequence[Any]
AngleTriples = Iterator[tuple[JointAngle, JointAngle, JointAngle]]


def rotate_by_unknown(s: Axis, v: Vector) -> list[LinearTrig]:
    """A vector rotated about the direction of a joint by the unknown angle q."""
    along = scale_vector(s.h, dot(s.h, v))
    return [LinearTrig(k, c, t) for k, c, t in zip(along, minus(v, along), cross_product(s.h, v), strict=True)]


def angle_between(s: Axis, x: Vector, y: Vector, free: JointAngle = ZERO_ANGLE, off: float = 0.0) -> JointAngle:
    """The angle about a joint from one vector to another; `free`: the value where it is undetermined, or determined by
    the deviation of the axes alone."""
    sine, cosine = dot(s.h, cross_product(x, y)), dot(x, y) - dot(s.h, x) * dot(s.h, y)
    size = sine * sine + cosine * cosine
    is_known = size - max(UNDETERMINED_BELOW, (10 * off) ** 4)
    root = is_known.select(size, 1).sqrt()
    return JointAngle(
        is_known.select(cosine / root, free.c), is_known.select(sine / root, free.s), is_known.select(root, 0)
    )


def direction_error(off: Any) -> float:
    """Least error of directions if axes deviate by `off`."""
    return DOUBLE_ANGLE_ERROR if isinstance(off, Expr) or off else 0.0


def solve_cos_sin(a: Any, b: Any, k: Any, off: Any = 0.0, under: Any = None) -> tuple[JointAngle, JointAngle]:
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
        inside = (abs(under) - ROUNDING_ERROR * size).select(abs(under), 0)
    else:
        inside = abs(under)
    root = (under + OUT_OF_REACH_MARGIN * size).select(inside, -1).sqrt()
    blurred: Any = 0.0
    if isinstance(off, Expr) or off:
        longest = size**0.5
        far = abs(k) - longest  # distance out of reach
        k = k.min(longest).max(-longest)
        root = (OUT_OF_REACH_FACTOR * off - far).select((size - k * k).max(0), -1).sqrt()
        blurred = off + off / (under.max(off)).sqrt()
    if not isinstance(size, Expr):
        scale = 1 / size
        one = JointAngle((a * k - b * root) * scale, (b * k + a * root) * scale, under * scale, None, blurred)
        if not b:
            return one, one.mirrored
        return one, JointAngle((a * k + b * root) * scale, (b * k - a * root) * scale, under * scale, None, blurred)
    is_known = size - max(UNDETERMINED_BELOW**0.5, (10 * direction_error(off)) ** 2)
    return (
        JointAngle(
            is_known.select((a * k - b * root) / size, 1),
            is_known.select((b * k + a * root) / size, 0),
            under,
            None,
            blurred,
        ),
        JointAngle(
            is_known.select((a * k + b * root) / size, 1),
            is_known.select((b * k - a * root) / size, 0),
            under,
            None,
            blurred,
        ),
    )


def solve_tilt(I: Vector, J: Axis, K: Vector, goal: Vector, off: Any = 0.0) -> tuple[JointAngle, JointAngle]:
    """The two angles of J that rotate the direction K so that its component along I is that of the direction `goal`.

    With a and b the angles from I to J and from J to K, and g the cosine of that from I to the goal,

        under = (sin a sin b)^2 - (g - cos a cos b)^2 = (cos(a - b) - g) (g - cos(a + b))

    where 1 - g and 1 + g are half the squares of |goal - I| and |goal + I|, which lose no digits where they are small.
    """
    part = linear_dot(rotate_by_unknown(J, K), I)
    (ca, sa), (cb, sb) = (
        (dot(x, y), dot(cross_product(x, y), cross_product(x, y)) ** 0.5) for x, y in ((I, J.h), (J.h, K))
    )
    # 1 - cos(a - b), 1 + cos(a + b)
    nearest, furthest = ((x * x + (sa - sb) * (sa - sb)) * 0.5 for x in (ca - cb, ca + cb))
    if not isinstance(nearest + furthest, Expr) and max(nearest, furthest) < DIVISION_GUARD:  # right angles
        under = dot(cross_product(goal, I), cross_product(goal, I))
    else:
        short, long = (dot(v, v) * 0.5 for v in (minus(goal, I), plus(goal, I)))
        under = (short - nearest) * (long - furthest)
    return solve_cos_sin(part.c, part.s, dot(I, goal) - part.k, off, under)


def quartic_root_error(off: float) -> float:
    """Error of the roots of a quartic for a deviation `off`: that of double roots."""
    return 5 * math.sqrt(off)


@dataclass(frozen=True)
class PositioningArm:
    """The first three joints, revolute, and the wrist centre that they move."""

    A: Axis
    B: Axis
    C: Axis
    w: Vector
    deviation: float = 0.0  # deviation of the axes from their class

    def sides(self) -> tuple[list[Any], list[Any]]:
        """Vectors g1, g2 of the module."""
        apart = minus(self.B.c, self.A.c)
        return self._across(self.A.h), self._across(apart)

    def _across(self, v: Vector) -> list[Any]:
        """Component of a vector orthogonal to axis B."""
        return minus(v, scale_vector(self.B.h, dot(self.B.h, v)))

    def equations(self, P: Vector) -> tuple[list[LinearTrig], LinearTrig, LinearTrig, list[Any]]:
        """Return y, b1, b2 of the module, linear in cos q_C and sin q_C, and P - c_A."""
        A, B, C = self.A, self.B, self.C
        a, c = minus(self.w, C.c), minus(C.c, B.c)
        turning = rotate_by_unknown(C, a)
        y = [x.plus(k) for x, k in zip(turning, c, strict=True)]
        squared = (linear_dot(turning, c) * 2).plus(dot(a, a) + dot(c, c))
        along = linear_dot(y, B.h)
        d, apart = minus(P, A.c), minus(B.c, A.c)
        b1 = (along * -dot(A.h, B.h)).plus(dot(A.h, d) - dot(A.h, apart))
        b2 = (squared * -0.5 - along * dot(apart, B.h)).plus((dot(d, d) - dot(apart, apart)) * 0.5)
        return y, b1, b2, d

    def solve_decoupled(self, P: Vector, first_leads: bool) -> AngleTriples:
        """Four solutions where g1 and g2 are dependent; `first_leads`: g1 is the longer one."""
        y, b1, b2, d = self.equations(P)
        g1, g2 = self.sides()
        g, b, other, rest = (g1, b1, g2, b2) if first_leads else (g2, b2, g1, b1)
        alone = rest - b * (dot(other, g) / dot(g, g))  # = 0, in q_C alone
        for qC in solve_cos_sin(alone.c, alone.s, -alone.k, self.deviation):
            z = [x.at(qC) for x in y]
            across = self._across(z)
            for qB in solve_cos_sin(dot(g, across), dot(g, cross_product(self.B.h, across)), b.at(qC), qC.error):
                yield self._last(z, qB, d), qB, qC

    def solve_coupled(self, P: Vector) -> AngleTriples:
        """Four solutions where g1 and g2 are independent."""
        y, b1, b2, d = self.equations(P)
        g1, g2 = self.sides()
        normal = self.B.h
        area = dot(normal, cross_product(g1, g2))
        # v with g1 . v = b1, g2 . v = b2, v across h_B
        e1, e2 = (scale_vector(cross_product(g, normal), 1 / area) for g in (g2, g1))
        v = [b1 * a - b2 * b for a, b in zip(e1, e2, strict=True)]
        along = linear_dot(y, normal)
        terms = [multiply_linear(x, x) for x in v] + [multiply_linear(along, along)]
        length = [multiply_linear(x, x) for x in y]
        polynomial = [total(t[k] for t in terms) - total(t[k] for t in length) for k in range(5)]
        for qC in find_trig_roots(polynomial):
            z = [x.at(qC) for x in y]
            qB = angle_between(self.B, self._across(z), [x.at(qC) for x in v])
            yield self._last(z, qB, d), qB, qC

    def _last(self, z: Vector, qB: JointAngle, d: Vector) -> JointAngle:
        """Angle of joint A."""
        point = minus(plus(rotate_vector(self.B, qB, z), self.B.c), self.A.c)
        return angle_between(self.A, point, d, off=direction_error(self.deviation))


@dataclass(frozen=True)
class Wrist:
    """Three revolute joints that meet; m: a unit vector orthogonal to the last axis; `square`: with right angles."""

    I: Axis
    J: Axis
    K: Axis
    m: Vector
    square: bool

    def solve_rotation(self, X: Sequence[Vector], off: Any = 0.0) -> AngleTriples:
        """The two solutions for the rotation X. In a square wrist the first and last joints differ by half a turn."""
        I, J, K, m = self.I, self.J, self.K, self.m
        goal = [dot(row, K.h) for row in X]
        side = [dot(row, m) for row in X]
        ends: tuple[JointAngle, JointAngle] | None = None
        for qJ in solve_tilt(I.h, J, K.h, goal, off):
            if self.square and ends:
                yield ends[0].opposite, qJ, ends[1].opposite
                return
            qI = replace(
                angle_between(I, rotate_vector(J, qJ, K.h), goal, off=direction_error(off)), margin=None
            )  # the margin is that of qJ
            back = rotate_vector(J, qJ, rotate_vector(I, qI, side, -1), -1)
            ends = qI, JointAngle(dot(m, back), dot(cross_product(K.h, m), back))
            yield qI, qJ, ends[1]


@dataclass(frozen=True)
class SolveOrder:
    """Order of solution of the arm: whether a joint separates, from which end, whether g1 is the longer one there."""

    is_decoupled: bool
    is_reversed: bool = False
    first_leads: bool = True
    deviation: float = 0.0  # deviation of the axes from their class

    def postures(self, A: Axis, B: Axis, C: Axis, w: Vector, P: Vector) -> AngleTriples:
        """Angles of A, B, C for which A B C w = P."""
        if not self.is_decoupled:
            yield from PositioningArm(A, B, C, w).solve_coupled(P)
        elif not self.is_reversed:
            yield from PositioningArm(A, B, C, w, self.deviation).solve_decoupled(P, self.first_leads)
        else:
            for qC, qB, qA in PositioningArm(C.flipped, B.flipped, A.flipped, P, self.deviation).solve_decoupled(
                w, self.first_leads
            ):
                yield qA, qB, qC


def solve_spherical_wrist(
    arm: Sequence[Axis], wrist: Wrist, w: Vector, G: Sequence[Vector], way: SolveOrder
) -> list[CandidatePosture]:
    """Eight candidate postures of six joints of which the last three meet in w."""
    P = [dot(row[:3], w) + row[3] for row in G[:3]]
    A, B, C = arm
    out = []
    for qA, qB, qC in way.postures(A, B, C, w, P):
        columns = [[G[r][c] for r in range(3)] for c in range(3)]
        for s, q in ((A, qA), (B, qB), (C, qC)):
            columns = [rotate_vector(s, q, v, -1) for v in columns]
        X = [[columns[c][r] for c in range(3)] for r in range(3)]
        off = qB.error if way.is_decoupled else quartic_root_error(way.deviation)
        out += [CandidatePosture((qA, qB, qC, *rest)) for rest in wrist.solve_rotation(X, off)]
    return out


__all__ = [
    "DOUBLE_ANGLE_ERROR",
    "OUT_OF_REACH_MARGIN",
    "ROUNDING_ERROR",
    "UNDETERMINED_BELOW",
    "PositioningArm",
    "SolveOrder",
    "Wrist",
    "angle_between",
    "direction_error",
    "quartic_root_error",
    "rotate_by_unknown",
    "solve_cos_sin",
    "solve_spherical_wrist",
    "solve_tilt",
]  # fmt: skip
