"""Other postures next to one at which the joints are nearly singular: along the curve that it is on.

With v the motion of the joints that nearly leaves the frame where it is, and n the motion of the frame that the joints
nearly cannot make, postures at which the frame misses the pose by t n alone are a curve, along v. Where t is zero the
frame is at the pose. So all postures of the curve are found by going along it: at a straight elbow, where t is a
parabola, as well as where joints are nearly free, and t is small all around a circle. Newton's method needs a posture
to start from that is nearer to the one that is looked for than to any other; this does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Step, finite, nan, zeros
from linkwright.models.parts.inverse.programs import null_vector, program
from linkwright.models.parts.inverse.screws import Screw
from linkwright.models.parts.inverse.straight import straight

Runs = Callable[..., None]
STEPS = 150  # along the curve, to each side
POINT = 20  # numbers of a point of the curve: positions (6), v (6), n (6), t, and how far the last step brought it
MORE = 16  # postures that are found so


def approach(p: Reals, x: Reals, *, m: int, evaluate: Runs, null: Runs, solve: Runs) -> None:
    """From a posture to the point of the curve beside it. p: the pose, the posture, and v and n of a point nearby.

    Newton's steps across v, with t as the seventh unknown: they are regular where the joints are not.
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
    for part in range(2):  # the same way as there
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
    """The posture between two points of the curve on whose sides t has two signs; p: the pose, and the points."""
    near = zeros(m + 18)
    point = zeros(20)
    start = zeros(m + 6)
    posture = zeros(7)
    a = 0.0  # the ends, of the way from the first point to the second
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
        if t * tb < 0.0:  # an end that stays is taken for half as far: then it does not stay for long
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
    """A point of the curve between three others; p: the pose, these, and its place: 0 the first, 1 the second ..."""
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


def dip(p: Reals, x: Reals, *, m: int, between: Runs, cross: Runs, polish: Runs) -> None:
    """The two postures, if any, between points of the curve of which the middle one has the least t.

    p: the pose, and three points; x: twice a posture and how far that is from the pose, or not a number. The interval
    around the least t is halved until t is beyond zero there, or two postures could not be told apart.
    """
    asked = zeros(m + 61)
    point = zeros(20)
    place = zeros(5)
    value = zeros(5)
    pair = zeros(m + 40)
    start = zeros(m + 6)
    posture = zeros(7)
    sign = 1.0
    beyond = 0
    if p[m + 18] < 0.0:
        sign = -1.0
    for k in range(14):
        x[k] = nan
    for k in range(m + 60):
        asked[k] = p[k]
    for k in range(m):
        pair[k] = p[k]
        start[k] = p[k]
    place[2] = 1.0
    place[4] = 2.0
    for k in range(3):
        value[2 * k] = sign * p[m + 20 * k + 18]
    for turn in range(18):
        for side in range(2):
            place[2 * side + 1] = 0.5 * (place[2 * side] + place[2 * side + 2])
            asked[m + 60] = place[2 * side + 1]
            between(asked, point)
            value[2 * side + 1] = sign * point[18]
            if value[2 * side + 1] < 0.0:
                beyond = 1
                break
        if beyond == 1:
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
    if beyond == 1:
        for side in range(2):  # from either end to the point beyond zero
            for k in range(20):
                pair[m + k] = p[m + 40 * side + k]
                pair[m + 20 + k] = point[k]
            cross(pair, posture)
            for k in range(7):
                x[7 * side + k] = posture[k]
    else:
        if value[2] < 0.000000000001:  # as good as double
            asked[m + 60] = place[2]
            between(asked, point)
            for k in range(6):
                start[m + k] = point[k]
            polish(start, posture)
            for k in range(7):
                x[k] = posture[k]


