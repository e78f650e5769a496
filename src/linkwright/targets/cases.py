"""States that test emitted code, with the expected outputs.

They are drawn at random, the same for the same function name. The expected outputs come from replaying a reference on
floats: by default the function itself, better the one before optimization, or a model by another derivation. A
reference that takes other parameters returns those of the function as an output, named like the port that takes them.
Where a function has a sign, one state is at its zero. A function with a status has also a state out of reach and one
that is singular, if there are any (`find_unsolved_cases`): there the status is its only result.

The results of a kernel are defined by their equation, not by a formula: how far rounding can move them follows from the
relation, and is part of the noise of a case, which its test tolerates.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

from linkwright.errors import InputError
from linkwright.expr import Function, Port
from linkwright.expr import ops as o
from linkwright.expr.function import find_port
from linkwright.expr.kernel import Kernel
from linkwright.expr.replay import FLOAT, Domain, evaluate, replay
from linkwright.expr.rounding import rounding_displacements
from linkwright.targets.program import Case
from linkwright.targets.target import ROUNDING_FACTOR, TOLERANCE
from linkwright.targets.unsolved import find_unsolved_cases, ieee_domain, nest_values

MAX_TRIES = 200
TRIES_PER_STATE = 4  # tries for each state, after which states that are sensitive to rounding are accepted
MAX_RELATIVE_NOISE = 1e-13  # relative noise of a good state: a tenth of the tolerance of a test
SAMPLE_RANGE = 0.02  # relative distance from a sample for each unit of the range
MIN_NOISE_RATIO = 10  # an output smaller than so many times its noise has no correct digit
SINGLE_EPSILON = 2.0**-23  # the distance from 1 to the next number of single precision
RANDOM_ROUNDINGS = 6  # random roundings of a state without results
EXACT_OPERATIONS = {o.PI, o.NEG, o.ABS, o.SIGN, o.SELECT, o.MIN, o.MAX}  # nothing is rounded
SENSITIVE_OPERATIONS = {o.DIV, o.CALL, o.SQRT, o.LOG, o.POW, o.TAN, o.ACOS, o.ASIN}


def cases(function: Function, reference: Function | None = None, count: int = 5) -> tuple[Case, ...]:
    """Return `count` states, and those without results. A state at which the function has no finite value is drawn
    again, from a smaller range.

    So is one near a singularity, where rounding alone decides the digits that a test compares; if others are rare,
    the least sensitive ones are taken. They are the same for all languages, and searched once.
    """
    source = reference or function
    asked = ("cases", id(reference), count)
    if asked not in function.known:
        function.known[asked] = reference, _find_cases(function, source, count)  # with what has this identity
    found: tuple[Case, ...] = function.known[asked][1]
    return found


def cases_with_bounds(function: Function, reference: Function | None = None, count: int = 5) -> tuple[Case, ...]:
    """Return the cases with bounds of the errors of each output in single precision."""
    found = cases(function, reference, count)
    asked = ("bounds", id(reference), count)
    if asked not in function.known:
        function.known[asked] = tuple(replace(case, single=_single_precision_bounds(function, case)) for case in found)
    bounded: tuple[Case, ...] = function.known[asked]
    return bounded


def _single_precision_bounds(function: Function, case: Case) -> dict[str, float] | None:
    """Bounds of the errors in single precision: from rounding the inputs, and from rounding every intermediate result.

    Results that are refined inside in double precision have the first error alone.
    """
    try:
        inputs = {name: [*map(_rounded_to_single, row)] for name, row in case.inputs.items()}
    except OverflowError:
        return None
    leaves = function.bind({p.name: nest_values(inputs[p.name], p.shape) for p in function.inputs})
    is_polished = any(port.states for port in function.inputs)
    domain = ieee_domain() if is_polished or case.about else FLOAT
    try:
        values = evaluate(function.graph, function.nodes, domain, {i: float(x) for i, x in leaves.items()})
    except (ValueError, ArithmeticError):
        return None
    bounds = {}
    for port in function.outputs:
        pairs = [(float(values[i]), x) for i, x in zip(port.elements, case.outputs[port.name], strict=True)]
        if any((x == x) != (y == y) or (port.kind == "integer" and x == x and x != y) for x, y in pairs):
            return None
        moved, largest = (max((abs(x) for x in some if x == x), default=0.0)
                          for some in ((x - y for x, y in pairs), (y for _, y in pairs)))  # fmt: skip
        noise = case.noise.get(port.name, 0.0)
        if is_polished:
            bounds[port.name] = 2 * moved + noise + 4 * SINGLE_EPSILON * largest
        else:
            loss = SINGLE_EPSILON / 2.0**-52
            bounds[port.name] = 2 * moved + loss * max(TOLERANCE * largest, ROUNDING_FACTOR * noise)
    return bounds


def _rounded_to_single(x: float) -> float:
    (found,) = struct.unpack("f", struct.pack("f", x))
    return float(found)


def _find_cases(function: Function, source: Function, count: int) -> tuple[Case, ...]:
    """Draw states until there are enough good ones; the most sensitive ones come last."""
    _compare_ports(function, source)
    draw = random.Random(f"linkwright {function.name}")
    found: list[Case] = []
    spare: list[tuple[float, int, Case]] = []
    if any(port.states for port in source.inputs):
        return _cases_at_given_states(function, source)
    signed = _sign_arguments(source)

    def tries() -> Iterator[tuple[Case | None, float]]:
        """Yield drawn states, the missing ones together; that at rest is the last one."""
        done = 0
        while done < MAX_TRIES:
            rest = signed if len(found) == count - 1 else frozenset()
            missing = min(max(count - len(found) - bool(signed), 1), MAX_TRIES - done)
            reaches = [2.0 if done + k < MAX_TRIES // 2 else 0.5 for k in range(missing)]
            states = [_draw_state(source, draw, reach, rest) for reach in reaches]
            yield from (_case_at_state(function, source, *x) for x in zip(states, _evaluate_states(source, states)))
            done += missing

    for k, (case, spread) in enumerate(tries()):
        if case and spread <= MAX_RELATIVE_NOISE:
            found.append(case)
        elif case:
            spare.append((spread, k, case))
        if len(found) == count or (k >= TRIES_PER_STATE * count and len(found) + len(spare) >= count and not signed):
            break
    found += [case for _, _, case in sorted(spare)[: count - len(found)]]
    if not found:
        raise InputError(
            f"{function.name} has no finite value at any of {MAX_TRIES} random states", remedy="check the model"
        )
    return (
        *found,
        *find_unsolved_cases(
            function, source, lambda ieee: [_RandomRounding(seed).domain(ieee) for seed in range(RANDOM_ROUNDINGS)]
        ),
    )


GIVEN_STATE_TOLERANCE = (
    1e-9  # relative to the largest result: tolerance of tests at given states, where results are refined
)


def _cases_at_given_states(function: Function, source: Function) -> tuple[Case, ...]:
    """Cases at the states that come with the ports; results may be missing."""
    found = []
    for k in range(max(len(port.states) for port in source.inputs)):
        inputs = {port.name: port.states[k] for port in source.inputs}
        leaves = function.bind({p.name: nest_values([*inputs[p.name]], p.shape) for p in function.inputs})
        values = evaluate(function.graph, function.nodes, ieee_domain(), {i: float(x) for i, x in leaves.items()})
        outputs = {port.name: tuple(float(values[i]) for i in port.elements) for port in function.outputs}
        scales = {port.name: port.scale for port in function.outputs}
        sizes = {name: max((abs(x) for x in row if math.isfinite(x)), default=0.0) for name, row in outputs.items()}
        sizes = {name: max(size, scales[name]) for name, size in sizes.items()}
        found.append(Case(inputs, outputs, {name: GIVEN_STATE_TOLERANCE * size for name, size in sizes.items()}))
    return tuple(found)


def _sign_arguments(reference: Function) -> frozenset[int]:
    """Inputs whose sign is taken: friction jumps there, and sign(0) is 0."""
    graph = reference.graph
    if o.SIGN not in _operations_of(reference):
        return frozenset()
    arguments = {graph.args[i][0] for i in reference.nodes if graph.op[i] == o.SIGN}
    return frozenset(i for port in reference.inputs if port.role == "variable" for i in port.elements if i in arguments)


Leaves = Mapping[int, float]  # a state: numbers for the nodes of inputs
Rows = dict[str, tuple[float, ...]]  # the elements of ports
OutputsWithNoise = tuple[Rows, dict[str, float], float]  # the outputs at a state, and the results of `_noise`


def _draw_state(reference: Function, draw: random.Random, reach: float, rest: frozenset[int]) -> Leaves:
    """Draw inputs at random; those at rest are 0."""
    leaves: dict[int, float] = {}
    for port in reference.inputs:
        if port.role == "parameter":
            defaults = port.defaults or (None,) * port.size
            known = [s if d is None else d for d, s in zip(defaults, _samples_of_port(port), strict=True)]
            numbers = _draw_between(draw, 0.1, 1.5, len(known))
            drawn = [x if d is None else float(d) for x, d in zip(numbers, known)]
        elif port.samples:
            drawn = [_draw_near_sample(draw, reach, s) for s in port.samples]
        else:
            drawn = _draw_between(draw, -reach, reach, port.size)
        leaves.update(zip(port.elements, drawn, strict=True))
    return leaves | dict.fromkeys(rest, 0.0)


def _case_at_state(
    function: Function, reference: Function, leaves: Leaves, judged: OutputsWithNoise | None
) -> tuple[Case | None, float]:
    """State with its outputs, and how much of them rounding alone can change."""
    if judged is None:
        return None, math.inf
    outputs, noise, doubt = judged
    inputs = {p.name: tuple([leaves[i] for i in p.elements]) for p in reference.inputs if p.role != "parameter"}
    table = _parameters(reference, leaves, outputs)
    if function.parameters:
        inputs[function.parameters.name] = tuple(table[label] for label in function.parameters.labels)
    if function is not reference and not _is_free_of({o.CALL}, function):
        (again,) = _evaluate_states(
            function, [{i: x for p in function.inputs for i, x in zip(p.elements, inputs[p.name])}]
        )
        if again is None:
            return None, math.inf
        noise, doubt = {name: max(noise[name], again[1][name]) for name in outputs}, max(doubt, again[2])
    return Case(inputs, outputs, noise), max(doubt, _relative_noise(reference, outputs, noise))


def _parameters(reference: Function, leaves: Leaves, outputs: Rows) -> dict[str, float]:
    """Values of parameters by their labels. A function may need fewer than its reference; that has them as inputs, or
    computes them from others as one more output, which is removed here."""
    given = reference.parameters
    if given is None:
        return {}
    table = {label: leaves[i] for label, i in zip(given.labels, given.elements, strict=True)}
    if given.name in outputs:
        made = find_port(reference.outputs, given.name)
        table |= dict(zip(made.labels, outputs.pop(given.name), strict=True))
    return table


def _samples_of_port(port: Port) -> Sequence[float | None]:
    return port.samples or (None,) * port.size


def _draw_near_sample(draw: random.Random, reach: float, sample: float | None) -> float:
    """Draw a number, anywhere or around a value at which there are results."""
    if sample is None:
        return _draw_between(draw, -reach, reach, 1)[0]
    return sample + round(draw.uniform(-reach, reach) * SAMPLE_RANGE * (abs(sample) or 1.0), 4)


def _draw_between(draw: random.Random, low: float, high: float, count: int) -> list[float]:
    """Draw numbers like `draw.uniform`, with four digits."""
    width = high - low
    return [round(low + width * draw.random(), 4) for _ in range(count)]


def _evaluate_states(function: Function, states: Sequence[Leaves]) -> list[OutputsWithNoise | None]:
    """Evaluate the outputs at these states, with the results of `_noise`; None where they are not finite.

    All states are evaluated together, which takes half the time; one by one if there is one without a value. Exact and
    random rounding are evaluated together, too, unless there are kernels, which take long.
    """
    count = len(states)
    shaken, apart = _RandomRounding(states=count), o.CALL in _operations_of(function)
    columns = [*states] if apart else [*states, *states]
    try:
        exact = _outputs_at_states(function, columns, _column_domain(shaken, len(columns), count))
        if not all(all(map(math.isfinite, row)) for outputs in exact[:count] for row in outputs.values()):
            raise ArithmeticError("not finite")
        other = _outputs_at_states(function, states, _column_domain(shaken, count, 0)) if apart else exact[count:]
    except (ValueError, ArithmeticError):
        return [None] if count == 1 else [x for state in states for x in _evaluate_states(function, [state])]
    return [(rows[0], *_noise(function, *rows)) for rows in zip(exact, other, shaken.doubt)]


def _outputs_at_states(function: Function, states: Sequence[Leaves], domain: Domain) -> list[Rows]:
    """Outputs at each state, in a domain of columns."""
    values = replay(function.graph, (), domain, lambda i, _: [float(x[i]) for x in states], function.nodes)
    found: list[Rows] = [{} for _ in states]
    for port in function.outputs:
        rows = zip(*[values[i] for i in port.elements]) if port.elements else [()] * len(states)
        for outputs, row in zip(found, rows, strict=True):
            outputs[port.name] = tuple(map(float, row))
    return found


def _noise(function: Function, exact: Rows, other: Rows, doubt: float) -> tuple[dict[str, float], float]:
    """Largest change of the elements of each output when every intermediate result is rounded at random.

    It scales with the terms inside, to which rounding is relative: an output that is zero by cancellation has no other
    scale. Second result: the largest change of unknowns of kernels, relative to the largest of
    a call; infinite if rounding decides whether there is a result, or an integer.
    """
    noise = {}
    for port in function.outputs:
        changes = [abs(x - y) for x, y in zip(exact[port.name], other[port.name], strict=True)]
        noise[port.name] = max(changes, default=0.0)
        whole = port.kind == "integer"
        if not all(map(math.isfinite, changes)) or (whole and noise[port.name] > 0.5):  # no digit is known
            noise[port.name], doubt = max(map(abs, exact[port.name])), math.inf
    return noise, doubt


def _column_domain(shaken: _RandomRounding, states: int, exact: int) -> Domain:
    """Domain of the floats of several states side by side; all but the first `exact` ones are rounded at random
    alike."""
    factor = shaken.factor

    def operation(code: int, f: Callable[..., Any]) -> Callable[..., Any]:
        if code in EXACT_OPERATIONS or exact == states:
            return lambda *args: [*map(f, *args)]

        def rounded(*args: Sequence[float]) -> list[float]:
            by, results = factor(), [*map(f, *args)]
            return [*results[:exact], *[x * by for x in results[exact:]]]

        return rounded

    def kernel(kernel: Kernel, values: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
        rows = [*map(list, zip(*values))]
        results = [kernel.code(row) for row in rows[:exact]]
        return [*zip(*results, *(shaken.kernels(kernel, rows[exact:]) if exact < states else ()))]

    table = {code: operation(code, f) for code, f in FLOAT.operations.items()}
    if exact < states <= MAX_UNROLLED_STATES:
        table |= _unroll_operations(states, exact)(factor)
    table[o.PI] = lambda: [math.pi] * states
    return Domain(lambda x: [float(x)] * states, table, kernel)


MAX_UNROLLED_STATES = 16  # number of states up to which operations are unrolled


@lru_cache(maxsize=MAX_UNROLLED_STATES)
def _unroll_operations(states: int, exact: int) -> Callable[[Callable[[], float]], dict[int, Callable[..., Any]]]:
    """Factory of the most frequent operations of `_column_domain`, given their rounding factors: unrolled Python code,
    which takes a third of the time."""
    x, y = ("".join(f"{name}{k}, " for k in range(states)) for name in "xy")
    lines = ["def made(factor):"]
    for word, sign in (("add", "+"), ("sub", "-"), ("mul", "*")):
        results = [f"x{k} {sign} y{k}" for k in range(states)]
        results[exact:] = [f"({result})*by" for result in results[exact:]]
        lines += [f" def {word}(x, y):", f"  {x} = x", f"  {y} = y", "  by = factor()"]
        lines.append(f"  return {', '.join(results)},")
    lines.append(" return {ADD: add, SUB: sub, MUL: mul}")
    names: dict[str, Any] = {"ADD": o.ADD, "SUB": o.SUB, "MUL": o.MUL}
    exec("\n".join(lines), names)
    return names["made"]  # type: ignore[no-any-return]


WORDS_PER_DRAW = 256  # random words that are drawn together


def _random_signs(draw: random.Random) -> Iterator[list[int]]:
    """Yield the values of `draw.choice((-1, 1))`, in a tenth of the time: of every word of 32 bits it takes the highest
    two, and another word if these are not 0 or 1. Many words are drawn together."""
    while True:
        highest = draw.getrandbits(32 * WORDS_PER_DRAW).to_bytes(4 * WORDS_PER_DRAW, "little")[3::4]
        yield [1 if byte >= 64 else -1 for byte in highest if byte < 128]


class _RandomRounding:
    """Operations that round at random, and kernels whose results move as far as rounding of their relation can move
    them, for several states alike."""

    def __init__(self, seed: int = 0, states: int = 1) -> None:
        signs = chain.from_iterable(_random_signs(random.Random(seed)))
        self.sign: Callable[[], int] = signs.__next__
        self.factor: Callable[[], float] = map({-1: 1 - 2.0**-52, 1: 1 + 2.0**-52}.__getitem__, signs).__next__
        self.doubt = [0.0] * states

    def domain(self, base: Domain) -> Domain:
        """Domain of scalars of one state."""
        table = {code: f if code in EXACT_OPERATIONS else self.operation(f) for code, f in base.operations.items()}
        return replace(base, operations=table, kernel=lambda k, x: self.kernels(k, [x])[0], without_value=None)

    def operation(self, f: Callable[..., Any]) -> Callable[..., Any]:
        factor = self.factor
        return lambda *args: f(*args) * factor()

    def kernels(self, kernel: Kernel, states: Sequence[Sequence[float]]) -> list[list[float]]:
        """Results of a kernel for arguments at every state."""
        factors = [self.factor() for _ in states[0]]
        signs = [self.sign() for _ in range(kernel.unknowns)]
        found = []
        for at, values in enumerate(states):
            p = [v * factor for v, factor in zip(values, factors, strict=True)]
            results = kernel.code(p)
            largest = max((abs(x) for x in results[: kernel.unknowns] if math.isfinite(x)), default=0.0)
            for k, (d, sign) in enumerate(zip(rounding_displacements(kernel, p, results), signs, strict=True)):
                if largest > 0.0:
                    self.doubt[at] = max(self.doubt[at], d / largest)
                results[k] += sign * (d if math.isfinite(d) else largest)
            found.append(results)
        return found


def _relative_noise(reference: Function, outputs: Mapping[str, tuple[float, ...]], noise: Mapping[str, float]) -> float:
    """Noise of the outputs, relative to the largest of a port: it is large near a singularity.

    Sums and products of states are never that sensitive: only functions that divide are judged, and no output that
    is zero but for its noise.
    """
    if _is_free_of(SENSITIVE_OPERATIONS, reference):
        return 0.0
    largest = {name: max(map(abs, values), default=0.0) for name, values in outputs.items()}
    return max((noise[name] / x for name, x in largest.items() if x > MIN_NOISE_RATIO * noise[name]), default=0.0)


def _is_free_of(codes: set[int], function: Function) -> bool:
    """Return whether a function has none of these operations."""
    return codes.isdisjoint(_operations_of(function))


def _operations_of(function: Function) -> set[int]:
    """Operations of a function, collected once."""
    known = function.known
    if "codes" not in known:
        known["codes"] = {*map(function.graph.op.__getitem__, function.nodes)}
    codes: set[int] = known["codes"]
    return codes


def _compare_ports(function: Function, reference: Function) -> None:
    own = function.parameters or reference.parameters
    name = own.name if own else ""
    outputs = tuple(p for p in reference.outputs if p.name != name)
    for mine, other in ((function.inputs, reference.inputs), (function.outputs, outputs)):
        a = {p.name: p.shape for p in mine if p.role == "variable"}
        b = {p.name: p.shape for p in other if p.role == "variable"}
        if a != b:
            raise InputError(f"the reference of {function.name} has other ports: {a} and {b}")
    if function.parameters:
        given = next((p for p in reference.outputs if p.name == name), reference.parameters)
        labels = given.labels if given else ()
        missing = sorted(set(function.parameters.labels) - set(labels))
        if missing:
            raise InputError(f"the reference of {function.name} has no parameter {missing[0]!r}")
