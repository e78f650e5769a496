"""Frames in the options of models: frames, points and rows of a twist, read from names and numbers.

A frame has a name of its own (`Robot.frames`: links of a URDF, bodies and sites of an MJCF), or it is that of a link in
the sense of Khalil & Kleinfinger: the number of its joint, or the joint's name. 0 is the base, "world" the frame in
which the base is placed (`Robot.base.pose`). "end" is the only leaf link of the file; for robots without named frames,
the last frame of the longest branch.

If a text has several meanings, a named frame comes before the words "end", "world" and "base", these before the names
of the joints that carry named frames in the file, and these before other joints. 0 is always the base, -1 the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from linkwright.errors import InputError, UnknownName
from linkwright.expr import parse_formula
from linkwright.models.framework.option import Option, option_text
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.spatial import Vec3

WORLD = -1
MAX_LISTED = 12  # names in a message


def path_from_base(robot: Robot, j: int) -> tuple[int, ...]:
    """Numbers of the joints from the base to frame j, j included."""
    found: list[int] = []
    while j > 0:
        found.append(j)
        j = robot.joint(j).parent
    return tuple(reversed(found))


def end_frame(robot: Robot) -> int:
    """Frame of the only leaf link of the file; without named frames the last one of the (first) longest branch."""
    ends = [k for k, frame in enumerate(robot.frames) if frame.end]
    if len(ends) > 1:
        names = ", ".join(robot.frames[k].name for k in ends[:MAX_LISTED])
        more = f" and {len(ends) - MAX_LISTED} more" if len(ends) > MAX_LISTED else ""
        raise InputError(f"{robot.name} has {len(ends)} leaf links: which one is the end?",
                         remedy=f"name the frame: {names}{more}")  # fmt: skip
    if ends:
        return robot.frame_number(ends[0])
    return max(range(1, len(robot) + 1), key=lambda j: (len(path_from_base(robot, j)), -j))


def read_frame(robot: Robot, value: Any) -> int:
    """Number of a frame that is given by number, by name, as "end" or as "world".

    A frame's name may be a number, too. A text that means two frames is an error; an integer is always a number.
    """
    own = {x.name: WORLD if x.link == WORLD else robot.frame_number(k) for k, x in enumerate(robot.frames)}
    text = option_text(value)
    if text not in FRAME_WORDS or (text in own and text not in FRAME_NUMBERS):
        carried = {joint: own[x.name] for x in robot.frames for joint in x.joints}
        return _frame_of_name(robot, value, {**joint_numbers(robot), **carried, **own})
    return _frame_of_word(robot, text)


def read_link(robot: Robot, value: Any) -> int:
    """Number of a link (and of the joint that moves it), given by number or by the name of the joint."""
    text = option_text(value)
    if text not in FRAME_WORDS:
        return _frame_of_name(robot, value, joint_numbers(robot))
    return link_of_frame(robot, _frame_of_word(robot, text))


FRAME_NUMBERS = ("0", "-1")  # of the base and of the world, also if a link has such a name
FRAME_WORDS = ("end", "world", "base", *FRAME_NUMBERS)


def _frame_of_word(robot: Robot, text: str) -> int:
    return end_frame(robot) if text == "end" else WORLD if text in ("world", "-1") else 0


def joint_numbers(robot: Robot) -> dict[str, int]:
    return {joint.name: j for j, joint in enumerate(robot.joints, 1)}


def _frame_of_name(robot: Robot, value: Any, names: Mapping[str, int]) -> int:
    """Number of the frame that is given by one of the names or by its number."""
    text = option_text(value)
    if isinstance(value, int) and value in names.values():  # also numbers of named frames
        return value
    number = int(text) if text.isdecimal() and int(text) <= len(robot) else None
    if text in names and not isinstance(value, int):
        if number not in (None, names[text]):
            other = _describe_frame(robot, names[text])
            what = f"{robot.name}: {text!r} is frame {frame_label(robot, int(text))}, and {other}"
            raise InputError(what, remedy="in Python give the number as an integer; or rename the frame")
        return names[text]
    if number is not None:
        return number
    if text.isdecimal():
        raise InputError(f"{robot.name} has no frame {text}", remedy=f"0 to {len(robot)}")
    raise UnknownName.among("frame", text, [*names, *FRAME_WORDS[:3]])


def _describe_frame(robot: Robot, j: int) -> str:
    return f"joint {j}" if j <= len(robot) else f"the frame called {robot.frame_at(j).name}"


def link_of_frame(robot: Robot, j: int) -> int:
    """Link that frame j is fixed to: j itself if it is the frame of a link."""
    return robot.frame_at(j).link if j > len(robot) else j


def named_frames_on_paths(robot: Robot, chosen: Iterable[int]) -> tuple[int, ...]:
    """Numbers of the named frames on the paths from the base to the chosen frames, each after its parent."""
    return tuple(dict.fromkeys(j for end in chosen for j in path_from_base(robot, end) if j > len(robot)))


def read_link_frame(robot: Robot, value: Any) -> int:
    """Number of a frame that moves with a link (or the base); an error for the world."""
    j = read_frame(robot, value)
    if j == WORLD:
        raise InputError("the world does not move", remedy=f"a frame from 0 to {len(robot)}")
    return j


def _list_items(value: Any) -> list[Any]:
    """Items of a list that is given as a list or as a text with commas."""
    items = value if isinstance(value, list | tuple) else [value] if isinstance(value, int) else str(value).split(",")
    return [item for item in items if option_text(item)]


def split_list(value: Any) -> list[str]:
    """Items, as texts, of a list that is given as a list or as a text with commas."""
    return [option_text(item) for item in _list_items(value)]


def read_frames(robot: Robot, value: Any) -> tuple[int, ...]:
    """Numbers of several frames: those of "all" links, or of a list."""
    if option_text(value) == "all":
        return tuple(range(1, len(robot) + 1))
    chosen = tuple(dict.fromkeys(read_frame(robot, item) for item in _list_items(value)))
    if not chosen:
        raise InputError("the list of frames is empty", remedy="all, or a list like 1,3,end")
    return chosen


def read_link_frames(robot: Robot, value: Any) -> tuple[int, ...]:
    """Numbers of several frames that move with links (or the base)."""
    return tuple(read_link_frame(robot, "world") if j == WORLD else j for j in read_frames(robot, value))


def read_joints(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Coordinates of several joints; () for "branch" (the supporting joints of the frame)."""
    if option_text(value) == "branch":
        return ()
    chosen = tuple(dict.fromkeys(read_link(robot, item) for item in _list_items(value)))
    for j in chosen:
        if j == WORLD or not robot.freedoms(j):
            known = tuple(dict.fromkeys(c.link for c in robot.coordinates))
            raise InputError(f"{robot.name}: frame {j} has no joint that moves", remedy=f"one of {known}")
    return tuple(c for j in chosen for c in robot.freedoms(j))


