"""The contract of a model: name, state, options, scope and the algorithm that builds its results.

An algorithm takes a robot and the symbols of its state and returns values. It does not name, simplify or print;
intermediate quantities (w, F, ...) are noted in `Quantities`, so that emitted code can use their usual names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.models.framework.frame_options import frame_tag, read_joints, read_link_frames
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
    read_orientation,
)
from linkwright.registry import Registry
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, LOOPS


def _read_contacts(robot: Robot, value: Any) -> dict[int, str]:
    """Frames on which wrenches act, each with the name that labels of its wrench contain."""
    chosen = () if option_text(value) == "none" else read_link_frames(robot, value)
    return {j: frame_tag(robot, j)[1:] if j > len(robot) else robot.joint(j).name if j else "base" for j in chosen}


_ORIENTATION = Option(
    ORIENTATIONS[0], "orientation of a floating base (and ball joints); unit_quaternion: NaN unless its length is 1",
    ORIENTATIONS, read=read_orientation,
)  # fmt: skip
_CONTACTS = Option("none", "frames of links that wrenches of the environment act on, as inputs: none, or a list",
                   read=_read_contacts)  # fmt: skip


PLATFORM = "platform"
PARAMETER_SETS = ("standard", "base", "tuned")


def _no_ports(robot: Robot, **options: Any) -> Collection[str]:
    return ()


def _no_reason(robot: Robot) -> str:
    return ""


def _read_independent(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Coordinates to be preferred as independent ones; () for the driven joints."""
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
    return read_joints(robot, value)


_INDEPENDENT = Option(
    "driven", "loops: the independent joints, whose state is the input; driven, platform, or a list of names, numbers",
    read=_read_independent,
)  # fmt: skip


def _read_branch(robot: Robot, value: Any) -> str:
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
    "start", "loops: the assembly; start: that of the assembled robot, follow: the nearest to q_start, by iteration, "
    "or one + or - for each square root of the closed forms",
    read=_read_branch,
)  # fmt: skip
_CLOSURE = Option(
    "solved", "loops; solved: the state of independent joints is the input; positions: also positions of all joints; "
    "given: the state of all joints. It must satisfy the loop equations.", ("solved", "positions", "given"),
)  # fmt: skip


@dataclass(frozen=True)
class Model:
    """An algorithm with its name, inputs, options and scope: one per file of models, which is named after it.

    `build(robot, state, quantities, **options)` gets every option by its name, read and checked.
    """

    name: str
    doc: str
    state: tuple[str, ...]  # of q, qd, qdd, tau
    build: Callable[..., Sequence[Result]]
    scope: Scope = NOTHING  # features of robots that it supports; a robot with another one is an error
    options: Mapping[str, Option] = field(default_factory=dict)
    parameters: tuple[str, ...] = PARAMETER_SETS  # sets of inertial parameters that it can be written in
    needs_standard_parameters: Callable[[Robot], str] = _no_reason  # why it is, for a robot, a function of these alone
    is_still: bool = False  # a function of positions alone: rates of dependent coordinates are not needed
    takes_whole: bool = False  # loops: the state of all joints of the tree may be given as input (option closure)
    is_free: bool = False  # a function of the rates of all freedoms of the tree, without constraints of loops, wheels
    accelerations_come_out: bool = False  # accelerations of coordinates with given effort are outputs, no inputs
    reference: Mapping[str, str] = field(default_factory=dict)  # options of an independent derivation of it
    ignored: Callable[..., Collection[str]] = (
        _no_ports  # ports of its state that it does not take, by robot and options
    )

    def check_parameters(self, robot: Robot, parameters: str) -> None:
        """Raise an InputError if the model of a robot is not a function of this set of parameters."""
        if parameters not in PARAMETER_SETS:
            raise UnknownName.among("parameters", parameters, PARAMETER_SETS)
        if parameters not in self.parameters:
            what = f"{self.name} is not a function of the {parameters} parameters"
            raise InputError(what, remedy="use the standard ones")
        if parameters != "standard" and (reason := self.needs_standard_parameters(robot)):
            what = f"{self.name} is not a function of the {parameters} parameters: {reason}"
            raise InputError(what, remedy="use the standard ones")

    @property
    def settings(self) -> Mapping[str, Option]:
        """Options of the model and of its state."""
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
    """All models by name."""
    return MODELS


OUTPUTS = "outputs"


def find(model: str | Model) -> Model:
    """Return the model of this name."""
    return model if isinstance(model, Model) else MODELS.find(model)


__all__ = [
    "Model", "Option", "Positions", "Quantities", "Rates", "Result", "State", "find", "models", "named", "of_base",
    "of_coordinates", "option_text",
]  # fmt: skip
