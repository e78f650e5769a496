"""The compiler on one screen: read -> model -> optimise -> emit / compile / verify.

    text --read--> Robot --model--> Function --optimise--> Function --emit--> files
                                                                `--compile--> fast callable

Whatever a user does (command line, Python, batch) goes through these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Function
from linkwright.memory import seldom_collected
from linkwright.progress import over
from linkwright.robot import Robot
from linkwright.robot.families import FAMILIES, family_member

if TYPE_CHECKING:
    from linkwright.expr.expansion import Expansion
    from linkwright.formats import Source
    from linkwright.models.constraints.loop_report import LoopAnalysis
    from linkwright.models.constraints.wheels import Mobility
    from linkwright.models.derive.derivation_request import MinimalSet, Recipe
    from linkwright.models.inverse_geometry.explanation import Explanation
    from linkwright.models.parameters.base_parameters import BaseParameters
    from linkwright.models.parameters.equivalent_base_sets import TunedParameters
    from linkwright.postures import InverseGeometry
    from linkwright.run import Compiled
    from linkwright.simulation.recording import Recording
    from linkwright.verification import Certificate, Check

Parameters = Literal["standard", "base", "tuned"]
Effort = Literal["usual", "high"]


def load(what: Source, *, name: str = "", **options: Any) -> Robot:
    """A robot: built-in by name ("rx90"), of a family ("planar(5)"), or read from a file (.par .urdf .mjcf .xml
    .toml .csv).

    A file is a path, its bytes with a `name` whose suffix tells the format, or an open file. Options say how it is read
    (`linkwright formats` lists them), as text or values: friction="yes", snap=False.
    """
    from linkwright import formats

    if not isinstance(what, str | Path):
        return formats.read(what, name=name, **options)
    text = str(what)
    member = formats.builtin(text) if text in formats.builtin_names() else family_member(text)
    if member is not None:
        said = {**options, "name": name} if name else options
        if said:
            raise InputError(f"{text} is built in, not read from a file: option {min(said)!r} has no meaning",
                             remedy="leave it out")  # fmt: skip
        return member
    if name or Path(text).suffix or Path(text).exists():
        return formats.read(Path(text), name=name, **options)
    raise UnknownName.among("robot", text, [*formats.builtin_names(), *(f"{name}(n)" for name in FAMILIES)])


@seldom_collected()
def model(
    robot: Robot, name: str, parameters: Parameters = "standard", optimise: bool = True, *, effort: Effort = "usual",
    **options: Any,
) -> Function:  # fmt: skip
    """A model of a robot as an optimised function. parameters="base": in the minimal set of inertial parameters;
    "tuned": in the one of these sets with which this model costs least, where one is known (`tuned_parameters`).

    effort="high": the inverse dynamics of a tree is looked for longer, up to about a minute, and never costs more.
    Options are those of the model (`linkwright models` lists them): frame="tool", projection=0... Every model has
    `outputs`, those that are wanted: outputs=["tau[2]", "tau[3]"] or "tau2,M[1:3,:]", indices from 1. The others, and
    what only they need, are neither computed nor counted.
    """
    recipe = _recipe(robot, name, parameters, options, effort)
    return _optimized(recipe, options) if optimise else _rounded(recipe, recipe.derived(options))


def _recipe(
    robot: Robot, name: str, parameters: Parameters, options: Mapping[str, Any], effort: Effort,
    base: Callable[[], BaseParameters] | None = None,
) -> Recipe:  # fmt: skip
    """What a model is derived from: in which minimal set it is, and how it was looked for; `base` gives the base
    parameters, once for several models."""
    from linkwright.models import find
    from linkwright.models.derive.derivation_request import Recipe

    if parameters not in get_args(Parameters):
        raise UnknownName.among("parameters", parameters, get_args(Parameters))
    if effort not in get_args(Effort):
        raise UnknownName.among("effort", effort, get_args(Effort))
    if parameters not in find(name).parameters:
        raise InputError(f"{name} is no function of the {parameters} parameters", remedy="use the standard ones")
    if name == "kinetic_energy" and parameters != "standard" and robot.base.is_led:
        what = f"the base of {robot.name} moves, and what the {parameters} parameters leave out has energy with it"
        raise InputError(what, remedy="use the standard ones")
    tuned = parameters == "tuned" and _may_be_tuned(robot, name, options)
    told: Parameters = "base" if parameters == "tuned" and not tuned else parameters
    if effort == "high":
        from linkwright.models.derive.climbing import can_climb, climbed

        if can_climb(robot, name, options):
            return climbed(robot, told, options, _optimized)
    if better := _folded(robot, name, told, options):
        return better
    source = {"source": robot.source} if robot.source else {}
    if told == "standard":
        return Recipe(robot, name, facts=source)
    if tuned and (own := tuned_parameters(robot, model=name)).is_own:
        return Recipe(own.robot, name, told, own, {**own.facts, **source})
    known = base() if base else base_parameters(robot)
    return Recipe(known.robot, name, "base", known, source)


def _folded(robot: Robot, name: str, parameters: str, options: Mapping[str, Any]) -> Recipe | None:
    """What a robot with numbers has for nothing; None: what every robot has."""
    from linkwright.models.equivalent_bodies.regrouping import is_numeric

    if not is_numeric(robot):
        return None
    from linkwright.models.derive.climbing import begun
    from linkwright.models.derive.numeric_specialization import folded

    return begun(robot, parameters, options, _optimized) if name == "inverse_dynamics" else (
        folded(robot, name, parameters, options, _optimized))  # fmt: skip


def _may_be_tuned(robot: Robot, name: str, options: Mapping[str, Any]) -> bool:
    """Whether a better set than the base parameters is looked for; it is not if options say more of a model than which
    outputs it has."""
    if options.keys() - {"outputs"}:
        return False
    from linkwright.models.derive.tuned_models import RULES
    from linkwright.models.derive.tuned_parameters import may_be_tuned

    return name in RULES and may_be_tuned(robot)


def _optimized(recipe: Recipe, options: Mapping[str, Any], derived: Function | None = None) -> Function:
    """The model with the fewest operations; `derived`: as its algorithm gives it, if this is known.

    Chosen outputs are optimised alone and with all others, whose shared terms may have shown more: so they never cost
    more than the whole model.
    """
    from dataclasses import replace

    from linkwright.expr.select import select
    from linkwright.optimize import DEAD, optimize, weight

    made = derived or recipe.derived(options)
    alone = _rounded(recipe, optimize(made))
    if options.get("outputs") is None:
        return alone
    whole = optimize(recipe.derived({key: value for key, value in options.items() if key != "outputs"}))
    part = DEAD(whole.with_outputs(select(whole, options["outputs"]).outputs))
    names = {port.name for port in made.inputs}  # the signature does not depend on which of the two is cheaper
    ports = tuple(port for port in part.inputs if port.name in names)
    shared = replace(part, name=made.name, inputs=ports, provenance=made.provenance).pruned()
    return min(alone, _rounded(recipe, shared), key=lambda fn: weight(fn.cost))


def _rounded(recipe: Recipe, made: Function) -> Function:
    """With floats for the numbers that were exact by now."""
    from linkwright.optimize import rounded

    return rounded(made) if recipe.is_exact else made


def settings_of(
    models: Sequence[str], settings: Mapping[str, Any], outputs: str | Sequence[str] = ()
) -> dict[str, dict[str, Any]]:
    """The options of each model: a setting goes to every model that has it, `jacobian.frame` to the Jacobian alone.

    Outputs are chosen as in `model`; of several models `inverse_dynamics.tau[2]` says of which. A model of which none
    is chosen keeps all.
    """
    from linkwright.expr.select import selectors
    from linkwright.models import find

    table: dict[str, dict[str, Any]] = {name: {} for name in models}
    for key, value in settings.items():
        model_name, _, option = key.rpartition(".")
        takers = [m for m in table if option in find(m).settings and model_name in ("", m)]
        if not takers:
            raise UnknownName.among("option", key, sorted({k for m in table for k in find(m).settings}))
        for name in takers:
            table[name][option] = value
    for word in selectors(outputs):
        owner, _, output = word.rpartition(".")
        if not owner and len(table) > 1:
            first = next(iter(table))
            raise InputError(f"output {word}: of which model?", remedy=f"write MODEL.OUTPUT, as in {first}.{word}")
        if owner and owner not in table:
            raise UnknownName.among("model in the outputs", owner, table)
        table[owner or next(iter(table))].setdefault("outputs", []).append(output)
    return table


@seldom_collected()
def base_parameters(robot: Robot) -> BaseParameters:
    """The minimal inertial parameters, and how they are made of the standard ones."""
    from linkwright.models.parameters.base_parameters import base_parameters

    return base_parameters(robot)


@seldom_collected()
def tuned_parameters(robot: Robot, effort: Effort = "usual", model: str = "inverse_dynamics") -> TunedParameters:
    """As many parameters as the base parameters, chosen such that a model costs least; `robot.nonzero` are the lengths
    that it may divide by."""
    from linkwright.models import find
    from linkwright.models.derive.tuned_models import tuned_for
    from linkwright.models.parameters.equivalent_base_sets import TunedParameters
    from linkwright.optimize import optimize

    known = _recipe(robot, model, "tuned", {}, effort).known if effort != "usual" else None
    return known if isinstance(known, TunedParameters) else tuned_for(robot, find(model).name, optimize)


@seldom_collected()
def mobility(robot: Robot) -> Mobility | LoopAnalysis:
    """How the wheels or the loops of a robot let it move: its independent coordinates, and rows that follow from
    others."""
    if robot.loops:
        from linkwright.models.constraints.loop_report import loop_analysis

        return loop_analysis(robot)
    from linkwright.models.constraints.wheels import mobility

    return mobility(robot)


def arm_angle_intervals(
    robot: Robot,
    T: Any,
    frame: int | str | None = None,
    limits: Sequence[tuple[float | None, float | None]] | None = None,
) -> dict[tuple[int, int, int], list[tuple[float, float]]]:
    """The arm angles at which a frame of an arm with a shoulder, an elbow and a wrist has a pose, within joint limits.

    The intervals of psi, from -pi to pi, for each branch (elbow, shoulder, wrist: 0 or 1) that has any; psi is that of
    the model inverse_geometry with redundancy=arm_angle. `limits`: (lower, upper) of the seven joints, None where there
    is none; by default those of the robot. A pose out of reach has no interval.
    """
    from linkwright.models.inverse_geometry.classes.srs_arm_intervals import arm_angle_intervals

    return arm_angle_intervals(robot, T, frame, limits)


def grouping(
    robot: Robot, optimise: bool = True, *, parameters: Literal["base", "tuned"] = "base",
    source: Literal["standard", "base"] = "standard", effort: Effort = "usual", model: str = "inverse_dynamics",
) -> Function:  # fmt: skip
    """Standard parameters in, base parameters out: what turns a robot's data into the input of its base models. Or out
    come the tuned ones of a model with an effort, from the standard or from the base parameters."""
    from linkwright.models.parameters.base_parameters import base_parameters_function
    from linkwright.models.parameters.equivalent_base_sets import tuned_parameters_function
    from linkwright.optimize import optimize

    if parameters == "tuned":
        made = tuned_parameters_function(tuned_parameters(robot, effort, model), source)
    else:
        made = base_parameters_function(robot)
    return optimize(made) if optimise else made


def _only_needed(group: Function, functions: Sequence[Function]) -> Function:
    """The grouping of those base parameters that are inputs of these functions; all of them where none is."""
    from linkwright.expr.select import select

    needed = {label for fn in functions if fn.parameters for label in fn.parameters.labels}
    chosen = [label for port in group.outputs for label in port.labels if label in needed]
    return select(group, chosen) if chosen else group


@seldom_collected()
def equations(functions: Function | Sequence[Function]) -> list[tuple[str, str]]:
    """The equations of functions as they are computed: (heading, LaTeX), one pair for each equation, whose heading
    is that of its section."""
    from linkwright.targets import typeset_equations

    return typeset_equations([functions] if isinstance(functions, Function) else list(functions))


def expand(function: Function) -> Expansion:
    """The closed form: outputs as expanded, collected polynomials over one dictionary of monomials.

    For readers (`.text()`, `.latex()`), and as a function again (`.function()`).
    """
    from linkwright.expr.expansion import expand

    return expand(function)


@seldom_collected()
def emit(functions: Function | Sequence[Function], target: str, **options: Any) -> dict[str, str]:
    """Source files {name: text} of one function or of several as one package, in one language.

    name="...": what they are called; by default after the function, or after the robot if there are several.
    """
    from linkwright.targets import emit_package

    return emit_package([functions] if isinstance(functions, Function) else list(functions), target, **options)


def compile(function: Function, backend: str = "llvm", **options: Any) -> Compiled:
    """A callable at native speed: scalars or batches over leading axes."""
    from linkwright import run

    return run.compile(function, backend=backend, **options)


def checks(robot: Robot, **options: Any) -> Iterator[Check]:
    """The checks of `verify`, each as it ends."""
    from linkwright.verification import checks

    return checks(robot, **options)


@seldom_collected()
def verify(robot: Robot, **options: Any) -> Certificate:
    """Every law that the robot's models must obey, and every language that this machine can run."""
    from linkwright.verification import verify

    return verify(robot, **options)


