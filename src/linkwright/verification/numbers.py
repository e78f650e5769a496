"""Laws for the robot's own numbers instead of its symbolic form, and for the evaluation in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function, prove_equal
from linkwright.models import function
from linkwright.models.derive.derivation_request import DerivationRequest
from linkwright.models.derive.numeric_specialization import SPECIALIZED_MODELS, specialize_model
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.optimize import optimize, round_fractions
from linkwright.robot import Robot
from linkwright.run import compile
from linkwright.verification.bench import ModelFixture
from linkwright.verification.law import TOLERANCE, Law, Verdict, relative_difference
from linkwright.verification.states import METRES, RobotScale, evaluate_at_states, random_arguments, robot_scale

STATES, FALLBACK_MODEL, EFFORTS = 10, "inertia_matrix", "inverse_dynamics"
SOLVING_MODELS = {"inverse_inertia_matrix", "forward_dynamics", "hybrid_dynamics", "forward_dynamics_derivatives"}


def all_numbers(m: ModelFixture) -> Robot:
    """The robot with a number for every parameter: its own, or a random one where it has a symbol."""
    return m.origin.with_numbers({name: m.numbers[name] for name in m.origin.parameters})


def numeric_efforts(m: ModelFixture) -> Verdict:
    """Check the inverse dynamics of a robot with numbers, by the cheapest equivalent bodies: numbers are combined
    before the recursion in ways that symbols are not."""
    robot = all_numbers(m)
    other = ModelFixture(robot, robot)
    if cheaper := specialize_model(robot, EFFORTS, "standard", {}, _finished):
        other.derived[EFFORTS, ()] = _finished(cheaper, {})
    return _virtual_work(ModelFixture(robot, robot), other)


def _finished(asked: DerivationRequest, options: Mapping[str, Any]) -> Function:
    made = optimize(asked.derived(options))
    return round_fractions(made) if asked.is_exact else made


def specialized_is_plain(m: ModelFixture) -> Verdict:
    """Check the other models with numbers, by the cheapest equivalent bodies, against those by the robot's own bodies.

    Matrices are compared rather than solutions of linear systems, whose accuracy depends on the numbers. If a robot
    keeps its bodies, one model is checked.
    """
    robot, scale = all_numbers(m), robot_scale(m.robot, m.numbers)
    names = [name for name in SPECIALIZED_MODELS if name != EFFORTS and name not in SOLVING_MODELS]
    made = {name: specialize_model(robot, name, "standard", {}, _finished) for name in names}
    found = {name: asked for name, asked in made.items() if asked} or {
        FALLBACK_MODEL: DerivationRequest(robot, FALLBACK_MODEL)
    }
    worst = max(largest_difference(_finished(x, {}), function(robot, name), robot, scale) for name, x in found.items())
    return _outcome(worst, f"of the largest, {len(found)} models, {STATES} states")


def base_is_standard(m: ModelFixture) -> Verdict:
    """Check base parameters of a robot with numbers: the rules that decide what is zero differ from those of
    symbols."""
    robot = all_numbers(m)
    return _virtual_work(ModelFixture(robot, robot), ModelFixture(robot, find_base_parameters(robot).robot))


def _virtual_work(standard: ModelFixture, other: ModelFixture) -> Verdict:
    """Check a model of a robot with other bodies, or its own, against the mechanics of the standard one.

    Efforts of every joint are compared relative to the sum of the magnitudes of their terms, so that errors of a small
    robot, or of a small link at the end of a large one, count.
    """
    theirs, qdd = (standard.take(other.mechanics.lift(side)) for side in other.inverse())
    ours = standard.at(standard.efforts, qdd=qdd)
    scales = standard.at(standard.mechanics.lift(standard.mechanics.effort_scales()), qdd=qdd)
    values = evaluate_at_states(standard, standard.insert_given_rates([*ours, *theirs, *scales]), STATES)
    n = len(ours)
    worst = relative_difference(values[:n], values[n : 2 * n], values[2 * n :])
    return _outcome(worst, f"of the terms, {STATES} states")


def compiled_is_interpreted(m: ModelFixture) -> Verdict:
    """Check the native function against the graph evaluated step by step."""
    robot = m.origin
    fn = optimize(function(robot, "inverse_dynamics"))
    return compare_evaluations(fn, compile(fn), robot, robot_scale(m.robot, m.numbers))


def compare_evaluations(fn: Function, other: Callable[..., Any], robot: Robot, scale: RobotScale = METRES) -> Verdict:
    """Compare two evaluations of a function, relative to its largest output."""
    return _outcome(largest_difference(fn, other, robot, scale), f"of the largest, {STATES} states")


def largest_difference(fn: Function, other: Callable[..., Any], robot: Robot, scale: RobotScale) -> float:
    import numpy as np

    given = [random_arguments(fn, seed, robot, scale) for seed in range(STATES)]
    ours, theirs = (np.array([output_vector(f(**arguments)) for arguments in given]) for f in (fn, other))
    return relative_difference(ours, theirs)


def output_vector(found: Any) -> Any:
    """All outputs in one vector, or in one for each state of a batch."""
    import numpy as np

    return np.concatenate([np.asarray(x) for x in found.values()], axis=-1) if isinstance(found, dict) else found


def _outcome(worst: float, of: str) -> Verdict:
    return ("passed" if worst < TOLERANCE else "failed"), f"relative difference {worst:.0e} ({of})"


def rest_is_free_of_friction(m: ModelFixture) -> Verdict:
    """Check sign(0) = 0: at rest, efforts are those without friction. A robot without friction is given some."""
    import numpy as np

    robot = m.origin
    if any(joint.velocity is not None and not joint.velocity.name for joint in robot.joints):
        raise RobotError(f"{robot.name} gives velocities of joints as formulas: it is never at rest")
    if all(joint.coulomb.is_zero for joint in robot.joints):
        robot = robot.changed(joints=tuple(replace(j, coulomb=1) if j.moves else j for j in robot.joints))
    fn, smooth = optimize(function(robot, "inverse_dynamics")), function(robot.without("friction"), "inverse_dynamics")
    rest_of_joints = [0.0 for c in robot.coordinates if c.link]
    given = random_arguments(fn, 0, robot, robot_scale(m.robot, m.numbers)) | {"qd": rest_of_joints}
    expected = np.asarray(output_vector(smooth(**_arguments_of(smooth, fn, given))))
    batch = {port.name: np.array([given[port.name]]) for port in fn.variables}
    rest = {port.name: given[port.name] for port in fn.inputs if port.role == "parameter"}
    ways = {
        "interpreted": fn(**given), "interpreted batch": fn(**rest, **batch), "compiled": compile(fn)(**given),
        "compiled batch": compile(fn)(**rest, **batch),
    }  # fmt: skip
    for name, found in ways.items():
        if not (worst := relative_difference(np.ravel(output_vector(found)), expected)) < TOLERANCE:
            return "failed", f"{name}: relative difference {worst:.0e} at rest"
    return "passed", ", ".join(ways)


def _arguments_of(fn: Function, other: Function, given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of another function, taken from those of this one by label."""
    table: dict[str, Any] = {}
    for port in other.inputs:
        table |= dict(zip(port.labels, given[port.name], strict=True))
    return {port.name: [table[label] for label in port.labels] for port in fn.inputs}


