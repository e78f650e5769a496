"""Robots with numbers: each model is derived with the bodies with which it costs least, which are numbers, too.

A few sets of bodies that need the same efforts (`equivalent_base_sets.Choice`) are derived, optimized and counted; the
bodies of the robot itself stay where no other set costs less. Nothing of this is computed at run time. Models whose
results depend on frames or on single bodies are not specialized.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from linkwright.expr import Function, Graph, Importer, Quantity, make_number
from linkwright.models.derive.derivation_request import DerivationRequest
from linkwright.models.derive.equivalent_model import is_same_in_all_frames, model_by_equivalent
from linkwright.models.derive.tuned_parameters import TunedSetSearch, is_fixed_base_tree
from linkwright.models.dynamics.rnea_plan import MAX_LINKS_TRIED_SINGLY
from linkwright.models.equivalent_bodies.length_scaling import most_frequent_length
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.framework.model import Model, find
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import INVERSE_DYNAMICS, Choice, TunedParameters
from linkwright.models.tree.link_steps import movable_frames
from linkwright.progress import muted, report
from linkwright.robot import Robot

MAX_NODES_TRIED = 2_000  # nodes of all functions that are tried but the first: some tenths of a second
OPERATIONS_PER_SINE = 8  # operations that a sine or cosine takes, about: other frames may need more of them, or fewer
SPECIALIZED_MODELS = (
    INVERSE_DYNAMICS, "gravity_vector", "inertia_matrix", "inverse_inertia_matrix", "inertia_matrix_dot",
    "kinetic_energy", "coriolis_matrix", "forward_dynamics", "hybrid_dynamics", "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
)  # fmt: skip
Optimized = Callable[[DerivationRequest, Mapping[str, Any]], Function]


def specialize_model(
    robot: Robot, model: str, parameters: str, options: Mapping[str, Any], optimized: Optimized
) -> DerivationRequest | None:
    """Return the request for a model of a robot with numbers by the bodies with which it costs least.

    None: the robot or the model is not specialized, or the model costs least with the bodies of the robot itself.
    `optimized` derives and optimizes a request, so that its operations can be counted.
    """
    few = len(robot) <= MAX_LINKS_TRIED_SINGLY and not options.keys() - {"outputs"}
    if model not in SPECIALIZED_MODELS or not few or not is_fixed_base_tree(robot) or not is_numeric(robot):
        return None
    if find(model).needs_standard_parameters(robot):
        return None
    best = _cheapest_set(robot, model, optimized)
    if best is None:
        return None
    facts = {"source": robot.source} if robot.source else {}
    if parameters == "standard":
        return DerivationRequest(robot, _by_set(model, best), facts=facts, tables=robot, is_exact=True)
    base = find_base_parameters(robot)
    return DerivationRequest(base.robot, _by_set(model, best), parameters, base, facts, is_exact=True)


def with_exact_decimals(robot: Robot) -> Robot:
    """Robot with fractions for its decimals, but for angles, whose sines are floats."""
    into = Importer(Graph())
    angles = {x.id for joint in robot.joints for x in (joint.alpha, joint.gamma, joint.theta)}
    for x in robot.scalars():
        if isinstance(x.number, float) and x.id not in angles:
            into.take(x, make_number(into.target, Fraction(repr(x.number))))
    return robot.copy_into(into)


def in_numbers(tuned: TunedParameters) -> Robot:
    """Robot with the numbers of a set in its tables."""
    return tuned.robot.copy_into(tuned.in_standard(Graph()))


@lru_cache(maxsize=64)
def _cheapest_set(robot: Robot, model: str, optimized: Optimized) -> TunedParameters | None:
    """Return the set with which the optimized model costs least; None: the bodies of the robot itself."""
    report(f"bodies of {robot.name} for its {model.replace('_', ' ')}")
    with muted():
        search = TunedSetSearch(find_base_parameters(with_exact_decimals(robot)))
        best, least, spent = None, _weighted_cost(optimized(DerivationRequest(robot, model), {})), 0
        for choice in _choices(search, model):
            tuned = search.tuned(choice)
            if spent > MAX_NODES_TRIED or tuned is None:
                continue
            made = optimized(DerivationRequest(robot, _by_set(model, tuned), is_exact=True), {})
            spent += len(made.nodes)
            if _weighted_cost(made) < least:
                best, least = tuned, _weighted_cost(made)
    return best


def _choices(search: TunedSetSearch, model: str) -> list[Choice]:
    """Sets to try, the most promising first: the inverse dynamics has a search of its own, which counts its plans."""
    if model == INVERSE_DYNAMICS:
        return [search.choose()]
    frames, unit = frozenset(movable_frames(search.robot, everywhere=True)), _most_frequent_length(search)
    found = (Choice(frames=frames, unit=unit), Choice(), Choice(unit=unit), Choice(frames=frames))
    return [*dict.fromkeys(found)]


def _by_set(name: str, tuned: TunedParameters) -> Model:
    """Model by the bodies of a set. The inverse dynamics is derived with symbols for the bodies, which then become
    numbers: with numbers it would choose other bodies once more."""
    choice = tuned.choice

    def is_named(x: Quantity) -> bool:
        return _is_kept(choice, x)

    if name == INVERSE_DYNAMICS:
        return model_by_equivalent(find(name), tuned.robot, tuned.in_standard, is_named)
    return model_by_equivalent(find(name), in_numbers(tuned), Importer, is_named)


def _is_kept(choice: Choice, x: Quantity) -> bool:
    """Whether a quantity of the equivalent robot is one of the robot itself: moments are, in any unit of length, where
    no origin has moved and no body is another one."""
    if x.link in {j for j, _ in choice.aims}:
        return False
    is_moved = replace(choice, unit="") != Choice()
    return is_same_in_all_frames(x) or (not is_moved and (not choice.unit or x.symbol.startswith(("J", "n"))))


def _weighted_cost(made: Function) -> int:
    """Operations, with each sine and cosine as several."""
    return made.cost.total + OPERATIONS_PER_SINE * (made.cost.trig + made.cost.setup_trig)


def _most_frequent_length(search: TunedSetSearch) -> str:
    """Length that occurs most often, where the lengths may be divided by it; otherwise ""."""
    L = most_frequent_length(search.robot)
    return next((x for x in search.default_tuning.units() if L and abs(Fraction(x)) == L), "")


__all__ = ["SPECIALIZED_MODELS", "specialize_model"]
