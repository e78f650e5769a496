"""Numeric kernels of the elimination: elimination, determinants, null vectors, roots of polynomials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, Subprogram, epsilon, nan, read_kernel_code, zeros

Runs = Callable[..., None]


def make_kernel(
    name: str, code: Callable[..., None], given: int, made: int, runs: Mapping[str, Subprogram] | None = None,
    flags: Sequence[str] = (), **sizes: int,
) -> Kernel:  # fmt: skip
    """A kernel without a relation of its own: other kernels call it, or it classifies results that have one."""
    g = Graph()
    p, x = (tuple(g.symbol(f"{s}{k}", "variable") for k in range(n)) for s, n in (("p", given), ("x", made)))
    relation = Function(name, g, (Port("p", (given,), p), Port("x", (made,), x)), (Port("residual", (made,), x),))
    return Kernel(
        name, relation, read_kernel_code(code, {"p": given}, {"x": made + len(flags)}, runs, **sizes), tuple(flags)
    )


def eliminate_pair(p: Reals, x: Reals, *, rows: int, columns: int, rank: int, width: int) -> None:
    """Eliminate the unknowns of the first columns from linear equations, with complete pivoting.

    p holds rows of `columns` + `width` numbers; as many rows as the rank of the first columns are used up, and the
    others, which are zero there, are the result. Last comes the ratio of the first pivot to the last: the factor by
    which rounding errors may grow.
    """
    a = zeros(rows * (columns + width))
    for k in range(rows * (columns + width)):
        a[k] = p[k]
    first = 0.0
    best = 0.0
    for k in range(rank):
        row = k
        column = k
        best = 0.0
        for i in range(k, rows):
            for j in range(k, columns):
                if abs(a[i * (columns + width) + j]) > best:
                    best = abs(a[i * (columns + width) + j])
                    row = i
                    column = j
        if k == 0:
            first = best
        for j in range(columns + width):
            t = a[k * (columns + width) + j]
            a[k * (columns + width) + j] = a[row * (columns + width) + j]
            a[row * (columns + width) + j] = t
        for i in range(rows):
            t = a[i * (columns + width) + k]
            a[i * (columns + width) + k] = a[i * (columns + width) + column]
            a[i * (columns + width) + column] = t
        if best > 0.0:
            for i in range(k + 1, rows):
                f = a[i * (columns + width) + k] / a[k * (columns + width) + k]
                for j in range(k + 1, columns + width):
                    a[i * (columns + width) + j] = a[i * (columns + width) + j] - f * a[k * (columns + width) + j]
    for i in range(rows - rank):
        for j in range(width):
            x[i * width + j] = a[(rank + i) * (columns + width) + columns + j]
    x[(rows - rank) * width] = 1000000000000000000000000000000.0
    if best > 0.0:
        x[(rows - rank) * width] = first / best


def determinants(
    p: Reals, x: Reals, *, n: int, s: int, rows: int, columns: int, width: int, circle: Runs, reflect: Runs
) -> None:  # fmt: skip
    """Determinants of K + C cos q + S sin q at s points of the unit circle, up to the sign; p holds K, C, S by rows.

    All points side by side, so that compilers vectorize: hence by reflections, which need no pivots that differ from
    point to point. In the first `columns` only the first `rows` rows are not zero, and these end at column `width`.
    """
    points = zeros(2 * s)
    one = zeros(1)
    a = zeros(n * n * s)
    v = zeros(n * s)
    w = zeros(s)
    square = zeros(s)
    head = zeros(s)
    made = zeros(2 * s)
    one[0] = 0.0
    circle(one, points)
    for k in range(n * n):
        for t in range(s):
            a[k * s + t] = p[k] + p[n * n + k] * points[t] + p[2 * n * n + k] * points[s + t]
    for t in range(s):
        x[t] = 1.0
    for part in range(2):
        last = rows + part * (n - rows)
        end = width + part * (n - width)
        for k in range(part * columns, columns + part * (n - columns)):
            for t in range(s):
                head[t] = a[(k * n + k) * s + t]
                square[t] = 0.0
            for i in range(k, last):
                for t in range(s):
                    v[i * s + t] = a[(i * n + k) * s + t]
                    square[t] = square[t] + v[i * s + t] * v[i * s + t]
            reflect(square, head, made)
            for t in range(s):
                x[t] = x[t] * made[t]
                v[k * s + t] = head[t] - made[t]
            for j in range(k + 1, end):
                for t in range(s):
                    w[t] = 0.0
                for i in range(k, last):
                    for t in range(s):
                        w[t] = w[t] + v[i * s + t] * a[(i * n + j) * s + t]
                for t in range(s):
                    w[t] = w[t] * made[s + t]
                for i in range(k, last):
                    for t in range(s):
                        a[(i * n + j) * s + t] = a[(i * n + j) * s + t] - w[t] * v[i * s + t]


def null_vector(p: Reals, x: Reals, *, n: int) -> None:
    """Right null vector of a nearly singular matrix, given by rows, then its left null vector; largest entries 1.

    Elimination with row pivoting, then a step of inverse iteration for each.
    """
    a = zeros(n * n)
    u = zeros(n)
    v = zeros(n)
    w = zeros(n)
    place = zeros(n)  # original numbers of the rows
    size = 0.0
    whole = 0.0
    for k in range(n * n):
        a[k] = p[k]
        if abs(p[k]) > size:
            size = abs(p[k])
    for k in range(n):
        place[k] = whole
        whole = whole + 1.0
    if not size > 0.0:
        size = 1.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(a[i * n + k]) > abs(a[best * n + k]):
                best = i
        if best != k:
            t = place[k]
            place[k] = place[best]
            place[best] = t
            for j in range(n):
                t = a[k * n + j]
                a[k * n + j] = a[best * n + j]
                a[best * n + j] = t
        if not abs(a[k * n + k]) > epsilon * size:  # any small number leads to the same vector
            a[k * n + k] = epsilon * size
        for i in range(k + 1, n):
            f = a[i * n + k] / a[k * n + k]
            a[i * n + k] = f
            for j in range(k + 1, n):
                a[i * n + j] = a[i * n + j] - f * a[k * n + j]
    for back in range(n):  # U u = (1, 1, ...): the start is any vector
        i = n - 1 - back
        t = 1.0
        for j in range(i + 1, n):
            t = t - a[i * n + j] * u[j]
        u[i] = t / a[i * n + i]
    for i in range(n):  # U^T w = u, L^T v = w: u is a start that is never orthogonal to the result
        t = u[i]
        for j in range(i):
            t = t - a[j * n + i] * w[j]
        w[i] = t / a[i * n + i]
    for back in range(n):
        i = n - 1 - back
        v[i] = w[i]
        for j in range(i + 1, n):
            v[i] = v[i] - a[j * n + i] * v[j]
    most = 0.0
    other = 0.0
    for i in range(n):
        if abs(u[i]) > most:
            most = abs(u[i])
        if abs(v[i]) > other:
            other = abs(v[i])
    if not most * other > 0.0:  # all of them are NaN
        most = 1.0
        other = 1.0
    wanted = 0.0
    for k in range(n):
        x[k] = u[k] / most
        for i in range(n):
            if place[i] == wanted:
                x[n + k] = v[i] / other
        wanted = wanted + 1.0


def aberth(p: Reals, x: Reals, *, n: int, turns: int) -> None:
    """All roots of a polynomial of degree n with complex coefficients, by Ehrlich-Aberth iteration.

    p holds the coefficients from the constant one on, real and imaginary parts in turn, then as many starts as roots.
    """
    re = zeros(n)
    im = zeros(n)
    moves = zeros(n)  # 1 while a root has not converged
    degree = 0.0
    noise = 0.0  # bound of the rounding error of a value
    for k in range(2 * n + 2):
        noise = noise + 2.0 * epsilon * abs(p[k])
    for k in range(n):
        degree = degree + 1.0
        re[k] = p[2 * n + 2 + 2 * k]
        im[k] = p[2 * n + 3 + 2 * k]
        moves[k] = 1.0
    for turn in range(turns):
        moving = 0.0
        for k in range(n):
            if moves[k] > 0.0:
                # value and derivative, in z or 1/z, whichever is in the unit circle
                a = re[k]
                b = im[k]
                length = a * a + b * b
                flip = 0
                if length > 1.0:
                    flip = 1
                    a = a / length
                    b = -b / length
                fr = 0.0
                fi = 0.0
                dr = 0.0
                di = 0.0
                if flip == 1:
                    for j in range(n + 1):
                        t = dr * a - di * b + fr
                        di = dr * b + di * a + fi
                        dr = t
                        t = fr * a - fi * b + p[2 * j]
                        fi = fr * b + fi * a + p[2 * j + 1]
                        fr = t
                else:
                    for j in range(n + 1):
                        t = dr * a - di * b + fr
                        di = dr * b + di * a + fi
                        dr = t
                        t = fr * a - fi * b + p[2 * (n - j)]
                        fi = fr * b + fi * a + p[2 * (n - j) + 1]
                        fr = t
                below = fr * fr + fi * fi
                moves[k] = 0.0
                if below > noise * noise:
                    sr = (dr * fr + di * fi) / below  # derivative / value
                    si = (di * fr - dr * fi) / below
                    if flip == 1:  # f(z) = z^n r(1/z): f'/f = (n - w r'/r) w with w = 1/z
                        t = degree - (a * sr - b * si)
                        si = -(a * si + b * sr)
                        sr = t
                        t = sr * a - si * b
                        si = sr * b + si * a
                        sr = t
                    for j in range(n):
                        if j != k:
                            a = re[k] - re[j]
                            b = im[k] - im[j]
                            length = a * a + b * b
                            if length > 0.000000000000000000000000000000000001:
                                sr = sr - a / length
                                si = si + b / length
                    length = sr * sr + si * si
                    if length > 0.0:
                        a = sr / length
                        b = -si / length
                        re[k] = re[k] - a
                        im[k] = im[k] - b
                        if abs(a) + abs(b) > 0.00000001 * (abs(re[k]) + abs(im[k])):  # the next step cubes this
                            moves[k] = 1.0
                            moving = 1.0
        if not moving > 0.0:
            break
    for k in range(n):
        x[2 * k] = re[k]
        x[2 * k + 1] = im[k]


def circle_values(p: Reals, x: Reals, *, n: int) -> None:
    """Values and derivatives of a polynomial of degree n at n points, side by side.

    p holds the coefficients from the constant one on, real and imaginary parts in turn, then the real parts of the
    points, then the imaginary parts; x: the real parts of the values, the imaginary parts, then those of the
    derivatives.
    """
    fr = zeros(n)
    fi = zeros(n)
    dr = zeros(n)
    di = zeros(n)
    a = zeros(n)
    b = zeros(n)
    for k in range(n):
        a[k] = p[2 * n + 2 + k]
        b[k] = p[3 * n + 2 + k]
        fr[k] = p[2 * n]
        fi[k] = p[2 * n + 1]
        dr[k] = 0.0
        di[k] = 0.0
    for j in range(n):
        for k in range(n):
            t = dr[k] * a[k] - di[k] * b[k] + fr[k]
            di[k] = dr[k] * b[k] + di[k] * a[k] + fi[k]
            dr[k] = t
            t = fr[k] * a[k] - fi[k] * b[k] + p[2 * (n - 1 - j)]
            fi[k] = fr[k] * b[k] + fi[k] * a[k] + p[2 * (n - 1 - j) + 1]
            fr[k] = t
    for k in range(n):
        x[k] = fr[k]
        x[n + k] = fi[k]
        x[2 * n + k] = dr[k]
        x[3 * n + k] = di[k]


def circle_steps(p: Reals, x: Reals, *, n: int) -> None:
    """Ehrlich-Aberth steps for all roots, side by side: f / (f' - f s) with s_k the sum of 1 / (z_k - z_j).

    p holds the real and imaginary parts of the roots, those of the points inside the unit circle (the root, or its
    mirror image), 1 or -1 for a mirror image, and the results of `circle_values` for these; x: the steps.
    """
    sr = zeros(n)
    si = zeros(n)
    degree = 0.0
    noise = 2.0 * epsilon  # bound of the rounding error of a value
    for k in range(n):
        degree = degree + 1.0
        sr[k] = 0.0
        si[k] = 0.0
    for j in range(n):  # 0 for j = k
        for k in range(n):
            u = p[k] - p[j]
            v = p[n + k] - p[n + j]
            part = 1.0 / (u * u + v * v + 0.000000000000000000000000000001)
            sr[k] = sr[k] + u * part
            si[k] = si[k] - v * part
    for k in range(n):  # for a mirror image w, f' is the conjugate of (n f - w f') w
        a = p[2 * n + k]
        b = p[3 * n + k]
        turned = p[4 * n + k]
        fr = p[5 * n + k]
        fi = p[6 * n + k]
        dr = p[7 * n + k]
        di = p[8 * n + k]
        # scaled: both are small near the centre of the circle
        part = 1.0 / (abs(fr) + abs(fi) + abs(dr) + abs(di) + 0.0000000000000000000000000000000000001)
        ar = fr * part
        ai = fi * part
        er = dr * part
        ei = di * part
        ur = degree * ar - a * er + b * ei
        ui = degree * ai - a * ei - b * er
        vr = a * ur - b * ui
        vi = a * ui + b * ur
        if turned < 0.0:
            er = vr
            ei = vi
        t = turned * si[k]
        er = er - sr[k] * ar + t * ai
        ei = ei - sr[k] * ai - t * ar
        part = 1.0 / (er * er + ei * ei + 0.000000000000000000000000000001)
        u = (ar * er + ai * ei) * part
        v = turned * (ai * er - ar * ei) * part
        length = a * a + b * b
        t = noise * length * length  # near the centre values are small, and exact
        if fr * fr + fi * fi < t * t:
            u = 0.0
            v = 0.0
        x[k] = u
        x[n + k] = v


def circular(p: Reals, x: Reals, *, n: int, turns: int, values: Runs, steps: Runs) -> None:
    """All roots of the polynomial of degree n in z = e^iq of a real trigonometric one: Ehrlich-Aberth, side by side.

    p holds the coefficients from the constant one on, real and imaginary parts in turn, then as many starts as roots.
    The coefficients are self-conjugate, p(z) = z^n conj(p(1 / conj z)), so values are taken inside the unit circle.
    After the roots comes for each the polynomial at the nearest point of the circle, relative to its coefficients.
    """
    asked = zeros(4 * n + 2)  # for `values`
    f = zeros(4 * n)
    at = zeros(9 * n)  # for `steps`: the roots first
    step = zeros(2 * n)
    far = zeros(n)
    size = 0.0
    for k in range(2 * n + 2):
        size = size + abs(p[k])
    for k in range(2 * n + 2):
        asked[k] = p[k] / (size + 0.000000000000000000000000000001)
    for k in range(n):
        at[k] = p[2 * n + 2 + 2 * k]
        at[n + k] = p[2 * n + 3 + 2 * k]
    for turn in range(turns):
        for k in range(n):
            inverse = 1.0 / (at[k] * at[k] + at[n + k] * at[n + k] + 0.000000000000000000000000000001)
            part = 1.0
            sign = 1.0
            if inverse < 1.0:
                part = inverse
                sign = -1.0
            at[2 * n + k] = at[k] * part
            at[3 * n + k] = at[n + k] * part
            at[4 * n + k] = sign
        for k in range(2 * n):
            asked[2 * n + 2 + k] = at[2 * n + k]
        values(asked, f)
        for k in range(4 * n):
            at[5 * n + k] = f[k]
        steps(at, step)
        for k in range(n):
            at[k] = at[k] - step[k]
            at[n + k] = at[n + k] - step[n + k]
            far[k] = (abs(step[k]) + abs(step[n + k])) / (abs(at[k]) + abs(at[n + k]) + 0.00000000000000000001)
        moving = 0
        for k in range(n):
            # the next step cubes this; roots far from the circle, too: a spare one there may be on its way to it
            if far[k] > 0.00000001:
                moving = 1
        if moving == 0:
            break
    for k in range(n):
        x[2 * k] = at[k]
        x[2 * k + 1] = at[n + k]
        length = at[k] * at[k] + at[n + k] * at[n + k]
        if length > 1.0:
            length = 1.0 / length
        x[2 * n + k] = (abs(f[2 * n + k]) + abs(f[3 * n + k])) * (1.0 - length)


def circular_program(n: int) -> Kernel:
    """Kernel `circular` for degree n."""
    runs: dict[str, Subprogram] = {
        "values": make_kernel(f"circle_values_{n}", circle_values, 4 * n + 2, 4 * n, n=n),
        "steps": make_kernel(f"circle_steps_{n}", circle_steps, 9 * n, 2 * n, n=n),
    }
    return make_kernel(f"circular_roots_{n}", circular, 4 * n + 2, 3 * n, runs, n=n, turns=60)


def on_the_circle(p: Reals, x: Reals, *, d: int, prepare: Runs, solve: Runs, onto: Runs) -> None:
    """Angles at which a trigonometric polynomial vanishes, as cosines and sines; unused places are NaN."""
    polynomial = zeros(2 * (2 * d + 1) + 4 * d)
    z = zeros(4 * d)
    point = zeros(2)
    on = zeros(3)
    prepare(p, polynomial)
    solve(polynomial, z)
    for k in range(2 * d):
        point[0] = z[2 * k]
        point[1] = z[2 * k + 1]
        onto(point, on)
        x[2 * k] = nan
        x[2 * k + 1] = nan
        if abs(on[2] - 1.0) < 0.05:  # double roots leave the circle by the root of the rounding error
            x[2 * k] = on[0]
            x[2 * k + 1] = on[1]
