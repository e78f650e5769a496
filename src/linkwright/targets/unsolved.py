"""States at which a function with a status has no results: one that is out of reach, and one that is singular.

From a state that is solved, positions (then lengths that are parameters) are moved until the status is another one.
Beyond, it is out of reach; on the edge, where a chain is stretched, it is singular: the middle of the few numbers at
which it says so is taken. Iterations need long to say so; theirs is a start where all joints are at zero. A state is
taken only if its status is the same however results are rounded. Some mechanisms have no such states.
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
from linkwright.expr.replay import FLOAT, Domain, evaluate, live
from linkwright.targets.program import Case

SOLVED, SINGULAR = 0, STATUS.index("singular")
FIRST, GROWTH, STEPS = 0.03, 1.35, 18  # until about a turn, or six times a length
BISECTIONS = 60
MOST = 12  # ways that are gone
FAR = (1e9, 1e18)
IN_LINE = 60  # tries to find links in line
START = "_start"

Leaves = Mapping[int, float]


@cache
def ieee() -> Domain:
    """Floats with infinities and NaN. Made when they are first asked for: most functions are tested without NumPy."""
    assert FLOAT.without_value
    return FLOAT.without_value()


def unsolved(function: Function, reference: Function, shaken: Callable[[Domain], Sequence[Domain]]) -> list[Case]:
    """At most one case for each kind: out of reach (or not closed in another way), and singular.

    `shaken` makes domains of one, in which results are rounded at random.
    """
    status = _Status.of(reference)
    if status is None:
        return []
    domains = (ieee(), *shaken(ieee()))
    found: dict[bool, Case] = {}
    for kind, leaves in _states(reference, status):
        if (kind == SINGULAR) in found:
            continue
        case = _case(function, reference, leaves, kind)
        own = function.bind({p.name: nested([*case.inputs[p.name]], p.shape) for p in function.inputs})
        both = [(status, leaves)] if function is reference else [(status, leaves), (_Status.of(function), own)]
        if all(s and s.at(x, d) == kind for s, x in both for d in domains):
            found[kind == SINGULAR] = case
        if len(found) == 2 or (status.iterates and False in found):
            break
    return [found[k] for k in sorted(found)]


@dataclass(frozen=True)
class _Status:
    """The status of a function, without the rest."""

    function: Function
    node: int
    order: list[int]

    @classmethod
    def of(cls, function: Function) -> _Status | None:
        found = [p.elements[0] for p in function.outputs if p.name == "status" and p.kind == "integer" and not p.shape]
        return cls(function, found[0], live(function.graph, found)) if found else None

    def at(self, leaves: Leaves, domain: Domain = FLOAT) -> int | None:
        used = {i: leaves[i] for i in self.order if self.function.graph.op[i] == o.SYMBOL}
        value = float(evaluate(self.function.graph, self.order, domain, used)[self.node])
        return round(value) if math.isfinite(value) else None

    @property
    def iterates(self) -> bool:
        return any(self.function.graph.op[i] == o.CALL for i in self.order)


# -- the search -------------------------------------------------------------------------------------------------------


def _states(function: Function, status: _Status) -> Iterator[tuple[int, Leaves]]:
    """States without results and their status, from one that is solved. Several may have the same status."""
    leaves = _solved_state(function)
    if status.at(leaves) != SOLVED:
        return
    for at_zero in _at_zero(function, leaves):
        if status.at(at_zero) == SINGULAR:
            yield SINGULAR, at_zero
    for moves in _ways(function)[:MOST]:
        for sign in (1.0, -1.0):
            way = _Way(status, leaves, {i: sign * x * (abs(leaves[i]) or 1.0) for i, x in moves.items()})
            edge = way.edge()
            if edge is None:
                continue
            beyond = status.at(way.state(edge[1]))
            if beyond not in (SOLVED, SINGULAR, None):
                yield beyond, way.state(edge[1])
            t = None if status.iterates else way.singular(*edge)
            if t is not None:
                yield SINGULAR, way.state(t)


def _at_zero(function: Function, leaves: Leaves) -> Iterator[Leaves]:
    """Where an iteration may find no step at once: it starts with all joints at zero, or so far away that all legs are
    parallel, or the drives are at zero, too, or some are a quarter turn or half a turn from there: links are in line.
    """
    starts = [i for p in function.inputs if p.name.endswith(START) for i in p.elements]
    ports = [p for p in function.inputs if p.samples and p.role != "parameter"]
    drives = [i for i in _sampled(ports) if i not in starts]
    if not starts:
        return
    yield {**leaves, **dict.fromkeys(starts, 0.0)}
    for far in FAR:
        yield {**leaves, **{i: far * (abs(leaves[i]) or 1.0) for i in starts}}
    places = [*drives, *starts]
    draw = random.Random(f"in line {function.name}")
    yield {**leaves, **dict.fromkeys(places, 0.0)}
    for _ in range(IN_LINE):
        yield {**leaves, **{i: draw.choice((0.0, 0.0, math.pi, -math.pi / 2, math.pi / 2)) for i in places}}


def _solved_state(function: Function) -> dict[int, float]:
    """Where samples and defaults say that there are results; the rest is drawn."""
    draw = random.Random(f"unsolved {function.name}")
    leaves: dict[int, float] = {}
    for p in function.inputs:
        nothing: tuple[float | None, ...] = (None,) * p.size
        for i, default, sample in zip(p.elements, p.defaults or nothing, p.samples or nothing, strict=True):
            other = round(draw.uniform(0.1, 1.5), 4)
            leaves[i] = next((float(x) for x in (default, sample) if x is not None), other)
    return leaves


def _ways(function: Function) -> list[dict[int, float]]:
    """Which inputs move, and how fast: positions that are known to close loops, all of them with either sign, then
    lengths. Not where an iteration starts."""
    ports = [p for p in function.inputs if p.samples and not p.name.endswith(START)]
    q, lengths = (_sampled([p for p in ports if (p.role == "parameter") is x]) for x in (False, True))
    together = [{i: s**k for k, i in enumerate(q)} for s in (-1.0, 1.0)] if len(q) > 1 else []
    return [*({i: 1.0} for i in q), *together, *({i: 1.0} for i in lengths)]


def _sampled(ports: Sequence[Port]) -> list[int]:
    return [i for p in ports for i, x in zip(p.elements, p.samples, strict=True) if x is not None]


@dataclass(frozen=True)
class _Way:
    """Inputs on their way from where a state is solved."""

    status: _Status
    leaves: Leaves
    moves: Mapping[int, float]

    def state(self, t: float) -> dict[int, float]:
        return {**self.leaves, **{i: self.leaves[i] + t * rate for i, rate in self.moves.items()}}

    def at(self, t: float) -> int | None:
        return self.status.at(self.state(t))

    def edge(self) -> tuple[float, float] | None:
        """Where it is still solved, and where no longer."""
        before = 0.0
        for k in range(STEPS):
            t = FIRST * GROWTH**k
            if self.at(t) != SOLVED:
                return before, t
            before = t
        return None

    def singular(self, inside: float, outside: float) -> float | None:
        """The middle of the numbers next to the edge at which it is singular."""
        first = self._first(inside, outside, lambda s: s != SOLVED)
        if self.at(first) != SINGULAR:
            return None
        width = abs(first) * 2.0**-50
        while self.at(first + width) == SINGULAR and first + width < outside:
            width *= 2
        return (first + self._first(first, first + width, lambda s: s != SINGULAR)) / 2

    def _first(self, inside: float, outside: float, is_out: Callable[[int | None], bool]) -> float:
        """By bisection: the first number that is out."""
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                break
            inside, outside = (inside, middle) if is_out(self.at(middle)) else (middle, outside)
        return outside


# -- a case -----------------------------------------------------------------------------------------------------------


def _case(function: Function, reference: Function, leaves: Leaves, status: int) -> Case:
    """The inputs of the function, whose parameters the reference may give, and nothing but the status."""
    inputs = {p.name: tuple(leaves[i] for i in p.elements) for p in reference.inputs if p.role == "variable"}
    if function.parameters:
        given = next((p for p in reference.outputs if p.name == function.parameters.name), None)
        if given:
            values = evaluate(reference.graph, live(reference.graph, given.elements), FLOAT, leaves)
            made = dict(zip(given.labels, given.elements, strict=True))  # of which the function may need fewer
            inputs[function.parameters.name] = tuple(float(values[made[s]]) for s in function.parameters.labels)
        elif reference.parameters:
            table = dict(zip(reference.parameters.labels, reference.parameters.elements, strict=True))
            inputs[function.parameters.name] = tuple(leaves[table[s]] for s in function.parameters.labels)
    nothing = {p.name: (float(status) if p.name == "status" else math.nan,) * p.size for p in function.outputs}
    return Case(inputs, nothing, about=STATUS[status])


def nested(values: list[float], shape: tuple[int, ...]) -> object:
    """Row by row, as an argument of this shape."""
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = len(values) // shape[0]
    return [nested(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


__all__ = ["ieee", "nested", "unsolved"]
