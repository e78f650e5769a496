"""Articulated bodies: forward and hybrid dynamics, with a cost proportional to the number of joints.

Featherstone (2008), chapter 7 and section 9.2 (hybrid dynamics); Khalil & Dombre, section 9.7. A link j and all
beyond it move as if their inertia were A_j and their wrench without acceleration F_j: f = M vd + H wd and n = H^T vd
+ J wd are added to F_j. A joint whose effort is given reduces A by the inertia along its axis; a joint whose
acceleration is given leaves A as it is.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from linkwright.models.dynamics.composite_bodies import outer_product, rotate_matrix
from linkwright.models.framework.state import State
from linkwright.models.tree.generalized_coordinates import joint_effort, rotor_inertia_of
from linkwright.models.tree.link_steps import LinkStep, make_link_steps
from linkwright.models.tree.twists_wrenches import (
    Twist,
    Wrench,
    base_inertia,
    effort_along,
    environment_wrench,
    relative_velocities,
    unit_twist,
)
from linkwright.models.tree.twists_wrenches import relative_accelerations as accelerations_of
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Spin, Turn, Vec3, Z, skew


@dataclass(frozen=True, slots=True)
class ArticulatedInertia:
    """A symmetric 6 x 6 inertia by its blocks."""

    M: Mat3
    H: Mat3
    J: Mat3

    @classmethod
    def of(cls, I: Inertia) -> ArticulatedInertia:
        M = Mat3.of([[I.M, 0, 0], [0, I.M, 0], [0, 0, I.M]])
        return cls(M, skew(-I.MS), I.J)

    def __add__(self, o: ArticulatedInertia) -> ArticulatedInertia:
        return ArticulatedInertia(self.M + o.M, self.H + o.H, self.J + o.J)

    def __matmul__(self, a: Twist) -> Wrench:
        return Wrench(self.M @ a.v + self.H @ a.w, self.H.T @ a.v + self.J @ a.w)

    def less(self, U: Wrench, share: Wrench) -> ArticulatedInertia:
        """Reduced inertia A - U share^T, where share is U times a number."""
        return ArticulatedInertia(
            subtract_outer(self.M, U.f, share.f),
            subtract_outer(self.H, U.f, share.n),
            subtract_outer(self.J, U.n, share.n),
        )

    def turned(self, turn: Turn | Spin) -> ArticulatedInertia:
        return ArticulatedInertia(rotate_matrix(self.M, turn), rotate_matrix(self.H, turn), rotate_matrix(self.J, turn))

    def shifted(self, P: Vec3) -> ArticulatedInertia:
        """Inertia about a point from which the old one is at P: H' = H - M P^, J' = J + P^ H' - H^T P^."""
        if all(x == 0 for x in P):
            return self
        across = skew(P)
        H = Mat3.of([list(P.cross(row)) for row in self.M.rows]) + self.H  # a row m of M: -m P^ = P x m
        left, right = across.times(H), across.times(self.H)
        cells = [[self.J[min(i, j), max(i, j)] + left[min(i, j), max(i, j)] + right[max(i, j), min(i, j)]
                  for j in range(3)] for i in range(3)]  # fmt: skip
        return ArticulatedInertia(self.M, H, Mat3.of(cells))

    def carried(self, step: LinkStep) -> ArticulatedInertia:
        arm, r = step.arms
        A = self.shifted(Z * r)
        for turn in reversed(step.R.turns):
            A = A.turned(turn)
        return A.shifted(arm)


def subtract_outer(A: Mat3, a: Vec3, b: Vec3) -> Mat3:
    """Difference A - a b^T."""
    return A + outer_product(-a, b)


@dataclass(frozen=True)
class LinkVelocityTerms:
    """Velocity terms of a link, in its frame: angular velocity w, and its acceleration c without those of the parent
    and of the joint."""

    w: Vec3
    c: Twist


def compute_velocity_terms(robot: Robot, state: State, steps: Sequence[LinkStep]) -> list[LinkVelocityTerms]:
    """Velocity terms of links 0..n; link 0 has the acceleration of the base less gravity."""
    V = relative_velocities(robot, state)
    start = Twist(-Vec3(*robot.gravity), ZERO)
    if not robot.freedoms(0):
        start = start + accelerations_of(robot, state)[0]
    found = [LinkVelocityTerms(V[0].w, start)]
    for step, own in zip(steps, V[1:], strict=True):
        before = found[step.joint.parent]
        w = step.R.undo(before.w)
        arm, r = step.arms
        v = step.R.undo(before.w.cross(before.w.cross(arm))) + w.cross(w.cross(Z)) * r + w.cross(own.v * 2)
        found.append(LinkVelocityTerms(w + own.w, Twist(v, w.cross(own.w))))
    return found


