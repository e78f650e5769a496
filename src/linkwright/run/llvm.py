"""LLVM back end: native speed without a compiler on the user's machine."""

from __future__ import annotations

import threading
from dataclasses import replace

from linkwright.errors import InputError
from linkwright.expr.function import Function
from linkwright.program import CodeBlock, plan
from linkwright.run import jit
from linkwright.run.batch_ir import BatchLoop, fits_in_loop
from linkwright.run.helpers_ir import batch_loop_text
from linkwright.run.ir import BlockWriter, declaration_text, kernel_symbol
from linkwright.run.loop_ir import kernel_text, lane_by_lane
from linkwright.run.native import Native

MAX_STACK_BYTES = 2**18  # bytes of a thread's stack that a batch may use; the smallest stacks have half a megabyte


class LLVM(Native):
    """Back end that compiles the code for one state at construction, and for `lanes` states with the first batch."""

    def __init__(self, function: Function, lanes: int | None = None) -> None:
        self._plan = plan(function)
        call = self._plan.main
        super().__init__(function, len(call.setup_values))
        self._host = jit.host()
        self._lanes = self._host.lanes if lanes is None else lanes
        if self._lanes not in (1, 2, 4, 8):
            raise InputError(f"{self._lanes} lanes", remedy="1, 2, 4 or 8 states side by side")
        blocks = {"kernel": call, "setup": self._plan.setup} if call.setup_values else {"kernel": call}
        self._loops = [kernel_symbol(kernel) for kernel in self._plan.kernels]
        self._scalar = jit.Module(self.text(1, blocks), (*blocks, "batch"), self._loops)
        self._vectors: dict[str, jit.Module] = {}
        self._lock = threading.Lock()

    def text(self, lanes: int, blocks: dict[str, CodeBlock] | None = None) -> str:
        """IR of the blocks for so many states side by side, with the loop over a batch of `kernel`."""
        blocks = blocks or {"kernel": self._plan.main}
        main = blocks["kernel"]
        if lanes > 1 and fits_in_loop(main):
            return "\n".join([declaration_text(lanes), BatchLoop(main, lanes, self._host).text()])
        texts = [declaration_text(lanes)]
        texts += [BlockWriter(block, lanes, self._host, name).text() for name, block in blocks.items()]
        texts.append(batch_loop_text(lanes, [len(p) for p in main.inputs], [len(p) for p in main.outputs]))
        texts += [kernel_text(kernel, self._host) for kernel in self._plan.kernels]
        texts += [lane_by_lane(kernel, lanes) for kernel in self._plan.kernels if lanes > 1]
        return "\n".join(texts)

    def setup_address(self) -> int:
        return self._scalar["setup"]

    def kernel_address(self) -> int:
        return self._scalar["kernel"]

    def batch_address(self, n: int) -> int:
        if self._lanes == 1 or n == 1:
            return self._scalar["batch"]
        return self._loop_of("batch", self._plan.main)

    def rows_address(self) -> int:
        call = self._plan.main
        return self._loop_of("rows", replace(call, inputs=(*call.inputs, call.setup_values), setup_values=()))

    def setups_address(self) -> int:
        return self._loop_of("setups", self._plan.setup)

    def _loop_of(self, name: str, block: CodeBlock) -> int:
        """Address of the loop over a block, compiled at the first request."""
        with self._lock:
            if name not in self._vectors:
                self._vectors[name] = self._batched(block)
        return self._vectors[name]["batch"]

    def _batched(self, block: CodeBlock) -> jit.Module:
        """Compile the loop over a block with as many lanes as requested, fewer if these states would need too much
        memory."""
        ports = sum(map(len, (*block.inputs, *block.outputs)))
        lanes = self._lanes
        while lanes > 1:
            values = ports + sum(BlockWriter(block, lanes, self._host).memory().values())
            if 8 * lanes * values <= MAX_STACK_BYTES:
                break
            lanes //= 2
        if lanes == 1 and block is self._plan.main:
            return self._scalar
        loops = () if lanes > 1 and fits_in_loop(block) else self._loops
        return jit.Module(self.text(lanes, {"kernel": block}), ("batch",), loops)


__all__ = ["LLVM"]
