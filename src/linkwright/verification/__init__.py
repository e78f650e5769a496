"""Verification: laws that models obey, emitted code against the graph, and the certificate that says so.

The package is not called like the function `linkwright.verify`: importing a part of a package sets its name there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from linkwright.progress import report_each
from linkwright.robot import Robot
from linkwright.verification.certificate import Certificate, Check

__all__ = ["Certificate", "Check", "checks", "verify_robot"]


def checks(robot: Robot, targets: Sequence[str] | None = None) -> Iterator[Check]:
    """Return every law, and every language (or only these) whose tools this machine has: each check as it ends."""
    from linkwright.verification.languages import languages
    from linkwright.verification.laws import laws

    todo = report_each((*laws(robot), *languages(robot, targets)), lambda check: check[0])
    return (run() for _, run in todo)


def verify_robot(
    robot: Robot, targets: Sequence[str] | None = None, tell: Callable[[Check], None] | None = None
) -> Certificate:
    """Run all checks and return their certificate. `tell` is called with each check as it ends."""
    done = []
    for check in checks(robot, targets):
        done.append(check)
        if tell:
            tell(check)
    return Certificate(robot.name, tuple(done))
