"""What a section finds: comparisons, refusals, and whatever is wrong, with all that is needed to see it again."""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from linkwright import LinkwrightError

KEPT = Path(__file__).parent.parent / "build" / "look"
SHOWN = 4  # places of one kind in the summary


@dataclass
class Section:
    """One part of the look, with its own share of the time, and what came of it."""

    name: str
    seed: int
    seconds: float
    only: int = 0  # this trial alone
    tolerance: float = 1e-10  # relative
    folders: list[Path] = field(default_factory=list)  # with more robot files
    trials: int = 0
    comparisons: int = 0
    worst: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    findings: dict[str, list[str]] = field(default_factory=dict)  # by kind: where each was seen
    notes: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    took: float = 0.0

    def rounds(self, least: int = 1) -> Iterator[random.Random]:
        """A source of chance per trial, until the time is up. Trial k of a seed is the same in every run."""
        while self.trials < least or not self.late:
            self.trials += 1
            self.tell(f"trial {self.trials}")
            if self.only in (0, self.trials):
                yield random.Random(f"{self.name} {self.seed} {self.trials}")
            if self.only == self.trials:
                return

    @property
    def late(self) -> bool:
        return time.monotonic() - self.started > self.seconds

    def tell(self, what: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\033[K{self.name}: {what}", end="", file=sys.stderr, flush=True)

    def found(self, kind: str, where: str) -> None:
        """Something is wrong. The first of each kind is shown at once."""
        if kind not in self.findings:
            self.tell("")
            print(f"{self.name}: FOUND {kind}\n    {where}", flush=True)
        self.findings.setdefault(kind, []).append(where)

    def compare(self, kind: str, where: str, ours: object, expected: object, scale: object = 0.0,
                tolerance: float | None = None) -> None:  # fmt: skip
        """Two results, relative to the largest entry of the expected one, or to `scale` if that is larger."""
        a, b = np.asarray(ours, float), np.asarray(expected, float)
        self.comparisons += 1
        if a.shape != b.shape:
            return self.found(kind, f"{where}: shape {a.shape} instead of {b.shape}")
        size = np.maximum(np.abs(b).max(initial=0.0), np.asarray(scale, float))
        difference = np.abs(a - b)
        with np.errstate(invalid="ignore", divide="ignore"):
            relative = np.where(difference == 0, 0.0, difference / size)
        worst = float(relative.max(initial=0.0)) if np.isfinite(a).all() else np.inf
        if worst <= (self.tolerance if tolerance is None else tolerance):
            self.worst = max(self.worst, worst)
        else:
            self.found(kind, f"{where}: off by {worst:.1e}")
        return None

    def keep(self, data: bytes, suffix: str, seen: int) -> None:
        """The file of this trial, if it has brought a kind of finding that was not there before."""
        if len(self.findings) > seen:
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{self.name}-{self.seed}-{self.trials}{suffix}").write_bytes(data)

    @contextmanager
    def guarded(self, kind: str, where: str) -> Iterator[None]:
        """A refusal with a reason is counted; any other exception is a finding."""
        try:
            yield
        except LinkwrightError as reason:
            self.refused[f"{kind}: {type(reason).__name__}"] += 1
        except Exception as problem:
            at = traceback.extract_tb(problem.__traceback__)[-1]
            self.found(f"{kind}: {type(problem).__name__}", f"{where}: {problem} ({at.filename}:{at.lineno})"[:600])


def table(sections: list[Section]) -> str:
    """One row per section, then what was found, with the first place of each kind."""
    lines = ["| section | trials | comparisons | worst | refused | found | seconds |"]
    lines += ["|---|---:|---:|---:|---:|---:|---:|"]
    for s in sections:
        found = sum(map(len, s.findings.values()))
        cells = s.name, s.trials, s.comparisons, f"{s.worst:.0e}", s.refused.total(), found, f"{s.took:.0f}"
        lines.append(f"| {' | '.join(map(str, cells))} |")
    for s in sections:
        lines += [f"{s.name}: {note}" for note in s.notes]
        for kind, places in s.findings.items():
            lines += [f"{s.name}: FOUND {len(places)} x {kind}", *(f"    {place}" for place in places[:SHOWN])]
    return "\n".join(lines)
