"""Identities between independent routes to the same model, proven in the prime field where the route is algebra.

A numeric robot is proven in its symbolic form (numbers lifted to symbols): a proof for all numbers is one for these,
and it is not disturbed by rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from linkwright.errors import LinkwrightError, RobotError
from linkwright.expr import Expr, Function, Graph, Importer, Proof, prove_equal
from linkwright.expr.derivative import forward, gradient, jacobian
from linkwright.expr.function import find_port
from linkwright.models import function
from linkwright.models.base_parameters import base_parameters
from linkwright.models.lagrange import LAGRANGE
from linkwright.models.parameter_sets import complete
from linkwright.models.parts.columns import columns
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
            ("efforts = M qdd + C qd + g", equation_of_motion),
            ("dM/dt - 2 C is skew-symmetric", coriolis_is_skew),
            ("gravity efforts = slopes of potential energy", gravity_is_gradient),
            ("forward dynamics undoes inverse dynamics", forward_undoes_inverse),
            ("regressor times parameters = efforts", regressor_is_linear),
            ("Jacobian = derivative of geometry", jacobian_is_derivative),
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


def _together(robot: Robot, *models: str) -> tuple[dict[str, Expr], list[list[Expr]]]:
    """The first outputs of several models in one graph, and that graph's symbols by name."""
    graph = Graph()
    into = Importer(graph)
    made = [function(robot, name) for name in models]
    outputs = [[into(Expr(fn.graph, i)) for i in fn.outputs[0].elements] for fn in made]
    for fn in made:  # symbols that no output needs, too
        for port in fn.inputs:
            for i in port.elements:
                into(Expr(fn.graph, i))
    return {name: Expr(graph, i) for name, i in graph.symbols().items()}, outputs


def _state(robot: Robot, symbols: dict[str, Expr], kind: str) -> list[Expr]:
    port = find_port(function(robot, "inverse_dynamics").inputs, kind)
    return [symbols[label] for label in port.labels]


def _rows(flat: list[Expr], vector: list[Expr]) -> list[Expr]:
    """The product of a matrix, given row by row, and a vector."""
    n = len(vector)
    zero = vector[0] - vector[0]
    return [sum((flat[r * n + c] * vector[c] for c in range(n)), zero) for r in range(len(flat) // n)]


def equation_of_motion(robot: Robot) -> Check:
    bare = robot.without("friction", "external")
    models = ("inverse_dynamics", "inertia_matrix", "coriolis_matrix", "gravity_vector")
    symbols, (tau, M, C, g) = _together(bare, *models)
    qd, qdd = _state(bare, symbols, "qd"), _state(bare, symbols, "qdd")
    parts = zip(_rows(M, qdd), _rows(C, qd), g, strict=True)
    return _proof("efforts = M qdd + C qd + g", prove_equal(tau, [a + b + c for a, b, c in parts]))


def coriolis_is_skew(robot: Robot) -> Check:
    symbols, (M, C, _) = _together(robot, "inertia_matrix", "coriolis_matrix", "inverse_dynamics")
    q, qd = _state(robot, symbols, "q"), _state(robot, symbols, "qd")
    n, rates = len(q), forward(M, dict(zip(q, qd, strict=True)))
    skew = [rates[r * n + c] - 2 * C[r * n + c] for r in range(n) for c in range(n)]
    turned = [-skew[c * n + r] for r in range(n) for c in range(n)]
    return _proof("dM/dt - 2 C is skew-symmetric", prove_equal(skew, turned))


def gravity_is_gradient(robot: Robot) -> Check:
    symbols, (g, (U,), _) = _together(robot, "gravity_vector", "potential_energy", "inverse_dynamics")
    slopes = gradient(U, _state(robot, symbols, "q"))
    return _proof("gravity efforts = slopes of potential energy", prove_equal(g, slopes))


def forward_undoes_inverse(robot: Robot) -> Check:
    bare = robot.without("friction")  # Coulomb friction of a sign is the same on both sides
    symbols, (tau, qdd) = _together(bare, "inverse_dynamics", "forward_dynamics")
    port = find_port(function(bare, "forward_dynamics").inputs, "tau")
    back = Importer(tau[0].graph, dict(zip(port.labels, tau, strict=True)))
    composed = [back(e) for e in _apart(qdd)]
    return _proof("forward dynamics undoes inverse dynamics", prove_equal(composed, _state(bare, symbols, "qdd")))


def _apart(exprs: list[Expr]) -> list[Expr]:
    into = Importer(Graph())
    return [into(e) for e in exprs]


def regressor_is_linear(robot: Robot) -> Check:
    bare = robot.without("external")  # no parameter stands before a wrench
    _, (W, tau) = _together(bare, "regressor", "inverse_dynamics")
    into = Importer(tau[0].graph)
    efforts = _rows(W, [into(column.value) for column in columns(bare)])
    return _proof("regressor times parameters = efforts", prove_equal(efforts, tau))


def jacobian_is_derivative(robot: Robot) -> Check:
    symbols, (J, pose, _) = _together(robot, "jacobian", "direct_geometry", "inverse_dynamics")
    q = _state(robot, symbols, "q")
    position = [pose[4 * r + 3] for r in range(3)]
    slopes = [e for row in jacobian(position, q) for e in row]
    return _proof("Jacobian = derivative of geometry", prove_equal(J[: 3 * len(q)], slopes))


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
    """Of the robot with no inertia left out: zeros of this robot's bodies are not zeros of its structure."""
    whole = complete(robot)
    count, rank = base_parameters(whole).count, regressor_rank(whole)
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