def read_point(robot: Robot, value: Any) -> Vec3:
    """Point given by three formulas, m; new names in them become parameters."""
    items = [option_text(x) for x in value] if isinstance(value, list | tuple) else str(value).split(",")
    if len(items) != 3:
        raise InputError(f"a point has {len(items)} coordinates", remedy="three formulas with commas: 0,0,L")
    return Vec3(*(parse_formula(item, robot.graph) for item in items))


def read_twist_rows(robot: Robot, value: Any) -> tuple[int, ...]:
    """Indices (0 to 5) of rows of a twist: "all", "linear", "angular", or a list of vx vy vz wx wy wz."""
    known = {"all": range(6), "linear": range(3), "angular": range(3, 6)}
    text = option_text(value)
    if text in known:
        return tuple(known[text])
    for item in split_list(value):
        if item not in TWIST:
            raise UnknownName.among("row", item, (*known, *TWIST))
    return tuple(sorted({TWIST.index(item) for item in split_list(value)}))


def frame_label(robot: Robot, j: int) -> str:
    """Text for frame j that follows the word frame in messages and comments."""
    if j > len(robot):
        return robot.frame_at(j).name
    return {WORLD: "world", 0: "0 (base)"}.get(j) or f"{j} ({robot.joint(j).name})"


def frame_tag(robot: Robot, j: int) -> str:
    """Suffix for names of quantities of frame j: its number, or _ and its name in letters, digits and _."""
    if j <= len(robot):
        return {WORLD: "W"}.get(j, str(j))
    words: set[str] = set()
    for frame in robot.frames:
        word = re.sub(r"\W+", "_", frame.name, flags=re.ASCII).strip("_") or "frame"
        while word in words:
            word += "_"
        words.add(word)
        if frame is robot.frame_at(j):
            break
    return f"_{word}"


def supporting_freedoms(robot: Robot, j: int) -> tuple[Coordinate, ...]:
    """Supporting freedoms of frame j: those of the base and of all joints between the base and the frame."""
    return tuple(c for k in (0, *path_from_base(robot, j)) for c in robot.freedoms(k) if not c.is_motor)


def freedoms_up_to(robot: Robot, c: Coordinate) -> tuple[Coordinate, ...]:
    """Freedoms from the base to c, c included; for a rotor behind a spring c alone."""
    if c.is_motor:
        return (c,)
    found = supporting_freedoms(robot, c.link)
    return found[: found.index(c) + 1]


FRAME = Option("end", "the frame: name, or number of a joint, 0 (base), end", read=read_link_frame)
POINT = Option("0,0,0", "a point of the frame: three formulas, coordinates in it", read=read_point)
PROJECTION = Option("0", "the frame in which vectors are given", read=read_frame)
REFERENCE = Option("0", "the frame in which poses are given", read=read_frame)
FRAMES = Option("all", "the frames: all links, or a list of names and numbers of joints", read=read_link_frames)
ROWS = Option("all", "rows: all, linear, angular, or a list of vx vy vz wx wy wz", read=read_twist_rows)
