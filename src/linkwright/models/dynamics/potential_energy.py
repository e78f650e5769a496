"""Potential energy of the links in the field of gravity: U = -g . MS of all of them, 0 at the origin of frame 0
(of the world, if the base floats).

With base parameters it differs by a constant, which has no effect on efforts.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.gravity_moments import GravityMoments
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.frame_chains import world_pose
from linkwright.robot import Robot
from linkwright.robot.features import FLEXIBILITY, FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def potential_energy_candidates(robot: Robot, q: Sequence[Scalar]) -> tuple[Scalar, Scalar]:
    """Potential energy, J, in two forms: gravity in the frames of the links, or first moments summed in frame 0."""
    weights = GravityMoments(robot, q)
    outward: Scalar = 0
    for g, MS in zip(weights.g, weights.near, strict=True):
        outward = outward - g.dot(MS)
    lifted: Scalar = 0
    if robot.freedoms(0):  # the origin of frame 0 is at P in the world, where gravity is R g
        pose = world_pose(robot)
        lifted = weights.M[0] * (pose.R @ weights.g[0]).dot(pose.P)
    return outward - lifted, -weights.g[0].dot(weights.MS[0]) - lifted


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    U = cheapest_of(robot.graph, (robot, state.q), lambda s: potential_energy_candidates(*s))
    for c, stretch in state.stretches.items():
        U = U + robot.joint(c.link).stiffness * (stretch * stretch) / 2
    what, rest = ("links and springs", " and without stretch") if state.stretches else ("the links", "")
    origin = "the world" if robot.freedoms(0) else "frame 0"
    return [Result("U", [U], (), f"potential energy of {what}, 0 at the origin of {origin}{rest}", ("U",), ("J",))]


MODEL = Model(
    name="potential_energy",
    doc="potential energy of the links in the field of gravity",
    state=("q",),
    build=build,
    is_still=True,
    scope=TERM.handling(FLOATING, FLEXIBILITY, LOOPS, WHEELS),
)
