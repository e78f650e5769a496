"""Regressor of the inverse dynamics: tau = W(q, qd, qdd) p, in the parameters of the robot's tables.

Khalil & Dombre, chapter 12; Atkeson, An & Hollerbach (1986). Row i of a column of link j is the power of the wrench of
that column on the unit twist of joint i, contracted at the link where this costs least. With base parameters the
columns are those of the minimal set and independent. Wrenches on the environment are not in it: they have no parameter.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.expr import Expr
from linkwright.models.dynamics.composite_bodies import JointTwists
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import REGRESSOR
from linkwright.models.identification.regressor_columns import (
    COLUMNS,
    Column,
    ColumnWrenches,
    RegressorRows,
    added_terms_text,
    chosen_columns,
    column_wrenches,
    matrix_result,
    search_starts,
)
from linkwright.models.search.graph_trial import Trial
from linkwright.models.tree.generalized_coordinates import coordinate_rows, is_motor_side, rate_of
from linkwright.models.tree.link_accelerations import LinkAcceleration, link_accelerations
from linkwright.models.tree.parameter_names import COULOMB, ROTOR, VISCOUS
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar

Matrix = list[list[Scalar]]


def add_joint_columns(W: Matrix, robot: Robot, state: State, chosen: Sequence[Column]) -> Matrix:
    """Add the columns of rotors and friction to W: qdd, qd and sign(qd) in the rows of their joint; return W."""
    row, zero = coordinate_rows(robot), Expr(robot.graph, robot.graph.const(0))
    for n, column in enumerate(chosen):
        for c in (c for c in robot.freedoms(column.link) if is_motor_side(robot, c)):
            qd = zero + rate_of(robot, state.qd, c)
            own = {ROTOR: rate_of(robot, state.qdd, c), VISCOUS: qd, COULOMB: qd.sign()}.get(column.parameter, 0)
            for a, factor in robot.velocity_map_row(c):
                W[row[a]][n] = W[row[a]][n] + own * factor
    return W


def regressor(robot: Robot, state: State, chosen: Sequence[Column], quantities: Quantities) -> Matrix:
    """Regressor W with the fewest operations, rows by coordinate, columns by chosen parameter."""
    tried, _ = tree_rows(*Trial(robot.graph).to_trial((robot, state)))
    links = tried.cheapest(chosen, search_starts(robot))
    rows, moves = tree_rows(robot, state)
    W = add_joint_columns(rows.matrix(chosen, links), robot, state, chosen)
    for j, m in enumerate(moves[1:], 1):
        for name, value in (("w", m.w), ("wd", m.wd), ("vd", m.vd), ("U", m.U)):
            quantities.note(name, j, value)
    return W


def tree_rows(robot: Robot, state: State) -> tuple[RegressorRows, list[LinkAcceleration]]:
    """Row builder of the inertial columns, and the accelerations of links 0..n."""
    paths = JointTwists(robot, state.q)
    moves = link_accelerations(robot, state, paths.steps)
    own = {j: column_wrenches(m) for j, m in enumerate(moves)}
    return RegressorRows(robot, [(paths.twist, ColumnWrenches(paths, own))]), moves


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns)
    W = regressor(robot, state, chosen, quantities)
    doc = f"regressor: joint efforts are W p{added_terms_text(robot, 'those')}"
    return [matrix_result("W", W, chosen, robot, doc)]


MODEL = Model(
    name="regressor",
    doc="regressor of the inverse dynamics: joint efforts are W times the parameters",
    state=("q", "qd", "qdd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS, WHEELS),
    options={"columns": COLUMNS},
)
