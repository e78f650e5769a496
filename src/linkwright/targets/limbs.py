"""Rows of limbs side by side (`program.lanes`) as statements: inlined values, named values, and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from linkwright.expr import Graph
from linkwright.expr import ops as o
from linkwright.expr.term import Apply, CodeTerm, Num, Ref
from linkwright.program import lanes as program
from linkwright.targets.naming import NameScope
from linkwright.targets.program import Assign, LaneBlock, LaneResult, LaneValues, Statement

MAX_LANE_TERM_WIDTH = 64  # estimated characters of a term
NAME_WIDTH, NUMBER_WIDTH = 9, 16  # estimated characters of a name, of a number
T = TypeVar("T")


class RoutineContext(Protocol):
    """Interface to the routine that contains the blocks."""

    @property
    def graph(self) -> Graph: ...
    @property
    def numbers(self) -> Mapping[int, float]: ...
    @property
    def names(self) -> Mapping[int, str]: ...
    @property
    def scope(self) -> NameScope: ...
    @property
    def alone(self) -> set[int]: ...
    @property
    def quantities(self) -> Mapping[int, str]: ...
    def term(self, i: int) -> CodeTerm: ...


def nodes_needed_alone(
    rows: program.LanePlan, order: Sequence[int], args: Callable[[int], Iterable[int]], roots: Iterable[int]
) -> set[int]:
    """Return the nodes whose values are needed one by one: results, operands of scalars, nodes that rows do not
    compute."""
    needed = {*roots, *rows.scalars}
    for i in reversed(order):
        if i not in rows.places:
            needed.add(i)
        if i in needed and not rows.computes(i):
            needed.update(args(i))
    return needed


@dataclass
class LaneBlocks:
    """Rows of a routine, in blocks of one phase and one group each."""

    rows: program.LanePlan
    scalars: RoutineContext
    items: dict[int, dict[int, str]] = field(default_factory=dict)  # row -> lane -> the variable with its value
    counts: Counter[str] = field(default_factory=Counter)  # of names without a meaning

    def __post_init__(self) -> None:
        users: dict[int, list[int]] = {}
        for k, row in enumerate(self.rows.rows):
            for x in row.operands:
                if isinstance(x, int):
                    users.setdefault(x, []).append(k)
        self.users = users
        self.blocks: dict[tuple[int, int], list[int]] = {}  # phase and group -> rows
        for k, row in enumerate(self.rows.rows):
            if not row.gathered:
                self.blocks.setdefault((row.phase, row.group), []).append(k)

    @property
    def phases(self) -> int:
        return 1 + max(row.phase for row in self.rows.rows) + 1

    def statements(self, phase: int) -> Iterator[tuple[int, Statement]]:
        """Yield the blocks of a phase, with a node of each."""
        for group in range(len(self.rows.widths)):
            mine = self.blocks.get((phase, group))
            if mine:
                node = next(iter(self.rows.rows[mine[0]].nodes.values()))
                yield node, _LaneBlockBuilder(self, mine).made()
                for k in mine:
                    yield from self._negatives(k)

    def export(self, k: int, name: str) -> dict[int, str]:
        """Variables for the values of a row; those of the negative of a node are named after it."""
        row, scalars = self.rows.rows[k], self.scalars
        abroad = any(self._home(u) != self._home(k) for u in self.users.get(k, ()))
        for lane, i in row.nodes.items():
            if i in scalars.alone:
                negative = self.rows.places[i].sign < 0
                known = scalars.scope.add(f"{scalars.names[i]}_neg") if negative else scalars.names[i]
                self.items.setdefault(k, {})[lane] = known
            elif abroad:
                self.items.setdefault(k, {})[lane] = scalars.scope.add(f"{name}_{lane + 1}")
        return self.items.get(k, {})

    def _home(self, k: int) -> tuple[int, int]:
        return self.rows.rows[k].phase, self.rows.rows[k].group

    def _negatives(self, k: int) -> Iterator[tuple[int, Statement]]:
        for lane, i in self.rows.rows[k].nodes.items():
            if i in self.scalars.alone and self.rows.places[i].sign < 0:
                yield i, Assign(self.scalars.names[i], Apply(o.NEG, (Ref(self.items[k][lane]),)))


class _LaneBlockBuilder:
    """Builder of one block."""

    def __init__(self, blocks: LaneBlocks, mine: Sequence[int]) -> None:
        self.blocks, self.mine, self._own = blocks, mine, set(mine)
        self.rows, self.scalars = blocks.rows.rows, blocks.scalars
        self.group = self.rows[mine[0]].group
        self.width = blocks.rows.widths[self.group]
        self.body: list[LaneValues | Assign | LaneResult] = []
        self.joined: dict[tuple[CodeTerm, ...], str] = {}
        self.names: dict[int, str] = {}

    def made(self) -> LaneBlock:
        named = self._named()
        for k in self.mine:
            inside = any(u in self._own for u in self.blocks.users.get(k, ()))
            if k not in named:
                continue
            name = self._name(k)
            items = self.blocks.export(k, name)
            value = self._applied(k)
            if inside or not items:
                self.body.append(Assign(name, value))
                self.names[k], value = name, Ref(name)
            if items:
                row = self.scalars.scope.add(f"{name}_row")
                self.body.append(LaneResult(row, value, tuple(sorted(items.items()))))
        return LaneBlock(self.width, self._about(), tuple(self.body))

    def _named(self) -> set[int]:
        """Rows with a name: results, values used more than once, values that would make a line too long."""
        own = self._own
        named: set[int] = set()
        length: dict[int, int] = {}
        for k in self.mine:
            users, row = self.blocks.users.get(k, []), self.rows[k]
            inlined = [x for x in row.operands if isinstance(x, int) and x in own and x not in named]
            total = 3 + sum(self._length(x, length) for x in row.operands)
            for x in sorted(inlined, key=lambda x: -length[x]):
                if total > MAX_LANE_TERM_WIDTH:
                    named.add(x)
                    total += NAME_WIDTH - length[x]
            result = any(i in self.scalars.alone for i in row.nodes.values())
            if result or len(users) != 1 or users[0] not in own:
                named.add(k)
            length[k] = NAME_WIDTH if k in named else total
        return named

    def _length(self, x: int | program.NodeByLane, known: Mapping[int, int]) -> int:
        if isinstance(x, int):
            return known.get(x, NAME_WIDTH)
        numbers = {self.scalars.numbers.get(i) for i in x.values()}
        return NUMBER_WIDTH if len(numbers) == 1 and None not in numbers else NAME_WIDTH

    def _name(self, k: int) -> str:
        """Name of a row, after the model's or the routine's name of the value of the first lane that has one."""
        for names in (self.scalars.quantities, self.scalars.names):
            known = [names[i] for _, i in sorted(self.rows[k].nodes.items()) if i in names]
            if known:
                return self.scalars.scope.add(f"{known[0]}_x{self.width}")
        return self._numbered("aux")

    def _numbered(self, word: str) -> str:
        """Name with a number of its own: searching a free one takes long where there are thousands."""
        self.blocks.counts[word] += 1
        return self.scalars.scope.add(f"{word}_{self.blocks.counts[word]}_x{self.width}")

    def _about(self) -> str:
        first: dict[int, int] = {}
        for row in self.rows:
            if row.group == self.group and row.op == o.SYMBOL and row.gathered:
                for lane, i in row.nodes.items():
                    if i in self.scalars.names:
                        first.setdefault(lane, i)
        names = [self.scalars.names[i] for _, i in sorted(first.items())]
        return f"side by side: the limbs of {', '.join(names)}"

    # -- terms ----------------------------------------------------------------------------------------------------

    def _applied(self, k: int) -> CodeTerm:
        row = self.rows[k]
        first, second = row.operands
        if row.op != o.ADD:
            return Apply(row.op, (self._term(first), self._term(second)))
        signs = self._filled(row.signs)
        if isinstance(second, dict):
            return self._sum(self._term(first), [self._signed(i, s) for i, s in zip(self._filled(second), signs)])
        if len(set(signs)) == 1:
            return Apply(o.ADD if signs[0] > 0 else o.SUB, (self._term(first), self._term(second)))
        return Apply(o.ADD, (self._term(first), self._turned(second, signs)))

    def _turned(self, k: int, signs: Sequence[int]) -> CodeTerm:
        """Row with other signs in some lanes; they go into the numbers of a product that is inlined there."""
        row = self.rows[k]
        if k in self._own and k not in self.names and row.op == o.MUL:
            first, second = row.operands
            if isinstance(second, dict) and self.scalars.numbers.keys() >= set(second.values()):
                each = [self._signed(i, s) for i, s in zip(self._filled(second), signs)]
                return Apply(o.MUL, (self._term(first), Ref(self._join(each))))
        sign = Ref(self._join([Num(s) for s in signs], "sign"))
        return Apply(o.MUL, (sign, self._term(k)))

    def _sum(self, first: CodeTerm, each: Sequence[CodeTerm]) -> CodeTerm:
        if len(set(each)) == 1:
            match each[0]:
                case Num(c) if c < 0:
                    return Apply(o.SUB, (first, Num(-c)))
                case Apply(o.NEG, (x,)):
                    return Apply(o.SUB, (first, x))
        return Apply(o.ADD, (first, self._joined(each)))

    def _signed(self, i: int, sign: int) -> CodeTerm:
        match self.scalars.term(i):
            case term if sign > 0:
                return term
            case Num(c):
                return Num(-c)
            case term:
                return Apply(o.NEG, (term,))

    def _term(self, x: int | program.NodeByLane) -> CodeTerm:
        if isinstance(x, dict):
            return self._joined([self.scalars.term(i) for i in self._filled(x)])
        if x in self.names:
            return Ref(self.names[x])
        if x in self._own:
            return self._applied(x)
        if self.rows[x].gathered:
            return Ref(self._join([self.scalars.term(i) for i in self._filled(self.rows[x].nodes)]))
        return Ref(self._join([Ref(name) for name in self._filled(self.blocks.items[x])]))

    def _filled(self, each: Mapping[int, T]) -> list[T]:
        """A value for each lane; lanes without one get any of the others."""
        some = next(iter(each.values()))
        return [each.get(lane, some) for lane in range(self.width)]

    def _joined(self, each: Sequence[CodeTerm]) -> CodeTerm:
        return each[0] if len(set(each)) == 1 else Ref(self._join(each))

    def _join(self, each: Sequence[CodeTerm], word: str = "") -> str:
        known = self.joined.get(tuple(each))
        if not known:
            first = next((x.name for x in each if isinstance(x, Ref)), "")
            free = self.scalars.scope.add(f"{first}_x{self.width}") if first else self._numbered(word or "k")
            known = self.joined[tuple(each)] = free
            self.body.append(LaneValues(known, tuple(each)))
        return known
