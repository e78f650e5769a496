"""The formulations of the equations of motion: six independent derivations of the same efforts.

They verify each other (a proof that two of them are equal is a proof of both), and the cheapest one may be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linkwright.errors import RobotError
from linkwright.models.chain import operations
from linkwright.models.closed_form import uicker_kahn
from linkwright.models.coriolis_matrix import coriolis_matrix
from linkwright.models.gravity_vector import Weights
from linkwright.models.inertia_matrix import inertia_matrix
from linkwright.models.inverse_dynamics import cheapest as newton_euler
from linkwright.models.kane import kane
from linkwright.models.lagrange import lagrange
from linkwright.models.model import Quantities, State
from linkwright.models.partial import Effort, Partials, need_base_at_rest, own_effort
from linkwright.models.per_body import per_body
from linkwright.robot import Robot
from linkwright.spatial import Scalar

Formulation = Callable[[Robot, State, Quantities], list[Scalar]]


def composite(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """M qdd + C qd + g: composite bodies, and the Coriolis matrix of the Christoffel symbols."""
    need_base_at_rest(robot, "the equations with composite bodies")
    M, C = inertia_matrix(robot, state.q, quantities), coriolis_matrix(robot, state, quantities)
    g, outside = Weights(robot, state.q).by_moments(), external(robot, state)
    tau = []
    for a, i in enumerate(robot.moving):
        total = g[a] + outside[i] + own_effort(robot.joint(i), state.qd[i], 0)  # the rotor is in M
        for b, j in enumerate(robot.moving):
            total = total + M[a][b] * state.qdd[j] + C[a][b] * state.qd[j]
        tau.append(total)
    return tau


def external(robot: Robot, state: State) -> dict[int, Scalar]:
    """The efforts of the wrenches that the links exert on the environment."""
    partials = Partials(robot, state.q)
    found: dict[int, Scalar] = dict.fromkeys(robot.moving, 0)
    for k, joint in enumerate(robot.joints, 1):
        for j in partials.movers(k):
            found[j] = found[j] + partials.of(j, k).power(Effort(joint.body.force, joint.body.moment))
    return found


FORMULATIONS: Mapping[str, Formulation] = {
    "newton_euler": newton_euler,
    "lagrange": lambda robot, state, _: lagrange(robot, state),
    "kane": lambda robot, state, _: kane(robot, state),
    "composite": composite,
    "per_body": lambda robot, state, _: per_body(robot, state),
    "uicker_kahn": lambda robot, state, _: uicker_kahn(robot, state),
}


def best(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """The formulation with the fewest operations, of those that can do the robot (not all can have a moving base)."""
    found: list[tuple[int, int, list[Scalar], Quantities]] = []
    for formulation in FORMULATIONS.values():
        noted = Quantities()
        try:
            tau = formulation(robot, state, noted)
        except RobotError:
            continue
        found.append((operations(tau), len(found), tau, noted))
    _, _, tau, noted = min(found, key=lambda way: way[:2])
    quantities.names.update(noted.names)
    return tau


def efforts(robot: Robot, state: State, quantities: Quantities, formulation: str) -> list[Scalar]:
    """The efforts of the joints that move, by the formulation of this name or by the best."""
    return (best if formulation == "best" else FORMULATIONS[formulation])(robot, state, quantities)
