"""Search for the cheapest derivation: candidates are derived on a copy of the graph, the best is brought back.

The other candidates leave no nodes in the graph. Using an expression of the copy in the graph is an error.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from linkwright.expr import Expr, Graph
from linkwright.expr.function import depends_on_symbol, operation_cost
from linkwright.expr.ops import ADDITION, CALL, FREE, MULTIPLICATION, NEG, OPS, OTHER, TRIG
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import Importer, needed_nodes
from linkwright.models.framework.result import Quantities
from linkwright.progress import tick
from linkwright.robot import Robot

MAX_TRIED_EXHAUSTIVELY, COARSE_GRID = (
    17,
    8,
)  # up to so many ordered candidates all are tried; of more, so many, and then some between them
MAX_FAILURES, MAX_GROWING_LOSSES = (
    12,
    6,
)  # a sequence is left after so many failures, or after so many with growing loss
PRUNING_RATIO = 5 / 4  # a candidate that costs so many times the best one is not searched further

S = TypeVar("S")
T = TypeVar("T")


OperationCost = tuple[int, int, int]


def count_operations(x: Any) -> OperationCost:
    """Cost of all expressions in x together, by which derivations are compared (in lexicographic order).

    First the operations: additions and multiplications count one each, at every call or in the set-up (the number that
    is compared with other programs); functions but sine and cosine count ten, a solve of n equations n^3. Then the
    additions and multiplications at every call, then the sines and cosines.
    """
    exprs, _ = _expressions_in(x)
    if not exprs:
        return 0, 0, 0
    graph = exprs[0].graph
    args, seen, todo = graph.args, bytearray(len(graph)), [e.id for e in exprs]
    needed = []
    while todo:
        i = todo.pop()
        if not seen[i]:
            seen[i] = 1
            needed.append(i)
            todo += args[i]
    return _cost_of_nodes(graph, needed)


class IncrementalCost:
    """Incremental `count_operations` for one x after the other: only nodes that differ from the last x are counted."""

    def __init__(self) -> None:
        self._graph: Graph | None = None
        self._wanted: set[int] = set()
        self._uses: list[int] = []  # by node: number of needed nodes with it as an argument, and of times it is wanted
        self._weight = 0, 0, 0

    def __call__(self, x: Any) -> OperationCost:
        exprs, _ = _expressions_in(x)
        if not exprs:
            return 0, 0, 0
        graph, wanted = exprs[0].graph, {e.id for e in exprs}
        if graph is not self._graph:
            self._graph, self._wanted, self._uses, self._weight = graph, set(), [], (0, 0, 0)
        before, self._wanted = self._wanted, wanted
        return self.update(graph, wanted - before, before - wanted)

    def update(self, graph: Graph, come: Iterable[int], gone: Iterable[int]) -> OperationCost:
        """Cost when the nodes `come` of one graph are wanted once more and the nodes `gone` once less."""
        self._uses += [0] * (len(graph) - len(self._uses))
        (a, b, c), new = self._weight, _cost_of_nodes(graph, self._changed(graph, come, 1))
        old = _cost_of_nodes(graph, self._changed(graph, gone, -1))
        self._weight = a + new[0] - old[0], b + new[1] - old[1], c + new[2] - old[2]
        return self._weight

    def _changed(self, graph: Graph, wanted: Iterable[int], by: int) -> list[int]:
        """Nodes that become needed if `wanted` are wanted (by = 1), or that are no longer needed (by = -1)."""
        args, uses, todo, found = graph.args, self._uses, list(wanted), []
        edge = 1 if by > 0 else 0
        while todo:
            i = todo.pop()
            uses[i] += by
            if uses[i] == edge:
                found.append(i)
                todo += args[i]
        return found


def count_merged_operations(x: Any) -> OperationCost:
    """Cost with nodes of equal value counted once: closer to that of the optimized function, slower to compute."""
    exprs, _ = _expressions_in(x)
    if not exprs:
        return 0, 0, 0
    graph, ids = exprs[0].graph, {e.id for e in exprs}
    order = needed_nodes(graph, ids)
    try:
        at = Point(1, angle_steps(graph, order)).values(graph, order)
    except ZeroDivisionError:  # a pole
        return _cost_of_nodes(graph, order)
    first: dict[int, int] = {}
    like = {i: i if graph.op[i] == CALL else first.setdefault(min(at[i], P - at[i]), i) for i in order}
    wanted: set[int] = set()
    todo = [like[i] for i in ids]
    while todo:
        i = todo.pop()
        if i not in wanted:
            wanted.add(i)
            todo += [like[a] for a in graph.args[i]]
    return _cost_of_nodes(graph, [*wanted])


def _cost_of_nodes(graph: Graph, order: Sequence[int]) -> OperationCost:
    """Cost of these nodes, given in any order."""
    if graph.has(CALL):
        cost = operation_cost(graph, order)
        others = 10 * (cost.call + cost.setup_call)
        others += sum(graph.value[i].unknowns ** 3 for i in order if graph.op[i] == CALL)
        return cost.total + others, cost.add + cost.mul, cost.trig + cost.setup_trig
    op, varies = graph.op, graph.varies
    each = bytes([op[i] for i in order if varies[i]]).translate(_CLASSES)
    once = b""
    if len(each) < len(order):
        rest = [i for i in order if not varies[i] and _CLASSES[op[i]]]
        once = bytes([op[i] for i in rest if depends_on_symbol(graph, i)]).translate(_CLASSES)
    every, both = each.count(_OPERATION), each + once
    return every + once.count(_OPERATION) + 10 * both.count(_OTHER), every, both.count(_TRIG)


_OPERATION, _TRIG, _OTHER = 1, 2, 3  # classes of operations; 0: not counted
_CLASS = {ADDITION: _OPERATION, MULTIPLICATION: _OPERATION, TRIG: _TRIG, OTHER: _OTHER, FREE: 0}
_CLASSES = bytes([_CLASS[op.cost] for op in OPS]).ljust(256, b"\0")  # by code


def _expressions_in(x: Any) -> tuple[list[Expr], list[int]]:
    """Expressions, and nodes that have names, in lists, tuples, values of dictionaries and fields of dataclasses."""
    found: list[Expr] = []
    noted: list[int] = []
    todo = [x]
    while todo:
        x = todo.pop()
        kind: type = type(x)
        if kind is Expr:
            found.append(x)
        elif kind is list or kind is tuple:
            todo += x
        elif kind is dict:
            todo += x.values()
        elif kind is Quantities:
            noted += x.names
        else:
            todo += [getattr(x, name) for name in _init_fields(kind)]
    return found, noted


@cache
def _init_fields(kind: type) -> tuple[str, ...]:
    """Names of the fields that the constructor of a dataclass takes."""
    return tuple(f.name for f in fields(kind) if f.init) if is_dataclass(kind) else ()


class Trial:
    """A copy of a graph to try derivations on; within another trial, that trial's copy."""

    def __init__(self, graph: Graph) -> None:
        self.home, self.copy = graph, graph if graph.is_trial else graph.copy(is_trial=True)
        self.start = len(graph)  # nodes before are the same in both

    def to_trial(self, x: S) -> S:
        """Return x over the copy."""
        if self.copy is self.home:
            return x
        return on_graph(x, self.copy)

    def from_trial(self, x: T) -> T:
        """Return x over the original graph, to which the nodes that it needs are added in their order on the copy."""
        home, copy = self.home, self.copy
        if copy is home:
            return x
        new = {i: i for i in range(self.start)}
        exprs, noted = _expressions_in(x)
        needed = [i for i in needed_nodes(copy, [e.id for e in exprs]) if i >= self.start]
        for i in needed:
            new[i] = home.node(copy.op[i], tuple([new[a] for a in copy.args[i]]), copy.value[i])
        for i in noted:
            if copy.op[i] == NEG and (a := copy.args[i][0]) in new:  # a quantity keeps its name with the other sign
                new[i] = home.neg(new[a])
        moved: T = _map_expressions(x, lambda e: Expr(home, new[e.id]), lambda robot: robot.in_graph(home), new)
        return moved


