"""Forward dynamics: M qdd = tau - bias, by articulated bodies or by factors of the inertia matrix.

Whichever is shorter: the factors are cheaper up to about eight joints in a row, and further where branches leave zeros
in the matrix.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.hybrid_dynamics import hybrid_dynamics
from linkwright.models.model import Model, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    qdd, _ = hybrid_dynamics(robot, state, frozenset(), quantities)
    joints = {c: qdd[c] for c in robot.coordinates if c.link}
    base = {c: qdd[c] for c in robot.coordinates if not c.link}
    found = [of_base("base_acceleration", base, "qdd")] if base else []
    return [*found, of_coordinates("qdd", joints, "joint accelerations", "qdd")]


MODEL = Model(
    name="forward_dynamics",
    doc="joint accelerations from positions, velocities and efforts",
    state=("q", "qd", "tau"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
)
