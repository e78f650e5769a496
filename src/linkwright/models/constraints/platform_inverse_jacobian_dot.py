"""Time derivatives of the inverse Jacobians of a parallel robot: qdd = Jinv xdd + Jinvd xd."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.parallel_robot_jacobians import PLATFORM_OPTION, ImplicitJacobians, row_rates
from linkwright.models.constraints.platform_inverse_jacobian import jacobian_results
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import LOOPS


def build(robot: Robot, state: State, quantities: Quantities, of: tuple[Coordinate, ...]) -> Sequence[Result]:
    h = ImplicitJacobians.of(robot, state.q, of)
    rates = row_rates(robot, state.q, state.qd, of)
    tables = [h.over(h.x, rates), h.over(h.joints, rates)]
    return jacobian_results(h, tables, h.inverse_rate(rates), "time derivative of the ", "d", "/s")


MODEL = Model(
    name="platform_inverse_jacobian_dot",
    doc="time derivatives of the inverse Jacobians of a parallel robot, and of h_x and h_q",
    state=("q", "qd"),
    build=build,
    scope=KINEMATICS.handling(LOOPS),
    options={"of": PLATFORM_OPTION},
)
