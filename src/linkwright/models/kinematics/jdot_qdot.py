"""Jd qd, the acceleration of a frame without joint accelerations: Khalil & Dombre, section 5.10, without the Jacobian.

The recursion of the accelerations with qdd = 0, relative to a prescribed base. With `derivative="entries"` it belongs
to the derivative of the entries of J (see jacobian_dot).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import FramePoint, FrameSearch, columns_by_arms, working_frames
from linkwright.models.kinematics.jacobian_dot import DERIVATIVE, differentiate_columns, frame_angular_velocity
from linkwright.models.search.graph_trial import cheapest_of, count_operations, select_coarse_to_fine
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import rate_of, without_terms
from linkwright.models.tree.link_motion import LinkMotion, base_motion, motions_in_one_frame, motions_in_own_frames
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist
from linkwright.robot import Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Vec3


def acceleration_by_columns(tip: FramePoint, state: State, i: int, projection: int) -> LinkMotion:
    """Motion of the tip from the columns of J and Jd times qd, summed in frame i, then projected."""
    columns = columns_by_arms(tip, i)
    rates = differentiate_columns(tip, columns, state.qd)
    total = speed = NO_TWIST
    for k in tip.supporting_freedoms:
        total = total + rates[k].scaled(rate_of(tip.robot, state.qd, k))
        speed = speed + columns[k].scaled(rate_of(tip.robot, state.qd, k))
    turn = tip.tree.rotation(projection, i) if i != projection else lambda v: v
    return LinkMotion(speed.w, speed.v, total.w, total.v).rotated_by(turn)


def jdot_qdot(tip: FramePoint, state: State, projection: int, derivative: str) -> Iterator[Twist]:
    """Yield (vd, wd) of the tip for qdd = 0, m/s^2 and rad/s^2, derived in several ways."""
    tree, robot = tip.tree, tip.robot
    named = (tip.frame,)
    own = motions_in_own_frames(robot, state, base_motion(robot, state), named)[tip.frame].at(tip.point)
    found = [own.rotated_by(tree.rotation(projection, tip.frame))]
    together = motions_in_one_frame(tree, state, base_motion(robot, state), projection, named)[tip.frame]
    found.append(together.at(tree.pose(projection, tip.frame).R @ tip.point))
    # a floating base has its classical acceleration, not the rate of its columns; and velocity maps change
    if not robot.freedoms(0) and not robot.ties:
        frames, made = (
            working_frames(tip, projection),
            cache(lambda i: acceleration_by_columns(tip, state, i, projection)),
        )
        contest = FrameSearch(tip, projection, frames)
        contest.best = min(map(count_operations, found))
        for i in contest.frames():
            contest.record_cost(i, count_operations(made(i)))
        tried = (
            select_coarse_to_fine(frames, lambda i: count_operations(made(i)))
            if contest.has_open_frames
            else contest.frames()
        )
        found += map(made, tried)
    w = frame_angular_velocity(tree, state.qd, projection) if derivative == "entries" else ZERO
    for m in found:
        yield Twist(m.vd - w.cross(m.v), m.wd - w.cross(m.w))


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int, derivative: str
) -> Sequence[Result]:
    robot = without_terms(robot, "base")
    subject = FramePoint(FrameTree(robot, state.q), frame, point), state
    found = cheapest_of(robot.graph, subject, lambda s: jdot_qdot(*s, projection, derivative))
    doc = (f"Jd qd of frame {frame_label(robot, frame)}, (vd, wd) without joint accelerations, "
           f"in frame {frame_label(robot, projection)}")  # fmt: skip
    labels = tuple(f"Jdqd_{row}" for row in TWIST)
    return [named("Jdqd", list(found), doc, labels, ("m/s^2",) * 3 + ("rad/s^2",) * 3)]


MODEL = Model(
    name="jdot_qdot",
    doc="acceleration of a frame that the joint velocities alone give: Jd qd",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION, "derivative": DERIVATIVE},
)
