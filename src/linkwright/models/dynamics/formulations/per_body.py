"""The explicit form of the equations of motion, body by body: which body contributes what to which joint.

El Baji, Ben Said Amrani & Sarsri, Online Trajectory Tracking Control Based on the Explicit Form of the Equations of
Motion for Serial Manipulator Using the New Formulation (2022), equations (23)-(28), after Bertrand & Bruneau (2013):

    tau_i = sum of (H_ijk qdd_j + beta_ijk qd_j^2 + 2 qd_j sum over n before j of zeta_ijnk qd_n) + G_ik + Q_ik

here for trees, and with the standard parameters about O_k, in which the coefficients are linear, instead of those about
the centre of mass, which a body of base parameters need not have. All three kinds of coefficients are sums over the
points x of body k of (d_i x) . a dm: with a = d_j x for H, d_j d_j x for beta, d_n d_j x for zeta, where d_j x is
u_j x (x - o_j) or, for a prismatic joint, u_j, and d_n d_j x is u_n x d_j x or, for a prismatic joint n, 0.

As printed, (25), (26) and (29) leave out the inertia tensor of the bodies behind prismatic joints (a factor
1 - epsilon_k which (24) rightly does not have: such a body turns with the joints before), (5) has epsilon for
1 - epsilon, and (8) c for o. The sums above are free of these.

A base that floats, and a ball joint, are freedoms of one link that turn it about axes that each of them turns: there
the product of two rates belongs to both orders, and has the mean of d_n d_j x and d_j d_n x. The shifts of such a base
give its classical acceleration: no product of rates. Efforts of coupled joints count for what moves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from linkwright.errors import InputError
from linkwright.models.framework.frame_options import link_of_frame, read_frames, supporting_freedoms
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named, option_text
from linkwright.models.framework.scope import TERM
from linkwright.models.tree.generalized_coordinates import (
    coordinate_rows,
    joint_effort,
    require_base_at_rest,
    require_single_axis_joints,
    tensor_unit,
    tensor_units,
)
from linkwright.models.tree.partial_velocities import PartialVelocities, PartialVelocity
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, FLOATING
from linkwright.spatial import Inertia, Mat3, Scalar, Vec3


def second_moment_tensor(I: Inertia) -> Mat3:
    """Sum of r r^T dm: tr(J)/2 1 - J, the paper's pseudo-inertia tensor."""
    half_trace = (I.XX + I.YY + I.ZZ) / 2
    xx, yy, zz = half_trace - I.XX, half_trace - I.YY, half_trace - I.ZZ
    return Mat3.of([[xx, -I.XY, -I.XZ], [-I.XY, yy, -I.YZ], [-I.XZ, -I.YZ, zz]])


def unit_acceleration_wrench(I: Inertia, j: PartialVelocity) -> Wrench:
    """Wrench for the unit acceleration of joint j at the body: the bracket of (24)."""
    return Wrench(j.v * I.M + j.w.cross(I.MS), (I.J @ j.w) + I.MS.cross(j.v))


def velocity_product_wrench(I: Inertia, S: Mat3, n: PartialVelocity, j: PartialVelocity) -> Wrench:
    """Wrench for the product of the unit velocities of revolute joint n and of joint j: the brackets of (25), (26)."""
    a = n.u.cross(j.v)  # of O_k
    f, moment = a * I.M, I.MS.cross(a)
    if j.turns:
        f, moment = f + n.u.cross(j.u.cross(I.MS)), moment + (S @ n.u).cross(j.u)
    return Wrench(f, moment)


def weight_wrench(I: Inertia, g: Vec3) -> Wrench:
    """Wrench that holds the body against gravity."""
    return Wrench(-(g * I.M), -I.MS.cross(g))


CoefficientIndex = tuple[Any, ...]


@dataclass(frozen=True)
class BodyCoefficients:
    """Coefficients of (23) by coordinates (and the body k last); missing ones are zero."""

    H: dict[CoefficientIndex, Scalar]  # i, j, k
    beta: dict[CoefficientIndex, Scalar]  # i, j, k
    zeta: dict[CoefficientIndex, Scalar]  # i, j, n, k; n before j
    G: dict[CoefficientIndex, Scalar]  # i, k
    Q: dict[CoefficientIndex, Scalar]  # i, k

    def of_coordinates(self, robot: Robot) -> BodyCoefficients:
        """Coefficients projected on the coordinates, where coupled joints move with others."""
        if not robot.couplings:
            return self
        swings = {(i, j, j, k): x for (i, j, k), x in self.beta.items()}
        for (i, j, n, k), x in self.zeta.items():
            swings[i, j, n, k] = swings[i, n, j, k] = x
        cube, place = _project_coefficients(robot, swings), coordinate_rows(robot)
        beta = {(i, j, k): x for (i, j, n, k), x in cube.items() if j == n}
        zeta = {(i, j, n, k): x for (i, j, n, k), x in cube.items() if place[n] < place[j]}
        H, G, Q = (_project_coefficients(robot, table) for table in (self.H, self.G, self.Q))
        return BodyCoefficients(H, beta, zeta, G, Q)

    def efforts(self, robot: Robot, state: State) -> list[Scalar]:
        """Efforts of (23), with those of rotors, friction and springs of the joints."""
        qd, qdd = state.qd, state.qdd
        tau = {c: joint_effort(robot, state, c) for c in robot.coordinates}
        for (i, j, _), H in self.H.items():
            tau[i] = tau[i] + H * qdd[j]
        for (i, j, _), beta in self.beta.items():
            tau[i] = tau[i] + beta * (qd[j] * qd[j])
        for (i, j, n, _), zeta in self.zeta.items():
            tau[i] = tau[i] + 2 * zeta * (qd[j] * qd[n])
        for (i, _), share in (*self.G.items(), *self.Q.items()):
            tau[i] = tau[i] + share
        return list(tau.values())


