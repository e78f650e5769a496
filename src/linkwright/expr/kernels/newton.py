"""Newton's iteration: x near a start with F(p, x) = 0.

Convergence is relative to rounding: |F_i| is compared with the size of its terms at the point, so that units do not
matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.signed_solve import signed_solve_kernel
from linkwright.expr.loop import Reals, Subprogram, epsilon, finite, nan, read_kernel_code, zeros
from linkwright.expr.rounding import term_magnitudes

MAX_STEPS = 50
MAX_HALVINGS = 12

Runs = Callable[..., None]


def iterate(
    p: Reals, x: Reals, *, n: int, size_of_x: int, m: int, steps: int, halvings: int,
    evaluate: Runs, measure: Runs, solve: Runs, begin: Runs, move: Runs,
) -> None:  # fmt: skip
    """x with F(p, x) = 0 near a start: Newton's steps, halved while they do not bring F down.

    p holds the arguments, then the start. After x come the status (0 solved, 1 singular, 2 not converged, 4 other
    assembly mode: the determinant of F_x changed its sign on the way; then x is not a number) and the number of steps.
    Where steps bring F down so fast that an old F_x will do for the last of them, F alone is evaluated: between points
    of such steps F_x is not singular.
    """
    a = zeros(m)
    u = zeros(size_of_x)
    v = zeros(size_of_x)
    system = zeros(n * n + n)
    residual = zeros(n)
    step = zeros(n + 2)
    change = zeros(n)
    share = zeros(1)
    for k in range(m):
        a[k] = p[k]
    for k in range(size_of_x):
        u[k] = p[m + k]
    begin(u, v)
    first = 0.0
    last = 0.0
    status = 2.0
    count = 0.0
    taken = 0
    halved = 0
    old = 0  # F_x is that of a point before
    anew = 1  # F_x is wanted where F is not smaller
    part = 1.0
    worst = nan
    for trial in range(steps * halvings + 1):
        if old == 0:
            evaluate(a, v, system, share)
        else:
            measure(a, v, residual, share)
            for k in range(n):
                system[n * n + k] = residual[k]
        merit = share[0]
        if not finite(merit):  # as it is where F has no value
            merit = nan
        if anew == 1 or merit < worst:
            gain = 1.0
            if trial > 0:
                if finite(merit):
                    gain = merit / worst
            worst = merit
            for k in range(size_of_x):
                u[k] = v[k]
            if gain < 0.01 and worst <= 4.0 * epsilon:
                break
            solve(system, step)
            if old == 0:
                last = step[n + 1]
                if trial == 0:
                    first = last
            if not worst > 4.0 * epsilon or taken == steps:  # nothing to gain any more, or F has no value
                break
            if step[n] > 0.0:
                status = 1.0
                break
            count = count + 1.0
            taken = taken + 1
            part = 1.0
            halved = 0
            anew = 0
            old = 0
            if gain < 0.01 and merit * gain * gain * gain * gain <= epsilon:
                old = 1
        else:
            part = part / 2.0
            halved = halved + 1
            if halved == halvings or worst <= 4096.0 * epsilon:
                break
            if old == 1:
                old = 0
                anew = 1
                part = 0.0
        for k in range(n):
            change[k] = -part * step[k]
        move(u, change, v)
    if worst <= 4096.0 * epsilon:  # what a solution may leave where nothing more can be gained: 1e-12 of the terms
        status = 0.0
        if first * last < 0.0:
            status = 4.0
    for k in range(size_of_x):
        x[k] = u[k]
        if status > 0.0:
            x[k] = nan
    x[size_of_x] = status
    x[size_of_x + 1] = count


def newton_kernel(
    name: str, relation: Function, steps: int = MAX_STEPS, quaternions: Sequence[int] = (),
    slopes: Sequence[Sequence[Expr]] | None = None, terms: Sequence[Expr] | None = None, outer: bool = False,
) -> Kernel:  # fmt: skip
    """Return the kernel that solves relation(p, x) = 0 for x from a start, which follows the arguments.

    `quaternions`: indices in x where unit quaternions begin, whose lengths are the last equations of the relation. They
    are rotated by steps of three numbers, which keep their lengths, so that the iteration needs the other equations
    only. `slopes`: derivatives of these over the graph of the relation, by x and by the angular rates of quaternions in
    the moving frames or, with `outer`, in the fixed ones; `terms`: the size of their terms. The default derives both.
    """
    given, unknown = relation.inputs
    m, size = given.size, unknown.size
    n = size - len(quaternions)
    whole = _evaluation(relation, name, quaternions, slopes, terms, outer)
    runs: dict[str, Subprogram] = {
        "evaluate": whole, "measure": _residual_function(whole, name, n), "solve": signed_solve_kernel(n),
        "begin": _start_function(name, size, quaternions), "move": _move_function(name, size, quaternions, outer),
    }  # fmt: skip
    code = read_kernel_code(
        iterate, {"p": m + size}, {"x": size + 2}, runs, n=n, size_of_x=size, m=m, steps=steps, halvings=MAX_HALVINGS,
    )  # fmt: skip
    return Kernel(name, relation, code, ("status", "steps"), start=size)


def _evaluation(
    relation: Function, name: str, quaternions: Sequence[int], slopes: Sequence[Sequence[Expr]] | None,
    terms: Sequence[Expr] | None, outer: bool,
) -> Function:  # fmt: skip
    """Return the function p, x -> slopes row by row, then F; and the largest |F_i| relative to its terms."""
    g = relation.graph.copy()
    F, x = ([Expr(g, i) for i in port.elements] for port in (relation.outputs[0], relation.inputs[1]))
    F = F[: len(x) - len(quaternions)]
    if slopes is None:
        columns = (directional_derivatives(F, rate) for rate in _rates(x, quaternions, outer))
        matrix = [e for row in zip(*columns, strict=True) for e in row]
    else:
        matrix = [Expr(g, e.id) for row in slopes for e in row]
    share = F[0] * 0
    for e, size in zip(F, term_magnitudes(F) if terms is None else [Expr(g, e.id) for e in terms], strict=True):
        share = share.max((-size).select(0, abs(e) / size))
    outputs = [("system", [*matrix, *F]), ("share", [share])]
    ports = [Port(label, (len(values),), tuple(e.id for e in values)) for label, values in outputs]
    return Function(f"{name}_evaluate", g, relation.inputs, tuple(ports))


def _residual_function(whole: Function, name: str, n: int) -> Function:
    """Return the evaluation without the slopes."""
    system, share = whole.outputs
    F = Port("residual", (n,), system.elements[n * n :])
    return Function(f"{name}_measure", whole.graph, whole.inputs, (F, share))


def _rates(x: Sequence[Expr], quaternions: Sequence[int], outer: bool) -> Iterator[dict[Expr, Expr]]:
    """Yield the rates of x as one unknown after the other changes at unit rate: numbers, or angles of quaternions."""
    zero = x[0] * 0
    still = dict.fromkeys(x, zero)
    k = 0
    while k < len(x):
        if k in quaternions:
            for axis in range(3):
                turn = [zero + int(c == axis) for c in range(3)]
                yield still | dict(zip(x[k : k + 4], _unit_quaternion_rate(x[k : k + 4], turn, outer), strict=True))
            k += 4
        else:
            yield still | {x[k]: zero + 1}
            k += 1


def _unit_quaternion_rate(Q: Sequence[Expr], w: Sequence[Expr], outer: bool) -> list[Expr]:
    """Return the rate of a quaternion for an angular velocity in its frame, Q (0, w) / 2, or outer, (0, w) Q / 2."""
    a, b, c, d = Q
    x, y, z = (e / 2 for e in w)
    if outer:
        return [-b * x - c * y - d * z, a * x + d * y - c * z, a * y + b * z - d * x, a * z + c * x - b * y]
    return [-b * x - c * y - d * z, a * x + c * z - d * y, a * y + d * x - b * z, a * z + b * y - c * x]


def _normalize_quaternion(Q: Sequence[Expr]) -> list[Expr]:
    scale = 1 / (Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]).sqrt()
    return [e * scale for e in Q]


def _start_function(name: str, size: int, quaternions: Sequence[int]) -> Function:
    """Return the function x -> x with quaternions normalized."""
    g = Graph()
    x = [Expr(g, g.symbol(f"x{k}", "variable")) for k in range(size)]
    found = list(x)
    for k in quaternions:
        found[k : k + 4] = _normalize_quaternion(x[k : k + 4])
    ports = [Port(label, (size,), tuple(e.id for e in v)) for label, v in (("x", x), ("begun", found))]
    return Function(f"{name}_begin", g, (ports[0],), (ports[1],))


def _move_function(name: str, size: int, quaternions: Sequence[int], outer: bool) -> Function:
    """Return the function x, change -> changed x with quaternions normalized."""
    g = Graph()
    x = [Expr(g, g.symbol(f"x{k}", "variable")) for k in range(size)]
    change = [Expr(g, g.symbol(f"change{k}", "variable")) for k in range(size - len(quaternions))]
    found: list[Expr] = []
    rest = list(change)
    while len(found) < size:
        k = len(found)
        if k in quaternions:
            Q = [a + b for a, b in zip(x[k : k + 4], _unit_quaternion_rate(x[k : k + 4], rest[:3], outer), strict=True)]
            found, rest = [*found, *_normalize_quaternion(Q)], rest[3:]
        else:
            found, rest = [*found, x[k] + rest[0]], rest[1:]
    ports = [Port(label, (len(v),), tuple(e.id for e in v)) for label, v in (("x", x), ("change", change))]
    return Function(f"{name}_move", g, tuple(ports), (Port("moved", (size,), tuple(e.id for e in found)),))


__all__ = ["newton_kernel"]
