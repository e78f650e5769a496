"""Gravity efforts: first moments in the field of gravity (`parts.gravity`), or the inverse dynamics at rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.models.formulations import FORMULATION, OWN, by_formulation
from linkwright.models.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.parts.efforts import UsualPlan, efforts
from linkwright.models.parts.gravity import Weights
from linkwright.models.parts.terms import by_coordinate, leaving_out
from linkwright.models.parts.trial import fewest, is_far, operations
from linkwright.models.scope import TERM
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def gravity_vector(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> list[Scalar]:
    """With the fewest operations."""
    g, noted = fewest(robot.graph, (robot, q), lambda s: _candidates(*s))
    quantities.names.update(noted.names)
    return g


def _candidates(robot: Robot, q: Sequence[Scalar]) -> Iterator[tuple[list[Scalar], Quantities]]:
    weights, noted = Weights(robot, q), Quantities()
    for j in range(1, len(robot) + 1):
        noted.note("g", j, weights.g[j])
        noted.note("MS", j, weights.MS[j])
    yield weights.by_moments(), noted
    yield weights.by_parallel_axes(), noted
    view, rest, usual = leaving_out(robot, "friction", "external", "base"), State(q), UsualPlan()
    if not is_far(operations(usual(view, rest)), operations(weights.by_moments())):
        yield efforts(view, rest, Quantities(), usual), noted


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN:
        g = gravity_vector(robot, state.q, quantities)
    else:
        g = by_formulation(robot, state, formulation).g
    doc = "efforts that hold the links against gravity"
    return [of_coordinates("g", by_coordinate(robot, g), doc, "tau")]


MODEL = Model(
    name="gravity_vector",
    doc="efforts that hold the links against gravity",
    state=("q",),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
    options={"formulation": FORMULATION},
)
