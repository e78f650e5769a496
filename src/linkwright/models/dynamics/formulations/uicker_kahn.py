"""The closed form of the equations of motion by the method of Uicker and Kahn: H (n x n), C (n x n x n), g.

Bansevicius, Cepulkauskas, Kulvietiene & Kulvietis, Computer Algebra for Real-Time Dynamics of Robots with Large Numbers
of Joints (2004), equations (1) and (2). With W_j the 4 x 4 transform of frame j in the base and J_j the 4 x 4
pseudo-inertia of link j,

    P_i = sum of  tr(d_i W_j J_j (d_k W_j)^T) qdd_k + tr(d_i W_j J_j (d_k d_l W_j)^T) qd_k qd_l - g^T d_i W_j J_j e4

C_ikl is symmetric in k and l: the Christoffel symbol. The derivatives follow the product rule from joint to joint, as
d A_j = A_j Q with Uicker's constant matrix Q (a turn about z, or a shift along it). The last row of W is never needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement

from linkwright.models.framework.model import State
from linkwright.models.tree.generalized_coordinates import (
    coordinate_rows,
    joint_effort,
    require_base_at_rest,
    require_single_axis_joints,
    rotor_inertia_of,
)
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Scalar, Vec3

Matrix = tuple[Vec3, Vec3, Vec3, Vec3]  # the columns of the upper three rows of a 4 x 4 matrix


def multiply_by_transform(W: Matrix, A: Matrix) -> Matrix:
    """Product W A with a transform A: its last row is 0 0 0 1."""
    x, y, z, p = (W[0] * a.x + W[1] * a.y + W[2] * a.z for a in A)
    return x, y, z, p + W[3]


def differentiate_by_last(W: Matrix, c: Coordinate) -> Matrix:
    """Derivative of W with respect to the last coordinate in it: W Q."""
    if c.is_rotation:
        return W[1], -W[0], ZERO, ZERO
    return ZERO, ZERO, ZERO, W[2]


def pseudo_inertia(I: Inertia) -> list[list[Scalar]]:
    """Sums of x x^T dm over the points x = (x, y, z, 1) of a body."""
    half_trace = (I.XX + I.YY + I.ZZ) / 2
    return [
        [half_trace - I.XX, -I.XY, -I.XZ, I.MX],
        [-I.XY, half_trace - I.YY, -I.YZ, I.MY],
        [-I.XZ, -I.YZ, half_trace - I.ZZ, I.MZ],
        [I.MX, I.MY, I.MZ, I.M],
    ]


def multiply_by_pseudo_inertia(W: Matrix, J: Sequence[Sequence[Scalar]]) -> Matrix:
    """Product W J."""
    columns = [W[0] * row[0] + W[1] * row[1] + W[2] * row[2] + W[3] * row[3] for row in J]
    return columns[0], columns[1], columns[2], columns[3]


def trace_of_product(A: Matrix, B: Matrix) -> Scalar:
    """Trace of A B^T."""
    total: Scalar = 0
    for a, b in zip(A, B, strict=True):
        total = total + a.dot(b)
    return total


@dataclass(frozen=True)
class FrameDerivatives:
    """Transform W_j with its first and second derivatives; pairs of coordinates in order."""

    W: Matrix
    first: dict[Coordinate, Matrix]
    second: dict[tuple[Coordinate, Coordinate], Matrix]


def differentiate_frames(robot: Robot, q: Sequence[Scalar]) -> list[FrameDerivatives]:
    """Transforms of frames 0..n in frame 0, with their derivatives by the coordinates."""
    found = [FrameDerivatives((Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), ZERO), {}, {})]
    for j, joint in enumerate(robot.joints, 1):
        T, before = joint.transform(q[j]), found[joint.parent]
        A: Matrix = (*T.R.matrix().T.rows, T.P)
        W = multiply_by_transform(before.W, A)
        first = {i: multiply_by_transform(dW, A) for i, dW in before.first.items()}
        second = {pair: multiply_by_transform(ddW, A) for pair, ddW in before.second.items()}
        for c in robot.freedoms(j):
            second |= {(i, c): differentiate_by_last(dW, c) for i, dW in first.items()}
            first[c] = differentiate_by_last(W, c)
            second[c, c] = differentiate_by_last(first[c], c)
        found.append(FrameDerivatives(W, first, second))
    return found


@dataclass(frozen=True)
class ClosedForm:
    """P = H qdd + qd^T C qd + g, and the efforts of wrenches on the environment; by coordinates."""

    H: list[list[Scalar]]
    C: list[list[list[Scalar]]]
    g: list[Scalar]
    outside: list[Scalar] = field(default_factory=list)

    def coriolis(self, robot: Robot, state: State) -> list[list[Scalar]]:
        """The Coriolis matrix of the Christoffel symbols."""
        qd = [state.qd[c] for c in robot.coordinates]
        zero: Scalar = 0
        return [[sum((c * v for c, v in zip(row, qd, strict=True)), zero) for row in plane] for plane in self.C]

    def centrifugal(self, robot: Robot, state: State) -> list[Scalar]:
        """Efforts qd^T C qd, each product of rates once."""
        qd = [state.qd[c] for c in robot.coordinates]
        found: list[Scalar] = []
        for plane in self.C:
            total: Scalar = 0
            for k in range(len(qd)):
                total = total + plane[k][k] * (qd[k] * qd[k])
                for l in range(k):
                    total = total + 2 * plane[k][l] * (qd[k] * qd[l])
            found.append(total)
        return found

    def efforts(self, robot: Robot, state: State) -> list[Scalar]:
        """Efforts by equation (2), with friction."""
        qdd, turning = [state.qdd[c] for c in robot.coordinates], self.centrifugal(robot, state)
        tau, still = [], replace(state, qdd={})
        for i, c in enumerate(robot.coordinates):
            total = self.g[i] + self.outside[i] + joint_effort(robot, still, c) + turning[i]
            for k in range(len(qdd)):
                total = total + self.H[i][k] * qdd[k]
            tau.append(total)
        return tau


def closed_form(robot: Robot, q: Sequence[Scalar]) -> ClosedForm:
    """H with the rotors, C, g: equation (1) summed over the links."""
    place = coordinate_rows(robot)
    n, gravity = len(place), Vec3(*robot.gravity)
    zero: Scalar = 0
    H = [[zero] * n for _ in place]
    C = [[[zero] * n for _ in place] for _ in place]
    g, outside = [zero] * n, [zero] * n
    for j, frame in enumerate(differentiate_frames(robot, q)[1:], 1):
        body = robot.joint(j).body
        J = pseudo_inertia(body.inertia)
        for i, dW in frame.first.items():
            a, dWJ = place[i], multiply_by_pseudo_inertia(dW, J)
            g[a] = g[a] - gravity.dot(dWJ[3])
            outside[a] = outside[a] + virtual_work(frame.W, dW, body.force, body.moment)
            for k, other in frame.first.items():
                if place[k] <= a:
                    H[a][place[k]] = H[a][place[k]] + trace_of_product(dWJ, other)
            for (k, l), ddW in frame.second.items():
                C[a][place[l]][place[k]] = C[a][place[l]][place[k]] + trace_of_product(dWJ, ddW)
    for c, a in place.items():
        H[a][a] = H[a][a] + rotor_inertia_of(robot, c)
    for row, column in combinations_with_replacement(range(n), 2):
        H[row][column] = H[column][row]
        for plane in C:
            plane[row][column] = plane[column][row]
    return ClosedForm(H, C, g, outside)


def virtual_work(W: Matrix, dW: Matrix, f: Vec3, n: Vec3) -> Scalar:
    """Virtual work of a wrench in the link's frame: the rotation is that of R^T dR."""
    turn = Vec3(W[2].dot(dW[1]), W[0].dot(dW[2]), W[1].dot(dW[0]))
    force = W[0] * f.x + W[1] * f.y + W[2] * f.z
    return force.dot(dW[3]) + turn.dot(n)


def uicker_kahn(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the joints that move."""
    require_base_at_rest(robot, "the equations of Uicker and Kahn")
    require_single_axis_joints(robot, "the equations of Uicker and Kahn")
    return closed_form(robot, state.q).efforts(robot, state)
