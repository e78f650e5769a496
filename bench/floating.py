"""Floating bases: run time beside Pinocchio, operation counts beside OpenSYMORO, and how long the C takes to come.

    python -m bench.floating [talos] [anymal] [--samples N] [--repeats N] [--json]

*Run time.* Talos and ANYmal with free roots, from one URDF file for both sides. The same 64 states for everybody, all
contenders in turns, nanoseconds per state on one core in native loops, `-O3 -march=native`; Linkwright's C has the
numbers folded in. Both sides are checked against each other: accelerations of the base are the derivatives of the
components of its velocity there (spatial) and those of its origin here (classical), which the comparison converts.
*Counts.* The floating RX90 of the folder of published robots, with friction and rotors, as OpenSYMORO has them; its
counts are without the solution of its 6 x 6 system, ours are with ours. *Generation.* Talos from its URDF file to C
packages, seconds of the processor.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

import linkwright as lw
from bench import builds, duel, ours, peers
from bench.contender import STATES, Contender, Progress, error, interleaved
from bench.reference import SHARED
from linkwright import formats

FILES = {"talos": "talos_data/robots/talos_reduced.urdf", "anymal": "anymal_b_simple_description/robots/anymal.urdf"}
OPENSYMORO = {"standard": (606, 778), "base": (531, 706)}  # floating RX90, inverse dynamics
TOGETHER = ("inverse_dynamics", "forward_dynamics", "inertia_matrix", "bias_vector", "momenta")
ONE_GOAL, TOGETHER_GOAL = 1.5, 10.0  # seconds for Talos


# -- the robots --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Free:
    """A robot with a floating base on both sides; `order`: Pinocchio's coordinates among ours."""

    name: str
    robot: lw.Robot
    model: peers.Arrays
    order: np.ndarray


def path_of(name: str) -> Path:
    return peers.prefix() / "share" / "example-robot-data" / "robots" / FILES[name]


def free(name: str) -> Free:
    import pinocchio

    robot = formats.read(path_of(name), floating=True).without("friction", "rotors").with_numbers()
    model = pinocchio.buildModelFromUrdf(str(path_of(name)), pinocchio.JointModelFreeFlyer())
    row = {c.joint: k for k, c in enumerate(robot.coordinates) if c.link}
    order = np.array([*range(6), *(row[joint] for joint in list(model.names)[2:])])
    return Free(name, robot, peers.Arrays.of(model, pinocchio.SE3.Identity()), order)


@dataclass(frozen=True)
class FreeStates:
    """Poses (x, y, z, quaternion w, x, y, z) and joint positions; rates and accelerations of base and joints.

    `x` is what the third argument of Pinocchio's algorithm holds: accelerations or efforts.
    """

    pose: np.ndarray
    q: np.ndarray
    rates: np.ndarray
    x: np.ndarray
    order: np.ndarray
    spatial: bool  # x are accelerations, to be told in Pinocchio's terms

    @classmethod
    def drawn(cls, robot: Free, held: bool, accelerations: bool) -> FreeStates:
        """held: a wrench or an acceleration of the base is given; otherwise its part of x is zero."""
        rng, n = np.random.default_rng(0), len(robot.order)
        pose = rng.uniform(-1, 1, (STATES, 7))
        pose[:, 3:] /= np.linalg.norm(pose[:, 3:], axis=1, keepdims=True)
        q, rates, x = (rng.uniform(-top, top, (STATES, m)) for top, m in ((3.0, n - 6), (2.0, n), (2.0, n)))
        if not held:
            x[:, :6] = 0
        return cls(pose, q, rates, x, robot.order, held and accelerations)

    @cached_property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pinocchio's: its quaternions end with w."""
        joints = self.order[6:] - 6
        q = np.hstack([self.pose[:, [0, 1, 2, 4, 5, 6, 3]], self.q[:, joints]])
        x = self.x.copy()
        if self.spatial:
            x[:, :3] -= self.spin
        found = q, self.rates[:, self.order], x[:, self.order]
        return tuple(map(np.ascontiguousarray, found))  # type: ignore[return-value]

    @property
    def spin(self) -> np.ndarray:
        """w x v: what a classical acceleration has more than a spatial one."""
        return np.cross(self.rates[:, 3:6], self.rates[:, :3])

    @cached_property
    def ports(self) -> dict[str, np.ndarray]:
        found = {"base_pose": self.pose, "q": self.q, "base_twist": self.rates[:, :6], "qd": self.rates[:, 6:],
                 "base_acceleration": self.x[:, :6], "qdd": self.x[:, 6:], "tau": self.x[:, 6:]}  # fmt: skip
        return {name: np.ascontiguousarray(array) for name, array in found.items()}


