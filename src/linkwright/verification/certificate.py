"""Result of a verification: one line per check."""

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
        """True if nothing failed and at least one law was proven or passed: skipped checks verify nothing."""
        outcomes = {c.outcome for c in self.checks}
        return "failed" not in outcomes and bool(outcomes & {"proven", "passed"})

    @property
    def done(self) -> tuple[Check, ...]:
        """Checks that were run."""
        return tuple(c for c in self.checks if c.outcome != "skipped")

    @property
    def reasons(self) -> dict[str, tuple[str, ...]]:
        """Reasons why checks were skipped, each once: reason -> names of the checks."""
        found: dict[str, tuple[str, ...]] = {}
        for c in self.checks:
            if c.outcome == "skipped":
                found[c.detail] = (*found.get(c.detail, ()), c.name)
        return found

    def summary(self) -> str:
        counts = {o: sum(c.outcome == o for c in self.checks) for o in ("proven", "passed", "failed", "skipped")}
        text = f"{self.robot}: " + ", ".join(f"{n} {o}" for o, n in counts.items() if n)
        return text if self.done else f"{text}: nothing could be verified"

    def data(self) -> dict[str, Any]:
        rows = [{"check": c.name, "outcome": c.outcome, "detail": c.detail} for c in self.checks]
        return {"robot": self.robot, "ok": self.ok, "checks": rows}
