"""Operation counts of the models of four arms beside those of SymPyBotics and OpenSYMORO.

    python -m bench.counts [ROBOT ...] [--json]
    python -m bench.counts --tuned [ROBOT ...] [--json]
    python -m bench.counts --numbers [ROBOT ...] [--json]

Additions and multiplications as the models come out of the compiler, those of parameters alone included; lengths and
inertias are symbols. Like is compared with like. SymPyBotics (with SymPy 1.14) has no friction and no rotors; its
"base" figures are its own code with the dependent parameters set to zero by hand. OpenSYMORO (its last version, dead
code removed) has friction and rotors where the robot's file has them: so have ours in its columns. The peers' counts
were measured in November 2026 with their own programs; they need Pythons and SymPys of their own and are not run here.

--tuned: no peers, but the models that have tuned parameters in base parameters, in the tuned ones of the inverse
dynamics, and in their own; no friction and no rotors, all lengths, angles and masses declared as never zero.
--numbers: the models of robots with numbers by the bodies of their tables, and by those with which they cost least,
which is what users get; no friction and no rotors.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

import linkwright as lw
from bench.contender import Progress
from linkwright.compiler import Parameters, tuned_parameters
from linkwright.models import function
from linkwright.models.derive.numeric_specialization import SPECIALIZED_MODELS
from linkwright.models.derive.tuned_models import REGRESSOR_CHANGES, RULES
from linkwright.optimize import optimize

Set = Literal["standard", "base"]
MINIMAL: tuple[Parameters, ...] = ("base", "tuned")
SYMPYBOTICS, OPENSYMORO = "SymPyBotics", "OpenSYMORO"
ROBOTS = ("rx90", "puma560", "lwr4plus", "wam7")
TUNED_ROBOTS = ("rrp", "rx90", "puma560", "stanford", "ur5", "lwr4plus", "wam7", "panda", "spatial(6)")
NUMBERS_ROBOTS = ("ur5", "panda", "iiwa14", "puma560", "wam7", "stanford", "scara4", "cobra600")


# (additions, multiplications) of ROBOTS in this order; None: no figure
Counts = tuple[tuple[int, int] | None, ...]
PEERS: dict[tuple[str, str, Set], Counts] = {
    (SYMPYBOTICS, "inverse_dynamics", "standard"): ((282, 330), (313, 362), (337, 396), (472, 579)),
    (SYMPYBOTICS, "inverse_dynamics", "base"): ((228, 298), (259, 330), (273, 350), (387, 501)),
    (SYMPYBOTICS, "gravity_vector", "standard"): ((57, 89), (66, 100), (74, 112), (93, 143)),
    (SYMPYBOTICS, "coriolis_vector", "standard"): ((258, 314), (284, 341), (316, 383), (447, 558)),
    (SYMPYBOTICS, "coriolis_matrix", "standard"): ((2212, 2171), (2429, 2421), (4246, 4392), (5598, 6046)),
    (SYMPYBOTICS, "inertia_matrix", "standard"): ((270, 343), (313, 391), (475, 624), (605, 776)),
    (SYMPYBOTICS, "regressor", "standard"): ((432, 709), (560, 877), (600, 1017), (920, 1381)),
    (SYMPYBOTICS, "regressor", "base"): ((339, 548), (438, 650), (458, 730), (640, 958)),
    (OPENSYMORO, "inverse_dynamics", "standard"): ((306, 349), (320, 363), (364, 418), None),
    (OPENSYMORO, "inverse_dynamics", "base"): ((248, 303), (262, 317), (296, 362), None),
    (OPENSYMORO, "inertia_matrix", "standard"): ((157, 206), (195, 273), (209, 280), None),
    (OPENSYMORO, "inertia_matrix", "base"): ((137, 195), (167, 247), (186, 269), None),
    (OPENSYMORO, "bias_vector", "standard"): ((281, 332), (291, 343), None, None),
    (OPENSYMORO, "bias_vector", "base"): ((225, 288), (235, 299), None, None),
    (OPENSYMORO, "forward_dynamics", "standard"): ((696, 897), (775, 987), (831, 1063), None),
    (OPENSYMORO, "forward_dynamics", "base"): ((644, 876), (723, 966), None, None),
    (OPENSYMORO, "regressor", "standard"): ((441, 766), (527, 872), (611, 1088), None),
    (OPENSYMORO, "regressor", "base"): ((336, 577), (381, 628), (456, 801), None),
    (OPENSYMORO, "direct_geometry", "standard"): ((25, 56), (30, 61), (31, 68), None),
    (OPENSYMORO, "jacobian", "standard"): ((53, 116), (108, 194), (100, 431), None),
}


@dataclass(frozen=True)
class Row:
    """One cell of a peer's table, and ours."""

    robot: str
    model: str
    parameters: Set
    peer: str
    peer_add: int
    peer_mul: int
    add: int
    mul: int
    seconds: float

    @property
    def ratio(self) -> float:
        return (self.add + self.mul) / (self.peer_add + self.peer_mul)


