"""Inverse kinematics of a robot: all postures at a pose, with limits, singularities, free joints and residuals.

The model `inverse_geometry`, compiled, finds the postures. Chains that it does not support (more than seven joints, a
task with fewer coordinates than joints) are solved by iteration, with a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwright.errors import InputError, RobotError
from linkwright.models import find, function
from linkwright.models.framework.frame_options import end_frame, frame_label, path_from_base, read_link_frame
from linkwright.models.inverse_geometry.chain_screws import chain_of
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from linkwright.optimize import optimize
from linkwright.postures.arm import TASK_COORDINATES, TaskChain
from linkwright.postures.fitting import (
    MAX_SOLVED_ERROR,
    fit_postures,
    least_error_postures,
    random_starts,
    unique_postures,
)
from linkwright.postures.following import Following, follow_path
from linkwright.postures.freedom import free_joint_names, null_space
from linkwright.postures.poses import check_pose
from linkwright.postures.records import FLAGS, Posture, Postures
from linkwright.postures.turns import turns_within_limits
from linkwright.robot import Robot
from linkwright.run.compiled import Compiled, compile

Array = Any  # of floats
LockedPositions = float | Sequence[float] | Array | None
START_COUNT = 120
NUMERIC = "numeric"
UNKNOWN_BRANCH = "unknown"  # label of an unknown branch


class InverseGeometry:
    """Inverse kinematics of the joints that move a frame. q has one entry for each of `joints`, in this order.

    Of seven joints or more some are locked: their positions are given with the pose (`locked=0.3`) and are part of q.
    """

    def __init__(
        self, robot: Robot, frame: Any = None, task: str = "auto", locked: Any = "auto", iterate: bool = False
    ) -> None:  # fmt: skip
        model = find("inverse_geometry")
        model.scope.check(robot, model.name)
        self.robot = robot
        self.frame = _find_only_end(robot) if frame is None else read_link_frame(robot, frame)
        self.chain = chain_of(robot, self.frame)
        self.joints = tuple(robot.joint(j).name for j in self.chain.joints)
        options = {key: model.options[key].value(robot, key, x) for key, x in (("task", task), ("locked", locked))}
        self._go: Compiled | None = None
        self.method, self.reason = NUMERIC, "as it was asked for"
        locks: Sequence[int] = ()
        self.limbs: tuple[str, ...] = ()  # names of the two-way choices, one per bit of the branch
        if not iterate:
            try:
                problem = problem_of(robot, self.frame, **options)
                self._go = _compile_inverse_geometry(robot, frame=self.frame, task=task, locked=locked)
                task, locks = problem.task, problem.locks
                self.method = problem.form.name if problem.form else "elimination"
                self.limbs = problem.form.branch_names[::-1] if problem.form else ()
            except RobotError as problem_found:
                self.reason = str(problem_found)
                self._served(task, problem_found)
        self.arm = TaskChain(robot, self.frame, _choose_task(task, len(self.joints)), self.chain, locks)

    def _served(self, task: str, problem: RobotError) -> None:
        """Raise `problem` if iteration cannot solve the chain either: its joints are dependent."""
        arm = TaskChain(self.robot, self.frame, _choose_task(task, len(self.joints)), self.chain)
        q = np.random.default_rng(2).uniform(-1, 1, len(arm)) * arm.units
        if null_space(arm, q)[0]:
            raise problem

    @property
    def task(self) -> str:
        """The task: pose, direction or position."""
        return self.arm.task

    # -- all -----------------------------------------------------------------------------------------------------------

    def solve(
        self, T: Any, *, limits: bool = False, locked: LockedPositions = None, closest: bool | None = None
    ) -> Postures:  # fmt: skip
        """All postures at the pose T. limits: only those within the joint limits, in all turns.

        Out of reach there is none, or, if `closest`, those with the least residual: the default for fewer than six
        joints, which cannot reach every pose.
        """
        pose, note = check_pose(T)
        positions = self._positions(locked)
        notes = [note] if note else []
        if self._go is None:
            notes.append(f"found by iteration from {START_COUNT} starts, there may be others: {self.reason}")
            found = self._iterated(pose)
        else:
            found = self._emitted(pose, positions)
            if any("sought" in x.flags for x in found):
                notes.append("a singular pose: some were found by iteration, there may be others")
        method = self.method
        if not found and (len(self.arm.own) < 6 if closest is None else closest):
            found, method = self._closest(pose, positions), "least squares"
            if "least_squares" not in found[0].flags:
                method = NUMERIC
                notes.append("found by iteration alone, there may be others")
        return Postures(self._limited(found) if limits else found, method, notes)

    def nearest(
        self, T: Any, q: Sequence[float] | Array, *, limits: bool = False, locked: LockedPositions = None
    ) -> Posture | None:  # fmt: skip
        """The posture at the pose T that is nearest to q, in any turn: distances in rad and units of the reach.

        Locked joints stay where q has them.
        """
        start = self._given(q)
        if locked is None and self.arm.locks:
            locked = start[self.arm.locks]
        if self._go is None:
            pose, _ = check_pose(T)
            found = self._iterated(pose, start)
            found = self._limited(found) if limits else found
        else:
            found = list(self.solve(T, limits=limits, locked=locked, closest=False))
        turned = found if limits else [replace(x, q=_floats(self.arm.nearest_turn(x.q, start))) for x in found]
        return min(turned, key=lambda x: np.linalg.norm((x.q - start) / self.arm.units), default=None)

    def follow(
        self, poses: Sequence[Any], q: Sequence[float] | Array, *, through: bool = False, locked: LockedPositions = None
    ) -> Following:  # fmt: skip
        """Continue the posture nearest to q at the first pose along all poses: see `following`.

        Where postures meet, the path ends, or continues with `through`. Locked joints stay where they are.
        """
        given = [check_pose(T, f"pose {k + 1}")[0] for k, T in enumerate(poses)]
        if not given:
            raise InputError("a path without poses", remedy="give at least one")
        start = self.nearest(given[0], q, locked=locked)
        if start is None:
            return Following((), end="the first pose is out of reach")
        positions = np.array(start.q)[self.arm.locks]
        rows = None if self._go is None else partial(self.rows, positions=positions)
        return follow_path(self.arm, rows, given, np.array(start.q), through)

    # -- methods ------------------------------------------------------------------------------------------------------

    def _emitted(self, pose: Array, positions: Array) -> list[Posture]:
        """Postures found by the compiled model."""
        found = self._run(pose, positions)
        told = zip(self.rows(pose, positions), found["flags"], found["free"], found["branch"], strict=False)
        return [
            self._posture(pose, q, int(flags), self._names(int(free)), self._label(int(branch)))
            for q, flags, free, branch in told
        ]

    def _run(self, pose: Array, positions: Array) -> dict[str, Any]:
        """Outputs of the compiled model."""
        assert self._go is not None
        return self._go(T=pose, **({"q_locked": positions} if self.arm.locks else {}))  # type: ignore[no-any-return]

    def rows(self, pose: Array, positions: Array = ()) -> Array:
        """Positions found by the compiled model at a valid pose, one posture per row."""
        found = self._run(pose, positions)
        q = np.asarray(found["q"])[: int(found["count"])]
        whole = np.empty((len(q), len(self.arm)))
        whole[:, self.arm.own], whole[:, self.arm.locks] = q, positions
        return whole

    def _names(self, bits: int) -> tuple[str, ...]:
        """Names of the free joints from their bits."""
        names = [self.arm.variables[k] for place, k in enumerate(self.arm.own) if bits >> place & 1]
        return (", ".join(names),) if names else ()

    def _label(self, branch: int) -> str:
        """Text of a branch: the solution of each two-way choice; its number if there are none."""
        if self.limbs and branch >> len(self.limbs):
            return UNKNOWN_BRANCH
        ways = [f"{limb} {'-' if branch >> k & 1 else '+'}" for k, limb in enumerate(self.limbs)]
        return ", ".join(reversed(ways)) or str(branch)

    def _iterated(self, pose: Array, near: Array | None = None) -> list[Posture]:
        """Postures found by iteration; with more joints than the task needs, one of them: that nearest to `near`."""
        q, left = fit_postures(self.arm, pose, random_starts(self.arm, START_COUNT, near))
        found = q[left < MAX_SOLVED_ERROR]
        if len(self.arm.own) > self.arm.freedoms and len(found):
            start = np.zeros(len(self.arm)) if near is None else near
            found = found[[int(np.argmin(self.arm.distance(found, start)))]]
        return [self._posture(pose, x) for x in unique_postures(self.arm, found)]

    def _closest(self, pose: Array, positions: Array) -> list[Posture]:
        """Postures with the least residual from many starts; if a continuum has it, one of them."""
        start = random_starts(self.arm, START_COUNT)
        start[:, self.arm.locks] = positions
        best = unique_postures(self.arm, least_error_postures(self.arm, pose, start))
        found = [self._posture(pose, x) for x in best]
        found = found[:1] if found[0].free else found
        return [x if x.residual < MAX_SOLVED_ERROR else replace(x, flags=x.flags | {"least_squares"}) for x in found]

    # -- records -------------------------------------------------------------------------------------------------------

    def _posture(
        self, pose: Array, q: Array, flags: int | None = None, names: tuple[str, ...] = (), branch: str = ""
    ) -> Posture:  # fmt: skip
        """Record of a posture; flags, names: those of the compiled model, or None if they are to be found here."""
        arm = self.arm
        left = float(np.linalg.norm(arm.errors(q, pose)))
        singular, directions = null_space(arm, q) if flags is None else (bool(flags & 1), ())
        if flags is None or flags & 2:
            if flags is not None:
                directions = null_space(arm, q)[1]
            names = free_joint_names(arm, arm.pose(np.asarray(q)), q, directions) or names
        allowed = turns_within_limits(arm, q)
        seen = {"singular": singular, "free": bool(names), "outside_limits": not allowed,
                "sought": bool(flags and flags & 16)}  # fmt: skip
        told = frozenset(flag for flag in FLAGS if seen.get(flag))
        shown = min(allowed, key=lambda x: float(np.abs(x).sum()), default=q)
        return Posture(_floats(shown), branch, left, told, names)

    def _limited(self, found: Sequence[Posture]) -> list[Posture]:
        """Postures within the joint limits, in all turns."""
        return [replace(x, q=_floats(q)) for x in found for q in turns_within_limits(self.arm, np.array(x.q))]

    def _positions(self, locked: LockedPositions) -> Array:
        """Positions of the locked joints, checked."""
        locks = self.arm.locks
        if locked is None and locks:
            names = ", ".join(self.joints[k] for k in locks)
            raise InputError(f"no positions for the locked joints {names}", remedy="locked=..., a position for each")
        found = np.array([] if locked is None else locked, dtype=float).reshape(-1)
        if len(found) != len(locks):
            raise InputError(f"{len(found)} positions for {len(locks)} locked joints", remedy="one for each")
        return found

    def _given(self, q: Sequence[float] | Array) -> Array:
        """A posture given by the caller, checked."""
        found = np.array(q, dtype=float)
        if found.shape != (len(self.arm),) or not np.isfinite(found).all():
            raise InputError(f"q must be {len(self.arm)} numbers", remedy=f"in this order: {', '.join(self.joints)}")
        return found


def _floats(q: Array) -> tuple[float, ...]:
    """The entries as Python floats."""
    return tuple(float(x) for x in q)


def _choose_task(task: str, joints: int) -> str:
    """The task; for auto, the largest one that this number of joints can reach."""
    able = [name for name, freedoms in TASK_COORDINATES.items() if freedoms <= joints]
    return task if task != "auto" else able[0] if able else "pose"


def _compile_inverse_geometry(robot: Robot, **options: Any) -> Compiled:
    """Derive, optimize and compile the model."""
    return compile(optimize(function(robot, "inverse_geometry", options)))


def _find_only_end(robot: Robot) -> int:
    """The frame moved by all joints; an InputError if the robot has several ends."""
    if any(frame.end for frame in robot.frames):
        return end_frame(robot)
    ends = [j for j in range(1, len(robot) + 1) if all(joint.parent != j for joint in robot.joints)]
    moving = {j: {k for k in path_from_base(robot, j) if robot.joint(k).moves} for j in ends}
    longest = max(ends, key=lambda j: len(path_from_base(robot, j)))
    if any(not moved <= moving[longest] for moved in moving.values()):
        names = ", ".join(frame_label(robot, j) for j in ends)
        raise InputError(f"{robot.name} has several ends: which frame has the pose?", remedy=f"frame=..., of {names}")
    return longest


__all__ = ["InverseGeometry"]
