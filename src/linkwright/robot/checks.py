"""Physical consistency of bodies: mass, centre of mass and inertia of a real distribution of mass.

A wrong sign or a wrong unit in a file still gives equations; only physics reveals it. For a body of positive mass the
moments about the centre of mass must satisfy the triangle inequality, i.e. the density-weighted covariance
tr(I)/2 1 - I is positive semidefinite (Wensing, Kim & Slotine, IEEE RA-L 2018); that includes I itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.expr import value_of
from linkwright.robot.robot import INERTIA, Body, Robot

TOLERANCE = 1e-6  # relative to the trace: files round their numbers


def body_problems(numbers: Sequence[float]) -> list[str]:
    """Return the violations of physics in XX XY XZ YY YZ ZZ (about the origin) MX MY MZ M."""
    xx, xy, xz, yy, yz, zz, mx, my, mz, m = numbers
    if m < 0:
        return [f"mass {m:g} is negative"]
    size = max(abs(v) for v in (xx, xy, xz, yy, yz, zz))
    if m == 0:
        if mx or my or mz:
            return ["first moments without mass"]
        if size > 0 and any(v < -TOLERANCE * size for v in eigenvalues(xx, xy, xz, yy, yz, zz)):
            return ["inertia has a negative principal moment"]
        return ["moments of inertia without mass"] if size > 0 else []
    x, y, z = mx / m, my / m, mz / m
    scale = m * (x * x + y * y + z * z)  # the subtracted part: its rounding is not the file's error
    a, b, c = sorted(
        eigenvalues(
            xx - m * (y * y + z * z), xy + m * x * y, xz + m * x * z, yy - m * (x * x + z * z), yz + m * y * z,
            zz - m * (x * x + y * y),
        )
    )  # fmt: skip
    slack = TOLERANCE * (abs(a) + abs(b) + abs(c)) + 1e-12 * scale
    if a < -slack:
        return [f"inertia about the centre of mass has a negative principal moment ({a:.3g})"]
    if a + b < c - slack:
        shown = ", ".join(f"{0.0 if abs(v) < 1e-9 * c else v:.3g}" for v in (a, b, c))
        return [f"principal moments {shown} break the triangle inequality"]
    return []


def eigenvalues(xx: float, xy: float, xz: float, yy: float, yz: float, zz: float) -> tuple[float, float, float]:
    """Eigenvalues of a symmetric 3x3 matrix, by the trigonometric solution of the cubic (Smith, CACM 4(4), 1961)."""
    off = xy * xy + xz * xz + yz * yz
    if off == 0:
        return xx, yy, zz
    mean = (xx + yy + zz) / 3
    a, b, c = xx - mean, yy - mean, zz - mean
    spread = math.sqrt((a * a + b * b + c * c + 2 * off) / 6)
    if spread == 0:  # underflow
        return mean, mean, mean
    a, b, c, d, e, f = a / spread, b / spread, c / spread, xy / spread, xz / spread, yz / spread
    det = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)
    phi = math.acos(max(-1.0, min(1.0, det / 2))) / 3
    largest = mean + 2 * spread * math.cos(phi)
    least = mean + 2 * spread * math.cos(phi + 2 * math.pi / 3)
    return largest, 3 * mean - largest - least, least


def _inertial_numbers(body: Body) -> list[float] | None:
    """Return the ten parameters if all are plain numbers, else None."""
    values = []
    for name in INERTIA:
        value = getattr(body, name)
        if value.symbols:
            return None
        try:
            values.append(value_of(value))
        except (ArithmeticError, ValueError):
            return None
    return values


def physics_warnings(robot: Robot) -> list[str]:
    """Return warnings of links with physically impossible numbers, by joint, and of wheels without a mobile base."""
    found = []
    if robot.wheels and robot.base.kind != "mobile":
        found.append(f"wheels need a mobile base, and this one is {robot.base.kind}")
    bodies = [("the base", robot.base.body), *((f"the link of {j.name}", j.body) for j in robot.joints)]
    for name, body in bodies:
        numbers = _inertial_numbers(body)
        if numbers is not None:
            found += [f"{name}: {problem}" for problem in body_problems(numbers)]
    return found


__all__ = ["body_problems", "eigenvalues", "physics_warnings"]
