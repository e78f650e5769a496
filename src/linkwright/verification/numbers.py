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
from linkwright.models.parameters.base_parameters import base_parameters
from linkwright.optimize import optimize, rounded
from linkwright.robot import Robot
from linkwright.run import compile
from linkwright.verification.bench import Bench
from linkwright.verification.law import TOLERANCE, Law, Verdict, relative
from linkwright.verification.states import METRES, Scale, evaluate, random_arguments, scale_of

STATES, M, EFFORTS = 10, "inertia_matrix", "inverse_dynamics"
SOLVING = {"inverse_inertia_matrix", "forward_dynamics", "hybrid_dynamics", "forward_dynamics_derivatives"}


def all_numbers(m: Bench) -> Robot:
    """The robot with a number for every parameter: its own, or a random one where it has a symbol."""
    return m.origin.with_numbers({name: m.numbers[name] for name in m.origin.parameters})


def own_efforts(m: Bench) -> Verdict:
    """Check the inverse dynamics of a robot with numbers, by the cheapest equivalent bodies: numbers are combined
    before the recursion in ways that symbols are not."""
    robot = all_numbers(m)
    other = Bench(robot, robot)
    if cheaper := specialize_model(robot, EFFORTS, "standard", {}, _finished):
        other.derived[EFFORTS, ()] = _finished(cheaper, {})
    return _virtual_work(Bench(robot, robot), other)


def _finished(asked: DerivationRequest, options: Mapping[str, Any]) -> Function:
    made = optimize(asked.derived(options))
    return rounded(made) if asked.is_exact else made


def folded_is_plain(m: Bench) -> Verdict:
    """Check the other models with numbers, by the cheapest equivalent bodies, against those by the robot's own bodies.

    Matrices are compared rather than solutions of linear systems, whose accuracy depends on the numbers. If a robot
    keeps its bodies, one model is checked.
    """
    robot, scale = all_numbers(m), scale_of(m.robot, m.numbers)
    names = [name for name in SPECIALIZED_MODELS if name != EFFORTS and name not in SOLVING]
    made = {name: specialize_model(robot, name, "standard", {}, _finished) for name in names}
    found = {name: asked for name, asked in made.items() if asked} or {M: DerivationRequest(robot, M)}
    worst = max(difference(_finished(x, {}), function(robot, name), robot, scale) for name, x in found.items())
    return _outcome(worst, f"of the largest, {len(found)} models, {STATES} states")


def base_is_standard(m: Bench) -> Verdict:
    """Check base parameters of a robot with numbers: the rules that decide what is zero differ from those of
    symbols."""
    robot = all_numbers(m)
    return _virtual_work(Bench(robot, robot), Bench(robot, base_parameters(robot).robot))


def _virtual_work(standard: Bench, other: Bench) -> Verdict:
    """Check a model of a robot with other bodies, or its own, against the mechanics of the standard one.

    Efforts of every joint are compared relative to the sum of the magnitudes of their terms, so that errors of a small
    robot, or of a small link at the end of a large one, count.
    """
    theirs, qdd = (standard.take(other.mechanics.lift(side)) for side in other.inverse())
    ours = standard.at(standard.efforts, qdd=qdd)
    scales = standard.at(standard.mechanics.lift(standard.mechanics.effort_scales()), qdd=qdd)
    values = evaluate(standard, standard.given([*ours, *theirs, *scales]), STATES)
    n = len(ours)
    worst = relative(values[:n], values[n : 2 * n], values[2 * n :])
    return _outcome(worst, f"of the terms, {STATES} states")


def compiled_is_interpreted(m: Bench) -> Verdict:
    """Check the native function against the graph evaluated step by step."""
    robot = m.origin
    fn = optimize(function(robot, "inverse_dynamics"))
    return compare(fn, compile(fn), robot, scale_of(m.robot, m.numbers))


def compare(fn: Function, other: Callable[..., Any], robot: Robot, scale: Scale = METRES) -> Verdict:
    """Compare two evaluations of a function, relative to its largest output."""
    return _outcome(difference(fn, other, robot, scale), f"of the largest, {STATES} states")


