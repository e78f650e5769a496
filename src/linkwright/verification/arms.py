"""The law of inverse geometry, in numbers: postures that are drawn are among those of their poses, and all of these
lead back. Poses are those of the mechanics, multiplied out, not of the direct geometric model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


class AngleBench(ArmBench):
    """An arm with a shoulder, an elbow and a wrist."""


def variants(m: ArmBench) -> Iterator[tuple[Options, int, str]]:
    """(options, frame, task) of what the joints can do; joints that are locked take part in the draw."""
    path, refused, seen = m.path(m.end), "", 0
    chosen: list[tuple[Options, int]] = [({}, m.end), ({"task": "pose", "limits": "flag"}, m.end)]
    chosen.append(({"limits": "within", "nearest": "yes"}, m.end))
    if len(path) == 6:
        chosen.append(({"task": "direction", "locked": path[-1]}, m.end))
    if len(path) > 3:
        chosen.append(({"task": "position", "locked": path[3], "frame": path[3]}, path[3]))
    for options, frame in chosen:
        locked = (options["locked"],) if "locked" in options else None
        try:
            m.function(MODEL, **options)
            task = problem_of(m.robot, frame, options.get("task", "auto"), locked).task
        except RobotError as reason:
            refused = refused or str(reason)
            continue
        seen += 1
        yield options, frame, task
    if not seen:
        raise RobotError(refused)


def angles(m: ArmBench) -> Iterator[tuple[Options, int, str]]:
    """Of seven joints none is locked: the angle of the arm is given."""
    options = {"redundancy": "arm_angle"}
    m.function(MODEL, **options)
    yield options, m.end, "pose"


def held(which: Callable[[ArmBench], Iterator[tuple[Options, int, str]]]) -> Callable[[Bench], Verdict]:
    """Every variant at drawn postures, and out of reach."""

    def judge(m: Bench) -> Verdict:
        assert isinstance(m, ArmBench)
        count = 0
        for options, frame, task in which(m):
            arm = Solved(m, m.function(MODEL, **options), frame, task, options)
            for problem in (*(arm.drawn(seed) for seed in range(STATES)), arm.far()):
                if problem:
                    return "failed", f"{_told(options)}: {problem}"
            count += STATES
        return "passed", f"{count} poses"

    return judge


def _told(options: Options) -> str:
    return ", ".join(f"{key}={value}" for key, value in options.items()) or "as it comes"


class Solved:
    """A function that gives all postures, and what it must give."""

    def __init__(self, m: ArmBench, fn: Function, frame: int, task: str, options: Options) -> None:
        import numpy as np

        self.m, self.fn, self.frame, self.task, self.options = m, fn, frame, task, options
        self.scale = scale_of(m.robot, m.numbers)
        labels = next(port.labels for port in fn.outputs if port.name == "q")
        moving = [0 if c.is_motor else c.link for c in m.robot.coordinates if c.link]
        path = m.path(frame)
        own = [j for j in path if f"{m.robot.joint(j).variable}_1" in labels]
        self.columns = [moving.index(j) for j in own]  # places in q of the robot
        self.locked = [moving.index(j) for j in path if j not in own]
        self.turns = np.array([m.robot.joint(j).kind == "revolute" for j in own])
        self.slides = any(m.robot.joint(j).kind == "prismatic" for j in path)
        limits = [m.robot.joint(j).limits for j in own]
        self.lower = np.array([-np.inf if x.lower is None else x.lower for x in limits])
        self.upper = np.array([np.inf if x.upper is None else x.upper for x in limits])

    def __call__(self, T: Any, q: Any, psi: float = 0.0) -> dict[str, Any]:
        given = {"q_locked": [q[k] for k in self.locked], "q_near": q[self.columns], "psi": [psi]}
        names = {port.name for port in self.fn.inputs}
        found = self.fn(T=T, **{name: x for name, x in given.items() if name in names})
        assert isinstance(found, dict)
        return found

    def start(self, seed: int) -> Any:
        """A posture, within the limits of the joints."""
        import numpy as np

        q = np.array(random_state(self.m.robot, seed, self.scale)["q"])
        both = np.isfinite(self.lower) & np.isfinite(self.upper)
        own = q[self.columns]
        part = (own / np.where(self.turns, 1.0, self.scale.length) + 3) / 6
        with np.errstate(invalid="ignore"):
            q[self.columns] = np.where(both, self.lower + part * (self.upper - self.lower), own)
        return q

    def drawn(self, seed: int) -> str:
        """What is wrong with the postures at the pose of a posture that is drawn."""
        import numpy as np

        start = self.start(seed)
        T = self.m.pose(self.frame, start)
        found = self(T, start, 0.4 * seed - 1)
        rows, count, status = np.asarray(found["q"], dtype=float), int(found["count"]), int(found["status"])
        if status != 0 or not np.isfinite(rows[:count]).all() or not np.isnan(rows[count:]).all():
            return f"status {status}, {count} postures, and not as many rows of numbers"
        apart = self.apart(rows[:count], start[self.columns])
        if "psi" not in {port.name for port in self.fn.inputs} and (not count or apart.min() > SAME):
            return "the posture that was drawn is not among those of its pose"
        for k, row in enumerate(rows[:count], 1):
            q = start.copy()
            q[self.columns] = row
            if not (miss := self.missed(self.m.pose(self.frame, q), T)) < NEAR:
                return f"posture {k} misses the pose by {miss:.0e}"
        if any(self.apart(rows[:k], row).min(initial=1.0) < SAME for k, row in enumerate(rows[:count])):
            return "" if self.options.get("limits") == "within" else "a posture is there twice"
        return self.told(found, rows[:count]) or self.chosen(rows[:count], found, start)

    def told(self, found: dict[str, Any], rows: Any) -> str:
        """What is wrong with what is said of each; none that is drawn is singular."""
        import numpy as np

        values = {key: np.asarray(found[key])[: len(rows)] for key in ("residual", "flags", "free", "branch")}
        if not (np.all(values["residual"] >= 0) and np.all(values["residual"] < NEAR * self.scale.length)):
            return "residuals that are none"
        if (values["flags"] & 3).any() or values["free"].any():
            return "a posture that was drawn is said to be singular"
        if (values["branch"] < 0).any() or len(set(values["branch"].tolist())) != len(set(map(self.turned, rows))):
            return "branches that are not told apart"
        return ""

    def chosen(self, rows: Any, found: dict[str, Any], start: Any) -> str:
        """What is wrong with limits and order."""
        import numpy as np

        edge = SAME * np.where(self.turns, 1.0, self.scale.length)
        within = ((rows >= self.lower - edge) & (rows <= self.upper + edge)).all(axis=1)
        how = self.options.get("limits", "ignore")
        outside = (np.asarray(found["flags"])[: len(rows)] & 4) > 0
        if (how == "within" and not within.all()) or (how == "flag" and (outside == within).any()):
            return "limits that are not kept"
        if self.options.get("nearest") == "yes":
            unit = np.where(self.turns, 1.0, self.scale.length)
            far = np.linalg.norm((rows - start[self.columns]) / unit, axis=1)
            if far[0] > SAME or (self.turns.all() and (np.diff(far) < -SAME).any()):
                return "an order that is not that of the distances"
        return ""

    def turned(self, row: Any) -> tuple[float, ...]:
        """What all turns of a posture have in common."""
        import numpy as np

        values = np.where(self.turns, np.exp(1j * row), row)
        return tuple(np.round(np.concatenate([values.real, values.imag]), 5) + 0.0)

    def apart(self, rows: Any, row: Any) -> Any:
        """How far postures are from another, turns apart."""
        import numpy as np

        d = rows - row
        return np.abs(np.where(self.turns, 2 * np.sin(d / 2), d / self.scale.length)).max(axis=1)

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


LAWS = (
    Law("postures at the pose of a posture: this one, and all lead back", (MODEL,), held(variants), ArmBench),
    Law("postures at an arm angle lead back", (MODEL,), held(angles), AngleBench),
)

__all__ = ["LAWS", "AngleBench", "ArmBench"]
