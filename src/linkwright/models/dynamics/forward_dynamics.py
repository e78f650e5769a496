"""Forward dynamics: M qdd = tau - bias, by articulated bodies or by factors of the inertia matrix.

The cheaper one is taken: the factors up to about ten joints of a branch, and further where branches leave zeros in the
matrix.

Parallel robots whose drives are given are solved in the coordinates of the platform (`two_stage_constraints`), in which
legs are small blocks: with x the rates of these, qd = G' x of all joints and a the drives,

    G'_a x = qd_a,    M' y = G'_a^T tau_a - bias',    qdd_a = G'_a y + drift_a
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.constraint_system import (
    ConstraintVelocityMap,
    complete_state,
    constraints_of,
    without_constraints,
)
from linkwright.models.constraints.two_stage_constraints import TwoStageConstraints
from linkwright.models.dynamics.hybrid_dynamics import hybrid_dynamics, solve_by_matrix
from linkwright.models.framework.model import Model, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    system = constraints_of(robot)
    if isinstance(system, TwoStageConstraints) and not state.springs:
        qdd = accelerations_in_two_stages(robot, state, quantities, system)
    else:
        qdd, _ = hybrid_dynamics(robot, state, frozenset(), quantities)
    joints = {c: qdd[c] for c in robot.coordinates if c.link}
    base = {c: qdd[c] for c in robot.coordinates if not c.link}
    found = [of_base("base_acceleration", base, "qdd")] if base else []
    return [*found, of_coordinates("qdd", joints, "joint accelerations", "qdd")]


def accelerations_in_two_stages(
    robot: Robot, state: State, quantities: Quantities, system: TwoStageConstraints
) -> dict[Coordinate, Scalar]:
    """Accelerations of a parallel robot, solved in coordinates in which its loops decouple, then mapped to its own."""
    free, own = without_constraints(robot, system.before)
    ties = ConstraintVelocityMap({**system.before, **system.inner.ties(free)})
    ties.system = system.inner
    view = free.in_graph(free.graph, ties=ties)
    x = system.inner_rates({own[c]: rate for c, rate in state.qd.items() if c.given != "closure"})
    tau = system.inner_efforts({own[c]: state.tau[c] for c in robot.coordinates})
    moving = complete_state(view, State(state.q, x, tau=tau))
    y, _ = solve_by_matrix(view, moving, frozenset(), quantities)
    drift = {tree: moving.qdd.get(c, 0) for tree, c in zip(tree_freedoms(free), tree_freedoms(view), strict=True)}
    return {c: system.outward(own[c], y) + drift[own[c]] for c in robot.coordinates}


MODEL = Model(
    name="forward_dynamics",
    doc="joint accelerations from positions, velocities and efforts",
    state=("q", "qd", "tau"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
)
