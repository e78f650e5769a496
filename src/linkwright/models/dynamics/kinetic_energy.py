"""Kinetic energy of links and rotors in the world: with the prescribed motion of the base.

T = sum of (w . J w + M v . v)/2 + v . (w x MS) over the links, and IA qd^2/2 of the rotors; or qd . M qd/2, if that is
cheaper and the motion of the base is not prescribed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.models.dynamics.joint_space_inertia import InertiaMatrix, inertia_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import TERM
from linkwright.models.search.graph_trial import cheapest_of, count_operations, is_too_costly
from linkwright.models.tree.generalized_coordinates import (
    has_prescribed_base_motion,
    rate_of,
    rotor_inertia_of,
    tree_freedoms,
)
from linkwright.models.tree.link_motion import base_motion, motions_in_link_frames
from linkwright.models.tree.twists_wrenches import base_inertia
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, MOVING_BASE, ROTORS, WHEELS
from linkwright.spatial import Inertia, Scalar, Vec3


def twice_energy(I: Inertia, w: Vec3, v: Vec3) -> Scalar:
    """Twice the kinetic energy of one link, J."""
    turning = I.XX * (w.x * w.x) + I.YY * (w.y * w.y) + I.ZZ * (w.z * w.z)
    mixed = I.XY * (w.x * w.y) + I.XZ * (w.x * w.z) + I.YZ * (w.y * w.z)
    return turning + I.M * v.dot(v) + 2 * (mixed + I.MS.dot(v.cross(w)))


def energy_by_links(robot: Robot, state: State) -> Scalar:
    moves = motions_in_link_frames(robot, state, base_motion(robot, state))
    total: Scalar = 0
    for I, m in zip([base_inertia(robot), *(j.body.inertia for j in robot.joints)], moves, strict=True):
        total = total + twice_energy(I, m.w, m.v)
    for c in tree_freedoms(robot):
        qd = rate_of(robot, state.qd, c)
        total = total + rotor_inertia_of(robot, c) * (qd * qd)
    return total / 2


def energy_by_matrix(robot: Robot, state: State) -> Scalar:
    M, qd = inertia_matrix(robot, state.q, Quantities()), [state.qd[c] for c in robot.coordinates]
    total: Scalar = 0
    for k in range(len(qd)):
        row: Scalar = M[k][k] * qd[k] / 2
        for i in range(k):
            row = row + M[k][i] * qd[i]
        total = total + row * qd[k]
    return total


def kinetic_energy_candidates(robot: Robot, state: State) -> Iterator[Scalar]:
    """Yield the energy by links, and by the matrix unless this alone, in a plain form, costs far more."""
    first = energy_by_links(robot, state)
    yield first
    if not has_prescribed_base_motion(robot) and not is_too_costly(
        count_operations(InertiaMatrix(robot, state.q).matrix(())), count_operations(first)
    ):
        yield energy_by_matrix(robot, state)


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    T = cheapest_of(robot.graph, (robot, state), lambda s: kinetic_energy_candidates(*s))
    return [Result("T", [T], (), "kinetic energy of links and rotors", ("T",), ("J",))]


def base_energy_is_regrouped(robot: Robot) -> str:
    """Return why the model needs the standard parameters; "" where it does not."""
    if not robot.base.has_prescribed_motion:
        return ""
    return f"the base of {robot.name} moves, and bodies that are regrouped to it take their energy with them"


MODEL = Model(
    name="kinetic_energy",
    doc="kinetic energy of links and rotors",
    state=("q", "qd"),
    build=build,
    scope=TERM.handling(FLOATING, MOVING_BASE, ROTORS, LOOPS, WHEELS),
    needs_standard_parameters=base_energy_is_regrouped,
)