def counted(name: str, model: str, parameters: Set, peer: str) -> tuple[int, int, float]:
    """Our additions, multiplications and seconds for what this peer computes."""
    robot = lw.load(name)
    if peer == SYMPYBOTICS:
        robot = robot.without("friction", "rotors")
    start = time.perf_counter()
    cost = lw.model(robot, model, parameters=parameters).cost
    return cost.add + cost.setup_add, cost.mul + cost.setup_mul, time.perf_counter() - start


def rows(robots: Iterable[str]) -> list[Row]:
    tell, found = Progress(), []
    for name in robots:
        for (peer, model, parameters), counts in PEERS.items():
            theirs = counts[ROBOTS.index(name)]
            if theirs:
                tell(f"{name}: {model}, {parameters} parameters")
                add, mul, seconds = counted(name, model, parameters, peer)
                found.append(Row(name, model, parameters, peer, *theirs, add, mul, seconds))
    tell.done()
    return found


def table(found: list[Row]) -> str:
    lines = ["| robot | model | parameters | peer | its count | ours | ours / its | |",
             "|---|---|---|---|---:|---:|---:|---|"]  # fmt: skip
    for r in found:
        counts = f"{r.peer_add}+{r.peer_mul}", f"{r.add}+{r.mul}", f"{r.ratio:.2f}"
        cells = (r.robot, r.model, r.parameters, r.peer, *counts, "fewer" if r.ratio < 1 else "NOT FEWER")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


# -- tuned parameters -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TunedRow:
    """A model of a robot in three sets of parameters, and how long the first and the last take."""

    robot: str
    model: str
    base: int
    inherited: int | None  # in the set of the inverse dynamics; a regressor has no columns for some of its parameters
    own: int
    base_seconds: float
    own_seconds: float


def tuned_rows(robots: Iterable[str]) -> list[TunedRow]:
    tell, found = Progress(), []
    for name in robots:
        robot = lw.load(name).without("friction", "rotors")
        robot = robot.changed(nonzero=robot.parameters)
        inherited = tuned_parameters(robot).robot
        for model in (*RULES, "gravity_vector"):
            tell(f"{name}: {model}")
            times = [time.perf_counter()]
            counts = []
            for parameters in MINIMAL:
                counts.append(lw.model(robot, model, parameters).cost.total)
                times.append(time.perf_counter())
            is_regressor = model in RULES and RULES[model].tried == REGRESSOR_CHANGES
            other = None if is_regressor else optimize(function(inherited, model)).cost.total
            found.append(TunedRow(name, model, counts[0], other, counts[1], times[1] - times[0], times[2] - times[1]))
    tell.done()
    return found


