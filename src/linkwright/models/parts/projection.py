"""Efforts of drives: where constraints leave fewer freedoms than there are drives, those of least norm.

With G the factors of the drives that are tied, G_s = [1; G] of all drives s and Gamma the efforts of the coordinates,
tau = G_s (G_s^T G_s)^-1 Gamma is, with as many equations as there are drives too many:

    (1 + G G^T) tau_x = G Gamma,    tau_a = Gamma - G^T tau_x
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.models.parts.ldl import factors
from linkwright.models.parts.terms import joint_names, of_every_freedom
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar


def by_drives(robot: Robot, tau: Mapping[Coordinate, Scalar]) -> dict[Coordinate, Scalar]:
    """The efforts of all drives, in the order of the joints, from those of the coordinates."""
    extra = robot.tied_drives
    if not extra:
        return dict(tau)
    G = [dict(robot.shares(x)) for x in extra]
    A = [[_dot(a, b) + (i == k) for k, b in enumerate(G)] for i, a in enumerate(G)]
    found = factors(A, joint_names(robot, extra)).solve([_dot(row, tau) for row in G])
    total = {**tau, **dict(zip(extra, found, strict=True))}
    for row, x in zip(G, found, strict=True):
        for a, factor in row.items():
            total[a] = total[a] - factor * x
    return {c: total[c] for c in of_every_freedom(robot) if c in total}


def _dot(a: Mapping[Coordinate, Scalar], b: Mapping[Coordinate, Scalar]) -> Scalar:
    total: Scalar = 0
    for c, x in a.items():
        if c in b:
            total = total + x * b[c]
    return total
