"""All postures of an SRS arm at a pose and an arm angle, as one kernel call in the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.expr import Expr
from linkwright.expr.function import Function, Port
from linkwright.expr.graph import Graph
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.loop import Reals, Subprogram, finite, nan, read_kernel_code, zeros
from linkwright.models.inverse_geometry.classes.srs_arm import SRS_POSTURES, SrsArm
from linkwright.models.inverse_geometry.elimination.elimination_kernel import polish_program
from linkwright.models.inverse_geometry.expr_vectors import JointAngle, cross_product, dot, floats, rotate_vector
from linkwright.models.inverse_geometry.kernels.pose_residual import (
    comparison_function,
    residual_function,
    residual_without_jacobian,
)
from linkwright.models.inverse_geometry.kernels.singularity_flags import judge_all_program, judge_program
from linkwright.models.inverse_geometry.kernels.solution_kernel import PostureOutputs, invoke_kernel, largest_residual
from linkwright.models.inverse_geometry.pose_input import center_pose, is_pose, pose_numbers

Runs = Callable[..., None]
STATUS_NO_POSE = STATUS.index("no pose")
SINGULAR_ANGLE, FREE_ANGLE = 1e-6, 1e-10  # rad between first and third axis: below it the shoulder is singular, free
KEPT_JOINT = 2  # place of the joint that polishing keeps: the third


def solve_at_arm_angle(arm: SrsArm, pose: Sequence[Expr], psi: Expr) -> PostureOutputs:
    """All postures of the seven joints at a pose (16 numbers, row by row) and an arm angle psi, rad."""
    graph = psi.graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    p = pose_numbers(center_pose(arm.chain, R, [pose[4 * r + 3] for r in range(3)]))
    p += [psi.cos(), psi.sin()]
    evaluate = _six_joint_residual(arm)
    items = invoke_kernel(graph, _make_keep_kernel(arm, evaluate), [*p, *(x for row in arm.rows(p) for x in row)])
    q, left, status, count = (
        items[: 7 * SRS_POSTURES],
        items[7 * SRS_POSTURES : 8 * SRS_POSTURES],
        items[8 * SRS_POSTURES],
        items[8 * SRS_POSTURES + 1],
    )
    judge = judge_all_program(judge_program(evaluate), SRS_POSTURES, 7, KEPT_JOINT)
    known = _add_straight_shoulder(arm, q, invoke_kernel(graph, judge, [*p[:12], 0, *q, *[1] * SRS_POSTURES]))
    posed = is_pose(pose)
    status, count = posed.select(status, STATUS_NO_POSE), posed.select(count, 0)
    nothing = (-status).sqrt()  # NaN where it is selected
    return PostureOutputs(
        [[posed.select(x, nothing) for x in q[k : k + 7]] for k in range(0, 7 * SRS_POSTURES, 7)],
        [posed.select(x * arm.chain.reach, nothing) for x in left],
        [posed.select(x, 0) for x in known[:SRS_POSTURES]],
        [posed.select(x, 0) for x in known[SRS_POSTURES:]],
        [posed.select(x, 0) for x in items[8 * SRS_POSTURES + 2 :]],
        status, count,
    )  # fmt: skip


def _add_straight_shoulder(arm: SrsArm, q: Sequence[Expr], known: Sequence[Expr]) -> list[Expr]:
    """Flags and free joints of the rows, with those of a straight shoulder: the first and third joints then turn about
    one axis, and the elbow stays. The kernel keeps the third joint and does not find this."""
    A, B, C = arm.axes[:3]
    flags, free = list(known[:SRS_POSTURES]), list(known[SRS_POSTURES:])
    for row in range(SRS_POSTURES):
        q2 = q[7 * row + 1]
        across = cross_product(A.h, rotate_vector(B, JointAngle(q2.cos(), q2.sin()), C.h))
        size: Expr = dot(across, across)
        is_singular, is_free = SINGULAR_ANGLE**2 - size, FREE_ANGLE**2 - size
        flags[row] = is_free.select(3, is_singular.select(flags[row].max(1), flags[row]))
        free[row] = is_free.select(free[row] + 5, free[row])
    return flags + free


def keep(p: Reals, x: Reals, *, rows: int, kept: int, check: Runs, polish: Runs, mark: Runs) -> None:
    """The candidates that reach the pose, each once, then their residuals, the status (0 solved, 3 out of reach), their
    number, and the place of each among the rows.

    p holds the pose, cosine and sine of the arm angle, and the rows; polishing does not move the joint `kept`.
    """
    given = zeros(13)
    six = zeros(6)
    seven = zeros(7)
    f = zeros(6)
    start = zeros(19)
    posture = zeros(7)
    known = zeros(7 + 1 + 14)
    all_known = zeros(rows * 7)
    count = 0
    number = 0.0
    place = 0.0
    for k in range(12):
        given[k] = p[k]
    for k in range(rows * 8):
        x[k] = nan
    for k in range(rows):
        x[rows * 8 + 2 + k] = 0.0
    for row in range(rows):
        left = 0.0
        for k in range(7):
            if not finite(p[14 + row * 7 + k]):
                left = nan
        given[12] = p[14 + row * 7 + kept]
        for k in range(kept):
            six[k] = p[14 + row * 7 + k]
        for k in range(kept, 6):
            six[k] = p[14 + row * 7 + k + 1]
        if finite(left):
            check(given, six, f)
            for k in range(6):
                if abs(f[k]) > left:
                    left = abs(f[k])
            if left > 0.0000000000001:
                for k in range(13):
                    start[k] = given[k]
                for k in range(6):
                    start[13 + k] = six[k]
                polish(start, posture)
                left = posture[6]
                for k in range(6):
                    six[k] = posture[k]
            if left < 0.0000000001:
                for k in range(kept):
                    seven[k] = six[k]
                seven[kept] = given[12]
                for k in range(kept, 6):
                    seven[k + 1] = six[k]
                mark(seven, known)
                new = 1
                for other in range(count):
                    apart = 0.0
                    for j in range(7):
                        d = abs(all_known[other * 7 + j] - known[8 + 2 * j])
                        if abs(known[9 + 2 * j] - d) < d:
                            d = abs(known[9 + 2 * j] - d)
                        if d > apart:
                            apart = d
                    if apart < 0.000001:
                        new = 0
                if new == 1:
                    for j in range(7):
                        x[count * 7 + j] = known[j]
                    for j in range(7):
                        all_known[count * 7 + j] = known[8 + 2 * j]
                    x[rows * 7 + count] = left
                    x[rows * 8 + 2 + count] = place
                    count = count + 1
                    number = number + 1.0
        place = place + 1.0
    x[rows * 8] = 0.0
    if count == 0:
        x[rows * 8] = 3.0
    x[rows * 8 + 1] = number


def _six_joint_residual(arm: SrsArm) -> Function:
    """Residual function of six of the joints, with the third one given."""
    tool = floats((arm.chain.M[:3, 3] - arm.chain.center) / arm.chain.reach)
    six = [s for k, s in enumerate(arm.screws) if k != KEPT_JOINT]
    return residual_function(six, tool, ((arm.screws[KEPT_JOINT], KEPT_JOINT),))


def _make_keep_kernel(arm: SrsArm, evaluate: Function) -> Kernel:
    """Kernel of the pose and candidates: postures."""
    runs: dict[str, Subprogram] = {
        "check": residual_without_jacobian(evaluate),
        "polish": polish_program(evaluate),
        "mark": comparison_function(arm.screws, 7, near=True),
    }
    flags = "status", "count", *(f"place{k}" for k in range(SRS_POSTURES))
    code = read_kernel_code(
        keep,
        {"p": 14 + 7 * SRS_POSTURES},
        {"x": 8 * SRS_POSTURES + len(flags)},
        runs,
        rows=SRS_POSTURES,
        kept=KEPT_JOINT,
    )
    return Kernel(
        "postures", _arm_angle_relation(arm, evaluate), code, flags, start=7 * SRS_POSTURES, needs_double="inside"
    )


def _arm_angle_relation(arm: SrsArm, evaluate: Function) -> Function:
    """Relation that defines the outputs: every posture has the pose and the arm angle; the residual is its distance."""
    g = Graph()
    p, x = (
        [Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(n)] for s, n in (("p", 14), ("x", 8 * SRS_POSTURES))
    )
    out: list[Expr] = []
    most: list[Expr] = []
    for row in range(SRS_POSTURES):
        q = x[7 * row : 7 * row + 7]
        missed = evaluate(p=[*p[:12], q[KEPT_JOINT]], x=[*q[:KEPT_JOINT], *q[KEPT_JOINT + 1 :]])[:6]
        out += [*missed, arm.missed(p, q)]
        most.append(x[7 * SRS_POSTURES + row] - largest_residual(missed))
    out += most
    ports = [Port(s, (len(some),), tuple(e.id for e in some)) for s, some in (("p", p), ("x", x), ("residual", out))]
    return Function("postures", g, (ports[0], ports[1]), (ports[2],))


__all__ = ["solve_at_arm_angle"]
