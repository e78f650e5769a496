"""Frames of tip links rotated about their joint axes so that one entry of their inertia is zero, for numeric robots.

The angle of the joint grows by a constant, at the cost of one addition at most; no link follows that would be affected.
A first moment or a product of inertia of a tip that is zero saves four operations or more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from linkwright.expr import value_of
from linkwright.models.dynamics.rnea_plan import find_idle_links, find_tips
from linkwright.models.equivalent_bodies.regrouping import is_numeric
from linkwright.models.tree.link_steps import make_link_steps, move_link_frame
from linkwright.robot import Body, Robot

ZeroedEntry = tuple[int, str]  # a link, and the entry that is zero

_FRAME_ANGLES: dict[str, Callable[[Body], float]] = {  # rotation of the frame that makes the entry zero, rad
    "MY": lambda body: math.atan2(value_of(body.MY), value_of(body.MX)),
    "YZ": lambda body: math.atan2(value_of(body.YZ), value_of(body.XZ)),
    "XY": lambda body: math.atan2(2 * value_of(body.XY), value_of(body.XX - body.YY)) / 2,
}
_OTHER_ENTRIES = {"MY": "MX", "YZ": "XZ", "XY": "XY"}  # if this entry is zero, too, a rotation saves nothing


def zeroable_entries(robot: Robot) -> list[ZeroedEntry]:
    """Entries of tip inertias that a rotation of the frame can make zero."""
    if not is_numeric(robot):
        return []
    steps = make_link_steps(robot, [0] * (len(robot) + 1))
    return [
        (j, entry) for j in find_tips(steps, find_idle_links(steps)) for entry, other in _OTHER_ENTRIES.items()
        if not any(getattr(robot.joint(j).body, name).is_zero for name in (entry, other))
    ]  # fmt: skip


def zero_tip_entries(robot: Robot, aims: tuple[ZeroedEntry, ...]) -> Robot:
    """Robot, over the same graph, with frames of tips rotated so that these entries are zero."""
    for j, entry in aims:
        robot = move_link_frame(robot, j, _FRAME_ANGLES[entry](robot.joint(j).body), 0)
        joints, tip = list(robot.joints), robot.joint(j)
        joints[j - 1] = replace(tip, body=replace(tip.body, **{entry: tip.body.M * 0}))
        robot = robot.in_graph(robot.graph, joints=tuple(joints))
    return robot
