"""Verification: laws that models obey, emitted code against the graph, and the certificate that says so.

The package is not called like the function `linkwright.verify`: importing a part of a package sets its name there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.robot import Robot
from linkwright.verification.certificate import Certificate, Check

__all__ = ["Certificate", "Check", "verify"]


def verify(
    robot: Robot, targets: Sequence[str] | None = None, progress: Callable[[str], None] = lambda step: None
) -> Certificate:
    """Every law, and every language (or only these) whose tools this machine has."""
    from linkwright.verification.languages import languages
    from linkwright.verification.laws import laws

    checks = []
    for name, run in (*laws(robot), *languages(robot, targets)):
        progress(name)
        checks.append(run())
    return Certificate(robot.name, tuple(checks))
