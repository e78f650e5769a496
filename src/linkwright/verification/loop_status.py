"""Laws of the status of loops, and of loops with other independent joints than the drives, in numbers.

Singular configurations are searched along paths of closed configurations, in the null space N of the constraint rows:
where the determinant of the rows of N of some joints changes its sign, these joints do not determine the others. Each
step is along the steepest descent of that determinant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.errors import RobotError
from linkwright.expr import Function
from linkwright.models import function
from linkwright.verification.closed import CONFIGURATION
from linkwright.verification.law import Law, Verdict
from linkwright.verification.loop_bench import LoopFixture, MotionStates
from linkwright.verification.loops import (
    NumericEquality,
    compare_values,
    loop_effort_terms,
    loop_efforts,
    loop_forward_dynamics,
    motion_of_all_joints,
)

if TYPE_CHECKING:
    from linkwright.run.native import Array

PATH_STEPS, PATH_STEP = 25, 0.1  # along closed configurations, rad or relative to the length of the robot
DIFFERENCE_STEP = 1e-6  # step of differences
SINGULARITY_OFFSETS = (0.0, 1e-9, 1e-6)
STARTS_PER_STATE = 12  # starts of iterations for each state
CLOSURE_TOLERANCE = 1e-11  # largest residual after iterations: relative to the length of the robot, and of axes
PLATFORM = "platform"


# -- singular positions -----------------------------------------------------------------------------------------------


class ClosedPath:
    """Closed configurations q(s) near one: all joints are free to move as the loops allow."""

    def __init__(self, m: LoopFixture, q: Array, direction: Array) -> None:
        self.m, self.q, self.direction = m, q, direction

    def at(self, s: float) -> Array | None:
        """The closed configuration at a path parameter, or None."""
        return close_nearest(self.m, self.q + s * self.direction * self.m.sizes)

    def root(self, places: list[int]) -> float | None:
        """Path parameter within a step at which the determinant of the rows of N of these joints vanishes, or None."""
        import numpy as np

        like = null_space(self.m, self.q)

        def det(s: float) -> float:
            q = self.at(s)
            N = None if q is None else null_space(self.m, q, like)
            return float(np.nan if N is None else np.linalg.det(N[places]))

        low, high, first = 0.0, PATH_STEP, det(0.0)
        if not first * det(high) < 0:
            return None
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if det(middle) * first > 0 else (low, middle)
        return high


def close_nearest(m: LoopFixture, q: Array) -> Array | None:
    """The nearest closed configuration, all joints free; None if there is none."""
    import numpy as np

    for _ in range(20):
        at = MotionStates(q[None], q[None] * 0, q[None] * 0)
        f, J = m.evaluate_mechanics(m.equations, at)[0], m.loop_rows(at)[0]
        step = np.linalg.lstsq(J * m.sizes, f, rcond=1e-9)[0]
        q = q - step * m.sizes
        if np.abs(step).max() < 1e-15:
            break
    at = MotionStates(q[None], q[None] * 0, q[None] * 0)
    return q if np.abs(m.closure_errors(at)).max(initial=0.0) < 1e-13 else None


def null_space(m: LoopFixture, q: Array, like: Array | None = None) -> Array | None:
    """Basis of the rates that the loops allow, in radians and lengths of the robot, aligned with another basis. None
    where the rows have a lower rank."""
    import numpy as np

    J = m.loop_rows(MotionStates(q[None], q[None] * 0, q[None] * 0))[0] * m.sizes
    _, values, rows = np.linalg.svd(J / np.abs(J).max())
    count = len(m.own)
    if values[len(q) - count - 1] < 1e-6:
        return None
    N = rows[-count:].T
    if like is not None:
        u, _, v = np.linalg.svd(N.T @ like)
        N = N @ u @ v
    return np.asarray(N)


def descent_path(m: LoopFixture, q: Array, places: list[int]) -> ClosedPath | None:
    """Path along which the determinant of the rows of N of these joints decreases most in size."""
    import numpy as np

    N = null_space(m, q)
    beside = [] if N is None else [null_space(m, q + DIFFERENCE_STEP * v * m.sizes, N) for v in N.T]
    if N is None or any(x is None for x in beside):
        return None
    here, *there = (float(np.linalg.det(x[places])) for x in (N, *beside) if x is not None)
    slopes = np.array(there) - here
    size = np.linalg.norm(slopes)
    return ClosedPath(m, q, -np.sign(here) * (N @ slopes) / size) if size else None


def find_singular_path(m: LoopFixture, sets: list[list[int]]) -> tuple[ClosedPath, float] | None:
    """Path, and the first singular configuration on it: some joints do not determine the others. It is the first one
    from the assembled robot, so that no closed form has changed its branch before."""
    for aim in sets:
        q = close_nearest(m, m._assembled())
        for _ in range(PATH_STEPS):
            way = None if q is None else descent_path(m, q, aim)
            if way is None:
                break
            roots = [s for places in sets if (s := way.root(places)) is not None]
            if roots:
                return way, min(roots)
            q = way.at(PATH_STEP)
    return None


def check_status(m: LoopFixture) -> Verdict:
    """Check the status: 0 with finite results at closed configurations; not 0, without results, at singular
    configurations and 1e-9 and 1e-6 beside them, where the independent joints do not move the others, or the drives do
    not."""
    import numpy as np

    if m.base or any(c.is_motor for c in m.every) or not m.own:
        raise RobotError(f"{m.robot.name} is not made of joints on a fixed base alone")
    fn = m.function("inverse_dynamics")
    if not any(p.name == "status" for p in fn.outputs):
        return "passed", "dependent joints are always sums of others: there is no status"
    found = m.run(fn, "status")
    if found.any() or not np.isfinite(m.run(fn, "tau")).all():
        return "failed", f"status {found.max():g} at closed positions"
    drives = [k for k in m.turning if m.robot.joint(m.every[k].link).actuated]
    sets = [list(m.own), *([drives] if len(drives) == len(m.own) and {*drives} != {*m.own} else [])]
    where = find_singular_path(m, sets)
    if where is None:
        return "passed", f"status 0 at {len(m.motion.q)} closed states; no singular position was met"
    way, s = where
    for beside in (side * x for x in SINGULARITY_OFFSETS for side in (-1, 1)):
        q = way.at(s + beside)
        if q is None:
            continue
        motion = MotionStates(q[None], m.motion.qd[:1], m.motion.qdd[:1])
        status, tau = m.run(fn, "status", motion), m.run(fn, "tau", motion)
        if not status.all() or np.isfinite(tau).any():
            return "failed", f"status {status[0, 0]:g} {beside:g} beside a singular position"
    return "passed", f"status 0 at {len(m.motion.q)} closed states, not 0 at and beside a singular position"


def check_iteration(m: LoopFixture) -> Verdict:
    """Check iterations from any start: solved loops are closed, and axes point the same way, not the opposite one."""
    import numpy as np

    fn = m.function(CONFIGURATION, branch="follow")
    if not any(p.name == "q_start" for p in fn.inputs):
        return "passed", "the loops are solved without iteration"
    axes = m.mechanics.lift(m.axis_cosines)
    draw, solved, worst = np.random.default_rng(11), 0, 0.0
    for _ in range(STARTS_PER_STATE):
        q = m.motion.q + draw.uniform(-np.pi, np.pi, m.motion.q.shape) * m.sizes * draw.uniform(0, 1)
        q[:, m.own] = m.motion.q[:, m.own]
        far = MotionStates(q, q * 0, q * 0)
        status = m.run(fn, "status", far)[:, 0] if any(p.name == "status" for p in fn.outputs) else q[:, 0] * 0
        there = m.angles(m.run(fn, "joint_positions", far), far)[status == 0]
        if not len(there):
            continue
        at = MotionStates(there, there * 0, there * 0)
        gaps = [
            np.abs(m.closure_errors(at)).max(initial=0),
            np.abs(m.evaluate_mechanics(axes, at) - 1).max(initial=0) if axes else 0.0,
        ]
        if not max(gaps) < CLOSURE_TOLERANCE:
            return "failed", f"status 0 where loops are open by {gaps[0]:.0e}, axes by {gaps[1]:.0e}"
        solved, worst = solved + len(there), max(worst, *map(float, gaps))
    return "passed", f"{solved} of {STARTS_PER_STATE * len(m.motion.q)} starts lead to closed positions, to {worst:.0e}"


# -- other independent joints -----------------------------------------------------------------------------------------


class OtherCoordinatesFixture(LoopFixture):
    """A robot with loops as a function of other joints than its drives: of its platform, or of passive joints."""

    def _independent(self) -> list[int]:
        import numpy as np

        self.own = own = super()._independent()
        self._drawn: dict[str, float] = {}
        if self.base or any(c.is_motor for c in self.every) or not own:
            raise RobotError(f"{self.robot.name} is not made of joints on a fixed base alone")
        q = close_nearest(self, self._assembled())
        N = None if q is None else null_space(self, q)
        if N is None:
            raise RobotError(f"{self.robot.name}: no regular closed configuration was found")
        platform = [k for k in self.turning if self.names[k].split("_")[0] == PLATFORM]
        if len(platform) == len(own) and np.linalg.svd(N[platform])[1][-1] > 1e-3:
            chosen, self.chosen = platform, PLATFORM
        else:
            chosen = self._well_placed(N, [k for k in self.turning if k not in own and not self._is_ball(k)], own)
            self.chosen = ",".join(self.names[k] for k in chosen)
        if {*chosen} == {*own}:
            raise RobotError(f"{self.robot.name}: no other joints can be independent")
        inputs = next(p.names for p in function(self.robot, CONFIGURATION, {"independent": self.chosen}).inputs
                    if p.name == "qd")  # fmt: skip
        return [self.names.index(name) for name in inputs]

    @staticmethod
    def _well_placed(N: Array, first: list[int], then: list[int]) -> list[int]:
        """Choose as many joints as freedoms, whose rates determine all: the best of `first`, then of `then`."""
        import numpy as np

        chosen: list[int] = []
        rest = N.copy()
        for places in (first, then):
            while len(chosen) < N.shape[1] and places:
                size, k = max((float(np.linalg.norm(rest[k])), k) for k in places)
                if size < 0.05:
                    break
                chosen.append(k)
                u = rest[k] / size
                rest = rest - np.outer(rest @ u, u)
        return sorted(chosen)

    def function(self, model: str, **options: Any) -> Function:
        return super().function(model, independent=self.chosen, **options)


def dynamics_in_other_coordinates(m: LoopFixture) -> Iterator[NumericEquality]:
    """Motion, efforts, their parts and accelerations equal those of the same tree."""
    for statement in (motion_of_all_joints, loop_efforts, loop_effort_terms, loop_forward_dynamics):
        yield from statement(m)


_DYNAMICS = ("dependent_motion", "inverse_dynamics", "bias_vector", "inertia_matrix", "inverse_inertia_matrix",
             "coriolis_vector", "gravity_vector", "forward_dynamics")  # fmt: skip
_JUDGES: Sequence[tuple[str, tuple[str, ...], Callable[[LoopFixture], Verdict], type[LoopFixture]]] = (
    ("status of loops = where their rows are singular", ("inverse_dynamics",), check_status, LoopFixture),
    ("loops are closed from any start, the right way round", (CONFIGURATION,), check_iteration, LoopFixture),
    (
        "status by other independent joints = where rows are singular",
        ("inverse_dynamics",),
        check_status,
        OtherCoordinatesFixture,
    ),
    (
        "loops by other independent joints = virtual power",
        _DYNAMICS,
        compare_values(dynamics_in_other_coordinates),
        OtherCoordinatesFixture,
    ),
)
LAWS = tuple(Law(name, models, judge, fixture=bench) for name, models, judge, bench in _JUDGES)  # type: ignore[arg-type]

__all__ = ["LAWS", "OtherCoordinatesFixture"]
