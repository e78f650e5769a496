"""Selection of postures: within the joint limits, in all turns, those nearest to a reference posture first."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.loop import Reals, Subprogram, finite, nan, zeros
from linkwright.models.inverse_geometry.kernels.numeric_kernels import make_kernel
from linkwright.models.inverse_geometry.kernels.solution_kernel import PostureOutputs, invoke_kernel
from linkwright.robot import Joint

Runs = Callable[..., None]
STATUS_OUTSIDE_LIMITS = STATUS.index("outside the limits")
FULL_TURN = 2 * math.pi
NO_LIMIT = 1e300  # stands for a missing limit
LIMIT_SLACK = 1e-9  # rad, or of the reach: a position this close to a limit is within it


def turn(p: Reals, x: Reals, *, n: int, most: int) -> None:
    """For each joint the lowest position within its limits, the number of turns from it on, and the nearest position.

    p holds the positions, the reference positions, and for all joints the lower limits, the upper limits and the period
    (0 for a joint that is prismatic or has no limits). If no turn is within the limits, the nearest position is the
    given one.
    """
    for k in range(n):
        q = p[k]
        low = p[2 * n + k]
        high = p[3 * n + k]
        whole = p[4 * n + k]
        for t in range(most):
            if whole > 0.0 and q - whole >= low:
                q = q - whole
        for t in range(most):
            if whole > 0.0 and q < low:
                q = q + whole
        x[k] = q
        x[n + k] = 0.0
        x[2 * n + k] = p[k]
        for t in range(most):
            if q >= low and q <= high:
                if not x[n + k] > 0.0 or abs(q - p[n + k]) < abs(x[2 * n + k] - p[n + k]):
                    x[2 * n + k] = q
                x[n + k] = x[n + k] + 1.0
                q = q + whole
            if not whole > 0.0:
                break


def choose(p: Reals, x: Reals, *, n: int, rows: int, out: int, listed: int, ways: int, near: int, turn: Runs) -> None:
    """Select postures by joint limits: rows of positions, then four numbers for each; unused rows are NaN. Last comes
    the number of rows.

    p holds such rows and numbers; then for all joints the reference position, the lower limits, the upper limits, the
    period, and the unit of distances. `listed`: all turns of a row (at most `ways`) that are within the limits; else
    each joint in its nearest turn, and rows outside the limits have 4 added to their second number (the flags). `near`:
    sorted by distance from the reference.
    """
    given = zeros(5 * n)
    turns = zeros(3 * n)
    digit = zeros(n)
    q = zeros(n)
    apart = zeros(out)
    count = 0
    for k in range(out * n):
        x[k] = nan
    for k in range(4 * out + 1):
        x[out * n + k] = 0.0
    for k in range(out):
        x[out * n + k] = nan
    for k in range(4 * n):
        given[n + k] = p[rows * (n + 4) + k]
    for row in range(rows):
        for k in range(n):
            given[k] = p[row * n + k]
            digit[k] = 0.0
            if near == 0:
                given[n + k] = given[k]
        turn(given, turns)
        for way in range(ways):
            outside = 0.0
            far = 0.0
            for k in range(n):
                if not turns[n + k] > 0.0:
                    outside = 4.0
                q[k] = turns[2 * n + k]
                if listed == 1:
                    q[k] = turns[k] + digit[k] * given[4 * n + k]
                t = (q[k] - given[n + k]) / p[rows * (n + 4) + 4 * n + k]
                far = far + t * t
            fits = 1
            if listed == 1 and outside > 0.0:
                fits = 0
            if finite(q[0]) and fits == 1 and count < out:
                at = count
                if near == 1:
                    for other in range(count):  # rows further away move up
                        if at > 0:
                            if apart[at - 1] > far:
                                apart[at] = apart[at - 1]
                                for k in range(n):
                                    x[at * n + k] = x[(at - 1) * n + k]
                                for k in range(4):
                                    x[out * (n + k) + at] = x[out * (n + k) + at - 1]
                                at = at - 1
                apart[at] = far
                for k in range(n):
                    x[at * n + k] = q[k]
                for k in range(4):
                    x[out * (n + k) + at] = p[rows * (n + k) + row]
                x[out * (n + 1) + at] = x[out * (n + 1) + at] + outside
                count = count + 1
                x[out * (n + 4)] = x[out * (n + 4)] + 1.0
            carry = 1.0
            for k in range(n):
                digit[k] = digit[k] + carry
                carry = 0.0
                if not digit[k] < turns[n + k]:
                    digit[k] = 0.0
                    carry = 1.0
            if carry > 0.0:
                break


@dataclass(frozen=True)
class PostureFilter:
    """Filter of postures. `mode`: ignore joint limits, flag postures outside, or return only postures within, in all
    turns. `near`: reference posture; the postures nearest to it come first.
    """

    joints: tuple[Joint, ...]
    reach: float  # unit of distances of prismatic joints, m
    mode: str = "ignore"
    near: tuple[Expr, ...] = ()

    def units(self) -> list[float]:
        """Unit of distances for each joint: 1 rad, or the reach."""
        return [1.0 if j.kind == "revolute" else self.reach for j in self.joints]

    def bounds(self) -> list[tuple[float, float, float]]:
        """Lower limit, upper limit and period of each joint; period 0 if it is prismatic or has no limits."""
        found = []
        for joint, unit in zip(self.joints, self.units(), strict=True):
            low, high, slack = joint.limits.lower, joint.limits.upper, LIMIT_SLACK * unit
            whole = FULL_TURN if joint.kind == "revolute" else NO_LIMIT
            if self.mode == "ignore" or (low is None and high is None):
                found.append((-NO_LIMIT, NO_LIMIT, 0.0))
            else:
                low, high = (high or 0) - whole if low is None else low, (low or 0) + whole if high is None else high
                if abs(high - low - whole * round((high - low) / whole)) < slack:
                    high -= 3 * slack  # whole turns: one of the ends is enough
                found.append((low - slack, high + slack, whole if whole < NO_LIMIT else 0.0))
        return found

    def turns(self) -> int:
        """Largest number of combinations of turns of all joints within the limits."""
        return math.prod(int((high - low) / whole) + 1 if whole else 1 for low, high, whole in self.bounds())

    def kernel(self, rows: int) -> Kernel:
        """The kernel that selects among `rows` postures."""
        bounds, n = self.bounds(), len(self.joints)
        listed = self.mode == "within"
        ways = self.turns() if listed else 1
        out = rows * ways
        far = [(max(abs(low), abs(high)) + math.pi) / whole for low, high, whole in bounds if whole]
        most = int(max(far, default=0)) + 2
        runs: dict[str, Subprogram] = {"turn": make_kernel("turn", turn, 5 * n, 3 * n, n=n, most=most)}
        flags = [*(f"{name}{k}" for name in ("flags", "free", "branch") for k in range(out)), "count"]
        return make_kernel(
            "choose",
            choose,
            rows * (n + 4) + 5 * n,
            out * (n + 1),
            runs,
            flags,
            n=n,
            rows=rows,
            out=out,
            listed=int(listed),
            ways=ways,
            near=int(bool(self.near)),
        )

    def select(self, found: PostureOutputs) -> PostureOutputs:
        """Select the postures that the filter accepts, in its order."""
        if self.mode == "ignore" and not self.near:
            return found
        rows, n = len(found.q), len(self.joints)
        kernel = self.kernel(rows)
        near = self.near or (0.0,) * n
        q = [[self._towards(k, x, near[k]) for k, x in enumerate(row)] for row in found.q]
        low, high, whole = zip(*self.bounds(), strict=True)
        items = invoke_kernel(found.status.graph, kernel, [
            *(x for row in q for x in row), *found.residual, *found.flags, *found.free, *found.branch,
            *near, *low, *high, *whole, *self.units(),
        ])  # fmt: skip
        out = len(items) // (n + 4)
        residual, flags, free, branch = (items[out * (n + k) : out * (n + k + 1)] for k in range(4))
        is_there = items[-1] - 0.5
        status = is_there.select(found.status, (0.5 - found.status).select(STATUS_OUTSIDE_LIMITS, found.status))
        return PostureOutputs([items[k * n : k * n + n] for k in range(out)], residual, flags, free, branch, status,
                        items[-1])  # fmt: skip

    def _towards(self, k: int, x: Expr, near: Any) -> Expr:
        """Position of an unlimited revolute joint in the turn nearest to `near`; any other joint as it is."""
        if not self.near or self.joints[k].kind != "revolute" or self.bounds()[k][2]:
            return x
        d: Expr = x - near
        turned: Expr = d.sin().atan2(d.cos()) + near
        return turned


__all__ = ["PostureFilter"]
