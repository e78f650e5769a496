"""First derivatives of the inverse dynamics by composite bodies, for trees.

Carpentier & Mansard, Analytical derivatives of rigid body dynamics algorithms (2018); Singh, Russell & Wensing,
Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra (2022). Seen from the links that it
carries, a change of q_j is a change of their twists by V x S and of their accelerations by A x S + V x (V x S), S the
unit twist of joint j, V and A motion of the link before it. At the origin of frame j, with the acceleration vd of that
point (against gravity) and U of the link, these are

    revolute    (v x z, w x z)  and  (vd x z + 2 v x (w x z), U z)        prismatic    (w x z, 0)  and  (U z, 0)

so that U's last column, which the inverse dynamics has, is all of the angular part. Velocities meet the masses only in
the momentum p and in L = sum of (velocity) r^T dm of what is beyond the joint (`composite_rates`), 12 numbers instead
of the 36 of a 6 x 6 matrix; uniform motion changes nothing, so a column may be written with v = 0 at its own joint.

Of joint j come the wrenches Fq and Fqd, what a unit of q_j or qd_j adds on all it carries, E = I S that a unit of qdd_j
adds, and a moment d: for i on the way from the base to j, (x) the twists of joint i above,

    dtau_i/dq_j  = S_i . (Fq + S_j x F)      dtau_i/dqd_j = S_i . Fqd      dtau_i/dqdd_j = S_i . E
    dtau_j/dq_i  = (second) . E + w_i x z . d       dtau_j/dqd_i = 2 (first) . E + S_i . d

F is the wrench through joint j. Wrenches are carried inward and twists outward to where counting lets them meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.models.chain import operations
from linkwright.models.columns import link_motions
from linkwright.models.composite import Matrix, Twist, Way, Wrench, unit_twist, unit_wrench
from linkwright.models.composite_rates import Moments
from linkwright.models.frames import Step, moved, other_frames
from linkwright.models.inverse_dynamics import Motion, force, moment
from linkwright.models.model import Quantities, State
from linkwright.models.places import branch
from linkwright.robot import Joint, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Scalar, Vec3, Z

GROUPS = ("outward", "inward", "inertia")
Meeting = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Slopes:
    """dtau/dq, dtau/dqd and the inertia matrix, rows and columns of the joints that move."""

    q: Matrix
    qd: Matrix
    M: Matrix

    def __iter__(self) -> Iterator[Scalar]:
        return (x for A in (self.q, self.qd, self.M) for row in A for x in row)


@dataclass(frozen=True)
class Twists:
    """Of joint i: its unit twist, twice the first and the second of the changes above, and w x z."""

    S: Twist
    twice: Twist
    second: Twist
    across: Vec3

    def outward(self, step: Step) -> Twists:
        return Twists(seen(self.S, step), seen(self.twice, step), seen(self.second, step), step.R.undo(self.across))


@dataclass(frozen=True)
class Wrenches:
    """Of joint j: what a unit of q_j, qd_j, qdd_j adds, and d."""

    q: Wrench
    qd: Wrench
    E: Wrench
    d: Vec3

    def inward(self, step: Step) -> Wrenches:
        return Wrenches(self.q.carried(step), self.qd.carried(step), self.E.carried(step), step.R.apply(self.d))


def seen(t: Twist, step: Step) -> Twist:
    """A twist of the parent's frame in the frame of a step; what is zero stays zero."""
    arm, r = step.arms
    w = step.R.undo(t.w)
    return Twist(step.R.undo(t.v + t.w.cross(arm)) + w.cross(Z) * r, w)


