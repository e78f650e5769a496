"""Robots with numbers: every model goes by the bodies with which it costs least, which are numbers, too.

What moves as if it were part of a parent is given to it (the base parameters); origins slide along their axes, and
lengths are told by one of them (`representatives`). Nothing of this is done at run time. The inverse dynamics chooses
among more (`climbing`); models whose results tell of frames or of single bodies keep the tables as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from linkwright.expr import Function, Graph, Importer, Quantity, number
from linkwright.models.derive.derivation_request import Recipe
from linkwright.models.derive.equivalent_model import is_turning, retold
from linkwright.models.derive.tuned_parameters import Search, is_held_tree
from linkwright.models.dynamics.rnea_plan import FEW
from linkwright.models.equivalent_bodies.length_scaling import usual_unit
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.framework.model import find
from linkwright.models.parameters.base_parameters import base_parameters
from linkwright.models.parameters.equivalent_base_sets import Choice, TunedParameters
from linkwright.models.tree.link_steps import other_frames
from linkwright.progress import report, unheard
from linkwright.robot import Robot

BUDGET = 2_000  # nodes of all functions that are tried but the first: some tenths of a second
SINE = 8  # operations that a sine or cosine takes, about: other frames may need more of them, or fewer
FOLDED = (
    "gravity_vector", "inertia_matrix", "inverse_inertia_matrix", "inertia_matrix_dot", "kinetic_energy",
    "coriolis_matrix", "forward_dynamics", "hybrid_dynamics", "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
)  # fmt: skip
Finished = Callable[[Recipe, Mapping[str, Any]], Function]  # derived and optimised


def folded(
    robot: Robot, model: str, parameters: str, options: Mapping[str, Any], finished: Finished
) -> Recipe | None:  # fmt: skip
    """The recipe of a model of a robot with numbers; None: it is another robot or model, or costs less as it is."""
    few = len(robot) <= FEW and not options.keys() - {"outputs"}
    if model not in FOLDED or not few or not is_held_tree(robot) or not is_numeric(robot):
        return None
    if model == "kinetic_energy" and robot.base.is_led:  # what is given to the base takes its energy with it
        return None
    best = _best(robot, model, finished)
    if best is None:
        return None
    told = retold(find(model), in_numbers(best), Importer, is_named=lambda x: _is_named(best.choice, x))
    facts = {"source": robot.source} if robot.source else {}
    if parameters == "standard":
        return Recipe(robot, told, facts=facts, tables=robot, is_exact=True)
    base = base_parameters(robot)
    return Recipe(base.robot, told, parameters, base, facts, is_exact=True)


def _is_named(choice: Choice, x: Quantity) -> bool:
    """Whether a quantity is the same by a choice: moments are, in any unit, where no origin has moved."""
    return is_turning(x) or (not choice.frames and (not choice.unit or x.symbol.startswith(("J", "n"))))


def exact(robot: Robot) -> Robot:
    """The robot with fractions for its decimals, but for angles, whose sines are floats."""
    into = Importer(Graph())
    angles = {x.id for joint in robot.joints for x in (joint.alpha, joint.gamma, joint.theta)}
    for x in robot.scalars():
        if isinstance(x.number, float) and x.id not in angles:
            into.take(x, number(into.target, Fraction(repr(x.number))))
    return robot.copied(into)


def in_numbers(tuned: TunedParameters) -> Robot:
    """The robot with the numbers of its bodies in the tables."""
    return tuned.robot.copied(tuned.in_standard(Graph()))


@lru_cache(maxsize=64)
def _best(robot: Robot, model: str, finished: Finished) -> TunedParameters | None:
    """The set with which the model costs least when it is optimised; None: that of the tables."""
    report(f"bodies of {robot.name} for its {model.replace('_', ' ')}")
    with unheard():
        search = Search(base_parameters(exact(robot)))
        best, least, spent = None, _cost(finished(Recipe(robot, model), {})), 0
        for choice in _choices(search):
            tuned = search.tuned(choice)
            if spent > BUDGET or tuned is None:
                continue
            made = finished(Recipe(in_numbers(tuned), model, is_exact=True), {})
            spent += len(made.nodes)
            if _cost(made) < least:
                best, least = tuned, _cost(made)
    return best


def _choices(search: Search) -> list[Choice]:
    """What is mostly best comes first."""
    frames, unit = frozenset(other_frames(search.robot, everywhere=True)), _unit(search)
    found = (Choice(frames=frames, unit=unit), Choice(), Choice(unit=unit), Choice(frames=frames))
    return [*dict.fromkeys(found)]


def _cost(made: Function) -> int:
    """Operations, and what sines and cosines take."""
    return made.cost.total + SINE * (made.cost.trig + made.cost.setup_trig)


def _unit(search: Search) -> str:
    """The length that occurs most, if lengths may be told by one of them."""
    L = usual_unit(search.robot)
    return next((x for x in search.declared.units() if L and abs(Fraction(x)) == L), "")


__all__ = ["FOLDED", "folded"]
