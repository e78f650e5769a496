"""Laws of identification: every regressor times parameters against the mechanics of these parameters.

The parameters are new symbols, one for every column: what holds for them holds column by column.
"""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.expr import Expr
from linkwright.expr.derivative import gradient
from linkwright.models.derive.tuned_models import tuned_for
from linkwright.models.derive.tuned_parameters import tuned_parameters
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import TunedParameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.optimize import optimize
from linkwright.robot.robot import GEOMETRY
from linkwright.verification.bench import ModelFixture
from linkwright.verification.kinematics import flatten_matrix
from linkwright.verification.law import Law, SymbolicEquality, Verdict, prove_statement
from linkwright.verification.mechanics import sum_terms

WHICH = ("present", "all")


def regressor_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for which in WHICH:
        p = m.columns(which)
        W = m.matrix("regressor", columns=which)
        yield SymbolicEquality(f"columns: {which}", m.times(W, [*p.values()]), m.mechanics.efforts(p, wrenches=False))


def regressor_with_own_parameters(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """W p with the robot's own parameters."""
    own = m.mechanics.parameters
    p = [own[place] for place in m.columns()]
    expected = m.mechanics.efforts(wrenches=False)
    yield SymbolicEquality("efforts", m.times(m.matrix("regressor"), p), expected)


def wrench_regressor_columns(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for which in WHICH:
        p = m.columns(which, joints=False)
        f, n = m.mechanics.cut_wrenches(p, wrenches=False)
        for port, expected in (("f", f), ("n", n)):
            W = m.matrix("link_wrench_regressor", port, columns=which)
            yield SymbolicEquality(f"{port}, columns: {which}", m.times(W, [*p.values()]), flatten_matrix(expected[1:]))


def energy_regressor_columns(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for which in WHICH:
        p = m.columns(which)
        T, U = (m.matrix("energy_regressor", port, columns=which) for port in "TU")
        yield SymbolicEquality(f"kinetic, columns: {which}", m.times(T, [*p.values()]), [m.mechanics.kinetic_energy(p)])
        yield SymbolicEquality(
            f"potential, columns: {which}", m.times(U, [*p.values()]), [m.mechanics.potential_energy(p)]
        )


def power_regressor_columns(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for which in WHICH:
        p = m.columns(which)
        tau = m.mechanics.efforts(p, wrenches=False)
        power = sum_terms(x * y for x, y in zip(tau, m.qd, strict=True))
        yield SymbolicEquality(
            f"columns: {which}", m.times(m.matrix("power_regressor", columns=which), [*p.values()]), [power]
        )


def filtered_regressor_columns(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """A p = dT/dqd, and d/dt(A p) + B p are the efforts."""
    m = m.free.with_symbolic_base_motion
    for which in WHICH:
        p = m.columns(which)
        A, B = (m.times(m.matrix("filtered_regressor", port, columns=which), [*p.values()]) for port in "AB")
        (T,) = m.mechanics.lift([m.mechanics.kinetic_energy(p)])
        yield SymbolicEquality(f"momenta, columns: {which}", A, gradient(T, m.qd))
        efforts = [a + b for a, b in zip(m.rate(A), B, strict=True)]
        yield SymbolicEquality(f"efforts, columns: {which}", efforts, m.mechanics.efforts(p, wrenches=False))


# -- base parameters --------------------------------------------------------------------------------------------------


def base_is_standard(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Models in base parameters, with the grouping relations inserted."""
    base = find_base_parameters(m.robot)
    grouped = ModelFixture(m.origin, base.robot)
    back = base.in_standard(m.graph)
    tau, qdd = ([back(x) for x in grouped.mechanics.lift(side)] for side in grouped.inverse())
    yield SymbolicEquality("efforts", tau, m.at(m.efforts, qdd=qdd))
    p = {(j, name): value for (j, name), value in m.mechanics.parameters.items() if name in ("FV", "FS")}
    p |= {(k.link, k.parameter): k.value for k in base.kept}  # friction parameters that couplings group, too
    chosen: list[Expr] = [p[place] if p[place].graph is m.graph else back(p[place]) for place in grouped.columns()]
    W = [[back(x) for x in row] for row in grouped.matrix("regressor")]
    yield SymbolicEquality("regressor", m.times(W, chosen), m.mechanics.efforts(wrenches=False))


def base_is_minimal(m: ModelFixture) -> Verdict:
    """Check the number of base parameters of the robot with all inertial parameters: zeros of its bodies are not zeros
    of its structure."""
    whole = with_all_parameters(m.robot)
    base, rank = find_base_parameters(whole), regressor_rank(whole)
    detail = f"{base.count} parameters, exact rank of the regressor {rank}"
    if base.left:
        detail += f", no formula for {', '.join(f'{name}{j}' for j, name in base.left)}"
    return ("passed" if base.count - len(base.left) == rank else "failed"), detail


# -- tuned parameters -------------------------------------------------------------------------------------------------


OTHER_MODELS = ("inertia_matrix", "coriolis_matrix")  # their parameter sets are checked as examples of all other models


def tuned_is_standard(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Inverse dynamics in tuned parameters, with their formulas inserted, by way of the base parameters."""
    yield _same_efforts(m, tuned_parameters(m.robot))


def other_sets_are_standard(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Inverse dynamics in the sets of other models: where the efforts of every motion are the same, so are these
    models."""
    for model in OTHER_MODELS:
        yield _same_efforts(m, tuned_for(m.robot, model, optimize))


def _same_efforts(m: ModelFixture, tuned: TunedParameters) -> SymbolicEquality:
    other, back = ModelFixture(m.origin, tuned.robot), tuned.in_standard(m.graph)
    tau, qdd = ([back(x) for x in other.mechanics.lift(side)] for side in other.inverse())
    return SymbolicEquality("efforts", tau, m.at(m.efforts, qdd=qdd))


def tuned_is_minimal(m: ModelFixture) -> Verdict:
    return _check_minimal_set(m, tuned_parameters(m.robot))


def other_sets_are_minimal(m: ModelFixture) -> Verdict:
    found = [_check_minimal_set(m, tuned_for(m.robot, model, optimize)) for model in OTHER_MODELS]
    return next((x for x in found if x[0] == "failed"), found[0])


def _check_minimal_set(m: ModelFixture, tuned: TunedParameters) -> Verdict:
    """Check that there are as many parameters as base parameters, and no other symbols in the bodies."""
    names = {s for k in tuned.kept for s in k.value.symbols}
    bodies = [x for joint in tuned.robot.joints for x in (*joint.body.inertia, joint.rotor)]
    lengths = {s for joint in m.robot.joints for name in GEOMETRY for s in getattr(joint, name).symbols}
    strange = {s for x in bodies for s in x.symbols} - names - lengths
    detail = f"{tuned.count} tuned parameters, {tuned.base.count} base parameters"
    if strange:
        return "failed", f"{detail}, and {', '.join(sorted(strange))}"
    return ("passed" if tuned.count == tuned.base.count else "failed"), detail


LAWS = (
    Law("regressor times parameters = virtual work", ("regressor",), prove_statement(regressor_efforts)),
    Law(
        "regressor times the robot's parameters = virtual work",
        ("regressor",),
        prove_statement(regressor_with_own_parameters),
    ),
    Law(
        "regressor of cut forces = sums over all links behind the cut",
        ("link_wrench_regressor",),
        prove_statement(wrench_regressor_columns),
    ),
    Law("energy regressor = sums over points", ("energy_regressor",), prove_statement(energy_regressor_columns)),
    Law("power regressor = power of virtual work", ("power_regressor",), prove_statement(power_regressor_columns)),
    Law(
        "filtered regressor = slopes of kinetic energy, virtual work",
        ("filtered_regressor",),
        prove_statement(filtered_regressor_columns),
    ),
    Law(
        "base parameters = standard ones, for all numbers",
        ("inverse_dynamics", "regressor"),
        prove_statement(base_is_standard),
    ),
    Law("base parameters are minimal", (), base_is_minimal),
    Law("tuned parameters = standard ones, for all numbers", ("inverse_dynamics",), prove_statement(tuned_is_standard)),
    Law("tuned parameters are as many as base parameters", (), tuned_is_minimal),
    Law(
        "tuned parameters of other models = standard ones",
        ("inverse_dynamics",),
        prove_statement(other_sets_are_standard),
    ),
    Law("tuned parameters of other models are as many as base parameters", (), other_sets_are_minimal),
)
