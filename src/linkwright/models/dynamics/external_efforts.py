"""Joint efforts for wrenches that links exert on the environment: the sum of J^T F over frames, without J.

The wrenches F (force) and C (moment) act at a point of each frame and are inputs, given in the projection frame. They
are carried from link to link as in the inverse dynamics, or through the columns of the Jacobians if that is shorter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from linkwright.errors import InputError
from linkwright.expr import Expr
from linkwright.models.framework.frame_options import (
    POINT,
    WORLD,
    frame_label,
    frame_tag,
    link_of_frame,
    named_frames_on_paths,
    read_frames,
)
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.jacobian import FramePoint, columns_by_arms, jacobian, working_frames
from linkwright.models.search.graph_trial import cheapest_of, count_operations, is_too_costly
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, project_efforts, tree_freedoms
from linkwright.models.tree.link_motion import EACH_IN_OWN_FRAME, OWN_PROJECTION
from linkwright.models.tree.link_steps import LinkStep
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench, effort_along
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3

AXES = "xyz"


def read_moving_frames(robot: Robot, value: Any) -> tuple[int, ...]:
    """Read frames of moving links: a wrench at the base needs no joint efforts."""
    chosen = read_frames(robot, value)
    if any(link_of_frame(robot, j) in (0, WORLD) for j in chosen):
        raise InputError("a wrench at the base needs no joint effort", remedy=f"a frame from 1 to {len(robot)}")
    return chosen


def add_wrench_inputs(robot: Robot, j: int) -> Wrench:
    """Wrench of new variables F<j>_x ... C<j>_z, N and N m."""
    tag, taken = frame_tag(robot, j), robot.graph.symbols()

    def vector(letter: str) -> Vec3:
        out = []
        for axis in AXES:
            name = f"{letter}{tag}_{axis}"
            while name in taken:
                name += "_"
            out.append(Expr(robot.graph, robot.graph.symbol(name, "variable")))
        return Vec3(*out)

    return Wrench(vector("F"), vector("C"))


def external_efforts_by_recursion(
    tree: FrameTree, given: dict[int, Wrench], point: Vec3, projection: int
) -> list[Scalar]:
    """Efforts by recursion: wrenches are summed inward from link to link."""
    robot = tree.robot
    named = named_frames_on_paths(robot, given)
    F = dict.fromkeys((*range(len(robot) + 1), *named), NO_WRENCH)
    for j, wrench in given.items():
        turn = (lambda v: v) if projection in (EACH_IN_OWN_FRAME, j) else tree.rotation(j, projection)
        f, n = turn(wrench.f), turn(wrench.n)
        F[j] = F[j] + Wrench(f, n + point.cross(f))
    for j in (*reversed(named), *range(len(robot), 0, -1)):
        i = robot.joint(j).parent
        F[i] = F[i] + F[j].to_parent(LinkStep.of(robot.joint(j), tree.position(j)))
    return project_efforts(robot, {c: effort_along(c, F[c.link]) for c in tree_freedoms(robot)})


def external_effort_candidates(
    tree: FrameTree, given: dict[int, Wrench], point: Vec3, projection: int
) -> Iterator[list[Scalar]]:
    """Yield the efforts by recursion, and by Jacobians unless these alone, in a plain form, cost far more."""
    first = external_efforts_by_recursion(tree, given, point, projection)
    yield first
    tips = [FramePoint(tree, j, point) for j in given]
    columns = [columns_by_arms(tip, working_frames(tip, _projection_frame(projection, tip.frame))[0]) for tip in tips]
    if not is_too_costly(count_operations(columns), count_operations(first)):
        yield external_efforts_by_jacobians(tree, given, point, projection)


def _projection_frame(projection: int, j: int) -> int:
    return j if projection == EACH_IN_OWN_FRAME else projection


def external_efforts_by_jacobians(
    tree: FrameTree, given: dict[int, Wrench], point: Vec3, projection: int
) -> list[Scalar]:
    """Efforts J^T F, summed frame by frame."""
    tau: dict[Coordinate, Scalar] = dict.fromkeys(tree_freedoms(tree.robot), 0)
    for j, wrench in given.items():
        columns = jacobian(FramePoint(tree, j, point), _projection_frame(projection, j))
        for k, column in columns.items():
            tau[k] = tau[k] + column.v.dot(wrench.f) + column.w.dot(wrench.n)
    return project_efforts(tree.robot, tau)


def build(
    robot: Robot, state: State, quantities: Quantities, frames: tuple[int, ...], point: Vec3, projection: int
) -> Sequence[Result]:
    tree = FrameTree(robot, state.q)
    given = {j: add_wrench_inputs(robot, j) for j in frames}
    subject = tree, given, point
    tau = cheapest_of(robot.graph, subject, lambda s: external_effort_candidates(*s, projection))
    where = "its own frame" if projection == EACH_IN_OWN_FRAME else f"frame {frame_label(robot, projection)}"
    names = [str(j) if j <= len(robot) else frame_label(robot, j) for j in given]
    doc = f"efforts for wrenches (F, C) of frames {', '.join(names)} on the environment, each in {where}"
    return [of_coordinates("efforts", label_by_coordinate(robot, tau), doc, "tau", "tau")]


MODEL = Model(
    name="external_efforts",
    doc="joint efforts for wrenches of links on the environment: J^T F",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS).leaving("its wrenches are inputs of their own", EXTERNAL),
    options={
        "frames": Option("end", "the frames that exert wrenches: all links, or a list of names and numbers of joints",
                         read=read_moving_frames),
        "point": POINT, "projection": OWN_PROJECTION,
    },
)  # fmt: skip
