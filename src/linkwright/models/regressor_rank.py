"""How many inertial parameters the joint efforts can tell apart: the rank of the inverse-dynamics regressor.

Exact, over the prime field, so that it does not depend on units: no singular value is compared with a tolerance. The
columns are those of the standard parameters: the ten of every link and the rotor inertias that the robot has. This is
the check of the base parameters, by another way: it uses accelerations and virtual power where they use velocities and
energy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwright.errors import RobotError
from linkwright.expr.prime import P
from linkwright.models.model import Rates
from linkwright.models.parts.samples import Samples
from linkwright.models.parts.terms import places
from linkwright.robot import Robot
from linkwright.spatial import ZERO, Transform, Vec3

_AXES = (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))
_TENSORS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # XX XY XZ YY YZ ZZ
_POINTS = 14  # a link's columns need at most eleven; the rest is to see that no more are found


class Motion(NamedTuple):
    """Of a link, in its frame: angular velocity and acceleration, acceleration of the origin minus gravity."""

    w: Vec3
    wd: Vec3
    vd: Vec3


def regressor_rank(robot: Robot, seed: int = 0) -> int:
    """The rank of the regressor of the standard inertial parameters and rotor inertias of a robot."""
    if robot.couplings:
        raise RobotError(f"{robot.name} has coupled joints: base parameters are those of the tree, which may be more")
    samples = Samples(robot, seed)
    rows = [row for _ in range(_POINTS) for row in _rows(robot, samples)]
    rank = _rank(rows)
    while True:  # until more points tell no more
        rows += [row for _ in range(4) for row in _rows(robot, samples)]
        before, rank = rank, _rank(rows)
        if rank == before:
            # the rotor of a flexible joint has an equation of motion of its own
            return rank + sum(1 for j in robot.joints if j.moves and j.flexible and not j.rotor.is_zero)


def _rows(robot: Robot, samples: Samples) -> list[list[Any]]:
    """The regressor at a random motion: one row per joint that moves, eleven columns per link."""
    sample, reduce = samples.point(), samples.reduce
    row = places(robot)
    out: list[list[Any]] = [[0] * (11 * len(robot) + 10) for _ in row]
    motions = [Motion(sample.w, sample.wd, reduce(sample.vd - sample.gravity))]
    axes = [{c: (c.w, c.v) for c in robot.freedoms(0)}]  # per link: its movers as unit twists of this link
    for p, (f, n) in enumerate(_wrenches(motions[0])):
        for c, (w, v) in axes[0].items():
            out[row[c]][11 * len(robot) + p] = n.dot(w) + f.dot(v)
    for j, (joint, T) in enumerate(zip(robot.joints, sample.transforms), 1):
        qd, qdd = {c: samples.draw() for c in robot.freedoms(j)}, {c: samples.draw() for c in robot.freedoms(j)}
        m = _next(samples, motions[joint.parent], T, qd, qdd)
        motions.append(m)
        mine = {k: _seen(samples, T, *axis) for k, axis in axes[joint.parent].items()}
        for c in robot.freedoms(j):
            mine[c] = c.w, c.v
            if not joint.rotor.is_zero and not joint.flexible:
                out[row[c]][11 * j - 1] = qdd[c]
        axes.append(mine)
        for p, (f, n) in enumerate(_wrenches(m)):  # their virtual power on each axis that moves the link
            for c, (w, v) in mine.items():
                out[row[c]][11 * (j - 1) + p] = n.dot(w) + f.dot(v)
    return [[x % P for x in line] for line in out]


def _seen(samples: Samples, T: Transform, w: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """A twist of the parent's frame in the frame at T."""
    return samples.reduce(T.R.undo(w)), samples.reduce(T.R.undo(v + w.cross(T.P)))


def _next(samples: Samples, i: Motion, T: Transform, qd: Rates, qdd: Rates) -> Motion:
    """The motion of a link from that of its parent: relative motion of rigid bodies."""
    w, wd = samples.reduce(T.R.undo(i.w)), T.R.undo(i.wd)
    vd = T.R.undo(i.vd + i.wd.cross(T.P) + i.w.cross(i.w.cross(T.P)))
    turned = w
    for c, rate in qd.items():
        wd, vd = wd + w.cross(c.w * rate) + c.w * qdd[c], vd + w.cross(c.v * (2 * rate)) + c.v * qdd[c]
        turned = turned + c.w * rate
    return Motion(samples.reduce(turned), samples.reduce(wd), samples.reduce(vd))


def _wrenches(m: Motion) -> list[tuple[Vec3, Vec3]]:
    """Force and moment at the origin for each of XX ... M being 1 and the others 0: Newton and Euler."""
    out = []
    for a, b in _TENSORS:
        at_w, at_wd = _tensor(a, b, m.w), _tensor(a, b, m.wd)
        out.append((ZERO, at_wd + m.w.cross(at_w)))
    for e in _AXES:
        out.append((m.wd.cross(e) + m.w.cross(m.w.cross(e)), e.cross(m.vd)))
    return [*out, (m.vd, ZERO)]


def _tensor(a: int, b: int, v: Vec3) -> Vec3:
    """J v where J is 1 at (a, b) and (b, a), 0 elsewhere."""
    x = list(v)
    if a == b:
        x = [value if k == a else 0 for k, value in enumerate(x)]
    else:
        x = [x[b] if k == a else x[a] if k == b else 0 for k in range(3)]
    return Vec3(*x)


def _rank(rows: list[list[int]]) -> int:
    if not rows:
        return 0
    from flint import nmod_mat

    return int(nmod_mat(len(rows), len(rows[0]), [x for line in rows for x in line], P).rank())
