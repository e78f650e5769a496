"""Drawing of a robot: its tables in numbers, with an assumed number for every symbol that has none."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linkwright.expr import Expr, value_of
from linkwright.robot import Body, Frame, Joint, Loop, Robot
from linkwright.robot.checks import physics_warnings
from linkwright.robot.features import features
from linkwright.robot.robot import GEOMETRY, IDENTITY, INERTIA, PLACE

ASSUMED_VALUE = 0.3  # of a length in m, of an angle in rad: a picture in which neither vanishes
UNITS = {"revolute": "rad", "prismatic": "m"}
Message = dict[str, Any]


def robot_message(robot: Robot, warnings: Sequence[str] = ()) -> Message:
    """Return the message with everything that is drawn of a robot."""
    numbers = DrawingNumbers(robot)
    joints = [_joint_message(joint, numbers) for joint in robot.joints]
    loops = [
        {"joint": _frame_message(loop.joint, numbers), "frame": _frame_message(loop.frame, numbers)}
        for loop in robot.loops
    ]
    couplings = [
        {"joint": x.joint, "terms": [[t.joint, numbers(t.factor, 1.0)] for t in x.terms], "offset": numbers(x.offset)}
        for x in robot.couplings
    ]
    wheels = [
        {"name": x.name or f"wheel{k}", "kind": x.kind, "spin": x.spin, "steer": x.steer,
         "radius": abs(numbers(x.radius, ASSUMED_VALUE)), "roller": numbers(x.roller)}
        for k, x in enumerate(robot.wheels, 1)
    ]  # fmt: skip
    end, tool, name = tool_of(robot, numbers)
    pose = [numbers(x, float(default)) for x, default in zip(robot.base.pose, IDENTITY, strict=True)]
    return {
        "type": "robot", "name": robot.name, "description": robot.description, "source": robot.source,
        "gravity": values_if_known([*robot.gravity], robot.numbers),
        "base": {"kind": robot.base.kind, "pose": pose, "body": body_message(robot.base.body, robot.numbers)},
        "joints": joints, "loops": loops, "couplings": couplings, "wheels": wheels,
        "platforms": _platforms(robot, loops), "frames": [_named_frame_message(x, numbers) for x in robot.frames],
        "end": end, "tool": tool, "end_name": name,
        "assumed": [{"symbol": name, "value": ASSUMED_VALUE} for name in numbers.assumed],
        "features": [f.name for f in features(robot)], "symbols": list(robot.parameters),
        "warnings": [*warnings, *physics_warnings(robot)],
    }  # fmt: skip


class DrawingNumbers:
    """Values of formulas. Symbols without a number get an assumed one, and are recorded."""

    def __init__(self, robot: Robot) -> None:
        self.known = dict(robot.numbers)
        self.assumed: dict[str, None] = {}

    def __call__(self, value: Expr, default: float = 0.0) -> float:
        for name in sorted(value.symbols):
            if name not in self.known:
                self.known[name] = ASSUMED_VALUE
                self.assumed[name] = None
        try:
            found = value_of(value, self.known)
        except (ArithmeticError, ValueError):
            return default
        return found if math.isfinite(found) else default


def assumed_numbers(robot: Robot, parts: Iterable[Joint | Loop]) -> dict[str, float]:
    """Return the assumed numbers for symbols in the geometry of these parts."""
    numbers = DrawingNumbers(robot)
    for part in parts:
        for joint in (part,) if isinstance(part, Joint) else (part.joint, part.frame):
            for name in GEOMETRY:
                numbers(getattr(joint, name))
    return dict.fromkeys(numbers.assumed, ASSUMED_VALUE)


def values_if_known(values: Sequence[Expr], numbers: Mapping[str, float]) -> list[float] | None:
    """Return the values of formulas; None if one has no value."""
    try:
        found = [value_of(value, numbers) for value in values]
    except (KeyError, ArithmeticError, ValueError):
        return None
    return found if all(map(math.isfinite, found)) else None


def body_message(body: Body, numbers: Mapping[str, float]) -> Message | None:
    """Return mass, center of mass and the inertia about it; None unless all are numbers and the mass is positive."""
    values = values_if_known([getattr(body, name) for name in INERTIA], numbers)
    if values is None or values[-1] <= 0:
        return None
    xx, xy, xz, yy, yz, zz, mx, my, mz, m = values
    x, y, z = mx / m, my / m, mz / m
    xy, xz, yz = xy + m * x * y, xz + m * x * z, yz + m * y * z
    inertia = [[xx - m * (y * y + z * z), xy, xz], [xy, yy - m * (x * x + z * z), yz],
               [xz, yz, zz - m * (x * x + y * y)]]  # fmt: skip
    return {"mass": m, "centre": [x, y, z], "inertia": inertia}


def _frame_message(joint: Joint, numbers: DrawingNumbers) -> Message:
    values = [numbers(getattr(joint, name)) for name in GEOMETRY]
    return {"name": joint.name, "parent": joint.parent, "kind": joint.kind, "variable": joint.variable,
            "values": values}  # fmt: skip


def _joint_message(joint: Joint, numbers: DrawingNumbers) -> Message:
    return _frame_message(joint, numbers) | {
        "lower": joint.limits.lower, "upper": joint.limits.upper, "unit": UNITS.get(joint.kind, ""),
        "start": joint.start, "actuated": joint.actuated, "flexible": joint.flexible,
        "body": body_message(joint.body, numbers.known),
    }  # fmt: skip


def _platforms(robot: Robot, loops: Sequence[Message]) -> list[Message]:
    """Links other than the base on which at least two loops close, with the points where they do."""
    points: dict[int, list[list[float]]] = {}
    for loop in loops:
        for part in (loop["joint"], loop["frame"]):
            points.setdefault(part["parent"], []).append(_origin(part["values"]))
    return [{"link": j, "name": robot.joint(j).name, "points": found}
            for j, found in sorted(points.items()) if j and len(found) > 1]  # fmt: skip


def _origin(values: Sequence[float]) -> list[float]:
    """Origin P of Rot(z,gamma) Trans(z,b) Rot(x,alpha) Trans(x,d) Rot(z,theta) Trans(z,r)."""
    gamma, b, alpha, d, _, r = values
    x, y, z = d, -math.sin(alpha) * r, math.cos(alpha) * r
    c, s = math.cos(gamma), math.sin(gamma)
    return [c * x - s * y, s * x + c * y, z + b]


def _named_frame_message(frame: Frame, numbers: DrawingNumbers) -> Message:
    return {"name": frame.name, "link": frame.link, "pose": _frame_pose(frame, numbers), "end": frame.end}


def _frame_pose(frame: Frame, numbers: DrawingNumbers) -> list[float]:
    """Pose of a named frame, 4 x 4, row by row: Trans(x, y, z) Rot(z, yaw) Rot(y, pitch) Rot(x, roll)."""
    x, y, z, *turns = (numbers(getattr(frame, name)) for name in PLACE)
    (a, b, c), (s, t, u) = map(math.cos, turns), map(math.sin, turns)
    return [c * b, c * t * s - u * a, c * t * a + u * s, x, u * b, u * t * s + c * a, u * t * a - c * s, y,
            -t, b * s, b * a, z, 0.0, 0.0, 0.0, 1.0]  # fmt: skip


def tool_of(robot: Robot, numbers: DrawingNumbers) -> tuple[int, list[float], int | str]:
    """Return the tool that the page moves: its link, its pose there, and its name in jobs.

    It is the only end frame of a file, or the last frame of the longest branch.
    """
    ends = [frame for frame in robot.frames if frame.end and frame.link > 0]
    if len(ends) == 1:
        return ends[0].link, _frame_pose(ends[0], numbers), ends[0].name
    last = last_frame(robot)
    return last, [float(x) for x in IDENTITY], last


def last_frame(robot: Robot) -> int:
    """Return the last frame of the longest branch."""
    depth = [0]
    for joint in robot.joints:
        depth.append(depth[joint.parent] + 1)
    return max(range(len(depth)), key=lambda j: (depth[j], j))


__all__ = [
    "ASSUMED_VALUE",
    "DrawingNumbers",
    "assumed_numbers",
    "body_message",
    "robot_message",
    "tool_of",
    "values_if_known",
]
