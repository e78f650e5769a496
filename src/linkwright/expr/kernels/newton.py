"""Newton's iteration: x near a start with F(p, x) = 0.

What is zero is decided by what rounding leaves: |F_i| is compared with the size of its terms at the point, so that
units do not matter.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.derivative import jacobian
from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.kernel import Kernel
from linkwright.expr.kernels.orientation import orientation_kernel
from linkwright.expr.kernels.solve import solve_kernel
from linkwright.expr.loop import Reals, Step, epsilon, finite, loop, nan, zeros
from linkwright.expr.rounding import sizes

STEPS = 50
HALVINGS = 12

Runs = Callable[..., None]


def iterate(
    p: Reals, x: Reals, *, n: int, m: int, steps: int, halvings: int, evaluate: Runs, solve: Runs, orient: Runs
) -> None:  # fmt: skip
    """x with F(p, x) = 0 near a start: Newton's steps, halved while they do not bring F down.

    p holds the arguments, then the start. After x come the status (0 solved, 1 singular, 2 not converged, 4 other
    assembly mode: the determinant of F_x changed its sign on the way; then x is not a number) and the number of steps.
    """
    a = zeros(m)
    u = zeros(n)
    v = zeros(n)
    f = zeros(n)
    size = zeros(n)
    system = zeros(n * n + n)
    matrix = zeros(n * n)
    step = zeros(n + 1)
    sign = zeros(1)
    first = 0.0
    last = 0.0
    for k in range(m):
        a[k] = p[k]
    for k in range(n):
        v[k] = p[m + k]
    status = 2.0
    count = 0.0
    taken = 0
    halved = 0
    part = 1.0
    worst = nan
    for trial in range(steps * halvings + 1):
        evaluate(a, v, f, matrix, size)
        merit = 0.0  # what there is of F, of what its terms are
        for k in range(n):
            if abs(f[k]) > merit * size[k]:
                merit = abs(f[k]) / size[k]
            if not finite(f[k]):
                merit = nan
        if trial == 0 or merit < worst:
            worst = merit
            for k in range(n):
                u[k] = v[k]
            for k in range(n * n):
                system[k] = matrix[k]
            orient(matrix, sign)
            last = sign[0]
            if trial == 0:
                first = sign[0]
            if not worst > 4.0 * epsilon or taken == steps:  # nothing to gain any more, or F has no value
                break
            for k in range(n):
                system[n * n + k] = f[k]
            solve(system, step)
            if step[n] > 0.0:
                status = 1.0
                break
            count = count + 1.0
            taken = taken + 1
            part = 1.0
            halved = 0
        else:
            part = part / 2.0
            halved = halved + 1
            if halved == halvings:
                break
        for k in range(n):
            v[k] = u[k] - part * step[k]
    if worst <= 4096.0 * epsilon:  # what a solution may leave where nothing more can be gained: 1e-12 of the terms
        status = 0.0
        if first * last < 0.0:
            status = 4.0
    for k in range(n):
        x[k] = u[k]
        if status > 0.0:
            x[k] = nan
    x[n] = status
    x[n + 1] = count


def newton_kernel(name: str, relation: Function, steps: int = STEPS) -> Kernel:
    """The kernel that solves relation(p, x) = 0 for x from a start, which follows the arguments."""
    given, unknown = relation.inputs
    m, n = given.size, unknown.size
    evaluate = _evaluation(relation, name)
    runs: dict[str, Step] = {"evaluate": evaluate, "solve": solve_kernel(n), "orient": orientation_kernel(n)}
    code = loop(
        iterate, {"p": m + n}, {"x": n + 2}, runs, n=n, m=m, steps=steps, halvings=HALVINGS,
    )  # fmt: skip
    return Kernel(name, relation, code, ("status", "steps"), start=n)


def _evaluation(relation: Function, name: str) -> Function:
    """p, x -> F, F_x row by row, and the size of the terms of F."""
    g = relation.graph.copy()
    F, x = ([Expr(g, i) for i in port.elements] for port in (relation.outputs[0], relation.inputs[1]))
    matrix = [e for row in jacobian(F, x) for e in row]
    outputs = [("f", F), ("matrix", matrix), ("size", sizes(F))]
    ports = [Port(label, (len(values),), tuple(e.id for e in values)) for label, values in outputs]
    return Function(f"{name}_evaluate", g, relation.inputs, tuple(ports))


__all__ = ["newton_kernel"]