def _project_coefficients(robot: Robot, table: dict[CoefficientIndex, Scalar]) -> dict[CoefficientIndex, Scalar]:
    """Project entries by freedoms on the coordinates; the body is the last index."""
    found: dict[CoefficientIndex, Scalar] = {}
    for (*of, k), x in table.items():
        for chosen in product(*(robot.velocity_map_row(c) for c in of)):
            value = x
            for _, factor in chosen:
                value = value * factor
            key = (*(a for a, _ in chosen), k)
            found[key] = found.get(key, 0) + value
    return found


def moving_bodies(robot: Robot) -> range:
    """Links that move: all but the base, and the base if it floats."""
    return range(0 if robot.freedoms(0) else 1, len(robot) + 1)


def derive_body_coefficients(
    robot: Robot, q: Sequence[Scalar], bodies: Sequence[int] | None = None
) -> BodyCoefficients:
    """Coefficients of these bodies, or of all."""
    partials = PartialVelocities(robot, q)
    gravity = partials.everywhere(Vec3(*robot.gravity))
    found = BodyCoefficients({}, {}, {}, {}, {})
    for k in moving_bodies(robot) if bodies is None else bodies:
        _add_body(found, robot, partials, k, gravity[k])
    return found.of_coordinates(robot)


def _add_body(found: BodyCoefficients, robot: Robot, partials: PartialVelocities, k: int, g: Vec3) -> None:
    body = robot.joint(k).body if k else robot.base.body
    I, S = body.inertia, second_moment_tensor(body.inertia)
    moved = {j: partials.of(j, k) for j in supporting_freedoms(robot, k)}
    weight, outside = weight_wrench(I, g), Wrench(body.force, body.moment)
    pulls = {j: unit_acceleration_wrench(I, u) for j, u in moved.items()}
    order = list(moved)
    swings = {
        (j, n): _mean_velocity_product_wrench(I, S, n, j, moved)
        for a, j in enumerate(order)
        for n in order[: a + 1]
        if n.is_rotation
    }
    for i, u in moved.items():
        found.G[i, k], found.Q[i, k] = u.power(weight), u.power(outside)
        for j, F in pulls.items():
            found.H[i, j, k] = u.power(F)
        for (j, n), F in swings.items():
            if n == j:
                found.beta[i, j, k] = u.power(F)
            else:
                found.zeta[i, j, n, k] = u.power(F)


def _mean_velocity_product_wrench(
    I: Inertia, S: Mat3, n: Coordinate, j: Coordinate, moved: dict[Coordinate, PartialVelocity]
) -> Wrench:
    F = velocity_product_wrench(I, S, moved[n], moved[j])
    if n.link != j.link or n == j:
        return F
    return (F + velocity_product_wrench(I, S, moved[j], moved[n])).scaled(Fraction(1, 2))


def per_body(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the joints that move."""
    require_base_at_rest(robot, "the equations body by body")
    require_single_axis_joints(robot, "the equations body by body", balls=True)
    return derive_body_coefficients(robot, state.q).efforts(robot, state)


# -- the model ---------------------------------------------------------------------------------------------------------


def _read_bodies(robot: Robot, value: Any) -> tuple[int, ...]:
    """Read the links of the option: "all" or a list; only a floating base is among them."""
    known = moving_bodies(robot)
    chosen = known if option_text(value) == "all" else [link_of_frame(robot, j) for j in read_frames(robot, value)]
    if min(chosen) not in known:
        raise InputError("the base is no moving body", remedy=f"links from {known[0]} to {len(robot)}")
    return tuple(dict.fromkeys(chosen))


def build(robot: Robot, state: State, quantities: Quantities, bodies: tuple[int, ...]) -> Sequence[Result]:
    found = derive_body_coefficients(robot, state.q, bodies)
    of = robot.coordinates
    efforts = tuple(c.unit("tau") for c in of)
    squares = tuple(tensor_unit(i, j, j) for i in of for j in of)
    column = f"; columns: bodies {', '.join(map(str, bodies))}"
    results = []
    for name, table, rank, per_index, doc in (
        ("H", found.H, 2, tensor_units(robot, 2), "inertia: qdd_j in effort i; rows: i j"),
        ("beta", found.beta, 2, squares, "centrifugal: qd_j^2 in effort i; rows: i j"),
        ("zeta", found.zeta, 3, tensor_units(robot, 3), "Coriolis: 2 qd_j qd_n (n before j) in effort i; rows: i j n"),
        ("G", found.G, 1, efforts, "gravity in effort i; rows: i"),
        ("Q", found.Q, 1, efforts, "wrenches on the environment in effort i; rows: i"),
    ):
        indices = list(product(of, repeat=rank))
        rows = [[table.get((*index, k), 0) for k in bodies] for index in indices]
        labels = [name + "_".join([*(c.suffix for c in index), str(k)]) for index in indices for k in bodies]
        results.append(named(name, rows, doc + column, labels, [unit for unit in per_index for _ in bodies]))
    return results


MODEL = Model(
    name="per_body",
    doc="equations of motion body by body: which body contributes what to which joint (inertia, centrifugal, Coriolis, "
    "gravity, wrenches)",
    state=("q",),
    build=build,
    scope=TERM.handling(EXTERNAL, FLOATING),
    options={"bodies": Option("all", "the bodies: all, or a list of joint names and numbers", read=_read_bodies)},
)
