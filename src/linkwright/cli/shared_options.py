"""Arguments and options that several commands share, each declared once: the robot, the models, JSON output."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from linkwright.cli.framework import Decorator, NameChoice, argument, bundle, complete_names, option
from linkwright.errors import InputError, UnknownName
from linkwright.robot.robot import GROUPS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from linkwright.robot import Robot

PARAMETERS = ("standard", "base", "tuned")


def target_names() -> Collection[str]:
    from linkwright.targets import targets

    return targets()


def model_names() -> Collection[str]:
    from linkwright.models import models

    return models()


TARGET = NameChoice("target", target_names)
MODEL = NameChoice("model", model_names)


class RobotName(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    """A built-in robot, a member of a family or a file."""

    name = "robot"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from linkwright.formats import builtin_names

        return complete_names(builtin_names(), incomplete, or_files=True)


@dataclass(frozen=True)
class RobotInput:
    """The robot of a command: its name or file, and how its description is changed before it is used."""

    source: str
    numbers: bool = False
    symbols: bool = False
    nonzero: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    reader_option: tuple[str, ...] = ()

    def load(self) -> Robot:
        """Read the robot and change it as the options say."""
        from linkwright import compiler

        if self.numbers and self.symbols:
            raise InputError("--numbers and --symbols exclude each other")
        try:
            robot = compiler.load(self.source, **self.reader_options())
        except UnknownName as problem:
            raise problem if problem.file or "did you mean" in problem.remedy else _unknown_robot(self.source) from None
        robot = robot.without(*self.without) if self.without else robot
        robot = robot.with_symbols() if self.symbols else robot
        declared = [name.strip() for word in self.nonzero for name in word.split(",")]
        robot = robot.with_nonzero(*declared) if declared else robot
        return robot.with_numbers() if self.numbers else robot

    def reader_options(self) -> dict[str, str]:
        """Return {option: value} for the reader of the file; an option without a value is switched on."""
        table: dict[str, str] = {}
        for word in self.reader_option:
            key, sign, value = (part.strip() for part in word.partition("="))
            if key in table:
                raise InputError(f"--reader-option {key} is given twice", remedy="remove one")
            table[key] = value if sign else "yes"
        return table


def _unknown_robot(name: str) -> UnknownName:
    """Return an error with the built-in names that are at all like this one."""
    import difflib

    from linkwright.formats import builtin_names

    near = difflib.get_close_matches(name, builtin_names(), n=5, cutoff=0.4)
    guess = f"did you mean {' or '.join(near)}? " if near else ""
    return UnknownName(f"unknown robot {name!r}", remedy=f"{guess}`linkwright robots` lists those that are built in")


@dataclass(frozen=True)
class ModelInput:
    """The models of a command: their names, inertial parameters, options and outputs."""

    models: tuple[str, ...]
    parameters: Any = "standard"
    settings: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    def settings_table(self) -> dict[str, str]:
        """Return {KEY or MODEL.KEY: VALUE}."""
        for word in self.settings:
            if "=" not in word:
                raise InputError(f"--set {word}", remedy="KEY=VALUE, see `linkwright models`")
        return {key.strip(): value.strip() for key, _, value in (word.partition("=") for word in self.settings)}

    def settings_by_model(self) -> dict[str, dict[str, Any]]:
        """Return the options of each model, its outputs included."""
        from linkwright import compiler

        return compiler.settings_of(self.models, self.settings_table(), self.outputs)


_robot_option = partial(option, section="Robot")
_model_option = partial(option, section="Model")
_ROBOT_OPTIONS = {
    "--numbers": _robot_option("--numbers", is_flag=True, help="put the robot's known numbers into the code"),
    "--symbols": _robot_option(
        "--symbols", is_flag=True, help="make parameters of the robot's numbers, with these numbers as defaults"
    ),
    "--nonzero": _robot_option(
        "--nonzero", multiple=True, metavar="NAMES",
        help="parameters that are never zero, such as d3,RL4: tuned parameters may divide by them (repeatable)",
    ),
    "--without": _robot_option(
        "--without", multiple=True, type=NameChoice("group", lambda: GROUPS), help="leave out (repeatable): {names}"
    ),
    "--reader-option": _robot_option(
        "--reader-option", multiple=True, metavar="OPTION[=VALUE]",
        help="how the robot's file is read, see `linkwright formats` (repeatable)",
    ),
}  # fmt: skip

json_option = option("--json", "as_json", is_flag=True, section="Output", help="print JSON, whose keys do not change")


def robot_input(*names: str, metavar: str = "ROBOT", help: str = "", **attributes: Any) -> Decorator:
    """Give a command `robot: RobotInput`, with those of the robot's options that it names."""
    help = help or "built-in name (see `linkwright robots`), planar(n), spatial(n), or a file"
    source = argument("source", metavar, help, type=RobotName(), **attributes)
    return bundle("robot", RobotInput, source, *(_ROBOT_OPTIONS[name] for name in names))


def model_input(many: bool = True) -> Decorator:
    """Give a command `chosen: ModelInput`, with one model or with several."""
    one_or_all = {"nargs": -1, "required": True} if many else {"callback": lambda ctx, param, value: (value,)}
    return bundle(
        "chosen", ModelInput,
        argument("models", "MODEL..." if many else "MODEL", "see `linkwright models`", type=MODEL, **one_or_all),
        _model_option(
            "--parameters", type=NameChoice("parameters", lambda: PARAMETERS), default="standard",
            help="inertial parameters: standard, base (a minimal set), or tuned (the minimal set with which the model "
            "costs least)",
        ),
        _model_option(
            "--set", "settings", multiple=True, metavar="[MODEL.]KEY=VALUE",
            help="option of a model, see `linkwright models MODEL` (repeatable)",
        ),
        _model_option(
            "--outputs", multiple=True, metavar="NAMES",
            help="only these outputs: tau2,tau[3],M[1:3,:], indices from 1; of several MODEL.OUTPUT (repeatable)",
        ),
    )  # fmt: skip


def target_option(help: str, required: bool = False) -> Decorator:
    more: dict[str, Any] = {"type": TARGET, "required": required, "help": help}
    return option("--target", "-t", "targets", multiple=True, section="Output", **more)
