"""Regressors of the energies: T = Tp p and U = Up p, in the parameters of the robot's tables.

Gautier & Khalil (1988): 2 T of a link is w . J w + 2 MS . (v x w) + M v . v, and U = -g . (MS + M P). No accelerations
are needed, so that the energy theorem identifies parameters from positions and velocities. With base parameters, U
differs from that of the standard ones by a constant. Velocities are those in the world, also with a prescribed base.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import REGRESSOR
from linkwright.models.identification.regressor_columns import COLUMNS, MOMENTS, Column, chosen_columns, row_result
from linkwright.models.tree.frame_chains import FrameTree, world_pose
from linkwright.models.tree.generalized_coordinates import is_motor_side, rate_of, tree_freedoms
from linkwright.models.tree.link_motion import base_motion, motions_in_link_frames
from linkwright.models.tree.parameter_names import ROTOR
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3


def kinetic_energy_columns(w: Vec3, v: Vec3) -> dict[str, Scalar]:
    """Kinetic energy of one link, per unit of each parameter; w, v: its twist in its own frame."""
    swing = v.cross(w)
    return {
        "XX": w.x * w.x / 2, "XY": w.x * w.y, "XZ": w.x * w.z, "YY": w.y * w.y / 2, "YZ": w.y * w.z,
        "ZZ": w.z * w.z / 2, "MX": swing.x, "MY": swing.y, "MZ": swing.z, "M": v.dot(v) / 2,
    }  # fmt: skip


def potential_energy_columns(robot: Robot, q: Sequence[Scalar]) -> list[dict[str, Scalar]]:
    """Potential energy of links 0..n, per unit of each parameter; 0 at the origin of frame 0."""
    tree, g = FrameTree(robot, q), [Vec3(*robot.gravity)]
    fallen: list[Scalar] = [0]  # g . P of the origins
    if robot.freedoms(0):
        pose = world_pose(robot)
        fallen = [(pose.R @ g[0]).dot(pose.P)]
    found = [{name: -x for name, x in zip(MOMENTS, g[0], strict=True)} | {"M": -fallen[0]}]
    for j, joint in enumerate(robot.joints, 1):
        i = joint.parent
        g.append(tree.chain(0, j).unrotate(g[0]))
        fallen.append(fallen[i] + g[i].dot(joint.transform(q[j]).P))
        found.append({name: -x for name, x in zip(MOMENTS, g[j], strict=True)} | {"M": -fallen[j]})
    return found


def energy_rows(robot: Robot, state: State, chosen: Sequence[Column]) -> tuple[list[Scalar], list[Scalar]]:
    """Kinetic and potential energy per unit of each chosen parameter."""
    moves = motions_in_link_frames(robot, state, base_motion(robot, state))
    T = [kinetic_energy_columns(m.w, m.v) for m in moves]
    U = potential_energy_columns(robot, state.q)
    rotors: dict[int, Scalar] = dict.fromkeys(range(len(robot) + 1), 0)
    for c in tree_freedoms(robot):
        if is_motor_side(robot, c):
            rotors[c.link] = rotors[c.link] + rate_of(robot, state.qd, c) * rate_of(robot, state.qd, c) / 2
    turning = [rotors[c.link] if c.parameter == ROTOR else T[c.link].get(c.parameter, 0) for c in chosen]
    return turning, [U[c.link].get(c.parameter, 0) for c in chosen]


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns)
    T, U = energy_rows(robot, state, chosen)
    return [
        row_result("T", T, chosen, "kinetic energy of links and rotors is T p"),
        row_result("U", U, chosen, "potential energy of the links is U p, 0 at the origin of frame 0"),
    ]


MODEL = Model(
    name="energy_regressor",
    doc="regressors of kinetic and potential energy: row vectors, times the parameters",
    state=("q", "qd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS, WHEELS),
    options={"columns": COLUMNS},
)