def on_graph(x: S, copy: Graph) -> S:
    """Return x over a copy of its graph."""
    moved: S = _map_expressions(x, lambda e: Expr(copy, e.id), lambda robot: robot.in_graph(copy), range(len(copy)))
    return moved


def on_own_graph(x: S) -> S:
    """Return x over a new trial graph, without names of nodes; its robots must have no constraint rows."""
    into = Importer(Graph(is_trial=True))
    moved: S = _map_expressions(x, into, lambda robot: robot.copy_into(into), {})
    return moved


def _map_expressions(
    x: Any, move: Callable[[Expr], Expr], view: Callable[[Robot], Robot], new: Mapping[int, int] | range
) -> Any:  # fmt: skip
    """Return x with its expressions moved by `move`, its robots by `view`, and named nodes renumbered by `new`.

    Dataclasses are constructed anew, without their cached fields.
    """

    def inner(y: Any) -> Any:
        return _map_expressions(y, move, view, new)

    kind: type = type(x)
    if kind is Expr:
        return move(x)
    if kind is list or kind is tuple:
        return kind([inner(y) for y in x])
    if kind is dict:
        return {key: inner(y) for key, y in x.items()}
    if kind is Robot:
        return view(x)
    if kind is Quantities:
        return Quantities({new[i]: name for i, name in x.names.items() if i in new})
    made = [inner(getattr(x, name)) for name in _init_fields(kind)]
    return kind(*made) if made else x


