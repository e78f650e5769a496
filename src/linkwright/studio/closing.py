"""Numerical loop closure: positions of the other joints when some are given, by Newton's method.

Each step is the smallest that closes the loops best (least squares), so that redundant equations and passive joints
need no analysis. Derivatives are exact: complex steps q + ih e_k.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from linkwright.robot import Joint, Robot
from linkwright.robot.robot import GEOMETRY
from linkwright.studio.drawing import DrawingNumbers

Array = Any  # of floats
MAX_STEPS = 60
TOLERANCE = 1e-11
MAX_STEP = 0.4  # of a step, rad or parts of the size
COMPLEX_STEP = 1e-30
OUT_OF_REACH = "out of reach: no position of the other joints closes the loops"


class LoopSolver:
    """Loops of a robot as equations of its posture: one number per joint, four per ball joint, none per fixed joint."""

    def __init__(self, robot: Robot) -> None:
        numbers = DrawingNumbers(robot)
        self.joints = [(j.parent, j.kind, [numbers(getattr(j, f)) for f in GEOMETRY]) for j in robot.joints]

        def fixed(part: Joint) -> tuple[int, Array]:
            return part.parent, _khalil_transforms(np.array([numbers(getattr(part, f)) for f in GEOMETRY]))

        self.cuts = [(x.joint.kind, fixed(x.joint), fixed(x.frame)) for x in robot.loops]
        self.couplings = [(x.joint, [(t.joint, numbers(t.factor, 1.0)) for t in x.terms], numbers(x.offset))
                          for x in robot.couplings]  # fmt: skip
        self.start = start_posture(robot)
        self.at = position_ranges(robot)
        lengths = [abs(values[k]) for _, _, values in self.joints for k in (1, 3, 5)]
        self.size = max([*lengths, *(abs(float(x)) for _, _, (_, T) in self.cuts for x in T[:3, 3]), 1e-3])

    def solve(self, q: Sequence[float], held: Collection[int]) -> tuple[list[float], float]:
        """Return the posture near q that closes the loops, with the held joints as they are, and the remaining gap."""
        x = self._coupled(np.array(q, dtype=float))
        coupled = {joint for joint, _, _ in self.couplings}
        free = [k for j, span in self.at.items() if j not in held and j not in coupled for k in span]
        best, least = x, float("inf")
        for _ in range(MAX_STEPS):
            errors = self._errors(x)
            gap = float(np.linalg.norm(errors))
            if gap < least:
                best, least = x, gap
            if gap < TOLERANCE or not free:
                break
            many = np.repeat(x[None].astype(complex), len(free), axis=0)
            many[np.arange(len(free)), free] += 1j * COMPLEX_STEP
            slopes = self._errors(self._coupled(many)).imag.T / COMPLEX_STEP
            step = np.linalg.lstsq(slopes, -errors, rcond=1e-9)[0]
            step *= min(1.0, MAX_STEP / max(float(np.abs(step).max()), 1e-300))
            moved = x.copy()
            moved[free] += step
            x = self._coupled(self._unit(moved))
        return [float(v) for v in best], least

    def coupled(self, q: Sequence[float]) -> list[float]:
        """Return a posture with coupled joints where the others put them."""
        return [float(v) for v in self._coupled(np.array(q, dtype=float))]

    def _unit(self, q: Array) -> Array:
        for span in self.at.values():
            if len(span) == 4:
                q[span.start : span.stop] /= np.linalg.norm(q[span.start : span.stop])
        return q

    def _coupled(self, q: Array) -> Array:
        """Return postures with coupled joints where the others put them."""
        q = q.copy()
        for _ in self.couplings:  # joints that are coupled to coupled ones come later
            for joint, terms, offset in self.couplings:
                total = sum((factor * q[..., self.at[j].start] for j, factor in terms), q[..., 0] * 0 + offset)
                q[..., self.at[joint].start] = total
        return q

    def _errors(self, q: Array) -> Array:
        frames = self._frames(q)
        rows: list[Array] = []
        for kind, (i, C), (j, E) in self.cuts:
            T = _inverse_transforms(frames[i] @ C) @ (frames[j] @ E)
            rows += self._open(kind, T)
        return np.stack(rows, axis=-1)

    def _open(self, kind: str, T: Array) -> list[Array]:
        """Closure errors of a loop: the components of frame E in C that the cut joint fixes (`robot.Loop`)."""
        P = [T[..., k, 3] / self.size for k in range(3)]
        turned = [(T[..., j, i] - T[..., i, j]) / 2 for i, j in ((1, 2), (2, 0), (0, 1))]
        tilted = [T[..., 0, 2], T[..., 1, 2]]
        return {
            "revolute": [*P, *tilted], "prismatic": [*P[:2], *turned], "cylindrical": [*P[:2], *tilted], "ball": P,
            "universal": [*P, T[..., 2, 2]], "planar": [P[2], *tilted], "line": P[:2], "fixed": [*P, *turned],
        }[kind]  # fmt: skip

    def _frames(self, q: Array) -> list[Array]:
        frames = [np.broadcast_to(np.eye(4, dtype=q.dtype), (*q.shape[:-1], 4, 4))]
        for j, (parent, kind, values) in enumerate(self.joints, 1):
            own = np.zeros((*q.shape[:-1], 6), dtype=q.dtype) + np.array(values)
            span = self.at.get(j)
            if span and kind != "ball":
                own[..., 4 if kind == "revolute" else 5] += q[..., span.start]
            T = _khalil_transforms(own)
            if span and kind == "ball":
                T = T @ _quaternion_transforms(q[..., span.start : span.stop])
            frames.append(frames[parent] @ T)
        return frames


def position_ranges(robot: Robot) -> dict[int, range]:
    """Return the range of the numbers of each joint in a posture."""
    found, k = {}, 0
    for j, joint in enumerate(robot.joints, 1):
        size = {"ball": 4, "fixed": 0}.get(joint.kind, 1)
        if size:
            found[j] = range(k, k + size)
        k += size
    return found


def start_posture(robot: Robot) -> list[float]:
    """Return the posture in which a robot is assembled."""
    q: list[float] = []
    for joint in robot.joints:
        q += {"ball": [1.0, 0.0, 0.0, 0.0], "fixed": []}.get(joint.kind, [joint.start])
    return q


def _khalil_transforms(v: Array) -> Array:
    """Homogeneous transforms of Khalil's gamma, b, alpha, d, theta, r, which are the last axis of an array."""
    gamma, b, alpha, d, theta, r = (v[..., k] for k in range(6))
    cg, sg, ca, sa, ct, st = np.cos(gamma), np.sin(gamma), np.cos(alpha), np.sin(alpha), np.cos(theta), np.sin(theta)
    T = np.zeros((*v.shape[:-1], 4, 4), dtype=v.dtype)
    T[..., 0, 0], T[..., 0, 1], T[..., 0, 2] = cg * ct - sg * ca * st, -cg * st - sg * ca * ct, sg * sa
    T[..., 1, 0], T[..., 1, 1], T[..., 1, 2] = sg * ct + cg * ca * st, -sg * st + cg * ca * ct, -cg * sa
    T[..., 2, 0], T[..., 2, 1], T[..., 2, 2] = sa * st, sa * ct, ca
    T[..., 0, 3], T[..., 1, 3], T[..., 2, 3] = cg * d + sg * sa * r, sg * d - cg * sa * r, b + ca * r
    T[..., 3, 3] = 1
    return T


def _quaternion_transforms(Q: Array) -> Array:
    w, x, y, z = (Q[..., k] / np.sqrt((Q * Q).sum(axis=-1)) for k in range(4))
    T = np.zeros((*Q.shape[:-1], 4, 4), dtype=Q.dtype)
    T[..., 0, 0], T[..., 0, 1], T[..., 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    T[..., 1, 0], T[..., 1, 1], T[..., 1, 2] = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    T[..., 2, 0], T[..., 2, 1], T[..., 2, 2] = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)
    T[..., 3, 3] = 1
    return T


def _inverse_transforms(T: Array) -> Array:
    R = np.swapaxes(T[..., :3, :3], -1, -2)
    found = np.zeros_like(T)
    found[..., :3, :3] = R
    found[..., :3, 3] = -(R @ T[..., :3, 3, None])[..., 0]
    found[..., 3, 3] = 1
    return found


__all__ = ["OUT_OF_REACH", "TOLERANCE", "LoopSolver", "position_ranges", "start_posture"]
