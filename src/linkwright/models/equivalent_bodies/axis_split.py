"""Split of an inertia along the axis of its revolute joint: a point mass, an axial second moment, and the remainder.

Mass on the axis of joint j may belong to link j or to its parent; equivalent sets of base parameters differ by it
(`parameters.equivalent_base_sets`). The tables of a robot hold the inertia as a whole; its parts are recognized by the
symbols of their own:

    foot   a mass m where the axis meets the common normal: MZ = -r m, and m is a term of M and r^2 m of XX and YY
    rod    the second moment k along the axis: XX = A + k, YY = B + k, ZZ = A + B
    flat   the remainder, if its mass lies in the plane z = 0: XX = A, YY = B, ZZ = A + B
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from linkwright.expr import Expr, Number
from linkwright.robot import Joint
from linkwright.spatial import Inertia, Scalar


@dataclass(frozen=True)
class AxisSplit:
    """Parts of a body: mass at the foot of its joint axis, second moment along the axis, and the remainder."""

    foot_mass: Scalar
    axial_second_moment: Scalar
    remainder: Inertia

    @property
    def is_bare(self) -> bool:
        """Whether mass and axial second moment are zero."""
        return bool(self.foot_mass == 0 and self.axial_second_moment == 0)

    @property
    def is_planar(self) -> bool:
        """Whether the remainder has second moments, and none along the axis for all values of its symbols."""
        I = self.remainder
        return isinstance(I.ZZ, Expr) and bool(I.ZZ.symbols) and _axial_moment_terms(I) == {}


def split_along_axis(joint: Joint, I: Inertia) -> AxisSplit:
    """Split the inertia of a link, in the frame of its joint. If there is nothing to split, no nodes are added."""
    if joint.kind != "revolute":
        return AxisSplit(0, 0, I)
    foot = _find_foot_mass(joint, I)
    if foot != 0:
        more = joint.r * joint.r * foot
        I = replace(
            I, XX=_subtract_terms(I.XX, more), YY=_subtract_terms(I.YY, more), MZ=I.MZ * 0, M=_subtract_terms(I.M, foot)
        )
    moment = _axial_moment_terms(I)
    if len(moment) != 1 or set(moment.values()) != {2}:
        return AxisSplit(foot, 0, I)
    rod = Expr(I.ZZ.graph, next(iter(moment)))
    if rod.name is None:
        return AxisSplit(foot, 0, I)
    return AxisSplit(foot, rod, replace(I, XX=_subtract_terms(I.XX, rod), YY=_subtract_terms(I.YY, rod)))


def _find_foot_mass(joint: Joint, I: Inertia) -> Scalar:
    """Symbol among the terms of M that, as a mass at the foot, explains the whole MZ; 0 if there is none."""
    if joint.r.is_zero or not isinstance(I.MZ, Expr) or not isinstance(I.M, Expr):
        return 0
    names = I.MZ.symbols
    for i in I.M.graph.linear(I.M.id)[0]:
        m = Expr(I.M.graph, i)
        if m.name and m.name in names and _subtract_terms(I.MZ, -(joint.r * m)) == 0:
            return m
    return 0


def _axial_moment_terms(I: Inertia) -> dict[int, Number]:
    """2 K_zz = XX + YY - ZZ as sum of number * node, by node; the constant term has the key -1."""
    found: dict[int, Number] = {}
    for x, sign in ((I.XX, 1), (I.YY, 1), (I.ZZ, -1)):
        terms, number = x.graph.linear(x.id) if isinstance(x, Expr) else ({}, x)
        for i, factor in (*terms.items(), (-1, number)):
            found[i] = found.get(i, 0) + sign * factor
    return {i: factor for i, factor in found.items() if factor != 0}


def _subtract_terms(a: Scalar, b: Scalar) -> Scalar:
    """a - b with common terms cancelled."""
    whole = a - b
    if not isinstance(whole, Expr):
        return whole
    g = whole.graph
    terms, number = g.linear(whole.id)
    total = Expr(g, g.const(number))
    for i in sorted(terms):
        total = total + Expr(g, i) * terms[i]
    return total


__all__ = ["AxisSplit", "split_along_axis"]
