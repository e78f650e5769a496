"""Fixture for the models of a robot with loops, beside the mechanics of its tree: efforts by virtual power.

The mechanics describe rigid joints; efforts of springs and of the rotors behind them are added here. Models have the
rates of ball joints as angular velocities, the tree as rates of three angles: H and G map rates of the independent
coordinates to those of all, H in the terms of the tree and G in those of the models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright.expr import Expr, Function, value_of
from linkwright.verification import jointed
from linkwright.verification.closed import CONFIGURATION, KINDS, ClosedFixture, MotionStates
from linkwright.verification.kinematics import flatten_matrix

if TYPE_CHECKING:
    from linkwright.run.native import Array


class LoopFixture(ClosedFixture):
    """A robot with loops: `value` evaluates its models, `theirs` the mechanics of its tree, at the same closed
    states."""

    @cached_property
    def unaccelerated(self) -> MotionStates:
        """The motion without accelerations of the independent coordinates, in the terms of the models."""
        import numpy as np

        m = self.motion
        u, ud = m.qd[:, self.own], m.qdd[:, self.own] * 0
        own = self.spins(m)[:, self.own][:, :, self.own]
        left = self.in_model_terms(self.moving(m.q, u, ud)).qdd[:, self.own]
        return self.moving(m.q, u, np.asarray(-np.linalg.solve(own, left[..., None])[..., 0], dtype=float))

    @cached_property
    def freely_accelerated(self) -> MotionStates:
        """The motion in which a floating base and joints behind springs accelerate freely."""
        import numpy as np

        m, free = self.motion, self.free_ones
        if not free:
            return m
        u, ud = m.qd[:, self.own], m.qdd[:, self.own].copy()
        ud[:, free] = 0

        def left(ud: Array) -> Array:
            found: Array = self.project_efforts(self.tree_efforts(self.moving(m.q, u, ud)))[:, free]
            return found

        start = left(ud)
        columns = [left(ud + np.eye(len(self.own))[n]) - start for n in free]
        ud[:, free] = np.linalg.solve(np.array(columns).transpose(1, 2, 0), -start[..., None])[..., 0]
        return self.moving(m.q, u, ud)

    # -- efforts --------------------------------------------------------------------------------------------------

    def tree_efforts(self, motion: MotionStates, bare: bool = False) -> Array:
        """Efforts of all coordinates of the tree in a motion, springs and rotors behind them included; `bare`: of links
        and rotors alone."""
        import numpy as np

        found = np.zeros(motion.q.shape)
        found[:, self.rigid] = self.evaluate_mechanics(self.bare_efforts if bare else self.efforts, motion)
        for k, c in enumerate(self.every):
            if not c.link or not self.robot.joint(c.link).flexible:
                continue
            if c.is_motor:
                found[:, k] += self._rotor(motion, k, bare)
            elif not bare:
                push, rotor = self._spring(motion, k), self._rotor_of(k)
                found[:, k] += push
                if rotor is not None:
                    found[:, rotor] -= push
        return found

    def _entry(self, e: Expr) -> float:
        return value_of(e, {s: self.number(s) for s in e.symbols})

    def _rotor_of(self, k: int) -> int | None:
        return next((n for n, c in enumerate(self.every) if c.is_motor and c.link == self.every[k].link), None)

    def stretch(self, motion: MotionStates, k: int) -> tuple[Array, Array]:
        """Stretch of the spring of a joint, and its rate."""
        joint, rotor = self.robot.joint(self.every[k].link), self._rotor_of(k)
        q, qd = motion.q[:, k] - self._entry(joint.rest), motion.qd[:, k]
        return (q, qd) if rotor is None else (q - motion.q[:, rotor], qd - motion.qd[:, rotor])

    def _spring(self, motion: MotionStates, k: int) -> Array:
        joint = self.robot.joint(self.every[k].link)
        q, qd = self.stretch(motion, k)
        found: Array = self._entry(joint.stiffness) * q + self._entry(joint.damping) * qd
        return found

    def _rotor(self, motion: MotionStates, k: int, bare: bool) -> Array:
        import numpy as np

        joint, qd = self.robot.joint(self.every[k].link), motion.qd[:, k]
        dry = self._entry(joint.viscous) * qd + self._entry(joint.coulomb) * np.sign(qd)
        found: Array = self._entry(joint.rotor) * motion.qdd[:, k] + (0 if bare else dry)
        return found

    def stored(self, motion: MotionStates) -> tuple[Array, Array]:
        """Kinetic energy of rotors behind springs, and potential energy of the springs."""
        kinetic, potential = motion.q[:, 0] * 0, motion.q[:, 0] * 0
        for k, c in enumerate(self.every):
            if c.link and self.robot.joint(c.link).flexible:
                joint = self.robot.joint(c.link)
                if c.is_motor:
                    kinetic = kinetic + self._entry(joint.rotor) * motion.qd[:, k] ** 2 / 2
                else:
                    potential = potential + self._entry(joint.stiffness) * self.stretch(motion, k)[0] ** 2 / 2
        return kinetic, potential

    def project_efforts(self, Gamma: Array) -> Array:
        """Generalized efforts of the independent coordinates, in the terms of the models, with the same virtual
        power."""
        import numpy as np

        found: Array = np.einsum("sji,sj->si", self.H, Gamma)
        return found

    # -- in the terms of models -----------------------------------------------------------------------------------

    def spins(self, motion: MotionStates) -> Array:
        """Matrices from rates of the tree to rates of the models: 1, but for ball joints."""
        import numpy as np

        found = np.broadcast_to(np.eye(len(self.names)), (len(motion.q), *[len(self.names)] * 2)).copy()
        for k in self.balls:
            for s, q in enumerate(motion.q):
                found[s, k : k + 3, k : k + 3] = jointed.spin_jacobian(q[k : k + 3])
        return found

    def in_model_terms(self, motion: MotionStates) -> MotionStates:
        """Motion with rates and accelerations in the terms of the models."""
        import numpy as np

        S = self.spins(motion)
        qd, qdd = (np.einsum("sij,sj->si", S, x) for x in (motion.qd, motion.qdd))
        for k in self.balls:
            for s, (q, rate) in enumerate(zip(motion.q, motion.qd, strict=True)):
                qdd[s, k : k + 3] += jointed.spin_rate(q[k : k + 3], rate[k : k + 3]) @ rate[k : k + 3]
        return MotionStates(motion.q, qd, qdd)

    def angles(self, values: Array, motion: MotionStates) -> Array:
        """Positions of all coordinates of the tree from the joint positions that a model returns; those of rotors are
        given."""
        found, at, place = motion.q.copy(), 0, {}
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.moves:
                place[j] = at
                at += 4 if joint.kind == "ball" else 1
        for k in self.turning:
            if not self._is_ball(k):
                found[:, k] = values[:, place[self.every[k].link]]
        for k in self.balls:
            n = place[self.every[k].link]
            for s, row in enumerate(values):
                found[s, k : k + 3] = jointed.angles_of(jointed.rotation_of(row[n : n + 4]))
        return found

    @cached_property
    def H(self) -> Array:
        """Velocity map of the tree from rates of the independent coordinates in the terms of the models, for every
        state."""
        return self.map_at(self.resting)

    def map_at(self, motion: MotionStates) -> Array:
        """Velocity map H in a motion."""
        import numpy as np

        J = self.rows(motion)
        found = np.zeros((len(J), len(self.names), len(self.own)))
        found[:, self.own] = np.eye(len(self.own))
        for k, row in enumerate(J):
            found[k, self.others] = self._solved(row, -row[:, self.own])
        own = self.spins(motion)[:, self.own][:, :, self.own]
        return np.asarray(found @ np.linalg.inv(own))

    @cached_property
    def G(self) -> Array:
        """Velocity map in the terms of the models, a matrix for every state."""
        import numpy as np

        return np.asarray(self.spins(self.resting) @ self.H)

    standing: frozenset[int] = frozenset()  # links between the base and the ground

    def pose_at(self, motion: MotionStates) -> Array:
        """Pose of the base in the world, as models take it."""
        return self.pose[: len(motion.q)]

    # -- in frame 0 -----------------------------------------------------------------------------------------------

    def pose_of(self, link: int) -> list[Any]:
        """Pose of a link of the robot in frame 0, row by row."""
        return flatten_matrix(self.mechanics.poses[self.links[link]])

    def turned(self, v: Sequence[Any]) -> list[Any]:
        """A vector of the mechanics, in frame 0."""
        return list(v)

    def jacobian_of(self, link: int) -> list[Any]:
        """Jacobian of a link in frame 0: six rows, a column for each rigid coordinate."""
        J = self.mechanics.jacobian(self.links[link])
        columns = [[*self.turned(c[:3]), *self.turned(c[3:])] for c in zip(*J, strict=True)]
        return [x for row in zip(*columns, strict=True) for x in row]

    # -- models ---------------------------------------------------------------------------------------------------

    def value(self, model: str, port: str = "", motion: MotionStates | None = None, **options: Any) -> Array:
        """An output of a model (the first one if it is not named) at the states, row by row."""
        return self.run(self.function(model, **options), port, motion)

    def run(
        self, fn: Function, port: str = "", motion: MotionStates | None = None, tau: Array | None = None,
        known: Mapping[str, float] = MappingProxyType({}),
    ) -> Array:  # fmt: skip
        """Output of a function at the states, row by row. `tau`: efforts of the joints that are its inputs; `known`:
        numbers of symbols that are not the robot's."""
        import numpy as np

        found = [fn(**given) for given in self._arguments(fn, motion or self.motion, tau, known)]
        name = port or fn.outputs[0].name
        return np.array([np.ravel(x[name] if isinstance(x, dict) else x) for x in found], dtype=float)

    def _arguments(
        self, fn: Function, motion: MotionStates, tau: Array | None, known: Mapping[str, float]
    ) -> Iterator[dict[str, Any]]:
        near, rates = random.Random("near"), self.in_model_terms(motion)
        base = {"base_twist": rates.qd[:, self.own_base], "base_acceleration": rates.qdd[:, self.own_base]}
        for k in range(len(motion.q)):
            given: dict[str, Any] = {}
            for port in fn.inputs:
                if port.name == "tau" and tau is not None:
                    given["tau"] = list(tau[k])
                elif port.name in base:
                    given[port.name] = list(base[port.name][k])
                elif port.name == "base_pose":
                    given[port.name] = list(self.pose_at(motion)[k])
                elif port.name in ("q", "q_start"):
                    off = 1e-3 if port.name == "q_start" else 0.0
                    given[port.name] = [self._position(motion.q[k], x) + off * near.uniform(-1, 1) for x in port.names]
                elif port.name in KINDS:
                    given[port.name] = [getattr(rates, port.name)[k][self.names.index(x)] for x in port.names]
                else:
                    given[port.name] = [known[x] if x in known else self.number(x) for x in port.labels]
            yield given

    def _position(self, q: Array, name: str) -> float:
        """Position that a port of a model means by a name: of a joint, or a part of the quaternion of a ball joint."""
        if name in self.names:
            return float(q[self.names.index(name)])
        k = next(k for k in self.balls if name[:-1] in (f"{self.robot.joint(self.every[k].link).name}{x}" for x in
                                                        ("_", "_q")))  # fmt: skip
        Q = jointed.quaternion_of(jointed.matrix_of(q[k : k + 3]))
        return float(Q["wxyz".index(name[-1])])


__all__ = ["CONFIGURATION", "LoopFixture", "MotionStates"]
