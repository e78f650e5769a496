"""LLVM IR of the loop over a batch of states with the block in it: rows are transposed where their numbers are needed.

Short blocks, and these are most, do not pass their inputs and outputs through memory: a pair of columns is made of the
rows of the caller's array at its first use, and results go to their rows as soon as a square of them is complete. That
saves stores, which are expensive: on AMD's Zen 3 no multiply-add begins in the cycle of a store, so that a kernel takes
half a cycle for each multiply-add and one for each store.

Processors look ahead over a few dozens of operations that wait for others. Hence the angles of the next group of states
are read and reduced before the last operations on this one: sines do not begin with waiting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from heapq import heappop, heappush

from linkwright.expr import ops as o
from linkwright.expr.graph import Graph
from linkwright.program import CodeBlock, TrigStage
from linkwright.run.helpers_ir import SQUARE_SIZE, SquareTransposer
from linkwright.run.ir import BlockWriter, Host
from linkwright.run.sincos import INFIX, ConstantPool, ReducedAngle, reduce_angles
from linkwright.run.sums import rewrite_sums

MAX_OPERATIONS = 3000  # at most: more do not fit into the instruction cache
MAX_OUTPUTS = 500  # columns at most: for more, loops that transpose them are shorter
OPERATIONS_AFTER_PREFETCH = 150  # operations that follow those on the next group's angles
MAX_EARLY_ANGLES = 7  # angles at most that are reduced ahead: each takes two registers
AVX512_LANES = 8  # lanes of processors with 32 registers; with 16 an order that keeps few values makes operations wait
AVX2_LANES = 4  # lanes of processors whose instructions take a vector from memory, but do not repeat one number of it

# Nothing that the block reads is written by it.
READS, WRITES = ", !noalias !3", ", !alias.scope !3"
DECLARATIONS = """declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
!1 = !{}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
"""


def fits_in_loop(block: CodeBlock) -> bool:
    """Return whether a block is short and calls no kernel."""
    g = block.graph
    calls = any(g.op[i] == o.CALL for stage in block.stages for i in stage.nodes)
    return not calls and block.size <= MAX_OPERATIONS and sum(map(len, block.outputs)) <= MAX_OUTPUTS


def order_by_live_values(graph: Graph, nodes: Sequence[int]) -> tuple[int, ...]:
    """Return the nodes in an order in which few values are alive at a time.

    The next node is the one that ends the most values of those that are ready, and among these the first.
    """
    place = {i: k for k, i in enumerate(nodes)}
    args = {i: [a for a in dict.fromkeys(graph.args[i]) if a in place] for i in nodes}
    users: dict[int, list[int]] = {i: [] for i in nodes}
    for i in nodes:
        for a in args[i]:
            users[a].append(i)
    waiting, uses = ({i: len(x[i]) for i in nodes} for x in (args, users))
    ready: list[tuple[int, int, int]] = []
    done: dict[int, None] = {}

    def offer(i: int) -> None:
        heappush(ready, (bool(users[i]) - sum(uses[a] == 1 for a in args[i]), place[i], i))

    for i in nodes:
        if not waiting[i]:
            offer(i)
    while ready:
        i = heappop(ready)[2]
        if i in done:  # it was offered again when it became the last use of a value
            continue
        done[i] = None
        for a in args[i]:
            uses[a] -= 1
            if uses[a] == 1:
                for u in users[a]:
                    if not waiting[u] and u not in done:
                        offer(u)
        for u in users[i]:
            waiting[u] -= 1
            if not waiting[u]:
                offer(u)
    return tuple(done)


class BatchLoop(BlockWriter):
    """Writer of `void batch(n, held, inputs, strides, outputs)`; see `native`.

    The last group of states overlaps the one before, with the same results; if there are
    fewer states than lanes, the last one is repeated.
    """

    def __init__(self, block: CodeBlock, lanes: int, host: Host) -> None:
        if host.lanes == AVX512_LANES:
            block = rewrite_sums(block)
            stages = (replace(stage, nodes=order_by_live_values(block.graph, stage.nodes)) for stage in block.stages)
            block = replace(block, stages=tuple(stages))
        super().__init__(block, lanes, host, "batch", part=0)
        self.reads = READS
        self.squares = SquareTransposer(self.code)
        if host.lanes == lanes == AVX2_LANES:
            self.code.numbers = ConstantPool("batch_numbers")
        self.group, self.label = "%group", "entry"  # the first state of the group, the block of code that is written
        self.rows: dict[str, list[str]] = {}  # port -> the addresses of the states
        self.columns: dict[tuple[int, int], str] = {}  # input port, place -> value
        self.results: dict[tuple[int, int], str] = {}  # output port, place -> value
        self.pairs: dict[int, list[str]] = {}  # angle -> sine and cosine
        self.before, self.early = self._early()
        self.carried: dict[int, ReducedAngle] = {}  # angles reduced in the iteration before

    def text(self) -> str:
        code, t = self.code, self.code.type
        self._entry()
        self._begin("first")
        first = self._ahead("0")
        code.lines.append("  br label %loop")
        self._begin("loop")
        code.lines.append("  %i = phi i64 [ 0, %first ], [ %next, %turn ]")
        head = len(code.lines)
        code.lines += [
            f"  %next = add i64 %i, {code.lanes}", "  %group = call i64 @llvm.smin.i64(i64 %i, i64 %top)",
            "  %following = call i64 @llvm.smin.i64(i64 %next, i64 %top)",
        ]  # fmt: skip
        self.carried = {a: ReducedAngle(f"%turns{a}", f"%rest{a}") for a in self.early}
        self._first_input()
        *stages, last = self.block.stages
        cut = max(0, len(last.nodes) - OPERATIONS_AFTER_PREFETCH)
        for stage in (*stages, TrigStage(last.angles, last.nodes[:cut])):
            self._stage(stage)
        following = self._ahead("%following")
        self._stage(TrigStage((), last.nodes[cut:]))
        self._leaf_outputs()
        for x, y, z in zip(self.carried.values(), first, following, strict=True):
            for made, a, b in ((x.turns, y.turns, z.turns), (x.rest, y.rest, z.rest)):
                code.lines.insert(head, f"  {made} = phi {t} [ {a}, %first ], [ {b}, %turn ]")
        code.lines += [
            "  br label %turn", "turn:", "  %more = icmp slt i64 %next, %n",
            "  br i1 %more, label %loop, label %end", "end:",
        ]  # fmt: skip
        numbers = code.numbers.text(code.lanes) if code.numbers else ""
        function = "void @batch(i64 %n, ptr %held, ptr %ins, ptr %strides, ptr %outs)"
        return DECLARATIONS + numbers + self._define(function, code.lines)

    # -- angles of the next group -----------------------------------------------------------------------------------

    def _early(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Angles that are reduced one group of states ahead, and the operations before them, which are repeated."""
        g, stages = self.block.graph, self.block.stages
        at = next((k for k, stage in enumerate(stages) if stage.angles), len(stages))
        before = tuple(i for stage in stages[:at] for i in stage.nodes)
        cheap = all(g.op[i] in INFIX or g.op[i] == o.NEG for i in before)
        if at == len(stages) or not cheap:
            return (), ()
        alone = tuple(a for a in stages[at].angles if not self._is_sum(a, stages[at].angles))
        return (before, alone) if len(alone) <= MAX_EARLY_ANGLES else ((), ())

    def _ahead(self, group: str) -> list[ReducedAngle]:
        """Write the reduction of the early angles of another group of states."""
        with self._of(group):
            for i in self.before:
                self._operation(i)
            return reduce_angles(self.code, [self.value(a) for a in self.early])

    def _first_input(self) -> None:
        """Read the inputs of the first operations while sines are still being computed."""
        g, before = self.block.graph, set(self.before)
        nodes = (i for stage in self.block.stages for i in stage.nodes if i not in before)
        wanted = next((a for i in nodes for a in g.args[i] if a in self.place), None)
        if self.early and wanted is not None:
            self.value(wanted)

    def _reduced(self, angles: Sequence[int]) -> list[ReducedAngle]:
        if self.carried.keys() >= set(angles):
            return [self.carried[a] for a in angles]
        return super()._reduced(angles)

    @contextmanager
    def _of(self, group: str) -> Iterator[None]:
        """Context of another group of states, of whose values none is known yet."""
        kept = self.group, self.known, self.columns, self.rows
        self.group, self.known, self.columns, self.rows = group, {}, {}, {}
        yield
        self.group, self.known, self.columns, self.rows = kept

    def _entry(self) -> None:
        """Write addresses and strides of the ports, and the offsets of the rows of a group from its first one."""
        code, let = self.code, self.code.let
        code.lines += [
            *self._alloca(), "  %last = sub i64 %n, 1", f"  %short = sub i64 %n, {code.lanes}",
            "  %top = call i64 @llvm.smax.i64(i64 %short, i64 0)",
        ]  # fmt: skip
        places = [let(f"call i64 @llvm.smin.i64(i64 {k}, i64 %last)") for k in range(1, code.lanes)]
        steps = {f"%in{p}": "" for p in range(len(self.block.inputs))}
        steps.update((f"%out{p}", str(len(port))) for p, port in enumerate(self.block.outputs))
        for port, step in steps.items():
            kind, p = ("ins", port[3:]) if port.startswith("%in") else ("outs", port[4:])
            code.lines.append(f"  {port} = load ptr, ptr {let(f'getelementptr ptr, ptr %{kind}, i64 {p}')}")
            at = step or let(f"load i64, ptr {let(f'getelementptr i64, ptr %strides, i64 {p}')}")
            code.lines.append(f"  {port}_step = add i64 {at}, 0")
            code.lines += [f"  {port}_{k} = mul i64 {row}, {port}_step" for k, row in enumerate(places, 1)]
        code.lines += ["  %some = icmp sgt i64 %n, 0", "  br i1 %some, label %first, label %end"]

    def _begin(self, label: str) -> None:
        """Begin a block of code, in which constants of the one before are not known."""
        self.code.lines.append(f"{label}:")
        self.label = label
        if self.code.numbers:
            self.code.numbers.uses.clear()

    def _angles(self, angles: tuple[int, ...]) -> None:
        """Write sines and cosines, in registers; only the block that is hardly ever entered has them in memory.

        There the rows are read again, and values read there are not known to the code that follows.
        """
        code, t = self.code, self.code.type
        _, far = self._circles(angles)
        before, slow, near = self.label, f"far{code.count}", f"near{code.count}"
        code.lines.append(f"  br i1 {far}, label %{slow}, label %{near}, !prof !0")
        self._begin(slow)
        self._keep(code)
        kept = self.known, self.columns, self.rows
        self.known, self.columns, self.rows = dict(self.known), {}, {}
        self._slow(code, angles)
        self.known, self.columns, self.rows = kept
        again = {a: [self._read(base, self.angle[a]) for base in (self.sin, self.cos)] for a in self.circle}
        code.lines.append(f"  br label %{near}")
        self._begin(near)
        for a, pair in self.circle.items():
            ways = (f"[ {x}, %{before} ], [ {y}, %{slow} ]" for x, y in zip(pair, again[a], strict=True))
            self.pairs[a] = [code.let(f"phi {t} {way}") for way in ways]

    def _circular(self, op: int, angle: int) -> str:
        return self.pairs[angle][op != o.SIN]

    def _rows(self, port: str) -> list[str]:
        """Addresses of the states of this group."""
        if port not in self.rows:
            let = self.code.let
            first = let(f"getelementptr double, ptr {port}, i64 {let(f'mul i64 {self.group}, {port}_step')}")
            others = (f"getelementptr double, ptr {first}, i64 {port}_{k}" for k in range(1, self.code.lanes))
            self.rows[port] = [first, *map(let, others)]
        return self.rows[port]

    def _input(self, port: int, k: int) -> str:
        if (port, k) not in self.columns:
            size = len(self.block.inputs[port])
            width = next(w for w in (4, 2, 1) if w <= min(size, max(2, self.code.lanes // 2)))
            first = min(k - k % width, size - width)
            found = self.squares.columns(self._rows(f"%in{port}"), str(first), width, self.reads)
            self.columns.update(((port, first + j), x) for j, x in enumerate(found))
        return self.columns[port, k]

    def _store(self, target: tuple[int, int], value: str) -> None:
        """Write results as soon as all columns of a square are there; the last square may overlap the others."""
        self.results[target] = value
        port, k = target
        size = len(self.block.outputs[port])
        width = next(w for w in (SQUARE_SIZE, 2, 1) if w <= min(size, self.code.lanes))
        for first in sorted({min(at, size - width) for at in range(0, size, width)}):
            square = [(port, first + j) for j in range(width)]
            if first <= k < first + width and all(x in self.results for x in square):
                columns = [self.results[x] for x in square]
                self.squares.write(columns, self._rows(f"%out{port}"), str(first), WRITES)


__all__ = ["BatchLoop", "fits_in_loop"]
