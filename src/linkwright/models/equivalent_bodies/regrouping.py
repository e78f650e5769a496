"""Point masses on joint axes instead of first moments, and regrouping of bodies: equivalent bodies, same efforts.

Mass on the axis of a revolute joint j may belong to link j or to its parent i: a mass m at O_j may be moved from link i
to link j. With P the position of O_j in frame i, m = MX / P_x makes MX of link i zero, m = MY / P_y makes MY zero:
this saves ten operations of a call, for the six of M vd. Inertia of link i that acts like its parent's is regrouped
(Khalil & Dombre, section 9.4), so that no M, MZ and YY are left on a link that turns. The sums are computed in the
set-up, at no cost if lengths and inertias are numbers. It divides by lengths, which must not be tiny.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import chain

from linkwright.models.tree.inertia_transform import transform_inertia
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import GEOMETRY
from linkwright.spatial import Inertia, Scalar, number_of

NEGLIGIBLE_RATIO = 0.01  # fraction of the largest length (or mass) below which no division is done
ROUNDING_RATIO = 1e-15  # fraction of the largest term below which a sum is zero
AXES = ("x", "y")


def is_numeric(robot: Robot) -> bool:
    """Whether lengths and inertias of the robot are numbers, so that equivalent bodies cost nothing."""
    values = (x for joint in robot.joints for x in (*joint.body.inertia, *(getattr(joint, name) for name in GEOMETRY)))
    return not any(x.symbols for x in chain(robot.base.body.inertia, values))


def is_regrouped(robot: Robot) -> bool:
    """Whether no inertia acts like the parent's any more, as in base parameters."""
    return all(x == 0 for joint in robot.joints for x in _regroupable_part(joint, joint.body.inertia))


def joints_for_point_masses(robot: Robot) -> list[int]:
    """Joints at whose origins masses may replace first moments of their parents; none unless `is_numeric`."""
    if not is_numeric(robot):
        return []
    least = NEGLIGIBLE_RATIO * largest_length(robot)
    turning = [j for j, joint in enumerate(robot.joints, 1) if joint.kind == "revolute" and joint.parent]
    return [j for j in turning if max(_joint_distances(robot.joint(j)).values()) > least]


def largest_length(robot: Robot) -> float:
    """Largest of the lengths in the tables that are numbers, m."""
    lengths = (x.number for joint in robot.joints for x in (joint.d, joint.r, joint.b))
    return max((abs(float(x)) for x in lengths if x is not None), default=0.0)


def _joint_distances(joint: Joint) -> dict[str, float]:
    """Distances of a joint from its parent's origin along x and y of the parent, m; zero if not a number."""
    P = joint.transform().P
    numbers = {axis: number_of(x) for axis, x in zip(AXES, P, strict=False)}
    return {axis: 0.0 if x is None else abs(float(x)) for axis, x in numbers.items()}


def with_point_masses(robot: Robot, joints: Collection[int]) -> Robot:
    """View of the robot with point masses at these joints, and with bodies regrouped from the tips to the base."""
    inertias = [robot.base.body.inertia, *(joint.body.inertia for joint in robot.joints)]
    joints = set(joints_for_point_masses(robot)).intersection(joints) if joints else ()
    for i in range(len(robot), 0, -1):
        for j in robot.children(i):
            if j in joints:
                m, at = _point_mass(robot.joint(j), inertias[i])
                inertias[i] = _add_inertia(inertias[i], Inertia(*(-x for x in at)), robot.joint(j))
                inertias[j] = replace(inertias[j], M=inertias[j].M + m)
        joint = robot.joint(i)
        piece = _regroupable_part(joint, inertias[i])
        if all(x == 0 for x in piece):
            continue
        inertias[i] = inertias[i] - piece
        theta, r = (0, joint.r) if joint.kind == "revolute" else (joint.theta, joint.r)
        inertias[joint.parent] = _add_inertia(inertias[joint.parent], transform_inertia(piece, joint, theta, r), joint)
    bodies = (joint.body.with_inertia(I) for joint, I in zip(robot.joints, inertias[1:], strict=True))
    links = tuple(replace(joint, body=body) for joint, body in zip(robot.joints, bodies, strict=True))
    base = replace(robot.base, body=robot.base.body.with_inertia(inertias[0]))
    return robot.in_graph(robot.graph, joints=links, base=base)


def _add_inertia(I: Inertia, piece: Inertia, joint: Joint) -> Inertia:
    """Sum of an inertia and one that was transformed over a joint; sums within rounding errors of zero are zero."""
    if any(x.number is None for x in (*I, *piece)):
        return I + piece
    far = sum(abs(float(x.number or 0)) for x in (joint.d, joint.r, joint.b))
    m = abs(float(piece.M.number))
    entries = []
    for k, (a, b) in enumerate(zip(I, piece, strict=True)):
        terms = (abs(a.number), abs(b.number), m * far * far if k < 6 else m * far if k < 9 else m)
        entries.append(a + b if abs(a.number + b.number) > ROUNDING_RATIO * max(terms) else a * 0)
    return Inertia(*entries)


def _point_mass(joint: Joint, I: Inertia) -> tuple[Scalar, Inertia]:
    """Mass at the origin of a joint that replaces a first moment of its parent, and its inertia in that frame."""
    sizes = _joint_distances(joint)
    axis = max(AXES, key=lambda axis: sizes[axis])
    m = getattr(I.MS, axis) / getattr(joint.transform().P, axis)
    return m, transform_inertia(_inertia_with(I, M=m), joint, 0, joint.r)


def _regroupable_part(joint: Joint, I: Inertia) -> Inertia:
    """Part of an inertia that acts like the parent's."""
    if joint.kind == "revolute":
        return _inertia_with(I, XX=I.YY, YY=I.YY, MZ=I.MZ, M=I.M)
    if joint.kind == "prismatic":
        return _inertia_with(I, XX=I.XX, XY=I.XY, XZ=I.XZ, YY=I.YY, YZ=I.YZ, ZZ=I.ZZ)
    return I if joint.kind == "fixed" else _inertia_with(I)


def _inertia_with(I: Inertia, **entries: Scalar) -> Inertia:
    """Inertia with these entries, and zero for the others."""
    zero = I.M * 0
    names = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
    return Inertia(*(entries.get(name, zero) for name in names))


__all__ = [
    "NEGLIGIBLE_RATIO",
    "is_numeric",
    "is_regrouped",
    "joints_for_point_masses",
    "largest_length",
    "with_point_masses",
]
