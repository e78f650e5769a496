"""Wrenches that pass through the joints of a tree, by the recursive Newton-Euler method."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.framework.state import State
from linkwright.models.tree.link_accelerations import inertial_force, inertial_moment, link_accelerations
from linkwright.models.tree.link_steps import LinkStep, make_link_steps
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Robot


def tree_wrenches(robot: Robot, state: State) -> list[Wrench]:
    """Wrenches on links 0..n of a tree from the link before each, at the origin of its frame and in it."""
    steps = make_link_steps(robot, state.q)
    moves = link_accelerations(robot, state, steps)
    bodies = [robot.base.body, *(step.body for step in steps)]
    F = [
        Wrench(inertial_force(body.inertia, m) + body.force, inertial_moment(body.inertia, m) + body.moment)
        for body, m in zip(bodies, moves, strict=True)
    ]
    return sum_wrenches_inward(robot, F, steps)


def sum_wrenches_inward(robot: Robot, own: Sequence[Wrench], steps: Sequence[LinkStep]) -> list[Wrench]:
    """Wrenches on links 0..n from the link before each, summed from those that each needs for itself (`own`)."""
    F = list(own)
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        F[i] = F[i] + F[j].to_parent(steps[j - 1])
    return F


__all__ = ["sum_wrenches_inward", "tree_wrenches"]
