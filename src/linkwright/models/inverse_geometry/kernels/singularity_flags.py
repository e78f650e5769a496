"""Residual of a posture, whether it is singular, and which joints are free.

At a singular posture the joints can move at first order without moving the frame. If the motion continues (a step along
it, followed by the shortest return to the pose, ends near the point of the step), the posture lies on a curve of
postures (a self-motion): the joints that move along it are free.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Subprogram, finite, nan, zeros
from linkwright.models.inverse_geometry.kernels.numeric_kernels import make_kernel, null_vector

Runs = Callable[..., None]
CURVE_STEPS = 32  # along a curve, to each side: half a turn
MAX_LM_STEPS = 30  # Levenberg-Marquardt steps
MAX_FREE_MOTIONS = 3  # most free motions of a posture: wrist, elbow and shoulder
SINGULAR_DIGITS = 6  # digits, relative to the largest entry of the Jacobian, to which J v vanishes for a free motion v


def slide(p: Reals, x: Reals, *, m: int, turns: int, far: int, evaluate: Runs, solve: Runs) -> None:
    """Damped least squares: from a posture to the pose by the shortest steps, also at singular postures.

    p: the pose, a posture. x: the posture reached, and its residual. `far`: damping grows with the residual, so steps
    are small far from the pose and close to Newton steps near it; those halve the distance to where singularities meet.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    system = zeros(42)
    step = zeros(7)
    for k in range(m):
        pose[k] = p[k]
    for k in range(6):
        q[k] = p[m + k]
    for turn in range(turns):
        evaluate(pose, q, f)
        size = 0.0
        left = 0.0
        for k in range(36):
            size = size + f[6 + k] * f[6 + k]
        for k in range(6):
            left = left + f[k] * f[k]
        if left < 0.0000000000000000000000000001:
            break
        soft = 0.00000000001 * size
        if far == 1:
            soft = 0.0000000000001 * size + left
        for i in range(6):
            for j in range(6):
                system[i * 6 + j] = 0.0
                for k in range(6):
                    system[i * 6 + j] = system[i * 6 + j] + f[6 + k * 6 + i] * f[6 + k * 6 + j]
            system[i * 6 + i] = system[i * 6 + i] + soft
            system[36 + i] = 0.0
            for k in range(6):
                system[36 + i] = system[36 + i] + f[6 + k * 6 + i] * f[k]
        solve(system, step)
        for k in range(6):
            q[k] = q[k] - step[k]
    evaluate(pose, q, f)
    x[6] = 0.0
    for k in range(6):
        x[k] = q[k]
        if abs(f[k]) > x[6]:
            x[6] = abs(f[k])