def inverse_geometry(robot: Robot, **options: Any) -> InverseGeometry:
    """The postures at which a frame has a pose, as records: `.solve(T)`, `.nearest(T, q)`, `.follow(poses, q)`.

    frame, task, locked: as of the model `inverse_geometry`; of a robot that branches the frame must be given. iterate:
    by iteration from many starts, as it is done anyway for chains that the model is not for.
    """
    from linkwright.postures import InverseGeometry

    return InverseGeometry(robot, **options)


def explain(robot: Robot, frame: Any = "end", task: str = "auto", locked: Any = "auto") -> Explanation:
    """How the postures of a chain are found: its class and the evidence for it, how many there are, the equations."""
    from linkwright.models import find
    from linkwright.models.inverse_geometry import paul
    from linkwright.models.inverse_geometry.explanation import explanation
    from linkwright.models.inverse_geometry.inverse_geometry import by_formulas, problem_of
    from linkwright.models.inverse_geometry.paul.explanation import formulas

    model = find("inverse_geometry")
    model.scope.check(robot, model.name)
    given = {"frame": frame, "task": task, "locked": locked}
    options = {key: model.options[key].value(robot, key, value) for key, value in given.items()}
    if paul.missing(robot, options["frame"]):
        known = paul.with_some_numbers(robot, options["frame"])
        return formulas(robot, options["frame"], problem_of(known, **options))
    problem = problem_of(robot, **options)
    if by_formulas(robot, options["frame"], problem):
        return formulas(robot, options["frame"], problem)
    return explanation(robot, options["frame"], problem)