# -- optimization -----------------------------------------------------------------------------------------------------


def check_optimized(robot: Robot) -> Verdict:
    derived = function(robot, "inverse_dynamics")
    short = optimize(derived)
    ours, theirs = ([x for p in fn.outputs for x in fn.output(p.name)] for fn in (derived, short))
    proof = prove_equal(ours, theirs)
    if not proof:
        return "failed", f"output {proof.difference} differs"
    change = f"{derived.cost.total} -> {short.cost.total} operations"
    return "proven", f"{change}, error probability < {proof.error_bound:.0e}"


def check_optimized_standard(m: ModelFixture) -> Verdict:
    return check_optimized(m.robot)


def check_optimized_base(m: ModelFixture) -> Verdict:
    return check_optimized(find_base_parameters(m.robot).robot)


LAWS = (
    Law("efforts = virtual work, for the robot's own numbers", ("inverse_dynamics",), numeric_efforts),
    Law("with the cheapest equivalent bodies = with its own, for the robot's own numbers", (), specialized_is_plain),
    Law("base parameters = standard ones, for the robot's own numbers", ("inverse_dynamics",), base_is_standard),
    Law("optimized = as derived, standard parameters", (), check_optimized_standard),
    Law("optimized = as derived, base parameters", (), check_optimized_base),
    Law("compiled = interpreted", (), compiled_is_interpreted),
    Law("no friction at rest: sign(0) = 0", (), rest_is_free_of_friction),
)
