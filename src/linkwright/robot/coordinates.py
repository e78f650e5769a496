"""Coordinates: the freedoms of a tree of links, each with a unit twist, so that kinds of motion are data.

The twist of link j relative to the link before it is the sum of rate times unit twist over the coordinates of link j,
in frame j: a rotation about z for a revolute joint, a shift along z for a prismatic one, zero for a fixed one. Results
have their rows and columns in the order of `Robot.coordinates`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from linkwright.robot.parts import Joint, Tables
from linkwright.spatial import ZERO, Vec3

Given = Literal["acceleration", "effort", "closure"]

TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")  # linear velocity first, as in Khalil & Dombre, chapter 5
_AXES = {"x": Vec3(1, 0, 0), "y": Vec3(0, 1, 0), "z": Vec3(0, 0, 1)}
_COMPONENTS: dict[str, tuple[str, ...]] = {"revolute": ("wz",), "prismatic": ("vz",), "ball": TWIST[3:], "fixed": ()}
_BASE = {"fixed": (), "floating": TWIST, "mobile": ("vx", "vy", "wz")}
_UNITS = {"q": ("rad", "m"), "qd": ("rad/s", "m/s"), "qdd": ("rad/s^2", "m/s^2"), "tau": ("N m", "N")}


@dataclass(frozen=True, eq=False)
class Coordinate:
    """Freedom of link `link` relative to the link before it: a component of its twist in its own frame.

    `given` is the known quantity in the inverse problem: its acceleration (its effort is the result), its effort (its
    acceleration is the result), or neither, for a dependent coordinate of a coupling or a loop ("closure").
    """

    link: int
    component: str  # one of TWIST
    joint: str  # name of the joint; with the component, if the joint has several freedoms
    suffix: str  # suffix of the names of its quantities: tau3
    given: Given = "acceleration"
    is_motor: bool = False  # a rotor in series with a spring: an inertia that moves no link

    @cached_property
    def _words(self) -> tuple[Any, ...]:
        return self.link, self.component, self.joint, self.suffix, self.given, self.is_motor

    @cached_property
    def _hash(self) -> int:
        return hash(self._words)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Coordinate) and self._words == other._words)

    def __hash__(self) -> int:
        return self._hash  # cached: coordinates are frequent keys

    def __reduce__(self) -> tuple[Any, ...]:
        return Coordinate, self._words

    @property
    def is_rotation(self) -> bool:
        """True for a rotation, False for a translation."""
        return self.component[0] == "w"

    @property
    def v(self) -> Vec3:
        """Velocity of the link's origin for the unit rate, in the link's frame."""
        return ZERO if self.is_rotation or self.is_motor else _AXES[self.component[1]]

    @property
    def w(self) -> Vec3:
        """Angular velocity of the link for the unit rate, in the link's frame."""
        return _AXES[self.component[1]] if self.is_rotation and not self.is_motor else ZERO

    def unit(self, kind: str) -> str:
        """Return the unit of its q, qd, qdd or tau."""
        return _UNITS[kind][0 if self.is_rotation else 1]


def freedoms(robot: Tables) -> Iterator[Coordinate]:
    """Yield the freedoms outward from the base, link by link: base, joints, and rotors in series with springs."""
    for component in _BASE[robot.base.kind]:
        yield Coordinate(0, component, f"base_{component}", f"0{component}", "effort")
    tied = {coupling.joint for coupling in robot.couplings}
    for j, joint in enumerate(robot.joints, 1):
        free = _COMPONENTS[joint.kind]
        given: Given = "closure" if j in tied else "effort" if is_sprung(joint) else "acceleration"
        for component in free:
            name, suffix = (joint.name, str(j)) if len(free) == 1 else (f"{joint.name}_{component}", f"{j}{component}")
            yield Coordinate(j, component, name, suffix, given)
        if has_motor(joint):
            yield Coordinate(j, free[0], f"{joint.name}_motor", f"{j}m", is_motor=True)


def has_motor(joint: Joint) -> bool:
    """Return whether a joint has a rotor in series with its spring, with a freedom of its own."""
    return joint.flexible and not joint.parallel and not joint.rotor.is_zero


def is_sprung(joint: Joint) -> bool:
    """Return whether only a spring, and no motor, acts on the link of a joint."""
    return joint.flexible and not (joint.parallel and joint.actuated)


VelocityMapRow = tuple[tuple[Coordinate, Any], ...]
DependentRows = Mapping[
    Coordinate, VelocityMapRow
]  # rows of the velocity map of constraints; their factors may depend on q


def freedoms_with_dependent(robot: Tables, ties: DependentRows) -> Iterator[Coordinate]:
    """Yield the freedoms; those that constraints make dependent have `given` "closure"."""
    return (replace(c, given="closure") if c in ties else c for c in freedoms(robot))


def velocity_map_rows(
    robot: Tables, every: Sequence[Coordinate], ties: DependentRows
) -> dict[Coordinate, VelocityMapRow]:
    """Return the velocity map: for each freedom, the independent coordinates and their factors in its rate."""
    found: dict[Coordinate, VelocityMapRow] = {c: ((c, 1),) for c in every if c.given != "closure"}
    found |= {replace(c, given="closure"): of for c, of in ties.items()}
    tied = {coupling.joint: coupling for coupling in robot.couplings}
    own = {c.link: c for c in every if not c.is_motor}

    def resolved(c: Coordinate) -> VelocityMapRow:
        if c not in found:
            total: dict[Coordinate, Any] = {}
            for term in tied[c.link].terms:
                for a, factor in resolved(own[term.joint]):
                    total[a] = total[a] + term.factor * factor if a in total else term.factor * factor
            found[c] = tuple(total.items())
        return found[c]

    for c in every:
        resolved(c)
    return found


__all__ = [
    "TWIST",
    "Coordinate",
    "DependentRows",
    "Given",
    "VelocityMapRow",
    "freedoms",
    "freedoms_with_dependent",
    "has_motor",
    "is_sprung",
    "velocity_map_rows",
]  # fmt: skip
