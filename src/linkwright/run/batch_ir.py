"""The loop over a batch of states with the block in it: rows are turned where their numbers are needed.

Short blocks, and these are most, do not pass their inputs and outputs through memory: a pair of columns is made of the
rows of the caller's array at its first use, and results go to their rows as soon as a square of them is complete. That
saves stores, which are dear: on AMD's Zen 3 no multiply-add begins in the cycle of a store, so that a kernel takes half
a cycle for each multiply-add and one for each store.
"""

from __future__ import annotations

from linkwright.expr import ops as o
from linkwright.program import Block
from linkwright.run.helpers_ir import Squares
from linkwright.run.ir import Host, Straight
from linkwright.run.sincos import Code, Numbers

SQUARE = 4  # columns of results that are turned at a time
OPERATIONS = 3000  # at most: more do not fit into the cache for instructions
OUTPUTS = 500  # columns at most: for more, loops that turn them are shorter
FOLDING = 4  # lanes of processors whose instructions take a vector from memory, but do not repeat one number of it

# Nothing that the block reads is written by it.
READS, WRITES = ", !noalias !3", ", !alias.scope !3"
DECLARATIONS = """declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
!1 = !{}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !2}
"""


def fits(block: Block) -> bool:
    """Whether a block is short and calls nothing."""
    g = block.graph
    calls = any(g.op[i] == o.CALL for stage in block.stages for i in stage.nodes)
    return not calls and block.size <= OPERATIONS and sum(map(len, block.outputs)) <= OUTPUTS


class Loop(Straight):
    """Writes `void batch(n, held, inputs, strides, outputs)`; see `native`.

    Of the last group of states, those that were done before are done once more, with the same results; if there are
    fewer states than lanes, the last one is repeated.
    """

    def __init__(self, block: Block, lanes: int, host: Host) -> None:
        super().__init__(block, lanes, host, "batch", part=0)
        self.reads = READS
        self.squares = Squares(self.code)
        if host.lanes == lanes == FOLDING:
            self.code.numbers = Numbers("batch_numbers")
        self.rows: dict[str, list[str]] = {}  # port -> the addresses of the states
        self.columns: dict[tuple[int, int], str] = {}  # input port, place -> value
        self.results: dict[tuple[int, int], str] = {}  # output port, place -> value

    def text(self) -> str:
        code = self.code
        self._entry()
        code.lines += [
            "loop:", "  %i = phi i64 [ 0, %entry ], [ %next, %turn ]",
            "  %group = call i64 @llvm.smin.i64(i64 %i, i64 %top)",
        ]  # fmt: skip
        for stage in self.block.stages:
            self._stage(stage)
        self._leaf_outputs()
        code.lines += [
            "  br label %turn", "turn:", f"  %next = add i64 %i, {code.lanes}", "  %more = icmp slt i64 %next, %n",
            "  br i1 %more, label %loop, label %end", "end:",
        ]  # fmt: skip
        numbers = code.numbers.text(code.lanes) if code.numbers else ""
        head = "void @batch(i64 %n, ptr %held, ptr %ins, ptr %strides, ptr %outs)"
        return DECLARATIONS + numbers + self._define(head, code.lines)

    def _entry(self) -> None:
        """Addresses and steps of the ports; the rows of a group of states, seen from its first one."""
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
        code.lines += ["  %some = icmp sgt i64 %n, 0", "  br i1 %some, label %loop, label %end"]

    def _slow(self, wide: Code, far: str, angles: tuple[int, ...]) -> None:
        """The rows are read again; what is known here is not known to what follows."""
        columns, rows = self.columns, self.rows
        self.columns, self.rows = {}, {}
        super()._slow(wide, far, angles)
        self.columns, self.rows = columns, rows
        if self.code.numbers:
            self.code.numbers.uses.clear()

    def _rows(self, port: str) -> list[str]:
        """The addresses of the states of this group."""
        if port not in self.rows:
            let = self.code.let
            first = let(f"getelementptr double, ptr {port}, i64 {let(f'mul i64 %group, {port}_step')}")
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
        """Results are written as soon as all columns of a square are there; the last square may overlap the others."""
        self.results[target] = value
        port, k = target
        size = len(self.block.outputs[port])
        width = next(w for w in (SQUARE, 2, 1) if w <= min(size, self.code.lanes))
        for first in sorted({min(at, size - width) for at in range(0, size, width)}):
            square = [(port, first + j) for j in range(width)]
            if first <= k < first + width and all(x in self.results for x in square):
                columns = [self.results[x] for x in square]
                self.squares.write(columns, self._rows(f"%out{port}"), str(first), WRITES)


__all__ = ["Loop", "fits"]
