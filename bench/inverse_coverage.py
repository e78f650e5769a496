"""Whether inverse geometry misses postures: every published chain, every arm, and drawn geometries with many poses.

    python -m bench.inverse_coverage [FOLDER] [--groups NAME ...] [--match TEXT] [--part N] [--poses N] [--save FILE]

FOLDER holds `serial_chains.csv` and `industrial_robots.csv`; without it, `../shared/anchors` beside the repository is
taken. Groups: `six` (701 chains of six joints with drawn lengths and angles), `few` (526 of three to five),
`industrial` (78 robots), `arms` (built-in ones, and those of example-robot-data), `drawn` (eleven
geometries, 10,000 poses each).

A posture is drawn, its pose is asked for, and the posture must be among the answers (missed: it is not), all of which
must be at the pose (wrong: they are not). With --save, rows are kept in a file, and those that are there are not run
again; --part 10 takes one row in ten. The last line is the sum.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from bench.chains import robot_of
from bench.reference import ANCHORS
from linkwright.errors import LinkwrightError, RobotError
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.models.framework.frame_options import end_frame, path_from_base
from linkwright.models.inverse_geometry.chain_screws import JointScrew, ScrewChain, chain_of
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from linkwright.models.inverse_geometry.kernels.solution_kernel import solve_postures
from linkwright.models.inverse_geometry.problem import Problem
from linkwright.robot import Joint, Robot

SAME = 1e-5  # positions of one posture, of the reach where a joint slides
FEW = 50  # poses that are sooner solved than code is compiled for them
MANY = 1000  # poses for which a batch is compiled
AT = 1e-8  # a posture at the pose, of the reach
ARMS = ("rx90", "puma560", "ur5", "ur10", "stanford", "panda", "iiwa14", "lwr4plus", "cobra600", "scara4")
FILES = ("ur_description/urdf/*_robot.urdf", "panda_description/urdf/panda.urdf", "kinova_description/robots/*.urdf",
         "so_arm_description/**/*.urdf", "xarm_description/urdf/*.urdf", "z1_description/urdf/*.urdf")  # fmt: skip
NOISES = (1e-3, 1e-5, 1e-7)


Made = tuple[Problem, Function]  # what is asked, and what answers it


@dataclass(frozen=True)
class Case:
    group: str
    name: str
    made: Callable[[], Made]
    poses: int


@dataclass(frozen=True)
class Row:
    group: str
    name: str
    task: str
    way: str
    poses: int
    missed: int
    wrong: int
    seconds: float  # from the description to code
    error: str = ""


# -- one case ----------------------------------------------------------------------------------------------------------


def of_problem(problem: Problem) -> Made:
    """By the axes: of screws there is no robot."""
    g = Graph()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    at = [Expr(g, g.symbol(f"x{k}", "variable")) for k in range(len(problem.locks))]
    found = solve_postures(problem, T, at)
    outputs = (
        Port("q", (len(found.q), problem.real), tuple(e.id for row in found.q for e in row)),
        Port("count", (), (found.count.id,), kind="integer"),
    )
    inputs = [Port("T", (4, 4), tuple(e.id for e in T))]
    if at:
        inputs.append(Port("q_locked", (len(at),), tuple(e.id for e in at)))
    return problem, Function("postures", g, tuple(inputs), outputs)


def of_frame(robot: Robot, frame: int, locked: tuple[int, ...] | None = None) -> Made:
    """The model as a user has it, by formulas where it has some."""
    problem = problem_of(robot, frame, "auto", locked)
    joints = [str(problem.chain.joints[k]) for k in problem.locks]
    options: dict[str, Any] = {"locked": ",".join(joints)} if joints else {}
    return problem, lw.model(robot, "inverse_geometry", frame=frame, task=problem.task, **options)


def reached(chain: ScrewChain, q: Any) -> Any:
    """Poses of many postures."""
    T = np.broadcast_to(np.eye(4), (len(q), 4, 4))
    for s, x in zip(chain.screws, q.T, strict=True):
        K = np.array([[0, -s.h[2], s.h[1]], [s.h[2], 0, -s.h[0]], [-s.h[1], s.h[0], 0]])
        E = np.broadcast_to(np.eye(4), (len(q), 4, 4)).copy()
        if s.is_revolute:
            E[:, :3, :3] += np.sin(x)[:, None, None] * K + (1 - np.cos(x))[:, None, None] * (K @ K)
            E[:, :3, 3] = s.c - E[:, :3, :3] @ s.c
        else:
            E[:, :3, 3] = x[:, None] * s.h
        T = T @ E
    return T @ chain.M


def drawn(chain: ScrewChain, count: int, seed: int) -> Any:
    size = [math.pi if s.is_revolute else chain.reach for s in chain.screws]
    return np.random.default_rng(seed).uniform(-1, 1, (count, len(size))) * size


def run(case: Case) -> Row:
    start = time.perf_counter()
    try:
        problem, function = case.made()
        go = lw.compile(function, backend="python" if case.poses <= FEW else "llvm")
    except LinkwrightError as e:
        return Row(case.group, case.name, "", "", case.poses, case.poses, 0, time.perf_counter() - start, str(e))
    seconds = time.perf_counter() - start
    q = drawn(problem.chain, case.poses, 1)
    T = reached(problem.chain, q)
    given = {"T": T} | ({"q_locked": q[:, list(problem.locks)]} if problem.locks else {})
    missed, wrong = judged(problem, q, T, *answers(go, given, case.poses))
    way = f"{problem.form.name}, {problem.form.degree}" if problem.form else "no closed form of its axes"
    return Row(case.group, case.name, problem.task, way, case.poses, missed, wrong, round(seconds, 2))


def answers(go: Any, given: dict[str, Any], poses: int) -> tuple[Any, Any]:
    """Postures and their number, for all poses. Batches are compiled anew: few poses are sooner asked one by one."""
    if poses > MANY:
        found = go(**given)
        return np.asarray(found["q"]), np.asarray(found["count"])
    each = [go(**{name: x[k] for name, x in given.items()}) for k in range(poses)]
    return np.array([x["q"] for x in each]), np.array([x["count"] for x in each])


def judged(problem: Problem, q: Any, T: Any, found: Any, count: Any) -> tuple[int, int]:
    """How many postures are not among those of their poses; how many of these are not at the pose."""
    chain, rows = problem.chain, found.shape[1]
    turns = np.array([chain.screws[k].is_revolute for k in problem.own])
    whole = np.repeat(q[:, None], rows, axis=1)
    whole[:, :, problem.own] = found
    apart = np.abs(found - q[:, None, problem.own])
    apart = np.where(turns, 2 * np.abs(np.sin(apart / 2)), apart / chain.reach).max(axis=2)
    there = np.arange(rows) < count[:, None]
    missed = ~np.any(there & (apart < SAME), axis=1)
    off = np.abs(reached(chain, np.nan_to_num(whole).reshape(-1, q.shape[1])).reshape(len(q), rows, 4, 4) - T[:, None])
    size = np.array([[1, 1, 1, chain.reach]] * 4)
    if problem.task == "position":
        off = off[:, :, :, 3:]
        size = size[:, 3:]
    if problem.task == "direction":
        off = off[:, :, :, 2:]
        size = size[:, 2:]
    wrong = there & ~((off / size).max(axis=(2, 3)) < AT)
    return int(missed.sum()), int(wrong.sum())


# -- cases -------------------------------------------------------------------------------------------------------------


def of_robot(robot: Robot) -> Made:
    """With the joints locked that move the frame no further than the others do."""
    frame = end_frame(robot)
    try:
        return of_frame(robot, frame)
    except RobotError:
        chain = chain_of(robot, frame)
        idle = Problem(chain).idle()
        if not idle:
            raise
        return of_frame(robot, frame, (chain.joints[idle[0]],))


def serial(folder: Path, counts: tuple[str, ...], group: str, poses: int) -> Iterator[Case]:
    """Published chains; lengths are drawn, and angles that the table leaves free."""
    for row in csv.DictReader((folder / "serial_chains.csv").read_text("utf-8").splitlines()):
        if row["n"] in counts:

            def made(row: dict[str, str] = row) -> Made:
                robot, rng = robot_of(row), np.random.default_rng(3)
                spans = {s: (-3.0, 3.0) if s.startswith(("alpha", "theta")) else (0.2, 1.0) for s in robot.parameters}
                return of_robot(robot.changed(numbers={s: float(rng.uniform(*span)) for s, span in spans.items()}))

            yield Case(group, row["name"], made, poses)


def industrial(folder: Path, poses: int) -> Iterator[Case]:
    for row in csv.DictReader((folder / "industrial_robots.csv").read_text("utf-8").splitlines()):
        yield Case("industrial", row["id"], lambda row=row: of_robot(industrial_robot(row)), poses)  # type: ignore[misc]


def industrial_robot(row: dict[str, str]) -> Robot:
    """Lengths in mm; angles in degrees, or with pi."""

    def angle(text: str) -> float:
        text = text.strip() or "0"
        if "pi" in text:
            sign, rest = (-1, text[1:]) if text[0] == "-" else (1, text)
            return sign * math.pi / float(rest.partition("/")[2] or 1)
        return math.radians(float(text))

    def length(text: str) -> float:
        return 0.0 if text.strip().startswith("q") or not text.strip() else float(text) / 1000

    joints = []
    for j in range(1, int(row["n"]) + 1):
        place: dict[str, Any] = {"gamma": angle(row[f"beta{j}"]), "b": length(row[f"b{j}"])}
        place |= {"alpha": angle(row[f"alpha_deg{j}"]), "d": length(row[f"a_mm{j}"])}
        if row[f"type{j}"] == "P":
            place |= {"theta": angle(row[f"theta{j}"]), "r": length(row[f"offset{j}"])}
            joints.append(Joint(parent=j - 1, kind="prismatic", **place))
        else:
            joints.append(Joint(parent=j - 1, **place, theta=angle(row[f"offset{j}"]), r=length(row[f"d_mm{j}"])))
    return Robot(name=row["id"], joints=tuple(joints))


def arms(poses: int) -> Iterator[Case]:
    for name in ARMS:
        yield Case("arms", name, lambda name=name: of_robot(lw.load(name)), poses)  # type: ignore[misc]
    data = Path(sysconfig.get_path("purelib"), "cmeel.prefix", "share", "example-robot-data", "robots")
    for pattern in FILES:
        for path in sorted(data.glob(pattern)):
            yield Case("arms", path.stem, lambda path=path: of_arm(path), poses)  # type: ignore[misc]


def of_arm(path: Path) -> Made:
    """To the last link before fingers: one that has six or seven moving joints before it, or fewer and no child."""
    robot = lw.load(path).without("couplings").changed(frames=())  # frames by number
    ends = [end_frame(robot), *range(len(robot), 0, -1)]
    counts = {
        k: len(chain_of(robot, k).joints) for k in ends if any(robot.joint(j).moves for j in path_from_base(robot, k))
    }
    whole = [k for k, n in counts.items() if n in (6, 7)]
    return of_frame(robot, max(whole, key=lambda k: counts[k]) if whole else end_frame(robot))


def geometries(poses: int) -> Iterator[Case]:
    """Eleven geometries: nothing special, nearly special, and published."""
    rng = np.random.default_rng(6)

    def turns(n: int) -> list[JointScrew]:
        return [JointScrew(True, unit(rng.standard_normal(3)), rng.uniform(-0.5, 0.5, 3)) for _ in range(n)]

    def slides(n: int) -> list[JointScrew]:
        return [JointScrew(False, unit(rng.standard_normal(3)), np.zeros(3)) for _ in range(n)]

    made: dict[str, list[JointScrew]] = {
        "random": turns(6),
        "orthogonal with offsets": from_rows([0, 1, 0, 1, 0, 1], rng.uniform(0.1, 1, 6), rng.uniform(0.1, 1, 6)),
        "Manseur-Doty": from_rows([1, 1 / 90, 1, 1 / 90, 1, 1 / 90], [0.3, 1, 0, 1.5, 0, 0], [0, 0, 0.2, 0, 0, 0]),
        "one slides": turns(2) + slides(1) + turns(3),
        "two slide": slides(1) + turns(3) + slides(1) + turns(1),
    }
    for name in ("puma560", "ur5"):
        ideal = of_robot(lw.load(name))[0].chain.screws
        for noise in NOISES:
            made[f"{name} + {noise:.0e}"] = [
                JointScrew(True, unit(s.h + noise * rng.standard_normal(3)), s.c + noise * rng.standard_normal(3))
                for s in ideal
            ]
    for name, screws in made.items():
        yield Case("drawn", name, lambda screws=screws: of_problem(Problem(_chain(screws))), poses)  # type: ignore[misc]


def from_rows(quarters: Any, a: Any, d: Any) -> list[JointScrew]:
    """Denavit and Hartenberg's parameters; twists in quarter turns."""
    T, screws = np.eye(4), []
    for alpha, x, z in zip(quarters, a, d, strict=True):
        screws.append(JointScrew(True, T[:3, 2].copy(), T[:3, 3].copy()))
        u, v = math.cos(alpha * math.pi / 2), math.sin(alpha * math.pi / 2)
        T = T @ np.array([[1, 0, 0, x], [0, u, -v, 0], [0, v, u, z], [0, 0, 0, 1]])
    return screws


