"""Floating base with given joint accelerations: Lemoine & Khalil, Symbolic Dynamics, (30)-(39).

All links together are one rigid body as far as the acceleration of the base is concerned, so that its six equations are
solved at the centre of mass: three divisions by the mass, and three equations for the rotation. What the base then adds
to the joint efforts is the power of its acceleration on the unit wrenches of the composite bodies.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from linkwright.errors import RobotError
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.dynamics.articulated_bodies import HybridSolution
from linkwright.models.dynamics.composite_bodies import sum_composite_bodies
from linkwright.models.dynamics.rnea_optimized import rnea_efforts
from linkwright.models.dynamics.rnea_plan import find_tips
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, project_efforts
from linkwright.models.tree.link_steps import make_link_steps
from linkwright.models.tree.twists_wrenches import Twist, Wrench, unit_wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Inertia, Scalar, Vec3


def need_base_inertia(robot: Robot, given: Set[Coordinate] = frozenset()) -> None:
    """Raise an error if a floating base without mass has only one free joint: its acceleration is undetermined."""
    if not robot.freedoms(0):
        return
    rigid, hung = {0}, []
    for j, joint in enumerate(robot.joints, 1):
        if joint.parent in rigid and joint.moves:
            hung.append(j)
        elif joint.parent in rigid:
            rigid.add(j)
    bodies = [robot.joint(j).body if j else robot.base.body for j in rigid]
    if len(hung) == 1 and all(x == 0 for body in bodies for x in body.inertia):
        joint = robot.joint(hung[0])
        if joint.rotor == 0 and not given >= set(robot.freedoms(hung[0])):
            raise RobotError(f"{robot.name}: the base has no inertia, and only joint {joint.name} connects it",
                             remedy="give it a mass, or let the link beyond that joint be the base")  # fmt: skip


def solve_rigid_body(robot: Robot, I: Inertia, F: Wrench) -> Twist:
    """(vd, wd) of the origin of a free body that F acts on: A (vd, wd) = F, solved at the centre of mass."""
    if I.M == 0:
        raise RobotError(f"{robot.name}: nothing with mass moves with its base", remedy="give the masses of its links")
    inverse = 1 / I.M
    c = I.MS * inverse
    (x, y, z), (MX, MY, MZ) = c, I.MS
    xx, yy, zz, xy, xz, yz = x * MX, y * MY, z * MZ, I.XY + x * MY, I.XZ + x * MZ, I.YZ + y * MZ
    J = [[I.XX - yy - zz, xy, xz], [xy, I.YY - xx - zz, yz], [xz, yz, I.ZZ - xx - yy]]
    what = [f"{robot.name}: the whole of its links" for _ in range(3)]
    wd = Vec3(*factorize_ltdl(J, what).solve(list(F.n - c.cross(F.f))))
    return Twist(F.f * inverse - wd.cross(c), wd)


def solve_floating_base(robot: Robot, state: State, quantities: Quantities) -> HybridSolution:
    """Acceleration of the base, and efforts of joints whose accelerations are all given.

    Tips are rotated to the frame before their joint, in which the acceleration of the parent need not be rotated.
    """
    driven = {c: x for c, x in state.qdd.items() if c.link}
    h = label_by_coordinate(robot, rnea_efforts(robot, replace(state, qdd=driven), quantities))
    f = [h[c] for c in robot.freedoms(0)]
    steps = make_link_steps(robot, state.q)
    for j in find_tips(steps):
        steps[j - 1] = steps[j - 1].without_turn()
    I = sum_composite_bodies(robot, steps)
    a = [solve_rigid_body(robot, I[0], Wrench(-Vec3(*f[:3]), -Vec3(*f[3:])))]
    qdd: dict[Coordinate, Scalar] = dict(zip(robot.freedoms(0), a[0], strict=True))
    added: dict[Coordinate, Scalar] = dict.fromkeys(robot.freedoms(0), 0)
    for j, step in enumerate(steps, 1):
        a.append(a[step.joint.parent].to_child(step))
        added |= {c: a[j].dot(unit_wrench(c, I[j])) for c in robot.freedoms(j)}
    whole = label_by_coordinate(robot, project_efforts(robot, added))
    return qdd, {c: h[c] + x for c, x in whole.items() if c.link}
