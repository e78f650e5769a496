"""Tuned parameters of every model: the set equivalent to the base parameters with which the model costs least.

The best set differs between models. The inertia matrix and energies cost more with point masses or flat bodies, which
have more entries to rotate; derivatives and Coriolis forces cost less with flat bodies without masses; all cost less
where origins have no offset along their axes. So each model has rules for what is tried and in which order. What is
tried is derived, optimized and counted as a whole, beginning with the base parameters themselves: a model never costs
more than with these. The search ends after a number of operations, not after some time, so a large model is tried less
often. The gravity vector has no rules: no robot was found for which another set is better.

Each column of a regressor belongs to one entry of a body: regressors only take other frames and units of length.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from linkwright.expr import Function
from linkwright.models.derive.function import function
from linkwright.models.derive.tuned_parameters import TunedSetSearch, may_be_tuned, one_by_one, tuned_parameters
from linkwright.models.framework.model import find
from linkwright.models.parameters.base_parameters import BaseParameters, find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import (
    INVERSE_DYNAMICS,
    NAME_SUFFIX,
    Choice,
    Links,
    TunedParameters,
    tuned_without_changes,
)
from linkwright.models.search.graph_trial import hill_climb
from linkwright.models.tree.link_steps import movable_frames
from linkwright.progress import muted, report
from linkwright.robot import Robot
from linkwright.spatial import Axis

BUDGET = 8_000  # nodes of all functions that are tried: about a second

Change = Callable[[Choice], Choice]
Optimized = Callable[[Function], Function]


def tuned_for(robot: Robot, model: str | None, optimized: Optimized) -> TunedParameters:
    """Return the tuned parameters of a robot for a model (None: the inverse dynamics); the base parameters where no
    others cost less."""
    name = find(model).name if model else INVERSE_DYNAMICS
    return tuned_parameters(robot) if name == INVERSE_DYNAMICS else _tuned_for(robot, name, optimized)


@lru_cache(maxsize=64)
def _tuned_for(robot: Robot, model: str, optimized: Optimized) -> TunedParameters:
    """Return the tuned parameters for another model than the inverse dynamics."""
    base = find_base_parameters(robot)
    found = tuned_without_changes(base)
    if model in RULES and may_be_tuned(robot):
        report(f"tuned parameters of {robot.name} for its {model.replace('_', ' ')}")
        with muted():
            found = ModelSetSearch(base, model, optimized).best()
    return replace(found, model=model)


class ModelSetSearch(TunedSetSearch):
    """Search for the equivalent set with which one model costs least."""

    def __init__(self, base: BaseParameters, model: str, optimized: Optimized) -> None:
        super().__init__(base, RULES[model].mark)
        self.model, self.optimized, self.spent = model, optimized, 0
        self.rules = self.choose_by_rules()
        self.full = frozenset(
            j for j in self.inner_revolute_joints if self.whole[j - 1]
        )  # links that turn about all axes
        self.known_sets[Choice()] = tuned_without_changes(base)

    def best(self) -> TunedParameters:
        found = self.tuned(hill_climb(Choice(), self.changes(), self.cost, again=False, counted=lambda x: x))
        assert found
        return found

    def cost(self, choice: Choice) -> tuple[int, int, int]:
        """Operations of the optimized model: all first, then those of every call."""
        found = self.tuned(choice) if self.spent < BUDGET else None
        if found is None:
            return (sys.maxsize, 0, 0)
        made = self.optimized(function(found.robot, self.model))
        self.spent += len(made.nodes)
        return made.cost.total, made.cost.add + made.cost.mul, made.cost.trig + made.cost.setup_trig

    def changes(self) -> list[Change]:
        return [change for some in RULES[self.model].tried for change in some(self)]

    @property
    def inherited(self) -> Choice:
        """Choice of the inverse dynamics."""
        return tuned_parameters(self.base.standard).choice


# -- changes that may save operations ---------------------------------------------------------------------------------


def slide_origins(search: ModelSetSearch) -> list[Change]:
    """Last links and chains of parallel axes without offsets."""
    return [partial(replace, frames=search.rules.frames)]


def slide_each_origin(search: ModelSetSearch) -> list[Change]:
    """Each origin moved along its axis, or back."""

    def moved(x: Links, c: Choice) -> Choice:
        return replace(c, frames=c.frames ^ x)

    return [partial(moved, x) for x in one_by_one(movable_frames(search.robot, everywhere=True))]


def flatten_bodies(search: ModelSetSearch) -> list[Change]:
    """Flat bodies: all that turn about all axes, or those that the inverse dynamics starts with."""
    return [partial(replace, flat=x) for x in (search.full, search.rules.flat)]


def center_prismatic_links(search: ModelSetSearch) -> list[Change]:
    """Origins of prismatic joints at the centers of mass of their links."""

    def moved(x: tuple[int, Axis], c: Choice) -> Choice:
        return c if x in c.centres else replace(c, centres=(*c.centres, x))

    return [partial(moved, x) for x in search.default_tuning.can_be_centred()]


def change_length_unit(search: ModelSetSearch) -> list[Change]:
    """Lengths divided by one of them."""
    return [partial(replace, unit=x) for x in search.default_tuning.units()]


def take_inverse_dynamics_set(search: ModelSetSearch) -> list[Change]:
    """The set of the inverse dynamics, also without point masses."""
    x = search.inherited
    return [lambda _: x, lambda _: replace(x, masses=())]


def take_flat_inverse_dynamics_set(search: ModelSetSearch) -> list[Change]:
    """The set of the inverse dynamics with all bodies flat, without point masses and rods."""
    return [lambda _: replace(search.inherited, masses=(), rods=frozenset(), flat=search.full)]


# -- models -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """Mark in the names of a model's parameters, as in XX4TM, and the changes to try, the most promising first."""

    mark: str
    tried: tuple[Callable[[ModelSetSearch], list[Change]], ...] = ()


