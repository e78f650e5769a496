"""The Jacobian of the centre of mass of all links: its velocity against the base from joint velocities.

Joint k moves the links from k outward: with their first moment h about O_k in frame k and their mass m, column k is
a_k x h / M = (n_k h_x - s_k h_y) / M for a revolute joint and a_k m / M for a prismatic one.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.centre_of_mass import moments, total_mass
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.chain import Tree, cheapest
from linkwright.models.parts.places import PROJECTION, WORLD, frame_label
from linkwright.models.scope import KINEMATICS
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY
from linkwright.spatial import Vec3


def com_jacobian(tree: Tree, state: State, projection: int) -> list[Vec3]:
    """A column for every joint that moves."""
    robot = tree.robot
    h, mass = moments(robot, state)
    inverse = 1 / total_mass(robot)
    home = 0 if projection == WORLD else projection
    columns = []
    for k in robot.moving:
        s, n, a = tree.pose(home, k).columns
        if robot.joint(k).kind == "prismatic":
            columns.append(a * (mass[k] * inverse))
            continue
        turned = tree.chain(home, k).rotate(Vec3(-h[k].y * inverse, h[k].x * inverse, 0))
        columns.append(cheapest([n * (h[k].x * inverse) - s * (h[k].y * inverse), turned], list))
    return [tree.pose(WORLD, 0).R @ c for c in columns] if projection == WORLD else columns


def build(robot: Robot, state: State, quantities: Quantities, projection: int) -> Sequence[Result]:
    columns = com_jacobian(Tree(robot, state.q), state, projection)
    doc = f"Jacobian of the centre of mass: its velocity is Jcom qd, in frame {frame_label(robot, projection)}"
    rows = [list(row) for row in zip(*columns, strict=True)]
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
