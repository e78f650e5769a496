"""Plan of a function as straight-line blocks: the set-up before calls, the operations of a call, and their order.

The plan is independent of languages. Values that depend on parameters alone are set-up values, computed once. Angles
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

TRIG_OPERATIONS = (o.SIN, o.COS, o.TAN)
SINE_AND_COSINE = (o.SIN, o.COS)
OPERATIONS_OUT_OF_ORDER = frozenset((*TRIG_OPERATIONS, o.ITEM))  # operations that are not computed in node order
T = TypeVar("T")


@dataclass(frozen=True)
class TrigStage:
    """Stage of a block: the sines and cosines of `angles` (their arguments), then the operations `nodes`, in order.

    `circles` are the sines and cosines that are needed.
    """

    angles: tuple[int, ...]
    nodes: tuple[int, ...]
    circles: tuple[int, ...] = ()


@dataclass(frozen=True)
class CodeBlock:
    """Straight-line code over the nodes of a graph. Leaves are numbers, set-up values and elements of inputs."""

    graph: Graph
    inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[int, ...], ...]
    setup_values: tuple[int, ...]
    numbers: Mapping[int, float]
    stages: tuple[TrigStage, ...]

    @property
    def size(self) -> int:
        """Number of operations of one run; a sine with its cosine counts once."""
        return sum(len(s.angles) + len(s.nodes) for s in self.stages)


@dataclass(frozen=True)
class Plan:
    """Plan of a function; the kernels are those that are called, each after the kernels that it runs itself.

    `setup` computes set-up values from parameters, `main` outputs from variables and set-up values.
    """

    function: Function
    setup: CodeBlock
    main: CodeBlock
    kernels: tuple[Kernel, ...]

    @property
    def has_setup(self) -> bool:
        """Whether the set-up computes anything; if not, the parameters themselves are the set-up values."""
        return bool(self.setup.stages[0].nodes or self.setup.stages[0].angles)


def plan(function: Function) -> Plan:
    g, port = function.graph, function.parameters
    numbers = constant_values(g, function.nodes)
    given = port.elements if port else ()
    held = _find_setup_values(function, numbers) or given
    outputs = tuple(p.elements for p in function.outputs)
    variables = tuple(p.elements for p in function.variables)
    setup = CodeBlock(g, (given,), (held,), (), numbers, stages(g, held, {*given, *numbers}))
    leaves = {*held, *numbers, *(i for places in variables for i in places)}
    roots = [i for places in outputs for i in places]
    main = CodeBlock(g, variables, outputs, held, numbers, stages(g, roots, leaves))
    return Plan(function, setup, main, tuple(kernels_of(function)))


def _find_setup_values(function: Function, numbers: Mapping[int, float]) -> tuple[int, ...]:
    """Return the nodes that a call needs and that depend on parameters alone.

    Empty if none of them has to be computed, or if the function has no variables: then it is its own set-up.
    """
    g = function.graph
    varies = g.varies
    varying = [i for i in function.nodes if varies[i]]
    if not varying:
        return ()
    wanted = set().union(*(port.elements for port in function.outputs), *map(g.args.__getitem__, varying))
    held = [i for i in function.nodes if not varies[i] and i in wanted and i not in numbers and g.op[i] != o.CALL]
    return tuple(held) if any(g.op[i] != o.SYMBOL for i in held) else ()


def constant_values(graph: Graph, order: Iterable[int]) -> dict[int, float]:
    """Return the nodes that depend on no symbol, with their values: operations on numbers are folded."""
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
        raise ExpressionError("an expression of numbers alone has no value: a kernel finds no result")
    return numbers


def stages(graph: Graph, roots: Iterable[int], leaves: set[int]) -> tuple[TrigStage, ...]:
    """Split the operations that the roots need beyond the leaves into stages, each beginning with sines and cosines."""
    op, args = graph.op, graph.args
    todo = sorted(_missing_nodes(graph, roots, set(leaves)))
    apart = [i for i in todo if op[i] in OPERATIONS_OUT_OF_ORDER]
    items: dict[int, list[int]] = {}
    for i in apart:
        if op[i] == o.ITEM:
            items.setdefault(args[i][0], []).append(i)
    circles = [[], *_nesting_levels(graph, todo, [i for i in apart if op[i] != o.ITEM], leaves)]
    angles = [sorted({args[i][0] for i in level}) for level in circles]  # angles that are sums come after their terms
    done = set(leaves)
    made = []
    for level in range(len(circles)):
        last = level + 1 == len(circles)
        needed = [i for i in todo if i not in done] if last else _missing_nodes(graph, angles[level + 1], done, items)
        nodes = tuple(_order(graph, needed, items))
        shown = tuple(i for i in circles[level] if op[i] in SINE_AND_COSINE)
        if nodes or angles[level] or last:
            made.append(TrigStage(tuple(angles[level]), nodes, shown))
    return tuple(made)


def _nesting_levels(graph: Graph, nodes: Sequence[int], circles: list[int], leaves: set[int]) -> list[list[int]]:
    """Group the sines, cosines and tangents by nesting depth: those without others inside first."""
    op, args = graph.op, graph.args
    below = _missing_nodes(graph, [args[i][0] for i in circles], set(leaves))
    if all(op[i] not in TRIG_OPERATIONS for i in below):
        return [circles] if circles else []
    depth = dict.fromkeys(leaves, 0)  # nesting depth of sines and cosines up to the node
    found: dict[int, list[int]] = {}
    for i in nodes:
        depth[i] = max([depth[a] for a in args[i]], default=0)
        if op[i] in TRIG_OPERATIONS:
            depth[i] += 1
            found.setdefault(depth[i], []).append(i)
    return [found[level] for level in range(1, len(found) + 1)]


def _missing_nodes(
    graph: Graph, roots: Iterable[int], done: set[int], items: Mapping[int, Iterable[int]] | None = None
) -> list[int]:
    """Return the nodes that the roots need and mark them as done. Calls of kernels include their results."""
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
    """Return these operations, without sines and cosines, in the order of the algorithm that built the graph.

    A recursion over links uses recent results: measured, this order spills fewer registers than depth first.
    The results of a kernel follow its call directly, so that the next kernel can use its memory.
    """
    op = graph.op
    found = sorted([i for i in nodes if op[i] not in SINE_AND_COSINE])
    if items:
        found.sort(key=lambda i: (graph.args[i][0], i) if op[i] == o.ITEM else (i, i))
    return found


def kernels_of(function: Function) -> list[Kernel]:
    """Return the kernels that a function calls, each after those that it runs; calls on numbers alone are folded."""
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
        numbers = constant_values(g, step.nodes) if calls else {}
        return [g.value[i] for i in calls if not numbers.keys() >= set(g.args[i])]

    for kernel in called(function):
        visit(kernel)
    return list(found)


# -- long code ---------------------------------------------------------------------------------------------------------


def split_by_work(steps: Sequence[T], limit: int, work: Callable[[T], int] | None = None) -> list[Sequence[T]]:
    """Split steps into parts of about equal work, at most `limit` each unless a single step exceeds it.

    Without `work` every step counts 1; limit 0 means a single part.
    """
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


def assign_slots(parts: Sequence[Sequence[tuple[Iterable[T], Iterable[T]]]]) -> tuple[dict[T, int], int]:
    """Assign places in a workspace to the values that later parts read; a place is free again after the last read.

    A part is a sequence of (values made, values read). Returns the places by value, and their number.
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


__all__ = ["TRIG_OPERATIONS", "CodeBlock", "Plan", "TrigStage", "assign_slots", "kernels_of", "plan", "split_by_work"]
