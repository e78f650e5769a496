"""The Jacobian of the centre of mass of all links: its velocity against the base from joint velocities.

Joint k moves the links from k outward: with their first moment h about O_k in frame k and their mass m, column k is
a_k x h / M = (n_k h_x - s_k h_y) / M for a revolute joint and a_k m / M for a prismatic one.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.centre_of_mass import moments, total_mass
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.chain import Tree
from linkwright.models.parts.places import PROJECTION, WORLD, frame_label
from linkwright.models.parts.trial import fewest
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY
from linkwright.spatial import Vec3


def columns(tree: Tree, state: State, k: int, home: int) -> tuple[Vec3, ...]:
    """The same column of joint k in frame `home`: with the axes of frame k, or turned from frame k."""
    h, mass = (values[k] for values in moments(tree.robot, state))
    inverse = 1 / total_mass(tree.robot)
    s, n, a = tree.pose(home, k).columns
    if tree.robot.joint(k).kind == "prismatic":
        return (a * (mass * inverse),)
    turned = tree.chain(home, k).rotate(Vec3(-h.y * inverse, h.x * inverse, 0))
    return n * (h.x * inverse) - s * (h.y * inverse), turned


def build(robot: Robot, state: State, quantities: Quantities, projection: int) -> Sequence[Result]:
    tree, home = Tree(robot, state.q), 0 if projection == WORLD else projection

    def column(k: int) -> Vec3:
        c = fewest(robot.graph, (tree, state), lambda s: columns(*s, k, home))
        return tree.pose(WORLD, 0).R @ c if projection == WORLD else c

    doc = f"Jacobian of the centre of mass: its velocity is Jcom qd, in frame {frame_label(robot, projection)}"
    rows = [list(row) for row in zip(*map(column, robot.moving), strict=True)]
    units = tuple("m" if robot.joint(k).kind == "revolute" else "" for _ in range(3) for k in robot.moving)
    return [named("Jcom", rows, doc, tuple(f"Jcom_{x}_{k}" for x in "xyz" for k in robot.moving), units)]


MODEL = Model(
    name="centre_of_mass_jacobian",
    doc="Jacobian of the centre of mass of all links",
    state=("q",),
    build=build,
    scope=KINEMATICS.leaving("the base is not counted", BASE_BODY),
    options={"projection": PROJECTION},
    parameters=("standard",),
)
