"""Faults that are planted into models: no law may miss one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from linkwright.expr import Expr, prove_equal
from linkwright.expr import ops as o
from linkwright.expr.replay import needed_nodes, node_domain
from linkwright.models import models
from linkwright.models.framework.model import MODELS, Result

Corrupt = Callable[[list[Expr]], list[Expr]]


def differ(a: Expr, b: Expr) -> bool:
    return not prove_equal([a], [b])


def negated(values: list[Expr]) -> list[Expr]:
    """One entry with the other sign."""
    at = next((i for i in reversed(range(len(values))) if differ(values[i], -values[i])), None)
    return [-x if i == at else x for i, x in enumerate(values)]


def swapped(values: list[Expr]) -> list[Expr]:
    """Two entries exchanged."""
    at = next((i for i in range(1, len(values)) if differ(values[i], values[0])), 0)
    return [values[{0: at, at: 0}.get(i, i)] for i in range(len(values))]


def shortened(values: list[Expr]) -> list[Expr]:
    """A sum somewhere inside has lost a term: one at random of those that matter."""
    graph = values[0].graph
    order = needed_nodes(graph, [x.id for x in values])
    sums = [i for i in order if graph.op[i] in (o.ADD, o.SUB)]
    random.Random(1).shuffle(sums)
    operations = node_domain(graph).operations
    for lost in sums:
        done: dict[int, int] = {}
        for i in order:
            if i == lost:
                done[i] = done[graph.args[i][0]]
            elif graph.op[i] in (o.CONST, o.SYMBOL, o.CALL, o.ITEM):
                done[i] = i
            else:
                done[i] = operations[graph.op[i]](*[done[a] for a in graph.args[i]])
        found = [Expr(graph, done[x.id]) for x in values]
        if not prove_equal(found, values):
            return found
    return values


def plant(
    monkeypatch: pytest.MonkeyPatch, name: str, port: str, corrupt: Corrupt, options: dict[str, Any] | None = None
) -> list[int]:
    """The fault in the registered model itself, whoever asks for it; with options: only where they are asked for.

    The list grows with every time that the model was made wrong.
    """
    model, wrong = models()[name], []

    def build(robot: Any, state: Any, quantities: Any, **given: Any) -> Sequence[Result]:
        results = list(model.build(robot, state, quantities, **given))
        wanted = {key: model.options[key].value(robot, key, value) for key, value in (options or {}).items()}
        for k, r in enumerate(results):
            if r.name == port and all(given[key] == value for key, value in wanted.items()):
                values = [x if isinstance(x, Expr) else Expr(robot.graph, robot.graph.const(x)) for x in r.values]
                results[k] = replace(r, values=corrupt(values))
                wrong.append(int(results[k].values != values))
        return results

    monkeypatch.setitem(MODELS.loaded, name, replace(model, build=build))
    return wrong
