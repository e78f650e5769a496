"""The parameters and bodies with which a model of a robot is derived, for the set of parameters that is asked for.

Modules for tuned parameters and for numbers are imported where they are needed: most models need neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.expr import Function
from linkwright.expr.select import select
from linkwright.models.derive.derivation_request import DerivationRequest, MinimalSet
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.framework.model import find
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.derive.numeric_specialization import Optimized
    from linkwright.models.parameters.base_parameters import BaseParameters


def request_model(
    robot: Robot, name: str, parameters: str, options: Mapping[str, Any], optimized: Optimized,
    optimize: Callable[[Function], Function], base: Callable[[Robot], BaseParameters] | None = None,
) -> DerivationRequest:  # fmt: skip
    """Return the request for a model in a set of parameters.

    `optimized` derives and optimizes a request, `optimize` a function: cheaper sets are found by counting operations.
    `base` gives the base parameters, where several models share them.
    """
    find(name).check_parameters(robot, parameters)
    tuned = parameters == "tuned" and _may_be_tuned(robot, name, options)
    if parameters == "tuned" and not tuned:
        parameters = "base"
    if is_numeric(robot):
        from linkwright.models.derive.numeric_specialization import specialize_model

        if cheaper := specialize_model(robot, name, parameters, options, optimized):
            return cheaper
    source = {"source": robot.source} if robot.source else {}
    if parameters == "standard":
        return DerivationRequest(robot, name, facts=source)
    if tuned:
        from linkwright.models.derive.tuned_models import tuned_for

        if (own := tuned_for(robot, name, optimize)).is_own:
            return DerivationRequest(own.robot, name, parameters, own, {**own.facts, **source})
    from linkwright.models.parameters.base_parameters import find_base_parameters

    known = (base or find_base_parameters)(robot)
    return DerivationRequest(known.robot, name, "base", known, source)


def _may_be_tuned(robot: Robot, name: str, options: Mapping[str, Any]) -> bool:
    """Whether a cheaper set than the base parameters is searched for: not if a model has other options than outputs."""
    from linkwright.models.derive.tuned_models import RULES
    from linkwright.models.derive.tuned_parameters import may_be_tuned

    return name in RULES and not options.keys() - {"outputs"} and may_be_tuned(robot)


def grouping_functions(sets: Sequence[MinimalSet | None]) -> Iterator[Function]:
    """Functions from the standard parameters to each of these sets; to tuned ones also from the base parameters."""
    if not any(sets):
        return
    from linkwright.models.parameters.base_parameters import BaseParameters, base_parameters_function
    from linkwright.models.parameters.equivalent_base_sets import tuned_parameters_function

    for known in {"base" if isinstance(x, BaseParameters) else x.model: x for x in sets if x}.values():
        if isinstance(known, BaseParameters):
            yield base_parameters_function(known.standard, known)
        else:
            yield tuned_parameters_function(known, "standard")
            yield tuned_parameters_function(known, "base")


def grouping_function(
    robot: Robot, parameters: str, source: str, model: str | None, optimize: Callable[[Function], Function]
) -> Function:
    """Function from the `source` parameters to the base parameters, or to the tuned parameters of a model."""
    if parameters == "tuned":
        from linkwright.models.derive.tuned_models import tuned_for
        from linkwright.models.parameters.equivalent_base_sets import tuned_parameters_function

        return tuned_parameters_function(tuned_for(robot, model, optimize), source)
    from linkwright.models.parameters.base_parameters import base_parameters_function

    return base_parameters_function(robot)


def select_needed(grouping: Function, functions: Sequence[Function]) -> Function:
    """Return the grouping of those parameters that are inputs of these functions; of all of them where none is."""
    needed = {label for fn in functions if fn.parameters for label in fn.parameters.labels}
    chosen = [label for port in grouping.outputs for label in port.labels if label in needed]
    return select(grouping, chosen) if chosen else grouping


__all__ = ["grouping_function", "grouping_functions", "request_model", "select_needed"]
