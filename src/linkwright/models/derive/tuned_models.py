"""Tuned parameters of every model: each has the representative of the base parameters with which it costs least.

What is good for the inverse dynamics is not good for all. The inertia matrix and energies like neither masses nor flat
bodies, of which more entries are turned; slopes and Coriolis forces like flat bodies without masses; all like origins
that are not off their axes. So each model has rules, which say what is tried and in which order. What is tried is
derived, optimised and counted as a whole, beginning with the base parameters themselves: a model never costs more than
with these. A large model is tried less often: the search ends after so many operations, not after some time. Gravity
alone has no rules: no robot was found for which another set is better.

A regressor is told by its columns, of which each is one entry of a body: it takes other frames and units alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from linkwright.expr import Function
from linkwright.models.derive.function import function
from linkwright.models.derive.tuned_parameters import Search, alone, may_be_tuned, tuned_parameters
from linkwright.models.parameters.base_parameters import BaseParameters, base_parameters
from linkwright.models.parameters.equivalent_base_sets import (
    INVERSE_DYNAMICS,
    MARK,
    Choice,
    Links,
    TunedParameters,
    untuned,
)
from linkwright.models.search.graph_trial import improved
from linkwright.models.tree.link_steps import other_frames
from linkwright.progress import report, unheard
from linkwright.robot import Robot
from linkwright.spatial import Axis

BUDGET = 8_000  # nodes of all functions that are tried: about a second

Change = Callable[[Choice], Choice]
Optimized = Callable[[Function], Function]


def tuned_for(robot: Robot, model: str, optimized: Optimized) -> TunedParameters:
    """The tuned parameters of a robot for a model; the base parameters where no others are better."""
    return tuned_parameters(robot) if model == INVERSE_DYNAMICS else _tuned_for(robot, model, optimized)


@lru_cache(maxsize=64)
def _tuned_for(robot: Robot, model: str, optimized: Optimized) -> TunedParameters:
    base = base_parameters(robot)
    found = untuned(base)
    if model in RULES and may_be_tuned(robot):
        report(f"tuned parameters of {robot.name} for its {model.replace('_', ' ')}")
        with unheard():
            found = ModelSearch(base, model, optimized).best()
    return replace(found, model=model)


class ModelSearch(Search):
    """The representative with which one model costs least."""

    def __init__(self, base: BaseParameters, model: str, optimized: Optimized) -> None:
        super().__init__(base, RULES[model].mark)
        self.model, self.optimized, self.spent = model, optimized, 0
        self.rules = self.start()
        self.full = frozenset(j for j in self.turning if self.whole[j - 1])  # links that turn about all axes
        self.made[Choice()] = untuned(base)

    def best(self) -> TunedParameters:
        found = self.tuned(improved(Choice(), self.changes(), self.cost, again=False, counted=lambda x: x))
        assert found
        return found

    def cost(self, choice: Choice) -> tuple[int, int, int]:
        """Of the model when it is optimised: all operations first, then those of every call."""
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
        """That of the inverse dynamics."""
        return tuned_parameters(self.base.standard).choice


# -- what may be better -----------------------------------------------------------------------------------------------


def slides(search: ModelSearch) -> list[Change]:
    """Tips and runs of parallel axes without offsets."""
    return [partial(replace, frames=search.rules.frames)]


def each_frame(search: ModelSearch) -> list[Change]:
    def moved(x: Links, c: Choice) -> Choice:
        return replace(c, frames=c.frames ^ x)

    return [partial(moved, x) for x in alone(other_frames(search.robot, everywhere=True))]


def flat(search: ModelSearch) -> list[Change]:
    """All bodies that turn about all axes, or those of them with which the inverse dynamics begins."""
    return [partial(replace, flat=x) for x in (search.full, search.rules.flat)]


def centres(search: ModelSearch) -> list[Change]:
    def moved(x: tuple[int, Axis], c: Choice) -> Choice:
        return c if x in c.centres else replace(c, centres=(*c.centres, x))

    return [partial(moved, x) for x in search.declared.can_be_centred()]


def units(search: ModelSearch) -> list[Change]:
    return [partial(replace, unit=x) for x in search.declared.units()]


def of_inverse_dynamics(search: ModelSearch) -> list[Change]:
    """Its set, or that without masses."""
    x = search.inherited
    return [lambda _: x, lambda _: replace(x, masses=())]


def of_inverse_dynamics_flat(search: ModelSearch) -> list[Change]:
    """Its set with all bodies flat, without masses and rods."""
    return [lambda _: replace(search.inherited, masses=(), rods=frozenset(), flat=search.full)]


# -- models -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """The mark of a model's parameters, as in XX4TM, and what may be better for it: what mostly pays comes first."""

    mark: str
    tried: tuple[Callable[[ModelSearch], list[Change]], ...] = ()


STILL = (slides, centres, each_frame, units)
COLUMNS = (slides, each_frame, units)
RATES = (slides, flat, centres, each_frame, units)
SLOPES = (of_inverse_dynamics_flat, centres, each_frame, units)
RECURSION = (of_inverse_dynamics, centres, each_frame, units)

RULES: Mapping[str, Rule] = {
    INVERSE_DYNAMICS: Rule(MARK),  # has a search of its own
    "inertia_matrix": Rule("TM", STILL),
    "inverse_inertia_matrix": Rule("TMI", STILL),
    "inertia_matrix_dot": Rule("TMD", RATES),
    "kinetic_energy": Rule("TE", STILL),
    "coriolis_matrix": Rule("TC", SLOPES),
    "coriolis_vector": Rule("TH", RECURSION),
    "bias_vector": Rule("TB", RECURSION),
    "forward_dynamics": Rule("TF", RECURSION),
    "inverse_dynamics_derivatives": Rule("TD", SLOPES),
    "forward_dynamics_derivatives": Rule("TFD", SLOPES),
    "regressor": Rule("TW", COLUMNS),
    "energy_regressor": Rule("TWE", COLUMNS),
    "power_regressor": Rule("TWP", COLUMNS),
    "filtered_regressor": Rule("TWF", COLUMNS),
}


__all__ = ["RULES", "tuned_for"]
