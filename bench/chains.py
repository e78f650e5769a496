"""Operation counts of 616 serial chains beside the best of the published ones.

    python -m bench.chains [FOLDER] [--json] [--joints N ...] [--workers N] [--tuned]

FOLDER holds `serial_chains.csv` (the chains' geometry: Khalil & Kleinfinger's parameters under the names beta = gamma,
a = d, d = r, a `q` for the joint variable, `offset` added to it) and `chain_ops.csv` (the counts that peers publish for
the inverse dynamics of each; `best_ops` is the smallest). Without it, `../shared/anchors` beside the repository is
taken. Ours: inverse dynamics with base parameters, gravity in any direction as a parameter, no friction and no rotors,
optimized; additions and multiplications, those of parameters alone included. A ratio below one is fewer operations.
--tuned: with tuned parameters, all lengths, angles and masses declared as never zero.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import linkwright as lw
from bench.builds import MissingTool, finish
from bench.reference import ANCHORS
from linkwright.robot import Body, Joint, Robot
from linkwright.robot.robot import Kind

FILES = ("serial_chains.csv", "chain_ops.csv")
COLUMNS = ("beta", "b", "alpha", "a", "theta", "d", "offset")


@dataclass(frozen=True)
class Row:
    """One chain: our counts, theirs, and how long ours took from description to optimized function."""

    chain: str
    n: int
    add: int
    mul: int
    setup_add: int
    setup_mul: int
    total: int
    best: int
    seconds: float

    @property
    def ratio(self) -> float:
        return self.total / self.best


def folder_of(given: str | None) -> Path:
    """The folder with the reference tables, or the end of the program with what is missing."""
    folder = Path(given) if given else ANCHORS
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise MissingTool(f"{folder} has no {' and no '.join(missing)}: python -m bench.chains FOLDER that has them")
    return folder


def read(folder: Path) -> list[tuple[dict[str, str], int]]:
    """The geometry of every chain that has a published count, and the smallest of its counts."""
    geometry, counts = (list(csv.DictReader((folder / name).read_text("utf-8").splitlines())) for name in FILES)
    by_name = {row["name"]: row for row in geometry}
    return [(by_name[row["chain"]], int(row["best_ops"])) for row in counts]


def robot_of(row: Mapping[str, str]) -> Robot:
    """The chain as a robot with symbolic inertias and gravity in any direction."""
    joints = []
    for j in range(1, int(row["n"]) + 1):
        prismatic = row[f"sigma{j}"] == "1"
        beta, b, alpha, a, theta, d, offset = (row[f"{f}{j}"] or "0" for f in COLUMNS)
        theta, d = (theta, offset) if prismatic else (offset, d)
        frame: dict[str, Any] = {"gamma": beta, "b": b, "alpha": alpha, "d": a, "theta": theta, "r": d}
        kind: Kind = "prismatic" if prismatic else "revolute"
        joints.append(Joint(parent=j - 1, kind=kind, body=Body.symbolic(j), **frame))
    gravity: Any = ("G1", "G2", "G3")
    return Robot(name=row["name"], joints=tuple(joints), gravity=gravity)


def measure(task: tuple[dict[str, str], int], tuned: bool = False) -> Row:
    """Description to optimized function, and its count."""
    row, best = task
    start = time.perf_counter()
    robot = robot_of(row)
    robot = robot.with_nonzero(*robot.parameters) if tuned else robot
    cost = lw.model(robot, "inverse_dynamics", parameters="tuned" if tuned else "base").cost
    seconds = time.perf_counter() - start
    counts = cost.add, cost.mul, cost.setup_add, cost.setup_mul, cost.total
    return Row(row["name"], int(row["n"]), *counts, best, seconds)


def measure_all(tasks: list[tuple[dict[str, str], int]], workers: int, tuned: bool = False) -> Iterable[Row]:
    """Every chain, in order, with the progress on the error stream if somebody watches."""
    done = 0
    with ProcessPoolExecutor(workers) as pool:
        for row in pool.map(partial(measure, tuned=tuned), tasks, chunksize=8):
            done += 1
            if sys.stderr.isatty():
                print(f"\r{done}/{len(tasks)} {row.chain:<12}", end="", file=sys.stderr, flush=True)
            yield row
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)


def table(rows: list[Row], seconds: float) -> str:
    lines = [" n  rows  fewer  equal  more   median    min    max   operations   seconds"]
    for n in [*sorted({r.n for r in rows}), 0]:
        some = [r for r in rows if n in (0, r.n)]
        ratios = [r.ratio for r in some]
        fewer, equal = sum(r.total < r.best for r in some), sum(r.total == r.best for r in some)
        lines.append(
            f"{n or 'all':>3} {len(some):5d} {fewer:6d} {equal:6d} {len(some) - fewer - equal:5d}   "
            f"{statistics.median(ratios):6.3f} {min(ratios):6.3f} {max(ratios):6.3f} "
            f"{sum(r.total for r in some):12d} {sum(r.seconds for r in some):9.1f}"
        )
    lines += [f"{r.chain}: {r.total} operations, the best published is {r.best}" for r in rows if r.total > r.best]
    return "\n".join([*lines, f"{len(rows)} chains in {seconds:.1f} s"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="where the two tables are")
    parser.add_argument("--json", action="store_true", help="one object per chain instead of the table")
    parser.add_argument("--joints", type=int, nargs="+", metavar="N", help="only chains with so many joints")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--tuned", action="store_true", help="with tuned parameters, everything declared as never zero")
    options = parser.parse_args()
    tasks = [t for t in read(folder_of(options.folder)) if not options.joints or int(t[0]["n"]) in options.joints]
    if not tasks:
        sys.exit("bench/chains.py: no chain has so many joints")
    start = time.perf_counter()
    rows = list(measure_all(tasks, options.workers, options.tuned))
    seconds = time.perf_counter() - start
    if options.json:
        print(json.dumps([{**asdict(r), "ratio": round(r.ratio, 4)} for r in rows], indent=1))
    else:
        print(table(rows, seconds))
    return 1 if any(r.total > r.best for r in rows) else 0


if __name__ == "__main__":
    finish(main)
