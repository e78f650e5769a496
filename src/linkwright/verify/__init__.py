"""Verification: identities between models, emitted code against the graph, and the certificate that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.robot import Robot
from linkwright.verify.certificate import Certificate, Check

__all__ = ["Certificate", "Check", "verify"]


def verify(
    robot: Robot, targets: Sequence[str] | None = None, progress: Callable[[str], None] = lambda step: None
) -> Certificate:
    """Every identity, and every language (or only these) whose tools this machine has."""
    from linkwright.verify.identities import identities
    from linkwright.verify.languages import languages

    checks = []
    for name, run in (*identities(robot), *languages(robot, targets)):
        progress(name)
        checks.append(run())
    return Certificate(robot.name, tuple(checks))
