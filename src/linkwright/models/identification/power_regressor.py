"""Regressor of the power of the joints: qd . tau = P p, in the parameters of the robot's tables.

The entries are the power of every column wrench on the twist of its own link (gyroscopic moments do no work), which is
d/dt of the energy regressor; friction and rotors have theirs. Khalil & Dombre, chapter 12 (power identification model).
With a prescribed base, whose support has a power of its own, it is qd times the regressor of the efforts.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import REGRESSOR
from linkwright.models.identification.regressor import regressor
from linkwright.models.identification.regressor_columns import (
    COLUMNS,
    Column,
    added_terms_text,
    chosen_columns,
    row_result,
)
from linkwright.models.tree.generalized_coordinates import has_prescribed_base_motion, is_motor_side, rate_of
from linkwright.models.tree.link_accelerations import LinkAcceleration, link_accelerations
from linkwright.models.tree.link_motion import base_motion, motions_in_link_frames
from linkwright.models.tree.link_steps import make_link_steps
from linkwright.models.tree.parameter_names import COULOMB, ROTOR
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3


def link_power(m: LinkAcceleration, v: Vec3) -> dict[str, Scalar]:
    """Power of one link, per unit of each parameter; v: velocity of its origin, in its frame."""
    w, wd, vd = m.w, m.wd, m.vd
    first = m.U.T @ v + vd.cross(w)
    return {
        "XX": w.x * wd.x, "XY": w.x * wd.y + w.y * wd.x, "XZ": w.x * wd.z + w.z * wd.x, "YY": w.y * wd.y,
        "YZ": w.y * wd.z + w.z * wd.y, "ZZ": w.z * wd.z, "MX": first.x, "MY": first.y, "MZ": first.z, "M": v.dot(vd),
    }  # fmt: skip


def power_row(robot: Robot, state: State, chosen: Sequence[Column]) -> list[Scalar]:
    """Power of the joint efforts per unit of each chosen parameter, from the power of each link."""
    moves = link_accelerations(robot, state, make_link_steps(robot, state.q))
    twists = motions_in_link_frames(robot, State(state.q, state.qd), base_motion(robot, State(state.q, state.qd)))
    table = [link_power(m, twist.v) for m, twist in zip(moves, twists, strict=True)]
    return [_joint_power(robot, c, state) if not c.is_inertial else table[c.link][c.parameter] for c in chosen]


def effort_power_row(robot: Robot, state: State, chosen: Sequence[Column], quantities: Quantities) -> list[Scalar]:
    """Power of the joint efforts per unit of each chosen parameter: qd times the regressor."""
    W = regressor(robot, state, chosen, quantities)
    total: list[Scalar] = [0] * len(chosen)
    for c, row in zip(robot.coordinates, W, strict=True):
        total = [x + state.qd[c] * y for x, y in zip(total, row, strict=True)]
    return total


def _joint_power(robot: Robot, column: Column, state: State) -> Scalar:
    """Power of a rotor, or of viscous or dry friction, per unit of its parameter."""
    total: Scalar = 0
    zero = Expr(robot.graph, robot.graph.const(0))
    for c in robot.freedoms(column.link):
        if is_motor_side(robot, c):
            qd = zero + rate_of(robot, state.qd, c)
            more = {COULOMB: qd.sign(), ROTOR: rate_of(robot, state.qdd, c)}
            total = total + qd * more.get(column.parameter, qd)
    return total


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns)
    doc = f"power of the joint efforts is P p{added_terms_text(robot, 'that')}"
    P = (
        effort_power_row(robot, state, chosen, quantities)
        if has_prescribed_base_motion(robot)
        else power_row(robot, state, chosen)
    )
    return [row_result("P", P, chosen, doc)]


MODEL = Model(
    name="power_regressor",
    doc="regressor of the power of the joint efforts: a row vector, times the parameters",
    state=("q", "qd", "qdd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS, WHEELS),
    options={"columns": COLUMNS},
)
