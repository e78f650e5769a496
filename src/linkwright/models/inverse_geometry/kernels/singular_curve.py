"""Further postures near a nearly singular one, by continuation along a curve.

With v the joint motion that hardly moves the frame (right singular vector) and n the frame motion that the joints can
hardly make (left singular vector), the postures at which the frame misses the pose by t n alone form a curve along v.
Where t is zero the frame is at the pose. So all postures of the curve are found by following it: at a straight elbow,
where t is a parabola, as well as where joints are nearly free, and t is small all around a circle. Newton's method
needs a start that is nearer to the wanted posture than to any other; this does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Subprogram, finite, nan, zeros
from linkwright.models.inverse_geometry.chain_screws import JointScrew
from linkwright.models.inverse_geometry.expr_vectors import array_function
from linkwright.models.inverse_geometry.kernels.numeric_kernels import make_kernel, null_vector

Runs = Callable[..., None]
MAX_CURVE_STEPS = 150  # along the curve, to each side
POINT_SIZE = 20  # numbers of a point of the curve: positions (6), v (6), n (6), t, and the size of the last Newton step
MAX_MORE_POSTURES = 16  # most postures found this way
WIDE_SEARCH_LIMIT = 0.05  # limits where a posture is missing: of the singular value, relative to the Jacobian, and of t


def approach(p: Reals, x: Reals, *, m: int, evaluate: Runs, null: Runs, solve: Runs) -> None:
    """From a posture to the nearest point of the curve. p: the pose, the posture, and v and n of a point nearby.

    Newton steps orthogonal to v, with t as the seventh unknown: this system is regular where the Jacobian is not.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    vectors = zeros(12)
    system = zeros(56)
    step = zeros(8)
    for k in range(m):
        pose[k] = p[k]
    for k in range(6):
        q[k] = p[m + k]
    evaluate(pose, q, f)
    for k in range(36):
        J[k] = f[6 + k]
    null(J, vectors)
    for part in range(2):  # oriented as at the point nearby
        along = 0.0
        for k in range(6):
            along = along + vectors[6 * part + k] * p[m + 6 + 6 * part + k]
        for k in range(6):
            if along < 0.0:
                vectors[6 * part + k] = -vectors[6 * part + k]
    x[18] = nan
    x[19] = 1.0
    for turn in range(5):
        if turn > 0:
            evaluate(pose, q, f)
        for i in range(6):
            for j in range(6):
                system[7 * i + j] = f[6 + 6 * i + j]
            system[7 * i + 6] = -vectors[6 + i]
            system[42 + i] = vectors[i]
            system[49 + i] = -f[i]
        system[48] = 0.0
        system[55] = 0.0
        solve(system, step)
        x[18] = step[6]
        x[19] = 0.0
        for k in range(6):
            q[k] = q[k] + step[k]
            if abs(step[k]) > x[19]:
                x[19] = abs(step[k])
        if not finite(x[18]):
            x[19] = 1.0
            break
        if x[19] < 0.0000001:  # the next step squares this
            break
    for k in range(6):
        x[k] = q[k]
    for k in range(12):
        x[6 + k] = vectors[k]


def cross(p: Reals, x: Reals, *, m: int, approach: Runs, polish: Runs) -> None:
    """The posture between two points of the curve where t changes its sign; p: the pose, and the points."""
    near = zeros(m + 18)
    point = zeros(20)
    start = zeros(m + 6)
    posture = zeros(7)
    a = 0.0  # ends of the interval, as parts of the segment from the first point to the second
    b = 1.0
    ta = p[m + 18]
    tb = p[m + 38]
    for k in range(m):
        near[k] = p[k]
        start[k] = p[k]
    for k in range(12):
        near[m + 6 + k] = p[m + 6 + k]
    for turn in range(40):
        part = a + (b - a) * (ta / (ta - tb))
        for k in range(6):
            near[m + k] = p[m + k] + part * (p[m + 20 + k] - p[m + k])
        approach(near, point)
        t = point[18]
        if not finite(t):
            break
        for k in range(6):
            start[m + k] = point[k]
        if abs(t) < 0.00000000000001:
            break
        if t * tb < 0.0:  # regula falsi (Illinois): the value at an end that stays is halved
            a = b
            ta = tb
        else:
            ta = 0.5 * ta
        b = part
        tb = t
    polish(start, posture)
    for k in range(7):
        x[k] = posture[k]