def simulate(robot: Robot, seconds: float, **options: Any) -> Recording:
    """The motion of a robot under a controller, by its compiled forward dynamics: see `simulation.simulate`."""
    from linkwright.simulation.simulate import simulate

    return simulate(robot, seconds, **options)


def package_name(
    robot: Robot, models: Sequence[str], settings: Mapping[str, Any] | None = None, name: str = "",
    outputs: str | Sequence[str] = (),
) -> str:  # fmt: skip
    """What a package of these models is called: `name`, or after the model, or after the robot if there are several."""
    from linkwright.models import function_name
    from linkwright.targets import legal_name

    if not models:
        raise InputError("no model was asked for", remedy="name at least one, see `linkwright models`")
    own = settings_of(models, settings or {}, outputs)
    return legal_name(name, robot.name if len(models) > 1 else function_name(robot, models[0], own[models[0]]))


@dataclass(frozen=True)
class Generated:
    """The models of a robot as one package: optimised functions, and as they were derived; `sets` are the minimal sets
    that they are in, if any. What its tests expect is derived when it is asked for."""

    robot: Robot
    name: str
    models: tuple[str, ...]
    settings: Mapping[str, Mapping[str, Any]]
    derived: tuple[Function, ...]
    functions: tuple[Function, ...]
    sets: tuple[MinimalSet | None, ...] = ()
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)  # what the functions are in each language

    @cached_property
    def references(self) -> tuple[Function, ...]:
        """Functions with the values that the tests expect."""
        from linkwright.verification.expectations import independent_reference, standard_reference

        own = [standard_reference(known, fn, name, self.settings[name]) if known else
               independent_reference(self.robot, fn, name, self.settings[name])
               for fn, name, known in zip(self.derived, self.models, self.sets)]  # fmt: skip
        return (*own, *self.derived[len(own) :])

    def emit(self, target: str, **options: Any) -> dict[str, str]:
        """Its files in a language, with their test."""
        more = {"references": self.references, "name": self.name, "kept": self._kept}
        return emit(self.functions, target, **{**more, **options})

    def code(self, target: str, **options: Any) -> dict[str, str]:
        """The same files but the test, sooner: a test within a file is not that of the references yet."""
        files = emit(self.functions, target, name=self.name, states=1, kept=self._kept, **options)
        return {file: text for file, text in files.items() if not file.startswith("test_")}


