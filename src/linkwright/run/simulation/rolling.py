"""Robots on wheels in a simulation: what is integrated is free of constraints, so that no wheel ever slips.

    (x, y, theta | positions of all joints | rates of the independent coordinates | W)

All other rates are G(q) times those of the independent coordinates, and W is the work of all efforts but gravity's.
Controllers see, and references are, positions and rates of all joints; joints without a motor get no effort.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError
from linkwright.models.parts.rolling import mobility
from linkwright.robot import Coordinate, Robot
from linkwright.run.simulation.mechanism import SMOOTHING, Mechanism
from linkwright.run.simulation.recording import Recording

if TYPE_CHECKING:
    from linkwright.run.native import Array

MODELS = ("inertia_matrix", "bias_vector", "constraint_map", "configuration_accelerations", "kinetic_energy",
          "potential_energy")  # fmt: skip


class RollingMechanism(Mechanism):
    """The models of one robot on wheels. Vectors have one entry per joint, those of `independent` one per coordinate
    that moves on its own."""

    models = MODELS
    inputs = (*Mechanism.inputs, "base_pose", "base_twist", "base_acceleration")

    def __init__(self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> None:
        super().__init__(robot, numbers, smoothing)
        split = mobility(self.robot).split
        self.coordinates, self.independent = self.robot.coordinates, split.independent
        self._base = [k for k, c in enumerate(self.independent) if not c.link]
        joints = [c for c in self.coordinates if c.link]
        every = _freedoms(self.robot)
        self._rows = [every.index(c) for c in self.coordinates]  # of G: couplings give the others
        self._own = [joints.index(c) for c in self.independent if c.link]  # the joints that move on their own

    @property
    def undriven(self) -> tuple[str, ...]:
        return tuple(c.joint for c in self.independent if not c.link or not self.robot.joint(c.link).actuated)

    def chosen(self, qd: Array) -> Array:
        """Of rates of all joints those of the independent coordinates; the base is at rest, if it is one of them."""
        import numpy as np

        return np.concatenate([np.zeros(len(self._base)), qd[self._own]])

    # -- models -------------------------------------------------------------------------------------------------------

    def value(self, name: str, pose: Array, q: Array, u: Array | None = None, ud: Array | None = None) -> Any:
        """Of a model; u and ud are rates and accelerations of the independent coordinates, those of the base first."""
        model, k = self.model(name), len(self._base)
        given: dict[str, Any] = {"base_pose": pose, "q": q}
        for x, base, joints in ((u, "base_twist", "qd"), (ud, "base_acceleration", "qdd")):
            if x is not None:
                given |= {base: x[..., :k], joints: x[..., k:]}
        return model(*(given[port.name] for port in model.function.variables))

    def map(self, pose: Array, q: Array) -> Array:
        """G: vx, vy, wz and the rates of all joints from the independent ones."""
        import numpy as np

        return np.asarray(self.value("constraint_map", pose, q))[..., self._rows, :]

    def accelerations(self, pose: Array, q: Array, u: Array, tau: Array, G: Array) -> Array:
        """Of the independent coordinates: M ud = G^T (tau - friction) - h."""
        import numpy as np

        h = self.value("bias_vector", pose, q, u)
        push = tau if self.friction.absent else tau - self.friction(G[3:] @ u)
        found: Array = np.linalg.solve(np.asarray(self.value("inertia_matrix", pose, q)), G[3:].T @ push - h)
        return found

    def rolling_power(self, pose: Array, q: Array, u: Array, tau: Array, qd: Array) -> float:
        """What the efforts put in, less friction and wrenches on the environment."""
        import numpy as np

        power = float(qd @ (tau if self.friction.absent else tau - self.friction(qd)))
        if self.loaded:
            load = self.value("bias_vector", pose, q, u * 0) - self.value("gravity_vector", pose, q)
            power -= float(u @ np.asarray(load))
        return power

    def component_rates(self, u: Array, ud: Array, twist: Array) -> Array:
        """Of u: the acceleration of the base is that of its origin, w x v more than the rates of the components."""
        across = {"vx": -twist[2] * twist[1], "vy": twist[2] * twist[0]}
        rates = ud.copy()
        for k in self._base:
            rates[k] -= across.get(self.independent[k].component, 0.0)
        return rates

    # -- for controllers ----------------------------------------------------------------------------------------------

    def inverse(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Efforts of all joints for a motion of the independent ones, friction included; on the level."""
        import numpy as np

        pose = self._anywhere("bias_vector", "computed torque")
        u = self.chosen(qd)
        G = self.map(pose, q)[3:]
        Gamma = self.value("inertia_matrix", pose, q) @ self.chosen(qdd) + self.value("bias_vector", pose, q, u)
        return self._shared(np.asarray(Gamma) + G.T @ self.friction(G @ u), G)

    def gravity(self, q: Array) -> Array:
        """Efforts of the drives that hold the robot against gravity; on the level."""
        import numpy as np

        pose = self._anywhere("gravity_vector", "gravity compensation")
        return self._shared(np.asarray(self.value("gravity_vector", pose, q)), self.map(pose, q)[3:])

    def _shared(self, Gamma: Array, G: Array) -> Array:
        """Among the drives, with the least norm."""
        import numpy as np

        tau, drives = np.zeros(len(self)), self.actuated
        tau[drives] = np.linalg.lstsq(G[drives].T, Gamma, rcond=None)[0]
        return tau

    def _anywhere(self, name: str, what: str) -> Array:
        """A pose for a model that does not depend on it."""
        import numpy as np

        if any(port.name == "base_pose" for port in self.model(name).function.variables):
            raise RobotError(f"{self.robot.name} stands on a slope, and controllers do not see its pose: no {what}",
                             remedy="write a controller of your own, or let gravity be vertical")  # fmt: skip
        return np.zeros(3)

    def check_inertia(self, q: Array) -> None:
        import numpy as np

        M = np.asarray(self.value("inertia_matrix", np.zeros(3), q))
        if not np.linalg.eigvalsh(M)[0] > 0:
            raise RobotError(f"{self.robot.name}: the inertia matrix is not positive definite at the start",
                             remedy="check the inertial parameters: no bodies have these")  # fmt: skip


