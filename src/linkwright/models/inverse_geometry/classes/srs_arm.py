"""SRS arms: seven joints of which the first three meet in the shoulder s, and the last three in the wrist w.

The distance from s to w gives the elbow joint, q4. The arm can then rotate about the line from s to w: by the arm angle
psi, counted about the direction from s to w, from the direction of the first axis to the elbow (the point of axis 4
nearest to s), both projected orthogonally to that line: at psi = 0 the elbow is as far up the first axis as it can be.
With u, d(psi), u x d in space and u4, d4, u4 x d4 in link 3,

    R03 = [u d u x d] [u4 d4 u4 x d4]^T        d = r cos psi + (u x r) sin psi, r: the first axis across u

and the first three joints follow from R03, the last three from the remaining rotation, two solutions each.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.errors import RobotError
from linkwright.expr.function import Function
from linkwright.models.framework.frame_options import frame_label
from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew, ScrewChain, chain_of
from linkwright.models.inverse_geometry.classes.classify import CLASS_TOLERANCE, MIN_DIVISOR, meeting_point
from linkwright.models.inverse_geometry.classes.spherical_wrist import Wrist, rotate_by_unknown, solve_cos_sin
from linkwright.models.inverse_geometry.classes.trig_polynomial import linear_dot
from linkwright.models.inverse_geometry.expr_vectors import (
    Axis,
    JointAngle,
    array_function,
    cross_product,
    dot,
    floats,
    minus,
    move_line,
    move_point,
    pose_matrix,
    rotate_vector,
    scale_vector,
    total,
)
from linkwright.robot import Robot

SRS_POSTURES = 8  # elbow, shoulder and wrist, two solutions each
SRS_BRANCH_NAMES = ("elbow", "shoulder", "wrist")


@dataclass(frozen=True)
class SrsArm:
    """A chain with a spherical shoulder and a spherical wrist."""

    chain: ScrewChain
    s: Array
    w: Array
    deviation: float  # of the reach: largest distance of the axes from s and w

    @property
    def screws(self) -> tuple[JointScrew, ...]:
        """The seven screws, scaled by the reach."""
        return self.chain.scaled

    @cached_property
    def axes(self) -> list[Axis]:
        """The seven axes, for formulas."""
        return [Axis(True, floats(x.h), floats(x.c)) for x in self.screws]

    @property
    def elbow(self) -> list[float]:
        """Vector from s to the nearest point of axis 4, at q = 0."""
        return floats(self.screws[3].foot(self.s) - self.s)

    def candidates(self) -> Function:
        """Function of the pose and cosine and sine of psi: eight rows of seven positions, NaN out of reach."""
        return array_function("arm_angle", {"p": 14}, lambda p: [x for row in self.rows(p) for x in row])

    def rows(self, p: Sequence[Any]) -> list[list[Any]]:
        """Candidates for p: pose, cosine and sine of psi. The elbow varies slowest, the wrist fastest."""
        G, d = pose_matrix(p[:12]), self._line(p)
        found = []
        for q4 in self._elbows(d):
            shoulder = self._shoulder(q4, d, *p[12:])
            left = [
                rotate_vector(self.axes[3], q4, v, -1)
                for v in _transposed_product(shoulder, [row[:3] for row in G[:3]])
            ]
            A, B, C, _, I, J, K = self.axes
            for first in Wrist(A, B, C, _orthogonal_vector(self.screws[2].h), False).solve_rotation(shoulder):
                for last in Wrist(I, J, K, _orthogonal_vector(self.screws[6].h), False).solve_rotation(
                    _matrix_of_columns(left)
                ):
                    found.append([q.value for q in (*first, q4, *last)])
        return found

    def missed(self, p: Sequence[Any], q: Sequence[Any]) -> Any:
        """Distance of the elbow of a posture from the plane of the arm angle."""
        u, r = _orthonormal_pair(self._line(p), self.axes[0].h)
        point: list[Any] = [*self.elbow]
        for s, x in reversed([*zip(self.axes[:3], q, strict=False)]):
            point = rotate_vector(s, JointAngle(x.cos(), x.sin()), point)
        return dot(point, cross_product(u, r)) * p[12] - dot(point, r) * p[13]

    def _line(self, p: Sequence[Any]) -> list[Any]:
        """Vector from the shoulder to the wrist at the pose."""
        return minus(move_line(pose_matrix(p[:12]), [0, 0, 0], floats(self.w))[1], floats(self.s))

    def _elbows(self, d: Sequence[Any]) -> tuple[JointAngle, JointAngle]:
        """Two solutions of |E_4 w - s| = |d| (law of cosines). They stay two even if they differ by rounding alone: in
        a straight arm the arm angle is undefined."""
        four = self.axes[3]
        arm, off = minus(floats(self.w), four.c), minus(four.c, floats(self.s))
        part = linear_dot(rotate_by_unknown(four, arm), off)
        known = (dot(d, d) - dot(arm, arm) - dot(off, off)) * 0.5
        k, longest = known - part.k, (part.c**2 + part.s**2) ** 0.5
        return solve_cos_sin(part.c, part.s, k, under=(longest - k) * (longest + k))

    def _shoulder(self, q4: JointAngle, d: Sequence[Any], c: Any, s: Any) -> list[list[Any]]:
        """Rotation R03 of link 3 at the arm angle with cosine c and sine s."""
        u, r = _orthonormal_pair(d, self.axes[0].h)
        side = cross_product(u, r)
        out = [a * c + b * s for a, b in zip(r, side, strict=True)]
        inner = minus(move_point(self.axes[3], q4, floats(self.w)), floats(self.s))
        u4, d4 = _orthonormal_pair(inner, self.elbow)
        pairs = ((u, u4), (out, d4), (cross_product(u, out), cross_product(u4, d4)))
        return [[total(x[i] * y[j] for x, y in pairs) for j in range(3)] for i in range(3)]


def recognize_srs_arm(chain: ScrewChain, tolerance: float) -> SrsArm | None:
    """Shoulder, elbow and wrist of a chain of seven revolute joints; None if it is no SRS arm."""
    screws = chain.scaled
    if len(screws) != 7 or not all(x.is_revolute for x in screws):
        return None
    one, two = (meeting_point(some, tolerance) for some in (screws[:3], screws[4:]))
    if not one or not two:
        return None
    (s, off), (w, other) = one, two
    found = SrsArm(chain, s, w, max(off, other))
    four = screws[3]
    clear = min(float(np.linalg.norm(four.foot(x) - x)) for x in (s, w))
    pairs = [(a, b) for some in (screws[:3], screws[4:]) for a, b in itertools.pairwise(some)]
    clear = min(clear, *(float(np.linalg.norm(np.cross(a.h, b.h))) for a, b in pairs))
    return found if clear > MIN_DIVISOR else None


def srs_arm_of(robot: Robot, frame: int) -> SrsArm:
    """Shoulder, elbow and wrist of the chain to a frame; a RobotError if it is no SRS arm."""
    chain = chain_of(robot, frame)
    arm = recognize_srs_arm(chain, CLASS_TOLERANCE)
    if arm is None:
        raise RobotError(f"{robot.name}: an arm angle needs seven revolute joints to frame "
                         f"{frame_label(robot, frame)}, of which the first three meet in a point and the last three in "
                         "another",
                         remedy="redundancy=joint")  # fmt: skip
    return arm


def _orthonormal_pair(d: Sequence[Any], other: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The unit vector along d, and the unit vector of the component of `other` orthogonal to it."""
    u = _unit_vector(d)
    return u, _unit_vector(minus(other, scale_vector(u, dot(u, other))))


def _unit_vector(v: Sequence[Any]) -> list[Any]:
    """The unit vector along v."""
    size = dot(v, v)
    return scale_vector(v, 1 / size.sqrt())


def _orthogonal_vector(h: Array) -> list[float]:
    """A unit vector orthogonal to h."""
    m = np.cross(h, np.eye(3)[int(np.argmin(np.abs(h)))])
    return floats(m / np.linalg.norm(m))


def _transposed_product(A: Sequence[Sequence[Any]], B: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The columns of A^T B."""
    return [[total(A[k][i] * B[k][j] for k in range(3)) for i in range(3)] for j in range(3)]


def _matrix_of_columns(columns: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The matrix with these columns."""
    return [[columns[c][r] for c in range(3)] for r in range(3)]


__all__ = ["SRS_BRANCH_NAMES", "SRS_POSTURES", "SrsArm", "recognize_srs_arm", "srs_arm_of"]
