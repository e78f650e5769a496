"""Inverse dynamics by Kane's equations: inertia forces of the links, projected on the partial velocities.

Kane & Levinson, Dynamics: Theory and Applications (1985), section 6.1; Angeles, Ma & Rojas, An algorithm for the
inverse dynamics of n-axis general manipulators using Kane's equations (1989). The joints' reactions do not appear:

    tau_j = sum over the links k that joint j moves of  v_jk . F_k + w_jk . N_k
"""

from __future__ import annotations

from linkwright.models.dynamics.formulations.newton_euler import body_wrenches
from linkwright.models.framework.frame_options import supporting_freedoms
from linkwright.models.framework.model import State
from linkwright.models.tree.generalized_coordinates import joint_effort, project_efforts, tree_freedoms
from linkwright.models.tree.partial_velocities import PartialVelocities
from linkwright.robot import Robot
from linkwright.spatial import Scalar


def kane(robot: Robot, state: State) -> list[Scalar]:
    """The efforts of the joints that move."""
    partials, F = PartialVelocities(robot, state.q), body_wrenches(robot, state)
    tau = {c: joint_effort(robot, state, c) for c in tree_freedoms(robot)}
    for k in range(len(robot) + 1):
        for j in supporting_freedoms(robot, k):
            tau[j] = tau[j] + partials.of(j, k).power(F[k])
    return project_efforts(robot, tau)
