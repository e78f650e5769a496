"""Inverse geometry: all postures at a pose, beside EAIK, ssik and the Robotics Toolbox, and how long the C takes.

    python -m bench.inverse [ARM ...] [--samples N] [--json]

*Closed forms* (PUMA 560, RX 90, KUKA KR 6, UR5, iiwa 14 with joint 3 locked): the emitted C beside EAIK's best, one
call or a batch in one thread. *General arms* (the geometry of ssik's prebuilt jaco2, xarm6 and piper): beside that
prebuilt solver, and beside the toolbox's `ik_LM`, which finds one posture. Everybody gets the same 64 poses, in turns;
times are the fastest of all samples. `lost` counts poses whose own posture was not found. Peers are called from Python,
as their users do; ours from C.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import linkwright as lw
from bench import builds, ours
from bench.contender import STATES, Contender, Progress, interleaved
from linkwright import Joint, Robot
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.inverse_geometry.chain_screws import ScrewChain, chain_of, compose_transforms

CLOSED = {"puma560": None, "rx90": None, "kr6": None, "ur5": None, "iiwa14": 2}  # the place of a locked joint
GENERAL = {"jaco2": "kinova", "xarm6": "ufactory", "piper": "agilex"}
LOCKED = 0.3
SECONDS = {"closed": 5.0, "general": 20.0}
EAIK, SSIK, TOOLBOX = "EAIK", "ssik, prebuilt", "Robotics Toolbox, ik_LM"
GOALS = {EAIK: 4.0, SSIK: 10.0, TOOLBOX: 1.0}  # how many times faster


# -- arms --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arm:
    """A robot, and poses of drawn postures."""

    name: str
    robot: Robot
    lock: int | None = None

    @property
    def kind(self) -> str:
        return "closed" if self.name in CLOSED else "general"

    @cached_property
    def chain(self) -> ScrewChain:
        return chain_of(self.robot, end_frame(self.robot))

    @cached_property
    def q(self) -> np.ndarray:
        q = np.random.default_rng(0).uniform(-2.5, 2.5, (STATES, len(self.chain.joints)))
        if self.lock is not None:
            q[:, self.lock] = LOCKED
        return q

    def pose(self, q: Sequence[float]) -> np.ndarray:
        return np.asarray(
            compose_transforms(*(s.motion(x) for s, x in zip(self.chain.screws, q, strict=True)), self.chain.M)
        )

    @cached_property
    def poses(self) -> np.ndarray:
        return np.ascontiguousarray([self.pose(q) for q in self.q])

    def lost(self, found: Sequence[np.ndarray]) -> int:
        """Of how many poses the posture that they were made of is not among those that were found."""
        own = [np.abs(np.exp(1j * rows) - np.exp(1j * q)).max(axis=1).min() if len(rows) else np.inf
               for rows, q in zip(found, self.q, strict=True)]  # fmt: skip
        return sum(x > 1e-4 for x in own)

    def true(self, found: Sequence[np.ndarray]) -> int:
        """How many postures lead back to their poses."""
        pairs = ((T, q) for T, rows in zip(self.poses, found, strict=True) for q in rows)
        return sum(bool(np.abs(self.pose(q) - T).max() < 1e-5) for T, q in pairs)

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.q, self.q, self.q

    @property
    def ports(self) -> dict[str, np.ndarray]:
        """By the names of Linkwright's inputs."""
        return {"T": self.poses.reshape(STATES, 16), "q_locked": np.full((STATES, 1), LOCKED)}


def kuka() -> Robot:
    """KR 6 R700 sixx, lengths of its data sheet."""
    table: list[tuple[Any, float, float]] = [
        (0, 0, 0.400), ("-pi/2", 0.025, 0), (0, 0.315, 0), ("-pi/2", 0.035, 0.365), ("pi/2", 0, 0), ("-pi/2", 0, 0.080),
    ]  # fmt: skip
    return Robot(name="kr6", joints=tuple(Joint(parent=k, alpha=a, d=d, r=r) for k, (a, d, r) in enumerate(table)))


def prebuilt(name: str) -> Any:
    return importlib.import_module(f"ssik.prebuilt.{GENERAL[name]}.{name}_ik")


def from_ssik(name: str) -> Robot:
    """The arm of a prebuilt solver, by way of URDF."""
    solver = prebuilt(name)
    links = ['<link name="l0"/>']
    for k, (axis, before, after) in enumerate(
        zip(solver._JOINT_AXES, solver._JOINT_T_LEFTS, solver._JOINT_T_RIGHTS, strict=True), 1
    ):
        moved = f'<joint name="j{k}" type="continuous">{_origin(before)}<axis xyz="{_numbers(axis)}"/>'
        links.append(f'<link name="m{k}"/>{moved}<parent link="l{k - 1}"/><child link="m{k}"/></joint>')
        held = f'<joint name="f{k}" type="fixed">{_origin(after)}<parent link="m{k}"/><child link="l{k}"/></joint>'
        links.append(f'<link name="l{k}"/>{held}')
    return lw.load(f'<robot name="{name}">{"".join(links)}</robot>'.encode(), name=f"{name}.urdf", snap=False)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(repr(float(x)) for x in values)


