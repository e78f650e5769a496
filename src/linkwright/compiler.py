"""The compiler on one screen: its stages, each with its input and its output.

    text --load--> Robot --model--> Function --emit--> files
                                        `--compile--> fast callable

Whatever a user does (command line, Python, batch) goes through these functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from linkwright.expr import Function
from linkwright.memory import relaxed_gc
from linkwright.package import derive_model, optimize_model, package, request_function
from linkwright.package import package_name as package_name
from linkwright.package import settings_of as settings_of
from linkwright.progress import report_each
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.expr.expansion import Expansion
    from linkwright.formats import Source
    from linkwright.models.constraints.mobility_report import MobilityReport
    from linkwright.models.inverse_geometry.explanation import Explanation
    from linkwright.models.parameters.base_parameters import BaseParameters
    from linkwright.models.parameters.equivalent_base_sets import TunedParameters
    from linkwright.postures import InverseGeometry
    from linkwright.run import Compiled
    from linkwright.simulation.recording import Recording
    from linkwright.verification import Certificate

Parameters = Literal["standard", "base", "tuned"]
Outputs = str | Sequence[str]
JointLimits = Sequence[tuple[float | None, float | None]]


def load(what: Source, *, name: str = "", **options: Any) -> Robot:
    """Name or file -> Robot: built-in by name ("rx90"), of a family ("planar(5)"), or a file (.par .urdf .mjcf .xml
    .toml .csv): its path, its bytes with a `name` whose suffix tells the format, or an open file.

    `options` are those of the format (`linkwright formats` lists them), as text or values: friction="yes", snap=False.
    """
    from linkwright.formats.load import load_robot

    return load_robot(what, name, **options)


@relaxed_gc()
def model(
    robot: Robot, name: str, parameters: Parameters = "standard", optimize: bool = True, **options: Any
) -> Function:  # fmt: skip
    """Robot, model -> Function, optimized. parameters="base": in the base parameters, the minimal set of inertial
    parameters; "tuned": in the set of as many with which this model costs least, where one is known.

    `options` are those of the model (`linkwright models` lists them): frame="tool", projection=0... Every model has
    `outputs`, those that are wanted: outputs=["tau[2]", "tau[3]"] or "tau2,M[1:3,:]", indices from 1. The others, and
    what only they need, are neither computed nor counted.
    """
    return (optimize_model if optimize else derive_model)(request_function(robot, name, parameters, options), options)


@relaxed_gc()
def base_parameters(robot: Robot) -> BaseParameters:
    """Robot -> its minimal inertial parameters, each with its formula in the standard ones."""
    from linkwright.models.parameters.base_parameters import find_base_parameters

    return find_base_parameters(robot)


@relaxed_gc()
def tuned_parameters(robot: Robot, model: str | None = None) -> TunedParameters:
    """Robot, model -> as many parameters as the base parameters, chosen such that the model (None: the inverse
    dynamics) costs least; `robot.nonzero` are the lengths that may be divided by."""
    from linkwright.models.derive.tuned_models import tuned_for
    from linkwright.optimize import optimize

    return tuned_for(robot, model, optimize)


@relaxed_gc()
def grouping(
    robot: Robot, optimize: bool = True, *, parameters: Literal["base", "tuned"] = "base",
    source: Literal["standard", "base"] = "standard", model: str | None = None,
) -> Function:  # fmt: skip
    """Robot -> Function from standard parameters to base parameters: from the data of a robot to the input of its base
    models. "tuned": to the tuned parameters of a model, from the standard or the base parameters."""
    from linkwright import optimize as passes
    from linkwright.models.derive.parameter_choice import grouping_function

    made = grouping_function(robot, parameters, source, model, passes.optimize)
    return passes.optimize(made) if optimize else made


@relaxed_gc()
def mobility(robot: Robot) -> MobilityReport:
    """Robot -> how its wheels or loops let it move: independent coordinates, and rows that follow from others."""
    from linkwright.models.constraints.mobility_report import report_mobility

    return report_mobility(robot)


@relaxed_gc()
def generate(
    robot: Robot, models: Sequence[str], targets: Sequence[str], parameters: Parameters = "standard",
    settings: Mapping[str, Any] | None = None, name: str = "", *, outputs: Outputs = (), **options: Any,
) -> dict[str, dict[str, str]]:  # fmt: skip
    """Robot, models, targets -> {target: {file: text}}, with the grouping of parameters and tests beside the models.

    `settings` are options of the models, `options` those of the targets. The package is called `name` and its functions
    NAME_MODEL; by default they are called after the robot, and a package of one model is called like its function. Of
    the `outputs`, if any are named, only these are there. The tests expect the values of the functions before they are
    optimized; of an independent formulation, where a model has one; in base parameters, of the standard robot.
    """
    made = package(robot, models, parameters, settings, name, outputs=outputs)
    return {target: made.emit(target, **options) for target in report_each(targets, "writing {}".format)}


@relaxed_gc()
def emit(functions: Function | Sequence[Function], target: str, **options: Any) -> dict[str, str]:
    """Functions -> source files {name: text} of one package in one language. name="...": the package; by default after
    the function, or after the robot if there are several functions."""
    from linkwright.targets import emit_package

    return emit_package([functions] if isinstance(functions, Function) else list(functions), target, **options)


@relaxed_gc()
def equations(functions: Function | Sequence[Function]) -> list[tuple[str, str]]:
    """Functions -> their equations as they are computed: (heading of the section, LaTeX) for each equation."""
    from linkwright.targets import typeset_equations

    return typeset_equations([functions] if isinstance(functions, Function) else list(functions))


def expand(function: Function) -> Expansion:
    """Function -> closed form: polynomials over one dictionary of monomials: `.text()`, `.latex()`, `.function()`."""
    from linkwright.expr.expansion import expand_function

    return expand_function(function)


def compile(function: Function, backend: str = "llvm", **options: Any) -> Compiled:
    """Function -> callable at native speed: scalars or batches over leading axes."""
    from linkwright import run

    return run.compile(function, backend=backend, **options)


@relaxed_gc()
def verify(robot: Robot, **options: Any) -> Certificate:
    """Robot -> Certificate: every law that its models must obey, in every language that this machine can run."""
    from linkwright.verification import verify_robot

    return verify_robot(robot, **options)


def inverse_geometry(robot: Robot, **options: Any) -> InverseGeometry:
    """Robot -> the postures at which a frame has a pose: `.solve(T)`, `.nearest(T, q)`, `.follow(poses, q)`.

    frame, task, locked: as in the model; a robot with branches needs the frame. iterate: by iteration from many starts,
    which chains without another solution always take."""
    from linkwright.postures import InverseGeometry

    return InverseGeometry(robot, **options)


def arm_angle_intervals(
    robot: Robot, T: Any, frame: int | str | None = None, limits: JointLimits | None = None
) -> dict[tuple[int, int, int], list[tuple[float, float]]]:
    """Robot with shoulder, elbow and wrist, pose -> intervals of the arm angle psi, from -pi to pi, at which a frame
    has this pose within joint limits, for each branch (elbow, shoulder, wrist: 0 or 1) that has any.

    psi: redundancy=arm_angle of the inverse geometric model. `limits`: (lower, upper) of the seven joints, None where
    there is none; by default those of the robot. A pose out of reach has no interval.
    """
    from linkwright.models.inverse_geometry.classes.srs_arm_intervals import arm_angle_intervals

    return arm_angle_intervals(robot, T, frame, limits)


def explain(robot: Robot, frame: Any = "end", task: str = "auto", locked: Any = "auto") -> Explanation:
    """Robot -> how the postures of a chain are found: its class with the evidence, their number, the equations."""
    from linkwright.models.inverse_geometry.explain import explain_postures

    return explain_postures(robot, frame, task, locked)


def simulate(robot: Robot, seconds: float, **options: Any) -> Recording:
    """Robot -> Recording of its motion under a controller, by compiled forward dynamics: see `simulation.simulate`."""
    from linkwright.simulation.simulate import simulate

    return simulate(robot, seconds, **options)
