"""Motion of links in the frame before a run of parallel axes, where much of it is zero.

A run is a joint and those behind it whose axes are parallel to its own; a single joint is the shortest. Its frame is
that of its first joint before the rotation. Where the link before it rotates about one axis only, w has no x component
there and U few entries; bodies and lever arms are rotated into that frame, by the sum of the angles at once.

- `Runs.couple`: the moment of a link's second moments, from its tensor in that frame. About the axes of the run this
  is Lagrange's equation in closed form. A couple acts alike at every point: it is added to the moments of the run in
  that frame, and only its component along the axes acts on the joints in between.
- `Runs.foot`: the acceleration of a point of the next joint, vd + U R_z arm, rotated to its link at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from linkwright.models.tree.link_accelerations import LinkAcceleration, last_column_of_U
from linkwright.models.tree.link_steps import LinkStep, turn_tensor
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.spatial import Axis, Inertia, Rotation, Scalar, Vec3

MomentFunction = Callable[[Inertia, LinkAcceleration], Vec3]


class ParallelAxisRuns:
    """Accelerations of links in the frames of their runs, from those in their own frames (`done`, which grows)."""

    def __init__(
        self, done: Sequence[LinkAcceleration], steps: Sequence[LinkStep], V: Sequence[Twist], A: Sequence[Twist]
    ) -> None:
        self.done, self.steps, self.V, self.A = done, steps, V, A
        self._seen: dict[int, LinkAcceleration] = {}

    def run_frame_moment(self, j: int, I: Inertia, moment: MomentFunction) -> Vec3:
        """Moment for the second moments of link j, N m, in the frame of its run."""
        return moment(turn_tensor(I, Rotation.about(*self._turns(j))), self._acceleration(j))

    def joint_point_acceleration(self, j: int) -> Vec3:
        """Acceleration, m/s^2 in frame j, of the point of the parent that `Step.arms` leads to."""
        step = self.steps[j - 1]
        return Rotation.about(*self._turns(step.joint.parent), *step.turns).undo(self._joint_point_in_run_frame(j))

    def _joint_point_in_run_frame(self, j: int) -> Vec3:
        """Acceleration of the point of `foot` in the frame of the run of the parent."""
        i, (arm, _) = self.steps[j - 1].joint.parent, self.steps[j - 1].arms
        a = self._acceleration(i)
        return a.vd + a.U @ Rotation.about(*self._turns(i)).apply(arm)

    def _turns(self, j: int) -> tuple[tuple[Axis, Scalar], ...]:
        """Rotations from the frame of the run to that of link j."""
        step = self.steps[j - 1]
        return step.turns[2:] if starts_run(step) else (*self._turns(step.joint.parent), *step.turns)

    def _acceleration(self, j: int) -> LinkAcceleration:
        """Acceleration of link j and its origin, in the frame of its run."""
        if j not in self._seen:
            step = self.steps[j - 1]
            self._seen[j] = self._of_first(j, step) if starts_run(step) else self._of_next(j, step)
        return self._seen[j]

    def _of_first(self, j: int, step: LinkStep) -> LinkAcceleration:
        i, (arm, _) = self.done[step.joint.parent], step.arms
        w = step.tilt.undo(i.w)
        u = last_column_of_U(i, step.tilted(), i, step.tilt, w)
        return self._moved(j, w, step.tilt.undo(i.wd).z, u, step.tilt.undo(i.vd + i.U @ arm))

    def _of_next(self, j: int, step: LinkStep) -> LinkAcceleration:
        a = self._acceleration(step.joint.parent)
        return self._moved(j, a.w, a.wd.z, a.U_z, self._joint_point_in_run_frame(j))

    def _moved(self, j: int, w: Vec3, wd_z: Scalar, u: Vec3, foot: Vec3) -> LinkAcceleration:
        """Acceleration with that of joint j added; u = U z is the same before and after the joint."""
        qd, qdd, r = self.V[j], self.A[j], self.steps[j - 1].arms[1]
        slide = w.cross(qd.v * 2) + qdd.v
        a = LinkAcceleration.with_column(w + qd.w, wd_z + qdd.w.z, u, only_U=False)
        return replace(a, vd=foot + u * r + slide)


def links_with_sparse_motion(steps: Sequence[LinkStep], V: Sequence[Twist]) -> list[int]:
    """Links of runs whose axes are at right angles to the only axis that the link before them rotates about, if this
    is a coordinate axis of their frame."""
    w, sparse = [V[0].w], [False]
    for j, step in enumerate(steps, 1):
        i = step.joint.parent
        before = step.tilt.undo(w[i])
        w.append(step.R.undo(w[i]) + V[j].w)
        alone = step.joint.kind != "ball" and before.z == 0 and (before.x == 0) != (before.y == 0)
        sparse.append(alone if starts_run(step) else sparse[i])
    return [j for j, is_sparse in enumerate(sparse) if is_sparse]


def starts_run(step: LinkStep) -> bool:
    return not step.joint.parent or not step.is_parallel


def first_joint_of_run(steps: Sequence[LinkStep], j: int) -> int:
    """First joint of the run of joint j."""
    return j if starts_run(steps[j - 1]) else first_joint_of_run(steps, steps[j - 1].joint.parent)


__all__ = ["ParallelAxisRuns", "first_joint_of_run", "links_with_sparse_motion", "starts_run"]
