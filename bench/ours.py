"""Linkwright's side: the emitted C under each compiler, the code of `lw.compile` for one state and for batches."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import numpy as np

import linkwright as lw
from bench.builds import BUILD, FAST, loops, shared_library
from bench.contender import STATES, Contender, Drawn

C, SCALAR, BATCH = "Linkwright, C", "Linkwright, LLVM", "Linkwright, LLVM batch"  # groups


def emitted_c(function: lw.Function) -> Path:
    """The source file of the emitted package, with its header beside it."""
    folder = BUILD / f"linkwright-{function.name}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in lw.emit(function, "c").items():
        (folder / name).write_text(text)
    return folder / f"{function.name}.c"


def c_contender(function: lw.Function, compiler: str, states: Drawn, note: str = "") -> Contender:
    source = emitted_c(function)
    library = ctypes.CDLL(str(shared_library(f"{source.stem}-{compiler}", [source], compiler, FAST, ("-lm",))))
    kernel = ctypes.cast(library[source.stem], ctypes.c_void_p)
    rows = Rows(function, states)
    timed = lambda rounds: rows.timed(kernel, rounds)  # noqa: E731
    return Contender(C, f"{compiler}{note}", timed, lambda: rows.values(timed), (library, rows))


def llvm_contenders(function: lw.Function, states: Drawn, note: str = "", batch: bool = True) -> list[Contender]:
    """One state per call, and all states in one call with as many side by side as the processor's vectors hold."""
    from linkwright.run.llvm import LLVM

    code, one, many = LLVM(function), Rows(function, states, held=True), Rows(function, states)
    kernel = ctypes.c_void_p(code.kernel_address())
    scalar = lambda rounds: one.timed(kernel, rounds)  # noqa: E731
    found = [Contender(SCALAR, f"one state per call{note}", scalar, lambda: one.values(scalar), (code, one))]
    if batch:
        all_of_them = ctypes.c_void_p(code.batch_address(STATES))
        side = lambda rounds: many.timed_batch(all_of_them, rounds)  # noqa: E731
        found.append(Contender(BATCH, f"{STATES} states per call", side, lambda: many.values(side), (code, many)))
    return found


class Rows:
    """The ports of a function as arrays with one row per state: what the timed loops pass to a kernel."""

    def __init__(self, function: lw.Function, states: Drawn, held: bool = False) -> None:
        self.inputs = [states.ports[port.name] for port in function.inputs]
        self.outputs = [np.zeros((STATES, port.size)) for port in function.outputs]
        arrays = [*self.inputs, *self.outputs]
        first = [0] if held else []  # what the kernel holds: nothing, numbers are folded in
        self.at = (ctypes.c_void_p * (len(first) + len(arrays)))(*first, *(a.ctypes.data for a in arrays))
        self.step = (ctypes.c_long * len(self.at))(*first, *(a.shape[1] for a in arrays))
        still = [0] * len(self.outputs)  # each result where the last one was, as in Pinocchio's data
        self.timed_step = (ctypes.c_long * len(self.at))(*first, *(a.shape[1] for a in self.inputs), *still)

    def timed(self, kernel: ctypes.c_void_p, rounds: int) -> float:
        """Rounds of one state per call; 0 for one round that keeps the results of all states."""
        step, count = self.timed_step if rounds else self.step, ctypes.c_long(max(1, rounds))
        found = float(loops().timed_scalar(kernel, len(self.at), self.at, step, ctypes.c_long(STATES), count))
        if found < 0:
            raise ValueError(f"{len(self.at)} ports: native/loops.c has no call for as many")
        return found

    def timed_batch(self, kernel: ctypes.c_void_p, rounds: int) -> float:
        given = (kernel, len(self.inputs), self.at, self.step, ctypes.c_long(STATES), ctypes.c_long(max(1, rounds)))
        return float(loops().timed_batch(*given))

    def values(self, timed: Callable[[int], float]) -> np.ndarray:
        """All outputs of each state in a row."""
        timed(0)
        return np.concatenate(self.outputs, axis=1)
