"""A chain as compiled functions of batches: how far postures are from a pose, and the slopes of that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.models import function
from linkwright.models.inverse_geometry.chain_screws import Chain
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.run.compiled import Compiled, compile

Array = Any  # of floats
FREEDOMS = {"pose": 6, "direction": 5, "position": 3}
AXES = {"pose": (0, 1, 2), "direction": (2,), "position": ()}  # of the frame, that the task gives
TURN = 2 * math.pi


class Arm:
    """The joints that move a frame, and a task. Errors are lengths of the reach, and chords of the axes of the frame:
    their norm is sqrt(d^2 + (2 sin(angle / 2))^2)."""

    def __init__(self, robot: Robot, frame: int, task: str, chain: Chain, locks: Sequence[int] = ()) -> None:
        self.task, self.reach, self.locks = task, chain.reach, list(locks)
        self.own = [k for k in range(len(chain.joints)) if k not in self.locks]
        self.turns = np.array([s.turns for s in chain.screws])
        self.units = np.where(self.turns, 1.0, self.reach)  # of positions
        self.variables = tuple(robot.joint(j).variable for j in chain.joints)
        limits = [robot.joint(j).limits for j in chain.joints]
        self.lower = np.array([-math.inf if x.lower is None else x.lower for x in limits])
        self.upper = np.array([math.inf if x.upper is None else x.upper for x in limits])
        numeric = robot.with_numbers()
        self._pose = _compiled(numeric, "direct_geometry", frames=frame)
        self._jacobian = _compiled(numeric, "jacobian", frame=frame)

    def __len__(self) -> int:
        return len(self.variables)

    @property
    def freedoms(self) -> int:
        return FREEDOMS[self.task]

    def _given(self, fn: Compiled, q: Array) -> Array:
        """q as a function of the robot takes it: joints that do not move the frame are at 0."""
        labels = next(p.labels for p in fn.function.inputs if p.name == "q")
        found = np.zeros((*q.shape[:-1], len(labels)))
        for k, name in enumerate(self.variables):
            if name in labels:
                found[..., labels.index(name)] = q[..., k]
        return found

    def pose(self, q: Array) -> Array:
        return np.asarray(self._pose(q=self._given(self._pose, q)))

    def errors(self, q: Array, T: Array) -> Array:
        """(..., 3 for the place, 3 for each axis)"""
        found = self.pose(np.asarray(q, dtype=float))
        parts = [(found[..., :3, 3] - T[:3, 3]) / self.reach]
        parts += [self._weight * (found[..., :3, k] - T[:3, k]) for k in AXES[self.task]]
        return np.concatenate(parts, axis=-1)

    @property
    def _weight(self) -> float:
        """Three axes move twice as much as the turn, by squares; one alone as much."""
        return math.sqrt(0.5) if self.task == "pose" else 1.0

    def slopes(self, q: Array) -> Array:
        """Of the errors, by positions in their units: radians, or the reach. A locked joint has none."""
        q = np.asarray(q, dtype=float)
        J = np.asarray(self._jacobian(q=self._given(self._jacobian, q))) * self.units
        J[..., self.locks] = 0.0
        T = self.pose(q)
        w = np.moveaxis(J[..., 3:, :], -1, -2)  # a row for each joint
        rows = [J[..., :3, :] / self.reach]
        for k in AXES[self.task]:
            rows.append(self._weight * np.moveaxis(np.cross(w, T[..., None, :3, k]), -1, -2))
        return np.concatenate(rows, axis=-2)

    def apart(self, x: Array, y: Array) -> Array:
        """How far postures are from each other, turns apart: chords, and lengths of the reach."""
        d = np.asarray(x, dtype=float) - np.asarray(y, dtype=float)
        return np.linalg.norm(np.where(self.turns, 2 * np.sin(d / 2), d / self.units), axis=-1)

    def near(self, q: Array, to: Array) -> Array:
        """The same posture, by turns, as near as it can be to another."""
        q = np.asarray(q, dtype=float)
        return np.where(self.turns, q - TURN * np.round((q - to) / TURN), q)


def _compiled(robot: Robot, name: str, **options: Any) -> Compiled:
    return compile(optimize(function(robot, name, options)))


__all__ = ["FREEDOMS", "TURN", "Arm"]
