"""LLVM IR of a block, by the same writer for one state and for several side by side.

A block is `void name(held, in0, in1, ..., out0, ...)` on arrays of `double` or of `<W x double>` (one lane per state).
Long blocks are cut into functions of `MAX_PART_OPERATIONS` operations that pass values on through a workspace: the
time of LLVM's back end grows faster than the length of a function.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.expr import ops as o
from linkwright.expr.kernel import Kernel
from linkwright.program import CodeBlock, TrigStage
from linkwright.program.plan import assign_slots, split_by_work
from linkwright.program.sincos import HORNER, LIMIT
from linkwright.run.sincos import (
    INFIX,
    SLOW_SINCOS,
    IRCode,
    ReducedAngle,
    ir_double,
    reduce_angles,
    write_any_lane,
    write_out_of_range,
    write_sincos,
    write_sincos_of_sum,
    write_sincos_with_roots,
)

MAX_PART_OPERATIONS = 1200  # operations of one function
OPERATIONS_PER_SINCOS = 16  # operations that a sine with its cosine counts as
INTERLEAVED_ANGLES = 5  # angles of batches whose steps are interleaved: as many as registers allow
INTERLEAVED_ANGLES_WITH_ROOTS = 7  # as TOGETHER, where half of the cosines are roots
MAX_ANGLES_WITHOUT_ROOTS = 3  # up to so many angles, operations would wait for the roots
ANGLES_PER_VECTOR = 4  # angles of one state in a vector: wider ones slow the scalar arithmetic around them down
LIBM = {
    o.SIN: "sin", o.COS: "cos", o.TAN: "tan", o.ASIN: "asin", o.ACOS: "acos", o.ATAN: "atan", o.ATAN2: "atan2",
    o.EXP: "exp", o.LOG: "log", o.POW: "pow",
}  # fmt: skip
ATTRIBUTES = 'attributes #0 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="512" }\n'


@dataclass(frozen=True)
class Host:
    """Properties of the processor that the code generator uses."""

    lanes: int  # doubles in the widest vector
    fma: bool
    roots: bool = False  # square roots run beside products


class BlockWriter:
    """Writer of the function of one block, with `lanes` states side by side."""

    def __init__(self, block: CodeBlock, lanes: int, host: Host, name: str = "kernel", part: int | None = None) -> None:
        self.block, self.name, self.host = block, name, host
        self.code = IRCode(lanes, host.fma)
        self.bytes = 8 * lanes
        self.known: dict[int, str] = {}  # node -> value in the function being written
        self.circle: dict[int, tuple[str, str]] = {}  # angle -> sine and cosine, in the stage being written
        self.packed: dict[int, str] = {}  # the first angle of a vector -> the vector
        self.pack = min(host.lanes, ANGLES_PER_VECTOR) if lanes == 1 else 1  # angles in one vector
        self.angle, self.angles = _angle_places(block, self.pack)
        self.place = {i: (p, k) for p, port in enumerate(block.inputs) for k, i in enumerate(port)}
        self.hold = {i: k for k, i in enumerate(block.setup_values)}
        self.targets: dict[int, list[tuple[int, int]]] = {}
        for p, port in enumerate(block.outputs):
            for k, i in enumerate(port):
                self.targets.setdefault(i, []).append((p, k))
        self.sin, self.cos = "%sin", "%cos"
        self.reads = ""  # metadata of loads
        self.parts = _split_into_functions(block, MAX_PART_OPERATIONS if part is None else part)
        self.slots, self.depth = self._slots()

    @property
    def arguments(self) -> str:
        names = ["%held", *(f"%in{k}" for k in range(len(self.block.inputs)))]
        outs = [f"ptr noalias %out{k}" for k in range(len(self.block.outputs))]
        return ", ".join([*(f"ptr {n}" for n in names), *outs])

    # -- functions ------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """IR of all functions of the block."""
        shared = f"{self.arguments}, ptr %sin, ptr %cos, ptr %work, ptr %scratch"
        functions, body = [], []
        for k, part in enumerate(self.parts):
            for stage in part:
                self._stage(stage)
            if len(self.parts) > 1:
                functions.append(self._define(f"internal void @{self.name}_{k}({shared}) noinline", self.code.lines))
                self.code.lines, self.known = [], {}
                body.append(f"  call void @{self.name}_{k}({shared.replace(' noalias', '')})")
        self._leaf_outputs()
        main = [*self._alloca(), *body, *self.code.lines]
        return "".join(functions) + self._define(f"void @{self.name}({self.arguments})", main)

    def _define(self, head: str, lines: list[str]) -> str:
        return "\n".join([f"define {head} #0 {{", "entry:", *lines, "  ret void", "}", ""])

    def memory(self) -> dict[str, int]:
        """Arrays that one call needs, in values of `lanes` doubles."""
        g = self.block.graph
        sizes = [len(g.args[i]) + g.value[i].results for s in self.block.stages for i in s.nodes if g.op[i] == o.CALL]
        scratch = max([self.pack, *sizes])
        return {"sin": self.angles, "cos": self.angles, "work": self.depth, "scratch": scratch}

    def _alloca(self) -> list[str]:
        align = self.bytes * self.pack
        sizes = self.memory().items()
        return [f"  %{name} = alloca [{max(n, 1)} x {self.code.type}], align {align}" for name, n in sizes]

    def _stage(self, stage: TrigStage) -> None:
        if stage.angles:
            self._angles(stage.angles)
        for i in stage.nodes:
            self._operation(i)
            for target in self.targets.get(i, ()):
                self._store(target, self.known[i])
            if i in self.slots:
                self._write("%work", self.slots[i], self.known[i])

    def _leaf_outputs(self) -> None:
        """Write outputs that are no operations of this block: numbers, inputs, set-up values, sines."""
        made = {i for stage in self.block.stages for i in stage.nodes}
        for i, targets in self.targets.items():
            if i not in made:
                value = self.value(i)
                for target in targets:
                    self._store(target, value)

    # -- memory ---------------------------------------------------------------------------------------------------

    def _address(self, base: str, k: int) -> str:
        return base if k == 0 else self.code.let(f"getelementptr i8, ptr {base}, i64 {k * self.bytes}")

    def _read(self, base: str, k: int) -> str:
        return self.code.let(f"load {self.code.type}, ptr {self._address(base, k)}, align {self.bytes}{self.reads}")

    def _write(self, base: str, k: int, value: str) -> None:
        at = self._address(base, k)
        self.code.lines.append(f"  store {self.code.type} {value}, ptr {at}, align {self.bytes}")

    def _store(self, target: tuple[int, int], value: str) -> None:
        self._write(f"%out{target[0]}", target[1], value)

    def value(self, i: int) -> str:
        """IR value of a node, loaded where it is first used."""
        if i in self.known:
            return self.known[i]
        g, numbers = self.block.graph, self.block.numbers
        if i in numbers:
            return self.code.number(numbers[i])
        if i in self.hold:
            made = self.splat(self.hold[i])
        elif i in self.place:
            port, k = self.place[i]
            made = self._input(port, k)
        elif g.op[i] in (o.SIN, o.COS):
            made = self._circular(g.op[i], g.args[i][0])
        else:
            made = self._read("%work", self.slots[i])
        self.known[i] = made
        return made

    def _input(self, port: int, k: int) -> str:
        return self._read(f"%in{port}", k)

    def _circular(self, op: int, angle: int) -> str:
        """Sine or cosine of an angle, from where the stage of the angle has stored it."""
        return self._read(self.sin if op == o.SIN else self.cos, self.angle[angle])

    def splat(self, k: int) -> str:
        """Set-up value k in all lanes."""
        let = self.code.let
        at = "%held" if k == 0 else let(f"getelementptr double, ptr %held, i64 {k}")
        scalar = let(f"load double, ptr {at}, align 8")
        if self.code.lanes == 1:
            return scalar
        t = self.code.type
        one = let(f"insertelement {t} poison, double {scalar}, i64 0")
        return let(f"shufflevector {t} {one}, {t} poison, <{self.code.lanes} x i32> zeroinitializer")

    # -- angles ---------------------------------------------------------------------------------------------------

    def _angles(self, angles: tuple[int, ...]) -> None:
        """Write all sines and cosines of a stage, and the slow block for angles beyond the range of the polynomial."""
        wide, far = self._circles(angles)
        self._keep(wide)
        number = wide.count
        self.code.lines += [f"  br i1 {far}, label %far{number}, label %near{number}, !prof !0", f"far{number}:"]
        self._slow(wide, angles)
        self.code.lines += [f"  br label %near{number}", f"near{number}:"]
        self.code.count = wide.count

    def _circles(self, angles: tuple[int, ...]) -> tuple[IRCode, str]:
        """Write sines and cosines: scalars packed into vectors, or one vector of states per angle.

        Second result: whether an angle is beyond the range of the polynomial.
        """
        code, wide = self.code, self.code
        found: list[ReducedAngle] = []
        self.circle, self.packed = {}, {}
        if code.lanes == 1:
            wide = IRCode(self.pack, self.host.fma, code.lines, code.count)
            for first in range(0, len(angles), self.pack):
                x = self._packed(wide, angles[first : first + self.pack])
                found += reduce_angles(wide, [x])
                self.packed[angles[first]] = x
                self.circle[angles[first]] = write_sincos(wide, found[-1:])[0]
        else:
            alone = [a for a in angles if not self._is_sum(a, angles)]
            roots = self.host.roots and code.lanes == self.host.lanes and len(alone) > MAX_ANGLES_WITHOUT_ROOTS
            for group in split_by_work(alone, INTERLEAVED_ANGLES_WITH_ROOTS if roots else INTERLEAVED_ANGLES):
                some = self._reduced(group)
                pairs = write_sincos_with_roots(code, some) if roots else write_sincos(code, some, HORNER)
                self.circle.update(zip(group, pairs, strict=True))
                found += some
            for a in angles:
                if a not in self.circle:
                    self.circle[a] = write_sincos_of_sum(code, *self._summands(a))
        return wide, write_any_lane(wide, write_out_of_range(wide, found))

    def _reduced(self, angles: Sequence[int]) -> list[ReducedAngle]:
        return reduce_angles(self.code, [self.value(a) for a in angles])

    def _keep(self, wide: IRCode) -> None:
        """Store sines and cosines where operations find them."""
        for a, pair in self.circle.items():
            for base, v in zip((self.sin, self.cos), pair):
                place = wide.let(f"getelementptr i8, ptr {base}, i64 {self.angle[a] * self.bytes}")
                self.code.lines.append(f"  store {wide.type} {v}, ptr {place}, align {8 * wide.lanes}")

    def _is_sum(self, angle: int, angles: tuple[int, ...]) -> bool:
        """Return whether an angle is the sum or difference of two others of these."""
        g = self.block.graph
        return g.op[angle] in (o.ADD, o.SUB) and set(g.args[angle]) <= set(angles)

    def _summands(self, angle: int) -> tuple[int, tuple[str, str], tuple[str, str]]:
        """Return the sign and the sines and cosines of the two angles that an angle is the sum or difference of.

        They belong to this function: if one of them is beyond the limit, the same slow block repeats their sum."""
        g = self.block.graph
        x, y = g.args[angle]
        return 1 if g.op[angle] == o.ADD else -1, self.circle[x], self.circle[y]

    def _packed(self, wide: IRCode, group: tuple[int, ...]) -> str:
        """Pack scalars side by side; unused lanes are zero."""
        x = "zeroinitializer"
        for k, a in enumerate(group):
            self.code.count = wide.count
            v = self.value(a)
            wide.count = self.code.count
            x = wide.let(f"insertelement {wide.type} {x}, double {v}, i64 {k}")
        return x

    def _slow(self, wide: IRCode, angles: tuple[int, ...]) -> None:
        """Write the calls of the libm for angles beyond the range of the polynomial, in a block that is hardly ever
        entered."""
        for first in angles[:: self.pack]:
            x = self.packed[first] if self.code.lanes == 1 else self._again(first)
            self.code.lines.append(f"  store {wide.type} {x}, ptr %scratch, align {8 * wide.lanes}")
            at = self.angle[first] * self.bytes
            s, c = (wide.let(f"getelementptr i8, ptr {base}, i64 {at}") for base in (self.sin, self.cos))
            limit = -1.0 if self.code.lanes > 1 and self._is_sum(first, angles) else LIMIT
            rest = f"i64 {wide.lanes}, double {ir_double(limit)}"
            self.code.lines.append(f"  call void @sincos_slow(ptr %scratch, ptr {s}, ptr {c}, {rest})")

    def _again(self, i: int) -> str:
        """Compute an angle again from the inputs, so that no register keeps it until then."""
        g = self.block.graph
        if i in self.place:
            return self._input(*self.place[i])
        if g.op[i] in (o.ADD, o.SUB) and i in self.known and i not in self.hold and i not in self.slots:
            return write_operation(self.code, g.op[i], [self._again(a) for a in g.args[i]])
        return self.value(i)

    # -- operations -----------------------------------------------------------------------------------------------

    def _operation(self, i: int) -> None:
        g, code = self.block.graph, self.code
        op, t, let = g.op[i], code.type, code.let
        if op == o.CALL:
            self._call(i)
            return
        if op == o.ITEM:  # follows its call at once
            made = self._read("%scratch", g.value[i])
        elif op == o.TAN:
            sine, cosine = (self._circular(x, g.args[i][0]) for x in (o.SIN, o.COS))
            made = let(f"fdiv {t} {sine}, {cosine}")
        else:
            made = write_operation(self.code, op, [self.value(a) for a in g.args[i]])
        self.known[i] = made

    def _call(self, i: int) -> None:
        """Call a kernel: results first in the scratch memory, then its arguments; states one after another."""
        g, lines = self.block.graph, self.code.lines
        kernel, args = g.value[i], g.args[i]
        n, lanes = kernel.results, self.code.lanes
        for k, a in enumerate(args):
            self._write("%scratch", n + k, self.value(a))
        given = self._address("%scratch", n)
        if lanes == 1:
            lines.append(f"  call void @{kernel_symbol(kernel)}(ptr {given}, ptr %scratch)")
        else:
            lines.append(f"  call void @{kernel_symbol(kernel)}_{lanes}(ptr {given}, ptr %scratch)")

    # -- long blocks --------------------------------------------------------------------------------------------

    def _slots(self) -> tuple[dict[int, int], int]:
        args = self.block.graph.args
        return assign_slots(
            [[(s.nodes, (*s.angles, *(a for i in s.nodes for a in args[i]))) for s in p] for p in self.parts]
        )


def _angle_places(block: CodeBlock, pack: int) -> tuple[dict[int, int], int]:
    """Indices of the sines of the angles, each stage beginning a new vector, and the size of the array."""
    places: dict[int, int] = {}
    size = 0
    for stage in block.stages:
        places.update((a, size + k) for k, a in enumerate(stage.angles))
        size += -(-len(stage.angles) // pack) * pack
    return places, size


def _split_into_functions(block: CodeBlock, part: int) -> list[Sequence[TrigStage]]:
    """Stages cut into functions short enough for LLVM."""
    step = max(part // OPERATIONS_PER_SINCOS // ANGLES_PER_VECTOR, 1) * ANGLES_PER_VECTOR  # vectors are not cut
    pieces = []
    for stage in block.stages:
        pieces += [TrigStage(stage.angles[k : k + step], ()) for k in range(0, len(stage.angles), step)]
        for i in stage.nodes:
            if block.graph.op[i] == o.ITEM:  # stays with its call
                pieces[-1] = TrigStage((), (*pieces[-1].nodes, i))
            else:
                pieces.append(TrigStage((), (i,)))
    return split_by_work(pieces, part, lambda piece: OPERATIONS_PER_SINCOS * len(piece.angles) or len(piece.nodes))


def write_operation(code: IRCode, op: int, x: list[str]) -> str:
    """Write an operation on values, in as many lanes as the code has."""
    t, let = code.type, code.let
    if op in INFIX:
        return let(f"{INFIX[op]} contract {t} {x[0]}, {x[1]}")
    if op == o.NEG:
        return let(f"fneg {t} {x[0]}")
    if op in (o.SQRT, o.ABS):
        return let(f"call {t} @llvm.{'sqrt' if op == o.SQRT else 'fabs'}.{code.mark}({t} {x[0]})")
    zero = code.number(0.0)
    if op == o.SELECT:
        positive = let(f"fcmp oge {t} {x[0]}, {zero}")
        return let(f"select {code.bit} {positive}, {t} {x[1]}, {t} {x[2]}")
    if op == o.SIGN:
        above = let(f"fcmp ogt {t} {x[0]}, {zero}")
        below = let(f"fcmp olt {t} {x[0]}, {zero}")
        nothing = let(f"fmul {t} {x[0]}, {zero}")  # NaN stays NaN
        half = let(f"select {code.bit} {below}, {t} {code.number(-1.0)}, {t} {nothing}")
        return let(f"select {code.bit} {above}, {t} {code.number(1.0)}, {t} {half}")
    if op in (o.MIN, o.MAX):
        first = let(f"fcmp {'olt' if op == o.MIN else 'ogt'} {t} {x[0]}, {x[1]}")
        chosen = let(f"select {code.bit} {first}, {t} {x[0]}, {t} {x[1]}")
        unordered = let(f"fcmp uno {t} {x[0]}, {x[1]}")
        return let(f"select {code.bit} {unordered}, {t} {code.number(math.nan)}, {t} {chosen}")
    return _write_libm_call(code, LIBM[op], x)


def _write_libm_call(code: IRCode, name: str, x: list[str]) -> str:
    """Write a call of the process's libm, lane by lane."""
    if code.lanes == 1:
        return code.let(f"call double @{name}({', '.join(f'double {v}' for v in x)})")
    made = "poison"
    for k in range(code.lanes):
        lane = [code.let(f"extractelement {code.type} {v}, i64 {k}") for v in x]
        y = code.let(f"call double @{name}({', '.join(f'double {v}' for v in lane)})")
        made = code.let(f"insertelement {code.type} {made}, double {y}, i64 {k}")
    return made


def kernel_symbol(kernel: Kernel) -> str:
    """Name of a kernel's function; digits distinguish kernels of the same name."""
    return f"{kernel.name}_{kernel.key[:12]}"


def declaration_text(*lanes: int) -> str:
    """Declarations for kernels with so many lanes: intrinsics (also of packed angles), the libm, helpers."""
    lines = [f"declare double @{name}(double)" for name in ("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log")]
    lines += [f"declare double @{name}(double, double)" for name in ("atan2", "pow")]
    for n in sorted({1, 2, 4, *lanes}):
        code = IRCode(n, True)
        t = code.type
        lines.append(f"declare {t} @llvm.fma.{code.mark}({t}, {t}, {t})")
        lines += [f"declare {t} @llvm.{name}.{code.mark}({t})" for name in ("sqrt", "fabs")]
    lines.append("declare void @llvm.fake.use(...)")
    return "\n".join([*lines, '!0 = !{!"branch_weights", i32 1, i32 100000}', ATTRIBUTES, SLOW_SINCOS])
