"""Regressor at a motion in numbers of a field: the power of the wrench of each parameter on each freedom.

It uses Newton's and Euler's laws, link by link, with relative motion of rigid bodies, and none of the models, so that
they can be checked by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from linkwright.models.framework.state import Rates
from linkwright.models.tree.parameter_names import ROTOR, VISCOUS, ParameterPlace
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import has_motor
from linkwright.robot.robot import INERTIA
from linkwright.spatial import ZERO, Transform, Vec3

Reduce = Callable[[Vec3], Vec3]  # to the numbers of the field
Axis = tuple[Vec3, Vec3]  # a unit twist: angular velocity, velocity of the origin
_AXES = (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))
_TENSORS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # XX XY XZ YY YZ ZZ


class FieldMotion(NamedTuple):
    """Motion of a link, in its frame: angular velocity and acceleration, acceleration of the origin minus gravity."""

    w: Vec3
    wd: Vec3
    vd: Vec3


def regressor_entries(
    robot: Robot, transforms: Sequence[Transform], base: FieldMotion, qd: Rates, qdd: Rates, reduce: Reduce
) -> Iterator[tuple[ParameterPlace, Coordinate, Any]]:
    """Entries of the regressor: effort of a freedom if one parameter that it moves is 1 and all others are 0.

    `qd` and `qdd` are those of all freedoms of joints. Rotors and friction behind springs are omitted.
    """
    motions = [base]
    axes: list[dict[Coordinate, Axis]] = [{c: (c.w, c.v) for c in robot.freedoms(0)}]
    yield from _link_entries(0, base, axes[0])
    for j, (joint, T) in enumerate(zip(robot.joints, transforms, strict=True), 1):
        m = _next_link_motion(reduce, motions[joint.parent], T, {c: qd[c] for c in robot.freedoms(j)}, qdd)
        motions.append(m)
        mine = {k: _twist_in_child(reduce, T, *axis) for k, axis in axes[joint.parent].items()}
        for c in robot.freedoms(j):
            mine[c] = c.w, c.v
            if not has_motor(joint):
                yield (j, ROTOR), c, qdd[c]
                yield (j, VISCOUS), c, qd[c]
        axes.append(mine)
        yield from _link_entries(j, m, mine)


def _link_entries(
    j: int, m: FieldMotion, axes: Mapping[Coordinate, Axis]
) -> Iterator[tuple[ParameterPlace, Coordinate, Any]]:
    """Entries for the inertial parameters of a link: virtual power of its wrenches on each axis that moves it."""
    if axes:
        for name, (f, n) in zip(INERTIA, _unit_wrenches(m), strict=True):
            for c, (w, v) in axes.items():
                yield (j, name), c, n.dot(w) + f.dot(v)


def _twist_in_child(reduce: Reduce, T: Transform, w: Vec3, v: Vec3) -> Axis:
    """Twist, given in the parent's frame, in the frame at T."""
    return reduce(T.R.undo(w)), reduce(T.R.undo(v + w.cross(T.P)))


def _next_link_motion(reduce: Reduce, i: FieldMotion, T: Transform, qd: Rates, qdd: Rates) -> FieldMotion:
    """Motion of a link from that of its parent i: relative motion of rigid bodies."""
    w, wd = reduce(T.R.undo(i.w)), T.R.undo(i.wd)
    vd = T.R.undo(i.vd + i.wd.cross(T.P) + i.w.cross(i.w.cross(T.P)))
    turned = w
    for c, rate in qd.items():
        wd, vd = wd + w.cross(c.w * rate) + c.w * qdd[c], vd + w.cross(c.v * (2 * rate)) + c.v * qdd[c]
        turned = turned + c.w * rate
    return FieldMotion(reduce(turned), reduce(wd), reduce(vd))


def _unit_wrenches(m: FieldMotion) -> list[tuple[Vec3, Vec3]]:
    """Force and moment at the origin for each of XX ... M being 1 and the others 0: Newton and Euler."""
    out = []
    for a, b in _TENSORS:
        at_w, at_wd = _multiply_unit_tensor(a, b, m.w), _multiply_unit_tensor(a, b, m.wd)
        out.append((ZERO, at_wd + m.w.cross(at_w)))
    for e in _AXES:
        out.append((m.wd.cross(e) + m.w.cross(m.w.cross(e)), e.cross(m.vd)))
    return [*out, (m.vd, ZERO)]


def _multiply_unit_tensor(a: int, b: int, v: Vec3) -> Vec3:
    """Product J v, where J is 1 at (a, b) and (b, a), 0 elsewhere."""
    x = list(v)
    if a == b:
        x = [value if k == a else 0 for k, value in enumerate(x)]
    else:
        x = [x[b] if k == a else x[a] if k == b else 0 for k in range(3)]
    return Vec3(*x)


__all__ = ["FieldMotion", "regressor_entries"]
