"""Partial velocities: what the unit velocity of joint j does to link k, in frame k.

Kane's partial velocity v_jk = d v_k / d qd_j and partial angular velocity w_jk = d w_k / d qd_j. In the words of
El Baji, Ben Said Amrani and Sarsri (2022): the axis u_j and the vector from o_j to o_k. Efforts of any wrench on link k
are its power on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from linkwright.models.parts.places import end_joints
from linkwright.models.parts.screws import Wrench
from linkwright.robot import Robot
from linkwright.robot.robot import Kind
from linkwright.spatial import ZERO, Scalar, Transform, Vec3, Z


@dataclass(frozen=True, slots=True)
class Partial:
    """Joint j as link k sees it, in frame k: axis u, and p from O_j to O_k."""

    kind: Kind
    u: Vec3
    p: Vec3

    @property
    def w(self) -> Vec3:
        return self.u if self.kind == "revolute" else ZERO

    @property
    def v(self) -> Vec3:
        return self.u.cross(self.p) if self.kind == "revolute" else self.u

    def power(self, F: Wrench) -> Scalar:
        """The effort of joint j that balances F on link k."""
        if self.kind == "revolute":
            return self.u.dot(F.n) + self.v.dot(F.f)
        return self.u.dot(F.f)


class Partials:
    """The partial velocities of a robot at q, each made once, and the steps between its frames."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot = robot
        self.steps: list[Transform] = [joint.transform(q[j]) for j, joint in enumerate(robot.joints, 1)]
        self._made: dict[tuple[int, int], Partial] = {}

    def step(self, k: int) -> Transform:
        """Frame k in its parent's."""
        return self.steps[k - 1]

    def movers(self, k: int) -> tuple[int, ...]:
        """The joints that move link k, from the base on."""
        return end_joints(self.robot, k)

    def of(self, j: int, k: int) -> Partial:
        """Joint j in frame k, which is further outward."""
        if (j, k) not in self._made:
            if j == k:
                found = Partial(self.robot.joint(j).kind, Z, ZERO)
            else:
                before, T = self.of(j, self.robot.joint(k).parent), self.step(k)
                found = Partial(before.kind, T.R.undo(before.u), T.R.undo(before.p + T.P))
            self._made[j, k] = found
        return self._made[j, k]

    def everywhere(self, v: Vec3) -> list[Vec3]:
        """A vector of frame 0 in the frames 0..n."""
        found = [v]
        for k, joint in enumerate(self.robot.joints, 1):
            found.append(self.step(k).R.undo(found[joint.parent]))
        return found


_POWERS = {2: "kg m^2", 1: "kg m", 0: "kg", -1: "kg/m"}


def tensor_unit(robot: Robot, *joints: int) -> str:
    """Of the coefficient of an acceleration, or of a product of rates, in the effort of the first joint."""
    return _POWERS[2 - sum(robot.joint(j).kind == "prismatic" for j in joints)]


def tensor_units(robot: Robot, rank: int) -> tuple[str, ...]:
    return tuple(tensor_unit(robot, *index) for index in product(robot.moving, repeat=rank))


def tensor_labels(robot: Robot, name: str, rank: int) -> tuple[str, ...]:
    return tuple(name + "_".join(map(str, index)) for index in product(robot.moving, repeat=rank))
