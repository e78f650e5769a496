"""Programs that the eliminant of six joints is made of: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, Step, epsilon, finite, loop, nan, zeros

Runs = Callable[..., None]


def program(
    name: str, code: Callable[..., None], given: int, made: int, runs: Mapping[str, Step] | None = None,
    flags: Sequence[str] = (), **sizes: int,
) -> Kernel:  # fmt: skip
    """A kernel that has no equation of its own: others run it, or it tells about results that have one."""
    g = Graph()
    p, x = (tuple(g.symbol(f"{s}{k}", "variable") for k in range(n)) for s, n in (("p", given), ("x", made)))
    relation = Function(name, g, (Port("p", (given,), p), Port("x", (made,), x)), (Port("residual", (made,), x),))
    return Kernel(name, relation, loop(code, {"p": given}, {"x": made + len(flags)}, runs, **sizes), tuple(flags))


def eliminate_pair(p: Reals, x: Reals, *, rows: int, columns: int, rank: int, width: int) -> None:
    """What equations say without the unknowns of their first columns, by elimination with complete pivoting.

    p holds rows of `columns` + `width` numbers; of the rank of the first columns as many rows are used up, and the
    others, which are zero there, are the result.
    """
    a = zeros(rows * (columns + width))
    for k in range(rows * (columns + width)):
        a[k] = p[k]
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
        for j in range(columns + width):
            t = a[k * (columns + width) + j]
            a[k * (columns + width) + j] = a[row * (columns + width) + j]
            a[row * (columns + width) + j] = t
        for i in range(rows):
            t = a[i * (columns + width) + k]
            a[i * (columns + width) + k] = a[i * (columns + width) + column]
            a[i * (columns + width) + column] = t
        for i in range(k + 1, rows):
            f = a[i * (columns + width) + k] / a[k * (columns + width) + k]
            for j in range(k + 1, columns + width):
                a[i * (columns + width) + j] = a[i * (columns + width) + j] - f * a[k * (columns + width) + j]
    for i in range(rows - rank):
        for j in range(width):
            x[i * width + j] = a[(rank + i) * (columns + width) + columns + j]


def determinant(p: Reals, x: Reals, *, n: int) -> None:
    """Of a matrix, row by row, by elimination with row pivoting."""
    a = zeros(n * n)
    for k in range(n * n):
        a[k] = p[k]
    value = 1.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(a[i * n + k]) > abs(a[best * n + k]):
                best = i
        if best != k:
            value = -value
            for j in range(k, n):
                t = a[k * n + j]
                a[k * n + j] = a[best * n + j]
                a[best * n + j] = t
        value = value * a[k * n + k]
        if not abs(a[k * n + k]) > 0.0:
            break
        for i in range(k + 1, n):
            if abs(a[i * n + k]) > 0.0:
                f = a[i * n + k] / a[k * n + k]
                for j in range(k + 1, n):
                    a[i * n + j] = a[i * n + j] - f * a[k * n + j]
    x[0] = value


def null_vector(p: Reals, x: Reals, *, n: int) -> None:
    """The vector that a matrix, row by row, nearly takes to zero, and the one from the left, which follows it.

    By elimination with row pivoting, then a step of inverse iteration for each.
    """
    a = zeros(n * n)
    u = zeros(n)
    v = zeros(n)
    w = zeros(n)
    place = zeros(n)  # where the rows come from
    size = 0.0
    whole = 0.0
    for k in range(n * n):
        a[k] = p[k]
        if abs(p[k]) > size:
            size = abs(p[k])
    for k in range(n):
        place[k] = whole
        whole = whole + 1.0
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
        if not abs(a[k * n + k]) > epsilon * size:  # whatever is small enough leads to the same vector
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
    for i in range(n):  # U^T w = (1, 1, ...), L^T v = w
        t = 1.0
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
    wanted = 0.0
    for k in range(n):
        x[k] = u[k] / most
        for i in range(n):
            if place[i] == wanted:
                x[n + k] = v[i] / other
        wanted = wanted + 1.0


def aberth(p: Reals, x: Reals, *, n: int, turns: int) -> None:
    """All roots of a polynomial of degree n with complex coefficients, all at once: Ehrlich and Aberth.

    p holds the coefficients from the constant one on, real and imaginary parts in turn, then as many starts as roots.
    """
    re = zeros(n)
    im = zeros(n)
    moves = zeros(n)  # 1 while a root has not settled
    degree = 0.0
    noise = 0.0  # what rounding can leave of a value
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
                # the value and the slope, from whichever end is smaller
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
                    sr = (dr * fr + di * fi) / below  # slope / value
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
                            length = 1.0 / (a * a + b * b)
                            if finite(length):
                                sr = sr - a * length
                                si = si + b * length
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


def on_the_circle(p: Reals, x: Reals, *, d: int, prepare: Runs, solve: Runs, onto: Runs) -> None:
    """The angles at which a trigonometric polynomial vanishes, as cosines and sines; what is left is not a number."""
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
        if abs(on[2] - 1.0) < 0.05:  # double roots leave the circle by the root of what rounding leaves
            x[2 * k] = on[0]
            x[2 * k + 1] = on[1]
