"""Coordinates: the freedoms of a tree of links, each with the unit twist that makes its kind of motion data.

The twist of link j against the link before it is the sum of rate times unit twist over the coordinates of link j, in
frame j: a turn about z for a revolute joint, a shift along z for a prismatic one, nothing for a fixed one. Results
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
    """A freedom of link `link` against the link before it: a component of its twist in its own frame.

    `given` is what is known of it in the inverse problem: its acceleration (then its effort comes out), its effort
    (then its acceleration does), or neither, where a coupling or the closure of a loop ties it to others.
    """

    link: int
    component: str  # of TWIST
    joint: str  # the name of the joint; that of one of several freedoms has the component in it
    suffix: str  # what tells its quantities from those of others: tau3
    given: Given = "acceleration"
    is_motor: bool = False  # a rotor behind a spring: an inertia that moves no link

    @cached_property
    def _words(self) -> tuple[Any, ...]:
        return self.link, self.component, self.joint, self.suffix, self.given, self.is_motor

    @cached_property
    def _hash(self) -> int:
        return hash(self._words)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Coordinate) and self._words == other._words)

    def __hash__(self) -> int:
        return self._hash  # made once: tables by coordinates are asked often

    def __reduce__(self) -> tuple[Any, ...]:
        return Coordinate, self._words

    @property
    def turns(self) -> bool:
        """A turn, not a shift."""
        return self.component[0] == "w"

    @property
    def v(self) -> Vec3:
        """The velocity of the link's origin for the unit rate, in its frame."""
        return ZERO if self.turns or self.is_motor else _AXES[self.component[1]]

    @property
    def w(self) -> Vec3:
        """The angular velocity of the link for the unit rate, in its frame."""
        return _AXES[self.component[1]] if self.turns and not self.is_motor else ZERO

    def unit(self, kind: str) -> str:
        """Of its q, qd, qdd or tau."""
        return _UNITS[kind][0 if self.turns else 1]


def freedoms(robot: Tables) -> Iterator[Coordinate]:
    """Outward from the base, link by link: of the base, of the joints, and of the rotors behind springs."""
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
    """Whether a rotor of its own turns behind the spring of a joint."""
    return joint.flexible and not joint.parallel and not joint.rotor.is_zero


def is_sprung(joint: Joint) -> bool:
    """Whether a spring alone moves the link of a joint, and no motor."""
    return joint.flexible and not (joint.parallel and joint.actuated)


Shares = tuple[tuple[Coordinate, Any], ...]
Ties = Mapping[Coordinate, Shares]  # freedoms that constraints tie to others, with factors that may change with q


def tied_freedoms(robot: Tables, ties: Ties) -> Iterator[Coordinate]:
    """The freedoms, of which some are tied by constraints."""
    return (replace(c, given="closure") if c in ties else c for c in freedoms(robot))


def shares(robot: Tables, every: Sequence[Coordinate], ties: Ties) -> dict[Coordinate, Shares]:
    """For each freedom, the independent coordinates whose rates make its rate, with their factors."""
    found: dict[Coordinate, Shares] = {c: ((c, 1),) for c in every if c.given != "closure"}
    found |= {replace(c, given="closure"): of for c, of in ties.items()}
    tied = {coupling.joint: coupling for coupling in robot.couplings}
    own = {c.link: c for c in every if not c.is_motor}

    def resolved(c: Coordinate) -> Shares:
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
    "TWIST", "Coordinate", "Given", "Shares", "Ties", "freedoms", "has_motor", "is_sprung", "shares", "tied_freedoms",
]  # fmt: skip
