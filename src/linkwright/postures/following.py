"""Following one posture along a path of poses, and where it meets another.

Between given poses the frame moves along a straight line and turns about one axis. A step is taken only if the posture
that it leads to is much nearer to the one that Newton's step foretells than any other posture of that pose: so that
another one is never taken for it; and only if it crosses no singular posture, where the determinant of the slopes
changes its sign. Where steps become too short for that, postures meet: the way ends there, or, if it is to go through,
goes on beyond with the posture nearest to where this one was going.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.postures.arm import Arm
from linkwright.postures.fitting import SAME, SOLVED, corrected
from linkwright.postures.freedom import free, kernel
from linkwright.postures.poses import between

Array = Any  # of floats
Rows = Callable[[Array], Array]  # a pose -> its postures, a row each
CLEAR = 0.2  # how far the posture may be from what was foretold, of the distance to the next one
LARGEST = 0.3  # rad or reaches, of one step
SHORTEST = 1e-7  # of the way between two poses
BEYOND = 1e-5  # of that way: how far behind a meeting the posture is sought at first
BEFORE = 1e-4  # of that way: where postures can still be told apart
MEET = 0.05  # rad or reaches: postures that are nearer to each other there are those that meet


@dataclass(frozen=True)
class Meeting:
    """Where postures meet: `place` 1.5 is halfway between the second and the third pose.

    `others` are the postures that meet this one, there or by what is `free` to move at the pose.
    """

    place: float
    q: tuple[float, ...]
    others: tuple[tuple[float, ...], ...]
    free: tuple[str, ...]
    went_on: bool


@dataclass(frozen=True)
class Following:
    """Rows of q at the poses that were reached. `end` says why not all were; `place` is how far it went."""

    q: tuple[tuple[float, ...], ...]
    meetings: tuple[Meeting, ...] = ()
    end: str = ""
    place: float = 0.0

    @property
    def complete(self) -> bool:
        return not self.end


class _Lost(Exception):
    """The way ends."""


class _Walk:
    """Where the posture is, and where it came from."""

    def __init__(self, arm: Arm, rows: Rows | None, q: Array, through: bool) -> None:
        self.arm, self.rows, self.q, self.through = arm, rows, q, through
        self.place = 0.0
        self.step = 1.0
        self.rate = np.zeros_like(q)  # of q, by the place
        self.meetings: list[Meeting] = []

    def postures(self, T: Array) -> list[Array]:
        """All that are known at a pose, by turns near this one; of chains that are solved by iteration none is."""
        return [self.arm.near(x, self.q) for x in self.rows(T)] if self.rows else []

    def along(self, A: Array, B: Array, first: int) -> None:
        """From one pose to the next."""
        s = 0.0
        while s < 1.0:
            step = min(self.step, 1.0 - s)
            there = self.tried(between(A, B, s + step))
            if there is not None:
                self.rate = (there - self.q) / step
                self.q, s = there, s + step
                self.place, self.step = first + s, min(1.0, 2 * step)
            elif step > SHORTEST:
                self.step = step / 2
            else:
                s = self.met(A, B, s, first)

    def tried(self, T: Array) -> Array | None:
        """The posture at the next pose, if it is that one without a doubt."""
        arm = self.arm
        slopes = np.linalg.pinv(arm.slopes(self.q), rcond=1e-9)
        foretold = self.q - arm.units * (slopes @ arm.errors(self.q, T))
        far = float(np.linalg.norm((foretold - self.q) / arm.units))
        if far > LARGEST:
            return None
        there, left = corrected(arm, T, foretold)
        off = float(np.linalg.norm((there - foretold) / arm.units))
        if left > SOLVED or off > CLEAR * max(far, SAME):
            return None
        others = [float(d) for x in self.postures(T) if (d := arm.apart(x, there)) > SAME]
        return there if off <= CLEAR * min(others, default=np.inf) and not self.crosses(there) else None

    def crosses(self, there: Array) -> bool:
        """Whether a singular posture is between: as the first matrix sees it, the second has a negative determinant."""
        here, beyond = (self.arm.slopes(q)[:, self.arm.own] for q in (self.q, there))
        U, _, V = np.linalg.svd(here, full_matrices=False)
        return len(self.arm.own) <= self.arm.freedoms and float(np.linalg.det(U.T @ beyond @ V.T)) < 0

    def met(self, A: Array, B: Array, s: float, first: int) -> float:
        """Steps are too short to tell postures apart. Beyond, if it is to go on; the place where it does."""
        beyond = BEYOND
        while s + beyond < 1.0 and not len(found := self.beyond(between(A, B, s + beyond))):
            beyond *= 4
        ends = s + beyond >= 1.0
        before = between(A, B, max(0.0, s - BEFORE))
        self.meetings.append(self.meeting(before, first + s, went_on=self.through and not ends))
        if ends or not self.through:
            raise _Lost("the path leaves the reach" if ends else "postures meet")
        going = self.q + self.rate * beyond
        self.q = min(found, key=lambda q: float(np.linalg.norm((q - going) / self.arm.units)))
        self.step, self.place = beyond, first + s + beyond
        return s + beyond

    def beyond(self, T: Array) -> list[Array]:
        """The postures at a pose behind a meeting."""
        if self.rows:
            return self.postures(T)
        q, left = corrected(self.arm, T, self.q)
        return [q] if left < SOLVED else []

    def meeting(self, T: Array, place: float, went_on: bool) -> Meeting:
        """T: a pose before it."""
        arm = self.arm
        directions = self.open_directions()
        names = free(arm, arm.pose(self.q), self.q, directions)
        across = np.eye(len(arm)) - np.linalg.pinv(directions) @ directions if names else np.eye(len(arm))
        there = sorted(self.postures(T), key=lambda x: float(arm.apart(x, self.q)))[1:]  # the first one is this one
        others = [x for x in there if np.linalg.norm(across @ ((x - self.q) / arm.units)) < MEET]
        return Meeting(place, _floats(self.q), tuple(map(_floats, others)), names, went_on)

    def open_directions(self) -> Array:
        """What the slopes leave open here, where the next singular posture is as near as the steps could tell."""
        return kernel(self.arm, self.q, small=1e-4)[1]


def _floats(q: Array) -> tuple[float, ...]:
    return tuple(float(x) for x in q)


def follow(arm: Arm, rows: Rows | None, poses: Sequence[Array], q: Array, through: bool) -> Following:
    """The posture q of the first pose along all of them; rows: None if nobody knows all postures."""
    walk = _Walk(arm, rows, q, through)
    found = [_floats(q)]
    try:
        for first, (A, B) in enumerate(itertools.pairwise(poses)):
            walk.along(A, B, first)
            found.append(_floats(walk.q))
    except _Lost as reason:
        return Following(tuple(found), tuple(walk.meetings), str(reason), walk.place)
    return Following(tuple(found), tuple(walk.meetings), "", walk.place)


__all__ = ["Following", "Meeting", "follow"]