@seldom_collected()
def package(
    robot: Robot, models: Sequence[str], parameters: Parameters = "standard",
    settings: Mapping[str, Any] | None = None, name: str = "", *, outputs: str | Sequence[str] = (),
    effort: Effort = "usual",
) -> Generated:  # fmt: skip
    """These models, derived and optimised, with the grouping of parameters beside them: see `generate`."""
    called = package_name(robot, models, settings, name, outputs)
    own = settings_of(models, settings or {}, outputs)
    recipes: list[Recipe] = []
    derived: list[Function] = []
    plain: list[Function] = []
    base = cache(partial(base_parameters, robot))
    for m in over(models, "deriving {}".format):
        recipes.append(_recipe(robot, m, parameters, own[m], effort, base))
        derived.append(recipes[-1].derived(own[m]))
        plain.append(recipes[-1].plain(own[m], derived[-1]))
    todo = over(zip(recipes, derived, models, strict=True), lambda x: f"optimising {x[2]}")
    functions = [_optimized(recipe, own[m], fn) for recipe, fn, m in todo]
    sets = [recipe.known for recipe in recipes]
    for group in _groupings(sets):
        from linkwright.optimize import optimize

        if outputs:
            group = _only_needed(group, functions)
        if group.inputs:  # a robot of numbers has nothing to group at run time
            plain.append(group)
            functions.append(optimize(group))
    if name:
        plain, functions = ([_renamed(fn, robot.name, name) for fn in made] for made in (plain, functions))
    return Generated(robot, called, tuple(models), own, tuple(plain), tuple(functions), tuple(sets))


