"""The integrated vector of a robot with loops: its entries, and its rate.

    (positions of the independent joints, P | their rates, V | quaternions and angular velocities of those that are ball
     joints | start values of the dependent joints | Q, w of the base | W)

P, V, Q and w are those of a floating base, as in `state`. The dependent positions are solved from the closure
equations: their integrated values are only the start of the iteration, so that it stays in its assembly mode.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.simulation.integrators import IntegrationStopped
from linkwright.simulation.loops import DEAD_CENTER, STATUS_TEXTS, LoopMechanism, LoopsNotClosed
from linkwright.simulation.mechanism import checked_vector
from linkwright.simulation.state import Motion, matrix_of_quaternion, quaternion_rate, start_pose, start_twist

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None

EVALUATIONS_PER_CHECK, MIN_RELATIVE_PROGRESS = (
    3000,
    1e-6,
)  # after so many evaluations with less relative progress in time, the motion is given up


class LoopState:
    """Layout of the integrated vector for robots with loops."""

    def __init__(self, plant: LoopMechanism) -> None:
        self.plant = plant
        self.scalars = [n for n, _ in plant.own_entries.scalars]  # indices among the numbers of independent joints
        self.turns = [n + i for n, _ in plant.own_entries.balls for i in range(4)]
        places = list(plant.reference_joints)
        self.slow = [places.index(k) for _, k in plant.own_entries.scalars]  # and among their rates
        self.spins = [places.index(k + i) for _, k in plant.own_entries.balls for i in range(3)]
        self.base = 3 * plant.floats
        self.pairs = len(self.scalars) + self.base
        self._lost: tuple[float, int] | None = None
        self._count, self._mark = 0, 0.0

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        import numpy as np

        plant, name = self.plant, self.plant.robot.name
        if not plant.floats and (base_pose is not None or base_twist is not None):
            raise InputError(f"the base of {name} is fixed: it has neither pose nor twist to start with",
                             remedy="leave base_pose and base_twist out")  # fmt: skip
        names = [plant.names[k] for k in plant.reference_joints]
        u = checked_vector("qd", qd, names, f"{name} has {len(names)} independent joints")
        at = plant.posture(q)
        own, near = plant.own_entries.of(at), plant.start_entries.of(at)
        P, V, rest = np.zeros(0), np.zeros(0), np.zeros(0)
        if plant.floats:
            pose, twist = start_pose(plant, base_pose), start_twist(plant, base_twist)
            P, V = pose[:3], matrix_of_quaternion(pose[3:]) @ twist[:3]
            rest = np.concatenate([pose[3:], twist[3:]])
        turning = own[self.turns], u[self.spins]
        return np.concatenate([own[self.scalars], P, u[self.slow], V, *turning, near, rest, [0.0]])

    def parts(self, y: Array) -> tuple[Array, Array, Array, tuple[Array, ...]]:
        """Positions of the independent joints, start values of the others, rates, and pose and twist of the base."""
        import numpy as np

        n, m = len(self.scalars), self.pairs
        at = 2 * m
        own, u = np.empty(len(self.plant.own_entries)), np.empty(len(self.plant.reference_joints))
        own[self.scalars], u[self.slow] = y[:n], y[m : m + n]
        for values, places in ((own, self.turns), (u, self.spins)):
            values[places] = y[at : at + len(places)]
            at += len(places)
        near = y[at : at + len(self.plant.start_entries)]
        if not self.plant.floats:
            return own, near, u, ()
        Q, w = y[-8:-4], y[-4:-1]
        Q = Q / math.sqrt(Q @ Q)
        twist = np.concatenate([y[m + n : 2 * m] @ matrix_of_quaternion(Q), w])
        return own, near, u, (np.concatenate([y[n:m], Q]), twist)

    def motion(self, y: Array) -> Motion:
        own, near, u, base = self.parts(y)
        try:
            return (*self.plant.moving(own, near, u), *base)
        except LoopsNotClosed as problem:
            raise self.ended() or problem from None

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """Time derivative of the vector; NaN where the loops are not closed, so that a method with error control tries
        a smaller step."""
        import numpy as np

        plant = self.plant

        def rate(t: float, y: Array) -> Array:
            if not np.isfinite(y).all():
                return y * np.nan
            self._watch(t)
            own, near, u, base = self.parts(y)
            try:
                q, qd = plant.moving(own, near, u)
                if plant.is_dead(qd):
                    raise LoopsNotClosed.with_status(plant.robot, 1)
                tau = efforts(t, (q, qd, *base))
                a = plant.accelerations(q, qd, tau, *base)
            except LoopsNotClosed as problem:
                self._lost = t, problem.status
                return y * np.nan
            self._lost = None
            of_base, ud = a[: 2 * self.base], a[2 * self.base :]
            moved = plant.own_entries.rate(own, qd)
            found = [moved[self.scalars], y[2 * self.pairs - self.base : 2 * self.pairs], ud[self.slow]]
            if base:
                found.append(matrix_of_quaternion(y[-8:-4]) @ of_base[:3])
            found += [moved[self.turns], ud[self.spins], plant.start_entries.rate(near, qd)]
            if base:
                found += [np.array(quaternion_rate(y[-8:-4], y[-4:-1])), of_base[3:]]
            return np.concatenate([*found, [plant.power(q, qd, tau, *base)]])

        return rate

    def _watch(self, t: float) -> None:
        """Give up near a dead centre, where steps shrink in proportion to the remaining time and it is reached only
        after very many."""
        self._count += 1
        if self._count % EVALUATIONS_PER_CHECK == 0:
            if 0 <= t - self._mark <= MIN_RELATIVE_PROGRESS * t:
                raise IntegrationStopped.at_time("the integration", t, "its steps shrink to nothing")
            self._mark = t

    def ended(self, problem: InputError | None = None) -> InputError | None:
        plant = self.plant
        names = ", ".join(plant.names[k] for k in plant.reference_joints)
        if self._lost is not None:
            t, status = self._lost
            what = f"its loops cannot be closed beyond t = {t:.6g} s (status {status}, {STATUS_TEXTS[status]})"
        elif isinstance(problem, IntegrationStopped):
            what = f"steps shrink to nothing at t = {problem.t:.6g} s: {DEAD_CENTER}"
        else:
            return None
        return InputError(
            f"{plant.robot.name}: {what}; the independent joints are {names}",
            remedy="if it is a dead centre, other independent joints pass it: independent=...; else smaller steps",
            command="if it is a dead centre, other independent joints pass it: --independent NAMES; else smaller steps",
        )  # fmt: skip


__all__ = ["LoopState"]
