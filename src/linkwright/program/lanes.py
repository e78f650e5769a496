"""Vectorization across limbs: operations that are equal for several limbs up to inputs, numbers and signs.

The legs of a quadruped need the same operations on different numbers, which vector instructions perform together, one
lane per leg. The limbs are found in the graph, without knowledge of the robot.

    Shapes   Operations have one shape if they have the same structure over numbers and inputs of the same ports. Signs
             do not count, so that a left limb has the shape of the right one.
    Limbs    Among operations of one shape, the inputs that only one of them depends on are those of a limb.
    Rows     An operation on values of one limb, and on values that all limbs share, belongs to the lane of that limb.
             Operations of several lanes on the same rows form a new row. All others are scalars.

Scalars and rows alternate in phases: a scalar of phase p needs rows of phases below p and scalars of phases up to p; a
row of phase p needs rows and scalars of phases up to p. So every order by phases, the scalars of a phase first, and
within them by nodes, is valid for any composition of the rows.

Larsen & Amarasinghe (Exploiting superword level parallelism with multimedia instruction sets, 2000) do this with
statements that are adjacent in memory, here it is done with similar parts of a graph.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from linkwright.expr import ops as o
from linkwright.expr.graph import Graph
from linkwright.program.plan import CodeBlock

MAX_LANES = 4  # largest number of lanes
SIGNLESS = {o.ADD: o.ADD, o.SUB: o.ADD, o.MUL: o.MUL}  # operations up to signs and order
MIN_SHAPES_PER_GROUP = 10  # smallest number of shapes that must indicate the same limbs
MIN_OPERATIONS_SAVED = 100  # smallest number of operations saved, and
MAX_OPERATIONS_PER_SAVED = 8  # at least one of so many operations must be saved
USER_LEVELS_COMPARED = 2  # levels of users of an operation that are compared

Limbs = tuple[int, ...]  # the inputs of each limb as bits
NodeByLane = dict[int, int]  # lane -> node
GroupLane = tuple[int, int]  # group, lane


@dataclass
class LaneRow:
    """Row: one operation in the lanes of a group; the results of unused lanes are not read.

    Operands are other rows, by number, or one node per lane: a number or a scalar. A sum is operand 1 plus `signs`
    times operand 2. Inputs, sines, cosines and the sums that are angles are computed as scalars and `gathered`.
    """

    group: int
    phase: int
    op: int
    operands: tuple[int | NodeByLane, ...]
    gathered: bool
    nodes: NodeByLane = field(default_factory=dict)
    signs: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LanePosition:
    """Position of a node's value: `sign` times the value of a lane of a row."""

    row: int
    lane: int
    sign: int


@dataclass(frozen=True)
class LanePlan:
    """Vectorized form of a block: rows, and the scalars between them.

    `widths`: number of lanes of each group; `places`: positions of the nodes in rows, gathered ones included; `phases`
    of all scalars.
    """

    widths: tuple[int, ...]
    rows: tuple[LaneRow, ...]
    places: dict[int, LanePosition]
    phases: dict[int, int]

    @cached_property
    def scalars(self) -> set[int]:
        """Nodes that rows read as scalars, or gather; some are numbers."""
        gathered = {i for row in self.rows if row.gathered for i in row.nodes.values()}
        return gathered.union(*(x.values() for row in self.rows for x in row.operands if isinstance(x, dict)))

    def computes(self, i: int) -> bool:
        """Return whether a row computes this node itself, not only its negative."""
        place = self.places.get(i)
        return place is not None and not self.rows[place.row].gathered and self.rows[place.row].nodes[place.lane] == i


