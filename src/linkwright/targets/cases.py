"""States that test emitted code, with what they must give.

Drawn at random, the same for the same function name. The expected outputs come from replaying a reference function on
floats: by default the function itself, better the one before optimisation.
"""

from __future__ import annotations

import math
import random

from linkwright.errors import InputError
from linkwright.expr import Function
from linkwright.expr.replay import FLOAT, replay
from linkwright.targets.program import Case

TRIES = 200


def cases(function: Function, reference: Function | None = None, count: int = 5) -> tuple[Case, ...]:
    """`count` states. A state at which the function has no finite value is drawn again, from a smaller range."""
    source = reference or function
    _check_ports(function, source)
    draw = random.Random(f"linkwright {function.name}")
    found: list[Case] = []
    for k in range(TRIES):
        case = _case(function, source, draw, 2.0 if k < TRIES // 2 else 0.5)
        if case:
            found.append(case)
        if len(found) == count:
            break
    if not found:
        raise InputError(
            f"{function.name} has no finite value at any of {TRIES} random states", remedy="check the model"
        )
    return tuple(found)


def _case(function: Function, reference: Function, draw: random.Random, reach: float) -> Case | None:
    inputs: dict[str, tuple[float, ...]] = {}
    arguments: dict[str, object] = {}
    for port in reference.inputs:
        if port.role == "parameter":
            known = port.defaults or (None,) * port.size
            numbers = [round(draw.uniform(0.1, 1.5), 4) for _ in known]
            table = {n: x if d is None else d for n, x, d in zip(port.labels, numbers, known, strict=True)}
            arguments[port.name] = table
        else:
            values = [round(draw.uniform(-reach, reach), 4) for _ in range(port.size)]
            inputs[port.name] = tuple(values)
            arguments[port.name] = _nested(values, port.shape)
    try:
        leaves = reference.bind(arguments)
        values_of = replay(reference.graph, reference.order, FLOAT, lambda i, _: float(leaves[i]), reference.order)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    outputs = {port.name: tuple(float(values_of[i]) for i in port.elements) for port in reference.outputs}
    if not all(math.isfinite(x) for values in outputs.values() for x in values):
        return None
    if function.parameters:
        chosen = arguments[function.parameters.name]
        assert isinstance(chosen, dict)
        inputs[function.parameters.name] = tuple(float(chosen[n]) for n in function.parameters.labels)
    return Case(inputs, outputs)


def _check_ports(function: Function, reference: Function) -> None:
    for mine, other in ((function.inputs, reference.inputs), (function.outputs, reference.outputs)):
        a = {p.name: p.shape for p in mine if p.role == "variable"}
        b = {p.name: p.shape for p in other if p.role == "variable"}
        if a != b:
            raise InputError(f"the reference of {function.name} has other ports: {a} and {b}")
    if function.parameters:
        labels = reference.parameters.labels if reference.parameters else ()
        missing = sorted(set(function.parameters.labels) - set(labels))
        if missing:
            raise InputError(f"the reference of {function.name} has no parameter {missing[0]!r}")


def _nested(values: list[float], shape: tuple[int, ...]) -> object:
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [_nested(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]
