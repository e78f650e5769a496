"""Robots on wheels in a simulation: independent rates are integrated, so that no wheel ever slips.

    (x, y, theta | positions of all joints | rates of the independent coordinates | W)

All other rates are G(q) times those of the independent coordinates, and W is the work of all efforts but gravity's.
Controllers see, and references are, positions and rates of all joints; joints without a motor get no effort. The
vector has no pairs of positions and rates: it has no rates of dependent joints, and a method that integrates only some
positions twice would let the wheels drift from the heading.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError
from linkwright.models.constraints.wheels import analyze_wheel_mobility, is_driven, label
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.simulation.mechanism import SMOOTHING, Mechanism
from linkwright.simulation.state import Motion, checked_vector, joint_vector

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None

TWIST = ("vx", "vy", "wz")


class RollingMechanism(Mechanism):
    """The models of one robot on wheels. Vectors have one entry per joint, u and ud one per independent coordinate
    (`independent`). Base: its pose (x, y, theta), and its twist (vx, vy, wz) in its own frame."""

    models: tuple[str, ...] = ("inertia_matrix", "bias_vector", "constraint_map", "configuration_accelerations",
                               "kinetic_energy", "potential_energy")  # fmt: skip
    inverse_model = "bias_vector"
    rolls = True

    def __init__(self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> None:
        super().__init__(robot, numbers, smoothing)
        coordinates, every = self.robot.coordinates, tree_freedoms(self.robot)
        joints = [c for c in coordinates if c.link]
        self.independent = self._independent()
        self._rows = [every.index(c) for c in coordinates]  # rows of G; the others are coupled joints
        self._base = [TWIST.index(c.component) for c in self.independent if not c.link]
        self._own = [joints.index(c) for c in self.independent if c.link]  # the independent joints

    def _independent(self) -> tuple[Coordinate, ...]:
        return analyze_wheel_mobility(self.robot).split.independent

    @property
    def undriven(self) -> tuple[str, ...]:
        return tuple(label(c) for c in self.independent if not is_driven(self.robot, c))

    def independent_rates(self, qd: Array) -> Array:
        """Rates of the independent coordinates with the base at rest; rates of dependent joints follow from them."""
        import numpy as np

        return self.rates(qd, np.zeros(3), np.zeros(3))

    def rates(self, qd: Array, *base: Array) -> Array:
        import numpy as np

        return np.concatenate([base[1][..., self._base], qd[..., self._own]], axis=-1)

    # -- models -------------------------------------------------------------------------------------------------------

    def value(self, name: str, pose: Array, q: Array, u: Array | None = None, ud: Array | None = None) -> Any:
        """Output of a model; u and ud are rates and accelerations of the independent coordinates, those of the base
        first."""
        more: dict[str, Array] = {}
        k = len(self._base)
        for x, base, joints in ((u, "base_twist", "qd"), (ud, "base_acceleration", "qdd")):
            if x is not None:
                more |= {base: x[..., :k], joints: x[..., k:]}
        return self._value(name, q, (pose,), **more)

    def map(self, pose: Array, q: Array) -> Array:
        """Velocity map G: vx, vy, wz and the rates of all joints from the independent ones."""
        import numpy as np

        return np.asarray(self.value("constraint_map", pose, q))[..., self._rows, :]

    def accelerations(self, pose: Array, q: Array, u: Array, tau: Array, G: Array) -> Array:
        """Accelerations of the independent coordinates: M ud = G^T (tau - friction) - h. Friction is that of all
        joints, dependent ones by G(q), coupled ones by their factors."""
        import numpy as np

        h = np.asarray(self.value("bias_vector", pose, q, u))
        push = tau if self.friction.absent else tau - self.friction(_multiply_states(G[..., 3:, :], u))
        effort = _multiply_states(np.swapaxes(G[..., 3:, :], -1, -2), push) - h
        found: Array = np.linalg.solve(np.asarray(self.value("inertia_matrix", pose, q)), effort[..., None])[..., 0]
        return found

    def forward(self, q: Array, qd: Array, tau: Array, *base: Array) -> Array:
        import numpy as np

        pose, u = base[0], self.rates(qd, *base)
        ud = self.accelerations(pose, q, u, tau, self.map(pose, q))
        found = self.value("configuration_accelerations", pose, q, u, ud)
        every = np.concatenate([found["base_acceleration"], found["joint_accelerations"]], axis=-1)
        return every[..., self._rows]

    def energies(self, q: Array, qd: Array, *base: Array) -> tuple[Array, Array]:
        import numpy as np

        kinetic = np.asarray(self.value("kinetic_energy", base[0], q, self.rates(qd, *base)))
        return kinetic, np.broadcast_to(self.value("potential_energy", base[0], q), kinetic.shape)

    def component_rates(self, u: Array, ud: Array, twist: Array) -> Array:
        """Rates of the components of u: the acceleration of the base's origin contains w x v in addition."""
        across = (-twist[2] * twist[1], twist[2] * twist[0], 0.0)
        rates = ud.copy()
        for k, component in enumerate(self._base):
            rates[k] -= across[component]
        return rates

    # -- for controllers ----------------------------------------------------------------------------------------------

    def inverse(self, q: Array, qd: Array, qdd: Array, *base: Array) -> Array:
        """Efforts of the drives for a motion of the independent joints, friction included."""
        import numpy as np

        pose, u = base[0], self.rates(qd, *base)
        G = self.map(pose, q)[3:]
        Gamma = self.value("inertia_matrix", pose, q) @ self.independent_rates(qdd) + self.value(
            "bias_vector", pose, q, u
        )
        return self._shared(np.asarray(Gamma) + G.T @ self.friction(G @ u), G)

    def gravity(self, q: Array, *base: Array) -> Array:
        """Efforts of the drives that hold the robot against gravity, on a slope too."""
        import numpy as np

        pose = base[0]
        return self._shared(np.asarray(self.value("gravity_vector", pose, q)), self.map(pose, q)[3:])

    def _shared(self, Gamma: Array, G: Array) -> Array:
        """Distribute generalized efforts among the drives, with the least norm."""
        import numpy as np

        tau, drives = np.zeros(len(self)), self.actuated
        tau[drives] = np.linalg.lstsq(G[drives].T, Gamma, rcond=None)[0]
        return tau


