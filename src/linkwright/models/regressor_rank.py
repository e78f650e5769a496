"""How many inertial parameters the joint efforts can tell apart: the rank of the inverse-dynamics regressor.

Exact, over the prime field, when the geometry is; by singular values when it has floats. The columns are those of the
standard parameters: the ten of every link and the rotor inertias that the robot has. This is the check of the base
parameters, by another way: it uses accelerations and torques where they use velocities.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr.prime import P
from linkwright.models.inverse_dynamics import Motion, force, moment, motion, next_motion
from linkwright.models.samples import Samples
from linkwright.robot import Robot
from linkwright.spatial import Inertia, Transform, Vec3, Z

_UNITS = [Inertia(*(int(k == p) for k in range(10))) for p in range(10)]  # one parameter 1, the others 0
_ZERO = Vec3(0, 0, 0)
_POINTS = 14  # a link's columns need at most eleven; the rest is to see that no more are found


def regressor_rank(robot: Robot, seed: int = 0) -> int:
    """The rank of the regressor of the standard inertial parameters and rotor inertias of a robot."""
    samples = Samples(robot, seed)
    rows = [row for _ in range(_POINTS) for row in _rows(robot, samples)]
    rank = _rank(rows, samples.exact)
    while True:  # until more points tell no more
        rows += [row for _ in range(4) for row in _rows(robot, samples)]
        before, rank = rank, _rank(rows, samples.exact)
        if rank == before:
            # the rotor of a flexible joint has an equation of motion of its own
            return rank + sum(1 for j in robot.joints if j.moves and j.flexible and not j.rotor.is_zero)


def _rows(robot: Robot, samples: Samples) -> list[list[Any]]:
    """The regressor at a random motion: one row per joint that moves, eleven columns per link."""
    sample, reduce = samples.point(), samples.reduce
    row = {j: k for k, j in enumerate(robot.moving)}
    out: list[list[Any]] = [[0] * (11 * len(robot)) for _ in row]
    motions = [motion(sample.w, sample.wd, reduce(sample.vd - sample.gravity))]
    axes: list[dict[int, tuple[Vec3, Vec3]]] = [{}]  # per link: joint -> its axis as a unit twist of this link
    for j, (joint, T) in enumerate(zip(robot.joints, sample.transforms), 1):
        qd, qdd = (samples.draw(), samples.draw()) if joint.moves else (0, 0)
        m = next_motion(motions[joint.parent], T, joint, qd, qdd)
        m = motion(reduce(m.w), reduce(m.wd), reduce(m.vd))
        motions.append(m)
        mine = {k: _seen(samples, T, *axis) for k, axis in axes[joint.parent].items()}
        if joint.moves:
            mine[j] = (Z, _ZERO) if joint.kind == "revolute" else (_ZERO, Z)
            if not joint.rotor.is_zero and not joint.flexible:
                out[row[j]][11 * j - 1] = qdd
        axes.append(mine)
        _fill(out, row, j, m, mine)
    return [[x % P for x in line] for line in out] if samples.exact else out


def _seen(samples: Samples, T: Transform, w: Vec3, v: Vec3) -> tuple[Vec3, Vec3]:
    """A twist of the parent's frame in the frame at T."""
    return samples.reduce(T.R.undo(w)), samples.reduce(T.R.undo(v + w.cross(T.P)))


def _fill(out: list[list[Any]], row: dict[int, int], j: int, m: Motion, axes: dict[int, tuple[Vec3, Vec3]]) -> None:
    """The columns of link j: the virtual power of its wrench for each unit parameter on each axis that moves it."""
    for p, unit in enumerate(_UNITS):
        f, n = force(unit, m), moment(unit, m)
        for k, (w, v) in axes.items():
            out[row[k]][11 * (j - 1) + p] = n.dot(w) + f.dot(v)


def _rank(rows: list[list[Any]], exact: bool) -> int:
    if not rows:
        return 0
    if exact:
        from flint import nmod_mat

        return int(nmod_mat(len(rows), len(rows[0]), [x for line in rows for x in line], P).rank())
    import numpy as np

    a = np.array(rows, dtype=float)
    size = np.linalg.norm(a, axis=0)
    a = a[:, size > 1e-12 * max(size.max(), 1e-300)]
    if not a.size:
        return 0
    s = np.linalg.svd(a / np.linalg.norm(a, axis=0), compute_uv=False)
    return int((s > 1e-9 * s[0]).sum())
