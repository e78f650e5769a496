"""Dead code: a fresh graph with the nodes that an output needs, and no others."""

from __future__ import annotations

from linkwright.expr.function import Function
from linkwright.optimize.rebuild import copied


def run(fn: Function) -> Function:
    return copied(fn, fn.nodes)
