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
    DOUBLE_ANGLE_ERROR,
    angle_between,
    direction_error,
    quartic_root_error,
    rotate_by_unknown,
    solve_cos_sin,
    solve_tilt,
)
from linkwright.models.inverse_geometry.classes.trig_polynomial import (
    LinearTrig,
    find_trig_roots,
    linear_dot,
    multiply_linear,
)
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    CandidatePosture,
    JointAngle,
    cross_product,
    dot,
    minus,
    move_point,
    plus,
    rotate_vector,
    scale_vector,
)

QUARTIC_ROOT_ERROR = 1e-7  # error of neighbouring roots of a quartic

Vector = Sequence[Any]


def rotate_back_by_unknown(s: Axis, v: Vector) -> list[LinearTrig]:
    """A vector rotated back about the direction of a joint by the unknown angle q."""
    return rotate_by_unknown(s.flipped, v)


def solve_three_parallel(
    axes: Sequence[Axis], c: Vector, across: Vector, G: Sequence[Vector], meet: bool, square: bool, off: float
) -> list[CandidatePosture]:
    """Eight candidate postures of six joints of which 2, 3, 4 are parallel.

    c: a point of axis 6, and if `meet`, of axis 5, too; across: a unit vector orthogonal to the three; `square`: right
    angles between them, axis 5 and axis 6: the two solutions of joint 5 then differ by half a turn in joint 6. `off`:
    deviation of the axes from their class.
    """
    one, two, three, four, five, six = axes
    out = []
    last: JointAngle | None = None
    for q1, q5, m in solve_outer_joints(axes, c, G, meet, off):
        if meet and square and last:
            q6, last = last.opposite, None
        else:
            blurred = max(off, direction_error(off)) if meet else max(off, QUARTIC_ROOT_ERROR)
            q6 = last = angle_between(
                six, m, rotate_vector(five, q5, two.h, -1), _undetermined_q6(axes, G, q1, q5), blurred
            )
        # Y = E_1^-1 G E_6^-1 E_5^-1, applied to a point of axis 4 and to the vector across
        point = move_point(six, q6, move_point(five, q5, four.c, -1), -1)
        point = move_point(one, q1, [dot(row[:3], point) + row[3] for row in G[:3]], -1)
        side = rotate_vector(six, q6, rotate_vector(five, q5, across, -1), -1)
        side = rotate_vector(one, q1, [dot(row[:3], side) for row in G[:3]], -1)
        out += [
            CandidatePosture((q1, *rest, q5, q6))
            for rest in solve_planar_3r(two, three, four, point, across, side, q5.error)
        ]
    return out


def _undetermined_q6(axes: Sequence[Axis], G: Sequence[Vector], q1: JointAngle, q5: JointAngle) -> JointAngle:
    """Value of q_6 where axis 6 is parallel to the three and q_6 is undetermined: at 0 the pose may be out of reach.

    Axis 4 is then on a circle, and its squared distance from axis 2 has bounds; joints 2 and 3 set others. A value in
    the interior of both intervals is taken: at the ends not all four joints could move.
    """
    one, two, three, four, five, six = axes
    arm = minus(move_point(five, q5, four.c, -1), six.c)
    along = dot(six.h, arm)

    def seen(v: Vector) -> list[Any]:
        return rotate_vector(one, q1, [dot(row[:3], v) for row in G[:3]], -1)

    centre = [dot(row[:3], plus(six.c, scale_vector(six.h, along))) + row[3] for row in G[:3]]
    d = _planar_component(two, minus(move_point(one, q1, centre, -1), two.c))
    a, b = (_planar_component(two, minus(y.c, x.c)) for x, y in ((two, three), (three, four)))
    # |d + cos q_6 U - sin q_6 V|^2 = mean + A cos q_6 + B sin q_6
    mean = dot(d, d) + (dot(arm, arm) - along * along)
    A, B = 2 * dot(d, seen(arm)), -2 * dot(d, seen(cross_product(six.h, arm)))
    size = A * A + B * B
    most, longest = size.sqrt(), 2 * (dot(a, a) * dot(b, b)) ** 0.5
    ours = dot(a, a) + dot(b, b) - mean
    k = (2 * (ours - longest).max(-most) + (ours + longest).min(most)) * (1 / 3)
    root = (size - k * k).max(0).sqrt()
    is_known = size - (10 * DOUBLE_ANGLE_ERROR) ** 4
    return JointAngle(is_known.select((A * k - B * root) / size, 1), is_known.select((B * k + A * root) / size, 0))


