"""Minimal set of parameters: its members, and the relations that compute them from the standard ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from linkwright.expr import Expr, Graph, Importer
from linkwright.models.parameters.relation_text import collect_relations
from linkwright.models.tree.parameter_names import ROTOR, ParameterPlace
from linkwright.robot import Robot
from linkwright.robot.robot import INERTIA


class GroupingRelation(NamedTuple):
    """A grouped parameter: its new name, and its formula in the standard parameters."""

    name: str
    link: int
    parameter: str
    formula: Expr  # over `BaseParameters.graph`


class KeptParameter(NamedTuple):
    """A member of the minimal set: its link and parameter, its entry in the base robot, and its name."""

    link: int
    parameter: str
    value: Expr
    name: str


@dataclass(frozen=True)
class BaseParameters:
    """Minimal set of a robot, in the order of its tables."""

    standard: Robot
    robot: Robot  # the same robot with the minimal set in its tables, and 0 for everything else
    relations: tuple[GroupingRelation, ...]
    kept: tuple[KeptParameter, ...]
    eliminated: tuple[tuple[int, str], ...]  # parameters that no effort depends on
    graph: Graph  # of the formulas; holds the standard robot's symbols
    left: tuple[ParameterPlace, ...] = ()  # dependent parameters that are kept, since no formula for them is known
    decided: str = "exact: by rules"  # method by which it was found

    @property
    def count(self) -> int:
        """Number of inertial parameters, without friction."""
        return sum(_is_inertial(k.parameter) for k in self.kept)

    @property
    def minimum(self) -> int:
        """Number of independent inertial parameters: the rank of the regressor."""
        return self.count - sum(_is_inertial(name) for _, name in self.left)

    def in_standard(self, graph: Graph) -> Importer:
        """Importer of expressions of the base robot into `graph`, in the standard parameters."""
        plain = Importer(graph)
        return Importer(graph, {r.name: plain(r.formula) for r in self.relations})

    def relation_texts(self) -> dict[str, str]:
        """Grouping relations by name, collected for readers: ZZ3R: ZZ3 + YY4 + d4^2*(M4 + M5)."""
        bodies = (self.standard.base.body, *(joint.body for joint in self.standard.joints))
        rotors = (joint.rotor for joint in self.standard.joints)
        inertial = {s for x in (*(x for body in bodies for x in body.inertia), *rotors) for s in x.symbols}
        geometry = set(self.standard.parameters) - inertial
        texts = collect_relations([r.formula for r in self.relations], geometry)
        return {r.name: text for r, text in zip(self.relations, texts, strict=True)}


def _is_inertial(parameter: str) -> bool:
    return parameter in (*INERTIA, ROTOR)


__all__ = ["BaseParameters", "GroupingRelation", "KeptParameter"]