def draw_near(p: Reals, x: Reals, *, m: int, turns: int, slide: Runs, evaluate: Runs, solve: Runs) -> None:
    """Levenberg-Marquardt from a posture near the pose to the pose, however nearly singular it is.

    p: the pose, a posture. x: the posture reached, and its residual. The damping is as small as the residual, so that
    singular values of that size are used, too: a wrist centre 1e-9 beside the first axis needs a large rotation of the
    first joint. Each step is followed by `slide`. With d the damping, the step s and r solve d r + J s = f and
    J^T r = d s: the Jacobian is not squared.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    system = zeros(156)
    step = zeros(13)
    start = zeros(m + 6)
    there = zeros(7)
    for k in range(m):
        pose[k] = p[k]
        start[k] = p[k]
    for k in range(6):
        start[m + k] = p[m + k]
    x[6] = nan
    damped = 0.0
    for turn in range(turns):
        slide(start, there)
        if turn == 0 or there[6] < x[6]:
            damped = 0.1 * damped
            if turn == 0:
                damped = there[6]
            for k in range(6):
                q[k] = there[k]
            for k in range(7):
                x[k] = there[k]
            evaluate(pose, q, f)
        else:
            damped = 4.0 * damped
        if not x[6] > 0.00000000000001 or not damped < 0.001:
            break
        for k in range(144):
            system[k] = 0.0
        for i in range(6):
            system[13 * i] = damped
            system[13 * (6 + i)] = -damped
            for j in range(6):
                system[12 * i + 6 + j] = f[6 + 6 * i + j]
                system[12 * (6 + j) + i] = f[6 + 6 * i + j]
            system[144 + i] = f[i]
            system[150 + i] = 0.0
        solve(system, step)
        part = 1.0
        for k in range(6):
            if part * abs(step[6 + k]) > 0.5:
                part = 0.5 / abs(step[6 + k])
        for k in range(6):
            start[m + k] = x[k] - part * step[6 + k]


def still(p: Reals, x: Reals, *, most: int, digits: int, null: Runs) -> None:
    """Null space of a Jacobian: joint motions that do not move the frame at first order, rows of six; unused rows are
    NaN. p: the 6 x 6 Jacobian. One motion after the other: the Jacobian along a motion that was found is made large.

    `digits`: number of digits, relative to the largest entry, to which J v must vanish.
    """
    J = zeros(36)
    vectors = zeros(12)
    size = 0.0
    small = 1.0
    for k in range(digits):
        small = 0.1 * small
    for k in range(6 * most):
        x[k] = nan
    for k in range(36):
        J[k] = p[k]
        if abs(J[k]) > size:
            size = abs(J[k])
    for row in range(most):
        null(J, vectors)
        value = 0.0
        for i in range(6):
            t = 0.0
            for j in range(6):
                t = t + J[i * 6 + j] * vectors[j]
            if abs(t) > value:
                value = abs(t)
        if not value < small * size:
            break
        for i in range(6):
            x[row * 6 + i] = vectors[i]
            for j in range(6):
                J[i * 6 + j] = J[i * 6 + j] + size * vectors[6 + i] * vectors[j]


def leave_open(p: Reals, x: Reals, *, m: int, most: int, evaluate: Runs, still: Runs) -> None:
    """1 if the chain is singular, whatever positions that are NaN may be; p: the pose, and a posture.

    Then a position that is a number may have been chosen arbitrarily where it was undetermined, and the pose may be in
    reach with another one.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    motions = zeros(6 * most)
    some = 0
    any_angle = 0.7
    x[0] = 0.0
    for k in range(m):
        pose[k] = p[k]
    for k in range(6):
        any_angle = any_angle + 0.37
        q[k] = p[m + k]
        if finite(q[k]):
            some = 1
        else:
            q[k] = any_angle
    if some == 1:
        evaluate(pose, q, f)
        for k in range(36):
            J[k] = f[6 + k]
        still(J, motions)
        if finite(motions[0]):
            x[0] = 1.0


def go_on(p: Reals, x: Reals, *, m: int, slide: Runs) -> None:
    """1 for each joint that a motion moves, if the motion continues at the pose; p: the pose, a posture, the motion.

    Half of a step must lead there, too: a whole one may end at another posture, with none between the two.
    """
    start = zeros(m + 6)
    there = zeros(7)
    size = 0.0
    step = 0.2
    found = 0
    for k in range(6):
        x[k] = 0.0
        if abs(p[m + 6 + k]) > size:
            size = abs(p[m + 6 + k])
    for k in range(m):
        start[k] = p[k]
    if size > 0.001:
        for turn in range(3):
            for way in range(2):  # both ways: in one of them a joint that soon reverses may be back at its start
                part = 0.5 * step
                for half in range(2):
                    apart = 0.0
                    for k in range(6):
                        start[m + k] = p[m + k] + part * (p[m + 6 + k] / size)
                    slide(start, there)
                    for k in range(6):
                        if abs(there[k] - start[m + k]) > apart:
                            apart = abs(there[k] - start[m + k])
                    if not there[6] < 0.0000000000001 or not apart < 0.25 * abs(part):
                        break
                    if half == 1:
                        found = 1
                        for k in range(6):  # smaller changes: of a motion that does not continue, mixed in
                            if abs(there[k] - p[m + k]) > 0.000005:
                                x[k] = 1.0
                    part = step
                step = -step
            if found == 1:
                break
            step = 0.25 * step  # a curve that bends soon needs a shorter step


