"""Test states at which a function with a status has no results: one that is out of reach, and one that is singular.

From a solved state, positions (then lengths that are parameters) are moved until the status changes.
Beyond, it is out of reach; at the boundary, where a chain is stretched, it is singular: the middle of the few numbers
with this status is taken. Iterations need long to detect it; for them, the start has all joints at zero. A state is
taken only if its status does not depend on rounding. Some mechanisms have no such states.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from linkwright.expr import Function, Port
from linkwright.expr import ops as o
from linkwright.expr.kernel import STATUS
from linkwright.expr.replay import FLOAT, Domain, evaluate, needed_nodes
from linkwright.targets.program import Case

SOLVED, SINGULAR = 0, STATUS.index("singular")
FIRST_STEP, STEP_GROWTH, MAX_STEPS = 0.03, 1.35, 18  # until about a turn, or six times a length
MAX_BISECTIONS = 60
MAX_DIRECTIONS = 12  # directions that are searched
FAR_STARTS = (1e9, 1e18)
ALIGNMENT_TRIES = 60  # tries to find aligned links
START_SUFFIX = "_start"

Leaves = Mapping[int, float]


@cache
def ieee_domain() -> Domain:
    """Domain of floats with infinities and NaN. Made at the first request: most functions are tested without NumPy."""
    assert FLOAT.without_value
    return FLOAT.without_value()


def find_unsolved_cases(
    function: Function, reference: Function, shaken: Callable[[Domain], Sequence[Domain]]
) -> list[Case]:
    """Return at most one case for each kind: out of reach (or not closed for another reason), and singular.

    `shaken` makes domains of one, in which results are rounded at random.
    """
    status = _Status.of(reference)
    if status is None:
        return []
    domains = (ieee_domain(), *shaken(ieee_domain()))
    found: dict[bool, Case] = {}
    for kind, leaves in _unsolved_states(reference, status):
        if (kind == SINGULAR) in found:
            continue
        case = _unsolved_case(function, reference, leaves, kind)
        own = function.bind({p.name: nest_values([*case.inputs[p.name]], p.shape) for p in function.inputs})
        both = [(status, leaves)] if function is reference else [(status, leaves), (_Status.of(function), own)]
        if all(s and s.at(x, d) == kind for s, x in both for d in domains):
            found[kind == SINGULAR] = case
        if len(found) == 2 or (status.iterates and False in found):
            break
    return [found[k] for k in sorted(found)]


@dataclass(frozen=True)
class _Status:
    """Status of a function, without its other outputs."""

    function: Function
    node: int
    order: list[int]

    @classmethod
    def of(cls, function: Function) -> _Status | None:
        found = [p.elements[0] for p in function.outputs if p.name == "status" and p.kind == "integer" and not p.shape]
        return cls(function, found[0], needed_nodes(function.graph, found)) if found else None

    def at(self, leaves: Leaves, domain: Domain = FLOAT) -> int | None:
        used = {i: leaves[i] for i in self.order if self.function.graph.op[i] == o.SYMBOL}
        value = float(evaluate(self.function.graph, self.order, domain, used)[self.node])
        return round(value) if math.isfinite(value) else None

    @property
    def iterates(self) -> bool:
        return any(self.function.graph.op[i] == o.CALL for i in self.order)


# -- search -----------------------------------------------------------------------------------------------------------


def _unsolved_states(function: Function, status: _Status) -> Iterator[tuple[int, Leaves]]:
    """Yield states without results and their status, from a solved one. Several may have the same status."""
    leaves = _solved_state(function)
    if status.at(leaves) != SOLVED:
        return
    for at_zero in _degenerate_starts(function, leaves):
        if status.at(at_zero) == SINGULAR:
            yield SINGULAR, at_zero
    for moves in _search_directions(function)[:MAX_DIRECTIONS]:
        for sign in (1.0, -1.0):
            way = _SearchLine(status, leaves, {i: sign * x * (abs(leaves[i]) or 1.0) for i, x in moves.items()})
            edge = way.edge()
            if edge is None:
                continue
            beyond = status.at(way.state(edge[1]))
            if beyond not in (SOLVED, SINGULAR, None):
                yield beyond, way.state(edge[1])
            t = None if status.iterates else way.singular(*edge)
            if t is not None:
                yield SINGULAR, way.state(t)


def _degenerate_starts(function: Function, leaves: Leaves) -> Iterator[Leaves]:
    """Yield start values at which an iteration may find no first step: all joints at zero, or so far away that all legs
    are parallel, or with the drives at zero, too, or some a quarter or half turn from there: links are aligned."""
    starts = [i for p in function.inputs if p.name.endswith(START_SUFFIX) for i in p.elements]
    ports = [p for p in function.inputs if p.samples and p.role != "parameter"]
    drives = [i for i in _sampled_elements(ports) if i not in starts]
    if not starts:
        return
    yield {**leaves, **dict.fromkeys(starts, 0.0)}
    for far in FAR_STARTS:
        yield {**leaves, **{i: far * (abs(leaves[i]) or 1.0) for i in starts}}
    places = [*drives, *starts]
    draw = random.Random(f"in line {function.name}")
    yield {**leaves, **dict.fromkeys(places, 0.0)}
    for _ in range(ALIGNMENT_TRIES):
        yield {**leaves, **{i: draw.choice((0.0, 0.0, math.pi, -math.pi / 2, math.pi / 2)) for i in places}}


def _solved_state(function: Function) -> dict[int, float]:
    """State with results: samples and defaults of the ports; other inputs are drawn."""
    draw = random.Random(f"unsolved {function.name}")
    leaves: dict[int, float] = {}
    for p in function.inputs:
        nothing: tuple[float | None, ...] = (None,) * p.size
        for i, default, sample in zip(p.elements, p.defaults or nothing, p.samples or nothing, strict=True):
            other = round(draw.uniform(0.1, 1.5), 4)
            leaves[i] = next((float(x) for x in (default, sample) if x is not None), other)
    return leaves


def _search_directions(function: Function) -> list[dict[int, float]]:
    """Search directions, as rates of inputs: positions that are known to close loops, all of them with either sign,
    then lengths; not the start values of iterations."""
    ports = [p for p in function.inputs if p.samples and not p.name.endswith(START_SUFFIX)]
    q, lengths = (_sampled_elements([p for p in ports if (p.role == "parameter") is x]) for x in (False, True))
    together = [{i: s**k for k, i in enumerate(q)} for s in (-1.0, 1.0)] if len(q) > 1 else []
    return [*({i: 1.0} for i in q), *together, *({i: 1.0} for i in lengths)]


def _sampled_elements(ports: Sequence[Port]) -> list[int]:
    return [i for p in ports for i, x in zip(p.elements, p.samples, strict=True) if x is not None]


@dataclass(frozen=True)
class _SearchLine:
    """Line of states from a solved one along a search direction."""

    status: _Status
    leaves: Leaves
    moves: Mapping[int, float]

    def state(self, t: float) -> dict[int, float]:
        return {**self.leaves, **{i: self.leaves[i] + t * rate for i, rate in self.moves.items()}}

    def at(self, t: float) -> int | None:
        return self.status.at(self.state(t))

    def edge(self) -> tuple[float, float] | None:
        """Interval in which the status changes from solved, or None."""
        before = 0.0
        for k in range(MAX_STEPS):
            t = FIRST_STEP * STEP_GROWTH**k
            if self.at(t) != SOLVED:
                return before, t
            before = t
        return None

    def singular(self, inside: float, outside: float) -> float | None:
        """Middle of the interval next to the boundary in which the state is singular, or None."""
        first = self._first(inside, outside, lambda s: s != SOLVED)
        if self.at(first) != SINGULAR:
            return None
        width = abs(first) * 2.0**-50
        while self.at(first + width) == SINGULAR and first + width < outside:
            width *= 2
        return (first + self._first(first, first + width, lambda s: s != SINGULAR)) / 2

    def _first(self, inside: float, outside: float, is_out: Callable[[int | None], bool]) -> float:
        """First number of the interval that is out, by bisection."""
        for _ in range(MAX_BISECTIONS):
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                break
            inside, outside = (inside, middle) if is_out(self.at(middle)) else (middle, outside)
        return outside


# -- case -------------------------------------------------------------------------------------------------------------


def _unsolved_case(function: Function, reference: Function, leaves: Leaves, status: int) -> Case:
    """Case with the inputs of the function, whose parameters the reference may compute, and the status alone."""
    inputs = {p.name: tuple(leaves[i] for i in p.elements) for p in reference.inputs if p.role == "variable"}
    if function.parameters:
        given = next((p for p in reference.outputs if p.name == function.parameters.name), None)
        if given:
            values = evaluate(reference.graph, needed_nodes(reference.graph, given.elements), FLOAT, leaves)
            made = dict(zip(given.labels, given.elements, strict=True))  # of which the function may need fewer
            inputs[function.parameters.name] = tuple(float(values[made[s]]) for s in function.parameters.labels)
        elif reference.parameters:
            table = dict(zip(reference.parameters.labels, reference.parameters.elements, strict=True))
            inputs[function.parameters.name] = tuple(leaves[table[s]] for s in function.parameters.labels)
    nothing = {p.name: (float(status) if p.name == "status" else math.nan,) * p.size for p in function.outputs}
    return Case(inputs, nothing, about=STATUS[status])


def nest_values(values: list[float], shape: tuple[int, ...]) -> object:
    """Values row by row, as an argument of this shape."""
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [nest_values(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


__all__ = ["find_unsolved_cases", "ieee_domain", "nest_values"]
