"""Of nodes that have the same value one stays: that with which the fewest operations are left.

The first of them needs nothing that comes after it: to keep the first is always possible. Another one takes its place
where that saves operations: what only the first needed goes, what only the other needs comes. It may not need the value
that it gives.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from linkwright.expr import ops as o
from linkwright.expr.function import Function

FUNCTION, OPERATION, EVERY_CALL = 10**8, 10**3, 1  # a function or program; an operation; one that every call does
LOOKS = 8  # for each node that there is, so many are looked at to see what values need


def kept_nodes(fn: Function, classes: Mapping[int, int], given: Container[int]) -> dict[int, int]:
    """By class: the node that stays. `classes` are those of the nodes that are equal to others; what is `given` costs
    nothing."""
    members: dict[int, list[int]] = {}
    for i, key in classes.items():
        members.setdefault(key, []).append(i)
    kept = {key: nodes[0] for key, nodes in members.items()}
    choices = [(key, nodes) for key, nodes in members.items() if len(nodes) > 1 and key not in given]
    if choices:
        _Equals(fn, classes, given, kept).improve(choices)
    return kept


class _Equals:
    """The nodes that stay, and how often those that are needed are used."""

    def __init__(
        self, fn: Function, classes: Mapping[int, int], given: Container[int], kept: dict[int, int]
    ) -> None:  # fmt: skip
        self.graph, self.kept = fn.graph, kept
        self.below = list(self.graph.args)  # what a node is computed from; none where it is given
        self.stand_in = list(range(len(self.graph)))
        for i, key in classes.items():
            self.stand_in[i] = kept[key]
            if key in given:
                self.below[i] = ()
        self.classes = classes
        self.floor = len(self.graph)  # before the first node that another one stands for
        self.uses = uses = [0] * len(self.graph)
        for port in fn.outputs:
            for i in port.elements:
                uses[self.stand_in[i]] += 1
        for i in reversed(fn.nodes):
            if uses[i]:
                for a in self.below[i]:
                    uses[self.stand_in[a]] += 1

    def improve(self, choices: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Another than the first where that saves operations; only where something is there for the first alone."""
        looks = LOOKS * len(self.graph)
        for key, nodes in choices:
            for other in nodes[1:]:
                kept = self.kept[key]
                parts = [self.stand_in[a] for a in self.below[kept]]
                if not self.uses[kept] or not any(self.uses[a] == 1 and self.below[a] for a in parts) or looks < 0:
                    break
                needed = self._needed(other, min(kept, self.floor))
                looks -= len(needed)
                if kept not in needed:
                    self._try(key, nodes, kept, other)

    def _try(self, key: int, nodes: Sequence[int], kept: int, other: int) -> None:
        saved = self._weight(kept) + self._use(self.below[kept], -1)
        added = self._weight(other) + self._use(self.below[other], 1)
        if added >= saved:
            self._use(self.below[other], -1)
            self._use(self.below[kept], 1)
            return
        self.kept[key], self.floor = other, min(self.floor, nodes[0])
        self.uses[other], self.uses[kept] = self.uses[kept], 0
        for i in nodes:
            self.stand_in[i] = other

    def _needed(self, i: int, floor: int) -> set[int]:
        """What a node is computed from, as far as it comes not before this one."""
        seen, todo = set[int](), [i]
        while todo:
            i = todo.pop()
            if i >= floor and i not in seen:
                seen.add(i)
                todo += [self.stand_in[a] for a in self.below[i]]
        return seen

    def _weight(self, i: int) -> int:
        op = self.graph.op[i]
        kind = o.OPS[op].cost
        if not self.below[i] or (kind == o.FREE and op != o.CALL):
            return 0
        return (OPERATION if kind in (o.ADDITION, o.MULTIPLICATION) else FUNCTION) + EVERY_CALL * self.graph.varies[i]

    def _use(self, nodes: Sequence[int], by: int) -> int:
        """What one use more (by = 1) of these costs, or one less (-1) saves."""
        cost, edge, todo = 0, by > 0, [self.stand_in[i] for i in nodes]
        while todo:
            i = todo.pop()
            self.uses[i] += by
            if self.uses[i] == edge:
                cost += self._weight(i)
                todo += [self.stand_in[a] for a in self.below[i]]
        return cost