def between(p: Reals, x: Reals, *, m: int, approach: Runs) -> None:
    """A point of the curve between three others; p: the pose, these, and its place: 0 is the first, 1 the second ..."""
    near = zeros(m + 18)
    part = p[m + 60]
    half = 0
    if part > 1.0:
        part = part - 1.0
        half = 1
    for k in range(m):
        near[k] = p[k]
    for k in range(6):
        near[m + k] = p[m + 20 * half + k] + part * (p[m + 20 * half + 20 + k] - p[m + 20 * half + k])
    for k in range(12):
        near[m + 6 + k] = p[m + 20 * half + 6 + k]
    approach(near, x)


def lowest(p: Reals, x: Reals, *, m: int, between: Runs) -> None:
    """Minimum of t between three points of the curve: a point where t has changed its sign, or, if there is none, the
    point of the least t, if this is a double posture up to rounding; else NaN.

    p: the pose, and the points, the middle one with the least t; x: the point, and 1 if t has changed its sign there.
    The interval around the minimum is halved.
    """
    asked = zeros(m + 61)
    point = zeros(20)
    place = zeros(5)
    value = zeros(5)
    sign = 1.0
    if p[m + 18] < 0.0:
        sign = -1.0
    for k in range(m + 60):
        asked[k] = p[k]
    place[0] = 0.0
    place[2] = 1.0
    place[4] = 2.0
    for k in range(3):
        value[2 * k] = sign * p[m + 20 * k + 18]
    x[20] = 0.0
    for turn in range(18):
        for side in range(2):
            place[2 * side + 1] = 0.5 * (place[2 * side] + place[2 * side + 2])
            asked[m + 60] = place[2 * side + 1]
            between(asked, point)
            value[2 * side + 1] = sign * point[18]
            if value[2 * side + 1] < 0.0:
                x[20] = 1.0
                break
        if x[20] > 0.0:
            break
        least = 1
        for k in range(2, 4):
            if value[k] < value[least]:
                least = k
        a = place[least - 1]
        b = place[least]
        place[4] = place[least + 1]
        place[2] = b
        place[0] = a
        a = value[least - 1]
        b = value[least]
        value[4] = value[least + 1]
        value[2] = b
        value[0] = a
    if not x[20] > 0.0:
        point[18] = nan
        if value[2] < 0.000000000001:  # double up to rounding
            asked[m + 60] = place[2]
            between(asked, point)
    for k in range(20):
        x[k] = point[k]


def dip(p: Reals, x: Reals, *, m: int, lowest: Runs, cross: Runs, polish: Runs) -> None:
    """The two postures, if any, between three points of the curve of which the middle one has the least t.

    p: the pose, and the points; x: two rows of a posture and its residual, or NaN.
    """
    point = zeros(21)
    pair = zeros(m + 40)
    start = zeros(m + 6)
    posture = zeros(7)
    for k in range(14):
        x[k] = nan
    for k in range(m):
        pair[k] = p[k]
        start[k] = p[k]
    lowest(p, point)
    if point[20] > 0.0:
        for side in range(2):  # from either end to the point where t has the other sign
            for k in range(20):
                pair[m + k] = p[m + 40 * side + k]
                pair[m + 20 + k] = point[k]
            cross(pair, posture)
            for k in range(7):
                x[7 * side + k] = posture[k]
    else:
        if finite(point[18]):
            for k in range(6):
                start[m + k] = point[k]
            polish(start, posture)
            for k in range(7):
                x[k] = posture[k]


def meet(p: Reals, x: Reals, *, m: int, cross: Runs, dip: Runs) -> None:
    """The postures, if any, near the second of three points of the curve: where t changes its sign behind it, or
    where t has a minimum and may touch zero.

    p: the pose, and the points; x: two rows of a posture and its residual, or NaN.
    """
    pair = zeros(m + 40)
    posture = zeros(7)
    first = p[m + 18]
    t = p[m + 38]
    last = p[m + 58]
    for k in range(14):
        x[k] = nan
    if t * last < 0.0:
        for k in range(m):
            pair[k] = p[k]
        for k in range(40):
            pair[m + k] = p[m + 20 + k]
        cross(pair, posture)
        for k in range(7):
            x[k] = posture[k]
    else:
        if abs(t) < abs(first) and abs(t) < abs(last) and first * t > 0.0:
            dip(p, x)


