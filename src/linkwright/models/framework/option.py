"""Options of models: settings that the user gives as text or as a value of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.errors import UnknownName
from linkwright.robot import Robot


@dataclass(frozen=True)
class Option:
    """A setting of a model; `read(robot, value)` checks a text or value and returns what `build` gets."""

    default: str
    doc: str
    choices: tuple[str, ...] = ()
    read: Callable[[Robot, Any], Any] | None = None

    def value(self, robot: Robot, name: str, given: Any) -> Any:
        """Checked value for `build`."""
        if self.choices and str(given) not in self.choices:
            raise UnknownName.among(f"value of {name}", str(given), self.choices)
        return self.read(robot, given) if self.read else str(given)


def option_text(value: Any) -> str:
    """Text of a value as on the command line: lists with commas."""
    return ",".join(map(option_text, value)) if isinstance(value, list | tuple) else str(value).strip()


__all__ = ["Option", "option_text"]