def _origin(T: np.ndarray) -> str:
    R = T[:3, :3]
    rpy = (np.arctan2(R[2, 1], R[2, 2]), np.arcsin(-R[2, 0]), np.arctan2(R[1, 0], R[0, 0]))
    return f'<origin xyz="{_numbers(T[:3, 3])}" rpy="{_numbers(rpy)}"/>'


def arm(name: str) -> Arm:
    if name in GENERAL:
        return Arm(name, from_ssik(name))
    return Arm(name, kuka() if name == "kr6" else lw.load(name).with_numbers(), CLOSED[name])


# -- contenders --------------------------------------------------------------------------------------------------------

Found = Callable[[], Sequence[np.ndarray]]  # rows of postures, of every pose


def made(arm: Arm) -> tuple[lw.Function, float]:
    """The function, and the seconds of the processor from the robot to C text."""
    start = time.process_time()
    lock: dict[str, Any] = {} if arm.lock is None else {"locked": arm.chain.joints[arm.lock]}
    function = lw.model(arm.robot, "inverse_geometry", **lock)
    lw.emit(function, "c")
    return function, time.process_time() - start


def our_contender(arm: Arm, function: lw.Function, compiler: str) -> tuple[Contender, Found]:
    contender = ours.c_contender(function, compiler, arm)
    shape = next(port.shape for port in function.outputs if port.name == "q")

    def rows() -> list[np.ndarray]:
        found = contender.values()[:, : shape[0] * shape[1]].reshape(STATES, *shape)
        whole = found if arm.lock is None else np.insert(found, arm.lock, LOCKED, axis=2)
        return [q[np.isfinite(q).all(axis=1)] for q in whole]

    return contender, rows


def _timed(work: Callable[[], Any]) -> Callable[[int], float]:
    """Nanoseconds per pose of work that goes once over all poses."""

    def timed(rounds: int) -> float:
        start = time.perf_counter_ns()
        for _ in range(rounds):
            work()
        return (time.perf_counter_ns() - start) / (rounds * STATES)

    return timed


def eaik_contenders(arm: Arm) -> Iterator[tuple[Contender, Found]]:
    from eaik.IK_HP import HPRobot  # type: ignore[import-not-found]

    screws = arm.chain.screws
    points = [np.zeros(3), *(s.c for s in screws), arm.chain.M[:3, 3]]
    P = np.array([b - a for a, b in itertools.pairwise(points)])
    fixed = [] if arm.lock is None else [(arm.lock, LOCKED)]
    robot = HPRobot(np.array([s.h for s in screws]), P, fixed)
    poses = arm.poses.copy()
    poses[:, :3, :3] = poses[:, :3, :3] @ arm.chain.M[:3, :3].T
    each = list(poses)

    def rows(found: Sequence[Any]) -> list[np.ndarray]:
        return [np.array(x.Q).reshape(-1, len(screws)) for x in found]

    single = lambda: [robot.IK(T) for T in each]  # noqa: E731
    batch = lambda: robot.IK_batched(each, 1)  # noqa: E731
    for label, work in (("one call", single), ("batch, one thread", batch)):
        yield Contender(EAIK, label, _timed(work), lambda: np.zeros(0), robot), lambda work=work: rows(work())  # type: ignore[misc]


def ssik_contender(arm: Arm) -> tuple[Contender, Found]:
    solver = prebuilt(arm.name)
    solve, poses = solver.solve, [np.asarray(solver.fk(q)) for q in arm.q]  # of its own base and end frames

    def work() -> list[Any]:
        return [solve(T, respect_limits=False) for T in poses]

    return Contender(SSIK, "one call", _timed(work), lambda: np.zeros(0), solve), lambda: [
        np.array([x.q for x in found]).reshape(-1, 6) for found in work()
    ]