class Recursion:
    """Motions, composite bodies, twists and wrenches of a robot, each made once."""

    def __init__(self, robot: Robot, state: State) -> None:
        self.robot, self.way = robot, Way(robot, state.q)
        steps = self.way.steps
        self.moves = link_motions(robot, state, steps)
        self.twice_w = [m.w * 2 for m in self.moves]
        self.twice_v = [ZERO]  # of the origins; the base may be taken at rest
        twice_qd = [x * 2 for x in state.qd]
        for j, step in enumerate(steps, 1):
            arm, r = step.arms
            before = self.twice_v[step.joint.parent] + self.twice_w[step.joint.parent].cross(arm)
            slide = Z * twice_qd[j] if step.joint.kind == "prismatic" else ZERO
            self.twice_v.append(step.R.undo(before) + self.twice_w[j].cross(Z) * r + slide)
        self.twice_qd = twice_qd
        self._sums: dict[int, Moments] = {}
        self._through: dict[int, Wrench] = {}
        self._twists: dict[tuple[int, int], Twists] = {}
        self._wrenches: dict[tuple[int, int], Wrenches] = {}

    def sums(self, j: int) -> Moments:
        """Of all links from j outward; p and L are twice those of the motion."""
        if j not in self._sums:
            total = Moments.of(self.way.step(j).body.inertia)
            for k in reversed(self.robot.children(j)):
                inside = self.sums(k).crossing(self.robot.joint(k), self.twice_qd[k])
                total = total + inside.carried(self.way.step(k))
            self._sums[j] = total
        return self._sums[j]

    def through(self, j: int) -> Wrench:
        """The wrench through joint j, in the frame of its link."""
        if j not in self._through:
            body, m = self.way.step(j).body, self.moves[j]
            total = Wrench(force(body.inertia, m) + body.force, moment(body.inertia, m) + body.moment)
            for k in reversed(self.robot.children(j)):
                total = total + self.through(k).carried(self.way.step(k))
            self._through[j] = total
        return self._through[j]

    def twists(self, i: int, m: int) -> Twists:
        """Of joint i in frame m."""
        if (i, m) not in self._twists:
            if i == m:
                found = own_twists(self.robot.joint(i), self.moves[i], self.twice_v[i], self.twice_w[i])
            else:
                found = self.twists(i, self.robot.joint(m).parent).outward(self.way.step(m))
            self._twists[i, m] = Twists(self.way.twist(i, m), found.twice, found.second, found.across)
        return self._twists[i, m]

    def wrenches(self, j: int, m: int) -> Wrenches:
        """Of joint j in frame m, further inward."""
        if (j, m) not in self._wrenches:
            joint = self.robot.joint(j)
            if j == m:
                found = own_wrenches(joint, self.sums(j), self.moves[j], self.twice_v[j], self.twice_w[j])
            elif self.way.after(m, j) == j:
                own = self.wrenches(j, j)
                turned = Wrenches(own.q + across(joint, self.through(j)), own.qd, own.E, own.d)
                found = turned.inward(self.way.step(j))
            else:
                k = self.way.after(m, j)
                found = self.wrenches(j, k).inward(self.way.step(k))
            self._wrenches[j, m] = found
        return self._wrenches[j, m]

    # -- the matrices -------------------------------------------------------------------------------------------------

    def slopes(self, meeting: Meeting) -> Slopes:
        robot = self.robot
        row = {j: k for k, j in enumerate(robot.moving)}
        q, qd, M = ([[0] * len(row) for _ in row] for _ in range(3))  # type: tuple[Matrix, Matrix, Matrix]
        for j, c in reversed(row.items()):  # few values are alive from the tips to the base
            way, joint = branch(robot, j), robot.joint(j)
            for n, i in reversed([*enumerate(way)]):
                if i not in row:
                    continue
                k = row[i]
                there = {group: next((m for m in reversed(way[n:]) if (group, m) in meeting), i) for group in GROUPS}
                M[k][c] = M[c][k] = self.inertia(i, j, there["inertia"])
                q[k][c], qd[k][c] = self.upper(i, j, there["inward"])
                if i != j:
                    q[c][k], qd[c][k] = self.lower(i, j, there["outward"])
            M[c][c], qd[c][c] = M[c][c] + joint.rotor, qd[c][c] + joint.viscous
        return Slopes(q, qd, M)

    def efforts(self) -> list[Scalar]:
        """tau of the motion, by the wrenches that the slopes need anyway; without friction and rotors."""
        return [unit_twist(self.robot.joint(j)).dot(self.through(j)) for j in self.robot.moving]

    def inertia(self, i: int, j: int, m: int) -> Scalar:
        return self.way.twist(i, m).dot(self.wrenches(j, m).E)

    def upper(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        """Row i of column j."""
        S, F = self.way.twist(i, m), self.wrenches(j, m)
        more = across(self.robot.joint(j), self.through(j)) if m == j != i else Wrench(ZERO, ZERO)
        return S.dot(F.q + more), S.dot(F.qd)

    def lower(self, i: int, j: int, m: int) -> tuple[Scalar, Scalar]:
        """Row j of column i."""
        t, F = self.twists(i, m), self.wrenches(j, m)
        return t.second.dot(F.E) + t.across.dot(F.d), t.twice.dot(F.E) + t.S.w.dot(F.d)


def own_twists(joint: Joint, m: Motion, twice_v: Vec3, twice_w: Vec3) -> Twists:
    """In the joint's own frame."""
    column = Vec3(m.U[0, 2], m.U[1, 2], m.U[2, 2])
    if joint.kind == "revolute":
        side = m.w.cross(Z)
        second = Twist(m.vd.cross(Z) + twice_v.cross(side), column)
        return Twists(Twist(ZERO, Z), Twist(twice_v.cross(Z), twice_w.cross(Z)), second, side)
    if joint.kind == "prismatic":
        return Twists(Twist(Z, ZERO), Twist(twice_w.cross(Z), ZERO), Twist(column, ZERO), ZERO)
    return Twists(*(Twist(ZERO, ZERO),) * 3, ZERO)


def own_wrenches(joint: Joint, s: Moments, m: Motion, twice_v: Vec3, twice_w: Vec3) -> Wrenches:
    """In the joint's own frame; q and qd as seen from a frame that moves with its origin."""
    S, h, twice_p = s.S, s.h, twice_w.cross(s.h) + s.p
    column = Vec3(m.U[0, 2], m.U[1, 2], m.U[2, 2])
    I = Inertia(0, 0, -S[0, 2], 0, -S[1, 2], S[0, 0] + S[1, 1], h.x, h.y, h.z, s.M)
    E = unit_wrench(joint, I)
    if joint.kind == "revolute":
        side, twice_side, lift = m.w.cross(Z), twice_w.cross(Z), m.vd.cross(Z)
        swept = S @ twice_side
        f = lift * s.M + column.cross(h) + side.cross(twice_p)
        n = trace_less(S) @ column + h.cross(lift) + trace_less(s.L) @ side - m.w.cross(swept)
        Fqd = Wrench(twice_w.cross(E.f) + Z.cross(s.p), (S @ twice_w).cross(Z) + s.N_z)
        return Wrenches(Wrench(f, n), Fqd, E, swept + z_N(s) + twice_v.cross(E.f))
    twice_side = twice_w.cross(Z)
    Fq = Wrench(column * s.M, h.cross(column))
    Fqd = Wrench(twice_side * s.M, h.cross(twice_side))
    return Wrenches(Fq, Fqd, E, twice_p.cross(Z) + twice_v.cross(E.f))


def z_N(s: Moments) -> Vec3:
    """N^T z."""
    return Vec3(-s.L[2, 0], -s.L[2, 1], s.L[0, 0] + s.L[1, 1])


def trace_less(S: Mat3) -> Mat3:
    """tr(S) 1 - S, without a trace where only two of its terms stay."""
    a, b, c = S[0, 0], S[1, 1], S[2, 2]
    return Mat3.of([[b + c, -S[0, 1], -S[0, 2]], [-S[1, 0], a + c, -S[1, 2]], [-S[2, 0], -S[2, 1], a + b]])


def across(joint: Joint, F: Wrench) -> Wrench:
    """S x F: the wrench F turns or slides with joint j, seen from before it."""
    if joint.kind == "revolute":
        return F.across_z()
    return Wrench(ZERO, Z.cross(F.f))


@dataclass(frozen=True)
class Plan:
    """Frames to work in, and where twists and wrenches meet."""

    robot: Robot
    meeting: Meeting = frozenset()

    def recursion(self, state: State) -> Recursion:
        return Recursion(self.robot, state)


def cheapest_plan(robot: Robot, state: State) -> Plan:
    """With the fewest operations over meeting links and working frames: step by step, while it pays."""
    plan = Plan(robot)
    best, links = plan.recursion(state), range(2, len(robot) + 1)
    cost, improved = operations(best.slopes(plan.meeting)), True
    while improved:
        improved = False
        for change in ((group, m) for m in links for group in GROUPS):
            meeting = plan.meeting ^ {change}
            if (price := operations(best.slopes(meeting))) < cost:
                plan, cost, improved = Plan(robot, meeting), price, True
    for j, angle, length in other_frames(robot):
        other = Plan(moved(plan.robot, j, angle, length), plan.meeting)
        if (price := operations(other.recursion(state).slopes(plan.meeting))) < cost:
            plan, cost = other, price
    return plan


def recursive_slopes(robot: Robot, state: State, quantities: Quantities) -> Slopes:
    """By the plan that costs least."""
    plan = cheapest_plan(robot, state)
    recursion = plan.recursion(state)
    note(recursion, quantities)
    return recursion.slopes(plan.meeting)


def note(recursion: Recursion, quantities: Quantities) -> None:
    for j, m in enumerate(recursion.moves[1:], 1):
        for name, value in (("w", m.w), ("wd", m.wd), ("vd", m.vd), ("U", m.U)):
            quantities.note(name, j, value)
    for j in recursion.robot.moving:
        s, F = recursion.sums(j), recursion.through(j)
        for name, vector in (("MSc", s.h), ("pc", s.p), ("f", F.f), ("n", F.n)):
            quantities.note(name, j, vector)
