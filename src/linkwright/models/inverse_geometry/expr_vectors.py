"""Vectors and poses of numbers or expressions, and functions of arrays that kernels call."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph

DIVISION_GUARD = 1e-30  # added to divisors, below any square that matters: lengths are near 1


def array_function(name: str, sizes: dict[str, int], made: Callable[..., Sequence[Any]]) -> Function:
    """Return the function of arrays (name, size) with one output array that `made` computes from expressions."""
    g = Graph()
    arrays = {s: [Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in sizes.items()}
    out = [e.id if isinstance(e, Expr) else g.const(float(e)) for e in made(*arrays.values())]
    ports = tuple(Port(s, (len(x),), tuple(e.id for e in x)) for s, x in arrays.items())
    return Function(name, g, ports, (Port("y", (len(out),), tuple(out)),))


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Scalar product."""
    return total(x * y for x, y in zip(a, b, strict=True))


def cross_product(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    """Vector product."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    return [x - y for x, y in zip(a, b, strict=True)]


def joint_displacement(turns: bool, h: Sequence[Any], c: Sequence[Any], cosine: Any, sine: Any, slide: Any) -> Any:
    """4 x 4 displacement of a joint with direction h and point c, for cosine and sine of its angle, or its slide."""
    if not turns:
        return [[*(1 if r == k else 0 for k in range(3)), slide * h[r]] for r in range(3)] + [[0, 0, 0, 1]]
    rest = 1 - cosine
    R = [[h[r] * h[k] * rest + (cosine if r == k else 0) for k in range(3)] for r in range(3)]
    for r, k, i, sign in ((0, 1, 2, -1), (0, 2, 1, 1), (1, 0, 2, 1), (1, 2, 0, -1), (2, 0, 1, -1), (2, 1, 0, 1)):
        R[r][k] = R[r][k] + sine * (sign * h[i])
    return [[*R[r], c[r] - dot(R[r], c)] for r in range(3)] + [[0, 0, 0, 1]]


def move_line(T: Any, l: Any, p: Any) -> tuple[list[Any], list[Any]]:
    """Direction l and point p of a line, moved by the pose T."""
    turned = [[sum(T[r][k] * v[k] for k in range(3)) for r in range(3)] for v in (l, p)]
    return turned[0], [turned[1][r] + T[r][3] for r in range(3)]


def pose_matrix(p: Sequence[Any]) -> list[list[Any]]:
    """The 4 x 4 pose of 12 numbers: R row by row, then P."""
    return [[*p[3 * r : 3 * r + 3], p[9 + r]] for r in range(3)] + [[0, 0, 0, 1]]


def multiply_poses(*factors: Any) -> Any:
    """Product of 4 x 4 poses."""
    T = factors[0]
    for F in factors[1:]:
        T = [[total(T[r][k] * F[k][c] for k in range(4)) for c in range(4)] for r in range(3)] + [[0, 0, 0, 1]]
    return T


def total(terms: Iterable[Any]) -> Any:
    """Sum of numbers or expressions."""
    found: Any = 0
    for t in terms:
        found = found + t
    return found


def invert_pose(T: Any) -> Any:
    """Inverse of a 4 x 4 pose."""
    R = [[T[c][r] for c in range(3)] for r in range(3)]
    return [[*R[r], -total(R[r][k] * T[k][3] for k in range(3))] for r in range(3)] + [[0, 0, 0, 1]]


def floats(v: Any) -> list[float]:
    """Entries of an array as Python floats."""
    return [float(x) for x in v]


@dataclass(frozen=True)
class JointAngle:
    """Angle of a joint by cosine c and sine s. `margin`: distance from a double or undetermined angle, as the square of
    a length of at most 1; `known`: value in rad, if it follows from another one; `off`: bound of its error where the
    axes deviate from their class."""

    c: Any
    s: Any
    margin: Any = None
    known: Any = None
    error: Any = 0.0

    @property
    def value(self) -> Any:
        """The angle, rad."""
        return self.s.atan2(self.c) if self.known is None else self.known

    @property
    def opposite(self) -> JointAngle:
        """The angle half a turn from this one."""
        q = self.value
        return JointAngle(-self.c, -self.s, self.margin, q.select(q - math.pi, q + math.pi), self.error)

    @property
    def mirrored(self) -> JointAngle:
        """The negative angle."""
        return JointAngle(self.c, -self.s, self.margin, -self.value, self.error)


@dataclass(frozen=True)
class CandidatePosture:
    """A candidate posture: for each joint the angle, or how far it slides; `margins`: besides those of the angles."""

    joint_values: tuple[Any, ...]
    margins: tuple[Any, ...] = ()

    @property
    def margin(self) -> Any:
        """The smallest margin."""
        own = [q.margin for q in self.joint_values if isinstance(q, JointAngle) and q.margin is not None]
        least, *others = [*own, *self.margins]
        for x in others:
            least = least.min(x)
        return least

    @property
    def positions(self) -> list[Any]:
        """Joint positions: rad, or units of the reach."""
        return [q.value if isinstance(q, JointAngle) else q for q in self.joint_values]

    @property
    def reversed(self) -> CandidatePosture:
        """The posture of the chain seen from its other end."""
        return CandidatePosture(self.joint_values[::-1], self.margins)


@dataclass(frozen=True)
class Axis:
    """A joint whose direction and point are numbers or expressions."""

    is_revolute: bool
    h: Sequence[Any]
    c: Sequence[Any]

    @property
    def flipped(self) -> Axis:
        """The joint with the opposite direction."""
        return Axis(self.is_revolute, [-x for x in self.h], self.c)


def plus(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    return [x + y for x, y in zip(a, b, strict=True)]


def scale_vector(v: Sequence[Any], x: Any) -> list[Any]:
    return [a * x for a in v]


def rotate_vector(s: Axis, q: JointAngle, v: Sequence[Any], sign: int = 1) -> list[Any]:
    """Rotate a vector about the direction of a joint by q, or back (sign = -1)."""
    sine = q.s * sign
    along = dot(s.h, v)
    return [q.c * x + sine * y + ((1 - q.c) * along) * z for x, y, z in zip(v, cross_product(s.h, v), s.h, strict=True)]


def move_point(s: Axis, q: JointAngle, p: Sequence[Any], sign: int = 1) -> list[Any]:
    """Move a point by a revolute joint, or back (sign = -1)."""
    return plus(s.c, rotate_vector(s, q, minus(p, s.c), sign))


def move_frame(
    s: Axis, q: Any, columns: Sequence[Sequence[Any]], p: Sequence[Any], sign: int = 1
) -> tuple[Any, list[Any]]:
    """Move directions and a point by a revolute or prismatic joint, or back (sign = -1)."""
    if not s.is_revolute:
        return columns, plus(p, scale_vector(s.h, q * sign))
    return [rotate_vector(s, q, v, sign) for v in columns], move_point(s, q, p, sign)


__all__ = [
    "DIVISION_GUARD",
    "Axis",
    "CandidatePosture",
    "JointAngle",
    "array_function",
    "cross_product",
    "dot",
    "floats",
    "invert_pose",
    "joint_displacement",
    "minus",
    "move_frame",
    "move_line",
    "move_point",
    "multiply_poses",
    "plus",
    "pose_matrix",
    "rotate_vector",
    "scale_vector",
    "total",
]  # fmt: skip
