"""Gravity efforts: first moments in the field of gravity (`gravity_moments`), or the inverse dynamics at rest."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.formulations.formulation_table import (
    FORMULATION_OPTION,
    OWN_FORMULATION,
    terms_by_formulation,
)
from linkwright.models.dynamics.gravity_moments import GravityMoments
from linkwright.models.dynamics.rnea_optimized import DefaultPlanEfforts, rnea_efforts
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import count_operations, is_too_costly
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, without_terms
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def gravity_vector(robot: Robot, q: Sequence[Scalar], quantities: Quantities) -> list[Scalar]:
    """Gravity efforts with the fewest operations, N or N m."""
    weights = GravityMoments(robot, q)
    for j in range(1, len(robot) + 1):
        quantities.note("g", j, weights.g[j])
        quantities.note("MS", j, weights.MS[j])
    return METHODS[_gravity_methods(robot, q)](weights)


def _efforts_at_rest(weights: GravityMoments) -> list[Scalar]:
    """Gravity efforts by the inverse dynamics at rest."""
    view = without_terms(weights.robot, "friction", "external", "base")
    return rnea_efforts(view, State(weights.q), Quantities())


METHODS = {
    "moments": GravityMoments.efforts_by_moments,
    "parallel axes": GravityMoments.efforts_by_parallel_axes,
    "inverse dynamics": _efforts_at_rest,
}


def _cheapest_gravity_method(robot: Robot, q: Sequence[Scalar]) -> str:
    weights, view = GravityMoments(robot, q), without_terms(robot, "friction", "external", "base")
    methods = [*METHODS]
    if is_too_costly(
        count_operations(DefaultPlanEfforts()(view, State(q))), count_operations(weights.efforts_by_moments())
    ):
        methods.remove("inverse dynamics")
    return min(methods, key=lambda name: count_operations(METHODS[name](weights)))


_gravity_methods = PlanCache(_cheapest_gravity_method)


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == OWN_FORMULATION:
        g = gravity_vector(robot, state.q, quantities)
    else:
        g = terms_by_formulation(robot, state, formulation).g
    doc = "efforts that hold the links against gravity"
    return [of_coordinates("g", label_by_coordinate(robot, g), doc, "tau")]


MODEL = Model(
    name="gravity_vector",
    doc="efforts that hold the links against gravity",
    state=("q",),
    build=build,
    scope=TERM.handling(FLOATING, LOOPS, WHEELS),
    options={"formulation": FORMULATION_OPTION},
)
