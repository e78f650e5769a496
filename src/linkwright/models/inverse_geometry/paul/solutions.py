"""Postures from a plan: a candidate for every choice of solutions, filtered by those that reach the pose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.expr import Expr, Importer, Quantity
from linkwright.models.framework.result import Quantities
from linkwright.models.inverse_geometry.kernels.solution_kernel import STATUS_NO_POSE, PostureOutputs, invoke_kernel
from linkwright.models.inverse_geometry.paul.filter_solutions import SymbolicChain, make_filter_kernel
from linkwright.models.inverse_geometry.paul.solver import SolutionPlan
from linkwright.models.inverse_geometry.pose_input import is_pose, orthonormalize, pose_numbers
from linkwright.robot import Joint
from linkwright.spatial import Mat3


@dataclass(frozen=True)
class SolutionChoices:
    """Solution choices of the candidates: for each the solution (0 or 1) taken of every step that has two."""

    steps: tuple[str, ...]  # shoulder, elbow, wrist, or the labels of the variables
    signs: tuple[tuple[int, ...], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Text for each candidate: + or - for each choice."""
        return tuple("".join("+-"[k] for k in row) for row in self.signs)


@dataclass(frozen=True)
class FoundPostures:
    """Postures, whose branch is the number of the candidate, from 0, and the solution choices of the candidates."""

    postures: PostureOutputs
    branches: SolutionChoices


def solve_plan(
    plan: SolutionPlan, chain: SymbolicChain, pose: Sequence[Expr], positions: Sequence[Expr], quantities: Quantities
) -> FoundPostures:
    """All postures of a plan at a pose (16 numbers, row by row); `positions`: those of the locked joints."""
    graph = pose[0].graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    T = [[*row, pose[4 * r + 3]] for r, row in enumerate(orthonormalize(R))]
    quantities.note("R", chain.frame, Mat3.of([row[:3] for row in T]))
    given = {str(plan.pose[r][c].name): T[r][c] for r in range(3) for c in range(4)}
    for k, q in zip(chain.locks, positions, strict=True):
        given |= _locked_values(plan, chain.moving[k], k + 1, q)
    own = [k for k in plan.arm.places if k - 1 not in chain.locks]
    signs, rows = [], []
    for chosen, into in plan.rows(graph, given, lambda name, letters, x: _name_quantity(quantities, name, letters, x)):
        signs.append(chosen)
        values = [[into(x) for x in plan.position(k)] for k in own]
        rows.append([_joint_position(joint, x) for joint, x in zip(chain.own, values, strict=True)])
    size = Importer(graph, given)(plan.scale).sqrt()
    scale = (-size).select(1, size)
    items = invoke_kernel(graph, make_filter_kernel(chain, len(rows)), [
        *pose_numbers(T), scale, *positions, *(Expr(graph, graph.symbol(s)) for s in chain.symbols),
        *(x for row in rows for x in row),
    ])  # fmt: skip
    return FoundPostures(
        _filtered_postures(items, pose, scale, len(rows), len(own)), SolutionChoices(_choice_names(plan), tuple(signs))
    )


def _filtered_postures(items: Sequence[Expr], pose: Sequence[Expr], scale: Expr, m: int, n: int) -> PostureOutputs:
    """Outputs of the filter, where the pose is valid; elsewhere NaN and the status."""
    posed = is_pose(pose)
    status, count = posed.select(items[-2], STATUS_NO_POSE), posed.select(items[-1], 0)
    nothing = (-status).sqrt()  # NaN where it is selected
    q = [posed.select(x, nothing) for x in items[: m * n]]
    residual = [posed.select(x * scale, nothing) for x in items[m * n : m * (n + 1)]]
    flags, free, branch = ([posed.select(x, 0) for x in items[m * (n + k) : m * (n + k + 1)]] for k in (1, 2, 3))
    return PostureOutputs([q[r * n : r * n + n] for r in range(m)], residual, flags, free, branch, status, count)


def _name_quantity(quantities: Quantities, name: str, letters: str, x: Expr) -> None:
    """Name a cosine, sine or position in emitted code after its joints and the choices that led to it: C23_ab."""
    found = re.fullmatch(r"(.*)(\d)", name)
    if found and x.graph.args[x.id]:
        quantities.names.setdefault(x.id, Quantity(found.group(1), int(found.group(2)), letters))


def _locked_values(plan: SolutionPlan, joint: Joint, k: int, q: Expr) -> dict[str, Expr]:
    """Values of the symbols of a locked joint at position q."""
    theta, r = joint.variables(q)
    values = {"r": r} if k in plan.arm.slides else {"c": theta.cos(), "s": theta.sin()}
    return {plan.names[str(k), kind]: x for kind, x in values.items()}


def _joint_position(joint: Joint, value: Sequence[Expr]) -> Expr:
    """Position of a joint from cosine and sine of theta, or from r."""
    if len(value) == 1:
        return value[0] - joint.r
    c, s = value
    if not joint.theta.is_zero:
        x, y = joint.theta.cos(), joint.theta.sin()
        c, s = c * x + s * y, s * x - c * y
    return s.atan2(c)


def _choice_names(plan: SolutionPlan) -> tuple[str, ...]:
    """Names of the choices: shoulder, elbow, wrist for a 6R arm; else the labels of the variables."""
    labels = [s.label for s in plan.choices]
    if len(plan.arm.joints) != 6 or plan.arm.slides or len(labels) != 3:
        return tuple(labels)
    names = ["shoulder" if x == "1" else "wrist" if max(x) > "3" else "elbow" for x in labels]
    return tuple(names if len(set(names)) == 3 else labels)


__all__ = ["FoundPostures", "SolutionChoices", "SymbolicChain", "solve_plan"]
