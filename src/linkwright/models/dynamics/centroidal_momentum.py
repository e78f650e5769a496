"""Centroidal momentum, about the centre of mass, and its matrix: the momentum per unit of each rate.

h = A qd, linear momentum first (Orin, Goswami & Lee, Centroidal dynamics of a humanoid robot, 2013), in the directions
of the world. Column j is the momentum of all that coordinate j moves, at its unit rate: the unit wrench of the inertia
matrix, carried to the base and shifted to the centre of mass. The base is counted only if it floats.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.dynamics.joint_space_inertia import InertiaMatrix
from linkwright.models.framework.frame_options import WORLD
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.kinematics.centre_of_mass import sum_first_moments, total_mass
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import BASE_BODY, FLOATING, LOOPS, ROTORS, WHEELS
from linkwright.spatial import Scalar

MOMENTUM_ROWS = ("px", "py", "pz", "Lx", "Ly", "Lz")


def project_momentum_columns(robot: Robot, columns: dict[Coordinate, Wrench]) -> list[Wrench]:
    """Project the columns of all freedoms on the coordinates."""
    total = dict.fromkeys(robot.coordinates, NO_WRENCH)
    for c, column in columns.items():
        for a, factor in robot.velocity_map_row(c):
            total[a] = total[a] + column.scaled(factor)
    return list(total.values())


def centroidal_columns(robot: Robot, state: State, quantities: Quantities) -> list[Wrench]:
    """Momentum and angular momentum about the centre of mass, in frame 0, for the unit rates."""
    bodies = InertiaMatrix(robot, state.q)
    columns = project_momentum_columns(robot, {c: bodies.wrench(c, 0) for c in tree_freedoms(robot) if not c.is_motor})
    quantities.names.update(bodies.quantities.names)
    com = sum_first_moments(robot, state)[0][0] * (1 / total_mass(robot))
    return [Wrench(F.f, F.n - com.cross(F.f)) for F in columns]


def express_in_world(robot: Robot, state: State, F: Wrench) -> list[Scalar]:
    R = FrameTree(robot, state.q).pose(WORLD, 0).R
    return [*(R @ F.f), *(R @ F.n)]


def momentum_labels(robot: Robot, name: str) -> tuple[str, ...]:
    return tuple(f"{name}_{row}_{c.suffix}" for row in MOMENTUM_ROWS for c in robot.coordinates)


def momentum_units(robot: Robot) -> tuple[str, ...]:
    """Units of the matrix: momenta by rates."""
    table = {(True, True): "kg m", (True, False): "kg", (False, True): "kg m^2", (False, False): "kg m"}
    return tuple(table[row < 3, c.is_rotation] for row in range(6) for c in robot.coordinates)


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    columns = [express_in_world(robot, state, F) for F in centroidal_columns(robot, state, quantities)]
    A = [list(row) for row in zip(*columns, strict=True)]
    of = robot.coordinates
    h: list[Scalar] = [0] * 6
    for r, row in enumerate(A):
        for c, x in zip(of, row, strict=True):
            h[r] = h[r] + x * state.qd[c]
    doc = "linear momentum, and angular momentum about the centre of mass, in the directions of the world"
    return [
        named("h", h, doc, tuple(f"h_{row}" for row in MOMENTUM_ROWS), ("kg m/s",) * 3 + ("kg m^2/s",) * 3),
        named("A", A, "centroidal momentum matrix: h = A qd", momentum_labels(robot, "A"), momentum_units(robot)),
    ]


SCOPE = (
    KINEMATICS.handling(FLOATING, LOOPS, WHEELS)
    .leaving("the base is not counted", BASE_BODY)
    .leaving("of the links: which way rotors turn is not known", ROTORS)
)
MODEL = Model(
    name="centroidal_momentum",
    doc="momentum about the centre of mass and its matrix: h = A qd",
    state=("q", "qd"),
    build=build,
    scope=SCOPE,
    parameters=("standard",),  # grouped masses have other momenta
)