def judge(p: Reals, x: Reals, *, m: int, most: int, evaluate: Runs, still: Runs, go_on: Runs) -> None:
    """Classify a posture: its residual, 1 if it is singular, 1 for each joint that is free. p: the pose, the posture.

    Where singularities meet, one motion may continue and another not, and null vectors mix them: of two of them the
    combinations that keep one joint still are tried, too, and of three those that keep two joints still.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    motions = zeros(6 * most)
    along = zeros(m + 12)
    free = zeros(6)
    for k in range(m):
        pose[k] = p[k]
        along[k] = p[k]
    for k in range(6):
        q[k] = p[m + k]
        along[m + k] = p[m + k]
        x[2 + k] = 0.0
    x[0] = 0.0
    x[1] = 0.0
    evaluate(pose, q, f)
    for k in range(6):
        if abs(f[k]) > x[0]:
            x[0] = abs(f[k])
    for k in range(36):
        J[k] = f[6 + k]
    still(J, motions)
    for row in range(most):
        if finite(motions[6 * row]):
            x[1] = 1.0
            for j in range(6):
                along[m + 6 + j] = motions[6 * row + j]
            go_on(along, free)
            for j in range(6):
                if free[j] > 0.0:
                    x[2 + j] = 1.0
            for other in range(row):
                for k in range(6):
                    for j in range(6):
                        t = motions[6 * row + j] * motions[6 * other + k]
                        along[m + 6 + j] = t - motions[6 * other + j] * motions[6 * row + k]
                    go_on(along, free)
                    for j in range(6):
                        if free[j] > 0.0:
                            x[2 + j] = 1.0
    if finite(motions[12]):
        for i in range(6):
            for k in range(i):
                for j in range(6):
                    along[m + 6 + j] = 0.0
                    for row in range(3):  # with the determinant of rows i and k of the other two
                        one = 6 * row + 6
                        if row == 2:
                            one = 0
                        other_one = 6 * row + 12
                        if row > 0:
                            other_one = 6 * row - 6
                        t = motions[one + i] * motions[other_one + k] - motions[one + k] * motions[other_one + i]
                        along[m + 6 + j] = along[m + 6 + j] + t * motions[6 * row + j]
                go_on(along, free)
                for j in range(6):
                    if free[j] > 0.0:
                        x[2 + j] = 1.0


def look_around(p: Reals, x: Reals, *, m: int, evaluate: Runs, null: Runs) -> None:
    """The null vector of the Jacobian at a posture, in the direction of a given motion, its largest entry 1; then the
    second smallest singular value, relative to the Jacobian. p: the pose, the posture, that motion."""
    pose = zeros(m)
    q = zeros(6)
    f = zeros(42)
    J = zeros(36)
    vectors = zeros(12)
    size = 0.0
    for k in range(m):
        pose[k] = p[k]
    for k in range(6):
        q[k] = p[m + k]
    evaluate(pose, q, f)
    for k in range(36):
        J[k] = f[6 + k]
        if abs(J[k]) > size:
            size = abs(J[k])
    null(J, vectors)
    along = 0.0
    most = 0.0
    for k in range(6):
        along = along + vectors[k] * p[m + 6 + k]
        if abs(vectors[k]) > most:
            most = abs(vectors[k])
    if along < 0.0:
        most = -most
    for k in range(6):
        x[k] = vectors[k] / most
    for i in range(6):
        for j in range(6):
            J[i * 6 + j] = J[i * 6 + j] + size * vectors[6 + i] * vectors[j]
    null(J, vectors)
    x[6] = 0.0
    for i in range(6):
        t = 0.0
        for j in range(6):
            t = t + J[i * 6 + j] * vectors[j]
        if abs(t) > x[6] * size:
            x[6] = abs(t) / size


def follow(p: Reals, x: Reals, *, m: int, slide: Runs, look_around: Runs) -> None:
    """The next point of a curve of postures: posture, motion along the curve, second smallest singular value, and the
    residual, which is NaN where the curve ends. p: the pose, a point (posture and motion), and the step."""
    start = zeros(m + 6)
    there = zeros(7)
    point = zeros(m + 12)
    seen = zeros(7)
    apart = 0.0
    for k in range(m):
        start[k] = p[k]
        point[k] = p[k]
    for k in range(6):
        start[m + k] = p[m + k] + p[m + 12] * p[m + 6 + k]
    slide(start, there)
    for k in range(6):
        point[m + k] = there[k]
        point[m + 6 + k] = p[m + 6 + k]
        x[k] = there[k]
        if abs(there[k] - start[m + k]) > apart:
            apart = abs(there[k] - start[m + k])
    look_around(point, seen)
    for k in range(7):
        x[6 + k] = seen[k]
    x[13] = there[6]
    if not there[6] < 0.0000000001 or apart > 0.5 * abs(p[m + 12]) + 0.000000001:
        x[13] = nan


def cross(p: Reals, x: Reals, *, m: int, steps: int, held: int, look_around: Runs, follow: Runs, judge: Runs) -> None:
    """The posture where another curve of postures crosses the curve through a posture, if there is one; else that
    posture itself. Last its residual. p: the pose, and the posture.

    The curve is followed half a turn to both sides, up to a point where a second motion does not move the frame, and
    continues: more joints are free there. The last `held` joints are virtual and stay at 0.
    """
    point = zeros(m + 12)
    onward = zeros(m + 13)
    there = zeros(14)
    point_there = zeros(14)
    middle = zeros(12)
    seen = zeros(7)
    posture = zeros(m + 6)
    judged = zeros(8)
    done = 0
    for k in range(m + 6):
        point[k] = p[k]
        posture[k] = p[k]
    judge(posture, judged)
    free = judged[2] + judged[3] + judged[4] + judged[5] + judged[6] + judged[7]
    for k in range(6):
        x[k] = p[m + k]
        point[m + 6 + k] = 1.0
    x[6] = nan
    look_around(point, seen)
    for k in range(m):
        onward[k] = p[k]
    if seen[6] < 0.000001:
        done = 1
    for way in range(2):
        before = seen[6]
        now = seen[6]
        for k in range(6):
            onward[m + k] = p[m + k]
            onward[m + 6 + k] = seen[k]
            if way == 1:
                onward[m + 6 + k] = -seen[k]
            middle[k] = onward[m + k]
            middle[6 + k] = onward[m + 6 + k]
        for turn in range(steps):
            if done == 0:
                onward[m + 12] = 0.1
                follow(onward, there)
                if not finite(there[13]):
                    break
                if now <= before and now < there[12] and now < 0.2:  # the minimum is near the middle point
                    low = -0.1
                    high = 0.1
                    left = now
                    for k in range(12):
                        onward[m + k] = middle[k]
                    for part in range(64):
                        if part == 10 and left > 2.0 * (high - low):
                            break  # the minimum is not zero
                        third = (high - low) / 3.0
                        onward[m + 12] = low + third
                        follow(onward, point_there)
                        left = point_there[12]
                        onward[m + 12] = high - third
                        follow(onward, point_there)
                        if left < point_there[12]:
                            high = high - third
                        else:
                            low = low + third
                    onward[m + 12] = 0.5 * (low + high)
                    follow(onward, point_there)
                    if finite(point_there[13]) and point_there[12] < 0.000001:
                        for k in range(6):
                            posture[m + k] = point_there[k]
                        judge(posture, judged)
                        for k in range(held):
                            if abs(point_there[5 - k]) > 0.000000001:
                                judged[2] = nan
                        if judged[2] + judged[3] + judged[4] + judged[5] + judged[6] + judged[7] > free:
                            done = 1
                            for k in range(6):
                                x[k] = point_there[k]
                            x[6] = point_there[13]
                before = now
                now = there[12]
                for k in range(12):
                    onward[m + k] = there[k]
                    middle[k] = there[k]


def examine(p: Reals, x: Reals, *, m: int, judge: Runs) -> None:
    """Find free joints: 1 for each joint that is free, 1 if the posture is singular. p: the pose, the posture, and its
    margin, the distance from a double posture. A posture far from a double one is not singular.
    """
    start = zeros(m + 6)
    judged = zeros(8)
    for k in range(7):
        x[k] = 0.0
    if p[m + 6] < 0.000001:
        for k in range(m + 6):
            start[k] = p[k]
        judge(start, judged)
        for k in range(6):
            x[k] = judged[2 + k]
        x[6] = judged[1]


def judge_all(p: Reals, x: Reals, *, m: int, rows: int, n: int, kept: int, every: int, judge: Runs) -> None:
    """Flags of each row: 1 if it is singular, 3 if joints are free, too, 16 more if iteration found it; and the free
    joints: 1 for the first joint, 2 for the second, 4 for the third ...

    p holds the pose, rows of positions, and for each 1 if it may be singular, 2 more if iteration found it; if `every`
    is 1, any may be singular. Of more than six joints one is `kept`: its position is the last number of the pose.
    """
    pose = zeros(m)
    q = zeros(6)
    start = zeros(m + 6)
    judged = zeros(8)
    for k in range(m):
        pose[k] = p[k]
    for row in range(rows):
        x[row] = 0.0
        x[rows + row] = 0.0
        may = p[m + rows * n + row]
        if every == 1:
            may = may + 1.0
        if finite(p[m + row * n]) and may > 0.0:
            for k in range(kept):
                q[k] = p[m + row * n + k]
            for k in range(kept, 6):
                q[k] = p[m + row * n + k + 1]
            if n > 6:
                pose[m - 1] = p[m + row * n + kept]
            for k in range(m):
                start[k] = pose[k]
            for k in range(6):
                start[m + k] = q[k]
            judge(start, judged)
            x[row] = judged[1]
            bit = 1.0
            for k in range(6):
                if k == kept:
                    bit = 2.0 * bit
                x[rows + row] = x[rows + row] + bit * judged[2 + k]
                bit = 2.0 * bit
            if x[rows + row] > 0.0:
                x[row] = 3.0
            if p[m + rows * n + row] > 1.5:
                x[row] = x[row] + 16.0


def slide_program(evaluate: Function) -> Kernel:
    """Kernel `slide` with few steps, for postures near the pose."""
    return _make_slide_kernel("slide", evaluate, 8, 0)


def draw_near_program(evaluate: Function) -> Kernel:
    """Kernel `draw_near` for the residual and Jacobian `evaluate`."""
    m = evaluate.inputs[0].size
    runs: dict[str, Subprogram] = {"slide": slide_program(evaluate), "evaluate": evaluate, "solve": solve_kernel(12)}
    return make_kernel("draw_near", draw_near, m + 6, 7, runs, m=m, turns=MAX_LM_STEPS)


def approach_program(evaluate: Function) -> Kernel:
    """Kernel `slide` with many steps, for postures far from the pose."""
    return _make_slide_kernel("approach", evaluate, 60, 1)


def _make_slide_kernel(name: str, evaluate: Function, turns: int, far: int) -> Kernel:
    """Kernel `slide` for a number of steps."""
    m = evaluate.inputs[0].size
    runs: dict[str, Subprogram] = {"evaluate": evaluate, "solve": solve_kernel(6)}
    return make_kernel(name, slide, m + 6, 7, runs, m=m, turns=turns, far=far)


def still_program(digits: int = SINGULAR_DIGITS) -> Kernel:
    """Kernel `still` for a number of digits."""
    null: dict[str, Subprogram] = {"null": make_kernel("null_vector_6", null_vector, 36, 12, n=6)}
    return make_kernel("still", still, 36, 6 * MAX_FREE_MOTIONS, null, most=MAX_FREE_MOTIONS, digits=digits)


def leave_open_program(evaluate: Function) -> Kernel:
    """Kernel `leave_open` for the residual and Jacobian `evaluate`."""
    m = evaluate.inputs[0].size
    runs: dict[str, Subprogram] = {"evaluate": evaluate, "still": still_program()}
    return make_kernel("leave_open", leave_open, m + 6, 1, runs, m=m, most=MAX_FREE_MOTIONS)


def judge_program(evaluate: Function, digits: int = SINGULAR_DIGITS) -> Kernel:
    """Kernel `judge` for the residual and Jacobian `evaluate`."""
    m = evaluate.inputs[0].size
    runs: dict[str, Subprogram] = {
        "evaluate": evaluate, "still": still_program(digits),
        "go_on": make_kernel("go_on", go_on, m + 12, 6, {"slide": slide_program(evaluate)}, m=m),
    }  # fmt: skip
    return make_kernel("judge", judge, m + 6, 8, runs, m=m, most=MAX_FREE_MOTIONS)


def cross_program(evaluate: Function, judged: Kernel, held: int) -> Kernel:
    """Kernel `cross`: from a pose and a posture to the posture where another curve crosses its curve."""
    m = evaluate.inputs[0].size
    looking: dict[str, Subprogram] = {
        "evaluate": evaluate,
        "null": make_kernel("null_vector_6", null_vector, 36, 12, n=6),
    }
    around = make_kernel("look_around", look_around, m + 12, 7, looking, m=m)
    along: dict[str, Subprogram] = {"slide": slide_program(evaluate), "look_around": around}
    following = make_kernel("follow", follow, m + 13, 14, along, m=m)
    runs: dict[str, Subprogram] = {"look_around": around, "follow": following, "judge": judged}
    return make_kernel("cross", cross, m + 6, 7, runs, m=m, steps=CURVE_STEPS, held=held)


def examine_program(judged: Kernel) -> Kernel:
    """Kernel `examine` for the kernel `judge`."""
    m = judged.arguments - 6
    return make_kernel("examine", examine, m + 7, 7, {"judge": judged}, m=m)


def judge_all_program(judged: Kernel, rows: int, n: int = 6, kept: int = 6, every: bool = False) -> Kernel:
    """Kernel `judge_all` of the pose and postures; `every`: also for postures not known to be nearly singular."""
    m = judged.arguments - 6
    flags = [f"{name}{k}" for name in ("flags", "free") for k in range(rows)]
    runs: dict[str, Subprogram] = {"judge": judged}
    return make_kernel("judge_all", judge_all, m + (n + 1) * rows, 0, runs, flags, m=m, rows=rows, n=n, kept=kept,
                   every=int(every))  # fmt: skip


__all__ = [
    "approach_program",
    "cross_program",
    "draw_near_program",
    "examine_program",
    "judge_all_program",
    "judge_program",
    "leave_open_program",
    "slide_program",
]  # fmt: skip