@dataclass(frozen=True)
class EliminatedCoordinate:
    """A coordinate whose effort is given: U = A S, U/D, 1/D and the effort that is left for its acceleration."""

    U: Wrench
    U_over_D: Wrench
    reciprocal: Scalar
    net_effort: Scalar


def eliminate_coordinate(
    c: Coordinate, rotor: Scalar, A: ArticulatedInertia, F: Wrench, effort: Scalar
) -> EliminatedCoordinate:
    S = unit_twist(c)
    U = A @ S
    D = S.dot(U) + rotor
    reciprocal = 1 / D

    def part(v: Vec3) -> Vec3:
        return Vec3(*(1 if x == D else x * reciprocal for x in v))

    return EliminatedCoordinate(U, Wrench(part(U.f), part(U.n)), reciprocal, effort - S.dot(F))


HybridSolution = tuple[dict[Coordinate, Scalar], dict[Coordinate, Scalar]]  # accelerations, efforts


def solve_by_articulated_bodies(robot: Robot, state: State, given: Set[Coordinate]) -> HybridSolution:
    """Accelerations of the coordinates whose effort is given, by state.tau, and efforts of the others, by state.qdd."""
    steps = make_link_steps(robot, state.q)
    known = compute_velocity_terms(robot, state, steps)
    inertias = [base_inertia(robot), *(step.body.inertia for step in steps)]
    A, bodies = [ArticulatedInertia.of(I) for I in inertias], [robot.base.body, *(step.body for step in steps)]
    F = []
    for body, I, link in zip(bodies, inertias, known, strict=True):
        w = link.w
        F.append(Wrench(w.cross(w.cross(I.MS)), w.cross(I.J @ w)) + environment_wrench(body))
    free: dict[Coordinate, EliminatedCoordinate] = {}
    still = replace(state, qdd={})
    for j in range(len(robot), -1, -1):
        own, rest, wrench = known[j].c, A[j], F[j]
        for c in robot.freedoms(j):
            if c in given:
                own = own + unit_twist(c).scaled(state.qdd[c])
            else:
                effort = state.tau[c] - joint_effort(robot, still, c)
                free[c] = one = eliminate_coordinate(c, rotor_inertia_of(robot, c), rest, wrench, effort)
                rest, wrench = rest.less(one.U, one.U_over_D), wrench + one.U_over_D.scaled(one.net_effort)
        if j and (robot.joint(j).parent or given or robot.freedoms(0)):
            i, step = robot.joint(j).parent, steps[j - 1]
            A[i] = A[i] + rest.carried(step)
            F[i] = F[i] + (wrench + rest @ own).to_parent(step)
    return solve_outward(robot, state, steps, known, free, A, F)


def solve_outward(
    robot: Robot,
    state: State,
    steps: Sequence[LinkStep],
    known: Sequence[LinkVelocityTerms],
    free: dict[Coordinate, EliminatedCoordinate],
    A: Sequence[ArticulatedInertia],
    F: Sequence[Wrench],
) -> HybridSolution:
    """Outward recursion: accelerations of links and coordinates, and efforts of the other coordinates."""
    a: list[Twist] = []
    qdd: dict[Coordinate, Scalar] = {}
    tau: dict[Coordinate, Scalar] = {}
    for j in range(len(robot) + 1):
        mine = a[robot.joint(j).parent].to_child(steps[j - 1]) + known[j].c if j else known[0].c
        own = robot.freedoms(j)
        for c in reversed(own):
            if c in free:
                qdd[c] = (free[c].net_effort * free[c].reciprocal) - mine.dot(free[c].U_over_D)
            mine = mine + unit_twist(c).scaled(qdd[c] if c in free else state.qdd[c])
        a.append(mine)
        for c in own:
            if c not in free:
                along = effort_along(c, A[j] @ mine + F[j])
                tau[c] = joint_effort(robot, state, c, along)
    return {c: qdd[c] for c in robot.coordinates if c in qdd}, tau
