"""Continuation of a posture along a path of poses, with the points where it meets other postures.

Between given poses the frame moves along a straight line and rotates about one axis. A step is accepted only if the
posture reached is much nearer to the prediction of a Newton step than any other posture of that pose, so that postures
are never confused; and only if it crosses no singular posture, where the determinant of the Jacobian changes its sign.
Where steps become too short for that, postures meet: the path ends there, or, with `through`, continues behind with the
posture nearest to the extrapolated one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.postures.arm import TaskChain
from linkwright.postures.fitting import MAX_SOLVED_ERROR, SAME_POSTURE, correct_posture
from linkwright.postures.freedom import free_joint_names, null_space
from linkwright.postures.poses import interpolate_poses

Array = Any  # of floats
PostureRows = Callable[[Array], Array]  # a pose -> its postures, one per row
MAX_PREDICTION_ERROR = 0.2  # largest distance from the prediction, relative to the distance of the next posture
MAX_STEP = 0.3  # largest step, rad or reaches
MIN_STEP = 1e-7  # shortest step, as a part of the segment between two poses
SEARCH_BEHIND = 1e-5  # part of the segment behind a meeting at which postures are sought first
LOOK_BEFORE = 1e-4  # part of the segment before a meeting at which postures are still distinct
MEETING_DISTANCE = 0.05  # rad or reaches: postures closer than this before a meeting are those that meet


@dataclass(frozen=True)
class Meeting:
    """A point of the path where postures meet: `place` 1.5 is halfway between the second and the third pose.

    `others` are the postures that meet this one, there or by what is `free_joint_names` to move at the pose.
    """

    place: float
    q: tuple[float, ...]
    others: tuple[tuple[float, ...], ...]
    free: tuple[str, ...]
    went_on: bool


@dataclass(frozen=True)
class Following:
    """Rows of q at the poses reached. `end`: the reason if not all were reached; `place`: the last place reached."""

    q: tuple[tuple[float, ...], ...]
    meetings: tuple[Meeting, ...] = ()
    end: str = ""
    place: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether all poses were reached."""
        return not self.end


class _PathEnded(Exception):
    """The path cannot be continued."""


class _Continuation:
    """State of the continuation: posture, place on the path, step, rate and meetings."""

    def __init__(self, arm: TaskChain, rows: PostureRows | None, q: Array, through: bool) -> None:
        self.arm, self.rows, self.q, self.through = arm, rows, q, through
        self.place = 0.0
        self.step = 1.0
        self.rate = np.zeros_like(q)  # derivative of q by the place
        self.meetings: list[Meeting] = []

    def postures(self, T: Array) -> list[Array]:
        """All postures at a pose, in the turns nearest to q; none for chains that are solved by iteration."""
        return [self.arm.nearest_turn(x, self.q) for x in self.rows(T)] if self.rows else []

    def along(self, A: Array, B: Array, first: int) -> None:
        """Follow the segment from pose A to pose B, the segment number `first`."""
        s = 0.0
        while s < 1.0:
            step = min(self.step, 1.0 - s)
            there = self.tried(interpolate_poses(A, B, s + step))
            if there is not None:
                self.rate = (there - self.q) / step
                self.q, s = there, s + step
                self.place, self.step = first + s, min(1.0, 2 * step)
            elif step > MIN_STEP:
                self.step = step / 2
            else:
                s = self.met(A, B, s, first)

    def tried(self, T: Array) -> Array | None:
        """The posture continued to the pose T; None if that is not certain."""
        arm = self.arm
        slopes = np.linalg.pinv(arm.error_jacobian(self.q), rcond=1e-9)
        foretold = self.q - arm.units * (slopes @ arm.errors(self.q, T))
        far = float(np.linalg.norm((foretold - self.q) / arm.units))
        if far > MAX_STEP:
            return None
        there, left = correct_posture(arm, T, foretold)
        off = float(np.linalg.norm((there - foretold) / arm.units))
        if left > MAX_SOLVED_ERROR or off > MAX_PREDICTION_ERROR * max(far, SAME_POSTURE):
            return None
        others = [float(d) for x in self.postures(T) if (d := arm.distance(x, there)) > SAME_POSTURE]
        return there if off <= MAX_PREDICTION_ERROR * min(others, default=np.inf) and not self.crosses(there) else None

    def crosses(self, there: Array) -> bool:
        """Tell whether a singular posture lies before `there`: the determinant of the Jacobian changes its sign."""
        here, beyond = (self.arm.error_jacobian(q)[:, self.arm.own] for q in (self.q, there))
        U, _, V = np.linalg.svd(here, full_matrices=False)
        return len(self.arm.own) <= self.arm.freedoms and float(np.linalg.det(U.T @ beyond @ V.T)) < 0

    def met(self, A: Array, B: Array, s: float, first: int) -> float:
        """Record a meeting at s; continue behind it if that is wanted and return the place there, else raise _Lost."""
        beyond = SEARCH_BEHIND
        while s + beyond < 1.0 and not len(found := self.beyond(interpolate_poses(A, B, s + beyond))):
            beyond *= 4
        ends = s + beyond >= 1.0
        before = interpolate_poses(A, B, max(0.0, s - LOOK_BEFORE))
        self.meetings.append(self.meeting(before, first + s, went_on=self.through and not ends))
        if ends or not self.through:
            raise _PathEnded("the path leaves the reach" if ends else "postures meet")
        going = self.q + self.rate * beyond
        self.q = min(found, key=lambda q: float(np.linalg.norm((q - going) / self.arm.units)))
        self.step, self.place = beyond, first + s + beyond
        return s + beyond

    def beyond(self, T: Array) -> list[Array]:
        """Postures at a pose behind a meeting."""
        if self.rows:
            return self.postures(T)
        q, left = correct_posture(self.arm, T, self.q)
        return [q] if left < MAX_SOLVED_ERROR else []

    def meeting(self, T: Array, place: float, went_on: bool) -> Meeting:
        """Data of a meeting; T: a pose just before it."""
        arm = self.arm
        directions = self.open_directions()
        names = free_joint_names(arm, arm.pose(self.q), self.q, directions)
        across = np.eye(len(arm)) - np.linalg.pinv(directions) @ directions if names else np.eye(len(arm))
        there = sorted(self.postures(T), key=lambda x: float(arm.distance(x, self.q)))[1:]  # the first one is this one
        others = [x for x in there if np.linalg.norm(across @ ((x - self.q) / arm.units)) < MEETING_DISTANCE]
        return Meeting(place, _floats(self.q), tuple(map(_floats, others)), names, went_on)

    def open_directions(self) -> Array:
        """Null space of the Jacobian here, with a tolerance for a singular posture nearby."""
        return null_space(self.arm, self.q, small=1e-4)[1]


def _floats(q: Array) -> tuple[float, ...]:
    """The entries as Python floats."""
    return tuple(float(x) for x in q)


def follow_path(arm: TaskChain, rows: PostureRows | None, poses: Sequence[Array], q: Array, through: bool) -> Following:
    """Continue the posture q of the first pose along all poses; rows: None for chains solved by iteration."""
    walk = _Continuation(arm, rows, q, through)
    found = [_floats(q)]
    try:
        for first, (A, B) in enumerate(itertools.pairwise(poses)):
            walk.along(A, B, first)
            found.append(_floats(walk.q))
    except _PathEnded as reason:
        return Following(tuple(found), tuple(walk.meetings), str(reason), walk.place)
    return Following(tuple(found), tuple(walk.meetings), "", walk.place)


__all__ = ["Following", "Meeting", "follow_path"]
