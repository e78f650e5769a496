"""Expected values for the tests of emitted code, by another derivation than that of the code.

A model in base parameters must return the values of the standard robot's model; one with several formulations, those of
another formulation. Values from the same derivation would not show its errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function, Graph, Importer, Port
from linkwright.models import find, function
from linkwright.models.parameters.base_parameters import BaseParameters
from linkwright.models.parameters.constrained.regressor_null_space import has_constraints
from linkwright.models.parameters.equivalent_base_sets import TunedParameters
from linkwright.robot import Robot

# Values by parameter or by body, or only up to a constant: they differ in base parameters
DIFFERENT_IN_OTHER_SETS = frozenset({
    "regressor", "energy_regressor", "power_regressor", "filtered_regressor", "per_body", "potential_energy",
})  # fmt: skip


def independent_reference(robot: Robot, made: Function, model: str, options: Mapping[str, Any]) -> Function:
    """Return a reference for `made`, a model in standard parameters, from the second derivation that the model
    declares.

    It is `made` itself where the model declares none, where the options choose the derivation, and for robots with
    loops or wheels, which have one derivation alone.
    """
    other = find(model).reference
    if not other or robot.loops or robot.wheels or any(key in options for key in other):
        return made
    try:
        return replace(function(robot, model, {**options, **other}), name=made.name)
    except RobotError:
        return made


def standard_reference(
    base: BaseParameters | TunedParameters, made: Function, model: str, options: Mapping[str, Any] | None = None
) -> Function:
    """Return a reference for `made`, a model in base or tuned parameters: its outputs come from the standard robot.

    Inputs are the standard parameters; the base or tuned ones computed from them are one more output, named like the
    port of `made` that takes them.
    """
    robot = base.standard
    same = find(model).scope.is_massless and not has_constraints(robot)  # in all sets
    if same or model in DIFFERENT_IN_OTHER_SETS or "parameters" in str((options or {}).get("wrt", "")):
        return made
    whole = function(robot, model, options)
    graph = Graph()
    states = {label for port in made.variables for label in port.labels}
    idle = {label: 0 for port in whole.variables for label in port.labels if label not in states}
    into = Importer(graph, idle)  # the standard model depends on no input that the base model does not depend on
    outputs = [replace(p, elements=tuple(into(x).id for x in whole.output(p.name))) for p in whole.outputs]
    if made.parameters:
        back = base.in_standard(graph)
        values = tuple(back(x).id for x in made.input(made.parameters.name))
        outputs.append(Port(made.parameters.name, (len(values),), values, labels=made.parameters.labels))
    inputs = [replace(p, elements=tuple(into(x).id for x in made.input(p.name))) for p in made.variables]
    inputs += _standard_port(robot, graph)
    return Function(made.name, graph, tuple(inputs), tuple(outputs), made.doc, made.provenance)


def _standard_port(robot: Robot, graph: Graph) -> list[Port]:
    """Port of the standard parameters that the graph uses."""
    labels = [name for name in robot.parameters if name in graph.symbols()]
    if not labels:
        return []
    elements = tuple(graph.symbols()[name] for name in labels)
    defaults = tuple(robot.numbers.get(name) for name in labels)
    doc = "standard parameters"
    return [Port("parameters", (len(labels),), elements, doc, tuple(labels), role="parameter", defaults=defaults)]
