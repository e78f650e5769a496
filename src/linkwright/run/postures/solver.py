"""All postures at a pose, with what is to be known of each: limits, singularities, what is free, least squares.

The emitted function finds the postures (`models.inverse_geometry`). Chains that it is not for (more than seven joints,
a task that takes fewer freedoms than there are joints) are solved by iteration, which says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwright.errors import InputError, RobotError
from linkwright.models import find, function
from linkwright.models.inverse_geometry import problem_of
from linkwright.models.parts.inverse.screws import chain_of
from linkwright.models.parts.places import branch, frame_label, link_frame
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.run.compiled import Compiled, compile
from linkwright.run.postures.arm import FREEDOMS, Arm
from linkwright.run.postures.fitting import SOLVED, distinct, fitted, least, starts
from linkwright.run.postures.following import Following, follow
from linkwright.run.postures.freedom import free, kernel
from linkwright.run.postures.poses import checked
from linkwright.run.postures.records import FLAGS, Posture, Postures
from linkwright.run.postures.turns import within

Array = Any  # of floats
STARTS = 120
NUMERIC = "numeric"


class InverseGeometry:
    """The postures of the joints that move a frame. q has one entry for each of `joints`, in this order.

    Of seven joints one is locked: its position is given with the pose (`locked=0.3`), and is part of q.
    """

    def __init__(
        self, robot: Robot, frame: Any = None, task: str = "auto", locked: Any = "auto", iterate: bool = False
    ) -> None:  # fmt: skip
        model = find("inverse_geometry")
        model.scope.check(robot, model.name)
        self.robot = robot
        self.frame = _only_end(robot) if frame is None else link_frame(robot, frame)
        self.chain = chain_of(robot, self.frame)
        self.joints = tuple(robot.joint(j).name for j in self.chain.joints)
        options = {key: model.options[key].value(robot, key, x) for key, x in (("task", task), ("locked", locked))}
        self._go: Compiled | None = None
        self.method, self.reason = NUMERIC, "as it was asked for"
        lock = None
        if not iterate:
            try:
                problem = problem_of(robot, self.frame, **options)
                self._go = _compiled(robot, frame=self.frame, task=task, locked=locked)
                task, lock = problem.task, problem.lock
                self.method = problem.form.name if problem.form else "elimination"
            except RobotError as problem_found:
                self.reason = str(problem_found)
                self._served(task, problem_found)
        self.arm = Arm(robot, self.frame, _task(task, len(self.joints)), self.chain, lock)

    def _served(self, task: str, problem: RobotError) -> None:
        """What cannot be solved by iteration either: joints that depend on each other."""
        arm = Arm(self.robot, self.frame, _task(task, len(self.joints)), self.chain)
        q = np.random.default_rng(2).uniform(-1, 1, len(arm)) * arm.units
        if kernel(arm, q)[0]:
            raise problem

    @property
    def task(self) -> str:
        return self.arm.task

    # -- all -----------------------------------------------------------------------------------------------------------

    def solve(
        self, T: Any, *, limits: bool = False, locked: float | None = None, closest: bool | None = None
    ) -> Postures:  # fmt: skip
        """All postures at the pose T. limits: those within the limits of the joints, with all their turns.

        Out of reach there is none, or, if `closest`, those with the least residual: by default for fewer than six
        joints, whose poses are special ones.
        """
        pose, note = checked(T)
        position = self._position(locked)
        notes = [note] if note else []
        if self._go is None:
            notes.append(f"found by iteration from {STARTS} starts, there may be others: {self.reason}")
            found = self._iterated(pose)
        else:
            found = self._emitted(pose, position)
        method = self.method
        if not found and (len(self.arm.own) < 6 if closest is None else closest):
            found, method = self._closest(pose, position), "least squares"
            if "least_squares" not in found[0].flags:
                method = NUMERIC
                notes.append("found by iteration alone, there may be others")
        return Postures(self._limited(found) if limits else found, method, notes)

    def nearest(
        self, T: Any, q: Sequence[float] | Array, *, limits: bool = False, locked: float | None = None
    ) -> Posture | None:  # fmt: skip
        """The posture at the pose T that is nearest to q, by whole turns: radians, and lengths of the reach.

        A locked joint stays where q has it.
        """
        start = self._given(q)
        if locked is None and self.arm.lock is not None:
            locked = float(start[self.arm.lock])
        if self._go is None:
            pose, _ = checked(T)
            found = self._iterated(pose, start)
            found = self._limited(found) if limits else found
        else:
            found = list(self.solve(T, limits=limits, locked=locked, closest=False))
        turned = found if limits else [replace(x, q=_floats(self.arm.near(x.q, start))) for x in found]
        return min(turned, key=lambda x: np.linalg.norm((x.q - start) / self.arm.units), default=None)

    def follow(
        self, poses: Sequence[Any], q: Sequence[float] | Array, *, through: bool = False, locked: float | None = None
    ) -> Following:  # fmt: skip
        """The posture nearest to q at the first pose, along the way through all of them: see `following`.

        Where postures meet the way ends, or goes `through`. A locked joint stays where it is.
        """
        given = [checked(T, f"pose {k + 1}")[0] for k, T in enumerate(poses)]
        if not given:
            raise InputError("a path without poses", remedy="give at least one")
        start = self.nearest(given[0], q, locked=locked)
        if start is None:
            return Following((), end="the first pose is out of reach")
        position = None if self.arm.lock is None else start.q[self.arm.lock]
        rows = None if self._go is None else partial(self.rows, position=position)
        return follow(self.arm, rows, given, np.array(start.q), through)

    # -- ways to find them ---------------------------------------------------------------------------------------------

    def _emitted(self, pose: Array, position: float | None) -> list[Posture]:
        return [self._posture(pose, q, str(k)) for k, q in enumerate(self.rows(pose, position), 1)]

    def rows(self, pose: Array, position: float | None = None) -> Array:
        """The positions that the emitted function finds at a pose that is one: a row each."""
        assert self._go is not None
        lock = self.arm.lock
        found = self._go(T=pose, **({} if lock is None else {"q_locked": [position]}))
        q = np.asarray(found["q"])[: int(found["count"])]
        return q if lock is None else np.insert(q, lock, float(position or 0.0), axis=1)

    def _iterated(self, pose: Array, near: Array | None = None) -> list[Posture]:
        """Where there are more joints than the task needs, one posture stands for all: that nearest to a start."""
        q, left = fitted(self.arm, pose, starts(self.arm, STARTS, near))
        found = q[left < SOLVED]
        if len(self.arm.own) > self.arm.freedoms and len(found):
            start = np.zeros(len(self.arm)) if near is None else near
            found = found[[int(np.argmin(self.arm.apart(found, start)))]]
        return [self._posture(pose, x) for x in distinct(self.arm, found)]

    def _closest(self, pose: Array, position: float | None) -> list[Posture]:
        """The least residual of many starts; where a whole set of postures has it, one of them."""
        start = starts(self.arm, STARTS)
        if self.arm.lock is not None:
            start[:, self.arm.lock] = position
        best = distinct(self.arm, least(self.arm, pose, start))
        found = [self._posture(pose, x) for x in best]
        found = found[:1] if found[0].free else found
        return [x if x.residual < SOLVED else replace(x, flags=x.flags | {"least_squares"}) for x in found]

    # -- what is known of one ------------------------------------------------------------------------------------------

    def _posture(self, pose: Array, q: Array, branch: str = "") -> Posture:
        arm = self.arm
        left = float(np.linalg.norm(arm.errors(q, pose)))
        singular, directions = kernel(arm, q)
        names = free(arm, arm.pose(np.asarray(q)), q, directions) if len(directions) else ()
        allowed = within(arm, q)
        seen = {"singular": singular, "free": bool(names), "outside_limits": not allowed}
        told = frozenset(flag for flag in FLAGS if seen.get(flag))
        shown = min(allowed, key=lambda x: float(np.abs(x).sum()), default=q)
        return Posture(_floats(shown), branch, left, told, names)

    def _limited(self, found: Sequence[Posture]) -> list[Posture]:
        return [replace(x, q=_floats(q)) for x in found for q in within(self.arm, np.array(x.q))]

    def _position(self, locked: float | None) -> float | None:
        lock = self.arm.lock
        if (lock is None) == (locked is None):
            return locked
        if lock is None:
            raise InputError("no joint is locked", remedy="leave its position out")
        raise InputError(f"joint {self.joints[lock]} is locked, and its position is not given", remedy="locked=...")

    def _given(self, q: Sequence[float] | Array) -> Array:
        found = np.array(q, dtype=float)
        if found.shape != (len(self.arm),) or not np.isfinite(found).all():
            raise InputError(f"q must be {len(self.arm)} numbers", remedy=f"in this order: {', '.join(self.joints)}")
        return found


def _floats(q: Array) -> tuple[float, ...]:
    return tuple(float(x) for x in q)


def _task(task: str, joints: int) -> str:
    """What as many joints can do."""
    able = [name for name, freedoms in FREEDOMS.items() if freedoms <= joints]
    return task if task != "auto" else able[0] if able else "pose"


def _compiled(robot: Robot, **options: Any) -> Compiled:
    return compile(optimize(function(robot, "inverse_geometry", options)))


def _only_end(robot: Robot) -> int:
    """The frame that all joints lead to; of several ends, which one is meant must be said."""
    ends = [j for j in range(1, len(robot) + 1) if all(joint.parent != j for joint in robot.joints)]
    moving = {j: {k for k in branch(robot, j) if robot.joint(k).moves} for j in ends}
    longest = max(ends, key=lambda j: len(branch(robot, j)))
    if any(not moved <= moving[longest] for moved in moving.values()):
        names = ", ".join(frame_label(robot, j) for j in ends)
        raise InputError(f"{robot.name} branches: which frame has the pose?", remedy=f"frame=..., of {names}")
    return longest


__all__ = ["InverseGeometry"]
