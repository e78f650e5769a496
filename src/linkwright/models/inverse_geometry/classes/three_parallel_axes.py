"""Closed form for three parallel axes, second to fourth.

With n their direction, joints 2, 3, 4 do not occur in

    n . (E_1^-1 G c) = n . (E_5 c)                               c: a point of axis 6
    h_6 . (G_R^T rot(h_1, q_1) n) = h_6 . rot(h_5, -q_5) n

both linear in cosine and sine of q_1 and of q_5. Where axes 5 and 6 meet, in c, the first is an equation in q_1 alone;
else cos q_5 and sin q_5 follow from both, and their squares give a quartic. Joints 2, 3, 4 are then a planar arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from linkwright.models.inverse_geometry.classes.spherical_wrist import (
    BLURRED,
    between,
    blur,
    linear,
    of_a_quartic,
    tilted,
    two_ways,
)
from linkwright.models.inverse_geometry.classes.trig_polynomial import Linear, linear_dot, product, roots
from linkwright.models.inverse_geometry.expr_vectors import (
    Angle,
    Axis,
    Row,
    carried,
    cross,
    dot,
    minus,
    plus,
    times_number,
    turned,
)

OF_ROOTS = 1e-7  # error of neighbouring roots of a quartic

Vector = Sequence[Any]


def back(s: Axis, v: Vector) -> list[Linear]:
    """A vector rotated back about the direction of a joint by the unknown angle q."""
    return linear(s.undone, v)


def planar(
    axes: Sequence[Axis], c: Vector, across: Vector, G: Sequence[Vector], meet: bool, square: bool, off: float
) -> list[Row]:
    """Eight candidate postures of six joints of which 2, 3, 4 are parallel.

    c: a point of axis 6, and if `meet`, of axis 5, too; across: a unit vector orthogonal to the three; `square`: right
    angles between them, axis 5 and axis 6: the two solutions of joint 5 then differ by half a turn in joint 6. `off`:
    deviation of the axes from their class.
    """
    one, two, three, four, five, six = axes
    out = []
    last: Angle | None = None
    for q1, q5, m in ends(axes, c, G, meet, off):
        if meet and square and last:
            q6, last = last.opposite, None
        else:
            blurred = max(off, blur(off)) if meet else max(off, OF_ROOTS)
            q6 = last = between(six, m, turned(five, q5, two.h, -1), _bent(axes, G, q1, q5), blurred)
        # Y = E_1^-1 G E_6^-1 E_5^-1, applied to a point of axis 4 and to the vector across
        point = carried(six, q6, carried(five, q5, four.c, -1), -1)
        point = carried(one, q1, [dot(row[:3], point) + row[3] for row in G[:3]], -1)
        side = turned(six, q6, turned(five, q5, across, -1), -1)
        side = turned(one, q1, [dot(row[:3], side) for row in G[:3]], -1)
        out += [Row((q1, *rest, q5, q6)) for rest in three_in_a_plane(two, three, four, point, across, side, q5.off)]
    return out


def _bent(axes: Sequence[Axis], G: Sequence[Vector], q1: Angle, q5: Angle) -> Angle:
    """Value of q_6 where axis 6 is parallel to the three and q_6 is undetermined: at 0 the pose may be out of reach.

    Axis 4 is then on a circle, and its squared distance from axis 2 has bounds; joints 2 and 3 set others. A value in
    the interior of both intervals is taken: at the ends not all four joints could move.
    """
    one, two, three, four, five, six = axes
    arm = minus(carried(five, q5, four.c, -1), six.c)
    along = dot(six.h, arm)

    def seen(v: Vector) -> list[Any]:
        return turned(one, q1, [dot(row[:3], v) for row in G[:3]], -1)

    centre = [dot(row[:3], plus(six.c, times_number(six.h, along))) + row[3] for row in G[:3]]
    d = _flat(two, minus(carried(one, q1, centre, -1), two.c))
    a, b = (_flat(two, minus(y.c, x.c)) for x, y in ((two, three), (three, four)))
    # |d + cos q_6 U - sin q_6 V|^2 = mean + A cos q_6 + B sin q_6
    mean = dot(d, d) + (dot(arm, arm) - along * along)
    A, B = 2 * dot(d, seen(arm)), -2 * dot(d, seen(cross(six.h, arm)))
    size = A * A + B * B
    most, longest = size.sqrt(), 2 * (dot(a, a) * dot(b, b)) ** 0.5
    ours = dot(a, a) + dot(b, b) - mean
    k = (2 * (ours - longest).max(-most) + (ours + longest).min(most)) * (1 / 3)
    root = (size - k * k).max(0).sqrt()
    is_known = size - (10 * BLURRED) ** 4
    return Angle(is_known.select((A * k - B * root) / size, 1), is_known.select((B * k + A * root) / size, 0))


def _flat(two: Axis, v: Vector) -> list[Any]:
    """Component of a vector orthogonal to the three axes."""
    return minus(v, times_number(two.h, dot(two.h, v)))


def ends(
    axes: Sequence[Axis], c: Vector, G: Sequence[Vector], meet: bool, off: float
) -> Iterator[tuple[Angle, Angle, list[Any]]]:
    """Four solutions of joints 1 and 5: q_1, q_5 and G_R^T rot(h_1, q_1) n."""
    one, two, _, _, five, six = axes
    n = two.h
    goal = minus([dot(row[:3], c) + row[3] for row in G[:3]], one.c)
    columns = [[G[r][k] for r in range(3)] for k in range(3)]
    left = linear_dot(back(one, goal), n).plus(dot(n, one.c))  # n . (E_1^-1 G c)
    tilt = linear_dot(back(five, n), six.h)
    if meet:
        for q1 in two_ways(left.c, left.s, dot(n, c) - left.k, off):
            m = _seen(columns, turned(one, q1, n))
            for q5 in tilted(six.h, five.undone, n, m, q1.off):
                yield q1, q5, m
        return
    right = linear_dot(linear(five, minus(c, five.c)), n).plus(dot(n, five.c))  # n . (E_5 c)
    seen = linear_dot(linear(one, n), [dot(row[:3], six.h) for row in G[:3]])  # h_6 . (G_R^T rot(h_1, q_1) n)
    first, second = left.plus(-right.k), seen.plus(-tilt.k)
    area = right.c * tilt.s - right.s * tilt.c
    cosine = (first * tilt.s - second * right.s) * (1 / area)
    sine = (second * right.c - first * tilt.c) * (1 / area)
    both = [x + y for x, y in zip(product(cosine, cosine), product(sine, sine), strict=True)]
    for q1 in roots([both[0] - 1, *both[1:]]):
        a, b = cosine.at(q1), sine.at(q1)
        size = (a * a + b * b).sqrt()
        yield q1, Angle(a / size, b / size, off=of_a_quartic(off)), _seen(columns, turned(one, q1, n))


def _seen(columns: Sequence[Vector], v: Vector) -> list[Any]:
    """Components of a vector along given columns."""
    return [dot(column, v) for column in columns]


def three_in_a_plane(
    two: Axis, three: Axis, four: Axis, point: Vector, across: Vector, side: Vector, off: Any
) -> Iterator[tuple[Angle, Angle, Angle]]:
    """Two solutions of a planar 3R arm: E_2 E_3 moves a point of axis 4 to `point`, E_2 E_3 E_4 `across` to `side`."""
    a, b = _flat(two, minus(three.c, two.c)), _flat(two, minus(four.c, three.c))
    d = _flat(two, minus(point, two.c))
    stretch = linear_dot(linear(three, b), a) * 2  # |a + rot(q_3) b|^2 - a^2 - b^2
    for q3 in two_ways(stretch.c, stretch.s, dot(d, d) - dot(a, a) - dot(b, b) - stretch.k, off):
        q2 = between(two, plus(a, turned(three, q3, b)), d, off=blur(off))
        rest = turned(three, q3, turned(two, q2, side, -1), -1)
        yield q2, q3, Angle(dot(across, rest), dot(cross(four.h, across), rest))


__all__ = ["planar"]