# -- the algorithms ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Algorithm:
    """`native`: its names in native/algorithms.hpp; `made` ours; `held` as in FreeStates; `result`: what ours gives."""

    what: str
    native: tuple[str, ...]
    made: Callable[[Free], lw.Function]
    result: Literal["efforts", "accelerations", "matrix", "momentum", "both"]
    goal: float | None
    held: bool = False

    def in_pinocchio_terms(self, values: np.ndarray, states: FreeStates) -> np.ndarray:
        """Our results in its order and with its accelerations."""
        order = states.order
        match self.result:
            case "matrix":
                n = len(order)
                return values.reshape(-1, n, n)[:, order][:, :, order].reshape(len(values), -1)
            case "momentum":
                return values
            case "accelerations" | "both":
                values = values.copy()
                values[:, :3] -= states.spin
        return values[:, order]


def all_efforts(robot: Free) -> lw.Function:
    """Of base and joints, whose accelerations are all given. No effort is, so that no input of efforts is read."""
    joints = [0, *(c.link for c in robot.robot.coordinates if c.link)]
    made = lw.model(robot.robot, "hybrid_dynamics", "base", given=",".join(map(str, joints)))
    inputs = tuple(port for port in made.inputs if port.name != "tau")
    return replace(made, name=f"{robot.name}_all_efforts", inputs=inputs)


def ours_of(name: str, **options: Any) -> Callable[[Free], lw.Function]:
    return lambda robot: lw.model(robot.robot, name, "base", **options)


ALGORITHMS = (
    Algorithm("hybrid_dynamics, all given | rnea", ("rnea",), all_efforts, "efforts", 5.0, held=True),
    Algorithm("inverse_dynamics | rnea, crba, solve 6 x 6", ("free_base",), ours_of("inverse_dynamics"), "both", None),
    Algorithm("forward_dynamics | aba", ("aba", "aba_world"), ours_of("forward_dynamics"), "accelerations", 4.0),
    Algorithm("inertia_matrix | crba", ("crba", "crba_world"), ours_of("inertia_matrix"), "matrix", 4.0),
    Algorithm("momenta | computeCentroidalMomentum", ("computeCentroidalMomentum",),
              lambda robot: lw.model(robot.robot, "momenta", outputs="p,Lc"), "momentum", 3.0),
)  # fmt: skip


