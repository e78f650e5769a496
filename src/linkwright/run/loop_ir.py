"""LLVM IR of kernels: loops, tests and calls, one state at a time.

Variables live in memory; `jit` brings them into registers. A kernel is `void @name(ptr p, ..., ptr x)`; the straight
functions that it runs are written by `ir`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Break, Do, For, If, LoopCode, RunSubprogram, Set
from linkwright.expr.term import Apply, ArrayElement, CodeTerm, Int, Num, Ref, Special, Test
from linkwright.program import plan
from linkwright.run.ir import BlockWriter, Host, kernel_symbol, write_operation
from linkwright.run.sincos import IRCode

_WHOLE = {o.ADD: "add", o.SUB: "sub", o.MUL: "mul"}
_REAL_TESTS = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq"}
_WHOLE_TESTS = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "=": "eq", "!=": "ne"}


def kernel_text(kernel: Kernel, host: Host) -> str:
    """IR of the functions of a kernel: the loop, and the straight functions that it runs."""
    texts = []
    for name, step in kernel.code_for_compilers.steps.items():
        if isinstance(step, Function):
            texts.append(BlockWriter(plan(step).main, 1, host, f"{kernel_symbol(kernel)}_{name}").text())
    return "\n".join([*texts, _KernelWriter(kernel, host).text()])


class _KernelWriter:
    """Writer of one kernel."""

    def __init__(self, kernel: Kernel, host: Host) -> None:
        self.kernel, self.loop = kernel, kernel.code_for_compilers
        self.code = IRCode(1, host.fma)
        self.labels = 0
        self.exits: list[str] = []  # targets of a break, the innermost loop last
        self.whole = set(self.loop.counters)

    def text(self) -> str:
        loop = self.loop
        arguments = ", ".join(f"ptr noalias %a_{name}" for name, _ in (*loop.inputs, *loop.outputs))
        self._allocate(loop)
        self._block(loop.body)
        head = f"define internal void @{kernel_symbol(self.kernel)}({arguments}) noinline #0 {{"
        return "\n".join([head, "entry:", *self.code.lines, "  ret void", "}", ""])

    def _allocate(self, loop: LoopCode) -> None:
        lines = self.code.lines
        lines += [f"  %a_{name} = alloca [{max(size, 1)} x double], align 8" for name, size in loop.arrays]
        for name in loop.reals:
            lines += [f"  %v_{name} = alloca double", f"  store double 0.0, ptr %v_{name}"]
        for name in loop.counters:
            lines += [f"  %v_{name} = alloca i64", f"  store i64 0, ptr %v_{name}"]

    # -- statements -----------------------------------------------------------------------------------------------

    def _block(self, body: Sequence[Do]) -> bool:
        """Write a block; return whether it runs to its end (and is not left by a break)."""
        for s in body:
            match s:
                case Set(target, value):
                    made = self.term(value)
                    self.code.lines.append(f"  store {self.type(value)} {made}, ptr {self.place(target)}")
                case For():
                    self._for(s)
                case If():
                    if not self._if(s):
                        return False
                case Break():
                    self.code.lines.append(f"  br label %{self.exits[-1]}")
                    return False
                case RunSubprogram():
                    self._run(s)
        return True

    def _label(self) -> str:
        self.labels += 1
        return f"l{self.labels}"

    def _for(self, s: For) -> None:
        lines, label = self.code.lines, self._label()
        at = f"%v_{s.variable}"
        stop = self.term(s.stop)
        lines += [f"  store i64 {self.term(s.start)}, ptr {at}", f"  br label %{label}", f"{label}:"]
        k = self.code.let(f"load i64, ptr {at}")
        more = self.code.let(f"icmp slt i64 {k}, {stop}")
        lines += [f"  br i1 {more}, label %{label}_body, label %{label}_end", f"{label}_body:"]
        self.exits.append(f"{label}_end")
        if self._block(s.body):
            k = self.code.let(f"load i64, ptr {at}")
            following = self.code.let(f"add i64 {k}, 1")
            lines += [f"  store i64 {following}, ptr {at}", f"  br label %{label}"]
        self.exits.pop()
        lines.append(f"{label}_end:")

    def _if(self, s: If) -> bool:
        lines, label = self.code.lines, self._label()
        lines += [f"  br i1 {self.test(s.test)}, label %{label}_then, label %{label}_else", f"{label}_then:"]
        ends = []
        for body, name in ((s.then, "else"), (s.otherwise, "end")):
            ends.append(self._block(body))
            if ends[-1]:
                lines.append(f"  br label %{label}_end")
            if name == "else" or any(ends):
                lines.append(f"{label}_{name}:")
        return any(ends)

    def _run(self, s: RunSubprogram) -> None:
        step = self.loop.steps[s.step]
        arrays = [f"ptr %a_{name}" for name in s.arrays]
        if isinstance(step, Kernel):
            name = kernel_symbol(step)
        else:
            name, arrays = f"{kernel_symbol(self.kernel)}_{s.step}", ["ptr null", *arrays]
        self.code.lines.append(f"  call void @{name}({', '.join(arrays)})")

    # -- terms ----------------------------------------------------------------------------------------------------

    def type(self, t: CodeTerm) -> str:
        match t:
            case Int():
                return "i64"
            case Ref(name):
                return "i64" if name in self.whole else "double"
            case Apply(_, args) if args:
                return "i64" if all(self.type(a) == "i64" for a in args) else "double"
        return "double"

    def place(self, t: Ref | ArrayElement) -> str:
        if isinstance(t, Ref):
            return f"%v_{t.name}"
        return self.code.let(f"getelementptr double, ptr %a_{t.array}, i64 {self.term(t.index)}")

    def term(self, t: CodeTerm) -> str:
        match t:
            case Int(value):
                return str(value)
            case Num(value):
                return self.code.number(float(value))
            case Special(name):
                return self.code.number(math.nan if name == "nan" else sys.float_info.epsilon)
            case Ref() | ArrayElement():
                return self.code.let(f"load {self.type(t)}, ptr {self.place(t)}")
            case Apply(op, args):
                values = [self.term(a) for a in args]
                if self.type(t) == "i64":
                    return self.code.let(f"{_WHOLE[op]} i64 {values[0]}, {values[1]}")
                return write_operation(self.code, op, values)

    def test(self, t: Test) -> str:
        """Write a condition; both sides are evaluated, whatever the result of the first."""
        let = self.code.let
        if t.relation == "not":
            return let(f"xor i1 {self._inner(t.args[0])}, true")
        if t.relation in ("and", "or"):
            total = self._inner(t.args[0])
            for a in t.args[1:]:
                total = let(f"{t.relation} i1 {total}, {self._inner(a)}")
            return total
        if t.relation == "finite":
            value = self._inner_term(t.args[0])
            rest = let(f"fsub double {value}, {value}")
            return let(f"fcmp oeq double {rest}, {self.code.number(0.0)}")
        a, b = (x for x in t.args if not isinstance(x, Test))
        if self.type(a) == "i64":
            return let(f"icmp {_WHOLE_TESTS[t.relation]} i64 {self.term(a)}, {self.term(b)}")
        return let(f"fcmp {_REAL_TESTS[t.relation]} double {self.term(a)}, {self.term(b)}")

    def _inner_term(self, t: CodeTerm | Test) -> str:
        assert not isinstance(t, Test)
        return self.term(t)

    def _inner(self, t: CodeTerm | Test) -> str:
        assert isinstance(t, Test)
        return self.test(t)


def lane_by_lane(kernel: Kernel, lanes: int) -> str:
    """IR of `void @name_W(ptr p, ptr x)` on arrays of vectors: the kernel for one state after the other."""
    m, n = kernel.arguments, kernel.results
    copies = []
    for name, size, there in (("given", m, True), ("made", n, False)):
        block, other = ("%p", "%a") if there else ("%x", "%y")
        source = f"getelementptr double, ptr {block}, i64 %{name}_place"
        copies.append(f"""  br label %{name}
{name}:
  %{name}_k = phi i64 [ 0, %{"lane" if there else "run"} ], [ %{name}_next, %{name} ]
  %{name}_row = mul i64 %{name}_k, {lanes}
  %{name}_place = add i64 %{name}_row, %i
  %{name}_wide = {source}
  %{name}_one = getelementptr double, ptr {other}, i64 %{name}_k
  %{name}_value = load double, ptr %{name}_{"wide" if there else "one"}
  store double %{name}_value, ptr %{name}_{"one" if there else "wide"}
  %{name}_next = add i64 %{name}_k, 1
  %{name}_more = icmp slt i64 %{name}_next, {size}
  br i1 %{name}_more, label %{name}, label %{"run" if there else "lane_end"}
""")
    return f"""define internal void @{kernel_symbol(kernel)}_{lanes}(ptr %p, ptr %x) noinline #0 {{
entry:
  %a = alloca [{m} x double], align 8
  %y = alloca [{n} x double], align 8
  br label %lane
lane:
  %i = phi i64 [ 0, %entry ], [ %i_next, %lane_end ]
{copies[0]}run:
  call void @{kernel_symbol(kernel)}(ptr %a, ptr %y)
{copies[1]}lane_end:
  %i_next = add i64 %i, 1
  %i_more = icmp slt i64 %i_next, {lanes}
  br i1 %i_more, label %lane, label %end
end:
  ret void
}}
"""


__all__ = ["kernel_text", "lane_by_lane"]
