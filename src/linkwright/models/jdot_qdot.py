"""Jd qd, the acceleration of a frame without joint accelerations: Khalil & Dombre, section 5.10, without the Jacobian.

The recursion of the accelerations with qdd = 0 and the base at rest. With `derivative="entries"` it belongs to the
derivative of the entries of J (see jacobian_dot).
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.jacobian import Tip, Twist, by_arms, entries, projected
from linkwright.models.jacobian_dot import DERIVATIVE, derived, frame_velocity
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.chain import Tree, cheapest
from linkwright.models.parts.kinematics import REST, Motion, in_link_frames, in_one_frame
from linkwright.models.parts.places import FRAME, POINT, PROJECTION, TWIST, WORLD, branch, frame_label
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import MOVING_BASE
from linkwright.spatial import ZERO, Vec3


def by_columns(tip: Tip, state: State, i: int, projection: int) -> Motion:
    """The sum of the columns of Jd times qd, and of those of J, in frame i, then projected."""
    columns = by_arms(tip, i)
    rates = derived(tip, columns, state.qd)
    total, speed = Twist(ZERO, ZERO), Twist(ZERO, ZERO)
    for k in tip.joints:
        qd = state.qd[k]
        total = Twist(total.v + rates[k].v * qd, total.w + rates[k].w * qd)
        speed = Twist(speed.v + columns[k].v * qd, speed.w + columns[k].w * qd)
    both = projected(tip, {0: total, 1: speed}, i, projection)
    return Motion(both[1].w, both[1].v, both[0].w, both[0].v)


def jdot_qdot(tip: Tip, state: State, projection: int, derivative: str) -> Twist:
    """(vd, wd) of the tip for qdd = 0, by the way with the fewest operations."""
    tree, robot = tip.tree, tip.robot
    still = [0] * (len(robot) + 1)
    own = in_link_frames(robot, state, REST, still)[tip.frame].at(tip.point)
    turn = tree.rotation(projection, tip.frame)
    candidates = [Motion(*(turn(x) for x in (own.w, own.v, own.wd, own.vd)))]
    together = in_one_frame(tree, state, REST, still, projection)[tip.frame]
    candidates.append(together.at(tree.pose(projection, tip.frame).R @ tip.point))
    frames = dict.fromkeys((0 if projection == WORLD else projection, *branch(robot, tip.frame)))
    candidates += [by_columns(tip, state, i, projection) for i in frames]
    w = frame_velocity(tree, state.qd, projection) if derivative == "entries" else ZERO
    ways = [Twist(m.vd - w.cross(m.v), m.wd - w.cross(m.w)) for m in candidates]
    return cheapest(ways, lambda t: entries({0: t}))


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int, derivative: str
) -> Sequence[Result]:
    found = jdot_qdot(Tip(Tree(robot, state.q), frame, point), state, projection, derivative)
    doc = (f"Jd qd of frame {frame_label(robot, frame)}, (vd, wd) without joint accelerations, "
           f"in frame {frame_label(robot, projection)}")  # fmt: skip
    labels = tuple(f"Jdqd_{row}" for row in TWIST)
    return [named("Jdqd", list(found), doc, labels, ("m/s^2",) * 3 + ("rad/s^2",) * 3)]


MODEL = Model(
    name="jdot_qdot",
    doc="acceleration of a frame that the joint velocities alone give: Jd qd",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.refusing(MOVING_BASE),
    options={"frame": FRAME, "point": POINT, "projection": PROJECTION, "derivative": DERIVATIVE},
)
