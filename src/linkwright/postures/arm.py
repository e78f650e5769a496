"""A chain as compiled batch functions: residuals of postures at a pose, and their Jacobian."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.models import function
from linkwright.models.inverse_geometry.chain_screws import ScrewChain
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.run.compiled import Compiled, compile

Array = Any  # of floats
TASK_COORDINATES = {"pose": 6, "direction": 5, "position": 3}
TASK_AXES = {"pose": (0, 1, 2), "direction": (2,), "position": ()}  # axes of the frame that the task prescribes
FULL_TURN = 2 * math.pi


class TaskChain:
    """The joints that move a frame, and a task. Errors are positions in units of the reach, and differences of the axes
    of the frame: their norm is sqrt(d^2 + (2 sin(angle / 2))^2)."""

    def __init__(self, robot: Robot, frame: int, task: str, chain: ScrewChain, locks: Sequence[int] = ()) -> None:
        self.task, self.reach, self.locks = task, chain.reach, list(locks)
        self.own = [k for k in range(len(chain.joints)) if k not in self.locks]
        self.turns = np.array([s.is_revolute for s in chain.screws])
        self.units = np.where(self.turns, 1.0, self.reach)  # units of joint positions: rad, or the reach in m
        self.variables = tuple(robot.joint(j).variable for j in chain.joints)
        limits = [robot.joint(j).limits for j in chain.joints]
        self.lower = np.array([-math.inf if x.lower is None else x.lower for x in limits])
        self.upper = np.array([math.inf if x.upper is None else x.upper for x in limits])
        numeric = robot.with_numbers()
        self._pose = _compile_model(numeric, "direct_geometry", frames=frame)
        self._jacobian = _compile_model(numeric, "jacobian", frame=frame)

    def __len__(self) -> int:
        return len(self.variables)

    @property
    def freedoms(self) -> int:
        """Number of coordinates that the task prescribes."""
        return TASK_COORDINATES[self.task]

    def _given(self, fn: Compiled, q: Array) -> Array:
        """q for a function of the whole robot: joints that do not move the frame are at 0."""
        labels = next(p.labels for p in fn.function.inputs if p.name == "q")
        found = np.zeros((*q.shape[:-1], len(labels)))
        for k, name in enumerate(self.variables):
            if name in labels:
                found[..., labels.index(name)] = q[..., k]
        return found

    def pose(self, q: Array) -> Array:
        """Pose of the frame, (..., 4, 4)."""
        return np.asarray(self._pose(q=self._given(self._pose, q)))

    def errors(self, q: Array, T: Array) -> Array:
        """Errors of postures at the pose T: 3 for the position, 3 for each prescribed axis."""
        found = self.pose(np.asarray(q, dtype=float))
        parts = [(found[..., :3, 3] - T[:3, 3]) / self.reach]
        parts += [self._weight * (found[..., :3, k] - T[:3, k]) for k in TASK_AXES[self.task]]
        return np.concatenate(parts, axis=-1)

    @property
    def _weight(self) -> float:
        """Weight of the axes: squared differences of three axes add up to twice the squared chord of the rotation."""
        return math.sqrt(0.5) if self.task == "pose" else 1.0

    def error_jacobian(self, q: Array) -> Array:
        """Jacobian of the errors, by positions in `units` (rad, or the reach); columns of locked joints are 0."""
        q = np.asarray(q, dtype=float)
        J = np.asarray(self._jacobian(q=self._given(self._jacobian, q))) * self.units
        J[..., self.locks] = 0.0
        T = self.pose(q)
        w = np.moveaxis(J[..., 3:, :], -1, -2)  # one row per joint
        rows = [J[..., :3, :] / self.reach]
        for k in TASK_AXES[self.task]:
            rows.append(self._weight * np.moveaxis(np.cross(w, T[..., None, :3, k]), -1, -2))
        return np.concatenate(rows, axis=-2)

    def distance(self, x: Array, y: Array) -> Array:
        """Distance of postures modulo turns: chords of angles, and positions in units of the reach."""
        d = np.asarray(x, dtype=float) - np.asarray(y, dtype=float)
        return np.linalg.norm(np.where(self.turns, 2 * np.sin(d / 2), d / self.units), axis=-1)

    def nearest_turn(self, q: Array, to: Array) -> Array:
        """The posture q with every angle in the turn nearest to `to`."""
        q = np.asarray(q, dtype=float)
        return np.where(self.turns, q - FULL_TURN * np.round((q - to) / FULL_TURN), q)


def _compile_model(robot: Robot, name: str, **options: Any) -> Compiled:
    """Derive, optimize and compile a model."""
    return compile(optimize(function(robot, name, options)))


__all__ = ["FULL_TURN", "TASK_COORDINATES", "TaskChain"]
