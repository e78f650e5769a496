"""Centre of mass of all links (of the base only if it floats): M c = sum of M_j P_j + R_j MS_j.

First moments are summed link by link toward the base, those of a branch about the origin of its first frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.framework.frame_options import REFERENCE, WORLD, frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.twists_wrenches import base_inertia
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY, FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3


def sum_first_moments(robot: Robot, state: State) -> tuple[list[Vec3], list[Scalar]]:
    """First moment (about O_j, in frame j) and mass of the links from j outward, for j = 0..n."""
    base = base_inertia(robot)
    h = [base.MS, *(joint.body.inertia.MS for joint in robot.joints)]
    mass: list[Scalar] = [base.M, *(joint.body.M for joint in robot.joints)]
    for j in range(len(robot), 0, -1):
        joint = robot.joint(j)
        i, T = joint.parent, joint.transform(state.q[j])
        h[i] = h[i] + T.R.apply(h[j]) + T.P * mass[j]
        mass[i] = mass[i] + mass[j]
    return h, mass


def total_mass(robot: Robot) -> Scalar:
    total: Scalar = base_inertia(robot).M
    for joint in robot.joints:
        total = total + joint.body.M
    if total == 0:
        raise RobotError(f"{robot.name} has no mass", remedy="give the masses of its links")
    return total


def center_of_mass_candidates(tree: FrameTree, state: State, home: int) -> tuple[Vec3, Vec3]:
    """Centre of mass in frame `home`, m, in two forms: from first moments in frame 0, or from all poses in `home`."""
    robot, M = tree.robot, total_mass(tree.robot)
    gathered = sum_first_moments(robot, state)[0][0] * (1 / M)
    if home:
        gathered = tree.chain(home, 0).apply(gathered)
    base = base_inertia(robot)
    direct = tree.pose(home, 0).P * base.M + tree.pose(home, 0).R @ base.MS
    for j, joint in enumerate(robot.joints, 1):
        T = tree.pose(home, j)
        direct = direct + T.P * joint.body.M + T.R @ joint.body.inertia.MS
    return gathered, direct * (1 / M)


def build(robot: Robot, state: State, quantities: Quantities, reference: int) -> Sequence[Result]:
    tree, home = FrameTree(robot, state.q), 0 if reference == WORLD else reference
    c = cheapest_of(robot.graph, (tree, state), lambda s: center_of_mass_candidates(*s, home))
    if reference == WORLD:
        c = tree.pose(WORLD, 0).apply(c)
    doc = f"centre of mass of the links in frame {frame_label(robot, reference)}"
    return [named("com", list(c), doc, ("com_x", "com_y", "com_z"), ("m",) * 3)]


MODEL = Model(
    name="centre_of_mass",
    doc="centre of mass of all links",
    state=("q",),
    build=build,
    is_still=True,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS).leaving("the base is not counted", BASE_BODY),
    options={"reference": REFERENCE},
    parameters=("standard",),  # grouped masses have another centre
)
