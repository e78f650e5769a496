"""A model of a robot that goes by other bodies, which need the same of every joint: told in the parameters of the
robot, or in numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from linkwright.expr import Expr, Graph, Importer, Quantity
from linkwright.models.derive.function import function
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.robot import Robot

TURNING = ("w", "wd", "U")  # quantities that are the same wherever the origins of the frames are
Named = Callable[[Quantity], bool]


def is_turning(x: Quantity) -> bool:
    return x.symbol in TURNING


def retold(model: Model, other: Robot, into: Callable[[Graph], Importer], is_named: Named = is_turning) -> Model:
    """The model of another robot; `into` puts in, over a graph, what the symbols of its tables stand for. `is_named`:
    whether a quantity of the other robot is that of the robot, too."""

    def build(robot: Robot, state: State, quantities: Quantities, **options: Any) -> Sequence[Result]:
        made, put = function(other, model), into(robot.graph)
        for i in made.nodes:  # in the order of the algorithm, and not output by output
            put(Expr(made.graph, i))
        kept = {i: x for i, x in made.names.items() if is_named(x)}
        own = {c.joint: c for c in robot.coordinates}
        results = [
            Result(p.name, [put(x) for x in made.output(p.name)], p.shape, p.doc, p.labels, p.units,
                   tuple(own[name] for name in p.names), p.kind, p.scale) for p in made.outputs
        ]  # fmt: skip
        quantities.names.update({put(Expr(made.graph, i)).id: x for i, x in kept.items()})
        return results

    return replace(model, build=build)


__all__ = ["is_turning", "retold"]
