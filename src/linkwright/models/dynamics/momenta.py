"""Linear and angular momentum of all links (the base is counted only if it floats), in the world.

Per link p = M v + w x MS and, about its origin, L = J w + MS x v; summed toward the base like wrenches. Motion and
pose of the base are included; rotors are not, as the direction in which they turn is not known.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.frame_options import WORLD
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.centre_of_mass import sum_first_moments, total_mass
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.link_motion import base_motion, motions_in_link_frames
from linkwright.models.tree.link_steps import LinkStep
from linkwright.models.tree.twists_wrenches import Wrench, base_inertia
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY, FLOATING, LOOPS, MOVING_BASE, ROTORS, WHEELS
from linkwright.spatial import Vec3


def sum_momenta(robot: Robot, state: State) -> Wrench:
    """Momentum and angular momentum about O_0 of all links, in frame 0."""
    moves = motions_in_link_frames(robot, state, base_motion(robot, state))
    h = []
    for I, m in zip([base_inertia(robot), *(j.body.inertia for j in robot.joints)], moves, strict=True):
        h.append(Wrench(m.v * I.M + m.w.cross(I.MS), I.J @ m.w + I.MS.cross(m.v)))
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        h[i] = h[i] + h[j].to_parent(LinkStep.of(robot.joint(j), state.q[j]))
    return h[0]


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    h, M = sum_momenta(robot, state), total_mass(robot)
    MS = sum_first_moments(robot, state)[0][0]
    base = FrameTree(robot, state.q).pose(WORLD, 0)
    p, about_base, about_com = base.R @ h.f, base.R @ h.n, base.R @ (h.n - (MS * (1 / M)).cross(h.f))

    def result(name: str, v: Vec3, doc: str, unit: str) -> Result:
        return named(name, list(v), doc, tuple(f"{name}_{axis}" for axis in "xyz"), (unit,) * 3)

    of_links = "angular momentum of the links about"
    return [
        result("p", p, "linear momentum of the links, in the world", "kg m/s"),
        result("L", about_base + base.P.cross(p), f"{of_links} the origin of the world", "kg m^2/s"),
        result("Lc", about_com, f"{of_links} their centre of mass, in the directions of the world", "kg m^2/s"),
    ]


MODEL = Model(
    name="momenta",
    doc="momentum of the links: linear, angular about the origin of the world and about the centre of mass",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, MOVING_BASE, LOOPS, WHEELS)
    .leaving("the base is not counted", BASE_BODY)
    .leaving("of the links: which way rotors turn is not known", ROTORS),
    parameters=("standard",),  # grouped masses have other momenta
)
