"""Verification: laws that models obey, emitted code against the graph, and the certificate that says so.

The package is not called like the function `linkwright.verify`: importing a part of a package sets its name there.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.progress import over
from linkwright.robot import Robot
from linkwright.verification.certificate import Certificate, Check

__all__ = ["Certificate", "Check", "verify"]


def verify(robot: Robot, targets: Sequence[str] | None = None) -> Certificate:
    """Every law, and every language (or only these) whose tools this machine has."""
    from linkwright.verification.languages import languages
    from linkwright.verification.laws import laws

    todo = over((*laws(robot), *languages(robot, targets)), lambda check: check[0])
    return Certificate(robot.name, tuple(run() for _, run in todo))
