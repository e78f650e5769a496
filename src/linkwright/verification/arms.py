"""The law of inverse geometry, in numbers: postures that are drawn are among those of their poses, and all of these
lead back. Poses are those of the mechanics, multiplied out, not of the direct geometric model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function
from linkwright.expr.replay import arrays, replay
from linkwright.models.inverse_geometry import problem_of
from linkwright.robot import Robot
from linkwright.verification.bench import Bench
from linkwright.verification.kinematics import flat
from linkwright.verification.law import Law, Verdict
from linkwright.verification.states import random_state, scale_of

STATES = 4
NEAR = 1e-9  # of the longest distance, and of the axes: a pose that is the same
SAME = 1e-6  # a posture that is the same: at a double one, errors are roots
MODEL = "inverse_geometry"
Options = dict[str, Any]


class ArmBench(Bench):
    """A robot of numbers, its own, or random ones where it has symbols."""

    def __init__(self, origin: Robot) -> None:
        lifted = Bench(origin)
        numbers = {name: lifted.numbers[name] for name in origin.parameters}
        super().__init__(origin, origin.with_numbers(numbers))

    def path(self, j: int) -> list[int]:
        """The joints that move a frame."""
        found = []
        while j:
            found += [j] if self.robot.joint(j).moves else []
            j = self.robot.joint(j).parent
        return found[::-1]

    def pose(self, frame: int, q: Any) -> Any:
        """Of the mechanics, at a position of all joints."""
        import numpy as np

        values = self.mechanics.lift(flat(self.mechanics.poses[frame]))
        table = {**self.numbers, **dict(zip((str(x.name) for x in self.q), q, strict=True))}
        found = replay(self.graph, [x.id for x in values], arrays(), lambda _, symbol: table[symbol.name])
        return np.array([float(found[x.id]) for x in values]).reshape(4, 4)


def variants(m: ArmBench) -> Iterator[tuple[Options, int, str]]:
    """(options, frame, task) of what the joints can do; a joint that is locked takes part in the draw."""
    path, refused, seen = m.path(m.end), "", 0
    chosen: list[tuple[Options, int]] = [({}, m.end)]
    if len(path) in (3, 5, 6):  # else this is what comes of itself
        chosen.append(({"task": "pose"}, m.end))
    if len(path) == 6:
        chosen.append(({"task": "direction", "locked": path[-1]}, m.end))
    if len(path) > 3:
        chosen.append(({"task": "position", "locked": path[3], "frame": path[3]}, path[3]))
    for options, frame in chosen:
        try:
            m.function(MODEL, **options)
            task = problem_of(m.robot, frame, options.get("task", "auto"), options.get("locked")).task
        except RobotError as reason:
            refused = refused or str(reason)
            continue
        seen += 1
        yield options, frame, task
    if not seen:
        raise RobotError(refused)


def postures(m: Bench) -> Verdict:
    """Every variant at drawn postures, and out of reach."""
    assert isinstance(m, ArmBench)
    count = 0
    for options, frame, task in variants(m):
        arm = Solved(m, m.function(MODEL, **options), frame, task)
        for problem in (*(arm.drawn(seed) for seed in range(STATES)), arm.far()):
            if problem:
                return "failed", f"{_told(options)}: {problem}"
        count += STATES
    return "passed", f"{count} poses"


def _told(options: Options) -> str:
    return ", ".join(f"{key}={value}" for key, value in options.items()) or "as it comes"


class Solved:
    """A function that gives all postures, and what it must give."""

    def __init__(self, m: ArmBench, fn: Function, frame: int, task: str) -> None:
        import numpy as np

        self.m, self.fn, self.frame, self.task = m, fn, frame, task
        self.scale = scale_of(m.robot, m.numbers)
        labels = next(port.labels for port in fn.outputs if port.name == "q")
        moving = [0 if c.is_motor else c.link for c in m.robot.coordinates if c.link]
        path = m.path(frame)
        own = [j for j in path if f"{m.robot.joint(j).variable}_1" in labels]
        self.columns = [moving.index(j) for j in own]  # places in q of the robot
        self.locked = [moving.index(j) for j in path if j not in own]
        self.turns = np.array([m.robot.joint(j).kind == "revolute" for j in own])
        self.slides = any(m.robot.joint(j).kind == "prismatic" for j in path)

    def __call__(self, T: Any, q: Any) -> dict[str, Any]:
        given = {"q_locked": [q[k] for k in self.locked]} if self.locked else {}
        found = self.fn(T=T, **given)
        assert isinstance(found, dict)
        return found

    def drawn(self, seed: int) -> str:
        """What is wrong with the postures at the pose of a posture that is drawn."""
        import numpy as np

        start = np.array(random_state(self.m.robot, seed, self.scale)["q"])
        T = self.m.pose(self.frame, start)
        found = self(T, start)
        rows, count, status = np.asarray(found["q"], dtype=float), int(found["count"]), int(found["status"])
        if status != 0 or not np.isfinite(rows[:count]).all() or not np.isnan(rows[count:]).all():
            return f"status {status}, {count} postures, and not as many rows of numbers"
        apart = rows[:count] - start[self.columns]
        apart = np.where(self.turns, 2 * np.sin(apart / 2), apart / self.scale.length)
        if not count or np.abs(apart).max(axis=1).min() > SAME:
            return "the posture that was drawn is not among those of its pose"
        for k, row in enumerate(rows[:count], 1):
            q = start.copy()
            q[self.columns] = row
            if not (miss := self.missed(self.m.pose(self.frame, q), T)) < NEAR:
                return f"posture {k} misses the pose by {miss:.0e}"
        return ""

    def missed(self, T: Any, wanted: Any) -> float:
        """How far a pose is from another, as far as the task goes."""
        import numpy as np

        axes = {"pose": (0, 1, 2), "direction": (2,), "position": ()}[self.task]
        parts = [(T[:3, 3] - wanted[:3, 3]) / self.scale.length, *(T[:3, k] - wanted[:3, k] for k in axes)]
        return float(np.abs(np.concatenate(parts)).max())

    def far(self) -> str:
        """Nothing that only turns reaches what is further away than all lengths."""
        import numpy as np

        if self.slides:
            return ""
        q = np.zeros(len(self.m.q))
        T = self.m.pose(self.frame, q)
        T[:3, 3] += 1e3 * self.scale.length
        found = self(T, q)
        nothing = bool(np.isnan(np.asarray(found["q"], dtype=float)).all())
        if (int(found["status"]), int(found["count"]), nothing) != (3, 0, True):
            return "postures at a pose out of reach"
        return ""


LAWS = (Law("postures at the pose of a posture: this one, and all lead back", (MODEL,), postures, ArmBench),)

__all__ = ["LAWS", "ArmBench"]