def measured(robot: Free, algorithm: Algorithm, samples: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """One algorithm of one robot: the fastest build of Pinocchio, and ours under each compiler."""
    states = FreeStates.drawn(robot, algorithm.held, algorithm.result == "efforts")
    tell("model")
    function = algorithm.made(robot)
    size = {"matrix": len(robot.order) ** 2, "momentum": 6}.get(algorithm.result, len(robot.order))
    theirs: list[Contender] = []
    for native in algorithm.native:
        for label, compiler, flags in peers.pinocchio_builds():
            tell(f"Pinocchio, {label}")
            theirs.append(peers.pinocchio_contender(native, label, compiler, flags, robot.model, states, size))
    mine = []
    for compiler in builds.compilers():
        tell(f"Linkwright, {compiler}")
        mine.append(ours.c_contender(function, compiler, states))
    every = max(1, samples // 50)
    times = interleaved([*theirs, *mine], samples, lambda s: None if s % every else tell(f"{100 * s // samples} %"))
    best, fastest = min((t.best, c.label) for c, t in zip(theirs, times))
    reference = theirs[0].values()
    rows = [
        {"compiler": c.label, "ns": t.best, "ratio": best / t.best,
         "error": error(algorithm.in_pinocchio_terms(c.values(), states), reference)}
        for c, t in zip(mine, times[len(theirs):])
    ]  # fmt: skip
    return {"robot": robot.name, "what": algorithm.what, "pinocchio": fastest, "pinocchio_ns": best,
            "cost": str(function.cost), "goal": algorithm.goal, "rows": rows}  # fmt: skip


def runtime_table(results: list[dict[str, Any]]) -> str:
    lines = ["| robot | ours; Pinocchio's | Pinocchio, fastest build | ns | ours | ns | ratio | error | goal |",
             "|---|---|---|---:|---|---:|---:|---:|---|"]  # fmt: skip
    for r in results:
        for row in r["rows"]:
            verdict = "" if r["goal"] is None else f"{duel.verdict([row['ratio']], [r['goal']])}: {r['goal']:g}"
            peer = [r["robot"], r["what"].replace(" | ", "; "), r["pinocchio"], f"{r['pinocchio_ns']:.0f}"]
            figures = [f"{row['ns']:.0f}", f"{row['ratio']:.2f}", f"{row['error']:.0e}"]
            lines.append(duel.row([*peer, f"C, {row['compiler']}", *figures, verdict]))
    return "\n".join([*lines, "", *(f"- {r['robot']}, {r['what'].partition(' | ')[0]}: {r['cost']}" for r in results)])


# -- counts ------------------------------------------------------------------------------------------------------------


def counts() -> list[dict[str, Any]]:
    """Of the floating RX90; nothing, with the reason, where its file is missing."""
    file = SHARED / "robots" / "Floating_RX90.par"
    if not file.exists():
        print(f"without counts: no {file} (LINKWRIGHT_SHARED names the folder)", file=sys.stderr)
        return []
    robot, found = formats.read(file), []
    for parameters, (add, mul) in OPENSYMORO.items():
        cost = lw.model(robot, "inverse_dynamics", parameters).cost  # type: ignore[arg-type]
        whole = cost.add + cost.setup_add + cost.mul + cost.setup_mul
        found.append({"parameters": parameters, "peer": (add, mul), "ours": (cost.add, cost.mul),
                      "setup": (cost.setup_add, cost.setup_mul), "ratio": whole / (add + mul)})  # fmt: skip
    return found


def counts_table(found: list[dict[str, Any]]) -> str:
    lines = ["| floating RX90, inverse dynamics | OpenSYMORO | ours per state | set-up | sum of ours / its | |",
             "|---|---:|---:|---:|---:|---|"]  # fmt: skip
    for r in found:
        pairs = ("{}+{}".format(*r[key]) for key in ("peer", "ours", "setup"))
        verdict = "fewer" if r["ratio"] < 1 else "NOT FEWER"
        lines.append(duel.row([f"{r['parameters']} parameters", *pairs, f"{r['ratio']:.2f}", verdict]))
    return "\n".join(lines)


# -- generation --------------------------------------------------------------------------------------------------------


def packages(path: Path, models: tuple[str, ...]) -> Mapping[str, str]:
    """From the file to C text; base parameters where a model has them."""
    robot = formats.read(path, floating=True)
    files: dict[str, str] = {}
    for name in models:
        files |= lw.emit(lw.model(robot, name, "standard" if name == "momenta" else "base"), "c")
    return files


def generation(repeats: int, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """Seconds of the processor, the best of some; Python and Linkwright are loaded already."""
    path, found = path_of("talos"), []
    for models, goal in ((TOGETHER[:1], ONE_GOAL), (TOGETHER, TOGETHER_GOAL)):
        times = []
        for k in range(repeats):
            tell(f"generation of {len(models)} models, {k + 1}/{repeats}")
            start = time.process_time()
            packages(path, models)
            times.append(time.process_time() - start)
        found.append({"models": models, "best": min(times), "median": sorted(times)[len(times) // 2], "goal": goal})
    return found


def generation_table(found: list[dict[str, Any]]) -> str:
    lines = ["| Talos (38 freedoms), URDF to C packages | best | median | goal |", "|---|---:|---:|---|"]
    for r in found:
        verdict = f"{'met' if r['best'] <= r['goal'] else 'NOT MET'}: {r['goal']:g} s"
        lines.append(duel.row([", ".join(r["models"]), f"{r['best']:.2f} s", f"{r['median']:.2f} s", verdict]))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Floating bases beside Pinocchio and OpenSYMORO.")
    parser.add_argument("robots", nargs="*", help=f"of {', '.join(FILES)}; default: all")
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=5, help="of the generation")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unknown = set(options.robots) - set(FILES)
    if unknown:
        parser.error(f"unknown robot {sorted(unknown)[0]}: {', '.join(FILES)}")
    logging.getLogger("linkwright").setLevel(logging.ERROR)  # what files say of damping is known here
    results = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)
        counted = counts()
        tell = Progress()
        generated = generation(options.repeats, tell)
        for name in options.robots or FILES:
            for algorithm in ALGORITHMS:
                tell = Progress(f"{name}, {algorithm.what}: ")
                results.append(measured(free(name), algorithm, options.samples, tell))
        tell.done()
    if options.json:
        found = {"machine": duel.machine(), "runtime": results, "counts": counted, "generation": generated}
        print(json.dumps(found, indent=1))
        return
    print(", ".join(f"{k}: {v}" for k, v in duel.machine().items()), "\n")
    print(runtime_table(results))
    print("\n" + counts_table(counted) if counted else "")
    print("\n" + generation_table(generated))


if __name__ == "__main__":
    builds.finish(main)
