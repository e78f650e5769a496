"""High effort: the inverse dynamics that costs least, by climbing over single changes of all that is a choice.

The usual effort goes by rules and counts a few alternatives. Here everything is changed that can be, one thing after
the other: the representative of the base parameters (`representatives.Choice`) and the plan of the recursion
(`plans.Plan`). What costs less when it is optimised is kept, round and round, until nothing has paid since; then two
things are changed at a time. It starts from what the usual effort finds, so it never costs more. How long it goes on is
told by the operations of what was tried, not by the clock: the same call gives the same code on every machine.

In tuned parameters the representative is what the model is a function of. In base and in standard parameters it is made
of them once, in the set-up; with numbers it is numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from linkwright.expr import Function, Graph, Importer
from linkwright.models.derive.derivation_request import MinimalSet, Recipe
from linkwright.models.derive.equivalent_model import is_turning, retold
from linkwright.models.derive.tuned_parameters import Search, is_held_tree, moving, tuned_parameters
from linkwright.models.dynamics.inverse_dynamics import MODEL as INVERSE_DYNAMICS
from linkwright.models.dynamics.inverse_dynamics import build
from linkwright.models.dynamics.rnea_optimized import cheapest_plan
from linkwright.models.dynamics.rnea_plan import FEW, Plan, flat_links, single_changes
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.framework.model import Model
from linkwright.models.framework.option import option_text
from linkwright.models.parameters.base_parameters import base_parameters
from linkwright.models.parameters.equivalent_base_sets import Choice, TunedParameters, untuned
from linkwright.models.tree.link_steps import steps_of
from linkwright.progress import report, unheard
from linkwright.robot import Robot

BUDGET = 500_000  # operations of all functions that are tried: less than a minute
REFUSED = 100  # what a set with too many parameters takes of it

Options = tuple[tuple[str, str], ...]
Finished = Callable[[Recipe, Mapping[str, Any]], Function]  # derived and optimised
Cost = tuple[int, int, int]


@dataclass(frozen=True)
class Scheme:
    """How the inverse dynamics is computed."""

    choice: Choice | None  # of the representatives; None: the bodies are those of the tables
    plan: Plan


Change = Callable[[Scheme], Scheme]


def can_climb(robot: Robot, model: str, options: Mapping[str, Any]) -> bool:
    """Whether there is something to choose: the recursive Newton-Euler method for a tree on a base that is held."""
    formulation = option_text(options.get("formulation", INVERSE_DYNAMICS.options["formulation"].default))
    return model == INVERSE_DYNAMICS.name and is_held_tree(robot) and formulation == "newton_euler"


def climbed(robot: Robot, parameters: str, options: Mapping[str, Any], finished: Finished) -> Recipe:
    """The recipe that costs least for the inverse dynamics of a robot in a set of parameters."""
    return _climbed(robot, parameters, tuple((key, option_text(x)) for key, x in sorted(options.items())), finished)


@lru_cache(maxsize=16)
def _climbed(robot: Robot, parameters: str, options: Options, finished: Finished) -> Recipe:
    return Climb(robot, parameters, dict(options), finished, {"effort": "high"}).best()


def begun(robot: Robot, parameters: str, options: Mapping[str, Any], finished: Finished) -> Recipe | None:
    """For the usual effort: the better of the usual plan and a tuned set, which costs nothing where all is numbers.
    None: it is not such a robot."""
    few = len(robot) <= FEW and not options.keys() - {"outputs"}
    if not few or not is_held_tree(robot) or not is_numeric(robot):
        return None
    return _begun(robot, parameters, tuple((key, option_text(x)) for key, x in sorted(options.items())), finished)


@lru_cache(maxsize=16)
def _begun(robot: Robot, parameters: str, options: Options, finished: Finished) -> Recipe | None:
    return Climb(robot, parameters, dict(options), finished, {}).begun()


class Climb:
    """The way up, for one robot in one set of parameters."""

    def __init__(
        self, robot: Robot, parameters: str, options: Mapping[str, Any], finished: Finished, facts: Mapping[str, str]
    ) -> None:
        self.standard, self.parameters, self.options, self.finished = robot, parameters, options, finished
        self.facts = facts
        self.base = base_parameters(robot)
        self.search = Search(self.base)
        self.known: MinimalSet | None = {"standard": None, "base": self.base}.get(parameters, untuned(self.base))
        self.robot = self.known.robot if self.known else robot
        self.spent = 0
        self.tried: set[Scheme] = set()

    def best(self) -> Recipe:
        best, least = min(((x, self.cost(x)) for x in self.starts()), key=lambda pair: pair[1])
        changes = self.changes()
        pairs: list[Change] = [partial(_both, *pair) for pair in combinations(changes, 2)]
        while other := self.better(least, best, changes) or self.better(least, best, pairs):
            best, least = other
        found = self.recipe(best)
        assert found
        return found

    def begun(self) -> Recipe | None:
        """The best of the starts."""
        report(f"tuned bodies of {self.robot.name}")
        with unheard():
            return self.recipe(min(self.starts(), key=self.cost))

    def better(self, least: Cost, best: Scheme, changes: list[Change]) -> tuple[Scheme, Cost] | None:
        """The first change that pays; the next time those behind it come first."""
        for k, change in enumerate(changes):
            if self.spent >= BUDGET:
                return None
            other = change(best)
            if other not in self.tried and (cost := self.cost(other, least)) < least:
                changes[:] = [*changes[k + 1 :], *changes[: k + 1]]
                return other, cost
        return None

    def cost(self, scheme: Scheme, least: Cost | None = None) -> Cost:
        """All operations first, then those of every call."""
        told = f", {least[0]} operations by now" if least else ""
        report(f"high effort for {self.robot.name}{told}", 100 * min(self.spent, BUDGET) // BUDGET, 100)
        self.tried.add(scheme)
        with unheard():
            recipe = self.recipe(scheme)
            if recipe is None:
                self.spent += REFUSED
                return (BUDGET, 0, 0)
            made = self.finished(recipe, self.options)
        self.spent += len(made.nodes)
        cost = made.cost
        return cost.total, cost.add + cost.mul, cost.trig + cost.setup_trig

    # -- schemes ------------------------------------------------------------------------------------------------------

    def starts(self) -> list[Scheme]:
        """What the usual effort finds; with numbers also what tuned parameters would be."""
        if self.parameters == "tuned":
            usual = tuned_parameters(self.standard)
            return [self.planned(None if usual.robot is self.base.robot else usual.choice)]
        own = self.planned(None)
        return [own, self.planned(self.search.usual())] if is_numeric(self.standard) and self.may_choose else [own]

    def planned(self, choice: Choice | None) -> Scheme:
        """With the plan of the usual effort."""
        tuned = self.search.tuned(choice) if choice else None
        robot = tuned.robot if tuned else self.robot
        view = robot.over(robot.graph.copy(is_trial=True))
        q, state = moving(view)
        plan = cheapest_plan(view, state)
        return Scheme(choice, replace(plan, flat=plan.flat - flat_links(steps_of(view, q))))

    @property
    def may_choose(self) -> bool:
        """Whether other representatives are possible: options may tell of frames, and these would have moved."""
        return not self.options.keys() - {"outputs"}

    def changes(self) -> list[Change]:
        """Of one thing, whatever it is."""
        view = self.robot.over(self.robot.graph.copy(is_trial=True))
        choices = self.search.single_changes() if self.may_choose else []
        return [
            *(lambda s, x=x: replace(s, choice=x(s.choice or Choice())) for x in choices),
            *(lambda s, x=x: replace(s, plan=x(s.plan)) for x in single_changes(view, steps_of(view, moving(view)[0]))),
        ]

    def recipe(self, scheme: Scheme) -> Recipe | None:
        """None if the set would have too many parameters."""
        source = {"source": self.standard.source} if self.standard.source else {}
        made = partial(Recipe, parameters=self.parameters, facts={**self.facts, **source})
        if scheme.choice is None:
            return made(self.robot, by_plan(scheme.plan), known=self.known)
        tuned = self.search.tuned(scheme.choice)
        if tuned is None:
            return None
        if self.parameters == "tuned":
            return made(tuned.robot, by_plan(scheme.plan), known=tuned)
        tables = self.standard if self.known is None else None
        return made(self.robot, of_tuned(tuned, scheme.plan, self.parameters), known=self.known, tables=tables)


def _both(one: Change, other: Change, scheme: Scheme) -> Scheme:
    return other(one(scheme))


def by_plan(plan: Plan) -> Model:
    """The inverse dynamics by a plan."""
    return replace(INVERSE_DYNAMICS, build=partial(build, plan=plan))


def of_tuned(tuned: TunedParameters, plan: Plan, parameters: str) -> Model:
    """The inverse dynamics of a tuned robot by a plan, in the parameters that the tuned ones are made of."""

    def in_base(graph: Graph) -> Importer:
        plain = Importer(graph)
        return Importer(graph, {r.name: plain(r.formula) for r in tuned.relations})

    into = tuned.in_standard if parameters == "standard" else in_base
    turned = {j for j, _ in tuned.choice.aims}
    return retold(by_plan(plan), tuned.robot, into, lambda x: is_turning(x) and x.link not in turned)


__all__ = ["BUDGET", "begun", "can_climb", "climbed"]
