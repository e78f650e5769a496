"""Robots with loops: operation counts beside a Maple toolchain's, run time beside Pinocchio, and how long the C takes.

    python -m bench.loops [--samples N] [--json]

*Counts.* Inverse dynamics of 19 published hybrid and parallel robots, standard parameters, what is done once for the
parameters included, for the inputs of the published function: the state of all joints, or the platform's motion and
the positions of all joints. Platforms that turn freely are taken with three angles, as the peer's, and
once more as ball joints. *Generation.* From the description to C text, analysis of the loops included, seconds of the
processor: the same function, and with loops that are closed in it. *Run time.* Forward dynamics of the four-bar and of
the Gough-Stewart platform. Pinocchio's `constraintDynamics` gets closed positions and rates of all joints; ours gets
those of the drives (or of the platform), and closes the loops from a start that is 1e-3 away.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import linkwright as lw
from bench import builds, constrained, duel, ours, peers, structures
from bench.contender import Progress, error, interleaved
from bench.reference import ANCHORS

PEER_GOAL, SECONDS_GOAL, SPEED_GOAL = 0.57, 2.0, 10.0
RUNS = (("four_bar", "driven"), ("gough_stewart", "driven"), ("gough_stewart", "platform"))


# -- counts and generation ---------------------------------------------------------------------------------------------


def counts(tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """Of the published robots; nothing, with the reason, where their table is missing."""
    table = structures.published()
    if not table:
        folder = ANCHORS
        print(f"without counts: no {folder} (LINKWRIGHT_SHARED names the one above)", file=sys.stderr)
    found = []
    for name, row in table.items():
        for turning in ("angles", "ball") if name.startswith("P6") else ("angles",):
            tell(f"{name}, {turning}")
            found.append(counted(name, turning, row))
    return found


def counted(name: str, turning: structures.Turning, row: dict[str, str]) -> dict[str, Any]:
    made = structures.robot(name, turning)
    options = structures.options(made, row["interface"])
    cost, seconds = timed(made, options)
    found = {
        "robot": name, "turning": turning, "interface": interface(row, turning), "peer": int(row["maple_total"]),
        "spike": int(row["spike_total"]), "add": cost.add, "mul": cost.mul, "setup_add": cost.setup_add,
        "setup_mul": cost.setup_mul, "total": cost.total, "ratio": cost.total / int(row["maple_total"]),
        "seconds": seconds,
    }  # fmt: skip
    if made.loops:
        solved, found["solved_seconds"] = timed(replace(made, name=f"{name}_solved"), options | {"closure": "solved"})
        found["solved"] = str(solved)
    return found


def interface(row: dict[str, str], turning: str) -> str:
    what = row["interface"].partition(":")[0]
    names = {"tree coordinates given": "all joints given", "actuated coordinates": "drives given"}
    return names.get(what, what) + (", ball" if turning == "ball" else "")


def timed(made: lw.Robot, options: dict[str, Any]) -> tuple[lw.Cost, float]:
    """Of inverse dynamics, to C text."""
    start = time.process_time()
    function = lw.model(made, "inverse_dynamics", **options)
    lw.emit(function, "c")
    return function.cost, time.process_time() - start


def counts_table(found: list[dict[str, Any]]) -> str:
    lines = ["| robot | given | Maple | bar | ours | set-up | sum | sum / Maple's | sum against bar | to C |",
             "|---|---|---:|---:|---:|---:|---:|---:|---|---:|"]  # fmt: skip
    for r in found:
        verdict = "MORE" if r["total"] > r["spike"] else "equal" if r["total"] == r["spike"] else "fewer"
        figures = [f"{r['add']}+{r['mul']}", f"{r['setup_add']}+{r['setup_mul']}", str(r["total"]), f"{r['ratio']:.2f}"]
        seconds = f"{r['seconds']:.2f} s" + (" NOT MET" if r["seconds"] > SECONDS_GOAL else "")
        published = [r["robot"], r["interface"], str(r["peer"]), str(r["spike"])]
        lines.append(duel.row([*published, *figures, verdict, seconds]))
    rows = [r for r in found if r["turning"] == "angles"]
    middle, bar = (statistics.median(r["total"] / r[key] for r in rows) for key in ("peer", "spike"))
    more = [r["robot"] for r in rows if r["total"] > r["spike"]]
    lines += ["", f"- median of the {len(rows)} robots: {middle:.3f} of Maple's "
              f"({'met' if middle <= PEER_GOAL else 'NOT MET'}: {PEER_GOAL}), {bar:.3f} of the bar's",
              f"- at most the bar's on every row: {'NOT MET: ' + ', '.join(more) if more else 'met'}",
              f"- description to C within {SECONDS_GOAL:g} s: " + within(found, "seconds")]  # fmt: skip
    return "\n".join(lines)


def within(found: list[dict[str, Any]], key: str) -> str:
    late = [r["robot"] for r in found if r.get(key, 0) > SECONDS_GOAL]
    return f"NOT MET: {', '.join(dict.fromkeys(late))}" if late else "met"


def solved_table(found: list[dict[str, Any]]) -> str:
    lines = ["| robot | operations with loops that are closed inside | to C |", "|---|---|---:|"]
    lines += [duel.row([r["robot"] + (", ball" if r["turning"] == "ball" else ""), r["solved"],
                        f"{r['solved_seconds']:.2f} s"]) for r in found if "solved" in r]  # fmt: skip
    return "\n".join([*lines, "", f"- description to C within {SECONDS_GOAL:g} s: " + within(found, "solved_seconds")])


# -- run time ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ports:
    """States as `ours.Rows` takes them."""

    ports: dict[str, np.ndarray]
    arrays: tuple[np.ndarray, np.ndarray, np.ndarray]


def measured(name: str, independent: str, samples: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """Forward dynamics of one robot: the fastest build of Pinocchio, and ours under each compiler."""
    robot = lw.load(name).with_numbers()
    tell("model and states")
    function = lw.model(robot, "forward_dynamics", independent=independent)
    states = constrained.Mechanism.of(robot).states()
    mine = Ports({port.name: states.of(port) for port in function.inputs}, states.arrays)
    theirs, runners = [], []
    for label, compiler, flags in peers.pinocchio_builds():
        tell(f"Pinocchio, {label}")
        theirs.append(constrained.contender(label, compiler, flags, states))
    for compiler in builds.compilers():
        tell(f"Linkwright, {compiler}")
        runners.append(ours.c_contender(function, compiler, mine))
    runners += ours.llvm_contenders(function, mine)
    every = max(1, samples // 50)
    times = interleaved([*theirs, *runners], samples, lambda s: None if s % every else tell(f"{100 * s // samples} %"))
    best, fastest = min((t.best, c.label) for c, t in zip(theirs, times))
    rates = states.rates(next(port for port in function.inputs if port.name == "qd"))
    expected = theirs[0].values()[:, rates]
    rows = [{"label": f"{c.group.removeprefix('Linkwright, ')}, {c.label}", "ns": t.best, "ratio": best / t.best,
             "error": error(c.values()[:, : len(rates)], expected)}
            for c, t in zip(runners, times[len(theirs):])]  # fmt: skip
    return {"robot": name, "independent": independent, "pinocchio": fastest, "pinocchio_ns": best,
            "cost": str(function.cost), "rows": rows}  # fmt: skip


def runtime_table(results: list[dict[str, Any]]) -> str:
    lines = ["| robot | function of | Pinocchio, fastest build | ns | ours | ns | ratio | error | goal |",
             "|---|---|---|---:|---|---:|---:|---:|---|"]  # fmt: skip
    for r in results:
        for row in r["rows"]:
            goal = f"{duel.verdict([row['ratio']], [SPEED_GOAL])}: {SPEED_GOAL:g}"
            figures = [f"{row['ns']:.0f}", f"{row['ratio']:.2f}", f"{row['error']:.0e}"]
            peer = [r["pinocchio"], f"{r['pinocchio_ns']:.0f}"]
            of = {"driven": "drives"}.get(r["independent"], r["independent"])
            lines.append(duel.row([r["robot"], of, *peer, row["label"], *figures, goal]))
    return "\n".join([*lines, "", *(f"- {r['robot']}, {r['independent']}: {r['cost']}" for r in results)])


def main() -> None:
    parser = argparse.ArgumentParser(description="Robots with loops beside a Maple toolchain and Pinocchio.")
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)
        tell = Progress("counts: ")
        counted = counts(tell)
        results = []
        for name, independent in RUNS:
            tell = Progress(f"{name}, {independent}: ")
            results.append(measured(name, independent, options.samples, tell))
        tell.done()
    if options.json:
        print(json.dumps({"machine": duel.machine(), "counts": counted, "runtime": results}, indent=1))
        return
    print(", ".join(f"{k}: {v}" for k, v in duel.machine().items()), "\n")
    if counted:
        print(counts_table(counted), "\n\n", solved_table(counted), "\n", sep="")
    print(runtime_table(results))


if __name__ == "__main__":
    builds.finish(main)
