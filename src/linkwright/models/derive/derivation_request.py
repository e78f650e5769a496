"""A model of a robot that is not derived yet: of which robot it is, by which algorithm, and in which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from linkwright.errors import InputError
from linkwright.expr import Function
from linkwright.models.derive.function import function
from linkwright.models.framework.model import Model, find
from linkwright.models.parameters.constrained.regressor_null_space import is_dependent
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.parameters.base_parameters import BaseParameters
    from linkwright.models.parameters.equivalent_base_sets import TunedParameters

MinimalSet: TypeAlias = "BaseParameters | TunedParameters"


@dataclass(frozen=True)
class Recipe:
    """What a function is derived from. `known`: the minimal set that it is in, if it is not in that of the tables.
    `tables`: the robot itself, if the function is in its parameters but goes by another set. `is_exact`: numbers are
    fractions until all is optimised, so that none are apart by rounding alone, and floats then."""

    robot: Robot
    model: str | Model
    parameters: str = "standard"  # what the set is called
    known: MinimalSet | None = None
    facts: Mapping[str, str] = field(default_factory=dict)  # what else files tell of it
    tables: Robot | None = None
    is_exact: bool = False

    def derived(self, options: Mapping[str, Any]) -> Function:
        """As the algorithm gives it."""
        facts = {"parameters": self.parameters, **self.facts}
        robot = self.known.standard if self.known and self.parameters == "base" else self.robot
        if options or is_dependent(robot) or not find(self.model).scope.is_massless:
            return function(self.robot, self.model, options, **facts)
        made = _massless(robot, find(self.model).name)
        if isinstance(made, InputError):
            raise copy(made)
        return made.with_provenance({**made.provenance, **facts})

    def plain(self, options: Mapping[str, Any], derived: Function) -> Function:
        """The same without another set; `derived`: what the algorithm gives."""
        if self.tables is None:
            return derived
        return function(self.tables, self.model if isinstance(self.model, str) else self.model.name, options)


@lru_cache(maxsize=32)  # more than there are of an arm
def _massless(robot: Robot, model: str) -> Function | InputError:
    """A model that is the same in all sets of parameters, or why there is none, once for all of them."""
    try:
        return function(robot, model)
    except InputError as problem:
        return copy(problem)  # without what it was raised through


__all__ = ["MinimalSet", "Recipe"]
