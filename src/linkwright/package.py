"""Optimized models of a robot, and several of them as one package with its groupings of parameters and its tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Function
from linkwright.memory import relaxed_gc
from linkwright.progress import report_each
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.derive.derivation_request import DerivationRequest, MinimalSet
    from linkwright.models.parameters.base_parameters import BaseParameters


def request_function(
    robot: Robot, name: str, parameters: str, options: Mapping[str, Any], **shared: Any
) -> DerivationRequest:  # fmt: skip
    """Return the request for a model in a set of parameters, where operations are counted after optimization."""
    from linkwright.models.derive.parameter_choice import request_model
    from linkwright.optimize import optimize

    return request_model(robot, name, parameters, options, optimize_model, optimize, **shared)


def derive_model(asked: DerivationRequest, options: Mapping[str, Any]) -> Function:
    """Function straight from the algorithm, with floats for numbers that are exact in the derivation."""
    return _rounded(asked, asked.derived(options))


def optimize_model(
    asked: DerivationRequest, options: Mapping[str, Any], derived: Function | None = None
) -> Function:  # fmt: skip
    """Function with the fewest operations; `derived`: as its algorithm gives it, if this is known.

    Chosen outputs are optimized alone and together with all others, whose shared terms may show more: so they never
    cost more than the whole model.
    """
    from linkwright.expr.select import select
    from linkwright.optimize import DEAD, comparable_cost, optimize

    made = derived or asked.derived(options)
    alone = _rounded(asked, optimize(made))
    if options.get("outputs") is None:
        return alone
    whole = optimize(asked.derived({key: value for key, value in options.items() if key != "outputs"}))
    part = DEAD(whole.with_outputs(select(whole, options["outputs"]).outputs))
    names = {port.name for port in made.inputs}  # the signature does not depend on which of the two is cheaper
    ports = tuple(port for port in part.inputs if port.name in names)
    shared = replace(part, name=made.name, inputs=ports, provenance=made.provenance).pruned()
    return min(alone, _rounded(asked, shared), key=lambda fn: comparable_cost(fn.cost))


def _rounded(asked: DerivationRequest, made: Function) -> Function:
    from linkwright.optimize import round_fractions

    return round_fractions(made) if asked.is_exact else made


# -- packages ----------------------------------------------------------------------------------------------------------


def settings_of(
    models: Sequence[str], settings: Mapping[str, Any], outputs: str | Sequence[str] = ()
) -> dict[str, dict[str, Any]]:
    """Return the options of each model: a setting goes to every model that has it, `MODEL.OPTION` to that model alone.

    Outputs are chosen as in `compiler.model`; with several models, MODEL.OUTPUT says of which. A model of which no
    output is chosen keeps all.
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


def package_name(
    robot: Robot, models: Sequence[str], settings: Mapping[str, Any] | None = None, name: str = "",
    outputs: str | Sequence[str] = (),
) -> str:  # fmt: skip
    """Name of a package of these models: `name`, or after the model, or after the robot if there are several."""
    from linkwright.models import function_name
    from linkwright.targets import legal_name

    if not models:
        raise InputError("no model was asked for", remedy="name at least one, see `linkwright models`")
    own = settings_of(models, settings or {}, outputs)
    return legal_name(name, robot.name if len(models) > 1 else function_name(robot, models[0], own[models[0]]))


@dataclass(frozen=True)
class ModelPackage:
    """The models of a robot as one package: optimized functions, and as they were derived; `sets` are the minimal sets
    of parameters that they are in, if any. What its tests expect is derived when it is asked for."""

    robot: Robot
    name: str
    models: tuple[str, ...]
    settings: Mapping[str, Mapping[str, Any]]
    derived: tuple[Function, ...]
    functions: tuple[Function, ...]
    sets: tuple[MinimalSet | None, ...] = ()
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)  # what targets keep of the functions, by language

    @cached_property
    def references(self) -> tuple[Function, ...]:
        """Functions with the values that the tests expect."""
        from linkwright.verification.expectations import independent_reference, standard_reference

        own = [standard_reference(known, fn, name, self.settings[name]) if known else
               independent_reference(self.robot, fn, name, self.settings[name])
               for fn, name, known in zip(self.derived, self.models, self.sets)]  # fmt: skip
        return (*own, *self.derived[len(own) :])

    def emit(self, target: str, **options: Any) -> dict[str, str]:
        """Files of the package in a language, with their test."""
        from linkwright.targets import emit_package

        more = {"references": self.references, "name": self.name, "kept": self._kept}
        return emit_package(list(self.functions), target, **{**more, **options})

    def code(self, target: str, **options: Any) -> dict[str, str]:
        """Files without their test, which are there sooner: a test within a file does not have the references yet."""
        from linkwright.targets import emit_package

        files = emit_package(list(self.functions), target, name=self.name, states=1, kept=self._kept, **options)
        return {file: text for file, text in files.items() if not file.startswith("test_")}


@relaxed_gc()
def package(
    robot: Robot, models: Sequence[str], parameters: str = "standard", settings: Mapping[str, Any] | None = None,
    name: str = "", *, outputs: str | Sequence[str] = (),
) -> ModelPackage:  # fmt: skip
    """Robot, models -> ModelPackage: the functions, optimized, with the grouping of parameters beside them."""
    from linkwright.models.derive.parameter_choice import grouping_functions, select_needed
    from linkwright.optimize import optimize

    called = package_name(robot, models, settings, name, outputs)
    own = settings_of(models, settings or {}, outputs)
    requests: list[DerivationRequest] = []
    derived: list[Function] = []
    plain: list[Function] = []
    base = cache(_base_parameters)
    for m in report_each(models, "deriving {}".format):
        requests.append(request_function(robot, m, parameters, own[m], base=base))
        derived.append(requests[-1].derived(own[m]))
        plain.append(requests[-1].by_tables(own[m], derived[-1]))
    todo = report_each(zip(requests, derived, models, strict=True), lambda x: f"optimizing {x[2]}")
    functions = [optimize_model(asked, own[m], fn) for asked, fn, m in todo]
    sets = [asked.minimal_set for asked in requests]
    for group in grouping_functions(sets):
        if outputs:
            group = select_needed(group, functions)
        if group.inputs:  # a robot of numbers has nothing to group at run time
            plain.append(group)
            functions.append(optimize(group))
    if name:
        plain, functions = ([_renamed(fn, robot.name, name) for fn in made] for made in (plain, functions))
    return ModelPackage(robot, called, tuple(models), own, tuple(plain), tuple(functions), tuple(sets))


def _base_parameters(robot: Robot) -> BaseParameters:
    from linkwright.models.parameters.base_parameters import find_base_parameters

    return find_base_parameters(robot)


def _renamed(function: Function, robot: str, name: str) -> Function:
    """Function with `name` in its name instead of that of the robot."""
    return replace(function, name=f"{name}{function.name.removeprefix(robot)}")


__all__ = [
    "ModelPackage", "derive_model", "optimize_model", "package", "package_name", "request_function", "settings_of",
]  # fmt: skip
