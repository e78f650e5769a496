"""The regressor in momentum form, for filters: tau = d/dt(A p) + B p, without accelerations.

A filter f(s) applied to both sides gives f(s) tau = (s f(s) A + f(s) B) p: only filtered positions, velocities and
efforts enter (Hsu, Bodson, Sastry & Paden 1987; Slotine & Li 1987). A p are the generalised momenta dT/dqd: the twist
S_i of joint i on the momentum h of all links beyond it. In frame i, which moves with twist V_i,

    tau_i = S_i . (d/dt h + V_i x h + weight) = d/dt(S_i . h) - (V_i x S_i) . h + S_i . weight

since S_i is constant there; the last two terms and friction are B p = -dL/dq + friction. On a base at rest. Where
loops tie joints to others, efforts are G^T times those of the tree: A = G^T A_t and B = G^T B_t - Gd^T A_t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.models.model import Model, Quantities, Result, State
from linkwright.models.parts.along import share_rates
from linkwright.models.parts.columns import (
    COLUMNS,
    Carried,
    Column,
    Rows,
    beside,
    chosen_columns,
    matrix_result,
    momentum_columns,
    starts,
    weight_columns,
)
from linkwright.models.parts.composite import Paths
from linkwright.models.parts.kinematics import Motion, base_motion, in_link_frames
from linkwright.models.parts.names import ROTOR
from linkwright.models.parts.places import movers
from linkwright.models.parts.screws import Twist, unit_twist
from linkwright.models.parts.terms import is_at_rotor, places, rate_of
from linkwright.models.parts.trial import Trial
from linkwright.models.regressor import Matrix, of_joints
from linkwright.models.scope import REGRESSOR
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, MOVING_BASE
from linkwright.spatial import Scalar, Vec3


class Rates:
    """-V_i x S_i = S_i x V_i of coordinate i in any frame further outward."""

    def __init__(self, paths: Paths, moves: Sequence[Motion]) -> None:
        self.paths, self.moves = paths, moves
        self._done: dict[tuple[Coordinate, int], Twist] = {}

    def __call__(self, i: Coordinate, m: int) -> Twist:
        if i.link == m:
            return unit_twist(i).across(Twist(self.moves[m].v, self.moves[m].w))
        if (i, m) not in self._done:
            self._done[i, m] = self(i, self.paths.robot.joint(m).parent).carried(self.paths.step(m))
        return self._done[i, m]


def _rows(robot: Robot, state: State) -> tuple[Rows, Rows]:
    """Of A and of B."""
    paths = Paths(robot, state.q)
    moves = in_link_frames(robot, state, base_motion(robot, state))
    links = range(len(robot) + 1)
    momenta = Carried(paths, {j: momentum_columns(moves[j].w, moves[j].v) for j in links})
    g = Vec3(*robot.gravity)
    weights = Carried(paths, {j: weight_columns(paths.tree.chain(0, j).unrotate(g)) for j in links})
    return Rows(robot, [(paths.twist, momenta)]), Rows(robot, [(Rates(paths, moves), momenta), (paths.twist, weights)])


def momentum_form(robot: Robot, state: State, chosen: Sequence[Column]) -> tuple[Matrix, Matrix]:
    """A and B."""
    first, second = _rows(*Trial(robot.graph).take((robot, state)))
    links = first.cheapest(chosen, starts(robot))
    other = second.cheapest(chosen, [links])
    first, second = _rows(robot, state)
    A, B = first.matrix(chosen, links), second.matrix(chosen, other)
    row = places(robot)
    for n, column in enumerate(chosen):
        for c in robot.freedoms(column.link):
            if column.parameter == ROTOR and is_at_rotor(robot, c):
                for a, factor in robot.shares(c):
                    A[row[a]][n] = A[row[a]][n] + rate_of(robot, state.qd, c) * factor
    if robot.ties:
        less_changing_shares(B, first, state, chosen)
    friction = [replace(c, parameter="" if c.parameter == ROTOR else c.parameter) for c in chosen]
    return A, of_joints(B, robot, state, friction)


def less_changing_shares(B: Matrix, momenta: Rows, state: State, chosen: Sequence[Column]) -> None:
    """Gd^T A_t, taken from B."""
    robot = momenta.robot
    rates, row = share_rates(robot, state), places(robot)
    for n, column in enumerate(chosen):
        own: dict[Coordinate, Scalar] = {}
        if column.is_inertial:
            for c in movers(robot, column.link):
                own[c] = momenta.entry(c, column.link, column.parameter, c.link)
        elif column.parameter == ROTOR:
            at = (c for c in robot.freedoms(column.link) if is_at_rotor(robot, c))
            own = {c: rate_of(robot, state.qd, c) for c in at}
        for c, x in own.items():
            for a, rate in rates.get(c, ()):
                B[row[a]][n] = B[row[a]][n] - x * rate


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns)
    A, B = momentum_form(robot, state, chosen)
    form = f"joint efforts are d/dt(A p) + B p{beside(robot, 'those')}"
    return [
        matrix_result("A", A, chosen, robot, f"regressor of the generalised momenta: {form}"),
        matrix_result("B", B, chosen, robot, f"regressor of -dL/dq and friction: {form}"),
    ]


MODEL = Model(
    name="filtered_regressor",
    doc="regressor in momentum form for filters: joint efforts are d/dt(A p) + B p, without accelerations",
    state=("q", "qd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS).refusing(MOVING_BASE),
    options={"columns": COLUMNS},
)
