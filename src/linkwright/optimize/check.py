"""Check of the optimizer: outputs of a function at a random point, before and after.

Exact numbers are compared in a prime field, where different functions agree with a probability of 1e-12 at most.
Constants that are floats are rounded when they are combined: such functions are compared in floats, with a tolerance.
If they differ, the comparison is repeated at a point at which rounding changes little: in units in which a robot is as
small as an atom, inputs of about 1 are far too large, and no digit is right. Points without a value are not judged.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.replay import FLOAT, Domain, evaluate
from linkwright.optimize.rebuild import Residues

ROUNDING_TOLERANCE = 1e-9  # tolerance relative to the largest output
NOISE_TOLERANCE = (
    1e-12  # tolerance relative to the largest intermediate value, for outputs that are only rounding errors
)
INPUT_SCALES = (1.0, 1e-3, 1e3, 1e-6, 1e6, 1e-9, 1e9, 1e-12, 1e12)  # magnitudes of inputs that are tried
PERTURBATION = 2.0**-50  # relative perturbation of every intermediate result


def is_same_function(old: Function, new: Function, before: Residues, after: Residues) -> bool:
    """Return whether the functions are equal; `before` and `after` are their residues."""
    if _has_floats(old) or _has_floats(new):
        (ours, most), (theirs, _) = _output_values(old), _output_values(new)
        return _is_near(ours, theirs, most) or _is_near_at_stable_point(old, new)
    if not before or not after:
        return True
    return _output_residues(old, before) == _output_residues(new, after)


def _output_residues(fn: Function, at: Residues) -> list[int]:
    return [at[0][i] for port in fn.outputs for i in port.elements]


def _has_floats(fn: Function) -> bool:
    value = fn.graph.value
    return float in {type(value[i]) for i in fn.nodes}


def _is_near_at_stable_point(old: Function, new: Function) -> bool:
    """Return whether the outputs agree at the first point where those of the old function are stable under rounding."""
    for reach in INPUT_SCALES:
        (ours, most), (shaken, _) = _output_values(old, reach), _output_values(old, reach, _perturbed_domain())
        if all(map(math.isfinite, (*ours, *shaken, most))) and _is_near(ours, shaken, most):
            return _is_near(ours, _output_values(new, reach)[0], most)
    return False


def _perturbed_domain() -> Domain:
    """Return the domain of floats with random perturbations of every result."""
    draw = random.Random(0)

    def rounded(f: Callable[..., float]) -> Callable[..., float]:
        return lambda *args: f(*args) * (1 + PERTURBATION * draw.choice((-1, 1)))

    table = {code: f if code == o.SELECT else rounded(f) for code, f in FLOAT.operations.items()}
    return replace(FLOAT, operations=table, number=lambda x: float(x) * (1 + PERTURBATION * draw.choice((-1, 1))))


def _output_values(fn: Function, reach: float = 1.0, domain: Domain = FLOAT) -> tuple[list[float], float]:
    """Return the outputs for random numbers (seeded by the inputs' names), and the largest intermediate value.

    No outputs if the function calls kernels.
    """
    g = fn.graph
    if g.has(o.CALL):
        return [], 0.0
    leaves = {i: reach * random.Random(g.value[i].name).uniform(0.5, 1.5) for port in fn.inputs for i in port.elements}
    at = evaluate(g, fn.nodes, domain, leaves)
    return [float(at[i]) for port in fn.outputs for i in port.elements], max(map(abs, at.values()), default=0.0)


def _is_near(ours: Sequence[float], theirs: Sequence[float], most: float) -> bool:
    if not all(map(math.isfinite, (*ours, *theirs, most))):
        return True
    least = ROUNDING_TOLERANCE * max(map(abs, ours), default=0.0) + NOISE_TOLERANCE * most
    return all(abs(a - b) <= least for a, b in zip(ours, theirs, strict=True))


__all__ = ["is_same_function"]
