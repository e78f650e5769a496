"""What is measured: the same states for everybody, one timed function per contender, all of them interleaved."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

STATES = 64  # of one pass: small enough for the first-level cache


@dataclass(frozen=True)
class States:
    """Rows of joint positions, velocities and accelerations."""

    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray

    @classmethod
    def drawn(cls, joints: int, seed: int = 0) -> States:
        rng = np.random.default_rng(seed)
        draw = [np.ascontiguousarray(rng.uniform(-top, top, (STATES, joints))) for top in (3.0, 2.0, 2.0)]
        return cls(*draw)

    @property
    def joints(self) -> int:
        return int(self.q.shape[1])

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.q, self.qd, self.qdd

    @property
    def ports(self) -> dict[str, np.ndarray]:
        """By the names of Linkwright's inputs."""
        return {"q": self.q, "qd": self.qd, "qdd": self.qdd, "tau": self.qdd}


class Drawn(Protocol):
    """States as each side takes them."""

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]: ...

    @property
    def ports(self) -> dict[str, np.ndarray]: ...


@dataclass(frozen=True)
class Contender:
    """`timed(rounds)` passes that often over the states and returns nanoseconds per state; `values()` the efforts."""

    group: str
    label: str
    timed: Callable[[int], float]
    values: Callable[[], np.ndarray]
    keep: Any = None  # what must live as long: libraries, buffers


@dataclass(frozen=True)
class Timing:
    """Nanoseconds per state: the fastest and the middle sample."""

    best: float
    median: float


def interleaved(
    contenders: Sequence[Contender], samples: int, progress: Callable[[int], None], sample_ns: float = 400e3
) -> list[Timing]:
    """Every contender in every round, in an order drawn anew, so that a disturbance or a change of the clock's
    frequency hits all alike. The fastest sample is the one that nobody disturbed."""
    rounds = []
    for c in contenders:
        c.timed(3)
        rounds.append(max(1, round(sample_ns / (STATES * min(c.timed(3) for _ in range(5))))))
    found: list[list[float]] = [[] for _ in contenders]
    order = list(range(len(contenders)))
    draw = random.Random(0)
    for s in range(samples):
        draw.shuffle(order)
        for k in order:
            contenders[k].timed(max(2, rounds[k] // 4))  # caches, branch predictors and frequency settle
            found[k].append(contenders[k].timed(rounds[k]))
        progress(s)
    return [Timing(min(f), sorted(f)[len(f) // 2]) for f in found]


def error(values: np.ndarray, reference: np.ndarray) -> float:
    """The largest difference, relative to the largest effort of its state."""
    scale = np.abs(reference).max(axis=1, keepdims=True)
    return float((np.abs(values - reference) / scale).max())


class Progress:
    """One line on the terminal that is written over; nothing where nobody looks."""

    def __init__(self, title: str = "") -> None:
        self.title = title
        self.shown = sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        if self.shown:
            print(f"\r\033[K{self.title}{text}", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        self("")
        if self.shown:
            print("\r", end="", file=sys.stderr, flush=True)