def tuned_table(found: list[TunedRow]) -> str:
    robots = list(dict.fromkeys(r.robot for r in found))
    lines = [f"| | {' | '.join(robots)} | seconds |", "|---|" + "---:|" * (len(robots) + 1)]
    for model in dict.fromkeys(r.model for r in found):
        cells = [r for r in found if r.model == model]
        counts = [f"{r.base} / {'-' if r.inherited is None else r.inherited} / {r.own}" for r in cells]
        seconds = sum(r.base_seconds for r in cells), sum(r.own_seconds for r in cells)
        lines.append(f"| {model} | {' | '.join(counts)} | {seconds[0]:.1f} / {seconds[1]:.1f} |")
    return "\n".join(lines)


def compare_sets(robots: Iterable[str], as_json: bool) -> int:
    found = tuned_rows(robots)
    if as_json:
        print(json.dumps([asdict(r) for r in found], indent=1))
    else:
        print(tuned_table(found))
        print("\nbase parameters / tuned ones of the inverse dynamics / tuned ones of the model; seconds: base / tuned")
    return 1 if any(r.own > r.base for r in found) else 0


# -- robots with numbers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NumbersRow:
    """A model of a robot with numbers by two kinds of bodies, and how long each takes."""

    robot: str
    model: str
    plain: int
    ours: int
    plain_seconds: float
    ours_seconds: float


def numbers_rows(robots: Iterable[str]) -> list[NumbersRow]:
    tell, found = Progress(), []
    for name in robots:
        robot = lw.load(name).without("friction", "rotors").with_numbers()
        for model in SPECIALIZED_MODELS:
            tell(f"{name}: {model}")
            start = time.perf_counter()
            plain = optimize(function(robot, model)).cost.total
            between = time.perf_counter()
            ours = lw.model(robot, model).cost.total
            found.append(NumbersRow(name, model, plain, ours, between - start, time.perf_counter() - between))
    tell.done()
    return found


def numbers_table(found: list[NumbersRow]) -> str:
    robots = list(dict.fromkeys(r.robot for r in found))
    lines = [f"| | {' | '.join(robots)} | seconds |", "|---|" + "---:|" * (len(robots) + 1)]
    for model in dict.fromkeys(r.model for r in found):
        cells = [r for r in found if r.model == model]
        seconds = sum(r.plain_seconds for r in cells), sum(r.ours_seconds for r in cells)
        counts = " | ".join(f"{r.plain} / {r.ours}" for r in cells)
        lines.append(f"| {model} | {counts} | {seconds[0]:.1f} / {seconds[1]:.1f} |")
    return "\n".join(lines)


def compare_bodies(robots: Iterable[str], as_json: bool) -> int:
    found = numbers_rows(robots)
    print(json.dumps([asdict(r) for r in found], indent=1) if as_json else numbers_table(found))
    return 1 if any(r.ours > r.plain for r in found) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Operation counts beside SymPyBotics and OpenSYMORO.")
    parser.add_argument("robots", nargs="*", help=f"of {', '.join(ROBOTS)}; default: all")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tuned", action="store_true", help="our models in base and tuned parameters, of any robot")
    parser.add_argument("--numbers", action="store_true", help="our models of robots with numbers, of any robot")
    options = parser.parse_args()
    if options.numbers:
        return compare_bodies(options.robots or NUMBERS_ROBOTS, options.json)
    if options.tuned:
        return compare_sets(options.robots or TUNED_ROBOTS, options.json)
    unknown = set(options.robots) - set(ROBOTS)
    if unknown:
        parser.error(f"unknown robot {sorted(unknown)[0]}: {', '.join(ROBOTS)}")
    found = rows(options.robots or ROBOTS)
    if options.json:
        print(json.dumps([{**asdict(r), "ratio": round(r.ratio, 4)} for r in found], indent=1))
    else:
        print(table(found))
        fewer = sum(r.ratio < 1 for r in found)
        print(f"\nadditions+multiplications; fewer in {fewer} of {len(found)} cells")
    return 1 if any(r.ratio >= 1 for r in found) else 0


if __name__ == "__main__":
    sys.exit(main())
