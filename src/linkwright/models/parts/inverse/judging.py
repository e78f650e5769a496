"""What is known of a posture: how far it is from the pose, whether the joints are singular there, which are free.

At a singular posture the joints can move at first order without moving the frame. Where they can go on (a step along
that motion, and back to the pose by the shortest way, ends near where the step led), the posture is one of a curve:
the joints that move along it are free.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Step, finite, nan, zeros
from linkwright.models.parts.inverse.programs import null_vector, program

Runs = Callable[..., None]
MOTIONS = 3  # that a posture may have at once: wrist, elbow and shoulder


def slide(p: Reals, x: Reals, *, m: int, turns: int, far: int, evaluate: Runs, solve: Runs) -> None:
    """From a posture to the pose by the shortest way, with joints that may be singular; x: it, and what is left.

    `far`: in small steps as long as it is far away, and then in those of Newton's method as nearly as can be, which
    halve the way to where singularities meet.
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


def still(p: Reals, x: Reals, *, most: int, null: Runs) -> None:
    """Motions of the joints that leave the frame where it is, at first order: rows of six; what is left is not a
    number. p: 6 x 6 slopes. One after the other: slopes along one that is found are made large."""
    J = zeros(36)
    vectors = zeros(12)
    size = 0.0
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
        if not value < 0.000001 * size:
            break
        for i in range(6):
            x[row * 6 + i] = vectors[i]
            for j in range(6):
                J[i * 6 + j] = J[i * 6 + j] + size * vectors[6 + i] * vectors[j]


def go_on(p: Reals, x: Reals, *, m: int, slide: Runs) -> None:
    """1 for each joint that a motion moves, if the joints can go on along it; p: the pose, a posture, the motion."""
    start = zeros(m + 6)
    there = zeros(7)
    size = 0.0
    step = 0.05
    for k in range(6):
        x[k] = 0.0
        if abs(p[m + 6 + k]) > size:
            size = abs(p[m + 6 + k])
    for k in range(m):
        start[k] = p[k]
    if size > 0.001:
        for turn in range(2):  # a curve that soon turns is followed by a short step
            apart = 0.0
            for k in range(6):
                start[m + k] = p[m + k] + step * (p[m + 6 + k] / size)
            slide(start, there)
            for k in range(6):
                if abs(there[k] - start[m + k]) > apart:
                    apart = abs(there[k] - start[m + k])
            if there[6] < 0.000000000001 and apart < 0.25 * step:
                for k in range(6):  # one that turns back there has moved, too
                    if abs(p[m + 6 + k]) > 0.0001 * size or abs(there[k] - p[m + k]) > 0.0001 * step:
                        x[k] = 1.0
                break
            step = 0.01


def judge(p: Reals, x: Reals, *, m: int, most: int, evaluate: Runs, still: Runs, go_on: Runs) -> None:
    """Of a pose and a posture: how far one is from the other, 1 if it is singular, 1 for each joint that is free.

    Where singularities meet, one motion may go on and another not, and those that are found are mixed: of two of them
    those that leave one joint where it is are looked at, too.
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


def examine(p: Reals, x: Reals, *, m: int, judge: Runs) -> None:
    """Of a pose, a posture, and how far that is from a double one: 1 for each joint that is free, 1 if it is singular.

    One that is far from a double one is not singular.
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


def judge_all(p: Reals, x: Reals, *, m: int, rows: int, n: int, kept: int, judge: Runs) -> None:
    """For each row: 1 if it is singular, 3 if joints are free besides, 16 more if it was sought; and which joints are
    free: 1 for the first joint, 2 for the second, 4 for the third ...

    p holds the pose, rows of positions, and for each 1 if it may be singular, 2 more if it was sought. Of more than six
    joints one is `kept`: it is the last number of the pose.
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
        if finite(p[m + row * n]) and p[m + rows * n + row] > 0.0:
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
    return _slide("slide", evaluate, 8, 0)


def approach_program(evaluate: Function) -> Kernel:
    return _slide("approach", evaluate, 60, 1)


def _slide(name: str, evaluate: Function, turns: int, far: int) -> Kernel:
    m = evaluate.inputs[0].size
    runs: dict[str, Step] = {"evaluate": evaluate, "solve": solve_kernel(6)}
    return program(name, slide, m + 6, 7, runs, m=m, turns=turns, far=far)


def judge_program(evaluate: Function) -> Kernel:
    m = evaluate.inputs[0].size
    null: dict[str, Step] = {"null": program("null_vector_6", null_vector, 36, 12, n=6)}
    runs: dict[str, Step] = {
        "evaluate": evaluate, "still": program("still", still, 36, 6 * MOTIONS, null, most=MOTIONS),
        "go_on": program("go_on", go_on, m + 12, 6, {"slide": slide_program(evaluate)}, m=m),
    }  # fmt: skip
    return program("judge", judge, m + 6, 8, runs, m=m, most=MOTIONS)


def examine_program(judged: Kernel) -> Kernel:
    m = judged.arguments - 6
    return program("examine", examine, m + 7, 7, {"judge": judged}, m=m)


def judging(judged: Kernel, rows: int, n: int = 6, kept: int = 6) -> Kernel:
    """Pose and postures -> what is known of each."""
    m = judged.arguments - 6
    flags = [f"{name}{k}" for name in ("flags", "free") for k in range(rows)]
    runs: dict[str, Step] = {"judge": judged}
    return program("judge_all", judge_all, m + (n + 1) * rows, 0, runs, flags, m=m, rows=rows, n=n, kept=kept)


__all__ = ["approach_program", "examine_program", "judge_program", "judging", "slide_program"]
