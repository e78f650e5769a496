"""Vectors, rotations, transforms and inertias in three dimensions, generic in the scalar.

A scalar is anything with + - * (floats, Exprs, integers mixed with either). Rotations are products of elementary
rotations about coordinate axes, because two of these (4 x + 2 + each) cost less than a general matrix product, and a
quarter turn costs nothing.

Two thirds of all sums and products are with zeros. If these are plain integers (`unit_as_int`), `a and b and a * b` is
the product without an operation on Expr.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Scalar = Any  # a float, an int or an Expr
Axis = Literal["x", "z"]


def sin(x: Scalar) -> Scalar:
    return math.sin(x) if isinstance(x, int | float) else x.sin()


def cos(x: Scalar) -> Scalar:
    return math.cos(x) if isinstance(x, int | float) else x.cos()


def unit_as_int(x: Scalar) -> Scalar:
    """Return x, as a plain integer if it is 0, 1 or -1."""
    n = number_of(x)
    return n if type(n) is int and -1 <= n <= 1 else x


def number_of(x: Scalar) -> Scalar | None:
    """Value of x if it is a number; None for a formula."""
    return x if isinstance(x, int | float) else x.number


@dataclass(frozen=True, slots=True)
class Vec3:
    """Vector by its components."""

    x: Scalar
    y: Scalar
    z: Scalar

    @classmethod
    def plain(cls, values: Iterable[Scalar]) -> Vec3:
        return cls(*map(unit_as_int, values))

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.x, self.y, self.z))

    def __add__(self, o: Vec3) -> Vec3:
        a, b, c, x, y, z = self.x, self.y, self.z, o.x, o.y, o.z
        return Vec3(a + x if a and x else a or x, b + y if b and y else b or y, c + z if c and z else c or z)

    def __sub__(self, o: Vec3) -> Vec3:
        a, b, c, x, y, z = self.x, self.y, self.z, o.x, o.y, o.z
        return Vec3(a - x if a and x else a or -x, b - y if b and y else b or -y, c - z if c and z else c or -z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, k: Scalar) -> Vec3:
        x, y, z = self.x, self.y, self.z
        return Vec3(x and k and x * k, y and k and y * k, z and k and z * k)

    def dot(self, o: Vec3) -> Scalar:
        a, b, c, x, y, z = self.x, self.y, self.z, o.x, o.y, o.z
        p, q = a and x and a * x, b and y and b * y
        p = p + q if p and q else p or q
        q = c and z and c * z
        return p + q if p and q else p or q

    def cross(self, o: Vec3) -> Vec3:
        a, b, c, x, y, z = self.x, self.y, self.z, o.x, o.y, o.z
        p, q = b and z and b * z, c and y and c * y
        along_x = p - q if p and q else p or -q
        p, q = c and x and c * x, a and z and a * z
        along_y = p - q if p and q else p or -q
        p, q = a and y and a * y, b and x and b * x
        return Vec3(along_x, along_y, p - q if p and q else p or -q)


ZERO = Vec3(0, 0, 0)
Z = Vec3(0, 0, 1)


@dataclass(frozen=True, slots=True)
class Mat3:
    """3 x 3 matrix by its rows."""

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
        """Product with v, faster if v is along a coordinate axis."""
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
    """Skew-symmetric matrix of v x."""
    return Mat3.of([[0, -v.z, v.y], [v.z, 0, -v.x], [-v.y, v.x, 0]])


@dataclass(frozen=True, slots=True)
class Turn:
    """Rotation about a coordinate axis by its sine and cosine."""

    axis: Axis
    s: Scalar
    c: Scalar

    @classmethod
    def by(cls, axis: Axis, angle: Scalar) -> Turn:
        return cls(axis, unit_as_int(sin(angle)), unit_as_int(cos(angle)))

    def apply(self, v: Vec3) -> Vec3:
        if self.axis == "z":
            return Vec3(*self._turned(v.x, v.y), v.z)
        return Vec3(v.x, *self._turned(v.y, v.z))

    def undo(self, v: Vec3) -> Vec3:
        if self.axis == "z":
            return Vec3(*self._turned_back(v.x, v.y), v.z)
        return Vec3(v.x, *self._turned_back(v.y, v.z))

    def _turned(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        """Rotation in the plane: (c x - s y, s x + c y)."""
        s, c = self.s, self.c
        if not c:  # a quarter turn
            return -(y and s * y), x and s * x
        if not x:
            return -(y and s and s * y), y and c * y
        if not y:
            return c * x, s and s * x
        return (c * x - s * y, s * x + c * y) if s else (c * x, c * y)

    def _turned_back(self, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        """Inverse rotation in the plane: (c x + s y, c y - s x)."""
        s, c = self.s, self.c
        if not c:
            return y and s * y, -(x and s * x)
        if not x:
            return y and s and s * y, y and c * y
        if not y:
            return c * x, -(s and s * x)
        if not s:
            return c * x, c * y
        first, product = c * x + s * y, s * x
        return first, c * y - product


@dataclass(frozen=True, slots=True)
class Spin:
    """Any rotation, by its matrix and its unit quaternion (w, x, y, z); `of`: the given quaternion, of any length."""

    R: Mat3
    quaternion: tuple[Scalar, Scalar, Scalar, Scalar] = (1, 0, 0, 0)
    of: tuple[Scalar, ...] = ()

    def apply(self, v: Vec3) -> Vec3:
        return self.R @ v

    def undo(self, v: Vec3) -> Vec3:
        return self.R.T @ v


@dataclass(frozen=True, slots=True)
class Rotation:
    """Product of rotations, the first one outermost: R = turns[0] turns[1] ..."""

    turns: tuple[Turn | Spin, ...]

    @classmethod
    def about(cls, *steps: tuple[Axis, Scalar]) -> Rotation:
        """R = Rot(axis, angle) Rot(axis, angle) ...; successive angles about the same axis are added up."""
        merged: list[tuple[Axis, Scalar]] = []
        for axis, angle in steps:
            if merged and merged[-1][0] == axis:
                merged[-1] = (axis, merged[-1][1] + angle)
            elif not (isinstance(angle, int | float) and angle == 0) and angle != 0:
                merged.append((axis, angle))
        return cls(tuple(Turn.by(axis, angle) for axis, angle in merged))

    def then(self, more: Spin) -> Rotation:
        """R times another rotation, about moving axes."""
        return Rotation((*self.turns, more))

    def apply(self, v: Vec3) -> Vec3:
        """Return R v: from the child's frame to the parent's."""
        for turn in reversed(self.turns):
            v = turn.apply(v)
        return v

    def undo(self, v: Vec3) -> Vec3:
        """Return R^T v: from the parent's frame to the child's."""
        for turn in self.turns:
            v = turn.undo(v)
        return v

    def matrix(self) -> Mat3:
        columns = [list(self.apply(e)) for e in (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))]
        return Mat3.of(columns).T


@dataclass(frozen=True, slots=True)
class Transform:
    """Pose of a frame in another one: x -> R x + P."""

    R: Rotation
    P: Vec3

    @classmethod
    def khalil(cls, gamma: Scalar, b: Scalar, alpha: Scalar, d: Scalar, theta: Scalar, r: Scalar) -> Transform:
        """Rot(z,gamma) Trans(z,b) Rot(x,alpha) Trans(x,d) Rot(z,theta) Trans(z,r): Khalil & Kleinfinger 1986."""
        before = Rotation.about(("z", gamma), ("x", alpha))
        P = before.apply(Vec3(unit_as_int(d), 0, unit_as_int(r))) + Vec3(0, 0, unit_as_int(b))
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
        """Make it from mass, centre of mass and (Ixx, Ixy, Ixz, Iyy, Iyz, Izz) about it, all in this frame."""
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

    def to_parent(self, T: Transform) -> Inertia:
        """Inertia of the same body in the frame in which T is given: R J R^T, moved by P (Huygens-Steiner)."""
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
