"""Filter of candidates: those that reach the pose, each once, with flags and free joints, for lengths as symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.function import Function, Port
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, Subprogram, finite, nan, read_kernel_code, zeros
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.inverse_geometry.elimination.elimination_kernel import MAX_FOUND, polish_program
from linkwright.models.inverse_geometry.expr_vectors import (
    array_function,
    cross_product,
    dot,
    minus,
    multiply_poses,
    total,
)
from linkwright.models.inverse_geometry.kernels.collect_solutions import seek
from linkwright.models.inverse_geometry.kernels.numeric_kernels import make_kernel
from linkwright.models.inverse_geometry.kernels.pose_residual import MIN_ROTATION_TRACE
from linkwright.models.inverse_geometry.kernels.singularity_flags import (
    approach_program,
    cross_program,
    draw_near_program,
    judge_program,
    leave_open_program,
)
from linkwright.models.inverse_geometry.kernels.solution_kernel import needs_double
from linkwright.robot import Joint, Robot

Runs = Callable[..., None]
TASK_COLUMNS = {"pose": (0, 1, 2), "direction": (2,), "position": ()}  # columns of R that the task prescribes


@dataclass(frozen=True)
class SymbolicChain:
    """The joints from the base to a frame, the task, and the places (from 0) of locked joints."""

    robot: Robot
    frame: int
    task: str
    locks: tuple[int, ...]

    @property
    def path(self) -> list[Joint]:
        """All joints from the base to the frame, fixed ones included."""
        return [self.robot.joint(j) for j in path_from_base(self.robot, self.frame)]

    @property
    def moving(self) -> list[Joint]:
        """Moving joints, locked ones included."""
        return [joint for joint in self.path if joint.moves]

    @property
    def own(self) -> list[Joint]:
        """Joints that are solved for."""
        return [joint for k, joint in enumerate(self.moving) if k not in self.locks]

    @property
    def symbols(self) -> list[str]:
        """Symbols in the geometry of the chain."""
        return sorted({s for joint in self.path for e in _geometry(joint) for s in e.symbols})


def reach(
    p: Reals, x: Reals, *, m: int, n: int, misses: int, held: int, check: Runs, mark: Runs, polish: Runs,
    draw_near: Runs, place: Runs,
) -> None:  # fmt: skip
    """Polish a candidate whose residual exceeds rounding: positions and residual, NaN if it does not reach the pose.
    Virtual joints are at 0, and the last `held` of them stay there: the residual is that of the joints alone."""
    pose = zeros(m)
    q = zeros(n)
    f = zeros(misses)
    known = zeros(3 * n)
    start = zeros(m + 6)
    posture = zeros(7)
    other = zeros(7)
    alone = zeros(n + 1)
    for k in range(m):
        pose[k] = p[k]
        start[k] = p[k]
    left = 0.0
    for k in range(n):
        q[k] = p[m + k]
        x[k] = q[k]
        if not finite(q[k]):
            left = nan
    if finite(left):
        check(pose, q, f)
        for k in range(misses):
            if abs(f[k]) > left:
                left = abs(f[k])
            if not finite(f[k]):
                left = nan
    if left > 0.0000000000001 and left < 0.0001:
        mark(pose, q, known)
        for k in range(6):
            start[m + k] = 0.0
        for k in range(n):
            start[m + k] = known[2 * n + k]
        polish(start, posture)
        if not posture[6] < 0.0000000000001:
            draw_near(start, other)
            if not posture[6] <= other[6]:
                for k in range(7):
                    posture[k] = other[k]
        if held > 0:
            place(pose, posture, alone)
            for k in range(n):
                q[k] = alone[k]
            check(pose, q, f)
            for k in range(misses):
                if abs(f[k]) > posture[6]:
                    posture[6] = abs(f[k])
        if posture[6] < left:
            left = posture[6]
            place(pose, posture, x)
    x[n] = left


def choose(
    p: Reals, x: Reals, *, m: int, n: int, rows: int, starts: int, reach: Runs, mark: Runs, judge: Runs, cross: Runs,
    place_at: Runs, leave_open: Runs, seek: Runs,
) -> None:  # fmt: skip
    """Filter rows of candidates: those that reach the pose, each once; unused rows are NaN. Two that differ only by
    joints that are free in both count as one. A posture on a curve that another curve crosses is moved to the crossing,
    and stands for both.

    p holds pose and lengths, then the rows. After the rows come their residuals; flags: 1 if singular, 3 if joints are
    free, too, 16 more if iteration found it; the free joints (1, 2, 4, ...); the number of the candidate; the status
    (0 solved, 3 out of reach) and the number of postures. If a candidate misses the pose, but is near it, or has
    a position that was chosen where it was undetermined, iteration from `starts` starts looks for postures.
    """
    pose = zeros(m)
    q = zeros(n)
    reached = zeros(n + 1)
    tried = zeros(m + n)
    known = zeros(3 * n)
    kept = zeros(rows * 3 * n)
    start = zeros(m + 6)
    judged = zeros(8)
    crossing = zeros(7)
    may = zeros(1)
    found = zeros(starts * 7 + 1)
    count = 0
    ask = 0
    same = 0.000001  # beside a singular posture iteration ends less precisely
    sought = 0.0
    number = 0.0
    place = 0.0
    for k in range(m):
        pose[k] = p[k]
        start[k] = p[k]
    for k in range(rows * n + rows):
        x[k] = nan
    for k in range(3 * rows):
        x[rows * n + rows + k] = 0.0
    for row in range(rows + starts):
        for k in range(m):
            tried[k] = p[k]
        if row < rows:
            for k in range(n):
                tried[m + k] = p[m + row * n + k]
        else:
            if row == rows:
                if ask == 0:
                    break
                sought = 16.0
                same = 0.0001
                seek(pose, found)
            for k in range(7):
                crossing[k] = found[(row - rows) * 7 + k]
            place_at(pose, crossing, reached)
            for k in range(n):
                tried[m + k] = reached[k]
        reach(tried, reached)
        left = reached[n]
        if row < rows and ask == 0 and not left < 0.0000000001:
            for k in range(n):
                q[k] = tried[m + k]
            mark(pose, q, known)
            for k in range(6):
                start[m + k] = 0.0
            for k in range(n):
                start[m + k] = known[2 * n + k]
            leave_open(start, may)
            if may[0] > 0.0 or left < 0.0001:
                ask = 1
        if left < 0.0000000001:
            for k in range(n):
                q[k] = reached[k]
            mark(pose, q, known)
            for j in range(6):
                start[m + j] = 0.0
            for j in range(n):
                start[m + j] = known[2 * n + j]
            judge(start, judged)
            for pass_ in range(2):  # as it is, and then moved to where curves cross
                new = 1
                for other in range(count):
                    apart = 0.0
                    for j in range(n):
                        if judged[2 + j] + kept[other * 3 * n + 2 * n + j] < 2.0:
                            if abs(kept[other * 3 * n + 2 * j] - known[2 * j]) > apart:
                                apart = abs(kept[other * 3 * n + 2 * j] - known[2 * j])
                            if abs(kept[other * 3 * n + 2 * j + 1] - known[2 * j + 1]) > apart:
                                apart = abs(kept[other * 3 * n + 2 * j + 1] - known[2 * j + 1])
                    if apart < same:
                        new = 0
                if pass_ == 1 or new == 0:
                    break
                if not judged[2] + judged[3] + judged[4] + judged[5] + judged[6] + judged[7] > 0.0:
                    break
                cross(start, crossing)
                if not finite(crossing[6]):
                    break
                left = crossing[6]
                place_at(pose, crossing, reached)
                for k in range(n):
                    q[k] = reached[k]
                mark(pose, q, known)
                for k in range(6):
                    start[m + k] = crossing[k]
                judge(start, judged)
            if new == 1 and count < rows:
                bit = 1.0
                x[rows * n + count] = left
                x[rows * n + rows + count] = judged[1]
                x[rows * n + 3 * rows + count] = place
                for j in range(2 * n):
                    kept[count * 3 * n + j] = known[j]
                for j in range(n):
                    x[count * n + j] = q[j]
                    kept[count * 3 * n + 2 * n + j] = judged[2 + j]
                    if judged[2 + j] > 0.0:
                        x[rows * n + rows + count] = 3.0
                    x[rows * n + 2 * rows + count] = x[rows * n + 2 * rows + count] + bit * judged[2 + j]
                    bit = 2.0 * bit
                x[rows * n + rows + count] = x[rows * n + rows + count] + sought
                count = count + 1
                number = number + 1.0
        if row < rows:
            place = place + 1.0
    x[rows * n + 4 * rows] = 0.0
    if count == 0:
        x[rows * n + 4 * rows] = 3.0
    x[rows * n + 4 * rows + 1] = number


def make_filter_kernel(chain: SymbolicChain, rows: int) -> Kernel:
    """Kernel of pose, size, positions of locked joints, lengths and candidates: postures with flags and free joints."""
    n, m = len(chain.own), 13 + len(chain.locks) + len(chain.symbols)
    check = array_function("missed", {"p": m, "x": n}, lambda p, x: _pose_residual(chain, p, x))
    mark = array_function("marks", {"p": m, "x": n}, lambda p, x: _comparison_numbers(chain.own, p, x))
    place = array_function("placed", {"p": m, "x": 7}, lambda p, x: _chain_positions(chain.own, p, x))
    evaluate = array_function("evaluated", {"p": m, "x": 6}, lambda p, x: _residual_and_jacobian(chain, p, x))
    reaching: dict[str, Subprogram] = {
        "check": check, "mark": mark, "polish": polish_program(evaluate), "draw_near": draw_near_program(evaluate),
        "place": place,
    }  # fmt: skip
    going: dict[str, Subprogram] = {"approach": approach_program(evaluate)}
    held = 6 - n if chain.task == "pose" else 0
    misses, judged = check.outputs[0].size, judge_program(evaluate)
    runs: dict[str, Subprogram] = {
        "reach": make_kernel("reach", reach, m + n, n + 1, reaching, m=m, n=n, misses=misses, held=held),
        "mark": mark, "judge": judged, "cross": cross_program(evaluate, judged, held), "place_at": place,
        "leave_open": leave_open_program(evaluate),
        "seek": make_kernel("seek", seek, m, 7 * MAX_FOUND + 1, going, m=m, starts=MAX_FOUND),
    }  # fmt: skip
    code = read_kernel_code(
        choose, {"p": m + n * rows}, {"x": rows * (n + 4) + 2}, runs, m=m, n=n, rows=rows, starts=MAX_FOUND
    )
    flags = *(f"{name}_{r + 1}" for name in ("flags", "free", "branch") for r in range(rows)), "status", "count"
    return Kernel("postures", _candidate_relation(m, n, rows), code, flags, needs_double=needs_double(held))


# -- the chain ---------------------------------------------------------------------------------------------------------


def _geometry(joint: Joint) -> tuple[Expr, ...]:
    """The six parameters of Khalil and Kleinfinger."""
    return joint.gamma, joint.b, joint.alpha, joint.d, joint.theta, joint.r


def _forward_pose(
    chain: SymbolicChain, p: Sequence[Expr], x: Sequence[Expr]
) -> tuple[Any, list[tuple[Joint, list[Any], list[Any]]]]:
    """Pose of the frame; for each joint that is solved for the direction of its axis and a point."""
    symbols = chain.symbols
    into = Importer(p[0].graph, dict(zip(symbols, p[len(p) - len(symbols) :], strict=True)))
    positions, axes = [*x], []
    for k, lock in enumerate(chain.locks):
        positions.insert(lock, p[13 + k])
    T: Any = [[1 if r == c else 0 for c in range(4)] for r in range(4)]
    at = 0
    for joint in chain.path:
        gamma, b, alpha, d, theta, r = (into(e) for e in _geometry(joint))
        if joint.moves:
            q = positions[at]
            theta, r = (theta + q, r) if joint.kind == "revolute" else (theta, r + q)
        T = multiply_poses(
            T, _screw_transform("z", gamma, b), _screw_transform("x", alpha, d), _screw_transform("z", theta, r)
        )
        if joint.moves:
            if at not in chain.locks:
                axes.append((joint, [T[k][2] for k in range(3)], [T[k][3] for k in range(3)]))
            at += 1
    return T, axes


def _screw_transform(axis: str, angle: Expr, way: Expr) -> list[list[Any]]:
    """Rotation about and translation along an axis."""
    c, s = angle.cos(), angle.sin()
    if axis == "z":
        return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, way], [0, 0, 0, 1]]
    return [[1, 0, 0, way], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]


def _pose_residual(chain: SymbolicChain, p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """Residual of a posture: position, relative to the size of the chain, and columns of R that the task prescribes."""
    T, _ = _forward_pose(chain, p, x)
    found = [(T[k][3] - p[9 + k]) / p[12] for k in range(3)]
    return found + [T[r][c] - p[3 * r + c] for c in TASK_COLUMNS[chain.task] for r in range(3)]


def _residual_and_jacobian(chain: SymbolicChain, p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """Residual of six equations and its Jacobian, prismatic joints in units of the size of the chain.

    If there are fewer joints, virtual ones move the coordinates that the task leaves free, or, for a whole pose, any.
    """
    n = len(chain.own)
    own = [q if joint.kind == "revolute" else q * p[12] for joint, q in zip(chain.own, x, strict=False)]
    T, axes = _forward_pose(chain, p, own)
    at, to = [T[k][3] / p[12] for k in range(3)], [p[9 + k] / p[12] for k in range(3)]
    columns = []
    for joint, h, c in axes:
        way = cross_product(h, minus(at, [v / p[12] for v in c])) if joint.kind == "revolute" else h
        columns.append([*way, *(h if joint.kind == "revolute" else (0, 0, 0))])
    turned = _rotation_error(T, p)
    if chain.task == "position":
        turned, columns = [0, 0, 0], [[*c[:3], 0, 0, 0] for c in columns]
    elif chain.task == "direction":
        z = cross_product([p[3 * r + 2] for r in range(3)], [T[r][2] for r in range(3)])
        sides = [[T[r][k] for r in range(3)] for k in range(2)]
        turned = [*(dot(z, side) for side in sides), 0]
        columns = [[*c[:3], *(dot(c[3:], side) for side in sides), 0] for c in columns]
    others = np.random.default_rng(11).standard_normal((5, 6)) if chain.task == "pose" else np.eye(6)[3:][::-1]
    columns += [[float(v) for v in row] for row in others[: 6 - n]]
    misses = [*minus(at, to), *turned]
    misses = [miss + total(columns[k][r] * x[k] for k in range(n, 6)) for r, miss in enumerate(misses)]
    return [*misses, *(columns[c][r] for r in range(6) for c in range(6))]


def _rotation_error(T: Any, p: Sequence[Expr]) -> list[Any]:
    """Rotation error from the pose to the frame; it stays large at half a turn, where the cross products cancel."""
    found: list[Any] = [0, 0, 0]
    for k in range(3):
        one = cross_product([p[3 * r + k] for r in range(3)], [T[r][k] for r in range(3)])
        found = [a + b * 0.5 for a, b in zip(found, one, strict=True)]
    trace = total(p[3 * r + k] * T[r][k] for r in range(3) for k in range(3))
    return [(trace - MIN_ROTATION_TRACE).select(found[0], 1), *found[1:]]


def _comparison_numbers(own: Sequence[Joint], p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """Two numbers per joint that identify its position; then the positions, prismatic ones in units of p[12]."""
    found: list[Any] = []
    for joint, q in zip(own, x, strict=True):
        found += [q.cos(), q.sin()] if joint.kind == "revolute" else [q / p[12], 0]
    return found + [q if joint.kind == "revolute" else q / p[12] for joint, q in zip(own, x, strict=True)]


def _chain_positions(own: Sequence[Joint], p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """Positions from those with prismatic ones in units of p[12]; then the seventh number."""
    return [*(q if joint.kind == "revolute" else q * p[12] for joint, q in zip(own, x, strict=False)), x[6]]


def _candidate_relation(m: int, n: int, rows: int) -> Function:
    """Relation that defines the outputs: every posture is a candidate, with residual 0."""
    g = Graph()
    sizes = {"p": m + n * rows, "x": n * rows + rows}
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(size)] for s, size in sizes.items())
    out = []
    for r in range(rows):
        for k in range(n):
            e = x[r * n + k] - p[m + k]
            for other in range(1, rows):
                e = e * (x[r * n + k] - p[m + other * n + k])
            out.append(e)
    out += x[rows * n :]
    ports = [Port(s, (len(some),), tuple(e.id for e in some)) for s, some in (("p", p), ("x", x), ("residual", out))]
    return Function("postures", g, (ports[0], ports[1]), (ports[2],))


__all__ = ["SymbolicChain", "make_filter_kernel"]