def cheapest_of(
    graph: Graph, subject: S, candidates: Callable[[S], Iterable[T]], wanted: Callable[[T], Any] = lambda x: x,
    counted: Callable[[Any], Any] = count_operations,
) -> T:  # fmt: skip
    """Return the cheapest candidate derived from the subject (the first one); the cost is that of its `wanted` part."""
    trial = Trial(graph)

    def cost(x: T) -> Any:
        tick()
        return counted(wanted(x))

    return trial.from_trial(min(candidates(trial.to_trial(subject)), key=cost))


def select_coarse_to_fine(places: Sequence[S], cost: Callable[[S], Any]) -> list[S]:
    """Places of an ordered sequence that are worth trying: all of a short one; of a long one a coarse grid, refined
    around its cheapest place."""
    if len(places) <= MAX_TRIED_EXHAUSTIVELY:
        return list(places)
    step = -(-len(places) // COARSE_GRID)
    costs = {k: cost(places[k]) for k in {*range(0, len(places), step), len(places) - 1}}
    while step > 1:
        step = -(-step // 2)
        best = min(costs, key=costs.__getitem__)
        for k in (best - step, best + step):
            if 0 <= k < len(places) and k not in costs:
                costs[k] = cost(places[k])
    return [places[k] for k in sorted(costs)]


def is_too_costly(cost: OperationCost, best: OperationCost | None) -> bool:
    """Whether a cost exceeds the best one by so much that a further search is not worthwhile."""
    return best is not None and cost[0] > PRUNING_RATIO * best[0]


def hill_climb(
    start: T, changes: Sequence[Callable[[T], T]], derived: Callable[[T], Any], again: bool,
    counted: Callable[[Any], Any] | None = None,
) -> T:  # fmt: skip
    """Hill climbing: apply each change that lowers the cost of `derived`; `again`: until a full pass brings none."""
    counted = counted or IncrementalCost()
    best, least, tried = start, counted(derived(start)), 0
    for change in itertools.cycle(changes) if again else changes:
        tick()
        other = change(best)
        tried += 1
        if other != best and (cost := counted(derived(other))) < least:
            best, least, tried = other, cost, 0
        if tried == len(changes):
            break
    return best


def hill_climb_sequences(start: T, rows: Sequence[Sequence[Callable[[T], T]]], derived: Callable[[T], Any]) -> T:
    """Hill climbing over several long sequences of changes, in turn; a sequence is left when it has no prospect."""
    counted = IncrementalCost()
    best, least = start, counted(derived(start))
    losses: list[list[int]] = [[] for _ in rows]  # of each row, since one of its changes has paid
    for changes in itertools.cycle(zip(*rows, strict=True)):
        for change, lost in zip(changes, losses, strict=True):
            if _has_prospect(lost):
                tick()
                other = change(best)
                if (cost := counted(derived(other))) < least:
                    best, least = other, cost
                    lost.clear()
                else:
                    lost.append(cost[0] - least[0])
        if not any(map(_has_prospect, losses)):
            break
    return best


def _has_prospect(lost: Sequence[int]) -> bool:
    """Whether a sequence of changes is worth continuing: not after many failures, or fewer with growing loss."""
    last = lost[-MAX_GROWING_LOSSES:]
    is_steady = len(last) == MAX_GROWING_LOSSES and all(a < b for a, b in itertools.pairwise(last))
    return len(lost) < MAX_FAILURES and not is_steady
