"""Inverse dynamics by Lagrange's equations: the energies are expressions, differentiated in the graph.

tau = d/dt dT/dqd - dT/dq + dU/dq, an independent route to the efforts of `inverse_dynamics`: it uses velocities and
heights where Newton-Euler uses accelerations and forces, so that a proof of their equality is a proof of both.

With closed loops the energies are those of the independent coordinates x, such as the pose of a platform (Abdellatif &
Heimann 2009, in two steps): the rates of all joints are G(q) xd, and where x changes, all joints move by G. So no
position needs to be a formula of x, and nothing of the tree's equations of motion is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Importer
from linkwright.expr.derivative import directional_derivatives, gradient
from linkwright.models.constraints.constrained_derivatives import position_rates
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.generalized_coordinates import (
    GENERAL_FORMULATION_REMEDY,
    has_orientation,
    joint_effort,
    label_by_coordinate,
    project_efforts,
    require_base_at_rest,
    tree_freedoms,
)
from linkwright.models.tree.twists_wrenches import joint_twists
from linkwright.robot import Robot
from linkwright.robot.robot import WRENCH
from linkwright.spatial import ZERO, Scalar, Transform, Vec3


def energies_and_power(robot: Robot, state: State) -> tuple[Scalar, Scalar, Scalar]:
    """Kinetic energy, potential energy, and the power of the wrenches that the links exert on the environment."""
    g = Vec3(*robot.gravity)
    w, v, down, origin = [ZERO], [ZERO], [g], [ZERO]  # in link frames; `origin` is the drop of O_j along g, summed up
    kinetic: Scalar = 0
    potential: Scalar = 0
    power: Scalar = 0
    own = joint_twists(robot, state.qd)
    for j, joint in enumerate(robot.joints, 1):
        i = joint.parent
        T: Transform = joint.transform(state.q[j])
        w.append(T.R.undo(w[i]) + own[j].w)
        v.append(T.R.undo(v[i] + w[i].cross(T.P)) + own[j].v)
        down.append(T.R.undo(down[i]))
        origin.append(Vec3(origin[i].x + down[i].dot(T.P), 0, 0))
        I = joint.body.inertia
        kinetic = kinetic + (w[j].dot(I.J @ w[j]) + I.M * v[j].dot(v[j])) / 2 + v[j].dot(w[j].cross(I.MS))
        potential = potential - I.M * origin[j].x - down[j].dot(I.MS)
        power = power + joint.body.force.dot(v[j]) + joint.body.moment.dot(w[j])
    return kinetic, potential, power


def replace_wrenches_by_symbols(robot: Robot) -> tuple[Robot, Callable[[Expr], Expr]]:
    """The robot with symbols for wrenches that are formulas, and the function that puts the formulas back: power is
    differentiated by rates at constant wrenches."""
    graph, joints = robot.graph, []
    formulas: dict[str, Expr] = {}
    for j, joint in enumerate(robot.joints, 1):
        own = {name: getattr(joint.body, name) for name in WRENCH}
        own = {name: x for name, x in own.items() if x.symbols and not x.name}
        formulas |= {f"{name}[{j}]": x for name, x in own.items()}  # no user can write a name with brackets
        more: dict[str, Any] = {name: Expr(graph, graph.symbol(f"{name}[{j}]", "variable")) for name in own}
        joints.append(replace(joint, body=replace(joint.body, **more)) if more else joint)
    if not formulas:
        return robot, lambda x: x
    return robot.in_graph(graph, joints=tuple(joints)), Importer(graph, formulas)


def lagrange(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the joints that move, for a base at rest."""
    require_base_at_rest(robot, "Lagrange's equations")
    if has_orientation(robot):
        raise RobotError(f"{robot.name} has ball joints; Lagrange's equations are derived from positions that are no "
                         "orientations", remedy=GENERAL_FORMULATION_REMEDY)  # fmt: skip
    of = [c for c in robot.coordinates if not c.is_motor]
    q, qd, qdd = [state.q[c.link] for c in of], [state.qd[c] for c in of], [state.qdd[c] for c in of]
    if any(x.name is None for x in (*q, *qd)):
        raise RobotError(f"{robot.name} has joint velocities that are formulas; Lagrange's equations are derived from "
                         "symbols", remedy=GENERAL_FORMULATION_REMEDY)  # fmt: skip
    view, back = replace_wrenches_by_symbols(robot)
    kinetic, potential, power = energies_and_power(view, state)
    momenta = gradient(kinetic, qd)
    faster = dict(zip(qd, qdd, strict=True))
    if robot.ties:
        rates = directional_derivatives(
            momenta, {**position_rates(robot, state, dict(zip(of, qd, strict=True))), **faster}
        )
        slopes = [directional_derivatives([kinetic - potential], position_rates(robot, state, {a: 1}))[0] for a in of]
    else:
        rates = directional_derivatives(momenta, dict(zip(q, qd, strict=True)) | faster)
        slopes = gradient(kinetic - potential, q)
    outside: list[Scalar] = [0] * len(q)
    if not isinstance(power, int) and not power.is_zero:
        outside = [back(x) for x in gradient(power, qd)]
    tau = label_by_coordinate(
        robot, project_efforts(robot, {c: joint_effort(robot, state, c) for c in tree_freedoms(robot)})
    )
    for k, c in enumerate(of):
        tau[c] = rates[k] - slopes[k] + outside[k] + tau[c]
    return list(tau.values())


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    return [of_coordinates("tau", label_by_coordinate(robot, lagrange(robot, state)), "joint efforts", "tau")]


LAGRANGE_MODEL = Model("inverse_dynamics", "joint efforts by Lagrange's equations", ("q", "qd", "qdd"), build, DYNAMICS)
