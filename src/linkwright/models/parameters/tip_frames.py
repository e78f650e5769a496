"""Tips whose frames are turned about their axes so that one entry of their bodies is zero: for robots with numbers.

The angle of the joint grows by a constant, which is one addition at most; nothing behind the tip has to take it back.
What is zero costs nothing: a first moment or a product of inertia of a tip costs four operations or more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from linkwright.expr import value_of
from linkwright.models.dynamics.rnea_plan import idle_links, tips_of
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.tree.link_steps import moved, steps_of
from linkwright.robot import Body, Robot

Aim = tuple[int, str]  # a link, and the entry that is zero

_ANGLES: dict[str, Callable[[Body], float]] = {  # by which the frame turns
    "MY": lambda body: math.atan2(value_of(body.MY), value_of(body.MX)),
    "YZ": lambda body: math.atan2(value_of(body.YZ), value_of(body.XZ)),
    "XY": lambda body: math.atan2(2 * value_of(body.XY), value_of(body.XX - body.YY)) / 2,
}
_OTHERS = {"MY": "MX", "YZ": "XZ", "XY": "XY"}  # what must not be zero either, or there is nothing to gain


def other_aims(robot: Robot) -> list[Aim]:
    """Those that leave less."""
    if not is_numeric(robot):
        return []
    steps = steps_of(robot, [0] * (len(robot) + 1))
    return [
        (j, entry) for j in tips_of(steps, idle_links(steps)) for entry, other in _OTHERS.items()
        if not any(getattr(robot.joint(j).body, name).is_zero for name in (entry, other))
    ]  # fmt: skip


def aimed(robot: Robot, aims: tuple[Aim, ...]) -> Robot:
    """The robot, over the same graph, with these entries zero."""
    for j, entry in aims:
        robot = moved(robot, j, _ANGLES[entry](robot.joint(j).body), 0)
        joints, tip = list(robot.joints), robot.joint(j)
        joints[j - 1] = replace(tip, body=replace(tip.body, **{entry: tip.body.M * 0}))
        robot = robot.over(robot.graph, joints=tuple(joints))
    return robot