STATIC_CHANGES = (slide_origins, center_prismatic_links, slide_each_origin, change_length_unit)
REGRESSOR_CHANGES = (slide_origins, slide_each_origin, change_length_unit)
RATE_CHANGES = (slide_origins, flatten_bodies, center_prismatic_links, slide_each_origin, change_length_unit)
DERIVATIVE_CHANGES = (take_flat_inverse_dynamics_set, center_prismatic_links, slide_each_origin, change_length_unit)
RECURSION_CHANGES = (take_inverse_dynamics_set, center_prismatic_links, slide_each_origin, change_length_unit)

RULES: Mapping[str, Rule] = {
    INVERSE_DYNAMICS: Rule(NAME_SUFFIX),  # has a search of its own
    "inertia_matrix": Rule("TM", STATIC_CHANGES),
    "inverse_inertia_matrix": Rule("TMI", STATIC_CHANGES),
    "inertia_matrix_dot": Rule("TMD", RATE_CHANGES),
    "kinetic_energy": Rule("TE", STATIC_CHANGES),
    "coriolis_matrix": Rule("TC", DERIVATIVE_CHANGES),
    "coriolis_vector": Rule("TH", RECURSION_CHANGES),
    "bias_vector": Rule("TB", RECURSION_CHANGES),
    "forward_dynamics": Rule("TF", RECURSION_CHANGES),
    "inverse_dynamics_derivatives": Rule("TD", DERIVATIVE_CHANGES),
    "forward_dynamics_derivatives": Rule("TFD", DERIVATIVE_CHANGES),
    "regressor": Rule("TW", REGRESSOR_CHANGES),
    "energy_regressor": Rule("TWE", REGRESSOR_CHANGES),
    "power_regressor": Rule("TWP", REGRESSOR_CHANGES),
    "filtered_regressor": Rule("TWF", REGRESSOR_CHANGES),
}


__all__ = ["RULES", "tuned_for"]
