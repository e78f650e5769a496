"""Random arguments for a function, the same ones in every run."""

from __future__ import annotations

import random
from typing import Any

from linkwright.expr import Function


def random_arguments(fn: Function, seed: int) -> dict[str, Any]:
    """Values for every input: states between -3 and 3, parameters their known numbers or something positive."""
    draw = random.Random(seed)
    arguments: dict[str, Any] = {}
    for port in fn.inputs:
        if port.role == "parameter":
            defaults = port.defaults or (None,) * port.size
            values = [draw.uniform(0.1, 1.5) if d is None else d for d in defaults]
        else:
            values = [draw.uniform(-3, 3) for _ in port.elements]
        arguments[port.name] = values
    return arguments
