"""A request for a derivation: a model of a robot, in one set of parameters, that is not derived yet."""

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
from linkwright.models.parameters.constrained.regressor_null_space import has_constraints
from linkwright.robot import Robot

if TYPE_CHECKING:
    from linkwright.models.parameters.base_parameters import BaseParameters
    from linkwright.models.parameters.equivalent_base_sets import TunedParameters

MinimalSet: TypeAlias = "BaseParameters | TunedParameters"


@dataclass(frozen=True)
class DerivationRequest:
    """Robot, model and parameters of a function. `minimal_set`: the set that the function is in, if it is not that of
    the tables. `tables`: the robot itself, if the function is in its parameters but derived with other bodies.
    `is_exact`: numbers are fractions until all is optimized, so that rounding keeps no two apart, and floats then."""

    robot: Robot
    model: str | Model
    parameters: str = "standard"  # name of the set
    minimal_set: MinimalSet | None = None
    facts: Mapping[str, str] = field(default_factory=dict)  # further lines for the headers of files
    tables: Robot | None = None
    is_exact: bool = False

    def derived(self, options: Mapping[str, Any]) -> Function:
        """Function straight from the algorithm, not optimized."""
        facts = {"parameters": self.parameters, **self.facts}
        robot = self.minimal_set.standard if self.minimal_set and self.parameters == "base" else self.robot
        if options or has_constraints(robot) or not find(self.model).scope.is_massless:
            return function(self.robot, self.model, options, **facts)
        made = _derive_massless(robot, find(self.model).name)
        if isinstance(made, InputError):
            raise copy(made)
        return made.with_provenance({**made.provenance, **facts})

    def by_tables(self, options: Mapping[str, Any], derived: Function) -> Function:
        """Function by the bodies in the tables, for comparison; `derived`: the one of this request."""
        if self.tables is None:
            return derived
        return function(self.tables, self.model if isinstance(self.model, str) else self.model.name, options)


@lru_cache(maxsize=32)  # more than there are of an arm
def _derive_massless(robot: Robot, model: str) -> Function | InputError:
    """Derive a model that is the same in all sets of parameters, once for all of them; an error is returned."""
    try:
        return function(robot, model)
    except InputError as problem:
        return copy(problem)  # without its traceback


__all__ = ["DerivationRequest", "MinimalSet"]
