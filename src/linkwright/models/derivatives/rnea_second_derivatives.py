"""Second derivatives of the inverse dynamics by composite bodies, for trees of revolute and prismatic joints.

Singh, Russell & Wensing, On second-order derivatives of rigid-body dynamics: theory & implementation (2023), written
for the points of the links as the first derivatives are (`rnea_derivatives`). Joints a, b, c are in this order from the
base outward; entries of joints that are not on one branch are zero. A change X of the motion by joint a, a unit of q_a,
qd_a or qdd_a, gives the points beyond it the accelerations

    l + e x r + s x 2 v,      q: (l, e) second, s = w x z      qd: (l, e) 2 first, s = S.w      qdd: (l, e) = S, s = 0

r from the origin of any frame, v their velocities, and (l, e) is transformed outward as a twist. Bodies with the
moments h, S, and p, L of twice their velocities need for it the wrench

    (l M + e x h + s x p, h x l + J e + N s),      J = tr(S) 1 - S,  N = tr(L) 1 - L

By q_c: the motion of the link before joint c stays, and the composite body beyond it moves. These wrenches with the
derivatives h', S', p', L' of the moments (mass 0), which are transformed inward to frame b, give the derivatives of
rows a and b. By q_b: wrench E and moment d of joint c move with joint b, and velocities change by 2 first of joint b,
whose products with the unit motion u of joint c are in C = sum of r u^T dm. These give row c.

All others follow from the structure of Lagrange's equations: A = dtau/dqd has the symmetric part dM/dt and an
antisymmetric one that is the curl of the momenta, so that for every a, b, c

    dA_bc/dq_a = -dA_cb/dq_a (a <= b < c)      dA_ac/dq_b = dA_ca/dq_b + dA_ab/dq_c - dA_ba/dq_c - 2 dA_cb/dq_a
    d2tau_i/dqd_j dqd_k = dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i

Quantities of joints b and c may be contracted in the frame of any link between them (`CONTRACTION_WAYS`).
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.models.derivatives.rnea_derivatives import DerivativeRecursion
from linkwright.models.dynamics.composite_bodies import outer_product, rotate_matrix
from linkwright.models.dynamics.composite_body_rates import CompositeMoments, trace_minus
from linkwright.models.framework.frame_options import freedoms_up_to, path_from_base
from linkwright.models.tree.twists_wrenches import Twist, Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Mat3, Scalar, Vec3, Z, skew

Cube = list[list[list[Scalar]]]  # [i][j][k]
Cubes = dict[tuple[str, str], Cube]  # of a matrix by positions or rates: "q q", "qd q", "qd qd", "M q"
Entries = dict[tuple[Coordinate, Coordinate, Coordinate], Scalar]

CONTRACTION_WAYS = ("own", "run", "parallel")


@dataclass(frozen=True)
class AccelerationChange:
    """Change of the accelerations of all points beyond a joint: l + e x r + s x 2 v."""

    le: Twist
    s: Vec3

    def dot(self, F: Wrench, d: Vec3) -> Scalar:
        return self.le.dot(F) + self.s.dot(d)


class SecondRecursion:
    """Recursion for the second derivatives, from the quantities of the first ones."""

    def __init__(self, first: DerivativeRecursion) -> None:
        self.first, self.robot = first, first.robot
        self._twice: dict[tuple[Coordinate, int], Twist] = {}
        self._slopes: dict[tuple[Coordinate, int], CompositeMoments] = {}
        self._unit: dict[tuple[Coordinate, int], Mat3] = {}

    # -- of joint a, outward ------------------------------------------------------------------------------------------

    def change(self, kind: str, a: Coordinate, m: int) -> AccelerationChange:
        """Change of the accelerations by q ("q") or qd ("qd") of joint a, in frame m."""
        if kind == "q":
            return AccelerationChange(self.first.twist("second", a, m), self.first.side(a, m))
        return AccelerationChange(self.twice(a, m), self.first.paths.twist(a, m).w)

    def twice(self, a: Coordinate, m: int) -> Twist:
        """Twist "2 first" of joint a, in frame m."""
        if (a, m) not in self._twice:
            if a.link == m:
                self._twice[a, m] = self.first.twist("twice", a, m)
            else:
                step, before = self.first.paths.step(m), self.twice(a, self.robot.joint(m).parent)
                (arm, r), w = step.arms, self.first.side(a, m) * 2
                self._twice[a, m] = Twist(step.R.undo(before.v + before.w.cross(arm)) + w.cross(Z) * r, w)
        return self._twice[a, m]

    # -- of joint c, inward -------------------------------------------------------------------------------------------

    def slope(self, c: Coordinate, m: int) -> CompositeMoments:
        """Derivatives h', S', p', L' by q_c of the moments of the composite body of joint c, in frame m."""
        if (c, m) not in self._slopes:
            if c.link == m:
                found = self._own_slope(c)
            else:
                k = self.first.paths.after(m, c.link)
                found = self.slope(c, k).carried(self.first.paths.step(k))
            self._slopes[c, m] = found
        return self._slopes[c, m]

    def _own_slope(self, c: Coordinate) -> CompositeMoments:
        s, w, v = self.first.composite_moments(c.link), self.first.twice_w[c.link], self.first.twice_v[c.link]
        if not c.is_rotation:
            side, p = w.cross(Z), v * s.M + w.cross(s.h) + s.p
            return CompositeMoments(
                0,
                Z * s.M,
                outer_product(Z, s.h) + outer_product(s.h, Z),
                side * s.M,
                outer_product(side, s.h) + outer_product(p, Z),
            )
        h, S = Z.cross(s.h), rotation_derivative_about_z(s.S)
        return CompositeMoments(
            0,
            h,
            S,
            w.cross(h) + Z.cross(s.p),
            outer_product(v, h) + skew(w).times(S) + rotation_derivative_about_z(s.L),
        )

    def through(self, c: Coordinate, m: int) -> Wrench:
        """Derivative by q_c of the wrench through joint c, in frame m."""
        F = self.first.wrench("q", c, m)
        return F + self.first.joint_motion_wrench(c) if m == c.link else F

    def unit(self, c: Coordinate, m: int) -> Mat3:
        """Matrix C, the sum of r u^T dm in frame m, u the velocities for a unit of qd_c."""
        if (c, m) not in self._unit:
            if c.link == m:
                found = self._own_unit(c)
            else:
                k = self.first.paths.after(m, c.link)
                step, found = self.first.paths.step(k), self.unit(c, k)
                arm, r = step.arms
                found = found + outer_product(Z * r, self.first.wrench("E", c, k).f)
                for turn in reversed(step.R.turns):
                    found = rotate_matrix(found, turn)
                found = found + outer_product(arm, self.first.wrench("E", c, m).f)
            self._unit[c, m] = found
        return self._unit[c, m]

    def _own_unit(self, c: Coordinate) -> Mat3:
        s = self.first.composite_moments(c.link)
        if not c.is_rotation:
            return outer_product(s.h, Z)
        x, y, z = s.S.rows
        return Mat3.of([[-x.y, x.x, 0], [-y.y, x.y, 0], [-z.y, z.x, 0]])

    # -- the cubes ----------------------------------------------------------------------------------------------------

    def cubes(self, way: str) -> Cubes:
        """Second derivatives as arrays [i][j][k], with links of contraction chosen by `way`."""
        self.T: Entries = {}  # d2tau_i/dq_j dq_k
        self.A: Entries = {}  # d2tau_i/dqd_j dq_k
        self.M: Entries = {}  # dM_ij/dq_k
        for c in reversed(self.robot.coordinates):
            for b in reversed(freedoms_up_to(self.robot, c)):
                m = contraction_link(self.robot, way, b, c)
                self._by_last(b, c, m)
                if b != c:
                    self._by_middle(b, c, m)
        of = self.robot.coordinates
        rates = {(i, j, k): self._by_rates(i, j, k) for i in of for j in of for k in of}
        found = {("q", "q"): self.T, ("qd", "q"): self.A, ("qd", "qd"): rates, ("M", "q"): self.M}
        return {key: dense_cube(self.robot, entries) for key, entries in found.items()}

    def _by_last(self, b: Coordinate, c: Coordinate, m: int) -> None:
        """Enter the derivatives by q_c of rows a and b."""
        S, body = self.first.paths.twist(b, m), self.slope(c, m)
        E, d = unit_twist_response(body, S)
        by_q = wrench_for_change(body, self.change("q", b, m)) + self.through(c, m).across(S)
        by_qd = wrench_for_change(body, self.change("qd", b, m))
        for a in freedoms_up_to(self.robot, b):
            S_a = self.first.paths.twist(a, m)
            self.M[a, b, c] = self.M[b, a, c] = S_a.dot(E)
            self.T[b, a, c] = self.T[b, c, a] = self.change("q", a, m).dot(E, d)
            self.A[b, a, c] = self.change("qd", a, m).dot(E, d)
            if a != b:
                self.T[a, b, c] = self.T[a, c, b] = S_a.dot(by_q)
                self.A[a, b, c] = S_a.dot(by_qd)

    def _by_middle(self, b: Coordinate, c: Coordinate, m: int) -> None:
        """Enter the derivatives by q_b of row c, and those that follow from them; after `_by_last`."""
        S, E, C = self.first.paths.twist(b, m), self.first.wrench("E", c, m), self.unit(c, m)
        d = S.w.cross(self.first.d(c, m)) + cross_velocities(E.f, C, self.twice(b, m))
        curl = cross_velocities(E.f, C, S) * 2
        E = E.across(S)
        M, T, A = self.M, self.T, self.A
        for a in freedoms_up_to(self.robot, b):
            M[a, c, b] = M[c, a, b] = self.first.paths.twist(a, m).dot(E)
            T[c, a, b] = T[c, b, a] = self.change("q", a, m).dot(E, d)
            A[c, a, b] = self.change("qd", a, m).dot(E, d)
            if a != b:
                A[c, b, a] = self.first.side(a, m).dot(curl)
                A[a, c, b] = A[c, a, b] + A[a, b, c] - A[b, a, c] - A[c, b, a] * 2
            A[b, c, a] = -A[c, b, a]

    def _by_rates(self, i: Coordinate, j: Coordinate, k: Coordinate) -> Scalar:
        M = self.M
        return M.get((i, j, k), 0) + M.get((i, k, j), 0) - M.get((j, k, i), 0)


def contraction_ways(robot: Robot) -> tuple[str, ...]:
    """Choices of contraction links that differ for a robot."""
    joints = [robot.joint(k) for c in robot.coordinates for k in path_from_base(robot, c.link)]
    return CONTRACTION_WAYS if any(joint.parent and joint.alpha.is_zero for joint in joints) else CONTRACTION_WAYS[:1]


def contraction_link(robot: Robot, way: str, b: Coordinate, c: Coordinate) -> int:
    """Link in whose frame quantities of joints b and c are contracted: that of joint b ("own"); the last one of the
    sequence of parallel axes from there ("run"), which saves rotations; or the last one before or at joint c whose axis
    is parallel to that of its parent ("parallel")."""
    m = b.link
    for k in path_from_base(robot, c.link)[len(path_from_base(robot, m)) :]:
        joint = robot.joint(k)
        if joint.alpha.is_zero and (way == "parallel" or (way == "run" and joint.parent == m)):
            m = k
    return m


def cross_velocities(f: Vec3, C: Mat3, V: Twist) -> Vec3:
    """Sum of (v + w x r) x u dm, V = (v, w), f the sum of u dm and C that of r u^T dm."""
    return V.v.cross(f) - trace_minus(C) @ V.w


def rotation_derivative_about_z(A: Mat3) -> Mat3:
    """z x A - A z x: derivative of a matrix that rotates about z."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, _) = A.rows
    return Mat3.of([[-(xy + yx), xx - yy, -yz], [xx - yy, xy + yx, xz], [-zy, zx, 0]])


def wrench_for_change(body: CompositeMoments, X: AccelerationChange) -> Wrench:
    """Wrench that a change of the accelerations needs for a body without mass."""
    l, e, s = X.le.v, X.le.w, X.s
    return Wrench(
        e.cross(body.h) + s.cross(body.p), body.h.cross(l) + trace_minus(body.S) @ e + trace_minus(body.L) @ s
    )


def unit_twist_response(body: CompositeMoments, S: Twist) -> tuple[Wrench, Vec3]:
    """E and d of a unit twist, with which its row is E . (l, e) + d . s: the transpose of `wrench_for_change`."""
    E = Wrench(S.w.cross(body.h), trace_minus(body.S) @ S.w + body.h.cross(S.v))
    return E, body.p.cross(S.v) + trace_minus(body.L.T) @ S.w


def dense_cube(robot: Robot, entries: Entries) -> Cube:
    """Array [i][j][k] of the entries; zero for joints that are not on one branch."""
    of = robot.coordinates
    return [[[entries.get((i, j, k), 0) for k in of] for j in of] for i in of]
