"""Features that a robot may have beyond joints, links and gravity; a model must support or reject each of them.

A feature has the name by which `Robot.without` removes it, if it can be removed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.robot.fields import BASE_MOTION, IDENTITY, INERTIA, WRENCH
from linkwright.robot.parts import Tables


@dataclass(frozen=True)
class Feature:
    """Feature: its name, the words after "the robot has", a test for it, and the effect of `Robot.without(name)`.

    Without such an effect (""), the feature cannot be removed, so every model must support it.
    """

    name: str
    what: str
    has: Callable[[Tables], bool]
    without: str = ""

    def __repr__(self) -> str:
        return self.name


def _any_joint(*fields: str) -> Callable[[Tables], bool]:
    return lambda robot: any(not getattr(j, f).is_zero for j in robot.joints if j.moves for f in fields)


def _is_fixed(robot: Tables) -> bool:
    """Return whether the base has no freedoms; a body, a pose and a motion of a free base are no features."""
    return robot.base.kind == "fixed"


def _base_moves(robot: Tables) -> bool:
    return _is_fixed(robot) and any(not x.is_zero for name in BASE_MOTION for x in getattr(robot.base, name))


def _is_placed(robot: Tables) -> bool:
    return _is_fixed(robot) and [x.number for x in robot.base.pose] != list(IDENTITY)


def _is_flexible(robot: Tables) -> bool:
    return any(j.flexible or not j.stiffness.is_zero for j in robot.joints)


def _has_wrenches(robot: Tables) -> bool:
    """Return whether links that move exert wrenches on the environment."""
    bodies = [*(j.body for j in robot.joints), *(() if _is_fixed(robot) else (robot.base.body,))]
    return any(not getattr(body, f).is_zero for body in bodies for f in WRENCH)


def _has_base_body(robot: Tables) -> bool:
    return _is_fixed(robot) and any(not getattr(robot.base.body, f).is_zero for f in (*INERTIA, *WRENCH))


def _has_passive_joints(robot: Tables) -> bool:
    return any(j.moves and not j.actuated for j in robot.joints)


def _is_mobile_without_wheels(robot: Tables) -> bool:
    return robot.base.kind == "mobile" and not robot.wheels


LOOPS = Feature("loops", "closed loops", lambda robot: bool(robot.loops), "cuts them and leaves the tree")
FLOATING = Feature("floating", "a floating base", lambda robot: robot.base.kind == "floating", "makes it fixed")
MOBILE = Feature(
    "mobile",
    "a mobile base without wheels",
    _is_mobile_without_wheels,
    "fixes it, or list its wheels: [[wheel]] in TOML",
)
MOVING_BASE = Feature("base_motion", "a moving base", _base_moves, "leaves the base at rest")
BASE_POSE = Feature("base_pose", "a base that is placed in the world", _is_placed)
BASE_BODY = Feature("base_body", "a base with a body", _has_base_body)
COUPLINGS = Feature("couplings", "coupled joints", lambda robot: bool(robot.couplings), "makes them independent")
WHEELS = Feature("wheels", "wheels", lambda robot: bool(robot.wheels), "removes them and fixes the base")
BALLS = Feature("balls", "ball joints", lambda robot: any(j.kind == "ball" for j in robot.joints), "locks them")
FLEXIBILITY = Feature("flexibility", "flexible joints", _is_flexible, "makes them rigid")
PASSIVE = Feature("passive", "joints without a motor", _has_passive_joints)
EXTERNAL = Feature("external", "wrenches on the environment", _has_wrenches, "leaves them out")
FRICTION = Feature("friction", "friction", _any_joint("viscous", "coulomb"), "leaves it out")
ROTORS = Feature("rotors", "rotors", _any_joint("rotor"), "leaves them out")

FEATURES = (
    LOOPS, COUPLINGS, WHEELS, BALLS, FLOATING, MOBILE, MOVING_BASE, BASE_POSE, BASE_BODY, FLEXIBILITY, PASSIVE,
    EXTERNAL, FRICTION, ROTORS,
)  # fmt: skip


def features(robot: Tables) -> tuple[Feature, ...]:
    """Return the features that a robot has."""
    return tuple(f for f in FEATURES if f.has(robot))


__all__ = ["FEATURES", "Feature", "features"]
