"""All postures of six joints at a pose: the program, of one formulation and of two."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Step, finite, nan, zeros
from linkwright.models.parts.inverse import roots as r
from linkwright.models.parts.inverse.circular import onto
from linkwright.models.parts.inverse.completion import completed
from linkwright.models.parts.inverse.polish import marks
from linkwright.models.parts.inverse.programs import aberth, determinant, eliminate_pair, null_vector, program
from linkwright.models.parts.inverse.ranking import Rated
from linkwright.models.parts.inverse.straight import straight

Runs = Callable[..., None]
MOST = 16
STEPS = 30


def polish(p: Reals, x: Reals, *, m: int, n: int, steps: int, evaluate: Runs, solve: Runs) -> None:
    """Newton's steps from a posture to the pose, halved where they do not bring it nearer.

    p holds the pose and the posture; x: the posture, and how far it is from the pose, of the reach.
    """
    pose = zeros(m)
    q = zeros(n)
    f = zeros(n + n * n)
    system = zeros(n * n + n)
    step = zeros(n + 1)
    for k in range(m):
        pose[k] = p[k]
    for k in range(n):
        q[k] = p[m + k]
        x[k] = p[m + k]
    x[n] = nan
    part = 1.0
    for turn in range(steps):
        evaluate(pose, q, f)
        left = 0.0
        for k in range(n):
            if abs(f[k]) > left:
                left = abs(f[k])
            if not finite(f[k]):
                left = nan
        if turn == 0 or left < x[n]:
            gained = 1
            if turn > 0 and left > 0.5 * x[n] and left < 0.00000000000001:
                gained = 0  # nothing to gain any more
            x[n] = left
            for k in range(n):
                x[k] = q[k]
            if gained == 0 or not left > 0.0:
                break
            for k in range(n * n):
                system[k] = f[n + k]
            for k in range(n):
                system[n * n + k] = f[k]
            solve(system, step)
            if step[n] > 0.0:
                break
            part = 1.0
        else:
            part = part / 2.0
            if part < 0.01 or x[n] < 0.00000000000001:
                break
        for k in range(n):
            q[k] = x[k] - part * step[k]


def search(
    p: Reals, x: Reals, *, size: int, n: int, d: int, m: int, equations: Runs, reduce: Runs, combine: Runs,
    circle: Runs, pencil: Runs, determinant: Runs, spectrum: Runs, roots: Runs, onto: Runs, null: Runs, resultant: Runs,
    sextic: Runs, second: Runs, complete: Runs, polish: Runs, mark: Runs,
) -> None:  # fmt: skip
    """All postures that one formulation finds: 16 rows, their number, and whether there may be others."""
    e = zeros(14 * 35)
    reduced = zeros(m * 27)
    N = zeros(162)
    one = zeros(1)
    unit = zeros(2)
    M = zeros(2 * n * n)
    A = zeros(n * n)
    det = zeros(1)
    samples = zeros(2 * d + 1)
    points = zeros(2 * (2 * d + 1))
    polynomial = zeros(2 * (2 * d + 1) + 4 * d)
    z = zeros(4 * d)
    point = zeros(2)
    on = zeros(3)
    vectors = zeros(2 * n)
    six = zeros(14 + 12 + 54)
    half = zeros(26)
    u = zeros(12)
    at = zeros(54)
    three = zeros(4)
    abc = zeros(3)
    q = zeros(6)
    start = zeros(size + 6)
    posture = zeros(7)
    known = zeros(18 + 1)
    kept = zeros(16 * 12)
    equations(p, e)
    reduce(e, reduced)
    combine(reduced, N)
    circle(one, points)
    for k in range(2 * d + 1):
        unit[0] = points[2 * k]
        unit[1] = points[2 * k + 1]
        pencil(N, unit, M)
        for i in range(n * n):
            A[i] = M[i]
        determinant(A, det)
        samples[k] = det[0]
    spectrum(samples, polynomial)
    roots(polynomial, z)
    count = 0
    number = 0.0
    doubt = 0.0
    odd = 0.0
    for k in range(16 * 6):
        x[k] = nan
    for k in range(2 * d):
        point[0] = z[2 * k]
        point[1] = z[2 * k + 1]
        onto(point, on)
        if abs(on[2] - 1.0) < 0.05:
            for turn in range(3):
                unit[0] = on[0]
                unit[1] = on[1]
                pencil(N, unit, M)
                for i in range(n * n):
                    A[i] = M[i]
                null(A, vectors)
                value = 0.0
                slope = 0.0
                for i in range(n):
                    for j in range(n):
                        value = value + vectors[n + i] * M[i * n + j] * vectors[j]
                        slope = slope + vectors[n + i] * M[n * n + i * n + j] * vectors[j]
                if not abs(value) < 0.05 * abs(slope):
                    break
                point[0] = on[0] + on[1] * (value / slope)
                point[1] = on[1] - on[0] * (value / slope)
                onto(point, on)
                if abs(value) < 0.000001 * abs(slope):  # the next step squares this
                    break
            unit[0] = on[0]
            unit[1] = on[1]
            resultant(N, unit, six)
            for i in range(26):
                half[i] = six[i]
            for i in range(54):
                at[i] = six[26 + i]
            sextic(half, u)
            good = 0
            for i in range(6):
                if abs(u[2 * i + 1]) < 0.03 * (1.0 + abs(u[2 * i])):
                    one[0] = u[2 * i]
                    second(at, unit, one, three)
                    if three[3] < 0.001:
                        for j in range(3):
                            abc[j] = three[j]
                        complete(p, abc, q)
                        for j in range(size):
                            start[j] = p[j]
                        for j in range(6):
                            start[size + j] = q[j]
                        polish(start, posture)
                        if posture[6] < 0.0000000001:
                            good = 1
                            for j in range(6):
                                q[j] = posture[j]
                            mark(q, known)
                            new = 1
                            for row in range(count):
                                apart = 0.0
                                for j in range(12):
                                    if abs(kept[row * 12 + j] - known[7 + j]) > apart:
                                        apart = abs(kept[row * 12 + j] - known[7 + j])
                                if apart < 0.000001:
                                    new = 0
                            if new == 1 and count < 16:
                                for j in range(6):
                                    x[count * 6 + j] = known[j]
                                for j in range(12):
                                    kept[count * 12 + j] = known[7 + j]
                                count = count + 1
                                number = number + 1.0
                                odd = 1.0 - odd
            if good == 0:
                doubt = 1.0
    if odd > 0.0 or count == 0:
        doubt = 1.0
    x[16 * 6] = number
    x[16 * 6 + 1] = doubt


def merge(p: Reals, x: Reals, *, held: int, first: Runs, second: Runs, check: Runs, mark: Runs) -> None:
    """All postures, in a fixed order: 16 rows; what is left of them is not a number.

    After them come the status (0 solved, 3 out of reach) and their number. The second formulation is asked where the
    first one is in doubt. The last `held` joints are none of the robot's, and must be at 0.
    """
    found = zeros(16 * 6 + 2)
    q = zeros(6)
    f = zeros(6)
    known = zeros(18 + 1)
    kept = zeros(16 * 12)
    keys = zeros(16)
    count = 0
    number = 0.0
    doubt = 0.0
    for k in range(16 * 6):
        x[k] = nan
    for formulation in range(2):
        if formulation == 0:
            first(p, found)
            doubt = found[16 * 6 + 1]
        else:
            if doubt > 0.0:
                second(p, found)
            else:
                break
        for row in range(16):
            if finite(found[row * 6]):
                new = 1
                for j in range(6):
                    q[j] = found[row * 6 + j]
                for j in range(held):
                    if abs(q[5 - j]) > 0.000001:
                        new = 0
                    q[5 - j] = 0.0
                if held > 0:
                    check(p, q, f)
                    for j in range(6):
                        if abs(f[j]) > 0.000000001:
                            new = 0
                mark(q, known)
                for other in range(count):
                    apart = 0.0
                    for j in range(12):
                        if abs(kept[other * 12 + j] - known[7 + j]) > apart:
                            apart = abs(kept[other * 12 + j] - known[7 + j])
                    if apart < 0.000001:
                        new = 0
                if new == 1 and count < 16:
                    place = count
                    for other in range(count):  # larger keys move up
                        if place > 0:
                            if keys[place - 1] > known[6]:
                                keys[place] = keys[place - 1]
                                for j in range(6):
                                    x[place * 6 + j] = x[(place - 1) * 6 + j]
                                for j in range(12):
                                    kept[place * 12 + j] = kept[(place - 1) * 12 + j]
                                place = place - 1
                    keys[place] = known[6]
                    for j in range(6):
                        x[place * 6 + j] = q[j]
                    for j in range(12):
                        kept[place * 12 + j] = known[7 + j]
                    count = count + 1
                    number = number + 1.0
    x[16 * 6] = 0.0
    if count == 0:
        x[16 * 6] = 3.0
    x[16 * 6 + 1] = number


def collect(p: Reals, x: Reals, *, m: int, rows: int, held: int, check: Runs, polish: Runs, mark: Runs) -> None:
    """The postures among rows of candidates that reach the pose, each once; what is left is not a number.

    p holds the pose and the rows; after the postures come the status (0 solved, 3 out of reach) and their number. The
    last `held` joints are none of the robot's, and must be at 0.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(6)
    start = zeros(m + 6)
    posture = zeros(7)
    known = zeros(18 + 1)
    kept = zeros(rows * 12)
    count = 0
    number = 0.0
    for k in range(m):
        pose[k] = p[k]
    for k in range(rows * 6):
        x[k] = nan
    for row in range(rows):
        left = 0.0
        for k in range(6):
            q[k] = p[m + row * 6 + k]
            if not finite(q[k]):
                left = nan
        for k in range(held):
            if abs(q[5 - k]) > 0.000001:
                left = nan
            q[5 - k] = 0.0
        if finite(left):
            check(pose, q, f)
            for k in range(6):
                if abs(f[k]) > left:
                    left = abs(f[k])
            if left > 0.0000000000001:
                for k in range(m):
                    start[k] = p[k]
                for k in range(6):
                    start[m + k] = q[k]
                polish(start, posture)
                left = posture[6]
                for k in range(6):
                    q[k] = posture[k]
                for k in range(held):
                    if abs(q[5 - k]) > 0.000000001:
                        left = nan
            if left < 0.0000000001:
                mark(q, known)
                new = 1
                for other in range(count):
                    apart = 0.0
                    for j in range(12):
                        if abs(kept[other * 12 + j] - known[7 + j]) > apart:
                            apart = abs(kept[other * 12 + j] - known[7 + j])
                    if apart < 0.000001:
                        new = 0
                if new == 1:
                    for j in range(6):
                        x[count * 6 + j] = known[j]
                    for j in range(12):
                        kept[count * 12 + j] = known[7 + j]
                    count = count + 1
                    number = number + 1.0
    x[rows * 6] = 0.0
    if count == 0:
        x[rows * 6] = 3.0
    x[rows * 6 + 1] = number


