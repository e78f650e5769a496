"""Identities between independent routes to the same model, proven in the prime field where the route is algebra.

A numeric robot is proven in its symbolic form (numbers lifted to symbols): a proof for all numbers is one for these,
and it is not disturbed by rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from linkwright.errors import LinkwrightError, RobotError
from linkwright.expr import Expr, Function, Proof, prove_equal
from linkwright.models import function
from linkwright.models.base_parameters import base_parameters
from linkwright.models.lagrange import LAGRANGE
from linkwright.models.regressor_rank import regressor_rank
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.run import compile
from linkwright.verify.certificate import Check
from linkwright.verify.states import random_arguments

TOLERANCE = 1e-10  # relative, of numbers against numbers


def identities(robot: Robot) -> Iterator[tuple[str, Callable[[], Check]]]:
    """(name, check) of every law; a check is run when it is called."""
    symbolic = robot.with_symbols()
    yield from (
        (name, lambda law=law, name=name: _guarded(name, law, symbolic))
        for name, law in (
            ("Newton-Euler = Lagrange", newton_is_lagrange),
            ("optimised = as derived, standard parameters", optimised_is_derived),
            ("optimised = as derived, base parameters", optimised_base_is_derived),
            ("base parameters give the same efforts", base_is_standard),
            ("base parameters are minimal", base_is_minimal),
            ("compiled = interpreted", compiled_is_interpreted),
        )
    )


def _guarded(name: str, law: Callable[[Robot], Check], robot: Robot) -> Check:
    try:
        return law(robot)
    except RobotError as reason:  # the law does not apply to this robot
        return Check(name, "skipped", str(reason))
    except LinkwrightError as problem:
        return Check(name, "failed", str(problem))


def _proof(name: str, proof: Proof, what: str = "") -> Check:
    if proof:
        where = f"{proof.points} point{'s' * (proof.points > 1)}"
        return Check(name, "proven", f"{what}error probability < {proof.error_bound:.0e} ({where})")
    return Check(name, "failed", f"output {proof.difference} differs")


def newton_is_lagrange(robot: Robot) -> Check:
    newton, lagrange = function(robot, "inverse_dynamics"), function(robot, LAGRANGE)
    return _proof("Newton-Euler = Lagrange", prove_equal(newton.output("tau"), lagrange.output("tau")))


def _optimised(name: str, robot: Robot) -> Check:
    derived = function(robot, "inverse_dynamics")
    optimised = optimize(derived)
    change = f"{derived.cost.total} -> {optimised.cost.total} operations, "
    return _proof(name, prove_equal(derived.output("tau"), optimised.output("tau")), change)


def optimised_is_derived(robot: Robot) -> Check:
    return _optimised("optimised = as derived, standard parameters", robot)


def optimised_base_is_derived(robot: Robot) -> Check:
    return _optimised("optimised = as derived, base parameters", base_parameters(robot).robot)


def base_is_standard(robot: Robot) -> Check:
    """The efforts in base parameters, with the grouping relations put in, are the efforts in standard ones."""
    base = base_parameters(robot)
    standard = function(robot, "inverse_dynamics")
    grouped = function(base.robot, "inverse_dynamics")
    back = base.in_standard(standard.graph)
    efforts = [back(Expr(grouped.graph, i)) for i in grouped.outputs[0].elements]
    return _proof("base parameters give the same efforts", prove_equal(standard.output("tau"), efforts))


def base_is_minimal(robot: Robot) -> Check:
    count, rank = base_parameters(robot).count, regressor_rank(robot)
    detail = f"{count} parameters, exact rank of the regressor {rank}"
    return Check("base parameters are minimal", "passed" if count == rank else "failed", detail)


def compiled_is_interpreted(robot: Robot) -> Check:
    """The native function against the graph evaluated step by step, at random states."""
    fn = optimize(function(robot, "inverse_dynamics"))
    return compare(fn, compile(fn), "compiled = interpreted")


def compare(fn: Function, other: Callable[..., object], name: str, states: int = 10) -> Check:
    import numpy as np

    worst = 0.0
    for seed in range(states):
        arguments = random_arguments(fn, seed)
        ours = np.asarray(fn(**arguments))
        theirs = np.asarray(other(**arguments))
        worst = max(worst, float(np.max(np.abs(ours - theirs) / (1 + np.abs(ours)))))
    return Check(name, "passed" if worst < TOLERANCE else "failed", f"relative difference {worst:.0e}, {states} states")
