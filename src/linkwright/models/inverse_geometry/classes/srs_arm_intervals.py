"""Intervals of the arm angle at which an SRS arm reaches a pose within its joint limits.

With q4 from the pose, R03 and the remaining rotation of the wrist are A sin psi + B cos psi + C, entry by entry. For
three joints that meet, R = R_i R_j R_k, a position of one joint is a linear equation in these entries:

    h_j . R_i^T R h_k = h_j . h_k        h_i . R h_k = h_i . R_j h_k        h_j . R_k R^T h_i = h_j . h_i

so a limit is reached at two angles at most, of all postures together. Between neighbouring such angles a branch is
within its limits everywhere or nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.framework.frame_options import read_frame as frame_of
from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew, invert_transform
from linkwright.models.inverse_geometry.classes.srs_arm import SrsArm, srs_arm_of
from linkwright.models.inverse_geometry.elimination.elimination_choice import evaluate_columns
from linkwright.robot import Robot

Limits = Sequence[tuple[float | None, float | None]]
Interval = tuple[float, float]
Branch = tuple[int, int, int]  # elbow, shoulder, wrist: 0 or 1
INTERPOLATION_NODES = (0.0, 2 * np.pi / 3, -2 * np.pi / 3)


def arm_angle_intervals(
    robot: Robot, T: Array, frame: int | str | None = None, limits: Limits | None = None
) -> dict[Branch, list[Interval]]:
    """Arm angle intervals of a robot, rad, for each branch: see `linkwright.arm_angle_intervals`."""
    arm = srs_arm_of(robot, end_frame(robot) if frame is None else frame_of(robot, frame))
    own = [robot.joint(j).limits for j in arm.chain.joints]
    pairs = [(x.lower, x.upper) for x in own] if limits is None else list(limits)
    if len(pairs) != 7:
        raise InputError(f"{len(pairs)} pairs of limits for seven joints", remedy="(lower, upper) for each joint")
    if np.shape(T) != (4, 4):
        raise InputError(f"a pose is 4 x 4, not {' x '.join(map(str, np.shape(T)))}", remedy="T = [R P; 0 1]")
    return psi_intervals(arm, T, pairs)


def psi_intervals(arm: SrsArm, T: Array, limits: Limits) -> dict[Branch, list[Interval]]:
    """Intervals of psi, from -pi to pi, for each of the eight branches that has any."""
    G = _solver_pose(arm, T)
    candidates = arm.candidates()

    def at(psi: Array) -> Array:
        """Postures at arm angles psi, 8 x 7 x n."""
        columns = [np.full(len(psi), x) for x in G] + [np.cos(psi), np.sin(psi)]
        return np.array(evaluate_columns(candidates, columns)).reshape(8, 7, len(psi))

    ends = _limit_angles(arm, T, [x for x in at(np.zeros(1))[::4, 3, 0] if np.isfinite(x)], limits)
    cuts = np.unique(np.concatenate([[-np.pi, np.pi], ends]))
    middles = (cuts[1:] + cuts[:-1]) / 2
    inside = _are_within_limits(at(middles), limits)
    found = {(k // 4, k // 2 % 2, k % 2): _merge_intervals(cuts, row) for k, row in enumerate(inside)}
    return {branch: some for branch, some in found.items() if some}


def _solver_pose(arm: SrsArm, T: Array) -> list[float]:
    """The pose in the coordinates of the solver, 12 numbers."""
    chain = arm.chain
    G = np.asarray(T, float) @ invert_transform(chain.M)
    P = (G[:3, :3] @ chain.center + G[:3, 3] - chain.center) / chain.reach
    return [*map(float, G[:3, :3].ravel()), *map(float, P)]


def _are_within_limits(q: Array, limits: Limits) -> Array:
    """Test 8 x 7 x n positions: 8 x n, whether all joints are within their limits, after any number of turns."""
    good = np.all(np.isfinite(q), axis=1)
    for k, (lower, upper) in enumerate(limits):
        lo, hi = (-np.inf if lower is None else lower), (np.inf if upper is None else upper)
        if np.isfinite(lo):  # else some turn always fits
            good &= lo + np.mod(q[:, k] - lo, 2 * np.pi) <= hi
    return good


def _merge_intervals(cuts: Array, inside: Array) -> list[Interval]:
    """Merge neighbouring intervals between cuts."""
    found: list[Interval] = []
    for k in np.nonzero(inside)[0]:
        lo, hi = float(cuts[k]), float(cuts[k + 1])
        if found and found[-1][1] == lo:
            lo = found.pop()[0]
        found.append((lo, hi))
    return found


def _limit_angles(arm: SrsArm, T: Array, elbows: Sequence[float], limits: Limits) -> Array:
    """Arm angles at which a joint is at a limit, or a branch begins or ends."""
    screws, G = arm.screws, _solver_pose(arm, T)
    R, d = np.reshape(G[:9], (3, 3)), np.reshape(G[:9], (3, 3)) @ arm.w + G[9:] - arm.s
    found: list[float] = []
    for q4 in elbows:
        E = screws[3].motion(q4)
        inner = _orthonormal_frame(E[:3, :3] @ arm.w + E[:3, 3] - arm.s, np.array(arm.elbow))
        outer = _orthonormal_frame(d, screws[0].h)
        shoulder = [outer @ _rotation_about_x(x) @ inner.T for x in INTERPOLATION_NODES]
        wrist = [(X @ E[:3, :3]).T @ R for X in shoulder]
        for three, turned, places in ((screws[:3], shoulder, (0, 1, 2)), (screws[4:], wrist, (4, 5, 6))):
            found += _three_joint_limit_angles(three, turned, [limits[k] for k in places])
    return np.array([x for x in found if np.isfinite(x)])


def _orthonormal_frame(d: Array, other: Array) -> Array:
    """Matrix of an orthonormal frame: first column along d, second along the orthogonal component of `other`."""
    u = d / np.linalg.norm(d)
    r = other - u * float(u @ other)
    r = r / np.linalg.norm(r)
    return np.column_stack([u, r, np.cross(u, r)])


def _rotation_about_x(x: float) -> Array:
    """Rotation about x."""
    return np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])


def _three_joint_limit_angles(screws: Sequence[JointScrew], R: Sequence[Array], limits: Limits) -> list[float]:
    """Arm angles at which one of three meeting joints is at a limit; R: their rotation at three arm angles."""
    i, j, k = screws
    found: list[float] = []
    for place, pair in enumerate(limits):
        for x in pair:
            if x is not None:
                M = screws[place].motion(x)[:3, :3]
                sides = (
                    ([j.h @ M.T @ X @ k.h for X in R], j.h @ k.h),
                    ([i.h @ X @ k.h for X in R], i.h @ M @ k.h),
                    ([j.h @ M @ X.T @ i.h for X in R], j.h @ i.h),
                )[place]
                found += _angles_at_level(*sides)
    along = float(k.h @ j.h) * float(i.h @ j.h)  # i . R_j k is between these
    width = float(np.linalg.norm(np.cross(i.h, j.h)) * np.linalg.norm(np.cross(j.h, k.h)))
    for edge in (along - width, along + width):
        found += _angles_at_level([i.h @ X @ k.h for X in R], edge)
    return found


def _angles_at_level(values: Sequence[Any], level: float) -> list[float]:
    """Angles at which C + B cos psi + A sin psi, known at three angles, has the value `level`."""
    x, y, z = (float(v) for v in values)
    C = (x + y + z) / 3
    B, A = x - C, (y - z) / 3**0.5
    size = np.hypot(A, B)
    if not abs(level - C) < size:
        return []
    middle, half = np.arctan2(A, B), np.arccos((level - C) / size)
    return [float(np.angle(np.exp(1j * (middle + sign * half)))) for sign in (-1, 1)]


__all__ = ["arm_angle_intervals", "psi_intervals"]