def _planar_component(two: Axis, v: Vector) -> list[Any]:
    """Component of a vector orthogonal to the three axes."""
    return minus(v, scale_vector(two.h, dot(two.h, v)))


def solve_outer_joints(
    axes: Sequence[Axis], c: Vector, G: Sequence[Vector], meet: bool, off: float
) -> Iterator[tuple[JointAngle, JointAngle, list[Any]]]:
    """Four solutions of joints 1 and 5: q_1, q_5 and G_R^T rot(h_1, q_1) n."""
    one, two, _, _, five, six = axes
    n = two.h
    goal = minus([dot(row[:3], c) + row[3] for row in G[:3]], one.c)
    columns = [[G[r][k] for r in range(3)] for k in range(3)]
    left = linear_dot(rotate_back_by_unknown(one, goal), n).plus(dot(n, one.c))  # n . (E_1^-1 G c)
    tilt = linear_dot(rotate_back_by_unknown(five, n), six.h)
    if meet:
        for q1 in solve_cos_sin(left.c, left.s, dot(n, c) - left.k, off):
            m = _components_along(columns, rotate_vector(one, q1, n))
            for q5 in solve_tilt(six.h, five.flipped, n, m, q1.error):
                yield q1, q5, m
        return
    right = linear_dot(rotate_by_unknown(five, minus(c, five.c)), n).plus(dot(n, five.c))  # n . (E_5 c)
    seen = linear_dot(
        rotate_by_unknown(one, n), [dot(row[:3], six.h) for row in G[:3]]
    )  # h_6 . (G_R^T rot(h_1, q_1) n)
    first, second = left.plus(-right.k), seen.plus(-tilt.k)
    area = right.c * tilt.s - right.s * tilt.c
    cosine = (first * tilt.s - second * right.s) * (1 / area)
    sine = (second * right.c - first * tilt.c) * (1 / area)
    both = [x + y for x, y in zip(multiply_linear(cosine, cosine), multiply_linear(sine, sine), strict=True)]
    for q1 in find_trig_roots([both[0] - 1, *both[1:]]):
        a, b = cosine.at(q1), sine.at(q1)
        size = (a * a + b * b).sqrt()
        yield (
            q1,
            JointAngle(a / size, b / size, error=quartic_root_error(off)),
            _components_along(columns, rotate_vector(one, q1, n)),
        )


def _components_along(columns: Sequence[Vector], v: Vector) -> list[Any]:
    """Components of a vector along given columns."""
    return [dot(column, v) for column in columns]


def solve_planar_3r(
    two: Axis, three: Axis, four: Axis, point: Vector, across: Vector, side: Vector, off: Any
) -> Iterator[tuple[JointAngle, JointAngle, JointAngle]]:
    """Two solutions of a planar 3R arm: E_2 E_3 moves a point of axis 4 to `point`, E_2 E_3 E_4 `across` to `side`."""
    a, b = _planar_component(two, minus(three.c, two.c)), _planar_component(two, minus(four.c, three.c))
    d = _planar_component(two, minus(point, two.c))
    stretch = linear_dot(rotate_by_unknown(three, b), a) * 2  # |a + rot(q_3) b|^2 - a^2 - b^2
    for q3 in solve_cos_sin(stretch.c, stretch.s, dot(d, d) - dot(a, a) - dot(b, b) - stretch.k, off):
        q2 = angle_between(two, plus(a, rotate_vector(three, q3, b)), d, off=direction_error(off))
        rest = rotate_vector(three, q3, rotate_vector(two, q2, side, -1), -1)
        yield q2, q3, JointAngle(dot(across, rest), dot(cross_product(four.h, across), rest))


__all__ = ["solve_three_parallel"]
