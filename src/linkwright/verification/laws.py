"""All laws, in the order of the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from linkwright.robot import Robot
from linkwright.verification import derivatives, dynamics, identification, kinematics, numbers
from linkwright.verification.bench import Bench
from linkwright.verification.certificate import Check
from linkwright.verification.law import Law

LAWS: tuple[Law, ...] = (
    *kinematics.LAWS, *dynamics.LAWS, *identification.LAWS, *derivatives.LAWS, *numbers.LAWS
)  # fmt: skip


def laws(robot: Robot, chosen: Sequence[Law] = LAWS) -> Iterator[tuple[str, Callable[[], Check]]]:
    """(name, check) of every law; a check is run when it is called. Models are derived once for all of them."""
    bench = cache(lambda: Bench(robot))
    return ((law.name, lambda law=law: law.check(bench)) for law in chosen)  # type: ignore[misc]
