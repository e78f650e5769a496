"""Linkwright's side: the emitted C under each compiler, the code of `lw.compile` for one state and for batches."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
from builds import BUILD, FAST, loops, shared_library
from contender import STATES, Contender, States
from peers import pointer

import linkwright as lw


def emitted_c(function: lw.Function) -> Path:
    """The source file of the emitted package, with its header beside it."""
    folder = BUILD / f"linkwright-{function.name}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in lw.emit(function, "c").items():
        (folder / name).write_text(text)
    return folder / f"{function.name}.c"


def c_contender(function: lw.Function, compiler: str, states: States) -> Contender:
    source = emitted_c(function)
    library = ctypes.CDLL(str(shared_library(f"{source.stem}-{compiler}", [source], compiler, FAST, ("-lm",))))
    kernel = ctypes.cast(library[source.stem], ctypes.c_void_p)
    return _contender("Linkwright, C", compiler, loops().timed_scalar, kernel, states, library)


def llvm_contenders(function: lw.Function, states: States) -> list[Contender]:
    """One state per call, and all states in one call with as many side by side as the processor's vectors hold."""
    from linkwright.run.llvm import LLVM

    code = LLVM(function)
    scalar, batch = ctypes.c_void_p(code.kernel_address()), ctypes.c_void_p(code.batch_address(STATES))
    return [
        _contender("Linkwright, LLVM", "one state per call", loops().timed_held, scalar, states, code),
        _contender("Linkwright, LLVM batch", f"{STATES} states per call", loops().timed_batch, batch, states, code),
    ]


def _contender(group: str, label: str, loop: Any, kernel: ctypes.c_void_p, states: States, keep: Any) -> Contender:
    tau = np.zeros_like(states.q)

    def timed(rounds: int) -> float:
        count = ctypes.c_long(STATES), ctypes.c_long(rounds)
        return float(loop(kernel, states.joints, count[0], *map(pointer, states.arrays), pointer(tau), count[1]))

    def values() -> np.ndarray:
        timed(1)
        return tau.copy()

    return Contender(group, label, timed, values, keep)
