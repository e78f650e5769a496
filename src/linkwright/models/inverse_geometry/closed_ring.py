"""The closed loop of six joints, the pose and locked joints: given displacements between its joints.

E_1 X_1 E_2 X_2 ... E_6 X_6 = 1: X_6 is the inverse of the pose; any other X_k is the displacement of the joints locked
there, or 1. The loop has no first joint and no direction: one set of equations serves every cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr.expr import Expr
from linkwright.models.inverse_geometry.chain_screws import JointScrew
from linkwright.models.inverse_geometry.expr_vectors import (
    floats,
    invert_pose,
    joint_displacement,
    move_line,
    multiply_poses,
    pose_matrix,
)

LockedScrew = tuple[JointScrew, int]  # a locked joint, and the number of the six joints before it
GivenDisplacement = tuple[Any, Any]  # a given displacement and its inverse
AxisLine = tuple[Any, Any]


def given_displacements(p: Sequence[Any], locked: Sequence[LockedScrew]) -> list[GivenDisplacement | None]:
    """Given displacement behind each of the six joints. p: the pose, 12 numbers, and positions of locked joints."""
    G = pose_matrix(p)
    found: list[GivenDisplacement | None] = [None, None, None, None, None, (invert_pose(G), G)]
    for (s, before), x in zip(locked, p[12:], strict=True):
        one, known = displacement_pair(s, x), found[before - 1]
        found[before - 1] = (multiply_poses(known[0], one[0]), multiply_poses(one[1], known[1])) if known else one
    return found


def displacement_pair(s: JointScrew, x: Any) -> GivenDisplacement:
    """Displacement of a joint at position x, and its inverse."""
    c, sine = (x.cos(), x.sin()) if isinstance(x, Expr) else (np.cos(x), np.sin(x))
    h, point = floats(s.h), floats(s.c)
    return joint_displacement(s.is_revolute, h, point, c, sine, x), joint_displacement(
        s.is_revolute, h, point, c, -sine, -x
    )


def apply_displacement(gap: GivenDisplacement | None, line: AxisLine) -> AxisLine:
    """A line moved by a given displacement."""
    return move_line(gap[0], *line) if gap else line


def undo_displacement(gap: GivenDisplacement | None, line: AxisLine) -> AxisLine:
    """A line moved by the inverse of a given displacement."""
    return move_line(gap[1], *line) if gap else line


__all__ = [
    "GivenDisplacement",
    "LockedScrew",
    "apply_displacement",
    "displacement_pair",
    "given_displacements",
    "undo_displacement",
]
