"""Kernels that find the postures of one elimination formulation at a pose: from its equations to the joints."""

from __future__ import annotations

import math
from collections.abc import Callable

from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Subprogram, epsilon, finite, nan, zeros
from linkwright.models.inverse_geometry.classes.trig_polynomial import project_on_circle
from linkwright.models.inverse_geometry.elimination import resultant_roots as r
from linkwright.models.inverse_geometry.elimination.back_substitution import completion_function
from linkwright.models.inverse_geometry.elimination.elimination_choice import RatedElimination
from linkwright.models.inverse_geometry.expr_vectors import array_function
from linkwright.models.inverse_geometry.kernels.numeric_kernels import (
    aberth,
    circular_program,
    determinants,
    eliminate_pair,
    make_kernel,
    null_vector,
)

Runs = Callable[..., None]
MAX_NEWTON_STEPS = 30
MAX_FOUND = 48  # most postures of one formulation: where they are not isolated there may be many
FULL_TURN = 2 * math.pi


def polish(p: Reals, x: Reals, *, m: int, n: int, steps: int, evaluate: Runs, solve: Runs) -> None:
    """Newton iteration from a posture to the pose; steps that do not reduce the residual are halved. Near a singular
    posture steps are too long: each is limited to half a radian, or half the reach.

    p holds the pose and the posture; x: the posture, and its residual, relative to the reach.
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
    least = 0.01
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
                gained = 0  # converged
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
            for k in range(n):
                if part * abs(step[k]) > 0.5:
                    part = 0.5 / abs(step[k])
            least = 0.01 * part
        else:
            part = part / 2.0
            if part < least or x[n] < 0.00000000000001:
                break
        for k in range(n):
            q[k] = x[k] - part * step[k]


def resolve(
    p: Reals, x: Reals, *, n: int, d: int, m: int, s: int, equations: Runs, reduce: Runs, combine: Runs, pencil: Runs,
    determinants: Runs, spectrum: Runs, roots: Runs,
) -> None:  # fmt: skip
    """Six equations in the hidden joint and two others, and the 2 d complex roots of their determinant.

    After them for each root the determinant at the nearest point of the unit circle, and last its rounding error, both
    relative to its coefficients: the part of the samples in degrees above d, and the loss of accuracy in the equations.
    """
    e = zeros(14 * 35)
    less = zeros(m * 27 + 1)
    reduced = zeros(m * 27)
    N = zeros(162)
    B = zeros(3 * n * n)
    values = zeros(s)
    polynomial = zeros(2 * (2 * d + 1) + 4 * d + 1)
    given = zeros(2 * (2 * d + 1) + 4 * d)
    z = zeros(6 * d)
    equations(p, e)
    reduce(e, less)
    for k in range(m * 27):
        reduced[k] = less[k]
    combine(reduced, N)
    pencil(N, B)
    determinants(B, values)
    spectrum(values, polynomial)
    for k in range(2 * (2 * d + 1) + 4 * d):
        given[k] = polynomial[k]
    roots(given, z)
    size = 0.0
    for k in range(2 * (2 * d + 1)):
        size = size + abs(polynomial[k])
    for k in range(162):
        x[k] = N[k]
    for k in range(6 * d):
        x[162 + k] = z[k]
    x[162 + 6 * d] = 1.0
    if size > 0.0:
        x[162 + 6 * d] = polynomial[2 * (2 * d + 1) + 4 * d] / size + epsilon * (1.0 + less[m * 27])


def near(p: Reals, x: Reals, *, onto: Runs) -> None:
    """The point of the unit circle that stands for a root; NaN if the root is not near the circle.

    p holds the root, the polynomial at the nearest point of the circle, and its rounding error, which decides what is
    near. Where rounding makes two neighbouring roots coincide, they leave the circle, one inwards and one outwards: the
    points are then as far apart along the circle.
    """
    point = zeros(2)
    on = zeros(3)
    x[0] = nan
    x[1] = nan
    if p[2] < 10000.0 * p[3]:
        point[0] = p[0]
        point[1] = p[1]
        onto(point, on)
        t = on[2] - 1.0
        if abs(t) < 0.2:
            point[0] = on[0] - on[1] * t
            point[1] = on[1] + on[0] * t
            onto(point, on)
            x[0] = on[0]
            x[1] = on[1]


def refine(p: Reals, x: Reals, *, n: int, onto: Runs, pencil: Runs, null: Runs) -> None:
    """Refine the hidden angle: from the equations and an angle to the singular one nearby, as cosine and sine."""
    N = zeros(162)
    point = zeros(2)
    on = zeros(3)
    B = zeros(3 * n * n)
    A = zeros(n * n)
    vectors = zeros(2 * n)
    for k in range(162):
        N[k] = p[k]
    pencil(N, B)
    on[0] = p[162]
    on[1] = p[163]
    for turn in range(3):
        for i in range(n * n):
            A[i] = B[i] + B[n * n + i] * on[0] + B[2 * n * n + i] * on[1]
        null(A, vectors)
        value = 0.0
        slope = 0.0
        for i in range(n):
            for j in range(n):
                t = B[2 * n * n + i * n + j] * on[0] - B[n * n + i * n + j] * on[1]
                value = value + vectors[n + i] * A[i * n + j] * vectors[j]
                slope = slope + vectors[n + i] * t * vectors[j]
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
    """From the equations and the hidden joint to joints a, b, c: six rows, some of which are NaN."""
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


def one(p: Reals, x: Reals, *, solve: Runs, alone: Runs) -> None:
    """From the equations and the hidden joint to joints a, b, c where there is one solution (`alone`); unused rows, and
    a result that does not solve the equations, are NaN."""
    unit = zeros(2)
    at = zeros(54)
    system = zeros(54)
    both = zeros(19)
    found = zeros(4)
    unit[0] = p[162]
    unit[1] = p[163]
    for i in range(6):
        for k in range(9):
            at[9 * i + k] = p[27 * i + k] + p[27 * i + 9 + k] * unit[0] + p[27 * i + 18 + k] * unit[1]
        for k in range(3):  # powers 0 and 2 of u on the left, 1 on the right
            system[6 * i + k] = at[9 * i + k]
            system[6 * i + 3 + k] = at[9 * i + 6 + k]
            system[36 + 3 * i + k] = at[9 * i + 3 + k]
    solve(system, both)
    alone(both, at, unit, found)
    for j in range(18):
        x[j] = nan
    if found[3] < 0.001:
        for j in range(3):
            x[j] = found[j]


def lead(
    p: Reals, x: Reals, *, m: int, one: Runs, refine: Runs, three: Runs, complete: Runs, polish: Runs
) -> None:  # fmt: skip
    """Postures of a root of the determinant: six rows of positions and residual; unused rows are NaN.

    p: the equations, the root, the trial (0: the single posture that a root has as a rule, 1: all postures, 2: all,
    from the refined root), and the pose.
    """
    pose = zeros(m)
    finer = zeros(165 + m)
    unit = zeros(2)
    rows = zeros(18)
    abc = zeros(3)
    q = zeros(6)
    start = zeros(m + 6)
    posture = zeros(7)
    for k in range(m):
        pose[k] = p[165 + k]
        start[k] = p[165 + k]
    if p[164] < 0.5:
        one(p, rows)
    else:
        if p[164] < 1.5:
            three(p, rows)
        else:
            refine(p, unit)
            for k in range(165 + m):
                finer[k] = p[k]
            finer[162] = unit[0]
            finer[163] = unit[1]
            three(finer, rows)
    for i in range(6):
        for j in range(7):
            x[7 * i + j] = nan
        if finite(rows[3 * i]):
            for j in range(3):
                abc[j] = rows[3 * i + j]
            complete(pose, abc, q)
            for j in range(6):
                start[m + j] = q[j]
            polish(start, posture)
            for j in range(7):
                x[7 * i + j] = posture[j]


def search(
    p: Reals, x: Reals, *, d: int, m: int, most: int, resolve: Runs, near: Runs, lead: Runs, turns: Runs
) -> None:  # fmt: skip
    """Postures at a pose, each once: rows of 7 (for `improve`), and 1 if there may be others.

    As a rule a root has one posture of its own, which is found first. Where it has not (several postures share the
    hidden joint, or roots are not exact), all postures of the root are computed, but not again for a double root; if
    there are still fewer than roots, once more from the refined root. If in the end there are fewer postures than
    roots, or a root has led to none, there may be others: equal numbers alone do not suffice, as another root may have
    several.
    """
    whole = zeros(162 + 6 * d + 1)
    point = zeros(4)
    unit = zeros(2)
    at = zeros(165 + m)
    tried = zeros(4 * d)  # roots whose postures were all computed
    rows = zeros(42)
    nothing = zeros(1)
    full = zeros(6)
    resolve(p, whole)
    nothing[0] = 0.0
    turns(nothing, full)
    roots = 0
    count = 0
    lost = 0
    for k in range(most * 7):
        x[k] = nan
    for k in range(162):
        at[k] = whole[k]
    for k in range(m):
        at[165 + k] = p[k]
    for k in range(2 * d):
        point[0] = whole[162 + 2 * k]
        point[1] = whole[163 + 2 * k]
        point[2] = whole[162 + 4 * d + k]
        point[3] = whole[162 + 6 * d]
        near(point, unit)
        tried[2 * k] = nan
        tried[2 * k + 1] = nan
        led = 0
        if finite(unit[0]):
            roots = roots + 1
            at[162] = unit[0]
            at[163] = unit[1]
            at[164] = 0.0
            for trial in range(3):
                if trial > 0 and count >= roots:
                    for other in range(k):
                        if abs(tried[2 * other] - unit[0]) + abs(tried[2 * other + 1] - unit[1]) < 0.00001:
                            led = 1
                    if led == 1 or trial > 1:
                        break
                lead(at, rows)
                at[164] = at[164] + 1.0
                if trial == 1:
                    tried[2 * k] = unit[0]
                    tried[2 * k + 1] = unit[1]
                for i in range(6):
                    if rows[7 * i + 6] < 0.0000000001:
                        led = 1
                        new = 0
                        if count < most:
                            new = 1
                        for other in range(count):
                            apart = 0.0
                            for j in range(6):
                                t = abs(rows[7 * i + j] - x[other * 7 + j])
                                if abs(full[j] - t) < t:
                                    t = abs(full[j] - t)
                                if t > apart:
                                    apart = t
                            if apart < 0.000001:
                                new = 0
                        if new == 1:
                            for j in range(6):
                                x[count * 7 + j] = rows[7 * i + j]
                            x[count * 7 + 6] = 0.0
                            count = count + 1
            if led == 0:
                lost = 1
    x[most * 7] = 0.0
    if count < roots or lost == 1 or not point[3] < 0.0001:  # the roots of a polynomial that vanishes are noise
        x[most * 7] = 1.0


def polish_program(evaluate: Function) -> Kernel:
    """Kernel `polish`; `evaluate`: function of pose and posture, the residual and its Jacobian."""
    m = evaluate.inputs[0].size
    runs: dict[str, Subprogram] = {"evaluate": evaluate, "solve": solve_kernel(6)}
    return make_kernel("polish", polish, m + 6, 7, runs, m=m, n=6, steps=MAX_NEWTON_STEPS)


def _determinants_program(rated: RatedElimination) -> Kernel:
    """Kernel `determinants` for the minor of a formulation, at points around the unit circle."""
    rows, columns = rated.minor
    n, s = len(rows), r.sample_count(rated.degree)
    upper, lower, end = sum(k < 6 for k in rows), sum(k < 3 for k in columns), sum(k < 9 for k in columns)
    runs: dict[str, Subprogram] = {
        "circle": r.circle_points_function(rated.degree),
        "reflect": r.reflection_function(s),
    }
    return make_kernel(f"determinants_{n}_{s}", determinants, 3 * n * n, s, runs, n=n, s=s, rows=upper, columns=lower,
                   width=end)  # fmt: skip


def search_program(rated: RatedElimination, polished: Kernel, name: str) -> Kernel:
    """Kernel `search` of one formulation."""
    f, n, left, d = rated.formulation, len(rated.minor[0]), 14 - rated.rank, rated.degree
    pencil, unto = r.pencil_function(rated.minor), array_function("onto", {"z": 2}, project_on_circle)
    resolving: dict[str, Subprogram] = {
        "equations": f.equations(),
        "reduce": make_kernel(f"reduced_{rated.rank}", eliminate_pair, 14 * 35, left * 27 + 1,
                          rows=14, columns=8, rank=rated.rank, width=27),
        "combine": f.combined(left, n == 12),
        "pencil": pencil,
        "determinants": _determinants_program(rated),
        "spectrum": r.spectrum_function(d),
        "roots": circular_program(2 * d),
    }  # fmt: skip
    refining: dict[str, Subprogram] = {
        "onto": unto, "pencil": pencil, "null": make_kernel(f"null_vector_{n}", null_vector, n * n, 2 * n, n=n),
    }  # fmt: skip
    splitting: dict[str, Subprogram] = {
        "resultant": r.resultant_function(), "sextic": make_kernel("all_roots_6", aberth, 14 + 12, 12, n=6, turns=60),
        "second": r.second_joint_function(f),
    }  # fmt: skip
    solving: dict[str, Subprogram] = {"solve": solve_kernel(6, 3), "alone": r.single_solution_function(f)}
    m, root = f.given, 165 + f.given
    leading: dict[str, Subprogram] = {
        "one": make_kernel(f"{name}_one", one, root, 18, solving),
        "refine": make_kernel(f"{name}_angle", refine, root, 2, refining, n=n),
        "three": make_kernel(f"{name}_three", three, root, 18, splitting),
        "complete": completion_function(f),
        "polish": polished,
    }
    runs: dict[str, Subprogram] = {
        "resolve": make_kernel(
            f"{name}_roots", resolve, m, 162 + 6 * d + 1, resolving, n=n, d=d, m=left, s=r.sample_count(d)
        ),
        "near": make_kernel("near", near, 4, 2, {"onto": unto}),
        "lead": make_kernel(f"{name}_postures", lead, root, 42, leading, m=m),
        "turns": array_function("turns", {"x": 1}, lambda _: [FULL_TURN if s.is_revolute else 0 for s in f.screws]),
    }
    return make_kernel(name, search, m, MAX_FOUND * 7 + 1, runs, d=d, m=m, most=MAX_FOUND)


__all__ = ["MAX_FOUND", "polish_program", "search_program"]
