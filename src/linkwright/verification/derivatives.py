"""Laws of derivatives: those of the dynamics against derivatives of virtual work, along symbolic directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from linkwright.expr import Expr
from linkwright.verification.bench import ModelFixture
from linkwright.verification.law import Law, SymbolicEquality, prove_statement
from linkwright.verification.mechanics import Matrix, add_scaled, multiply_vector, sum_terms

MAX_COORDINATES = 12  # with more coordinates the derivatives in the graph take long

INVERSE, FORWARD = "inverse_dynamics_derivatives", "forward_dynamics_derivatives"


def apply_bilinear(cube: Matrix, u: Sequence[Expr], v: Sequence[Expr]) -> list[Any]:
    """Return the sum of cube[n i + j][k] u_j v_k, for every i."""
    n = len(u)
    return [sum_terms(u[j] * multiply_vector([cube[k + j]], v)[0] for j in range(n)) for k in range(0, len(cube), n)]


def inverse_derivatives(m: ModelFixture) -> Iterator[SymbolicEquality]:
    u = m.direction()
    for kind in ("q", "qd", "qdd"):
        left = m.times(m.matrix(INVERSE, f"dtau_d{kind}"), u)
        yield SymbolicEquality(f"by {kind}", left, m.along(m.efforts, **{kind: u}))
    p = m.columns()
    if p:
        W = m.matrix(INVERSE, "dtau_dp", wrt="parameters")
        yield SymbolicEquality("by parameters", m.times(W, [*p.values()]), m.mechanics.efforts(p, wrenches=False))


def derivatives_with_wrench_formulas(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Derivatives where wrenches are formulas of the state: these have derivatives of their own."""
    if len(m.qd) > MAX_COORDINATES or not m.ports["qd"]:
        return
    m = m.with_wrench_formulas
    u, qdd = m.direction(), m.accelerations("forward_dynamics", "qdd")
    for kind in ("q", "qd", "qdd"):
        slope = m.along(m.efforts, **{kind: u})
        yield SymbolicEquality(f"inverse by {kind}", m.times(m.matrix(INVERSE, f"dtau_d{kind}"), u), slope)
        if kind != "qdd":
            pushed = m.inertia(m.times(m.matrix(FORWARD, f"dqdd_d{kind}"), u))
            yield SymbolicEquality(f"forward by {kind}", add_scaled(pushed, m.at(slope, qdd=qdd)), [0] * len(u))


def inverse_second_derivatives(m: ModelFixture) -> Iterator[SymbolicEquality]:
    m = m.free
    u, v = m.direction("u"), m.direction("v")
    for kind in ("q", "qd", "qdd"):
        left = m.times(m.matrix(INVERSE, f"dtau_d{kind}", order=2), u)
        yield SymbolicEquality(f"by {kind}", left, m.along(m.efforts, **{kind: u}))
    for first, then in (("q", "q"), ("qd", "q"), ("qd", "qd"), ("qdd", "q")):
        cube = m.matrix(INVERSE, f"d2tau_d{first}_d{then}", order=2)
        expected = m.along(m.along(m.efforts, **{first: u}), **{then: v})
        yield SymbolicEquality(f"by {first} and {then}", apply_bilinear(cube, u, v), expected)


def forward_derivatives(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """tau(q, qd, qdd(q, qd, tau)) = tau: M dqdd/dx u = -dtau/dx u at the accelerations that solve it."""
    u = m.direction()
    qdd = m.accelerations("forward_dynamics", "qdd")
    for kind in ("q", "qd"):
        pushed = m.inertia(m.times(m.matrix(FORWARD, f"dqdd_d{kind}"), u))
        slope = m.at(m.along(m.efforts, **{kind: u}), qdd=qdd)
        yield SymbolicEquality(f"by {kind}", add_scaled(pushed, slope), [0] * len(u))
    options, efforts = {"wrt": "tau"} if m.has_few_coordinates else {}, m.direction("e", len(m.tau_inputs))
    if efforts:
        A = m.matrix(FORWARD, "dqdd_dtau", **options)
        yield SymbolicEquality("by tau", m.inertia(m.times(A, efforts)), m.at(m.tau, tau=efforts))


def forward_second_derivatives(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Second derivatives against derivatives of the first ones, which solve the equation above."""
    m = m.free
    v = m.direction("v")
    for first, then in (("q", "q"), ("qd", "q"), ("qd", "qd"), ("tau", "q")):
        u = m.direction("u", len(m.tau_inputs) if first == "tau" else None)
        if not u:
            continue
        cube = m.matrix(FORWARD, f"d2qdd_d{first}_d{then}", order=2)
        slopes, beside = (m.times(m.matrix(FORWARD, f"dqdd_d{first}", order=k), u) for k in (1, 2))
        yield SymbolicEquality(f"by {first}", beside, slopes)
        yield SymbolicEquality(f"by {first} and {then}", apply_bilinear(cube, u, v), m.along(slopes, **{then: v}))


LAWS = (
    Law("derivatives of inverse dynamics = those of virtual work", (INVERSE,), prove_statement(inverse_derivatives)),
    Law(
        "second derivatives of inverse dynamics = those of virtual work",
        (INVERSE,),
        prove_statement(inverse_second_derivatives),
    ),
    Law(
        "derivatives of forward dynamics solve those of virtual work",
        (FORWARD, "forward_dynamics"),
        prove_statement(forward_derivatives),
    ),
    Law(
        "second derivatives of forward dynamics = derivatives of the first",
        (FORWARD,),
        prove_statement(forward_second_derivatives),
    ),
    Law(
        "derivatives where wrenches are formulas of the state = those of virtual work",
        (),
        prove_statement(derivatives_with_wrench_formulas),
    ),
)
