"""Inverse dynamics: the joint efforts of a motion, by the recursive Newton-Euler method in Khalil's form.

Khalil & Dombre, Modeling, Identification and Control of Robots (2002), section 9.5; Lemoine & Khalil, Symbolic
Dynamics, equations (7)-(14). The matrix U_j = wd^ + w^ w^ is computed once per link and serves the acceleration of the
next origins, the force and, through its entries, the moment.

Six things make the recursion cheaper than the book's, and none of them needs a case of its own for a kind of robot:

- A point on the axis of joint j belongs to both its links, so the column U_j z is that of the parent, turned. Turning
  it instead of wd gives wd for the price of the products that U needs anyway; where the axes are at right angles it is
  a column of the parent's U, and its last entry gives w_x^2 + w_y^2 for nothing.
- A lever arm along the joint axis is used after the turn about it where that leaves fewer components (`Step.arms`).
- Axes that are parallel turn vectors by the sum of their angles at once where that is cheaper: outward, where the
  vector has a zero before the turn; inward, where only one component of the moment is wanted.
- The last link's body is turned instead of its motion and its wrench: ten numbers at most instead of five vectors.
- Bodies are made flat where that is not dearer (`flat`).
- Constants between parallel axes are added up beforehand (`other_frames`).

Where a rule cannot tell which way is cheaper, both are written down and counted (`cheapest`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from linkwright.expr import Expr
from linkwright.expr.function import count
from linkwright.expr.replay import live
from linkwright.models.model import Model, Option, Quantities, Result, State, joint_notes, named
from linkwright.models.parts.flat import flattened, may_be_flat
from linkwright.models.parts.frames import Step, components, moved, other_frames
from linkwright.robot import Joint, Robot
from linkwright.spatial import ZERO, Inertia, Mat3, Rotation, Scalar, Vec3, Z


@dataclass(frozen=True)
class Motion:
    """How a link moves, in its own frame: angular velocity and acceleration, acceleration of its origin - g."""

    w: Vec3
    wd: Vec3
    vd: Vec3
    U: Mat3
    products: Products

    def at(self, vd: Vec3) -> Motion:
        return Motion(self.w, self.wd, vd, self.U, self.products)


@dataclass(frozen=True)
class Products:
    """Products of the components of w and differences of their squares, for the moment (Khalil's DV)."""

    xy: Scalar
    xz: Scalar
    yz: Scalar
    yy_zz: Scalar
    zz_xx: Scalar
    xx_yy: Scalar


def motion(w: Vec3, wd: Vec3, vd: Vec3) -> Motion:
    """All there is to know of a motion, from w and wd."""
    xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
    xx, yy, zz = w.x * w.x, w.y * w.y, w.z * w.z
    U = Mat3.of([
        [-(yy + zz), xy - wd.z, xz + wd.y],
        [xy + wd.z, -(xx + zz), yz - wd.x],
        [xz - wd.y, yz + wd.x, -(xx + yy)],
    ])  # fmt: skip
    return Motion(w, wd, vd, U, Products(xy, xz, yz, yy - zz, zz - xx, xx - yy))


def motion_with_column(w: Vec3, wd_z: Scalar, u: Vec3, alone: bool) -> Motion:
    """The same from w, the z component of wd and the column u = U z: no turned wd and no w_y^2 are needed.

    alone: U is made without xz, yz and wd, since nothing else needs them.
    """
    xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
    xx, zz = w.x * w.x, w.z * w.z
    wd = Vec3(yz - u.y, u.x - xz, wd_z)
    U_xx, U_yy = u.z - (zz - xx), -(xx + zz)
    U_zx, U_zy = (w.x * (w.z * 2) - u.x, w.y * (w.z * 2) - u.y) if alone else (xz - wd.y, yz + wd.x)
    U = Mat3.of([
        [U_xx, xy - wd.z, u.x],
        [xy + wd.z, U_yy, u.y],
        [U_zx, U_zy, u.z],
    ])  # fmt: skip
    return Motion(w, wd, ZERO, U, Products(xy, xz, yz, U_yy - u.z, zz - xx, U_xx - U_yy))


def base_motion(robot: Robot) -> Motion:
    """Link 0: gravity is an acceleration of the base, vd0 - g."""
    base = robot.base
    vd = Vec3(*base.acceleration) - Vec3(*robot.gravity)
    return motion(Vec3(*base.angular_velocity), Vec3(*base.angular_acceleration), vd)


def sliding(joint: Joint, w: Vec3, qd: Scalar, qdd: Scalar) -> Vec3:
    """2 w x qd z + qdd z of a prismatic joint."""
    return Vec3(w.y * (qd * 2), -(w.x * (qd * 2)), qdd) if joint.kind == "prismatic" else ZERO


def force(I: Inertia, m: Motion) -> Vec3:
    """M vd + U MS: Lemoine & Khalil (9), upper half."""
    f: Vec3 = m.vd * I.M + m.U @ I.MS
    return f


def moment(I: Inertia, m: Motion) -> Vec3:
    """J wd + w x (J w) + MS x vd: Lemoine & Khalil (9), lower half, written with the entries of U."""
    U, p, wd = m.U, m.products, m.wd
    turning = Vec3(
        I.XX * wd.x + (I.ZZ - I.YY) * p.yz - I.XY * U[2, 0] + I.XZ * U[1, 0] + I.YZ * p.yy_zz,
        I.YY * wd.y + (I.XX - I.ZZ) * p.xz + I.XY * U[2, 1] - I.YZ * U[0, 1] + I.XZ * p.zz_xx,
        I.ZZ * wd.z + (I.YY - I.XX) * p.xy - I.XZ * U[1, 2] + I.YZ * U[0, 2] + I.XY * p.xx_yy,
    )
    return turning + I.MS.cross(m.vd)


def flat_moment(I: Inertia, m: Motion) -> Vec3:
    """The same for a body with ZZ = XX + YY: the products with J need the entries of U alone (`flat`)."""
    U, p = m.U, m.products
    turning = Vec3(
        I.XX * U[2, 1] - I.XY * U[2, 0] + I.XZ * U[1, 0] + I.YZ * p.yy_zz,
        I.XY * U[2, 1] - I.YY * U[2, 0] - I.YZ * U[0, 1] + I.XZ * p.zz_xx,
        I.YY * U[1, 0] - I.XX * U[0, 1] - I.XZ * U[1, 2] + I.YZ * U[0, 2] + I.XY * p.xx_yy,
    )
    return turning + I.MS.cross(m.vd)


# -- outward: motions ------------------------------------------------------------------------------------------------


def link_motion(
    done: Sequence[Motion], steps: Sequence[Step], j: int, qd: Scalar, qdd: Scalar, alone: bool = False
) -> Motion:
    """The motion of link j from those of the links before it: Lemoine & Khalil (7), (8), with wd from U_j z."""
    step = steps[j - 1]
    i, joint = done[step.joint.parent], step.joint
    far, way = far_parent(done, steps, j)
    w = step.R.undo(i.w)
    across = turned(far.w, way, w)
    w = Vec3(across.x, across.y, w.z)
    wd_z = step.R.undo(i.wd).z
    slide = sliding(joint, w, qd, qdd)
    if joint.kind == "revolute":
        w, wd_z = w + Z * qd, wd_z + qdd
    m = motion_with_column(w, wd_z, column(i, step, far, way, w), alone)
    arm, r = step.arms
    along = Vec3(m.U[0, 2], m.U[1, 2], m.U[2, 2])
    return m.at(step.R.undo(i.vd + i.U @ arm) + along * r + slide)


def far_parent(done: Sequence[Motion], steps: Sequence[Step], j: int) -> tuple[Motion, Rotation]:
    """The first ancestor beyond the axes that are parallel to that of joint j, and the rotation from it."""
    turns, step = steps[j - 1].turns, steps[j - 1]
    if not step.is_parallel:
        return done[step.joint.parent], step.R
    while step.is_parallel and step.joint.parent:
        step = steps[step.joint.parent - 1]
        turns = (*step.turns, *turns)
    return done[step.joint.parent], Rotation.about(*turns)


def turned(v: Vec3, R: Rotation, otherwise: Vec3) -> Vec3:
    """R^T v if v is along x or y before the last turn, so that the turn is cheap; else the same vector as it is."""
    before = Rotation(R.turns[:-1]).undo(v)
    return R.undo(v) if before.x == 0 or before.y == 0 else otherwise


def column(i: Motion, step: Step, far: Motion, way: Rotation, w: Vec3) -> Vec3:
    """U_j z = R^T U_i R z, in which wd is."""
    z = step.tilt.apply(Z)
    if components(z) == 1:  # a column of U_i
        own = step.R.undo(i.U @ z)
        u = turned(far.U @ way.apply(Z), way, own)
        return Vec3(u.x, u.y, own.z)
    x = step.tilt.apply(Vec3(1, 0, 0))
    a, e = step.tilt.undo(i.w), step.tilt.undo(i.wd)
    before = Vec3(x.dot(i.U @ z) if components(x) == 1 else a.x * a.z + e.y, a.y * a.z - e.x, 0)
    u = Rotation.about(step.turns[2]).undo(before)
    return Vec3(u.x, u.y, -(w.x * w.x + w.y * w.y))


# -- inward: efforts -------------------------------------------------------------------------------------------------


def efforts(robot: Robot, state: State, steps: Sequence[Step], f: list[Vec3], n: list[Vec3]) -> list[Scalar]:
    """The efforts of the joints that move, and in f and n the wrenches of the links from those of their bodies.

    Moments from beyond parallel axes are kept apart in `rest` where only their sum over the way is wanted.
    """
    rest: list[list[tuple[tuple[Step, ...], Vec3]]] = [[] for _ in n]
    whole = wanted_whole(steps)
    tau: list[Scalar] = []
    for j in range(len(robot), 0, -1):
        step = steps[j - 1]
        joint, i = step.joint, step.joint.parent
        if joint.moves:
            tau.append(joint_effort(joint, f[j], n[j], state.qd[j], state.qdd[j]))
        if not i:
            continue
        arm, r = step.arms
        carried = step.R.apply(f[j])
        lifted = n[j] + Z.cross(f[j]) * r
        if step.is_parallel and not whole[i]:
            rest[i] += [((step, *way), v) for way, v in rest[j]]
            rest[i].append(((step,), Vec3(lifted.x, lifted.y, 0)))
            n[i] = n[i] + Z * lifted.z + arm.cross(carried)
        else:
            n[i] = n[i] + step.R.apply(lifted) + arm.cross(carried)
            for way, v in rest[j]:
                n[i] = n[i] + Rotation.about(*(t for s in (step, *way) for t in s.turns)).apply(v)
        f[i] = f[i] + carried  # Lemoine & Khalil (14)
    return tau[::-1]


def wanted_whole(steps: Sequence[Step]) -> list[bool]:
    """For every link: whether x and y of its moment are wanted each, and not only one combination of them."""
    whole, some = [False], [False]  # some: x or y are wanted at all
    for step in steps:
        i = step.joint.parent
        some.append(bool(i) and (not step.is_parallel or some[i]))
        whole.append(bool(i) and (whole[i] if step.is_parallel else some[i]))
    return whole


def joint_effort(joint: Joint, f: Vec3, n: Vec3, qd: Scalar, qdd: Scalar) -> Scalar:
    """The effort along the joint axis, with rotor inertia and friction (Khalil & Dombre (9.93))."""
    along = n.z if joint.kind == "revolute" else f.z
    return along + joint.rotor * qdd + joint.viscous * qd + friction(joint.coulomb, qd)


def friction(coulomb: Scalar, qd: Scalar) -> Scalar:
    return 0 if coulomb == 0 else coulomb * qd.sign()


# -- the model -------------------------------------------------------------------------------------------------------


Change = tuple[Literal["frame"], tuple[int, Scalar, Scalar]] | tuple[Literal["unturned", "flat"], frozenset[int]]


@dataclass(frozen=True)
class Plan:
    """How the links are computed: in the frames of a robot or, for some, before the turn; some as flat bodies."""

    robot: Robot
    steps: tuple[Step, ...]
    unturned: frozenset[int] = frozenset()
    flat: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()  # links whose frame is not the one that the robot came with

    @classmethod
    def of(cls, robot: Robot, q: Sequence[Scalar]) -> Plan:
        """What is known to be good: tips before their turn about an axis that is new."""
        steps = steps_of(robot, q)
        return cls(robot, steps, frozenset(j for j in tips_of(steps) if not steps[j - 1].is_parallel))

    def options(self) -> list[Change]:
        """What may be good: another frame, a tip before its turn, flat bodies at the tips or everywhere."""
        tips, flat = tips_of(self.steps), may_be_flat(self.steps)
        found: list[Change] = [("frame", move) for move in other_frames(self.robot)]
        found += [("unturned", frozenset([j])) for j in tips if j not in self.unturned]
        sets = dict.fromkeys((frozenset(flat).intersection(tips), frozenset(flat)))
        return [*found, *(("flat", links) for links in sets if links)]

    def changed(self, change: Change, q: Sequence[Scalar]) -> Plan:
        match change:
            case "frame", (j, angle, length):
                robot = moved(self.robot, j, angle, length)
                return replace(self, robot=robot, steps=steps_of(robot, q), moved=self.moved | {j})
            case "unturned", links:
                return replace(self, unturned=self.unturned | links)
            case _, links:
                return replace(self, flat=links)


def tips_of(steps: Sequence[Step]) -> list[int]:
    """The links of revolute joints that have no children."""
    parents = {step.joint.parent for step in steps}
    return [j for j, step in enumerate(steps, 1) if j not in parents and step.joint.kind == "revolute"]


def steps_of(robot: Robot, q: Sequence[Scalar]) -> tuple[Step, ...]:
    return tuple(Step.of(joint, q[j]) for j, joint in enumerate(robot.joints, 1))


def inverse_dynamics(plan: Plan, state: State, quantities: Quantities) -> list[Scalar]:
    """tau_j for every joint that moves. Fixed joints are joints without a variable."""
    robot = plan.robot
    steps = flattened(plan.steps, plan.flat)
    for j in sorted(plan.unturned):
        steps[j - 1] = steps[j - 1].without_turn()
    links, f, n = [base_motion(robot)], [ZERO], [ZERO]
    for j, step in enumerate(steps, 1):
        alone = j in plan.flat and all(steps[k - 1].is_parallel for k in robot.children(j))
        m = link_motion(links, steps, j, state.qd[j], state.qdd[j], alone)
        I, body = step.body.inertia, step.body
        links.append(m)
        f.append(force(I, m) + body.force)
        n.append((flat_moment if j in plan.flat else moment)(I, m) + body.moment)
    tau = efforts(robot, state, steps, f, n)
    for j, m in enumerate(links[1:], 1):
        own = "" if j not in plan.unturned | plan.moved else "b"  # in another frame than that of link j
        for name, value in (("w", m.w), ("wd", m.wd), ("vd", m.vd), ("U", m.U), ("f", f[j]), ("n", n[j])):
            quantities.note(name + own, j, value)
    return tau


def cheapest(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """tau_j computed in the way that costs least: one change of the plan after the other, if it pays."""
    plan = Plan.of(robot, state.q)
    best, names = _tried(plan, state)
    least = operations(best)
    for change in plan.options():
        other = plan.changed(change, state.q)
        tau, found = _tried(other, state)
        if (cost := operations(tau)) < least:
            plan, best, names, least = other, tau, found, cost
    quantities.names.update(names)
    return best


def _tried(plan: Plan, state: State) -> tuple[list[Scalar], dict[int, str]]:
    quantities = Quantities()
    return inverse_dynamics(plan, state, quantities), quantities.names


def operations(values: Iterable[Scalar]) -> tuple[int, int]:
    """Additions and multiplications that these expressions need together: in all, and at every call."""
    nodes = [v for v in values if isinstance(v, Expr)]
    if not nodes:
        return 0, 0
    cost = count(nodes[0].graph, live(nodes[0].graph, [v.id for v in nodes]))
    return cost.total, cost.add + cost.mul


FORMULATIONS = ("newton_euler", "lagrange", "kane", "composite", "per_body", "uicker_kahn", "best")


def build(robot: Robot, state: State, quantities: Quantities, formulation: str) -> Sequence[Result]:
    if formulation == "newton_euler":
        tau = cheapest(robot, state, quantities)
    else:  # imported when asked for: the other formulations are made of models that are made of this one
        from linkwright.models.formulations import efforts as formulated

        tau = formulated(robot, state, quantities, formulation)
    return [named("tau", tau, "joint efforts (torques of revolute, forces of prismatic joints)",
                  labels=robot_labels(robot, "tau"), units=effort_units(robot), notes=joint_notes(robot))]  # fmt: skip


def robot_labels(robot: Robot, name: str) -> tuple[str, ...]:
    return tuple(f"{name}{j}" for j in robot.moving)


def effort_units(robot: Robot) -> tuple[str, ...]:
    return tuple("N m" if robot.joint(j).kind == "revolute" else "N" for j in robot.moving)


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    options={"formulation": Option("newton_euler", "how the equations are derived; best: the shortest", FORMULATIONS)},
)
