"""A function as straight-line blocks: what is known before a call, what a call computes, and in which order.

Nothing here knows a language. Whatever depends on parameters alone is *held*: the set-up computes it once. Angles
whose arguments are known at the same time form one stage, so that all their sines and cosines are evaluated together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.replay import FLOAT, replay
from linkwright.records import dataclass

CIRCULAR = (o.SIN, o.COS, o.TAN)
T = TypeVar("T")


@dataclass(frozen=True)
class Stage:
    """First the sines and cosines of `angles` (their arguments), then the operations `nodes`, in this order."""

    angles: tuple[int, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """Straight-line code over the nodes of a graph. Leaves are numbers, held nodes and the places of the inputs."""

    graph: Graph
    inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[int, ...], ...]
    held: tuple[int, ...]
    numbers: Mapping[int, float]
    stages: tuple[Stage, ...]

    @property
    def size(self) -> int:
        """Operations of one run, a sine with its cosine as one."""
        return sum(len(s.angles) + len(s.nodes) for s in self.stages)


@dataclass(frozen=True)
class Plan:
    """setup: parameters -> held values. main: variables and held values -> outputs. kernels: all that are called, those
    that others run first."""

    function: Function
    setup: Block
    main: Block
    kernels: tuple[Kernel, ...]

    @property
    def prepares(self) -> bool:
        """Whether the set-up computes anything; if not, the parameters themselves are what is held."""
        return bool(self.setup.stages[0].nodes or self.setup.stages[0].angles)


def plan(function: Function) -> Plan:
    g, port = function.graph, function.parameters
    numbers = constants(g, function.nodes)
    given = port.elements if port else ()
    held = _held(function, numbers) or given
    outputs = tuple(p.elements for p in function.outputs)
    variables = tuple(p.elements for p in function.variables)
    setup = Block(g, (given,), (held,), (), numbers, stages(g, held, {*given, *numbers}))
    leaves = {*held, *numbers, *(i for places in variables for i in places)}
    roots = [i for places in outputs for i in places]
    main = Block(g, variables, outputs, held, numbers, stages(g, roots, leaves))
    return Plan(function, setup, main, tuple(kernels_of(function)))


def _held(function: Function, numbers: Mapping[int, float]) -> tuple[int, ...]:
    """What a call needs and parameters alone decide.

    Nothing if none of it needs to be computed, or if nothing varies at all: then the function is its own set-up.
    """
    g = function.graph
    if not any(g.varies[i] for i in function.nodes):
        return ()
    wanted = {i for port in function.outputs for i in port.elements}
    for i in function.nodes:
        if g.varies[i]:
            wanted.update(g.args[i])
    held = [i for i in function.nodes if i in wanted and not g.varies[i] and i not in numbers and g.op[i] != o.CALL]
    return tuple(held) if any(g.op[i] != o.SYMBOL for i in held) else ()


def constants(graph: Graph, order: Iterable[int]) -> dict[int, float]:
    """The nodes that depend on no symbol, with their values: an operation on numbers is done here and now."""
    free: set[int] = set()
    nodes = []
    for i in order:
        if graph.op[i] != o.SYMBOL and free.issuperset(graph.args[i]):
            free.add(i)
            nodes.append(i)
    try:
        values = replay(graph, nodes, FLOAT, lambda _, symbol: 0.0, nodes)
    except (ZeroDivisionError, ValueError, OverflowError) as problem:
        raise ExpressionError(f"an expression of numbers alone has no value: {problem}") from problem
    numbers = {i: float(v) for i, v in values.items() if graph.op[i] != o.CALL}
    if not all(map(math.isfinite, numbers.values())):
        raise ExpressionError("an expression of numbers alone has no value: a kernel finds none")
    return numbers


def stages(graph: Graph, roots: Iterable[int], leaves: set[int]) -> tuple[Stage, ...]:
    """The operations that the roots need beyond the leaves, cut where sines and cosines are due."""
    op, args = graph.op, graph.args
    todo = sorted(_beyond(graph, roots, set(leaves)))
    depth = dict.fromkeys(leaves, 0)  # how many sines lie one inside the other up to here
    angles: dict[int, dict[int, None]] = {}
    items: dict[int, list[int]] = {}
    for i in todo:
        level = 0
        for a in args[i]:
            if depth[a] > level:
                level = depth[a]
        if op[i] in CIRCULAR:
            level += 1
            angles.setdefault(level, {})[args[i][0]] = None
        elif op[i] == o.ITEM:
            items.setdefault(args[i][0], []).append(i)
        depth[i] = level
    done = set(leaves)
    first = _order(graph, _beyond(graph, angles.get(1, ()), done, items), items)
    made = [Stage((), tuple(first))] if first else []
    for level in range(1, len(angles)):
        nodes = _order(graph, _beyond(graph, angles[level + 1], done, items), items)
        made.append(Stage(tuple(sorted(angles[level])), tuple(nodes)))  # sums after their terms
    rest = _order(graph, [i for i in todo if i not in done], items)
    return (*made, Stage(tuple(sorted(angles.get(len(angles), ()))), tuple(rest)))


def _beyond(
    graph: Graph, roots: Iterable[int], done: set[int], items: Mapping[int, Iterable[int]] | None = None
) -> list[int]:
    """The nodes that make the roots and are not done; then they are. With the call of a kernel come its results."""
    args, found, todo = graph.args, [], list(roots)
    while todo:
        i = todo.pop()
        if i not in done:
            done.add(i)
            found.append(i)
            todo += args[i]
            if items:
                todo += items.get(i, ())
    return found


def _order(graph: Graph, nodes: Iterable[int], items: Mapping[int, Iterable[int]]) -> list[int]:
    """These operations, but sines and cosines, in the order of the algorithm that built the graph.

    A recursion over links uses what it has just made: measured, this order spills fewer registers than depth first.
    The results of a kernel follow its call at once, so that its memory serves the next one.
    """
    op = graph.op
    found = sorted([i for i in nodes if op[i] != o.SIN and op[i] != o.COS])
    if items:
        found.sort(key=lambda i: (graph.args[i][0], i) if op[i] == o.ITEM else (i, i))
    return found


def kernels_of(function: Function) -> list[Kernel]:
    """Every kernel that a function calls, those that kernels run first; of numbers alone none is called."""
    found: dict[Kernel, None] = {}

    def visit(kernel: Kernel) -> None:
        for step in kernel.code.steps.values():
            for inner in (step,) if isinstance(step, Kernel) else called(step):
                visit(inner)
        found[kernel] = None

    def called(step: object) -> list[Kernel]:
        assert isinstance(step, Function)
        g = step.graph
        calls = [i for i in step.nodes if g.op[i] == o.CALL]
        numbers = constants(g, step.nodes) if calls else {}
        return [g.value[i] for i in calls if not numbers.keys() >= set(g.args[i])]

    for kernel in called(function):
        visit(kernel)
    return list(found)


# -- long code ---------------------------------------------------------------------------------------------------------


def cut(steps: Sequence[T], limit: int, work: Callable[[T], int] = lambda _: 1) -> list[Sequence[T]]:
    """Steps in parts of equal work, not more than `limit` each unless one step is (0: all in one part)."""
    sizes = [*map(work, steps)]
    total = sum(sizes)
    if not limit or total <= limit:
        return [steps]
    share = -(-total // -(-total // limit))
    ends, done = [0], 0
    for k, size in enumerate(sizes):
        if done and done + size > share:
            ends.append(k)
            done = 0
        done += size
    return [steps[start:end] for start, end in pairwise([*ends, len(steps)])]


def slots(parts: Sequence[Sequence[tuple[Iterable[T], Iterable[T]]]]) -> tuple[dict[T, int], int]:
    """Places in a workspace for every value that a later part reads, used again when it is read last.

    A part is a sequence of (values made, values read). Second: how many places there are.
    """
    last: dict[T, int] = {}
    for k, part in enumerate(parts):
        for _, reads in part:
            last.update(dict.fromkeys(reads, k))
    places: dict[T, int] = {}
    free: list[int] = []
    ending: dict[int, list[int]] = {}
    depth = 0
    for k, part in enumerate(parts):
        free += ending.get(k - 1, [])
        for makes, _ in part:
            for i in makes:
                if last.get(i, k) > k:
                    if not free:
                        free.append(depth)
                        depth += 1
                    places[i] = free.pop()
                    ending.setdefault(last[i], []).append(places[i])
    return places, depth


__all__ = ["CIRCULAR", "Block", "Plan", "Stage", "cut", "kernels_of", "plan", "slots"]
