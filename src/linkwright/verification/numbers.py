"""Laws of numbers: the robot's own ones, not their symbolic form, and what evaluates them in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function, prove_equal
from linkwright.models import function
from linkwright.models.derive.climbing import begun
from linkwright.models.derive.derivation_request import Recipe
from linkwright.models.derive.numeric_specialization import FOLDED, folded
from linkwright.models.parameters.base_parameters import base_parameters
from linkwright.optimize import optimize, rounded
from linkwright.robot import Robot
from linkwright.run import compile
from linkwright.verification.bench import Bench
from linkwright.verification.law import TOLERANCE, Law, Verdict, relative
from linkwright.verification.states import METRES, Scale, evaluate, random_arguments, scale_of

STATES, M = 10, "inertia_matrix"
SOLVING = {"inverse_inertia_matrix", "forward_dynamics", "hybrid_dynamics", "forward_dynamics_derivatives"}


def all_numbers(m: Bench) -> Robot:
    """The robot with a number for every parameter: its own, or a random one where it has a symbol."""
    return m.origin.with_numbers({name: m.numbers[name] for name in m.origin.parameters})


def own_efforts(m: Bench) -> Verdict:
    """Numbers are put together before the recursion in ways that symbols are not: the model as users get it, by the
    bodies that cost least."""
    robot = all_numbers(m)
    other = Bench(robot, robot)
    if better := begun(robot, "standard", {}, _finished):
        other.derived["inverse_dynamics", ()] = better.derived({})
    return _virtual_work(Bench(robot, robot), other)


def _finished(recipe: Recipe, options: Mapping[str, Any]) -> Function:
    made = optimize(recipe.derived(options))
    return rounded(made) if recipe.is_exact else made


def folded_is_plain(m: Bench) -> Verdict:
    """Other models as users get them, by the bodies that cost least, against those by the robot's own. Matrices are
    compared, and not what solves them: how well that can be known depends on the numbers. A robot that keeps its bodies
    has one model looked at."""
    robot, scale = all_numbers(m), scale_of(m.robot, m.numbers)
    made = {name: folded(robot, name, "standard", {}, _finished) for name in FOLDED if name not in SOLVING}
    found = {name: recipe for name, recipe in made.items() if recipe} or {M: Recipe(robot, M)}
    worst = max(difference(_finished(x, {}), function(robot, name), robot, scale) for name, x in found.items())
    return _outcome(worst, f"of the largest, {len(found)} models, {STATES} states")


def base_is_standard(m: Bench) -> Verdict:
    """The grouping of numbers decides what is zero by other rules than that of symbols."""
    robot = all_numbers(m)
    return _virtual_work(Bench(robot, robot), Bench(robot, base_parameters(robot).robot))


def _virtual_work(standard: Bench, other: Bench) -> Verdict:
    """The model of a robot with other bodies, or the same, against the mechanics of the standard one.

    Efforts of every joint are compared relative to the sum of the sizes of their terms: neither a small robot nor a
    small link at the end of a large one is hidden.
    """
    theirs, qdd = (standard.take(other.mechanics.lift(side)) for side in other.inverse())
    ours = standard.at(standard.efforts, qdd=qdd)
    scales = standard.at(standard.mechanics.lift(standard.mechanics.effort_scales()), qdd=qdd)
    values = evaluate(standard, standard.given([*ours, *theirs, *scales]), STATES)
    n = len(ours)
    worst = relative(values[:n], values[n : 2 * n], values[2 * n :])
    return _outcome(worst, f"of the terms, {STATES} states")


def compiled_is_interpreted(m: Bench) -> Verdict:
    """The native function against the graph evaluated step by step."""
    robot = m.origin
    fn = optimize(function(robot, "inverse_dynamics"))
    return compare(fn, compile(fn), robot, scale_of(m.robot, m.numbers))


def compare(fn: Function, other: Callable[..., Any], robot: Robot, scale: Scale = METRES) -> Verdict:
    """Two ways to evaluate a function, relative to its largest output."""
    return _outcome(difference(fn, other, robot, scale), f"of the largest, {STATES} states")


def difference(fn: Function, other: Callable[..., Any], robot: Robot, scale: Scale) -> float:
    import numpy as np

    given = [random_arguments(fn, seed, robot, scale) for seed in range(STATES)]
    ours, theirs = (np.array([outputs(f(**arguments)) for arguments in given]) for f in (fn, other))
    return relative(ours, theirs)


def outputs(found: Any) -> Any:
    """All of them in one vector, or in one for each state of a batch."""
    import numpy as np

    return np.concatenate([np.asarray(x) for x in found.values()], axis=-1) if isinstance(found, dict) else found


def _outcome(worst: float, of: str) -> Verdict:
    return ("passed" if worst < TOLERANCE else "failed"), f"relative difference {worst:.0e} ({of})"


def rest_is_free_of_friction(m: Bench) -> Verdict:
    """sign(0) = 0: at rest, efforts are those without friction. A robot without it is given some."""
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
    """The arguments of another function that this one has, too."""
    table: dict[str, Any] = {}
    for port in other.inputs:
        table |= dict(zip(port.labels, given[port.name], strict=True))
    return {port.name: [table[label] for label in port.labels] for port in fn.inputs}


# -- the optimiser ----------------------------------------------------------------------------------------------------


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
    Law("by the cheapest bodies = by its own, for the robot's own numbers", (), folded_is_plain),
    Law("base parameters = standard ones, for the robot's own numbers", ("inverse_dynamics",), base_is_standard),
    Law("optimised = as derived, standard parameters", (), optimised_standard),
    Law("optimised = as derived, base parameters", (), optimised_base),
    Law("compiled = interpreted", (), compiled_is_interpreted),
    Law("no friction at rest: sign(0) = 0", (), rest_is_free_of_friction),
)
