"""Scope of a model: a model must support, declare not applicable, or reject every feature of a robot.

Every feature that a robot can have (`robot.features`) is, for every model, one of three:

- supported (`handled`): it is in the result;
- not applicable (`apart`): the result does not depend on it by the model's definition, and the reason is given here;
- not supported (`refused`): a robot that has it is an error. That is the default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwright.errors import RobotError
from linkwright.robot import Robot
from linkwright.robot.features import (
    BALLS,
    BASE_BODY,
    BASE_POSE,
    COUPLINGS,
    EXTERNAL,
    FEATURES,
    FLEXIBILITY,
    FRICTION,
    MOVING_BASE,
    PASSIVE,
    ROTORS,
    Feature,
    features,
)

NO_FORCES = "no forces in it"  # why kinematic models do not depend on masses, friction and rotors


@dataclass(frozen=True)
class Scope:
    """Features that a model supports, and those that are not applicable, with the reason."""

    handled: frozenset[Feature] = frozenset()
    apart: Mapping[Feature, str] = field(default_factory=dict)

    @property
    def refused(self) -> tuple[Feature, ...]:
        """Features that are not supported."""
        return tuple(f for f in FEATURES if f not in self.handled and f not in self.apart)

    @property
    def is_massless(self) -> bool:
        """Whether the model is one of motion alone: its result is the same in all sets of inertial parameters."""
        return all(self.apart.get(f) == NO_FORCES for f in (BASE_BODY, FRICTION, ROTORS))

    def handling(self, *more: Feature) -> Scope:
        """Return this scope with these features supported."""
        return Scope(self.handled | set(more), {f: why for f, why in self.apart.items() if f not in more})

    def leaving(self, why: str, *more: Feature) -> Scope:
        """Return this scope with these features not applicable, for the reason `why`."""
        return Scope(self.handled - set(more), {**self.apart, **dict.fromkeys(more, why)})

    def refusing(self, *more: Feature) -> Scope:
        """Return this scope with these features not supported."""
        return Scope(self.handled - set(more), {f: why for f, why in self.apart.items() if f not in more})

    def check(self, robot: Robot, what: str) -> None:
        """Raise a RobotError for the first feature of the robot that is not supported."""
        for f in features(robot):
            if f in self.refused:
                raise RobotError(
                    f"{robot.name} has {f.what}, which {what} cannot take into account",
                    remedy=f'robot.without("{f.name}") {f.without}', command=f"--without {f.name} {f.without}",
                )  # fmt: skip


NOTHING = Scope()  # joints, links and gravity alone

# Poses, Jacobians, velocities: seen from the base, or from the world in which it is placed.
KINEMATICS = (
    Scope(frozenset({BASE_POSE, COUPLINGS, BALLS}))
    .leaving(NO_FORCES, BASE_BODY, EXTERNAL, FRICTION, ROTORS)
    .leaving("q is the position of the link, whatever moves it", FLEXIBILITY)
    .leaving("a joint moves the same with and without a motor", PASSIVE)
    .leaving("relative to the base", MOVING_BASE)
)

# The whole equation of motion.
DYNAMICS = (
    Scope(frozenset({MOVING_BASE, EXTERNAL, FRICTION, ROTORS, COUPLINGS, FLEXIBILITY, BALLS}))
    .leaving("gravity and the motion of the base are given in frame 0", BASE_POSE)
    .leaving("the ground carries it: no joint effort does", BASE_BODY)
    .leaving("every joint has an effort, and a joint without a motor moves where its effort is 0", PASSIVE)
)

# Single terms of the equation of motion: M, C, g.
TERM = DYNAMICS.leaving("another term of the equation of motion", EXTERNAL, FRICTION, ROTORS, MOVING_BASE, FLEXIBILITY)

# Derivatives with respect to the parameters: rotors and friction have columns of their own.
REGRESSOR = DYNAMICS.leaving("no parameter multiplies it: its efforts are added to W p", EXTERNAL, FLEXIBILITY)

__all__ = ["DYNAMICS", "KINEMATICS", "NOTHING", "REGRESSOR", "TERM", "Scope"]
