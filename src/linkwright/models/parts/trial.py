"""The one way to choose among derivations: all are tried on a copy of the graph, and only the cheapest comes back.

What loses leaves no nodes, and an expression of the copy that strays into the graph is an error, not another node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from linkwright.expr import Expr, Graph
from linkwright.expr.function import count
from linkwright.expr.ops import SOLVE
from linkwright.expr.replay import live
from linkwright.models.model import Quantities, State
from linkwright.robot import Robot

S = TypeVar("S")
T = TypeVar("T")


def operations(x: Any) -> tuple[int, int, int]:
    """What all expressions in x cost together: the one weighting by which derivations are compared.

    Additions and multiplications count one each, at every call or once for the parameters: the number that is compared
    with the peers. Functions but sine and cosine count ten, a solve of n equations n^3. Of equals, the one with fewer
    additions and multiplications at every call is cheaper, then the one with fewer sines and cosines.
    """
    exprs = list(_exprs(x))
    if not exprs:
        return 0, 0, 0
    graph = exprs[0].graph
    order = live(graph, {e.id for e in exprs})
    cost = count(graph, order)
    solves: int = sum(graph.value[i] ** 3 for i in order if graph.op[i] == SOLVE)
    others = 10 * (cost.call + cost.setup_call) + solves
    return cost.total + others, cost.add + cost.mul, cost.trig + cost.setup_trig


def _exprs(x: Any) -> Iterator[Expr]:
    """In lists, tuples, values of dictionaries and fields of dataclasses."""
    if isinstance(x, Expr):
        yield x
    elif isinstance(x, list | tuple | dict):
        for y in x.values() if isinstance(x, dict) else x:
            yield from _exprs(y)
    elif is_dataclass(x):
        for f in fields(x):
            yield from _exprs(getattr(x, f.name))


class Trial:
    """A copy of a graph to try derivations on."""

    def __init__(self, graph: Graph) -> None:
        self.home, self.copy = graph, graph.copy()

    def take(self, x: S) -> S:
        """The same over the copy."""
        made: S = _over(x, self.copy, range(len(self.copy)))
        return made

    def back(self, x: T) -> T:
        """The same over the graph, to which the nodes that it needs are added in their order on the copy."""
        home, copy = self.home, self.copy
        new: dict[int, int] = {}
        for i in live(copy, (e.id for e in _exprs(x))):
            new[i] = home.node(copy.op[i], tuple(new[a] for a in copy.args[i]), copy.value[i])
        made: T = _over(x, home, new)
        return made


def _over(x: Any, graph: Graph, new: Mapping[int, int] | range) -> Any:
    """x with its nodes under their new numbers in a graph; objects are made anew, without what they keep for later."""

    def over(y: Any) -> Any:
        return _over(y, graph, new)

    if isinstance(x, Expr):
        return Expr(graph, new[x.id])
    if isinstance(x, Robot):
        return x.over(graph)
    if isinstance(x, State):
        return x.mapped(over)
    if isinstance(x, Quantities):
        return Quantities({new[i]: name for i, name in x.names.items() if i in new})
    if isinstance(x, list | tuple):
        return type(x)(map(over, x))
    if isinstance(x, dict):
        return {key: over(y) for key, y in x.items()}
    if is_dataclass(x) and not isinstance(x, type):
        return type(x)(**{f.name: over(getattr(x, f.name)) for f in fields(x) if f.init})
    return x


def fewest(
    graph: Graph, subject: S, candidates: Callable[[S], Iterable[T]], wanted: Callable[[T], Any] = lambda x: x
) -> T:
    """The first of the candidates, which are derived from the subject, that costs least, or whose wanted part does."""
    trial = Trial(graph)
    return trial.back(min(candidates(trial.take(subject)), key=lambda x: operations(wanted(x))))


def improved(start: T, changes: Sequence[Callable[[T], T]], derived: Callable[[T], Any], again: bool) -> T:
    """One change after the other if what is derived costs less; `again`: from the first on, while one has paid."""
    best, least, paid = start, operations(derived(start)), True
    while paid:
        paid = False
        for change in changes:
            other = change(best)
            if (cost := operations(derived(other))) < least:
                best, least, paid = other, cost, again
    return best
