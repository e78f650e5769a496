"""Random arms with random angles wherever a table leaves them free: every posture that made a pose is found.

Arms have one to eight joints, turning and sliding ones in any order. Each number of a row of Khalil and Kleinfinger's
is zero, a quarter turn, or any number: the constant theta of a sliding joint, too. All tasks are asked for, and any
joints are locked. The pose comes from matrices that share no code with Linkwright; it must lead back to the drawn
posture, and every answer must lead to the pose.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwright as lw
from fuzz.report import Section

POSES = 4  # of each task and choice of locked joints
SAME = 1e-5  # two positions of one posture, of the reach where a joint slides
AT = 1e-8  # a posture at the pose, of the reach
LEFT = {"direction": 5, "position": 3}  # joints that a task takes
COLUMNS = {"pose": (0, 1, 2, 3), "direction": (2, 3), "position": (3,)}  # of T that a task looks at
QUARTERS = {"0": 0.0, "pi/2": math.pi / 2, "-pi/2": -math.pi / 2, "pi": math.pi}


@dataclass(frozen=True)
class Row:
    """A joint: whether it turns, and gamma, b, alpha, d, theta, r of its row."""

    turns: bool
    numbers: tuple[float, ...]
    texts: tuple[str, ...]  # as the robot is told


def drawn(rng: random.Random) -> list[Row]:
    n = rng.choices(range(1, 9), (1, 2, 4, 6, 6, 6, 3, 1))[0]
    slides = {*rng.sample(range(n), min(n, rng.choice((0, 1, 1, 2, 2, 3))))}
    free = rng.random()  # how many angles are: none of some arms, all of others
    return [_row(rng, k == 0, k not in slides, free) for k in range(n)]


def _row(rng: random.Random, is_first: bool, turns: bool, free: float) -> Row:
    def angle(may_be_zero: bool = True) -> tuple[float, str]:
        if rng.random() < free:
            x = rng.choice((round(rng.uniform(-3, 3), rng.choice((1, 3))), rng.uniform(-3, 3)))
            return x, repr(x)
        text = rng.choice([*QUARTERS, "pi/2", "0"] if may_be_zero else ["pi/2", "-pi/2"])
        return QUARTERS[text], text if rng.random() < 0.7 else repr(QUARTERS[text])

    def length() -> tuple[float, str]:
        x = rng.choice((0.0, round(rng.uniform(0.1, 0.7), 2)))
        return x, repr(x)

    nothing = 0.0, "0"
    branches = rng.random() < 0.15
    gamma, b = (angle(), length()) if branches else (nothing, nothing)
    alpha, d = (nothing, nothing) if is_first else (angle(rng.random() < 0.4), length())
    theta = nothing if turns and rng.random() < 0.7 else angle()
    cells = (gamma, b, alpha, d, theta, length())
    return Row(turns, tuple(x for x, _ in cells), tuple(text for _, text in cells))


def as_robot(rows: Sequence[Row]) -> lw.Robot:
    joints = []
    for j, row in enumerate(rows, 1):
        place: dict[str, Any] = dict(zip(("gamma", "b", "alpha", "d", "theta", "r"), row.texts))
        joints.append(lw.Joint(name=f"j{j}", parent=j - 1, kind="revolute" if row.turns else "prismatic", **place))
    return lw.Robot(name="arm", joints=tuple(joints))


def pose(rows: Sequence[Row], q: Any) -> Any:
    """Khalil and Kleinfinger (1986)."""
    T = np.eye(4)
    for row, x in zip(rows, q, strict=True):
        gamma, b, alpha, d, theta, r = row.numbers
        theta, r = (theta + x, r) if row.turns else (theta, r + x)
        T = T @ _screw(2, gamma, b) @ _screw(0, alpha, d) @ _screw(2, theta, r)
    return T


def _screw(axis: int, angle: float, way: float) -> Any:
    T = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[j, j] = math.cos(angle)
    T[j, i], T[i, j] = math.sin(angle), -math.sin(angle)
    T[axis, 3] = way
    return T


def requests(rng: random.Random, n: int) -> list[tuple[str, tuple[int, ...]]]:
    """Tasks and locked joints (from 1): the plain one, and others by chance."""
    found: list[tuple[str, tuple[int, ...]]] = [("auto", ())] if n <= 6 else []
    for left in dict.fromkeys((min(n, 6), *rng.sample(range(1, min(n, 6) + 1), min(n, 2)))):
        locked = tuple(sorted(rng.sample(range(1, n + 1), n - left)))
        tasks = [task for task, count in LEFT.items() if count == left]
        found += [(task, locked) for task in ("pose", *tasks)]
    return found


def run(section: Section) -> None:
    for rng in section.rounds(least=3):
        rows = drawn(rng)
        for task, locked in requests(rng, len(rows)):
            kinds = "".join("RP"[not row.turns] for row in rows)
            where = f"trial {section.trials}, seed {section.seed}: {kinds}, task {task}, locked {locked}"
            with section.guarded(f"{task}, {len(locked)} locked", where), warnings.catch_warnings():
                warnings.simplefilter("ignore", lw.ModelWarning)
                _one(section, rows, task, locked, rng, where)


def _one(
    section: Section, rows: Sequence[Row], task: str, locked: tuple[int, ...], rng: random.Random, where: str
) -> None:
    robot = as_robot(rows)
    options: dict[str, Any] = {"locked": ",".join(map(str, locked))} if locked else {}
    inverse = lw.compile(lw.model(robot, "inverse_geometry", task=task, **options), backend="python")
    own = [k for k in range(len(rows)) if k + 1 not in locked]
    reach = sum(abs(row.numbers[k]) for row in rows for k in (1, 3, 5)) + 1
    if task == "auto":  # what so many joints can do; a pose of theirs has it all
        task = next((t for t, count in LEFT.items() if count == len(own)), "pose")
    for _ in range(POSES):
        q = np.array([rng.uniform(-3, 3) if row.turns else rng.uniform(-1, 1) for row in rows])
        T = pose(rows, q)
        found = inverse(T=T, **({"q_locked": [q[k - 1] for k in locked]} if locked else {}))
        section.comparisons += 1
        answers = np.asarray(found["q"])[: int(found["count"])]
        steps = answers - q[own]
        turns = np.array([rows[k].turns for k in own])
        apart = np.where(turns, 2 * np.abs(np.sin(steps / 2)), steps / reach)
        if not len(answers) or np.abs(apart).max(axis=1).min() > SAME:
            section.found("a posture is missed", f"{where}: {list(q)}, {len(answers)} found")
        for x in answers:
            whole = q.copy()
            whole[own] = x
            off = (pose(rows, whole) - T)[:3, list(COLUMNS[task])] / [[reach if c == 3 else 1 for c in COLUMNS[task]]]
            if not np.abs(off).max() < AT:
                section.found("an answer is not at the pose", f"{where}: {list(q)}: {list(x)}")
