"""Removal of dead code: a fresh graph with only the nodes that an output needs."""

from __future__ import annotations

from linkwright.expr.function import Function
from linkwright.optimize.rebuild import copied


def run(fn: Function) -> Function:
    return copied(fn, fn.nodes)
