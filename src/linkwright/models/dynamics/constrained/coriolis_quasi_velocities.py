"""Coriolis matrix for quasi-velocities: rates that need not be derivatives of positions, as on wheels.

With t_j the velocity of a point at the unit rate of coordinate j, its acceleration is the sum of t_j qdd_j and
d/dt(t_j) qd_j, so that for any independent rates

    C_ij = sum of t_i . d/dt(t_j) dm        C qd are the Coriolis efforts, and C_ij + C_ji = Md_ij

over the points of all links, and over the rotors. For rates of positions these are the Christoffel symbols.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints import constrained_derivatives
from linkwright.models.framework.state import State
from linkwright.models.tree.generalized_coordinates import rotor_inertia_of, tree_freedoms
from linkwright.models.tree.link_motion import LinkMotion, base_motion, motions_in_link_frames
from linkwright.models.tree.twists_wrenches import Twist, Wrench, base_inertia
from linkwright.robot import Robot
from linkwright.spatial import Inertia, Mat3, Scalar, Vec3

Matrix = list[list[Scalar]]


def coriolis_by_partial_velocities(robot: Robot, state: State) -> Matrix:
    """Coriolis matrix C, summed over the links in their frames."""
    of = robot.coordinates
    moving = motions_in_link_frames(robot, state, base_motion(robot, state))
    partial = [_unit_motion(robot, state, k) for k in range(len(of))]
    rates = [_unit_motion_rates(robot, state, motions) for motions in partial]
    bodies = [base_inertia(robot), *(joint.body.inertia for joint in robot.joints)]
    C: Matrix = [[0] * len(of) for _ in of]
    for j in range(len(of)):
        for link, I in enumerate(bodies):
            F = unit_motion_rate_wrench(I, moving[link].w, partial[j][link], rates[j][link])
            for i in range(len(of)):
                C[i][j] = C[i][j] + partial[i][link].v.dot(F.f) + partial[i][link].w.dot(F.n)
    return _add_rotors(robot, state, C)


def unit_motion_rate_wrench(I: Inertia, w: Vec3, t: LinkMotion, rate: Twist) -> Wrench:
    """Sum of d/dt(t) dm of a link that rotates with w, from the unit motion t and the rate of its components."""
    a, turn = rate.v + w.cross(t.v), rate.w + w.cross(t.w)
    f = a * I.M + turn.cross(I.MS) + t.w.cross(w.cross(I.MS))
    return Wrench(f, I.MS.cross(a) + I.J @ turn + (_second_moments(I) @ t.w).cross(w))


def _second_moments(I: Inertia) -> Mat3:
    """Sum of r r^T dm: tr(J)/2 1 - J."""
    half = (I.XX + I.YY + I.ZZ) / 2
    return Mat3.of([[half - I.XX, -I.XY, -I.XZ], [-I.XY, half - I.YY, -I.YZ], [-I.XZ, -I.YZ, half - I.ZZ]])


def _unit_motion(robot: Robot, state: State, k: int) -> Sequence[LinkMotion]:
    unit = State(state.q, {c: int(m == k) for m, c in enumerate(robot.coordinates)})
    return motions_in_link_frames(robot, unit, base_motion(robot, unit))


def _unit_motion_rates(robot: Robot, state: State, motions: Sequence[LinkMotion]) -> list[Twist]:
    flat = constrained_derivatives.time_derivatives(robot, state, [x for m in motions for x in (*m.v, *m.w)])
    return [Twist(Vec3(*flat[k : k + 3]), Vec3(*flat[k + 3 : k + 6])) for k in range(0, len(flat), 6)]


def _add_rotors(robot: Robot, state: State, C: Matrix) -> Matrix:
    """Coriolis matrix with IA G_i d/dt(G_j) of the joints that have rotors."""
    changing = constrained_derivatives.velocity_map_rates(robot, state)
    row = {c: k for k, c in enumerate(robot.coordinates)}
    for c in tree_freedoms(robot):
        rotor = rotor_inertia_of(robot, c)
        for b, rate in changing.get(c, ()) if rotor != 0 else ():
            for a, factor in robot.velocity_map_row(c):
                C[row[a]][row[b]] = C[row[a]][row[b]] + rotor * factor * rate
    return C


__all__ = ["coriolis_by_partial_velocities", "unit_motion_rate_wrench"]
