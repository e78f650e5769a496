"""Run time of the models of the catalogue: Linkwright beside Pinocchio and beside the C that CasADi generates of it.

    python -m bench.catalogue [ur5] [panda] [iiwa14] [--models NAME ...] [--samples N] [--full] [--json]

Measured as bench/runtime.py measures the inverse dynamics: the same states for everybody, all contenders in turns,
nanoseconds per state on one core in native loops, checked against Pinocchio's values. One line per arm, model and
contender of ours, against the fastest build of each peer; `--full` prints every contender. See bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Sequence

import linkwright as lw
from bench import builds, duel, ours, peers
from bench.algorithms import ALGORITHMS
from bench.arms import ARMS, arm
from bench.contender import Progress

WORDS = {"crba": "inertia matrix", "aba": "forward dynamics", "nle": "bias vector",
         "rnea-derivatives": "derivatives of inverse dynamics", "aba-derivatives": "derivatives of forward dynamics",
         "regressor": "regressor", "jacobian": "pose and Jacobian"}  # fmt: skip


def table(results: Sequence[duel.Result]) -> str:
    """Every contender of ours against the best of the peers, and whether the goals are met."""
    lines = ["| arm | model | Pinocchio | CasADi | ours | ns | Pinocchio / ours | CasADi / ours | error | goals |",
             "|---|---|---:|---:|---|---:|---:|---:|---:|---|"]  # fmt: skip
    for result in results:
        pinocchio, casadi = (duel.best_ns(result, g) for g in (peers.PINOCCHIO, peers.CASADI))
        for r in result["rows"]:
            if r["group"] not in (ours.C, ours.SCALAR):
                continue
            name = f"C, {r['label']}" if r["group"] == ours.C else r["label"].replace("one state per call", "LLVM")
            ratios = pinocchio / r["best_ns"], casadi / r["best_ns"]
            goal = f"{duel.verdict(ratios, result['goals'])}: {result['goals'][0]:g}, {result['goals'][1]:g}"
            times = [result["robot"], result["model"], f"{pinocchio:.0f}", f"{casadi:.0f}", name, f"{r['best_ns']:.0f}"]
            lines.append(duel.row([*times, *(f"{x:.2f}" for x in ratios), f"{r['error']:.0e}", goal]))
    return "\n".join(lines)


def costs(results: Sequence[duel.Result]) -> str:
    lines = ["| arm | model | compared | operations of ours |", "|---|---|---|---|"]
    for r in results:
        lines.append(duel.row([r["robot"], r["model"], r["what"].replace(" | ", " with "), r["cost"]]))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run time of the catalogue beside Pinocchio and CasADi.")
    parser.add_argument("robots", nargs="*", help=f"of {', '.join(ARMS)}; default: all")
    parser.add_argument("--models", nargs="+", choices=sorted(WORDS), metavar="NAME", default=list(WORDS),
                        help=f"of {', '.join(WORDS)}; default: all")  # fmt: skip
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--full", action="store_true", help="the tables of all contenders too")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = set(options.robots) - set(ARMS)
    if unknown:
        parser.error(f"unknown robot {sorted(unknown)[0]}: {', '.join(ARMS)}")
    results = []
    for name in options.robots or ARMS:
        one = arm(name)
        for word in options.models:
            tell = Progress(f"{name}, {WORDS[word]}: ")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", lw.ModelWarning)
                given = (one, ALGORITHMS[WORDS[word]], options.samples, tell)
                results.append(duel.measured(*given, batch=False))
            tell.done()
    if options.json:
        print(json.dumps({"machine": duel.machine(), "results": results}, indent=1))
        return
    print(", ".join(f"{k}: {v}" for k, v in duel.machine().items()), "\n")
    print(table(results), "\n")
    print(costs(results))
    if options.full:
        print("\n" + "\n\n".join(map(duel.report, results)))


if __name__ == "__main__":
    builds.finish(main)
