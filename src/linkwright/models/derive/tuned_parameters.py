"""Tuned parameters: the set equivalent to the base parameters with which the inverse dynamics costs least.

Among the equivalent sets (`equivalent_base_sets`), the one with the fewest operations at every call is found by rules
and by counting; a set with more parameters than the base parameters is rejected. Robots with loops, wheels, couplings,
a base that moves, or ball joints keep the base parameters. So do robots with numbers for all lengths and inertias:
their models are specialized without any parameters (`numeric_specialization`).

The search here counts operations of the inverse dynamics; `tuned_models` has the searches for other models.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from linkwright.expr import Expr, make_symbol
from linkwright.models.dynamics.rnea_optimized import inverse_dynamics, rnea_by_plan
from linkwright.models.dynamics.rnea_plan import MAX_LINKS_TRIED_SINGLY, RneaPlan
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.parameters.base_parameters import BaseParameters, find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import (
    BOTH,
    NAME_SUFFIX,
    Choice,
    Links,
    TunedParameters,
    Tuning,
    tuned_without_changes,
)
from linkwright.models.parameters.joint_motion_facts import JointMotionFacts
from linkwright.models.parameters.tip_frames import ZeroedEntry, zero_tip_entries, zeroable_entries
from linkwright.models.search.graph_trial import count_operations, hill_climb
from linkwright.models.tree.link_steps import make_link_steps, movable_frames, with_moved_frames
from linkwright.models.tree.twists_wrenches import relative_velocities
from linkwright.progress import report
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Axis

MAX_SETS_KEPT = 64  # sets that are kept in a search

Origins = tuple[Links, tuple[tuple[int, Axis], ...], tuple[ZeroedEntry, ...]]


@lru_cache(maxsize=16)
def tuned_parameters(robot: Robot) -> TunedParameters:
    """Return the tuned parameters of a robot for its inverse dynamics (other models: `tuned_models.tuned_for`)."""
    base = find_base_parameters(robot)
    report(f"tuned parameters of {robot.name}")
    return TunedSetSearch(base).best() if may_be_tuned(robot) else tuned_without_changes(base)


def may_be_tuned(robot: Robot) -> bool:
    """Whether a robot is a tree on a fixed base whose inertias are symbols."""
    return is_fixed_base_tree(robot) and not is_numeric(robot)


def is_fixed_base_tree(robot: Robot) -> bool:
    """Whether a robot is a tree of rigid revolute, prismatic and fixed joints on a fixed base."""
    kinds = {joint.kind for joint in robot.joints}
    other = robot.loops or robot.couplings or robot.wheels or robot.freedoms(0) or robot.base.kind != "fixed"
    other = other or any(joint.flexible for joint in robot.joints)
    return not other and kinds <= {"revolute", "prismatic", "fixed"}


class TunedSetSearch:
    """Search for the equivalent set that costs least, by rules and a few changes that are counted one after another."""

    def __init__(self, base: BaseParameters, mark: str = NAME_SUFFIX) -> None:
        self.base, self.robot, self.mark = base, base.robot, mark
        own = Tuning(base, Choice())
        self.whole = [not {*INERTIA[:6]} & facts.idle for facts in own.facts]  # links that turn about all axes
        self.moves = [_has_first_moments(*pair) for pair in zip(own.facts, self.robot.joints, strict=True)]
        self.default_tuning = own
        self.known_sets: dict[Choice, TunedParameters | None] = {}
        self.tunings_by_origins: dict[Origins, Tuning] = {}

    def best(self) -> TunedParameters:
        found = self.tuned(self.choose())
        return min(filter(None, (found, tuned_without_changes(self.base))), key=lambda x: cheapest_cost(x.robot))

    def choose(self) -> Choice:
        """Choice by the rules, with the changes that save operations."""
        rules = self.choose_by_rules()
        others = (rules, replace(rules, masses=(), rods=frozenset()))
        start = next((c for c in others if self.tuned(c)), Choice())
        return hill_climb(start, self.changes(), self.cost, again=False, counted=lambda x: x)

    def choose_by_rules(self) -> Choice:
        """Choice by the rules: flat bodies, point masses and rods wherever they can be, last links without offsets."""
        robot, view = self.robot, self.robot.in_graph(self.robot.graph.copy())
        q, state = symbolic_motion(view)
        steps = make_link_steps(view, q)
        sparse = RneaPlan.default(steps, relative_velocities(view, state)).tensors
        tips = [j for j in movable_frames(robot, everywhere=True) if not robot.children(j)]
        flat = frozenset(j for j, x in enumerate(robot.joints, 1) if x.kind == "revolute" and self.whole[j - 1])
        return Choice(
            frames=frozenset([*movable_frames(robot), *tips]), flat=flat - sparse,
            masses=tuple((j, BOTH) for j in self.inner_revolute_joints if self.moves[robot.joint(j).parent - 1]),
            rods=frozenset(j for j in self.inner_revolute_joints if j in flat and robot.joint(j).parent in flat),
        )  # fmt: skip

    @property
    def inner_revolute_joints(self) -> list[int]:
        """Revolute joints that are not on the base."""
        return [j for j, x in enumerate(self.robot.joints, 1) if x.kind == "revolute" and x.parent]

    def changes(self) -> list[Callable[[Choice], Choice]]:
        """Changes that may save operations."""
        robot = self.robot
        frames, whole = (
            movable_frames(robot, everywhere=True),
            [j for j in self.inner_revolute_joints if self.whole[j - 1]],
        )
        return [
            *(lambda c, x=x: replace(c, frames=c.frames ^ x) for x in one_by_one(frames)),
            *(
                lambda c, j=j, to=to: _with_masses(c, j, to)
                for j in self.inner_revolute_joints
                for to in self.default_tuning.other_masses(j)
            ),
            *(lambda c, x=x: replace(c, centres=(*c.centres, x)) for x in self.default_tuning.can_be_centred()),
            *(lambda c, x=x: replace(c, flat=c.flat ^ x) for x in one_by_one(whole)),
            *(lambda c, x=x: replace(c, rods=c.rods ^ x) for x in one_by_one(self.default_tuning.tilted())),
            *(lambda c, x=x: replace(c, unit=x) for x in self.default_tuning.units()),
            *(lambda c, x=x: _toggle_aim(c, x) for x in zeroable_entries(robot)),
        ]

    def tuned(self, choice: Choice) -> TunedParameters | None:
        """Return the set of a choice; None if it has more parameters than the base parameters (with numbers, their
        count does not matter), or if a length that only formulas have left would have the name of a rate or of a
        symbol that only wrenches have."""
        if choice not in self.known_sets:
            if len(self.known_sets) == MAX_SETS_KEPT:
                self.known_sets.clear()
                self.tunings_by_origins.clear()
            origins = choice.frames, choice.centres, choice.aims
            tuning = Tuning(*self.turn_last_frames(choice), self.mark, self.tunings_by_origins.get(origins))
            self.tunings_by_origins.setdefault(origins, tuning)
            found = replace(tuning.tuned(), choice=choice)
            gone = {*self.robot.parameters}.difference(found.robot.parameters)
            rates = {kind + c.suffix for kind in ("qd", "qdd") for c in self.robot.coordinates}
            clash = gone & {*rates, *found.robot.graph.symbols()}
            is_minimal = found.count == self.base.count or is_numeric(self.robot)
            self.known_sets[choice] = found if is_minimal and not clash else None
        return self.known_sets[choice]

    def turn_last_frames(self, choice: Choice) -> tuple[BaseParameters, Choice]:
        """Return the base parameters with the last frames turned as chosen, and the rest of the choice: origins slide
        before frames turn."""
        if not choice.aims:
            return self.base, choice
        view = self.robot.in_graph(self.robot.graph.copy())
        robot = zero_tip_entries(with_moved_frames(view, choice.frames), choice.aims)
        return find_base_parameters(robot), replace(choice, frames=frozenset(), aims=())

    def cost(self, choice: Choice) -> tuple[int, int, int]:
        """Operations of the inverse dynamics by the default plan, with a choice; huge if there is no such set."""
        found = self.tuned(choice)
        if found is None:
            return (sys.maxsize, 0, 0)
        robot = found.robot.in_graph(found.robot.graph.copy(is_trial=True))
        q, state = symbolic_motion(robot)
        steps = make_link_steps(robot, q)
        usual = RneaPlan.default(steps, relative_velocities(robot, state))
        return min(
            count_operations(rnea_by_plan(robot, steps, state, plan, Quantities())) for plan in usual.with_feet(steps)
        )


def cheapest_cost(robot: Robot) -> tuple[int, int, int]:
    """Operations of the inverse dynamics by its cheapest plan."""
    view = robot.in_graph(robot.graph.copy(is_trial=True))
    return count_operations(inverse_dynamics(view, symbolic_motion(view)[1], Quantities()))


def _has_first_moments(facts: JointMotionFacts, joint: Joint) -> bool:
    """Whether MX and MY of a link matter, each by itself: not for a link before a prismatic joint that turns about one
    axis only, along which first moments have no effect."""
    return not {"MX", "MY"} <= facts.idle and not (joint.kind == "prismatic" and facts.one_axis)


def _with_masses(c: Choice, j: int, to: str) -> Choice:
    """Return a choice with these point masses of joint j."""
    table = {**dict(c.masses), j: to}
    return replace(c, masses=tuple((k, x) for k, x in sorted(table.items()) if x))


def _toggle_aim(c: Choice, aim: ZeroedEntry) -> Choice:
    """Return a choice with another turn of the frame of a link, or without the one that it has."""
    others = tuple(x for x in c.aims if x[0] != aim[0])
    return replace(c, aims=others if aim in c.aims else (*others, aim))


def one_by_one(links: Sequence[int]) -> list[Links]:
    """Return the links one by one if there are few, otherwise all at once."""
    return [frozenset([j]) for j in links] if len(links) <= MAX_LINKS_TRIED_SINGLY else [frozenset(links)]


def symbolic_motion(robot: Robot) -> tuple[list[Any], State]:
    """Return symbols for the positions, and the state with rates and accelerations, in the graph of a robot."""
    graph = robot.graph
    zero = Expr(graph, graph.const(0))
    q: list[Any] = [zero, *(make_symbol(graph, f"q[{j}]", "variable") if x.moves else zero
                            for j, x in enumerate(robot.joints, 1))]  # fmt: skip
    qd, qdd = ({c: make_symbol(graph, f"{kind}[{c.suffix}]", "variable") for c in robot.coordinates}
               for kind in ("qd", "qdd"))  # fmt: skip
    return q, State(q, qd, qdd)


__all__ = ["TunedSetSearch", "is_fixed_base_tree", "may_be_tuned", "tuned_parameters"]
