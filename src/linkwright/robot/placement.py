"""Placements of a frame as Khalil-Kleinfinger frames, exact in symbols: no roots, no arctangents.

A frame of Khalil & Kleinfinger is a screw along z, one along x and one along z again; several in a row are screws along
x and z in turn. A shift along y, or a turn about it, is one along x between quarter turns about z (or a shift along z
between quarter turns about x). Screws along the same axis add up, identities vanish, and the rest is split into frames:
all but the last are fixed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from linkwright.expr import Expr, Graph, Importer, parse_formula
from linkwright.robot.fields import GEOMETRY
from linkwright.robot.parts import Joint

Geometry = dict[str, Any]  # the six parameters of a frame by name


@dataclass(frozen=True)
class AxisScrew:
    """Rotation about and shift along the x or the z axis: an angle and quarter turns, which add up exactly."""

    axis: Literal["x", "z"]
    angle: Expr
    shift: Expr
    quarters: int = 0

    def plus(self, other: AxisScrew) -> AxisScrew:
        quarters = (self.quarters + other.quarters + 1) % 4 - 1
        return AxisScrew(self.axis, self.angle + other.angle, self.shift + other.shift, quarters)

    @property
    def turn(self) -> Expr:
        return self.angle + parse_formula(f"{self.quarters}*pi/2", self.angle.graph)

    @property
    def is_nothing(self) -> bool:
        return self.turn.is_zero and self.shift.is_zero


@dataclass(frozen=True)
class Placement:
    """Placement Rot(z, azimuth) Trans(x, y, z) Rot(z, yaw) Rot(y, pitch) Rot(x, roll), with scalars of one graph."""

    azimuth: Expr
    x: Expr
    y: Expr
    z: Expr
    roll: Expr
    pitch: Expr
    yaw: Expr

    def screw_sequences(self) -> list[list[AxisScrew]]:
        """Return sequences of screws to the placement: along y by quarter turns about z, or about x to either side."""
        o = Expr(self.x.graph, self.x.graph.const(0))
        turned = [
            AxisScrew("z", self.yaw, o, 1),
            AxisScrew("x", self.pitch, o),
            AxisScrew("z", o, o, -1),
            AxisScrew("x", self.roll, o),
        ]
        by_z = [
            AxisScrew("z", self.azimuth, self.z),
            AxisScrew("x", o, self.x),
            AxisScrew("z", o, o, 1),
            AxisScrew("x", o, self.y),
            AxisScrew("z", o, o, -1),
        ]
        by_x = [[*self.point(side), AxisScrew("x", o, o, -side)] for side in (1, -1)]
        return [[*way, *turned] for way in (by_z, *by_x)]

    def point(self, side: int) -> list[AxisScrew]:
        """Return the screws to the origin, after which z is along y, by a quarter turn about x to one side."""
        o = Expr(self.x.graph, self.x.graph.const(0))
        return [
            AxisScrew("z", self.azimuth, self.z),
            AxisScrew("x", o, self.x, side),
            AxisScrew("z", o, -side * self.y),
        ]

    @property
    def is_turned(self) -> bool:
        return not (self.roll.is_zero and self.pitch.is_zero and self.yaw.is_zero)


def frames_to(place: Placement, joint: Joint | None = None) -> list[Geometry]:
    """Return the fewest frames to a placement, or to a joint given in it; the last frame is the joint's."""
    own = [] if joint is None else screws_of(joint, place.x.graph)
    return min((screws_to_frames([*way, *own], place.x.graph) for way in place.screw_sequences()), key=len)


def frame_at(place: Placement) -> Geometry:
    """Return a single frame with the origin of a placement; its axes are arbitrary."""
    (frame,) = screws_to_frames(place.point(0 if place.y.is_zero else -1), place.x.graph)
    return frame


def screws_of(joint: Joint, graph: Graph) -> list[AxisScrew]:
    """Return the screws of a joint's frame, in a graph."""
    gamma, b, alpha, d, theta, r = map(Importer(graph), (getattr(joint, name) for name in GEOMETRY))
    return [AxisScrew("z", gamma, b), AxisScrew("x", alpha, d), AxisScrew("z", theta, r)]


def screws_to_frames(screws: Iterable[AxisScrew], graph: Graph) -> list[Geometry]:
    """Group screws to frames: each screw along x with the neighbouring ones along z."""
    left = _merge_screws(screws)
    o = Expr(graph, graph.const(0))
    still = {"x": AxisScrew("x", o, o), "z": AxisScrew("z", o, o)}
    first = left.pop(0) if len(left) > 1 and left[0].axis == "z" else still["z"]
    if not left or left[0].axis == "z":
        left.insert(0, still["x"])
    if left[-1].axis == "x":
        left.append(still["z"])
    out = []
    for x, z in zip(left[::2], left[1::2], strict=True):
        values = (first.turn, first.shift, x.turn, x.shift, z.turn, z.shift)
        out.append(dict(zip(GEOMETRY, values, strict=True)))
        first = still["z"]
    return out


def _merge_screws(screws: Iterable[AxisScrew]) -> list[AxisScrew]:
    """Merge neighbouring screws along one axis and drop identities, so that x and z alternate."""
    left: list[AxisScrew] = []
    for screw in screws:
        if left and left[-1].axis == screw.axis:
            screw = left.pop().plus(screw)
        if not screw.is_nothing:
            left.append(screw)
    return left


__all__ = ["AxisScrew", "Geometry", "Placement", "frame_at", "frames_to", "screws_of", "screws_to_frames"]
