"""The rate of the centroidal momentum: hd = A qdd + b, and the derivative of its matrix A.

b is the rate at accelerations that are zero: the wrench of the inertia of all links on the base without gravity, about
the centre of mass, where dependent freedoms of wheels have their drift. Ad is the derivative of the entries of A, by
composite bodies with moving joints (`composite_body_rates`), seen from frame 0, which rotates. As the acceleration of a
floating base is classical, b is Ad qd less the columns of its velocity times w x v. With loops or wheels, A = A_t G
with A_t that of the tree and the velocity map G, and Ad = Ad_t G + A_t Gd.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constrained_derivatives import share_rates
from linkwright.models.constraints.constraint_system import drift_alone
from linkwright.models.dynamics.centroidal_momentum import ROWS, SCOPE, in_world, labels, of_coordinates, units
from linkwright.models.dynamics.inertia_matrix_dot import InertiaRate
from linkwright.models.dynamics.joint_wrenches import tree_wrenches
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.kinematics.centre_of_mass import moments, total_mass
from linkwright.models.tree.generalized_coordinates import leaving_out, of_every_freedom
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench, velocities
from linkwright.robot import Robot


def rate_columns(robot: Robot, state: State) -> list[Wrench]:
    """The rates of the columns of A, in frame 0."""
    bodies = InertiaRate(robot, state)
    changing = share_rates(robot, state) if robot.ties else {}
    M = total_mass(robot)
    com, drift = moments(robot, state)[0][0] * (1 / M), bodies.sums[0].p * (1 / M)
    w = velocities(robot, state)[0].w
    columns = {}
    more = dict.fromkeys(robot.coordinates, NO_WRENCH)
    for c in of_every_freedom(robot):
        if not c.is_motor:
            F, G = bodies.wrenches(c, 0)
            about = F.n - com.cross(F.f)
            rate = G.n - drift.cross(F.f) - com.cross(G.f)
            columns[c] = Wrench(G.f + w.cross(F.f), rate + w.cross(about))
            for a, factor in changing.get(c, ()):
                more[a] = more[a] + Wrench(F.f, about).scaled(factor)
    own = of_coordinates(robot, columns)
    return [x + y for x, y in zip(own, more.values(), strict=True)] if changing else own


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    robot = leaving_out(robot, "base")  # momenta are relative to a prescribed base
    com = moments(robot, state)[0][0] * (1 / total_mass(robot))
    bare = leaving_out(robot, "friction", "external", "gravity")
    F = tree_wrenches(bare, State(state.q, state.qd, drift_alone(state.qdd)))[0]
    b = in_world(robot, state, Wrench(F.f, F.n - com.cross(F.f)))
    columns = [in_world(robot, state, column) for column in rate_columns(robot, state)]
    Ad = [list(row) for row in zip(*columns, strict=True)]
    rates = tuple(f"{unit}/s" for unit in units(robot))
    doc = "rate of the centroidal momentum without accelerations: hd = A qdd + b"
    return [
        named("b", b, doc, tuple(f"b_{row}" for row in ROWS), ("N",) * 3 + ("N m",) * 3),
        named("Ad", Ad, "derivative of the centroidal momentum matrix A", labels(robot, "Ad"), rates),
    ]


MODEL = Model(
    name="centroidal_momentum_dot",
    doc="rate of the momentum about the centre of mass: hd = A qdd + b, and the derivative of A",
    state=("q", "qd"),
    build=build,
    scope=SCOPE,
    parameters=("standard",),
)
