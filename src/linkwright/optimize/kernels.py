"""Optimization of the straight-line functions that kernels run, which iterations evaluate often.

A kernel keeps its equation and its key: only its code gets shorter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.optimize.rebuild import copy_nodes

FunctionPass = Callable[[Function], Function]


def run(fn: Function, shorten: FunctionPass) -> Function:
    """Return the function with optimized functions in its kernels; unchanged if it has none."""
    calls = [i for i in fn.nodes if fn.graph.op[i] == o.CALL]
    table = {i: _shorten_kernel(fn.graph.value[i], shorten) for i in calls}
    if all(new is fn.graph.value[i] for i, new in table.items()):
        return fn
    return copy_nodes(fn, fn.nodes, table)


@lru_cache(maxsize=128)
def _shorten_kernel(kernel: Kernel, shorten: FunctionPass) -> Kernel:
    if kernel.origin:
        return kernel
    steps = {
        name: _shorten_kernel(step, shorten)
        if isinstance(step, Kernel)
        else shorten(step)
        if isinstance(step, Function)
        else step
        for name, step in kernel.code.steps.items()
    }
    if all(new is kernel.code.steps[name] for name, new in steps.items()):
        return kernel
    return replace(kernel, code=replace(kernel.code, steps=steps), origin=kernel.key)
