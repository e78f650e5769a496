"""A model of a robot that is not derived yet: of which robot it is, by which algorithm, and in which parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from linkwright.expr import Function
from linkwright.models.model import Model, function
from linkwright.records import dataclass
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.base_parameters import BaseParameters
    from linkwright.models.tuned_parameters import TunedParameters

MinimalSet: TypeAlias = "BaseParameters | TunedParameters"


@dataclass(frozen=True)
class Recipe:
    """What a function is derived from. `known`: the minimal set that it is in, if it is not in that of the tables."""

    robot: Robot
    model: str | Model
    parameters: str = "standard"  # what the set is called
    known: MinimalSet | None = None
    facts: Mapping[str, str] = field(default_factory=dict)  # what else files tell of it

    def derived(self, options: Mapping[str, Any]) -> Function:
        """As the algorithm gives it."""
        return function(self.robot, self.model, options, parameters=self.parameters, **self.facts)


__all__ = ["MinimalSet", "Recipe"]
