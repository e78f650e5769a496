"""What a model is, and how it becomes a `Function`: the frame that every algorithm of this folder stands in.

An algorithm takes a robot and the symbols of its state and returns values. It does not name, simplify or print; the
quantities that it passes on its way are noted, so that emitted code can call them what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import RobotError, UnknownName
from linkwright.models.framework.frame_options import frame_tag, joints, link_frames
from linkwright.models.framework.option import Option, option_text
from linkwright.models.framework.result import Quantities, Result, named, of_base, of_coordinates
from linkwright.models.framework.scope import NOTHING, Scope
from linkwright.models.framework.state import (
    BRANCH,
    CLOSURE,
    CONTACTS,
    INDEPENDENT,
    ORIENTATION,
    ORIENTATIONS,
    Positions,
    Rates,
    State,
    orientation_of,
)
from linkwright.registry import Registry
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, LOOPS


def _contacts(robot: Robot, value: Any) -> dict[int, str]:
    """The frames, and what their wrenches are called after."""
    chosen = () if option_text(value) == "none" else link_frames(robot, value)
    return {j: frame_tag(robot, j)[1:] if j > len(robot) else robot.joint(j).name if j else "base" for j in chosen}


_ORIENTATION = Option(
    ORIENTATIONS[0], "how the orientation of a floating base is given; unit_quaternion, of ball joints too: else NaN",
    ORIENTATIONS, read=orientation_of,
)  # fmt: skip
_CONTACTS = Option("none", "frames of links that wrenches of the environment act on, as inputs: none, or a list",
                   read=_contacts)  # fmt: skip


PLATFORM = "platform"


def _nothing(robot: Robot, **options: Any) -> Collection[str]:
    return ()


def _independent(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Joints that are to be independent before others."""
    text = option_text(value)
    if text == "driven":
        return ()
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: all joints are independent", remedy="independent=driven")
    if text == PLATFORM:
        found = [c for c in robot.coordinates if c.link and robot.joint(c.link).name.split("_")[0] == PLATFORM]
        if not found:
            raise RobotError(f"{robot.name} has no joints of a platform", remedy="list the joints by name")
        return tuple(found)
    return joints(robot, value)


_INDEPENDENT = Option(
    "driven", "loops: the joints of whose state it is a function; driven, platform, or a list of names and numbers",
    read=_independent,
)  # fmt: skip
def _branch(robot: Robot, value: Any) -> str:
    text = option_text(value)
    if text == "start":
        return ""
    if text == "follow" and robot.loops:
        return text
    if not text or set(text) - {"+", "-"}:
        raise UnknownName(f"unknown branch {text!r}", remedy="start, follow, or one + or - for every choice: +-")
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: there is one branch", remedy="branch=start")
    return text


_BRANCH = Option(
    "start", "loops: which solution; start: that of the assembled robot, follow: the nearest to q_start, by iteration, "
    "or one + or - for each choice of the closed forms",
    read=_branch,
)  # fmt: skip
_CLOSURE = Option(
    "solved", "loops; solved: a function of the state of independent joints; positions: those of all joints are given; "
    "given: the state of all joints is. What is given must be closed.", ("solved", "positions", "given"),
)  # fmt: skip


@dataclass(frozen=True)
class Model:
    """An algorithm with its name and what it needs: one per file of this folder, which is named after it.

    `build(robot, state, quantities, **options)` gets every option by its name, read and checked.
    """

    name: str
    doc: str
    state: tuple[str, ...]  # of q, qd, qdd, tau
    build: Callable[..., Sequence[Result]]
    scope: Scope = NOTHING  # what of a robot it is about; a robot with anything else is refused
    options: Mapping[str, Option] = field(default_factory=dict)
    parameters: tuple[str, ...] = ("standard", "base", "tuned")  # the sets of inertial parameters it is a function of
    is_still: bool = False  # a function of positions that no rates are in
    takes_whole: bool = False  # it can be a function of the state of all joints of the tree, closed as it is given
    is_free: bool = False  # a function of the rates of all freedoms, as if no wheel touched the ground
    accelerations_come_out: bool = False  # those of coordinates whose effort is given, which then are no inputs
    reference: Mapping[str, str] = field(default_factory=dict)  # options of an independent derivation of it
    ignored: Callable[..., Collection[str]] = _nothing  # ports of its state that it does not take, by robot and options

    @property
    def settings(self) -> Mapping[str, Option]:
        """Its own options, and those of the state that it is a function of."""
        of_state = {ORIENTATION: _ORIENTATION}
        if EXTERNAL in self.scope.handled:
            of_state[CONTACTS] = _CONTACTS
        if LOOPS in self.scope.handled and not self.is_free:
            of_state |= {INDEPENDENT: _INDEPENDENT, BRANCH: _BRANCH}
        if self.takes_whole:
            of_state[CLOSURE] = _CLOSURE
        return {**self.options, **of_state}


MODELS = Registry("linkwright.models", "MODEL", Model)


def models() -> Mapping[str, Model]:
    """Every model by name."""
    return MODELS


OUTPUTS = "outputs"


def find(model: str | Model) -> Model:
    """The model of this name."""
    return model if isinstance(model, Model) else MODELS.find(model)


__all__ = [
    "Model", "Option", "Positions", "Quantities", "Rates", "Result", "State", "find", "models", "named", "of_base",
    "of_coordinates", "option_text",
]  # fmt: skip
