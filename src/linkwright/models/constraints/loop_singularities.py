"""Determinants that vanish where a robot with loops is singular.

For a parallel robot, eliminating the passive joints leg by leg (Gosselin & Angeles 1990) gives A xd + B qd = 0 with the
rates of platform x and drives q, one row for each leg; n is normal to the columns of its passive joints:

    n^T (rows of the leg) = row of A and entry of B,    n_r = +- minor of the passive columns without row r

    det A = 0     the platform can move while the drives stand still (type 2): drives cannot balance all wrenches
    B_i = 0       the drive of leg i moves and the platform does not (type 1, the leg is stretched or folded)

Passive joints that form a block of their own have their own determinants: where one vanishes, only these move.

For other robots with loops, the determinants are those of the diagonal blocks of J_d: where one vanishes, dependent
joints move while the independent ones stand still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.algebra.block_triangular import (
    Matrix,
    clear_zeros,
    diagonal_blocks,
    laplace_determinant,
    submatrix,
)
from linkwright.models.constraints.constraint_system import ConstraintRow, without_constraints
from linkwright.models.constraints.parallel_robot_jacobians import PLATFORM, ImplicitJacobians
from linkwright.models.constraints.wheels import label
from linkwright.models.framework.result import Result, named
from linkwright.models.framework.state import Positions
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar

MAX_DETERMINANT_ROWS = 7  # of a determinant that is written as an expression


@dataclass(frozen=True)
class SingularityFactor:
    """Determinant with the joints of its columns; `share`: relative to the product of the sizes of its rows."""

    joints: tuple[Coordinate, ...]
    value: Scalar
    share: Scalar


@dataclass(frozen=True)
class DriveEquations:
    """Matrices of A xd + B qd = 0 between platform x and drives q."""

    x: tuple[Coordinate, ...]
    drives: tuple[Coordinate, ...]
    A: Matrix
    B: tuple[SingularityFactor, ...]

    def factors(self) -> list[SingularityFactor]:
        """Determinants of the diagonal blocks of A."""
        rows = [dict(zip(self.x, row, strict=True)) for row in self.A]
        return list(_block_determinants(self.A, [[row] for row in rows], self.x))


def eliminate_passive_joints(robot: Robot, q: Positions, wanted: Sequence[Coordinate]) -> DriveEquations | None:
    """Eliminate the passive joints leg by leg; None if the legs do not have one drive each."""
    h = ImplicitJacobians.of(robot, q, wanted)
    drives: list[Coordinate] = []
    A: Matrix = []
    B: list[SingularityFactor] = []
    for rows, columns in _connected_legs(h):
        own = [c for c in columns if c in h.drives]
        if len(own) > 1 or len(rows) != len(columns) or len(rows) > MAX_DETERMINANT_ROWS:
            return None
        table = [h.system.rows[r] for r in rows]
        B += _block_determinants(
            [[row.get(c, 0) for c in columns] for row in table], [_rows_of_same_loop(h, r) for r in rows], columns
        )
        if not own:
            continue
        passive = [[h.system.rows[r].get(c, 0) for c in columns if c not in own] for r in rows]
        normal = _normal_to_columns(passive)
        drives += own
        A.append([_project_on_normal(normal, [h.system.rows[r].get(a, 0) for r in rows]) for a in h.x])
    if len(drives) != len(h.x):
        return None
    return DriveEquations(h.x, tuple(drives), clear_zeros(A), tuple(B))


# -- as results --------------------------------------------------------------------------------------------------------


def loop_singularity_results(robot: Robot, q: Positions, is_whole: bool) -> list[Result]:
    """Determinants of platform and legs as results if there is a platform; else of the dependent joints."""
    if not is_whole:
        raise RobotError(f"{robot.name} has loops: the determinants are those of their rows, not of a frame's",
                         remedy="leave out frame, point, rows, joints and projection")  # fmt: skip
    free, _ = without_constraints(robot)
    platform = [c for c in free.coordinates if c.link and free.joint(c.link).name.split("_")[0] == PLATFORM]
    found = eliminate_passive_joints(robot, q, platform) if platform else None
    if found is None:
        doc = "determinants of the rows of the loops over dependent joints: where one vanishes, they move by themselves"
        return list(_determinant_results("drives", dependent_joint_factors(robot, q), doc))
    A = "determinants of A in A xd + B qd = 0: where one vanishes, the platform moves while the drives stand still"
    B = "entries of B: where one vanishes, the drive of this leg moves and the platform does not"
    return [*_determinant_results("drives", found.factors(), A), *_determinant_results("legs", found.B, B)]


def _determinant_results(name: str, factors: Sequence[SingularityFactor], doc: str) -> Iterator[Result]:
    """Determinants as results, absolute and relative to their largest possible size."""
    joints = "; ".join(", ".join(map(label, f.joints)) for f in factors)
    yield named(f"det_{name}", [f.value for f in factors], f"{doc} ({joints})")
    yield named(f"share_{name}", [f.share for f in factors], "determinants divided by sizes of their rows or columns")


def dependent_joint_factors(robot: Robot, q: Positions) -> list[SingularityFactor]:
    """Determinants of the diagonal blocks of J_d, with the drives as independent joints."""
    h = ImplicitJacobians.of(robot, q, ())
    J = h.over(h.joints)
    found = list(_block_determinants(J, [_rows_of_same_loop(h, r) for r in range(len(J))], h.joints))
    if not found:
        raise RobotError(
            f"{robot.name}: more than {MAX_DETERMINANT_ROWS} joints depend on each other in one determinant",
            cell=("loop",),
            remedy="call the joints of its platform platform_x, ...",
        )
    return found


def _rows_of_same_loop(h: ImplicitJacobians, r: int) -> list[ConstraintRow]:
    """Rows of the same loop in the same unit: together their size does not depend on the directions of the axes."""
    own = h.names[r].rpartition("_")[0], h.units[r]
    alike = [k for k, name in enumerate(h.names) if (name.rpartition("_")[0], h.units[k]) == own]
    return [h.system.rows[k] for k in alike]


def _block_determinants(
    J: Matrix, rows: Sequence[Sequence[ConstraintRow]], columns: Sequence[Coordinate]
) -> Iterator[SingularityFactor]:
    """Yield the determinants of the diagonal blocks of J; `rows`: for each row those that determine its size."""
    found = diagonal_blocks(J) or ()
    if any(len(block.rows) > MAX_DETERMINANT_ROWS for block in found):
        return
    for block in found:
        small, own = submatrix(J, block), [columns[c] for c in block.columns]
        det = laplace_determinant(small)
        yield SingularityFactor(tuple(own), det, _relative_determinant(det, small, [rows[r] for r in block.rows], own))


def _relative_determinant(
    det: Scalar, J: Matrix, rows: Sequence[Sequence[ConstraintRow]], columns: Sequence[Coordinate]
) -> Scalar:
    """Determinant divided by the product of the 1-norms of its rows (of its columns, if these have several units)."""
    kinds = {c.is_rotation for c in columns}
    lines = [[x for row in alike for c, x in row.items() if c.is_rotation in kinds] for alike in rows]
    if len(kinds) > 1:
        lines = [list(column) for column in zip(*J, strict=True)]
    size: Scalar = 1
    for line in lines:
        total: Scalar = 0
        for x in line:
            total = total + abs(x)
        size = size * total
    if not isinstance(det, Expr):
        return det
    return (-(det * 0 + size)).select(0, det / size)


def _connected_legs(h: ImplicitJacobians) -> Iterator[tuple[list[int], list[Coordinate]]]:
    """Yield the connected components of rows and joints other than x: the legs."""
    left = list(range(len(h.system.rows)))
    while left:
        rows, columns = [left[0]], {c for c in h.system.rows[left[0]] if c in h.joints}
        while more := [r for r in left if r not in rows and columns & h.system.rows[r].keys()]:
            rows += more
            columns |= {c for r in more for c in h.system.rows[r] if c in h.joints}
        left = [r for r in left if r not in rows]
        yield sorted(rows), [c for c in h.joints if c in columns]


def _normal_to_columns(passive: Matrix) -> list[Scalar]:
    """Vector normal to all columns of a matrix with one column fewer than rows, by minors."""
    minors = [
        laplace_determinant(passive[:r] + passive[r + 1 :]) if len(passive) > 1 else 1 for r in range(len(passive))
    ]
    return [-x if r % 2 else x for r, x in enumerate(minors)]


def _project_on_normal(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


__all__ = [
    "DriveEquations",
    "SingularityFactor",
    "dependent_joint_factors",
    "eliminate_passive_joints",
    "loop_singularity_results",
]
