"""The optimizer: a list of passes, each Function -> Function, none of which ever raises the cost.

A pass returns an equal function with the same ports, computed with at most as many operations; where it would need
more, the input is returned. The result is compared with the input (`check`). All passes are deterministic: the same
function gives the same nodes in the same order.

    optimize(fn)          run the passes of a level, one after the other
    trace(fn)             return the cost before and after each pass

Levels: "fast" removes and merges (time in proportion to the nodes). "normal" also regroups once and orders the nodes.
"high" repeats all passes until the cost no longer decreases.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from linkwright.errors import UnknownName
from linkwright.expr import Cost, Function
from linkwright.optimize import dead, kernels, merge, regroup, schedule
from linkwright.optimize.check import is_same_function
from linkwright.optimize.rebuild import names_by_value, round_fractions, values_at_point
from linkwright.progress import report_each

OptimizationLevel = Literal["fast", "normal", "high"]
WRONG_RESULT_WARNING = (
    "the optimized function has other results, so it is left as it was derived; please report this robot"
)


def watch(function: Function) -> None:
    """Hook that gets the function after every pass. Tests put the specification of a graph here."""


@dataclass(frozen=True)
class Pass:
    """Pass: a rewriting of functions. A call keeps the names of quantities; `run` alone leaves them to the caller."""

    name: str
    doc: str
    run: Callable[[Function], Function]
    reorders: bool = False  # changes the order of the nodes and nothing else

    def __call__(self, fn: Function) -> Function:
        return _keep_if_equal(fn, self.run_if_cheaper(fn))

    def run_if_cheaper(self, fn: Function) -> Function:
        """Return the result, or the unchanged function if nothing is gained."""
        new = self.run(fn)
        return new if self.reorders or comparable_cost(new.cost) < comparable_cost(fn.cost) else fn


DEAD = Pass("dead", "only the nodes that an output needs, in a graph of their own", dead.run, True)
MERGE = Pass("merge", "nodes of equal value are one node: equality is decided in a prime field", merge.run)
REGROUP = Pass("regroup", "common factors and common parts of sums and products are computed once", regroup.run)
SCHEDULE = Pass("schedule", "operations stand near their uses: few values are alive at a time", schedule.run, True)
PASSES = (DEAD, MERGE, REGROUP, SCHEDULE)

_PASSES_BY_LEVEL: dict[str, tuple[Pass, ...]] = {
    "fast": (MERGE, DEAD),
    "normal": (MERGE, REGROUP, MERGE, SCHEDULE),
    "high": (MERGE, REGROUP, MERGE, REGROUP, MERGE, SCHEDULE),
}


@dataclass(frozen=True)
class PassReport:
    """Effect of one pass on the cost, and its time in seconds."""

    name: str
    before: Cost
    after: Cost
    seconds: float


def comparable_cost(cost: Cost) -> tuple[int, int, int]:
    """Return the cost that a pass must lower: functions, then all operations, then the operations of every call."""
    functions = cost.trig + cost.call + cost.setup_trig + cost.setup_call
    return functions, cost.total, cost.add + cost.mul


def optimize(fn: Function, effort: OptimizationLevel = "normal") -> Function:
    """Return an equal function with fewer operations. Ports and names of quantities stay; unused parameters go."""
    asked = "optimized", effort
    if asked not in fn.known:
        fn.known[asked] = run(fn, effort)[0]
    done: Function = fn.known[asked]
    return done if done.provenance == fn.provenance else done.with_provenance(fn.provenance)


def trace_passes(fn: Function, effort: OptimizationLevel = "normal") -> list[PassReport]:
    """Return the effect of each pass of a level on the cost of this function."""
    return run(fn, effort)[1]


def run(fn: Function, effort: OptimizationLevel = "normal") -> tuple[Function, list[PassReport]]:
    """Return the optimized function and the effect of each pass."""
    if effort not in _PASSES_BY_LEVEL:
        raise UnknownName.among("effort", effort, get_args(OptimizationLevel))
    stages: list[PassReport] = []
    new = kernels.run(fn, optimize)  # first the functions that iterations evaluate
    while True:
        before = comparable_cost(new.cost)
        settled: set[str] = set()  # passes that found nothing since the function last changed
        for p in report_each(_PASSES_BY_LEVEL[effort], lambda p: f"optimizing {fn.name}: {p.name}"):
            start, old = time.perf_counter(), new
            new = old if p.name in settled else p.run_if_cheaper(old)
            watch(new)
            stages.append(PassReport(p.name, old.cost, new.cost, time.perf_counter() - start))
            settled = settled | {p.name} if new is old else {p.name}
        if effort != "high" or comparable_cost(new.cost) >= before:
            return _keep_if_equal(fn, new).pruned(), stages


def _keep_if_equal(old: Function, new: Function) -> Function:
    """Return the new function with the names of the old one; the old one, with a warning, if their values differ."""
    if new is old:
        return new
    values = values_at_point(old, new)
    if not is_same_function(old, new, *values):
        warnings.warn(f"{old.name}: {WRONG_RESULT_WARNING}", RuntimeWarning, stacklevel=2)
        return old
    return new.with_fields(names=names_by_value(old, new, *values))


__all__ = [
    "DEAD",
    "MERGE",
    "PASSES",
    "REGROUP",
    "SCHEDULE",
    "OptimizationLevel",
    "Pass",
    "PassReport",
    "comparable_cost",
    "optimize",
    "round_fractions",
    "run",
    "trace_passes",
]  # fmt: skip
