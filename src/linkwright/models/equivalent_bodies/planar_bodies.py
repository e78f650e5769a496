"""Planar bodies: equivalent links whose mass lies in the plane z = 0 (ZZ = XX + YY).

The second moment along the axis of a revolute joint may belong to the link before the joint or to the one behind it: no
effort changes (base parameters use this to drop YY; Khalil & Dombre (2002), section 9.4.2). Shifting it to the parent,
so that ZZ = XX + YY on the link, saves operations at every call: with the second moments K = tr(J)/2 - J the moment is
the axial vector of U K - (U K)^T, and K_zz = 0 (`flat_moment`). The new parameters cost operations in the set-up, and
nothing if they are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from linkwright.models.tree.link_steps import LinkStep, count_components
from linkwright.models.tree.twists_wrenches import base_inertia
from linkwright.robot import Robot
from linkwright.spatial import Inertia, Mat3, Scalar, Z, number_of


def planar_body_candidates(robot: Robot, steps: Sequence[LinkStep]) -> list[int]:
    """Links of revolute joints whose axial second moment can be shifted to the parent at little cost: links that turn
    about more than one axis, on parents that turn (and need not be planar themselves)."""
    floats = bool(robot.freedoms(0))
    single = [not floats]  # links that turn about one axis at most: only ZZ matters, no axial second moment
    turning = [floats]
    flat: list[int] = []
    for j, step in enumerate(steps, 1):
        i, revolute = step.joint.parent, step.joint.kind == "revolute"
        ball = step.joint.kind == "ball"
        single.append(single[i] and not ball and (not turning[i] or not revolute or step.is_parallel))
        turning.append(turning[i] or revolute or ball)
        taken = not i or steps[i - 1].joint.kind == "revolute"
        if revolute and not single[j] and taken and _is_cheap(step):
            flat.append(j)
    return flat


def axial_second_moment(step: LinkStep) -> Scalar:
    """Axial second moment K_zz of a link, kg m^2."""
    I = step.body.inertia
    return (I.XX + I.YY - I.ZZ) / 2


def _is_cheap(step: LinkStep) -> bool:
    """Whether the joint axis is a coordinate axis of the parent, or axis and axial second moment are numbers."""
    z = step.tilt.apply(Z)
    return count_components(z) == 1 or all(number_of(x) is not None for x in (*z, axial_second_moment(step)))


def shift_axial_moments(steps: Sequence[LinkStep], links: Collection[int]) -> list[LinkStep]:
    """Steps with the axial second moments of these links shifted to their parents, from the tips to the base."""
    return _shift_to_parents(steps, links)[0]


def base_with_axial_moments(robot: Robot, steps: Sequence[LinkStep], links: Collection[int]) -> Inertia:
    """Inertia of link 0 with the axial second moments that are shifted to it from its children."""
    rods = _shift_to_parents(steps, links)[1]
    return base_inertia(robot) if rods is None else _add_second_moments(base_inertia(robot), rods)


def _shift_to_parents(steps: Sequence[LinkStep], links: Collection[int]) -> tuple[list[LinkStep], Mat3 | None]:
    """Steps after the shift, and the second moments that link 0 receives."""
    out = list(steps)
    taken: list[Mat3 | None] = [None] * (len(steps) + 1)  # second moments received from the children
    for j in range(len(steps), 0, -1):
        step, k = out[j - 1], taken[j]
        if j in links:
            own = axial_second_moment(step)
            rod = own if k is None else own + k[2, 2]
            z = step.tilt.apply(Z)
            more = Mat3.of([[rod * a * b for b in z] for a in z])
            i = step.joint.parent
            taken[i] = more if (before := taken[i]) is None else before + more
            out[j - 1] = step.with_inertia(_make_planar(step.body.inertia, own, k))
        elif k is not None:
            out[j - 1] = step.with_inertia(_add_second_moments(step.body.inertia, k))
    return out, taken[0]


def _make_planar(I: Inertia, rod: Scalar, k: Mat3 | None) -> Inertia:
    """Inertia without its own axial second moment, with those of its children (k) but for their part along z."""
    XX, YY = I.XX - rod, I.YY - rod
    if k is None:
        return replace(I, XX=XX, YY=YY)  # their sum is ZZ
    XX, YY = XX + k[1, 1], YY + k[0, 0]
    return replace(I, XX=XX, YY=YY, ZZ=XX + YY, XY=I.XY - k[0, 1], XZ=I.XZ - k[0, 2], YZ=I.YZ - k[1, 2])


def _add_second_moments(I: Inertia, k: Mat3) -> Inertia:
    """Inertia with second moments k added: J = tr(K) - K."""
    return replace(
        I, XX=I.XX + (k[1, 1] + k[2, 2]), YY=I.YY + (k[0, 0] + k[2, 2]), ZZ=I.ZZ + (k[0, 0] + k[1, 1]),
        XY=I.XY - k[0, 1], XZ=I.XZ - k[0, 2], YZ=I.YZ - k[1, 2],
    )  # fmt: skip