def polish_program(evaluate: Function) -> Kernel:
    """`evaluate`: pose and posture -> how far one is from the other, and its slopes."""
    m = evaluate.inputs[0].size
    runs: dict[str, Step] = {"evaluate": evaluate, "solve": solve_kernel(6)}
    return program("polish", polish, m + 6, 7, runs, m=m, n=6, steps=STEPS)


def search_program(rated: Rated, polished: Kernel, name: str) -> Kernel:
    """The program of one formulation."""
    f, n, m, d = rated.formulation, len(rated.keep[0]), 14 - rated.rank, rated.degree
    runs: dict[str, Step] = {
        "equations": f.equations(),
        "reduce": program(f"reduced_{rated.rank}", eliminate_pair, 14 * 35, m * 27,
                          rows=14, columns=8, rank=rated.rank, width=27),
        "combine": f.combined(m),
        "circle": r.circle(d),
        "pencil": r.pencil(rated.keep),
        "determinant": program(f"determinant_{n}", determinant, n * n, 1, n=n),
        "spectrum": r.spectrum(d),
        "roots": program(f"all_roots_{2 * d}", aberth, 2 * (2 * d + 1) + 4 * d, 4 * d, n=2 * d, turns=60),
        "onto": straight("onto", {"z": 2}, onto),
        "null": program(f"null_vector_{n}", null_vector, n * n, 2 * n, n=n),
        "resultant": r.resultant(),
        "sextic": program("all_roots_6", aberth, 14 + 12, 12, n=6, turns=60),
        "second": r.second(f),
        "complete": completed(f),
        "polish": polished,
        "mark": marks(f.screws, 6),
    }  # fmt: skip
    return program(name, search, f.given, MOST * 6 + 2, runs, size=f.given, n=n, d=d, m=m)


__all__ = ["MOST", "collect", "merge", "polish_program", "search_program"]
