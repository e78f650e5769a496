"""Definition of a law: a name, the models that it involves, and a check of a robot.

Most laws are equations between a model and the mechanics of the robot. They are proven in the prime field, or measured
at random states where the functions are not algebraic (angles, square roots).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from linkwright.errors import LinkwrightError, RobotError
from linkwright.expr import prove_equal
from linkwright.robot import Robot
from linkwright.verification.bench import ModelFixture
from linkwright.verification.certificate import Check
from linkwright.verification.states import evaluate_at_states

TOLERANCE = 1e-10  # relative, of numbers against numbers
STATES = 5


class SymbolicEquality(NamedTuple):
    """Both sides of an equation, entry by entry, and a name for it."""

    what: str
    left: Sequence[Any]
    right: Sequence[Any]


Verdict = tuple[str, str]  # outcome, detail
Statement = Callable[[ModelFixture], Iterable[SymbolicEquality]]


@dataclass(frozen=True)
class Law:
    """A law: `judge` checks a robot in a fixture of kind `bench`; `models` are those whose errors it can detect."""

    name: str
    models: tuple[str, ...]
    judge: Callable[[ModelFixture], Verdict]
    fixture: Callable[[Robot], ModelFixture] = ModelFixture

    def check(self, bench: Callable[[], ModelFixture]) -> Check:
        """Return the result. A robot to which a model does not apply is skipped, with the reason."""
        try:
            outcome, detail = self.judge(bench())
        except RobotError as reason:
            outcome, detail = "skipped", str(reason)
        except (LinkwrightError, ArithmeticError) as problem:
            outcome, detail = "failed", f"{type(problem).__name__}: {problem}"
        return Check(self.name, outcome, detail)  # type: ignore[arg-type]


def prove_statement(statement: Statement) -> Callable[[ModelFixture], Verdict]:
    """Return a check that proves all equations of a statement at once, in the prime field."""

    def judge(bench: ModelFixture) -> Verdict:
        owners: list[str] = []
        left: list[Any] = []
        right: list[Any] = []
        for what, a, b in statement(bench):
            if len(a) != len(b):
                return "failed", f"{what}: {len(a)} entries against {len(b)}"
            owners += [f"{what}, entry {k}" for k in range(len(a))]
            left += a
            right += b
        if not owners:
            return "skipped", "this law does not apply to the robot"
        proof = prove_equal(bench.insert_given_rates(left), bench.insert_given_rates(right))
        if not proof:
            return "failed", f"{owners[proof.difference or 0]} differs"
        points = f"{proof.points} point{'s' * (proof.points > 1)}"
        return "proven", f"error probability < {proof.error_bound:.0e} ({points})"

    return judge


def measure_statement(statement: Statement) -> Callable[[ModelFixture], Verdict]:
    """Return a check that evaluates every equation of a statement at random states; differences are relative to the
    largest entry of either side."""

    def judge(bench: ModelFixture) -> Verdict:
        import numpy as np

        worst, equations = 0.0, 0
        for what, a, b in statement(bench):
            if len(a) != len(b):
                return "failed", f"{what}: {len(a)} entries against {len(b)}"
            values = evaluate_at_states(bench, bench.insert_given_rates([*a, *b]), STATES)
            difference = relative_difference(values[: len(a)], values[len(a) :])
            if not difference < TOLERANCE:
                return "failed", f"{what}: relative difference {difference:.0e}"
            worst, equations = max(worst, difference), equations + 1
        if not equations:
            return "skipped", "this law does not apply to the robot"
        return "passed", f"relative difference {worst:.0e} ({np.size(values[0])} states)"

    return judge


def relative_difference(ours: Any, theirs: Any, scale: Any = None) -> float:
    """Return the largest difference, relative to the largest value or to scales of the entries. NaN is a difference."""
    import numpy as np

    a, b = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    if not (np.all(np.isfinite(a)) and np.all(np.isfinite(b))):
        return float("inf")
    size = np.maximum(np.abs(a), np.abs(b)).max(initial=0.0) if scale is None else np.asarray(scale, dtype=float)
    error = np.abs(a - b)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(error == 0, 0.0, error / size)  # zero against zero is no difference
    return float(ratio.max(initial=0.0))