def advance(p: Reals, x: Reals, *, m: int, approach: Runs) -> None:
    """The next point of the curve; p: the pose, a point, and the step along v; x: the point, and its distance from the
    point that the step predicted."""
    near = zeros(m + 18)
    point = zeros(20)
    for k in range(m):
        near[k] = p[k]
    for k in range(6):
        near[m + k] = p[m + k] + p[m + 20] * p[m + 6 + k]
    for k in range(12):
        near[m + 6 + k] = p[m + 6 + k]
    approach(near, point)
    x[20] = 0.0
    for k in range(6):
        if abs(point[k] - near[m + k]) > x[20]:
            x[20] = abs(point[k] - near[m + k])
    for k in range(20):
        x[k] = point[k]


def stride(p: Reals, x: Reals, *, apart: Runs) -> None:
    """Length of the next step along the curve: to its start, if that is ahead and near, else the planned length.

    p: positions and v of a point, the start of the curve, and the planned step.
    """
    q = zeros(6)
    first = zeros(6)
    back = zeros(7)
    for k in range(6):
        q[k] = p[k]
        first[k] = p[12 + k]
    x[0] = p[18]
    apart(q, first, back)
    if back[6] < p[18]:
        along = 0.0
        size = 0.0
        for k in range(6):
            along = along - back[k] * p[6 + k]
            size = size + p[6 + k] * p[6 + k]
        if along > 0.1 * p[18] * size:
            x[0] = along / size


def side(
    p: Reals, x: Reals, *, m: int, steps: int, more: int, advance: Runs, stride: Runs, meet: Runs, apart: Runs,
    include: Runs,
) -> None:  # fmt: skip
    """Postures along the curve to one side, until t exceeds a limit or the curve closes. p: the pose, a point whose v
    gives the side, rows of postures with residuals, and the limit of t.

    x: these rows with the new ones, and 1 if the curve led back to its start.
    """
    onward = zeros(m + 21)
    c = zeros(21)
    triple = zeros(m + 60)  # the last point but one, the last one, the next one
    ahead = zeros(19)
    step = zeros(1)
    first = zeros(6)
    q = zeros(6)
    back = zeros(7)
    two = zeros(14)
    rows = zeros(7 * more)
    kept = zeros(7 * more + 7)
    for k in range(m):
        onward[k] = p[k]
        triple[k] = p[k]
    for k in range(20):
        onward[m + k] = p[m + k]
        triple[m + 20 + k] = p[m + k]
    for k in range(7 * more):
        rows[k] = p[m + 20 + k]
    for k in range(6):
        first[k] = p[m + k]
        ahead[12 + k] = p[m + k]
    closed = 0.0
    gone = 0.0
    h = 0.000004
    onward[m + 20] = -h
    advance(onward, c)
    for k in range(20):
        triple[m + k] = c[k]
    for turn in range(steps):
        step[0] = h
        if gone > 1.0:
            for k in range(12):
                ahead[k] = onward[m + k]
            ahead[18] = h
            stride(ahead, step)
        onward[m + 20] = step[0]
        advance(onward, c)
        if not c[19] < 0.00001 or c[20] > h:
            h = 0.25 * h
            if h < 0.00000001:
                break
        else:
            for k in range(20):
                triple[m + 40 + k] = c[k]
            meet(triple, two)
            for other in range(2):
                if two[7 * other + 6] < 0.000000000001:
                    for k in range(7 * more):
                        kept[k] = rows[k]
                    for k in range(7):
                        kept[7 * more + k] = two[7 * other + k]
                    include(kept, rows)
            for k in range(6):
                q[k] = c[k]
            apart(q, first, back)
            gone = gone + step[0]
            if gone > 1.0 and back[6] < 0.000001:
                closed = 1.0
                break
            if abs(c[18]) > p[m + 20 + 7 * more] and abs(c[18]) > abs(triple[m + 38]):
                break
            for k in range(20):
                triple[m + k] = triple[m + 20 + k]
                triple[m + 20 + k] = c[k]
                onward[m + k] = c[k]
            h = 4.0 * h
            if h > 0.1:
                h = 0.1
    for k in range(7 * more):
        x[k] = rows[k]
    x[7 * more] = closed


