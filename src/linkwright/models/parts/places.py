"""Frames by name: how the options of the geometric and kinematic models say where and in what.

A frame is that of a link: the number of its joint, or its name; 0 is the base, "end" the last frame of the longest
branch, "world" the frame in which the base is placed (`Robot.base.pose`).
"""

from __future__ import annotations

from typing import Any

from linkwright.errors import InputError, UnknownName
from linkwright.expr import parse
from linkwright.models.option import Option, option_text
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.spatial import Vec3

WORLD = -1


def branch(robot: Robot, j: int) -> tuple[int, ...]:
    """The joints from the base to frame j, j included."""
    found: list[int] = []
    while j > 0:
        found.append(j)
        j = robot.joint(j).parent
    return tuple(reversed(found))


def end_frame(robot: Robot) -> int:
    """The last frame of the longest branch, the first one of equals."""
    return max(range(1, len(robot) + 1), key=lambda j: (len(branch(robot, j)), -j))


def frame(robot: Robot, value: Any) -> int:
    """The number of a frame that is given by number, by name, as "end" or as "world".

    Joints may be called by numbers, too. A text that is then two frames is refused; 0 is always the base, an integer
    always a number.
    """
    text = option_text(value)
    if text in ("end", "world", "base", "0"):
        return {"end": end_frame(robot), "world": WORLD}.get(text, 0)
    names = {joint.name: j for j, joint in enumerate(robot.joints, 1)}
    number = int(text) if text.isdecimal() and int(text) <= len(robot) else None
    if text in names and not isinstance(value, int):
        if number not in (None, names[text]):
            what = f"{robot.name}: {text!r} is frame {frame_label(robot, int(text))}, and joint {names[text]}"
            raise InputError(what, remedy="in Python give a number as an integer; or rename the joint")
        return names[text]
    if number is not None:
        return number
    if text.isdecimal():
        raise InputError(f"{robot.name} has no frame {text}", remedy=f"0 to {len(robot)}")
    raise UnknownName.among("frame", text, [*names, "base", "world", "end"])


def link_frame(robot: Robot, value: Any) -> int:
    """A frame that moves with a link (or the base)."""
    j = frame(robot, value)
    if j == WORLD:
        raise InputError("the world does not move", remedy=f"a frame from 0 to {len(robot)}")
    return j


def _items(value: Any) -> list[Any]:
    """A list that is given as such or with commas."""
    items = value if isinstance(value, list | tuple) else [value] if isinstance(value, int) else str(value).split(",")
    return [item for item in items if option_text(item)]


def parts(value: Any) -> list[str]:
    """A list that is given as such or with commas, as texts."""
    return [option_text(item) for item in _items(value)]


def frames(robot: Robot, value: Any) -> tuple[int, ...]:
    """Several frames: "all" links, or a list."""
    if option_text(value) == "all":
        return tuple(range(1, len(robot) + 1))
    chosen = tuple(dict.fromkeys(frame(robot, item) for item in _items(value)))
    if not chosen:
        raise InputError("no frame was asked for", remedy="all, or a list like 1,3,end")
    return chosen


def link_frames(robot: Robot, value: Any) -> tuple[int, ...]:
    """Several frames that move with links (or the base)."""
    return tuple(link_frame(robot, "world") if j == WORLD else j for j in frames(robot, value))


def joints(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """The coordinates of several joints: () for "branch" (those that move the frame)."""
    if option_text(value) == "branch":
        return ()
    chosen = tuple(dict.fromkeys(frame(robot, item) for item in _items(value)))
    for j in chosen:
        if j == WORLD or not robot.freedoms(j):
            known = tuple(dict.fromkeys(c.link for c in robot.coordinates))
            raise InputError(f"{robot.name}: frame {j} has no joint that moves", remedy=f"one of {known}")
    return tuple(c for j in chosen for c in robot.freedoms(j))


def point(robot: Robot, value: Any) -> Vec3:
    """Three formulas; new names are new parameters."""
    items = [option_text(x) for x in value] if isinstance(value, list | tuple) else str(value).split(",")
    if len(items) != 3:
        raise InputError(f"a point has {len(items)} coordinates", remedy="three formulas with commas: 0,0,L")
    return Vec3(*(parse(item, robot.graph) for item in items))


def rows(robot: Robot, value: Any) -> tuple[int, ...]:
    """Rows of a twist: "all", "linear", "angular", or a list of vx vy vz wx wy wz."""
    known = {"all": range(6), "linear": range(3), "angular": range(3, 6)}
    text = option_text(value)
    if text in known:
        return tuple(known[text])
    for item in parts(value):
        if item not in TWIST:
            raise UnknownName.among("row", item, (*known, *TWIST))
    return tuple(sorted({TWIST.index(item) for item in parts(value)}))


def frame_label(robot: Robot, j: int) -> str:
    """As a text that follows the word frame."""
    return {WORLD: "world", 0: "0 (base)"}.get(j) or f"{j} ({robot.joint(j).name})"


def movers(robot: Robot, j: int) -> tuple[Coordinate, ...]:
    """The freedoms that move frame j."""
    return tuple(c for k in (0, *branch(robot, j)) for c in robot.freedoms(k) if not c.is_motor)


def until(robot: Robot, c: Coordinate) -> tuple[Coordinate, ...]:
    """The freedoms from the base to c, c included; a rotor behind a spring is alone."""
    if c.is_motor:
        return (c,)
    found = movers(robot, c.link)
    return found[: found.index(c) + 1]


FRAME = Option("end", "the frame: joint name or number, 0 (base), end", read=link_frame)
POINT = Option("0,0,0", "a point of it: three formulas, coordinates in this frame", read=point)
PROJECTION = Option("0", "the frame in which vectors are given", read=frame)
REFERENCE = Option("0", "the frame in which poses are given", read=frame)
FRAMES = Option("all", "the frames: all, or a list of joint names and numbers", read=link_frames)
ROWS = Option("all", "rows: all, linear, angular, or a list of vx vy vz wx wy wz", read=rows)
