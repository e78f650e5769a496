"""The control cycle of El Baji et al. as one function of (t, q, qd): trajectory, inverse geometry, rates and the law.

Written once as expressions; the rates of the reference are derivatives in the graph. Compiled, or emitted like a model.
"""

from __future__ import annotations

from math import pi

import linkwright as lw
from linkwright.expr import Graph, make_number, make_symbol
from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.function import build
from linkwright.optimize import optimize

N = 5


def reference(t: lw.Expr, numbers: dict[str, float], slide: float) -> list[lw.Expr]:
    """Equations (40) and (38), with s3 > 0: the joint positions at time t."""
    l2, l3, l4 = (numbers[f"l{j}"] for j in (2, 3, 4))
    graph = t.graph
    phi, z = make_number(graph, pi / 3), 0.2
    px = (t / 2).cos() * t.cos() * 0.1 + 0.2 - phi.cos() * l4
    py = (t / 2).sin() * t.cos() * 0.1 + 0.2 - phi.sin() * l4
    c3 = (px * px + py * py - (l2**2 + l3**2)) / (2 * l2 * l3)
    s3 = (1 - c3 * c3).sqrt()
    q3 = s3.atan2(c3)
    far = l2 + l3 * c3
    q2 = (py * far - l3 * s3 * px).atan2(px * far + l3 * s3 * py)
    quill = numbers["l1"] + slide - numbers["l5"] - z
    return [make_number(graph, slide), q2, q3, phi - q2 - q3, make_number(graph, quill)]


def control_cycle(robot: lw.Robot, kp: float, kd: float, slide: float) -> lw.Function:
    """tau(t, q, qd): equation (41) along equation (40)."""
    graph = Graph()
    one, t = make_number(graph, 1), make_symbol(graph, "t", "variable")
    q = [make_symbol(graph, f"q{j}", "variable") for j in range(1, N + 1)]
    qd = [make_symbol(graph, f"qd{j}", "variable") for j in range(1, N + 1)]
    goal = reference(t, dict(robot.numbers), slide)
    rate = directional_derivatives(goal, {t: one})
    acceleration = directional_derivatives(rate, {t: one})
    wanted = [a + kp * (x - p) + kd * (v - w) for a, x, p, v, w in zip(acceleration, goal, q, rate, qd)]
    inverse = lw.model(robot.with_numbers(), "inverse_dynamics")
    tau = inverse(q=q, qd=qd, qdd=wanted)
    ports = [
        lw.Port("t", (), (t.id,), "time", ("t",), ("s",)),
        lw.Port("q", (N,), tuple(x.id for x in q), "joint positions"),
        lw.Port("qd", (N,), tuple(x.id for x in qd), "joint velocities"),
    ]
    out = lw.Port("tau", (N,), tuple(x.id for x in tau), "efforts")
    return optimize(build("control_cycle", ports, [out], graph, "computed torque along a trajectory"))
