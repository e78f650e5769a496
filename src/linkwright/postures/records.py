"""What comes out: postures with what is known of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

FLAGS = ("singular", "free", "outside_limits", "least_squares", "sought")  # bit k of the emitted flags


@dataclass(frozen=True)
class Posture:
    """Positions of the joints that move the frame, at which it is at the pose, or as near as the residual says.

    `free` says what may be moved without moving the frame: joints, or sums of them; q is one posture of all these.
    The residual is sqrt(d^2 + a^2): the distance in units of the reach, and the chord 2 sin(angle / 2) of the turn.
    """

    q: tuple[float, ...]
    branch: str = ""
    residual: float = 0.0
    flags: frozenset[str] = frozenset()
    free: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is nothing to be said about it."""
        return not self.flags


class Postures(tuple[Posture, ...]):
    """The postures at a pose. `method` says how they were found, `notes` what else is to be known."""

    method: str
    notes: tuple[str, ...]

    def __new__(cls, found: Iterable[Posture], method: str, notes: Iterable[str] = ()) -> Self:
        made = super().__new__(cls, found)
        made.method, made.notes = method, tuple(notes)
        return made


__all__ = ["FLAGS", "Posture", "Postures"]
