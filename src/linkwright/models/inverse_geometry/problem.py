"""What is solved: six joints.

Every chain is one of six joints. A chain of fewer is completed by joints that it does not have: those that the task
leaves free (about the tool's point, or about its direction), or, where the whole pose is given, any that must stay at
0. Of a chain of more, some joints are locked: their positions are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.models.inverse_geometry.chain_screws import Array, Chain, Screw, product
from linkwright.models.inverse_geometry.classes.classify import TOLERANCE, Class, closed_form
from linkwright.models.inverse_geometry.closed_ring import Inside
from linkwright.models.inverse_geometry.elimination.elimination_choice import Rated, best_two

STRUCTURE = 1e-9  # of the largest: what is smaller at a general posture is zero at all
SOME = (0.7391, -1.2683)  # positions of a locked joint at which its chain is looked at


@dataclass(frozen=True)
class Problem:
    """Six joints, the first `real` of them the robot's own; `held`: the others must be at 0; more may be locked."""

    chain: Chain
    task: str = "pose"
    locks: tuple[int, ...] = ()  # places in the chain, in order

    @property
    def real(self) -> int:
        return len(self.own)

    @property
    def own(self) -> list[int]:
        """The places in the chain of the joints that are looked for."""
        return [k for k in range(len(self.chain.joints)) if k not in self.locks]

    @property
    def held(self) -> int:
        return 6 - self.real if self.task == "pose" else 0

    @cached_property
    def tool(self) -> Array:
        return (self.chain.M[:3, 3] - self.chain.centre) / self.chain.reach

    @cached_property
    def screws(self) -> tuple[Screw, ...]:
        """Of the six, with the locked joints at 0."""
        own = tuple(self.chain.scaled[k] for k in self.own)
        return own + self._completion()[: 6 - len(own)]

    def _completion(self) -> tuple[Screw, ...]:
        M = self.chain.M
        if self.task == "position":
            return tuple(Screw(True, M[:3, k].copy(), self.tool) for k in (2, 1, 0))
        if self.task == "direction":
            return (Screw(True, M[:3, 2].copy(), self.tool),)
        rng = np.random.default_rng(11)  # nothing is special to them
        directions = [v / np.linalg.norm(v) for v in rng.standard_normal((5, 3))]
        points = self.tool + rng.uniform(-0.4, 0.4, (5, 3))
        return tuple(Screw(True, h, c) for h, c in zip(directions, points, strict=True))

    @property
    def locked(self) -> tuple[Inside, ...]:
        """The joints that are locked, and how many of the six are before each."""
        return tuple((self.chain.scaled[k], sum(j < k for j in self.own)) for k in self.locks)

    @property
    def inside(self) -> tuple[Inside, ...]:
        """Those between two of the six: what is locked before or behind all of them is a matter of the pose."""
        return tuple(x for x in self.locked if 0 < x[1] < 6)

    def at(self, positions: Sequence[float]) -> tuple[Screw, ...]:
        """The six with the joints locked there: those behind them are moved."""
        T, found = np.eye(4), list(self.screws)
        for (s, before), x in zip(self.locked, positions, strict=True):
            if before:
                T = T @ s.motion(x)
                found[before:] = [self.screws[k].moved(T) for k in range(before, 6)]
        return tuple(found)

    @property
    def seen(self) -> list[float]:
        """Positions of the locked joints at which the six are looked at."""
        return [SOME[0] + 0.3 * k for k in range(len(self.locks))]

    @property
    def seen_tool(self) -> Array:
        """The tool's point with the locked joints there."""
        inside = [s.motion(x) for (s, before), x in zip(self.locked, self.seen, strict=True) if 0 < before < 6]
        T = product(*inside)
        return T[:3, :3] @ self.tool + T[:3, 3]

    @cached_property
    def rank(self) -> int:
        """Of the six joints, at a general posture."""
        return _rank(self.at(self.seen))

    def idle(self) -> list[int]:
        """The places in the chain of joints without which the others move the frame as much: one of them is idle."""
        screws = self.at(self.seen)[: self.real]
        return [
            k for place, k in enumerate(self.own) if _rank([*screws[:place], *screws[place + 1 :]]) == _rank(screws)
        ]

    @cached_property
    def form(self) -> Class | None:
        """The closed form, if there is one, whatever the positions of the locked joints are."""
        places = [self.seen, *([[SOME[1] - x for x in self.seen]] if self.locks else [])]
        found = [closed_form(self.at(x), TOLERANCE) for x in places]
        if all(found) and len({(x.name, x.evidence, x.degree) for x in found if x}) == 1:
            return found[0]
        return None

    @cached_property
    def eliminations(self) -> tuple[Rated, Rated]:
        return best_two(self.screws, self.inside)


def _rank(screws: Sequence[Screw]) -> int:
    if not screws:
        return 0
    columns, T = [], np.eye(4)
    for s, q in zip(screws, np.random.default_rng(2).uniform(-1, 1, len(screws)), strict=True):
        h, c = T[:3, :3] @ s.h, T[:3, :3] @ s.c + T[:3, 3]
        columns.append([*np.cross(c, h), *h] if s.turns else [*h, 0, 0, 0])
        T = T @ s.motion(q)
    size = np.linalg.svd(np.array(columns), compute_uv=False)
    return int((size > STRUCTURE * size[0]).sum())


__all__ = ["Problem"]
