"""Run time of inverse dynamics: Linkwright beside Pinocchio and beside the C that CasADi generates from Pinocchio.

    python -m bench.runtime [ur5] [panda] [iiwa14] [--samples N] [--json]

Everybody computes the same efforts of the same 64 states of the same robot, with numbers folded in where code is
generated, and is checked against Pinocchio. All contenders take turns in one run; times are the fastest of many
samples, nanoseconds per state on one core, measured in native loops. See bench/README.md; other models: catalogue.py.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Sequence

import linkwright as lw
from bench import builds, duel, ours, peers
from bench.algorithms import INVERSE_DYNAMICS
from bench.arms import ARMS, arm
from bench.contender import Progress

C_GOALS = {"ur5": (10.0, 10.0), "panda": (7.0, 6.0), "iiwa14": (8.5, 8.5)}  # with the better compiler, with another
GOALS = (  # (theirs, ours, theirs / ours at least): the best of theirs against every one of ours
    (peers.CASADI, ours.C, INVERSE_DYNAMICS.goals[1]),
    (peers.PINOCCHIO, ours.BATCH, 33.0),
    (ours.C, ours.SCALAR, 1 / 1.15),
)


def goals(results: Sequence[duel.Result]) -> str:
    lines = ["| robot | best of | against | ratio | goal | |", "|---|---|---|---:|---:|---|"]
    for result in results:
        rows = sorted(result["rows"], key=lambda r: r["best_ns"])
        compiled = [r for r in rows if r["group"] == ours.C]
        better, other = C_GOALS[result["robot"]]
        pairs = [(peers.PINOCCHIO, row, better if row is compiled[0] else other) for row in compiled]
        pairs += [(peer, row, least) for peer, mine, least in GOALS for row in rows if row["group"] == mine]
        for peer, row, least in pairs:
            ratio = duel.best_ns(result, peer) / row["best_ns"]
            cells = [result["robot"], peer, f"{row['group']}, {row['label']}", f"{ratio:.2f}", f">= {least:.2f}"]
            lines.append(duel.row([*cells, duel.verdict([ratio], [least])]))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run time of inverse dynamics beside Pinocchio and CasADi.")
    parser.add_argument("robots", nargs="*", help=f"of {', '.join(ARMS)}; default: all")
    parser.add_argument("--samples", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = set(options.robots) - set(ARMS)
    if unknown:
        parser.error(f"unknown robot {sorted(unknown)[0]}: {', '.join(ARMS)}")
    results = []
    for name in options.robots or ARMS:
        tell = Progress(f"{name}: ")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            results.append(duel.measured(arm(name), INVERSE_DYNAMICS, options.samples, tell))
        tell.done()
    if options.json:
        print(json.dumps({"machine": duel.machine(), "results": results}, indent=1))
        return
    print(", ".join(f"{k}: {v}" for k, v in duel.machine().items()), "\n")
    print("\n\n".join(map(duel.report, results)), "\n")
    print(goals(results))


if __name__ == "__main__":
    builds.finish(main)
