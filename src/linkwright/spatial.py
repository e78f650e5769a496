"""Vectors, rotations, transforms and inertias in three dimensions, generic in the scalar.

A scalar is anything with + - * (floats, Exprs, integers mixed with either). Rotations are kept as products of turns
about coordinate axes, because turning a vector twice about an axis (4 x + 2 +, each) costs less than one general
matrix product, and a quarter turn costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from linkwright.records import dataclass

Scalar = Any  # a float, an int, an Expr: whatever the algorithm was given
Axis = Literal["x", "z"]


def sin(x: Scalar) -> Scalar:
    return math.sin(x) if isinstance(x, int | float) else x.sin()


def cos(x: Scalar) -> Scalar:
    return math.cos(x) if isinstance(x, int | float) else x.cos()


@dataclass(frozen=True, slots=True)
class Vec3:
    """A vector by its coordinates."""

    x: Scalar
    y: Scalar
    z: Scalar

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.x, self.y, self.z))

    def __add__(self, o: Vec3) -> Vec3:
        return Vec3(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o: Vec3) -> Vec3:
        return Vec3(self.x - o.x, self.y - o.y, self.z - o.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, k: Scalar) -> Vec3:
        return Vec3(self.x * k, self.y * k, self.z * k)

    def dot(self, o: Vec3) -> Scalar:
        return self.x * o.x + self.y * o.y + self.z * o.z

    def cross(self, o: Vec3) -> Vec3:
        return Vec3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)


ZERO = Vec3(0, 0, 0)
Z = Vec3(0, 0, 1)


@dataclass(frozen=True, slots=True)
class Mat3:
    """A matrix by its rows."""

    rows: tuple[Vec3, Vec3, Vec3]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Scalar]]) -> Mat3:
        a, b, c = (Vec3(*row) for row in rows)
        return cls((a, b, c))

    def __matmul__(self, v: Vec3) -> Vec3:
        a, b, c = self.rows
        return Vec3(a.dot(v), b.dot(v), c.dot(v))

    def __add__(self, o: Mat3) -> Mat3:
        return Mat3.of([list(a + b) for a, b in zip(self.rows, o.rows, strict=True)])

    @property
    def T(self) -> Mat3:
        a, b, c = self.rows
        return Mat3((Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z)))

    def along(self, v: Vec3) -> Vec3:
        """The same as the product with v, sooner where v is along an axis."""
        a, b, c = self.rows
        x, y, z = v.x, v.y, v.z
        if y == 0:
            if z == 0:
                return ZERO if x == 0 else Vec3(a.x * x, b.x * x, c.x * x)
            if x == 0:
                return Vec3(a.z * z, b.z * z, c.z * z)
        elif x == 0 and z == 0:
            return Vec3(a.y * y, b.y * y, c.y * y)
        return self @ v

    def times(self, o: Mat3) -> Mat3:
        columns = o.T.rows
        return Mat3.of([[row.dot(column) for column in columns] for row in self.rows])

    def __getitem__(self, key: tuple[int, int]) -> Scalar:
        row = self.rows[key[0]]
        return (row.x, row.y, row.z)[key[1]]


def skew(v: Vec3) -> Mat3:
    """The matrix of v x."""
    return Mat3.of([[0, -v.z, v.y], [v.z, 0, -v.x], [-v.y, v.x, 0]])


@dataclass(frozen=True, slots=True)
class Turn:
    """A rotation about a coordinate axis by its sine and cosine."""

    axis: Axis
    s: Scalar
    c: Scalar

    def apply(self, v: Vec3) -> Vec3:
        s, c = self.s, self.c
        if self.axis == "z":
            return Vec3(c * v.x - s * v.y, s * v.x + c * v.y, v.z)
        return Vec3(v.x, c * v.y - s * v.z, s * v.y + c * v.z)

    @property
    def back(self) -> Turn:
        return Turn(self.axis, -self.s, self.c)

    def undo(self, v: Vec3) -> Vec3:
        return self.back.apply(v)


@dataclass(frozen=True, slots=True)
class Spin:
    """Any rotation, by its matrix and its unit quaternion (w, x, y, z); `of`: the one, of any length, that gave it."""

    R: Mat3
    quaternion: tuple[Scalar, Scalar, Scalar, Scalar] = (1, 0, 0, 0)
    of: tuple[Scalar, ...] = ()

    def apply(self, v: Vec3) -> Vec3:
        return self.R @ v

    def undo(self, v: Vec3) -> Vec3:
        return self.R.T @ v


@dataclass(frozen=True, slots=True)
class Rotation:
    """A product of turns, the first one outermost: R = turns[0] turns[1] ..."""

    turns: tuple[Turn | Spin, ...]

    @classmethod
    def about(cls, *steps: tuple[Axis, Scalar]) -> Rotation:
        """R = Rot(axis, angle) Rot(axis, angle) ...; turns about the same axis are added up."""
        merged: list[tuple[Axis, Scalar]] = []
        for axis, angle in steps:
            if merged and merged[-1][0] == axis:
                merged[-1] = (axis, merged[-1][1] + angle)
            elif not (isinstance(angle, int | float) and angle == 0) and angle != 0:
                merged.append((axis, angle))
        return cls(tuple(Turn(axis, sin(angle), cos(angle)) for axis, angle in merged))

    def then(self, more: Spin) -> Rotation:
        """R, and then another rotation about axes that moved along."""
        return Rotation((*self.turns, more))

    def apply(self, v: Vec3) -> Vec3:
        """R v: from the child's frame to the parent's."""
        for turn in reversed(self.turns):
            v = turn.apply(v)
        return v

    def undo(self, v: Vec3) -> Vec3:
        """R^T v: from the parent's frame to the child's."""
        for turn in self.turns:
            v = turn.undo(v)
        return v

    def matrix(self) -> Mat3:
        columns = [list(self.apply(e)) for e in (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))]
        return Mat3.of(columns).T


@dataclass(frozen=True, slots=True)
class Transform:
    """A frame in another one: x -> R x + P."""

    R: Rotation
    P: Vec3

    @classmethod
    def khalil(cls, gamma: Scalar, b: Scalar, alpha: Scalar, d: Scalar, theta: Scalar, r: Scalar) -> Transform:
        """Rot(z,gamma) Trans(z,b) Rot(x,alpha) Trans(x,d) Rot(z,theta) Trans(z,r): Khalil & Kleinfinger 1986."""
        before = Rotation.about(("z", gamma), ("x", alpha))
        P = before.apply(Vec3(d, 0, r)) + Vec3(0, 0, b)
        return cls(Rotation.about(("z", gamma), ("x", alpha), ("z", theta)), P)

    def apply(self, v: Vec3) -> Vec3:
        return self.R.apply(v) + self.P


@dataclass(frozen=True, slots=True)
class Inertia:
    """The ten standard parameters of a body at the origin of a frame: J (about the origin), first moments, mass."""

    XX: Scalar
    XY: Scalar
    XZ: Scalar
    YY: Scalar
    YZ: Scalar
    ZZ: Scalar
    MX: Scalar
    MY: Scalar
    MZ: Scalar
    M: Scalar

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.XX, self.XY, self.XZ, self.YY, self.YZ, self.ZZ, self.MX, self.MY, self.MZ, self.M))

    @property
    def MS(self) -> Vec3:
        return Vec3(self.MX, self.MY, self.MZ)

    @property
    def J(self) -> Mat3:
        return Mat3.of([[self.XX, self.XY, self.XZ], [self.XY, self.YY, self.YZ], [self.XZ, self.YZ, self.ZZ]])

    @classmethod
    def of(cls, J: Mat3, MS: Vec3, M: Scalar) -> Inertia:
        return cls(J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], MS.x, MS.y, MS.z, M)

    @classmethod
    def at_centre_of_mass(cls, mass: Scalar, com: Vec3, I: Sequence[Scalar]) -> Inertia:
        """From the mass, the centre of mass and (Ixx, Ixy, Ixz, Iyy, Iyz, Izz) about it, all in this frame."""
        x, y, z = com
        xx, xy, xz, yy, yz, zz = I
        return cls(
            xx + mass * (y * y + z * z), xy - mass * x * y, xz - mass * x * z, yy + mass * (x * x + z * z),
            yz - mass * y * z, zz + mass * (x * x + y * y), mass * x, mass * y, mass * z, mass,
        )  # fmt: skip

    def __add__(self, o: Inertia) -> Inertia:
        return Inertia(*(a + b for a, b in zip(self, o, strict=True)))

    def __sub__(self, o: Inertia) -> Inertia:
        return Inertia(*(a - b for a, b in zip(self, o, strict=True)))

    def carried(self, T: Transform) -> Inertia:
        """The same body seen from the frame in which T is: R J R^T, moved by P (generalised Huygens-Steiner)."""
        R, P = T.R.matrix(), T.P
        J = R.times(self.J).times(R.T)
        h = R @ self.MS
        ms = h + P * self.M
        dot = 2 * P.dot(h) + self.M * P.dot(P)
        p, k = (P.x, P.y, P.z), (h.x, h.y, h.z)

        def entry(i: int, j: int) -> Scalar:
            moved = J[i, j] - (p[i] * k[j] + k[i] * p[j]) - self.M * (p[i] * p[j])
            return moved + dot if i == j else moved

        moved_J = [[entry(min(i, j), max(i, j)) for j in range(3)] for i in range(3)]
        return Inertia.of(Mat3.of(moved_J), ms, self.M)