def _renamed(function: Function, robot: str, name: str) -> Function:
    """The function, called after `name` where it was called after the robot."""
    return replace(function, name=f"{name}{function.name.removeprefix(robot)}")


def _groupings(sets: Sequence[MinimalSet | None]) -> Iterator[Function]:
    """What makes the parameters of these sets from the standard ones, and tuned ones from the base parameters, too."""
    from linkwright.models.parameters.base_parameters import BaseParameters, base_parameters_function

    for known in {"base" if isinstance(x, BaseParameters) else x.model: x for x in sets if x}.values():
        if isinstance(known, BaseParameters):
            yield base_parameters_function(known.standard, known)
        else:
            from linkwright.models.parameters.equivalent_base_sets import tuned_parameters_function

            yield tuned_parameters_function(known, "standard")
            yield tuned_parameters_function(known, "base")


@seldom_collected()
def generate(
    robot: Robot, models: Sequence[str], targets: Sequence[str], parameters: Parameters = "standard",
    settings: Mapping[str, Any] | None = None, name: str = "", *, outputs: str | Sequence[str] = (),
    effort: Effort = "usual", **options: Any,
) -> dict[str, dict[str, str]]:  # fmt: skip
    """{target: {file: text}} of these models, with the grouping of parameters and tests beside them.

    `settings` are options of the models, `options` those of the targets. The package is called `name` and its functions
    NAME_MODEL; by default they are called after the robot, and a package of one model is called like its function. Of
    the `outputs`, if any are named, only these are there (see `settings_of`). `effort` is that of `model`. The tests
    expect what the functions give before they are optimised; the inverse dynamics, what another formulation gives; in
    base parameters, what those of the standard robot give.
    """
    made = package(robot, models, parameters, settings, name, outputs=outputs, effort=effort)
    return {target: made.emit(target, **options) for target in over(targets, "writing {}".format)}
