"""Of nodes that have the same value one stays: that with which the fewest operations are left.

The first of them needs nothing that comes after it: to keep the first is always possible. Another one takes its place
where that saves operations: what only the first needed goes, what only the other needs comes. It may not need the value
that it gives.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from linkwright.expr import ops as o
from linkwright.expr.graph import Graph

FUNCTION, OPERATION, EVERY_CALL = 10**8, 10**3, 1  # a function or program; an operation; one that every call does
LOOKS = 8  # for each node that there is, so many are looked at to see what values need


def kept_nodes(
    graph: Graph, outputs: Iterable[int], classes: Mapping[int, int], given: Container[int]
) -> dict[int, int]:  # fmt: skip
    """By class: the node that stays. `classes` are those of the nodes that are equal to others; what is `given` costs
    nothing."""
    found = _Equals(graph, outputs, classes, given)
    found.improve()
    return found.kept


class _Equals:
    """The nodes that stay, and how often those that are needed are used."""

    def __init__(
        self, graph: Graph, outputs: Iterable[int], classes: Mapping[int, int], given: Container[int]
    ) -> None:  # fmt: skip
        self.graph, self.classes, self.given = graph, classes, given
        self.members: dict[int, list[int]] = {}
        for i, key in classes.items():
            self.members.setdefault(key, []).append(i)
        self.kept = {key: nodes[0] for key, nodes in self.members.items()}
        self.uses = [0] * len(graph)
        for i in outputs:
            self._use(self._stand_in(i))

    def improve(self) -> None:
        """Another than the first where that saves operations; only where something is there for the first alone."""
        looks = LOOKS * len(self.graph)
        for key, nodes in self.members.items():
            for other in nodes[1:] if key not in self.given else ():
                kept = self.kept[key]
                alone = any(self.uses[a] == 1 and self.graph.args[a] for a in self._below(kept))
                if not self.uses[kept] or not alone or looks < 0:
                    break
                needed = self._needed(other)
                looks -= len(needed)
                if kept not in needed:
                    self._try(key, kept, other)

    def _try(self, key: int, kept: int, other: int) -> None:
        saved = self._weight(kept) + sum(map(self._leave, self._below(kept)))
        added = self._weight(other) + sum(map(self._use, self._below(other)))
        if added < saved:
            self.kept[key] = other
            self.uses[other], self.uses[kept] = self.uses[kept], 0
        else:
            for i in self._below(other):
                self._leave(i)
            for i in self._below(kept):
                self._use(i)

    def _stand_in(self, i: int) -> int:
        return self.kept[self.classes[i]] if i in self.classes else i

    def _below(self, i: int) -> list[int]:
        """What a node is computed from."""
        return [] if self.classes.get(i) in self.given else [self._stand_in(a) for a in self.graph.args[i]]

    def _needed(self, i: int) -> set[int]:
        seen, todo = set[int](), [i]
        while todo:
            i = todo.pop()
            if i not in seen:
                seen.add(i)
                todo += self._below(i)
        return seen

    def _weight(self, i: int) -> int:
        op = self.graph.op[i]
        kind = o.OPS[op].cost
        if self.classes.get(i) in self.given or (kind == o.FREE and op != o.CALL):
            return 0
        return (OPERATION if kind in (o.ADDITION, o.MULTIPLICATION) else FUNCTION) + EVERY_CALL * self.graph.varies[i]

    def _use(self, i: int) -> int:
        """What one more use costs."""
        cost, todo = 0, [i]
        while todo:
            i = todo.pop()
            self.uses[i] += 1
            if self.uses[i] == 1:
                cost += self._weight(i)
                todo += self._below(i)
        return cost

    def _leave(self, i: int) -> int:
        """What one use less saves."""
        cost, todo = 0, [i]
        while todo:
            i = todo.pop()
            self.uses[i] -= 1
            if self.uses[i] == 0:
                cost += self._weight(i)
                todo += self._below(i)
        return cost
