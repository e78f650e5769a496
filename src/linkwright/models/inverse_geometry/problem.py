"""Reduction of an inverse geometry problem to a chain of six joints.

A chain of fewer joints is completed by virtual joints: rotations that the task leaves free (about the tool point, or
about the tool direction), or, for a whole pose, arbitrary joints that must stay at 0. Of a chain of more joints, some
are locked: their positions are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew, ScrewChain, compose_transforms
from linkwright.models.inverse_geometry.classes.classify import CLASS_TOLERANCE, GeometryClass, find_closed_form
from linkwright.models.inverse_geometry.closed_ring import LockedScrew
from linkwright.models.inverse_geometry.elimination.elimination_choice import RatedElimination, select_two_eliminations

STRUCTURAL_ZERO = 1e-9  # of the largest: a singular value below it at a general posture is zero at all postures
CLASSIFYING_POSITIONS = (0.7391, -1.2683)  # positions of a locked joint at which the class of its chain is determined


@dataclass(frozen=True)
class Problem:
    """Six joints, the first `real` of them the robot's, the last `held` virtual ones at 0; other joints are locked."""

    chain: ScrewChain
    task: str = "pose"
    locks: tuple[int, ...] = ()  # places in the chain, in order

    @property
    def real(self) -> int:
        """Number of joints of the robot that are solved for."""
        return len(self.own)

    @property
    def own(self) -> list[int]:
        """Places in the chain of the joints that are solved for."""
        return [k for k in range(len(self.chain.joints)) if k not in self.locks]

    @property
    def virtual_at_zero(self) -> int:
        """Number of virtual joints that must stay at 0 (task `pose` of fewer than six joints)."""
        return 6 - self.real if self.task == "pose" else 0

    @cached_property
    def tool(self) -> Array:
        """Origin of the frame at q = 0, about the centre of the chain, in units of its reach."""
        return (self.chain.M[:3, 3] - self.chain.center) / self.chain.reach

    @cached_property
    def screws(self) -> tuple[JointScrew, ...]:
        """Screws of the six joints, with the locked joints at 0."""
        own = tuple(self.chain.scaled[k] for k in self.own)
        return own + self._completion()[: 6 - len(own)]

    def _completion(self) -> tuple[JointScrew, ...]:
        """Virtual joints that complete the chain to six."""
        M = self.chain.M
        if self.task == "position":
            return tuple(JointScrew(True, M[:3, k].copy(), self.tool) for k in (2, 1, 0))
        if self.task == "direction":
            return (JointScrew(True, M[:3, 2].copy(), self.tool),)
        rng = np.random.default_rng(11)  # general directions
        directions = [v / np.linalg.norm(v) for v in rng.standard_normal((5, 3))]
        points = self.tool + rng.uniform(-0.4, 0.4, (5, 3))
        return tuple(JointScrew(True, h, c) for h, c in zip(directions, points, strict=True))

    @property
    def locked(self) -> tuple[LockedScrew, ...]:
        """Locked joints, each with the number of the six joints before it."""
        return tuple((self.chain.scaled[k], sum(j < k for j in self.own)) for k in self.locks)

    @property
    def inner_locked(self) -> tuple[LockedScrew, ...]:
        """Locked joints between two of the six; those before or behind all six only change the pose."""
        return tuple(x for x in self.locked if 0 < x[1] < 6)

    def screws_at(self, positions: Sequence[float]) -> tuple[JointScrew, ...]:
        """Screws of the six joints with the locked joints at `positions`, which move the joints behind them."""
        T, found = np.eye(4), list(self.screws)
        for (s, before), x in zip(self.locked, positions, strict=True):
            if before:
                T = T @ s.motion(x)
                found[before:] = [self.screws[k].moved(T) for k in range(before, 6)]
        return tuple(found)

    @property
    def classifying_positions(self) -> list[float]:
        """Positions of the locked joints at which the class of the six is determined."""
        return [CLASSIFYING_POSITIONS[0] + 0.3 * k for k in range(len(self.locks))]

    @property
    def classifying_tool(self) -> Array:
        """Tool point with the locked joints at `seen`."""
        inside = [
            s.motion(x)
            for (s, before), x in zip(self.locked, self.classifying_positions, strict=True)
            if 0 < before < 6
        ]
        T = compose_transforms(*inside)
        return T[:3, :3] @ self.tool + T[:3, 3]

    @cached_property
    def rank(self) -> int:
        """Rank of the Jacobian of the six joints at a general posture."""
        return _jacobian_rank(self.screws_at(self.classifying_positions))

    def idle(self) -> list[int]:
        """Places in the chain of the dependent joints: without one of these the rank is the same."""
        screws = self.screws_at(self.classifying_positions)[: self.real]
        return [
            k
            for place, k in enumerate(self.own)
            if _jacobian_rank([*screws[:place], *screws[place + 1 :]]) == _jacobian_rank(screws)
        ]

    @cached_property
    def form(self) -> GeometryClass | None:
        """The closed form, if there is one for all positions of the locked joints."""
        places = [
            self.classifying_positions,
            *([[CLASSIFYING_POSITIONS[1] - x for x in self.classifying_positions]] if self.locks else []),
        ]
        found = [find_closed_form(self.screws_at(x), CLASS_TOLERANCE) for x in places]
        if all(found) and len({(x.name, x.evidence, x.degree) for x in found if x}) == 1:
            return found[0]
        return None

    @cached_property
    def eliminations(self) -> tuple[RatedElimination, RatedElimination]:
        """The two best formulations of the elimination."""
        return select_two_eliminations(self.screws, self.inner_locked)


def _jacobian_rank(screws: Sequence[JointScrew]) -> int:
    """Rank of the Jacobian of a chain at a random posture."""
    if not screws:
        return 0
    columns, T = [], np.eye(4)
    for s, q in zip(screws, np.random.default_rng(2).uniform(-1, 1, len(screws)), strict=True):
        h, c = T[:3, :3] @ s.h, T[:3, :3] @ s.c + T[:3, 3]
        columns.append([*np.cross(c, h), *h] if s.is_revolute else [*h, 0, 0, 0])
        T = T @ s.motion(q)
    size = np.linalg.svd(np.array(columns), compute_uv=False)
    return int((size > STRUCTURAL_ZERO * size[0]).sum())


__all__ = ["Problem"]
