"""What a verification says: one line per check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal["proven", "passed", "failed", "skipped"]


@dataclass(frozen=True)
class Check:
    """One law and how it came out. Proven: in the prime field, with a stated bound for the probability of error."""

    name: str
    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True)
class Certificate:
    """All checks of one robot."""

    robot: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(c.outcome != "failed" for c in self.checks)

    def summary(self) -> str:
        counts = {o: sum(c.outcome == o for c in self.checks) for o in ("proven", "passed", "failed", "skipped")}
        return f"{self.robot}: " + ", ".join(f"{n} {o}" for o, n in counts.items() if n)

    def data(self) -> dict[str, Any]:
        rows = [{"check": c.name, "outcome": c.outcome, "detail": c.detail} for c in self.checks]
        return {"robot": self.robot, "ok": self.ok, "checks": rows}
