"""The values that tests of emitted code expect, by another route than that of the code.

A model in base parameters must give what that of the standard robot gives; one with several formulations, what another
formulation gives. The tests would learn nothing from a derivation that is itself wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function, Graph, Importer, Port
from linkwright.models import find, function
from linkwright.models.parameters.base_parameters import BaseParameters
from linkwright.models.parameters.constrained.regressor_null_space import is_dependent
from linkwright.models.parameters.equivalent_base_sets import TunedParameters
from linkwright.robot import Robot

# Told parameter by parameter or body by body, or only up to a constant: other numbers in base parameters
OF_THE_SET = frozenset({
    "regressor", "energy_regressor", "power_regressor", "filtered_regressor", "per_body", "potential_energy",
})  # fmt: skip


def independent_reference(robot: Robot, made: Function, model: str, options: Mapping[str, Any]) -> Function:
    """A reference for `made`, a model in standard parameters, by the second derivation that the model declares; `made`
    itself where it declares none, where the options choose the derivation, and of robots with loops or wheels, which
    have one derivation alone."""
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
    """A reference for `made`, a model in base or tuned parameters: its outputs come from the standard robot.

    Inputs are the standard parameters; the others that belong to them are one more output, called like the
    port of `made` that takes them.
    """
    robot = base.standard
    same = find(model).scope.is_massless and not is_dependent(robot)  # in all sets
    if same or model in OF_THE_SET or "parameters" in str((options or {}).get("wrt", "")):
        return made
    whole = function(robot, model, options)
    graph = Graph()
    states = {label for port in made.variables for label in port.labels}
    idle = {label: 0 for port in whole.variables for label in port.labels if label not in states}
    into = Importer(graph, idle)  # what the base model does not depend on, the standard one does not, either
    outputs = [replace(p, elements=tuple(into(x).id for x in whole.output(p.name))) for p in whole.outputs]
    if made.parameters:
        back = base.in_standard(graph)
        values = tuple(back(x).id for x in made.input(made.parameters.name))
        outputs.append(Port(made.parameters.name, (len(values),), values, labels=made.parameters.labels))
    inputs = [replace(p, elements=tuple(into(x).id for x in made.input(p.name))) for p in made.variables]
    inputs += _standard_port(robot, graph)
    return Function(made.name, graph, tuple(inputs), tuple(outputs), made.doc, made.provenance)


def _standard_port(robot: Robot, graph: Graph) -> list[Port]:
    labels = [name for name in robot.parameters if name in graph.symbols()]
    if not labels:
        return []
    elements = tuple(graph.symbols()[name] for name in labels)
    defaults = tuple(robot.numbers.get(name) for name in labels)
    doc = "standard parameters"
    return [Port("parameters", (len(labels),), elements, doc, tuple(labels), role="parameter", defaults=defaults)]
