"""What is solved: six joints.

Every chain is one of six joints. A chain of fewer is completed by joints that it does not have: those that the task
leaves free (about the tool's point, or about its direction), or, where the whole pose is given, any that must stay at
0. Of a chain of seven, one joint is locked: its position is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.models.parts.inverse.classes import Class, closed_form
from linkwright.models.parts.inverse.ranking import Rated, best_two
from linkwright.models.parts.inverse.screws import Array, Chain, Screw

TOLERANCE = 1e-6  # of the reach: how far axes may miss what a closed form takes them for
STRUCTURE = 1e-9  # of the largest: what is smaller at a general posture is zero at all
SOME = (0.7391, -1.2683)  # positions of a locked joint at which its chain is looked at


@dataclass(frozen=True)
class Problem:
    """Six joints, the first `real` of them the robot's own; `held`: the others must be at 0; one more may be locked."""

    chain: Chain
    task: str = "pose"
    lock: int | None = None  # place in the chain

    @property
    def real(self) -> int:
        return len(self.chain.joints) - (self.lock is not None)

    @property
    def held(self) -> int:
        return 6 - self.real if self.task == "pose" else 0

    @cached_property
    def tool(self) -> Array:
        return (self.chain.M[:3, 3] - self.chain.centre) / self.chain.reach

    @cached_property
    def screws(self) -> tuple[Screw, ...]:
        """Of the six, with the locked joint at 0."""
        own = tuple(s for k, s in enumerate(self.chain.scaled) if k != self.lock)
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
    def locked(self) -> Screw | None:
        return None if self.lock is None else self.chain.scaled[self.lock]

    def at(self, position: float) -> tuple[Screw, ...]:
        """The six with the locked joint there: the joints behind it are moved."""
        if self.locked is None or self.lock == 0:
            return self.screws
        T = self.locked.motion(position)
        return tuple(s if k < self.lock else Screw(s.turns, T[:3, :3] @ s.h, T[:3, :3] @ s.c + T[:3, 3])  # type: ignore[operator]
                     for k, s in enumerate(self.screws))  # fmt: skip

    @cached_property
    def rank(self) -> int:
        """Of the six joints, at a general posture."""
        return _rank(self.at(SOME[0]))

    def idle(self) -> list[int]:
        """The places in the chain of joints without which the others move the frame as much: one of them is idle."""
        own = [k for k in range(len(self.chain.joints)) if k != self.lock]
        screws = self.at(SOME[0])[: self.real]
        return [k for place, k in enumerate(own) if _rank([*screws[:place], *screws[place + 1 :]]) == _rank(screws)]

    @cached_property
    def form(self) -> Class | None:
        """The closed form, if there is one, whatever the position of the locked joint is."""
        found = [closed_form(self.at(x), TOLERANCE) for x in (SOME if self.locked else SOME[:1])]
        if all(found) and len({(x.name, x.evidence, x.degree) for x in found if x}) == 1:
            return found[0]
        return None

    @cached_property
    def eliminations(self) -> tuple[Rated, Rated]:
        return best_two(self.screws)


def _rank(screws: Sequence[Screw]) -> int:
    columns, T = [], np.eye(4)
    for s, q in zip(screws, np.random.default_rng(2).uniform(-1, 1, len(screws)), strict=True):
        h, c = T[:3, :3] @ s.h, T[:3, :3] @ s.c + T[:3, 3]
        columns.append([*np.cross(c, h), *h] if s.turns else [*h, 0, 0, 0])
        T = T @ s.motion(q)
    size = np.linalg.svd(np.array(columns), compute_uv=False)
    return int((size > STRUCTURE * size[0]).sum())


__all__ = ["SOME", "Problem"]
