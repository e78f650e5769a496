"""Postures that one formulation of the elimination finds at a pose: the programs, from its equations to the joints."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Step, finite, nan, zeros
from linkwright.models.parts.inverse import roots as r
from linkwright.models.parts.inverse.circular import onto
from linkwright.models.parts.inverse.completion import completed
from linkwright.models.parts.inverse.programs import aberth, determinant, eliminate_pair, null_vector, program
from linkwright.models.parts.inverse.ranking import Rated
from linkwright.models.parts.inverse.straight import straight

Runs = Callable[..., None]
STEPS = 30
FOUND = 48  # rows: postures are found more than once


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


def resolve(
    p: Reals, x: Reals, *, n: int, d: int, m: int, equations: Runs, reduce: Runs, combine: Runs, circle: Runs,
    pencil: Runs, determinant: Runs, spectrum: Runs, roots: Runs,
) -> None:  # fmt: skip
    """Six equations in the hidden joint and two others, and the 2 d complex roots of their determinant."""
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
    for k in range(162):
        x[k] = N[k]
    for k in range(4 * d):
        x[162 + k] = z[k]


def near(p: Reals, x: Reals, *, onto: Runs) -> None:
    """The point of the unit circle next to a root. Not a number if the root is not near the circle."""
    point = zeros(2)
    on = zeros(3)
    point[0] = p[0]
    point[1] = p[1]
    onto(point, on)
    x[0] = nan
    x[1] = nan
    if abs(on[2] - 1.0) < 0.05:
        x[0] = on[0]
        x[1] = on[1]


def refine(p: Reals, x: Reals, *, n: int, onto: Runs, pencil: Runs, null: Runs) -> None:
    """From the equations and an angle to the one nearby at which they are singular: cosine and sine."""
    N = zeros(162)
    point = zeros(2)
    on = zeros(3)
    unit = zeros(2)
    M = zeros(2 * n * n)
    A = zeros(n * n)
    vectors = zeros(2 * n)
    for k in range(162):
        N[k] = p[k]
    on[0] = p[162]
    on[1] = p[163]
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
    x[0] = on[0]
    x[1] = on[1]


def three(p: Reals, x: Reals, *, resultant: Runs, sextic: Runs, second: Runs) -> None:
    """From the equations, and the hidden joint, to it and the two others: six rows, some of which are not numbers."""
    N = zeros(162)
    unit = zeros(2)
    six = zeros(14 + 12 + 54)
    half = zeros(26)
    u = zeros(12)
    at = zeros(54)
    one = zeros(1)
    found = zeros(4)
    for k in range(162):
        N[k] = p[k]
    unit[0] = p[162]
    unit[1] = p[163]
    resultant(N, unit, six)
    for i in range(26):
        half[i] = six[i]
    for i in range(54):
        at[i] = six[26 + i]
    sextic(half, u)
    for i in range(6):
        for j in range(3):
            x[3 * i + j] = nan
        if abs(u[2 * i + 1]) < 0.03 * (1.0 + abs(u[2 * i])):
            one[0] = u[2 * i]
            second(at, unit, one, found)
            if found[3] < 0.001:
                for j in range(3):
                    x[3 * i + j] = found[j]


def search(
    p: Reals, x: Reals, *, d: int, m: int, most: int, resolve: Runs, near: Runs, refine: Runs, three: Runs,
    complete: Runs, polish: Runs,
) -> None:  # fmt: skip
    """Postures at a pose, some of them more than once: rows of 7 (`improve`), and whether there may be others.

    A root that leads to none is refined.
    """
    whole = zeros(162 + 4 * d)
    at = zeros(164)
    point = zeros(2)
    unit = zeros(2)
    rows = zeros(18)
    abc = zeros(3)
    q = zeros(6)
    start = zeros(m + 6)
    posture = zeros(7)
    resolve(p, whole)
    count = 0
    doubt = 0.0
    for k in range(most * 7):
        x[k] = nan
    for k in range(162):
        at[k] = whole[k]
    for k in range(2 * d):
        point[0] = whole[162 + 2 * k]
        point[1] = whole[163 + 2 * k]
        near(point, unit)
        if finite(unit[0]):
            for trial in range(2):
                good = 0
                if trial == 1:
                    refine(at, unit)
                at[162] = unit[0]
                at[163] = unit[1]
                three(at, rows)
                for i in range(6):
                    if finite(rows[3 * i]):
                        for j in range(3):
                            abc[j] = rows[3 * i + j]
                        complete(p, abc, q)
                        for j in range(m):
                            start[j] = p[j]
                        for j in range(6):
                            start[m + j] = q[j]
                        polish(start, posture)
                        if posture[6] < 0.0000000001:
                            good = 1
                            if count < most:
                                for j in range(6):
                                    x[count * 7 + j] = posture[j]
                                x[count * 7 + 6] = 0.0
                                count = count + 1
                if good == 1:
                    break
                if trial == 1:
                    doubt = 1.0
    x[most * 7] = doubt


def polish_program(evaluate: Function) -> Kernel:
    """`evaluate`: pose and posture -> how far one is from the other, and its slopes."""
    m = evaluate.inputs[0].size
    runs: dict[str, Step] = {"evaluate": evaluate, "solve": solve_kernel(6)}
    return program("polish", polish, m + 6, 7, runs, m=m, n=6, steps=STEPS)


def search_program(rated: Rated, polished: Kernel, name: str) -> Kernel:
    """The program of one formulation."""
    f, n, m, d = rated.formulation, len(rated.keep[0]), 14 - rated.rank, rated.degree
    pencil, unto = r.pencil(rated.keep), straight("onto", {"z": 2}, onto)
    resolving: dict[str, Step] = {
        "equations": f.equations(),
        "reduce": program(f"reduced_{rated.rank}", eliminate_pair, 14 * 35, m * 27,
                          rows=14, columns=8, rank=rated.rank, width=27),
        "combine": f.combined(m, n == 12),
        "circle": r.circle(d),
        "pencil": pencil,
        "determinant": program(f"determinant_{n}", determinant, n * n, 1, n=n),
        "spectrum": r.spectrum(d),
        "roots": program(f"all_roots_{2 * d}", aberth, 2 * (2 * d + 1) + 4 * d, 4 * d, n=2 * d, turns=60),
    }  # fmt: skip
    refining: dict[str, Step] = {
        "onto": unto, "pencil": pencil, "null": program(f"null_vector_{n}", null_vector, n * n, 2 * n, n=n),
    }  # fmt: skip
    splitting: dict[str, Step] = {
        "resultant": r.resultant(), "sextic": program("all_roots_6", aberth, 14 + 12, 12, n=6, turns=60),
        "second": r.second(f),
    }  # fmt: skip
    given = f.given
    runs: dict[str, Step] = {
        "resolve": program(f"{name}_roots", resolve, given, 162 + 4 * d, resolving, n=n, d=d, m=m),
        "near": program("near", near, 2, 2, {"onto": unto}),
        "refine": program(f"{name}_angle", refine, 164, 2, refining, n=n),
        "three": program(f"{name}_three", three, 164, 18, splitting),
        "complete": completed(f),
        "polish": polished,
    }
    return program(name, search, given, FOUND * 7 + 1, runs, d=d, m=given, most=FOUND)


__all__ = ["FOUND", "polish_program", "search_program"]
