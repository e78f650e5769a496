"""Inertia of the bodies of an MJCF: as given, or from their shapes, as MuJoCo's compiler computes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from linkwright.expr import Number
from linkwright.formats.mjcf_text import Item, MjcfReader, rotation_of_z_to
from linkwright.formats.xml import Element
from linkwright.robot.checks import body_problems, eigenvalues
from linkwright.robot.convert import IDENTITY_POSE, MassProperties, NumericPose
from linkwright.spatial import Vec3

DEFAULT_DENSITY = 1000  # kg/m^3: default density of geoms
TYPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
REMEDY = "give the body an <inertial>: a model saved by MuJoCo with saveinertial has them"


@dataclass(frozen=True)
class Shape:
    """Solid shape: number of sizes, volume, and principal moments of inertia per mass about its centre."""

    sizes: int
    volume: Callable[..., float]
    moments: Callable[..., tuple[Any, Any, Any]]


def _capsule(r: Number, h: Number) -> tuple[Any, Any, Any]:
    """Return the moments per mass of a cylinder of length 2 h with two half-balls, whose part of the mass is s."""
    s = Fraction(2 * r) / Fraction(3 * h + 2 * r)
    across = (1 - s) * (r * r / 4 + h * h / 3) + s * (2 * r * r / 5 + h * h + 3 * r * h / 4)
    return across, across, (1 - s) * r * r / 2 + s * 2 * r * r / 5


SHAPES = {
    "sphere": Shape(1, lambda r: 4 * math.pi / 3 * r**3, lambda r: (2 * r * r / 5,) * 3),
    "ellipsoid": Shape(3, lambda a, b, c: 4 * math.pi / 3 * a * b * c,
                       lambda a, b, c: ((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)),
    "box": Shape(3, lambda a, b, c: 8 * a * b * c,
                 lambda a, b, c: ((b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3)),
    "cylinder": Shape(2, lambda r, h: 2 * math.pi * r * r * h,
                      lambda r, h: (r * r / 4 + h * h / 3, r * r / 4 + h * h / 3, r * r / 2)),
    "capsule": Shape(2, lambda r, h: math.pi * r * r * (2 * h + 4 * r / 3), _capsule),
}  # fmt: skip


@dataclass(frozen=True)
class InertiaElements:
    """Elements of a file for the inertia of a body, each with the pose of its enclosing <frame>."""

    inertial: tuple[Item, NumericPose] | None
    geoms: Sequence[tuple[Item, NumericPose]]


def read_mass_properties(reader: MjcfReader, matter: InertiaElements, what: str) -> list[MassProperties]:
    """Return the parts of a body, none without data; massless shapes do not replace a given inertia."""
    rule = reader.settings.inertiafromgeom
    lumps: list[MassProperties] = []
    if rule == "true" or (rule == "auto" and not matter.inertial):
        lumps = [lump for item, frame in matter.geoms if (lump := _read_solid(reader, item, frame)) is not None]
    if matter.inertial and not lumps:
        lumps = [_read_inertial(reader, *matter.inertial)]
    lumps = _apply_bounds(reader, lumps, matter, what)
    for lump in lumps:
        numbers = [*map(float, lump.moments), 0.0, 0.0, 0.0, float(lump.mass)]
        for problem in body_problems(numbers):
            reader.note("impossible inertia", f"{what}: {problem}")
    return lumps


def scale_masses(lumps: Sequence[MassProperties], factor: float) -> list[MassProperties]:
    return [replace(x, mass=x.mass * factor, moments=[m * factor for m in x.moments]) for x in lumps]


def _read_inertial(reader: MjcfReader, item: Item, frame: NumericPose) -> MassProperties:
    """Read an <inertial> element."""
    for name in ("pos", "mass"):
        if name not in item:
            reader.fail(f"{item.what} has no {name}", item.element, f'write <inertial {name}="..."')
    mass = reader.number(item, "mass")
    if mass < 0:
        reader.fail(f"mass of {item.what} is negative", item.element, "a mass is positive, or 0")
    diagonal, full = reader.numbers(item, "diaginertia", 3), reader.numbers(item, "fullinertia", 6)
    if diagonal and full:
        reader.fail(f"{item.what} has diaginertia and fullinertia", item.element, "one of them is allowed")
    if not diagonal and not full:
        reader.fail(f"{item.what} has no inertia", item.element, 'write diaginertia="..." or fullinertia="..."')
    pose = reader.pose(item)
    if full and pose.R != IDENTITY_POSE.R:
        reader.fail(f"{item.what} has fullinertia and an orientation", item.element, "one of them is allowed")
    xx, yy, zz, xy, xz, yz = full or [*diagonal, 0, 0, 0]
    return MassProperties(mass, frame.then(pose), [xx, xy, xz, yy, yz, zz])


def _read_solid(reader: MjcfReader, item: Item, frame: NumericPose) -> MassProperties | None:
    """Return a geom as a solid of constant density; None if it has no mass or is excluded."""
    low, high = reader.settings.groups
    kind = reader.word(item, "type", TYPES, "sphere")
    density, mass = reader.number(item, "density", DEFAULT_DENSITY), reader.numbers(item, "mass", 1)
    weightless = not mass[0] if mass else not density
    if (mass[0] if mass else density) < 0:
        name = "mass" if mass else "density"
        reader.fail(f"{name} of {item.what} is negative", item.place(name), f"a {name} is positive, or 0")
    if not low <= reader.number(item, "group") <= high or kind == "plane" or weightless:
        return None
    if kind not in SHAPES or "mesh" in item:
        reader.fail(f"the inertia of {item.what} is that of a {kind if kind not in SHAPES else 'mesh'}", item.element,
                    REMEDY)  # fmt: skip
    if reader.flag(item, "shellinertia"):
        reader.fail(f"{item.what} has shellinertia", item.place("shellinertia"), REMEDY)
    sizes, pose = _size_and_pose(reader, item, kind)
    shape = SHAPES[kind]
    weight = mass[0] if mass else float(density) * shape.volume(*map(float, sizes))
    if not math.isfinite(weight):
        reader.fail(f"{item.what} is too heavy", item.element, "a finite mass is needed")
    xx, yy, zz = (weight * m for m in shape.moments(*sizes))
    return MassProperties(weight, frame.then(pose), [xx, 0, 0, yy, 0, zz])


def _size_and_pose(reader: MjcfReader, item: Item, kind: str) -> tuple[list[Number], NumericPose]:
    """Return the sizes and the pose of a primitive, from size, pos and orientation or from its two ends."""
    need = SHAPES[kind].sizes
    sizes = reader.numbers(item, "size", 1, 3)
    ends = reader.numbers(item, "fromto", 6)
    if ends and kind == "sphere":
        reader.fail(f"{item.what} is a sphere with fromto", item.place("fromto"), "give its pos")
    if ends:
        need = 1
    if len(sizes) < need or any(x <= 0 for x in sizes[:need]):
        remedy = f"a {kind} needs {need} positive {'size' if need == 1 else 'sizes'}"
        reader.fail(f"size of {item.what} is {item.text('size')[:40]!r}", item.place("size"), remedy)
    if not ends:
        return sizes[:need], reader.pose(item)
    pose, half = pose_between_ends(reader, item)
    return ([sizes[0], half] if kind in ("capsule", "cylinder") else [sizes[0], sizes[0], half]), pose


def pose_between_ends(reader: MjcfReader, item: Item) -> tuple[NumericPose, Number]:
    """Return the pose of an element between two points (fromto), and half of its length."""
    ends = reader.numbers(item, "fromto", 6)
    a, b = Vec3(*ends[:3]), Vec3(*ends[3:])
    along = b - a
    z = reader.direction(along, item, "fromto")
    exact = next((abs(x) for x, k in zip(along, z, strict=True) if k in (1, -1)), None)
    half = (math.hypot(*along) if exact is None else exact) * Fraction(1, 2)
    return NumericPose(rotation_of_z_to(z), (a + b) * Fraction(1, 2)), half


# -- what the compiler of MuJoCo does to bodies -----------------------------------------------------------------------


def _apply_bounds(
    reader: MjcfReader, lumps: list[MassProperties], matter: InertiaElements, what: str
) -> list[MassProperties]:
    """Apply boundmass, boundinertia and balanceinertia."""
    s = reader.settings
    if not (s.boundmass > 0 or s.boundinertia > 0 or s.balanceinertia):
        return lumps
    lump = lumps[0] if len(lumps) == 1 else _merge_parts(lumps)
    lump = replace(lump, mass=max(lump.mass, s.boundmass))
    xx, xy, xz, yy, yz, zz = lump.moments
    if min(eigenvalues(*map(float, lump.moments))) < s.boundinertia:
        if any(abs(float(x)) > 1e-14 * float(xx + yy + zz) for x in (xy, xz, yz)):
            reader.fail(f"boundinertia changes the inertia of {what}", _inertia_element(matter),
                        "give its principal moments as diaginertia, and its axes")  # fmt: skip
        xx, yy, zz = (max(x, s.boundinertia) for x in (xx, yy, zz))
        lump = replace(lump, moments=[xx, 0, 0, yy, 0, zz])
    a, b, c = sorted(eigenvalues(*map(float, lump.moments)))
    if s.balanceinertia and a + b < c:
        mean = (xx + yy + zz) / 3
        lump = replace(lump, moments=[mean, 0, 0, mean, 0, mean])
    return [lump]


def _merge_parts(lumps: Sequence[MassProperties]) -> MassProperties:
    """Combine parts to one body, about its centre of mass."""
    mass = sum(lump.mass for lump in lumps)
    if not mass:
        return MassProperties(0, IDENTITY_POSE, [0] * 6)
    centre = Vec3(*(sum(lump.mass * p for lump, p in zip(lumps, column, strict=True)) / mass
                    for column in zip(*(lump.centre.P for lump in lumps))))  # fmt: skip
    seen = [list(lump.seen_from(NumericPose.at(-centre))) for lump in lumps]
    return MassProperties(mass, NumericPose.at(centre), [sum(column) for column in zip(*seen)][:6])


def _inertia_element(matter: InertiaElements) -> Element:
    """Return the element that defines the inertia of a body."""
    return (matter.inertial or matter.geoms[0])[0].element


__all__ = ["InertiaElements", "pose_between_ends", "read_mass_properties", "scale_masses"]
