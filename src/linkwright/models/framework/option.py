"""Options of models: what a model leaves to its user, as text or as a value of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.errors import UnknownName
from linkwright.robot import Robot


@dataclass(frozen=True)
class Option:
    """What a model leaves to its user: text or value; `read(robot, value)` checks it and gives what `build` gets."""

    default: str
    doc: str
    choices: tuple[str, ...] = ()
    read: Callable[[Robot, Any], Any] | None = None

    def value(self, robot: Robot, name: str, given: Any) -> Any:
        """The value for `build`, checked."""
        if self.choices and str(given) not in self.choices:
            raise UnknownName.among(f"value of {name}", str(given), self.choices)
        return self.read(robot, given) if self.read else str(given)


def option_text(value: Any) -> str:
    """A value as the command line would give it: lists with commas."""
    return ",".join(map(option_text, value)) if isinstance(value, list | tuple) else str(value).strip()


__all__ = ["Option", "option_text"]
