"""Laws of the inverse kinematics, checked with numbers.

Drawn postures are among those returned for their poses, and all returned postures lead back to the pose; joints that
are reported as free move while the frame stays; postures beyond a limit are flagged; matrices that are no poses are
reported by the status. Poses are those of `mechanics`, multiplied out, not those of the direct geometric model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Function
from linkwright.expr.replay import array_domain, replay
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from linkwright.robot import Limits, Robot
from linkwright.verification.bench import ModelFixture
from linkwright.verification.kinematics import flatten_matrix
from linkwright.verification.law import Law, Verdict
from linkwright.verification.states import random_state, robot_scale

STATES = 4
POSE_TOLERANCE = 1e-9  # relative to the longest distance, and of the axes: poses within this are the same
POSTURE_TOLERANCE = 1e-6  # postures within this are the same: at a double solution, errors grow like roots
LIMIT_MARGIN = 1e-6  # rad, or relative to the longest distance: a posture so far beyond a limit is outside
FREE_STEP = 0.03  # along joints that are reported as free
MODEL = "inverse_geometry"
Options = dict[str, Any]


class ArmFixture(ModelFixture):
    """A robot with numbers: its own, or random ones where it has symbols."""

    def __init__(self, origin: Robot) -> None:
        lifted = ModelFixture(origin)
        numbers = {name: lifted.numbers[name] for name in origin.parameters}
        super().__init__(origin, origin.with_numbers(numbers))

    def path(self, j: int) -> list[int]:
        """Joints that move a frame, from the base on."""
        found = []
        while j:
            found += [j] if self.robot.joint(j).moves else []
            j = self.robot.joint(j).parent
        return found[::-1]

    def pose(self, frame: int, q: Any) -> Any:
        """Pose of a frame in frame 0 from the mechanics, 4 x 4, at positions of all joints."""
        import numpy as np

        values = self.mechanics.lift(flatten_matrix(self.mechanics.poses[frame]))
        table = {**self.numbers, **dict(zip((str(x.name) for x in self.q), q, strict=True))}
        found = replay(self.graph, [x.id for x in values], array_domain(), lambda _, symbol: table[symbol.name])
        return np.array([float(found[x.id]) for x in values]).reshape(4, 4)


class ArmAngleFixture(ArmFixture):
    """An arm with a shoulder, an elbow and a wrist."""


def option_variants(m: ArmFixture) -> Iterator[tuple[Options, int, str]]:
    """Return (options, frame, task) of the problems that suit the robot; locked joints are drawn like the others."""
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


def arm_angle_variant(m: ArmFixture) -> Iterator[tuple[Options, int, str]]:
    """Return the options of a seven-joint arm: no joint is locked, the arm angle is given."""
    options = {"redundancy": "arm_angle"}
    m.function(MODEL, **options)
    yield options, m.end, "pose"


def check_variants(
    which: Callable[[ArmFixture], Iterator[tuple[Options, int, str]]],
) -> Callable[[ModelFixture], Verdict]:
    """Return a check of every variant at drawn postures, and at a pose out of reach."""

    def judge(m: ModelFixture) -> Verdict:
        assert isinstance(m, ArmFixture)
        count = 0
        for options, frame, task in which(m):
            arm = PostureChecks(m, m.function(MODEL, **options), frame, task, options)
            for problem in (*(arm.drawn(seed) for seed in range(STATES)), arm.far(), arm.no_pose()):
                if problem:
                    return "failed", f"{_options_text(options)}: {problem}"
            count += STATES
        return "passed", f"{count} poses"

    return judge


def check_free_joints(m: ModelFixture) -> Verdict:
    """Check joints that are reported as free: at postures with joints at 0, each of them moves, and the frame stays."""
    assert isinstance(m, ArmFixture)
    arm = PostureChecks(m, m.function(MODEL), m.end, problem_of(m.robot, m.end, "auto", None).task, {})
    count = 0
    for seed in range(STATES):
        problem, seen = arm.moved_freely(seed)
        if problem:
            return "failed", problem
        count += seen
    return "passed", f"{count} postures of a curve"


def check_limits(m: ModelFixture) -> Verdict:
    """Check limits that are close around a posture: it is within, and beyond either limit of any joint it is not."""
    assert isinstance(m, ArmFixture)
    arm = PostureChecks(m, m.function(MODEL), m.end, problem_of(m.robot, m.end, "auto", None).task, {})
    q = arm.start(0)
    near = {j: LIMIT_MARGIN * (1.0 if turns else arm.scale.length) for j, turns in zip(arm.own, arm.turns, strict=True)}
    here = {j: float(q[column]) for j, column in zip(arm.own, arm.columns, strict=True)}
    limits = {j: Limits(lower=here[j] - near[j], upper=here[j] + near[j]) for j in arm.own}
    joints = (replace(x, limits=limits[j]) if j in limits else x for j, x in enumerate(m.robot.joints, 1))
    other = ArmFixture(m.robot.changed(joints=tuple(joints)))
    solved = PostureChecks(other, other.function(MODEL, limits="flag"), m.end, arm.task, {})

    def is_outside(moved: Any) -> bool:
        found = solved(m.pose(m.end, moved), moved)
        apart = arm.apart(found["q"][: int(found["count"])], moved[arm.columns])
        return int(found["flags"][apart.argmin()]) & 4 > 0

    if is_outside(q):
        return "failed", f"a posture {LIMIT_MARGIN} within all limits is flagged as outside"
    for j, column in zip(arm.own, arm.columns, strict=True):
        for way in (-1, 1):
            moved = q.copy()
            moved[column] += 2 * way * near[j]
            if not is_outside(moved):
                return "failed", f"{m.robot.joint(j).name}: a posture {LIMIT_MARGIN} beyond a limit is not flagged"
    return "passed", f"both limits of {len(arm.own)} joints"


def _options_text(options: Options) -> str:
    """Options in words, for messages."""
    return ", ".join(f"{key}={value}" for key, value in options.items()) or "default options"


class PostureChecks:
    """A function that returns all postures, and the checks of what it returns."""

    def __init__(self, m: ArmFixture, fn: Function, frame: int, task: str, options: Options) -> None:
        import numpy as np

        self.m, self.fn, self.frame, self.task, self.options = m, fn, frame, task, options
        self.scale = robot_scale(m.robot, m.numbers)
        labels = next(port.labels for port in fn.outputs if port.name == "q")
        moving = [0 if c.is_motor else c.link for c in m.robot.coordinates if c.link]
        path = m.path(frame)
        own = [j for j in path if f"{m.robot.joint(j).variable}_1" in labels]
        self.own = own
        self.columns = [moving.index(j) for j in own]  # indices in q of the robot
        self.locked = [moving.index(j) for j in path if j not in own]
        self.turns = np.array([m.robot.joint(j).kind == "revolute" for j in own])
        self.slides = any(m.robot.joint(j).kind == "prismatic" for j in path)
        limits = [m.robot.joint(j).limits for j in own]
        self.lower = np.array([-np.inf if x.lower is None else x.lower for x in limits])
        self.upper = np.array([np.inf if x.upper is None else x.upper for x in limits])

    def __call__(self, T: Any, q: Any, psi: float = 0.0) -> dict[str, Any]:
        """Outputs of the function at a pose, with locked joints and the nearest posture taken from q."""
        given = {"q_locked": [q[k] for k in self.locked], "q_near": q[self.columns], "psi": [psi]}
        names = {port.name for port in self.fn.inputs}
        found = self.fn(T=T, **{name: x for name, x in given.items() if name in names})
        assert isinstance(found, dict)
        return found

    def start(self, seed: int) -> Any:
        """A drawn posture within the limits of the joints."""
        import numpy as np

        q = np.array(random_state(self.m.robot, seed, self.scale)["q"])
        both = np.isfinite(self.lower) & np.isfinite(self.upper)
        own = q[self.columns]
        part = (own / np.where(self.turns, 1.0, self.scale.length) + 3) / 6
        with np.errstate(invalid="ignore"):
            q[self.columns] = np.where(both, self.lower + part * (self.upper - self.lower), own)
        return q

    def drawn(self, seed: int) -> str:
        """Check the postures at the pose of a drawn posture; return the problem, or an empty text."""
        import numpy as np

        start = self.start(seed)
        T = self.m.pose(self.frame, start)
        has_angle = "psi" in {port.name for port in self.fn.inputs}
        psi = self.angle(start) if has_angle else 0.0
        found = self(T, start, psi)
        rows, count, status = np.asarray(found["q"], dtype=float), int(found["count"]), int(found["status"])
        if status != 0 or not np.isfinite(rows[:count]).all() or not np.isnan(rows[count:]).all():
            return f"status {status}, {count} postures, but another number of rows with numbers"
        apart = self.apart(rows[:count], start[self.columns])
        if not count or apart.min() > POSTURE_TOLERANCE:
            return "the drawn posture is not among those of its pose"
        for k, row in enumerate(rows[:count], 1):
            q = start.copy()
            q[self.columns] = row
            if not (miss := self.missed(self.m.pose(self.frame, q), T)) < POSE_TOLERANCE:
                return f"posture {k} misses the pose by {miss:.0e}"
            if has_angle and abs(np.sin((self.angle(q) - psi) / 2)) > POSTURE_TOLERANCE:
                return f"posture {k} has another arm angle"
        if has_angle and (problem := self.moved_angle(found, T, start, psi)):
            return problem
        if any(self.apart(rows[:k], row).min(initial=1.0) < POSTURE_TOLERANCE for k, row in enumerate(rows[:count])):
            return "" if self.options.get("limits") == "within" else "a posture is returned twice"
        return self.told(found, rows[:count]) or self.chosen(rows[:count], found, start)

    def angle(self, q: Any) -> float:
        """Arm angle about the line from shoulder to wrist, from the first axis to the elbow, rad. The elbow is the
        point of the fourth axis nearest to the shoulder."""
        import numpy as np

        frames = [self.m.pose(j, q) for j in self.own]
        lines = [(T[:3, 2], T[:3, 3]) for T in frames]
        shoulder, wrist = (_nearest_point(lines[k : k + 3]) for k in (0, 4))
        h, c = lines[3]
        elbow = c + h * (h @ (shoulder - c)) - shoulder
        u = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
        first = lines[0][0]
        return float(np.arctan2(u @ np.cross(first, elbow), first @ elbow - (u @ first) * (u @ elbow)))

    def moved_angle(self, found: dict[str, Any], T: Any, start: Any, psi: float) -> str:
        """Check that branches keep their postures where the arm angle changes a little."""
        import numpy as np

        other = self(T, start, psi + 1e-5)
        for k in range(int(found["count"])):
            same = [i for i in range(int(other["count"])) if other["branch"][i] == found["branch"][k]]
            if len(same) != 1 or self.apart(np.asarray(other["q"])[same], np.asarray(found["q"])[k]).max() > 1e-2:
                return f"branch {int(found['branch'][k])} is another posture at the next angle"
        return ""

    def moved_freely(self, seed: int) -> tuple[str, int]:
        """Check joints reported as free at a posture of which some joints are at 0; return the problem and how many
        were seen."""
        import numpy as np

        start = self.start(seed)
        some = np.random.default_rng(seed).random(len(self.columns)) < 0.6
        start[np.array(self.columns)[some]] = 0.0
        T = self.m.pose(self.frame, start)
        found = self(T, start)
        rows, seen = np.asarray(found["q"], dtype=float)[: int(found["count"])], 0
        for row, flags, bits in zip(rows, found["flags"], found["free"], strict=False):
            joints = [k for k in range(len(self.columns)) if int(bits) >> k & 1]
            if bool(joints) != bool(int(flags) & 2):
                return "the flag of a curve and the free joints of a posture contradict each other", seen
            if joints and seen < 2:
                seen += 1
                q = start.copy()
                q[self.columns] = row
                if not self.moves(q, [self.columns[k] for k in joints], T):
                    names = ", ".join(str(k + 1) for k in joints)
                    return f"joints {names} are reported as free, but move the frame", seen
        return "", seen

    def moves(self, q: Any, places: list[int], T: Any) -> bool:
        """Return whether each of these joints moves along a curve on which the frame stays: a step along the null space
        of the pose, then Newton steps back to the pose."""
        import numpy as np

        unit = np.array([1.0 if self.turns[self.columns.index(k)] else self.scale.length for k in places])

        def off(x: Any) -> Any:
            return self.difference(self.m.pose(self.frame, x), T)

        def slopes(x: Any) -> Any:
            columns = []
            for k, u in zip(places, unit, strict=True):
                step = np.zeros(len(x))
                step[k] = 1e-5 * u
                columns.append((off(x + step) - off(x - step)) / 2e-5)
            return np.array(columns).T

        _, size, V = np.linalg.svd(slopes(q))
        moved = np.zeros(len(places))
        for v in V[int((size > 1e-5).sum()) :]:
            there = q.copy()
            there[places] += FREE_STEP * v * unit
            for _ in range(4):
                there[places] -= unit * (np.linalg.pinv(slopes(there), rcond=1e-5) @ off(there))
            if np.abs(off(there)).max() < POSE_TOLERANCE:
                moved = np.maximum(moved, np.abs(there - q)[places] / unit)
        return bool((moved > 1e-5).all())

    def no_pose(self) -> str:
        """Check matrices that are no poses: with NaN or infinity, mirrored, transposed, without the last row."""
        import numpy as np

        q = self.start(1)
        T = self.m.pose(self.frame, q)
        T[:3, 3] += 0.1 * self.scale.length
        wrong = {name: T.copy() for name in ("not a number", "infinite", "mirrored", "without its last row")}
        wrong["not a number"][0, 3], wrong["infinite"][2, 3] = np.nan, np.inf
        wrong["mirrored"][:3, 0] *= -1
        wrong["without its last row"][3] = 0
        for name, X in {**wrong, "transposed": T.T.copy()}.items():
            found = self(X, q)
            if (int(found["status"]), int(found["count"])) != (5, 0) or not np.isnan(found["q"]).all():
                return f"a pose that is {name} has status {int(found['status'])}, not 5"
        return ""

    def told(self, found: dict[str, Any], rows: Any) -> str:
        """Check residuals, flags and branches; no drawn posture is singular."""
        import numpy as np

        values = {key: np.asarray(found[key])[: len(rows)] for key in ("residual", "flags", "free", "branch")}
        if not (np.all(values["residual"] >= 0) and np.all(values["residual"] < POSE_TOLERANCE * self.scale.length)):
            return "residuals are negative or too large"
        if (values["flags"] & 3).any() or values["free"].any():
            return "a drawn posture is flagged as singular"
        if (values["branch"] < 0).any() or len(set(values["branch"].tolist())) != len(set(map(self.turned, rows))):
            return "branches are not distinguished"
        return ""

    def chosen(self, rows: Any, found: dict[str, Any], start: Any) -> str:
        """Check the treatment of limits, and the order of the postures."""
        import numpy as np

        edge = POSTURE_TOLERANCE * np.where(self.turns, 1.0, self.scale.length)
        within = ((rows >= self.lower - edge) & (rows <= self.upper + edge)).all(axis=1)
        how = self.options.get("limits", "ignore")
        outside = (np.asarray(found["flags"])[: len(rows)] & 4) > 0
        if (how == "within" and not within.all()) or (how == "flag" and (outside == within).any()):
            return "limits are not respected"
        if self.options.get("nearest") == "yes":
            unit = np.where(self.turns, 1.0, self.scale.length)
            far = np.linalg.norm((rows - start[self.columns]) / unit, axis=1)
            if far[0] > POSTURE_TOLERANCE or (self.turns.all() and (np.diff(far) < -POSTURE_TOLERANCE).any()):
                return "postures are not sorted by distance"
        return ""

    def turned(self, row: Any) -> tuple[float, ...]:
        """Key of a posture that is the same whatever whole turns its joints have made."""
        import numpy as np

        values = np.where(self.turns, np.exp(1j * row), row)
        return tuple(np.round(np.concatenate([values.real, values.imag]), 5) + 0.0)

    def apart(self, rows: Any, row: Any) -> Any:
        """Distances of postures from another one, whole turns aside."""
        import numpy as np

        d = rows - row
        return np.abs(np.where(self.turns, 2 * np.sin(d / 2), d / self.scale.length)).max(axis=1)

    def missed(self, T: Any, wanted: Any) -> float:
        """Largest difference of a pose from the wanted one, as far as the task goes."""
        import numpy as np

        return float(np.abs(self.difference(T, wanted)).max())

    def difference(self, T: Any, wanted: Any) -> Any:
        """Difference of position, relative to the longest distance, and of the axes that the task gives."""
        import numpy as np

        axes = {"pose": (0, 1, 2), "direction": (2,), "position": ()}[self.task]
        return np.concatenate([(T[:3, 3] - wanted[:3, 3]) / self.scale.length,
                               *(T[:3, k] - wanted[:3, k] for k in axes)])  # fmt: skip

    def far(self) -> str:
        """Check that a pose further away than all lengths is out of reach, unless a joint slides."""
        import numpy as np

        if self.slides:
            return ""
        q = np.zeros(len(self.m.q))
        T = self.m.pose(self.frame, q)
        T[:3, 3] += 1e3 * self.scale.length
        found = self(T, q)
        nothing = bool(np.isnan(np.asarray(found["q"], dtype=float)).all())
        if (int(found["status"]), int(found["count"]), nothing) != (3, 0, True):
            return "postures are returned at a pose out of reach"
        return ""


def _nearest_point(lines: Any) -> Any:
    """Point nearest to lines, each given by a direction and a point."""
    import numpy as np

    across = [np.eye(3) - np.outer(h, h) for h, _ in lines]
    right = np.concatenate([A @ c for A, (_, c) in zip(across, lines, strict=True)])
    return np.linalg.lstsq(np.concatenate(across), right, rcond=None)[0]


LAWS = (
    Law(
        "postures at the pose of a posture: includes it, and all lead back",
        (MODEL,),
        check_variants(option_variants),
        ArmFixture,
    ),
    Law(
        "postures at an arm angle have it, and lead back", (MODEL,), check_variants(arm_angle_variant), ArmAngleFixture
    ),
    Law("joints reported as free move, and the frame stays", (MODEL,), check_free_joints, ArmFixture),
    Law("a posture a little beyond a limit is outside", (MODEL,), check_limits, ArmFixture),
)

__all__ = ["LAWS", "ArmAngleFixture", "ArmFixture"]