def trace(
    p: Reals, x: Reals, *, m: int, steps: int, more: int, approach: Runs, cross: Runs, dip: Runs, apart: Runs,
    include: Runs, levels: Runs,
) -> None:  # fmt: skip
    """Postures along the curve beside one, to both sides until t is large, or all around; p: the pose and that posture.

    x: rows of a posture and how far it is from the pose; what is left is not a number.
    """
    near = zeros(m + 18)
    a = zeros(20)
    b = zeros(20)
    c = zeros(20)
    start = zeros(20)
    first = zeros(6)
    q = zeros(6)
    back = zeros(7)
    pair = zeros(m + 40)
    triple = zeros(m + 60)
    posture = zeros(7)
    two = zeros(14)
    kept = zeros(7 * more + 7)
    nothing = zeros(1)
    level = zeros(2)
    closed = 0
    levels(nothing, level)
    for k in range(7 * more):
        x[k] = nan
    for k in range(m):
        near[k] = p[k]
        pair[k] = p[k]
        triple[k] = p[k]
    for k in range(6):
        near[m + k] = p[m + k]
    approach(near, start)
    for k in range(6):
        first[k] = start[k]
    for side in range(2):
        if closed == 1:
            break
        gone = 0.0
        for k in range(20):
            b[k] = start[k]
        for k in range(6):
            if side == 1:
                b[6 + k] = -b[6 + k]
        h = 0.000004
        for k in range(6):
            near[m + k] = b[k] - h * b[6 + k]
        for k in range(12):
            near[m + 6 + k] = b[6 + k]
        approach(near, a)
        for turn in range(steps):
            step = h
            if gone > 1.0:
                for k in range(6):
                    q[k] = b[k]
                apart(q, first, back)
                if back[6] < h:  # back to where it began, if that is ahead
                    along = 0.0
                    size = 0.0
                    for k in range(6):
                        along = along - back[k] * b[6 + k]
                        size = size + b[6 + k] * b[6 + k]
                    if along > 0.1 * h * size:
                        step = along / size
            for k in range(6):
                near[m + k] = b[k] + step * b[6 + k]
            for k in range(12):
                near[m + 6 + k] = b[6 + k]
            approach(near, c)
            aside = 0.0
            for k in range(6):
                if abs(c[k] - near[m + k]) > aside:
                    aside = abs(c[k] - near[m + k])
            if not c[19] < 0.00001 or aside > h:
                h = 0.25 * h
                if h < 0.00000001:
                    break
            else:
                for k in range(14):
                    two[k] = nan
                if b[18] * c[18] < 0.0:
                    for k in range(20):
                        pair[m + k] = b[k]
                        pair[m + 20 + k] = c[k]
                    cross(pair, posture)
                    for k in range(7):
                        two[k] = posture[k]
                else:
                    if abs(b[18]) < abs(a[18]) and abs(b[18]) < abs(c[18]) and a[18] * b[18] > 0.0:
                        for k in range(20):
                            triple[m + k] = a[k]
                            triple[m + 20 + k] = b[k]
                            triple[m + 40 + k] = c[k]
                        dip(triple, two)
                for other in range(2):
                    if two[7 * other + 6] < 0.000000000001:
                        for k in range(7 * more):
                            kept[k] = x[k]
                        for k in range(7):
                            kept[7 * more + k] = two[7 * other + k]
                        include(kept, x)
                for k in range(6):
                    q[k] = c[k]
                apart(q, first, back)
                gone = gone + step
                if gone > 1.0 and back[6] < 0.000001:
                    closed = 1
                    break
                if abs(c[18]) > level[1] and abs(c[18]) > abs(b[18]):
                    break
                for k in range(20):
                    a[k] = b[k]
                    b[k] = c[k]
                h = 4.0 * h
                if h > 0.1:
                    h = 0.1


def include(p: Reals, x: Reals, *, more: int, apart: Runs) -> None:
    """Rows of a posture and how far it is from the pose; p: these, and one more, which is added if it is new."""
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
    """Postures beside those that are given, where the joints are nearly singular there.

    p: the pose, and rows of six positions and how far they are from a double posture (0: not known), as the square of
    a length; x: rows as `improve` has them, and how many there are. The last `held` joints are none of the robot's, and
    must be at 0.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    vectors = zeros(12)
    start = zeros(m + 6)
    rows = zeros(7 * more)
    kept = zeros(7 * more + 7)
    others = zeros(7 * more)
    nothing = zeros(1)
    level = zeros(2)
    number = 0.0
    levels(nothing, level)
    for k in range(m):
        pose[k] = p[k]
        start[k] = p[k]
    for k in range(7 * more):
        others[k] = nan
    for row in range(starts):
        # where two ways meet twice, slopes are as small as the product of two such lengths
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


def _apart(screws: Sequence[Screw]) -> Function:
    """By how much each joint of a posture is beyond that of another, within half a turn, and the largest of these."""

    def made(p: Sequence[Expr], q: Sequence[Expr]) -> list[Expr]:
        ways = [a - b for a, b in zip(p, q, strict=True)]
        ways = [d.sin().atan2(d.cos()) if s.turns else d for s, d in zip(screws, ways, strict=True)]
        far = abs(ways[0])
        for d in ways[1:]:
            far = far.max(abs(d))
        return [*ways, far]

    return straight("apart", {"p": 6, "q": 6}, made)


def explore_program(
    evaluate: Function, polish: Kernel, screws: Sequence[Screw], starts: int, held: int, below: float, most: float
) -> Kernel:  # fmt: skip
    """`below`: of the size of the slopes, what is nearly singular; `most`: how large t may become on the way."""
    m = evaluate.inputs[0].size
    null = program("null_vector_6", null_vector, 36, 12, n=6)
    levels = straight("levels", {"x": 1}, lambda _: [below, most])
    onto: dict[str, Step] = {"evaluate": evaluate, "null": null, "solve": solve_kernel(7)}
    to_curve = program("approach", approach, m + 18, POINT, onto, m=m)
    crossing = program("cross", cross, m + 2 * POINT, 7, {"approach": to_curve, "polish": polish}, m=m)
    inside = program("between", between, m + 3 * POINT + 1, POINT, {"approach": to_curve}, m=m)
    dipping = program("dip", dip, m + 3 * POINT, 14, {"between": inside, "cross": crossing, "polish": polish}, m=m)
    apart = _apart(screws)
    including = program("include", include, 7 * MORE + 7, 7 * MORE, {"apart": apart}, more=MORE)
    runs: dict[str, Step] = {
        "approach": to_curve, "cross": crossing, "dip": dipping, "apart": apart, "include": including, "levels": levels,
    }  # fmt: skip
    tracing = program("trace", trace, m + 6, 7 * MORE, runs, m=m, steps=STEPS, more=MORE)
    return program("explore", explore, m + 7 * starts, 8 * MORE + 1,
                   {"evaluate": evaluate, "null": null, "trace": tracing, "include": including, "levels": levels},
                   m=m, starts=starts, more=MORE, held=held)  # fmt: skip


__all__ = ["MORE", "explore_program"]
