"""Velocities and accelerations of links by recursion, for the kinematic models.

Khalil & Dombre, sections 5.5 and 5.10: in link frames, or with all vectors in one frame of projection, whichever costs
less. Accelerations do not contain gravity. Motion of the base is included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.models.framework.frame_options import frame_label, frame_tag, named_frames_on_paths, read_frame
from linkwright.models.framework.option import Option, option_text
from linkwright.models.framework.result import Result, named
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.twists_wrenches import Twist, joint_twists, relative_accelerations, relative_velocities
from linkwright.robot import Robot
from linkwright.spatial import Transform, Vec3

EACH_IN_OWN_FRAME = -2  # frame of projection: every vector in the frame of its own link


@dataclass(frozen=True, slots=True)
class LinkMotion:
    """Motion of a link: angular velocity, velocity of the origin, and their derivatives (classical accelerations)."""

    w: Vec3
    v: Vec3
    wd: Vec3
    vd: Vec3

    def at(self, L: Vec3) -> LinkMotion:
        """Motion of the point at L from the origin."""
        return LinkMotion(self.w, self.v + self.w.cross(L), self.wd, self.vd + _acceleration_at_arm(self.w, self.wd, L))

    def with_joint_motion(self, V: Twist, A: Twist) -> LinkMotion:
        """Motion of a link with relative velocity V and acceleration A to a frame with this motion (Coriolis added)."""
        wd, vd = self.wd + self.w.cross(V.w) + A.w, self.vd + self.w.cross(V.v) * 2 + A.v
        return LinkMotion(self.w + V.w, self.v + V.v, wd, vd)

    def rotated_by(self, turn: Callable[[Vec3], Vec3]) -> LinkMotion:
        return LinkMotion(turn(self.w), turn(self.v), turn(self.wd), turn(self.vd))


def base_motion(robot: Robot, state: State) -> LinkMotion:
    """Motion of link 0, in frame 0."""
    V, A = relative_velocities(robot, state)[0], relative_accelerations(robot, state)[0]
    return LinkMotion(V.w, V.v, A.w, A.v)


def _acceleration_at_arm(w: Vec3, wd: Vec3, L: Vec3) -> Vec3:
    """wd x L + w x (w x L) = U L, U = wd^ + w^ w^; columns of U with a zero component of L are not computed."""
    xx, yy, zz, xy, xz, yz = w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.x * w.z, w.y * w.z
    return Vec3(
        (xy - wd.z) * L.y + (xz + wd.y) * L.z - (yy + zz) * L.x,
        (xy + wd.z) * L.x + (yz - wd.x) * L.z - (xx + zz) * L.y,
        (xz - wd.y) * L.x + (yz + wd.x) * L.y - (xx + yy) * L.z,
    )


LinkMotions = dict[int, LinkMotion]  # by frame


def motions_in_link_frames(robot: Robot, state: State, base: LinkMotion) -> list[LinkMotion]:
    """Motions of links 0..n, each in its own frame."""
    motions = [base]
    rates, more = joint_twists(robot, state.qd), joint_twists(robot, state.qdd)
    for j, joint in enumerate(robot.joints, 1):
        carried = _motion_of_fixed_frame(motions[joint.parent], joint.transform(state.q[j]))
        motions.append(carried.with_joint_motion(rates[j], more[j]))
    return motions


def motions_in_own_frames(robot: Robot, state: State, base: LinkMotion, named: Iterable[int]) -> LinkMotions:
    """Motions of links 0..n and of named frames, each in its own frame."""
    motions = dict(enumerate(motions_in_link_frames(robot, state, base)))
    for j in named_frames_on_paths(robot, named):
        motions[j] = _motion_of_fixed_frame(motions[robot.joint(j).parent], robot.joint(j).transform())
    return motions


def _motion_of_fixed_frame(i: LinkMotion, T: Transform) -> LinkMotion:
    """Motion, in frame T, of the body of a frame with motion i, in which T is the pose of the new frame."""
    w, wd = T.R.undo(i.w), T.R.undo(i.wd)
    return LinkMotion(w, T.R.undo(i.v + i.w.cross(T.P)), wd, T.R.undo(i.vd + _acceleration_at_arm(i.w, i.wd, T.P)))


def motions_in_one_frame(tree: FrameTree, state: State, base: LinkMotion, p: int, named: Iterable[int]) -> LinkMotions:
    """Motions of links 0..n and of named frames, all vectors in frame p."""
    robot, motions = tree.robot, {0: base.rotated_by(tree.rotation(p, 0)) if p else base}
    rates, more = joint_twists(robot, state.qd), joint_twists(robot, state.qdd)
    for j in (*range(1, len(robot) + 1), *named_frames_on_paths(robot, named)):
        parent = robot.joint(j).parent
        i, turn = motions[parent], tree.pose(p, j).R.__matmul__
        r = tree.pose(p, j).P - tree.pose(p, parent).P
        carried = LinkMotion(i.w, i.v + i.w.cross(r), i.wd, i.vd + _acceleration_at_arm(i.w, i.wd, r))
        motions[j] = (
            carried.with_joint_motion(rates[j].rotated_by(turn), more[j].rotated_by(turn))
            if j <= len(robot)
            else carried
        )
    return motions


def motions_of_frames(
    tree: FrameTree, state: State, chosen: Sequence[int], projection: int, names: Sequence[str]
) -> LinkMotions:
    """Motions of the chosen frames, in frame `projection` or in their own (LINK); `names`: the fields to be cheap."""
    if projection == EACH_IN_OWN_FRAME:
        own = motions_in_own_frames(tree.robot, state, base_motion(tree.robot, state), chosen)
        return {j: own[j] for j in chosen}

    def candidates(tree: FrameTree, state: State) -> Iterator[LinkMotions]:
        base = base_motion(tree.robot, state)
        own = motions_in_own_frames(tree.robot, state, base, chosen)
        yield {j: own[j].rotated_by(tree.rotation(projection, j)) for j in chosen}
        together = motions_in_one_frame(tree, state, base, projection, chosen)
        yield {j: together[j] for j in chosen}

    return cheapest_of(
        tree.robot.graph, (tree, state), lambda s: candidates(*s),
        lambda found: [getattr(m, name) for m in found.values() for name in names],
    )  # fmt: skip


def read_link_or_frame(robot: Robot, value: Any) -> int:
    """Read the frame of projection: "link" (every vector in its own frame) or a frame."""
    return EACH_IN_OWN_FRAME if option_text(value) == "link" else read_frame(robot, value)


OWN_PROJECTION = Option(
    "link",
    "the frame in which vectors are given: link (each its own), or name, or number of a joint",
    read=read_link_or_frame,
)


def vector_result(
    robot: Robot, name: str, found: LinkMotions, what: str, doc: str, unit: str, projection: int
) -> Result:  # fmt: skip
    """Result with one vector (field `what` of the motions) of all chosen frames, a row for each."""
    rows = [list(getattr(m, what)) for m in found.values()]
    labels = tuple(f"{name}{frame_tag(robot, j)}_{axis}" for j in found for axis in "xyz")
    where = "each in its own" if projection == EACH_IN_OWN_FRAME else f"in frame {frame_label(robot, projection)}"
    if projection == EACH_IN_OWN_FRAME and max(found, default=0) <= len(robot):
        where = "each in the frame of its link"
    frames = ", ".join(str(j) if j <= len(robot) else frame_label(robot, j) for j in found)
    return named(name, rows, f"{doc} of frames {frames} (a row for each), {where}", labels, (unit,) * len(labels))