def _multiply_states(A: Array, x: Array) -> Array:
    """Return A x, for one state or for many."""
    product: Array = (A @ x[..., None])[..., 0]
    return product


class RollingState:
    """Layout of the integrated vector for robots on wheels."""

    pairs = 0

    def __init__(self, plant: RollingMechanism) -> None:
        self.plant = plant

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        import numpy as np

        self._refuse_twist(base_twist)
        labels = [label(c) for c in self.plant.independent]
        u = checked_vector("qd", qd, labels, f"{self.plant.robot.name} has {len(labels)} independent rates")
        return np.concatenate([start_planar_pose(self.plant, base_pose), joint_vector(self.plant, "q", q), u, [0.0]])

    def _refuse_twist(self, base_twist: Given) -> None:
        if base_twist is not None:
            labels = ", ".join(label(c) for c in self.plant.independent)
            raise InputError(f"{self.plant.robot.name} has a base on wheels: its twist follows from the independent "
                             "rates", remedy=f"give these: qd, in this order: {labels}",
                             command=f"give these: --velocity, in this order: {labels}")  # fmt: skip

    def parts(self, y: Array) -> tuple[Array, Array, Array]:
        """Pose of the base, positions of the joints, rates of the independent coordinates."""
        n = 3 + len(self.plant)
        return y[:3], y[3:n], y[n:-1]

    def motion(self, y: Array) -> Motion:
        pose, q, u = self.parts(y)
        rates = self.plant.map(pose, q) @ u
        return q, rates[3:], pose, rates[:3]

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        import numpy as np

        plant = self.plant

        def rate(t: float, y: Array) -> Array:
            pose, q, u = self.parts(y)
            G = plant.map(pose, q)
            rates = G @ u
            twist, qd = rates[:3], rates[3:]
            tau = efforts(t, (q, qd, pose, twist))
            ud = plant.accelerations(pose, q, u, tau, G)
            c, s = math.cos(pose[2]), math.sin(pose[2])
            moved = [c * twist[0] - s * twist[1], s * twist[0] + c * twist[1], twist[2]]
            power = plant.power(q, qd, tau, pose, twist)
            return np.concatenate([moved, qd, plant.component_rates(u, ud, twist), [power]])

        return rate

    def ended(self, problem: InputError | None = None) -> InputError | None:
        """No reason beyond the problem itself."""
        return None


def start_planar_pose(plant: RollingMechanism, values: Given) -> Array:
    """Start pose of the base: x, y and the angle about z; without numbers the robot's own."""
    import numpy as np

    if values is None:
        T = plant.base_pose
        if T is None:
            raise InputError(f"the pose of the base of {plant.robot.name} has no numbers",
                             remedy="base_pose=(0, 0, 0)", command="--base-pose 0,0,0")  # fmt: skip
        return np.array([T[0, 3], T[1, 3], math.atan2(T[1, 0], T[0, 0])])
    pose = np.array(values, dtype=float).reshape(-1)
    if len(pose) != 3:
        raise InputError(f"base_pose of {plant.robot.name} has {len(pose)} values", remedy="x, y and the angle about z")
    if not np.isfinite(pose).all():
        raise InputError("base_pose is not finite")
    return pose


__all__ = ["RollingMechanism", "RollingState"]
