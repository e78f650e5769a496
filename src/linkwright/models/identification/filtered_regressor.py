"""Regressor in momentum form, for filters: tau = d/dt(A p) + B p, without accelerations.

A filter f(s) applied to both sides gives f(s) tau = (s f(s) A + f(s) B) p: only filtered positions, velocities and
efforts enter (Hsu, Bodson, Sastry & Paden 1987; Slotine & Li 1987). A p are the generalized momenta dT/dqd: the twist
S_i of joint i on the momentum h of all links beyond it. In frame i, which moves with twist V_i,

    tau_i = S_i . (d/dt h + V_i x h + weight) = d/dt(S_i . h) - (V_i x S_i) . h + S_i . weight

since S_i is constant there; the last two terms and friction are B p = -dL/dq + friction. Momenta and twists are those
in the world; the velocity of a prescribed base changes by its acceleration (v' = vd - w x v). For loops and wheels the
velocity map G varies: efforts of the independent coordinates are d/dt(G^T h) - Gd^T h, the last term in B.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.models.constraints.constrained_derivatives import velocity_map_rates
from linkwright.models.dynamics.composite_bodies import JointTwists
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import REGRESSOR
from linkwright.models.identification.regressor import Matrix, add_joint_columns
from linkwright.models.identification.regressor_columns import (
    COLUMNS,
    Column,
    ColumnWrenches,
    Links,
    RegressorRows,
    added_terms_text,
    chosen_columns,
    matrix_result,
    momentum_columns,
    search_starts,
    weight_columns,
)
from linkwright.models.search.graph_trial import Trial
from linkwright.models.tree.generalized_coordinates import coordinate_rows, is_motor_side, rate_of
from linkwright.models.tree.link_motion import LinkMotion, base_motion, motions_in_link_frames
from linkwright.models.tree.parameter_names import ROTOR
from linkwright.models.tree.twists_wrenches import Twist, unit_twist
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Vec3


class TwistRates:
    """Twists -V_i x S_i = S_i x V_i of coordinate i in any frame further outward."""

    def __init__(self, paths: JointTwists, moves: Sequence[LinkMotion]) -> None:
        self.paths, self.moves = paths, moves
        self._done: dict[tuple[Coordinate, int], Twist] = {}

    def __call__(self, i: Coordinate, m: int) -> Twist:
        if i.link == m:
            return unit_twist(i).across(Twist(self.moves[m].v, self.moves[m].w))
        if (i, m) not in self._done:
            self._done[i, m] = self(i, self.paths.robot.joint(m).parent).to_child(self.paths.step(m))
        return self._done[i, m]


def _momentum_rows(robot: Robot, state: State) -> tuple[RegressorRows, RegressorRows]:
    """Row builders of A and of B."""
    paths = JointTwists(robot, state.q)
    moves = motions_in_link_frames(robot, state, base_motion(robot, state))
    links = range(len(robot) + 1)
    momenta = ColumnWrenches(paths, {j: momentum_columns(moves[j].w, moves[j].v) for j in links})
    g = Vec3(*robot.gravity)
    weights = ColumnWrenches(paths, {j: weight_columns(paths.tree.chain(0, j).unrotate(g)) for j in links})
    return RegressorRows(robot, [(paths.twist, momenta)]), RegressorRows(
        robot, [(TwistRates(paths, moves), momenta), (paths.twist, weights)]
    )


def momentum_form(robot: Robot, state: State, chosen: Sequence[Column]) -> tuple[Matrix, Matrix]:
    """Matrices A and B, rows by coordinate, columns by chosen parameter."""
    first, second = _momentum_rows(*Trial(robot.graph).to_trial((robot, state)))
    links = first.cheapest(chosen, search_starts(robot))
    other = second.cheapest(chosen, [links])
    first, second = _momentum_rows(robot, state)
    A, B = first.matrix(chosen, links), second.matrix(chosen, other)
    row = coordinate_rows(robot)
    for n, column in enumerate(chosen):
        for c in robot.freedoms(column.link):
            if column.parameter == ROTOR and is_motor_side(robot, c):
                for a, factor in robot.velocity_map_row(c):
                    A[row[a]][n] = A[row[a]][n] + rate_of(robot, state.qd, c) * factor
    if robot.ties:
        _subtract_map_rates(B, robot, state, chosen, first, links)
    friction = [replace(c, parameter="" if c.parameter == ROTOR else c.parameter) for c in chosen]
    return A, add_joint_columns(B, robot, state, friction)


def _subtract_map_rates(
    B: Matrix, robot: Robot, state: State, chosen: Sequence[Column], momenta: RegressorRows, links: Links
) -> None:  # fmt: skip
    """Subtract Gd^T times the momenta of the freedoms from B."""
    row = coordinate_rows(robot)
    changing = velocity_map_rates(robot, state)
    table = {c: [(row[a], -x) for a, x in pairs] for c, pairs in changing.items()}
    for line, more in zip(B, momenta.matrix(chosen, links, table), strict=True):
        line[:] = [x + y for x, y in zip(line, more, strict=True)]
    for n, column in enumerate(chosen):
        for c in robot.freedoms(column.link):
            if column.parameter == ROTOR and is_motor_side(robot, c):
                for a, factor in table.get(c, ()):
                    B[a][n] = B[a][n] + rate_of(robot, state.qd, c) * factor


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns)
    A, B = momentum_form(robot, state, chosen)
    form = f"joint efforts are d/dt(A p) + B p{added_terms_text(robot, 'those')}"
    return [
        matrix_result("A", A, chosen, robot, f"regressor of the generalized momenta: {form}"),
        matrix_result("B", B, chosen, robot, f"regressor of -dL/dq and friction: {form}"),
    ]


MODEL = Model(
    name="filtered_regressor",
    doc="regressor in momentum form for filters: joint efforts are d/dt(A p) + B p, without accelerations",
    state=("q", "qd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS, WHEELS),
    options={"columns": COLUMNS},
)