def toolbox_contender(arm: Arm) -> tuple[Contender, Found]:
    from roboticstoolbox import ET, ETS  # type: ignore[import-not-found]
    from spatialmath import SE3  # type: ignore[import-not-found]

    chain, last = [], np.eye(4)
    for s in arm.chain.screws:  # a frame on each axis, z along it
        z = s.h
        x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
        frame = np.eye(4)
        frame[:3, 0], frame[:3, 2], frame[:3, 3] = x / np.linalg.norm(x), z, s.c
        frame[:3, 1] = np.cross(z, frame[:3, 0])
        chain += [ET.SE3(SE3(np.linalg.inv(last) @ frame, check=False)), ET.Rz()]
        last = frame
    ets = ETS([*chain, ET.SE3(SE3(np.linalg.inv(last) @ arm.chain.M, check=False))])

    def work() -> list[Any]:
        return [ets.ik_LM(T) for T in arm.poses]

    return Contender(TOOLBOX, "one call", _timed(work), lambda: np.zeros(0), ets), lambda: [
        np.array([x.q]) if x.success else np.zeros((0, 6)) for x in work()
    ]


def contenders(arm: Arm, function: lw.Function) -> list[tuple[Contender, Found]]:
    """Ours, and those of the peers that are here; what is not says why."""
    found = [our_contender(arm, function, compiler) for compiler in builds.compilers()]
    peers: list[Callable[[], Sequence[tuple[Contender, Found]]]] = (
        [lambda: list(eaik_contenders(arm))] if arm.kind == "closed"
        else [lambda: [ssik_contender(arm)], lambda: [toolbox_contender(arm)]]
    )  # fmt: skip
    for peer in peers:
        try:
            found += peer()
        except ImportError as problem:
            print(f"{arm.name}: without a peer: {problem}; {builds.PEERS}", file=sys.stderr)
    return found


# -- report ------------------------------------------------------------------------------------------------------------


def measured(name: str, samples: int, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    tell(f"{name}: making it")
    one = arm(name)
    function, seconds = made(one)
    both = contenders(one, function)
    tell(f"{name}: in turns")
    times = interleaved([c for c, _ in both], samples, lambda s: tell(f"{name}: sample {s + 1} of {samples}"))
    rows = []
    for (c, found), timing in zip(both, times, strict=True):
        postures = found()
        rows.append({"arm": name, "kind": one.kind, "group": c.group, "label": c.label, "us": timing.best / 1e3,
                     "median_us": timing.median / 1e3, "postures": sum(map(len, postures)),
                     "true": one.true(postures), "lost": one.lost(postures),
                     "seconds": seconds if c.group == ours.C else None})  # fmt: skip
    return rows


def goals(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Best against best, arm by arm."""
    found = []
    for name in dict.fromkeys(r["arm"] for r in rows):
        own = [r for r in rows if r["arm"] == name]
        best = min(r["us"] for r in own if r["group"] == ours.C)
        for peer in dict.fromkeys(r["group"] for r in own if r["group"] != ours.C):
            ratio = min(r["us"] for r in own if r["group"] == peer) / best
            found.append({"arm": name, "peer": peer, "ratio": ratio, "goal": GOALS[peer], "met": ratio >= GOALS[peer]})
        seconds, goal = next(r["seconds"] for r in own if r["seconds"]), SECONDS[own[0]["kind"]]
        found.append({"arm": name, "peer": "seconds to C", "ratio": seconds, "goal": goal, "met": seconds <= goal})
    return found


def report(rows: Sequence[dict[str, Any]]) -> None:
    print("| arm | | us per pose | median | postures | of them true | poses lost | seconds to C |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for r in rows:
        made_in = f"{r['seconds']:.1f}" if r["seconds"] else ""
        print(f"| {r['arm']} | {r['group']}, {r['label']} | {r['us']:.2f} | {r['median_us']:.2f} | {r['postures']} | "
              f"{r['true']} | {r['lost']} | {made_in} |")  # fmt: skip
    print("\n| arm | against | times faster, or seconds | goal | |\n|---|---|---:|---:|---|")
    for g in goals(rows):
        sign = "<=" if g["peer"] == "seconds to C" else ">="
        verdict = "met" if g["met"] else "NOT met"
        print(f"| {g['arm']} | {g['peer']} | {g['ratio']:.2f} | {sign} {g['goal']:g} | {verdict} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arms", nargs="*", help=f"of {', '.join((*CLOSED, *GENERAL))}; default: all")
    parser.add_argument("--samples", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    progress = Progress("inverse geometry: ")
    rows: list[dict[str, Any]] = []
    refused = 0
    for name in options.arms or (*CLOSED, *GENERAL):
        try:
            rows += measured(name, options.samples, progress)
        except ImportError as problem:  # a general arm is that of a peer
            print(f"{name}: not measured: {problem}; {builds.PEERS}", file=sys.stderr)
        except lw.RobotError as problem:
            print(f"{name}: REFUSED: {problem}", file=sys.stderr)
            refused = 1
    progress.done()
    if options.json:
        print(json.dumps({"rows": rows, "goals": goals(rows)}, indent=2))
    else:
        report(rows)
    return refused


if __name__ == "__main__":
    builds.finish(main)
