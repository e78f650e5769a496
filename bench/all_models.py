"""Processor time to generate everything: all models of 616 serial chains, standard and base parameters, as C packages.

    python -m bench.all_models [FOLDER] [--every K] [--workers N] [--json]

FOLDER is that of `chains.py`. Every model that a chain has, in each of the two sets that it is a function of, is
derived, optimized and emitted with its test, one after the other, and garbage is looked for as seldom as within one
`linkwright generate`; what a chain refuses (an inverse of a Jacobian that is not square) costs the time in which this
is found out. Times are those of the processor, all workers together.
--every K: only every Kth chain (8), and the sum of all by their share; 1: all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import linkwright as lw
from bench.builds import finish, processor
from bench.chains import folder_of, read, robot_of
from bench.contender import Progress
from linkwright.compiler import Parameters
from linkwright.memory import relaxed_gc
from linkwright.models.framework.model import models

GOAL = 1100.0  # seconds, all chains
SETS: tuple[Parameters, ...] = ("standard", "base")
SLOWEST = 12  # models in the table


@dataclass(frozen=True)
class Spent:
    """On one chain, by model: seconds to the optimized functions and from there to text, their operations."""

    model: Mapping[str, float]
    text: Mapping[str, float]
    operations: Mapping[str, int]
    functions: int

    @property
    def seconds(self) -> float:
        return sum(self.model.values()) + sum(self.text.values())


@relaxed_gc()
def generate(row: Mapping[str, str]) -> Spent:
    """Every model of a chain in both sets, to C."""
    robot, operations = robot_of(row), Counter[str]()
    model, text = defaultdict[str, float](float), defaultdict[str, float](float)
    functions = 0
    for parameters in SETS:
        for name in models():
            start = time.process_time()
            try:
                fn = lw.model(robot, name, parameters=parameters)
            except (lw.InputError, lw.RobotError):
                model[name] += time.process_time() - start
                continue
            made = time.process_time()
            lw.emit(fn, "c")
            model[name] += made - start
            text[name] += time.process_time() - made
            operations[name] += fn.cost.total
            functions += 1
    return Spent(model, text, operations, functions)


def table(spent: list[Spent], chains: int) -> str:
    model, text, operations = (sum((Counter(getattr(s, what)) for s in spent), Counter[str]())
                               for what in ("model", "text", "operations"))  # fmt: skip
    share, seconds = chains / len(spent), sum(s.seconds for s in spent)
    total = share * seconds
    every = "all chains" if share == 1 else f"all {chains} chains, by {len(spent)} of them"
    lines = [f"{every}: {total:.0f} s of the processor ({'met' if total <= GOAL else 'NOT MET'}: {GOAL:.0f} s), "
             f"{share * sum(s.functions for s in spent):.0f} packages, "
             f"{share * sum(operations.values()):.0f} operations, "
             f"{1e3 * seconds / sum(operations.values()):.3f} ms by operation", "",
             "| model | derived and optimized, s | as C, s | ms by operation |", "|---|---:|---:|---:|"]  # fmt: skip
    ranked = sorted(model, key=lambda name: -(model[name] + text[name]))
    for name in ranked[:SLOWEST]:
        each = 1e3 * (model[name] + text[name]) / max(operations[name], 1)
        lines.append(f"| {name} | {share * model[name]:.0f} | {share * text[name]:.0f} | {each:.3f} |")
    rest = ranked[SLOWEST:]
    lines.append(f"| {len(rest)} others | {share * sum(model[n] for n in rest):.0f} | "
                 f"{share * sum(text[n] for n in rest):.0f} | |")  # fmt: skip
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="where the tables of the chains are")
    parser.add_argument("--every", type=int, default=8, metavar="K", help="only every Kth chain (8)")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--json", action="store_true", help="seconds of each chain instead of the table")
    options = parser.parse_args()
    rows = [row for row, _ in read(folder_of(options.folder))]
    some, tell, spent = rows[options.every // 2 :: options.every], Progress(), list[Spent]()
    warnings.simplefilter("ignore", lw.ModelWarning)
    with ProcessPoolExecutor(options.workers) as pool:
        for k, one in enumerate(pool.map(generate, some, chunksize=1), 1):
            spent.append(one)
            tell(f"{k}/{len(some)} chains, {sum(s.seconds for s in spent):.0f} s")
    tell.done()
    if options.json:
        print(json.dumps({row["name"]: one.seconds for row, one in zip(some, spent)}, indent=1))
    else:
        print(f"{processor()}, Python {sys.version.split()[0]}\n\n{table(spent, len(rows))}")
    return 0


if __name__ == "__main__":
    finish(main)
