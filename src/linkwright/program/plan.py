"""A function as straight-line blocks: what is known before a call, what a call computes, and in which order.

Nothing here knows a language. Whatever depends on parameters alone is *held*: the set-up computes it once. Angles
whose arguments are known at the same time form one stage, so that all their sines and cosines are evaluated together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from linkwright.errors import ExpressionError
from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import Kernel
from linkwright.expr.replay import FLOAT, replay

CIRCULAR = (o.SIN, o.COS, o.TAN)
CIRCLES = (o.SIN, o.COS)
APART = frozenset((*CIRCULAR, o.ITEM))  # what is not simply computed in its turn
T = TypeVar("T")


@dataclass(frozen=True)
class Stage:
    """First the sines and cosines of `angles` (their arguments), then the operations `nodes`, in this order.

    `circles` are the sines and cosines that are needed.
    """

    angles: tuple[int, ...]
    nodes: tuple[int, ...]
    circles: tuple[int, ...] = ()


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
    varies = g.varies
    varying = [i for i in function.nodes if varies[i]]
    if not varying:
        return ()
    wanted = set().union(*(port.elements for port in function.outputs), *map(g.args.__getitem__, varying))
    held = [i for i in function.nodes if not varies[i] and i in wanted and i not in numbers and g.op[i] != o.CALL]
    return tuple(held) if any(g.op[i] != o.SYMBOL for i in held) else ()


def constants(graph: Graph, order: Iterable[int]) -> dict[int, float]:
    """The nodes that depend on no symbol, with their values: an operation on numbers is done here and now."""
    op, args = graph.op, graph.args
    free: set[int] = set()
    nodes = []
    for i in order:
        below = args[i]
        if (not below or below[0] in free) and free.issuperset(below) and op[i] != o.SYMBOL:
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
    apart = [i for i in todo if op[i] in APART]
    items: dict[int, list[int]] = {}
    for i in apart:
        if op[i] == o.ITEM:
            items.setdefault(args[i][0], []).append(i)
    circles = [[], *_levels(graph, todo, [i for i in apart if op[i] != o.ITEM], leaves)]
    angles = [sorted({args[i][0] for i in level}) for level in circles]  # sums after their terms
    done = set(leaves)
    made = []
    for level in range(len(circles)):
        last = level + 1 == len(circles)
        needed = [i for i in todo if i not in done] if last else _beyond(graph, angles[level + 1], done, items)
        nodes = tuple(_order(graph, needed, items))
        shown = tuple(i for i in circles[level] if op[i] in CIRCLES)
        if nodes or angles[level] or last:
            made.append(Stage(tuple(angles[level]), nodes, shown))
    return tuple(made)


def _levels(graph: Graph, nodes: Sequence[int], circles: list[int], leaves: set[int]) -> list[list[int]]:
    """The sines, cosines and tangents among these nodes: first those without others inside, then those of them."""
    op, args = graph.op, graph.args
    below = _beyond(graph, [args[i][0] for i in circles], set(leaves))
    if all(op[i] not in CIRCULAR for i in below):
        return [circles] if circles else []
    depth = dict.fromkeys(leaves, 0)  # how many lie one inside the other up to here
    found: dict[int, list[int]] = {}
    for i in nodes:
        depth[i] = max([depth[a] for a in args[i]], default=0)
        if op[i] in CIRCULAR:
            depth[i] += 1
            found.setdefault(depth[i], []).append(i)
    return [found[level] for level in range(1, len(found) + 1)]


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
    found = sorted([i for i in nodes if op[i] not in CIRCLES])
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


def cut(steps: Sequence[T], limit: int, work: Callable[[T], int] | None = None) -> list[Sequence[T]]:
    """Steps in parts of equal work, each as much as another if it is not said, not more than `limit` each unless one
    step is (0: all in one part)."""
    sizes = [*map(work, steps)] if work else [1] * len(steps)
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
