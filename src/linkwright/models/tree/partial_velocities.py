"""Partial velocities: twist of link k for unit velocity of joint j, in frame k.

Kane's partial velocity v_jk = d v_k / d qd_j and partial angular velocity w_jk = d w_k / d qd_j. In the words of
El Baji, Ben Said Amrani and Sarsri (2022): the axis u_j and the vector from o_j to o_k. The effort of joint j due to a
wrench on link k is the power of the wrench on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Scalar, Transform, Vec3


@dataclass(frozen=True, slots=True)
class PartialVelocity:
    """Partial velocity of link k for coordinate j, in frame k: axis u, and p from O_j to O_k."""

    turns: bool
    u: Vec3
    p: Vec3

    @property
    def w(self) -> Vec3:
        return self.u if self.turns else ZERO

    @property
    def v(self) -> Vec3:
        return self.u.cross(self.p) if self.turns else self.u

    def power(self, F: Wrench) -> Scalar:
        """Effort of coordinate j that balances the wrench F on link k."""
        if self.turns:
            return self.u.dot(F.n) + self.v.dot(F.f)
        return self.u.dot(F.f)


class PartialVelocities:
    """Partial velocities of a robot at q, each computed once, and the transforms between its frames."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot = robot
        self.steps: list[Transform] = [joint.transform(q[j]) for j, joint in enumerate(robot.joints, 1)]
        self._made: dict[tuple[Coordinate, int], PartialVelocity] = {}

    def step(self, k: int) -> Transform:
        """Transform of frame k in the frame of its parent."""
        return self.steps[k - 1]

    def of(self, j: Coordinate, k: int) -> PartialVelocity:
        """Partial velocity of link k, which coordinate j moves, in frame k."""
        if (j, k) not in self._made:
            if j.link == k:
                found = PartialVelocity(j.is_rotation, j.w if j.is_rotation else j.v, ZERO)
            else:
                before, T = self.of(j, self.robot.joint(k).parent), self.step(k)
                found = PartialVelocity(before.turns, T.R.undo(before.u), T.R.undo(before.p + T.P))
            self._made[j, k] = found
        return self._made[j, k]

    def everywhere(self, v: Vec3) -> list[Vec3]:
        """Components of a vector, given in frame 0, in the frames 0..n."""
        found = [v]
        for k, joint in enumerate(self.robot.joints, 1):
            found.append(self.step(k).R.undo(found[joint.parent]))
        return found
