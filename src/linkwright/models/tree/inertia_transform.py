"""Inertia of a body transformed to the parent's frame, by one elementary motion after the other.

The result equals that of `Inertia.carried`, with formulas as short as the book's (Khalil & Dombre, section 9.4): r, d
and b translate, theta, alpha and gamma rotate, and each step computes only the entries that it changes.
"""

from __future__ import annotations

from dataclasses import replace

from linkwright.robot import Joint
from linkwright.spatial import Axis, Inertia, Scalar, cos, sin


def transform_inertia(I: Inertia, joint: Joint, theta: Scalar, r: Scalar) -> Inertia:
    """Transform an inertia from the frame of a joint (at these theta and r) to the frame of the joint's parent."""
    I = turn_inertia(shift_inertia(I, "z", r), "z", theta)
    I = shift_inertia(turn_inertia(I, "x", joint.alpha), "x", joint.d)
    return turn_inertia(shift_inertia(I, "z", joint.b), "z", joint.gamma)


def shift_inertia(I: Inertia, axis: Axis, p: Scalar) -> Inertia:
    """Inertia of the body moved by p along an axis: Huygens-Steiner."""
    if p == 0:
        return I
    if axis == "z":
        more = p * (2 * I.MZ + I.M * p)
        return replace(I, XX=I.XX + more, YY=I.YY + more, XZ=I.XZ - p * I.MX, YZ=I.YZ - p * I.MY, MZ=I.MZ + I.M * p)
    more = p * (2 * I.MX + I.M * p)
    return replace(I, YY=I.YY + more, ZZ=I.ZZ + more, XY=I.XY - p * I.MY, XZ=I.XZ - p * I.MZ, MX=I.MX + I.M * p)


def turn_inertia(I: Inertia, axis: Axis, angle: Scalar) -> Inertia:
    """Inertia of the body rotated about an axis: R J R^T, R MS."""
    if angle == 0:
        return I
    s, c = sin(angle), cos(angle)
    if axis == "z":
        XX, XY, YY = _turn_in_plane(I.XX, I.XY, I.YY, s, c)
        XZ, YZ = c * I.XZ - s * I.YZ, s * I.XZ + c * I.YZ
        return replace(I, XX=XX, XY=XY, YY=YY, XZ=XZ, YZ=YZ, MX=c * I.MX - s * I.MY, MY=s * I.MX + c * I.MY)
    YY, YZ, ZZ = _turn_in_plane(I.YY, I.YZ, I.ZZ, s, c)
    XY, XZ = c * I.XY - s * I.XZ, s * I.XY + c * I.XZ
    return replace(I, YY=YY, YZ=YZ, ZZ=ZZ, XY=XY, XZ=XZ, MY=c * I.MY - s * I.MZ, MZ=s * I.MY + c * I.MZ)


def _turn_in_plane(a: Scalar, h: Scalar, b: Scalar, s: Scalar, c: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """Entries a', h', b' of the tensor [[a, h], [h, b]] rotated in its plane."""
    if a == b:  # only h makes a difference
        both = 2 * (s * c) * h
        return a - both, (c * c - s * s) * h, b + both
    cross = 2 * (s * c) * h
    return c * c * a + s * s * b - cross, s * c * (a - b) + (c * c - s * s) * h, s * s * a + c * c * b + cross