def _chain(screws: list[JointScrew]) -> ScrewChain:
    M = np.eye(4)
    M[:3, 3] = [0.1, 0.2, 0.3]
    return ScrewChain(tuple(range(1, len(screws) + 1)), tuple(screws), M)


def unit(v: Any) -> Any:
    return v / np.linalg.norm(v)


def cases(folder: Path, groups: list[str], poses: int) -> list[Case]:
    makers: dict[str, Callable[[], Iterator[Case]]] = {
        "drawn": lambda: geometries(100 * poses),
        "arms": lambda: arms(poses),
        "industrial": lambda: industrial(folder, poses),
        "few": lambda: serial(folder, ("3", "4", "5"), "few", poses),
        "six": lambda: serial(folder, ("6",), "six", poses),
    }
    return [case for group in groups or makers for case in makers[group]()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=str(ANCHORS))
    parser.add_argument("--groups", nargs="*", default=[])
    parser.add_argument("--match", default="", help="rows whose name contains this")
    parser.add_argument("--part", type=int, default=1, help="one row in this many")
    parser.add_argument("--poses", type=int, default=100, help="for each row; a hundred times as many for `drawn`")
    parser.add_argument("--save", type=Path, help="rows, one JSON object a line")
    args = parser.parse_args()
    kept = args.save.read_text("utf-8").splitlines() if args.save and args.save.is_file() else []
    done = [Row(**json.loads(line)) for line in kept]
    known = {(r.group, r.name) for r in done}
    wanted = [c for c in cases(Path(args.folder), args.groups, args.poses) if args.match in c.name]
    order = np.random.default_rng(0).permutation(len(wanted))[:: args.part]
    for k, i in enumerate(order):
        case = wanted[i]
        if (case.group, case.name) in known:
            continue
        row = run(case)
        done.append(row)
        if args.save:
            with args.save.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(row)) + "\n")
        print(f"{k + 1}/{len(order)} {row.group} {row.name} {row.task} {row.way} {row.seconds} s: "
              f"missed {row.missed}, wrong {row.wrong} of {row.poses} {row.error}", flush=True)  # fmt: skip
    bad = [r for r in done if r.missed or r.wrong]
    poses, missed, wrong = (sum(getattr(r, name) for r in done) for name in ("poses", "missed", "wrong"))
    print(f"{len(done)} rows, {poses} poses: missed {missed}, wrong {wrong}", ", ".join(r.name for r in bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
