"""Links seen from the frame in front of a run of parallel axes, where much of their motion is zero.

A run is a joint and those behind it whose axes are parallel to its own; a single joint is the shortest. Its frame is
that of its first joint before the turn. Where the link before it turns about one axis only, w has no x component there
and U few entries; what is turned into that frame are bodies and lever arms, by the sum of the angles at once.

- `Runs.couple`: the moment of a link's second moments, from its tensor in that frame. About the axes of the run this
  is Lagrange's equation in closed form. A couple acts alike at every point: it joins the moments of the run where these
  have come to that frame, and only its component along the axes is felt by the joints on the way.
- `Runs.foot`: the acceleration of the next joint, vd + U R_z arm, turned to its link at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from linkwright.models.tree.link_accelerations import Acceleration, last_column
from linkwright.models.tree.link_steps import Step, turned_tensor
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.spatial import Axis, Inertia, Rotation, Scalar, Vec3

Moment = Callable[[Inertia, Acceleration], Vec3]


class Runs:
    """Of links whose accelerations in their own frames are `done`, one after the other."""

    def __init__(
        self, done: Sequence[Acceleration], steps: Sequence[Step], V: Sequence[Twist], A: Sequence[Twist]
    ) -> None:
        self.done, self.steps, self.V, self.A = done, steps, V, A
        self._seen: dict[int, Acceleration] = {}

    def couple(self, j: int, I: Inertia, moment: Moment) -> Vec3:
        """What the tensor of link j needs, in the frame of its run."""
        return moment(turned_tensor(I, Rotation.about(*self._turns(j))), self._acceleration(j))

    def foot(self, j: int) -> Vec3:
        """The acceleration, in frame j, of the point of the parent that `Step.arms` leads to."""
        step = self.steps[j - 1]
        return Rotation.about(*self._turns(step.joint.parent), *step.turns).undo(self._at_foot(j))

    def _at_foot(self, j: int) -> Vec3:
        """The same in the frame of the run of the parent."""
        i, (arm, _) = self.steps[j - 1].joint.parent, self.steps[j - 1].arms
        a = self._acceleration(i)
        return a.vd + a.U @ Rotation.about(*self._turns(i)).apply(arm)

    def _turns(self, j: int) -> tuple[tuple[Axis, Scalar], ...]:
        """From the frame of the run to that of link j."""
        step = self.steps[j - 1]
        return step.turns[2:] if starts_run(step) else (*self._turns(step.joint.parent), *step.turns)

    def _acceleration(self, j: int) -> Acceleration:
        """Of link j and its origin, in the frame of its run."""
        if j not in self._seen:
            step = self.steps[j - 1]
            self._seen[j] = self._of_first(j, step) if starts_run(step) else self._of_next(j, step)
        return self._seen[j]

    def _of_first(self, j: int, step: Step) -> Acceleration:
        i, (arm, _) = self.done[step.joint.parent], step.arms
        w = step.tilt.undo(i.w)
        u = last_column(i, step.tilted(), i, step.tilt, w)
        return self._moved(j, w, step.tilt.undo(i.wd).z, u, step.tilt.undo(i.vd + i.U @ arm))

    def _of_next(self, j: int, step: Step) -> Acceleration:
        a = self._acceleration(step.joint.parent)
        return self._moved(j, a.w, a.wd.z, a.U_z, self._at_foot(j))

    def _moved(self, j: int, w: Vec3, wd_z: Scalar, u: Vec3, foot: Vec3) -> Acceleration:
        """With what joint j adds; u = U z is the same before and behind it."""
        qd, qdd, r = self.V[j], self.A[j], self.steps[j - 1].arms[1]
        slide = w.cross(qd.v * 2) + qdd.v
        a = Acceleration.with_column(w + qd.w, wd_z + qdd.w.z, u, only_U=False)
        return replace(a, vd=foot + u * r + slide)


def sparse_links(steps: Sequence[Step], V: Sequence[Twist]) -> list[int]:
    """Links of runs whose axes are at right angles to the only axis that the link before them turns about, if this is
    a coordinate axis of their frame."""
    w, sparse = [V[0].w], [False]
    for j, step in enumerate(steps, 1):
        i = step.joint.parent
        before = step.tilt.undo(w[i])
        w.append(step.R.undo(w[i]) + V[j].w)
        alone = step.joint.kind != "ball" and before.z == 0 and (before.x == 0) != (before.y == 0)
        sparse.append(alone if starts_run(step) else sparse[i])
    return [j for j, is_sparse in enumerate(sparse) if is_sparse]


def starts_run(step: Step) -> bool:
    return not step.joint.parent or not step.is_parallel


def first_of_run(steps: Sequence[Step], j: int) -> int:
    """The joint that the run of joint j starts with."""
    return j if starts_run(steps[j - 1]) else first_of_run(steps, steps[j - 1].joint.parent)


__all__ = ["Runs", "first_of_run", "sparse_links", "starts_run"]
