"""All laws, in the order of the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from linkwright.robot import Robot
from linkwright.verification import (
    arms,
    derivatives,
    dynamics,
    identification,
    kinematics,
    loop_forces,
    loop_status,
    loops,
    numbers,
    platforms,
    rolling,
    rolling_loops,
    signatures,
)
from linkwright.verification.bench import NamedFrameFixture
from linkwright.verification.certificate import Check
from linkwright.verification.law import Law

LOOP_LAWS = (*loops.LAWS, *loop_status.LAWS, *loop_forces.LAWS, *platforms.LAWS)
LAWS: tuple[Law, ...] = (
    *kinematics.LAWS, *arms.LAWS, *dynamics.LAWS, *identification.LAWS, *derivatives.LAWS, *rolling.LAWS, *LOOP_LAWS,
    *rolling_loops.LAWS, *numbers.LAWS, *signatures.LAWS,
)  # fmt: skip


def laws(robot: Robot, chosen: Sequence[Law] | None = None) -> Iterator[tuple[str, Callable[[], Check]]]:
    """Yield (name, check) of every law, of trees, of robots on wheels or with loops; a check is run when it is called.

    Models are derived once for all of them.
    """
    if chosen is None:
        on_wheels = bool(robot.wheels) and robot.base.kind == "mobile"
        of_loops = rolling_loops.LAWS if on_wheels else LOOP_LAWS
        special = of_loops if robot.loops else rolling.LAWS if on_wheels else ()
        chosen = special or [law for law in LAWS if law not in (*rolling.LAWS, *LOOP_LAWS, *rolling_loops.LAWS)]
    numbered = robot.changed(frames=()) if robot.frames else robot  # most laws are about frames by number
    bench = cache(lambda kind: kind(robot if kind is NamedFrameFixture else numbered))
    return ((law.name, lambda law=law: law.check(lambda: bench(law.fixture))) for law in chosen)  # type: ignore[misc]
