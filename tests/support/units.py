"""The same robot in other units of length, mass and time: what laws of scale are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from linkwright.expr import Expr
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import INERTIA
from tests.support.oracle import moving

Dimension = tuple[int, int, int]  # powers of length, mass and time
LENGTH, MASS, MOMENT, TENSOR, RATE = (1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0), (0, 0, -1)


@dataclass(frozen=True)
class Units:
    """Powers of ten by which numbers of length, mass and time grow: (6, 9, 0) is from metres and kg to um and ug."""

    length: int = 0
    mass: int = 0
    time: int = 0

    def exponent(self, dimension: Dimension) -> int:
        return sum(a * b for a, b in zip((self.length, self.mass, self.time), dimension, strict=True))

    def number(self, x: float, dimension: Dimension) -> float:
        """The number as a file in these units would have it: the point of the decimal moved."""
        return float(Decimal(repr(float(x))).scaleb(self.exponent(dimension)))

    def robot(self, robot: Robot) -> Robot:
        """A robot of numbers; angles have no unit."""
        gravity: Any = tuple(self._scalar(g, (1, 0, -2)) for g in robot.gravity)
        return replace(robot, joints=tuple(map(self._joint, robot.joints)), gravity=gravity)

    def _joint(self, joint: Joint) -> Joint:
        effort = effort_of(joint)
        fields: dict[str, Any] = {name: self._scalar(getattr(joint, name), LENGTH) for name in ("b", "d", "r")}
        own = (TENSOR if joint.kind == "revolute" else MASS), (effort[0], 1, -1), effort
        if joint.kind == "prismatic":
            own = MASS, (0, 1, -1), effort
        for name, dimension in zip(("rotor", "viscous", "coulomb"), own, strict=True):
            fields[name] = self._scalar(getattr(joint, name), dimension)
        kinds = (TENSOR,) * 6 + (MOMENT,) * 3 + (MASS,)
        body = {name: self._scalar(getattr(joint.body, name), k) for name, k in zip(INERTIA, kinds, strict=True)}
        return replace(joint, body=replace(joint.body, **body), **fields)

    def _scalar(self, e: Expr, dimension: Dimension) -> Any:
        assert e.number is not None, "a robot of numbers"
        return self.number(float(e.number), dimension)

    def state(self, robot: Robot, state: Sequence[Sequence[float]]) -> list[list[float]]:
        """q, qd, qdd."""
        kinds = [robot.joint(j).kind == "prismatic" for j in moving(robot)]
        return [
            [self.number(x, (int(slides), 0, -order)) for x, slides in zip(row, kinds, strict=True)]
            for order, row in enumerate(state)
        ]

    def efforts_back(self, robot: Robot, tau: Sequence[float]) -> list[float]:
        """Efforts in these units, in the units of before."""
        kinds = [effort_of(robot.joint(j)) for j in moving(robot)]
        return [float(x) / 10.0 ** self.exponent(k) for x, k in zip(tau, kinds, strict=True)]


def effort_of(joint: Joint) -> Dimension:
    return (2, 1, -2) if joint.kind == "revolute" else (1, 1, -2)


def units(most: int = 12) -> st.SearchStrategy[Units]:
    powers = st.integers(-most, most)
    return st.builds(Units, powers, powers, powers)
