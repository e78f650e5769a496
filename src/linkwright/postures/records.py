"""Result records: postures with residual, branch, flags and free joints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

FLAGS = ("singular", "free", "outside_limits", "least_squares", "sought")  # bit k of the emitted flags


@dataclass(frozen=True)
class Posture:
    """Positions of the joints that move the frame, rad or m, at which it has the pose up to the residual.

    `free` names joints, or sums of joints, that may move while the frame stays; q is then one of many postures.
    The residual is sqrt(d^2 + a^2): the distance d in units of the reach, and the chord a = 2 sin(angle / 2).
    """

    q: tuple[float, ...]
    branch: str = ""
    residual: float = 0.0
    flags: frozenset[str] = frozenset()
    free: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if the posture has no flags."""
        return not self.flags


class Postures(tuple[Posture, ...]):
    """The postures at a pose. `method` names the method that found them, `notes` has remarks for the user."""

    method: str
    notes: tuple[str, ...]

    def __new__(cls, found: Iterable[Posture], method: str, notes: Iterable[str] = ()) -> Self:
        made = super().__new__(cls, found)
        made.method, made.notes = method, tuple(notes)
        return made


__all__ = ["FLAGS", "Posture", "Postures"]
