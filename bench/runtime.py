"""Run time of inverse dynamics: Linkwright beside Pinocchio and beside the C that CasADi generates from Pinocchio.

    python bench/runtime.py [ur5] [panda] [iiwa14] [--samples N] [--json]

Everybody computes the same efforts of the same 64 states of the same robot, with numbers folded in where code is
generated, and is checked against Pinocchio. All contenders take turns in one run; times are the fastest of many
samples, nanoseconds per state on one core, measured in native loops. See bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import builds
import ours
import peers
from contender import Contender, Progress, States, error, interleaved

import linkwright as lw
from linkwright.expr import value_of

GOALS = (  # (theirs, ours, theirs / ours at least): the best of theirs against every one of ours
    ("Pinocchio rnea", "Linkwright, C", 5.0),
    ("CasADi's C of it", "Linkwright, C", 1.7),
    ("Pinocchio rnea", "Linkwright, LLVM batch", 15.0),
    ("Linkwright, C", "Linkwright, LLVM", 1 / 1.15),
)


# -- the robots ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arm:
    """One robot, as Linkwright and as Pinocchio know it, from one source."""

    name: str
    source: str
    robot: lw.Robot
    model: peers.Arrays


def from_urdf(name: str, file: str, locked: str = "") -> Arm:
    """Both read one file: that of example-robot-data, with the joints whose names contain `locked` made fixed."""
    import pinocchio

    path = peers.prefix() / "share" / "example-robot-data" / "robots" / file
    if locked:
        tree = ET.parse(path)
        for joint in tree.getroot().findall("joint"):
            if locked in joint.get("name", ""):
                joint.set("type", "fixed")
                for part in (*joint.findall("mimic"), *joint.findall("limit")):
                    joint.remove(part)
        builds.BUILD.mkdir(parents=True, exist_ok=True)
        path = builds.BUILD / Path(file).name
        tree.write(path)
    model = peers.Arrays.of(pinocchio.buildModelFromUrdf(str(path)))
    robot = lw.load(path).without("friction", "rotors")  # which rnea leaves out
    return Arm(name, f"example-robot-data, {file}", robot, model)


def number(x: Any) -> float:
    return value_of(x) if isinstance(x, lw.Expr) else float(x)


def from_builtin(name: str) -> Arm:
    """Pinocchio's model is made of a built-in robot's tables: z axes, frames at q = 0, inertias at centres of mass."""
    import numpy as np
    import pinocchio

    robot = lw.load(name).with_numbers()
    model = pinocchio.Model()
    model.gravity.linear = np.array([number(g) for g in robot.gravity])
    place: list[tuple[int, Any]] = [(0, pinocchio.SE3.Identity())]  # of each link: Pinocchio's joint, the frame in it
    for j, joint in enumerate(robot.joints, 1):
        T = joint.transform(0)
        M = T.R.matrix()
        R = np.array([[number(M[r, c]) for c in range(3)] for r in range(3)])
        parent, offset = place[joint.parent]
        at = offset * pinocchio.SE3(R, np.array([number(x) for x in T.P]))
        if joint.kind == "revolute":
            place.append((model.addJoint(parent, pinocchio.JointModelRZ(), at, joint.name), pinocchio.SE3.Identity()))
        elif joint.kind == "fixed":
            place.append((parent, at))
        else:
            raise SystemExit(f"{name}: joint {j} is {joint.kind}; the benchmark's Pinocchio models turn about z")
        mass = number(joint.body.M)
        if mass:
            b = {k: number(getattr(joint.body, k)) for k in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ")}
            lever = np.array([b["MX"], b["MY"], b["MZ"]]) / mass
            J = np.array([[b["XX"], b["XY"], b["XZ"]], [b["XY"], b["YY"], b["YZ"]], [b["XZ"], b["YZ"], b["ZZ"]]])
            central = J - mass * (lever @ lever * np.eye(3) - np.outer(lever, lever))
            model.appendBodyToJoint(place[j][0], pinocchio.Inertia(mass, lever, central), place[j][1])
    return Arm(name, f"built-in {name}", robot, peers.Arrays.of(model))


ARMS: dict[str, Callable[[], Arm]] = {
    "ur5": lambda: from_urdf("ur5", "ur_description/urdf/ur5_robot.urdf"),
    "panda": lambda: from_urdf("panda", "panda_description/urdf/panda.urdf", locked="finger"),
    "iiwa14": lambda: from_builtin("iiwa14"),
}


# -- the run ---------------------------------------------------------------------------------------------------------


def contenders(arm: Arm, function: lw.Function, states: States, tell: Callable[[str], None]) -> list[Contender]:
    found = []
    for label, compiler, flags in peers.pinocchio_builds():
        tell(f"Pinocchio, {label}")
        found.append(peers.pinocchio_contender(label, compiler, flags, arm.model, states))
    tell("CasADi's generator")
    sources = peers.casadi_sources(arm.name, arm.model)
    for compiler in builds.compilers():
        for variant, source in sources.items():
            tell(f"CasADi, {variant}, {compiler}")
            found.append(peers.casadi_contender(variant, source, compiler, states))
    for compiler in builds.compilers():
        tell(f"Linkwright, {compiler}")
        found.append(ours.c_contender(function, compiler, states))
    return [*found, *ours.llvm_contenders(function, states)]


def measured(arm: Arm, samples: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """All contenders on one robot."""
    function = lw.model(arm.robot.with_numbers(), "inverse_dynamics", parameters="base")
    states = States.drawn(arm.model.joints)
    runners = contenders(arm, function, states, tell)
    reference = runners[0].values()
    errors = [error(c.values(), reference) for c in runners]
    every = max(1, samples // 50)
    times = interleaved(runners, samples, lambda s: None if s % every else tell(f"{100 * s // samples} %"))
    rows = [
        {"group": c.group, "label": c.label, "best_ns": t.best, "median_ns": t.median, "error": e}
        for c, t, e in zip(runners, times, errors)
    ]
    return {"robot": arm.name, "source": arm.source, "cost": str(function.cost), "rows": rows}


def best(result: dict[str, Any], group: str) -> dict[str, Any]:
    rows = [r for r in result["rows"] if r["group"] == group]
    if not rows:
        raise KeyError(group)
    return min(rows, key=lambda r: r["best_ns"])


def report(result: dict[str, Any]) -> str:
    """The table of one robot: every contender, with ratios to the best of each peer."""
    pinocchio, casadi = (best(result, g)["best_ns"] for g in ("Pinocchio rnea", "CasADi's C of it"))
    lines = [f"### {result['robot']} ({result['source']}; {result['cost']})", ""]
    lines += ["| | build | ns | median | Pinocchio / this | CasADi / this | error |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|"]
    for r in result["rows"]:
        t = r["best_ns"]
        times, ratios = (t, r["median_ns"]), (pinocchio / t, casadi / t)
        figures = [*(f"{x:.1f}" for x in times), *(f"{x:.2f}" for x in ratios), f"{r['error']:.0e}"]
        lines.append("| " + " | ".join([r["group"], r["label"], *figures]) + " |")
    return "\n".join(lines)


def goals(results: Sequence[dict[str, Any]]) -> str:
    lines = ["| robot | best of | against | ratio | goal | |", "|---|---|---|---:|---:|---|"]
    for result in results:
        for peer, mine, least in GOALS:
            for row in (r for r in result["rows"] if r["group"] == mine):
                ratio = best(result, peer)["best_ns"] / row["best_ns"]
                cells = [result["robot"], peer, f"{mine}, {row['label']}", f"{ratio:.2f}", f">= {least:.2f}"]
                lines.append("| " + " | ".join([*cells, "met" if ratio >= least else "NOT MET"]) + " |")
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
            results.append(measured(ARMS[name](), options.samples, tell))
        tell.done()
    machine = {"processor": builds.processor(), **peers.peer_versions()}
    machine |= {c: builds.version(c) for c in builds.compilers()}
    if options.json:
        print(json.dumps({"machine": machine, "results": results}, indent=1))
        return
    print(", ".join(f"{k}: {v}" for k, v in machine.items()), "\n")
    print("\n\n".join(map(report, results)), "\n")
    print(goals(results))


if __name__ == "__main__":
    try:
        main()
    except builds.MissingTool as problem:
        sys.exit(f"error: {problem}")