def trace(p: Reals, x: Reals, *, m: int, more: int, approach: Runs, side: Runs) -> None:
    """Postures along the curve near a posture, to both sides; p: the pose, that posture, and the limit of t.

    x: rows of postures with residuals; unused rows are NaN.
    """
    near = zeros(m + 18)
    point = zeros(20)
    start = zeros(m + 21 + 7 * more)
    found = zeros(7 * more + 1)
    for k in range(m + 6):
        near[k] = p[k]
    for k in range(12):
        near[m + 6 + k] = 0.0
    approach(near, point)
    for k in range(m):
        start[k] = p[k]
    for k in range(20):
        start[m + k] = point[k]
    for k in range(7 * more):
        start[m + 20 + k] = nan
    start[m + 20 + 7 * more] = p[m + 6]
    for turn in range(2):
        side(start, found)
        for k in range(7 * more):
            start[m + 20 + k] = found[k]
        if found[7 * more] > 0.0:
            break
        for k in range(6):  # to the other side
            start[m + 6 + k] = -start[m + 6 + k]
    for k in range(7 * more):
        x[k] = found[k]


def include(p: Reals, x: Reals, *, more: int, apart: Runs) -> None:
    """Add a posture to rows of postures with residuals if it is new; p: the rows, then the posture and its residual."""
    one = zeros(6)
    other = zeros(6)
    d = zeros(7)
    new = 1
    for k in range(6):
        one[k] = p[7 * more + k]
    for k in range(7 * more):
        x[k] = p[k]
    for row in range(more):
        if new == 1:
            if finite(p[7 * row]):
                for k in range(6):
                    other[k] = p[7 * row + k]
                apart(one, other, d)
                if d[6] < 0.000001:
                    new = 0
            else:
                for k in range(7):
                    x[7 * row + k] = p[7 * more + k]
                new = 0