def lanes(block: CodeBlock) -> LanePlan | None:
    """Return the rows of a block; None if it has no similar limbs or too few operations are saved."""
    if sum(1 for stage in block.stages if stage.angles) > 1:
        return None  # phases do not cover sines of values that rows compute
    order = list_operations(block)
    if len(order) * (MAX_LANES - 1) < MIN_OPERATIONS_SAVED * MAX_LANES:
        return None  # too few, even if all of them stood in full rows
    shape, needs = shapes(block, order)
    limbs = find_limbs(block, order, shape, needs)
    if not limbs:
        return None
    packing, worth = (
        _Packing(block, order, limbs, shape),
        max(MIN_OPERATIONS_SAVED, len(order) // MAX_OPERATIONS_PER_SAVED),
    )
    if packing.most_saved < worth:
        return None  # such as a chain, where only the joints are similar
    packing.run()
    made = LanePlan(
        tuple(2 if len(x) == 2 else MAX_LANES for x in limbs), tuple(packing.rows), packing.places, packing.phases
    )
    return made if count_saved_operations(block, made) >= worth else None


def list_operations(block: CodeBlock) -> list[int]:
    """Return all nodes that a block computes, sines and cosines included."""
    return sorted(i for stage in block.stages for i in (*stage.nodes, *stage.circles))


def count_saved_operations(block: CodeBlock, made: LanePlan) -> int:
    """Count the operations that rows save, minus one for each scalar that has to be put into a lane."""
    gathers = set()
    for row in made.rows:
        for x in row.operands:
            if isinstance(x, dict) and len(set(x.values())) > 1 and not block.numbers.keys() >= set(x.values()):
                gathers.add(tuple(x.items()))
    spared = sum(len(row.nodes) - 1 for row in made.rows if not row.gathered)
    return spared - sum(map(len, gathers))


# -- limbs -------------------------------------------------------------------------------------------------------------


def shapes(block: CodeBlock, order: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the shape of every node, and the inputs that it depends on as bits (0 without inputs)."""
    ops, operands = block.graph.op, block.graph.args
    known: dict[tuple[int, ...], int] = {}
    shape, needs = [0] * len(ops), [0] * len(ops)
    bit = 1
    for port, elements in enumerate(block.inputs):
        for i in elements:
            shape[i], needs[i] = -1 - port, bit
            bit <<= 1
    for i in order:
        op, args = ops[i], operands[i]
        key: tuple[int, ...]
        if op in SIGNLESS:
            a, b = args
            needs[i] = needs[a] | needs[b]
            x, y = shape[a], shape[b]
            kind = SIGNLESS[op]
            key = (kind, x, y) if x < y else (kind, y, x)
        elif op == o.NEG:
            needs[i], shape[i] = needs[args[0]], shape[args[0]]
            continue
        else:
            needs[i] = reduce(or_, [needs[a] for a in args], 0)
            key = (op, *[shape[a] for a in args])
        shape[i] = known.setdefault(key, len(known) + 1)
    return shape, needs


def find_limbs(block: CodeBlock, order: Sequence[int], shape: Sequence[int], needs: Sequence[int]) -> list[Limbs]:
    """Find groups of similar limbs with disjoint inputs. Limbs with most inputs come first."""
    op, negative = block.graph.op, o.NEG
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for i in order:
        if op[i] != negative:
            alike[shape[i]].append(needs[i])
    witnesses: Counter[Limbs] = Counter()
    for members in alike.values():
        own = _exclusive_inputs(members) if len(members) > 1 else ()
        if own and len({x.bit_count() for x in own}) == 1:
            witnesses[own] += 1
    found: list[Limbs] = []
    taken = 0
    for limbs in sorted(witnesses, key=lambda x: (-sum(y.bit_count() for y in x), -witnesses[x], x)):
        whole = sum(limbs)
        if witnesses[limbs] >= MIN_SHAPES_PER_GROUP and not whole & taken:
            taken |= whole
            found += [limbs[k : k + MAX_LANES] for k in range(0, len(limbs), MAX_LANES)]
    return [limbs for limbs in found if len(limbs) > 1]


def _exclusive_inputs(members: Sequence[int]) -> Limbs:
    """Return, for each of several sets of inputs, those in no other set; empty if a set has none."""
    if len(set(members)) < len(members):
        return ()  # fast exit
    once = twice = 0
    for x in members:
        twice |= once & x
        once |= x
    own = tuple(sorted(x & ~twice for x in members))
    return own if all(own) else ()


# -- rows --------------------------------------------------------------------------------------------------------------

ROW_OPS = (o.ADD, o.SUB, o.MUL, o.DIV)
Operand = tuple[int | str, int, int]  # a row, or NUMBER or SCALAR; the node; the sign
NUMBER, SCALAR = "number", "scalar"


class _Packing:
    """Builder of rows: each node in turn joins a row or begins a new one."""

    def __init__(self, block: CodeBlock, order: Sequence[int], limbs: Sequence[Limbs], shape: Sequence[int]) -> None:
        self.block, self.order, self.limbs, self.shape = block, order, limbs, shape
        self.graph: Graph = block.graph
        self.rows: list[LaneRow] = []
        self.places: dict[int, LanePosition] = {}
        self.phases: dict[int, int] = {}
        self.alike: dict[tuple[int | str, ...], list[int]] = {}  # operation and operands -> rows
        self.surroundings: dict[tuple[int, int], int] = {}
        stages = block.stages
        self.scalars = {*stages[0].nodes} if len(stages) > 1 else set[int]()  # operations that angles need, and sines
        self.scalars.update(i for stage in stages for i in stage.circles)
        self.lane = self._lanes()

    @cached_property
    def users(self) -> dict[int, list[int]]:
        users: dict[int, list[int]] = {}
        for i in self.order:
            for a in self.graph.args[i]:
                users.setdefault(a, []).append(i)
        return users

    def _lanes(self) -> dict[int, GroupLane]:
        """Return the lane of each input, and of each operation on values of one lane and of no other."""
        op, args = self.graph.op, self.graph.args
        found: dict[int, GroupLane] = {}
        bit = 1
        for i in [i for elements in self.block.inputs for i in elements]:
            for group, limbs in enumerate(self.limbs):
                found.update((i, (group, lane)) for lane, limb in enumerate(limbs) if limb & bit)
            bit <<= 1
        for i in self.order:
            lanes = {found[a] for a in args[i] if a in found}
            if len(lanes) != 1:
                continue
            if all(a in found for a in args[i]) if i in self.scalars else op[i] in ROW_OPS or op[i] == o.NEG:
                found[i] = lanes.pop()
        return found

    @property
    def most_saved(self) -> int:
        """Upper bound of the operations that rows can save, from operations of one kind in several lanes."""
        op, args = self.graph.op, self.graph.args
        kind = {i: -1 - port for port, elements in enumerate(self.block.inputs) for i in elements if i in self.lane}
        numbers: dict[tuple[int, ...], int] = {}  # key -> index of the kind
        sizes: dict[tuple[int, int], list[int]] = {}  # (kind, group) -> number of operations per lane
        for i in self.order:
            if i not in self.lane:
                continue
            below = [kind.get(a, 0) for a in args[i]]
            if op[i] == o.NEG:
                kind[i] = below[0]
                continue
            key = SIGNLESS.get(op[i], op[i]), *(sorted(below) if op[i] in SIGNLESS else below)
            kind[i] = numbers.setdefault(key, len(numbers) + 1)
            if i not in self.scalars:
                group, lane = self.lane[i]
                sizes.setdefault((kind[i], group), [0] * MAX_LANES)[lane] += 1
        return sum(sum(lanes) - max(lanes) for lanes in sizes.values())

    def run(self) -> None:
        g = self.graph
        self._place_inputs()
        for i in self.order:
            lane = self.lane.get(i)
            if g.op[i] == o.NEG:
                self._negate(i)
            elif lane is None:
                self.phases[i] = max(map(self._phase_behind, g.args[i]), default=0)
            elif i in self.scalars:
                self.phases[i] = 0
                rows = (self.places[a].row for a in g.args[i])
                self._join(("gathered", g.op[i], *rows), i, lane, 0, (), True)
            else:
                self._operation(i, lane)

    def _place_inputs(self) -> None:
        counts: Counter[tuple[GroupLane, int]] = Counter()
        for port, elements in enumerate(self.block.inputs):
            for i in elements:
                if i in self.lane:
                    at = counts[self.lane[i], port]
                    counts[self.lane[i], port] += 1
                    self._join(("input", port, at), i, self.lane[i], 0, (), True)

    def _phase_behind(self, a: int) -> int:
        """Return the first phase in which a scalar can use a node."""
        place = self.places.get(a)
        if place and not self.rows[place.row].gathered:
            return self.rows[place.row].phase + 1
        return self.phases.get(a, 0)

    def _negate(self, i: int) -> None:
        (a,) = self.graph.args[i]
        self.phases[i] = self._phase_behind(a)
        if a in self.places:
            place = self.places[a]
            self.places[i] = LanePosition(place.row, place.lane, -place.sign)

    def _operation(self, i: int, lane: GroupLane) -> None:
        op = self.graph.op[i]
        items = [self._operand(a) for a in self.graph.args[i]]
        if op == o.SUB:
            items[1] = (*items[1][:2], -items[1][2])
            op = o.ADD
        if op != o.DIV:
            items.sort(key=lambda x: (1, 0) if isinstance(x[0], str) else (0, x[0]))  # rows first
        first, second = items
        phase = max(self.rows[x].phase if not isinstance(x, str) else self.phases.get(a, 0) for x, a, _ in items)
        row = self._join((op, first[0], second[0]), i, lane, phase, [(x, a) for x, a, _ in items], False)
        relative = first[2] * second[2]
        self.rows[row].signs[lane[1]] = relative
        self.places[i] = LanePosition(row, lane[1], first[2] if op == o.ADD else relative)

    def _operand(self, a: int) -> Operand:
        if a in self.places:
            place = self.places[a]
            return place.row, a, place.sign
        if a in self.block.numbers:
            return NUMBER, a, 1
        if self.graph.op[a] == o.NEG and a in self.phases:
            return SCALAR, self.graph.args[a][0], -1
        return SCALAR, a, 1

    def _join(
        self, key: tuple[int | str, ...], i: int, at: GroupLane, phase: int,
        items: Sequence[tuple[int | str, int]], gathered: bool,
    ) -> int:  # fmt: skip
        """Put node i into the most similar row with the same operands whose lane is free, or into a new one."""
        group, lane = at
        known = self.alike.setdefault((group, phase, *key), [])
        free = [r for r in known if lane not in self.rows[r].nodes]
        if free:
            row = free[0] if len(free) == 1 else max(free, key=self._likeness(i, items))
        else:
            row = len(self.rows)
            known.append(row)
            operands: tuple[int | NodeByLane, ...] = tuple({} if isinstance(x, str) else x for x, _ in items)
            self.rows.append(LaneRow(group, phase, self.graph.op[i] if gathered else int(key[0]), operands, gathered))
        for x, (_, a) in zip(self.rows[row].operands, items):
            if isinstance(x, dict):
                x[lane] = a
        self.rows[row].nodes[lane] = i
        self.places[i] = LanePosition(row, lane, 1)
        return row

    def _likeness(self, i: int, items: Sequence[tuple[int | str, int]]) -> Callable[[int], tuple[int, int]]:
        """Return the similarity of rows to node i: levels of equal users, then number of equal operands."""
        numbers = self.block.numbers

        def same(a: int, b: int) -> bool:
            return a == b or (a in numbers and b in numbers and abs(numbers[a]) == abs(numbers[b]))

        def likeness(r: int) -> tuple[int, int]:
            row = self.rows[r]
            other = next(iter(row.nodes.values()))
            near = [
                self._surroundings(i, n) == self._surroundings(other, n) for n in range(1, USER_LEVELS_COMPARED + 1)
            ]
            shared = sum(
                same(a, b)
                for x, (_, a) in zip(row.operands, items) if isinstance(x, dict) for b in x.values()
            )  # fmt: skip
            return [*near, False].index(False), shared

        return likeness

    def _surroundings(self, i: int, rounds: int) -> int:
        """Return a hash of the users of a node, of their users, and so on for some levels."""
        if not rounds:
            return 0
        found = self.surroundings.get((i, rounds))
        if found is None:
            users = self._users(i)
            found = hash(tuple(sorted((self.shape[u], self._surroundings(u, rounds - 1)) for u in users)))
            self.surroundings[i, rounds] = found
        return found

    def _users(self, i: int) -> list[int]:
        """Return the users of a node or of its negative."""
        g = self.graph
        return [v for u in self.users.get(i, ()) for v in (self._users(u) if g.op[u] == o.NEG else (u,))]


__all__ = ["LanePlan", "LanePosition", "LaneRow", "NodeByLane", "lanes"]
