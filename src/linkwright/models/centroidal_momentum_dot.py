"""The rate of the centroidal momentum: hd = A qdd + b, and the derivative of its matrix A.

b is the rate at accelerations that are zero: the wrench of the inertia of all links on the base without gravity, about
the centre of mass. Ad is the derivative of the entries of A: composite bodies that move in themselves
(`parts.composite_rates`), seen from frame 0, which turns. As the acceleration of a floating base is classical, b is
Ad qd less the columns of its velocity times w x v. Where loops tie joints to others, A = A_t G with A_t that of the
tree, and Ad = Ad_t G + A_t Gd.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.centre_of_mass import moments, total_mass
from linkwright.models.centroidal_momentum import ROWS, SCOPE, in_world, labels, of_coordinates, units
from linkwright.models.inertia_matrix_dot import InertiaRate
from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.along import share_rates
from linkwright.models.parts.constraints import drift_alone
from linkwright.models.parts.screws import Wrench, velocities
from linkwright.models.parts.terms import by_coordinate, leaving_out, of_every_freedom
from linkwright.models.parts.wrenches import tree_wrenches
from linkwright.robot import Robot
from linkwright.robot.features import MOVING_BASE


def rate_columns(robot: Robot, state: State) -> list[Wrench]:
    """The rates of the columns of A, in frame 0."""
    bodies = InertiaRate(robot, state)
    M = total_mass(robot)
    com, drift = moments(robot, state)[0][0] * (1 / M), bodies.sums[0].p * (1 / M)
    w = velocities(robot, state)[0].w
    columns, own = {}, {}
    for c in of_every_freedom(robot):
        if not c.is_motor:
            F, G = bodies.wrenches(c, 0)
            about = F.n - com.cross(F.f)
            own[c] = Wrench(F.f, about)
            rate = G.n - drift.cross(F.f) - com.cross(G.f)
            columns[c] = Wrench(G.f + w.cross(F.f), rate + w.cross(about))
    found = by_coordinate(robot, of_coordinates(robot, columns))
    for c, of in share_rates(robot, state).items() if robot.ties else ():
        for a, factor in of:
            found[a] = found[a] + own[c].scaled(factor)
    return list(found.values())


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
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
    scope=SCOPE.refusing(MOVING_BASE),
    parameters=("standard",),
)
