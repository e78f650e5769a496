"""First derivatives of the inverse dynamics by composite bodies, for trees.

Carpentier & Mansard, Analytical derivatives of rigid body dynamics algorithms (2018); Singh, Russell & Wensing,
Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra (2022). In the frames of the links
beyond joint j, a change of q_j is a change of their twists by V x S and of their accelerations by A x S + V x (V x S),
S the unit twist of joint j, V and A motion of the link before it. At the origin of frame j, with the acceleration vd of
that point (minus gravity) and U of the link, these are

    revolute    (v x z, w x z)  and  (vd x z + 2 v x (w x z), U z)        prismatic    (w x z, 0)  and  (U z, 0)

so that the last column of U, which the inverse dynamics has, is the angular part. A ball joint turns about each axis
e of its own frame, with w and U of the link before it: qd and qdd of a revolute joint are along z and do not change
w x z and U z, those of a ball joint do. Its position changes by a rotation about e in its own frame. Velocities are
multiplied with masses only in the momentum p and in L = sum of (velocity) r^T dm of the composite body
(`composite_body_rates`), 12 numbers instead of the 36 of a 6 x 6 matrix; uniform motion changes nothing, so a column
may be written with v = 0 at its own joint.

For joint j these are the wrenches Fq and Fqd, which a unit of q_j or qd_j adds on the composite body, E = I S for a
unit of qdd_j, and a moment d: for i between the base and j, (first) and (second) the twists of joint i above,

    dtau_i/dq_j  = S_i . (Fq + S_j x F)      dtau_i/dqd_j = S_i . Fqd      dtau_i/dqdd_j = S_i . E
    dtau_j/dq_i  = (second) . E + w_i x z . d       dtau_j/dqd_i = 2 (first) . E + S_i . d

F is the wrench through joint j. Wrenches are transformed inward and twists outward to the link where contracting them
costs least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.models.dynamics.composite_bodies import (
    Contraction,
    ContractionPlan,
    JointTwists,
    Matrix,
    contraction_links,
    project_matrix,
)
from linkwright.models.dynamics.composite_bodies import find_contraction_plan as cheapest_contractions
from linkwright.models.dynamics.composite_body_rates import CompositeMoments, trace_minus
from linkwright.models.framework.frame_options import freedoms_up_to
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import on_graph
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.generalized_coordinates import (
    is_motor_side,
    joint_effort,
    project_efforts,
    rate_of,
    rotor_inertia_of,
    tree_freedoms,
)
from linkwright.models.tree.link_accelerations import (
    LinkAcceleration,
    inertial_force,
    inertial_moment,
    link_accelerations,
)
from linkwright.models.tree.link_steps import with_moved_frames
from linkwright.models.tree.twists_wrenches import (
    NO_WRENCH,
    Twist,
    Wrench,
    base_inertia,
    effort_along,
    joint_twists,
    unit_twist,
    unit_wrench,
)
from linkwright.robot import Body, Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Scalar, Vec3, Z

ENTRY_GROUPS = ("outward", "inward", "inertia")
Links = frozenset[tuple[str, int]]  # of a group of entries, the links of contraction
Column = dict[Coordinate, Scalar]
Columns = dict[Coordinate, Column]


@dataclass(frozen=True)
class StateDerivatives:
    """Matrices dtau/dq, dtau/dqd and the inertia matrix, rows and columns by coordinate."""

    q: Matrix
    qd: Matrix
    M: Matrix


class DerivativeRecursion:
    """Motions, composite bodies, twists and wrenches of a robot: each computed once, when it is first needed."""

    def __init__(self, robot: Robot, state: State) -> None:
        self.robot, self.state, self.paths = robot, state, JointTwists(robot, state.q)
        steps = self.paths.steps
        self.moves = link_accelerations(robot, state, steps)
        self.twice_w = [m.w * 2 for m in self.moves]
        self.twice_v = [ZERO]  # of the origins; the base may be taken at rest
        self.twice_qd = joint_twists(robot, {c: x * 2 for c, x in state.qd.items()})
        for j, step in enumerate(steps, 1):
            arm, r = step.arms
            before = self.twice_v[step.joint.parent] + self.twice_w[step.joint.parent].cross(arm)
            self.twice_v.append(step.R.undo(before) + self.twice_w[j].cross(Z) * r + self.twice_qd[j].v)
        self._inner: dict[int, tuple[Vec3, Vec3]] = {}
        self._sums: dict[int, CompositeMoments] = {}
        self._through: dict[int, Wrench] = {}
        self._twists: dict[tuple[str, Coordinate, int], Twist] = {}
        self._wrenches: dict[tuple[str, Coordinate, int], Wrench] = {}
        self._vectors: dict[tuple[str, Coordinate, int], Vec3] = {}
        self._entries: dict[tuple[str, Coordinate, Coordinate, int], tuple[Scalar, ...]] = {}
        self._groups: dict[tuple[str, frozenset[int]], list[tuple[Scalar, ...]]] = {}

    def composite_moments(self, j: int) -> CompositeMoments:
        """Moments of the composite body of link j, in its frame; p and L are twice those of the motion."""
        if j not in self._sums:
            total = CompositeMoments.of(self.paths.step(j).body.inertia if j else base_inertia(self.robot))
            for k in reversed(self.robot.children(j)):
                inside = self.composite_moments(k).across_joint(self.twice_qd[k])
                total = total + inside.carried(self.paths.step(k))
            self._sums[j] = total
        return self._sums[j]

    def joint_wrench(self, j: int) -> Wrench:
        """The wrench through joint j, in the frame of its link."""
        if j not in self._through:
            body, m = self.paths.step(j).body if j else self.robot.base.body, self.moves[j]
            total = Wrench(inertial_force(body.inertia, m) + body.force, inertial_moment(body.inertia, m) + body.moment)
            for k in reversed(self.robot.children(j)):
                total = total + self.joint_wrench(k).to_parent(self.paths.step(k))
            self._through[j] = total
        return self._through[j]

    # -- of coordinate i, outward -------------------------------------------------------------------------------------

    def twist(self, kind: str, i: Coordinate, m: int) -> Twist:
        """Change of motion by q_i in frame m: twice the first ("twice") or the second ("second") twist above."""
        key = (kind, i, m)
        if key not in self._twists:
            if i.link == m:
                found = self._twice(i) if kind == "twice" else self._second(i)
            else:
                found = self.twist(kind, i, self.robot.joint(m).parent).to_child(self.paths.step(m))
            self._twists[key] = found
        return self._twists[key]

    def _twice(self, i: Coordinate) -> Twist:
        if not i.link:  # the angular acceleration of the base is an input
            return Twist(ZERO, self.moves[0].w.cross(i.w))
        if not i.is_rotation:
            return Twist(self.twice_w[i.link].cross(Z), ZERO)
        w = self.twice_w[i.link].cross(i.w)
        return Twist(self.twice_v[i.link].cross(i.w), w - self.spin(i) if self.is_ball(i) else w)

    def _second(self, i: Coordinate) -> Twist:
        if not i.link:  # the orientation of the base matters only to gravity in its frame
            return Twist(i.w.cross(Vec3(*self.robot.gravity)), ZERO)
        m = self.moves[i.link]
        if i.is_rotation:
            side = self.own_side(i)
            return Twist(m.vd.cross(i.w) + self.twice_v[i.link].cross(side), self.column(i))
        return Twist(m.U_z, ZERO)

    def is_ball(self, c: Coordinate) -> bool:
        """Whether a coordinate is one of a ball joint."""
        return bool(c.link) and self.robot.joint(c.link).kind == "ball"

    def spin(self, c: Coordinate) -> Vec3:
        """Cross product of the relative angular velocity of a ball joint and one of its axes."""
        rates = (rate_of(self.robot, self.state.qd, a) for a in self.robot.freedoms(c.link))
        return Vec3(*rates).cross(c.w)

    def own_side(self, c: Coordinate) -> Vec3:
        """w x e with w of the link before the joint, e the axis."""
        w: Vec3 = self.moves[c.link].w
        return (self._before(c.link)[0] if self.is_ball(c) else w).cross(c.w)

    def column(self, c: Coordinate) -> Vec3:
        """U e with U of the link before the joint, e the axis."""
        if not self.is_ball(c):
            return self.moves[c.link].U_z
        w, wd = self._before(c.link)
        return wd.cross(c.w) + w.cross(w.cross(c.w))

    def _before(self, j: int) -> tuple[Vec3, Vec3]:
        """w and wd of the link before a ball joint, in the frame of the link behind it."""
        if j not in self._inner:
            m, R = self.moves[self.robot.joint(j).parent], self.paths.step(j).R
            self._inner[j] = R.undo(m.w), R.undo(m.wd)
        return self._inner[j]

    def side(self, i: Coordinate, m: int) -> Vec3:
        """w_i x z in frame m if coordinate i is a rotation, else zero."""
        key = ("side", i, m)
        if key not in self._vectors:
            own = self.own_side(i) if i.is_rotation and i.link else ZERO
            parent = self.robot.joint(m).parent
            self._vectors[key] = own if i.link == m else self.paths.step(m).R.undo(self.side(i, parent))
        return self._vectors[key]

    # -- of coordinate j, inward --------------------------------------------------------------------------------------

    def wrench(self, kind: str, j: Coordinate, m: int) -> Wrench:
        """Change of the wrench through joint j for a unit of q_j ("q"), qd_j ("qd") or qdd_j ("E"), in frame m."""
        key = (kind, j, m)
        if key not in self._wrenches:
            if j.link == m:
                found = {"q": self._by_q, "qd": self._by_qd, "E": self._by_qdd}[kind](j)
            else:
                k = self.paths.after(m, j.link)
                F = self.wrench(kind, j, k)
                found = (F + self.joint_motion_wrench(j) if kind == "q" and k == j.link else F).to_parent(
                    self.paths.step(k)
                )
            self._wrenches[key] = found
        return self._wrenches[key]

    def joint_motion_wrench(self, j: Coordinate) -> Wrench:
        """S x F: change of the wrench F through the joint due to the motion of its frame, seen from the link before."""
        return NO_WRENCH if self._is_turned_body(j) else self.joint_wrench(j.link).across(unit_twist(j))

    def _is_turned_body(self, j: Coordinate) -> bool:
        """Whether q_j rotates just one body: a revolute joint whose link has only massless fixed frames beyond it."""
        return j.is_rotation and not self.is_ball(j) and all(map(self._is_frame, self.robot.children(j.link)))

    def _is_frame(self, k: int) -> bool:
        """Whether joint k and all beyond it are fixed and without bodies."""
        joint = self.robot.joint(k)
        empty = all(x == 0 for x in (*joint.body.inertia, *joint.body.force, *joint.body.moment))
        return empty and joint.kind == "fixed" and all(map(self._is_frame, self.robot.children(k)))

    def _by_qdd(self, j: Coordinate) -> Wrench:
        return unit_wrench(j, self.composite_moments(j.link).inertia)

    def _by_qd(self, j: Coordinate) -> Wrench:
        """Change of the wrench by qd_j, relative to a frame that moves with the origin of frame j."""
        s, w = self.composite_moments(j.link), self.twice_w[j.link]
        if not j.link:
            return self._by_base_rate(j)
        if j.is_rotation:
            N_e = trace_minus(s.L) @ j.w if self.is_ball(j) else s.N_z
            F = Wrench(w.cross(self.wrench("E", j, j.link).f) + j.w.cross(s.p), (s.S @ w).cross(j.w) + N_e)
            return F + self._by_spin(j) if self.is_ball(j) else F
        return Wrench(w.cross(Z) * s.M, s.h.cross(w.cross(Z)))

    def _by_spin(self, j: Coordinate) -> Wrench:
        """Part for a ball joint, whose axes turn with its link: w x e of the link before counts only once."""
        s, spin = self.composite_moments(j.link), self.spin(j)
        return Wrench(s.h.cross(spin), trace_minus(s.S) @ -spin)

    def _by_base_rate(self, j: Coordinate) -> Wrench:
        """Change by a rate of a floating base, acceleration given: e x (w x r) + w x (e x r) + 2 e x rd, points r."""
        if not j.is_rotation:
            return NO_WRENCH
        s, w, e = self.composite_moments(0), self.moves[0].w, j.w
        f = e.cross(w.cross(s.h)) + w.cross(e.cross(s.h)) + e.cross(s.p)
        n = (s.S @ (w * 2)).cross(e) + trace_minus(s.L) @ e - trace_minus(s.S) @ w.cross(e)
        return Wrench(f, n)

    def _by_q(self, j: Coordinate) -> Wrench:
        """Change of the wrench by q_j, relative to a frame that moves with the origin of frame j.

        For a single rotated body (`_is_turned_body`) it is relative to the link before joint j.
        """
        s, m, w = self.composite_moments(j.link), self.moves[j.link], self.twice_w[j.link]
        if not j.link:
            fall = self._second(j).v
            return Wrench(fall * s.M, s.h.cross(fall))
        if self._is_turned_body(j):
            return turned_body_wrench(self.paths.step(j.link).body, m)
        column = self.column(j)
        if not j.is_rotation:
            return Wrench(column * s.M, s.h.cross(column))
        side, lift = self.own_side(j), m.vd.cross(j.w)
        twice_side = side * 2 if self.is_ball(j) else w.cross(j.w)
        f = lift * s.M + column.cross(s.h) + side.cross(w.cross(s.h) + s.p)
        n = trace_minus(s.S) @ column + s.h.cross(lift) + trace_minus(s.L) @ side - m.w.cross(s.S @ twice_side)
        return Wrench(f, n)

    def d(self, j: Coordinate, m: int) -> Vec3:
        """Moment d of coordinate j (see the head of this file), in frame m."""
        key = ("d", j, m)
        if key not in self._vectors:
            if j.link == m:
                s, w, moving = (
                    self.composite_moments(m),
                    self.twice_w[m],
                    self.twice_v[m].cross(self.wrench("E", j, m).f),
                )
                own = s.S @ w.cross(j.w) + N_along(s, j.w) if j.is_rotation else (w.cross(s.h) + s.p).cross(Z)
                self._vectors[key] = own + moving
            else:
                k = self.paths.after(m, j.link)
                self._vectors[key] = self.paths.step(k).R.apply(self.d(j, k))
        return self._vectors[key]

    # -- the matrices -------------------------------------------------------------------------------------------------

    def inertia_matrix(self, links: Links) -> Matrix:
        M: dict[tuple[Coordinate, Coordinate], Scalar] = {}
        for i, j, m in self.pairs("inertia", links):
            (x,) = self._entry("inertia", i, j, m)
            M[i, j] = M[j, i] = x + rotor_inertia_of(self.robot, j) if i == j else x
        return project_matrix(self.robot, M)

    def columns(self, links: Links, friction: bool = True) -> Iterator[tuple[list[Scalar], list[Scalar]]]:
        """Columns of dtau/dq and dtau/dqd, the last one first, so that few intermediate values are kept."""
        robot, found = self.robot, []
        for c, by_q, by_qd in self._of_freedoms(links, friction):
            q, qd = project_efforts(robot, by_q), project_efforts(robot, by_qd)
            if robot.couplings:
                found.append((c, q, qd))
            else:
                yield q, qd
        if robot.couplings:  # a coordinate has the columns of all freedoms that it moves
            for a in reversed(robot.coordinates):
                q_a, qd_a = ([0] * len(robot.coordinates) for _ in range(2))  # type: tuple[list[Scalar], list[Scalar]]
                for c, q_c, qd_c in found:
                    for factor in (s for b, s in robot.velocity_map_row(c) if b == a):
                        q_a = [x + y * factor for x, y in zip(q_a, q_c, strict=True)]
                        qd_a = [x + y * factor for x, y in zip(qd_a, qd_c, strict=True)]
                yield q_a, qd_a

    def _of_freedoms(self, links: Links, friction: bool) -> Iterator[tuple[Coordinate, Column, Column]]:
        """Freedoms, with derivatives of the efforts of all freedoms by their position and rate; the last one first."""
        every = tree_freedoms(self.robot)
        q, qd = ({c: dict.fromkeys(every, 0) for c in every} for _ in range(2))  # type: tuple[Columns, Columns]
        outward = {(i, j): m for i, j, m in self.pairs("outward", links)}
        inward = {(i, j): m for i, j, m in self.pairs("inward", links)}
        for j in reversed(every):
            for i in reversed(freedoms_up_to(self.robot, j)):
                q[j][i], qd[j][i] = self._entry("inward", i, j, inward[i, j])
                if i != j:
                    q[i][j], qd[i][j] = self._entry("outward", i, j, outward[i, j])
            if friction and is_motor_side(self.robot, j):
                qd[j][j] = qd[j][j] + self.robot.joint(j.link).viscous
            self._add_springs(j, q[j], qd[j])
            yield j, q[j], qd[j]

    def _add_springs(self, j: Coordinate, q: Column, qd: Column) -> None:
        """Add stiffness and damping of the spring between a link and the rotor behind it, if there is one."""
        if j.link and (joint := self.robot.joint(j.link)).flexible:
            for c in self.robot.freedoms(j.link):
                sign = 1 if c == j else -1
                q[c], qd[c] = q[c] + joint.stiffness * sign, qd[c] + joint.damping * sign

    def pairs(self, group: str, links: Links) -> Iterator[Contraction]:
        """Pairs of freedoms i, j on one branch, with the link where they are contracted; the last one first."""
        return reversed([*contraction_links(self.robot, {m for name, m in links if name == group})])

    def slopes(self, links: Links) -> StateDerivatives:
        columns = [*self.columns(links)][::-1]
        q, qd = transpose_matrix([q for q, _ in columns]), transpose_matrix([qd for _, qd in columns])
        return StateDerivatives(q, qd, self.inertia_matrix(links))

    def entries(self, links: Links) -> list[list[tuple[Scalar, ...]]]:
        """Entries that depend on the links of contraction, by groups, for robots without dependent freedoms."""
        found = []
        for group in ENTRY_GROUPS:
            key = group, frozenset(m for name, m in links if name == group)
            if key not in self._groups:
                pairs = [(i, j, m) for i, j, m in self.pairs(group, links) if i != j or group != "outward"]
                self._groups[key] = [self._entry(group, *pair) for pair in pairs]
            found.append(self._groups[key])
        return found

    def efforts(self) -> list[Scalar]:
        """Efforts of the motion from the wrenches that the derivatives need anyway; without friction and rotors."""
        return project_efforts(
            self.robot, {c: effort_along(c, self.joint_wrench(c.link)) for c in tree_freedoms(self.robot)}
        )

    def own_efforts(self) -> list[Scalar]:
        """Efforts of rotors, friction and springs."""
        return project_efforts(
            self.robot, {c: joint_effort(self.robot, self.state, c) for c in tree_freedoms(self.robot)}
        )

    def _entry(self, group: str, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, ...]:
        """Entries of coordinates i and j, contracted in frame m; cached, since most plans share most of them."""
        key = (group, i, j, m)
        if key not in self._entries:
            self._entries[key] = {"inertia": self.inertia, "inward": self.upper, "outward": self.lower}[group](i, j, m)
        return self._entries[key]

    def inertia(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar]:
        return (self.paths.twist(i, m).dot(self.wrench("E", j, m)),)

    def upper(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        """Row i of column j of dtau/dq and dtau/dqd."""
        S, F = self.paths.twist(i, m), self.wrench("q", j, m)
        return S.dot(F + self.joint_motion_wrench(j) if m == j.link != i.link else F), S.dot(self.wrench("qd", j, m))

    def lower(self, i: Coordinate, j: Coordinate, m: int) -> tuple[Scalar, Scalar]:
        """Row j of column i of dtau/dq and dtau/dqd."""
        if i.link == j.link:
            S = unit_twist(j)
            return S.dot(self.wrench("q", i, i.link)), S.dot(self.wrench("qd", i, i.link))
        E, d = self.wrench("E", j, m), self.d(j, m)
        first = self.twist("second", i, m).dot(E) + self.side(i, m).dot(d)
        return first, self.twist("twice", i, m).dot(E) + self.paths.twist(i, m).w.dot(d)


def turned_body_wrench(body: Body, m: LinkAcceleration) -> Wrench:
    """Derivative of the wrench of a link when its body rotates about z at constant motion: linear in the body."""
    I, f, n = body.inertia, body.force, body.moment
    turned = Inertia(I.XY * -2, I.XX - I.YY, -I.YZ, I.XY * 2, I.XZ, 0, -I.MY, I.MX, 0, 0)
    return Wrench(inertial_force(turned, m) + Z.cross(f), inertial_moment(turned, m) + Z.cross(n))


def transpose_matrix(A: Sequence[Sequence[Scalar]]) -> Matrix:
    return [list(row) for row in zip(*A, strict=True)]


def N_along(s: CompositeMoments, e: Vec3) -> Vec3:
    """Return N^T e, N = tr(L) 1 - L."""
    return Vec3(-s.L[2, 0], -s.L[2, 1], s.L[0, 0] + s.L[1, 1]) if e == Z else trace_minus(s.L.T) @ e


# -- the cheapest plan ------------------------------------------------------------------------------------------------


def make_recursion(robot: Robot, state: State, plan: ContractionPlan[tuple[str, int]]) -> DerivativeRecursion:
    """Recursion in the working frames of the plan."""
    return DerivativeRecursion(with_moved_frames(robot, plan.frames), state)


def cheapest_derivative_plan(robot: Robot, state: State) -> ContractionPlan[tuple[str, int]]:
    """Plan with the fewest operations, over contraction links and working frames."""
    return _derivative_plans(robot, state)


def _find_derivative_plan(robot: Robot, state: State) -> ContractionPlan[tuple[str, int]]:
    tried = _PlanTrials(robot, state)
    links = [[(group, m) for m in range(2, len(robot) + 1)] for group in ENTRY_GROUPS]
    return cheapest_contractions(robot, links, tried.counted)


_derivative_plans = PlanCache(_find_derivative_plan)


class _PlanTrials:
    """Derivatives by one plan after the other, on a copy of the graph.

    Plans share many nodes, but each adds some that no later one needs: when these are most of the copy, it is replaced.
    """

    MANY = 200_000  # nodes: smaller copies are not replaced

    def __init__(self, robot: Robot, state: State) -> None:
        self.given = robot, state
        self._renew()

    def _renew(self) -> None:
        robot, state = self.given
        copy = robot.graph.copy(is_trial=True)
        self.robot, self.state = on_graph((robot, state), copy)
        self._made: dict[frozenset[int], DerivativeRecursion] = {}
        self._most = 0

    def counted(self, plan: ContractionPlan[tuple[str, int]]) -> Any:
        """Derivatives by a plan, or those entries that depend on it, to be counted."""
        if self._most and len(self.robot.graph) > self._most:
            self._renew()
        if plan.frames not in self._made:
            self._made[plan.frames] = make_recursion(self.robot, self.state, ContractionPlan(frames=plan.frames))
        made = self._made[plan.frames]
        found = made.slopes(plan.links) if self.robot.couplings else made.entries(plan.links)
        self._most = self._most or max(3 * len(self.robot.graph), self.MANY)
        return found


def recursive_derivatives(robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
    """Derivatives by the cheapest plan, derived again so that nodes are in the order of their use."""
    return planned_derivatives(robot, state, quantities)[0]


def planned_derivatives(
    robot: Robot, state: State, quantities: Quantities
) -> tuple[StateDerivatives, DerivativeRecursion]:
    """Derivatives by the cheapest plan, and the recursion that computed them."""
    plan = cheapest_derivative_plan(robot, state)
    best = make_recursion(robot, state, plan)
    found = best.slopes(plan.links)
    note_quantities(best, robot, quantities)
    return found, best


def note_quantities(recursion: DerivativeRecursion, robot: Robot, quantities: Quantities) -> None:
    """Note the quantities of links whose working frame is their own frame."""
    for j, m in enumerate(recursion.moves[1:], 1):
        if recursion.robot.joint(j) is not robot.joint(j):
            continue
        s, F = recursion.composite_moments(j), recursion.joint_wrench(j)
        for name, value in (("w", m.w), ("wd", m.wd), ("vd", m.vd), ("U", m.U), ("MSc", s.h), ("f", F.f), ("n", F.n)):
            quantities.note(name, j, value)
