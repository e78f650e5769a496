"""The LLVM back end: native speed without a compiler on the user's machine."""

from __future__ import annotations

import threading
from dataclasses import replace

from linkwright.errors import InputError
from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.run import jit
from linkwright.run.helpers_ir import batch, solve
from linkwright.run.ir import Kernel, declarations
from linkwright.run.native import Native
from linkwright.run.program import Program, lower

FRAME = 2**18  # bytes that a batch may take of a thread's stack; half a megabyte is the smallest in use


class LLVM(Native):
    """One state at a time at once; `lanes` states side by side when the first batch comes."""

    def __init__(self, function: Function, lanes: int | None = None) -> None:
        self._setup, self._call = lower(function)
        super().__init__(function, len(self._call.held))
        self._host = jit.host()
        self._lanes = self._host.lanes if lanes is None else lanes
        if self._lanes not in (1, 2, 4, 8):
            raise InputError(f"{self._lanes} lanes", remedy="1, 2, 4 or 8 states side by side")
        kernels = {"kernel": self._call, "setup": self._setup} if self._call.held else {"kernel": self._call}
        self._scalar = jit.Module(self.text(1, kernels), (*kernels, "batch"))
        self._vectors: dict[str, jit.Module] = {}
        self._lock = threading.Lock()

    def text(self, lanes: int, kernels: dict[str, Program] | None = None) -> str:
        """The IR of the kernels for so many states side by side, with the loop over a batch."""
        kernels = kernels or {"kernel": self._call}
        main = kernels["kernel"]
        texts = [declarations(lanes)]
        texts += [Kernel(program, lanes, self._host, name).text() for name, program in kernels.items()]
        texts.append(batch(lanes, [len(p) for p in main.inputs], [len(p) for p in main.outputs]))
        if any(p.graph.op[i] == o.SOLVE for p in kernels.values() for s in p.stages for i in s.nodes):
            texts.append(solve(lanes))
        return "\n".join(texts)

    def setup_address(self) -> int:
        return self._scalar["setup"]

    def kernel_address(self) -> int:
        return self._scalar["kernel"]

    def batch_address(self, n: int) -> int:
        if self._lanes == 1 or n == 1:
            return self._scalar["batch"]
        return self._loop_of("batch", self._call)

    def rows_address(self) -> int:
        call = self._call
        return self._loop_of("rows", replace(call, inputs=(*call.inputs, call.held), held=()))

    def setups_address(self) -> int:
        return self._loop_of("setups", self._setup)

    def _loop_of(self, name: str, program: Program) -> int:
        """The loop over a program, made when it is asked for first."""
        with self._lock:
            if name not in self._vectors:
                self._vectors[name] = self._batched(program)
        return self._vectors[name]["batch"]

    def _batched(self, program: Program) -> jit.Module:
        """As many lanes as asked for, fewer if the states side by side would need too much memory."""
        ports = sum(map(len, (*program.inputs, *program.outputs)))
        lanes = self._lanes
        while lanes > 1:
            values = ports + sum(Kernel(program, lanes, self._host).memory().values())
            if 8 * lanes * values <= FRAME:
                break
            lanes //= 2
        if lanes == 1 and program is self._call:
            return self._scalar
        return jit.Module(self.text(lanes, {"kernel": program}), ("batch",))


__all__ = ["LLVM"]
