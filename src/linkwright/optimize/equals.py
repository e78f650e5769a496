"""Choice among nodes of equal value: the one with which the fewest operations are left is kept.

The first of them depends on no later node, so keeping it is always possible. Another one replaces it where that saves
operations: the nodes that only the first needs are dropped, those that only the other needs are added. The other must
not depend on the value itself.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from linkwright.expr import ops as o
from linkwright.expr.function import Function

FUNCTION_WEIGHT, OPERATION_WEIGHT, CALL_WEIGHT = 10**8, 10**3, 1  # weights: function or kernel, operation, and per call
MAX_VISITS_PER_NODE = 8  # visits per node of the graph in the search for the needs of candidates


def choose_representatives(fn: Function, classes: Mapping[int, int], given: Container[int]) -> dict[int, int]:
    """Return the node to keep for each class. `classes` maps nodes to classes of equal value; `given` ones are free."""
    members: dict[int, list[int]] = {}
    for i, key in classes.items():
        members.setdefault(key, []).append(i)
    kept = {key: nodes[0] for key, nodes in members.items()}
    choices = [(key, nodes) for key, nodes in members.items() if len(nodes) > 1 and key not in given]
    if choices:
        _RepresentativeSearch(fn, classes, given, kept).improve(choices)
    return kept


class _RepresentativeSearch:
    """Nodes that are kept, and the number of uses of the needed ones."""

    def __init__(
        self, fn: Function, classes: Mapping[int, int], given: Container[int], kept: dict[int, int]
    ) -> None:  # fmt: skip
        self.graph, self.kept = fn.graph, kept
        self.below = list(self.graph.args)  # arguments of a node; none if it is given
        self.stand_in = list(range(len(self.graph)))
        for i, key in classes.items():
            self.stand_in[i] = kept[key]
            if key in given:
                self.below[i] = ()
        self.classes = classes
        self.floor = len(self.graph)  # below this, no node has been replaced by a later one
        self.uses = uses = [0] * len(self.graph)
        for port in fn.outputs:
            for i in port.elements:
                uses[self.stand_in[i]] += 1
        for i in reversed(fn.nodes):
            if uses[i]:
                for a in self.below[i]:
                    uses[self.stand_in[a]] += 1

    def improve(self, choices: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Replace first nodes by others that save operations, where some node is needed by the first one only."""
        looks = MAX_VISITS_PER_NODE * len(self.graph)
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
        """Return the nodes that a node depends on, down to the number `floor`."""
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
        return (
            OPERATION_WEIGHT if kind in (o.ADDITION, o.MULTIPLICATION) else FUNCTION_WEIGHT
        ) + CALL_WEIGHT * self.graph.varies[i]

    def _use(self, nodes: Sequence[int], by: int) -> int:
        """Return the cost of one more use (by = 1) of these nodes, or the saving of one less (-1)."""
        cost, edge, todo = 0, by > 0, [self.stand_in[i] for i in nodes]
        while todo:
            i = todo.pop()
            self.uses[i] += by
            if self.uses[i] == edge:
                cost += self._weight(i)
                todo += [self.stand_in[a] for a in self.below[i]]
        return cost
