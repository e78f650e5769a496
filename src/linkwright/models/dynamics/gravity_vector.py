"""Gravity efforts: first moments in the field of gravity (`gravity_moments`), or the inverse dynamics at rest."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.formulations.formulation_table import FORMULATION, OWN, by_formulation
from linkwright.models.dynamics.gravity_moments import Weights
from linkwright.models.dynamics.rnea_optimized import UsualPlan, efforts
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import is_far, operations
from linkwright.models.search.plan_cache import Choices
from linkwright.models.tree.generalized_coordinates import by_coordinate, leaving_out
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def gravity_vector(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> list[Scalar]:
    """Gravity efforts with the fewest operations, N or N m."""
    weights = Weights(robot, q)
    for j in range(1, len(robot) + 1):
        quantities.note("g", j, weights.g[j])
        quantities.note("MS", j, weights.MS[j])
    return WAYS[_ways(robot, q)](weights)


def _at_rest(weights: Weights) -> list[Scalar]:
    """Gravity efforts by the inverse dynamics at rest."""
    view = leaving_out(weights.robot, "friction", "external", "base")
    return efforts(view, State(weights.q), Quantities())


WAYS = {"moments": Weights.by_moments, "parallel axes": Weights.by_parallel_axes, "inverse dynamics": _at_rest}


def _shortest(robot: Robot, q: Sequence[Scalar]) -> str:
    weights, view = Weights(robot, q), leaving_out(robot, "friction", "external", "base")
    methods = [*WAYS]
    if is_far(operations(UsualPlan()(view, State(q))), operations(weights.by_moments())):
        methods.remove("inverse dynamics")
    return min(methods, key=lambda name: operations(WAYS[name](weights)))


_ways = Choices(_shortest)


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
