"""Jacobian of the centre of mass of all links: its velocity relative to the base from joint velocities.

Joint k moves the links from k outward: with their first moment h about O_k in frame k and their mass m, column k is
a_k x h / M = (n_k h_x - s_k h_y) / M for a revolute joint and a_k m / M for a prismatic one.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import PROJECTION, WORLD, frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.centre_of_mass import sum_first_moments, total_mass
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import BASE_BODY, FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Vec3


def column_candidates(tree: FrameTree, state: State, c: Coordinate, home: int) -> tuple[Vec3, ...]:
    """Candidates of the column in frame `home`: rotated from the coordinate's frame by its pose, or turn by turn."""
    h, mass = (values[c.link] for values in sum_first_moments(tree.robot, state))
    inverse = 1 / total_mass(tree.robot)
    if not c.is_rotation:
        return (tree.direction(home, c) * (mass * inverse),)
    own = c.w.cross(h * inverse)
    return tree.pose(home, c.link).R @ own, tree.chain(home, c.link).rotate(own)


def build(robot: Robot, state: State, quantities: Quantities, projection: int) -> Sequence[Result]:
    tree, home = FrameTree(robot, state.q), 0 if projection == WORLD else projection

    def column(c: Coordinate) -> Vec3:
        found = cheapest_of(robot.graph, (tree, state), lambda s: column_candidates(*s, c, home))
        return tree.pose(WORLD, 0).R @ found if projection == WORLD else found

    total = dict.fromkeys(robot.coordinates, ZERO)
    for c in tree_freedoms(robot):
        for a, factor in robot.velocity_map_row(c):
            total[a] = total[a] + column(c) * factor
    doc = f"Jacobian of the centre of mass: its velocity is Jcom qd, in frame {frame_label(robot, projection)}"
    rows = [list(row) for row in zip(*total.values(), strict=True)]
    units = tuple("m" if c.is_rotation else "" for _ in range(3) for c in robot.coordinates)
    return [named("Jcom", rows, doc, tuple(f"Jcom_{x}_{c.suffix}" for x in "xyz" for c in robot.coordinates), units)]


MODEL = Model(
    name="centre_of_mass_jacobian",
    doc="Jacobian of the centre of mass of all links",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS).leaving("the base is not counted", BASE_BODY),
    options={"projection": PROJECTION},
    parameters=("standard",),
)
