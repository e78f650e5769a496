"""Regrouping, by selected rules, of inertial parameters of links that act like the parent's.

The efforts stay the same (Khalil & Dombre, section 9.4; `base_parameters` applies all rules and more). The sums are
computed once in the set-up; this saves operations where links are equal, such as in the legs of a parallel robot.

    prismatic   tensor   J
    revolute    mass     M at the origin
                height   MZ along the axis
                girth    J = diag(YY, YY, 0), which looks the same at every angle
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from linkwright.expr import Expr
from linkwright.models.tree.inertia_transform import transform_inertia
from linkwright.robot import Joint, Robot
from linkwright.spatial import Inertia, Scalar

REGROUPING_RULES = {"tensor": "prismatic", "mass": "revolute", "height": "revolute", "girth": "revolute"}


def regroup_by_rules(robot: Robot, rules: Collection[str]) -> Robot:
    """View of the robot with its bodies regrouped by these rules, from the tips to the base."""
    inertias = [robot.base.body.inertia, *(joint.body.inertia for joint in robot.joints)]
    for j in range(len(robot), 0, -1):
        joint = robot.joint(j)
        rest, piece = _split_by_rules(robot, joint, inertias[j], rules)
        if (joint.parent or robot.freedoms(0)) and any(x != 0 for x in piece):
            sliding = joint.kind == "prismatic"
            theta, r = (joint.theta, 0) if sliding else (0, joint.r)
            inertias[joint.parent] = inertias[joint.parent] + transform_inertia(piece, joint, theta, r)
        inertias[j] = rest
    bodies = (joint.body.with_inertia(I) for joint, I in zip(robot.joints, inertias[1:], strict=True))
    joints = (replace(joint, body=body) for joint, body in zip(robot.joints, bodies, strict=True))
    base = replace(robot.base, body=robot.base.body.with_inertia(inertias[0]))
    return robot.in_graph(robot.graph, joints=tuple(joints), base=base)


def _split_by_rules(robot: Robot, joint: Joint, I: Inertia, rules: Collection[str]) -> tuple[Inertia, Inertia]:
    """Inertia that a link keeps, and inertia that goes to its parent."""
    zero = Expr(robot.graph, robot.graph.const(0))
    given: dict[str, Scalar] = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"), zero)
    for rule in rules:
        if REGROUPING_RULES[rule] != joint.kind:
            continue
        if rule == "tensor":
            given |= {"XX": I.XX, "XY": I.XY, "XZ": I.XZ, "YY": I.YY, "YZ": I.YZ, "ZZ": I.ZZ}
        elif rule == "girth":
            given |= {"XX": I.YY, "YY": I.YY}
        else:
            name = {"mass": "M", "height": "MZ"}[rule]
            given[name] = getattr(I, name)
    return Inertia(*(getattr(I, name) - x for name, x in given.items())), Inertia(**given)


__all__ = ["REGROUPING_RULES", "regroup_by_rules"]
