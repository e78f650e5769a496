"""Positions, velocities and accelerations of all joints of a robot with loops, from those of the independent ones."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.constraints.constraint_system import constraints_of, without_constraints
from linkwright.models.framework.model import Model, Quantities, Result, State, of_coordinates
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.framework.state import quaternion_component_name
from linkwright.models.tree.generalized_coordinates import rate_of, tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Spin


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    every = [c for c in tree_freedoms(robot) if c.link and not c.is_motor]
    velocities, accelerations = derive_joint_motion(robot, state, every)
    return [
        position_result(robot, state),
        of_coordinates("velocities", velocities, "of all joints", "qd", "qd"),
        of_coordinates("accelerations", accelerations, "of all joints", "qdd", "qdd"),
    ]


def derive_joint_motion(robot: Robot, state: State, every: Sequence[Coordinate]) -> list[dict[Coordinate, Scalar]]:
    """Rates and accelerations of the freedoms `every`."""
    system = constraints_of(robot)
    if system is None and not robot.ties:
        raise RobotError(f"{robot.name} has no loops: all joints are independent", remedy="write [[loop]] tables")
    if system is None:  # wheels
        return [{c: rate_of(robot, rates, c) for c in every} for rates in (state.qd, state.qdd)]
    free, own = without_constraints(robot, system.before)
    qd, qdd = ({own[c]: x for c, x in rates.items() if c.given != "closure"} for rates in (state.qd, state.qdd))
    ways = list(system.recursive_motion(free, state.q, qd, qdd)) or [system.motion(state.q, qd, qdd)]
    return [{c: rate_of(free, rates, own[c]) for c in every} for rates in ways[0]]


def position_result(robot: Robot, state: State) -> Result:
    """Positions of all joints as an output, with a name for each element; quaternions of ball joints."""
    labels: list[str] = []
    values: list[Scalar] = []
    units: list[str] = []
    names: list[str] = []
    for j, joint in enumerate(robot.joints, 1):
        q = state.q[j]
        if isinstance(q, Spin):
            labels += [f"{joint.variable}_{axis}" for axis in "wxyz"]
            values += q.quaternion
            units += [""] * 4
            names += [quaternion_component_name(robot, j, axis) for axis in "wxyz"]
        elif joint.moves:
            labels.append(joint.variable)
            values.append(q)
            units.append(robot.freedoms(j)[0].unit("q"))
            names.append(joint.name)
    doc = "of all joints; quaternions w, x, y, z of ball joints"
    return Result("positions", values, (len(values),), doc, tuple(labels), tuple(units), names=tuple(names))


MODEL = Model(
    name="dependent_motion",
    doc="positions, velocities and accelerations of all joints of a robot with loops, from the independent ones",
    state=("q", "qd", "qdd"),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
)