class RollingState:
    """The vector that is integrated, for one mechanism."""

    def __init__(self, plant: RollingMechanism) -> None:
        self.plant, self.joints = plant, len(plant)

    def start(self, pose: Array, q: Array, u: Array) -> Array:
        import numpy as np

        return np.concatenate([pose, q, u, [0.0]])

    def parts(self, y: Array) -> tuple[Array, Array, Array]:
        """Pose, positions of the joints, rates of the independent coordinates."""
        n = 3 + self.joints
        return y[:3], y[3:n], y[n:-1]

    def motion(self, y: Array) -> tuple[Array, Array]:
        """Positions and rates of all joints."""
        pose, q, u = self.parts(y)
        return q, self.plant.map(pose, q)[3:] @ u

    def rate(self, efforts: Callable[[float, Array, Array], Array]) -> Callable[[float, Array], Array]:
        """d/dt of the vector under these efforts."""
        import numpy as np

        plant = self.plant

        def rate(t: float, y: Array) -> Array:
            pose, q, u = self.parts(y)
            G = plant.map(pose, q)
            rates = G @ u
            twist, qd = rates[:3], rates[3:]
            tau = efforts(t, q, qd)
            ud = plant.accelerations(pose, q, u, tau, G)
            c, s = math.cos(pose[2]), math.sin(pose[2])
            moved = [c * twist[0] - s * twist[1], s * twist[0] + c * twist[1], twist[2]]
            power = plant.rolling_power(pose, q, u, tau, qd)
            return np.concatenate([moved, qd, plant.component_rates(u, ud, twist), [power]])

        return rate


    def recorded(self, t: Array, y: Array, tau: Array, wanted: Array | None) -> Recording:
        import numpy as np

        plant = self.plant
        pose, q, u = (np.array(part) for part in zip(*map(self.parts, y), strict=True))
        G = np.array([plant.map(*at) for at in zip(pose, q, strict=True)])
        twist, qd = np.split(np.einsum("kij,kj->ki", G, u), [3], 1)
        ud = np.array([plant.accelerations(*state) for state in zip(pose, q, u, tau, G, strict=True)])
        found = plant.value("configuration_accelerations", pose, q, u, ud)["joint_accelerations"]
        kinetic, potential = plant.value("kinetic_energy", pose, q, u), plant.value("potential_energy", pose, q)
        own = [k for k, c in enumerate(c for c in _freedoms(plant.robot) if c.link) if c in plant.coordinates]
        return Recording(
            plant.robot.name, plant.names, plant.variables, plant.kinds, t, q, qd, np.asarray(found)[:, own], tau,
            np.asarray(kinetic), np.broadcast_to(potential, len(t)), y[:, -1].copy(), wanted, pose, twist,
        )  # fmt: skip


def _freedoms(robot: Robot) -> list[Coordinate]:
    return [c for j in range(len(robot) + 1) for c in robot.freedoms(j)]


def start_rates(plant: RollingMechanism, values: Sequence[float] | Array | None) -> Array:
    """Of the independent coordinates, in their order; None is zero."""
    import numpy as np

    n = len(plant.independent)
    u = np.zeros(n) if values is None else np.array(values, dtype=float).reshape(-1)
    if len(u) != n:
        names = ", ".join(c.joint if c.link else f"base {c.component}" for c in plant.independent)
        raise InputError(f"qd has {len(u)} values, {plant.robot.name} has {n} independent rates",
                         remedy=f"in this order: {names}")  # fmt: skip
    if not np.isfinite(u).all():
        raise InputError("qd is not finite")
    return u


def start_posture(plant: RollingMechanism, values: Sequence[float] | Array | None) -> Array:
    """x, y and the angle about z; None is zero."""
    import numpy as np

    pose = np.zeros(3) if values is None else np.array(values, dtype=float).reshape(-1)
    if len(pose) != 3 or not np.isfinite(pose).all():
        raise InputError(f"base_pose of {plant.robot.name} has {len(pose)} values, or one that is not finite",
                         remedy="x, y and the angle about z")  # fmt: skip
    return pose


__all__ = ["RollingMechanism", "RollingState", "start_posture", "start_rates"]
