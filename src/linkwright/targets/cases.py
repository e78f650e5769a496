"""States that test emitted code, with what they must give.

Drawn at random, the same for the same function name. The expected outputs come from replaying a reference function on
floats: by default the function itself, better the one before optimisation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from linkwright.errors import InputError
from linkwright.expr import Function
from linkwright.expr import ops as o
from linkwright.expr.replay import FLOAT, Domain, replay
from linkwright.targets.program import Case

TRIES = 200
SPREAD = 1e-13  # relative: a tenth of what a test tolerates
NOTHING = 10  # times its noise: an output without one digit
DIVIDES = {o.DIV, o.SOLVE, o.SQRT, o.LOG, o.POW, o.TAN, o.ACOS, o.ASIN}


def cases(function: Function, reference: Function | None = None, count: int = 5) -> tuple[Case, ...]:
    """`count` states. A state at which the function has no finite value is drawn again, from a smaller range.

    So is one near a singularity, where rounding alone decides the digits that a test would compare; if there is no
    other, those that suffer least are taken.
    """
    source = reference or function
    _check_ports(function, source)
    draw = random.Random(f"linkwright {function.name}")
    found: list[Case] = []
    spare: list[tuple[float, int, Case]] = []
    for k in range(TRIES):
        case, spread = _case(function, source, draw, 2.0 if k < TRIES // 2 else 0.5)
        if case and spread <= SPREAD:
            found.append(case)
        elif case:
            spare.append((spread, k, case))
        if len(found) == count:
            break
    found += [case for _, _, case in sorted(spare)[: count - len(found)]]
    if not found:
        raise InputError(
            f"{function.name} has no finite value at any of {TRIES} random states", remedy="check the model"
        )
    return tuple(found)


def _case(
    function: Function, reference: Function, draw: random.Random, reach: float
) -> tuple[Case | None, float]:
    """A state with its outputs, and how much of them rounding alone can change."""
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
        values_of = replay(reference.graph, reference.nodes, FLOAT, lambda i, _: float(leaves[i]), reference.nodes)
        noise = _noise(reference, leaves, values_of)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None, math.inf
    outputs = {port.name: tuple(float(values_of[i]) for i in port.elements) for port in reference.outputs}
    if not all(math.isfinite(x) for values in outputs.values() for x in values):
        return None, math.inf
    if function.parameters:
        chosen = arguments[function.parameters.name]
        assert isinstance(chosen, dict)
        inputs[function.parameters.name] = tuple(float(chosen[n]) for n in function.parameters.labels)
    return Case(inputs, outputs, noise), _spread(reference, outputs, noise)


def _noise(reference: Function, leaves: Mapping[int, Any], exact: Mapping[int, Any]) -> dict[str, float]:
    """The largest change of the elements of each output when every result on the way is rounded at random.

    This is what rounding is relative to: the terms inside. Of an output that is zero by cancellation nothing else is
    known, and it scales with the units.
    """
    graph = reference.graph
    draw = random.Random(0)

    def shaken(f: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: f(*args) * (1 + draw.choice((-1, 1)) * 2.0**-52)

    table = {code: shaken(f) if code not in (o.PI, o.NEG) else f for code, f in FLOAT.operations.items()}
    domain = Domain(FLOAT.number, table, FLOAT.solve)
    other = replay(graph, reference.nodes, domain, lambda i, _: float(leaves[i]), reference.nodes)
    return {p.name: max((abs(float(other[i] - exact[i])) for i in p.elements), default=0.0) for p in reference.outputs}


def _spread(reference: Function, outputs: Mapping[str, tuple[float, ...]], noise: Mapping[str, float]) -> float:
    """The noise of the outputs, relative to the largest of a port: what a singularity near by makes large.

    Sums and products of states are never that sensitive: only functions that divide are judged, and no output that
    is zero but for its noise.
    """
    if not any(reference.graph.op[i] in DIVIDES for i in reference.nodes):
        return 0.0
    largest = {name: max(map(abs, values), default=0.0) for name, values in outputs.items()}
    return max((noise[name] / x for name, x in largest.items() if x > NOTHING * noise[name]), default=0.0)


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
