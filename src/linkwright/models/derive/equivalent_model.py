"""Models derived with the bodies of an equivalent robot, which needs the same efforts as the robot itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from linkwright.expr import Expr, Graph, Importer, Quantity
from linkwright.models.derive.function import function
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.robot import Robot

ANGULAR = ("w", "wd", "U")  # symbols of quantities that do not depend on where the origins of the frames are


def is_same_in_all_frames(x: Quantity) -> bool:
    """Whether a quantity does not depend on where the origins of the frames are: angular rates and accelerations."""
    return x.symbol in ANGULAR


def model_by_equivalent(
    model: Model, other: Robot, substitution: Callable[[Graph], Importer],
    is_named: Callable[[Quantity], bool] = is_same_in_all_frames,
) -> Model:  # fmt: skip
    """Return the model of a robot as that of an equivalent one.

    `substitution` puts in, over a graph, what the symbols in the tables of the other robot stand for. `is_named`:
    whether a quantity of the other robot is one of the robot itself, and keeps its name.
    """

    def build(robot: Robot, state: State, quantities: Quantities, **options: Any) -> Sequence[Result]:
        made, put = function(other, model), substitution(robot.graph)
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


__all__ = ["is_same_in_all_frames", "model_by_equivalent"]
