"""Laws of derivatives: those of the dynamics against derivatives of virtual work, along symbolic directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from linkwright.expr import Expr
from linkwright.verification.bench import Bench
from linkwright.verification.law import Equation, Law, proven
from linkwright.verification.mechanics import Matrix, apply, plus, total

MAX_COORDINATES = 12  # with more coordinates the derivatives in the graph take long

INVERSE, FORWARD = "inverse_dynamics_derivatives", "forward_dynamics_derivatives"


def bilinear(cube: Matrix, u: Sequence[Expr], v: Sequence[Expr]) -> list[Any]:
    """Return the sum of cube[n i + j][k] u_j v_k, for every i."""
    n = len(u)
    return [total(u[j] * apply([cube[k + j]], v)[0] for j in range(n)) for k in range(0, len(cube), n)]


def of_inverse(m: Bench) -> Iterator[Equation]:
    u = m.direction()
    for kind in ("q", "qd", "qdd"):
        left = m.times(m.matrix(INVERSE, f"dtau_d{kind}"), u)
        yield Equation(f"by {kind}", left, m.along(m.efforts, **{kind: u}))
    p = m.columns()
    if p:
        W = m.matrix(INVERSE, "dtau_dp", wrt="parameters")
        yield Equation("by parameters", m.times(W, [*p.values()]), m.mechanics.efforts(p, wrenches=False))


def with_formulas(m: Bench) -> Iterator[Equation]:
    """Derivatives where wrenches are formulas of the state: these have derivatives of their own."""
    if len(m.qd) > MAX_COORDINATES or not m.ports["qd"]:
        return
    m = m.loaded
    u, qdd = m.direction(), m.accelerations("forward_dynamics", "qdd")
    for kind in ("q", "qd", "qdd"):
        slope = m.along(m.efforts, **{kind: u})
        yield Equation(f"inverse by {kind}", m.times(m.matrix(INVERSE, f"dtau_d{kind}"), u), slope)
        if kind != "qdd":
            pushed = m.inertia(m.times(m.matrix(FORWARD, f"dqdd_d{kind}"), u))
            yield Equation(f"forward by {kind}", plus(pushed, m.at(slope, qdd=qdd)), [0] * len(u))


def second_of_inverse(m: Bench) -> Iterator[Equation]:
    m = m.free
    u, v = m.direction("u"), m.direction("v")
    for kind in ("q", "qd", "qdd"):
        left = m.times(m.matrix(INVERSE, f"dtau_d{kind}", order=2), u)
        yield Equation(f"by {kind}", left, m.along(m.efforts, **{kind: u}))
    for first, then in (("q", "q"), ("qd", "q"), ("qd", "qd"), ("qdd", "q")):
        cube = m.matrix(INVERSE, f"d2tau_d{first}_d{then}", order=2)
        expected = m.along(m.along(m.efforts, **{first: u}), **{then: v})
        yield Equation(f"by {first} and {then}", bilinear(cube, u, v), expected)


def of_forward(m: Bench) -> Iterator[Equation]:
    """tau(q, qd, qdd(q, qd, tau)) = tau: M dqdd/dx u = -dtau/dx u at the accelerations that solve it."""
    u = m.direction()
    qdd = m.accelerations("forward_dynamics", "qdd")
    for kind in ("q", "qd"):
        pushed = m.inertia(m.times(m.matrix(FORWARD, f"dqdd_d{kind}"), u))
        slope = m.at(m.along(m.efforts, **{kind: u}), qdd=qdd)
        yield Equation(f"by {kind}", plus(pushed, slope), [0] * len(u))
    options, efforts = {"wrt": "tau"} if m.few else {}, m.direction("e", len(m.tau_inputs))
    if efforts:
        A = m.matrix(FORWARD, "dqdd_dtau", **options)
        yield Equation("by tau", m.inertia(m.times(A, efforts)), m.at(m.tau, tau=efforts))


def second_of_forward(m: Bench) -> Iterator[Equation]:
    """Second derivatives against derivatives of the first ones, which solve the equation above."""
    m = m.free
    v = m.direction("v")
    for first, then in (("q", "q"), ("qd", "q"), ("qd", "qd"), ("tau", "q")):
        u = m.direction("u", len(m.tau_inputs) if first == "tau" else None)
        if not u:
            continue
        cube = m.matrix(FORWARD, f"d2qdd_d{first}_d{then}", order=2)
        slopes, beside = (m.times(m.matrix(FORWARD, f"dqdd_d{first}", order=k), u) for k in (1, 2))
        yield Equation(f"by {first}", beside, slopes)
        yield Equation(f"by {first} and {then}", bilinear(cube, u, v), m.along(slopes, **{then: v}))


LAWS = (
    Law("derivatives of inverse dynamics = those of virtual work", (INVERSE,), proven(of_inverse)),
    Law("second derivatives of inverse dynamics = those of virtual work", (INVERSE,), proven(second_of_inverse)),
    Law("derivatives of forward dynamics solve those of virtual work", (FORWARD, "forward_dynamics"),
        proven(of_forward)),
    Law("second derivatives of forward dynamics = derivatives of the first", (FORWARD,), proven(second_of_forward)),
    Law("derivatives where wrenches are formulas of the state = those of virtual work", (), proven(with_formulas)),
)  # fmt: skip