def explore(
    p: Reals, x: Reals, *, m: int, starts: int, more: int, held: int, evaluate: Runs, null: Runs, trace: Runs,
    include: Runs, levels: Runs,
) -> None:  # fmt: skip
    """Find further postures on the curves through given postures that are nearly singular.

    p: the pose, rows of six positions with the margin from a double posture (0: not known), as the square of a length,
    and 1 if a posture is missing, which is then sought further away; x: rows as `improve` returns them, and their
    number. The last `held` joints are virtual, and must be at 0.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    vectors = zeros(12)
    start = zeros(m + 7)
    rows = zeros(7 * more)
    kept = zeros(7 * more + 7)
    others = zeros(7 * more)
    missing = zeros(1)
    level = zeros(2)
    number = 0.0
    missing[0] = p[m + 7 * starts]
    levels(missing, level)
    start[m + 6] = level[1]
    for k in range(m):
        pose[k] = p[k]
        start[k] = p[k]
    for k in range(7 * more):
        others[k] = nan
    for row in range(starts):
        # where two pairs of solutions coincide, the singular value is the product of two such lengths
        if finite(p[m + 7 * row]) and p[m + 7 * row + 6] < 10.0 * level[0]:
            for k in range(6):
                q[k] = p[m + 7 * row + k]
                start[m + k] = q[k]
            evaluate(pose, q, f)
            value = 0.0
            size = 0.0
            for k in range(36):
                J[k] = f[6 + k]
                if abs(J[k]) > size:
                    size = abs(J[k])
            null(J, vectors)
            for i in range(6):
                t = 0.0
                for j in range(6):
                    t = t + J[6 * i + j] * vectors[j]
                if abs(t) > value:
                    value = abs(t)
            if value < level[0] * size:
                trace(start, rows)
                for i in range(more):
                    left = rows[7 * i + 6]
                    for k in range(held):
                        if abs(rows[7 * i + 5 - k]) > 0.000000001:
                            left = nan
                    if finite(left):
                        for k in range(7 * more):
                            kept[k] = others[k]
                        for k in range(7):
                            kept[7 * more + k] = rows[7 * i + k]
                        include(kept, others)
    for row in range(more):
        for k in range(6):
            x[8 * row + k] = others[7 * row + k]
        x[8 * row + 6] = 0.0
        x[8 * row + 7] = others[7 * row + 6]
        if finite(others[7 * row]):
            number = number + 1.0
    x[8 * more] = number


def _difference_function(screws: Sequence[JointScrew]) -> Function:
    """Function of two postures: difference of each joint, within half a turn, and the largest absolute value."""

    def made(p: Sequence[Expr], q: Sequence[Expr]) -> list[Expr]:
        ways = [a - b for a, b in zip(p, q, strict=True)]
        ways = [d.sin().atan2(d.cos()) if s.is_revolute else d for s, d in zip(screws, ways, strict=True)]
        far = abs(ways[0])
        for d in ways[1:]:
            far = far.max(abs(d))
        return [*ways, far]

    return array_function("apart", {"p": 6, "q": 6}, made)


def explore_program(
    evaluate: Function, polish: Kernel, screws: Sequence[JointScrew], starts: int, held: int, below: float, most: float
) -> Kernel:  # fmt: skip
    """Kernel `explore`. `below`: limit of nearly singular values, relative to the Jacobian; `most`: limit of t."""
    m = evaluate.inputs[0].size
    null = make_kernel("null_vector_6", null_vector, 36, 12, n=6)
    levels = array_function(
        "levels", {"x": 1}, lambda x: [(x[0] - 0.5).select(max(WIDE_SEARCH_LIMIT, y), y) for y in (below, most)]
    )
    onto: dict[str, Subprogram] = {"evaluate": evaluate, "null": null, "solve": solve_kernel(7)}
    to_curve = make_kernel("approach", approach, m + 18, POINT_SIZE, onto, m=m)
    crossing = make_kernel("cross", cross, m + 2 * POINT_SIZE, 7, {"approach": to_curve, "polish": polish}, m=m)
    inside = make_kernel("between", between, m + 3 * POINT_SIZE + 1, POINT_SIZE, {"approach": to_curve}, m=m)
    least = make_kernel("lowest", lowest, m + 3 * POINT_SIZE, POINT_SIZE + 1, {"between": inside}, m=m)
    dipping = make_kernel(
        "dip", dip, m + 3 * POINT_SIZE, 14, {"lowest": least, "cross": crossing, "polish": polish}, m=m
    )
    meeting = make_kernel("meet", meet, m + 3 * POINT_SIZE, 14, {"cross": crossing, "dip": dipping}, m=m)
    onward = make_kernel("advance", advance, m + POINT_SIZE + 1, POINT_SIZE + 1, {"approach": to_curve}, m=m)
    apart = _difference_function(screws)
    striding = make_kernel("stride", stride, 19, 1, {"apart": apart})
    including = make_kernel(
        "include", include, 7 * MAX_MORE_POSTURES + 7, 7 * MAX_MORE_POSTURES, {"apart": apart}, more=MAX_MORE_POSTURES
    )
    along: dict[str, Subprogram] = {
        "advance": onward, "stride": striding, "meet": meeting, "apart": apart, "include": including,
    }  # fmt: skip
    one_side = make_kernel(
        "side",
        side,
        m + POINT_SIZE + 7 * MAX_MORE_POSTURES + 1,
        7 * MAX_MORE_POSTURES + 1,
        along,
        m=m,
        steps=MAX_CURVE_STEPS,
        more=MAX_MORE_POSTURES,
    )
    tracing = make_kernel(
        "trace",
        trace,
        m + 7,
        7 * MAX_MORE_POSTURES,
        {"approach": to_curve, "side": one_side},
        m=m,
        more=MAX_MORE_POSTURES,
    )
    return make_kernel("explore", explore, m + 7 * starts + 1, 8 * MAX_MORE_POSTURES + 1,
                   {"evaluate": evaluate, "null": null, "trace": tracing, "include": including, "levels": levels},
                   m=m, starts=starts, more=MAX_MORE_POSTURES, held=held)  # fmt: skip


__all__ = ["MAX_MORE_POSTURES", "explore_program"]
