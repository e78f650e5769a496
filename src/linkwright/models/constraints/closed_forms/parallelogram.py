"""Parallelograms: planar cycles whose headings are sums of known angles, so that positions are linear.

The step that closes the triangle of a dyad is a sum of rotating vectors of constant lengths. If there are two of them,
as long as the two sides, then each side always equals one: the opposite one in a parallelogram, the next one in a kite
that is folded onto itself (a rhombus can do both). Mirrored at the diagonal these are the crossed parallelogram and the
kite, which are not linear but need no root. One side and one vector of the same length are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.expr import Expr
from linkwright.models.constraints.closed_forms.angle_pairs import (
    Pair,
    RootSigns,
    collect_like_terms,
    project_along_z,
    varies,
)
from linkwright.models.constraints.closed_forms.cycles import Piece
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, ExactRobot
from linkwright.models.tree.frame_chains import FrameChain
from linkwright.spatial import Scalar, Vec3, Z, cos, sin

TurnedVectors = tuple[tuple[Scalar, Pair], ...]


@dataclass(frozen=True)
class ParallelAxes:
    """Angle from an axis to a parallel one (flip 1) or an antiparallel one (-1), seen along the first."""

    flip: int
    angle: Scalar


def find_parallel_axis(chain: FrameChain, reading: ExactRobot) -> ParallelAxes | None:
    """Sign and angle of a chain between parallel z axes; None: they are not parallel.

    The angle is a sum of joint angles if all rotations are about these axes.
    """
    z = chain.rotate(Z)
    flip = reading.sign(z.z) if reading.zero(z.x, z.y) else 0
    if not flip:
        return None
    total: Scalar = 0
    way = 1
    for block in chain.blocks:
        if block.axis == "z":
            total = total + block.angle * way
        elif block.axis == "x" and block.is_half_turn:
            way = -way
        else:
            return ParallelAxes(flip, angle_between(Pair(1, 0), project_along_z(chain.rotate(Vec3(1, 0, 0))), reading))
    return ParallelAxes(flip, total)


def angle_between(v: Pair, w: Pair, reading: ExactRobot) -> Scalar:
    """Angle from v to w, two vectors of the same length; a multiple of pi/2 where it is one identically."""
    quarter = Expr(reading.graph, reading.graph.pi()) / 2
    for turns, image in ((0, v), (2, -v), (1, Pair(-v.y, v.x)), (-1, Pair(v.y, -v.x))):
        if reading.zero(w.x - image.x, w.y - image.y):
            return quarter * turns
    return RootSigns(reading.graph).between(v, w)


@dataclass(frozen=True)
class PlanarLayout:
    """Pieces between parallel axes as motion of the plane: the shift as a sum of rotated vectors, and the angle."""

    terms: TurnedVectors
    angle: Scalar


def lay_out_pieces(pieces: Sequence[Piece], flip: int, to_point: bool, reading: ExactRobot) -> PlanarLayout | None:
    """Lay out pieces in the plane normal to an axis with this sign; None if they turn about other axes, too.

    `to_point`: they end in a point, where axes do not matter.
    """
    found: list[tuple[Scalar, Pair]] = []
    total: Scalar = 0
    for k, (chain, turn) in enumerate(pieces):
        shift = chain.apply()
        found.append((total, Pair(shift.x, shift.y * flip)))
        if to_point and k == len(pieces) - 1:
            break
        axes = find_parallel_axis(chain, reading)
        if axes is None:
            return None
        total = total + axes.angle * flip
        flip *= axes.flip
        total = total + turn * flip
    return PlanarLayout(tuple(found), total)


@dataclass(frozen=True)
class Headings:
    """Headings of all steps of a cycle but the last one, rad."""

    method: str
    angles: Sequence[Scalar]


def match_parallelogram(
    steps: Sequence[tuple[Pair, TurnedVectors | None]], name: str, attempt: CycleProblem
) -> Headings | None:
    """Headings of all steps but the last one, if each of them is the negative of a term of the last one; else None.

    `name` is that of the choice between the two solutions: parallelogram or crossed, kite or folded.
    """
    *sides, (closing, terms) = steps
    zero = attempt.reading.zero
    if terms is None:
        return None
    groups = tuple((angle, w) for angle, w in _group_fixed_vectors(terms) if not zero(w.x, w.y))
    if len(groups) != len(sides):
        return None
    straight, folded = (_headings_along(order, [v for v, _ in sides], attempt) for order in (groups, groups[::-1]))
    if len(sides) == 1:
        return Headings("linear", straight) if straight else None
    linear = straight or folded
    if linear is None:
        return None
    mirrored = _mirror_headings(linear[0], closing, sides[0][0], sides[1][0], attempt.choices)
    first, second = straight or mirrored, folded or mirrored
    chosen = attempt.choices.either(first, second, name)
    return Headings("linear" if chosen != mirrored else "kite" if folded else "crossed parallelogram", chosen)


def _headings_along(terms: TurnedVectors, sides: Sequence[Pair], attempt: CycleProblem) -> list[Scalar] | None:
    """Headings of sides that are the negatives of these terms; None if lengths differ."""
    pairs = list(zip(terms, sides, strict=True))
    if not all(attempt.reading.zero(w.square - v.square) for (_, w), v in pairs):
        return None
    return [angle + angle_between(v, -w, attempt.reading) for (angle, w), v in pairs]


def _group_fixed_vectors(terms: TurnedVectors) -> TurnedVectors:
    """Add vectors that have a constant angle to each other."""
    groups: list[tuple[Scalar, Pair]] = []
    for angle, w in terms:
        for k, (other, sum_of) in enumerate(groups):
            apart = collect_like_terms(angle - other)
            if not varies(apart):
                groups[k] = (other, sum_of + w * Pair(cos(apart), sin(apart)))
                break
        else:
            groups.append((angle, w))
    return tuple(groups)


def _mirror_headings(heading: Scalar, closing: Pair, one: Pair, two: Pair, choices: RootSigns) -> list[Scalar]:
    """Headings of the mirror image at the diagonal, from the heading of the first side."""
    side = (Pair(cos(heading), sin(heading)) * one).conjugate * closing
    mirrored = (side * closing).over(closing.square)
    return [choices.angle(mirrored.divided(one)), choices.angle((-(closing + mirrored)).divided(two))]


__all__ = [
    "Headings",
    "PlanarLayout",
    "TurnedVectors",
    "angle_between",
    "find_parallel_axis",
    "lay_out_pieces",
    "match_parallelogram",
]
