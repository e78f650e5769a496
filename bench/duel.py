"""One algorithm on one arm: all contenders in one interleaved run, their values compared with Pinocchio's; tables."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bench import builds, ours, peers
from bench.algorithms import Algorithm, Functions
from bench.arms import Arm
from bench.contender import Contender, States, interleaved

Result = dict[str, Any]
Tell = Callable[[str], None]


def contenders(
    arm: Arm, algorithm: Algorithm, functions: Functions, states: States, tell: Tell, batch: bool
) -> list[Contender]:
    """Pinocchio's builds, CasADi's texts under each compiler, ours. The first one is the reference."""
    found, size = [], algorithm.size(arm.model.joints)
    for native in algorithm.native:
        for label, compiler, flags in peers.pinocchio_builds():
            tell(f"Pinocchio, {label}")
            given = (native, label, compiler, flags, arm.model, states, size)
            found.append(peers.pinocchio_contender(*given))
        tell("CasADi's generator")
        sources = casadi_sources(native, arm)
        for compiler in builds.compilers():
            for variant, source in sources.items():
                tell(f"CasADi, {variant}, {compiler}")
                found.append(peers.casadi_contender(variant, source, compiler, states, size))
    for note, function in functions.items():
        after = f", {note}" if note else ""
        for compiler in builds.compilers():
            tell(f"Linkwright, {compiler}{after}")
            found.append(ours.c_contender(function, compiler, states, after))
        tell(f"Linkwright, LLVM{after}")
        found += ours.llvm_contenders(function, states, after, batch)
    return sorted(found, key=lambda c: c.group.startswith("CasADi") + 2 * c.group.startswith("Linkwright"))


def casadi_sources(native: str, arm: Arm) -> dict[str, Path]:
    """What CasADi generates; nothing, with the reason, where it is missing: Pinocchio is still there."""
    try:
        return peers.casadi_sources(native, arm.name, arm.model)
    except ImportError as problem:
        without(f"{problem}; {builds.PEERS}")
    except builds.MissingTool as problem:
        without(str(problem))
    return {}


@cache
def without(reason: str) -> None:
    """Said once."""
    print(f"without CasADi: {reason}", file=sys.stderr)


def measured(arm: Arm, algorithm: Algorithm, samples: int, tell: Tell, batch: bool = True) -> Result:
    """All contenders of one algorithm on one arm."""
    tell("models")
    functions = algorithm.functions(arm)
    states = States.drawn(arm.model.joints)
    runners = contenders(arm, algorithm, functions, states, tell, batch)
    reference = runners[0].values()
    errors = [algorithm.error(c.values(), reference) for c in runners]
    every = max(1, samples // 50)
    times = interleaved(runners, samples, lambda s: None if s % every else tell(f"{100 * s // samples} %"))
    rows = [
        {"group": c.group, "label": c.label, "best_ns": t.best, "median_ns": t.median, "error": e}
        for c, t, e in zip(runners, times, errors)
    ]
    costs = {note: str(f.cost) for note, f in functions.items()}
    cost = "; ".join(f"{note}: {text}" if note else text for note, text in costs.items())
    return {"robot": arm.name, "source": arm.source, "model": algorithm.name, "what": algorithm.what, "cost": cost,
            "goals": algorithm.goals, "rows": rows}  # fmt: skip


def best_ns(result: Result, group: str) -> float:
    """The time of the fastest of a group; NaN if it has nobody."""
    return min((r["best_ns"] for r in result["rows"] if r["group"] == group), default=math.nan)


def report(result: Result) -> str:
    """The table of one algorithm on one arm: every contender, with ratios to the best of each peer."""
    pinocchio, casadi = (best_ns(result, g) for g in (peers.PINOCCHIO, peers.CASADI))
    lines = [f"### {result['robot']}, {result['model']} ({result['source']}; {result['cost']})", ""]
    lines += ["| | build | ns | median | Pinocchio / this | CasADi / this | error |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|"]
    for r in result["rows"]:
        t = r["best_ns"]
        times, ratios = (t, r["median_ns"]), (pinocchio / t, casadi / t)
        figures = [*(f"{x:.1f}" for x in times), *(f"{x:.2f}" for x in ratios), f"{r['error']:.0e}"]
        lines.append("| " + " | ".join([r["group"], r["label"], *figures]) + " |")
    return "\n".join(lines)


def machine() -> dict[str, str]:
    """Where it was measured, and against what."""
    found = {"processor": builds.processor(), **peers.peer_versions()}
    return found | {c: builds.version(c) for c in builds.compilers()}


def verdict(ratios: Sequence[float], goals: Sequence[float]) -> str:
    """A goal whose peer is missing is neither met nor not."""
    if any(ratio < goal for ratio, goal in zip(ratios, goals)):
        return "NOT MET"
    return "not measured" if any(map(math.isnan, ratios)) else "met"


def row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
