"""The rate of the centroidal momentum: hd = A qdd + b, and the derivative of its matrix A.

b is the rate at accelerations that are zero: the wrench of the inertia of all links on the base without gravity, about
the centre of mass, where dependent freedoms of wheels have their drift. Ad is the derivative of the entries of A, by
composite bodies with moving joints (`composite_body_rates`), seen from frame 0, which rotates. As the acceleration of a
floating base is classical, b is Ad qd less the columns of its velocity times w x v. With loops or wheels, A = A_t G
with A_t that of the tree and the velocity map G, and Ad = Ad_t G + A_t Gd.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constrained_derivatives import velocity_map_rates
from linkwright.models.constraints.constraint_system import select_drift
from linkwright.models.dynamics.centroidal_momentum import (
    MOMENTUM_ROWS,
    SCOPE,
    express_in_world,
    momentum_labels,
    momentum_units,
    project_momentum_columns,
)
from linkwright.models.dynamics.inertia_matrix_dot import InertiaMatrixRate
from linkwright.models.dynamics.joint_wrenches import tree_wrenches
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.kinematics.centre_of_mass import sum_first_moments, total_mass
from linkwright.models.tree.generalized_coordinates import tree_freedoms, without_terms
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench, relative_velocities
from linkwright.robot import Robot


def centroidal_rate_columns(robot: Robot, state: State) -> list[Wrench]:
    """The rates of the columns of A, in frame 0."""
    bodies = InertiaMatrixRate(robot, state)
    changing = velocity_map_rates(robot, state) if robot.ties else {}
    M = total_mass(robot)
    com, drift = sum_first_moments(robot, state)[0][0] * (1 / M), bodies.sums[0].p * (1 / M)
    w = relative_velocities(robot, state)[0].w
    columns = {}
    more = dict.fromkeys(robot.coordinates, NO_WRENCH)
    for c in tree_freedoms(robot):
        if not c.is_motor:
            F, G = bodies.wrenches(c, 0)
            about = F.n - com.cross(F.f)
            rate = G.n - drift.cross(F.f) - com.cross(G.f)
            columns[c] = Wrench(G.f + w.cross(F.f), rate + w.cross(about))
            for a, factor in changing.get(c, ()):
                more[a] = more[a] + Wrench(F.f, about).scaled(factor)
    own = project_momentum_columns(robot, columns)
    return [x + y for x, y in zip(own, more.values(), strict=True)] if changing else own


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    robot = without_terms(robot, "base")  # momenta are relative to a prescribed base
    com = sum_first_moments(robot, state)[0][0] * (1 / total_mass(robot))
    bare = without_terms(robot, "friction", "external", "gravity")
    F = tree_wrenches(bare, State(state.q, state.qd, select_drift(state.qdd)))[0]
    b = express_in_world(robot, state, Wrench(F.f, F.n - com.cross(F.f)))
    columns = [express_in_world(robot, state, column) for column in centroidal_rate_columns(robot, state)]
    Ad = [list(row) for row in zip(*columns, strict=True)]
    rates = tuple(f"{unit}/s" for unit in momentum_units(robot))
    doc = "rate of the centroidal momentum without accelerations: hd = A qdd + b"
    return [
        named("b", b, doc, tuple(f"b_{row}" for row in MOMENTUM_ROWS), ("N",) * 3 + ("N m",) * 3),
        named("Ad", Ad, "derivative of the centroidal momentum matrix A", momentum_labels(robot, "Ad"), rates),
    ]


MODEL = Model(
    name="centroidal_momentum_dot",
    doc="rate of the momentum about the centre of mass: hd = A qdd + b, and the derivative of A",
    state=("q", "qd"),
    build=build,
    scope=SCOPE,
    parameters=("standard",),
)
