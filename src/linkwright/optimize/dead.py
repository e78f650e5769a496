"""Removal of dead code: a fresh graph with only the nodes that an output needs."""

from __future__ import annotations

from linkwright.expr.function import Function
from linkwright.optimize.rebuild import copy_nodes


def run(fn: Function) -> Function:
    return copy_nodes(fn, fn.nodes)