def difference(fn: Function, other: Callable[..., Any], robot: Robot, scale: Scale) -> float:
    import numpy as np

    given = [random_arguments(fn, seed, robot, scale) for seed in range(STATES)]
    ours, theirs = (np.array([outputs(f(**arguments)) for arguments in given]) for f in (fn, other))
    return relative(ours, theirs)


def outputs(found: Any) -> Any:
    """All outputs in one vector, or in one for each state of a batch."""
    import numpy as np

    return np.concatenate([np.asarray(x) for x in found.values()], axis=-1) if isinstance(found, dict) else found


def _outcome(worst: float, of: str) -> Verdict:
    return ("passed" if worst < TOLERANCE else "failed"), f"relative difference {worst:.0e} ({of})"


def rest_is_free_of_friction(m: Bench) -> Verdict:
    """Check sign(0) = 0: at rest, efforts are those without friction. A robot without friction is given some."""
    import numpy as np

    robot = m.origin
    if any(joint.velocity is not None and not joint.velocity.name for joint in robot.joints):
        raise RobotError(f"{robot.name} gives velocities of joints as formulas: it is never at rest")
    if all(joint.coulomb.is_zero for joint in robot.joints):
        robot = robot.changed(joints=tuple(replace(j, coulomb=1) if j.moves else j for j in robot.joints))
    fn, smooth = optimize(function(robot, "inverse_dynamics")), function(robot.without("friction"), "inverse_dynamics")
    rest_of_joints = [0.0 for c in robot.coordinates if c.link]
    given = random_arguments(fn, 0, robot, scale_of(m.robot, m.numbers)) | {"qd": rest_of_joints}
    expected = np.asarray(outputs(smooth(**_own(smooth, fn, given))))
    batch = {port.name: np.array([given[port.name]]) for port in fn.variables}
    rest = {port.name: given[port.name] for port in fn.inputs if port.role == "parameter"}
    ways = {
        "interpreted": fn(**given), "interpreted batch": fn(**rest, **batch), "compiled": compile(fn)(**given),
        "compiled batch": compile(fn)(**rest, **batch),
    }  # fmt: skip
    for name, found in ways.items():
        if not (worst := relative(np.ravel(outputs(found)), expected)) < TOLERANCE:
            return "failed", f"{name}: relative difference {worst:.0e} at rest"
    return "passed", ", ".join(ways)


def _own(fn: Function, other: Function, given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of another function, taken from those of this one by label."""
    table: dict[str, Any] = {}
    for port in other.inputs:
        table |= dict(zip(port.labels, given[port.name], strict=True))
    return {port.name: [table[label] for label in port.labels] for port in fn.inputs}


# -- optimization -----------------------------------------------------------------------------------------------------


def optimised(robot: Robot) -> Verdict:
    derived = function(robot, "inverse_dynamics")
    short = optimize(derived)
    ours, theirs = ([x for p in fn.outputs for x in fn.output(p.name)] for fn in (derived, short))
    proof = prove_equal(ours, theirs)
    if not proof:
        return "failed", f"output {proof.difference} differs"
    change = f"{derived.cost.total} -> {short.cost.total} operations"
    return "proven", f"{change}, error probability < {proof.error_bound:.0e}"


def optimised_standard(m: Bench) -> Verdict:
    return optimised(m.robot)


def optimised_base(m: Bench) -> Verdict:
    return optimised(base_parameters(m.robot).robot)


LAWS = (
    Law("efforts = virtual work, for the robot's own numbers", ("inverse_dynamics",), own_efforts),
    Law("with the cheapest equivalent bodies = with its own, for the robot's own numbers", (), folded_is_plain),
    Law("base parameters = standard ones, for the robot's own numbers", ("inverse_dynamics",), base_is_standard),
    Law("optimized = as derived, standard parameters", (), optimised_standard),
    Law("optimized = as derived, base parameters", (), optimised_base),
    Law("compiled = interpreted", (), compiled_is_interpreted),
    Law("no friction at rest: sign(0) = 0", (), rest_is_free_of_friction),
)
